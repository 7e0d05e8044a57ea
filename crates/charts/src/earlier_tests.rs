//! What an earlier run found, in grey behind what this one found.

use super::Drawing;
use super::fixture::{Made, binomial, chart, swept, with_earlier};
use super::tests::fits;
use oddsmith_model::report::{Axis, Chart, Report};
use oddsmith_model::rule::metric::{Kind, Outcome, Tone};
use oddsmith_model::rule::presentation::{ChartKind, Measure};

const GREYS: [&str; 2] = ["#dce0e3", "#8b9298"];

fn has_grey(drawing: &Drawing) -> bool {
    let svg = drawing.inline_svg().svg.to_lowercase();
    GREYS.iter().any(|grey| svg.contains(grey))
}

fn says(drawing: &Drawing, what: &str) -> bool {
    let texts: Vec<&str> = drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.as_str())
        .collect();
    texts.join(" ").contains(what)
}

/// Charts of each kind that draws what was before, over reports of `of_six` cases of six then and
/// now.
fn pictures(then: u64, now: u64) -> Vec<(&'static str, Drawing)> {
    let made = |of_six: u64, made: Made| {
        let rises = move |variant: usize, point: &[usize], step: u32| {
            let more = variant as u64 + point.first().map_or(0, |&i| i as u64) + u64::from(step);
            binomial(5, (of_six + more).min(6))
        };
        made.report(rises)
    };
    let both = |name, kind: ChartKind, x, series, again: &dyn Fn() -> Made| {
        let report: Report = with_earlier(made(now, again()), made(then, again()));
        (
            name,
            fits(name, &report, &chart(kind, x, series, Measure::Mean)),
        )
    };
    let plain = || Made::new(Kind::Count);
    let variants = || Made {
        variants: vec!["As rolled".to_owned(), "Ones re-rolled".to_owned()],
        ..plain()
    };
    let sweep = || Made {
        sweep: vec![swept("Quality Value (QV)", "QV", 2..=4)],
        ..plain()
    };
    let steps = || Made {
        steps: Some((0, 3)),
        ..plain()
    };
    let (values, by_variant) = (Axis::Values, Some(Axis::Variants));
    vec![
        both(
            "earlier_bars",
            ChartKind::Distribution,
            values,
            None,
            &plain,
        ),
        both(
            "earlier_sampled",
            ChartKind::Distribution,
            values,
            None,
            &|| Made {
                exact: false,
                trials: 500,
                ..plain()
            },
        ),
        both(
            "earlier_line",
            ChartKind::Lines,
            Axis::Sweep(0),
            None,
            &sweep,
        ),
        both(
            "earlier_lines",
            ChartKind::Lines,
            Axis::Sweep(0),
            by_variant,
            &|| Made {
                variants: variants().variants,
                ..sweep()
            },
        ),
        both(
            "earlier_at_least",
            ChartKind::AtLeast,
            values,
            by_variant,
            &variants,
        ),
        both(
            "earlier_compare",
            ChartKind::Compare,
            values,
            by_variant,
            &variants,
        ),
        both("earlier_fan", ChartKind::Fan, Axis::Steps, None, &steps),
        both(
            "earlier_stacked",
            ChartKind::Stacked,
            Axis::Sweep(0),
            None,
            &|| Made {
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
fn what_was_before_stands_in_grey_behind_what_is() {
    for (name, drawing) in pictures(1, 2) {
        assert!(
            has_grey(&drawing) && says(&drawing, "Grey") && says(&drawing, "the earlier results."),
            "{name}"
        );
    }
}

#[test]
fn results_that_are_the_same_are_not_drawn_twice_and_said_to_be_so() {
    for (name, drawing) in pictures(2, 2) {
        assert!(
            !has_grey(&drawing) && says(&drawing, "The earlier results are the same."),
            "{name}"
        );
    }
    let alone = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let drawing = fits(
        "earlier_none",
        &Made::new(Kind::Count).report(|_, _, _| binomial(5, 2)),
        &alone,
    );
    assert!(!has_grey(&drawing) && !says(&drawing, "arlier"));
}

#[test]
fn cells_of_a_heat_map_point_up_or_down_where_they_have_changed() {
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
    let of = |of_six: u64| {
        // Only the cell of the first two values is of the number given.
        let rises = move |_: usize, point: &[usize], _: u32| {
            binomial(1, if point == [0, 0] { of_six } else { 3 })
        };
        Made {
            sweep: sweeps(),
            ..Made::new(Kind::Flag)
        }
        .report(rises)
    };
    let corners = |then: u64, now: u64| {
        let drawing = fits("earlier_map", &with_earlier(of(now), of(then)), &map);
        (
            drawing.inline_svg().svg.matches("<polygon").count(),
            says(&drawing, "Corner marks: higher or lower"),
        )
    };
    let plain = corners(2, 2).0;
    assert_eq!(corners(2, 2), (plain, false));
    assert_eq!(corners(1, 2), (plain + 1, true));
    assert_eq!(corners(4, 2), (plain + 1, true));
}

#[test]
fn the_first_panel_of_a_family_stands_in_grey_behind_the_others() {
    let variants = ["As published", "Best first", "Worst first"]
        .map(str::to_owned)
        .to_vec();
    let made = || Made {
        variants: variants.clone(),
        ..Made::new(Kind::Count)
    };
    let of = |variant: usize, _: &[usize], step: u32| {
        binomial(5, 1 + variant as u64 + u64::from(step) / 2)
    };
    let steps = Made {
        steps: Some((0, 3)),
        ..made()
    };
    for (name, kind, x, report) in [
        (
            "ghost_bars",
            ChartKind::Distribution,
            Axis::Values,
            made().report(of),
        ),
        ("ghost_fan", ChartKind::Fan, Axis::Steps, steps.report(of)),
    ] {
        let family = Chart {
            family: vec![vec![0], vec![1], vec![2]],
            variant: Some(0),
            ..chart(kind, x, None, Measure::Mean)
        };
        let whole = fits(name, &report, &family);
        assert!(
            has_grey(&whole) && says(&whole, "Grey: As published."),
            "{name}"
        );
        let greys: Vec<bool> = report
            .panels(&family)
            .iter()
            .map(|panel| has_grey(&fits(name, &report, panel)))
            .collect();
        assert_eq!(greys, [false, true, true], "{name}");
        fits(name, &report, &family);
    }
}

#[test]
fn a_value_that_comes_no_more_keeps_its_place() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let of = |dice: u32| Made::new(Kind::Count).report(move |_, _, _| binomial(dice, 3));
    let ticks = |report: &Report| -> Vec<String> {
        let drawing = fits("earlier_values", report, &bars);
        let numbers = drawing
            .text_boxes()
            .iter()
            .filter(|text_box| text_box.text.parse::<u32>().is_ok());
        numbers.map(|text_box| text_box.text.clone()).collect()
    };
    let (with, without) = (ticks(&with_earlier(of(2), of(4))), ticks(&of(2)));
    assert!(
        with.contains(&"4".to_owned()) && !without.contains(&"4".to_owned()),
        "{with:?} {without:?}"
    );
    // A single value that there was no other of before is a sentence; with others it is a chart.
    let sure = || Made::new(Kind::Count).report(|_, _, _| vec![(1, 1)]);
    assert!(says(&fits("earlier_sure", &sure(), &bars), "always 1"));
    assert!(!says(
        &fits("earlier_sure", &with_earlier(sure(), of(2)), &bars),
        "always 1"
    ));
}

#[test]
fn of_what_never_happened_before_the_bar_apart_is_kept() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let of = |absent: f64| {
        Made {
            absent,
            ..Made::new(Kind::When)
        }
        .report(|_, _, _| binomial(3, 3))
    };
    let drawing = fits("earlier_never", &with_earlier(of(0.0), of(0.25)), &bars);
    assert!(has_grey(&drawing));
}
