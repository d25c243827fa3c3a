//! The results of a comparison: every difference with its verdict, or the number of encounters that a verdict takes.
//!
//! A comparison of fixed encounters has all differences. One that is played until it is decided knows the party's win share
//! alone, and fresh encounters tell the differences without bias: those that decided would overstate them, since play
//! stopped when they looked decisive. A pilot says how long a verdict takes. As JSON: `first, second, seed, encounters,
//! [range,] confidence, [margin,] [decision,] [partial,] [identical,] values`.

use std::ops::Range;

use equipoise_engine::scenario::Override;
use equipoise_engine::{Seed, Winner};
use serde::{Serialize, Serializer};

use super::verdict::Verdict;
use super::{Decided, JointTally, Recordable, StoppingRule};
use crate::stats::Interval;
use crate::stats::multiple::holm;
use crate::stats::paired::Difference;
use crate::stats::power::{Needed, forecast};
use crate::studies::precision::next_look;

/// The power of a pilot: the least chance that as many encounters as it says yield a verdict.
pub const POWER: f64 = 0.9;

/// Two scenarios under their titles.
pub struct Sides<'a> {
    /// The titles of both sides in results.
    pub titles: [String; 2],
    /// The fights of each side.
    pub fights: [&'a dyn Recordable; 2],
    /// Whether the rules see the same on both sides, so that no encounter can differ.
    pub identical: bool,
}

/// The settings of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The master seed.
    pub seed: Seed,
    /// The confidence of each interval and verdict, in 0..1.
    pub confidence: f64,
    /// The largest difference of a share that does not matter.
    pub margin: Option<f64>,
}

/// The title of a side: the scenario's name and system, and the changes that this side alone has.
pub fn title(scenario: &str, system: &str, changes: &[Override]) -> String {
    changes.iter().fold(format!("{scenario} ({system})"), |title, change| format!("{title}, {change}"))
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// The title of the first side.
    pub first: String,
    /// The title of the second side.
    pub second: String,
    /// The master seed.
    pub seed: u64,
    /// Encounters on each side.
    pub encounters: u64,
    /// Their indices, where they are not the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Indices>,
    /// The confidence of each interval and verdict.
    pub confidence: f64,
    /// The largest difference of a share that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The decision on earlier encounters; these are fresh ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Conclusion>,
    /// Whether an interrupt kept encounters from being played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Whether the rules see the same on both sides, so that no encounter can differ.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub identical: bool,
    /// Every number that both sides have.
    pub values: Vec<Judged>,
}

/// Ranges of encounter indices. As JSON `[from, to]`, or a list of such ranges where there are several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indices(pub Vec<Range<u64>>);

impl Indices {
    /// The indices of ranges; `None` if these are the first ones up to some encounter.
    pub fn unless_first(ranges: &[Range<u64>]) -> Option<Self> {
        match ranges {
            [] => None,
            [range] if range.start == 0 => None,
            ranges => Some(Self(ranges.to_vec())),
        }
    }
}

impl Serialize for Indices {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<(u64, u64)> = self.0.iter().map(|range| (range.start, range.end)).collect();
        match pairs.as_slice() {
            [range] => range.serialize(serializer),
            ranges => ranges.serialize(serializer),
        }
    }
}

/// The decision of a sequential comparison about the party's win share.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Conclusion {
    /// The verdict.
    pub verdict: Verdict,
    /// After how many encounters on each side.
    pub encounters: u64,
    /// The interval of the difference then, valid at every look.
    #[serde(flatten)]
    pub interval: Interval,
}

/// A difference and what it means.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// The difference.
    #[serde(flatten)]
    pub difference: Difference,
    /// Encounters that two unpaired runs need each to know it as well; none where it does not vary.
    pub unpaired_encounters: Option<u64>,
    /// Whether it is one.
    pub verdict: Verdict,
    /// The p-value of the difference together with all others of the comparison that can be tested, by the method of Holm;
    /// none where no encounter differs.
    pub p_holm: Option<f64>,
}

impl Judged {
    /// Whether it is a difference at this confidence with all rows of the comparison taken together.
    pub fn is_different_together(&self, confidence: f64) -> bool {
        self.verdict == Verdict::Different && self.p_holm.is_some_and(|p| p < 1.0 - confidence)
    }
}

impl Settings {
    /// The rule by which it is decided whether the party's win shares differ. Of identical sides nothing is to be known
    /// beyond the first look.
    pub(crate) fn rule(&self, max_encounters: u64, identical: bool) -> StoppingRule {
        let Self { margin, confidence, .. } = *self;
        StoppingRule {
            margin,
            confidence,
            max_encounters: if identical { next_look(0, max_encounters) } else { max_encounters },
        }
    }
}

