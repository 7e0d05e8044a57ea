//! Finds the metric or the parameter of each column of a log.

use oddsmith_language::question::quote_name;

use super::note::normalize;
use super::table::LogTable;
use crate::input::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::input::tree::Key;
use crate::rule::metric::ShownMetric;
use crate::scenario::document::Scenario;

/// The columns of `trials.csv` that number its rows.
const NUMBERING: [&str; 2] = ["case", "trial"];
/// A shorter header is never a misspelt metric.
const SHORTEST_TYPO: usize = 5;
/// The column that names the variant of a row.
const VARIANT: &str = "variant";

/// A value that a log may note: a metric, at a step if it has steps.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) metric: ShownMetric,
    pub(super) step: Option<u32>,
}

impl Slot {
    /// Returns the slots of metrics, in order.
    pub(super) fn all(metrics: &[ShownMetric]) -> Vec<Slot> {
        let slots = |metric: &ShownMetric| {
            let metric = metric.clone();
            metric.all_steps().map(move |step| Slot {
                metric: metric.clone(),
                step,
            })
        };
        metrics.iter().flat_map(slots).collect()
    }

    /// Returns the name of its column, as `--samples` writes it: `result@1`.
    pub(super) fn column(&self) -> String {
        match self.step {
            None => self.metric.name.clone(),
            Some(step) => format!("{}@{step}", self.metric.name),
        }
    }

    /// Returns it as a question writes it.
    pub(super) fn question(&self) -> String {
        match self.step {
            None => quote_name(&self.metric.name),
            Some(step) => format!("{}@{step}", quote_name(&self.metric.name)),
        }
    }

    /// Returns its label: "Actions", "Result, Wing Vanguard".
    pub(super) fn label(&self) -> String {
        match self.step {
            None => self.metric.label.clone(),
            Some(step) => format!(
                "{}, {}",
                self.metric.label,
                self.metric.step.step_label(step)
            ),
        }
    }

    /// Returns all its names in a header.
    fn names(&self) -> Vec<String> {
        let (name, label) = (&self.metric.name, &self.metric.label);
        let Some(step) = self.step else {
            return vec![name.clone(), format!("value.{name}"), label.clone()];
        };
        let short = self.metric.step.short_step_label(step);
        let long = self.metric.step.step_label(step);
        let given = self
            .metric
            .step
            .step_name(step)
            .map(|step| step.name.clone());
        let mut names = vec![
            self.column(),
            format!("value.{}", self.column()),
            self.label(),
        ];
        for step in [step.to_string(), short, long].into_iter().chain(given) {
            for metric in [name, label] {
                names.push(format!("{metric}@{step}"));
                names.push(format!("{metric} {step}"));
                names.push(format!("{metric}, {step}"));
                names.push(format!("{step}: {metric}"));
                names.push(format!("{step} {metric}"));
            }
        }
        names
    }
}

/// The content of a column.
#[derive(Clone, Debug)]
enum Use {
    Slot(Box<Slot>),
    Parameter(Key),
    Variant,
    Group,
}

/// The columns of a log.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The columns of metrics.
    pub(super) slots: Vec<(usize, Slot)>,
    /// The columns of parameters, which may differ from row to row.
    pub(super) parameters: Vec<(usize, Key)>,
    /// The column of the variant.
    pub(super) variant: Option<usize>,
    /// All other columns.
    groups: Vec<usize>,
}

/// Matches headers with the metrics and parameters of a scenario.
pub(super) struct ColumnReader<'s> {
    pub(super) scenario: &'s Scenario,
    pub(super) metrics: &'s [ShownMetric],
    /// `--column HEADER=NAME` options.
    pub(super) renamed: &'s [String],
    /// The column of `--by`.
    pub(super) by: Option<&'s str>,
}

