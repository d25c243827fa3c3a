//! Compiles a validated scenario into a duel.

use std::cmp::Reverse;
use std::sync::Arc;

use super::board::{Board, Landings};
use super::contest::{Contest, Judged, Tie};
use super::metrics::{RoundCounts, metrics};
use super::optimal::{self, NAMES_MAX, Play};
use super::policy::{Choosing, Worth, makes_long_move, worth};
use super::scenario::{
    Choosable, ContestTie, Exhaustion, File, InitiativeTie, LongMoves, Policy, Refresh, Rules, Sheet, Stakes,
};
use super::state::{State, Unused};
use super::{Attribute, Duel, Pick, Player};
use crate::decision::Errors;
use crate::outcome::{Combatant, Side};
use crate::ruleset::Outline;
use crate::scenario::common::SideWord;
use crate::scenario::{Problem, Scenario, Section, Word};
use crate::who::Who;

/// The values of one combatant as the file gives them.
struct Entry<'a> {
    section: Section<'a>,
    side: Side,
    initiative: i16,
    policy: Policy,
    long_moves: LongMoves,
    attributes: Vec<(&'a str, i16)>,
}

/// Compiles a validated scenario. Combinations are checked even if single values are wrong, so that one run reports
/// every mistake.
pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Duel> {
    let root = scenario.root(File::KEYS);
    let sheets = root.find(File::COMBATANTS).unwrap_or_default();
    refuse_combinations(root.get(File::RULES), &sheets, problems);
    let [first, second] = sheets.as_slice() else {
        if sheets.len() == 1 {
            problems.push(root.refused(File::COMBATANTS, "a duel is fought by exactly two combatants (DUEL-01)"));
        }
        return None;
    };
    let sides = sides(first, second, problems);
    if !problems.is_empty() {
        return None;
    }
    let [first_side, second_side] = sides?;
    let entries = [Entry::read(*first, first_side), Entry::read(*second, second_side)];
    Knobs::read(root.get(File::RULES)).compile(&entries, problems)
}

/// The sides of both combatants; `None` if the file gives sides that make no duel.
fn sides(first: &Section<'_>, second: &Section<'_>, problems: &mut Vec<Problem>) -> Option<[Side; 2]> {
    let mut refuse = |sheet: &Section<'_>, reason: &str| {
        problems.push(sheet.refused(Sheet::SIDE, reason));
        None
    };
    match (first.given(Sheet::SIDE), second.given(Sheet::SIDE)) {
        (false, false) => Some([Side::Party, Side::Enemies]),
        (true, true) => match (first.get(Sheet::SIDE)?, second.get(Sheet::SIDE)?) {
            (SideWord::Party, SideWord::Enemies) => Some([Side::Party, Side::Enemies]),
            (SideWord::Enemies, SideWord::Party) => Some([Side::Enemies, Side::Party]),
            _ => refuse(second, "both combatants are on one side: a duel needs one on each"),
        },
        (true, false) => refuse(second, "the other combatant gives its side: either both do or neither"),
        (false, true) => refuse(first, "the other combatant gives its side: either both do or neither"),
    }
}

impl<'a> Entry<'a> {
    fn read(section: Section<'a>, side: Side) -> Self {
        let attributes = section.get(Sheet::ATTRIBUTES);
        Self {
            section,
            side,
            initiative: section.get(Sheet::INITIATIVE),
            policy: section.get(Sheet::POLICY),
            long_moves: section.get(Sheet::NATURAL_20),
            attributes: attributes.into_iter().map(|(name, bonus, _)| (name, bonus)).collect(),
        }
    }

    fn bonus(&self, attribute: &str) -> Option<i16> {
        self.attributes.iter().find(|(name, _)| *name == attribute).map(|(_, bonus)| *bonus)
    }
}

