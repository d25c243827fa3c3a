//! The solver on small games whose solutions are known, by closed forms or by enumerating whole encounters, and on
//! games that are too large.

mod drama;
mod toy;
mod values;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::dice::{Enumerated, Seeded};
use crate::lead::LeadHistory;
use crate::outcome::{EndState, Winner};
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Workspace, fight, fight_watched};
use crate::sum::Sum;
use crate::trace::{Counting, Silent, Trace};
use crate::who::Who;
use toy::{DEATHS, Game, ROUNDS_OVER, State, TURNS, Toy, limited, toy};

fn solved(toy: &Toy) -> Solution {
    solve(toy, Budget::default(), &|| false).expect("a small game")
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    let scale = expected.abs().max(1.0);
    assert!((found - expected).abs() <= 1e-13 * scale, "{found} is not {expected}: off by {:e}", found - expected);
}

#[track_caller]
fn assert_moments(found: Moments, mean: f64, variance: f64) {
    assert_close(found.mean, mean);
    // A variance is the difference of two larger numbers, and so has their rounding errors.
    let scale = (variance + mean * mean).max(1.0);
    assert_close(found.sd.powi(2) / scale, variance / scale);
}

#[track_caller]
fn assert_same(left: &Solution, right: &Solution) {
    let pairs = |left: &[[f64; 4]], right: &[[f64; 4]]| {
        assert_eq!(left.len(), right.len());
        left.as_flattened().iter().zip(right.as_flattened()).for_each(|(left, right)| assert_close(*left, *right));
    };
    pairs(&[left.winners], &[right.winners]);
    pairs(&left.by_round, &right.by_round);
    pairs(&left.end_states, &right.end_states);
    let endings = |solution: &Solution| -> BTreeMap<String, f64> {
        let occurring = solution.endings.iter().filter(|(_, chance)| *chance > 0.0);
        occurring.map(|(ending, chance)| (format!("{ending:?}"), *chance)).collect()
    };
    let (left_endings, right_endings) = (endings(left), endings(right));
    assert!(left_endings.keys().eq(right_endings.keys()));
    left_endings.values().zip(right_endings.values()).for_each(|(left, right)| assert_close(*left, *right));
    assert_moments(left.rounds, right.rounds.mean, right.rounds.sd.powi(2));
    assert_eq!(left.metrics.len(), right.metrics.len());
    for (left, right) in left.metrics.iter().zip(&right.metrics) {
        assert_moments(*left, right.mean, right.sd.powi(2));
    }
    left.occurred.iter().zip(&right.occurred).for_each(|(left, right)| assert_close(*left, *right));
    let moments = |lead: LeadMoments| [lead.changes, lead.last_behind, lead.margin];
    for (left, right) in moments(left.lead).into_iter().zip(moments(right.lead)) {
        assert_moments(left, right.mean, right.sd.powi(2));
    }
}

/// The moments of a quantity over only some of the encounters.
#[derive(Default)]
struct Among {
    chance: Sum,
    moments: [Sum; 2],
}

impl Among {
    fn add(&mut self, chance: f64, value: u32) {
        self.chance.add(chance);
        self.moments[0].add(chance * f64::from(value));
        self.moments[1].add(chance * f64::from(value).powi(2));
    }

    fn total(&self) -> Moments {
        Moments::among(self.chance.total(), [self.moments[0].total(), self.moments[1].total()])
    }
}

/// The expected number of counts of each metric of rounds.
#[derive(Default)]
struct RoundsCounted([u32; 3]);

impl Trace for RoundsCounted {
    fn count_round(&mut self, metric: usize) {
        self.0[metric] += 1;
    }
}

