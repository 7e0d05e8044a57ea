//! The results of searches as dictionaries.

use oddsmith::report::balance::{Balancing, TriedSetting};
use oddsmith::report::search::{Search, TriedValue};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::parameter_value;

/// Returns the result of a search for settings: the best first, each with its parameters, its
/// answers and whether it meets all goals.
pub(crate) fn balance_dict<'py>(
    py: Python<'py>,
    found: &Balancing,
) -> PyResult<Bound<'py, PyDict>> {
    let setting_dict = |setting: &TriedSetting| -> PyResult<Bound<'py, PyDict>> {
        let (row, parameters, answers) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
        for (parameter, &index) in found.parameters.iter().zip(&setting.point) {
            let value = &parameter.values[usize::from(index)];
            parameters.set_item(&parameter.path, parameter_value(py, value)?)?;
        }
        for (ask, answer) in found.asks.iter().zip(&setting.answers) {
            answers.set_item(&ask.label, answer.value)?;
        }
        row.set_item("parameters", parameters)?;
        row.set_item("answers", answers)?;
        Ok(row)
    };
    let met: Vec<&TriedSetting> = found.settings_meeting_all().collect();
    let settings = found.order.iter().map(|&index| {
        let setting = &found.tried[index];
        let row = setting_dict(setting)?;
        row.set_item(
            "meets_all",
            met.iter().any(|other| other.point == setting.point),
        )?;
        Ok(row)
    });
    let settings: Vec<_> = settings.collect::<PyResult<_>>()?;
    let goals = PyDict::new(py);
    for ask in &found.asks {
        goals.set_item(&ask.label, ask.want.as_ref().map(|(_, want)| want))?;
    }
    let dict = PyDict::new(py);
    dict.set_item("settings", settings)?;
    dict.set_item("goals", goals)?;
    dict.set_item("is_met", found.is_met())?;
    dict.set_item("text", oddsmith::balance_text(found))?;
    Ok(dict)
}

/// Returns the result of a search for a value: for each case the tried values with their answers,
/// and the values that come nearest to the target.
pub(crate) fn find_dict<'py>(py: Python<'py>, found: &Search) -> PyResult<Bound<'py, PyDict>> {
    let value_tuple = |tried: &TriedValue| {
        let number = if found.is_whole {
            (tried.number as i64).into_bound_py_any(py)
        } else {
            tried.number.into_bound_py_any(py)
        };
        number.map(|number| (number, tried.answer))
    };
    let mut cases = Vec::new();
    for case in &found.cases {
        let row = PyDict::new(py);
        row.set_item("case", case.name.as_deref())?;
        let tried = case.tried.iter().map(value_tuple);
        let nearest = case.nearest(found).into_iter().map(value_tuple);
        let tried: Vec<_> = tried.collect::<PyResult<_>>()?;
        let nearest: Vec<_> = nearest.collect::<PyResult<_>>()?;
        row.set_item("tried", tried)?;
        row.set_item("nearest", nearest)?;
        cases.push(row);
    }
    let dict = PyDict::new(py);
    dict.set_item("parameter", &found.parameter)?;
    dict.set_item("question", &found.question)?;
    dict.set_item("target", found.target)?;
    dict.set_item("cases", cases)?;
    dict.set_item("text", oddsmith::find_text(found))?;
    Ok(dict)
}
