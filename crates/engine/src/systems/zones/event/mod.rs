//! Events of a fight, for replays.

mod attack;

use std::fmt::{self, Display};

use serde::Serialize;

use super::ailment::{Ailment, Source};
use super::field::{Hazard, ZoneId};
use super::legs::Remainder;
use super::movement::Destination;
use super::resolve::Odds;
use super::{State, Zones};
use crate::accounts::{Deed, Entry, points};
use crate::event::{Named, as_text};
use crate::outcome::{EndState, Side};
use crate::skirmish::{Group, Lots};
use crate::who::Who;
pub(super) use attack::HpLoss;
use attack::{Attacked, Damaged, Test};

/// Something that happened in a fight.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    /// The combatants stand in their Zones (ZONES-06, ZONES-07).
    Positions { zones: Vec<Occupied<'a>> },
    /// The order of the lots, by side, since lots are never compared across sides (ZONES-05).
    Lots { party: Vec<Named<'a>>, enemies: Vec<Named<'a>> },
    /// The HP of a combatant are rolled (ZONES-24).
    HitPoints { who: Named<'a>, dice: String, faces: Vec<u32>, hp: i16 },
    /// A Reaction roll, for one Creature or for several (ZONES-49).
    Reaction {
        creatures: Vec<Named<'a>>,
        #[serde(skip)]
        are_all_enemies: bool,
        faces: Vec<u32>,
        attitude: &'static str,
        fight: bool,
    },
    /// No Creature fights (ZONES-50).
    Peace,
    /// The roll for which side begins; the enemies do up to a limit (ZONES-03).
    Initiative {
        faces: Vec<u32>,
        enemies_begin_up_to: u32,
        #[serde(serialize_with = "as_text")]
        begins: Side,
    },
    /// The Characters in the order of their Turns (ZONES-04).
    Order { party: Vec<Named<'a>> },
    /// A side has no Turns in the first Round (ZONES-02).
    Surprise {
        #[serde(serialize_with = "as_text")]
        side: Side,
    },
    /// A combatant cannot act in its Turn (ZONES-44, ZONES-46).
    LostTurn { who: Named<'a> },
    /// A combatant begins to retreat (ZONES-53, ZONES-54).
    Retreat { who: Named<'a> },
    /// An Action is spent to leave without free attacks (ZONES-36).
    Disengage { who: Named<'a> },
    /// A movement into another Zone (ZONES-12).
    Move { who: Named<'a>, to: &'a str },
    /// A movement off the battlefield (ZONES-54).
    Leave { who: Named<'a> },
    /// A push into another Zone (ZONES-40).
    Push { who: Named<'a>, to: &'a str },
    /// A combatant is out of the fight (ZONES-24, ZONES-53, ZONES-54).
    Out {
        who: Named<'a>,
        #[serde(serialize_with = "as_text")]
        end: EndState,
    },
    /// HP are lost to Ongoing Damage (ZONES-31).
    OngoingDamage {
        who: Named<'a>,
        damage: i16,
        hp_left: i16,
        #[serde(skip)]
        loss: HpLoss,
    },
    /// An ailment begins (ZONES-31, ZONES-41).
    Ailment {
        who: Named<'a>,
        ailment: Ailment,
        /// The deed that began it, and the cause by which it harms.
        #[serde(skip)]
        lasting: Option<[Deed; 2]>,
    },
    /// An attack, a spell or a stunt, with its Test (ZONES-19 to ZONES-30, ZONES-39).
    Attack(Attacked<'a>),
    /// HP are lost to an attack or a hazard (ZONES-11, ZONES-24).
    Damage(Damaged<'a>),
    /// A weapon breaks (ZONES-28).
    Break {
        who: Named<'a>,
        attack: &'a str,
        /// Whether the second weapon goes on alone.
        off_hand_goes_on: bool,
    },
    /// An attack or an item is brought to hand (ZONES-14).
    Retrieve { who: Named<'a>, what: &'a str },
    /// An item heals a combatant (ZONES-14).
    Heal {
        who: Named<'a>,
        item: &'a str,
        #[serde(skip)]
        deed: Deed,
        /// The combatant that is healed, which may be the healer.
        target: Named<'a>,
        dice: String,
        faces: Vec<u32>,
        healed: i32,
        hp_left: i16,
    },
    /// The Test against the hazard of a Zone (ZONES-11).
    Hazard {
        who: Named<'a>,
        zone: &'a str,
        attribute: &'a str,
        #[serde(flatten)]
        test: Test,
        passes: bool,
    },
    /// A Test that ends an ailment if it is passed (ZONES-32, ZONES-47, ZONES-48).
    Recovery {
        who: Named<'a>,
        ailment: Ailment,
        attribute: &'a str,
        #[serde(flatten)]
        test: Test,
        passes: bool,
    },
    /// A Morale Test (ZONES-52).
    Morale {
        who: Named<'a>,
        #[serde(flatten)]
        test: Test,
        passes: bool,
    },
    /// The Rounds are over (ZONES-55).
    Timeout,
    /// A Character comes from an earlier leg of the day (ZONES-56 to ZONES-59).
    Carries {
        who: Named<'a>,
        hp: i32,
        /// Its full HP.
        of: i16,
        /// The HP that the rest before the leg restored.
        by_rest: i32,
        /// The supplies of which it has less than the leg gives.
        remainders: Vec<Remainder<'a>>,
    },
    /// A Character does not come to it (ZONES-60).
    StaysAway { who: Named<'a> },
}

impl crate::event::Event for Event<'_> {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        match *self {
            Self::Initiative { begins, .. } => post(Entry::Begins(begins)),
            Self::Attack(ref attacked) => attacked.entries(post),
            Self::Damage(ref damaged) => post(damaged.entry()),
            Self::OngoingDamage { who, loss, .. } => post(loss.entry(who.who())),
            Self::Ailment { lasting: Some([by, cause]), .. } => post(Entry::Lasting { by, cause }),
            Self::Heal { deed, target, healed, .. } => {
                post(Entry::Use(deed));
                post(Entry::Hit(deed));
                post(Entry::Restored { by: deed, target: target.who(), kind: 0, amount: points(healed) });
            }
            Self::Out { who, end: EndState::Dead | EndState::Down } => post(Entry::Felled(who.who())),
            _ => {}
        }
    }
}

impl Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions { zones } => write!(f, "{}.", joined(zones, "; ")),
            Self::Lots { party, enemies } => {
                write!(f, "Lots, where nothing else decides: {}; {}.", joined(party, ", "), joined(enemies, ", "))
            }
            Self::HitPoints { who, dice, faces, hp } => write!(f, "{who} has {hp} HP ({dice}{}).", rolled(faces)),
            Self::Reaction { are_all_enemies: true, faces, attitude, fight, .. } => {
                let end = if *fight { "it comes to a fight" } else { "no fight breaks out" };
                write!(f, "The enemies' reaction is {}: {attitude}, {end}.", joined(faces, ", "))
            }
            Self::Reaction { creatures, faces, attitude, fight, .. } => reaction(f, creatures, faces, attitude, *fight),
            Self::Peace => f.write_str("No fight breaks out."),
            Self::Initiative { faces, enemies_begin_up_to, begins } => {
                let (faces, begin) = (joined(faces, ", "), if *begins == Side::Party { "begins" } else { "begin" });
                write!(f, "Initiative d6 {faces} (enemies up to {enemies_begin_up_to}): the {begins} {begin}.")
            }
            Self::Order { party } => write!(f, "Order of the party: {}.", joined(party, ", ")),
            Self::Surprise { side } => {
                let noun = if *side == Side::Party { "" } else { " side" };
                write!(f, "The {side}{noun} is surprised and has no turn in this round.")
            }
            Self::LostTurn { who } => write!(f, "{who} cannot act."),
            Self::Retreat { who } => write!(f, "{who} retreats from now on."),
            Self::Disengage { who } => write!(f, "{who} disengages."),
            Self::Move { who, to } => write!(f, "{who} moves to {to}."),
            Self::Leave { who } => write!(f, "{who} leaves the battlefield."),
            Self::Push { who, to } => write!(f, "{who} is pushed to {to}."),
            Self::Out { who, end: EndState::Dead } => write!(f, "{who} dies."),
            Self::Out { who, end: EndState::Down } => write!(f, "{who} goes down."),
            Self::Out { who, end: EndState::Fled | EndState::Standing } => write!(f, "{who} is out of the fight."),
            Self::OngoingDamage { who, damage, hp_left, .. } => {
                write!(f, "{who} loses {damage} HP to Ongoing Damage, {hp_left} left.")
            }
            Self::Ailment { who, ailment, .. } => {
                write!(f, "{who} {} {}.", if *ailment == Ailment::Ongoing { "suffers" } else { "is" }, ailment.name())
            }
            Self::Attack(attacked) => attacked.fmt(f),
            Self::Damage(damaged) => damaged.fmt(f),
            Self::Break { who, attack, off_hand_goes_on } => {
                let weapon = if *off_hand_goes_on { "the main weapon of " } else { "" };
                write!(f, "{who} breaks {weapon}{attack}.")
            }
            Self::Retrieve { who, what } => write!(f, "{who} gets out {what}."),
            Self::Heal { who, item, target, dice, faces, healed, hp_left, .. } => {
                let on = if who.who() == target.who() { String::new() } else { format!(" on {target}") };
                write!(f, "{who} uses {item}{on}: {healed} HP back ({dice}{}), {hp_left} now.", rolled(faces))
            }
            Self::Hazard { who, zone, attribute, test, passes } => {
                let end = if *passes { "unharmed" } else { "it strikes" };
                write!(f, "{who} meets the hazard of {zone}: {attribute} {test}, {end}.")
            }
            Self::Recovery { who, ailment, attribute, test, passes } => {
                let end = if *passes { "it ends" } else { "it lasts" };
                write!(f, "{who} resists {}: {attribute} {test}, {end}.", ailment.name())
            }
            Self::Morale { who, test, passes } => {
                write!(f, "{who} tests morale: {test}, {}.", if *passes { "stands firm" } else { "breaks" })
            }
            Self::Timeout => f.write_str("The Rounds are over, and nobody has won."),
            Self::Carries { who, hp, of, by_rest, remainders } => {
                let by_rest = if *by_rest > 0 { format!(", {by_rest} of them by a rest") } else { String::new() };
                let left = if remainders.is_empty() { "" } else { "; left are " };
                write!(f, "{who} begins with {hp} of {of} HP{by_rest}{left}{}.", joined(remainders, ", "))
            }
            Self::StaysAway { who } => write!(f, "{who} stays away."),
        }
    }
}

/// The Reaction of some of the Creatures, and what they do then.
fn reaction(
    f: &mut fmt::Formatter<'_>,
    creatures: &[Named<'_>],
    faces: &[u32],
    attitude: &str,
    fight: bool,
) -> fmt::Result {
    let (names, faces) = (joined(creatures, ", "), joined(faces, ", "));
    let end = match (fight, creatures.len()) {
        (true, 1) => "fights",
        (true, _) => "fight",
        (false, 1) => "stands aside",
        (false, _) => "stand aside",
    };
    write!(f, "Reaction of {names}, {faces}: {attitude}; {names} {end}.")
}

/// A Zone and the combatants in it.
#[derive(Debug, Serialize)]
pub(super) struct Occupied<'a> {
    zone: &'a str,
    combatants: Vec<Named<'a>>,
}

impl Display for Occupied<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.zone, joined(&self.combatants, ", "))
    }
}

