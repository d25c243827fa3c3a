//! Searches in memory: what is found, what is said of what cannot be found, and what is refused.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::json::line;
use crate::kernel::run::Watch;
use crate::record::Files;
use crate::registry::Registry;
use crate::studies::load::Loader;
use crate::studies::study::{Balance as Asked, Found, StudyError};
use crate::studies::test::Verdict;

/// Two cats against a rat. Comments and odd spaces are to stay as they are.
const PIT: &str = r#"system = "tiny"
name = "Pit"
[rules]
start_distance = 5           # close
[[combatants]]
id = "cat"
side = "party"
hp   =   3                   # three lives
attacks = [{ id = "claw", kind = "light_melee" }]
[[combatants]]
id = "rat"
side = "enemies"
hp = 4  # tough
damage_reduction = 0
attacks = [{ id = "bite", kind = "light_melee" }]
"#;

/// A yard for three duelists, whose sheets are rows.
const YARD: &str = "system = \"duel\"\nname = \"Yard\"\nroster = \"rows.csv\"\n[[combatants]]\nid = \"ann\"\n[[combatants]]\nid = \"bob\"\n";

/// Rows whose pairs are about even.
const EVEN: [[i64; 4]; 3] = [[4, 8, 6, 3], [4, 7, 7, 3], [4, 7, 6, 4]];

fn rows(values: [[i64; 4]; 3]) -> String {
    let mut text = "id,initiative,attributes.attack,attributes.cmb,attributes.bluff\n".to_owned();
    for (id, row) in ["ann", "bob", "cid"].iter().zip(values) {
        writeln!(text, "{id},\"{}\",{},{},{}", row[0], row[1], row[2], row[3]).expect("a string has room");
    }
    text
}

fn files(texts: &[(&str, &str)]) -> Files {
    texts.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect()
}

fn pit(balance: &str) -> Files {
    files(&[("pit.toml", PIT), ("pit.balance.toml", balance)])
}

fn asked() -> Asked {
    Asked { file: "pit.balance.toml".into(), encounters: 20_000, seed: 1, confidence: 0.95 }
}

fn found_in(files: &Files) -> Result<Found<Balance>, StudyError> {
    asked().load(Loader::new(Registry::SHIPPED, files))?.play(&Watch::none())
}

fn found(files: &Files) -> Balance {
    found_in(files).unwrap_or_else(|error| panic!("{error}")).result
}

fn refusal(balance: &str) -> String {
    found_in(&pit(balance)).expect_err("it is refused").to_string()
}

const NUMBERS: &str = "[[numbers]]\npath = \"combatants.*.hp\"\nrange = [1, 9]\n";

fn wanting(targets: &str) -> String {
    format!("scenarios = [\"pit.toml\"]\n{targets}\n{NUMBERS}")
}

fn target(quantity: &str, lo: f64, hi: f64) -> String {
    format!("[[targets]]\nquantity = \"{quantity}\"\nbetween = [{lo}, {hi}]\n")
}

/// A roster that is even, with three numbers moved by hand, comes back with at most so much change, and its text can be written.
#[test]
fn a_roster_that_was_moved_by_hand_is_brought_back() {
    let balance = "roster = \"yard.toml\"\npairs = { between = [0.43, 0.57] }\n[[numbers]]\npath = \"combatants.*.attributes.*\"\nwithin = 4\n";
    let yard = |rows: &str| files(&[("yard.toml", YARD), ("rows.csv", rows), ("pit.balance.toml", balance)]);
    let even = found(&yard(&rows(EVEN)));
    assert_eq!((even.is_reached(), even.best().expect("a sheet").cost), (true, 0.0), "{}", line(&even));
    let mut moved = EVEN;
    (moved[0][1], moved[1][2], moved[2][3]) = (moved[0][1] + 2, moved[1][2] + 2, moved[2][3] - 1);
    let moved = yard(&rows(moved));
    let loaded = asked().load(Loader::new(Registry::SHIPPED, &moved)).expect("no mistakes");
    let found = loaded.play(&Watch::none()).expect("a result").result;
    let best = found.best().expect("a sheet");
    let before = found.before.as_ref().expect("nothing interrupted it");
    assert!(before.iter().any(|measure| measure.verdict == Verdict::Fail), "{}", line(&found));
    assert!(found.is_reached() && best.cost <= 5.0 && best.cost > 0.0, "{}", line(&found));
    // The texts that would be written are those that were measured.
    let texts = loaded.texts(best);
    let text = &texts[Path::new("rows.csv")];
    assert_eq!((texts.len(), text.matches("\"4\"").count()), (1, 3), "{text}");
    let again = self::found(&yard(text));
    assert_eq!(again.before.as_ref(), Some(&best.measures));
    assert!(again.best().expect("a sheet").cost.abs() < f64::EPSILON);
}

