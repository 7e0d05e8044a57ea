//! Tests of what can stop an order that was obeyed: a Blockade or a Writ's Conditions Precedent,
//! and the RPs that are lost.

use super::*;

#[test]
fn blockade_is_run_between_ship_and_colony_checks() {
    assert_eq!(result(BLOCKADE_RUN, &[HOLDS, YES, HOLDS]), OBEYED);
    assert_eq!(result(BLOCKADE_RUN, &[HOLDS, YES, FAILS]), FAILED);
    assert_eq!(result(BLOCKADE_RUN, &[HOLDS, NO]), STOPPED);
    assert_eq!(result(BLOCKADE_RUN, &[FAILS]), FAILED, "no attempt is made");
    let odds = exact_odds(&format!(
        "{BLOCKADE_RUN}ship_inactive_ce = 1\ncolony_inactive_ce = 2"
    ));
    assert_eq!(odds.fraction("result", 1, STOPPED), Some((12, 25)));
    assert_eq!(odds.fraction("result", 1, OBEYED), Some((26, 125)));
    assert_eq!(odds.fraction("result", 1, FAILED), Some((39, 125)));
}

#[test]
fn runs_stopped_by_a_blockade_are_not_rerolled() {
    assert_eq!(
        result(&format!("{BLOCKADE_RUN}enlightenment = 5"), &[HOLDS, NO]),
        STOPPED
    );
}

#[test]
fn rerolls_in_a_blockade_run_repeat_the_failed_check() {
    let run = format!("{BLOCKADE_RUN}enlightenment = 2");
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
fn certain_blockade_runs_are_not_rolled() {
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
fn blockade_runs_also_check_the_colony_unless_unchecked() {
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
fn writ_conditions_are_tried_after_the_activation() {
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
fn failed_activations_spend_no_rps_and_others_do() {
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
    let run = rule(&format!("{BLOCKADE_RUN}costs_rp = 7"));
    assert_eq!(
        scripted_trial(&run, &[HOLDS, NO])[&("rp_spent".into(), 1)],
        7,
        "the run was attempted"
    );
}

#[test]
fn stopped_orders_count_as_not_executed() {
    let trial = scripted_trial(&rule(BLOCKADE_RUN), &[HOLDS, NO]);
    for metric in ["failures", "any_failed", "all_failed"] {
        assert_eq!(trial[&(metric.into(), 1)], 1, "{metric}");
    }
}

#[test]
fn blockade_reroll_can_repeat_the_whole_activation() {
    let run = format!("{BLOCKADE_RUN}enlightenment = 1\nblockade_reroll = \"activation\"");
    assert_eq!(
        result(&run, &[HOLDS, YES, FAILS, HOLDS, YES, HOLDS]),
        ENLIGHTENED
    );
    assert_eq!(result(&run, &[HOLDS, YES, FAILS, HOLDS, NO]), STOPPED);
}

#[test]
fn stopped_orders_can_be_set_to_spend_nothing() {
    let run = rule(&format!(
        "{BLOCKADE_RUN}costs_rp = 7\nstopped_spends = false"
    ));
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
