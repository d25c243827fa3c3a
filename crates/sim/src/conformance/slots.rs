//! Slots of dice belong to combatants and stay theirs, whoever else joins the fight and whatever others choose.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use equipoise_engine::dice::{Dice, Seeded, Slot};
use equipoise_engine::scenario::Scenario;
use equipoise_engine::{EncounterIndex, RulesSeen, Ruleset, Side, Silent, Trace, Who, Workspace, fight};

use super::variants::{Variant, reinforced, reworded};
use super::{Case, SEED, cases};

/// Encounters of a scenario, and of each variant.
const ENCOUNTERS: u64 = 24;

/// Every combatant keeps its slots of dice, so that its dice stay as they are when somebody else joins or chooses
/// otherwise.
///
/// A slot is a combatant's when it [acts](Trace::acts) there. In the scenarios, in each with one more block of combatants
/// on either side, and in each with another word (a policy, a target …) for one combatant: a slot belongs to one combatant
/// alone, a combatant has one slot for each occasion (its turn, and what it rolls beside it), shared slots belong to
/// nobody, and dice come from a slot that was entered in the same round, once. Where the same dice are asked for in the
/// same slot of a scenario and its variant, the same faces fall. Systems whose combatants never act in a slot of their own
/// own none; in the others no dice come from a slot of nobody, but for shared ones. Every slot is of exactly one of
/// [`Ruleset::OCCASIONS`].
pub fn slots_keep_their_owners<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, scenario, rules } in cases::<R>(scenarios) {
        let fought = Fought::new(&name, &rules, Owners::default());
        let reinforcements = Side::ALL.into_iter().filter_map(|side| reinforced(scenario, &rules, side));
        for Variant { change, rules, .. } in reinforcements.chain(reworded(scenario)) {
            let name = format!("{name}, {change}");
            let varied = Fought::new(&name, &rules, fought.owners.clone());
            for (log, varied) in fought.logs.iter().zip(&varied.logs) {
                log.assert_same_faces(varied, &name);
            }
        }
    }
}

/// Encounters of a scenario from index 0 on.
struct Fought {
    logs: Vec<Log>,
    owners: Owners,
}

impl Fought {
    /// Fights, half of the encounters with somebody listening to the rules; `owners` are those that are known already.
    fn new<R: Ruleset>(name: &str, rules: &R, mut owners: Owners) -> Self {
        let mut workspace = Workspace::new(rules);
        let mut logs = Vec::new();
        for index in 0..ENCOUNTERS {
            let mut dice = Seeded::new(SEED);
            dice.start(EncounterIndex(index));
            let shared = Rc::new(RefCell::new(Log::default()));
            let (mut dice, listener) = (Logged { dice, log: shared.clone() }, Listener(shared.clone()));
            if index % 2 == 0 {
                fight(rules, &mut workspace, &mut dice, &mut (listener, Silent));
            } else {
                fight(rules, &mut workspace, &mut dice, &mut (listener, RulesSeen::default()));
            }
            let log = shared.take();
            let id = |combatant: usize| rules.combatants()[combatant].id.as_str();
            if let Some(mistake) = log.mistake().or_else(|| owners.add(&log, id)) {
                panic!("{name}: encounter {index}: {mistake}");
            }
            for (_, slot) in log.entered.keys() {
                let occasions = R::OCCASIONS.iter().filter(|occasion| occasion.has(*slot)).count();
                let number = slot.number();
                assert_eq!(
                    occasions, 1,
                    "{name}: encounter {index}: slot {number} is of {occasions} occasions in OCCASIONS"
                );
            }
            logs.push(log);
        }
        Self { logs, owners }
    }
}

/// To whom slots belong.
#[derive(Debug, Default, Clone)]
struct Owners {
    by_slot: BTreeMap<Slot, String>,
    /// By combatant and occasion.
    slots: BTreeMap<(String, u8), Slot>,
}

impl Owners {
    /// Adds the owners that an encounter shows; gives the first contradiction.
    fn add<'a>(&mut self, log: &Log, id: impl Fn(usize) -> &'a str) -> Option<String> {
        let mut owners =
            log.entered.iter().flat_map(|(key, entered)| entered.owners.iter().map(|owner| (key.1, *owner)));
        owners.find_map(|(slot, owner)| self.add_owner(slot, id(owner)))
    }

    fn add_owner(&mut self, slot: Slot, id: &str) -> Option<String> {
        let number = slot.number();
        let Some(occasion) = slot.occasion() else { return Some(format!("{id} acts in the shared slot {number}")) };
        let owner = self.by_slot.entry(slot).or_insert_with(|| id.to_owned());
        if owner != id {
            return Some(format!("{id} acts in slot {number}, which is the slot of {owner}"));
        }
        let known = *self.slots.entry((id.to_owned(), occasion)).or_insert(slot);
        (known != slot).then(|| format!("{id} acts in slot {number}, but also in slot {}", known.number()))
    }
}

/// Dice of one kind thrown together.
#[derive(Debug, PartialEq)]
struct Throw {
    sides: u32,
    faces: Vec<u32>,
}

/// The use of a slot in one round.
#[derive(Debug, Default)]
struct Entered {
    /// The combatants that act in it.
    owners: Vec<usize>,
    throws: Vec<Throw>,
}

/// The slots of an encounter.
#[derive(Debug, Default)]
struct Log {
    round: u32,
    /// The slot of this round that was entered last.
    slot: Option<Slot>,
    /// By round and slot.
    entered: BTreeMap<(u32, Slot), Entered>,
    /// The slot aside in which the dice are.
    aside: Option<Slot>,
    /// By round and slot: the dice thrown aside.
    thrown_aside: BTreeMap<(u32, Slot), Vec<Throw>>,
    /// The first thing that was wrong.
    mistake: Option<String>,
}

