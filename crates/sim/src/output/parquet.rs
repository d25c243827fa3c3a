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

pub(crate) use footer::{Footer, footer};

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
