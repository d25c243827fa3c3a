//! The eight directions of a step.

/// A direction of a step, in clockwise order on a map whose y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) enum Direction {
    /// Towards smaller y.
    Up,
    /// Between up and right.
    UpRight,
    /// Towards greater x.
    Right,
    /// Between right and down.
    DownRight,
    /// Towards greater y.
    Down,
    /// Between down and left.
    DownLeft,
    /// Towards smaller x.
    Left,
    /// Between left and up.
    UpLeft,
}

impl Direction {
    /// All directions, clockwise.
    pub(in super::super) const ALL: [Self; 8] =
        [Self::Up, Self::UpRight, Self::Right, Self::DownRight, Self::Down, Self::DownLeft, Self::Left, Self::UpLeft];

    /// The direction of each bit of [`Squares::beside`](super::Squares), in reading order; the middle bit is never set.
    pub(super) const READING: [Self; 9] = [
        Self::UpLeft,
        Self::Up,
        Self::UpRight,
        Self::Left,
        Self::Up,
        Self::Right,
        Self::DownLeft,
        Self::Down,
        Self::DownRight,
    ];

    /// The change of x and y, each -1, 0 or 1.
    pub(in super::super) const fn offset(self) -> (i16, i16) {
        match self {
            Self::Up => (0, -1),
            Self::UpRight => (1, -1),
            Self::Right => (1, 0),
            Self::DownRight => (1, 1),
            Self::Down => (0, 1),
            Self::DownLeft => (-1, 1),
            Self::Left => (-1, 0),
            Self::UpLeft => (-1, -1),
        }
    }

    /// The direction of the signs of a difference in x and y (THRUM-25); `None` if both are 0.
    pub(in super::super) fn of_signs(dx: i16, dy: i16) -> Option<Self> {
        let signs = (dx.signum(), dy.signum());
        Self::ALL.into_iter().find(|direction| direction.offset() == signs)
    }

    /// The direction turned by `eighths` of a circle, clockwise if positive (THRUM-61).
    pub(in super::super) const fn turned(self, eighths: i16) -> Self {
        Self::ALL[(self as i16 + eighths).rem_euclid(8) as usize]
    }
}
