//! Monte Carlo against the exact solver on random small fights of wounds: the same rules code under two interpreters, over
//! knobs, policies, conditions and arrivals that nobody thought of.

use super::{assert_forgetting_changes_nothing, assert_narrated_as_silent, assert_sampled_as_solved, digests, word};
use equipoise_engine::systems::wounds::Wounds;
use proptest::prelude::*;

const ORDERS: &[&str] = &["simultaneous", "listed", "listed_reverse", "agility", "initiative_modifier"];
const POLICIES: &[&str] =
    &["default", "reckless", "skirmisher", "defensive", "cautious", "guard", "caster", "medic", "intimidator", "wary"];

prop_compose! {
    fn rules()(
        (die, distance, shift) in (1_u8..4, 0_u8..4, 0_u8..8),
        (order, targets) in (word(ORDERS), word(&["free", "free", "fixed"])),
        [order_ties, target_ties] in [word(&["listed", "random"]), word(&["listed", "random"])],
        speeds in prop::collection::vec(-2_i8..5, 5),
        (starts, reposte, entry) in (
            word(&["turn", "declaration"]), word(&["attacked", "missed"]), word(&["anyone", "full_defense"])
        ),
        (on_entry, first_hd_max, hits, misses, overflow, heal_self) in any::<(bool, bool, bool, bool, bool, bool)>(),
        (armour, chance, strength) in (
            word(&["after", "before"]), word(&["after_armour", "before_armour"]), word(&["cap", "lose"])
        ),
        (crawl, strain, dying, choking) in (0_u8..3, 0_u8..3, 0_u8..3, 1_u8..3),
        outnumbered in word(&["every_round", "once", "off"]),
        (obvious, minimum, waits) in (0_u8..5, 0_u8..2, any::<bool>()),
        max_rounds in prop::sample::select(&[4_u8, 8][..]),
    ) -> String {
        let [full, defensive, consumable, heal, intimidate] = speeds[..] else { unreachable!() };
        format!(
            "[rules]\nmax_rounds = {max_rounds}\ninitiative_die = {die}\nstart_distance = {distance}\n\
             late_arrival_shift = {shift}\ndeclaration = \"{order}\"\ndeclared_targets = \"{targets}\"\n\
             order_ties = \"{order_ties}\"\ntarget_ties = \"{target_ties}\"\n\
             full_defense_speed = {full}\ndefensive_attack_speed = {defensive}\nconsumable_speed = {consumable}\n\
             heal_speed = {heal}\nintimidate_speed = {intimidate}\nfull_defense_starts = \"{starts}\"\n\
             reposte_on = \"{reposte}\"\nentry_reposte_by = \"{entry}\"\nreposte_on_entry = {on_entry}\n\
             first_hd_max = {first_hd_max}\nnatural_20_hits = {hits}\nnatural_1_misses = {misses}\n\
             stress_overflow = {overflow}\nheal_self = {heal_self}\narmour_on_critical = \"{armour}\"\n\
             injury_chance_from = \"{chance}\"\nstrength_damage = \"{strength}\"\ncrawl_speed = {crawl}\n\
             strain_wounds = {strain}\ndying_wounds = {dying}\nsuffocation_wounds = {choking}\n\
             morale_outnumbered = \"{outnumbered}\"\nobvious_ratio = {obvious}\nminimum_damage = {minimum}\n\
             wait_for_reinforcements = {waits}\nprone_attack = -2\nprone_defense = -1\none_eye_attack = -3\n\
             concussed_attack = -1\nsurprised_defense = -2\n\
             injury_tables = {{ slashing = [\
             {{ roll = \"1\", speed = \"half\", flags = [\"winded\"] }},\
             {{ roll = \"2\", arm = \"yes\", damage = \"d2\", abilities = [\"strength\", \"dexterity\"], attack = -1 }},\
             {{ roll = \"3\", flags = [\"prone\", \"silenced\"], defense = -1 }},\
             {{ roll = \"4\", flags = [\"suffocating\", \"one_eye\"], speed = \"crawl\" }}] }}\n"
        )
    }
}

