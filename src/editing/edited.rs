//! A text that is being edited.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use oddsmith_engine::explore::Budget;
use serde_json::Value;

use crate::input::diagnostic::{Diagnostics, Source, char_boundary};
use crate::rule::choice::ShownChoice;
use crate::rule::metric::ShownMetric;
use crate::rule_file::FileRule;
use crate::rule_file::find::{self as rule_files, FileLocation, is_rule_file};
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::named_rule::NamedRule;
use crate::schema;

/// A text that is being edited, and the files that it may use.
#[derive(Clone, Copy, Debug)]
pub struct Edited<'e> {
    /// Its name, or the path of its file. The name of a rule file ends in `.odds`.
    pub name: &'e str,
    /// The text.
    pub text: &'e str,
    /// The location of other files.
    pub context: FileLocation<'e>,
    /// A scenario whose values count for the odds of a rule file, if it names that file.
    pub asked_by: Option<&'e Source>,
}

/// Returns the limit of exploration while a user waits for an answer.
pub(super) fn interactive_budget() -> Budget {
    Budget {
        edges: 300_000,
        ..Budget::default()
    }
}

/// The rule of a scenario, and what the scenario may contain, as far as it can be read.
pub(super) struct KnownRule {
    pub(super) rule: Option<NamedRule>,
    pub(super) schema: Value,
    pub(super) metrics: Vec<ShownMetric>,
    pub(super) choices: Vec<ShownChoice>,
}

impl<'e> Edited<'e> {
    /// Returns whether it is a rule file. Otherwise it is a scenario.
    pub fn is_rule_file(&self) -> bool {
        is_rule_file(self.name)
    }

    fn source(&self) -> Arc<Source> {
        Arc::new(Source {
            name: self.name.to_owned(),
            text: self.text.to_owned(),
        })
    }

    /// Reads the rule file.
    pub(super) fn rule_file(&self) -> Result<FileRule, Diagnostics> {
        let edited_source = [Source {
            name: self.name.to_owned(),
            text: self.text.to_owned(),
        }];
        match self.context {
            // The text itself is always among the open ones.
            FileLocation::Edited(folder, open) => {
                let other_files = open.iter().filter(|other| other.name != self.name);
                let copied = other_files.map(|other| Source {
                    name: other.name.clone(),
                    text: other.text.clone(),
                });
                let open: Vec<Source> = edited_source.into_iter().chain(copied).collect();
                let name = Path::new(self.name)
                    .file_name()
                    .map_or_else(String::new, |name| name.to_string_lossy().into());
                rule_files::find_any(&name, FileLocation::Edited(folder, &open))
            }
            _ => rule_files::find_any(self.name, FileLocation::Kept(&edited_source[0], &[])),
        }
    }

    /// Reads the scenario.
    pub(super) fn scenario(&self) -> Result<Scenario, Diagnostics> {
        Scenario::parse_at(
            &self.stem(),
            self.source(),
            self.context,
            &Overrides::default(),
        )
    }

    fn stem(&self) -> String {
        Path::new(self.name)
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }

    /// Returns the scenario that asks the rule file.
    pub(super) fn asking_scenario(&self) -> Option<Scenario> {
        let source = self.asked_by?;
        let asking = Edited {
            name: &source.name,
            text: &source.text,
            context: self.context,
            asked_by: None,
        }
        .scenario()
        .ok()?;
        (Path::new(asking.rule.id()).file_name() == Path::new(self.name).file_name())
            .then_some(asking)
    }

    /// Returns what is known about a scenario's rule, even if the scenario itself has mistakes.
    pub(super) fn known_rule(&self) -> KnownRule {
        let scenario = self.scenario().ok();
        let rule = scenario
            .as_ref()
            .map(|scenario| scenario.rule.clone())
            .or_else(|| self.named_rule());
        let at_its_values = scenario
            .as_ref()
            .and_then(|scenario| scenario.build_case(scenario.usual_case()).ok());
        let built = at_its_values.or_else(|| rule.as_ref()?.build_default().ok());
        let shown = built.map(|built| (built.presentation.metrics, built.presentation.choices));
        let (metrics, choices) = shown.unwrap_or_default();
        let schema = serde_json::from_str(&schema::schema(rule.as_ref())).unwrap_or_default();
        KnownRule {
            rule,
            schema,
            metrics,
            choices,
        }
    }

    /// Returns the rule that a scenario names, read line by line.
    fn named_rule(&self) -> Option<NamedRule> {
        NamedRule::find(rule_key(self.text)?.name, self.context)?.ok()
    }
}

/// The line of a scenario that names its rule.
pub struct RuleKey<'t> {
    /// The bytes of the key.
    pub span: Range<usize>,
    /// The rule, as far as it is written.
    pub name: &'t str,
}

/// Finds the key `rule` of a scenario that may not be TOML yet. The key may be indented or in
/// quotation marks. A list or a table is not a rule: other tools have such keys.
pub fn rule_key(text: &str) -> Option<RuleKey<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').find_map(|line| {
        let line_start = start;
        start += line.len();
        let (key, value) = line.split_once('=')?;
        let written = key.trim_start_matches('\u{feff}').trim();
        let value = value.trim();
        let is_rule = ["rule", "\"rule\"", "'rule'"].contains(&written);
        let name = value.split(['"', '\'']).nth(1).unwrap_or("");
        let key_start = line_start + line.find(written)?;
        (is_rule && !value.starts_with(['[', '{'])).then(|| RuleKey {
            span: key_start..key_start + written.len(),
            name,
        })
    })
}

/// Returns the word at a byte or just before it: letters, digits, `_` and `-`.
pub(super) fn word_at(text: &str, byte: usize) -> Range<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let byte = char_boundary(text, byte);
    let start = text[..byte].rfind(|c| !is_part(c)).map_or(0, |offset| {
        offset + text[offset..].chars().next().map_or(1, char::len_utf8)
    });
    let end = text[byte..]
        .find(|c| !is_part(c))
        .map_or(text.len(), |more| byte + more);
    start..end
}
