//! Rows in the place of a side, what their encounters come to, and how far they lie from a monotone fit.

use std::collections::BTreeSet;
use std::ops::Range;

use equipoise_engine::accounts::PREFIX;
use equipoise_engine::scenario::common::{COMBATANTS, SideWord};
use equipoise_engine::scenario::{Node, Sheets};
use equipoise_engine::{EndState, Seed, Side, Winner};
use thiserror::Error;

use super::ask::{self, Place};
use super::{Death, Fit, Gauntlet, Lost, Refused, Row, StandsOut};
use crate::kernel::quantity::Quantity;
use crate::kernel::run::{Run, Watch};
use crate::kernel::tally::Tally;
use crate::registry::System;
use crate::stats::Interval;
use crate::stats::interval::wilson;
use crate::stats::isotonic::{Trend, distances, isotonic};
use crate::stats::jackknife::mean_of_blocks;
use crate::studies::check::Mistake;
use crate::studies::fights::Fights;
use crate::studies::load::{Distinct, LoadError, Loaded, Loader, load_line_up, load_rows};
use crate::studies::report::{CombatantReport, Intervals, Report, Share};
use crate::studies::study::{Refusal, StudyError};
use crate::studies::sweep::{CELLS_MAX, CellPlan, run_cells};
use crate::studies::versus::{sheets_of, sides_of_entries};

/// The blocks into which the encounters of a row are counted, for intervals of sums over several combatants.
const BLOCKS: u64 = 64;

/// The reason why rows cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GauntletError {
    /// The roster has no row.
    #[error("{roster} has no rows")]
    NoRows {
        /// The name of the roster.
        roster: String,
    },
    /// There are too many rows.
    #[error("there would be {bouts} rows to play, at most {CELLS_MAX} are allowed")]
    TooMany {
        /// The number of rows that there would be.
        bouts: usize,
    },
    /// A value of a combatant is set that does not fight.
    #[error("`{path}` is set, and {} of the scenario do not fight: the rows of the roster do", told(*.side))]
    Replaced {
        /// The path.
        path: String,
        /// The side that the rows take the place of.
        side: Side,
    },
}

/// The side in words.
const fn told(side: Side) -> &'static str {
    match side {
        Side::Party => "the party",
        Side::Enemies => "the enemies",
    }
}

impl Refusal for GauntletError {}

/// Every row that the rules allow, ready to be played, and those that they refuse.
pub struct Bouts {
    scenario: String,
    system: System,
    list: Vec<Bout>,
    refused: Vec<Refused>,
    mistakes: Vec<LoadError>,
}

/// A row that fights.
struct Bout {
    id: String,
    count: usize,
    by: Option<f64>,
    fights: Box<dyn Fights>,
}

impl Bouts {
    /// Loads every row in the place of a side of the scenario.
    ///
    /// # Errors
    /// If the roster has mistakes as a whole, if the rules refuse every row, or if a value is set of a combatant that does not fight.
    pub fn load(loader: Loader, frame: &Loaded, asked: &ask::Gauntlet) -> Result<Self, StudyError> {
        refuse_replaced(frame, asked.place.side())?;
        let rows = load_rows(loader, frame, &asked.roster, asked.by.as_deref())?;
        let (ids, counts) = (rows.ids(), wanted(&asked.counts));
        let numbers = asked.by.as_deref().map(|column| rows.numbers(column)).transpose()?;
        match ids.len().saturating_mul(counts.len()) {
            0 => return Err(GauntletError::NoRows { roster: loader.texts.name(&asked.roster) }.into()),
            bouts if bouts > CELLS_MAX => return Err(GauntletError::TooMany { bouts }.into()),
            _ => {}
        }
        let side = asked.place.side();
        let word = if side == Side::Party { SideWord::Party } else { SideWord::Enemies };
        let stays = sheets_of(frame, side.other());
        let (mut bouts, mut refused, mut mistakes) = (Vec::new(), Vec::new(), Distinct::default());
        for (row, id) in ids.into_iter().enumerate() {
            let by = numbers.as_ref().map(|numbers| numbers[row]);
            for &count in &counts {
                let seated = rows.sheets(word, &id, count).and_then(|(sheets, count)| {
                    let [party, enemies] = in_order(side, &sheets, &stays);
                    Ok((load_line_up(frame, party, enemies)?, count))
                });
                match seated {
                    Ok((loaded, count)) => {
                        let fights = loaded.with_accounts().unwrap_or(loaded.fights);
                        bouts.push(Bout { id: id.clone(), count, by, fights });
                    }
                    Err(error) => {
                        refused.push(Refused { row: id.clone(), count, mistakes: Mistake::of_loading(&error) });
                        mistakes.add(error);
                    }
                }
            }
        }
        let mistakes = mistakes.into_errors();
        if bouts.is_empty() {
            return Err(mistakes.into());
        }
        Ok(Self { scenario: frame.name.clone(), system: frame.system, list: bouts, refused, mistakes })
    }

