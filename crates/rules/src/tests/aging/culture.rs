//! Tests of Aspects, which flip and age out, and of Proficiencies with a Census and strikes by
//! Government Titles.

use super::*;
use oddsmith_testing::assert_close;
use std::collections::BTreeMap;

#[test]
fn aspects_flip_on_turn_two_and_go_on_three() {
    let lost_by_turn = |toml: &str, answers: &[i64]| {
        let metric_values = scripted_trial(&rule(toml), answers);
        let lost: Vec<i64> = (1..=4)
            .map(|turn| metric_values[&("aspects.lost".to_owned(), turn)])
            .collect();
        lost
    };
    let at_start = "turns = 4\nkind = \"aspects\"\nstart = 5\nstart_dark = 2";
    assert_eq!(lost_by_turn(at_start, &[]), [2, 3, 0, 0]);
    assert_eq!(stock_by_turn(at_start, "aspects", &[]), [5, 3, 0, 0, 0]);
    for before in [true, false] {
        let steady =
            format!("turns = 4\nkind = \"aspects\"\ngain = 2\ngain_before_aging = {before}");
        assert_eq!(lost_by_turn(&steady, &[]), [0, 0, 2, 2], "placed light");
        assert_eq!(stock_by_turn(&steady, "aspects", &[]), [0, 2, 4, 4, 4]);
        assert_eq!(
            lost_by_turn(&format!("{steady}\ndark_placed = 1"), &[]),
            [0, 2, 2, 2],
            "placed dark"
        );
    }
}

#[test]
fn aspects_removed_early_have_not_aged_out() {
    let toml = "turns = 2\nkind = \"aspects\"\nstart = 3\nstart_dark = 1\nremoved_early = 0.5";
    // The dark Aspect is lost early, and so is one of the two light ones. The other flips and ages
    // out.
    let turns = scripted_trial(&rule(toml), &[1, 1, 0]);
    assert_eq!(
        (
            turns[&("aspects.lost".to_owned(), 1)],
            turns[&("aspects.lost".to_owned(), 2)]
        ),
        (0, 1)
    );
    assert_eq!(
        (
            turns[&("aspects".to_owned(), 1)],
            turns[&("aspects.gone_on".to_owned(), 0)]
        ),
        (1, 2)
    );
    assert_eq!(turns[&("aspects.total_lost".to_owned(), 0)], 1);
}

#[test]
fn census_and_titles_strike_proficiencies() {
    let toml = "turns = 4\nkind = \"proficiencies\"\nstart = 6\ncensus_every = 2";
    assert_eq!(
        stock_by_turn(toml, "proficiencies", &[2, 1]),
        [6, 6, 4, 4, 3],
        "every second turn"
    );
    let never = "turns = 3\nkind = \"proficiencies\"\nstart = 6\ncensus_every = 0";
    assert_eq!(stock_by_turn(never, "proficiencies", &[]), [6, 6, 6, 6]);
    let distribution = exact_odds(&format!("{never}\ntitles = 3\ntitle_change = 1"));
    assert_close(
        distribution.distribution("proficiencies", 2).mean(),
        6.0 * 0.8f64.powi(6),
        "three titles, two turns",
    );
}

#[test]
fn titles_already_disrupted_strike_no_proficiencies() {
    let ten = "turns = 3\nkind = \"proficiencies\"\nstart = 10\ndisrupted_titles = 1\n";
    assert_eq!(
        stock_by_turn(&format!("{ten}census_every = 0"), "proficiencies", &[]),
        [10, 10, 10, 10]
    );
    assert_eq!(
        stock_by_turn(&format!("{ten}census_every = 3"), "proficiencies", &[4]),
        [10, 10, 10, 6],
        "but for the Census"
    );
    // A title becomes disrupted in turn 1 and stays so in turn 2. In turn 3 it has recovered and
    // becomes disrupted again.
    let lasting = "turns = 3\nkind = \"proficiencies\"\nstart = 10\ncensus_every = 0\ntitles = 1\ndisruption = 0.5\nrecovery = 0.5";
    assert_eq!(
        stock_by_turn(lasting, "proficiencies", &[1, 2, 0, 1, 1, 3]),
        [10, 8, 8, 5]
    );
}

