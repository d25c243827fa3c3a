//! Days of several fights, the legs, one after the other.
//!
//! A [`Day`] is a [`Ruleset`] made of others: the end of a leg is a turn like any other, and the set-up of the next leg is part of
//! the same round. So whatever plays, counts, solves or tells a fight does so with a day. What a combatant takes from one leg into
//! the next is said by its system ([`Ruleset::keep`], [`Ruleset::take_over`]); numbers are tied together by their names, so that
//! each leg may have sheets of its own.

mod heard;
mod seats;
mod state;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display};
use std::sync::Arc;

use serde::Serialize;

use crate::any::{AnyRules, AnyScratch, Hear, Part, Playing, rules};
use crate::dice::{Dice, Lent};
use crate::event::Event;
use crate::lead::Balance;
use crate::outcome::{EndState, Side, Winner};
use crate::ruleset::{Fight, Outline, Progress, Ruleset};
use crate::scenario::common::ids_of;
use crate::scenario::{KeyDecl, LEGS, Problem, Scenario};
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

use heard::Heard;
pub(crate) use seats::LEGS_MAX;
use seats::Seats;
pub use seats::{metrics_of_leg, out_of_leg, start_of_leg};
pub use state::DayState;
use state::Stage;

/// The first part of the names of metrics of single legs.
pub const PREFIX: &str = "legs.";

/// A combatant of the party that was in an earlier leg, as the next one finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The combatant, in the leg that begins.
    pub who: Who,
    /// Its end state in the last leg in which it took part.
    pub end: EndState,
    /// Its numbers, in the order of [`Ruleset::kept`]; `None` for one that it has not had yet.
    pub numbers: Vec<Option<i32>>,
}

/// One of the scenarios of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// Its weight; that of a leg's only scenario does not matter.
    pub weight: u32,
    /// Its index among the fights of the day.
    pub fight: usize,
}

/// A leg of a day, as it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// The name used in paths and reports.
    pub id: String,
    /// One scenario, or several of which a die chooses one.
    pub chances: Vec<Chance>,
}

/// A sequence of fights of one system.
#[derive(Clone)]
pub struct Day {
    /// The name of their system.
    system: &'static str,
    fights: Box<[Arc<dyn AnyRules>]>,
    /// The paths of the fights in the scenario; none for a day that is made of compiled fights.
    paths: Box<[String]>,
    legs: Box<[Fights]>,
    outline: Outline,
    opening: DayState,
}

/// A leg with the places of its combatants.
#[derive(Debug, Clone)]
struct Fights {
    id: String,
    options: Box<[Seats]>,
    /// The sides of the die that chooses: 0 if there is nothing to choose.
    sides: u32,
    /// The index of the first of its own metrics, which it has beside others alone.
    metrics: usize,
}

/// Working memory of each fight: what one scenario has cached means nothing to another.
#[derive(Debug, Default, Clone)]
pub struct Scratches(Vec<AnyScratch>);

impl Scratches {
    fn of(&mut self, fight: usize) -> &mut AnyScratch {
        if self.0.len() <= fight {
            self.0.resize_with(fight + 1, AnyScratch::default);
        }
        &mut self.0[fight]
    }
}

/// The line of a replay with which a leg begins.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "leg")]
struct Begins<'a> {
    leg: &'a str,
    number: usize,
    /// The scenario that was chosen, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<&'a str>,
}

impl Display for Begins<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Leg {}: {}", self.number, self.leg)?;
        self.choice.map_or(Ok(()), |choice| write!(f, ", {choice}"))
    }
}

impl Event for Begins<'_> {}

/// The line of a leg to which nobody of the party comes.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "leg_lost")]
struct IsLost<'a> {
    leg: &'a str,
}

impl Display for IsLost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nobody of the party can fight: the leg is lost.")
    }
}

impl Event for IsLost<'_> {}

impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Day").field("legs", &self.legs).finish_non_exhaustive()
    }
}

impl Day {
    /// A day of these fights. The error says what is wrong with it.
    ///
    /// # Errors
    /// If it has more combatants than can be told apart, or no leg.
    pub fn new<R: Ruleset>(fights: Vec<R>, legs: &[Leg]) -> Result<Self, String> {
        Self::of_any(R::NAME, fights.into_iter().map(|fight| rules(Arc::new(fight))).collect(), legs)
    }

