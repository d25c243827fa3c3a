//! Days: what is carried, the tending of the Dying, the rest between two fights, and who comes to the next one.

use super::*;
use crate::conformance::mistake_of_end;
use crate::day::{Carried, Day};
use crate::dice::{Scripted, Seeded};
use crate::exact::{Budget, Solution, solve};
use crate::systems::wounds::injury::Conditions;
use crate::trace::{RulesSeen, Silent};
use crate::{EncounterIndex, Narrated, Seed, Workspace};

/// The legs `a`, `b`, … of the same scenario.
#[track_caller]
fn day(legs: usize, text: &str, overrides: &[&str]) -> Day {
    let leg = |id: char| format!("[[legs]]\nid = \"{id}\"\nscenario = \"fight.toml\"\n");
    let legs: String = ('a'..).take(legs).map(leg).collect();
    let day = format!("system = \"wounds\"\nname = \"Day\"\n{legs}");
    testing::try_load_day::<Wounds>(&day, &[("fight.toml", text)], overrides)
        .unwrap_or_else(|problems| panic!("{problems}"))
}

#[track_caller]
fn solution(day: &Day) -> Solution {
    solve(day, Budget::default(), &|| false).unwrap_or_else(|unsolved| panic!("{unsolved}"))
}

fn index_of(day: &Day, name: &str) -> usize {
    day.metrics().iter().position(|metric| metric.name == name).unwrap_or_else(|| panic!("no metric {name}"))
}

/// The lines of a day with the dice of an encounter, and its outcome.
fn told(day: &Day, index: u64) -> (Vec<String>, crate::Outcome) {
    let (mut workspace, mut dice) = (Workspace::new(day), Seeded::new(Seed(5)));
    dice.start(EncounterIndex(index));
    let (mut told, mut seen) = (Narrated::default(), RulesSeen::default());
    let outcome = crate::fight(day, &mut workspace, &mut crate::dice::Recorded::new(dice), &mut (&mut told, &mut seen));
    crate::rules_seen::note(&seen);
    if outcome.winner != Winner::Timeout {
        assert_eq!(mistake_of_end(day, &workspace.state, outcome), None, "{index}");
    }
    (told.into_lines().into_iter().map(|line| line.text).collect(), outcome)
}

/// WOUNDS-71, WOUNDS-73, WOUNDS-74, WOUNDS-77: worked check 15, a day without a die that matters.
#[test]
fn points_are_carried_until_a_rest_gives_them_back() {
    let hero = format!("stress = 6\n{}", attacks(&["bonus = 20, damage = 4, critical_on = 21"]));
    let foe = attacks(&["bonus = 20, damage = 3, critical_on = 21, weapon_speed = 40"]);
    let text = scene("", &[member("hero", &hero), enemy("foe", &foe)]);
    for (rest, begins, winner, rounds, left) in [
        (None, "Stress 0 of 6, Wound Points 4 of 10.", Winner::Enemies, 8, "Stress 0, Wound Points -2"),
        (Some("stress=6"), "Stress 6 of 6, Wound Points 4 of 10.", Winner::Party, 9, "Stress 0, Wound Points 4"),
        (Some("stress=all"), "Stress 6 of 6, Wound Points 4 of 10.", Winner::Party, 9, "Stress 0, Wound Points 4"),
        (Some("stress=4"), "Stress 4 of 6, Wound Points 4 of 10.", Winner::Party, 9, "Stress 0, Wound Points 2"),
        (Some("wounds=5"), "Stress 0 of 6, Wound Points 9 of 10.", Winner::Party, 9, "Stress 0, Wound Points 3"),
        (Some("mana=5"), "Stress 0 of 6, Wound Points 4 of 10.", Winner::Enemies, 8, "Stress 0, Wound Points -2"),
    ] {
        let rest = rest.map(|rest| format!("legs.c.rest.{rest}"));
        let day = day(3, &text, &rest.iter().map(String::as_str).collect::<Vec<_>>());
        let (lines, outcome) = told(&day, 1);
        assert_eq!((outcome.winner, outcome.rounds), (winner, rounds), "{rest:?}\n{lines:#?}");
        let starts: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("hero begins with ")).collect();
        assert_eq!(starts, ["Stress 0 of 6, Wound Points 10 of 10.", begins], "{rest:?}");
        let losses: Vec<_> = lines.iter().filter(|line| line.starts_with("hero loses")).collect();
        assert!(losses.last().is_some_and(|line| line.ends_with(&format!("left: {left}."))), "{rest:?}: {losses:?}");
        let solution = solution(&day);
        let won = f64::from(u8::from(winner == Winner::Party));
        testing::assert_close(solution.winners[0], won);
        testing::assert_close(solution.rounds.mean, f64::from(rounds));
        let mean = |name: &str| solution.metrics[index_of(&day, name)].mean;
        testing::assert_close(mean("legs.c.reached"), 1.0);
        testing::assert_close(mean("legs.c.won"), won);
    }
}

