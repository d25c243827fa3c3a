//! Pages of charts, single charts, and where curves cross targets.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{equipoise, on_one_line, refusal_of, stdout_of};

/// Runs a command that has to succeed, with a path as its last argument.
fn written(arguments: &str, path: &Path) {
    equipoise(arguments).arg(path).assert().code(0);
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path.as_ref()).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The commands that a page quotes, without the quotes of a shell.
fn commands(page: &str) -> Vec<String> {
    let quoted = page.split("<pre>").skip(1).map(|rest| rest.split("</pre>").next().unwrap_or_default());
    let plain = |text: &str| {
        text.replace("&quot;", "\"").replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace('\'', "")
    };
    quoted.map(plain).filter(|text| text.starts_with("equipoise ")).collect()
}

/// Nothing is asked for that is not in the page, and nothing is run: its results are data.
fn assert_self_contained(page: &str) {
    let (page, record) = page.split_once("<script type=\"application/x-ndjson\" id=\"record\">").unwrap_or((page, ""));
    assert!(record.is_empty() || record.trim_end().ends_with("</script></body></html>"), "a record");
    assert!(record.matches('<').count() <= 3, "a record has no markup in it");
    assert!(page.starts_with("<!DOCTYPE html>"), "{}", &page[..80]);
    assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'"));
    for asked in
        ["<script", "<link", "<img", "<iframe", " src=", "url(", "@import", "href=\"http", "onload", "style=\""]
    {
        assert!(!page.contains(asked), "{asked}");
    }
}

#[test]
fn a_report_is_a_page_beside_its_files_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, three] = ["one", "three"].map(|name| folder.path().join(name));
    let told = equipoise("report spar.toml death.toml -n 3000 --threads 1 --out").arg(&one).assert().code(0);
    let told = String::from_utf8(told.get_output().stdout.clone()).expect("UTF-8");
    assert_eq!(told.trim_end(), one.join("index.html").display().to_string());
    written("report spar.toml death.toml -n 3000 --threads 3 --out", &three);
    let page = read(one.join("index.html"));
    assert_eq!(page, read(three.join("index.html")));
    assert_self_contained(&page);
    let run = folder.path().join("run");
    written("run spar.toml death.toml -n 3000 --quiet --out", &run);
    for file in ["summary.csv", "combatants.csv", "rounds.csv", "metrics.csv", "run.json", "shards.jsonl"] {
        assert_eq!(read(one.join(file)), read(run.join(file)), "{file}");
    }
    // The next set has no page, and one of somebody else is none of ours.
    written("run spar.toml -n 1000 --quiet --out", &one);
    assert!(!one.join("index.html").exists());
    fs::write(one.join("index.html"), "theirs").expect("room");
    written("run spar.toml -n 1000 --quiet --out", &one);
    assert_eq!(read(one.join("index.html")), "theirs");
}

/// A page says what the scenario is about, and calls everybody by the written name; data for programs have the id.
#[test]
fn a_page_has_the_description_and_the_written_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let [scenario, out, data] = ["grue.toml", "out", "fates.csv"].map(|name| folder.path().join(name));
    let text = fs::read_to_string(crate::fixtures().join("stalemate.toml")).expect("a scenario");
    let about = "description = \"Who <tires> first?\"\nzones =";
    let text = text.replace("zones =", about).replace("id = \"b\"", "id = \"b\"\nname = \"Old Mother Grue\"");
    fs::write(&scenario, text).expect("room");
    let chart = format!("fates={}", data.display());
    let mut command = equipoise("report -n 20 --quiet --set rules.max_rounds=5");
    command.arg(&scenario).args(["--chart", &chart]).arg("--out").arg(&out).assert().code(0);
    let page = read(out.join("index.html"));
    for shown in [
        "<bdi>Who &lt;tires&gt; first?</bdi>",
        ">Old Mother Grue</text>",
        "<bdi>Old Mother Grue</bdi> (enemies)",
        "<b><bdi>Old Mother Grue</bdi></b>",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
    let data = read(data);
    assert!(data.contains("\nb,enemies,") && !data.contains("Grue"), "{data}");
}

