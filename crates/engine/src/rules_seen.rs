//! Which rules of its ledger a scripted test applies, written down for [`ledgers`], where a rule counts as proven when a
//! test whose doc comment names it has been seen to apply it.

#![expect(clippy::disallowed_methods, reason = "tests write down what they reach; the engine itself does not")]

mod ledgers;

use std::io::Write;
use std::path::Path;

use crate::trace::RulesSeen;

/// The environment variable that names the folder into which tests write the rules that they apply.
const FOLDER: &str = "EQUIPOISE_RULES_SEEN";

/// Adds the rules of a fight to those that the running test has applied, where somebody asks for them. A test runs in a
/// thread of its name.
pub(crate) fn note(seen: &RulesSeen) {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let thread = std::thread::current();
    let test = thread.name().expect("the threads of tests have names");
    let path = Path::new(&folder).join(file_of(test));
    let mut file = std::fs::File::options().create(true).append(true).open(path).expect("the folder can be written");
    for (id, _) in seen.iter() {
        writeln!(file, "{id}").expect("the folder can be written");
    }
}

/// The name of the file for the rules of a test, by the test's path. Not every file system has colons in names.
fn file_of(test: &str) -> String {
    test.replace("::", ".")
}
