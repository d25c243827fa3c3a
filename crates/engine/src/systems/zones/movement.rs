//! Movement, free attacks, hazards and pushing.

use std::ops::ControlFlow::Continue;

use super::attack::Attempt;
use super::event::Event;
use super::field::{ZoneId, ZoneSet};
use super::means::Cause;
use super::metrics::{DISENGAGES, FREE_ATTACKS, MOVES};
use super::resolve::{Fight, Flow};
use super::words::{CapacityCounts, FreeAttacks};
use super::{Actor, State, Zones};
use crate::dice::Dice;
use crate::outcome::{EndState, Side};
use crate::skirmish::{Group, ones};
use crate::trace::Trace;
use crate::who::Who;

/// The end of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    /// A Nearby Zone.
    Zone(ZoneId),
    /// Off the battlefield, from an exit (ZONES-54).
    Outside,
}

/// The part of a Turn that a movement takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// The Turn's movement (ZONES-12).
    Movement,
    /// The Turn's Action, spent on another movement (ZONES-13).
    Action,
    /// The Turn's movement, after the Action was spent to Disengage (ZONES-36).
    Disengaged,
}

impl Zones {
    /// The opponents that may make free attacks on a combatant if it leaves its Zone, as far as they can attack at all;
    /// or the id of the rule that prevents all free attacks.
    #[inline(always)]
    pub(super) fn threats(&self, state: &State, Actor { who, side, .. }: Actor<'_>) -> Result<Group, &'static str> {
        let here = state.occupants[usize::from(state.fighters[who].zone)];
        let close = here & self.sides.members(side.other());
        let is_free =
            self.knobs.free_attacks == FreeAttacks::None || side == Side::Enemies && !self.knobs.creatures_provoke;
        if close.is_empty() || is_free {
            return Ok(Group::NOBODY);
        }
        if !(here & self.sides.members(side)).without(who).is_empty() {
            return Err("ZONES-35");
        }
        if state.is_first_round && self.knobs.surprised == Some(side.other()) {
            return Err("ZONES-02");
        }
        Ok(close)
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// Combatants that stand in a Zone.
    pub(super) fn occupants(&self, zone: ZoneId) -> Group {
        self.state.occupants[usize::from(zone)]
    }

    /// Members of a side that stand in one of the given Zones.
    pub(super) fn standing_in(&self, zones: ZoneSet, side: Side) -> Group {
        let everybody = ones(zones).fold(Group::NOBODY, |group, zone| group | self.state.occupants[zone]);
        everybody & self.rules.sides.members(side)
    }

    /// The Nearby Zones that have room for the combatant (ZONES-10).
    pub(super) fn open_zones(&self, actor: Actor<'a>) -> ZoneSet {
        self.with_room(self.rules.field.zone(self.zone(actor.who)).adjacent, actor.side)
    }

    /// As [`open_zones`](Self::open_zones); also reports ZONES-10 to the observer if a Nearby Zone is full.
    pub(super) fn look_for_room(&mut self, actor: Actor<'a>) -> ZoneSet {
        let open = self.open_zones(actor);
        if open != self.rules.field.zone(self.zone(actor.who)).adjacent {
            self.trace.rule("ZONES-10");
        }
        open
    }

    /// The Zones among those given that have room for one more member of a side (ZONES-10).
    #[inline]
    fn with_room(&self, zones: ZoneSet, side: Side) -> ZoneSet {
        let limited = zones & self.rules.field.limited();
        if limited == 0 { zones } else { zones & !self.full_of(limited, side) }
    }

    /// The Zones among those given that have no room for one more member of a side (ZONES-10).
    fn full_of(&self, zones: ZoneSet, side: Side) -> ZoneSet {
        let rules = self.rules;
        let counted = match rules.knobs.capacity_counts {
            CapacityCounts::All => rules.sides.everybody(),
            CapacityCounts::Side => rules.sides.members(side),
        };
        let is_full =
            |&zone: &usize| (self.state.occupants[zone] & counted).len() >= rules.field.zone(zone as ZoneId).capacity;
        ones(zones).filter(is_full).fold(0, |set, zone| set | 1 << zone)
    }

    /// The Zones in which at least one member of a side stands.
    pub(super) fn held_by(&self, side: Side) -> ZoneSet {
        let members = self.rules.sides.members(side);
        let zones = self.state.occupants.iter().enumerate();
        zones.fold(0, |set, (zone, occupants)| set | ZoneSet::from(occupants.meets(members)) << zone)
    }

    /// Whether leaving its Zone provokes free attacks on the combatant; also reports to the observer the rule that
    /// prevents all of them, if one does.
    pub(super) fn provokes(&mut self, actor: Actor<'a>) -> bool {
        !self.provoked(actor).is_empty()
    }

    /// As [`free_attackers`](Self::free_attackers); also reports to the observer the rule that prevents all free
    /// attacks, if one does.
    fn provoked(&mut self, actor: Actor<'a>) -> Group {
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rules(|| rules.threats(state, actor).err());
        self.free_attackers(actor)
    }

    /// FREE: the opponents that make free attacks on the combatant if it leaves its Zone (ZONES-34 to ZONES-38).
    pub(super) fn free_attackers(&self, actor: Actor<'a>) -> Group {
        match self.rules.threats(self.state, actor) {
            Ok(close) if !close.is_empty() => self.striking_of(close),
            Ok(_) | Err(_) => Group::NOBODY,
        }
    }

    /// The opponents in `close` that make a free attack on a combatant that leaves their Zone: all that can, or only
    /// the first to act, as the knob `free_attacks` says (ZONES-34, ZONES-37).
    fn striking_of(&self, close: Group) -> Group {
        let striking = close.filter(|opponent| self.can_act(opponent) && self.free_attack(opponent).is_some());
        match self.rules.knobs.free_attacks {
            FreeAttacks::One => self.first_to_act(striking).into_iter().collect(),
            FreeAttacks::Each | FreeAttacks::None => striking,
        }
    }

    /// Spends the Action to leave without free attacks (ZONES-36).
    pub(super) fn disengage(&mut self, who: Who) {
        let rules = self.rules;
        self.trace.rule("ZONES-36");
        self.trace.count(DISENGAGES, 1);
        self.trace.happens(|| Event::Disengage { who: rules.named(who) });
    }

    /// MOVE: resolves the free attacks, then changes the Zone, unless they have prevented it (ZONES-34).
    pub(super) fn walk(&mut self, actor: Actor<'a>, to: Destination, pace: Pace) -> Flow {
        let Actor { who, side, .. } = actor;
        let (from, rules) = (self.zone(who), self.rules);
        let mut striking = if pace == Pace::Disengaged { Group::NOBODY } else { self.provoked(actor) };
        while let Some(opponent) = self.first_to_act(striking) {
            if !self.stands(who) || self.zone(who) != from {
                break;
            }
            striking.remove(opponent);
            let Some(index) = self.free_attack(opponent) else { continue };
            self.trace.rule("ZONES-34");
            self.trace.rule("ZONES-37");
            if side == Side::Enemies {
                self.trace.rule("ZONES-38");
            }
            let side = side.other();
            self.trace.count(FREE_ATTACKS.of(side), 1);
            let attack = self.attack_of(self.sheet(opponent), index);
            self.resolve(attack, Attempt { who: opponent, side, index, target: who, is_free: true })?;
        }
        if !self.stands(who) || !self.can_move(who) || self.zone(who) != from {
            return Continue(());
        }
        self.trace.count(MOVES, 1);
        self.trace.rule(if pace == Pace::Action { "ZONES-13" } else { "ZONES-12" });
        if to == Destination::Outside {
            self.trace.rule("ZONES-54");
        }
        self.trace.happens(|| rules.movement(who, to));
        match to {
            Destination::Outside => {
                self.trace.rule("ZONES-54");
                self.put_out(who, EndState::Fled)
            }
            Destination::Zone(zone) => self.enter(who, zone),
        }
    }

    /// Puts a combatant into another Zone; a hazard there may act on it (ZONES-11).
    fn enter(&mut self, who: Who, zone: ZoneId) -> Flow {
        let left = std::mem::replace(&mut self.state.fighters[who].zone, zone);
        self.state.occupants[usize::from(left)].remove(who);
        self.state.occupants[usize::from(zone)].insert(who);
        if self.rules.field.harms_on_entry(zone) { self.meet_hazard(who) } else { Continue(()) }
    }

    /// HAZARD: if the hazard of its Zone affects the combatant's side, it makes a Test, and suffers damage and ailments
    /// if it fails (ZONES-11).
    pub(super) fn meet_hazard(&mut self, who: Who) -> Flow {
        let Some(hazard) = &self.rules.field.zone(self.zone(who)).hazard else { return Continue(()) };
        if !hazard.affects[self.side(who).index()] {
            return Continue(());
        }
        let (rules, zone) = (self.rules, self.zone(who));
        self.trace.rule("ZONES-11");
        let passes = self.test(who, hazard.test, hazard.difficulty);
        let dice = &*self.dice;
        self.trace.happens(|| rules.hazard(who, zone, hazard, dice.faces(), passes));
        if passes {
            return Continue(());
        }
        if let Some(damage) = hazard.damage {
            self.lose_to_hazard(who, damage)?;
        }
        if self.stands(who) {
            let by = rules.caused(who, Cause::Hazard);
            self.bring_ailments(who, hazard.hinder, hazard.ongoing, "ZONES-11", by);
        }
        Continue(())
    }

    /// The Zone into which a push would put the target: the first listed adjacent Zone with room whose hazard affects
    /// its side, else the first listed one with room; `None` if none has room (ZONES-40).
    pub(super) fn push_zone(&self, target: Who) -> Option<ZoneId> {
        self.push_zone_from(self.zone(target), self.side(target))
    }

    /// As [`push_zone`](Self::push_zone), for a member of a side that stands in the given Zone.
    pub(super) fn push_zone_from(&self, zone: ZoneId, side: Side) -> Option<ZoneId> {
        let rules = self.rules;
        let open = self.with_room(rules.field.zone(zone).adjacent, side);
        let affects = |&zone: &usize| {
            rules.field.zone(zone as ZoneId).hazard.as_ref().is_some_and(|hazard| hazard.affects[side.index()])
        };
        let zone = ones(open).find(affects).or_else(|| ones(open).next());
        zone.map(|zone| zone as ZoneId)
    }

    /// Pushes the target into another Zone if one has room, which is no movement (ZONES-38, ZONES-40).
    pub(super) fn push(&mut self, target: Who) -> Flow {
        let rules = self.rules;
        self.trace.rule("ZONES-40");
        let Some(zone) = self.push_zone(target) else { return Continue(()) };
        self.trace.happens(|| Event::Push { who: rules.named(target), to: rules.zone_name(zone) });
        self.enter(target, zone)
    }
}
