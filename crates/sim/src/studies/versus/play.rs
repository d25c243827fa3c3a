//! Matches that are played, and what comes of all of them.

use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::{Seed, Side, Winner};
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::field::{self, Answer, Kind, Standing};
use super::tournament::{LineUp, Note, Tournament};
use super::{Counts, Field, NoField, Pair, Ranked, Standings, Verdict, VersusError, share, standings};
use crate::kernel::run::Watch;
use crate::registry::System;
use crate::stats::Interval;
use crate::stats::interval::ends_or_null;
use crate::studies::report::Share;
use crate::studies::sweep::{CellPlan, run_cells};

/// Blocks that are played at once, together with those of as many matches as have no more: each has a tally.
const PLANS_MAX: u64 = 6400;

/// The settings by which a tournament is played and judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The master seed.
    pub seed: Seed,
    /// Encounters of each match.
    pub encounters: u64,
    /// The confidence of every interval by itself, and of all verdicts together, in 0..1.
    pub confidence: f64,
}

/// Every match that the rules allow, ready to be played.
pub struct LineUps {
    scenario: String,
    system: System,
    contenders: Vec<String>,
    files: Vec<PathBuf>,
    notes: Vec<Note>,
    policies: bool,
    list: Vec<LineUp>,
}

/// The results of one contender as the party against another one as the enemies.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// The contender that was the party.
    pub party: usize,
    /// The contender that was the enemies.
    pub enemies: usize,
    /// The index of its first encounter.
    pub first_index: u64,
    /// Encounters by winner: those of the whole match, or of the part that was played until an interrupt.
    pub counts: Counts,
    /// Twice the encounters that the party won and once those that nobody did, in each [block](field::BLOCKS_MAX) that was begun.
    pub points: Vec<u64>,
}

impl Match {
    /// The number of encounters that were played; `None` if the sum overflows.
    pub(super) fn encounters(&self) -> Option<u64> {
        self.counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count))
    }

    /// Whether its blocks may have come of a match of so many encounters.
    fn has_blocks_of(&self, encounters: u64) -> bool {
        let Some(played) = self.encounters().filter(|played| *played <= encounters) else { return false };
        let begun = (0..field::blocks(encounters)).filter(|&number| field::block(number, encounters).start < played);
        let mut sizes =
            begun.map(|number| field::block(number, encounters)).map(|block| block.end.min(played) - block.start);
        let is_possible = |&points: &u64| sizes.next().is_some_and(|size| points <= size.saturating_mul(2));
        let all = self.points.iter().try_fold(0_u64, |sum, &points| sum.checked_add(points));
        self.points.iter().all(is_possible) && sizes.next().is_none() && all == Some(points(self.counts))
    }
}

/// Twice the encounters that the party won, and once those that nobody did.
fn points([party, _, draw, timeout]: Counts) -> u64 {
    party.saturating_mul(2).saturating_add(draw).saturating_add(timeout)
}

/// A tournament of all contenders against all. As JSON, contenders are known by their names.
#[derive(Debug, Clone, PartialEq)]
pub struct Versus {
    /// The name of the only or the first scenario.
    pub scenario: String,
    /// The system that resolved all matches.
    pub system: System,
    /// The settings by which it was played and judged.
    pub settings: Settings,
    /// The contenders by name. A contender is known by its index in here.
    pub contenders: Vec<String>,
    /// The path of the scenario that each contender comes from, by its index.
    pub files: Vec<PathBuf>,
    /// Notes on all matches.
    pub notes: Vec<Note>,
    /// Whether the contenders are policies of one scenario.
    pub policies: bool,
    /// Every match that was played, the two of a pair one after the other.
    pub matches: Vec<Match>,
    /// The number of matches that an interrupt left to be played; the standings are those without them.
    pub unplayed: usize,
    /// The verdicts on all pairs, the ranking and the cycles.
    pub standings: Standings,
    /// The mix of contenders against which nobody does better.
    pub field: Result<Field, NoField>,
}

/// The pairs of a tournament that the rules refused, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// All pairs of contenders.
    pub pairs: usize,
    /// Pairs that did not meet at all.
    pub unmatched: usize,
    /// Pairs of which one seating was played and the other refused.
    pub half_matched: usize,
}

impl Tournament<'_> {
    /// Loads every match.
    ///
    /// # Errors
    /// If the rules refuse every match of a contender.
    pub fn line_ups(mut self) -> Result<LineUps, VersusError> {
        let (policies, list) = (self.is_of_policies(), self.all_line_ups()?);
        let Tournament { scenario, system, contenders, files, notes, .. } = self;
        Ok(LineUps { scenario, system, contenders, files, notes, policies, list })
    }
}