/// A fight that a helper ends with its first blow, with a patient at -1 whose worst wound was 5.
fn bedside(helpers: u32, keys: &str) -> String {
    let helper = format!("count = {helpers}\n{keys}\n{}", attacks(&["bonus = 40, damage = 60, critical_on = 21"]));
    let patient = member("patient", "starting_wounds = -1\nworst_wound = 5");
    scene("initiative_die = 1", &[patient, member("helper", &helper), dummy("foe", "")])
}

/// WOUNDS-72: worked check 16, the rounds of tending.
#[test]
fn the_dying_are_tended_until_they_are_stabilised_or_dead() {
    let heal = "heal = 7";
    let fails = 7.0_f64 / 20.0;
    for (helpers, keys, tending, dies, checks) in [
        (1, heal, "checks", fails.powi(9), 1),
        (2, heal, "checks", fails.powi(18), 2),
        (1, "", "checks", 1.0, 0),
        (1, heal, "none", 1.0, 0),
        (1, heal, "sure", 0.0, 9),
    ] {
        let knob = format!("legs.a.rules.tending={tending}");
        let day = day(2, &bedside(helpers, keys), &[&knob]);
        let solution = solution(&day);
        let mean = |name: &str| solution.metrics[index_of(&day, name)].mean;
        testing::assert_close(solution.winners[0], 1.0);
        assert!((solution.end_states[0][EndState::Dead.index()] - dies).abs() < 1e-12, "{helpers} {keys} {tending}");
        assert!((solution.end_states[0][EndState::Down.index()] + dies - 1.0).abs() < 1e-12);
        testing::assert_close(solution.rounds.mean, 2.0);
        let stabilised = if tending == "sure" { 0.0 } else { 1.0 - dies };
        testing::assert_close(mean("stabilisations"), stabilised);
        // A Wound Point is lost in each round whose checks have all failed.
        let lost = match checks {
            0 => 9.0,
            9 => 0.0,
            checks => (1..=9).map(|rounds| fails.powi(rounds * checks)).sum(),
        };
        testing::assert_close(mean("bleed_damage"), lost);
    }
}

/// Plays what follows a fight that the party has won in this state, with these faces.
#[track_caller]
fn tend(rules: &Wounds, change: impl FnOnce(&mut State), faces: &[u32]) -> (State, RulesSeen) {
    let (mut state, mut scratch, mut seen) = (rules.opening().clone(), Scratch::default(), RulesSeen::default());
    change(&mut state);
    let mut dice = Scripted::new(faces.iter().copied());
    let fight = Fight { rules, state: &mut state, scratch: &mut scratch, round: 1, dice: &mut dice, trace: &mut seen };
    let mut fight = fight;
    Wounds::tend(&mut fight);
    dice.assert_spent();
    crate::rules_seen::note(&seen);
    (state, seen)
}

/// Whether the first combatant is stabilised, whether it is on the field, and its Wound Points.
fn patient(state: &State) -> (bool, bool, i32) {
    let who = Who::new(0);
    (state.stabilised.contains(who), state.present.contains(who), state.bodies[who].wounds)
}