/// The test models a title as a Markov chain with two states. RPs suffer while it is disrupted, and
/// Proficiencies when it becomes disrupted.
#[test]
fn lasting_disruptions_agree_with_brute_force() {
    let (disruption, recovery, change) = (0.25, 0.4, 0.1);
    let titles = "turns = 3\ntitles = 1\ndisruption = 0.25\nrecovery = 0.4\ntitle_change = 0.1\n";
    // The map is from (disrupted, strikes so far, turns disrupted so far) to the probability.
    let mut bf = BTreeMap::from([((false, 0, 0), 1.0)]);
    for _ in 0..3 {
        let mut next: BTreeMap<(bool, i32, i32), f64> = BTreeMap::new();
        for (&(was, strikes, turns), &p) in &bf {
            for (recovers, q) in [
                (true, if was { recovery } else { 0.0 }),
                (false, if was { 1.0 - recovery } else { 1.0 }),
            ] {
                let still = was && !recovers;
                let becomes = if still { 0.0 } else { disruption };
                for (newly, r) in [(true, becomes), (false, 1.0 - becomes)] {
                    for (changes, c) in [(1, change), (0, 1.0 - change)] {
                        let is = still || newly;
                        let key = (
                            is,
                            strikes + i32::from(newly) + changes,
                            turns + i32::from(is),
                        );
                        *next.entry(key).or_default() += p * q * r * c;
                    }
                }
            }
        }
        bf = next;
    }
    let proficiency_odds = exact_odds(&format!(
        "{titles}kind = \"proficiencies\"\nstart = 1\ncensus_every = 0"
    ));
    let kept: f64 = bf
        .iter()
        .map(|(&(_, strikes, _), p)| p * 0.8f64.powi(strikes))
        .sum();
    assert_close(
        proficiency_odds.probability("proficiencies", 3, 1),
        kept,
        "kept",
    );
    let rps = exact_odds(&format!(
        "{titles}kind = \"resource-points\"\nstart = 1000\nloss = 0\nper_disrupted_title = 0.1"
    ));
    for turns in 0..=3 {
        let p: f64 = bf
            .iter()
            .filter(|((.., turns_disrupted), _)| *turns_disrupted == turns)
            .map(|(_, p)| p)
            .sum();
        let left = [1000, 900, 810, 729][turns as usize];
        assert_close(
            rps.probability("resource-points", 3, left),
            p,
            &format!("disrupted on {turns} turns"),
        );
    }
}

/// All resources of a trial share the same titles.
#[test]
fn titles_strike_rps_and_proficiencies_in_one_trial() {
    let toml = "turns = 1\ntitles = 2\ndisruption = 0.5\n\
                [[resources]]\nname = \"RPs\"\nkind = \"resource-points\"\nstart = 100\nloss = 0\n\
                [[resources]]\nname = \"P\"\nkind = \"proficiencies\"\nstart = 5\ncensus_every = 0";
    let metric_values = scripted_trial(&rule(toml), &[2, 1, 3]);
    assert_eq!(
        (
            metric_values[&("RPs".to_owned(), 1)],
            metric_values[&("P".to_owned(), 1)]
        ),
        (90, 1)
    );
    assert_eq!(metric_values[&("P.lost".to_owned(), 1)], 4);
}

#[test]
fn proficiencies_survive_by_the_product_of_chances() {
    let toml = "turns = 3\ntitles = 3\ndisruption = 0.25\nkind = \"proficiencies\"\nstart = 1\ncensus_every = 3";
    let calm = 0.95f64.powi(3);
    let distribution = exact_odds(toml);
    assert_close(
        distribution.probability("proficiencies", 2, 1),
        calm * calm,
        "no Census yet",
    );
    assert_close(
        distribution.probability("proficiencies", 3, 1),
        calm * calm * calm * 0.7,
        "with a Census",
    );
}
