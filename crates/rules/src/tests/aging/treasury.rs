//! Tests of the Treasury: a share is lost, and more for each disrupted Government Title.

use super::*;

#[test]
fn rps_lose_ten_to_thirty_percent_after_taxes() {
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 80\ngain = 20";
    for index in 0..21 {
        assert_eq!(
            stock_by_turn(toml, "resource-points", &[index]),
            [80, 90 - index]
        );
    }
    let distribution = exact_odds(toml);
    assert_eq!(
        distribution.fraction("resource-points", 1, 77),
        Some((1, 21))
    );
}

#[test]
fn rps_on_cargo_ships_do_not_age() {
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 100\non_cargo_ships = 50";
    let trial = scripted_trial(&rule(toml), &[20]);
    let seen = |metric: &str, step| trial[&(metric.to_owned(), step)];
    assert_eq!(
        (
            seen("resource-points", 1),
            seen("resource-points.safe", 0),
            seen("resource-points.safe", 1)
        ),
        (70, 150, 120)
    );
}

#[test]
fn half_rps_are_rounded_as_the_scenario_says() {
    let left = |start: u32, loss: &str, rounding: &str| {
        let rounding = if rounding.is_empty() {
            String::new()
        } else {
            format!("rounding = \"{rounding}\"")
        };
        stock_by_turn(
            &format!(
                "turns = 1\nkind = \"resource-points\"\nstart = {start}\nloss = {loss}\n{rounding}"
            ),
            "resource-points",
            &[],
        )[1]
    };
    assert_eq!(
        (
            left(5, "0.1", ""),
            left(5, "0.1", "nearest"),
            left(5, "0.1", "down"),
            left(5, "0.1", "up")
        ),
        (4, 4, 5, 4)
    );
    assert_eq!(
        (
            left(15, "0.3", ""),
            left(15, "0.3", "down"),
            left(15, "0.3", "up")
        ),
        (10, 11, 10)
    );
    assert_eq!(
        (
            left(4, "0.1", ""),
            left(4, "0.1", "up"),
            left(0, "0.1", "up")
        ),
        (4, 3, 0)
    );
}

#[test]
fn disrupted_titles_add_five_percent_up_to_all() {
    let rps = "turns = 1\nkind = \"resource-points\"\nstart = 100\n";
    assert_eq!(
        stock_by_turn(
            &format!("{rps}disrupted_titles = 2"),
            "resource-points",
            &[0]
        ),
        [100, 80]
    );
    assert_eq!(
        stock_by_turn(
            &format!("{rps}disrupted_titles = 4\nloss = 0.2"),
            "resource-points",
            &[]
        ),
        [100, 60]
    );
    assert_eq!(
        stock_by_turn(
            &format!("{rps}disrupted_titles = 18"),
            "resource-points",
            &[0]
        ),
        [100, 0]
    );
    assert_eq!(
        stock_by_turn(
            &format!("{rps}disrupted_titles = 20\nloss = 0.9"),
            "resource-points",
            &[]
        ),
        [100, 0]
    );
    assert_eq!(
        stock_by_turn(
            &format!("{rps}disrupted_titles = 2\nper_disrupted_title = 0.1\nloss = 0"),
            "resource-points",
            &[]
        ),
        [100, 80]
    );
}

#[test]
fn possible_disruptions_mix_the_losses() {
    // With no title, one or both disrupted, the loss is 10%, 15% or 20% with weights 1, 2, 1.
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 100\nloss = 0.1\ntitles = 2\ndisruption = 0.5";
    let distribution = exact_odds(toml);
    assert_eq!(
        [90, 85, 80].map(|left| distribution.fraction("resource-points", 1, left)),
        [Some((1, 4)), Some((1, 2)), Some((1, 4))]
    );
}

#[test]
fn loss_ranges_end_at_their_last_value() {
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 1000\nloss = { from = 0.05, to = 0.25, step = 0.05 }";
    let distribution = exact_odds(toml);
    let left: Vec<i64> = distribution
        .distribution("resource-points", 1)
        .masses()
        .iter()
        .map(|&(left, _)| left)
        .collect();
    assert_eq!(left, [750, 800, 850, 900, 950]);
}