/// WOUNDS-72: who is winded tends in every second round; who can help nobody rolls nothing; where nobody bleeds nobody dies.
#[test]
fn who_can_help_does_so_as_long_as_it_takes() {
    let bedside = |helpers: u32, keys: &str, overrides: &[&str]| wounds(&bedside(helpers, keys), overrides);
    let plain = bedside(1, "heal = 7", &[]);
    assert_eq!(patient(&tend(&plain, |_| {}, &[8]).0), (true, true, -1));
    assert_eq!(patient(&tend(&plain, |_| {}, &[7, 8]).0), (true, true, -2));
    let (state, seen) = tend(&plain, |_| {}, &[7; 9]);
    assert_eq!(patient(&state), (false, false, -10));
    assert_eq!(["WOUNDS-72", "WOUNDS-43", "WOUNDS-41", "WOUNDS-42"].map(|rule| seen.count(rule)), [1, 9, 9, 1]);
    let winded = |state: &mut State| state.bodies[Who::new(1)].conditions = Conditions::WINDED;
    assert_eq!(patient(&tend(&plain, winded, &[7; 5]).0), (false, false, -10));
    assert_eq!(patient(&tend(&plain, winded, &[7, 8]).0), (true, true, -3));
    let down = |state: &mut State| state.fighters.remove(Who::new(1));
    assert_eq!(patient(&tend(&plain, down, &[]).0), (false, false, -10), "who is down helps nobody");
    let gone = |state: &mut State| state.present.remove(Who::new(0));
    let (state, seen) = tend(&plain, gone, &[]);
    assert_eq!((patient(&state), seen.count("WOUNDS-72")), ((false, false, -1), 0), "who has left is not tended");
    // Nobody loses a point.
    for (keys, tending, is_stabilised) in
        [("heal = 7", "checks", true), ("heal = -5", "checks", true), ("heal = -6", "checks", false)]
            .into_iter()
            .chain([("", "checks", false), ("heal = 7", "none", false), ("", "sure", true)])
    {
        let knob = format!("rules.tending={tending}");
        let rules = bedside(1, keys, &["rules.dying_wounds=0", &knob]);
        assert_eq!(patient(&tend(&rules, |_| {}, &[]).0), (is_stabilised, true, -1), "{keys} {tending}");
    }
    // Its own wound: with `fights_on = "always"` and `heal_self`.
    let own = scene("", &[member("hero", "starting_wounds = -1\nheal = 10\nfights_on = \"always\""), dummy("orc", "")]);
    assert_eq!(patient(&tend(&wounds(&own, &[]), |_| {}, &[]).0), (false, false, -10));
    assert_eq!(patient(&tend(&wounds(&own, &["rules.heal_self=true"]), |_| {}, &[20]).0), (true, true, -1));
}

/// WOUNDS-72: of several Dying the one with the fewest Wound Points above death is helped first; who is stabilised and fights on helps
/// the others.
#[test]
fn the_nearest_to_death_is_helped_first() {
    let dying =
        |id: &str, wounds: i32, keys: &str| member(id, &format!("starting_wounds = {wounds}\nworst_wound = 5\n{keys}"));
    // The TN is 15. The faces are those of cyd, and of ann once she is stabilised.
    for (ann, bob, faces, left) in
        [(-2, -3, &[14, 15, 15][..], [-4, -4]), (-3, -2, &[15, 1], [-3, -3]), (-3, -3, &[15, 1], [-3, -4])]
    {
        let helper = member("cyd", "heal = 0");
        let party = [dying("ann", ann, "heal = 30"), dying("bob", bob, ""), helper, dummy("orc", "")];
        let (state, _) = tend(&wounds(&scene("", &party), &[]), |_| {}, faces);
        assert_eq!([0, 1].map(|who| state.stabilised.contains(Who::new(who))), [true, true], "{ann} {bob}");
        assert_eq!([0, 1].map(|who| state.bodies[Who::new(who)].wounds), left, "{ann} {bob}");
    }
}

