//! The choice of a defence (THRUM-35, P8).

use super::Thrum;
use super::effect::Status;
use super::sheet::Attack;
use super::state::State;
use super::words::{Defence, DefenceChoice};

/// By how much Evasion has to be better before it is chosen (P8).
const EVASION_MARGIN: i32 = 3;

/// The attacks that Stances are taken against where nothing particular is expected (P6).
pub(super) const PHYSICAL_ATTACK: Attack = Attack::of(true, [Defence::Resilience, Defence::Evasion]);
pub(super) const MENTAL_ATTACK: Attack = Attack::of(false, [Defence::Resolve, Defence::Evasion]);

impl Attack {
    /// An attack with nothing to it but how it may be defended against.
    const fn of(is_physical: bool, defences: [Defence; 2]) -> Self {
        Self {
            is_physical,
            is_ranged: false,
            is_finisher: false,
            modifier: 0,
            defences: 1 << defences[0] as u8 | 1 << defences[1] as u8,
            marked_boons: 0,
            uses_marks: false,
        }
    }
}

impl Thrum {
    /// The Boons of a defence that others have not got; `ticks` stacks of Vulnerable are about to end.
    #[inline(always)]
    pub(super) fn boons_of(&self, state: &State, who: usize, defence: Defence, ticks: u32) -> i32 {
        let granted = self.granted(state, who, |grants| grants.defence_boons[defence as usize]);
        let is_vulnerable = state.bodies[who].stacks[Status::Vulnerable as usize] > ticks;
        let of_evasion = if defence == Defence::Evasion && !is_vulnerable { self.knobs.evasion_boon } else { 0 };
        granted + of_evasion
    }

    /// Which of the allowed defences somebody chooses (THRUM-35, P8): 1 of `ticks` where it is asked how it will be after the
    /// end of its turn.
    #[inline(always)]
    pub(super) fn choose_defence(&self, state: &State, who: usize, attack: &Attack, ticks: u32) -> Defence {
        let body = &state.bodies[who];
        let is_slowed = body.stacks[Status::Slowed as usize] > ticks;
        let allows = |defence: Defence| attack.allows(defence) && !(defence == Defence::Evasion && is_slowed);
        let (evades, standard) = (allows(Defence::Evasion), self.best_standard(state, who, attack, ticks));
        let Some(standard) = standard else {
            return match evades {
                true => Defence::Evasion,
                false if attack.is_physical => Defence::Resilience,
                false => Defence::Resolve,
            };
        };
        let is_better = match self.sheets[who].defence {
            _ if !evades => false,
            DefenceChoice::Evasion => true,
            DefenceChoice::Standard => false,
            DefenceChoice::Auto => {
                let least = self.worth(state, who, standard, ticks) + EVASION_MARGIN;
                self.worth(state, who, Defence::Evasion, ticks) >= least
            }
        };
        if is_better { Defence::Evasion } else { standard }
    }

    /// The better of the allowed defences but for Evasion; Resilience where both are equal.
    #[inline(always)]
    fn best_standard(&self, state: &State, who: usize, attack: &Attack, ticks: u32) -> Option<Defence> {
        match [Defence::Resilience, Defence::Resolve].map(|defence| attack.allows(defence)) {
            [true, true] => {
                let resilience = self.worth(state, who, Defence::Resilience, ticks);
                let resolve = self.worth(state, who, Defence::Resolve, ticks);
                Some(if resolve > resilience { Defence::Resolve } else { Defence::Resilience })
            }
            [true, false] => Some(Defence::Resilience),
            [false, true] => Some(Defence::Resolve),
            [false, false] => None,
        }
    }

    /// What a defence is worth (P8).
    #[inline(always)]
    fn worth(&self, state: &State, who: usize, defence: Defence, ticks: u32) -> i32 {
        2 * self.defence_value(state, who, defence) + 3 * self.boons_of(state, who, defence, ticks)
    }
}
