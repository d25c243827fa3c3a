//! Contenders, and how they are put into matches: the rows of a roster, or the sides of several scenarios.

use std::path::{Path, PathBuf};
use std::{fmt, mem};

use equipoise_engine::Side;
use equipoise_engine::scenario::common::{COMBATANTS, SideWord};
use equipoise_engine::scenario::{Node, Override, Sheets};

use super::error::{Idle, VersusError, why_idle};
use crate::registry::System;
use crate::studies::fights::Fights;
use crate::studies::load::{
    LoadError, Loaded, Loader, Seats, Texts, load, load_all, load_line_up, load_seats, short_names,
};
use crate::studies::policies::{Crossed, Policies};
use crate::studies::provenance::Understood;
use crate::studies::sweep::CELLS_MAX;

/// The contenders, and how they are put into a match.
pub struct Tournament<'a> {
    /// The name of the only or the first scenario.
    pub scenario: String,
    /// The system that resolves all matches.
    pub system: System,
    /// The contenders by name. A contender is known by its index in here.
    pub contenders: Vec<String>,
    /// The path of the scenario that each contender comes from, by its index.
    pub files: Vec<PathBuf>,
    /// Notes on all matches.
    pub notes: Vec<Note>,
    understood: Vec<Understood>,
    origin: Origin<'a>,
}

/// The source of the matches.
enum Origin<'a> {
    /// Everybody meets everybody, on both seats.
    Pairs(Pairing<'a>),
    /// The matches are there already.
    Ready(Vec<LineUp>),
}

/// The source of contenders that meet everybody else.
enum Pairing<'a> {
    /// Rows of a roster, which take the seats of a scenario: the entries of `[[combatants]]` with these indices, the
    /// party's first.
    Rows { seats: Box<Seats<'a>>, entries: [usize; 2] },
    /// Sides of scenarios. Everything else in a match is that of `frame`, the first scenario.
    Sides { frame: Box<Loaded>, sheets: Vec<Sheets> },
}

/// A note on all matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Keys that the scenario gives to a seat itself, and that no row changes.
    Seat {
        /// The side of the seat.
        side: Side,
        /// The names of the keys.
        keys: Vec<String>,
    },
    /// The scenario that everything but the combatants is taken from.
    Ground(PathBuf),
    /// The number of combatants of each side that play the policy of the contender.
    Policies([usize; 2]),
    /// Policies that the rules refuse.
    LeftOut {
        /// The side of the policies.
        side: Side,
        /// The words.
        words: Vec<&'static str>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat { side, keys } => {
                let seat = if *side == Side::Party { "the party's seat" } else { "the enemies' seat" };
                write!(f, "{seat} keeps what the scenario gives it, whichever contender takes it: {}", keys.join(", "))
            }
            Self::Policies([party, enemies]) => {
                let count = |count: usize| format!("{count} combatant{}", if count == 1 { "" } else { "s" });
                let (party, enemies) = (count(*party), count(*enemies));
                write!(f, "everybody of a side plays the same policy: {party} of the party, {enemies} of the enemies")
            }
            Self::LeftOut { side, words } => {
                write!(
                    f,
                    "left out, since the rules refuse it against some words of the other side: {} of the {side}",
                    words.join(", ")
                )
            }
            Self::Ground(path) => write!(f, "everything but the combatants is that of {}", path.display()),
        }
    }
}

/// A match that the rules allow, ready to be played.
pub(super) struct LineUp {
    pub(super) party: usize,
    pub(super) enemies: usize,
    pub(super) fights: Box<dyn Fights>,
}

/// The same scenarios, if each is a single fight.
fn fights(loaded: Vec<Loaded>) -> Result<Vec<Loaded>, LoadError> {
    loaded.into_iter().map(|scenario| scenario.of_one_fight("`versus`")).collect()
}

impl<'a> Tournament<'a> {
    /// The tournament of one scenario, whose two seats the rows of its roster take, or that of several, whose sides fight
    /// each other: both of each, or those that are given.
    ///
    /// # Errors
    /// If a scenario has mistakes, or the scenarios make no tournament.
    pub fn load(
        loader: Loader<'a>,
        paths: &[PathBuf],
        changes: &[Override],
        sides: Option<&[Side]>,
    ) -> Result<Self, VersusError> {
        let tournament = match paths {
            [path] => Self::of_rows(loader, path, changes, sides.is_some())?,
            paths => {
                Self::of_sides(loader.texts, fights(load_all(loader, paths, changes)?)?, sides.unwrap_or(&Side::ALL))?
            }
        };
        let contenders = tournament.contenders.len();
        let matches = contenders.saturating_mul(contenders.saturating_sub(1));
        match contenders {
            0 | 1 => Err(VersusError::TooFew),
            _ if matches > CELLS_MAX => Err(VersusError::TooMany { matches }),
            _ => Ok(tournament),
        }
    }

