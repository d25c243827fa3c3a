//! `equipoise versus`: a tournament of all contenders against all.

use std::io::{self, Write};
use std::path::Path;

use equipoise_engine::scenario::common::SideWord;
use equipoise_engine::scenario::{Node, PROBLEMS_MAX, Sheets};
use equipoise_engine::{Seed, Side, System, Winner};
use equipoise_sim::studies::sweep::{CELLS_MAX, Playable, run_cells};
use equipoise_sim::studies::versus::{Counts, FreshDice, Pair, Standings, Verdict, share, standings};
use equipoise_sim::{Plan, Run, Share, Watch};
use serde_json::Value;

use crate::args::{Format, Sides, VersusArgs};
use crate::diagnostics::{Mistake, note};
use crate::exit::Failure;
use crate::fights::Fights;
use crate::interrupt;
use crate::json::Object;
use crate::load::{Loaded, Seats, is_stdin, load_all, load_line_up, load_seats};
use crate::numbers::grouped;
use crate::out::Out;
use crate::page::Page;
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// The contenders, and how they are put into a match.
pub(crate) struct Tournament {
    /// The name of the only or the first scenario.
    pub(crate) title: String,
    pub(crate) system: System,
    /// The contenders by name. A contender is known by its index in here.
    pub(crate) names: Vec<String>,
    /// Lines below the title of the table.
    pub(crate) notes: Vec<String>,
    origin: Origin,
}

/// Where the contenders come from.
enum Origin {
    /// Rows of a roster, which take the seats of a scenario: the entries of `[[combatants]]` with these indices, the
    /// party's first.
    Rows { seats: Box<Seats>, entries: [usize; 2] },
    /// Sides of scenarios. Everything else in a match is that of `frame`, the first scenario.
    Sides { frame: Box<Loaded>, sheets: Vec<Sheets> },
}

/// What came of one contender as the party against another one as the enemies.
pub(crate) struct Match {
    pub(crate) party: usize,
    pub(crate) enemies: usize,
    /// The index of its first encounter.
    pub(crate) first_index: u64,
    /// Encounters by winner.
    pub(crate) counts: Counts,
}

/// Plays every match that the rules allow, ranks the contenders and prints the standings.
pub(crate) fn run(args: &VersusArgs) -> Result<(), Failure> {
    let tournament = match &args.input.scenarios[..] {
        [path] => tournament_of_rows(args, path)?,
        paths => tournament_of_sides(args, load_all(paths, &args.input.changes.set)?)?,
    };
    let contenders = tournament.names.len();
    if contenders < 2 {
        return Err(Failure::plain("at least two contenders are needed"));
    }
    let matches = contenders.saturating_mul(contenders - 1);
    if matches > CELLS_MAX {
        let (matches, max) = (grouped(matches as u64), grouped(CELLS_MAX as u64));
        return Err(Failure::plain(format!("there would be {matches} matches, at most {max} are allowed")));
    }
    interrupt::listen();
    let line_ups = tournament.line_ups()?;
    let matches = pool(args.work.threads)?.install(|| fight(args, &tournament, &line_ups))?;
    let counts = |party: usize, enemies: usize| {
        let played = matches.iter().find(|played| (played.party, played.enemies) == (party, enemies));
        played.map(|played| played.counts)
    };
    let standings = standings(contenders, counts, args.confidence);
    Ok(print(args, &tournament, &matches, &standings)?)
}

/// The tournament of the rows of a roster, which take the two seats of its scenario.
fn tournament_of_rows(args: &VersusArgs, path: &Path) -> Result<Tournament, Failure> {
    let (loaded, seats) = load_seats(path, &args.input.changes.set)?;
    if !loaded.scenario.has_roster() {
        let message = format!("{} has no roster whose rows could be set against each other", loaded.name);
        return Err(Failure::with_help(message, "give several scenarios, or one with a roster"));
    }
    if args.sides.is_some() {
        let message = "--sides chooses among the sides of several scenarios";
        return Err(Failure::with_help(message, "the rows of a roster take both sides' seats"));
    }
    let sides: Vec<Side> = loaded.fights.combatants().iter().map(|combatant| combatant.side).collect();
    let entries = match sides[..] {
        [Side::Party, Side::Enemies] => [0, 1],
        [Side::Enemies, Side::Party] => [1, 0],
        _ => {
            let message = format!("{} has {} combatants, and not one on each side", loaded.name, sides.len());
            return Err(Failure::with_help(message, "a row of the roster needs one seat on either side"));
        }
    };
    let names = loaded.scenario.roster_ids().into_iter().map(str::to_owned).collect();
    let notes = Side::ALL.into_iter().filter_map(|side| note_of_seat(&seats, entries[side.index()], side)).collect();
    let (title, system) = (loaded.name, loaded.system);
    Ok(Tournament { title, system, names, notes, origin: Origin::Rows { seats: Box::new(seats), entries } })
}

