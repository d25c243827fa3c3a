//! Accounts against the fights that they tell of.

use std::cell::RefCell;
use std::sync::Arc;

use equipoise_engine::accounts::{Account, Accounted, Measure};
use equipoise_engine::dice::Seeded;
use equipoise_engine::scenario::Scenario;
use equipoise_engine::{
    AnyFight, Counting, EncounterIndex, Ruleset, Seed, Silent, Trace, Who, Workspace, fight, fight_watched,
};

use super::{Case, cases};

/// Encounters that are played with accounts.
const KEPT: u64 = 200;

/// Accounts change no fight and no metric, and they add up: after the set-up and after every round each combatant has
/// [lost](Ruleset::losses) what its accounts say, less what it got back; all that was dealt, less what went beyond, is what all lost; and the shares of
/// pairs are the same sum. A system that has kinds of harm takes each of them off somebody, and puts somebody out of the fight.
pub fn accounts_add_up<R: Ruleset>(scenarios: &[Scenario]) {
    if R::HARMS.is_empty() {
        return;
    }
    let mut seen = vec![0; R::HARMS.len() + 1];
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let played = Arc::new(rules);
        let mut plain = Workspace::new(&*played);
        let rules = Accounted::new(AnyFight::new(Arc::clone(&played)));
        let mut kept = Workspace::new(&rules);
        for index in 0..KEPT {
            let name = format!("{name}: encounter {index}");
            let mut counting = Counting::new(rules.accounts().first());
            let expected = fight(&*played, &mut plain, &mut dice(index), &mut counting);
            let counts = RefCell::new(vec![0; rules.metrics().len()]);
            let watch = |state: &_| each_lost_what_its_accounts_say(&rules, state, &counts.borrow(), &name);
            let outcome = fight_watched(&rules, &mut kept, &mut dice(index), &mut Shared(&counts), watch);
            assert_eq!(outcome, expected, "{name} ends otherwise with accounts");
            let counts = counts.into_inner();
            for (metric, (&found, &expected)) in rules.metrics().iter().zip(counts.iter().zip(counting.counts())) {
                // Rounds are left to those who count them.
                let is_same = found == expected || metric.unit == equipoise_engine::MetricUnit::Rounds;
                assert!(is_same, "{name}: {} is {found} with accounts and {expected} without", metric.name);
            }
            sums_agree(&rules, &counts, &name);
            let of_pairs = |measure| total(&rules, &counts, measure, |account| matches!(account, Account::Pair(..)));
            seen[0] += of_pairs(Measure::Felled);
            for kind in 0..R::HARMS.len() {
                seen[kind + 1] += of_pairs(Measure::Dealt(kind));
            }
        }
        let mut counting = Counting::new(rules.metrics().len());
        fight(&rules, &mut kept, &mut dice(0), &mut counting);
        let silent = fight(&rules, &mut Workspace::new(&rules), &mut dice(0), &mut Silent);
        assert_eq!(silent, fight(&*played, &mut plain, &mut dice(0), &mut Silent), "{name}, unheard");
    }
    assert!(seen.iter().all(|&sum| sum > 0), "{}: combatants out, and points lost by kind: {seen:?}", R::NAME);
}

fn dice(index: u64) -> Seeded {
    let mut dice = Seeded::new(Seed(11));
    dice.start(EncounterIndex(index));
    dice
}

fn each_lost_what_its_accounts_say(
    rules: &Accounted,
    state: &<Accounted as Ruleset>::State,
    counts: &[u32],
    name: &str,
) {
    for who in Who::first(rules.combatants().len()) {
        let of = |measure| {
            let metric = rules.accounts().metric(Account::Combatant(who), measure).expect("every combatant has it");
            i64::from(counts[metric])
        };
        for (kind, lost) in rules.losses(state, who).into_iter().enumerate() {
            let found = of(Measure::Lost(kind)) - of(Measure::Regained(kind));
            let (harm, id) = (rules.harms()[kind], &rules.combatants()[who.index()].id);
            assert_eq!(found, lost, "{name}: {harm} that {id} lost, by its accounts and by the state");
        }
    }
}

fn sums_agree(rules: &Accounted, counts: &[u32], name: &str) {
    let sum = |measure, is_of: fn(Account) -> bool| total(rules, counts, measure, is_of);
    let (of_means, of_combatants, of_pairs) = (
        (|account| matches!(account, Account::Means(_))) as fn(Account) -> bool,
        (|account| matches!(account, Account::Combatant(_))) as fn(Account) -> bool,
        (|account| matches!(account, Account::Pair(..))) as fn(Account) -> bool,
    );
    for (kind, harm) in rules.harms().iter().enumerate() {
        let lost = sum(Measure::Lost(kind), of_combatants);
        let dealt = sum(Measure::Dealt(kind), of_means) - sum(Measure::Beyond(kind), of_means);
        assert_eq!(dealt, lost, "{name}: {harm} that all dealt, and that all lost");
        assert_eq!(sum(Measure::Dealt(kind), of_pairs), lost, "{name}: {harm} of pairs, and that all lost");
        let restored = sum(Measure::Restored(kind), of_means);
        assert_eq!(
            restored,
            sum(Measure::Regained(kind), of_combatants),
            "{name}: {harm} that all restored and got back"
        );
    }
    assert!(sum(Measure::Hits, of_means) <= sum(Measure::Uses, of_means), "{name}: more hits than uses");
    assert!(sum(Measure::Criticals, of_means) <= sum(Measure::Hits, of_means), "{name}: more criticals than hits");
}

/// The sum of a measure over some accounts.
fn total(rules: &Accounted, counts: &[u32], measure: Measure, is_of: impl Fn(Account) -> bool) -> u64 {
    let numbers = rules.accounts().list().zip(&counts[rules.accounts().first()..]);
    numbers
        .filter(|((account, known), _)| *known == measure && is_of(*account))
        .map(|(_, &count)| u64::from(count))
        .sum()
}

/// An observer whose counts can be read while the fight goes on. It counts no rounds.
struct Shared<'a>(&'a RefCell<Vec<u32>>);

impl Trace for Shared<'_> {
    const HEARS_RULES: bool = false;

    fn count(&mut self, metric: usize, amount: u32) {
        let count = &mut self.0.borrow_mut()[metric];
        *count = count.saturating_add(amount);
    }
}
