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

use serde::Serialize;

use crate::decision::DecisionKind;
use crate::dice::{Dice, Occasion};
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
pub use seats::metrics_of_leg;
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

/// A number of a combatant that outlasts a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its name, such as `hp` or `uses.bow`: the same name means the same number in every leg.
    pub name: String,
    /// Whether reports show how much of it is left when a leg begins.
    pub is_shown: bool,
}

impl Kept {
    /// A number that reports show.
    pub fn shown(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_shown: true }
    }

    /// A number that is carried on, and not shown.
    pub fn silent(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_shown: false }
    }
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
#[derive(Debug, Clone)]
pub struct Day<R: Ruleset> {
    fights: Box<[R]>,
    /// The paths of the fights in the scenario; none for a day that is made of compiled fights.
    paths: Box<[String]>,
    legs: Box<[Fights]>,
    outline: Outline,
    opening: DayState<R::State>,
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

/// Working memory of each fight, made when it is first played: what one scenario has cached means nothing to another.
#[derive(Debug, Clone)]
pub struct Scratches<S>(Vec<S>);

impl<S> Default for Scratches<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: Default> Scratches<S> {
    fn of(&mut self, fight: usize) -> &mut S {
        if self.0.len() <= fight {
            self.0.resize_with(fight + 1, S::default);
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
}

impl Display for Begins<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Leg {}: {}", self.number, self.leg)
    }
}

impl Event for Begins<'_> {}

impl<R: Ruleset> Day<R> {
    /// A day of these fights. The error says what is wrong with it.
    ///
    /// # Errors
    /// If it has more combatants than can be told apart, or no leg.
    pub fn new(fights: Vec<R>, legs: &[Leg]) -> Result<Self, String> {
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
            fight: fights[first.options[0].fight].opening().clone(),
            ends: vec![None; outline.combatants.len()].into(),
            kept: vec![None; numbers].into(),
        };
        Ok(Self { fights: fights.into(), paths: Box::default(), legs, outline, opening })
    }

    const fn has_several_legs(&self) -> bool {
        self.legs.len() > 1
    }

    /// The place of combatants in the present leg.
    fn seats(&self, state: &DayState<R::State>) -> &Seats {
        &self.legs[usize::from(state.leg)].options[usize::from(state.option)]
    }

    /// The rules of the present leg.
    fn rules(&self, state: &DayState<R::State>) -> &R {
        &self.fights[self.seats(state).fight]
    }

    /// A combatant in the present leg; `None` if it does not take part.
    fn present(&self, state: &DayState<R::State>, who: Who) -> Option<Who> {
        self.seats(state).places[who.index()].filter(|&who| !state.away.contains(who))
    }

    /// A combatant in the present leg, if that says how it is; else it is as it was before.
    fn fighter(&self, state: &DayState<R::State>, who: Who) -> Option<Who> {
        self.present(state, who).filter(|_| state.stage != Stage::Ahead)
    }

    /// Notes how everybody comes out of the present leg, and goes to the next one.
    fn go_on(&self, state: &mut DayState<R::State>) {
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
        state.fight = self.rules(state).opening().clone();
    }
}

/// The rules of the present leg, called with what they know of the day. The observer has one type whatever `T` is, so that they are
/// compiled once for all days.
macro_rules! inside {
    ($fight:ident, $play:path) => {
        inside!($fight, $play, false)
    };
    ($fight:ident, $play:path, $goes_on:expr) => {{
        let Fight { rules: day, state, scratch, dice, trace, .. } = &mut *$fight;
        let seats = day.seats(state);
        let rules = &day.fights[seats.fight];
        let round = rules.round_as_known(state.round);
        let counted = day.has_several_legs().then_some(&mut state.counted);
        let trace = &mut Heard { to: &mut **trace, seats, counted, goes_on: $goes_on };
        let (state, scratch) = (&mut state.fight, scratch.of(seats.fight));
        $play(&mut Fight { rules, state, scratch, round, dice: &mut **dice, trace })
    }};
}

/// Plays the next step of the present leg, or the first one of a leg that begins.
#[inline(never)]
fn step<R: Ruleset, D: Dice, T: Trace>(fight: &mut Fight<'_, Day<R>, D, T>) -> Progress {
    if fight.state.stage == Stage::Ahead && !begin(fight) {
        return Progress::Won(Winner::Enemies);
    }
    if fight.state.stage == Stage::Between {
        (fight.state.stage, fight.state.round) = (Stage::Round, fight.state.round + 1);
        count(fight, seats::ROUNDS);
    }
    let is_set_up = fight.state.stage == Stage::SetUp;
    let progress = if is_set_up { inside!(fight, R::set_up) } else { inside!(fight, R::turn) };
    if progress == Progress::Won(Winner::Party) {
        count(fight, seats::WON);
    }
    let (day, state) = (fight.rules, &mut *fight.state);
    let rules = day.rules(state);
    match progress {
        Progress::NextTurn => Progress::NextTurn,
        Progress::RoundOver if !is_set_up && day.has_several_legs() && state.round == rules.rounds_max() => {
            Progress::Won(Winner::Timeout)
        }
        Progress::RoundOver => {
            // In a day of one leg, rounds are told apart no further than in its fight.
            let known = if day.has_several_legs() { u32::MAX } else { rules.rounds_known() };
            (state.stage, state.round) = (Stage::Between, state.round.min(known));
            Progress::RoundOver
        }
        Progress::Won(Winner::Party) if usize::from(state.leg) + 1 < day.legs.len() => {
            inside!(fight, R::finish, true);
            inside!(fight, R::tend, true);
            day.go_on(fight.state);
            Progress::NextTurn
        }
        Progress::Won(winner) => Progress::Won(winner),
    }
}

