//! The door of spreadsheets: any text as the roster of a scenario, with any map of its columns; and as a table of injuries.

use super::scenario::{Fate, check};

/// Scenarios in which the rows `orc` and `rat` of a roster fight, by system, and one with a table of injuries. Where a system wants
/// other keys of either side, what a monster lacks is given.
const SCENARIOS: [(&str, &str); 6] = [
    (
        "zones",
        "roster = \"sheet.csv\"\n[[combatants]]\nid = \"hero\"\nside = \"party\"\nhp = 9\n\
         attributes = { str = 2, dex = 1, con = 0, int = 0 }\nattacks = [{ id = \"a\", kind = \"melee\", damage = \"1d8\" }]\n\
         [[combatants]]\nid = \"orc\"\nside = \"enemies\"\n[[combatants]]\nid = \"rat\"\nside = \"enemies\"\n",
    ),
    ("wounds", PAIR),
    ("tiny", PAIR),
    ("duel", "roster = \"sheet.csv\"\n[[combatants]]\nid = \"orc\"\n[[combatants]]\nid = \"rat\"\n"),
    (
        "thrum",
        "roster = \"sheet.csv\"\nmap = { width = 8, height = 4, party_start = [[0, 1, 2, 2]], enemy_start = [[6, 1, 2, 2]] }\n\
         [[combatants]]\nid = \"orc\"\nside = \"party\"\n[[combatants]]\nid = \"rat\"\nside = \"enemies\"\n",
    ),
    ("injuries", INJURIES),
];

const PAIR: &str = "roster = \"sheet.csv\"\n[[combatants]]\nid = \"orc\"\nside = \"party\"\n\
                    [[combatants]]\nid = \"rat\"\nside = \"enemies\"\n";

const INJURIES: &str = include_str!("../../scenarios/wounds/bone-breaker.toml");

/// Reads an input of up to three parts with a line `====` between them: the name of a system or `injuries`, the map of columns
/// (`COLUMN = "KEY"`, a line each) and the sheet.
pub(crate) fn enter(input: &str) -> Fate {
    let mut parts = input.splitn(3, "====\n");
    let [name, columns, sheet] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let (system, scenario) = SCENARIOS.into_iter().find(|(known, _)| *known == name.trim()).unwrap_or(SCENARIOS[0]);
    if system == "injuries" {
        return check(&format!("{scenario}\n====\n{sheet}"));
    }
    let columns = if columns.trim().is_empty() { String::new() } else { format!("[columns]\n{columns}\n") };
    // The map of columns is a table, which has to stand below the keys of the scenario itself.
    let (keys, tables) = scenario.split_at(scenario.find("[[combatants").unwrap_or(scenario.len()));
    check(&format!("system = \"{system}\"\nname = \"A sheet\"\n{keys}{columns}{tables}====\n{sheet}"))
}
