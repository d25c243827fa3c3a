//! The Turns of combatants: the ledger's "Policies", line by line. They decide between the actions that ZONES-12 and
//! ZONES-13 allow, which are the rules named here unless another is at hand.

use super::*;

/// From the middle Zone `h` two ways lead to `o`, over `x` and over `y`; `r` is the other way.
const FORK: &str = concat!(
    r#"{ id = "r", adjacent = ["h"] }, { id = "h", adjacent = ["y", "x"] }, { id = "x", adjacent = ["o"] }, "#,
    r#"{ id = "y", adjacent = ["o"] }, { id = "o" }"#
);
/// Zones of [`FORK`], by index.
const H: u8 = 1;
const X: u8 = 2;
const Y: u8 = 3;
const O: u8 = 4;
/// Four in a line.
const ROW: &str = r#"{ id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }"#;
/// A bow that reaches one Zone.
const SLING: &str = r#"{ id = "sling", kind = "ranged", range = 1, damage = "2" }"#;

/// A hero against Creatures that stand still: id, HP and Zone.
fn against(zones: &str, attacks: &[&str], keys: &str, still: &[(&str, u16, &str)]) -> String {
    let hero = [character("hero", 9, attacks, keys)];
    let still = still.iter().map(|(id, hp, zone)| dummy(id, *hp, zone));
    scene(zones, &hero.into_iter().chain(still).collect::<Vec<_>>())
}

/// One Round in which the party begins.
#[track_caller]
fn round(text: &str, overrides: &[&str], faces: &[u32]) -> Played {
    let party = text.matches("side = \"party\"").count();
    play(&limited(text, overrides, 1), party_first(party, faces))
}

