//! Tests line charts with simple and difficult data: nothing overlaps or leaves the page.

use super::draw;
use super::fixture::{ReportFixture, binomial, chart, swept};
use super::tests::{LONG_NAME, draw_checked};
use oddsmith_model::report::{Axis, Chart, Report};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};

#[test]
fn lines_over_values_fit() {
    for kind in [
        ChartKind::AtLeast,
        ChartKind::AtMost,
        ChartKind::Distribution,
    ] {
        check_lines_over_values(kind);
    }
}

fn check_lines_over_values(kind: ChartKind) {
    let draw_checked = |name: &str, report: &Report, chart: &Chart| {
        draw_checked(&format!("{}_{name}", kind.name()), report, chart);
    };
    let dice = |variant: usize, point: &[usize], _: u32| {
        binomial(
            6,
            (3 + variant as u64 + point.first().map_or(0, |&i| i as u64)) % 7,
        )
    };
    let falls = |series| chart(kind, Axis::Values, series, Measure::Mean);
    draw_checked(
        "one",
        &ReportFixture::new(Kind::Count).report(dice),
        &falls(None),
    );
    let variants = |names: &[&str]| ReportFixture {
        variants: names.iter().map(|&name| name.to_owned()).collect(),
        ..ReportFixture::new(Kind::Count)
    };
    let two = variants(&["As rolled", "Ones re-rolled"]);
    draw_checked("two", &two.report(dice), &falls(Some(Axis::Variants)));
    let sampled = ReportFixture {
        is_exact: false,
        trials: 300,
        ..variants(&["As rolled", "Ones re-rolled"])
    };
    draw_checked(
        "sampled",
        &sampled.report(dice),
        &falls(Some(Axis::Variants)),
    );
    draw_checked(
        "names",
        &variants(&[LONG_NAME, "B", LONG_NAME]).report(dice),
        &falls(Some(Axis::Variants)),
    );
    draw_checked(
        "same",
        &variants(&["A", "B", "C"]).report(|_, _, _| binomial(6, 3)),
        &falls(Some(Axis::Variants)),
    );
    let eight = ReportFixture {
        sweep: vec![swept("Quality Value (QV)", "QV", 1..=8)],
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked(
        "eight",
        &eight.report(|_, point, _| binomial(12, point[0] as u64 % 6)),
        &falls(Some(Axis::Sweep(0))),
    );
    let long = |_: usize, _: &[usize], _: u32| {
        (0..300)
            .map(|k| (k - 40, (k * (300 - k)) as u64 + 1))
            .collect()
    };
    draw_checked(
        "long",
        &ReportFixture::new(Kind::Count).report(long),
        &falls(None),
    );
    let coins =
        |_: usize, _: &[usize], _: u32| (0..50).map(|k| (k * k * 500, 60 - k as u64)).collect();
    draw_checked(
        "coins",
        &ReportFixture::new(Kind::Count).report(coins),
        &falls(None),
    );
    draw_checked(
        "certain",
        &ReportFixture::new(Kind::Count).report(|_, _, _| vec![(3, 1)]),
        &falls(None),
    );
}

#[test]
fn distributions_share_their_axes() {
    let two = ReportFixture {
        variants: ["A", "B"].map(str::to_owned).to_vec(),
        ..ReportFixture::new(Kind::Count)
    };
    let report = two.report(|variant, _, _| match variant {
        0 => (1..=6).map(|face| (face, 1)).collect(),
        _ => (1..=20).map(|face| (face, 1)).collect(),
    });
    let lines = chart(
        ChartKind::Distribution,
        Axis::Values,
        Some(Axis::Variants),
        Measure::Mean,
    );
    let drawing = draw_checked("distributions", &report, &lines);
    let texts: Vec<String> = drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.clone())
        .collect();
    for expected in ["A", "B", "2", "20", "20%"] {
        assert!(texts.iter().any(|text| text == expected), "{texts:?}");
    }
    assert!(!texts.iter().any(|text| text == "100%"), "{texts:?}");
}

