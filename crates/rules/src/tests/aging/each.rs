//! Tests of items that are lost one by one or with their place: Acts, Scenes, Counter-Operations
//! Missions, and a designer's own resource.

use super::*;

#[test]
fn acts_age_before_new_ones_are_placed() {
    let metric_values = scripted_trial(&rule("turns = 2\nstart = 4\ngain = 2"), &[1, 3]);
    let seen = |metric: &str, step| metric_values[&(metric.to_owned(), step)];
    assert_eq!(
        (seen("acts", 0), seen("acts", 1), seen("acts", 2)),
        (4, 5, 4)
    );
    assert_eq!(
        (
            seen("acts.lost", 1),
            seen("acts.lost", 2),
            seen("acts.total_lost", 0)
        ),
        (1, 3, 4)
    );
    assert!(
        !metric_values.contains_key(&("acts.gone_on".to_owned(), 0)),
        "never"
    );
}

#[test]
fn first_empty_turn_is_reported_once() {
    let gone = |answers: &[i64]| {
        scripted_trial(&rule("turns = 3\nstart = 1"), answers)
            .get(&("acts.gone_on".to_owned(), 0))
            .copied()
    };
    assert_eq!(
        (
            gone(&[1]),
            gone(&[0, 1]),
            gone(&[0, 0, 1]),
            gone(&[0, 0, 0])
        ),
        (Some(1), Some(2), Some(3), None)
    );
    let back = "turns = 3\nkind = \"counter-missions\"\nstart = 1\ngain = \"1d2-1\"";
    let metric_values = scripted_trial(&rule(back), &[0, 1, 1, 0, 0, 0]);
    assert_eq!(
        metric_values[&("counter-missions.gone_on".to_owned(), 0)],
        1,
        "a later gain does not change it"
    );
    assert_eq!(metric_values[&("counter-missions".to_owned(), 3)], 1);
}

#[test]
fn scenes_never_age_but_leave_with_their_place() {
    assert_eq!(
        stock_by_turn(
            "turns = 2\nkind = \"scenes\"\nstart = 3\ngain = 1",
            "scenes",
            &[]
        ),
        [3, 4, 5]
    );
    let places =
        "turns = 2\nkind = \"scenes\"\nstart = 1\nlocations = [2, 5, 2]\nlocation_loss = 0.1";
    // The first answer is for the place with five Scenes, and the next for the number of places
    // with two that leave.
    assert_eq!(stock_by_turn(places, "scenes", &[0, 1, 1, 0]), [10, 8, 3]);
    assert_eq!(stock_by_turn(places, "scenes", &[1, 2]), [10, 1, 1]);
    assert_eq!(
        scripted_trial(&rule(places), &[1, 2])[&("scenes.lost".to_owned(), 1)],
        9
    );
}

#[test]
fn counter_missions_have_no_grace() {
    assert_eq!(
        stock_by_turn(
            "turns = 1\nkind = \"counter-missions\"\ngain = 3",
            "counter-missions",
            &[3]
        ),
        [0, 0]
    );
}

#[test]
fn custom_resources_lose_by_chance_or_by_share() {
    assert_eq!(
        stock_by_turn(
            "turns = 2\nkind = \"custom\"\nstart = 20\nloss = 0.1",
            "custom",
            &[3, 2]
        ),
        [20, 17, 15]
    );
    assert_eq!(
        stock_by_turn(
            "turns = 2\nkind = \"custom\"\nstart = 20\nshare = 0.1",
            "custom",
            &[]
        ),
        [20, 18, 16]
    );
    let graced =
        "turns = 3\nkind = \"custom\"\nshare = 0.5\ngain = 4\ngrace = 1\ngain_before_aging = true";
    assert_eq!(stock_by_turn(graced, "custom", &[]), [0, 4, 6, 7]);
    let range =
        "turns = 1\nkind = \"custom\"\nstart = 10\nshare = { from = 0.1, to = 0.3, step = 0.1 }";
    assert_eq!(exact_odds(range).fraction("custom", 1, 8), Some((1, 3)));
}
