//! Mistakes in scenario files, as they are shown.

use std::fs;

use crate::{equipoise, refusal, refusal_of, snapshot};

#[test]
fn every_mistake_is_shown_where_it_is() {
    let message = refusal_of("check mistakes.toml");
    snapshot("mistakes", &message);
    for command in ["run", "exact", "coverage", "check"] {
        assert_eq!(refusal_of(&format!("{command} mistakes.toml")), message, "{command}");
    }
    assert_eq!(refusal_of("replay mistakes.toml --index 0"), message);
}

#[test]
fn mistakes_of_all_files_are_shown_before_anything_runs() {
    let message = refusal_of("run spar.toml unknown-system.toml absent.toml no-roster.toml -n 1e15");
    snapshot("mistakes-of-several-files", &message);
}

#[test]
fn mistakes_of_rosters_name_their_cells() {
    snapshot("mistakes-of-a-roster", &refusal_of("check bad-roster.toml"));
}

#[test]
fn mistakes_of_overrides_are_shown_like_those_of_files() {
    let arguments = "spar.toml --set rules.meter_tick=9 --set rules.max_rounds=none --set combatants.fencer.initiative=999 \
                     --set system=x";
    let message = refusal_of(&format!("check {arguments}"));
    snapshot("mistakes-of-overrides", &message);
    assert_eq!(refusal_of(&format!("run {arguments}")), message);
    assert_eq!(refusal_of(&format!("exact {arguments}")), message);
    assert_eq!(refusal_of(&format!("coverage {arguments}")), message);
    assert_eq!(refusal_of(&format!("replay --index 0 {arguments}")), message);
}

#[test]
fn broken_syntax_is_shown() {
    let text = "system = \"duel\"\nname = \"x\nrules = { a = }\n[[combatants]\n";
    snapshot("broken-syntax", &refusal(equipoise("check -").write_stdin(text)));
}

/// Files as people write them who come from elsewhere: the one mistake, and the words that lead to the right file.
#[test]
fn beginners_are_told_what_to_write() {
    let zones = "system = \"zones\"\nname = \"Mine\"\n";
    let hero = "[[combatants]]\nid = \"hero\"\nside = \"party\"\nhp = 9\nattributes = { str = 2, dex = 1 }\n";
    let sword = "[[combatants.attacks]]\nid = \"sword\"\nkind = \"melee\"\ndamage = \"1d8\"\n";
    let rat = "[[combatants]]\nid = \"rat\"\nside = \"enemies\"\nhp = 4\nskill = 0\n\
               attacks = [{ id = \"bite\", kind = \"melee\", damage = \"1d4\" }]\n";
    let whole = |head: &str, hero: &str, after: &str| format!("{head}{hero}{sword}{after}{rat}");
    equipoise("check -").write_stdin(whole(zones, hero, "")).assert().code(0);
    let yaml = "system: zones\nname: Mine\ncombatants:\n  - id: hero\n    side: party\n    count: 5\n";
    let tunnel = "zones = [{ id = \"tunnel\" }, { id = \"gallery\" }]\n";
    let cases: [(String, &[&str]); 22] = [
        (whole(zones, hero, "count: 5\n"), &["this is YAML", "write `count = 5`"]),
        (yaml.to_owned(), &["this is YAML", "write `system = \"zones\"`"]),
        ("{ \"system\": \"zones\" }".to_owned(), &["this is JSON", "write `key = value`"]),
        (whole(&zones.replace("\"zones\"", "zones"), hero, ""), &["write `system = \"zones\"`"]),
        (whole(&zones.replace("\"zones\"", "“zones”"), hero, ""), &["`“` and `”`", "write `system = \"zones\"`"]),
        (whole(zones, &hero.replace("2, dex", "2 dex"), ""), &["a comma is missing before `dex`"]),
        (whole(zones, &hero.replace("[[combatants]]", "[combatants]"), ""), &["`[[combatants]]`"]),
        (whole(zones, &hero.replace("= 9", "= \u{2212}9"), ""), &["a minus sign (U+2212)", "write `hp = -9`"]),
        (whole(zones, hero, "count = 5\n"), &["belongs to `combatants.hero`: move it above `[[combatants.attacks]]`"]),
        (
            format!("[rules]\nmelee_dr = 12\n{zones}{hero}{sword}{rat}"),
            &["`system` is missing", "it stands below `[rules]`: move it above `[rules]`"],
        ),
        (whole(zones, &format!("{hero}armour = 2\n"), ""), &["unknown key", "it is a key of `wounds`"]),
        (whole(zones, &format!("{hero}traits = []\n"), ""), &["unknown key", "it is a key of `tiny`"]),
        (whole(&format!("{zones}rules = {{ meter_ticks = 9 }}\n"), hero, ""), &["it is a key of `duel`"]),
        (whole(&format!("{zones}rules = {{ heavy_armor_dr = 2 }}\n"), hero, ""), &["it is a key of `tiny`"]),
        (
            String::new(),
            &["`system` is missing", "`system = \"duel\"`", "`system = \"thrum\"`", "`equipoise init duel`"],
        ),
        (whole(zones, &hero.replace("\"party\"", "\"monsters\""), ""), &["allowed: `party`, `enemies`"]),
        (
            whole(zones, &format!("{hero}policy = \"agressive\"\n"), ""),
            &["is \"agressive\", allowed: `default`, ", "`skirmisher`"],
        ),
        (
            whole(&format!("{zones}{tunnel}"), &format!("{hero}zone = \"tunel\"\n"), ""),
            &["only `tunnel`, `gallery`", "did you mean `tunnel`?"],
        ),
        (
            whole(zones, &hero.replace("\"hero\"", "\"Orc Boss\""), ""),
            &["did you mean \"orc-boss\", with `name = \"Orc Boss\"`?"],
        ),
        (whole(zones, hero, "damge = \"1d8\"\n"), &["did you mean `damage`?"]),
        (whole(zones, &hero.replace("[[combatants]]", "[[combatant]]"), ""), &["did you mean `combatants`?"]),
        (whole(&format!("{zones}[rule]\nmelee_dr = 12\n"), hero, ""), &["did you mean `rules`?"]),
    ];
    for (text, said) in cases {
        let message = refusal(equipoise("check -").write_stdin(text.clone()));
        for said in said {
            assert!(message.contains(said), "{said} is not said:\n{message}\n{text}");
        }
        let mistakes = message.lines().filter(|line| line.starts_with("  x ")).count();
        let is_list = text.contains("[combatants]\n") && !text.contains("[[combatants]]\nid = \"hero\"");
        assert!(mistakes == 1 || is_list || text.contains("[[combatant]]"), "{mistakes} mistakes:\n{message}\n{text}");
    }
}

