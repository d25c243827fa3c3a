//! `equipoise test`: scenarios held against what their files expect.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use equipoise_engine::System;
use serde_json::Value;
use tempfile::TempDir;

use crate::{equipoise, gallery, narrow_snapshot, refusal, refusal_of, results_of, snapshot, stdout_of};

/// The output of a test that does not pass.
fn failing(arguments: &str) -> String {
    let output = equipoise(arguments).assert().code(1).stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// The text of a duel with expectations.
fn duel(expect: &str) -> String {
    let text = fs::read_to_string(crate::fixtures().join("expected.toml")).expect("a fixture");
    let (head, rest) = text.split_once("[expect]").expect("expectations");
    let (_, combatants) = rest.split_once("[[combatants]]").expect("combatants");
    format!("{head}{expect}\n[[combatants]]{combatants}")
}

/// A file in a folder of its own.
fn written(name: &str, text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("room");
    let path = path.display().to_string();
    (folder, path)
}

/// A repository with fixtures in its folder `balance`.
fn repository(fixtures: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("repository");
    fs::create_dir_all(root.join(".git")).expect("room");
    fs::create_dir_all(root.join("balance")).expect("room");
    for name in fixtures {
        fs::copy(crate::fixtures().join(name), root.join("balance").join(name)).expect("a fixture");
    }
    (folder, root)
}

/// The output of a command that finds mistakes, and its messages about them.
fn mistaken(command: &mut Command) -> [String; 2] {
    let output = command.assert().code(2).get_output().clone();
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"))
}

fn verdicts(json: &str) -> Vec<String> {
    let results = results_of(json);
    let expectations = results.iter().flat_map(|result| result["expectations"].as_array().expect("a list"));
    expectations.map(|one| one["verdict"].as_str().expect("a word").to_owned()).collect()
}

/// The expectations of the scenarios say in numbers what their comments say in words.
/// `test` keeps the words of its cells together, however long the name of a quantity is.
#[test]
fn an_end_that_is_unknown_is_one_word() {
    let scenario = "system = \"zones\"\nname = \"A rare loss\"\nzones = [{ id = \"pit\" }]\n[[combatants]]\nid = \"knight\"\n\
        side = \"party\"\nhp = 8\nattributes = { str = 6, dex = 9 }\nattacks = [{ id = \"sword\", kind = \"melee\", damage = \"1d8\" }]\n\
        [[combatants]]\nid = \"rat\"\nside = \"enemies\"\nhp = 3\nskill = 0\n\
        attacks = [{ id = \"bite\", kind = \"melee\", damage = \"1d4\" }]\n[expect]\nparty_first_casualty_round = { at_most = 3.5 }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rare.toml");
    fs::write(&path, scenario).expect("room");
    let output = equipoise(&format!("test {} --method sample --max-encounters 20k", path.display())).output();
    let table = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    let row = table.lines().find(|line| line.starts_with("metrics.party_first_casualty_round")).expect("a row");
    assert!(row.contains("  unknown  ") && row.trim_end().ends_with("undecided"), "{table}");
}

#[test]
fn the_gallery_is_what_its_files_expect() {
    for &system in System::ALL {
        let scenarios = gallery(system);
        let output =
            equipoise("test --format json").args(&scenarios).assert().code(0).stderr("").get_output().stdout.clone();
        let results = results_of(&String::from_utf8(output).expect("UTF-8"));
        assert_eq!(results.len(), scenarios.len(), "{}", system.name());
        assert!(results.iter().all(|result| result["verdict"] == "pass"), "{}", system.name());
    }
}

#[test]
fn verdicts_are_told_in_tables() {
    narrow_snapshot("test", &stdout_of("test expected.toml"));
    narrow_snapshot(
        "test-sampled",
        &stdout_of("test expected.toml --method sample --max-encounters 50k --allow-undecided"),
    );
    narrow_snapshot("test-fails", &failing("test beside.toml expected.toml --method sample --max-encounters 50k"));
}

