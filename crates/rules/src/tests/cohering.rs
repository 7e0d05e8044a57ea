//! Tests of `cohering`: the snowball effect, clause by clause, with closed forms and brute force.

use crate::cohering::{Cohering, RULE};
use oddsmith_testing::{Odds, assert_close, assert_conforms, build_error, scripted_trial, values};

const FAILS: i64 = 1;
const HOLDS: i64 = 0;

fn rule(toml: &str) -> Cohering {
    Cohering::new(&values(RULE.parameters, toml)).expect("sound parameters")
}

#[test]
fn units_without_losses_give_no_orders() {
    let trial = scripted_trial(&rule("turns = 2"), &[0, 0]);
    assert_eq!(
        [0, 1, 2].map(|turn| trial[&("inactive".into(), turn)]),
        [0, 0, 0]
    );
    assert_eq!([1, 2].map(|turn| trial[&("failed".into(), turn)]), [0, 0]);
    assert_eq!(
        (trial[&("recovered".into(), 0)], trial[&("worst".into(), 0)]),
        (1, 0)
    );
}

#[test]
fn obeyed_cohering_restores_an_element() {
    // Two CEs lapse, and then ship and colony are checked.
    let trial = scripted_trial(&rule("turns = 1"), &[2, HOLDS, HOLDS]);
    assert_eq!(
        (trial[&("inactive".into(), 1)], trial[&("failed".into(), 1)]),
        (1, 0)
    );
}

#[test]
fn failed_cohering_costs_another_element() {
    for checks in [vec![2, FAILS], vec![2, HOLDS, FAILS]] {
        let trial = scripted_trial(&rule("turns = 1"), &checks);
        assert_eq!(
            (trial[&("inactive".into(), 1)], trial[&("failed".into(), 1)]),
            (3, 1)
        );
    }
}

#[test]
fn element_counts_stay_between_none_and_all() {
    let steep = rule("turns = 2\nrestored = 5\nsnowball = 20");
    let trial = scripted_trial(&steep, &[1, HOLDS, HOLDS, 1, FAILS]);
    assert_eq!(
        (
            trial[&("inactive".into(), 1)],
            trial[&("inactive".into(), 2)]
        ),
        (0, 6)
    );
    assert_eq!(
        (
            trial[&("collapsed".into(), 0)],
            trial[&("worst".into(), 0)],
            trial[&("recovered".into(), 0)]
        ),
        (1, 6, 0)
    );
}

#[test]
fn collapsed_units_may_recover() {
    let trial = scripted_trial(
        &rule("elements = 1\nlapse = 0.5\nturns = 2"),
        &[1, FAILS, HOLDS, HOLDS],
    );
    assert_eq!(
        (
            trial[&("collapsed".into(), 0)],
            trial[&("recovered".into(), 0)],
            trial[&("worst".into(), 0)]
        ),
        (1, 1, 1)
    );
}

#[test]
fn elements_restored_within_a_turn_do_not_count() {
    let trial = scripted_trial(
        &rule("elements = 1\nlapse = 0.5\nturns = 1"),
        &[1, HOLDS, HOLDS],
    );
    assert_eq!(
        (trial[&("collapsed".into(), 0)], trial[&("worst".into(), 0)]),
        (0, 0)
    );
}

#[test]
fn the_state_before_the_first_turn_counts() {
    let trial = scripted_trial(&rule("inactive = 6\nturns = 1"), &[HOLDS, HOLDS]);
    assert_eq!(
        (
            trial[&("inactive".into(), 0)],
            trial[&("inactive".into(), 1)]
        ),
        (6, 5)
    );
    assert_eq!(
        (trial[&("collapsed".into(), 0)], trial[&("worst".into(), 0)]),
        (1, 6)
    );
}

#[test]
fn enlightenment_rerolls_failed_cohering() {
    let trial = scripted_trial(
        &rule("turns = 1\nenlightenment = 1"),
        &[1, FAILS, HOLDS, HOLDS],
    );
    assert_eq!(
        (trial[&("failed".into(), 1)], trial[&("inactive".into(), 1)]),
        (0, 0)
    );
}

#[test]
fn first_turn_checks_ship_and_colony() {
    let p = |toml: &str| {
        Odds::of(&rule(&format!(
            "lapse = 0\nturns = 1\ninactive = 1\n{toml}"
        )))
        .fraction("failed", 1, 1)
    };
    // A ship with 1 inactive CE fails with 1/5; colonies with 0 and 2 with 1/20 and 7/20.
    assert_eq!(p(""), Some((6, 25)));
    assert_eq!(p("colony_inactive_ce = 2"), Some((12, 25)));
    assert_eq!(
        p("colony_inactive_ce = 2\nenlightenment = 1"),
        Some((144, 625))
    );
    assert_eq!(p("check = \"ship\""), Some((1, 5)));
    assert_eq!(
        p("check = \"colony\"\ncolony_inactive_ce = 2"),
        Some((7, 20))
    );
    assert_eq!(
        p("check = \"ship-then-colony\"\ncolony_inactive_ce = 2"),
        Some((7, 100))
    );
    assert_eq!(p("check = \"none\""), Some((0, 1)));
}

