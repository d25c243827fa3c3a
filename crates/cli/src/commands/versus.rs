//! `equipoise versus`: everybody against everybody.

use std::io::{self, Write};
use std::path::Path;

use equipoise_engine::scenario::common::SideWord;
use equipoise_engine::scenario::{Node, PROBLEMS_MAX, Sheets};
use equipoise_engine::{Seed, Side, System, Winner};
use equipoise_sim::sweep::{CELLS_MAX, Playable, run_cells};
use equipoise_sim::versus::{Counts, FreshDice, Pair, Standings, Verdict, share, standings};
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
use crate::progress::Progress;
use crate::tables;
use crate::text::csv_field;
use crate::threads::pool;

/// Who fights, and where.
pub(crate) struct Field {
    /// The scenario's name.
    pub(crate) title: String,
    pub(crate) system: System,
    pub(crate) names: Vec<String>,
    /// What to know beside the numbers.
    pub(crate) notes: Vec<String>,
    ground: Ground,
}

/// How contenders come to fight.
enum Ground {
    /// Rows of a roster take the seats of a scenario: the places of the party's and of the enemies'.
    Seats { seats: Box<Seats>, places: [usize; 2] },
    /// Sides of scenarios meet where the first scenario plays.
    Sides { frame: Box<Loaded>, sheets: Vec<Sheets> },
}

/// One contender as the party against another one as the enemies.
pub(crate) struct Match {
    pub(crate) party: usize,
    pub(crate) enemies: usize,
    /// The index of its first encounter.
    pub(crate) first_index: u64,
    pub(crate) counts: Counts,
}

/// Seats, fights, ranks and prints.
pub(crate) fn run(args: &VersusArgs) -> Result<(), Failure> {
    let field = match &args.input.scenarios[..] {
        [one] => field_of_roster(args, one)?,
        several => field_of_sides(args, load_all(several, &args.input.changes.set)?)?,
    };
    let contenders = field.names.len();
    if contenders < 2 {
        return Err(Failure::plain("at least two contenders are needed"));
    }
    let wanted = contenders.saturating_mul(contenders - 1);
    if wanted > CELLS_MAX {
        let (wanted, most) = (grouped(wanted as u64), grouped(CELLS_MAX as u64));
        return Err(Failure::plain(format!("there would be {wanted} matches, at most {most} are allowed")));
    }
    interrupt::listen();
    let line_ups = field.line_ups()?;
    let matches = pool(args.work.threads)?.install(|| fight(args, &field, &line_ups))?;
    let fought = |party: usize, enemies: usize| {
        let fought = matches.iter().find(|one| (one.party, one.enemies) == (party, enemies));
        fought.map(|one| one.counts)
    };
    let standings = standings(contenders, fought, args.confidence);
    Ok(print(args, &field, &matches, &standings)?)
}

/// The rows of a roster.
fn field_of_roster(args: &VersusArgs, path: &Path) -> Result<Field, Failure> {
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
    let places = match sides[..] {
        [Side::Party, Side::Enemies] => [0, 1],
        [Side::Enemies, Side::Party] => [1, 0],
        _ => {
            let message = format!("{} has {} combatants, and not one on each side", loaded.name, sides.len());
            return Err(Failure::with_help(message, "a row of the roster needs one seat on either side"));
        }
    };
    let names = loaded.scenario.roster_ids().into_iter().map(str::to_owned).collect();
    let notes = Side::ALL.into_iter().filter_map(|side| note_of_seat(&seats, places[side.index()], side)).collect();
    let (title, system) = (loaded.name, loaded.system);
    Ok(Field { title, system, names, notes, ground: Ground::Seats { seats: Box::new(seats), places } })
}

/// What the scenario says of a seat, which no row changes.
fn note_of_seat(seats: &Seats, place: usize, side: Side) -> Option<String> {
    let combatants = seats.scenario().tree().get("combatants").and_then(Node::as_list)?;
    let keys = combatants.get(place)?.as_table()?.iter().map(|entry| entry.key.as_str());
    let keys: Vec<&str> = keys.filter(|key| !["id", "name", "side"].contains(key)).collect();
    let word = if side == Side::Party { "the party's seat" } else { "the enemies' seat" };
    (!keys.is_empty()).then(|| format!("{word} has what the scenario gives, whoever sits there: {}", keys.join(", ")))
}

