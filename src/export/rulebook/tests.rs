//! Tables as they are written, kind by kind.

use insta::assert_snapshot;

use super::{latex, markdown};
use crate::findings::tests::made::{Made, RESULTS, binomial, chart, results, swept};
use crate::report::{Axis, Chart};
use crate::rule::metric::{ChartKind, Kind, Measure};

fn stacked() -> Chart {
    chart(ChartKind::Stacked, Axis::Sweep(0), None, Measure::Is(3))
}

fn wing() -> Made {
    Made { sweep: vec![swept("QV", &[1, 2, 6])], ..Made::new(Kind::Category(&RESULTS), "Result") }
}

#[test]
fn stacked_bars_are_rows() {
    let report = wing().report(|_, at, _| results(3, (7 - at[0]) as u64));
    assert_snapshot!(markdown(&report, &stacked()).unwrap(), @r"");
    assert_snapshot!(latex(&report, &stacked()).unwrap(), @r"");
}

#[test]
fn simulated_odds_have_no_more_digits_than_their_intervals() {
    let report = Made { is_exact: false, trials: 100, ..wing() }.report(|_, at, _| results(3, (7 - at[0]) as u64));
    assert_snapshot!(markdown(&report, &stacked()).unwrap(), @r"");
}

#[test]
fn heat_maps_keep_their_rows_and_columns() {
    let made = Made { sweep: vec![swept("QV", &[2, 6]), swept("Dice", &[1, 2, 5])], ..Made::new(Kind::Count, "Successes") };
    let report = made.report(|_, at, _| binomial(at[1] as u32, (7 - at[0]) as u64));
    let heat = chart(ChartKind::Heatmap, Axis::Sweep(1), Some(Axis::Sweep(0)), Measure::AtLeast(2));
    assert_snapshot!(markdown(&report, &heat).unwrap(), @r"");
    let lines = chart(ChartKind::Lines, Axis::Sweep(1), Some(Axis::Sweep(0)), Measure::Mean);
    assert_snapshot!(markdown(&report, &lines).unwrap(), @r"");
}

#[test]
fn comparisons_have_a_difference() {
    let made = Made { variants: &["As published", "No_penalties"], ..Made::new(Kind::Count, "Actions") };
    let report = made.report(|variant, _, _| binomial(3, [3, 4][variant]));
    let pair = chart(ChartKind::Compare, Axis::Values, Some(Axis::Variants), Measure::Mean);
    assert_snapshot!(markdown(&report, &pair).unwrap(), @r"");
    assert_snapshot!(latex(&report, &pair).unwrap(), @r"");
}

#[test]
fn fans_and_distributions() {
    let made = Made { steps: Some((0, 2)), ..Made::new(Kind::Count, "Acts left") };
    let report = made.report(|_, _, step| binomial(12, 6 - u64::from(step)));
    let fan = chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean);
    assert_snapshot!(markdown(&report, &fan).unwrap(), @r"");
    let report = Made::new(Kind::Count, "Successes").report(|_, _, _| binomial(3, 1));
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    assert_snapshot!(markdown(&report, &bars).unwrap(), @r"");
}

#[test]
fn a_chart_without_numbers_says_so() {
    let report = wing().report(|_, _, _| results(3, 3));
    let lost = Chart { metric: "unknown".into(), ..stacked() };
    assert!(markdown(&report, &lost).is_err() && latex(&report, &lost).is_err());
}
