//! The numbers of a run on the screen before its first trial: exact odds take a moment, and trials
//! some more.

use std::io::{self, IsTerminal};
use std::sync::Mutex;

use crate::cli::RunArgs;
use crate::export::table::{Options, before_trials};
use crate::progress::Progress;
use crate::report::Report;
use crate::scenario::document::Scenario;

/// Who prints a text on standard output.
pub(crate) type Printer = fn(&str) -> io::Result<()>;

/// What was printed of a run before its end.
pub(crate) struct EarlyOutput<'a> {
    options: &'a Options,
    print: Printer,
    printed: Mutex<String>,
}

impl<'a> EarlyOutput<'a> {
    /// Of a run whose table somebody waits for at a terminal; nothing of any other, whose text is
    /// printed at its end.
    pub(super) fn for_terminal(
        scenarios: &[Scenario],
        args: &RunArgs,
        (options, print): (&'a Options, Printer),
    ) -> Option<EarlyOutput<'a>> {
        let is_seen = std::io::stdout().is_terminal() && !args.quiet && args.json.is_none();
        // A comparison with an earlier run is part of its numbers, and is known only after its
        // trials.
        let is_plain = scenarios.len() == 1 && args.against.is_none();
        (is_seen && is_plain).then(|| EarlyOutput {
            options,
            print,
            printed: Mutex::default(),
        })
    }

    /// Prints what exact odds tell, where they tell all of the table.
    pub(super) fn print_report(&self, report: &Report, progress: &Progress) {
        let Some(text) = before_trials(report, self.options) else {
            return;
        };
        // What cannot be printed now is printed at the end, which fails then.
        if progress.pause(|| (self.print)(&text)).is_ok()
            && let Ok(mut printed) = self.printed.lock()
        {
            *printed = text;
        }
    }

    /// How much of a text has been printed.
    pub(super) fn printed_length(&self, text: &str) -> usize {
        let is_printed = |printed: &String| text.starts_with(printed.as_str());
        self.printed
            .lock()
            .ok()
            .filter(|printed| is_printed(printed))
            .map_or(0, |printed| printed.len())
    }
}
