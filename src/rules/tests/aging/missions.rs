//! Faculties that retire by halves, and Missions that are spared, lodged, hunted.

use super::*;
use crate::testing::{assert_close, conforms};

#[test]
fn recruits_are_lodged_on_their_next_turn_or_lost_and_missions_are_hunted() {
    let recruits = "turns = 2\nkind = \"missions\"\ngain = 3\nlodging = 0.5\n";
    // Turn 1: three wait. Turn 2: two of them are lodged, three more wait, and of the two one ages out.
    assert_eq!(stock(recruits, "missions", &[2, 1]), [0, 3, 4]);
    let told_all = told(&rule(recruits), &[2, 1]);
    assert_eq!(told_all[&("missions.total_lost".to_owned(), 0)], 1, "who is not lodged has not aged out");
    assert_eq!(stock(&format!("{recruits}grace = 2"), "missions", &[2]), [0, 3, 5], "lodged on this turn");
    let hunted = exact("turns = 2\nkind = \"missions\"\nstart = 1\nother_loss = 0.2");
    assert_close(hunted.p("missions", 2, 1), (0.8f64 * 0.7).powi(2), "kept");
    assert_close(hunted.law("missions.total_lost", 0).mean(), 0.8 * 0.3 * (1.0 + 0.56), "aged out");
    // A recruit of turn 1 on turn 3: lodged, and past the aging of turns 2 and 3.
    let once = exact("turns = 3\nkind = \"missions\"\ngain = [1, 0]\nlodging = 0.6");
    assert_close(once.p("missions", 3, 1), 0.6 * 0.7 * 0.7, "lodged and kept");
    conforms(&rule(
        "turns = 3\nkind = \"missions\"\nstart = 2\ngain = \"1d2\"\nlodging = 0.6\nother_loss = 0.1\ngrace = 2",
    ));
}

#[test]
fn half_of_each_class_retires_and_college_tries_come_after() {
    let toml = "turns = 3\nkind = \"faculties\"\nclasses = [8, 5]\n";
    assert_eq!(stock(toml, "faculties", &[]), [13, 6, 3, 1], "4 + 2, 2 + 1, 1 + 0: the larger half goes");
    assert_eq!(stock(&format!("{toml}rounding = \"down\""), "faculties", &[]), [13, 7, 4, 2]);
    assert_eq!(stock(&format!("{toml}rounding = \"nearest\""), "faculties", &[]), [13, 6, 3, 1]);
    assert_eq!(stock(&format!("{toml}gain = 2"), "faculties", &[]), [13, 10, 9, 8], "6 and 4, 5 and 4, 4 and 4");
    assert_eq!(stock("turns = 1\nkind = \"faculties\"\nstart = 7\nloss = 0.25", "faculties", &[]), [7, 5]);
    // Each College tries on its own: 4 + 1 and 2 + 3.
    assert_eq!(
        stock(&format!("{toml}gain = \"1d3\"").replace("turns = 3", "turns = 1"), "faculties", &[1, 3]),
        [13, 10]
    );
}

#[test]
fn missions_are_spared_on_the_turn_they_are_recruited_and_with_grace_two_on_the_next() {
    let missions = "turns = 3\nkind = \"missions\"\nstart = 1\ngain = 2\n";
    // Exposed: the one of the start, then what was recruited a turn before and all older ones.
    assert_eq!(stock(missions, "missions", &[1, 2, 1]), [1, 2, 2, 3]);
    assert_eq!(stock(&format!("{missions}grace = 2"), "missions", &[1, 2]), [1, 2, 4, 4]);
    assert_eq!(stock(&format!("{missions}grace = 3"), "missions", &[1]), [1, 2, 4, 6]);
    assert_eq!(stock(&format!("{missions}grace = 0"), "missions", &[3, 2, 0]), [1, 0, 0, 2]);
    let after = format!("{missions}gain_before_aging = false\n");
    assert_eq!(stock(&format!("{after}grace = 1"), "missions", &[1, 2, 0]), [1, 2, 2, 4], "the turn's aging was over");
    assert_eq!(stock(&format!("{after}grace = 2"), "missions", &[1, 2]), [1, 2, 4, 4]);
}
