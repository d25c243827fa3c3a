//! Maps that are refused, and squares on which nobody can stand: the ledger's "Bad input".

use super::*;

/// A scene on this map, where the hero and the orc have these squares.
fn standing(map: &str, hero: &str, orc: &str) -> String {
    Scene { map, hero: &format!("at = {hero}"), orc: &format!("at = {orc}"), ..SCENE }.text()
}

/// A map of 3 by 2 squares with one wall.
const SMALL: &str = "rows = [\"...\", \".#.\"]";

/// THRUM-17
#[test]
fn a_map_is_a_rectangle_of_known_characters() {
    let rows = |rows: &str| standing(&format!("rows = [{rows}]"), "[[0, 0]]", "[[1, 0]]");
    let good = rows("\"...\", \"...\"");
    refuses(&rows("\"...\", \"..\""), "map.rows[2]", &["has 2 characters, the first row 3"], &good);
    refuses(&rows("\"...\", \".X.\""), "map.rows[2]", &["\"X\" in column 2", "`~`"], &good);
    refuses(&rows("\"...\", \".j.\""), "map.rows[2]", &["\"j\""], &rows("\"...\", \".i.\""));
    refuses(&rows("\"...\", \".0.\""), "map.rows[2]", &["\"0\""], &rows("\"...\", \".9.\""));
    refuses(&rows(&format!("\"{}\"", ".".repeat(41))), "map.rows[1]", &["1..=40"], &good);
    refuses(&rows(&["\"..\""; 41].join(", ")), "map.rows", &["41 entries", "at most 40"], &good);
}

/// THRUM-17
#[test]
fn a_map_that_is_drawn_has_no_other_size() {
    let map = |more: &str| standing(&format!("{SMALL}\n{more}"), "[[0, 0]]", "[[1, 0]]");
    refuses(&map("width = 3"), "map.width", &["`map.rows`"], &map(""));
    refuses(&map("height = 2"), "map.height", &["`map.rows`"], &map(""));
}

/// THRUM-03, THRUM-07, THRUM-20, THRUM-64
#[test]
fn rectangles_and_squares_are_on_the_map() {
    let drawn = |keys: &str| standing(&format!("{SMALL}\n{keys}"), "[[0, 0]]", "[[1, 0]]");
    for key in ["party_start", "enemy_start"] {
        let start = |rectangle: &str| drawn(&format!("{key} = [{rectangle}]"));
        let path = format!("map.{key}");
        refuses(&start("[0, 0, 4, 1]"), &path, &["[0, 0, 4, 1]", "3 by 2"], &start("[0, 0, 3, 1]"));
        refuses(&start("[0, 1, 1, 2]"), &path, &["[0, 1, 1, 2]"], &start("[0, 1, 1, 1]"));
        refuses(&start("[0, 0, 1, 1], [3, 0, 1, 1]"), &path, &["[3, 0, 1, 1]"], &start("[0, 0, 1, 1], [2, 0, 1, 1]"));
    }
    for key in ["win_reach", "defeat_reach"] {
        let reach = |rectangle: &str| {
            let rules = format!("{key} = [{rectangle}]");
            Scene { rules: &rules, ..SCENE }.text()
        };
        let path = format!("rules.{key}");
        refuses(&reach("[11, 0, 2, 1]"), &path, &["[11, 0, 2, 1]", "12 by 8"], &reach("[11, 0, 1, 1]"));
        refuses(&reach("[0, 7, 1, 2]"), &path, &["12 by 8"], &reach("[0, 7, 1, 1]"));
    }
    let difficult = |square: &str| drawn(&format!("difficult = [{square}]"));
    refuses(&difficult("[3, 0]"), "map.difficult", &["[3, 0]", "x 0..=2, y 0..=1"], &difficult("[2, 0]"));
    refuses(&difficult("[0, 0], [0, 2]"), "map.difficult", &["[0, 2]"], &difficult("[0, 0], [0, 1]"));
}

/// THRUM-03, THRUM-07
#[test]
fn one_stands_on_the_map_and_on_no_wall() {
    let hero = |square: &str| standing(SMALL, square, "[[1, 0]]");
    let path = "combatants.hero.at";
    refuses(&hero("[[3, 0]]"), path, &["[3, 0]", "x 0..=2, y 0..=1"], &hero("[[2, 0]]"));
    refuses(&hero("[[0, 2]]"), path, &["[0, 2]"], &hero("[[0, 1]]"));
    refuses(&hero("[[1, 1]]"), path, &["[1, 1] is a wall"], &hero("[[2, 1]]"));
    let late = |square: &str| {
        Scene { map: SMALL, hero: &format!("enters_round = 2\nat = {square}"), orc: "at = [[1, 0]]", ..SCENE }.text()
    };
    refuses(&late("[[1, 1]]"), path, &["is a wall"], &late("[[2, 1]]"));
}

