//! Tests bar charts, maps and pages with simple and difficult data: nothing overlaps or leaves the
//! page.

use super::fixture::{ReportFixture, binomial, chart, many_results, swept, wing_results};
use super::{Drawing, draw};
use oddsmith_model::report::{Axis, Chart, Report};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};

/// A name that is longer than any column.
pub(super) const LONG_NAME: &str = "A name of sixty characters, which no column has any room for";

/// Draws a chart and checks it.
pub(super) fn draw_checked(name: &str, report: &Report, chart: &Chart) -> Drawing {
    let drawing = draw(report, chart).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_drawing(name, &drawing);
    drawing
}

/// Checks that nothing on a drawing overlaps, leaves it or is too small.
pub(super) fn check_drawing(name: &str, drawing: &Drawing) {
    // Saves the pictures for inspection if the variable is set.
    if let Some(folder) = std::env::var_os("ODDSMITH_LOOK") {
        std::fs::write(
            std::path::Path::new(&folder).join(format!("{name}.png")),
            drawing.png().unwrap(),
        )
        .unwrap();
    }
    let (width, height) = drawing.size_mm();
    let boxes = drawing.text_boxes();
    for (i, a) in boxes.iter().enumerate() {
        assert!(a.points >= 6.0, "{name}: {a:?} is too small");
        let inside = a.area.left >= 0.0
            && a.area.right <= width
            && a.area.top >= 0.0
            && a.area.bottom <= height;
        assert!(
            inside,
            "{name}: {a:?} leaves the page of {width} x {height}"
        );
        for b in &boxes[i + 1..] {
            assert!(!a.area.overlaps(b.area), "{name}: {a:?} and {b:?} overlap");
        }
    }
}

/// Returns the weights of a Wing's outcomes at a Quality Value.
fn wing(quality: u64) -> Vec<(i64, u64)> {
    let (hit, miss) = ((7 - quality).pow(3), (quality - 1).pow(3));
    vec![(0, hit), (1, 216 - hit - miss), (2, miss)]
}

#[test]
fn never_label_is_shown_next_to_any_ticks() {
    for last in [9, 24, 30, 400] {
        let fixture = ReportFixture {
            absent_share: 0.2,
            ..ReportFixture::new(Kind::When)
        };
        let report = fixture.report(|_, _, _| (1..=last).map(|step| (step, 1)).collect());
        let by_step = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
        let drawing = draw_checked(&format!("when_until_{last}"), &report, &by_step);
        let named = drawing
            .text_boxes()
            .iter()
            .filter(|text_box| text_box.text == "never tried")
            .count();
        assert_eq!(named, 1, "{last}");
    }
}

