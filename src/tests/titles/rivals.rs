//! What a title holds against each other, held against the judge of openings.

use super::opening::{dice, opened};
use super::opening_judge::hold;
use crate::findings::opening::opening;
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};
use crate::tests::titles::made::{Made, outcomes, swept};

#[test]
fn outcomes_that_the_title_holds_against_each_other_are_told_so() {
    let law = |_: usize, at: &[i64]| dice(at, at[1]);
    let first = |title| opened(title, &[], law);
    let turns = "At bonus 0, all dice succeed more often than all dice fail up to QV 3: 29.6% against 3.7% there, 12.5% against 12.5% at QV 4.";
    assert_eq!(first("Do more dice succeed than fail?"), turns);
    // What is asked and never so is told the other way round; what is always so from end to end.
    let never = |_: usize, at: &[i64]| dice(&[at[0] - 3], 0);
    assert_eq!(
        opened("Do they fail more often than they succeed?", &[], never),
        "At bonus 0, all dice succeed more often than all dice fail whatever QV is: 100% against 0% at QV 2, 57.9% against 0.46% at QV 5."
    );
    // What is aimed at is named otherwise, and nothing is held against it.
    assert!(!first("Is success better than nothing?").contains("than all dice fail"));
    let made = Made { sweep: Vec::new(), ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|_, _, _| dice(&[3], 0));
    report.title = "Are all successes likelier than something mixed?".to_owned();
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    hold("one case", &report);
}

/// The first sentence of a report of one swept parameter, or of variants, on which only these weights hang.
fn rivals(title: &str, made: Made, of: &Headline, law: impl Fn(usize, &[i64], u32) -> Vec<(i64, u64)>) -> String {
    let mut report = made.report(law);
    report.title = title.to_owned();
    report.headlines = vec![of.clone()];
    hold(title, &report);
    opening(&report).sentences[0].text()
}

#[test]
fn rivals_are_told_from_the_side_that_the_title_asks_about() {
    let result = || Made { sweep: vec![swept("QV", &[2, 3, 4, 5])], ..Made::new(outcomes(), "Result") };
    let succeed = Headline::new("m", Measure::Is(3), "All succeed");
    let of = |title: &str| rivals(title, result(), &succeed, |_, at, _| dice(at, 0));
    let fail = "All dice fail more often than all dice succeed only at QV 5: 29.6% against 3.7% there, 12.5% against 12.5% at QV 4.";
    assert_eq!(of("Do they fail more often than succeed?"), fail);
    assert_eq!(of("Do they succeed less often than fail?"), fail);
    // Between two places, with as many digits as tell them apart; and never otherwise.
    let between = |_: usize, at: &[i64], _: u32| match at[0] {
        2 | 5 => vec![(1, 5001), (2, 4999), (3, 5000)],
        _ => vec![(1, 5000), (2, 5000), (3, 5001)],
    };
    assert_eq!(
        rivals("Do more succeed than fail?", result(), &succeed, between),
        "All dice succeed more often than all dice fail only from QV 3 to QV 4: 33.3% against 33.3% at QV 3, \
         33.3% against 33.3% at QV 4."
    );
    let alike = |_: usize, at: &[i64], _: u32| vec![(1, 3), (2, at[0] as u64), (3, 3)];
    let told = rivals("Do more succeed than fail?", result(), &succeed, alike);
    assert!(
        told.starts_with("All dice succeed as often as all dice fail whatever QV is: 37.5% against 37.5% at QV 2"),
        "{told}"
    );
    let variants = Made { variants: &["Plain", "Hard"], ..Made::new(outcomes(), "Result") };
    let told =
        rivals("Do more succeed than fail?", variants, &succeed, |variant, _, _| dice(&[3 + 2 * variant as i64], 0));
    assert_eq!(
        told,
        "All dice succeed more often than all dice fail only with “Plain”: 29.6% against 3.7% there, 3.7% against 29.6% with “Hard”."
    );
}

#[test]
fn means_of_two_turns_are_held_against_each_other() {
    let food = |sweep: Vec<crate::report::Swept>| Made { sweep, steps: Some((1, 3)), ..Made::new(Kind::Count, "Food") };
    let mean = Headline { step: Some(3), ..Headline::new("m", Measure::Mean, "Food, Turn 3, mean") };
    let law = |_: usize, at: &[i64], step: u32| {
        let first = at.first().copied().unwrap_or(2);
        vec![(if step == 1 { 3 } else { first }, 1), (3, 1)]
    };
    let swept = || vec![swept("QV", &[2, 3, 4, 5])];
    assert_eq!(
        rivals("Is there more food in turn 3 than in turn 1?", food(swept()), &mean, law),
        "Food: more on average in Turn 3 than in Turn 1 from QV 4 on: 3.50 against 3.00 there, 3.00 against 3.00 at QV 3."
    );
    assert_eq!(
        rivals("Is there more food in turn 3 than in turn 1?", food(Vec::new()), &mean, law),
        "Food: more on average in Turn 1 than in Turn 3: 3.00 against 2.50."
    );
}
