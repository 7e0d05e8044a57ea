//! Tests of Enlightenment: what it rerolls in each interpretation, and how many are used.

use super::*;
use oddsmith_testing::assert_close;

#[test]
fn enlightenment_rerolls_the_whole_activation() {
    let toml = "check = \"both\"\nenlightenment = 1";
    assert_eq!(result(toml, &[HOLDS, FAILS, HOLDS, HOLDS]), ENLIGHTENED);
    assert_eq!(
        result(toml, &[HOLDS, FAILS, FAILS]),
        FAILED,
        "the ship is checked again, and may fail now"
    );
    assert_eq!(
        result(toml, &[HOLDS, HOLDS]),
        OBEYED,
        "it is kept where nothing failed"
    );
}

#[test]
fn enlightenment_of_a_movement_rerolls_ship_and_supporting_colony() {
    let movement = "power = \"movement\"\nsupporting_colony_inactive_ce = 2\nenlightenment = 1";
    assert_eq!(result(movement, &[FAILS, FAILS, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(movement, &[FAILS, FAILS, FAILS, FAILS]), FAILED);
}

#[test]
fn two_enlightenments_reroll_twice() {
    let ship = "ship_inactive_ce = 2\nenlightenment = 2";
    assert_eq!(result(ship, &[FAILS, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(ship, &[FAILS, FAILS, FAILS]), FAILED);
    assert_eq!(
        failure_fraction("ship_inactive_ce = 2\nenlightenment = 5"),
        Some((117_649, 64_000_000))
    );
}

#[test]
fn check_reroll_repeats_only_the_first_failed_check() {
    let toml = "check = \"both\"\nenlightenment = 1\nreroll = \"check\"";
    assert_eq!(result(toml, &[FAILS, HOLDS, HOLDS]), ENLIGHTENED);
    assert_eq!(
        result(toml, &[FAILS, HOLDS, FAILS]),
        FAILED,
        "nothing is left for the colony's check"
    );
    assert_eq!(
        result(toml, &[HOLDS, FAILS, HOLDS]),
        ENLIGHTENED,
        "the ship's check stands"
    );
    // The ship fails with 1/5 and the colony with 7/20. The order is obeyed with probability 4/5
    // (13/20 + 7/20 13/20) + 1/5 4/5 13/20 = 403/500.
    let counts = "ship_inactive_ce = 1\ncolony_inactive_ce = 2";
    assert_eq!(
        failure_fraction(&format!("{toml}\n{counts}")),
        Some((97, 500))
    );
}

#[test]
fn check_reroll_of_a_movement_repeats_the_ships_check() {
    let movement = "power = \"movement\"\nsupporting_colony_inactive_ce = 2\nenlightenment = 1\nreroll = \"check\"";
    assert_eq!(result(movement, &[FAILS, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(movement, &[FAILS, FAILS, FAILS]), FAILED);
    assert_eq!(result(movement, &[FAILS, HOLDS]), SECOND);
}

/// Enlightenments are assigned to three orders as listed. Each order must have the same result as
/// with that many Enlightenments of its own.
#[test]
fn assigned_enlightenments_are_dealt_out_as_listed() {
    let orders = |counts: [u32; 4]| {
        let order = |(i, count): (usize, u32)| {
            format!("[[orders]]\nname = \"{i}\"\nship_inactive_ce = {i}\nenlightenment = {count}\n")
        };
        let [a, b, c, d] = counts;
        // An order without a check can use none.
        [a, b, c]
            .into_iter()
            .enumerate()
            .map(order)
            .collect::<String>()
            + &format!("[[orders]]\nname = \"Census\"\ncheck = \"none\"\nenlightenment = {d}\n")
    };
    for (to_assign, dealt) in [
        (0, [0, 0, 0]),
        (1, [1, 0, 0]),
        (2, [1, 1, 0]),
        (5, [2, 2, 1]),
        (20, [5, 5, 5]),
    ] {
        let [a, b, c] = dealt;
        let (assigned, separate) = (
            exact_odds(&format!(
                "enlightenment_to_assign = {to_assign}\n{}",
                orders([0; 4])
            )),
            exact_odds(&orders([a, b, c, 0])),
        );
        for metric in ["0.result", "1.result", "2.result", "failures"] {
            for value in 0..4 {
                assert_close(
                    assigned.probability(metric, 1, value),
                    separate.probability(metric, 1, value),
                    &format!("{to_assign}: {metric}"),
                );
            }
        }
        assert_close(
            assigned.distribution("enlightenment_used", 0).mean(),
            separate.distribution("enlightenment_used", 0).mean(),
            "used",
        );
    }
}

#[test]
fn assignment_excludes_a_stock_and_too_many_orders() {
    assert_eq!(
        fault("enlightenment_to_assign = 1\nenlightenment_stock = 1").path,
        "enlightenment_stock"
    );
    let too_many = fault("enlightenment_to_assign = 1\ncount = 21");
    assert!(
        too_many.path == "enlightenment_to_assign" && too_many.problem.contains("more than 20"),
        "{too_many:?}"
    );
    oddsmith_testing::assert_conforms(&rule(
        "enlightenment_to_assign = 3\ncheck = \"both\"\nreroll = \"check\"\nturns = 2\ncount = 3",
    ));
}

#[test]
fn enlightenment_used_is_summed_over_orders_and_turns() {
    let toml = "turns = 2\nenlightenment = 2\nship_inactive_ce = 2\ncount = 2";
    let trial = scripted_trial(
        &rule(toml),
        &[FAILS, FAILS, FAILS, HOLDS, FAILS, HOLDS, HOLDS],
    );
    assert_eq!(trial[&("enlightenment_used".into(), 0)], 3);
    // Each of four orders uses 0, 1 or 2 with probabilities 0.65, 0.35 x 0.65 and 0.35^2.
    let each = [0.65, 0.35 * 0.65, 0.35 * 0.35];
    let mut bf = [0.0; 9];
    for case in 0..81usize {
        let used = [case % 3, case / 3 % 3, case / 9 % 3, case / 27];
        bf[used.iter().sum::<usize>()] += used.iter().map(|&n| each[n]).product::<f64>();
    }
    let odds = exact_odds(toml);
    (0..9).for_each(|n| {
        assert_close(
            odds.probability("enlightenment_used", 0, n),
            bf[n as usize],
            "used",
        )
    });
}