impl LineUps {
    /// The name of the only or the first scenario.
    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// The number of encounters to be played, in all matches together.
    pub fn encounters(&self, settings: &Settings) -> u64 {
        settings.encounters.saturating_mul(self.list.len() as u64)
    }

    /// Plays all matches together and ranks the contenders. Of `before`, the matches that an earlier call of the same
    /// tournament had played when it was interrupted, no encounter is played again.
    ///
    /// # Errors
    /// If it is interrupted before any match was played to its end.
    pub fn play(&self, settings: &Settings, before: &[Match], watch: &Watch) -> Result<Versus, VersusError> {
        self.ranked(settings, &self.play_in_part(settings, before, watch))
    }

    /// Plays all matches together, as far as an interrupt lets it: the matches of which there is any encounter, those of `before`
    /// among them.
    pub fn play_in_part(&self, settings: &Settings, before: &[Match], watch: &Watch) -> Vec<Match> {
        let Settings { seed, encounters, .. } = *settings;
        let begun = |number: usize| {
            let &LineUp { party, enemies, .. } = &self.list[number];
            let known = before.iter().find(|played| self.is_match(number, played, encounters));
            let nothing = Match {
                party,
                enemies,
                first_index: self.first_index(number, encounters),
                counts: [0; 4],
                points: vec![],
            };
            known.cloned().unwrap_or(nothing)
        };
        let mut matches: Vec<Match> = (0..self.list.len()).map(begun).collect();
        let played = |played: &Match| played.encounters().unwrap_or(encounters);
        let mut done = matches.iter().map(played).fold(0, u64::saturating_add);
        let at_once = (PLANS_MAX / field::blocks(encounters).max(1)).max(1) as usize;
        for numbers in (0..matches.len()).collect::<Vec<_>>().chunks(at_once) {
            if (watch.interrupted)() {
                break;
            }
            let left = |&number: &usize| {
                // Nothing is left of a match that was played to its end.
                let (first, start) = (matches[number].first_index, played(&matches[number]));
                let blocks =
                    (0..field::blocks(encounters)).map(move |block| (block as usize, field::block(block, encounters)));
                let open = blocks.filter(move |(_, range)| range.end > start);
                open.map(move |(block, range)| {
                    let [start, end] = [range.start.max(start), range.end].map(|offset| first.saturating_add(offset));
                    (number, block, start..end)
                })
            };
            let left: Vec<(usize, usize, Range<u64>)> = numbers.iter().flat_map(left).collect();
            let plan = |(number, _, range): &(usize, usize, Range<u64>)| CellPlan {
                cell: self.list[*number].fights.playable(),
                seed,
                range: range.clone(),
            };
            let plans: Vec<CellPlan> = left.iter().map(plan).collect();
            let progress = |finished: u64| (watch.progress)(done.saturating_add(finished));
            let runs = run_cells(&plans, &Watch { progress: &progress, ..*watch });
            for ((number, block, _), run) in left.iter().zip(runs) {
                let Some(run) = run else { continue };
                let (begun, added) = (&mut matches[*number], run.tally.winners());
                begun.counts.iter_mut().zip(added).for_each(|(count, added)| *count += added);
                begun.points.resize(block + 1, 0);
                begun.points[*block] += points(added);
                done += added.iter().sum::<u64>();
            }
        }
        matches.retain(|begun| played(begun) > 0);
        matches
    }

    /// Whether there are all encounters of every match.
    pub fn is_whole(&self, settings: &Settings, played: &[Match]) -> bool {
        played.iter().filter(|played| played.encounters() == Some(settings.encounters)).count() == self.list.len()
    }

    /// Ranks the contenders by the matches that were played to their end.
    ///
    /// # Errors
    /// If no match was played to its end.
    pub fn ranked(&self, settings: &Settings, played: &[Match]) -> Result<Versus, VersusError> {
        let Settings { encounters, confidence, .. } = *settings;
        let matches: Vec<Match> =
            played.iter().filter(|played| played.encounters() == Some(encounters)).cloned().collect();
        if matches.is_empty() && !self.list.is_empty() {
            return Err(VersusError::Interrupted);
        }
        let counts = |party: usize, enemies: usize| {
            let played = matches.iter().find(|played| (played.party, played.enemies) == (party, enemies));
            played.map(|played| played.counts)
        };
        let standings = standings(self.contenders.len(), counts, confidence);
        let unplayed = self.list.len() - matches.len();
        let field = match unplayed {
            0 => Field::of(self.contenders.len(), &matches, settings.seed, confidence),
            _ => Err(NoField::Partial),
        };
        Ok(Versus {
            scenario: self.scenario.clone(),
            system: self.system,
            settings: *settings,
            contenders: self.contenders.clone(),
            files: self.files.clone(),
            notes: self.notes.clone(),
            policies: self.policies,
            unplayed,
            matches,
            standings,
            field,
        })
    }

