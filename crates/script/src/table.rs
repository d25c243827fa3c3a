//! The seam between a fight and the functions that a script calls.
//!
//! Functions of the language are registered once, for all fights, and cannot borrow one. While a fight calls its script, it lies on
//! a *table*: a place of the thread where those functions find it.

use std::fmt;

use equipoise_engine::decision::Rated;
use equipoise_engine::dice::{Dice, DiceExpr, Lent, Meaning, Pool};
use equipoise_engine::event::{Event, Named};
use equipoise_engine::{Fight, Side, Trace, Who, Winner};
use rhai::EvalAltResult;
use serde::Serialize;

use crate::Script;
use crate::cells::Cells;

scoped_tls_hkt::scoped_thread_local!(static mut TABLE: for<'a> &'a mut (dyn Table + 'a));

/// Why a function of a script fails.
pub(crate) type Failed = Box<EvalAltResult>;

/// A fight in progress, whatever its dice and its observer.
pub(crate) trait Table {
    fn script(&self) -> &Script;
    fn cells(&self) -> &Cells;
    /// The part of the fight that changes.
    ///
    /// # Errors
    /// In a draw, which must change nothing: its dice may be thrown several times.
    fn changed(&mut self) -> Result<&mut Cells, Failed>;
    fn dice(&mut self) -> Lent<'_>;
    /// Whether a draw is open, so that single dice are part of it.
    fn is_drawing(&self) -> bool;
    fn draw(&mut self, begins: bool);
    /// Whether the observer hears what happens.
    fn hears(&self) -> bool;
    fn happens(&mut self, happening: Happening);
    fn apply(&mut self, rule: &'static str);
    fn count(&mut self, metric: usize, amount: u32);
    /// Takes a decision: the index of an option.
    fn choose(&mut self, who: Who, options: Vec<String>, preferred: usize) -> usize;
}

/// Something that a script tells.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    Said(String),
    Hurt { target: Who, amount: i64, with: String },
    Healed { target: Who, amount: i64 },
}

/// The same as an event.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Told<'a> {
    Said { text: String },
    Hurt { target: Named<'a>, amount: i64, with: String },
    Healed { target: Named<'a>, amount: i64 },
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said { text } => f.write_str(text),
            Self::Hurt { target, amount, with } => write!(f, "{target} loses {amount} ({with})."),
            Self::Healed { target, amount } => write!(f, "{target} gets {amount} back."),
        }
    }
}

impl Event for Told<'_> {}

/// An option of a decision, in words and by its index.
#[derive(Clone, PartialEq)]
struct InWords(usize, String);

impl fmt::Debug for InWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1)
    }
}

/// A fight that lies on the table.
struct Seat<'a, 'b, D, T> {
    fight: &'a mut Fight<'b, Script, D, T>,
    is_drawing: bool,
}

impl<D: Dice, T: Trace> Table for Seat<'_, '_, D, T> {
    fn script(&self) -> &Script {
        self.fight.rules
    }

    fn cells(&self) -> &Cells {
        self.fight.state
    }

    fn changed(&mut self) -> Result<&mut Cells, Failed> {
        if self.is_drawing { Err("nothing may change inside of `chance`".into()) } else { Ok(self.fight.state) }
    }

    fn dice(&mut self) -> Lent<'_> {
        Lent::new(self.fight.dice)
    }

    fn is_drawing(&self) -> bool {
        self.is_drawing
    }

    fn draw(&mut self, begins: bool) {
        self.is_drawing = begins;
    }

    fn hears(&self) -> bool {
        T::HEARS_EVENTS
    }

    fn happens(&mut self, happening: Happening) {
        let outline = &self.fight.rules.outline;
        self.fight.trace.happens(|| match happening {
            Happening::Said(text) => Told::Said { text },
            Happening::Hurt { target, amount, with } => Told::Hurt { target: Named::of(outline, target), amount, with },
            Happening::Healed { target, amount } => Told::Healed { target: Named::of(outline, target), amount },
        });
    }

    fn apply(&mut self, rule: &'static str) {
        self.fight.trace.rule(rule);
    }

    fn count(&mut self, metric: usize, amount: u32) {
        self.fight.trace.count(metric, amount);
    }

    fn choose(&mut self, who: Who, options: Vec<String>, preferred: usize) -> usize {
        let words = |index: usize| InWords(index, options[index].clone());
        let rated = |_: &Fight<'_, Script, D, T>| {
            (0..options.len()).map(|index| Rated::new(words(index), index == preferred)).collect()
        };
        self.fight.decide(0, who, words(preferred), rated).0
    }
}

/// Lays a fight on the table while `call` calls its script.
pub(crate) fn seated<D: Dice, T: Trace, R>(fight: &mut Fight<'_, Script, D, T>, call: impl FnOnce() -> R) -> R {
    let mut seat = Seat { fight, is_drawing: false };
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
            table.draw(true);
            table.dice().begin_draw(meaning)
        })
    }

    fn end_try(&mut self, place: Option<usize>) -> bool {
        TABLE.with(|table| table.dice().end_try(place))
    }

    fn end_draw(&mut self) {
        TABLE.with(|table| {
            table.draw(false);
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
    if at_table(|table| Ok(table.is_drawing()))? {
        return roll(&mut Borrowed).ok_or_else(|| "only the outermost `chance` can be rolled again".into());
    }
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
