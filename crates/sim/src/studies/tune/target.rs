//! Targets of tuning, in the syntax of the command line.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use crate::kernel::quantity::{Cast, Kind, Quantity, full_name};
use crate::studies::only::help_on_name;
use crate::studies::study::Refusal;

/// The largest value that a target may have.
const VALUE_MAX: f64 = 1e12;

/// A number of an encounter and the mean that it should have: `party=0.65`, `rounds.mean=8:0.05`,
/// `combatants.warden.dead=10%`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Target {
    /// The number's full name, as of [`full_name`].
    #[serde(rename = "metric")]
    pub name: String,
    /// The mean that is wanted; its magnitude is at most 1e12.
    pub value: f64,
    /// The factor of this target's distance in the sum over all targets, in 1e-9..=1e9; 1 unless the text has another.
    pub weight: f64,
}

/// The reason why a text cannot be parsed as a target, or a target cannot be that of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TargetError {
    /// The text does not have the form of a target.
    #[error("expected METRIC=VALUE or METRIC=VALUE:WEIGHT, such as party=0.65 or rounds.mean=8:0.05")]
    Form,
    /// The weight is out of range.
    #[error("a weight must be a number above 0, from 1e-9 to 1e9")]
    Weight,
    /// No number of the scenario has this name.
    #[error("there is no metric `{name}`")]
    Unknown {
        /// The full name.
        name: String,
        /// Advice that may help.
        help: String,
    },
    /// The number is a share, and the value is outside 0..=1.
    #[error("`{name}` is a share: its target must lie in 0 to 1, or 0% to 100%")]
    Share {
        /// The full name.
        name: String,
    },
    /// The number is a mean among the encounters that have it, which no race can aim at.
    #[error("`{name}` is a mean among the encounters that have it, which cannot be a target{}", of_share(name, *.has_share))]
    Among {
        /// The full name.
        name: String,
        /// Whether the share of these encounters is a quantity of its own, which can be a target.
        has_share: bool,
    },
    /// The value is below 0, but no number is.
    #[error("`{name}` is never below 0")]
    Negative {
        /// The full name.
        name: String,
    },
}

impl Refusal for TargetError {
    fn help(&self) -> Option<String> {
        if let Self::Unknown { help, .. } = self { Some(help.clone()) } else { None }
    }
}

fn of_share(name: &str, has_share: bool) -> String {
    if has_share { format!("; `{name}.share`, the share of these encounters, can") } else { String::new() }
}

/// The text that is read as this target.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}:{}", self.name, self.value, self.weight)
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let (name, value) = text.split_once('=').ok_or(TargetError::Form)?;
        let (value, weight) = value.split_once(':').map_or((value, None), |(value, weight)| (value, Some(weight)));
        let name = name.trim();
        if name.is_empty() {
            return Err(TargetError::Form);
        }
        let value = value.trim();
        let (value, scale) = value.strip_suffix('%').map_or((value, 1.0), |value| (value, 100.0));
        // Adding 0 turns -0 into 0, so that messages never show a negative zero.
        let value = finite(value).ok_or(TargetError::Form)? / scale + 0.0;
        let is_in_range = |weight: &f64| (1e-9..=1e9).contains(weight);
        let weight = weight.map_or(Some(1.0), finite).filter(is_in_range).ok_or(TargetError::Weight)?;
        Ok(Self { name: full_name(name), value, weight })
    }
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.abs() <= VALUE_MAX)
}

impl Target {
    /// The quantity of a scenario that the target is about.
    ///
    /// # Errors
    /// The scenario has no such quantity, it cannot be aimed at, or its mean can never have the value.
    pub fn quantity(&self, cast: &Cast) -> Result<Quantity, TargetError> {
        let name = || self.name.clone();
        let quantity = cast.find(&self.name).ok_or_else(|| {
            let help = help_on_name(&self.name, cast, |kind| kind != Kind::MeanAmong);
            TargetError::Unknown { name: name(), help }
        })?;
        match cast.kind(quantity) {
            Kind::Share | Kind::YesNo if !(0.0..=1.0).contains(&self.value) => Err(TargetError::Share { name: name() }),
            Kind::MeanAmong => {
                let has_share = matches!(quantity, Quantity::Metric(_));
                Err(TargetError::Among { name: name(), has_share })
            }
            _ if self.value < 0.0 => Err(TargetError::Negative { name: name() }),
            _ => Ok(quantity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn target(text: &str) -> Result<Target, TargetError> {
        text.parse()
    }

    #[test]
    fn targets_are_parsed_in_every_form() {
        let parsed = |name: &str, value: f64, weight: f64| Ok(Target { name: name.to_owned(), value, weight });
        assert_eq!(target("party=0.65"), parsed("winners.party", 0.65, 1.0));
        assert_eq!(target(" party = 65% "), parsed("winners.party", 0.65, 1.0));
        assert_eq!(target("rounds=8:0.05"), parsed("rounds.mean", 8.0, 0.05));
        assert_eq!(target("combatants.ann.dead=1e-2:3"), parsed("combatants.ann.dead", 0.01, 3.0));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "party", "=1", "party=", "party=x", "party=nan", "party=inf", "rounds=1e13", "party=0.5:0.5:0.5x"]
        {
            assert!(target(text).is_err(), "{text}");
        }
        for text in ["party=0.5:0", "party=0.5:-1", "party=0.5:", "party=0.5:inf", "party=0.5:1e10"] {
            assert_eq!(target(text), Err(TargetError::Weight), "{text}");
        }
    }

    #[test]
    fn a_target_must_be_possible_in_the_scenario() {
        let cast = Cast::of(&Toy::new());
        let quantity = |text: &str| target(text).and_then(|target| target.quantity(&cast)).map_err(|e| e.to_string());
        assert_eq!(quantity("sixes=3"), Ok(Quantity::Metric(1)));
        assert!(quantity("sevens=3").unwrap_err().contains("metrics.sevens"));
        assert!(quantity("party=65").unwrap_err().contains("is a share"));
        assert!(quantity("rounds=-1").unwrap_err().contains("never below 0"));
        assert!(quantity("final_margin=300").unwrap_err().contains("which cannot be a target"));
    }
}
