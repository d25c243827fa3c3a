//! Decisions: what may be chosen from, and what policies choose. An option that is chosen is marked with `*`.

use super::super::decisions::Deciding;
use super::*;
use crate::decision::{Decision, DecisionsSeen};
use crate::dice::{Scripted, Seeded};
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Workspace, fight};
use crate::scenario::Word;
use crate::trace::Silent;

/// An observer that keeps all decisions.
#[derive(Default)]
struct Heard(Vec<Decision>);

impl Trace for Heard {
    const HEARS_RULES: bool = false;
    const HEARS_DECISIONS: bool = true;

    fn decided(&mut self, decision: &Decision) {
        self.0.push(decision.clone());
    }
}

impl Heard {
    /// The decisions of so many rounds with these faces.
    #[track_caller]
    fn in_rounds(count: u32, text: &str, overrides: &[&str], faces: &[u32]) -> Self {
        let rules: Wounds = testing::limited(text, overrides, count);
        let (mut dice, mut heard) = (Scripted::new(faces.iter().copied()), Self::default());
        fight(&rules, &mut Workspace::new(&rules), &mut dice, &mut heard);
        dice.assert_spent();
        heard
    }

    /// The options of a combatant in its decisions of a kind.
    fn options(&self, kind: usize, who: usize) -> Vec<String> {
        let of = self.0.iter().filter(|decision| (decision.kind, decision.combatant) == (kind, who.into()));
        of.map(|decision| {
            let mark = |index: usize| if index == decision.chosen { "*" } else { "" };
            let options = decision.options.iter().enumerate();
            options.map(|(index, option)| format!("{}{option}", mark(index))).collect::<Vec<_>>().join(" ")
        })
        .collect()
    }
}

/// The options of combatant `who` in its decisions of a kind in one round.
#[track_caller]
fn options(kind: usize, who: usize, text: &str, overrides: &[&str], faces: &[u32]) -> Vec<String> {
    Heard::in_rounds(1, text, overrides, faces).options(kind, who)
}

/// A hero who can do a bit of everything, though not all of it can be paid.
fn jack(policy: &str) -> String {
    let weapons = ["damage = 1, stress_cost = 1", SCRATCH, "kind = \"thrown\", damage = 1, critical_on = 21"];
    let spell = |id: &str, mana: u32| format!("{{ id = \"{id}\", tn = 30, mana = {mana}, damage = 1 }}");
    let spells = format!("spells = [{}, {}]", spell("bolt", 4), spell("hex", 1));
    let item = |id: &str, target: &str| format!("{{ id = \"{id}\", target = \"{target}\", restores_wounds = 1 }}");
    let items = format!("items = [{}, {}]", item("draught", "self"), item("salve", "ally"));
    let keys = format!("policy = \"{policy}\"\nmana = 1\nheal = 5\nintimidation = 5");
    format!("{keys}\n{}\n{spells}\n{items}", attacks(&weapons))
}

/// WOUNDS-08, WOUNDS-34, WOUNDS-35, WOUNDS-37, WOUNDS-43, WOUNDS-64: what can be paid and has somebody to aim at.
#[test]
fn whatever_somebody_can_do_may_be_declared() {
    let down = |id: &str| member(id, "starting_wounds = -1\nstrength = 5\nposition = -5");
    let declared = |policy: &str, others: &[String], faces: &[u32]| {
        let text = scene("", &[&[member("hero", &jack(policy))], others].concat());
        options(Deciding::Declaration as usize, 0, &text, &[], faces)
    };
    let usual = "UseItem(0) Cast(1) FullDefense *Attack(1) DefensiveAttack(1) Attack(2) Advance Wait";
    assert_eq!(declared("default", &[dummy("orc", "")], &[1, 1, 1]), [usual]);
    let timid = "UseItem(0) *Intimidate Cast(1) FullDefense Attack(1) DefensiveAttack(1) Attack(2) Advance Wait";
    assert_eq!(declared("intimidator", &[dummy("orc", "morale = true")], &[1, 1, 1, 6, 6, 6]), [timid]);
    let patient = "UseItem(0) *Heal Cast(1) FullDefense Attack(1) DefensiveAttack(1) Attack(2) Advance Wait";
    assert_eq!(declared("medic", &[down("friend"), dummy("orc", "")], &[1, 1, 1, 1]), [patient]);
    assert_eq!(declared("default", &[dummy("orc", "enters_at = 30")], &[1, 1]), ["UseItem(0) FullDefense *Wait"]);
}

