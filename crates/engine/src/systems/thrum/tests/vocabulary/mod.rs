//! The vocabulary of scenarios, and the result of compiling it.

mod abilities;
mod arts;
mod ground;
mod loading;
mod loading_abilities;
mod ranges;
mod refusals;

use super::super::sheet::Sheet;
use super::*;

/// A scenario of a hero and an orc: parts of it, a key a line.
#[derive(Clone, Copy)]
struct Scene<'a> {
    /// The lines before the first table.
    top: &'a str,
    rules: &'a str,
    map: &'a str,
    hero: &'a str,
    orc: &'a str,
}

/// A scenario without mistakes.
const SCENE: Scene<'static> =
    Scene { top: "", rules: "", map: "party_start = [[0, 0, 3, 8]]\nenemy_start = [[9, 0, 3, 8]]", hero: "", orc: "" };

impl Scene<'_> {
    fn text(self) -> String {
        let Self { top, rules, map, hero, orc } = self;
        format!(
            "system = \"thrum\"\nname = \"Scene\"\n{top}\n[rules]\n{rules}\n[map]\n{map}\n\
             [[combatants]]\nid = \"hero\"\nside = \"party\"\n{hero}\n\
             [[combatants]]\nid = \"orc\"\nside = \"enemies\"\n{orc}\n"
        )
    }
}

fn with_rules(rules: &str) -> String {
    Scene { rules, ..SCENE }.text()
}

fn with_map(map: &str) -> String {
    Scene { map, ..SCENE }.text()
}

fn with_hero(hero: &str) -> String {
    Scene { hero, ..SCENE }.text()
}

/// A hero with one ability, called x.
fn with_ability(keys: &str) -> String {
    with_abilities(&[&format!("id = \"x\", {keys}")])
}

/// A hero with these abilities.
fn with_abilities(tables: &[&str]) -> String {
    with_hero(&listed("abilities", tables))
}

/// A list of tables under this key.
fn listed(key: &str, tables: &[&str]) -> String {
    format!("{key} = [{}]", tables.iter().map(|table| format!("{{ {table} }}")).collect::<Vec<_>>().join(", "))
}

/// The hero's sheet, with these keys.
fn sheet(keys: &str) -> Sheet {
    thrum(&with_hero(keys), &[]).sheets[0].clone()
}

/// The ability of [`with_ability`].
const X: &str = "combatants.hero.abilities.x";

fn load_with(text: &str, files: &[(&str, &str)], overrides: &[&str]) -> Result<Thrum, String> {
    testing::try_load_with(text, files, overrides)
}

fn try_thrum(text: &str, overrides: &[&str]) -> Result<Thrum, String> {
    load_with(text, &[], overrides)
}

#[track_caller]
fn refuses(bad: &str, path: &str, said: &[&str], good: &str) {
    testing::refuses::<Thrum>(bad, path, said, good);
}

/// Refuses a scenario for a key of its only ability.
#[track_caller]
fn refuses_ability(bad: &str, key: &str, said: &[&str], good: &str) {
    refuses(&with_ability(bad), &format!("{X}.{key}"), said, &with_ability(good));
}