impl Zones {
    pub(super) fn named(&self, who: Who) -> Named<'_> {
        Named::of(&self.outline, who)
    }

    pub(super) fn all_named(&self, combatants: impl IntoIterator<Item = Who>) -> Vec<Named<'_>> {
        combatants.into_iter().map(|who| self.named(who)).collect()
    }

    pub(super) fn zone_name(&self, zone: ZoneId) -> &str {
        &self.field.zone(zone).name
    }

    pub(super) fn positions(&self, state: &State) -> Event<'_> {
        let zones = (0..self.field.len() as ZoneId).zip(&state.occupants).filter(|(_, who)| !who.is_empty());
        let occupied =
            |(zone, &who): (ZoneId, &Group)| Occupied { zone: self.zone_name(zone), combatants: self.all_named(who) };
        Event::Positions { zones: zones.map(occupied).collect() }
    }

    pub(super) fn lots(&self, lots: &Lots) -> Event<'_> {
        let of = |side: Side| self.all_named(lots.iter().filter(|&who| self.sides.side(who) == side));
        Event::Lots { party: of(Side::Party), enemies: of(Side::Enemies) }
    }

    pub(super) fn reaction(&self, creatures: Group, faces: &[u32], fight: bool) -> Event<'_> {
        Event::Reaction {
            creatures: self.all_named(creatures),
            are_all_enemies: creatures == self.sides.members(Side::Enemies),
            faces: faces.to_vec(),
            attitude: match faces.last() {
                None | Some(1) => "Hostile",
                Some(2 | 3) => "Wary",
                Some(4..=7) => "Curious",
                Some(8 | 9) => "Kind",
                Some(_) => "Helpful",
            },
            fight,
        }
    }

    pub(super) fn movement(&self, who: Who, to: Destination) -> Event<'_> {
        let who = self.named(who);
        match to {
            Destination::Zone(zone) => Event::Move { who, to: self.zone_name(zone) },
            Destination::Outside => Event::Leave { who },
        }
    }

    pub(super) fn broken(&self, who: Who, index: usize) -> Event<'_> {
        Event::Break {
            who: self.named(who),
            attack: &self.names.attacks[who][index],
            off_hand_goes_on: self.sheet(who).attacks[index].off_hand_alone.is_some(),
        }
    }

    /// The Test against the hazard of the Zone in which a combatant stands.
    pub(super) fn hazard(&self, who: Who, zone: ZoneId, hazard: &Hazard, faces: &[u32], passes: bool) -> Event<'_> {
        let (attribute, test) = self.attribute_test(who, hazard.test, hazard.difficulty, faces);
        Event::Hazard { who: self.named(who), zone: self.zone_name(zone), attribute, test, passes }
    }

    pub(super) fn morale(&self, who: Who, odds: Odds, faces: &[u32], passes: bool) -> Event<'_> {
        Event::Morale { who: self.named(who), test: Test::without_advantage(faces, odds), passes }
    }

    /// A Test against an ailment from this source.
    pub(super) fn recovery(
        &self,
        who: Who,
        ailment: Ailment,
        source: Source,
        faces: &[u32],
        passes: bool,
    ) -> Event<'_> {
        let (attribute, test) = self.attribute_test(who, source.test, source.difficulty, faces);
        Event::Recovery { who: self.named(who), ailment, attribute, test, passes }
    }
}

/// Words with a separator between them.
fn joined<T: Display>(words: &[T], separator: &str) -> String {
    words.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// Faces as `: 4, 5`; nothing if no die was rolled.
fn rolled(faces: &[u32]) -> String {
    if faces.is_empty() { String::new() } else { format!(": {}", joined(faces, ", ")) }
}