/// Solves by every path of dice through whole encounters, from set-up to finish, without merging states.
fn by_paths(toy: &Toy) -> Solution {
    let mut dice = Enumerated::new();
    let mut trace = Counting::new(toy.metrics().len());
    let mut workspace = Workspace::new(toy);
    let mut by_round = vec![[Sum::default(); 4]; toy.rounds_max() as usize + 1];
    let mut end_states = [[Sum::default(); 4]; 3];
    let mut endings: BTreeMap<(Winner, [EndState; 3]), Sum> = BTreeMap::new();
    let mut course: [Among; 3] = Default::default();
    let mut occurred = [Sum::default(); 3];
    let mut moments = [[Sum::default(); 2]; 4];
    while dice.next_path() {
        trace.reset();
        let (mut lead, mut rounds) = (LeadHistory::default(), RoundsCounted::default());
        let watch = |state: &State| lead.watch(toy.balance(state));
        let outcome = fight_watched(toy, &mut workspace, &mut dice, &mut (&mut trace, &mut rounds), watch);
        let chance = dice.weight();
        let ends = [0, 1, 2].map(|who| toy.end_state(&workspace.state, Who::new(who)));
        by_round[outcome.rounds as usize][outcome.winner.index()].add(chance);
        end_states.iter_mut().zip(ends).for_each(|(sums, end)| sums[end.index()].add(chance));
        endings.entry((outcome.winner, ends)).or_default().add(chance);
        occurred.iter_mut().zip(rounds.0).for_each(|(sum, times)| sum.add(chance * f64::from(times)));
        course[0].add(chance, lead.changes());
        if let Some(winner) = outcome.winner.side() {
            course[1].add(chance, lead.last_behind(winner));
            course[2].add(chance, lead.margin(winner));
        }
        for ([first, second], value) in moments.iter_mut().zip([&[outcome.rounds], trace.counts()].concat()) {
            first.add(chance * f64::from(value));
            second.add(chance * f64::from(value).powi(2));
        }
    }
    let [rounds, metrics @ ..] = moments.map(|[first, second]| Moments::new(first.total(), second.total()));
    let by_round: Vec<[f64; 4]> = by_round.iter().map(|sums| sums.map(Sum::total)).collect();
    Solution {
        states: 0,
        transitions: 0,
        bytes: 0,
        winners: [0, 1, 2, 3].map(|winner| by_round.iter().map(|winners| winners[winner]).sum()),
        rounds,
        by_round,
        end_states: end_states.iter().map(|sums| sums.map(Sum::total)).collect(),
        endings: endings
            .into_iter()
            .map(|((winner, ends), sum)| (Ending { winner, end_states: ends.into() }, sum.total()))
            .collect(),
        occurred: occurred.map(Sum::total).to_vec(),
        lead: LeadMoments { changes: course[0].total(), last_behind: course[1].total(), margin: course[2].total() },
        metrics: metrics.to_vec(),
    }
}

/// Workers with this many threads, which take pieces of work in any order.
struct Threads(usize);

impl Workers for Threads {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        let begun = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = begun.fetch_add(1, Ordering::Relaxed);
                if number >= jobs {
                    break;
                }
                job(number);
            }
        };
        std::thread::scope(|scope| (0..self.0).for_each(|_| drop(scope.spawn(work))));
    }
}

/// Threads change neither solutions, to the last bit, nor refusals. The set-up of twelve fighters has more states than
/// one piece of work.
#[test]
fn no_number_of_threads_can_be_seen() {
    let games = [limited(3, Game::Brawl), toy(Game::Initiative), toy(Game::Dither), limited(4, Game::Tide)];
    let tight = Budget { paths: 3_000, ..Budget::default() };
    for (toy, budget) in games.iter().flat_map(|toy| [(toy, Budget::default()), (toy, tight)]) {
        let alone = solve(toy, budget, &|| false);
        for threads in [1, 2, 3, 7] {
            assert_eq!(solve_on(&Threads(threads), toy, budget, &|| false), alone, "{threads} threads");
        }
    }
    assert!(matches!(solve(&games[1], tight, &|| false), Err(Unsolved::OverBudget { .. })));
}

