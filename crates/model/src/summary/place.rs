//! Cases and places in words: "at QV 4 with no white cubes".

use crate::findings::places::{Spoken, joined, swept_at};
use crate::findings::quoted;
use crate::report::{Axis, Case, Report};

/// Parts of a case that a sentence can name one by one.
const MOST: usize = 3;

/// The axes along which there are several cases that are otherwise like one, each with these cases in its order.
pub fn axes(report: &Report, usual: usize) -> Vec<(Axis, Vec<usize>)> {
    let swept = (0..report.sweep.len()).map(Axis::Sweep);
    let all = swept.chain((!report.variants.is_empty()).then_some(Axis::Variants));
    all.map(|axis| (axis, along(report, axis, usual))).filter(|(_, cases)| cases.len() > 1).collect()
}

/// The cases that differ from one along an axis alone, in the order of the axis.
pub(super) fn along(report: &Report, axis: Axis, home: usize) -> Vec<usize> {
    let home = &report.cases[home];
    let fits = |case: &&Case| {
        let mut points = case.point.iter().zip(&home.point).enumerate();
        (case.variant == home.variant || axis == Axis::Variants)
            && points.all(|(at, (one, other))| one == other || axis == Axis::Sweep(at))
    };
    report.cases.iter().filter(fits).map(|case| case.number - 1).collect()
}

/// Where a case is: "at QV 4 with no white cubes"; nothing where there is one case only.
pub fn at(report: &Report, case: usize) -> String {
    let parts = parts(report, case, &[]);
    match parts.len() {
        0..=MOST => joined(parts.iter().map(Spoken::at)),
        _ => format!("in the case {}", report.case_name(&report.cases[case])),
    }
}

/// The same without what varies along some axes.
pub(super) fn rest(report: &Report, case: usize, axes: &[Axis]) -> String {
    let parts = parts(report, case, axes);
    if parts.len() > MOST { "with all else as it is".to_owned() } else { joined(parts.iter().map(Spoken::at)) }
}

/// Where a case is along an axis: "with 3 white cubes".
pub fn place(report: &Report, axis: Axis, case: usize) -> String {
    spoken(report, axis, case).at()
}

/// The same after another place of the axis: "with 4".
pub(super) fn place_again(report: &Report, axis: Axis, case: usize) -> String {
    spoken(report, axis, case).again()
}

/// The same in a list, after another place of the axis: "4".
pub(super) fn value_again(report: &Report, axis: Axis, case: usize) -> String {
    spoken(report, axis, case).bare()
}

/// Whether the place of a case along an axis is a number of things: "with 3 cubes".
pub(super) fn is_counted(report: &Report, axis: Axis, case: usize) -> bool {
    spoken(report, axis, case).is_counted()
}

fn spoken(report: &Report, axis: Axis, case: usize) -> Spoken {
    let at = axis.place_of(&report.cases[case]).unwrap_or(0);
    match axis {
        Axis::Sweep(parameter) => swept_at(&report.sweep[parameter], at),
        _ => Spoken::with(quoted(&report.variants[at])),
    }
}

/// What distinguishes a case from the others, part by part: what stands "at" something first.
fn parts(report: &Report, case: usize, without: &[Axis]) -> Vec<Spoken> {
    let case = &report.cases[case];
    let is_named = |at: usize| report.sweep[at].values.len() > 1 && !without.contains(&Axis::Sweep(at));
    let swept = report.sweep.iter().zip(&case.point).enumerate().filter(|(at, _)| is_named(*at));
    let swept = swept.map(|(_, (swept, &at))| swept_at(swept, at));
    let variant = case.variant.filter(|_| report.variants.len() > 1 && !without.contains(&Axis::Variants));
    let variant = variant.map(|at| Spoken::with(quoted(&report.variants[at])));
    let mut parts: Vec<Spoken> = swept.chain(variant).collect();
    parts.sort_by_key(|part| !part.at().starts_with("at "));
    parts
}
