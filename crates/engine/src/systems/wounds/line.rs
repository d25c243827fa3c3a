//! Who stands where on the line: distances, and the search of the nearest.

use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, Group, Sides};

/// Positions side by side in memory, and what has been found out about them since anybody moved or came.
#[derive(Debug, Clone)]
pub(super) struct Line {
    positions: [i32; COMBATANTS_MAX],
    /// By side: two positions between which all of its members are.
    spans: [[i32; 2]; 2],
    /// Whether the positions are not those of this fight.
    is_due: bool,
    /// By side: whether it may be closer together than its span.
    are_loose: [bool; 2],
    /// Whose nearest opponent is known.
    known: Group,
    /// Those of them whose first attack reaches that opponent, who is there.
    reaching: Group,
    /// Whose first attack is known to reach no opponent.
    short: Group,
    nearest: [u8; COMBATANTS_MAX],
}

impl Default for Line {
    fn default() -> Self {
        Self {
            positions: [0; COMBATANTS_MAX],
            spans: [[0; 2]; 2],
            is_due: true,
            are_loose: [true; 2],
            known: Group::NOBODY,
            reaching: Group::NOBODY,
            short: Group::NOBODY,
            nearest: [0; COMBATANTS_MAX],
        }
    }
}

impl Line {
    /// Another fight begins.
    #[inline(always)]
    pub(super) fn start_over(&mut self) {
        self.is_due = true;
    }

    /// Whether a [survey](Self::survey) is due.
    #[inline(always)]
    pub(super) const fn is_due(&self) -> bool {
        self.is_due
    }

    /// Takes down everybody's position.
    pub(super) fn survey(&mut self, sides: &Sides, positions: impl Iterator<Item = i32>) {
        self.is_due = false;
        self.forget_nearest();
        for (noted, position) in self.positions.iter_mut().zip(positions) {
            *noted = position;
        }
        self.are_loose = [true; 2];
        self.tighten(sides);
    }

    /// Makes the spans as narrow as they can be.
    #[inline(always)]
    pub(super) fn tighten(&mut self, sides: &Sides) {
        for side in Side::ALL {
            if std::mem::take(&mut self.are_loose[side.index()]) {
                self.spans[side.index()] = self.span(sides.members(side));
            }
        }
    }

    fn span(&self, group: Group) -> [i32; 2] {
        let positions = group.iter().map(|who| self.positions[who % COMBATANTS_MAX]);
        positions.fold([i32::MAX, i32::MIN], widened)
    }

    /// Somebody has moved, and may be nearer or farther for its opponents.
    #[inline(always)]
    pub(super) fn go_to(&mut self, who: usize, side: Side, opponents: Group, position: i32) {
        self.positions[who] = position;
        self.spans[side.index()] = widened(self.spans[side.index()], position);
        self.are_loose[side.index()] = true;
        self.known = (self.known - opponents).without(who);
        self.reaching &= self.known;
        self.short = (self.short - opponents).without(who);
    }

    /// Yards between two combatants.
    #[inline(always)]
    pub(super) const fn distance(&self, from: usize, to: usize) -> i32 {
        self.way(from, to).abs()
    }

    /// Yards along the line from one combatant to another: less than 0 where the way leads back.
    #[inline(always)]
    pub(super) const fn way(&self, from: usize, to: usize) -> i32 {
        self.positions[to % COMBATANTS_MAX] - self.positions[from % COMBATANTS_MAX]
    }

    /// Yards that are certain to lie between somebody and everybody of the `other` side who is not on the way back, on the
    /// way `towards` one of them.
    #[inline(always)]
    pub(super) const fn gap(&self, who: usize, towards: usize, other: Side) -> i32 {
        let (here, there) = (self.positions[who % COMBATANTS_MAX], self.positions[towards % COMBATANTS_MAX]);
        let [lowest, highest] = self.spans[other.index()];
        if here < there { lowest - here } else { here - highest }
    }

    /// Whether it is certain that everybody of the `other` side is so near to somebody.
    #[inline(always)]
    pub(super) fn are_all_within(&self, who: usize, other: Side, yards: i32) -> bool {
        let here = self.positions[who % COMBATANTS_MAX];
        let [lowest, highest] = self.spans[other.index()];
        (here - lowest).max(highest - here) <= yards
    }

