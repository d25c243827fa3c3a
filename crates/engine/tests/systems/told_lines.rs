//! The lines of a replay: no line without the rules that lead to it, and no rule on a line of somebody else's turn.

#![expect(clippy::disallowed_methods, reason = "the engine reads no files, this test reads the gallery")]

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_engine::dice::Seeded;
use equipoise_engine::event::Event;
use equipoise_engine::systems::{duel::Duel, thrum::Thrum, tiny::Tiny, wounds::Wounds};
use equipoise_engine::testing::try_load_with;
use equipoise_engine::trace::Trace;
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Who, Workspace, fight};

/// Encounters of each scenario under each change.
const ENCOUNTERS: u64 = 40;

/// Kinds of lines, by words that they have, with the numbers of the rules that they may have: the first that fits counts.
type Kinds = &'static [(&'static str, &'static str)];

/// Listens for rules that wait for a line where none may wait.
#[derive(Default)]
struct Listener {
    /// Rules that belong to a round as a whole: the first line of the round has them, whoever's it is.
    of_rounds: &'static [&'static str],
    /// Not checked where there are none.
    kinds: Kinds,
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

    /// No rule stands on a line that it has nothing to do with.
    fn check_rules(&mut self, line: &str) {
        let Some((words, rules)) = self.kinds.iter().find(|(words, _)| line.contains(words)) else {
            self.faults.push(format!("of no kind: {line}"));
            return;
        };
        let number = |id: &'static str| id.rsplit('-').next().unwrap_or_default();
        let strangers = self.waiting.iter().filter(|id| !rules.split(' ').any(|rule| rule == number(id)));
        let strangers: Vec<_> = strangers.collect();
        if !strangers.is_empty() {
            self.faults.push(format!("{strangers:?} on a line with `{words}`: {line}"));
        }
    }
}

impl Trace for Listener {
    fn rule(&mut self, id: &'static str) {
        self.waiting.push(id);
    }

    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        if self.waiting.is_empty() {
            self.faults.push(format!("no rule: {}", event()));
        } else if !self.kinds.is_empty() {
            self.check_rules(&event().to_string());
        }
        self.waiting.clear();
        self.lines += 1;
    }

    fn errs<E: Event>(&mut self, _: impl FnOnce() -> E) {
        self.lines += 1;
    }

    fn round_begins(&mut self, round: u32) {
        self.ends(&format!("the round before {round}"));
    }

    fn acts(&mut self, combatant: Who) {
        let of_rounds = self.of_rounds;
        let of_the_round: Vec<_> = self.waiting.extract_if(.., |id| of_rounds.contains(id)).collect();
        self.ends(&format!("the turn before that of {combatant}"));
        self.waiting = of_the_round;
    }
}

/// A scenario with a key set in every table of a kind: `combatants.*.attacks.*.uses=2`.
fn with_key_in_all(text: &str, change: &str) -> String {
    let (path, value) = change.split_once('=').expect("a key and its value");
    let (tables, key) = path.rsplit_once(".*.").expect("a key of many tables");
    let header = format!("[[{}]]", tables.replace(".*", ""));
    let is_bare = value.parse::<i32>().is_ok() || value.parse::<bool>().is_ok();
    let given = if is_bare { format!("{key} = {value}") } else { format!("{key} = \"{value}\"") };
    let (mut lines, mut is_inside) = (Vec::new(), false);
    for line in text.lines() {
        let is_header = line.starts_with('[');
        is_inside = if is_header { line.trim_end() == header } else { is_inside };
        if is_header || !is_inside || line.split('=').next().is_none_or(|known| known.trim() != key) {
            lines.push(line);
        }
        if is_header && is_inside {
            lines.push(&given);
        }
    }
    lines.join("\n")
}

