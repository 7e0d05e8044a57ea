//! Every kind over fair and ugly data: nothing overlaps, nothing leaves the page.

use super::fixture::{MANY, Made, WING, binomial, chart, swept};
use super::{Drawing, draw};
use crate::report::{Axis, Chart, Report};
use crate::rule::metric::{ChartKind, Kind, Measure};

const LONG: &str = "A name of sixty characters, which no column has any room for";

/// Checks what every page must be.
fn fits(name: &str, report: &Report, chart: &Chart) -> Drawing {
    let drawing = draw(report, chart).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (width, height) = drawing.size_mm();
    let boxes = drawing.text_boxes();
    for (i, a) in boxes.iter().enumerate() {
        assert!(a.points >= 6.0, "{name}: {a:?} is too small");
        let inside = a.area.left >= 0.0 && a.area.right <= width && a.area.top >= 0.0 && a.area.bottom <= height;
        assert!(inside, "{name}: {a:?} leaves the page of {width} x {height}");
        for b in &boxes[i + 1..] {
            assert!(!a.area.overlaps(b.area), "{name}: {a:?} and {b:?} overlap");
        }
    }
    drawing
}

/// The weights of a Wing's outcomes at a Quality Value.
fn wing(quality: u64) -> Vec<(i64, u64)> {
    let (hit, miss) = ((7 - quality).pow(3), (quality - 1).pow(3));
    vec![(0, hit), (1, 216 - hit - miss), (2, miss)]
}

#[test]
fn stacked_bars_fit() {
    let quality = || Made { sweep: vec![swept("Quality Value (QV)", "QV", 2..=6)], ..Made::new(Kind::Category(&WING)) };
    let by_quality = chart(ChartKind::Stacked, Axis::Sweep(0), None, Measure::Mean);
    fits("stacked_wing", &quality().report(|_, point, _| wing(point[0] as u64 + 2)), &by_quality);
    let sampled = Made { exact: false, trials: 200, ..quality() };
    fits("stacked_sampled", &sampled.report(|_, point, _| wing(point[0] as u64 + 2)), &by_quality);

    let names = ["Vanguard", "Centre", "Left", "Right"].map(str::to_owned).to_vec();
    let steps = Made { steps: Some((1, 4)), step_names: names, unresolved: 3.3e-7, ..Made::new(Kind::Category(&WING)) };
    let by_step = chart(ChartKind::Stacked, Axis::Steps, None, Measure::Mean);
    let with_rest = |_: usize, _: &[usize], step: u32| {
        vec![(0, 30), (1, 40 - 5 * u64::from(step)), (2, 20), (3, 20 * u64::from(step - 1))]
    };
    fits("stacked_steps", &steps.report(with_rest), &by_step);
    fits(
        "stacked_200_steps",
        &Made { steps: Some((1, 200)), ..Made::new(Kind::Category(&WING)) }
            .report(|_, _, step| vec![(0, 300 - u64::from(step)), (1, 60), (2, 2 * u64::from(step))]),
        &by_step,
    );

    let many = Made {
        variants: vec![LONG.to_owned(), "Short".to_owned(), "W".repeat(60)],
        ..Made::new(Kind::Category(&MANY))
    };
    let by_variant = chart(ChartKind::Stacked, Axis::Variants, None, Measure::Mean);
    fits(
        "stacked_many",
        &many.report(|variant, _, _| (0..6).map(|i| (i, 1 + 3 * (i as u64 + variant as u64) % 7)).collect()),
        &by_variant,
    );

    let rows = Made { sweep: vec![swept("Row", "", 1..=40)], ..Made::new(Kind::Category(&WING)) };
    fits(
        "stacked_40_rows",
        &rows.report(|_, point, _| vec![(0, point[0] as u64), (1, 20), (2, 40 - point[0] as u64)]),
        &by_quality,
    );
    let single = chart(ChartKind::Stacked, Axis::Single, None, Measure::Mean);
    fits("stacked_certain", &Made::new(Kind::Category(&WING)).report(|_, _, _| vec![(1, 1)]), &single);
    fits(
        "stacked_flag",
        &quality_flag().report(|_, point, _| vec![(0, point[0] as u64), (1, 4 - point[0] as u64)]),
        &by_quality,
    );
}

fn quality_flag() -> Made {
    Made {
        sweep: vec![swept("Quality Value (QV)", "QV", 2..=6)],
        label: "Wing routed".to_owned(),
        ..Made::new(Kind::Flag)
    }
}

