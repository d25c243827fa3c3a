//! THRUM-31 to THRUM-33: Cover and Obstruction.

use super::fighters::*;
use super::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    Clear,
    Cover,
    Obstructed,
}

/// A shot of an attack with this tag at a target, past others.
fn shot(map: &str, from: (i16, i16), to: (i16, i16), tag: &str, others: &[String]) -> String {
    let shoot =
        format!("id = \"shoot\", type = \"action\", tags = [\"{tag}\"], range = 12, success = {{ fatigue = 1 }}");
    let everybody = [pc("hero", &rooted(from, &abilities(&[&shoot]))), npc("orc", &rooted(to, PLAIN))];
    scene(QUIET, map, &[everybody.as_slice(), others].concat())
}

/// Checks what is seen of a target: a Bane is a third die, and who is Obstructed is not shot at.
#[track_caller]
fn assert_sight(text: &str, overrides: &[&str], sight: Sight) {
    let combatants = text.matches("[[combatants]]").count();
    let attack: &[u32] = match sight {
        Sight::Clear => &[6, 6, 3, 3],
        Sight::Cover => &[6, 6, 1, 3, 3],
        Sight::Obstructed => &[],
    };
    let faces = [vec![3; 2 * combatants], attack.to_vec()].concat();
    let played = one_round(text, overrides, &faces);
    assert_eq!(played.metric("attacks"), u32::from(sight != Sight::Obstructed), "{text}");
    assert_eq!(played.metric("hits"), u32::from(sight != Sight::Obstructed), "{text}");
    assert_eq!(played.applied(1, "THRUM-31") && played.applied(1, "THRUM-33"), sight == Sight::Cover);
}

const FIELD: &str = "width = 9\nheight = 9";

/// Allies of the attacker's at some squares, who do nothing.
fn bystanders(squares: &[(i16, i16)]) -> Vec<String> {
    let ids = ["ann", "bob", "cid", "dan"];
    squares.iter().zip(ids).map(|(&square, id)| pc(id, &rooted(square, ""))).collect()
}

/// Worked check 8, THRUM-31, THRUM-33: a character beside the target gives Cover from beyond the line through it.
#[test]
fn characters_beside_the_target_give_cover() {
    for (source, attackers) in [
        (
            (3, 4),
            &[
                ((0, 4), Sight::Cover),
                ((2, 0), Sight::Cover),
                ((2, 4), Sight::Cover),
                ((3, 0), Sight::Clear),
                ((4, 0), Sight::Clear),
                ((8, 4), Sight::Clear),
            ][..],
        ),
        (
            (3, 3),
            &[
                ((0, 5), Sight::Cover),
                ((5, 0), Sight::Cover),
                ((1, 4), Sight::Cover),
                ((2, 4), Sight::Clear),
                ((4, 2), Sight::Clear),
                ((0, 0), Sight::Cover),
            ],
        ),
        // A combatant that is not beside the target gives none.
        ((2, 4), &[((0, 4), Sight::Clear)]),
    ] {
        for &(attacker, sight) in attackers {
            assert_sight(&shot(FIELD, attacker, (4, 4), "physical_attack", &bystanders(&[source])), &[], sight);
        }
    }
}

/// Worked check 8, THRUM-32: a diagonal source with both its neighbours on the dividing line Obstructs.
#[test]
fn three_in_a_row_obstruct() {
    let three = [(3, 3), (2, 4), (4, 2)];
    for attacker in [(0, 0), (5, 0), (0, 5)] {
        assert_sight(&shot(FIELD, attacker, (4, 4), "physical_attack", &bystanders(&three)), &[], Sight::Obstructed);
        for two in [[three[0], three[1]], [three[0], three[2]]] {
            assert_sight(&shot(FIELD, attacker, (4, 4), "physical_attack", &bystanders(&two)), &[], Sight::Cover);
        }
    }
    // Beside the target in a row.
    assert_sight(
        &shot(FIELD, (0, 4), (4, 4), "physical_attack", &bystanders(&[(3, 3), (3, 4), (3, 5)])),
        &[],
        Sight::Obstructed,
    );
    assert_sight(&shot(FIELD, (0, 4), (4, 4), "physical_attack", &bystanders(&[(3, 3), (3, 4)])), &[], Sight::Cover);
    // At the edge of the map one of the three is missing.
    assert_sight(&shot(FIELD, (0, 0), (4, 0), "physical_attack", &bystanders(&[(3, 0), (3, 1)])), &[], Sight::Cover);
}

