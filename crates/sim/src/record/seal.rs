//! The CRC-32 of a text. Many flipped digits are counts that some run might have, so that no check of a tally finds
//! them.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::ShardError;

/// What a file may be sealed as.
pub(crate) trait Seal: Serialize + DeserializeOwned {
    /// The name of the first entry of the file, which holds the version of the format.
    const FORMAT_KEY: &'static str;
    /// The version of the format.
    const FORMAT: u32;

    /// The entry `crc32`, which is the last of the file: eight hexadecimal digits; nothing in files of versions that wrote
    /// none.
    fn crc32(&mut self) -> &mut Option<String>;
}

/// The text of a file, on one line, sealed: JSON whose CRC-32 is that of the same text without the entry.
pub(crate) fn sealed(mut file: impl Seal) -> String {
    *file.crc32() = None;
    let crc32 = crc32_of(&file);
    *file.crc32() = Some(crc32);
    text(&file) + "\n"
}

/// Reads the text of a file and checks its seal, where it has one; `path` is for messages. White space between entries may
/// have changed.
pub(crate) fn read<F: Seal>(path: &Path, text: &[u8]) -> Result<F, ShardError> {
    let path = || path.to_owned();
    // A file of another format has other entries, and is no mistake of whoever wrote it.
    if let Some(format) = format::<F>(text).filter(|format| *format != F::FORMAT) {
        return Err(ShardError::Format { path: path(), format, known: F::FORMAT });
    }
    let mut file: F = serde_json::from_slice(text).map_err(|source| ShardError::Malformed { path: path(), source })?;
    let Some(said) = file.crc32().take() else { return Ok(file) };
    let found = crc32_of(&file);
    if found == said { Ok(file) } else { Err(ShardError::Damaged { path: path(), found, said }) }
}

/// The version that a text says it has, if it says one, to tell a file of another format from another file.
fn format<F: Seal>(text: &[u8]) -> Option<u32> {
    let entries: HashMap<String, &RawValue> = serde_json::from_slice(text).ok()?;
    entries.get(F::FORMAT_KEY)?.get().parse().ok()
}

fn crc32_of(file: &impl Serialize) -> String {
    format!("{:08x}", crc32fast::hash(text(file).as_bytes()))
}

fn text(file: &impl Serialize) -> String {
    serde_json::to_string(file).expect("strings, integers and lists always serialise")
}
