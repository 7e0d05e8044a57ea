//! Writes `distribution.csv`, `simulated.csv` and `summary.csv`: every number of a report, a row
//! each.

use std::io;

use oddsmith_model::odds::Mass;
use oddsmith_model::odds::{Confidence, quantile_interval};
use oddsmith_model::odds::{ExactDistribution, SETTLED_THRESHOLD};

use oddsmith_model::report::columns::{DISTRIBUTION, SUMMARY};
use oddsmith_model::report::{Case, CountSource, Distribution, Observed, Report, Row};
use oddsmith_model::rule::metric::ShownMetric;
use oddsmith_model::rule::presentation::Measure;

use super::cell::TableCell;
use super::csv::{RowPrefix, Rows, Sink, case_cells, write_table};

/// The number of columns of `distribution.csv` up to the estimate. `simulated.csv` has these
/// columns.
const CROSS_CHECK_COLUMNS: usize = 7;
/// The number of columns that name a distribution.
const NAME_COLUMNS: usize = 3;

/// Writes a row for each case, metric, step and value.
///
/// # Errors
/// Returns an error of kind `Interrupted` if the run is stopped, or an error of the sink.
pub fn write_distribution(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    write_distribution_table(report, &DISTRIBUTION, sink, |rows, entry| {
        distribution_rows(rows, report, entry, entry.distribution, DISTRIBUTION.len())
    })
}

/// Writes `simulated.csv`: the same rows, for the simulated trials that check sampled ones.
///
/// # Errors
/// Returns the errors of [`write_distribution`].
pub fn write_cross_check(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    write_distribution_table(
        report,
        &DISTRIBUTION[..CROSS_CHECK_COLUMNS],
        sink,
        |rows, entry| {
            if let Some(cross_check) = &entry.distribution.cross_check {
                let simulated_distribution = Distribution::new(
                    entry.distribution.step,
                    cross_check.trials,
                    cross_check.tally.clone(),
                    None,
                );
                distribution_rows(
                    rows,
                    report,
                    entry,
                    &simulated_distribution,
                    CROSS_CHECK_COLUMNS,
                );
            }
        },
    )
}

/// Returns whether any trials were simulated as a cross-check.
pub fn has_cross_check(report: &Report) -> bool {
    report
        .cases
        .iter()
        .any(|case| case.cross_check_trials.is_some())
}

/// Writes a row for each case, metric and step.
///
/// # Errors
/// Returns the errors of [`write_distribution`].
pub fn write_summary(report: &Report, sink: Sink<'_>) -> io::Result<()> {
    write_distribution_table(report, &SUMMARY, sink, |rows, entry| {
        rows.add_cells(case_cells(report, entry.case));
        rows.add_row(summary_row(
            report,
            entry.case,
            entry.observed,
            entry.distribution,
        ));
    })
}

/// A distribution with its case and its metric.
#[derive(Clone, Copy)]
struct DistributionEntry<'r> {
    case: &'r Case,
    observed: &'r Observed,
    distribution: &'r Distribution,
}

/// Writes a table with rows for every distribution.
fn write_distribution_table(
    report: &Report,
    columns: &[&str],
    sink: Sink<'_>,
    rows: impl Fn(&mut Rows, &DistributionEntry<'_>) + Sync,
) -> io::Result<()> {
    let entries = distributions(report).map(|(case, observed, distribution)| DistributionEntry {
        case,
        observed,
        distribution,
    });
    let weight = |entry: &DistributionEntry<'_>| {
        let odds = entry
            .distribution
            .exact
            .as_ref()
            .map_or(0, |exact| exact.pmf.masses().len());
        1 + odds.max(entry.distribution.tally.iter().count())
    };
    write_table(report, columns, sink, entries, weight, rows)
}

/// Adds a row for each value of a distribution, and one for trials without a value. Only the first
/// `columns` columns are written.
fn distribution_rows(
    rows: &mut Rows,
    report: &Report,
    entry: &DistributionEntry<'_>,
    distribution: &Distribution,
    columns: usize,
) {
    let named = name_cells(&entry.observed.metric, distribution);
    let start = RowPrefix::new(case_cells(report, entry.case).chain(named));
    for cells in value_cells(&entry.observed.metric, distribution, report.run.confidence) {
        start.begin_row(rows);
        rows.add_row(cells.into_iter().take(columns - NAME_COLUMNS));
    }
}

/// Returns the cells of [`DISTRIBUTION`] after the name of the distribution: a row for each value,
/// and one for trials without a value.
pub(super) fn value_cells<'m>(
    metric: &'m ShownMetric,
    distribution: &Distribution,
    confidence: Confidence,
) -> impl Iterator<Item = [TableCell<'m>; 9]> {
    let unresolved = distribution.exact.as_ref().map(|exact| exact.unresolved);
    let cells = move |row: Row, value: Option<i64>, label: TableCell<'m>| {
        let exact = row.exact.map(Mass::value_and_fraction);
        [
            TableCell::whole(value),
            label,
            TableCell::Count(row.count),
            TableCell::estimate(row.estimate),
            TableCell::estimate(row.interval.low),
            TableCell::estimate(row.interval.high),
            TableCell::exact(exact.map(|(value, _)| value)),
            TableCell::fraction(
                exact
                    .and_then(|(_, fraction)| fraction)
                    .map(|(n, d)| (n.cast_signed(), d.cast_signed())),
            ),
            TableCell::exact(unresolved),
        ]
    };
    let values = distribution.rows_of_all(confidence).into_iter();
    let value_rows = values.map(move |row| {
        let outcome = usize::try_from(row.value)
            .ok()
            .and_then(|code| metric.outcomes().get(code));
        // The label of a number is the number itself.
        let label = outcome.map_or(TableCell::whole(Some(row.value)), |outcome| {
            TableCell::text(&outcome.name)
        });
        cells(row, Some(row.value), label)
    });
    let absence = distribution
        .absence_row(confidence)
        .map(|row| cells(row, None, TableCell::text("absent")));
    value_rows.chain(absence)
}

