//! Who stands where on the line: distances, and the search of the nearest.

use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, Group, Lots, Sides};

/// Positions side by side in memory, and what has been found out about them since anybody moved or came.
#[derive(Debug, Clone)]
pub(super) struct Line {
    positions: [i32; COMBATANTS_MAX],
    /// How far forward everybody stands, as its side goes: the party goes up the line and the enemies down, so that between
    /// opponents who have not passed each other lies what is missing of 0 in the sum of both.
    advances: [i32; COMBATANTS_MAX],
    /// By side.
    ends: [Ends; 2],
    /// Whether an end may have come to lie beyond everybody since ends were made narrow for those who ask. It then may still do so
    /// for a side that nobody asked about.
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
    /// Everybody's place where combatants are equally near: their index, or their lot.
    places: [u8; COMBATANTS_MAX],
    is_by_lot: bool,
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
    /// The fighter who stands there, the [first](Line::places) of those who do; [`NOBODY`] where it has yet to be found out.
    holder: u8,
}

/// No combatant.
const NOBODY: u8 = COMBATANTS_MAX as u8;

impl End {
    /// Somebody stands `ahead` of this end now, or behind it where that is less than 0; whether it leaves the end loose.
    #[inline(always)]
    fn extend(&mut self, who: usize, advance: i32, ahead: i32, places: &[u8; COMBATANTS_MAX]) -> bool {
        if ahead > 0 {
            *self = Self { advance, holder: who as u8 };
        } else if ahead == 0 && self.holder != NOBODY {
            if places[who % COMBATANTS_MAX] < places[usize::from(self.holder) % COMBATANTS_MAX] {
                self.holder = who as u8;
            }
        } else if usize::from(self.holder) == who {
            self.holder = NOBODY;
            return true;
        }
        false
    }

    /// Some are gone; whether it leaves the end loose.
    #[inline(always)]
    fn lose(&mut self, gone: Group) -> bool {
        let is_lost = self.holder != NOBODY && gone.contains(self.holder.into());
        if is_lost {
            self.holder = NOBODY;
        }
        is_lost
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
            places: std::array::from_fn(|who| who as u8),
            is_by_lot: false,
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

    /// Of the equally near the first by lot is found from now on.
    pub(super) fn put_by_lot(&mut self, lots: &Lots) {
        self.is_by_lot = true;
        for (place, who) in lots.iter().enumerate() {
            self.places[who % COMBATANTS_MAX] = place as u8;
        }
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

    /// Makes the ends as narrow as they can be of those sides whose opponents ask how far all of them are.
    #[inline(always)]
    pub(super) fn tighten(&mut self, sides: &Sides, fighters: Group, asking: Group) {
        if !self.is_loose || asking.is_empty() {
            return;
        }
        self.is_loose = false;
        for side in Side::ALL {
            if self.ends[side.index()].are_loose() && asking.meets(sides.members(side.other())) {
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

    /// The ends of some combatants of a side, with the [first](Self::places) of those who stand there.
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
        if self.is_by_lot {
            for end in [&mut ends.front, &mut ends.rear] {
                end.holder = self.first_of(members, |who| self.advances[who] == end.advance).unwrap_or(end.holder);
            }
        }
        ends
    }

    /// Somebody has moved. Until it has [settled](Self::settle) there, nothing but distances may be asked for.
    #[inline(always)]
    pub(super) fn put(&mut self, who: usize, side: Side, position: i32) {
        self.positions[who] = position;
        self.advances[who] = advance_of(side, position);
    }

    /// Somebody stays where it has moved to, and may be nearer or farther for its opponents.
    #[inline(always)]
    pub(super) fn settle(&mut self, who: usize, side: Side, opponents: Group) {
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
        let is_front_loose = front.extend(who, advance, advance - front.advance, &self.places);
        let is_rear_loose = rear.extend(who, advance, rear.advance - advance, &self.places);
        self.is_loose |= is_front_loose | is_rear_loose;
    }

    /// Where somebody stands.
    #[inline(always)]
    pub(super) const fn position(&self, who: usize) -> i32 {
        self.positions[who % COMBATANTS_MAX]
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
    pub(super) const fn before(&self, who: usize, other: Side) -> i32 {
        -(self.advances[who % COMBATANTS_MAX] + self.ends[other.index()].front.advance)
    }

    /// How many yards lie behind somebody to the rear of the `other` side: less than 0 where it is not past that.
    #[inline(always)]
    const fn behind(&self, who: usize, other: Side) -> i32 {
        self.advances[who % COMBATANTS_MAX] + self.ends[other.index()].rear.advance
    }

    /// Yards that are certain to lie between somebody and every fighter of the `other` side who is not on the way back, going in
    /// a direction along the line.
    #[inline(always)]
    pub(super) const fn gap(&self, who: usize, direction: i32, other: Side) -> i32 {
        let is_forward = advance_of(other, direction) < 0;
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

    /// Some leave at the end of a round. Where their sides end without them is found out when somebody asks for it.
    #[inline(always)]
    pub(super) fn leave(&mut self, sides: &Sides, leaving: Group) {
        for side in Side::ALL {
            if leaving.meets(sides.members(side)) {
                let (opponents, Ends { front, rear }) = (sides.members(side.other()), &mut self.ends[side.index()]);
                let (is_front_loose, is_rear_loose) = (front.lose(leaving), rear.lose(leaving));
                self.reaching -= if is_front_loose { opponents } else { opponents & self.astray };
                self.is_loose |= is_front_loose | is_rear_loose;
            }
        }
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

    /// The [nearest](Self::nearest) opponent of somebody, where it is known that its first option reaches that one, who stands at
    /// the front.
    #[inline(always)]
    pub(super) fn reached(&self, who: usize, other: Side) -> Option<usize> {
        let is_known = (self.reaching - self.astray).contains(who);
        is_known.then(|| self.ends[other.index()].front.holder.into())
    }

    /// The nearest to somebody of the opponents, all fighters of the `other` side; the first of those equally near. Most
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
        let mut nearest = best as u8;
        if self.is_by_lot {
            let is_as_near = |opponent: usize| u64::from(self.positions[opponent].abs_diff(here)) == best >> 8;
            nearest = self.first_of(opponents, is_as_near).unwrap_or(nearest);
        }
        self.known.insert(who);
        self.nearest[who % COMBATANTS_MAX] = nearest;
        usize::from(nearest)
    }

    /// The first by lot of those of some of whom something is true.
    fn first_of(&self, group: Group, is_wanted: impl Fn(usize) -> bool) -> Option<u8> {
        group.filter(is_wanted).least_by(|who| self.places[who]).map(|who| who as u8)
    }
}

#[cfg(test)]
mod tests;
