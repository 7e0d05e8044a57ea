//! What can stop an order that obeyed: a Blockade, a Writ's Conditions Precedent; and the RPs that
//! go with it.

use super::*;

#[test]
fn a_blockade_is_run_between_the_ships_check_and_the_colonys() {
    assert_eq!(result(RUN, &[HOLDS, YES, HOLDS]), OBEYED);
    assert_eq!(result(RUN, &[HOLDS, YES, FAILS]), FAILED);
    assert_eq!(result(RUN, &[HOLDS, NO]), STOPPED);
    assert_eq!(result(RUN, &[FAILS]), FAILED, "no attempt is made");
    let odds = exact(&format!(
        "{RUN}ship_inactive_ce = 1\ncolony_inactive_ce = 2"
    ));
    assert_eq!(odds.fraction("result", 1, STOPPED), Some((12, 25)));
    assert_eq!(odds.fraction("result", 1, OBEYED), Some((26, 125)));
    assert_eq!(odds.fraction("result", 1, FAILED), Some((39, 125)));
}

#[test]
fn a_run_stopped_by_the_blockade_is_no_failed_activation_and_is_not_rerolled() {
    assert_eq!(
        result(&format!("{RUN}enlightenment = 5"), &[HOLDS, NO]),
        STOPPED
    );
}

#[test]
fn in_a_blockade_run_a_reroll_repeats_the_check_that_failed() {
    let run = format!("{RUN}enlightenment = 2");
    assert_eq!(
        result(&run, &[FAILS, HOLDS, YES, FAILS, HOLDS]),
        ENLIGHTENED
    );
    assert_eq!(
        result(&run, &[HOLDS, YES, FAILS, FAILS, FAILS]),
        FAILED,
        "the Blockade is not run again"
    );
}

#[test]
fn a_blockade_that_is_always_run_is_not_asked_about() {
    assert_eq!(
        result("check = \"both\"\nblockade_success = 1", &[HOLDS, HOLDS]),
        OBEYED
    );
    assert_eq!(
        result("check = \"both\"\nblockade_success = 0", &[HOLDS]),
        STOPPED
    );
}

#[test]
fn a_blockade_run_checks_ship_and_colony_whatever_the_power_says_but_what_is_never_checked() {
    assert_eq!(
        result(
            "check = \"ship\"\nblockade_success = 0.5",
            &[HOLDS, YES, FAILS]
        ),
        FAILED
    );
    assert_eq!(
        result("check = \"none\"\nblockade_success = 0.5", &[YES]),
        OBEYED
    );
    assert_eq!(
        result("check = \"none\"\nblockade_success = 0.5", &[NO]),
        STOPPED
    );
}

#[test]
fn a_second_check_before_a_blockade_saves_the_run() {
    let run = "power = \"movement\"\nblockade_success = 0.5\nsupporting_colony_inactive_ce = 1\nenlightenment = 1";
    assert_eq!(result(run, &[FAILS, HOLDS, YES, HOLDS]), SECOND);
    assert_eq!(result(run, &[FAILS, FAILS, HOLDS, YES, HOLDS]), ENLIGHTENED);
    assert_eq!(
        result(run, &[FAILS, FAILS, FAILS]),
        FAILED,
        "the check that failed first is repeated, alone"
    );
}

#[test]
fn a_writs_conditions_are_tried_after_the_activation_obeyed() {
    let writ = "check = \"colony\"\nconditions = 0.8\nenlightenment = 1";
    assert_eq!(result(writ, &[HOLDS, YES]), OBEYED);
    assert_eq!(
        result(writ, &[HOLDS, NO]),
        CONDITIONS,
        "and no reroll helps"
    );
    assert_eq!(result(writ, &[FAILS, FAILS]), FAILED);
    assert_eq!(result("check = \"none\"\nconditions = 0", &[]), CONDITIONS);
}

#[test]
fn a_failed_activation_spends_no_rps_and_any_other_does() {
    let college = "power = \"culture/found-college\"\ncosts_rp = 40";
    assert_eq!(
        scripted_trial(&rule(college), &[FAILS])[&("rp_spent".into(), 1)],
        0
    );
    assert_eq!(
        scripted_trial(&rule(college), &[HOLDS])[&("rp_spent".into(), 1)],
        40
    );
    let writ = rule(&format!("{college}\nconditions = 0.5"));
    assert_eq!(
        scripted_trial(&writ, &[HOLDS, NO])[&("rp_spent".into(), 1)],
        40,
        "the activation obeyed"
    );
    let run = rule(&format!("{RUN}costs_rp = 7"));
    assert_eq!(
        scripted_trial(&run, &[HOLDS, NO])[&("rp_spent".into(), 1)],
        7,
        "the run was attempted"
    );
}

#[test]
fn what_was_stopped_or_lacked_its_conditions_was_not_executed() {
    let trial = scripted_trial(&rule(RUN), &[HOLDS, NO]);
    for metric in ["failures", "any_failed", "all_failed"] {
        assert_eq!(trial[&(metric.into(), 1)], 1, "{metric}");
    }
}

#[test]
fn in_a_blockade_run_the_other_reading_rerolls_the_activation_and_runs_again() {
    let run = format!("{RUN}enlightenment = 1\nblockade_reroll = \"activation\"");
    assert_eq!(
        result(&run, &[HOLDS, YES, FAILS, HOLDS, YES, HOLDS]),
        ENLIGHTENED
    );
    assert_eq!(result(&run, &[HOLDS, YES, FAILS, HOLDS, NO]), STOPPED);
}

#[test]
fn under_the_other_reading_what_was_stopped_spends_nothing() {
    let run = rule(&format!("{RUN}costs_rp = 7\nstopped_spends = false"));
    assert_eq!(
        scripted_trial(&run, &[HOLDS, NO])[&("rp_spent".into(), 1)],
        0
    );
    let writ = rule("check = \"colony\"\nconditions = 0.5\ncosts_rp = 7\nstopped_spends = false");
    assert_eq!(
        scripted_trial(&writ, &[HOLDS, NO])[&("rp_spent".into(), 1)],
        0
    );
    assert_eq!(
        scripted_trial(&writ, &[HOLDS, YES])[&("rp_spent".into(), 1)],
        7
    );
}