/// Plays encounters of a scenario and checks every line; `false` where the rules refuse it.
fn are_told_well<R: Ruleset>(
    path: &Path,
    files: &[(&str, &str)],
    overrides: &[&str],
    (of_rounds, kinds): (&'static [&'static str], Kinds),
) -> bool {
    let mut text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (of_all, of_one): (Vec<&str>, Vec<&str>) = overrides.iter().partition(|change| change.contains(".*."));
    for change in of_all {
        text = with_key_in_all(&text, change);
    }
    let Ok(rules) = try_load_with::<R>(&text, files, &of_one) else { return false };
    let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(Seed(7)));
    for index in 0..ENCOUNTERS {
        dice.start(EncounterIndex(index));
        let mut listener = Listener { of_rounds, kinds, ..Listener::default() };
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
    kinds: Kinds,
) {
    let gallery = gallery(R::NAME);
    for path in &gallery {
        assert!(are_told_well::<R>(path, files, &[], (of_rounds, kinds)), "{} is refused", path.display());
    }
    for overrides in changes {
        let taken =
            gallery.iter().filter(|path| are_told_well::<R>(path, files, overrides, (of_rounds, kinds))).count();
        assert!(taken > 0, "no scenario takes {overrides:?}");
    }
}

#[test]
fn every_line_of_a_duel_has_its_rules() {
    let masters = include_str!("../../../../scenarios/duel/masters.csv");
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
        &[],
    );
}

/// The lines of `wounds`.
const WOUNDS_LINES: Kinds = &[
    ("a maximum Stress of", "27"),
    ("Base Initiative of", "02 04"),
    (" yd with Stress ", "26 27 28"),
    ("Nobody is on the field", "26 27 28"),
    ("will appear on count", "16"),
    ("comes onto the field", "16"),
    ("is surprised and declares nothing", "01"),
    ("is winded and rests", "57"),
    (" waits.", "08 15"),
    (" declares ", "03 05 08 09 10 11 12 13 14 15"),
    ("comes too late for its turn", "17"),
    ("Count ", "05 06 17"),
    ("into the threat range of", "20 21 24 39 40 44 55 56"),
    ("enters the threat range of", "21 24"),
    (" moves ", "20 22 24 44 55"),
    (" crawls ", "20 22 24 39 40 55 56"),
    (" goes back ", "24 70"),
    ("loses its turn: it is dead", "42"),
    ("loses its turn: it is down", "45"),
    ("loses its turn: it is Dying", "40"),
    ("loses its turn: it is winded", "57"),
    ("loses its turn: it is paralysed", "59"),
    ("loses its turn: it has left", "17"),
    ("cannot carry out", "08 12 25 34 35 37 54 59"),
    (" pays ", "34 35"),
    (", who enters its threat range, with ", "01 18 21 23 25 29 31 39 40 44 45 56 60"),
    (" answers ", "01 18 19 23 25 29 31 39 40 44 45 56 60"),
    (" throws ", "01 12 18 25 29 31 39 40 44 45 56 60"),
    (" strikes at ", "01 18 25 29 31 39 40 44 45 56 60"),
    (" shoots at ", "01 18 25 29 31 39 40 44 45 56 60"),
    (" casts ", "01 18 25 29 36 39 40 44 45 56 60"),
    ("A critical hit: damage", "30 33 46 47 48"),
    ("Damage to scores", "53"),
    ("Damage", "30 32 33"),
    ("or less: ", "49 50 51"),
    ("is struck for an injury", "50 51 52"),
    ("It is the ", "54"),
    ("Injury of ", "51 53 55 56 57 58 59 60"),
    ("The strain costs", "38 39 44"),
    ("at the end of the round", "38 41 58"),
    (" to Stress ", "37"),
    (" loses ", "32 38"),
    (" uses ", "25 37 39 40 44 45"),
    ("It is good for", "37"),
    (" attends ", "25 39 40 43 44 45"),
    ("is stabilised", "44"),
    (" intimidates ", "25 39 40 44 45 64"),
    ("is in Full-Defense", "18"),
    (" dies.", "42"),
    ("is down, paralysed", "59"),
    ("is down at", "45"),
    ("is in the fight again", "45"),
    (", winded, ", "57"),
    ("has cause to waver", "61 62 63 64"),
    ("sees that all is lost", "66"),
    ("tests its morale", "65"),
    ("leaves the fight", "67 68"),
    ("go down on the same count", "07"),
    ("left to fight", "68"),
    ("The round limit is reached", "69"),
];

