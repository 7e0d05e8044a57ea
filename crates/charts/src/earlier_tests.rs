//! Tests charts that show the results of an earlier run in grey behind the current ones.

use super::Drawing;
use super::fixture::{ReportFixture, binomial, chart, swept, with_earlier};
use super::tests::draw_checked;
use oddsmith_model::report::{Axis, Chart, Report};
use oddsmith_model::rule::metric::{Kind, Outcome, Tone};
use oddsmith_model::rule::presentation::{ChartKind, Measure};

const GREYS: [&str; 2] = ["#dce0e3", "#8b9298"];

fn has_grey(drawing: &Drawing) -> bool {
    let svg = drawing.inline_svg().svg.to_lowercase();
    GREYS.iter().any(|grey| svg.contains(grey))
}

fn has_text(drawing: &Drawing, expected_text: &str) -> bool {
    let texts: Vec<&str> = drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.as_str())
        .collect();
    texts.join(" ").contains(expected_text)
}

/// Draws a chart of each kind that shows earlier results, for two reports in which a die succeeds
/// with `then` and `now` of its six faces.
fn draw_charts(then: u64, now: u64) -> Vec<(&'static str, Drawing)> {
    let report_of = |successes_in_six: u64, fixture: ReportFixture| {
        let rises = move |variant: usize, point: &[usize], step: u32| {
            let more = variant as u64 + point.first().map_or(0, |&i| i as u64) + u64::from(step);
            binomial(5, (successes_in_six + more).min(6))
        };
        fixture.report(rises)
    };
    let comparison = |name, kind: ChartKind, x, series, new_fixture: &dyn Fn() -> ReportFixture| {
        let report: Report = with_earlier(
            report_of(now, new_fixture()),
            report_of(then, new_fixture()),
        );
        (
            name,
            draw_checked(name, &report, &chart(kind, x, series, Measure::Mean)),
        )
    };
    let plain = || ReportFixture::new(Kind::Count);
    let variants = || ReportFixture {
        variants: vec!["As rolled".to_owned(), "Ones re-rolled".to_owned()],
        ..plain()
    };
    let sweep = || ReportFixture {
        sweep: vec![swept("Quality Value (QV)", "QV", 2..=4)],
        ..plain()
    };
    let steps = || ReportFixture {
        steps: Some((0, 3)),
        ..plain()
    };
    let (values, by_variant) = (Axis::Values, Some(Axis::Variants));
    vec![
        comparison(
            "earlier_bars",
            ChartKind::Distribution,
            values,
            None,
            &plain,
        ),
        comparison(
            "earlier_sampled",
            ChartKind::Distribution,
            values,
            None,
            &|| ReportFixture {
                is_exact: false,
                trials: 500,
                ..plain()
            },
        ),
        comparison(
            "earlier_line",
            ChartKind::Lines,
            Axis::Sweep(0),
            None,
            &sweep,
        ),
        comparison(
            "earlier_lines",
            ChartKind::Lines,
            Axis::Sweep(0),
            by_variant,
            &|| ReportFixture {
                variants: variants().variants,
                ..sweep()
            },
        ),
        comparison(
            "earlier_at_least",
            ChartKind::AtLeast,
            values,
            by_variant,
            &variants,
        ),
        comparison(
            "earlier_compare",
            ChartKind::Compare,
            values,
            by_variant,
            &variants,
        ),
        comparison("earlier_fan", ChartKind::Fan, Axis::Steps, None, &steps),
        comparison(
            "earlier_stacked",
            ChartKind::Stacked,
            Axis::Sweep(0),
            None,
            &|| ReportFixture {
                kind: Kind::Category(
                    ["None", "One", "Two", "Three", "Four", "Five"]
                        .map(|name| Outcome::new(name, name, Tone::Neutral))
                        .to_vec(),
                ),
                ..sweep()
            },
        ),
    ]
}

#[test]
fn earlier_results_are_drawn_in_grey_behind() {
    for (name, drawing) in draw_charts(1, 2) {
        assert!(
            has_grey(&drawing)
                && has_text(&drawing, "Grey")
                && has_text(&drawing, "the earlier results."),
            "{name}"
        );
    }
}

#[test]
fn unchanged_results_are_drawn_once_and_reported() {
    for (name, drawing) in draw_charts(2, 2) {
        assert!(
            !has_grey(&drawing) && has_text(&drawing, "The earlier results are the same."),
            "{name}"
        );
    }
    let alone = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let drawing = draw_checked(
        "earlier_none",
        &ReportFixture::new(Kind::Count).report(|_, _, _| binomial(5, 2)),
        &alone,
    );
    assert!(!has_grey(&drawing) && !has_text(&drawing, "arlier"));
}