const COMRADES: &str = r#"
system = "wounds"
name = "Comrades"
[[combatants]]
id = "ann"
side = "party"
strength = 14
stress = 8
mana = 6
attacks = [{ id = "dart", kind = "thrown", damage = 1, uses = 3 }, { id = "fist", damage = 1 }]
items = [{ id = "dart", uses = 2, restores_stress = 1 }]
[[combatants]]
id = "bob"
side = "party"
stress = 8
[[combatants]]
id = "orc"
side = "enemies"
stress = 0
morale = false
"#;

/// The numbers that ann carries, in the order in which they are kept.
#[derive(Clone, Copy)]
struct Ann {
    end: EndState,
    stress: i32,
    wounds: i32,
    mana: i32,
    worst_wound: i32,
    stabilised: bool,
    conditions: Conditions,
    strength_damage: i32,
    uses: [Option<i32>; 2],
}

const ANN: Ann = Ann {
    end: EndState::Standing,
    stress: 3,
    wounds: 5,
    mana: 1,
    worst_wound: 4,
    stabilised: false,
    conditions: Conditions::NONE,
    strength_damage: 0,
    uses: [Some(1), Some(0)],
};

impl Ann {
    fn carried(self) -> Carried {
        let numbers = [self.stress, self.wounds.max(0), self.mana, (-self.wounds).max(0), 8, self.worst_wound];
        let more = [self.stabilised.into(), self.conditions.number(), -1, -2, self.strength_damage, 0, 0, 0, 0, 0];
        let numbers = numbers.into_iter().chain(more).map(Some).chain(self.uses).collect();
        Carried { who: Who::new(0), end: self.end, numbers }
    }

    /// The leg with these overrides opens with her: the state, whether she takes part, and her numbers if she stays away.
    #[track_caller]
    fn comes(self, overrides: &[&str], heard: &[&str]) -> (State, bool, Vec<Option<i32>>) {
        let (rules, carried) = (wounds(COMRADES, overrides), self.carried());
        assert_eq!(carried.numbers.len(), rules.kept(Who::new(0)).len());
        let (mut state, mut seen) = (rules.opening().clone(), RulesSeen::default());
        let there = rules.take_over(&mut state, std::slice::from_ref(&carried), &mut seen);
        crate::rules_seen::note(&seen);
        for rule in heard {
            assert!(seen.count(rule) > 0, "{rule} is not applied");
        }
        let ann = Who::new(0);
        assert_eq!(there, if there.is_empty() { Group::NOBODY } else { Group::of(ann) });
        assert_eq!([state.present, state.fighters, state.initiative_due].map(|group| group.contains(ann)), {
            [!there.is_empty(); 3]
        });
        assert!(state.present.contains(Who::new(1)) && state.fighters.contains(Who::new(1)));
        (state, !there.is_empty(), rules.rested(&carried))
    }
}

/// WOUNDS-74, WOUNDS-75: worked check 17, the order of a rest.
#[test]
fn scores_heal_before_wounds() {
    let ann = Ann { strength_damage: 6, ..ANN };
    for (rest, damage, max, left, worst) in [
        (&["rest.scores=4", "rest.wounds=10"][..], 2, 12, 12, 0),
        (&["rest.wounds=10"], 6, 8, 8, 0),
        (&["rest.injuries=true"], 0, 14, 5, 4),
        (&["rest.scores=all"], 0, 14, 5, 4),
        (&["combatants.ann.strength=5"], 4, 1, 1, 0),
        (&[], 6, 8, 5, 4),
    ] {
        let (state, comes, _) = ann.comes(rest, &["WOUNDS-71", "WOUNDS-76", "WOUNDS-77", "WOUNDS-73"]);
        let (body, sheet) = (&state.bodies[Who::new(0)], &wounds(COMRADES, rest).sheets[Who::new(0)]);
        assert!(comes, "{rest:?}");
        assert_eq!(
            (i32::from(body.score_damage[0]), body.wounds_max(sheet), body.wounds, body.worst_wound),
            (damage, max, left, worst),
            "{rest:?}"
        );
    }
    ann.comes(&["rest.scores=1"], &["WOUNDS-75"]);
}

