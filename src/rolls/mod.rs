//! Dice that a person types instead of a scenario: `simulate 4d6kh3 3d6`.
//!
//! Each expression becomes one value of the parameter `rolls` of a rule file, so that a run of
//! typed dice is a run like any other.

pub mod anydice;
mod expression;
mod misspelt;
mod rule_text;
mod word;

use std::ops::Range;
use std::sync::Arc;

use crate::file_name;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::rule_file::FileRule;
use crate::rule_file::generated::GeneratedRule;
use expression::{RuleExpression, has_dice, translate};
pub use misspelt::meant_expression;
use rule_text::{
    RECORD, are_conditions, generated_rule, scenario_text, standard_functions, typed_place, word,
};

/// The name of the scenario of typed dice, and of its rule file.
pub const NAME: &str = "dice";
const RULE_NAME: &str = "dice.odds";
/// The name of its scenario in messages.
pub const SOURCE_NAME: &str = "typed dice";
/// The most expressions of one run.
const MAX_EXPRESSIONS: usize = 40;
/// The most characters of an expression.
const MAX_CHARACTERS: usize = 500;
/// Functions that roll dice or draw cards.
const CHANCE_FUNCTIONS: [&str; 8] = [
    "binomial",
    "chance",
    "dice",
    "draw",
    "pool",
    "roll",
    "successes",
    "tally",
];

/// The scenario and the rule file of typed expressions.
#[derive(Clone, Debug)]
pub struct Rolls {
    /// The name of the scenario, and of its folder of results.
    pub name: String,
    /// The title of the scenario.
    pub title: String,
    /// The text of the scenario.
    pub scenario: Source,
    /// The rule file that the scenario names.
    pub rule: GeneratedRule,
    /// The parameter that selects what the rule rolls. The rule of a single program output has
    /// none.
    pub choice: &'static str,
    /// The values of this parameter that the scenario compares.
    pub outputs: Vec<String>,
    /// Notes on the expressions.
    pub notes: Vec<Note>,
    /// Whether all expressions are conditions, so that the result of a roll is yes or no.
    pub are_conditions: bool,
}

/// The most outputs that a chart compares.
pub const MAX_IN_CHART: usize = 8;

/// Returns the chart that compares outputs: of this kind, or shares of conditions.
pub fn chart_section(choice: &str, kind: &str, are_conditions: bool) -> String {
    if are_conditions {
        return "\n[[charts]]\nkind = \"stacked\"\nmetric = \"result\"\n".to_owned();
    }
    format!("\n[[charts]]\nkind = \"{kind}\"\nmetric = \"result\"\nseries = \"{choice}\"\n")
}

impl Rolls {
    /// Compares only the first outputs.
    pub fn keep_first(&mut self, count: usize) {
        self.outputs.truncate(count);
        self.scenario.text = scenario_text(
            &self.title,
            &self.rule.source.name,
            self.choice,
            &self.outputs,
        );
    }
}

/// A sentence about typed dice or a program.
#[derive(Clone, Debug)]
pub struct Note {
    /// The sentence.
    pub text: String,
    /// Another way to write a part of a typed expression.
    pub alternative: Option<Alternative>,
}

/// Another way to write a part of a typed expression.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The expression.
    pub expression: String,
    /// The bytes of the expression that may have another meaning.
    pub span: Range<usize>,
    /// The text to write instead.
    pub replacement: String,
}

/// Returns whether an argument is dice, and not the name of a scenario.
pub fn is_expression(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| c.is_whitespace() || "(-+[".contains(c));
    let has_operator = text.contains(|c: char| "()<>=*+, ".contains(c));
    let calls_chance = CHANCE_FUNCTIONS
        .iter()
        .any(|name| text.contains(&format!("{name}(")));
    let calls_standard = || !standard_functions(&[text]).is_empty();
    calls_chance
        || has_dice(text) && (has_operator || starts_with_dice(first))
        || text.contains('(') && calls_standard()
}

fn starts_with_dice(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) || has_dice(text) && text.starts_with(['d', 'D'])
}

/// Reads the text of a box with several lines: an AnyDice program, or an expression in each line
/// that is not blank. `keep_going` is called as in [`anydice::read`].
///
/// # Errors
/// Returns all mistakes, at the typed characters.
pub fn read_lines(text: &str, keep_going: &mut dyn FnMut() -> bool) -> Result<Rolls, Diagnostics> {
    if anydice::is_program_text(text) {
        let source = Source {
            name: SOURCE_NAME.to_owned(),
            text: text.to_owned(),
        };
        let rolls = anydice::read(NAME, &Arc::new(source), keep_going)?;
        return Ok(Rolls {
            name: results_name(&[text]),
            ..rolls
        });
    }
    let lines: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    read(&lines)
}

