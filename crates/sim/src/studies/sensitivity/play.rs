//! The differences of a metric when numbers of a scenario are moved by one step each.

use std::ops::Range;

use equipoise_engine::Seed;
use serde::{Serialize, Serializer};
use thiserror::Error;

use super::{Setting, Step};
use crate::kernel::beside::Beside;
use crate::kernel::quantity::{Kind, Quantity, full_name};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::Watch;
use crate::stats::Interval;
use crate::stats::interval::ends_or_null;
use crate::stats::multiple::holm;
use crate::stats::paired::Difference;
use crate::studies::compare::{Joint, Recordable};
use crate::studies::only::help_on_name;
use crate::studies::study::Refusal;

/// The question that is asked about every number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Settings {
    /// The metric whose differences are wanted; in results its full name.
    pub metric: String,
    /// The master seed.
    pub seed: u64,
    /// Encounters of each step.
    pub encounters: u64,
    /// The confidence of each interval, in 0..1.
    pub confidence: f64,
}

/// The reason why there are no effects.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SensitivityError {
    /// The scenario has no such metric.
    #[error("there is no metric `{metric}`")]
    Unknown {
        /// The metric that was asked for.
        metric: String,
        /// Advice that may help.
        help: String,
    },
    /// Not every number was moved: the rest cannot be ranked.
    #[error("interrupted: not every number was moved, and nothing is ranked")]
    Interrupted,
}

impl Refusal for SensitivityError {
    fn help(&self) -> Option<String> {
        match self {
            Self::Unknown { help, .. } => Some(help.clone()),
            Self::Interrupted => None,
        }
    }

    fn is_interrupt(&self) -> bool {
        matches!(self, Self::Interrupted)
    }
}

/// The effect of one step of a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Stepped {
    /// The value after the step.
    pub value: Setting,
    /// The metric with the step, minus the metric without it.
    pub difference: Difference,
    /// The p-value of the difference together with those of all steps that can be tested, by the method of Holm; `None` if
    /// no encounter differs.
    pub p_holm: Option<f64>,
}

/// The certainty that a step has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sure {
    /// With all steps taken together.
    Together,
    /// Of the step by itself: one in twenty has that at 95 % where none has an effect.
    Alone,
    /// It may be chance.
    Unsure,
}

impl Stepped {
    /// The certainty of its effect at a confidence.
    pub fn sure(&self, confidence: f64) -> Sure {
        let is_below = |p: f64| p < 1.0 - confidence;
        match self.p_holm {
            Some(p) if is_below(p) => Sure::Together,
            _ if is_below(self.difference.p) => Sure::Alone,
            _ => Sure::Unsure,
        }
    }
}

/// One value of a scenario, and how the metric differs when it is moved. As JSON: `path, value, metric, seed,
/// encounters, confidence, steps`, where `steps` has the steps that were played.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effect {
    /// The number.
    #[serde(flatten)]
    pub step: Step,
    /// The question.
    #[serde(flatten)]
    pub settings: Settings,
    /// By the [others](Step::others) of the value; `None` if the rules refuse it.
    #[serde(rename = "steps", serialize_with = "played")]
    pub stepped: Vec<Option<Stepped>>,
}

impl Effect {
    /// The larger of both differences, without its sign; 0 where there are none.
    pub fn size(&self) -> f64 {
        self.differences().map(|difference| difference.difference.abs()).fold(0.0, f64::max)
    }

    /// Whether neither step could be played.
    pub fn is_refused(&self) -> bool {
        self.stepped.iter().all(Option::is_none)
    }

    /// Whether a step was played, and no step changed the metric in any encounter.
    pub fn has_no_effect(&self) -> bool {
        !self.is_refused() && self.differences().all(Difference::is_always_zero)
    }

    fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.stepped.iter().flatten().map(|stepped| &stepped.difference)
    }
}

fn played<S: Serializer>(stepped: &[Option<Stepped>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stepped.iter().flatten())
}