/// THRUM-03, THRUM-07, THRUM-65
#[test]
fn two_stand_on_one_square_only_if_one_arrives_later() {
    let both = |hero: &str, orc: &str, more: &str| {
        Scene { map: SMALL, hero: &format!("at = {hero}"), orc: &format!("at = {orc}\n{more}"), ..SCENE }.text()
    };
    let path = "combatants.orc.at";
    refuses(&both("[[0, 0]]", "[[0, 0]]", ""), path, &["[0, 0]", "`hero`"], &both("[[0, 0]]", "[[1, 0]]", ""));
    let same = both("[[0, 0]]", "[[0, 0]]", "");
    refuses(&same, path, &["`hero`"], &both("[[0, 0]]", "[[0, 0]]", "enters_round = 2"));
    let pair = |second: &str| {
        Scene { map: SMALL, hero: &format!("count = 2\nat = [[0, 0], {second}]"), orc: "at = [[1, 0]]", ..SCENE }.text()
    };
    refuses(&pair("[0, 0]"), "combatants.hero.at", &["\"[0,0]\" twice"], &pair("[0, 1]"));
}

/// THRUM-03, THRUM-07
#[test]
fn every_copy_has_a_square_of_its_own() {
    let hero = |count: u32, squares: &str| {
        Scene { map: SMALL, hero: &format!("count = {count}\nat = {squares}"), orc: "at = [[1, 0]]", ..SCENE }.text()
    };
    let (one, two) = ("[[0, 0]]", "[[0, 0], [2, 1]]");
    refuses(&hero(2, one), "combatants.hero.at", &["1 squares", "`count = 2`"], &hero(2, two));
    refuses(&hero(1, two), "combatants.hero.at", &["2 squares", "`count = 1`"], &hero(1, one));
    // A combatant that is left out takes no square, and its own squares are checked all the same.
    let ogre = |at: &str| {
        let table = "[[combatants]]\nid = \"ogre\"\nside = \"enemies\"\ncount = 0\n";
        format!("{}{table}at = {at}\n", hero(1, one))
    };
    refuses(&ogre("[[9, 9]]"), "combatants.ogre.at", &["map"], &ogre("[[0, 0]]"));
}

/// THRUM-03, THRUM-07, THRUM-65
#[test]
fn who_has_no_square_needs_a_start() {
    let (party, enemies) = ("party_start = [[0, 0, 1, 1]]", "enemy_start = [[5, 0, 1, 1]]");
    let both = format!("{party}\n{enemies}");
    refuses(&with_map(enemies), "combatants.hero.at", &["is needed", "`map.party_start`"], &with_map(&both));
    refuses(&with_map(party), "combatants.orc.at", &["is needed", "`map.enemy_start`"], &with_map(&both));
    let late = |map: &str| Scene { map, orc: "enters_round = 4", ..SCENE }.text();
    refuses(&late(party), "combatants.orc.at", &["`map.enemy_start`"], &late(&both));
}

/// THRUM-03, THRUM-07
#[test]
fn a_start_has_room_for_everybody_of_the_set_up() {
    let crowd = |count: u32, start: &str| {
        let map = format!("rows = [\"....\", \".#..\"]\nparty_start = {start}");
        Scene { map: &map, hero: &format!("count = {count}"), orc: "at = [[0, 0]]", ..SCENE }.text()
    };
    // Of six squares one is a wall, and on another the orc stands.
    let start = "[[0, 0, 3, 2], [1, 0, 2, 1]]";
    refuses(&crowd(5, start), "map.party_start", &["4 free squares", "5 PCs"], &crowd(4, start));
    let late = |more: &str| {
        let map = "party_start = [[0, 0, 1, 1]]\nenemy_start = [[5, 0, 1, 1]]";
        Scene { map, orc: &format!("count = 3\n{more}"), ..SCENE }.text()
    };
    refuses(&late(""), "map.enemy_start", &["1 free squares", "3 NPCs"], &late("enters_round = 2"));
}

/// THRUM-03, THRUM-07: NPCs are placed first, each on the least free square.
#[test]
fn who_shares_a_start_with_npcs_has_what_they_leave() {
    let shared = |party: &str| {
        let map = format!("party_start = {party}\nenemy_start = [[0, 0, 3, 1]]");
        Scene { map: &map, hero: "count = 2", orc: "count = 2", ..SCENE }.text()
    };
    // The orcs take [0, 0] and [1, 0].
    refuses(&shared("[[0, 0, 3, 1]]"), "map.party_start", &["1 free squares", "2 PCs"], &shared("[[2, 0, 2, 1]]"));
}

#[test]
fn a_mistake_in_the_map_is_not_reported_for_those_who_stand_on_it() {
    let rows = |rows: &str| standing(&format!("rows = [{rows}]\nparty_start = [[0, 0, 3, 2]]"), "[[2, 1]]", "[[2, 0]]");
    refuses(&rows("\"...\", \"..\""), "map.rows[2]", &["characters"], &rows("\"...\", \"...\""));
    let start = |width: u32| {
        let map = format!("{SMALL}\nparty_start = [[0, 0, {width}, 1]]");
        Scene { map: &map, hero: "count = 2", orc: "at = [[2, 0]]", ..SCENE }.text()
    };
    refuses(&start(4), "map.party_start", &["reaches beyond"], &start(3));
    refuses(&start(0), "map.party_start[1]", &["1..=40"], &start(3));
    let width = |width: u32| standing(&format!("width = {width}"), "[[11, 1]]", "[[2, 0]]");
    refuses(&width(41), "map.width", &["1..=40"], &width(40));
}
