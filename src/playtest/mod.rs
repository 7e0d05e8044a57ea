//! Playtests: a log of what a table saw, compared with the exact odds.
//!
//! [`log_text`] reads the file, and `playtest` compares it: `table` splits it into cells,
//! `columns` matches its headers, `log` reads its cells, `luck` tests every metric, and `fit`
//! finds the numbers with which the log is likeliest. [`plan_trials`] says how long a log must be,
//! and `form` writes an empty one. `docs/playtests.md` names the tests and their sources.

mod columns;
mod file;
mod fit;
mod form;
mod log;
mod luck;
mod note;
mod odds;
mod outcomes;
mod power;
mod read;
mod setting;
mod table;
#[cfg(test)]
mod tests;
mod trials;
mod ways;

pub use file::log_text;
pub use form::{Form, form};
pub use trials::plan_trials;

use oddsmith_engine::explore::Watch;

use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostics, Source};
use crate::report::playtest::{Playtest, TestedMetric};
use crate::rule::metric::Kind;
use crate::scenario::document::Scenario;
use fit::{FitRequest, Likelihood};
use log::LogRow;
use luck::{LuckTest, add_enough};
use read::{ColumnOptions, ReadLog};

/// The options for the comparison of a log.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `--column HEADER=NAME`: the content of columns with other headers.
    pub columns: Vec<String>,
    /// `--by COLUMN`: also compare the rows with each value of this column.
    pub by: Option<String>,
    /// `--fit`: parameters, "variant" or "play".
    pub fits: Vec<String>,
    /// `--skip`: leave out rows with mistakes, instead of failing.
    pub skips: bool,
}

/// Compares a log with the odds of a scenario.
///
/// # Errors
/// Fails if the scenario, the log or the request is wrong, or if the watch stops the run.
pub fn playtest(
    scenario: &Scenario,
    log: Source,
    request: &Request,
    watch: &Watch,
) -> Result<Playtest, RunError> {
    let (ways, parameters): (Vec<String>, Vec<String>) = request
        .fits
        .iter()
        .cloned()
        .partition(|fit| fit.trim() == ways::PLAY);
    let fitted = FitRequest::read(scenario, &parameters)?;
    let options = ColumnOptions {
        renamed: &request.columns,
        by: request.by.as_deref(),
    };
    let mut read = ReadLog::read(scenario, log, &options, &fitted)?;
    read.refuse_fitted_columns(&fitted)?;
    read.compute_odds(&fitted, watch)?;
    let mistakes = read.log.diagnostics(&read.table);
    if !mistakes.is_empty() && !request.skips {
        return Err(Diagnostics(mistakes).into());
    }
    let skipped = read.log.skipped(&read.table);
    read.log.remove_mistaken_rows();
    let test = LuckTest {
        log: &read.log,
        odds: &read.odds,
        confidence: scenario.settings.confidence,
        seed: scenario.settings.seed,
        simulated_trials: scenario.settings.trials,
    };
    let rows: Vec<&LogRow> = read.log.rows.iter().collect();
    let mut metrics = test.test(&read.columns.slots, &rows);
    let lead = lead(scenario, &metrics);
    if let Some(lead) = lead.map(|index| metrics.remove(index)) {
        metrics.insert(0, lead);
    }
    if let Some(first) = metrics.first_mut() {
        add_enough(first);
    }
    let likelihood = Likelihood {
        table: &read.table,
        log: &read.log,
        slots: &read.columns.slots,
        watch,
    };
    let mut fits = Vec::new();
    if !rows.is_empty() {
        let base = scenario.without_sweeps();
        if !parameters.is_empty() {
            fits.push(likelihood.fit(&base, &read.settings, &fitted)?);
        }
        if !ways.is_empty() {
            fits.push(ways::fit_play(&likelihood, &base, &read.settings)?);
        }
    }
    Ok(Playtest {
        trials: rows.len() as u64,
        skipped,
        settings: read.setting_counts(scenario),
        groups: read.groups(&test, options.by)?,
        remarks: read.remarks(),
        other_columns: read.columns.other_headers(&read.table),
        has_choices: has_choices(scenario)?,
        metrics,
        fits,
    })
}

/// Returns whether the rule leaves choices to players that `[play]` answers.
fn has_choices(scenario: &Scenario) -> Result<bool, Diagnostics> {
    let built = scenario.with_variant(0).build_case(0)?;
    let mut choices = built.presentation.choices.iter();
    Ok(choices.any(|choice| scenario.play_answer(&choice.name).is_some()))
}

/// Returns the index of the metric of the headline: that of the rule, unless only others are
/// further off than luck explains.
fn lead(scenario: &Scenario, metrics: &[TestedMetric]) -> Option<usize> {
    let p = |index: &usize| metrics[*index].adjusted_p.unwrap_or(1.0);
    let off = (0..metrics.len()).filter(|&index| metrics[index].is_off());
    let off = off.reduce(|least, index| if p(&index) < p(&least) { index } else { least });
    let built = scenario.build_case(0).ok();
    let headlines = built.iter().flat_map(|built| &built.presentation.headlines);
    let of_headline = headlines
        .filter_map(|headline| {
            metrics
                .iter()
                .position(|metric| metric.metric.name == headline.metric)
        })
        .next();
    let number = || {
        let is_number = |metric: &TestedMetric| !matches!(metric.metric.kind, Kind::Category(_));
        metrics.iter().position(is_number)
    };
    let of_headline = of_headline.filter(|&index| off.is_none() || metrics[index].is_off());
    of_headline
        .or(off)
        .or_else(number)
        .or((!metrics.is_empty()).then_some(0))
}
