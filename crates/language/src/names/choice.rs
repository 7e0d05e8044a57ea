//! The names of choices and of their options, which a scenario's `[play]` has to be able to say.

use super::base::NameChecker;
use crate::choice::{ANSWERS, NOT_CHOICES, is_key, written};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Call, ExprKind};
use crate::source::Span;

impl NameChecker<'_> {
    /// A choice is a key of a scenario's `[play]`, and its options are answers there.
    pub(super) fn choice(&mut self, name: &str, span: Span, call: &Call) {
        if !is_key(name) {
            let help =
                "its name is a key of [play] in a scenario: letters, digits and _, such as choose(\"again\", ...)";
            self.error(span, format!("no choice can be called \"{name}\""), help);
        } else if NOT_CHOICES.contains(&name) {
            let help = "[play] says by this word what the player wants: give the choice another name";
            self.error(span, format!("no choice can be called `{name}`"), help);
        }
        for option in call.arguments.get(1).and_then(|argument| written(&argument.value)).unwrap_or_default() {
            let ExprKind::Text(text) = &option.kind else { continue };
            let is_number = text.trim().parse::<i64>().is_ok();
            let help = match text.as_str() {
                word if ANSWERS.contains(&word) => {
                    "[play] says \"best\", \"uniform\" and \"them\" of who decides: give the option another name"
                }
                "true" | "false" => "without quotes it is a flag, and both would be told alike: write it so",
                _ if is_number => "without quotes it is a number, and both would be told alike: write it so",
                _ => continue,
            };
            let wrong = Mistake::new(option.span, format!("no option can be called \"{text}\""), help);
            let is_plain = is_number || matches!(text.as_str(), "true" | "false");
            self.report(if is_plain { wrong.with_fix(option.span, text.trim()) } else { wrong });
        }
    }
}
