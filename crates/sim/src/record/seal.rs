//! The CRC-32 of a text. Many flipped digits are counts that some run might have, so that no check of a tally finds
//! them.

use serde::Serialize;

/// What a file may be sealed as.
pub(crate) trait Seal: Serialize {
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

/// Checks the seal of a file, where it has one. White space between entries may have changed.
///
/// # Errors
/// The CRC-32 that it has, and the one that it says.
pub(crate) fn check(file: &mut impl Seal) -> Result<(), [String; 2]> {
    let Some(said) = file.crc32().take() else { return Ok(()) };
    let found = crc32_of(file);
    if found == said { Ok(()) } else { Err([found, said]) }
}

fn crc32_of(file: &impl Serialize) -> String {
    format!("{:08x}", crc32fast::hash(text(file).as_bytes()))
}

fn text(file: &impl Serialize) -> String {
    serde_json::to_string(file).expect("strings, integers and lists always serialise")
}
