//! The rule that a scenario's `rule = "..."` names: a bundled rule or a rule file.

use std::sync::Arc;

use super::find::{STDIN, STDIN_SOURCE};
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source, nearest};
use crate::input::marked::suggest_text;
use crate::input::tree::Node;
use crate::rolls;
use crate::rule::parameter::Parameter;
use crate::rule::values::Values;
use crate::rule::words::RuleDescription;
use crate::rule::{BuildError, BuiltRule, RuleInfo};
use crate::rule_file::find::{self as rule_files, FileLocation};
use crate::rule_file::{self, ENDING, FileRule};
use crate::rules::RULES;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::{DecisionRule, Policy, RuleError};

/// The most dice faces, coin flips and cards for which a run simulates every trial. Rule files take
/// longer for each.
const SIMULATION_LIMIT: f64 = 2e8;
const FILE_SIMULATION_LIMIT: f64 = 1e7;

/// A rule as a scenario names it.
#[derive(Clone, Debug)]
pub enum NamedRule {
    /// A bundled rule.
    Bundled(&'static RuleInfo),
    /// A rule file.
    File(Arc<FileRule>),
}

impl NamedRule {
    /// Returns the rule of a name, or the mistakes in its file. Returns `None` if there is no such
    /// rule.
    pub(crate) fn find(
        name: &str,
        location: FileLocation<'_>,
    ) -> Option<Result<NamedRule, Diagnostics>> {
        if rule_files::is_rule_file(name) {
            return Some(
                rule_files::find(name, location).map(|file| NamedRule::File(Arc::new(file))),
            );
        }
        RULES
            .iter()
            .find(|rule| rule.id == name)
            .map(|info| Ok(NamedRule::Bundled(info)))
    }

    /// Reads the `rule` of a scenario. Mistakes are added to `problems`.
    pub(super) fn read(
        document: &Node,
        location: FileLocation<'_>,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<NamedRule> {
        let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        let Some(node) = document.get("rule") else {
            let place = Place {
                span: 0..0,
                ..document.place.clone()
            };
            let help =
                "add rule = \"mine.odds\" with your own rule file, or the name of a rule that `simulate list` prints"
                    .to_owned();
            problems.push(Diagnostic::at(&place, "the scenario has no rule", help));
            return None;
        };
        // Mistakes in a rule file's text are reported there. A missing file is reported where the
        // scenario names it.
        let at_its_name = |problem: Diagnostic| Diagnostic {
            place: problem.place.or_else(|| Some(node.place.clone())),
            ..problem
        };
        match node.text().and_then(|name| NamedRule::find(name, location)) {
            Some(Ok(rule)) => return Some(rule),
            Some(Err(more)) => problems.extend(more.0.into_iter().map(at_its_name)),
            None => {
                let (name, problem) = (node.brief(), format!("there is no rule {}", node.brief()));
                let file = format!("{name}{ENDING}");
                problems.push(match rule_files::exists(&file, location) {
                    true => suggest_text(node, problem, format!("did you mean \"{file}\"?"), &file),
                    false => Diagnostic::at(&node.place, problem, nearest(&name, &ids)),
                });
            }
        }
        None
    }

    /// Returns its name in scenario files.
    pub fn id(&self) -> &str {
        match self {
            NamedRule::Bundled(info) => info.id,
            NamedRule::File(file) => &file.id,
        }
    }

    /// Returns a description in one line.
    pub fn about(&self) -> &str {
        match self {
            NamedRule::Bundled(info) => info.about,
            NamedRule::File(file) => file.about(),
        }
    }

    /// Returns the rule's description in sentences.
    pub fn in_words(&self) -> RuleDescription {
        match self {
            NamedRule::Bundled(info) => RuleDescription::from_words(&info.words),
            NamedRule::File(file) => RuleDescription::from_title(file.file.title().unwrap_or("")),
        }
    }

    /// Returns its parameters.
    pub fn parameters(&self) -> &'static [Parameter] {
        match self {
            NamedRule::Bundled(info) => info.parameters,
            NamedRule::File(file) => file.parameters,
        }
    }

    /// Returns the choices that it can leave to a player: name and meaning.
    pub fn choices(&self) -> Vec<(String, String)> {
        match self {
            NamedRule::Bundled(info) => info
                .choices
                .iter()
                .map(|choice| (choice.key.to_owned(), choice.meaning.to_owned()))
                .collect(),
            NamedRule::File(file) => file.choices(),
        }
    }