/// WOUNDS-12, WOUNDS-37, WOUNDS-54, WOUNDS-59: what is used up, lost or cannot be spoken may not be declared.
#[test]
fn what_is_lost_may_not_be_declared() {
    let weapons = ["kind = \"thrown\", damage = 0, critical_on = 21, hand = \"none\"", TOUCH];
    let claws = "damage = 0, critical_on = 21, hand = \"none\"";
    let spells = "intimidation = 9\nspells = [{ id = \"hex\", tn = 30, damage = 1 }]";
    let orc = format!("initiative_modifier = 20\n{spells}\n{}", attacks(&[weapons[0], weapons[1], claws]));
    let breaker = format!("morale = true\n{}", attacks(&[BREAK]));
    let text =
        scene(&injured_by("arm = \"yes\", flags = [\"silenced\"]"), &[member("hero", &breaker), enemy("orc", &orc)]);
    // Its main arm is broken before it throws.
    let faces = [&[1, 1], &BROKEN[..], &[1], &[1, 1]].concat();
    let declared = Heard::in_rounds(2, &text, &[], &faces).options(Deciding::Declaration as usize, 1);
    let whole = "Intimidate Cast(0) FullDefense *Attack(0) Attack(1) DefensiveAttack(1) Attack(2) DefensiveAttack(2)";
    assert_eq!(
        declared,
        [format!("{whole} Advance Wait").as_str(), "FullDefense *Attack(2) DefensiveAttack(2) Advance Wait"]
    );
}

/// WOUNDS-08: an observer hears how many options the policy thinks better of.
#[test]
fn options_are_ranked_by_the_policy() {
    let ranks = |policy: &str, keys: &str, faces: &[u32]| {
        let weapons = attacks(&[SCRATCH, "kind = \"ranged\", damage = 1, critical_on = 21"]);
        let hero = member("hero", &format!("policy = \"{policy}\"\n{keys}\n{weapons}"));
        let text = scene("", &[hero, dummy("orc", "position = 20\nspeed = 0")]);
        let heard = Heard::in_rounds(1, &text, &[], faces);
        (heard.0[0].options.join(" "), heard.0[0].ranks.clone())
    };
    let all = "FullDefense Attack(0) DefensiveAttack(0) Attack(1) DefensiveAttack(1) Advance Wait";
    // The bow reaches, the blade does not.
    assert_eq!(ranks("default", "", &[1, 1, 1]), (all.to_owned(), vec![2, 1, 3, 0, 3, 3, 3]));
    assert_eq!(ranks("defensive", "", &[1, 1, 1]), (all.to_owned(), vec![2, 3, 3, 3, 0, 1, 3]));
    assert_eq!(ranks("guard", "", &[1, 1]), (all.to_owned(), vec![0, 1, 1, 1, 1, 1, 1]));
    let draught = "items = [{ id = \"draught\", restores_wounds = 1 }]\nstarting_wounds = 1";
    let (options, ranks) = ranks("reckless", draught, &[1, 1]);
    assert_eq!((options, ranks), (format!("UseItem(0) {all}"), vec![0, 3, 2, 4, 1, 4, 4, 4]));
}

