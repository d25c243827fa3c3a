//! The seam between a fight and the functions that a script calls.
//!
//! Functions of the language are registered once, for all fights, and cannot borrow one. While a fight calls its script, it lies on
//! a *table*: a place of the thread where those functions find it.

use std::collections::BTreeMap;
use std::fmt;

use equipoise_engine::accounts::{Deed, Entry};
use equipoise_engine::decision::Rated;
use equipoise_engine::dice::{Dice, DiceExpr, Lent, Meaning, Pool};
use equipoise_engine::event::{Event, Named, as_text};
use equipoise_engine::{EndState, Fight, Side, Trace, Who, Winner};
use rhai::{Dynamic, EvalAltResult};
use serde::Serialize;

use crate::Script;
use crate::cells::Cells;
use crate::host::Fighter;

scoped_tls_hkt::scoped_thread_local!(static mut TABLE: for<'a> &'a mut (dyn Table + 'a));

/// The error with which a function of a script fails.
pub(crate) type Failed = Box<EvalAltResult>;

/// A fight in progress, whatever its dice and its observer.
pub(crate) trait Table {
    fn script(&self) -> &Script;
    fn cells(&self) -> &Cells;
    /// The part of the fight that changes.
    ///
    /// # Errors
    /// In a draw, whose dice may be thrown several times, and in a text, which is made only where it is heard.
    fn changed(&mut self) -> Result<&mut Cells, Failed>;
    fn dice(&mut self) -> Lent<'_>;
    fn place(&self) -> Place;
    fn go(&mut self, to: Place);
    /// Whether the observer hears what happens.
    fn hears(&self) -> bool;
    fn happens(&mut self, happening: Happening);
    fn apply(&mut self, rule: &'static str);
    fn count(&mut self, metric: usize, amount: u32);
    /// Takes a decision: the index of an option.
    fn choose(&mut self, who: Who, options: &[Dynamic], preferred: usize) -> usize;
}

/// The part of a turn that is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A step of the turn.
    Step,
    /// An open draw, of which single dice are part.
    Draw,
    /// A line of the narration.
    Line,
}

impl Place {
    /// # Errors
    /// The reason why nothing may change here.
    fn may_change(self) -> Result<(), Failed> {
        match self {
            Self::Step => Ok(()),
            Self::Draw => Err("nothing may change inside of `chance`".into()),
            Self::Line => Err("nothing may be rolled or changed inside of `say`: do it before".into()),
        }
    }
}

/// Something that a script tells.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    Said(String),
    Hurt {
        target: Who,
        amount: i32,
        /// The part of the amount that the target had no points left for.
        beyond: i32,
        /// Whether it was the last point.
        falls: bool,
        with: String,
    },
    Healed {
        target: Who,
        amount: i32,
        with: String,
    },
    EndsUp {
        who: Who,
        state: EndState,
        /// Whether it stood before.
        falls: bool,
    },
}

/// The same as an event.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Told<'a> {
    Said {
        text: String,
    },
    Hurt {
        target: Named<'a>,
        /// Nobody, if it is the target's own turn, or nobody's.
        by: Option<Named<'a>>,
        amount: i32,
        with: String,
        falls: bool,
        #[serde(skip)]
        beyond: i32,
        #[serde(skip)]
        deed: Deed,
    },
    Healed {
        target: Named<'a>,
        amount: i32,
        with: String,
        #[serde(skip)]
        deed: Deed,
    },
    EndsUp {
        who: Named<'a>,
        #[serde(serialize_with = "as_text")]
        state: EndState,
        #[serde(skip)]
        falls: bool,
    },
    /// A combatant comes to a leg of a day, with the numbers that it keeps.
    Comes {
        who: Named<'a>,
        numbers: BTreeMap<&'static str, i32>,
    },
    StaysAway {
        who: Named<'a>,
    },
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said { text } => f.write_str(text),
            Self::Hurt { target, by, amount, with, falls, .. } => {
                let falls = if *falls { " and is down" } else { "" };
                let by = by.map_or_else(String::new, |by| format!(" to {by}"));
                let amount = if *amount == 0 { "nothing".to_owned() } else { amount.to_string() };
                write!(f, "{target} loses {amount}{by} ({with}){falls}.")
            }
            Self::Healed { target, amount, with, .. } => write!(f, "{target} gets {amount} back ({with})."),
            Self::EndsUp { who, state: EndState::Standing, .. } => write!(f, "{who} stands again."),
            Self::EndsUp { who, state: EndState::Fled, .. } => write!(f, "{who} has fled."),
            Self::EndsUp { who, state, .. } => write!(f, "{who} is {}.", state.name()),
            Self::Comes { who, numbers } => {
                let numbers: Vec<String> = numbers.iter().map(|(name, number)| format!("{number} {name}")).collect();
                let with = if numbers.is_empty() { "" } else { " with " };
                write!(f, "{who} comes{with}{}.", numbers.join(", "))
            }
            Self::StaysAway { who } => write!(f, "{who} stays away."),
        }
    }
}