/// Returns the name of a folder of results. If a file name cannot contain all signs of the rolls, a
/// hash makes the name unique.
fn results_name(typed: &[&str]) -> String {
    const MAX_CHARACTERS: usize = 40;
    let joined = typed.join("-");
    let stem = file_name::stem(&joined);
    if stem == joined && stem.len() <= MAX_CHARACTERS {
        return format!("{NAME}-{stem}");
    }
    // The hash function FNV-1a.
    let hash = typed
        .join("\n")
        .bytes()
        .fold(0x811c_9dc5, |hash: u32, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
    let start: String = stem.chars().take(MAX_CHARACTERS).collect();
    format!("{NAME}-{start}-{hash:08x}")
}

/// Joins the arguments of an expression that was typed with blanks and without quotes, as in
/// `2d6 + 3`.
pub fn join_arguments(arguments: &[String]) -> Vec<String> {
    let is_sign = |text: &str| !text.is_empty() && text.chars().all(|c| "+-*/%<>=".contains(c));
    // After a scenario, `-` is standard input.
    let is_operand = |text: &str| is_expression(text) || text.parse::<i64>().is_ok();
    let mut joined: Vec<String> = Vec::new();
    let mut follows_sign = false;
    for argument in arguments {
        match joined.last_mut() {
            Some(last) if follows_sign || is_sign(argument) && is_operand(last) => {
                last.push(' ');
                last.push_str(argument);
            }
            _ => joined.push(argument.clone()),
        }
        follows_sign = is_sign(argument) && joined.last().is_some_and(|last| last != argument);
    }
    joined
}

/// Whether the result of an expression is a number or a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Condition,
}

/// Translates typed expressions to a scenario and its rule file.
///
/// # Errors
/// Returns all mistakes, at the typed characters.
pub fn read(typed: &[String]) -> Result<Rolls, Diagnostics> {
    let mut unique: Vec<&str> = Vec::new();
    for text in typed.iter().map(|text| text.trim()) {
        if !unique.contains(&text) {
            unique.push(text);
        }
    }
    let mut problems = Vec::new();
    let mut expressions = Vec::new();
    for text in &unique {
        match read_expression(text) {
            Ok(expression) => expressions.push(expression),
            Err(more) => problems.extend(more.0),
        }
    }
    if unique.is_empty() {
        problems.push(Diagnostic::nowhere(
            "no dice are given",
            "write dice such as 2d6",
        ));
    }
    if unique.len() > MAX_EXPRESSIONS {
        problems.push(Diagnostic::nowhere(
            format!("{} expressions are too many", unique.len()),
            format!("type at most {MAX_EXPRESSIONS}, or write a scenario with [sweep]"),
        ));
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems));
    }
    let outputs: Vec<String> = unique.iter().map(|typed| word(typed)).collect();
    let notes = expressions
        .iter()
        .zip(&unique)
        .filter_map(|((expression, _), typed)| ambiguity_note(expression, typed))
        .collect();
    Ok(Rolls {
        name: results_name(&unique),
        title: unique.join(", "),
        choice: "rolls",
        outputs: outputs.clone(),
        are_conditions: are_conditions(&expressions),
        scenario: Source {
            name: SOURCE_NAME.to_owned(),
            text: scenario_text(&unique.join(", "), RULE_NAME, "rolls", &outputs),
        },
        rule: generated_rule(&unique, &expressions),
        notes,
    })
}

fn ambiguity_note(expression: &RuleExpression, typed: &str) -> Option<Note> {
    let comparison = expression.ambiguous_comparison.as_ref()?;
    let text = format!(
        "`{}` compares the total. To count the dice that show {}, write `{}`.",
        comparison.typed, comparison.condition, comparison.count
    );
    Some(Note {
        text,
        alternative: Some(Alternative {
            expression: typed.to_owned(),
            span: comparison.span.clone(),
            replacement: comparison.count.clone(),
        }),
    })
}

fn read_expression(typed: &str) -> Result<(RuleExpression, Kind), Diagnostics> {
    try_expression(typed).map_err(|problems| {
        if anydice::is_value(typed) {
            let help = format!("write `output` before it: output {typed}");
            Diagnostic::at(
                &typed_place(typed, 0..typed.len()),
                "this is AnyDice code, but `output` is missing",
                help,
            )
            .into()
        } else {
            problems
        }
    })
}