/// Reports values that are valid one by one but not together.
fn refuse_combinations(rules: Section<'_>, combatants: &[Section<'_>], problems: &mut Vec<Problem>) {
    let policies: Vec<Option<Policy>> = combatants.iter().map(|combatant| combatant.find(Sheet::POLICY)).collect();
    let only_positive = rules.find(Rules::CHOOSABLE) == Some(Choosable::Positive);
    for (combatant, policy) in combatants.iter().zip(&policies) {
        let attributes = combatant.find(Sheet::ATTRIBUTES).unwrap_or_default();
        if only_positive && !attributes.is_empty() && attributes.iter().all(|&(_, bonus, _)| bonus < 1) {
            let reason =
                "no attribute is +1 or better, so with `choosable = \"positive\"` nothing could ever be chosen";
            problems.push(combatant.refused(Sheet::ATTRIBUTES, reason));
        }
        if let Some(policy) = policy.filter(|policy| policy.is_solved())
            && combatant.given(Sheet::NATURAL_20)
        {
            let reason = format!("the policy `{}` decides about long moves itself", policy.word());
            problems.push(combatant.refused(Sheet::NATURAL_20, reason));
        }
    }
    if let [_, second] = combatants
        && policies.iter().all(|policy| *policy == Some(Policy::BestResponse))
    {
        let reason = "both combatants are set to `best-response`: each would wait for the other";
        problems.push(second.refused(Sheet::POLICY, reason));
    }
}

/// The values of `[rules]`.
struct Knobs {
    stakes: Stakes,
    board: Board,
    natural_20_auto_win: bool,
    contest_tie: ContestTie,
    initiative_tie: InitiativeTie,
    exhaustion: Exhaustion,
    choosable: Choosable,
    untrained_bonus: i16,
    rounds_max: u32,
}

impl Knobs {
    fn read(rules: Section<'_>) -> Self {
        let stakes = rules.get(Rules::STAKES);
        let usual_ticks = match stakes {
            Stakes::Spar => 9,
            Stakes::Death => 13,
        };
        let half = (rules.get(Rules::METER_TICKS).unwrap_or(usual_ticks) - 1) / 2;
        Self {
            stakes,
            board: Board {
                half,
                long_move: rules.get(Rules::NATURAL_20_MOVE),
                penultimate_swap: rules.get(Rules::PENULTIMATE_SWAP),
                refresh: rules.get(Rules::REFRESH),
            },
            natural_20_auto_win: rules.get(Rules::NATURAL_20_AUTO_WIN),
            contest_tie: rules.get(Rules::CONTEST_TIE),
            initiative_tie: rules.get(Rules::INITIATIVE_TIE),
            exhaustion: rules.get(Rules::EXHAUSTION),
            choosable: rules.get(Rules::CHOOSABLE),
            untrained_bonus: rules.get(Rules::UNTRAINED_BONUS),
            rounds_max: rules.get(Rules::MAX_ROUNDS).unwrap_or_else(|| rounds_until_somebody_wins(half)),
        }
    }

