//! Tests of Faculties, which retire by halves, and of Missions, which are spared, lodged and
//! hunted.

use super::*;
use oddsmith_testing::{assert_close, assert_conforms};

#[test]
fn recruits_are_lodged_or_lost_and_missions_are_hunted() {
    let recruits = "turns = 2\nkind = \"missions\"\ngain = 3\nlodging = 0.5\n";
    // In turn 1 three recruits wait. In turn 2 two of them are lodged and spared, and three more
    // wait.
    assert_eq!(stock_by_turn(recruits, "missions", &[2]), [0, 3, 5]);
    assert_eq!(stock_by_turn(recruits, "missions.lodged", &[2]), [0, 0, 2]);
    // In the other interpretation, one of the two ages out.
    let harsh = format!("{recruits}lodging_grace = 0");
    assert_eq!(stock_by_turn(&harsh, "missions", &[2, 1]), [0, 3, 4]);
    let metric_values = scripted_trial(&rule(&harsh), &[2, 1]);
    assert_eq!(
        metric_values[&("missions.total_lost".to_owned(), 0)],
        1,
        "who is not lodged has not aged out"
    );
    let hunted = exact_odds("turns = 2\nkind = \"missions\"\nstart = 1\nother_loss = 0.2");
    assert_close(
        hunted.probability("missions", 2, 1),
        (0.8f64 * 0.7).powi(2),
        "kept",
    );
    assert_close(
        hunted.distribution("missions.total_lost", 0).mean(),
        0.8 * 0.3 * (1.0 + 0.56),
        "aged out",
    );
    // A recruit of turn 1 is lodged and spared in turn 2, and exposed to aging in turn 3.
    let once = "turns = 3\nkind = \"missions\"\ngain = [1, 0]\n";
    for (lodging, chance) in [("", 1.0), ("lodging = 0.8", 0.8), ("lodging = 0.6", 0.6)] {
        let odds = exact_odds(&format!("{once}{lodging}"));
        assert_close(odds.probability("missions", 1, 1), 1.0, "recruited");
        assert_close(
            odds.probability("missions.lodged", 1, 0),
            1.0,
            "not lodged yet",
        );
        assert_close(odds.probability("missions", 2, 1), chance, "lodged");
        assert_close(
            odds.probability("missions.lodged", 3, 1),
            chance * 0.7,
            "lodged and kept",
        );
        let harsh = exact_odds(&format!("{once}{lodging}\nlodging_grace = 0"));
        assert_close(
            harsh.probability("missions", 3, 1),
            chance * 0.7 * 0.7,
            "not spared where it is lodged",
        );
    }
    assert_conforms(&rule(
        "turns = 3\nkind = \"missions\"\nstart = 2\ngain = \"1d2\"\nlodging = 0.6\nother_loss = 0.1\ngrace = 2",
    ));
}

#[test]
fn half_of_each_class_retires_before_college_tries() {
    let toml = "turns = 3\nkind = \"faculties\"\nclasses = [8, 5]\n";
    assert_eq!(
        stock_by_turn(toml, "faculties", &[]),
        [13, 6, 3, 1],
        "4 + 2, 2 + 1, 1 + 0: the larger half goes"
    );
    assert_eq!(
        stock_by_turn(&format!("{toml}rounding = \"down\""), "faculties", &[]),
        [13, 7, 4, 2]
    );
    assert_eq!(
        stock_by_turn(&format!("{toml}rounding = \"nearest\""), "faculties", &[]),
        [13, 6, 3, 1]
    );
    assert_eq!(
        stock_by_turn(&format!("{toml}gain = 2"), "faculties", &[]),
        [13, 10, 9, 8],
        "6 and 4, 5 and 4, 4 and 4"
    );
    assert_eq!(
        stock_by_turn(
            "turns = 1\nkind = \"faculties\"\nstart = 7\nloss = 0.25",
            "faculties",
            &[]
        ),
        [7, 5]
    );
    // Each College rolls separately: 4 + 1 and 2 + 3.
    assert_eq!(
        stock_by_turn(
            &format!("{toml}gain = \"1d3\"").replace("turns = 3", "turns = 1"),
            "faculties",
            &[1, 3]
        ),
        [13, 10]
    );
}

#[test]
fn missions_are_spared_when_recruited_and_when_lodged() {
    let missions = "turns = 3\nkind = \"missions\"\nstart = 1\ngain = 2\n";
    // Exposed are the Mission from the start and, from turn 3 on, those that were lodged one turn
    // earlier.
    assert_eq!(stock_by_turn(missions, "missions", &[1, 2]), [1, 2, 4, 4]);
    assert_eq!(
        stock_by_turn(missions, "missions.lodged", &[1, 2]),
        [1, 0, 2, 2]
    );
    let harsh = format!("{missions}lodging_grace = 0\n");
    assert_eq!(
        stock_by_turn(&harsh, "missions", &[1, 2, 1]),
        [1, 2, 2, 3],
        "as if they were lodged at once"
    );
    // A longer grace from the turn of arrival continues after lodging.
    assert_eq!(
        stock_by_turn(&format!("{harsh}grace = 2"), "missions", &[1, 2]),
        [1, 2, 4, 4]
    );
    assert_eq!(
        stock_by_turn(&format!("{harsh}grace = 3"), "missions", &[1]),
        [1, 2, 4, 6]
    );
    // The Mission from the start and the recruits of turn 1 are asked one after the other.
    assert_eq!(
        stock_by_turn(&format!("{harsh}grace = 0"), "missions", &[1, 2, 2, 0]),
        [1, 0, 0, 2]
    );
    let after = format!("{harsh}gain_before_aging = false\n");
    assert_eq!(
        stock_by_turn(&format!("{after}grace = 1"), "missions", &[1, 2, 0]),
        [1, 2, 2, 4],
        "the turn's aging was over"
    );
    assert_eq!(
        stock_by_turn(&format!("{after}grace = 2"), "missions", &[1, 2]),
        [1, 2, 4, 4]
    );
}
