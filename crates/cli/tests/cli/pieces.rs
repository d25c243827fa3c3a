//! Pieces of a run by their number, and shards by pipe.

use std::fs;

use crate::{equipoise, refusal, refusal_of, stdout_of};

#[test]
fn a_part_is_a_line_of_the_plan() {
    for (encounters, parts) in [(1000, 7), (5, 5), (64, 1)] {
        let plan = stdout_of(&format!("plan -n {encounters} --shards {parts}"));
        assert_eq!(plan.lines().count(), parts);
        for (index, range) in plan.lines().enumerate() {
            let [by_number, by_range] = [format!("-n {encounters} --part {index}/{parts}"), format!("--range {range}")]
                .map(|encounters| stdout_of(&format!("run spar.toml {encounters} --format json --quiet")));
            assert_eq!(by_number, by_range, "{index}/{parts}");
        }
    }
}

#[test]
fn a_part_that_does_not_exist_is_refused() {
    for (arguments, expected) in [
        ("-n 100 --part 64/64", "parts are counted from 0: 0/64 to 63/64"),
        ("-n 100 --part 5", "expected I/K, counted from 0"),
        ("-n 3 --part 3/64", "there is no part 3/64: of 3 encounters there are 3 parts at most"),
        ("--part 0/4 --range 0..5", "cannot be used with"),
        ("--part 0/4 --precision 0.1", "cannot be used with"),
        ("--part 0/4 --method exact", "--part"),
    ] {
        let message = refusal_of(&format!("run spar.toml {arguments}"));
        assert!(message.split_whitespace().collect::<Vec<_>>().join(" ").contains(expected), "{arguments}: {message}");
    }
}

#[test]
fn shards_pass_through_pipes() {
    let shards: Vec<String> =
        (0..4).map(|part| stdout_of(&format!("run spar.toml -n 1000 --part {part}/4 --quiet --shard -"))).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("0.json");
    stdout_of(&format!("run spar.toml -n 1000 --part 0/4 --quiet --format csv --shard {}", path.display()));
    assert_eq!(shards[0], fs::read_to_string(&path).expect("a shard"));
    assert_eq!(shards[0], stdout_of("run spar.toml -n 1000 --part 0/4 --quiet --format csv --shard -"));
    let piped = |arguments: &str, input: &str, code: i32| {
        let output = equipoise(arguments).write_stdin(input).assert().code(code);
        let [stdout, stderr] = [&output.get_output().stdout, &output.get_output().stderr]
            .map(|text| String::from_utf8_lossy(text).into_owned());
        (stdout, stderr)
    };
    let whole = stdout_of("run spar.toml -n 1000 --quiet --format json");
    assert_eq!(piped("merge - -n 1000 --format json", &shards.concat(), 0).0, whole);
    let rest = shards[1..].concat();
    assert_eq!(piped(&format!("merge {} - -n 1000 --format json", path.display()), &rest, 0).0, whole);
    assert_eq!(piped("merge - -n 1000 --missing", &rest, 0).0, "0..250\n");
    assert!(piped("merge - -n 1000", &rest, 1).1.contains("no shard has the encounters 0..250"));
    assert!(piped("merge - -n 1000", "", 1).1.contains("there are no shards"));
    assert!(piped("merge - -n 1000", "{}", 2).1.contains("<stdin> is not a shard"));
    let message = refusal(equipoise("merge - -").write_stdin(shards.concat()));
    assert!(message.contains("can be read once only"), "{message}");
}

#[test]
fn shards_of_comparisons_pass_through_a_pipe_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let shards: Vec<String> = ["0..500", "500..1000"]
        .into_iter()
        .map(|range| {
            let path = folder.path().join(range);
            stdout_of(&format!("compare spar.toml death.toml --range {range} --quiet --shard {}", path.display()));
            fs::read_to_string(&path).expect("a shard")
        })
        .collect();
    let joined = equipoise("merge - --format json").write_stdin(shards.concat()).assert().code(0);
    let joined = String::from_utf8_lossy(&joined.get_output().stdout).into_owned();
    assert_eq!(joined, stdout_of("compare spar.toml death.toml --range 0..1000 --quiet --format json"));
}
