//! `aging` against its published text, its reference figures, closed forms and brute force.

use std::collections::BTreeMap;

use oddsmith_engine::Rule as _;
use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};

use crate::rule::AnyRule;
use crate::rule::metric::Presentation;
use crate::rule::values::ParameterError;
use crate::rules::aging::{Aging, RULE};
use crate::testing::{Odds, assert_close, assert_law, conforms, figure, reference, refused, told, values};

fn all(toml: &str) -> (Aging, Presentation) {
    Aging::new(&values(RULE.parameters, toml)).unwrap_or_else(|fault| panic!("{toml}: {fault:?}"))
}

fn rule(toml: &str) -> Aging {
    all(toml).0
}

fn exact(toml: &str) -> Odds {
    Odds::of(&rule(toml))
}

/// The stock at the end of each turn, in a played trial.
fn stock(toml: &str, name: &str, answers: &[i64]) -> Vec<i64> {
    let told = told(&rule(toml), answers);
    told.iter().filter(|((metric, _), _)| metric == name).map(|(_, value)| *value).collect()
}

fn fault(toml: &str) -> ParameterError {
    refused(&RULE, toml)
}

#[test]
fn acts_age_before_new_ones_are_placed() {
    let told = told(&rule("turns = 2\nstart = 4\ngain = 2"), &[1, 3]);
    let seen = |metric: &str, step| told[&(metric.to_owned(), step)];
    assert_eq!((seen("acts", 0), seen("acts", 1), seen("acts", 2)), (4, 5, 4));
    assert_eq!((seen("acts.lost", 1), seen("acts.lost", 2), seen("acts.total_lost", 0)), (1, 3, 4));
    assert!(!told.contains_key(&("acts.gone_on".to_owned(), 0)), "never");
}

#[test]
fn what_is_spent_goes_first_as_far_as_there_is_that_much() {
    let toml = "turns = 2\nkind = \"counter-missions\"\nstart = 5\nspend = 3";
    assert_eq!(stock(toml, "counter-missions", &[1]), [5, 1, 0]);
    let told = told(&rule(toml), &[1]);
    assert_eq!(told[&("counter-missions.total_lost".to_owned(), 0)], 1, "what is used is not lost");
}

#[test]
fn the_turn_on_which_the_last_is_gone_is_told_once() {
    let gone =
        |answers: &[i64]| told(&rule("turns = 3\nstart = 1"), answers).get(&("acts.gone_on".to_owned(), 0)).copied();
    assert_eq!((gone(&[1]), gone(&[0, 1]), gone(&[0, 0, 1]), gone(&[0, 0, 0])), (Some(1), Some(2), Some(3), None));
    let back = "turns = 3\nkind = \"counter-missions\"\nstart = 1\ngain = \"1d2-1\"";
    let told = told(&rule(back), &[0, 1, 1, 0, 0, 0]);
    assert_eq!(told[&("counter-missions.gone_on".to_owned(), 0)], 1, "a later gain does not change it");
    assert_eq!(told[&("counter-missions".to_owned(), 3)], 1);
}

#[test]
fn scenes_never_age_and_a_place_that_leaves_takes_all_of_its_own() {
    assert_eq!(stock("turns = 2\nkind = \"scenes\"\nstart = 3\ngain = 1", "scenes", &[]), [3, 4, 5]);
    let places = "turns = 2\nkind = \"scenes\"\nstart = 1\nlocations = [2, 5, 2]\nlocation_loss = 0.1";
    // First the place of five, then how many of the two places of two.
    assert_eq!(stock(places, "scenes", &[0, 1, 1, 0]), [10, 8, 3]);
    assert_eq!(stock(places, "scenes", &[1, 2]), [10, 1, 1]);
    assert_eq!(told(&rule(places), &[1, 2])[&("scenes.lost".to_owned(), 1)], 9);
}

#[test]
fn rps_lose_a_share_between_ten_and_thirty_percent_after_taxes_come_in() {
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 80\ngain = 20";
    for index in 0..21 {
        assert_eq!(stock(toml, "resource-points", &[index]), [80, 90 - index]);
    }
    let law = exact(toml);
    assert_eq!(law.fraction("resource-points", 1, 77), Some((1, 21)));
}

#[test]
fn rps_on_cargo_ships_do_not_age_and_are_reported_apart() {
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 100\non_cargo_ships = 50";
    let told = told(&rule(toml), &[20]);
    let seen = |metric: &str, step| told[&(metric.to_owned(), step)];
    assert_eq!(
        (seen("resource-points", 1), seen("resource-points.safe", 0), seen("resource-points.safe", 1)),
        (70, 150, 120)
    );
}

