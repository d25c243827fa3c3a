//! Files that are written as a whole or not at all: under a temporary name in the same directory, then renamed.
//!
//! Only regular files are replaced; a symbolic link stays, and the file that it leads to is replaced.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use polars_error::{PolarsError, PolarsResult};
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::output::csv::{comparisons, csv};
use crate::output::frame::{self, Frame};
use crate::output::json::{document, sources};
use crate::output::parquet::ParquetWriter;
use crate::studies::answer::Answer;
use crate::studies::report::Report;

/// Why a file could not be written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The directory could not be created.
    #[error("cannot create the directory {}: {source}", path.display())]
    Directory {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file could not be written or renamed.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The table could not be built or encoded.
    #[error("cannot write {}: {source}", path.display())]
    Table {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: PolarsError,
    },
    /// The path leads to something that is no regular file: a directory, a device, a pipe.
    #[error("cannot write {}: it is {}no regular file", path.display(), if *is_directory { "a directory, " } else { "" })]
    Irregular {
        /// The path.
        path: PathBuf,
        /// Whether it is a directory.
        is_directory: bool,
    },
}

/// The longest chain of symbolic links that is followed; Linux has the same limit (`path_resolution(7)`).
const LINKS_MAX: usize = 40;

/// The file that writing to a path creates or replaces: the path itself, or the end of a chain of symbolic links.
///
/// # Errors
/// When the path leads to something that is no regular file, or its metadata cannot be read.
pub fn target(path: &Path) -> Result<PathBuf, FileError> {
    let failed = |source| FileError::Write { path: path.to_owned(), source };
    match fs::metadata(path) {
        Ok(found) if found.is_file() => return fs::canonicalize(path).map_err(failed),
        Ok(found) => return Err(FileError::Irregular { path: path.to_owned(), is_directory: found.is_dir() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    // Nothing is there yet, but the path may be a dangling link, whose end is created.
    let mut target = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(next) = fs::read_link(&target) else { break };
        target = directory(&target).join(next);
    }
    Ok(target)
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a file could be written, and leaves nothing behind.
///
/// # Errors
/// As [`write_whole`], except for errors that depend on the content, such as a full disk.
pub fn probe(path: &Path) -> Result<(), FileError> {
    Draft::new(path).map(drop)
}

/// Checks that a directory exists or could be created, and that files could be written in it; leaves nothing behind.
///
/// # Errors
/// When neither is so; names the directory.
pub fn probe_directory(dir: &Path) -> Result<(), FileError> {
    let failed = |source| FileError::Directory { path: dir.to_owned(), source };
    let mut nearest = dir;
    while !nearest.as_os_str().is_empty()
        && matches!(fs::symlink_metadata(nearest), Err(error) if error.kind() == io::ErrorKind::NotFound)
    {
        nearest = nearest.parent().unwrap_or(Path::new(""));
    }
    let nearest = if nearest.as_os_str().is_empty() { Path::new(".") } else { nearest };
    tempfile::tempfile_in(nearest).map(drop).map_err(failed)
}

/// A file under a temporary name, until [`publish`](Self::publish) gives it its own. Dropping a draft removes the file.
pub(crate) struct Draft {
    /// The path that the caller named: it appears in messages.
    path: PathBuf,
    /// The file that is created or replaced, behind any links.
    target: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl Draft {
    pub(crate) fn new(path: &Path) -> Result<Self, FileError> {
        let target = target(path)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".equipoise-").suffix(".part");
        // The permissions of any new file: 0666 less the umask. By default only its owner may read a temporary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(directory(&target));
        let file = file.map_err(|source| FileError::Write { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), target, file: BufWriter::new(file) })
    }

    /// A second handle to the same file, for a writer that needs to own one. Nothing may have been written through the
    /// draft before: it could still be in the buffer.
    pub(crate) fn handle(&self) -> Result<File, FileError> {
        self.file.get_ref().as_file().try_clone().map_err(|source| self.write_error(source))
    }

    pub(crate) fn write_error(&self, source: io::Error) -> FileError {
        FileError::Write { path: self.path.clone(), source }
    }

    pub(crate) fn table_error(&self, source: PolarsError) -> FileError {
        FileError::Table { path: self.path.clone(), source }
    }

    /// Renames the file to its own name, over the file that has that name.
    pub(crate) fn publish(self) -> Result<PathBuf, FileError> {
        let Self { path, target, file } = self;
        let failed = |source| FileError::Write { path: path.clone(), source };
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.persist(&target).map_err(|error| failed(error.error))?;
        Ok(path)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file as a whole or not at all: an old file of that name stays until the new one is written and renamed. The
/// directory must exist.
///
/// # Errors
/// When the file cannot be written or renamed; nothing is left behind then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    draft_bytes(path, bytes)?.publish().map(|_| ())
}

/// As [`write_whole`], for files that belong together: none gets its name before all of them are written.
///
/// # Errors
/// Names the path that failed.
pub fn write_set(files: &[(PathBuf, Vec<u8>)]) -> Result<(), FileError> {
    let drafts: Result<Vec<Draft>, FileError> = files.iter().map(|(path, bytes)| draft_bytes(path, bytes)).collect();
    publish_all(drafts?).map(|_| ())
}

fn publish_all(mut drafts: Vec<Draft>) -> Result<Vec<PathBuf>, FileError> {
    for draft in &mut drafts {
        draft.flush().map_err(|source| draft.write_error(source))?;
    }
    drafts.into_iter().map(Draft::publish).collect()
}

fn draft_bytes(path: &Path, bytes: &[u8]) -> Result<Draft, FileError> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes).map_err(|source| draft.write_error(source))?;
    Ok(draft)
}

/// The file of a set that says where all of it comes from.
pub const RUN: &str = "run.json";

/// The file of a set with the [`comparisons`].
pub const CHECK: &str = "check.csv";

/// The paths of the files that [`write_answers`] writes of answers that were not checked, in the same order.
pub fn report_paths(dir: &Path, parquet: bool) -> Vec<PathBuf> {
    let tables = |extension| TABLES.map(|(name, _)| dir.join(name).with_extension(extension));
    let mut paths = tables("csv").to_vec();
    paths.push(dir.join(RUN));
    if parquet {
        paths.extend(tables("parquet"));
    }
    paths
}

/// Writes `summary.csv`, `combatants.csv`, `rounds.csv`, `metrics.csv` and [`run.json`](document) into `dir`, and with
/// `parquet` the four tables as `.parquet` too; and [`check.csv`](comparisons) where answers were held against the exact
/// solution. Returns their paths, in that order.
///
/// The directory is created if it is missing. CSV is UTF-8 with one header row and the quoting of RFC 4180, but records
/// end with a line feed alone. No file gets its name before all of them are written, so a failure to encode or to write
/// changes nothing in `dir`.
///
/// # Errors
/// Names the path that failed.
pub fn write_answers(dir: &Path, answers: &[Answer], parquet: bool) -> Result<Vec<PathBuf>, FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError::Directory { path: dir.to_owned(), source })?;
    let reports: Vec<Report> = answers.iter().map(|answer| answer.report.clone()).collect();
    let sources = sources(answers);
    let mut drafts = Vec::new();
    let mut tables = Vec::new();
    for (name, build) in TABLES {
        let path = dir.join(name).with_extension("csv");
        let table = build(&reports).map_err(|source| FileError::Table { path: path.clone(), source })?;
        drafts.push(draft_csv(&path, &table)?);
        tables.push((name, table));
    }
    drafts.push(draft_bytes(&dir.join(RUN), document(answers).as_bytes())?);
    if parquet {
        for (name, table) in tables {
            drafts.push(draft_parquet(&dir.join(name).with_extension("parquet"), table, sources.trim_end())?);
        }
    }
    if answers.iter().any(Answer::is_checked) {
        drafts.push(draft_bytes(&dir.join(CHECK), comparisons(answers).as_bytes())?);
    }
    publish_all(drafts)
}

