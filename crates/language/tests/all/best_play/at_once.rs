//! Choices made at the same time, against a solver that shares nothing with the engine: plain
//! recursion over the rules of each game, and support enumeration for every matrix of payoffs.

use std::collections::HashMap;

use oddsmith_engine::explore::{Model, explore};
use oddsmith_language::option_number;

use super::*;

/// Returns the value of a game: the row player wants more. It tries all pairs of supports of equal
/// size, and accepts a pair of mixed strategies on which neither player can improve. Every game has
/// such a pair (Shapley and Snow 1950).
pub(super) fn game_value(payoffs: &[Vec<f64>]) -> f64 {
    let (n, m) = (payoffs.len(), payoffs[0].len());
    let least = payoffs
        .iter()
        .flatten()
        .copied()
        .fold(f64::INFINITY, f64::min);
    // Positive payoffs: then no system of equations that matters is singular.
    let payoff = |row: usize, column: usize| payoffs[row][column] - least + 1.0;
    for rows in supports(n) {
        for columns in supports(m)
            .into_iter()
            .filter(|columns| columns.len() == rows.len())
        {
            let size = rows.len();
            let transposed = |i: usize, k: usize| payoff(rows[k], columns[i]);
            let straight = |i: usize, k: usize| payoff(rows[i], columns[k]);
            let (Some(x), Some(y)) = (by_cramer(size, &transposed), by_cramer(size, &straight))
            else {
                continue;
            };
            if x.iter().chain(&y).any(|weight| *weight < -1e-12) {
                continue;
            }
            let of_column =
                |column| -> f64 { (0..size).map(|k| x[k] * payoff(rows[k], column)).sum() };
            let of_row = |row| -> f64 { (0..size).map(|k| y[k] * payoff(row, columns[k])).sum() };
            if (0..m).all(|column| of_column(column) >= 1.0 - 1e-11)
                && (0..n).all(|row| of_row(row) <= 1.0 + 1e-11)
            {
                return 1.0 / x.iter().sum::<f64>() + least - 1.0;
            }
        }
    }
    panic!("{payoffs:?} has an equilibrium")
}

fn supports(n: usize) -> Vec<Vec<usize>> {
    let set = |set: u32| (0..n).filter(move |k| set >> k & 1 == 1).collect();
    (1u32..1 << n).map(set).collect()
}

/// Solves a system of equations whose right-hand sides are 1.
fn by_cramer(n: usize, entry: &dyn Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
    let matrix: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|k| entry(i, k)).collect())
        .collect();
    let whole = determinant(&matrix);
    (whole.abs() > 1e-9).then(|| {
        let replaced = |column: usize| {
            let mut matrix = matrix.clone();
            matrix.iter_mut().for_each(|row| row[column] = 1.0);
            determinant(&matrix) / whole
        };
        (0..n).map(replaced).collect()
    })
}

/// Returns a determinant by expansion along the first row.
fn determinant(matrix: &[Vec<f64>]) -> f64 {
    let Some((first, rest)) = matrix.split_first() else {
        return 1.0;
    };
    let minor = |left_out: usize| -> Vec<Vec<f64>> {
        let without = |row: &Vec<f64>| [&row[..left_out], &row[left_out + 1..]].concat();
        rest.iter().map(without).collect()
    };
    let signed = |(k, entry): (usize, &f64)| if k % 2 == 0 { *entry } else { -entry };
    let terms = first.iter().enumerate();
    terms
        .map(|(k, entry)| signed((k, entry)) * determinant(&minor(k)))
        .sum()
}

/// Compares a plan with the expected value: exactly, in the distribution of the plan, and in
/// simulated trials.
fn assert_value(rule: &SetRule, theirs: &[&str], expected: f64) -> Plan {
    let found = plan_for(rule, &MEAN, theirs);
    assert!(found.shortfall < 1e-12, "{}", found.shortfall);
    let values = [found.value, mean(&found.graph, &MEAN)];
    for value in values {
        assert!(
            (value - expected).abs() < 1e-11,
            "{values:?} and {expected}"
        );
    }
    assert_simulation_agrees(rule, &MEAN, &found);
    found
}

