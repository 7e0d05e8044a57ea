//! Answers in `[play]` with the skill of a player: `best 90%`, `best within 0.2`, `worst`,
//! `short-sighted 1`. After `them`, they are about the other side.

use oddsmith_engine::chance::Probability;
use oddsmith_engine::{Side, Skill};
use oddsmith_language::nearest;

use crate::input::diagnostic::Diagnostic;
use crate::input::marked::suggest_text;
use crate::input::tree::Node;

pub(super) const BEST: &str = "best";
pub(super) const THEM: &str = "them";
const WORST: &str = "worst";
const WITHIN: &str = "within";
const SHORT_SIGHTED: &str = "short-sighted";
/// The most choices that a short-sighted player looks ahead.
const MAX_CHOICES: u32 = 9;
/// Examples of these answers, for messages.
pub(super) const ALLOWED: &str =
    "\"best 90%\", \"best within 0.2\", \"worst\", \"short-sighted 1\"";

/// A skill and its side. Without a side, the answer is for the side of the choice.
pub(super) type SkilledAnswer = (Skill, Option<Side>);

/// Reads an answer. Returns `None` for other kinds of answers.
///
/// # Errors
/// Returns an error if the answer's number is wrong.
pub(super) fn read_skill(node: &Node) -> Option<Result<SkilledAnswer, Diagnostic>> {
    let text = node.text()?.trim();
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (side, rest) = match first {
        THEM => (Some(Side::Them), rest.trim()),
        BEST | WORST | SHORT_SIGHTED => (None, text),
        _ => return None,
    };
    let (first, number) = rest.split_once(' ').unwrap_or((rest, ""));
    let number = number.trim();
    let skill = match (first, number, side) {
        ("", "", _) | (BEST, "", None) => Ok(Skill::Best),
        (WORST, "", _) => Ok(Skill::Worst),
        (SHORT_SIGHTED, count, _) => short_sighted(node, side, count),
        (BEST, number, None) => match number.strip_prefix(WITHIN) {
            Some(scale) => within(node, side, scale.trim()),
            None => share(node, side, number),
        },
        (WITHIN, scale, Some(_)) => within(node, side, scale),
        (share_text, "", Some(_)) => share(node, side, share_text),
        _ => return None,
    };
    Some(skill.map(|skill| (skill, side)))
}

/// Returns the word before a number: `best 90%`, `them 90%`.
fn word(side: Option<Side>) -> &'static str {
    if side.is_some() { THEM } else { BEST }
}

fn share(node: &Node, side: Option<Side>, text: &str) -> Result<Skill, Diagnostic> {
    let number = text.strip_suffix('%').map(str::trim_end);
    let percent = |number: &str| Probability::parse(&format!("{number}e-2"));
    if let Some(share) = number.and_then(percent) {
        let is_perfect = share == Probability::ONE;
        return Ok(if is_perfect {
            Skill::Best
        } else {
            Skill::Mistakes(share)
        });
    }
    let word = word(side);
    // A number without a percent sign probably means a percentage.
    let bare = text.parse::<f64>().ok().filter(|value| value.is_finite());
    let meant = match bare {
        Some(value) if (0.0..=1.0).contains(&value) && text.contains('.') => {
            format!("{word} {}%", (value * 1e6).round() / 1e4)
        }
        Some(value) if (0.0..=100.0).contains(&value) => format!("{word} {text}%"),
        _ => format!("{word} 90%"),
    };
    let problem = format!("expected a share from 0% to 100% after `{word}`, found `{text}`");
    let help = format!(
        "write \"{meant}\": the share of decisions that are best; the others are random. \
         Or write \"{word} {WITHIN} 0.2\""
    );
    Err(suggest_text(node, problem, help, &meant))
}

fn within(node: &Node, side: Option<Side>, text: &str) -> Result<Skill, Diagnostic> {
    let scale = text.parse::<f64>().ok();
    if let Some(scale) = scale.filter(|scale| scale.is_finite() && *scale > 0.0) {
        return Ok(Skill::Within(scale));
    }
    let meant = match scale {
        Some(scale) if scale.is_finite() && scale < 0.0 => {
            format!("{} {WITHIN} {}", word(side), -scale)
        }
        _ => format!("{} {WITHIN} 0.2", word(side)),
    };
    let found = if text.is_empty() { "nothing" } else { text };
    let problem = format!("expected a number above 0 after `{WITHIN}`, found `{found}`");
    let help = format!(
        "write \"{meant}\": losses of about this size are common. Its unit is that of the aim"
    );
    Err(suggest_text(node, problem, help, &meant))
}

fn short_sighted(node: &Node, side: Option<Side>, text: &str) -> Result<Skill, Diagnostic> {
    let choices = text.parse::<u32>().ok();
    if let Some(choices) = choices.filter(|choices| (1..=MAX_CHOICES).contains(choices)) {
        return Ok(Skill::ShortSighted(choices));
    }
    let prefix = side.map_or("", |_| "them ");
    let meant = format!("{prefix}{SHORT_SIGHTED} 1");
    let found = if text.is_empty() { "nothing" } else { text };
    let problem = format!(
        "expected a whole number from 1 to {MAX_CHOICES} after `{SHORT_SIGHTED}`, found `{found}`"
    );
    let help = format!("write \"{meant}\": the number of choices that the player looks ahead");
    Err(suggest_text(node, problem, help, &meant))
}

/// Returns the answer that was probably meant: `shortsighted 2`, `bets 90%`, `90%`.
pub(super) fn meant_skill(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    if text
        .strip_suffix('%')
        .is_some_and(|number| number.trim().parse::<f64>().is_ok())
    {
        return Some(format!("{BEST} {text}"));
    }
    for written in ["shortsighted", "short sighted", "short_sighted"] {
        if let Some(number) = text.strip_prefix(written) {
            let number = number.trim();
            let number = if number.is_empty() { "1" } else { number };
            return Some(format!("{SHORT_SIGHTED} {number}"));
        }
    }
    let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
    if first == WITHIN {
        return Some(format!("{BEST} {text}"));
    }
    let words = [BEST, THEM, WORST, SHORT_SIGHTED, "uniform"];
    let meant = nearest(first, words.into_iter())?;
    Some(format!("{meant} {rest}").trim_end().to_owned())
}
