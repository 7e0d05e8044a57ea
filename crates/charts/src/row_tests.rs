//! Tests bars of places with names, small segments, named colours, and numbers at the ends of
//! lines.

use super::fixture::{ReportFixture, binomial, chart, swept, wing_results};
use super::tests::draw_checked;
use oddsmith_model::report::{Axis, Chart, Report};
use oddsmith_model::rule::metric::{Kind, Outcome, Tone};
use oddsmith_model::rule::presentation::{ChartKind, Measure};

fn texts(name: &str, report: &Report, chart: &Chart) -> Vec<String> {
    let drawing = draw_checked(name, report, chart);
    let boxes = drawing.text_boxes().iter();
    boxes.map(|text_box| text_box.text.clone()).collect()
}

/// Returns the picture, without the title and the note.
fn picture(report: &Report, chart: &Chart) -> String {
    super::draw(report, chart).unwrap().inline_svg().svg
}

/// Returns the index of a text on the page.
fn place_of(texts: &[String], text: &str) -> usize {
    texts
        .iter()
        .position(|other| other == text)
        .unwrap_or_else(|| panic!("{text} is not in {texts:?}"))
}

/// Returns a report with the chance of a hit with each weapon: in the order of the sweep, 1/6, 5/6
/// and 3/6.
fn weapons() -> Report {
    let fixture = ReportFixture {
        sweep: vec![swept("Weapon", "", ["club", "sword", "bow"])],
        ..ReportFixture::new(Kind::Flag)
    };
    fixture.report(|_, point, _| {
        let hits = [1, 5, 3][point[0]];
        vec![(0, 6 - hits), (1, hits)]
    })
}

#[test]
fn places_with_names_have_bars_in_order_of_their_numbers() {
    let lines = chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Is(1));
    let shown = texts("named_bars", &weapons(), &lines);
    let places = ["sword", "bow", "club"].map(|name| place_of(&shown, name));
    assert!(places.is_sorted(), "{shown:?}");
    for number in ["16.7", "50.0", "83.3"] {
        place_of(&shown, number);
    }
    assert!(
        picture(&weapons(), &lines).contains(">Weapon<"),
        "the label of the axis is in the report, too"
    );
    assert!(!joins_places(&picture(&weapons(), &lines)));
}

/// Returns whether a thick line joins places: every other line is straight.
fn joins_places(svg: &str) -> bool {
    let is_joining = |line: &str| {
        let (points, rest) = line.split_once('"').unwrap();
        let points: Vec<&str> = points.split(' ').collect();
        let [from, to] = [points[0], points[1]].map(|point| point.split_once(',').unwrap());
        let is_straight = points.len() == 2 && (from.0 == to.0 || from.1 == to.1);
        !is_straight && rest.contains("stroke-width=\"50\"")
    };
    svg.split("<polyline points=\"").skip(1).any(is_joining)
}

#[test]
fn several_lines_over_names_with_a_goal_are_dots() {
    let report = |names: bool| {
        let weapon = if names {
            swept("Weapon", "", ["club", "sword", "bow"])
        } else {
            swept("Weapon", "", 1..=3)
        };
        let fixture = ReportFixture {
            sweep: vec![weapon, swept("Armour", "", 1..=3)],
            ..ReportFixture::new(Kind::Flag)
        };
        fixture.report(|_, point, _| {
            let hits = (1 + point[0] + 2 * point[1]) as u64;
            vec![(0, 9 - hits), (1, hits)]
        })
    };
    let mut lines = chart(
        ChartKind::Lines,
        Axis::Sweep(0),
        Some(Axis::Sweep(1)),
        Measure::Is(1),
    );
    lines.wishes.target = Some(0.5);
    draw_checked("named_goal", &report(true), &lines);
    assert!(!joins_places(&picture(&report(true), &lines)));
    assert!(joins_places(&picture(&report(false), &lines)));
}

#[test]
fn named_steps_keep_their_order_and_panels_too() {
    let names = ["Left", "Right", "Reserve"].map(str::to_owned).to_vec();
    let fixture = ReportFixture {
        steps: Some((1, 3)),
        step_names: names,
        ..ReportFixture::new(Kind::Flag)
    };
    let report = fixture.report(|_, _, step| vec![(0, 6 - u64::from(step)), (1, u64::from(step))]);
    let by_step = chart(ChartKind::Lines, Axis::Steps, None, Measure::Is(1));
    let shown = texts("named_steps", &report, &by_step);
    let places = ["Left", "Right", "Reserve"].map(|name| place_of(&shown, name));
    assert!(places.is_sorted(), "{shown:?}");
    let panel = Chart {
        is_panel: true,
        ..chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Is(1))
    };
    let shown = texts("named_panel", &weapons(), &panel);
    let places = ["club", "sword", "bow"].map(|name| place_of(&shown, name));
    assert!(places.is_sorted(), "{shown:?}");
}

#[test]
fn two_values_have_two_bars() {
    let lines = chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Mean);
    let report = |last: i64| {
        let fixture = ReportFixture {
            sweep: vec![swept("Dice", "", 1..=last)],
            ..ReportFixture::new(Kind::Count)
        };
        fixture.report(|_, point, _| binomial(point[0] as u32 + 1, 3))
    };
    let count = |last: i64| picture(&report(last), &lines).matches("<rect").count();
    assert_eq!((count(2), count(3)), (2, 0));
    let ranged = Chart {
        shows_range: true,
        ..lines.clone()
    };
    let shown = texts("mean_bars", &report(2), &ranged).join(" ");
    assert!(shown.contains("the middle 90% of the trials"), "{shown}");
    let strong_lines = |chart: &Chart| {
        let svg = picture(&report(2), chart);
        svg.matches("stroke-width=\"25\"").count()
    };
    assert_eq!(strong_lines(&ranged), strong_lines(&lines) + 6);
}

