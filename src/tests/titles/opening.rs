//! What a report opens with, held against its judge.

use super::opening_judge::hold;
use crate::findings::opening::{Sentence, opening};
use crate::report::{Axis, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;
use crate::tests::titles::made::{Made, outcomes, swept};

#[test]
fn every_sentence_of_every_bundled_scenario_is_true() {
    let mut told = 0;
    let is_of_code = |text: &str| RULES.iter().any(|rule| text.contains(&format!("rule = \"{}\"", rule.id)));
    let is_known = |text: &str| is_of_code(text) || text.contains("[play]");
    for (name, text) in BUNDLED.iter().filter(|(_, text)| is_known(text)) {
        told += hold(name, &report(name, text));
    }
    assert!(told > 40, "only {told} sentences");
}

/// Successes of dice at each QV from 2 to 6 with bonuses from 0 to 2, as weights of 216.
pub(super) fn dice(at: &[i64], bonus: i64) -> Vec<(i64, u64)> {
    let good = (7 - at[0] + bonus).clamp(0, 6) as u64;
    let bad = 6 - good;
    vec![(1, bad.pow(3)), (2, 216 - bad.pow(3) - good.pow(3)), (3, good.pow(3))]
}

fn made(usual: usize) -> Report {
    let sweep = vec![crate::report::Swept { usual, ..swept("QV", &[2, 3, 4, 5, 6]) }, swept("Bonus", &[0, 1])];
    let made = Made { sweep, ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|_, at, _| dice(at, at[1]));
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    report
}

#[test]
fn what_is_swept_is_told_by_its_turning_point() {
    let made = made(2);
    let opening = opening(&made);
    let text = opening.sentences[0].text();
    assert_eq!(text, "At bonus 0, all dice succeed more often than not only at QV 2: 57.9% there, 29.6% at QV 3.");
    assert_eq!(opening.lever, Some((Axis::Sweep(0), 1)), "QV matters most, and QV 3 is half way to QV 2");
    assert_eq!(hold("made", &made), 3);
}

#[test]
fn what_was_hoped_for_stands_against_what_was_feared_where_nothing_is_varied() {
    let made = Made { sweep: Vec::new(), ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|_, _, _| dice(&[4], 0));
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    let text = opening(&report).sentences[0].text();
    assert!(text.contains(" as often as ") && text.ends_with("12.5% and 12.5%."), "{text}");
    assert_eq!(hold("made", &report), 1);
}

#[test]
fn little_hangs_on_what_is_swept_only_where_it_does_for_every_outcome() {
    let made = |step: i64| {
        let made = Made { sweep: vec![swept("QV", &[2, 3, 4])], ..Made::new(outcomes(), "Result") };
        let mut report = made.report(|_, at, _| {
            let moved = ((at[0] - 2) * step) as u64;
            vec![(1, 20 + moved), (2, 50 - moved), (3, 30)]
        });
        // What is asked of the outcome that stays is hardly moved either way.
        report.headlines = vec![Headline::new("m", Measure::Is(1), "All fail")];
        report
    };
    let first = |report: &Report| opening(report).sentences[0].text();
    assert!(first(&made(1)).starts_with("Little hangs on QV: all dice fail 20.0% of the time"), "{}", first(&made(1)));
    assert!(!first(&made(8)).contains("Little"), "{}", first(&made(8)));
    let mut other = made(8);
    other.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    let told = opening(&other).sentences.iter().map(Sentence::text).collect::<Vec<_>>().join(" ");
    assert!(!told.contains("Little hangs"), "{told}");
}

#[test]
fn variants_are_told_by_what_they_are_worth() {
    let made = Made { variants: &["As it is", "Kinder"], ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|variant, _, _| dice(&[4], variant as i64));
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    let text = opening(&report).sentences[0].text();
    assert_eq!(
        text,
        "All dice succeed 17.1 percentage points more often with “Kinder” than with “As it is”: 29.6% against 12.5%."
    );
    hold("made", &report);
}

#[test]
fn what_cannot_be_said_truly_is_left_out() {
    let made = |is_exact| Made { is_exact, sweep: vec![swept("QV", &[2, 3])], ..Made::new(Kind::Count, "Successes") };
    let mean = || vec![Headline::new("m", Measure::Mean, "Mean successes")];
    let mut guessed = made(false).report(|_, _, _| vec![(0, 1), (1, 1)]);
    guessed.headlines = mean();
    assert!(opening(&guessed).sentences.is_empty(), "an estimate is no fact");
    let mut alike = made(true).report(|_, _, _| vec![(0, 1), (1, 1)]);
    alike.headlines = mean();
    let opening = opening(&alike);
    let all: Vec<String> = opening.sentences.iter().map(Sentence::text).collect();
    assert!(all.len() == 1 && all[0].starts_with("Successes, in both cases alike: 0.50 on average"), "{all:?}");
    assert_eq!((hold("alike", &alike), opening.lever), (1, None));
}

/// What a made-up report with such a title opens with: successes at some QVs and bonuses, with and without help.
pub(super) fn opened(
    title: &str,
    variants: &'static [&'static str],
    law: impl Fn(usize, &[i64]) -> Vec<(i64, u64)>,
) -> String {
    let sweep = vec![swept("QV", &[2, 3, 4, 5]), swept("Bonus", &[0, 1])];
    let made = Made { sweep, variants, ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|variant, at, _| law(variant, at));
    report.title = title.to_owned();
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    hold(title, &report);
    opening(&report).sentences[0].text()
}

