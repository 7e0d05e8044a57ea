//! The table with a row for each case, sorted as requested and as wide as the terminal.

use super::answers;
use super::cells::{bar, exact_cell, simulated_cell};
use super::headings::heading;
use super::options::{MAX_ROWS, Options, Rest};
use oddsmith_model::estimate::MARGIN;
use oddsmith_model::report::play::SpreadRange;
use oddsmith_model::report::{Case, Reading, Report};
use oddsmith_model::rule::presentation::{Headline, Measure};
use oddsmith_model::table::{Column, Table};

/// The width at which a header of several words is wrapped if there is little room.
const HEADER_WIDTH: usize = 14;

/// One number for all cases: a question or a headline.
pub(crate) struct CaseNumbers<'r> {
    /// The heading of its column.
    pub(crate) label: String,
    /// Its names for `--sort`: the label of the question, or the question itself, and the labels
    /// of the headlines that it repeats.
    names: Vec<&'r str>,
    /// The metric that the number reads, if it reads a single one.
    pub(super) metric: Option<&'r str>,
    /// The headline, or the mean that the first question asks for. If the distribution of a single
    /// case prints it, it needs no row.
    pub(super) headline: Option<&'r Headline>,
    pub(crate) readings: Vec<Option<Reading>>,
    /// The range over all tied plays in each case, if the number depends on them.
    pub(super) tied_ranges: Vec<Option<SpreadRange>>,
}

impl CaseNumbers<'_> {
    /// Returns whether both numbers have the same exact value in every case, up to rounding.
    fn is_alike(&self, other: &CaseNumbers<'_>) -> bool {
        let alike = |(this, other): (&Option<Reading>, &Option<Reading>)| {
            let exact = |reading: &Option<Reading>| reading.and_then(|reading| reading.exact);
            exact(this)
                .zip(exact(other))
                .is_some_and(|(this, other)| (this - other).abs() <= MARGIN * this.abs().max(1.0))
        };
        self.readings.iter().zip(&other.readings).all(alike)
    }
}

/// Finds the number that `--sort` names, by its label or the beginning of its label. A minus in
/// front reverses the order.
pub(super) fn sort_key<'l>(
    labels: impl Iterator<Item = &'l str> + Clone,
    wanted: &str,
) -> Option<(usize, bool)> {
    let find = |wanted: &str| {
        let is = |label: &str| label.to_lowercase() == wanted.to_lowercase();
        let begins = |label: &str| label.to_lowercase().starts_with(&wanted.to_lowercase());
        labels
            .clone()
            .position(is)
            .or_else(|| labels.clone().position(begins))
    };
    let turned = || Some((find(wanted.strip_prefix('-')?.trim())?, true));
    find(wanted.trim())
        .map(|index| (index, false))
        .or_else(turned)
}

