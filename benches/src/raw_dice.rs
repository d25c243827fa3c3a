//! The dice of encounters without the encounters: the cost of the generator alone.

use equipoise_engine::dice::{Dice, Seeded, Slot};
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Silent, Workspace, fight};

/// Dice that count what an encounter draws from them.
struct CountingDice {
    dice: Seeded,
    drawn: Drawn,
    in_set_up: bool,
}

/// The slots and rolls of one encounter.
#[derive(Debug, Clone, Copy, Default)]
struct Drawn {
    slots: u32,
    /// The slots that were entered after the set-up.
    turns: u32,
    /// Rolls of one die.
    singles: u32,
    /// Rolls of two dice from one word.
    pairs: u32,
}

impl Dice for CountingDice {
    fn next_round(&mut self) {
        self.in_set_up = false;
        self.dice.next_round();
    }

    fn slot(&mut self, slot: Slot) {
        self.drawn.slots += 1;
        self.drawn.turns += u32::from(!self.in_set_up);
        self.dice.slot(slot);
    }

    fn die(&mut self, sides: u32) -> u32 {
        self.drawn.singles += 1;
        self.dice.die(sides)
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        self.drawn.pairs += faces.len().div_ceil(2) as u32;
        self.dice.throw(sides, faces);
    }
}

/// The slots and rolls of the first encounters of a run.
pub struct Demand {
    encounters: Vec<Drawn>,
}

impl Demand {
    /// Plays the first `encounters` of a run and counts what each draws.
    pub fn of<R: Ruleset>(rules: &R, seed: Seed, encounters: u64) -> Self {
        let mut workspace = Workspace::new(rules);
        let demand = |index| {
            let mut dice = CountingDice { dice: Seeded::new(seed), drawn: Drawn::default(), in_set_up: true };
            dice.dice.start(EncounterIndex(index));
            fight(rules, &mut workspace, &mut dice, &mut Silent);
            dice.drawn
        };
        Self { encounters: (0..encounters).map(demand).collect() }
    }

    /// Slots that were entered after the set-up: in a system whose slots are turns, the turns.
    pub fn turns(&self) -> u64 {
        self.encounters.iter().map(|drawn| u64::from(drawn.turns)).sum()
    }

    /// Enters as many slots and draws as many d20, spread over them. Returns a sum, without which the compiler could remove
    /// the dice.
    pub fn draw(&self, seed: Seed) -> u64 {
        let mut dice = Seeded::new(seed);
        let mut sum = 0;
        for (index, drawn) in self.encounters.iter().enumerate() {
            dice.start(EncounterIndex(index as u64));
            let (mut slots, mut pairs) = (drawn.slots, drawn.pairs);
            for _ in 0..drawn.singles {
                enter(&mut dice, &mut slots);
                sum += u64::from(dice.die(20));
            }
            while pairs > 0 {
                enter(&mut dice, &mut slots);
                let [first, second] = dice.dice(20);
                sum += u64::from(first * second);
                pairs -= 1;
            }
        }
        sum
    }
}

/// Enters the next slot while there are some left.
#[inline(always)]
fn enter(dice: &mut Seeded, slots: &mut u32) {
    if *slots > 0 {
        *slots -= 1;
        dice.next_round();
        dice.slot(Slot::shared(0));
    }
}