/// A page begins with what its numbers come to, and shows who fights and where.
#[test]
fn a_page_opens_with_a_conclusion_and_shows_cast_and_battlefield() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |arguments: &str| {
        written(&format!("report {arguments} --quiet --out"), &folder.path().join("out"));
        read(folder.path().join("out/index.html"))
    };
    let bridge = page("../../../../scenarios/zones/toll-bridge.toml -n 4000");
    let lead = bridge.split("<p class=\"lead\">").nth(1).expect("a lead").split("</p>").next().expect("its end");
    for told in [
        "The party wins more often than the enemies: about ",
        " Somebody of the party dies in about ",
        " At least half of the fights are over by round 5, nineteen in twenty by round 10.",
        " It pays to begin: the party wins ",
        " of those that the enemies begin.",
    ] {
        assert!(lead.contains(told), "{told}: {lead}");
    }
    for shown in [
        "<b><bdi>Warden</bdi></b> × 2 <span class=\"faint\">party</span>",
        "<b><bdi>longsword</bdi></b> kind melee, damage ",
        "<b><bdi>bridge</bdi></b>, room for 4; borders on road, gate; beginning here: Toll keeper.",
        "<b><bdi>riverbed</bdi></b>, hazard for the party: 1d4 and Weakened on a failed Test against 10",
        "<rect class=\"area\"",
        "id=\"scenario-1-winners\"",
        "href=\"#scenario-1-winners\"",
        "<h4 id=\"scenario-1-fight-1-round-1\"><bdi>Round 1</bdi></h4>",
    ] {
        assert!(bridge.contains(shown), "{shown}");
    }
    // A drawing says nothing to screen readers, since the sentence above it and the table below it do.
    assert_eq!(
        bridge.matches("<svg class=\"chart\"").count(),
        bridge.matches("<div aria-hidden=\"true\"><svg").count() + 4
    );
    let high = page("../../../../scenarios/thrum/high-ground.toml -n 500");
    assert!(high.contains("aria-label=\"The map at the beginning\"") && !high.contains("class=\"areas\""));
    let duel = page("spar.toml --method exact");
    assert!(
        !duel.contains("Where they fight")
            && duel.contains(
                "<p class=\"lead\">The party wins more often than the enemies: about 69 fights of a hundred."
            )
    );
}

/// Of fights of 10,000 rounds a page tells the beginning and the end.
#[test]
fn the_size_of_a_page_does_not_grow_with_the_round_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let size = |rounds: u32| {
        let out = folder.path().join(rounds.to_string());
        written(&format!("report stalemate.toml --set rules.max_rounds={rounds} -n 40 --quiet --out"), &out);
        let page = read(out.join("index.html"));
        assert_eq!(page.contains(" rounds are left out here"), rounds > 1000, "{rounds}");
        page.len()
    };
    let [short, long] = [size(40), size(10_000)];
    assert!(long < short + 150_000, "{long} bytes, and {short} of 40 rounds");
}

#[test]
fn the_command_on_a_page_makes_the_same_page() {
    let folder = tempfile::tempdir().expect("a folder");
    for options in
        ["-n 2000", "--method exact", "--method auto --seed 7", "-n 2000 --check", "--precision 0.05", "--range 5..900"]
    {
        let (first, again) = (folder.path().join("first"), folder.path().join("again"));
        written(&format!("report spar.toml --set rules.meter_ticks=9 {options} --out"), &first);
        let page = read(first.join("index.html"));
        let command = commands(&page).into_iter().find(|command| command.ends_with(" --out DIR")).expect("a command");
        let words = command.strip_prefix("equipoise ").and_then(|words| words.strip_suffix(" --out DIR"));
        written(&format!("{} --out", words.expect("a command")), &again);
        assert_eq!(page, read(again.join("index.html")), "{options}: {command}");
    }
}

#[test]
fn every_study_has_a_page_that_its_command_makes_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (page, again) = (folder.path().join("page.html"), folder.path().join("again.html"));
    for (arguments, says) in [
        ("sweep spar.toml --vary rules.meter_ticks=5..=13:2 -n 1000 --check --cross party=50%", "a sweep"),
        (
            "sweep spar.toml --vary rules.meter_ticks=5,7 --vary rules.max_rounds=9,20 -n 500 --cross rounds=9",
            "target: 9",
        ),
        ("sweep spar.toml --vary rules.meter_ticks=5,7 --vary rules.max_rounds=9,20 --zip -n 500", "a sweep"),
        ("sweep spar.toml --vary rules.meter_ticks=5,7 --method exact --only rounds", "exact"),
        ("compare spar.toml --with rules.meter_ticks=13 -n 2000 --margin 0.01", "a comparison"),
        ("compare spar.toml --with rules.meter_ticks=13 --until-decided --margin 0.02", "a comparison"),
        ("sensitivity spar.toml -n 500 --only combatants.**", "what matters"),
        ("luck spar.toml -n 500", "which dice decide"),
        ("versus roster.toml -n 500", "all against all"),
        ("versus spar.toml --policies -n 100", "policies against each other"),
        ("test expected.toml", "pass"),
    ] {
        written(&format!("{arguments} --quiet --report"), &page);
        let text = read(&page);
        assert_self_contained(&text);
        assert!(text.contains(says), "{arguments}");
        let command = commands(&text).remove(0);
        let words = command.strip_prefix("equipoise ").expect("a command").trim_end_matches(" --report FILE.html");
        written(&format!("{words} --quiet --report"), &again);
        assert_eq!(text, read(&again), "{arguments}: {command}");
    }
}