/// The conclusion from a decision.
pub(crate) fn conclusion(decided: &Decided, identical: bool, settings: &Settings) -> Conclusion {
    let verdict = match Verdict::of_decision(decided.decision, settings.margin) {
        Verdict::Undecided if identical => Verdict::Identical,
        verdict => verdict,
    };
    Conclusion { verdict, encounters: decided.comparison.tally.encounters, interval: decided.interval }
}

/// The titles of both sides, and whether the rules see the same in them.
pub(crate) struct Titled {
    pub(crate) titles: [String; 2],
    pub(crate) identical: bool,
}

impl Sides<'_> {
    pub(crate) fn titled(&self) -> Titled {
        Titled { titles: self.titles.clone(), identical: self.identical }
    }
}

/// The differences of joint counts.
pub(crate) fn compared_of(
    sides: &Titled,
    settings: &Settings,
    tally: &JointTally,
    partial: bool,
    decision: Option<Conclusion>,
) -> Compared {
    let Settings { seed, confidence, margin } = *settings;
    let encounters = tally.encounters;
    let judged = |difference: Difference| Judged {
        unpaired_encounters: difference.unpaired_encounters(encounters),
        verdict: match Verdict::of(&difference, confidence, margin) {
            Verdict::Undecided | Verdict::Unchanged if sides.identical => Verdict::Identical,
            // Of no encounter nothing was seen.
            Verdict::Unchanged if encounters == 0 => Verdict::Undecided,
            verdict => verdict,
        },
        p_holm: None,
        difference,
    };
    let [first, second] = sides.titles.clone();
    let mut values: Vec<Judged> = tally.differences(confidence).into_iter().map(judged).collect();
    let together = holm(values.iter().map(|judged| judged.difference.p_if_tested()));
    values.iter_mut().zip(together).for_each(|(judged, p_holm)| judged.p_holm = p_holm);
    let (seed, identical) = (seed.0, sides.identical);
    let range = None;
    Compared { first, second, seed, encounters, range, confidence, margin, decision, partial, identical, values }
}

/// The number of encounters on each side that a verdict about the party's wins will take, judged by a pilot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Planned {
    /// Encounters of the pilot on each side.
    pub pilot: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of the verdict.
    pub confidence: f64,
    /// The chance of a verdict with so many encounters, for all that the pilot leaves open.
    pub power: f64,
    /// Until the difference shows; none where the pilot does not rule out that none does.
    pub different: Option<u64>,
    /// Until it is known to lie within the margin; none without a margin, or where the pilot does not rule out that it does
    /// not.
    pub same: Option<u64>,
    /// The range of numbers that the pilot leaves open, with the confidence of the verdict: `different` for the difference
    /// that asks for the fewest encounters; none where none has the power.
    pub different_lo: Option<u64>,
    /// The other end of the range, which is planned with: `different` again.
    pub different_hi: Option<u64>,
    /// The low end of the range for `same`.
    pub same_lo: Option<u64>,
    /// The other end of the range for `same`, which is planned with: `same` again.
    pub same_hi: Option<u64>,
    /// Whether the rules see the same on both sides, so that no encounter can differ.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub identical: bool,
    /// The largest difference that does not matter.
    #[serde(skip)]
    pub margin: Option<f64>,
    /// Whether an interrupt cut the pilot short.
    #[serde(skip)]
    pub partial: bool,
}