/// The sides of several scenarios.
fn field_of_sides(args: &VersusArgs, mut loaded: Vec<Loaded>) -> Result<Field, Failure> {
    let first = &loaded[0];
    if let Some(other) = loaded.iter().find(|other| other.system != first.system) {
        let [one, two] = [first, other].map(|one| format!("{} ({})", one.path.display(), one.system.name()));
        return Err(Failure::plain(format!("scenarios of two systems cannot fight: {one} and {two}")));
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
    Ok(Field { title, system, names, notes, ground: Ground::Sides { frame, sheets } })
}

/// The names of files without folder and ending, or whole paths where these do not tell them apart.
fn names_of(loaded: &[Loaded]) -> Result<Vec<String>, Failure> {
    let stem = |scenario: &Loaded| match scenario.path.file_stem() {
        Some(stem) if !is_stdin(&scenario.path) => stem.to_string_lossy().into_owned(),
        _ => "stdin".to_owned(),
    };
    let whole = |scenario: &Loaded| scenario.path.display().to_string();
    let is_repeated = |names: &[String], at: usize| names[..at].contains(&names[at]);
    let stems: Vec<String> = loaded.iter().map(stem).collect();
    if !(0..stems.len()).any(|at| is_repeated(&stems, at)) {
        return Ok(stems);
    }
    let paths: Vec<String> = loaded.iter().map(whole).collect();
    match (0..paths.len()).find(|&at| is_repeated(&paths, at)) {
        Some(at) => Err(Failure::plain(format!("{} is given twice", paths[at]))),
        None => Ok(paths),
    }
}

/// The combatants of one side. Every entry stands for as many in a row as its `count` says.
fn sheets_of(loaded: &Loaded, side: Side) -> Sheets {
    let mut combatants = loaded.fights.combatants().iter();
    let counts = loaded.scenario.counts();
    let sides: Vec<Option<Side>> = counts
        .iter()
        .map(|&count| {
            let of_entry: Vec<Side> = combatants.by_ref().take(count).map(|combatant| combatant.side).collect();
            of_entry.first().copied()
        })
        .collect();
    debug_assert!(combatants.next().is_none(), "an entry yields as many combatants as its `count` says");
    loaded.scenario.sheets((0..sides.len()).filter(|&place| sides[place] == Some(side)))
}

/// A match that the rules allow.
struct LineUp {
    party: usize,
    enemies: usize,
    fights: Box<dyn Fights>,
}

impl Field {
    fn line_up(&self, party: usize, enemies: usize) -> Result<Box<dyn Fights>, Vec<Mistake>> {
        let loaded = match &self.ground {
            Ground::Seats { seats, places } => {
                let [one, other] = [party, enemies].map(|contender| self.names[contender].as_str());
                seats.taken([(places[0], SideWord::Party, one), (places[1], SideWord::Enemies, other)])
            }
            Ground::Sides { frame, sheets } => load_line_up(frame, &sheets[party], &sheets[enemies]),
        };
        loaded.map(|loaded| loaded.fights)
    }

    /// Every match that the rules allow, the two of a pair one after the other. A contender whom they allow none is told
    /// why.
    fn line_ups(&self) -> Result<Vec<LineUp>, Failure> {
        let contenders = self.names.len();
        let pairs = (0..contenders).flat_map(|first| (first + 1..contenders).map(move |second| (first, second)));
        let seatings = pairs.flat_map(|(first, second)| [(first, second), (second, first)]);
        let line_up = |(party, enemies)| Some(LineUp { party, enemies, fights: self.line_up(party, enemies).ok()? });
        let line_ups: Vec<LineUp> = seatings.filter_map(line_up).collect();
        let fights = |contender: &usize| line_ups.iter().any(|one| [one.party, one.enemies].contains(contender));
        let idle: Vec<usize> = (0..contenders).filter(|contender| !fights(contender)).collect();
        if idle.is_empty() { Ok(line_ups) } else { Err(self.why_idle(&idle)) }
    }

    /// What is wrong in the match of each that has the fewest mistakes, each mistake once.
    fn why_idle(&self, idle: &[usize]) -> Failure {
        let mut told: Vec<Mistake> = Vec::new();
        for &contender in idle {
            let others = (0..self.names.len()).filter(|&other| other != contender);
            let seatings = others.flat_map(|other| [(contender, other), (other, contender)]);
            let mistakes = seatings.filter_map(|(party, enemies)| self.line_up(party, enemies).err());
            let refused = Mistake::plain(format!("the rules refuse every match of {}", self.names[contender]));
            told.push(match &self.ground {
                Ground::Seats { .. } => refused,
                Ground::Sides { frame, .. } => refused
                    .with_help(format!("the ground is that of {}; another one may come first", frame.path.display())),
            });
            for mistake in mistakes.min_by_key(Vec::len).unwrap_or_default() {
                if !told.contains(&mistake) {
                    told.push(mistake);
                }
            }
            if told.len() >= PROBLEMS_MAX {
                break;
            }
        }
        Failure::Mistakes(told)
    }
}

/// Plays all matches at once.
fn fight(args: &VersusArgs, field: &Field, line_ups: &[LineUp]) -> Result<Vec<Match>, Failure> {
    let first_index = |at: usize| {
        let (before, here) = (at.checked_sub(1).map(|before| &line_ups[before]), &line_ups[at]);
        let is_second = before.is_some_and(|before| (before.party, before.enemies) == (here.enemies, here.party));
        if is_second { args.encounters } else { 0 }
    };
    let fresh = |at: usize| FreshDice { fights: line_ups[at].fights.playable(), after: first_index(at) };
    let cells: Vec<FreshDice> = (0..line_ups.len()).map(fresh).collect();
    let playable: Vec<&dyn Playable> = cells.iter().map(|cell| cell as &dyn Playable).collect();
    let total = args.encounters.saturating_mul(cells.len() as u64);
    let progress = Progress::new(args.work.quiet, &field.title, Some(total));
    let watch = Watch { interrupted: &interrupt::interrupted, progress: &|finished| progress.finished(finished) };
    let runs = run_cells(&playable, &Plan::new(Seed(args.seed), 0..args.encounters), &watch);
    drop(progress);
    if runs.iter().filter(|run| run.complete).count() < line_ups.len() {
        note("interrupted: not every match was fought, and nothing is ranked");
        return Err(Failure::Interrupted);
    }
    let fought = |(at, run): (usize, &Run)| {
        let LineUp { party, enemies, .. } = line_ups[at];
        Match { party, enemies, first_index: cells[at].after, counts: run.tally.winners() }
    };
    Ok(runs.iter().enumerate().map(fought).collect())
}

/// The word of a verdict in tables, about the first of a pair.
pub(crate) const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::First => "beats",
        Verdict::Second => "loses to",
        Verdict::Undecided => "undecided",
    }
}

