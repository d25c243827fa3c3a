//! Results as pages for people: plain text for a terminal, or Markdown. Whatever prints tables prints them through a
//! [`Page`], which alone knows how each looks.

use std::io::{self, Write};

use clap::builder::styling::Style;
use equipoise_sim::json::Json;
use equipoise_sim::studies::study::Found;

use crate::args::TextOrJson;
use crate::markdown;
use crate::out::Out;
use crate::tables;
use crate::text::{NO_BREAK_SPACE, wrapped};

/// The format of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Markup {
    /// Plain text of at most 80 columns.
    Plain,
    /// GitHub-flavoured Markdown.
    Markdown,
}

/// Prints a single result to stdout: by `table` for people, or as a line of JSON.
pub(crate) fn print<T>(
    found: &Found<T>,
    format: TextOrJson,
    table: impl FnOnce(&mut Page<Out>, &T) -> io::Result<()>,
) -> io::Result<()>
where
    Found<T>: Json,
{
    let mut out = Page::new(Out::new(), format.markup());
    match format {
        TextOrJson::Table | TextOrJson::Markdown => table(&mut out, &found.result)?,
        TextOrJson::Json => writeln!(out, "{}", Json::line(found))?,
    }
    out.flush()
}

/// A page that is written block by block. Plain pages space their blocks with [`gap`](Self::gap); those in Markdown have an
/// empty line between any two blocks, and have no use for it.
pub(crate) struct Page<W> {
    out: W,
    markup: Markup,
    before: Before,
}

/// The kind of the block before, in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Block,
    Item,
}

/// The start of an item of a list in Markdown.
const ITEM: &str = "- ";

impl<W: Write> Page<W> {
    /// An empty page.
    pub(crate) const fn new(out: W, markup: Markup) -> Self {
        Self { out, markup, before: Before::Nothing }
    }

    /// The writer of the page.
    pub(crate) const fn out(&self) -> &W {
        &self.out
    }

    /// The title of one result, its further lines on a plain page after so many spaces.
    pub(crate) fn title(&mut self, text: &str, hanging: usize) -> io::Result<()> {
        self.text(text, [0, hanging], "## ")
    }