impl Event for Told<'_> {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        let points = |number: i32| number.unsigned_abs();
        match *self {
            Self::Hurt { target, amount, beyond, falls, deed: by, .. } => {
                let (amount, beyond, target) = (points(amount), points(beyond), target.who());
                post(Entry::Use(by));
                if amount > 0 {
                    post(Entry::Hit(by));
                }
                post(Entry::Harm { by, target, kind: 0, amount, beyond });
                if falls {
                    post(Entry::Felled(target));
                }
            }
            Self::Healed { target, amount, deed: by, .. } => {
                post(Entry::Use(by));
                post(Entry::Restored { by, target: target.who(), kind: 0, amount: points(amount) });
            }
            Self::EndsUp { who, state: EndState::Down | EndState::Dead, falls: true } => post(Entry::Felled(who.who())),
            Self::Said { .. } | Self::EndsUp { .. } | Self::Comes { .. } | Self::StaysAway { .. } => {}
        }
    }
}

/// The event of a combatant that comes to a leg of a day, or stays away from it.
pub(crate) fn comes_to_leg(script: &Script, state: &Cells, who: Who, comes: bool) -> impl Event {
    let named = Named::of(&script.outline, who);
    let numbers = script.program.book.points.iter().zip(script.points());
    let numbers = numbers.map(|(&name, at)| (name, state.own(who, at))).collect();
    if comes { Told::Comes { who: named, numbers } } else { Told::StaysAway { who: named } }
}

/// An option of a decision, by its index.
#[derive(Clone, Copy)]
struct Choosable<'a> {
    index: usize,
    option: &'a Dynamic,
    script: &'a Script,
}

impl PartialEq for Choosable<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl fmt::Debug for Choosable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.option.read_lock::<Fighter>() {
            Some(who) => f.write_str(&self.script.outline.combatants[who.0.index()].id),
            None => write!(f, "{}", self.option),
        }
    }
}

/// A fight that lies on the table.
struct Seat<'a, 'b, D, T> {
    fight: &'a mut Fight<'b, Script, D, T>,
    /// The combatant whose turn it is.
    actor: Option<Who>,
    place: Place,
}

impl<D, T> Seat<'_, '_, D, T> {
    /// The combatant that harms another one; `None` in the turn of that, or of nobody.
    fn striker(&self, target: Who) -> Option<Who> {
        self.actor.filter(|actor| *actor != target)
    }

    /// The deed of the actor, or of the target if it is nobody's turn.
    fn deed(&self, target: Who, with: &str) -> Deed {
        Deed::new(self.actor.unwrap_or(target), self.fight.rules.program.means_at(with))
    }
}

impl<D: Dice, T: Trace> Table for Seat<'_, '_, D, T> {
    fn script(&self) -> &Script {
        self.fight.rules
    }

    fn cells(&self) -> &Cells {
        self.fight.state
    }

    fn changed(&mut self) -> Result<&mut Cells, Failed> {
        self.place.may_change().map(|()| &mut *self.fight.state)
    }

