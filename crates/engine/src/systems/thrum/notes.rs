//! Which rules a step applies and what replays show of it; nothing here changes a fight.

use super::ability::{Targets, Use};
use super::attack::Aimed;
use super::condition::Conditions;
use super::effect::{Effect, STATUSES, Status};
use super::grid::{Placing, Sight, Square};
use super::harm::Load;
use super::metrics::{INCAPACITY_ROLLS, PANIC_ROLLS};
use super::narration::{STATUS_NAMES, conditions_in_words};
use super::resolve::Fight;
use super::roll::{Outcome, Roll};
use super::sheet::Grants;
use super::words::Defence;
use crate::dice::Dice;
use crate::trace::Trace;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    pub(super) fn apply_rules(&mut self, ids: &[&'static str]) {
        for id in ids {
            self.trace.rule(id);
        }
    }

    #[inline(always)]
    pub(super) fn note_initiative(&mut self, who: usize, roll: Roll) {
        if T::HEARS_RULES {
            self.apply_rules(&["THRUM-01", "THRUM-04"]);
            let (rules, faces) = (self.rules, self.dice.faces());
            self.trace.narrate(|| rules.narrate_initiative(who, faces, roll));
        }
    }

    #[inline(always)]
    pub(super) fn note_start(&mut self, who: usize, rule: &'static str) {
        let (rules, square) = (self.rules, self.state.bodies[who].square);
        self.trace.rule(rule);
        self.trace.narrate(|| rules.narrate_start(who, square));
    }

    #[inline(always)]
    pub(super) fn note_round_zero(&mut self) {
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rule("THRUM-07");
        self.trace.narrate(|| rules.narrate_round_zero(state));
    }

    /// What every turn goes by.
    #[inline(always)]
    pub(super) fn note_turn(&mut self, who: usize) {
        if T::HEARS_RULES {
            self.apply_rules(&["THRUM-05", "THRUM-08", "THRUM-09"]);
            let (rules, state) = (self.rules, &*self.state);
            self.trace.narrate(|| rules.narrate_turn(who, state));
        }
    }

    #[inline(always)]
    pub(super) fn note_stunned(&mut self, who: usize, moves: bool, acts: bool) {
        let rules = self.rules;
        self.trace.rule("THRUM-63");
        self.trace.narrate(|| rules.narrate_stunned(who, moves, acts));
    }

    #[inline(always)]
    pub(super) fn note_shove(&mut self, who: usize, to: Square) {
        let rules = self.rules;
        self.trace.rule("THRUM-25");
        self.trace.narrate(|| rules.narrate_moved(who, to));
    }

    #[inline(always)]
    pub(super) fn note_stray(&mut self, who: usize, is_straight: bool) {
        if T::HEARS_RULES {
            self.trace.rule("THRUM-61");
            let (rules, faces) = (self.rules, self.dice.faces());
            self.trace.narrate(|| rules.narrate_stray(who, faces, is_straight));
        }
    }

    #[inline(always)]
    pub(super) fn note_drop(&mut self, who: usize, roll: Roll, difference: i32, lands: bool) {
        if T::HEARS_RULES {
            self.apply_rules(&["THRUM-01", "THRUM-22"]);
            let (rules, faces) = (self.rules, self.dice.faces());
            self.trace.narrate(|| rules.narrate_drop(who, faces, roll, difference, lands));
        }
    }

    #[inline(always)]
    pub(super) fn note_dazed(&mut self, who: usize, rule: &'static str) {
        let rules = self.rules;
        self.trace.rule(rule);
        self.trace.narrate(|| rules.narrate_dazed(who));
    }

    /// An ability and whom it is used on.
    #[inline(always)]
    pub(super) fn note_use(&mut self, used: Use<'_>, targets: &Targets) {
        if T::HEARS_RULES {
            self.note_some_use(used, targets);
        }
    }

    fn note_some_use(&mut self, used: Use<'_>, targets: &Targets) {
        let Use { by, index, is_overexerted, is_reaction, .. } = used;
        let rules = self.rules;
        self.apply_rules(&["THRUM-17", "THRUM-26", "THRUM-45"]);
        if index + 2 >= rules.sheets[by].actions.len() && !is_reaction {
            self.trace.rule("THRUM-12");
        }
        if is_reaction {
            self.trace.rule("THRUM-44");
        }
        if is_overexerted {
            self.trace.rule("THRUM-40");
        }
        if self.state.bodies[by].has(Status::Blinded) {
            self.trace.rule("THRUM-57");
        }
        let names = &rules.names[by];
        let name = if is_reaction { &names.reactions[index] } else { &names.actions[index] };
        match targets {
            Targets::Of(_) | Targets::Chosen(_) => {}
            Targets::Affected(_, placing) => self.note_shape(*placing),
            Targets::Ground(placing) => {
                self.note_shape(*placing);
                self.trace.rule("THRUM-41");
            }
        }
        if used.ability.attack.as_ref().is_some_and(|attack| attack.is_physical) {
            self.note_obstructed(by);
        }
        self.trace.narrate(|| rules.narrate_use(by, name, is_overexerted, targets));
    }

    fn note_shape(&mut self, placing: Placing) {
        self.apply_rules(&["THRUM-30"]);
        self.trace.rule(match placing {
            Placing::Area { .. } => "THRUM-27",
            Placing::Line { .. } => "THRUM-28",
            Placing::Aura { .. } => "THRUM-29",
        });
    }

    /// Whether somebody could not be aimed at (THRUM-32).
    fn note_obstructed(&mut self, by: usize) {
        let enemies = self.opponents(by);
        let is_hidden = |enemy: usize| self.rules.sight(self.state, by, enemy) == Sight::Obstructed;
        if enemies.iter().any(is_hidden) {
            self.trace.rule("THRUM-32");
        }
    }

    #[inline(always)]
    pub(super) fn note_thwarted(&mut self, by: usize, target: usize) {
        let rules = self.rules;
        self.trace.rule("THRUM-43");
        self.trace.narrate(|| rules.narrate_thwarted(by, target));
    }

    #[inline(always)]
    pub(super) fn note_burning(&mut self, who: usize) {
        let rules = self.rules;
        self.trace.rule("THRUM-57");
        self.trace.narrate(|| rules.narrate_burning(who));
    }

    /// What ends with a turn, before it does (THRUM-13).
    #[inline(always)]
    pub(super) fn note_tick(&mut self, who: usize) {
        if T::HEARS_RULES {
            let (rules, body) = (self.rules, &self.state.bodies[who]);
            let statuses = STATUS_NAMES.into_iter().zip(body.stacks).filter(|&(_, stacks)| stacks == 1);
            let lasting = body.conditions.without(Conditions::STUNNED.with(Conditions::IMMOBILIZED));
            let ending = body.conditions.without(lasting);
            let ended: Vec<&str> = statuses.map(|(name, _)| name).chain(conditions_in_words(ending)).collect();
            let running = STATUS_NAMES.into_iter().zip(body.stacks).filter(|&(_, stacks)| stacks > 1);
            let left: Vec<String> = running.map(|(name, stacks)| format!("{name} {}", stacks - 1)).collect();
            if !(ended.is_empty() && left.is_empty()) {
                self.trace.rule("THRUM-13");
                self.trace.narrate(|| rules.narrate_tick(who, &ended, &left));
            }
        }
    }

    /// Who is back on a square that it left, for the one where it stopped is an ally's (THRUM-19).
    #[inline(always)]
    pub(super) fn note_put_back(&mut self, who: usize) {
        let (rules, square) = (self.rules, self.state.bodies[who].square);
        self.trace.rule("THRUM-19");
        self.trace.narrate(|| rules.narrate_put_back(who, square));
    }

    /// Both rolls of an attack, after them.
    #[inline(always)]
    pub(super) fn note_contest(&mut self, aimed: Aimed<'_>, defence: Defence, outcome: Outcome, rolls: [Roll; 2]) {
        if T::HEARS_RULES {
            self.note_attacker(aimed);
            self.note_defender(aimed.target, defence);
            let (rules, faces) = (self.rules, self.dice.faces());
            self.trace.narrate(|| rules.narrate_contest([aimed.by, aimed.target], defence, outcome, faces, rolls));
        }
    }

    fn note_attacker(&mut self, aimed: Aimed<'_>) {
        let Aimed { by, target, attack, .. } = aimed;
        self.apply_rules(&["THRUM-01", "THRUM-02", "THRUM-34", "THRUM-35"]);
        if attack.is_ranged && self.rules.knobs.ranged_banes > 0 && self.rules.hampering(self.state, by) > 0 {
            self.trace.rule("THRUM-38");
        }
        let is_afar = self.rules.distance(self.state, by, target) > 1;
        if attack.is_physical && is_afar && self.rules.sight(self.state, by, target) != Sight::Clear {
            self.apply_rules(&["THRUM-31", "THRUM-33"]);
        }
        let body = self.state.bodies[by];
        if body.is_exhausted() {
            self.trace.rule("THRUM-49");
        }
        if body.has(Status::Weakened) || (is_afar && body.has(Status::Blinded)) {
            self.trace.rule("THRUM-57");
        }
        if is_afar && self.state.bodies[target].is(Conditions::HIDDEN) {
            self.trace.rule("THRUM-62");
        }
        if attack.marked_boons != 0 && self.state.bodies[target].mark > 0 {
            self.trace.rule("THRUM-58");
        }
    }

    fn note_defender(&mut self, who: usize, defence: Defence) {
        self.trace.rule(if defence == Defence::Evasion { "THRUM-37" } else { "THRUM-36" });
        let body = self.state.bodies[who];
        if body.is_frayed() {
            self.trace.rule("THRUM-47");
        }
        if body.is(Conditions::DAZED) {
            self.trace.rule("THRUM-59");
        }
    }

    #[inline(always)]
    pub(super) fn note_taken(&mut self, who: usize, load: Load, taken: i32, vulnerable: u32) {
        let (rules, left) = (self.rules, &self.state.bodies[who]);
        self.trace.narrate(|| rules.narrate_taken(who, load, taken, vulnerable, left));
    }

    #[inline(always)]
    pub(super) fn note_nothing_left(&mut self, who: usize, load: Load) {
        let rules = self.rules;
        self.trace.narrate(|| rules.narrate_nothing_left(who, load));
    }

    #[inline(always)]
    pub(super) fn note_affliction(&mut self, who: usize, effect: &Effect) {
        if T::HEARS_RULES {
            if effect.stacks != [0; STATUSES] {
                self.trace.rule("THRUM-56");
            }
            if effect.mark > 0 {
                self.trace.rule("THRUM-58");
            }
            for (condition, rule) in RULES_OF_CONDITIONS {
                if effect.conditions.any_of(condition) {
                    self.trace.rule(rule);
                }
            }
            let rules = self.rules;
            self.trace.narrate(|| rules.narrate_affliction(who, effect));
        }
    }

    #[inline(always)]
    pub(super) fn note_opened(&mut self, who: usize) {
        let (rules, stacks) = (self.rules, self.state.bodies[who].stacks[Status::Vulnerable as usize]);
        self.trace.rule("THRUM-37");
        self.trace.narrate(|| rules.narrate_opened(who, stacks));
    }

    /// A stack of Mark is used up (THRUM-58).
    #[inline(always)]
    pub(super) fn note_mark(&mut self, target: usize, fatigue: u32) {
        let (rules, left) = (self.rules, self.state.bodies[target].mark);
        self.trace.rule("THRUM-58");
        self.trace.narrate(|| rules.narrate_mark(target, fatigue, left));
    }

    /// A Stance ends with the fall of whoever is in it (THRUM-51).
    pub(super) fn note_end_of_stance(&mut self, who: usize) {
        let rules = self.rules;
        if let Some(stance) = self.state.bodies[who].stance {
            self.trace.rule("THRUM-51");
            self.trace.narrate(|| rules.narrate_end_of_stance(who, stance));
        }
    }

    /// A Terrain Effect happens to somebody (THRUM-41).
    pub(super) fn note_terrain(&mut self, who: usize, maker: usize, action: u8) {
        let rules = self.rules;
        self.tell_trail();
        self.trace.rule("THRUM-41");
        self.trace.narrate(|| rules.narrate_terrain(who, maker, action));
    }

    /// A roll against a Load.
    #[inline(always)]
    pub(super) fn note_save(&mut self, who: usize, save: Save, roll: Roll, load: i32, holds: bool) {
        if T::HEARS_RULES {
            self.apply_rules(&["THRUM-01", save.rule]);
            if self.state.bodies[who].has(save.status) {
                self.trace.rule("THRUM-57");
            }
            let (rules, faces) = (self.rules, self.dice.faces());
            self.trace.narrate(|| rules.narrate_save(who, save.name, faces, roll, load, holds));
        }
    }

    #[inline(always)]
    pub(super) fn note_end(&mut self, lost: [bool; 2]) {
        if T::HEARS_RULES {
            self.trace.rule("THRUM-14");
            for side in crate::outcome::Side::ALL {
                if lost[side.index()] && self.state.left().meets(self.rules.sides.members(side)) {
                    let is_reached = self.rules.is_reached(self.state, side.other());
                    self.trace.rule(if is_reached { "THRUM-64" } else { "THRUM-15" });
                }
            }
            let (rules, state) = (self.rules, &*self.state);
            self.trace.narrate(|| rules.narrate_end(state, lost));
        }
    }
}