#[test]
fn every_line_of_a_fight_of_stress_and_wounds_has_its_rules() {
    let tables = ["wounds-injuries-blade.csv", "wounds-injuries-blunt.csv"];
    let texts = [
        include_str!("../../../../scenarios/wounds/wounds-injuries-blade.csv"),
        include_str!("../../../../scenarios/wounds/wounds-injuries-blunt.csv"),
    ];
    the_gallery_is_told_well::<Wounds>(
        &[(tables[0], texts[0]), (tables[1], texts[1])],
        &[
            &["rules.max_rounds=1"],
            &["rules.max_rounds=3"],
            &["rules.start_distance=0"],
            &["rules.start_distance=40"],
            &["rules.initiative_die=1"],
            &["rules.declaration=agility", "rules.declared_targets=fixed"],
            &["rules.declaration=listed_reverse", "rules.full_defense_starts=declaration"],
            &["rules.declaration=initiative_modifier", "rules.reposte_on=missed"],
            &["rules.reposte_on_entry=false"],
            &["rules.entry_reposte_by=full_defense"],
            &["rules.stress_from=rolled"],
            &["rules.stress_from=rolled", "rules.first_hd_max=false"],
            &["rules.stress_from=maximum", "rules.stress_overflow=false"],
            &["rules.natural_20_hits=true", "rules.natural_1_misses=true"],
            &["rules.minimum_damage=3", "rules.armour_on_critical=before"],
            &["rules.injury_chance_from=before_armour", "rules.strength_damage=lose"],
            &["rules.strain_wounds=0", "rules.dying_wounds=0", "rules.suffocation_wounds=0"],
            &["rules.strain_wounds=3", "rules.dying_wounds=2"],
            &["rules.heal_tn_base=0"],
            &["rules.morale_outnumbered=off"],
            &["rules.morale_outnumbered=once", "rules.obvious_ratio=1"],
            &["rules.wait_for_reinforcements=false"],
            &["rules.intimidate_range=0"],
            &["combatants.*.fights_on=always"],
            &["combatants.*.fights_on=always", "rules.heal_self=true", "rules.crawl_speed=3"],
            &["combatants.*.fights_on=never"],
            &["combatants.*.surprised=true"],
            &["combatants.*.morale=true"],
            &["combatants.*.speed=3", "rules.declared_targets=fixed"],
            &["combatants.*.speed=0"],
            &["combatants.*.targeting=finish"],
            &["combatants.*.targeting=weakest"],
            &["combatants.*.policy=skirmisher"],
            &["combatants.*.policy=cautious", "combatants.*.defend_below=100"],
            &["combatants.*.policy=defensive"],
            &["combatants.*.retreat_below=60", "combatants.*.retreat_stress_below=50"],
            &["combatants.*.enters_at=d20"],
            &["combatants.*.enters_round=2", "combatants.*.enters_at=2d6"],
            &["combatants.*.starting_wounds=0"],
            &["combatants.*.starting_wounds=-2", "combatants.*.fights_on=always"],
            &["combatants.*.attacks.*.critical_on=1"],
            &["combatants.*.attacks.*.critical_on=1", "combatants.*.attacks.*.damage_type=blunt"],
            &["combatants.*.attacks.*.critical_on=1", "combatants.*.attacks.*.critical_multiplier=9"],
            &["combatants.*.attacks.*.stress_cost=2"],
            &["combatants.*.attacks.*.uses=2"],
            &["combatants.*.attacks.*.kind=thrown"],
            &["combatants.*.attacks.*.bypasses_stress=true", "combatants.*.attacks.*.ignores_armour=true"],
            &["combatants.*.attacks.*.damage=0"],
            &["combatants.*.attacks.*.strikes=3"],
            &["combatants.*.spells.*.mana=9"],
            &["combatants.*.spells.*.mana=0", "combatants.*.spells.*.against=defense"],
            &["combatants.*.items.*.use_below=100"],
        ],
        &[],
        WOUNDS_LINES,
    );
}

