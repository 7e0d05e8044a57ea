//! The page as a whole: what it holds, what it must not hold, and that it stays small.

use serde_json::Value;

use super::thinned::Choice;
use super::{Figure, data, fixture, page};
use crate::report::{Origin, Report, Told};
use crate::rule::metric::{Kind, Outcome, Tone};
use crate::rule::words::{InWords, or, read};

fn report() -> Report {
    fixture::report(Kind::Count, (4, 3), true, |variant, quality, die| {
        fixture::two_dice((5 - quality.max(die) - variant) as u64)
    })
}

fn figure() -> Figure {
    let svg = "<svg width=\"84mm\" viewBox=\"0 0 1 1\" xmlns=\"http://www.w3.org/2000/svg\"><text>Live</text></svg>"
        .to_owned();
    Figure { title: "How often?".to_owned(), file: "how-often".to_owned(), width_mm: 84.0, svg }
}

fn text(report: &Report) -> String {
    String::from_utf8(page(report, &[figure()])).unwrap()
}

/// The data of a page, as the explorer reads it.
fn json(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn all_that_a_scenario_says_is_text() {
    let evil = "</script><script>alert(1)</script>\"'<img src=x onerror=alert(1)>";
    let mut report = report();
    report.title = evil.to_owned();
    report.description = evil.to_owned();
    report.source = evil.to_owned();
    report.name = evil.to_owned();
    report.rerun = evil.to_owned();
    report.step = evil.to_owned();
    report.overrides = vec![evil.to_owned()];
    report.variants[1] = evil.to_owned();
    report.changes[1] = vec![(evil.to_owned(), evil.to_owned())];
    report.notes = vec![(evil.to_owned(), evil.to_owned())];
    report.sweep[0].label = evil.to_owned();
    report.sweep[0].short = evil.to_owned();
    report.sweep[1].values[0] = evil.to_owned();
    report.headlines[0].label = evil.to_owned();
    let told = Told { key: evil.to_owned(), meaning: evil.to_owned(), value: evil.to_owned(), origin: Origin::Given };
    report.parameters = vec![told];
    report.words = InWords { says: vec![evil.to_owned()], origin: evil.to_owned(), ..InWords::default() };
    for case in &mut report.cases {
        std::sync::Arc::make_mut(&mut case.metrics[0].metric).label = evil.to_owned();
    }
    let figure = Figure { title: evil.to_owned(), file: evil.to_owned(), ..figure() };
    let html = String::from_utf8(page(&report, &[figure])).unwrap();
    assert!(html.contains("<h1>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(html.matches("<script").count(), 2, "its data and its own script");
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("<img") && !html.contains("\"'<"));
    assert_eq!(json(&html)["variants"][1], evil);
}

#[test]
fn the_data_are_the_odds() {
    let data = json(&text(&report()));
    assert_eq!(data["cases"].as_array().unwrap().len(), 24);
    // The first case: dice that succeed in five cases of six.
    assert_eq!(data["cases"][0][1][0][1], serde_json::json!([0, [1, 10, 25], ["1/36", "5/18", "25/36"]]));
    assert_eq!(data["metrics"][0]["name"], "m");
}

#[test]
fn categories_have_their_outcomes() {
    let outcomes = vec![
        Outcome::new("good", "All good", Tone::Success),
        Outcome::new("odd", "Odd", Tone::Mixed),
        Outcome::new("bad", "All bad", Tone::Failure),
    ];
    let report = fixture::report(Kind::Category(outcomes), (1, 1), false, |_, _, _| vec![(0, 1), (2, 3)]);
    let data = data::data(&report, &Choice::of(&report));
    assert_eq!(data["metrics"][0]["outcomes"][0], serde_json::json!(["All good", "success"]));
    assert_eq!(data["cases"][0][1][0][1][0], serde_json::json!([0, 2]));
    assert_eq!(data["cases"][0][1][0][1][2], Value::Null);
    assert!(text(&report).contains("No odds were computed exactly"));
}

#[test]
fn nothing_is_fetched() {
    let html = text(&report()).replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in ["http:", "https:", "//cdn", "@import", "<link", "src=\"", "url(/", "url(h"] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    assert!(page(&report(), &[figure()]) == page(&report(), &[figure()]));
}

#[test]
fn what_does_not_fit_is_thinned_and_told() {
    let report = report();
    let all = Choice::of(&report);
    assert!(!all.is_thinned && all.metrics.is_none());
    let some = Choice::within(&report, 900);
    assert!(some.is_thinned && some.metrics.is_some());
    let data = data::data(&report, &some);
    let cases: usize = some.values.iter().map(Vec::len).product::<usize>() * some.variants;
    assert_eq!(data["cases"].as_array().unwrap().len(), cases);
    assert!(cases < 24);
}

#[test]
fn a_hundred_thousand_cases_are_no_monster() {
    let report =
        fixture::report(Kind::Count, (250, 200), true, |_, quality, _| fixture::two_dice(1 + quality as u64 % 4));
    let html = page(&report, &vec![figure(); 20_000]);
    assert!(html.len() < 3_000_000, "{}", html.len());
    let html = String::from_utf8(html).unwrap();
    assert!(html.contains("So that the page stays small") && html.contains("99,850 more cases"));
}

#[test]
fn played_trials_agree_only_where_they_do() {
    let mut report = report();
    assert!(text(&report).contains("Played trials agree with the exact odds."));
    report.witness_p = Some(1e-9);
    let html = text(&report);
    assert!(html.contains("Played trials disagree with the exact odds (p = 1e-9)") && !html.contains("trials agree"));
    report.witness_p = None;
    let html = text(&report);
    assert!(!html.contains("agree with the exact odds"));
}

#[test]
fn the_rule_is_told_with_its_other_readings() {
    let mut report = report();
    assert!(!text(&report).contains("The rule</h2>"), "a rule that says nothing of itself has no section");
    const READINGS: &[crate::rule::words::Interpretation] =
        &[read("Ties fail.", &[or("ties", "\"succeed\"", "they succeed")])];
    report.words = InWords { says: vec!["A & B.".to_owned()], origin: "A book.".to_owned(), interpretations: READINGS };
    let html = text(&report);
    for part in [
        "<h2 id=\"rule\">The rule</h2>\n<p>A &amp; B.</p>",
        "From: A book.",
        "<li>Ties fail.<br><code>ties = &quot;succeed&quot;</code>: They succeed.</li>",
    ] {
        assert!(html.contains(part), "{part}");
    }
}