    fn of_any(system: &'static str, fights: Vec<Arc<dyn AnyRules>>, legs: &[Leg]) -> Result<Self, String> {
        let (outline, legs, numbers) = seats::arrange(&fights, legs)?;
        let first = &legs[0];
        let stage = if legs.len() > 1 || first.sides > 0 { Stage::Ahead } else { Stage::SetUp };
        let opening = DayState {
            leg: 0,
            option: 0,
            stage,
            round: 0,
            counted: 0,
            away: Group::NOBODY,
            fight: fights[first.options[0].fight].opening(),
            ends: vec![None; outline.combatants.len()].into(),
            kept: vec![None; numbers].into(),
        };
        Ok(Self { system, fights: fights.into(), paths: Box::default(), legs, outline, opening })
    }

    /// Compiles the day of a system, as [`Ruleset::load`] does with a single fight.
    pub fn read<R: Ruleset>(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let refused = |reason: String| Problem::refused(scenario.legs_span(), LEGS, reason);
        if !R::HAS_DAYS {
            problems.push(refused(format!("the system `{}` has no rules of days yet", R::NAME)));
            return None;
        }
        let mut fights: Vec<Arc<dyn AnyRules>> = Vec::new();
        let (mut paths, mut legs) = (Vec::new(), Vec::new());
        for leg in scenario.legs() {
            let mut chances = Vec::new();
            for (weight, path, fight) in leg.fights {
                // Nothing is compiled if there is a problem, but what is wrong is found.
                let mut found: Vec<Problem> = problems.first().cloned().into_iter().collect();
                let known = found.len();
                let compiled = R::load(fight, &mut found);
                problems.extend(found.split_off(known).into_iter().map(|problem| problem.within(&path)));
                chances.push(Chance { weight, fight: fights.len() });
                fights.extend(compiled.map(|fight| rules(Arc::new(fight))));
                paths.push(path);
            }
            let ids = ids_of(leg.id, leg.repeat);
            legs.extend(ids.into_iter().map(|id| Leg { id, chances: chances.clone() }));
        }
        if !problems.is_empty() || fights.len() < paths.len() {
            return None;
        }
        let day = Self::of_any(R::NAME, fights, &legs).map_err(|reason| problems.push(refused(reason))).ok()?;
        Some(Self { paths: paths.into(), ..day })
    }

    const fn has_several_legs(&self) -> bool {
        self.legs.len() > 1
    }

    /// The place of combatants in the present leg.
    fn seats(&self, state: &DayState) -> &Seats {
        &self.legs[usize::from(state.leg)].options[usize::from(state.option)]
    }

    /// The rules of the present leg.
    fn rules(&self, state: &DayState) -> &dyn AnyRules {
        &*self.fights[self.seats(state).fight]
    }

    /// A combatant in the present leg; `None` if it does not take part.
    fn present(&self, state: &DayState, who: Who) -> Option<Who> {
        self.seats(state).places[who.index()].filter(|&who| !state.away.contains(who))
    }

    /// A combatant in the present leg, if that says how it is; else it is as it was before.
    fn fighter(&self, state: &DayState, who: Who) -> Option<Who> {
        self.present(state, who).filter(|_| state.stage != Stage::Ahead)
    }

    /// Notes how everybody comes out of the present leg, and goes to the next one.
    fn go_on(&self, state: &mut DayState) {
        let (seats, rules) = (self.seats(state), self.rules(state));
        for (who, &seat) in Who::first(seats.who.len()).zip(&seats.who) {
            if state.away.contains(who) {
                continue;
            }
            state.ends[seat.index()] = Some(rules.end_state(&state.fight, who));
            let places = &seats.numbers[who.index()];
            if !places.is_empty() {
                let mut numbers = vec![0; places.len()];
                rules.keep(&state.fight, who, &mut numbers);
                for (&at, number) in places.iter().zip(numbers) {
                    state.kept[usize::from(at)] = Some(number);
                }
            }
        }
        (state.leg, state.option, state.stage, state.round) = (state.leg + 1, 0, Stage::Ahead, 0);
        state.away = Group::NOBODY;
        self.open(state);
    }

    /// Sets the present leg to its opening.
    fn open(&self, state: &mut DayState) {
        state.fight = self.rules(state).opening();
    }
}

/// A day in progress, with dice and observer of any type.
struct Going<'a> {
    day: &'a Day,
    state: &'a mut DayState,
    scratch: &'a mut Scratches,
    dice: Lent<'a>,
    trace: &'a mut dyn Hear,
}

impl<'a> Going<'a> {
    fn of<D: Dice, T: Trace>(fight: &'a mut Fight<'_, Day, D, T>) -> Self {
        let Fight { rules: day, state, scratch, dice, trace, .. } = fight;
        Self { day, state, scratch, dice: Lent::new(*dice), trace: *trace }
    }

