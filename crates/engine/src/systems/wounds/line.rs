//! Who stands where on the line: distances, and the search of the nearest.

use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, Group, Sides};

/// Positions side by side in memory, and what has been found out about them since anybody moved or came.
#[derive(Debug, Clone)]
pub(super) struct Line {
    positions: [i32; COMBATANTS_MAX],
    /// How far forward everybody stands, as its side goes: the party goes up the line and the enemies down, so that between
    /// opponents who have not passed each other lies what is missing of 0 in the sum of both.
    advances: [i32; COMBATANTS_MAX],
    /// By side.
    ends: [Ends; 2],
    /// Whether an end may lie beyond everybody.
    is_loose: bool,
    /// Whether the positions are not those of this fight.
    is_due: bool,
    /// Whose nearest opponent was searched for, since some are on either hand of it, and is known.
    known: Group,
    /// Whose first option reaches the nearest opponent, who is there.
    reaching: Group,
    /// Whose first option is known to reach no opponent.
    short: Group,
    /// Who has met opponents elsewhere than at their front, so that what is known of it holds until any of them moves. Of the
    /// others it holds as long as the front stays where it is.
    astray: Group,
    nearest: [u8; COMBATANTS_MAX],
}

/// Where the fighters of a side end.
#[derive(Debug, Clone, Copy)]
struct Ends {
    /// The end that its opponents have before them, as long as the sides have not gone through each other.
    front: End,
    rear: End,
}

impl Ends {
    /// Those of nobody: so far apart, the wrong way round, that nobody is near.
    const OF_NOBODY: Self = Self {
        front: End { advance: -(i32::MAX / 4), holder: NOBODY },
        rear: End { advance: i32::MAX / 4, holder: NOBODY },
    };

    fn are_loose(&self) -> bool {
        self.front.holder == NOBODY || self.rear.holder == NOBODY
    }
}

/// Where the fighters of a side end in one direction: none of them is beyond it.
#[derive(Debug, Clone, Copy)]
struct End {
    advance: i32,
    /// Who stands there, the first listed of those who do; [`NOBODY`] where it has yet to be found out.
    holder: u8,
}

/// No combatant.
const NOBODY: u8 = COMBATANTS_MAX as u8;

impl End {
    /// Somebody stands `ahead` of this end now, or behind it where that is less than 0; whether it leaves the end loose.
    #[inline(always)]
    fn extend(&mut self, who: usize, advance: i32, ahead: i32) -> bool {
        if ahead > 0 {
            *self = Self { advance, holder: who as u8 };
        } else if ahead == 0 && self.holder != NOBODY {
            self.holder = self.holder.min(who as u8);
        } else if usize::from(self.holder) == who {
            self.holder = NOBODY;
            return true;
        }
        false
    }
}

/// How far forward a position is for a side.
#[inline(always)]
const fn advance_of(side: Side, position: i32) -> i32 {
    match side {
        Side::Party => position,
        Side::Enemies => -position,
    }
}

