//! Tests the two bundled rule files in which published mechanics interact. They are compared with
//! the built-in rules where they overlap, and with brute force elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::input::diagnostic::Source;
use crate::rule_file::FileRule;
use crate::rules::RULES;
use oddsmith_testing::{Odds, assert_close, values};

const TAX_REVOLT: &str = include_str!("../../../rules/tax-revolt.odds");
const HELD: &str = include_str!("../../../rules/held.odds");

/// Returns the exact odds of a rule file with these parameters.
fn file_odds(text: &str, toml: &str) -> Odds {
    let source = Arc::new(Source {
        name: "rule.odds".into(),
        text: text.into(),
    });
    let file = FileRule::read("rule.odds", source).unwrap_or_else(|problems| panic!("{problems}"));
    let built = file
        .build(&values(file.parameters, toml))
        .unwrap_or_else(|fault| panic!("{toml}: {fault:?}"));
    Odds::from_built(&built)
}

fn built_in_odds(id: &str, toml: &str) -> Odds {
    let info = RULES.iter().find(|info| info.id == id).expect("a rule");
    Odds::from_built(
        &(info.build)(&values(info.parameters, toml))
            .unwrap_or_else(|fault| panic!("{toml}: {fault:?}")),
    )
}

/// Asserts that two metrics have the same distribution.
fn assert_same_distribution(ours: (&Odds, &str, u32), theirs: (&Odds, &str, u32)) {
    let distributions = [ours, theirs].map(|(odds, metric, step)| odds.distribution(metric, step));
    let seen = distributions
        .iter()
        .flat_map(|distribution| distribution.masses().iter().map(|&(value, _)| value));
    for value in seen.collect::<std::collections::BTreeSet<_>>() {
        let [a, b] = [distributions[0], distributions[1]]
            .map(|distribution| distribution.mass(value).value());
        assert_close(a, b, &format!("{} at {}: {value}", ours.1, ours.2));
    }
}

#[test]
fn treasury_ages_like_the_built_in_rule_without_conflict() {
    let parameters = "turns = 5\nstart = 30\nconflict = 0\ncolonies = [{ name = \"Home\", inactive = 1, taxes = 20 }]";
    let file = file_odds(TAX_REVOLT, parameters);
    let aging = "turns = 5\n[[resources]]\nname = \"RPs\"\nkind = \"resource-points\"\nstart = 30\ngain = \"20 @ 0.8\"";
    let rule = built_in_odds("aging", aging);
    for turn in 1..=5 {
        assert_same_distribution((&file, "treasury", turn), (&rule, "RPs", turn));
        assert_same_distribution((&file, "lost", turn), (&rule, "RPs.lost", turn));
    }
}

#[test]
fn disrupted_title_costs_match_the_built_in_rule() {
    // A colony that always fails: there is no income, and the title is disrupted from turn 1 on.
    let toml = "turns = 4\nstart = 100\nleast = 10\nmost = 12\nrecovery = 0\nconflict = 1\n\
                colonies = [{ name = \"Home\", inactive = 3, taxes = 0 }]";
    let file = file_odds(TAX_REVOLT, toml);
    let from = |turns: u32, start: u32| {
        built_in_odds(
            "aging",
            &format!(
                "turns = {turns}\ntitles = 1\ndisrupted_titles = 1\nkind = \"resource-points\"\nstart = {start}\nloss = {{ from = 0.10, to = 0.12, step = 0.01 }}"
            ),
        )
    };
    // Half of all turns fail. So on turn 1 the loss is that of a disrupted title in half of the
    // trials, and that of no title in the others.
    let (disrupted, calm) = (
        from(1, 100),
        built_in_odds(
            "aging",
            "turns = 1\nkind = \"resource-points\"\nstart = 100\nloss = { from = 0.10, to = 0.12, step = 0.01 }",
        ),
    );
    for left in 80..=100 {
        let expected = 0.5 * disrupted.probability("resource-points", 1, left)
            + 0.5 * calm.probability("resource-points", 1, left);
        assert_close(
            file.probability("treasury", 1, left),
            expected,
            &format!("{left} left"),
        );
    }
    assert_close(
        file.probability("disrupted", 4, 1),
        1.0 - 0.5f64.powi(4),
        "it never recovers",
    );
}

