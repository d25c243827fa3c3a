//! Files that are going to be written: refused before the work is done, not after it.

use std::path::{Path, PathBuf};

use equipoise_sim::files::{probe, probe_directory, report_paths, target};

use crate::args::ReportArgs;
use crate::exit::Failure;
use crate::load::{Loaded, is_stdin};

/// The file of `--out` that holds what `--check` found.
pub(crate) const CHECK: &str = "check.csv";

/// What a command reads and is going to write.
#[derive(Default)]
pub(crate) struct Outputs {
    /// Real files with what they are.
    read: Vec<(PathBuf, String)>,
    written: Vec<PathBuf>,
    dir: Option<PathBuf>,
}

impl Outputs {
    /// Scenarios are read, with the files that they name.
    pub(crate) fn reads_scenarios(mut self, scenarios: &[Loaded]) -> Self {
        for scenario in scenarios {
            let path = if is_stdin(&scenario.path) { Path::new("/dev/stdin") } else { &scenario.path };
            self.reads(path, "the scenario");
            for file in &scenario.files {
                self.reads(file, "the attached file");
            }
        }
        self
    }

    /// Shards are read.
    pub(crate) fn reads_shards(mut self, shards: &[PathBuf]) -> Self {
        for path in shards {
            self.reads(path, "the shard");
        }
        self
    }

    fn reads(&mut self, path: &Path, what: &str) {
        if let Ok(real) = path.canonicalize() {
            self.read.push((real, format!("{what} {}", path.display())));
        }
    }

    /// A file is written, if there is a path for it.
    pub(crate) fn writes(mut self, path: Option<&PathBuf>) -> Self {
        self.written.extend(path.cloned());
        self
    }

    /// The files of `--out` are written.
    pub(crate) fn writes_reports(mut self, args: &ReportArgs, checks: bool) -> Self {
        if let Some(dir) = &args.out {
            self.written.extend(report_paths(dir, args.parquet));
            self.written.extend(checks.then(|| dir.join(CHECK)));
            self.dir = Some(dir.clone());
        }
        self
    }

    /// Refuses a file that is read, one that is written twice, and a place where none can be written.
    pub(crate) fn check(self) -> Result<(), Failure> {
        if let Some(dir) = &self.dir {
            probe_directory(dir)?;
        }
        let mut taken = self.read;
        // The results go there, too.
        taken.extend(Path::new("/dev/stdout").canonicalize().ok().map(|real| (real, "stdout".to_owned())));
        for path in self.written {
            let real = real(&path)?;
            if let Some((_, other)) = taken.iter().find(|(other, _)| *other == real) {
                return Err(Failure::plain(format!("cannot write {}: it is the same file as {other}", path.display())));
            }
            // A directory that is still to be made takes any file.
            if !self.dir.as_ref().is_some_and(|dir| path.starts_with(dir) && !dir.exists()) {
                probe(&path)?;
            }
            taken.push((real, format!("the output {}", path.display())));
        }
        Ok(())
    }
}

/// The file that is written, under the one path that it has in every spelling.
fn real(path: &Path) -> Result<PathBuf, Failure> {
    let target = target(path)?;
    let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(match (folder.canonicalize(), target.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(&target).unwrap_or(target),
    })
}
