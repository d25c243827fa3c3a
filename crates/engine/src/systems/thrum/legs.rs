//! The Tolerances and Wounds that outlast a fight of a day, and the Downtime between two of them (THRUM-66 to THRUM-70).

use super::Thrum;
use super::event::Event;
use super::state::{Body, State};
use crate::day::Carried;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The numbers that outlast a fight, in the order in which a combatant keeps them.
const KEPT: [Number; 5] =
    [Number::FatigueTolerance, Number::StressTolerance, Number::Wounds, Number::Collapsed, Number::Removed];

/// The names of those that are shown.
pub(super) const SHOWN: [&str; 3] = ["fatigue_tolerance", "stress_tolerance", "wounds"];

/// A number that outlasts a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    FatigueTolerance,
    StressTolerance,
    Wounds,
    /// 1 for who is Incapacitated at the end without Fatigue Tolerance, else 0 (THRUM-16).
    Collapsed,
    /// 1 for who is removed from the fight, else 0 (THRUM-53).
    Removed,
}

impl Number {
    const fn name(self) -> &'static str {
        match self {
            Self::FatigueTolerance => SHOWN[0],
            Self::StressTolerance => SHOWN[1],
            Self::Wounds => SHOWN[2],
            Self::Collapsed => "collapsed",
            Self::Removed => "removed",
        }
    }

    fn of(self, state: &State, who: Who) -> i32 {
        let body = &state.bodies[who];
        match self {
            Self::FatigueTolerance => body.fatigue_tolerance,
            Self::StressTolerance => body.stress_tolerance,
            Self::Wounds => body.wounds.into(),
            Self::Collapsed => state.has_collapsed(who).into(),
            Self::Removed => (!(state.left_or_awaited() | state.present).contains(who)).into(),
        }
    }

    /// The number with which a combatant comes; `None` if it has not had it yet.
    fn carried(self, carried: &Carried) -> Option<i32> {
        carried.numbers.get(self as usize).copied().flatten()
    }
}

/// The Downtime before a leg, and what all of it gives back at most (THRUM-68).
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    pub(super) downtimes: i32,
    pub(super) fatigue_tolerance: i32,
    pub(super) stress_tolerance: i32,
    pub(super) wounds: i32,
}

/// The names of the numbers that a combatant keeps (THRUM-66).
pub(super) fn kept() -> Vec<String> {
    KEPT.map(|number| number.name().to_owned()).into()
}

impl State {
    /// Writes down the numbers that a combatant keeps, in the order of [`kept`].
    pub(super) fn keep(&self, who: Who, numbers: &mut [i32]) {
        for (number, kept) in numbers.iter_mut().zip(KEPT) {
            *number = kept.of(self, who);
        }
    }
}

impl Thrum {
    /// The Fatigue and the Stress Tolerance with which a combatant began the fight (THRUM-55, THRUM-70).
    pub(super) fn tolerances_at_start(&self, state: &State, who: Who) -> [i32; 2] {
        let sheet = &self.sheets[who];
        state.starts.get(who.index()).copied().unwrap_or([sheet.fatigue_tolerance, sheet.stress_tolerance])
    }

    /// Opens a leg for those who come from earlier ones: after their Downtime, with what they have then.
    pub(super) fn open_leg(&self, state: &mut State, carried: &[Carried], trace: &mut impl Trace) -> Group {
        let downtimes = self.rest.downtimes;
        let mut there = Group::NOBODY;
        for carried in carried {
            let who = carried.who;
            let is_removed = Number::Removed.carried(carried) == Some(1);
            if downtimes > 0 && !is_removed {
                trace.rule("THRUM-68");
            }
            let body = self.rested(who, carried, state.bodies[who]);
            let has_collapsed = Number::Collapsed.carried(carried) == Some(1) && body.fatigue_tolerance == 0;
            if is_removed || has_collapsed || body.wounds >= self.knobs.wounds_to_remove {
                trace.rule("THRUM-69");
                trace.happens(|| Event::StaysAway { who: self.named(who) });
                continue;
            }
            trace.rule("THRUM-66");
            trace.rule("THRUM-67");
            there |= Group::of(who);
            state.bodies[who] = body;
            trace.happens(|| self.carries(who, &body, downtimes));
        }
        trace.rule("THRUM-70");
        let away: Group = carried.iter().map(|carried| carried.who).filter(|&who| !there.contains(who)).collect();
        // Combatants that stay away are nobody in the fight: they neither start in it nor arrive later.
        state.initiative_due -= away;
        state.absent -= away;
        let on_time: Group = state.order.iter().collect();
        state.order.start_over(on_time - away);
        let starts = self.sides.everybody().iter().map(|who| {
            let body = &state.bodies[who];
            [body.fatigue_tolerance, body.stress_tolerance]
        });
        let starts: Box<[_]> = starts.collect();
        // Fights in which nobody has lost anything are those of the file.
        if self.sides.everybody().iter().any(|who| starts[who.index()] != self.tolerances_at_start(state, who)) {
            state.starts = starts;
        }
        there
    }

    /// The body of a combatant that comes to the leg, in which it has `fresh` of its own (THRUM-66 to THRUM-68).
    fn rested(&self, who: Who, carried: &Carried, fresh: Body) -> Body {
        let (sheet, rest) = (&self.sheets[who], self.rest);
        let restored = |number: Number, given: i32, most: i32| {
            number.carried(carried).map_or(most, |left| left.saturating_add(given).min(most))
        };
        let wounds = Number::Wounds.carried(carried).unwrap_or_default().saturating_sub(rest.wounds).max(0);
        Body {
            fatigue: 0,
            stress: 0,
            fatigue_tolerance: restored(Number::FatigueTolerance, rest.fatigue_tolerance, sheet.fatigue_tolerance),
            stress_tolerance: restored(Number::StressTolerance, rest.stress_tolerance, sheet.stress_tolerance),
            wounds: wounds as u8,
            ..fresh
        }
    }

    fn carries(&self, who: Who, body: &Body, downtimes: i32) -> Event<'_> {
        let sheet = &self.sheets[who];
        Event::Carries {
            who: self.named(who),
            fatigue_tolerance: body.fatigue_tolerance,
            stress_tolerance: body.stress_tolerance,
            of: [sheet.fatigue_tolerance, sheet.stress_tolerance],
            wounds: body.wounds,
            downtimes,
        }
    }
}