impl ColumnReader<'_> {
    /// Returns the use of each column.
    ///
    /// # Errors
    /// Fails if a header is ambiguous, misspelt or repeated, or if no column is a metric.
    pub(super) fn read(&self, table: &LogTable) -> Result<Columns, Diagnostics> {
        let slots = Slot::all(self.metrics);
        let mut problems = self.unknown_renames(table);
        let mut columns = Columns::default();
        for (index, header) in table.headers.iter().enumerate() {
            match self.column_use(header, &slots) {
                Ok(Use::Slot(slot)) => columns.slots.push((index, *slot)),
                Ok(Use::Parameter(key)) => columns.parameters.push((index, key)),
                Ok(Use::Variant) => columns.variant = Some(index),
                Ok(Use::Group) => columns.groups.push(index),
                Err((problem, help)) => {
                    problems.push(Diagnostic::at(&table.header_place(index), problem, help));
                }
            }
        }
        problems.extend(repeated(table, &columns));
        if columns.slots.is_empty() && problems.is_empty() {
            let problem = format!("no column of {} is a metric of the rule", table.name());
            let known: Vec<String> = slots.iter().map(Slot::column).collect();
            let help = format!(
                "rename a column: {}. Or say which one it is: --column \"{}={}\"",
                list(&known),
                table.headers.first().map_or("HEADER", String::as_str),
                known.first().map_or("METRIC", String::as_str)
            );
            problems.push(Diagnostic::nowhere(problem, help));
        }
        if problems.is_empty() {
            Ok(columns)
        } else {
            Err(Diagnostics(problems))
        }
    }

    /// Returns the header that `--column` gives a column, or else the column's header, and whether
    /// `--column` names it.
    fn meaning<'h>(&'h self, header: &'h str) -> (&'h str, bool) {
        let renamed = self.renamed.iter().find_map(|option| {
            let (from, to) = option.rsplit_once('=')?;
            (normalize(from) == normalize(header)).then_some(to.trim())
        });
        (renamed.unwrap_or(header), renamed.is_some())
    }

    fn column_use(&self, header: &str, slots: &[Slot]) -> Result<Use, (String, String)> {
        let (meaning, is_renamed) = self.meaning(header);
        let called = normalize(meaning);
        let is_by = self.by.is_some_and(|by| normalize(by) == normalize(header));
        if called.is_empty() || is_by && !is_renamed || NUMBERING.contains(&called.as_str()) {
            return Ok(Use::Group);
        }
        if let Some(slot) = slots.iter().find(|slot| slot.column() == meaning) {
            return Ok(Use::Slot(Box::new(slot.clone())));
        }
        if let Some(key) = self.parameter(meaning) {
            return Ok(Use::Parameter(key));
        }
        if called == VARIANT && !self.scenario.variants.is_empty() {
            return Ok(Use::Variant);
        }
        let matching: Vec<&Slot> = slots
            .iter()
            .filter(|slot| slot.names().iter().any(|name| normalize(name) == called))
            .collect();
        match matching[..] {
            [slot] => return Ok(Use::Slot(Box::new(slot.clone()))),
            [] => {}
            _ => return Err(ambiguous(header, &matching)),
        }
        let of_metric: Vec<&Slot> = slots
            .iter()
            .filter(|slot| {
                [&slot.metric.name, &slot.metric.label]
                    .iter()
                    .any(|name| normalize(name) == called)
            })
            .collect();
        match of_metric[..] {
            [slot] => Ok(Use::Slot(Box::new(slot.clone()))),
            [] => self.unmatched(header, meaning, is_renamed, slots),
            _ => Err(ambiguous(header, &of_metric)),
        }
    }

    /// Returns the key of the parameter with a name.
    fn parameter(&self, called: &str) -> Option<Key> {
        let place = self.scenario.parameters_as_written().place.clone();
        let key = self.scenario.parameter_key(called.trim())?;
        Some(Key { text: key, place })
    }

    /// Returns the use of a column with an unknown name, which groups the rows. A name that is
    /// nearly that of a metric is a mistake.
    fn unmatched(
        &self,
        header: &str,
        meaning: &str,
        is_renamed: bool,
        slots: &[Slot],
    ) -> Result<Use, (String, String)> {
        let columns: Vec<String> = slots.iter().map(Slot::column).collect();
        let parameters = self.scenario.rule.parameters();
        let known: Vec<&str> = columns
            .iter()
            .map(String::as_str)
            .chain(parameters.iter().map(|parameter| parameter.key))
            .collect();
        let help = nearest(meaning, &known);
        if is_renamed {
            let problem = format!("--column: there is no metric or parameter `{meaning}`");
            return Err((problem, help.to_string()));
        }
        // Short words resemble many others: "date" is not a misspelt "dice".
        let is_short = meaning.trim().chars().count() < SHORTEST_TYPO;
        if help.typo().is_none() || is_short {
            return Ok(Use::Group);
        }
        let problem = format!("there is no metric or parameter `{header}`");
        let more = format!(" If the column is something else, add --column \"{header}=\"");
        Err((problem, help.with_more(&more).to_string()))
    }

    fn unknown_renames(&self, table: &LogTable) -> Vec<Diagnostic> {
        let unknown = |option: &&String| {
            let from = option.rsplit_once('=').map(|(from, _)| normalize(from));
            from.is_none_or(|from| table.headers.iter().all(|header| normalize(header) != from))
        };
        let headers: Vec<String> = table.headers.clone();
        let problem = |option: &String| {
            Diagnostic::nowhere(
                format!("--column \"{option}\": the log has no such column"),
                format!(
                    "write --column \"HEADER=METRIC\"; the headers are {}",
                    list(&headers)
                ),
            )
        };
        self.renamed.iter().filter(unknown).map(problem).collect()
    }
}