/// Lists the keys that the scenario gives to a seat itself, and that no row changes; `None` where there are none.
fn note_of_seat(seats: &Seats, entry: usize, side: Side) -> Option<String> {
    let combatants = seats.scenario().tree().get("combatants").and_then(Node::as_list)?;
    let keys = combatants.get(entry)?.as_table()?.iter().map(|given| given.key.as_str());
    let keys: Vec<&str> = keys.filter(|key| !["id", "name", "side"].contains(key)).collect();
    let word = if side == Side::Party { "the party's seat" } else { "the enemies' seat" };
    (!keys.is_empty()).then(|| format!("{word} has what the scenario gives, whoever sits there: {}", keys.join(", ")))
}

/// The tournament of the sides of several scenarios.
fn tournament_of_sides(args: &VersusArgs, mut loaded: Vec<Loaded>) -> Result<Tournament, Failure> {
    let first = &loaded[0];
    if let Some(mismatch) = loaded.iter().find(|scenario| scenario.system != first.system) {
        let [first, second] =
            [first, mismatch].map(|loaded| format!("{} ({})", loaded.path.display(), loaded.system.name()));
        return Err(Failure::plain(format!("scenarios of two systems cannot fight: {first} and {second}")));
    }
    let sides = match args.sides.unwrap_or(Sides::All) {
        Sides::All => &Side::ALL[..],
        Sides::Party => &[Side::Party],
        Sides::Enemies => &[Side::Enemies],
    };
    let (mut names, mut sheets) = (Vec::new(), Vec::new());
    for (scenario, name) in loaded.iter().zip(names_of(&loaded)?) {
        for side in sides {
            names.push(format!("{name} {side}"));
            sheets.push(sheets_of(scenario, *side));
        }
    }
    let notes = vec![format!("everything but the combatants is that of {}", first.path.display())];
    let (title, system) = (first.name.clone(), first.system);
    let frame = Box::new(loaded.swap_remove(0));
    Ok(Tournament { title, system, names, notes, origin: Origin::Sides { frame, sheets } })
}

/// The names of the files without folder and extension, or the whole paths where two of those are equal.
fn names_of(loaded: &[Loaded]) -> Result<Vec<String>, Failure> {
    let stem = |scenario: &Loaded| match scenario.path.file_stem() {
        Some(stem) if !is_stdin(&scenario.path) => stem.to_string_lossy().into_owned(),
        _ => "stdin".to_owned(),
    };
    let whole = |scenario: &Loaded| scenario.path.display().to_string();
    let is_repeated = |names: &[String], index: usize| names[..index].contains(&names[index]);
    let stems: Vec<String> = loaded.iter().map(stem).collect();
    if !(0..stems.len()).any(|index| is_repeated(&stems, index)) {
        return Ok(stems);
    }
    let paths: Vec<String> = loaded.iter().map(whole).collect();
    match (0..paths.len()).find(|&index| is_repeated(&paths, index)) {
        Some(index) => Err(Failure::plain(format!("{} is given twice", paths[index]))),
        None => Ok(paths),
    }
}

/// The sheets of one side. Combatants are listed entry by entry, as many as its `count` says, so that all of an
/// entry are on the side of its first.
fn sheets_of(loaded: &Loaded, side: Side) -> Sheets {
    let mut combatants = loaded.fights.combatants().iter();
    let counts = loaded.scenario.counts();
    let sides: Vec<Option<Side>> = counts
        .iter()
        .map(|&count| {
            let expanded: Vec<Side> = combatants.by_ref().take(count).map(|combatant| combatant.side).collect();
            expanded.first().copied()
        })
        .collect();
    debug_assert!(combatants.next().is_none(), "an entry yields as many combatants as its `count` says");
    loaded.scenario.sheets((0..sides.len()).filter(|&entry| sides[entry] == Some(side)))
}

/// A match that the rules allow, ready to be played.
struct LineUp {
    party: usize,
    enemies: usize,
    fights: Box<dyn Fights>,
}

