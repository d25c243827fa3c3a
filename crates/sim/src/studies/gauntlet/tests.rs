//! Rows against exact solutions, and what is refused.

use std::path::PathBuf;

use super::ask::{Gauntlet as Asked, Place};
use super::*;
use crate::kernel::run::Watch;
use crate::record::Files;
use crate::registry::Registry;
use crate::studies::load::{Loader, load};
use crate::studies::method::Limits;
use crate::studies::report::Report;
use crate::studies::study::{Found, Question, StudyError};

const PARTY: &str = r#"
system = "tiny"
name = "Pit"
[rules]
start_distance = 5
max_rounds = 4
[[combatants]]
id = "cat"
side = "party"
count = 2
hp = 3
attacks = [{ id = "claw", kind = "light_melee" }]
[[combatants]]
id = "fly"
side = "enemies"
armor = "light"
hp = 1
attacks = [{ id = "feelers", kind = "light_melee" }]
"#;

/// A row that has no armor, though the enemies of the scenario have, one that the rules refuse, and ids of the party.
const ROSTER: &str = "id,hp,#level,attacks.1.kind\nrat,1,1,light_melee\ncat,3,2.5,light_melee\nimp,0,3,light_melee\nogre,6,3,heavy_melee\n";

fn asked(change: impl FnOnce(&mut Asked)) -> Asked {
    let mut asked = Asked {
        scenario: "pit.toml".into(),
        overrides: vec![],
        roster: "rows.csv".into(),
        place: Place::Enemies,
        counts: vec![],
        by: None,
        margin: None,
        encounters: 20_000,
        seed: 3,
        // Of some 60 numbers one misses an interval once in a million times.
        confidence: 1.0 - 1e-8,
    };
    change(&mut asked);
    asked
}

fn files(roster: &str) -> Files {
    [("pit.toml", PARTY), ("rows.csv", roster)].map(|(path, text)| (PathBuf::from(path), text.to_owned())).into()
}

fn found_in(files: &Files, asked: &Asked) -> Result<Found<Gauntlet>, StudyError> {
    asked.load(Loader::new(Registry::SHIPPED, files))?.play(&Watch::none())
}

fn found(asked: &Asked) -> Gauntlet {
    found_in(&files(ROSTER), asked).unwrap_or_else(|error| panic!("{error}")).result
}

fn refusal(roster: &str, asked: &Asked) -> String {
    found_in(&files(roster), asked).expect_err("it is refused").to_string()
}

/// The exact results of the scenario with other combatants in the place of one side.
fn solved(replaced: &str, by: &str) -> Report {
    let text = PARTY.replace(replaced, by);
    assert_ne!(text, PARTY);
    let files: Files = [(PathBuf::from("a.toml"), text)].into();
    let loaded = load(Loader::new(Registry::SHIPPED, &files), "a.toml".as_ref(), &[]).expect("a scenario");
    let fights = loaded.with_accounts().expect("accounts");
    fights.solve("a", Limits::new(None, None).into(), &|| false).expect("a small fight")
}

fn row<'a>(found: &'a Gauntlet, id: &str, count: usize) -> &'a Row {
    found.rows.iter().find(|row| (row.id.as_str(), row.count) == (id, count)).expect("it was played")
}

/// Every number of a row lies about the exact one of the scenario in which somebody wrote the row down.
fn assert_is(row: &Row, exact: &Report) {
    let holds = |share: &Share, exact: f64| share.interval.expect("it was sampled").contains(exact);
    for (found, exact) in row.winners.iter().zip(&exact.winners) {
        assert!(holds(found, exact.share), "{}: {found:?} {exact:?}", row.id);
    }
    let interval = row.rounds.interval.expect("many");
    assert!(interval.contains(exact.rounds.mean.mean), "{}: {interval:?}", row.id);
    let party: Vec<_> = exact.combatants.iter().filter(|combatant| combatant.side.name() == "party").collect();
    assert_eq!(party.len(), row.deaths.len());
    for (found, exact) in row.deaths.iter().zip(&party) {
        assert!(holds(&found.share, exact.end_states[3].share), "{}: {found:?} {exact:?}", row.id);
    }
    let sum = |measure: &str| {
        let of_party = |name: &str| party.iter().any(|member| name == format!("accounts.{}.{measure}", member.id));
        exact.metrics.iter().filter(|metric| of_party(&metric.name)).map(|metric| metric.mean.mean).sum::<f64>()
    };
    let [lost] = &row.lost[..] else { panic!("HP alone: {:?}", row.lost) };
    assert_eq!(lost.points, "damage");
    let net = sum("damage_lost") - sum("damage_regained");
    assert!(net > 0.0 && lost.interval.expect("enough").contains(net), "{}: {lost:?} {net}", row.id);
}

