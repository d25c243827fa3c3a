//! Things that can never happen, as is known without a fight.

use super::*;

fn never(size: u32, enemies: u32) -> Vec<String> {
    let dirge = format!(
        r#"id = "dirge", type = "action", tags = ["mental_attack"], shape = "area", size = {size}, range = 4, min_targets = 2, success = {{ stress = 1 }}"#
    );
    let map = "width = 8\nheight = 2\nparty_start = [[0, 0, 2, 2]]\nenemy_start = [[5, 0, 2, 2]]";
    let cantor = pc("cantor", &format!("count = 2\n{}", abilities(&[&dirge])));
    thrum(&scene("", map, &[cantor, npc("thug", &format!("count = {enemies}"))]), &[]).never()
}

/// THRUM-27, P5: a square of 1 by 1 holds no two enemies, and of one enemy there are no two.
#[test]
fn a_shape_that_never_holds_enough_enemies_is_never_used() {
    let said = |why: &str| {
        format!("`cantor-1` and 1 more: `dirge` is never used, since its `min_targets` are 2 enemies and {why}")
    };
    assert_eq!(never(1, 2), [said("its shape has room for 1")]);
    assert_eq!(never(2, 1), [said("there are 1")]);
    assert_eq!(never(2, 2), [""; 0]);
}
