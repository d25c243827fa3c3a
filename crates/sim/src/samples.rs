//! The scenarios that ship, for tests over real systems.

use equipoise_engine::scenario::Scenario;
use equipoise_engine::{Ruleset, System, load};

#[path = "../tests/shipped/mod.rs"]
mod shipped;

/// One shipped scenario and its system.
pub(crate) struct Sample(System, Scenario);

impl Sample {
    pub(crate) fn system(&self) -> System {
        self.0
    }

    pub(crate) fn load<R: Ruleset>(&self) -> R {
        load(&self.1).unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Calls the function of its system, of those that [`each_system!`](equipoise_engine::each_system) lists.
    pub(crate) fn enter<T>(&self, each: [fn(&Self) -> T; System::ALL.len()]) -> T {
        self.0.entry(each)(self)
    }
}

/// The first scenarios of each system, in the order of their names, so many at the most.
pub(crate) fn samples(most: usize) -> Vec<Sample> {
    let samples_of =
        |&system| shipped::shipped(system).into_iter().take(most).map(move |scenario| Sample(system, scenario));
    System::ALL.iter().flat_map(samples_of).collect()
}
