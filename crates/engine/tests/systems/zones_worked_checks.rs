//! The worked checks of the ledger of `zones`, through the exact solver.
//!
//! The ledger prints most values of whole fights with ten decimals. Here they stand with all digits of an independent
//! program (checks 5 and 11), or are worked out again by a Markov chain written for this fight alone (check 4).

#![expect(clippy::unreadable_literal, reason = "values stand as the ledger writes them")]

use equipoise_engine::systems::zones::Zones;
use equipoise_engine::testing::{self, Solved, assert_close, assert_printed};
use equipoise_engine::{EndState, Winner};

#[track_caller]
fn solved(text: &str, overrides: &[&str]) -> Solved {
    testing::solved::<Zones>(&format!("system = \"zones\"\nname = \"Check\"\n{text}"), overrides)
}

/// The fight of check 4.
const DUEL: &str = r#"
zones = [{ id = "pit" }]
[[combatants]]
id = "hero"
side = "party"
hp = 10
attributes = { str = 2, dex = 1 }
attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]
[[combatants]]
id = "ogre"
side = "enemies"
hp = 12
skill = 0
attacks = [{ id = "club", kind = "melee", damage = "1d6" }]
"#;

/// One Turn each with more HP than a blow can take, the party first: what one attack of each does in the mean.
fn one_round(overrides: &[&str]) -> Solved {
    let endless = ["combatants.hero.hp=20", "combatants.ogre.hp=20", "rules.max_rounds=1", "rules.enemies_begin_max=0"];
    solved(DUEL, &[&endless, overrides].concat())
}

/// Worked check 1: chances of single Tests.
#[test]
fn tests_pass_as_often_as_counted() {
    let hits = |overrides: &[&str]| one_round(overrides).mean("party_hits");
    assert_close(hits(&[]), 11.0 / 20.0);
    let shot = "combatants.hero.attacks.sword.kind=ranged";
    // At Close range with DEX +2: Disadvantage.
    assert_close(hits(&[shot, "combatants.hero.attributes.dex=2"]), 121.0 / 400.0);
    assert_close(hits(&["rules.melee_dr=25"]), 1.0 / 20.0);
    // A Close shot of the ogre's gives Advantage on the Test to avoid: d20 + 2 against 12.
    let mirrored = ["combatants.ogre.attacks.club.kind=ranged", "combatants.hero.attributes.dex=2"];
    assert_close(1.0 - one_round(&mirrored).mean("enemies_hits"), 319.0 / 400.0);
    assert_close(one_round(&["combatants.hero.attributes.dex=12"]).mean("enemies_hits"), 1.0 / 20.0);
    let sure = one_round(&["combatants.hero.attributes.str=12"]);
    assert_close(sure.mean("party_hits"), 1.0);
    assert_close(sure.mean("party_fumbles"), 1.0 / 20.0);
    // By the sum alone.
    let by_sum = |overrides: &[&str]| one_round(&[&["rules.naturals_decide=false"], overrides].concat());
    assert_close(by_sum(&["rules.melee_dr=25"]).mean("party_hits"), 0.0);
    assert_close(by_sum(&["combatants.hero.attributes.dex=12"]).mean("enemies_hits"), 0.0);
    let hard = by_sum(&["rules.melee_dr=22"]);
    assert_close(hard.mean("party_hits"), 1.0 / 20.0);
    assert_close(hard.mean("party_criticals"), 1.0 / 20.0);
    assert_close(hard.mean("party_damage"), 9.0 / 20.0);
    let worse = one_round(&[shot, "combatants.hero.attributes.dex=12"]);
    assert_close(worse.mean("party_fumbles"), 39.0 / 400.0);
    assert_close(worse.mean("party_criticals"), 1.0 / 400.0);
}