/// WOUNDS-71, WOUNDS-74, WOUNDS-75: Stress, mana and uses, never above those of the leg; injuries until they heal, and nobody is spent.
#[test]
fn everything_else_is_carried_up_to_the_maxima_of_the_leg() {
    let injured = Conditions::INJURED.with(Conditions::PRONE).with(Conditions::WINDED);
    let ann = Ann { conditions: injured.with(Conditions::SPENT), ..ANN };
    for (overrides, stress, mana, uses) in [
        (&[][..], 3, 1, [1, 0]),
        (&["rest.stress=2", "rest.mana=4"], 5, 5, [1, 0]),
        (&["rest.stress=\"all\"", "rest.mana=\"all\"", "rest.refill=true"], 8, 6, [3, 2]),
        (&["combatants.ann.stress=2", "combatants.ann.mana=0", "rest.stress=9"], 2, 0, [1, 0]),
        (&["rest.stress=100000"], 8, 1, [1, 0]),
    ] {
        let (state, _, _) = ann.comes(overrides, &["WOUNDS-71"]);
        let body = &state.bodies[Who::new(0)];
        assert_eq!((body.stress, body.mana, &*state.uses), (stress, mana, &uses[..]), "{overrides:?}");
        assert_eq!((body.conditions, body.injury_attack, body.injury_defense), (injured, -1, -2));
    }
    // Uses that the leg is the first to list are fresh, and uses beyond those that the leg gives are cut.
    let fresh = Ann { uses: [Some(3), None], ..ANN };
    let (state, _, _) = fresh.comes(&["combatants.ann.attacks.dart.uses=2"], &[]);
    assert_eq!(*state.uses, [2, 2]);
    let (state, _, _) = ann.comes(&["rest.injuries=true"], &["WOUNDS-75"]);
    let body = &state.bodies[Who::new(0)];
    assert_eq!((body.conditions, body.injury_attack, body.injury_defense), (Conditions::NONE, 0, 0));
    ann.comes(&["rest.refill=true"], &["WOUNDS-74"]);
}

/// WOUNDS-76: who stays away, and what rest it has.
#[test]
fn who_cannot_fight_stays_away() {
    use EndState::{Dead, Down, Fled};
    let stabilised = Ann { end: Down, wounds: -2, stabilised: true, ..ANN };
    let paralysed = Ann { end: Down, conditions: Conditions::PARALYSED.with(Conditions::INJURED), ..ANN };
    let never = "combatants.ann.fights_on=never";
    for (ann, overrides, comes) in [
        (Ann { end: Dead, wounds: -14, ..ANN }, &["rest.wounds=all", "rest.injuries=true"][..], false),
        (Ann { end: Fled, ..ANN }, &["rest.wounds=all"], false),
        (Ann { end: Fled, ..ANN }, &["rules.fled_return=true"], true),
        (stabilised, &[], true),
        (stabilised, &[never], false),
        (stabilised, &[never, "rest.wounds=2"], false),
        (stabilised, &[never, "rest.wounds=3"], true),
        (Ann { stabilised: false, ..stabilised }, &[], false),
        (Ann { stabilised: false, ..stabilised }, &["combatants.ann.fights_on=always"], true),
        (Ann { wounds: -9, ..stabilised }, &["combatants.ann.strength=9"], false),
        (Ann { wounds: -9, ..stabilised }, &["combatants.ann.strength=10"], true),
        (paralysed, &["rest.wounds=all"], false),
        (paralysed, &["rest.injuries=true"], true),
    ] {
        let (state, does, apart) = ann.comes(overrides, &["WOUNDS-76"]);
        assert_eq!(does, comes, "{overrides:?} {:?} {}", ann.end, ann.wounds);
        let who = Who::new(0);
        let is_stabilised = does && ann.stabilised && state.bodies[who].wounds <= 0;
        assert_eq!(state.stabilised.contains(who), is_stabilised, "{overrides:?}");
        if matches!(ann.end, Dead | Fled) && !does {
            assert_eq!(apart, ann.carried().numbers, "no rest");
        }
    }
    let (_, _, apart) = stabilised.comes(&[never, "rest.wounds=1", "rest.stress=1"], &["WOUNDS-74"]);
    assert_eq!([0, 1, 3].map(|at| apart[at]), [Some(4), Some(0), Some(1)], "the rest of who is down counts");
}

