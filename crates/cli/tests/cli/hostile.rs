//! Files that nobody wrote in good faith: nothing hangs, nothing panics, everything is explained.

use std::fs;

use crate::{equipoise, refusal, refusal_of, results_from, results_of, stdout_of, unsealed};

fn refused(text: impl Into<Vec<u8>>) -> String {
    refusal(equipoise("check -").write_stdin(text))
}

#[test]
fn files_without_a_scenario_are_refused() {
    assert!(refused("").contains("`system` is missing"));
    assert!(refused(vec![0; 1000]).contains("not valid TOML"));
    assert!(refused(b"name = \"\xff\xfe\"".to_vec()).contains("not UTF-8"));
    assert!(refused("system = 7").contains("`system` is the number 7"));
    assert!(refused("system = \"due\"").contains("duel"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    assert!(refusal_of("check absent.toml").contains("cannot read absent.toml: No such file"));
    assert!(refusal_of("check .").contains("cannot read .: Is a directory"));
    assert!(refusal_of("merge /dev/null/x").contains("Not a directory"));
}

#[cfg(unix)]
#[test]
fn endless_files_end() {
    for command in ["check", "run", "exact", "coverage", "test"] {
        assert!(refusal_of(&format!("{command} /dev/zero")).contains("larger than 1 MiB"), "{command}");
    }
    let text = "system = \"duel\"\nname = \"x\"\nroster = \"/dev/zero\"\n";
    assert!(refusal(equipoise("check - --allow-files").write_stdin(text)).contains("larger than 16 MiB"));
}

#[test]
fn huge_files_are_refused() {
    assert!(refused("#".repeat((1 << 20) + 1)).contains("larger than 1 MiB"));
    refused("#".repeat(1 << 20));
    refused("[[combatants]]\n".repeat(60_000));
    refused("x = 1\n".repeat(100_000));
}

#[test]
fn deep_nesting_is_refused() {
    for text in [format!("x = {}", "[".repeat(100_000)), format!("x = {}1{}", "[".repeat(5000), "]".repeat(5000))] {
        refused(format!("system = \"duel\"\nname = \"x\"\n{text}\n"));
    }
    refused(format!("system = \"duel\"\nname = \"x\"\n[{}]\n", vec!["a"; 5000].join(".")));
}

#[test]
fn no_number_is_no_number() {
    for value in ["nan", "inf", "1e999", "9223372036854775808", "0x", "1_", "-0", "1979-05-27"] {
        let set = format!("check spar.toml --set rules.max_rounds={value}");
        assert!(refusal_of(&set).contains("max_rounds"), "{value}");
    }
}

#[test]
fn files_cannot_speak_to_the_terminal() {
    let message = refused("system = \"duel\"\nname = \"\u{1b}[31mred\"\n");
    assert!(message.contains("?[31mred"), "{message}");
    let text = fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    let text = text.replace("The first challenge", "\\u200b[31mred").replace("The fencer", "\\u200b[31mred");
    for arguments in ["run - -n 1000", "check -", "replay - --index 0", "exact -"] {
        let assert = equipoise(arguments).write_stdin(text.clone()).assert().code(0);
        let shown = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(!shown.contains('\u{200b}') && shown.contains("\\u{200b}[31mred"), "{arguments}: {shown}");
    }
}

/// A name is one line, so that a line of CSV in a log begins with nothing that a stranger wrote.
#[test]
fn names_are_one_line_of_text() {
    let text = fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    for written in [
        "x\\n::error file=a.toml,line=1::pwned",
        "x\\r",
        "\\u001b[31mred",
        "a\\u2028b",
        "a\\u0085b",
        "a\\tb",
        "a\\u202eb",
    ] {
        for named in ["The first challenge", "The fencer"] {
            let message = refused(text.replace(named, written));
            assert!(
                message.contains("one line of text, without line breaks, control characters and marks of direction"),
                "{message}"
            );
        }
    }
    // A description may have several lines.
    let described = text.replace("A spar between", "A spar\\nbetween");
    assert_ne!(described, text);
    equipoise("run - -n 10 --format csv").write_stdin(described).assert().code(0);
}

/// A folder of a scenario with files beneath it and beside it.
struct Yard(tempfile::TempDir);

impl Yard {
    fn new() -> Self {
        let yard = Self(tempfile::tempdir().expect("a folder"));
        fs::create_dir_all(yard.0.path().join("yard/beneath")).expect("room");
        for place in ["secret.csv", "yard/beneath/roster.csv"] {
            fs::copy(crate::fixtures().join("sheets.csv"), yard.0.path().join(place)).expect("room");
        }
        yard
    }

    /// The command in the folder of a scenario that names this roster.
    fn command(&self, roster: &str, arguments: &str) -> assert_cmd::Command {
        let text = fs::read_to_string(crate::fixtures().join("roster.toml")).expect("a fixture");
        assert!(text.contains("\"sheets.csv\""), "{text}");
        let folder = self.0.path().join("yard");
        fs::write(folder.join("a.toml"), text.replace("\"sheets.csv\"", &format!("{roster:?}"))).expect("room");
        let mut command = equipoise(arguments);
        command.current_dir(folder);
        command
    }
}

/// If the folder of a scenario from stdin was removed, nothing lies beneath it.
#[cfg(target_os = "linux")]
#[test]
fn nothing_lies_beneath_a_folder_that_is_gone() {
    let yard = Yard::new();
    let secret = yard.0.path().join("secret.csv").display().to_string();
    yard.command(&secret, "check a.toml").assert().code(2);
    let text = fs::read(yard.0.path().join("yard/a.toml")).expect("it was written");
    let gone = yard.0.path().join("gone");
    fs::create_dir(&gone).expect("room");
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", "rmdir \"$2\" && exec \"$1\" check -", "sh"]);
    command.arg(assert_cmd::cargo::cargo_bin!("equipoise")).arg(&gone).current_dir(&gone);
    let message = refusal(command.write_stdin(text)).replace(char::is_whitespace, "");
    assert!(message.contains("itisnotbeneaththefolderofthescenario"), "{message}");
}