    /// Whether it is certain that nobody of the `other` side is so near to somebody.
    #[inline(always)]
    fn are_all_beyond(&self, who: usize, other: Side, yards: i32) -> bool {
        self.least_possible(who, other) > yards
    }

    /// No fewer yards lie between somebody and anybody of the `other` side; it may be less than 0.
    #[inline(always)]
    fn least_possible(&self, who: usize, other: Side) -> i32 {
        let here = self.positions[who % COMBATANTS_MAX];
        let [lowest, highest] = self.spans[other.index()];
        (lowest - here).max(here - highest)
    }

    /// There is one more fighter, who may be nearer than those who were there.
    #[inline(always)]
    pub(super) fn forget_nearest(&mut self) {
        (self.known, self.reaching, self.short) = (Group::NOBODY, Group::NOBODY, Group::NOBODY);
    }

    /// Somebody of a side is not to be reached any more by its opponents, who have those who are `left` of its side; `reach` is
    /// that of an opponent's first attack.
    #[inline(always)]
    pub(super) fn take_away(
        &mut self,
        who: usize,
        side: Side,
        opponents: Group,
        left: Group,
        reach: impl Fn(usize) -> i32,
    ) {
        let mut last: Option<usize> = None;
        for opponent in self.reaching & opponents {
            if self.last_nearest(opponent) != who {
                continue;
            }
            // Most often they stand together, and who stands where another one does has the same nearest.
            let nearest = match last.filter(|&last| self.distance(last, opponent) == 0) {
                Some(last) => Some(self.last_nearest(last)),
                None => self.nearest(opponent, left, side),
            };
            let Some(nearest) = nearest else { return self.reaching -= opponents };
            self.nearest[opponent % COMBATANTS_MAX] = nearest as u8;
            self.reaching.set(opponent, self.distance(opponent, nearest) <= reach(opponent));
            last = Some(opponent);
        }
    }

    /// The [nearest](Self::nearest) of the opponents, if somebody's first attack, which has such a reach, reaches it.
    /// Who has nobody in reach has nobody there until somebody moves or comes: who falls or leaves brings nobody nearer.
    #[inline(always)]
    pub(super) fn search_reach(&mut self, who: usize, opponents: Group, other: Side, reach: i32) -> Option<usize> {
        if self.short.contains(who) {
            return None;
        }
        if self.are_all_beyond(who, other, reach) {
            self.short.insert(who);
            return None;
        }
        self.search_near(who, opponents, other, reach)
    }

    /// See [`search_reach`](Self::search_reach).
    #[inline(never)]
    fn search_near(&mut self, who: usize, opponents: Group, other: Side, reach: i32) -> Option<usize> {
        let nearest = self.nearest(who, opponents, other)?;
        let reaches = self.distance(who, nearest) <= reach;
        self.reaching.set(who, reaches);
        self.short.set(who, !reaches);
        reaches.then_some(nearest)
    }

    /// Of whom it is known whether the first attack reaches anybody.
    #[inline(always)]
    pub(super) fn searched(&self) -> Group {
        self.reaching | self.short
    }

    /// Whose first attack is known to reach the nearest opponent.
    #[inline(always)]
    pub(super) const fn reaching(&self) -> Group {
        self.reaching
    }

    /// The nearest opponent of somebody who is [reaching](Self::reaching) it.
    #[inline(always)]
    pub(super) fn last_nearest(&self, who: usize) -> usize {
        self.nearest[who % COMBATANTS_MAX].into()
    }

    /// The nearest opponent of somebody, if it is known that its first attack reaches that one.
    #[inline(always)]
    pub(super) fn reached(&self, who: usize) -> Option<usize> {
        self.reaching.contains(who).then(|| self.last_nearest(who))
    }