/// Counts a metric of the present leg, if the day has several.
fn count<R: Ruleset, D, T: Trace>(fight: &mut Fight<'_, Day<R>, D, T>, metric: usize) {
    if fight.rules.has_several_legs() {
        let leg = &fight.rules.legs[usize::from(fight.state.leg)];
        fight.trace.count(leg.metrics + metric, 1);
    }
}

/// Opens the leg that is ahead, for who comes to it from earlier ones. Whether somebody of the party fights on in it.
fn begin<R: Ruleset, D: Dice, T: Trace>(fight: &mut Fight<'_, Day<R>, D, T>) -> bool {
    count(fight, seats::REACHED);
    let Fight { rules: day, state, dice, trace, .. } = fight;
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
        trace.happens(|| Begins { leg: &leg.id, number: usize::from(state.leg) + 1 });
    }
    let (seats, rules) = (day.seats(state), day.rules(state));
    state.fight = rules.opening().clone();
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
    let mut heard = Heard { to: &mut **trace, seats, counted: None, goes_on: false };
    let there = rules.take_over(&mut state.fight, &carried, &mut heard);
    state.away = carried.iter().map(|carried| carried.who).filter(|&who| !there.contains(who)).collect();
    // The numbers of those who are there are in the state of the fight.
    for &at in there.iter().flat_map(|who| &seats.numbers[who.index()]) {
        state.kept[usize::from(at)] = None;
    }
    let mut members = Who::first(seats.who.len()).zip(rules.combatants());
    members.any(|(who, combatant)| {
        combatant.side == Side::Party && !state.away.contains(who) && rules.fights_on(&state.fight, who)
    })
}

impl<R: Ruleset> Ruleset for Day<R> {
    const NAME: &'static str = R::NAME;
    const ABOUT: &'static str = R::ABOUT;
    const LEDGER: &'static str = R::LEDGER;
    const OPPONENTS: &'static str = R::OPPONENTS;
    const OCCASIONS: &'static [Occasion] = R::OCCASIONS;
    const DECISIONS: &'static [DecisionKind] = R::DECISIONS;
    const SCHEMA: &'static [KeyDecl] = R::SCHEMA;
    const HAS_DAYS: bool = R::HAS_DAYS;

    type State = DayState<R::State>;
    type Scratch = Scratches<R::Scratch>;

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let refused = |reason: String| Problem::refused(scenario.legs_span(), LEGS, reason);
        if !R::HAS_DAYS {
            problems.push(refused(format!("the system `{}` has no rules of days yet", R::NAME)));
            return None;
        }
        let (mut fights, mut paths, mut legs) = (Vec::new(), Vec::new(), Vec::new());
        for leg in scenario.legs() {
            let mut chances = Vec::new();
            for (weight, path, fight) in leg.fights {
                // Nothing is compiled if there is a problem, but what is wrong is found.
                let mut found: Vec<Problem> = problems.first().cloned().into_iter().collect();
                let known = found.len();
                let rules = R::load(fight, &mut found);
                problems.extend(found.split_off(known).into_iter().map(|problem| problem.within(&path)));
                chances.push(Chance { weight, fight: fights.len() });
                fights.extend(rules);
                paths.push(path);
            }
            let ids = ids_of(leg.id, leg.repeat);
            legs.extend(ids.into_iter().map(|id| Leg { id, chances: chances.clone() }));
        }
        if !problems.is_empty() || fights.len() < paths.len() {
            return None;
        }
        let day = Self::new(fights, &legs).map_err(|reason| problems.push(refused(reason))).ok()?;
        Some(Self { paths: paths.into(), ..day })
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn derived(&self, path: &str) -> Option<i64> {
        let mut fights = self.paths.iter().zip(&self.fights);
        fights.find_map(|(of, fight)| fight.derived(path.strip_prefix(&**of)?.strip_prefix('.')?))
    }

    fn never(&self) -> Vec<String> {
        let of = |(path, fight): (&String, &R)| {
            fight.never().into_iter().map(|sentence| format!("{sentence} (in `{path}`)")).collect::<Vec<_>>()
        };
        self.paths.iter().zip(&self.fights).flat_map(of).collect()
    }

    fn opening(&self) -> &Self::State {
        &self.opening
    }

    fn state_bytes(&self) -> usize {
        let largest = self.fights.iter().map(R::state_bytes).max().unwrap_or_default();
        largest + size_of::<Self::State>() - size_of::<R::State>()
            + size_of_val(&*self.opening.ends)
            + size_of_val(&*self.opening.kept)
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        step(fight)
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        step(fight)
    }

    #[inline(never)]
    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        inside!(fight, R::finish);
    }

    /// Parts that no later rule reads, of the last leg alone: the state of any other may be carried on.
    fn forget(&self, state: &mut Self::State) {
        if usize::from(state.leg) + 1 == self.legs.len() && state.stage != Stage::Ahead {
            self.rules(state).forget(&mut state.fight);
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

    /// Those of the present leg; a combatant that is not in it has one point, unless it came out of an earlier one and does not stand.
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
