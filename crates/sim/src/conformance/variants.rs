//! Scenarios made of another one, for any system: one more combatant, another word, two combatants alone.

use equipoise_engine::scenario::common::{COMBATANTS, SIDE};
use equipoise_engine::scenario::{Kind, Override, Scenario};
use equipoise_engine::{Ruleset, Side, load};

use super::keys_of;

/// A scenario that differs from another one.
pub(super) struct Variant<R> {
    /// The change, for messages.
    pub(super) change: String,
    pub(super) scenario: Scenario,
    pub(super) rules: R,
}

impl<R: Ruleset> Variant<R> {
    /// `None` where the rules refuse the scenario.
    fn new(change: String, scenario: Scenario) -> Option<Self> {
        let rules = load(&scenario).ok()?;
        Some(Self { change, scenario, rules })
    }
}

/// The blocks of combatants that a side has, by their indices in the file.
fn blocks<R: Ruleset>(scenario: &Scenario, rules: &R, side: Side) -> Vec<usize> {
    let mut combatants = rules.combatants().iter();
    // A block stands for the next `count` combatants.
    let firsts =
        scenario.counts().into_iter().map(|count| combatants.by_ref().take(count).last().map(|last| last.side));
    firsts.enumerate().filter(|(_, found)| *found == Some(side)).map(|(block, _)| block).collect()
}

/// The scenario with one more block of combatants on a side, listed last: a copy of the last block that may be there
/// twice. `None` where the rules refuse every copy.
pub(super) fn reinforced<R: Ruleset>(scenario: &Scenario, rules: &R, side: Side) -> Option<Variant<R>> {
    let sides = Side::ALL.map(|side| blocks(scenario, rules, side));
    let keeps_everybody = |variant: &Variant<R>| {
        let combatants = variant.rules.combatants();
        rules.combatants().iter().all(|known| combatants.iter().any(|found| found.id == known.id))
    };
    sides[side.index()].iter().rev().find_map(|&copied| {
        let [party, enemies] = Side::ALL.map(|seat| {
            let copy = (seat == side).then_some(copied);
            scenario.sheets(sides[seat.index()].iter().copied().chain(copy))
        });
        let change = format!("with combatant block {} listed twice", copied + 1);
        Variant::new(change, scenario.line_up(&party, &enemies)?).filter(keeps_everybody)
    })
}

/// The scenario with another word for one combatant, such as another policy: for every key of a combatant that takes one
/// word of a set, but for its side, every other word that the rules accept there.
pub(super) fn reworded<R: Ruleset>(scenario: &Scenario) -> impl Iterator<Item = Variant<R>> {
    let keys = keys_of::<R>(scenario);
    let words = scenario.paths(keys).into_iter().flat_map(|entry| {
        let segments: Vec<&str> = entry.path.split('.').collect();
        let choices = match (segments.as_slice(), entry.key.kind) {
            ([COMBATANTS, _, key], Kind::OneWord(word)) if *key != SIDE.name() => word.choices,
            _ => &[],
        };
        let others = choices.iter().filter(move |choice| entry.value.as_deref() != Some(choice.name));
        others.map(|choice| Override { path: entry.path.clone(), value: choice.name.to_owned() }).collect::<Vec<_>>()
    });
    words.filter_map(move |setting| {
        let mut scenario = scenario.clone();
        let is_set = scenario.set(std::slice::from_ref(&setting), keys).is_empty();
        Variant::new(format!("with {setting}"), scenario).filter(|_| is_set)
    })
}

/// Fights of one block of the party against one of the enemies, each block reduced to a single combatant where it has a
/// `count`, in as many pairs as the side with more blocks has of them. Pairs that the rules refuse are left out.
pub(super) fn duels<R: Ruleset>(scenario: &Scenario, rules: &R) -> Vec<Variant<R>> {
    let [party, enemies] = Side::ALL.map(|side| blocks(scenario, rules, side));
    if party.is_empty() || enemies.is_empty() {
        return Vec::new();
    }
    let pairs =
        (0..party.len().max(enemies.len())).map(|pair| (party[pair % party.len()], enemies[pair % enemies.len()]));
    let duel = |(first, second): (usize, usize)| {
        let change = format!("combatant blocks {} and {} alone", first + 1, second + 1);
        let mut duel = scenario.line_up(&scenario.sheets([first]), &scenario.sheets([second]))?;
        let counts = duel.paths(keys_of::<R>(&duel)).into_iter().filter(|entry| is_count(&entry.path));
        let single: Vec<Override> = counts.map(|entry| Override { path: entry.path, value: "1".to_owned() }).collect();
        duel.set(&single, keys_of::<R>(scenario)).is_empty().then(|| Variant::new(change, duel))?
    };
    pairs.filter_map(duel).collect()
}

/// Whether a path leads to how many combatants a block stands for.
fn is_count(path: &str) -> bool {
    matches!(path.split('.').collect::<Vec<_>>()[..], [COMBATANTS, _, "count"])
}
