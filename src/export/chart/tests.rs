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
