//! Compares headlines with their judge.

use super::reader::place_name_fault;
use super::summary_judge::{check_chart, check_sentences};
use crate::messages::Messages;
use crate::report::{Answer, Axis, Report, ReportQuestion, Swept};
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::summary::summary;
use crate::tests::titles::bundled::report;
use oddsmith_engine::question::{ExactReading, Figure, Statistic, TrialEstimate};
use oddsmith_testing::made::{ReportFixture, outcomes, swept};

#[test]
fn sentences_of_bundled_scenarios_are_true() {
    let (mut sentences, mut titles) = (0, 0);
    let is_of_code = |text: &str| {
        RULES
            .iter()
            .any(|rule| text.contains(&format!("rule = \"{}\"", rule.id)))
    };
    let is_known = |text: &str| is_of_code(text) || text.contains("[play]");
    for (name, text) in BUNDLED.iter().filter(|(_, text)| is_known(text)) {
        let report = report(name, text);
        let texts = summary(&report, Messages::english())
            .sentences
            .into_iter()
            .map(|sentence| sentence.text());
        for text in texts.chain(report.charts.iter().map(|chart| chart.title.clone())) {
            let is_plain = !text.contains("  ")
                && !text.contains(['{', '}'])
                && !text.starts_with(char::is_lowercase);
            assert!(is_plain, "{name}: {text}");
        }
        sentences += check_sentences(name, &report);
        titles += report
            .charts
            .iter()
            .filter(|chart| check_chart(name, &report, chart))
            .count();
    }
    assert!(
        sentences > 40 && titles > 8,
        "only {sentences} sentences, {titles} titles"
    );
}

/// Returns the weights, out of 216, of the successes of three dice at a QV with a bonus.
fn dice_weights(quality: i64, bonus: i64) -> Vec<(i64, u64)> {
    let success_faces = (7 - quality + bonus).clamp(0, 6) as u64;
    let bad = 6 - success_faces;
    vec![
        (1, bad.pow(3)),
        (2, 216 - bad.pow(3) - success_faces.pow(3)),
        (3, success_faces.pow(3)),
    ]
}

/// Returns the headline about the chance that all dice succeed.
fn all_succeed() -> Vec<Headline> {
    vec![Headline::new("m", Measure::Is(3), "All succeed")]
}

/// Returns the sentences of a report, after the judge has checked them.
fn sentences(report: &Report) -> Vec<String> {
    check_sentences(&report.title, report);
    summary(report, Messages::english())
        .sentences
        .iter()
        .map(crate::summary::Sentence::text)
        .collect()
}

fn outcome_report(
    variants: &'static [&'static str],
    sweep: Vec<Swept>,
    distribution: impl Fn(usize, &[i64]) -> Vec<(i64, u64)>,
) -> Report {
    let fixture = ReportFixture {
        sweep,
        variants,
        ..ReportFixture::new(outcomes(), "Result")
    };
    let report = fixture.report(|variant, values, _| distribution(variant, values));
    Report {
        headlines: all_succeed(),
        ..report
    }
}

/// Returns a report about the mean of made-up numbers.
fn count_report(
    variants: &'static [&'static str],
    sweep: Vec<Swept>,
    distribution: impl Fn(usize, &[i64]) -> Vec<(i64, u64)>,
) -> Report {
    let fixture = ReportFixture {
        sweep,
        variants,
        ..ReportFixture::new(Kind::Count, "Score")
    };
    let report = fixture.report(|variant, values, _| distribution(variant, values));
    Report {
        headlines: vec![Headline::new("m", Measure::Mean, "Score, mean")],
        ..report
    }
}

fn quality_sweep() -> Vec<Swept> {
    vec![swept("QV", &[2, 3, 4, 5, 6])]
}

