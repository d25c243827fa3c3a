//! The columns of a file of single encounters: one list that writing and comparing such files share.
//!
//! Integers are signed, so that differences of columns are right, and as wide as the largest number that the scenario is known
//! to allow needs, with room for the sum of two: the columns follow from the scenario alone, and never from what was played. A
//! number that an encounter does not have is null. Words are kept in dictionaries.

use equipoise_engine::Outline;
use polars::error::{PolarsError, PolarsResult};
use polars_arrow::array::{ArrayRef, DictionaryArray, PrimitiveArray, Utf8Array};
use polars_arrow::datatypes::{ArrowDataType, IntegerType};
use polars_arrow::types::NativeType;

use crate::kernel::columns::{self, ABSENT, Content, NamedColumn};
use crate::kernel::quantity::{Cast, EXTRAS, Kind, Quantity};
use crate::kernel::records::{Column, Records};
use crate::studies::provenance::VERSION;

/// A column of a file of single encounters.
#[derive(Debug, Clone)]
pub(super) struct EncounterColumn {
    /// The name in the file.
    pub(super) name: String,
    /// The name of what it is a column of.
    pub(super) of: String,
    pub(super) content: Content,
    /// The largest number.
    most: u32,
    /// Whether encounters may lack the number.
    pub(super) is_optional: bool,
}

impl EncounterColumn {
    pub(super) fn kind(&self) -> ArrowDataType {
        match self.content {
            Content::Index => ArrowDataType::UInt64,
            Content::Winner | Content::End(_) => {
                ArrowDataType::Dictionary(IntegerType::Int8, Box::new(ArrowDataType::LargeUtf8), false)
            }
            Content::Number(_) => match self.width() {
                Width::Of8 => ArrowDataType::Int8,
                Width::Of16 => ArrowDataType::Int16,
                Width::Of32 => ArrowDataType::Int32,
                Width::Of64 => ArrowDataType::Int64,
            },
        }
    }

    /// The pandas type of integers of this width that may lack a value; `None` for a column that always has one.
    pub(super) fn optional_in_pandas(&self) -> Option<&'static str> {
        self.is_optional.then(|| match self.width() {
            Width::Of8 => "Int8",
            Width::Of16 => "Int16",
            Width::Of32 => "Int32",
            Width::Of64 => "Int64",
        })
    }

    /// The narrowest that holds the sum of two of the largest numbers.
    const fn width(&self) -> Width {
        match self.most as u64 * 2 {
            0..=0x7f => Width::Of8,
            0x80..=0x7fff => Width::Of16,
            0x8000..=0x7fff_ffff => Width::Of32,
            _ => Width::Of64,
        }
    }

    /// The column of some encounters, the first of which has the index `start`.
    ///
    /// # Errors
    /// If a number is too large for the width. Nothing is ever written that was cut off.
    pub(super) fn array(
        &self,
        start: u64,
        records: &Records,
        column: &mut Column,
        dictionary: Dictionary,
    ) -> PolarsResult<ArrayRef> {
        if self.content == Content::Index {
            let indices: Vec<u64> = (start..).take(records.len()).collect();
            return Ok(PrimitiveArray::from_vec(indices).boxed());
        }
        let numbers = self.content.numbers(records, column);
        if let Some(names) = self.content.words() {
            return match dictionary {
                Dictionary::Occurring => words(names, &numbers),
                Dictionary::Whole => {
                    let keys = PrimitiveArray::from_vec(numbers.iter().map(|&word| word as i8).collect());
                    dictionary_of(keys, names)
                }
            };
        }
        match self.width() {
            Width::Of8 => self.integers::<i8>(start, &numbers),
            Width::Of16 => self.integers::<i16>(start, &numbers),
            Width::Of32 => self.integers::<i32>(start, &numbers),
            Width::Of64 => self.integers::<i64>(start, &numbers),
        }
    }

    fn integers<T: NativeType + TryFrom<u32>>(&self, start: u64, numbers: &[u32]) -> PolarsResult<ArrayRef> {
        let too_large = |index: u64, number: u32| {
            let reason =
                format!("encounter {index} has {number} in `{}`, of which the rules allow {}", self.of, self.most);
            PolarsError::ComputeError(reason.into())
        };
        let fit = |(index, &number): (u64, &u32)| T::try_from(number).map_err(|_| too_large(index, number));
        let numbers = (start..).zip(numbers);
        if self.is_optional {
            let optional = numbers.map(|(index, number)| match *number {
                ABSENT => Ok(None),
                _ => fit((index, number)).map(Some),
            });
            return Ok(optional.collect::<PolarsResult<PrimitiveArray<T>>>()?.boxed());
        }
        let all = numbers.map(fit).collect::<PolarsResult<Vec<T>>>()?;
        Ok(PrimitiveArray::from_vec(all).boxed())
    }
}