#[test]
fn heat_maps_fit() {
    let two = |columns: usize, rows: usize| Made {
        sweep: vec![swept("Cubes rolled", "", 0..columns), swept("Quality Value (QV)", "QV", 2..rows + 2)],
        ..Made::new(Kind::Count)
    };
    let map = |measure| chart(ChartKind::Heatmap, Axis::Sweep(0), Some(Axis::Sweep(1)), measure);
    let dice =
        |_: usize, point: &[usize], _: u32| binomial(point[0] as u32 % 20, 5u64.saturating_sub(point[1] as u64 % 6));
    fits("heatmap_cubes", &two(7, 5).report(dice), &map(Measure::AtLeast(2)));
    fits("heatmap_mean", &two(7, 5).report(dice), &map(Measure::Mean));
    fits("heatmap_none", &two(7, 5).report(dice), &map(Measure::AtLeast(99)));
    fits("heatmap_all", &two(7, 5).report(dice), &map(Measure::AtLeast(0)));
    fits("heatmap_one", &two(1, 1).report(|_, _, _| vec![(1, 1)]), &map(Measure::Mean));
    let sampled = Made { exact: false, trials: 300, ..two(7, 5) };
    fits("heatmap_sampled", &sampled.report(dice), &map(Measure::AtLeast(2)));
    fits("heatmap_40", &two(12, 40).report(dice), &map(Measure::AtLeast(2)));
    fits("heatmap_200", &two(200, 60).report(dice), &map(Measure::AtLeast(2)));
    fits(
        "heatmap_negative",
        &two(7, 5).report(|_, point, _| vec![(-1000 * point[0] as i64, 1), (point[1] as i64, 2)]),
        &map(Measure::Mean),
    );
    let names = Made {
        variants: (0..8).map(|i| format!("{i} {LONG}")).collect(),
        sweep: vec![swept("A parameter with a long, long name for which there is no room", "", 0..3)],
        ..Made::new(Kind::Count)
    };
    let by_variant = Chart { x: Axis::Variants, series: Some(Axis::Sweep(0)), ..map(Measure::AtLeast(1)) };
    fits("heatmap_names", &names.report(|variant, point, _| binomial(3, (variant + point[0]) as u64 % 7)), &by_variant);
}

#[test]
fn at_least_fits() {
    let dice = |variant: usize, point: &[usize], _: u32| {
        binomial(6, (3 + variant as u64 + point.first().map_or(0, |&i| i as u64)) % 7)
    };
    let falls = |series| chart(ChartKind::AtLeast, Axis::Values, series, Measure::Mean);
    fits("at_least_one", &Made::new(Kind::Count).report(dice), &falls(None));
    let variants = |names: &[&str]| Made {
        variants: names.iter().map(|&name| name.to_owned()).collect(),
        ..Made::new(Kind::Count)
    };
    let two = variants(&["As rolled", "Ones re-rolled"]);
    fits("at_least_two", &two.report(dice), &falls(Some(Axis::Variants)));
    let sampled = Made { exact: false, trials: 300, ..variants(&["As rolled", "Ones re-rolled"]) };
    fits("at_least_sampled", &sampled.report(dice), &falls(Some(Axis::Variants)));
    fits("at_least_names", &variants(&[LONG, "B", LONG]).report(dice), &falls(Some(Axis::Variants)));
    fits("at_least_same", &variants(&["A", "B", "C"]).report(|_, _, _| binomial(6, 3)), &falls(Some(Axis::Variants)));
    let eight = Made { sweep: vec![swept("Quality Value (QV)", "QV", 1..=8)], ..Made::new(Kind::Count) };
    fits(
        "at_least_eight",
        &eight.report(|_, point, _| binomial(12, point[0] as u64 % 6)),
        &falls(Some(Axis::Sweep(0))),
    );
    let long = |_: usize, _: &[usize], _: u32| (0..300).map(|k| (k - 40, (k * (300 - k)) as u64 + 1)).collect();
    fits("at_least_long", &Made::new(Kind::Count).report(long), &falls(None));
    fits("at_least_certain", &Made::new(Kind::Count).report(|_, _, _| vec![(3, 1)]), &falls(None));
}