#[test]
fn half_an_rp_is_rounded_as_the_scenario_says() {
    let left = |start: u32, loss: &str, rounding: &str| {
        let rounding = if rounding.is_empty() { String::new() } else { format!("rounding = \"{rounding}\"") };
        stock(
            &format!("turns = 1\nkind = \"resource-points\"\nstart = {start}\nloss = {loss}\n{rounding}"),
            "resource-points",
            &[],
        )[1]
    };
    assert_eq!(
        (left(5, "0.1", ""), left(5, "0.1", "nearest"), left(5, "0.1", "down"), left(5, "0.1", "up")),
        (4, 4, 5, 4)
    );
    assert_eq!((left(15, "0.3", ""), left(15, "0.3", "down"), left(15, "0.3", "up")), (10, 11, 10));
    assert_eq!((left(4, "0.1", ""), left(4, "0.1", "up"), left(0, "0.1", "up")), (4, 3, 0));
}

#[test]
fn each_disrupted_title_costs_five_percent_more_and_never_more_than_all() {
    let rps = "turns = 1\nkind = \"resource-points\"\nstart = 100\n";
    assert_eq!(stock(&format!("{rps}disrupted_titles = 2"), "resource-points", &[0]), [100, 80]);
    assert_eq!(stock(&format!("{rps}disrupted_titles = 4\nloss = 0.2"), "resource-points", &[]), [100, 60]);
    assert_eq!(stock(&format!("{rps}disrupted_titles = 18"), "resource-points", &[0]), [100, 0]);
    assert_eq!(stock(&format!("{rps}disrupted_titles = 20\nloss = 0.9"), "resource-points", &[]), [100, 0]);
    assert_eq!(
        stock(&format!("{rps}disrupted_titles = 2\nper_disrupted_title = 0.1\nloss = 0"), "resource-points", &[]),
        [100, 80]
    );
}

#[test]
fn titles_that_may_be_disrupted_mix_the_losses() {
    // No title, one or both: a loss of 10%, 15% or 20% with weights 1, 2, 1.
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 100\nloss = 0.1\ntitles = 2\ndisruption = 0.5";
    let law = exact(toml);
    assert_eq!(
        [90, 85, 80].map(|left| law.fraction("resource-points", 1, left)),
        [Some((1, 4)), Some((1, 2)), Some((1, 4))]
    );
}

#[test]
fn aspects_flip_at_the_end_of_their_second_turn_and_go_at_the_end_of_their_third() {
    let told_of = |toml: &str, answers: &[i64]| {
        let told = told(&rule(toml), answers);
        let lost: Vec<i64> = (1..=4).map(|turn| told[&("aspects.lost".to_owned(), turn)]).collect();
        lost
    };
    let at_start = "turns = 4\nkind = \"aspects\"\nstart = 5\nstart_dark = 2";
    assert_eq!(told_of(at_start, &[]), [2, 3, 0, 0]);
    assert_eq!(stock(at_start, "aspects", &[]), [5, 3, 0, 0, 0]);
    for before in [true, false] {
        let steady = format!("turns = 4\nkind = \"aspects\"\ngain = 2\ngain_before_aging = {before}");
        assert_eq!(told_of(&steady, &[]), [0, 0, 2, 2], "placed light");
        assert_eq!(stock(&steady, "aspects", &[]), [0, 2, 4, 4, 4]);
        assert_eq!(told_of(&format!("{steady}\ndark_placed = 1"), &[]), [0, 2, 2, 2], "placed dark");
    }
}

#[test]
fn an_aspect_removed_early_has_not_aged_out() {
    let toml = "turns = 2\nkind = \"aspects\"\nstart = 3\nstart_dark = 1\nremoved_early = 0.5";
    // The dark one goes early, one of the two light ones too; the other flips and ages out.
    let turns = told(&rule(toml), &[1, 1, 0]);
    assert_eq!((turns[&("aspects.lost".to_owned(), 1)], turns[&("aspects.lost".to_owned(), 2)]), (0, 1));
    assert_eq!((turns[&("aspects".to_owned(), 1)], turns[&("aspects.gone_on".to_owned(), 0)]), (1, 2));
    assert_eq!(turns[&("aspects.total_lost".to_owned(), 0)], 1);
}

