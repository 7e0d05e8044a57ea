//! Draws the charts of bundled scenarios, of the games of the gallery and of scenarios that are
//! hard to draw, and checks the pictures: texts stay on the page and apart from each other, text is
//! easy to read, the data fill the axis, and every number of a title is in its picture.
//!
//! A sample is drawn unless `ODDSMITH_PICTURES` is set.

mod svg;
mod ugly;

use std::sync::Arc;

use crate::analysis::{EngineMode, plan, run};
use crate::export::joint_map::maps;
use crate::gallery::GAMES;
use crate::input::diagnostic::Source;
use crate::messages::Messages;
use crate::report::{Axis, Chart, Report, Width};
use crate::rule::presentation::ChartKind;
use crate::rule_file::find::FileLocation;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::document::{Overrides, Scenario};
use crate::summary::chart_headline;
use crate::tests::titles::random::scenario_count;
use crate::tests::titles::random_made::charted_report;
use crate::tests::titles::summary_judge::{check_chart, claim_fault};
use oddsmith_charts::{Area, Drawing, TextBox};
use oddsmith_engine::explore::Watch;

/// Without `ODDSMITH_PICTURES`, one of this many bundled scenarios and games is drawn.
const SAMPLE: usize = 8;
/// The least contrast of a text.
const MIN_CONTRAST: f64 = 4.5;
/// The least share of an axis that the data use.
const MIN_USED: f64 = 0.6;
/// The width of charts on a phone, in millimetres.
const PHONE_WIDTH: u32 = 68;
/// The size of titles, in points.
const TITLE_POINTS: f64 = 9.0;

fn report(name: &str, toml: &str, rules: &[(&str, &str)]) -> Report {
    let source = Arc::new(Source {
        name: name.to_owned(),
        text: toml.to_owned(),
    });
    let rules: Vec<Source> = rules
        .iter()
        .map(|(name, text)| Source {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
        })
        .collect();
    let location = if rules.is_empty() {
        FileLocation::Bundled
    } else {
        FileLocation::Texts(&rules)
    };
    let overrides = Overrides {
        run: vec![("trials", "10000".to_owned())],
        ..Overrides::default()
    };
    let scenario = Scenario::parse_at(name, source, location, &overrides)
        .unwrap_or_else(|problems| panic!("{name}: {problems}"));
    let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{name}: {problems}"));
    run(&plan, EngineMode::Auto, &Watch::default())
        .unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}

/// Draws the charts of a report. Returns what is wrong with their pictures, and how many there are.
fn report_faults(name: &str, report: &Report) -> (Vec<String>, usize) {
    let sheets = oddsmith_charts::sheets(report);
    for chart in &report.charts {
        check_chart(name, report, chart);
    }
    let joint_maps = maps(report, &mut Vec::new());
    let pictures = sheets.iter().map(|chart| (report, chart));
    let pictures: Vec<(&Report, &Chart)> = pictures
        .chain(joint_maps.iter().map(|map| (map, &map.charts[0])))
        .collect();
    let faults = pictures.iter().flat_map(|(report, chart)| {
        let found = picture_faults(report, chart);
        found
            .into_iter()
            .map(|fault| format!("{name}, {}: {fault}", chart.file))
    });
    (faults.collect(), pictures.len())
}

/// Returns what is wrong with the picture of a chart.
pub(super) fn picture_faults(report: &Report, chart: &Chart) -> Vec<String> {
    let drawing = match oddsmith_charts::draw(report, chart) {
        Ok(drawing) => drawing,
        Err(error) => return vec![format!("it is not drawn: {error}")],
    };
    let mut faults = drawing_faults(&chart.file, &drawing);
    for panel in report.panels(chart) {
        let narrow = Chart {
            width: Width::Millimetres(PHONE_WIDTH),
            height: None,
            ..panel
        };
        // The report leaves out what cannot be drawn that narrow.
        let drawing = oddsmith_charts::draw(report, &narrow);
        let found = drawing.map_or_else(|_| Vec::new(), |drawing| text_faults(&drawing));
        faults.extend(found.iter().map(|fault| format!("on a phone, {fault}")));
    }
    let headline = chart_headline(report, chart, Messages::english()).filter(|_| chart.is_headed);
    if let Some(headline) = headline {
        faults.extend(claim_fault(report, &headline, Messages::english()));
        let missing = missing_numbers(&headline.title(), drawing.text_boxes());
        if !missing.is_empty() {
            faults.push(format!(
                "{} is not in the picture: {missing:?}",
                chart.title
            ));
        }
    }
    if chart.title.contains('`') || chart.title.contains('_') {
        faults.push(format!("a raw name is in the title: {}", chart.title));
    }
    faults
}

