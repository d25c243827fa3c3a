//! The closest of several names to a misspelt one.

/// Length above which names are not compared.
pub(super) const CHARACTERS_MAX: usize = 64;

/// The candidate closest to `name`, if it is close enough for a typing error: at most one edit per three characters,
/// where swapping two neighbours is one edit. Of equally close candidates, the first.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length == 0 || length > CHARACTERS_MAX {
        return None;
    }
    let name = folded(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let candidate_length = candidate.chars().count();
        let edits_max = best.map_or(length.max(candidate_length) / 3, |(edits, _)| edits.saturating_sub(1));
        if candidate_length > CHARACTERS_MAX || length.abs_diff(candidate_length) > edits_max {
            continue;
        }
        let edits = strsim::damerau_levenshtein(&name, &folded(candidate));
        if edits <= edits_max && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The number of edits from a name to a candidate, counted as in [`nearest`]; `None` if they are too many for a typing
/// error.
pub(super) fn edits(name: &str, candidate: &str) -> Option<usize> {
    nearest(name, [candidate])?;
    Some(strsim::damerau_levenshtein(&folded(name), &folded(candidate)))
}

/// The name without differences that are often mixed up: case, and `-` or `_`.
fn folded(name: &str) -> String {
    name.chars().map(|c| if c == '-' { '_' } else { c.to_ascii_lowercase() }).collect()
}

/// The question that proposes a near name.
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