    fn compile(&self, entries: &[Entry<'_>; 2], problems: &mut Vec<Problem>) -> Option<Duel> {
        let combatants = entries.each_ref().map(|entry| {
            let id = entry.section.get(Sheet::ID);
            let name = entry.section.get(Sheet::NAME).unwrap_or(id);
            Combatant {
                id: id.to_owned(),
                name: name.to_owned(),
                side: entry.side,
                group: None,
                errors: Errors::of(&entry.section),
            }
        });
        let by_side = Side::ALL.map(|side| {
            let listed = usize::from(entries[0].side != side);
            (listed, &entries[listed])
        });
        let players = [self.player(by_side, Side::Party), self.player(by_side, Side::Enemies)];
        let initiatives = by_side.map(|(_, entry)| entry.initiative);
        let landings = Landings::new(self.board);
        let all_unused = Side::ALL
            .map(|side| Unused::all(side, players[side.index()].picks.len()))
            .into_iter()
            .fold(Unused::default(), Unused::and);
        let mut duel = Duel {
            opening: self.initiative(initiatives, false).into(),
            refresh: self.initiative(initiatives, self.natural_20_auto_win).into(),
            initiatives,
            board: self.board,
            leads: self.board.leads(),
            round_counts: RoundCounts::new(self.board, &landings),
            landings,
            all_unused,
            to_the_death: self.stakes == Stakes::Death,
            opening_state: State::new(all_unused),
            players,
            outline: Outline::new(combatants.to_vec(), metrics(self.rounds_max), self.rounds_max),
        };
        let policies = by_side.map(|(_, entry)| entry.policy);
        if let Some((_, entry)) = by_side.iter().find(|(_, entry)| entry.policy.is_solved()) {
            if let Some(reason) = self.unsolvable(&duel) {
                problems.push(entry.section.refused(Sheet::POLICY, reason));
                return None;
            }
            if duel.solve(policies).is_none() {
                let reason = "best play takes too long to work out: choose fewer attributes or a shorter meter";
                problems.push(entry.section.refused(Sheet::POLICY, reason));
                return None;
            }
        }
        Some(duel)
    }

    fn initiative(&self, initiatives: [i16; 2], natural_20_wins: bool) -> Contest {
        let tie = match self.initiative_tie {
            InitiativeTie::Reroll => Tie::Reroll,
            InitiativeTie::HigherBonus => higher_bonus(initiatives),
        };
        Contest::new(initiatives, natural_20_wins, tie)
    }

    fn player(&self, entries: [(usize, &Entry<'_>); 2], side: Side) -> Player {
        let (listed, own) = entries[side.index()];
        let (_, opponent) = entries[side.other().index()];
        let own_order = self.picks(own, opponent);
        let opposing_order = self.picks(opponent, own);
        let mut player = Player {
            who: Who::new(listed),
            picks: Vec::new(),
            attributes: Vec::new(),
            never_named: self.never_named(own),
            choosing: if own.policy == Policy::Random { Choosing::Random } else { Choosing::Preferred },
            long_moves: (1 - self.board.half..self.board.half)
                .map(|position| makes_long_move(own.long_moves, side, position, self.board.half, self.board.long_move))
                .collect(),
        };
        for (at, &(listed, name, worth)) in own_order.iter().enumerate() {
            let mut bonuses = [own, opponent].map(|entry| entry.bonus(name).unwrap_or(self.untrained_bonus));
            let shared = opposing_order
                .iter()
                .position(|&(_, theirs, _)| self.exhaustion == Exhaustion::Shared && theirs == name);
            if side == Side::Enemies {
                bonuses.reverse();
            }
            let contest = Contest::new(bonuses, self.natural_20_auto_win, self.tie(bonuses, side));
            let opposing_copy = shared.map_or_else(Unused::default, |at| Unused::pick(side.other(), at));
            let used_up = Unused::pick(side, at).and(opposing_copy);
            player.picks.push(Pick { contest: contest.into(), leaves: used_up.others() });
            let trained = [entries[0].1, entries[1].1].map(|entry| entry.bonus(name).is_some());
            player.attributes.push(Attribute { name: name.to_owned(), listed, worth, bonuses, trained });
        }
        player
    }

    /// Whether an attribute of this bonus may be chosen (DUEL-08).
    fn is_choosable(&self, bonus: i16) -> bool {
        self.choosable == Choosable::All || bonus >= 1
    }

    fn never_named(&self, own: &Entry<'_>) -> Vec<String> {
        let never = own.attributes.iter().filter(|&&(_, bonus)| !self.is_choosable(bonus));
        never.map(|&(name, _)| name.to_owned()).collect()
    }

    /// The attributes that a combatant may choose, each with its index in listed order and its worth to the combatant's
    /// policy; the best first, and equal ones in listed order.
    fn picks<'a>(&self, own: &Entry<'a>, opponent: &Entry<'_>) -> Vec<(usize, &'a str, Worth)> {
        let choosable = own.attributes.iter().filter(|&&(_, bonus)| self.is_choosable(bonus));
        let rated = choosable.enumerate().map(|(listed, &(name, bonus))| {
            let margin = bonus - opponent.bonus(name).unwrap_or(self.untrained_bonus);
            (listed, name, worth(own.policy, listed, margin, bonus))
        });
        let mut picks: Vec<_> = rated.collect();
        picks.sort_by_key(|&(_, _, worth)| Reverse(worth));
        picks
    }

    fn tie(&self, bonuses: [i16; 2], chooser: Side) -> Tie {
        match self.contest_tie {
            ContestTie::Reroll => Tie::Reroll,
            ContestTie::HigherBonus => higher_bonus(bonuses),
            ContestTie::Challenger => Tie::Won(chooser),
            ContestTie::Challenged => Tie::Won(chooser.other()),
            ContestTie::NoMove => Tie::Nobody,
        }
    }

    /// The reason that optimal play cannot be computed; `None` if it can. Play must be certain to end, and the table
    /// must not be too large.
    fn unsolvable(&self, duel: &Duel) -> Option<String> {
        let names = optimal::names(duel.players.each_ref());
        if names > NAMES_MAX {
            let counted = match self.exhaustion {
                Exhaustion::Shared => "distinct names that can be chosen on both sheets",
                Exhaustion::PerCreature => "attributes that can be chosen on both sheets, added up",
            };
            return Some(format!(
                "best play is worked out for at most K = {NAMES_MAX}, and here K = {names} ({counted}); choose another `policy`"
            ));
        }
        let contests = duel.players.iter().flat_map(|player| &player.picks).map(|pick| &pick.contest);
        let refresh = (self.board.refresh != Refresh::Control).then_some(&duel.refresh);
        let contests: Vec<&Judged> = contests.chain(refresh).collect();
        let ends = Side::ALL.iter().any(|&side| contests.iter().all(|contest| contest.can_be_won_by(side)));
        (!ends).then(|| {
            "each combatant is certain to win some contest, so that play need not end and best play is undefined"
                .to_owned()
        })
    }
}

/// The round limit if the file gives none: high enough that practically every duel ends before it (DUEL-25). An even
/// duel takes somewhat less than the square of the half-length on average, and one in millions takes ten times that.
fn rounds_until_somebody_wins(half: i8) -> u32 {
    let half = u32::from(half.unsigned_abs());
    (10 * half * half).max(1000)
}

fn higher_bonus(bonuses: [i16; 2]) -> Tie {
    match bonuses[0].cmp(&bonuses[1]) {
        std::cmp::Ordering::Greater => Tie::Won(Side::Party),
        std::cmp::Ordering::Less => Tie::Won(Side::Enemies),
        std::cmp::Ordering::Equal => Tie::Reroll,
    }
}

impl Duel {
    /// Computes the tables of solved policies: optimal play first, since it does not depend on the opponent. `None` if
    /// that takes too long.
    fn solve(&mut self, policies: [Policy; 2]) -> Option<()> {
        let players = self.players.clone();
        let both = players.each_ref();
        let table = |plays| optimal::solve(self.board, both, &self.refresh, plays).map(Arc::new);
        if policies.contains(&Policy::Optimal) {
            let optimal = table([Play::Best, Play::Best])?;
            for (player, policy) in self.players.iter_mut().zip(policies) {
                if policy == Policy::Optimal {
                    player.choosing = Choosing::Solved(Arc::clone(&optimal));
                }
            }
        }
        if let Some(side) = policies.iter().position(|policy| *policy == Policy::BestResponse) {
            let opposing = self.players[1 - side].clone();
            let play = match &opposing.choosing {
                Choosing::Solved(table) => Play::Table(table),
                Choosing::Preferred | Choosing::Random => Play::Fixed(&opposing),
            };
            let plays = if side == 0 { [Play::Best, play] } else { [play, Play::Best] };
            let response = table(plays)?;
            self.players[side].choosing = Choosing::Solved(response);
        }
        Some(())
    }
}