type BuildTable = fn(&[Report]) -> PolarsResult<Frame>;

const TABLES: [(&str, BuildTable); 4] = [
    ("summary", frame::summary),
    ("combatants", frame::combatants),
    ("rounds", frame::rounds),
    ("metrics", frame::metrics),
];

fn draft_csv(path: &Path, table: &Frame) -> Result<Draft, FileError> {
    let bytes = csv(table).map_err(|source| FileError::Table { path: path.to_owned(), source })?;
    draft_bytes(path, &bytes)
}

fn draft_parquet(path: &Path, table: Frame, provenance: &str) -> Result<Draft, FileError> {
    let draft = Draft::new(path)?;
    let file = BufWriter::new(draft.handle()?);
    let write = || {
        let mut writer = ParquetWriter::new(file, table.schema())?;
        writer.write(table)?;
        writer.finish(provenance)
    };
    write().map_err(|source| draft.table_error(source))?;
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};

    use super::*;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::output::parquet::read;
    use crate::studies::provenance::Provenance;
    use crate::studies::report::Intervals;
    use crate::studies::study::{Method, Run, Study};
    use crate::toy::Toy;

    /// A provenance like any other.
    fn of_nothing() -> Provenance {
        let method = Method::ranges(Seed(6), std::iter::once(0..1000).collect(), 0.95);
        let study = Study::Run(Run { scenario: "toy.toml".into(), overrides: Vec::new(), method });
        Provenance { scenarios: Vec::new(), overrides: Vec::new(), files: Arc::default(), study }
    }

    /// A run, the exact solution, and a run of no encounters, each with different varied paths.
    fn answers() -> Vec<Answer> {
        let rules = Toy::new();
        let sampled = |end, name: &str| {
            let run = run(&rules, &Plan::new(Seed(6), 0..end), &Watch::none());
            Report::sampled(name, &rules, &run, Seed(6), 0.95, Intervals::Fixed)
        };
        let solution = solve(&rules, Budget::default(), &|| false).expect("small");
        let values = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned())).collect()
        };
        let reports = vec![
            sampled(1000, "A \"quoted\", name").with_values(values(&[("rules.limit", "12"), ("rules.mode", "hard")])),
            Report::exact("Exact", &rules, &solution).with_values(values(&[("rules.limit", "-3")])),
            sampled(0, "Nothing").with_values(values(&[("rules.mode", "08")])),
        ];
        reports.into_iter().map(|report| Answer::new(report, of_nothing())).collect()
    }

    #[test]
    fn the_files_have_the_promised_columns_and_rows() {
        let dir = tempfile::tempdir().expect("a directory");
        let written = write_answers(&dir.path().join("new/out"), &answers(), false).expect("room");
        let names: Vec<_> = written.iter().map(|path| path.file_name().expect("a name").to_owned()).collect();
        assert_eq!(names, ["summary.csv", "combatants.csv", "rounds.csv", "metrics.csv", "run.json"]);
        let texts = written.iter().map(|path| {
            let text = fs::read_to_string(path).expect("UTF-8");
            format!("{}\n{text}", path.file_name().expect("a name").display())
        });
        insta::assert_snapshot!(texts.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn parquet_holds_what_csv_holds() {
        let dir = tempfile::tempdir().expect("a directory");
        let written = write_answers(dir.path(), &answers(), true).expect("room");
        assert_eq!(written.len(), 9);
        for name in ["summary", "combatants", "rounds", "metrics"] {
            let table = read(&dir.path().join(name).with_extension("parquet"));
            let text = fs::read(dir.path().join(name).with_extension("csv")).expect("written");
            assert!(csv(&table).expect("plain columns") == text, "{name}");
        }
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 9, "no draft is left");
    }

    #[test]
    fn the_same_reports_make_the_same_bytes() {
        let dir = tempfile::tempdir().expect("a directory");
        let bytes = |name: &str| {
            let written = write_answers(&dir.path().join(name), &answers(), true).expect("room");
            written.iter().map(|path| fs::read(path).expect("written")).collect::<Vec<_>>()
        };
        assert!(bytes("a") == bytes("b"));
    }

    #[test]
    fn a_failure_leaves_the_directory_as_it_was() {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join("summary.csv"), "before").expect("room");
        let mut clashing = answers();
        clashing.truncate(1);
        clashing[0].report.values = vec![("share".into(), "1".into())];
        let error = write_answers(dir.path(), &clashing, true).expect_err("two columns of one name");
        assert!(error.to_string().contains("rounds.csv"), "{error}");
        assert_eq!(fs::read_to_string(dir.path().join("summary.csv")).expect("there"), "before");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "no draft is left");
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.txt");
        write_whole(&path, b"one, and longer").expect("room");
        write_whole(&path, b"two").expect("room");
        assert_eq!(fs::read(&path).expect("there"), b"two");
    }

    #[test]
    fn errors_name_the_path() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("file");
        fs::write(&file, "").expect("room");
        let below = file.join("out");
        let error = write_answers(&below, &answers(), false).expect_err("a file is no directory");
        assert!(error.to_string().contains(&below.display().to_string()), "{error}");
        let error = write_whole(dir.path(), b"x").expect_err("a directory is no file");
        assert!(error.to_string().contains(&dir.path().display().to_string()), "{error}");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "no draft is left");
    }

    #[test]
    fn a_set_is_written_whole_or_not_at_all() {
        let dir = tempfile::tempdir().expect("a directory");
        fs::create_dir(dir.path().join("metrics.parquet")).expect("room");
        let error = write_answers(dir.path(), &answers(), true).expect_err("a directory is in the way");
        assert!(error.to_string().contains("metrics.parquet: it is a directory"), "{error}");
        let files = ["a", "metrics.parquet"].map(|name| (dir.path().join(name), vec![1]));
        write_set(&files).expect_err("a directory is in the way");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "nothing was written");
        write_set(&files[..1]).expect("room");
        assert_eq!(fs::read(dir.path().join("a")).expect("there"), [1]);
    }

    #[test]
    fn the_paths_of_reports_are_known_before_they_are_written() {
        let dir = tempfile::tempdir().expect("a directory");
        for parquet in [false, true] {
            let written = write_answers(dir.path(), &answers(), parquet).expect("room");
            assert_eq!(written, report_paths(dir.path(), parquet));
        }
    }

    #[test]
    fn probes_leave_nothing_behind() {
        let dir = tempfile::tempdir().expect("a directory");
        probe(&dir.path().join("a")).expect("room");
        probe_directory(&dir.path().join("a/b/c")).expect("room");
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0);
        probe(&dir.path().join("a/b")).expect_err("there is no a");
        fs::write(dir.path().join("file"), "").expect("room");
        probe_directory(&dir.path().join("file/b")).expect_err("a file is no directory");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_kept_and_only_regular_files_are_replaced() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().expect("a directory");
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("sub")).expect("room");
        symlink("sub/real", path("link")).expect("room");
        symlink("link", path("twice")).expect("room");
        for text in ["made through a dangling link", "replaced"] {
            write_whole(&path("twice"), text.as_bytes()).expect("room");
            assert_eq!(fs::read_to_string(path("sub/real")).expect("there"), text);
            assert!(path("link").is_symlink() && path("twice").is_symlink());
        }
        symlink("/dev/null", path("null")).expect("room");
        symlink("loop", path("loop")).expect("room");
        for (name, reason) in [("null", "no regular file"), ("sub", "a directory"), ("loop", "loop")] {
            let error = write_whole(&path(name), b"x").expect_err("no regular file");
            assert!(error.to_string().contains(reason), "{error}");
        }
        let error = write_whole(Path::new("/dev/null"), b"x").expect_err("a device");
        assert!(error.to_string().contains("/dev/null: it is no regular file"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn files_get_the_permissions_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a directory");
        let mode = |path: PathBuf| fs::metadata(path).expect("there").permissions().mode();
        write_whole(&dir.path().join("ours"), b"").expect("room");
        fs::write(dir.path().join("plain"), "").expect("room");
        assert_eq!(mode(dir.path().join("ours")), mode(dir.path().join("plain")));
    }
}