impl Log {
    fn next_round(&mut self) {
        self.round += 1;
        self.slot = None;
    }

    fn enter(&mut self, slot: Slot) {
        self.slot = Some(slot);
        let round = self.round;
        if self.entered.insert((round, slot), Entered::default()).is_some() {
            self.mistake.get_or_insert(format!("slot {} is entered twice in round {round}", slot.number()));
        }
    }

    /// The slot that was entered last. The dice of an encounter begin in the first shared slot.
    fn current(&mut self, what: &str) -> &mut Entered {
        if self.slot.is_none() {
            self.slot = Some(Slot::shared(0));
            if self.round > 0 {
                self.mistake.get_or_insert(format!("{what} in round {}, where no slot was entered", self.round));
            }
        }
        self.entered.entry((self.round, self.slot.expect("set above"))).or_default()
    }

    fn add_throw(&mut self, sides: u32, faces: &[u32]) {
        let throw = Throw { sides, faces: faces.to_vec() };
        match self.aside {
            Some(slot) => self.thrown_aside.entry((self.round, slot)).or_default().push(throw),
            None => self.current("dice are rolled").throws.push(throw),
        }
    }

    fn add_owner(&mut self, combatant: usize) {
        self.current("somebody acts").owners.push(combatant);
    }

    /// The mistake within the encounter; `None` if there is none.
    fn mistake(&self) -> Option<String> {
        let has_owners = self.entered.values().any(|entered| !entered.owners.is_empty());
        let is_nobodys = |entered: &Entered| has_owners && entered.owners.is_empty() && !entered.throws.is_empty();
        let nobodys = || {
            let mut slots = self.entered.iter();
            slots.find(|((_, slot), entered)| !slot.is_shared() && is_nobodys(entered)).map(|((round, slot), _)| {
                format!("dice are rolled in slot {}, in which nobody acts in round {round}", slot.number())
            })
        };
        self.mistake.clone().or_else(nobodys)
    }

    /// Panics unless the dice that both logs ask for in the same slot show the same faces, up to the first that one of them
    /// does not ask for.
    fn assert_same_faces(&self, varied: &Self, name: &str) {
        let same_faces = |(round, slot): (u32, Slot), throws: &[Throw], varied: &[Throw]| {
            let is_same_request =
                |(left, right): &(&Throw, &Throw)| (left.sides, left.faces.len()) == (right.sides, right.faces.len());
            for (expected, found) in throws.iter().zip(varied).take_while(is_same_request) {
                assert_eq!(found, expected, "{name}: other faces in slot {} of round {round}", slot.number());
            }
        };
        for (place, entered) in &self.entered {
            if let Some(varied) = varied.entered.get(place) {
                same_faces(*place, &entered.throws, &varied.throws);
            }
        }
        for (place, throws) in &self.thrown_aside {
            if let Some(varied) = varied.thrown_aside.get(place) {
                same_faces(*place, throws, varied);
            }
        }
    }
}

/// Seeded dice whose slots and faces are logged.
struct Logged {
    dice: Seeded,
    log: Rc<RefCell<Log>>,
}

impl Dice for Logged {
    fn next_round(&mut self) {
        self.dice.next_round();
        self.log.borrow_mut().next_round();
    }

    fn slot(&mut self, slot: Slot) {
        self.dice.slot(slot);
        self.log.borrow_mut().enter(slot);
    }

    fn step_aside(&mut self, slot: Slot) {
        self.dice.step_aside(slot);
        self.log.borrow_mut().aside = Some(slot);
    }

    fn step_back(&mut self) {
        self.dice.step_back();
        self.log.borrow_mut().aside = None;
    }

    fn die(&mut self, sides: u32) -> u32 {
        let face = self.dice.die(sides);
        self.log.borrow_mut().add_throw(sides, &[face]);
        face
    }

    fn throw(&mut self, sides: u32, faces: &mut [u32]) {
        self.dice.throw(sides, faces);
        self.log.borrow_mut().add_throw(sides, faces);
    }
}

/// Hears who acts.
struct Listener(Rc<RefCell<Log>>);

impl Trace for Listener {
    const HEARS_RULES: bool = false;

    fn acts(&mut self, combatant: Who) {
        self.0.borrow_mut().add_owner(combatant.index());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_that_is_entered_twice_is_reported() {
        let mut log = Log::default();
        for _ in 0..2 {
            log.next_round();
            log.enter(Slot::turn(Side::Enemies, 1));
            log.add_owner(0);
        }
        assert_eq!(log.mistake(), None);
        log.enter(Slot::turn(Side::Enemies, 1));
        assert_eq!(log.mistake().as_deref(), Some("slot 66 is entered twice in round 2"));
    }

    #[test]
    #[should_panic(expected = "variant: other faces in slot 1 of round 1")]
    fn other_faces_in_the_same_slot_are_reported() {
        let [mut log, mut varied] = [6, 5].map(|face| {
            let mut log = Log::default();
            log.next_round();
            log.enter(Slot::turn(Side::Party, 0));
            log.add_throw(6, &[1]);
            log.add_throw(6, &[face]);
            log
        });
        varied.add_throw(8, &[1]);
        log.add_throw(8, &[2]);
        log.assert_same_faces(&varied, "variant");
    }

    #[test]
    fn faces_after_the_first_other_request_may_differ() {
        let [log, varied] = [[(6, 1), (6, 2)], [(8, 3), (6, 4)]].map(|throws| {
            let mut log = Log::default();
            log.add_throw(20, &[7]);
            for (sides, face) in throws {
                log.add_throw(sides, &[face]);
            }
            log
        });
        log.assert_same_faces(&varied, "variant");
    }
}
