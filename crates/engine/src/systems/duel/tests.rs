//! One test for each rule of `ledger.md`, with scripted dice.

use super::*;
use crate::Seed;
use crate::decision::Decision;
use crate::outcome::{Side, Winner};
use crate::scenario::Word;
use crate::systems::duel::decisions::Deciding;
use crate::testing::{self, assert_all_decisions_seen, decisions_seen};
use crate::trace::Line;

/// The scripted duel of the ledger's worked check 5.
const SCRIPTED: &str = r#"
system = "duel"
name = "Scripted"
[[combatants]]
id = "party"
initiative = 3
attributes = { acrobatics = 8, attack = 5, bluff = 2 }
[[combatants]]
id = "enemies"
initiative = 1
attributes = { attack = 6, fortitude = 4, bluff = 3 }
"#;

/// Nobody has any bonus; each can name one attribute of its own and one of both.
const LEVEL: &str = r#"
system = "duel"
name = "Level"
[[combatants]]
id = "party"
attributes = { a = 0, both = 0 }
[[combatants]]
id = "enemies"
attributes = { b = 0, both = 0 }
"#;

type Played = testing::Played<Duel>;

fn try_duel(text: &str, overrides: &[&str]) -> Result<Duel, String> {
    testing::try_load(text, overrides)
}

#[track_caller]
fn duel(text: &str, overrides: &[&str]) -> Duel {
    testing::loaded(text, overrides)
}

/// Rounds that are cut off by the limit, so that a script may stop anywhere.
#[track_caller]
fn limited(text: &str, overrides: &[&str], rounds: usize) -> Duel {
    testing::limited(text, overrides, rounds as u32)
}

impl Played {
    fn positions(&self) -> Vec<i8> {
        self.states.iter().map(|state| state.position).collect()
    }

    fn controls(&self) -> Vec<Side> {
        self.states.iter().map(|state| state.control).collect()
    }
}

/// Plays pairs of faces, the party's first; panics unless the duel takes exactly these.
#[track_caller]
fn play(duel: &Duel, faces: &[(u32, u32)]) -> Played {
    testing::play(duel, faces.iter().flat_map(|&(party, enemies)| [party, enemies]))
}

/// A round that the party wins, one that the enemies win, and initiative for the party.
const P: (u32, u32) = (11, 10);
const E: (u32, u32) = (10, 11);

/// Worked check 5 of the ledger, to the die (DUEL-05 to DUEL-23).
#[test]
fn the_scripted_duel_goes_as_the_ledger_tells_it() {
    let rules = duel(SCRIPTED, &[]);
    let played = play(
        &rules,
        &[(5, 7), (12, 4), (3, 11), (20, 9), (14, 2), (10, 20), (2, 9), (1, 20), (4, 15), (18, 20), (20, 19), (6, 20)],
    );
    assert_eq!(played.positions(), [0, 2, 3, 1, 0, -2, -3, -2, -4]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 8 });
    assert_eq!(played.ends, [EndState::Down, EndState::Standing]);
    for (name, count) in [
        ("party_first_control", 1),
        ("first_control_wins", 0),
        ("party_first_control_wins", 0),
        ("comebacks", 1),
        ("control_changes", 1),
        ("natural_20_rounds", 4),
        ("double_moves", 4),
        ("refreshes", 1),
        ("penultimate_swaps", 2),
        ("party_choices", 4),
        ("enemies_choices", 3),
        ("unmoved_rounds", 0),
    ] {
        assert_eq!(played.metric(name), count, "{name}");
    }
    let named: Vec<&str> = (played.lines.iter())
        .filter_map(|line| line.text.split_once(" names ").map(|(_, rest)| rest.split([',', ':']).next().unwrap()))
        .collect();
    assert_eq!(named, ["acrobatics", "attack", "fortitude", "bluff", "fortitude", "acrobatics", "attack"]);
}

/// DUEL-08 to DUEL-16, DUEL-22: the same duel in accounts.
#[test]
fn accounts_tell_what_each_attribute_moved() {
    let faces = [5, 7, 12, 4, 3, 11, 20, 9, 14, 2, 10, 20, 2, 9, 1, 20, 4, 15, 18, 20, 20, 19, 6, 20];
    testing::assert_accounts(
        duel(SCRIPTED, &[]),
        faces,
        &[
            ("enemies.against.party.felled", 1),
            ("enemies.against.party.ticks", 8),
            ("enemies.answer.hits", 1),
            ("enemies.answer.ticks", 1),
            ("enemies.answer.times", 4),
            ("enemies.attack.felled", 1),
            ("enemies.attack.criticals", 1),
            ("enemies.attack.hits", 1),
            ("enemies.attack.ticks", 2),
            ("enemies.attack.uses", 1),
            ("enemies.felled", 1),
            ("enemies.fortitude.criticals", 1),
            ("enemies.fortitude.hits", 2),
            ("enemies.fortitude.ticks", 3),
            ("enemies.fortitude.uses", 2),
            ("enemies.initiative.criticals", 1),
            ("enemies.initiative.hits", 1),
            ("enemies.initiative.ticks", 2),
            ("enemies.initiative.times", 1),
            ("enemies.ticks", 8),
            ("enemies.ticks_lost", 4),
            ("party.acrobatics.criticals", 1),
            ("party.acrobatics.hits", 2),
            ("party.acrobatics.ticks", 3),
            ("party.acrobatics.uses", 2),
            ("party.against.enemies.ticks", 4),
            ("party.answer.times", 3),
            ("party.attack.hits", 1),
            ("party.attack.ticks", 1),
            ("party.attack.uses", 1),
            ("party.bluff.uses", 1),
            ("party.initiative.times", 1),
            ("party.ticks", 4),
            ("party.ticks_lost", 8),
        ],
    );
}

