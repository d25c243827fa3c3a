#![expect(clippy::single_range_in_vec_init, reason = "lists of ranges, of which some have one")]

use std::path::Path;

use super::*;
use crate::kernel::job::Counts;
use crate::kernel::run::Watch;
use crate::record::Shard;
use crate::record::shard::tests::unsealed;
use crate::registry::Registry;
use crate::studies::compare::job::cuts;
use crate::studies::load::Loader;
use crate::studies::merge::{JointMerging, MergeError};
use crate::studies::study::Opponent;

const TEXT: &str = "system = \"tiny\"\nname = \"A\"\n[rules]\nmax_rounds = 3\n
[[combatants]]\nid = \"cat\"\nside = \"party\"\nhp = 3\nattacks = [{ id = \"claw\", kind = \"light_melee\" }]
[[combatants]]\nid = \"rat\"\nside = \"enemies\"\ncount = 2\nhp = 1\nattacks = [{ id = \"teeth\", kind = \"light_melee\" }]\n";

fn shard(seed: u64, hp: u32, played: &[Range<u64>]) -> JointShard {
    let texts: Files = std::iter::once(("a.toml".into(), TEXT.to_owned())).collect();
    let study = Compare {
        first: "a.toml".into(),
        second: Opponent::With(vec![format!("combatants.cat.hp={hp}").parse().expect("an override")]),
        overrides: Vec::new(),
        until: Until::Fixed { encounters: 1 },
        seed,
        confidence: 0.95,
        margin: None,
    };
    let comparison = study.load(Loader::new(Registry::SHIPPED, &texts)).expect("a scenario without mistakes");
    let mut job = comparison.job_over(played.iter().flat_map(cuts).collect());
    job.drive(&Watch::none()).expect("nothing is to be decided");
    job.shard()
}

fn parse(text: &str) -> Result<JointShard, ShardError> {
    JointShard::parse(Path::new("x"), text.as_bytes())
}

#[test]
fn a_shard_is_read_as_it_was_written() {
    for played in [&[0..100][..], &[5..6, 16_000..17_000], &[]] {
        let shard = shard(3, 4, played);
        let text = shard.text();
        assert!(JointShard::is_like(text.as_bytes()) && !Shard::is_like(text.as_bytes()));
        assert_eq!(parse(&text).expect("our own").parts, shard.parts);
        assert_eq!(parse(&text).expect("our own").text(), text);
    }
}

/// Whatever is wrong with a count, or with what the counts are of, is found.
#[test]
fn what_no_comparison_counts_is_refused() {
    let good = unsealed(&shard(3, 4, &[0..50, 60..90]).text());
    for (pointer, wrong, told) in [
        ("/comparison", 1.into(), "in format 1, and this program reads format 2"),
        ("/parts/0/range", serde_json::json!([50, 0]), "empty or reversed"),
        ("/parts/0/range", serde_json::json!([0, 51]), "fit no 51 encounters"),
        ("/parts/1/range", serde_json::json!([40, 70]), "out of order"),
        ("/parts/1/range", serde_json::json!([61, 91]), "other encounters than its parts"),
        ("/parts/0/counts/0", serde_json::json!(["1", "2"]), "the counts of winners.party fit no 50"),
        ("/parts/0/counts/0/0", "340282366920938463463374607431768211455".into(), "winners.party fit no"),
        ("/parts/0/counts/0/0", "01".into(), "string of decimal digits"),
        ("/parts/0/counts/0/0", 7.into(), "invalid type"),
        ("/parts/0/counts/4/4", "1000000000".into(), "the counts of rounds.mean fit no"),
        ("/parts/0/counts", serde_json::json!([]), "counts of 0 numbers"),
        ("/numbers/0/name", "winners.enemies".into(), "there twice"),
        ("/numbers/0/name", "victory".into(), "no share `winners.party`"),
        ("/numbers/0/kind", "mean".into(), "no share `winners.party`"),
        ("/numbers/4/kind", "share".into(), "rounds.mean fit no"),
        ("/canonical/1", "{".into(), "no line of JSON"),
        ("/study/until", serde_json::json!({ "fixed": { "encounters": 80 } }), "other encounters"),
        ("/study/confidence", 2.into(), "confidence"),
        ("/files", 5.into(), "invalid type"),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).expect("it is there") = wrong;
        let message = parse(&bad.to_string()).expect_err("it is wrong").to_string();
        assert!(message.contains(told), "{pointer}: {message}");
    }
    let mut more = good.clone();
    more["later"] = 1.into();
    assert!(parse(&more.to_string()).is_err());
}

