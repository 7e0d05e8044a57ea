//! AnyDice programs. Each is translated to a rule file, whose parameter `output` selects one output
//! of the program.

use std::sync::Arc;

use oddsmith_anydice::{How, RuleFile, Stopped, TranslatedOutput};

use super::{Note, Rolls, scenario_text};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::rule_file::generated::{GeneratedRule, RuleOutput};

/// The file name ending of AnyDice programs.
pub const ENDING: &str = ".anydice";

/// The most outputs of a program. A call in a rule file has at most 255 arguments.
const MAX_OUTPUTS: usize = 250;

/// Returns whether a name is that of an AnyDice program.
pub fn is_program(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(ENDING)
}

/// Returns whether a text is a program: a line of it starts with `output` or `function:`.
pub fn is_program_text(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let line = line.to_ascii_lowercase();
        line.starts_with("output ") || line.starts_with("function:")
    })
}

/// Returns whether a text is a value in AnyDice notation that the rule language writes differently.
pub(super) fn is_value(text: &str) -> bool {
    let mut calls = 0;
    let mut is_short = || {
        calls += 1;
        calls < 100
    };
    text.contains(['[', '@', '#'])
        && oddsmith_anydice::parse(&format!("output {text}"))
            .is_ok_and(|program| program.evaluate(&mut is_short).is_ok())
}

/// Translates a program. `keep_going` is called every few milliseconds; if it returns false, the
/// translation stops.
///
/// # Errors
/// Returns an error if the program has a mistake, if none of its outputs can be written as a rule
/// file, or if `keep_going` returned false.
pub fn read(
    name: &str,
    source: &Arc<Source>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Rolls, Diagnostics> {
    let at = |problem: oddsmith_anydice::Problem| {
        let place = Place {
            source: Arc::clone(source),
            span: problem.span,
        };
        Diagnostic::at(&place, problem.message, problem.help.unwrap_or_default())
    };
    let program = oddsmith_anydice::parse(&source.text).map_err(at)?;
    let file = program
        .to_rule_file(name, keep_going)
        .map_err(|stopped| match stopped {
            Stopped::Interrupted => Diagnostic::nowhere(format!("{} was stopped", source.name), ""),
            Stopped::Problem(problem) => at(problem),
        })?;
    let written = written_outputs(&file, source)?;
    let outputs: Vec<String> = written.iter().map(|output| output.word.clone()).collect();
    let origin = |output: &&TranslatedOutput| RuleOutput {
        word: output.word.clone(),
        is_chance: output.is_chance,
        span: output.written.clone(),
        place: Place {
            source: Arc::clone(source),
            span: output.span.clone(),
        },
        parts: Vec::new(),
    };
    let rule_name = format!("{name}.odds");
    Ok(Rolls {
        name: name.to_owned(),
        title: name.to_owned(),
        choice: "output",
        notes: notes(&file, source),
        are_conditions: file.are_chances,
        scenario: Source {
            name: source.name.clone(),
            text: scenario_text(name, &rule_name, "output", &outputs),
        },
        rule: GeneratedRule {
            outputs: written.iter().map(origin).collect(),
            source: Source {
                name: rule_name,
                text: file.text,
            },
        },
        outputs,
    })
}

/// Returns the outputs that are in the rule file.
///
/// # Errors
/// Returns an error if there are none, or too many.
fn written_outputs<'f>(
    file: &'f RuleFile,
    source: &Source,
) -> Result<Vec<&'f TranslatedOutput>, Diagnostic> {
    if file.outputs.is_empty() {
        return Err(Diagnostic::nowhere(
            format!("{} shows nothing", source.name),
            "add a line such as `output 2d6`",
        ));
    }
    if file.text.is_empty() {
        return Err(Diagnostic::nowhere(
            format!("{} has no output that can be shown", source.name),
            notes(file, source)
                .into_iter()
                .map(|note| note.text)
                .collect::<Vec<_>>()
                .join(" "),
        ));
    }
    let written: Vec<&TranslatedOutput> = file
        .outputs
        .iter()
        .filter(|output| output.how != How::Unwritable)
        .collect();
    if written.len() > MAX_OUTPUTS {
        return Err(Diagnostic::nowhere(
            format!("{} has {} outputs", source.name, written.len()),
            format!("a rule file has at most {MAX_OUTPUTS}: split the program"),
        ));
    }
    Ok(written)
}

/// Returns notes on the program, and on outputs that are not in the rule file.
fn notes(file: &RuleFile, source: &Source) -> Vec<Note> {
    let names = |how: How| {
        let names: Vec<String> = file
            .outputs
            .iter()
            .filter(|output| output.how == how)
            .map(|output| format!("“{}”", output.name))
            .collect();
        names.join(", ")
    };
    let about = |how: How, sentence: &str| {
        let names = names(how);
        (!names.is_empty()).then(|| format!("{sentence}: {names}."))
    };
    let warning = |warning: &oddsmith_anydice::Problem| {
        let line = source.line(warning.span.start);
        let help = warning.help.as_deref().unwrap_or_default();
        format!("{}:{line}: {}: {help}", source.name, warning.message)
    };
    let of_outputs = [
        about(
            How::Evaluated,
            "These outputs are written as lists of results with exact weights",
        ),
        about(
            How::Rounded,
            "The exact odds of these outputs have too many digits for a rule file, so each chance is rounded by at most 1e-12",
        ),
        about(
            How::Unwritable,
            "Not shown, because there is no result or there are more than 10,000",
        ),
    ];
    let texts = file.warnings.iter().map(warning);
    texts
        .chain(of_outputs.into_iter().flatten())
        .map(|text| Note {
            text,
            alternative: None,
        })
        .collect()
}
