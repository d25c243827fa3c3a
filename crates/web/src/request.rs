//! What a page can ask.

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
    /// What the module is.
    Hello {},
    /// What is understood of a scenario.
    Look {
        /// The texts.
        files: Files,
        /// Which of them is the scenario.
        path: PathBuf,
        /// What is changed in it, as `--set` takes it.
        #[serde(default, deserialize_with = "overrides")]
        changes: Vec<Override>,
        /// Which values are listed.
        #[serde(default)]
        list: List,
    },
    /// The JSON Schema of the system of a scenario.
    Schema {
        /// The texts.
        #[serde(default)]
        files: Files,
        /// Which of them is the scenario, or the name of a system.
        path: PathBuf,
    },
    /// A scenario to begin with.
    Starter {
        /// The name of its system.
        system: String,
    },
    /// What a word of the program means.
    Explain {
        /// The word.
        word: String,
        /// The texts.
        #[serde(default)]
        files: Files,
        /// Which of them is the scenario whose system is meant, or the name of that system; all systems if it is not given.
        #[serde(default)]
        path: Option<PathBuf>,
    },
    /// Begins a job, in the place of one with the same number.
    Begin {
        /// Its number.
        job: JobNumber,
        /// What is asked.
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
        /// How many pieces are listed at the most.
        #[serde(default = "pieces")]
        count: usize,
    },
    /// Plays a piece.
    Play {
        /// The number of the job.
        job: JobNumber,
        /// What is played.
        piece: Piece,
    },
    /// Hands a job the counts of a piece.
    Take {
        /// The number of the job.
        job: JobNumber,
        /// What was played.
        piece: Piece,
        /// What was counted, as `play` says it.
        counts: String,
    },
    /// What a job comes to so far.
    Interim {
        /// Its number.
        job: JobNumber,
    },
    /// What a job has come to.
    Result {
        /// Its number.
        job: JobNumber,
    },
    /// What a job comes to so far, as charts.
    Charts {
        /// Its number.
        job: JobNumber,
    },
    /// What a job has come to, as a page to send around.
    Page {
        /// Its number.
        job: JobNumber,
    },
    /// What comes of a study, whatever it takes.
    Ask {
        /// What is asked.
        study: Study,
        /// The texts.
        files: Files,
    },
}

/// Which values of a scenario are listed: to list all takes longest, since it is tried which of them have a use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// None.
    Nothing,
    /// Those that the scenario gives, and those that follow from them.
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
