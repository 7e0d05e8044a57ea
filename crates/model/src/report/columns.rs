//! The columns of the CSV files, which are part of the public interface.

/// The columns of `distribution.csv` after those that identify the case.
pub const DISTRIBUTION: [&str; 12] = [
    "metric",
    "step",
    "step_label",
    "value",
    "label",
    "count",
    "estimate",
    "ci_low",
    "ci_high",
    "exact",
    "exact_fraction",
    "unresolved",
];

/// The columns of `summary.csv` after those that identify the case.
pub const SUMMARY: [&str; 33] = [
    "metric",
    "step",
    "step_label",
    "trials",
    "present",
    "exact_present",
    "mean",
    "mean_ci_low",
    "mean_ci_high",
    "sd",
    "min",
    "p5",
    "p25",
    "median",
    "p75",
    "p95",
    "max",
    "exact_mean",
    "exact_sd",
    "gof_p",
    "source",
    "check_trials",
    "check_mean",
    "exact_min",
    "exact_p5",
    "exact_p25",
    "exact_median",
    "exact_p75",
    "exact_p95",
    "exact_max",
    "median_ci_low",
    "median_ci_high",
    "unresolved",
];

/// The columns of `playtest.csv`.
pub const PLAYTEST: [&str; 17] = [
    "group",
    "metric",
    "step",
    "label",
    "value",
    "count",
    "trials",
    "observed",
    "ci_low",
    "ci_high",
    "expected",
    "p",
    "adjusted_p",
    "test",
    "setting",
    "log_likelihood",
    "probability",
];

/// The columns of `asks.csv` after those that identify the case.
pub const ASKS: [&str; 9] = [
    "ask",
    "value",
    "ci_low",
    "ci_high",
    "exact",
    "exact_fraction",
    "want",
    "met",
    "unresolved",
];

/// The columns of `joint.csv` after those that identify the case and the values.
pub const JOINT: [&str; 7] = [
    "count",
    "estimate",
    "ci_low",
    "ci_high",
    "exact",
    "exact_fraction",
    "unresolved",
];

/// The columns of `sensitivity.csv`.
pub const SENSITIVITY: [&str; 7] = [
    "ask",
    "parameter",
    "direction",
    "from",
    "to",
    "value",
    "difference",
];

/// The columns of `skill.csv`.
pub const SKILL: [&str; 4] = ["ask", "ours", "theirs", "value"];

/// The columns of `balance.csv` after the parameters and the questions.
pub const BALANCE: [&str; 4] = ["meets_all", "changed", "steps", "robust"];

/// The columns of `changes.csv` after those that identify the case.
pub const CHANGES: [&str; 6] = ["ask", "old", "new", "difference", "ci_low", "ci_high"];

/// The columns of `policy.csv` after those that identify the case. The parts of the situation
/// follow the first of them.
pub const POLICY: [&str; 9] = [
    "situation",
    "choice",
    "best",
    "value",
    "option",
    "option_value",
    "loss",
    "probability",
    "reached",
];

/// Returns the name of a column for a name that the designer chose. If another column of any file
/// or one of `other_columns` has this name, the kind comes before it, as in `parameter.count`.
pub fn unique_column_name(kind: &str, name: &str, other_columns: &[&str]) -> String {
    let tables: [&[&str]; 7] = [
        &DISTRIBUTION,
        &SUMMARY,
        &ASKS,
        &JOINT,
        &CHANGES,
        &POLICY,
        &["case", "variant", "trial"],
    ];
    let is_taken = tables
        .into_iter()
        .chain([other_columns])
        .any(|columns| columns.contains(&name));
    if is_taken {
        format!("{kind}.{name}")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_column_names_get_a_prefix() {
        assert_eq!(
            unique_column_name("parameter", "count", &[]),
            "parameter.count"
        );
        assert_eq!(unique_column_name("parameter", "quality", &[]), "quality");
        assert_eq!(
            unique_column_name("situation", "quality", &["quality"]),
            "situation.quality"
        );
    }
}
