//! The choice of a defence (THRUM-35, P8).

use super::Thrum;
use super::body::{Granted, in_stance};
use super::effect::Status;
use super::sheet::{Attack, Sheet};
use super::state::{Body, State};
use super::words::{Defence, DefenceChoice};
use crate::decision::Rated;
use crate::who::Who;

/// The margin by which Evasion must be better than another defence to be chosen (P8).
const EVASION_MARGIN: i32 = 3;

/// All defences, in the ledger's order.
const ALL: [Defence; 3] = [Defence::Resilience, Defence::Evasion, Defence::Resolve];

/// Typical attacks. Policies take the basic Stance that is best against one of them (P6).
pub(super) const PHYSICAL_ATTACK: Attack = Attack::of(true, [Defence::Resilience, Defence::Evasion]);
pub(super) const MENTAL_ATTACK: Attack = Attack::of(false, [Defence::Resolve, Defence::Evasion]);

impl Attack {
    /// An attack with these defences and no other properties.
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

/// The statuses that affect the choice of a defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plight {
    is_vulnerable: bool,
    is_slowed: bool,
}

impl Plight {
    /// The statuses of a combatant after each has lost `ticks` stacks.
    const fn after(body: &Body, ticks: u32) -> Self {
        Self {
            is_vulnerable: body.stacks[Status::Vulnerable as usize] > ticks,
            is_slowed: body.stacks[Status::Slowed as usize] > ticks,
        }
    }
}

/// A combatant as a defender: its values in a given Stance.
#[derive(Clone, Copy)]
pub(super) struct Defender<'a> {
    sheet: &'a Sheet,
    granted: Granted<'a>,
    plight: Plight,
    evasion_boon: i32,
}

impl Thrum {
    /// A combatant as a defender in a Stance, or in none, after each of its statuses has lost `ticks` stacks.
    #[inline]
    pub(super) fn defender(&self, state: &State, who: Who, stance: Option<u8>, ticks: u32) -> Defender<'_> {
        let (body, sheet) = (&state.bodies[who], &self.sheets[who]);
        let worn = body.buff.map(|worn| &self.buff(worn).grants);
        let granted = Granted::new(&sheet.granted[in_stance(stance)], worn);
        Defender { sheet, granted, plight: Plight::after(body, ticks), evasion_boon: self.knobs.evasion_boon }
    }
}

impl Defender<'_> {
    /// The Boons of one defence: those granted for it, and for Evasion those of `evasion_boon` unless the defender is Vulnerable
    /// (THRUM-36, THRUM-37).
    #[inline]
    pub(super) fn boons(&self, defence: Defence) -> i32 {
        let of_evasion = if defence == Defence::Evasion && !self.plight.is_vulnerable { self.evasion_boon } else { 0 };
        self.granted.of(|grants| grants.defence_boons[defence as usize]) + of_evasion
    }

    /// The value of a defence, grants included (THRUM-36).
    #[inline]
    pub(super) fn value(&self, defence: Defence) -> i32 {
        let index = defence as usize;
        self.sheet.defences[index] + self.granted.of(|grants| grants.defences[index])
    }

    /// The defences allowed against an attack, bit n for the defence with the number n (THRUM-35, THRUM-57).
    #[inline]
    const fn allowed(&self, attack: &Attack) -> u8 {
        let bits = attack.defences & if self.plight.is_slowed { !(1 << Defence::Evasion as u8) } else { u8::MAX };
        let usual = if attack.is_physical { Defence::Resilience } else { Defence::Resolve };
        if bits == 0 { 1 << usual as u8 } else { bits }
    }

    /// The defence that the policy chooses against an attack: the best of those allowed, the first of several (P8).
    #[inline]
    pub(super) fn choose(&self, attack: &Attack) -> Defence {
        let allowed = self.allowed(attack);
        let mut best = None;
        for defence in ALL {
            let worth = self.worth(defence);
            if allowed >> defence as u8 & 1 == 1 && best.is_none_or(|(_, most)| worth > most) {
                best = Some((defence, worth));
            }
        }
        best.expect("a defence is allowed").0
    }

    /// The defences that are allowed against an attack, each with its worth.
    pub(super) fn options(&self, attack: &Attack) -> Vec<Rated<Defence, i32>> {
        let allowed = self.allowed(attack);
        let options = ALL.into_iter().filter(|&defence| allowed >> defence as u8 & 1 == 1);
        options.map(|defence| Rated::new(defence, self.worth(defence))).collect()
    }

    /// Twice the worth of a defence, so that the 1 added to Evasion only breaks ties: Evasion is chosen if it is better by at
    /// least its margin (P8).
    #[inline]
    fn worth(&self, defence: Defence) -> i32 {
        let worth = 2 * (2 * self.value(defence) + 3 * self.boons(defence));
        match (defence, self.sheet.defence) {
            (Defence::Resilience | Defence::Resolve, _) => worth,
            (Defence::Evasion, DefenceChoice::Auto) => worth - 2 * EVASION_MARGIN + 1,
            (Defence::Evasion, DefenceChoice::Evasion) => i32::MAX,
            (Defence::Evasion, DefenceChoice::Standard) => i32::MIN,
        }
    }
}
