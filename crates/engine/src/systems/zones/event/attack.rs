//! Events of Tests, attacks and damage.

use std::fmt::{self, Display};

use serde::Serialize;

use super::super::attack::Attempt;
use super::super::resolve::{Edge, Odds};
use super::super::verdict::Verdict;
use super::super::words::AttackKind;
use super::super::{Damage, Tester, Zones};
use super::{Event, rolled};
use crate::accounts::{Deed, Entry, points};
use crate::event::Named;
use crate::outcome::Side;
use crate::who::Who;

/// The dice of a Test and the numbers that they are held against (ZONES-16 to ZONES-18).
#[derive(Debug, Serialize)]
pub(in super::super) struct Test {
    /// Two if it has Advantage or Disadvantage.
    faces: Vec<u32>,
    #[serde(skip_serializing_if = "Edge::is_none")]
    edge: Edge,
    #[serde(flatten)]
    odds: Odds,
}

impl Test {
    /// A Test that is no attack: it can have Disadvantage, but no Advantage.
    pub(super) fn without_advantage(faces: &[u32], odds: Odds) -> Self {
        Self { faces: faces.to_vec(), edge: Edge::new(false, faces.len() > 1), odds }
    }
}

/// For instance `14 + 3 = 17 against DR 12`; with both dice if two were rolled.
impl Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { faces, edge, odds: Odds { bonus, difficulty } } = self;
        let (which, natural) = match edge {
            Edge::Advantage => ("higher", faces.iter().max()),
            Edge::None | Edge::Disadvantage => ("lower", faces.iter().min()),
        };
        if let (Edge::Advantage | Edge::Disadvantage, [first, second]) = (edge, faces.as_slice()) {
            write!(f, "{which} of {first} and {second}, ")?;
        }
        let natural = natural.map_or(0, |&face| i32::from(face as i16));
        let sign = if *bonus < 0 { '-' } else { '+' };
        write!(f, "{natural} {sign} {} = {} against DR {difficulty}", bonus.abs(), natural + i32::from(*bonus))
    }
}

/// An attack, a spell or a stunt, with its Test.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(in super::super) struct Attacked<'a> {
    who: Named<'a>,
    target: Named<'a>,
    attack: &'a str,
    #[serde(skip)]
    deed: Deed,
    attack_kind: AttackKind,
    /// Whether it is a free attack (ZONES-34).
    free: bool,
    /// The attribute of the target if the target makes the Test (ZONES-22).
    #[serde(skip_serializing_if = "Option::is_none")]
    avoided_with: Option<&'a str>,
    /// `None` if the target is Paralysed, so that nothing is rolled (ZONES-46).
    #[serde(flatten)]
    test: Option<Test>,
    /// Whether a success of the attacker is called a hit.
    #[serde(skip)]
    is_strike: bool,
    hits: bool,
    critical: bool,
    /// Whether the weapon is marked (ZONES-28).
    marked: bool,
}

impl Display for Attacked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, target, attack, .. } = self;
        let verb = match (self.attack_kind, self.free) {
            (_, true) => "strikes freely at",
            (AttackKind::Melee, _) => "strikes at",
            (AttackKind::Ranged, _) => "shoots at",
            (AttackKind::Spell, _) => "casts at",
            (AttackKind::Stunt, _) => "tries",
        };
        if self.attack_kind == AttackKind::Stunt {
            write!(f, "{who} {verb} {attack} on {target}")?;
        } else {
            write!(f, "{who} {verb} {target} with {attack}")?;
        }
        let Some(test) = &self.test else { return f.write_str(", who cannot avoid it.") };
        if let Some(attribute) = self.avoided_with {
            let end = match (self.hits, self.critical) {
                (true, true) => "hit badly",
                (true, false) => "hit",
                (false, _) => "avoided",
            };
            return write!(f, ", {target} avoids with {attribute}: {test}, {end}.");
        }
        let end = match (self.hits, self.critical, self.marked) {
            (true, true, _) => "a critical hit",
            (true, false, true) => "a hit; the weapon is marked",
            (true, false, false) if self.is_strike => "a hit",
            (true, false, false) => "a success",
            (false, _, true) => "a miss; the weapon is marked",
            (false, _, false) => "a miss",
        };
        write!(f, ": {test}, {end}.")
    }
}

/// HP that an attack, a hazard or an ailment takes.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct HpLoss {
    pub(in super::super) by: Deed,
    pub(in super::super) lost: i32,
    pub(in super::super) left: i32,
    /// The damage for which no HP were left.
    pub(in super::super) beyond: i32,
}

