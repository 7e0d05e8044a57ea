//! Choices that see only part of the situation, against published values, an independent program
//! and brute force over decision rules.

use super::at_once::game_value;
use super::*;

/// Kuhn poker: three cards, one chip in the pot from each player, and one bet of one chip.
const KUHN: &str = r#"
won = count("Chips won by the first player")
first = player("First player")
second = player("Second player")

def trial():
    mine = roll([1, 2, 3])
    yours = roll([card for card in [1, 2, 3] if card != mine])
    showdown = 1 if mine > yours else -1
    opening = choose(first, ["check", "bet"], sees = [mine])
    reply = choose(second, ["pass", "bet"], sees = [yours, opening])
    if opening == "bet":
        record(won, 2 * showdown if reply == "bet" else 1)
    elif reply == "pass":
        record(won, showdown)
    else:
        answer = choose(first, ["fold", "call"], sees = [mine, opening, reply])
        record(won, 2 * showdown if answer == "call" else -1)
"#;

/// Returns the probability of an option of a choice in a situation, which is described in words.
fn weight(found: &Plan, rule: &SetRule, choice: usize, seen: &str, option: usize) -> Option<f64> {
    let words = |situation: &[i64]| {
        let parts = rule.situation_in_words(choice, situation).into_iter();
        let parts: Vec<String> = parts
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        parts.join(", ")
    };
    let mut decisions = found
        .decisions
        .iter()
        .filter(|decision| decision.choice == choice);
    let decision = decisions.find(|decision| words(&decision.situation) == seen)?;
    Some(decision.weights.masses()[option].float())
}

/// Compares a plan with the expected value: as it was found, in its distribution, and in simulated
/// trials.
fn assert_hidden_value(rule: &SetRule, theirs: &[&str], expected: f64, within: f64) -> Plan {
    let found = plan_for(rule, &MEAN, theirs);
    let optimality = found.optimality;
    assert!(matches!(
        optimality,
        Some(Optimality::Exact | Optimality::ExactRule)
    ));
    assert!(found.shortfall < 1e-12, "{}", found.shortfall);
    for value in [found.value, mean(&found.graph, &MEAN)] {
        assert!((value - expected).abs() < within, "{value} and {expected}");
    }
    assert_simulation_agrees(rule, &MEAN, &found);
    found
}

#[test]
fn kuhn_poker_has_its_published_value() {
    let rule = rule(KUHN);
    let found = assert_hidden_value(&rule, &["second"], -1.0 / 18.0, 1e-12);
    let of = |choice, seen: &str| weight(&found, &rule, choice, seen, 1);
    // Kuhn (1950): the first player bets with the lowest card as often as wanted, up to one third,
    // three times as often with the highest card, and never with the middle card.
    let bluff = of(0, "mine = 1").unwrap();
    assert!((0.0..=1.0 / 3.0 + 1e-12).contains(&bluff), "{bluff}");
    assert!((of(0, "mine = 3").unwrap() - 3.0 * bluff).abs() < 1e-12);
    assert_eq!(of(0, "mine = 2"), Some(0.0));
    let called = of(0, "mine = 2, opening = check, reply = bet").unwrap();
    assert!(
        (called - bluff - 1.0 / 3.0).abs() < 1e-12,
        "{called} {bluff}"
    );
    // The second player bluffs and calls one time in three.
    let third = 1.0 / 3.0;
    assert!((of(1, "yours = 1, opening = check").unwrap() - third).abs() < 1e-12);
    if let Some(calls) = of(1, "yours = 2, opening = bet") {
        assert!((calls - third).abs() < 1e-12, "{calls}");
    }
}

#[test]
fn two_dice_of_liars_dice_have_the_value_of_another_program() {
    // One die each, bids by number and face, and the loser pays 1. A separate program for
    // counterfactual regret minimisation over the rules of this game bounds the value for three
    // faces by -0.1111112 and -0.1111107, and for two faces by -0.00012 and 0.00007.
    for (faces, expected, within) in [(2, 0.0, 1e-12), (3, -1.0 / 9.0, 1e-11)] {
        let text = format!(
            r#"
won = count("Won by the first player")
first = player("First player")
second = player("Second player")

def trial():
    mine = roll({faces})
    yours = roll({faces})
    bids = []
    bid = 0
    doubted = false
    while not doubted:
        higher = range(bid + 1, {end})
        options = higher if bid == 0 else [0] + higher
        is_first = len(bids) % 2 == 0
        if is_first:
            next = choose(first, options, sees = [mine, bids])
        else:
            next = choose(second, options, sees = [yours, bids])
        if next > 0:
            bid = next
            bids = bids + [bid]
        else:
            face = (bid - 1) % {faces} + 1
            shown = (1 if mine == face else 0) + (1 if yours == face else 0)
            is_true = shown >= (bid - 1) // {faces} + 1
            record(won, -1 if is_true == is_first else 1)
            doubted = true
"#,
            end = 2 * faces + 1
        );
        assert_hidden_value(&rule(&text), &["second"], expected, within);
    }
}

