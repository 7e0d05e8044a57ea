//! Prints the numbers of a run before its first trial, because simulations take longer than exact
//! odds.

use std::io::{self, IsTerminal};
use std::sync::Mutex;

use crate::cli::RunArgs;
use crate::export::table::{Options, before_trials};
use crate::progress::Progress;
use crate::report::Report;
use crate::scenario::document::Scenario;

/// A function that prints a text on standard output.
pub(crate) type Printer = fn(&str) -> io::Result<()>;

/// The part of a run's output that is printed before its end.
pub(crate) struct EarlyOutput<'a> {
    options: &'a Options,
    print: Printer,
    printed: Mutex<String>,
}

impl<'a> EarlyOutput<'a> {
    /// Returns the early output of a run whose table is shown on a terminal. Returns `None` for
    /// other runs, which print at their end.
    pub(super) fn for_terminal(
        scenarios: &[Scenario],
        args: &RunArgs,
        (options, print): (&'a Options, Printer),
    ) -> Option<EarlyOutput<'a>> {
        let is_seen = std::io::stdout().is_terminal() && !args.quiet && args.json.is_none();
        // A comparison with an earlier run is part of the table, and needs the trials.
        let is_plain = scenarios.len() == 1 && args.against.is_none();
        (is_seen && is_plain).then(|| EarlyOutput {
            options,
            print,
            printed: Mutex::default(),
        })
    }

    /// Prints the table if the exact odds determine all of it.
    pub(super) fn print_report(&self, report: &Report, progress: &Progress) {
        let Some(text) = before_trials(report, self.options) else {
            return;
        };
        // If printing fails, it is tried again at the end of the run, which then fails.
        if progress.pause(|| (self.print)(&text)).is_ok()
            && let Ok(mut printed) = self.printed.lock()
        {
            *printed = text;
        }
    }

    /// Returns the number of bytes of a text that have been printed already.
    pub(super) fn printed_length(&self, text: &str) -> usize {
        let is_printed = |printed: &String| text.starts_with(printed.as_str());
        self.printed
            .lock()
            .ok()
            .filter(|printed| is_printed(printed))
            .map_or(0, |printed| printed.len())
    }
}
