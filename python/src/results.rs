//! The results of a run.

use oddsmith::export::Format;
use oddsmith::export::frame::FrameKind;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::convert::{cell_value, parameter_value};

/// The results of a run.
#[pyclass(frozen, module = "oddsmith._oddsmith")]
pub(crate) struct Results(oddsmith::Results);

impl Results {
    pub(crate) fn new(results: oddsmith::Results) -> Results {
        Results(results)
    }
}

/// The formats of chart files, by their endings.
const FORMATS: [(&str, Format); 11] = [
    ("svg", Format::Svg),
    ("png", Format::Png),
    ("pdf", Format::Pdf),
    ("md", Format::Md),
    ("tex", Format::Tex),
    ("typ", Format::Typst),
    ("html", Format::Html),
    ("bbcode", Format::Bbcode),
    ("dot", Format::Dot),
    ("mmd", Format::Mermaid),
    ("xlsx", Format::Xlsx),
];

fn format_named(name: &str) -> PyResult<Format> {
    let known = FORMATS.iter().find(|(known, _)| *known == name);
    known.map(|(_, format)| *format).ok_or_else(|| {
        let known: Vec<&str> = FORMATS.iter().map(|(known, _)| *known).collect();
        PyValueError::new_err(format!(
            "there is no format {name:?}: choose one of {}",
            known.join(", ")
        ))
    })
}

#[pymethods]
impl Results {
    /// The scenario's name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.report().name
    }

    /// The scenario's title.
    #[getter]
    fn title(&self) -> &str {
        &self.0.report().title
    }

    /// The headline and the recommendation.
    #[getter]
    fn headlines(&self) -> Vec<String> {
        self.0.headlines()
    }

    /// Whether all answers and headlines are exact.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.report().is_fully_exact()
    }

    /// The p-value of the simulated trials against the exact odds.
    #[getter]
    fn check_p(&self) -> Option<f64> {
        self.0.report().check_p
    }

    /// The parameters of each case that vary.
    fn cases<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let report = self.0.report();
        let case_dict = |case: &oddsmith::report::Case| {
            let dict = PyDict::new(py);
            if let Some(variant) = case.variant {
                dict.set_item("variant", &report.variants[variant])?;
            }
            for (swept, &index) in report.sweep.iter().zip(&case.point) {
                dict.set_item(&swept.key, parameter_value(py, &swept.values[index])?)?;
            }
            Ok(dict)
        };
        report.cases.iter().map(case_dict).collect()
    }

    /// The questions, each with its label.
    fn asks(&self) -> Vec<(String, String)> {
        let asks = self.0.report().asks.iter();
        asks.map(|ask| (ask.question.clone(), ask.label.clone()))
            .collect()
    }

    /// The answers to a question, case by case: the exact or else the simulated number, the ends of
    /// the interval of a simulated one, whether it is exact, and the fraction.
    #[allow(clippy::type_complexity, reason = "a tuple is what Python reads")]
    fn answers(
        &self,
        ask: usize,
    ) -> PyResult<
        Vec<(
            Option<f64>,
            Option<f64>,
            Option<f64>,
            bool,
            Option<(i64, i64)>,
        )>,
    > {
        let report = self.0.report();
        if ask >= report.asks.len() {
            return Err(PyIndexError::new_err(format!("there is no question {ask}")));
        }
        let answers = report.cases.iter().map(|case| &case.answers[ask]);
        Ok(answers
            .map(|answer| {
                let interval = answer.estimate.interval;
                (
                    answer.best(),
                    interval.map(|interval| interval.low),
                    interval.map(|interval| interval.high),
                    answer.figure().is_some(),
                    answer.figure().and_then(|figure| figure.fraction),
                )
            })
            .collect())
    }

    /// The file names and titles of the charts.
    fn charts(&self) -> Vec<(String, String)> {
        let charts = self.0.charts().iter();
        charts
            .map(|chart| (chart.file.clone(), chart.title.clone()))
            .collect()
    }

    /// A chart as a file.
    fn chart<'py>(
        &self,
        py: Python<'py>,
        chart: usize,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = format_named(format)?;
        let drawn = py.detach(|| self.0.chart_file(chart, format));
        let (_, bytes) = drawn.map_err(PyValueError::new_err)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The names of the columns of a table, and the columns.
    fn frame<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
    ) -> PyResult<(Vec<String>, Vec<Bound<'py, PyList>>)> {
        let Some(kind) = FrameKind::named(kind) else {
            return Err(PyValueError::new_err(format!(
                "there is no frame {kind:?}: choose distribution, summary, answers or policy"
            )));
        };
        let frame = self.0.frame(kind);
        let columns: Vec<_> = frame.heads.iter().map(|_| PyList::empty(py)).collect();
        for row in frame.rows {
            for (column, cell) in columns.iter().zip(&row) {
                column.append(cell_value(py, cell)?)?;
            }
        }
        Ok((frame.heads, columns))
    }

    /// Best play: for each case, situation and option a row.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let report = self.0.report();
        let mut rows = Vec::new();
        for case in &report.cases {
            let situations = case
                .best_play
                .iter()
                .flat_map(|play| play.situations.iter());
            for situation in situations {
                for option in situation.options() {
                    let row = PyDict::new(py);
                    row.set_item("case", case.number)?;
                    row.set_item("situation", situation.words())?;
                    for (name, value) in situation.parts() {
                        match value.parse::<i64>() {
                            Ok(number) => row.set_item(name, number)?,
                            Err(_) => row.set_item(name, value)?,
                        }
                    }
                    row.set_item("choice", situation.choice())?;
                    row.set_item("best", situation.best())?;
                    row.set_item("value", situation.value())?;
                    row.set_item("option", option.name)?;
                    row.set_item("option_value", option.value())?;
                    row.set_item("loss", option.loss())?;
                    row.set_item("probability", option.probability)?;
                    row.set_item("reached", situation.reached())?;
                    rows.push(row);
                }
            }
        }
        Ok(rows)
    }

    /// The files of the run, with their names.
    fn files<'py>(
        &self,
        py: Python<'py>,
        formats: Vec<String>,
    ) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let formats = formats
            .iter()
            .map(|name| format_named(name))
            .collect::<PyResult<Vec<_>>>()?;
        let written = py
            .detach(|| self.0.files(&formats))
            .map_err(PyRuntimeError::new_err)?;
        let files = written.files.into_iter();
        Ok(files
            .map(|(name, bytes)| (name, PyBytes::new(py, &bytes)))
            .collect())
    }

    /// The table that the program prints.
    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
