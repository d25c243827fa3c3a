//! The ends of movements and the paths to them (THRUM-18 to THRUM-24, the ledger's Reach, far, aim and P2).

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::picture::Picture;
use super::plain::{At, Walker, set, square};
use super::random;
use crate::systems::thrum::grid::map::level_step_cost;
use crate::systems::thrum::grid::reach::MAX_BUDGET;
use crate::systems::thrum::grid::{
    AnyGround, Ground, Movement, Path, Reach, Square, Squares, Step, StepKind, Teleport, on_ground,
};

/// The movement of a combatant at `@` among the enemies `E` and allies `A` of a picture.
fn of_picture<const N: usize>(picture: &Picture, ground: &Ground<N>, budget: u16) -> Movement<N> {
    Movement {
        from: picture.one('@'),
        budget,
        closed: picture.set('E'),
        allies: picture.set('A'),
        difficult: ground.difficult(),
        drops: false,
        teleport: None,
        is_immobilized: false,
    }
}

/// The picture with the cost of each square where the movement can end.
fn costs(picture: &Picture, change: impl FnOnce(&mut Movement<3>)) -> Vec<String> {
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let mut movement = of_picture(picture, &ground, 4);
    change(&mut movement);
    let found = ground.search(&movement);
    let reach = found.reach();
    let digit = |square| char::from_digit(u32::from(reach.cost(square)), 10).expect("a digit");
    picture.marked(|square| reach.ends().contains(square).then(|| digit(square)))
}

/// The path to `!`: for each step its kind and the coordinates to which it leads.
fn path(picture: &Picture, change: impl FnOnce(&mut Movement<3>)) -> Vec<(StepKind, i16, i16)> {
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let mut movement = of_picture(picture, &ground, 9);
    change(&mut movement);
    let path = ground.path(&movement, &ground.search(&movement).reach(), picture.one('!'));
    let at = |step: &Step| (step.kind, picture.map.coordinates(step.to).0, picture.map.coordinates(step.to).1);
    path.steps().iter().map(at).collect()
}

/// THRUM-18, THRUM-19: combatants move around enemies and walls, and through allies without ending there.
#[test]
fn enemies_close_the_way_and_allies_do_not() {
    let picture = Picture::of(&[
        ".#.....", //
        "@#.EE..", ".A..E..", ".#.....",
    ]);
    assert_eq!(
        costs(&picture, |_| ()),
        [
            "1#334..", //
            "0#2EE..", "1A23E..", "2#234..",
        ]
    );
}

/// THRUM-20: leaving a Difficult square costs one more, entering it does not.
#[test]
fn difficult_squares_are_dear_to_leave() {
    let picture = Picture::of(&["@~~...", "######"]);
    assert_eq!(costs(&picture, |_| ()), ["013...", "######"]);
    assert_eq!(costs(&picture, |movement| movement.budget = 6), ["01356.", "######"]);
}

/// THRUM-20: squares can become Difficult during a fight, and are never Difficult twice.
#[test]
fn effects_make_squares_difficult_but_never_doubly() {
    let picture = Picture::of(&["@~...", "#####"]);
    let everywhere = |movement: &mut Movement<3>| movement.difficult = picture.map.squares().collect();
    assert_eq!(costs(&picture, everywhere), ["024..", "#####"]);
}

/// THRUM-21, THRUM-22: a movement planned with drops takes a descent of two levels at the cost of a level step.
#[test]
fn drops_shorten_the_way_down() {
    let picture = Picture::of(&["@2c.", "####"]);
    assert_eq!(costs(&picture, |movement| movement.budget = 9), ["027.", "####"]);
    let drops = |movement: &mut Movement<3>| (movement.budget, movement.drops) = (9, true);
    assert_eq!(costs(&picture, drops), ["0236", "####"]);
}

