//! Lines of every kind over fair and ugly data: nothing overlaps, nothing leaves the page.

use super::draw;
use super::fixture::{ReportFixture, binomial, chart, swept, with_earlier};
use super::tests::{LONG_NAME, draw_checked};
use oddsmith_model::report::{Axis, Chart, Width};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};

#[test]
fn at_least_fits() {
    let dice = |variant: usize, point: &[usize], _: u32| {
        binomial(
            6,
            (3 + variant as u64 + point.first().map_or(0, |&i| i as u64)) % 7,
        )
    };
    let falls = |series| chart(ChartKind::AtLeast, Axis::Values, series, Measure::Mean);
    draw_checked(
        "at_least_one",
        &ReportFixture::new(Kind::Count).report(dice),
        &falls(None),
    );
    let variants = |names: &[&str]| ReportFixture {
        variants: names.iter().map(|&name| name.to_owned()).collect(),
        ..ReportFixture::new(Kind::Count)
    };
    let two = variants(&["As rolled", "Ones re-rolled"]);
    draw_checked(
        "at_least_two",
        &two.report(dice),
        &falls(Some(Axis::Variants)),
    );
    let sampled = ReportFixture {
        is_exact: false,
        trials: 300,
        ..variants(&["As rolled", "Ones re-rolled"])
    };
    draw_checked(
        "at_least_sampled",
        &sampled.report(dice),
        &falls(Some(Axis::Variants)),
    );
    draw_checked(
        "at_least_names",
        &variants(&[LONG_NAME, "B", LONG_NAME]).report(dice),
        &falls(Some(Axis::Variants)),
    );
    draw_checked(
        "at_least_same",
        &variants(&["A", "B", "C"]).report(|_, _, _| binomial(6, 3)),
        &falls(Some(Axis::Variants)),
    );
    let eight = ReportFixture {
        sweep: vec![swept("Quality Value (QV)", "QV", 1..=8)],
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked(
        "at_least_eight",
        &eight.report(|_, point, _| binomial(12, point[0] as u64 % 6)),
        &falls(Some(Axis::Sweep(0))),
    );
    let long = |_: usize, _: &[usize], _: u32| {
        (0..300)
            .map(|k| (k - 40, (k * (300 - k)) as u64 + 1))
            .collect()
    };
    draw_checked(
        "at_least_long",
        &ReportFixture::new(Kind::Count).report(long),
        &falls(None),
    );
    let coins =
        |_: usize, _: &[usize], _: u32| (0..50).map(|k| (k * k * 500, 60 - k as u64)).collect();
    draw_checked(
        "at_least_coins",
        &ReportFixture::new(Kind::Count).report(coins),
        &falls(None),
    );
    draw_checked(
        "at_least_certain",
        &ReportFixture::new(Kind::Count).report(|_, _, _| vec![(3, 1)]),
        &falls(None),
    );
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
fn two_variants_over_named_values_become_dumbbells() {
    let pair = |places: &[&str], kind| ReportFixture {
        variants: ["As published", "Best play"].map(str::to_owned).to_vec(),
        sweep: vec![swept("Cubes are spent", "", places.iter().copied())],
        ..ReportFixture::new(kind)
    };
    let three: [&str; 3] = ["never", "greedy", LONG_NAME];
    let mixed = |variant: usize, point: &[usize], _: u32| {
        vec![(0, 10 + variant as u64 * 7), (1, 1 + point[0] as u64)]
    };
    let by_variant = |measure| {
        chart(
            ChartKind::Lines,
            Axis::Sweep(0),
            Some(Axis::Variants),
            measure,
        )
    };
    let is = by_variant(Measure::Is(1));
    let texts = |fixture: &ReportFixture, chart: &Chart| {
        let drawing = draw(&fixture.report(mixed), chart).expect("a drawing");
        drawing
            .text_boxes()
            .iter()
            .map(|text_box| text_box.text.clone())
            .collect::<Vec<_>>()
    };
    let shown_texts = texts(&pair(&three, Kind::Flag), &is);
    // One in 11 and one in 18: 9.1% and 5.6%.
    for part in ["never", "As published", "pp", "9.1", "5.6", "−3.5"] {
        assert!(
            shown_texts.iter().any(|text| text == part),
            "{part}: {shown_texts:?}"
        );
    }
    draw_checked("dumbbells", &pair(&three, Kind::Flag).report(mixed), &is);
    let sampled = ReportFixture {
        is_exact: false,
        trials: 200,
        ..pair(&three, Kind::Flag)
    };
    draw_checked("dumbbells_sampled", &sampled.report(mixed), &is);
    let wide = |variant: usize, point: &[usize], _: u32| {
        vec![
            (-40, 1),
            (90_000 * (1 + variant as i64), 1 + point[0] as u64),
        ]
    };
    draw_checked(
        "dumbbells_means",
        &pair(&three, Kind::Count).report(wide),
        &by_variant(Measure::Mean),
    );
    draw_checked(
        "dumbbells_same",
        &pair(&three, Kind::Flag).report(|_, _, _| vec![(0, 1), (1, 1)]),
        &is,
    );
    draw_checked(
        "dumbbells_never",
        &pair(&three, Kind::Flag).report(|_, _, _| vec![(0, 1)]),
        &is,
    );
    let names = ReportFixture {
        variants: vec![LONG_NAME.to_owned(), LONG_NAME.to_owned()],
        ..pair(&three, Kind::Flag)
    };
    draw_checked("dumbbells_names", &names.report(mixed), &is);
    let compared_report = with_earlier(
        pair(&three, Kind::Flag).report(mixed),
        pair(&three, Kind::Flag).report(wide),
    );
    draw_checked("dumbbells_earlier", &compared_report, &is);
    // Numbers, a goal, or a third variant are lines as ever.
    let numbers = ReportFixture {
        sweep: vec![swept("Cubes", "", 1..=3)],
        ..pair(&three, Kind::Flag)
    };
    assert!(!texts(&numbers, &is).contains(&"pp".to_owned()));
    assert!(
        texts(&pair(&["1", "2", "3"], Kind::Flag), &is).contains(&"pp".to_owned()),
        "texts are names"
    );
    let mut goal = is.clone();
    goal.wishes.target = Some(0.1);
    assert!(!texts(&pair(&three, Kind::Flag), &goal).contains(&"pp".to_owned()));
}

#[test]
fn dumbbells_handle_extreme_data() {
    let pair = |kind| ReportFixture {
        variants: ["As published", "Best play"].map(str::to_owned).to_vec(),
        sweep: vec![swept("Cubes are spent", "", ["never", "greedy", LONG_NAME])],
        ..ReportFixture::new(kind)
    };
    let chart_of = |measure| {
        chart(
            ChartKind::Lines,
            Axis::Sweep(0),
            Some(Axis::Variants),
            measure,
        )
    };
    let (is, mean) = (chart_of(Measure::Is(1)), chart_of(Measure::Mean));
    let texts =
        |name: &str, report: &oddsmith_model::report::Report, chart: &Chart| -> Vec<String> {
            let drawing = draw_checked(name, report, chart);
            let shown_texts: Vec<String> = drawing
                .text_boxes()
                .iter()
                .map(|text_box| text_box.text.clone())
                .collect();
            assert!(
                shown_texts.iter().any(|text| text == "pp" || text == "Gap"),
                "{name}: {shown_texts:?}"
            );
            shown_texts
        };
    let counts = |shown_texts: &[String], text: &str| {
        shown_texts
            .iter()
            .filter(|shown_text| *shown_text == text)
            .count()
    };
    // Chances that no trial was run for stand on an axis of their own size.
    let rare =
        |variant: usize, _: &[usize], _: u32| vec![(0, 1_000_000), (1, 1 + 9 * variant as u64)];
    let shown_texts = texts(
        "dumbbells_rare",
        &ReportFixture {
            trials: 0,
            ..pair(Kind::Flag)
        }
        .report(rare),
        &is,
    );
    assert_eq!(
        (
            counts(&shown_texts, "+0.00090"),
            counts(&shown_texts, "100%")
        ),
        (3, 0),
        "{shown_texts:?}"
    );
    // A gap that may be chance is none.
    let even = |_: usize, _: &[usize], _: u32| vec![(0, 1), (1, 1)];
    let sampled = ReportFixture {
        is_exact: false,
        trials: 200,
        ..pair(Kind::Flag)
    };
    let shown_texts = texts("dumbbells_chance", &sampled.report(even), &is);
    assert_eq!(counts(&shown_texts, "≈0"), 3, "{shown_texts:?}");
    let mixed = |variant: usize, point: &[usize], _: u32| {
        vec![(0, 10 + variant as u64 * 7), (1, 1 + point[0] as u64)]
    };
    texts(
        "dumbbells_few",
        &ReportFixture {
            is_exact: false,
            trials: 12,
            ..pair(Kind::Flag)
        }
        .report(mixed),
        &is,
    );
    texts(
        "dumbbells_many",
        &ReportFixture {
            is_exact: false,
            trials: 10_000_000,
            ..pair(Kind::Flag)
        }
        .report(mixed),
        &is,
    );
    let alike = ReportFixture {
        is_exact: false,
        trials: 50,
        ..pair(Kind::Count)
    };
    let shown_texts = texts(
        "dumbbells_alike",
        &alike.report(|_, _, _| vec![(3, 1)]),
        &mean,
    );
    assert_eq!(
        (counts(&shown_texts, "3.00"), counts(&shown_texts, "≈0")),
        (3, 3),
        "{shown_texts:?}"
    );
    let zero = texts(
        "dumbbells_zero",
        &pair(Kind::Count).report(|_, _, _| vec![(0, 1)]),
        &mean,
    );
    assert!(counts(&zero, "0.0") <= 1, "{zero:?}");
    let below = |variant: usize, point: &[usize], _: u32| {
        vec![(-40, 1 + point[0] as u64), (-3 - variant as i64, 2)]
    };
    let shown_texts = texts("dumbbells_below", &pair(Kind::Count).report(below), &mean);
    assert!(
        shown_texts.iter().any(|text| text.starts_with('−')),
        "{shown_texts:?}"
    );
    for (name, far) in [
        ("dumbbells_far", 3_000_000_000i64),
        ("dumbbells_far_below", -3_000_000_000),
    ] {
        let far = move |variant: usize, point: &[usize], _: u32| {
            vec![(0, 1), (far * (1 + variant as i64), 1 + point[0] as u64)]
        };
        let narrow = Chart {
            width: Width::Millimetres(68),
            ..mean.clone()
        };
        texts(name, &pair(Kind::Count).report(far), &narrow);
    }
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
            // It stands just under its name, or just over it.
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
        weights
            .iter()
            .enumerate()
            .map(|(k, weight)| (k as i64, (weight * 1e9) as u64))
            .collect()
    };
    let steps = |first, last| ReportFixture {
        steps: Some((first, last)),
        label: "Acts left".to_owned(),
        ..ReportFixture::new(Kind::Count)
    };
    draw_checked("fan_acts", &steps(0, 12).report(acts), &fan);
    draw_checked(
        "fan_sampled",
        &ReportFixture {
            is_exact: false,
            ..steps(0, 12)
        }
        .report(acts),
        &fan,
    );
    draw_checked(
        "fan_200",
        &steps(1, 200).report(|_, _, step| {
            (0..20)
                .map(|k| (i64::from(step) * k - 300, 1 + k as u64))
                .collect()
        }),
        &fan,
    );
    draw_checked("fan_one", &steps(1, 1).report(|_, _, _| vec![(0, 1)]), &fan);
    let names = (0..6).map(|i| format!("{i} {LONG_NAME}")).collect();
    draw_checked(
        "fan_names",
        &ReportFixture {
            step_names: names,
            ..steps(1, 6)
        }
        .report(acts),
        &fan,
    );
}

#[test]
fn fan_shows_single_trials_and_final_shares() {
    let fan = chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean);
    let new_fixture = || ReportFixture {
        steps: Some((0, 8)),
        label: "Acts left".to_owned(),
        ..ReportFixture::new(Kind::Count)
    };
    let falls = |_: usize, _: &[usize], step: u32| binomial(10, if step < 3 { 5 } else { 3 });
    let plain = new_fixture().report(falls);
    let mut with_histories = new_fixture().report(falls);
    let history = |nth: i64| {
        (0..9)
            .map(|step| (nth != 2 || step != 4).then_some(10 - nth - step))
            .collect()
    };
    with_histories
        .histories
        .insert((1, "m".to_owned()), (0..5).map(history).collect());
    let lines = |drawing: &super::Drawing| drawing.inline_svg().svg.matches("#6b6b6b").count();
    let says = |drawing: &super::Drawing, expected_text: &str| {
        let texts: Vec<&str> = drawing
            .text_boxes()
            .iter()
            .map(|text_box| text_box.text.as_str())
            .collect();
        texts.join(" ").contains(expected_text)
    };
    let (without, with) = (
        draw_checked("fan_plain", &plain, &fan),
        draw_checked("fan_histories", &with_histories, &fan),
    );
    assert!(says(&with, "Thin lines, slightly offset: trials 1 to 5.") && !says(&without, "Thin"));
    assert!(
        says(&without, "Right: shares at the end, Turn 8")
            && says(&with, "Right: shares at the end, Turn 8")
    );
    // A gap makes two lines of one.
    assert_eq!(lines(&with), lines(&without) + 6);
    let narrow = Chart {
        width: Width::Millimetres(68),
        ..fan.clone()
    };
    draw_checked("fan_narrow", &with_histories, &narrow);
    let wide = ReportFixture {
        steps: Some((1, 30)),
        ..new_fixture()
    };
    let far = |_: usize, _: &[usize], step: u32| {
        (0..400)
            .map(|k| (k * i64::from(step), 401 - k as u64))
            .collect()
    };
    draw_checked("fan_many_values", &wide.report(far), &fan);
    assert!(!says(
        &draw_checked(
            "fan_one_step",
            &ReportFixture {
                steps: Some((1, 1)),
                ..new_fixture()
            }
            .report(falls),
            &fan
        ),
        "Right"
    ));
}

