//! Checks the names of options, which `[play]` in a scenario must be able to name.

use super::base::NameChecker;
use crate::choice::{COMMON_ANSWERS, literal_options};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Call, ExprKind};

impl NameChecker<'_> {
    /// Checks the options of a choice: they are answers in `[play]`.
    pub(super) fn options(&mut self, call: &Call) {
        for option in call
            .argument("options", Some(1))
            .and_then(literal_options)
            .unwrap_or_default()
        {
            let ExprKind::Text(text) = &option.kind else {
                continue;
            };
            let is_number = text.trim().parse::<i64>().is_ok();
            let help = match text.as_str() {
                word if COMMON_ANSWERS.contains(&word) => {
                    "choose another name: [play] uses \"best\", \"uniform\", \"them\" and \"worst\" for how to decide"
                }
                "true" | "false" => "remove the quotes, so that it is true or false",
                _ if is_number => "remove the quotes, so that it is a number",
                _ => continue,
            };
            let wrong = Mistake::new(
                option.span,
                format!("an option cannot be named \"{text}\""),
                help,
            );
            let is_plain = is_number || matches!(text.as_str(), "true" | "false");
            self.report(if is_plain {
                wrong.with_fix(option.span, text.trim())
            } else {
                wrong
            });
        }
    }
}
