//! Tables that are set in parts where they are wider than a page.

use std::io::{self, Write};
use std::ops::Range;

use super::natural_width;
use crate::page::Page;
use crate::text::WIDTH;

/// Neighbouring columns of a table.
#[derive(Clone)]
pub(crate) struct Columns {
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Columns {
    /// These columns, and others with as many rows to their right.
    pub(crate) fn beside(mut self, others: &Self) -> Self {
        self.names.extend_from_slice(&others.names);
        self.rows.iter_mut().zip(&others.rows).for_each(|(row, more)| row.extend_from_slice(more));
        self
    }

    fn header(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// Whether no cell has to be wrapped.
    pub(crate) fn fits(&self) -> bool {
        natural_width(&self.header(), &self.rows) <= WIDTH
    }

    /// Prints them; `right` are the columns of numbers.
    pub(crate) fn print(&self, page: &mut Page<impl Write>, right: Range<usize>) -> io::Result<()> {
        page.grid(&self.header(), self.rows.clone(), right)
    }
}

/// The first columns with as many others beside them as fit a page, and again with those that are left.
pub(crate) fn in_parts(first: &Columns, others: &[Columns]) -> Vec<Columns> {
    let mut parts: Vec<Columns> = Vec::new();
    for other in others {
        match parts.last().map(|part| part.clone().beside(other)).filter(Columns::fits) {
            Some(wider) => *parts.last_mut().expect("it was looked at") = wider,
            None => parts.push(first.clone().beside(other)),
        }
    }
    parts
}
