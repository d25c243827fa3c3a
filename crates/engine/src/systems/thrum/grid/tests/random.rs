//! Random maps with combatants on them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use proptest::prelude::*;

use super::plain::{At, Land, Walker, set, square};
use crate::systems::thrum::grid::{Ground, Map, Movement, Teleport, Tile};

/// The occupant of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Occupant {
    Nobody,
    Enemy,
    Ally,
}

fn tile() -> impl Strategy<Value = Tile> {
    let level = prop_oneof![8 => Just(0_i8), 3 => Just(1), 3 => Just(2), 2 => -2..=4_i8, 1 => -9..=9_i8];
    let floor = (level, prop::bool::weighted(0.2));
    prop_oneof![
        1 => Just(Tile::Wall),
        8 => floor.prop_map(|(level, is_difficult)| Tile::Floor { level, is_difficult }),
    ]
}

/// Level ground with a few walls, as on most maps of most games.
fn level_tile() -> impl Strategy<Value = Tile> {
    prop_oneof![1 => Just(Tile::Wall), 15 => Just(Tile::Floor { level: 0, is_difficult: false })]
}

/// A map with width and height in `sides`.
pub(super) fn land(sides: RangeInclusive<usize>) -> impl Strategy<Value = Land> {
    (sides.clone(), sides, any::<bool>()).prop_flat_map(|(width, height, is_level)| {
        let tile = if is_level { level_tile().boxed() } else { tile().boxed() };
        let rows = prop::collection::vec(prop::collection::vec(tile, width), height);
        rows.prop_map(|rows| Land { rows })
    })
}

fn occupant() -> impl Strategy<Value = Occupant> {
    prop_oneof![8 => Just(Occupant::Nobody), 1 => Just(Occupant::Enemy), 1 => Just(Occupant::Ally)]
}

fn teleport() -> impl Strategy<Value = Option<Teleport>> {
    let teleport = (1..=6_u16, prop_oneof![1..=4_u16, 1..=20_u16]);
    prop::option::weighted(0.4, teleport.prop_map(|(range, cost)| Teleport { range, cost }))
}

/// A combatant with a movement before it, on a map with width and height in `sides`.
pub(super) fn walker(sides: RangeInclusive<usize>) -> impl Strategy<Value = Walker> {
    let around = |land: Land| {
        let squares = land.squares().count();
        let others = prop::collection::vec((occupant(), prop::bool::weighted(0.1)), squares);
        (Just(land), 0..squares, others)
    };
    let how = (prop_oneof![0..=8_u16, 0..=60_u16], any::<bool>(), teleport(), prop::bool::weighted(0.15));
    (land(sides).prop_flat_map(around), how).prop_map(
        |((mut land, from, others), (budget, drops, teleport, is_immobilized))| {
            let squares: Vec<At> = land.squares().collect();
            let from = squares[from];
            let stand = &mut land.rows[from.1 as usize][from.0 as usize];
            if *stand == Tile::Wall {
                *stand = Tile::Floor { level: 1, is_difficult: false };
            }
            let with = |is: &dyn Fn(&(Occupant, bool)) -> bool| -> BTreeSet<At> {
                let those =
                    squares.iter().zip(&others).filter(|&(&at, other)| at != from && land.is_open(at) && is(other));
                those.map(|(&at, _)| at).collect()
            };
            Walker {
                from,
                budget,
                closed: with(&|other| other.0 == Occupant::Enemy),
                allies: with(&|other| other.0 == Occupant::Ally),
                more_difficult: with(&|other| other.1),
                drops,
                teleport,
                is_immobilized,
                land: land.clone(),
            }
        },
    )
}

/// The movement of a walker in the form that the searches take.
pub(super) fn movement<const N: usize>(ground: &Ground<N>, walker: &Walker) -> Movement<N> {
    let map: &Map = ground.map();
    Movement {
        from: square(map, walker.from),
        budget: walker.budget,
        closed: set(map, &walker.closed),
        allies: set(map, &walker.allies),
        difficult: ground.difficult() | set(map, &walker.more_difficult),
        drops: walker.drops,
        teleport: walker.teleport,
        is_immobilized: walker.is_immobilized,
    }
}
