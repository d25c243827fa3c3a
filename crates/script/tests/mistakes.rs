//! Messages for scripts that are wrong, before a fight and in one.

use equipoise_engine::scenario::{Scenario, Source};
use equipoise_engine::testing::try_load;
use equipoise_engine::{EncounterIndex, Fault, Seed, load};
use equipoise_script::Script;
use equipoise_sim::studies::replay::replay;

/// A scenario with these lines as its script, from line 4 on.
fn with(script: &str) -> String {
    let sheet = |id: &str, side: &str| format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\n");
    format!(
        "system = \"script\"\nname = \"A\"\nscript = '''\n{script}\n'''\n{}{}",
        sheet("hero", "party"),
        sheet("ogre", "enemies")
    )
}

#[track_caller]
fn refused(script: &str) -> String {
    match try_load::<Script>(&with(script), &[]) {
        Ok(_) => panic!("not refused: {script}"),
        Err(problems) => problems,
    }
}

/// A script with these statements in its turn.
fn turn(statements: &str) -> String {
    format!(
        "points(\"hp\", 1..=9, 3);\nstate(\"luck\");\nmetric(\"hits\", \"hits\");\nfn turn(f, me) {{\n{statements}\n}}"
    )
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (script, expected) in [
        ("fn turn(f, me) {", "t:4:16: `script`: `}` is missing to terminate this block"),
        ("fn turn(f, me) { let a = foe; }", "t:4:26: `script`: there is no variable `foe`"),
        ("fn turn(me) { }", "t:4:1: `script`: a fight calls it as `fn turn(f, me)`"),
        ("let a = 1;", "the script has no function `turn(f, me)` and none `round(f)`: nobody ever acts"),
        ("stat(\"hp\", 3..=1);\nfn turn(f, me) { }", "t:4:1: `script`: the range of `hp` is empty"),
        ("stat(\"hp\", \"number\");\nfn turn(f, me) { }", "the values of `hp` are a range such as 1..=20"),
        ("stat(\"hp\", 1..=3, 4);\nfn turn(f, me) { }", "`hp` has a default that it does not allow: 4"),
        ("stat(\"hp\", 1..=3, #{ dok: \"x\" });\nfn turn(f, me) { }", "there is no option `dok`: did you mean `doc`?"),
        ("stat(\"hp\", 1..=3);\nstate(\"hp\");\nfn turn(f, me) { }", "t:5:1: `script`: `hp` is declared twice"),
        ("stat(\"side\", 1..=3);\nfn turn(f, me) { }", "`side` is declared twice"),
        ("rule(\"one\", \"x\");\nfn turn(f, me) { }", "`one` is no id of a rule"),
        ("points(\"hp\", \"flag\");\nfn turn(f, me) { }", "points are numbers"),
        ("eval(\"1\");\nfn turn(f, me) { }", "`script`: "),
        ("loop { }\nfn turn(f, me) { }", "more than 200000 steps in one call: does a loop never end?"),
    ] {
        let problems = refused(script);
        assert!(problems.contains(expected), "{script}: {problems}");
    }
}

