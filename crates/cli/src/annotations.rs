//! Annotations of GitHub Actions: workflow commands, one on a line, that show a message at a line of a file.
//!
//! GitHub looks for the file beneath the root of the repository, wherever a command runs, and shows the first ten errors and
//! the first ten warnings of a step.

use std::env;
use std::path::{Path, PathBuf};

use equipoise_sim::studies::check::Mistake;

use crate::load::is_stdin;
use crate::numbers::grouped;
use crate::text::visible;

/// The number of annotations of each level that GitHub shows of a step.
const SHOWN_MAX: u64 = 10;

/// The severity of an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Error,
    Warning,
}

/// A place in a file. Lines and columns count from 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Location<'a> {
    pub(crate) file: &'a Path,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
}

/// The annotations of one command, counted.
#[derive(Debug, Default)]
pub(crate) struct Annotations {
    errors: u64,
    warnings: u64,
}

impl Annotations {
    /// The line of an annotation.
    pub(crate) fn line(&mut self, level: Level, at: Location, title: &str, text: &str) -> String {
        let (level, count) = match level {
            Level::Error => ("error", &mut self.errors),
            Level::Warning => ("warning", &mut self.warnings),
        };
        *count += 1;
        let Location { file, line, column } = at;
        let file = (!is_stdin(file)).then(|| format!("file={},", property(&visible(&from_root(file)))));
        let number = |key: &str, number: Option<usize>| number.map(|number| format!("{key}={number},"));
        let place =
            file.map(|file| [Some(file), number("line", line), number("col", column)].map(Option::unwrap_or_default));
        let place = place.map(|place| place.concat()).unwrap_or_default();
        format!("::{level} {place}title={}::{}\n", property(&visible(title)), message(text))
    }

    /// The annotation of a mistake in a scenario, in a file that it names, or in an override, which is at no line.
    pub(crate) fn of_mistake(&mut self, level: Level, scenario: &Path, mistake: &Mistake) -> String {
        let named = mistake.place.file.as_deref().map(Path::new);
        let at = match named.filter(|file| !file.starts_with("<stdin>") && !file.to_string_lossy().starts_with("--")) {
            Some(file) => Location { file, line: mistake.place.line, column: mistake.place.column },
            None => Location { file: scenario, line: None, column: None },
        };
        let title = format!("{}: {}", scenario.display(), mistake.code.unwrap_or("mistake"));
        let place = if at.line.is_none() && mistake.place.line.is_some() {
            format!("{}: ", mistake.place)
        } else {
            String::new()
        };
        let help = mistake.help.as_ref().map(|help| format!("\nhelp: {}", visible(help))).unwrap_or_default();
        self.line(level, at, &title, &format!("{place}{}{help}", visible(&mistake.message)))
    }

    /// The last line: how many there are, if GitHub does not show all of them.
    pub(crate) fn last(&self) -> Option<String> {
        if self.errors.max(self.warnings) <= SHOWN_MAX {
            return None;
        }
        let [errors, warnings] = [(self.errors, "error"), (self.warnings, "warning")]
            .map(|(count, noun)| format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" }));
        let told = format!(
            "{errors} and {warnings} of this step; {SHOWN_MAX} of each are shown as annotations, all are in its log"
        );
        Some(format!("::notice title=equipoise::{}\n", message(&told)))
    }
}

/// The path of a file from the root of its repository: from the nearest folder above it that has `.git`, or else from
/// `GITHUB_WORKSPACE`. The path as it was given if the file is beneath neither.
fn from_root(file: &Path) -> String {
    let beneath = || {
        let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().ok()?;
        let workspace = || env::var_os("GITHUB_WORKSPACE").and_then(|root| PathBuf::from(root).canonicalize().ok());
        let root =
            folder.ancestors().find(|above| above.join(".git").exists()).map(Path::to_owned).or_else(workspace)?;
        Some(folder.strip_prefix(root).ok()?.join(file.file_name()?))
    };
    beneath().unwrap_or_else(|| file.to_owned()).display().to_string()
}

/// The text of a workflow command, on one line.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflow_commands_are_escaped() {
        assert_eq!(message("50% a:b,c\r\nd"), "50%25 a:b,c%0D%0Ad");
        assert_eq!(property("C:\\a,b%\n"), "C%3A\\a%2Cb%25%0A");
    }

    #[test]
    fn what_is_not_shown_is_counted() {
        let at = Location { file: Path::new("-"), line: Some(1), column: None };
        let mut annotations = Annotations::default();
        for _ in 0..10 {
            assert_eq!(annotations.line(Level::Error, at, "a", "b"), "::error title=a::b\n");
        }
        assert_eq!(annotations.last(), None);
        annotations.line(Level::Error, at, "a", "b");
        let last = annotations.last().expect("one is not shown");
        assert!(last.starts_with("::notice title=equipoise::11 errors and 0 warnings of this step;"), "{last}");
    }
}
