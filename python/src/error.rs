//! Errors as Python exceptions.

use oddsmith::input::diagnostic::{Diagnostic, describe_fix};
use oddsmith::{Error, Position};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the exception for an error: `OddsError` with every problem.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    if error.problems().is_empty() {
        return PyKeyboardInterrupt::new_err(error.to_string());
    }
    make_exception(py, error).unwrap_or_else(|failed| failed)
}

fn make_exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let problems = error
        .problems()
        .iter()
        .map(|problem| problem_dict(py, problem))
        .collect::<PyResult<Vec<_>>>()?;
    let class = py.import("oddsmith._errors")?.getattr("OddsError")?;
    Ok(PyErr::from_value(
        class.call1((error.to_string(), problems))?,
    ))
}

fn problem_dict<'py>(py: Python<'py>, problem: &Diagnostic) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("message", &problem.problem)?;
    dict.set_item("help", &problem.help)?;
    dict.set_item("notes", &problem.notes)?;
    dict.set_item("fix", problem.fix.as_deref().map(describe_fix))?;
    if let Some(position) = Position::of(problem) {
        dict.set_item("file", position.file)?;
        dict.set_item("line", position.line)?;
        dict.set_item("column", position.column)?;
    }
    Ok(dict)
}

/// Returns the exception for a panic, which is a fault of oddsmith.
pub(crate) fn fault(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason is known");
    PyRuntimeError::new_err(format!(
        "this is a fault of oddsmith, please report it: {text}"
    ))
}