impl Columns {
    /// Returns the question for the distribution of each metric's column.
    pub(super) fn questions(&self) -> Vec<String> {
        self.slots.iter().map(|(_, slot)| slot.question()).collect()
    }

    /// Returns the columns that make the setting of a row: parameters, then the variant.
    pub(super) fn settings(&self) -> impl Iterator<Item = usize> {
        let parameters = self.parameters.iter().map(|(index, _)| *index);
        parameters.chain(self.variant)
    }

    /// Returns the index of the column that `--by` names.
    ///
    /// # Errors
    /// Fails if there is no such column.
    pub(super) fn group(&self, by: &str, table: &LogTable) -> Result<usize, Diagnostic> {
        let called = normalize(by);
        let found = table
            .headers
            .iter()
            .position(|header| normalize(header) == called);
        found.ok_or_else(|| {
            let others = self.other_headers(table);
            Diagnostic::nowhere(
                format!("--by: the log has no column `{by}`"),
                if others.is_empty() {
                    "add a column, such as the name of the table or the date".to_owned()
                } else {
                    format!("its other columns are {}", list(&others))
                },
            )
        })
    }

    /// Returns the headers of all other columns.
    pub(super) fn other_headers(&self, table: &LogTable) -> Vec<String> {
        let headers = self.groups.iter().map(|&index| &table.headers[index]);
        headers
            .filter(|header| !header.is_empty())
            .cloned()
            .collect()
    }
}

fn ambiguous(header: &str, slots: &[&Slot]) -> (String, String) {
    let columns: Vec<String> = slots.iter().map(|slot| slot.column()).collect();
    (
        format!("`{header}` may be any of {} columns", columns.len()),
        format!("name the step: {}", list(&columns)),
    )
}

/// Reports columns with the same content.
fn repeated(table: &LogTable, columns: &Columns) -> Vec<Diagnostic> {
    let slots = columns
        .slots
        .iter()
        .map(|(index, slot)| (*index, slot.column()));
    let parameters = columns
        .parameters
        .iter()
        .map(|(index, key)| (*index, key.text.clone()));
    let named: Vec<(usize, String)> = slots.chain(parameters).collect();
    let is_repeated = |(nth, (_, name)): &(usize, &(usize, String))| {
        named[..*nth].iter().any(|(_, other)| other == name)
    };
    named
        .iter()
        .enumerate()
        .filter(is_repeated)
        .map(|(_, (index, name))| {
            let problem = format!("two columns are `{name}`");
            Diagnostic::at(
                &table.header_place(*index),
                problem,
                "remove or rename one of them",
            )
        })
        .collect()
}

/// Lists names, at most twelve.
pub(super) fn list(names: &[String]) -> String {
    const MAX_LISTED: usize = 12;
    let listed = names[..names.len().min(MAX_LISTED)].join(", ");
    match names.len().saturating_sub(MAX_LISTED) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}

/// Returns the metrics that a log of a scenario may note: those of the rule, then the scenario's.
///
/// # Errors
/// Fails if the rule cannot be built.
pub(super) fn all_metrics(scenario: &Scenario) -> Result<Vec<ShownMetric>, Diagnostics> {
    let presentation = scenario.build_case(0)?.presentation;
    let asking = scenario.asking(0, &presentation)?;
    let more = asking.metrics.into_iter().map(|(metric, _)| metric);
    Ok(presentation.metrics.into_iter().chain(more).collect())
}
