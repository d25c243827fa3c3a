//! The odds of attacks as results.

use equipoise_engine::odds::{Amount, Distribution, Lasting, Odds, Striking};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The chance of more attacks below which JSON does not list their numbers one by one.
const UNLISTED: f64 = 1e-6;
/// The most numbers of attacks that JSON lists.
const LISTED_MAX: usize = 1000;

/// The odds of the attacks of a scenario. As JSON: `scenario, system, strikes`.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioOdds {
    /// The scenario's name.
    pub scenario: String,
    /// The path of its file as tables have it; JSON has it in the provenance.
    pub file: String,
    /// The name of its system.
    pub system: &'static str,
    /// The effects of attacks of the system.
    pub striking: Striking,
    /// The attacks, by attacker, attack and target in listed order.
    pub strikes: Vec<StrikeOdds>,
}

/// The odds of one attack.
#[derive(Debug, Clone, PartialEq)]
pub struct StrikeOdds {
    /// The attacker: an id, or the one that several copies have in common.
    pub attacker: String,
    /// The attack: its name, with its id behind it if the attacker has another of that name.
    pub attack: String,
    /// The target.
    pub target: String,
    /// The odds; `None` if the attack cannot be made at all.
    pub odds: Option<Odds>,
}

impl Serialize for ScenarioOdds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let strikes: Vec<Strike<'_>> = self.strikes.iter().map(|strike| Strike(strike, self.striking)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scenario", &self.scenario)?;
        map.serialize_entry("system", self.system)?;
        map.serialize_entry("strikes", &strikes)?;
        map.end()
    }
}

struct Strike<'a>(&'a StrikeOdds, Striking);

impl Serialize for Strike<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(StrikeOdds { attacker, attack, target, odds }, striking) = self;
        let amounts = odds.as_ref().map(|odds| {
            let kinds = striking.amounts.iter().zip(&odds.amounts);
            kinds.map(|(amount, distribution)| AmountOdds(amount, distribution)).collect::<Vec<_>>()
        });
        let lasting = odds.as_ref().zip(striking.enough).map(|(odds, until)| Attacks(until, odds));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("attacker", attacker)?;
        map.serialize_entry("attack", attack)?;
        map.serialize_entry("target", target)?;
        map.serialize_entry("can_be_made", &odds.is_some())?;
        map.serialize_entry("success", &odds.as_ref().map(|odds| odds.success))?;
        map.serialize_entry("critical", &odds.as_ref().map(|odds| odds.critical))?;
        map.serialize_entry("amounts", &amounts)?;
        map.serialize_entry("attacks", &lasting)?;
        map.end()
    }
}

struct AmountOdds<'a>(&'a Amount, &'a Distribution);

impl Serialize for AmountOdds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(amount, distribution) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", amount.key)?;
        map.serialize_entry("mean", &distribution.mean())?;
        map.serialize_entry("sd", &distribution.sd())?;
        let chances = distribution.chances().iter();
        let listed: Vec<_> = chances.map(|&(value, chance)| Chance("amount", value, chance)).collect();
        map.serialize_entry("distribution", &listed)?;
        map.end()
    }
}

struct Attacks<'a>(&'static str, &'a Odds);

impl Serialize for Attacks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(until, odds) = self;
        let lasting = match &odds.lasting {
            Some(Ok(lasting)) => lasting,
            Some(Err(why)) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("until", until)?;
                map.serialize_entry("unknown", &why.to_string())?;
                return map.end();
            }
            None => return serializer.serialize_none(),
        };
        let (listed, more) = listed(lasting);
        let at_start = Some((0, &lasting.at_start)).filter(|(_, chance)| **chance > 0.0);
        let listed = at_start.into_iter().chain((1..).zip(listed));
        let listed: Vec<_> = listed.map(|(attacks, &chance)| Chance("attacks", attacks, chance)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("until", until)?;
        map.serialize_entry("ever", &lasting.ever)?;
        map.serialize_entry("mean", &lasting.mean)?;
        for (name, share) in [("p10", 0.1), ("p50", 0.5), ("p90", 0.9)] {
            map.serialize_entry(name, &lasting.quantile(share))?;
        }
        map.serialize_entry("distribution", &listed)?;
        map.serialize_entry("more", &more)?;
        map.serialize_entry("unfollowed", &lasting.unfollowed)?;
        map.serialize_entry("states", &lasting.states)?;
        map.end()
    }
}

/// The chances of the numbers of attacks from 1 on that are listed one by one, and that of more attacks which suffice.
fn listed(lasting: &Lasting) -> (&[f64], f64) {
    let mut left = lasting.left + lasting.chances.iter().rev().sum::<f64>();
    let goes_on = |chance: &&f64| {
        let goes_on = left >= UNLISTED;
        left -= *chance;
        goes_on
    };
    let count = lasting.chances.iter().take(LISTED_MAX).take_while(goes_on).count();
    let (listed, rest) = lasting.chances.split_at(count);
    // Rounding may take a sum beyond certainty.
    (listed, (lasting.left + rest.iter().rev().sum::<f64>()).min(1.0))
}

/// A number with its chance.
struct Chance(&'static str, i32, f64);

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(self.0, &self.1)?;
        map.serialize_entry("chance", &self.2)?;
        map.end()
    }
}
