//! From paths on the command line to scenarios that can be fought: texts are files, or stdin, with limits to their sizes.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use equipoise_engine::scenario::{FileFormat, Override, Resolved};
use equipoise_sim::output::words::short_names;
use equipoise_sim::studies::load::{self, Loader, Texts};
use equipoise_sim::{Registry, System};

pub(crate) use equipoise_sim::studies::load::{Loaded, is_stdin};

use crate::diagnostics::note;
use crate::exit::Failure;
use crate::host::host;

/// Bytes that a scenario file may have.
const SCENARIO_MAX: u64 = 1 << 20;
/// Bytes that a CSV file beside it may have.
const CSV_MAX: u64 = 16 << 20;

/// The text of stdin, kept since it can be read once only: some studies load their scenario several times.
static STDIN: OnceLock<Result<String, String>> = OnceLock::new();

/// The systems of the program.
static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Sets the systems of the program. They stay those of the first call.
pub(crate) fn know(registry: Registry) {
    let _ = REGISTRY.set(registry);
}

/// The systems of the program.
pub(crate) fn registry() -> Registry {
    REGISTRY.get().copied().unwrap_or(Registry::SHIPPED)
}

/// The system with this name.
pub(crate) fn system_of(name: &str) -> Result<System, Failure> {
    registry().from_name(name).ok_or_else(|| Failure::plain(format!("there is no system `{name}`")))
}

/// The system with this name, or that of the scenario at this path, with the rules that it brings.
pub(crate) fn system_of_either(name: &str) -> Result<System, Failure> {
    match registry().from_name(name) {
        Some(system) => Ok(system),
        None => Ok(load::load(loader(), Path::new(name), &[])?.system),
    }
}

/// A loader of scenarios of these systems from files.
pub(crate) fn loader() -> Loader<'static> {
    Loader::new(registry(), &Files)
}

/// Whether scenarios may name files anywhere.
static ARE_FILES_ALLOWED: AtomicBool = AtomicBool::new(false);

/// The option that lets scenarios name files anywhere.
pub(crate) const ALLOW_FILES: &str = "--allow-files";

/// Says whether scenarios may name files anywhere, not only beneath their own folders.
pub(crate) fn allow_files(are_allowed: bool) {
    ARE_FILES_ALLOWED.store(are_allowed, Ordering::Relaxed);
}

/// Whether scenarios may name files anywhere.
pub(crate) fn are_files_allowed() -> bool {
    ARE_FILES_ALLOWED.load(Ordering::Relaxed)
}

/// Whether fights keep accounts, whatever their scenarios say.
static ARE_ACCOUNTS_KEPT: AtomicBool = AtomicBool::new(false);

/// Says whether fights keep accounts, whatever their scenarios say.
pub(crate) fn keep_accounts(are_kept: bool) {
    ARE_ACCOUNTS_KEPT.store(are_kept, Ordering::Relaxed);
}

/// Whether fights keep accounts, whatever their scenarios say.
pub(crate) fn are_accounts_kept() -> bool {
    ARE_ACCOUNTS_KEPT.load(Ordering::Relaxed)
}

/// Lines already printed about overrides that name several paths or take steps: scenarios are loaded several times.
static HEARD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
/// Forgets what was printed about overrides.
pub(crate) fn forget() {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).clear();
}
/// The most lines that are printed about them.
const HEARD_MAX: usize = 12;
/// The line in place of further ones.
const MORE_HEARD: &str = "further patterns and steps are not listed: `equipoise check --set` shows what each comes to";
/// Paths that a line has.
const HEARD_PATHS_MAX: usize = 8;

/// Lines about the results of overrides, one for each.
fn told(resolved: &[Resolved]) -> Vec<String> {
    let of_one = resolved.chunk_by(|one, next| (&one.origin, &one.written) == (&next.origin, &next.written));
    let line = |of_one: &[Resolved]| {
        let paths: Vec<&str> = of_one.iter().map(|known| known.path.as_str()).collect();
        let one = |(known, name): (&Resolved, &str)| {
            let before = known.before.as_deref().unwrap_or("not set");
            format!("{name} {before} \u{2192} {}", known.after)
        };
        let shown: Vec<String> = of_one.iter().zip(short_names(&paths)).take(HEARD_PATHS_MAX).map(one).collect();
        let more = match of_one.len().saturating_sub(HEARD_PATHS_MAX) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        format!("{}: {}{more}", of_one[0].written, shown.join(", "))
    };
    of_one.map(line).collect()
}