/// WOUNDS-25, WOUNDS-59, WOUNDS-64: only `finish` aims at those who lie, and only within the range in which it looks.
#[test]
fn targets_are_those_whom_a_policy_may_aim_at() {
    let targets = |targeting: &str| {
        let down = |id: &str, position: i32| enemy(id, &format!("starting_wounds = 0\nposition = {position}"));
        let others = [dummy("orc", "position = 2"), down("near", 3), down("far", 40), dummy("ork", "stress = 3")];
        let hero = member("hero", &format!("targeting = \"{targeting}\"\n{}", attacks(&[TOUCH])));
        options(Deciding::Target as usize, 0, &scene("", &[&[hero], &others[..]].concat()), &[], &[1; 6])
    };
    assert_eq!(targets("nearest"), ["Who(1) *Who(4)"]);
    assert_eq!(targets("weakest"), ["*Who(1) Who(4)"]);
    assert_eq!(targets("finish"), ["Who(1) *Who(2) Who(4)"]);
    let bully = format!("policy = \"intimidator\"\nintimidation = 5\n{}", attacks(&[TOUCH]));
    let others = ["true", "false", "true"].map(|morale| dummy(&format!("orc-{morale}"), &format!("morale = {morale}")));
    let others = [others[0].clone(), others[1].clone(), dummy("far", "morale = true\nposition = 9")];
    let text = scene("morale_tn_base = 0", &[&[member("hero", &bully)], &others[..]].concat());
    let faces = [&[1, 1, 1, 1, 9][..], &[6, 6, 6]].concat();
    assert_eq!(
        options(Deciding::Target as usize, 0, &text, &[], &faces),
        ["*Who(1) Who(3)"],
        "one of them has no morale"
    );
}

/// WOUNDS-08: a target is chosen with the declaration if targets are fixed, else on the turn, and again if it has gone.
#[test]
fn targets_are_chosen_when_they_have_to_be() {
    let killer = member("killer", &format!("initiative_modifier = -5\nposition = 3\n{}", attacks(&[EVEN])));
    let hero = member("hero", &format!("position = 3\n{}", attacks(&[TOUCH])));
    let others = [dummy("orc", "position = 4"), dummy("ork", "position = 4")];
    let text = scene("", &[&[killer, hero], &others[..]].concat());
    let when = |overrides: &[&str], faces: &[u32]| options(Deciding::Target as usize, 1, &text, overrides, faces);
    assert_eq!(when(&[], &[1, 1, 1, 1, 11, 1]), ["*Who(3)"], "the orc has fallen before");
    assert_eq!(when(&["rules.declared_targets=fixed"], &[1, 1, 1, 1, 11]), ["*Who(2) Who(3)"]);
    // The orc leaves its place on the same count, after the hero's move.
    let mover = enemy(
        "orc",
        &format!("initiative_modifier = 1\nspeed = 30\nposition = -4\ntargeting = \"weakest\"\n{}", attacks(&[TOUCH])),
    );
    let weak = member("weak", "strength = 2\nposition = -30");
    let hero = member("hero", &format!("initiative_modifier = 1\nspeed = 0\nposition = -3\n{}", attacks(&[TOUCH])));
    let text = scene("reposte_on_entry = false", &[hero, weak, mover, dummy("ork", "position = -2")]);
    assert_eq!(options(Deciding::Target as usize, 0, &text, &[], &[1, 1, 1, 1, 1, 1]), ["*Who(2) Who(3)", "*Who(3)"]);
}

/// WOUNDS-37: an item for allies may be used on everybody within a yard who needs it.
#[test]
fn allies_are_chosen_among_those_who_need_it() {
    let salve = "items = [{ id = \"salve\", target = \"ally\", restores_wounds = 1, use_below = 50 }]";
    let friend = |id: &str, wounds: i32, position: i32| {
        member(id, &format!("starting_wounds = {wounds}\nposition = {position}\ninitiative_modifier = 40"))
    };
    let hero = member("hero", &format!("position = 0\n{salve}"));
    let friends = [friend("weak", 4, 1), friend("weaker", 2, -1), friend("far", 1, 2), friend("sound", 5, 0)];
    let text = scene("", &[&[hero], &friends[..], &[dummy("orc", "position = 30")]].concat());
    assert_eq!(options(Deciding::Ally as usize, 0, &text, &[], &[1; 6]), ["Who(1) *Who(2)"]);
}

/// WOUNDS-20, WOUNDS-24, WOUNDS-40: moves go as far as the allowance, up or down.
#[test]
fn moves_go_as_far_as_the_allowance() {
    let moves = |keys: &str, faces: &[u32]| {
        let hero = member("hero", &format!("{keys}\n{}", attacks(&[TOUCH])));
        options(Deciding::Move as usize, 0, &scene("", &[hero, dummy("orc", "position = 5")]), &[], faces)
    };
    assert_eq!(moves("speed = 2", &[1, 1]), ["-2 -1 0 1 *2"]);
    assert_eq!(moves("speed = 5", &[1, 1, 1]), ["-5 -4 -3 -2 -1 0 1 2 3 *4 5"]);
    assert_eq!(moves("speed = 5\npolicy = \"guard\"", &[1, 1]), ["-2 -1 0 1 *2"]);
    let worried = "speed = 5\npolicy = \"cautious\"\nstress = 9\nstarting_stress = 0";
    assert_eq!(moves(worried, &[1, 1]), ["-2 -1 *0 1 2"]);
    assert_eq!(moves("fights_on = \"always\"\nstarting_wounds = -1", &[1, 1]), ["-1 0 *1"]);
}