/// Returns a row for each case with what varies and the first numbers, and the lines under the
/// table.
pub(super) fn cases(
    report: &Report,
    numbers: &[CaseNumbers<'_>],
    options: &Options,
) -> (Table, Vec<String>) {
    let names: Vec<(usize, &str)> = numbers
        .iter()
        .enumerate()
        .flat_map(|(number_index, number)| {
            number.names.iter().map(move |name| (number_index, *name))
        })
        .collect();
    let found = options
        .sort
        .as_deref()
        .and_then(|wanted| sort_key(names.iter().map(|(_, name)| *name), wanted));
    let sorted = found.map(|(name, is_turned)| (names[name].0, is_turned));
    let order = order(report, numbers, sorted);
    let most = options.top.unwrap_or(MAX_ROWS);
    let shown_cases: Vec<&Case> = order
        .iter()
        .take(most)
        .map(|&case_index| &report.cases[case_index])
        .collect();
    let mut below = Vec::new();
    if order.len() > most {
        let by = sorted.map(|(by, is_turned)| (numbers[by].label.as_str(), is_turned));
        below.push(shown_cases_note(most, order.len(), by, options.rest));
    }
    let first = sorted.map_or(0, |(by, _)| by);
    // The number that the table is sorted by is always shown.
    let asked = report.asks.len().min(answers::MAX_COLUMNS);
    let mut seen: Vec<usize> = (0..asked).chain(report.asks.len()..numbers.len()).collect();
    if !numbers.is_empty() && !seen.contains(&first) {
        seen.insert(0, first);
    }
    let rows: Vec<usize> = order.iter().take(most).copied().collect();
    let seen: Vec<&CaseNumbers<'_>> = seen
        .into_iter()
        .map(|number_index| &numbers[number_index])
        .collect();
    let (columns, left_out) =
        fitting_columns(varied_columns(report, &shown_cases), &seen, &rows, options);
    if !left_out.is_empty() {
        let verb = if left_out.len() == 1 { "does" } else { "do" };
        below.push(format!(
            "... {} {verb} not fit here: --wide shows all",
            left_out.join("; ")
        ));
    }
    (Table::new(columns), below)
}

/// Returns the columns of varying values, followed by as many numbers as there is room for, and the
/// names of those left out. With `--wide` it leaves out none, and the simulated numbers follow.
fn fitting_columns<'r>(
    mut columns: Vec<Column>,
    seen: &[&CaseNumbers<'r>],
    rows: &[usize],
    options: &Options,
) -> (Vec<Column>, Vec<String>) {
    let fit_header = |column: Column| {
        if options.width == usize::MAX {
            column
        } else {
            column.with_wrapped_head(HEADER_WIDTH)
        }
    };
    let (mut left_out, mut simulated_columns) = (Vec::new(), Vec::new());
    let mut has_bars = false;
    let mut used: usize = columns.iter().map(Column::text_width).sum();
    for (nth, number) in seen.iter().enumerate() {
        let readings: Vec<Option<Reading>> =
            rows.iter().map(|&case| number.readings[case]).collect();
        let tied: Vec<Option<SpreadRange>> =
            rows.iter().map(|&case| number.tied_ranges[case]).collect();
        let mut new_columns: Vec<Column> = number_columns(&number.label, &readings, &tied)
            .into_iter()
            .map(fit_header)
            .collect();
        if !has_bars
            && readings
                .iter()
                .flatten()
                .any(|reading| reading.kind.is_chance())
        {
            new_columns.push(Column::text(
                "",
                readings
                    .iter()
                    .zip(&tied)
                    .map(|(reading, tied)| bar(reading, *tied)),
            ));
        }
        let width: usize = new_columns.iter().map(Column::text_width).sum();
        if nth > 0 && used + width > options.width && !options.is_wide {
            left_out.push(number.label.clone());
            continue;
        }
        has_bars |= new_columns.len() > 1;
        used += width;
        columns.extend(new_columns);
        if options.is_wide
            && readings
                .iter()
                .flatten()
                .all(|reading| reading.exact.is_some())
        {
            let label = format!("{}, simulated", number.label);
            simulated_columns.push(fit_header(Column::numbers(
                label,
                readings.iter().map(simulated_cell),
            )));
        }
    }
    columns.extend(simulated_columns);
    (columns, left_out)
}

/// Describes which cases are shown, and how to see the others.
fn shown_cases_note(most: usize, total: usize, by: Option<(&str, bool)>, rest: Rest) -> String {
    let selection = match by {
        Some((label, false)) => format!("the {most} of {total} cases with the greatest {label}"),
        Some((label, true)) => format!("the {most} of {total} cases with the least {label}"),
        None => format!("the first {most} of {total} cases"),
    };
    let files = if rest == Rest::InFiles {
        ", and summary.csv has them"
    } else {
        ""
    };
    format!("... {selection}: --top {total} shows all{files}")
}

/// Returns the cases in the order in which they are shown: as they are numbered, or sorted by a
/// number, highest first unless reversed.
fn order(
    report: &Report,
    numbers: &[CaseNumbers<'_>],
    sorted: Option<(usize, bool)>,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..report.cases.len()).collect();
    if let Some((by, is_turned)) = sorted {
        let value = |case: usize| best_value(&numbers[by].readings[case]);
        // In both orders, cases without a value come last.
        let (high, low) = (f64::NEG_INFINITY, f64::INFINITY);
        order.sort_by(|&case, &other| {
            if is_turned {
                value(case)
                    .unwrap_or(low)
                    .total_cmp(&value(other).unwrap_or(low))
            } else {
                value(other)
                    .unwrap_or(high)
                    .total_cmp(&value(case).unwrap_or(high))
            }
        });
    }
    order
}

/// Returns the columns of a number: exact, simulated, or both if only some cases have an exact one.
fn number_columns(
    label: &str,
    readings: &[Option<Reading>],
    tied: &[Option<SpreadRange>],
) -> Vec<Column> {
    let is_exact = |reading: &Reading| reading.exact.is_some();
    let (is_all_exact, any) = (
        readings.iter().flatten().all(is_exact),
        readings.iter().flatten().any(is_exact),
    );
    let simulated_column = |head: &str| Column::numbers(head, readings.iter().map(simulated_cell));
    if !any {
        return vec![simulated_column(label)];
    }
    let known = Column::numbers(
        label,
        readings
            .iter()
            .zip(tied)
            .map(|(reading, tied)| exact_cell(reading, *tied)),
    );
    let simulated = (!is_all_exact).then(|| simulated_column("simulated"));
    [known].into_iter().chain(simulated).collect()
}

/// Returns the numbers of the table: questions, then the headlines that repeat none of them.
pub(crate) fn numbers(report: &Report) -> Vec<CaseNumbers<'_>> {
    let first = report
        .asks
        .first()
        .and_then(|ask| ask.plain.as_ref())
        .filter(|plain| plain.measure == Measure::Mean);
    let asked = report.asks.iter().enumerate().map(|(index, ask)| {
        let readings = report
            .cases
            .iter()
            .map(|case| Some(case.answers[index].reading(ask.statistic)))
            .collect();
        let metric = ask.plain.as_ref().map(|plain| plain.metric.as_str());
        let (label, names, tied) = (
            heading(report, ask),
            vec![ask.label.as_str()],
            tied_ranges(report, &ask.label),
        );
        let headline = ask.plain.as_ref().filter(|plain| {
            first.is_some_and(|first| {
                (&plain.metric, plain.step, plain.measure)
                    == (&first.metric, first.step, first.measure)
            })
        });
        CaseNumbers {
            label,
            names,
            metric,
            headline,
            readings,
            tied_ranges: tied,
        }
    });
    let mut numbers: Vec<CaseNumbers<'_>> = asked.collect();
    for quantity in &report.headlines {
        let readings = report
            .cases
            .iter()
            .map(|case| report.reading(case, quantity))
            .collect();
        let (name, metric) = (quantity.label.as_str(), Some(quantity.metric.as_str()));
        let (headline, tied) = (Some(quantity), tied_ranges(report, name));
        let number = CaseNumbers {
            label: name.to_owned(),
            names: vec![name],
            metric,
            headline,
            readings,
            tied_ranges: tied,
        };
        let is_of_it =
            |plain: &Headline| plain.metric == quantity.metric && plain.measure == quantity.measure;
        let repeats = |index: usize, earlier: &CaseNumbers<'_>| {
            let labelled = report
                .asks
                .get(index)
                .filter(|ask| ask.label != ask.question);
            let plain = labelled.and_then(|ask| ask.plain.as_ref());
            (earlier.label == number.label || plain.is_some_and(is_of_it))
                && earlier.is_alike(&number)
        };
        match (0..numbers.len()).find(|&index| repeats(index, &numbers[index])) {
            Some(index) => numbers[index].names.push(name),
            None => numbers.push(number),
        }
    }
    numbers
}