/// DUEL-01: a duel has exactly two combatants, one on each side.
#[test]
fn a_duel_has_two_combatants() {
    let third = "[[combatants]]\nid = \"third\"\nattributes = { a = 1 }\n";
    assert!(try_duel(&format!("{LEVEL}{third}"), &[]).unwrap_err().contains("combatants"));
    let alone = LEVEL.split("[[combatants]]").take(2).collect::<Vec<_>>().join("[[combatants]]");
    assert!(try_duel(&alone, &[]).unwrap_err().contains("DUEL-01"));
    assert!(try_duel(LEVEL, &["combatants.party.count=2"]).is_err());
    let same_side = &["combatants.party.side=party", "combatants.enemies.side=party"];
    assert!(try_duel(LEVEL, same_side).unwrap_err().contains("one side"));
    assert!(try_duel(LEVEL, &["combatants.party.side=party"]).unwrap_err().contains("either both do or neither"));
    assert!(play(&limited(LEVEL, &[], 1), &[P, P]).applied(0, "DUEL-01"));
}

/// DUEL-02: a spar is played on 9 ticks, a duel to the death on 13, unless the scenario says otherwise.
#[test]
fn stakes_set_the_length_of_the_meter() {
    for (overrides, half) in
        [(&[][..], 4), (&["rules.stakes=death"], 6), (&["rules.stakes=death", "rules.meter_ticks=9"], 4)]
    {
        let played = play(&duel(LEVEL, overrides), &vec![P; 1 + half]);
        assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: half as u32 });
        assert!(played.applied(0, "DUEL-02"));
    }
}

/// DUEL-03: the meter has a center tick, so its length is odd, from 5 up.
#[test]
fn the_meter_has_a_center() {
    for (ticks, valid) in [(4, false), (5, true), (6, false), (100, false), (101, true), (103, false), (3, false)] {
        assert_eq!(try_duel(LEVEL, &[&format!("rules.meter_ticks={ticks}")]).is_ok(), valid, "{ticks} ticks");
    }
    let played = play(&duel(LEVEL, &["rules.meter_ticks=5"]), &[P, E, P, P, P]);
    assert_eq!(played.positions(), [0, -1, 0, 1, 2]);
    assert!(played.applied(0, "DUEL-03"));
}

/// DUEL-04: towards its end is +1 for the party and -1 for the enemies, whichever is listed first.
#[test]
fn each_side_owns_an_end() {
    let swapped = &["combatants.party.side=enemies", "combatants.enemies.side=party", "rules.meter_ticks=5"];
    let rules = duel(LEVEL, swapped);
    let played = play(&rules, &[P, P, P]);
    assert_eq!(played.positions(), [0, 1, 2]);
    assert_eq!(played.outcome.winner, Winner::Party);
    assert_eq!(played.ends, [EndState::Down, EndState::Standing], "the combatant listed second is the party");
}

/// DUEL-05: initiative gives first control; equal totals are rolled again, or the higher bonus has it.
#[test]
fn the_opening_roll_gives_control() {
    assert_eq!(play(&limited(SCRIPTED, &[], 1), &[(9, 10), P]).controls()[0], Side::Party);
    assert_eq!(play(&limited(SCRIPTED, &[], 1), &[(8, 11), P]).controls()[0], Side::Enemies);
    assert_eq!(play(&limited(SCRIPTED, &[], 1), &[(8, 10), (8, 10), (1, 20), P]).controls()[0], Side::Enemies);
    let higher = limited(SCRIPTED, &["rules.initiative_tie=higher-bonus"], 1);
    assert_eq!(play(&higher, &[(8, 10), P]).controls()[0], Side::Party);
    let equal = limited(LEVEL, &["rules.initiative_tie=higher-bonus"], 1);
    assert_eq!(play(&equal, &[(8, 8), E, P]).controls()[0], Side::Enemies, "equal bonuses roll again");
}

/// DUEL-06: the opening roll moves nothing, is no round, and a natural 20 in it means nothing.
#[test]
fn the_opening_roll_moves_nothing() {
    let rules = limited(SCRIPTED, &["rules.natural_20_auto_win=true", "combatants.enemies.initiative=30"], 1);
    let played = play(&rules, &[(20, 1), P]);
    assert_eq!(played.states[0].position, 0);
    assert_eq!(played.states[0].control, Side::Enemies, "20 + 3 against 1 + 30");
    assert_eq!(played.outcome.rounds, 1);
    assert_eq!(played.metric("natural_20_rounds"), 0);
}

/// DUEL-07: one contested roll a round, until the marker is on an end tick.
#[test]
fn rounds_go_on_until_an_end_tick() {
    let played = play(&duel(LEVEL, &["rules.meter_ticks=5"]), &[P, P, E, E, E]);
    assert_eq!(played.positions(), [0, 1, 0, -1, -2]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 4 });
}

/// DUEL-08: the chooser names an attribute of its own sheet that it may choose and that is not used up.
#[test]
fn the_chooser_names_one_of_its_own() {
    let rules = limited(SCRIPTED, &["combatants.party.policy=in-order", "rules.penultimate_swap=false"], 3);
    let played = play(&rules, &[(10, 1), (10, 1), (10, 1), (10, 1)]);
    let named: Vec<&str> = ["acrobatics", "attack", "bluff"]
        .into_iter()
        .filter(|name| played.lines.iter().any(|l| l.text.contains(name)))
        .collect();
    assert_eq!(named, ["acrobatics", "attack", "bluff"]);
    let positive = duel(SCRIPTED, &["rules.choosable=positive", "combatants.party.attributes.bluff=0"]);
    let positives: Vec<&str> = positive.players[0].attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    assert_eq!(positives, ["acrobatics", "attack"]);
    let why = "its bonus is below +1 and `choosable` is `positive`";
    assert_eq!(positive.never(), [format!("`party`: `bluff` is never named, since {why}")]);
}

/// DUEL-09: the chooser is the controller.
#[test]
fn the_controller_chooses() {
    let rules = limited(LEVEL, &[], 1);
    let by_party = play(&rules, &[P, P]);
    assert_eq!((by_party.metric("party_choices"), by_party.metric("enemies_choices")), (1, 0));
    assert!(by_party.applied(1, "DUEL-09"));
    let by_enemies = play(&rules, &[E, P]);
    assert_eq!((by_enemies.metric("party_choices"), by_enemies.metric("enemies_choices")), (0, 1));
}