#[test]
fn single_case_reports_outcomes_or_mean_and_range() {
    let report = outcome_report(&[], Vec::new(), |_, _| dice_weights(4, 0));
    assert_eq!(
        sentences(&report),
        ["Result: All fail 12.5%, Mixed 75.0%, All succeed 12.5%"]
    );
    let report = count_report(&[], Vec::new(), |_, _| {
        vec![(0, 4), (1, 30), (2, 30), (3, 32), (7, 4)]
    });
    assert_eq!(
        sentences(&report),
        ["Score: 2.14 on average; 92.0% of the time 1 to 3"]
    );
    // All values are needed to reach 90%, so there is no range.
    let report = count_report(&[], Vec::new(), |_, _| vec![(1, 1), (2, 1)]);
    assert_eq!(sentences(&report), ["Score: 1.50 on average"]);
    let mut asked = outcome_report(&[], Vec::new(), |_, _| dice_weights(4, 0));
    asked.title = "Are they more often good than bad, and which QV is best?".to_owned();
    assert_eq!(
        sentences(&asked),
        ["Result: All fail 12.5%, Mixed 75.0%, All succeed 12.5%"],
        "a title is text"
    );
}

#[test]
fn threshold_along_one_parameter_is_named() {
    let report = outcome_report(&[], quality_sweep(), |_, values| dice_weights(values[0], 0));
    assert_eq!(
        sentences(&report),
        ["All succeed: over 50% only at QV 2 (57.9%; 29.6% at 3)"]
    );
    let report = outcome_report(&[], quality_sweep(), |_, values| dice_weights(values[0], 2));
    assert_eq!(
        sentences(&report),
        ["All succeed: over 50% at QV 4 or less (57.9%; 29.6% at 5)"]
    );
    let report = outcome_report(&[], quality_sweep(), |_, values| {
        dice_weights(8 - values[0], 1)
    });
    assert_eq!(
        sentences(&report),
        ["All succeed: over 50% at QV 5 or more (57.9%; 29.6% at 4)"]
    );
    let report = outcome_report(&[], quality_sweep(), |_, values| {
        dice_weights(values[0] + 1, 0)
    });
    assert_eq!(sentences(&report), ["All succeed: 29.6% at QV 2, 0% at 6"]);
    // A chance of exactly one half is not above one half.
    let report = outcome_report(&[], quality_sweep(), |_, values| {
        vec![(1, 108), (3, if values[0] < 5 { 108 } else { 60 })]
    });
    assert_eq!(
        sentences(&report),
        ["All succeed: 50.0% at QV 2, 35.7% at 6"]
    );
}

#[test]
fn peak_comes_first_and_constant_values_are_named() {
    let peak = |_: usize, values: &[i64]| {
        vec![
            (0, 10 + (values[0] - 4).unsigned_abs()),
            (10, 20 - (values[0] - 4).unsigned_abs()),
        ]
    };
    let report = count_report(&[], quality_sweep(), peak);
    assert_eq!(
        sentences(&report),
        ["Score: highest at QV 4, 6.67; 6.00 at 2, 6.00 at 6"]
    );
    let dip = |_: usize, values: &[i64]| {
        vec![
            (10, 10 + (values[0] - 4).unsigned_abs()),
            (0, 20 - (values[0] - 4).unsigned_abs()),
        ]
    };
    assert_eq!(
        sentences(&count_report(&[], quality_sweep(), dip)),
        ["Score: lowest at QV 4, 3.33; 4.00 at 2, 4.00 at 6"]
    );
    let same = count_report(&[], quality_sweep(), |_, _| vec![(0, 1), (1, 1)]);
    assert_eq!(sentences(&same), ["Score: 0.50 throughout"]);
    assert_eq!(summary(&same, Messages::english()).lever, None);
}

#[test]
fn two_parameters_have_a_threshold_for_each_row() {
    let sweep = || vec![swept("QV", &[2, 3, 4, 5, 6]), swept("Bonus", &[0, 1, 2, 3])];
    let report = outcome_report(&[], sweep(), |_, values| dice_weights(values[0], values[1]));
    assert_eq!(
        sentences(&report),
        [
            "All succeed: over 50% only at QV 2 at bonus 0, at 3 or less at bonus 1, 4 at bonus 2, 5 at bonus 3"
        ]
    );
    assert_eq!(
        summary(&report, Messages::english()).lever,
        Some((Axis::Sweep(0), 2)),
        "half way from QV 2 to QV 6"
    );
    // If few rows have a threshold, each parameter has a sentence.
    let report = outcome_report(&[], sweep(), |_, values| {
        dice_weights(values[0] + 2, values[1] / 3)
    });
    assert_eq!(
        sentences(&report),
        [
            "All succeed, at QV 2: 12.5% at bonus 0, 29.6% at 3",
            "All succeed, at bonus 0: 12.5% at QV 2, 0% at 6"
        ]
    );
}