/// THRUM-22: a combatant does not drop onto an ally; the walk down to it costs its levels.
#[test]
fn onto_an_ally_one_only_walks_down() {
    let walled = Picture::of(&["3A.", "###"]);
    let ground = Ground::<3>::new(&walled.map).expect("a small map");
    let mut movement = Movement { from: walled.square((0, 0)), ..movement_of_nobody() };
    movement.allies = walled.set('A');
    let found = ground.search(&movement);
    let reach = found.reach();
    assert_eq!(reach.cost(walled.square((2, 0))), 3 + 1);
    let path = ground.path(&movement, &reach, walled.square((2, 0)));
    assert_eq!(
        path.steps().iter().map(|step| (step.kind, step.cost)).collect::<Vec<_>>(),
        [(StepKind::Walk, 3), (StepKind::Walk, 1)]
    );
    movement.allies = Squares::EMPTY;
    let found = ground.search(&movement);
    let reach = found.reach();
    assert_eq!(reach.cost(walled.square((2, 0))), 2);
    assert_eq!(ground.path(&movement, &reach, walled.square((1, 0))).steps()[0].kind, StepKind::Drop);
}

fn movement_of_nobody() -> Movement<3> {
    Movement {
        from: Square::default(),
        budget: 9,
        closed: Squares::EMPTY,
        allies: Squares::EMPTY,
        difficult: Squares::EMPTY,
        drops: true,
        teleport: None,
        is_immobilized: false,
    }
}

/// THRUM-24: a teleport leads over walls and heights to free squares, also after and before steps.
#[test]
fn teleports_lead_over_walls() {
    let picture = Picture::of(&[
        "..#...9", //
        ".@#E.A.", "..#....",
    ]);
    let teleports = |movement: &mut Movement<3>| movement.teleport = Some(Teleport { range: 2, cost: 3 });
    assert_eq!(
        costs(&picture, teleports),
        [
            "11#34.9", //
            "10#E4A.", "11#34..",
        ]
    );
}

/// THRUM-60: Immobilized combatants move by teleports only, again and again.
#[test]
fn the_immobilized_only_teleport() {
    let picture = Picture::of(&["@....E.", "#######"]);
    let stuck = |movement: &mut Movement<3>| {
        movement.is_immobilized = true;
        movement.teleport = Some(Teleport { range: 2, cost: 2 });
    };
    assert_eq!(costs(&picture, stuck), ["02244E.", "#######"]);
    assert_eq!(costs(&picture, |movement| movement.is_immobilized = true), ["0....E.", "#######"]);
}

/// P2: of several cheapest paths the one is taken that comes, looked at from its end, from the least squares.
#[test]
fn paths_go_back_to_the_least_square() {
    let picture = Picture::of(&[
        "....", //
        "@..!", "....",
    ]);
    let walk = |x, y| (StepKind::Walk, x, y);
    assert_eq!(path(&picture, |_| ()), [walk(1, 0), walk(2, 0), walk(3, 1)]);
}

/// P2: a step is taken if it leads from the same square as a teleport at the same cost; else the least square counts.
#[test]
fn a_step_goes_before_a_teleport_from_the_same_square() {
    let picture = Picture::of(&["@!", ".."]);
    let teleports = |movement: &mut Movement<3>| movement.teleport = Some(Teleport { range: 3, cost: 1 });
    assert_eq!(path(&picture, teleports), [(StepKind::Walk, 1, 0)]);
    let far = Picture::of(&["...@.!", "######"]);
    let teleports = |movement: &mut Movement<3>| movement.teleport = Some(Teleport { range: 3, cost: 1 });
    assert_eq!(path(&far, teleports), [(StepKind::Teleport, 5, 0)]);
    let teleports = |movement: &mut Movement<3>| movement.teleport = Some(Teleport { range: 3, cost: 2 });
    assert_eq!(path(&far, teleports), [(StepKind::Teleport, 5, 0)]);
}

