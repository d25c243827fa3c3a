//! The fights that measure the targets: those of each scenario, and those of each pair of a roster's rows in both seatings.

use std::path::PathBuf;

use equipoise_engine::scenario::{Band, Problem};

use super::file::{Asked, AskedTarget};
use super::numbers::{Edited, Found, Number, edited};
use crate::kernel::quantity::{Kind, Quantity, full_name};
use crate::record::Files;
use crate::registry::Registry;
use crate::studies::fights::Fights;
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::study::StudyError;
use crate::studies::tune::{Target as Point, TargetError};
use crate::studies::versus::Tournament;

/// The source of the fights of an arena.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ground {
    /// A scenario.
    Scenario(PathBuf),
    /// A row of the roster in the seat of the party against another one.
    Match { party: usize, enemies: usize },
}

/// A number that is read of every encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Read {
    /// A quantity by its full name: who fights may depend on the numbers.
    Quantity(String, Kind),
    /// 2 if the contender in this seat wins, 1 if nobody does: the party's if it is true.
    Halves(bool),
}

/// The same number, resolved for the fights of one variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    Quantity(Quantity),
    Halves(bool),
}

/// Encounters of one kind, with the numbers that are read of them.
pub(super) struct Arena {
    ground: Ground,
    pub(super) reads: Vec<Read>,
    /// The numbers that these encounters depend on, ascending.
    pub(super) numbers: Vec<usize>,
}

impl Arena {
    /// The numbers to read, resolved for these fights; `None` if they lack one.
    fn seen(&self, fights: &dyn Fights) -> Option<Vec<Seen>> {
        let cast = fights.recordable().cast();
        let seen = |read: &Read| match read {
            Read::Quantity(name, kind) => {
                cast.find(name).filter(|&quantity| cast.kind(quantity) == *kind).map(Seen::Quantity)
            }
            Read::Halves(is_party) => Some(Seen::Halves(*is_party)),
        };
        self.reads.iter().map(seen).collect()
    }
}

/// Fights of one variant, with the numbers that are read of them.
pub(super) struct Variant {
    pub(super) fights: Box<dyn Fights>,
    pub(super) seen: Vec<Seen>,
}

/// The owner of the number of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// A scenario, by its name in the file.
    Scenario(String),
    /// Two rows of the roster: the number is the share that the first wins, with half of the share that nobody wins.
    Pair(String, String),
}

/// A number and the band in which it should lie.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The owner of the number.
    pub whose: Whose,
    /// The full name of the number; of a pair `share`.
    pub quantity: String,
    /// The band.
    pub band: Band,
    /// Whether it is a share, so that it lies in 0 to 1.
    pub is_share: bool,
    /// The arenas and their reads that it is the mean of.
    pub(super) parts: Vec<(usize, usize)>,
}

impl Target {
    /// Whether its values are half points.
    pub(super) const fn is_of_halves(&self) -> bool {
        matches!(self.whose, Whose::Pair(..))
    }
}

/// The arenas of all targets.
pub(super) struct Arenas {
    registry: Registry,
    pub(super) files: Files,
    roster: Option<PathBuf>,
    pub(super) list: Vec<Arena>,
}

/// The rows of a roster in their matches.
pub(super) struct Matches {
    pub(super) contenders: Vec<String>,
    /// The matches that the rules allow, by the contenders in the seats.
    allowed: Vec<[usize; 2]>,
    /// The values of the rows and of the scenario of the roster.
    pub(super) found: Vec<Found>,
}

impl Matches {
    pub(super) fn load(tournament: &Tournament, roster: &std::path::Path) -> Result<Self, StudyError> {
        let count = tournament.contenders.len();
        let (mut allowed, mut found) = (Vec::new(), Vec::<Found>::new());
        for party in 0..count {
            for enemies in (0..count).filter(|enemies| *enemies != party) {
                let Ok(loaded) = tournament.seated(party, enemies) else { continue };
                allowed.push([party, enemies]);
                for value in Found::all(&loaded) {
                    // A value that the scenario gives to a seat is of no row.
                    let is_of_seat = value.path.starts_with("combatants.")
                        && value.place.as_ref().is_none_or(|place| place.file == roster);
                    if !is_of_seat && found.iter().all(|known| known.path != value.path) {
                        found.push(value);
                    }
                }
            }
        }
        for first in 0..count {
            for second in first + 1..count {
                if !allowed.contains(&[first, second]) && !allowed.contains(&[second, first]) {
                    // The reason is that of the match which is refused.
                    tournament.seated(first, second)?;
                }
            }
        }
        Ok(Self { contenders: tournament.contenders.clone(), allowed, found })
    }
}

impl Arenas {
    /// The encounters of all targets, and the targets.
    pub(super) fn new(
        registry: Registry,
        files: Files,
        asked: &Asked,
        scenarios: &[Loaded],
        matches: Option<&Matches>,
    ) -> Result<(Self, Vec<Target>), StudyError> {
        let roster = asked.roster.as_ref().map(|roster| roster.value.clone());
        let mut arenas = Self { registry, files, roster, list: Vec::new() };
        let (mut targets, mut problems) = (Vec::<Target>::new(), Vec::new());
        for wanted in &asked.targets {
            match arenas.target(wanted, &scenarios[wanted.scenario], &asked.names[wanted.scenario]) {
                Ok(target) => {
                    let is_same = |known: &&Target| known.parts == target.parts;
                    if targets.iter().any(|known| is_same(&known)) {
                        let reason = format!("`{}` is a target already", target.quantity);
                        problems.push(Asked::problem(&wanted.quantity, "targets.quantity", reason));
                    }
                    targets.push(target);
                }
                Err(problem) => problems.push(problem),
            }
        }
        if let Some((matches, band)) = matches.zip(asked.pairs) {
            arenas.pairs(matches, band, &mut targets);
        }
        if problems.is_empty() { Ok((arenas, targets)) } else { Err(asked.refused(problems).into()) }
    }