#[test]
fn lines_fit() {
    let sweep = |n: usize| ReportFixture {
        sweep: vec![swept("Inactive Elements", "IE", 0..n as i64)],
        trials: 1000,
        ..ReportFixture::new(Kind::Flag)
    };
    let by_sweep = |measure, series| chart(ChartKind::Lines, Axis::Sweep(0), series, measure);
    let capped = |_: usize, point: &[usize], _: u32| {
        let fails = (5 + 15 * point[0] as u64).min(50);
        vec![(0, 100 - fails), (1, fails)]
    };
    let is = Measure::Is(1);
    draw_checked(
        "lines_capped",
        &sweep(7).report(capped),
        &by_sweep(is, None),
    );
    draw_checked(
        "lines_many_trials",
        &ReportFixture {
            trials: 10_000_000,
            ..sweep(7)
        }
        .report(capped),
        &by_sweep(is, None),
    );
    draw_checked(
        "lines_sampled",
        &ReportFixture {
            is_exact: false,
            trials: 100,
            ..sweep(7)
        }
        .report(capped),
        &by_sweep(is, None),
    );
    draw_checked("lines_one", &sweep(1).report(capped), &by_sweep(is, None));
    draw_checked(
        "lines_none",
        &sweep(5).report(|_, _, _| vec![(0, 1)]),
        &by_sweep(is, None),
    );
    draw_checked(
        "lines_all",
        &sweep(5).report(|_, _, _| vec![(1, 1)]),
        &by_sweep(is, None),
    );
    let steps = ReportFixture {
        steps: Some((1, 200)),
        trials: 2000,
        ..ReportFixture::new(Kind::Count)
    };
    let by_step = chart(ChartKind::Lines, Axis::Steps, None, Measure::Mean);
    draw_checked(
        "lines_200_steps",
        &steps.report(|_, _, step| vec![(-i64::from(step), 1), (50, 2)]),
        &by_step,
    );
    let eight = ReportFixture {
        variants: (0..8).map(|i| format!("{i} {LONG_NAME}")).collect(),
        ..sweep(12)
    };
    let mixed = |variant: usize, point: &[usize], _: u32| {
        vec![(0, 10 + variant as u64 * 3), (1, 1 + point[0] as u64)]
    };
    draw_checked(
        "lines_eight",
        &eight.report(mixed),
        &by_sweep(is, Some(Axis::Variants)),
    );
    let three = ReportFixture {
        variants: ["Light", "Medium", "Heavy"].map(str::to_owned).to_vec(),
        ..sweep(6)
    };
    draw_checked(
        "lines_three",
        &three.report(mixed),
        &by_sweep(is, Some(Axis::Variants)),
    );
    draw_checked(
        "lines_three_same",
        &three.report(|_, _, _| vec![(0, 1), (1, 1)]),
        &by_sweep(is, Some(Axis::Variants)),
    );
    let uneven = ReportFixture {
        sweep: vec![swept("Cost", "", [1, 2, 3, 5, 10, 20, 50, 100, 1000])],
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked(
        "lines_uneven",
        &uneven.report(|_, point, _| vec![(0, 5), (100_000, 1 + point[0] as u64)]),
        &by_sweep(Measure::Mean, None),
    );
    let names = ReportFixture {
        variants: vec![
            LONG_NAME.to_owned(),
            "B".to_owned(),
            LONG_NAME.to_owned(),
            LONG_NAME.to_owned(),
        ],
        ..ReportFixture::new(Kind::Flag)
    };
    let by_variant = chart(ChartKind::Lines, Axis::Variants, None, is);
    draw_checked(
        "lines_names",
        &names.report(|variant, _, _| vec![(0, 3), (1, 1 + variant as u64)]),
        &by_variant,
    );
}

#[test]
fn goal_line_avoids_numbers_and_note_reports_goal() {
    let by_sweep = || chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Is(1));
    let flag = ReportFixture {
        sweep: vec![swept("Inactive Elements", "IE", 0..6)],
        ..ReportFixture::new(Kind::Flag)
    };
    let around = flag
        .report(|_, point, _| vec![(0, 55 - 5 * point[0] as u64), (1, 45 + 5 * point[0] as u64)]);
    let count = ReportFixture {
        variants: ["As rolled", "Re-rolled"].map(str::to_owned).to_vec(),
        ..ReportFixture::new(Kind::Count)
    };
    let falls = count.report(|variant, _, _| binomial(6, 3 + variant as u64));
    let at_least = || {
        chart(
            ChartKind::AtLeast,
            Axis::Values,
            Some(Axis::Variants),
            Measure::Mean,
        )
    };
    for percent in 1..20 {
        let target = f64::from(percent) * 0.05;
        for (report, mut chart, expected) in [
            (&around, by_sweep(), "reached"),
            (&falls, at_least(), "rolled: reached up to k"),
        ] {
            chart.wishes.target = Some(target);
            let drawing = draw_checked(
                &format!("goal_{}_{percent}", chart.kind.name()),
                report,
                &chart,
            );
            let boxes = drawing.text_boxes();
            let texts: Vec<&str> = boxes
                .iter()
                .map(|text_box| text_box.text.as_str())
                .collect();
            let joined_text = texts.join(" ");
            assert!(
                joined_text.contains("Design goal")
                    && (joined_text.contains(expected) || joined_text.contains("never reached")),
                "{joined_text}"
            );
            // The line is just below or just above its label.
            let Some(name) = boxes
                .iter()
                .find(|text_box| text_box.text.starts_with("design goal"))
            else {
                continue;
            };
            let size = name.area.bottom - name.area.top;
            let foot = name.area.bottom - 0.22 * size;
            let lines = [foot + 0.85, foot - 0.85 - 0.78 * size];
            let crossed = |y: f64| {
                let within = |text_box: &&super::TextBox| {
                    text_box.area.left > 9.0 && text_box.area.top < y && y < text_box.area.bottom
                };
                boxes
                    .iter()
                    .filter(within)
                    .map(|text_box| text_box.text.as_str())
                    .collect::<Vec<_>>()
            };
            assert!(
                lines.iter().any(|&y| crossed(y).is_empty()),
                "{percent}: {:?}",
                lines.map(crossed)
            );
        }
    }
}