fn print(args: &VersusArgs, field: &Field, matches: &[Match], standings: &Standings) -> io::Result<()> {
    let mut out = Out::new();
    match args.format {
        Format::Table => tables::versus::versus(&mut out, args, field, matches.len(), standings)?,
        Format::Json => writeln!(out, "{}", json(args, field, matches, standings))?,
        Format::Csv => {
            let sides = "party_win,party_win_lo,party_win_hi,enemies_win,enemies_win_lo,enemies_win_hi";
            writeln!(out, "party,enemies,encounters,{sides},draw,timeout,first_index")?;
            for one in matches {
                writeln!(out, "{}", csv(args, field, one))?;
            }
        }
    }
    out.flush()
}

/// The shares of a match by winner.
fn shares(args: &VersusArgs, one: &Match) -> [Share; 4] {
    one.counts.map(|count| share(count, args.encounters, args.confidence))
}

fn csv(args: &VersusArgs, field: &Field, one: &Match) -> String {
    let [party, enemies] = [one.party, one.enemies].map(|contender| csv_field(&field.names[contender]));
    let shares = shares(args, one);
    let won = |winner: Winner| {
        let Share { share, interval, .. } = shares[winner.index()];
        interval.map_or_else(String::new, |interval| format!("{share},{},{}", interval.lo, interval.hi))
    };
    let [draw, timeout] = [Winner::Draw, Winner::Timeout].map(|winner| shares[winner.index()].share);
    let (party_win, enemies_win) = (won(Winner::Party), won(Winner::Enemies));
    format!("{party},{enemies},{},{party_win},{enemies_win},{draw},{timeout},{}", args.encounters, one.first_index)
}

fn json(args: &VersusArgs, field: &Field, matches: &[Match], standings: &Standings) -> String {
    let name = |contender: usize| field.names[contender].as_str();
    let names = |contenders: &[usize]| Value::from(contenders.iter().map(|&one| name(one)).collect::<Vec<_>>());
    let everybody: Vec<usize> = (0..field.names.len()).collect();
    let matches = matches.iter().map(|one| {
        let object = Object::default().with("party", name(one.party)).with("enemies", name(one.enemies));
        let object = object.with("first_index", one.first_index);
        let counted = Winner::ALL.iter().zip(one.counts);
        counted.fold(object, |object, (winner, count)| object.with(winner.name(), count)).finish()
    });
    let ranking = standings.ranking.iter().map(|ranked| {
        let [beats, loses_to, undecided] = ranked.verdicts;
        let object = Object::default().with("name", name(ranked.contender)).with("mean_share", ranked.mean);
        object.with("beats", beats).with("loses_to", loses_to).with("undecided", undecided).finish()
    });
    let object = Object::default().with("scenario", field.title.as_str()).with("system", field.system.name());
    let object = object.with("seed", args.seed).with("encounters", args.encounters).with("confidence", args.confidence);
    let object = object.with("contenders", names(&everybody)).with_list("matches", matches);
    let object = object.with_list("pairs", standings.pairs.iter().map(|pair| json_of_pair(field, pair)));
    let object = object.with_list("ranking", ranking);
    let object = object.with_list("cycles", standings.cycles.iter().map(|cycle| names(cycle).to_string()));
    object.with("more_cycles", standings.more_cycles).finish()
}

fn json_of_pair(field: &Field, pair: &Pair) -> String {
    let Share { share, interval, .. } = pair.share(0);
    let verdict = match pair.verdict {
        Verdict::First => "first",
        Verdict::Second => "second",
        Verdict::Undecided => "undecided",
    };
    let [first, second] = [pair.first, pair.second].map(|contender| field.names[contender].as_str());
    let object = Object::default().with("first", first).with("second", second).with("encounters", pair.encounters);
    let object = object.with("first_wins", pair.wins[0]).with("second_wins", pair.wins[1]).with("share", share);
    let object = match interval {
        Some(interval) => object.with("lo", interval.lo).with("hi", interval.hi),
        None => object,
    };
    object.with("p", pair.p).with("verdict", verdict).finish()
}
