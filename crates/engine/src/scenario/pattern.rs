//! Patterns of dotted names and paths, as people write them.

use super::nearest;

/// The segment of a pattern that stands for any number of segments.
const ANY_SEGMENTS: &str = "**";

/// Whether a path is a pattern, which may match several.
pub fn is_pattern(path: &str) -> bool {
    path.contains('*')
}

/// Whether a path matches a pattern in which `*` stands for any characters of one segment, and a segment `**` for any
/// number of segments.
///
/// The path may be one that a system [declares](super::declared_paths), in which a segment `*`
/// stands for any id: the pattern then matches if some path of that form does.
pub fn matches(pattern: &str, path: &str) -> bool {
    let path: Vec<&str> = path.split('.').collect();
    // Whether the pattern so far matches the first 0, 1, 2, … segments.
    let mut matched = vec![false; path.len() + 1];
    matched[0] = true;
    for wanted in pattern.split('.') {
        if wanted == ANY_SEGMENTS {
            let first = matched.iter().position(|&is_matched| is_matched).unwrap_or(matched.len());
            matched[first..].fill(true);
        } else {
            for end in (1..matched.len()).rev() {
                matched[end] = matched[end - 1] && is_segment(wanted, path[end - 1]);
            }
            matched[0] = false;
        }
    }
    matched[path.len()]
}

/// Whether one segment of a pattern matches one of a path, which may be declared as `*`.
fn is_segment(wanted: &str, segment: &str) -> bool {
    (segment == "*" && !wanted.is_empty()) || matches_segment(wanted, segment)
}

