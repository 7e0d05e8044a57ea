//! Tests the titles of charts. A chart of the report's main number has the headline as its title.
//! Other titles say what the chart shows.

use super::summary_judge::check_chart;
use crate::chart_words::{printed_chart, write_chart_titles};
use crate::messages::Messages;
use crate::report::{Axis, Chart, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Headline, Measure};
use crate::tests::titles::bundled::report;
use oddsmith_testing::made::{ReportFixture, binomial, chart, outcomes, results, swept};

const QV_AXIS: Axis = Axis::Sweep(0);

/// Returns a report of three dice against each Quality Value. It is about the chance that all
/// succeed.
fn quality_report() -> Report {
    let fixture = ReportFixture {
        sweep: vec![swept("QV", &[2, 3, 4, 5])],
        ..ReportFixture::new(outcomes(), "Result")
    };
    let report = fixture.report(|_, values, _| results(3, (7 - values[0]) as u64));
    Report {
        headlines: vec![Headline::new("m", Measure::Is(3), "All succeed")],
        ..report
    }
}

/// Returns the title and the subtitle of a chart.
fn title_and_subtitle(mut report: Report, chart: Chart) -> (String, String) {
    report.charts = vec![chart];
    write_chart_titles(&mut report);
    check_chart("made", &report, &report.charts[0]);
    (
        report.charts[0].title.clone(),
        report.charts[0].subtitle.clone(),
    )
}

fn title(report: Report, chart: Chart) -> String {
    title_and_subtitle(report, chart).0
}

#[test]
fn headline_titles_the_charts_of_its_number() {
    let lines = chart(ChartKind::Lines, QV_AXIS, None, Measure::Is(3));
    let (title, subtitle) = title_and_subtitle(quality_report(), lines);
    assert_eq!(title, "All succeed: over 50% only at QV 2");
    assert_eq!(subtitle, "Chance that all dice succeed, by QV of the Wing");
    let stacked = chart(ChartKind::Stacked, QV_AXIS, None, Measure::Is(3));
    assert_eq!(title_and_subtitle(quality_report(), stacked).0, title);
}

#[test]
fn other_charts_are_titled_by_their_content() {
    let lines = chart(ChartKind::Lines, QV_AXIS, None, Measure::Is(1));
    assert_eq!(
        title_and_subtitle(quality_report(), lines),
        (
            "Chance that all dice fail, by QV of the Wing".to_owned(),
            String::new()
        )
    );
    let at_least = chart(
        ChartKind::AtLeast,
        Axis::Values,
        Some(QV_AXIS),
        Measure::Mean,
    );
    let fixture = ReportFixture {
        sweep: vec![swept("QV", &[2, 3, 4, 5])],
        ..ReportFixture::new(Kind::Count, "Successes")
    };
    let mut report = fixture.report(|_, values, _| binomial(3, (7 - values[0]) as u64));
    report.headlines = vec![Headline::new("m", Measure::Mean, "Mean successes")];
    let words = title_and_subtitle(report.clone(), at_least);
    assert_eq!(
        words,
        (
            "Successes, by QV of the Wing".to_owned(),
            "Chance of each value or more".to_owned()
        )
    );
    let lines = chart(ChartKind::Lines, QV_AXIS, None, Measure::Mean);
    assert_eq!(title(report, lines), "Successes: 2.50 at QV 2, 1.00 at 5");
}

#[test]
fn headline_holds_for_every_case_of_its_chart() {
    let sweep = vec![swept("QV", &[2, 3, 4, 5]), swept("Bonus", &[0, 1, 2])];
    let fixture = ReportFixture {
        sweep,
        ..ReportFixture::new(outcomes(), "Result")
    };
    let report =
        fixture.report(|_, values, _| results(3, (7 - values[0] + values[1]).min(6) as u64));
    let report = Report {
        headlines: vec![Headline::new("m", Measure::Is(3), "All succeed")],
        ..report
    };
    let held = Chart {
        held: vec![(1, 2)],
        ..chart(ChartKind::Lines, QV_AXIS, None, Measure::Is(3))
    };
    assert_eq!(
        title(report.clone(), held),
        "All succeed: over 50% at QV 4 or less"
    );
    let map = chart(
        ChartKind::Heatmap,
        QV_AXIS,
        Some(Axis::Sweep(1)),
        Measure::Is(3),
    );
    assert_eq!(
        title_and_subtitle(report.clone(), map),
        (
            "All succeed".to_owned(),
            "Chance that all dice succeed, by QV of the Wing and Bonus of the Wing: in %"
                .to_owned()
        ),
        "a headline of more than twelve words"
    );
    // A list of some variants is not a list of all variants.
    let variants: &'static [&'static str] = &["Mild", "Harsh", "Odd"];
    let fixture = ReportFixture {
        variants,
        ..ReportFixture::new(outcomes(), "Result")
    };
    let report = fixture.report(|variant, _, _| results(3, 2 + variant as u64));
    let report = Report {
        headlines: vec![Headline::new("m", Measure::Is(3), "All succeed")],
        ..report
    };
    let family_chart = |family: Vec<Vec<usize>>| Chart {
        family,
        variant: Some(0),
        ..chart(ChartKind::Stacked, Axis::Single, None, Measure::Is(3))
    };
    assert!(
        title(
            report.clone(),
            family_chart(vec![vec![0], vec![1], vec![2]])
        )
        .starts_with("All succeed: ")
    );
    assert_eq!(
        title(report, family_chart(vec![vec![0], vec![1]])),
        "All succeed"
    );
}

#[test]
fn title_from_the_scenario_is_never_changed() {
    let text = "rule = \"wing-activation\"\n[sweep]\nquality = [2, 3, 4, 5]\n\
        [[charts]]\nkind = \"stacked\"\ntitle = \"Mine\"\n[[charts]]\nkind = \"stacked\"\n";
    let report = report("mine", text);
    assert_eq!(
        (report.charts[0].title.as_str(), report.charts[0].is_headed),
        ("Mine", false)
    );
    assert!(report.charts[1].is_headed && report.charts[1].title != "Mine");
}

#[test]
fn german_chart_has_a_german_headline() {
    let german = Messages::german();
    let report = Report {
        messages: german.into(),
        ..quality_report()
    };
    let lines = chart(ChartKind::Lines, QV_AXIS, None, Measure::Is(3));
    let printed = printed_chart(&report, &lines);
    assert_eq!(printed.title, "All succeed: über 50\u{202f}% nur bei QV 2");
    assert_eq!(
        printed.subtitle,
        "Result: All succeed, nach: QV of the Wing (Wahrscheinlichkeit)"
    );
}
