//! Checks the names of options, which `[play]` in a scenario must be able to name.

use super::base::NameChecker;
use crate::builtin::{Builtin, BuiltinRole};
use crate::choice::{COMMON_ANSWERS, is_skilled_answer, literal_options};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Call, Expr, ExprKind};
use crate::source::Span;

/// Returns whether an expression has a short name for a player who sees its value. It does if it is
/// a name, a field or an entry of one, or its length or sum.
fn is_named(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Name(_) => true,
        ExprKind::Field(entry, _) => is_named(entry),
        ExprKind::Index(list, index) => {
            is_named(list) && matches!(index.kind, ExprKind::Whole(_) | ExprKind::Name(_))
        }
        ExprKind::Call(call) => {
            let is_short = matches!(call.name.text.as_str(), "len" | "sum" | "max" | "min");
            is_short && matches!(&call.arguments[..], [list] if is_named(&list.value))
        }
        _ => false,
    }
}

impl NameChecker<'_> {
    /// Checks the players of a choice, and their options.
    pub(super) fn players(&mut self, call: &Call, builtin: &Builtin) {
        let argument = |index: usize| {
            let name = builtin.parameters.get(index)?;
            call.argument(name, Some(index))
        };
        for &index in builtin.role.player_arguments() {
            let Some(player) = argument(index) else {
                continue;
            };
            match &player.kind {
                ExprKind::Field(_, field) => {
                    self.players_of_field(builtin.name, &field.text, player.span);
                    self.options(argument(index + 1));
                }
                ExprKind::Text(name) => {
                    self.report_text_for_player(builtin.name, name, player.span)
                }
                _ => self.options(argument(index + 1)),
            }
        }
        if let (BuiltinRole::Choose, Some(sees)) = (builtin.role, argument(2)) {
            self.sees(sees);
        }
        if let (BuiltinRole::ChooseAtOnce, Some(first), Some(second)) =
            (builtin.role, argument(0), argument(2))
            && let (ExprKind::Name(name), ExprKind::Name(other)) = (&first.kind, &second.kind)
            && name == other
        {
            let help =
                format!("name two different players, or ask {name} twice with choose({name}, ...)");
            let problem = format!("`{name}` cannot choose twice at the same time");
            self.error(second.span, problem, help);
        }
    }

    /// Checks the list of values that a player sees.
    fn sees(&mut self, sees: &Expr) {
        let written = sees.to_source();
        let ExprKind::List(values) = &sees.kind else {
            let problem = "`sees` must be a list of names";
            let wrong = Mistake::new(sees.span, problem, format!("write sees = [{written}]"));
            return self.report(match is_named(sees) {
                true => wrong.with_fix(sees.span, format!("[{written}]")),
                false => wrong,
            });
        };
        for (i, value) in values.iter().enumerate() {
            let name = value.to_source();
            if !is_named(value) {
                let problem = format!("`sees` needs values with names, but {name} has none");
                let help = "assign it to a name before the choice, and list that name";
                self.error(value.span, problem, help);
            } else if values[..i].iter().any(|other| other.to_source() == name) {
                let problem = format!("`sees` lists {name} twice");
                self.error(value.span, problem, "remove one of them");
            }
        }
    }

    /// Checks a field of entries that names players.
    fn players_of_field(&mut self, function: &str, field: &str, span: Span) {
        let words: Vec<String> = self.declarations.words_of_field(field).cloned().collect();
        for word in words {
            if self.declarations.player_index(&word).is_some() {
                self.recorded.insert(word);
                continue;
            }
            let problem =
                format!("`{function}` expected a player, but `{field}` can be \"{word}\"");
            let help =
                format!("declare this player at the top: {word} = player(\"what is decided\")");
            return self.error(span, problem, help);
        }
    }

    fn report_text_for_player(&mut self, function: &str, name: &str, span: Span) {
        let players = &self.declarations.players;
        let declared = players
            .iter()
            .find(|player| player.name == *name || player.label == *name);
        let help = match declared {
            Some(player) => format!("write {function}({}, ...)", player.name),
            None => {
                let is_name =
                    name.chars().all(|c| c.is_ascii_lowercase() || c == '_') && !name.is_empty();
                let (who, label) = if is_name {
                    (name, "what is decided")
                } else {
                    ("again", name)
                };
                format!(
                    "declare a player at the top, {who} = player(\"{label}\"), and write {function}({who}, ...)"
                )
            }
        };
        let problem = format!("`{function}` expected a player, found text");
        let wrong = Mistake::new(span, problem, help);
        let fixed = declared.map(|player| player.name.clone());
        self.recorded.extend(fixed.clone());
        self.report(match fixed {
            Some(player) => wrong.with_fix(span, player),
            None => wrong,
        });
    }

    /// Checks the options of a choice: they are answers in `[play]`.
    fn options(&mut self, options: Option<&Expr>) {
        for option in options.and_then(literal_options).unwrap_or_default() {
            let ExprKind::Text(text) = &option.kind else {
                continue;
            };
            let is_number = text.trim().parse::<i64>().is_ok();
            let help = match text.as_str() {
                word if COMMON_ANSWERS.contains(&word) => {
                    "choose another name: [play] uses \"best\", \"uniform\", \"them\" and \"worst\" for how to decide"
                }
                word if is_skilled_answer(word) => {
                    "choose another name: [play] uses \"best 90%\" and similar answers for how well to decide"
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
