//! Tests a game of tokens from a bag, which is also evaluated by hand.

use super::*;

const BAG: &str = r#""""Tokens from a bag: the second skull loses all"""
score = count("Score")
again = player("Draw again?", draw = "draw", stop = "stop")

def trial():
    silver = 8
    gold = 4
    pot, bad = 0, 0
    while silver + gold + 5 - bad > 0 and bad < 2 and choose(again, ["draw", "stop"]) == "draw":
        token = roll(silver + gold + 5 - bad)
        if token <= silver:
            silver -= 1
            pot += 1
        elif token <= silver + gold:
            gold -= 1
            pot += 3
        else:
            bad += 1
    record(score, pot if bad < 2 else 0)
"#;

/// Evaluates the bag by hand: the value of best play, the value of a rule, and how often the rule
/// decides like best play.
struct Bag<'r> {
    rule: &'r ShortRule,
    decisions: f64,
    agreements: f64,
}

impl Bag<'_> {
    fn pot([silver, gold, _]: [u32; 3]) -> f64 {
        f64::from(8 - silver) + 3.0 * f64::from(4 - gold)
    }

    /// Returns the three states after a draw, each with its probability.
    fn draw_outcomes(&self, [silver, gold, bad]: [u32; 3]) -> Vec<(f64, [u32; 3])> {
        let total = f64::from(silver + gold + 5 - bad);
        let draws = [
            (silver, [silver.wrapping_sub(1), gold, bad]),
            (gold, [silver, gold.wrapping_sub(1), bad]),
            (5 - bad, [silver, gold, bad + 1]),
        ];
        draws
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, state)| (f64::from(count) / total, state))
            .collect()
    }

    fn best_value(&self, state: [u32; 3]) -> f64 {
        if state[2] == 2 {
            0.0
        } else {
            Bag::pot(state).max(self.draw_value(state))
        }
    }

    fn draw_value(&self, state: [u32; 3]) -> f64 {
        self.draw_outcomes(state)
            .into_iter()
            .map(|(chance, next)| chance * self.best_value(next))
            .sum()
    }

    /// Returns the value of the rule from a state that is reached with this probability.
    fn rule_value(&mut self, state: [u32; 3], reached: f64) -> f64 {
        let [silver, gold, bad] = state;
        if bad == 2 {
            return 0.0;
        }
        let pot = Bag::pot(state);
        let texts = [silver, gold, bad, pot as u32].map(|number| number.to_string());
        let parts = [
            ("silver", texts[0].as_str()),
            ("gold", &texts[1]),
            ("bad", &texts[2]),
            ("pot", &texts[3]),
        ];
        let draws = decided_option(self.rule, &parts) == "draw";
        let worths = [self.draw_value(state), pot];
        let taken = if draws { worths[0] } else { worths[1] };
        self.decisions += reached;
        self.agreements += if taken >= worths[0].max(worths[1]) - 1e-9 {
            reached
        } else {
            0.0
        };
        if !draws {
            return pot;
        }
        self.draw_outcomes(state)
            .into_iter()
            .map(|(chance, next)| chance * self.rule_value(next, reached * chance))
            .sum()
    }
}

#[test]
fn agreement_and_cost_match_a_manual_count() {
    let report = rule_report(BAG, "again", "mean(score)", "");
    let short_rule = rule(&report);
    let mut bag = Bag {
        rule: short_rule,
        decisions: 0.0,
        agreements: 0.0,
    };
    let start = [8, 4, 0];
    let value = bag.rule_value(start, 1.0);
    let best = bag.best_value(start);
    assert!((best - best_play(&report).value).abs() < 1e-9);
    assert!(
        (value - short_rule.value).abs() < 1e-9 && ((best - value) - short_rule.cost).abs() < 1e-9,
        "{value}: {short_rule:?}"
    );
    let agreement = bag.agreements / bag.decisions;
    assert!(
        (agreement - short_rule.agreement).abs() < 1e-9,
        "{agreement}: {short_rule:?}"
    );
    checked_recommendation(BAG, "again", "mean(score)", "");
}