    /// Who of the opponents, all of them of the `other` side, is nearest to somebody, the first listed of those who are.
    #[inline(always)]
    pub(super) fn nearest(&mut self, who: usize, opponents: Group, other: Side) -> Option<usize> {
        if opponents.is_empty() {
            return None;
        }
        let found = usize::from(self.nearest[who % COMBATANTS_MAX]);
        // Who falls or leaves makes nobody else nearer than the one who was nearest, as long as that one is there.
        if self.known.contains(who) && opponents.contains(found) {
            return Some(found);
        }
        let here = self.positions[who % COMBATANTS_MAX];
        let least_possible = self.least_possible(who, other).max(0).unsigned_abs();
        // Distance, then listed order, in one number: it costs no branch to keep the lower one.
        let mut best = u64::MAX;
        for opponent in opponents {
            let distance = self.positions[opponent % COMBATANTS_MAX].abs_diff(here);
            best = best.min(u64::from(distance) << 8 | opponent as u64);
            if best >> 8 <= u64::from(least_possible) {
                break;
            }
        }
        self.known.insert(who);
        self.nearest[who % COMBATANTS_MAX] = best as u8;
        Some(usize::from(best as u8))
    }
}

#[inline(always)]
fn widened([lowest, highest]: [i32; 2], position: i32) -> [i32; 2] {
    [lowest.min(position), highest.max(position)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of the party at 0 and 4, three enemies at 6, 2 and 2.
    fn line() -> Line {
        let sides = Sides::new([Side::Party, Side::Party, Side::Enemies, Side::Enemies, Side::Enemies]);
        let mut line = Line::default();
        line.survey(&sides, [0, 4, 6, 2, 2].into_iter());
        line
    }

    fn group(members: &[usize]) -> Group {
        members.iter().copied().collect()
    }

    #[test]
    fn the_first_listed_of_the_nearest_is_found() {
        let enemies = group(&[2, 3, 4]);
        assert_eq!([0, 1].map(|who| line().nearest(who, enemies, Side::Enemies)), [Some(3), Some(2)]);
        assert_eq!(line().nearest(0, Group::NOBODY, Side::Enemies), None);
    }

    #[test]
    fn everybody_is_within_as_many_yards_as_the_farthest() {
        let within = |yards: i32| line().are_all_within(0, Side::Enemies, yards);
        assert_eq!((line().distance(0, 2), [within(5), within(6)]), (6, [false, true]));
        assert!(line().are_all_within(1, Side::Enemies, 2), "on both sides");
    }

    #[test]
    fn nobody_is_within_fewer_yards_than_the_nearest_can_be_off() {
        let beyond = |who: usize, yards: i32| line().are_all_beyond(who, Side::Enemies, yards);
        assert_eq!([beyond(0, 1), beyond(0, 2), beyond(1, 0)], [true, false, false], "1 stands among them");
        assert_eq!([line().way(0, 2), line().way(2, 0), line().way(3, 4)], [6, -6, 0]);
    }

    #[test]
    fn who_reaches_nobody_is_searched_again_when_somebody_has_moved() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert_eq!((line.search_reach(0, enemies, Side::Enemies, 1), line.searched()), (None, Group::of(0)));
        line.go_to(1, Side::Party, enemies, 5);
        assert_eq!(line.searched(), Group::of(0), "its own side brings no opponent nearer");
        line.go_to(2, Side::Enemies, group(&[0, 1]), 1);
        assert_eq!(line.searched(), Group::NOBODY);
        assert_eq!((line.search_reach(0, enemies, Side::Enemies, 1), line.searched()), (Some(2), Group::of(0)));
        line.forget_nearest();
        assert_eq!(line.searched(), Group::NOBODY);
    }

    #[test]
    fn who_falls_is_not_nearest_any_more() {
        let mut line = line();
        assert_eq!(line.nearest(0, group(&[2, 3, 4]), Side::Enemies), Some(3));
        assert_eq!(line.nearest(0, group(&[2, 4]), Side::Enemies), Some(4));
    }

    #[test]
    fn who_reaches_somebody_does_so_until_that_one_is_taken_away() {
        let (enemies, [mut short, mut line]) = (group(&[2, 3, 4]), [line(), line()]);
        assert_eq!(short.search_reach(0, enemies, Side::Enemies, 1), None);
        assert_eq!(line.search_reach(0, enemies, Side::Enemies, 2), Some(3));
        line.take_away(4, Side::Enemies, Group::of(0), group(&[2, 3]), |_| 2);
        assert_eq!((line.reached(0), line.reaching()), (Some(3), Group::of(0)));
        line.take_away(3, Side::Enemies, Group::of(0), group(&[2]), |_| 2);
        assert_eq!((line.reached(0), line.search_reach(0, group(&[2]), Side::Enemies, 6)), (None, Some(2)));
    }

    #[test]
    fn who_loses_the_nearest_turns_to_the_next_one() {
        let sides = [Side::Party, Side::Party, Side::Party, Side::Enemies, Side::Enemies, Side::Enemies];
        let (mut line, sides) = (Line::default(), Sides::new(sides));
        line.survey(&sides, [0, 0, 3, 1, 2, 9].into_iter());
        let reach_all = |line: &mut Line, enemies: Group| {
            [0, 1, 2].map(|who| line.search_reach(who, enemies, Side::Enemies, [2, 1, 6][who]))
        };
        assert_eq!(reach_all(&mut line, group(&[3, 4, 5])), [Some(3), Some(3), Some(4)]);
        line.take_away(3, Side::Enemies, group(&[0, 1, 2]), group(&[4, 5]), |who| [2, 1, 6][who]);
        assert_eq!(
            [0, 1, 2].map(|who| line.reached(who)),
            [Some(4), None, Some(4)],
            "1 stands with 0, and reaches less far"
        );
        assert_eq!(reach_all(&mut line.clone(), group(&[4, 5])), [Some(4), None, Some(4)]);
        line.take_away(4, Side::Enemies, group(&[0, 1, 2]), group(&[5]), |who| [2, 1, 6][who]);
        assert_eq!([0, 1, 2].map(|who| line.reached(who)), [None, None, Some(5)]);
        line.take_away(5, Side::Enemies, group(&[0, 1, 2]), Group::NOBODY, |_| 99);
        assert_eq!(line.reaching(), Group::NOBODY);
    }

    #[test]
    fn the_gap_is_as_wide_as_the_way_to_the_nearest_that_may_be_there() {
        let mut line = line();
        assert_eq!((line.gap(0, 2, Side::Enemies), line.gap(1, 3, Side::Enemies)), (2, -2), "some are behind");
        line.go_to(0, Side::Party, group(&[2, 3, 4]), -7);
        assert_eq!(line.gap(2, 1, Side::Party), 2);
        line.go_to(1, Side::Party, group(&[2, 3, 4]), -3);
        let sides = Sides::new([Side::Party, Side::Party, Side::Enemies, Side::Enemies, Side::Enemies]);
        assert_eq!(line.gap(2, 1, Side::Party), 2, "where somebody was");
        line.tighten(&sides);
        assert_eq!(line.gap(2, 1, Side::Party), 9);
    }

    #[test]
    fn who_moves_is_looked_at_again() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(3));
        line.go_to(2, Side::Enemies, group(&[0, 1]), -1);
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(2));
        line.go_to(0, Side::Party, group(&[2, 3, 4]), 40);
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(3));
    }

    #[test]
    fn a_move_changes_nothing_for_the_own_side() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert_eq!(line.search_reach(1, enemies, Side::Enemies, 2), Some(2));
        assert_eq!(line.search_reach(2, group(&[0, 1]), Side::Party, 2), Some(1));
        line.go_to(0, Side::Party, enemies, 5);
        assert_eq!((line.reached(1), line.reached(2)), (Some(2), None));
        assert_eq!(line.search_reach(2, group(&[0, 1]), Side::Party, 2), Some(0), "nearer than the one before");
    }

    #[test]
    fn who_comes_is_looked_at() {
        let mut line = line();
        assert_eq!(line.nearest(1, group(&[2]), Side::Enemies), Some(2));
        line.forget_nearest();
        assert_eq!(line.nearest(1, group(&[2, 3]), Side::Enemies), Some(2), "as near, and listed before");
        assert_eq!(line.nearest(0, group(&[2, 3]), Side::Enemies), Some(3));
    }
}