    /// The name of the scenario.
    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// The number of rows to play.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none, which loading refuses.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The rows that cannot fight.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The mistakes because of which rows cannot fight, each once.
    pub fn mistakes(&self) -> Vec<LoadError> {
        self.mistakes.clone()
    }

    /// Plays one row after the other, and returns those that were played to their end.
    pub fn play(&self, asked: &ask::Gauntlet, watch: &Watch) -> Vec<Row> {
        let (mut rows, mut done) = (Vec::new(), 0_u64);
        let blocks = blocks(asked.encounters);
        for bout in &self.list {
            let plan = |range: &Range<u64>| CellPlan {
                cell: bout.fights.playable(),
                seed: Seed(asked.seed),
                range: range.clone(),
            };
            let plans: Vec<CellPlan> = blocks.iter().map(plan).collect();
            let progress = |finished: u64| (watch.progress)(done.saturating_add(finished));
            let runs = run_cells(&plans, &Watch { progress: &progress, ..*watch });
            let tallies: Option<Vec<Tally>> =
                runs.into_iter().map(|run| run.filter(|run| run.complete).map(|run| run.tally)).collect();
            let Some(tallies) = tallies else { break };
            done = done.saturating_add(asked.encounters);
            rows.push(self.row(bout, &tallies, asked));
        }
        rows
    }

    /// The results of the encounters of a row.
    fn row(&self, bout: &Bout, blocks: &[Tally], asked: &ask::Gauntlet) -> Row {
        let mut tally = Tally::empty(bout.fights.recordable().cast());
        for block in blocks {
            tally.merge(block);
        }
        let lost = lost(blocks, &tally, asked.confidence);
        let run = Run { tally, range: 0..asked.encounters, complete: true };
        let names = (self.scenario.as_str(), self.system.name());
        let report = Report::of_run(names, &run, Seed(asked.seed), asked.confidence, Intervals::Fixed);
        let party = report.combatants.iter().filter(|combatant| combatant.side == Side::Party);
        let death = |combatant: &CombatantReport| Death {
            combatant: combatant.id.clone(),
            share: combatant.end_states[EndState::Dead.index()],
        };
        let any_dead = report.cast().find("party_any_dead").and_then(|quantity| report.estimate(quantity).share());
        Row {
            id: bout.id.clone(),
            count: bout.count,
            by: bout.by,
            winners: report.winners,
            rounds: report.rounds.mean,
            any_dead: any_dead.unwrap_or_else(|| unreachable!("a quantity of every system")),
            deaths: party.map(death).collect(),
            lost,
            fit: None,
        }
    }

    /// Sorts rows that were played, and holds them against the fit.
    pub fn judged(&self, asked: &ask::Gauntlet, mut rows: Vec<Row>) -> Gauntlet {
        fit(&mut rows, asked);
        rows.sort_by(|left, right| won(right).share.total_cmp(&won(left).share));
        let points = rows.first().map(|row| row.lost.iter().map(|lost| lost.points.clone()).collect());
        Gauntlet {
            scenario: self.scenario.clone(),
            system: self.system,
            asked: asked.clone(),
            points: points.unwrap_or_default(),
            unplayed: self.list.len() - rows.len(),
            rows,
            refused: self.refused.clone(),
        }
    }
}

/// Refuses values that are set of a combatant in whose place the rows are.
fn refuse_replaced(frame: &Loaded, side: Side) -> Result<(), GauntletError> {
    let combatants = frame.scenario.tree().get(COMBATANTS).and_then(Node::as_list).unwrap_or_default();
    let is_replaced = |(combatant, of): (&Node, Option<Side>)| {
        (of == Some(side)).then(|| combatant.id().unwrap_or_default().to_owned())
    };
    let replaced: BTreeSet<String> = combatants.iter().zip(sides_of_entries(frame)).filter_map(is_replaced).collect();
    let set = frame.changes.iter().find(|change| {
        let mut segments = change.path.split('.');
        segments.next() == Some(COMBATANTS) && segments.next().is_some_and(|id| replaced.contains(id))
    });
    set.map_or(Ok(()), |set| Err(GauntletError::Replaced { path: set.path.clone(), side }))
}

