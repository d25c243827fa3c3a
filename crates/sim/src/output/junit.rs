//! Verdicts as JUnit XML, in the dialect that CI systems read: `testsuites`, `testsuite`, `testcase`, `failure`,
//! `skipped`.
//!
//! The few elements are written by hand: a writer of XML leaves to its caller what is hard about hostile names, the
//! characters that no document may have in any form.

use std::fmt::Write;

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed {
        /// A word for the kind of failure.
        kind: &'static str,
        /// What is wrong, in a sentence.
        message: String,
    },
    /// It was left out of the verdict, for this reason.
    Skipped(String),
}

/// One verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name, which no other of the suite has.
    pub name: String,
    /// The line of the suite's file, from 1.
    pub line: usize,
    /// What came of it.
    pub outcome: Outcome,
    /// What else there is to say.
    pub output: String,
}

/// The verdicts on one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// The file.
    pub file: String,
    /// The verdicts.
    pub cases: Vec<Case>,
}

impl Suite {
    fn failed(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, Outcome::Failed { .. })).count()
    }

    fn skipped(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, Outcome::Skipped(_))).count()
    }
}

/// A whole document.
pub fn document(suites: &[Suite]) -> String {
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let (tests, failed, skipped) = (sum(|suite| suite.cases.len()), sum(Suite::failed), sum(Suite::skipped));
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    line(
        &mut text,
        0,
        format_args!(
            r#"<testsuites name="equipoise" tests="{tests}" failures="{failed}" errors="0" skipped="{skipped}">"#
        ),
    );
    for suite in suites {
        let (name, file, tests) = (escaped(&suite.name), escaped(&suite.file), suite.cases.len());
        let counts = format!(r#"failures="{}" errors="0" skipped="{}""#, suite.failed(), suite.skipped());
        line(&mut text, 1, format_args!(r#"<testsuite name="{name}" file="{file}" tests="{tests}" {counts}>"#));
        suite.cases.iter().for_each(|case| write_case(&mut text, &file, case));
        line(&mut text, 1, format_args!("</testsuite>"));
    }
    line(&mut text, 0, format_args!("</testsuites>"));
    text
}

fn write_case(text: &mut String, file: &str, case: &Case) {
    let Case { name, line: number, outcome, output } = case;
    let (name, output) = (escaped(name), escaped(output));
    line(text, 2, format_args!(r#"<testcase classname="{file}" name="{name}" file="{file}" line="{number}">"#));
    match outcome {
        Outcome::Passed => line(text, 3, format_args!("<system-out>{output}</system-out>")),
        Outcome::Failed { kind, message } => {
            let message = escaped(message);
            line(text, 3, format_args!(r#"<failure type="{kind}" message="{message}">{output}</failure>"#));
        }
        Outcome::Skipped(message) => line(text, 3, format_args!(r#"<skipped message="{}"/>"#, escaped(message))),
    }
    line(text, 2, format_args!("</testcase>"));
}

fn line(text: &mut String, depth: usize, content: std::fmt::Arguments) {
    writeln!(text, "{:1$}{content}", "", 2 * depth).expect("memory takes all");
}

/// A text fit for an attribute and for an element alike. Characters that no document may have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // Readers turn plain ones in an attribute into spaces.
            '\t' | '\n' | '\r' => write!(escaped, "&#{};", u32::from(c)).expect("memory takes all"),
            _ if is_allowed(c) => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    escaped
}

/// Whether XML 1.0 allows a character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a document back with a parser that knows nothing of this writer: tags with their attributes, and texts.
    fn read(text: &str) -> roxmltree::Document<'_> {
        roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    #[test]
    fn hostile_names_come_back_as_they_were() {
        let hostile = "<a b='c' d=\"e\">&amp;]]>\n\t\r\u{85}\u{2028}ä龍🎲</a>";
        let case = |outcome| Case { name: hostile.to_owned(), line: 7, outcome, output: hostile.to_owned() };
        let failed = Outcome::Failed { kind: "fail", message: hostile.to_owned() };
        let cases = vec![case(Outcome::Passed), case(failed), case(Outcome::Skipped(hostile.to_owned()))];
        let text = document(&[Suite { name: hostile.to_owned(), file: hostile.to_owned(), cases }]);
        let document = read(&text);
        let root = document.root_element();
        assert_eq!(
            ["tests", "failures", "skipped", "errors"].map(|key| root.attribute(key)),
            ["3", "1", "1", "0"].map(Some)
        );
        let suite = root.first_element_child().expect("a suite");
        assert_eq!((suite.tag_name().name(), suite.attribute("name")), ("testsuite", Some(hostile)));
        for (case, inner) in
            suite.children().filter(roxmltree::Node::is_element).zip(["system-out", "failure", "skipped"])
        {
            assert_eq!((case.attribute("name"), case.attribute("classname")), (Some(hostile), Some(hostile)));
            let inside = case.first_element_child().expect("an element");
            assert_eq!(inside.tag_name().name(), inner);
            assert!(inner == "system-out" || inside.attribute("message") == Some(hostile), "{inner}");
            assert!(inner == "skipped" || inside.text() == Some(hostile), "{inner}");
        }
    }

    #[test]
    fn what_no_document_may_have_is_replaced() {
        let name = "a\0\u{1}\u{1b}[31m\u{fffe}\u{ffff}\u{b}b".to_owned();
        let text = document(&[Suite { name, file: String::new(), cases: Vec::new() }]);
        let document = read(&text);
        let suite = document.root_element().first_element_child().expect("a suite");
        assert_eq!(suite.attribute("name"), Some("a\u{fffd}\u{fffd}\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}b"));
    }
}
