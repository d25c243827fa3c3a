//! The chance of an event, as sentences and a table of levels.

use std::io::{self, Write};

use equipoise_sim::studies::rare::{Level, Rare, RareMethod};

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

pub(super) fn rare(page: &mut Page<impl Write>, found: &Rare) -> io::Result<()> {
    page.title(&visible(&format!("{} ({})", found.scenario, found.system)), 0)?;
    page.note(&visible(&found.event))?;
    page.gap()?;
    for sentence in found.sentences() {
        page.note(&sentence)?;
    }
    let RareMethod::Sampled { levels, .. } = &found.method else { return Ok(()) };
    if levels.len() > 1 {
        page.gap()?;
        let row = |Level { importance, portion, chance }: &Level| {
            let level = importance.map_or_else(|| "the event".to_owned(), |importance| format!("{importance:.3}"));
            vec![level, numbers::chance(*portion), numbers::chance(*chance)]
        };
        let rows = levels.iter().map(row).collect();
        page.grid(&["importance", "get there", "chance"], rows, 0..3)?;
    }
    Ok(())
}
