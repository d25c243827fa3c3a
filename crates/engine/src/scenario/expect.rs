//! The table `[expect]`: expectations that a scenario file states about its own encounters.
//!
//! This table is separate from all other keys. It is part of no system's declaration and not of the canonical form, it
//! cannot be overridden, and no rule reads it. This module checks only its form: nested tables spell the dotted name of
//! a quantity, and the innermost one gives bounds of the quantity. The caller knows which names exist.

use serde_json::{Value as Json, json};

use super::error::{Problem, ProblemKind};
use super::nearest::nearest;
use super::node::{Entry, Node, excerpt};
use super::problems::Found;
use super::section::push_segment;
use super::source::Span;
use super::{Scenario, validate};

/// The key of the table at the root of a scenario.
pub const EXPECT: &str = "expect";

/// Largest number of expectations in a scenario.
pub const EXPECTATIONS_MAX: usize = 1000;
/// Largest absolute value of a bound.
const BOUND_MAX: f64 = 1e12;

const AT_LEAST: &str = "at_least";
const AT_MOST: &str = "at_most";
const BETWEEN: &str = "between";
/// The keys that give bounds.
const BOUNDS: [&str; 3] = [AT_LEAST, AT_MOST, BETWEEN];
/// The form of an expectation, for messages.
const FORM: &str =
    "a table such as { at_least = 0.4 }, { at_most = 0.6 } or { between = [0.4, 0.6] }, or a table of such tables";

/// A quantity and the band in which it is expected.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The dotted name of the quantity, as the file writes it.
    pub quantity: String,
    /// The band.
    pub band: Band,
    /// The location of the last segment of the name.
    pub span: Span,
}

impl Expectation {
    /// The dotted path of the expectation in the file.
    pub fn path(&self) -> String {
        format!("{EXPECT}.{}", excerpt(&self.quantity))
    }
}

/// Bounds of a number, both inclusive. At least one of them is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    /// The lower bound.
    pub at_least: Option<f64>,
    /// The upper bound, not below the lower one.
    pub at_most: Option<f64>,
}

impl Scenario {
    /// The expectations of the file, in its order; malformed ones are left out.
    pub fn expectations(&self) -> Vec<Expectation> {
        self.read_expectations().0
    }

    /// The mistakes in the form of the expectations.
    pub(super) fn mistakes_of_expectations(&self) -> Vec<Problem> {
        self.read_expectations().1
    }

    fn read_expectations(&self) -> (Vec<Expectation>, Vec<Problem>) {
        let mut reader = Reader::default();
        if let Some(entry) = &self.expect {
            match entry.node.as_table() {
                Some(entries) => reader.table(entries, "", entry.key_span),
                None => reader.no_table(&entry.node, ""),
            }
        }
        reader.list.sort_by_key(|expectation| expectation.span);
        (reader.list, reader.found.finish())
    }
}

/// Removes the table of expectations from the root of a file and returns it.
pub(super) fn take(root: &mut Node) -> Option<Entry> {
    let entries = root.table_mut()?;
    let index = entries.iter().position(|entry| entry.key == EXPECT)?;
    Some(entries.remove(index))
}

#[derive(Default)]
struct Reader {
    list: Vec<Expectation>,
    found: Found,
}

