//! The dice of a fight without the fight: what the generator alone costs.

use equipoise_engine::dice::{Dice, Seeded, Slot};
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Silent, Workspace, fight};

/// Counts what a fight asks for while it is fought.
struct Counted {
    dice: Seeded,
    asked: Asked,
    in_set_up: bool,
}

/// What an encounter asks for.
#[derive(Debug, Clone, Copy, Default)]
struct Asked {
    slots: u32,
    /// Those of them that were entered after the set-up.
    turns: u32,
    /// Rolls of one die.
    singles: u32,
    /// Rolls of two dice from one word.
    pairs: u32,
}

impl Dice for Counted {
    fn next_round(&mut self) {
        self.in_set_up = false;
        self.dice.next_round();
    }

    fn slot(&mut self, slot: Slot) {
        self.asked.slots += 1;
        self.asked.turns += u32::from(!self.in_set_up);
        self.dice.slot(slot);
    }

    fn die(&mut self, sides: u32) -> u32 {
        self.asked.singles += 1;
        self.dice.die(sides)
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        self.asked.pairs += faces.len().div_ceil(2) as u32;
        self.dice.throw(sides, faces);
    }
}

/// The slots and rolls of each of some encounters.
pub struct Demand {
    encounters: Vec<Asked>,
}

impl Demand {
    /// What the first `encounters` of a run ask for.
    pub fn of<R: Ruleset>(rules: &R, seed: Seed, encounters: u64) -> Self {
        let mut workspace = Workspace::new(rules);
        let demand = |index| {
            let mut dice = Counted { dice: Seeded::new(seed), asked: Asked::default(), in_set_up: true };
            dice.dice.start(EncounterIndex(index));
            fight(rules, &mut workspace, &mut dice, &mut Silent);
            dice.asked
        };
        Self { encounters: (0..encounters).map(demand).collect() }
    }

    /// Slots that were entered after the set-up: in a system whose slots are turns, the turns.
    pub fn turns(&self) -> u64 {
        self.encounters.iter().map(|asked| u64::from(asked.turns)).sum()
    }

    /// Draws as many slots, and as many d20, spread over them; returns a sum that keeps the compiler honest.
    pub fn draw(&self, seed: Seed) -> u64 {
        let mut dice = Seeded::new(seed);
        let mut sum = 0;
        for (index, asked) in self.encounters.iter().enumerate() {
            dice.start(EncounterIndex(index as u64));
            let (mut slots, mut pairs) = (asked.slots, asked.pairs);
            for _ in 0..asked.singles {
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