/// As JSON: `value, first, second, difference, lo, hi, p, interval, p_holm`.
impl Serialize for Stepped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            value: &'a Setting,
            first: f64,
            second: f64,
            difference: f64,
            #[serde(flatten, serialize_with = "ends_or_null")]
            ends: Option<Interval>,
            p: f64,
            interval: &'static str,
            p_holm: Option<f64>,
        }
        let Difference { first, second, difference, interval: ends, p, kind: interval, .. } = self.difference;
        let (value, p_holm) = (&self.value, self.p_holm);
        Fields { value, first, second, difference, ends, p, interval, p_holm }.serialize(serializer)
    }
}

/// The full name of a scenario's metric.
///
/// # Errors
/// [`SensitivityError::Unknown`], with what may help.
pub fn full_metric(metric: &str, scenario: &dyn Recordable) -> Result<String, SensitivityError> {
    let cast = scenario.cast();
    cast.find(metric).map(|quantity| cast.name(quantity)).ok_or_else(|| SensitivityError::Unknown {
        metric: full_name(metric),
        help: help_on_name(metric, &cast, |_| true),
    })
}

/// Plays every step against the scenario as it is, on the current rayon pool, and ranks the numbers by the size of their
/// effects; equals keep their order. `variants` has the [cells](Step::cells) of all steps in their order, without fights
/// where the rules refuse them.
///
/// The batches of all variants are handed out together, so that all threads are busy until the last one. Threads do not
/// change the result.
///
/// # Errors
/// If the scenario does not have the metric, or an interrupt kept a variant from being played to its end.
pub fn effects(
    base: &dyn Recordable,
    steps: Vec<Step>,
    variants: &[Option<&dyn Recordable>],
    settings: &Settings,
    watch: &Watch,
) -> Result<Vec<Effect>, SensitivityError> {
    let settings = Settings { metric: full_metric(&settings.metric, base)?, ..settings.clone() };
    let study = Study { base: Player::new(base, &settings.metric).expect("the metric was found"), settings: &settings };
    let player =
        |variant: Option<_>| Player::new(variant?, &settings.metric).filter(|player| player.kind == study.base.kind);
    let players: Vec<Option<Player>> = variants.iter().copied().map(player).collect();
    let mut joints = study.joints(&players, watch)?.into_iter();
    let mut differences = players.iter().map(|player| {
        player.as_ref()?;
        joints.next()?.difference(&settings.metric, settings.confidence)
    });
    let effect = |step: Step| {
        let moved =
            |value: &Setting| Some(Stepped { value: value.clone(), difference: differences.next()??, p_holm: None });
        let stepped = step.others.iter().map(moved).collect();
        Effect { step, settings: settings.clone(), stepped }
    };
    let mut effects: Vec<Effect> = steps.into_iter().map(effect).collect();
    take_together(&mut effects);
    effects.sort_by(|left, right| right.size().total_cmp(&left.size()));
    Ok(effects)
}

/// Adjusts the p-values of all steps for their number.
fn take_together(effects: &mut [Effect]) {
    let stepped = effects.iter().flat_map(|effect| effect.stepped.iter().flatten());
    let together = holm(stepped.map(|stepped| stepped.difference.p_if_tested()));
    let stepped = effects.iter_mut().flat_map(|effect| effect.stepped.iter_mut().flatten());
    stepped.zip(together).for_each(|(stepped, p_holm)| stepped.p_holm = p_holm);
}

/// A scenario and its metric.
struct Player<'a> {
    scenario: &'a dyn Recordable,
    quantity: Quantity,
    kind: Kind,
}

impl<'a> Player<'a> {
    /// None where the scenario has no such metric.
    fn new(scenario: &'a dyn Recordable, metric: &str) -> Option<Self> {
        let cast = scenario.cast();
        let quantity = cast.find(metric)?;
        Some(Self { scenario, quantity, kind: cast.kind(quantity) })
    }

    /// Plays a range and replaces a column by the metric of each encounter.
    fn play(&self, seed: Seed, range: Range<u64>, records: &mut Records, column: &mut Column) {
        self.scenario.record(seed, range, records);
        records.read(self.quantity, column);
    }
}

/// The scenario as it is, and what is asked.
struct Study<'a> {
    base: Player<'a>,
    settings: &'a Settings,
}