/// A Zone whose ground brings a hinderance to Characters.
fn hindering(id: &str, when: &str, hinderance: &str) -> String {
    let hazard = format!(r#"when = "{when}", affects = "party", test = "str", hinder = "{hinderance}""#);
    format!(r#"{{ id = "{id}", hazard = {{ {hazard} }} }}"#)
}

// default.

/// Three Characters on ground that harms; the last listed has two kinds of items.
fn infirmary(a_hp: u16, b_hp: u16, heal_below: u32) -> String {
    let pit = r#"{ id = "pit", hazard = { affects = "party", test = "str", damage = "1d6" } }, { id = "b" }"#;
    let items = r#"items = [{ id = "salve", heal = "1" }, { id = "brew", heal = "2" }]"#;
    let healer = character("healer", 8, &[SWORD], &format!("heal_below = {heal_below}\n{items}"));
    scene(pit, &[idler("a", a_hp, "pit"), idler("b", b_hp, "pit"), healer, dummy("orc", 9, "b")])
}

/// ZONES-14: P1 heals who has the least share of HP left, of those at or below `heal_below`: oneself first if equal,
/// then in listed order.
#[test]
fn the_worst_off_is_healed() {
    // 14 of 20 are a smaller share than 6 of 8.
    let share = round(&infirmary(20, 8, 80), &[], &[11, 6, 11, 2, 12]);
    assert_eq!(share.hp(), [15, 6, 8, 9]);
    let listed = round(&infirmary(8, 8, 80), &[], &[11, 2, 11, 2, 12]);
    assert_eq!(listed.hp(), [7, 6, 8, 9]);
    let oneself = round(&infirmary(8, 8, 80), &[], &[11, 2, 11, 2, 11, 2]);
    assert_eq!(oneself.hp(), [6, 6, 7, 9]);
    let healthy = round(&infirmary(8, 8, 100), &[], &[12, 12, 12, 11]);
    assert_eq!((healthy.zones()[2], healthy.metric("items_used")), (1, 0), "nobody at full HP is healed (D43)");
    assert_eq!(round(&infirmary(8, 8, 100), &[], &[11, 1, 12, 12]).hp(), [8, 8, 8, 9], "7 of 8 are below 100 percent");
    assert_eq!(round(&infirmary(20, 8, 70), &[], &[11, 6, 12, 12]).hp()[0], 15, "14 of 20 are 70 percent");
    // Nobody is low enough: the healer goes and strikes.
    let unneeded = round(&infirmary(20, 8, 69), &[], &[11, 6, 12, 12, 11]);
    assert_eq!((unneeded.hp()[0], unneeded.zones()[2]), (14, 1));
}

/// ZONES-14: P1 takes the first listed item of which a piece is left, and ends the acting; none is used by those who
/// cannot act.
#[test]
fn the_first_item_left_is_used() {
    let played =
        play(&limited(&infirmary(20, 8, 70), &[], 3), party_first(3, &[11, 6, 12, 12, 11, 3, 12, 12, 12, 12, 12, 11]));
    assert!(played.narration(1).contains("uses salve on a") && played.narration(2).contains("uses brew on a"));
    assert_eq!((played.metric("items_used"), played.metric("healing")), (2, 3));
    assert_eq!(played.states[2].fighters[2].zone, 0, "neither movement nor attack beside healing");
    assert_eq!(played.zones()[2], 1, "with nothing left it goes and strikes");
    let items = "heal_below = 100\nitems = [{ id = \"salve\", heal = \"1\" }]";
    let distracting = THORNS.replace("damage", "hinder = \"distracted\", damage");
    let on = |ground: &str| against(ground, &[SWORD], items, &[("orc", 9, "pit")]);
    assert_eq!(round(&on(&distracting), &[], &[11, 11]).metric("items_used"), 0);
    assert_eq!(round(&on(THORNS), &[], &[11]).metric("items_used"), 1);
}

/// ZONES-12, ZONES-13: P2 takes the first listed attack that is useful, in range and not penalised, or becomes so by a
/// movement that provokes nobody; else a penalised one.
#[test]
fn attacks_are_preferred_in_listed_order() {
    let free = "rules.free_attacks=none";
    for (attacks, orc, overrides, faces, zone, hp) in [
        // The sword by a movement comes before the bow without one.
        (&[SWORD, BOW][..], "b", &[][..], &[12][..], 1, 6),
        (&[BOW, SWORD], "b", &[], &[12], 0, 7),
        // The bow would have its Close penalty, and the way to be rid of it provokes.
        (&[BOW, SWORD], "a", &[], &[12], 0, 6),
        (&[BOW, SWORD], "a", &[free], &[12], 1, 7),
        (&[BOW], "a", &[], &[12, 12], 0, 7),
        (&[BOW], "a", &[], &[12, 11], 0, 9),
        (&[BOW, SWORD], "a", &["rules.close_shot_disadvantage=false"], &[12], 0, 7),
    ] {
        let played = round(&against(PAIR, attacks, "", &[("orc", 9, orc)]), overrides, faces);
        assert_eq!((played.zones()[0], played.hp()[1]), (zone, hp), "{attacks:?} {orc} {overrides:?}");
    }
}

/// ZONES-12: P2 (ii) goes to the first listed Zone among equal ones, and not at all when somebody is in reach already.
#[test]
fn it_moves_to_attack_only_if_it_must() {
    let text = against(FORK, &[SLING], "zone = \"h\"", &[("orc", 9, "o")]);
    assert_eq!(round(&text, &[], &[12]).zones()[0], X);
    assert_eq!(round(&text, &["zones.x.capacity=1", "combatants.orc.zone=x"], &[12]).zones()[0], H);
    // With the first one full it takes the second.
    let full = format!("{text}{}", idler("friend", 9, "x"));
    assert_eq!(round(&full, &["zones.x.capacity=1"], &[12]).zones()[0], Y);
    // The target that it reaches by going is chosen among all Nearby Zones, and decides where it goes.
    let keys = "zone = \"h\"\ntarget = \"weakest\"";
    let text = against(FORK, &[SWORD], keys, &[("orc", 9, "x"), ("runt", 5, "y"), ("rat", 1, "o")]);
    let played = round(&text, &[], &[12]);
    assert_eq!((played.zones()[0], played.hp()), (Y, vec![9, 9, 2, 1]));
    // Nobody in reach after all: somebody it cannot reach by one movement is no target.
    assert_eq!(round(&text, &["combatants.hero.policy=hold"], &[]).metric("party_attacks"), 0);
}

/// ZONES-45: who is Stuck does not think of moving first: it attacks from where it stands, penalised if need be.
#[test]
fn the_stuck_attack_from_where_they_stand() {
    for policy in ["default", "reckless", "skirmisher"] {
        let zones = format!("{}, {{ id = \"b\" }}", hindering("a", "turn_start", "stuck"));
        let text = against(&zones, &[BOW], &format!("policy = \"{policy}\""), &[("orc", 9, "a")]);
        let free = &["rules.free_attacks=none"];
        // The hazard, two dice of a shot with the Close penalty, and the Test to end it.
        let stuck = round(&text, free, &[11, 12, 12, 11]);
        assert_eq!((stuck.zones()[0], stuck.hp()[1]), (0, 7), "{policy}");
        assert_eq!(round(&text, free, &[12, 12]).zones()[0], 1, "{policy}");
    }
}

/// ZONES-12: P2 (ii) attacks after moving only if it can still act and is standing; its acting is over in any case.
#[test]
fn a_movement_may_end_in_trouble() {
    let zones = format!(r#"{{ id = "a" }}, {}, {{ id = "c" }}"#, hindering("b", "enter", "distracted"));
    let text = against(&zones, &[SWORD], "", &[("orc", 9, "b")]);
    let held = round(&text, &[], &[11, 12]);
    assert_eq!((held.zones()[0], held.metric("party_attacks"), held.metric("moves")), (1, 0, 1));
    assert_eq!(round(&text, &[], &[12, 12]).metric("party_attacks"), 1);
    let deadly = text.replace(r#"hinder = "distracted""#, r#"damage = "9""#);
    let dead = round(&deadly, &[], &[11]);
    assert_eq!((dead.outcome.winner, dead.metric("party_hazard_lost")), (Winner::Enemies, 9));
}

/// ZONES-48: P3 spends the Action on a hinderance that needs one, Weakened before Stuck, unless there is somebody to
/// attack.
#[test]
fn it_breaks_free_when_it_can_attack_nobody() {
    let ground = hindering("a", "turn_start", "weakened").replace("hinder =", "hinder_needs_action = true, hinder =");
    let net =
        r#"{ id = "net", kind = "ranged", damage = "0", hinder = "stuck", hinder_needs_action = true, uses = 1 }"#;
    let thrower = creature("thrower", 9, &[net], "policy = \"hold\"\nzone = \"c\"");
    let zones = format!(r#"{ground}, {{ id = "b" }}, {{ id = "c" }}"#);
    let text = scene(&zones, &[character("hero", 9, &[SWORD], ""), thrower]);
    // The net holds, the ground weakens; the Test has Disadvantage.
    let played = play(&limited(&text, &[], 1), enemies_first(1, &[11, 11, 12, 12]));
    assert!(!played.suffers(0, Ailment::Weakened) && played.suffers(0, Ailment::Stuck));
    assert!(played.applied(1, "ZONES-48"));
    // Next it is Stuck's turn, by the Action, after which the movement is free.
    let played = play(&limited(&text, &[], 2), enemies_first(1, &[11, 12, 11, 12, 12]));
    assert!(!played.suffers(0, Ailment::Stuck));
    assert_eq!((played.zones()[0], played.metric("moves")), (1, 1));
    let close = text.replace("policy = \"hold\"\nzone = \"c\"", "policy = \"hold\"\nzone = \"a\"");
    let played = play(&limited(&close, &[], 1), enemies_first(1, &[12, 12, 11, 12, 12]));
    assert_eq!((played.metric("party_attacks"), played.metric("party_damage")), (1, 3));
    assert!(played.suffers(0, Ailment::Weakened), "it fought instead");
}

/// ZONES-13: P4 moves up by one movement, by two with the Action, until an opponent is within the greatest range.
#[test]
fn it_advances_until_its_longest_range_reaches() {
    // Neither attack is useful, so that it never attacks.
    let feint = r#"{ id = "feint", kind = "ranged", range = 1, damage = "0" }"#;
    for (attacks, orc, zone) in [
        (&[IDLE, feint][..], "d", 2),
        (&[IDLE, feint], "c", 1),
        (&[IDLE, feint], "b", 0),
        (&[IDLE], "d", 2),
        (&[IDLE], "c", 2),
        (&[IDLE], "b", 1),
        (&[IDLE], "a", 0),
    ] {
        let played = round(&against(ROW, attacks, "", &[("orc", 9, orc)]), &[], &[]);
        assert_eq!(played.zones()[0], zone, "{attacks:?} {orc}");
    }
    // Nothing left to use: a Creature stays where it is.
    let text = scene(ROW, &[idler("hero", 9, "a"), creature("orc", 9, &[&BOW.replace(" }", ", uses = 1 }")], "")]);
    let played = play(&limited(&text, &[], 3), enemies_first(1, &[12]));
    assert_eq!((played.zones()[1], played.metric("moves"), played.metric("enemies_attacks")), (2, 1, 1));
}

/// ZONES-12: P4 goes to the Nearby Zone with room that is closest to an opponent, the first listed if equal, but only
/// if that is closer; and once only if it cannot act after the first movement.
#[test]
fn it_advances_by_the_shortest_open_way() {
    let friend = |zone: &str| idler(&format!("friend-{zone}"), 9, zone);
    let text = against(FORK, &[SWORD], "zone = \"r\"", &[("orc", 9, "o")]);
    let played = round(&text, &[], &[]);
    assert!(played.narration(1).contains("moves to h") && played.narration(1).contains("moves to x"));
    let (crossed, blocked) = (format!("{text}{}", friend("x")), format!("{text}{}{}", friend("x"), friend("y")));
    let full = &["zones.x.capacity=1", "zones.y.capacity=1"];
    assert_eq!(round(&crossed, full, &[]).zones()[0], Y, "the way round a full Zone");
    assert_eq!(round(&blocked, full, &[]).zones()[0], H, "no closer Zone has room: it waits, and does not go back");
    let held = FORK.replace(
        r#"{ id = "h", "#,
        r#"{ id = "h", hazard = { when = "enter", test = "str", hinder = "distracted" }, "#,
    );
    let text = against(&held, &[SWORD], "zone = \"r\"", &[("orc", 9, "o")]);
    assert_eq!(round(&text, &[], &[11, 11]).zones()[0], H);
    assert_eq!(round(&text, &[], &[12]).zones()[0], X);
}

// hold.

/// ZONES-12: `hold` attacks, heals and breaks free as `default`, but keeps its Zone.
#[test]
fn hold_keeps_its_zone() {
    let hold = "policy = \"hold\"";
    assert_eq!(round(&against(PAIR, &[SWORD], hold, &[("orc", 9, "b")]), &[], &[]).zones(), [0, 1]);
    assert_eq!(round(&against(PAIR, &[SWORD, BOW], hold, &[("orc", 9, "b")]), &[], &[12]).hp(), [9, 7]);
    // It does not step back in order to shoot.
    let close = round(&against(PAIR, &[BOW], hold, &[("orc", 9, "a")]), &["rules.free_attacks=none"], &[12, 12]);
    assert_eq!((close.zones(), close.hp()), (vec![0, 0], vec![9, 7]));
    let items = "policy = \"hold\"\nheal_below = 100\nitems = [{ id = \"salve\", heal = \"1\" }]";
    assert_eq!(round(&against(THORNS, &[SWORD], items, &[("orc", 9, "pit")]), &[], &[11]).metric("items_used"), 1);
    let ground = hindering("a", "turn_start", "weakened").replace("hinder =", "hinder_needs_action = true, hinder =");
    let text = against(&format!(r#"{ground}, {{ id = "b" }}"#), &[SWORD], hold, &[("orc", 9, "b")]);
    let freed = round(&text, &[], &[11, 12, 12]);
    assert_eq!((freed.suffers(0, Ailment::Weakened), freed.zones()[0]), (false, 0));
}

// reckless.

/// ZONES-12: `reckless` chooses among those in reach and those whom it would reach by a movement, whatever that
/// provokes; `default` takes those in reach.
#[test]
fn reckless_chooses_among_all_it_could_reach() {
    let still = [("wolf", 9, "a"), ("runt", 9, "b"), ("far", 9, "c")];
    let text = against(ROW, &[SWORD], "policy = \"reckless\"\ntarget = \"random\"", &still);
    let here = round(&text, &[], &[1, 12]);
    assert_eq!((here.zones()[0], here.hp()), (0, vec![9, 6, 9, 9]));
    let there = round(&text, &[], &[2, 12, 12]);
    assert_eq!((there.zones()[0], there.hp(), there.metric("enemies_free_attacks")), (1, vec![9, 9, 6, 9], 1));
    let careful = round(&text, &["combatants.hero.policy=default"], &[12]);
    assert_eq!(careful.hp(), [9, 6, 9, 9], "no die for a single candidate");
    let nearest = round(&text, &["combatants.hero.target=nearest"], &[12]);
    assert_eq!(nearest.hp(), [9, 6, 9, 9], "the wolf alone is at the least distance");
    let stuck = text.replace(r#"{ id = "a" }"#, &hindering("a", "turn_start", "stuck"));
    assert_eq!(round(&stuck, &[], &[11, 12, 11]).hp(), [9, 6, 9, 9], "who cannot move reaches the wolf alone");
}

/// ZONES-12: of the Zones from which the chosen target is in reach, `reckless` goes to the one whose nearest opponent
/// is farthest.
#[test]
fn reckless_keeps_the_others_at_a_distance() {
    let keys = "policy = \"reckless\"\ntarget = \"weakest\"\nzone = \"h\"";
    let text = against(FORK, &[SLING], keys, &[("wolf", 4, "h"), ("orc", 9, "x")]);
    let text = text.replace(r#"{ id = "r", adjacent = ["h"] }, "#, "");
    // The free attack first; from `x`, where the orc is, it would reach the wolf as well.
    let played = round(&text, &[], &[12, 12]);
    assert_eq!((played.zones()[0], played.hp()), (Y - 1, vec![9, 2, 9]));
}

// skirmisher.

/// ZONES-12: `skirmisher` attacks from as far away as it can: from its own Zone if equal, else from the first listed.
#[test]
fn a_skirmisher_keeps_its_distance() {
    let row = r#"{ id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }, { id = "e" }"#;
    for (hero, orc, zone) in [("b", "c", 0), ("c", "b", 3), ("b", "d", 1), ("a", "d", 1), ("a", "b", 0)] {
        let keys = format!("policy = \"skirmisher\"\nzone = \"{hero}\"");
        let played = round(&against(row, &[BOW], &keys, &[("orc", 9, orc)]), &[], &[12]);
        assert_eq!((played.zones()[0], played.hp()[1]), (zone, 7), "{hero} {orc}");
    }
    // The orcs are at 1 from `h` and at 2 from `r`.
    let keys = "policy = \"skirmisher\"\nzone = \"h\"\ntarget = \"weakest\"";
    let text = against(FORK, &[BOW], keys, &[("orc", 9, "y"), ("orc-b", 8, "x")]);
    assert_eq!(round(&text, &[], &[12]).zones()[0], 0);
    assert_eq!(round(&text, &["combatants.hero.attacks.bow.range=1"], &[12]).zones()[0], H);
    // Everybody is Nearby to everybody: the own Zone first, though another is listed before it.
    let triangle = r#"{ id = "s", adjacent = ["q", "p"] }, { id = "q", adjacent = ["p"] }, { id = "p" }"#;
    let text = against(triangle, &[BOW], "policy = \"skirmisher\"\nzone = \"q\"", &[("orc", 9, "p")]);
    assert_eq!(round(&text, &[], &[12]).zones()[0], 1);
    // It goes where it reaches somebody: the first listed of `x` and `y`.
    let text = against(FORK, &[SLING], "policy = \"skirmisher\"\nzone = \"h\"", &[("orc", 9, "o")]);
    assert_eq!(round(&text, &[], &[12]).zones()[0], X);
}

/// ZONES-12: a `skirmisher` prefers any attack from afar to melee, does not provoke, and needs to move and act for it.
#[test]
fn a_skirmisher_attacks_from_afar_if_it_can() {
    let keys = "policy = \"skirmisher\"";
    let far = round(&against(PAIR, &[SWORD, BOW], keys, &[("orc", 9, "b")]), &[], &[12]);
    assert_eq!((far.zones()[0], far.hp()[1]), (0, 7), "though the sword is listed first");
    // Close, with nobody else: as `default`.
    let close = round(&against(PAIR, &[BOW, SWORD], keys, &[("orc", 9, "a")]), &[], &[12]);
    assert_eq!((close.zones()[0], close.hp()[1]), (0, 6));
    let free = round(&against(PAIR, &[BOW, SWORD], keys, &[("orc", 9, "a")]), &["rules.free_attacks=none"], &[12]);
    assert_eq!((free.zones()[0], free.hp()[1]), (1, 7), "stepping back provokes nobody");
    // Close to one, it shoots at those who are not, whoever is the better target.
    let text =
        against(PAIR, &[BOW], "policy = \"skirmisher\"\ntarget = \"weakest\"", &[("wolf", 1, "a"), ("orc", 9, "b")]);
    let past = round(&text, &["rules.close_shot_disadvantage=false"], &[12]);
    assert_eq!((past.zones()[0], past.hp()), (0, vec![9, 1, 7]));
    let stuck = against(
        &format!(r#"{{ id = "a" }}, {}, {{ id = "c" }}"#, hindering("b", "turn_start", "stuck")),
        &[BOW],
        "policy = \"skirmisher\"\nzone = \"b\"",
        &[("orc", 9, "c")],
    );
    assert_eq!(round(&stuck, &[], &[11, 12, 12]).zones()[0], 1);
    assert_eq!(round(&stuck, &[], &[12, 12]).zones()[0], 0);
    // Melee alone: P2 to P4 of `default`.
    assert_eq!(round(&against(PAIR, &[SWORD], keys, &[("orc", 9, "b")]), &[], &[12]).hp(), [9, 6]);
    assert_eq!(round(&against(ROW, &[SWORD], keys, &[("orc", 9, "d")]), &[], &[]).zones()[0], 2);
    let items = "policy = \"skirmisher\"\nheal_below = 100\nitems = [{ id = \"salve\", heal = \"1\" }]";
    let thorns = format!("{THORNS}, {{ id = \"b\" }}");
    assert_eq!(round(&against(&thorns, &[BOW], items, &[("orc", 9, "b")]), &[], &[11]).metric("items_used"), 1);
}

/// ZONES-12: a `skirmisher` that cannot act where it went does nothing more.
#[test]
fn a_skirmisher_may_end_in_trouble() {
    let zones = format!(r#"{}, {{ id = "b" }}, {{ id = "c" }}"#, hindering("a", "enter", "distracted"));
    let text = against(&zones, &[BOW, SWORD], "policy = \"skirmisher\"\nzone = \"b\"", &[("orc", 9, "c")]);
    let held = round(&text, &[], &[11, 12]);
    assert_eq!((held.zones()[0], held.metric("party_attacks"), held.metric("moves")), (0, 0, 1));
    assert_eq!(round(&text, &[], &[12, 12]).metric("party_attacks"), 1);
}

// retreat.

/// A retreating hero in `h`, whose exit is `o`.
fn retreat(attacks: &[&str], still: &[(&str, u16, &str)]) -> String {
    let zones = FORK.replace(r#"{ id = "o" }"#, r#"{ id = "o", exit = "party" }"#);
    against(&zones, attacks, "policy = \"retreat\"\nzone = \"h\"", still)
}

/// ZONES-54: `retreat` takes two steps towards the nearest exit, by the first listed Zone with room if equal, and out.
#[test]
fn a_retreat_leads_to_the_nearest_exit() {
    let text = retreat(&[SWORD], &[("orc", 9, "r")]);
    let played = round(&text, &[], &[]);
    assert!(played.narration(1).contains("moves to x") && played.narration(1).contains("moves to o"));
    assert_eq!((played.zones()[0], played.ends[0]), (O, EndState::Standing));
    let out = play(&zones(&text, &[]), party_first(1, &[]));
    assert_eq!((out.ends[0], out.outcome.rounds, out.metric("moves")), (EndState::Fled, 2, 3));
    let nearer = round(&text, &["zones.y.exit=both"], &[]);
    assert!(nearer.narration(1).contains("moves to y") && nearer.ends[0] == EndState::Fled);
    let full = format!("{text}{}", idler("friend", 9, "x"));
    assert!(round(&full, &["zones.x.capacity=1"], &[]).narration(1).contains("moves to y"));
}

/// ZONES-54: where no step is possible, `retreat` is `hold`: it fights those in reach, but goes for nobody.
#[test]
fn a_retreat_that_is_cut_off_is_a_stand() {
    let full = &["zones.x.capacity=1", "zones.y.capacity=1"];
    let text = retreat(&[SWORD], &[("orc", 9, "h"), ("orc-x", 9, "x"), ("orc-y", 9, "y")]);
    assert_eq!(round(&text, full, &[12]).hp(), [9, 6, 9, 9]);
    assert_eq!(round(&text, &[&full[..], &["combatants.orc.zone=r"]].concat(), &[]).zones()[0], H);
    // Stuck without the remedy of an Action is no step either.
    let stuck = text
        .replace(r#"{ id = "h", "#, r#"{ id = "h", hazard = { test = "str", affects = "party", hinder = "stuck" }, "#);
    assert_eq!(round(&stuck, &[], &[11, 12, 11]).hp(), [9, 6, 9, 9]);
}

/// ZONES-36: `retreat` Disengages where it would provoke and can act; a second step that would provoke is not taken.
#[test]
fn a_retreat_does_not_provoke_if_it_can_help_it() {
    let text = retreat(&[SWORD], &[("wolf", 9, "h"), ("wolf-x", 9, "x")]);
    let left = round(&text, &[], &[]);
    assert_eq!((left.zones()[0], left.metric("disengages"), left.metric("moves")), (X, 1, 1));
    let met = round(&text, &["combatants.wolf.zone=r"], &[]);
    assert_eq!((met.zones()[0], met.metric("disengages"), met.metric("moves")), (X, 0, 1), "wolf-x is Close now");
    let ground = r#"hazard = { test = "str", affects = "party", hinder = "distracted" }, "#;
    let slow = text.replace(r#"{ id = "h", "#, &format!(r#"{{ id = "h", {ground}"#));
    let struck = round(&slow, &["combatants.wolf-x.zone=r"], &[11, 12, 11]);
    assert_eq!((struck.zones()[0], struck.metric("disengages")), (X, 0), "Distracted: no Disengaging, no second step");
    assert_eq!(struck.metric("enemies_free_attacks"), 1);
}

/// ZONES-48: `retreat` spends its Action on being Stuck where that needs one, and steps away if it succeeds, which
/// provokes; otherwise its acting is over.
#[test]
fn a_retreat_tears_itself_free() {
    let ground = r#"hazard = { test = "str", affects = "party", hinder = "stuck", hinder_needs_action = true }, "#;
    let text = retreat(&[SWORD], &[("wolf", 9, "h")]).replace(r#"{ id = "h", "#, &format!(r#"{{ id = "h", {ground}"#));
    let free = round(&text, &[], &[11, 12, 12]);
    assert_eq!((free.zones()[0], free.metric("moves"), free.metric("disengages")), (X, 1, 0));
    assert_eq!(free.metric("enemies_free_attacks"), 1);
    let held = round(&text, &[], &[11, 11]);
    assert_eq!((held.zones()[0], held.metric("party_attacks")), (H, 0), "no attack after the Test");
    assert!(held.suffers(0, Ailment::Stuck));
}

// USABLE and what is useful.

/// ZONES-29, ZONES-28, ZONES-30: attacks without uses left and broken weapons are passed over; a Character without any
/// other is unarmed, a Creature does nothing.
#[test]
fn what_is_used_up_or_broken_is_passed_over() {
    let spell = r#"{ id = "spell", kind = "spell", test = "str", damage = "1", uses = 2 }"#;
    let brittle = SWORD.replace(" }", ", usage = 1 }");
    let text = against(PIT, &[spell, &brittle], "", &[("orc", 20, "pit")]);
    // Two spells, one of them in vain; the sword breaks at a natural 1; then the bare hands.
    let played = play(&limited(&text, &[], 5), party_first(1, &[11, 12, 12, 1, 12]));
    assert_eq!(played.hp(), [9, 20 - 1 - 3 - 1]);
    assert_eq!((played.metric("weapons_broken"), played.metric("party_fumbles")), (1, 1));
    assert!(played.narration(4).contains("with sword") && played.narration(5).contains("with unarmed"));
    let orc = creature("orc", 9, &[&SWORD.replace(" }", ", uses = 1 }")], "");
    let played = play(&limited(&scene(PIT, &[idler("hero", 9, "pit"), orc]), &[], 2), enemies_first(1, &[12]));
    assert_eq!(played.metric("enemies_attacks"), 1);
}

/// Whether the first of two attacks is made on a Close orc, the other being a sword.
fn is_useful(attack: &str, zones: &str, overrides: &[&str]) -> bool {
    let text = against(zones, &[attack, SWORD], "policy = \"hold\"", &[("orc", 9, "pit")]);
    let narration = round(&text, overrides, &[11]).narration(1);
    assert!(narration.contains("sword") || narration.contains("trick"), "{narration}");
    narration.contains("trick")
}

/// ZONES-13: an attack is useful whose greatest damage is above 0, that of a second weapon and of a natural 20
/// included.
#[test]
fn an_attack_that_can_harm_is_useful() {
    let trick = |rest: &str| format!(r#"{{ id = "trick", kind = "melee", {rest} }}"#);
    for (damage, overrides, useful) in [
        ("1", &[][..], true),
        ("0", &[], false),
        ("1d4-3", &[], true),
        ("1d4-4", &["rules.crit_constant=multiplied"], false),
        ("1d4-4", &[], true),
        ("1d4-4", &["rules.crit_multiplier=1"], false),
    ] {
        assert_eq!(
            is_useful(&trick(&format!("damage = \"{damage}\"")), PIT, overrides),
            useful,
            "{damage} {overrides:?}"
        );
    }
    assert!(is_useful(&trick(r#"damage = "0", off_hand_damage = "1""#), PIT, &[]));
    // The roll of the weapon that never counts harms nobody.
    assert!(!is_useful(&trick(r#"damage = "0", off_hand_damage = "1d4-4""#), PIT, &[]));
    assert!(!is_useful(&trick(r#"damage = "1d4-5", off_hand_damage = "0""#), PIT, &[]));
    assert!(is_useful(&trick(r#"damage = "1d4-4", off_hand_damage = "0""#), PIT, &[]), "the first when equal");
}

/// ZONES-13: a push is useful if there is a Zone for it, a demand on those who would test.
#[test]
fn a_push_or_a_demand_is_useful_if_it_could_do_anything() {
    let trick = |effect: &str| format!(r#"{{ id = "trick", kind = "stunt", test = "str", {effect} = true }}"#);
    let beside = r#"{ id = "pit", capacity = 2 }, { id = "b" }"#;
    assert!(!is_useful(&trick("push"), PIT, &[]));
    assert!(is_useful(&trick("push"), beside, &[]));
    let both = r#"{ id = "pit" }, { id = "b", capacity = 1 }"#;
    let text = against(both, &[&trick("push"), SWORD], "", &[("orc", 9, "pit"), ("other", 9, "b")]);
    assert!(round(&text, &["zones.b.capacity=2"], &[11]).narration(1).contains("trick"));
    assert!(round(&text, &[], &[11]).narration(1).contains("sword"), "the Zone beside is full");
    assert!(is_useful(&trick("demand"), PIT, &[]));
    assert!(!is_useful(&trick("demand"), PIT, &["combatants.orc.fearless=true"]));
    let exit = r#"{ id = "pit", exit = "enemies" }"#;
    let text = against(exit, &[&trick("demand"), SWORD], "", &[("orc", 9, "pit")]);
    assert!(round(&text, &["combatants.orc.policy=retreat"], &[11]).narration(1).contains("sword"));
}

/// ZONES-13: a hinderance or Ongoing Damage is useful on those who have not got it.
#[test]
fn an_ailment_is_useful_on_those_without_it() {
    for effect in [r#"hinder = "stuck""#, "ongoing = true"] {
        let trick = format!(r#"{{ id = "trick", kind = "stunt", test = "str", {effect} }}"#);
        let text = against(PIT, &[&trick, SWORD], "", &[("orc", 9, "pit")]);
        // It works in Round 1 and lasts; in Round 2 it would do nothing; it ends, and in Round 3 it would again.
        let played = play(&limited(&text, &[], 3), party_first(1, &[12, 11, 11, 12, 11]));
        assert!(played.narration(1).contains("trick") && played.narration(3).contains("trick"), "{effect}");
        assert!(!played.narration(2).contains("trick") && played.narration(2).contains("sword"), "{effect}");
    }
}

// CHOOSE.

/// ZONES-13: `nearest` is one of the nearest at random, `random` any of all; a single candidate costs no die.
#[test]
fn targets_are_chosen_by_a_die_among_equals_only() {
    let still = [("far", 9, "c"), ("near-a", 9, "b"), ("near-b", 9, "b"), ("near-c", 9, "b")];
    let text = against(ROW, &[BOW], "policy = \"hold\"", &still);
    for (target, face, hit) in [("nearest", 1, 2), ("nearest", 3, 4), ("random", 1, 1), ("random", 4, 4)] {
        let played = round(&text, &[&format!("combatants.hero.target={target}")], &[face, 12]);
        let hp: Vec<i16> = (0..5).map(|who| if who == hit { 7 } else { 9 }).collect();
        assert_eq!(played.hp(), hp, "{target} {face}");
    }
    let text = against(ROW, &[BOW], "policy = \"hold\"", &[("far", 9, "c"), ("near", 9, "b")]);
    assert_eq!(round(&text, &[], &[12]).hp(), [9, 9, 7], "one nearest");
    let text = against(ROW, &[BOW], "policy = \"hold\"\ntarget = \"random\"", &[("out", 9, "d"), ("near", 9, "b")]);
    assert_eq!(round(&text, &[], &[12]).hp(), [9, 9, 7], "one within range");
    // As many as there can be: the die has a face for each, and the last one is found.
    let crowd = dummy("orc", 9, "pit").replace("id = \"orc\"", "id = \"orc\"\ncount = 63");
    let text = scene(PIT, &[character("hero", 9, &[SWORD], ""), crowd]);
    assert_eq!(round(&text, &[], &[63, 12]).hp()[62..], [9, 6]);
}

/// ZONES-13: `weakest` and `strongest` look at HP now, then at the distance, then at the order.
#[test]
fn the_weakest_and_the_strongest_are_chosen_without_a_die() {
    for (target, still, hit) in [
        ("weakest", [("p", 5, "b"), ("q", 4, "c"), ("r", 4, "c")], 2),
        ("weakest", [("p", 4, "c"), ("q", 5, "b"), ("r", 4, "b")], 3),
        ("strongest", [("p", 5, "b"), ("q", 6, "c"), ("r", 6, "c")], 2),
        ("strongest", [("p", 6, "c"), ("q", 5, "b"), ("r", 6, "b")], 3),
    ] {
        let keys = format!("policy = \"hold\"\ntarget = \"{target}\"");
        let played = round(&against(ROW, &[BOW], &keys, &still), &[], &[12]);
        assert_eq!(played.hp()[hit], still[hit - 1].1 as i16 - 2, "{target} {still:?}");
    }
    // HP now, not at the start: of two with 5, the one who was hit is the weakest and no longer the strongest.
    let text = against(PIT, &[BOW], "policy = \"hold\"\ntarget = \"weakest\"", &[("p", 9, "pit"), ("q", 9, "pit")]);
    let knobs = &["rules.close_shot_disadvantage=false"];
    assert_eq!(play(&limited(&text, knobs, 2), party_first(1, &[12, 12])).hp(), [9, 5, 9]);
    let text = text.replace("weakest", "strongest");
    assert_eq!(play(&limited(&text, knobs, 2), party_first(1, &[12, 12])).hp(), [9, 7, 7]);
}

/// ZONES-13: `focus` is whom the own side last attacked, cast at or stunted as an Action, if in reach; else the
/// weakest.
#[test]
fn focus_follows_the_side() {
    let focus = "policy = \"hold\"\ntarget = \"focus\"";
    let spell = r#"{ id = "spell", kind = "spell", test = "str", damage = "1" }"#;
    let grapple = r#"{ id = "grapple", kind = "stunt", test = "str", hinder = "stuck" }"#;
    for attack in [SWORD, spell, grapple] {
        let friend = character("friend", 9, &[attack], "policy = \"hold\"\ntarget = \"strongest\"");
        let hero = character("hero", 9, &[SWORD], focus);
        let text = scene(PIT, &[friend, hero, dummy("runt", 4, "pit"), dummy("orc", 9, "pit")]);
        assert_eq!(round(&text, &[], &[11, 12]).hp(), [9, 9, 4, 6], "{attack}: tried in vain, followed all the same");
        assert_eq!(round(&text, &["combatants.hero.target=weakest"], &[11, 12]).hp()[2], 1);
    }
    let hero = character("hero", 9, &[SWORD], focus);
    let alone = scene(PIT, &[hero.clone(), dummy("orc", 9, "pit"), dummy("runt", 6, "pit")]);
    assert_eq!(round(&alone, &[], &[12]).hp(), [9, 9, 3], "nobody yet: the weakest");
    // Its own last target counts as well, until it is out or out of reach.
    let archer = character("archer", 9, &[BOW], "policy = \"hold\"\ntarget = \"strongest\"");
    let text = scene(PAIR, &[archer, hero, dummy("orc", 9, "b"), dummy("runt", 6, "a")]);
    let near = round(&text, &[], &[12, 12]);
    assert_eq!(near.hp(), [9, 9, 7, 3], "the orc is not in reach of the sword");
    let text = scene(
        PIT,
        &[
            character("hero", 9, &[SWORD], focus),
            dummy("orc", 3, "pit"),
            dummy("big", 9, "pit"),
            dummy("runt", 6, "pit"),
        ],
    );
    assert_eq!(play(&limited(&text, &[], 2), party_first(1, &[12, 12])).hp(), [9, 0, 9, 3]);
}

/// ZONES-37: a free attack is no Action and draws no `focus`.
#[test]
fn a_free_attack_draws_no_focus() {
    let guard = character("guard", 9, &[SWORD], "policy = \"hold\"\nzone = \"a\"");
    let hero = character("hero", 8, &[SWORD], "policy = \"hold\"\ntarget = \"focus\"\nzone = \"b\"");
    let runner = creature("runner", 9, &[SWORD], "policy = \"reckless\"\ntarget = \"weakest\"\nzone = \"a\"");
    let text = scene(PAIR, &[guard, hero, runner, dummy("runt", 5, "b")]);
    let played = play(&limited(&text, &[], 1), enemies_first(2, &[11, 12, 12]));
    assert_eq!((played.metric("party_free_attacks"), played.hp()), (1, vec![9, 8, 9, 2]));
}