/// The width of a column of integers, in bits.
enum Width {
    Of8,
    Of16,
    Of32,
    Of64,
}

/// The words in the dictionary of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dictionary {
    /// The words that occur, in the order in which they do: enough for a file.
    Occurring,
    /// All of them, so that all parts of a stream have the same one: some readers take the first for all.
    Whole,
}

/// A column of strings of which there are few: what the file keeps is an index into those that occur.
fn words(names: [&'static str; 4], indices: &[u32]) -> PolarsResult<ArrayRef> {
    let (mut keys, mut occurring) = ([None; 4], Vec::new());
    let mut key = |&index: &u32| {
        *keys[index as usize].get_or_insert_with(|| {
            occurring.push(names[index as usize]);
            occurring.len() as i8 - 1
        })
    };
    let keys = PrimitiveArray::from_vec(indices.iter().map(&mut key).collect());
    dictionary_of(keys, occurring)
}

/// A column of words by their places in a dictionary.
fn dictionary_of(keys: PrimitiveArray<i8>, words: impl AsRef<[&'static str]>) -> PolarsResult<ArrayRef> {
    Ok(DictionaryArray::try_from_keys(keys, Utf8Array::<i64>::from_slice(words.as_ref()).boxed(), false)?.boxed())
}

/// The columns in their order, with the largest number of each.
pub(super) fn columns_of(outline: &Outline) -> Vec<EncounterColumn> {
    let cast = Cast::new(&outline.combatants, &outline.metrics);
    let column = |NamedColumn { name, of, content }| {
        let (most, is_optional) = match content {
            Content::Number(quantity) => (most(outline, &cast, quantity), cast.kind(quantity) == Kind::MeanAmong),
            _ => (0, false),
        };
        EncounterColumn { name, of, content, most, is_optional }
    };
    columns::columns_of(&cast).into_iter().map(column).collect()
}

/// The largest number of a quantity that the rules of the scenario are known to allow.
fn most(outline: &Outline, cast: &Cast, quantity: Quantity) -> u32 {
    let rounds_max = outline.rounds_max;
    match quantity {
        Quantity::Rounds => rounds_max,
        Quantity::Metric(index) => match cast.kind(quantity) {
            Kind::MeanAmong => outline.metrics[index].most.min(rounds_max),
            Kind::Share | Kind::Mean | Kind::YesNo => outline.metrics[index].most,
        },
        Quantity::Extra(index) => (EXTRAS[index].most)(rounds_max),
        Quantity::Group { group, is_any: false, .. } => cast.groups[group].members.len() as u32,
        Quantity::Winner(_) | Quantity::End { .. } | Quantity::Occurred(_) | Quantity::Group { is_any: true, .. } => 1,
    }
}

/// Text that tells pandas to read columns that may lack a value as its own integers, for which a missing value is no number: by
/// default it makes floats of them, which take up to eight times the room. The text is JSON, for the key `pandas` of a file's
/// metadata, as <https://pandas.pydata.org/docs/development/developer.html> describes it.
pub(super) fn for_pandas(columns: &[EncounterColumn]) -> String {
    let optional = columns.iter().filter_map(|column| {
        let kind = column.optional_in_pandas()?;
        Some(serde_json::json!({
            "name": column.name,
            "field_name": column.name,
            "pandas_type": kind.to_lowercase(),
            "numpy_type": kind,
            "metadata": null,
        }))
    });
    let optional: Vec<serde_json::Value> = optional.collect();
    serde_json::json!({
        "index_columns": [],
        "column_indexes": [],
        "columns": optional,
        "creator": { "library": "equipoise", "version": VERSION },
        "pandas_version": "1.0.0",
    })
    .to_string()
}

/// The columns that have other names than what they are of, because these are taken: each with its name.
pub fn renamed(outline: &Outline) -> Vec<(String, String)> {
    let renamed = columns_of(outline).into_iter().filter(|column| column.name != column.of);
    renamed.map(|column| (column.of, column.name)).collect()
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Ruleset, Seed, each_system};

    use super::*;
    use crate::samples::{Sample, samples};
    use crate::studies::compare::Recordable;

    /// Plays encounters of a scenario and looks at every number of every column.
    fn is_bounded<R: Ruleset>(sample: &Sample) {
        let rules: R = sample.load();
        let (mut records, mut column) = (Records::default(), Column::default());
        rules.record(Seed(1), 0..1000, &mut records);
        for found in columns_of(rules.outline()) {
            let array = found.array(0, &records, &mut column, Dictionary::Occurring).expect("no number is too large");
            assert_eq!(array.len(), 1000, "{}", found.name);
            assert!(array.null_count() == 0 || found.is_optional, "{}", found.name);
            if let Content::Number(_) = found.content {
                let numbers = found.content.numbers(&records, &mut column).into_iter();
                let largest = numbers.filter(|&number| number != ABSENT).max().unwrap_or(0);
                assert!(largest <= found.most, "{}: {largest}, at most {}", found.name, found.most);
            }
        }
    }

    /// No encounter has more than its rules are said to allow, in any scenario that ships.
    #[test]
    fn numbers_keep_to_their_bounds() {
        for sample in samples(usize::MAX) {
            sample.enter(each_system!(is_bounded));
        }
    }

    /// The bytes that pandas takes for a row of each scenario: a byte for a category and for whether there is a number.
    fn bytes_of_row<R: Ruleset>(sample: &Sample) -> (usize, bool) {
        let rules: R = sample.load();
        let columns = columns_of(rules.outline());
        let bytes = |column: &EncounterColumn| {
            let wide = match column.kind() {
                ArrowDataType::UInt64 | ArrowDataType::Int64 => 8,
                ArrowDataType::Int32 => 4,
                ArrowDataType::Int16 => 2,
                _ => 1,
            };
            wide + usize::from(column.is_optional)
        };
        let is_bridge = columns.iter().any(|column| column.name == "toll-keeper");
        (columns.iter().map(bytes).sum(), is_bridge)
    }

    /// A million rows of the toll bridge have to fit 110 MB of pandas.
    #[test]
    fn rows_of_the_toll_bridge_take_at_most_110_bytes() {
        let rows = samples(usize::MAX).into_iter().map(|sample| sample.enter(each_system!(bytes_of_row)));
        let (bytes, _) = rows.into_iter().find(|(_, is_bridge)| *is_bridge).expect("it ships");
        assert!(bytes <= 110, "{bytes}");
    }

    #[test]
    fn pandas_is_told_what_may_be_missing() {
        let rules = crate::toy::Toy::new();
        let told: serde_json::Value = serde_json::from_str(&for_pandas(&columns_of(rules.outline()))).expect("JSON");
        let named = |entry: &serde_json::Value| (entry["name"].clone(), entry["numpy_type"].clone());
        let columns: Vec<_> = told["columns"].as_array().expect("a list").iter().map(named).collect();
        let expected = [("last_behind", "Int8"), ("final_margin", "Int16")];
        assert_eq!(columns, expected.map(|(name, kind)| (name.into(), kind.into())));
    }
}