/// Whether one segment of a path matches one of a pattern, in which `*` stands for any characters.
pub(super) fn matches_segment(pattern: &str, segment: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = segment.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The pattern that may have been meant by one that matches none of these paths: the same with `**` for a `*`, or with one more segment
/// behind it or before it, or on both sides, with points for its blanks, or the first of the combatants of an id; otherwise the nearest of
/// the paths, with the `*` of the pattern where they stand.
pub fn meant(pattern: &str, paths: &[&str]) -> Option<String> {
    let segments: Vec<&str> = pattern.split('.').collect();
    let stars = segments.iter().enumerate().filter(|(_, segment)| **segment == "*").map(|(at, _)| at);
    let deeper = stars.rev().map(|at| [&segments[..at], &[ANY_SEGMENTS], &segments[at + 1..]].concat().join("."));
    // Tables show the last parts of a name with blanks between them.
    let words = pattern.split_whitespace().collect::<Vec<_>>().join(".");
    let around = [
        format!("{pattern}.{ANY_SEGMENTS}"),
        format!("{ANY_SEGMENTS}.{words}"),
        format!("{ANY_SEGMENTS}.{pattern}.{ANY_SEGMENTS}"),
    ];
    let is_hit = |candidate: &String| paths.iter().any(|path| matches(candidate, path));
    if let Some(found) = deeper.chain(around).find(is_hit) {
        return Some(found);
    }
    if let Some(found) = paths.iter().find(|path| is_numbered(pattern, path)) {
        return Some((*found).to_owned());
    }
    let starred = |path: &&str| {
        let path: Vec<&str> = path.split('.').collect();
        let merged = segments.iter().zip(&path).map(|(&wanted, &own)| if wanted.contains('*') { wanted } else { own });
        (path.len() == segments.len()).then(|| merged.collect::<Vec<_>>().join("."))
    };
    let candidates: Vec<String> = paths.iter().filter_map(starred).collect();
    let candidates = candidates.iter().map(String::as_str).filter(|candidate| is_hit(&(*candidate).to_owned()));
    nearest(pattern, candidates.chain(paths.iter().copied())).map(str::to_owned)
}

/// Whether a name, dotted or not, is another with the number that tells combatants of one id apart: `goblin-1`, of `goblin`.
pub fn is_numbered(name: &str, numbered: &str) -> bool {
    let is_one_of = |(id, segment): (&str, &str)| {
        let number = segment.strip_prefix(id).and_then(|rest| rest.strip_prefix('-'));
        segment == id || number.is_some_and(|number| number.parse::<u16>().is_ok())
    };
    name.split('.').count() == numbered.split('.').count() && name.split('.').zip(numbered.split('.')).all(is_one_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_segment_by_segment() {
        for (pattern, path, expected) in [
            ("rules.melee_dr", "rules.melee_dr", true),
            ("rules.*_dr", "rules.melee_dr", true),
            ("rules.*", "rules.melee_dr", true),
            ("*", "rules.melee_dr", false),
            ("combatants.*.attacks.*.dr", "combatants.orc.attacks.axe.dr", true),
            ("combatants.*.dr", "combatants.orc.attacks.axe.dr", false),
            ("rules.m*_*r", "rules.melee_dr", true),
            ("rules.m*x*r", "rules.melee_dr", false),
            ("rules.melee", "rules.melee_dr", false),
            ("rules.*melee_dr*", "rules.melee_dr", true),
            ("rules.ab*ba", "rules.aba", false),
            ("rules.*", "rules", false),
            ("hp", "combatants.orc.hp", false),
            ("combatants.orc.hp", "combatants.*.hp", true),
            ("combatants.*.hp", "combatants.*.hp", true),
            ("combatants.o*.h*", "combatants.*.hp", true),
            ("combatants..hp", "combatants.*.hp", false),
            ("combatants.orc.dr", "combatants.*.hp", false),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn two_stars_are_any_number_of_segments() {
        for (pattern, path, expected) in [
            ("**", "rounds", true),
            ("**", "combatants.orc.hp", true),
            ("combatants.**", "combatants.orc.hp", true),
            ("combatants.**", "combatants", true),
            ("combatants.**", "rules.hp", false),
            ("**.hp", "combatants.orc.hp", true),
            ("**.hp", "hp", true),
            ("**.hp", "combatants.orc.hp.x", false),
            ("combatants.**.d*", "combatants.orc.attacks.axe.dr", true),
            ("combatants.**.axe.**", "combatants.orc.attacks.axe.dr", true),
            ("**.**.**", "a", true),
            ("a.**.b.**.c", "a.b.b.c", true),
            ("a.**.b.**.c", "a.b.b.d", false),
            ("combatants.**.hp", "combatants.*.hp", true),
            ("combatants.o**.hp", "combatants.orc.x.hp", false),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
        assert!(!matches(&"**.*.".repeat(10_000), "a.b.c.d.e.f.g.h"), "a long pattern takes no longer than it is");
    }

    #[test]
    fn what_matches_nothing_has_a_better_pattern() {
        let paths = ["combatants.orc.dead", "combatants.orc.fled", "rounds.mean", "party_any_dead"];
        for (pattern, expected) in [
            ("combatants.*", Some("combatants.**")),
            ("*.dead", Some("**.dead")),
            ("combatants", Some("combatants.**")),
            ("dead", Some("**.dead")),
            ("orc", Some("**.orc.**")),
            ("orc dead", Some("**.orc.dead")),
            ("combatants.*.ded", Some("combatants.*.dead")),
            ("combatants.ork.*", Some("combatants.orc.*")),
            ("round.mean", Some("rounds.mean")),
            ("party_any_deed", Some("party_any_dead")),
            ("", None),
            ("xyzzy", None),
        ] {
            assert_eq!(meant(pattern, &paths).as_deref(), expected, "{pattern}");
        }
    }

    #[test]
    fn an_id_with_a_count_is_one_of_its_combatants() {
        let names = ["combatants.a.dead", "combatants.b-1.dead", "combatants.b-2.dead", "groups.b.any_dead"];
        assert_eq!(meant("combatants.b.dead", &names).as_deref(), Some("combatants.b-1.dead"));
        assert_eq!(meant("combatants.c.dead", &names).as_deref(), Some("combatants.a.dead"));
        for (name, numbered, expected) in
            [("b", "b-12", true), ("b", "b-x", false), ("b", "b-", false), ("b", "c-1", false), ("b-1", "b-1-1", true)]
        {
            assert_eq!(is_numbered(name, numbered), expected, "{name} {numbered}");
        }
    }
}
