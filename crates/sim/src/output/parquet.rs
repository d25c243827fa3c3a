//! Frames as Parquet files.
//!
//! Strings are plain ones, not views, so that older readers know them. Pages are compressed with zstd.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use polars_arrow::datatypes::ArrowSchema;
use polars_error::PolarsResult;
use polars_parquet::read::read_metadata;
use polars_parquet::write::{
    CompressionOptions, Encoding, FileWriter, KeyValue, StatisticsOptions, Version, WriteOptions, get_dtype_encoding,
    row_group_iter, schema_to_metadata_key,
};

use crate::output::frame::Frame;

/// The key of a file's metadata under which its provenance stands.
pub(crate) const KEY: &str = "equipoise";

/// Writes frames of one schema to a file, each as a row group. The bytes depend on the frames alone.
pub(crate) struct ParquetWriter<W: Write> {
    writer: FileWriter<W>,
    encodings: Vec<Vec<Encoding>>,
}

impl<W: Write> ParquetWriter<W> {
    pub(crate) fn new(file: W, schema: &ArrowSchema) -> PolarsResult<Self> {
        let options = WriteOptions {
            statistics: StatisticsOptions::default(),
            version: Version::V1,
            compression: CompressionOptions::Zstd(None),
            data_page_size: None,
        };
        let encodings = schema.iter_values().map(|field| get_dtype_encoding(&field.dtype)).collect();
        Ok(Self { writer: FileWriter::try_new(file, schema.clone(), options)?, encodings })
    }

    /// Writes a frame, unless it is empty.
    pub(crate) fn write(&mut self, frame: Frame) -> PolarsResult<()> {
        let height = frame.height();
        if height == 0 {
            return Ok(());
        }
        let fields = self.writer.parquet_schema().fields().to_vec();
        let group = row_group_iter(frame, self.encodings.clone().into(), fields, self.writer.options());
        self.writer.write(height as u64, group)
    }

    /// Writes what every Parquet file has at its end: its schema, also as Arrow has it, and where the rows come from, as JSON.
    pub(crate) fn finish(mut self, provenance: &str) -> PolarsResult<()> {
        let schema = schema_to_metadata_key(self.writer.schema());
        let provenance = KeyValue { key: KEY.to_owned(), value: Some(provenance.to_owned()) };
        self.writer.end(Some(vec![schema, provenance])).map(|_| ())
    }
}

/// What the end of a file says about it.
pub(crate) struct Footer {
    /// How many rows there are.
    pub(crate) rows: u64,
    /// Where they come from, as JSON.
    pub(crate) provenance: String,
}

/// Bytes that a footer may have.
const FOOTER_MAX: u64 = 64 << 20;

/// Reads the end of a file that may come from anywhere.
///
/// # Errors
/// Why there is no provenance, in words.
pub(crate) fn footer(path: &Path) -> Result<Footer, String> {
    let words = |error: std::io::Error| error.to_string();
    let mut file = File::open(path).map_err(words)?;
    let length = file.metadata().map_err(words)?.len();
    let mut end = [0; 8];
    let is_long_enough = length >= 12;
    if is_long_enough {
        file.seek(SeekFrom::End(-8)).and_then(|_| file.read_exact(&mut end)).map_err(words)?;
    }
    let metadata = u64::from(u32::from_le_bytes([end[0], end[1], end[2], end[3]]));
    if !is_long_enough || end[4..] != *b"PAR1" || metadata + 12 > length || metadata > FOOTER_MAX {
        return Err("it is no whole Parquet file".to_owned());
    }
    let metadata = read_metadata(&mut file).map_err(|error| error.to_string())?;
    let pairs = metadata.key_value_metadata.unwrap_or_default();
    let provenance = pairs.into_iter().find(|pair| pair.key == KEY).and_then(|pair| pair.value);
    let provenance = provenance.ok_or_else(|| format!("its metadata have no key `{KEY}`"))?;
    Ok(Footer { rows: metadata.num_rows as u64, provenance })
}

/// Reads a file back.
#[cfg(test)]
pub(crate) fn read(path: &std::path::Path) -> Frame {
    use std::io::Cursor;

    use polars_arrow::array::{Array, ArrayRef, Utf8Array, Utf8ViewArray, new_empty_array};
    use polars_arrow::compute::concatenate::concatenate;
    use polars_parquet::read::{BasicDecompressor, PageReader, column_iter_to_arrays, infer_schema, read_metadata};

    let bytes = std::fs::read(path).expect("written");
    let metadata = read_metadata(&mut Cursor::new(&bytes)).expect("metadata");
    let schema = infer_schema(&metadata).expect("a schema");
    let mut columns = Vec::new();
    for (index, field) in schema.iter_values().enumerate() {
        let mut parts: Vec<ArrayRef> = Vec::new();
        for chunk in metadata.row_groups.iter().map(|group| &group.parquet_columns()[index]) {
            let range = chunk.byte_range();
            let pages = Cursor::new(bytes[range.start as usize..range.end as usize].to_vec().into());
            let pages = BasicDecompressor::new(PageReader::new(pages, chunk, vec![], usize::MAX), vec![]);
            let kind = &chunk.descriptor().descriptor.primitive_type;
            parts.extend(column_iter_to_arrays(vec![pages], vec![kind], field.clone(), None).expect("a column").0);
        }
        // Strings are read as views, whatever they were written as.
        let views = |part: ArrayRef| match part.as_any().downcast_ref::<Utf8ViewArray>() {
            Some(views) => views.iter().collect::<Utf8Array<i64>>().boxed(),
            None => part,
        };
        let parts: Vec<ArrayRef> = parts.into_iter().map(views).collect();
        let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
        let none = || Ok(new_empty_array(field.dtype.clone()));
        columns.push(if parts.is_empty() { none() } else { concatenate(&parts) }.expect("arrays of one type"));
    }
    Frame::new(metadata.num_rows, schema.into(), columns)
}
