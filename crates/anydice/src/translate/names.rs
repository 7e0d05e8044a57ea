//! Names for functions and variables.

use rustc_hash::FxHashSet;

/// Words that cannot be names, and functions that the code calls.
const TAKEN: [&str; 73] = [
    "and",
    "break",
    "continue",
    "def",
    "elif",
    "else",
    "false",
    "for",
    "if",
    "in",
    "none",
    "not",
    "or",
    "pass",
    "return",
    "true",
    "while",
    "roll",
    "dice",
    "pool",
    "tally",
    "successes",
    "chance",
    "binomial",
    "min",
    "max",
    "abs",
    "round_up",
    "sum",
    "len",
    "sorted",
    "highest",
    "lowest",
    "any",
    "all",
    "range",
    "upto",
    "choose",
    "player",
    "draw",
    "cards",
    "record",
    "note",
    "expect",
    "use",
    "whole",
    "decimal",
    "yes_no",
    "one_of",
    "dice_of",
    "entries",
    "count",
    "flag",
    "when",
    "category",
    "trial",
    "output",
    "result",
    "exploding",
    "divide",
    "power",
    "picked",
    "item",
    "face",
    "default",
    "least",
    "most",
    "help",
    "each",
    "step",
    "says",
    "weights",
    "depth",
];

/// Returns whether a name cannot be used.
pub(super) fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

/// Returns the name of a variable: `HIT_BONUS` becomes `hit_bonus`.
pub(super) fn of_variable(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let name = lower.trim_start_matches('_');
    if name.is_empty() {
        "x".to_owned()
    } else if is_taken(name) {
        format!("{name}_value")
    } else {
        name.to_owned()
    }
}

/// Returns a new name for a function.
///
/// It differs from the names of `variables`.
pub(super) fn of_function(
    words: &str,
    variables: &[String],
    used: &mut FxHashSet<String>,
) -> String {
    let words: Vec<&str> = words.split(' ').filter(|word| *word != "?").collect();
    let mut name = words.join("_").trim_matches('_').to_owned();
    if name.is_empty() {
        name.push_str("step");
    } else if is_taken(&name)
        || variables
            .iter()
            .any(|variable| of_variable(variable) == name)
    {
        name.push_str("_of");
    }
    let base = name.clone();
    let mut number = 2;
    while !used.insert(name.clone()) {
        name = format!("{base}_{number}");
        number += 1;
    }
    name
}
