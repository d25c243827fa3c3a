//! One number of a chart, as it is drawn and as it is read.

/// A number with its interval, and both as text. Whoever estimated it knows how many digits it supports.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The number.
    pub number: f64,
    /// The ends of its interval; none for what is known exactly.
    pub interval: Option<[f64; 2]>,
    /// The number for people.
    pub text: String,
    /// The interval for people; empty where there is none.
    pub range: String,
}

impl Value {
    /// A number without an interval.
    pub fn plain(number: f64, text: impl Into<String>) -> Self {
        Self { number, interval: None, text: text.into(), range: String::new() }
    }

    /// The number with its interval in words: `62% (60% to 64%)`.
    pub fn told(&self) -> String {
        if self.range.is_empty() { self.text.clone() } else { format!("{} ({})", self.text, self.range) }
    }

    /// The number and the ends of its interval.
    pub(crate) fn extent(&self) -> impl Iterator<Item = f64> {
        [self.number].into_iter().chain(self.interval.into_iter().flatten()).filter(|number| number.is_finite())
    }
}
