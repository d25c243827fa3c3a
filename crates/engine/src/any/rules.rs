//! The rules of a fight behind one interface, with its states and its working memory.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::hear::{Hear, Told};
use crate::accounts::Means;
use crate::area::Area;
use crate::day::Carried;
use crate::dice::Lent;
use crate::lead::Balance;
use crate::outcome::EndState;
use crate::ruleset::{Fight, Outline, Progress, Ruleset};
use crate::skirmish::Group;
use crate::who::Who;

/// A part of a fight that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The next step of the set-up.
    SetUp,
    /// The next turn.
    Turn,
    /// The rest of the last fight, once it is decided.
    Finish,
    /// The rest of a fight that another one follows.
    Tending,
}

/// All that changes while a fight is played.
pub(crate) struct Playing<'a, 'b> {
    pub(crate) state: &'a mut AnyState,
    pub(crate) scratch: &'a mut AnyScratch,
    pub(crate) round: u32,
    pub(crate) dice: &'a mut Lent<'b>,
    pub(crate) trace: &'a mut dyn Hear,
}

/// The rules of a fight, whatever its system: the methods of [`Ruleset`].
pub(crate) trait AnyRules: Send + Sync {
    fn system(&self) -> &'static str;
    fn outline(&self) -> &Outline;
    fn may_err(&self) -> bool;
    fn harms(&self) -> &'static [&'static str];
    fn means(&self, who: Who) -> Vec<Means>;
    fn losses(&self, state: &AnyState, who: Who) -> Vec<i64>;
    fn rounds_known(&self) -> u32;
    fn derived(&self, path: &str) -> Option<i64>;
    fn areas(&self) -> Vec<Area>;
    fn never(&self) -> Vec<String>;
    fn opening(&self) -> AnyState;
    fn reset(&self, state: &mut AnyState);
    fn state_bytes(&self) -> usize;
    /// Plays a part. The progress of the last two parts means nothing.
    fn play(&self, part: Part, playing: Playing<'_, '_>) -> Progress;
    fn kept(&self, who: Who) -> Vec<String>;
    fn left(&self) -> &'static [&'static str];
    fn keep(&self, state: &AnyState, who: Who, numbers: &mut [i32]);
    fn take_over(&self, state: &mut AnyState, carried: &[Carried], trace: &mut dyn Hear) -> Group;
    fn rested(&self, carried: &Carried) -> Vec<Option<i32>>;
    fn forget(&self, state: &mut AnyState);
    fn end_state(&self, state: &AnyState, who: Who) -> EndState;
    fn fights_on(&self, state: &AnyState, who: Who) -> bool;
    fn remaining(&self, state: &AnyState, who: Who) -> [i64; 2];
    fn balance(&self, state: &AnyState) -> Balance;
    fn lead(&self, state: &AnyState) -> i32;
    fn picture(&self, state: &AnyState) -> Option<String>;
}

/// The rules of a system behind that interface.
struct Of<R>(Arc<R>);

/// Rules behind the interface.
pub(crate) fn rules<R: Ruleset>(rules: Arc<R>) -> Arc<dyn AnyRules> {
    Arc::new(Of(rules))
}

impl<R: Ruleset> Of<R> {
    /// Plays a part; the observer hears of rules if `RULES` says so.
    fn play_for<const RULES: bool>(&self, part: Part, playing: Playing<'_, '_>) -> Progress {
        let Playing { state, scratch, round, dice, trace } = playing;
        let (state, scratch) = (state.of_mut::<R>(), scratch.of::<R::Scratch>());
        let (rules, round, trace) = (&*self.0, self.0.round_as_known(round), &mut Told::<RULES> { to: trace });
        let fight = &mut Fight { rules, state, scratch, round, dice, trace };
        match part {
            Part::SetUp => R::set_up(fight),
            Part::Turn => R::turn(fight),
            Part::Finish => {
                R::finish(fight);
                Progress::RoundOver
            }
            Part::Tending => {
                R::tend(fight);
                Progress::RoundOver
            }
        }
    }
}

