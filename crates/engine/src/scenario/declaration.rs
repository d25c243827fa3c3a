//! Checks of the declarations themselves, for the tests of every system.

use super::expect::{self, EXPECT};
use super::key::{DefaultValue, KeyDecl, find_key};
use super::kinds::{Group, Id, Inside, Reads};
use super::nearest;
use super::section::push_segment;
use super::validate::Check;

/// The mistakes of a declaration, one sentence each: names declared twice, literal defaults that the key itself would
/// refuse, lists of tables without an `id`, keys without a doc, and so on. Empty for a sound declaration.
pub fn mistakes_of_declaration(schema: &'static [KeyDecl]) -> Vec<String> {
    let mut search = Search::default();
    if find_key(schema, EXPECT).is_some() {
        search.mistakes.push(format!("`{EXPECT}` is the table of expectations of every system"));
    }
    search.table(&mut vec![schema], "");
    search.mistakes
}

#[derive(Default)]
struct Search {
    mistakes: Vec<String>,
    /// The groups that were checked already.
    groups: Vec<&'static Group>,
}

impl Search {
    /// Checks the keys of the last of these nested tables. The recursion follows the declaration, which is finite.
    fn table(&mut self, tables: &mut Vec<&'static [KeyDecl]>, path: &str) {
        let keys = tables.last().copied().unwrap_or_default();
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
            for named in key.follows.named().into_iter().filter(|named| !is_known(tables, named)) {
                self.mistakes.push(format!("`{path}` follows from `{named}`, which is no key"));
            }
            self.inside(key, tables, &path);
        }
    }

    fn inside(&mut self, key: &'static KeyDecl, tables: &mut Vec<&'static [KeyDecl]>, path: &str) {
        match key.kind.inside() {
            Inside::Table(nested) => {
                if key.kind.group().is_none_or(|group| self.is_new(group)) {
                    tables.push(nested);
                    self.table(tables, path);
                    tables.pop();
                }
            }
            Inside::Tables(list) => {
                let is_required_id = |id: &KeyDecl| Id::fits(&id.kind) && id.default == DefaultValue::Required;
                if !find_key(list.keys, list.by).is_some_and(is_required_id) {
                    self.mistakes.push(format!("`{path}` needs a required `{}`", list.by));
                }
                if key.kind.group().is_none_or(|group| self.is_new(group)) {
                    tables.push(list.keys);
                    self.table(tables, path);
                    tables.pop();
                }
            }
            Inside::Nothing | Inside::Entries { .. } => {}
        }
    }

    /// Whether a group was not checked yet. Groups are identified by name, so two groups must not share one.
    fn is_new(&mut self, group: &'static Group) -> bool {
        let known = self.groups.iter().find(|known| known.definition() == group.definition());
        if known.is_some_and(|known| !std::ptr::eq(known.keys, group.keys)) {
            self.mistakes.push(format!("two groups of keys are called `{}`", group.name));
        }
        if group.definition() == expect::DEFINITION {
            self.mistakes.push(format!("a group of keys is called `{}`, as expectations are", group.name));
        }
        let is_new = known.is_none();
        self.groups.extend(is_new.then_some(group));
        is_new
    }
}

/// Whether a key of this name exists in the last table or one around it; a name with a dot is a path from the root.
fn is_known(tables: &[&'static [KeyDecl]], name: &str) -> bool {
    match name.split_once('.') {
        None => tables.iter().any(|keys| find_key(keys, name).is_some()),
        Some((table, key)) => {
            match tables.first().and_then(|root| find_key(root, table)).map(|key| key.kind.inside()) {
                Some(Inside::Table(keys)) => find_key(keys, key).is_some(),
                _ => false,
            }
        }
    }
}

/// Whether the key accepts its own literal default.
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
    use crate::scenario::{Follow, Key, words};

    #[test]
    fn a_sound_declaration_has_no_mistakes() {
        const KEYS: &[KeyDecl] = &[A.doc("x").decl(), Key::dice("b").doc("x").decl()];
        const A: Key<u8> = Key::odd_int("a", 1, 9).default_int(3);
        assert_eq!(mistakes_of_declaration(KEYS), [""; 0]);
    }

    #[test]
    fn a_default_follows_from_keys_that_there_are() {
        const INNER: &[KeyDecl] =
            &[Key::bool("d").same_as("a").doc("x").decl(), Key::bool("e").same_as("f").doc("x").decl()];
        const KEYS: &[KeyDecl] = &[
            Key::bool("a").same_as("c.d").doc("x").decl(),
            Key::bool("b")
                .derived("x")
                .follows(&[Follow::value("true").when("c.x", "1").if_given("a")])
                .doc("x")
                .decl(),
            Key::table("c", INNER).doc("x").decl(),
        ];
        let mistakes = ["`b` follows from `c.x`, which is no key", "`c.e` follows from `f`, which is no key"];
        assert_eq!(mistakes_of_declaration(KEYS), mistakes);
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
