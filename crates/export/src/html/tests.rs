//! Tests the page as a whole: its contents, what it must not contain, and its size.

use serde_json::Value;

use super::thinned::Selection;
use super::{Draft, PageFigure, Readers, data, fixture};
use oddsmith_charts::InlineSvg;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::{Chart, Origin, Report, ReportedParameter};
use oddsmith_model::rule::metric::{Kind, Outcome, Tone};
use oddsmith_model::rule::presentation::ChartKind;
use oddsmith_model::rule::steps::StepWords;
use oddsmith_model::rule::words::{RuleDescription, interpretation, other_interpretation};
use oddsmith_model::summary::summary;

fn report() -> Report {
    fixture::report(Kind::Count, 4, 3, true, |variant, quality, die| {
        fixture::two_dice((5 - quality.max(die) - variant) as u64)
    })
}

fn figure() -> PageFigure {
    let svg =
        "<svg viewBox=\"0 0 1 1\" xmlns=\"http://www.w3.org/2000/svg\"><text>mean 2</text></svg>"
            .to_owned();
    let inline_svg = InlineSvg {
        svg,
        subtitle: "Mean and median".to_owned(),
        note: "Exact. Checked by 9 trials.".to_owned(),
    };
    PageFigure {
        title: "How often?".to_owned(),
        file: "how-often".to_owned(),
        is_wide: false,
        is_tall: false,
        alt_text: String::new(),
        inline_svg,
        phone_panels: Vec::new(),
    }
}

fn text(report: &Report) -> String {
    String::from_utf8(Draft::new(report, Readers::Designers).page(&[figure()])).unwrap()
}

