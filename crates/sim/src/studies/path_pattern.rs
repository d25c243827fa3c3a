//! Patterns of dotted paths, as people write them.

/// Whether a path matches a pattern in which `*` stands for any characters of one segment.
///
/// The path may be one that a system [declares](equipoise_engine::scenario::declared_paths), in which a segment `*` stands for
/// any id: the pattern then matches if some path of that form does.
pub fn matches(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('.'), path.split('.'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(id), Some("*")) if !id.is_empty() => {}
            (Some(pattern), Some(segment)) if matches_segment(pattern, segment) => {}
            _ => return false,
        }
    }
}

fn matches_segment(pattern: &str, segment: &str) -> bool {
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
}
