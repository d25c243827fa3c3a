//! Checks a declaration of keys itself; every system's tests ask for this.

use super::kind::{is_id, is_in_range};
use super::schema::{Choice, Default, Key, Kind};
use super::section::{find_key, push_segment};
use super::{DiceExpr, nearest};

/// What is wrong with a declaration, one sentence each: names that are there twice, literal defaults that the key
/// itself would refuse, lists of tables without an `id`, texts without words. Empty for a sound declaration.
pub fn mistakes_of_declaration(schema: &'static [Key]) -> Vec<String> {
    let mut mistakes = Vec::new();
    table(schema, "", &mut mistakes);
    mistakes
}

/// The recursion follows the declaration, which is finite.
fn table(keys: &'static [Key], path: &str, mistakes: &mut Vec<String>) {
    for (index, key) in keys.iter().enumerate() {
        let mut path = path.to_owned();
        push_segment(&mut path, key.name);
        if keys[..index].iter().any(|other| other.name == key.name) {
            mistakes.push(format!("`{path}` is declared twice"));
        }
        if key.doc.is_empty() {
            mistakes.push(format!("`{path}` has no doc"));
        }
        if key.name.is_empty() || key.name.contains('.') || key.name.chars().count() > nearest::CHARACTERS_MAX {
            mistakes.push(format!("`{path}` cannot stand in a path"));
        }
        if !default_fits(key) {
            mistakes.push(format!("`{path}` has a default that it does not allow: {}", key.default));
        }
        match key.kind {
            Kind::Table(nested) => table(nested, &path, mistakes),
            Kind::Tables { keys: nested, .. } => {
                let is_required_id = |id: &Key| matches!(id.kind, Kind::Id) && id.default == Default::Required;
                if !find_key(nested, "id").is_some_and(is_required_id) {
                    mistakes.push(format!("`{path}` needs a required `id`"));
                }
                table(nested, &path, mistakes);
            }
            _ => {}
        }
    }
}

fn default_fits(key: &Key) -> bool {
    let has = |choices: &[Choice], word: &str| choices.iter().any(|choice| choice.name == word);
    match (key.default, key.kind) {
        (Default::Required | Default::Absent | Default::Derived(_), _)
        | (Default::Bool(_), Kind::Bool)
        | (Default::Text(_), Kind::Text) => true,
        (Default::Int(value), Kind::Int { min, max, numbers }) => is_in_range(value, min, max, numbers),
        (Default::Int(value), Kind::Dice) => DiceExpr::constant(value).is_ok(),
        (Default::Word(word), Kind::Word(choices)) => has(choices, word),
        (Default::Words(words), Kind::Words { choices, repeated_max }) => {
            words.len() <= repeated_max.unwrap_or(choices.len()) && words.iter().all(|word| has(choices, word))
        }
        (Default::Text(text), Kind::Id) => is_id(text),
        (Default::Text(text), Kind::Name(names)) => names.allow(text),
        (Default::Text(text), Kind::Dice) => text.parse::<DiceExpr>().is_ok(),
        (Default::Table, Kind::Table(keys)) => keys.iter().all(|key| key.default != Default::Required),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_declaration_has_no_mistakes() {
        const KEYS: &[Key] =
            &[Key::odd_int("a", 1, 9).default_int(3).doc("x"), Key::dice("b").default_text("1").doc("x")];
        assert_eq!(mistakes_of_declaration(KEYS), [""; 0]);
    }

    #[test]
    fn every_mistake_is_told() {
        const CHOICES: &[Choice] = &[Choice { name: "x", doc: "x" }];
        const KEYS: &[Key] = &[
            Key::odd_int("a", 1, 9).default_int(4).doc("x"),
            Key::word("b", CHOICES).default_word("y").doc("x"),
            Key::bool("b"),
            Key::table("c", &[Key::bool("d").required().doc("x")]).default_table().doc("x"),
            Key::tables("e", &[Key::dice("f").default_text("2w6").doc("x")], 3).doc("x"),
            Key::text("g.h").default_int(1).doc("x"),
        ];
        assert_eq!(
            mistakes_of_declaration(KEYS),
            [
                "`a` has a default that it does not allow: 4",
                "`b` has a default that it does not allow: \"y\"",
                "`b` is declared twice",
                "`b` has no doc",
                "`c` has a default that it does not allow: all defaults",
                "`e` needs a required `id`",
                "`e.f` has a default that it does not allow: \"2w6\"",
                "`g.h` cannot stand in a path",
                "`g.h` has a default that it does not allow: 1",
            ]
        );
    }
}