/// A budget with room for only one pass at a time gives the same solution as one for all passes.
#[test]
fn the_budget_changes_no_solution() {
    let brawl = limited(3, Game::Brawl);
    let least = Budget { bytes: bytes_needed(&brawl), ..Budget::default() };
    assert_eq!(solve(&brawl, least, &|| false), solve(&brawl, Budget::default(), &|| false));
}

/// With q = (19/20)^3, the chance that a round is played to its end without a winner, exactly k rounds are with chance
/// (1 - q) q^k. The sum of their numbers is k (k + 1) / 2, with mean q / (1 - q)^2; its square is the sum of the first
/// k cubes, with mean q (1 + 4 q + q^2) / (1 - q)^4.
#[test]
fn lots_drawn_turn_by_turn_have_their_closed_form() {
    let solution = solved(&toy(Game::Lots));
    let (p, q) = (1.0 / 20.0, 0.95_f64.powi(3));
    assert_eq!(solution.states, 3);
    assert_close(solution.winners[Winner::Party.index()], (p + 0.95 * p) / (1.0 - q));
    assert_close(solution.winners[Winner::Enemies.index()], 0.95 * 0.95 * p / (1.0 - q));
    assert_moments(solution.rounds, 1.0 / (1.0 - q), q / (1.0 - q).powi(2));
    assert_moments(solution.metrics[TURNS], 20.0, 0.95 * 400.0);
    let mean = q / (1.0 - q).powi(2);
    assert_moments(solution.metrics[ROUNDS_OVER], mean, q * (1.0 + 4.0 * q + q * q) / (1.0 - q).powi(4) - mean * mean);
    assert_moments(solution.metrics[DEATHS], 0.0, 0.0);
}

/// A share q^2 of all fights sees the end of two rounds, whose numbers sum to 3; a share (1 - q) q sees only that of
/// the first.
#[test]
fn the_round_limit_ends_fights_between_rounds() {
    let solution = solved(&limited(2, Game::Lots));
    let q = 0.95_f64.powi(3);
    assert_eq!(solution.by_round.len(), 3);
    assert_close(solution.winners[Winner::Timeout.index()], q * q);
    assert_close(solution.by_round[2][Winner::Timeout.index()], q * q);
    assert_moments(solution.rounds, 1.0 + q, q * (1.0 - q));
    let mean = (1.0 - q) * q + 3.0 * q * q;
    assert_moments(solution.metrics[ROUNDS_OVER], mean, (1.0 - q) * q + 9.0 * q * q - mean * mean);
}

/// Everything that is reported: rounds of one to three turns, wins within a round, fights that never begin, the finish
/// of fights that were won and of those that timed out, metrics of rounds counted while fighting and while finishing.
#[test]
fn merging_changes_nothing_that_every_path_alone_yields() {
    for toy in [Game::Brawl, Game::Stairs].into_iter().flat_map(|game| (0..=2).map(move |limit| limited(limit, game))) {
        assert_same(&solved(&toy), &by_paths(&toy));
    }
}

#[test]
fn whole_rounds_and_single_turns_are_one_game() {
    for game in [Game::Lots, Game::Brawl, Game::Stairs] {
        for limit in [1, 5, 10_000] {
            let turns = limited(limit, game);
            let rounds = Toy { in_whole_rounds: true, ..turns.clone() };
            let (turns, rounds) = (solved(&turns), solved(&rounds));
            // A round of the stairs may begin on any step, so turns add no states.
            assert!(turns.states > rounds.states || matches!(game, Game::Stairs));
            assert_same(&turns, &rounds);
        }
    }
}

#[test]
fn what_is_forgotten_changes_the_number_of_states_alone() {
    let forgetful = toy(Game::Brawl);
    let mindful = Toy { forgets: false, ..forgetful.clone() };
    let (forgetful, mindful) = (solved(&forgetful), solved(&mindful));
    assert!(forgetful.states < mindful.states, "{} and {}", forgetful.states, mindful.states);
    assert_same(&forgetful, &mindful);
}