#[test]
fn variants_are_compared_and_their_crossings_are_named() {
    const HELP: &[&str] = &["Alone", "Helped"];
    let report = outcome_report(HELP, Vec::new(), |variant, _| {
        dice_weights(4, variant as i64)
    });
    assert_eq!(
        sentences(&report),
        ["All succeed: 29.6% with “Helped”, 12.5% with “Alone” (17.1 percentage points apart)"]
    );
    let report = outcome_report(HELP, Vec::new(), |_, _| dice_weights(4, 0));
    assert_eq!(
        sentences(&report),
        ["All succeed: 12.5% with every variant"]
    );
    let crossing = |variant: usize, values: &[i64]| {
        if variant == 0 {
            dice_weights(values[0], 0)
        } else {
            dice_weights(4, 0)
        }
    };
    assert_eq!(
        sentences(&outcome_report(HELP, quality_sweep(), crossing)),
        [
            "All succeed: more often with “Alone” at QV 2 and 3; more often with “Helped” at QV 5 and 6; equal at QV 4"
        ]
    );
    const MANY: &[&str] = &["A", "B", "C", "D", "E"];
    let report = outcome_report(MANY, Vec::new(), |variant, _| {
        dice_weights(2 + variant as i64, 0)
    });
    assert_eq!(
        sentences(&report),
        ["All succeed: highest with “A” (57.9%), lowest with “E” (0.46%)"]
    );
    assert_eq!(
        sentences(&outcome_report(
            &["A", "B", "C"],
            Vec::new(),
            |variant, _| { dice_weights(2 + variant as i64, 0) }
        )),
        ["All succeed: 57.9% with “A”, 29.6% with “B”, 12.5% with “C”"]
    );
}

#[test]
fn equal_variants_do_not_hide_other_effects() {
    let distribution = |variant: usize, values: &[i64]| {
        if values[0] == 2 {
            dice_weights(2, 0)
        } else {
            dice_weights(values[0] + variant as i64, 0)
        }
    };
    let report = outcome_report(&["Alone", "Tired"], quality_sweep(), distribution);
    assert_eq!(
        sentences(&report),
        [
            "All succeed, with “Alone”: over 50% only at QV 2 (57.9%; 29.6% at 3)",
            "All succeed, at QV 2: 57.9% with every variant"
        ]
    );
}

#[test]
fn simulated_numbers_are_marked() {
    let fixture = ReportFixture {
        is_exact: false,
        ..ReportFixture::new(Kind::Count, "Score")
    };
    let mut report = fixture.report(|_, _, _| vec![(0, 1), (1, 1)]);
    report.headlines = vec![Headline::new("m", Measure::Mean, "Score, mean")];
    let text = summary(&report, Messages::english()).sentences[0].text();
    assert!(
        text.starts_with("Score: 0.5") && text.contains('±') && text.ends_with(" (simulated)"),
        "{text}"
    );
}