impl Study<'_> {
    /// Plays all encounters in every variant that there is, and counts their numbers together with those of the base.
    fn joints(&self, players: &[Option<Player>], watch: &Watch) -> Result<Vec<Joint>, SensitivityError> {
        let (seed, encounters) = (Seed(self.settings.seed), self.settings.encounters);
        let players: Vec<&Player> = players.iter().flatten().collect();
        let beside = Beside {
            base: |range, records: &mut Records, column: &mut Column| self.base.play(seed, range, records, column),
            variant: |variant: usize, range, records: &mut Records, column: &mut Column| {
                players[variant].play(seed, range, records, column);
            },
            variants: players.len(),
            encounters,
        };
        let joints =
            beside.count(watch, &Joint::new(self.base.kind), |joint, _, columns| joint.add(columns), Joint::merge);
        joints.ok_or(SensitivityError::Interrupted)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::json::line;
    use crate::kernel::beside::BATCH;
    use crate::kernel::run::Plan;
    use crate::studies::compare::compare;
    use crate::toy::{Coin, Toy};

    fn settings(metric: &str, encounters: u64) -> Settings {
        Settings { metric: metric.to_owned(), seed: 3, encounters, confidence: 0.95 }
    }

    fn step(path: &str, down: Option<i64>, up: Option<i64>) -> Step {
        let others = [down, up].into_iter().flatten().map(Setting::Number).collect();
        Step { path: path.to_owned(), value: Setting::Number(5), others }
    }

    fn coin(wins: u64) -> Coin {
        Coin { wins, rounds: 4, dice: 0 }
    }

    /// Two numbers, of which the second matters more; the first cannot be lower, and the rules refuse the second's step up.
    fn found(metric: &str, encounters: u64, watch: &Watch) -> Result<Vec<Effect>, SensitivityError> {
        let (base, higher, lower) = (coin(500), coin(510), coin(450));
        let steps = vec![step("a", None, Some(6)), step("b", Some(4), Some(6)), step("c", None, None)];
        let variants: [Option<&dyn Recordable>; 3] = [Some(&higher), Some(&lower), None];
        effects(&base, steps, &variants, &settings(metric, encounters), watch)
    }

    /// With encounters that fill no batch, one, and several; each effect is what a comparison of the two finds.
    #[test]
    fn effects_are_differences_whatever_the_threads() {
        for metric in ["winners.party", "rounds.mean", "last_behind"] {
            for encounters in [1, BATCH, 5 * BATCH + 7] {
                let compared = |wins: u64| {
                    let plan = Plan::new(Seed(3), 0..encounters);
                    let found = compare([&coin(500), &coin(wins)], &plan, &Watch::none()).tally.differences(0.95);
                    found.into_iter().find(|difference| difference.name == metric).expect("it is compared")
                };
                for threads in [1, 2, 5] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
                    let found = pool.install(|| found(metric, encounters, &Watch::none())).expect("effects");
                    let stepped = |path: &str| {
                        let effect = found.iter().find(|effect| effect.step.path == path).expect("an effect");
                        let alone = |stepped: &Stepped| Stepped { p_holm: None, ..stepped.clone() };
                        effect.stepped.iter().map(|stepped| stepped.as_ref().map(alone)).collect::<Vec<_>>()
                    };
                    let up = Stepped { value: Setting::Number(6), difference: compared(510), p_holm: None };
                    assert_eq!(stepped("a"), [Some(up)], "{metric} {encounters} {threads}");
                    let down = Stepped { value: Setting::Number(4), difference: compared(450), p_holm: None };
                    assert_eq!(stepped("b"), [Some(down), None], "{metric} {encounters} {threads}");
                    assert_eq!(stepped("c"), []);
                }
            }
        }
    }

    #[test]
    fn the_largest_effect_comes_first() {
        let found = found("party", 5000, &Watch::none()).expect("effects");
        let paths: Vec<&str> = found.iter().map(|effect| effect.step.path.as_str()).collect();
        assert_eq!(paths, ["b", "a", "c"]);
        assert!((0.03..0.07).contains(&found[0].size()) && found[2].size() == 0.0);
        assert_eq!([0, 1, 2].map(|index| found[index].is_refused()), [false, false, true]);
        let unmoved = self::found("rounds", 5000, &Watch::none()).expect("effects");
        assert_eq!([0, 1, 2].map(|index| unmoved[index].has_no_effect()), [true, true, false]);
    }

    /// The two steps that were played pay for each other; the one that the rules refuse is no test.
    #[test]
    fn effects_are_taken_together() {
        let found = found("winners.party", 5000, &Watch::none()).expect("effects");
        let stepped: Vec<&Stepped> = found.iter().flat_map(|effect| effect.stepped.iter().flatten()).collect();
        let [p, p_holm] = [stepped[0].difference.p, stepped[0].p_holm.expect("some encounters differ")];
        assert!(stepped.len() == 2 && (p_holm - 2.0 * p).abs() < 1e-5 * p_holm, "{stepped:?}");
        assert_eq!(stepped[1].p_holm, Some(stepped[1].difference.p.max(p_holm)));
        assert_eq!([0.999_999, 0.95].map(|confidence| stepped[0].sure(confidence)), [Sure::Together; 2]);
        let chance = Stepped { p_holm: Some(0.3), ..stepped[0].clone() };
        assert_eq!(chance.sure(0.95), Sure::Alone);
    }

    #[test]
    fn an_effect_has_the_promised_keys_in_order() {
        let found = found("winners.party", 5000, &Watch::none()).expect("effects");
        let start = r#"{"path":"b","value":5,"metric":"winners.party","seed":3,"encounters":5000,"confidence":0.95,"steps":[{"value":4,"first":0."#;
        let json = line(&found[0]);
        assert!(json.starts_with(start), "{json}");
        let Stepped { difference: Difference { interval, p, kind, .. }, p_holm, .. } =
            found[0].stepped[0].as_ref().expect("a step");
        let interval = interval.expect("enough encounters differ");
        let p_holm = p_holm.expect("some encounters differ");
        let ends = format!(r#","lo":{},"hi":{},"p":{p:?}"#, interval.lo, interval.hi);
        let end = format!(r#"{ends},"interval":"{kind}","p_holm":{p_holm:?}}}]}}"#);
        assert!(json.ends_with(&end), "{json} {end}");
        assert!(line(&found[2]).ends_with(r#""steps":[]}"#));
    }

    #[test]
    fn an_unknown_metric_is_refused_with_those_that_there_are() {
        let Err(SensitivityError::Unknown { metric, help }) = full_metric("sevens", &Toy::new()) else {
            panic!("the toy has no sevens")
        };
        assert_eq!(metric, "metrics.sevens");
        assert!(help.ends_with("for the ids ann, bob, ogre, and the metrics rolls, sixes; with --accounts also who did what, such as accounts.ID.damage"), "{help}");
        let Err(SensitivityError::Unknown { help, .. }) = full_metric("combatants.an.dead", &Toy::new()) else {
            panic!("the toy has no an")
        };
        assert!(help.starts_with("did you mean `combatants.ann.dead`? known: party, "), "{help}");
        assert!(matches!(found("sevens", 10, &Watch::none()), Err(SensitivityError::Unknown { .. })));
    }

    #[test]
    fn an_interrupt_leaves_nothing_to_rank() {
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        assert_eq!(found("party", 10, &interrupted), Err(SensitivityError::Interrupted));
    }

    /// After each batch of each of the two variants, however large batches are.
    #[test]
    fn progress_ends_with_the_encounters_of_all_variants() {
        let seen = Mutex::new(Vec::new());
        let watch =
            Watch { interrupted: &|| false, progress: &|finished| seen.lock().expect("no panic").push(finished) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a small pool");
        pool.install(|| found("party", BATCH + 1, &watch)).expect("effects");
        let seen = seen.into_inner().expect("no panic");
        assert!(seen.is_sorted() && seen.len() >= 4 && seen.len().is_multiple_of(2), "{seen:?}");
        assert_eq!(seen.last(), Some(&(2 * BATCH + 2)));
    }
}