#[test]
fn every_number_of_a_stacked_bar_is_shown_and_no_plate_covers_it() {
    let report = ReportFixture {
        sweep: vec![swept("Row", "", 1..=2)],
        ..ReportFixture::new(wing_results())
    }
    .report(|_, point, _| match point[0] {
        0 => vec![(0, 970), (1, 12), (2, 13), (3, 5)],
        _ => vec![(0, 100), (1, 400), (2, 400), (3, 100)],
    });
    let stacked = chart(ChartKind::Stacked, Axis::Sweep(0), None, Measure::Mean);
    let shown = texts("stacked_small", &report, &stacked);
    for number in ["97.0%", "1.2%", "1.3%", "0.50%", "40.0%", "10.0%"] {
        place_of(&shown, number);
    }
    let paper_boxes = picture(&report, &stacked)
        .matches("fill=\"#ffffff\" style")
        .count();
    assert_eq!(paper_boxes, 0);
}

#[test]
fn outcomes_named_after_colours_have_them() {
    let outcome = |name: &str, tone| Outcome::new(name, name, tone);
    let kind = |names: [&str; 3], tones: [Tone; 3]| {
        let outcomes = names.into_iter().zip(tones);
        Kind::Category(outcomes.map(|(name, tone)| outcome(name, tone)).collect())
    };
    let stacked = chart(ChartKind::Stacked, Axis::Single, None, Measure::Mean);
    let svg = |kind: Kind| {
        let report = ReportFixture::new(kind).report(|_, _, _| vec![(0, 1), (1, 1), (2, 1)]);
        picture(&report, &stacked)
    };
    let mixed = [Tone::Success, Tone::Failure, Tone::Neutral];
    let coloured = svg(kind(["Red", "Blue", "Green"], mixed));
    for colour in ["#c4261d", "#1f4e9e", "#4fb25a"] {
        assert!(coloured.contains(colour), "{colour} is not in {coloured}");
    }
    // Three outcomes without a tone have shades of one hue: not the colours of good and bad news.
    let neutral = svg(kind(["North", "East", "South"], [Tone::Neutral; 3]));
    let toned = svg(kind(["North", "East", "South"], mixed));
    let success = "#00614b";
    assert!(toned.contains(success) && !neutral.contains(success));
    assert!(neutral.contains("#0f3f73"), "{neutral}");
}

#[test]
fn ends_of_lines_are_labelled() {
    let fixture = ReportFixture {
        sweep: vec![swept("Doors", "", 3..=10)],
        variants: ["Switch", "Stay"].map(str::to_owned).to_vec(),
        ..ReportFixture::new(Kind::Flag)
    };
    let report = fixture.report(|variant, point, _| {
        let doors = point[0] as u64 + 3;
        let wins = if variant == 0 { doors - 1 } else { 1 };
        vec![(0, doors - wins), (1, wins)]
    });
    let lines = chart(
        ChartKind::Lines,
        Axis::Sweep(0),
        Some(Axis::Variants),
        Measure::Is(1),
    );
    let shown = texts("doors", &report, &lines);
    for number in ["66.7", "33.3", "90.0", "10.0"] {
        place_of(&shown, number);
    }
    // With sixty places, the ends are still labelled, on the axis as well.
    let many = ReportFixture {
        sweep: vec![swept("Dice", "", 1..=60)],
        ..ReportFixture::new(Kind::Count)
    };
    let report = many.report(|_, point, _| vec![(0, 1), (4 * (point[0] as i64 + 1), 1)]);
    let headed = Chart {
        is_headed: true,
        ..chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Mean)
    };
    let shown = texts("sixty_places", &report, &headed);
    for text in ["2.00", "120.00", "1", "60"] {
        place_of(&shown, text);
    }
}

#[test]
fn tiny_chances_fill_the_axis() {
    let fixture = ReportFixture {
        sweep: vec![swept("Tries", "", 1..=4)],
        trials: 0,
        ..ReportFixture::new(Kind::Flag)
    };
    let report = fixture.report(|_, point, _| {
        let wins = point[0] as u64 + 1;
        vec![(0, 4_000_000 - wins), (1, wins)]
    });
    let lines = chart(ChartKind::Lines, Axis::Sweep(0), None, Measure::Is(1));
    let shown = texts("tiny_chances", &report, &lines);
    place_of(&shown, "0.00010%");
}

#[test]
fn maps_share_their_colours() {
    let fixture = ReportFixture {
        sweep: vec![swept("Dice", "", 1..=2), swept("Sides", "", 1..=2)],
        ..ReportFixture::new(Kind::Count)
    };
    let report = fixture.report(|_, point, _| vec![(point[0] as i64, 1)]);
    let map = chart(
        ChartKind::Heatmap,
        Axis::Sweep(0),
        Some(Axis::Sweep(1)),
        Measure::Mean,
    );
    let shared = Chart {
        heat_ends: Some([0.0, 10.0]),
        ..map.clone()
    };
    let darkest = "#0f3f73";
    assert!(picture(&report, &map).contains(darkest));
    assert!(!picture(&report, &shared).contains(darkest));
}