/// A round takes 2 turns on average, with variance 2, and 6 rounds are played on average, with variance 30. So the mean
/// number of turns is 12 and its variance 6 * 2 + 30 * 2^2. There is one state, the same at the start of rounds and
/// within them.
#[test]
fn a_turn_may_lead_back_to_a_state_of_its_round() {
    let solution = solved(&toy(Game::Dither));
    assert_eq!(solution.states, 1);
    assert_moments(solution.rounds, 6.0, 30.0);
    assert_moments(solution.metrics[TURNS], 12.0, 132.0);
}

/// Both rooms are followed in one piece of work, and the state of the first is freed before the transition from the
/// second to it is added. A round may still begin in the first room, and the round limit may end the fight there.
#[test]
fn a_round_may_begin_in_a_state_that_is_followed_beside_the_one_that_leads_there() {
    for limit in 0..=2 {
        let rooms = limited(limit, Game::Rooms);
        assert_same(&solved(&rooms), &by_paths(&rooms));
    }
}

/// Wrongly merged states would have wrong odds without any other sign.
#[test]
#[cfg(debug_assertions)]
fn states_of_one_print_are_compared() {
    for is_first in [false, true] {
        let solved = std::panic::catch_unwind(|| solved(&toy(Game::Secret { is_first })));
        let said = solved.expect_err("unequal states have one print");
        assert_eq!(said.downcast_ref(), Some(&"a state feeds all that tells it apart to its hash"), "{is_first}");
    }
}

/// With any budget, the solver either refuses or gives the same solution, however many targets of a state are known
/// already or are targets both within the round and in the next one. The tower has 20 states between turns.
#[test]
fn a_tight_budget_of_states_or_bytes_leaves_out_no_path() {
    let tower = Toy { bytes_beside_state: 100_000, ..limited(3, Game::Tower) };
    let expected = solved(&tower);
    for states in 18..30 {
        let found = solve(&tower, Budget { states, ..Budget::default() }, &|| false);
        assert_eq!(found.as_ref().ok(), Some(&expected).filter(|_| states >= 20), "{states}");
    }
    for held in 1..40 {
        let found = solve(&tower, Budget { bytes: held * 50_000, ..Budget::default() }, &|| false);
        assert!(found.is_err() || found.as_ref() == Ok(&expected), "{held}");
    }
    let large = Budget { bytes: bytes_needed(&tower), ..Budget::default() };
    assert_eq!(solve(&tower, large, &|| false), Ok(expected));
}

#[test]
fn small_pools_are_solved_and_large_ones_stop_by_the_budget() {
    assert_eq!(solved(&toy(Game::Pool(3))).states, 1);
    for game in [Game::Pool(40), Game::Burst, Game::Endless, Game::Wide] {
        let budget = Budget { paths: 50_000, ..Budget::default() };
        let unsolved = solve(&toy(game), budget, &|| false).expect_err("astronomically many paths");
        let Unsolved::OverBudget { paths, followed: 1, .. } = unsolved else { panic!("{game:?}: {unsolved}") };
        assert!((50_001..60_000).contains(&paths), "{game:?}: {paths} paths");
    }
}

/// If states suddenly take more paths than those before them, each of the pieces of work that are handed out together
/// could take the whole budget.
#[test]
fn hardly_any_work_is_done_beyond_the_budget() {
    let (cliff, budget) = (toy(Game::Cliff), Budget { paths: 200_000, ..Budget::default() });
    let unsolved = solve_on(&Threads(3), &cliff, budget, &|| false).expect_err("forty million paths");
    assert!(matches!(unsolved, Unsolved::OverBudget { .. }), "{unsolved}");
    let played = cliff.played.load(Ordering::Relaxed);
    assert!((100_000..400_000).contains(&played), "{played} turns were played");
}

