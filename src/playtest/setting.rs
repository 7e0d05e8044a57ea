//! The settings of a log: the scenario with the parameters and the variant of some rows.

use super::columns::{Columns, list};
use super::log::Log;
use super::note::normalize;
use super::table::LogTable;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::input::tree::{Key, Node};
use crate::labels::uncapitalize;
use crate::messages::Messages;
use crate::scenario::document::Scenario;

/// The most settings of a log.
const MAX_SETTINGS: usize = 1_000;

/// A setting: the scenario of some rows of a log.
#[derive(Debug)]
pub(super) struct Setting {
    /// Its name: "QV 4, Harsh"; empty if no column differs.
    pub(super) name: String,
    /// The scenario without sweeps. It has one variant, unless it has none or a fit compares them.
    pub(super) scenario: Scenario,
}

/// Returns the settings of a log, in the order of its list. If a cell is not a valid value of its
/// parameter, all its rows are mistakes.
///
/// # Errors
/// Fails if there are too many settings.
pub(super) fn settings(
    scenario: &Scenario,
    table: &LogTable,
    columns: &Columns,
    log: &mut Log,
    keeps_variants: bool,
) -> Result<Vec<Setting>, Diagnostics> {
    if log.settings.len() > MAX_SETTINGS {
        let problem = format!(
            "the rows of the log have {} different settings",
            log.settings.len()
        );
        let headers: Vec<String> = columns
            .settings()
            .map(|i| table.headers[i].clone())
            .collect();
        let help = format!(
            "compare at most {MAX_SETTINGS} at a time. The columns are {}",
            list(&headers)
        );
        return Err(Diagnostic::nowhere(problem, help).into());
    }
    let base = scenario.without_sweeps();
    let mut found = Vec::new();
    for (number, (cells, first_row)) in log.settings.clone().into_iter().enumerate() {
        let reader = SettingReader {
            scenario: &base,
            table,
            columns,
            cells: &cells,
            row: first_row,
        };
        match reader.read(keeps_variants) {
            Ok(setting) => found.push(setting),
            Err((column, problem, help)) => {
                let rows: Vec<usize> = log
                    .rows
                    .iter()
                    .filter(|row| row.setting as usize == number)
                    .map(|row| row.index)
                    .collect();
                for row in rows {
                    log.add_mistake(row, column, problem.clone(), help.clone());
                }
                // The rows of this setting are removed, so its scenario is not used.
                found.push(Setting {
                    name: String::new(),
                    scenario: base.with_variant(0),
                });
            }
        }
    }
    Ok(found)
}

struct SettingReader<'s> {
    scenario: &'s Scenario,
    table: &'s LogTable,
    columns: &'s Columns,
    cells: &'s [String],
    row: usize,
}

impl SettingReader<'_> {
    /// Returns the setting. An error is the column, the problem and the help of a cell.
    fn read(&self, keeps_variants: bool) -> Result<Setting, (usize, String, String)> {
        let row = &self.table.rows[self.row];
        let mut sets: Vec<(Key, Node)> = Vec::new();
        let mut names = Vec::new();
        for ((column, key), cell) in self.columns.parameters.iter().zip(self.cells) {
            if cell.is_empty() {
                continue;
            }
            let place = self.table.cell_place(row, *column);
            let node = Node::value_or_text(&place.source, place.span.clone());
            names.push(value_name(self.scenario, &key.text, &node));
            sets.push((key.clone(), node));
        }
        let variant = self.variant()?;
        let mut scenario = if keeps_variants && variant.is_none() {
            self.scenario.clone()
        } else {
            self.scenario.with_variant(variant.unwrap_or(0))
        };
        let is_set = !sets.is_empty();
        scenario = scenario.with_values_set(sets);
        if let Some(index) = variant {
            names.push(self.scenario.variants[index].name.clone());
        }
        if is_set && let Err(problems) = scenario.build_case(0) {
            let problem = &problems.0[0];
            let column = self.columns.parameters[0].0;
            return Err((column, problem.problem.clone(), problem.help.clone()));
        }
        Ok(Setting {
            name: names.join(", "),
            scenario,
        })
    }

    /// Returns the variant that the row names.
    fn variant(&self) -> Result<Option<usize>, (usize, String, String)> {
        let Some(column) = self.columns.variant else {
            return Ok(None);
        };
        let cell = self.cells.last().map_or("", String::as_str);
        if cell.is_empty() {
            return Ok(None);
        }
        let variants = &self.scenario.variants;
        let found = variants
            .iter()
            .position(|variant| normalize(&variant.name) == normalize(cell));
        found.map(Some).ok_or_else(|| {
            let names: Vec<String> = variants
                .iter()
                .map(|variant| variant.name.clone())
                .collect();
            (
                column,
                format!("there is no variant \"{cell}\""),
                format!("the variants are {}", list(&names)),
            )
        })
    }
}

/// Returns a value of a parameter with its label: "QV 4".
pub(super) fn value_name(scenario: &Scenario, path: &str, node: &Node) -> String {
    let short = scenario.label(path).short;
    // The name of an entry stays as it is.
    let label = if short.contains(':') {
        short
    } else {
        uncapitalize(&short)
    };
    let value = node.value();
    let text = scenario
        .value_label(path, &value)
        .unwrap_or_else(|| value.label(Messages::english()));
    format!("{label} {text}")
}
