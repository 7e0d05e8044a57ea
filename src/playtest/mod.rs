//! Playtests: a log of what a table saw, compared with the exact odds.
//!
//! [`log_text`] reads the file, and [`playtest`] compares it: [`table`] splits it into cells,
//! [`columns`] matches its headers, [`log`] reads its cells, [`luck`] tests every metric, and [`fit`]
//! finds the numbers with which the log is likeliest. [`plan_trials`] says how long a log must be,
//! and [`form`] writes an empty one. `docs/playtests.md` names the tests and their sources.

mod columns;
mod file;
mod fit;
mod form;
mod fourier;
mod log;
mod luck;
mod note;
mod odds;
mod outcomes;
mod power;
mod setting;
mod sum;
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
use crate::report::playtest::{Groups, Playtest, TestedMetric};
use crate::rule::metric::{Kind, ShownMetric};
use crate::scenario::document::Scenario;
use columns::{ColumnReader, Columns, Slot, list};
use fit::{FitRequest, Likelihood};
use log::{Log, LogRow};
use luck::{LuckTest, add_enough};
use odds::{SlotOdds, slot_odds};
use setting::{Setting, settings};
use table::LogTable;

/// The most parts of a log that `--by` compares.
const MOST_PARTS: usize = 100;

/// What to do with a log.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `--column HEADER=NAME`: what columns hold whose headers do not say so.
    pub columns: Vec<String>,
    /// `--by COLUMN`: also compare the rows with each value of this column.
    pub by: Option<String>,
    /// `--fit`: parameters, "variant" or "play".
    pub fits: Vec<String>,
    /// `--skip`: leave out rows with mistakes, instead of failing.
    pub skips: bool,
}

/// A log that has been read against its scenario.
struct ReadLog {
    table: LogTable,
    columns: Columns,
    log: Log,
    settings: Vec<Setting>,
    odds: Vec<Vec<SlotOdds>>,
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
    let mut read = ReadLog::read(scenario, log, request, &fitted)?;
    refuse_fitted_columns(&read, &fitted)?;
    read.compute_odds(scenario, &fitted, watch)?;
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
        groups: read.groups(&test, request)?,
        remarks: read.remarks(),
        metrics,
        fits,
    })
}

/// Returns the metrics that a log of a scenario may note: those of the rule, then the scenario's.
fn metrics(scenario: &Scenario) -> Result<Vec<ShownMetric>, Diagnostics> {
    let presentation = scenario.build_case(0)?.presentation;
    let asking = scenario.asking(0, &presentation)?;
    let more = asking.metrics.into_iter().map(|(metric, _)| metric);
    Ok(presentation.metrics.into_iter().chain(more).collect())
}

/// Returns the index of the metric of the headline: that of the rule, unless only others are further
/// off than luck explains.
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

/// Refuses to fit a parameter that the log gives.
fn refuse_fitted_columns(read: &ReadLog, fitted: &FitRequest) -> Result<(), Diagnostics> {
    use crate::input::diagnostic::Diagnostic;
    let is_fitted = |key: &str| fitted.parameters.iter().any(|(fit, _)| fit.text == key);
    let parameters = read.columns.parameters.iter();
    let given = parameters
        .filter(|(_, key)| is_fitted(&key.text))
        .map(|(index, _)| *index)
        .chain(read.columns.variant.filter(|_| fitted.has_variants));
    let problem = |index: usize| {
        let header = &read.table.headers[index];
        Diagnostic::at(
            &read.table.header_place(index),
            format!("`{header}` is a column of the log and also in --fit"),
            format!("remove --fit, or add --column \"{header}=\" to ignore the column"),
        )
    };
    let problems: Vec<Diagnostic> = given.map(problem).collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(problems))
    }
}

impl ReadLog {
    fn read(
        scenario: &Scenario,
        log: Source,
        request: &Request,
        fitted: &FitRequest,
    ) -> Result<ReadLog, Diagnostics> {
        let table = LogTable::read(log)?;
        let reader = ColumnReader {
            scenario,
            metrics: &metrics(&scenario.without_sweeps())?,
            renamed: &request.columns,
            by: request.by.as_deref(),
        };
        let columns = reader.read(&table)?;
        let group = match &request.by {
            Some(by) => Some(columns.group(by, &table)?),
            None => None,
        };
        let mut log = Log::read(&table, &columns, group);
        let settings = settings(scenario, &table, &columns, &mut log, fitted.has_variants)?;
        log.remove_mistaken_rows();
        Ok(ReadLog {
            table,
            columns,
            log,
            settings,
            odds: Vec::new(),
        })
    }