    fn dice(&mut self) -> Lent<'_> {
        Lent::new(self.fight.dice)
    }

    fn place(&self) -> Place {
        self.place
    }

    fn go(&mut self, to: Place) {
        self.place = to;
    }

    fn hears(&self) -> bool {
        self.fight.trace.hears_events()
    }

    fn happens(&mut self, happening: Happening) {
        let named = |who| Named::of(&self.fight.rules.outline, who);
        let told = match happening {
            Happening::Said(text) => Told::Said { text },
            Happening::Hurt { target, amount, beyond, falls, with } => {
                let by = self.striker(target);
                let deed = self.deed(target, &with);
                Told::Hurt { target: named(target), by: by.map(named), amount, with, falls, beyond, deed }
            }
            Happening::Healed { target, amount, with } => {
                let deed = self.deed(target, &with);
                Told::Healed { target: named(target), amount, with, deed }
            }
            Happening::EndsUp { who, state, falls } => Told::EndsUp { who: named(who), state, falls },
        };
        self.fight.trace.happens(|| told);
    }

    fn apply(&mut self, rule: &'static str) {
        self.fight.trace.rule(rule);
    }

    fn count(&mut self, metric: usize, amount: u32) {
        self.fight.trace.count(metric, amount);
    }

    fn choose(&mut self, who: Who, options: &[Dynamic], preferred: usize) -> usize {
        let script = self.fight.rules;
        let choosable = |(index, option)| Choosable { index, option, script };
        let rated = |_: &Fight<'_, Script, D, T>| {
            let all = options.iter().enumerate().map(choosable);
            all.map(|option| Rated::new(option, option.index == preferred)).collect()
        };
        self.fight.decide(0, who, choosable((preferred, &options[preferred])), rated).index
    }
}

/// Lays a fight on the table while `call` calls its script, in the turn of a combatant or of nobody.
pub(crate) fn seated<D: Dice, T: Trace, R>(
    fight: &mut Fight<'_, Script, D, T>,
    actor: Option<Who>,
    call: impl FnOnce() -> R,
) -> R {
    let mut seat = Seat { fight, actor, place: Place::Step };
    TABLE.set(&mut seat, call)
}

/// The answer of the fight on the table.
///
/// # Errors
/// If there is none: the function was called outside of a fight.
pub(crate) fn at_table<R>(ask: impl FnOnce(&mut dyn Table) -> Result<R, Failed>) -> Result<R, Failed> {
    if TABLE.is_set() { TABLE.with(|table| ask(table)) } else { Err("this can be called in a fight only".into()) }
}

/// The dice of the fight on the table.
pub(crate) struct Borrowed;

/// Dice are rolled only where there is a fight: see [`at_table`].
impl Dice for Borrowed {
    fn die(&mut self, sides: u32) -> u32 {
        TABLE.with(|table| table.dice().die(sides))
    }

    fn begin_draw(&mut self, meaning: Option<Meaning>) -> bool {
        TABLE.with(|table| {
            table.go(Place::Draw);
            table.dice().begin_draw(meaning)
        })
    }

    fn end_try(&mut self, place: Option<usize>) -> bool {
        TABLE.with(|table| table.dice().end_try(place))
    }

    fn end_draw(&mut self) {
        TABLE.with(|table| {
            table.go(Place::Step);
            table.dice().end_draw();
        });
    }

    fn sum(&mut self, dice: DiceExpr) -> i32 {
        TABLE.with(|table| table.dice().sum(dice))
    }

    fn keep(&mut self, pool: Pool) -> i32 {
        TABLE.with(|table| table.dice().keep(pool))
    }
}

/// A draw of the fight on the table, whose dice are rolled again where `roll` finds no result; part of the open draw inside of `chance`.
pub(crate) fn drawn<R: Eq>(
    meaning: Option<Meaning>,
    mut roll: impl FnMut(&mut Borrowed) -> Option<R>,
) -> Result<R, Failed> {
    let place = at_table(|table| Ok(table.place()))?;
    if place == Place::Draw {
        return roll(&mut Borrowed).ok_or_else(|| "only the outermost `chance` can be rolled again".into());
    }
    place.may_change()?;
    Ok(match meaning {
        None => Borrowed.draw(roll),
        Some(meaning) => Borrowed.draw_of(meaning, roll),
    })
}

/// The winner if one side alone has somebody standing, or neither.
pub(crate) fn last_side(cells: &Cells, script: &Script) -> Option<Winner> {
    let stands = |side: Side| script.sides.members(side).iter().any(|who| cells.stands(who));
    match Side::ALL.map(stands) {
        [true, true] => None,
        [true, false] => Some(Winner::Party),
        [false, true] => Some(Winner::Enemies),
        [false, false] => Some(Winner::Draw),
    }
}