    /// Whether a match is that of a line-up, with as many encounters or fewer.
    fn is_match(&self, number: usize, played: &Match, encounters: u64) -> bool {
        let &LineUp { party, enemies, .. } = &self.list[number];
        let expected = (party, enemies, self.first_index(number, encounters));
        (played.party, played.enemies, played.first_index) == expected && played.has_blocks_of(encounters)
    }

    /// The index of the first encounter of a match. The second match of a pair follows the first one in the list and has the
    /// encounters after those of the first, so that the two are independent.
    fn first_index(&self, number: usize, encounters: u64) -> u64 {
        let (before, current) = (number.checked_sub(1).map(|before| &self.list[before]), &self.list[number]);
        let is_second = before.is_some_and(|before| (before.party, before.enemies) == (current.enemies, current.party));
        if is_second { encounters } else { 0 }
    }
}

impl Versus {
    /// The shares of a match, by winner.
    pub fn shares(&self, played: &Match) -> [Share; 4] {
        played.counts.map(|count| share(count, self.settings.encounters, self.settings.confidence))
    }

    /// Whether an interrupt came before every match was played.
    pub const fn is_partial(&self) -> bool {
        self.unplayed > 0
    }

    /// The pairs that the rules refused; `None` if every match was played, after an interrupt, and for policies.
    pub fn refused(&self) -> Option<Refused> {
        // Policies of a side never meet each other.
        if self.is_partial() || self.policies {
            return None;
        }
        let contenders = self.contenders.len();
        let (pairs, matched) = (contenders * contenders.saturating_sub(1) / 2, self.standings.pairs.len());
        let half_matched = 2 * matched - self.matches.len();
        let refused = Refused { pairs, unmatched: pairs - matched, half_matched };
        (self.matches.len() < 2 * pairs).then_some(refused)
    }

    /// The name of a contender.
    pub fn name(&self, contender: usize) -> &str {
        &self.contenders[contender]
    }

    /// The name of a contender where its side is known: a policy is its word.
    pub fn short_name(&self, contender: usize) -> &str {
        let name = self.name(contender);
        if self.policies { name.split_once(' ').map_or(name, |(_, word)| word) } else { name }
    }

    fn names(&self, contenders: &[usize]) -> Vec<&str> {
        contenders.iter().map(|&contender| self.name(contender)).collect()
    }
}

impl Serialize for Versus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { scenario, system, settings, contenders, matches, standings, field, .. } = self;
        let Standings { pairs, ranking, cycles, more_cycles } = standings;
        let ranked = |ranked: &Ranked| {
            let [beats, loses_to, undecided] = ranked.verdicts;
            RankedJson {
                name: self.name(ranked.contender),
                mean_share: ranked.mean,
                beats,
                loses_to,
                undecided,
                rank_best: ranked.ranks[0],
                rank_worst: ranked.ranks[1],
            }
        };
        let json = VersusJson {
            scenario,
            system: system.name(),
            seed: settings.seed.0,
            encounters: settings.encounters,
            confidence: settings.confidence,
            contenders,
            matches: matches.iter().map(|played| MatchJson { versus: self, played }).collect(),
            pairs: pairs.iter().map(|pair| PairJson::new(self, pair)).collect(),
            ranking: ranking.iter().map(ranked).collect(),
            cycles: cycles.iter().map(|cycle| self.names(cycle)).collect(),
            more_cycles: *more_cycles,
            leaders: self.names(&standings.leaders()),
            field: field.as_ref().ok().map(|field| FieldJson::new(self, field)),
            partial: self.is_partial(),
        };
        json.serialize(serializer)
    }
}

/// A tournament with names for contenders.
#[derive(serde::Serialize)]
struct VersusJson<'a> {
    scenario: &'a str,
    system: &'static str,
    seed: u64,
    encounters: u64,
    confidence: f64,
    contenders: &'a [String],
    matches: Vec<MatchJson<'a>>,
    pairs: Vec<PairJson<'a>>,
    ranking: Vec<RankedJson<'a>>,
    cycles: Vec<Vec<&'a str>>,
    more_cycles: usize,
    leaders: Vec<&'a str>,
    field: Option<FieldJson<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
}