    /// Computes the odds of each slot in each setting. A note that is impossible there is a
    /// mistake, unless a fit makes it possible.
    fn compute_odds(
        &mut self,
        scenario: &Scenario,
        fitted: &FitRequest,
        watch: &Watch,
    ) -> Result<(), RunError> {
        let questions: Vec<String> = self
            .columns
            .slots
            .iter()
            .map(|(_, slot)| slot.question())
            .collect();
        for (number, setting) in self.settings.iter().enumerate() {
            let is_used = self
                .log
                .rows
                .iter()
                .any(|row| row.setting as usize == number);
            let odds = if is_used {
                let single = setting.scenario.with_variant(0);
                slot_odds(&single, &questions, watch)?.into_iter().next()
            } else {
                None
            };
            let unused = || vec![SlotOdds::default(); questions.len()];
            self.odds.push(odds.unwrap_or_else(unused));
        }
        let is_fitted = fitted.has_variants || !fitted.parameters.is_empty();
        let impossible = self.impossible_cells();
        if impossible.is_empty()
            || is_fitted && self.are_possible(scenario, fitted, &impossible, watch)?
        {
            return Ok(());
        }
        for (row, nth) in impossible {
            let (column, slot) = &self.columns.slots[nth];
            let setting = self.log.rows[row].setting as usize;
            let index = self.log.rows[row].index;
            let cell = self.table.rows[index].cell(*column);
            let name = &self.settings[setting].name;
            let with = if name.is_empty() {
                String::new()
            } else {
                format!(" with {name}")
            };
            let cell = if cell.is_empty() {
                "an empty cell (absent)".to_owned()
            } else {
                format!("`{cell}`")
            };
            let problem = format!(
                "{cell} never happens: `{}` cannot be that{with}",
                slot.column()
            );
            let help = format!(
                "allowed: {}",
                possible_values(slot, &self.odds[setting][nth])
            );
            self.log.add_mistake(index, *column, problem, help);
        }
        Ok(())
    }

    /// Returns the cells whose notes are impossible: the index of the row in the log, and the slot.
    fn impossible_cells(&self) -> Vec<(usize, usize)> {
        let slots = self.columns.slots.len();
        let mut known = vec![vec![Vec::new(); slots]; self.settings.len()];
        for (setting, of_setting) in known.iter_mut().enumerate() {
            for (nth, possible) in of_setting.iter_mut().enumerate() {
                let odds = &self.odds[setting][nth];
                // Simulated odds do not prove that a value is impossible.
                let is_possible = |note| !odds.is_exact || odds.allows(note);
                *possible = self.log.notes[nth].iter().map(is_possible).collect();
            }
        }
        let mut cells = Vec::new();
        for (row, log_row) in self.log.rows.iter().enumerate() {
            for (nth, &note) in log_row.notes.iter().enumerate() {
                let possible: &Vec<bool> = &known[log_row.setting as usize][nth];
                if !possible[note as usize] {
                    cells.push((row, nth));
                }
            }
        }
        cells
    }

