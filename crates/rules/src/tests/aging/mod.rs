//! Tests of `aging` with its published text, reference figures, closed forms and brute force.

mod culture;
mod each;
mod faults;
mod figures;
mod missions;
mod notes;
mod streams;
mod treasury;
mod whole;

use crate::aging::{Aging, RULE};
use oddsmith_model::rule::presentation::Presentation;
use oddsmith_model::rule::values::ParameterError;
use oddsmith_testing::{Odds, build_error, scripted_trial, values};

fn rule_and_presentation(toml: &str) -> (Aging, Presentation) {
    let (rule, presentation, _) = Aging::new(&values(RULE.parameters, toml))
        .unwrap_or_else(|fault| panic!("{toml}: {fault:?}"));
    (rule, presentation)
}

fn rule(toml: &str) -> Aging {
    rule_and_presentation(toml).0
}

fn exact_odds(toml: &str) -> Odds {
    Odds::of(&rule(toml))
}

/// Returns the stock at the end of each turn of a scripted trial.
fn stock_by_turn(toml: &str, name: &str, answers: &[i64]) -> Vec<i64> {
    let trial = scripted_trial(&rule(toml), answers);
    trial
        .iter()
        .filter(|((metric, _), _)| metric == name)
        .map(|(_, value)| *value)
        .collect()
}

fn fault(toml: &str) -> ParameterError {
    build_error(&RULE, toml)
}