/// Returns the range of a number over all tied plays, for each case.
fn tied_ranges(report: &Report, label: &str) -> Vec<Option<SpreadRange>> {
    report
        .cases
        .iter()
        .map(|case| case.tied_range(label))
        .collect()
}

/// Returns a column for each parameter that varies.
fn varied_columns(report: &Report, cases: &[&Case]) -> Vec<Column> {
    let mut columns = Vec::new();
    if !report.variants.is_empty() {
        let names = cases.iter().map(|case| {
            case.variant
                .map_or_else(String::new, |index| report.variants[index].clone())
        });
        columns.push(Column::text("Variant", names));
    }
    for (index, swept) in report.sweep.iter().enumerate() {
        let header = if swept.short.is_empty() {
            &swept.label
        } else {
            &swept.short
        };
        columns.push(Column::numbers(
            header,
            cases
                .iter()
                .map(|case| swept.values[case.point[index]].to_string()),
        ));
    }
    columns
}

fn best_value(reading: &Option<Reading>) -> Option<f64> {
    reading
        .map(|reading| reading.exact_or_estimate())
        .filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_key_is_a_label_or_its_beginning() {
        let labels = ["Two hits or more", "P(x = 1)", "Two"];
        let find = |wanted| sort_key(labels.iter().copied(), wanted);
        assert_eq!(
            [find("two"), find("-p(x"), find("Two h")],
            [Some((2, false)), Some((1, true)), Some((0, false))]
        );
        assert_eq!(find("hits"), None);
    }
}
