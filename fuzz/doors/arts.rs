//! The door of abilities and maps of `thrum`: any text as the file of abilities, and any lines as the rows of the map.

use super::scenario::{Fate, check};

/// Reads an input of two parts with a line `====` between them: the rows of the map, and the file of abilities, of which
/// the combatants take those with the ids `a` and `b`.
pub(crate) fn enter(input: &str) -> Fate {
    let (map, abilities) = input.split_once("====\n").unwrap_or((input, ""));
    let rows: Vec<String> = map.lines().map(|row| serde_json::json!(row).to_string()).collect();
    let map =
        if rows.is_empty() { "width = 6\nheight = 4".to_owned() } else { format!("rows = [{}]", rows.join(", ")) };
    check(&format!(
        "system = \"thrum\"\nname = \"Arts\"\nabilities = \"arts.toml\"\nrules.max_rounds = 30\n\
         [map]\n{map}\nparty_start = [[0, 0, 2, 2]]\nenemy_start = [[3, 0, 2, 2]]\n\
         [[combatants]]\nid = \"hero\"\nside = \"party\"\nendurance = 2\narts = [\"a\", \"b\"]\n\
         [[combatants]]\nid = \"raider\"\nside = \"enemies\"\nreflex = 1\nattack = 4\narts = [\"b\"]\n\
         ====\n{abilities}"
    ))
}