/// THRUM-32: who is Obstructed is not targeted: another one is, who would be a worse target otherwise.
#[test]
fn who_is_obstructed_is_not_targeted() {
    let wall = rows(&["....#....", "....#....", "....#....", ".........", "........."]);
    let others = [npc("imp", &rooted((5, 1), PLAIN))];
    let text = shot(&wall, (0, 1), (3, 4), "physical_attack", &others);
    // The imp is nearer to being Exhausted.
    let text = text.replace("id = \"imp\"", "id = \"imp\"\nfatigue = 3");
    let played = one_round(&text, &[], &[3, 3, 3, 3, 3, 3, 6, 6, 1, 1]);
    assert!(played.applied(1, "THRUM-32"));
    assert_eq!((played.fatigue()[1].0, played.fatigue()[2].0), (0, 2));
}

/// THRUM-31, THRUM-33: Cover and Obstruction do not concern Mental Attacks.
#[test]
fn minds_have_no_cover() {
    for sources in [&[(3, 4)][..], &[(3, 3), (3, 4), (3, 5)]] {
        let text = shot(FIELD, (0, 4), (4, 4), "mental_attack", &bystanders(sources));
        assert_sight(&text.replace("stance = \"concentrate\"", "stance = \"brace\""), &[], Sight::Clear);
    }
}

/// Worked check 8, THRUM-31: terrain 2 levels above the target gives Cover against who stands lower than it.
#[test]
fn high_ground_gives_cover_against_who_is_lower() {
    for (row, sight) in [
        ("....2.", Sight::Cover),
        ("1...2.", Sight::Cover),
        ("2...2.", Sight::Clear),
        ("3...2.", Sight::Clear),
        ("....1.", Sight::Clear),
        ("....21", Sight::Clear),
        ("a...1a", Sight::Cover),
        ("9...#.", Sight::Cover),
        ("....31", Sight::Cover),
        ("....a.", Sight::Clear),
    ] {
        // Sources beside the target, but no three of them in line.
        let map = rows(&["......", row, "......"]);
        assert_sight(&shot(&map, (0, 1), (5, 1), "physical_attack", &[]), &[], sight);
    }
    assert_sight(
        &shot(&rows(&["....#.", "....#.", "....#."]), (0, 1), (5, 1), "physical_attack", &[]),
        &[],
        Sight::Obstructed,
    );
    // Off the map is nothing.
    assert_sight(&shot(&rows(&["....#."]), (0, 0), (5, 0), "physical_attack", &[]), &[], Sight::Cover);
    // A line of sources protects as high as its lowest.
    assert_sight(
        &shot(&rows(&["....2.", "3...4.", "....4."]), (0, 1), (5, 1), "physical_attack", &[]),
        &[],
        Sight::Cover,
    );
    assert_sight(
        &shot(&rows(&["....4.", "3...4.", "....4."]), (0, 1), (5, 1), "physical_attack", &[]),
        &[],
        Sight::Obstructed,
    );
}

