//! The dice of a fight without the fight: what the generator alone costs.

use equipoise_engine::dice::{Dice, Seeded};
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Silent, fight};

/// Counts what a fight asks for while it is fought.
struct Counted {
    dice: Seeded,
    slots: u32,
    rolls: u32,
}

impl Dice for Counted {
    fn next_round(&mut self) {
        self.dice.next_round();
    }

    fn slot(&mut self, actor: u16) {
        self.slots += 1;
        self.dice.slot(actor);
    }

    fn die(&mut self, sides: u32) -> u32 {
        self.rolls += 1;
        self.dice.die(sides)
    }

    fn dice<const N: usize>(&mut self, sides: u32) -> [u32; N] {
        self.rolls += 1;
        self.dice.dice(sides)
    }
}

/// The slots and rolls of each of some encounters.
pub struct Demand {
    encounters: Vec<(u32, u32)>,
}

impl Demand {
    /// What the first `encounters` of a run ask for.
    pub fn of<R: Ruleset>(rules: &R, seed: Seed, encounters: u64) -> Self {
        let mut state = R::State::default();
        let demand = |index| {
            let mut dice = Counted { dice: Seeded::new(seed), slots: 0, rolls: 0 };
            dice.dice.start(EncounterIndex(index));
            fight(rules, &mut state, &mut dice, &mut Silent);
            (dice.slots, dice.rolls)
        };
        Self { encounters: (0..encounters).map(demand).collect() }
    }

    /// Draws as many slots, and as many pairs of d20 spread over them; returns a sum that keeps the compiler honest.
    pub fn draw(&self, seed: Seed) -> u64 {
        let mut dice = Seeded::new(seed);
        let mut sum = 0;
        for (index, &(slots, rolls)) in self.encounters.iter().enumerate() {
            dice.start(EncounterIndex(index as u64));
            for _ in 0..slots {
                dice.next_round();
                dice.slot(0);
                let [first, second] = dice.dice(20);
                sum += u64::from(first * second);
            }
            for _ in slots..rolls {
                let [first, second] = dice.dice(20);
                sum += u64::from(first * second);
            }
        }
        sum
    }
}