/// A roll against a Load: the defence that it is made with, what else makes it easier, and the status that makes it harder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Save {
    pub(super) name: &'static str,
    pub(super) rule: &'static str,
    pub(super) defence: Defence,
    pub(super) boons: fn(&Grants) -> i32,
    pub(super) status: Status,
    /// What counts these rolls.
    pub(super) metric: usize,
}

/// THRUM-48.
pub(super) const PANIC_ROLL: Save = Save {
    name: "Panic Roll",
    rule: "THRUM-48",
    defence: Defence::Resolve,
    boons: |grants| grants.panic_boons,
    status: Status::Shocked,
    metric: PANIC_ROLLS,
};
/// THRUM-50.
pub(super) const INCAPACITY_ROLL: Save = Save {
    name: "Incapacity Roll",
    rule: "THRUM-50",
    defence: Defence::Resilience,
    boons: |grants| grants.incapacity_boons,
    status: Status::Bleed,
    metric: INCAPACITY_ROLLS,
};

/// The rules of conditions without stacks.
const RULES_OF_CONDITIONS: [(Conditions, &str); 5] = [
    (Conditions::DAZED, "THRUM-59"),
    (Conditions::DISORIENTED, "THRUM-61"),
    (Conditions::HIDDEN, "THRUM-62"),
    (Conditions::IMMOBILIZED, "THRUM-60"),
    (Conditions::STUNNED, "THRUM-63"),
];
