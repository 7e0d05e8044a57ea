//! The command that makes a report again: what of a command line decides the numbers.

use clap::ValueEnum;

use crate::cli::{Engine, RunArgs};
use crate::report::Report;

/// The command, to be run beside the scenario's file. A seed that was drawn is spelled out.
pub fn rerun(report: &Report, args: &RunArgs) -> String {
    let mut words = vec!["simulate".to_owned(), "--scenario".to_owned(), format!("{}.toml", report.name)];
    let is_said = args.seed.is_some() || report.run.seed_drawn;
    words.extend(options(args, is_said.then_some(report.run.seed)));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The options of a command line that decide the numbers; the seed where it is not the scenario's.
pub(crate) fn options(args: &RunArgs, seed: Option<u64>) -> Vec<String> {
    let mut words = Vec::new();
    let mut option = |key: &str, value: String| words.extend([format!("--{key}"), value]);
    for (key, text) in args.run_overrides().into_iter().filter(|(key, _)| *key != "seed") {
        option(key, text);
    }
    seed.into_iter().for_each(|seed| option("seed", seed.to_string()));
    for set in &args.set {
        option("set", set.clone());
    }
    for sweep in &args.sweep {
        option("sweep", sweep.clone());
    }
    for ask in &args.ask {
        option("ask", ask.clone());
    }
    if let Some(question) = &args.sensitivity {
        option("sensitivity", question.clone());
    }
    if args.engine != Engine::Auto
        && let Some(engine) = args.engine.to_possible_value()
    {
        option("engine", engine.get_name().to_owned());
    }
    words
}

/// A word as a shell takes it: in single quotes where it needs them.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.=/:,+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_break_them() {
        assert_eq!(quoted("wings.First.quality=5"), "wings.First.quality=5");
        assert_eq!(quoted("wings.The Old Guard.quality=5"), "'wings.The Old Guard.quality=5'");
        assert_eq!(quoted("name=d'Artagnan"), r"'name=d'\''Artagnan'");
        assert_eq!(quoted(""), "''");
    }
}
