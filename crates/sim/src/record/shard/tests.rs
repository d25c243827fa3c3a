use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::kernel::run::{Plan, Watch, run};
use crate::record::{MergeError, Merger};
use crate::studies::report::{Intervals, Report};
use crate::toy::Toy;

pub(crate) const SEED: Seed = Seed(4);

/// The shard of a range of toy fights.
pub(crate) fn of_toy(rules: &Toy, range: Range<u64>) -> Shard {
    Shard::new("Toy", "{\"system\":\"toy\"}", rules, &run(rules, &Plan::new(SEED, range), &Watch::none()), SEED)
}

fn shard(range: Range<u64>) -> Shard {
    of_toy(&Toy::new(), range)
}

/// All shards as one.
pub(crate) fn merge(shards: impl IntoIterator<Item = Shard>) -> Result<Shard, MergeError> {
    let mut merger = Merger::default();
    for (index, shard) in shards.into_iter().enumerate() {
        merger.add(Path::new(&index.to_string()), &shard, |_| Ok(0))?;
    }
    merger.wholes().next().ok_or(MergeError::None)
}

fn parse(text: &str) -> Result<Shard, ShardError> {
    Shard::parse(Path::new("hostile.json"), text.as_bytes())
}

/// A file as JSON, without its CRC-32.
pub(crate) fn unsealed(text: &str) -> Value {
    let mut file: Value = serde_json::from_str(text).expect("our own text");
    file.as_object_mut().expect("an object").remove("crc32").expect("every file has one");
    file
}

/// The message of the error for a file that was changed, and has no CRC-32 to tell that.
fn refusal(change: impl FnOnce(&mut Value)) -> String {
    let mut file = unsealed(&shard(10..500).text());
    change(&mut file);
    parse(&file.to_string()).expect_err("it was changed").to_string()
}

#[test]
fn a_shard_reads_back_as_it_was_written() {
    for range in [0..0, 0..1, 10..5000] {
        let cell = Some(CellNumber { index: 1, cells: 2, paths: 0, grid: 3, list: true });
        let shards = [shard(range.clone()), Shard { cell, ..shard(range) }];
        for shards in [&shards[..1], &shards] {
            let read =
                Shard::parse_all(Path::new("a.json"), shards.iter().map(Shard::text).collect::<String>().as_bytes());
            assert_eq!(read.expect("our own text"), shards);
        }
    }
}

