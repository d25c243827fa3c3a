//! What holds of every message of a refusal.

use std::fmt::Display;

use equipoise_sim::output::words::visible;

/// Longest line of a message, in bytes. Some list the names of a whole scenario.
const BYTES_MAX: usize = 20_000;

/// A message says something, in lines of bounded length. What is typed may be quoted in it as it is: the program escapes what
/// cannot be seen last of all, when it shows a message.
pub(crate) fn assert_message(message: &impl Display) {
    let message = message.to_string();
    assert!(!message.trim().is_empty(), "an empty message");
    assert!(message.lines().all(|line| visible(line).len() <= BYTES_MAX), "a long message: {message}");
}

/// What a text was read as; `None` if it was refused, with a message as it must be.
pub(crate) fn accepted<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.map_err(|error| assert_message(&error)).ok()
}
