//! The line of squares: distances, moves, extricating oneself and leaving (TINY-10 to TINY-15, TINY-18, TINY-44).

use std::cmp::Ordering;

use super::compile::ADJACENT;
use super::event::{Event, Way};
use super::metrics::{EXTRICATE_ATTEMPTS, EXTRICATED, PROVOKED_ATTACKS, SLIPPED_PAST};
use super::resolve::Fight;
use super::scenario::{Armor, Provokes, SQUARE};
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The shortest distance between two combatants that are not adjacent, in feet.
const APART: i32 = 10;

/// A way out of combat: where a successful test to extricate oneself leads (TINY-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WayOut {
    /// The distance along the line in feet; the sign is the direction.
    feet: i32,
    /// Whether enemies stand on the way.
    is_past_enemies: bool,
}

/// The distance between two positions in feet.
#[inline]
pub(super) const fn distance_between(from: i32, to: i32) -> i32 {
    (to - from).abs()
}

/// The distance in feet from a position to the nearest square adjacent to another position (TINY-12).
#[inline]
pub(super) const fn way_between(from: i32, to: i32) -> i32 {
    let way = distance_between(from, to) - ADJACENT;
    if way > 0 { way } else { 0 }
}

impl WayOut {
    /// The distance along the line in feet; the sign is the direction.
    pub(super) const fn feet(self) -> i32 {
        self.feet
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The distance between two combatants in feet.
    pub(super) fn distance(&self, from: Who, to: Who) -> i32 {
        distance_between(self.fighter(from).position, self.fighter(to).position)
    }

    /// Whether a member of a group is adjacent to a position (TINY-10).
    pub(super) fn is_adjacent_to(&self, group: Group, position: i32) -> bool {
        group.iter().any(|member| distance_between(self.fighter(member).position, position) <= ADJACENT)
    }

    /// Members of a group that are at most `reach` feet from a combatant.
    pub(super) fn within(&self, who: Who, group: Group, reach: i32) -> Group {
        let from = self.fighter(who).position;
        group.filter(|member| distance_between(from, self.fighter(member).position) <= reach)
    }

    /// Moves a combatant along the line; the sign of `feet` is the direction (TINY-15).
    pub(super) fn walk(&mut self, who: Who, feet: i32) {
        if feet == 0 {
            return;
        }
        self.trace.rule("TINY-15");
        self.change_position(who, feet, false);
    }

    fn change_position(&mut self, who: Who, feet: i32, past_enemies: bool) {
        if self.sheet(who).armor == Armor::Heavy {
            // Its movement is already reduced by the armor (TINY-30).
            self.trace.rule("TINY-30");
        }
        self.displace(who, feet);
        let opponents = self.opponents(who);
        self.trace.happens(|| {
            let position = self.state.fighters[who].position;
            let gap = |from: i32| {
                let distance = |enemy: Who| distance_between(self.state.fighters[enemy].position, from);
                opponents.iter().map(distance).min()
            };
            let way = match gap(position).cmp(&gap(position - feet)) {
                Ordering::Less => Way::Nearer,
                Ordering::Greater => Way::Farther,
                Ordering::Equal => Way::Level,
            };
            Event::Move { who: self.rules.named(who), feet, position, past_enemies, way }
        });
    }

    /// The distance in feet to the nearest standing enemy in a direction; `None` if there is none.
    pub(super) fn gap_ahead(&self, who: Who, direction: i32) -> Option<i32> {
        let from = self.fighter(who).position;
        let ahead = self.opponents(who).iter().map(|enemy| (self.fighter(enemy).position - from) * direction);
        ahead.filter(|&feet| feet > 0).min()
    }

    /// The farthest moves to the rear and to the front that keep a combatant out of combat, each at most `most` feet,
    /// with the sign of the direction.
    pub(super) fn clear_ways(&self, who: Who, most: i32) -> [i32; 2] {
        self.directions(who).map(|direction| {
            let feet = self.gap_ahead(who, direction).map_or(most, |gap| (gap - APART).clamp(0, most));
            direction * feet
        })
    }

    /// The direction of the rear, then that of the front: 1 up the line, -1 down.
    fn directions(&self, who: Who) -> [i32; 2] {
        match self.side(who) {
            Side::Party => [-1, 1],
            Side::Enemies => [1, -1],
        }
    }

    /// The ways out of combat: clear ones, to the rear before to the front; if no way is clear, past enemies (TINY-18).
    pub(super) fn ways_out(&self, who: Who) -> impl Iterator<Item = WayOut> {
        let movement = self.sheet(who).movement;
        let clear = self.clear_ways(who, movement);
        let is_flanked = clear == [0, 0] && self.rules.knobs.slips_past;
        let past = if is_flanked { self.way_past_enemies(who, movement) } else { None };
        let clear = clear.into_iter().filter(|&feet| feet != 0);
        clear.map(|feet| WayOut { feet, is_past_enemies: false }).chain(past)
    }

    /// The way to the nearest square out of combat, to the rear if two are equally near; `None` if the movement reaches
    /// none. If no way is clear, such a square lies behind an enemy.
    #[cold]
    fn way_past_enemies(&self, who: Who, movement: i32) -> Option<WayOut> {
        let from = self.fighter(who).position;
        let distances = (0..=movement).step_by(SQUARE as usize).skip(1);
        let mut squares = distances.flat_map(|feet| self.directions(who).map(|direction| direction * feet));
        let is_out_of_combat = |&feet: &i32| !self.is_adjacent_to(self.opponents(who), from + feet);
        squares.find(is_out_of_combat).map(|feet| WayOut { feet, is_past_enemies: true })
    }

    /// Tries to leave combat by a way out (TINY-18).
    pub(super) fn extricate(&mut self, who: Who, way_out: WayOut) {
        let (sheet, provokes) = (self.sheet(who), self.rules.knobs.provokes);
        self.trace.count(EXTRICATE_ATTEMPTS, 1);
        if provokes == Provokes::Always {
            self.provoke(who);
            if !self.stands(who) {
                return;
            }
        }
        // Reported again for the test itself: attacks before the test have had a report of their own.
        self.trace.rule("TINY-18");
        self.trace.rules(|| sheet.rules_of_test(sheet.is_hindered.physical));
        let is_success = sheet.extricate.passes(self.dice);
        self.trace.happens(|| {
            let roll = sheet.extricate.rolled(self.dice.faces());
            Event::Extricate { who: self.rules.named(who), roll, success: is_success }
        });
        if is_success {
            self.trace.count(EXTRICATED, 1);
            self.trace.rule("TINY-18");
            if way_out.is_past_enemies {
                // No other move leads past enemies.
                self.trace.count(SLIPPED_PAST, 1);
                self.change_position(who, way_out.feet, true);
            } else {
                self.walk(who, way_out.feet);
            }
        } else if provokes == Provokes::OnFailure {
            self.provoke(who);
        }
    }

    /// Lets each adjacent enemy that has a melee attack make it once, in the order of turns, as long as the victim
    /// stands (TINY-18).
    #[inline(never)]
    fn provoke(&mut self, victim: Who) {
        let adjacent = self.within(victim, self.opponents_in_combat(victim), ADJACENT);
        for turn in 0..self.rules.sides.len() {
            let Some(who) = self.state.order.get(turn) else { break };
            if !adjacent.contains(who) || !self.stands(victim) {
                continue;
            }
            if let Some(at) = self.sheet(who).first_melee {
                self.trace.rule("TINY-18");
                self.trace.count(PROVOKED_ATTACKS, 1);
                self.attack(who, at, victim);
            }
        }
    }

    /// Lets a combatant leave the fight if it stands far enough from every standing enemy at the end of a retreating
    /// turn (TINY-44).
    pub(super) fn leave_if_far(&mut self, who: Who) {
        let rules = self.rules;
        let nearest = self.opponents(who).iter().map(|enemy| self.distance(who, enemy)).min();
        if self.stands(who) && nearest.is_some_and(|feet| feet >= rules.knobs.escape_distance) {
            self.trace.rule("TINY-44");
            self.remove_from_standing(who);
            self.state.fled.insert(who);
            self.state.strike_from_order(who);
            self.trace.happens(|| Event::Leave { who: rules.named(who) });
        }
    }
}
