//! The sheet of a metric: for each step a chart, the chances with values down and cases across, and
//! the same as fractions.

use std::collections::BTreeSet;

use rust_xlsxwriter::{Worksheet, XlsxError};

use super::cells::{Formats, NAME_WIDTH, NUMBER_WIDTH, write_cell, write_heads};
use super::charts::MetricBlock;
use crate::cell::TableCell;
use oddsmith_model::figures::NumberKind;
use oddsmith_model::messages::Word;
use oddsmith_model::odds::Mass;
use oddsmith_model::report::{Case, Distribution, Observed, Report, Row};
use oddsmith_model::rule::metric::{Kind, ShownMetric};

/// The maximal number of cases across.
const MAX_CASES: usize = 200;
/// The maximal number of steps with a chart.
const MAX_CHARTS: usize = 24;

/// Returns the names of all metrics of a report, in the order of the rule.
pub(super) fn names(report: &Report) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for observed in report.cases.iter().flat_map(|case| &case.metrics) {
        if !names.contains(&observed.metric.name.as_str()) {
            names.push(&observed.metric.name);
        }
    }
    names
}

/// Returns the label of a metric.
pub(super) fn label<'r>(report: &'r Report, name: &'r str) -> &'r str {
    first_observed(report, name).map_or(name, |observed| &observed.metric.label)
}

fn first_observed<'r>(report: &'r Report, name: &str) -> Option<&'r Observed> {
    report.cases.iter().find_map(|case| case.observed(name))
}

/// Writes the sheet. Returns a warning if it leaves out cases.
pub(super) fn write(
    sheet: &mut Worksheet,
    report: &Report,
    name: &str,
    formats: &Formats,
) -> Result<Option<String>, XlsxError> {
    let Some(observed) = first_observed(report, name) else {
        return Ok(None);
    };
    let metric = &observed.metric;
    sheet.write_string_with_format(0, 0, &metric.label, &formats.title)?;
    sheet.write_string_with_format(
        1,
        0,
        "Chance of each value. Numbers in italics are simulated; all others are exact.",
        &formats.quiet,
    )?;
    // Printed, the sheet is one page wide.
    sheet.set_landscape().set_print_fit_to_pages(1, 0);
    sheet.set_column_width(0, NAME_WIDTH)?;
    sheet.set_column_range_width(1, 1 + MAX_CASES as u16, NUMBER_WIDTH)?;
    let cases: Vec<&Case> = report.cases.iter().take(MAX_CASES).collect();
    let steps: BTreeSet<Option<u32>> = cases
        .iter()
        .filter_map(|case| case.observed(name))
        .flat_map(|observed| observed.distributions.iter().map(|found| found.step))
        .collect();
    let mut writer = Blocks {
        sheet,
        report,
        metric,
        cases: &cases,
        formats,
        row: 3,
    };
    for (index, &step) in steps.iter().enumerate() {
        writer.write_step(step, steps.len() > 1, index < MAX_CHARTS)?;
    }
    Ok((report.cases.len() > MAX_CASES).then(|| {
        format!(
            "the sheet of {} has the first {MAX_CASES} cases; all are in distribution.csv",
            metric.label
        )
    }))
}

/// The blocks of a sheet, from top to bottom.
struct Blocks<'s, 'r> {
    sheet: &'s mut Worksheet,
    report: &'r Report,
    metric: &'r ShownMetric,
    cases: &'s [&'r Case],
    formats: &'s Formats,
    /// The next free row.
    row: u32,
}

