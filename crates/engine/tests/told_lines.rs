//! What a replay tells: no line without the rules that lead to it, and no rule on a line of somebody else's turn.

#![expect(clippy::disallowed_methods, reason = "the engine reads no files, this test reads the gallery")]

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_engine::dice::Seeded;
use equipoise_engine::systems::{duel::Duel, tiny::Tiny};
use equipoise_engine::testing::try_load_with;
use equipoise_engine::trace::Trace;
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Workspace, fight};

/// Encounters of each scenario under each change.
const ENCOUNTERS: u64 = 40;

/// Listens for rules that wait for a line where none may wait.
#[derive(Default)]
struct Listener {
    /// Rules that belong to a round as a whole: the first line of the round has them, whoever's it is.
    of_rounds: &'static [&'static str],
    waiting: Vec<&'static str>,
    lines: usize,
    faults: Vec<String>,
}

impl Listener {
    /// Whatever comes next is no business of the rules that wait.
    fn ends(&mut self, what: &str) {
        if !self.waiting.is_empty() {
            self.faults.push(format!("{:?} waits for a line at the end of {what}", self.waiting));
        }
        self.waiting.clear();
    }
}

impl Trace for Listener {
    fn rule(&mut self, id: &'static str) {
        self.waiting.push(id);
    }

    fn narrate(&mut self, line: impl FnOnce() -> String) {
        if self.waiting.is_empty() {
            self.faults.push(format!("no rule: {}", line()));
        }
        self.waiting.clear();
        self.lines += 1;
    }

    fn round_begins(&mut self, round: u32) {
        self.ends(&format!("the round before {round}"));
    }

    fn acts(&mut self, combatant: usize) {
        let of_rounds = self.of_rounds;
        let of_the_round: Vec<_> = self.waiting.extract_if(.., |id| of_rounds.contains(id)).collect();
        self.ends(&format!("the turn before that of {combatant}"));
        self.waiting = of_the_round;
    }
}

/// Plays encounters of a scenario and checks every line; `false` where the rules refuse it.
fn are_told_well<R: Ruleset>(
    path: &Path,
    files: &[(&str, &str)],
    overrides: &[&str],
    of_rounds: &'static [&'static str],
) -> bool {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let Ok(rules) = try_load_with::<R>(&text, files, overrides) else { return false };
    let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(Seed(7)));
    for index in 0..ENCOUNTERS {
        dice.start(EncounterIndex(index));
        let mut listener = Listener { of_rounds, ..Listener::default() };
        fight(&rules, &mut workspace, &mut dice, &mut listener);
        listener.ends("the encounter");
        let faults = &listener.faults;
        assert!(faults.is_empty(), "{} {overrides:?}, encounter {index}: {faults:#?}", path.display());
        assert!(listener.lines > 2);
    }
    true
}

/// The scenarios of a system's gallery.
fn gallery(system: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(system);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

/// Each scenario as it is and under each change, each of which some scenario takes.
fn the_gallery_is_told_well<R: Ruleset>(
    files: &[(&str, &str)],
    changes: &[&[&str]],
    of_rounds: &'static [&'static str],
) {
    let gallery = gallery(R::NAME);
    for path in &gallery {
        assert!(are_told_well::<R>(path, files, &[], of_rounds), "{} is refused", path.display());
    }
    for overrides in changes {
        let taken = gallery.iter().filter(|path| are_told_well::<R>(path, files, overrides, of_rounds)).count();
        assert!(taken > 0, "no scenario takes {overrides:?}");
    }
}

#[test]
fn every_line_of_a_duel_has_its_rules() {
    let masters = include_str!("../../../scenarios/duel/masters.csv");
    the_gallery_is_told_well::<Duel>(
        &[("masters.csv", masters)],
        &[
            &["rules.stakes=death"],
            &["rules.meter_ticks=5"],
            &["rules.meter_ticks=5", "rules.natural_20_move=10"],
            &["rules.natural_20_move=1"],
            &["rules.natural_20_auto_win=true"],
            &["rules.contest_tie=no-move"],
            &["rules.contest_tie=no-move", "rules.refresh=control"],
            &["rules.contest_tie=challenger"],
            &["rules.contest_tie=challenged"],
            &["rules.contest_tie=higher-bonus"],
            &["rules.initiative_tie=higher-bonus"],
            &["rules.penultimate_swap=false"],
            &["rules.exhaustion=per-creature"],
            &["rules.refresh=control"],
            &["rules.refresh=contest-and-control"],
            &["rules.refresh=contest-and-control", "rules.meter_ticks=5"],
            &["rules.choosable=positive"],
            &["rules.max_rounds=1"],
            &["rules.max_rounds=7"],
        ],
        &[],
    );
}

#[test]
fn every_line_of_a_skirmish_with_pools_has_its_rules() {
    the_gallery_is_told_well::<Tiny>(
        &[],
        &[
            &["rules.max_rounds=1"],
            &["rules.max_rounds=4"],
            &["rules.start_distance=5"],
            &["rules.start_distance=200"],
            &["rules.default_movement=0"],
            &["rules.default_movement=0", "rules.start_distance=200", "rules.max_rounds=3"],
            &["rules.initiative_dice=1", "rules.vigilant_initiative_dice=1"],
            &["rules.mixed_tests=disadvantage_wins", "rules.untrained_armor_penalty=all"],
            &["rules.critical_on=2", "rules.critical_ignores_dr=true"],
            &["rules.dr_mode=always"],
            &["rules.dr_mode=never"],
            &["rules.dr_stacking=highest", "rules.dr_test_dice=normal"],
            &["rules.extricate_provokes=always"],
            &["rules.extricate_provokes=on_failure", "rules.extricate_difficulty=difficult"],
            &["rules.extricate_past=false", "rules.ranged_in_combat=forbidden"],
            &["rules.ranged_in_combat=forbidden", "rules.extricate_provokes=always"],
            &["rules.ranged_in_combat=disadvantage", "rules.ranged_into_combat=disadvantage"],
            &["rules.stabilization_tests=[]", "rules.robust_tests=[]", "rules.hard_to_kill_tests=[]"],
            &["rules.stabilization_timing=next_turn"],
            &["rules.medic_in_combat=false"],
            &["rules.enemies_at_zero_hp=stabilize"],
            &["rules.enemies_at_zero_hp=down"],
            &["rules.escape_distance=10"],
            &["rules.light_melee_damage=0"],
            &["combatants.surgeon.movement=0"],
            &["combatants.surgeon.movement=0", "rules.enemies_at_zero_hp=stabilize", "rules.start_distance=60"],
            &["combatants.surgeon.position=-400"],
            &["combatants.sword.traits=vigilant", "combatants.raider.traits=vigilant"],
            &["combatants.brother.retreat_at_hp=5"],
            &["combatants.farmer.policy=retreat", "combatants.farmer.retreat_at_hp=9"],
            &["combatants.farmer.traits=unarmed_fighter"],
            &["combatants.farmer.position=-200"],
            &["combatants.rioter.policy=evasive"],
        ],
        &["TINY-09"],
    );
}
