//! What follows from where everybody stands and how much they can take: it is kept, since most turns leave it as it is.

use super::Tiny;
use super::compile::ADJACENT;
use super::movement::distance_between;
use super::resolve::Fight;
use super::state::{Fighter, State};
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::trace::Trace;

/// Behind the last of a side in [`State::by_toughness`].
const NOBODY: u8 = u8::MAX;

impl Tiny {
    /// Fills in what follows from the rest of an opening.
    pub(super) fn survey(&self, state: &mut State) {
        let everybody = state.standing;
        let is_engaged = |who: usize| {
            let mut enemies = (everybody & self.sides.opponents(who)).iter();
            enemies.any(|enemy| {
                let [from, to] = [who, enemy].map(|who| state.fighters[who].position);
                distance_between(from, to) <= ADJACENT
            })
        };
        state.engaged = everybody.filter(is_engaged);
        let mut by_toughness = Vec::new();
        for side in Side::ALL {
            let mut members: Vec<usize> = self.sides.members(side).iter().collect();
            members.sort_by_key(|&who| self.toughness(&state.fighters[who], who));
            by_toughness.extend(members.into_iter().map(|who| who as u8));
        }
        state.by_toughness = by_toughness.into();
    }

    /// Which part of [`State::by_toughness`] holds a side.
    #[inline(always)]
    fn part_of(&self, side: Side) -> std::ops::Range<usize> {
        match side {
            Side::Party => 0..self.party_size,
            Side::Enemies => self.party_size..self.drs.len(),
        }
    }

    /// The HP, then the DR of a combatant, as one number.
    #[inline(always)]
    pub(super) fn toughness(&self, fighter: &Fighter, who: usize) -> u32 {
        (fighter.hp as u32) << 16 | u32::from(self.drs[who])
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Whether somebody standing is in combat (TINY-10).
    #[inline(always)]
    pub(super) fn is_in_combat(&self, who: usize) -> bool {
        self.state.engaged.contains(who)
    }

    /// Changes the position of somebody standing, and with it who is in combat (TINY-10).
    pub(super) fn displace(&mut self, who: usize, feet: i32) {
        let opponents = self.opponents(who);
        let left = if self.is_in_combat(who) { self.within(who, opponents, ADJACENT) } else { Group::NOBODY };
        self.state.fighters[who].position += feet;
        let met = self.within(who, opponents, ADJACENT);
        self.state.engaged |= met;
        self.state.engaged.set(who, !met.is_empty());
        self.look_around(left - met);
    }

    /// Takes somebody off those who stand, and with it out of combat and off those whom enemies aim at.
    pub(super) fn remove_from_standing(&mut self, who: usize) {
        self.state.standing.remove(who);
        self.state.evading.remove(who);
        let part = self.rules.part_of(self.side(who));
        if self.comrades(who).is_empty() {
            // Nobody is left for its enemies to fight.
            self.state.engaged = Group::NOBODY;
            self.state.by_toughness[part.start] = NOBODY;
            return;
        }
        if self.is_in_combat(who) {
            self.state.engaged.remove(who);
            self.look_around(self.within(who, self.opponents(who), ADJACENT));
        }
        let part = &mut self.state.by_toughness[part];
        if let Some(at) = part.iter().position(|&member| usize::from(member) == who) {
            part[at..].rotate_left(1);
            part[part.len() - 1] = NOBODY;
        }
    }

    /// Notes who of some who are standing is still in combat (TINY-10).
    fn look_around(&mut self, group: Group) {
        for who in group {
            let is_engaged = self.is_adjacent_to(self.opponents(who), self.fighter(who).position);
            self.state.engaged.set(who, is_engaged);
        }
    }

    /// Moves somebody standing who has lost HP up among those whom enemies aim at: before those who can take more, and before
    /// those listed later who can take as much.
    #[inline]
    pub(super) fn weaken(&mut self, who: usize) {
        let (rules, State { fighters, by_toughness, .. }) = (self.rules, &mut *self.state);
        let part = &mut by_toughness[rules.part_of(rules.sides.side(who))];
        let key = |who: usize| (rules.toughness(&fighters[who], who), who);
        let (own, mut turn) = (key(who), 0);
        // Those before it stay before it; from its new place on everybody moves back by one, until its old place is filled.
        while turn < part.len() && usize::from(part[turn]) != who && key(usize::from(part[turn])) < own {
            turn += 1;
        }
        let mut moved = who as u8;
        while let Some(entry) = part.get_mut(turn) {
            std::mem::swap(entry, &mut moved);
            if usize::from(moved) == who {
                break;
            }
            turn += 1;
        }
    }

    /// The enemy within so many feet that has the lowest HP, then the lowest DR, then is the nearest, then the first listed.
    #[inline(always)]
    pub(super) fn weakest_within(&self, who: usize, reach: i32) -> Option<usize> {
        let (rules, fighters) = (self.rules, &self.state.fighters);
        let from = fighters[who].position;
        let part = &self.state.by_toughness[rules.part_of(self.side(who).other())];
        let mut enemies = part.iter().take_while(|&&enemy| enemy != NOBODY).map(|&enemy| usize::from(enemy));
        let feet_to = |enemy: usize| distance_between(from, fighters[enemy].position);
        let (mut weakest, mut feet) =
            enemies.by_ref().map(|enemy| (enemy, feet_to(enemy))).find(|&(_, feet)| feet <= reach)?;
        // No two opponents share a square, so that nobody is nearer than those who are adjacent (TINY-15).
        if feet > ADJACENT {
            let toughness = rules.toughness(&fighters[weakest], weakest);
            for enemy in enemies.take_while(|&enemy| rules.toughness(&fighters[enemy], enemy) == toughness) {
                let found = feet_to(enemy);
                if found < feet {
                    (weakest, feet) = (enemy, found);
                }
            }
        }
        Some(weakest)
    }
}
