//! The results of an earlier run, read back from their tables and laid beside those of this one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use oddsmith_engine::odds::{Mass, Pmf, Tally};
use oddsmith_engine::solve::ExactLaw;
use oddsmith_engine::stats::Interval;

use super::csv::{case_cells, case_headers, inert};
use super::folder::{PREVIOUS, previous};
use super::manifest;
use crate::report::changes::{ChangedNumber, Changes, Known};
use crate::report::{Ask, Case, Law, Report};
use crate::rule::metric::{Measure, Statistic};

/// Why an earlier run cannot be laid beside this one.
#[derive(Debug)]
pub enum Unread {
    /// There is none: what was looked for, and what to do.
    Missing(String, String),
    /// The disk refuses, or a table is not what a run writes.
    Broken(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Missing(what, help) => write!(f, "{what}: {help}"),
            Unread::Broken(what) => f.write_str(what),
        }
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        Unread::Broken(error.to_string())
    }
}

/// The folder of earlier results that is meant: the one named, or the one in it that bears the scenario's name.
///
/// # Errors
/// Where there is none.
pub fn named(wanted: &Path, scenario: &str) -> Result<PathBuf, Unread> {
    for folder in [wanted.to_owned(), wanted.join(scenario)] {
        if previous::manifest(&folder)?.is_some() {
            return Ok(folder);
        }
    }
    let what = format!("{} holds no results: there is no run.json of an earlier run in it", wanted.display());
    Err(Unread::Missing(what, "name a folder of results, as output/wing3d".to_owned()))
}

/// The last results with other inputs than those of this run, where it is going to be written: what it replaces, or what
/// that has kept.
///
/// # Errors
/// Where there are none.
pub fn last(target: &Path, report: &Report) -> Result<PathBuf, Unread> {
    let Some(there) = previous::manifest(target)? else {
        let what = format!("{} holds no earlier results", target.display());
        return Err(Unread::Missing(what, "run once without --against, change something, and run again".to_owned()));
    };
    if !previous::differences(&there, &now(report)).is_empty() {
        return Ok(target.to_owned());
    }
    let kept = target.join(PREVIOUS);
    if previous::manifest(&kept)?.is_some() {
        return Ok(kept);
    }
    let what = format!("{} holds results of these very inputs, and none before them", target.display());
    Err(Unread::Missing(what, "change something first, or name other results: --against DIR".to_owned()))
}

/// The manifest that this run will have, but for what comes of it.
fn now(report: &Report) -> serde_json::Value {
    serde_json::from_slice(&manifest::manifest(report, &[], 0.0)).unwrap_or_default()
}

/// Lays the results in a folder beside those of a report.
///
/// # Errors
/// Where they cannot be read.
pub fn changes(report: &Report, folder: &Path) -> Result<Changes, Unread> {
    let earlier = Earlier::read(report, folder)?;
    let before = previous::manifest(folder)?.unwrap_or_default();
    let mut changes = Changes {
        folder: folder.display().to_string(),
        inputs: previous::differences(&before, &now(report)).into_iter().map(str::to_owned).collect(),
        rows: Vec::new(),
        added: Vec::new(),
        gone: Vec::new(),
    };
    let headers = case_headers(report);
    let mut met = BTreeSet::new();
    for case in &report.cases {
        let cells = case_cells(report, case);
        let key = key(headers.iter().zip(&cells).map(|(header, cell)| (header.as_str(), text(cell))));
        let old = earlier.cases.contains(&key);
        if old {
            met.insert(key.clone());
        } else {
            changes.added.push(report.case_name(case))
        }
        for (ask, is_probability, new) in numbers(report, case) {
            let old = earlier.number(report, case, &key, &ask);
            changes.rows.push(ChangedNumber {
                which: cells.clone(),
                case: report.case_name(case),
                ask: ask.name().to_owned(),
                is_probability,
                old,
                new,
            });
        }
    }
    for key in earlier.cases.difference(&met) {
        let words: Vec<String> = key.iter().map(|(header, cell)| format!("{header} = {cell}")).collect();
        let case = words.join(", ");
        changes.gone.push(if case.is_empty() { "the only case".to_owned() } else { case.clone() });
        let cell = |header: &String| key.iter().find(|(own, _)| own == header).map_or("", |(_, cell)| cell);
        let which: Vec<String> = headers.iter().map(|header| cell(header).to_owned()).collect();
        for (ask, is_probability, _) in report.cases.first().into_iter().flat_map(|case| numbers(report, case)) {
            let old = earlier.number(report, &report.cases[0], key, &ask);
            let (case, ask) = (case.clone(), ask.name().to_owned());
            changes.rows.push(ChangedNumber { which: which.clone(), case, ask, is_probability, old, new: None });
        }
    }
    Ok(changes)
}

