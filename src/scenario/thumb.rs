//! Rules of thumb as scenarios write them: `draw while points < 4 or skulls = 0`, `roll while pot < 20, else bank`.

use std::ops::Range;

use oddsmith_engine::Thumb;
use oddsmith_engine::question::Expression;
use oddsmith_language::question::{Meaning, Vocabulary, Word, WordKind};

use super::spoken_play;
use crate::input::diagnostic::Diagnostic;
use crate::input::marked::{marked, within};
use crate::input::tree::Node;
use crate::rule::choice::{Part, ShownChoice, Words};

const WHILE: &str = " while ";
const ELSE: &str = ", else ";

/// How rules of thumb are written, in a message.
pub(super) const FORM: &str = "a rule of thumb (OPTION while CONDITION)";

/// A rule of thumb as it was written: where its option, its condition and its other option stand.
struct WrittenThumb {
    option: Range<usize>,
    condition: Range<usize>,
    otherwise: Option<Range<usize>>,
}

impl WrittenThumb {
    /// `None` of an answer of another kind.
    fn of(text: &str) -> Option<WrittenThumb> {
        let end = text.find(WHILE)?;
        let (from, condition) = (end + WHILE.len(), &text[end + WHILE.len()..]);
        let to = condition.rfind(ELSE).map_or(text.len(), |at| from + at);
        Some(WrittenThumb {
            option: trimmed(text, 0..end),
            condition: from..to,
            otherwise: (to < text.len()).then(|| trimmed(text, to + ELSE.len()..text.len())),
        })
    }
}

/// A stretch of a text without blanks at its ends.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let own = &text[at.clone()];
    let start = at.start + own.len() - own.trim_start().len();
    start..start + own.trim().len()
}

/// Reads an answer as a rule of thumb; `None` where it is an answer of another kind.
pub(super) fn thumb(node: &Node, choice: &ShownChoice) -> Option<Result<Thumb, Diagnostic>> {
    let text = node.text()?;
    let written = WrittenThumb::of(text)?;
    Some(read(node, text, &written, choice))
}

fn read(node: &Node, text: &str, written: &WrittenThumb, choice: &ShownChoice) -> Result<Thumb, Diagnostic> {
    let option = |at: &Range<usize>| {
        choice.options.number(&text[at.clone()]).ok_or_else(|| {
            let own = &text[at.clone()];
            let (what, allowed) =
                (format!("`{}` has no option {own}", choice.name), format!("allowed: {}", choice.options.allowed()));
            let help = match spoken_play::option(own, choice) {
                Some(meant) => format!("did you mean {meant}? {allowed}"),
                None => allowed,
            };
            Diagnostic::at(&within(node, text, at.clone()), what, help)
        })
    };
    let first = option(&written.option)?;
    let otherwise = written.otherwise.as_ref().map(option).transpose()?;
    if let (None, Some(options)) = (otherwise, choice.options.several().filter(|options| options.len() > 2)) {
        let others: Vec<String> = options.into_iter().filter(|own| *own != text[written.option.clone()]).collect();
        let what =
            format!("`{}` has {} options, and which one is taken otherwise is not said", choice.name, others.len() + 1);
        let help = format!("say it: \"{text}{ELSE}{}\"; there are {}", others[0], others.join(", "));
        return Err(Diagnostic::at(&node.place, what, help));
    }
    let holds = vocabulary(choice)
        .condition(&text[written.condition.clone()])
        .map_err(|wrong| marked(node, wrong.from(written.condition.start)))?;
    Ok(Thumb { holds, option: first, otherwise })
}

/// What a rule of thumb may read of a choice: its parts, by the names that they have in `policy.csv`.
fn vocabulary(choice: &ShownChoice) -> Vocabulary {
    let word = |(place, part): (u32, &Part)| {
        let (kind, meaning) = match &part.values {
            Words::From(0, words) if *words == ["false", "true"] => (WordKind::Flag, Meaning::Slot(place)),
            // Outcomes are numbered from 0.
            Words::From(first, words) => {
                let two = Box::new([Expression::Seen(place), Expression::Number(*first)]);
                (WordKind::Category(words.clone()), Meaning::WorkedOut(Expression::Minus(two)))
            }
            Words::Numbers(..) | Words::Written { .. } => (WordKind::Number, Meaning::Slot(place)),
        };
        Word { name: part.name.clone(), kind, steps: None, step_names: Vec::new(), meaning, is_when: false }
    };
    Vocabulary { words: (0..).zip(&choice.parts).map(word).collect(), ..Vocabulary::default() }
}
