//! Finds the numbers that a table was playing with, by the likelihood of its log at several
//! settings.
//!
//! The likelihood of a row is the exact probability of its notes: the sum over all values that they
//! allow. Several notes of one row belong to the same trial, so their joint distribution counts. If
//! it is too large, fewer columns are used, and the result names those that are left out.

use std::collections::BTreeMap;

use oddsmith_engine::explore::Watch;

use super::columns::{Slot, list};
use super::log::{Log, LogRow};
use super::note::Note;
use super::odds::joint_odds;
use super::setting::{Setting, value_name};
use super::table::LogTable;
use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Key, Node, Tree};
use crate::report::playtest::{Fit, Fitted};
use crate::rule::parameter::ParameterType;
use crate::scenario::document::Scenario;
use crate::scenario::sweep::option_sweep;

/// The most settings of a fit.
const MAX_CANDIDATES: usize = 5_000;
/// The most values of a parameter without given values.
const MAX_VALUES: i64 = 1_000;
/// The numbers of columns that are tried if the joint odds of all columns are too large.
const FEWER_COLUMNS: [usize; 3] = [4, 2, 1];
/// The name of the option, for messages.
const OPTION: &str = "--fit";
/// The word for variants in `--fit`.
pub(super) const VARIANT: &str = "variant";

/// The parameters and variants that `--fit` varies.
#[derive(Clone, Debug, Default)]
pub(super) struct FitRequest {
    /// The parameters with their values.
    pub(super) parameters: Vec<(Key, Vec<Node>)>,
    pub(super) has_variants: bool,
}

impl FitRequest {
    /// Reads `--fit` options: KEY for all values, KEY=A..B, KEY=a,b,c, or "variant".
    ///
    /// # Errors
    /// Fails if an option names no parameter, or one without a list of values.
    pub(super) fn read(scenario: &Scenario, options: &[String]) -> Result<FitRequest, Diagnostics> {
        let mut request = FitRequest::default();
        let mut problems = Vec::new();
        for option in options {
            if option.trim() == VARIANT && scenario.parameter_key(VARIANT).is_none() {
                request.has_variants = true;
                if scenario.variants.len() < 2 {
                    let help = "add [[variants]] to the scenario, or fit a parameter";
                    problems.push(at_option(
                        option,
                        "the scenario has no variants to compare",
                        help,
                    ));
                }
                continue;
            }
            match read_parameter(scenario, option) {
                Ok((key, _))
                    if request
                        .parameters
                        .iter()
                        .any(|(known, _)| known.text == key.text) =>
                {
                    let problem = format!("`{}` is in --fit twice", key.text);
                    problems.push(at_option(option, &problem, "remove one of them"));
                }
                Ok(parameter) => request.parameters.push(parameter),
                Err(mistakes) => problems.extend(mistakes.0),
            }
        }
        let sizes = request.parameters.iter().map(|(_, values)| values.len());
        let candidates = sizes.fold(1, usize::saturating_mul);
        if candidates > MAX_CANDIDATES {
            let problem = format!("--fit would compare {candidates} settings");
            let help = format!(
                "give fewer values, such as --fit KEY=2..6: at most {MAX_CANDIDATES} settings are allowed"
            );
            problems.push(Diagnostic::nowhere(problem, help));
        }
        if problems.is_empty() {
            Ok(request)
        } else {
            Err(Diagnostics(problems))
        }
    }

    /// Returns what differs between the candidates.
    fn fitted(&self, scenario: &Scenario) -> Fitted {
        if self.parameters.is_empty() {
            return Fitted::Variants;
        }
        let label = |(key, _): &(Key, Vec<Node>)| scenario.label(&key.text).label;
        Fitted::Parameters(self.parameters.iter().map(label).collect())
    }
}

fn at_option(option: &str, problem: &str, help: &str) -> Diagnostic {
    let (source, span) = Source::option(OPTION, option);
    Diagnostic::at(&Place { source, span }, problem, help)
}

