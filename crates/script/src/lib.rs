//! The system whose rules are a script: a scenario brings them along, and gets everything that the systems in Rust have.
//!
//! A script, in the language [Rhai](https://rhai.rs), declares the keys of its scenarios, the numbers that change in a fight, its rules
//! and what it counts, and has functions that play a turn (`program`). Dice, states and narration belong to the engine: a script asks
//! for them through the functions of `host`, so that its fights are seeded, enumerated, told and merged like all others.

mod cells;
mod declare;
mod host;
mod misplaced;
mod mistakes;
mod names;
mod program;
mod table;

use std::sync::Arc;

use equipoise_engine::accounts::Means;
use equipoise_engine::day::Carried;
use equipoise_engine::prelude::*;
use equipoise_engine::scenario::kinds::TextFile;
use equipoise_engine::scenario::{Problem, Problems, Source, Span};
use equipoise_engine::skirmish::hp_balance;
use equipoise_engine::{Fault, Winner};
use rhai::Dynamic;

use cells::Cells;
use mistakes::in_fight;
use program::{Book, Function, Number, Program, Running};
use table::{comes_to_leg, last_side, seated};

/// The key of the script.
const SCRIPT: Key<TextFile> = Key::text_file("script")
    .required()
    .doc("the rules: the path of a script, relative to this file, or the script itself in lines of its own");

keys! {
    /// The keys of a scenario of which the script is not read yet. Those that it declares come beside them.
    enum File {
        SYSTEM: Id = common::SYSTEM,
        NAME: Text = common::NAME_OF_SCENARIO,
        DESCRIPTION: Option<Text> = common::DESCRIPTION,
        ACCOUNTS: Option<bool> = common::ACCOUNTS,
        SCRIPT: TextFile = SCRIPT,
    }
}

words! {
    /// The kinds of decisions of a combatant.
    pub enum Deciding {
        Choice = "choice", "whatever the script leaves to `choose`",
    }
}

/// A scenario with its script, compiled.
pub struct Script {
    program: Arc<Program>,
    /// The texts of the scenario, for the places of faults.
    sources: Vec<Source>,
    /// The place of the script in them.
    span: Span,
    outline: Outline,
    opening: Cells,
    sides: Sides,
    /// The values of each combatant's sheet, in the order of the declaration.
    sheets: Vec<Vec<Dynamic>>,
    /// The same of the rules.
    knobs: Vec<Dynamic>,
    /// By side: the points of all at the start.
    points_at_start: [i64; 2],
}

/// The text of a script and its place, in a day the first one of them; `None` if the scenario has none, which validation or attachment
/// reports.
fn script_of(scenario: &Scenario) -> Option<(&str, Span)> {
    scenario.parts().find_map(|part| part.root(File::KEYS).find(SCRIPT))
}

/// The program of a scenario.
fn program_of(scenario: &Scenario) -> Result<(Arc<Program>, Span), Vec<Problem>> {
    let Some((text, span)) = script_of(scenario) else {
        return Err(scenario.validate(File::KEYS));
    };
    let program = Program::of(text).map_err(|mistakes| {
        mistakes.into_iter().map(|mistake| mistake.problem(scenario.sources(), span)).collect::<Vec<Problem>>()
    })?;
    Ok((program, span))
}

impl Script {
    /// Calls a function of the script, if it has it; for a combatant, or for nobody.
    fn call<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>, function: Function, who: Option<Who>) {
        let (rules, mut running) = (fight.rules, std::mem::take(fight.scratch));
        let called = seated(fight, who, || rules.program.call(function, who, &mut running));
        *fight.scratch = running;
        if let Err(failed) = called {
            let mistake = in_fight(&rules.program.text, &failed);
            let problems = Problems::new(rules.sources.clone(), vec![mistake.problem(&rules.sources, rules.span)]);
            Fault::new(problems, fight.dice.encounter()).raise()
        }
    }

    /// The winner, if the fight is decided.
    fn winner(&self, cells: &Cells) -> Option<Winner> {
        cells.victor().or_else(|| last_side(cells, self))
    }

    /// The numbers of a combatant that are points.
    fn points(&self) -> impl Iterator<Item = usize> {
        let numbers = self.program.own.iter().enumerate();
        numbers.filter(|(_, number)| matches!(number, Number::Points { .. })).map(|(at, _)| at)
    }

    /// The number of a combatant that puts it out of the fight at 0, if the script declares points.
    fn life(&self) -> Option<usize> {
        self.points().next()
    }
}