/// The smallest budget in bytes with which a game is solved.
fn bytes_needed(toy: &Toy) -> usize {
    let budget = |bytes| Budget { bytes, ..Budget::default() };
    let (mut too_few, mut enough) = (0, 1 << 30);
    while enough - too_few > 1 {
        let bytes = usize::midpoint(too_few, enough);
        match solve(toy, budget(bytes), &|| false) {
            Ok(_) => enough = bytes,
            Err(unsolved) => {
                assert!(matches!(unsolved, Unsolved::OverBudget { bytes: met, .. } if met > bytes), "{unsolved}");
                too_few = bytes;
            }
        }
    }
    enough
}

/// The opening and three states between turns. At most three are held at the same time, since the opening is freed once
/// it has been followed.
#[test]
fn the_budget_counts_the_bytes_of_states() {
    let lots = toy(Game::Lots);
    assert_eq!(count_states(&lots, Budget::default(), &|| false), Ok(3));
    let large = |bytes_beside_state| Toy { bytes_beside_state, ..lots.clone() };
    assert_eq!(bytes_needed(&large(2000)), bytes_needed(&large(1000)) + 3 * 1000);
}

/// Four nodes, one of which begins the first round; two ways to end with three end states; seven transitions with four
/// labels: out of the opening, a win, a loss that ends the round, and one that does not. The first three count one
/// metric each, and the last another one.
#[test]
fn the_budget_counts_the_bytes_of_all_that_is_held() {
    let lots = toy(Game::Lots);
    let entry_of_index = 8 * 16 / 7;
    let ending = 2 * (40 + 3 + entry_of_index) + 16;
    let map_entry = (16 + 8 + 1) * 16 / 7;
    let label = 16 + 8 + map_entry + 8;
    let counted = 24 + 3 * 8;
    // States are small here, so that the passes take most of the memory. Two of the four places have the same pattern.
    let (places, links, patterns) = (4, 7, 3);
    let place = 8 + 3 * 4;
    let totals = 3 * 16;
    let pattern = 4 + 3 * 16;
    // A start's own data, and how its fights end at the round limit, with three end states.
    let start = 2 * 4 + 8 + 32 + 12 + (40 + 3);
    let route = places * place + links * 8 + patterns * pattern + start;
    let row = 9 * 8 + 1;
    let pass = (places + 1 + 2) * row + patterns * 64 + 4 * 64;
    let at_limit = 64;
    let passes = 2 * ending + 4 * label + 5 * counted + route + places * totals + pass + at_limit;
    assert_eq!(bytes_needed(&lots), passes);
    // With large states, the peak is reached when the second of them leads to the last one: three are held, and one
    // transition of each label is known except the last, the win and the loss twice. A node takes its print, its entry
    // in the index and its place among the held; its range of transitions, its entries in the queues, and its flags.
    let node = 16 + entry_of_index + 8 + (8 + 8 + 2);
    let held = size_of::<State>() + 1000 + 8 + 16;
    let search = ending + 3 * label + 3 * counted + 4 * node + 3 * held + 5 * 2 * 8;
    assert_eq!(bytes_needed(&Toy { bytes_beside_state: 1000, ..lots }), search);
}

#[test]
fn what_is_over_budget_says_so_in_megabytes() {
    let unsolved = |bytes| Unsolved::OverBudget {
        states: 12,
        within_set_up: 1,
        followed: 3,
        transitions: 45,
        bytes,
        paths: 678,
        budget: Budget { paths: 9, ..Budget::default() },
    };
    assert_eq!(
        unsolved(2_000_123_456).to_string(),
        "too much for the exact solution: 12 states and 45 transitions in 2000.1 MB and 678 paths of dice after following 3 \
         of the states, with a budget of 2000.0 MB and 9 paths"
    );
    assert!(unsolved(12_345).to_string().contains(" in 12.3 kB and "));
}

#[test]
fn the_caller_is_heard_within_one_long_draw() {
    for game in [Game::Pool(40), Game::Burst, Game::Endless, Game::Wide] {
        let asked = AtomicUsize::new(0);
        let interrupted = || asked.fetch_add(1, Ordering::Relaxed) == 5;
        assert_eq!(solve(&toy(game), Budget::default(), &interrupted), Err(Unsolved::Interrupted), "{game:?}");
        assert_eq!(asked.into_inner(), 6);
    }
}

