//! The CRC-32 of a text with counts. Many flipped digits are counts that some run might have, so that no check of a tally
//! finds them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

use super::ShardError;
use crate::json::{maybe_rounded, write_wholes};

/// Records of counts that are sealed.
pub(crate) trait Seal: Serialize {
    /// The entry `crc32`, which is the last of the file: eight hexadecimal digits; nothing in files of versions that wrote
    /// none.
    fn crc32(&mut self) -> &mut Option<String>;
}

/// Sealed files that say their format.
pub(crate) trait Format: Seal + DeserializeOwned {
    /// The name of the first entry of the file, which holds the version of the format.
    const FORMAT_KEY: &'static str;
    /// The version of the format.
    const FORMAT: u32;
}

/// A text that is not what was written: a digit was flipped on the way, or somebody has changed it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("its CRC-32 is {found}, and it says {said}")]
pub struct Damage {
    /// The CRC-32 of what it holds.
    pub found: String,
    /// The one that it was written with.
    pub said: String,
}

/// The text of a file, on one line, sealed: JSON whose CRC-32 is that of the same text without the entry.
pub(crate) fn sealed(mut file: impl Seal) -> String {
    *file.crc32() = None;
    let crc32 = crc32_of(&file);
    *file.crc32() = Some(crc32);
    text(&file) + "\n"
}

/// Takes the seal off, if there is one.
///
/// # Errors
/// If it is broken.
pub(crate) fn unseal(file: &mut impl Seal) -> Result<(), Damage> {
    let Some(said) = file.crc32().take() else { return Ok(()) };
    let found = crc32_of(file);
    if found == said { Ok(()) } else { Err(Damage { found, said }) }
}

/// Reads the text of a file and checks its seal, where it has one; `path` is for messages. White space between entries may
/// have changed, and the form of numbers.
pub(crate) fn read<F: Format>(path: &Path, text: &[u8]) -> Result<F, ShardError> {
    let path = || path.to_owned();
    // A file of another format has other entries, and is no mistake of whoever wrote it.
    if let Some(format) = format::<F>(text).filter(|format| *format != F::FORMAT) {
        return Err(ShardError::Format { path: path(), format, known: F::FORMAT });
    }
    let mut file: F =
        serde_json::from_slice(text).or_else(|source| by_value(text).ok_or(source)).map_err(|source| {
            rounded(path(), text, true).unwrap_or_else(|| ShardError::Malformed { path: path(), source })
        })?;
    match unseal(&mut file) {
        Ok(()) => Ok(file),
        Err(damage) => {
            Err(rounded(path(), text, false).unwrap_or_else(|| ShardError::Damaged { path: path(), damage }))
        }
    }
}

/// The file of a text in which another tool has written integers as `1.0` or `1e0`.
fn by_value<F: Format>(text: &[u8]) -> Option<F> {
    let mut value: Value = serde_json::from_slice(text).ok()?;
    write_wholes(&mut value);
    serde_json::from_value(value).ok()
}

/// The mistake of a text with an integer that another tool may have rounded; `is_fraction` if it has to be written as no integer is.
fn rounded(path: PathBuf, text: &[u8], is_fraction: bool) -> Option<ShardError> {
    let mut value: Value = serde_json::from_slice(text).ok()?;
    let number = maybe_rounded(&mut value).into_iter().find(|number| number.is_f64() || !is_fraction)?.to_string();
    Some(ShardError::Rounded { path, number })
}

/// The version that a text says it has, if it says one, to tell a file of another format from another file.
fn format<F: Format>(text: &[u8]) -> Option<u32> {
    let entries: HashMap<String, &RawValue> = serde_json::from_slice(text).ok()?;
    entries.get(F::FORMAT_KEY)?.get().parse().ok()
}

fn crc32_of(file: &impl Serialize) -> String {
    format!("{:08x}", crc32fast::hash(text(file).as_bytes()))
}

fn text(file: &impl Serialize) -> String {
    serde_json::to_string(file).expect("strings, integers and lists always serialise")
}
