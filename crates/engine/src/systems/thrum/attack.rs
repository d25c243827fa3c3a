//! Attacks: the choice of a defence, Boons and Banes, and the consequences of the contest (THRUM-34 to THRUM-39, THRUM-45).

use super::Thrum;
use super::condition::Conditions;
use super::decisions::Deciding;
use super::effect::{Effect, Status};
use super::event::Event;
use super::grid::Sight;
use super::means::Source;
use super::metrics::{ATTACKS, CRITICALS, EVASIONS, HITS};
use super::resolve::Fight;
use super::roll::{Outcome, Roll};
use super::sheet::{Attack, BuffEnds, Usage};
use super::state::State;
use super::words::{Defence, EvasionVulnerable};
use crate::dice::Dice;
use crate::trace::Trace;
use crate::who::Who;

const _: () = assert!(HITS == ATTACKS + 1 && CRITICALS == ATTACKS + 2 && EVASIONS == ATTACKS + 3, "counted at once");

/// An attack on one target.
#[derive(Clone, Copy)]
pub(super) struct Aimed<'a> {
    pub(super) by: Who,
    /// The source of what the attack does, which is an ability of `by`.
    pub(super) source: Source,
    pub(super) target: Who,
    pub(super) attack: &'a Attack,
    pub(super) usage: &'a Usage,
}