/// Returns the parameter of an option, with its values.
fn read_parameter(scenario: &Scenario, option: &str) -> Result<(Key, Vec<Node>), Diagnostics> {
    let called = option.split('=').next().unwrap_or_default().trim();
    let Some(key) = scenario.parameter_key(called) else {
        let known: Vec<String> = scenario
            .rule
            .parameters()
            .iter()
            .map(|parameter| parameter.key.to_owned())
            .collect();
        let problem = format!("there is no parameter `{called}`");
        let help = format!(
            "the parameters are {}; or write --fit {VARIANT}",
            list(&known)
        );
        return Err(at_option(option, &problem, &help).into());
    };
    let (source, span) = Source::option(OPTION, option);
    let place = Place { source, span };
    let key = Key {
        text: key,
        place: place.clone(),
    };
    if option.contains('=') {
        let mut problems = Vec::new();
        let mut sweeps = option_sweep(OPTION, option, Some(&scenario.rule), &mut problems);
        return match sweeps.pop().filter(|_| problems.is_empty()) {
            Some(sweep) => Ok((key, sweep.values)),
            None => Err(Diagnostics(problems)),
        };
    }
    let node = |tree: Tree| Node {
        tree,
        place: place.clone(),
    };
    let shape = scenario
        .parameter(&key.text)
        .map(|parameter| parameter.shape);
    let trees: Vec<Tree> = match shape {
        Some(ParameterType::Whole { from, to }) if to.saturating_sub(from) < MAX_VALUES => {
            (from..=to).map(Tree::Whole).collect()
        }
        Some(ParameterType::Flag) => vec![Tree::Flag(false), Tree::Flag(true)],
        Some(ParameterType::Choice(words)) => words
            .iter()
            .map(|word| Tree::Text((*word).to_owned()))
            .collect(),
        _ => {
            let problem = format!("`{}` has no list of values", key.text);
            let help = format!(
                "give some: --fit {0}=A..B, --fit {0}=A..B..STEP, or --fit {0}=a,b,c",
                key.text
            );
            return Err(at_option(option, &problem, &help).into());
        }
    };
    Ok((key, trees.into_iter().map(node).collect()))
}

/// A log that is compared with several settings.
pub(super) struct Likelihood<'l> {
    pub(super) table: &'l LogTable,
    pub(super) log: &'l Log,
    pub(super) slots: &'l [(usize, Slot)],
    pub(super) watch: &'l Watch,
}

/// Some rows with the same setting and the same notes.
type RowGroups = BTreeMap<(u32, Vec<u32>), u64>;