/// The escape character of a roster's header, which a suggestion repeats.
#[test]
fn no_text_of_a_file_controls_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("24-escape.csv"), "id,initiatve.\u{1b}[31mred\nogre,1\n").expect("a roster");
    let text = "system = \"duel\"\nname = \"R\"\nroster = \"24-escape.csv\"\n[[combatants]]\nid = \"ogre\"\n\
                [[combatants]]\nid = \"goblin\"\nattributes = { con = 2, dex = 9 }\n";
    let file = folder.path().join("24-escape.toml");
    fs::write(&file, text).expect("a scenario");
    let message = refusal(equipoise("check").arg(&file));
    assert!(message.contains("\\u{1b}[31mred") && !message.contains('\u{1b}'), "{message:?}");
    let line = refusal(equipoise("check -").write_stdin("system = \"duel\"\nname = a\u{1b}[31mred\n"));
    assert!(!line.contains('\u{1b}'), "{line:?}");
}

#[test]
fn a_long_line_is_cut_around_the_mistake() {
    let padding = "x".repeat(100_000);
    let text =
        format!("system = \"duel\"\nname = \"{padding}\"\nrules = {{ stakes = \"{padding}\", max_rounds = 0 }}\n");
    let message = refusal(equipoise("check -").write_stdin(text));
    assert!(message.len() < 4000, "{} bytes", message.len());
    assert!(message.contains("max_rounds = 0") && message.contains("[<stdin>:3:"), "{message}");
}

/// The id of a combatant that is there, beside a table whose name is nearly the same: `rest`, of days.
#[test]
fn an_id_that_was_typed_as_it_is_was_meant() {
    let sheet = |id: &str, side: &str| format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nhp = 9\n");
    let text =
        format!("system = \"zones\"\nname = \"Mine\"\n{}{}", sheet("priest", "party"), sheet("ghoul", "enemies"));
    let message = refusal(equipoise("check - --set priest.hp=10").write_stdin(text));
    assert!(message.contains("did you mean `combatants.priest.hp`?"), "{message}");
}
