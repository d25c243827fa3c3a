//! The vocabulary of scenarios, and the result of compiling it.

mod injury_tables;
mod loading;
mod ranges;
mod refusals;

use super::*;

/// A hero with a knife, called x, a spell, called s, and a draught, called i.
const HERO: &str = r#"
attacks = [{ id = "x", damage = "1d4" }]
spells = [{ id = "s", tn = 12, damage = "1d6" }]
items = [{ id = "i", restores_stress = "1d6" }]"#;

const X: &str = "combatants.hero.attacks.x";
const I: &str = "combatants.hero.items.i";

/// A scenario of a hero and an orc with these keys, a line each, and with such rules.
fn scene(hero: &str, orc: &str, rules: &str) -> String {
    format!(
        "system = \"wounds\"\nname = \"Scene\"\n[rules]\n{rules}\n\
         [[combatants]]\nid = \"hero\"\nside = \"party\"\n{hero}\n\
         [[combatants]]\nid = \"orc\"\nside = \"enemies\"\n{orc}\n"
    )
}

fn load_with(text: &str, files: &[(&str, &str)], overrides: &[&str]) -> Result<Wounds, String> {
    testing::try_load_with(text, files, overrides)
}

fn try_wounds(text: &str, overrides: &[&str]) -> Result<Wounds, String> {
    load_with(text, &[], overrides)
}

#[track_caller]
fn refuses(bad: &str, path: &str, said: &[&str], good: &str) {
    testing::refuses::<Wounds>(bad, path, said, good);
}
