//! Fixed strategies as scenarios write them: `draw while points < 4 or skulls = 0`, `roll while pot
//! < 20, else bank`, `relic while coins >= 5, gold while coins >= 2, else nothing`.

use std::ops::Range;

use oddsmith_engine::question::Expression;
use oddsmith_engine::{Clause, Heuristic};
use oddsmith_language::question::{Meaning, Vocabulary, Word, WordKind};

use super::informal_play;
use crate::input::diagnostic::Diagnostic;
use crate::input::marked::{marked, within};
use crate::input::tree::Node;
use crate::rule::choice::{Part, ShownChoice, Words};

const WHILE: &str = " while ";
const ELSE: &str = ", else ";

/// How fixed strategies are written, in a message.
pub(super) const FORM: &str =
    "a fixed strategy (OPTION while CONDITION, OPTION while CONDITION, else OPTION)";

/// A fixed strategy as it was written: where its options and its conditions stand.
struct WrittenHeuristic {
    clauses: Vec<WrittenClause>,
    otherwise: Option<Range<usize>>,
}

struct WrittenClause {
    option: Range<usize>,
    condition: Range<usize>,
}

impl WrittenHeuristic {
    /// `None` of an answer of another kind.
    fn of(text: &str) -> Option<WrittenHeuristic> {
        let first = text.find(WHILE)?;
        let end = text[first + WHILE.len()..]
            .rfind(ELSE)
            .map_or(text.len(), |at| first + WHILE.len() + at);
        let mut clauses: Vec<WrittenClause> = Vec::new();
        let mut option = 0..first;
        let mut rest = first + WHILE.len();
        // What stands between a comma and the next `while` is the option of the next clause.
        while let Some(next) = text[rest..end].find(WHILE).map(|at| rest + at) {
            let Some(comma) = text[rest..next].rfind(',').map(|at| rest + at) else {
                break;
            };
            clauses.push(WrittenClause {
                option: trimmed(text, option),
                condition: rest..comma,
            });
            option = comma + 1..next;
            rest = next + WHILE.len();
        }
        clauses.push(WrittenClause {
            option: trimmed(text, option),
            condition: rest..end,
        });
        let otherwise = (end < text.len()).then(|| trimmed(text, end + ELSE.len()..text.len()));
        Some(WrittenHeuristic { clauses, otherwise })
    }
}

/// A stretch of a text without blanks at its ends.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let part = &text[at.clone()];
    let start = at.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}

/// Reads an answer as a fixed strategy; `None` where it is an answer of another kind.
pub(super) fn parse_heuristic(
    node: &Node,
    choice: &ShownChoice,
) -> Option<Result<Heuristic, Diagnostic>> {
    let text = node.text()?;
    let written = WrittenHeuristic::of(text)?;
    Some(read(node, text, &written, choice))
}

fn read(
    node: &Node,
    text: &str,
    written: &WrittenHeuristic,
    choice: &ShownChoice,
) -> Result<Heuristic, Diagnostic> {
    let option = |at: &Range<usize>| {
        choice.options.number(&text[at.clone()]).ok_or_else(|| {
            let option_name = &text[at.clone()];
            let (what, allowed) = (
                format!("`{}` has no option {option_name}", choice.name),
                format!("allowed: {}", choice.options.allowed()),
            );
            let help = match informal_play::option(option_name, choice) {
                Some(meant) => format!("did you mean {meant}? {allowed}"),
                None => allowed,
            };
            Diagnostic::at(&within(node, text, at.clone()), what, help)
        })
    };
    let words = vocabulary(choice);
    let clause = |written_clause: &WrittenClause| {
        let option = option(&written_clause.option)?;
        let holds = words.condition(&text[written_clause.condition.clone()]);
        Ok(Clause {
            holds: holds
                .map_err(|wrong| marked(node, wrong.from(written_clause.condition.start)))?,
            option,
        })
    };
    let clauses: Vec<Clause> = written
        .clauses
        .iter()
        .map(clause)
        .collect::<Result<_, _>>()?;
    let otherwise = written.otherwise.as_ref().map(option).transpose()?;
    if let (None, Some(options)) = (otherwise, choice.options.several()) {
        let count = options.len();
        let is_named = |name: &String| {
            written
                .clauses
                .iter()
                .any(|clause| *name == text[clause.option.clone()])
        };
        let others: Vec<String> = options.into_iter().filter(|name| !is_named(name)).collect();
        if others.len() > 1 {
            let what = format!(
                "`{}` has {count} options, and this strategy has no final option",
                choice.name
            );
            let help = format!(
                "end it with one of {}: \"{text}{ELSE}{}\"",
                others.join(", "),
                others[0]
            );
            return Err(Diagnostic::at(&node.place, what, help));
        }
    }
    Ok(Heuristic { clauses, otherwise })
}

/// What a fixed strategy may read of a choice: its parts, by the names that they have in
/// `policy.csv`.
fn vocabulary(choice: &ShownChoice) -> Vocabulary {
    let word = |(place, part): (u32, &Part)| {
        let (kind, meaning) = match &part.values {
            Words::From(0, words) if *words == ["false", "true"] => {
                (WordKind::Flag, Meaning::Slot(place))
            }
            // Outcomes are numbered from 0.
            Words::From(first, words) => {
                let two = Box::new([Expression::Seen(place), Expression::Number(*first)]);
                (
                    WordKind::Category(words.clone()),
                    Meaning::WorkedOut(Expression::Minus(two)),
                )
            }
            Words::Numbers(..) | Words::Written { .. } => (WordKind::Number, Meaning::Slot(place)),
        };
        Word {
            name: part.name.clone(),
            kind,
            steps: None,
            step_names: Vec::new(),
            meaning,
            is_when: false,
        }
    };
    Vocabulary {
        words: (0..).zip(&choice.parts).map(word).collect(),
        ..Vocabulary::default()
    }
}
