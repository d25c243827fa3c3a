//! The files that a command is going to write. Those that cannot be written, or must not, are refused before the work
//! begins, since an error after it would waste all of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_sim::output::benchmark::benchmark;
use equipoise_sim::output::files::{
    CHECK, PAGE, crossing_paths, may_replace, probe, probe_directory, report_paths, set_paths, target,
};
use equipoise_sim::studies::answer::Answer;
use equipoise_sim::studies::only::Only;
use equipoise_sim::{FileError, Report, write_whole};

use crate::args::{ChartArgs, FileArgs, PageFileArgs};
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::load::{Loaded, is_stdin};
use crate::markdown_file::{self, Taking};

/// The files that a command reads and is going to write.
#[derive(Default)]
pub(crate) struct Outputs {
    /// Canonical paths, each with what it is.
    read: Vec<(PathBuf, String)>,
    written: Vec<PathBuf>,
    /// Files of no set that are written, and may lie in the directory of one.
    others: Vec<PathBuf>,
    /// Files to which a text is added.
    appended: Vec<PathBuf>,
    /// The files of an earlier set in the directory of `--out` that the new one has not.
    removed: Vec<PathBuf>,
    dir: Option<PathBuf>,
}

impl Outputs {
    /// Adds scenarios, with the files that they name, to what is read.
    pub(crate) fn reads_scenarios<'a>(mut self, scenarios: impl IntoIterator<Item = &'a Loaded>) -> Self {
        for scenario in scenarios {
            let path = if is_stdin(&scenario.path) { Path::new("/dev/stdin") } else { &scenario.path };
            self.reads(path, "the scenario");
            for file in scenario.files.keys().filter(|file| **file != scenario.path) {
                self.reads(file, "the attached file");
            }
        }
        self
    }

    /// Adds a page and charts to what is written.
    pub(crate) fn writes_page_file(self, args: &PageFileArgs) -> Self {
        self.writes(args.page.as_ref()).writes_charts(&args.charts)
    }

    /// Adds charts to what is written.
    pub(crate) fn writes_charts(mut self, args: &ChartArgs) -> Self {
        self.written.extend(args.chart.iter().map(|wanted| wanted.path.clone()));
        self.others.extend(args.chart.iter().map(|wanted| wanted.path.clone()));
        self
    }

    /// Adds shards to what is read.
    pub(crate) fn reads_shards(mut self, shards: &[PathBuf]) -> Self {
        for path in shards {
            self.reads(path, "the shard");
        }
        self
    }

    /// Adds a record of results to what is read: a file, or those of a directory.
    pub(crate) fn reads_record(mut self, path: &Path) -> Self {
        self.reads(path, "the record");
        for file in set_paths(path) {
            self.reads(&file, "the record");
        }
        self
    }

    /// Adds files to what is read.
    pub(crate) fn reads_files(mut self, files: &[PathBuf]) -> Self {
        for path in files {
            self.reads(path, "the file");
        }
        self
    }

    fn reads(&mut self, path: &Path, what: &str) {
        if let Ok(real) = path.canonicalize() {
            self.read.push((real, format!("{what} {}", path.display())));
        }
    }

    /// Adds a file, if there is a path for it, to what is written.
    pub(crate) fn writes(mut self, path: Option<&PathBuf>) -> Self {
        self.written.extend(path.cloned());
        self.others.extend(path.cloned());
        self
    }

    /// Adds a file of Markdown, if there is a path for it, to what is written. A pipe or a device takes anything.
    pub(crate) fn writes_markdown(mut self, path: Option<&PathBuf>) -> Self {
        match path.map(|path| markdown_file::taking(path)) {
            None | Some(Taking::Streamed) => {}
            Some(Taking::Replaced) => self.written.extend(path.cloned()),
            Some(Taking::Appended) => self.appended.extend(path.cloned()),
        }
        self
    }

    /// Adds the files of `--out` to what is written.
    pub(crate) fn writes_reports(mut self, args: &FileArgs, checks: bool) -> Self {
        if let Some(dir) = &args.out {
            let mut set = report_paths(dir, args.parquet);
            set.extend(checks.then(|| dir.join(CHECK)));
            self.removed = set_paths(dir).into_iter().filter(|path| !set.contains(path)).collect();
            self.written.extend(set);
            self.dir = Some(dir.clone());
        }
        self.writes(args.benchmark.as_ref())
    }

    /// Adds the crossings of `--out` to what is written, where there are any.
    pub(crate) fn writes_crossings(mut self, args: &FileArgs, are_wanted: bool) -> Self {
        if let Some(dir) = args.out.as_ref().filter(|_| are_wanted) {
            let paths = crossing_paths(dir, args.parquet);
            self.removed.retain(|path| !paths.contains(path));
            self.written.extend(paths);
        }
        self
    }

    /// Adds the page of `--out` to what is written.
    pub(crate) fn writes_page(mut self) -> Self {
        if let Some(dir) = &self.dir {
            let page = dir.join(PAGE);
            self.removed.retain(|path| *path != page);
            self.written.push(page);
        }
        self
    }

    /// Refuses to write a file that cannot be written, and to write or remove one that is also read or written as something else. Without `--force` it
    /// also refuses to replace or remove a file that this program did not write.
    pub(crate) fn check(self) -> Result<(), Failure> {
        if let Some(dir) = &self.dir {
            probe_directory(dir)?;
        }
        let mut taken = self.read;
        // Stdout may be redirected to a file, which takes the results. Many may write to a device.
        let stdout = Path::new("/dev/stdout").canonicalize().ok().filter(|real| real.is_file());
        taken.extend(stdout.map(|real| (real, "stdout".to_owned())));
        for path in &self.written {
            let real = real(path)?;
            refuse_taken(&taken, &real, &format!("write {}", path.display()))?;
            // A directory that does not exist yet will take any file.
            if !self.dir.as_ref().is_some_and(|dir| path.starts_with(dir) && !dir.exists()) {
                probe(path)?;
            }
            taken.push((real, format!("the output {}", path.display())));
        }
        for path in self.appended {
            refuse_taken(&taken, &real(&path)?, &format!("write {}", path.display()))?;
            markdown_file::probe_appending(&path)?;
        }
        for path in &self.removed {
            // Anything but a file, such as a directory, is not part of an earlier set and stays.
            if let Ok(real) = real(path) {
                refuse_taken(&taken, &real, &format!("remove {}, a file of an earlier set", path.display()))?;
            }
        }
        self.written.iter().try_for_each(|path| refuse_foreign(path, "replaces"))?;
        self.removed.iter().try_for_each(|path| refuse_foreign(path, "removes"))?;
        match &self.dir {
            // Another output may be opened before those of the set.
            Some(dir) if self.others.iter().any(|path| path.starts_with(dir)) => {
                fs::create_dir_all(dir).map_err(|source| FileError::Directory { path: dir.clone(), source }.into())
            }
            _ => Ok(()),
        }
    }
}

