//! Fighters that several subjects share, and what can be read off a fight.

use super::*;

pub(super) use super::super::condition::Conditions;
pub(super) use super::super::effect::Status;

/// `[rules]` under which nobody attacks but by an ability of its own.
pub(super) const QUIET: &str = "basic_attack_range = 0\n";

/// Keys of an attack on one target within a square, which adds 1 Fatigue.
pub(super) const STRIKE: &str =
    r#"id = "strike", type = "action", tags = ["physical_attack"], success = { fatigue = 1 }"#;

/// An Action that calls for no dice of its own: something is always left to be done once.
pub(super) const SHOUT: &str = r#"id = "shout", type = "action", tags = ["buff"], grants = { resolve = 1 }"#;

/// Keys of somebody who defends itself with two dice against Physical Attacks.
pub(super) const PLAIN: &str = "defence = \"standard\"\nstance = \"concentrate\"\n";

/// Keys of somebody so Exhausted that it neither Dashes nor Recovers.
pub(super) const TIRED: &str = "fatigue = 100\n";

/// Two dice that put the first of two listed first, and the other.
pub(super) const FIRST: [u32; 4] = [6, 6, 1, 1];
pub(super) const SECOND: [u32; 4] = [1, 1, 6, 6];

/// Keys of somebody at a square.
pub(super) fn at(square: (i16, i16), keys: &str) -> String {
    format!("at = [[{}, {}]]\n{keys}", square.0, square.1)
}

/// Keys of somebody who stays at a square.
pub(super) fn rooted(square: (i16, i16), keys: &str) -> String {
    at(square, &format!("speed = 0\n{keys}"))
}

/// Somebody who falls by its own Action, with two dice that are not looked at, and lies there for long.
pub(super) fn faller(square: (i16, i16)) -> String {
    rooted(square, &format!("fatigue = 100\nfatigue_tolerance = 50\n{}", abilities(&[SHOUT])))
}

/// `rows` of a map.
pub(super) fn rows(rows: &[&str]) -> String {
    format!("rows = {rows:?}\n")
}

/// The combatants that take a turn in a round, in order.
pub(super) fn turns(played: &Played, round: u32) -> Vec<&str> {
    let lines = played.said(round, ": Fatigue ").into_iter();
    lines.filter_map(|line| line.split_once(" at [").map(|(name, _)| name)).collect()
}

/// The order of turns after the set-up.
pub(super) fn order(played: &Played) -> Vec<&str> {
    let line = played.said(0, "The order of turns: ")[0];
    let names = line["The order of turns: ".len()..].split_once('.').expect("a sentence").0;
    names.split(", ").collect()
}

/// The squares of a walk, in order: a line names the last one first.
fn squares_in(line: &str) -> Vec<(i16, i16)> {
    let named = line.split('[').skip(1).map(|part| part.split_once(']').expect("a square").0);
    let mut squares: Vec<(i16, i16)> = named
        .map(|inside| inside.split_once(", ").expect("two coordinates"))
        .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
        .collect();
    squares.rotate_left(1);
    squares
}

/// The squares to which somebody moves itself in a round, in its Move and in its Dash.
pub(super) fn steps(played: &Played, round: u32, who: &str) -> [Vec<(i16, i16)>; 2] {
    let mut steps = [Vec::new(), Vec::new()];
    let mut dashes = false;
    for line in played.said(round, &format!("{who} ")) {
        dashes |= line == format!("{who} Dashes.");
        if line.starts_with(&format!("{who} moves to ")) {
            steps[usize::from(dashes)].extend(squares_in(line));
        }
    }
    steps
}

/// The square of somebody at the end.
pub(super) fn square(rules: &Thrum, played: &Played, who: usize) -> (i16, i16) {
    rules.map().coordinates(played.end.bodies[who].square)
}

/// One round, and where everybody is afterwards.
#[track_caller]
pub(super) fn ends_at(text: &str, overrides: &[&str], faces: &[u32]) -> Vec<(i16, i16)> {
    let rules = testing::limited::<Thrum>(text, overrides, 1);
    let played = play(&rules, faces.iter().copied());
    squares(&rules, &played, 1)
}

impl Played {
    /// Stacks of a status that somebody has at the end.
    pub(super) fn stacks(&self, who: usize, status: Status) -> u32 {
        self.end.bodies[who].stacks[status as usize]
    }

    /// Whether somebody is in a condition at the end.
    pub(super) fn is(&self, who: usize, condition: Conditions) -> bool {
        self.end.bodies[who].is(condition)
    }
}