#[test]
fn stacked_bars_fit() {
    let quality = || ReportFixture {
        sweep: vec![swept("Quality Value (QV)", "QV", 2..=6)],
        ..ReportFixture::new(wing_results())
    };
    let by_quality = chart(ChartKind::Stacked, Axis::Sweep(0), None, Measure::Mean);
    draw_checked(
        "stacked_wing",
        &quality().report(|_, point, _| wing(point[0] as u64 + 2)),
        &by_quality,
    );
    let sampled = ReportFixture {
        is_exact: false,
        trials: 200,
        ..quality()
    };
    draw_checked(
        "stacked_sampled",
        &sampled.report(|_, point, _| wing(point[0] as u64 + 2)),
        &by_quality,
    );

    let names = ["Vanguard", "Centre", "Left", "Right"]
        .map(str::to_owned)
        .to_vec();
    let steps = ReportFixture {
        steps: Some((1, 4)),
        step_names: names,
        unresolved_share: 3.3e-7,
        ..ReportFixture::new(wing_results())
    };
    let by_step = chart(ChartKind::Stacked, Axis::Steps, None, Measure::Mean);
    let with_rest = |_: usize, _: &[usize], step: u32| {
        vec![
            (0, 30),
            (1, 40 - 5 * u64::from(step)),
            (2, 20),
            (3, 20 * u64::from(step - 1)),
        ]
    };
    draw_checked("stacked_steps", &steps.report(with_rest), &by_step);
    draw_checked(
        "stacked_200_steps",
        &ReportFixture {
            steps: Some((1, 200)),
            ..ReportFixture::new(wing_results())
        }
        .report(|_, _, step| {
            vec![
                (0, 300 - u64::from(step)),
                (1, 60),
                (2, 2 * u64::from(step)),
            ]
        }),
        &by_step,
    );

    let many_outcomes = ReportFixture {
        variants: vec![LONG_NAME.to_owned(), "Short".to_owned(), "W".repeat(60)],
        ..ReportFixture::new(many_results())
    };
    let by_variant = chart(ChartKind::Stacked, Axis::Variants, None, Measure::Mean);
    draw_checked(
        "stacked_many",
        &many_outcomes.report(|variant, _, _| {
            (0..6)
                .map(|i| (i, 1 + 3 * (i as u64 + variant as u64) % 7))
                .collect()
        }),
        &by_variant,
    );

    let rows = ReportFixture {
        sweep: vec![swept("Row", "", 1..=40)],
        ..ReportFixture::new(wing_results())
    };
    draw_checked(
        "stacked_40_rows",
        &rows.report(|_, point, _| vec![(0, point[0] as u64), (1, 20), (2, 40 - point[0] as u64)]),
        &by_quality,
    );
    let single = chart(ChartKind::Stacked, Axis::Single, None, Measure::Mean);
    draw_checked(
        "stacked_certain",
        &ReportFixture::new(wing_results()).report(|_, _, _| vec![(1, 1)]),
        &single,
    );
    draw_checked(
        "stacked_flag",
        &quality_flag().report(|_, point, _| vec![(0, point[0] as u64), (1, 4 - point[0] as u64)]),
        &by_quality,
    );
}

fn quality_flag() -> ReportFixture {
    ReportFixture {
        sweep: vec![swept("Quality Value (QV)", "QV", 2..=6)],
        label: "Wing routed".to_owned(),
        ..ReportFixture::new(Kind::Flag)
    }
}

#[test]
fn heat_maps_fit() {
    let two = |columns: usize, rows: usize| ReportFixture {
        sweep: vec![
            swept("Cubes rolled", "", 0..columns as i64),
            swept("Quality Value (QV)", "QV", 2..rows as i64 + 2),
        ],
        ..ReportFixture::new(Kind::Count)
    };
    let map = |measure| {
        chart(
            ChartKind::Heatmap,
            Axis::Sweep(0),
            Some(Axis::Sweep(1)),
            measure,
        )
    };
    let dice = |_: usize, point: &[usize], _: u32| {
        binomial(
            point[0] as u32 % 20,
            5u64.saturating_sub(point[1] as u64 % 6),
        )
    };
    draw_checked(
        "heatmap_cubes",
        &two(7, 5).report(dice),
        &map(Measure::AtLeast(2)),
    );
    draw_checked("heatmap_mean", &two(7, 5).report(dice), &map(Measure::Mean));
    draw_checked(
        "heatmap_none",
        &two(7, 5).report(dice),
        &map(Measure::AtLeast(99)),
    );
    draw_checked(
        "heatmap_all",
        &two(7, 5).report(dice),
        &map(Measure::AtLeast(0)),
    );
    draw_checked(
        "heatmap_one",
        &two(1, 1).report(|_, _, _| vec![(1, 1)]),
        &map(Measure::Mean),
    );
    let sampled = ReportFixture {
        is_exact: false,
        trials: 300,
        ..two(7, 5)
    };
    draw_checked(
        "heatmap_sampled",
        &sampled.report(dice),
        &map(Measure::AtLeast(2)),
    );
    draw_checked(
        "heatmap_40",
        &two(12, 40).report(dice),
        &map(Measure::AtLeast(2)),
    );
    draw_checked(
        "heatmap_200",
        &two(200, 60).report(dice),
        &map(Measure::AtLeast(2)),
    );
    draw_checked(
        "heatmap_negative",
        &two(7, 5).report(|_, point, _| vec![(-1000 * point[0] as i64, 1), (point[1] as i64, 2)]),
        &map(Measure::Mean),
    );
    let names = ReportFixture {
        variants: (0..8).map(|i| format!("{i} {LONG_NAME}")).collect(),
        sweep: vec![swept(
            "A parameter with a long, long name for which there is no room",
            "",
            0..3,
        )],
        ..ReportFixture::new(Kind::Count)
    };
    let by_variant = Chart {
        x: Axis::Variants,
        series: Some(Axis::Sweep(0)),
        ..map(Measure::AtLeast(1))
    };
    draw_checked(
        "heatmap_names",
        &names.report(|variant, point, _| binomial(3, (variant + point[0]) as u64 % 7)),
        &by_variant,
    );
}

