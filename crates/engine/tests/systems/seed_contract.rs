//! The table of occasions in `docs/seed-contract.md` is what the systems declare. `UPDATE_DOCS=1 cargo test` writes it.

#![expect(clippy::disallowed_methods, reason = "the engine reads no files, this test reads its documentation")]

use std::fmt::Write as _;
use std::fs;

use equipoise_engine::dice::Slot;
use equipoise_engine::{Side, System};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/seed-contract.md");
const BEGIN: &str = "<!-- occasions -->\n";
const END: &str = "<!-- end of occasions -->";

fn table() -> String {
    let mut table = String::from("| system | actor | occasion | what is rolled in its slot |\n|---|---|---|---|\n");
    for system in System::ALL {
        let mut name = format!("`{}` ", system.name());
        for occasion in system.occasions() {
            let _ = writeln!(table, "| {name}| {} | {} | {} |", occasion.slots(), occasion.name, occasion.doc);
            name.clear();
        }
    }
    table
}

#[test]
fn the_table_of_occasions_is_what_systems_declare() {
    let text = fs::read_to_string(PATH).expect("the documentation");
    let (before, rest) = text.split_once(BEGIN).expect("where the table begins");
    let (found, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PATH, format!("{before}{BEGIN}{}{END}{after}", table())).expect("the documentation can be written");
    } else {
        assert_eq!(
            found,
            table(),
            "UPDATE_DOCS=1 cargo test -p equipoise-engine --test systems seed_contract writes it anew"
        );
    }
}

/// Within a system occasions have names of their own, and no two have the same slots.
#[test]
fn occasions_have_names_and_slots_of_their_own() {
    for system in System::ALL {
        let occasions = system.occasions();
        for (at, occasion) in occasions.iter().enumerate() {
            for other in &occasions[at + 1..] {
                assert!(occasion.name != other.name, "{}: {occasion:?} and {other:?}", system.name());
            }
        }
        let shared = (0..=127).map(Slot::shared);
        let of_each = (1..=255).map(|occasion| Slot::beside_turn(occasion, Side::Party, 0));
        for slot in shared.chain(of_each).chain([Slot::turn(Side::Party, 0)]) {
            let owners = occasions.iter().filter(|occasion| occasion.has(slot)).count();
            assert!(owners <= 1, "{}: {slot:?} is of {owners} occasions", system.name());
        }
    }
}
