//! Days of fights, and fights without their type, against the fights that they are.

use std::sync::Arc;

use equipoise_engine::day::{Chance, Day, Leg};
use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::exact::{Budget, Solution, Unsolved, solve};
use equipoise_engine::scenario::Scenario;
use equipoise_engine::trace::Line;
use equipoise_engine::{
    AnyFight, Counting, EncounterIndex, EndState, Moment, Narrated, Outcome, Ruleset, Who, Workspace, fight,
    fight_by_steps, load,
};

use super::{Case, SEED, cases};

/// Encounters of every scenario that are played alone and in a day.
const ENCOUNTERS: u64 = 150;

/// The budget of a fight that is solved twice.
const BUDGET: Budget = Budget { bytes: 100_000_000, states: 6_000, paths: 500_000 };

/// The budget where a state of one of the fights takes more memory than one of the other: memory does not decide.
const BUDGET_OF_PATHS: Budget = Budget { bytes: usize::MAX, paths: 150_000, ..BUDGET };

/// All that is seen of an encounter; the end states in the order of the ids.
#[derive(PartialEq)]
struct Seen {
    outcome: Outcome,
    steps: Vec<(Moment, i32)>,
    lines: Vec<Line>,
    counts: Vec<u32>,
    ends: Vec<EndState>,
}

/// The combatants in the order of their ids, which are the same in a day of one leg but for the leg's name.
fn by_id<R: Ruleset>(rules: &R) -> Vec<Who> {
    let combatants = rules.combatants();
    let mut all: Vec<Who> = Who::first(combatants.len()).collect();
    let id = |who: &Who| combatants[who.index()].id.rsplit('/').next().map(str::to_owned);
    all.sort_by_key(|who| (combatants[who.index()].side, id(who)));
    all
}

fn seen<R: Ruleset>(rules: &R, workspace: &mut Workspace<R>, index: u64) -> Seen {
    let mut dice = Seeded::new(SEED);
    dice.start(EncounterIndex(index));
    let (mut dice, mut steps) = (Recorded::new(dice), Vec::new());
    let mut traces = (Narrated::default(), Counting::new(rules.metrics().len()));
    let watch = |moment, state: &R::State, _: &_, _: &_| steps.push((moment, rules.lead(state)));
    let outcome = fight_by_steps(rules, workspace, &mut dice, &mut traces, watch);
    let ends = by_id(rules).into_iter().map(|who| rules.end_state(&workspace.state, who)).collect();
    Seen { outcome, steps, lines: traces.0.into_lines(), counts: traces.1.counts().to_vec(), ends }
}

/// A day of one leg is the fight of its scenario, number for number: the same steps, dice, lines, counts and ends, and the same exact
/// solution of as many states.
pub fn a_day_of_one_leg_is_its_fight<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, scenario, rules } in cases::<R>(scenarios) {
        let again: R = load(scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
        let leg = Leg { id: "leg".to_owned(), chances: vec![Chance { weight: 1, fight: 0 }] };
        let day = Day::new(vec![again], &[leg]).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        let name = format!("{name}, in a day");
        is_like(&name, &rules, &day);
        if let (Ok(expected), Ok(found)) = (solve(&rules, BUDGET, &|| false), solve(&day, BUDGET, &|| false)) {
            let numbers = |solution: &Solution| {
                (solution.states, solution.transitions, solution.winners, solution.rounds.mean, solution.rounds.sd)
            };
            assert_eq!(numbers(&found), numbers(&expected), "{name}: the solution");
        }
    }
}

/// A fight of which the type is not known is the fight, number for number, and with every number of its solution; the memory that a solution
/// takes alone is larger. One that is not solved within the budget took as many paths of dice.
pub fn a_fight_without_its_type_is_the_same<R: Ruleset>(scenarios: &[Scenario]) {
    for Case { name, rules, .. } in cases::<R>(scenarios) {
        let rules = Arc::new(rules);
        let (name, any) = (format!("{name}, without its type"), AnyFight::new(Arc::clone(&rules)));
        is_like(&name, &*rules, &any);
        let solved = [solve(&*rules, BUDGET_OF_PATHS, &|| false), solve(&any, BUDGET_OF_PATHS, &|| false)];
        let [expected, found] = solved.map(|solution| match solution {
            Ok(solution) => Ok(Solution { bytes: 0, ..solution }),
            Err(Unsolved::OverBudget { states, transitions, paths, .. }) => Err([states, transitions, paths]),
            Err(Unsolved::Interrupted) => Err([0; 3]),
        });
        assert_eq!(
            found.as_ref().err(),
            expected.as_ref().err(),
            "{name}: [states, transitions, paths] of no solution"
        );
        assert!(found == expected, "{name}: the solution");
    }
}

fn is_like<R: Ruleset, S: Ruleset>(name: &str, rules: &R, other: &S) {
    assert_eq!(other.metrics(), rules.metrics(), "{name}: the metrics");
    let (mut workspace, mut of_other) = (Workspace::new(rules), Workspace::new(other));
    for index in 0..ENCOUNTERS {
        let (expected, found) = (seen(rules, &mut workspace, index), seen(other, &mut of_other, index));
        let pairs = found.lines.iter().zip(&expected.lines);
        pairs.for_each(|(found, expected)| assert_eq!(found, expected, "{name}: encounter {index}"));
        assert_eq!(found.counts, expected.counts, "{name}: the metrics of encounter {index}");
        assert!(found == expected, "{name}: encounter {index} goes otherwise");
        let (mut dice, mut counting) = (Seeded::new(SEED), Counting::new(rules.metrics().len()));
        dice.start(EncounterIndex(index));
        assert_eq!(fight(other, &mut of_other, &mut dice, &mut counting), expected.outcome, "{name}: {index}, counted");
        assert_eq!(counting.counts(), expected.counts, "{name}: the metrics of encounter {index}, counted");
    }
}
