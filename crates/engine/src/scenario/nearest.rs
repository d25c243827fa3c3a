//! The name that was probably meant.

/// Longer names are not compared.
pub(super) const CHARACTERS_MAX: usize = 64;

/// The candidate closest to `name`, if one is close enough that a slip of the keyboard explains the difference: one
/// edit in every three characters, counting swapped neighbours as one. One of those that an id with a count stands for,
/// `goblin-1` for `goblin`, is closer than any edit. The first of equally close ones.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length == 0 || length > CHARACTERS_MAX {
        return None;
    }
    let name = folded(name);
    let mut best = None;
    let mut fewest = usize::MAX;
    for candidate in candidates {
        if fewest == 0 {
            break;
        }
        if let Some(edits) = edits(&name, candidate, fewest - 1) {
            (best, fewest) = (Some(candidate), edits);
        }
    }
    best
}

/// How many edits, at most so many, make a candidate of a folded name.
fn edits(name: &str, candidate: &str, edits_max: usize) -> Option<usize> {
    let (length, candidate_length) = (name.chars().count(), candidate.chars().count());
    if candidate_length > CHARACTERS_MAX {
        return None;
    }
    let candidate = folded(candidate);
    if unnumbered(&candidate) == name {
        return Some(0);
    }
    let edits_max = edits_max.min(length.max(candidate_length) / 3);
    let edits = (length.abs_diff(candidate_length) <= edits_max).then(|| strsim::damerau_levenshtein(name, &candidate));
    edits.filter(|&edits| edits <= edits_max)
}

/// Case, `-` and `_` are mixed up so often that they do not count as differences.
fn folded(name: &str) -> String {
    name.chars().map(|c| if c == '-' { '_' } else { c.to_ascii_lowercase() }).collect()
}

/// A folded name, dotted or not, without the numbers that combatants of one id get.
fn unnumbered(name: &str) -> String {
    let without = |segment| match str::rsplit_once(segment, '_') {
        Some((id, number)) if number.chars().all(|c| c.is_ascii_digit()) => id,
        _ => segment,
    };
    name.split('.').map(without).collect::<Vec<_>>().join(".")
}

/// The question that goes with a near name.
pub(super) fn suggestion(nearest: &str) -> String {
    format!("did you mean `{nearest}`?")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 4] = ["meter_ticks", "contest_tie", "stakes", "hp"];

    #[test]
    fn a_slip_is_recognised() {
        assert_eq!(nearest("meter_tick", KEYS), Some("meter_ticks"));
        assert_eq!(nearest("metre-ticks", KEYS), Some("meter_ticks"));
        assert_eq!(nearest("Stakes", KEYS), Some("stakes"));
        assert_eq!(nearest("satkes", KEYS), Some("stakes"));
        assert_eq!(nearest("h-p", KEYS), Some("hp"));
    }

    #[test]
    fn an_id_with_a_count_is_one_of_its_combatants() {
        let names = ["combatants.a.dead", "combatants.b-1.dead", "combatants.b-2.dead"];
        assert_eq!(nearest("combatants.b.dead", names), Some("combatants.b-1.dead"));
        assert_eq!(nearest("combatants.c.dead", names), Some("combatants.a.dead"));
        assert_eq!(nearest("b", ["c", "b-x", "b-12"]), Some("b-12"));
        assert_eq!(nearest("b-1", ["b-1-1"]), Some("b-1-1"));
    }

    #[test]
    fn what_is_far_away_is_not_suggested() {
        assert_eq!(nearest("colour", KEYS), None);
        assert_eq!(nearest("ac", KEYS), None);
        assert_eq!(nearest("", KEYS), None);
        assert_eq!(nearest("a".repeat(65).as_str(), ["a".repeat(64).as_str()]), None);
    }

    #[test]
    fn the_closest_wins_and_then_the_first() {
        assert_eq!(nearest("goblin-3", ["goblin-10", "goblin-1", "goblin-2"]), Some("goblin-1"));
        assert_eq!(nearest("goblin-2", ["goblin-1", "goblin-2"]), Some("goblin-2"));
    }
}
