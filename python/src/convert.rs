//! Values of Python as settings of a run, and cells of tables as values of Python.

use oddsmith::Run;
use oddsmith::export::TableCell;
use oddsmith::report::Value;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};

/// The most values of a list.
const MAX_CASES: usize = 100_000;

/// Adds settings to a run: a single value sets a parameter, and a list sweeps it.
pub(crate) fn with_settings(mut run: Run, settings: &Bound<'_, PyDict>) -> PyResult<Run> {
    for (key, value) in settings {
        let key: String = key.extract()?;
        if let Some(text) = setting_text(&value) {
            run = run.set(format!("{key}={text}"));
            continue;
        }
        // Bytes would be swept as numbers, and tables by their keys.
        let is_list = !value.is_instance_of::<PyBytes>()
            && !value.is_instance_of::<PyByteArray>()
            && !value.is_instance_of::<PyDict>()
            && !value.hasattr("columns")?;
        let values = value.try_iter().ok().filter(|_| is_list);
        let values = values.ok_or_else(|| wrong_type(&key, &value))?;
        let mut texts = Vec::new();
        for value in values {
            let value = value?;
            let text = setting_text(&value).ok_or_else(|| wrong_type(&key, &value))?;
            if text.contains(',') {
                return Err(PyValueError::new_err(format!(
                    "`{key}`: a swept value cannot contain a comma: {text:?}"
                )));
            }
            if texts.len() == MAX_CASES {
                return Err(PyValueError::new_err(format!(
                    "`{key}`: the list has more than {MAX_CASES} values: sweep fewer"
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
fn setting_text(value: &Bound<'_, PyAny>) -> Option<String> {
    if value.is_instance_of::<PyString>() {
        return value.extract().ok();
    }
    // Also those of NumPy, which are numbers too.
    if let Ok(flag) = value.extract::<bool>() {
        return Some(flag.to_string());
    }
    // A parameter has no fractions.
    let is_fraction = || value.hasattr("denominator").unwrap_or(false);
    if let Ok(number) = value.extract::<i64>() {
        return Some(number.to_string());
    }
    // With a point or an exponent, it is a decimal for the rule too.
    let number = value.extract::<f64>().ok().filter(|_| !is_fraction())?;
    Some(format!("{number:?}"))
}

fn wrong_type(key: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let name = value
        .get_type()
        .name()
        .map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "`{key}`: expected a number, a text, True or False, or a list of them to sweep, not {name}"
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