impl Reader {
    /// Reads a table of quantities whose names begin with `name`, or the bounds of the quantity `name`, or both. The
    /// depth of the recursion is limited by that of nested values.
    fn table(&mut self, entries: &[Entry], name: &str, span: Span) {
        let (nested, bounds): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|entry| entry.node.as_table().is_some());
        if entries.is_empty() && !name.is_empty() {
            self.refuse(span, name, format!("expects nothing; expected {FORM}"));
        }
        if name.is_empty() {
            for entry in bounds {
                self.no_table(&entry.node, &entry.key);
            }
        } else if !bounds.is_empty() {
            self.band(&bounds, name, span);
        }
        for entry in nested {
            let mut name = name.to_owned();
            push_segment(&mut name, &entry.key);
            self.table(entry.node.as_table().unwrap_or_default(), &name, entry.key_span);
        }
    }

    fn band(&mut self, bounds: &[&Entry], name: &str, span: Span) {
        let before = self.found.count();
        let bound = |key: &str| bounds.iter().copied().find(|entry| entry.key == key);
        for entry in bounds.iter().filter(|entry| !BOUNDS.contains(&entry.key.as_str())) {
            self.no_bound(entry, name);
        }
        let [at_least, at_most] = [AT_LEAST, AT_MOST].map(|key| bound(key).and_then(|entry| self.number(entry, name)));
        let between = bound(BETWEEN).map(|entry| (entry, self.two_numbers(entry, name)));
        let band = match between {
            Some((entry, both)) => {
                if bounds.iter().any(|entry| [AT_LEAST, AT_MOST].contains(&entry.key.as_str())) {
                    let reason = format!("says both bounds, and neither {AT_LEAST} nor {AT_MOST} can stand beside it");
                    self.refuse(entry.key_span, &format!("{name}.{BETWEEN}"), reason);
                }
                both.map(|[lo, hi]| Band { at_least: Some(lo), at_most: Some(hi) })
            }
            None => Some(Band { at_least, at_most }),
        };
        let Some(band) = band.filter(|_| self.found.count() == before) else { return };
        if let (Some(lo), Some(hi)) = (band.at_least, band.at_most)
            && lo > hi
        {
            let location = bound(BETWEEN).or(bound(AT_MOST)).map_or(span, |entry| entry.node.span);
            self.refuse(location, name, format!("no number is at least {lo} and at most {hi}"));
        } else if self.list.len() == EXPECTATIONS_MAX {
            self.refuse(span, name, format!("a scenario has at most {EXPECTATIONS_MAX} expectations"));
        } else {
            self.list.push(Expectation { quantity: name.to_owned(), band, span });
        }
    }

    /// Reports a key among bounds that is not one of them.
    fn no_bound(&mut self, entry: &Entry, name: &str) {
        let path = path_of(&format!("{name}.{}", entry.key));
        let near = nearest(&entry.key, BOUNDS).map(str::to_owned);
        self.found.push(|| match near {
            Some(near) => Problem::new(entry.key_span, ProblemKind::UnknownKey { key: path, nearest: Some(near) }),
            None => wrong_type(&entry.node, path, FORM),
        });
    }

    /// Reports a value in the place of a table of expectations.
    fn no_table(&mut self, node: &Node, name: &str) {
        self.found.push(|| wrong_type(node, path_of(name), FORM));
    }

    fn number(&mut self, entry: &Entry, name: &str) -> Option<f64> {
        let number = number(&entry.node);
        if number.is_none() {
            let path = path_of(&format!("{name}.{}", entry.key));
            self.found.push(|| wrong_type(&entry.node, path, "a number from -1e12 to 1e12"));
        }
        number
    }

    fn two_numbers(&mut self, entry: &Entry, name: &str) -> Option<[f64; 2]> {
        let numbers = match entry.node.as_list() {
            Some([lo, hi]) => number(lo).zip(number(hi)).map(|(lo, hi)| [lo, hi]),
            _ => None,
        };
        if numbers.is_none() {
            let path = path_of(&format!("{name}.{}", entry.key));
            self.found.push(|| {
                wrong_type(&entry.node, path, "two numbers from -1e12 to 1e12 in a list, the lower one first")
            });
        }
        numbers
    }

    fn refuse(&mut self, span: Span, name: &str, reason: String) {
        self.found.push(|| Problem::refused(span, path_of(name), reason));
    }
}

fn wrong_type(node: &Node, path: String, expected: &str) -> Problem {
    let expected = expected.to_owned();
    Problem::new(node.span, ProblemKind::WrongType { path, found: node.value.found(), expected })
}

fn path_of(name: &str) -> String {
    if name.is_empty() { EXPECT.to_owned() } else { validate::joined(EXPECT, &excerpt(name)) }
}

fn number(node: &Node) -> Option<f64> {
    let number = node.as_number()?;
    // Adding 0 turns -0 into 0, so that no message shows a negative zero.
    (number.abs() <= BOUND_MAX).then_some(number + 0.0)
}

/// The name of the definition of expectations in a JSON Schema.
pub(super) const DEFINITION: &str = "expectation";

/// The JSON Schema of the table, and that of the definition to which it refers.
pub(super) fn schemas() -> [Json; 2] {
    let reference = json!({ "$ref": format!("#/$defs/{DEFINITION}") });
    let table = json!({
        "type": "object",
        "description": "what `equipoise test` expects of quantities, by their names; no rule reads it",
        "additionalProperties": reference,
    });
    let number = json!({ "type": "number", "minimum": -BOUND_MAX, "maximum": BOUND_MAX });
    let described = |schema: &Json, description: &str| {
        let mut schema = schema.clone();
        schema["description"] = json!(description);
        schema
    };
    let two = json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 });
    let definition = json!({
        "type": "object",
        "description": "a quantity in a band, or quantities whose names go on",
        "minProperties": 1,
        "properties": {
            AT_LEAST: { "anyOf": [described(&number, "the quantity is not below it"), reference] },
            AT_MOST: { "anyOf": [described(&number, "the quantity is not above it"), reference] },
            BETWEEN: { "anyOf": [described(&two, "the quantity lies between the two"), reference] },
        },
        "additionalProperties": reference,
    });
    [table, definition]
}