#[test]
fn changed_heat_map_cells_point_up_or_down() {
    let sweeps = || {
        vec![
            swept("Quality Value (QV)", "QV", 2..=4),
            swept("White cubes", "cubes", 0..=2),
        ]
    };
    let map = chart(
        ChartKind::Heatmap,
        Axis::Sweep(0),
        Some(Axis::Sweep(1)),
        Measure::Is(1),
    );
    let report_of = |successes_in_six: u64| {
        // Only the cell of the first two values depends on the given number.
        let rises = move |_: usize, point: &[usize], _: u32| {
            binomial(1, if point == [0, 0] { successes_in_six } else { 3 })
        };
        ReportFixture {
            sweep: sweeps(),
            ..ReportFixture::new(Kind::Flag)
        }
        .report(rises)
    };
    let corners = |then: u64, now: u64| {
        let drawing = draw_checked(
            "earlier_map",
            &with_earlier(report_of(now), report_of(then)),
            &map,
        );
        (
            drawing.inline_svg().svg.matches("<polygon").count(),
            has_text(&drawing, "Corner marks: higher or lower"),
        )
    };
    let plain = corners(2, 2).0;
    assert_eq!(corners(2, 2), (plain, false));
    assert_eq!(corners(1, 2), (plain + 1, true));
    assert_eq!(corners(4, 2), (plain + 1, true));
}

#[test]
fn first_panel_is_drawn_in_grey_behind_others() {
    let variants = ["As published", "Best first", "Worst first"]
        .map(str::to_owned)
        .to_vec();
    let new_fixture = || ReportFixture {
        variants: variants.clone(),
        ..ReportFixture::new(Kind::Count)
    };
    let weights_of = |variant: usize, _: &[usize], step: u32| {
        binomial(5, 1 + variant as u64 + u64::from(step) / 2)
    };
    let steps = ReportFixture {
        steps: Some((0, 3)),
        ..new_fixture()
    };
    for (name, kind, x, report) in [
        (
            "ghost_bars",
            ChartKind::Distribution,
            Axis::Values,
            new_fixture().report(weights_of),
        ),
        (
            "ghost_fan",
            ChartKind::Fan,
            Axis::Steps,
            steps.report(weights_of),
        ),
    ] {
        let family = Chart {
            family: vec![vec![0], vec![1], vec![2]],
            variant: Some(0),
            ..chart(kind, x, None, Measure::Mean)
        };
        let whole = draw_checked(name, &report, &family);
        assert!(
            has_grey(&whole) && has_text(&whole, "Grey: As published."),
            "{name}"
        );
        let greys: Vec<bool> = report
            .panels(&family)
            .iter()
            .map(|panel| has_grey(&draw_checked(name, &report, panel)))
            .collect();
        assert_eq!(greys, [false, true, true], "{name}");
        draw_checked(name, &report, &family);
    }
}

#[test]
fn vanished_values_stay_on_the_axis() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let report_of =
        |dice: u32| ReportFixture::new(Kind::Count).report(move |_, _, _| binomial(dice, 3));
    let ticks = |report: &Report| -> Vec<String> {
        let drawing = draw_checked("earlier_values", report, &bars);
        let numbers = drawing
            .text_boxes()
            .iter()
            .filter(|text_box| text_box.text.parse::<u32>().is_ok());
        numbers.map(|text_box| text_box.text.clone()).collect()
    };
    let (with, without) = (
        ticks(&with_earlier(report_of(2), report_of(4))),
        ticks(&report_of(2)),
    );
    assert!(
        with.contains(&"4".to_owned()) && !without.contains(&"4".to_owned()),
        "{with:?} {without:?}"
    );
    // A single value gives a sentence, unless the earlier run had other values. Then there is a
    // chart.
    let sure = || ReportFixture::new(Kind::Count).report(|_, _, _| vec![(1, 1)]);
    assert!(has_text(
        &draw_checked("earlier_sure", &sure(), &bars),
        "always 1"
    ));
    assert!(!has_text(
        &draw_checked("earlier_sure", &with_earlier(sure(), report_of(2)), &bars),
        "always 1"
    ));
}

#[test]
fn never_bar_of_earlier_run_is_kept() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let report_of = |absent: f64| {
        ReportFixture {
            absent_share: absent,
            ..ReportFixture::new(Kind::When)
        }
        .report(|_, _, _| binomial(3, 3))
    };
    let drawing = draw_checked(
        "earlier_never",
        &with_earlier(report_of(0.0), report_of(0.25)),
        &bars,
    );
    assert!(has_grey(&drawing));
}
