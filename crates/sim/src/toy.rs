//! A small system for tests: two of the party against one enemy. Every winner and every end state occurs, and the exact
//! solver takes no time for it. And coins, whose probabilities are known.

use std::ops::Range;

use equipoise_engine::day::{Chance, Day, Leg};
use equipoise_engine::decision::Errors;
use equipoise_engine::dice::{Dice, Slot};
use equipoise_engine::rng::RunKey;
use equipoise_engine::scenario::{KeyDecl, Problem, Scenario};
use equipoise_engine::{
    Balance, Combatant, EncounterIndex, EndState, Fight, LeadHistory, Metric, Outcome, Outline, Progress, Ruleset,
    Seed, Side, Trace, Who, Winner,
};

use crate::kernel::quantity::Cast;
use crate::kernel::records::Records;
use crate::studies::compare::Recordable;

/// The system.
#[derive(Debug)]
pub(crate) struct Toy {
    pub(crate) outline: Outline,
    opening: Ends,
}

impl Toy {
    pub(crate) fn new() -> Self {
        Self::with_names(["ann", "bob", "ogre"], ["rolls", "sixes"])
    }

    /// A toy in which one entry stands for the two combatants of the party.
    pub(crate) fn with_pair() -> Self {
        let mut toy = Self::with_names(["pair-1", "pair-2", "ogre"], ["rolls", "sixes"]);
        for combatant in &mut toy.outline.combatants[..2] {
            combatant.group = Some("pair".to_owned());
        }
        toy
    }

    /// Two fights in a row.
    pub(crate) fn twice() -> Day {
        let leg = |id: &str| Leg { id: id.to_owned(), chances: vec![Chance { weight: 1, fight: 0 }] };
        Day::new(vec![Self::new()], &[leg("gate"), leg("crypt")]).unwrap_or_else(|reason| panic!("{reason}"))
    }

    pub(crate) fn with_names(ids: [&str; 3], metrics: [&str; 2]) -> Self {
        let sides = [Side::Party, Side::Party, Side::Enemies];
        let combatant = |(id, side): (&str, Side)| Combatant {
            id: id.to_owned(),
            name: id.to_owned(),
            side,
            group: None,
            errors: Errors::default(),
        };
        Self {
            outline: Outline::new(
                ids.into_iter().zip(sides).map(combatant).collect(),
                metrics.map(|name| Metric::of_events(name, "")).into(),
                12,
            ),
            opening: Ends::default(),
        }
    }
}

/// By combatant, an index into [`EndState::ALL`].
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ends([u8; 3]);

impl Ends {
    pub(crate) fn new(ends: [u8; 3]) -> Self {
        Self(ends)
    }
}

impl Ruleset for Toy {
    const NAME: &'static str = "toy";
    const ABOUT: &'static str = "one d6 a round";
    const SCHEMA: &'static [KeyDecl] = &[];
    const LEFT: &'static [&'static str] = &["friends"];
    type State = Ends;
    type Scratch = ();

    fn load(_: &Scenario, _: &mut Vec<Problem>) -> Option<Self> {
        Some(Self::new())
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &Ends {
        &self.opening
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let face = fight.dice.draw(|dice| Some(dice.die(20)));
        if face < 20 {
            return Progress::RoundOver;
        }
        fight.state.0[2] = EndState::Fled.index() as u8;
        Progress::Won(Winner::Draw)
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let Fight { state, dice, trace, .. } = fight;
        dice.slot(Slot::turn(Side::Party, 0));
        trace.count(0, 1);
        let (combatant, end) = match dice.draw(|dice| Some(dice.die(12))) {
            1 => (0, EndState::Down),
            2 => (0, EndState::Dead),
            3 => (1, EndState::Dead),
            4 => (2, EndState::Fled),
            5 => (2, EndState::Dead),
            6 => {
                trace.count(1, 1);
                return Progress::RoundOver;
            }
            _ => return Progress::RoundOver,
        };
        state.0[combatant] = end.index() as u8;
        match state.0 {
            [_, _, end] if end > 0 => Progress::Won(Winner::Party),
            [ann, bob, _] if ann > 0 && bob > 0 => Progress::Won(Winner::Enemies),
            _ => Progress::RoundOver,
        }
    }

    fn kept(&self, _: Who) -> Vec<String> {
        vec!["friends".to_owned()]
    }

    /// The number of the party that stands.
    fn keep(&self, state: &Ends, _: Who, numbers: &mut [i32]) {
        numbers[0] = state.0[..2].iter().map(|end| i32::from(*end == 0)).sum();
    }

    fn end_state(&self, state: &Ends, combatant: Who) -> EndState {
        EndState::ALL[usize::from(state.0[combatant.index()])]
    }

    fn balance(&self, state: &Ends) -> Balance {
        Balance::of(match state.0.map(|end| end > 0) {
            [_, _, true] => 1000,
            [true, true, false] => -1000,
            [false, false, false] => 300,
            [_, _, false] => -200,
        })
    }

    /// The first letters of the end states.
    fn picture(&self, state: &Ends) -> Option<String> {
        let letters: String = self.end_states(state).map(|end| &end.name()[..1]).collect();
        Some(format!("[{letters}]\n"))
    }
}

/// The party wins with a probability of `wins` in a thousand, in `rounds` rounds or one more.
pub(crate) struct Coin {
    pub(crate) wins: u64,
    pub(crate) rounds: u32,
    /// Coins with the same number share their dice, as variants of a scenario do; others are independent.
    pub(crate) dice: u16,
}

impl Recordable for Coin {
    fn cast(&self) -> Cast {
        Cast::new(&[], &[])
    }

    fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records) {
        records.restart(&[], &[]);
        for index in range {
            let word = RunKey::new(seed).encounter(EncounterIndex(index)).slot(1, self.dice).next_word();
            let won = word % 1000 < self.wins;
            let winner = if won { Winner::Party } else { Winner::Enemies };
            add_encounter(records, winner, self.rounds + (word >> 63) as u32);
        }
    }
}

/// Adds an encounter of nobody.
pub(crate) fn add_encounter(records: &mut Records, winner: Winner, rounds: u32) {
    records.add(Outcome { winner, rounds }, [].into_iter(), &[], &LeadHistory::default());
}