#[test]
fn verdicts_are_told_in_every_other_format() {
    let arguments = "test beside.toml --method sample --max-encounters 50k --set rules.meter_ticks=7 --format";
    for format in ["csv", "markdown"] {
        snapshot(&format!("test-{format}"), &failing(&format!("{arguments} {format}")));
    }
    let (_folder, path) = repository(&["beside.toml"]);
    let arguments_there = arguments.replace("beside.toml", "balance/beside.toml");
    let mut command = equipoise(&format!("{arguments_there} github"));
    let github = command.current_dir(path).assert().code(1).get_output().stdout.clone();
    snapshot("test-github", &String::from_utf8(github).expect("UTF-8"));
    let json = failing(&format!("{arguments} json"));
    let result = &results_of(&json)[0];
    assert_eq!((&result["verdict"], &result["encounters"]), (&"fail".into(), &66_384.into()));
    assert_eq!(verdicts(&json), ["fail", "fail", "pass", "undecided", "fail"]);
}

#[test]
fn an_undecided_expectation_fails_unless_it_is_allowed() {
    let (_folder, path) = written("a.toml", &duel("expect.winners.draw.at_most = 0"));
    let arguments = format!("test {path} --method sample --max-encounters 20k");
    assert!(failing(&arguments).contains("undecided after 20,000"));
    assert!(stdout_of(&format!("{arguments} --allow-undecided")).contains("(duel): undecided"));
    assert!(failing(&format!("{arguments} --format github")).starts_with("::error file="));
    assert!(stdout_of(&format!("{arguments} --format github --allow-undecided")).starts_with("::warning file="));
    // A failure is not allowed.
    failing("test beside.toml --allow-undecided");
    // Solved, it is known.
    assert!(stdout_of(&format!("test {path}")).contains("exact"));
}

#[test]
fn the_fight_of_a_failure_is_the_first_beyond_the_band() {
    let (_folder, path) =
        written("a b.toml", &duel("expect.party = { at_most = 0.1 }\nexpect.rounds.p05.at_least = 30"));
    let output = equipoise("test --set combatants.fencer.initiative=3 --seed 5").arg(&path).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("UTF-8");
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("  equipoise replay ")).collect();
    assert_eq!(commands.len(), 2, "{text}");
    let quoted = format!("  equipoise replay '{path}' --set combatants.fencer.initiative=3 --seed 5 --index ");
    for (command, condition) in commands.iter().zip(["party wins", "rounds < 30"]) {
        let index = command.strip_prefix(&quoted).unwrap_or_else(|| panic!("{command}"));
        let mut found = equipoise("replay --seed 5 --set combatants.fencer.initiative=3 --format json");
        found.arg(&path).args(["--find", condition]);
        let found = found.assert().code(0).get_output().stdout.clone();
        let found: Value = serde_json::from_slice(&found).expect("JSON");
        assert_eq!(found["index"].to_string(), index, "{condition}");
    }
}

#[test]
fn what_expects_nothing_is_told_and_is_no_test() {
    let output = equipoise("test spar.toml expected.toml").assert().code(0).get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(stderr, "The first challenge expects nothing: its file has no [expect]\n");
    for command in ["test spar.toml", "test spar.toml death.toml --format json"] {
        let output = equipoise(command).assert().code(2).stdout("").get_output().stderr.clone();
        assert!(String::from_utf8_lossy(&output).contains("nothing is expected: no scenario has a table [expect]"));
    }
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    for (options, told) in [
        ("--method exact --confidence 0.9", "--confidence needs fights"),
        ("--method exact --max-encounters 9", "--max-encounters needs fights"),
        ("--method exact --allow-undecided", "--allow-undecided is for fights"),
        ("--method sample --max-memory 1G", "--max-memory needs --method exact or --method auto"),
        ("--method sample --max-states 9", "--max-states needs --method exact or --method auto"),
        (
            "--set expect.party.at_most=1",
            "`expect.party.at_most` cannot be set: only the file can say what is expected",
        ),
        ("--confidence 1", "at least 0.5 and below 1"),
        ("--max-encounters 0", "at least 1"),
        ("--format xml", "invalid value"),
        ("--junit -", "names a path"),
    ] {
        let text =
            equipoise(&format!("test expected.toml {options}")).assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(text.contains(told) || (told == "names a path" && text.contains("name a path")), "{options}: {text}");
    }
    assert!(refusal_of("test expected.toml --method exact --max-states 3").contains("too much for the exact solution"));
    assert!(refusal_of("test - -").contains("stdin (`-`) can give one scenario only"));
}