/// Returns what is wrong with a picture, whatever it shows. Pictures with faults are saved in the
/// folder `ODDSMITH_LOOK`, if it is set.
fn drawing_faults(name: &str, drawing: &Drawing) -> Vec<String> {
    let mut faults = text_faults(drawing);
    let marks = svg::marks(&drawing.inline_svg().svg);
    let contrast = svg::lowest_contrast(&marks);
    if contrast < MIN_CONTRAST {
        faults.push(format!("a text has a contrast of {contrast:.2}"));
    }
    // If all numbers are zero, there is nothing to see.
    let is_unused = |share: &f64| *share > 0.0 && *share < MIN_USED;
    if let Some(share) = svg::used_share(&marks).filter(is_unused) {
        faults.push(format!("the data use {:.0}% of the axis", 100.0 * share));
    }
    if let Some(folder) = std::env::var_os("ODDSMITH_LOOK").filter(|_| !faults.is_empty()) {
        let file = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(file, drawing.png().expect("a picture")).expect("the folder");
    }
    faults
}

/// Returns texts that leave the page or overlap.
fn text_faults(drawing: &Drawing) -> Vec<String> {
    let (width, height) = drawing.size_mm();
    let boxes = drawing.text_boxes();
    let mut faults = Vec::new();
    for (nth, text_box) in boxes.iter().enumerate() {
        let area = text_box.area;
        if area.left < 0.0 || area.top < 0.0 || area.right > width || area.bottom > height {
            faults.push(format!("{:?} leaves the page", text_box.text));
        }
        for other in &boxes[nth + 1..] {
            if area.overlaps(other.area) {
                faults.push(format!("{:?} and {:?} overlap", text_box.text, other.text));
            }
        }
    }
    faults
}

/// Returns the numbers of a headline that are not in its picture. Names of variants and of metrics
/// may have numbers, and a bound such as "over 50%" is not a number of the data.
fn missing_numbers(title: &str, boxes: &[TextBox]) -> Vec<String> {
    let texts = boxes
        .iter()
        .filter(|text_box| text_box.points < TITLE_POINTS);
    let shown: Vec<String> = texts.flat_map(|text_box| numbers(&text_box.text)).collect();
    let claim = title.split_once(": ").map_or("", |(_, claim)| claim);
    let unquoted: String = claim.split(['“', '”']).step_by(2).collect();
    let is_bound = |before: &str| {
        [
            "over ", "least ", "most ", "than ", "to ", "between ", "exactly ",
        ]
        .iter()
        .any(|word| before.ends_with(word))
    };
    let value = |number: &String| number.replace(',', "").parse::<f64>().ok();
    let mut missing = Vec::new();
    let mut rest = unquoted.as_str();
    for number in numbers(&unquoted) {
        let place = rest.find(number.as_str()).unwrap_or(0);
        let is_of_data = !is_bound(&rest[..place]);
        rest = &rest[place + number.len()..];
        let is_same = |other: &String| value(other) == value(&number);
        if is_of_data && !shown.iter().any(is_same) {
            missing.push(number);
        }
    }
    missing
}

/// Returns the numbers in a text, without their signs and units.
fn numbers(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',');
    text.split(|letter: char| !is_part(letter))
        .map(|number| number.trim_matches(['.', ',']).to_owned())
        .filter(|number| !number.is_empty())
        .collect()
}

/// Checks reports: all of them, or a sample.
fn check<'n>(reports: impl Iterator<Item = (&'n str, Report)>) {
    let mut faults = Vec::new();
    let mut count = 0;
    for (name, report) in reports {
        let (found, drawn) = report_faults(name, &report);
        faults.extend(found);
        count += drawn;
    }
    println!("{count} pictures");
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(count > 0);
}

/// Returns whether the scenario with this index is drawn.
fn is_drawn(nth: usize) -> bool {
    nth.is_multiple_of(SAMPLE) || std::env::var_os("ODDSMITH_PICTURES").is_some()
}

#[test]
fn pictures_of_bundled_scenarios_have_no_faults() {
    let drawn = BUNDLED.iter().enumerate().filter(|(nth, _)| is_drawn(*nth));
    check(drawn.map(|(_, (name, text))| (*name, report(name, text, &[]))));
}

#[test]
fn pictures_of_games_have_no_faults() {
    let drawn = GAMES.iter().enumerate().filter(|(nth, _)| is_drawn(*nth));
    check(drawn.map(|(_, game)| (game.name, report(game.name, game.scenario, game.rules))));
}

#[test]
fn pictures_of_ugly_scenarios_have_no_faults() {
    check(
        ugly::UGLY
            .iter()
            .map(|(name, ..)| (*name, ugly_report(name))),
    );
}