#[test]
fn proficiencies_are_struck_at_a_census_and_for_each_title() {
    let toml = "turns = 4\nkind = \"proficiencies\"\nstart = 6\ncensus_every = 2";
    assert_eq!(stock(toml, "proficiencies", &[2, 1]), [6, 6, 4, 4, 3], "every second turn");
    let never = "turns = 3\nkind = \"proficiencies\"\nstart = 6\ncensus_every = 0";
    assert_eq!(stock(never, "proficiencies", &[]), [6, 6, 6, 6]);
    let law = exact(&format!("{never}\ntitles = 3\ntitle_change = 1"));
    assert_close(law.law("proficiencies", 2).mean(), 6.0 * 0.8f64.powi(6), "three titles, two turns");
}

#[test]
fn a_title_that_was_disrupted_before_strikes_no_proficiency_any_more() {
    let ten = "turns = 3\nkind = \"proficiencies\"\nstart = 10\ndisrupted_titles = 1\n";
    assert_eq!(stock(&format!("{ten}census_every = 0"), "proficiencies", &[]), [10, 10, 10, 10]);
    assert_eq!(stock(&format!("{ten}census_every = 3"), "proficiencies", &[4]), [10, 10, 10, 6], "but for the Census");
    // A title becomes disrupted on turn 1, stays so on turn 2, and has recovered and becomes so again on turn 3.
    let lasting = "turns = 3\nkind = \"proficiencies\"\nstart = 10\ncensus_every = 0\ntitles = 1\ndisruption = 0.5\nrecovery = 0.5";
    assert_eq!(stock(lasting, "proficiencies", &[1, 2, 0, 1, 1, 3]), [10, 8, 8, 5]);
}

/// A title as a chain of two states, by hand: RPs suffer while it is disrupted, a proficiency when it becomes so.
#[test]
fn lasting_disruptions_agree_with_brute_force() {
    let (disruption, recovery, change) = (0.25, 0.4, 0.1);
    let titles = "turns = 3\ntitles = 1\ndisruption = 0.25\nrecovery = 0.4\ntitle_change = 0.1\n";
    // (disrupted, strikes so far, turns disrupted so far) to probability.
    let mut bf = BTreeMap::from([((false, 0, 0), 1.0)]);
    for _ in 0..3 {
        let mut next: BTreeMap<(bool, i32, i32), f64> = BTreeMap::new();
        for (&(was, strikes, turns), &p) in &bf {
            for (recovers, q) in
                [(true, if was { recovery } else { 0.0 }), (false, if was { 1.0 - recovery } else { 1.0 })]
            {
                let still = was && !recovers;
                let becomes = if still { 0.0 } else { disruption };
                for (newly, r) in [(true, becomes), (false, 1.0 - becomes)] {
                    for (changes, c) in [(1, change), (0, 1.0 - change)] {
                        let is = still || newly;
                        let key = (is, strikes + i32::from(newly) + changes, turns + i32::from(is));
                        *next.entry(key).or_default() += p * q * r * c;
                    }
                }
            }
        }
        bf = next;
    }
    let one = exact(&format!("{titles}kind = \"proficiencies\"\nstart = 1\ncensus_every = 0"));
    let kept: f64 = bf.iter().map(|(&(_, strikes, _), p)| p * 0.8f64.powi(strikes)).sum();
    assert_close(one.p("proficiencies", 3, 1), kept, "kept");
    let rps = exact(&format!("{titles}kind = \"resource-points\"\nstart = 1000\nloss = 0\nper_disrupted_title = 0.1"));
    for turns in 0..=3 {
        let p: f64 = bf.iter().filter(|((.., own), _)| *own == turns).map(|(_, p)| p).sum();
        let left = [1000, 900, 810, 729][turns as usize];
        assert_close(rps.p("resource-points", 3, left), p, &format!("disrupted on {turns} turns"));
    }
}

/// The titles of a trial are the same for all its resources.
#[test]
fn one_set_of_titles_strikes_rps_and_proficiencies_of_one_trial() {
    let both = "turns = 1\ntitles = 2\ndisruption = 0.5\n\
                [[resources]]\nname = \"RPs\"\nkind = \"resource-points\"\nstart = 100\nloss = 0\n\
                [[resources]]\nname = \"P\"\nkind = \"proficiencies\"\nstart = 5\ncensus_every = 0";
    let told = told(&rule(both), &[2, 1, 3]);
    assert_eq!((told[&("RPs".to_owned(), 1)], told[&("P".to_owned(), 1)]), (90, 1));
    assert_eq!(told[&("P.lost".to_owned(), 1)], 4);
}

