//! Files that this program wrote, told by their content from those of others, which it must not replace without being told to.
//!
//! Every format has a mark that files of others have not: a page its generator, JUnit its name, a Parquet file its key, JSON the seed
//! contract that it depends on, a drawing an attribute. CSV has no place for a mark: it is ours where its header is one of ours.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::PAGE_MARK;
use crate::kernel::quantity::EXTRAS;
use crate::output::junit;
use crate::output::parquet::footer;

/// Bytes at the beginning and at the end of a file in which marks stand.
const SEEN: u64 = 64 << 10;

/// The beginning of a report of verdicts in Markdown.
pub const MARKDOWN_MARK: &str = "## equipoise test: ";

/// The mark of JSON whose numbers depend on the seed: records, shards, and the state that an interrupt left.
const JSON_MARK: &str = "\"seed_contract\":";

/// The marks of a specification of Vega-Lite and of a drawing.
const CHART_MARKS: [&str; 2] = ["\"generator\":\"equipoise\"", "data-generator=\"equipoise\""];

/// Headers of CSV: how each begins, and what it has behind the columns that depend on what was varied.
const HEADERS: [[&str; 2]; 13] = [
    ["scenario,system,", ",party_win,party_win_lo,party_win_hi,"],
    ["scenario,", ",combatant,side,standing,standing_lo,"],
    ["scenario,", ",combatant,side,means,target,measure,"],
    ["scenario,", ",rounds,winner,encounters,share"],
    ["scenario,", ",metric,mean,lo,hi,sd"],
    ["scenario,", ",value,sampled,exact,z"],
    ["scenario,path,quantity,target,curve,", ""],
    ["row,column,value,lo,hi", ""],
    ["bin,from,series,share,at_least", ""],
    ["along,series,value,lo,hi,exact", ""],
    ["row,mark,series,value,lo,hi,note", ""],
    ["row,group,series,value,lo,hi", ""],
    ["scenario,value,sampled,exact,z", ""],
];

/// Whether a file may be written in the place of what is there: nothing, an empty file, or one of this program. What is no
/// regular file is for others to judge.
///
/// # Errors
/// If the file cannot be read.
pub fn may_replace(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() && found.len() > 0 => Ok(is_own(&ends(path)?) || footer(path).is_ok()),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// The beginning of a file, and its end if that is not part of it.
fn ends(path: &Path) -> io::Result<[String; 2]> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut parts = [Vec::new(), Vec::new()];
    (&mut file).take(SEEN).read_to_end(&mut parts[0])?;
    if length > SEEN {
        file.seek(SeekFrom::Start(length.saturating_sub(SEEN).max(SEEN)))?;
        file.take(SEEN).read_to_end(&mut parts[1])?;
    }
    Ok(parts.map(|part| String::from_utf8_lossy(&part).into_owned()))
}

fn is_own(ends: &[String; 2]) -> bool {
    let [head, _] = ends;
    let has = |mark: &str| ends.iter().any(|part| part.contains(mark));
    let first = head.lines().next().unwrap_or_default();
    match head.trim_start().chars().next() {
        Some('{') => {
            // Records may have passed through tools that put spaces in between.
            let dense = ends.each_ref().map(|part| part.split_whitespace().collect::<String>());
            let has = |mark: &str| dense.iter().any(|part| part.contains(mark));
            has(JSON_MARK) || CHART_MARKS.into_iter().any(has)
        }
        Some('[') => is_benchmark(head),
        Some('<') => {
            let is_page = head.get(..head.floor_char_boundary(512)).is_some_and(|head| head.contains(PAGE_MARK));
            is_page || head.contains(junit::MARK) || CHART_MARKS.into_iter().any(has)
        }
        // A report has one heading: below others stands what somebody has added.
        Some('#') => {
            let mut lines = head.lines().skip(1).chain(ends[1].lines());
            head.starts_with(MARKDOWN_MARK) && !lines.any(|line| line.starts_with('#'))
        }
        Some('.') => head.contains(".TH equipoise"),
        _ => HEADERS.iter().any(|[start, inner]| first.starts_with(start) && first.contains(inner)),
    }
}

/// Whether a text is a list for benchmark trackers: other programs write lists of this shape, but not of our numbers.
fn is_benchmark(head: &str) -> bool {
    let Some(first) = head.lines().nth(1) else { return head.trim() == "[]" };
    let Ok(entry) = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(first.trim_end_matches(','))
    else {
        return false;
    };
    let name = entry.get("name").and_then(|name| name.as_str()).and_then(|name| name.rsplit_once(": "));
    let families = ["winners.", "rounds.", "combatants.", "groups.", "metrics.", "accounts."];
    name.is_some_and(|(_, quantity)| {
        families.iter().any(|family| quantity.starts_with(family)) || EXTRAS.iter().any(|extra| quantity == extra.name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_others_are_not_ours() {
        for text in [
            "#!/bin/sh\nequipoise run a.toml\n",
            "<!doctype html><title>equipoise</title>",
            "<testsuites name=\"pytest\"/>",
            "scenario,system,notes\na,b,c\n",
            "name,value\n",
            "{\"seed\": 1}",
            "[\n{\"name\":\"Fibonacci\",\"unit\":\"ms\",\"value\":1}\n]\n",
            "[1]",
            "## equipoise\n",
            "## equipoise test: 1 expectation\n\n| a |\n\n# Notes\n",
            "## equipoise test: 1 expectation\n\n## equipoise test: 2 expectations\n",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\"></svg>",
            "PAR1PAR1PAR1",
            "\u{0}",
        ] {
            assert!(!is_own(&[text.to_owned(), String::new()]), "{text}");
        }
    }

    #[test]
    fn what_is_empty_or_not_there_may_be_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        assert!(may_replace(&path).expect("readable"));
        fs::write(&path, "").expect("room");
        assert!(may_replace(&path).expect("readable"));
        fs::write(&path, "x").expect("room");
        assert!(!may_replace(&path).expect("readable"));
    }
}
