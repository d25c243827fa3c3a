//! Sets of squares, numbers by square, and the squares near a square (THRUM-17).

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::plain::{At, Land, distance, set};
use super::random;
use crate::systems::thrum::grid::{AnyGround, Field, Ground, Map, Square, Squares, on_ground};

/// A map and two random sets of its squares.
fn two_sets() -> impl Strategy<Value = (Land, BTreeSet<At>, BTreeSet<At>)> {
    let with_sets = |land: Land| {
        let squares: Vec<At> = land.squares().collect();
        let most = squares.len();
        let some = prop::sample::subsequence(squares.clone(), 0..=most);
        let few = prop::sample::subsequence(squares, 0..=most.min(3));
        (Just(land), prop_oneof![some, few.clone()], few)
    };
    let land = random::land(1..=40).prop_flat_map(with_sets);
    land.prop_map(|(land, left, right)| (land, left.into_iter().collect(), right.into_iter().collect()))
}

fn same_sets<const N: usize>(map: &Map, left: &BTreeSet<At>, right: &BTreeSet<At>) -> Result<(), TestCaseError> {
    let (a, b): (Squares<N>, Squares<N>) = (set(map, left), set(map, right));
    prop_assert_eq!(a & b, set(map, &(left & right)));
    prop_assert_eq!(a | b, set(map, &(left | right)));
    prop_assert_eq!(a - b, set(map, &(left - right)));
    prop_assert_eq!((a.is_empty(), a.len() as usize), (left.is_empty(), left.len()));
    prop_assert_eq!(a.meets(b), !left.is_disjoint(right));
    let least = left.iter().min_by_key(|(x, y)| (y, x)).map(|&(x, y)| map.square(x, y).expect("on the map"));
    prop_assert_eq!(a.first(), least);
    prop_assert!(a.iter().is_sorted());
    prop_assert_eq!(a.iter().collect::<Squares<N>>(), a);
    prop_assert!(map.squares().all(|square| a.contains(square) == left.contains(&map.coordinates(square))));
    Ok(())
}

fn same_neighbourhoods<const N: usize>(
    ground: &Ground<N>,
    from: &BTreeSet<At>,
    among: &BTreeSet<At>,
) -> Result<(), TestCaseError> {
    let map = ground.map();
    let near = |at: At| from.iter().map(|&from| distance(at, from)).min();
    let (a, b): (Squares<N>, Squares<N>) = (set(map, from), set(map, among));
    for reach in [0, 1, 2, 5, 40] {
        let is_near = |square: &Square| near(map.coordinates(*square)).is_some_and(|near| near <= reach as i16);
        prop_assert_eq!(ground.grown(a, reach), map.squares().filter(is_near).collect(), "within {}", reach);
    }
    let is_adjacent = |square: &Square| from.iter().any(|&from| distance(map.coordinates(*square), from) == 1);
    prop_assert_eq!(ground.adjacent(a), map.squares().filter(is_adjacent).collect());
    let nearest = among.iter().filter_map(|&at| near(at)).min();
    prop_assert_eq!(ground.nearest(b, a), set(map, among.iter().filter(|&&at| near(at) == nearest || from.is_empty())));
    let farthest = among.iter().filter_map(|&at| near(at)).max();
    prop_assert_eq!(
        ground.farthest(b, a).0,
        set(map, among.iter().filter(|&&at| near(at) == farthest || from.is_empty()))
    );
    Ok(())
}

/// Compares sums, single numbers and the least of some squares with plain numbers.
fn same_field(map: &Map, additions: &[(Vec<Square>, u16)], asked: u16) -> Result<(), TestCaseError> {
    let mut field = Field::<3>::default();
    let mut plain = vec![0; map.numbers()];
    for (squares, amount) in additions {
        field.add(squares.iter().copied().collect(), *amount);
        for square in squares {
            plain[square.number()] += amount;
        }
    }
    let at = |square: &Square| plain[square.number()];
    prop_assert!(map.squares().all(|square| field.at(square) == at(&square)));
    let among: Squares<3> = map.squares().skip(1).step_by(2).collect();
    let least = among.iter().map(|square| at(&square)).min();
    let those = |is: &dyn Fn(u16) -> bool| among.iter().filter(|square| is(at(square))).collect::<Squares<3>>();
    prop_assert_eq!(field.least(among), those(&|number| Some(number) == least));
    prop_assert_eq!(field.at_most(among, asked), those(&|number| number <= asked));
    Ok(())
}

/// Every map has room in the sets of its size, and no smaller size is passed over.
#[test]
fn maps_have_the_least_sets_that_hold_them() {
    let words = |width: usize, height: usize| {
        let tile = crate::systems::thrum::grid::Tile::Floor { level: 0, is_difficult: false };
        match AnyGround::new(&Map::new(width, &vec![tile; width * height])) {
            AnyGround::Tiny(_) => 1,
            AnyGround::Little(_) => 2,
            AnyGround::Small(_) => 3,
            AnyGround::Medium(_) => 10,
            AnyGround::Large(_) => 26,
        }
    };
    assert_eq!([words(8, 7), words(10, 5), words(1, 32)], [1, 1, 1]);
    assert_eq!([words(8, 8), words(15, 8), words(10, 11)], [2, 2, 2]);
    assert_eq!([words(12, 12), words(18, 10), words(15, 12), words(16, 8)], [3, 3, 3, 3]);
    assert_eq!([words(16, 12), words(24, 24), words(31, 20)], [10, 10, 10]);
    assert_eq!([words(32, 20), words(40, 40)], [26, 26]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Sets of squares contain the squares that are put into them.
    #[test]
    fn sets_are_sets((land, left, right) in two_sets()) {
        let ground = AnyGround::new(&land.map());
        on_ground!(&ground, ground => same_sets_of(ground, &left, &right))?;
    }

    /// THRUM-17: neighbourhoods agree with the distances by coordinates, and no row leads into the next one.
    #[test]
    fn neighbourhoods_are_what_the_distances_say((land, left, right) in two_sets()) {
        let ground = AnyGround::new(&land.map());
        on_ground!(&ground, ground => same_neighbourhoods(ground, &right, &left))?;
        on_ground!(&ground, ground => same_neighbourhoods(ground, &left, &right))?;
    }

    /// Numbers by square add up, and the least is found.
    #[test]
    fn fields_add_up(
        land in random::land(1..=12),
        additions in prop::collection::vec((prop::collection::vec(any::<prop::sample::Index>(), 0..20), 0..=15_u16), 0..=8),
        asked in 0..=130_u16,
    ) {
        let map = land.map();
        let squares: Vec<Square> = map.squares().collect();
        let pick = |chosen: &[prop::sample::Index]| -> Vec<Square> {
            chosen.iter().map(|index| *index.get(&squares)).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let additions: Vec<_> = additions.iter().map(|(chosen, amount)| (pick(chosen), *amount)).collect();
        same_field(&map, &additions, asked)?;
    }
}

fn same_sets_of<const N: usize>(
    ground: &Ground<N>,
    left: &BTreeSet<At>,
    right: &BTreeSet<At>,
) -> Result<(), TestCaseError> {
    same_sets::<N>(ground.map(), left, right)
}