#[test]
fn every_mistake_of_every_scenario_is_told() {
    let expect =
        "[expect]\nprty.at_most = 1\nparty = { at_mots = 0.5 }\nenemies.at_most = 40\nmetrics.movs.at_most = 2\n";
    let text = refusal(equipoise("test -").write_stdin(duel(expect)));
    assert!(text.contains("unknown key `expect.party.at_mots`") && text.contains("did you mean `at_most`?"), "{text}");
    let text = refusal(equipoise("test -").write_stdin(duel(&expect.replace("at_mots", "at_most"))));
    for told in [
        "there is no quantity `prty`",
        "did you mean `party`?",
        "is a share",
        "<stdin>:6:1",
        "there is no quantity `metrics.movs`",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    // A malformed table is refused by everything, names that no quantity has by what reads them.
    for command in ["run - -n 10", "check -", "sweep - -n 10 --vary rules.meter_ticks=5,7"] {
        refusal(equipoise(command).write_stdin(duel("expect.party = 0.5")));
    }
    refusal(equipoise("check -").write_stdin(duel("expect.prty.at_most = 0.5")));
    equipoise("run - -n 10").write_stdin(duel("expect.prty.at_most = 0.5")).assert().code(0);
    let both = equipoise("test mistakes.toml absent.toml expected.toml").assert().code(2).get_output().stderr.clone();
    let both = String::from_utf8(both).expect("UTF-8");
    assert!(both.contains("absent.toml") && both.contains("mistakes.toml"), "{both}");
}

#[test]
fn a_run_is_the_same_with_expectations_and_without() {
    let run = |text: &str| {
        let output =
            equipoise("run - -n 3000 --format csv").write_stdin(text).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).expect("UTF-8")
    };
    assert_eq!(run(&duel("")), run(&duel("[expect]\nparty.at_most = 0")));
}

#[test]
fn expectations_are_listed_by_check() {
    narrow_snapshot("check-expected", &stdout_of("check expected.toml"));
    let json: Value = serde_json::from_str(&stdout_of("check expected.toml --format json")).expect("JSON");
    let first = &json["expectations"][0];
    assert_eq!(
        (&first["quantity"], &first["at_least"], &first["line"]),
        (&"winners.party".into(), &0.6.into(), &6.into())
    );
}

#[test]
fn files_of_verdicts_are_written_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let [junit, markdown] = ["report.xml", "report.md"].map(|name| folder.path().join(name));
    let arguments =
        "test beside.toml expected.toml --method sample --max-encounters 50k --set combatants.fencer.initiative=5";
    let mut command = equipoise(arguments);
    command.arg("--junit").arg(&junit).arg("--markdown").arg(&markdown).assert().code(1);
    let [junit, markdown] = [junit, markdown].map(|path| fs::read_to_string(path).expect("it was written"));
    snapshot("test-junit", &junit);
    assert_eq!(markdown, failing(&format!("{arguments} --format markdown")));
    // Undecided ones are skipped where they are allowed.
    let skipped = folder.path().join("skipped.xml");
    let undecided = "test expected.toml --method sample --max-encounters 100 --allow-undecided --quiet --threads 1";
    equipoise(undecided).arg("--junit").arg(&skipped).assert().code(0);
    let text = fs::read_to_string(&skipped).expect("it was written");
    assert!(text.contains(r#"failures="0" errors="0" skipped=""#) && text.contains("<skipped message="), "{text}");
}

#[test]
fn files_that_cannot_be_written_are_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_other, scenario) = written("a.toml", &duel("expect.party.at_most = 1"));
    let absent = folder.path().join("absent/report.xml");
    for (options, told) in [
        (vec!["--junit", absent.to_str().expect("UTF-8")], "cannot write"),
        (vec!["--markdown", folder.path().to_str().expect("UTF-8")], "it is a directory"),
        (vec!["--junit", &scenario], "it is the same file as the scenario"),
        (vec!["--junit", "/tmp/../tmp/same.x", "--markdown", "/tmp/same.x"], "it is the same file as the output"),
    ] {
        let text = refusal(equipoise("test").arg(&scenario).args(&options));
        assert!(text.contains(told), "{options:?}: {text}");
    }
    assert!(!Path::new("/tmp/same.x").exists());
}