/// A scenario reads what lies beneath its folder, wherever a command runs, and nothing else without the option.
#[test]
fn scenarios_read_only_what_lies_beneath_them() {
    let yard = Yard::new();
    for roster in ["beneath/roster.csv", "./beneath/../beneath/roster.csv"] {
        yard.command(roster, "check a.toml").assert().code(0);
        yard.command(roster, "check yard/a.toml").current_dir(yard.0.path()).assert().code(0);
    }
    let absolute = yard.0.path().join("secret.csv").display().to_string();
    let nowhere = yard.0.path().join("nowhere.csv").display().to_string();
    let refused = [
        absolute.as_str(),
        nowhere.as_str(),
        "../secret.csv",
        "beneath/../../secret.csv",
        "../nowhere.csv",
        "/proc/self/environ",
    ];
    for roster in refused {
        for command in [
            "check a.toml",
            "run a.toml -n 10",
            "test a.toml",
            "compare a.toml a.toml",
            "replay a.toml --index 0",
            "versus a.toml",
        ] {
            let text = refusal(&mut yard.command(roster, command)).replace(char::is_whitespace, "");
            assert!(
                text.contains("itisnotbeneaththefolderofthescenario;with--allow-filesitwouldberead"),
                "{roster}: {text}"
            );
        }
    }
    yard.command("../secret.csv", "check a.toml --allow-files").assert().code(0);
    let replay =
        yard.command("../secret.csv", "run a.toml -n 10 --allow-files").assert().code(0).get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&replay).contains("--index 0 --allow-files"));
}

#[cfg(unix)]
#[test]
fn symbolic_links_do_not_lead_out_of_a_folder() {
    let yard = Yard::new();
    let folder = yard.0.path().join("yard");
    std::os::unix::fs::symlink("../secret.csv", folder.join("link.csv")).expect("a link");
    std::os::unix::fs::symlink("..", folder.join("up")).expect("a link");
    std::os::unix::fs::symlink("beneath/roster.csv", folder.join("inner.csv")).expect("a link");
    for roster in ["link.csv", "up/secret.csv", "up/nowhere.csv", "/proc/self/cwd/../secret.csv"] {
        let text = refusal(&mut yard.command(roster, "check a.toml"));
        assert!(text.contains("--allow-files"), "{roster}: {text}");
    }
    yard.command("inner.csv", "check a.toml").assert().code(0);
}