#[test]
fn question_comes_first_and_names_where_its_goal_holds() {
    let asked = |want: &str| {
        let text = format!(
            "title = \"How good is it?\"\nrule = \"wing-activation\"\n[sweep]\nquality = [2, 3, 4, 5, 6]\n\
             [[ask]]\nvalue = \"P(result = all-succeed)\"\nwant = \"{want}\"\nlabel = \"All three\"\n"
        );
        sentences(&report("wanted", &text)).remove(0)
    };
    assert_eq!(
        asked(">= 12%"),
        "All three: at least 12% at QV 4 or less (12.5%; 3.7% at 5)"
    );
    assert_eq!(
        asked("< 1%"),
        "All three: less than 1% only at QV 6 (0.46%; 3.7% at 5)"
    );
    assert_eq!(
        asked("3% to 20%"),
        "All three: 3% to 20% at QV 4 to 5 (12.5%; 29.6% at 3)"
    );
    assert_eq!(
        asked(">= 0.1%"),
        "All three: at least 0.1% throughout (lowest: 0.46% at QV 6)"
    );
    assert_eq!(
        asked(">= 60%"),
        "All three: never at least 60% (highest: 57.9% at QV 2)"
    );
    assert_eq!(
        asked("<= 0.1%"),
        "All three: never at most 0.1% (lowest: 0.46% at QV 6)"
    );
    // The value nearest to the goal is neither the highest nor the lowest.
    assert_eq!(
        asked("20% to 25%"),
        "All three: never 20% to 25% (nearest: 29.6% at QV 3)"
    );
    assert_eq!(
        asked("!= 20%"),
        "All three: anything but 20% throughout (nearest: 12.5% at QV 4)"
    );
    // No number is rounded across its goal.
    assert_eq!(
        asked(">= 57.88%"),
        "All three: never at least 57.88% (highest: 57.9% at QV 2)"
    );
}

/// Returns the sentence about four values of a parameter. The two values nearest to 5 have the
/// highest chance.
fn peak_sentence(swept: Swept, words: &Messages) -> String {
    let report = outcome_report(&[], vec![swept], |_, values| {
        vec![(1, 1 + (values[0] - 5).unsigned_abs()), (3, 4)]
    });
    assert_eq!(place_name_fault(&report, words), None);
    summary(&report, words).sentences[0].text()
}

#[test]
fn later_places_are_short_and_keep_their_value() {
    let english = Messages::english();
    let range = Swept {
        unit: "inches".to_owned(),
        ..swept("Range", &[2, 4, 6, 8])
    };
    assert_eq!(
        peak_sentence(range, english),
        "All succeed: highest at range 4 inches and 6 inches, 66.7%; 50.0% at range 2 inches, 50.0% at range 8 inches"
    );
    let bonus = swept("Bonus dice", &[-1, 4, 6, 11]);
    assert_eq!(
        peak_sentence(bonus, english),
        "All succeed: highest with 4 bonus dice and 6, 66.7%; 36.4% with −1, 36.4% with 11"
    );
    // A value keeps its spaces.
    let labels = ["a  b", "c  d", "e  f", "g  h"].map(|label| Some(label.to_owned()));
    let named = Swept {
        labels: labels.to_vec(),
        ..swept("Kind", &[1, 4, 6, 9])
    };
    assert_eq!(
        peak_sentence(named, &Messages::german()),
        "All succeed: am höchsten bei Kind c  d und e  f, 66,7\u{202f}%; 44,4\u{202f}% bei a  b, 44,4\u{202f}% bei g  h"
    );
}

#[test]
fn label_without_letters_is_printed_unchanged() {
    let mut report = outcome_report(&[], Vec::new(), |_, _| dice_weights(4, 0));
    let ask = ReportQuestion {
        label: "?".to_owned(),
        question: "P(m = 3)".to_owned(),
        in_words: None,
        want: None,
        statistic: Statistic::Probability,
        plain: None,
        is_aim: false,
    };
    report.asks = vec![ask];
    let estimate = TrialEstimate {
        value: Some(0.125),
        interval: None,
        trials: 8,
    };
    let exact = ExactReading::Known(Figure {
        value: 0.125,
        fraction: Some((1, 8)),
        unresolved: 0.0,
    });
    report.cases[0].answers = vec![Answer::new(estimate, 8, Some(exact), None)];
    assert_eq!(sentences(&report), ["?: 12.5%"]);
    report.asks[0].label = "Do all succeed ?".to_owned();
    assert_eq!(sentences(&report), ["Do all succeed: 12.5%"]);
}

#[test]
fn two_certain_chances_show_no_difference() {
    let mut report = outcome_report(&["Alone", "Helped"], Vec::new(), |_, _| vec![(3, 1)]);
    report.cases[1].unresolved = None;
    report.cases[1].metrics[0].distributions[0].exact = None;
    assert_eq!(
        sentences(&report),
        ["All succeed: 100% with “Alone”, >99.961% with “Helped” (simulated)"]
    );
}