#[test]
fn fan_covers_only_steps_with_values() {
    let fan = chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean);
    let new_fixture = |first, last| ReportFixture {
        steps: Some((first, last)),
        label: "Pool".to_owned(),
        ..ReportFixture::new(Kind::Count)
    };
    let shown = |_: usize, _: &[usize], step: u32| match step {
        3..=6 => binomial(6, u64::from(step) - 2),
        _ => Vec::new(),
    };
    let history = |nth: i64| vec![Some(nth), Some(nth + 1), None, Some(nth)];
    let (mut all_steps, mut seen) = (
        new_fixture(1, 8).report(shown),
        new_fixture(3, 6).report(shown),
    );
    // What a trial shows where no law has a value is left out.
    let long = |nth: i64| {
        [None, Some(99)]
            .into_iter()
            .chain(history(nth))
            .chain([Some(99), None])
            .collect()
    };
    all_steps
        .histories
        .insert((1, "m".to_owned()), (0..3).map(long).collect());
    seen.histories
        .insert((1, "m".to_owned()), (0..3).map(history).collect());
    assert_eq!(
        draw_checked("fan_unseen", &all_steps, &fan)
            .inline_svg()
            .svg,
        draw_checked("fan_seen", &seen, &fan).inline_svg().svg
    );
    // A gap within keeps its place.
    let gap = |_: usize, _: &[usize], step: u32| {
        if step == 14 {
            Vec::new()
        } else {
            binomial(6, 3)
        }
    };
    let drawing = draw_checked("fan_gap", &new_fixture(13, 16).report(gap), &fan);
    let has = |text: &str| {
        drawing
            .text_boxes()
            .iter()
            .any(|text_box| text_box.text == text)
    };
    assert!(["13", "14", "15", "16"].into_iter().all(has));
    assert!(draw(&new_fixture(1, 3).report(|_, _, _| Vec::new()), &fan).is_err());
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