/// One broken file among several: it is an error in every report, the others are judged.
#[test]
fn a_broken_scenario_is_an_error_among_verdicts() {
    let (_folder, root) = repository(&["beside.toml", "expected.toml"]);
    let folder = root.join("balance");
    fs::write(folder.join("broken.toml"), "system = \"duel\"\nname = 7\n").expect("room");
    // A renamed combatant is the most usual accident.
    fs::write(folder.join("renamed.toml"), duel("[expect]\ncombatants.fncer.dead = { at_most = 0.5 }")).expect("room");
    let arguments = "test expected.toml broken.toml renamed.toml beside.toml --method sample --max-encounters 50k";
    let told = |options: &str| {
        mistaken(equipoise(&format!("{arguments} --junit j.xml --markdown m.md {options}")).current_dir(&folder))
    };
    fs::write(folder.join("j.xml"), "<testsuites name=\"equipoise\"/>").expect("room");
    let [github, stderr] = told("--format github");
    let found = |wanted: &str| assert!(github.lines().any(|line| line.contains(wanted)), "{wanted}: {github}");
    found("::error file=balance/broken.toml,line=2,col=8,title=broken.toml%3A wrong-type::");
    found("::error file=balance/renamed.toml,line=6,col=18,title=renamed.toml%3A unknown-name::");
    found("::error file=balance/beside.toml,line=5,col=1,title=Beside the point%2C by far%3A winners.party::");
    assert!(
        stderr.contains("there is no quantity `combatants.fncer.dead`") && stderr.contains("broken.toml:2:8"),
        "{stderr}"
    );
    let [junit, markdown] =
        ["j.xml", "m.md"].map(|name| fs::read_to_string(folder.join(name)).expect("it was written"));
    let document = roxmltree::Document::parse(&junit).expect("XML");
    let root = document.root_element();
    assert_eq!((root.attribute("tests"), root.attribute("errors")), (Some("12"), Some("2")), "{junit}");
    let errors: Vec<_> = document.descendants().filter(|node| node.has_tag_name("error")).collect();
    let message = |at: usize| errors[at].attribute("message").expect("a message");
    assert!(message(0).starts_with("broken.toml:1:1: ") && message(0).contains("(and "), "{junit}");
    assert!(message(1).starts_with("renamed.toml:6:18: "), "{junit}");
    assert!(markdown.starts_with("## equipoise test: 10 expectations of 2 scenarios:"), "{markdown}");
    assert!(
        markdown.contains("; 2 scenarios cannot be judged\n") && markdown.contains("| error | broken.toml |"),
        "{markdown}"
    );
    let [json, _] = told("--format json");
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str().expect("a word")).collect();
    assert_eq!(verdicts, ["pass", "error", "error", "fail"]);
    assert_eq!((&lines[1]["file"], &lines[1]["mistakes"][1]["line"]), (&"broken.toml".into(), &2.into()));
    let record = folder.join("record.json");
    fs::write(&record, &json).expect("room");
    assert!(refusal(equipoise("rerun").arg(&record)).contains("result 2 is of a scenario with mistakes"));
    let [csv, _] = told("--format csv");
    let row = csv.lines().find(|line| line.starts_with(",broken.toml,2,,,,error,,,,,,,")).expect("a row");
    let (before, _) = row.split_once('"').expect("a message in quotes, since it has a comma");
    let header = csv.lines().next().expect("a header");
    assert!(header.ends_with(",message") && header.matches(',').count() == before.matches(',').count(), "{row}");
    let [table, _] = told("--format table");
    assert!(
        table.contains("broken.toml: error\nbroken.toml:1:1: ") && table.contains("10 expectations of 2"),
        "{table}"
    );
    let [page, svg] = ["page.html", "shares.svg"];
    told(&format!("--report {page}"));
    assert!(fs::read_to_string(folder.join(page)).expect("a page").contains("</bdi>: error</h2>"));
    mistaken(equipoise("test expected.toml broken.toml --chart").arg(format!("shares={svg}")).current_dir(&folder));
}