/// If the caller stops, the answer is the same at any time: while states are searched, mass passes or fights time out.
#[test]
fn the_caller_is_heard_until_the_end() {
    let brawl = limited(3, Game::Brawl);
    let mut heard = BTreeMap::new();
    for patience in 0..100 {
        let asked = AtomicUsize::new(0);
        let interrupted = || asked.fetch_add(1, Ordering::Relaxed) == patience;
        *heard.entry(solve(&brawl, Budget::default(), &interrupted).is_err()).or_insert(0) += 1;
    }
    assert!(heard[&true] >= 5 && heard[&false] > 0, "{heard:?}");
}

/// An observer that counts its reports.
#[derive(Default)]
struct Listener(Mutex<Vec<Advance>>);

impl Observer for Listener {
    fn is_interrupted(&self) -> bool {
        false
    }

    fn advances(&self, advance: Advance) {
        self.0.lock().expect("no thread panics").push(advance);
    }
}

/// Every state is reported once as followed, then every round once as played, with the chance that an encounter lasts
/// longer.
#[test]
fn an_observer_hears_how_far_the_solution_is() {
    let brawl = limited(3, Game::Brawl);
    let listener = Listener::default();
    let solution = solve(&brawl, Budget::default(), &listener).expect("a small game");
    let heard = listener.0.into_inner().expect("no thread panics");
    let searched: Vec<(usize, usize)> = heard
        .iter()
        .filter_map(|advance| match advance {
            Advance::Searching { states, followed } => Some((*states, *followed)),
            Advance::Passing { .. } | Advance::Over => None,
        })
        .collect();
    assert!(searched.iter().map(|(_, followed)| *followed).eq(1..=searched.len()));
    assert!(searched.is_sorted_by_key(|(states, _)| *states) && searched.last() >= Some(&(solution.states, 1)));
    let passed = &heard[searched.len()..];
    let still_fighting = |round: usize| -> f64 { solution.by_round[round + 1..].as_flattened().iter().sum() };
    for (round, advance) in passed[..passed.len() - 1].iter().enumerate() {
        let Advance::Passing { round: heard, rounds_max, fighting } = *advance else { panic!("{advance:?}") };
        assert_eq!((heard, rounds_max), (round, 3));
        // A fight that times out still goes on after the last round, although it ends in it.
        if round < rounds_max {
            assert_close(fighting, still_fighting(round));
        }
    }
    assert_eq!((passed.len(), passed.last()), (3 + 2, Some(&Advance::Over)));
}

/// A display of the progress must learn when to stop, also if there is no solution.
#[test]
fn an_observer_hears_the_end_of_a_failure_too() {
    let listener = Listener::default();
    let budget = Budget { states: 2, ..Budget::default() };
    assert!(solve(&limited(3, Game::Brawl), budget, &listener).is_err());
    assert_eq!(listener.0.lock().expect("no thread panics").last(), Some(&Advance::Over));
}

/// Of the twelve d12 only the best of each side matters. So twelve steps from at most 12 times 12 states, with twelve
/// paths each, replace 12^12 rolls. The party's best is f with chance (f^6 - (f - 1)^6) / 12^6.
#[test]
fn a_set_up_in_steps_costs_the_sum_of_its_dice() {
    let budget = Budget { paths: 12_usize.pow(4), ..Budget::default() };
    let initiative = toy(Game::Initiative);
    let solution = solve(&initiative, budget, &|| false).expect("few paths");
    let at_most = |face: i32| (f64::from(face) / 12.0).powi(6);
    let party_begins: f64 = (1..=12).map(|face| (at_most(face) - at_most(face - 1)) * at_most(face - 1)).sum();
    assert_eq!(solution.states, 2, "which side begins is all that is left of the set-up");
    let won = party_begins * 4.0 / 6.0 + party_begins * 2.0 / 6.0;
    assert_close(solution.winners[Winner::Party.index()], won);
    assert_close(solution.winners[Winner::Enemies.index()], won);
    assert_close(solution.by_round[0][Winner::Draw.index()], 1.0 - 2.0 * party_begins);
    assert_moments(solution.metrics[ROUNDS_OVER], 0.0, 0.0);
}