    /// Plays a part of the present leg.
    fn play(&mut self, part: Part) -> Progress {
        let Self { day, state, scratch, dice, trace } = self;
        let seats = day.seats(state);
        let counted = day.has_several_legs().then_some(&mut state.counted);
        let trace = &mut Heard { to: &mut **trace, seats, counted };
        let (state, scratch, round) = (&mut state.fight, scratch.of(seats.fight), state.round);
        day.fights[seats.fight].play(part, Playing { state, scratch, round, dice, trace })
    }

    /// Plays the next step of the present leg, or the first one of a leg that begins.
    fn step(&mut self) -> Progress {
        if self.state.stage == Stage::Ahead && !self.begin() {
            self.state.stage = Stage::Lost;
            self.trace.happens(&IsLost { leg: &self.day.legs[usize::from(self.state.leg)].id });
            return Progress::Won(Winner::Enemies);
        }
        if self.state.stage == Stage::Between {
            (self.state.stage, self.state.round) = (Stage::Round, self.state.round + 1);
            self.count(seats::ROUNDS);
        }
        let is_set_up = self.state.stage == Stage::SetUp;
        let progress = self.play(if is_set_up { Part::SetUp } else { Part::Turn });
        if is_set_up && progress != Progress::NextTurn {
            self.count_start();
        }
        if progress == Progress::Won(Winner::Party) {
            self.count(seats::WON);
        }
        let (day, state) = (self.day, &mut *self.state);
        let rules = day.rules(state);
        match progress {
            Progress::NextTurn => Progress::NextTurn,
            Progress::RoundOver
                if !is_set_up && day.has_several_legs() && state.round == rules.outline().rounds_max =>
            {
                Progress::Won(Winner::Timeout)
            }
            Progress::RoundOver => {
                // In a day of one leg, rounds are told apart no further than in its fight.
                let known = if day.has_several_legs() { u32::MAX } else { rules.rounds_known() };
                (state.stage, state.round) = (Stage::Between, state.round.min(known));
                Progress::RoundOver
            }
            Progress::Won(Winner::Party) if usize::from(state.leg) + 1 < day.legs.len() => {
                self.play(Part::Tending);
                self.count_out();
                day.go_on(self.state);
                Progress::NextTurn
            }
            Progress::Won(winner) => Progress::Won(winner),
        }
    }

    /// Counts what the party has left once the set-up of the present leg is over; who stays away has nothing.
    fn count_start(&mut self) {
        let (day, state) = (self.day, &*self.state);
        let (seats, rules) = (day.seats(state), day.rules(state));
        for member in seats.party.iter().filter(|member| !state.away.contains(member.who)) {
            let mut numbers = vec![0; seats.numbers[member.who.index()].len()];
            rules.keep(&state.fight, member.who, &mut numbers);
            for &(number, metric) in &member.left {
                self.trace.count(metric, u32::try_from(numbers[number]).unwrap_or(0));
            }
        }
    }

    /// Counts who of the party is out at the end of the present leg.
    fn count_out(&mut self) {
        let (day, state) = (self.day, &*self.state);
        if !day.has_several_legs() {
            return;
        }
        let (seats, rules) = (day.seats(state), day.rules(state));
        for member in seats.party.iter().filter(|member| !state.away.contains(member.who)) {
            if rules.end_state(&state.fight, member.who) != EndState::Standing {
                self.trace.count(member.out, 1);
            }
        }
    }

    /// Counts a metric of the present leg, if the day has several.
    fn count(&mut self, metric: usize) {
        if self.day.has_several_legs() {
            let leg = &self.day.legs[usize::from(self.state.leg)];
            self.trace.count(leg.metrics + metric, 1);
        }
    }

    /// Opens the leg that is ahead, for who comes to it from earlier ones. Whether somebody of the party fights on in it.
    fn begin(&mut self) -> bool {
        self.count(seats::REACHED);
        let Self { day, state, dice, trace, .. } = self;
        let leg = &day.legs[usize::from(state.leg)];
        if state.leg > 0 {
            dice.next_leg();
        }
        if leg.sides > 0 {
            let face = dice.choose(leg.sides);
            let mut sum = 0;
            let chosen = leg.options.iter().position(|seats| {
                sum += seats.weight;
                sum >= face
            });
            state.option = chosen.expect("the weights add up to the sides of the die") as u8;
        }
        if day.has_several_legs() {
            let path = day.paths.get(leg.options[usize::from(state.option)].fight).filter(|_| leg.sides > 0);
            let choice = path.and_then(|path| path.splitn(3, '.').nth(2));
            trace.happens(&Begins { leg: &leg.id, number: usize::from(state.leg) + 1, choice });
        }
        day.open(state);
        let (seats, rules) = (day.seats(state), day.rules(state));
        state.stage = Stage::SetUp;
        let mut carried = Vec::new();
        for (who, &seat) in Who::first(seats.who.len()).zip(&seats.who) {
            if let Some(end) = state.ends[seat.index()] {
                let numbers = seats.numbers[who.index()].iter().map(|&at| state.kept[usize::from(at)]).collect();
                carried.push(Carried { who, end, numbers });
            }
        }
        if carried.is_empty() {
            return true;
        }
        let mut heard = Heard { to: &mut **trace, seats, counted: None };
        let there = rules.take_over(&mut state.fight, &carried, &mut heard);
        state.away = carried.iter().map(|carried| carried.who).filter(|&who| !there.contains(who)).collect();
        // The numbers of those who are there are in the state of the fight.
        for &at in there.iter().flat_map(|who| &seats.numbers[who.index()]) {
            state.kept[usize::from(at)] = None;
        }
        for carried in carried.iter().filter(|carried| state.away.contains(carried.who)) {
            for (&at, number) in seats.numbers[carried.who.index()].iter().zip(rules.rested(carried)) {
                state.kept[usize::from(at)] = number;
            }
        }
        let mut members = Who::first(seats.who.len()).zip(&rules.outline().combatants);
        members.any(|(who, combatant)| {
            combatant.side == Side::Party && !state.away.contains(who) && rules.fights_on(&state.fight, who)
        })
    }
}