#[test]
fn pictures_of_random_reports_have_no_faults() {
    let mut faults = Vec::new();
    for number in 0..scenario_count() as u64 {
        let report = charted_report(number);
        for chart in &report.charts {
            // Some kinds cannot show some data, and letters that no font has are written in others.
            let drawing = oddsmith_charts::draw(&report, chart);
            let Some(drawing) = drawing
                .ok()
                .filter(|drawing| drawing.missing_glyphs().is_empty())
            else {
                continue;
            };
            let named = |fault| format!("{number}, {:?}, {}: {fault}", chart.kind, chart.title);
            let name = format!("random-{number}");
            faults.extend(drawing_faults(&name, &drawing).into_iter().map(named));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Returns the report of an ugly scenario.
fn ugly_report(name: &str) -> Report {
    let is_meant = |entry: &&(&str, &str, &str)| entry.0 == name;
    let (_, rule, toml) = ugly::UGLY.iter().find(is_meant).expect("a scenario");
    let toml = format!("title = \"{name}\"\nrule = \"ugly.odds\"\n{toml}");
    report(name, &toml, &[("ugly.odds", rule)])
}

#[test]
fn charts_have_a_kind_that_fits_their_data() {
    let kinds = |name: &str| -> Vec<ChartKind> {
        let report = ugly_report(name);
        report.charts.iter().map(|chart| chart.kind).collect()
    };
    // A curve of three values is a slope, and names have no order.
    assert_eq!(kinds("few-values-at-least"), [ChartKind::Stacked]);
    assert_eq!(kinds("weapons"), [ChartKind::Heatmap; 2]);
    assert_eq!(kinds("two-by-three"), [ChartKind::Heatmap; 2]);
    assert_eq!(kinds("many-lines"), [ChartKind::Lines, ChartKind::Heatmap]);
}

#[test]
fn more_than_six_panels_follow_a_chart_of_means() {
    let charts = ugly_report("seven-panels").charts;
    let first = &charts[0];
    assert_eq!((first.kind, first.x), (ChartKind::Lines, Axis::Variants));
    assert!(first.shows_range && first.file == "total-by-variant");
    let last = charts.last().expect("a chart");
    assert_eq!((last.kind, last.family.len()), (ChartKind::Distribution, 7));
}

#[test]
fn maps_of_one_number_share_their_colours() {
    let charts = ugly_report("two-maps").charts;
    let ends: Vec<[f64; 2]> = charts.iter().filter_map(|chart| chart.heat_ends).collect();
    assert_eq!(ends.len(), 2);
    assert!(
        ends[0] == ends[1] && ends[0][0] < 4.0 && ends[0][1] > 12.0,
        "{ends:?}"
    );
}

#[test]
fn title_of_crossing_lines_says_where_they_cross() {
    let charts = ugly_report("crossing").charts;
    assert_eq!(
        charts[0].title,
        "Damage: more with “Light” at armour 4 and 5"
    );
}

#[test]
fn decision_chart_says_who_decides() {
    let titles: Vec<String> = ugly_report("keep-or-push")
        .charts
        .into_iter()
        .filter(|chart| chart.policy.is_some())
        .map(|chart| chart.title)
        .collect();
    assert_eq!(
        titles,
        ["Best play for the player: Do you push on into the dark?"]
    );
}

#[test]
fn checks_find_faults() {
    let marks = svg::marks(
        "<svg><polyline points=\"0,0 100,0\" fill=\"none\" stroke-width=\"10\" stroke=\"#dadada\"/>\
         <polyline points=\"0,2000 100,2000\" fill=\"none\" stroke-width=\"10\" stroke=\"#dadada\"/>\
         <rect x=\"10\" y=\"1800\" width=\"20\" height=\"200\" fill=\"#777777\" style=\"--f:#777777\"/>\
         <text x=\"20\" y=\"1998\" font-size=\"10\" text-anchor=\"middle\" fill=\"#000000\" style=\"--f:#888888\">1</text></svg>",
    );
    assert_eq!(svg::used_share(&marks), Some(0.1));
    assert!(svg::lowest_contrast(&marks) < 1.5, "in dark mode");
    let text = |text: &str, points| TextBox {
        text: text.to_owned(),
        area: Area {
            left: 0.0,
            top: 0.0,
            right: 9.0,
            bottom: 9.0,
        },
        points,
    };
    let boxes = [
        text("8.04", 7.0),
        text("12", 7.0),
        text("3.33", TITLE_POINTS),
    ];
    let title = "Score with 5: highest with 12 dice, 8.04; over 50% with “Plan 9”; 3.33 with 1";
    assert_eq!(missing_numbers(title, &boxes), ["3.33", "1"]);
}
