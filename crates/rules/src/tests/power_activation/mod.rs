//! Tests of `power-activation` with its published text, row by row and clause by clause, and its
//! reference figures.

mod blockade;
mod checks;
mod enlightenment;
mod faults;
mod figures;
mod needs;
mod orders;
mod special_cases;
mod table;
mod turns;
mod whole;

use crate::power_activation::{PowerActivation, RULE};
use oddsmith_model::rule::values::ParameterError;
use oddsmith_testing::{Odds, build_error, scripted_trial, values};

const FAILED: i64 = 0;
const OBEYED: i64 = 1;
const SECOND: i64 = 2;
const ENLIGHTENED: i64 = 3;
const STOPPED: i64 = 4;
const CONDITIONS: i64 = 5;
const NOT_REACHED: i64 = 6;
const NEEDS_NOT_MET: i64 = 7;

/// Answers of a script: the check fails, or it does not.
const FAILS: i64 = 1;
const HOLDS: i64 = 0;

/// Answers of a script: the ship gets through the Blockade, the conditions are met.
const YES: i64 = 1;
const NO: i64 = 0;

fn rule(toml: &str) -> PowerActivation {
    PowerActivation::new(&values(RULE.parameters, toml))
        .unwrap_or_else(|fault| panic!("{fault:?}"))
        .0
}

fn fault(toml: &str) -> ParameterError {
    build_error(&RULE, toml)
}

/// Returns the result of the only order, and asserts that all answers were used.
fn result(toml: &str, answers: &[i64]) -> i64 {
    scripted_trial(&rule(toml), answers)[&("result".to_owned(), 1)]
}

fn exact_odds(toml: &str) -> Odds {
    Odds::of(&rule(toml))
}

fn failure_fraction(toml: &str) -> Option<(u64, u64)> {
    exact_odds(toml).fraction("any_failed", 1, 1)
}

const BLOCKADE_RUN: &str = "power = \"commerce/unload-cargo-ship\"\nblockade_success = 0.4\n";

const FLEET: &str = "
[[orders]]
name = \"Scout\"
ship_inactive_ce = 1
[[orders]]
name = \"Truck\"
power = \"commerce/trucking\"
colony_inactive_ce = [0, 2]
[[orders]]
power = \"movement\"
supporting_colony_inactive_ce = 0
";