impl Tournament {
    /// Loads one match, or says why the rules refuse it.
    fn line_up(&self, party: usize, enemies: usize) -> Result<Box<dyn Fights>, Vec<Mistake>> {
        let loaded = match &self.origin {
            Origin::Rows { seats, entries } => {
                let [party, enemies] = [party, enemies].map(|contender| self.names[contender].as_str());
                seats.taken([(entries[0], SideWord::Party, party), (entries[1], SideWord::Enemies, enemies)])
            }
            Origin::Sides { frame, sheets } => load_line_up(frame, &sheets[party], &sheets[enemies]),
        };
        loaded.map(|loaded| loaded.fights)
    }

    /// Every match that the rules allow, the two of a pair one after the other. A contender without any match is an error,
    /// which says why the rules refuse them all.
    fn line_ups(&self) -> Result<Vec<LineUp>, Failure> {
        let contenders = self.names.len();
        let pairs = (0..contenders).flat_map(|first| (first + 1..contenders).map(move |second| (first, second)));
        let seatings = pairs.flat_map(|(first, second)| [(first, second), (second, first)]);
        let line_up = |(party, enemies)| Some(LineUp { party, enemies, fights: self.line_up(party, enemies).ok()? });
        let line_ups: Vec<LineUp> = seatings.filter_map(line_up).collect();
        let has_match =
            |contender: &usize| line_ups.iter().any(|line_up| [line_up.party, line_up.enemies].contains(contender));
        let idle: Vec<usize> = (0..contenders).filter(|contender| !has_match(contender)).collect();
        if idle.is_empty() { Ok(line_ups) } else { Err(self.why_idle(&idle)) }
    }

    /// Explains each contender without a match by the match with the fewest mistakes. Most mistakes are common to many
    /// matches, so each is reported once.
    fn why_idle(&self, idle: &[usize]) -> Failure {
        let mut reported: Vec<Mistake> = Vec::new();
        for &contender in idle {
            let opponents = (0..self.names.len()).filter(|&opponent| opponent != contender);
            let seatings = opponents.flat_map(|opponent| [(contender, opponent), (opponent, contender)]);
            let mistakes = seatings.filter_map(|(party, enemies)| self.line_up(party, enemies).err());
            let refused = Mistake::plain(format!("the rules refuse every match of {}", self.names[contender]));
            reported.push(match &self.origin {
                Origin::Rows { .. } => refused,
                Origin::Sides { frame, .. } => refused
                    .with_help(format!("the ground is that of {}; another one may come first", frame.path.display())),
            });
            for mistake in mistakes.min_by_key(Vec::len).unwrap_or_default() {
                if !reported.contains(&mistake) {
                    reported.push(mistake);
                }
            }
            if reported.len() >= PROBLEMS_MAX {
                break;
            }
        }
        Failure::Mistakes(reported)
    }
}

/// Plays all matches together. The second match of a pair follows the first one in the list and has the encounters
/// after those of the first, so that the two are independent.
fn fight(args: &VersusArgs, tournament: &Tournament, line_ups: &[LineUp]) -> Result<Vec<Match>, Failure> {
    let first_index = |number: usize| {
        let (before, current) = (number.checked_sub(1).map(|before| &line_ups[before]), &line_ups[number]);
        let is_second = before.is_some_and(|before| (before.party, before.enemies) == (current.enemies, current.party));
        if is_second { args.encounters } else { 0 }
    };
    let cell = |number: usize| FreshDice { fights: line_ups[number].fights.playable(), after: first_index(number) };
    let cells: Vec<FreshDice> = (0..line_ups.len()).map(cell).collect();
    let playable: Vec<&dyn Playable> = cells.iter().map(|cell| cell as &dyn Playable).collect();
    let total = args.encounters.saturating_mul(cells.len() as u64);
    let progress = Progress::new(args.work.quiet, &tournament.title, Some(total));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let runs = run_cells(&playable, &Plan::new(Seed(args.seed), 0..args.encounters), &watch);
    drop(progress);
    if runs.iter().filter(|run| run.complete).count() < line_ups.len() {
        note("interrupted: not every match was fought, and nothing is ranked");
        return Err(Failure::Interrupted);
    }
    let played = |(number, run): (usize, &Run)| {
        let LineUp { party, enemies, .. } = line_ups[number];
        Match { party, enemies, first_index: cells[number].after, counts: run.tally.winners() }
    };
    Ok(runs.iter().enumerate().map(played).collect())
}