impl Likelihood<'_> {
    /// Returns the fit of parameters and variants.
    ///
    /// # Errors
    /// Fails if the odds are not exact, or if no value of a parameter suits the rule.
    pub(super) fn fit(
        &self,
        base: &Scenario,
        settings: &[Setting],
        request: &FitRequest,
    ) -> Result<Fit, RunError> {
        let request = &self.usable(settings, request)?;
        let with_values = |scenario: &Scenario| {
            let start = if request.has_variants {
                scenario.clone()
            } else {
                scenario.with_variant(0)
            };
            request
                .parameters
                .iter()
                .fold(start, |scenario, (key, values)| {
                    scenario.with_sweep(key, values.clone())
                })
        };
        let scenarios: Vec<Scenario> = settings
            .iter()
            .map(|setting| with_values(&setting.scenario))
            .collect();
        let first = with_values(base);
        let candidates = (0..first.case_count()).map(|case| candidate(&first, request, case));
        let (likelihoods, columns) = self.likelihoods(&scenarios)?;
        if likelihoods
            .iter()
            .all(|&likelihood| likelihood == f64::NEG_INFINITY)
        {
            self.refuse_impossible_rows(&scenarios, &columns)?;
        }
        let named = candidates
            .zip(likelihoods)
            .map(|((name, values), likelihood)| (name, values, likelihood))
            .collect();
        let fit = Fit::new(request.fitted(base), named);
        Ok(self.with_columns(fit, &columns, usual(&first, base, request)))
    }

    /// Fails if the notes of a row never happen together, with any candidate.
    fn refuse_impossible_rows(
        &self,
        scenarios: &[Scenario],
        columns: &[usize],
    ) -> Result<(), RunError> {
        let questions = self.questions(columns);
        let mut problems = Vec::new();
        for (setting, scenario) in (0u32..).zip(scenarios) {
            let Some(tables) = joint_odds(scenario, &questions, self.watch)? else {
                continue;
            };
            for row in self.log.rows.iter().filter(|row| row.setting == setting) {
                let notes: Vec<&Note> =
                    columns.iter().map(|&nth| self.log.note(row, nth)).collect();
                if tables.iter().all(|table| table.probability(&notes) <= 0.0) {
                    problems.push(self.impossible_row(row, columns));
                }
            }
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Diagnostics(problems).into())
        }
    }

    fn impossible_row(&self, row: &LogRow, columns: &[usize]) -> Diagnostic {
        let cells = &self.table.rows[row.index];
        let noted = columns
            .iter()
            .filter(|&&nth| *self.log.note(row, nth) != Note::Nothing);
        let notes: Vec<String> = noted
            .map(|&nth| {
                let (column, slot) = &self.slots[nth];
                let cell = Some(cells.cell(*column)).filter(|cell| !cell.is_empty());
                format!("{} = {}", slot.column(), cell.unwrap_or("absent"))
            })
            .collect();
        let place = self.table.cell_place(cells, self.slots[columns[0]].0);
        let problem = format!("these notes never happen together: {}", list(&notes));
        Diagnostic::at(
            &place,
            problem,
            "correct the row, or write ? for one of its notes",
        )
    }

    fn questions(&self, columns: &[usize]) -> Vec<String> {
        let question = |&nth: &usize| self.slots[nth].1.question();
        columns.iter().map(question).collect()
    }

    /// Adds the columns that were used, and the usual setting.
    pub(super) fn with_columns(&self, fit: Fit, used: &[usize], usual: Option<usize>) -> Fit {
        let name = |nth: usize| self.slots[nth].1.column();
        let left_out = (0..self.slots.len()).filter(|nth| !used.contains(nth));
        Fit {
            usual,
            columns: used.iter().map(|&nth| name(nth)).collect(),
            left_out: left_out.map(name).collect(),
            ..fit
        }
    }

    /// Removes the values with which the rule cannot be built.
    fn usable(&self, settings: &[Setting], request: &FitRequest) -> Result<FitRequest, RunError> {
        let mut usable = request.clone();
        for (key, values) in &mut usable.parameters {
            let mut problem = None;
            values.retain(|value| {
                let builds = settings.iter().try_for_each(|setting| {
                    let with = setting.scenario.with_sweep(key, vec![value.clone()]);
                    (0..with.case_count()).try_for_each(|case| with.build_case(case).map(drop))
                });
                let is_usable = builds.is_ok();
                problem = problem.take().or(builds.err());
                is_usable
            });
            if values.is_empty()
                && let Some(problem) = problem
            {
                return Err(problem.into());
            }
        }
        Ok(usable)
    }

    /// Returns the log-likelihood of each case of the scenarios, one for each setting of the log,
    /// and the columns that were used.
    ///
    /// # Errors
    /// Fails if not even one column has exact odds.
    pub(super) fn likelihoods(
        &self,
        scenarios: &[Scenario],
    ) -> Result<(Vec<f64>, Vec<usize>), RunError> {
        let noted = |nth: usize| {
            let rows = self.log.rows.iter();
            rows.filter(|row| *self.log.note(row, nth) != Note::Nothing)
                .count()
        };
        // The columns with the most notes come first.
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.sort_by_key(|&nth| std::cmp::Reverse(noted(nth)));
        let sizes = [order.len()]
            .into_iter()
            .chain(FEWER_COLUMNS.into_iter().filter(|&size| size < order.len()));
        for size in sizes {
            let mut columns = order[..size].to_vec();
            columns.sort_unstable();
            if let Some(likelihoods) = self.with_slots(scenarios, &columns)? {
                return Ok((likelihoods, columns));
            }
        }
        let help = "fit fewer values, use a smaller rule, or raise `limit` in [run]";
        let problem = "the rule has too many states for exact odds, which --fit needs";
        Err(Diagnostics::from(Diagnostic::nowhere(problem, help)).into())
    }

    /// Returns the log-likelihoods of some slots; `None` if their joint odds are too large.
    fn with_slots(
        &self,
        scenarios: &[Scenario],
        columns: &[usize],
    ) -> Result<Option<Vec<f64>>, RunError> {
        let mut groups = RowGroups::new();
        for row in &self.log.rows {
            let notes = columns.iter().map(|&nth| row.notes[nth]).collect();
            *groups.entry((row.setting, notes)).or_insert(0) += 1;
        }
        let questions = self.questions(columns);
        let mut totals: Vec<f64> = Vec::new();
        for (setting, scenario) in (0u32..).zip(scenarios) {
            let of_setting: Vec<(Vec<&Note>, u64)> = groups
                .iter()
                .filter(|((row_setting, _), _)| *row_setting == setting)
                .map(|((_, notes), count)| {
                    let pairs = columns.iter().zip(notes);
                    (
                        pairs
                            .map(|(&nth, &number)| &self.log.notes[nth][number as usize])
                            .collect(),
                        *count,
                    )
                })
                .collect();
            if of_setting.is_empty() {
                continue;
            }
            let Some(tables) = joint_odds(scenario, &questions, self.watch)? else {
                return Ok(None);
            };
            totals.resize(tables.len(), 0.0);
            for (total, table) in totals.iter_mut().zip(&tables) {
                let logs = of_setting
                    .iter()
                    .map(|(notes, count)| table.probability(notes).min(1.0).ln() * *count as f64);
                *total += logs.sum::<f64>();
            }
        }
        Ok(Some(totals))
    }
}

