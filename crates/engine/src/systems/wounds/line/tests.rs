//! Distances, ends and the search for the nearest.

use super::*;

const SIDES: [Side; 5] = [Side::Party, Side::Party, Side::Enemies, Side::Enemies, Side::Enemies];

/// Two of the party at 0 and 4, three enemies at 6, 2 and 2.
fn line() -> Line {
    surveyed([0, 4, 6, 2, 2], Group::first_listed(5))
}

fn surveyed(positions: [i32; 5], fighters: Group) -> Line {
    let mut line = Line::default();
    line.survey(&Sides::new(SIDES), fighters, positions.into_iter());
    line
}

fn group(members: &[usize]) -> Group {
    members.iter().copied().collect()
}

#[test]
fn the_first_listed_of_the_nearest_is_found() {
    let enemies = group(&[2, 3, 4]);
    assert_eq!([0, 1].map(|who| line().nearest(who.into(), enemies, Side::Enemies)), [Some(3.into()), Some(2.into())]);
}

#[test]
fn the_first_by_lot_of_the_nearest_is_found() {
    let enemies = group(&[2, 3, 4]);
    let mut lots = Lots::undrawn(5);
    // Each comes before all who have drawn: 4, 3, 2, 1, 0.
    lots.draw(|_| Group::first_listed(5), &mut crate::dice::Scripted::new([2, 3, 4, 5]));
    for (here, nearest) in [(0, 4), (4, 4), (5, 2)] {
        let mut line = Line::default();
        line.order_by(&lots);
        line.survey(&Sides::new(SIDES), Group::first_listed(5), [here, 4, 6, 2, 2].into_iter());
        assert_eq!(line.nearest(0.into(), enemies, Side::Enemies), Some(nearest.into()), "at {here}");
    }
}

#[test]
fn the_nearest_is_found_wherever_somebody_stands() {
    let enemies = group(&[2, 3, 4]);
    for (here, nearest) in [(-9, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2), (99, 2)] {
        let mut line = surveyed([here, 4, 6, 2, 2], Group::first_listed(5));
        assert_eq!(line.nearest(0.into(), enemies, Side::Enemies), Some(nearest.into()), "at {here}");
        let left = enemies.without(nearest.into());
        line.find_ends(Side::Enemies, left);
        let next = if (3..=5).contains(&here) || nearest == 3 { [4, 3][usize::from(nearest == 2)] } else { 3 };
        assert_eq!(line.nearest(0.into(), left, Side::Enemies), Some(next.into()), "at {here}");
    }
}

#[test]
fn ways_lead_up_and_down() {
    assert_eq!(
        [line().way(0.into(), 2.into()), line().way(2.into(), 0.into()), line().way(3.into(), 4.into())],
        [6, -6, 0]
    );
    assert_eq!((line().distance(2.into(), 0.into()), line().position(2.into())), (6, 6));
}

#[test]
fn the_gap_is_as_wide_as_the_way_to_the_nearest_fighter() {
    let (mut line, party) = (line(), group(&[0, 1]));
    assert_eq!(
        (line.gap(0.into(), 1, Side::Enemies), line.gap(1.into(), -1, Side::Enemies)),
        (2, -2),
        "some are behind"
    );
    line.put(0.into(), -7, Side::Party, party);
    assert_eq!(line.gap(2.into(), -1, Side::Party), 2, "1 has not moved");
    line.put(1.into(), -3, Side::Party, party);
    assert_eq!(line.gap(2.into(), -1, Side::Party), 9);
    line.put(1.into(), 5, Side::Party, Group::of(0.into()));
    assert_eq!(line.gap(2.into(), -1, Side::Party), 13, "1 is no fighter");
}

#[test]
fn a_move_changes_who_is_nearest() {
    let (mut line, enemies) = (line(), group(&[2, 3, 4]));
    line.put(2.into(), -1, Side::Enemies, enemies);
    assert_eq!(line.nearest(0.into(), enemies, Side::Enemies), Some(2.into()));
    line.put(0.into(), 40, Side::Party, group(&[0, 1]));
    assert_eq!(
        line.nearest(0.into(), enemies, Side::Enemies),
        Some(3.into()),
        "the first listed of those who stand there"
    );
}

#[test]
fn a_newcomer_may_be_the_nearest() {
    let mut line = surveyed([0, 4, 6, 2, 2], group(&[0, 1, 2]));
    assert_eq!(line.nearest(1.into(), group(&[2]), Side::Enemies), Some(2.into()));
    line.find_ends(Side::Enemies, group(&[2, 3]));
    assert_eq!(line.nearest(1.into(), group(&[2, 3]), Side::Enemies), Some(2.into()), "as near, and listed before");
    assert_eq!(line.nearest(0.into(), group(&[2, 3]), Side::Enemies), Some(3.into()));
}

#[test]
fn nobody_is_near_to_nobody() {
    let line = surveyed([0, 4, 6, 2, 2], group(&[0, 1]));
    assert_eq!(line.nearest(0.into(), Group::NOBODY, Side::Enemies), None);
    assert!(line.gap(0.into(), 1, Side::Enemies) > 10_000 && line.gap(0.into(), -1, Side::Enemies) > 10_000);
}
