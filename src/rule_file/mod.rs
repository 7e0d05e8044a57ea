//! Rule files in the program: read from texts, configured by scenarios, and built like every other
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

/// The file name ending of rule files.
pub const ENDING: &str = ".odds";

/// Advice for rule files that are too large to explore.
pub const SIMPLIFY_HELP: &str =
    "use smaller numbers, or counts instead of lists (`tally`, `successes`, `draw`)";

/// A function that reads a text as a rule with a trial, or as any rule file.
pub type Reader = fn(&str, &FindFile<'_>) -> Result<RuleFile, Vec<Mistake>>;

/// A rule file that has been read and checked.
#[derive(Debug)]
pub struct FileRule {
    /// Its name in scenarios.
    pub id: String,
    /// Its text.
    pub source: Arc<Source>,
    /// The texts of other files that it uses, by the names that it has for them.
    pub used_files: Vec<(String, Source)>,
    /// The parsed rule file.
    pub file: RuleFile,
    /// The parameters that scenarios may set.
    pub parameters: &'static [Parameter],
    /// Its outputs, if the program wrote it from typed dice or an AnyDice program.
    pub outputs: Vec<RuleOutput>,
}

impl FileRule {
    /// Reads the text of a rule file that uses no other files.
    ///
    /// # Errors
    /// Returns all mistakes that can be found at its default parameters.
    pub fn read(id: &str, source: Arc<Source>) -> Result<FileRule, Diagnostics> {
        let nowhere = |_: &str| {
            Err(UnreadFile::NotThere {
                help: "no other files are available here".to_owned(),
            })
        };
        FileRule::read_among(id, source, &nowhere, RuleFile::read_with_files)
    }

    /// Reads the text of a rule file that may use others. `reader` decides whether it must have a
    /// trial.
    ///
    /// # Errors
    /// Returns the errors of [`FileRule::read`].
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

    /// Returns a description in one line.
    pub fn about(&self) -> &str {
        self.file
            .title()
            .and_then(|title| title.lines().find(|line| !line.trim().is_empty()))
            .unwrap_or("a rule file")
    }

    /// Returns the choices that it leaves to a player: name and meaning.
    pub fn choices(&self) -> Vec<(String, String)> {
        let choices = self.file.choices().into_iter();
        choices
            .map(|choice| (choice.name.clone(), shown::meaning(&choice)))
            .collect()
    }

    /// Builds the rule from checked values.
    ///
    /// # Errors
    /// Returns an error if a value does not fit, or if a constant cannot be computed from the
    /// parameters.
    pub fn build(&self, values: &Values) -> Result<BuiltRule, BuildError> {
        build_rule(
            &self.file,
            &settings::settings(self.file.parameters(), values),
        )
    }

    /// Returns a diagnostic for these bytes of its text.
    pub fn problem_at(&self, span: Range<usize>, problem: String, help: &str) -> Diagnostic {
        let span = clamp_span(&self.source.text, span);
        // The first line is the fix, and the others are notes.
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

/// Builds the rule of a file with these settings.
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

/// Returns a place in a rule file's text.
fn place(source: &Arc<Source>, span: Span) -> Place {
    Place {
        source: Arc::clone(source),
        span: clamp_span(&source.text, span.start..span.end),
    }
}

/// Returns a span that lies within a text and between its characters.
fn clamp_span(text: &str, span: Range<usize>) -> Range<usize> {
    let start = char_boundary(text, span.start);
    start..char_boundary(text, span.end).max(start)
}
