//! AnyDice programs: each is translated to a rule file, whose parameter `output` chooses what the
//! program shows.

use std::sync::Arc;

use oddsmith_anydice::{How, RuleFile, Stopped};

use super::{Note, Rolls, scenario_text};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};

/// How the name of an AnyDice program ends.
pub const ENDING: &str = ".anydice";

/// Outputs of a program, because a call in a rule file has at most 255 arguments.
const MOST_OUTPUTS: usize = 250;

/// Whether a name is that of an AnyDice program.
pub fn is_program(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(ENDING)
}

/// Whether a text is a program: some line of it starts with a statement that shows something or
/// that defines a function.
pub fn is_program_text(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let line = line.to_ascii_lowercase();
        line.starts_with("output ") || line.starts_with("function:")
    })
}

/// Whether a text is a value of AnyDice that the rule language writes otherwise.
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
/// If the program has a mistake, if none of its outputs can be written as a rule file, or if
/// `keep_going` returned false.
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
    if file.outputs.is_empty() {
        return Err(Diagnostic::nowhere(
            format!("{} shows nothing", source.name),
            "add a line such as `output 2d6`",
        )
        .into());
    }
    if file.text.is_empty() {
        return Err(Diagnostic::nowhere(
            format!("{} has no output that can be shown", source.name),
            notes(&file).join(" "),
        )
        .into());
    }
    let outputs: Vec<String> = file
        .outputs
        .iter()
        .filter(|output| output.how != How::Unwritable)
        .map(|output| output.word.clone())
        .collect();
    if outputs.len() > MOST_OUTPUTS {
        return Err(Diagnostic::nowhere(
            format!("{} has {} outputs", source.name, outputs.len()),
            format!("a rule file has at most {MOST_OUTPUTS}: split the program"),
        )
        .into());
    }
    let rule_name = format!("{name}.odds");
    let note = |text| Note {
        text,
        alternative: None,
    };
    Ok(Rolls {
        title: name.to_owned(),
        choice: "output",
        notes: notes(&file).into_iter().map(note).collect(),
        are_conditions: false,
        scenario: Source {
            name: source.name.clone(),
            text: scenario_text(name, &rule_name, "output", &outputs),
        },
        rule: Source {
            name: rule_name,
            text: file.text,
        },
        outputs,
    })
}

/// What a reader should know about outputs that are no rules.
fn notes(file: &RuleFile) -> Vec<String> {
    let names = |how: How| {
        let names: Vec<String> = file
            .outputs
            .iter()
            .filter(|output| output.how == how)
            .map(|output| format!("“{}”", output.name))
            .collect();
        names.join(", ")
    };
    let (evaluated, left_out) = (names(How::Evaluated), names(How::Unwritable));
    let mut notes = Vec::new();
    if !evaluated.is_empty() {
        notes.push(format!(
            "These outputs are written as lists of results with exact weights: {evaluated}."
        ));
    }
    if !left_out.is_empty() {
        notes.push(format!(
            "Not shown: {left_out}. There is no result, or the odds have too many digits for a rule file. A lower explode depth may help."
        ));
    }
    notes
}
