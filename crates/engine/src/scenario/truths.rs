//! Helps for texts without quotes in the place of a truth value. The parser cannot know which keys take truth values alone: their
//! declaration says it.

use super::error::{Problem, ProblemKind};
use super::key::KeyDecl;
use super::kinds::{Kind, truth};
use super::node::excerpt;

/// Puts a truth value into the help on a text without quotes, where its key takes nothing else in one of the declarations.
pub(super) fn hint_at_truths(problems: &mut [Problem], schemas: &[&'static [KeyDecl]]) {
    for problem in problems {
        let ProblemKind::Unquoted { key, text, .. } = &*problem.kind else { continue };
        let name =
            key.rsplit('.').next().unwrap_or(key).trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'');
        if !schemas.iter().any(|schema| holds_truth(schema, name)) {
            continue;
        }
        let key = excerpt(key.trim());
        problem.hint = Some(match truth(text) {
            Some(truth) => format!("write `{key} = {truth}`"),
            None => format!("write `{key} = true` or `{key} = false`"),
        });
    }
}

/// Whether a declaration has keys of a name, and all of them are `true` or `false`.
fn holds_truth(schema: &'static [KeyDecl], name: &str) -> bool {
    let mut kinds = Vec::new();
    add_kinds(schema, name, &mut kinds);
    !kinds.is_empty() && kinds.iter().all(|kind| matches!(kind, Kind::Bool(_)))
}

/// Adds the kinds of all keys of a name. The recursion follows the declaration, which is finite.
fn add_kinds(keys: &'static [KeyDecl], name: &str, kinds: &mut Vec<Kind>) {
    for key in keys {
        if key.name == name {
            kinds.push(key.kind);
        }
        add_kinds(key.kind.inside().keys(), name, kinds);
    }
}