    /// The tournament of a scenario's policies: every word of the party against every word of the enemies.
    ///
    /// # Errors
    /// If the scenario has mistakes or a roster, or its system has no policies to choose from.
    pub fn of_policies(loader: Loader<'a>, path: &Path, changes: &[Override]) -> Result<Self, VersusError> {
        let loaded = load(loader, path, changes)?.of_one_fight("`versus`")?;
        if loaded.scenario.has_roster() {
            return Err(VersusError::PoliciesOfRows { scenario: loaded.name });
        }
        let none = || VersusError::NoPolicies { scenario: loaded.name.clone(), system: loaded.system.name() };
        let policies = Policies::of(&loaded).filter(|policies| policies.words.len() > 1).ok_or_else(none)?;
        let Crossed { words, left_out, fights } = policies.crossed(loader, path, changes)?;
        let named = |side: Side| words[side.index()].iter().map(move |word| format!("{side} {word}"));
        let contenders: Vec<String> = Side::ALL.into_iter().flat_map(named).collect();
        let line_up = |([party, enemies], loaded): ([usize; 2], Loaded)| LineUp {
            party,
            enemies: words[0].len() + enemies,
            fights: loaded.fights,
        };
        let origin = Origin::Ready(fights.into_iter().map(line_up).collect());
        let left_out = Side::ALL.into_iter().zip(left_out).filter(|(_, words)| !words.is_empty());
        let left_out = left_out.map(|(side, words)| Note::LeftOut { side, words });
        let playing = policies.paths.each_ref().map(Vec::len);
        let notes = [Note::Policies(playing)].into_iter().chain(left_out).collect();
        let files = vec![path.to_owned(); contenders.len()];
        let understood = vec![Understood::from(&loaded)];
        let Loaded { name, system, .. } = loaded;
        Ok(Self { scenario: name, system, contenders, files, notes, understood, origin })
    }

    fn of_rows(
        loader: Loader<'a>,
        path: &Path,
        changes: &[Override],
        are_sides_given: bool,
    ) -> Result<Self, VersusError> {
        let (loaded, seats) = load_seats(loader, path, changes)?;
        let loaded = loaded.of_one_fight("`versus`")?;
        let understood = vec![Understood::from(&loaded)];
        let Loaded { name, system, scenario, fights, .. } = loaded;
        if !scenario.has_roster() {
            return Err(VersusError::NoRoster { scenario: name });
        }
        if are_sides_given {
            return Err(VersusError::SidesOfRows);
        }
        let tables = scenario.tree().get(COMBATANTS).and_then(Node::as_list).unwrap_or_default();
        if let Some(index) = scenario.counts().into_iter().position(|count| count == 0) {
            let id = tables.get(index).and_then(Node::id);
            return Err(VersusError::EmptySeat { scenario: name, id: id.unwrap_or_default().to_owned() });
        }
        let sides: Vec<Side> = fights.combatants().iter().map(|combatant| combatant.side).collect();
        let entries = match sides[..] {
            [Side::Party, Side::Enemies] => [0, 1],
            [Side::Enemies, Side::Party] => [1, 0],
            _ => return Err(VersusError::Seats { scenario: name, combatants: sides.len() }),
        };
        let contenders: Vec<String> = scenario.roster_ids().into_iter().map(str::to_owned).collect();
        let files = vec![path.to_owned(); contenders.len()];
        let notes = Side::ALL.into_iter().filter_map(|side| note_of_seat(&seats, entries[side.index()], side));
        let notes = notes.collect();
        let origin = Origin::Pairs(Pairing::Rows { seats: Box::new(seats), entries });
        Ok(Self { scenario: name, system, contenders, files, notes, understood, origin })
    }

    fn of_sides(texts: &dyn Texts, mut loaded: Vec<Loaded>, sides: &[Side]) -> Result<Self, VersusError> {
        let Some(first) = loaded.first() else { return Err(VersusError::TooFew) };
        if let Some(mismatch) = loaded.iter().find(|scenario| scenario.system != first.system) {
            let [first, second] = [first, mismatch].map(|loaded| (loaded.path.clone(), loaded.system.name()));
            return Err(VersusError::TwoSystems { first, second });
        }
        let (mut contenders, mut files, mut sheets) = (Vec::new(), Vec::new(), Vec::new());
        for (scenario, name) in loaded.iter().zip(names_of(texts, &loaded)?) {
            for side in sides {
                contenders.push(format!("{name} {side}"));
                files.push(scenario.path.clone());
                sheets.push(sheets_of(scenario, *side));
            }
        }
        let understood = loaded.iter().map(Understood::from).collect();
        let frame = Box::new(loaded.swap_remove(0));
        let notes = vec![Note::Ground(frame.path.clone())];
        let (scenario, system) = (frame.name.clone(), frame.system);
        Ok(Self {
            scenario,
            system,
            contenders,
            files,
            notes,
            understood,
            origin: Origin::Pairs(Pairing::Sides { frame, sheets }),
        })
    }

    /// Whether the contenders are policies of one scenario.
    pub(super) const fn is_of_policies(&self) -> bool {
        matches!(self.origin, Origin::Ready(_))
    }

    /// The scenarios as the rules see them.
    pub fn understood(&self) -> &[Understood] {
        &self.understood
    }

