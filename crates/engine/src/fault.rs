//! Faults: rules that a scenario brings and that fail while a fight is played.
//!
//! No number of such a fight may be told, so a fault leaves every loop at once: it unwinds the stack to whoever [catches](Fault::caught)
//! it, at the border of a program. The systems whose rules are written in Rust have none.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};

use crate::rng::EncounterIndex;
use crate::scenario::Problems;
use crate::trace::Line;

/// A mistake of rules that shows only when a fight comes to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The mistake, with its place in the text of the rules.
    pub problems: Problems,
    /// The encounter; `None` for dice that belong to none, such as those of the exact solver.
    pub encounter: Option<EncounterIndex>,
    /// The narration up to there, if somebody listened.
    pub told: Vec<Line>,
}

impl Fault {
    /// A fault in an encounter.
    pub fn new(problems: Problems, encounter: Option<EncounterIndex>) -> Self {
        Self { problems, encounter, told: Vec::new() }
    }

    /// The mistake, with a hint how to see the encounter up to there.
    pub fn into_problems(self) -> Problems {
        let Self { mut problems, encounter, .. } = self;
        if let Some((EncounterIndex(index), first)) = encounter.zip(problems.list.first_mut()) {
            first.hint = Some(format!(
                "in encounter {index}: `equipoise replay` with the same seed and --index {index} tells it up to there"
            ));
        }
        problems
    }

    /// Leaves the fight, and all loops around it up to the next [`caught`](Self::caught). If panics abort, as in a browser, nothing is
    /// caught: the hook for panics hears of the fault before the end.
    pub fn raise(self) -> ! {
        if cfg!(panic = "unwind") { resume_unwind(Box::new(self)) } else { panic_any(self) }
    }

    /// Runs `play`, in which fights may be played.
    ///
    /// # Errors
    /// The fault of a fight, after which nothing that `play` has changed is to be used.
    pub fn caught<T>(play: impl FnOnce() -> T) -> Result<T, Box<Self>> {
        catch_unwind(AssertUnwindSafe(play)).map_err(|payload| match payload.downcast::<Self>() {
            Ok(fault) => fault,
            Err(panic) => resume_unwind(panic),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Problem, Source, Span};

    fn fault() -> Fault {
        let mistake = Problem::refused(Span::new(0, 0..1), "script", "fails");
        Fault::new(Problems::new(vec![Source::new("a.rhai", "x")], vec![mistake]), Some(EncounterIndex(7)))
    }

    #[test]
    fn a_fault_leaves_everything_up_to_whoever_catches_it() {
        let caught = Fault::caught(|| if fault().encounter.is_some() { fault().raise() } else { 1 });
        assert_eq!(caught, Err(Box::new(fault())));
        assert_eq!(Fault::caught(|| 1), Ok(1));
    }

    #[test]
    fn any_other_panic_goes_on() {
        let panic = catch_unwind(|| Fault::caught(|| resume_unwind(Box::new("other"))).is_ok());
        assert_eq!(panic.expect_err("it goes on").downcast_ref(), Some(&"other"));
    }

    #[test]
    fn it_is_said_where_it_happened() {
        let problems = fault().into_problems();
        assert!(problems.to_string().starts_with("a.rhai:1:1: `script`: fails"), "{problems}");
        let help = problems.list[0].help().expect("a hint");
        assert!(help.starts_with("in encounter 7: ") && help.contains("--index 7"), "{help}");
    }
}
