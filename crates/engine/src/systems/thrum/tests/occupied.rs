//! The squares that are occupied.

use super::standoff::*;
use super::*;
use crate::outcome::Side;
use crate::systems::thrum::grid::Squares;

/// The sets that are kept, and those that a look at everybody finds.
fn sets(rules: &Thrum, state: &State) -> [Vec<Squares<2>>; 2] {
    let kinds = Side::ALL.into_iter().flat_map(|side| [(side, false), (side, true)]);
    let kept =
        kinds.clone().map(
            |(side, is_active)| if is_active { state.occupied().active(side) } else { state.occupied().present(side) },
        );
    [kept.collect(), kinds.map(|(side, is_active)| state.look_for(rules, side, is_active)).collect()]
}

/// THRUM-19: whoever passes over an ally's square leaves it to the ally.
#[test]
fn a_square_that_two_shared_stays_occupied() {
    let combatants = [still_pc("hero", (0, 0), ""), still_pc("ally", (1, 0), ""), still_npc("orc", (4, 3), "")];
    let rules = thrum(&scene(STILL, "", &combatants), &[]);
    let mut state = staged(&rules);
    let square = |x| rules.map().square(x, 0).expect("a square of the map");
    for (x, is_crowded) in [(1, true), (2, false), (0, false)] {
        state.go_to(&rules, 0, square(x));
        assert_eq!(state.is_crowded(), is_crowded, "on {x}");
        let [kept, found] = sets(&rules, &state);
        assert_eq!(kept, found, "on {x}");
    }
}

/// THRUM-51, THRUM-53, THRUM-54: who falls, comes round and is removed changes the sets.
#[test]
fn the_fallen_and_the_removed_are_told_apart() {
    let rules = thrum(&scene(STILL, "", &[still_pc("hero", (0, 0), ""), still_npc("orc", (4, 3), "")]), &[]);
    let mut state = staged(&rules);
    for (is_present, is_active, squares) in [(true, false, [1, 0]), (true, true, [1, 1]), (false, false, [0, 0])] {
        state.set_there(&rules, 0, is_present, is_active);
        let [kept, found] = sets(&rules, &state);
        assert_eq!(kept, found);
        assert_eq!([kept[0].len(), kept[1].len()], squares);
    }
}
