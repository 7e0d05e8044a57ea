//! The exact distribution of a roll.

use std::panic::{AssertUnwindSafe, catch_unwind};

use maud::html;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::odds::Mass;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::fraction;
use crate::error::{exception, fault};
use crate::wait::wait_for;

/// The exact distribution of a roll. `+`, `-`, `*`, `//`, `%` and comparisons take another roll or a
/// whole number; two rolls are always independent, even if they are the same object.
///
/// >>> import oddsmith as od
/// >>> abilities = od.roll("4d6kh3")
/// >>> abilities
/// <Roll 4d6kh3: 3 to 18, mean 12.24>
/// >>> abilities.fraction(18)
/// Fraction(7, 432)
/// >>> (od.roll("d20") + 5 >= od.roll("d20")).chance()
/// 0.7375
#[pyclass(frozen, name = "Roll", module = "oddsmith")]
pub(crate) struct Roll(oddsmith::Roll);

/// Returns the exact distribution of dice: `4d6kh3`, `2d6+3`, `2d6 >= 7`, `count(5d10 >= 7)`.
///
/// >>> import oddsmith as od
/// >>> od.roll("2d6").pmf[7]
/// 0.16666666666666666
/// >>> od.roll("2d6 >= 7").chance()
/// 0.5833333333333334
#[pyfunction]
pub(crate) fn roll(py: Python<'_>, dice: &str) -> PyResult<Roll> {
    let quick = py.detach(|| catch_unwind(|| oddsmith::quick_roll(dice)));
    match quick.map_err(|panic| fault(&*panic))? {
        Some(roll) => Ok(Roll(roll)),
        None => wait_for(py, None, |watch| oddsmith::roll_while(dice, watch)).map(Roll),
    }
}

/// The other side of an operator.
enum Operand<'py> {
    Roll(PyRef<'py, Roll>),
    Number(oddsmith::Roll),
}

impl Operand<'_> {
    fn roll(&self) -> &oddsmith::Roll {
        match self {
            Operand::Roll(roll) => &roll.0,
            Operand::Number(roll) => roll,
        }
    }
}

/// Returns the other side of an operator; `None` if it is neither a roll nor a whole number.
///
/// # Errors
/// Fails for a whole number of more than 64 bits.
fn operand<'py>(other: &Bound<'py, PyAny>) -> PyResult<Option<Operand<'py>>> {
    if let Ok(roll) = other.extract::<PyRef<'py, Roll>>() {
        return Ok(Some(Operand::Roll(roll)));
    }
    match other.extract::<i64>() {
        Ok(number) => Ok(Some(Operand::Number(oddsmith::Roll::constant(number)))),
        Err(error) if error.is_instance_of::<PyOverflowError>(other.py()) => Err(
            PyOverflowError::new_err("a number combined with a roll must fit in 64 bits"),
        ),
        Err(_) => Ok(None),
    }
}

/// Returns the text of one side of an operator.
fn side(roll: &oddsmith::Roll) -> String {
    let text = roll.to_string();
    if text.contains(' ') {
        format!("({text})")
    } else {
        text
    }
}

type Function = fn(i64, i64) -> Option<i64>;

/// The most pairs of results that are combined without other threads, in some milliseconds.
const QUICK_PAIRS: usize = 100_000;

fn combine(
    py: Python<'_>,
    left: &oddsmith::Roll,
    sign: &str,
    right: &oddsmith::Roll,
    function: Function,
) -> PyResult<Roll> {
    let text = format!("{} {sign} {}", side(left), side(right));
    let pairs = left.pmf().masses().len() * right.pmf().masses().len();
    if pairs > QUICK_PAIRS {
        let work = |watch: &Watch| left.combine_while(right, text, function, watch);
        return wait_for(py, None, work).map(Roll);
    }
    let work = AssertUnwindSafe(|| left.combine(right, text, function));
    py.detach(|| catch_unwind(work))
        .map_err(|panic| fault(&*panic))?
        .map(Roll)
        .map_err(|error| exception(py, &error))
}