/// An attack on one target, wherever both stand.
#[derive(Clone, Copy)]
pub(super) struct Against<'a> {
    pub(super) by: Who,
    pub(super) target: Who,
    pub(super) attack: &'a Attack,
    pub(super) usage: &'a Usage,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Makes an attack on one target; returns false if a trigger has thwarted it (THRUM-45).
    pub(super) fn attack(&mut self, aimed: Aimed<'_>) -> bool {
        let Aimed { by, target, .. } = aimed;
        let was_exhausted = self.state.bodies[target].is_exhausted();
        let is_fallen = !self.stands(target);
        let succeeded = if is_fallen && !self.rules.knobs.fallen_defend {
            self.strike_fallen(aimed);
            true
        } else {
            let mut boons = 0;
            if !is_fallen && self.are_enemies(by, target) {
                boons = self.answer_targeting(by, target);
                if !self.stands(by) || !self.stands(target) {
                    self.tell(&["THRUM-43"], |rules, _, _| Event::Thwarted {
                        who: rules.named(by),
                        target: rules.named(target),
                    });
                    return false;
                }
            }
            self.resolve_contest(aimed, boons)
        };
        self.finish_off(aimed, succeeded, was_exhausted);
        self.end_buff_by(target, BuffEnds::Attacked);
        true
    }

    /// Resolves an attack on an Incapacitated target: a success without dice (THRUM-51).
    fn strike_fallen(&mut self, aimed: Aimed<'_>) {
        let Aimed { by, source, target, usage, .. } = aimed;
        self.trace.count(ATTACKS, 1);
        self.trace.count(HITS, 1);
        self.tell(&["THRUM-51"], |rules, _, _| Event::AttackOnFallen {
            who: rules.named(by),
            target: rules.named(target),
            deed: rules.deed_of(source),
            hits: true,
        });
        self.apply_with_marks(&usage.success, aimed);
        self.apply(&usage.effect, source, target);
    }

    /// Rolls attack and defence and applies the consequences; returns whether the attack succeeded.
    fn resolve_contest(&mut self, aimed: Aimed<'_>, boons: i32) -> bool {
        let Aimed { by, source, target, attack, usage } = aimed;
        let defender = self.rules.defender(self.state, target, self.state.bodies[target].stance, 0);
        let wanted = defender.choose(attack);
        let defence = self.decide(Deciding::Defence as usize, target, wanted, |_| defender.options(attack));
        let defence_roll = Roll { modifier: defender.value(defence), net: defender.boons(defence) + boons };
        let rolls = [self.attack_roll(aimed), self.rules.with_banes_of_defence(self.state, target, defence_roll)];
        let outcome = self.contest(rolls[0], rolls[1]);
        let succeeded = outcome.is_success();
        let is_critical = outcome == Outcome::Critical;
        let amounts = [true, succeeded, is_critical, defence == Defence::Evasion].map(u32::from);
        self.trace.count_each(ATTACKS, &amounts);
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rules(|| rules.rules_of_contest(state, aimed, defence));
        self.tell(&[], |rules, _, faces| rules.contested(aimed, defence, outcome, faces, rolls));
        if !succeeded {
            self.answer_defended(target, by, outcome);
        }
        let leaves_open = defence == Defence::Evasion && self.leaves_open(outcome);
        if leaves_open && succeeded && self.rules.knobs.evasion_vulnerable == EvasionVulnerable::Before {
            self.open(target);
        }
        if succeeded {
            let block = if is_critical { &usage.critical } else { &usage.success };
            self.apply_with_marks(block, aimed);
        }
        if succeeded || self.rules.knobs.effect_on_miss {
            self.apply(&usage.effect, source, target);
        }
        if leaves_open && !(succeeded && self.rules.knobs.evasion_vulnerable == EvasionVulnerable::Before) {
            self.open(target);
        }
        succeeded
    }

    /// Whether an Evasion with this outcome makes the defender Vulnerable (THRUM-37).
    fn leaves_open(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::CriticalDefence => false,
            Outcome::Defended => true,
            Outcome::Success | Outcome::Critical => self.rules.knobs.evasion_vulnerable != EvasionVulnerable::Never,
        }
    }

    /// Adds a stack of Vulnerable (THRUM-37).
    fn open(&mut self, target: Who) {
        let stacks = &mut self.state.bodies[target].stacks[Status::Vulnerable as usize];
        *stacks = stacks.saturating_add(1);
        let stacks = *stacks;
        self.tell(&["THRUM-37"], |rules, _, _| Event::Opened { who: rules.named(target), vulnerable: stacks });
    }

    /// Applies an effect block. If the attack uses Marks, each stack on the target adds 1 Fatigue, and one stack is used up
    /// (THRUM-58).
    fn apply_with_marks(&mut self, block: &Effect, aimed: Aimed<'_>) {
        let Aimed { source, target, attack, .. } = aimed;
        let mark = &mut self.state.bodies[target].mark;
        if !attack.uses_marks || *mark == 0 {
            return self.apply(block, source, target);
        }
        let fatigue = block.fatigue.saturating_add_unsigned(*mark);
        let more = std::mem::replace(mark, *mark - 1);
        self.tell(&["THRUM-58"], |rules, _, _| Event::Mark {
            target: rules.named(target),
            fatigue: more,
            left: more - 1,
        });
        self.apply(&Effect { fatigue, ..*block }.noted(), source, target);
    }

    /// Makes the target's Incapacity Roll if a Finisher calls for it (THRUM-39).
    fn finish_off(&mut self, aimed: Aimed<'_>, succeeded: bool, was_exhausted: bool) {
        let (knobs, target) = (&self.rules.knobs, aimed.target);
        let is_due = aimed.attack.is_finisher
            && self.stands(target)
            && self.state.bodies[target].is_exhausted()
            && (succeeded || !knobs.finisher_needs_success)
            && (was_exhausted || !knobs.finisher_needs_exhausted);
        if is_due {
            self.trace.rule("THRUM-39");
            self.incapacity_roll(target);
        }
    }

    /// The roll of the attacker.
    fn attack_roll(&self, aimed: Aimed<'_>) -> Roll {
        let Aimed { by, target, attack, usage, .. } = aimed;
        let (rules, state) = (self.rules, &*self.state);
        let roll = rules.attack_from_anywhere(state, Against { by, target, attack, usage });
        let banes = rules.banes_from_afar(state, by, target, attack).0 + rules.banes_from_beside(state, by, attack);
        Roll { net: roll.net - banes, ..roll }
    }
}

impl Thrum {
    /// The roll of an attacker without the Banes that depend on where everybody stands (THRUM-34, THRUM-45).
    #[inline]
    pub(super) fn attack_from_anywhere(&self, state: &State, against: Against<'_>) -> Roll {
        let Against { by, target, attack, usage } = against;
        let (body, opponent) = (&state.bodies[by], &state.bodies[target]);
        let granted = self.grants(state, by);
        let mut net = usage.boons + granted.of(|grants| grants.attack_boons);
        if opponent.mark > 0 {
            net += attack.marked_boons;
        }
        if body.is_exhausted() {
            net -= self.knobs.exhausted_banes;
        }
        net -= i32::from(body.has(Status::Weakened));
        Roll { modifier: attack.modifier + granted.of(|grants| grants.attack), net }
    }

