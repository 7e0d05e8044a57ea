//! Prints information about scenarios, rules and games: `list`, `show` and `new`.

pub mod anydice;
pub mod dice;
mod games;
pub mod language;
pub mod messages;
mod paragraph;
mod show;
mod starter;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use crate::input::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::rule_file::find::{self as rule_files, FileLocation};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::named_rule::NamedRule;

pub use games::{game, games};
pub use show::show;
pub use starter::starter;

/// Finds a rule by its id.
///
/// # Errors
/// Returns an error with the nearest name if there is no such rule.
pub fn find_rule(id: &str) -> Result<NamedRule, Diagnostics> {
    if rule_files::is_rule_file(id) {
        let rule = rule_files::find(id, FileLocation::Folder(Path::new("")))?;
        return Ok(NamedRule::File(Arc::new(rule)));
    }
    let ids: Vec<&str> = RULES
        .iter()
        .map(|rule| rule.id)
        .chain(rule_files::BUNDLED.iter().map(|(name, _)| *name))
        .collect();
    let found = RULES
        .iter()
        .find(|rule| rule.id == id)
        .map(NamedRule::Bundled);
    let help = || {
        match BUNDLED.iter().any(|(name, _)| *name == id) {
        true => {
            format!("that is a scenario: simulate new --from {id} prints it, simulate --scenario {id} runs it").into()
        }
        false => nearest(id, &ids),
    }
    };
    found.ok_or_else(|| Diagnostic::nowhere(format!("there is no rule {id}"), help()).into())
}

/// Returns the list of bundled scenarios and rules, a line each.
pub fn list() -> String {
    let title = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("title = "));
        line.unwrap_or("").trim().trim_matches('"').to_owned()
    };
    let width = BUNDLED
        .iter()
        .map(|(name, _)| name.len())
        .chain(RULES.iter().map(|rule| rule.id.len()))
        .max()
        .unwrap_or(0);
    let mut text = String::from(
        "Games that people know: simulate list --gallery\n\nScenarios (simulate --scenario NAME):\n",
    );
    for (name, toml) in BUNDLED {
        let _ = writeln!(text, "  {name:width$}  {}", title(toml));
    }
    text.push_str("\nRule files (simulate show FILE), to start from or to change:\n");
    for (name, program) in rule_files::BUNDLED {
        let about = program.lines().next().unwrap_or("").trim_matches('"');
        let _ = writeln!(text, "  {name:width$}  {about}");
    }
    let _ = writeln!(
        text,
        "\nLanguage (simulate show {}): every statement and function of rule files",
        language::TOPIC
    );
    let _ = writeln!(
        text,
        "\nDice (simulate show {}): the notation of dice",
        dice::TOPIC
    );
    let _ = writeln!(
        text,
        "\nWords (simulate show {}): what charts say of themselves, in English and German",
        messages::TOPIC
    );
    let (std, _) = oddsmith_language::STD;
    let _ = writeln!(
        text,
        "\nFunctions that rule files take (simulate show {std}): use \"{std}\": opposed, advantage"
    );
    text.push_str("\nRules (simulate show RULE):\n");
    for rule in RULES {
        let _ = writeln!(text, "  {:width$}  {}", rule.id, rule.about);
    }
    text
}

#[cfg(test)]
mod tests;
