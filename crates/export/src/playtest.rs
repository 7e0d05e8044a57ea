//! Writes `playtest.csv`, and names the charts of a log of playtests.

use super::cell::TableCell;
use super::csv::Rows;
pub use super::file_names::PLAYTEST_FILE as FILE;
pub use super::html::PLAYTEST_CHART as CHART;
use super::picture::Picture;
use oddsmith_model::printable::shell_quoted;
use oddsmith_model::report::Report;
use oddsmith_model::report::columns::PLAYTEST;
use oddsmith_model::report::playtest::{Fit, ObservedValue, Playtest, TestedMetric};

/// The stem of the charts of likelihoods.
pub const FIT_CHART: &str = "playtest-fit";
/// The suffix of the name of a folder with a comparison. The comparison therefore does not replace
/// a run of the scenario.
pub const FOLDER_ENDING: &str = "-playtest";
/// The maximal number of metrics that have a chart each.
const MAX_CHARTS: usize = 6;
/// The number of columns that identify a metric.
const METRIC_COLUMNS: usize = 4;
/// The number of columns of a fit, which come last.
const FIT_COLUMNS: usize = 3;

/// Returns the bytes of `playtest.csv`. A metric has a row for its mean, with its p-value, and a
/// row for each of its values. A setting of a fit has a row with its likelihood.
pub fn playtest_csv(playtest: &Playtest) -> Vec<u8> {
    let mut rows = Rows::new();
    rows.add_row(PLAYTEST.map(TableCell::text));
    for metric in &playtest.metrics {
        add_metric("", metric, &mut rows);
    }
    for (group, metrics) in playtest.groups.iter().flat_map(|groups| &groups.parts) {
        for metric in metrics {
            add_metric(group, metric, &mut rows);
        }
    }
    for fit in &playtest.fits {
        add_fit(fit, &mut rows);
    }
    rows.into_bytes()
}

fn add_metric(group: &str, metric: &TestedMetric, rows: &mut Rows) {
    let (seen, expected) = metric.means.unzip();
    let mean = [
        TableCell::Nothing,
        TableCell::Nothing,
        TableCell::Count(metric.trials),
        TableCell::exact(seen),
        TableCell::Nothing,
        TableCell::Nothing,
        TableCell::exact(expected),
        TableCell::exact(metric.p),
        TableCell::exact(metric.adjusted_p),
        TableCell::text(metric.method.name()),
    ];
    let head = metric_cells(group, metric);
    rows.add_row(head.into_iter().chain(mean).chain(nothing(FIT_COLUMNS)));
    for value in &metric.values {
        let head = metric_cells(group, metric);
        rows.add_row(head.into_iter().chain(value_cells(metric, value)));
    }
}

/// Returns the cells that identify a metric.
fn metric_cells<'r>(group: &'r str, metric: &'r TestedMetric) -> [TableCell<'r>; METRIC_COLUMNS] {
    let step = metric.step.map(|step| TableCell::Count(step.into()));
    [
        TableCell::text(group),
        TableCell::text(&metric.metric.name),
        step.unwrap_or(TableCell::Nothing),
        TableCell::text(&metric.label),
    ]
}

fn value_cells<'r>(
    metric: &TestedMetric,
    value: &'r ObservedValue,
) -> impl Iterator<Item = TableCell<'r>> {
    let cells = [
        TableCell::text(&value.label),
        TableCell::Count(value.count),
        TableCell::Count(metric.trials),
        TableCell::exact(Some(metric.share(value))),
        TableCell::exact(Some(value.interval.low)),
        TableCell::exact(Some(value.interval.high)),
        TableCell::exact(Some(value.expected)),
    ];
    let rest = PLAYTEST.len() - METRIC_COLUMNS - cells.len();
    cells.into_iter().chain(nothing(rest))
}

fn add_fit(fit: &Fit, rows: &mut Rows) {
    for candidate in &fit.candidates {
        let likelihood = Some(candidate.log_likelihood).filter(|likelihood| likelihood.is_finite());
        let cells = [
            TableCell::text(&candidate.name),
            TableCell::exact(likelihood),
            TableCell::exact(Some(candidate.weight)),
        ];
        rows.add_row(nothing(PLAYTEST.len() - FIT_COLUMNS).chain(cells));
    }
}

fn nothing<'r>(count: usize) -> impl Iterator<Item = TableCell<'r>> {
    (0..count).map(|_| TableCell::Nothing)
}

/// Returns the command that repeats a comparison, given the command of its run. `LOG.csv` stands
/// for the log, whose name is not known.
pub fn rerun_command(name: &str, run: &str) -> String {
    let scenario = name.strip_suffix(FOLDER_ENDING).unwrap_or(name);
    let options = run
        .split_once(&format!("{name}.toml"))
        .map_or("", |(_, options)| options.trim_start_matches('\''));
    format!(
        "simulate playtest {} LOG.csv{options}",
        shell_quoted(scenario)
    )
}

/// Returns the pictures of a log: the metric of the headline, the likelihoods, the other metrics.
pub(super) fn pictures<'r>(report: &'r Report, playtest: &'r Playtest) -> Vec<Picture<'r>> {
    let numbered = |stem: &str, index: usize| match index {
        0 => stem.to_owned(),
        _ => format!("{stem}-{}", index + 1),
    };
    let noted = playtest.metrics.iter().filter(|metric| metric.trials > 0);
    let mut pictures: Vec<Picture<'r>> = noted
        .take(MAX_CHARTS)
        .enumerate()
        .map(|(index, metric)| Picture::Playtest(report, metric, numbered(CHART, index)))
        .collect();
    let possible = playtest.fits.iter().filter(|fit| fit.best().is_some());
    let fits = possible
        .enumerate()
        .map(|(index, fit)| Picture::Likelihood(report, fit, numbered(FIT_CHART, index)));
    let place = pictures.len().min(1);
    pictures.splice(place..place, fits);
    pictures
}