/// WOUNDS-19, WOUNDS-21: a Reposte is offered to those who can make it, and once.
#[test]
fn repostes_are_offered_to_those_who_can_react() {
    let guard = enemy("guard", &format!("policy = \"guard\"\n{}", rooted(&[TOUCH])));
    let archer = enemy("archer", &rooted(&["kind = \"ranged\", damage = 0, critical_on = 21"]));
    let hero = |id: &str| member(id, &format!("initiative_modifier = 20\n{}", attacks(&[TOUCH])));
    let text = scene("", &[hero("hero"), hero("friend"), guard, archer]);
    let heard = Heard::in_rounds(1, &text, &[], &[1, 2, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        [0, 1, 2, 3].map(|who| heard.options(Deciding::Reaction as usize, who).join("; ")),
        ["", "", "*Reposte Hold", ""]
    );
}

/// WOUNDS-70: a skirmisher may go back anywhere with what is left of its Speed.
#[test]
fn skirmishers_go_back_within_what_is_left_of_their_speed() {
    let hero = |policy: &str| member("hero", &format!("policy = \"{policy}\"\nspeed = 5\n{}", attacks(&[TOUCH])));
    let orc = dummy("orc", &format!("position = 3\nspeed = 0\n{}", attacks(&[TOUCH])));
    let withdrawals = |policy: &str, faces: &[u32]| {
        options(
            Deciding::Withdrawal as usize,
            0,
            &scene("", &[hero(policy), orc.clone()]),
            &["rules.reposte_on_entry=false"],
            faces,
        )
    };
    assert_eq!(withdrawals("skirmisher", &[1, 1, 1]), ["-1 0 *1 2 3 4 5"]);
    assert!(withdrawals("default", &[1, 1, 1, 1]).is_empty());
}

/// Plays the first encounters of a scenario for an observer of decisions, which has to change nothing.
fn observe(rules: &Wounds, encounters: u64, seen: &mut DecisionsSeen) {
    let (mut watched, mut unwatched) = (Workspace::new(rules), Workspace::new(rules));
    for index in 0..encounters {
        let mut dice = Seeded::new(Seed(3));
        dice.start(EncounterIndex(index));
        let outcome = fight(rules, &mut unwatched, &mut dice.clone(), &mut Silent);
        assert_eq!(fight(rules, &mut watched, &mut dice, seen), outcome);
        assert!(watched.state == unwatched.state, "encounter {index}");
    }
}

/// A generator of pseudorandom choices for a scenario.
struct Drawn(u64);

impl Drawn {
    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words[(self.0 >> 33) as usize % words.len()]
    }

    fn rules(&mut self) -> String {
        let declaration = self.of(&["simultaneous", "listed", "listed_reverse", "agility", "initiative_modifier"]);
        let [targets, starts, by] =
            [["free", "fixed"], ["turn", "declaration"], ["anyone", "full_defense"]].map(|words| self.of(&words));
        let [order, ties] = [(); 2].map(|()| self.of(&["listed", "random"]));
        format!(
            "start_distance = {}\ndeclaration = \"{declaration}\"\ndeclared_targets = \"{targets}\"\n\
             full_defense_starts = \"{starts}\"\nentry_reposte_by = \"{by}\"\norder_ties = \"{order}\"\n\
             target_ties = \"{ties}\"\nheal_self = {}\n{}",
            self.of(&["0", "3", "9"]),
            self.of(&["true", "false"]),
            injured_by("arm = \"yes\", flags = [\"silenced\", \"prone\"], damage = \"d4\", abilities = [\"agility\"]"),
        )
    }

    fn combatant(&mut self, side: &str, number: u32) -> String {
        const POLICIES: [&str; 10] = [
            "default",
            "reckless",
            "skirmisher",
            "defensive",
            "cautious",
            "guard",
            "caster",
            "medic",
            "intimidator",
            "wary",
        ];
        let mut attack = |id: &str, kinds: &[&str], more: &str| {
            format!(
                "{{ id = \"{id}\", kind = \"{}\", bonus = 5, damage = \"1d6\", critical_on = 18{more} }}",
                self.of(kinds)
            )
        };
        let weapons = [attack("a", &["melee"], ""), attack("b", &["melee", "ranged", "thrown"], ", stress_cost = 2")];
        let item = |id: &str, target: &str| {
            format!("{{ id = \"{id}\", target = \"{target}\", restores_wounds = \"1d6\", use_below = 80 }}")
        };
        let items = [item("draught", self.of(&["self", "ally"])), item("salve", "ally")];
        let [policy, targeting] = [self.of(&POLICIES), self.of(&["nearest", "weakest", "finish"])];
        format!(
            "[[combatants]]\nid = \"{side}-{number}\"\nside = \"{side}\"\npolicy = \"{policy}\"\n\
             targeting = \"{targeting}\"\nfights_on = \"{}\"\nmorale = {}\nhd = \"2d6\"\nspeed = {}\nmana = 3\n\
             heal = 5\nintimidation = 5\ninitiative_modifier = {}\n{}\nattacks = [{}]\nitems = [{}]\n\
             spells = [{{ id = \"hex\", tn = 14, mana = 2, damage = \"1d6\", range = 8 }}]\n",
            self.of(&["never", "stabilised", "always"]),
            self.of(&["true", "false"]),
            self.of(&["0", "4", "7"]),
            self.of(&["0", "4"]),
            self.of(&["", "enters_round = 2", "enters_at = \"d12\"", "surprised = true", "starting_wounds = -1"]),
            weapons.join(", "),
            items.join(", "),
        )
    }

    fn scenario(&mut self) -> String {
        let rules = self.rules();
        let combatants = [("party", 0), ("party", 1), ("party", 2), ("enemies", 0), ("enemies", 1), ("enemies", 2)];
        let combatants = combatants.map(|(side, number)| self.combatant(side, number));
        format!("system = \"wounds\"\nname = \"By lot\"\n[rules]\n{rules}\n{}", combatants.concat())
    }
}