/// All names that nothing declares are told at once, each with the nearest one.
#[test]
fn unknown_names_are_told_together() {
    let problems = refused(&turn("me.luk += 1;\ntets(1, 2);\nrule(\"MY-01\");\ncount(\"hit\");\nsay(me.nam);"));
    for expected in [
        "t:8:4: `script`: there is no `luk`",
        "t:9:1: `script`: there is no function `tets`",
        "t:10:6: `script`: the script declares no rule `MY-01`",
        "t:11:7: `script`: the script declares no metric `hit`",
        "t:12:8: `script`: there is no `nam`",
    ] {
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
    assert_eq!(problems.lines().count(), 5, "{problems}");
}

/// The dice of a `chance` may be thrown several times, and the text of a `say` may not be made at all.
#[test]
fn what_may_not_change_there_is_known_before_a_fight() {
    let problems = refused(&turn(
        "let n = 0;\nlet l = [];\nchance { n += d(6); me.luck = n; n };\nchance { l.push(1); 1 };\nchance { return 1; };\nsay(`${d(6)}`);\nsay(`${n = 1}`);",
    ));
    for expected in [
        "t:10:10: `script`: `n` changes inside of `chance`",
        "t:10:21: `script`: `me` changes inside of `chance`",
        "t:11:10: `script`: `l` changes inside of `chance`",
        "t:12:10: `script`: `chance` is left at its end only",
        "t:13:8: `script`: `say` makes its text only if somebody hears it: call `d` before",
        "t:14:8: `script`: `say` makes its text only if somebody hears it: nothing may change in it",
    ] {
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
    assert_eq!(problems.lines().count(), 6, "{problems}");
    let own =
        turn("me.luck = chance { let n = 0; for i in 0..2 { n += d(6); } n };\nsay(`${allies(me).len()} with ${me}`);");
    assert!(try_load::<Script>(&with(&own), &[]).is_ok());
}

/// Points that put out of the fight change by what tells of it, whichever name the script has for the combatant.
#[test]
fn points_change_by_hurt_and_heal() {
    let problems = refused(&turn("let foe = foes(me)[0];\nfoe.hp -= 3;"));
    assert!(problems.contains("t:9:5: `script`: `hp` puts out of the fight: `hurt` takes it"), "{problems}");
    // A map of the script has a part of that name: what is meant shows in the fight.
    let text = with(&turn("let a = #{ hp: 1 };\na.hp = 2;\nme.hp = 3;"));
    let script: Script = try_load(&text, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let fault = Fault::caught(|| replay(&script, Seed(1), EncounterIndex(0))).expect_err("it fails");
    assert!(fault.into_problems().to_string().contains("`hp` puts out of the fight: it changes by `hurt` and `heal`"));
}

/// Texts that name a number, a word of a key or dice are held against what there is before a fight.
#[test]
fn texts_that_name_nothing_are_told() {
    let keys = "stat(\"weapon\", [\"sword\", \"long-bow\"], \"sword\");\nstat(\"dice\", \"dice\", \"1d6\");";
    let texts = [
        "least(foes(me), \"hpp\");",
        "foes(me).most(\"dice\");",
        "order_by(\"weapon\");",
        "if me.weapon == \"longbow\" { }",
        "if \"enemy\" != me.side { }",
        "roll(\"2x6\");",
    ];
    let script = format!("{keys}\n{}", turn(&texts.join("\n")));
    let problems = refused(&script);
    for expected in [
        "t:10:17: `script`: combatants have no number `hpp`",
        "t:11:15: `script`: combatants have no number `dice`",
        "t:12:10: `script`: `order_by` takes the name of a `state` or of `points`, and no `weapon`",
        "t:13:17: `script`: `weapon` is never \"longbow\"",
        "t:14:4: `script`: `side` is never \"enemy\"",
        "t:15:6: `script`: \"2x6\" are no dice",
    ] {
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
    assert_eq!(problems.lines().count(), 6, "{problems}");
    // A function of the script itself may have any texts, and a map any words.
    let texts = ["most([], \"x\");", "let a = #{ side: \"left\" };", "if a.side == \"left\" { me.luck = 1; }"];
    let own = format!("fn most(list, what) {{ what }}\n{}", turn(&texts.join("\n")));
    assert!(try_load::<Script>(&with(&own), &[]).is_ok());
}

/// Habits of other languages are answered with what is written here.
#[test]
fn habits_of_other_languages_are_answered() {
    for (statements, hint) in [
        ("if me.luck == 1 { } elif me.luck == 2 { }", "write `else if`"),
        ("let a = null;", "what has no value is `()`"),
        ("let a = me.luck > 1 ? 1 : 2;", "`if a { b } else { c }` has a value"),
        ("let a = 1.5;", "there are no fractions"),
        ("if me.luck > 1 and me.luck < 3 { }", "write `&&`, `||` and `!`"),
        ("me.luck++;", "write `a += 1`"),
        ("if me.luck > 1:\n me.luck = 2;", "between `{` and `}`"),
        ("say(\"why?\"); let a = True;", "write `true` and `false`"),
    ] {
        let scenario = Scenario::parse(Source::new("t", with(&turn(statements)))).expect("TOML");
        let problems = load::<Script>(&scenario).err().unwrap_or_else(|| panic!("not refused: {statements}"));
        let found = problems.list[0].help().unwrap_or_else(|| panic!("no hint for {statements}: {problems}"));
        assert!(found.contains(hint), "{statements}: {found}");
    }
}

/// Parts of maps have names of their own.
#[test]
fn maps_may_have_any_parts() {
    assert!(try_load::<Script>(&with(&turn("let a = #{ weight: 2 };\nme.luck += a.weight;")), &[]).is_ok());
}

/// A mistake that shows in a fight only names the place, the encounter, and what was told up to there.
#[test]
fn faults_are_told_with_place_and_encounter() {
    for (statements, expected) in [
        ("say(\"so far\");\nlet a = [];\nme.luck = a[0];", "t:10:13: "),
        ("say(\"so far\");\nme.luck = 1 / me.luck;", "t:9:13: "),
        ("say(\"so far\");\nloop { me.luck = 1; }", "does a loop never end?"),
        ("say(\"so far\");\nme.luck = 3000000000;", "3000000000 is too large"),
        ("say(\"so far\");\nd(0);", "a die of 0 sides"),
        ("say(\"so far\");\nhits(101, 6, 5);", "101 dice, 0 to 100 are allowed"),
        ("say(\"so far\");\nlet dice = \"x\";\nroll(dice);", "\"x\" are no dice"),
        ("say(\"so far\");\nchance { down(me); 1 };", "nothing may change inside of `chance`"),
        ("say(\"so far\");\nchance { [1] };", "t:9:8: `script`: `chance` has a number, a flag or a text"),
        ("say(\"so far\");\nloop { chance { break } }", "t:9:17: `script`: `chance` is left at its end only"),
        ("say(\"so far\");\nsay(1);", "t:9:5: `script`: `say` takes a text"),
        (
            "say(\"so far\");\nsay([1].map(|x| d(6)).len().to_string());",
            "nothing may be rolled or changed inside of `say`",
        ),
        ("say(\"so far\");\nany([]);", "`any` of an empty list"),
        ("say(\"so far\");\nturn(f, me);", "functions call each other too deeply"),
        ("say(\"so far\");\nwin(\"nobody\");", "the sides are \"party\" and \"enemies\""),
    ] {
        let scenario = Scenario::parse(Source::new("t", with(&turn(statements)))).expect("TOML");
        let script: Script = load(&scenario).unwrap_or_else(|problems| panic!("{statements}: {problems}"));
        let fault = Fault::caught(|| replay(&script, Seed(1), EncounterIndex(7))).expect_err("it fails");
        assert_eq!(fault.encounter, Some(EncounterIndex(7)));
        assert_eq!(fault.told.first().map(|line| line.text.as_str()), Some("so far"), "{statements}");
        let problems = fault.into_problems();
        let message = problems.to_string();
        assert!(message.contains(expected), "{statements}: {message}");
        let help = problems.list[0].help().expect("a hint");
        assert!(help.contains("--index 7"), "{help}");
    }
}

/// A call that fails leaves nothing behind that a later fight would notice.
#[test]
fn a_fault_in_a_draw_closes_the_draw() {
    let text = with(&turn("let a = chance { if me.luck == 0 { [1] } else { 1 } };"));
    let scenario = Scenario::parse(Source::new("t", text)).expect("TOML");
    let script: Script = load(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    for index in 0..2 {
        let fault = Fault::caught(|| replay(&script, Seed(1), EncounterIndex(index))).expect_err("it fails");
        assert!(fault.into_problems().to_string().contains("`chance` has"));
    }
}
