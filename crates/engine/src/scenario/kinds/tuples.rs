//! The common part of lists whose elements are a few numbers each: `[[2, 1], [4, 0]]`.

use serde_json::{Value as Json, json};

use super::text_lists::bracketed;
use super::{Int, KeyKind, Pick};
use crate::scenario::error::Problem;
use crate::scenario::json_schema::Definitions;
use crate::scenario::node::Node;
use crate::scenario::source::Span;
use crate::scenario::validate::Check;

/// A list of tuples of `N` numbers on a grid: x and y, then sizes.
#[derive(Debug, Clone, Copy)]
pub struct Tuples<const N: usize> {
    /// The name of a list of this kind in messages.
    pub type_name: &'static str,
    /// The form of a tuple: `[x, y]`.
    pub form: &'static str,
    /// Largest side of the grid, in squares.
    pub side_max: u16,
    /// Smallest number of tuples in a list that is given.
    pub min: usize,
    /// Largest number of tuples.
    pub max: usize,
}

impl<const N: usize> Tuples<N> {
    /// The range of each number.
    fn numbers(&self) -> [Int; N] {
        let side_max = i64::from(self.side_max);
        std::array::from_fn(|index| if index < 2 { Int::between(0, side_max - 1) } else { Int::between(1, side_max) })
    }

    /// The numbers of one tuple; `None` unless all are present and within bounds.
    fn tuple(&self, node: &Node) -> Option<[i64; N]> {
        let nodes: &[Node; N] = node.as_list()?.try_into().ok()?;
        let mut tuple = [0; N];
        for ((value, number), node) in tuple.iter_mut().zip(self.numbers()).zip(nodes) {
            *value = number.of(node)?;
        }
        Some(tuple)
    }

    /// The well-formed tuples, each with its location.
    pub(super) fn of<'a>(&'a self, node: &'a Node) -> Option<impl Iterator<Item = ([i64; N], Span)> + 'a> {
        Some(node.as_list()?.iter().filter_map(|node| Some((self.tuple(node)?, node.span))))
    }

    fn check_tuple(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(numbers) = node.as_list() else {
            return check.malformed(node.span, path, || format!("is {}, expected `{}`", node.value.found(), self.form));
        };
        if numbers.len() != N {
            let count = numbers.len();
            return check.malformed(node.span, path, || format!("has {count} numbers, expected `{}`", self.form));
        }
        for (node, number) in numbers.iter().zip(self.numbers()) {
            number.check(node, path, check);
        }
    }
}

impl<const N: usize> KeyKind for Tuples<N> {
    fn type_name(&self) -> &'static str {
        self.type_name
    }

    fn allowed(&self) -> String {
        format!("{} to {} `{}`, each once", self.min, self.max, self.form)
    }

    fn expected(&self) -> String {
        format!("a {}, {}", self.type_name, self.allowed())
    }

    fn check(&self, node: &Node, path: &str, check: &mut Check<'_>) {
        let Some(nodes) = node.as_list() else { return check.wrong_type(node, path, self) };
        if !check.has_length(nodes.len(), self.min, self.max, node.span, path) {
            return;
        }
        let mut seen = std::collections::BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            self.check_tuple(node, &format!("{path}[{}]", index + 1), check);
            let Some(tuple) = self.tuple(node) else { continue };
            if let Some(first) = seen.insert(tuple, node.span) {
                check.push(|| Problem::duplicate(node.span, path.to_owned(), &written(&tuple), first));
            }
        }
    }

    fn canonical(&self, node: &Node) -> Option<String> {
        Some(bracketed(self.of(node)?.map(|(tuple, _)| written(&tuple))))
    }

    fn json_schema(&self, definitions: &mut Definitions) -> Json {
        let numbers: Vec<Json> = self.numbers().iter().map(|number| number.json_schema(definitions)).collect();
        let tuple = json!({ "type": "array", "prefixItems": numbers, "minItems": N, "maxItems": N });
        json!({ "type": "array", "items": tuple, "minItems": self.min, "maxItems": self.max, "uniqueItems": true })
    }

    fn example(&self, pick: Pick<'_>) -> String {
        const COUNT_MAX: usize = 4;
        let count = self.min + pick((self.max - self.min).min(COUNT_MAX) as u64 + 1) as usize;
        let mut tuples: Vec<String> = Vec::new();
        // Validation refuses equal tuples. Usually a few attempts yield enough different ones; if the bounds allow
        // hardly any, the list is shorter.
        for _ in 0..20 * count {
            let tuple = bracketed(self.numbers().iter().map(|number| number.example(pick)));
            if tuples.len() < count && !tuples.contains(&tuple) {
                tuples.push(tuple);
            }
        }
        bracketed(tuples)
    }
}

fn written(tuple: &[i64]) -> String {
    bracketed(tuple.iter().map(ToString::to_string))
}
