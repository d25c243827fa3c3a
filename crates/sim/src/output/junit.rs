//! Verdicts as JUnit XML, in the dialect that all CI systems read: `testsuites`, `testsuite`, `testcase`, `failure`,
//! `error`, `skipped`, with the attributes that `junit-10.xsd` of Jenkins' xUnit plugin knows and no others. It has no
//! place for the line of a case, which stands in the text instead.
//!
//! The few elements are written by hand: a writer of XML leaves to its caller what is hard about hostile names, the
//! characters that no document may have in any form.

use std::fmt::Write;

/// The outcome of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed {
        /// A word for the kind of failure.
        kind: &'static str,
        /// The reason of the failure, in a sentence.
        message: String,
    },
    /// It could not be judged.
    Error {
        /// A word for the kind of error.
        kind: &'static str,
        /// The error, in a sentence.
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
    /// The line of the suite's file, from 1; `None` if the output says the places.
    pub line: Option<usize>,
    /// The outcome.
    pub outcome: Outcome,
    /// Further text about the case.
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

/// The number of cases, and the numbers of those that failed, could not be judged and were skipped.
#[derive(Default)]
struct Sums {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Sums {
    fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Self {
        let mut sums = Self::default();
        for case in cases {
            sums.tests += 1;
            match case.outcome {
                Outcome::Passed => {}
                Outcome::Failed { .. } => sums.failures += 1,
                Outcome::Error { .. } => sums.errors += 1,
                Outcome::Skipped(_) => sums.skipped += 1,
            }
        }
        sums
    }
}

/// The beginning of every document, so that a later one may replace it.
pub const MARK: &str = "<testsuites name=\"equipoise\"";

/// A whole document.
pub fn document(suites: &[Suite]) -> String {
    let Sums { tests, failures, errors, .. } = Sums::of(suites.iter().flat_map(|suite| &suite.cases));
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    line(&mut text, 0, format_args!(r#"{MARK} tests="{tests}" failures="{failures}" errors="{errors}">"#));
    for suite in suites {
        let (name, file) = (escaped(&suite.name), escaped(&suite.file));
        let Sums { tests, failures, errors, skipped } = Sums::of(&suite.cases);
        let counts = format!(r#"tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}""#);
        line(&mut text, 1, format_args!(r#"<testsuite name="{name}" file="{file}" {counts}>"#));
        suite.cases.iter().for_each(|case| write_case(&mut text, suite, case));
        line(&mut text, 1, format_args!("</testsuite>"));
    }
    line(&mut text, 0, format_args!("</testsuites>"));
    text
}

fn write_case(text: &mut String, Suite { file, .. }: &Suite, case: &Case) {
    let Case { name, line: number, outcome, output } = case;
    let output = number.map_or_else(|| output.clone(), |number| format!("{file}:{number}: {output}"));
    let (file, name, output) = (escaped(file), escaped(name), escaped(&output));
    line(text, 2, format_args!(r#"<testcase classname="{file}" name="{name}">"#));
    let mut wrong = |element: &str, kind: &str, message: &str| {
        let message = escaped(message);
        line(text, 3, format_args!(r#"<{element} type="{kind}" message="{message}">{output}</{element}>"#));
    };
    match outcome {
        Outcome::Passed => line(text, 3, format_args!("<system-out>{output}</system-out>")),
        Outcome::Failed { kind, message } => wrong("failure", kind, message),
        Outcome::Error { kind, message } => wrong("error", kind, message),
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

    /// The elements that `junit-10.xsd` allows: for each its attributes, with a `!` if they are required, and its child elements.
    const SCHEMA: [(&str, &str, &str); 7] = [
        ("testsuites", "name time tests failures errors", "testsuite"),
        (
            "testsuite",
            "name! tests! failures! errors! group time skipped timestamp hostname id package file log url",
            "testsuite properties testcase system-out system-err",
        ),
        ("testcase", "name! time classname group", "skipped error failure system-out system-err"),
        ("failure", "type message", ""),
        ("error", "type message", ""),
        ("skipped", "type message", ""),
        ("system-out", "", ""),
    ];

    /// Holds an element and all in it against [`SCHEMA`].
    fn assert_valid(node: roxmltree::Node) {
        let name = node.tag_name().name();
        let (_, attributes, elements) =
            SCHEMA.into_iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("no element {name}"));
        let allowed = |attribute: &str| attributes.split(' ').any(|known| known.trim_end_matches('!') == attribute);
        for attribute in node.attributes() {
            assert!(allowed(attribute.name()), "{name}: {}", attribute.name());
        }
        for required in attributes.split(' ').filter_map(|known| known.strip_suffix('!')) {
            assert!(node.has_attribute(required), "{name}: {required}");
        }
        for inner in node.children().filter(roxmltree::Node::is_element) {
            assert!(elements.split(' ').any(|known| known == inner.tag_name().name()), "{name}: {inner:?}");
            assert_valid(inner);
        }
    }

    #[test]
    fn hostile_names_come_back_as_they_were() {
        let hostile = "<a b='c' d=\"e\">&amp;]]>\n\t\r\u{85}\u{2028}ä龍🎲</a>";
        let case = |outcome, line| Case { name: hostile.to_owned(), line, outcome, output: hostile.to_owned() };
        let failed = Outcome::Failed { kind: "fail", message: hostile.to_owned() };
        let error = Outcome::Error { kind: "mistake", message: hostile.to_owned() };
        let cases = vec![
            case(Outcome::Passed, Some(7)),
            case(failed, Some(8)),
            case(Outcome::Skipped(hostile.to_owned()), Some(9)),
            case(error, None),
        ];
        let text = document(&[Suite { name: hostile.to_owned(), file: hostile.to_owned(), cases }]);
        let document = read(&text);
        let root = document.root_element();
        assert_valid(root);
        assert_eq!(["tests", "failures", "errors"].map(|key| root.attribute(key)), ["4", "1", "1"].map(Some));
        let suite = root.first_element_child().expect("a suite");
        assert_eq!((suite.tag_name().name(), suite.attribute("name")), ("testsuite", Some(hostile)));
        assert_eq!((suite.attribute("errors"), suite.attribute("skipped")), (Some("1"), Some("1")));
        let cases: Vec<_> = suite.children().filter(roxmltree::Node::is_element).collect();
        assert_eq!(cases.len(), 4);
        for (case, (inner, line)) in
            cases.into_iter().zip([("system-out", "7"), ("failure", "8"), ("skipped", ""), ("error", "")])
        {
            assert_eq!((case.attribute("name"), case.attribute("classname")), (Some(hostile), Some(hostile)));
            let inside = case.first_element_child().expect("an element");
            assert_eq!(inside.tag_name().name(), inner);
            assert!(inner == "system-out" || inside.attribute("message") == Some(hostile), "{inner}");
            let place = if line.is_empty() { String::new() } else { format!("{hostile}:{line}: ") };
            assert!(inner == "skipped" || inside.text() == Some(&*format!("{place}{hostile}")), "{inner}");
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
