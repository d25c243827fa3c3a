//! The doors through which texts of strangers come in, for the fuzz targets: see `README.md`. Tests of the engine and of the
//! simulator take the same modules in, and run them over the corpora.

#[path = "../doors/arts.rs"]
mod arts;
#[path = "../doors/balances.rs"]
mod balances;
#[path = "../doors/games.rs"]
mod games;
#[path = "../doors/points.rs"]
mod points;
#[path = "../doors/records.rs"]
mod records;
#[path = "../doors/scenario.rs"]
mod scenario;
#[path = "../doors/scripts.rs"]
mod scripts;
#[path = "../doors/shards.rs"]
mod shards;
#[path = "../doors/sheet.rs"]
mod sheet;
#[path = "../doors/shown.rs"]
mod shown;
#[path = "../doors/typed.rs"]
mod typed;

use libfuzzer_sys::Corpus;

/// A door that takes any text. Bytes that are no text are not worth keeping: every door refuses them in one place.
macro_rules! door {
    ($name:ident, $enter:path) => {
        #[doc = concat!("The door of [`", stringify!($enter), "`].")]
        pub fn $name(input: &[u8]) -> Corpus {
            let Ok(text) = std::str::from_utf8(input) else { return Corpus::Reject };
            let _ = $enter(text);
            Corpus::Keep
        }
    };
}

door!(load_scenario, scenario::check);
door!(read_sheet, sheet::enter);
door!(read_arts, arts::enter);
door!(read_typed, typed::enter);
door!(read_balances, balances::enter);
door!(read_games, games::enter);
door!(read_points, points::enter);
door!(read_records, records::enter);
door!(read_scripts, scripts::enter);
door!(read_shards, shards::enter);