/// What is compared.
enum Number<'r> {
    Ask(&'r Ask),
    Headline(&'r Statistic),
}

impl Number<'_> {
    fn name(&self) -> &str {
        match self {
            Number::Ask(ask) => &ask.label,
            Number::Headline(headline) => &headline.label,
        }
    }
}

/// The questions and headlines of a case, each with whether it is a probability, and its number.
fn numbers<'r>(report: &'r Report, case: &'r Case) -> Vec<(Number<'r>, bool, Option<Known>)> {
    let asks = report.asks.iter().zip(&case.answers).map(|(ask, answer)| {
        let known = match answer.figure() {
            Some(figure) => Some(Known { value: figure.value, interval: None }),
            None if answer.exact.is_some() => None,
            None => answer.estimate.value.map(|value| Known { value, interval: answer.estimate.interval }),
        };
        (Number::Ask(ask), ask.is_probability, known)
    });
    let headlines = report.headlines.iter().filter_map(|headline| {
        let observed = case.observed(&headline.metric)?;
        let reading =
            observed.read(case.law(&headline.metric, headline.step)?, headline.measure, report.run.confidence);
        Some((Number::Headline(headline), reading.is_probability, Known::of(&reading)))
    });
    asks.chain(headlines).collect()
}

/// Which case a row is of: header and cell of everything that varies.
type CaseKey = Vec<(String, String)>;

fn key<'c>(cells: impl Iterator<Item = (&'c str, String)>) -> CaseKey {
    let mut key: CaseKey =
        cells.filter(|(header, _)| *header != "case").map(|(header, cell)| (header.to_owned(), cell)).collect();
    key.sort();
    key
}

/// A cell as a table has it: a text that begins like a formula stands behind an apostrophe.
fn text(cell: &str) -> String {
    String::from_utf8_lossy(&inert(cell)).into_owned()
}

/// What an earlier run found.
struct Earlier {
    cases: BTreeSet<CaseKey>,
    asks: BTreeMap<(CaseKey, String), Known>,
    /// What each label asked.
    questions: BTreeMap<String, String>,
    /// The laws of metrics that are headlines, step by step.
    laws: BTreeMap<(CaseKey, String), BTreeMap<Option<u32>, Law>>,
    /// Their computed means.
    means: BTreeMap<(CaseKey, String, Option<u32>), f64>,
}

impl Earlier {
    fn read(report: &Report, folder: &Path) -> Result<Earlier, Unread> {
        let wanted: BTreeSet<&str> = report.headlines.iter().map(|headline| headline.metric.as_str()).collect();
        let manifest = previous::manifest(folder)?.unwrap_or_default();
        let questions = manifest["asks"].as_array().into_iter().flatten();
        let questions =
            questions.filter_map(|own| Some((own["ask"].as_str()?.to_owned(), own["question"].as_str()?.to_owned())));
        let mut earlier = Earlier {
            cases: BTreeSet::new(),
            asks: BTreeMap::new(),
            questions: questions.collect(),
            laws: BTreeMap::new(),
            means: BTreeMap::new(),
        };
        let table = Table::open(folder, "summary.csv", "metric")?;
        let columns = ["metric", "step", "exact_mean"].map(|name| table.column(name));
        let [metric, step, mean] = all(columns)?;
        table.each(|key, row| {
            if let (true, Ok(mean)) = (wanted.contains(&row[metric]), row[mean].parse()) {
                earlier.means.insert((key.clone(), row[metric].to_owned(), row[step].parse().ok()), mean);
            }
            earlier.cases.insert(key);
        })?;
        let table = Table::open(folder, "distribution.csv", "metric")?;
        let columns = ["metric", "step", "value", "count", "exact"].map(|name| table.column(name));
        let [metric, step, value, count, exact] = all(columns)?;
        let mut rows: BTreeMap<(CaseKey, String), BTreeMap<Option<u32>, Values>> = BTreeMap::new();
        table.each(|key, row| {
            if !wanted.contains(&row[metric]) {
                return;
            }
            let steps = rows.entry((key, row[metric].to_owned())).or_default();
            let own = steps.entry(row[step].parse().ok()).or_default();
            own.push((row[value].parse().ok(), row[count].parse().unwrap_or(0), row[exact].parse().ok()));
        })?;
        let laws = |steps: BTreeMap<Option<u32>, Values>| steps.into_iter().map(|(step, own)| (step, law(step, &own)));
        earlier.laws = rows.into_iter().map(|(which, steps)| (which, laws(steps).collect())).collect();
        if folder.join("asks.csv").exists() {
            let table = Table::open(folder, "asks.csv", "ask")?;
            let columns = ["ask", "value", "ci_low", "ci_high", "exact"].map(|name| table.column(name));
            let [ask, value, low, high, exact] = all(columns)?;
            table.each(|key, row| {
                let number = |column: usize| row[column].parse::<f64>().ok();
                let interval = number(low).zip(number(high)).map(|(low, high)| Interval { low, high });
                let known = match (number(exact), number(value)) {
                    (Some(value), _) => Some(Known { value, interval: None }),
                    (None, Some(value)) => Some(Known { value, interval }),
                    (None, None) => None,
                };
                if let Some(known) = known {
                    earlier.asks.insert((key, row[ask].to_owned()), known);
                }
            })?;
        }
        Ok(earlier)
    }

