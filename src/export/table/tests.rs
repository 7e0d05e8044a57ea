//! Tables on a terminal: no line is longer than it, but for columns of numbers and words that
//! cannot be broken.

use super::{Options, Rest, table};
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;

/// What makes a run long whatever is looked at.
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
