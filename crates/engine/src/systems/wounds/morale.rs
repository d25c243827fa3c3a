//! Morale checks and retreats at the end of a round (WOUNDS-61 to WOUNDS-68).

use super::beside;
use super::event::Event;
use super::metrics::{MORALE_BREAKS, MORALE_CHECKS};
use super::resolve::Fight;
use super::words::{MoraleOutnumbered, Score};
use crate::dice::{Dice, Meaning};
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Makes the morale checks of all combatants with cause to waver, with the same head counts for all; combatants
    /// that fail flee (WOUNDS-61, WOUNDS-67).
    pub(super) fn test_morale(&mut self, tested: Group) {
        let mut fleeing = Group::NOBODY;
        let heads = Side::ALL.map(|side| self.standing_of(side).len() as i32);
        let is_outnumbered = |side: Side| heads[side.other().index()] > heads[side.index()];
        let outnumbered = Side::ALL.into_iter().find(|&side| is_outnumbered(side));
        let outnumbered = outnumbered.map_or(Group::NOBODY, |side| self.rules.sides.members(side));
        let daunted = self.daunted(outnumbered & tested);
        let wavering = tested.filter(|who| {
            (self.state.this_round.shaken | daunted).contains(who) || self.body(who).intimidated.is_some()
        });
        if wavering.is_empty() {
            return;
        }
        let is_hopeless = self.hopeless_sides();
        let (mut checks, mut breaks) = (0, 0);
        for who in wavering {
            let side = self.side(who).index();
            // No combatant leaves before all have checked.
            let comrades = heads[side] - 1;
            if let Some(tn) = self.morale_tn(who, daunted.contains(who), heads) {
                checks += 1;
                let holds = self.keeps_heart(who, tn, comrades, is_hopeless[side]);
                breaks += u32::from(!holds);
                fleeing.insert_if(who, !holds);
            }
        }
        self.trace.count(MORALE_CHECKS, checks);
        self.trace.count(MORALE_BREAKS, breaks);
        self.flee(fleeing, "WOUNDS-67");
    }

    /// The outnumbered combatants that have cause to waver because they are outnumbered (WOUNDS-63).
    fn daunted(&mut self, outnumbered: Group) -> Group {
        match self.rules.knobs.morale_outnumbered {
            MoraleOutnumbered::EveryRound => outnumbered,
            MoraleOutnumbered::Once => {
                let daunted = outnumbered - self.state.outnumbered;
                self.state.outnumbered |= outnumbered;
                daunted
            }
            MoraleOutnumbered::Off => Group::NOBODY,
        }
    }

    /// The number that a combatant's morale check has to reach; `None` if nothing gives it cause to waver (WOUNDS-62 to
    /// WOUNDS-65). `heads` are the fighters of each side.
    fn morale_tn(&mut self, who: Who, is_daunted: bool, heads: [i32; 2]) -> Option<i32> {
        let opponents = heads[self.side(who).other().index()];
        if opponents == 0 {
            return None;
        }
        let is_shaken = self.state.this_round.shaken.contains(who);
        let by_odds = (is_shaken || is_daunted).then_some(self.rules.knobs.morale_tn_base + opponents);
        let by_threat = self.body(who).intimidated.map(i32::from);
        let tn = by_odds.max(by_threat);
        if tn.is_some() {
            let (heavy_hit, outnumbered, threatened) = (is_shaken, is_daunted, by_threat.is_some());
            self.apply_rules(|_| {
                [("WOUNDS-61", true), ("WOUNDS-62", heavy_hit), ("WOUNDS-63", outnumbered), ("WOUNDS-64", threatened)]
            });
            self.tell(|rules, _| Event::Wavering { who: rules.named(who), heavy_hit, outnumbered, threatened });
        }
        tn
    }

    /// Makes a morale check, which fails without a roll if the fight is hopeless. Returns whether it is passed
    /// (WOUNDS-65, WOUNDS-66).
    fn keeps_heart(&mut self, who: Who, tn: i32, comrades: i32, is_hopeless: bool) -> bool {
        let sheet = self.sheet(who);
        if is_hopeless {
            self.trace.rule("WOUNDS-66");
            self.tell(|rules, _| Event::Despair { who: rules.named(who) });
            false
        } else {
            let change = self.body(who).modifier_change(sheet, Score::Insight);
            let insight = sheet.modifiers[Score::Insight as usize] + change;
            let bonus = insight + sheet.hd + comrades;
            self.enter_beside_turn(who, beside::MORALE);
            self.trace.rule("WOUNDS-65");
            let holds = self.dice.draw_of(Meaning::new("morale", [tn - bonus]), |dice| {
                let faces = dice.die(6) + dice.die(6) + dice.die(6);
                Some(faces as i32 + bonus >= tn)
            });
            self.tell(|rules, fight| Event::MoraleCheck {
                who: rules.named(who),
                roll: fight.sum(bonus),
                needed: tn,
                holds,
            });
            holds
        }
    }

    /// By side: whether its defeat is obvious (WOUNDS-66).
    fn hopeless_sides(&self) -> [bool; 2] {
        let ratio = self.rules.knobs.obvious_ratio;
        let [party, enemies] =
            self.rules.sides.sums(self.state.fighters, |member| i64::from(self.body(member).vigour()));
        [(party, enemies), (enemies, party)].map(|(own, opposed)| ratio > 0 && opposed >= ratio * own)
    }

    /// Makes combatants leave that have lost too much (WOUNDS-68).
    pub(super) fn retreat(&mut self, retreating: Group) {
        let leaving = retreating.filter(|who| {
            let (sheet, body) = (self.sheet(who), self.body(who));
            sheet.retreat_below > 0 && body.are_wounds_below(sheet.retreat_below, sheet)
                || sheet.retreat_stress_below > 0 && body.is_stress_below(sheet.retreat_stress_below)
        });
        self.flee(leaving, "WOUNDS-68");
    }

    /// Makes a group leave the field; `rule` is the id of the rule that makes it leave.
    fn flee(&mut self, fleeing: Group, rule: &'static str) {
        if fleeing.is_empty() {
            return;
        }
        let state = &mut *self.state;
        state.fighters -= fleeing;
        state.present -= fleeing;
        state.fled |= fleeing;
        for side in Side::ALL {
            let fighters = self.standing_of(side);
            self.scratch.line.find_ends(side, fighters);
        }
        for who in fleeing {
            self.trace.rule(rule);
            self.tell(|rules, _| Event::Flight { who: rules.named(who) });
        }
    }
}
