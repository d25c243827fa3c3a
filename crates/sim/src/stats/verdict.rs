//! The decision of a test of one paired difference.

use std::fmt;

use serde::{Serialize, Serializer};

use super::paired::Difference;

/// The decision of a sequential comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The party's win shares differ.
    Different,
    /// The win shares are the same within the margin.
    Same,
    /// Neither was known when the encounters were spent, or when the comparison was interrupted.
    Undecided,
}

/// The decision about one difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The interval of the difference lies within a margin.
    Same {
        /// The largest difference that does not matter.
        within: f64,
    },
    /// The p-value is below one minus the confidence, or a sequence of intervals has excluded 0.
    Different,
    /// The rules see the same on both sides.
    Identical,
    /// Both sides had the same number in every single encounter. That is what was seen: a rare difference may be there all
    /// the same.
    Unchanged,
    /// Nothing can be concluded.
    Undecided,
}

impl Verdict {
    /// Decides one difference. The margin applies to shares alone, and it comes first: a share whose interval lies within
    /// it is the same, even if its p-value shows that it differs by less than the margin, and even if no encounter differs.
    pub fn of(difference: &Difference, confidence: f64, margin: Option<f64>) -> Self {
        let is_within =
            |margin: &f64| difference.interval.is_some_and(|found| found.lo >= -margin && found.hi <= *margin);
        let margin = margin.filter(|_| difference.discordant.is_some());
        match margin.filter(is_within) {
            Some(within) => Self::Same { within },
            None if difference.is_always_zero() => Self::Unchanged,
            None if difference.p < 1.0 - confidence => Self::Different,
            None => Self::Undecided,
        }
    }

    /// The verdict of a sequential comparison with this margin.
    pub fn of_decision(decision: Decision, margin: Option<f64>) -> Self {
        match (decision, margin) {
            (Decision::Different, _) => Self::Different,
            (Decision::Same, Some(within)) => Self::Same { within },
            (Decision::Same, None) | (Decision::Undecided, _) => Self::Undecided,
        }
    }

    /// The verdict without its margin.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same { .. } => "same",
            Self::Different => "different",
            Self::Identical => "identical",
            Self::Unchanged => "same in every encounter",
            Self::Undecided => "undecided",
        }
    }
}

/// In full: the word, and the margin that a difference is the same within.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same { within } => write!(f, "{} within {within}", self.word()),
            Self::Different | Self::Identical | Self::Unchanged | Self::Undecided => f.write_str(self.word()),
        }
    }
}

/// As it is displayed.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::JointCount;
    use crate::stats::paired::{PairedSums, mean_difference, share_difference};

    /// A share in 10 000 encounters, of which so many are discordant on either side.
    fn share(first_only: u64, second_only: u64) -> Difference {
        let joint = JointCount { both: 0, first_only, second_only, neither: 10_000 - first_only - second_only };
        share_difference("x".to_owned(), &joint, 0.95)
    }

    #[test]
    fn the_p_value_tells_differences_from_chance() {
        assert_eq!(Verdict::of(&share(100, 200), 0.95, None), Verdict::Different);
        assert_eq!(Verdict::of(&share(100, 110), 0.95, None), Verdict::Undecided);
        // 30 against 50 has a p-value of about 0.033.
        assert_eq!(Verdict::of(&share(30, 50), 0.95, None), Verdict::Different);
        assert_eq!(Verdict::of(&share(30, 50), 0.99, None), Verdict::Undecided);
    }

    /// A difference of 0.002 +- 0.0018 excludes 0 and lies within 0.01.
    #[test]
    fn the_margin_comes_before_the_p_value() {
        let small = share(30, 50);
        assert_eq!(Verdict::of(&small, 0.95, Some(0.01)), Verdict::Same { within: 0.01 });
        assert_eq!(Verdict::of(&small, 0.95, Some(0.003)), Verdict::Different);
        assert_eq!(Verdict::of(&share(40, 40), 0.95, Some(0.0001)), Verdict::Undecided);
    }

    /// The upper end of the interval is the one that is farther from 0; with the sides exchanged it is the lower one.
    #[test]
    fn the_whole_interval_must_lie_within_the_margin() {
        let reach = share(30, 50).interval.expect("of a share").hi;
        for difference in [share(30, 50), share(50, 30)] {
            let verdict = |margin: f64| Verdict::of(&difference, 0.95, Some(margin)).word();
            assert_eq!((verdict(reach), verdict(reach * 0.999)), ("same", "different"));
        }
    }

    #[test]
    fn a_margin_of_shares_says_nothing_of_means() {
        let mut sums = PairedSums::default();
        (0..100).for_each(|value| sums.add(value, value));
        let equal = mean_difference("x".to_owned(), &sums, 0.95);
        assert_eq!(Verdict::of(&equal, 0.95, Some(0.5)), Verdict::Unchanged);
    }

    /// Without a discordant encounter there is nothing to test; a margin may be told all the same.
    #[test]
    fn what_no_encounter_changes_has_a_verdict_of_its_own() {
        assert_eq!(Verdict::of(&share(0, 0), 0.95, None).to_string(), "same in every encounter");
        assert_eq!(Verdict::of(&share(0, 0), 0.95, Some(0.0001)), Verdict::Unchanged, "wider than the margin");
        assert_eq!(Verdict::of(&share(0, 0), 0.95, Some(0.01)), Verdict::Same { within: 0.01 });
        assert_eq!(Verdict::of(&share(2, 2), 0.95, None), Verdict::Undecided, "differences may cancel out");
    }

    #[test]
    fn sequential_decisions_are_verdicts() {
        let all = [Decision::Different, Decision::Same, Decision::Undecided];
        let with_margin = all.map(|decision| Verdict::of_decision(decision, Some(0.05)).to_string());
        assert_eq!(with_margin, ["different", "same within 0.05", "undecided"]);
        let json = serde_json::to_string(&Verdict::of_decision(Decision::Same, Some(0.05))).expect("a text");
        assert_eq!(json, r#""same within 0.05""#);
    }
}
