//! Cases and numbers in words.

use crate::estimate::Estimate;
use crate::figures::Numerals;
use crate::findings::places::{Spoken, joined, swept_at};
use crate::findings::words::{bare, quoted, small_unless, standing};
use crate::report::{Axis, Report};

/// Parts of a case that a sentence can name one by one.
const MOST: usize = 3;

/// The index of a case's value along an axis.
pub(super) fn place_of(report: &Report, axis: Axis, at: usize) -> usize {
    axis.place_of(&report.cases[at]).unwrap_or(0)
}

/// What tells a case from the others, part by part: what stands "at" something first.
fn parts(report: &Report, case: usize, without: &[Axis]) -> Vec<Spoken> {
    let own = &report.cases[case];
    let is_told = |at: usize| report.sweep[at].values.len() > 1 && !without.contains(&Axis::Sweep(at));
    let swept = report.sweep.iter().zip(&own.point).enumerate().filter(|(at, _)| is_told(*at));
    let swept = swept.map(|(_, (swept, &at))| swept_at(swept, at));
    let variant = own.variant.filter(|_| report.variants.len() > 1 && !without.contains(&Axis::Variants));
    let variant = variant.map(|at| Spoken::with(quoted(&report.variants[at])));
    let mut parts: Vec<Spoken> = swept.chain(variant).collect();
    parts.sort_by_key(|part| !part.at().starts_with("at "));
    parts
}

/// "at QV 4 with no white cubes"; nothing where there is one case only.
pub(super) fn at(report: &Report, case: usize) -> String {
    let parts = parts(report, case, &[]);
    match parts.len() {
        0..=MOST => joined(parts.iter().map(Spoken::at)),
        _ => format!("in the case {}", report.case_name(&report.cases[case])),
    }
}

/// The same of all but what varies along an axis: "at QV 4".
pub(super) fn rest(report: &Report, case: usize, axis: Axis) -> String {
    all_but(report, case, &[axis])
}

/// The same of all but what varies along some axes.
pub(super) fn all_but(report: &Report, case: usize, axes: &[Axis]) -> String {
    let parts = parts(report, case, axes);
    if parts.len() > MOST { "with all else as it is".to_owned() } else { joined(parts.iter().map(Spoken::at)) }
}

/// "QV 2 is best", "it is best with advantage".
pub(super) fn is(report: &Report, case: usize, word: &str) -> String {
    match parts(report, case, &[]).first() {
        Some(first) if first.is_said() => format!("it is {word} {}", at(report, case)),
        _ => {
            let is = if parts(report, case, &[]).first().is_some_and(Spoken::is_many) { "are" } else { "is" };
            format!("{} {is} {word}", name(report, case))
        }
    }
}

/// A case as a thing: "QV 2 with 3 white cubes".
pub(super) fn name(report: &Report, case: usize) -> String {
    let parts = parts(report, case, &[]);
    match parts.len() {
        0..=MOST => {
            let rest = parts.iter().skip(1).map(Spoken::at);
            joined(parts.first().map(|first| first.name.clone()).into_iter().chain(rest))
        }
        _ => report.case_name(&report.cases[case]),
    }
}

/// "with 6 white cubes", "at QV 2".
pub(super) fn place(report: &Report, axis: Axis, case: usize) -> String {
    spoken(report, axis, case).at()
}

/// "6 white cubes", "QV 2".
pub(super) fn place_name(report: &Report, axis: Axis, case: usize) -> String {
    spoken(report, axis, case).name
}

fn spoken(report: &Report, axis: Axis, case: usize) -> Spoken {
    let at = place_of(report, axis, case);
    match axis {
        Axis::Sweep(parameter) => {
            let swept = &report.sweep[parameter];
            swept_at(swept, at)
        }
        _ => Spoken::with(quoted(&report.variants[at])),
    }
}

/// What varies along an axis, as a thing: "the save".
pub(super) fn axis_name(report: &Report, axis: Axis) -> String {
    match axis {
        Axis::Sweep(parameter) => {
            let swept = &report.sweep[parameter];
            small_unless(swept.is_named, &standing(bare(crate::findings::places::called(swept))))
        }
        _ => "the variant".to_owned(),
    }
}

/// Two chances, or two means, next to each other.
pub(super) fn both(is_chance: bool, one: &Estimate, other: &Estimate) -> (String, String) {
    let text = |own: &Estimate| if is_chance { own.spoken(Numerals::ENGLISH) } else { own.mean(Numerals::ENGLISH) };
    (text(one), text(other))
}

/// How many times: "8", "2.4".
pub(super) fn times(times: f64) -> String {
    let tenths = (times * 10.0).round() / 10.0;
    match times {
        times if times >= 1e6 => "over a million".to_owned(),
        times if times >= 20.0 => format!("some {}", crate::figures::grouped(times.round() as u64)),
        _ => format!("{tenths}"),
    }
}