    /// What a number of this run was then.
    fn number(&self, report: &Report, case: &Case, key: &CaseKey, number: &Number<'_>) -> Option<Known> {
        match number {
            // The same label may have asked something else.
            Number::Ask(ask) if self.questions.get(&ask.label) != Some(&ask.question) => None,
            Number::Ask(ask) => self.asks.get(&(key.clone(), text(&ask.label))).copied(),
            Number::Headline(headline) => {
                let steps = self.laws.get(&(key.clone(), headline.metric.clone()))?;
                let (step, law) = match headline.step {
                    Some(step) => steps.get_key_value(&Some(step))?,
                    None => steps.last_key_value()?,
                };
                let reading = case.observed(&headline.metric)?.read(law, headline.measure, report.run.confidence);
                // A mean may have been solved by itself, of a law that is cut.
                let mean = || self.means.get(&(key.clone(), headline.metric.clone(), *step)).copied();
                match (headline.measure, reading.is_probability) {
                    (Measure::Mean, false) => {
                        mean().map(|value| Known { value, interval: None }).or_else(|| Known::of(&reading))
                    }
                    _ => Known::of(&reading),
                }
            }
        }
    }
}

/// Value, count and probability of each row of a law.
type Values = Vec<(Option<i64>, u64, Option<f64>)>;

/// A law from its rows; the one without a value is that of the trials that do not show it.
fn law(step: Option<u32>, rows: &Values) -> Law {
    let mut tally = Tally::default();
    let trials = rows.iter().map(|(_, count, _)| count).sum();
    rows.iter().for_each(|&(value, count, _)| {
        value.into_iter().filter(|_| count > 0).for_each(|value| tally.add(value, count))
    });
    let is_exact = rows.iter().any(|(_, _, exact)| exact.is_some());
    let of_values = rows.iter().filter_map(|&(value, _, exact)| Some((value?, exact?)));
    let masses = of_values.filter(|(_, exact)| *exact > 0.0).map(|(value, exact)| (value, Mass::inexact(exact)));
    let absent: f64 = rows.iter().filter(|(value, ..)| value.is_none()).filter_map(|(.., exact)| *exact).sum();
    let absent = if absent > 0.0 { Mass::inexact(absent) } else { Mass::ZERO };
    let exact = is_exact.then(|| ExactLaw { absent, ..ExactLaw::new(Pmf::new(masses.collect())) });
    Law::new(step, trials, tally, exact)
}

fn all<const N: usize>(columns: [Result<usize, Unread>; N]) -> Result<[usize; N], Unread> {
    let mut found = [0; N];
    for (own, column) in found.iter_mut().zip(columns) {
        *own = column?;
    }
    Ok(found)
}

/// A table of an earlier run.
struct Table {
    path: PathBuf,
    reader: ::csv::Reader<File>,
    headers: Vec<String>,
    /// How many columns say which case a row is of.
    leading: usize,
}

impl Table {
    fn open(folder: &Path, name: &str, first: &str) -> Result<Table, Unread> {
        let path = folder.join(name);
        let broken = |error: &dyn fmt::Display| Unread::Broken(format!("{}: {error}", path.display()));
        let mut reader = ::csv::Reader::from_path(&path).map_err(|error| broken(&error))?;
        let headers: Vec<String> =
            reader.headers().map_err(|error| broken(&error))?.iter().map(str::to_owned).collect();
        let leading = headers.iter().position(|header| header == first);
        let leading = leading.ok_or_else(|| broken(&format!("it has no column {first}")))?;
        Ok(Table { path, reader, headers, leading })
    }

    fn column(&self, name: &str) -> Result<usize, Unread> {
        let found = self.headers.iter().position(|header| header == name);
        found.ok_or_else(|| Unread::Broken(format!("{}: it has no column {name}", self.path.display())))
    }

    /// Every row with the case that it is of.
    fn each(mut self, mut row: impl FnMut(CaseKey, &::csv::StringRecord)) -> Result<(), Unread> {
        let mut record = ::csv::StringRecord::new();
        loop {
            let read = self.reader.read_record(&mut record);
            if !read.map_err(|error| Unread::Broken(format!("{}: {error}", self.path.display())))? {
                return Ok(());
            }
            let leading = self.headers.iter().zip(&record).take(self.leading);
            row(key(leading.map(|(header, cell)| (header.as_str(), cell.to_owned()))), &record);
        }
    }
}
