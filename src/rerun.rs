//! Makes the command that repeats a run, from the options that decide its numbers.

use crate::report::Report;
use oddsmith_model::printable::shell_quoted;

/// Options by their keys.
pub(crate) type RunOptions<'o> = &'o [(&'static str, String)];

/// Returns the command that repeats the run, for the folder of the scenario: the scenario, or what
/// was typed instead, the options that override `[run]`, then the others. A seed that was drawn is
/// spelled out.
pub(crate) fn rerun_command(
    report: &Report,
    typed: &[String],
    run: RunOptions<'_>,
    other_options: RunOptions<'_>,
) -> String {
    let mut words = vec!["simulate".to_owned()];
    if typed.is_empty() {
        words.extend(["--scenario".to_owned(), format!("{}.toml", report.name)]);
    } else {
        words.extend_from_slice(typed);
    }
    let has_seed_option = report.run.has_random_seed || run.iter().any(|(key, _)| *key == "seed");
    words.extend(options(
        run,
        other_options,
        has_seed_option.then_some(report.run.seed),
    ));
    words
        .iter()
        .map(|word| shell_quoted(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the options of a command line that decide the numbers, each with its value if it has
/// one. `seed` is given if it is not the scenario's.
pub(crate) fn options(
    run: RunOptions<'_>,
    other_options: RunOptions<'_>,
    seed: Option<u64>,
) -> Vec<String> {
    let mut words = Vec::new();
    let mut option = |key: &str, value: &str| {
        words.push(format!("--{key}"));
        words.extend(Some(value.to_owned()).filter(|value| !value.is_empty()));
    };
    for (key, text) in run.iter().filter(|(key, _)| *key != "seed") {
        option(key, text);
    }
    seed.into_iter()
        .for_each(|seed| option("seed", &seed.to_string()));
    for (key, text) in other_options {
        option(key, text);
    }
    words
}
