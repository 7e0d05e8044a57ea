//! What company the numbers of a report are in: all that its tables, pictures and sentences tell.

use crate::chart_table::ChartTable;
use crate::estimate::Estimate;
use crate::figures::Company;
use crate::report::{Case, Chart, Law, Reading, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Headline, Measure};

/// Values of a law that bars have a number each for.
const NUMBERED: usize = 12;

/// The company of a report: its columns are what was asked and the numbers to read first, each over all cases, or
/// all of them in one where there is but one case, the laws behind these, each by itself, and what has changed since an earlier run. Numbers that are estimated have the decimals of those
/// that are computed.
pub fn company(report: &Report) -> Company {
    let asked = (0..report.asks.len()).map(|at| {
        let ask = &report.asks[at];
        report.cases.iter().map(|case| case.answers[at].reading(ask.is_probability())).collect()
    });
    let read_first =
        report.headlines.iter().map(|own| report.cases.iter().filter_map(|case| report.reading(case, own)).collect());
    let laws = report.headlines.iter().flat_map(|own| report.cases.iter().filter_map(|case| law(report, case, own)));
    let mut columns: Vec<Vec<Reading>> = asked.chain(read_first).collect();
    // A single case has its numbers below each other.
    if report.cases.len() == 1 {
        columns = vec![columns.concat()];
    }
    columns.extend(laws);
    // Each by itself: alone an odd half of a percent misleads.
    let pictures = report.charts.iter().chain(&report.told_charts);
    columns.extend(pictures.flat_map(|chart| drawn(report, chart)).map(|own| vec![own]));
    let balanced = |is_chance: bool| report.balance.iter().flat_map(move |own| own.columns(is_chance));
    let known = |is_chance: bool| {
        let own = move |reading: &&Reading| reading.is_probability == is_chance && reading.exact.is_some();
        let read =
            columns.iter().map(|column| column.iter().filter(own).map(|own| Estimate::read(own).value).collect());
        let changes = report.changes_since.iter().flat_map(|own| &own.rows);
        let changed = changes.filter(|row| row.is_probability == is_chance && row.has_changed()).map(|row| {
            let both = [row.old, row.new].into_iter().flatten().filter(|own| own.interval.is_none());
            both.map(|own| own.value).collect()
        });
        read.chain(changed).chain(balanced(is_chance)).collect::<Vec<Vec<f64>>>()
    };
    let company = Company::of(&known(true), &known(false));
    // What a mistake costs is often less than a point.
    let mut plays = report.cases.iter().filter_map(|case| case.best_play.as_ref());
    if plays.any(|play| play.is_chance) { company.with_decimal() } else { company }
}

/// The chances that a picture has a number for.
fn drawn(report: &Report, chart: &Chart) -> Vec<Reading> {
    let Ok(table) = ChartTable::new(report, chart) else { return Vec::new() };
    let places = (0..table.lines.len()).flat_map(|line| (0..table.xs.len()).map(move |x| (line, x)));
    let chances = |law: &Law| {
        let values: Vec<i64> = law.pmf().into_iter().flat_map(|pmf| pmf.masses().iter().map(|own| own.0)).collect();
        if values.len() > NUMBERED { Vec::new() } else { table.observed.chances(law, &values, report.run.confidence) }
    };
    match chart.kind {
        ChartKind::Distribution | ChartKind::Stacked => table.laws().flat_map(chances).collect(),
        ChartKind::Lines | ChartKind::Heatmap if table.is_probability() => {
            places.filter_map(|(line, x)| table.read(line, x)).collect()
        }
        _ => Vec::new(),
    }
}

/// The chance of each value of what a number is read from.
fn law(report: &Report, case: &Case, own: &Headline) -> Option<Vec<Reading>> {
    let (observed, law) = (case.observed(&own.metric)?, case.law(&own.metric, own.step)?);
    let values: Vec<i64> = match observed.metric.kind {
        Kind::Flag => return Some(vec![law.read(Measure::Is(1), report.run.confidence)]),
        _ => law.pmf()?.masses().iter().map(|own| own.0).collect(),
    };
    Some(observed.chances(law, &values, report.run.confidence))
}
