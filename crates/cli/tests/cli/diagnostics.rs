//! Mistakes in scenario files, as they are shown.

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

#[test]
fn a_long_line_is_cut_around_the_mistake() {
    let padding = "x".repeat(100_000);
    let text =
        format!("system = \"duel\"\nname = \"{padding}\"\nrules = {{ stakes = \"{padding}\", max_rounds = 0 }}\n");
    let message = refusal(equipoise("check -").write_stdin(text));
    assert!(message.len() < 4000, "{} bytes", message.len());
    assert!(message.contains("max_rounds = 0") && message.contains("[<stdin>:3:"), "{message}");
}