#[test]
fn distributions_fit() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    fits("distribution_six", &Made::new(Kind::Count).report(|_, _, _| binomial(6, 3)), &bars);
    fits("distribution_small", &Made { trials: 400, ..Made::new(Kind::Count) }.report(|_, _, _| binomial(6, 2)), &bars);
    let sampled = Made { exact: false, trials: 400, ..Made::new(Kind::Count) };
    fits("distribution_sampled", &sampled.report(|_, _, _| binomial(12, 2)), &bars);
    fits("distribution_exact", &Made { trials: 0, ..Made::new(Kind::Count) }.report(|_, _, _| binomial(12, 4)), &bars);
    fits("distribution_certain", &Made::new(Kind::Count).report(|_, _, _| vec![(-1_000_000, 1)]), &bars);
    let bell = |n: i64, unit: i64| {
        move |_: usize, _: &[usize], _: u32| {
            let weight = |k: i64| (1e6 * (-((k - n / 2) as f64 / (n as f64 / 9.0)).powi(2)).exp()) as u64;
            (0..n).map(|k| ((k - 20) * unit, weight(k))).filter(|&(_, weight)| weight > 0).collect::<Vec<_>>()
        }
    };
    fits("distribution_40", &Made { trials: 5000, ..Made::new(Kind::Count) }.report(bell(40, 1)), &bars);
    fits("distribution_200", &Made { trials: 5000, ..Made::new(Kind::Count) }.report(bell(200, 1)), &bars);
    fits("distribution_3000", &Made::new(Kind::Count).report(bell(3000, 1)), &bars);
    fits("distribution_hundreds", &Made::new(Kind::Count).report(bell(12, 1000)), &bars);
    let skewed = |_: usize, _: &[usize], _: u32| (0..30).map(|k| (k, 1 << (30 - k))).collect();
    fits("distribution_skewed", &Made::new(Kind::Count).report(skewed), &bars);
    let left = |_: usize, _: &[usize], _: u32| (0..30).map(|k| (k, 1 << k)).collect();
    fits("distribution_left", &Made::new(Kind::Count).report(left), &bars);
    fits(
        "distribution_category",
        &Made::new(Kind::Category(&MANY)).report(|_, _, _| (0..6).map(|i| (i, 9)).collect()),
        &bars,
    );
    fits("distribution_flag", &Made::new(Kind::Flag).report(|_, _, _| vec![(0, 999_999), (1, 1)]), &bars);
}

#[test]
fn lines_fit() {
    let sweep =
        |n: usize| Made { sweep: vec![swept("Inactive Elements", "IE", 0..n)], trials: 1000, ..Made::new(Kind::Flag) };
    let by_sweep = |measure, series| chart(ChartKind::Lines, Axis::Sweep(0), series, measure);
    let capped = |_: usize, point: &[usize], _: u32| {
        let fails = (5 + 15 * point[0] as u64).min(50);
        vec![(0, 100 - fails), (1, fails)]
    };
    let is = Measure::Is(1);
    fits("lines_capped", &sweep(7).report(capped), &by_sweep(is, None));
    fits("lines_many_trials", &Made { trials: 10_000_000, ..sweep(7) }.report(capped), &by_sweep(is, None));
    fits("lines_sampled", &Made { exact: false, trials: 100, ..sweep(7) }.report(capped), &by_sweep(is, None));
    fits("lines_one", &sweep(1).report(capped), &by_sweep(is, None));
    fits("lines_none", &sweep(5).report(|_, _, _| vec![(0, 1)]), &by_sweep(is, None));
    fits("lines_all", &sweep(5).report(|_, _, _| vec![(1, 1)]), &by_sweep(is, None));
    let steps = Made { steps: Some((1, 200)), trials: 2000, ..Made::new(Kind::Count) };
    let by_step = chart(ChartKind::Lines, Axis::Steps, None, Measure::Mean);
    fits("lines_200_steps", &steps.report(|_, _, step| vec![(-i64::from(step), 1), (50, 2)]), &by_step);
    let eight = Made { variants: (0..8).map(|i| format!("{i} {LONG}")).collect(), ..sweep(12) };
    let mixed = |variant: usize, point: &[usize], _: u32| vec![(0, 10 + variant as u64 * 3), (1, 1 + point[0] as u64)];
    fits("lines_eight", &eight.report(mixed), &by_sweep(is, Some(Axis::Variants)));
    let three = Made { variants: ["Light", "Medium", "Heavy"].map(str::to_owned).to_vec(), ..sweep(6) };
    fits("lines_three", &three.report(mixed), &by_sweep(is, Some(Axis::Variants)));
    fits("lines_three_same", &three.report(|_, _, _| vec![(0, 1), (1, 1)]), &by_sweep(is, Some(Axis::Variants)));
    let uneven = Made { sweep: vec![swept("Cost", "", [1, 2, 3, 5, 10, 20, 50, 100, 1000])], ..Made::new(Kind::Count) };
    fits(
        "lines_uneven",
        &uneven.report(|_, point, _| vec![(0, 5), (100_000, 1 + point[0] as u64)]),
        &by_sweep(Measure::Mean, None),
    );
    let names = Made {
        variants: vec![LONG.to_owned(), "B".to_owned(), LONG.to_owned(), LONG.to_owned()],
        ..Made::new(Kind::Flag)
    };
    let by_variant = chart(ChartKind::Lines, Axis::Variants, None, is);
    fits("lines_names", &names.report(|variant, _, _| vec![(0, 3), (1, 1 + variant as u64)]), &by_variant);
}

