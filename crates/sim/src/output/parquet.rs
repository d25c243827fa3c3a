//! Frames as Parquet files.
//!
//! Strings are plain ones, not views, so that older readers know them. Pages are compressed with zstd.

use std::io::Write;

use polars::error::PolarsResult;
use polars::prelude::{CompatLevel, DataFrame, SchemaExt};
use polars_arrow::datatypes::{ArrowSchema, ArrowSchemaRef, Metadata};
use polars_arrow::io::ipc::write::{default_ipc_fields, schema_to_bytes};
use polars_arrow::record_batch::RecordBatch;
use polars_parquet::write::{
    CompressionOptions, Encoding, FileWriter, KeyValue, StatisticsOptions, Version, WriteOptions, get_dtype_encoding,
    row_group_iter, schema_to_metadata_key,
};

mod footer;
mod reader;

pub(crate) use footer::{Footer, footer};
pub(crate) use reader::ParquetReader;
pub use reader::is_reading;

/// The key of a file's metadata under which its provenance stands.
pub(crate) const KEY: &str = "equipoise";

/// A frame in Arrow's layout: its columns as one array each, strings as plain ones.
///
/// # Errors
/// Never for a frame whose columns have one length, as those of all frames have.
pub(crate) fn batch(frame: DataFrame) -> PolarsResult<RecordBatch> {
    let schema: ArrowSchemaRef = frame.schema().to_arrow(CompatLevel::oldest()).into();
    RecordBatch::try_new(frame.height(), schema, frame.rechunk_into_arrow(CompatLevel::oldest()))
}

/// Writes batches of one schema to a file, each as a row group. The bytes depend on the batches alone.
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

    /// Writes a batch, unless it is empty.
    pub(crate) fn write(&mut self, batch: RecordBatch) -> PolarsResult<()> {
        let height = batch.height();
        if height == 0 {
            return Ok(());
        }
        let fields = self.writer.parquet_schema().fields().to_vec();
        let group = row_group_iter(batch, self.encodings.clone().into(), fields, self.writer.options());
        self.writer.write(height as u64, group)
    }

    /// Writes what every Parquet file has at its end: its schema, also as Arrow has it, and where the rows come from,
    /// as JSON.
    pub(crate) fn finish(self, provenance: &str) -> PolarsResult<()> {
        let schema = schema_to_metadata_key(self.writer.schema());
        self.end(schema, provenance)
    }

    /// As [`finish`](Self::finish), with a text under a key of the schema that Arrow has: readers that hand rows on to a library
    /// for frames hand on this key, and not those of the file.
    pub(crate) fn finish_for(self, provenance: &str, (key, value): (&str, &str)) -> PolarsResult<()> {
        let metadata = Metadata::from([(key.into(), value.into())]);
        let fields = default_ipc_fields(self.writer.schema().iter_values());
        let schema = schema_to_bytes(self.writer.schema(), &fields, Some(&metadata));
        // A message of Arrow's older stream format: a mark, the length, and the schema itself.
        let length = u32::try_from(schema.len()).expect("a schema is far smaller").to_le_bytes();
        let message = [&[0xff; 4][..], &length, &schema].concat();
        self.end(KeyValue { key: ARROW_SCHEMA.to_owned(), value: Some(base64(&message)) }, provenance)
    }

    fn end(mut self, schema: KeyValue, provenance: &str) -> PolarsResult<()> {
        let provenance = KeyValue { key: KEY.to_owned(), value: Some(provenance.to_owned()) };
        self.writer.end(Some(vec![schema, provenance])).map(|_| ())
    }
}

/// The key under which Parquet files have the schema as Arrow has it.
const ARROW_SCHEMA: &str = "ARROW:schema";

/// Bytes as text in the alphabet of RFC 4648, section 4, padded.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, index| bits << 8 | u32::from(three.get(index).copied().unwrap_or(0)));
        for index in 0..4 {
            let digit = ALPHABET[(bits >> (18 - 6 * index)) as usize & 63];
            text.push(if index <= three.len() { digit.into() } else { '=' });
        }
    }
    text
}

/// Reads a file back.
#[cfg(test)]
pub(crate) fn read(path: &std::path::Path) -> RecordBatch {
    use polars_arrow::array::{Array, new_empty_array};
    use polars_arrow::compute::concatenate::concatenate;
    use polars_arrow::datatypes::Field;

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
    // The reader makes plain strings of what its schema calls views.
    let fields = reader.schema().iter_names_cloned().zip(&columns);
    let schema: ArrowSchema = fields.map(|(name, array)| Field::new(name, array.dtype().clone(), true)).collect();
    RecordBatch::new(height, schema.into(), columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
