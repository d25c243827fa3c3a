//! Checks a declaration of keys itself; every system's tests ask for this.

use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::{Id, Inside, Reads};
use super::nearest;
use super::section::push_segment;
use super::validate::Check;

/// What is wrong with a declaration, one sentence each: names that are there twice, literal defaults that the key
/// itself would refuse, lists of tables without an `id`, texts without words. Empty for a sound declaration.
pub fn mistakes_of_declaration(schema: &'static [KeyDecl]) -> Vec<String> {
    let mut mistakes = Vec::new();
    table(schema, "", &mut mistakes);
    mistakes
}

/// The recursion follows the declaration, which is finite.
fn table(keys: &'static [KeyDecl], path: &str, mistakes: &mut Vec<String>) {
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
        match key.kind.inside() {
            Inside::Table(nested) => table(nested, &path, mistakes),
            Inside::Tables(tables) => {
                let is_required_id = |id: &KeyDecl| Id::fits(&id.kind) && id.default == DefaultValue::Required;
                if !find_key(tables.keys, "id").is_some_and(is_required_id) {
                    mistakes.push(format!("`{path}` needs a required `id`"));
                }
                table(tables.keys, &path, mistakes);
            }
            Inside::Nothing | Inside::Entries { .. } => {}
        }
    }
}

/// Whether a literal default is a value that the key would accept.
fn default_fits(key: &KeyDecl) -> bool {
    let mut check = Check::default();
    if let Some(node) = key.default.node() {
        key.kind.check(&node, key.name, &mut check);
    }
    check.finish().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Choice;

    #[test]
    fn a_sound_declaration_has_no_mistakes() {
        const KEYS: &[KeyDecl] =
            &[KeyDecl::odd_int("a", 1, 9).default_int(3).doc("x"), KeyDecl::dice("b").default_text("1").doc("x")];
        assert_eq!(mistakes_of_declaration(KEYS), [""; 0]);
    }

    #[test]
    fn every_mistake_is_told() {
        const CHOICES: &[Choice] = &[Choice { name: "x", doc: "x" }];
        const KEYS: &[KeyDecl] = &[
            KeyDecl::odd_int("a", 1, 9).default_int(4).doc("x"),
            KeyDecl::word("b", CHOICES).default_word("y").doc("x"),
            KeyDecl::bool("b"),
            KeyDecl::table("c", &[KeyDecl::bool("d").required().doc("x")]).default_table().doc("x"),
            KeyDecl::tables("e", &[KeyDecl::dice("f").default_text("2w6").doc("x")], 3).doc("x"),
            KeyDecl::text("g.h").default_int(1).doc("x"),
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