    /// The roll of the defence that a target chooses now, without what triggers add.
    pub(super) fn likely_defence(&self, state: &State, against: Against<'_>) -> Roll {
        let target = against.target;
        let defender = self.defender(state, target, state.bodies[target].stance, 0);
        let defence = defender.choose(against.attack);
        let roll = Roll { modifier: defender.value(defence), net: defender.boons(defence) };
        self.with_banes_of_defence(state, target, roll)
    }

    /// The defender's roll with the Banes that do not depend on the defence: those of being Dazed and Frayed.
    #[inline]
    fn with_banes_of_defence(&self, state: &State, target: Who, roll: Roll) -> Roll {
        let body = &state.bodies[target];
        let mut net = roll.net - i32::from(body.is(Conditions::DAZED));
        if body.is_frayed() {
            net -= self.knobs.frayed_banes;
        }
        Roll { net, ..roll }
    }

    fn rules_of_contest(&self, state: &State, aimed: Aimed<'_>, defence: Defence) -> Vec<&'static str> {
        let Aimed { by, target, attack, .. } = aimed;
        let (body, opponent) = (&state.bodies[by], &state.bodies[target]);
        let is_afar = self.distance(state, by, target) > 1;
        let is_hampered = self.banes_from_beside(state, by, attack) > 0;
        let is_sheltered = attack.is_physical && is_afar && self.sight(state, by, target) != Sight::Clear;
        let more = [
            (is_hampered, "THRUM-38"),
            (is_sheltered, "THRUM-31"),
            (is_sheltered, "THRUM-33"),
            (body.is_exhausted(), "THRUM-49"),
            (body.has(Status::Weakened) || (is_afar && body.has(Status::Blinded)), "THRUM-57"),
            (is_afar && opponent.is(Conditions::HIDDEN), "THRUM-62"),
            (attack.marked_boons != 0 && opponent.mark > 0, "THRUM-58"),
            (true, if defence == Defence::Evasion { "THRUM-37" } else { "THRUM-36" }),
            (opponent.is_frayed(), "THRUM-47"),
            (opponent.is(Conditions::DAZED), "THRUM-59"),
        ];
        let always = ["THRUM-01", "THRUM-02", "THRUM-34", "THRUM-35"];
        always.into_iter().chain(more.into_iter().filter(|&(applies, _)| applies).map(|(_, id)| id)).collect()
    }

    /// The Banes that an attack has only if its target is not adjacent, and the target's shelter (THRUM-33, THRUM-57, THRUM-62).
    #[inline]
    pub(super) fn banes_from_afar(&self, state: &State, by: Who, target: Who, attack: &Attack) -> (i32, Sight) {
        if self.distance(state, by, target) <= 1 {
            return (0, Sight::Clear);
        }
        let (body, opponent) = (&state.bodies[by], &state.bodies[target]);
        let mut banes = i32::from(body.has(Status::Blinded)) + i32::from(opponent.is(Conditions::HIDDEN));
        let sight = if attack.is_physical { self.sight(state, by, target) } else { Sight::Clear };
        if sight != Sight::Clear {
            banes += self.knobs.cover_banes;
        }
        (banes, sight)
    }

    /// The Banes that adjacent enemies give to an attack with the Ranged tag (THRUM-38).
    #[inline]
    pub(super) fn banes_from_beside(&self, state: &State, by: Who, attack: &Attack) -> i32 {
        if attack.is_ranged { self.knobs.ranged_banes * self.hampering(state, by) } else { 0 }
    }

    /// Number of adjacent enemies that hamper an attack with the Ranged tag (THRUM-38).
    #[inline]
    pub(super) fn hampering(&self, state: &State, by: Who) -> i32 {
        let enemies = self.sides.opponents(by) & if self.knobs.fallen_hamper { state.present } else { state.active };
        enemies.filter(|enemy| self.distance(state, by, enemy) == 1).len() as i32
    }
}