    /// The heading of a part.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.text(text, [0, 2], "### ")
    }

    /// A paragraph.
    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        self.text(text, [0, 2], "")
    }

    /// An item of a list, which ends at the next block of another kind.
    pub(crate) fn item(&mut self, text: &str) -> io::Result<()> {
        self.text(text, [2, 4], ITEM)
    }

    /// An item with what matters less behind it, which a plain page sets in a style.
    pub(crate) fn item_with(&mut self, text: &str, rest: &str, style: Style) -> io::Result<()> {
        // Line breaks are found before the style is set, which has no width.
        let whole = wrapped(&format!("{text}{rest}"), 2, 4);
        match (self.markup, rest.trim_start().chars().next().and_then(|first| whole.rfind(first))) {
            (Markup::Plain, Some(start)) => {
                writeln!(self.out, "{}{style}{}{style:#}", &whole[..start], &whole[start..])
            }
            _ => self.item(&format!("{text}{rest}")),
        }
    }

    /// A text that belongs to the heading above; an item of a list if it begins after more than four spaces.
    pub(crate) fn detail(&mut self, text: &str, indents: [usize; 2]) -> io::Result<()> {
        self.text(text, indents, if indents[0] > 4 { ITEM } else { "" })
    }

    /// An empty line between two parts of a plain page.
    pub(crate) fn gap(&mut self) -> io::Result<()> {
        match self.markup {
            Markup::Plain => writeln!(self.out),
            Markup::Markdown => Ok(()),
        }
    }

    /// Rows under a header, in columns; nothing where there is no row. `right` are the columns of numbers.
    #[expect(clippy::needless_pass_by_value, reason = "rows are made for one table")]
    pub(crate) fn grid(
        &mut self,
        header: &[&str],
        rows: Vec<Vec<String>>,
        right: std::ops::Range<usize>,
    ) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        match self.markup {
            Markup::Plain => write!(self.out, "{}", tables::grid(header, &rows, right)),
            Markup::Markdown => self.block(&markdown::table(header, &rows, right)),
        }
    }

    /// Keys with their values, in columns. No key is broken.
    pub(crate) fn keys(&mut self, rows: &[tables::keys::Row]) -> io::Result<()> {
        match self.markup {
            Markup::Plain => write!(self.out, "{}", tables::keys::keys(rows)),
            Markup::Markdown => {
                let rows: Vec<Vec<String>> = rows.iter().map(|row| row.to_vec()).collect();
                self.block(&markdown::table(&tables::keys::HEADER, &rows, 0..0))
            }
        }
    }

    /// Lines that keep their spaces and breaks; each of them ends with a line break.
    pub(crate) fn verbatim(&mut self, lines: &str) -> io::Result<()> {
        match self.markup {
            Markup::Plain => write!(self.out, "{lines}"),
            Markup::Markdown => self.block(&markdown::code(lines)),
        }
    }

    /// A text that is Markdown already, on a plain page after so many spaces.
    pub(crate) fn markdown(&mut self, text: &str, indent: usize) -> io::Result<()> {
        match self.markup {
            Markup::Plain => write!(self.out, "{}", markdown::plain(text, indent)),
            Markup::Markdown => self.block(&(text.trim_end().to_owned() + "\n")),
        }
    }

    /// A text in one paragraph. `indents` are the spaces of its first and its other lines on a plain page, `mark` is what
    /// it begins with in Markdown.
    fn text(&mut self, text: &str, indents: [usize; 2], mark: &str) -> io::Result<()> {
        match self.markup {
            Markup::Plain => {
                let lines = wrapped(text, indents[0], indents[1]).replace(NO_BREAK_SPACE, " ");
                writeln!(self.out, "{lines}")
            }
            Markup::Markdown => {
                self.block(&format!("{mark}{}\n", markdown::escaped(&text.replace(NO_BREAK_SPACE, " "))))
            }
        }
    }

    /// An empty line comes before every block, but not between the items of a list.
    fn block(&mut self, text: &str) -> io::Result<()> {
        let is_item = text.starts_with(ITEM);
        if self.before == Before::Block || (self.before == Before::Item && !is_item) {
            writeln!(self.out)?;
        }
        self.before = if is_item { Before::Item } else { Before::Block };
        self.out.write_all(text.as_bytes())
    }
}

/// Output that is no page, such as JSON, is written as it is.
impl<W: Write> Write for Page<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(markup: Markup) -> String {
        let mut page = Page::new(Vec::new(), markup);
        let rows = vec![vec!["a|b".to_owned(), "1".to_owned()], vec!["*c*".to_owned(), "23".to_owned()]];
        let write = |page: &mut Page<Vec<u8>>| {
            page.title("The <ford> (zones)", 0)?;
            page.note("100 encounters")?;
            page.note("# no heading")?;
            page.gap()?;
            page.grid(&["value", "first"], rows, 1..2)?;
            page.gap()?;
            page.verbatim("x  |##\n")?;
            page.item("an item")?;
            page.item("and another")
        };
        write(&mut page).expect("memory takes all");
        String::from_utf8(page.out).expect("text")
    }

    #[test]
    fn the_same_page_is_plain_text_or_markdown() {
        let plain = "The <ford> (zones)\n100 encounters\n# no heading\n\nvalue  first\na|b        1\n*c*       23\n\n\
                     x  |##\n  an item\n  and another\n";
        assert_eq!(page(Markup::Plain), plain);
        let markdown = "## The \\<ford> (zones)\n\n100 encounters\n\n\\# no heading\n\n| value | first |\n| --- | ---: |\n\
                        | a\\|b | 1 |\n| \\*c\\* | 23 |\n\n```text\nx  |##\n```\n\n- an item\n- and another\n";
        assert_eq!(page(Markup::Markdown), markdown);
    }
}