struct MatchJson<'a> {
    versus: &'a Versus,
    played: &'a Match,
}

impl Serialize for MatchJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { versus, played } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("party", versus.name(played.party))?;
        map.serialize_entry("enemies", versus.name(played.enemies))?;
        map.serialize_entry("first_index", &played.first_index)?;
        map.serialize_entry("winners", &CountsJson(played.counts))?;
        map.end()
    }
}

/// Encounters by winner.
struct CountsJson(Counts);

impl Serialize for CountsJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Winner::ALL.iter().zip(self.0).map(|(winner, count)| (winner.name(), count)))
    }
}

#[derive(serde::Serialize)]
struct PairJson<'a> {
    first: &'a str,
    second: &'a str,
    encounters: u64,
    first_wins: u64,
    second_wins: u64,
    share: f64,
    lo: f64,
    hi: f64,
    p: f64,
    verdict: &'static str,
}

impl<'a> PairJson<'a> {
    fn new(versus: &'a Versus, pair: &Pair) -> Self {
        let Share { share, interval, .. } = pair.share(0);
        let Interval { lo, hi } = interval.unwrap_or(Interval::UNIT);
        Self {
            first: versus.name(pair.first),
            second: versus.name(pair.second),
            encounters: pair.encounters,
            first_wins: pair.wins[0],
            second_wins: pair.wins[1],
            share,
            lo,
            hi,
            p: pair.p,
            verdict: match pair.verdict {
                Verdict::First => "first",
                Verdict::Second => "second",
                Verdict::Undecided => "undecided",
            },
        }
    }
}

#[derive(serde::Serialize)]
struct RankedJson<'a> {
    name: &'a str,
    mean_share: f64,
    beats: usize,
    loses_to: usize,
    undecided: usize,
    rank_best: usize,
    rank_worst: usize,
}

/// The field with names for contenders.
#[derive(serde::Serialize)]
struct FieldJson<'a> {
    kind: Kind,
    value: f64,
    #[serde(flatten, serialize_with = "ends_or_null")]
    interval: Option<Interval>,
    unique: bool,
    resamples: usize,
    contenders: Vec<StandingJson<'a>>,
    best_responses: Vec<AnswerJson<'a>>,
}

impl<'a> FieldJson<'a> {
    fn new(versus: &'a Versus, field: &'a Field) -> Self {
        let ranked = field.sides().iter().flat_map(|&side| field.ranked(side));
        Self {
            kind: field.kind,
            value: field.value,
            interval: field.value_interval,
            unique: field.is_unique,
            resamples: field.resamples,
            contenders: ranked.map(|standing| StandingJson::new(versus, standing)).collect(),
            best_responses: field.answers.iter().map(|answer| AnswerJson::new(versus, answer)).collect(),
        }
    }
}

#[derive(serde::Serialize)]
struct StandingJson<'a> {
    name: &'a str,
    side: Option<&'static str>,
    weight: f64,
    weight_lo: Option<f64>,
    weight_hi: Option<f64>,
    held: Option<f64>,
    loss: f64,
    loss_lo: Option<f64>,
    loss_hi: Option<f64>,
    dominated: Option<DominatedJson<'a>>,
    same_as: Option<&'a str>,
}

#[derive(serde::Serialize)]
struct DominatedJson<'a> {
    by: &'a str,
    sure: bool,
    advantage: f64,
    dominators: usize,
}

impl<'a> StandingJson<'a> {
    fn new(versus: &'a Versus, standing: &Standing) -> Self {
        let Standing { weight_interval, loss_interval, dominated, .. } = standing;
        let dominated = dominated.as_ref().map(|dominated| DominatedJson {
            by: versus.name(dominated.by),
            sure: dominated.is_sure,
            advantage: dominated.advantage,
            dominators: dominated.dominators,
        });
        Self {
            name: versus.name(standing.contender),
            side: standing.side.map(Side::name),
            weight: standing.weight,
            weight_lo: weight_interval.map(|interval| interval.lo),
            weight_hi: weight_interval.map(|interval| interval.hi),
            held: standing.held,
            loss: standing.loss,
            loss_lo: loss_interval.map(|interval| interval.lo),
            loss_hi: loss_interval.map(|interval| interval.hi),
            dominated,
            same_as: standing.same_as.map(|contender| versus.name(contender)),
        }
    }
}

