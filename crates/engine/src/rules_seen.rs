//! Records which rules of its ledger a scripted test applies, for the check in [`ledgers`]: a rule counts as proven if
//! some test names it in its doc comment and applies it.

#![expect(clippy::disallowed_methods, reason = "tests write down what they reach; the engine itself does not")]

mod ledgers;

use std::io::Write;
use std::path::Path;

use crate::trace::RulesSeen;

/// The environment variable with the folder into which tests write the rules that they apply.
const FOLDER: &str = "EQUIPOISE_RULES_SEEN";

/// Adds the rules of a fight to those of the running test, if [`FOLDER`] is set. A test runs in a thread of its own
/// name.
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

/// The name of the file with the rules of a test. `test` is its path; colons are replaced, since not every file system
/// allows them.
fn file_of(test: &str) -> String {
    test.replace("::", ".")
}
