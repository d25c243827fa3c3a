//! Counts as texts, which processes exchange.

use thiserror::Error;

use crate::kernel::job::{Counts, Job, Piece, Untaken};

/// Counts that can be written down and read again.
pub trait Written: Counts {
    /// The counts as JSON on one line.
    fn text(&self) -> String;

    /// Reads the text of counts of the same kind as these, over so many encounters. It may come from anywhere.
    ///
    /// # Errors
    /// The mistake, in words.
    fn read(&self, text: &str, encounters: u64) -> Result<Self, String>;
}

/// The reason why a text with counts is not taken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TextError {
    /// No encounters have such counts.
    #[error("these are no counts of the encounters {}..{}: {what}", piece.range.start, piece.range.end)]
    Unreadable {
        /// The piece that was counted.
        piece: Piece,
        /// The mistake, in words.
        what: String,
    },
    /// The job does not take them.
    #[error(transparent)]
    Untaken(#[from] Untaken),
}

/// Plays a piece of a job on this thread; its counts as a text.
///
/// # Panics
/// If the job has no such cells: a piece is one that the job elsewhere, of the same question, wants.
pub fn play_text<J: Job<Counts: Written>>(job: &J, piece: &Piece) -> String {
    job.play(piece).text()
}

/// Hands a job the counts of a piece as [`play_text`] has written them, anywhere.
///
/// # Errors
/// If the text is none of such counts, or the job does not take them.
pub fn take_text<J: Job<Counts: Written>>(job: &mut J, piece: &Piece, text: &str) -> Result<(), TextError> {
    // A player of cells that the job does not have cannot be made.
    if !job.wanted().iter().any(|wanted| wanted.cells == piece.cells) {
        return Err(Untaken::Unwanted { range: piece.range.clone() }.into());
    }
    let encounters = piece.range.end.saturating_sub(piece.range.start);
    let read = job.player(piece).counts().read(text, encounters);
    let counts = read.map_err(|what| TextError::Unreadable { piece: piece.clone(), what })?;
    Ok(job.take(piece, counts)?)
}
