//! Values of Python as settings of a run, and cells of tables as values of Python.

use oddsmith::Run;
use oddsmith::export::TableCell;
use oddsmith::report::Value;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The most values of a list.
const MAX_SWEPT_VALUES: usize = 100_000;

/// Adds settings to a run: a single value sets a parameter, and a list sweeps it.
pub(crate) fn with_settings(mut run: Run, settings: &Bound<'_, PyDict>) -> PyResult<Run> {
    for (key, value) in settings {
        let key: String = key.extract()?;
        if let Some(text) = setting_text(&key, &value)? {
            run = run.set(format!("{key}={text}"));
            continue;
        }
        let Ok(values) = value.try_iter() else {
            return Err(wrong_type(&key, &value));
        };
        let mut texts = Vec::new();
        for value in values {
            let value = value?;
            let text = setting_text(&key, &value)?.ok_or_else(|| wrong_type(&key, &value))?;
            if text.contains(',') {
                return Err(PyValueError::new_err(format!(
                    "`{key}`: a swept value cannot contain a comma: {text:?}"
                )));
            }
            if texts.len() == MAX_SWEPT_VALUES {
                return Err(PyValueError::new_err(format!(
                    "`{key}`: the list has more than {MAX_SWEPT_VALUES} values: sweep fewer"
                )));
            }
            texts.push(text);
        }
        if texts.is_empty() {
            return Err(PyValueError::new_err(format!(
                "`{key}`: the list is empty: give one value or more"
            )));
        }
        run = run.sweep(format!("{key}={}", texts.join(",")));
    }
    Ok(run)
}

/// Returns the text of a single value; `None` for anything else.
fn setting_text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_instance_of::<PyString>() {
        return value.extract().map(Some);
    }
    // NumPy's booleans would also convert to numbers.
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(Some(flag.to_string()));
    }
    match value.extract::<i64>() {
        Ok(number) => return Ok(Some(number.to_string())),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            return Err(PyOverflowError::new_err(format!(
                "`{key}`: a whole number must fit in 64 bits"
            )));
        }
        Err(_) => {}
    }
    // A parameter has no fractions.
    if value.hasattr("denominator")? {
        return Ok(None);
    }
    // With a point or an exponent, it is a decimal for the rule too.
    let number = value.extract::<f64>().ok();
    Ok(number.map(|number| format!("{number:?}")))
}

fn wrong_type(key: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let name = value
        .get_type()
        .name()
        .map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "`{key}`: expected a number, a text, True or False, or a list, range, tuple, array or Series of them, not {name}"
    ))
}

/// Returns a cell as a value of Python. A fraction is a text: `7/432`.
pub(crate) fn cell_value(py: Python<'_>, cell: &TableCell<'_>) -> PyResult<Py<PyAny>> {
    match cell {
        TableCell::Nothing => Ok(py.None()),
        TableCell::Count(count) => count.into_py_any(py),
        TableCell::Whole(number) => number.into_py_any(py),
        TableCell::Number(..) => cell.rounded().into_py_any(py),
        TableCell::Fraction(n, d) => format!("{n}/{d}").into_py_any(py),
        TableCell::Text(text) if text.is_empty() => Ok(py.None()),
        TableCell::Text(text) => text.into_py_any(py),
        TableCell::Value(value) => parameter_value(py, value),
    }
}

/// Returns the value of a parameter as a value of Python.
pub(crate) fn parameter_value(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Whole(number) => number.into_py_any(py),
        Value::Decimal(number, _) => number.into_py_any(py),
        Value::Flag(flag) => flag.into_py_any(py),
        value => value.to_string().into_py_any(py),
    }
}

/// Returns a fraction of Python.
pub(crate) fn fraction<'py>(py: Python<'py>, n: i128, d: i128) -> PyResult<Bound<'py, PyAny>> {
    py.import("fractions")?.getattr("Fraction")?.call1((n, d))
}