/// WOUNDS-74, WOUNDS-76: the rests of who stays away for being down add up.
#[test]
fn the_down_recover_while_they_are_away() {
    let text = bedside(1, "heal = 30").replace("starting_wounds = -1", "starting_wounds = -2\nfights_on = \"never\"");
    let rest = ["legs.b.rest.wounds=1", "legs.c.rest.wounds=1", "legs.d.rest.wounds=1"];
    let (lines, outcome) = told(&day(4, &text, &rest), 0);
    assert_eq!(outcome.winner, Winner::Party);
    let about: Vec<_> =
        lines.iter().filter(|line| line.starts_with("patient stays") || line.starts_with("patient begins")).collect();
    let begins = "patient begins with Stress 0 of 0, Wound Points 1 of 10.";
    assert_eq!(about, ["patient stays away.", "patient stays away.", begins], "{lines:#?}");
}

/// Two sides with everything that is carried: rolled Stress, injuries, spells, throws and items.
fn skirmish() -> String {
    let blunt = "damage = \"1d6+1\", bonus = 3, damage_type = \"blunt\", critical_on = 17";
    let hero = format!(
        "count = 2\nhd = \"2d8\"\nstrength = 14\nheal = 5\nmana = 3\npolicy = \"caster\"\ninitiative_group = \"g\"\n\
         retreat_below = 20\nspells = [{{ id = \"s\", tn = 12, bonus = 4, mana = 1, damage = \"1d4\" }}]\n\
         items = [{{ id = \"i\", uses = 2, restores_stress = \"1d4\", restores_wounds = 1, use_below = 60 }}]\n{}",
        attacks(&["kind = \"thrown\", damage = 2, uses = 2", blunt])
    );
    let late = format!("hd = \"1d8\"\nenters_round = 3\nstrength = 8\n{}", attacks(&[blunt]));
    let orc = format!("count = 2\nhd = \"1d8\"\nstrength = 8\n{}", attacks(&[blunt]));
    let unrolled = |text: String| text.replace("stress = 0\n", "");
    let rules = "stress_from = \"rolled\"\norder_ties = \"random\"\ntarget_ties = \"random\"\nmax_rounds = 40";
    scene(rules, &[member("hero", &hero), member("late", &late), enemy("orc", &orc)].map(unrolled))
}