prop_compose! {
    fn attack()(
        kind in word(&["melee", "melee", "melee", "ranged", "thrown"]),
        (bonus, speed, reach) in (0_u8..12, -1_i8..4, 1_u8..4),
        damage in word(&["1", "d2", "2", "d3", "3"]),
        (critical, multiplier, strikes) in (prop::sample::select(&[12_u8, 20, 21][..]), 1_u8..4, 1_u8..3),
        hand in word(&["main", "off", "both", "none"]),
        (bypasses, ignores) in any::<(bool, bool)>(),
        cost in 0_u8..2,
    ) -> String {
        let far = if kind == "melee" { format!("reach = {reach}") } else { format!("range = {}", 2 * reach) };
        format!(
            "{{ id = \"a\", kind = \"{kind}\", bonus = {bonus}, weapon_speed = {speed}, {far}, damage = \"{damage}\", \
             critical_on = {critical}, critical_multiplier = {multiplier}, strikes = {strikes}, hand = \"{hand}\", \
             bypasses_stress = {bypasses}, ignores_armour = {ignores}, stress_cost = {cost} }}"
        )
    }
}

prop_compose! {
    fn combatant(id: &'static str, side: &'static str)(
        (strength, agility, stress) in (2_u8..6, 8_u8..13, 0_u8..4),
        (defense, armour, speed) in (0_u8..4, 0_u8..2, 0_u8..5),
        policy in word(POLICIES),
        (targeting, fights_on) in (
            word(&["nearest", "weakest", "finish"]), word(&["never", "stabilised", "always"])
        ),
        (surprised, morale) in any::<(bool, bool)>(),
        (enters, at) in (1_u8..3, word(&["\"start\"", "\"start\"", "0", "3", "\"d2\""])),
        (retreat, retreat_stress) in (0_u8..60, prop::sample::select(&[0_u8, 50][..])),
        attack in attack(),
        item in word(&["self", "ally"]),
    ) -> String {
        format!(
            "[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nstrength = {strength}\nagility = {agility}\n\
             stress = {stress}\nhd = \"1d4\"\ndefense_bonus = {defense}\narmour = {armour}\nspeed = {speed}\n\
             policy = \"{policy}\"\ntargeting = \"{targeting}\"\nfights_on = \"{fights_on}\"\nsurprised = {surprised}\n\
             morale = {morale}\nenters_round = {enters}\nenters_at = {at}\nretreat_below = {retreat}\n\
             retreat_stress_below = {retreat_stress}\nmana = 1\nheal = 6\nintimidation = 4\n\
             attacks = [{attack}, {{ id = \"fist\", damage = 1, hand = \"none\" }}]\n\
             spells = [{{ id = \"s\", tn = 12, bonus = 4, mana = 1, damage = \"d2\", range = 3 }}]\n\
             items = [{{ id = \"i\", restores_stress = 1, restores_wounds = \"d2\", target = \"{item}\" }}]\n"
        )
    }
}

/// One against one, and perhaps a third.
fn scenario(third: bool) -> impl Strategy<Value = String> {
    let others = combatant("third", "enemies").prop_map(move |text| if third { text } else { String::new() });
    (rules(), combatant("hero", "party"), combatant("orc", "enemies"), others).prop_map(|(rules, hero, orc, third)| {
        format!("system = \"wounds\"\nname = \"Random\"\n{rules}{hero}{orc}{third}")
    })
}

#[test]
fn sampling_agrees_with_the_exact_solution() {
    assert_sampled_as_solved::<Wounds>(&scenario(false));
}

#[test]
fn forgetting_changes_nothing() {
    assert_forgetting_changes_nothing::<Wounds>(&scenario(false));
}

#[test]
fn narrated_fights_end_as_silent_ones() {
    assert_narrated_as_silent::<Wounds>(&scenario(true));
}

#[test]
#[ignore = "writes digests to compare two versions with"]
fn digests() {
    digests::write::<Wounds>("wounds", &prop_oneof![scenario(false), scenario(true)]);
}
