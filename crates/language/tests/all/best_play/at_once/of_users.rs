//! Games that designers sent, with their decisions made at the same time.

use super::*;

/// Returns the chance of each number of successes of `n` events with this chance.
fn binomial(n: usize, chance: f64) -> Vec<f64> {
    let mut masses = vec![0.0; n + 1];
    masses[0] = 1.0;
    for _ in 0..n {
        for k in (0..=n).rev() {
            let below = if k > 0 { masses[k - 1] } else { 0.0 };
            masses[k] = masses[k] * (1.0 - chance) + below * chance;
        }
    }
    masses
}

/// Both sides split their dice between attack and defence, in secret. Each attack die must beat the
/// defence, and more of it must get through than on the other side.
#[test]
fn dice_are_split_in_secret() {
    let split = |ours: usize, theirs: usize, bonus: i64| {
        rule(&format!(
            "balance = count(\"Wounds given less wounds taken\")\n\
             we = player(\"How many of our dice attack?\")\nthey = player(\"How many of their dice attack?\")\n\n\
             def wounds(attack, defence):\n    left = max(0, attack - successes(defence, 6, 4))\n    \
             return successes(left, 6, 4)\n\n\
             def trial():\n    a, b = choose_at_once(we, range({ours} + 1), they, range({theirs} + 1))\n    \
             given, taken = wounds(a, {theirs} - b), wounds(b, {ours} - a)\n    \
             record(balance, given - taken + ({bonus} if given > taken else 0))\n"
        ))
    };
    // The chance of each number of wounds.
    let wounds = |attack: usize, defence: usize| {
        let mut masses = vec![0.0; attack + 1];
        for (stopped, chance) in binomial(defence, 0.5).into_iter().enumerate() {
            for (hits, share) in binomial(attack.saturating_sub(stopped), 0.5)
                .into_iter()
                .enumerate()
            {
                masses[hits] += chance * share;
            }
        }
        masses
    };
    for (ours, theirs, bonus) in [(4, 4, 0), (4, 3, 0), (4, 3, 3), (3, 4, 6), (2, 2, 5)] {
        let payoff = |a: usize, b: usize| -> f64 {
            let (given, taken) = (wounds(a, theirs - b), wounds(b, ours - a));
            let mut sum = 0.0;
            for (g, chance) in given.iter().enumerate() {
                for (t, share) in taken.iter().enumerate() {
                    let won = if g > t { bonus } else { 0 };
                    sum += chance * share * (g as f64 - t as f64 + won as f64);
                }
            }
            sum
        };
        let game: Vec<Vec<f64>> = (0..=ours)
            .map(|a| (0..=theirs).map(|b| payoff(a, b)).collect())
            .collect();
        assert_value(&split(ours, theirs, bonus), &["they"], game_value(&game));
    }
}

/// Two captains send a worker to one of four berths at the same time. If both choose the same
/// berth, the captain who goes first gets it. The lantern also decides who goes first in the next
/// round.
const HARBOUR: &str = "\
goal = whole(8, 4, 40, \"coins that win\")
red_worker = player(\"Where does Red go?\")
blue_worker = player(\"Where does Blue go?\")
lead = count(\"Lead\")
berths = [\"fish\", \"customs\", \"gamble\", \"lamp\"]

def earn(spot):
    if spot == \"fish\":
        return roll(6)
    if spot == \"customs\":
        return 3
    if spot == \"gamble\":
        return 8 if chance(1, 3) else 0
    return 1

def trial():
    red, blue, first = 0, 0, true
    while red < goal and blue < goal:
        a, b = choose_at_once(red_worker, berths, blue_worker, berths)
        red += earn(a) if first or a != b else 0
        blue += earn(b) if a != b or not first else 0
        if a == \"lamp\" or b == \"lamp\":
            first = first if a == b else a == \"lamp\"
    record(lead, 1 if red >= goal and red > blue else 0 - 1 if blue >= goal and blue > red else 0)
";

#[test]
fn secret_berths_in_the_harbour_match_value_iteration() {
    let goal = 6usize;
    let file = RuleFile::read(HARBOUR).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    let rule = file.rule(&[("goal", Setting::Whole(goal as i64))]).unwrap();
    let earn = |spot: usize| -> Vec<(usize, f64)> {
        match spot {
            0 => (1..=6).map(|face| (face, 1.0 / 6.0)).collect(),
            1 => vec![(3, 1.0)],
            2 => vec![(8, 1.0 / 3.0), (0, 2.0 / 3.0)],
            _ => vec![(1, 1.0)],
        }
    };
    let mut values = vec![0.0; goal * goal * 2];
    let at = |red: usize, blue: usize, first: bool, values: &[f64]| {
        if red >= goal || blue >= goal {
            return f64::from((red > blue) as i8 - (blue > red) as i8);
        }
        values[(red * goal + blue) * 2 + usize::from(first)]
    };
    for _ in 0..60 {
        for red in (0..goal).rev() {
            for blue in (0..goal).rev() {
                for first in [false, true] {
                    let payoff = |a: usize, b: usize| -> f64 {
                        let nothing = vec![(0, 1.0)];
                        let (ours, theirs) = match (a == b, first) {
                            (false, _) => (earn(a), earn(b)),
                            (true, true) => (earn(a), nothing),
                            (true, false) => (nothing, earn(b)),
                        };
                        let next = if a != b && (a == 3 || b == 3) {
                            a == 3
                        } else {
                            first
                        };
                        let mut sum = 0.0;
                        for (x, chance) in &ours {
                            for (y, share) in &theirs {
                                sum += chance * share * at(red + x, blue + y, next, &values);
                            }
                        }
                        sum
                    };
                    let game: Vec<Vec<f64>> = (0..4)
                        .map(|a| (0..4).map(|b| payoff(a, b)).collect())
                        .collect();
                    values[(red * goal + blue) * 2 + usize::from(first)] = game_value(&game);
                }
            }
        }
    }
    let found = plan_for(&rule, &MEAN, &["blue_worker"]);
    assert!(found.shortfall < 1e-11, "{}", found.shortfall);
    assert!(
        (found.value - at(0, 0, true, &values)).abs() < 1e-10,
        "{}",
        found.value
    );
    assert!((mean(&found.graph, &MEAN) - found.value).abs() < 1e-11);
    for decision in &found.decisions {
        let parts = rule.situation_in_words(decision.choice, &decision.situation);
        let part = |name: &str| &parts.iter().find(|(known, _)| known == name).unwrap().1;
        let (red, blue) = (part("red").parse().unwrap(), part("blue").parse().unwrap());
        let expected = at(red, blue, part("first") == "true", &values);
        assert!(
            (decision.value - expected).abs() < 1e-10,
            "{parts:?}: {}",
            decision.value
        );
    }
    assert_simulation_agrees(&rule, &MEAN, &found);
}
