//! The rules that a replay of `zones` names beside its lines: those of the Turn, and no others.

use equipoise_engine::Seed;
use equipoise_engine::dice::{Dice, Seeded, Slot};
use equipoise_engine::systems::zones::Zones;
use equipoise_engine::testing::{assert_told_by_turn, loaded, try_load};

/// The gallery, each scenario with overrides that concern its own Zones and combatants.
const GALLERY: [(&str, &[&str]); 6] = [
    (
        include_str!("../../../../scenarios/zones/ford-ambush.toml"),
        &[
            "zones.ford.disadvantage=all",
            "combatants.guard.attacks.halberd.stowed=true",
            "combatants.ghoul.attacks.claws.hinder=weakened",
            "combatants.ghoul.attitude=roll",
        ],
    ),
    (
        include_str!("../../../../scenarios/zones/last-stand.toml"),
        &[
            "zones.barricade.disadvantage=enemies",
            "combatants.raider.attitude=roll",
            "combatants.chief.attacks.greataxe.push=true",
            "combatants.villager.attacks.stones.off_hand_damage=1d4",
        ],
    ),
    (
        include_str!("../../../../scenarios/zones/pit-fight.toml"),
        &[
            "zones.pit.disadvantage=party",
            "combatants.sellsword.attacks.longsword.stowed=true",
            "combatants.ogre.attitude=roll",
            "combatants.ogre.attacks.club.hinder=stuck",
            "combatants.sellsword.attacks.longsword.ongoing=true",
        ],
    ),
    (
        include_str!("../../../../scenarios/zones/spore-hollow.toml"),
        &[
            "zones.nest.disadvantage=party",
            "combatants.delver.attacks.mattock.off_hand_damage=1d4",
            "combatants.spiderling.attitude=roll",
            "combatants.delver.attacks.mattock.stowed=true",
            "zones.hollow.hazard.damage=1d2-1",
        ],
    ),
    (
        include_str!("../../../../scenarios/zones/talk-or-steel.toml"),
        &[
            "zones.ledge.disadvantage=all",
            "combatants.clansman.attitude=hostile",
            "combatants.clansman.attacks.spear.hinder=paralysed",
            "combatants.bladedancer.attacks.twin-blades.usage=1",
        ],
    ),
    (
        include_str!("../../../../scenarios/zones/toll-bridge.toml"),
        &[
            "zones.riverbed.disadvantage=party",
            "combatants.goblin.attitude=roll",
            "combatants.goblin.policy=retreat",
            "combatants.warden.attacks.longsword.usage=1",
            "combatants.rogue.attacks.bow.stowed=true",
        ],
    ),
];

/// Knobs with values beside their defaults.
const KNOBS: [&str; 38] = [
    "max_rounds=3",
    "melee_dr=16",
    "avoid_dr=8",
    "recover_dr=18",
    "surprised=none",
    "surprised=party",
    "surprised=enemies",
    "enemies_begin_max=6",
    "initiative=each_round",
    "initiative_ties=dex",
    "capacity_counts=side",
    "close_shot_disadvantage=false",
    "mirror_disadvantage=false",
    "weakened_creature_attacks=none",
    "crit_constant=multiplied",
    "fumble_constant=once",
    "naturals_decide=false",
    "natural_one_misses=true",
    "dual_mark=main",
    "spells_crit=true",
    "ongoing_damage=attacker_level",
    "free_attacks=one",
    "free_attacks=none",
    "creatures_provoke=false",
    "creature_stunts=avoid",
    "recover_at=turn_start",
    "paralysed_avoid=fail",
    "item_use=separate_action",
    "party_at_zero_hp=down",
    "reaction=roll",
    "reaction_scope=each",
    "reaction_fights_up_to=5",
    "morale_triggers=",
    "morale_triggers=own_half",
    "morale_triggers=first_out",
    "morale_scope=side",
    "morale_failure=retreat",
    "morale_failure=leave",
];

/// Every third knob and override, by chance; of a knob that is drawn twice the first value.
fn drawn(dice: &mut impl Dice, own: &[&str]) -> Vec<String> {
    let knobs = KNOBS.iter().map(|knob| format!("rules.{knob}"));
    let all = knobs.chain(own.iter().map(|&text| text.to_owned()));
    let mut drawn: Vec<String> = all.filter(|_| dice.die(3) == 1).collect();
    let path = |text: &str| text.split('=').next().unwrap_or_default().to_owned();
    drawn.dedup_by_key(|text| path(text));
    drawn
}

/// ZONES-01 to ZONES-55: every told line of the gallery names a rule, and none that its Turn did not apply.
#[test]
fn every_line_of_the_gallery_names_the_rules_of_its_turn() {
    for (text, own) in GALLERY {
        assert_told_by_turn(&loaded::<Zones>(text, &[]), Seed(1), 300);
        for more in own {
            assert_told_by_turn(&loaded::<Zones>(text, &[more]), Seed(2), 30);
        }
    }
}

/// ZONES-01 to ZONES-55: the same under knobs drawn at random.
#[test]
fn every_line_names_the_rules_of_its_turn_whatever_the_knobs() {
    let (mut dice, mut refused) = (Seeded::new(Seed(3)), 0);
    dice.slot(Slot::shared(0));
    for round in 0..600 {
        let (text, own) = GALLERY[round % GALLERY.len()];
        let overrides = drawn(&mut dice, own);
        let overrides: Vec<&str> = overrides.iter().map(String::as_str).collect();
        match try_load::<Zones>(text, &overrides) {
            Ok(rules) => assert_told_by_turn(&rules, Seed(4), 10),
            Err(_) => refused += 1,
        }
    }
    // Some scenarios have no exit for those who would retreat.
    assert!(refused < 100, "{refused} are refused");
}