/// Writes the list of `--benchmark`, if it was asked for.
pub(crate) fn write_benchmark(args: &FileArgs, answers: &[Answer], only: &Only) -> Result<(), FileError> {
    let Some(path) = &args.benchmark else { return Ok(()) };
    let reports: Vec<Report> = answers.iter().map(|answer| answer.report.clone()).collect();
    write_whole(path, benchmark(&reports, only).as_bytes())
}

/// Says why the list of `--benchmark`, if it was asked for, is not written: a tracker would take a part for the whole.
pub(crate) fn note_no_benchmark(args: &FileArgs, why: &str) {
    if let Some(path) = &args.benchmark {
        note(&format!("{why}: {} was not written", path.display()));
    }
}

/// Whether files of others may be replaced.
static IS_FORCED: AtomicBool = AtomicBool::new(false);

/// Says whether files of others may be replaced.
pub(crate) fn force(is_forced: bool) {
    IS_FORCED.store(is_forced, Ordering::Relaxed);
}

/// Refuses to touch a file that this program did not write, unless that is wanted. `what` is what it would do with it.
pub(crate) fn refuse_foreign(path: &Path, what: &str) -> Result<(), Failure> {
    if IS_FORCED.load(Ordering::Relaxed) {
        return Ok(());
    }
    match may_replace(path) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let message = FileError::Foreign { path: path.to_owned() };
            Err(Failure::plain(format!("{message}; --force {what} it")))
        }
        Err(source) => Err(FileError::Write { path: path.to_owned(), source }.into()),
    }
}

fn refuse_taken(taken: &[(PathBuf, String)], real: &Path, deed: &str) -> Result<(), Failure> {
    match taken.iter().find(|(known, _)| known == real) {
        Some((_, owner)) => Err(Failure::plain(format!("cannot {deed}: it is the same file as {owner}"))),
        None => Ok(()),
    }
}

/// The canonical path of a file that is going to be written, which is the same for all spellings of its path. The file
/// itself may not exist yet, so it is its folder that is looked up.
fn real(path: &Path) -> Result<PathBuf, Failure> {
    let target = target(path)?;
    let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(match (folder.canonicalize(), target.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(&target).unwrap_or(target),
    })
}