/// DUEL-10: both add their own bonus in the attribute; who lacks it adds the untrained bonus.
#[test]
fn both_add_their_bonus() {
    // Acrobatics 8 against nothing, then against -3.
    assert_eq!(play(&limited(SCRIPTED, &[], 1), &[(19, 1), (3, 10)]).positions(), [0, 1]);
    assert_eq!(play(&limited(SCRIPTED, &[], 1), &[(19, 1), (3, 12)]).positions(), [0, -1]);
    assert_eq!(play(&limited(SCRIPTED, &["rules.untrained_bonus=-3"], 1), &[(19, 1), (3, 12)]).positions(), [0, 1]);
    // Attack 6 of the enemies against attack 5.
    let by_enemies = limited(SCRIPTED, &["combatants.enemies.policy=in-order"], 1);
    assert_eq!(play(&by_enemies, &[(1, 20), (10, 10)]).positions(), [0, -1]);
}

/// DUEL-11: the higher total wins, whoever chose; equal totals follow `contest_tie`.
#[test]
fn the_higher_total_wins_and_ties_follow_the_knob() {
    // The party names acrobatics, 8 against 0: 2 and 10 tie.
    let tie = |knob: &str, faces: &[(u32, u32)]| {
        play(&limited(SCRIPTED, &[&format!("rules.contest_tie={knob}")], 1), faces).positions()[1]
    };
    assert_eq!(tie("reroll", &[(19, 1), (2, 10), (2, 10), (1, 20)]), -2);
    assert_eq!(tie("higher-bonus", &[(19, 1), (2, 10)]), 1);
    assert_eq!(tie("challenger", &[(19, 1), (2, 10)]), 1);
    assert_eq!(tie("challenged", &[(19, 1), (2, 10)]), -1);
    assert_eq!(tie("no-move", &[(19, 1), (2, 10)]), 0);
    let level = limited(LEVEL, &["rules.contest_tie=higher-bonus"], 1);
    assert_eq!(play(&level, &[P, (7, 7), E]).positions()[1], -1, "equal bonuses roll again");
    let no_move = limited(SCRIPTED, &["rules.contest_tie=no-move"], 1);
    let stayed = play(&no_move, &[(19, 1), (2, 10)]);
    assert_eq!(stayed.metric("unmoved_rounds"), 1);
    assert_eq!(stayed.states[1].unused.of(Side::Party).count_ones(), 2, "used up all the same");
    // With auto-win a natural 20 beats any other face, and two of them compare totals.
    let auto = limited(SCRIPTED, &["rules.natural_20_auto_win=true", "combatants.party.attributes.acrobatics=50"], 1);
    assert_eq!(play(&auto, &[(19, 1), (19, 20)]).positions()[1], -2);
    assert_eq!(play(&auto, &[(19, 1), (20, 20)]).positions()[1], 2);
}

/// DUEL-12: the winner moves the marker one tick towards its end.
#[test]
fn the_winner_moves_one_tick() {
    assert_eq!(play(&limited(LEVEL, &[], 2), &[P, P, P]).positions(), [0, 1, 2]);
    assert_eq!(play(&limited(LEVEL, &[], 2), &[P, E, E]).positions(), [0, -1, -2]);
}

/// DUEL-13: a natural 20 of the winner allows a long move, that or one tick, which stops on the end tick; a losing natural
/// 20 does nothing.
#[test]
fn a_natural_20_allows_a_long_move() {
    assert_eq!(play(&limited(LEVEL, &[], 1), &[P, (20, 3)]).positions()[1], 2);
    assert_eq!(play(&limited(LEVEL, &["rules.natural_20_move=3"], 1), &[P, (20, 3)]).positions()[1], 3);
    assert_eq!(play(&limited(LEVEL, &["rules.natural_20_move=1"], 1), &[P, (20, 3)]).positions()[1], 1);
    assert_eq!(play(&duel(LEVEL, &["rules.natural_20_move=10"]), &[P, (20, 3)]).positions()[1], 4);
    assert_eq!(play(&limited(LEVEL, &["combatants.party.natural_20=decline"], 1), &[P, (20, 3)]).positions()[1], 1);
    let hold_back = limited(LEVEL, &["combatants.party.natural_20=hold-back"], 2);
    assert_eq!(play(&hold_back, &[P, P, (20, 3)]).positions(), [0, 1, 2], "three would be the penultimate tick");
    let lost = limited(SCRIPTED, &["combatants.party.attributes.acrobatics=50"], 1);
    assert_eq!(play(&lost, &[(19, 1), (5, 20)]).positions()[1], 1);
    // Only the deciding die counts, not the one of a roll that was tied.
    assert_eq!(play(&limited(LEVEL, &[], 1), &[P, (20, 20), P]).positions()[1], 1);
}

/// DUEL-14: while the marker stays in the controller's half, the controller keeps control.
#[test]
fn control_is_kept_in_the_own_half() {
    let played = play(&limited(LEVEL, &[], 3), &[P, P, P, E]);
    assert_eq!(played.positions(), [0, 1, 2, 1]);
    assert_eq!(played.controls(), [Side::Party; 4]);
    assert!([1, 2, 3].map(|round| played.applied(round, "DUEL-14")) == [false, true, true]);
}

/// DUEL-15: when the marker enters a half, from the center or across it, its owner has control from the next round on.
#[test]
fn an_entered_half_gives_control() {
    let played = play(&limited(LEVEL, &["rules.natural_20_move=3"], 2), &[P, E, (20, 1)]);
    assert_eq!(played.positions(), [0, -1, 2]);
    assert_eq!(played.controls(), [Side::Party, Side::Enemies, Side::Party]);
    assert!(played.applied(1, "DUEL-15") && played.applied(2, "DUEL-15"));
}