#[test]
fn the_answer_is_told_along_what_the_title_names() {
    const HELP: &[&str] = &["Alone", "Helped"];
    let law = |variant: usize, at: &[i64]| dice(at, at[1] + variant as i64);
    let first = |title| opened(title, HELP, law);
    assert!(first("Is it worth it?").contains("“Helped” than with “Alone”"));
    assert!(
        first("Which QV is good enough?")
            .starts_with("At bonus 0 with “Alone”, all dice succeed more often than not only at QV 2")
    );
    assert!(
        first("What is a bonus worth?")
            .starts_with("At QV 2 with “Alone”, all dice succeed 57.9% of the time at bonus 0, 100% at bonus 1")
    );
    // Both are named: how far does the one go against the other?
    let dear = |variant: usize, at: &[i64]| dice(&[at[0] + 1], at[1] * 2 + variant as i64);
    let both = opened("Is a bonus worth as much as who is helped?", HELP, dear);
    assert_eq!(
        both,
        "At QV 2, all dice succeed less often at bonus 0 with “Helped” than at bonus 1 with “Alone”: 57.9% against 100%."
    );
}

#[test]
fn a_number_that_is_never_there_does_not_open() {
    let made = Made { sweep: Vec::new(), ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|_, _, _| vec![(1, 1), (2, 2)]);
    report.headlines =
        vec![Headline::new("m", Measure::Is(3), "All succeed"), Headline::new("m", Measure::Is(1), "All fail")];
    assert!(opening(&report).sentences[0].text().starts_with("All dice fail 33.3% of the time"));
    hold("never", &report);
    // Unless the title asks for it.
    let made = Made { sweep: Vec::new(), ..Made::new(Kind::Count, "Rats") };
    let mut report = made.report(|_, _, _| vec![(0, 1)]);
    report.title = "How many rats come?".to_owned();
    report.headlines =
        vec![Headline::new("m", Measure::Mean, "Rats, mean"), Headline::new("m", Measure::AtMost(0), "No rats")];
    assert!(opening(&report).sentences[0].text().starts_with("Rats: 0 on average"));
}

#[test]
fn of_several_variants_the_named_one_is_laid_beside_the_first() {
    const HELP: &[&str] = &["Alone", "Helped by 3", "Helped by 7"];
    let law = |variant: usize, at: &[i64]| dice(&[at[0] + 2], variant as i64);
    assert!(opened("Is it good?", HELP, law).contains("“Helped by 7” than with “Alone”"));
    assert!(opened("Is help by 3 good?", HELP, law).contains("“Helped by 3” than with “Alone”"));
}

#[test]
fn where_it_is_most_is_told_at_each_place_of_the_other() {
    let law = |_: usize, at: &[i64]| {
        let off = (at[0] - 3 - at[1]).unsigned_abs();
        vec![(1, 20 + off * 5), (2, 50), (3, 30 - off * 5)]
    };
    let text = opened("Which QV is best?", &[], law);
    assert_eq!(text, "All dice succeed most often at QV 3 at bonus 0, at QV 4 at bonus 1: 30.0%, 30.0%.");
}

#[test]
fn what_is_wanted_is_told_by_where_it_is_met() {
    let asked = |want: &str, value: &str| {
        let text = format!(
            "title = \"How good is it?\"\nrule = \"wing-activation\"\n[sweep]\nquality = [2, 3, 4, 5, 6]\n\
             [[ask]]\nvalue = \"{value}\"\nwant = \"{want}\"\n"
        );
        let report = report("wanted", &text);
        hold(want, &report);
        opening(&report).sentences[0].text()
    };
    let all = "P(result = all-succeed)";
    assert_eq!(
        asked(">= 12%", all),
        "All dice succeed at least 12% of the time up to QV 4: 12.5% there, 3.7% at QV 5."
    );
    assert_eq!(
        asked("< 1%", all),
        "All dice succeed less than 1% of the time only at QV 6: 0.46% there, 3.7% at QV 5."
    );
    let between = asked("3% to 20%", all);
    assert_eq!(between, "All dice succeed 3% to 20% of the time from QV 4 to QV 5: 12.5% at QV 4, 3.7% at QV 5.");
    // What is met everywhere, or nowhere, is told by where it nearly is not, or is.
    assert_eq!(asked(">= 0.1%", all), "All dice succeed at least 0.1% of the time whatever QV is: 0.46% at QV 6.");
    assert_eq!(
        asked(">= 60%", all),
        "All dice succeed at least 60% of the time nowhere, whatever QV is: 57.9% at QV 2."
    );
    assert_eq!(
        asked("<= 0.1%", all),
        "All dice succeed at most 0.1% of the time nowhere, whatever QV is: 0.46% at QV 6."
    );
    // No number is rounded over what is wanted of it.
    assert_eq!(
        asked(">= 57.88%", all),
        "All dice succeed at least 57.88% of the time nowhere, whatever QV is: 57.9% at QV 2."
    );
    assert_eq!(asked("<= 60%", all), "All dice succeed at most 60% of the time whatever QV is: 57.9% at QV 2.");
}