/// An override that fails for one scenario alone is an error of that one.
#[test]
fn an_override_that_one_scenario_does_not_know_is_its_error() {
    let wall = crate::gallery_file("toll-bridge");
    let folder = tempfile::tempdir().expect("a folder");
    let junit = folder.path().join("j.xml");
    let mut command = equipoise("test expected.toml --set rules.meter_ticks=7 --format github --junit");
    let [github, stderr] = mistaken(command.arg(&junit).arg(&wall));
    assert!(github.contains("toll-bridge.toml,title=") && github.contains("::--set"), "{github}");
    assert!(stderr.contains("rules.meter_ticks"), "{stderr}");
    let junit = fs::read_to_string(junit).expect("it was written");
    assert!(junit.contains("errors=\"1\"") && junit.contains("winners.party is "), "{junit}");
    let mut command = equipoise("test expected.toml --set rules.meter_ticks=7 --format csv");
    let [csv, _] = mistaken(command.arg(&wall));
    let row = csv.lines().last().expect("a row");
    assert!(row.contains("toll-bridge.toml,,,,,error,") && row.contains("--set: "), "{row}");
}

/// A report of an earlier test never stays where a later one ends with mistakes.
#[test]
fn stale_reports_do_not_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["j.xml", "m.md", "page.html", "a.svg"].map(|name| folder.path().join(name));
    let [junit, markdown, page, chart] = &files;
    let options = |command: &mut Command| {
        command.arg("--junit").arg(junit).arg("--markdown").arg(markdown).arg("--report").arg(page);
        command.arg("--chart").arg(format!("shares={}", chart.display()));
    };
    for (broken, told) in [
        ("test mistakes.toml", "mistakes.toml"),
        ("test absent.toml", "cannot read absent.toml"),
        ("test spar.toml", "nothing is expected"),
        ("test expected.toml --method exact --max-encounters 9", "needs fights"),
        ("test expected.toml --method exact --max-states 3", "too much for the exact solution"),
        ("test expected.toml spar.toml", "--chart takes one scenario"),
        ("test - -", "can give one scenario only"),
        ("test expected.toml --shards /nowhere", "/nowhere"),
    ] {
        let mut fine = equipoise("test expected.toml");
        options(&mut fine);
        fine.assert().code(0);
        let before = files.each_ref().map(|path| fs::read(path).expect("it was written"));
        let mut command = equipoise(broken);
        options(&mut command);
        let [_, stderr] = mistaken(&mut command);
        assert!(stderr.replace('\n', " ").contains(told), "{stderr}");
        let [junit, markdown] = [junit, markdown].map(|path| fs::read_to_string(path).expect("written anew"));
        assert!(junit.contains("errors=\"1\"") && junit.contains("<error "), "{broken}: {junit}");
        assert!(
            markdown.starts_with("## equipoise test: ") && markdown.as_bytes() != before[1],
            "{broken}: {markdown}"
        );
        assert!(!chart.exists(), "{broken}");
        assert!(fs::read(page).map_or(true, |now| now != before[2]), "{broken}");
    }
    // A file that is read, or is no report, stays as it is.
    let (_other, scenario) = written("a.toml", &duel("expect.party.at_most = 1"));
    refusal(equipoise("test").args([&scenario, "--junit", &scenario]));
    let same = Path::new(&scenario).with_file_name("./a.toml");
    refusal(equipoise("test --force --junit").arg(&same).arg(&scenario));
    assert!(fs::read_to_string(&scenario).expect("it is there").starts_with("system"));
}

/// If shards are missing, there are no verdicts yet, and those of an earlier test are not shown as today's.
#[test]
fn missing_shards_leave_no_report_of_an_earlier_test() {
    let folder = tempfile::tempdir().expect("a folder");
    let [shard, junit] = ["s.json", "j.xml"].map(|name| folder.path().join(name));
    equipoise("test expected.toml --junit").arg(&junit).assert().code(0);
    equipoise("run beside.toml --range 0..16384 --shard").arg(&shard).assert().code(0);
    let mut command = equipoise("test beside.toml --method sample --max-encounters 50k");
    let output = command.arg("--shards").arg(&shard).arg("--junit").arg(&junit).assert().code(1).get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(stderr.contains("was not written") && !junit.exists(), "{stderr}");
}