/// DUEL-16: a marker that lands on the center leaves control where it was.
#[test]
fn the_center_changes_no_control() {
    let played = play(&limited(LEVEL, &[], 3), &[P, E, P, P]);
    assert_eq!(played.positions(), [0, -1, 0, 1]);
    assert_eq!(played.controls(), [Side::Party, Side::Enemies, Side::Enemies, Side::Party]);
    assert!([1, 2, 3].map(|round| played.applied(round, "DUEL-16")) == [false, true, false]);
}

/// DUEL-17: in a round that begins on a penultimate tick of either end the one without control chooses.
#[test]
fn penultimate_ticks_give_the_choice_to_the_other() {
    let choices = |overrides: &[&str], faces: &[(u32, u32)]| {
        let rules = limited(LEVEL, overrides, faces.len() - 1);
        let played = play(&rules, faces);
        (played.metric("party_choices"), played.metric("enemies_choices"), played.metric("penultimate_swaps"))
    };
    // On five ticks +1 is penultimate: the party has control, the enemies choose.
    assert_eq!(choices(&["rules.meter_ticks=5"], &[P, P, E]), (1, 1, 1));
    assert_eq!(choices(&["rules.meter_ticks=5", "rules.penultimate_swap=false"], &[P, P, E]), (2, 0, 0));
    // The enemies' own end as well: they have control at -1, the party chooses.
    assert_eq!(choices(&["rules.meter_ticks=5"], &[P, E, P]), (2, 0, 1));
}

/// DUEL-18: the exchange lasts one round; then control is back with its owner, and only then the move is looked at.
#[test]
fn a_swap_lasts_one_round() {
    let five = &["rules.meter_ticks=5", "rules.exhaustion=per-creature"];
    // At +1 the enemies choose; the marker goes to the center: control is the party's, as before.
    let center = limited(LEVEL, five, 3);
    let played = play(&center, &[P, P, E, E]);
    assert_eq!(played.positions(), [0, 1, 0, -1]);
    assert_eq!(played.controls()[2], Side::Party);
    assert_eq!(played.metric("party_choices"), 2, "rounds 1 and 3");
    assert!([1, 2, 3].map(|round| played.applied(round, "DUEL-18")) == [false, true, false]);
    // At +1 the enemies choose and cross the center with a natural 20: the crossing counts.
    let crossed = limited(LEVEL, five, 2);
    let played = play(&crossed, &[P, P, (1, 20)]);
    assert_eq!(played.positions(), [0, 1, -1]);
    assert_eq!(played.controls(), [Side::Party, Side::Party, Side::Enemies]);
    assert_eq!(played.metric("control_changes"), 1, "the swap itself is no change");
}

/// DUEL-19: a chosen attribute is used up until a refresh: for both, or for the chooser alone.
#[test]
fn a_chosen_attribute_is_used_up() {
    let shared = play(
        &limited(LEVEL, &["combatants.party.policy=highest-bonus", "combatants.party.attributes.both=1"], 1),
        &[P, P],
    );
    let [party, enemies] = Side::ALL.map(|side| shared.states[1].unused.of(side).count_ones());
    assert_eq!((party, enemies), (1, 1), "`both` is gone from both sheets");
    let own = play(
        &limited(
            LEVEL,
            &[
                "combatants.party.policy=highest-bonus",
                "combatants.party.attributes.both=1",
                "rules.exhaustion=per-creature",
            ],
            1,
        ),
        &[P, P],
    );
    let [party, enemies] = Side::ALL.map(|side| own.states[1].unused.of(side).count_ones());
    assert_eq!((party, enemies), (1, 2));
    // Used up for choosing, it still gives its bonus when the other combatant names it.
    let text = LEVEL.replace("both = 0", "both = 9");
    let answered = limited(
        &text,
        &[
            "combatants.party.policy=highest-bonus",
            "combatants.enemies.policy=highest-bonus",
            "rules.exhaustion=per-creature",
        ],
        2,
    );
    assert_eq!(play(&answered, &[P, E, (10, 9)]).positions(), [0, -1, 0]);
}

/// DUEL-20: a round that begins with either sheet exhausted is a refresh round.
#[test]
fn an_exhausted_sheet_forces_a_refresh() {
    let text = LEVEL.replace("{ a = 0, both = 0 }", "{ a = 0 }");
    let rules = limited(&text, &["combatants.party.initiative=5"], 2);
    // The party's only attribute is gone; the enemies still have two. 8 + 5 beats 10 in an initiative roll alone.
    let played = play(&rules, &[P, P, (8, 10)]);
    assert_eq!(played.positions(), [0, 1, 2]);
    assert_eq!(played.metric("refreshes"), 1);
    // With `positive` an attribute of zero does not count for exhaustion.
    let positive = limited(
        LEVEL,
        &["rules.choosable=positive", "combatants.party.attributes.a=1", "combatants.enemies.attributes.b=1"],
        2,
    );
    assert_eq!(play(&positive, &[P, P, P]).metric("refreshes"), 1);
}

/// DUEL-21: a refresh makes all attributes of both sheets unused again, also of the sheet that was not exhausted.
#[test]
fn a_refresh_restores_both_sheets() {
    let text = LEVEL.replace("{ a = 0, both = 0 }", "{ both = 0 }");
    let played = play(&limited(&text, &[], 2), &[P, P, P]);
    assert_eq!(Side::ALL.map(|side| played.states[1].unused.of(side).count_ones()), [0, 1]);
    assert_eq!(Side::ALL.map(|side| played.states[2].unused.of(side).count_ones()), [1, 2]);
}

