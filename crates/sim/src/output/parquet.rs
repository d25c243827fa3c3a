//! Frames as Parquet files.
//!
//! Strings are plain ones, not views, so that older readers know them. Pages are compressed with zstd.

use std::io::Write;

use polars_arrow::datatypes::ArrowSchema;
use polars_error::PolarsResult;
use polars_parquet::write::{
    CompressionOptions, Encoding, FileWriter, KeyValue, StatisticsOptions, Version, WriteOptions, get_dtype_encoding,
    row_group_iter, schema_to_metadata_key,
};

use crate::output::frame::Frame;

mod footer;
mod reader;

pub(crate) use footer::{Footer, footer};
pub(crate) use reader::ParquetReader;
pub use reader::is_reading;

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

    /// Writes what every Parquet file has at its end: its schema, also as Arrow has it, and where the rows come from,
    /// as JSON.
    pub(crate) fn finish(mut self, provenance: &str) -> PolarsResult<()> {
        let schema = schema_to_metadata_key(self.writer.schema());
        let provenance = KeyValue { key: KEY.to_owned(), value: Some(provenance.to_owned()) };
        self.writer.end(Some(vec![schema, provenance])).map(|_| ())
    }
}

/// Reads a file back.
#[cfg(test)]
pub(crate) fn read(path: &std::path::Path) -> Frame {
    use polars_arrow::array::{Array, new_empty_array};
    use polars_arrow::compute::concatenate::concatenate;

    let mut reader = ParquetReader::open(path).expect("a whole file");
    let mut columns = Vec::new();
    for column in 0..reader.columns() {
        let groups = (0..reader.groups()).collect::<Vec<_>>().into_iter();
        let parts: Vec<_> = groups.flat_map(|group| reader.read(group, column).expect("a column")).collect();
        let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
        let (_, field) = reader.schema().get_at_index(column).expect("there");
        let none = || Ok(new_empty_array(field.dtype.clone()));
        columns.push(if parts.is_empty() { none() } else { concatenate(&parts) }.expect("arrays of one type"));
    }
    let height = columns.first().map_or(0, |column| column.len());
    Frame::new(height, reader.schema().clone().into(), columns)
}
