//! Distances, ends and the search of the nearest.

use super::*;

const SIDES: [Side; 5] = [Side::Party, Side::Party, Side::Enemies, Side::Enemies, Side::Enemies];

/// Two of the party at 0 and 4, three enemies at 6, 2 and 2.
fn line() -> Line {
    surveyed([0, 4, 6, 2, 2])
}

fn surveyed(positions: [i32; 5]) -> Line {
    let mut line = Line::default();
    line.survey(&Sides::new(SIDES), Group::first_listed(5), positions.into_iter());
    line
}

/// Somebody moves, and stays where it goes.
fn go_to(line: &mut Line, who: usize, side: Side, opponents: Group, position: i32) {
    line.put(who, side, position);
    line.settle(who, side, opponents);
}

fn group(members: &[usize]) -> Group {
    members.iter().copied().collect()
}

/// Whether somebody of the party has one of the opponents in reach.
fn reaches(line: &mut Line, who: usize, opponents: Group, reach: i32) -> bool {
    line.search_reach(Group::of(who) - line.searched(), opponents, Side::Enemies, |_| reach);
    line.reaching().contains(who)
}

#[test]
fn the_first_listed_of_the_nearest_is_found() {
    let enemies = group(&[2, 3, 4]);
    assert_eq!([0, 1].map(|who| line().nearest(who, enemies, Side::Enemies)), [Some(3), Some(2)]);
    assert_eq!(line().nearest(0, Group::NOBODY, Side::Enemies), None);
}

#[test]
fn the_nearest_is_found_wherever_somebody_stands() {
    let enemies = group(&[2, 3, 4]);
    for (here, nearest) in [(-9, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2), (99, 2)] {
        let mut line = surveyed([here, 4, 6, 2, 2]);
        assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(nearest), "at {here}");
        line.take_away(nearest, Side::Enemies, group(&[0, 1]), enemies.without(nearest));
        let next = if (3..=5).contains(&here) || nearest == 3 { [4, 3][usize::from(nearest == 2)] } else { 3 };
        assert_eq!(line.nearest(0, enemies.without(nearest), Side::Enemies), Some(next), "at {here}");
    }
}

#[test]
fn everybody_is_within_as_many_yards_as_the_farthest() {
    let within = |yards: i32| line().are_all_within(0, Side::Enemies, yards);
    assert_eq!((line().distance(0, 2), [within(5), within(6)]), (6, [false, true]));
    assert!(line().are_all_within(1, Side::Enemies, 2), "on both sides");
}

#[test]
fn nobody_is_nearer_than_the_nearest_can_be() {
    let least = |who: usize| line().least_possible(who, Side::Enemies);
    assert_eq!([least(0), least(1)], [2, -2], "1 stands among them");
    assert_eq!([line().way(0, 2), line().way(2, 0), line().way(3, 4)], [6, -6, 0]);
}

#[test]
fn who_reaches_nobody_is_searched_again_when_the_front_has_moved() {
    let (mut line, enemies) = (line(), group(&[2, 3, 4]));
    assert_eq!((reaches(&mut line, 0, enemies, 1), line.searched()), (false, Group::of(0)));
    go_to(&mut line, 1, Side::Party, enemies, 5);
    assert_eq!(line.searched(), Group::of(0), "its own side brings no opponent nearer");
    go_to(&mut line, 2, Side::Enemies, group(&[0, 1]), 3);
    assert_eq!(line.searched(), Group::of(0), "others are nearer still");
    go_to(&mut line, 2, Side::Enemies, group(&[0, 1]), 1);
    assert_eq!(line.searched(), Group::NOBODY);
    assert_eq!((reaches(&mut line, 0, enemies, 1), line.searched()), (true, Group::of(0)));
    line.join(1, Side::Party);
    assert_eq!(line.searched(), Group::NOBODY);
}

#[test]
fn who_stands_among_its_opponents_is_searched_again_when_any_of_them_has_moved() {
    let (mut line, enemies) = (line(), group(&[2, 3, 4]));
    assert!(reaches(&mut line, 1, enemies, 2));
    go_to(&mut line, 2, Side::Enemies, group(&[0, 1]), 7);
    assert_eq!((line.searched(), reaches(&mut line, 1, enemies, 1)), (Group::NOBODY, false));
}

#[test]
fn who_falls_is_not_nearest_any_more() {
    let mut line = line();
    assert_eq!(line.nearest(0, group(&[2, 3, 4]), Side::Enemies), Some(3));
    line.take_away(3, Side::Enemies, group(&[0, 1]), group(&[2, 4]));
    assert_eq!(line.nearest(0, group(&[2, 4]), Side::Enemies), Some(4));
}

