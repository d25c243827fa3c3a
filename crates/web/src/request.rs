//! The requests of a page.

use std::path::PathBuf;

use equipoise_engine::scenario::Override;
use equipoise_sim::kernel::job::Piece;
use equipoise_sim::record::Files;
use equipoise_sim::studies::check::Listed;
use equipoise_sim::studies::study::Study;
use serde::{Deserialize, Deserializer, de};

/// The number by which a page calls a job.
pub type JobNumber = u32;

/// Pieces that are listed, unless a request says otherwise.
const PIECES: usize = 256;

const fn pieces() -> usize {
    PIECES
}

/// A request, as [the crate](crate) describes them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The version of the module, its systems and its style.
    Hello {},
    /// A scenario as it is understood.
    Look {
        /// The texts.
        files: Files,
        /// The path of the scenario among them.
        path: PathBuf,
        /// The changes of its values, as `--set` takes them.
        #[serde(default, deserialize_with = "overrides")]
        changes: Vec<Override>,
        /// The values that are listed.
        #[serde(default)]
        list: List,
    },
    /// The JSON Schema of the system of a scenario.
    Schema {
        /// The texts.
        #[serde(default)]
        files: Files,
        /// The path of the scenario among them, or the name of a system.
        path: PathBuf,
    },
    /// A scenario to begin with.
    Starter {
        /// The name of its system.
        system: String,
    },
    /// The meanings of a word of the program.
    Explain {
        /// The word.
        word: String,
        /// The texts.
        #[serde(default)]
        files: Files,
        /// The path of the scenario whose system is meant, or the name of that system; all systems if it is `None`.
        #[serde(default)]
        path: Option<PathBuf>,
    },
    /// Begins a job, in the place of one with the same number.
    Begin {
        /// Its number.
        job: JobNumber,
        /// The study that is asked for.
        study: Study,
        /// The texts.
        files: Files,
    },
    /// Ends a job.
    End {
        /// Its number.
        job: JobNumber,
    },
    /// The pieces that a job wants.
    Wanted {
        /// Its number.
        job: JobNumber,
        /// Encounters of a piece at the most.
        most: u64,
        /// The number of pieces that are listed at the most.
        #[serde(default = "pieces")]
        count: usize,
    },
    /// Plays a piece.
    Play {
        /// The number of the job.
        job: JobNumber,
        /// The piece that is played.
        piece: Piece,
    },
    /// Hands a job the counts of a piece.
    Take {
        /// The number of the job.
        job: JobNumber,
        /// The piece that was played.
        piece: Piece,
        /// The counts, as `play` answers them.
        counts: String,
    },
    /// The results of a job so far.
    Interim {
        /// Its number.
        job: JobNumber,
    },
    /// The results of a finished job.
    Result {
        /// Its number.
        job: JobNumber,
    },
    /// The results of a job so far, as charts.
    Charts {
        /// Its number.
        job: JobNumber,
    },
    /// The results of a finished job, as a page to send around.
    Page {
        /// Its number.
        job: JobNumber,
    },
    /// The results of a study, whatever it takes.
    Ask {
        /// The study that is asked for.
        study: Study,
        /// The texts.
        files: Files,
    },
}

/// The values of a scenario that are listed: to list all takes longest, since it is tried which of them have a use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// None.
    Nothing,
    /// The values that the scenario gives, and the values that follow from them.
    Said,
    /// Every value.
    #[default]
    All,
}

impl From<List> for Listed {
    fn from(list: List) -> Self {
        match list {
            List::Nothing => Self::Nothing,
            List::Said => Self::Said,
            List::All => Self::All,
        }
    }
}

/// Reads changes as the command line writes them.
fn overrides<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Override>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(de::Error::custom)).collect()
}
