//! Tells the program which commit it is built from, where that is known: in a git checkout of this very project, or where the
//! variable `EQUIPOISE_COMMIT` says it. Without a value it leaves the commit out.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EQUIPOISE_COMMIT");
    if std::env::var_os("EQUIPOISE_COMMIT").is_some() {
        // The compiler sees the variable itself.
        return;
    }
    // Cargo says it when the script is run: a checkout may have moved since the script was built.
    let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR") else { return };
    let project = Path::new(&package).join("../..");
    // A copy of the sources within somebody else's checkout has no commit of its own.
    let is_checkout = git(&project, &["rev-parse", "--show-toplevel"])
        .is_some_and(|top| PathBuf::from(top).canonicalize().ok() == project.canonicalize().ok());
    if !is_checkout {
        return;
    }
    // Every commit and checkout is noted in one of these. A path that does not exist would be built for again and again.
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&project, &["rev-parse", "--git-path", name]).map(|path| project.join(path));
        if let Some(path) = path.filter(|path| path.exists()) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    if let Some(commit) = git(&project, &["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=EQUIPOISE_COMMIT={commit}");
    }
}

/// What git answers on one line; `None` without git, and for what it refuses.
fn git(project: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(project).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned()).filter(|line| !line.is_empty())
}
