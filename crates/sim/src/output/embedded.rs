//! Results within a page of HTML: data that no browser runs or shows, and that [`rerun`](super::recorded) reads.

use std::fmt::Write;

/// The beginning of the element.
const START: &str = "<script type=\"application/x-ndjson\" id=\"record\">\n";
/// Its end, which JSON without angle brackets cannot have in it.
const END: &str = "</script>";

/// Lines of JSON as an element of a page. An angle bracket in a text becomes its escape, so that nothing ends the element early, and so does
/// every character beyond ASCII, so that none that turns or hides text reaches the page.
pub fn element(lines: &str) -> String {
    let mut escaped = String::with_capacity(lines.len() + START.len() + END.len() + 1);
    escaped.push_str(START);
    for c in lines.trim_end().chars() {
        if c.is_ascii() && c != '<' {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped.push('\n');
    escaped.push_str(END);
    escaped
}

/// The lines of JSON in a page; `None` if the text is no page, or a page without results.
#[cfg(feature = "tables")]
pub(crate) fn lines_of(page: &[u8]) -> Option<&[u8]> {
    let find = |text: &[u8], wanted: &str| text.windows(wanted.len()).position(|part| part == wanted.as_bytes());
    let start = find(page, START)? + START.len();
    let end = find(&page[start..], END)?;
    Some(&page[start..start + end])
}

/// Whether a text is a page of HTML.
#[cfg(feature = "tables")]
pub(crate) fn is_page(text: &[u8]) -> bool {
    text.get(..15).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype html>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_element() {
        let lines = "{\"name\":\"</script><script>\"}\n{\"name\":\"🎲 \u{200b}é\"}\n";
        let page = format!("<!DOCTYPE html><p>{}</p>", element(lines));
        assert_eq!(page.matches("</script>").count(), 1);
        let found = String::from_utf8(lines_of(page.as_bytes()).expect("a record").to_vec()).expect("text");
        let values: Vec<serde_json::Value> =
            found.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(values[0]["name"], "</script><script>");
        assert_eq!(values[1]["name"], "🎲 \u{200b}é");
        assert_eq!(values.len(), 2);
        assert!(page.is_ascii());
        assert!(is_page(page.as_bytes()) && !is_page(lines.as_bytes()) && lines_of(b"<!doctype html>").is_none());
    }
}