impl Ruleset for Script {
    const NAME: &'static str = "script";
    const ABOUT: &'static str = "rules of your own, as a script that the scenario brings";
    const LEDGER: &'static str = include_str!("ledger.md");
    const OPPONENTS: &'static str = include_str!("opponents.toml");
    const OCCASIONS: &'static [Occasion] = &[
        Occasion::shared(0, "fight", "the dice of `set_up` and of `round`"),
        Occasion::turn("turn", "the dice of `enter`, in the set-up, and of `turn`"),
    ];
    const DECISIONS: &'static [Choice] = Deciding::CHOICES;
    const SCHEMA: &'static [KeyDecl] = File::KEYS;
    const HARMS: &'static [&'static str] = &["points"];
    const HAS_DAYS: bool = true;
    type State = Cells;
    type Scratch = Running;

    fn rulebook(scenario: &Scenario) -> Result<Rulebook, Vec<Problem>> {
        let book = program_of(scenario)?.0.book;
        let Book { schema, ledger, points: left, metrics, .. } = *book;
        Ok(Rulebook { schema, ledger, left, metrics: Some(metrics) })
    }

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let (program, span) = program_of(scenario).ok()?;
        let root = scenario.root(program.book.schema);
        let tables = root.find(common::combatants(&[], 64))?;
        refuse_muster(&root, &tables.iter().collect::<Vec<_>>(), problems);
        if !problems.is_empty() {
            return None;
        }
        let rules = root.find(common::rules(&[]))?;
        let Muster { combatants, sides, tables: of } = Muster::new(&tables)?;
        let sheets: Vec<Vec<Dynamic>> =
            of.iter().map(|&table| program.sheet.iter().map(|key| key.value(&tables[table])).collect()).collect();
        let knobs = program.knobs.iter().map(|key| key.value(&rules)).collect();
        let own: Vec<Vec<i32>> = sheets.iter().map(|sheet| program.begins(sheet)).collect();
        let opening = Cells::opening(&program.shared, &own);
        let outline = Outline::new(combatants, Declared::metrics(program.book.metrics), program::max_rounds(&rules));
        // The texts of a day are not lent to its fights.
        let is_known = scenario.sources().get(usize::from(span.source)).is_some();
        let (sources, span) = if is_known {
            (scenario.sources().to_vec(), span)
        } else {
            let text = program.text.clone();
            (vec![Source::new(SCRIPT.name(), text)], Span::new(0, 0..program.text.len()))
        };
        let mut script =
            Self { sources, span, outline, opening, sides, sheets, knobs, points_at_start: [0; 2], program };
        if let Some(life) = script.life() {
            let points = |who: Who| i64::from(script.opening.own(who, life));
            script.points_at_start = script.sides.sums(script.sides.everybody(), points);
        }
        Some(script)
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn means(&self, _: Who) -> Vec<Means> {
        self.program.means()
    }

    fn losses(&self, state: &Cells, who: Who) -> Vec<i64> {
        let lost = |life| i64::from(self.opening.own(who, life)) - i64::from(state.own(who, life));
        vec![self.life().map_or(0, lost)]
    }

    fn opening(&self) -> &Cells {
        &self.opening
    }

    fn state_bytes(&self) -> usize {
        self.opening.bytes()
    }

    /// `enter` for each combatant in listed order, then `set_up`.
    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let (rules, step) = (fight.rules, fight.state.next());
        if step < rules.sides.len() && rules.program.has(Function::Enter) {
            let who = Who::new(step);
            // A combatant that stays away from a leg of a day does not come in.
            if matches!(fight.state.end_state(who), EndState::Standing | EndState::Down) {
                fight.dice.slot(rules.sides.turn_slot(who));
                fight.trace.acts(who);
                Self::call(fight, Function::Enter, Some(who));
            }
            fight.state.set_next(step + 1);
            return rules.winner(fight.state).map_or(Progress::NextTurn, Progress::Won);
        }
        fight.dice.slot(Slot::shared(0));
        Self::call(fight, Function::SetUp, None);
        fight.state.set_next(0);
        rules.winner(fight.state).map_or(Progress::RoundOver, Progress::Won)
    }

    /// `round`, then `turn` for each combatant that stands, in the order of turns.
    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let (rules, step) = (fight.rules, fight.state.next());
        let steps = rules.program.steps(rules.sides.len());
        let turn = if rules.program.has(Function::Round) { step.checked_sub(1) } else { Some(step) };
        match turn {
            None => {
                fight.dice.slot(Slot::shared(0));
                Self::call(fight, Function::Round, None);
            }
            Some(turn) => {
                let who = fight.state.in_order(turn);
                if fight.state.stands(who) {
                    fight.dice.slot(rules.sides.turn_slot(who));
                    fight.trace.acts(who);
                    Self::call(fight, Function::Turn, Some(who));
                }
            }
        }
        let next = (step + 1) % steps;
        fight.state.set_next(next);
        match rules.winner(fight.state) {
            Some(winner) => Progress::Won(winner),
            None if next == 0 => Progress::RoundOver,
            None => Progress::NextTurn,
        }
    }

    /// All points; what else changes belongs to its fight.
    fn kept(&self, _: Who) -> Vec<String> {
        self.left().iter().map(|&name| name.to_owned()).collect()
    }

    fn left(&self) -> &'static [&'static str] {
        self.program.book.points
    }

    fn keep(&self, state: &Cells, who: Who, numbers: &mut [i32]) {
        for (number, at) in numbers.iter_mut().zip(self.points()) {
            *number = state.own(who, at);
        }
    }

    /// Everybody comes with the points that it had: those who stood, and those who were down, who lie where they fell until the script
    /// raises them. Whoever is dead or has fled stays away.
    fn take_over<T: Trace>(&self, state: &mut Cells, carried: &[Carried], trace: &mut T) -> Group {
        let mut there = Group::NOBODY;
        for Carried { who, end, numbers } in carried {
            for (at, number) in self.points().zip(numbers) {
                if let &Some(number) = number {
                    state.set_own(*who, at, number);
                }
            }
            state.set_end_state(*who, *end);
            let comes = matches!(end, EndState::Standing | EndState::Down);
            if comes {
                there |= Group::of(*who);
            }
            trace.happens(|| comes_to_leg(self, state, *who, comes));
        }
        there
    }

    fn end_state(&self, state: &Cells, who: Who) -> EndState {
        state.end_state(who)
    }

    fn fights_on(&self, state: &Cells, who: Who) -> bool {
        state.stands(who) && state.victor().is_none_or(|winner| winner.side() == Some(self.sides.side(who)))
    }

    fn balance(&self, state: &Cells) -> Balance {
        if let Some(winner) = state.victor() {
            let lead = match winner {
                Winner::Party => 1000,
                Winner::Enemies => -1000,
                Winner::Draw | Winner::Timeout => 0,
            };
            return Balance::of(lead);
        }
        let standing: Group = self.sides.everybody().iter().filter(|who| state.stands(*who)).collect();
        if let Some(life) = self.life() {
            return hp_balance(&self.sides, standing, |who| state.own(who, life).into(), self.points_at_start);
        }
        let [party, enemies] = Side::ALL.map(|side| (standing & self.sides.members(side)).len() as i64);
        let [all_party, all_enemies] = Side::ALL.map(|side| self.sides.members(side).len() as i64);
        Balance::between(party * all_enemies, enemies * all_party)
    }

    fn remaining(&self, state: &Cells, who: Who) -> [i64; 2] {
        match self.life() {
            Some(life) => {
                let [left, all] = [state, &self.opening].map(|cells| i64::from(cells.own(who, life)));
                [if state.stands(who) { left.max(0) } else { 0 }, all.max(1)]
            }
            None => [self.fights_on(state, who).into(), 1],
        }
    }
}