impl Default for Line {
    fn default() -> Self {
        Self {
            positions: [0; COMBATANTS_MAX],
            advances: [0; COMBATANTS_MAX],
            ends: [Ends::OF_NOBODY; 2],
            is_loose: false,
            is_due: true,
            known: Group::NOBODY,
            reaching: Group::NOBODY,
            short: Group::NOBODY,
            astray: Group::NOBODY,
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

    /// Takes down everybody's position; `fighters` are those who can be aimed at.
    pub(super) fn survey(&mut self, sides: &Sides, fighters: Group, positions: impl Iterator<Item = i32>) {
        self.is_due = false;
        self.forget_nearest();
        let noted = self.positions.iter_mut().zip(&mut self.advances);
        for (who, (position, (noted, advance))) in positions.zip(noted).enumerate() {
            *noted = position;
            *advance = advance_of(sides.side(who), position);
        }
        for side in Side::ALL {
            self.ends[side.index()] = self.found_ends(fighters & sides.members(side));
        }
        self.is_loose = false;
    }

    /// Makes the ends as narrow as they can be.
    #[inline(always)]
    pub(super) fn tighten(&mut self, sides: &Sides, fighters: Group) {
        if !self.is_loose {
            return;
        }
        self.is_loose = false;
        for side in Side::ALL {
            if self.ends[side.index()].are_loose() {
                self.ends[side.index()] = self.found_ends(fighters & sides.members(side));
            }
        }
    }

    /// The front of a side whose fighters these are, with who stands there.
    #[inline(always)]
    fn front(&mut self, side: Side, members: Group) -> End {
        let front = self.ends[side.index()].front;
        if front.holder == NOBODY { self.search_ends(side, members).front } else { front }
    }

    #[inline(never)]
    fn search_ends(&mut self, side: Side, members: Group) -> Ends {
        let ends = self.found_ends(members);
        self.ends[side.index()] = ends;
        ends
    }

    /// The ends of some combatants of a side, with the first listed of those who stand there.
    #[inline(always)]
    fn found_ends(&self, members: Group) -> Ends {
        let mut ends = Ends::OF_NOBODY;
        for who in members {
            let here = End { advance: self.advances[who % COMBATANTS_MAX], holder: who as u8 };
            if here.advance > ends.front.advance {
                ends.front = here;
            }
            if here.advance < ends.rear.advance {
                ends.rear = here;
            }
        }
        ends
    }

    /// Somebody has moved, and may be nearer or farther for its opponents.
    #[inline(always)]
    pub(super) fn go_to(&mut self, who: usize, side: Side, opponents: Group, position: i32) {
        self.positions[who] = position;
        self.advances[who] = advance_of(side, position);
        let front = self.ends[side.index()].front;
        self.extend(who, side);
        let end = self.ends[side.index()].front;
        let is_front_there = end.advance == front.advance && end.holder != NOBODY;
        let unsure = if is_front_there { opponents & self.astray } else { opponents } | Group::of(who);
        self.known -= unsure;
        self.reaching -= unsure;
        self.short -= unsure;
        self.astray -= unsure;
    }

    /// Draws the ends of a side to somebody where it stands now.
    #[inline(always)]
    fn extend(&mut self, who: usize, side: Side) {
        let (advance, Ends { front, rear }) = (self.advances[who % COMBATANTS_MAX], &mut self.ends[side.index()]);
        let is_front_loose = front.extend(who, advance, advance - front.advance);
        let is_rear_loose = rear.extend(who, advance, rear.advance - advance);
        self.is_loose |= is_front_loose | is_rear_loose;
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

    /// How many yards lie before somebody to the front of the `other` side: less than 0 where it is past that.
    #[inline(always)]
    const fn before(&self, who: usize, other: Side) -> i32 {
        -(self.advances[who % COMBATANTS_MAX] + self.ends[other.index()].front.advance)
    }

    /// How many yards lie behind somebody to the rear of the `other` side: less than 0 where it is not past that.
    #[inline(always)]
    const fn behind(&self, who: usize, other: Side) -> i32 {
        self.advances[who % COMBATANTS_MAX] + self.ends[other.index()].rear.advance
    }

    /// Yards that are certain to lie between somebody and every fighter of the `other` side who is not on the way back, on the
    /// way `towards` one of them.
    #[inline(always)]
    pub(super) const fn gap(&self, who: usize, towards: usize, other: Side) -> i32 {
        let is_forward = advance_of(other, self.way(who, towards)) < 0;
        if is_forward { self.before(who, other) } else { self.behind(who, other) }
    }

    /// Whether it is certain that every fighter of the `other` side is so near to somebody.
    #[inline(always)]
    pub(super) fn are_all_within(&self, who: usize, other: Side, yards: i32) -> bool {
        self.before(who, other).min(self.behind(who, other)) >= -yards
    }

    /// No fewer yards lie between somebody and any fighter of the `other` side; it may be less than 0.
    #[inline(always)]
    pub(super) fn least_possible(&self, who: usize, other: Side) -> i32 {
        self.before(who, other).max(self.behind(who, other))
    }

    /// There is one more fighter, who may be nearer than those who were there.
    #[inline(always)]
    pub(super) fn join(&mut self, who: usize, side: Side) {
        self.forget_nearest();
        self.extend(who, side);
    }

    fn forget_nearest(&mut self) {
        (self.known, self.reaching) = (Group::NOBODY, Group::NOBODY);
        (self.short, self.astray) = (Group::NOBODY, Group::NOBODY);
    }

    /// Somebody of a side is not to be reached any more by its opponents, who have those who are `left` of its side. Who
    /// has nobody in reach has nobody there either now, and who had the next one in reach who stands at the front has it still.
    #[inline(always)]
    pub(super) fn take_away(&mut self, who: usize, side: Side, opponents: Group, left: Group) {
        let mut unsure = opponents & self.astray;
        let ends = self.ends[side.index()];
        if [ends.front.holder, ends.rear.holder].contains(&(who as u8)) {
            let found = self.search_ends(side, left);
            if found.front.advance != ends.front.advance {
                unsure = opponents;
            }
        }
        self.reaching -= unsure;
    }

    /// Finds out who of some combatants, all of one side and none of them [searched](Self::searched), has the
    /// [nearest](Self::nearest) of the opponents in the `reach` of its first option.
    #[inline(always)]
    pub(super) fn search_reach(&mut self, group: Group, opponents: Group, other: Side, reach: impl Fn(usize) -> i32) {
        if opponents.is_empty() {
            return;
        }
        self.front(other, opponents);
        let reaching = group.filter(|who| {
            let before = self.before(who, other);
            let distance = if before >= 0 { before } else { self.distance_elsewhere(who, opponents, other) };
            distance <= reach(who)
        });
        self.reaching |= reaching;
        self.short |= group - reaching;
    }

    /// How far the nearest opponent is from somebody who has not all of them before it.
    fn distance_elsewhere(&mut self, who: usize, opponents: Group, other: Side) -> i32 {
        let nearest = self.nearest_elsewhere(who, opponents, other);
        self.distance(who, nearest)
    }

    /// Of whom it is known whether the first option reaches anybody. Who has nobody in reach has nobody there until somebody
    /// moves or comes: who falls or leaves brings nobody nearer.
    #[inline(always)]
    pub(super) fn searched(&self) -> Group {
        self.reaching | self.short
    }

    /// Whose first option is known to reach no opponent.
    #[inline(always)]
    pub(super) const fn short(&self) -> Group {
        self.short
    }

    /// Whose first option is known to reach the nearest opponent.
    #[inline(always)]
    pub(super) const fn reaching(&self) -> Group {
        self.reaching
    }

    /// Who of the opponents, all fighters of the `other` side, is nearest to somebody, the first listed of those who are. Most
    /// often somebody has all of them before it, and the nearest is the one at their front, whoever asks.
    #[inline(always)]
    pub(super) fn nearest(&mut self, who: usize, opponents: Group, other: Side) -> Option<usize> {
        if opponents.is_empty() {
            return None;
        }
        let front = self.front(other, opponents);
        let is_before = self.before(who, other) >= 0;
        Some(if is_before { front.holder.into() } else { self.nearest_elsewhere(who, opponents, other) })
    }

    /// The same for somebody who has not all of them before it.
    #[inline(never)]
    fn nearest_elsewhere(&mut self, who: usize, opponents: Group, other: Side) -> usize {
        self.astray.insert(who);
        if self.ends[other.index()].rear.holder == NOBODY {
            self.search_ends(other, opponents);
        }
        if self.behind(who, other) >= 0 {
            return self.ends[other.index()].rear.holder.into();
        }
        let found = usize::from(self.nearest[who % COMBATANTS_MAX]);
        // Who falls or leaves makes nobody else nearer than the one who was nearest, as long as that one is there.
        if self.known.contains(who) && opponents.contains(found) {
            return found;
        }
        let here = self.positions[who % COMBATANTS_MAX];
        // Distance, then listed order, in one number: it costs no branch to keep the lower one.
        let mut best = u64::MAX;
        for opponent in opponents {
            let distance = self.positions[opponent % COMBATANTS_MAX].abs_diff(here);
            best = best.min(u64::from(distance) << 8 | opponent as u64);
        }
        self.known.insert(who);
        self.nearest[who % COMBATANTS_MAX] = best as u8;
        usize::from(best as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [Side; 5] = [Side::Party, Side::Party, Side::Enemies, Side::Enemies, Side::Enemies];

    /// Two of the party at 0 and 4, three enemies at 6, 2 and 2.
    fn line() -> Line {
        surveyed([0, 4, 6, 2, 2])
    }

    fn surveyed(positions: [i32; 5]) -> Line {
        let mut line = Line::default();
        line.survey(&Sides::new(SIDES), Group::first_listed(5), positions.into_iter());
        line
    }

    fn group(members: &[usize]) -> Group {
        members.iter().copied().collect()
    }

    /// Whether somebody of the party has one of the opponents in reach.
    fn reaches(line: &mut Line, who: usize, opponents: Group, reach: i32) -> bool {
        line.search_reach(Group::of(who) - line.searched(), opponents, Side::Enemies, |_| reach);
        line.reaching().contains(who)
    }

    #[test]
    fn the_first_listed_of_the_nearest_is_found() {
        let enemies = group(&[2, 3, 4]);
        assert_eq!([0, 1].map(|who| line().nearest(who, enemies, Side::Enemies)), [Some(3), Some(2)]);
        assert_eq!(line().nearest(0, Group::NOBODY, Side::Enemies), None);
    }

    #[test]
    fn the_nearest_is_found_wherever_somebody_stands() {
        let enemies = group(&[2, 3, 4]);
        for (here, nearest) in [(-9, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2), (99, 2)] {
            let mut line = surveyed([here, 4, 6, 2, 2]);
            assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(nearest), "at {here}");
            line.take_away(nearest, Side::Enemies, group(&[0, 1]), enemies.without(nearest));
            let next = if (3..=5).contains(&here) || nearest == 3 { [4, 3][usize::from(nearest == 2)] } else { 3 };
            assert_eq!(line.nearest(0, enemies.without(nearest), Side::Enemies), Some(next), "at {here}");
        }
    }

    #[test]
    fn everybody_is_within_as_many_yards_as_the_farthest() {
        let within = |yards: i32| line().are_all_within(0, Side::Enemies, yards);
        assert_eq!((line().distance(0, 2), [within(5), within(6)]), (6, [false, true]));
        assert!(line().are_all_within(1, Side::Enemies, 2), "on both sides");
    }

    #[test]
    fn nobody_is_nearer_than_the_nearest_can_be() {
        let least = |who: usize| line().least_possible(who, Side::Enemies);
        assert_eq!([least(0), least(1)], [2, -2], "1 stands among them");
        assert_eq!([line().way(0, 2), line().way(2, 0), line().way(3, 4)], [6, -6, 0]);
    }

    #[test]
    fn who_reaches_nobody_is_searched_again_when_the_front_has_moved() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert_eq!((reaches(&mut line, 0, enemies, 1), line.searched()), (false, Group::of(0)));
        line.go_to(1, Side::Party, enemies, 5);
        assert_eq!(line.searched(), Group::of(0), "its own side brings no opponent nearer");
        line.go_to(2, Side::Enemies, group(&[0, 1]), 3);
        assert_eq!(line.searched(), Group::of(0), "others are nearer still");
        line.go_to(2, Side::Enemies, group(&[0, 1]), 1);
        assert_eq!(line.searched(), Group::NOBODY);
        assert_eq!((reaches(&mut line, 0, enemies, 1), line.searched()), (true, Group::of(0)));
        line.join(1, Side::Party);
        assert_eq!(line.searched(), Group::NOBODY);
    }

    #[test]
    fn who_stands_among_its_opponents_is_searched_again_when_any_of_them_has_moved() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert!(reaches(&mut line, 1, enemies, 2));
        line.go_to(2, Side::Enemies, group(&[0, 1]), 7);
        assert_eq!((line.searched(), reaches(&mut line, 1, enemies, 1)), (Group::NOBODY, false));
    }

    #[test]
    fn who_falls_is_not_nearest_any_more() {
        let mut line = line();
        assert_eq!(line.nearest(0, group(&[2, 3, 4]), Side::Enemies), Some(3));
        line.take_away(3, Side::Enemies, group(&[0, 1]), group(&[2, 4]));
        assert_eq!(line.nearest(0, group(&[2, 4]), Side::Enemies), Some(4));
    }

    #[test]
    fn who_reaches_the_front_does_so_until_nobody_is_left_there() {
        let (enemies, mut line) = (group(&[2, 3, 4]), line());
        assert!(reaches(&mut line, 0, enemies, 2));
        line.take_away(4, Side::Enemies, group(&[0, 1]), group(&[2, 3]));
        assert_eq!(line.reaching(), Group::of(0));
        line.take_away(3, Side::Enemies, group(&[0, 1]), group(&[2]));
        assert_eq!((line.reaching(), reaches(&mut line, 0, group(&[2]), 6)), (Group::NOBODY, true));
        line.take_away(2, Side::Enemies, group(&[0, 1]), Group::NOBODY);
        assert_eq!((line.reaching(), reaches(&mut line, 0, Group::NOBODY, 99)), (Group::NOBODY, false));
    }

    #[test]
    fn the_gap_is_as_wide_as_the_way_to_the_nearest_that_may_be_there() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert_eq!((line.gap(0, 2, Side::Enemies), line.gap(1, 3, Side::Enemies)), (2, -2), "some are behind");
        line.go_to(0, Side::Party, enemies, -7);
        assert_eq!(line.gap(2, 1, Side::Party), 2);
        line.go_to(1, Side::Party, enemies, -3);
        let sides = Sides::new(SIDES);
        assert_eq!(line.gap(2, 1, Side::Party), 2, "where somebody was");
        line.tighten(&sides, Group::first_listed(5));
        assert_eq!(line.gap(2, 1, Side::Party), 9);
    }

    #[test]
    fn who_moves_is_looked_at_again() {
        let (mut line, enemies) = (line(), group(&[2, 3, 4]));
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(3));
        line.go_to(2, Side::Enemies, group(&[0, 1]), -1);
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(2));
        line.go_to(0, Side::Party, enemies, 40);
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(3), "the first listed of those who stand there");
    }

    #[test]
    fn who_comes_is_looked_at() {
        let mut line = Line::default();
        line.survey(&Sides::new(SIDES), group(&[0, 1, 2]), [0, 4, 6, 2, 2].into_iter());
        assert_eq!(line.nearest(1, group(&[2]), Side::Enemies), Some(2));
        line.join(3, Side::Enemies);
        assert_eq!(line.nearest(1, group(&[2, 3]), Side::Enemies), Some(2), "as near, and listed before");
        assert_eq!(line.nearest(0, group(&[2, 3]), Side::Enemies), Some(3));
    }

    #[test]
    fn nobody_is_near_to_nobody() {
        let mut line = Line::default();
        line.survey(&Sides::new(SIDES), group(&[0, 1]), [0, 4, 6, 2, 2].into_iter());
        assert!(line.least_possible(0, Side::Enemies) > 10_000 && line.gap(0, 1, Side::Enemies) > 10_000);
        line.join(2, Side::Enemies);
        assert_eq!((line.least_possible(0, Side::Enemies), line.are_all_within(0, Side::Enemies, 6)), (6, true));
    }
}
