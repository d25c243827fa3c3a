//! Monte Carlo against the exact solver on random small fights across zones: the same rules code under two interpreters,
//! over knobs, policies, effects and battlefields that nobody thought of.

use super::{assert_forgetting_changes_nothing, assert_narrated_as_silent, assert_sampled_as_solved, digests, word};
use equipoise_engine::systems::zones::Zones;
use proptest::prelude::*;

prop_compose! {
    fn rules()(
        difficulties in prop::collection::vec(6_u8..16, 7),
        surprised in word(&["none", "none", "party", "enemies"]),
        enemies_begin_max in 0_u8..=6,
        initiative in word(&["once", "once", "each_round"]),
        (ties, capacity_counts) in (word(&["random", "dex", "listed"]), word(&["all", "side"])),
        [order_ties, target_ties] in [word(&["listed", "random"]), word(&["listed", "random"])],
        flags in prop::collection::vec(any::<bool>(), 6),
        (crit, fumble) in (1_u8..4, 1_u8..4),
        (crit_constant, fumble_constant) in (word(&["multiplied", "once"]), word(&["multiplied", "once"])),
        (weakened, ongoing) in (word(&["mirrored", "none"]), word(&["victim_level", "attacker_level"])),
        (free, stunts, recover, dual_mark) in (
            word(&["each", "one", "none"]), word(&["skill", "avoid"]), word(&["turn_end", "turn_start"]),
            word(&["pair", "main"])),
        (paralysed, items) in (word(&["test", "fail"]), word(&["with_retrieval", "separate_action"])),
        (party_zero, enemies_zero) in (word(&["dead", "down"]), word(&["dead", "down"])),
        (reaction, scope_of_reaction) in (word(&["hostile", "hostile", "roll"]), word(&["group", "each"])),
        fights_up_to in 3_u8..=10,
        triggers in prop::sample::subsequence(vec!["first_out", "half_out", "leader_out", "own_half"], 0..=4),
        (scope, failure) in (word(&["each", "side"]), word(&["leave", "retreat"])),
        max_rounds in prop::sample::select(&[6_u16, 25][..]),
    ) -> String {
        let [melee, ranged, avoid, spell, stunt, recover_dr, morale] = difficulties[..] else { unreachable!() };
        let [close, mirror, decide, one_misses, spells_crit, provoke] = flags[..] else { unreachable!() };
        format!(
            "[rules]\nmax_rounds = {max_rounds}\nmelee_dr = {melee}\nranged_dr = {ranged}\navoid_dr = {avoid}\n\
             spell_dr = {spell}\nstunt_dr = {stunt}\nrecover_dr = {recover_dr}\nmorale_dr = {morale}\n\
             surprised = \"{surprised}\"\nenemies_begin_max = {enemies_begin_max}\ninitiative = \"{initiative}\"\n\
             initiative_ties = \"{ties}\"\norder_ties = \"{order_ties}\"\ntarget_ties = \"{target_ties}\"\ncapacity_counts = \"{capacity_counts}\"\nclose_shot_disadvantage = {close}\n\
             mirror_disadvantage = {mirror}\nweakened_creature_attacks = \"{weakened}\"\nnaturals_decide = {decide}\nnatural_one_misses = {one_misses}\nspells_crit = {spells_crit}\n\
             creatures_provoke = {provoke}\ncrit_multiplier = {crit}\navoid_fumble_multiplier = {fumble}\n\
             crit_constant = \"{crit_constant}\"\nfumble_constant = \"{fumble_constant}\"\nongoing_damage = \"{ongoing}\"\nfree_attacks = \"{free}\"\n\
             creature_stunts = \"{stunts}\"\ndual_mark = \"{dual_mark}\"\nrecover_at = \"{recover}\"\nparalysed_avoid = \"{paralysed}\"\n\
             item_use = \"{items}\"\nparty_at_zero_hp = \"{party_zero}\"\nenemies_at_zero_hp = \"{enemies_zero}\"\n\
             reaction = \"{reaction}\"\nreaction_scope = \"{scope_of_reaction}\"\nreaction_fights_up_to = {fights_up_to}\nmorale_triggers = {triggers:?}\n\
             morale_scope = \"{scope}\"\nmorale_failure = \"{failure}\"\n"
        )
    }
}

prop_compose! {
    /// A hinderance and Ongoing Damage, or neither.
    fn ailments()(
        hinder in word(&["", "weakened", "distracted", "stuck", "paralysed"]),
        needs_action in any::<bool>(),
        ongoing in prop::bool::weighted(0.3),
    ) -> String {
        let hinder = match hinder {
            "" => String::new(),
            "weakened" | "stuck" => format!(", hinder = \"{hinder}\", hinder_needs_action = {needs_action}"),
            _ => format!(", hinder = \"{hinder}\""),
        };
        let ongoing = if ongoing { ", ongoing = true, ongoing_amount = 1" } else { "" };
        hinder + ongoing
    }
}

