//! Checks a declaration of keys itself; every system's tests ask for this.

use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::{Group, Id, Inside, Reads};
use super::nearest;
use super::section::push_segment;
use super::validate::Check;

/// What is wrong with a declaration, one sentence each: names that are there twice, literal defaults that the key
/// itself would refuse, lists of tables without an `id`, texts without words. Empty for a sound declaration.
pub fn mistakes_of_declaration(schema: &'static [KeyDecl]) -> Vec<String> {
    let mut search = Search::default();
    search.table(schema, "");
    search.mistakes
}

#[derive(Default)]
struct Search {
    mistakes: Vec<String>,
    /// The groups that have been looked at.
    groups: Vec<&'static Group>,
}

impl Search {
    /// The recursion follows the declaration, which is finite.
    fn table(&mut self, keys: &'static [KeyDecl], path: &str) {
        for (index, key) in keys.iter().enumerate() {
            let mut path = path.to_owned();
            push_segment(&mut path, key.name);
            if keys[..index].iter().any(|other| other.name == key.name) {
                self.mistakes.push(format!("`{path}` is declared twice"));
            }
            if key.doc.is_empty() {
                self.mistakes.push(format!("`{path}` has no doc"));
            }
            if key.name.is_empty() || key.name.contains('.') || key.name.chars().count() > nearest::CHARACTERS_MAX {
                self.mistakes.push(format!("`{path}` cannot stand in a path"));
            }
            if !default_fits(key) {
                self.mistakes.push(format!("`{path}` has a default that it does not allow: {}", key.default));
            }
            self.inside(key, &path);
        }
    }

    fn inside(&mut self, key: &'static KeyDecl, path: &str) {
        match key.kind.inside() {
            Inside::Table(nested) => {
                if key.kind.group().is_none_or(|group| self.is_new(group)) {
                    self.table(nested, path);
                }
            }
            Inside::Tables(tables) => {
                let is_required_id = |id: &KeyDecl| Id::fits(&id.kind) && id.default == DefaultValue::Required;
                if !find_key(tables.keys, tables.by).is_some_and(is_required_id) {
                    self.mistakes.push(format!("`{path}` needs a required `{}`", tables.by));
                }
                if key.kind.group().is_none_or(|group| self.is_new(group)) {
                    self.table(tables.keys, path);
                }
            }
            Inside::Nothing | Inside::Entries { .. } => {}
        }
    }

    /// Whether a group has not been looked at. A group is known by its name, so that no other may have it.
    fn is_new(&mut self, group: &'static Group) -> bool {
        let known = self.groups.iter().find(|known| known.definition() == group.definition());
        if known.is_some_and(|known| !std::ptr::eq(known.keys, group.keys)) {
            self.mistakes.push(format!("two groups of keys are called `{}`", group.name));
        }
        let is_new = known.is_none();
        self.groups.extend(is_new.then_some(group));
        is_new
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
    use crate::scenario::key::DefaultValue;
    use crate::scenario::{Key, words};

    #[test]
    fn a_sound_declaration_has_no_mistakes() {
        const KEYS: &[KeyDecl] = &[A.doc("x").decl(), Key::dice("b").doc("x").decl()];
        const A: Key<u8> = Key::odd_int("a", 1, 9).default_int(3);
        assert_eq!(mistakes_of_declaration(KEYS), [""; 0]);
    }

    #[test]
    fn a_name_is_that_of_one_group() {
        static ONE: Group = Group { name: "block", doc: "x", keys: &[Key::bool("a").doc("x").decl()] };
        static OTHER: Group = Group { name: "block", doc: "x", keys: &[Key::bool("b").doc("x").decl()] };
        const SAME: &[KeyDecl] = &[Key::group("c", &ONE).doc("x").decl(), Key::group("d", &ONE).doc("x").decl()];
        const DIFFERENT: &[KeyDecl] = &[Key::group("c", &ONE).doc("x").decl(), Key::group("d", &OTHER).doc("x").decl()];
        assert_eq!(mistakes_of_declaration(SAME), [""; 0]);
        assert_eq!(mistakes_of_declaration(DIFFERENT), ["two groups of keys are called `block`"]);
    }

    #[test]
    fn every_mistake_is_reported() {
        words! {
            enum Letter {
                X = "x", "x",
            }
        }
        const A: Key<u8> = Key::odd_int("a", 1, 9).default_int(4);
        const B: Key<Letter> = Key::word("b").default_word("y");
        const INNER: &[KeyDecl] = &[Key::bool("d").required().doc("x").decl()];
        const DICE: KeyDecl = Key::dice("f").doc("x").decl().with_default(DefaultValue::Text("2w6"));
        const KEYS: &[KeyDecl] = &[
            A.doc("x").decl(),
            B.doc("x").decl(),
            Key::bool("b").decl(),
            Key::table("c", INNER).default_table().doc("x").decl(),
            Key::tables("e", &[DICE], 3).doc("x").decl(),
            Key::text("g.h").doc("x").decl().with_default(DefaultValue::Int(1)),
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