impl<R: Ruleset> AnyRules for Of<R> {
    fn system(&self) -> &'static str {
        self.0.system()
    }

    fn outline(&self) -> &Outline {
        self.0.outline()
    }

    fn may_err(&self) -> bool {
        self.0.may_err()
    }

    fn harms(&self) -> &'static [&'static str] {
        self.0.harms()
    }

    fn means(&self, who: Who) -> Vec<Means> {
        self.0.means(who)
    }

    fn losses(&self, state: &AnyState, who: Who) -> Vec<i64> {
        self.0.losses(state.of::<R>(), who)
    }

    fn rounds_known(&self) -> u32 {
        self.0.rounds_known()
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.0.derived(path)
    }

    fn areas(&self) -> Vec<Area> {
        self.0.areas()
    }

    fn never(&self) -> Vec<String> {
        self.0.never()
    }

    fn opening(&self) -> AnyState {
        AnyState(Box::new(self.0.opening().clone()))
    }

    fn reset(&self, state: &mut AnyState) {
        self.0.reset(state.of_mut::<R>());
    }

    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    fn play(&self, part: Part, playing: Playing<'_, '_>) -> Progress {
        if playing.trace.hears_rules() {
            self.play_for::<true>(part, playing)
        } else {
            self.play_for::<false>(part, playing)
        }
    }

    fn kept(&self, who: Who) -> Vec<String> {
        self.0.kept(who)
    }

    fn left(&self) -> &'static [&'static str] {
        self.0.left()
    }

    fn keep(&self, state: &AnyState, who: Who, numbers: &mut [i32]) {
        self.0.keep(state.of::<R>(), who, numbers);
    }

    fn take_over(&self, state: &mut AnyState, carried: &[Carried], trace: &mut dyn Hear) -> Group {
        self.0.take_over(state.of_mut::<R>(), carried, &mut Told::<true> { to: trace })
    }

    fn rested(&self, carried: &Carried) -> Vec<Option<i32>> {
        self.0.rested(carried)
    }

    fn forget(&self, state: &mut AnyState) {
        self.0.forget(state.of_mut::<R>());
    }

    fn end_state(&self, state: &AnyState, who: Who) -> EndState {
        self.0.end_state(state.of::<R>(), who)
    }

    fn fights_on(&self, state: &AnyState, who: Who) -> bool {
        self.0.fights_on(state.of::<R>(), who)
    }

    fn remaining(&self, state: &AnyState, who: Who) -> [i64; 2] {
        self.0.remaining(state.of::<R>(), who)
    }

    fn balance(&self, state: &AnyState) -> Balance {
        self.0.balance(state.of::<R>())
    }

    fn lead(&self, state: &AnyState) -> i32 {
        self.0.lead(state.of::<R>())
    }

    fn picture(&self, state: &AnyState) -> Option<String> {
        self.0.picture(state.of::<R>())
    }
}

/// A state of a fight, whatever its system.
pub struct AnyState(Box<dyn Erased>);

impl AnyState {
    /// The state as that of its rules.
    fn of_mut<R: Ruleset>(&mut self) -> &mut R::State {
        self.0.as_any_mut().downcast_mut().expect("it is a state of these rules")
    }

    /// The state as that of its rules.
    fn of<R: Ruleset>(&self) -> &R::State {
        self.0.as_any().downcast_ref().expect("it is a state of these rules")
    }
}

/// A state, by those of its methods that all states have.
trait Erased: Any + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn cloned(&self) -> Box<dyn Erased>;
    /// Becomes another state, in its own memory; false if that is of another type.
    fn become_like(&mut self, other: &dyn Erased) -> bool;
    fn is_like(&self, other: &dyn Erased) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<S: Clone + Eq + Hash + Send + Sync + 'static> Erased for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn cloned(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn become_like(&mut self, other: &dyn Erased) -> bool {
        let other = other.as_any().downcast_ref::<S>();
        other.inspect(|&other| self.clone_from(other)).is_some()
    }

    fn is_like(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<S>() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        Self(self.0.cloned())
    }

    fn clone_from(&mut self, source: &Self) {
        if !self.0.become_like(&*source.0) {
            *self = source.clone();
        }
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_like(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyState").finish_non_exhaustive()
    }
}

/// Working memory of a fight, made when it is first played. A copy is empty: results do not depend on it.
#[derive(Debug, Default)]
pub struct AnyScratch(Option<Box<dyn Any + Send>>);

impl AnyScratch {
    fn of<S: Default + Send + 'static>(&mut self) -> &mut S {
        let scratch = self.0.get_or_insert_with(|| Box::new(S::default()));
        scratch.downcast_mut().expect("it is the memory of one fight")
    }
}

impl Clone for AnyScratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}