#[test]
fn gains_come_by_turn_and_with_a_chance() {
    let list = "turns = 4\nkind = \"scenes\"\ngain = [4, \"1d6\", \"20 @ 0.8\"]";
    assert_eq!(stock(list, "scenes", &[3, 1, 0]), [0, 4, 7, 27, 27], "the last is repeated");
    let law = exact("turns = 2\nkind = \"scenes\"\ngain = \"2d6 @ 0.25\"");
    assert_eq!(law.fraction("scenes", 1, 7), Some((1, 24)));
    assert_eq!(law.fraction("scenes", 2, 0), Some((9, 16)));
    let spent = "turns = 4\nkind = \"scenes\"\nstart = 9\nspend = [4, 0, 1]";
    assert_eq!(stock(spent, "scenes", &[]), [9, 5, 5, 4, 3]);
}

#[test]
fn the_fullest_is_spent_first_or_what_is_listed_first() {
    let classes = "turns = 1\nkind = \"faculties\"\nloss = 0.5\nrounding = \"down\"\nclasses = [1, 9]\nspend = 3\n";
    // 9 - 3 = 6 and 1: 3 and 0 retire. As listed: 9 - 2 = 7, and 3 retire.
    assert_eq!(stock(classes, "faculties", &[]), [10, 4]);
    assert_eq!(stock(&format!("{classes}spend_from = \"oldest\""), "faculties", &[]), [10, 4]);
    let places = "turns = 1\nkind = \"scenes\"\nstart = 2\nlocations = [3]\nlocation_loss = 0.5\nspend = 3\n";
    assert_eq!(stock(places, "scenes", &[]), [5, 2], "the planet's are the most");
    assert_eq!(stock(&format!("{places}spend_from = \"oldest\""), "scenes", &[1]), [5, 0], "the safe ones first");
}

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
fn proficiencies_with_titles_at_risk_survive_by_the_product_of_their_chances() {
    let toml = "turns = 3\ntitles = 3\ndisruption = 0.25\nkind = \"proficiencies\"\nstart = 1\ncensus_every = 3";
    let calm = 0.95f64.powi(3);
    let law = exact(toml);
    assert_close(law.p("proficiencies", 2, 1), calm * calm, "no Census yet");
    assert_close(law.p("proficiencies", 3, 1), calm * calm * calm * 0.7, "with a Census");
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

#[test]
fn counter_missions_have_no_grace() {
    assert_eq!(stock("turns = 1\nkind = \"counter-missions\"\ngain = 3", "counter-missions", &[3]), [0, 0]);
}

#[test]
fn a_custom_resource_loses_each_by_chance_or_a_share() {
    assert_eq!(stock("turns = 2\nkind = \"custom\"\nstart = 20\nloss = 0.1", "custom", &[3, 2]), [20, 17, 15]);
    assert_eq!(stock("turns = 2\nkind = \"custom\"\nstart = 20\nshare = 0.1", "custom", &[]), [20, 18, 16]);
    let graced = "turns = 3\nkind = \"custom\"\nshare = 0.5\ngain = 4\ngrace = 1\ngain_before_aging = true";
    assert_eq!(stock(graced, "custom", &[]), [0, 4, 6, 7]);
    let range = "turns = 1\nkind = \"custom\"\nstart = 10\nshare = { from = 0.1, to = 0.3, step = 0.1 }";
    assert_eq!(exact(range).fraction("custom", 1, 8), Some((1, 3)));
}

#[test]
fn a_range_of_losses_ends_at_its_last_value_without_drift() {
    let toml = "turns = 1\nkind = \"resource-points\"\nstart = 1000\nloss = { from = 0.05, to = 0.25, step = 0.05 }";
    let law = exact(toml);
    let left: Vec<i64> = law.law("resource-points", 1).masses().iter().map(|&(left, _)| left).collect();
    assert_eq!(left, [750, 800, 850, 900, 950]);
}

#[test]
fn gains_may_be_dice_and_below_nothing_is_nothing() {
    let toml = "turns = 2\nstart = 0\ngain = \"1d3-2\"";
    assert_eq!(stock(toml, "acts", &[1, 0, -1]), [0, 1, 1]);
    assert_eq!(stock(toml, "acts", &[-1, 0]), [0, 0, 0]);
    let law = exact("turns = 1\nstart = 0\ngain = \"2d6\"");
    assert_eq!(law.fraction("acts", 1, 7), Some((1, 6)));
}

#[test]
fn twelve_acts_are_left_by_the_binomial_of_the_specification() {
    let law = exact("");
    for turn in 0..=12 {
        let p = 0.85f64.powi(turn);
        let mut ways = 1.0;
        for left in 0..=12 {
            let expected = ways * p.powi(left) * (1.0 - p).powi(12 - left);
            assert_close(law.p("acts", turn as u32, left.into()), expected, &format!("{left} left after {turn}"));
            ways = ways * f64::from(12 - left) / f64::from(left + 1);
        }
    }
}

#[test]
fn the_reference_is_met() {
    let reference = reference("aging.json");
    // The reference counts Missions from the turn in which they are recruited, which spares them; a
    // scenario's are past their grace, one turn later.
    for (case, toml, name, spared) in [
        ("acts_12_at_15", "start = 12", "acts", 0),
        ("missions_10_at_30_grace1", "kind = \"missions\"\nstart = 10", "missions", 1),
        ("counter_ops_6_at_50", "kind = \"counter-missions\"\nstart = 6", "counter-missions", 0),
        ("proficiencies_5_at_30_each_census", "kind = \"proficiencies\"\nstart = 5", "proficiencies", 0),
    ] {
        let odds = exact(toml);
        let turns = reference[case]["after_turn"].as_object().unwrap();
        assert!(turns.len() >= 5);
        for expected in turns.values() {
            let turn = expected["turn"].as_u64().unwrap() as u32 - spared;
            let what = format!("{case}, turn {turn}");
            let law = odds.law(name, turn);
            assert_law(law, &expected["remaining"], &what);
            assert_close(law.mean(), figure(&expected["mean"]), &what);
            assert_close(law.sd().powi(2), figure(&expected["variance"]), &what);
            assert_eq!(law.quantile(0.5), expected["median_low"].as_i64(), "{what}");
            assert_close(law.mass(0).value(), figure(&expected["p_none_left"]), &what);
            let start = reference[case]["start"].as_i64().unwrap();
            assert_close(law.mass(start).value(), figure(&expected["p_all_left"]), &what);
            let gone = odds.law(&format!("{name}.gone_on"), 0).probability(|on| (1..=i64::from(turn)).contains(&on));
            assert_close(gone.value(), figure(&expected["p_none_left"]), &format!("{what}, gone by then"));
        }
    }
}

/// Every item on its own, by hand: two recruited each turn by a die, spared for a turn.
#[test]
fn missions_gained_by_dice_agree_with_brute_force() {
    // (past grace, spared, lost in all) to probability.
    type Law = BTreeMap<(u32, u32, u32), f64>;
    fn bf_item_by_item(law: &Law) -> Law {
        let mut aged = Law::new();
        for (&(old, young, lost), &p) in law {
            for fates in 0..1u32 << old {
                let dies = fates.count_ones();
                let chance = 0.3f64.powi(dies as i32) * 0.7f64.powi((old - dies) as i32);
                *aged.entry((old - dies + young, 0, lost + dies)).or_default() += p * chance;
            }
        }
        aged
    }
    let toml = "turns = 4\nkind = \"missions\"\nstart = 2\ngain = \"1d3-1\"\nspend = 1";
    let odds = exact(toml);
    let mut law = Law::from([((2, 0, 0), 1.0)]);
    for turn in 1..=4 {
        let mut arrived = Law::new();
        for (&(old, _, lost), &p) in &law {
            for gain in 0..3 {
                *arrived.entry((old.saturating_sub(1), gain, lost)).or_default() += p / 3.0;
            }
        }
        law = bf_item_by_item(&arrived);
        for left in 0..12 {
            let expected: f64 = law.iter().filter(|((old, ..), _)| *old == left).map(|(_, p)| p).sum();
            assert_close(odds.p("missions", turn, left.into()), expected, &format!("{left} left after turn {turn}"));
        }
    }
    for lost in 0..12 {
        let expected: f64 = law.iter().filter(|((.., own), _)| *own == lost).map(|(_, p)| p).sum();
        assert_close(odds.p("missions.total_lost", 0, lost.into()), expected, &format!("{lost} lost in all"));
    }
}

/// What a trial loses in all has the mean of what its turns lose.
#[test]
fn the_sum_of_all_losses_has_the_mean_of_its_turns() {
    for toml in [
        "start = 12",
        "start = 12\ngain = \"1d3\"\nspend = 2",
        "kind = \"resource-points\"\nstart = 20\ngain = 3\nspend = 5\nturns = 6",
        "kind = \"aspects\"\nstart = 4\nstart_dark = 2\ngain = \"1d2\"\ndark_placed = 0.25\nremoved_early = 0.1\nturns = 5",
        "kind = \"scenes\"\nstart = 2\nlocations = [3, 1, 3]\nlocation_loss = 0.2\nspend = 1",
        "kind = \"faculties\"\nclasses = [4, 2]\ngain = \"1d2-1\"\nturns = 4",
    ] {
        let odds = exact(toml);
        let metrics = rule(toml).metrics();
        let (name, steps) = (&metrics[0].name, metrics[1].steps.unwrap().1);
        let sum: f64 = (1..=steps).map(|turn| odds.law(&format!("{name}.lost"), turn).mean()).sum();
        let mean = odds.law(&format!("{name}.total_lost"), 0).mean();
        assert!((sum - mean).abs() < 1e-9, "{toml}: {sum} is not {mean}");
    }
}

/// A fact of the presentation, as a number.
fn note(toml: &str, label: &str) -> f64 {
    let notes = all(toml).1.notes;
    let (_, words) = notes.iter().find(|(own, _)| own.ends_with(label)).unwrap_or_else(|| panic!("{label}: {notes:?}"));
    words.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn the_half_lives_of_the_specification_are_noted() {
    assert_eq!(note("", "half-life"), 4.27);
    assert_eq!(note("kind = \"missions\"\nstart = 1", "half-life"), 1.94);
    assert_eq!(note("kind = \"faculties\"\nstart = 8", "half-life"), 1.0);
    assert_eq!(note("gain = 3", "settle at"), 20.0);
}

#[test]
fn what_is_noted_is_what_the_exact_odds_tend_to() {
    let close =
        |ours: f64, theirs: f64, what: &str| assert!((ours - theirs).abs() < 0.0051, "{what}: {ours}, {theirs}");
    for toml in [
        "kind = \"acts\"\nstart = 1",
        "kind = \"counter-missions\"\nstart = 1",
        "kind = \"proficiencies\"\nstart = 1",
        "kind = \"proficiencies\"\nstart = 1\ntitles = 2\ndisruption = 0.5\ncensus_every = 0",
        "kind = \"custom\"\nstart = 1\nloss = 0.6",
    ] {
        let name = rule(toml).metrics()[0].name.clone();
        let odds = exact(&format!("turns = 150\n{toml}"));
        close(note(toml, "expected lifetime"), odds.law(&format!("{name}.gone_on"), 0).mean(), toml);
        let turn = 10;
        let halved = 0.5f64.powf(f64::from(turn) / note(toml, "half-life"));
        close(odds.law(&name, turn).mean(), halved, toml);
    }
    for toml in [
        "kind = \"acts\"\ngain = \"1d3-1\"",
        "kind = \"counter-missions\"\ngain = 2",
        "kind = \"missions\"\ngain = 1",
        "kind = \"missions\"\ngain = 1\ngrace = 2",
        "kind = \"missions\"\ngain = 1\ngrace = 2\ngain_before_aging = false",
        "kind = \"aspects\"\ngain = 2\ndark_placed = 0.5",
        "kind = \"aspects\"\ngain = 1\nremoved_early = 0.25",
        "kind = \"aspects\"\ngain = 1\nremoved_early = 0.25\ngain_before_aging = false",
        "kind = \"proficiencies\"\ngain = 1\ntitles = 1\ntitle_change = 0.5",
    ] {
        let name = rule(toml).metrics()[0].name.clone();
        let odds = exact(&format!("turns = 60\n{toml}").replace("\"acts\"", "\"acts\"\nstart = 1"));
        close(note(toml, "settle at"), odds.law(&name, 60).mean(), toml);
    }
}

/// Rounding makes it "about" for RPs, and decides it where one share is always lost.
#[test]
fn where_rounding_decides_nothing_is_noted() {
    let rps = "kind = \"resource-points\"\ngain = 30\nturns = 60";
    let settled = exact(rps).law("resource-points", 60).mean();
    assert!((note(rps, "settle at") - settled).abs() < 0.5, "{settled}");
    let college = all("kind = \"faculties\"\nclasses = [8, 5]\ngain = 2").1.notes;
    assert!(college.iter().all(|(label, _)| !label.ends_with("settle at")), "{college:?}");
}

#[test]
fn a_large_stock_is_played_without_a_loop_over_its_items() {
    let acts = rule("turns = 200\nstart = 100000\ngain = \"10d6\"");
    let stream = Stream { seed: 1, case: 0, purpose: Purpose::Played };
    let (cost, tallies) = AnyRule::pilot(&acts, stream, 20, &Watch::default()).expect("sound");
    assert!(cost < 200.0 * 200.0, "{cost}");
    let left = tallies[1].mean().expect("it is always shown");
    assert!((84_000.0..86_500.0).contains(&left), "{left}");
}

const SEVERAL: &str = "turns = 4\ntitles = 2\ndisruption = 0.25\n\
    [[resources]]\nname = \"Acts\"\nkind = \"acts\"\nstart = 3\ngain = \"1d2\"\n\
    [[resources]]\nname = \"Scenes\"\nkind = \"scenes\"\nlocations = [2, 1, 2]\nlocation_loss = 0.1\n\
    [[resources]]\nname = \"RPs\"\nkind = \"resource-points\"\nstart = 30\ngain = 5\nspend = 9\non_cargo_ships = 7\n\
    [[resources]]\nname = \"Aspects\"\nkind = \"aspects\"\nstart = 3\nstart_dark = 1\ngain = 1\ndark_placed = 0.2\nremoved_early = 0.1\n\
    [[resources]]\nname = \"Proficiencies\"\nkind = \"proficiencies\"\nstart = 4\ncensus_every = 2\n\
    [[resources]]\nname = \"Faculties\"\nkind = \"faculties\"\nclasses = [4, 3]\ngain = \"1d2-1\"\n\
    [[resources]]\nname = \"Missions\"\nkind = \"missions\"\nstart = 2\ngain = \"1d2\"\ngrace = 2\n\
    [[resources]]\nname = \"Counters\"\nkind = \"counter-missions\"\nstart = 2\n\
    [[resources]]\nname = \"House\"\nkind = \"custom\"\nstart = 9\nshare = 0.25\n";

#[test]
fn all_nine_kinds_stand_side_by_side_and_keep_the_laws() {
    let rule = rule(SEVERAL);
    conforms(&rule);
    let mut names: Vec<String> = rule.metrics().into_iter().map(|metric| metric.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 9 * 4 + 1, "every metric once");
    assert!(names.contains(&"RPs.safe".to_owned()));
}

#[test]
fn headlines_and_views_name_metrics_that_there_are() {
    for toml in [SEVERAL, "", "kind = \"missions\"\ngain = 1", "kind = \"aspects\"\nstart = 3\nremoved_early = 0.5"] {
        let presentation = all(toml).1;
        let is_shown = |name: &String| presentation.metrics.iter().any(|metric| metric.name == *name);
        assert!(presentation.headlines.iter().all(|headline| is_shown(&headline.metric)));
        assert!(presentation.charts.iter().all(|chart| is_shown(&chart.metric)));
    }
}

#[test]
fn faults_say_where_and_what_to_do() {
    let entry = "[[resources]]\nname = \"a\"\n";
    for (toml, path, problem) in [
        ("kind = \"acts\"\ngrace = 1".to_owned(), "grace", "acts have no `grace`"),
        ("kind = \"scenes\"\nloss = 0.1".to_owned(), "loss", "scenes have no `loss`"),
        (
            format!("{entry}kind = \"acts\"\n[[resources]]\nname = \"b\"\nkind = \"aspects\"\ngrace = 2"),
            "resources.1.grace",
            "no `grace`",
        ),
        (entry.to_owned(), "resources.0", "has no kind"),
        (format!("gain = 2\n{entry}kind = \"acts\""), "gain", "of no resource"),
        (format!("loss = 0.2\n{entry}kind = \"acts\""), "loss", "of no resource"),
        (format!("kind = \"missions\"\n{entry}kind = \"acts\""), "kind", "of no resource"),
        ("kind = \"custom\"".to_owned(), "kind", "neither"),
        ("kind = \"custom\"\nloss = 0.1\nshare = 0.1".to_owned(), "share", "both"),
        ("loss = { from = 0.1 }".to_owned(), "loss", "not a range"),
        ("kind = \"resource-points\"\nloss = { from = 0.4 }".to_owned(), "loss", "past"),
        ("kind = \"resource-points\"\nloss = { step = 0 }".to_owned(), "loss", "step of 0"),
        ("kind = \"resource-points\"\nloss = { step = 0.000001 }".to_owned(), "loss", "too many"),
        ("kind = \"aspects\"\nstart = 2\nstart_dark = 3".to_owned(), "start_dark", "3 of 2"),
        ("kind = \"faculties\"\nclasses = []".to_owned(), "classes", "0 classes"),
        (format!("kind = \"faculties\"\nclasses = {:?}", [1; 13]), "classes", "13 classes"),
        ("kind = \"faculties\"\nstart = 3\nclasses = [1]".to_owned(), "classes", "both"),
        (format!("kind = \"scenes\"\nlocations = {:?}", [1; 13]), "locations", "13 stars"),
        ("gain = \"1d6-7\"".to_owned(), "gain", "at most -1"),
        ("gain = 100001".to_owned(), "gain", "at most 100001"),
        ("gain = \"2d\"".to_owned(), "gain", "the die's number of faces"),
        ("gain = \"2 @ 1.5\"".to_owned(), "gain", "no probability"),
        ("gain = [1, \"3d\"]".to_owned(), "gain", "the die's number of faces"),
        ("gain = []".to_owned(), "gain", "empty"),
        ("spend_from = \"oldest\"".to_owned(), "spend_from", "acts have no `spend_from`"),
        ("kind = \"counter-missions\"\nlodging = 0.5".to_owned(), "lodging", "no `lodging`"),
        ("disruption = 0.5\ntitles = 2\ndisrupted_titles = 1".to_owned(), "disrupted_titles", "both"),
        ("titles = 2\ndisrupted_titles = 3".to_owned(), "disrupted_titles", "3 titles"),
        (
            format!("{entry}kind = \"acts\"\n[[resources]]\nname = \"a.lost\"\nkind = \"acts\""),
            "resources.1.name",
            "reported under",
        ),
    ] {
        let fault = fault(&toml);
        assert_eq!(fault.path, path, "{toml}: {fault:?}");
        assert!(fault.problem.contains(problem), "{toml}: {fault:?}");
        assert!(!fault.help.is_empty());
    }
}

/// What a single value gets wrong is found before the rule is built.
#[test]
fn values_out_of_their_range_never_reach_the_rule() {
    use crate::scenario::check;
    use crate::scenario::diagnostic::{Diagnostics, Source};
    use crate::scenario::tree::Node;
    for (toml, part) in [
        ("turns = 0", "0 is out of range"),
        ("turns = 201", "201 is out of range"),
        ("start = -1", "-1 is out of range"),
        ("kind = \"act\"", "did you mean `acts`?"),
        (
            "[[resources]]\nname = \"a\"\nkind = \"acts\"\n[[resources]]\nname = \"a\"\nkind = \"acts\"",
            "two entries are named",
        ),
        ("grase = 1", "did you mean `grace`?"),
    ] {
        let source = std::sync::Arc::new(Source { name: "test".into(), text: toml.into() });
        let node = Node::document(&source).unwrap_or_else(|problem| panic!("{}", Diagnostics::from(problem)));
        let mut problems = Vec::new();
        check::table(&node, RULE.parameters, &mut problems);
        let told = Diagnostics(problems).to_string();
        assert!(anstream::adapter::strip_str(&told).to_string().contains(part), "{toml}: {told}");
    }
}

#[test]
fn every_scenario_of_aging_has_exact_odds_for_all_that_it_shows() {
    use crate::scenario::check;
    use crate::scenario::diagnostic::Source;
    use crate::scenario::tree::Node;
    let folder = format!("{}/scenarios", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if !name.starts_with("aging-") {
            continue;
        }
        let source = std::sync::Arc::new(Source { text: std::fs::read_to_string(entry.path()).unwrap(), name });
        let document = Node::document(&source).unwrap_or_else(|problem| panic!("{problem:?}"));
        let mut problems = Vec::new();
        let values = check::table(document.get("parameters").unwrap(), RULE.parameters, &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        let (rule, _) = Aging::new(&values).unwrap_or_else(|fault| panic!("{}: {fault:?}", source.name));
        for part in 0..rule.part_count() {
            assert!(rule.explore(part, &Budget::default(), &Watch::default()).is_ok(), "{}", source.name);
        }
        seen += 1;
    }
    assert_eq!(seen, 9);
}

/// A whole position, all that it shows, as a scenario runs it.
#[test]
fn everything_that_ages_is_exact_at_once() {
    let text = include_str!("../../../scenarios/aging-everything.toml");
    let parameters = text.split_once("[parameters]").expect("a scenario").1.replace("parameters.", "");
    let start = std::time::Instant::now();
    let odds = exact(&parameters);
    eprintln!("everything that ages: {:?}", start.elapsed());
    assert_close(odds.law("Acts.total_lost", 0).total().value(), 1.0, "mass");
}