#[test]
fn who_reaches_the_front_does_so_until_nobody_is_left_there() {
    let (enemies, mut line) = (group(&[2, 3, 4]), line());
    assert!(reaches(&mut line, 0, enemies, 2));
    line.take_away(4, Side::Enemies, group(&[0, 1]), group(&[2, 3]));
    assert_eq!(line.reaching(), Group::of(0));
    line.take_away(3, Side::Enemies, group(&[0, 1]), group(&[2]));
    assert_eq!((line.reaching(), reaches(&mut line, 0, group(&[2]), 6)), (Group::NOBODY, true));
    line.take_away(2, Side::Enemies, group(&[0, 1]), Group::NOBODY);
    assert_eq!((line.reaching(), reaches(&mut line, 0, Group::NOBODY, 99)), (Group::NOBODY, false));
}

#[test]
fn the_gap_is_as_wide_as_the_way_to_the_nearest_that_may_be_there() {
    let (mut line, enemies) = (line(), group(&[2, 3, 4]));
    assert_eq!((line.gap(0, 1, Side::Enemies), line.gap(1, -1, Side::Enemies)), (2, -2), "some are behind");
    go_to(&mut line, 0, Side::Party, enemies, -7);
    assert_eq!(line.gap(2, -1, Side::Party), 2);
    go_to(&mut line, 1, Side::Party, enemies, -3);
    let sides = Sides::new(SIDES);
    assert_eq!(line.gap(2, -1, Side::Party), 2, "where somebody was");
    line.tighten(&sides, Group::first_listed(5), Group::NOBODY);
    assert_eq!(line.gap(2, -1, Side::Party), 2, "nobody asks");
    line.tighten(&sides, Group::first_listed(5), enemies);
    assert_eq!(line.gap(2, -1, Side::Party), 9);
}

#[test]
fn who_moves_is_looked_at_again() {
    let (mut line, enemies) = (line(), group(&[2, 3, 4]));
    assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(3));
    go_to(&mut line, 2, Side::Enemies, group(&[0, 1]), -1);
    assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(2));
    go_to(&mut line, 0, Side::Party, enemies, 40);
    assert_eq!(line.nearest(0, enemies, Side::Enemies), Some(3), "the first listed of those who stand there");
}

#[test]
fn who_is_reached_stands_at_the_front() {
    let (mut line, sides) = (line(), Sides::new(SIDES));
    assert_eq!(line.reached(0, Side::Enemies), None, "nobody has asked");
    assert!(reaches(&mut line, 0, group(&[2, 3, 4]), 2) && reaches(&mut line, 1, group(&[2, 3, 4]), 2));
    assert_eq!([0, 1].map(|who| line.reached(who, Side::Enemies)), [Some(3), None], "1 stands among them");
    line.leave(&sides, Group::of(2));
    assert_eq!(line.reached(0, Side::Enemies), Some(3), "who leaves behind the front changes nothing");
    line.leave(&sides, Group::of(3));
    assert_eq!(line.reached(0, Side::Enemies), None, "the front is looked for again");
    assert!(reaches(&mut line, 0, group(&[4]), 2));
    assert_eq!((line.reached(0, Side::Enemies), line.nearest(1, group(&[4]), Side::Enemies)), (Some(4), Some(4)));
}

#[test]
fn who_comes_is_looked_at() {
    let mut line = Line::default();
    line.survey(&Sides::new(SIDES), group(&[0, 1, 2]), [0, 4, 6, 2, 2].into_iter());
    assert_eq!(line.nearest(1, group(&[2]), Side::Enemies), Some(2));
    line.join(3, Side::Enemies);
    assert_eq!(line.nearest(1, group(&[2, 3]), Side::Enemies), Some(2), "as near, and listed before");
    assert_eq!(line.nearest(0, group(&[2, 3]), Side::Enemies), Some(3));
}

#[test]
fn nobody_is_near_to_nobody() {
    let mut line = Line::default();
    line.survey(&Sides::new(SIDES), group(&[0, 1]), [0, 4, 6, 2, 2].into_iter());
    assert!(line.least_possible(0, Side::Enemies) > 10_000 && line.gap(0, 1, Side::Enemies) > 10_000);
    line.join(2, Side::Enemies);
    assert_eq!((line.least_possible(0, Side::Enemies), line.are_all_within(0, Side::Enemies, 6)), (6, true));
}

#[test]
fn who_goes_there_and_back_settles_where_it_stays() {
    let (party, enemies) = (group(&[0, 1]), group(&[2, 3, 4]));
    let mut line = surveyed([0, 4, 10, 12, 12]);
    line.put(0, Side::Party, 9);
    assert_eq!((line.distance(0, 2), line.position(0)), (1, 9), "positions are known at once");
    line.put(0, Side::Party, 2);
    line.settle(0, Side::Party, enemies);
    assert_eq!(line.nearest(2, party, Side::Party), Some(1), "the front is where it was");
    go_to(&mut line, 0, Side::Party, enemies, 9);
    assert_eq!(line.nearest(2, party, Side::Party), Some(0));
}