/// Returns the probability of each option of the first decision of a choice.
fn mix(found: &Plan, choice: usize) -> Vec<f64> {
    let decision = found
        .decisions
        .iter()
        .find(|decision| decision.choice == choice);
    let masses = decision.expect("it is met").weights.masses().iter();
    masses.map(|mass| mass.float()).collect()
}

/// Returns a rule in which two players choose a row and a column of these payoffs.
fn matrix_rule(payoffs: &[&[i64]]) -> SetRule {
    let rows: Vec<String> = payoffs.iter().map(|row| format!("{row:?}")).collect();
    let (n, m) = (payoffs.len(), payoffs[0].len());
    rule(&format!(
        "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
         def trial():\n    mine, yours = choose_at_once(ours, range({n}), theirs, range({m}))\n    \
         payoffs = [{}]\n    record(gain, payoffs[mine][yours])\n",
        rows.join(", ")
    ))
}

#[test]
fn games_of_one_move_have_known_values() {
    let third = 1.0 / 3.0;
    let rock = matrix_rule(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]]);
    let found = assert_value(&rock, &["theirs"], 0.0);
    assert_eq!([mix(&found, 0), mix(&found, 1)], [[third; 3], [third; 3]]);
    // Thirds are exact, and so are the odds.
    let chances = solve(&found.graph, &Budget::default(), &Watch::default()).unwrap();
    let pmf = &chances[0].as_ref().unwrap().pmf;
    assert_eq!(pmf.mass(1).fraction(), Some((1, 3)));
    // A win by paper counts 2: rock and paper have a quarter each.
    let prize = matrix_rule(&[&[0, -2, 1], &[2, 0, -1], &[-1, 1, 0]]);
    assert_eq!(
        mix(&assert_value(&prize, &["theirs"], 0.0), 0),
        [0.25, 0.25, 0.5]
    );
    // Morra with one or two fingers: the sum is won by one player if it is odd, else by the other.
    let odds_or_evens = matrix_rule(&[&[-2, 3], &[3, -4]]);
    let found = assert_value(&odds_or_evens, &["theirs"], 1.0 / 12.0);
    assert!((mix(&found, 0)[0] - 7.0 / 12.0).abs() < 1e-15);
    // If our side wants less, the value has the other sign.
    let found = plan_for(
        &odds_or_evens,
        &Aim {
            minimises: true,
            ..MEAN
        },
        &["theirs"],
    );
    assert!((found.value - 1.0 / 12.0).abs() < 1e-12);
    let found = plan_for(&odds_or_evens, &MEAN, &["ours"]);
    assert!((found.value - 1.0 / 12.0).abs() < 1e-12, "{}", found.value);
}

/// Two-finger Morra: each player shows one or two fingers and guesses those of the other. If only
/// one of them guesses right, this player wins the sum. Its value is 0, and the guess 1 with two fingers, or 2 with one,
/// has a weight between 4/7 and 3/5.
#[test]
fn two_finger_morra_is_fair() {
    let morra = rule(
        "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
         def trial():\n    plays = [[1, 1], [1, 2], [2, 1], [2, 2]]\n    \
         mine, yours = choose_at_once(ours, plays, theirs, plays)\n    \
         we, they = mine[1] == yours[0], yours[1] == mine[0]\n    \
         won = 0 if we == they else mine[0] + yours[0]\n    record(gain, won if we else 0 - won)\n",
    );
    let found = assert_value(&morra, &["theirs"], 0.0);
    let weights = mix(&found, 0);
    assert!(
        (4.0 / 7.0 - 1e-12..=0.6 + 1e-12).contains(&weights[1]),
        "{weights:?}"
    );
    assert!((weights[1] + weights[2] - 1.0).abs() < 1e-12);
}

