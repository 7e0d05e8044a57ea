//! Tests cards of simple and difficult reports: nothing overlaps or leaves the page, and parts that
//! do not fit are reported.

use super::draw;
use crate::fixture::{ReportFixture, many_results, swept, wing_results};
use crate::tests::{LONG_NAME, check_drawing};
use oddsmith_model::card::Card;
use oddsmith_model::report::{Report, Swept};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{Headline, Measure};

fn wing(quality: u64) -> Vec<(i64, u64)> {
    let (hit, miss) = ((7 - quality).pow(3), (quality - 1).pow(3));
    vec![(0, hit), (1, 216 - hit - miss), (2, miss)]
}

fn with_headlines(report: Report, codes: &[(i64, &str)]) -> Report {
    let metric = report.cases[0].metrics[0].metric.name.clone();
    let headline = |&(code, label): &(i64, &str)| match code {
        -1 => Headline::new(&metric, Measure::Mean, label),
        code => Headline::new(&metric, Measure::Is(code), label),
    };
    Report {
        headlines: codes.iter().map(headline).collect(),
        ..report
    }
}

/// Draws a card, checks it, and returns all its texts.
fn drawn_text(name: &str, report: &Report) -> String {
    let card = Card::of(report).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    let drawing = draw(report, &card).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_drawing(name, &drawing);
    let (width, height) = drawing.size_mm();
    assert!(
        [(148.0, 105.0), (105.0, 148.0)].contains(&(width, height)),
        "{name}: {width} x {height}"
    );
    for text_box in drawing.text_boxes() {
        assert!(text_box.points >= 6.499, "{name}: {text_box:?}");
    }
    drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

fn quality() -> Swept {
    Swept {
        die_suffix: "or more".to_owned(),
        ..swept("Quality Value (QV)", "QV", 2..=7)
    }
}

#[test]
fn card_fits_any_sweep() {
    let codes = [(0, "All succeed"), (2, "All fail")];
    let none = ReportFixture::new(wing_results()).report(|_, _, _| wing(3));
    let text = drawn_text("card_alone", &with_headlines(none, &codes));
    assert!(
        text.contains("Mixed: 1 or 2 succeed") && text.contains("Chances in 100"),
        "{text}"
    );
    let one_sweep = ReportFixture {
        sweep: vec![quality()],
        ..ReportFixture::new(wing_results())
    };
    let text = drawn_text(
        "card_one",
        &with_headlines(
            one_sweep.report(|_, point, _| wing(point[0] as u64 + 2)),
            &codes,
        ),
    );
    // No die has a face 7, so it is a text.
    assert!(
        text.contains("7+") && text.contains("All fail") && !text.contains("6+"),
        "{text}"
    );
    let two = ReportFixture {
        sweep: vec![swept("White cubes", "Cubes", 0..=6), quality()],
        ..ReportFixture::new(wing_results())
    };
    drawn_text(
        "card_two",
        &with_headlines(two.report(|_, point, _| wing(point[1] as u64 + 2)), &codes),
    );
    let three = ReportFixture {
        sweep: vec![
            swept("White cubes", "Cubes", 0..=3),
            quality(),
            swept("Dice", "", 1..=3),
        ],
        variants: vec!["As published".to_owned(), "Harsh".to_owned()],
        ..ReportFixture::new(wing_results())
    };
    drawn_text(
        "card_three",
        &with_headlines(
            three.report(|_, point, _| wing(point[1] as u64 + 2)),
            &codes,
        ),
    );
}

/// The table has only chances. Means are below it.
#[test]
fn each_column_has_one_unit() {
    let count = ReportFixture::new(Kind::Count)
        .report(|_, _, _| (0..4).map(|value| (value, 1 + value as u64)).collect());
    let report = with_headlines(count, &[(-1, "Hits, mean"), (2, "Two hits")]);
    let card = Card::of(&report).expect("a card");
    let cells = card.table.measures[0]
        .cells
        .iter()
        .flatten()
        .flatten()
        .flatten();
    let sum: f64 = cells.map(|cell| cell.value).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    assert_eq!(card.table.measures.len(), 1);
    let facts: Vec<&str> = card.facts.iter().map(|fact| fact.text.as_str()).collect();
    assert!(facts.iter().all(|text| !text.ends_with('%')), "{facts:?}");
    let text = drawn_text("card_units", &report);
    assert!(text.contains("2.00"), "{text}");
}

#[test]
fn omitted_parts_are_reported() {
    let wide = ReportFixture {
        sweep: vec![swept("Row", "", 1..=200), swept("Column", "", 1..=60)],
        ..ReportFixture::new(Kind::Count)
    };
    let report =
        wide.report(|_, point, _| vec![(0, point[0] as u64 + 1), (1_000, point[1] as u64 + 1)]);
    let text = drawn_text("card_wide", &with_headlines(report, &[(-1, "Mean")]));
    assert!(text.contains("Left out: "), "{text}");
    let long = ReportFixture {
        variants: (0..9).map(|nth| format!("{nth} {LONG_NAME}")).collect(),
        sweep: vec![swept(LONG_NAME, "", 0..3)],
        ..ReportFixture::new(many_results())
    };
    let report = long.report(|_, _, _| (0..6).map(|code| (code, 1 + code as u64)).collect());
    drawn_text(
        "card_long",
        &with_headlines(report, &[(0, LONG_NAME), (1, LONG_NAME), (5, "Nothing")]),
    );
    let many_values = ReportFixture::new(Kind::Count)
        .report(|_, _, _| (0..90).map(|value| (value, 1 + value as u64)).collect());
    let text = drawn_text(
        "card_many_values",
        &with_headlines(many_values, &[(-1, "Mean")]),
    );
    assert!(text.contains("Left out: "), "{text}");
}

#[test]
fn a_report_without_a_number_has_no_card() {
    let nothing = ReportFixture::new(Kind::Count).report(|_, _, _| Vec::new());
    assert!(
        Card::of(&Report {
            cases: Vec::new(),
            ..nothing
        })
        .is_err()
    );
}
