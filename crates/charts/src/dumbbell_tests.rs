//! Tests dumbbell charts: two variants at named values.

use super::draw;
use super::fixture::{ReportFixture, chart, swept, with_earlier};
use super::tests::{LONG_NAME, draw_checked};
use oddsmith_model::report::{Axis, Chart, Width};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};

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
    // Probabilities of 1 in 11 and 1 in 18: 9.1% and 5.6%.
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
    // With numbers the chart has lines.
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
    let with_goal = texts(&pair(&three, Kind::Flag), &goal);
    assert!(with_goal.contains(&"pp".to_owned()), "{with_goal:?}");
    assert!(
        with_goal.join(" ").contains("Design goal 10%: "),
        "{with_goal:?}"
    );
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
    // Rare events without trials get a smaller axis.
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
    // A gap that may be due to chance is not shown.
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