const FLY: &str = "id = \"fly\"\nside = \"enemies\"\narmor = \"light\"\nhp = 1\nattacks = [{ id = \"feelers\", kind = \"light_melee\" }]";

fn enemies(id: &str, count: usize, hp: u32, kind: &str) -> String {
    format!(
        "id = \"{id}\"\nside = \"enemies\"\ncount = {count}\nhp = {hp}\nattacks = [{{ id = \"1\", kind = \"{kind}\" }}]"
    )
}

/// False alarms: once in a million.
#[test]
fn rows_are_as_if_the_scenario_had_them() {
    let found = found(&asked(|asked| (asked.counts, asked.by) = (vec![1, 2], Some("#level".to_owned()))));
    for count in [1, 2] {
        assert_is(row(&found, "rat", count), &solved(FLY, &enemies("rat", count, 1, "light_melee")));
        // The id is taken by the party: the row keeps its name all the same.
        assert_is(row(&found, "cat", count), &solved(FLY, &enemies("kitten", count, 3, "light_melee")));
        assert_is(row(&found, "ogre", count), &solved(FLY, &enemies("ogre", count, 6, "heavy_melee")));
    }
    assert!(found.rows.is_sorted_by(|first, next| first.winners[0].share >= next.winners[0].share));
    let refused: Vec<_> = found.refused.iter().map(|refused| (refused.row.as_str(), refused.count)).collect();
    assert_eq!(refused, [("imp", Some(1)), ("imp", Some(2))]);
    let said = "rows.csv:4:5: `combatants.imp.hp` is 0";
    assert!(found.refused[0].sentence().starts_with(said), "{}", found.refused[0].sentence());
}

#[test]
fn rows_may_be_parties() {
    let found = found(&asked(|asked| asked.place = Place::Party));
    let cats =
        "id = \"cat\"\nside = \"party\"\ncount = 2\nhp = 3\nattacks = [{ id = \"claw\", kind = \"light_melee\" }]";
    let ogre = enemies("ogre", 1, 6, "heavy_melee").replace("enemies", "party");
    assert_is(row(&found, "ogre", 1), &solved(cats, &ogre));
    assert_eq!(row(&found, "cat", 1).deaths.len(), 1);
}

/// Three levels whose order is broken by the middle one: the fit of all three is their mean, and the distances add up to 0.
#[test]
fn who_stands_out_is_marked() {
    let roster = "id,hp,cr,attacks.1.kind\na,3,1,light_melee\nb,1,0.5,light_melee\nc,12,0.5,heavy_melee\n";
    let by = |margin| asked(|asked| (asked.by, asked.margin, asked.confidence) = (Some("cr".to_owned()), margin, 0.95));
    let found = found_in(&files(roster), &by(None)).expect("they fight").result;
    let fits: Vec<(&str, Fit)> = found.rows.iter().map(|row| (row.id.as_str(), row.fit.expect("a fit"))).collect();
    let marks: Vec<_> = fits.iter().map(|(id, fit)| (*id, fit.stands_out)).collect();
    let (easier, harder) = (Some(StandsOut::Easier), Some(StandsOut::Harder));
    assert_eq!(marks, [("b", easier), ("a", easier), ("c", harder)]);
    assert!(fits.iter().map(|(_, fit)| fit.distance).sum::<f64>().abs() < 1e-12);
    assert!(fits.iter().all(|(_, fit)| fit.interval.contains(fit.distance)));
    let found = found_in(&files(roster), &by(Some(0.3))).expect("they fight").result;
    let marks: Vec<_> = found.rows.iter().map(|row| row.fit.expect("a fit").stands_out).collect();
    assert!(marks[2] == harder && marks[1].is_none(), "{found:?}");
    let parties = asked(|asked| (asked.by, asked.place) = (Some("cr".to_owned()), Place::Party));
    let found = found_in(&files(roster), &parties).expect("they fight").result;
    let of = |id| row(&found, id, 1).fit.expect("a fit").stands_out;
    assert_eq!((of("b"), of("c")), (Some(StandsOut::Weaker), Some(StandsOut::Stronger)));
}

