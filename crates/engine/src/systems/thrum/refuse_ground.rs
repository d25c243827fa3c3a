//! Refuses mistakes of the map and of the squares on which combatants start (the ledger's "Bad input").

use std::collections::BTreeMap;

use super::file::{Block, File};
use super::map_file::{InOrder, MapFile};
use super::scenario::{CombatantKeys, MapKeys};
use crate::outcome::Side;
use crate::scenario::kinds::{Rectangle, Rectangles, Square};
use crate::scenario::{Key, Problem, Section, Span};
use crate::skirmish::is_left_out;

/// Squares that are taken at the set-up, each with the id of the combatant that takes it and the location in the file.
type Taken<'a> = BTreeMap<Square, (&'a str, Span)>;

impl<'a> File<'a> {
    pub(super) fn refuse_ground(&self, problems: &mut Vec<Problem>) {
        self.refuse_two_maps(problems);
        for (square, span) in self.map.section.find(MapKeys::DIFFICULT).flatten().unwrap_or_default() {
            let path = || self.map.section.path_of(MapKeys::DIFFICULT);
            problems.extend(self.off_the_map(square).map(|reason| Problem::refused(span, path(), reason)));
        }
        for side in Side::ALL {
            self.refuse_rectangles(&self.map.section, MapFile::start(side), problems);
            self.refuse_rectangles(&self.rules, Self::goal(side), problems);
        }
        let taken = self.refuse_squares_of_combatants(problems);
        self.refuse_crowds(&taken, problems);
    }

    /// Refuses a size for a map that is drawn: the drawing gives its size.
    fn refuse_two_maps(&self, problems: &mut Vec<Problem>) {
        let map = &self.map.section;
        if map.given(MapKeys::ROWS) {
            let given = [MapKeys::WIDTH, MapKeys::HEIGHT].into_iter().filter(|&key| map.given(key));
            problems.extend(given.map(|key| map.refused(key, "is given by `map.rows`: leave one of them out")));
        }
    }

    fn refuse_rectangles(&self, section: &Section<'_>, key: Key<Option<Rectangles>>, problems: &mut Vec<Problem>) {
        let Some((columns, rows)) = self.map.size() else { return };
        for (rectangle, span) in section.find(key).flatten().unwrap_or_default() {
            if self.map.holds(rectangle) == Some(false) {
                let Rectangle { x, y, width, height } = rectangle;
                let reason =
                    format!("[{x}, {y}, {width}, {height}] reaches beyond the map of {columns} by {rows} squares");
                problems.push(Problem::refused(span, section.path_of(key), reason));
            }
        }
    }

    /// The reason that a square is not on the map; `None` if it is, or if the size is not known.
    fn off_the_map(&self, square: Square) -> Option<String> {
        let ((width, height), [x, y]) = (self.map.size()?, square);
        let allowed = || format!("allowed: x 0..={}, y 0..={}", width - 1, height - 1);
        (x >= width || y >= height).then(|| format!("[{x}, {y}] is not on the map, {}", allowed()))
    }

    // The starting squares.

    /// Refuses squares of `at` on which no combatant can start. Returns the squares that are taken at the set-up.
    fn refuse_squares_of_combatants(&self, problems: &mut Vec<Problem>) -> Taken<'a> {
        let mut taken = Taken::new();
        for block in &self.blocks {
            self.refuse_no_square(block, problems);
            refuse_other_number(block, problems);
            for (square, span) in block.at() {
                let reason = self.off_the_map(square).or_else(|| self.wall(square));
                if let Some(reason) = reason {
                    problems.push(Problem::refused(span, block.section.path_of(CombatantKeys::AT), reason));
                } else if block.is_there_at_first() == Some(true) && !is_left_out(&block.section) {
                    refuse_taken(block, square, span, &mut taken, problems);
                }
            }
        }
        taken
    }

    fn wall(&self, [x, y]: Square) -> Option<String> {
        self.map.is_wall([x, y]).then(|| format!("[{x}, {y}] is a wall"))
    }

    /// Refuses a combatant without `at` if its side has no start (THRUM-03, THRUM-07, THRUM-65).
    fn refuse_no_square(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let Some(side) = block.side else { return };
        let start = MapFile::start(side);
        if !block.section.given(CombatantKeys::AT) && !self.map.section.given(start) {
            let reason = format!("is needed, since there is no `{}`", self.map.section.path_of(start));
            problems.push(block.section.refused(CombatantKeys::AT, reason));
        }
    }

    /// Refuses more combatants at the set-up than there are free squares. NPCs are placed first, and no combatant takes
    /// a square that another one has in its `at` (THRUM-03, THRUM-07).
    fn refuse_crowds(&self, taken: &Taken<'_>, problems: &mut Vec<Problem>) {
        let free = |side: Side| {
            let mut squares = self.map.start_squares(side)?;
            squares.retain(|&(y, x)| !taken.contains_key(&[x, y]));
            Some(squares)
        };
        let Some(enemies) = free(Side::Enemies) else { return };
        let Some(npcs) = self.refuse_crowd(Side::Enemies, &enemies, problems) else { return };
        let Some(mut party) = free(Side::Party) else { return };
        for square in enemies.iter().take(npcs) {
            party.remove(square);
        }
        self.refuse_crowd(Side::Party, &party, problems);
    }

    /// Refuses a start with too few free squares for its side. Returns the number of the side's combatants that need
    /// one; `None` if that is not known.
    fn refuse_crowd(&self, side: Side, free: &InOrder, problems: &mut Vec<Problem>) -> Option<usize> {
        self.map.size()?;
        let mut wanted = 0;
        for block in &self.blocks {
            let is_without = block.is_there_at_first()? && !block.section.given(CombatantKeys::AT);
            if is_without && block.side? == side {
                wanted += block.section.known(CombatantKeys::COUNT)?;
            }
        }
        let (start, has) = (MapFile::start(side), free.len());
        if wanted > has && self.map.section.given(start) {
            let who = if side == Side::Party { "PCs" } else { "NPCs" };
            let reason = format!("has {has} free squares for {wanted} {who} who start there");
            problems.push(self.map.section.refused(start, reason));
        }
        Some(wanted)
    }
}

/// Refuses an `at` without exactly one square for each copy. A combatant that is left out, with `count = 0`, may keep
/// its squares.
fn refuse_other_number(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let Some(nodes) = block.section.node(CombatantKeys::AT.name()).and_then(|node| node.as_list()) else { return };
    if let Some(count) = block.section.known(CombatantKeys::COUNT)
        && nodes.len() != count
        && count > 0
    {
        let reason = format!("has {} squares for `count = {count}`: one for each copy", nodes.len());
        problems.push(block.section.refused(CombatantKeys::AT, reason));
    }
}

/// Refuses a square on which an earlier combatant starts already.
fn refuse_taken<'a>(block: &Block<'a>, square: Square, span: Span, taken: &mut Taken<'a>, problems: &mut Vec<Problem>) {
    match taken.get(&square) {
        None => {
            taken.insert(square, (block.id().unwrap_or_default(), span));
        }
        // Validation reports a square that is twice in one list.
        Some((first, _)) if block.id() == Some(first) => {}
        Some((first, first_span)) => {
            let [x, y] = square;
            let reason = format!("[{x}, {y}] is where `{first}` starts");
            let problem = Problem::refused(span, block.section.path_of(CombatantKeys::AT), reason);
            problems.push(problem.with_also(*first_span, "first here"));
        }
    }
}