/// The text of a file that is no roster is not shown.
#[test]
fn files_that_are_no_rosters_are_not_shown() {
    let yard = Yard::new();
    let secrets = [
        "SECRET=ghp_aaaa\0PATH=/bin\0",
        "ghp_aaaa,ghp_aaaa\n1,2\n",
        "x\n\"ghp_aaaa\nghp_aaaa",
        "ghp_aaaa",
        "{\"a\": \"ghp_aaaa\"}",
    ];
    for secret in secrets {
        fs::write(yard.0.path().join("yard/no-roster.csv"), secret).expect("room");
        for format in ["table", "json", "github"] {
            let mut command = yard.command("no-roster.csv", &format!("check a.toml --format {format}"));
            let output = command.assert().code(2).get_output().clone();
            let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
            assert!(text.contains("there is no column `id`") && !text.contains("ghp_"), "{text}");
        }
    }
    let mut command = yard.command("/proc/self/environ", "check a.toml --allow-files");
    let text = refusal(command.env("SECRET_TOKEN", "ghp_aaaa"));
    assert!(!text.contains("ghp_") && !text.contains("SECRET"), "{text}");
    // Nor is the first line of it suggested for a column of another name.
    fs::write(yard.0.path().join("yard/no-roster.csv"), "TOKEN=ghp_aaaa\nOTHER=1\n").expect("room");
    yard.command("no-roster.csv", "check a.toml").assert().code(2);
    let mapped = fs::read_to_string(yard.0.path().join("yard/a.toml")).expect("it was written");
    fs::write(yard.0.path().join("yard/b.toml"), format!("columns = {{ \"TOKEN=ghp_aaaX\" = \"id\" }}\n{mapped}"))
        .expect("room");
    let text = refusal(equipoise("check b.toml").current_dir(yard.0.path().join("yard")));
    assert!(text.contains("TOKEN=ghp_aaaX") && !text.contains("ghp_aaaa"), "{text}");
    // A column that is almost it may be named.
    fs::write(yard.0.path().join("yard/no-roster.csv"), "ID,name\na,b\n").expect("room");
    let text = refusal(&mut yard.command("no-roster.csv", "check a.toml"));
    assert!(
        text.contains("no-roster.csv:1:1: there is no column `id`") && text.contains("is `ID` to be `id`?"),
        "{text}"
    );
    // Neither is what is no file of abilities.
    let mender = fs::read_to_string(crate::gallery_file("field-mender")).expect("it ships");
    let folder = yard.0.path().join("yard");
    fs::write(folder.join("m.toml"), mender.replace("arts/menders.toml", "no-arts.toml")).expect("room");
    for secret in [
        "token = \"ghp_aaaa\"\n",
        "ghp_aaaa",
        "[ghp_aaaa",
        "abilities = \"ghp_aaaa\"\n",
        "\"ghp_aaaa\" = 1\n",
        "API_TOKEN = ghp_aaaa\n",
        "DB PASS=ghp_aaaa\nOTHER ghp_bbbb value\n",
        "[remote \"origin\"]\n\turl = https://ghp_aaaa@example.org/x.git\n",
        "x = [1 \"ghp_aaaa\"]\n",
    ] {
        fs::write(folder.join("no-arts.toml"), secret).expect("room");
        let text = refusal(equipoise("check m.toml").current_dir(&folder));
        assert!(text.contains("no-arts.toml:1:") && !text.contains("ghp_"), "{secret}: {text}");
    }
}

/// A suggestion is escaped like everything else that is shown.
#[test]
fn suggestions_cannot_speak_to_the_terminal() {
    let yard = Yard::new();
    fs::write(yard.0.path().join("yard/evil.csv"), "id,initiatve.\u{1b}[31mred\nfencer,1\n").expect("room");
    let text = refusal(&mut yard.command("evil.csv", "check a.toml"));
    assert!(text.contains("did you mean") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn carriage_returns_and_byte_order_marks_are_nothing_special() {
    let text = fs::read_to_string(crate::fixtures().join("spar.toml")).expect("a fixture");
    let expected = results_of(&stdout_of("run spar.toml -n 1000 --format json"));
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(results_from(equipoise("run - -n 1000 --format json").write_stdin(windows)), expected);
    let message = refused("\u{feff}system = \"duel\"\r\nname = 7\r\n");
    assert!(message.contains("[<stdin>:2:8]"), "{message}");
}

#[test]
fn names_of_a_shard_cannot_speak_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    equipoise("run spar.toml --range 0..100 --shard").arg(&path).assert().code(0);
    let mut shard = unsealed(&path);
    let evil = "\u{1b}[31m\u{202e}\u{200b}red";
    shard["system"] = evil.into();
    shard["scenario"] = evil.into();
    shard["combatants"][0]["id"] = evil.into();
    shard["metrics"][0]["name"] = evil.into();
    fs::write(&path, shard.to_string()).expect("a file");
    let shown = equipoise("merge").arg(&path).assert();
    let output = shown.get_output();
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{200b}']), "{text}");
    assert!(text.contains("\\u{1b}[31m\\u{202e}\\u{200b}red"), "{text}");
    // Nor to a log that takes lines for commands.
    shard["scenario"] = "x\n::error::pwned".into();
    fs::write(&path, shard.to_string()).expect("a file");
    let output = equipoise("merge --format csv").arg(&path).assert().get_output().stdout.clone();
    let csv = String::from_utf8(output).expect("UTF-8");
    assert!(csv.lines().count() == 2 && csv.contains("\nx\\n::error::pwned,"), "{csv}");
}
