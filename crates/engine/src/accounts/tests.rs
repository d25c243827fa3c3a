use std::sync::Arc;

use super::*;
use crate::any::AnyFight;
use crate::outcome::Side;
use crate::ruleset::Ruleset;
use crate::systems::tiny::Tiny;
use crate::testing;

const TWINS: &str = r#"
system = "tiny"
name = "Twins"
[[combatants]]
id = "hero"
side = "party"
hp = 4
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "orc"
side = "enemies"
hp = 4
count = 2
attacks = [{ id = "claw", kind = "light_melee" }, { id = "bite", kind = "light_melee" }]
"#;

/// Every metric of accounts is found again by its account and measure, and has a name of its own.
#[test]
fn every_metric_has_an_account_and_a_name() {
    let tiny: Tiny = testing::loaded(TWINS, &[]);
    let rules = Accounted::new(AnyFight::new(Arc::new(tiny)));
    let (accounts, metrics) = (rules.accounts(), rules.metrics());
    let listed: Vec<_> = accounts.list().collect();
    assert_eq!(metrics.len(), accounts.first() + listed.len());
    for (index, &(account, measure)) in (accounts.first()..).zip(&listed) {
        assert_eq!(accounts.metric(account, measure), Some(index), "{}", metrics[index].name);
    }
    let names: std::collections::BTreeSet<_> = metrics.iter().map(|metric| &metric.name).collect();
    assert_eq!(names.len(), metrics.len());
    for name in [
        "accounts.orc-2.bite.damage",
        "accounts.orc-2.damage_lost",
        "accounts.hero.against.orc-1.felled",
        "accounts.hero.stabilization.damage_restored",
    ] {
        assert!(metrics.iter().any(|metric| metric.name == name), "{name}");
    }
    assert_eq!(rules.combatants()[1].side, Side::Enemies);
    assert_eq!(accounts.metric(Account::Combatant(Who::new(0)), Measure::Uses), None);
}

/// Names that a quantity could not have are written in its signs, and equal ones are numbered.
#[test]
fn means_have_plain_names_of_their_own() {
    let means = ["two swords", "two.swords", "épée", "two-swords"].map(|name| Means::new("attack", name));
    let names: Vec<_> = layout::distinct(means.into()).into_iter().map(|means| means.name).collect();
    assert_eq!(names, ["two-swords", "two-swords-2", "épée", "two-swords-3"]);
}
