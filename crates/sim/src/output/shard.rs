//! Files with shards, of runs or of comparisons.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::files::{FileError, write_whole};
use crate::json::without_mark;
use crate::record::{BYTES_MAX, Shard, ShardError};
use crate::studies::study::JointShard;

/// The shards of a file, whichever they are of.
#[derive(Debug)]
pub enum AnyShards {
    /// Of a run, or one for each cell of a sweep.
    Runs(Vec<Shard>),
    /// Of a comparison.
    Comparison(Box<JointShard>),
}

impl AnyShards {
    /// Reads the shards of a file.
    ///
    /// # Errors
    /// As [`Shard::read`].
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let text = read_text(path)?;
        if JointShard::is_like(&text) {
            return Ok(Self::Comparison(Box::new(JointShard::parse(path, &text)?)));
        }
        Ok(Self::Runs(Shard::parse_all(path, &text)?))
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
    /// When the file cannot be read, is too large, is no shard, or contradicts itself.
    pub fn read(path: &Path) -> Result<Vec<Self>, ShardError> {
        Self::parse_all(path, &read_text(path)?)
    }
}

impl JointShard {
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
    let unreadable = |source| ShardError::Read { path: path.to_owned(), source };
    let mut text = Vec::new();
    File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut text)).map_err(unreadable)?;
    if text.len() as u64 > BYTES_MAX { Err(ShardError::TooLarge { path: path.to_owned() }) } else { Ok(without_mark(text)) }
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