/// P3: the way to distant enemies leads around walls as if nobody were in the way.
#[test]
fn far_counts_the_walk_around_walls() {
    let best = |rows: &[&str]| {
        let picture = Picture::of(rows);
        let ground = Ground::<3>::new(&picture.map).expect("a small map");
        let found = ground.search(&of_picture(&picture, &ground, 1));
        let reach = found.reach();
        let goals = ground.adjacent(picture.set('E'));
        assert!(ground.connects(picture.one('@'), goals));
        let best =
            reach.best(ground.least_walk(reach.ends(), goals, ground.difficult(), false)).map(|(square, _)| square);
        picture.map.coordinates(best.expect("a way"))
    };
    assert_eq!(best(&[".@#.E", "..#..", "....."]), (1, 1));
    assert_eq!(best(&[".@#.E", ".A#..", "....."]), (1, 0), "nothing else is nearer, and staying costs nothing");
}

/// P3: without a walk to any goal there is no nearest square, and far is infinite.
#[test]
fn far_is_infinite_behind_walls() {
    let picture = Picture::of(&["@.#.E", "..#.."]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let goals = ground.adjacent(picture.set('E'));
    assert!(!ground.connects(picture.one('@'), goals));
    assert!(ground.connects(picture.square((3, 1)), goals));
    assert_eq!(ground.least_walk(picture.set('@'), goals, ground.difficult(), false), Squares::EMPTY);
    assert_eq!(ground.least_walk(picture.set('@'), Squares::EMPTY, ground.difficult(), false), Squares::EMPTY);
}

/// THRUM-18: a budget above the maximum counts as the maximum, also on a longer way.
#[test]
fn budgets_are_bounded() {
    let picture = Picture::of(&["090909090909090909090909090909"]);
    let ground = Ground::<3>::new(&picture.map).expect("a small map");
    let mut movement = Movement { from: picture.square((0, 0)), budget: u16::MAX, ..movement_of_nobody() };
    movement.drops = false;
    let found = ground.search(&movement);
    let reach = found.reach();
    assert_eq!(reach.ends().len(), u32::from(1 + MAX_BUDGET / 9));
    assert_eq!(reach.cost(picture.square((14, 0))), 14 * 9);
}

/// Compares a search with the simplest one: the same ends at the same costs.
fn same_reach<const N: usize>(ground: &Ground<N>, walker: &Walker) -> Result<(), TestCaseError> {
    let (map, movement) = (ground.map(), random::movement(ground, walker));
    let found = ground.search(&movement);
    let reach = found.reach();
    let costs = walker.costs();
    let ends: BTreeMap<At, u16> = costs.into_iter().filter(|(at, _)| !walker.allies.contains(at)).collect();
    prop_assert_eq!(reach.ends(), set(map, ends.keys()));
    for (&at, &cost) in &ends {
        prop_assert_eq!(reach.cost(square(map, at)), cost, "the cost of {:?}", at);
    }
    check_cheapest(&reach, map.squares().step_by(3).collect())
}

fn check_cheapest<const N: usize>(reach: &Reach<'_, N>, among: Squares<N>) -> Result<(), TestCaseError> {
    let among = among & reach.ends();
    let least = among.iter().map(|square| reach.cost(square)).min();
    let first = among.iter().find(|&square| Some(reach.cost(square)) == least);
    prop_assert_eq!(reach.best(among), first.zip(least));
    Ok(())
}

/// Checks a path: each step leads on from the last one and costs what its kind costs, and the sum is the least cost.
fn sound_path<const N: usize>(
    ground: &Ground<N>,
    walker: &Walker,
    reach: &Reach<'_, N>,
    to: Square,
    path: &Path,
) -> Result<(), TestCaseError> {
    let (map, difficult) = (ground.map(), random::movement(ground, walker).difficult);
    let (mut at, mut spent) = (square(map, walker.from), 0);
    for step in path.steps() {
        let (cost, range) = match step.kind {
            StepKind::Walk => (map.step_cost(at, step.to, difficult.contains(at)), 1),
            StepKind::Drop => (level_step_cost(difficult.contains(at)), 1),
            StepKind::Teleport => {
                walker.teleport.map(|teleport| (teleport.cost, teleport.range)).expect("can teleport")
            }
        };
        prop_assert_eq!(u16::from(step.cost), cost);
        prop_assert!((1..=range).contains(&map.distance(at, step.to)));
        prop_assert!(step.kind != StepKind::Drop || (walker.drops && map.descent(at, step.to) >= 2));
        at = step.to;
        spent += cost;
    }
    prop_assert_eq!((at, spent), (to, reach.cost(to)));
    Ok(())
}

fn same_paths<const N: usize>(ground: &Ground<N>, walker: &Walker) -> Result<(), TestCaseError> {
    let movement = random::movement(ground, walker);
    let found = ground.search(&movement);
    let reach = found.reach();
    for to in reach.ends().iter() {
        let path = ground.path(&movement, &reach, to);
        prop_assert_eq!(path.steps(), walker.path(ground.map(), ground.map().coordinates(to)));
        sound_path(ground, walker, &reach, to, &path)?;
    }
    Ok(())
}

fn same_far<const N: usize>(ground: &Ground<N>, walker: &Walker, goals: &BTreeSet<At>) -> Result<(), TestCaseError> {
    let (map, movement) = (ground.map(), random::movement(ground, walker));
    let far = walker.far(goals);
    let goals = set(map, goals);
    let check = |among: Squares<N>| {
        let open: Vec<At> = (among & ground.open()).iter().map(|square| map.coordinates(square)).collect();
        let least = open.iter().filter_map(|at| far.get(at)).min();
        let nearest = set(map, open.iter().filter(|at| least.is_some() && far.get(at) == least));
        prop_assert_eq!(ground.least_walk(among, goals, movement.difficult, walker.drops), nearest);
        Ok(())
    };
    check(ground.all())?;
    check(Squares::only(movement.from))?;
    check(map.squares().step_by(5).collect())?;
    check(ground.all() - ground.grown(goals, 2))?;
    prop_assert!(
        map.squares().all(|square| ground.connects(square, goals) == far.contains_key(&map.coordinates(square)))
    );
    Ok(())
}

/// Checks that hopes are never too expensive, and that known paths are those of the search.
fn same_ways<const N: usize>(ground: &Ground<N>, walker: &Walker) -> Result<(), TestCaseError> {
    let movement = random::movement(ground, walker);
    let Some(hopes) = ground.hopes(&movement) else {
        prop_assert!(!(1..=15).contains(&walker.budget));
        return Ok(());
    };
    let found = ground.search(&movement);
    let reach = found.reach();
    prop_assert!((reach.ends() - hopes.ends()).is_empty());
    prop_assert!(reach.ends().iter().all(|to| hopes.cost(to) <= reach.cost(to)));
    for to in hopes.ends().iter() {
        if !ground.is_free(&movement, to) {
            prop_assert!(ground.known_path(&movement, to).is_none());
            continue;
        }
        prop_assert!(reach.ends().contains(to) && reach.cost(to) == hopes.cost(to));
        let known = ground.known_path(&movement, to).expect("a free way is known");
        let searched = ground.path(&movement, &reach, to);
        prop_assert_eq!(known.steps(), searched.steps());
    }
    let is_even = movement.difficult == ground.difficult();
    let is_alone = walker.closed.is_empty() && walker.allies.is_empty() && is_even;
    prop_assert!(!is_alone || hopes.ends().iter().all(|to| ground.is_free(&movement, to)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// THRUM-18 to THRUM-24, THRUM-60: a movement ends on the squares that the simplest search finds, at the same least
    /// costs.
    #[test]
    fn reach_is_what_the_rules_say(walker in random::walker(1..=9)) {
        let ground = AnyGround::new(&walker.land.map());
        on_ground!(&ground, ground => same_reach(ground, &walker))?;
    }

    /// P2: paths go back from their end to the least predecessor, and their steps add up to the least cost.
    #[test]
    fn paths_are_what_the_rules_say(walker in random::walker(1..=7)) {
        let ground = AnyGround::new(&walker.land.map());
        on_ground!(&ground, ground => same_paths(ground, &walker))?;
    }

    /// P2: if nobody stands in the way, and nothing has become Difficult, a movement ends as it would on an empty map;
    /// other cases are recognized.
    #[test]
    fn known_ways_are_those_that_a_search_finds(mut walker in random::walker(1..=9)) {
        (walker.teleport, walker.is_immobilized) = (None, false);
        let mut ground = AnyGround::new(&walker.land.map());
        ground.find_routes([walker.budget; 2]);
        on_ground!(&ground, ground => same_ways(ground, &walker))?;
    }

    /// THRUM-24, THRUM-60: movements that are not on foot have no known paths.
    #[test]
    fn ways_are_known_on_foot_alone(walker in random::walker(1..=9)) {
        let mut ground = AnyGround::new(&walker.land.map());
        ground.find_routes([walker.budget; 2]);
        let is_plain = walker.teleport.is_none() && !walker.is_immobilized && (1..=15).contains(&walker.budget);
        let has_hopes = on_ground!(&ground, ground => {
            let movement = random::movement(ground, &walker);
            ground.hopes(&movement).is_some()
        });
        prop_assert!(is_plain || !has_hopes);
    }

    /// The ledger's far and aim: the squares nearest to a goal on foot, as if nobody were in the way, and whether a
    /// walk leads there at all.
    #[test]
    fn far_is_what_the_rules_say(walker in random::walker(1..=7), goals in prop::collection::vec((0..7_i16, 0..7_i16), 0..4)) {
        let is_goal = |at: &At| goals.contains(at);
        let goals = walker.land.squares().filter(is_goal).filter(|&at| walker.land.is_open(at)).collect();
        let ground = AnyGround::new(&walker.land.map());
        on_ground!(&ground, ground => same_far(ground, &walker, &goals))?;
    }

    /// THRUM-17, THRUM-18: without teleports no square costs less than its distance.
    #[test]
    fn no_path_is_cheaper_than_the_distance(mut walker in random::walker(2..=14)) {
        walker.teleport = None;
        let ground = Ground::<26>::new(&walker.land.map()).expect("room for every map");
        let movement = random::movement(&ground, &walker);
        let found = ground.search(&movement);
    let reach = found.reach();
        for to in reach.ends().iter() {
            prop_assert!(reach.cost(to) >= ground.map().distance(movement.from, to));
        }
    }

    /// A map has the same reach in sets of every size that hold it.
    #[test]
    fn the_size_of_sets_makes_no_difference(walker in random::walker(1..=12)) {
        let map = walker.land.map();
        let (small, large) = (Ground::<3>::new(&map).expect("a small map"), Ground::<26>::new(&map).expect("room for every map"));
        let (small, large) = (small.search(&random::movement(&small, &walker)), large.search(&random::movement(&large, &walker)));
        let (small, large) = (small.reach(), large.reach());
        prop_assert_eq!(small.ends().iter().collect::<Vec<_>>(), large.ends().iter().collect::<Vec<_>>());
        prop_assert!(small.ends().iter().all(|square| small.cost(square) == large.cost(square)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// THRUM-18 to THRUM-24, on maps of more words.
    #[test]
    fn reach_is_what_the_rules_say_on_large_maps(walker in prop_oneof![random::walker(14..=20), random::walker(24..=40)]) {
        let ground = AnyGround::new(&walker.land.map());
        on_ground!(&ground, ground => same_reach(ground, &walker))?;
    }
}