#[test]
fn snowball_without_lapses_is_a_known_random_walk() {
    // One of two CEs is inactive, and only the ship is checked. It is restored with 4/5 and then
    // stays so. It gets worse with 1/5, and then stays so with 7/20.
    let odds = Odds::of(&rule(
        "elements = 2\ninactive = 1\nlapse = 0\ncheck = \"ship\"\nturns = 2",
    ));
    assert_eq!(odds.fraction("inactive", 2, 0), Some((4, 5)));
    assert_eq!(odds.fraction("inactive", 2, 1), Some((13, 100)));
    assert_eq!(odds.fraction("inactive", 2, 2), Some((7, 100)));
    assert_eq!(odds.fraction("collapsed", 0, 1), Some((1, 5)));
}

#[test]
fn lapses_alone_are_binomial() {
    let odds = Odds::of(&rule(
        "check = \"none\"\nrestored = 0\nlapse = 0.5\nelements = 2\nturns = 3",
    ));
    assert_eq!(odds.fraction("inactive", 3, 0), Some((1, 64)));
    assert_eq!(odds.fraction("collapsed", 0, 1), Some((49, 64)));
}

/// The test enumerates every lapse of every CE and every check by turn, without the rule's code.
#[test]
fn three_turns_agree_with_brute_force() {
    #[derive(Default)]
    struct Seen {
        inactive: [f64; 4],
        worst: [f64; 4],
        failed: [f64; 3],
    }
    fn brute_force_turn(turn: usize, inactive: usize, worst: usize, weight: f64, seen: &mut Seen) {
        if turn == 3 {
            seen.inactive[inactive] += weight;
            seen.worst[worst] += weight;
            return;
        }
        let active = 3 - inactive;
        for lapses in 0u32..1 << active {
            let k = lapses.count_ones();
            let weight = weight * 0.2f64.powi(k as i32) * 0.8f64.powi(active as i32 - k as i32);
            let now = inactive + k as usize;
            if now == 0 {
                brute_force_turn(turn + 1, 0, worst, weight, seen);
                continue;
            }
            let ship = [0.05, 0.2, 0.35, 0.5][now];
            let fails = 1.0 - (1.0 - ship) * (1.0 - 0.2);
            seen.failed[turn] += weight * fails;
            brute_force_turn(
                turn + 1,
                now - 1,
                worst.max(now - 1),
                weight * (1.0 - fails),
                seen,
            );
            let up = (now + 1).min(3);
            brute_force_turn(turn + 1, up, worst.max(up), weight * fails, seen);
        }
    }
    let mut seen = Seen::default();
    brute_force_turn(0, 1, 1, 1.0, &mut seen);
    let odds = Odds::of(&rule(
        "elements = 3\ninactive = 1\nlapse = 0.2\nturns = 3\ncolony_inactive_ce = 1",
    ));
    for k in 0..4 {
        assert_close(
            odds.probability("inactive", 3, k),
            seen.inactive[k as usize],
            &format!("{k} inactive"),
        );
        assert_close(
            odds.probability("worst", 0, k),
            seen.worst[k as usize],
            &format!("worst {k}"),
        );
    }
    for turn in 1..=3 {
        assert_close(
            odds.probability("failed", turn, 1),
            seen.failed[turn as usize - 1],
            &format!("failed on turn {turn}"),
        );
    }
    assert_close(
        odds.probability("collapsed", 0, 1),
        seen.worst[3],
        "collapsed",
    );
    assert_close(
        odds.probability("recovered", 0, 1),
        seen.inactive[0],
        "recovered",
    );
}

#[test]
fn too_many_inactive_elements_are_refused() {
    let fault = build_error(&RULE, "elements = 3\ninactive = 4");
    assert_eq!(fault.path, "inactive");
    assert!(fault.help.contains("0 to 3"), "{}", fault.help);
}

#[test]
fn rule_conforms() {
    assert_conforms(&rule(""));
    assert_conforms(&rule(
        "elements = 12\ninactive = 5\nlapse = 0.3\nrestored = 3\nsnowball = 2\nturns = 7\nenlightenment = 2",
    ));
    assert_conforms(&rule(
        "check = \"ship-then-colony\"\nreroll = \"check\"\nenlightenment = 1\nturns = 30\ninactive = 2",
    ));
}

/// # Formula
/// The ship's check fails with probability p and the colony's with q, with n rerolls.
#[test]
fn enlightenment_rerolls_have_a_closed_form() {
    let fails = |toml: &str| {
        let start = "lapse = 0\nturns = 1\ninactive = 2\ncolony_inactive_ce = 1\n";
        Odds::of(&rule(&format!("{start}{toml}"))).probability("failed", 1, 1)
    };
    let (p, q): (f64, f64) = (0.35, 0.2);
    let whole_activation = 1.0 - (1.0 - p) * (1.0 - q);
    assert_close(
        fails("enlightenment = 2"),
        whole_activation.powi(3),
        "all checks again",
    );
    let one_check = p * p + p * (1.0 - p) * q + (1.0 - p) * q * q;
    assert_close(
        fails("enlightenment = 1\nreroll = \"check\""),
        one_check,
        "the check that failed",
    );
    let second = "check = \"ship-then-colony\"\nenlightenment = 2";
    assert_close(fails(second), (p * q).powi(3), "both checks again");
    assert_close(
        fails(&format!("{second}\nreroll = \"check\"")),
        p * q * p * p,
        "the ship's check again",
    );
}