#[test]
fn saddle_points_are_played_purely() {
    let saddle = matrix_rule(&[&[3, 5, 4], &[1, 9, 2], &[3, 6, 3]]);
    let found = assert_value(&saddle, &["theirs"], 3.0);
    assert_eq!(
        (mix(&found, 0), mix(&found, 1)),
        (vec![1.0, 0.0, 0.0], vec![1.0, 0.0, 0.0])
    );
    // A saddle draws no random number for the choices, and the dominated row is never played.
    let dominated = matrix_rule(&[&[0, 0], &[0, 1]]);
    assert_eq!(
        mix(&assert_value(&dominated, &["theirs"], 0.0), 0),
        [0.0, 1.0]
    );
}

/// Goofspiel: a prize is turned up, and both players bid a card for it.
const GOOFSPIEL: &str = "\
cards = whole(4, 1, 4, \"cards of each player\")
gain = count(\"Gain\")
ours = player(\"Ours\")
theirs = player(\"Theirs\")

def trial():
    mine, yours, prizes = upto(cards), upto(cards), upto(cards)
    x = 0
    for turn in upto(cards):
        prize = roll(prizes)
        prizes = [p for p in prizes if p != prize]
        a, b = choose_at_once(ours, mine, theirs, yours)
        mine = [c for c in mine if c != a]
        yours = [c for c in yours if c != b]
        x += prize if a > b else 0 - prize if a < b else 0
    record(gain, x)
";

/// Returns the value of Goofspiel from here on. Cards and prizes are sets of bits.
fn goofspiel(mine: u32, yours: u32, prizes: u32, known: &mut HashMap<(u32, u32, u32), f64>) -> f64 {
    if prizes == 0 {
        return 0.0;
    }
    if let Some(&value) = known.get(&(mine, yours, prizes)) {
        return value;
    }
    let of = |cards: u32| (0..8).filter(move |card| cards >> card & 1 == 1);
    let mut sum = 0.0;
    for prize in of(prizes) {
        let payoffs: Vec<Vec<f64>> = of(mine)
            .map(|a| {
                let row = of(yours).map(|b| {
                    let won = f64::from(prize + 1) * f64::from((a > b) as i8 - (a < b) as i8);
                    won + goofspiel(
                        mine & !(1 << a),
                        yours & !(1 << b),
                        prizes & !(1 << prize),
                        known,
                    )
                });
                row.collect()
            })
            .collect();
        sum += game_value(&payoffs);
    }
    let value = sum / f64::from(prizes.count_ones());
    known.insert((mine, yours, prizes), value);
    value
}

#[test]
fn goofspiel_is_solved_by_recursion() {
    let file = RuleFile::read(GOOFSPIEL).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    for cards in [3u32, 4] {
        let rule = file
            .rule(&[("cards", Setting::Whole(cards.into()))])
            .unwrap();
        let expected = goofspiel(
            (1 << cards) - 1,
            (1 << cards) - 1,
            (1 << cards) - 1,
            &mut HashMap::new(),
        );
        assert!(expected.abs() < 1e-12, "the game is symmetric");
        let found = assert_value(&rule, &["theirs"], 0.0);
        // Every situation has the value of the recursion, also those that favour one side.
        let mut known = HashMap::new();
        let bits = |list: &str| -> u32 {
            let cards = list
                .trim_matches(['[', ']'])
                .split(", ")
                .filter(|card| !card.is_empty());
            cards
                .map(|card| 1 << (card.parse::<u32>().unwrap() - 1))
                .sum()
        };
        let mut compared = 0;
        for decision in found.decisions.iter().chain(&found.unmet) {
            let parts = rule.situation_in_words(decision.choice, &decision.situation);
            let part = |name: &str| &parts.iter().find(|(known, _)| known == name).unwrap().1;
            let (mine, yours) = (bits(part("mine")), bits(part("yours")));
            let (prizes, prize) = (
                bits(part("prizes")),
                part("prize").parse::<u32>().unwrap() - 1,
            );
            let of = |cards: u32| (0..8).filter(move |card| cards >> card & 1 == 1);
            let payoffs: Vec<Vec<f64>> = of(mine)
                .map(|a| {
                    let row = of(yours).map(|b| {
                        let won = f64::from(prize + 1) * f64::from((a > b) as i8 - (a < b) as i8);
                        won + goofspiel(mine & !(1 << a), yours & !(1 << b), prizes, &mut known)
                    });
                    row.collect()
                })
                .collect();
            let expected = game_value(&payoffs);
            assert!(
                (decision.value - expected).abs() < 1e-11,
                "{parts:?}: {}",
                decision.value
            );
            compared += 1;
        }
        assert!(compared > 20, "{compared}");
    }
}

/// A duel over several rounds: orders are hidden, and a hit takes health.
const DUEL: &str = "\
health = whole(3, 1, 5, \"health of each side\")
win = count(\"Win\")
ours = player(\"Ours\")
theirs = player(\"Theirs\")

def trial():
    we, they = health, health
    for turn in upto(4):
        if we > 0 and they > 0:
            a, b = choose_at_once(ours, [\"strike\", \"feint\", \"guard\"], theirs, [\"strike\", \"feint\", \"guard\"])
            if a == \"strike\" and b != \"guard\":
                they -= 1 if roll(6) >= 3 else 0
            if b == \"strike\" and a != \"guard\":
                we -= 1 if roll(6) >= 3 else 0
            if a == \"feint\" and b == \"guard\":
                they -= 2
            if b == \"feint\" and a == \"guard\":
                we -= 2
    record(win, (1 if they <= 0 else 0) - (1 if we <= 0 else 0))
";

fn duel(we: i32, they: i32, turns: u32) -> f64 {
    if we <= 0 || they <= 0 || turns == 0 {
        return f64::from((they <= 0) as i8 - (we <= 0) as i8);
    }
    let pair = |a: usize, b: usize| {
        let (mut sum, hit) = (0.0, 4.0 / 6.0);
        for (ours, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mass = (if ours == 1 { hit } else { 1.0 - hit })
                * (if theirs == 1 { hit } else { 1.0 - hit });
            let they = they
                - if a == 0 && b != 2 { ours } else { 0 }
                - if a == 1 && b == 2 { 2 } else { 0 };
            let we = we
                - if b == 0 && a != 2 { theirs } else { 0 }
                - if b == 1 && a == 2 { 2 } else { 0 };
            sum += mass * duel(we, they, turns - 1);
        }
        sum
    };
    let payoffs: Vec<Vec<f64>> = (0..3)
        .map(|a| (0..3).map(|b| pair(a, b)).collect())
        .collect();
    game_value(&payoffs)
}

#[test]
fn hidden_orders_in_a_duel_are_solved_by_recursion() {
    let file = RuleFile::read(DUEL).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    let rule = file.rule(&[("health", Setting::Whole(2))]).unwrap();
    let found = assert_value(&rule, &["theirs"], 0.0);
    for decision in found.decisions.iter().chain(&found.unmet) {
        let parts = rule.situation_in_words(decision.choice, &decision.situation);
        let part = |name: &str| -> i32 {
            parts
                .iter()
                .find(|(known, _)| known == name)
                .unwrap()
                .1
                .parse()
                .unwrap()
        };
        let expected = duel(part("we"), part("they"), 5 - part("turn") as u32);
        assert!(
            (decision.value - expected).abs() < 1e-11,
            "{parts:?}: {} and {expected}",
            decision.value
        );
    }
}

/// A round in which both choose alike is repeated, at a cost; otherwise the row wins its payoff.
#[test]
fn repeated_rounds_have_the_fixed_point_as_their_value() {
    let repeated = |payoffs: [[i64; 3]; 3], cost: i64| {
        rule(&format!(
            "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
             def trial():\n    payoffs = {payoffs:?}\n    x, mine, yours = 0, 0, 0\n    \
             while mine == yours:\n        x -= {cost}\n        \
             mine, yours = choose_at_once(ours, range(3), theirs, range(3))\n    \
             x += payoffs[mine][yours]\n    record(gain, x)\n"
        ))
    };
    for (payoffs, cost) in [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
        ([[0, -2, 1], [4, 0, -1], [-1, 3, 0]], 0),
        ([[0, -2, 1], [4, 0, -1], [-1, 3, 0]], 1),
        ([[0, 5, 2], [4, 0, 7], [1, 3, 0]], 2),
    ] {
        // The value v solves v = value of the game in which a repeated round is worth v.
        let repeat = |v: f64| {
            let payoff = |a: usize, b: usize| if a == b { v } else { payoffs[a][b] as f64 };
            let game: Vec<Vec<f64>> = (0..3)
                .map(|a| (0..3).map(|b| payoff(a, b)).collect())
                .collect();
            game_value(&game) - cost as f64
        };
        let (mut low, mut high) = (-100.0, 100.0);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if repeat(middle) > middle {
                low = middle
            } else {
                high = middle
            }
        }
        assert_value(&repeated(payoffs, cost), &["theirs"], low);
    }
}

/// Two sides take turns in a cycle: an ordinary decision, chance and a game.
#[test]
fn cycles_may_have_other_decisions_as_well() {
    let race = rule(
        "win = count(\"Win\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\nstance = player(\"Stance\")\n\
         def trial():\n    us, them = 1, 1\n    while us > 0 and us < 3 and them > 0 and them < 3:\n        \
         bold = choose(stance, [false, true])\n        \
         a, b = choose_at_once(ours, [\"high\", \"low\"], theirs, [\"high\", \"low\"])\n        \
         step = 2 if bold and roll(2) == 1 else 1\n        \
         if a == b:\n            us += step if a == \"high\" else 1\n        else:\n            us -= step\n    \
         record(win, 1 if us >= 3 else 0)\n",
    );
    let found = plan_for(&race, &MEAN, &["theirs"]);
    assert!(found.shortfall < 1e-11, "{}", found.shortfall);
    assert!((mean(&found.graph, &MEAN) - found.value).abs() < 1e-11);
    // By value iteration: from 1 and 2 points, with and without boldness.
    let (mut one, mut two) = (0.0f64, 0.0f64);
    for _ in 0..10_000 {
        let at = |points: i32, one: f64, two: f64| match points {
            3.. => 1.0,
            2 => two,
            1 => one,
            _ => 0.0,
        };
        let value = |us: i32, bold: bool| {
            let mean = |by: &dyn Fn(i32) -> i32| -> f64 {
                let steps = if bold { [2, 1] } else { [1, 1] };
                steps.iter().map(|&step| at(by(step), one, two) / 2.0).sum()
            };
            let lost = mean(&|step| us - step);
            let high = mean(&|step| us + step);
            let low = mean(&|_| us + 1);
            game_value(&[vec![high, lost], vec![lost, low]])
        };
        let best = |us: i32| value(us, false).max(value(us, true));
        (one, two) = (best(1), best(2));
    }
    assert!(
        (found.value - one).abs() < 1e-9,
        "{} and {one}",
        found.value
    );
    assert_simulation_agrees(&race, &MEAN, &found);
}

/// If waiting longer always gains a little, there is no best mix.
#[test]
fn games_without_a_best_mix_are_errors() {
    let ambush = rule(
        "safe = count(\"Safe\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
         def trial():\n    mine, yours = \"hide\", \"wait\"\n    \
         while mine == \"hide\" and yours == \"wait\":\n        \
         mine, yours = choose_at_once(ours, [\"hide\", \"run\"], theirs, [\"wait\", \"throw\"])\n    \
         record(safe, 1 if (mine == \"run\") != (yours == \"throw\") or mine == \"hide\" else 0)\n",
    );
    let mut choices = Model::choices(&ambush);
    choices[1].side = Side::Them;
    let open = graph(&answer_all(&ambush, DecisionRule::Best));
    let found = plan(
        &open,
        &choices,
        &[MEAN],
        &Budget::default(),
        &Watch::default(),
    );
    let error = format!("{:?}", found.map(|found| found.value));
    assert!(
        error.contains("no best play") || error.contains("never end"),
        "{error}"
    );
}

/// The side that decides must not see the other side's order.
#[test]
fn a_best_answer_does_not_see_the_other_order() {
    let pennies = matrix_rule(&[&[1, -1], &[-1, 1]]);
    let uneven = matrix_rule(&[&[4, -1], &[-1, 1]]);
    let texts = pennies.texts().to_vec();
    assert_eq!(option_number("1", &texts), Some(1));
    let value = |rule: &SetRule, answers: [DecisionRule; 2]| {
        let mut choices = Model::choices(rule);
        choices[1].side = Side::Them;
        let answered = rule.answered_by(Policy::new(answers.into())).unwrap();
        let graph = explore(
            &answered,
            &Parts::ALL,
            &Budget::default(),
            &Watch::default(),
        )
        .unwrap();
        plan(
            &graph,
            &choices,
            &[MEAN],
            &Budget::default(),
            &Watch::default(),
        )
        .unwrap()
        .value
    };
    use DecisionRule::{Best, First, Option as Fixed, Uniform};
    // Against a random order, no answer matters; seeing it would win 1.
    assert_eq!(value(&pennies, [Best, Uniform]), 0.0);
    assert_eq!(value(&pennies, [Uniform, Best]), 0.0);
    assert_eq!(value(&uneven, [Best, Uniform]), 1.5);
    assert_eq!(value(&uneven, [Uniform, Best]), 0.0);
    // A fixed order is answered best.
    assert_eq!(
        [
            value(&uneven, [Best, First]),
            value(&uneven, [Best, Fixed(1)])
        ],
        [4.0, 1.0]
    );
    assert_eq!(
        [
            value(&uneven, [First, Best]),
            value(&uneven, [Fixed(1), Best])
        ],
        [-1.0, -1.0]
    );
    // Two players of one side agree on a pair, as one player would.
    let team = plan_for(&uneven, &MEAN, &[]);
    assert_eq!(
        (team.value, mix(&team, 0), mix(&team, 1)),
        (4.0, vec![1.0, 0.0], vec![1.0, 0.0])
    );
    assert_simulation_agrees(&uneven, &MEAN, &team);
}

#[test]
fn lists_of_one_option_and_repeated_options_are_allowed() {
    let value = |mine: &str, yours: &str| {
        let rule = rule(&format!(
            "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
             def trial():\n    mine, yours = choose_at_once(ours, {mine}, theirs, {yours})\n    \
             record(gain, 10 if mine == yours else mine)\n"
        ));
        let found = plan_for(&rule, &MEAN, &["theirs"]);
        assert_simulation_agrees(&rule, &MEAN, &found);
        found.value
    };
    assert_eq!(value("[3]", "[3]"), 10.0);
    assert_eq!(value("[3]", "[2, 3, 4]"), 3.0);
    assert_eq!(value("[1, 3, 4]", "[3]"), 10.0);
    assert_eq!(value("[1, 1, 2]", "[2, 2, 1]"), value("[1, 2]", "[1, 2]"));
    // Fifty options each: rows 0 to 49, and 50 for a match.
    let large = rule(
        "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
         def trial():\n    mine, yours = choose_at_once(ours, range(50), theirs, range(50))\n    \
         record(gain, 1 + mine if mine == yours else 0)\n",
    );
    let harmonic: f64 = (1..=50).map(|n| 1.0 / f64::from(n)).sum();
    assert_value(&large, &["theirs"], 1.0 / harmonic);
}

/// One function asks the players that it is given, at once as well.
#[test]
fn players_are_values() {
    let rule = rule(
        "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\n\
         def clash(one, other):\n    a, b = choose_at_once(one, [1, 2], other, [1, 2])\n    \
         return (0 - 2 if a == 1 else 0 - 4) if a == b else 3\n\n\
         def trial():\n    record(gain, clash(ours, theirs) - clash(theirs, ours))\n",
    );
    assert_value(&rule, &["theirs"], 0.0);
    let found = plan_for(&rule, &MEAN, &["theirs"]);
    // Two players decide in the first clash, and then after each of its three results.
    assert_eq!(found.decisions.len(), 8);
}

/// Entries name their players, and lists hold players.
#[test]
fn entries_and_lists_hold_players() {
    let units = rule(
        "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
         units = entries(least = 1, most = 4, default = [[\"A\", who = \"ours\"], [\"B\", who = \"theirs\"], [\"C\", who = \"ours\"]], who = one_of(\"ours\", \"theirs\"))\n\
         def trial():\n    x = 0\n    for unit in units:\n        \
         x += 1 if choose(unit.who, [\"low\", \"high\"]) == \"high\" else 0\n    \
         a, b = choose_at_once(units[0].who, [0, 1], units[1].who, [0, 1])\n    \
         for who in [ours, theirs]:\n        x += choose(who, [0, 2])\n    \
         record(gain, x + (4 if a == b else 0))\n",
    );
    // We take 1 for each of A and C, and 2 more; the pennies are worth 4 half of the time.
    assert_value(&units, &["theirs"], 6.0);
    let unknown = RuleFile::read(
        "gain = count(\"Gain\")\nours = player(\"Ours\")\n\
         units = entries(least = 1, most = 4, default = [[\"A\", who = \"ours\"]], who = one_of(\"ours\", \"green\"))\n\
         def trial():\n    for unit in units:\n        record(gain, choose(unit.who, [1, 2]))\n",
    );
    let problems: Vec<String> = unknown
        .unwrap_err()
        .into_iter()
        .map(|wrong| wrong.problem)
        .collect();
    assert_eq!(
        problems,
        ["`choose` expected a player, but `who` can be \"green\""]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random payoffs with a second round for some pairs.
    #[test]
    fn random_games_of_two_rounds_match_recursion(
        (n, m) in (1usize..4, 1usize..4),
        numbers in proptest::collection::vec(-6i64..7, 18),
        again in proptest::collection::vec(any::<bool>(), 9),
    ) {
        let table = |from: usize| -> Vec<Vec<i64>> {
            (0..n).map(|a| (0..m).map(|b| numbers[from + 3 * a + b]).collect()).collect()
        };
        let (first, second) = (table(0), table(9));
        let goes_on: Vec<Vec<bool>> = (0..n).map(|a| (0..m).map(|b| again[3 * a + b]).collect()).collect();
        let rule = rule(&format!(
            "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
             def trial():\n    first, second, again = {first:?}, {second:?}, {goes_on:?}\n    \
             a, b = choose_at_once(ours, range({n}), theirs, range({m}))\n    x = first[a][b]\n    \
             if again[a][b]:\n        c, d = choose_at_once(ours, range({n}), theirs, range({m}))\n        \
             x += second[c][d] * roll(2) - a\n    record(gain, x)\n"
        ));
        let later: Vec<Vec<f64>> = second.iter().map(|row| row.iter().map(|&x| x as f64 * 1.5).collect()).collect();
        let later = game_value(&later);
        let payoff = |a: usize, b: usize| {
            first[a][b] as f64 + if goes_on[a][b] { later - a as f64 } else { 0.0 }
        };
        let game: Vec<Vec<f64>> = (0..n).map(|a| (0..m).map(|b| payoff(a, b)).collect()).collect();
        let expected = game_value(&game);
        let found = plan_for(&rule, &MEAN, &["theirs"]);
        prop_assert!((found.value - expected).abs() < 1e-11, "{} and {expected}", found.value);
        prop_assert!((mean(&found.graph, &MEAN) - expected).abs() < 1e-11);
        assert_simulation_agrees(&rule, &MEAN, &found);
    }
}

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

/// Two captains send a worker to one of four berths at the same time. If both choose the same berth,
/// the captain who goes first gets it. The lantern also decides who goes first in the next round.
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
