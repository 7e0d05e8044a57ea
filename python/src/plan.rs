//! A scenario or a rule before it is run.

use oddsmith::Run;
use oddsmith::playtest::Request;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::with_settings;
use crate::error::exception;
use crate::results::Results;
use crate::search::{balance_dict, find_dict};
use crate::wait::{wait_alone, wait_for};

/// A scenario or a rule before it is run.
#[pyclass(frozen, module = "oddsmith._oddsmith")]
pub(crate) struct Plan(Run);

#[pymethods]
impl Plan {
    /// What a command line could name: a file, a bundled scenario, a rule, a game, or dice.
    #[staticmethod]
    fn named(py: Python<'_>, wanted: &str) -> PyResult<Plan> {
        Run::named(wanted)
            .map(Plan)
            .map_err(|error| exception(py, &error))
    }

    /// The text of a scenario, with the files that it names.
    #[staticmethod]
    fn scenario(text: &str, files: Vec<(String, String)>) -> Plan {
        let run = files
            .into_iter()
            .fold(Run::new(text), |run, (name, text)| run.file(name, text));
        Plan(run)
    }

    /// The text of a rule file.
    #[staticmethod]
    fn rule(text: &str) -> Plan {
        Plan(Run::of_rule(text))
    }

    /// The same with these lines at the end of the scenario.
    fn with_lines(&self, lines: &str) -> Plan {
        Plan(self.0.clone().lines(lines))
    }

    /// The same with these settings, questions and options.
    #[pyo3(signature = (settings, asks, trials=None, seed=None, precision=None, all_charts=false))]
    fn with_settings(
        &self,
        settings: &Bound<'_, PyDict>,
        asks: Vec<String>,
        trials: Option<u64>,
        seed: Option<u64>,
        precision: Option<f64>,
        all_charts: bool,
    ) -> PyResult<Plan> {
        let mut run = with_settings(self.0.clone(), settings)?;
        for ask in asks {
            run = run.ask(ask);
        }
        if let Some(trials) = trials {
            run = run.trials(trials);
        }
        if let Some(seed) = seed {
            run = run.seed(seed);
        }
        if let Some(half_width) = precision {
            run = run.precision(half_width);
        }
        if all_charts {
            run = run.all_charts();
        }
        Ok(Plan(run))
    }

    /// Checks it without running it.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        wait_alone(py, || self.0.check())
    }

    /// The keys of the rule's parameters.
    fn parameters(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        wait_alone(py, || self.0.parameters())
    }

    /// The names of the choices that the rule leaves to players.
    fn choices(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        wait_alone(py, || self.0.choices())
    }

    /// The number of trials of all cases.
    fn trial_count(&self, py: Python<'_>) -> PyResult<u64> {
        wait_alone(py, || self.0.trial_count())
    }

    /// Runs it.
    #[pyo3(signature = (progress=None))]
    fn run(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Results> {
        wait_for(py, progress, |watch| self.0.results(watch)).map(Results::new)
    }

    /// Searches for settings that meet the goals.
    #[pyo3(signature = (progress=None))]
    fn balance<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = wait_for(py, progress, |watch| self.0.balance(watch))?;
        balance_dict(py, &found)
    }

    /// Compares a log of playtests with the exact odds. Returns the text, and the results as JSON.
    #[pyo3(signature = (name, log, fits, by, columns, skip, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "the Python side names them")]
    fn playtest(
        &self,
        py: Python<'_>,
        name: &str,
        log: &[u8],
        fits: Vec<String>,
        by: Option<String>,
        columns: Vec<String>,
        skip: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, String)> {
        let request = Request {
            columns,
            by,
            fits,
            skips: skip,
        };
        let found = wait_for(py, progress, |watch| {
            self.0.playtest(name, log, &request, watch)
        })?;
        Ok((
            oddsmith::playtest_text(&found),
            oddsmith::playtest_json(&found),
        ))
    }

    /// Searches for a value of a parameter.
    #[pyo3(signature = (claim, over, progress=None))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        claim: &str,
        over: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = wait_for(py, progress, |watch| self.0.find(claim, over, watch))?;
        find_dict(py, &found)
    }
}
