//! Code that the benches share: compiled scenarios, and fights written by hand as plain loops, whose cost is a floor for
//! the engine.

use equipoise_engine::scenario::{Override, Scenario, Source};
use equipoise_engine::{Ruleset, load};

pub mod measure;
pub mod plain_duel;
pub mod plain_thrum;
pub mod plain_tiny;
pub mod plain_wounds;
pub mod plain_zones;
pub mod raw_dice;

/// The scenario of most benches: a fencer with few and high bonuses against a wrestler with many and low ones.
pub const FIRST_CHALLENGE: &str = include_str!("../../scenarios/duel/first-challenge.toml");

/// One against one: the fight of [`plain_zones`].
pub const PIT_FIGHT: &str = include_str!("../../scenarios/zones/pit-fight.toml");

/// Four against four, with bows, spells, webs and poison; an override of `count` makes it larger.
pub const SKIRMISH: &str = include_str!("skirmish.toml");

/// One against one in plate: the fight of [`plain_tiny`].
pub const POINTS_OF_ARMOR: &str = include_str!("../../scenarios/tiny/points-of-armor.toml");

/// Four against four, with bows, bare hands and a medic; an override of `count` makes it larger.
pub const TINY_SKIRMISH: &str = include_str!("tiny_skirmish.toml");

/// Two against one: the ledger's small skirmish.
pub const SMALL_SKIRMISH: &str = include_str!("small_skirmish.toml");

/// One against one, blade to blade: the fight of [`plain_wounds`].
pub const SABRE_OR_MAUL: &str = include_str!("../../scenarios/wounds/sabre-or-maul.toml");

/// Four against four, with a bow, spells, a medic and shared initiative; an override of `count` makes it larger.
pub const PATROL: &str = include_str!("wounds_skirmish.toml");

/// One against one, toe to toe: the fight of [`plain_thrum`].
pub const LAST_ONE_STANDING: &str = include_str!("../../scenarios/thrum/last-one-standing.toml");

/// Three against three on uneven ground, with shots, fire, Stances that answer, and a medic; an override of `count`
/// makes it larger.
pub const TERRACES: &str = include_str!("thrum_skirmish.toml");

/// Spears against raiders on level ground of 12 by 12 squares: overrides of `count` and of the map's size make it larger.
pub const OPEN_FIELD: &str = include_str!("thrum_field.toml");

/// Compiles a scenario, with overrides as `--set` takes them.
///
/// # Panics
/// If the text is not a valid scenario of the system, or an override is not valid in it.
pub fn compiled<R: Ruleset>(text: &str, overrides: &[&str]) -> R {
    let source = Source { name: "bench.toml".to_owned(), text: text.to_owned() };
    let mut scenario = Scenario::parse(source).expect("well-formed");
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
    let problems = scenario.set(&overrides, R::SCHEMA);
    assert!(problems.is_empty(), "{}", scenario.problems(problems));
    load(&scenario).unwrap_or_else(|problems| panic!("{problems}"))
}