/// The lines of `thrum`.
const THRUM_LINES: Kinds = &[
    ("Initiative of ", "01 04"),
    (" starts at ", "03 07"),
    ("The order of turns", "07"),
    ("comes onto the map", "65"),
    ("There is no square for ", "65"),
    (" Delays its turn until after ", "06"),
    (" is Stunned and ", "63"),
    ("is Immobilized and cannot walk", "10 60"),
    (" moves to ", "10 18 20 21 64"),
    (" teleports to ", "10 24 64"),
    ("is back at ", "19"),
    (": its way turns", "61"),
    ("its way turns by", "61"),
    ("it goes where it means to", "61"),
    (" drops ", "01 22 23"),
    (" Dashes.", "12"),
    (" takes no Action", "10"),
    (" Recovers from ", "12"),
    (" uses ", "12 17 26 27 28 29 30 32 40 41 44 45 57"),
    ("a success without a roll", "51"),
    (" attacks ", "01 02 31 33 34 35 36 37 38 47 49 57 58 59 62"),
    ("comes to nothing", "43"),
    (" answers ", "43"),
    ("is used up for ", "58"),
    ("Panic Roll of ", "01 48 57"),
    ("Incapacity Roll of ", "01 39 49 50 57"),
    (" panics ", "48"),
    ("takes the Stance", "11"),
    ("The Stance ", "51"),
    (" takes a Wound", "53"),
    ("is removed from the fight", "53"),
    (" is in the ", "41"),
    (" takes no ", "46"),
    (" takes ", "46"),
    (" for its Evasion", "37"),
    (" no longer.", "54 59 61 62"),
    (" is relieved", "45"),
    ("comes round", "54"),
    ("lies Incapacitated", "52"),
    ("is Incapacitated; ", "51"),
    (" is moved to ", "25"),
    ("declines another", "42"),
    ("has the Buff", "42"),
    ("The Buff of ", "42"),
    (" is Burning.", "57"),
    ("'s turn ends", "13"),
    (" gains ", "56 58 59 60 61 62 63"),
    (" is Dazed.", "22 57 59"),
    ("The fight is over", "14 15 64"),
    ("Loads are 0 again", "16 55"),
    (": Fatigue ", "05 08 09"),
    (" is ", "59 60 61 62 63"),
];

#[test]
fn every_line_of_a_fight_on_squares_has_its_rules() {
    the_gallery_is_told_well::<Thrum>(
        &[("arts/menders.toml", include_str!("../../../../scenarios/thrum/arts/menders.toml"))],
        &[
            &["rules.max_rounds=1"],
            &["rules.max_rounds=2"],
            &["rules.recover_amount=0"],
            &["rules.stunned=lose_turn"],
            &["rules.stunned=no_action"],
            &["rules.end_look=turn"],
            &["rules.stance_renewal=take"],
            &["combatants.*.policy=reckless"],
            &["combatants.*.policy=guardian"],
            &["combatants.*.speed=0"],
            &["combatants.*.teleport_range=3"],
            &["combatants.*.fatigue=4", "combatants.*.fatigue_tolerance=3"],
            &["combatants.*.stress=4", "combatants.*.stress_tolerance=3"],
            &["combatants.*.fatigue_tolerance=0"],
            &["combatants.*.enters_round=2"],
            &["rules.ties=attacker", "rules.critical_margin=1"],
            &["rules.environment=fixed", "rules.evasion_vulnerable=before"],
            &["rules.finisher_on=success", "rules.finisher_target=before"],
            &["rules.attack_fallen=true", "rules.incapacitated_defend=true"],
            &["rules.attack_fallen=true", "rules.incapacitated_panic=true"],
            &["rules.effect_on_miss=false", "rules.rebuff=replace"],
            &["rules.trigger_limit=round", "rules.stances_aid_saves=true"],
            &["rules.same_turn_upkeep=false", "rules.wound_check=before"],
            &["rules.upkeep=0", "rules.panic_tolerance_loss=2"],
            &["rules.wounds_to_remove=1"],
            &["rules.win_after_rounds=2"],
            &["combatants.*.policy=kiter"],
            &["combatants.*.defence=evasion"],
            &["combatants.*.defence=standard"],
            &["combatants.*.drops=true"],
            &["combatants.*.initiative=3"],
        ],
        &[],
        THRUM_LINES,
    );
}