#[test]
fn peeking_wins_matching_pennies_as_often_as_it_happens() {
    let pennies = |seen: &str, head: i64| {
        rule(&format!(
            "won = count(\"Won\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
             def trial():\n    mine = choose(ours, [\"heads\", \"tails\"], sees = [])\n    \
             peeks = chance(1, 4)\n    glimpse = mine if peeks else \"nothing\"\n    \
             yours = choose(theirs, [\"heads\", \"tails\"], sees = [{seen}])\n    \
             prize = {head} if mine == \"heads\" else 1\n    \
             record(won, -prize if mine == yours else prize)\n"
        ))
    };
    assert_hidden_value(&pennies("", 1), &["theirs"], 0.0, 1e-12);
    assert_hidden_value(&pennies("mine", 1), &["theirs"], -1.0, 1e-12);
    assert_hidden_value(&pennies("glimpse", 1), &["theirs"], -0.25, 1e-12);
    // Heads counts 3: with q for heads, they lose 4 times as often as they guess. Ours is worth
    // -(3q + (1 - q)) / 4 with a peek, and otherwise at most 3/4 of the best guess against them:
    // min(3q - (1 - q), (1 - q) - 3q) is 0 at q = 1/4, so that the value is between the two.
    let value = |q: f64| {
        let peek = -(3.0 * q + 1.0 - q);
        peek / 4.0 - 0.75 * (3.0 * q - (1.0 - q)).abs()
    };
    let best = (0..=4000)
        .map(|step| value(f64::from(step) / 4000.0))
        .fold(-9.0, f64::max);
    assert_hidden_value(&pennies("glimpse", 3), &["theirs"], best, 1e-9);
}

#[test]
fn a_player_who_sees_everything_plays_as_usual() {
    let pig = |sees: &str| {
        rule(&format!(
            "score = count(\"Score\")\nagain = player(\"Roll again?\")\ndef trial():\n    \
             pot = 0\n    rolls = 0\n    \
             while rolls < 6 and choose(again, [\"bank\", \"roll\"]{sees}) == \"roll\":\n        \
             face = roll(6)\n        rolls += 1\n        if face == 1:\n            \
             pot = 0\n            rolls = 9\n        else:\n            pot += face\n    \
             record(score, pot)\n"
        ))
    };
    let usual = plan_for(&pig(""), &MEAN, &[]);
    let found = assert_hidden_value(&pig(", sees = [pot, rolls]"), &[], usual.value, 1e-12);
    assert_eq!(found.decisions.len(), usual.decisions.len());
    // Pots alone are enough to play nearly as well, and the number of rolls is not.
    let pots = assert_hidden_value(&pig(", sees = [pot]"), &[], usual.value, 0.05);
    let rolls = assert_hidden_value(&pig(", sees = [rolls]"), &[], usual.value, 2.0);
    assert!(rolls.value < usual.value - 0.01 && pots.value <= usual.value + 1e-12);
}

/// A random number generator for the tables of random games.
fn random_table(seed: &mut u64, length: usize, below: u64) -> Vec<i64> {
    let mut next = || {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % below) as i64
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn rules_of_one_player_who_forgets_are_best_among_all_rules() {
    for game in 0..200u64 {
        let mut seed = game;
        // The secret shows a signal. The second decision sees another one, and not the first.
        let signals = random_table(&mut seed, 4, 3);
        let later = random_table(&mut seed, 4 * 2 * 2, 3);
        let payoffs = random_table(&mut seed, 4 * 2 * 2 * 2, 20);
        let text = format!(
            "gain = count(\"Gain\")\nearly = player(\"Early\")\nlate = player(\"Late\")\n\
             def trial():\n    secret = roll(4) - 1\n    signals = {signals:?}\n    \
             later = {later:?}\n    payoffs = {payoffs:?}\n    signal = signals[secret]\n    \
             a = choose(early, [0, 1], sees = [signal])\n    coin = roll(2) - 1\n    \
             hint = later[secret * 4 + coin * 2 + a]\n    \
             b = choose(late, [0, 1], sees = [hint])\n    \
             record(gain, payoffs[secret * 8 + coin * 4 + a * 2 + b])\n"
        );
        let mean_of = |first: usize, second: usize| {
            let mut sum = 0;
            for (secret, coin) in (0..4).flat_map(|secret| [(secret, 0), (secret, 1)]) {
                let a = first >> signals[secret] & 1;
                let b = second >> later[secret * 4 + coin * 2 + a] & 1;
                sum += payoffs[secret * 8 + coin * 4 + a * 2 + b];
            }
            sum as f64 / 8.0
        };
        let rules = (0..8).flat_map(|first| (0..8).map(move |second| (first, second)));
        let best = rules
            .map(|(first, second)| mean_of(first, second))
            .fold(-1.0, f64::max);
        let rule = rule(&text);
        let found = plan_for(&rule, &MEAN, &[]);
        let optimality = found.optimality;
        let is_exact = matches!(optimality, Some(Optimality::Exact | Optimality::ExactRule));
        assert!(is_exact, "{text}");
        let exact = mean(&found.graph, &MEAN);
        assert!(
            (found.value - best).abs() < 1e-9 && (exact - best).abs() < 1e-9,
            "{text}"
        );
    }
}

#[test]
fn random_games_of_two_players_have_the_value_of_their_matrix() {
    for game in 0..200u64 {
        let mut seed = 1000 + game;
        let signals = random_table(&mut seed, 4, 2);
        let others = random_table(&mut seed, 4, 2);
        let payoffs = random_table(&mut seed, 4 * 2 * 2 * 2, 20);
        // The first player decides, the second one, and in some cases the first one once more, who
        // remembers the signal and the first option.
        let text = format!(
            "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
             def trial():\n    secret = roll(4) - 1\n    signals = {signals:?}\n    \
             others = {others:?}\n    payoffs = {payoffs:?}\n    signal = signals[secret]\n    \
             other = others[secret]\n    a = choose(ours, [0, 1], sees = [signal])\n    \
             b = choose(theirs, [0, 1], sees = [other])\n    c = 0\n    if b == 1:\n        \
             c = choose(ours, [0, 1], sees = [signal, a])\n    \
             record(gain, payoffs[secret * 8 + a * 4 + b * 2 + c])\n"
        );
        // A strategy is an option for each signal, and then one for each signal and option.
        let payoff = |mine: usize, yours: usize| {
            let sum: i64 = (0..4)
                .map(|secret: usize| {
                    let signal = signals[secret] as usize;
                    let a = mine >> signal & 1;
                    let b = yours >> others[secret] & 1;
                    let c = if b == 1 { mine >> (2 + signal) & 1 } else { 0 };
                    payoffs[secret * 8 + a * 4 + b * 2 + c]
                })
                .sum();
            sum as f64 / 4.0
        };
        let matrix: Vec<Vec<f64>> = (0..16)
            .map(|mine| (0..4).map(|yours| payoff(mine, yours)).collect())
            .collect();
        let rule = rule(&text);
        let found = plan_for(&rule, &MEAN, &["theirs"]);
        assert_eq!(found.optimality, Some(Optimality::Exact), "{text}");
        let expected = game_value(&matrix);
        assert!(
            (found.value - expected).abs() < 1e-9,
            "{} {expected}\n{text}",
            found.value
        );
        assert!(
            (mean(&found.graph, &MEAN) - expected).abs() < 1e-9,
            "{text}"
        );
    }
}

#[test]
fn a_side_without_a_list_sees_everything() {
    // Their card is open, and ours is not: they see it, and call only when they win.
    let text = "won = count(\"Won\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
        def trial():\n    mine = roll(3)\n    yours = roll(3)\n    \
        bet = choose(ours, [1, 2], sees = [mine])\n    \
        call = choose(theirs, [\"fold\", \"call\"])\n    \
        record(won, 1 if call == \"fold\" else bet if mine > yours else -bet if mine < yours else 0)\n";
    // They fold only if they have less: 1 point. Otherwise, they win the bet, or nothing.
    let expected = (3.0 * 1.0 - 3.0 * 1.0) / 9.0;
    assert_hidden_value(&rule(text), &["theirs"], expected, 1e-12);
}

/// Returns the error for a rule whose choices are all best, some of them against the others.
fn plan_error(text: &str, theirs: &[&str]) -> String {
    let rule = rule(text);
    let mut choices = Model::choices(&rule);
    choices
        .iter_mut()
        .filter(|choice| theirs.contains(&choice.name.as_str()))
        .for_each(|choice| choice.side = Side::Them);
    let graph = graph(&answer_all(&rule, DecisionRule::Best));
    let found = plan(
        &graph,
        &choices,
        &[MEAN],
        &Budget::default(),
        &Watch::default(),
    );
    found
        .map(|found| found.value)
        .expect_err("it has no plan")
        .to_string()
}

#[test]
fn games_that_cannot_be_solved_are_errors() {
    let forgets = KUHN.replace("sees = [mine, opening, reply]", "sees = [opening, reply]");
    let error = plan_error(&forgets, &["second"]);
    assert_eq!(
        error,
        "`first` does not see what was seen and chosen at `first`, but the same side decides both"
    );
    let endless = "rolls = count(\"Rolls\")\nagain = player(\"Again?\")\ndef trial():\n    \
        n = 0\n    face = roll(6)\n    \
        while choose(again, [\"stop\", \"roll\"], sees = [face]) == \"roll\" and n < 3:\n        \
        face = roll(6)\n    record(rolls, face)\n";
    assert!(plan_error(endless, &[]).starts_with("a trial can return to the choice `again`"));
}
