//! The gain that looking up the ends of fights would bring: `tails ENCOUNTERS SCENARIO.toml...` prints a table.
//!
//! If few are left, the odds of the rest of a fight could stand in a solved table, and be added in place of the one or zero
//! that playing on comes to. Estimates stay unbiased. The gain is at most the time of the ends and the variance that they add,
//! and both can be measured without any table: each fight is played to the end of the round that leaves so few, and from there
//! twice more with other dice. Two ends differ in who wins with the chance 2p(1-p), where p are the odds that a table would
//! have. Time is counted in fighters that are still fighting, round by round. The gain is the ratio of variances at equal time,
//! if to solve the table and to look into it took no time at all.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints what it counts")]

use std::path::Path;
use std::process::ExitCode;

use equipoise_engine::dice::{Dice, Seeded};
use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::{
    EncounterIndex, Fight, Progress, Ruleset, Seed, Side, Silent, System, Who, Winner, Workspace, each_system, load,
};

/// The numbers of fighters of both sides together that are few.
const FEW: [usize; 3] = [2, 3, 4];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [encounters, scenarios @ ..] = arguments.as_slice() else { return usage() };
    let Ok(encounters) = encounters.parse() else { return usage() };
    println!("| scenario | fighters | gain with tables of 2 | of 3 | of 4 |\n|---|---:|---:|---:|---:|");
    for path in scenarios {
        let text = std::fs::read_to_string(path).expect("a scenario that can be read");
        let scenario = Scenario::parse(Source::new(path.clone(), text)).expect("a scenario");
        let system = scenario.system_name().ok().and_then(System::from_name).expect("a system");
        if let Some(row) = system.entry(each_system!(row))(scenario, Path::new(path), encounters) {
            println!("{row}");
        }
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: tails ENCOUNTERS SCENARIO.toml...");
    ExitCode::from(2)
}

/// The counts of the ends with so many fighters.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    /// Fights of which two ends had different winners.
    differ: u64,
    /// Turns before the ends.
    turns_before: u64,
}

/// A row of the table; `None` if no more than two fight, whose table would be the exact solution.
fn row<R: Ruleset>(scenario: Scenario, path: &Path, encounters: u64) -> Option<String> {
    let rules: R = compiled(scenario, path);
    let fighters = rules.combatants().len();
    if fighters <= 2 {
        return None;
    }
    let (won, turns, ends) = counted(&rules, encounters);
    let encounters = encounters as f64;
    let share = won as f64 / encounters;
    let gain = |(few, ends): (usize, Ends)| {
        if few >= fighters {
            return "solved as a whole".to_owned();
        }
        let removed = ends.differ as f64 / (2.0 * encounters) / (share * (1.0 - share));
        let time = ends.turns_before as f64 / turns as f64;
        format!("{:.2}", 1.0 / ((1.0 - removed) * time))
    };
    let gains: Vec<String> = FEW.into_iter().zip(ends).map(gain).collect();
    let name = path.with_extension("");
    Some(format!("| {} | {fighters} | {} |", name.display(), gains.join(" | ")))
}

/// A scenario with the files that it names, which lie beside it.
fn compiled<R: Ruleset>(mut scenario: Scenario, path: &Path) -> R {
    loop {
        let wanted = scenario.wanted_files(R::SCHEMA);
        if wanted.is_empty() {
            return load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        }
        for file in wanted {
            let beside = path.with_file_name(&file.path);
            let text = std::fs::read_to_string(&beside).map_err(|error| error.to_string());
            let source = text.map(|text| Source::new(beside.display().to_string(), text));
            scenario.attach(&file, source, R::SCHEMA);
        }
    }
}

/// The number of fights that the party won, all turns of them, and the counts of their ends.
fn counted<R: Ruleset>(rules: &R, encounters: u64) -> (u64, u64, [Ends; FEW.len()]) {
    let [mut dice, mut again, mut once_more] = [1, 2, 3].map(|seed| Seeded::new(Seed(seed)));
    let mut workspace = Workspace::new(rules);
    let (mut won, mut turns, mut ends) = (0, 0, [Ends::default(); FEW.len()]);
    for index in (0..encounters).map(EncounterIndex) {
        let mut reached: [Option<(R::State, u32, u64)>; FEW.len()] = [const { None }; FEW.len()];
        dice.start(index);
        rules.reset(&mut workspace.state);
        let (winner, all) = play(rules, &mut workspace, &mut dice, None, |state, round, turns| {
            let [party, enemies] = fighting(rules, state);
            for (few, reached) in FEW.into_iter().zip(&mut reached) {
                if party > 0 && enemies > 0 && party + enemies <= few && reached.is_none() {
                    *reached = Some((state.clone(), round, turns));
                }
            }
        });
        won += u64::from(winner == Winner::Party);
        turns += all;
        for (ends, reached) in ends.iter_mut().zip(reached) {
            let Some((state, round, before)) = reached else {
                ends.turns_before += all;
                continue;
            };
            ends.turns_before += before;
            let [one, other] = [&mut again, &mut once_more].map(|dice| {
                dice.start(index);
                (0..round).for_each(|_| dice.next_round());
                workspace.state.clone_from(&state);
                play(rules, &mut workspace, dice, Some(round), |_, _, _| ()).0 == Winner::Party
            });
            ends.differ += u64::from(one != other);
        }
    }
    (won, turns, ends)
}

/// The number of combatants that fight, of the party and of the enemies.
fn fighting<R: Ruleset>(rules: &R, state: &R::State) -> [usize; 2] {
    let of_side = |side| {
        let combatants = Who::first(rules.combatants().len()).zip(rules.combatants());
        combatants.filter(|&(who, combatant)| combatant.side == side && rules.fights_on(state, who)).count()
    };
    [of_side(Side::Party), of_side(Side::Enemies)]
}

/// Plays a fight on after a round, or from its start, and shows the state after each round with the turns so far.
fn play<R: Ruleset>(
    rules: &R,
    Workspace { state, scratch }: &mut Workspace<R>,
    dice: &mut Seeded,
    after: Option<u32>,
    mut watch: impl FnMut(&R::State, u32, u64),
) -> (Winner, u64) {
    let mut fight = Fight { rules, state, scratch, round: 0, dice, trace: &mut Silent };
    while after.is_none() {
        match R::set_up(&mut fight) {
            Progress::NextTurn => {}
            Progress::RoundOver => break,
            Progress::Won(winner) => return (winner, 0),
        }
    }
    let (mut round, mut turns) = (after.unwrap_or(0), 0);
    while round < rules.rounds_max() {
        watch(fight.state, round, turns);
        turns += fighting(rules, fight.state).iter().sum::<usize>() as u64;
        round += 1;
        fight.round = round.min(rules.rounds_known().saturating_add(1));
        fight.dice.next_round();
        if let Some(winner) = fight.play_turns() {
            return (winner, turns);
        }
    }
    (Winner::Timeout, turns)
}
