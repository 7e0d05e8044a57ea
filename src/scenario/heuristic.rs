//! Reads fixed strategies, such as `draw while points < 4 or skulls = 0`, `roll while pot < 20,
//! else bank`, or `relic while coins >= 5, gold while coins >= 2, else nothing`.

use std::ops::Range;

use oddsmith_engine::question::Expression;
use oddsmith_engine::{Clause, Heuristic};
use oddsmith_language::question::{KnownMetric, ValueSource, ValueType, Vocabulary};

use super::informal_play;
use crate::input::diagnostic::Diagnostic;
use crate::input::marked::{locate_mistake, place_within};
use crate::input::tree::Node;
use crate::rule::choice::{NumberWords, Part, ShownChoice};

const WHILE: &str = " while ";
const ELSE: &str = ", else ";

/// The form of a fixed strategy, for messages.
pub(super) const FORM: &str =
    "a fixed strategy (OPTION while CONDITION, OPTION while CONDITION, else OPTION)";

/// The spans of a fixed strategy's options and conditions.
struct WrittenHeuristic {
    clauses: Vec<WrittenClause>,
    otherwise: Option<Range<usize>>,
}

struct WrittenClause {
    option: Range<usize>,
    condition: Range<usize>,
}

impl WrittenHeuristic {
    /// Returns `None` for other kinds of answers.
    fn parse(text: &str) -> Option<WrittenHeuristic> {
        let first = text.find(WHILE)?;
        let end = text[first + WHILE.len()..]
            .rfind(ELSE)
            .map_or(text.len(), |offset| first + WHILE.len() + offset);
        let mut clauses: Vec<WrittenClause> = Vec::new();
        let mut option = 0..first;
        let mut rest = first + WHILE.len();
        // The text between a comma and the next `while` is the option of the next clause.
        while let Some(next) = text[rest..end].find(WHILE).map(|offset| rest + offset) {
            let Some(comma) = text[rest..next].rfind(',').map(|offset| rest + offset) else {
                break;
            };
            clauses.push(WrittenClause {
                option: trimmed_span(text, option),
                condition: rest..comma,
            });
            option = comma + 1..next;
            rest = next + WHILE.len();
        }
        clauses.push(WrittenClause {
            option: trimmed_span(text, option),
            condition: rest..end,
        });
        let otherwise =
            (end < text.len()).then(|| trimmed_span(text, end + ELSE.len()..text.len()));
        Some(WrittenHeuristic { clauses, otherwise })
    }
}

/// Returns a span of a text without blanks at its ends.
fn trimmed_span(text: &str, span: Range<usize>) -> Range<usize> {
    let part = &text[span.clone()];
    let start = span.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}

/// Reads an answer as a fixed strategy. Returns `None` for other kinds of answers.
pub(super) fn parse_heuristic(
    node: &Node,
    choice: &ShownChoice,
) -> Option<Result<Heuristic, Diagnostic>> {
    let text = node.text()?;
    let written = WrittenHeuristic::parse(text)?;
    Some(read(node, text, &written, choice))
}

fn read(
    node: &Node,
    text: &str,
    written: &WrittenHeuristic,
    choice: &ShownChoice,
) -> Result<Heuristic, Diagnostic> {
    let option = |span: &Range<usize>| {
        choice.options.number(&text[span.clone()]).ok_or_else(|| {
            let option_name = &text[span.clone()];
            let (problem, allowed) = (
                format!("`{}` has no option {option_name}", choice.name),
                format!("allowed: {}", choice.options.allowed()),
            );
            let help = match informal_play::meant_option(option_name, choice) {
                Some(meant) => format!("did you mean {meant}? {allowed}"),
                None => allowed,
            };
            Diagnostic::at(&place_within(node, text, span.clone()), problem, help)
        })
    };
    let vocabulary = vocabulary(choice);
    let clause = |written_clause: &WrittenClause| {
        let option = option(&written_clause.option)?;
        let holds = vocabulary.condition(&text[written_clause.condition.clone()]);
        Ok(Clause {
            condition: holds.map_err(|wrong| {
                locate_mistake(node, wrong.offset_by(written_clause.condition.start))
            })?,
            option,
        })
    };
    let clauses: Vec<Clause> = written
        .clauses
        .iter()
        .map(clause)
        .collect::<Result<_, _>>()?;
    let otherwise = written.otherwise.as_ref().map(option).transpose()?;
    if let (None, Some(options)) = (otherwise, choice.options.short_list()) {
        let count = options.len();
        let is_named = |name: &String| {
            written
                .clauses
                .iter()
                .any(|clause| *name == text[clause.option.clone()])
        };
        let unnamed_options: Vec<String> =
            options.into_iter().filter(|name| !is_named(name)).collect();
        if unnamed_options.len() > 1 {
            let problem = format!(
                "`{}` has {count} options, and this strategy has no final option",
                choice.name
            );
            let help = format!(
                "end it with one of {}: \"{text}{ELSE}{}\"",
                unnamed_options.join(", "),
                unnamed_options[0]
            );
            return Err(Diagnostic::at(&node.place, problem, help));
        }
    }
    Ok(Heuristic { clauses, otherwise })
}

/// Returns the vocabulary of a fixed strategy: the parts of a choice, by their names in
/// `policy.csv`.
fn vocabulary(choice: &ShownChoice) -> Vocabulary {
    let part_as_metric = |(slot, part): (u32, &Part)| {
        let (kind, source) = match &part.values {
            NumberWords::Listed(0, words) if *words == ["false", "true"] => {
                (ValueType::Flag, ValueSource::Slot(slot))
            }
            // Outcomes are numbered from 0.
            NumberWords::Listed(first, words) => {
                let two = Box::new([Expression::Seen(slot), Expression::Number(*first)]);
                (
                    ValueType::Category(words.clone()),
                    ValueSource::Computed(Expression::Minus(two)),
                )
            }
            NumberWords::Numbers(..) | NumberWords::Written { .. } => {
                (ValueType::Number, ValueSource::Slot(slot))
            }
        };
        KnownMetric {
            name: part.name.clone(),
            kind,
            steps: None,
            step_names: Vec::new(),
            source,
            is_when: false,
        }
    };
    Vocabulary {
        metrics: (0..).zip(&choice.parts).map(part_as_metric).collect(),
        ..Vocabulary::default()
    }
}