/// The cat cannot nearly always win while the rat mostly does; each can be had alone.
#[test]
fn targets_that_exclude_each_other_are_named() {
    let both = target("party", 0.8, 0.9) + &target("enemies", 0.5, 0.8) + &target("rounds", 1.0, 100.0);
    let found = found(&pit(&wanting(&both)));
    assert!(!found.is_reached() && found.count(Verdict::Fail) > 0, "{}", line(&found));
    let members: Vec<Vec<usize>> =
        found.conflicts.iter().map(|conflict| conflict.members.iter().map(|member| member.0).collect()).collect();
    assert_eq!(members, [[0, 1]], "{}", line(&found));
    let told = sentences(&found).join("\n");
    assert!(told.contains("these stand against each other: pit: winners.party, pit: winners.enemies"), "{told}");
}

/// A target that no number of the file can reach is told by itself.
#[test]
fn a_target_out_of_reach_is_named() {
    let found = found(&pit(&wanting(&(target("rounds", 90.0, 95.0) + &target("party", 0.1, 0.9)))));
    let members: Vec<Vec<usize>> =
        found.conflicts.iter().map(|conflict| conflict.members.iter().map(|member| member.0).collect()).collect();
    assert_eq!(members, [[0]], "{}", line(&found));
    let told = sentences(&found).join("\n");
    assert!(told.contains("pit: rounds.mean was not reached with these numbers: where only this is wanted,"), "{told}");
}

/// The cheaper of two numbers that help moves, and what must stay stays. Everything but the digits is as it was.
#[test]
fn the_cheaper_change_is_written_where_the_number_stands() {
    let wanted = target("party", 0.75, 0.9);
    let dear = |id: &str| {
        let numbers = |id: &str, cost: u32| {
            format!("[[numbers]]\npath = \"combatants.{id}.hp\"\nrange = [1, 9]\ncost = {cost}\n")
        };
        let [cat, rat] = ["cat", "rat"].map(|number| numbers(number, if number == id { 50 } else { 1 }));
        format!("scenarios = [\"pit.toml\"]\n{wanted}{cat}{rat}")
    };
    for (id, other) in [("cat", "rat"), ("rat", "cat")] {
        let files = pit(&dear(id));
        let loaded = asked().load(Loader::new(Registry::SHIPPED, &files)).expect("no mistakes");
        let found = loaded.play(&Watch::none()).expect("a result").result;
        let best = found.best().expect("a sheet");
        let changed: Vec<&str> = found.changed(best).map(|(number, _)| number.path.as_str()).collect();
        assert_eq!(
            (found.is_reached(), changed),
            (true, vec![format!("combatants.{other}.hp").as_str()]),
            "{}",
            line(&found)
        );
        let texts = loaded.texts(best);
        let value = best.values[usize::from(other == "rat")];
        let expected = if other == "cat" {
            PIT.replace("hp   =   3 ", &format!("hp   =   {value} "))
        } else {
            PIT.replace("hp = 4 ", &format!("hp = {value} "))
        };
        assert_eq!(texts[Path::new("pit.toml")], expected);
    }
    let staying = wanting(&wanted).replacen("[[targets]]", "stay = [\"combatants.cat.*\"]\n[[targets]]", 1);
    let found = found(&pit(&staying));
    let numbers: Vec<&str> = found.numbers.iter().map(|number| number.path.as_str()).collect();
    assert_eq!(numbers, ["combatants.rat.hp"]);
}

/// Two scenarios that take the same row change together, and a number that is meant in one of them alone is refused if they share it.
#[test]
fn a_row_that_two_scenarios_share_is_one_number() {
    let frame = |name: &str, cats: u32| {
        PIT.replace("name = \"Pit\"", &format!("name = \"{name}\"\nroster = \"beasts.csv\""))
            .replace("hp   =   3", &format!("count = {cats}\nhp   =   3"))
            .replace("hp = 4  # tough\n", "")
    };
    let balance = "scenarios = [\"one.toml\", \"two.toml\"]\n[[targets]]\nscenario = \"two.toml\"\nquantity = \"party\"\nbetween = [0.65, 0.78]\n\
                   [[numbers]]\npath = \"combatants.rat.hp\"\nrange = [1, 20]\n";
    let beasts = "id;hp\nrat;4\n";
    let files = files(&[
        ("one.toml", &frame("One", 1)),
        ("two.toml", &frame("Two", 2)),
        ("beasts.csv", beasts),
        ("pit.balance.toml", balance),
    ]);
    let loaded = asked().load(Loader::new(Registry::SHIPPED, &files)).unwrap_or_else(|error| panic!("{error}"));
    let found = loaded.play(&Watch::none()).expect("a result").result;
    assert_eq!(found.numbers[0].files, ["beasts.csv"]);
    let best = found.best().expect("a sheet");
    assert!(found.is_reached() && best.values[0] > 4, "{}", line(&found));
    assert_eq!(loaded.texts(best)[Path::new("beasts.csv")], format!("id;hp\nrat;{}\n", best.values[0]));
}

