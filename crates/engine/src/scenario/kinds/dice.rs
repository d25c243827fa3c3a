//! Dice such as `2d6+1`, or a whole number.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Reads};
use crate::dice::{COUNT_MAX, DiceError, DiceExpr, SIDES_MAX};
use crate::scenario::canonical::json_string;
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::{Node, Value, excerpt};
use crate::scenario::error::{Problem, ProblemKind};
use crate::scenario::read::{Location, read_quoted};
use crate::scenario::section::Section;
use crate::scenario::source::Span;
use crate::scenario::validate::{Check, remark_on_number};

/// Dice within bounds, or a whole number.
#[derive(Debug, Clone, Copy)]
pub struct Dice {
    /// The smallest result allowed.
    pub min: i64,
    /// The largest result allowed.
    pub max: i64,
}

/// A regular expression for the texts that [`DiceExpr`] reads: terms between signs, each 1 to [`COUNT_MAX`] dice, or no
/// number of dice, with 1 to [`SIDES_MAX`] sides, or a constant of at most a million. That there is one constant at most,
/// and how many kinds of dice and dice there may be, is beyond it.
fn pattern() -> String {
    const SIGN: &str = "[+\u{2010}-\u{2015}\u{2212}\u{fe58}\u{fe63}\u{ff0d}-]";
    const TERM: &str = "((0*([1-9][0-9]?|100))?[dD](%|0*([1-9][0-9]{0,2}|1000))|0*([0-9]{1,6}|1000000))";
    format!(r"^\s*{SIGN}?\s*{TERM}(\s*{SIGN}\s*{TERM})*\s*$")
}

impl Dice {
    /// Dice without bounds.
    pub const ANY: Self = Self { min: i64::MIN, max: i64::MAX };

    fn is_bounded(self) -> bool {
        self.min > i64::MIN || self.max < i64::MAX
    }

    fn allows(self, dice: DiceExpr) -> bool {
        self.min <= dice.min() && dice.max() <= self.max
    }

    /// The dice of a value, if it is well-formed and within bounds.
    fn of(self, node: &Node) -> Option<DiceExpr> {
        Self::read(node)?.ok().filter(|&dice| self.allows(dice))
    }

    /// The dice probably meant by a text with spaces within a term, or with `w` or `W` for `d`.
    fn meant(self, text: &str) -> Option<DiceExpr> {
        let usual = |c: char| if matches!(c, 'w' | 'W') { 'd' } else { c };
        let text: String = text.chars().filter(|c| !c.is_whitespace()).map(usual).collect();
        text.parse().ok().filter(|&dice| self.allows(dice))
    }

    /// The dice expression of a value; `None` if the value is neither a text nor a whole number.
    fn read(node: &Node) -> Option<Result<DiceExpr, DiceError>> {
        match &node.value {
            Value::Text(text) => Some(text.parse()),
            Value::Int(number) => Some(DiceExpr::constant(*number)),
            _ => None,
        }
    }
}

impl Key<Option<DiceExpr>> {
    /// A key that holds dice.
    pub const fn dice(name: &'static str) -> Self {
        Self::new(name, Kind::Dice(Dice::ANY))
    }

    /// A key that holds dice whose results are within bounds.
    pub const fn dice_within(name: &'static str, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Dice(Dice { min, max }))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_dice(self, dice: &'static str) -> Key<DiceExpr> {
        self.with_default(DefaultValue::Text(dice))
    }
}

impl KeyKind for Dice {
    fn type_name(&self) -> &'static str {
        "dice"
    }

    fn allowed(&self) -> String {
        let forms = DiceError::Form.to_string().replace("expected ", "");
        let results = if self.is_bounded() { format!(", results {}..={}", self.min, self.max) } else { String::new() };
        format!("{forms}, N 1..={COUNT_MAX}, S 1..={SIDES_MAX}{results}")
    }

    fn expected(&self) -> String {
        self.allowed()
    }

    fn is_numeric(&self) -> bool {
        true
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let reason = match Self::read(node) {
            Some(Ok(dice)) if self.allows(dice) => return,
            Some(Ok(dice)) => {
                let Self { min, max } = self;
                format!("its results are {}..={}, allowed: {min}..={max}", dice.min(), dice.max())
            }
            Some(Err(error)) => error.to_string(),
            None => return check.wrong_type(node, path, self),
        };
        check.push(|| {
            let value = node.as_text().map_or_else(|| node.value.found(), |text| format!("\"{}\"", excerpt(text)));
            let nearest = node.as_text().and_then(|text| self.meant(text)).map(|dice| dice.to_string());
            let remark = if nearest.is_none() { remark_on_number(node, false) } else { None };
            let kind = ProblemKind::BadDice { path: path.to_owned(), value, reason, nearest };
            Problem::new(node.span, kind).with_remark(remark)
        });
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        Some(json_string(&self.of(node)?.to_string()))
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        json!({ "anyOf": [
            { "type": "string", "pattern": pattern() },
            { "type": "integer", "minimum": self.min.max(-1_000_000), "maximum": self.max.min(1_000_000) },
        ] })
    }

    fn read_text(&self, text: &str, location: Location, whole: Span) -> Result<Node, Vec<Problem>> {
        Ok(read_quoted(text, location, whole))
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let plus = [-1_000_000, -1, 0, 1, 1_000_000][pick(5) as usize];
        let count = [1, 2, 100][pick(3) as usize];
        let sides = [1, 6, 20, 1000][pick(4) as usize];
        let dice = DiceExpr::new(count, sides, plus);
        let sum = [format!("{sides} - 1d{sides}"), format!("{count}d{sides} + 2d4"), "1D%\u{2212}1".to_owned()];
        let sum = &sum[pick(3) as usize];
        match pick(4) {
            1 if self.allows(DiceExpr::new(1, sides, 0)) => format!("\"d{sides}\""),
            2 if self.allows(dice) => json_string(&dice.to_string()),
            3 if sum.parse().is_ok_and(|sum| self.allows(sum)) => json_string(sum),
            _ => i64::from(plus).clamp(self.min, self.max).to_string(),
        }
    }
}

impl Reads for DiceExpr {
    type Value<'a> = DiceExpr;

    fn fits(kind: &Kind) -> bool {
        matches!(kind, Kind::Dice(_) | Kind::IntOrDice(_))
    }

    fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<DiceExpr> {
        if let Kind::Dice(dice) = kind { dice.of(node) } else { super::int_or_dice::given(kind, node) }
    }

    fn missing(_: &Section<'_>, key: &KeyDecl) -> Option<DiceExpr> {
        match key.default {
            DefaultValue::Text(text) => text.parse().ok(),
            DefaultValue::Int(number) => DiceExpr::constant(number).ok(),
            _ => None,
        }
    }
}
