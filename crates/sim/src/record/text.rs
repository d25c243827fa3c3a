//! Values of studies that are written down as texts.

use serde::{Deserialize, Deserializer, de};

/// Lists of [paths](path).
pub(crate) mod paths {
    use std::path::PathBuf;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(paths.iter().map(|path| path.display().to_string()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        Vec::deserialize(deserializer)
    }
}

/// Paths, in which what is no text is replaced.
pub(crate) mod path {
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&path.display())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        String::deserialize(deserializer).map(PathBuf::from)
    }
}

/// The texts of files, by their paths.
pub(crate) mod files {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::record::Files;

    pub(crate) fn serialize<S: Serializer>(files: &Files, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(files.iter().map(|(path, text)| (path.display().to_string(), text)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Files>, D::Error> {
        Files::deserialize(deserializer).map(Arc::new)
    }
}

/// Ranges of encounter indices, as lists of two: the first one, and the one after the last.
pub(crate) mod ranges {
    use std::ops::Range;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(ranges: &[Range<u64>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(ranges.iter().map(|range| (range.start, range.end)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Range<u64>>, D::Error> {
        let pairs = Vec::<(u64, u64)>::deserialize(deserializer)?;
        let ascend = pairs.iter().all(|(start, end)| start <= end) && pairs.windows(2).all(|two| two[0].1 < two[1].0);
        if pairs.is_empty() || !ascend {
            return Err(de::Error::custom("ranges ascend, and neither overlap nor touch"));
        }
        Ok(pairs.into_iter().map(|(start, end)| start..end).collect())
    }
}

/// Lists of what the command line writes in one word: overrides, axes, targets.
pub(crate) mod words {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<T: Display, S: Serializer>(words: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(words.iter().map(ToString::to_string))
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(de::Error::custom)).collect()
    }
}

/// Arguments that the command line writes in one word: an axis, a target.
pub(crate) mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<T: Display, S: Serializer>(word: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(word)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// An argument as in [`word`], or nothing.
pub(crate) mod optional_word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
    pub(crate) fn serialize<T: Display, S: Serializer>(word: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match word {
            Some(word) => serializer.collect_str(word),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
    }
}

/// A range of encounter indices, as a list of two: the first one, and the one after the last.
pub(crate) mod range {
    use std::ops::Range;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(range: &Range<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        (range.start, range.end).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Range<u64>, D::Error> {
        let (start, end) = <(u64, u64)>::deserialize(deserializer)?;
        if start <= end { Ok(start..end) } else { Err(de::Error::custom("a range ascends")) }
    }
}

/// Any number of texts: nothing, one text, or several in a list.
pub(crate) mod any_number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Texts {
        None(()),
        One(String),
        Several(Vec<String>),
    }

    pub(crate) fn serialize<S: Serializer>(texts: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        let texts = match texts {
            [] => Texts::None(()),
            [text] => Texts::One(text.clone()),
            several => Texts::Several(several.to_vec()),
        };
        texts.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        Ok(match Texts::deserialize(deserializer)? {
            Texts::None(()) => Vec::new(),
            Texts::One(text) => vec![text],
            Texts::Several(texts) => texts,
        })
    }
}

/// Reads a confidence, at least 0.5 and below 1.
pub(crate) fn confidence<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let confidence = f64::deserialize(deserializer)?;
    let is_allowed = (0.5..1.0).contains(&confidence);
    if is_allowed { Ok(confidence) } else { Err(de::Error::custom("a confidence is at least 0.5 and below 1")) }
}
