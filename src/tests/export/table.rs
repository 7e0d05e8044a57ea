//! Checks that no line of a table is wider than the terminal, except for columns of numbers and for
//! words that cannot be broken.

use crate::export::table::{Options, Rest, main_table, table};
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;
use oddsmith_model::printable::wrap;

/// Scenarios whose runs take long in any case.
const LONG_SCENARIOS: [&str; 2] = ["aging-everything", "ce-process"];

#[test]
fn running_text_fits_the_terminal_width() {
    for (name, text) in BUNDLED
        .iter()
        .filter(|bundled| !bundled.1.contains(".odds\"") && !LONG_SCENARIOS.contains(&bundled.0))
    {
        let report = report(name, text);
        for width in [60, 80] {
            let options = Options {
                width,
                rest: Rest::InFiles,
                ..Options::default()
            };
            for line in table(&report, &options)
                .replace("\u{1b}[1m", "")
                .replace("\u{1b}[0m", "")
                .lines()
            {
                let is_long = line.chars().count() > width;
                let can_break = line.trim().contains(' ') && !line.trim().contains("  ");
                assert!(!is_long || !can_break, "{name} at {width}: {line}");
            }
        }
    }
}

/// In a terminal of 24 lines of 80 characters, the headline and the main table are on one screen.
#[test]
fn what_matters_fits_on_one_screen() {
    let options = Options {
        width: 80,
        ..Options::default()
    };
    for (name, text) in BUNDLED {
        let report = report(name, text);
        let main = main_table(&report, &options);
        let main = wrap(&main, options.width);
        // Other computed numbers come after the grid.
        let main = main.split("\nAlso computed:").next().unwrap_or_default();
        let lines = main.lines().count();
        assert!(lines <= 24, "{name}: {lines} lines\n{main}");
        // `--all` shows no less.
        let all_options = Options {
            shows_all: true,
            ..options.clone()
        };
        let all = main_table(&report, &all_options);
        assert!(wrap(&all, 80).lines().count() >= lines, "{name}\n{all}");
    }
}
