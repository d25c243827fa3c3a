//! Sentences about combatants.

/// Sentences with the combatants that they are about, in order: equal ones of several combatants are one, `rat-1 and 2 more: …`.
pub(crate) fn alike<'a>(found: impl Iterator<Item = (&'a String, String)>) -> Vec<String> {
    let mut sentences: Vec<(&String, usize, String)> = Vec::new();
    for (id, sentence) in found {
        match sentences.iter_mut().find(|(.., known)| *known == sentence) {
            Some((_, more, _)) => *more += 1,
            None => sentences.push((id, 0, sentence)),
        }
    }
    let told = |(id, more, sentence): (&String, usize, String)| match more {
        0 => format!("`{id}`: {sentence}"),
        more => format!("`{id}` and {more} more: {sentence}"),
    };
    sentences.into_iter().map(told).collect()
}

/// The sentence about what is never used, since something listed before it is always preferred.
pub(crate) fn outdone(name: &str, better: &str) -> String {
    format!("`{name}` is never used, since `{better}`, which stands before it, can be used wherever it could")
}