    /// Whether each of these cells is possible with some value of a fit.
    fn are_possible(
        &self,
        _: &Scenario,
        fitted: &FitRequest,
        cells: &[(usize, usize)],
        watch: &Watch,
    ) -> Result<bool, RunError> {
        let questions: Vec<String> = self
            .columns
            .slots
            .iter()
            .map(|(_, slot)| slot.question())
            .collect();
        for (number, setting) in self.settings.iter().enumerate() {
            let of_setting: Vec<(usize, usize)> = cells
                .iter()
                .copied()
                .filter(|(row, _)| self.log.rows[*row].setting as usize == number)
                .collect();
            if of_setting.is_empty() {
                continue;
            }
            let start = if fitted.has_variants {
                setting.scenario.clone()
            } else {
                setting.scenario.with_variant(0)
            };
            let varied = fitted
                .parameters
                .iter()
                .fold(start, |scenario, (key, values)| {
                    scenario.with_sweep(key, values.clone())
                });
            let cases = slot_odds(&varied, &questions, watch)?;
            let is_possible = |&(row, nth): &(usize, usize)| {
                let note = self.log.note(&self.log.rows[row], nth);
                cases
                    .iter()
                    .any(|odds| !odds[nth].is_exact || odds[nth].allows(note))
            };
            if !of_setting.iter().all(is_possible) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the settings with their numbers of rows.
    fn setting_counts(&self, scenario: &Scenario) -> Vec<(String, u64)> {
        let count = |number: usize| {
            let rows = self.log.rows.iter();
            rows.filter(|row| row.setting as usize == number).count() as u64
        };
        let swept: Vec<String> = scenario
            .sweep
            .iter()
            .filter(|sweep| {
                let mut parameters = self.columns.parameters.iter();
                parameters.all(|(_, key)| key.text != sweep.path.text)
            })
            .filter_map(|sweep| {
                let node = scenario.without_sweeps().set_value(&sweep.path.text)?;
                Some(setting::value_name(scenario, &sweep.path.text, &node))
            })
            .collect();
        let variant = scenario
            .variants
            .first()
            .filter(|_| self.columns.variant.is_none())
            .map(|variant| variant.name.clone());
        let shared: Vec<String> = swept.into_iter().chain(variant).collect();
        let name = |setting: &Setting| {
            let own = Some(setting.name.clone()).filter(|name| !name.is_empty());
            own.into_iter()
                .chain(shared.iter().cloned())
                .collect::<Vec<_>>()
                .join(", ")
        };
        self.settings
            .iter()
            .enumerate()
            .map(|(number, setting)| (name(setting), count(number)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// Returns the comparisons of the parts of `--by`.
    fn groups(
        &self,
        test: &LuckTest<'_>,
        request: &Request,
    ) -> Result<Option<Groups>, Diagnostics> {
        use crate::input::diagnostic::Diagnostic;
        let Some(column) = &request.by else {
            return Ok(None);
        };
        if self.log.groups.len() > MOST_PARTS {
            let problem = format!(
                "--by: `{column}` has {} different values",
                self.log.groups.len()
            );
            let help = format!("choose a column with at most {MOST_PARTS} values");
            return Err(Diagnostic::nowhere(problem, help).into());
        }
        let mut parts: Vec<(String, Vec<TestedMetric>)> = Vec::new();
        for (number, value) in self.log.groups.iter().enumerate() {
            let rows: Vec<&LogRow> = self
                .log
                .rows
                .iter()
                .filter(|row| row.group as usize == number)
                .collect();
            if !rows.is_empty() {
                parts.push((value.clone(), test.test(&self.columns.slots, &rows)));
            }
        }
        parts.sort_by(|(value, _), (next, _)| value.cmp(next));
        luck::correct_parts(&mut parts);
        Ok(Some(Groups {
            column: column.clone(),
            parts,
        }))
    }

    fn remarks(&self) -> Vec<String> {
        let names: Vec<String> = self
            .log
            .read_as_absent
            .iter()
            .map(|&nth| format!("`{}`", self.columns.slots[nth].1.column()))
            .collect();
        let absent = (!names.is_empty()).then(|| {
            format!(
                "Empty cells of {} mean absent: write ? where nobody took notes",
                list(&names)
            )
        });
        absent.into_iter().collect()
    }
}

/// Describes the values that a slot can have: "0 to 8", "us, both, them".
fn possible_values(slot: &Slot, odds: &SlotOdds) -> String {
    let values: Vec<i64> = odds.weights.iter().map(|(value, _)| *value).collect();
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return "nothing: it never occurs, so leave the cell empty".to_owned();
    };
    let text = match &slot.metric.kind {
        Kind::Category(outcomes) => {
            let named = values
                .iter()
                .filter_map(|&value| outcomes.get(usize::try_from(value).ok()?));
            list(
                &named
                    .map(|outcome| outcome.name.clone())
                    .collect::<Vec<_>>(),
            )
        }
        _ if last - first + 1 == values.len() as i64 && values.len() > 2 => {
            format!("{first} to {last}")
        }
        _ => list(&values.iter().map(i64::to_string).collect::<Vec<_>>()),
    };
    if odds.absent > 0.0 {
        format!("{text}, absent")
    } else {
        text
    }
}
