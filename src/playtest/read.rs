//! A log that has been read against its scenario: its rows, its settings and their odds.

use oddsmith_engine::explore::Watch;

use super::columns::{ColumnReader, Columns, all_metrics, list};
use super::fit::FitRequest;
use super::log::{Log, LogRow};
use super::luck::{LuckTest, correct_parts};
use super::odds::{SlotOdds, possible_values, slot_odds};
use super::setting::{Setting, settings, value_name};
use super::table::LogTable;
use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::report::playtest::{Groups, TestedMetric};
use crate::scenario::document::Scenario;

/// The most parts of a log that `--by` compares.
const MAX_PARTS: usize = 100;

/// The options for columns: their content, and the column of the parts.
pub(super) struct ColumnOptions<'o> {
    /// `--column HEADER=NAME` options.
    pub(super) renamed: &'o [String],
    /// `--by COLUMN`.
    pub(super) by: Option<&'o str>,
}

/// A log that has been read against its scenario.
pub(super) struct ReadLog {
    pub(super) table: LogTable,
    pub(super) columns: Columns,
    pub(super) log: Log,
    pub(super) settings: Vec<Setting>,
    pub(super) odds: Vec<Vec<SlotOdds>>,
}

impl ReadLog {
    /// Reads a log. Rows with mistakes are among the mistakes, and not among its rows.
    ///
    /// # Errors
    /// Fails if a column or an option is wrong.
    pub(super) fn read(
        scenario: &Scenario,
        log: Source,
        options: &ColumnOptions<'_>,
        fitted: &FitRequest,
    ) -> Result<ReadLog, Diagnostics> {
        let table = LogTable::read(log)?;
        let reader = ColumnReader {
            scenario,
            metrics: &all_metrics(&scenario.without_sweeps())?,
            renamed: options.renamed,
            by: options.by,
        };
        let columns = reader.read(&table)?;
        let group = match options.by {
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

    /// Refuses to fit a parameter that the log gives.
    pub(super) fn refuse_fitted_columns(&self, fitted: &FitRequest) -> Result<(), Diagnostics> {
        let is_fitted = |key: &str| fitted.parameters.iter().any(|(fit, _)| fit.text == key);
        let parameters = self.columns.parameters.iter();
        let given = parameters
            .filter(|(_, key)| is_fitted(&key.text))
            .map(|(index, _)| *index)
            .chain(self.columns.variant.filter(|_| fitted.has_variants));
        let problem = |index: usize| {
            let header = &self.table.headers[index];
            Diagnostic::at(
                &self.table.header_place(index),
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

    /// Computes the odds of each slot in each setting. A note that is impossible there is a
    /// mistake, unless a fit makes it possible.
    pub(super) fn compute_odds(
        &mut self,
        fitted: &FitRequest,
        watch: &Watch,
    ) -> Result<(), RunError> {
        let questions = self.columns.questions();
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
        let odds = &self.odds;
        let is_possible = |nth: usize| odds.iter().any(|setting| setting[nth].absent > 0.0);
        self.log.read_absences_as_nothing(|nth| !is_possible(nth));
        let is_fitted = fitted.has_variants || !fitted.parameters.is_empty();
        let impossible = self.impossible_cells();
        if impossible.is_empty() || is_fitted && self.are_possible(fitted, &impossible, watch)? {
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
            let problem = format!("{cell} is no possible value of `{}`{with}", slot.column());
            let help = format!(
                "allowed: {}",
                possible_values(&slot.metric, &self.odds[setting][nth])
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

    /// Returns whether each of these cells is possible with some value of a fit.
    fn are_possible(
        &self,
        fitted: &FitRequest,
        cells: &[(usize, usize)],
        watch: &Watch,
    ) -> Result<bool, RunError> {
        let questions = self.columns.questions();
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
    pub(super) fn setting_counts(&self, scenario: &Scenario) -> Vec<(String, u64)> {
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
                Some(value_name(scenario, &sweep.path.text, &node))
            })
            .collect();
        let variant = scenario
            .variants
            .first()
            .filter(|_| self.columns.variant.is_none())
            .map(|variant| variant.name.clone());
        let shared: Vec<String> = swept.into_iter().chain(variant).collect();
        let name = |setting: &Setting| {
            let named = Some(setting.name.clone()).filter(|name| !name.is_empty());
            let parts = named.into_iter().chain(shared.iter().cloned());
            parts.collect::<Vec<_>>().join(", ")
        };
        self.settings
            .iter()
            .enumerate()
            .map(|(number, setting)| (name(setting), count(number)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// Returns the comparisons of the parts of `--by`.
    pub(super) fn groups(
        &self,
        test: &LuckTest<'_>,
        by: Option<&str>,
    ) -> Result<Option<Groups>, Diagnostics> {
        let Some(column) = by else {
            return Ok(None);
        };
        if self.log.groups.len() > MAX_PARTS {
            let problem = format!(
                "--by: `{column}` has {} different values",
                self.log.groups.len()
            );
            let help = format!("choose a column with at most {MAX_PARTS} values");
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
        correct_parts(&mut parts);
        Ok(Some(Groups {
            column: column.to_owned(),
            parts,
        }))
    }

    pub(super) fn remarks(&self) -> Vec<String> {
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