/// Worked check 2: the mean damage of one attack.
#[test]
fn attacks_take_as_much_as_counted() {
    assert_close(one_round(&[]).mean("party_damage"), 27.0 / 10.0);
    let bow = [
        "combatants.hero.attacks.sword.kind=ranged",
        "combatants.hero.attacks.sword.damage=1d6",
        "combatants.hero.attributes.dex=2",
    ];
    assert_close(one_round(&bow).mean("party_damage"), 427.0 / 400.0);
    assert_close(one_round(&[]).mean("enemies_damage"), 77.0 / 40.0);
    let two_weapons = one_round(&["combatants.hero.attacks.sword.off_hand_damage=1d6"]);
    assert_close(two_weapons.mean("party_damage"), 251.0 / 80.0);
    let sword = "combatants.hero.attacks.sword.damage=1d8+1";
    assert_close(one_round(&[sword]).mean("party_damage"), 13.0 / 4.0);
    assert_close(one_round(&[sword, "rules.crit_constant=multiplied"]).mean("party_damage"), 33.0 / 10.0);
    let club = "combatants.ogre.attacks.club.damage=1d6+1";
    assert_close(one_round(&[club]).mean("enemies_damage"), 99.0 / 40.0);
    assert_close(one_round(&[club, "rules.fumble_constant=once"]).mean("enemies_damage"), 97.0 / 40.0);
    let uneven = "combatants.hero.attacks.sword.off_hand_damage=1d6+1";
    assert_close(one_round(&[uneven]).mean("party_damage"), 1081.0 / 320.0);
    assert_close(one_round(&[uneven, "rules.crit_constant=multiplied"]).mean("party_damage"), 17.0 / 5.0);
    let bare = DUEL.replace(r#"attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]"#, "");
    let fists = solved(&bare, &["combatants.ogre.hp=20", "rules.max_rounds=1", "rules.enemies_begin_max=0"]);
    assert_close(fists.mean("party_damage"), 11.0 / 20.0);
    let small = ["combatants.hero.attacks.sword.off_hand_damage=1d6", "combatants.hero.attacks.sword.damage=1d6"];
    assert_close(one_round(&small).mean("party_damage"), 12.0 / 20.0 * 161.0 / 36.0);
}

/// Worked check 3: the order of two Characters. The first kills the Creature for certain, and the second's only deed is a
/// stunt: it is tried exactly when the second comes first.
#[test]
fn the_higher_dexterity_goes_first_as_often_as_counted() {
    let text = r#"
        zones = [{ id = "pit" }]
        [[combatants]]
        id = "quick"
        side = "party"
        hp = 10
        attributes = { str = 12, dex = 2 }
        attacks = [{ id = "sword", kind = "melee", damage = "9" }]
        [[combatants]]
        id = "slow"
        side = "party"
        hp = 10
        attributes = { str = 0, dex = 0 }
        attacks = [{ id = "trip", kind = "stunt", test = "dex", hinder = "stuck" }]
        [[combatants]]
        id = "rat"
        side = "enemies"
        hp = 1
        skill = 0
        attacks = [{ id = "bite", kind = "melee", damage = "1" }]
    "#;
    let first = |ties: &str| {
        let overrides = ["rules.enemies_begin_max=0", &format!("rules.initiative_ties={ties}")];
        1.0 - solved(text, &overrides).mean("party_stunts")
    };
    assert_close(first("random"), 7.0 / 9.0);
    assert_close(first("dex"), 5.0 / 6.0);
    assert_close(first("listed"), 30.0 / 36.0);
}

/// P(the hero wins) and expected rounds of the duel, by a Markov chain on both HP that knows nothing but this fight.
fn chain(melee_difficulty: i32, avoid_difficulty: i32, hero_begins: bool) -> (f64, f64) {
    // Chances of losing 0..=16 HP to one attack.
    let losses = |sides: i32, hits: &dyn Fn(i32) -> bool, doubled: i32| {
        let mut losses = [0.0; 17];
        for natural in 1..=20 {
            for damage in 1..=sides {
                let lost = if natural == doubled {
                    2 * damage
                } else if hits(natural) {
                    damage
                } else {
                    0
                };
                losses[lost as usize] += 1.0 / f64::from(20 * sides);
            }
        }
        losses
    };
    let to_ogre = losses(8, &|natural| natural + 2 >= melee_difficulty, 20);
    let to_hero = losses(6, &|natural| natural + 1 < avoid_difficulty, 1);
    let (mut mass, mut won, mut rounds) = ([[0.0; 13]; 11], 0.0, 0.0);
    mass[10][12] = 1.0;
    for _ in 0..100 {
        for hero_acts in [hero_begins, !hero_begins] {
            if hero_acts == hero_begins {
                rounds += mass.as_flattened().iter().sum::<f64>();
            }
            let mut next = [[0.0; 13]; 11];
            for (hero, row) in mass.iter().enumerate() {
                for (ogre, &here) in row.iter().enumerate() {
                    for (lost, chance) in if hero_acts { to_ogre } else { to_hero }.into_iter().enumerate() {
                        match (hero_acts, lost >= if hero_acts { ogre } else { hero }) {
                            (true, true) => won += here * chance,
                            (true, false) => next[hero][ogre - lost] += here * chance,
                            (false, true) => {}
                            (false, false) => next[hero - lost][ogre] += here * chance,
                        }
                    }
                }
            }
            mass = next;
        }
    }
    (won, rounds)
}

/// Worked check 4: the duel, by `melee_dr` and `avoid_dr`.
#[test]
fn the_duel_is_the_markov_chain_on_two_hit_points() {
    const PRINTED: [[f64; 5]; 5] = [
        [0.8498357480, 0.7888674029, 0.7192517752, 0.6449640427, 0.5693431312],
        [0.8088619400, 0.7330410533, 0.6513740218, 0.5691555711, 0.4900375419],
        [0.7539648570, 0.6624474857, 0.5706788340, 0.4843108988, 0.4061908214],
        [0.6800853550, 0.5743763916, 0.4771892570, 0.3924879455, 0.3208320396],
        [0.5813034209, 0.4676071814, 0.3733776293, 0.2979742022, 0.2384674729],
    ];
    for (melee, row) in [8, 10, 12, 14, 16].into_iter().zip(PRINTED) {
        for (avoid, printed) in [8, 10, 12, 14, 16].into_iter().zip(row) {
            let overrides = [format!("rules.melee_dr={melee}"), format!("rules.avoid_dr={avoid}")];
            let found = solved(DUEL, &[&overrides[0], &overrides[1]]);
            let (first, second) = (chain(melee, avoid, true), chain(melee, avoid, false));
            assert_close(found.party(), f64::midpoint(first.0, second.0));
            assert_close(found.solution.rounds.mean, f64::midpoint(first.1, second.1));
            assert_printed(found.party(), printed, 10);
        }
    }
    assert_printed(solved(DUEL, &[]).solution.rounds.mean, 4.2227021418, 10);
    assert_printed(solved(DUEL, &["rules.enemies_begin_max=0"]).party(), 0.6233609203, 10);
    assert_printed(solved(DUEL, &["rules.enemies_begin_max=6"]).party(), 0.5179967477, 10);
    assert_close(solved(DUEL, &["rules.enemies_begin_max=6"]).party(), chain(12, 12, false).0);
}

/// Worked check 12: the duel of check 4 with weapons that have a constant.
#[test]
fn constants_are_doubled_as_the_knobs_say() {
    let text = DUEL.replace("1d8", "1d8+1").replace("1d6", "1d6+1");
    let multiplied = "rules.crit_constant=multiplied";
    for (knobs, party, rounds) in [
        (&[][..], 0.5377062869560866, 3.510840122815597),
        (&[multiplied], 0.5437147517417279, 3.483526448243282),
        (&["rules.fumble_constant=once"], 0.5471044897923436, 3.547242133233242),
        (&[multiplied, "rules.fumble_constant=once"], 0.5531042052042175, 3.519468063450298),
    ] {
        let found = solved(&text, knobs);
        assert_close(found.party(), party);
        assert_close(found.solution.rounds.mean, rounds);
    }
}

/// Worked check 5: on the default map who acts first closes in, and the other strikes first.
#[test]
fn closing_in_gives_the_first_blow_away() {
    let far = DUEL.replace("zones = [{ id = \"pit\" }]", "");
    for (k, printed) in [(3, 0.5706788340), (2, 0.5531181386), (0, 0.5179967477)] {
        let found = solved(&far, &[&format!("rules.enemies_begin_max={k}")]);
        assert_printed(found.party(), printed, 10);
        assert_close(found.party(), solved(DUEL, &[&format!("rules.enemies_begin_max={}", 6 - k)]).party());
    }
    assert_printed(solved(&far, &[]).solution.rounds.mean, 4.6700200554, 10);
}

/// Worked check 6: leaving under free attacks. A hazard that nobody can resist leaves the Character without an Action, so
/// that it cannot Disengage.
#[test]
fn leaving_costs_as_much_as_counted() {
    let text = r#"
        rules = { max_rounds = 1, enemies_begin_max = 0 }
        zones = [{ id = "pit", exit = "party", hazard = { affects = "party", test = "str", dr = 40, hinder = "distracted" } }]
        [[combatants]]
        id = "runner"
        side = "party"
        hp = 5
        policy = "retreat"
        attributes = { str = 0, dex = 1 }
        [[combatants]]
        id = "brute"
        side = "enemies"
        hp = 5
        skill = 0
        attacks = [{ id = "club", kind = "melee", damage = "1d6" }]
    "#;
    assert_close(solved(text, &[]).ends(0, EndState::Fled), 49.0 / 60.0);
    assert_close(solved(text, &["combatants.brute.count=2"]).ends(0, EndState::Fled), 8683.0 / 14400.0);
}

/// Worked check 7: Ongoing Damage. A curse that always succeeds, and nothing else that hurts.
#[test]
fn ongoing_damage_lasts_as_long_as_counted() {
    let text = r#"
        rules = { enemies_begin_max = 0, unarmed_damage = "0" }
        zones = [{ id = "pit" }]
        [[combatants]]
        id = "witch"
        side = "party"
        hp = 5
        attributes = { str = 0, dex = 0, wit = 0 }
        attacks = [{ id = "curse", kind = "spell", test = "wit", dr = 1, uses = 1, ongoing = true }]
        [[combatants]]
        id = "troll"
        side = "enemies"
        hp = 7
        level = 3
        skill = 2
        attacks = [{ id = "roar", kind = "melee", damage = "0" }]
    "#;
    assert_close(solved(text, &[]).ends(1, EndState::Dead), 81.0 / 400.0);
    assert_close(solved(text, &["combatants.troll.hp=10000"]).mean("enemies_ongoing_lost"), 3.0 * 20.0 / 11.0);
}

/// Worked check 8: recovery. A stunt weakens and pushes onto ground that holds; the Creature walks in its second Turn
/// exactly when Stuck has ended at the end of its first.
#[test]
fn hinderances_end_as_often_as_counted() {
    let text = r#"
        rules = { enemies_begin_max = 0, max_rounds = 2 }
        [[zones]]
        id = "pit"
        [[zones]]
        id = "mud"
        hazard = { when = "enter", affects = "enemies", dr = 40, hinder = "stuck" }
        [[combatants]]
        id = "wrestler"
        side = "party"
        hp = 5
        policy = "hold"
        attributes = { str = 0, dex = 0 }
        attacks = [{ id = "throw", kind = "stunt", test = "str", dr = 1, uses = 1, hinder = "weakened", push = true }]
        [[combatants]]
        id = "brute"
        side = "enemies"
        zone = "pit"
        hp = 5
        skill = 2
        attacks = [{ id = "club", kind = "melee", damage = "1" }]
    "#;
    assert_close(solved(text, &[]).mean("moves"), 60379.0 / 160000.0);
    // A combatant that resists the second Test only when the first has passed has lost Weakened: DR 40 for it keeps both.
    let weak_for_good = ["combatants.wrestler.attacks.throw.hinder_dr=40"];
    assert_close(solved(text, &weak_for_good).mean("moves"), 121.0 / 400.0);
    // And with Weakened gone for certain Stuck ends as a plain Test does.
    assert_close(solved(text, &["combatants.wrestler.attacks.throw.hinder_dr=1"]).mean("moves"), 11.0 / 20.0);
}

/// Worked check 9: two of four have just fallen.
#[test]
fn half_the_creatures_break_as_often_as_counted() {
    let text = r#"
        rules = { enemies_begin_max = 0, max_rounds = 1 }
        zones = [{ id = "pit" }]
        [[combatants]]
        id = "slayer"
        side = "party"
        count = 2
        hp = 50
        target = "weakest"
        attributes = { str = 12, dex = 0 }
        attacks = [{ id = "sword", kind = "melee", damage = "1" }]
        [[combatants]]
        id = "runt"
        side = "enemies"
        count = 2
        hp = 1
        skill = 1
        attacks = [{ id = "bite", kind = "melee", damage = "1" }]
        [[combatants]]
        id = "wolf"
        side = "enemies"
        count = 2
        hp = 9
        skill = 1
        attacks = [{ id = "bite", kind = "melee", damage = "1" }]
    "#;
    assert_close(solved(text, &[]).party(), 1.0 / 4.0);
    assert_close(solved(text, &["rules.morale_scope=side"]).party(), 1.0 / 2.0);
}

/// Worked check 10: the Reaction roll before the duel.
#[test]
fn reactions_prevent_as_many_fights_as_counted() {
    let rolled = solved(DUEL, &["rules.reaction=roll"]);
    let fought = solved(DUEL, &[]);
    assert_close(rolled.solution.winners[Winner::Draw.index()], 9.0 / 10.0);
    assert_close(rolled.mean("parley"), 9.0 / 10.0);
    assert_close(rolled.party(), fought.party() / 10.0);
    assert_close(rolled.solution.rounds.mean, fought.solution.rounds.mean / 10.0);
    assert_printed(rolled.party(), 0.0570678834, 10);
    assert_printed(rolled.solution.rounds.mean, 0.4222702142, 10);
    let wary = solved(DUEL, &["rules.reaction=roll", "rules.reaction_fights_up_to=3"]);
    assert_close(wary.solution.winners[Winner::Draw.index()], 7.0 / 10.0);
}

/// Worked check 10: two ogres, one of whom or both of whom roll.
#[test]
fn as_many_stand_aside_as_counted() {
    let other = DUEL[DUEL.rfind("[[combatants]]").expect("the ogre")..].replace("ogre", "other");
    let two = format!("{DUEL}{other}");
    let small = &["combatants.hero.hp=5", "combatants.ogre.hp=6"][..];
    let solved_two = |more: &[&str]| solved(&two, &[small, &["combatants.other.hp=6"], more].concat());
    let (one, both) = (solved(DUEL, small).party(), solved_two(&[]).party());
    let mixed = solved_two(&["combatants.other.attitude=roll"]);
    assert_close(mixed.party(), 9.0 / 10.0 * one + both / 10.0);
    assert_close(mixed.solution.winners[Winner::Draw.index()], 0.0);
    assert_close(mixed.mean("bystanders"), 9.0 / 10.0);
    assert_close(mixed.mean("parley"), 0.0);
    let each = solved_two(&["rules.reaction=roll", "rules.reaction_scope=each"]);
    assert_close(each.solution.winners[Winner::Draw.index()], 81.0 / 100.0);
    assert_close(each.mean("parley"), 81.0 / 100.0);
    assert_close(each.party(), 18.0 / 100.0 * one + both / 100.0);
    assert_close(each.mean("bystanders"), 18.0 / 100.0);
}

/// Worked check 11, first: a skirmisher who shoots at somebody closing in.
#[test]
fn shots_at_somebody_closing_in() {
    let found = solved(
        r#"
        [[combatants]]
        id = "archer"
        side = "party"
        hp = 8
        policy = "skirmisher"
        attributes = { str = 0, dex = 2 }
        attacks = [{ id = "bow", kind = "ranged", damage = "1d6" }]
        [[combatants]]
        id = "brute"
        side = "enemies"
        hp = 10
        skill = 0
        attacks = [{ id = "club", kind = "melee", damage = "1d6" }]
        "#,
        &[],
    );
    assert_close(found.party(), 0.3020694277394367);
    assert_close(found.solution.rounds.mean, 5.755524471924796);
    assert_close(found.mean("moves"), 119.0 / 60.0);
    assert_close(found.mean("party_first_casualty_round"), 4.06649438609789);
}

/// The second fight of check 11.
const AILING: &str = r#"
zones = [{ id = "mire", hazard = { test = "str", dr = 10, hinder = "weakened" } }]
[[combatants]]
id = "flailer"
side = "party"
hp = 9
attributes = { str = 1, dex = 1 }
attacks = [{ id = "flail", kind = "melee", damage = "1d6", hinder = "distracted" }]
[[combatants]]
id = "snake"
side = "enemies"
hp = 9
level = 2
skill = 2
attacks = [{ id = "bite", kind = "melee", damage = "1d4", ongoing = true, ongoing_amount = 1 }]
"#;

/// Worked check 11, second: poisoned ground, a flail that distracts and a bite that goes on.
#[test]
fn ailments_on_both_sides() {
    let found = solved(AILING, &[]);
    assert_close(found.party(), 0.5060330634110884);
    assert_close(found.solution.rounds.mean, 5.7614949656947045);
    assert_close(found.mean("party_hindered"), 1.3643177662814439);
    assert_close(found.mean("party_ongoing_lost"), 1.957564381353032);
}

/// Worked check 11, third: two against two, with morale.
#[test]
fn two_against_two_with_morale() {
    let found = solved(
        r#"
        zones = [{ id = "yard" }]
        rules = { initiative_ties = "listed" }
        [[combatants]]
        id = "sword"
        side = "party"
        count = 2
        hp = 5
        target = "weakest"
        attributes = { str = 2, dex = 1 }
        attacks = [{ id = "sword", kind = "melee", damage = "1d6" }]
        [[combatants]]
        id = "knife"
        side = "enemies"
        count = 2
        hp = 4
        skill = 0
        target = "weakest"
        attacks = [{ id = "knife", kind = "melee", damage = "1d4" }]
        "#,
        &[],
    );
    assert_close(found.party(), 0.8453639198538531);
    assert_close(found.solution.rounds.mean, 2.45463862534844);
    assert_close(found.mean("morale_breaks"), 0.4924474931762663);
    assert_close(found.ends(0, EndState::Dead), 0.3644134091277507);
    assert_close(found.ends(1, EndState::Dead), 0.1546360801461354);
    assert_close(found.mean("first_casualty_round"), 1.4514181338876706);
}

/// Worked check 13: what the knobs come to in whole duels, by an independent program.
#[test]
fn knobs_do_to_duels_what_was_worked_out() {
    let stowed = "combatants.hero.attacks.sword.stowed=true";
    let pair = ["combatants.hero.attacks.sword.off_hand_damage=1d4", "combatants.hero.attacks.sword.usage=1"];
    let by_sum = ["rules.naturals_decide=false", "rules.melee_dr=21", "rules.avoid_dr=4"];
    let cases: [(&[&str], f64, f64); 6] = [
        (&[stowed], 0.46543902013827076, 4.740698889439767),
        (&pair, 0.5314064837417213, 4.310332096768761),
        (&[pair[0], pair[1], "rules.dual_mark=main"], 0.569351237925701, 4.201765594927843),
        (&["zones.pit.disadvantage=party"], 0.11878155293746359, 3.885666016902369),
        (&["zones.pit.disadvantage=enemies"], 0.8612049551830734, 5.106025522331851),
        (&by_sum, 0.5142882079325823, 14.626254998829689),
    ];
    for (overrides, party, rounds) in cases {
        let found = solved(DUEL, overrides);
        assert_close(found.party(), party);
        assert_close(found.solution.rounds.mean, rounds);
    }
    assert_close(solved(DUEL, &[stowed]).mean("retrievals"), 119.0 / 120.0);
    assert_close(solved(DUEL, &pair).mean("weapons_broken"), 0.1716637421039854);
    let letter = solved(AILING, &["rules.weakened_creature_attacks=none"]);
    assert_close(letter.party(), 0.4257023729299);
    assert_printed(letter.mean("party_hindered"), 1.2472762552, 10);
}

/// Worked check 14: who of the Creatures acts first, and who of the equally weak is struck.
#[test]
fn lots_are_worth_the_mean_of_both_orders() {
    let hero = |id: &str| {
        let own = "side = \"party\"\nhp = 1\nattributes = { str = 0, dex = 2 }\nattacks = [{ id = \"none\", kind = \"melee\", damage = \"0\" }]\n";
        format!("[[combatants]]\nid = \"{id}\"\n{own}")
    };
    let ogre = "[[combatants]]\nid = \"ogre\"\nside = \"enemies\"\nhp = 1\nskill = 0\ntarget = \"weakest\"\nattacks = [{ id = \"club\", kind = \"melee\", damage = \"1\" }]\n";
    let shaman = "[[combatants]]\nid = \"shaman\"\nside = \"enemies\"\nhp = 1\nskill = 0\nattacks = [{ id = \"hex\", kind = \"spell\", dr = 40, hinder = \"weakened\" }]\n";
    let head = "zones = [{ id = \"pit\" }]\n[rules]\nmax_rounds = 1\nenemies_begin_max = 6\n";
    let dies = |listed: &[&str], overrides: &[&str]| {
        let text = format!("{head}{}{}", hero("hero"), listed.concat());
        solved(&text, overrides).ends(0, EndState::Dead)
    };
    assert_close(dies(&[ogre, shaman], &[]), 9.0 / 20.0);
    assert_close(dies(&[shaman, ogre], &[]), 279.0 / 400.0);
    for listed in [[ogre, shaman], [shaman, ogre]] {
        assert_close(dies(&listed, &["rules.order_ties=random"]), 459.0 / 800.0);
    }
    let two = format!("{head}{}{}{ogre}", hero("first"), hero("second"));
    let ends = |overrides: &[&str]| [0, 1].map(|who| solved(&two, overrides).ends(who, EndState::Dead));
    let ([listed, not_listed], [first, second]) = (ends(&[]), ends(&["rules.target_ties=random"]));
    assert_close(listed, 9.0 / 20.0);
    assert_close(not_listed, 0.0);
    assert_close(first, 9.0 / 40.0);
    assert_close(second, 9.0 / 40.0);
}