#[test]
fn a_column_to_fit_over_has_a_number_in_every_row() {
    let by = |column: &str| asked(|asked| asked.by = Some(column.to_owned()));
    let roster = "id,hp,cr,attacks.1.kind\na,1,1/2,light_melee\nb,1,,light_melee\nc,1,\u{2212}2.5,light_melee\nd,1,inf,light_melee\n";
    assert_eq!(
        refusal(roster, &by("cr")),
        "rows.csv:2:5: row 2: has no number in the column `cr`, but `1/2`\nrows.csv:3:5: row 3: has no number in the column `cr`\n\
         rows.csv:5:5: row 5: has no number in the column `cr`, but `inf`"
    );
    assert!(refusal(roster, &by("rc")).contains("`rc`"), "{}", refusal(roster, &by("rc")));
    let unknown = refusal(roster, &asked(|_| ()));
    assert!(unknown.starts_with("rows.csv:1:7: column `cr` is no key"), "only --by lets it be: {unknown}");
    let found = found_in(&files("id;hp;cr;attacks.1.kind\na;1;0,25;light_melee\n"), &by("cr")).expect("it fights");
    assert_eq!(found.result.rows[0].by, Some(0.25), "with semicolons the comma is a decimal mark");
    let found = found_in(&files("id,hp,attacks.1.kind,#cr\na,1,light_melee,7\n"), &by("hp")).expect("it fights");
    assert_eq!(found.result.rows[0].by, Some(1.0), "a key may be such a column");
    let found = found_in(&files("id,hp,attacks.1.kind,#cr\na,1,light_melee,7\n"), &by("#cr")).expect("it fights");
    assert_eq!(found.result.rows[0].by, Some(7.0), "and so may one that is left out");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    assert_eq!(refusal("id,hp\n", &asked(|_| ())), "rows.csv has no rows");
    let set = |path: &str| asked(|asked| asked.overrides = vec![path.parse().expect("an override")]);
    assert_eq!(
        refusal(ROSTER, &set("combatants.fly.hp=3")),
        "`combatants.fly.hp` is set, and the enemies of the scenario do not fight: the rows of the roster do"
    );
    found(&set("combatants.cat.hp=4"));
    let all = refusal("id,hp,attacks.1.kind\na,0,light_melee\nb,0,light_melee\n", &asked(|_| ()));
    assert!(all.contains("rows.csv:2:3: ") && all.contains("rows.csv:3:3: "), "every row is refused: {all}");
    let missing =
        found_in(&files("id,hp,attacks.1.kind\na,,light_melee\nb,1,light_melee\n"), &asked(|_| ())).expect("b fights");
    let sentence = missing.result.refused[0].sentence();
    assert!(sentence.starts_with("rows.csv:2:1: ") && sentence.contains("hp"), "it is told of the row: {sentence}");
    let few = found(&asked(|asked| asked.counts = vec![1, 1000]));
    let sentence = few.refused.iter().find(|refused| refused.count == Some(1000)).expect("too many").sentence();
    assert!(sentence.starts_with("rows.csv:2:1: `combatants.rat.count` is 1000"), "{sentence}");
}

/// A row says its own number of combatants, unless the question does.
#[test]
fn a_row_may_be_a_pack() {
    let roster = "id,hp,count,attacks.1.kind\nrat,1,2,light_melee\n";
    let one = |counts: &[usize]| {
        found_in(&files(roster), &asked(|asked| asked.counts = counts.to_vec())).expect("it fights").result
    };
    assert_eq!((one(&[]).rows[0].count, one(&[1]).rows[0].count), (2, 1));
    assert_eq!(one(&[]).rows[0].winners, one(&[2]).rows[0].winners);
    assert_eq!(one(&[1]).name_of(&one(&[1]).rows[0]), "rat");
    assert_eq!(one(&[2]).name_of(&one(&[2]).rows[0]), "rat x2");
}

#[test]
fn threads_do_not_change_what_is_found() {
    let asked = asked(|asked| (asked.encounters, asked.by) = (777, Some("#level".to_owned())));
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| found_in(&files(ROSTER), &asked).expect("they fight").line())
    };
    assert_eq!(on(1), on(3));
    let few = found(&Asked { encounters: 1, ..asked });
    assert!(few.rows.iter().all(|row| row.lost[0].interval.is_none() && row.rounds.interval.is_none()));
}

#[test]
fn an_interrupt_leaves_whole_rows() {
    let (files, asked) = (files(ROSTER), asked(|asked| asked.encounters = 500));
    let loaded = asked.load(Loader::new(Registry::SHIPPED, &files)).expect("a roster");
    assert_eq!((loaded.encounters(), asked.encounters()), (1500, 500));
    let done = std::sync::atomic::AtomicU64::new(0);
    let watch = Watch {
        interrupted: &|| done.load(std::sync::atomic::Ordering::Relaxed) > 600,
        progress: &|finished| done.store(finished, std::sync::atomic::Ordering::Relaxed),
    };
    let found = loaded.play(&watch).expect("a row was whole").result;
    assert_eq!((found.rows.len(), found.unplayed, found.is_partial()), (1, 2, true));
    assert_eq!(found.rows[0].winners.map(|share| share.count.expect("counted")).iter().sum::<u64>(), 500);
    let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
    assert!(loaded.play(&interrupted).is_err_and(|error| error.is_interrupt()));
}
