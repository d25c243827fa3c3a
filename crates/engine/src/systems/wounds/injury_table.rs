//! Compiles the rows of a file into an injury table (WOUNDS-50 to WOUNDS-60), and checks such rows.

use std::ops::RangeInclusive;

use super::injury::{Conditions, Injury, InjuryTable};
use super::scenario::{INJURY_DIE_MAX, InjuryKeys, InjuryTables};
use super::words::{ArmLost, Flag, InjuredSpeed};
use crate::dice::DiceExpr;
use crate::scenario::kinds::Either;
use crate::scenario::{Named, Node, Problem, Scenario, Section, Source};

/// The built-in table of injuries by blunt damage (WOUNDS-52).
const BLUNT: &str = include_str!("injuries-blunt.csv");

impl InjuryTable {
    /// Compiles valid rows into a table.
    pub(super) fn new(rows: &[Section<'_>]) -> Self {
        let faces: Vec<RangeInclusive<usize>> = rows.iter().filter_map(faces_of).collect();
        let die = faces.iter().map(|faces| *faces.end()).max().unwrap_or_default();
        let mut rows_of_faces = vec![0; die];
        for (row, faces) in faces.into_iter().enumerate() {
            rows_of_faces[faces.start() - 1..*faces.end()].fill(row);
        }
        let injuries = rows.iter().map(injury).collect();
        Self { is_built_in: false, die: die as u32, rows: rows_of_faces, injuries }
    }

    /// The table of blunt damage if the scenario names none (WOUNDS-52); read like any other file.
    pub(super) fn built_in() -> Self {
        let scenario = built_in();
        let Some(Either::Value(rows)) = scenario.root(InjuryTables::KEYS).get(InjuryTables::BLUNT) else {
            unreachable!("the file is attached")
        };
        Self { is_built_in: true, ..Self::new(&rows) }
    }
}

/// A scenario that holds nothing but the built-in table.
fn built_in() -> Scenario {
    let named = Source::new("wounds", "blunt = \"injuries-blunt.csv\"");
    let mut scenario = Scenario::parse(named).expect("it is well-formed");
    for wanted in scenario.wanted_files(InjuryTables::KEYS) {
        let file = Source::new(wanted.path.as_str(), BLUNT);
        let problems = scenario.attach(&wanted, Ok(file), InjuryTables::KEYS);
        debug_assert!(problems.is_empty(), "the file is sound");
    }
    scenario
}

fn injury(row: &Section<'_>) -> Injury {
    let conditions = row.get(InjuryKeys::FLAGS).into_iter().map(condition_of);
    let slowed = row.get(InjuryKeys::SPEED).map_or(Conditions::NONE, |speed| match speed {
        InjuredSpeed::Half => Conditions::HALF_SPEED,
        InjuredSpeed::Crawl => Conditions::CRAWLS,
    });
    let unnamed = || format!("injury {}", row.get(InjuryKeys::ROLL));
    Injury {
        name: row.get(InjuryKeys::NAME).map_or_else(unnamed, str::to_owned),
        is_of_arm: row.get(InjuryKeys::ARM) == Some(ArmLost::Yes),
        damage: row.get(InjuryKeys::DAMAGE).unwrap_or(DiceExpr::new(0, 0, 0)),
        scores: row.get(InjuryKeys::ABILITIES),
        conditions: conditions.fold(slowed, Conditions::with),
        attack: row.get(InjuryKeys::ATTACK),
        defense: row.get(InjuryKeys::DEFENSE),
    }
}

const fn condition_of(flag: Flag) -> Conditions {
    match flag {
        Flag::Prone => Conditions::PRONE,
        Flag::Winded => Conditions::WINDED,
        Flag::Paralysed => Conditions::PARALYSED,
        Flag::Suffocating => Conditions::SUFFOCATING,
        Flag::Silenced => Conditions::SILENCED,
        Flag::OneEye => Conditions::ONE_EYE,
        Flag::Concussed => Conditions::CONCUSSED,
    }
}

/// The faces of a row, `n` or `a-b`; `None` if the text is neither, or no die has such faces.
fn faces_of(row: &Section<'_>) -> Option<RangeInclusive<usize>> {
    let roll = row.find(InjuryKeys::ROLL)?;
    let (first, last) = roll.split_once('-').unwrap_or((roll, roll));
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last && last <= INJURY_DIE_MAX).then_some(first..=last)
}

/// A row with its faces of the die.
type Rolled<'a, 'b> = (RangeInclusive<usize>, &'b Section<'a>);