/// DUEL-22: a refresh round is an initiative roll without a chooser, which decides what `refresh` says; DUEL-17 changes
/// nothing in it.
#[test]
fn a_refresh_round_decides_what_the_knob_says() {
    let text = LEVEL.replace("{ a = 0, both = 0 }", "{ a = 0 }");
    let refreshed = |overrides: &[&str], faces: &[(u32, u32)]| {
        let rules = limited(&text, overrides, 2);
        let played = play(&rules, faces);
        let choices = played.metric("party_choices") + played.metric("enemies_choices");
        assert_eq!(choices, 1, "the refresh round has no chooser");
        (played.positions()[2], played.controls()[2])
    };
    // The party has won round 1: +1 under its control. Then the enemies win the refresh, with a natural 20.
    let lost = [P, P, (1, 20)];
    assert_eq!(refreshed(&[], &lost), (-1, Side::Enemies));
    assert_eq!(refreshed(&["rules.refresh=control"], &lost), (1, Side::Enemies));
    assert_eq!(refreshed(&["rules.refresh=contest-and-control"], &[P, P, E]), (0, Side::Enemies));
    assert_eq!(refreshed(&[], &[P, P, E]), (0, Side::Party));
    assert_eq!(refreshed(&["rules.refresh=control"], &[P, P, P]), (1, Side::Party));
    // Ties follow `initiative_tie`, not `contest_tie`.
    let ties =
        &["rules.initiative_tie=higher-bonus", "rules.contest_tie=challenger", "combatants.enemies.initiative=1"];
    assert_eq!(refreshed(ties, &[(20, 1), P, (9, 8)]), (0, Side::Party));
    // On five ticks the refresh round begins on a penultimate tick: nobody chooses all the same.
    assert_eq!(refreshed(&["rules.meter_ticks=5"], &[P, P, E]), (0, Side::Party));
    // A natural 20 wins alone where the knob says so.
    let auto = &["rules.natural_20_auto_win=true", "combatants.party.initiative=40"];
    assert_eq!(refreshed(auto, &[P, P, (19, 20)]), (-1, Side::Enemies));
}

/// DUEL-23: as soon as the marker is on an end tick its owner has won and nothing else happens.
#[test]
fn an_end_tick_decides_at_once() {
    let rules = duel(LEVEL, &["rules.meter_ticks=5"]);
    let played = play(&rules, &[P, P, (20, 1)]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 2 });
    assert_eq!(played.metric("control_changes"), 0);
    assert_eq!(played.metric("first_control_wins"), 1);
    assert_eq!(played.metric("party_first_control_wins"), 1);
}

/// DUEL-24: the winner stands; the loser is down after a spar and dead after a duel to the death.
#[test]
fn stakes_decide_what_becomes_of_the_loser() {
    let five = "rules.meter_ticks=5";
    assert_eq!(play(&duel(LEVEL, &[five]), &[P, P, P]).ends, [EndState::Standing, EndState::Down]);
    assert_eq!(play(&duel(LEVEL, &[five]), &[P, E, E]).ends, [EndState::Down, EndState::Standing]);
    let death = duel(LEVEL, &[five, "rules.stakes=death"]);
    assert_eq!(play(&death, &[P, P, P]).ends, [EndState::Standing, EndState::Dead]);
}

/// DUEL-25: after `max_rounds` rounds without a winner the outcome is a timeout and both stand.
#[test]
fn the_round_limit_is_a_timeout() {
    let played = play(&limited(LEVEL, &[], 3), &[P, P, E, P]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Timeout, rounds: 3 });
    assert_eq!(played.ends, [EndState::Standing; 2]);
    assert!(played.applied(3, "DUEL-25"));
}

/// DUEL-08: what the ledger's "Bad input" refuses beyond single values.
#[test]
fn combinations_that_mean_nothing_are_refused() {
    let refused = |overrides: &[&str], reason: &str| {
        let problems = try_duel(SCRIPTED, overrides).expect_err("refused");
        assert!(problems.contains(reason), "{problems}");
    };
    refused(&["rules.choosable=positive", "combatants.party.attributes={ a = 0 }"], "nothing could ever be chosen");
    refused(&["combatants.party.policy=optimal", "combatants.party.natural_20=take"], "decides about long moves");
    refused(
        &["combatants.party.policy=best-response", "combatants.enemies.policy=best-response"],
        "wait for the other",
    );
    refused(&["combatants.party.attributes.initiative=3"], "initiative");
    let hopeless = &[
        "combatants.party.policy=optimal",
        "combatants.party.attributes={ a = 40 }",
        "combatants.enemies.attributes={ b = 40 }",
    ];
    refused(hopeless, "need not end");
    let many = format!("{{ {} }}", (0..9).map(|n| format!("p{n} = 1")).collect::<Vec<_>>().join(", "));
    let others = many.replace('p', "e");
    let [party, enemies] =
        [format!("combatants.party.attributes={many}"), format!("combatants.enemies.attributes={others}")];
    refused(
        &["combatants.party.policy=best-response", &party, &enemies],
        "at most K = 16, and here K = 18 (distinct names",
    );
    assert!(try_duel(SCRIPTED, &["combatants.party.policy=in-order", &party, &enemies]).is_ok());
}