/// Scenarios that share no number are searched for apart: each is brought back by what would bring it back alone, and what one of
/// them cannot reach stands in nobody else's way.
#[test]
fn what_shares_no_number_is_searched_for_apart() {
    let other = PIT.replace("name = \"Pit\"", "name = \"Den\"").replace("hp   =   3", "hp   =   2");
    let ask = |pit: Option<[f64; 2]>, den: Option<[f64; 2]>| {
        let asked = [("pit.toml", pit), ("den.toml", den)];
        let asked = asked.into_iter().filter_map(|(scenario, band)| Some((scenario, band?)));
        let scenarios: Vec<String> = asked.clone().map(|(scenario, _)| format!("\"{scenario}\"")).collect();
        let mut text = format!("scenarios = [{}]\n", scenarios.join(", "));
        for (scenario, [lo, hi]) in asked {
            write!(
                text,
                "[[targets]]\nscenario = \"{scenario}\"\nquantity = \"party\"\nbetween = [{lo}, {hi}]\n\
                 [[numbers]]\nscenario = \"{scenario}\"\npath = \"combatants.*.hp\"\nrange = [1, 6]\n"
            )
            .expect("a string has room");
        }
        found(&files(&[("pit.toml", PIT), ("den.toml", &other), ("pit.balance.toml", &text)]))
    };
    let (pit, den) = ([0.62, 0.75], [0.55, 0.7]);
    let [one, two] = [ask(Some(pit), None), ask(None, Some(den))].map(|found| found.best().expect("a sheet").clone());
    let both = ask(Some(pit), Some(den));
    let best = both.best().expect("a sheet");
    assert!(both.is_reached(), "{}", line(&both));
    assert_eq!(best.values, [one.values.clone(), two.values].concat(), "{}", line(&both));
    let half = ask(Some(pit), Some([0.9999, 1.0]));
    let best = half.best().expect("a sheet");
    assert_eq!((&best.values[..2], best.measures[0].verdict), (&one.values[..], Verdict::Pass), "{}", line(&half));
    let members: Vec<usize> = half.conflicts.iter().flat_map(|clash| &clash.members).map(|member| member.0).collect();
    assert_eq!(members, [1], "{}", line(&half));
}

/// The number of combatants may change, and with it which of them is which.
#[test]
fn numbers_of_combatants_may_change() {
    let counted = PIT.replace("hp = 4  # tough", "count = 1\nhp = 2");
    let balance = "scenarios = [\"pit.toml\"]\n[[targets]]\nquantity = \"combatants.cat.dead\"\nbetween = [0.2, 1.0]\n\
                   [[numbers]]\npath = \"combatants.rat.count\"\nrange = [1, 6]\n";
    let found = found(&files(&[("pit.toml", &counted), ("pit.balance.toml", balance)]));
    assert!(found.is_reached() && found.best().expect("a sheet").values[0] > 1, "{}", line(&found));
}