impl<'r> Blocks<'_, 'r> {
    /// Writes the chart and the tables of a step.
    fn write_step(
        &mut self,
        step: Option<u32>,
        has_heading: bool,
        has_chart: bool,
    ) -> Result<(), XlsxError> {
        let title = match step {
            Some(step) if has_heading => {
                let heading = self
                    .report
                    .shared_step_name(&self.metric.name, step)
                    .map_or_else(|| self.metric.step.step_label(step), str::to_owned);
                let formats = self.formats;
                self.sheet
                    .write_string_with_format(self.row, 0, &heading, &formats.heading)?;
                self.row += 1;
                format!("{}: {heading}", self.metric.label)
            }
            _ => self.metric.label.clone(),
        };
        let columns = self.columns(step);
        let values: BTreeSet<i64> = columns
            .iter()
            .flatten()
            .flat_map(|column| column.rows.iter().map(|row| row.value))
            .collect();
        let may_be_absent = columns
            .iter()
            .flatten()
            .any(|column| column.absent.is_some());
        let values: Vec<Option<i64>> = values
            .into_iter()
            .map(Some)
            .chain(may_be_absent.then_some(None))
            .collect();
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let is_number = matches!(self.metric.kind, Kind::Count | Kind::When);
        let block = |head_row: u32, sheet: &'_ str| {
            MetricBlock {
                metric: self.metric,
                sheet,
                title: &title,
                head_row,
                values: &values,
                cases: self.cases.len(),
                mean_row: is_number.then_some(head_row + count + 1),
            }
            .placed()
            .filter(|_| has_chart)
        };
        let name = self.sheet.name();
        let chart_row = self.row;
        // The chart's height does not depend on where its cells are.
        let head_row = chart_row + block(0, &name).map_or(0, |placed| placed.rows);
        if let Some(placed) = block(head_row, &name) {
            self.sheet.insert_chart(chart_row, 0, &placed.chart)?;
        }
        self.row = head_row;
        self.write_chances(&columns, &values)?;
        if is_number {
            self.write_moments(&columns)?;
        }
        self.write_fractions(&columns, &values)?;
        self.row += 1;
        Ok(())
    }

    /// Returns the distribution of each case; `None` where a case does not have it.
    fn columns(&self, step: Option<u32>) -> Vec<Option<Column<'r>>> {
        let confidence = self.report.run.confidence;
        let column = |case: &&'r Case| {
            let observed = case.observed(&self.metric.name)?;
            let distribution = observed
                .distributions
                .iter()
                .find(|distribution| distribution.step == step)?;
            Some(Column {
                distribution,
                rows: distribution.rows_of_all(confidence),
                absent: distribution.absence_row(confidence),
            })
        };
        self.cases.iter().map(column).collect()
    }

    fn write_heads(&mut self, first: &str) -> Result<(), XlsxError> {
        self.sheet
            .write_string_with_format(self.row, 0, first, &self.formats.heading)?;
        let names: Vec<String> = self
            .cases
            .iter()
            .map(|case| self.report.varied_name(case, 2))
            .collect();
        write_heads(
            self.sheet,
            (self.row, 1),
            names.iter().map(String::as_str),
            NUMBER_WIDTH,
            self.formats,
        )?;
        self.row += 1;
        Ok(())
    }

    /// Writes the name of a value: an outcome, yes or no, or the number.
    fn write_value(&mut self, value: Option<i64>) -> Result<(), XlsxError> {
        let messages = &self.report.messages;
        let cell = match value {
            None if self.metric.absent.is_empty() => {
                TableCell::text(messages.text(Word::AbsentValue))
            }
            None => TableCell::text(&self.metric.absent),
            Some(value) => match &self.metric.kind {
                Kind::Flag => {
                    let word = if value == 0 { Word::No } else { Word::Yes };
                    TableCell::text(messages.text(word))
                }
                Kind::Category(outcomes) => usize::try_from(value)
                    .ok()
                    .and_then(|code| outcomes.get(code))
                    .map_or(TableCell::Whole(value), |outcome| {
                        TableCell::text(&outcome.label)
                    }),
                Kind::Count | Kind::When => TableCell::Whole(value),
            },
        };
        write_cell(self.sheet, (self.row, 0), &cell, &self.formats.name)
    }

    fn write_chances(
        &mut self,
        columns: &[Option<Column<'_>>],
        values: &[Option<i64>],
    ) -> Result<(), XlsxError> {
        self.write_heads("Chance")?;
        for &value in values {
            self.write_value(value)?;
            for (index, column) in (1..).zip(columns) {
                let Some(row) = column.as_ref().and_then(|column| column.row(value)) else {
                    continue;
                };
                let cell = match row.exact {
                    Some(exact) => TableCell::exact(exact.value()),
                    None => TableCell::estimate(row.estimate),
                };
                let format = self.formats.number(NumberKind::Chance, row.exact.is_some());
                write_cell(self.sheet, (self.row, index), &cell, format)?;
            }
            self.row += 1;
        }
        Ok(())
    }

    /// Writes the means and the standard deviations.
    fn write_moments(&mut self, columns: &[Option<Column<'_>>]) -> Result<(), XlsxError> {
        type Read = fn(&Distribution) -> (Option<f64>, Option<f64>);
        let readings: [(&str, Read); 2] = [
            ("Mean", |found| (found.exact_mean(), found.tally.mean())),
            ("Standard deviation", |found| {
                (found.exact_sd(), found.tally.sd())
            }),
        ];
        for (label, read) in readings {
            self.sheet
                .write_string_with_format(self.row, 0, label, &self.formats.quiet)?;
            for (index, column) in (1..).zip(columns) {
                let Some(column) = column else { continue };
                let (exact, estimate) = read(column.distribution);
                let cell = match exact {
                    Some(exact) => TableCell::exact(exact),
                    None => TableCell::estimate(estimate),
                };
                let format = self.formats.number(NumberKind::Mean, exact.is_some());
                write_cell(self.sheet, (self.row, index), &cell, format)?;
            }
            self.row += 1;
        }
        Ok(())
    }

    /// Writes the exact fractions, if there are any.
    fn write_fractions(
        &mut self,
        columns: &[Option<Column<'_>>],
        values: &[Option<i64>],
    ) -> Result<(), XlsxError> {
        let fraction = |column: &Option<Column<'_>>, value: Option<i64>| {
            let (n, d) = column
                .as_ref()?
                .row(value)?
                .exact
                .and_then(Mass::fraction)?;
            Some((n.cast_signed(), d.cast_signed()))
        };
        let has_any = values.iter().any(|&value| {
            columns
                .iter()
                .any(|column| fraction(column, value).is_some())
        });
        if !has_any {
            return Ok(());
        }
        self.row += 1;
        self.write_heads("As a fraction")?;
        for &value in values {
            self.write_value(value)?;
            for (index, column) in (1..).zip(columns) {
                let cell = TableCell::fraction(fraction(column, value));
                write_cell(self.sheet, (self.row, index), &cell, &self.formats.plain)?;
            }
            self.row += 1;
        }
        Ok(())
    }
}

/// The distribution of a case, with its rows.
struct Column<'r> {
    distribution: &'r Distribution,
    rows: Vec<Row>,
    absent: Option<Row>,
}

impl Column<'_> {
    fn row(&self, value: Option<i64>) -> Option<Row> {
        match value {
            None => self.absent,
            Some(value) => self
                .rows
                .binary_search_by_key(&value, |row| row.value)
                .ok()
                .map(|index| self.rows[index]),
        }
    }
}