/// Numbers of some encounters name the metric that says which, and have as many as that.
#[test]
fn numbers_among_others_are_read_back() {
    let day = Toy::twice();
    let run = run(&day, &Plan::new(SEED, 0..900), &Watch::none());
    let shard = Shard::new("Day", "{}", &day, &run, SEED);
    assert_eq!(parse(&shard.text()).expect("our own text"), shard);
    let file = unsealed(&shard.text());
    let metrics = file["metrics"].as_array().expect("a list");
    let index = metrics.iter().position(|metric| metric["name"] == "legs.crypt.start.ann.friends").expect("a metric");
    assert_eq!(metrics[index]["among"], "legs.crypt.reached");
    for (key, value) in [("among", json!("legs.crypt.rounds")), ("among", json!("none")), ("encounters", json!(899))] {
        let mut file = file.clone();
        file["metrics"][index][key] = value;
        let message = parse(&file.to_string()).expect_err("it was changed").to_string();
        assert!(message.contains("the encounters of legs.crypt.start.ann.friends, among those of"), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn joined_shards_are_the_single_run(
        mut cuts in prop::collection::vec(0_u64..3000, 0..8),
        order in any::<prop::sample::Index>(),
    ) {
        cuts.extend([0, 3000]);
        cuts.sort_unstable();
        let mut shards: Vec<Shard> = cuts.windows(2).map(|pair| shard(pair[0]..pair[1])).collect();
        let index = order.index(shards.len());
        shards.rotate_left(index);
        shards.swap(0, index);
        let texts = shards.iter().map(Shard::text);
        let read = texts.map(|text| parse(&text)).collect::<Result<Vec<_>, _>>().expect("our own text");
        prop_assert_eq!(merge(read).expect("pieces of one run"), shard(0..3000));
    }
}

#[test]
fn joined_in_two_steps_is_joined_in_one() {
    let pieces = || [0..10, 10..500, 700..900, 500..600].map(shard);
    let [a, b, c, d] = pieces();
    let two_steps = merge([merge(vec![c, a]).expect("apart"), merge([b, d]).expect("touching")]);
    assert_eq!(two_steps.expect("pieces of one run"), merge(pieces()).expect("pieces of one run"));
}

#[test]
fn a_gap_stays_between_ranges() {
    let merged = merge([shard(700..900), shard(0..500)]).expect("pieces of one run");
    assert_eq!(merged.ranges, [0..500, 700..900]);
    assert!(!merged.is_contiguous());
    assert_eq!(merged.encounters(), 700);
}

#[test]
fn a_report_of_shards_is_the_report_of_the_run() {
    let rules = Toy::new();
    let run = run(&rules, &Plan::new(SEED, 5..2005), &Watch::none());
    let expected = Report::sampled("Toy", &rules, &run, SEED, 0.9, Intervals::Fixed);
    let merged = merge([shard(1005..2005), shard(5..1005)]).expect("pieces of one run");
    assert_eq!(Report::from_shard(&merged, 0.9), expected);
}

/// Counts of the same encounters, with other names.
fn renamed() -> Tally {
    let rules = Toy::with_names(["ann", "bob", "ogre"], ["rows", "sixes"]);
    run(&rules, &Plan::new(SEED, 100..200), &Watch::none()).tally
}

#[test]
fn pieces_of_different_runs_are_not_joined() {
    let refusal = |change: fn(&mut Shard)| {
        let mut changed = shard(100..200);
        change(&mut changed);
        merge([shard(0..100), changed]).expect_err("another run").to_string()
    };
    assert_eq!(
        refusal(|shard| shard.seed = 5),
        "cannot join 1 to 0: shards of different runs: seed is `4` in one and `5` in another"
    );
    assert!(refusal(|shard| shard.version = "9".into()).contains("1 is of equipoise 9 with"));
    assert!(refusal(|shard| shard.system = "chess".into()).contains("system is `toy` in one and `chess`"));
    let message = refusal(|shard| shard.canonical = "{\"system\":\"toys\"}".into());
    assert_eq!(
        message,
        "cannot join 1 to 0: shards of different scenarios: `system` is `toy` in one and `toys` in another"
    );
    assert!(refusal(|shard| shard.tally = renamed()).contains("different scenarios"));
    assert!(matches!(merge([]), Err(MergeError::None)));
}

#[test]
fn overlapping_shards_are_not_joined() {
    for ranges in [[0..100, 99..200], [0..100, 20..30], [20..30, 0..100]] {
        let error = merge(ranges.map(shard)).expect_err("the same encounters twice");
        assert!(error.to_string().contains("shards overlap: "), "{error}");
    }
}

#[test]
fn a_shard_that_arrives_again_is_joined_once() {
    assert_eq!(merge([0..100, 0..100].map(shard)).expect("the same shard"), shard(0..100));
}

#[test]
fn an_interrupted_piece_makes_the_whole_partial() {
    let mut piece = shard(100..200);
    piece.complete = false;
    let merged = merge([shard(0..100), piece]).expect("pieces of one run");
    assert!(!merged.complete);
}

#[test]
fn shards_of_different_names_are_joined() {
    let mut renamed = shard(100..200);
    renamed.scenario = "Another name".into();
    let merged = merge([renamed, shard(0..100)]).expect("pieces of one run");
    assert_eq!(merged.scenario, "Toy");
}

#[test]
fn a_file_that_is_no_shard_is_refused() {
    for text in ["", "{", "[]", "null", "{\"format\":5}", "\u{0}", "{\"format\":1e400}"] {
        assert!(matches!(parse(text), Err(ShardError::Malformed { .. })), "{text}");
    }
    assert!(matches!(parse(&"[".repeat(100_000)), Err(ShardError::Malformed { .. })));
}

#[test]
fn wrong_types_are_refused() {
    let changes: [(&str, Value); 11] = [
        ("seed", json!(-1)),
        ("seed", json!("4")),
        ("encounters", json!(1.5)),
        ("ranges", json!([[-5, 3]])),
        ("ranges", json!([[1, 2, 3]])),
        ("rounds", json!([[1, [1, 2, 3]]])),
        ("rounds", json!([[4_294_967_296_u64, [1, 2, 3, 4]]])),
        ("combatants", json!([{"id": "ann", "side": "neither", "ends": [1, 0, 0, 0]}])),
        ("metrics", json!([{"name": "rolls", "sum": 4, "squares": "4"}])),
        ("metrics", json!([{"name": "rolls", "sum": "+4", "squares": "4"}])),
        ("metrics", json!([{"name": "rolls", "sum": "340282366920938463463374607431768211456", "squares": "4"}])),
    ];
    for (key, value) in changes {
        let message = refusal(|file| file[key] = value.clone());
        assert!(message.starts_with("hostile.json is not a shard: "), "{key} {value}: {message}");
    }
    assert!(refusal(|file| file["extra"] = json!(1)).contains("unknown field `extra`"));
}

/// Integers may be written in any way that keeps their value.
#[test]
fn integers_are_read_by_value_and_rounded_ones_are_refused() {
    let shard = shard(10..500);
    let mut file: Value = serde_json::from_str(&shard.text()).expect("our own JSON");
    file["seed"] = json!(4.0);
    file["ranges"] = json!([[10.0, 500.0]]);
    assert_eq!(parse(&file.to_string()).expect("the same numbers"), shard);
    for number in [18_446_744_073_709_551_616.0, 9_007_199_254_740_992.0] {
        let message = refusal(|file| file["ranges"] = json!([[0, number]]));
        assert!(message.contains("was changed on the way") && message.contains("round beyond 2^53"), "{message}");
    }
}

#[test]
fn another_format_is_named_with_the_one_that_is_read() {
    let message = refusal(|file| file["format"] = json!(1));
    assert_eq!(message, "hostile.json is a shard in format 1, and this program reads format 5");
}

/// By the plainest code for the polynomial of zip and PNG.
#[test]
fn the_crc_is_that_of_the_text_without_it() {
    let text = shard(10..500).text();
    let (before, crc32) = text.split_once(",\"crc32\":\"").expect("the last entry");
    let bits = |crc: u32, byte: u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    };
    let plain = !format!("{before}}}").bytes().fold(u32::MAX, bits);
    assert_eq!(crc32, format!("{plain:08x}\"}}\n"));
}

#[test]
fn a_file_without_a_crc_or_with_other_white_space_is_read() {
    let shard = shard(10..500);
    let file: Value = serde_json::from_str(&shard.text()).expect("our own text");
    assert_eq!(parse(&unsealed(&shard.text()).to_string()).expect("as earlier versions wrote it"), shard);
    assert_eq!(parse(&format!("{file:#}")).expect("the same entries"), shard);
}

#[test]
fn contradictions_are_refused() {
    let most = u64::MAX;
    let of_event =
        |name: &str, count: u32| json!({"name": name, "sum": count.to_string(), "squares": count.to_string()});
    let changes: [(&str, Value, &str); 16] = [
        ("/encounters", json!(491), "491 encounters, but its ranges hold 490"),
        ("/ranges", json!([[500, 10]]), "empty or reversed"),
        ("/ranges", json!([[7, 7]]), "empty or reversed"),
        ("/ranges", json!([[0, 400], [300, 390]]), "out of order"),
        ("/ranges", json!([[0, most], [3, most]]), "out of order"),
        ("/rounds/0/1/0", json!(most), "encounters by rounds instead of 490"),
        ("/rounds/0/0", json!(1_000_001), "more than 1000000"),
        ("/rounds/0/0", json!(5), "rounds out of order"),
        ("/combatants/1/ends/0", json!(most), "bob ends"),
        ("/quantities/0", of_event("party_any_dead", 490), "with a death in the party"),
        ("/quantities/0", of_event("party_any_dead", 0), "with a death in the party"),
        ("/quantities/1", of_event("party_all_out", 490), "without a standing party"),
        ("/quantities/1", of_event("party_any_out", 4), "the quantities party_any_dead, party_any_out"),
        ("/quantities/2/squares", json!("490"), "the sums of enemies_any_dead, which are of another kind"),
        ("/quantities/4/encounters", json!(491), "the sums of last_behind fit no 491 values of 490 encounters"),
        ("/metrics/1/squares", json!("3"), "the sums of sixes fit no 490 values of 490 encounters"),
    ];
    for (pointer, value, expected) in changes {
        let message = refusal(|file| *file.pointer_mut(pointer).expect("an entry of our own text") = value.clone());
        assert!(message.starts_with("hostile.json contradicts itself: "), "{pointer}: {message}");
        assert!(message.contains(expected), "{pointer}: {message}");
    }
}

#[test]
fn sums_that_no_values_have_are_refused() {
    let largest = u128::MAX.to_string();
    for (sum, squares) in [("1", "0"), ("0", "1"), ("5", "4"), ("490", "489"), ("980", "1900"), ("0", &largest)] {
        let message = refusal(|file| {
            file["metrics"][0]["sum"] = json!(sum);
            file["metrics"][0]["squares"] = json!(squares);
        });
        assert!(message.contains("the sums of rolls"), "{sum}, {squares}: {message}");
    }
    let message = refusal(|file| {
        file["metrics"][0]["sum"] = json!(largest);
        file["metrics"][0]["squares"] = json!(largest);
    });
    assert!(message.contains("the sums of rolls"), "{message}");
}

#[test]
fn any_other_digit_is_refused() {
    let text = shard(0..50).text();
    for offset in (0..text.len()).filter(|&offset| text.as_bytes()[offset].is_ascii_digit()) {
        let mut damaged = text.clone().into_bytes();
        damaged[offset] = b'0' + (damaged[offset] - b'0' + 1) % 10;
        let error = Shard::parse(Path::new("damaged.json"), &damaged).expect_err("a digit is another one");
        let is_of_format = matches!(error, ShardError::Format { .. } | ShardError::Malformed { .. });
        assert!(is_of_format || matches!(error, ShardError::Damaged { .. }), "{offset}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_damaged_file_never_panics(offset in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut text = shard(0..50).text().into_bytes();
        let offset = offset.index(text.len());
        text[offset] = byte;
        if cut {
            text.truncate(offset);
        }
        let _ = Shard::parse(Path::new("damaged.json"), &text);
    }
}