/// Refuses rows that make no table: faces of the die without a row or with several rows, damage without abilities, and
/// abilities without damage.
pub(super) fn refuse_rows(rows: &[Section<'_>], problems: &mut Vec<Problem>) {
    // Validation already reports too many rows, and checking each of a hundred thousand would take minutes.
    if rows.len() > INJURY_DIE_MAX {
        return;
    }
    let mut rolled: Vec<Rolled<'_, '_>> = Vec::new();
    for row in rows {
        refuse_half_damage(row, problems);
        match faces_of(row) {
            Some(faces) => rolled.push((faces, row)),
            None => refuse_roll(row, problems),
        }
    }
    rolled.sort_by_key(|(faces, _)| *faces.start());
    refuse_doubled(&rolled, problems);
    // If the faces of some rows are unknown, the missing faces are unknown as well.
    if rolled.len() == rows.len() {
        refuse_gaps(&rolled, problems);
    }
}

/// Refuses a roll that is no face or range of faces. Validation already reports one that is missing or has other
/// characters.
fn refuse_roll(row: &Section<'_>, problems: &mut Vec<Problem>) {
    if let Some(roll) = row.find(InjuryKeys::ROLL) {
        let allowed = format!("a number 1..={INJURY_DIE_MAX}, or two of them, the lower first, as in `2-5`");
        problems.push(row.refused(InjuryKeys::ROLL, format!("is \"{roll}\", allowed: {allowed}")));
    }
}

/// Refuses faces with more than one row (WOUNDS-51). `rows` are in the order of their first faces.
fn refuse_doubled(rows: &[Rolled<'_, '_>], problems: &mut Vec<Problem>) {
    let mut highest: Option<&Rolled<'_, '_>> = None;
    for rolled in rows {
        let (faces, row) = rolled;
        let doubled = highest.filter(|(earlier, _)| faces.start() <= earlier.end());
        if let Some((earlier, first)) = doubled {
            let [roll, known] = [row, first].map(|row| row.find(InjuryKeys::ROLL).unwrap_or_default());
            // Validation already reports two rows with the same roll.
            if roll != known {
                let twice = numbers(*faces.start(), *faces.end().min(earlier.end()));
                let reason = format!("has {twice} again, which row `{known}` has");
                let span = first.span(InjuryKeys::ROLL);
                problems.push(row.refused(InjuryKeys::ROLL, reason).with_also(span, "first here"));
            }
        }
        if highest.is_none_or(|(earlier, _)| faces.end() > earlier.end()) {
            highest = Some(rolled);
        }
    }
}

/// Refuses gaps: every face from 1 to the highest needs a row (WOUNDS-51). `rows` are in the order of their first
/// faces.
fn refuse_gaps(rows: &[Rolled<'_, '_>], problems: &mut Vec<Problem>) {
    let mut highest = 0;
    for (faces, row) in rows {
        if *faces.start() > highest + 1 {
            let missing = numbers(highest + 1, faces.start() - 1);
            let reason = format!("follows a gap: no row has {missing}, and each from 1 to the highest needs one");
            problems.push(row.refused(InjuryKeys::ROLL, reason));
        }
        highest = highest.max(*faces.end());
    }
}

fn numbers(first: usize, last: usize) -> String {
    if first == last { format!("the number {first}") } else { format!("the numbers {first} to {last}") }
}

/// Refuses damage without the scores that it is taken off, and scores without damage (WOUNDS-53).
fn refuse_half_damage(row: &Section<'_>, problems: &mut Vec<Problem>) {
    let has_abilities = row.node(InjuryKeys::ABILITIES.key_name()).is_some_and(|node| !is_empty_list(node));
    let reason = match (row.given(InjuryKeys::DAMAGE), has_abilities) {
        (true, false) => "has damage without the `abilities` that it is taken off",
        (false, true) => "names abilities without the `damage` that is taken off them",
        _ => return,
    };
    let key: &dyn Named = if has_abilities { &InjuryKeys::ABILITIES } else { &InjuryKeys::DAMAGE };
    problems.push(row.refused(key, reason));
}

fn is_empty_list(node: &Node) -> bool {
    node.as_list().is_some_and(<[Node]>::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::wounds::words::Score;

    /// WOUNDS-52
    #[test]
    fn the_built_in_table_is_sound_and_says_what_the_ledger_does() {
        let scenario = built_in();
        assert_eq!(scenario.validate(InjuryTables::KEYS), []);
        let Some(Either::Value(rows)) = scenario.root(InjuryTables::KEYS).get(InjuryTables::BLUNT) else {
            panic!("the file is attached")
        };
        let mut problems = Vec::new();
        refuse_rows(&rows, &mut problems);
        assert_eq!(problems, []);
        let table = InjuryTable::built_in();
        let injury_of = |face: u32| &table.injuries[table.row(face)];
        assert_eq!((table.die, table.rows.len(), table.injuries.len()), (20, 20, 20));
        let elbow = injury_of(10);
        assert_eq!((elbow.name.as_str(), elbow.is_of_arm, elbow.damage.max()), ("shattered elbow", true, 12));
        assert_eq!(injury_of(8).scores, [Score::Strength, Score::Dexterity]);
        assert_eq!(injury_of(15).conditions, Conditions::SILENCED.with(Conditions::SUFFOCATING));
        assert_eq!(injury_of(2).conditions, Conditions::HALF_SPEED);
        assert!(injury_of(1).conditions.is_empty() && injury_of(1).scores.is_empty());
    }
}