/// The word of a verdict in tables, about the first of a pair.
pub(crate) const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::First => "beats",
        Verdict::Second => "loses to",
        Verdict::Undecided => "undecided",
    }
}

fn print(args: &VersusArgs, tournament: &Tournament, matches: &[Match], standings: &Standings) -> io::Result<()> {
    let mut out = Page::new(Out::new(), args.format.markup());
    match args.format {
        Format::Table | Format::Markdown => {
            tables::versus::versus(&mut out, args, tournament, matches.len(), standings)?;
        }
        Format::Json => writeln!(out, "{}", json(args, tournament, matches, standings))?,
        Format::Csv => {
            let sides = "party_win,party_win_lo,party_win_hi,enemies_win,enemies_win_lo,enemies_win_hi";
            writeln!(out, "party,enemies,encounters,{sides},draw,timeout,first_index")?;
            for played in matches {
                writeln!(out, "{}", csv(args, tournament, played))?;
            }
        }
    }
    out.flush()
}

/// The shares of a match by winner.
fn shares(args: &VersusArgs, played: &Match) -> [Share; 4] {
    played.counts.map(|count| share(count, args.encounters, args.confidence))
}

fn csv(args: &VersusArgs, tournament: &Tournament, played: &Match) -> String {
    let [party, enemies] = [played.party, played.enemies].map(|contender| csv_field(&tournament.names[contender]));
    let shares = shares(args, played);
    let won = |winner: Winner| {
        let Share { share, interval, .. } = shares[winner.index()];
        interval.map_or_else(String::new, |interval| format!("{share},{},{}", interval.lo, interval.hi))
    };
    let [draw, timeout] = [Winner::Draw, Winner::Timeout].map(|winner| shares[winner.index()].share);
    let (party_win, enemies_win) = (won(Winner::Party), won(Winner::Enemies));
    format!("{party},{enemies},{},{party_win},{enemies_win},{draw},{timeout},{}", args.encounters, played.first_index)
}

fn json(args: &VersusArgs, tournament: &Tournament, matches: &[Match], standings: &Standings) -> String {
    let name = |contender: usize| tournament.names[contender].as_str();
    let names =
        |contenders: &[usize]| Value::from(contenders.iter().map(|&contender| name(contender)).collect::<Vec<_>>());
    let everybody: Vec<usize> = (0..tournament.names.len()).collect();
    let matches = matches.iter().map(|played| {
        let object = Object::default().with("party", name(played.party)).with("enemies", name(played.enemies));
        let object = object.with("first_index", played.first_index);
        let counted = Winner::ALL.iter().zip(played.counts);
        counted.fold(object, |object, (winner, count)| object.with(winner.name(), count)).finish()
    });
    let ranking = standings.ranking.iter().map(|ranked| {
        let [beats, loses_to, undecided] = ranked.verdicts;
        let object = Object::default().with("name", name(ranked.contender)).with("mean_share", ranked.mean);
        object.with("beats", beats).with("loses_to", loses_to).with("undecided", undecided).finish()
    });
    let object = Object::default().with("scenario", tournament.title.as_str()).with("system", tournament.system.name());
    let object = object.with("seed", args.seed).with("encounters", args.encounters).with("confidence", args.confidence);
    let object = object.with("contenders", names(&everybody)).with_list("matches", matches);
    let object = object.with_list("pairs", standings.pairs.iter().map(|pair| json_of_pair(tournament, pair)));
    let object = object.with_list("ranking", ranking);
    let object = object.with_list("cycles", standings.cycles.iter().map(|cycle| names(cycle).to_string()));
    object.with("more_cycles", standings.more_cycles).finish()
}

fn json_of_pair(tournament: &Tournament, pair: &Pair) -> String {
    let Share { share, interval, .. } = pair.share(0);
    let verdict = match pair.verdict {
        Verdict::First => "first",
        Verdict::Second => "second",
        Verdict::Undecided => "undecided",
    };
    let [first, second] = [pair.first, pair.second].map(|contender| tournament.names[contender].as_str());
    let object = Object::default().with("first", first).with("second", second).with("encounters", pair.encounters);
    let object = object.with("first_wins", pair.wins[0]).with("second_wins", pair.wins[1]).with("share", share);
    let object = match interval {
        Some(interval) => object.with("lo", interval.lo).with("hi", interval.hi),
        None => object,
    };
    object.with("p", pair.p).with("verdict", verdict).finish()
}