/// A line or a ring of one to three Zones, both sides' exits at the ends, perhaps with a hazard or in the dark.
fn battlefield() -> impl Strategy<Value = String> {
    let hazard = (word(&["turn_start", "enter", "both"]), word(&["all", "party", "enemies"]), ailments());
    let hazard = hazard.prop_map(|(when, affects, ailments)| {
        format!(", hazard = {{ when = \"{when}\", affects = \"{affects}\", test = \"str\", dr = 9, damage = \"1\"{ailments} }}")
    });
    let conditions = word(&["none", "none", "all", "party", "enemies"]);
    let ground = (prop::option::weighted(0.4, hazard), conditions).prop_map(|(hazard, conditions)| {
        let hazard = hazard.unwrap_or_default();
        format!(", disadvantage = \"{conditions}\"{hazard}")
    });
    (1_usize..=3, ground, 2_u8..4).prop_map(|(count, ground, capacity)| match count {
        1 => format!("zones = [{{ id = \"a\", exit = \"both\"{ground} }}]\n"),
        2 => format!("zones = [{{ id = \"a\", exit = \"party\" }}, {{ id = \"b\", exit = \"enemies\"{ground} }}]\n"),
        _ => format!(
            "zones = [{{ id = \"a\", exit = \"party\", adjacent = [\"b\"] }}, \
             {{ id = \"b\", adjacent = [\"c\"], capacity = {capacity}{ground} }}, \
             {{ id = \"c\", exit = \"enemies\" }}]\n"
        ),
    })
}

prop_compose! {
    /// An attack or stunt of a combatant; some keys are for characters only.
    fn attack(id: &'static str, is_character: bool)(
        kind in word(&["melee", "melee", "ranged", "spell", "stunt"]),
        damage in word(&["1d3", "1d2+1", "2", "1d4-1"]),
        off_hand in any::<bool>(),
        uses in prop::option::weighted(0.3, 1_u8..3),
        usage in prop::option::weighted(0.2, 1_u8..3),
        ailments in ailments(),
        (push, demand) in (prop::bool::weighted(0.2), prop::bool::weighted(0.2)),
        is_plain in prop::bool::weighted(0.5),
        stowed in prop::bool::weighted(0.2),
    ) -> String {
        if is_plain {
            return format!("{{ id = \"{id}\", kind = \"melee\", damage = \"1d3\", stowed = {stowed} }}");
        }
        let test = if is_character && matches!(kind, "spell" | "stunt") { ", test = \"dex\"" } else { "" };
        let damage = match kind {
            "stunt" => String::new(),
            "melee" | "ranged" if off_hand => format!(", damage = \"{damage}\", off_hand_damage = \"1d3\""),
            _ => format!(", damage = \"{damage}\""),
        };
        let push = if push || kind == "stunt" { ", push = true" } else { "" };
        let demand = if demand && is_character { ", demand = true" } else { "" };
        let uses = uses.map_or_else(String::new, |uses| format!(", uses = {uses}"));
        let is_weapon = is_character && matches!(kind, "melee" | "ranged");
        let usage = usage.filter(|_| is_weapon).map_or_else(String::new, |usage| format!(", usage = {usage}"));
        let range = if kind == "ranged" { ", range = 1" } else { "" };
        let stowed = if stowed && kind != "stunt" { ", stowed = true" } else { "" };
        format!("{{ id = \"{id}\", kind = \"{kind}\"{test}{damage}{range}{uses}{usage}{stowed}{ailments}{push}{demand} }}")
    }
}

prop_compose! {
    fn combatant(id: &'static str, side: &'static str, count_max: u8)(
        count in 1..=count_max,
        hp in 2_u8..6,
        level in 0_u8..3,
        bonuses in (0_i8..4, -1_i8..4),
        policy in word(&["default", "hold", "reckless", "skirmisher", "wary", "retreat"]),
        target in word(&["nearest", "weakest", "strongest", "random", "focus"]),
        retreat_below in word(&["0", "0", "40"]),
        attacks in (attack("first", side == "party"), attack("second", side == "party")),
        item in prop::bool::weighted(0.3),
        (fearless, leader) in (prop::bool::weighted(0.2), prop::bool::weighted(0.3)),
        attitude in word(&["rules", "rules", "hostile", "roll"]),
    ) -> String {
        let own = if side == "party" {
            format!("attributes = {{ str = {}, dex = {} }}", bonuses.0, bonuses.1)
        } else {
            format!(
                "skill = {}\nfearless = {fearless}\nleader = {leader}\nhit_dr_mod = {}\nattitude = \"{attitude}\"",
                bonuses.0, bonuses.1
            )
        };
        let items = if item { "items = [{ id = \"herbs\", heal = \"1d2\" }]\n" } else { "" };
        format!(
            "[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\ncount = {count}\nhp = {hp}\nlevel = {level}\n{own}\npolicy = \"{policy}\"\n\
             target = \"{target}\"\nretreat_below = {retreat_below}\nattacks = [{}, {}]\n{items}",
            attacks.0, attacks.1
        )
    }
}

prop_compose! {
    fn scenario(count_max: u8)(
        battlefield in battlefield(),
        rules in rules(),
        party in combatant("red", "party", count_max),
        enemies in combatant("blue", "enemies", count_max),
        third in prop::option::weighted(
            0.4, prop_oneof![combatant("rose", "party", count_max), combatant("navy", "enemies", count_max)]),
    ) -> String {
        let third = third.unwrap_or_default();
        format!("system = \"zones\"\nname = \"Random\"\n{battlefield}{rules}{party}{enemies}{third}")
    }
}

#[test]
fn random_fights_are_sampled_as_they_are_solved() {
    assert_sampled_as_solved::<Zones>(&scenario(1));
}

#[test]
fn forgetting_changes_no_random_fight() {
    assert_forgetting_changes_nothing::<Zones>(&scenario(1));
}

/// Fights of up to fifteen.
#[test]
fn random_fights_are_the_same_with_and_without_a_narration() {
    assert_narrated_as_silent::<Zones>(&scenario(5));
}

#[test]
#[ignore = "writes digests to compare two versions with"]
fn digests() {
    digests::write::<Zones>("zones", &prop_oneof![scenario(1), scenario(5)]);
}