/// Returns the name and the values of a candidate.
fn candidate(scenario: &Scenario, request: &FitRequest, case: usize) -> (String, Vec<String>) {
    let (variant, point) = scenario.point(case);
    let mut names = Vec::new();
    let mut values = Vec::new();
    if let Some(index) = variant.filter(|_| request.has_variants) {
        names.push(scenario.variants[index].name.clone());
    }
    for (key, _) in &request.parameters {
        let swept = scenario
            .sweep
            .iter()
            .zip(&point)
            .find(|(sweep, _)| sweep.path.text == key.text);
        if let Some((sweep, &index)) = swept {
            names.push(value_name(scenario, &key.text, &sweep.values[index]));
            values.push(sweep.values[index].brief());
        }
    }
    (names.join(", "), values)
}

/// Returns the candidate with the values of the scenario itself.
fn usual(with_values: &Scenario, base: &Scenario, request: &FitRequest) -> Option<usize> {
    let parameters: Vec<(String, Option<String>)> = request
        .parameters
        .iter()
        .map(|(key, _)| (key.text.clone(), base.value_of(&key.text)))
        .collect();
    (0..with_values.case_count()).find(|&case| {
        let (variant, point) = with_values.point(case);
        let is_usual = |(key, value): &(String, Option<String>)| {
            let swept = with_values
                .sweep
                .iter()
                .zip(&point)
                .find(|(sweep, _)| sweep.path.text == *key);
            swept.is_some_and(|(sweep, &index)| Some(sweep.values[index].canonical()) == *value)
        };
        variant.is_none_or(|index| index == 0) && parameters.iter().all(is_usual)
    })
}