/// No later step reads the last die rolled: if it were not forgotten, it would multiply the states within the set-up.
#[test]
fn steps_of_the_set_up_forget() {
    let forgetful = toy(Game::Initiative);
    let mindful = Toy { forgets: false, ..forgetful.clone() };
    let budget = Budget { bytes: bytes_needed(&forgetful), ..Budget::default() };
    assert!(matches!(solve(&mindful, budget, &|| false), Err(Unsolved::OverBudget { .. })));
    assert_same(&solved(&mindful), &solved(&forgetful));
}

/// A share (5/6)^6 of all sieges lasts to the end of round 6. There is one state for each round that rules may know.
#[test]
fn rules_may_know_the_number_of_the_round() {
    let solution = solved(&toy(Game::Siege));
    let q: f64 = 5.0 / 6.0;
    assert_eq!(solution.states, 6);
    assert_close(solution.winners[Winner::Party.index()], q.powi(6));
    assert_close(solution.winners[Winner::Enemies.index()], 1.0 - q.powi(6));
    assert_eq!(solution.by_round.len(), 7);
    for (round, winners) in (1..=5).zip(&solution.by_round[1..]) {
        assert_close(winners[Winner::Enemies.index()], q.powi(round - 1) / 6.0);
    }
}

/// Rounds 1, 2 and 3 let the fight go on with chances 5/6, 4/6 and 3/6, each later one with 2/6. From such a later
/// round on, 1.5 rounds are played on average.
#[test]
fn later_rounds_than_the_last_known_are_one() {
    let tide = toy(Game::Tide);
    let solution = solved(&tide);
    assert_eq!(solution.states, 4);
    assert_eq!(count_states(&tide, Budget::default(), &|| false), Ok(4));
    assert_close(solution.by_round[3][Winner::Party.index()], 5.0 / 6.0 * 4.0 / 6.0 * 0.5);
    let after_three = 5.0 / 6.0 * 4.0 / 6.0 * 0.5;
    assert_close(solution.by_round[5][Winner::Party.index()], after_three * 2.0 / 6.0 * 4.0 / 6.0);
    assert_close(solution.rounds.mean, 1.0 + 5.0 / 6.0 + 5.0 / 6.0 * 4.0 / 6.0 + after_three * 1.5);
}

/// Round limits before, at and after the last round that rules may know; the finish of a fight may read the number,
/// too.
#[test]
fn known_rounds_are_those_that_every_path_alone_knows() {
    for game in [Game::Siege, Game::Tide] {
        for limit in 0..=6 {
            let toy = limited(limit, game);
            assert_same(&solved(&toy), &by_paths(&toy));
        }
    }
}

/// Twelve shares from 200 000 encounters each: all z lie within 5.5, except with a chance below 12 * 4e-8.
#[test]
fn sampled_fights_have_the_exact_odds() {
    for game in [Game::Initiative, Game::Siege, Game::Tide] {
        let toy = limited(5, game);
        let solution = solved(&toy);
        let (mut workspace, mut dice) = (Workspace::new(&toy), Seeded::new(Seed(7)));
        let mut winners = [0_u32; 4];
        for index in 0..200_000 {
            dice.start(EncounterIndex(index));
            winners[fight(&toy, &mut workspace, &mut dice, &mut Silent).winner.index()] += 1;
        }
        for (count, chance) in winners.into_iter().zip(solution.winners) {
            let (expected, sd) = (200_000.0 * chance, (200_000.0 * chance * (1.0 - chance)).max(0.0).sqrt());
            assert!((f64::from(count) - expected).abs() <= 5.5 * sd + 1e-6, "{game:?}: {winners:?}");
        }
    }
}
