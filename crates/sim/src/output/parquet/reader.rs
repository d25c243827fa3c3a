//! Row groups of a Parquet file, read back one at a time.
//!
//! The reader of polars-parquet is for files that are whole, and panics at some that are not. A file may come from
//! anywhere: such a panic is caught, and means that the file is damaged.

use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use polars::error::{PolarsResult, polars_ensure};
use polars_arrow::array::{ArrayRef, Utf8Array, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field};
use polars_parquet::parquet::page::CompressedPage;
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, PageReader, column_iter_to_arrays, infer_schema,
    read_metadata,
};

/// The largest size of a page, in bytes: that of a row group of ours, whose numbers have 8 bytes, and much more.
const PAGE_MAX: usize = 64 << 20;

/// The most rows of a row group, of which ours have 65 536.
const ROWS_MAX: usize = 1 << 20;

thread_local! {
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is reading a file, so that a panic is caught and says no more than that the file is damaged. A
/// program that prints panics can ask for it.
pub fn is_reading() -> bool {
    IS_READING.get()
}

/// The result of reading a file, or the reason why nothing can be read, in words.
fn guarded<T>(read: impl FnOnce() -> PolarsResult<T>) -> Result<T, String> {
    IS_READING.set(true);
    let found = catch_unwind(AssertUnwindSafe(read));
    IS_READING.set(false);
    found.map_err(|_| "its data are damaged".to_owned())?.map_err(|error| error.to_string())
}

/// A file whose row groups can be read.
pub(crate) struct ParquetReader {
    file: BufReader<File>,
    length: u64,
    metadata: FileMetadata,
    schema: ArrowSchema,
}

impl ParquetReader {
    /// Opens a file.
    ///
    /// # Errors
    /// The reason why it cannot be read, in words.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let length = file.metadata().map_err(|error| error.to_string())?.len();
        let mut file = BufReader::new(file);
        let (metadata, schema) = guarded(|| {
            let metadata = read_metadata(&mut file)?;
            let schema = infer_schema(&metadata)?;
            Ok((metadata, schema))
        })?;
        Ok(Self { file, length, metadata, schema })
    }

    /// The number of row groups.
    pub(crate) fn groups(&self) -> usize {
        self.metadata.row_groups.len()
    }

    /// The number of columns.
    #[cfg(test)]
    pub(crate) fn columns(&self) -> usize {
        self.schema.len()
    }

    /// The schema of the columns.
    #[cfg(test)]
    pub(crate) const fn schema(&self) -> &ArrowSchema {
        &self.schema
    }

    /// The index of the column of this name.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.schema.index_of(name)
    }

    /// A column of a row group, strings as such. It may come in parts.
    ///
    /// # Errors
    /// The reason why it cannot be read, in words.
    pub(crate) fn read(&mut self, group: usize, column: usize) -> Result<Vec<ArrayRef>, String> {
        let Self { file, length, metadata, schema } = self;
        guarded(|| {
            let columns = metadata.row_groups[group].parquet_columns();
            polars_ensure!(column < columns.len(), ComputeError: "a row group lacks columns");
            let (_, field) = schema.get_at_index(column).expect("a column of the schema");
            read_chunk(file, *length, metadata.row_groups[group].num_rows(), &columns[column], field)
        })
    }
}

fn read_chunk(
    file: &mut BufReader<File>,
    length: u64,
    rows: usize,
    chunk: &ColumnChunkMetadata,
    field: &Field,
) -> PolarsResult<Vec<ArrayRef>> {
    let range = chunk.byte_range();
    polars_ensure!(range.start <= range.end && range.end <= length, ComputeError: "a column lies beyond the file");
    file.seek(SeekFrom::Start(range.start))?;
    let mut bytes = Vec::new();
    file.take(range.end - range.start).read_to_end(&mut bytes)?;
    let bytes = Cursor::new(bytes.into());
    let pages = || PageReader::new(bytes.clone(), chunk, vec![], PAGE_MAX);
    // Memory is reserved for as many values as pages say that they have, which may be any number where they are damaged.
    polars_ensure!(rows <= ROWS_MAX, ComputeError: "a row group has too many rows");
    for page in pages() {
        let CompressedPage::Data(page) = page? else { continue };
        polars_ensure!(page.num_values() <= rows, ComputeError: "a page has more values than there are rows");
    }
    let pages = pages();
    let pages = BasicDecompressor::new(pages, vec![]);
    let kind = &chunk.descriptor().descriptor.primitive_type;
    // The strings of a dictionary are read out.
    let mut field = field.clone();
    if let ArrowDataType::Dictionary(_, value, _) = field.dtype {
        field.dtype = *value;
    }
    let (parts, _) = column_iter_to_arrays(vec![pages], vec![kind], field, None)?;
    // Strings are read as views, whatever they were written as.
    let texts = |part: ArrayRef| match part.as_any().downcast_ref::<Utf8ViewArray>() {
        Some(views) => views.iter().collect::<Utf8Array<i64>>().boxed(),
        None => part,
    };
    Ok(parts.into_iter().map(texts).collect())
}