    /// Returns advice to make the rule smaller if it is too large to explore.
    pub fn simplify_help(&self) -> &'static str {
        match self {
            NamedRule::Bundled(info) => info.size_advice,
            NamedRule::File(_) => rule_file::SIMPLIFY_HELP,
        }
    }

    /// Returns the text of a rule file.
    pub fn text(&self) -> Option<&Source> {
        match self {
            NamedRule::Bundled(_) => None,
            NamedRule::File(file) => Some(&file.source),
        }
    }

    /// Returns what a person typed to get this rule: dice, or the name or text of an AnyDice
    /// program. It is empty for rules that have a name.
    pub fn typed(&self) -> Vec<String> {
        let outputs = match self {
            NamedRule::Bundled(_) => &[],
            NamedRule::File(file) => &file.outputs[..],
        };
        let mut typed: Vec<String> = outputs
            .iter()
            .map(|output| &output.place.source)
            .map(|source| {
                if source.is_command_line() || source.name == rolls::SOURCE_NAME {
                    source.text.clone()
                } else if source.name == STDIN_SOURCE {
                    STDIN.to_owned()
                } else {
                    source.name.clone()
                }
            })
            .collect();
        typed.dedup();
        typed
    }

    /// Returns the names and texts of the rule files that it uses.
    pub fn used_files(&self) -> impl Iterator<Item = (&str, &str)> {
        let used = match self {
            NamedRule::Bundled(_) => &[],
            NamedRule::File(file) => &file.used_files[..],
        };
        used.iter()
            .map(|(name, source)| (name.as_str(), source.text.as_str()))
    }

    /// Returns the most dice faces, coin flips and cards for which a run simulates every trial and
    /// samples none.
    pub fn simulation_limit(&self) -> f64 {
        match self {
            NamedRule::Bundled(_) => SIMULATION_LIMIT,
            NamedRule::File(_) => FILE_SIMULATION_LIMIT,
        }
    }

    /// Builds the rule from checked values.
    ///
    /// # Errors
    /// Returns an error if the values do not fit together.
    pub fn build(&self, values: &Values) -> Result<BuiltRule, BuildError> {
        match self {
            NamedRule::Bundled(info) => (info.build)(values).map_err(BuildError::Parameter),
            NamedRule::File(file) => file.build(values),
        }
    }

    /// Builds the rule with its default parameters.
    ///
    /// # Errors
    /// Returns an error if the rule cannot be built with them.
    pub fn build_default(&self) -> Result<BuiltRule, Diagnostics> {
        self.build_with("")
    }

    /// Builds the rule with these parameters, in TOML.
    ///
    /// # Errors
    /// Returns the mistakes in the parameters.
    pub(crate) fn build_with(&self, parameters: &str) -> Result<BuiltRule, Diagnostics> {
        let source = Arc::new(Source {
            name: "defaults".into(),
            text: parameters.to_owned(),
        });
        let mut problems = Vec::new();
        let values = check::table(&Node::document(&source)?, self.parameters(), &mut problems);
        if !problems.is_empty() {
            return Err(Diagnostics(problems));
        }
        self.build(&values).map_err(|error| match error {
            BuildError::Parameter(error) => Diagnostic::nowhere(error.problem, error.help).into(),
            BuildError::Text(error) => self.fault("", &error).into(),
        })
    }

    /// Builds the rule with its default parameters and looks for faults in all plays.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn check_default(&self, watch: &Watch) -> Result<BuiltRule, Diagnostics> {
        let built = self.build_default()?;
        // All choices are left open, because a scenario decides how the rule is played.
        let open = built.rule.with_policy(Policy::new(vec![
            DecisionRule::Best;
            built.rule.choices().len()
        ]));
        match open.as_deref().unwrap_or(&*built.rule).fault(watch) {
            Some(error) => Err(self.fault("", &error).into()),
            None => Ok(built),
        }
    }

    /// Returns a fault of the rule as a diagnostic. For a rule file, it has a place in the text.
    pub fn fault(&self, before: &str, error: &RuleError) -> Diagnostic {
        let problem = format!("{before}{}", error.problem);
        match (self, &error.span) {
            (NamedRule::File(file), Some(span)) => {
                file.problem_at(span.clone(), problem, &error.help)
            }
            _ => Diagnostic::nowhere(problem, error.help.as_str()),
        }
    }
}