#[test]
fn distributions_fit() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    draw_checked(
        "distribution_six",
        &ReportFixture::new(Kind::Count).report(|_, _, _| binomial(6, 3)),
        &bars,
    );
    draw_checked(
        "distribution_small",
        &ReportFixture {
            trials: 400,
            ..ReportFixture::new(Kind::Count)
        }
        .report(|_, _, _| binomial(6, 2)),
        &bars,
    );
    let sampled = ReportFixture {
        is_exact: false,
        trials: 400,
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked(
        "distribution_sampled",
        &sampled.report(|_, _, _| binomial(12, 2)),
        &bars,
    );
    draw_checked(
        "distribution_exact",
        &ReportFixture {
            trials: 0,
            ..ReportFixture::new(Kind::Count)
        }
        .report(|_, _, _| binomial(12, 4)),
        &bars,
    );
    draw_checked(
        "distribution_certain",
        &ReportFixture::new(Kind::Count).report(|_, _, _| vec![(-1_000_000, 1)]),
        &bars,
    );
    let bell = |n: i64, unit: i64| {
        move |_: usize, _: &[usize], _: u32| {
            let weight =
                |k: i64| (1e6 * (-((k - n / 2) as f64 / (n as f64 / 9.0)).powi(2)).exp()) as u64;
            (0..n)
                .map(|k| ((k - 20) * unit, weight(k)))
                .filter(|&(_, weight)| weight > 0)
                .collect::<Vec<_>>()
        }
    };
    draw_checked(
        "distribution_40",
        &ReportFixture {
            trials: 5000,
            ..ReportFixture::new(Kind::Count)
        }
        .report(bell(40, 1)),
        &bars,
    );
    draw_checked(
        "distribution_200",
        &ReportFixture {
            trials: 5000,
            ..ReportFixture::new(Kind::Count)
        }
        .report(bell(200, 1)),
        &bars,
    );
    draw_checked(
        "distribution_sparse",
        &ReportFixture::new(Kind::Count).report(|_, _, _| vec![(0, 9), (7, 5), (1_000_000, 1)]),
        &bars,
    );
    draw_checked(
        "distribution_3000",
        &ReportFixture::new(Kind::Count).report(bell(3000, 1)),
        &bars,
    );
    draw_checked(
        "distribution_hundreds",
        &ReportFixture::new(Kind::Count).report(bell(12, 1000)),
        &bars,
    );
    let skewed = |_: usize, _: &[usize], _: u32| (0..30).map(|k| (k, 1 << (30 - k))).collect();
    draw_checked(
        "distribution_skewed",
        &ReportFixture::new(Kind::Count).report(skewed),
        &bars,
    );
    let left = |_: usize, _: &[usize], _: u32| (0..30).map(|k| (k, 1 << k)).collect();
    draw_checked(
        "distribution_left",
        &ReportFixture::new(Kind::Count).report(left),
        &bars,
    );
    draw_checked(
        "distribution_category",
        &ReportFixture::new(many_results()).report(|_, _, _| (0..6).map(|i| (i, 9)).collect()),
        &bars,
    );
    draw_checked(
        "distribution_flag",
        &ReportFixture::new(Kind::Flag).report(|_, _, _| vec![(0, 999_999), (1, 1)]),
        &bars,
    );
}