#[test]
fn a_page_changes_nothing_that_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    for format in ["csv", "json"] {
        let sweep = format!("sweep spar.toml --vary rules.meter_ticks=5..=9:2 -n 2000 --format {format}");
        let asked = equipoise(&format!("{sweep} --quiet --cross party=50% --report")).arg(&page).assert().code(0);
        let output = asked.get_output();
        let (text, cells) = (String::from_utf8_lossy(&output.stdout), stdout_of(&sweep));
        let beside = String::from_utf8_lossy(&output.stderr);
        // The crossing follows the cells as an object of its own where objects are printed, and else stands beside them.
        let (crossing, place) = if format == "json" { (r#"{"crossing":"#, &text) } else { ("50%", &beside) };
        assert!(text.starts_with(&cells) && place.contains(crossing), "{format}: {beside}");
        assert_eq!(text.len() > cells.len(), format == "json");
    }
}

#[test]
fn a_page_of_a_sweep_tells_what_all_variants_have_in_common() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |values: &str| {
        let path = folder.path().join("page.html");
        let sweep = "sweep spar.toml --set rules.natural_20_move=1 -n 50 --quiet --vary rules.max_rounds";
        equipoise(&format!("{sweep}={values} --report")).arg(&path).assert().code(0);
        fs::read_to_string(path).expect("a page")
    };
    let few = page("5,9");
    assert!(
        few.contains("<dd><bdi>rules.natural_20_move=1</bdi></dd>"),
        "the value of one variant is no change of all"
    );
    // A table of many rows is folded away, so that the page can be read.
    assert!(!few.contains("The numbers of all"));
    assert!(page("1..=60").contains("<summary>The numbers of all 60 variants</summary>"));
}

#[test]
fn names_that_nobody_chose_in_good_faith_are_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "x".repeat(200);
    let name = format!("name=\"<script>alert(1)</script>'& \u{200b}🎲 {long}\"");
    equipoise("report spar.toml -n 500 --quiet --set").arg(name).arg("--out").arg(folder.path()).assert().code(0);
    let page = read(folder.path().join("index.html"));
    assert_self_contained(&page);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.contains('\u{200b}'));
}

#[test]
fn a_chart_is_written_as_its_file_is_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let chart = |name: &str| format!("winners={}", path(name).display());
    let mut command = equipoise("report spar.toml -n 1000 --quiet");
    for name in ["a.svg", "a.html", "a.csv", "a.json"] {
        command.arg("--chart").arg(chart(name));
    }
    command.arg("--out").arg(path("out")).assert().code(0);
    assert!(read(path("a.svg")).starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_self_contained(&read(path("a.html")));
    assert!(read(path("a.csv")).starts_with("row,mark,series,value,lo,hi,note\nparty wins,"));
    let vega: Value = serde_json::from_str(&read(path("a.json"))).expect("JSON");
    assert_eq!(vega["$schema"], "https://vega.github.io/schema/vega-lite/v5.json");
    assert!(vega["data"]["values"].as_array().is_some_and(|values| values.len() >= 2));
}

#[test]
fn what_cannot_be_drawn_is_refused_before_anything_is_played() {
    assert!(refusal_of("report spar.toml").contains("--out"));
    let many = "-n 1000000000000";
    let unknown = refusal_of(&format!("report spar.toml {many} --out /tmp/never --chart x=a.svg"));
    assert!(unknown.contains("no chart `x`") && unknown.contains("winners, rounds, lasting, fates, odds"), "{unknown}");
    let several = refusal_of(&format!("report spar.toml death.toml {many} --out /tmp/never --chart odds=a.svg"));
    assert!(several.contains("takes one scenario"), "{several}");
    assert!(refusal_of("versus roster.toml --chart matrix=a.gif").contains(".svg, .png, .html, .csv or .json"));
    assert!(refusal_of("versus roster.toml --report a.txt").contains("ends in .html"));
    assert!(
        refusal_of("compare spar.toml --with rules.meter_ticks=9 --plan --report a.html").contains("cannot be used")
    );
    assert!(
        refusal_of("tune spar.toml --vary rules.meter_ticks=5,7 --target party=0.5 --report spar.toml/a.html")
            .contains("cannot write")
    );
    let taken = refusal_of("sensitivity spar.toml --report a.html --chart tornado=a.html");
    assert!(taken.contains("same file"), "{taken}");
}