/// WOUNDS-71: without a rest everybody begins a leg with the numbers with which it came out of the last one.
#[test]
fn legs_begin_as_they_have_ended() {
    let rules = wounds(&skirmish(), &[]);
    let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(Seed(8)));
    let (mut coming, mut hurt, mut away, mut tended) = (0, 0, 0, 0);
    for index in 0..600 {
        dice.start(EncounterIndex(index));
        if crate::fight(&rules, &mut workspace, &mut dice, &mut Silent).winner != Winner::Party {
            continue;
        }
        let mut seen = RulesSeen::default();
        let Workspace { state, scratch } = &mut workspace;
        Wounds::tend(&mut Fight { rules: &rules, state, scratch, round: 1, dice: &mut dice, trace: &mut seen });
        tended += seen.count("WOUNDS-72");
        let members = rules.sides.members(Side::Party);
        let dying = members.filter(|who| state.present.contains(who) && state.bodies[who].wounds < 0);
        assert_eq!(dying - state.stabilised, Group::NOBODY, "{index}: somebody is still Dying");
        let carry = |who: Who| {
            let mut numbers = vec![0; rules.kept(who).len()];
            rules.keep(state, who, &mut numbers);
            Carried { who, end: rules.end_state(state, who), numbers: numbers.into_iter().map(Some).collect() }
        };
        let carried: Vec<Carried> = members.iter().map(carry).collect();
        let mut next = rules.opening().clone();
        let there = rules.take_over(&mut next, &carried, &mut Silent);
        assert!(!next.stress_due.meets(members), "Stress is rolled once");
        for mut carried in carried {
            let (who, sheet) = (carried.who, rules.sheet(carried.who));
            let before = &state.bodies[who];
            // Conditions of a round end, and a combatant that has all its Wound Points has no wound.
            let spent = carried.numbers[7].map(|conditions| conditions & !Conditions::SPENT.number());
            if carried.end != EndState::Dead && carried.end != EndState::Fled {
                carried.numbers[7] = spent;
                if before.wounds == before.wounds_max(sheet) {
                    carried.numbers[5] = Some(0);
                }
            }
            let found = if there.contains(who) {
                let mut numbers = vec![0; carried.numbers.len()];
                rules.keep(&next, who, &mut numbers);
                coming += 1;
                hurt += u32::from(before.score_damage != [0; 6]);
                numbers.into_iter().map(Some).collect()
            } else {
                away += 1;
                rules.rested(&carried)
            };
            assert_eq!(found, carried.numbers, "{index}: {who:?}");
        }
    }
    assert!(coming > 300 && hurt > 20 && away > 20 && tended > 5, "{coming} {hurt} {away} {tended}");
}

/// A day whose rests restore all is won as often as its fights, each by itself: everybody is as fresh as in a single fight.
#[test]
fn a_rest_that_restores_all_makes_the_legs_independent() {
    let rules = format!("initiative_die = 2\nmax_rounds = 12\n{}", injured_by("attack = -4, flags = [\"one_eye\"]"));
    let knife = "kind = \"thrown\", range = 1, damage = 2, bonus = 2, critical_on = 21, uses = 1";
    let cut = "damage = \"1d2\", bonus = 2, critical_on = 21, stress_cost = 1";
    let hero = format!("strength = 3\nstress = 2\n{}", attacks(&[knife, cut, "damage = 1, critical_on = 21"]));
    let foe =
        format!("strength = 2\nstress = 1\n{}", attacks(&["damage = 1, critical_on = 15, critical_multiplier = 2"]));
    let text = scene(&rules, &[member("hero", &hero), enemy("foe", &foe)]);
    let all = ["stress=all", "wounds=all", "mana=all", "injuries=true", "refill=true"]
        .map(|rest| format!("legs.b.rest.{rest}"));
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let single = testing::solved::<Wounds>(&text, &[]).party();
    let won = |overrides: &[&str]| solution(&day(2, &text, overrides)).winners[0];
    assert!(single > 0.2 && single < 0.9, "{single}");
    let rested = won(&all);
    assert!((rested - single * single).abs() < 1e-9, "{rested} instead of {}", single * single);
    for at in [0, 1, 3, 4] {
        let less: Vec<&str> = all.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, &rest)| rest).collect();
        let found = won(&less);
        assert!(found < rested - 1e-5, "without {}: {found} as good as {rested}", all[at]);
    }
}

/// A member that stays away is nobody: in days with lots, groups and late arrivals fights end as all do, and nobody acts who is not there.
#[test]
fn who_stays_away_is_nobody() {
    let day = day(2, &skirmish(), &["legs.b.rest.stress=all", "legs.b.rest.wounds=4"]);
    let mut away = 0;
    for index in 0..300 {
        let (lines, _) = told(&day, index);
        for name in ["hero-1", "hero-2", "late"] {
            let Some(stays) = lines.iter().position(|line| *line == format!("{name} stays away.")) else { continue };
            away += 1;
            let later = lines[stays + 1..].iter().find(|line| line.contains(name));
            assert_eq!(later, None, "{index}: {lines:#?}");
        }
    }
    assert!(away > 30, "{away}");
}