#[test]
fn goal_is_reached_only_where_values_exist() {
    let fixture = ReportFixture {
        sweep: vec![swept("Quality Value (QV)", "QV", 1..=5)],
        ..ReportFixture::new(Kind::Count)
    };
    let report = fixture.report(|_, point, _| match point[0] {
        0 => Vec::new(),
        place_index => vec![(place_index as i64, 1)],
    });
    let mut lines = chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Mean);
    lines.wishes.target = Some(2.5);
    let drawing = draw_checked("goal_absent", &report, &lines);
    let texts: Vec<&str> = drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.as_str())
        .collect();
    assert!(
        texts
            .join(" ")
            .contains("Design goal 2.5: reached from QV 4."),
        "{texts:?}"
    );
}

#[test]
fn comparisons_fit() {
    let compare = chart(
        ChartKind::Compare,
        Axis::Values,
        Some(Axis::Variants),
        Measure::Mean,
    );
    let two = || ReportFixture {
        variants: vec!["As rolled".to_owned(), "Ones re-rolled".to_owned()],
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked(
        "compare_two",
        &two().report(|variant, _, _| binomial(6, 3 + variant as u64)),
        &compare,
    );
    draw_checked(
        "compare_worse",
        &two().report(|variant, _, _| binomial(6, 4 - variant as u64)),
        &compare,
    );
    draw_checked(
        "compare_same",
        &two().report(|_, _, _| binomial(6, 3)),
        &compare,
    );
    let crossing = |variant: usize, _: &[usize], _: u32| {
        if variant == 0 {
            binomial(8, 3)
        } else {
            vec![(0, 2), (4, 2), (8, 3)]
        }
    };
    draw_checked("compare_crossing", &two().report(crossing), &compare);
    draw_checked(
        "compare_sampled",
        &ReportFixture {
            is_exact: false,
            trials: 400,
            ..two()
        }
        .report(crossing),
        &compare,
    );
    let long = |variant: usize, _: &[usize], _: u32| {
        (0..300)
            .map(|k| (k - 40, (k * (300 + 30 * variant as i64 - k)) as u64 + 1))
            .collect()
    };
    let names = ReportFixture {
        variants: vec![LONG_NAME.to_owned(), "W".repeat(60), LONG_NAME.to_owned()],
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked("compare_long", &names.report(long), &compare);
    let coins =
        |_: usize, _: &[usize], _: u32| (0..50).map(|k| (k * k * 500, 60 - k as u64)).collect();
    draw_checked("compare_coins", &two().report(coins), &compare);
    let single_report = ReportFixture::new(Kind::Count).report(|_, _, _| binomial(6, 3));
    assert!(
        draw(
            &single_report,
            &chart(ChartKind::Compare, Axis::Values, None, Measure::Mean)
        )
        .is_err()
    );
}
