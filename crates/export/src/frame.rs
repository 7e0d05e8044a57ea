//! The rows of the main CSV files as cells, for programs that do not read files.

use super::asks::{answers, ask_cells};
use super::cell::TableCell;
use super::csv::{case_cells, case_headers};
use super::distributions::{distributions, name_cells, summary_row, value_cells};
use oddsmith_model::report::Report;
use oddsmith_model::report::columns::{ASKS, DISTRIBUTION, SUMMARY};

/// The rows of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// The rows of `distribution.csv`: one for each case, metric, step and value.
    Distribution,
    /// The rows of `summary.csv`: one for each case, metric and step.
    Summary,
    /// The rows of `asks.csv`: one for each case and question.
    Answers,
}

/// The rows of a CSV file.
pub struct Frame<'r> {
    /// The names of the columns.
    pub heads: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Box<dyn Iterator<Item = Vec<TableCell<'r>>> + 'r>,
}

impl FrameKind {
    /// Returns the kind with this name: `distribution`, `summary` or `answers`.
    pub fn named(name: &str) -> Option<FrameKind> {
        match name {
            "distribution" => Some(FrameKind::Distribution),
            "summary" => Some(FrameKind::Summary),
            "answers" => Some(FrameKind::Answers),
            _ => None,
        }
    }
}

/// Returns the rows of a report.
pub fn frame(report: &Report, kind: FrameKind) -> Frame<'_> {
    let columns: &[&str] = match kind {
        FrameKind::Distribution => &DISTRIBUTION,
        FrameKind::Summary => &SUMMARY,
        FrameKind::Answers => &ASKS,
    };
    let heads = case_headers(report)
        .into_iter()
        .chain(columns.iter().map(|&column| column.to_owned()))
        .collect();
    let rows: Box<dyn Iterator<Item = Vec<TableCell<'_>>>> = match kind {
        FrameKind::Distribution => Box::new(distribution_rows(report)),
        FrameKind::Summary => {
            Box::new(distributions(report).map(|(case, observed, distribution)| {
                case_cells(report, case)
                    .chain(summary_row(report, case, observed, distribution))
                    .collect()
            }))
        }
        FrameKind::Answers => Box::new(answers(report).map(|(case, ask, answer)| {
            case_cells(report, case)
                .chain(ask_cells(ask, answer))
                .collect()
        })),
    };
    Frame { heads, rows }
}

fn distribution_rows(report: &Report) -> impl Iterator<Item = Vec<TableCell<'_>>> {
    distributions(report).flat_map(|(case, observed, distribution)| {
        let named = name_cells(&observed.metric, distribution);
        let start: Vec<TableCell<'_>> = case_cells(report, case).chain(named).collect();
        value_cells(&observed.metric, distribution, report.run.confidence)
            .map(move |cells| start.iter().cloned().chain(cells).collect())
    })
}
