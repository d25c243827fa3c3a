//! The mistakes of many variants of one scenario, each reported once.

use equipoise_engine::scenario::{Problem, ProblemKind, Problems, Source, Span};

use super::LoadError;

/// Errors of which no two report the same mistake.
#[derive(Default)]
pub(crate) struct Distinct {
    errors: Vec<LoadError>,
}

impl Distinct {
    /// Adds what an error reports that has not been reported yet, and returns that, if it is anything.
    pub(crate) fn add(&mut self, error: LoadError) -> Option<LoadError> {
        let new = match error {
            LoadError::Mistakes(Problems { sources, list }) => {
                let new = list.into_iter().filter(|problem| !self.reports(problem, &sources)).collect();
                LoadError::Mistakes(Problems { list: new, sources })
            }
            other if self.errors.contains(&other) => return None,
            other => other,
        };
        if new.mistakes() == 0 {
            return None;
        }
        self.errors.push(new.clone());
        Some(new)
    }

    /// The number of mistakes.
    pub(crate) fn mistakes(&self) -> usize {
        self.errors.iter().map(LoadError::mistakes).sum()
    }

    pub(crate) fn into_errors(self) -> Vec<LoadError> {
        self.errors
    }

    fn reports(&self, problem: &Problem, sources: &[Source]) -> bool {
        let has_it = |error: &LoadError| match error {
            LoadError::Mistakes(known) => known.list.iter().any(|known_problem| {
                let is_same = known_problem.kind == problem.kind
                    && known_problem.cell == problem.cell
                    && is_same_text(known_problem.span, &known.sources, problem.span, sources)
                    && is_same_remark(known_problem, &known.sources, problem, sources);
                is_same || is_same_bound(known_problem, &known.sources, problem, sources)
            }),
            LoadError::Unreadable { .. } | LoadError::TooManyTexts => false,
        };
        self.errors.iter().any(has_it)
    }
}

/// Whether two values of one option, such as those of a range, are out of the same bounds: the first of them tells which.
fn is_same_bound(left: &Problem, left_sources: &[Source], right: &Problem, right_sources: &[Source]) -> bool {
    let bound = |problem: &Problem| match &*problem.kind {
        ProblemKind::OutOfRange { path, allowed, .. } => Some((path.clone(), allowed.clone())),
        _ => None,
    };
    let option = |problem: &Problem, sources: &[Source]| {
        let source = sources.get(usize::from(problem.span?.source))?;
        source.name.starts_with("--").then(|| source.name.clone())
    };
    let is_same_option = option(left, left_sources).is_some_and(|name| option(right, right_sources) == Some(name));
    is_same_option && bound(left).is_some() && bound(left) == bound(right)
}

/// Whether two problems point at the same second location with the same words.
fn is_same_remark(left: &Problem, left_sources: &[Source], right: &Problem, right_sources: &[Source]) -> bool {
    match (&left.also, &right.also) {
        (Some((left_span, left_words)), Some((right_span, right_words))) => {
            left_words == right_words && is_same_text(Some(*left_span), left_sources, Some(*right_span), right_sources)
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Whether two spans are the same range of equal texts. Texts are compared, since variants number theirs differently.
fn is_same_text(left: Option<Span>, left_sources: &[Source], right: Option<Span>, right_sources: &[Source]) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => {
            left.range() == right.range()
                && left_sources.get(usize::from(left.source)) == right_sources.get(usize::from(right.source))
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(sources: &[(&str, &str)], list: &[(u16, &str)]) -> LoadError {
        let problem = |&(source, path): &(u16, &str)| Problem::refused(Span::new(source, 0..1), path, "no");
        let sources = sources.iter().map(|&(name, text)| Source::new(name, text)).collect();
        LoadError::Mistakes(Problems { sources, list: list.iter().map(problem).collect() })
    }

    #[test]
    fn a_mistake_of_many_variants_is_reported_once() {
        let mut found = Distinct::default();
        found.add(mistakes(&[("file", "x"), ("--set", "a=1")], &[(0, "p"), (1, "q")]));
        // The same change is the second text of one variant and the third of another.
        found.add(mistakes(&[("file", "x"), ("--set", "b=1"), ("--set", "a=1")], &[(0, "p"), (2, "q")]));
        assert_eq!((found.mistakes(), found.errors.len()), (2, 1));
        found.add(mistakes(&[("file", "x"), ("--set", "b=1"), ("--set", "a=1")], &[(0, "p"), (1, "q")]));
        assert_eq!((found.mistakes(), found.errors.len()), (3, 2));
    }

    #[test]
    fn other_texts_and_other_words_are_other_mistakes() {
        let mut found = Distinct::default();
        found.add(mistakes(&[("file", "x")], &[(0, "p")]));
        found.add(mistakes(&[("other", "x")], &[(0, "p")]));
        found.add(mistakes(&[("file", "x")], &[(0, "q")]));
        assert_eq!(found.mistakes(), 3);
        let unlocated = Problem::new(None, ProblemKind::Syntax { message: "x".to_owned() });
        let unlocated = LoadError::Mistakes(Problems { sources: Vec::new(), list: vec![unlocated] });
        found.add(unlocated.clone());
        found.add(unlocated);
        found.add(LoadError::TooManyTexts);
        found.add(LoadError::TooManyTexts);
        assert_eq!(found.mistakes(), 5);
    }

    /// The values of a range are texts of their own; those of a file are each worth a line.
    #[test]
    fn values_out_of_the_same_bounds_are_one_mistake_of_an_option() {
        let out_of_range = |name: &str, value: i64, allowed: &str| {
            let (path, allowed) = ("p".to_owned(), allowed.to_owned());
            let kind = ProblemKind::OutOfRange { path, value, allowed };
            let list = vec![Problem::new(Some(Span::new(0, 0..1)), kind)];
            LoadError::Mistakes(Problems { sources: vec![Source::new(name, format!("p={value}"))], list })
        };
        let mut found = Distinct::default();
        for value in 41..50 {
            found.add(out_of_range("--vary", value, "1..=40"));
        }
        assert_eq!(found.mistakes(), 1);
        found.add(out_of_range("--vary", 7, "odd"));
        found.add(out_of_range("--set", 41, "1..=40"));
        found.add(out_of_range("a.toml", 41, "1..=40"));
        found.add(out_of_range("a.toml", 42, "1..=40"));
        assert_eq!(found.mistakes(), 5);
    }
}