#[test]
fn annotations_beyond_those_that_are_shown_are_counted() {
    let (_folder, root) = repository(&[]);
    let broken = (0..12).map(|number| format!("key_{number} = 1\n")).collect::<Vec<_>>().concat();
    fs::write(root.join("balance/a.toml"), format!("system = \"duel\"\n{broken}")).expect("room");
    for command in ["test", "check"] {
        let mut command = equipoise(&format!("{command} a.toml --format github"));
        let [github, _] = mistaken(command.current_dir(root.join("balance")));
        assert!(github.contains("::error file=balance/a.toml,line=2,col=1,title=a.toml%3A unknown-key::"), "{github}");
        let count = github.lines().filter(|line| line.starts_with("::error ")).count();
        let last = format!("::notice title=equipoise::{count} errors and 0 warnings of this step");
        assert!(count > 10 && github.lines().rev().take(2).any(|line| line.starts_with(&last)), "{github}");
    }
}

/// Without a repository around it a file is where GitHub's workspace says, or as it was given.
#[test]
fn annotations_know_the_root_of_the_repository() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("a/b");
    fs::create_dir_all(&inner).expect("room");
    fs::write(inner.join("c.toml"), "system = 1\n").expect("room");
    let first = |workspace: &Path| {
        let mut command = equipoise("check c.toml --format github");
        let [github, _] = mistaken(command.current_dir(&inner).env("GITHUB_WORKSPACE", workspace));
        github.lines().next().expect("a mistake").to_owned()
    };
    let is_in_a_repository = folder.path().ancestors().any(|above| above.join(".git").exists());
    assert!(is_in_a_repository || first(folder.path()).starts_with("::error file=a/b/c.toml,line=1,"));
    assert!(is_in_a_repository || first(Path::new("/nowhere")).starts_with("::error file=c.toml,line=1,"));
}

#[test]
fn the_summary_of_a_step_is_added_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "# Nightly").expect("room");
    let run = |code: i32, arguments: &str| {
        let mut command = equipoise(&format!("{arguments} --markdown"));
        command.arg(&summary).env("GITHUB_STEP_SUMMARY", &summary).assert().code(code);
        fs::read_to_string(&summary).expect("it is there")
    };
    let first = run(0, "test expected.toml");
    assert!(first.starts_with("# Nightly\n## equipoise test: 5 expectations"), "{first}");
    let second = run(1, "test beside.toml");
    assert!(second.strip_prefix(&first).expect("it was added to").starts_with("\n## equipoise test: 5 expectations"));
    let third = run(2, "test absent.toml");
    assert!(third.strip_prefix(&second).expect("it was added to").contains("cannot read absent.toml"), "{third}");
    // Any other file is replaced.
    let mut command = equipoise("test expected.toml --force --markdown");
    command.arg(&summary).env("GITHUB_STEP_SUMMARY", folder.path().join("another.md")).assert().code(0);
    let whole = fs::read_to_string(&summary).expect("it is there");
    assert!(whole.starts_with("## equipoise test: "));
    // It is replaced again, but not where somebody has added something below it.
    let replace = || {
        let mut command = equipoise("test expected.toml --markdown");
        command.arg(&summary);
        command
    };
    replace().assert().code(0);
    assert_eq!(fs::read_to_string(&summary).expect("it is there"), whole);
    let added = format!("{whole}\n# What we make of it\n");
    fs::write(&summary, &added).expect("room");
    replace().assert().code(2);
    assert_eq!(fs::read_to_string(&summary).expect("it is there"), added);
}

#[cfg(unix)]
#[test]
fn markdown_goes_to_pipes_and_devices() {
    let markdown = stdout_of("test expected.toml --format markdown");
    let both = stdout_of("test expected.toml --format github --markdown /dev/stdout");
    assert!(both.ends_with(&markdown) && both.len() > markdown.len(), "{both}");
    stdout_of("test expected.toml --markdown /dev/null");
    let null = || fs::File::options().write(true).open("/dev/null").expect("/dev/null");
    let mut quiet = std::process::Command::new(assert_cmd::cargo::cargo_bin!("equipoise"));
    quiet.current_dir(crate::fixtures()).args("test expected.toml --markdown /dev/null".split(' ')).stdout(null());
    assert!(quiet.status().expect("it runs").success());
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().expect("mkfifo").success());
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read_to_string(fifo).expect("UTF-8")
    });
    equipoise("test expected.toml --quiet --markdown").arg(&fifo).assert().code(0);
    assert_eq!(reader.join().expect("it was read"), markdown);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    // A pipe is no report of an earlier test, which would be removed where nothing can be judged.
    equipoise("test spar.toml --junit").arg(&fifo).assert().code(2);
    assert!(fifo.exists());
}

