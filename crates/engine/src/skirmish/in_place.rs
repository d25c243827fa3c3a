//! States that are copied into each other without allocating.

/// Gives a state a `Clone` whose `clone_from` copies field by field, into the memory that is there: what
/// [`Ruleset::reset`](crate::Ruleset::reset) asks for. A field that is left out does not compile.
///
/// ```
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
/// (state.hp[0], state.round) = (0, 3);
/// state.clone_from(&opening);
/// assert_eq!((state.hp[0], state.round), (5, 0));
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
