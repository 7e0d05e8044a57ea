//! Choices that see only part of the situation, against published values and brute force.

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
        parts
            .map(|(name, value)| format!("{name} = {value}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut decisions = found
        .decisions
        .iter()
        .filter(|decision| decision.choice == choice);
    let decision = decisions.find(|decision| words(&decision.situation) == seen)?;
    Some(decision.weights.masses()[option].float())
}

#[test]
fn kuhn_poker_has_its_published_value() {
    let rule = rule(KUHN);
    let found = plan_for(&rule, &MEAN, &["second"]);
    assert!((found.value + 1.0 / 18.0).abs() < 1e-12, "{}", found.value);
    assert!((mean(&found.graph, &MEAN) + 1.0 / 18.0).abs() < 1e-12);
    assert!(found.shortfall < 1e-12, "{}", found.shortfall);
    assert_eq!(found.optimality, Optimality::Exact);
    assert_simulation_agrees(&rule, &MEAN, &found);
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
        assert!((calls - third).abs() < 1e-12);
    }
}
