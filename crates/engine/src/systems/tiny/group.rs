//! Sets of combatants.

/// Some combatants: a bit for each, in listed order.
pub(super) type Group = u64;

/// The places of the bits that are set, ascending: listed order.
#[inline(always)]
pub(super) fn places(group: Group) -> Places {
    Places(group)
}

/// See [`places`].
#[derive(Debug, Clone)]
pub(super) struct Places(Group);

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}
