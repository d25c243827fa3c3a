//! Whole numbers between bounds.

use serde_json::{Value as Json, json};

use super::{KeyKind, Kind, Pick, Reads, Steps};
use crate::scenario::json_schema::Definitions;
use crate::scenario::key::{DefaultValue, Key, KeyDecl};
use crate::scenario::node::Node;
use crate::scenario::section::Section;
use crate::scenario::validate::Check;

/// A whole number.
#[derive(Debug, Clone, Copy)]
pub struct Int {
    /// The smallest value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
    /// The numbers allowed between the bounds.
    pub numbers: Numbers,
}

/// The whole numbers that a key allows between its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// All numbers.
    All,
    /// Odd numbers.
    Odd,
    /// Multiples of this number, which is positive.
    MultiplesOf(i64),
}

impl Numbers {
    /// The distance between neighbouring numbers.
    const fn step(self) -> i64 {
        match self {
            Self::All => 1,
            Self::Odd => 2,
            Self::MultiplesOf(number) => number,
        }
    }

    /// Whether the set contains a number.
    const fn have(self, value: i64) -> bool {
        match self {
            Self::All => true,
            Self::Odd => value % 2 != 0,
            Self::MultiplesOf(number) => value % number == 0,
        }
    }
}

impl Int {
    /// All numbers from `min` to `max`.
    pub const fn between(min: i64, max: i64) -> Self {
        Self { min, max, numbers: Numbers::All }
    }

    /// Whether a number is allowed.
    pub(crate) const fn allows(self, value: i64) -> bool {
        self.min <= value && value <= self.max && self.numbers.have(value)
    }

    /// The number of a value, if it is allowed.
    pub(super) fn of(self, node: &Node) -> Option<i64> {
        node.as_int().filter(|&value| self.allows(value))
    }
}

/// An integer type of Rust as which whole numbers can be read.
pub trait Whole: Reads {
    /// The smallest number of the type.
    const MIN: i64;
    /// The largest number of the type that a scenario can hold.
    const MAX: i64;
}

/// Fails to compile if the type does not hold all numbers from `min` to `max`.
pub(super) const fn assert_fits<T: Whole>(min: i64, max: i64) {
    assert!(T::MIN <= min && max <= T::MAX, "the type of the key does not hold all its numbers");
}

impl<T: Whole> Key<Option<T>> {
    /// A key that holds a whole number, bounds included. All of them must fit the type as which it is read:
    ///
    /// ```compile_fail,E0080
    /// use equipoise_engine::scenario::Key;
    /// const LEVEL: Key<u8> = Key::int("level", 1, 300).required();
    /// ```
    pub const fn int(name: &'static str, min: i64, max: i64) -> Self {
        Self::with_numbers(name, Int::between(min, max))
    }

    /// A key that holds an odd whole number, bounds included.
    pub const fn odd_int(name: &'static str, min: i64, max: i64) -> Self {
        Self::with_numbers(name, Int { min, max, numbers: Numbers::Odd })
    }

    /// A key that holds a multiple of a positive number, bounds included.
    pub const fn multiple(name: &'static str, of: i64, min: i64, max: i64) -> Self {
        Self::with_numbers(name, Int { min, max, numbers: Numbers::MultiplesOf(of) })
    }

    const fn with_numbers(name: &'static str, int: Int) -> Self {
        assert_fits::<T>(int.min, int.max);
        Self::new(name, Kind::Int(int))
    }

    /// Sets the default.
    #[must_use]
    pub const fn default_int(self, value: i64) -> Key<T> {
        self.with_default(DefaultValue::Int(value))
    }
}

impl KeyKind for Int {
    fn type_name(&self) -> &'static str {
        "whole number"
    }

    fn allowed(&self) -> String {
        let Self { min, max, numbers } = self;
        match numbers {
            Numbers::All => format!("{min}..={max}"),
            Numbers::Odd => format!("odd, {min}..={max}"),
            Numbers::MultiplesOf(number) => format!("multiples of {number}, {min}..={max}"),
        }
    }

    fn expected(&self) -> String {
        format!("a whole number, {}", self.allowed())
    }

    fn steps(&self) -> Option<Steps> {
        Some(Steps { min: self.min, max: self.max, by: self.numbers.step() })
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        match node.as_int() {
            Some(value) if !self.allows(value) => check.out_of_range(node.span, path, value, self),
            Some(_) => {}
            None => check.wrong_type(node, path, self),
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        self.of(node).map(|value| value.to_string())
    }

    fn json_schema(&self, _: &mut Definitions) -> Json {
        let mut number = json!({ "type": "integer", "minimum": self.min, "maximum": self.max });
        match self.numbers {
            Numbers::All => {}
            Numbers::Odd => number["not"] = json!({ "multipleOf": 2 }),
            Numbers::MultiplesOf(divisor) => number["multipleOf"] = json!(divisor),
        }
        number
    }

    fn example(&self, pick: Pick<'_>) -> String {
        let step = self.numbers.step();
        let first = (self.min..=self.max).take(step as usize).find(|&value| self.allows(value)).unwrap_or(self.min);
        let steps = (self.max - first) as u64 / step as u64;
        let chosen = match pick(3) {
            0 => 0,
            1 => steps,
            _ => pick(steps + 1),
        };
        (first + chosen as i64 * step).to_string()
    }
}

macro_rules! read_as_integers {
    ($($integer:ident),+) => {
        $(impl Whole for $integer {
            const MIN: i64 = if $integer::MIN == 0 { 0 } else { $integer::MIN as i64 };
            const MAX: i64 = if size_of::<$integer>() == 8 { i64::MAX } else { $integer::MAX as i64 };
        }

        impl Reads for $integer {
            type Value<'a> = $integer;

            fn fits(kind: &Kind) -> bool {
                matches!(kind, Kind::Int(_))
            }

            fn given<'a>(_: &Section<'a>, kind: &Kind, node: &'a Node) -> Option<$integer> {
                let Kind::Int(int) = kind else { return None };
                int.of(node)?.try_into().ok()
            }

            fn missing(_: &Section<'_>, key: &KeyDecl) -> Option<$integer> {
                if let DefaultValue::Int(value) = key.default { value.try_into().ok() } else { None }
            }
        })+
    };
}

read_as_integers!(i8, i16, i32, i64, u8, u16, u32, u64, usize);
