//! Reads the tables of an earlier run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};

use oddsmith_model::odds::Interval;
use oddsmith_model::odds::{ExactDistribution, Moments};
use oddsmith_model::odds::{Mass, Pmf, Tally};

use super::unread::UnreadResults;
use crate::folder::manifest::Manifest;
use oddsmith_model::input::plain_file;
use oddsmith_model::report::changes::Known;
use oddsmith_model::report::{Distribution, Report};
use oddsmith_model::rule::metric::Outcome;

/// Identifies the case of a row: the headers and cells of everything that varies.
pub(super) type CaseKey = Vec<(String, String)>;

pub(super) fn case_key<'c>(cells: impl Iterator<Item = (&'c str, String)>) -> CaseKey {
    let mut key: CaseKey = cells
        .filter(|(header, _)| *header != "case")
        .map(|(header, cell)| (header.to_owned(), cell))
        .collect();
    key.sort();
    key
}

/// The results of an earlier run.
pub(super) struct EarlierResults {
    pub(super) cases: BTreeSet<CaseKey>,
    pub(super) asks: BTreeMap<(CaseKey, String), Known>,
    /// The question for each label.
    pub(super) questions: BTreeMap<String, String>,
    /// The distributions, step by step, of metrics that are headlines or in charts.
    distributions: BTreeMap<(CaseKey, String), Vec<Distribution>>,
}

impl EarlierResults {
    pub(super) fn read(report: &Report, folder: &Path) -> Result<EarlierResults, UnreadResults> {
        let headlines = report
            .headlines
            .iter()
            .map(|headline| headline.metric.as_str());
        let charts = report.charts.iter().map(|chart| chart.metric.as_str());
        let wanted: BTreeSet<&str> = headlines.chain(charts).collect();
        let manifest = Manifest::read(folder)?.unwrap_or_default();
        let questions = manifest
            .asks()
            .map(|(ask, question)| (ask.to_owned(), question.to_owned()));
        let table = EarlierTable::open(folder, "summary.csv", "metric")?;
        let columns = ["metric", "step", "exact_mean", "exact_sd"].map(|name| table.column(name));
        let [metric, step, mean, sd] = require_columns(columns)?;
        let mut cases = BTreeSet::new();
        let mut moments: BTreeMap<(CaseKey, String, Option<u32>), Moments> = BTreeMap::new();
        table.for_each_row(|key, row| {
            let (known, sd) = (row.number(mean)?, row.number(sd)?.unwrap_or(0.0));
            if let (true, Some(mean)) = (wanted.contains(row.text(metric)), known) {
                let step = row.text(step).parse().ok();
                moments.insert(
                    (key.clone(), row.text(metric).to_owned(), step),
                    Moments { mean, sd },
                );
            }
            cases.insert(key);
            Ok(())
        })?;
        let table = EarlierTable::open(folder, "distribution.csv", "metric")?;
        let columns =
            ["metric", "step", "value", "label", "count", "exact"].map(|name| table.column(name));
        let [metric, step, value, label, count, exact] = require_columns(columns)?;
        let mut rows: BTreeMap<(CaseKey, String), BTreeMap<Option<u32>, DistributionRows>> =
            BTreeMap::new();
        table.for_each_row(|key, row| {
            let (metric, exact) = (row.text(metric), row.number(exact)?);
            if wanted.contains(metric) {
                let outcomes = outcomes(report, metric);
                let value = row
                    .text(value)
                    .parse()
                    .ok()
                    .map(|value| outcome_code(outcomes, value, row.text(label)));
                let steps = rows.entry((key, metric.to_owned())).or_default();
                let step_rows = steps.entry(row.text(step).parse().ok()).or_default();
                step_rows.push((value, row.text(count).parse().unwrap_or(0), exact));
            }
            Ok(())
        })?;
        let distributions = |((key, metric), steps): (
            (CaseKey, String),
            BTreeMap<Option<u32>, DistributionRows>,
        )| {
            let step_distribution = |(step, step_rows): (Option<u32>, DistributionRows)| {
                distribution_from_rows(
                    step,
                    step_rows,
                    moments.get(&(key.clone(), metric.clone(), step)).copied(),
                )
            };
            let distributions = steps.into_iter().map(step_distribution).collect();
            ((key, metric), distributions)
        };
        let distributions = rows.into_iter().map(distributions).collect();
        let asks = read_asks(folder)?;
        Ok(EarlierResults {
            cases,
            asks,
            questions: questions.collect(),
            distributions,
        })
    }

