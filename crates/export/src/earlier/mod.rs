//! Reads the results of an earlier run from its tables and compares them with those of this run.

mod tables;
mod unread;

use oddsmith_model::figures::NumberKind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::cell::TableCell;
use super::csv::{case_cells, case_headers};
use super::folder::PREVIOUS;
use super::folder::manifest::Manifest;
use super::manifest::manifest;
use oddsmith_model::report::changes::{ChangedNumber, Changes, Known};
use oddsmith_model::report::{Case, Report, ReportQuestion};
use oddsmith_model::rule::presentation::Headline;
use tables::{CaseKey, EarlierResults, case_key};
pub use unread::UnreadResults;

/// Finds the folder of earlier results: the named folder, or the folder in it that has the
/// scenario's name.
///
/// # Errors
/// Fails if neither contains results.
pub fn find_named_results(wanted: &Path, scenario: &str) -> Result<PathBuf, UnreadResults> {
    for folder in [wanted.to_owned(), wanted.join(scenario)] {
        if Manifest::read(&folder)?.is_some() {
            return Ok(folder);
        }
    }
    let message = format!(
        "{} holds no results: there is no run.json of an earlier run in it",
        wanted.display()
    );
    Err(UnreadResults::Missing(
        message,
        "name a folder of results, as output/wing3d".to_owned(),
    ))
}

/// Reads the manifest of an earlier run.
///
/// # Errors
/// Fails if the folder contains no results.
pub fn read_manifest(target: &Path) -> Result<Manifest, UnreadResults> {
    Manifest::read(target)?.ok_or_else(|| {
        let message = format!("{} holds no earlier results", target.display());
        UnreadResults::Missing(
            message,
            "run once without --against, change something, and run again".to_owned(),
        )
    })
}

/// Finds the last results whose inputs differ from those of this run: the results that this run
/// will replace, or the ones that those replaced.
///
/// # Errors
/// Fails if there are none.
pub fn find_last_results(target: &Path, report: &Report) -> Result<PathBuf, UnreadResults> {
    let manifest = read_manifest(target)?;
    if !manifest.differences(&current_manifest(report)).is_empty() {
        return Ok(target.to_owned());
    }
    let kept = target.join(PREVIOUS);
    if Manifest::read(&kept)?.is_some() {
        return Ok(kept);
    }
    let message = format!(
        "{} holds results of these very inputs, and none before them",
        target.display()
    );
    Err(UnreadResults::Missing(
        message,
        "change the rule first, or name other results: --against DIR; titles, labels and charts are no inputs: run \
                without --against to draw them anew"
            .to_owned(),
    ))
}

/// Returns the manifest that this run will have, apart from its results.
fn current_manifest(report: &Report) -> Manifest {
    Manifest::from_bytes(&manifest(report, &[], 0.0)).unwrap_or_default()
}