#[test]
fn title_disruption_matches_the_built_in_rule() {
    let file = file_odds(TAX_REVOLT, "turns = 3");
    let colony = |name: &str, ce| {
        format!("[[orders]]\nname = \"{name}\"\npower = \"taxation\"\ncolony_inactive_ce = {ce}\n")
    };
    let rule = built_in_odds(
        "power-activation",
        &(colony("Capital", 1) + &colony("Outpost", 3)),
    );
    for turn in 1..=3 {
        assert_close(
            file.probability("disrupted", turn, 1),
            rule.probability("title_fails", 1, 1),
            "all failed",
        );
    }
}

/// Computes every turn by hand: each colony obeys or fails, the title may be disrupted, and every
/// possible share may be lost.
#[test]
fn a_tax_revolt_agrees_with_brute_force() {
    let (recovery, conflict) = (0.4, 0.7);
    let colonies = [(0.2, 7), (0.35, 4), (0.5, 9)];
    // Maps (RPs, disrupted, first turn disrupted) to a probability.
    let mut bf: BTreeMap<(i64, bool, i64), f64> = BTreeMap::from([((11, false, 0), 1.0)]);
    for turn in 1..=3 {
        let mut next: BTreeMap<(i64, bool, i64), f64> = BTreeMap::new();
        for (&(rps, was, first), &p) in &bf {
            for (still, q) in [(true, 1.0 - recovery), (false, recovery)] {
                let (still, q) = if was { (still, q) } else { (false, q) };
                for pattern in 0..8u32 {
                    let obeys = |i: usize| pattern >> i & 1 == 1;
                    let r: f64 = (0..3)
                        .map(|i| {
                            if obeys(i) {
                                1.0 - colonies[i].0
                            } else {
                                colonies[i].0
                            }
                        })
                        .product();
                    let paid: i64 = (0..3).filter(|&i| obeys(i)).map(|i| colonies[i].1).sum();
                    for (fails, s) in if pattern == 0 {
                        [(true, conflict), (false, 1.0 - conflict)]
                    } else {
                        [(false, 1.0), (false, 0.0)]
                    } {
                        let is = still || fails;
                        for percent in 20..=23 {
                            let percent = percent + if is { 6 } else { 0 };
                            let before = rps + paid;
                            let gone = (before as f64 * f64::from(percent) / 100.0 + 0.5 + 1e-9)
                                .floor() as i64;
                            let first = if first == 0 && is { turn } else { first };
                            let key = (before - gone, is, first);
                            *next.entry(key).or_default() += p * q * r * s / 4.0;
                        }
                    }
                }
            }
        }
        bf = next;
    }
    let file = file_odds(
        TAX_REVOLT,
        "turns = 3\nstart = 11\nrecovery = 0.4\nconflict = 0.7\npenalty = 6\nleast = 20\nmost = 23\n\
         colonies = [{ name = \"a\", inactive = 1, taxes = 7 }, { name = \"b\", inactive = 2, taxes = 4 }, { name = \"c\", inactive = 9, taxes = 9 }]",
    );
    for value in 0..80 {
        let sum = |component: fn(&(i64, bool, i64)) -> i64| -> f64 {
            bf.iter()
                .filter(|(key, _)| component(key) == value)
                .map(|(_, p)| p)
                .sum()
        };
        assert_close(
            file.probability("treasury", 3, value),
            sum(|key| key.0),
            &format!("{value} left"),
        );
    }
    for turn in 1..=3 {
        let p: f64 = bf
            .iter()
            .filter(|((.., first), _)| *first == turn)
            .map(|(_, p)| p)
            .sum();
        assert_close(
            file.probability("revolt", 0, turn),
            p,
            &format!("first on turn {turn}"),
        );
    }
}