/// Names from `from` on, so many, each with a bonus.
fn names(from: usize, count: usize, bonus: impl Fn(usize) -> i32) -> String {
    let entries: Vec<String> = (from..from + count).map(|n| format!("n{n} = {}", bonus(n))).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// DUEL-08, DUEL-19, DUEL-20: a whole sheet of 64 attributes can be named one after the other before a refresh, which comes
/// when the last of them is used up.
#[test]
fn sixty_four_attributes_are_named_before_a_refresh() {
    let sheets = ["party", "enemies"].map(|id| format!("combatants.{id}.attributes={}", names(0, 64, |_| 0)));
    let overrides = [&sheets[0], &sheets[1], "combatants.party.policy=in-order", "combatants.enemies.policy=in-order"];
    let rules = limited(LEVEL, &overrides, 65);
    // To and fro beside the center, where nobody wins.
    let faces: Vec<_> = std::iter::once(P).chain((0..65).map(|round| if round % 2 == 0 { P } else { E })).collect();
    let played = play(&rules, &faces);
    assert_eq!(played.metric("refreshes"), 1);
    assert_eq!(played.states[63].unused.of(Side::Party), 1 << 63, "the last one is left");
    assert!(played.states[64].unused.is_exhausted());
    assert!(!played.applied(64, "DUEL-20") && played.applied(65, "DUEL-20"));
    assert_eq!(played.states[65].unused, rules.all_unused);
    for round in 1..=64_u32 {
        let named = format!("names n{}:", round - 1);
        assert!(played.narration(round).contains(&named), "{round}: {}", played.narration(round));
    }
    let many = format!("combatants.party.attributes={}", names(0, 65, |_| 0));
    let refused = try_duel(LEVEL, &[&many]).expect_err("refused");
    assert!(refused.contains("combatants.party.attributes") && refused.contains("64"), "{refused}");
}

/// DUEL-08: with `per-creature` and `random` all 64 of a sheet can be drawn, the last with the highest face.
#[test]
fn a_random_choice_reaches_the_whole_sheet() {
    let sheet = format!("combatants.party.attributes={}", names(0, 64, |_| 0));
    let overrides = [sheet.as_str(), "combatants.party.policy=random", "rules.exhaustion=per-creature"];
    let rules = limited(LEVEL, &overrides, 1);
    for (face, name) in [(1, "n0"), (33, "n32"), (64, "n63")] {
        let played = testing::play(&rules, [11, 10, face, 11, 10]);
        assert!(played.narration(1).contains(&format!("names {name},")), "{}", played.narration(1));
    }
}

/// DUEL-08: best play takes `K` of at most 16, however long the sheets are: names of both that can be chosen, once each
/// with `shared`, added up with `per-creature`.
#[test]
fn best_play_counts_what_can_be_chosen() {
    let table = |exhaustion: &str, party: &str, enemies: &str| {
        let sheets =
            [("party", party), ("enemies", enemies)].map(|(id, sheet)| format!("combatants.{id}.attributes={sheet}"));
        let exhaustion = format!("rules.exhaustion={exhaustion}");
        let rules = ["rules.choosable=positive", "rules.meter_ticks=5", &exhaustion];
        let solved =
            try_duel(LEVEL, &[&rules[..], &["combatants.party.policy=optimal", &sheets[0], &sheets[1]]].concat());
        solved.map(|_| ())
    };
    // 64 on each sheet, of which 16 are positive, or 8; the party's are sure to win, which makes tables quick.
    let [sixteen, eight] = [16, 8].map(|most| names(0, 64, |n| if n < most { 40 } else { 0 }));
    let few = |most| names(0, 64, |n| i32::from(n < most));
    assert_eq!(table("shared", &sixteen, &few(16)), Ok(()));
    assert_eq!(table("per-creature", &eight, &few(8)), Ok(()));
    let refused = table("per-creature", &sixteen, &few(8)).expect_err("refused");
    assert!(refused.contains("`combatants.party.policy`") && refused.contains("here K = 24 (attributes"), "{refused}");
    let refused = table("shared", &sixteen, &names(1, 64, |n| i32::from(n < 17))).expect_err("refused");
    assert!(refused.contains("here K = 17 (distinct names") && refused.contains("another `policy`"), "{refused}");
}

/// DUEL-25, DUEL-02: a round limit that is not given follows from the meter that is played, and one that is given holds.
#[test]
fn the_round_limit_follows_from_the_meter() {
    for (overrides, ticks, rounds) in [
        (&[][..], 9, 1000),
        (&["rules.stakes=death"], 13, 1000),
        (&["rules.meter_ticks=21"], 21, 1000),
        (&["rules.meter_ticks=23"], 23, 1210),
        (&["rules.meter_ticks=31"], 31, 2250),
        (&["rules.meter_ticks=41"], 41, 4000),
        (&["rules.meter_ticks=61"], 61, 9000),
        (&["rules.meter_ticks=101"], 101, 25000),
        (&["rules.meter_ticks=101", "rules.max_rounds=1000"], 101, 1000),
    ] {
        let rules = duel(LEVEL, overrides);
        assert_eq!(rules.rounds_max(), rounds, "{overrides:?}");
        assert_eq!(rules.derived("rules.max_rounds"), Some(rounds.into()));
        assert_eq!(rules.derived("rules.meter_ticks"), Some(ticks));
    }
    assert_eq!(duel(LEVEL, &[]).derived("rules.untrained_bonus"), None);
}

/// DUEL-25, DUEL-02: each cell of a sweep, whose value is set last, has the limit of its own meter.
#[test]
fn a_limit_of_one_cell_does_not_stay_for_the_next() {
    for (ticks, rounds) in [(101, 25000), (9, 1000), (41, 4000)] {
        let cell = format!("rules.meter_ticks={ticks}");
        assert_eq!(duel(LEVEL, &["rules.meter_ticks=61", &cell]).rounds_max(), rounds);
    }
}

/// DUEL-01: mistakes in combination are reported together, beside wrong single values.
#[test]
fn all_mistakes_are_reported_at_once() {
    let overrides = &[
        "rules.meter_ticks=8",
        "combatants.party.side=enemies",
        "combatants.enemies.policy=optimal",
        "combatants.enemies.natural_20=take",
    ];
    let problems = try_duel(SCRIPTED, overrides).expect_err("refused");
    for mistake in ["meter_ticks", "either both do or neither", "decides about long moves"] {
        assert!(problems.contains(mistake), "{problems}");
    }
}

/// DUEL-22: a refresh that hands over control says so, and no rule that it replaces.
#[test]
fn every_line_has_its_rules() {
    for refresh in ["contest", "control", "contest-and-control"] {
        for tie in ["reroll", "no-move"] {
            let overrides = [format!("rules.refresh={refresh}"), format!("rules.contest_tie={tie}")];
            let rules = limited(LEVEL, &overrides.each_ref().map(String::as_str), 3);
            // A tie on the center (or its re-roll), then both attributes of the party are gone.
            let faces = if tie == "no-move" { vec![P, (5, 5), E, P] } else { vec![P, (5, 5), P, E, P] };
            let played = play(&rules, &faces);
            assert!(played.lines.iter().all(|line| !line.rules.is_empty()), "{:?}", played.lines);
            let refreshed: Vec<_> = played.lines.iter().filter(|line| line.round == 3).collect();
            assert!(refreshed[0].rules.contains(&"DUEL-22"));
            let replaced = ["DUEL-14", "DUEL-15", "DUEL-16"];
            let is_narrated = refreshed.iter().any(|line| replaced.iter().any(|rule| line.rules.contains(rule)));
            assert_eq!(is_narrated, refresh == "contest", "{refresh}: {refreshed:?}");
        }
    }
}

/// DUEL-08, DUEL-13: first choices of best play at unused sheets, as in the last part of the ledger's worked check 7.
#[test]
fn best_play_opens_as_the_ledger_says() {
    let text = "system = \"duel\"\nname = \"Reference\"\n\
        [[combatants]]\nid = \"party\"\ninitiative = 3\npolicy = \"optimal\"\n\
        attributes = { acrobatics = 8, attack = 5, bluff = 2, reflex = 6 }\n\
        [[combatants]]\nid = \"enemies\"\ninitiative = 1\npolicy = \"optimal\"\n\
        attributes = { attack = 6, fortitude = 4, bluff = 3, intimidate = 7 }\n";
    let rules = duel(text, &[]);
    let table = match &rules.players[0].choosing {
        Choosing::Solved(table) => table,
        other => panic!("not solved: {other:?}"),
    };
    for (position, control, expected) in [
        (-3, Side::Enemies, "acrobatics"),
        (-2, Side::Enemies, "attack"),
        (-1, Side::Enemies, "fortitude"),
        (0, Side::Party, "acrobatics"),
        (0, Side::Enemies, "intimidate"),
        (1, Side::Party, "reflex"),
        (2, Side::Party, "attack"),
        (3, Side::Party, "intimidate"),
    ] {
        let chooser = rules.board.chooser(position, control);
        let at = table.choice(position, control, rules.all_unused);
        assert_eq!(rules.players[chooser.index()].attributes[at].name, expected, "at {position} under {control}");
    }
}

// Decisions.

const SHIPPED: [&str; 6] = [
    include_str!("../../../../../scenarios/duel/first-challenge.toml"),
    include_str!("../../../../../scenarios/duel/masters-of-the-yard.toml"),
    include_str!("../../../../../scenarios/duel/rooftop.toml"),
    include_str!("../../../../../scenarios/duel/tavern-wager.toml"),
    include_str!("../../../../../scenarios/duel/thirteen-ticks.toml"),
    include_str!("../../../../../scenarios/duel/until-the-bell.toml"),
];
const MASTERS: &str = include_str!("../../../../../scenarios/duel/masters.csv");

/// The preferred option is the first of the best in each of them, or a duel panics.
#[test]
fn combatants_choose_what_their_policies_prefer_in_all_kinds_of_decisions() {
    let shipped = SHIPPED.into_iter().map(|text| {
        let duel = testing::try_load_with(text, &[("masters.csv", MASTERS)], &[]);
        duel.unwrap_or_else(|problems| panic!("{problems}"))
    });
    let policies = ["highest-bonus", "thrifty", "in-order", "random", "optimal", "best-response"];
    let more = policies.into_iter().map(|policy| {
        let policies = ["party", "enemies"].map(|who| format!("combatants.{who}.policy={policy}"));
        // Both would wait for the other's best response.
        let count = if policy == "best-response" { 1 } else { 2 };
        duel(SCRIPTED, &policies.each_ref().map(String::as_str)[..count])
    });
    let seen: Vec<_> = shipped.chain(more).map(|rules| decisions_seen::<Duel>(&rules, Seed(3), 40)).collect();
    assert_all_decisions_seen::<Duel>(&seen);
    assert_eq!(
        [Deciding::Attribute as usize, Deciding::LongMove as usize].map(|kind| Deciding::CHOICES[kind].name),
        ["attribute", "long_move"]
    );
}

/// Decisions with the combatants that take them: kind, options, ranks.
type Told = (usize, usize, Vec<String>, Vec<usize>);

#[track_caller]
fn decisions(duel: &Duel, faces: &[(u32, u32)]) -> Vec<Told> {
    told(duel, faces.iter().flat_map(|&(party, enemies)| [party, enemies]))
}

#[track_caller]
fn told(duel: &Duel, faces: impl IntoIterator<Item = u32>) -> Vec<Told> {
    let told = |Decision { combatant, kind, options, ranks, .. }: Decision| (combatant.index(), kind, options, ranks);
    testing::decisions(duel, faces).into_iter().map(told).collect()
}

fn option(combatant: usize, kind: usize, options: &[&str], ranks: &[usize]) -> Told {
    (combatant, kind, options.iter().map(|&option| option.to_owned()).collect(), ranks.to_vec())
}

/// DUEL-08, DUEL-19: the chooser names one of the attributes that are not used up for it, in the order of its sheet.
#[test]
fn what_is_used_up_is_no_option() {
    let all = decisions(&limited(SCRIPTED, &[], 3), &[P, P, E, (12, 10)]);
    // Margins of the party: acrobatics 8, attack -1, bluff -1.
    assert_eq!(all[0], option(0, Deciding::Attribute as usize, &["acrobatics", "attack", "bluff"], &[0, 1, 1]));
    assert_eq!(all[1], option(0, Deciding::Attribute as usize, &["attack", "bluff"], &[0, 0]));
    assert_eq!(all[2..], [option(0, Deciding::Attribute as usize, &["bluff"], &[0])]);
    let in_order = decisions(&limited(SCRIPTED, &["combatants.party.policy=in-order"], 1), &[P, P]);
    assert_eq!(in_order, [option(0, Deciding::Attribute as usize, &["acrobatics", "attack", "bluff"], &[0, 1, 2])]);
    // The side that controls the duel chooses: with initiative for the enemies they do.
    let enemies = decisions(&limited(SCRIPTED, &[], 1), &[(1, 20), P]);
    assert_eq!(enemies, [option(1, Deciding::Attribute as usize, &["attack", "fortitude", "bluff"], &[1, 0, 1])]);
}

/// DUEL-08: a die says which attribute is the best to policy `random`, and of the others it thinks alike.
#[test]
fn a_random_choice_prefers_what_the_die_has_drawn() {
    let rules = limited(SCRIPTED, &["combatants.party.policy=random"], 1);
    assert_eq!(
        told(&rules, [11, 10, 3, 12, 10]),
        [option(0, Deciding::Attribute as usize, &["acrobatics", "attack", "bluff"], &[1, 1, 0])]
    );
}

/// DUEL-13: the winner of a round with a natural 20 moves one tick or a long move, whoever chose; where the two are the same, or it
/// loses, there is nothing to decide.
#[test]
fn a_natural_20_lets_the_winner_decide() {
    let long_moves = |overrides: &[&str], faces: (u32, u32)| {
        let all = decisions(&limited(SCRIPTED, overrides, 1), &[P, faces]);
        all.into_iter().filter(|&(_, kind, ..)| kind == Deciding::LongMove as usize).collect::<Vec<_>>()
    };
    assert_eq!(long_moves(&[], (20, 1)), [option(0, Deciding::LongMove as usize, &["1", "2"], &[1, 0])]);
    assert_eq!(
        long_moves(&["combatants.party.natural_20=decline"], (20, 1)),
        [option(0, Deciding::LongMove as usize, &["1", "2"], &[0, 1])]
    );
    assert_eq!(
        long_moves(&["rules.natural_20_move=3"], (1, 20)),
        [option(1, Deciding::LongMove as usize, &["1", "3"], &[1, 0])]
    );
    assert!(long_moves(&["rules.natural_20_move=1"], (20, 1)).is_empty());
    assert!(long_moves(&[], (19, 1)).is_empty());
    // 13 + 8 against 20 + 0: the natural 20 loses.
    assert!(long_moves(&[], (13, 20)).is_empty());
}

/// DUEL-26, DUEL-27: the winner of a duel begins the next one of a day as fresh as the other.
#[test]
fn nothing_of_a_duel_is_carried_into_the_next() {
    use crate::day::Carried;
    use crate::outcome::EndState;
    let duel: Duel = testing::loaded(DUEL_OF_A_DAY, &[]);
    let (mut state, mut seen) = (duel.opening().clone(), crate::RulesSeen::default());
    let carried = [Carried { who: Who::new(0), end: EndState::Standing, numbers: Vec::new() }];
    let there = duel.take_over(&mut state, &carried, &mut seen);
    crate::rules_seen::note(&seen);
    assert_eq!(there, Group::of(Who::new(0)));
    assert!(state == *duel.opening() && duel.kept(Who::new(0)).is_empty());
    assert_eq!((seen.count("DUEL-26"), seen.count("DUEL-27")), (1, 1));
}

const DUEL_OF_A_DAY: &str = r#"
system = "duel"
name = "Leg"
[[combatants]]
id = "ann"
attributes = { attack = 7 }
[[combatants]]
id = "bea"
attributes = { attack = 5 }
"#;

/// An error is rolled beside the dice of the fight, before anything follows from it: a d100 at most the percentage, and then one
/// of the other options.
#[test]
fn who_errs_names_another_attribute() {
    let errs = |overrides: &[&str], faces: &[u32]| {
        let overrides = [&["combatants.party.error=30"], overrides].concat();
        testing::play(&limited(SCRIPTED, &overrides, 1), [5, 7, 12, 4].iter().chain(faces).copied()).lines
    };
    let named =
        |lines: &[Line]| lines.iter().find(|line| line.text.contains(" names ")).expect("a naming").text.clone();
    let lines = errs(&[], &[30, 2, 14, 2]);
    assert!(named(&lines).contains("party names bluff"), "{lines:?}");
    let error = lines.iter().find(|line| line.text.contains(" errs ")).expect("an error");
    assert_eq!((error.text.as_str(), error.rules.len()), ("party errs (attribute).", 0));
    assert_eq!(error.event, r#"{"kind":"error","who":"party","decision":"attribute"}"#);
    // A higher face is no error.
    let lines = errs(&[], &[31, 14, 2]);
    assert!(named(&lines).contains("party names acrobatics"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.text.contains(" errs ")), "{lines:?}");
    // Without an error at this decision, nothing is rolled for it.
    let lines = errs(&["combatants.party.error_at=long_move"], &[14, 2]);
    assert!(named(&lines).contains("party names acrobatics"), "{lines:?}");
    assert_eq!(
        errs(&["combatants.party.error_at=[\"long_move\", \"attribute\"]"], &[30, 2, 14, 2]),
        errs(&[], &[30, 2, 14, 2])
    );
}

/// If there are two attributes or one, a combatant that errs half of the time chooses at random.
#[test]
fn half_of_two_is_random() {
    let winners = |key: &str| {
        let of = |who: &str| format!("combatants.{who}.{key}");
        let overrides = [of("party"), of("enemies"), "combatants.party.initiative=4".to_owned()];
        let overrides: Vec<&str> = overrides.iter().map(String::as_str).collect();
        let text = LEVEL.replacen("a = 0", "a = 5", 1).replacen("b = 0", "b = -2", 1);
        let at = |who: &str| format!("combatants.{who}.error_at=attribute");
        let at = [at("party"), at("enemies")];
        let all = [&overrides[..], &at.each_ref().map(String::as_str)].concat();
        testing::solved::<Duel>(&text, &all).solution.winners
    };
    let (random, half, never) = (winners("policy=random"), winners("error=50"), winners("error=0"));
    for (found, expected) in half.iter().zip(random) {
        assert!((found - expected).abs() < 1e-12, "{half:?} {random:?}");
    }
    assert!((half[0] - never[0]).abs() > 1e-3, "{half:?} {never:?}");
}

#[test]
fn errors_are_from_none_to_all() {
    let with = |error: &str| try_duel(SCRIPTED, &[&format!("combatants.party.error={error}")]);
    for wrong in ["-1", "101", "often"] {
        assert!(with(wrong).is_err(), "{wrong}");
    }
    assert!(with("100").is_ok());
    let Err(problems) = try_duel(SCRIPTED, &["combatants.party.error_at=atribute"]) else { panic!("no such decision") };
    assert!(problems.contains("`attribute`"), "{problems}");
}