impl Ruleset for Day {
    const NAME: &'static str = "day";
    const ABOUT: &'static str = "a sequence of fights of one system";
    const LEDGER: &'static str = "";
    const SCHEMA: &'static [KeyDecl] = &[];

    type State = DayState;
    type Scratch = Scratches;

    /// Refused: a day is read by [`load_day`](crate::load_day), which knows its system.
    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        problems.push(Problem::refused(scenario.legs_span(), LEGS, "a day is one of a system"));
        None
    }

    fn system(&self) -> &'static str {
        self.system
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn may_err(&self) -> bool {
        self.fights.iter().any(|fight| fight.may_err())
    }

    fn derived(&self, path: &str) -> Option<i64> {
        let mut fights = self.paths.iter().zip(&self.fights);
        fights.find_map(|(of, fight)| fight.derived(path.strip_prefix(&**of)?.strip_prefix('.')?))
    }

    fn never(&self) -> Vec<String> {
        let of = |(path, fight): (&String, &Arc<dyn AnyRules>)| {
            fight.never().into_iter().map(|sentence| format!("{sentence} (in `{path}`)")).collect::<Vec<_>>()
        };
        self.paths.iter().zip(&self.fights).flat_map(of).collect()
    }

    fn opening(&self) -> &Self::State {
        &self.opening
    }

    fn state_bytes(&self) -> usize {
        let largest = self.fights.iter().map(|fight| fight.state_bytes()).max().unwrap_or_default();
        largest + size_of::<Self::State>() + size_of_val(&*self.opening.ends) + size_of_val(&*self.opening.kept)
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        Going::of(fight).step()
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        Going::of(fight).step()
    }

    #[inline(never)]
    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        let mut day = Going::of(fight);
        if day.state.stage != Stage::Lost {
            day.play(Part::Finish);
            day.count_out();
        }
    }

    /// Parts that no later rule reads, of the last leg alone: the state of any other may be carried on.
    fn forget(&self, state: &mut Self::State) {
        if usize::from(state.leg) + 1 == self.legs.len() && state.stage != Stage::Ahead {
            let rules = &self.fights[self.seats(state).fight];
            rules.forget(&mut state.fight);
        }
    }

    fn end_state(&self, state: &Self::State, combatant: Who) -> EndState {
        match self.fighter(state, combatant) {
            Some(who) => self.rules(state).end_state(&state.fight, who),
            None => state.ends[combatant.index()].unwrap_or(EndState::Standing),
        }
    }

    /// Whether a combatant fights on in the present leg; one that is not in it does not.
    fn fights_on(&self, state: &Self::State, combatant: Who) -> bool {
        self.present(state, combatant).is_some_and(|who| self.rules(state).fights_on(&state.fight, who))
    }

    /// The points in the present leg; a combatant that is not in it has one point, unless it came out of an earlier one
    /// and does not stand.
    fn remaining(&self, state: &Self::State, who: Who) -> [i64; 2] {
        match self.fighter(state, who) {
            Some(who) => self.rules(state).remaining(&state.fight, who),
            None => [(self.end_state(state, who) == EndState::Standing).into(), 1],
        }
    }

    fn lead(&self, state: &Self::State) -> i32 {
        self.rules(state).lead(&state.fight)
    }

    fn balance(&self, state: &Self::State) -> Balance {
        self.rules(state).balance(&state.fight)
    }

    fn picture(&self, state: &Self::State) -> Option<String> {
        self.rules(state).picture(&state.fight)
    }
}
