//! The first difference of two files.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use super::is_parquet;
use crate::studies::rerun::Difference;

/// The longest part of a line that is shown.
const SHOWN: usize = 40;
/// The length of its portion before the difference.
const BEFORE: usize = 20;

/// The first difference between a recorded file and the one that was made again. Of Parquet it is the data that count
/// between builds, and all bytes within one.
pub(super) fn between(recorded: &Path, remade: &Path, is_same_build: bool) -> io::Result<Option<Difference>> {
    let old = match File::open(recorded) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let (key, remade) = (String::new(), Some("a file".to_owned()));
            return Ok(Some(Difference { key, recorded: None, remade }));
        }
        Err(error) => return Err(error),
    };
    let new = File::open(remade)?;
    if !is_parquet(remade) {
        return lines(BufReader::new(old), BufReader::new(new));
    }
    let [old_length, new_length] = [data_length(recorded)?, data_length(remade)?];
    let [mut old_data, mut new_data] = [(&old, old_length), (&new, new_length)].map(|(file, length)| file.take(length));
    if let Some(at) = first_difference(&mut BufReader::new(&mut old_data), &mut BufReader::new(&mut new_data))? {
        return Ok(Some(difference(format!("byte {at} of the data"), None, None)));
    }
    let footers_differ = is_same_build && fs::read(recorded).and_then(|old| Ok(old != fs::read(remade)?))?;
    Ok(footers_differ.then(|| difference("the metadata at the end".to_owned(), None, None)))
}

fn difference(key: String, recorded: Option<&[u8]>, remade: Option<&[u8]>) -> Difference {
    let [old, new] = [recorded, remade].map(|line| line.map(|line| String::from_utf8_lossy(line).into_owned()));
    let ended = |line: &Option<String>| line.as_deref().map(|line| line.trim_end().to_owned());
    // The carriage return that git puts at the ends of lines on some systems is told where it is all that differs.
    let [old, new] = if ended(&old) == ended(&new) {
        [old, new].map(|line| line.map(|line| line.trim_end_matches('\n').replace('\r', "\\r")))
    } else {
        [ended(&old), ended(&new)]
    };
    let pairs = old.iter().flat_map(|old| old.chars()).zip(new.iter().flat_map(|new| new.chars()));
    let common = pairs.take_while(|(left, right)| left == right).count();
    let shown = |line: Option<String>| {
        let line = line?;
        let start = if common > BEFORE { "…" } else { "" };
        Some(start.to_owned() + &line.chars().skip(common.saturating_sub(BEFORE)).take(SHOWN).collect::<String>())
    };
    Difference { key, recorded: shown(old), remade: shown(new) }
}

/// The first line that differs.
fn lines(mut old: impl BufRead, mut new: impl BufRead) -> io::Result<Option<Difference>> {
    for number in 1.. {
        let (mut old_line, mut new_line) = (Vec::new(), Vec::new());
        old.read_until(b'\n', &mut old_line)?;
        new.read_until(b'\n', &mut new_line)?;
        if old_line != new_line {
            let some = |line: &'_ Vec<u8>| (!line.is_empty()).then(|| line.clone());
            let key = format!("line {number}");
            return Ok(Some(difference(key, some(&old_line).as_deref(), some(&new_line).as_deref())));
        }
        if old_line.is_empty() {
            break;
        }
    }
    Ok(None)
}

/// The index of the first byte that differs.
fn first_difference(old: &mut impl BufRead, new: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut at = 0;
    loop {
        let (left, right) = (old.fill_buf()?, new.fill_buf()?);
        let common = left.len().min(right.len());
        if let Some(index) = left.iter().zip(right).position(|(left, right)| left != right) {
            return Ok(Some(at + index as u64));
        }
        if common == 0 {
            return Ok((left.len() != right.len()).then_some(at));
        }
        at += common as u64;
        old.consume(common);
        new.consume(common);
    }
}

/// The number of bytes of a Parquet file before its footer, whose length the last 8 bytes begin with.
fn data_length(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    if length < 8 {
        return Ok(length);
    }
    let mut end = [0; 4];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    Ok(length.saturating_sub(8 + u64::from(u32::from_le_bytes(end))))
}