#[test]
fn hostile_names_stay_in_their_places() {
    let name = "a\\u200b[31m::error::%0A,<b>&\\\"'|*b";
    let text = duel("expect.party.at_most = 0.1").replace("As expected", name);
    let folder = tempfile::tempdir().expect("a folder");
    let junit = folder.path().join("report.xml");
    let github = equipoise("test - --format github --junit").arg(&junit).write_stdin(text.clone()).assert().code(1);
    let lines = String::from_utf8(github.get_output().stdout.clone()).expect("UTF-8");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(
        lines.starts_with("::error title=a\\u{200b}[31m%3A%3Aerror%3A%3A%250A%2C<b>&\"'|*b%3A winners.party::"),
        "{lines}"
    );
    let xml = fs::read_to_string(&junit).expect("it was written");
    assert!(xml.contains("name=\"a\u{200b}[31m::error::%0A,&lt;b&gt;&amp;&quot;&apos;|*b\""), "{xml}");
    for format in ["table", "markdown", "csv"] {
        let output = equipoise(&format!("test - --format {format}")).write_stdin(text.clone()).assert().code(1);
        let text = String::from_utf8(output.get_output().stdout.clone()).expect("UTF-8");
        assert!(format == "csv" || !text.contains('\u{200b}'), "{format}: {text}");
    }
}

#[test]
fn a_side_that_cannot_take_the_other_seat_is_refused_with_the_reason() {
    let scenario = "../../../../scenarios/zones/pit-fight.toml";
    let text = fs::read_to_string(crate::fixtures().join(scenario)).expect("a scenario");
    let text =
        refusal(equipoise("test -").write_stdin(text.replace("[expect]", "[expect]\nmirror.party.at_most = 0.6")));
    assert!(
        text.contains("the rules refuse a copy of this side in the enemies' seat: ") && text.contains("refused there"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.xml").display().to_string();
    let arguments = format!("test beside.toml expected.toml --method sample --max-encounters 1e15 --junit {report}");
    let (code, stdout, stderr) = crate::streams::interrupted(&format!("{arguments} --format json"), 1);
    assert_eq!(code, Some(130), "{stderr}");
    let results = results_of(&stdout);
    assert_eq!((results.len(), &results[0]["partial"]), (1, &true.into()));
    assert_eq!(verdicts(&stdout)[..4], ["fail", "fail", "pass", "undecided"]);
    assert!(stderr.contains("interrupted: 0 of 2 scenarios were judged, what is printed is partial"), "{stderr}");
    assert!(stderr.contains("was not written") && !Path::new(&report).exists(), "{stderr}");
}

/// A name that takes more than half of the page leaves the words beside it whole.
#[test]
fn a_verdict_is_not_broken_in_two() {
    let text = "system = \"zones\"\nname = \"A rare loss\"\nzones = [{ id = \"pit\" }]\n\
                [[combatants]]\nid = \"knight\"\nside = \"party\"\nhp = 8\nattributes = { str = 6, dex = 9 }\n\
                attacks = [{ id = \"sword\", kind = \"melee\", damage = \"1d8\" }]\n\
                [[combatants]]\nid = \"rat\"\nside = \"enemies\"\nhp = 3\nskill = 0\n\
                attacks = [{ id = \"bite\", kind = \"melee\", damage = \"1d4\" }]\n\
                [expect]\nparty_first_casualty_round = { at_most = 3.5 }\n";
    let (_folder, path) = written("14-wrapped-verdict.toml", text);
    let output = equipoise(&format!("test {path} --method sample --max-encounters 20k")).output().expect("it runs");
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let verdicts = ["undecided", "passed", "failed", "holds"];
    assert!(table.split_whitespace().any(|word| verdicts.contains(&word)), "{table}");
    assert!(table.contains("party_first_casualty_round"), "{table}");
}