/// The numbers of combatants to play each row with.
fn wanted(counts: &[usize]) -> Vec<Option<usize>> {
    if counts.is_empty() { vec![None] } else { counts.iter().copied().map(Some).collect() }
}

/// Both sheets, the party's first, of which `own` are those of `side`.
const fn in_order<'a>(side: Side, own: &'a Sheets, others: &'a Sheets) -> [&'a Sheets; 2] {
    match side {
        Side::Party => [own, others],
        Side::Enemies => [others, own],
    }
}

/// Consecutive blocks of encounters, as equal as can be.
fn blocks(encounters: u64) -> Vec<Range<u64>> {
    let count = u128::from(encounters.clamp(1, BLOCKS));
    let end = |block: u128| (u128::from(encounters) * block / count) as u64;
    (0..count).map(|block| end(block)..end(block + 1)).collect()
}

/// The points that the party has lost and not got back, for each kind that accounts have.
fn lost(blocks: &[Tally], whole: &Tally, confidence: f64) -> Vec<Lost> {
    let cast = whole.cast();
    let party = cast.combatants.iter().filter(|(_, side)| *side == Side::Party).map(|(id, _)| format!("{PREFIX}{id}."));
    let party: Vec<String> = party.collect();
    let metric = |name: &str| cast.metrics.iter().position(|(known, _)| known == name).map(Quantity::Metric);
    let first = party.first().map_or("", String::as_str);
    let kinds = cast.metrics.iter().filter_map(|(name, _)| name.strip_prefix(first)?.strip_suffix("_lost"));
    let kinds = kinds.filter(|kind| !first.is_empty() && !kind.contains('.'));
    let of_kind = |points: &str| {
        let all = |what: &str| party.iter().filter_map(|member| metric(&format!("{member}{points}_{what}"))).collect();
        let [lost, regained]: [Vec<Quantity>; 2] = ["lost", "regained"].map(all);
        let sum = |block: &Tally, all: &[Quantity]| {
            all.iter().map(|&quantity| block.totals(quantity).sums.values).sum::<u128>()
        };
        let of_block = |block: &Tally| {
            let left = sum(block, &lost).saturating_sub(sum(block, &regained));
            (left as f64, block.encounters)
        };
        let (mean, interval) = mean_of_blocks(&blocks.iter().map(of_block).collect::<Vec<_>>(), confidence);
        Lost { points: points.to_owned(), mean, interval }
    };
    kinds.map(of_kind).collect()
}

/// The share of encounters that the party wins.
const fn won(row: &Row) -> &Share {
    &row.winners[Winner::Party.index()]
}

/// Holds rows against a monotone function of their numbers, those of each count by themselves. The intervals of all shares hold together
/// (Bonferroni), and so do those of the distances that follow from them.
fn fit(rows: &mut [Row], asked: &ask::Gauntlet) {
    let trend = match asked.place {
        Place::Enemies => Trend::Falling,
        Place::Party => Trend::Rising,
    };
    let strict = 1.0 - (1.0 - asked.confidence) / rows.len().max(1) as f64;
    for count in wanted(&asked.counts) {
        // Rows that say their own numbers are of one fit.
        let members: Vec<usize> =
            (0..rows.len()).filter(|&row| count.is_none_or(|count| rows[row].count == count)).collect();
        let Some(levels) = members.iter().map(|&row| rows[row].by).collect::<Option<Vec<f64>>>() else { continue };
        let shares: Vec<f64> = members.iter().map(|&row| won(&rows[row]).share).collect();
        let joint = |&row: &usize| wilson(won(&rows[row]).count.unwrap_or_default(), asked.encounters, strict);
        let joint: Vec<Interval> = members.iter().map(joint).collect();
        let fitted = isotonic(&levels, &shares, trend);
        for (index, interval) in distances(&levels, &joint, trend).into_iter().enumerate() {
            let distance = shares[index] - fitted[index];
            let stands_out = StandsOut::of(interval, asked.place, asked.margin.unwrap_or_default());
            rows[members[index]].fit = Some(Fit { share: fitted[index], distance, interval, stands_out });
        }
    }
}
