//! The metrics of a fight and the names under which they are reported.

use super::State;
use super::resolve::Fight;
use crate::dice::Dice;
use crate::metrics;
use crate::outcome::Combatant;
use crate::ruleset::{Metric, MetricUnit};
use crate::skirmish::{Declared, OfEach};
use crate::trace::Trace;
use crate::who::Who;

metrics! {
    ATTACKS: events { "attacks": "attacks on one target each, those on the Incapacitated included" }
    HITS: events { "hits": "attacks that succeeded" }
    CRITICALS: events { "criticals": "attacks that were Criticals by their margin" }
    EVASIONS: events { "evasions": "defences by Evasion" }
    OVEREXERTS: events { "overexerts": "abilities that were Overexerted" }
    TRIGGERS: events { "triggers": "uses of the triggers of Stances" }
    PANIC_ROLLS: events { "panic_rolls": "Panic Rolls" }
    PANICS: events { "panics": "Panic Rolls that failed" }
    INCAPACITY_ROLLS: events { "incapacity_rolls": "Incapacity Rolls" }
    INCAPACITATIONS: events { "incapacitations": "Incapacity Rolls that failed" }
    RESUSCITATIONS: events { "resuscitations": "times that somebody else's ability ended an Incapacity" }
    AWAKENINGS: events { "awakenings": "times that a Fatigue Load of 0 ended an Incapacity" }
    WOUNDS: events { "wounds": "Wounds taken" }
    REMOVALS: events { "removals": "combatants removed from the fight" }
    RECOVERS: events { "recovers": "uses of `recover`" }
    DROP_ROLLS: events { "drop_rolls": "rolls for going or being moved down 2 or more levels" }
    DROPS_FAILED: events { "drops_failed": "rolls for drops that failed" }
    FATIGUE_TAKEN: events { "fatigue_taken": "Fatigue taken, Vulnerable included" }
    STRESS_TAKEN: events { "stress_taken": "Stress taken, Vulnerable included" }
    COLLAPSED: events { "collapsed": "combatants that are Incapacitated at the end, with a Fatigue Tolerance of 0" }
}

/// The metrics that each combatant has.
const OF_EACH: [Declared; 3] = [
    of_each("collapsed", MetricUnit::YesNo, "1 where it is Incapacitated at the end, with a Fatigue Tolerance of 0"),
    of_each("fatigue_tolerance_lost", MetricUnit::Events, "Fatigue Tolerance lost in the fight"),
    of_each("stress_tolerance_lost", MetricUnit::Events, "Stress Tolerance lost in the fight"),
];

const fn of_each(name: &'static str, unit: MetricUnit, doc: &'static str) -> Declared {
    Declared { name, unit, doc }
}

/// The metrics of each combatant, whose number depends on the scenario.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountsOfEach {
    collapsed: OfEach,
    fatigue_tolerance_lost: OfEach,
    stress_tolerance_lost: OfEach,
}

impl CountsOfEach {
    /// All metrics of a scenario, and the positions of those of each combatant.
    pub(super) fn declare(combatants: &[Combatant]) -> (Vec<Metric>, Self) {
        let mut metrics = Declared::metrics(METRICS);
        let [collapsed, fatigue_tolerance_lost, stress_tolerance_lost] =
            OF_EACH.map(|declared| OfEach::add(&mut metrics, &declared, combatants));
        (metrics, Self { collapsed, fatigue_tolerance_lost, stress_tolerance_lost })
    }
}

impl State {
    /// Whether a combatant is Incapacitated with a Fatigue Tolerance of 0 (THRUM-16).
    pub(super) fn has_collapsed(&self, who: Who) -> bool {
        (self.present - self.active).contains(who) && self.bodies[who].fatigue_tolerance == 0
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Records the losses of all combatants at the end of a fight (THRUM-16, THRUM-55).
    pub(super) fn record(&mut self) {
        let (rules, counts) = (self.rules, self.rules.counts_of_each);
        for who in rules.sides.everybody() {
            let ([fatigue, stress], body) = (rules.tolerances_at_start(self.state, who), &self.state.bodies[who]);
            if self.state.has_collapsed(who) {
                self.trace.count(COLLAPSED, 1);
                self.trace.count(counts.collapsed.of(who), 1);
            }
            let lost = (fatigue - body.fatigue_tolerance) as u32;
            self.trace.count(counts.fatigue_tolerance_lost.of(who), lost);
            let lost = (stress - body.stress_tolerance) as u32;
            self.trace.count(counts.stress_tolerance_lost.of(who), lost);
        }
        self.tell(&["THRUM-16", "THRUM-55"], |rules, state, _| rules.aftermath(state));
    }
}
