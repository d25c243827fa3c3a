//! What a scenario is tuned to, as the command line writes it.

use std::str::FromStr;

use thiserror::Error;

use crate::compare::Recordable;
use crate::measure::{Measure, full_name};

/// The largest value that a target may have.
const VALUE_MAX: f64 = 1e12;

/// A number and where it should be: `party=0.65`, `rounds.mean=8:0.05`, `combatants.warden.dead=10%`.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The number's name in full.
    pub name: String,
    /// The mean that is wanted; at most 1e12.
    pub value: f64,
    /// What a distance of 1 counts, 1e-9 to 1e9; 1 where nothing is said.
    pub weight: f64,
}

/// Why a text is no target, or a target none of this scenario.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TargetError {
    /// It has another form.
    #[error("expected METRIC=VALUE or METRIC=VALUE:WEIGHT, such as party=0.65 or rounds.mean=8:0.05")]
    Form,
    /// The weight is out of bounds.
    #[error("a weight must be a number above 0, from 1e-9 to 1e9")]
    Weight,
    /// No number of the scenario has the name.
    #[error("there is no metric `{name}`")]
    Unknown {
        /// Which.
        name: String,
    },
    /// A share can never be there.
    #[error("`{name}` is a share: its target must lie in 0 to 1, or 0% to 100%")]
    Share {
        /// Which.
        name: String,
    },
    /// No mean can be there.
    #[error("`{name}` is never below 0")]
    Negative {
        /// Which.
        name: String,
    },
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
        // Adding nothing makes -0 a 0.
        let value = finite(value).ok_or(TargetError::Form)? / scale + 0.0;
        let is_sound = |weight: &f64| (1e-9..=1e9).contains(weight);
        let weight = weight.map_or(Some(1.0), finite).filter(is_sound).ok_or(TargetError::Weight)?;
        Ok(Self { name: full_name(name), value, weight })
    }
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.abs() <= VALUE_MAX)
}

impl Target {
    /// The number of a scenario that is meant.
    ///
    /// # Errors
    /// There is no such number, or it can never be where it is wanted.
    pub fn measure(&self, scenario: &dyn Recordable) -> Result<Measure, TargetError> {
        let name = || self.name.clone();
        let measure = Measure::find(&self.name, scenario).ok_or_else(|| TargetError::Unknown { name: name() })?;
        if measure.is_share() && !(0.0..=1.0).contains(&self.value) {
            return Err(TargetError::Share { name: name() });
        }
        if self.value < 0.0 { Err(TargetError::Negative { name: name() }) } else { Ok(measure) }
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
    fn targets_are_read_as_people_write_them() {
        let of = |name: &str, value: f64, weight: f64| Ok(Target { name: name.to_owned(), value, weight });
        assert_eq!(target("party=0.65"), of("winners.party", 0.65, 1.0));
        assert_eq!(target(" party = 65% "), of("winners.party", 0.65, 1.0));
        assert_eq!(target("rounds=8:0.05"), of("rounds.mean", 8.0, 0.05));
        assert_eq!(target("combatants.ann.dead=1e-2:3"), of("combatants.ann.dead", 0.01, 3.0));
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
    fn a_target_must_be_of_this_scenario() {
        let of = |text: &str| target(text).and_then(|target| target.measure(&Toy::new())).map_err(|e| e.to_string());
        assert_eq!(of("sixes=3"), Ok(Measure::Metric(1)));
        assert!(of("sevens=3").unwrap_err().contains("metrics.sevens"));
        assert!(of("party=65").unwrap_err().contains("is a share"));
        assert!(of("rounds=-1").unwrap_err().contains("never below 0"));
    }
}
