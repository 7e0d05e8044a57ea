//! Tests fan charts of a metric over its steps.

use super::draw;
use super::fixture::{ReportFixture, binomial, chart};
use super::tests::{LONG_NAME, draw_checked};
use oddsmith_model::report::{Axis, Chart, Width};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};

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
    // A gap splits a line into two.
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
    // Values of a trial at steps without a distribution are left out.
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
    // A step without a value between others stays on the axis.
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