#[test]
fn pages_are_reproducible_and_titles_are_escaped() {
    let report = ReportFixture::new(Kind::Count).report(|_, _, _| binomial(6, 3));
    let bars = Chart {
        title: "<script>&\"'</script> ]]> 漢 \u{1}".to_owned(),
        ..chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean)
    };
    let (a, b) = (draw(&report, &bars).unwrap(), draw(&report, &bars).unwrap());
    assert_eq!(a.svg().unwrap(), b.svg().unwrap());
    assert_eq!(a.png().unwrap(), b.png().unwrap());
    assert_eq!(a.missing_glyphs(), ['\u{1}', '漢']);
    let svg = String::from_utf8(a.svg().unwrap()).unwrap();
    let parsed = roxmltree::Document::parse(&svg).unwrap();
    assert_eq!(parsed.root_element().attribute("width"), Some("84mm"));
    assert!(svg.contains("width=\"84mm\"") && !svg.contains("<text") && !svg.contains("<script"));
}

#[test]
fn any_title_fits() {
    let report = ReportFixture {
        label: "W".repeat(200),
        ..ReportFixture::new(Kind::Count)
    }
    .report(|_, _, _| binomial(6, 3));
    for title in [String::new(), "W".repeat(300), LONG_NAME.repeat(5)] {
        for kind in [
            ChartKind::Distribution,
            ChartKind::AtLeast,
            ChartKind::Stacked,
            ChartKind::Heatmap,
            ChartKind::Lines,
        ] {
            let titles = Chart {
                title: title.clone(),
                subtitle: title.clone(),
                ..chart(kind, Axis::Single, None, Measure::Mean)
            };
            draw_checked("titles", &report, &titles);
        }
    }
}

#[test]
fn report_without_numbers_is_an_error() {
    let nothing = ReportFixture {
        trials: 0,
        is_exact: false,
        steps: Some((1, 3)),
        ..ReportFixture::new(Kind::Count)
    };
    let report = nothing.report(|_, _, _| binomial(6, 3));
    for (_, kind) in ChartKind::ALL {
        let empty = chart(kind, Axis::Steps, None, Measure::Mean);
        assert!(draw(&report, &empty).is_err(), "{kind:?}");
        assert!(
            draw(
                &report,
                &Chart {
                    metric: "none".to_owned(),
                    ..empty
                }
            )
            .is_err()
        );
    }
}

#[test]
fn charts_report_trials_without_a_value() {
    let report = ReportFixture {
        absent_share: 0.25,
        ..ReportFixture::new(Kind::Count)
    }
    .report(|_, _, _| binomial(6, 3));
    for kind in [ChartKind::Distribution, ChartKind::AtLeast] {
        let drawing = draw_checked(
            "absent",
            &report,
            &chart(kind, Axis::Values, None, Measure::Mean),
        );
        let texts: Vec<&str> = drawing
            .text_boxes()
            .iter()
            .map(|text| text.text.as_str())
            .collect();
        let printed = texts.join(" ");
        assert!(
            printed.contains("Trials without a value (never tried) are left out: 25.0%."),
            "{printed}"
        );
        assert!(
            printed.contains("100,000 simulated trials, seed\u{a0}1"),
            "{printed}"
        );
        assert!(
            printed.contains("Simulated trials agree with the exact odds."),
            "{printed}"
        );
    }
}

#[test]
fn charts_report_simulations_that_disagree() {
    let mut report = ReportFixture::new(Kind::Count).report(|_, _, _| binomial(6, 3));
    report.check_p = Some(3e-12);
    let drawing = draw_checked(
        "disagrees",
        &report,
        &chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean),
    );
    let printed = drawing
        .text_boxes()
        .iter()
        .map(|text| text.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        printed.contains("Simulated trials disagree with the exact odds (p = 3e-12)")
            && !printed.contains("agree."),
        "{printed}"
    );
}
