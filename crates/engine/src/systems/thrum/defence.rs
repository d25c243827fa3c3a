//! The choice of a defence (THRUM-35, P8).

use super::Thrum;
use super::body::Granted;
use super::effect::Status;
use super::sheet::{Attack, Sheet};
use super::state::{Body, State};
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

/// Somebody who defends itself.
#[derive(Clone, Copy)]
pub(super) struct Defender<'a> {
    sheet: &'a Sheet,
    body: &'a Body,
    granted: Granted<'a>,
    /// How many stacks of each status are about to end.
    ticks: u32,
    evasion_boon: i32,
}

impl Thrum {
    /// Who defends itself, as it will be when so many stacks have ended.
    #[inline(always)]
    pub(super) fn defender<'a>(&'a self, state: &'a State, who: usize, ticks: u32) -> Defender<'a> {
        let evasion_boon = self.knobs.evasion_boon;
        let (sheet, body) = (&self.sheets[who], &state.bodies[who]);
        Defender { sheet, body, granted: self.grants(state, who), ticks, evasion_boon }
    }

    /// Which of the allowed defences somebody chooses (THRUM-35, P8): 1 of `ticks` where it is asked how it will be after the
    /// end of its turn.
    #[inline(always)]
    pub(super) fn choose_defence(&self, state: &State, who: usize, attack: &Attack, ticks: u32) -> Defence {
        self.defender(state, who, ticks).choose(attack)
    }
}

impl Defender<'_> {
    /// What it is now.
    #[inline(always)]
    pub(super) const fn body(&self) -> &Body {
        self.body
    }

    /// The Boons of a defence that others have not got.
    #[inline(always)]
    pub(super) fn boons(&self, defence: Defence) -> i32 {
        let is_vulnerable = self.body.stacks[Status::Vulnerable as usize] > self.ticks;
        let of_evasion = if defence == Defence::Evasion && !is_vulnerable { self.evasion_boon } else { 0 };
        self.granted.of(|grants| grants.defence_boons[defence as usize]) + of_evasion
    }

    /// The value of a defence, grants included (THRUM-36).
    #[inline(always)]
    pub(super) fn value(&self, defence: Defence) -> i32 {
        let index = defence as usize;
        self.sheet.defences[index] + self.granted.of(|grants| grants.defences[index])
    }

    /// See [`Thrum::choose_defence`].
    #[inline(always)]
    pub(super) fn choose(&self, attack: &Attack) -> Defence {
        let is_slowed = self.body.stacks[Status::Slowed as usize] > self.ticks;
        let allows = |defence: Defence| attack.allows(defence) && !(defence == Defence::Evasion && is_slowed);
        let (evades, standard) = (allows(Defence::Evasion), self.best_standard(attack));
        let Some(standard) = standard else {
            return match evades {
                true => Defence::Evasion,
                false if attack.is_physical => Defence::Resilience,
                false => Defence::Resolve,
            };
        };
        let is_better = match self.sheet.defence {
            _ if !evades => false,
            DefenceChoice::Evasion => true,
            DefenceChoice::Standard => false,
            DefenceChoice::Auto => {
                let least = self.worth(standard) + EVASION_MARGIN;
                self.worth(Defence::Evasion) >= least
            }
        };
        if is_better { Defence::Evasion } else { standard }
    }

    /// The better of the allowed defences but for Evasion; Resilience where both are equal.
    #[inline(always)]
    fn best_standard(&self, attack: &Attack) -> Option<Defence> {
        match [Defence::Resilience, Defence::Resolve].map(|defence| attack.allows(defence)) {
            [true, true] => {
                let resilience = self.worth(Defence::Resilience);
                let resolve = self.worth(Defence::Resolve);
                Some(if resolve > resilience { Defence::Resolve } else { Defence::Resilience })
            }
            [true, false] => Some(Defence::Resilience),
            [false, true] => Some(Defence::Resolve),
            [false, false] => None,
        }
    }

    /// What a defence is worth (P8).
    #[inline(always)]
    fn worth(&self, defence: Defence) -> i32 {
        2 * self.value(defence) + 3 * self.boons(defence)
    }
}