#[test]
fn counts_of_other_encounters_are_told_by_the_crc_alone() {
    let text = shard(3, 4, &[0..50, 60..90]).text();
    let damaged = text.replace("[60,90]", "[61,91]");
    assert!(matches!(parse(&damaged), Err(ShardError::Damaged { .. })));
    assert_eq!(parse(&unsealed(&damaged).to_string()).expect("some have such counts").ranges(), [0..50, 61..91]);
    assert_eq!(parse(&unsealed(&text).to_string()).expect("as earlier versions wrote it").text(), text);
}

fn merged(shards: &[JointShard]) -> Result<JointMerging, MergeError> {
    let mut merging = JointMerging::default();
    for (number, shard) in shards.iter().enumerate() {
        merging.add(Path::new(&format!("{number}.json")), shard)?;
    }
    Ok(merging)
}

#[test]
fn shards_join_to_the_same_bytes_in_any_order() {
    let whole = shard(3, 4, &[0..40_000]);
    let parts = [0..9_000, 9_000..16_384, 16_384..40_000].map(|range| shard(3, 4, &[range]));
    let sums = |shard: &JointShard| {
        let mut tally = shard.empty.clone();
        for part in &shard.parts {
            tally.merge(&part.counts);
        }
        tally
    };
    let text = merged(&parts).expect("they fit").shard().expect("there are some").text();
    for order in [[2, 0, 1], [1, 2, 0], [2, 1, 0]] {
        let shards = order.map(|index| parts[index].clone());
        let joined = merged(&shards).expect("they fit");
        assert_eq!(joined.missing(None).expect("none beyond"), []);
        assert_eq!(joined.shard().expect("there are some").text(), text);
        assert_eq!(sums(&joined.shard().expect("there are some")), sums(&whole));
        let line = joined.finish(None, 0.95, None).expect("there are some").line();
        assert_eq!(
            line,
            merged(std::slice::from_ref(&whole)).expect("one").finish(None, 0.95, None).expect("one").line()
        );
    }
    let twice = merged(&[parts[0].clone(), parts[1].clone(), parts[0].clone()]).expect("the same counts once");
    assert_eq!(twice.missing(Some(40_000)).expect("none beyond"), [16_384..40_000]);
    assert!(matches!(twice.missing(Some(10_000)), Err(MergeError::TooMany { .. })));
}

#[test]
fn shards_of_other_comparisons_are_refused() {
    let first = shard(3, 4, &[0..50]);
    let mut version = shard(3, 4, &[50..60]);
    version.version = "0.0.9".to_owned();
    let mut counts = first.clone();
    counts.parts = shard(4, 4, &[0..50]).parts;
    for (other, told) in [
        (shard(4, 4, &[50..60]), "seed is `3` in one and `4`"),
        (shard(3, 5, &[50..60]), "shards of different scenarios"),
        (shard(3, 4, &[49..60]), "shards overlap: 0..50 and 49..60"),
        (shard(3, 4, &[0..10]), "shards overlap: 0..10 and 0..50"),
        (counts, "shards overlap: 0..50 and 0..50"),
    ] {
        let message = merged(&[first.clone(), other]).expect_err("they do not fit").to_string();
        assert!(message.starts_with("cannot join 1.json to 0.json: ") && message.contains(told), "{message}");
    }
    let message = merged(&[first, version]).expect_err("of another version").to_string();
    assert!(message.starts_with("1.json is of equipoise 0.0.9 with seed contract"), "{message}");
}
