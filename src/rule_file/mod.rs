//! Rule files in the program: read from a text, configured by scenarios, built like every other
//! rule.

pub mod expectations;
pub mod find;
pub mod generated;
mod parameters;
mod settings;
mod shown;
pub mod starter;

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use oddsmith_language::{FindFile, Mistake, RuleFile, Setting, SettingError, Span, UnreadFile};

use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source, char_boundary};
use crate::rule::parameter::Parameter;
use crate::rule::presentation::Presentation;
use crate::rule::values::{ParameterError, Values};
use crate::rule::{BuildError, BuiltRule};
use generated::RuleOutput;

/// How a rule file's name ends, in a scenario and on a command line.
pub const ENDING: &str = ".odds";

/// What is allowed where a rule file is too large to be explored.
pub const SIMPLIFY_HELP: &str =
    "use smaller numbers, or counts instead of lists (`tally`, `successes`, `draw`)";

/// How a text is read: as a rule with a trial, or as any rule file.
pub type Reader = fn(&str, &FindFile<'_>) -> Result<RuleFile, Vec<Mistake>>;

/// A designer's own rule, read and checked.
#[derive(Debug)]
pub struct FileRule {
    /// Its name as scenarios write it.
    pub id: String,
    /// Its text.
    pub source: Arc<Source>,
    /// The texts of other files that it uses, by the names that it has for them.
    pub used_files: Vec<(String, Source)>,
    /// What it says.
    pub file: RuleFile,
    /// What scenarios may set.
    pub parameters: &'static [Parameter],
    /// Its outputs, if the program wrote it from typed dice or an AnyDice program.
    pub outputs: Vec<RuleOutput>,
}

impl FileRule {
    /// Reads a rule file's text that stands alone.
    ///
    /// # Errors
    /// Everything that is wrong with it that shows at its default parameters.
    pub fn read(id: &str, source: Arc<Source>) -> Result<FileRule, Diagnostics> {
        let nowhere = |_: &str| {
            Err(UnreadFile::NotThere {
                help: "no other files are available here".to_owned(),
            })
        };
        FileRule::read_among(id, source, &nowhere, RuleFile::read_with_files)
    }

    /// Reads a rule file's text, which may use others: one with a trial, or any.
    ///
    /// # Errors
    /// As [`FileRule::read`].
    pub fn read_among(
        id: &str,
        source: Arc<Source>,
        find_other: &dyn Fn(&str) -> Result<Source, UnreadFile>,
        reader: Reader,
    ) -> Result<FileRule, Diagnostics> {
        let to_diagnostic = |diagnostic: Mistake| {
            let place = place(&source, diagnostic.span);
            let fix = diagnostic.fix.map(Box::new);
            Diagnostic {
                fix,
                ..Diagnostic::at(&place, diagnostic.problem, diagnostic.help)
            }
        };
        let used: RefCell<Vec<(String, Source)>> = RefCell::default();
        let find = |name: &str| {
            let other = find_other(name)?;
            let text = other.text.clone();
            let mut used = used.borrow_mut();
            if used.iter().all(|(known, _)| known != name) {
                used.push((name.to_owned(), other));
            }
            Ok(text)
        };
        let read = reader(&source.text, &find);
        let file = read.map_err(|diagnostics| {
            Diagnostics(diagnostics.into_iter().map(to_diagnostic).collect())
        })?;
        let parameters = parameters::static_parameters(file.parameters());
        Ok(FileRule {
            id: id.to_owned(),
            source,
            used_files: used.into_inner(),
            file,
            parameters,
            outputs: Vec::new(),
        })
    }

    /// What it is, in one line.
    pub fn about(&self) -> &str {
        self.file
            .title()
            .and_then(|title| title.lines().find(|line| !line.trim().is_empty()))
            .unwrap_or("a rule file")
    }

    /// What it leaves to a player: each with what it means.
    pub fn choices(&self) -> Vec<(String, String)> {
        let choices = self.file.choices().into_iter();
        choices
            .map(|choice| (choice.name.clone(), shown::meaning(&choice)))
            .collect()
    }

    /// Builds it from checked values.
    ///
    /// # Errors
    /// When a value does not fit, or a constant cannot be computed from the parameters.
    pub fn build(&self, values: &Values) -> Result<BuiltRule, BuildError> {
        build_rule(
            &self.file,
            &settings::settings(self.file.parameters(), values),
        )
    }

    /// What is wrong with its text at these bytes.
    pub fn problem_at(&self, span: Range<usize>, problem: String, help: &str) -> Diagnostic {
        let span = clamp_span(&self.source.text, span);
        // The first line is what to do, the others are what was met there.
        let mut lines = help.lines();
        let first = lines.next().unwrap_or("").to_owned();
        let mut notes: Vec<String> = lines.map(str::to_owned).collect();
        let place = match self.origin(&span) {
            None if !self.outputs.is_empty() => {
                let line = self.line_number(span.start);
                notes.push(format!(
                    "this is line {line} of the rule file that `simulate import` prints"
                ));
                return Diagnostic {
                    notes,
                    ..Diagnostic::nowhere(problem, first)
                };
            }
            origin => origin.unwrap_or(Place {
                source: Arc::clone(&self.source),
                span,
            }),
        };
        Diagnostic {
            notes,
            ..Diagnostic::at(&place, problem, first)
        }
    }

    /// Returns what a person wrote for these bytes; `None` if the rule file was not generated, or
    /// if they are not about one output.
    pub fn origin(&self, span: &Range<usize>) -> Option<Place> {
        self.outputs.iter().find_map(|output| output.origin(span))
    }

    /// Returns the number of the line of a byte, from 1.
    pub fn line_number(&self, offset: usize) -> usize {
        self.source.text[..offset.min(self.source.text.len())]
            .matches('\n')
            .count()
            + 1
    }
}

/// A file's rule with these settings.
fn build_rule(file: &RuleFile, settings: &[(&str, Setting)]) -> Result<BuiltRule, BuildError> {
    let rule = file.rule(settings).map_err(|error| match error {
        SettingError::Wrong {
            parameter,
            problem,
            help,
        } => BuildError::Parameter(ParameterError::new(parameter, problem, help)),
        SettingError::Fault(fault) => BuildError::Text((*fault).into()),
    })?;
    let choices = shown::choices(file.choices(), &rule, file.labels());
    let presentation = shown::presentation(rule.metric_descriptions(), choices);
    let presentation = Presentation {
        labels: file.labels().to_vec(),
        ..presentation
    };
    Ok(BuiltRule {
        rule: rule.into_any(),
        presentation,
        unused: Vec::new(),
    })
}

/// A place in a rule file's text.
fn place(source: &Arc<Source>, span: Span) -> Place {
    Place {
        source: Arc::clone(source),
        span: clamp_span(&source.text, span.start..span.end),
    }
}

/// A stretch that lies within a text, and between its characters.
fn clamp_span(text: &str, span: Range<usize>) -> Range<usize> {
    let start = char_boundary(text, span.start);
    start..char_boundary(text, span.end).max(start)
}
