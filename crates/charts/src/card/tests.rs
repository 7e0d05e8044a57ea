//! Cards over fair and ugly reports: nothing overlaps, nothing leaves the page, and what has no
//! room is reported.

use super::draw;
use crate::fixture::{Made, many_results, swept, wing_results};
use crate::tests::{LONG, whole};
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

/// Draws a card and looks at it; the texts on it in one.
fn drawn_text(name: &str, report: &Report) -> String {
    let card = Card::of(report).unwrap_or_else(|why| panic!("{name}: {why}"));
    let drawing = draw(report, &card).unwrap_or_else(|error| panic!("{name}: {error}"));
    whole(name, &drawing);
    let (width, height) = drawing.size_mm();
    assert!(
        [(148.0, 105.0), (105.0, 148.0)].contains(&(width, height)),
        "{name}: {width} x {height}"
    );
    drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

fn quality() -> Swept {
    Swept {
        die: "or more".to_owned(),
        ..swept("Quality Value (QV)", "QV", 2..=7)
    }
}

#[test]
fn a_card_fits_whatever_varies() {
    let codes = [(0, "All succeed"), (2, "All fail")];
    let none = Made::new(wing_results()).report(|_, _, _| wing(3));
    let all = drawn_text("card_alone", &with_headlines(none, &codes));
    assert!(
        all.contains("Mixed: 1 or 2 succeed") && all.contains("Chances in 100"),
        "{all}"
    );
    let one = Made {
        sweep: vec![quality()],
        ..Made::new(wing_results())
    };
    let all = drawn_text(
        "card_one",
        &with_headlines(one.report(|_, point, _| wing(point[0] as u64 + 2)), &codes),
    );
    // A 7 is no face of a die.
    assert!(
        all.contains("7+") && all.contains("All fail") && !all.contains("6+"),
        "{all}"
    );
    let two = Made {
        sweep: vec![swept("White cubes", "Cubes", 0..=6), quality()],
        ..Made::new(wing_results())
    };
    drawn_text(
        "card_two",
        &with_headlines(two.report(|_, point, _| wing(point[1] as u64 + 2)), &codes),
    );
    let three = Made {
        sweep: vec![
            swept("White cubes", "Cubes", 0..=3),
            quality(),
            swept("Dice", "", 1..=3),
        ],
        variants: vec!["As published".to_owned(), "Harsh".to_owned()],
        ..Made::new(wing_results())
    };
    drawn_text(
        "card_three",
        &with_headlines(
            three.report(|_, point, _| wing(point[1] as u64 + 2)),
            &codes,
        ),
    );
}

#[test]
fn what_has_no_room_is_told() {
    let wide = Made {
        sweep: vec![swept("Row", "", 1..=200), swept("Column", "", 1..=60)],
        ..Made::new(Kind::Count)
    };
    let report =
        wide.report(|_, point, _| vec![(0, point[0] as u64 + 1), (1_000, point[1] as u64 + 1)]);
    let all = drawn_text("card_wide", &with_headlines(report, &[(-1, "Mean")]));
    assert!(all.contains("Left out: "), "{all}");
    let long = Made {
        variants: (0..9).map(|nth| format!("{nth} {LONG}")).collect(),
        sweep: vec![swept(LONG, "", 0..3)],
        ..Made::new(many_results())
    };
    let report = long.report(|_, _, _| (0..6).map(|code| (code, 1 + code as u64)).collect());
    drawn_text(
        "card_long",
        &with_headlines(report, &[(0, LONG), (1, LONG), (5, "Nothing")]),
    );
    let many = Made::new(Kind::Count)
        .report(|_, _, _| (0..90).map(|value| (value, 1 + value as u64)).collect());
    let all = drawn_text("card_many_values", &with_headlines(many, &[(-1, "Mean")]));
    assert!(all.contains("Left out: "), "{all}");
}

#[test]
fn a_report_without_a_number_has_no_card() {
    let nothing = Made::new(Kind::Count).report(|_, _, _| Vec::new());
    assert!(
        Card::of(&Report {
            cases: Vec::new(),
            ..nothing
        })
        .is_err()
    );
}