    /// Returns the distributions of a metric in a case, step by step.
    pub(super) fn distributions_of(
        &self,
        case: &CaseKey,
        metric: &str,
    ) -> Option<&Vec<Distribution>> {
        self.distributions.get(&(case.clone(), metric.to_owned()))
    }
}

/// Reads the answers to questions. A run without questions has none.
fn read_asks(folder: &Path) -> Result<BTreeMap<(CaseKey, String), Known>, UnreadResults> {
    let mut asks = BTreeMap::new();
    if !folder.join("asks.csv").exists() {
        return Ok(asks);
    }
    let table = EarlierTable::open(folder, "asks.csv", "ask")?;
    let columns = ["ask", "value", "ci_low", "ci_high", "exact"].map(|name| table.column(name));
    let [ask, value, low, high, exact] = require_columns(columns)?;
    table.for_each_row(|key, row| {
        let interval = row
            .number(low)?
            .zip(row.number(high)?)
            .map(|(low, high)| Interval { low, high });
        let known = match (row.number(exact)?, row.number(value)?) {
            (Some(value), _) => Some(Known {
                value,
                interval: None,
            }),
            (None, Some(value)) => Some(Known { value, interval }),
            (None, None) => None,
        };
        if let Some(known) = known {
            asks.insert((key, row.text(ask).to_owned()), known);
        }
        Ok(())
    })?;
    Ok(asks)
}

/// Returns the outcomes of a metric in this run; none if it is not a category.
fn outcomes<'r>(report: &'r Report, metric: &str) -> &'r [Outcome] {
    let observed = report.cases.iter().find_map(|case| case.observed(metric));
    observed.map_or(&[], |observed| observed.metric.outcomes())
}

/// Returns the code of an outcome in this run, since the rule may number its outcomes differently
/// by now. An outcome that no longer exists gets a code beyond all others.
fn outcome_code(outcomes: &[Outcome], value: i64, name: &str) -> i64 {
    match outcomes.iter().position(|outcome| outcome.name == name) {
        Some(code) => code as i64,
        None if outcomes.is_empty() => value,
        None => outcomes.len() as i64 + value,
    }
}

/// The value, count and probability of each row of a distribution.
type DistributionRows = Vec<(Option<i64>, u64, Option<f64>)>;

/// Builds a distribution from its rows. A row without a value counts the trials in which the metric
/// has none.
fn distribution_from_rows(
    step: Option<u32>,
    mut rows: DistributionRows,
    moments: Option<Moments>,
) -> Distribution {
    rows.sort_by_key(|&(value, ..)| value);
    let mut tally = Tally::default();
    let trials = rows.iter().map(|(_, count, _)| count).sum();
    rows.iter().for_each(|&(value, count, _)| {
        value
            .into_iter()
            .filter(|_| count > 0)
            .for_each(|value| tally.add(value, count))
    });
    let is_exact = moments.is_some() || rows.iter().any(|(_, _, exact)| exact.is_some());
    let exact_values = rows
        .iter()
        .filter_map(|&(value, _, exact)| Some((value?, exact?)));
    let masses = exact_values
        .filter(|(_, exact)| *exact > 0.0)
        .map(|(value, exact)| (value, Mass::inexact(exact)));
    let absent: f64 = rows
        .iter()
        .filter(|(value, ..)| value.is_none())
        .filter_map(|(.., exact)| *exact)
        .sum();
    let absent = if absent > 0.0 {
        Mass::inexact(absent)
    } else {
        Mass::ZERO
    };
    let exact_distribution = |pmf| ExactDistribution {
        absent,
        moments: moments.map(Box::new),
        ..ExactDistribution::new(pmf)
    };
    Distribution::new(
        step,
        trials,
        tally,
        is_exact.then(|| exact_distribution(Pmf::new(masses.collect()))),
    )
}

fn require_columns<const N: usize>(
    columns: [Result<usize, UnreadResults>; N],
) -> Result<[usize; N], UnreadResults> {
    let mut found = [0; N];
    for (index, column) in found.iter_mut().zip(columns) {
        *index = column?;
    }
    Ok(found)
}