#[test]
fn fans_fit() {
    let fan = chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean);
    let acts = |_: usize, _: &[usize], step: u32| {
        let left = 0.85f64.powi(step as i32);
        let mut weights = vec![1.0];
        for _ in 0..12 {
            let mut next = vec![0.0; weights.len() + 1];
            for (k, weight) in weights.iter().enumerate() {
                next[k] += weight * (1.0 - left);
                next[k + 1] += weight * left;
            }
            weights = next;
        }
        weights.iter().enumerate().map(|(k, weight)| (k as i64, (weight * 1e9) as u64)).collect()
    };
    let steps =
        |first, last| Made { steps: Some((first, last)), label: "Acts left".to_owned(), ..Made::new(Kind::Count) };
    fits("fan_acts", &steps(0, 12).report(acts), &fan);
    fits("fan_sampled", &Made { exact: false, ..steps(0, 12) }.report(acts), &fan);
    fits(
        "fan_200",
        &steps(1, 200).report(|_, _, step| (0..20).map(|k| (i64::from(step) * k - 300, 1 + k as u64)).collect()),
        &fan,
    );
    fits("fan_one", &steps(1, 1).report(|_, _, _| vec![(0, 1)]), &fan);
    let names = (0..6).map(|i| format!("{i} {LONG}")).collect();
    fits("fan_names", &Made { step_names: names, ..steps(1, 6) }.report(acts), &fan);
}

#[test]
fn comparisons_fit() {
    let compare = chart(ChartKind::Compare, Axis::Values, Some(Axis::Variants), Measure::Mean);
    let two = || Made { variants: vec!["As rolled".to_owned(), "Ones re-rolled".to_owned()], ..Made::new(Kind::Count) };
    fits("compare_two", &two().report(|variant, _, _| binomial(6, 3 + variant as u64)), &compare);
    fits("compare_worse", &two().report(|variant, _, _| binomial(6, 4 - variant as u64)), &compare);
    fits("compare_same", &two().report(|_, _, _| binomial(6, 3)), &compare);
    let crossing =
        |variant: usize, _: &[usize], _: u32| if variant == 0 { binomial(8, 3) } else { vec![(0, 2), (4, 2), (8, 3)] };
    fits("compare_crossing", &two().report(crossing), &compare);
    fits("compare_sampled", &Made { exact: false, trials: 400, ..two() }.report(crossing), &compare);
    let long = |variant: usize, _: &[usize], _: u32| {
        (0..300).map(|k| (k - 40, (k * (300 + 30 * variant as i64 - k)) as u64 + 1)).collect()
    };
    let names = Made { variants: vec![LONG.to_owned(), "W".repeat(60), LONG.to_owned()], ..Made::new(Kind::Count) };
    fits("compare_long", &names.report(long), &compare);
    let one = Made::new(Kind::Count).report(|_, _, _| binomial(6, 3));
    assert!(draw(&one, &chart(ChartKind::Compare, Axis::Values, None, Measure::Mean)).is_err());
}

#[test]
fn pages_are_the_same_bytes_every_time_and_titles_are_only_text() {
    let report = Made::new(Kind::Count).report(|_, _, _| binomial(6, 3));
    let bars = Chart {
        title: "<script>&\"'</script> ]]> 漢 \u{1}".to_owned(),
        ..chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean)
    };
    let (a, b) = (draw(&report, &bars).unwrap(), draw(&report, &bars).unwrap());
    assert_eq!(a.svg(), b.svg());
    assert_eq!(a.png().unwrap(), b.png().unwrap());
    assert_eq!(a.missing_glyphs(), ['\u{1}', '漢']);
    let svg = String::from_utf8(a.svg()).unwrap();
    assert!(svg.contains("width=\"84mm\"") && !svg.contains("<text") && !svg.contains("script"));
}
