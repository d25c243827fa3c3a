//! Searches of the grid, as sets of squares, against the Dijkstra search of the crate `pathfinding`, node by node:
//! where a movement can end, and which of its ends is nearest on foot to a distant goal.
//!
//! `cargo bench -p equipoise-benches --bench paths` runs all; `-- --save-baseline before` and later `-- --baseline before`
//! compare two states of the code.

#[allow(dead_code)]
mod grid;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grid::{Direction, Ground, Map, Movement, Square, Squares, Tile};
use pathfinding::directed::dijkstra::dijkstra_reach;

/// The cost that a walk can spend.
const BUDGET: u16 = 4;

/// A stretch of hills, terraces, rubble and walls.
const HILLS: [&str; 12] = [
    "............",
    "..~~....22..",
    "..~.....22..",
    "....11......",
    "...1221..~..",
    "...1221..~..",
    "....11...#..",
    ".........#..",
    "..#.....aa..",
    "..#.....aa..",
    "......~.....",
    "............",
];

/// A map of so many squares a side: level but for a wall here and there, or stretches of hills.
fn map(side: usize, is_hilly: bool) -> Map {
    let level = |x: usize, y: usize| if (5 * x + 7 * y).is_multiple_of(23) { Tile::Wall } else { floor(0) };
    let hills = |x: usize, y: usize| match HILLS[y % 12].as_bytes()[x % 12] {
        b'#' => Tile::Wall,
        b'~' => Tile::Floor { level: 0, is_difficult: true },
        b'1' => floor(1),
        b'2' => floor(2),
        b'a' => floor(-1),
        _ => floor(0),
    };
    let squares = (0..side * side).map(|i| (i % side, i / side));
    let tiles: Vec<Tile> = squares.map(|(x, y)| if is_hilly { hills(x, y) } else { level(x, y) }).collect();
    Map::new(side, &tiles)
}

const fn floor(level: i8) -> Tile {
    Tile::Floor { level, is_difficult: false }
}

/// Four allies around somebody at one end of the map, eight enemies at the other end.
fn movement<const N: usize>(ground: &Ground<N>) -> Movement<N> {
    let open = ground.open();
    let count = open.len() as usize;
    let square = |index| open.iter().nth(index).expect("an open square");
    Movement {
        from: square(count / 8),
        budget: BUDGET,
        closed: (0..8).map(|i| square(count - 1 - 2 * i)).collect(),
        allies: [1, 2, 11, 13].map(|i| square(count / 8 + i)).into_iter().collect(),
        difficult: ground.difficult(),
        drops: false,
        teleport: None,
        is_immobilized: false,
    }
}

/// The steps from a square that is not closed, with their costs.
fn steps<'a, const N: usize>(
    map: &'a Map,
    closed: &'a Squares<N>,
    from: Square,
) -> impl Iterator<Item = (Square, u16)> + use<'a, N> {
    let cost = move |to| map.step_cost(from, to, map.is_difficult(from));
    let next = Direction::ALL.into_iter().filter_map(move |direction| map.neighbour(from, direction));
    next.filter(|&to| !map.is_wall(to) && !closed.contains(to)).map(move |to| (to, cost(to)))
}

/// The ends of a movement, by `pathfinding`.
fn reach_by_nodes<const N: usize>(map: &Map, movement: &Movement<N>) -> Vec<(Square, u16)> {
    let found = dijkstra_reach(&movement.from, |&from| steps(map, &movement.closed, from));
    let found = found.take_while(|item| item.total_cost <= movement.budget);
    found.filter(|item| !movement.allies.contains(item.node)).map(|item| (item.node, item.total_cost)).collect()
}

/// The least walking cost from one of some squares to a goal, by `pathfinding`, backwards from all goals at once.
fn far_by_nodes<const N: usize>(map: &Map, among: &Squares<N>, goals: &Squares<N>) -> Option<u16> {
    let before = |to: Square| {
        let cost = move |from| map.step_cost(from, to, map.is_difficult(from));
        let next = Direction::ALL.into_iter().filter_map(move |direction| map.neighbour(to, direction));
        next.filter(|&from| !map.is_wall(from)).map(move |from| (Some(from), cost(from)))
    };
    let start = |node: &Option<Square>| -> Vec<(Option<Square>, u16)> {
        match *node {
            None => goals.iter().map(|goal| (Some(goal), 0)).collect(),
            Some(to) => before(to).collect(),
        }
    };
    let mut found = dijkstra_reach(&None, start);
    found.find(|item| item.node.is_some_and(|node| among.contains(node))).map(|item| item.total_cost)
}

fn compare<const N: usize>(c: &mut Criterion, name: &str, map: &Map) {
    let ground = &Ground::<N>::new(map).expect("room for the map");
    let movement = movement(ground);
    let goals = ground.adjacent(movement.closed) & ground.open();
    let found = ground.search(&movement);
    let reach = found.reach();
    assert_eq!(reach_by_nodes(ground.map(), &movement).len(), reach.ends().len() as usize);

    let mut group = c.benchmark_group("reach");
    group.bench_function(BenchmarkId::new("sets", name), |b| b.iter(|| ground.search(black_box(&movement))));
    group.bench_function(BenchmarkId::new("pathfinding", name), |b| {
        b.iter(|| reach_by_nodes(ground.map(), black_box(&movement)));
    });
    group.finish();

    let mut group = c.benchmark_group("far");
    let far = || ground.least_walk(black_box(reach.ends()), goals, movement.difficult, false);
    group.bench_function(BenchmarkId::new("sets", name), |b| b.iter(far));
    group.bench_function(BenchmarkId::new("pathfinding", name), |b| {
        b.iter(|| far_by_nodes(ground.map(), black_box(&reach.ends()), &goals));
    });
    group.finish();

    let (to, _) = reach.best(far()).expect("a way");
    let mut group = c.benchmark_group("path");
    group.bench_function(BenchmarkId::new("sets", name), |b| {
        b.iter(|| ground.path(black_box(&movement), &reach, to).steps().len());
    });
    group.finish();
}

fn searches(c: &mut Criterion) {
    for is_hilly in [false, true] {
        let hilly = if is_hilly { " hilly" } else { "" };
        compare::<3>(c, &format!("12x12{hilly}"), &map(12, is_hilly));
        compare::<26>(c, &format!("40x40{hilly}"), &map(40, is_hilly));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = searches
}
criterion_main!(benches);
