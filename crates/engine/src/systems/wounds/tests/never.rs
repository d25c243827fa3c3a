//! Things that no fight can use, as is known without a fight.

use super::*;

fn never(keys: &str) -> Vec<String> {
    let text = scene("", &[member("ann", keys), dummy("rat", "")]);
    let never = wounds(&text, &[]).never();
    never.into_iter().filter(|said| said.starts_with("`ann`")).collect()
}

fn outdone(one: &str, better: &str) -> Vec<String> {
    vec![format!(
        "`ann`: `{one}` is never used, since `{better}`, which stands before it, can be used wherever it could"
    )]
}

/// WOUNDS-25, WOUNDS-34, WOUNDS-54: an attack behind a free one that reaches as far and needs no other arm is never made.
#[test]
fn an_attack_behind_one_that_always_works_is_never_used() {
    let (near, far) = ("damage = 1", "damage = 1, reach = 3");
    assert_eq!(never(&attacks(&[near, near])), outdone("a1", "a0"));
    assert_eq!(never(&attacks(&[far, near])), outdone("a1", "a0"));
    assert_eq!(never(&attacks(&[near, far])), [""; 0]);
    for lacks in ["stress_cost = 1", "uses = 2"] {
        assert_eq!(never(&attacks(&[&format!("{near}, {lacks}"), near])), [""; 0], "{lacks}");
    }
    // Without its other arm a combatant still has the second one.
    assert_eq!(never(&attacks(&[&format!("{near}, hand = \"both\""), near])), [""; 0]);
    // A Reposte takes a melee attack.
    assert_eq!(never(&attacks(&["damage = 1, kind = \"ranged\", range = 9", near])), [""; 0]);
}

/// WOUNDS-23: a guard strikes with melee attacks that cost nothing.
#[test]
fn a_guard_uses_its_guard_weapons_alone() {
    let bow = "damage = 1, kind = \"ranged\", range = 9";
    let guard = format!("policy = \"guard\"\n{}", attacks(&["damage = 1", bow, "damage = 1"]));
    let said = "`ann`: `a1` is never used, since the policy `guard` strikes by Reposte alone, and that takes a melee attack without \
                `stress_cost` and `uses`";
    assert_eq!(never(&guard), [said]);
}

/// WOUNDS-35: spells are for policy `caster`, and the first one that can be paid for and reaches its target is cast.
#[test]
fn a_spell_that_nobody_casts_is_never_used() {
    let spells = |second: &str| {
        format!(
            "mana = 20\nspells = [{{ id = \"jolt\", tn = 5, mana = 2, damage = 1, range = 9 }}, \
             {{ id = \"frost\", tn = 5, mana = {second} }}]\n{}",
            attacks(&["damage = 1"])
        )
    };
    let dear = spells("3, damage = 1, range = 9");
    let caster = |spells: &str| never(&format!("policy = \"caster\"\n{spells}"));
    assert_eq!(caster(&dear), outdone("frost", "jolt"));
    assert_eq!(caster(&spells("1, damage = 1, range = 9")), [""; 0]);
    assert_eq!(caster(&spells("3, damage = 1, range = 12")), [""; 0]);
    let said =
        |name: &str| format!("`ann`: `{name}` is never used, since the policies `caster` and `wary` alone cast spells");
    assert_eq!(never(&dear), [said("jolt"), said("frost")]);
}