/// Compares the results in a folder with those of a report.
///
/// # Errors
/// Fails if they cannot be read.
pub fn compare(report: &Report, folder: &Path) -> Result<Changes, UnreadResults> {
    let earlier = EarlierResults::read(report, folder)?;
    let before = Manifest::read(folder)?.unwrap_or_default();
    let mut changes = Changes {
        folder: folder.display().to_string(),
        kind: "earlier",
        inputs: before
            .differences(&current_manifest(report))
            .into_iter()
            .map(str::to_owned)
            .collect(),
        rows: Vec::new(),
        added: Vec::new(),
        removed: Vec::new(),
        distributions: BTreeMap::new(),
    };
    let headers = case_headers(report);
    let mut met = BTreeSet::new();
    for case in &report.cases {
        let cells: Vec<String> = case_cells(report, case)
            .map(|cell| cell.to_csv_text())
            .collect();
        let key = case_key(
            headers
                .iter()
                .zip(&cells)
                .map(|(header, cell)| (header.as_str(), cell.clone())),
        );
        let old = earlier.cases.contains(&key);
        if old {
            met.insert(key.clone());
            let shown = report.charts.iter().map(|chart| &chart.metric);
            let distributions = shown.filter_map(|metric| {
                Some((metric, earlier.distributions_of(&key, metric)?.clone()))
            });
            changes.distributions.extend(
                distributions
                    .map(|(metric, distributions)| ((case.number, metric.clone()), distributions)),
            );
        } else {
            changes.added.push(report.case_name(case))
        }
        for (ask, kind, new) in compared_numbers(report, case) {
            let old = earlier.number(report, case, &key, &ask);
            changes.rows.push(ChangedNumber {
                case_cells: cells.clone(),
                case: report.case_name(case),
                ask: ask.name().to_owned(),
                kind,
                old,
                new,
            });
        }
    }
    for key in earlier.cases.difference(&met) {
        let words: Vec<String> = key
            .iter()
            .map(|(header, cell)| format!("{header} = {cell}"))
            .collect();
        let case = words.join(", ");
        changes.removed.push(if case.is_empty() {
            "the only case".to_owned()
        } else {
            case.clone()
        });
        let cell = |header: &String| {
            key.iter()
                .find(|(name, _)| name == header)
                .map_or("", |(_, cell)| cell)
        };
        let varied_cells: Vec<String> = headers
            .iter()
            .map(|header| cell(header).to_owned())
            .collect();
        for (ask, kind, _) in report
            .cases
            .first()
            .into_iter()
            .flat_map(|case| compared_numbers(report, case))
        {
            let old = earlier.number(report, &report.cases[0], key, &ask);
            let (case, ask) = (case.clone(), ask.name().to_owned());
            changes.rows.push(ChangedNumber {
                case_cells: varied_cells.clone(),
                case,
                ask,
                kind,
                old,
                new: None,
            });
        }
    }
    Ok(changes)
}

/// A number that is compared.
enum ComparedNumber<'r> {
    Ask(&'r ReportQuestion),
    Headline(&'r Headline),
}

impl ComparedNumber<'_> {
    fn name(&self) -> &str {
        match self {
            ComparedNumber::Ask(ask) => &ask.label,
            ComparedNumber::Headline(headline) => &headline.label,
        }
    }
}

/// Returns the questions and headlines of a case, each with its kind and its value.
fn compared_numbers<'r>(
    report: &'r Report,
    case: &'r Case,
) -> Vec<(ComparedNumber<'r>, NumberKind, Option<Known>)> {
    let asks = report.asks.iter().zip(&case.answers).map(|(ask, answer)| {
        let known = match answer.figure() {
            Some(figure) => Some(Known {
                value: figure.value,
                interval: None,
            }),
            None if answer.exact.is_some() => None,
            None => answer.estimate.value.map(|value| Known {
                value,
                interval: answer.estimate.interval,
            }),
        };
        (ComparedNumber::Ask(ask), ask.kind(), known)
    });
    let headlines = report.headlines.iter().filter_map(|headline| {
        let observed = case.observed(&headline.metric)?;
        let reading = observed.read(
            case.distribution(&headline.metric, headline.step)?,
            headline.measure,
            report.run.confidence,
        );
        Some((
            ComparedNumber::Headline(headline),
            reading.kind,
            Known::of(&reading),
        ))
    });
    asks.chain(headlines).collect()
}

impl EarlierResults {
    /// Returns the earlier value of a number of this run.
    fn number(
        &self,
        report: &Report,
        case: &Case,
        key: &CaseKey,
        number: &ComparedNumber<'_>,
    ) -> Option<Known> {
        match number {
            // In the earlier run, another question may have had the same label.
            ComparedNumber::Ask(ask) if self.questions.get(&ask.label) != Some(&ask.question) => {
                None
            }
            ComparedNumber::Ask(ask) => self
                .asks
                .get(&(key.clone(), TableCell::text(&ask.label).to_csv_text()))
                .copied(),
            ComparedNumber::Headline(headline) => {
                let distributions = self.distributions_of(key, &headline.metric)?;
                let distribution = match headline.step {
                    Some(step) => distributions
                        .iter()
                        .find(|distribution| distribution.step == Some(step)),
                    None => distributions.last(),
                };
                let observed = case.observed(&headline.metric)?;
                Known::of(&observed.read(distribution?, headline.measure, report.run.confidence))
            }
        }
    }
}