/// WOUNDS-77: a group rolls in the slot of its first listed member, also where that one stays away.
#[test]
fn the_slot_of_a_group_is_that_of_its_first_listed_member() {
    let (first, second) = (Who::new(0), Who::new(1));
    // The Base Initiative of the second member, and the count of its arrival.
    let rolls = |rules: &Wounds, is_away: bool, index: u64| {
        let (mut state, mut scratch) = (rules.opening().clone(), Scratch::default());
        if is_away {
            let numbers = rules.kept(first).iter().map(|_| Some(0)).collect();
            let there =
                rules.take_over(&mut state, &[Carried { who: first, end: EndState::Dead, numbers }], &mut Silent);
            assert_eq!(there, Group::NOBODY);
        }
        let mut dice = Seeded::new(Seed(2));
        dice.start(EncounterIndex(index));
        for round in [0, 2] {
            let (state, scratch, dice) = (&mut state, &mut scratch, &mut dice);
            let fight = &mut Fight { rules, state, scratch, round, dice, trace: &mut Silent };
            if round == 0 {
                while Wounds::set_up(fight) == Progress::NextTurn {}
            } else if rules.last_arrival == 2 {
                Wounds::turn(fight);
                assert_eq!(fight.state.arriving.contains(first), !is_away);
            }
            dice.next_round();
        }
        assert!(!is_away || state.bodies[first].base_initiative == 0 && !state.lots.iter().any(|who| who == first));
        (state.bodies[second].base_initiative, state.bodies[second].arrives_on)
    };
    let text = skirmish().replace("enters_round = 3", "enters_round = 1");
    let at_once = wounds(&text, &[]);
    let later = wounds(&text, &["combatants.hero.enters_round=2", "combatants.hero.enters_at=1d20"]);
    for index in 0..20 {
        let [there, away] =
            [false, true].map(|is_away| (rolls(&at_once, is_away, index), rolls(&later, is_away, index)));
        assert_eq!(there, away, "{index}");
    }
}

/// WOUNDS-27, WOUNDS-71: maximum Stress that was rolled stays, and where none was rolled it is what it was.
#[test]
fn stress_is_rolled_once() {
    let rules = wounds(COMRADES, &["rules.stress_from=rolled", "combatants.ann.stress=4d6", "rest.stress=all"]);
    for (rolled, most) in [(Some(13), 13), (Some(0), 0), (None, 8)] {
        let mut carried = ANN.carried();
        carried.numbers.insert(16, rolled);
        let mut state = rules.opening().clone();
        rules.take_over(&mut state, &[carried], &mut Silent);
        let body = &state.bodies[Who::new(0)];
        assert_eq!((body.stress, body.stress_max, state.stress_due), (most, most, Group::NOBODY), "{rolled:?}");
    }
}

/// Values of a rest, and knobs of days, that are not allowed.
#[test]
fn bad_rests_are_refused() {
    let scene = scene("tending = \"sure\"", &[member("hero", ""), enemy("orc", "")]);
    let with = |rest: &str| format!("rest = {{ {rest} }}\n{scene}");
    for (bad, path, said) in [
        ("stress = -1", "rest.stress", "0..=100000"),
        ("wounds = 100001", "rest.wounds", "0..=100000"),
        ("mana = \"most\"", "rest.mana", "all"),
        ("scores = true", "rest.scores", "all"),
        ("injuries = 3", "rest.injuries", "true"),
        ("refill = \"all\"", "rest.refill", "true"),
        ("hours = 6", "rest.hours", "unknown"),
    ] {
        testing::refuses::<Wounds>(&with(bad), path, &[said], &with("stress = \"all\", wounds = 0, refill = true"));
    }
    testing::refuses::<Wounds>(&scene.replace("sure", "maybe"), "rules.tending", &["checks", "sure", "none"], &scene);
}
