//! The numbers of a chart as a table.

/// Rows of texts under a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Each as long as the header. The first field names the row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<T: Into<String>>(columns: impl IntoIterator<Item = T>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// A column that is there now and then is easily forgotten in the rows, and whatever stands behind it would then be read
    /// under the wrong header.
    ///
    /// # Panics
    /// If a row has more or fewer fields than there are columns.
    pub fn assert_rectangular(&self) {
        for row in &self.rows {
            assert_eq!(row.len(), self.columns.len(), "the columns {:?} have a row {row:?}", self.columns);
        }
    }

    /// As CSV with the quoting of RFC 4180, where records end with a line feed alone.
    pub(crate) fn csv(&self) -> String {
        self.assert_rectangular();
        let record = |row: &Vec<String>| row.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n";
        [&self.columns].into_iter().chain(&self.rows).map(record).collect()
    }
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