/// Files, and stdin where a path is `-`.
pub(crate) struct Files;

impl Texts for Files {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        if let Some(text) = given(path) {
            bounded(text.as_bytes(), SCENARIO_MAX)
        } else if is_stdin(path) && host().is_some() {
            Err("the standard input is that of another program".to_owned())
        } else if is_stdin(path) {
            STDIN.get_or_init(|| bounded(io::stdin().lock(), SCENARIO_MAX)).clone()
        } else {
            bounded_file(path, SCENARIO_MAX)
        }
    }

    fn permits(&self, folder: &Path, path: &Path) -> Result<(), String> {
        if are_files_allowed() || given(path).is_some() || is_beneath(folder, path) {
            return Ok(());
        }
        Err(format!("it is not beneath the folder of the scenario; with {ALLOW_FILES} it would be read"))
    }

    fn hear(&self, resolved: &[Resolved]) {
        for line in told(resolved) {
            let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
            if heard.len() <= HEARD_MAX && heard.insert(line.clone()) {
                note(if heard.len() > HEARD_MAX { MORE_HEARD } else { &line });
            }
        }
    }

    fn attached(&self, path: &Path, format: FileFormat) -> Result<String, String> {
        let bytes_max = match format {
            FileFormat::Csv => CSV_MAX,
            FileFormat::Toml | FileFormat::Text => SCENARIO_MAX,
        };
        match given(path) {
            Some(text) => bounded(text.as_bytes(), bytes_max),
            None => bounded_file(path, bytes_max),
        }
    }
}

/// A text that the host of the command line has.
fn given(path: &Path) -> Option<String> {
    host()?.text(path)
}

/// Whether a path leads to a file beneath a folder, after all symbolic links. Nobody learns of a path outside of the folder
/// whether there is a file.
fn is_beneath(folder: &Path, path: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // Beneath a folder that cannot be told, as one that was removed, nothing lies.
    let Ok(folder) = folder.canonicalize() else { return false };
    if let Ok(real) = path.canonicalize() {
        return real.starts_with(folder);
    }
    // A path to nothing is judged by its words, from the deepest part of it that exists.
    let mut existing = path.to_owned();
    let mut missing = Vec::new();
    while let (Some(parent), Some(last)) = (existing.parent(), existing.components().next_back()) {
        missing.push(last.as_os_str().to_owned());
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if let Ok(real) = parent.canonicalize() {
            let climbs = missing.iter().any(|part| part == "..");
            return real.starts_with(&folder) && !climbs;
        }
        existing = parent.to_owned();
    }
    false
}

/// Loads all scenarios, or reports every mistake of all of them.
pub(crate) fn load_all(paths: &[PathBuf], changes: &[Override]) -> Result<Vec<Loaded>, Failure> {
    refuse_stdin_twice(paths)?;
    Ok(load::load_all(loader(), paths, changes)?)
}

/// Refuses several scenarios that would all be read from stdin.
pub(crate) fn refuse_stdin_twice(paths: &[PathBuf]) -> Result<(), Failure> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(Failure::plain("stdin (`-`) can give one scenario only"));
    }
    Ok(())
}

fn bounded_file(path: &Path, bytes_max: u64) -> Result<String, String> {
    File::open(path).map_err(|error| error.to_string()).and_then(|file| bounded(file, bytes_max))
}