fn try_expression(typed: &str) -> Result<(RuleExpression, Kind), Diagnostics> {
    let place = |span: Range<usize>| typed_place(typed, span);
    check_characters(typed)?;
    misspelt::refuse(typed, &place)?;
    let expression = translate(typed)
        .map_err(|error| Diagnostic::at(&place(error.span), error.problem, error.help))?;
    if !is_expression(typed) {
        return Err(Diagnostic::at(
            &place(0..typed.len()),
            "there are no dice here",
            "write dice, such as 4d6kh3 or 2d6 + 3",
        )
        .into());
    }
    let read_rule = |rule: &GeneratedRule| {
        let source = Source {
            name: RULE_NAME.to_owned(),
            text: rule.source.text.clone(),
        };
        FileRule::read(RULE_NAME, Arc::new(source))
    };
    // The language accepts `not` only before a condition.
    let negated = RuleExpression {
        text: format!("not ({})", expression.text),
        ..RuleExpression::default()
    };
    if read_rule(&generated_rule(&[typed], &[(negated, Kind::Condition)])).is_ok() {
        return Ok((expression, Kind::Condition));
    }
    let mut rule = generated_rule(&[typed], &[(expression.clone(), Kind::Number)]);
    let Err(mistakes) = read_rule(&rule) else {
        return Ok((expression, Kind::Number));
    };
    // A mistake in the expression itself is also found without `record`. The message then does not
    // mention a bracket that was not typed. The expression stays at the same offset.
    let recorded = format!("{RECORD}{})", expression.text);
    let assigned = format!(
        "{:width$}{} \n    {RECORD}0)",
        "value =",
        expression.text,
        width = RECORD.len()
    );
    rule.source.text = rule.source.text.replace(&recorded, &assigned);
    let mistakes = read_rule(&rule).err().unwrap_or(mistakes);
    let at_typed = |mistake: Diagnostic| Diagnostic {
        place: mistake.place.map(|found| {
            let origin = rule
                .outputs
                .iter()
                .find_map(|output| output.origin(&found.span));
            origin.unwrap_or_else(|| place(0..typed.len()))
        }),
        fix: None,
        ..mistake
    };
    Err(Diagnostics(mistakes.0.into_iter().map(at_typed).collect()))
}

/// Checks for mistakes that can be found before the translation: invalid signs, and brackets and
/// operators without a partner.
fn check_characters(typed: &str) -> Result<(), Diagnostic> {
    let place = |span: Range<usize>| typed_place(typed, span);
    if let Some((start, sign)) = typed.char_indices().find(|(_, c)| c.is_control()) {
        return Err(Diagnostic::at(
            &place(start..start + sign.len_utf8()),
            "an expression cannot have a tab or another control character",
            "use blanks",
        ));
    }
    if typed.chars().count() > MAX_CHARACTERS {
        return Err(Diagnostic::nowhere(
            format!("an expression has at most {MAX_CHARACTERS} characters"),
            "write a rule file for a longer rule",
        ));
    }
    let open_sign = ["+", "-", "*", "/", "<", ">", "=", "(", ","]
        .iter()
        .find(|sign| typed.ends_with(**sign));
    if let Some(sign) = open_sign {
        return Err(Diagnostic::at(
            &place(typed.len() - 1..typed.len()),
            format!("nothing follows `{sign}`"),
            "write a number or dice after it, such as 2d6 + 3",
        ));
    }
    if let Some(stray) = word::stray_sign(typed) {
        let sign = &typed[stray.clone()];
        let (problem, help) = if ["#", ";"].contains(&sign) {
            (
                format!("`{sign}` is not part of an expression"),
                "remove it",
            )
        } else {
            (
                format!("`{sign}` has no matching bracket"),
                "add the other bracket, or remove this one",
            )
        };
        return Err(Diagnostic::at(&place(stray), problem, help));
    }
    if let Some(comma) = word::comma_outside_brackets(typed) {
        return Err(Diagnostic::at(
            &place(comma),
            "a comma does not separate rolls",
            "separate rolls by blanks on the command line, and by lines on the page: d6 d8",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_expressions_or_a_program() {
        let read = |text: &str| read_lines(text, &mut || true).map(|rolls| rolls.outputs);
        assert_eq!(read("4d6kh3\n\n 3d6 ").expect("dice"), ["4d6kh3", "3d6"]);
        let program = "X: d6\noutput X + X\n  output 3d6 named \"three\"\n";
        assert_eq!(read(program).expect("a program"), ["output 1", "three"]);
        assert!(read(" \n").is_err());
        assert!(read("3d6\nd0").is_err());
    }

    #[test]
    fn expressions_without_quotes_are_joined() {
        let joined = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            join_arguments(&words).join("|")
        };
        assert_eq!(joined("2d6 + 3 d20 - 1"), "2d6 + 3|d20 - 1");
        assert_eq!(joined("wing3d 3d6 d4"), "wing3d|3d6|d4");
        assert_eq!(joined("10 - 2d6"), "10 - 2d6");
        assert_eq!(joined("- wing3d"), "-|wing3d");
        assert_eq!(joined("wing3d - 3d6"), "wing3d|-|3d6");
    }

    #[test]
    fn names_of_scenarios_are_not_dice() {
        for text in [
            "3d6",
            "d20",
            "(d6+1)*2",
            "max(d6, d8)",
            "4d6kh3",
            "2d6 >= 7",
            "roll(6)",
        ] {
            assert!(is_expression(text), "{text}");
        }
        for text in [
            "wing3d",
            "wing3d.toml",
            "3d-printer",
            "wing-3d6",
            "d",
            "7",
            "gallery/craps",
        ] {
            assert!(!is_expression(text), "{text}");
        }
    }
}
