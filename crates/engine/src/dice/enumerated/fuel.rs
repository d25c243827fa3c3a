//! The budget of an enumeration, so that no rule can keep it busy for ever.

/// Number of small operations that burn as much as a path through the rules: some ten nanoseconds against a
/// microsecond.
const CRUMBS_IN_A_PATH: usize = 64;
/// Fuel after which the caller is asked again whether to stop.
const ASKED_EVERY: usize = 4096;

/// A count of the work done, in paths through the rules, up to a limit.
#[derive(Default)]
pub(super) struct Fuel<'a> {
    /// The limit; `None` if there is none.
    limit: Option<usize>,
    burnt: usize,
    crumbs: usize,
    /// The amount of burnt fuel at which the limit is next checked and the caller asked.
    alarm: usize,
    /// Asks the caller whether to stop.
    interrupted: Option<&'a dyn Fn() -> bool>,
    is_spent: bool,
    is_interrupted: bool,
}

impl<'a> Fuel<'a> {
    pub(super) fn new(limit: usize, interrupted: &'a dyn Fn() -> bool) -> Self {
        Self { limit: Some(limit), interrupted: Some(interrupted), ..Self::default() }
    }

    /// Burns the fuel of one path through the rules.
    pub(super) fn burn_path(&mut self) {
        self.burn(1);
    }

    /// Burns the fuel of small operations: a die within a draw, a comparison, an addition.
    #[inline]
    pub(super) fn burn_crumbs(&mut self, crumbs: usize) {
        self.crumbs += crumbs;
        if self.crumbs >= CRUMBS_IN_A_PATH {
            self.burn(self.crumbs / CRUMBS_IN_A_PATH);
            self.crumbs %= CRUMBS_IN_A_PATH;
        }
    }

    #[inline]
    fn burn(&mut self, paths: usize) {
        self.burnt = self.burnt.saturating_add(paths);
        if self.burnt > self.alarm {
            self.look_up();
        }
    }

    #[cold]
    fn look_up(&mut self) {
        let limit = self.limit.unwrap_or(usize::MAX);
        self.is_interrupted |= self.interrupted.is_some_and(|interrupted| interrupted());
        self.is_spent |= self.is_interrupted || self.burnt > limit;
        self.alarm = self.burnt.saturating_add(ASKED_EVERY).min(limit);
    }

    pub(super) fn burnt(&self) -> usize {
        self.burnt
    }

    pub(super) fn is_spent(&self) -> bool {
        self.is_spent
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_limit_itself_may_be_burnt_and_no_more() {
        let mut fuel = Fuel::new(10, &|| false);
        (0..10).for_each(|_| fuel.burn_path());
        assert!(!fuel.is_spent());
        fuel.burn_crumbs(CRUMBS_IN_A_PATH - 1);
        assert!(!fuel.is_spent());
        fuel.burn_crumbs(1);
        assert!(fuel.is_spent() && !fuel.is_interrupted());
    }

    #[test]
    fn the_caller_is_asked_at_once_and_now_and_then() {
        let asked = Cell::new(0);
        let interrupted = || asked.replace(asked.get() + 1) == 3;
        let mut fuel = Fuel::new(1_000_000, &interrupted);
        fuel.burn_path();
        assert_eq!(asked.get(), 1);
        while !fuel.is_spent() {
            fuel.burn_path();
        }
        assert!(fuel.is_interrupted() && fuel.burnt() < 4 * (ASKED_EVERY + 1), "{}", fuel.burnt());
    }

    #[test]
    fn without_a_limit_it_never_ends() {
        let mut fuel = Fuel::default();
        fuel.burn_crumbs(usize::MAX / 2);
        (0..100).for_each(|_| fuel.burn_path());
        assert!(!fuel.is_spent());
    }
}