/// Reads a text of at most so many bytes.
fn bounded(reader: impl Read, bytes_max: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    reader.take(bytes_max + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > bytes_max {
        return Err(format!("it is larger than {} MiB", bytes_max >> 20));
    }
    if let Some(workbook) = workbook(&bytes) {
        return Err(format!("it is {workbook}, not text; save it as CSV and name that file"));
    }
    if looks_like_utf16(&bytes) {
        return Err(format!("it is not UTF-8 text, but looks like UTF-16; {SAVE_AS}"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        format!("it is not UTF-8 text (line {line}), but may be Latin-1 or Windows-1252; {SAVE_AS}")
    })
}

/// The kind of workbook that a spreadsheet has saved in place of text; `None` for anything else.
fn workbook(bytes: &[u8]) -> Option<&'static str> {
    let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    match bytes {
        [b'P', b'K', 3, 4, ..] if has(b"opendocument.spreadsheet") => Some("an OpenDocument spreadsheet"),
        [b'P', b'K', 3, 4, ..] if has(b"xl/") => Some("an Excel workbook"),
        [b'P', b'K', 3, 4, ..] => Some("a ZIP archive"),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Some("an Excel workbook"),
        _ => None,
    }
}

/// Whether a text begins with the mark of UTF-16, or with a letter of two bytes.
fn looks_like_utf16(bytes: &[u8]) -> bool {
    match *bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, second, ..] => (first == 0) != (second == 0),
        _ => false,
    }
}

/// The way out of other encodings, in the words of spreadsheets.
const SAVE_AS: &str = "save it as UTF-8 (in a spreadsheet: \"CSV UTF-8\", or Unicode (UTF-8) as the character set)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overrides_come_to_is_a_line_for_each() {
        let known = |written: &str, path: &str, before: Option<&str>| Resolved {
            origin: "--set".to_owned(),
            written: written.parse().expect("an override"),
            path: path.to_owned(),
            before: before.map(str::to_owned),
            after: "7".to_owned(),
        };
        let one = known("a.*.hp=+10%", "a.x.hp", Some("6"));
        let mut resolved = vec![one.clone(), known("a.*.dr=7", "a.x.dr", None)];
        assert_eq!(told(&resolved), ["a.*.hp=+10%: x.hp 6 \u{2192} 7", "a.*.dr=7: x.dr not set \u{2192} 7"]);
        resolved = vec![one; 10];
        assert!(told(&resolved)[0].ends_with("7, and 2 more"), "{:?}", told(&resolved));
    }

    #[test]
    fn texts_are_read_up_to_their_limit() {
        assert_eq!(bounded(&b"abc"[..], 3), Ok("abc".to_owned()));
        assert_eq!(bounded(io::repeat(0), 1 << 20), Err("it is larger than 1 MiB".to_owned()));
    }

    #[test]
    fn workbooks_are_refused_by_name() {
        let zip = |name: &str| [&b"PK\x03\x04\x14\0\x06\0\x08\0"[..], name.as_bytes(), b"\xe9\xff"].concat();
        for (bytes, named) in [
            (zip("[Content_Types].xmlxl/workbook.xml"), "an Excel workbook"),
            (zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), "an OpenDocument spreadsheet"),
            (zip("notes.txt"), "a ZIP archive"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), "an Excel workbook"),
        ] {
            let told = format!("it is {named}, not text; save it as CSV and name that file");
            assert_eq!(bounded(bytes.as_slice(), 99), Err(told));
        }
        assert_eq!(bounded(&b"PK,id\n"[..], 99), Ok("PK,id\n".to_owned()));
    }

    #[test]
    fn other_encodings_are_refused_with_the_way_out() {
        for (bytes, told) in [
            (&b"a\nb\xe9"[..], "it is not UTF-8 text (line 2), but may be Latin-1 or Windows-1252; save it as UTF-8"),
            (b"\xff\xfea\0", "it is not UTF-8 text, but looks like UTF-16; save it as UTF-8"),
            (b"\xfe\xff\0a", "it is not UTF-8 text, but looks like UTF-16; save it as UTF-8"),
            (b"a\0b\0", "it is not UTF-8 text, but looks like UTF-16; save it as UTF-8"),
        ] {
            let refused = bounded(bytes, 9).expect_err("no UTF-8");
            assert!(refused.starts_with(told), "{refused}");
        }
    }
}
