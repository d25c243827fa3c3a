//! Files with shards, of runs or of comparisons.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::value::RawValue;

use super::files::{FileError, write_whole};
use crate::record::{BYTES_MAX, Shard, ShardError};
use crate::studies::study::JointShard;

/// The shards of a file, whichever they are of.
#[derive(Debug)]
pub enum AnyShards {
    /// Of a run, or one for each cell of a sweep.
    Runs(Vec<Shard>),
    /// Of a comparison.
    Comparison(Vec<JointShard>),
}

impl AnyShards {
    /// Reads the shards of a file.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        Self::parse(path, &read_text(path)?)
    }

    /// Reads shards from anywhere, several one after the other; `path` is for messages. Nothing at all is no shard.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn read_from(path: &Path, reader: impl Read) -> Result<Self, ShardError> {
        let text = read_bounded(path, reader)?;
        if text.trim_ascii().is_empty() { Ok(Self::Runs(Vec::new())) } else { Self::parse(path, &text) }
    }

    fn parse(path: &Path, text: &[u8]) -> Result<Self, ShardError> {
        let first = serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>().next();
        let is_comparison =
            first.is_some_and(|first| first.is_ok_and(|first| JointShard::is_like(first.get().as_bytes())));
        if is_comparison {
            Ok(Self::Comparison(JointShard::parse_all(path, text)?))
        } else {
            Ok(Self::Runs(Shard::parse_all(path, text)?))
        }
    }
}

impl Shard {
    /// Writes shards to a file, one a line, as a whole or not at all.
    ///
    /// # Errors
    /// As [`write_whole`].
    pub fn write(shards: &[Self], path: &Path) -> Result<(), FileError> {
        write_whole(path, shards.iter().map(Self::text).collect::<String>().as_bytes())
    }

    /// Reads the shards of a file: that of a run, or one for each cell of a sweep.
    ///
    /// # Errors
    /// If the file cannot be read, is too large, is no shard, or contradicts itself.
    pub fn read(path: &Path) -> Result<Vec<Self>, ShardError> {
        Self::parse_all(path, &read_text(path)?)
    }
}

impl JointShard {
    /// Reads a text with any number of shards; `path` is for messages.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_all(path: &Path, text: &[u8]) -> Result<Vec<Self>, ShardError> {
        let malformed = |source| ShardError::Malformed { path: path.to_owned(), source };
        let values = serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>();
        values.map(|value| Self::parse(path, value.map_err(malformed)?.get().as_bytes())).collect()
    }

    /// Writes the shard to a file, as a whole or not at all.
    ///
    /// # Errors
    /// As [`write_whole`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        write_whole(path, self.text().as_bytes())
    }
}

/// The text of a file that may hold shards.
fn read_text(path: &Path) -> Result<Vec<u8>, ShardError> {
    let file = File::open(path).map_err(|source| ShardError::Read { path: path.to_owned(), source })?;
    read_bounded(path, file)
}

/// A text of at most so many bytes that may hold shards.
fn read_bounded(path: &Path, reader: impl Read) -> Result<Vec<u8>, ShardError> {
    let mut text = Vec::new();
    let read = reader.take(BYTES_MAX + 1).read_to_end(&mut text);
    read.map_err(|source| ShardError::Read { path: path.to_owned(), source })?;
    if text.len() as u64 > BYTES_MAX {
        Err(ShardError::TooLarge { path: path.to_owned() })
    } else {
        Ok(without_mark(text))
    }
}

/// A text without the byte order mark that some tools put before it.
pub(crate) fn without_mark(mut text: Vec<u8>) -> Vec<u8> {
    if text.starts_with(b"\xef\xbb\xbf") {
        text.drain(..3);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::shard::tests::of_toy;
    use crate::toy::Toy;

    #[test]
    fn files_hold_the_shards_that_were_written() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.json");
        let shards = [0..10, 10..5000].map(|range| of_toy(&Toy::new(), range));
        Shard::write(&shards, &path).expect("room");
        assert_eq!(Shard::read(&path).expect("our own file"), shards);
        assert!(matches!(Shard::read(Path::new("/nowhere/a.json")), Err(ShardError::Read { .. })));
    }
}
