//! The sizes that sets of squares can have.

use super::super::sheet::Rectangles;
use super::ground::Ground;
use super::map::Map;

/// A map as sets of the smallest size that holds it. [`on_ground!`] calls code that is generic over the size.
#[derive(Debug, Clone)]
pub(in super::super) enum AnyGround {
    /// Up to 64 numbers of squares, including one spare number per row: 8 by 7, 10 by 5.
    Tiny(Box<Ground<1>>),
    /// Up to 128 numbers: 10 by 11, 15 by 8.
    Little(Box<Ground<2>>),
    /// Up to 192 numbers: 12 by 12, 18 by 10.
    Small(Box<Ground<3>>),
    /// Up to 640 numbers: 24 by 24, 31 by 20.
    Medium(Box<Ground<10>>),
    /// Up to 40 by 40.
    Large(Box<Ground<26>>),
}

impl AnyGround {
    /// The sets of a map.
    pub(in super::super) fn new(map: &Map) -> Self {
        let tiny = || Some(Self::Tiny(Box::new(Ground::new(map)?)));
        let little = || Some(Self::Little(Box::new(Ground::new(map)?)));
        let small = || Some(Self::Small(Box::new(Ground::new(map)?)));
        let medium = || Some(Self::Medium(Box::new(Ground::new(map)?)));
        let large = || Some(Self::Large(Box::new(Ground::new(map)?)));
        tiny().or_else(little).or_else(small).or_else(medium).or_else(large).expect("no map is larger")
    }

    /// Computes the routes of movements in advance: of those with at most these budgets, without drops and with drops.
    pub(in super::super) fn find_routes(&mut self, budgets: [u16; 2]) {
        on_ground!(self, ground => ground.find_routes(budgets));
    }

    /// Computes the walks to the goals of each side in advance.
    pub(in super::super) fn find_walks(&mut self, goals: &[Rectangles; 2]) {
        on_ground!(self, ground => ground.find_walks([goals[0].squares(), goals[1].squares()]));
    }

    /// The number of words of its sets.
    pub(in super::super) const fn words(&self) -> usize {
        match self {
            Self::Tiny(_) => 1,
            Self::Little(_) => 2,
            Self::Small(_) => 3,
            Self::Medium(_) => 10,
            Self::Large(_) => 26,
        }
    }

    /// The map, square by square.
    #[cfg(test)]
    pub(in super::super) fn map(&self) -> &Map {
        on_ground!(self, ground => ground.map())
    }
}

/// `on_ground!(any, ground => value)`: evaluates `value` with `ground` as the [`Ground`] of the size of `any`.
macro_rules! on_ground {
    ($any:expr, $ground:ident => $value:expr) => {
        match $any {
            $crate::systems::thrum::grid::AnyGround::Tiny($ground) => $value,
            $crate::systems::thrum::grid::AnyGround::Little($ground) => $value,
            $crate::systems::thrum::grid::AnyGround::Small($ground) => $value,
            $crate::systems::thrum::grid::AnyGround::Medium($ground) => $value,
            $crate::systems::thrum::grid::AnyGround::Large($ground) => $value,
        }
    };
}
pub(in super::super) use on_ground;
