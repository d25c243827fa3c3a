//! A whole number, or dice that are rolled for it.

use serde_json::{Value as Json, json};

use super::{Dice, Int, KeyKind, Kind, Pick, Steps};
use crate::dice::DiceExpr;
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::Key;
use crate::scenario::node::{Node, Value};
use crate::scenario::read::{Location, read_quoted, read_value};
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// A whole number between bounds, or dice that are rolled for it. Results of dice below the lower bound count as the
/// lower bound, so that only their largest result is bounded.
#[derive(Debug, Clone, Copy)]
pub struct IntOrDice {
    /// The smallest number.
    pub min: i64,
    /// The largest number.
    pub max: i64,
}

impl IntOrDice {
    const fn int(self) -> Int {
        Int::between(self.min, self.max)
    }

    const fn dice(self) -> Dice {
        Dice { min: i64::MIN, max: self.max }
    }

    /// The number or the dice of a value, if they are allowed.
    fn of(self, node: &Node) -> Option<DiceExpr> {
        let dice: DiceExpr = match &node.value {
            Value::Int(number) => DiceExpr::constant(*number).ok()?,
            Value::Text(text) => text.parse().ok()?,
            _ => return None,
        };
        let is_allowed = (self.min..=self.max).contains(&dice.max());
        is_allowed.then_some(dice)
    }
}

impl Key<Option<DiceExpr>> {
    /// A key that holds a whole number, bounds included, or dice that are rolled for it.
    pub const fn int_or_dice(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::IntOrDice(IntOrDice { min, max }))
    }
}

impl KeyKind for IntOrDice {
    fn type_name(&self) -> &'static str {
        "whole number or dice"
    }

    fn allowed(&self) -> String {
        let Self { min, max } = self;
        format!("{min}..={max}, or dice with results up to {max}")
    }

    fn expected(&self) -> String {
        format!("a whole number, {}", self.allowed())
    }

    fn bounds(&self) -> String {
        self.int().allowed()
    }

    fn steps(&self) -> Option<Steps> {
        self.int().steps()
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let is_dice = |text: &str| text.parse::<DiceExpr>().is_ok_and(|dice| !dice.is_constant());
        match &node.value {
            _ if self.of(node).is_some() => {}
            Value::Int(value) => check.out_of_range(node.span, path, *value, self),
            Value::Text(text) if is_dice(text) => Dice { min: self.min, max: self.max }.check(node, path, check),
            Value::Text(text) if text.contains(['d', 'D', 'w', 'W']) => self.dice().check(node, path, check),
            _ => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        let dice = self.of(node)?;
        if dice.is_constant() { Some(dice.plus().to_string()) } else { self.dice().canonical(node) }
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        let dice = self.dice().json_schema(definitions);
        json!({ "anyOf": [self.int().json_schema(definitions), dice["anyOf"][0]] })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        let number = read_value(text, location).ok().filter(|node| !matches!(node.value, Value::Text(_)));
        Ok(number.unwrap_or_else(|| read_quoted(text, location, whole)))
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let dice = ["\"1d4\"", "\"2d6 + 1\"", "\"1d6-3\""][pick(3) as usize];
        if pick(4) == 0 && self.max >= 13 { dice.to_owned() } else { self.int().example(pick) }
    }
}

/// The value of a key of this kind, a number as dice without a die. `None` for keys of other kinds.
pub(super) fn given(kind: &Kind, node: &Node) -> Option<DiceExpr> {
    if let Kind::IntOrDice(either) = kind { either.of(node) } else { None }
}
