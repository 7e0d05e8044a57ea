//! `import`: translates an AnyDice program or typed dice to a rule file.

use std::sync::Arc;

use super::error::CliError;
use super::load::{keep_going, stop_on_signals};
use crate::rolls;
use crate::scenario::find::{is_typed_dice, read_program};
use crate::terminal::{print_message, printable_line, printable_lines};
use oddsmith_engine::explore::Watch;
use oddsmith_model::printable::shell_quoted;

/// Returns the rule file of an AnyDice program or of typed dice.
///
/// # Errors
/// Returns an error if there is no such program, if it has a mistake, or if a signal stops the
/// translation.
pub fn import(program: &str) -> Result<String, CliError> {
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let read = if is_typed_dice(program) {
        rolls::read_lines(program, &mut keep_going(false, &watch))
    } else {
        read_program(program, &mut keep_going(false, &watch))
    };
    if watch.is_stopped() {
        return Err(CliError::Interrupted { finished: 0 });
    }
    let rolls = read?;
    for note in &rolls.notes {
        print_message(format_args!("note: {}\n", printable_line(&note.text)));
    }
    if let [_, _, ..] = rolls.outputs.as_slice() {
        let sweep = shell_quoted(&format!("{}={}", rolls.choice, rolls.outputs.join(",")));
        print_message(format_args!(
            "note: the rule shows one output at a time. To compare all: simulate {} --sweep {}\n",
            printable_line(&shell_quoted(&rolls.rule.source.name)),
            printable_line(&sweep)
        ));
    }
    Ok(printable_lines(&rolls.rule.source.text))
}