#[derive(serde::Serialize)]
struct AnswerJson<'a> {
    to: &'a str,
    best: &'a str,
    payoff: f64,
    sure: bool,
    rivals: Vec<&'a str>,
}

impl<'a> AnswerJson<'a> {
    fn new(versus: &'a Versus, answer: &Answer) -> Self {
        let Answer { to, best, payoff, rivals } = answer;
        let (to, best) = (versus.name(*to), versus.name(*best));
        Self { to, best, payoff: *payoff, sure: rivals.is_empty(), rivals: versus.names(rivals) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    /// Three contenders, of which the first wins 600 of 1000 encounters of every match that is listed.
    fn versus(seatings: &[(usize, usize)]) -> Versus {
        let played = |&(party, enemies): &(usize, usize)| {
            let counts = if party < enemies { [600, 400, 0, 0] } else { [400, 600, 0, 0] };
            let (first_index, points) = (if party < enemies { 0 } else { 1000 }, vec![counts[0] / 50; 100]);
            Match { party, enemies, first_index, counts, points }
        };
        let matches: Vec<Match> = seatings.iter().map(played).collect();
        let counts = |party, enemies| {
            let found = matches.iter().find(|played| (played.party, played.enemies) == (party, enemies));
            found.map(|played| played.counts)
        };
        Versus {
            scenario: "three".to_owned(),
            system: Registry::SHIPPED.systems()[0],
            settings: Settings { seed: Seed(1), encounters: 1000, confidence: 0.95 },
            contenders: ["a", "b", "c"].map(str::to_owned).into(),
            files: vec![PathBuf::from("three.toml"); 3],
            notes: Vec::new(),
            policies: false,
            unplayed: 0,
            standings: standings(3, counts, 0.95),
            field: Field::of(3, &matches, Seed(1), 0.95),
            matches,
        }
    }

    #[test]
    fn refused_matches_are_counted_by_pair() {
        let all = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
        assert_eq!(versus(&all).refused(), None);
        assert_eq!(versus(&all[..5]).refused(), Some(Refused { pairs: 3, unmatched: 0, half_matched: 1 }));
        assert_eq!(versus(&all[..4]).refused(), Some(Refused { pairs: 3, unmatched: 1, half_matched: 0 }));
        assert_eq!(versus(&[(0, 1)]).refused(), Some(Refused { pairs: 3, unmatched: 2, half_matched: 1 }));
    }

    /// No key of a match is there twice: who sits where has its own keys beside the encounters by winner.
    #[test]
    fn json_names_contenders() {
        let json = serde_json::to_string(&versus(&[(0, 1)])).expect("JSON");
        let expected = r#"{"scenario":"three","system":"duel","seed":1,"encounters":1000,"confidence":0.95,"#;
        assert!(json.starts_with(expected), "{json}");
        let expected = r#""contenders":["a","b","c"],"matches":[{"party":"a","enemies":"b","first_index":0,"winners":{"party":600,"enemies":400,"draw":0,"timeout":0}}"#;
        assert!(json.contains(expected), "{json}");
        let expected = r#""ranking":[{"name":"a","mean_share":0.6,"beats":1,"loses_to":0,"undecided":0,"rank_best":1,"rank_worst":1},{"name":"b","#;
        assert!(json.contains(expected), "{json}");
        let expected = r#""cycles":[],"more_cycles":0,"leaders":["a"],"field":{"kind":"sides","value":0.6,"lo":0.6,"hi":0.6,"unique":true,"#;
        assert!(json.contains(expected), "{json}");
        let expected = r#"{"name":"b","side":"enemies","weight":1.0,"weight_lo":1.0,"weight_hi":1.0,"held":1.0,"loss":0.0,"loss_lo":0.0,"loss_hi":0.0,"dominated":null,"same_as":null}],"#;
        assert!(json.contains(expected), "{json}");
        assert!(json.ends_with(r#"{"to":"a","best":"b","payoff":0.4,"sure":true,"rivals":[]}]}}"#), "{json}");
        let interrupted = Versus { unplayed: 4, field: Err(NoField::Partial), ..versus(&[(0, 1), (1, 0)]) };
        let json = serde_json::to_string(&interrupted).expect("JSON");
        assert!(json.ends_with(r#""more_cycles":0,"leaders":["a"],"field":null,"partial":true}"#), "{json}");
        assert_eq!(interrupted.refused(), None, "what the rules refuse is not known yet");
    }
}