/// Returns the data of the explorer on a page.
fn json(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn charts_of_many_panels_are_in_the_appendix() {
    let page = |panels: usize| {
        let mut report = report();
        let lead = Chart::of_metric(ChartKind::Lines, "m", None);
        let panels = Chart {
            file: "how-often".to_owned(),
            family: (0..panels).map(|variant| vec![variant]).collect(),
            ..Chart::of_metric(ChartKind::Distribution, "m", None)
        };
        report.charts = vec![lead, panels];
        text(&report)
    };
    let (before, appendix) = page(7)
        .split_once("<section class=\"appendix\"")
        .map(|(before, after)| (before.to_owned(), after.to_owned()))
        .expect("an appendix");
    assert!(
        before.contains("id=\"rerun\"") && !before.contains("<figure"),
        "it is not last"
    );
    assert!(appendix.contains("<details class=\"fold\">") && appendix.contains("How often?"));
    assert!(!page(6).contains("class=\"appendix\"") && page(6).contains("How often?"));
}

#[test]
fn scenario_texts_are_escaped() {
    let evil = "</script><script>alert(1)</script>\"'<img src=x onerror=alert(1)>";
    let mut report = report();
    report.title = evil.to_owned();
    report.description = evil.to_owned();
    report.source = evil.to_owned();
    report.name = evil.to_owned();
    report.rerun = evil.to_owned();
    report.overrides = vec![evil.to_owned()];
    report.variants[1] = evil.to_owned();
    report.changes[1] = vec![(evil.to_owned(), evil.to_owned())];
    report.notes = vec![(evil.to_owned(), evil.to_owned())];
    report.sweep[0].label = evil.to_owned();
    report.sweep[0].short = evil.to_owned();
    report.sweep[1].values[0] = evil.into();
    report.headlines[0].label = evil.to_owned();
    let parameter = ReportedParameter {
        key: evil.to_owned(),
        meaning: evil.to_owned(),
        value: evil.to_owned(),
        origin: Origin::Given,
    };
    report.parameters = vec![parameter];
    report.words = RuleDescription {
        paragraphs: vec![evil.to_owned()],
        origin: evil.to_owned(),
        ..RuleDescription::default()
    };
    for case in &mut report.cases {
        let metric = std::sync::Arc::make_mut(&mut case.metrics[0].metric);
        metric.label = evil.to_owned();
        metric.step = StepWords::new(evil).named([evil]);
    }
    let figure = PageFigure {
        title: evil.to_owned(),
        file: evil.to_owned(),
        ..figure()
    };
    let html = String::from_utf8(Draft::new(&report, Readers::Designers).page(&[figure])).unwrap();
    assert!(html.contains("<b>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(
        html.matches("<script").count(),
        2,
        "its data and its own script"
    );
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("<img") && !html.contains("\"'<"));
    assert_eq!(json(&html)["variants"][1], evil);
}

#[test]
fn page_data_contain_the_exact_odds() {
    let data = json(&text(&report()));
    assert_eq!(data["cases"].as_array().unwrap().len(), 24);
    // In the first case, a die succeeds with five of its six faces.
    assert_eq!(
        data["cases"][0][1][0][1],
        serde_json::json!([0, [1, 10, 25], ["1/36", "5/18", "25/36"]])
    );
    assert_eq!(data["metrics"][0]["name"], "m");
}

#[test]
fn categories_have_their_outcomes() {
    let outcomes = vec![
        Outcome::new("good", "All good", Tone::Success),
        Outcome::new("odd", "Odd", Tone::Mixed),
        Outcome::new("bad", "All bad", Tone::Failure),
    ];
    let report = fixture::report(Kind::Category(outcomes), 1, 1, false, |_, _, _| {
        vec![(0, 1), (2, 3)]
    });
    let data = data::data(
        &report,
        &Selection::of(&report),
        &summary(&report, Messages::english()),
        Readers::Designers,
    );
    assert_eq!(
        data["metrics"][0]["outcomes"][0],
        serde_json::json!(["All good", "success"])
    );
    assert_eq!(data["cases"][0][1][0][1][0], serde_json::json!([0, 2]));
    assert_eq!(data["cases"][0][1][0][1][2], Value::Null);
    assert!(text(&report).contains("No odds are exact"));
}

#[test]
fn page_fetches_nothing() {
    let html = text(&report()).replace("\"http://www.w3.org/2000/svg\"", "");
    for word in [
        "http:", "https:", "//cdn", "@import", "<link", "src=\"", "url(/", "url(h",
    ] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    assert!(text(&report()) == text(&report()));
}

#[test]
fn large_data_are_thinned() {
    let report = report();
    let full_selection = Selection::of(&report);
    assert!(!full_selection.is_thinned && full_selection.metrics.is_none());
    let some = Selection::within(&report, 900);
    assert!(some.is_thinned && some.metrics.is_some());
    let data = data::data(
        &report,
        &some,
        &summary(&report, Messages::english()),
        Readers::Designers,
    );
    let cases: usize = some.values.iter().map(Vec::len).product::<usize>() * some.variants;
    assert_eq!(data["cases"].as_array().unwrap().len(), cases);
    assert!(cases < 24);
}

#[test]
fn page_of_many_cases_stays_small() {
    let report = fixture::report(Kind::Count, 250, 200, true, |_, quality, _| {
        fixture::two_dice(1 + quality as u64 % 4)
    });
    let html = Draft::new(&report, Readers::Designers).page(&vec![figure(); 20_000]);
    assert!(html.len() < 3_000_000, "{}", html.len());
    let html = String::from_utf8(html).unwrap();
    let (before, _) = html
        .split_once(" of 100,000 cases are here: the best, the worst")
        .expect("what is left out");
    let shown: String = before
        .chars()
        .rev()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .collect();
    let shown: String = shown.chars().rev().filter(char::is_ascii_digit).collect();
    // The best or the worst row may be part of the even selection.
    assert!(
        (1_998..=2_000).contains(&shown.parse::<u32>().expect("a number")),
        "{shown}"
    );
}

#[test]
fn agreement_is_reported_only_if_trials_agree() {
    let mut report = report();
    assert!(text(&report).contains("Simulated trials agree with the exact odds."));
    report.check_p = Some(1e-9);
    let html = text(&report);
    assert!(
        html.contains("Simulated trials disagree with the exact odds (p = 1e-9)")
            && !html.contains("trials agree")
    );
    report.check_p = None;
    let html = text(&report);
    assert!(!html.contains("agree with the exact odds"));
}

#[test]
fn rule_text_lists_other_interpretations() {
    let mut report = report();
    assert!(
        !text(&report).contains("The rule in words"),
        "a rule that says nothing of itself has no part of the page"
    );
    const INTERPRETATIONS: &[oddsmith_model::rule::words::Interpretation] = &[interpretation(
        "Ties fail.",
        &[other_interpretation("ties", "\"succeed\"", "they succeed")],
    )];
    report.words = RuleDescription {
        paragraphs: vec!["A & B.".to_owned()],
        origin: "A book.".to_owned(),
        interpretations: INTERPRETATIONS,
    };
    let html = text(&report);
    for part in [
        "The rule in words</span></b><span>1 point that the text leaves open</span></summary>\n<p>A &amp; B.</p>",
        "From: A book.",
        "<li>Ties fail.<br><code>ties = &quot;succeed&quot;</code>: They succeed.</li>",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn two_thousand_cases_are_all_listed() {
    let report = fixture::report(Kind::Count, 40, 25, true, |_, quality, _| {
        fixture::two_dice(1 + quality as u64 % 4)
    });
    let html = text(&report);
    let (_, table) = html.split_once("All 2,000 cases").unwrap();
    let table = table.split_once("</table>").unwrap().0;
    assert_eq!(
        table.matches("<tr>").count(),
        2_001,
        "a row for each, and one for their names"
    );
    assert!(!html.contains(".csv"), "the file travels alone");
}

#[test]
fn best_and_worst_cases_are_always_listed() {
    // Among 5,000 cases, one has one success for sure, and one has none.
    let odd = |variant, quality, die| match (variant, quality, die) {
        (0, 13, 7) => vec![(1, 216)],
        (1, 31, 5) => vec![(0, 216)],
        _ => vec![(0, 108), (1, 108)],
    };
    let html = text(&fixture::report(Kind::Count, 50, 50, true, odd));
    let table = html
        .split_once("All 5,000 cases")
        .unwrap()
        .1
        .split_once("</table>")
        .unwrap()
        .0;
    let row = |quality: u32, dice: u32| {
        table.contains(&format!(
            "<th scope=\"row\">{quality}</th><th scope=\"row\">{dice}</th><td><b>{}%",
            if quality == 14 { 100 } else { 0 }
        ))
    };
    assert!(row(14, 8) && row(32, 6), "the best and the worst");
    assert!(table.matches("<tr>").count() <= 2_001);
}

#[test]
fn playtester_page_has_no_statistical_terms() {
    let mut report = report();
    report.words = RuleDescription {
        paragraphs: vec!["Roll the dice.".to_owned()],
        ..RuleDescription::default()
    };
    let html =
        String::from_utf8(Draft::new(&report, Readers::Playtesters).page(&[figure()])).unwrap();
    let shown = html
        .split_once("<main")
        .unwrap()
        .1
        .split_once("</main>")
        .unwrap()
        .0;
    // The text of the page without the explorer's data.
    let shown: String = shown
        .split("<script")
        .filter_map(|part| part.split("</script>").last())
        .collect();
    let shown = shown.to_lowercase();
    for word in [
        "median",
        "mean",
        "interval",
        "deviation",
        "quantile",
        "distribution",
        "simulated",
        "sample",
        "trials",
        " ci",
    ] {
        assert!(!shown.contains(word), "{word}");
    }
    assert!(
        shown.contains("roll the dice.")
            && shown.contains("how often?")
            && shown.contains(">average 2<")
    );
}

#[test]
fn explorer_starts_at_the_scenario_parameters() {
    let mut report = report();
    report.sweep[0].usual_index = 2;
    let data = json(&text(&report));
    assert_eq!(data["home"], serde_json::json!([0, 2, 0]));
    assert_ne!(data["other"], data["home"]);
}

/// Returns a report with one question and its answers in two cases.
fn report_with_goal(want: &str, values: [f64; 2]) -> Report {
    use oddsmith_model::odds::Bound;
    use oddsmith_model::odds::{ExactReading, Figure, Statistic, TrialEstimate};
    use oddsmith_model::report::{Answer, ReportQuestion};
    let mut report = fixture::report(Kind::Count, 1, 1, true, |_, _, _| fixture::two_dice(3));
    let bound = Bound::read(want).unwrap();
    let ask = ReportQuestion {
        label: "Enough".to_owned(),
        question: "P(m >= 1)".to_owned(),
        in_words: None,
        want: None,
        statistic: Statistic::Probability,
        plain: None,
        is_aim: false,
    };
    report.asks = vec![ask.with_want(want.to_owned(), bound)];
    for (case, value) in report.cases.iter_mut().zip(values) {
        let estimate = TrialEstimate {
            value: Some(value),
            interval: None,
            trials: 36,
        };
        let exact = ExactReading::Known(Figure {
            value,
            fraction: None,
            unresolved: 0.0,
        });
        case.answers = vec![Answer::new(estimate, 36, Some(exact), Some(&bound))];
    }
    report
}

#[test]
fn long_answer_lists_are_truncated_in_print() {
    let few = report_with_goal(">= 40%", [0.25, 0.44]);
    let html = text(&few);
    assert!(
        !html.contains("class=\"dense\"")
            && !html.contains("Not printed")
            && !html.contains("<li class=\"unprinted\">")
    );
    let mut report_with_many_asks = few;
    report_with_many_asks.asks = vec![report_with_many_asks.asks[0].clone(); 4];
    report_with_many_asks
        .cases
        .iter_mut()
        .for_each(|case| case.answers = vec![case.answers[0].clone(); 4]);
    let html = text(&report_with_many_asks);
    assert!(html.contains("<main id=\"odds\" class=\"dense\">"));
    assert_eq!(html.matches("<li class=\"unprinted\">").count(), 2);
    let note = "<p class=\"note paper\">On screen, this report also compares any two settings and has 2 more answers.</p>";
    assert!(html.contains(note));
}

#[test]
fn goals_report_margin_and_nearest_success() {
    let html = text(&report_with_goal(">= 40%", [0.25, 0.44]));
    for part in [
        "Your goals: one met, one missed",
        "Goal: at least 40%",
        "15.0 pp short. Met with “Harsh”: 44.0%.",
        "4.0 pp to spare.",
        "style=\"width:25.00%\"",
        "style=\"left:40.00%\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let html = text(&report_with_goal("<= 25%", [0.25, 0.26]));
    assert!(
        html.contains("Exactly met.")
            && html.contains("1.0 pp over. Met with “As published”: 25.0%.")
    );
    let html = text(&report_with_goal("0.2 to 0.3", [0.22, 0.31]));
    assert!(
        html.contains("Goal: 20% to 30%")
            && html.contains("2.0 pp to spare.")
            && html.contains("1.0 pp over.")
    );
}