const ROUNDS: u32 = 12;

fn held_odds(more: &str) -> Odds {
    file_odds(HELD, &format!("rounds = {ROUNDS}\n{more}"))
}

#[test]
fn free_power_lasts_like_the_built_in_effect() {
    for (difficulty, resistance) in [(9, 0), (12, 3), (14, 0)] {
        let file = held_odds(&format!(
            "cost = 0\ndifficulty = {difficulty}\nresistance = {resistance}"
        ));
        let rule = built_in_odds(
            "power-effect",
            &format!(
                "lingers = true\nrounds = {ROUNDS}\ndifficulty = {difficulty}\nresistance = {resistance}"
            ),
        );
        assert_same_distribution((&file, "hold", 0), (&rule, "rounds_afflicted", 0));
        assert_same_distribution((&file, "checks", 0), (&rule, "checks", 0));
        for round in 1..=ROUNDS {
            assert_same_distribution((&file, "held", round), (&rule, "afflicted", round));
        }
        assert_close(
            file.probability("ending", 0, 2),
            rule.probability("still_afflicted", 0, 1),
            "held on",
        );
    }
}

#[test]
fn pool_without_gain_sustains_affordable_rounds_plus_one() {
    for (pool, cost, sustained) in [(0, 1, 1), (5, 2, 3), (6, 2, 4), (3, 0, ROUNDS)] {
        let file = held_odds(&format!("pool = {pool}\ncost = {cost}\ngain = \"0\""));
        let rule = built_in_odds(
            "power-effect",
            &format!(
                "lingers = true\nrounds = {ROUNDS}\ndifficulty = 9\nsustained_rounds = {sustained}"
            ),
        );
        assert_same_distribution((&file, "hold", 0), (&rule, "rounds_afflicted", 0));
    }
}

/// The power pool does not depend on the target. One built-in rule gives the round in which
/// maintenance fails, and the other gives the effect that ends with it.
#[test]
fn power_ends_with_built_in_maintenance_and_effect() {
    for (every, word) in [(1, "turn"), (10, "minor")] {
        let file = held_odds(&format!(
            "pool = 1\ncost = 2\ngain = \"1d3-1\"\ndifficulty = 11\nevery = {every}"
        ));
        let upkeep = built_in_odds(
            "power-maintenance",
            &format!(
                "pool = 1\ncost = 2\ngain = \"1d3-1\"\nmaintenance = \"{word}\"\nrounds = {ROUNDS}"
            ),
        );
        let effect = |rounds: u32| {
            built_in_odds(
                "power-effect",
                &format!("lingers = true\nrounds = {rounds}\ndifficulty = 11"),
            )
        };
        let (mut hold, mut unpaid) = (vec![0.0; ROUNDS as usize + 1], 0.0);
        for end in 1..=ROUNDS {
            let p = upkeep.probability("Power.ended_in", 0, end.into());
            let until = effect(end);
            unpaid += p * until.probability("still_afflicted", 0, 1);
            (0..=end).for_each(|n| {
                hold[n as usize] += p * until.probability("rounds_afflicted", 0, n.into())
            });
        }
        let never = upkeep.absence("Power.ended_in", 0);
        let whole = effect(ROUNDS);
        (0..=ROUNDS).for_each(|n| {
            hold[n as usize] += never * whole.probability("rounds_afflicted", 0, n.into())
        });
        for (n, expected) in hold.into_iter().enumerate() {
            assert_close(
                file.probability("hold", 0, n as i64),
                expected,
                &format!("held for {n}, paid every {every}"),
            );
        }
        assert_close(
            file.probability("ending", 0, 1),
            unpaid,
            "it could not be paid",
        );
        assert!(unpaid > 0.001 || every > 1, "{unpaid}");
    }
}