/// THRUM-31: a character rises `character_cover_height` above its square, and the attacker has to be lower.
#[test]
fn characters_have_a_height() {
    for (overrides, row, sight) in [
        (&[][..], "1.....", Sight::Cover),
        (&[], "2.....", Sight::Clear),
        (&[], "2...1.", Sight::Cover),
        (&[], "1...a.", Sight::Clear),
        (&["rules.character_cover_height=0"], "......", Sight::Clear),
        (&["rules.character_cover_height=0"], "....1.", Sight::Cover),
        (&["rules.character_cover_height=0"], "a.....", Sight::Cover),
        (&["rules.character_cover_height=3"], "2.....", Sight::Cover),
        (&["rules.character_cover_height=3"], "3.....", Sight::Clear),
    ] {
        let map = rows(&["......", row, "......"]);
        assert_sight(&shot(&map, (0, 1), (5, 1), "physical_attack", &bystanders(&[(4, 1)])), overrides, sight);
    }
}

/// THRUM-31: the Incapacitated are sources, unless `incapacitated_cover` is off.
#[test]
fn the_fallen_give_cover_or_not() {
    for (knob, attack) in [("true", &[6, 6, 1, 3, 3][..]), ("false", &[6, 6, 3, 3])] {
        let fallen = pc("ally", &(faller((3, 4)).replace("abilities", "initiative = 9\nabilities")));
        let text = shot(FIELD, (0, 4), (4, 4), "physical_attack", &[fallen]);
        let faces = [&[3; 6][..], &[1, 1], attack].concat();
        let played = one_round(&text, &[&format!("rules.incapacitated_cover={knob}")], &faces);
        assert_eq!((played.metric("hits"), played.applied(1, "THRUM-31")), (1, knob == "true"));
    }
}

/// THRUM-32: the Incapacitated stand in a line of sources as well, unless `incapacitated_cover` is off.
#[test]
fn the_fallen_obstruct_or_not() {
    let map = rows(&["....#.", "......", "....#."]);
    for (knob, attack) in [("true", &[][..]), ("false", &[6, 6, 1, 3, 3])] {
        let fallen = pc("ally", &(faller((4, 1)).replace("abilities", "initiative = 9\nabilities")));
        let text = shot(&map, (0, 1), (5, 1), "physical_attack", &[fallen]);
        let played =
            one_round(&text, &[&format!("rules.incapacitated_cover={knob}")], &[&[3; 6][..], &[1, 1], attack].concat());
        assert_eq!((played.metric("hits"), played.named("THRUM-33")), (u32::from(knob == "false"), knob == "false"));
    }
}

/// THRUM-33: `cover_banes` Banes, once, however many sources there are.
#[test]
fn cover_is_counted_once() {
    for (banes, sources) in [(0, &[(3, 4)][..]), (1, &[(3, 4), (3, 3)]), (2, &[(3, 4)]), (3, &[(3, 4), (3, 3)])] {
        let text = shot(FIELD, (0, 4), (4, 4), "physical_attack", &bystanders(sources));
        let mut faces = vec![3; 4 + 2 * sources.len()];
        faces.extend([6, 6].iter().chain(&[1, 1, 1][..banes]).chain(&[3, 3]));
        let played = one_round(&text, &[&format!("rules.cover_banes={banes}")], &faces);
        // Two Banes leave 2.
        assert_eq!((played.metric("hits"), played.applied(1, "THRUM-33")), (u32::from(banes < 2), true), "{banes}");
    }
}

/// THRUM-31: neither the attacker nor the target is a source, and enemies of the attacker are.
#[test]
fn everybody_else_is_a_source() {
    let guard = [npc("imp", &rooted((3, 4), "defence = \"standard\"\nresilience = 0"))];
    let text = shot(FIELD, (0, 4), (4, 4), "physical_attack", &guard);
    // The imp in front is the better target: without Cover.
    let text = text
        .replace("range = 12,", "range = 12, when = \"target_exhausted\",")
        .replace("id = \"orc\"", "id = \"orc\"\nfatigue = 9");
    let faces = [vec![3; 6], vec![6, 6, 1, 3, 3]].concat();
    let played = one_round(&text, &[], &faces);
    assert_eq!((played.metric("hits"), played.applied(1, "THRUM-31")), (1, true));
    assert_sight(&shot(FIELD, (3, 4), (4, 4), "physical_attack", &[]), &[], Sight::Clear);
}
