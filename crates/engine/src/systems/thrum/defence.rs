//! The choice of a defence (THRUM-35, P8).

use super::Thrum;
use super::body::{Granted, in_stance};
use super::effect::Status;
use super::sheet::{Attack, Sheet};
use super::state::{Body, State};
use super::words::{Defence, DefenceChoice};
use crate::skirmish::Roster;

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

/// How somebody defends itself: the defence that it chooses, its value with grants (THRUM-36), and its Boons that others have not got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Guard {
    pub(super) defence: Defence,
    pub(super) value: i16,
    pub(super) boons: i16,
}

/// What of somebody's state decides about its defence, beside its Stance and its Buff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plight {
    is_vulnerable: bool,
    is_slowed: bool,
}

impl Plight {
    /// That of somebody when so many stacks have ended.
    #[inline(always)]
    const fn after(body: &Body, ticks: u32) -> Self {
        Self {
            is_vulnerable: body.stacks[Status::Vulnerable as usize] > ticks,
            is_slowed: body.stacks[Status::Slowed as usize] > ticks,
        }
    }
}

/// The ways of defending oneself against all kinds of attacks: three bits of defences allowed, the kind, two bits of plight.
const WAYS: usize = 64;

/// How somebody without a Buff defends itself, in no Stance and in each of its Stances, by the [`way`].
#[derive(Debug, Clone)]
pub(super) struct Guards(Box<[[Guard; WAYS]]>);

/// The number of a kind of attack on somebody in a plight.
#[inline(always)]
const fn way(defences: u8, is_physical: bool, plight: Plight) -> usize {
    let bits = (is_physical as usize) << 3 | (plight.is_vulnerable as usize) << 4 | (plight.is_slowed as usize) << 5;
    (defences as usize & 7) | bits
}

impl Guards {
    /// Those of everybody.
    pub(super) fn of_all(sheets: &Roster<Sheet>, evasion_boon: i32) -> Roster<Self> {
        Roster::new(sheets.iter().map(|sheet| Self::new(sheet, evasion_boon)).collect())
    }

    fn new(sheet: &Sheet, evasion_boon: i32) -> Self {
        let in_way = |own, number: usize| {
            let plight = Plight { is_vulnerable: number >> 4 & 1 == 1, is_slowed: number >> 5 & 1 == 1 };
            let defender = Defender { sheet, granted: Granted::new(own, None), plight, evasion_boon };
            defender.guard(number as u8 & 7, number >> 3 & 1 == 1)
        };
        Self(sheet.granted.iter().map(|own| std::array::from_fn(|number| in_way(own, number))).collect())
    }
}

/// Somebody who defends itself.
#[derive(Clone, Copy)]
struct Defender<'a> {
    sheet: &'a Sheet,
    granted: Granted<'a>,
    plight: Plight,
    evasion_boon: i32,
}

impl Thrum {
    /// How somebody defends itself against an attack (THRUM-35, P8).
    #[inline(always)]
    pub(super) fn guard(&self, state: &State, who: usize, attack: &Attack) -> Guard {
        self.guard_after(state, who, state.bodies[who].stance, attack, 0)
    }

    /// The same in a Stance, or in none, when so many stacks have ended.
    #[inline(always)]
    pub(super) fn guard_after(
        &self,
        state: &State,
        who: usize,
        stance: Option<u8>,
        attack: &Attack,
        ticks: u32,
    ) -> Guard {
        let body = &state.bodies[who];
        let plight = Plight::after(body, ticks);
        if body.buff.is_none() {
            return self.guards[who].0[in_stance(stance)][way(attack.defences, attack.is_physical, plight)];
        }
        self.guard_in_buff(body, who, stance, plight, attack)
    }

    /// The same of somebody with a Buff.
    #[inline(never)]
    fn guard_in_buff(&self, body: &Body, who: usize, stance: Option<u8>, plight: Plight, attack: &Attack) -> Guard {
        let sheet = &self.sheets[who];
        let worn = body.buff.map(|worn| &self.buff(worn).grants);
        let granted = Granted::new(&sheet.granted[in_stance(stance)], worn);
        let evasion_boon = self.knobs.evasion_boon;
        Defender { sheet, granted, plight, evasion_boon }.guard(attack.defences, attack.is_physical)
    }
}

impl Defender<'_> {
    /// The Boons of a defence that others have not got.
    fn boons(&self, defence: Defence) -> i32 {
        let of_evasion = if defence == Defence::Evasion && !self.plight.is_vulnerable { self.evasion_boon } else { 0 };
        self.granted.of(|grants| grants.defence_boons[defence as usize]) + of_evasion
    }

    /// The value of a defence, grants included (THRUM-36).
    fn value(&self, defence: Defence) -> i32 {
        let index = defence as usize;
        self.sheet.defences[index] + self.granted.of(|grants| grants.defences[index])
    }

    /// See [`Thrum::guard`]; of the defences allowed, bit n stands for that with the number n.
    fn guard(&self, defences: u8, is_physical: bool) -> Guard {
        let defence = self.choose(defences, is_physical);
        Guard { defence, value: self.value(defence) as i16, boons: self.boons(defence) as i16 }
    }

    /// Which of the allowed defences it chooses (THRUM-35, P8).
    fn choose(&self, defences: u8, is_physical: bool) -> Defence {
        let allows = |defence: Defence| defences >> defence as u8 & 1 == 1;
        let (evades, standard) = (allows(Defence::Evasion) && !self.plight.is_slowed, self.best_standard(allows));
        let Some(standard) = standard else {
            return match evades {
                true => Defence::Evasion,
                false if is_physical => Defence::Resilience,
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
    fn best_standard(&self, allows: impl Fn(Defence) -> bool) -> Option<Defence> {
        match [Defence::Resilience, Defence::Resolve].map(allows) {
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
    fn worth(&self, defence: Defence) -> i32 {
        2 * self.value(defence) + 3 * self.boons(defence)
    }
}