impl HpLoss {
    pub(super) const fn entry(self, target: Who) -> Entry {
        let (amount, beyond) = (points(self.lost + self.beyond), points(self.beyond));
        Entry::Harm { by: self.by, target, kind: 0, amount, beyond }
    }
}

impl Damaged<'_> {
    pub(super) const fn entry(&self) -> Entry {
        self.loss.entry(self.who.who())
    }
}

impl Attacked<'_> {
    pub(super) fn entries(&self, post: &mut dyn FnMut(Entry)) {
        post(Entry::Use(self.deed));
        if self.hits {
            post(Entry::Hit(self.deed));
        }
        if self.hits && self.critical {
            post(Entry::Critical(self.deed));
        }
    }
}

/// A loss of HP to an attack or a hazard.
#[derive(Debug, Serialize)]
pub(in super::super) struct Damaged<'a> {
    who: Named<'a>,
    dice: String,
    /// The dice of the second weapon; the higher roll counts (ZONES-25).
    #[serde(skip_serializing_if = "Option::is_none")]
    off_hand_dice: Option<String>,
    faces: Vec<u32>,
    /// The multiplier of a natural; `None` if it is 1 (ZONES-26, ZONES-27).
    #[serde(skip_serializing_if = "Option::is_none")]
    multiplier: Option<i32>,
    /// Whether the multiplier leaves out the constant.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    multiplies_dice_alone: bool,
    damage: i32,
    hp_left: i32,
    #[serde(skip)]
    loss: HpLoss,
}

impl Display for Damaged<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} loses {} HP (", self.who, self.damage)?;
        match &self.off_hand_dice {
            Some(off_hand) => write!(f, "the higher of {} and {off_hand}", self.dice)?,
            None => f.write_str(&self.dice)?,
        }
        f.write_str(&rolled(&self.faces))?;
        if let Some(multiplier) = self.multiplier {
            write!(f, ", {}times {multiplier}", if self.multiplies_dice_alone { "dice " } else { "" })?;
        }
        write!(f, "), {} left.", self.hp_left)
    }
}

impl Zones {
    /// A Test that is no attack, with the name of its attribute; a Creature tests its Skill (ZONES-17).
    pub(super) fn attribute_test(&self, who: Who, attribute: u8, difficulty: i16, faces: &[u32]) -> (&str, Test) {
        let name = match self.sides.side(who) {
            Side::Party => &self.names.attributes[usize::from(attribute)],
            Side::Enemies => "skill",
        };
        let bonus = self.sheet(who).bonuses[usize::from(attribute)];
        (name, Test::without_advantage(faces, Odds { bonus, difficulty }))
    }

    /// An attack, a spell or a stunt. `edge` is `None` if nothing was rolled.
    pub(in super::super) fn attacked(
        &self,
        attempt: Attempt,
        edge: Option<Edge>,
        faces: &[u32],
        verdict: Verdict,
    ) -> Event<'_> {
        let Attempt { who, index, target, is_free, .. } = attempt;
        let attack = &self.sheet(who).attacks[index];
        Event::Attack(Attacked {
            who: self.named(who),
            target: self.named(target),
            attack: &self.names.attacks[who][index],
            deed: Deed::new(who, index),
            attack_kind: attack.kind,
            free: is_free,
            avoided_with: match attack.tester {
                Tester::Attacker { .. } => None,
                Tester::Target { attribute } => Some(&self.names.attributes[usize::from(attribute)]),
            },
            test: edge.map(|edge| Test { faces: faces.to_vec(), edge, odds: attack.odds(self.sheet(target)) }),
            is_strike: attack.is_strike,
            hits: verdict.hits(),
            critical: verdict.is_multiplied(),
            marked: verdict.is_marked(),
        })
    }

    pub(in super::super) fn damaged(
        &self,
        who: Who,
        damage: &Damage,
        is_multiplied: bool,
        faces: &[u32],
        loss: HpLoss,
    ) -> Event<'_> {
        let multiplier = Some(damage.main.factors[1]).filter(|&factor| is_multiplied && factor != 1);
        let mut rolls = std::iter::once(&damage.main).chain(&damage.off_hand);
        Event::Damage(Damaged {
            who: self.named(who),
            dice: damage.main.dice.to_string(),
            off_hand_dice: damage.off_hand.as_ref().map(|off_hand| off_hand.dice.to_string()),
            faces: faces.to_vec(),
            multiplier,
            multiplies_dice_alone: multiplier.is_some()
                && rolls.any(|roll| roll.dice.plus() != 0 && roll.pluses[0] == roll.pluses[1]),
            damage: loss.lost,
            hp_left: loss.left,
            loss,
        })
    }
}