/// Returns the cells of [`DISTRIBUTION`] that name a distribution.
pub(super) fn name_cells<'m>(
    metric: &'m ShownMetric,
    distribution: &Distribution,
) -> [TableCell<'m>; NAME_COLUMNS] {
    [
        TableCell::text(&metric.name),
        step(distribution),
        step_label(metric, distribution),
    ]
}

/// Returns every distribution of a report with its case and its metric.
pub fn distributions(report: &Report) -> impl Iterator<Item = (&Case, &Observed, &Distribution)> {
    report.cases.iter().flat_map(|case| {
        case.metrics.iter().flat_map(move |observed| {
            observed
                .distributions
                .iter()
                .map(move |distribution| (case, observed, distribution))
        })
    })
}

/// Returns the cells of [`SUMMARY`]. Cells that do not apply to a category are empty.
pub fn summary_row<'r>(
    report: &'r Report,
    case: &'r Case,
    observed: &'r Observed,
    distribution: &'r Distribution,
) -> [TableCell<'r>; 33] {
    let tally = &distribution.tally;
    let is_number = observed.is_number();
    let estimate = |value: Option<f64>| TableCell::estimate(value.filter(|_| is_number));
    let computed = |value: Option<f64>| TableCell::exact(value.filter(|_| is_number));
    let whole = |value: Option<i64>| TableCell::whole(value.filter(|_| is_number));
    let mean = observed.read(distribution, Measure::Mean, report.run.confidence);
    // If a part of a flag's distribution was truncated, its share lies between two ends, and the
    // mean would hide this.
    let exact_mean = mean.exact.filter(|_| mean.unresolved <= SETTLED_THRESHOLD);
    let median = quantile_interval(tally, 50, report.run.confidence);
    let exact = distribution.exact.as_ref();
    let exact_quantile =
        |percent: u64| whole(exact.and_then(|exact| exact.quantile(percent as f64 / 100.0)));
    let present =
        (distribution.trials > 0).then(|| tally.total() as f64 / distribution.trials as f64);
    [
        TableCell::text(&observed.metric.name),
        step(distribution),
        step_label(&observed.metric, distribution),
        TableCell::Count(distribution.trials),
        TableCell::estimate(present),
        TableCell::exact(exact.map(ExactDistribution::presence_probability)),
        estimate(tally.mean()),
        estimate(Some(mean.interval.low)),
        estimate(Some(mean.interval.high)),
        estimate(tally.sd()),
        whole(tally.iter().next().map(|(value, _)| value)),
        whole(tally.quantile(5)),
        whole(tally.quantile(25)),
        whole(tally.quantile(50)),
        whole(tally.quantile(75)),
        whole(tally.quantile(95)),
        whole(tally.iter().next_back().map(|(value, _)| value)),
        computed(exact_mean),
        computed(distribution.exact_sd()),
        TableCell::estimate(distribution.fit_p_value()),
        TableCell::text(source(case, distribution).name()),
        TableCell::count(
            distribution
                .cross_check
                .as_ref()
                .map(|cross_check| cross_check.trials),
        ),
        estimate(
            distribution
                .cross_check
                .as_ref()
                .and_then(|cross_check| cross_check.tally.mean()),
        ),
        whole(exact.and_then(ExactDistribution::least)),
        exact_quantile(5),
        exact_quantile(25),
        exact_quantile(50),
        exact_quantile(75),
        exact_quantile(95),
        whole(exact.and_then(ExactDistribution::greatest)),
        whole(median.map(|(low, _)| low)),
        whole(median.map(|(_, high)| high)),
        TableCell::exact(exact.map(|_| distribution.unresolved())),
    ]
}

/// Returns where the counts of a distribution come from. In a sampled case, a distribution without
/// a cross-check was itself simulated.
fn source(case: &Case, distribution: &Distribution) -> CountSource {
    if distribution.cross_check.is_none() {
        CountSource::Simulated
    } else {
        case.source
    }
}

/// Returns the label of a step, such as the name of a Wing; empty if steps have no names.
fn step_label<'r>(metric: &'r ShownMetric, distribution: &Distribution) -> TableCell<'r> {
    TableCell::text(
        distribution
            .step
            .and_then(|step| metric.step.step_name(step))
            .map_or("", |step_name| &step_name.name),
    )
}

fn step<'r>(distribution: &Distribution) -> TableCell<'r> {
    TableCell::count(distribution.step.map(u64::from))
}
