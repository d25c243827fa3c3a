//! The end of a Parquet file that may come from anywhere: how many rows it has, and what its metadata say under a key.
//!
//! The metadata are a struct in Thrift's compact protocol, of which two fields are read and all others passed over. The
//! reader of polars-parquet is for files that are whole, and panics at some that are not.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::KEY;

/// The facts that the end of a file states about it.
pub(crate) struct Footer {
    /// The number of rows.
    pub(crate) rows: u64,
    /// The origin of the rows, as JSON.
    pub(crate) provenance: String,
}

/// Bytes that the metadata may have.
const BYTES_MAX: u64 = 256 << 20;
/// The greatest depth to which structs and lists may be nested; those of Parquet are nested less deep.
const DEPTH_MAX: u32 = 16;

// Fields of `FileMetaData` and `KeyValue` in the format's parquet.thrift.
const NUM_ROWS: i64 = 3;
const KEY_VALUE_METADATA: i64 = 5;
const PAIR_KEY: i64 = 1;
const PAIR_VALUE: i64 = 2;

// Types of the compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;

/// Reads the end of a file.
///
/// # Errors
/// The reason why it does not say where its rows come from, in words.
pub(crate) fn footer(path: &Path) -> Result<Footer, String> {
    let metadata = metadata(path).map_err(|error| error.to_string())?.ok_or("it is no whole Parquet file")?;
    let (rows, provenance) = Reader(&metadata).file().ok_or("its metadata are damaged")?;
    let provenance = provenance.ok_or_else(|| format!("its metadata have no key `{KEY}`"))?;
    Ok(Footer { rows, provenance })
}

/// The bytes of the metadata; none where the file does not end as Parquet does.
fn metadata(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    if length < 12 {
        return Ok(None);
    }
    let mut end = [0; 8];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    let size = u64::from(u32::from_le_bytes([end[0], end[1], end[2], end[3]]));
    if end[4..] != *b"PAR1" || size + 12 > length || size > BYTES_MAX {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(length - 8 - size))?;
    let mut metadata = Vec::new();
    file.take(size).read_to_end(&mut metadata)?;
    Ok(Some(metadata))
}

/// The bytes that are left to read. Every method yields `None` if the bytes do not go on as they must.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// An unsigned number of seven bits a byte, the lowest first.
    fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A signed number: 0, -1, 1, -2, … are 0, 1, 2, 3, …
    fn zigzag(&mut self) -> Option<i64> {
        let number = self.varint()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.varint()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    /// The next field of a struct, by the id of the one before: its id and its type; 0 at the end.
    fn field(&mut self, before: i64) -> Option<(i64, u8)> {
        let header = self.byte()?;
        let (delta, kind) = (header >> 4, header & 0x0f);
        match (kind, delta) {
            (0, _) => Some((0, 0)),
            (_, 0) => Some((self.zigzag()?, kind)),
            _ => Some((before.checked_add(delta.into())?, kind)),
        }
    }

    /// The number and the type of a list's entries.
    fn list(&mut self) -> Option<(u64, u8)> {
        let header = self.byte()?;
        let count = if header >> 4 == 15 { self.varint()? } else { u64::from(header >> 4) };
        Some((count, header & 0x0f))
    }

    /// Passes over a value. A boolean is a byte within a list, and part of the header as a field.
    fn skip(&mut self, kind: u8, is_entry: bool, depth: u32) -> Option<()> {
        let below = depth.checked_sub(1)?;
        match kind {
            TRUE | FALSE if !is_entry => {}
            TRUE | FALSE | BYTE => drop(self.byte()?),
            I16 | I32 | I64 => drop(self.varint()?),
            DOUBLE => drop(self.take(8)?),
            BINARY => {
                let length = self.varint()?;
                self.take(length)?;
            }
            LIST | SET => {
                let (count, kind) = self.list()?;
                for _ in 0..count {
                    self.skip(kind, true, below)?;
                }
            }
            STRUCT => {
                let (mut id, mut kind) = self.field(0)?;
                while kind != 0 {
                    self.skip(kind, false, below)?;
                    (id, kind) = self.field(id)?;
                }
            }
            // Maps and whatever else there may be: no field of Parquet's metadata is one.
            _ => return None,
        }
        Some(())
    }

    /// The number of rows, and the value of the key, if it is there.
    fn file(&mut self) -> Option<(u64, Option<String>)> {
        let (mut rows, mut provenance) = (None, None);
        let (mut id, mut kind) = self.field(0)?;
        while kind != 0 {
            match (id, kind) {
                (NUM_ROWS, I64) => rows = u64::try_from(self.zigzag()?).ok(),
                (KEY_VALUE_METADATA, LIST) => {
                    let (count, kind) = self.list()?;
                    for _ in 0..count {
                        let (key, value) = (kind == STRUCT).then(|| self.pair())??;
                        provenance = provenance.or(value.filter(|_| key == KEY));
                    }
                }
                _ => self.skip(kind, false, DEPTH_MAX)?,
            }
            (id, kind) = self.field(id)?;
        }
        Some((rows?, provenance))
    }

    fn pair(&mut self) -> Option<(String, Option<String>)> {
        let (mut key, mut value) = (String::new(), None);
        let (mut id, mut kind) = self.field(0)?;
        while kind != 0 {
            match (id, kind) {
                (PAIR_KEY, BINARY) => key = self.text()?,
                (PAIR_VALUE, BINARY) => value = Some(self.text()?),
                _ => self.skip(kind, false, DEPTH_MAX)?,
            }
            (id, kind) = self.field(id)?;
        }
        Some((key, value))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use polars_parquet::read::read_metadata;
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::run::{Plan, Watch};
    use crate::output::stream::run_streaming;
    use crate::toy::Toy;

    /// The metadata of a file of three row groups.
    fn written() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("a.parquet");
        let plan = Plan::new(equipoise_engine::Seed(2), 0..150_000);
        run_streaming(&Toy::new(), &plan, &path, "{\"a\":1}", &Watch::none()).expect("room");
        (folder, path)
    }

    #[test]
    fn it_says_what_the_reader_of_polars_says() {
        let (_folder, path) = written();
        let Footer { rows, provenance } = footer(&path).expect("our own file");
        assert_eq!((rows, provenance.as_str()), (150_000, "{\"a\":1}"));
        let metadata = read_metadata(&mut File::open(&path).expect("there")).expect("whole");
        let pairs = metadata.key_value_metadata.expect("two keys");
        assert!(metadata.num_rows as u64 == rows && pairs.iter().any(|pair| pair.value == Some(provenance.clone())));
        assert!(pairs.iter().any(|pair| pair.key == "ARROW:schema"), "readers of Arrow find its schema");
    }

    proptest! {
        /// Damaged metadata are refused or understood, and never a reason to panic or to run on.
        #[test]
        fn damage_is_no_reason_to_panic(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
            cut in any::<prop::sample::Index>(),
        ) {
            static METADATA: LazyLock<Vec<u8>> = LazyLock::new(|| {
                let (_folder, path) = written();
                metadata(&path).expect("it can be read").expect("it is whole")
            });
            let mut bytes = METADATA.clone();
            for (index, byte) in changes {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let end = cut.index(bytes.len() + 1);
            let _ = Reader(&bytes).file();
            let _ = Reader(&bytes[..end]).file();
        }
    }
}
