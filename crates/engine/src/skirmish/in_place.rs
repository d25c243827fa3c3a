//! States that are copied without allocating.

/// Implements `Clone` for a state, with a `clone_from` that copies field by field into existing memory, as
/// [`Ruleset::reset`](crate::Ruleset::reset) requires. If a field is missing in the list, the code does not compile.
///
/// ```
/// use equipoise_engine::Who;
/// use equipoise_engine::skirmish::ByCombatant;
///
/// struct State {
///     hp: ByCombatant<i16>,
///     round: u8,
/// }
/// equipoise_engine::clone_in_place!(State { hp, round });
///
/// let opening = State { hp: [5, 7].into_iter().collect(), round: 0 };
/// let mut state = opening.clone();
/// let first = Who::new(0);
/// (state.hp[first], state.round) = (0, 3);
/// state.clone_from(&opening);
/// assert_eq!((state.hp[first], state.round), (5, 0));
/// ```
#[macro_export]
macro_rules! clone_in_place {
    ($state:ident { $($field:ident),+ $(,)? }) => {
        impl Clone for $state {
            fn clone(&self) -> Self {
                let Self { $($field),+ } = self;
                Self { $($field: $field.clone()),+ }
            }

            #[inline(always)]
            fn clone_from(&mut self, source: &Self) {
                let Self { $($field),+ } = source;
                $(self.$field.clone_from($field);)+
            }
        }
    };
}