    /// Loads one match of contenders that meet everybody else, or says why the rules refuse it.
    ///
    /// # Panics
    /// If the contenders are policies, whose matches are loaded already.
    pub(crate) fn seated(&self, party: usize, enemies: usize) -> Result<Loaded, LoadError> {
        let Origin::Pairs(pairing) = &self.origin else { unreachable!("the matches of policies are loaded already") };
        match pairing {
            Pairing::Rows { seats, entries } => {
                let [party, enemies] = [party, enemies].map(|contender| self.contenders[contender].as_str());
                seats.taken([(entries[0], SideWord::Party, party), (entries[1], SideWord::Enemies, enemies)])
            }
            Pairing::Sides { frame, sheets } => load_line_up(frame, &sheets[party], &sheets[enemies]),
        }
    }

    fn line_up(&self, party: usize, enemies: usize) -> Result<Box<dyn Fights>, LoadError> {
        self.seated(party, enemies).map(|loaded| loaded.fights)
    }

    /// Every match that the rules allow, the two of a pair one after the other.
    pub(super) fn all_line_ups(&mut self) -> Result<Vec<LineUp>, VersusError> {
        if let Origin::Ready(line_ups) = &mut self.origin {
            return Ok(mem::take(line_ups));
        }
        let Origin::Pairs(pairing) = &self.origin else { return Ok(Vec::new()) };
        let contenders = self.contenders.len();
        let pairs = (0..contenders).flat_map(|first| (first + 1..contenders).map(move |second| (first, second)));
        let seatings = pairs.flat_map(|(first, second)| [(first, second), (second, first)]);
        let line_up = |(party, enemies)| Some(LineUp { party, enemies, fights: self.line_up(party, enemies).ok()? });
        let line_ups: Vec<LineUp> = seatings.filter_map(line_up).collect();
        let has_match =
            |contender: &usize| line_ups.iter().any(|line_up| [line_up.party, line_up.enemies].contains(contender));
        let idle: Vec<usize> = (0..contenders).filter(|contender| !has_match(contender)).collect();
        if idle.is_empty() {
            Ok(line_ups)
        } else {
            Err(VersusError::Idle(why_idle(&idle, |idle| self.idle(pairing, idle))))
        }
    }

    /// A contender without a match, explained by the match with the fewest mistakes.
    fn idle(&self, pairing: &Pairing, contender: usize) -> Idle {
        let opponents = (0..self.contenders.len()).filter(|&opponent| opponent != contender);
        let seatings = opponents.flat_map(|opponent| [(contender, opponent), (opponent, contender)]);
        let refusals = seatings.filter_map(|(party, enemies)| self.line_up(party, enemies).err());
        let ground = match pairing {
            Pairing::Rows { .. } => None,
            Pairing::Sides { frame, .. } => Some(frame.path.clone()),
        };
        let refusal = refusals.min_by_key(LoadError::mistakes);
        Idle { contender: self.contenders[contender].clone(), ground, refusal }
    }
}

/// Lists the keys that the scenario gives to a seat itself, and that no row changes; `None` if there are none.
fn note_of_seat(seats: &Seats, entry: usize, side: Side) -> Option<Note> {
    let scenario = seats.scenario();
    let combatants = scenario.tree().get(COMBATANTS).and_then(Node::as_list)?;
    let keys = combatants.get(entry)?.as_table()?.iter().map(|given| given.key.as_str());
    let keys: Vec<String> = keys.filter(|key| !["id", "name", "side"].contains(key)).map(str::to_owned).collect();
    (!keys.is_empty()).then_some(Note::Seat { side, keys })
}

/// The names of the scenarios, each of which is there once.
fn names_of(texts: &dyn Texts, loaded: &[Loaded]) -> Result<Vec<String>, VersusError> {
    let paths: Vec<&Path> = loaded.iter().map(|scenario| scenario.path.as_path()).collect();
    match (0..paths.len()).find(|&index| paths[..index].contains(&paths[index])) {
        Some(index) => Err(VersusError::Twice { path: paths[index].to_owned() }),
        None => Ok(short_names(texts, &paths)),
    }
}

/// The sheets of one side.
pub(crate) fn sheets_of(loaded: &Loaded, side: Side) -> Sheets {
    let sides = sides_of_entries(loaded);
    loaded.scenario.sheets((0..sides.len()).filter(|&entry| sides[entry] == Some(side)))
}

/// The side of each entry of combatants; `None` if it stands for nobody. Combatants are listed entry by entry, as many as its `count`
/// says, so that all of an entry are on the side of its first.
pub(crate) fn sides_of_entries(loaded: &Loaded) -> Vec<Option<Side>> {
    let mut combatants = loaded.fights.combatants().iter();
    let side = |&count: &usize| {
        let expanded: Vec<Side> = combatants.by_ref().take(count).map(|combatant| combatant.side).collect();
        expanded.first().copied()
    };
    let sides = loaded.scenario.counts().iter().map(side).collect();
    debug_assert!(combatants.next().is_none(), "an entry yields as many combatants as its `count` says");
    sides
}