/// An open table of an earlier run.
struct EarlierTable {
    path: PathBuf,
    reader: ::csv::Reader<File>,
    headers: Vec<String>,
    /// The number of columns that identify the case of a row.
    leading_columns: usize,
}

impl EarlierTable {
    fn open(folder: &Path, name: &str, first: &str) -> Result<EarlierTable, UnreadResults> {
        let path = folder.join(name);
        let broken = |error: &dyn fmt::Display| {
            UnreadResults::Broken(format!("{}: {error}", path.display()))
        };
        let file = plain_file::open(&path).map_err(|error| broken(&error))?;
        let mut reader = ::csv::Reader::from_reader(file);
        let headers: Vec<String> = reader
            .headers()
            .map_err(|error| broken(&error))?
            .iter()
            .map(str::to_owned)
            .collect();
        let leading = headers.iter().position(|header| header == first);
        let leading = leading.ok_or_else(|| broken(&format!("it has no column {first}")))?;
        Ok(EarlierTable {
            path,
            reader,
            headers,
            leading_columns: leading,
        })
    }

    fn column(&self, name: &str) -> Result<usize, UnreadResults> {
        let found = self.headers.iter().position(|header| header == name);
        found.ok_or_else(|| {
            UnreadResults::Broken(format!("{}: it has no column {name}", self.path.display()))
        })
    }

    /// Calls a function with every row and its case.
    fn for_each_row(
        mut self,
        mut row: impl FnMut(CaseKey, &EarlierRow<'_>) -> Result<(), UnreadResults>,
    ) -> Result<(), UnreadResults> {
        let mut record = ::csv::StringRecord::new();
        loop {
            let read = self.reader.read_record(&mut record);
            if !read.map_err(|error| {
                UnreadResults::Broken(format!("{}: {error}", self.path.display()))
            })? {
                return Ok(());
            }
            let leading = self.headers.iter().zip(&record).take(self.leading_columns);
            let key = case_key(leading.map(|(header, cell)| (header.as_str(), cell.to_owned())));
            row(
                key,
                &EarlierRow {
                    path: &self.path,
                    headers: &self.headers,
                    record: &record,
                },
            )?;
        }
    }
}

/// A row of a table of an earlier run.
struct EarlierRow<'t> {
    path: &'t Path,
    headers: &'t [String],
    record: &'t ::csv::StringRecord,
}

impl EarlierRow<'_> {
    fn text(&self, column: usize) -> &str {
        &self.record[column]
    }

    /// Returns the number in a column; `None` if the cell is empty. Numbers that are not finite are
    /// an error, since a run writes none.
    fn number(&self, column: usize) -> Result<Option<f64>, UnreadResults> {
        let text = self.text(column);
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ if text.is_empty() => Ok(None),
            _ => {
                let line = self.record.position().map_or(0, ::csv::Position::line);
                let (path, header) = (self.path.display(), &self.headers[column]);
                Err(UnreadResults::Broken(format!(
                    "{path}:{line}: `{text}` in the column {header} is no finite number"
                )))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_model::rule::metric::Tone;

    #[test]
    fn outcomes_are_matched_by_name() {
        let outcomes = ["lost", "won"].map(|name| Outcome::new(name, name, Tone::Neutral));
        assert_eq!(
            [
                outcome_code(&outcomes, 0, "won"),
                outcome_code(&outcomes, 1, "lost"),
                outcome_code(&outcomes, 0, "drawn")
            ],
            [1, 0, 2]
        );
        assert_eq!(outcome_code(&[], 7, ""), 7);
    }

    #[test]
    fn distributions_are_rebuilt_from_their_rows() {
        let rows = vec![
            (Some(3), 5, Some(0.25)),
            (Some(1), 10, Some(0.5)),
            (None, 5, Some(0.25)),
        ];
        let distribution = distribution_from_rows(None, rows, Some(Moments { mean: 2.0, sd: 1.0 }));
        assert_eq!(
            (
                distribution.trials,
                distribution.absent(),
                distribution.exact_mean()
            ),
            (20, 5, Some(2.0))
        );
        assert!((distribution.pmf().expect("odds").mass(1).value() - 2.0 / 3.0).abs() < 1e-12);
    }
}
