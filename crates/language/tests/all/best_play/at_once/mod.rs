//! Choices made at the same time, against a solver that shares nothing with the engine: plain
//! recursion over the rules of each game, and support enumeration for every matrix of payoffs.

mod of_users;
mod rounds;

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
/// one of them guesses right, this player wins the sum. Its value is 0, and the guess 1 with two
/// fingers, or 2 with one, has a weight between 4/7 and 3/5.
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