/// Every list agrees with its policy, for the observer would panic otherwise; and every kind is more than a formality.
#[test]
fn every_decision_is_one_of_several_options() {
    let mut seen = DecisionsSeen::default();
    let mut drawn = Drawn(7);
    for _ in 0..200 {
        let text = drawn.scenario();
        observe(&testing::limited(&text, &[], 8), 4, &mut seen);
    }
    for (kind, decision) in Deciding::CHOICES.iter().enumerate() {
        let several = seen.seen.iter().filter(|((of, options), _)| *of == kind && *options > 1).map(|(_, times)| times);
        assert!(several.sum::<u64>() > 50, "{}: {:?}", decision.name, seen.seen);
    }
}

/// The scenarios that come with the program.
#[test]
fn decisions_are_listed_in_every_scenario() {
    macro_rules! shipped {
        ($($name:literal),+) => {
            [$(($name, include_str!(concat!("../../../../../../scenarios/wounds/", $name, ".toml")))),+]
        };
    }
    let scenarios = shipped![
        "barber-surgeon",
        "bone-breaker",
        "crypt-door",
        "heath",
        "hobgoblin-patrol",
        "price-of-a-spell",
        "sabre-or-maul",
        "twin-blades",
        "warband"
    ];
    let tables = [
        ("wounds-injuries-blade.csv", include_str!("../../../../../../scenarios/wounds/wounds-injuries-blade.csv")),
        ("wounds-injuries-blunt.csv", include_str!("../../../../../../scenarios/wounds/wounds-injuries-blunt.csv")),
    ];
    for (name, text) in scenarios {
        let rules = testing::try_load_with(text, &tables, &[]).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        let mut seen = DecisionsSeen::default();
        observe(&rules, 20, &mut seen);
        for kind in [Deciding::Declaration as usize, Deciding::Move as usize] {
            assert!(seen.seen.keys().any(|&(of, options)| of == kind && options > 1), "{name}: {:?}", seen.seen);
        }
    }
}
