//! Events of a fight, for replays.

use std::fmt::{self, Display};

use serde::Serialize;

use super::Tiny;
use super::pool::Test;
use crate::accounts::{Deed, Entry, points};
use crate::event::Named;
use crate::outcome::Winner;
use crate::skirmish::Group;
use crate::who::Who;

/// The direction of a move, as seen from the nearest opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Way {
    Nearer,
    Farther,
    /// As far away as before, or without an opponent.
    Level,
}

impl Way {
    const fn verb(self) -> &'static str {
        match self {
            Self::Nearer => "advances",
            Self::Farther => "falls back",
            Self::Level => "moves",
        }
    }
}

/// Something that happened in a fight.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    /// The combatants are at their positions (TINY-10).
    Positions { positions: Vec<Position<'a>> },
    /// A roll for the order of turns (TINY-04, TINY-05, TINY-08).
    Initiative { who: Named<'a>, faces: Vec<u32>, total: i32 },
    /// Vigilant combatants precede others with the same total (TINY-07).
    Vigilance { who: Vec<Named<'a>> },
    /// The order of turns is known (TINY-06).
    Order { turns: Vec<Named<'a>> },
    /// The HP of a combatant are rolled (TINY-26).
    HitPoints { who: Named<'a>, dice: String, faces: Vec<u32>, hp: i16 },
    /// Lots are drawn (TINY-12).
    Lots { order: Vec<Named<'a>> },
    /// A move along the line (TINY-15, TINY-18).
    Move {
        who: Named<'a>,
        /// The distance; negative towards the start of the line.
        feet: i32,
        /// The position after the move, in feet.
        position: i32,
        past_enemies: bool,
        way: Way,
    },
    /// A turn without an action (TINY-09).
    Hold { who: Named<'a> },
    /// A turn spent on evading (TINY-17).
    Evade { who: Named<'a> },
    /// A test to get out of combat (TINY-18).
    Extricate {
        who: Named<'a>,
        #[serde(flatten)]
        roll: Roll,
        success: bool,
    },
    /// A combatant is far enough away to leave the fight (TINY-44).
    Leave { who: Named<'a> },
    /// An attack test (TINY-16, TINY-19 to TINY-22).
    Attack {
        who: Named<'a>,
        target: Named<'a>,
        attack: &'a str,
        #[serde(skip)]
        deed: Deed,
        ranged: bool,
        #[serde(flatten)]
        roll: Roll,
        hits: bool,
    },
    /// A test to evade an attack that hit (TINY-17).
    EvadeTest {
        who: Named<'a>,
        #[serde(skip)]
        deed: Deed,
        #[serde(flatten)]
        roll: Roll,
        evades: bool,
    },
    /// The critical roll of a hit (TINY-23).
    Critical {
        who: Named<'a>,
        faces: Vec<u32>,
        /// The least sum of the faces that is a critical.
        needed: u32,
        critical: bool,
        #[serde(skip)]
        deed: Deed,
        /// The HP that a critical adds to the damage.
        #[serde(skip_serializing_if = "Option::is_none")]
        bonus: Option<i16>,
    },
    /// The second test of a hit, against the target's DR (TINY-24).
    SecondTest {
        who: Named<'a>,
        target: Named<'a>,
        dr: i16,
        #[serde(flatten)]
        roll: Roll,
        overcomes: bool,
    },
    /// The damage of a hit (TINY-26).
    Damage {
        who: Named<'a>,
        #[serde(skip)]
        by: Deed,
        damage: i16,
        hp_left: i16,
        /// The part of the damage for which no HP were left.
        #[serde(skip)]
        beyond: i16,
    },
    /// A fall, with this number of stabilization tests to make (TINY-34, TINY-35).
    Dying { who: Named<'a>, tests: usize },
    /// A fall that leaves somebody unconscious for good (TINY-34).
    Down { who: Named<'a> },
    /// A death (TINY-34, TINY-37).
    Death { who: Named<'a> },
    /// A stabilization test (TINY-35 to TINY-39).
    Stabilization {
        who: Named<'a>,
        #[serde(skip)]
        deed: Deed,
        /// The number of the test, 1 for the first of `tests`.
        test: usize,
        tests: usize,
        #[serde(flatten)]
        roll: Roll,
        success: bool,
    },
    /// A stabilization test was a success (TINY-36).
    Stabilized {
        who: Named<'a>,
        #[serde(skip)]
        deed: Deed,
        hp_left: i16,
    },
    /// A medic's test to help a dying ally (TINY-40).
    Attend {
        who: Named<'a>,
        #[serde(skip)]
        deed: Deed,
        target: Named<'a>,
        #[serde(flatten)]
        roll: Roll,
        success: bool,
    },
    /// One side alone has somebody standing (TINY-43).
    End { winner: &'static str },
    /// The round limit is reached (TINY-43).
    Timeout,
    /// Stabilization tests are due after the end (TINY-41).
    Aftermath,
    /// The time that the party needs to recover (TINY-45).
    Recovery { sleeps: u32, hp_left: u32 },
    /// A combatant comes to the next fight of a day (TINY-46 to TINY-48).
    Carries {
        who: Named<'a>,
        hp: i32,
        /// Its most HP.
        of: i32,
        sleeps: i32,
    },
    /// A combatant does not come to it (TINY-49).
    StaysAway { who: Named<'a> },
}

impl Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions { positions } => write!(f, "{}.", joined(positions, ", ")),
            Self::Initiative { who, faces, total } => {
                write!(f, "Initiative of {who}: {}", joined(faces, " + "))?;
                write!(f, "{}{total}.", if faces.is_empty() { "" } else { " = " })
            }
            Self::Vigilance { .. } => f.write_str("Of equal totals the vigilant's comes first."),
            Self::Order { turns } => write!(f, "Order of turns: {}.", joined(turns, ", ")),
            Self::HitPoints { who, dice, faces, hp } => {
                write!(f, "{who} has {hp} HP ({dice}: {}).", joined(faces, ", "))
            }
            Self::Lots { order } => write!(f, "Lots, where nothing else decides: {}.", joined(order, ", ")),
            Self::Move { who, feet, past_enemies, way, .. } => {
                let moves = if *past_enemies { "slips past and moves" } else { way.verb() };
                write!(f, "{who} {moves} {} ft.", feet.abs())
            }
            Self::Hold { who } => write!(f, "{who} holds."),
            Self::Evade { who } => write!(f, "{who} evades until its next turn."),
            Self::Extricate { who, roll, success } => {
                let end = if *success { "out of combat" } else { "held" };
                write!(f, "{who} tries to get out of combat: {roll}, {end}.")
            }
            Self::Leave { who } => write!(f, "{who} leaves the fight."),
            Self::Attack { who, target, attack, ranged, roll, hits, .. } => {
                let verb = if *ranged { "shoots at" } else { "strikes at" };
                let end = if *hits { "a hit" } else { "a miss" };
                write!(f, "{who} {verb} {target} with {attack}: {roll}, {end}.")
            }
            Self::EvadeTest { who, roll, evades, .. } => {
                write!(f, "{who} evades: {roll}, {}.", if *evades { "evaded" } else { "not evaded" })
            }
            // Without remembered faces there is nothing to add up.
            Self::Critical { faces, needed, critical, .. } if faces.is_empty() => {
                write!(f, "Critical roll against {needed}: {}.", if *critical { "a critical" } else { "none" })
            }
            Self::Critical { faces, needed, bonus, .. } => {
                let (sum, total) = (joined(faces, " + "), faces.iter().sum::<u32>());
                write!(f, "Critical roll {sum} = {total} against {needed}: ")?;
                if let Some(bonus) = bonus { write!(f, "{bonus} HP more.") } else { f.write_str("no critical.") }
            }
            Self::SecondTest { dr, roll, overcomes, .. } => {
                write!(f, "Second test against DR {dr}: {roll}, {}.", if *overcomes { "overcome" } else { "it holds" })
            }
            Self::Damage { who, damage, hp_left, .. } => write!(f, "{who} takes {damage} damage, {hp_left} HP left."),
            Self::Dying { who, tests } => {
                write!(f, "{who} is dying, with {tests} test{} to live.", if *tests == 1 { "" } else { "s" })
            }
            Self::Down { who } => write!(f, "{who} is down."),
            Self::Death { who } => write!(f, "{who} dies."),
            Self::Stabilization { who, test, tests, roll, success, .. } => {
                let end = if *success { "a success" } else { "a failure" };
                write!(f, "{who} tests to live, {test} of {tests}: {roll}, {end}.")
            }
            Self::Stabilized { who, hp_left, .. } => write!(f, "{who} is stabilized and stays down with {hp_left} HP."),
            Self::Attend { who, target, roll, success, .. } => {
                write!(f, "{who} attends {target}: {roll}, {}.", if *success { "it helps" } else { "in vain" })
            }
            Self::End { winner } => {
                write!(f, "The {winner} {} won.", if *winner == Winner::Party.name() { "has" } else { "have" })
            }
            Self::Timeout => f.write_str("The round limit is reached; both sides still stand."),
            Self::Aftermath => f.write_str("The fight is over; tests still due are made."),
            Self::Carries { who, hp, of, sleeps } => write!(f, "{who} begins with {hp} of {of} HP{}.", after(*sleeps)),
            Self::StaysAway { who } => write!(f, "{who} stays away."),
            Self::Recovery { sleeps, .. } => recovery(f, *sleeps),
        }
    }
}

/// The sleep before a fight, in words.
fn after(sleeps: i32) -> String {
    match sleeps {
        0 => String::new(),
        1 => ", after a sleep".to_owned(),
        _ => format!(", after {sleeps} sleeps"),
    }
}

fn recovery(f: &mut fmt::Formatter<'_>, sleeps: u32) -> fmt::Result {
    match sleeps {
        0 => return f.write_str("Nobody of the party has to sleep to recover."),
        1 => f.write_str("One sleep")?,
        _ => write!(f, "{sleeps} sleeps")?,
    }
    f.write_str(", and all of the party that live have recovered.")
}

impl crate::event::Event for Event<'_> {
    fn looks_ahead(&self) -> bool {
        matches!(self, Self::Recovery { .. })
    }

    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        match *self {
            Self::Attack { deed, hits: is_success, .. }
            | Self::EvadeTest { deed, evades: is_success, .. }
            | Self::Stabilization { deed, success: is_success, .. }
            | Self::Attend { deed, success: is_success, .. } => {
                post(Entry::Use(deed));
                if is_success {
                    post(Entry::Hit(deed));
                }
            }
            Self::Order { ref turns } => {
                if let Some(first) = turns.first() {
                    post(Entry::Begins(first.side()));
                }
            }
            Self::Critical { deed, critical: true, .. } => post(Entry::Critical(deed)),
            Self::Damage { who, by, damage, hp_left, beyond } => {
                let (amount, beyond) = (points(damage.into()), points(beyond.into()));
                post(Entry::Harm { by, target: who.who(), kind: 0, amount, beyond });
                if hp_left == 0 {
                    post(Entry::Felled(who.who()));
                }
            }
            Self::Stabilized { who, deed, hp_left } => {
                post(Entry::Restored { by: deed, target: who.who(), kind: 0, amount: points(hp_left.into()) });
            }
            _ => {}
        }
    }
}

/// A combatant's place on the line.
#[derive(Debug, Serialize)]
pub(super) struct Position<'a> {
    who: Named<'a>,
    /// In feet.
    position: i32,
}

impl Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} ft", self.who, self.position)
    }
}

/// The dice of a test: at least one face has to reach the number needed (TINY-01).
#[derive(Debug, Serialize)]
pub(super) struct Roll {
    faces: Vec<u32>,
    needed: u8,
}

impl Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", joined(&self.faces, ", "), self.needed)
    }
}

/// The items in words, with a separator between them.
fn joined(items: &[impl Display], separator: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

impl Test {
    /// The test, rolled with these faces.
    pub(super) fn rolled(self, faces: &[u32]) -> Roll {
        Roll { faces: faces.to_vec(), needed: self.target }
    }
}

impl Tiny {
    pub(super) fn named(&self, who: Who) -> Named<'_> {
        Named::of(&self.outline, who)
    }

    pub(super) fn all_named(&self, group: impl IntoIterator<Item = Who>) -> Vec<Named<'_>> {
        group.into_iter().map(|who| self.named(who)).collect()
    }

    pub(super) fn positions(&self, standing: Group) -> Event<'_> {
        let position = |who| Position { who: self.named(who), position: self.opening.fighters[who].position };
        Event::Positions { positions: standing.iter().map(position).collect() }
    }
}
