//! The scenarios that ship, for tests over real systems.

use equipoise_engine::{Ruleset, System};

#[path = "../tests/shipped/mod.rs"]
mod shipped;

/// One shipped scenario and its system.
pub(crate) struct Sample(System, shipped::Shipped);

impl Sample {
    pub(crate) fn system(&self) -> System {
        self.0
    }

    pub(crate) fn load<R: Ruleset>(&self) -> R {
        self.1.load()
    }
}

/// The first two scenarios of each system, in the order of their names.
pub(crate) fn samples() -> Vec<Sample> {
    let of = |&system| shipped::shipped(system).into_iter().take(2).map(move |shipped| Sample(system, shipped));
    System::ALL.iter().flat_map(of).collect()
}