#[test]
fn threads_change_nothing_and_an_interrupt_leaves_a_part() {
    let files = pit(&wanting(&target("party", 0.7, 0.75)));
    let loaded = asked().load(Loader::new(Registry::SHIPPED, &files)).expect("no mistakes");
    let texts = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        pool.install(|| loaded.play(&Watch::none()).expect("a result").line())
    });
    assert!(texts[1] == texts[0] && texts[2] == texts[0]);
    let seen = AtomicU64::new(0);
    let watch = Watch {
        interrupted: &|| seen.load(Ordering::Relaxed) > 10_000,
        progress: &|finished| {
            seen.fetch_max(finished, Ordering::Relaxed);
        },
    };
    let part = loaded.play(&watch).expect("something was measured").result;
    assert!(part.is_partial && part.before.is_some() && !part.is_reached(), "{}", line(&part));
    assert!(line(&part).ends_with(r#","partial":true}"#));
    let never = Watch { interrupted: &|| true, progress: &|_| () };
    assert!(loaded.play(&never).is_err_and(|error| error.is_interrupt()));
}

/// The last measurement is kept if an interrupt comes while conflicts are searched for.
#[test]
fn an_interrupt_keeps_the_last_measurement() {
    let both = target("party", 0.8, 0.9) + &target("enemies", 0.5, 0.8);
    let files = pit(&wanting(&both));
    let loaded = asked().load(Loader::new(Registry::SHIPPED, &files)).expect("no mistakes");
    let whole = loaded.play(&Watch::none()).expect("a result").result;
    let seen = AtomicU64::new(0);
    let watch = Watch {
        interrupted: &|| seen.load(Ordering::Relaxed) + 2_000 >= whole.played,
        progress: &|finished| {
            seen.fetch_max(finished, Ordering::Relaxed);
        },
    };
    let part = loaded.play(&watch).expect("something was measured").result;
    assert!(part.is_partial && part.played < whole.played, "{}", line(&part));
    assert_eq!((part.sheets, part.before), (whole.sheets, whole.before));
}

/// More pairs than targets are taken are refused before any of them is made ready.
#[test]
fn too_many_targets_are_refused() {
    let mut rows = rows(EVEN);
    (3..40).for_each(|row| writeln!(rows, "row-{row},4,8,6,3").expect("a string has room"));
    let balance = "roster = \"yard.toml\"\npairs = { at_least = 0.4 }\n[[numbers]]\npath = \"combatants.*.initiative\"\nwithin = 4\n";
    let yard = files(&[("yard.toml", YARD), ("rows.csv", &rows), ("pit.balance.toml", balance)]);
    let message = found_in(&yard).expect_err("it is refused").to_string();
    assert!(message.contains("`roster`: there would be 780 targets, at most 500 are taken"), "{message}");
}

/// Each mistake is told at its place.
#[test]
fn mistakes_of_the_file_are_told() {
    let band = target("party", 0.4, 0.6);
    for (balance, said) in [
        (wanting(&target("partx", 0.4, 0.6)), "`targets.quantity`: there is no metric `metrics.partx`"),
        (wanting(&target("party", 0.4, 1.6)), "is a share"),
        (wanting(&target("party", 0.6, 0.4)), "the lower bound must lie below the upper one"),
        (wanting("[[targets]]\nquantity = \"party\"\n"), "needs `between = [LO, HI]`"),
        (wanting(&(band.clone() + &band)), "`winners.party` is a target already"),
        (wanting(""), "nothing is wanted"),
        (format!("scenarios = [\"pit.toml\"]\n{band}"), "nothing may change"),
        (format!("scenarios = []\n{band}{NUMBERS}"), "name the scenarios, or a `roster`"),
        (format!("scenarios = [\"pit.toml\"]\npairs = {{ at_least = 0.4 }}\n{band}{NUMBERS}"), "there is no `roster`"),
        (wanting(&band).replace("hp", "hq"), "there is no `combatants.*.hq`"),
        (wanting(&band).replace("[1, 9]", "[4, 9]"), "`combatants.cat.hp` is 3, which is outside"),
        (wanting(&band).replace("[1, 9]", "[0, 9]"), "`combatants.cat.hp` may be 1 to 1000"),
        (
            wanting(&band).replace("combatants.*.hp", "rules.max_rounds"),
            "is not written in the file: its 100 is a default",
        ),
        (wanting(&band).replace("combatants.*.hp", "combatants.cat.policy"), "is no whole number"),
        (wanting(&band) + NUMBERS, "an earlier entry has it already"),
        (wanting(&band) + "step = 0\n", "a step is a whole number above 0"),
        (wanting(&band) + "within = 3\n", "one of the two is enough"),
        (wanting(&band) + "cost = 0\n", "a cost is a number from 1e-6 to 1e6"),
        (wanting(&band) + "colour = 1\n", "pit.balance.toml:9:1: unknown key `numbers.colour`"),
        (wanting(&band).replace("quantity", "quantitty"), "unknown key `targets.quantitty`; did you mean `quantity`?"),
        (wanting(&band).replace("[[targets]]", "[[target]]"), "unknown key `target`; did you mean `targets`?"),
        (format!("stays = []\ncolour = 1\n{}", wanting(&band)), "unknown key `stays`; did you mean `stay`?"),
        (format!("stays = []\ncolour = 1\n{}", wanting(&band)), "the keys here are scenarios, roster, pairs"),
        (wanting(&band) + "cost = \"dear\"\n", "pit.balance.toml:9:8: `cost`: invalid type: string \"dear\""),
        (wanting(&band).replace("path = \"combatants.*.hp\"\n", ""), "`numbers`: missing field `path`"),
        (wanting(&band) + "cost = = 1\n", "not valid TOML"),
        (wanting(&band) + "scenario = \"pot.toml\"\n", "there is no scenario `pot.toml`"),
        (wanting(&band).replace("pit.toml", "absent.toml"), "cannot read absent.toml"),
    ] {
        let message = refusal(&balance);
        assert!(message.contains(said), "{balance}\n{message}");
    }
    let message = refusal(&wanting(&target("partx", 0.4, 0.6)));
    assert!(message.starts_with("pit.balance.toml:3:12: "), "{message}");
}