/// The number of encounters that a verdict will take, by the joint counts of a pilot.
pub(crate) fn planned_of(tally: &JointTally, identical: bool, settings: &Settings, partial: bool) -> Planned {
    let Settings { seed, confidence, margin } = *settings;
    let forecast = forecast(&tally.won(Winner::Party), margin, confidence, POWER);
    let nothing = Needed { encounters: None, least: None };
    let same = forecast.same.unwrap_or(nothing);
    // A pilot without a difference leaves one open, which is ruled out if no encounter can differ.
    let different = if identical { nothing } else { forecast.different };
    Planned {
        pilot: tally.encounters,
        seed: seed.0,
        confidence,
        power: POWER,
        different: different.encounters,
        same: same.encounters,
        different_lo: different.least,
        different_hi: different.encounters,
        same_lo: same.least,
        same_hi: same.encounters,
        identical,
        margin,
        partial,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::line;
    use crate::kernel::run::{BATCH, Watch};
    use crate::studies::compare::CompareJob;
    use crate::studies::compare::job::Outcome;
    use crate::studies::study::Until;
    use crate::toy::Toy;

    const SETTINGS: Settings = Settings { seed: Seed(5), confidence: 0.95, margin: Some(0.01) };

    fn on_toys<T>(extent: &Until, study: impl FnOnce(CompareJob) -> T) -> T {
        let toys = [Toy::new(), Toy::new()];
        let titles = ["a".to_owned(), "b".to_owned()];
        let sides = Sides { titles, fights: [&toys[0], &toys[1]], identical: false };
        study(CompareJob::new(sides, SETTINGS, extent))
    }

    fn compared(job: &mut CompareJob, watch: &Watch) -> Compared {
        match job.drive(watch) {
            Some(Outcome::Compared(compared)) => compared,
            other => panic!("no differences: {other:?}"),
        }
    }

    fn fixed(encounters: u64, watch: &Watch) -> Compared {
        on_toys(&Until::Fixed { encounters }, |mut job| compared(&mut job, watch))
    }

    fn planned(watch: &Watch) -> Planned {
        on_toys(&Until::Pilot { encounters: 3000 }, |mut job| match job.drive(watch) {
            Some(Outcome::Planned(planned)) => planned,
            other => panic!("no plan: {other:?}"),
        })
    }

    #[test]
    fn a_title_has_the_changes_of_its_side() {
        assert_eq!(title("Bridge, at night", "duel", &[]), "Bridge, at night (duel)");
        let changes = ["a.b=1", "c=x"].map(|text| text.parse().expect("a change"));
        assert_eq!(title("Bridge", "duel", &changes), "Bridge (duel), a.b=1, c=x");
    }

    #[test]
    fn differences_have_the_promised_keys_in_order() {
        let json = line(&fixed(3000, &Watch::none()));
        let start = r#"{"first":"a","second":"b","seed":5,"encounters":3000,"confidence":0.95,"margin":0.01,"values":[{"name":"winners.party","first":0."#;
        assert!(json.starts_with(start), "{json}");
        let share = r#""p":1.0,"first_only":0,"second_only":0,"interval":"adjusted-wald","unpaired_encounters":null,"verdict":"same within 0.01","p_holm":null},"#;
        assert!(json.contains(share), "{json}");
        let mean = r#""difference":0.0,"lo":null,"hi":null,"p":1.0,"interval":"too few","unpaired_encounters":null,"verdict":"same in every encounter","p_holm":null}"#;
        assert!(json.contains(mean), "{json}");
    }

    #[test]
    fn a_decision_is_followed_by_as_many_fresh_encounters() {
        let (decided, found) = on_toys(&Until::Decided { max_encounters: 100_000, fresh: None }, |mut job| {
            let decided = job.decide(BATCH, &Watch::none()).expect("something is to be decided");
            (decided, compared(&mut job, &Watch::none()))
        });
        assert_eq!(found.encounters, decided.comparison.tally.encounters);
        let other_encounters = fixed(found.encounters, &Watch::none());
        assert_ne!(found.values, other_encounters.values, "those that decided are not counted again");
        let json = line(&found);
        let decision = r#""margin":0.01,"decision":{"verdict":"same within 0.01","encounters":16384,"lo":-0."#;
        assert!(json.contains(decision), "{json}");
    }

    /// Without a margin nothing would end it: that no encounter can differ is known without playing any.
    #[test]
    fn identical_sides_are_decided_at_the_first_look() {
        let toy = Toy::new();
        for (margin, expected) in [(None, Verdict::Identical), (Some(0.01), Verdict::Same { within: 0.01 })] {
            let settings = Settings { margin, ..SETTINGS };
            let sides = Sides { titles: ["a".to_owned(), "b".to_owned()], fights: [&toy, &toy], identical: true };
            let extent = Until::Decided { max_encounters: u64::MAX, fresh: None };
            let found = compared(&mut CompareJob::new(sides, settings, &extent), &Watch::none());
            let decision = found.decision.expect("a decision");
            assert_eq!((decision.verdict, decision.encounters), (expected, 16_384));
            assert!(found.identical && found.values.iter().all(|value| value.difference.is_always_zero()));
            assert!(line(&found).contains(r#","identical":true,"values":["#));
        }
    }

    #[test]
    fn what_was_interrupted_is_partial() {
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        let found = fixed(3000, &interrupted);
        assert_eq!((found.partial, found.encounters), (true, 0));
        assert!(line(&found).contains(r#""margin":0.01,"partial":true,"values":["#));
        assert!(planned(&interrupted).partial);
    }

    #[test]
    fn a_pilot_without_differences_foresees_none() {
        let planned = planned(&Watch::none());
        let json = line(&planned);
        let start = r#"{"pilot":3000,"seed":5,"confidence":0.95,"power":0.9,"different":null,"same":"#;
        assert!(json.starts_with(start), "{json}");
        assert!(planned.same.is_some_and(|encounters| encounters > 0) && !planned.partial);
    }
}