    fn target(&mut self, wanted: &AskedTarget, scenario: &Loaded, name: &str) -> Result<Target, Problem> {
        let cast = scenario.fights.recordable().cast();
        let bounds = wanted.band.at_least.into_iter().chain(wanted.band.at_most);
        let mut quantity = None;
        for value in bounds {
            let point = Point { name: full_name(&wanted.quantity.value), value, weight: 1.0 };
            quantity = Some(point.quantity(&cast).map_err(|error| {
                let problem = Asked::problem(&wanted.quantity, "targets.quantity", error.to_string());
                if let TargetError::Unknown { help, .. } = error { problem.with_hint(help) } else { problem }
            })?);
        }
        let quantity = quantity.expect("a band has a bound");
        let arena = self.arena(&Ground::Scenario(scenario.path.clone()));
        let read = read_of(&mut self.list[arena], Read::Quantity(cast.name(quantity), cast.kind(quantity)));
        Ok(Target {
            whose: Whose::Scenario(name.to_owned()),
            quantity: cast.name(quantity),
            band: wanted.band,
            is_share: matches!(cast.kind(quantity), Kind::Share | Kind::YesNo),
            parts: vec![(arena, read)],
        })
    }

    fn pairs(&mut self, matches: &Matches, band: Band, targets: &mut Vec<Target>) {
        let count = matches.contenders.len();
        for first in 0..count {
            for second in first + 1..count {
                let seatings = [([first, second], true), ([second, first], false)];
                let allowed = seatings.into_iter().filter(|(seats, _)| matches.allowed.contains(seats));
                let part = |([party, enemies], is_party): ([usize; 2], bool)| {
                    let arena = self.arena(&Ground::Match { party, enemies });
                    (arena, read_of(&mut self.list[arena], Read::Halves(is_party)))
                };
                let parts = allowed.map(part).collect();
                let [first, second] = [first, second].map(|contender| matches.contenders[contender].clone());
                let whose = Whose::Pair(first, second);
                targets.push(Target { whose, quantity: "share".to_owned(), band, is_share: true, parts });
            }
        }
    }

    fn arena(&mut self, ground: &Ground) -> usize {
        let known = self.list.iter().position(|arena| arena.ground == *ground);
        known.unwrap_or_else(|| {
            self.list.push(Arena { ground: ground.clone(), reads: Vec::new(), numbers: Vec::new() });
            self.list.len() - 1
        })
    }

    /// Finds out which numbers matter to which encounters: those that are written where the scenario, or one of the rows, has
    /// them from.
    pub(super) fn depend_on(
        &mut self,
        numbers: &[Number],
        scenarios: &[(&Loaded, &[Found])],
        matches: Option<&Matches>,
    ) {
        for arena in &mut self.list {
            let is_seen = |number: &Number| match &arena.ground {
                Ground::Scenario(path) => {
                    let found = scenarios.iter().find(|(loaded, _)| loaded.path == *path).map(|(_, found)| *found);
                    let places = || found.into_iter().flatten().filter_map(|found| found.place.as_ref());
                    number.places.iter().any(|place| places().any(|known| known == place))
                }
                Ground::Match { party, enemies } => {
                    let matches = matches.expect("matches are those of a roster");
                    let owner = |found: &&Found| {
                        let row = found.path.strip_prefix("combatants.").and_then(|rest| rest.split('.').next());
                        row.is_none_or(|row| [party, enemies].iter().any(|seat| matches.contenders[**seat] == row))
                    };
                    let places = || matches.found.iter().filter(owner).filter_map(|found| found.place.as_ref());
                    number.places.iter().any(|place| places().any(|known| known == place))
                }
            };
            arena.numbers = (0..numbers.len()).filter(|&number| is_seen(&numbers[number])).collect();
        }
    }

    /// The fights of some arenas when the numbers have moved by so many steps; `None` if the rules refuse them, or nobody has a
    /// number any more.
    pub(super) fn fights(&self, numbers: &[Number], steps: &[i64], arenas: &[usize]) -> Vec<Option<Variant>> {
        let changed = edited(numbers, steps, &self.files);
        let texts = Edited { files: &self.files, edited: &changed };
        let loader = Loader::new(self.registry, &texts);
        let is_match = |arena: &usize| matches!(self.list[*arena].ground, Ground::Match { .. });
        let roster = self.roster.as_ref().filter(|_| arenas.iter().any(is_match));
        let tournament = roster.and_then(|path| Tournament::load(loader, std::slice::from_ref(path), &[], None).ok());
        let fights = |arena: &usize| match &self.list[*arena].ground {
            Ground::Scenario(path) => load(loader, path, &[]).ok().map(|loaded| loaded.fights),
            Ground::Match { party, enemies } => {
                tournament.as_ref()?.seated(*party, *enemies).ok().map(|loaded| loaded.fights)
            }
        };
        let variant = |arena: &usize| {
            let fights = fights(arena)?;
            Some(Variant { seen: self.list[*arena].seen(fights.as_ref())?, fights })
        };
        arenas.iter().map(variant).collect()
    }
}

fn read_of(arena: &mut Arena, read: Read) -> usize {
    let known = arena.reads.iter().position(|known| *known == read);
    known.unwrap_or_else(|| {
        arena.reads.push(read);
        arena.reads.len() - 1
    })
}