#[test]
fn a_curve_crosses_its_target_where_the_exact_one_does() {
    let sweep = "sweep spar.toml --vary rules.meter_ticks=5..=21:4 --format table --cross";
    let exact = stdout_of(&format!("{sweep} rounds=12 --method exact"));
    let at = |text: &str| -> f64 {
        let rest = text.split("rules.meter_ticks at ").nth(1).unwrap_or_else(|| panic!("{text}"));
        rest.split([' ', ',']).next().and_then(|number| number.parse().ok()).expect("a number")
    };
    assert!(on_one_line(&exact).contains("read along a straight line between exact values."), "{exact}");
    let sampled = stdout_of(&format!("{sweep} rounds=12 -n 20000"));
    assert!((at(&exact) - at(&sampled)).abs() < 0.5, "{exact}\n{sampled}");
    assert!(on_one_line(&sampled).contains("95% interval, for chance alone."), "{sampled}");
    assert_eq!(sampled, stdout_of(&format!("{sweep} rounds=12 -n 20000 --threads 1")));
    // The same for scripts, behind the cells, which can be made again.
    let json = stdout_of("sweep spar.toml --vary rules.meter_ticks=5..=21:4 -n 20000 --format json --cross rounds=12");
    let last: Value = serde_json::from_str(json.lines().last().expect("lines")).expect("JSON");
    let crossing = &last["crossing"];
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!((number(&crossing["at"]) - at(&sampled)).abs() < 0.05, "{crossing} in place of {sampled}");
    let [lo, hi] = ["lo", "hi"].map(|end| number(&crossing["interval"][end]));
    assert!(lo < number(&crossing["at"]) && number(&crossing["at"]) < hi, "{crossing}");
    assert_eq!((crossing["quantity"].as_str(), crossing["curve"].as_str()), (Some("rounds.mean"), Some("rises")));
    assert_eq!(json.lines().count(), 6, "five cells and where they cross");
    equipoise("rerun -").write_stdin(json).assert().code(0);
    let never = stdout_of(&format!("{sweep} rounds=500 -n 1000")).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(never.contains("it is smaller with all that were tried"), "{never}");
    // Some values lie above the target, but no curve that never turns has it.
    let hill = stdout_of(
        "sweep spar.toml --vary rules.natural_20_move=1..=6 --method exact --format table --cross lead_changes=0.5",
    );
    let hill = hill.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(hill.contains("pass it at 2.60, 4.53"), "{hill}");
    assert!(hill.contains("rises on the whole, but surely not from 2 to 6."), "{hill}");
}

#[test]
fn what_has_no_crossing_is_refused() {
    let sweep = |options: &str| refusal_of(&format!("sweep spar.toml -n 1000 {options}"));
    let ticks = "--vary rules.meter_ticks=5..=9:2";
    assert!(sweep(&format!("{ticks} --cross party=0.5:2")).contains("takes no weight"));
    assert!(sweep(&format!("{ticks} --cross nobody=1")).contains("no metric"));
    assert!(sweep(&format!("{ticks} --cross party=65")).contains("is a share"));
    assert!(sweep("--vary rules.meter_ticks=5 --cross party=0.5").contains("at least two values"));
    assert!(sweep("--vary rules.stakes=spar,death --cross party=0.5").contains("numbers"));
    assert!(sweep(&format!("{ticks} --vary rules.max_rounds=5,9 --cross party=0.5")).contains("--report"));
    assert!(sweep(&format!("{ticks} --cross party=0.5 --extend x")).contains("cannot be used"));
}

#[test]
fn an_axis_says_whose_number_it_is() {
    let file = "../../../../scenarios/zones/toll-bridge.toml --vary combatants.warden.hp=8,12 --vary rules.melee_dr=10,12 -n 500";
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("sweep.html");
    written(&format!("sweep {file} --report"), &page);
    let page = read(&page);
    assert!(page.contains("by melee_dr and warden.hp") || page.contains("by warden.hp and melee_dr"), "no owner");
    assert!(stdout_of(&format!("sweep {file} --format table")).contains("warden.hp"));
}