/// Divides and rounds down, as Python does.
fn floor_division(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

fn remainder(a: i64, b: i64) -> Option<i64> {
    a.checked_sub(floor_division(a, b)?.checked_mul(b)?)
}

impl Roll {
    fn operate(
        &self,
        other: &Bound<'_, PyAny>,
        sign: &str,
        is_swapped: bool,
        function: Function,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = operand(other)? else {
            return Ok(py.NotImplemented());
        };
        let (left, right) = if is_swapped {
            (other.roll(), &self.0)
        } else {
            (&self.0, other.roll())
        };
        Ok(combine(py, left, sign, right, function)?
            .into_pyobject(py)?
            .into_any()
            .unbind())
    }

    fn numbers(&self) -> PyResult<&[(i64, Mass)]> {
        match self.0.pmf().masses() {
            [] => Err(PyValueError::new_err(format!("`{}` has no result", self.0))),
            masses => Ok(masses),
        }
    }
}

#[pymethods]
impl Roll {
    /// The mean.
    #[getter]
    fn mean(&self) -> f64 {
        self.0.mean()
    }

    /// The standard deviation.
    #[getter]
    fn sd(&self) -> f64 {
        self.0.pmf().sd()
    }

    /// The smallest result.
    #[getter]
    fn min(&self) -> PyResult<i64> {
        Ok(self.numbers()?[0].0)
    }

    /// The greatest result.
    #[getter]
    fn max(&self) -> PyResult<i64> {
        let numbers = self.numbers()?;
        Ok(numbers[numbers.len() - 1].0)
    }

    /// The median: the smallest result that is reached with a chance of 50% or more.
    #[getter]
    fn median(&self) -> Option<i64> {
        self.0.pmf().quantile(0.5)
    }

    /// The chance of every result, as a dictionary.
    ///
    /// >>> import oddsmith as od
    /// >>> od.roll("d4").pmf
    /// {1: 0.25, 2: 0.25, 3: 0.25, 4: 0.25}
    #[getter]
    fn pmf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for &(value, mass) in self.0.pmf().masses() {
            dict.set_item(value, mass.value())?;
        }
        Ok(dict)
    }

    /// The chance of every result as a fraction.
    ///
    /// >>> import oddsmith as od
    /// >>> od.roll("2d4").fractions[5]
    /// Fraction(1, 4)
    #[getter]
    fn fractions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for &(value, mass) in self.0.pmf().masses() {
            dict.set_item(value, self.exact(py, mass)?)?;
        }
        Ok(dict)
    }

    /// The chance of a result, by default of 1: that a comparison is true.
    ///
    /// >>> import oddsmith as od
    /// >>> od.roll("2d6").chance(12)
    /// 0.027777777777777776
    #[pyo3(signature = (value=1))]
    fn chance(&self, value: i64) -> f64 {
        self.0.pmf().mass(value).value()
    }

    /// The chance of a result as a fraction, by default of 1.
    ///
    /// >>> import oddsmith as od
    /// >>> od.roll("2d6").fraction(12)
    /// Fraction(1, 36)
    #[pyo3(signature = (value=1))]
    fn fraction<'py>(&self, py: Python<'py>, value: i64) -> PyResult<Bound<'py, PyAny>> {
        self.exact(py, self.0.pmf().mass(value))
    }

    /// The chance of this number or more.
    ///
    /// >>> import oddsmith as od
    /// >>> round(od.roll("4d6kh3").at_least(15), 4)
    /// 0.2315
    fn at_least(&self, least: i64) -> f64 {
        self.0.chance(|value| value >= least).value()
    }

    /// The chance of this number or less.
    fn at_most(&self, most: i64) -> f64 {
        self.0.chance(|value| value <= most).value()
    }

    /// The smallest result that is reached with this chance, from 0 to 1.
    ///
    /// >>> import oddsmith as od
    /// >>> od.roll("3d6").quantile(0.95)
    /// 15
    fn quantile(&self, share: f64) -> PyResult<Option<i64>> {
        if !(0.0..=1.0).contains(&share) {
            return Err(PyValueError::new_err(format!(
                "a quantile is a number from 0 to 1, not {share}"
            )));
        }
        Ok(self.0.pmf().quantile(share))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "+", false, i64::checked_add)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "+", true, i64::checked_add)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "-", false, i64::checked_sub)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "-", true, i64::checked_sub)
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "*", false, i64::checked_mul)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "*", true, i64::checked_mul)
    }

    fn __floordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "//", false, floor_division)
    }

    fn __rfloordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "//", true, floor_division)
    }

    fn __mod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "%", false, remainder)
    }

    fn __rmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operate(other, "%", true, remainder)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Roll> {
        combine(
            py,
            &oddsmith::Roll::constant(0),
            "-",
            &self.0,
            i64::checked_sub,
        )
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let (sign, function): (&str, Function) = match operator {
            CompareOp::Lt => ("<", |a, b| Some(i64::from(a < b))),
            CompareOp::Le => ("<=", |a, b| Some(i64::from(a <= b))),
            CompareOp::Eq => ("==", |a, b| Some(i64::from(a == b))),
            CompareOp::Ne => ("!=", |a, b| Some(i64::from(a != b))),
            CompareOp::Gt => (">", |a, b| Some(i64::from(a > b))),
            CompareOp::Ge => (">=", |a, b| Some(i64::from(a >= b))),
        };
        // Python would take rolls as equal to themselves alone.
        if matches!(operator, CompareOp::Eq | CompareOp::Ne) && operand(other)?.is_none() {
            return Err(PyTypeError::new_err(format!(
                "`{}`: compare a roll with another roll or with a whole number, not with {}",
                self.0,
                other.repr()?
            )));
        }
        self.operate(other, sign, false, function)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(format!(
            "`{}` is a roll, neither true nor false: use .chance() for its chance",
            self.0
        )))
    }

    fn __len__(&self) -> usize {
        self.0.pmf().masses().len()
    }

    fn __repr__(&self) -> String {
        let masses = self.0.pmf().masses();
        let (Some((least, _)), Some((most, _))) = (masses.first(), masses.last()) else {
            return format!("<Roll {}: no result>", self.0);
        };
        format!(
            "<Roll {}: {least} to {most}, mean {:.2}>",
            self.0,
            self.mean()
        )
    }

    /// The distribution as a table in HTML, which notebooks show.
    fn _repr_html_(&self) -> String {
        let masses = self.0.pmf().masses();
        let most = masses
            .iter()
            .map(|(_, mass)| mass.value())
            .fold(0.0, f64::max);
        let text = self.__repr__();
        let width = |chance: f64| (chance / most * 200.0).round();
        let page = html! {
            p { (text.trim_start_matches('<').trim_end_matches('>')) }
            table {
                @for &(value, mass) in masses {
                    tr {
                        td { (value) }
                        td { (format!("{:.2}%", mass.value() * 100.0)) }
                        td style="text-align:left" {
                            div style={ "width:" (width(mass.value())) "px;height:0.8em;background:#0b4f8a" } {}
                        }
                    }
                }
            }
        };
        page.0
    }
}

impl Roll {
    fn exact<'py>(&self, py: Python<'py>, mass: Mass) -> PyResult<Bound<'py, PyAny>> {
        let Some((n, d)) = mass.fraction() else {
            return Err(PyOverflowError::new_err(format!(
                "`{}`: this fraction has more than 64 bits: use .chance() for the number",
                self.0
            )));
        };
        fraction(py, i128::from(n), i128::from(d))
    }
}
