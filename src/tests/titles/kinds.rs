//! Each kind of sentence on made-up reports: where it holds, where it nearly does, and without exact odds.

use super::judge::Truth;
use super::made::{Made, binomial, chart, outcomes, results, swept};
use crate::findings::{finding, title};
use crate::report::{Axis, Chart, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Measure};

const X: Axis = Axis::Sweep(0);

fn wing() -> Made {
    Made::new(outcomes(), "Result")
}

fn count(label: &'static str) -> Made {
    Made::new(Kind::Count, label)
}

/// The sentence of a chart, which must be true; "" without one.
#[track_caller]
fn says(report: &Report, chart: &Chart) -> String {
    let Some(found) = finding(report, chart) else { return String::new() };
    assert!(
        Truth::of(report, chart).expect("exact odds").bears_out(&found.claim),
        "{}: {:?}",
        found.sentence,
        found.claim
    );
    found.sentence
}

fn stacked() -> Chart {
    chart(ChartKind::Stacked, X, None, Measure::Is(3))
}

/// Three dice against each Quality Value.
fn qualities(values: &[i64]) -> Report {
    let made = Made { sweep: vec![swept("QV", values)], ..wing() };
    made.report(|_, at, _| results(3, (7 - at[0]) as u64))
}

#[test]
fn one_outcome_overtakes_another_even_after_a_tie() {
    // At QV 4 both have 1 in 8: past it, not at it.
    assert_eq!(
        says(&qualities(&[2, 3, 4, 5, 6]), &stacked()),
        "Past QV 4, all dice fail more often than all dice succeed"
    );
    // What lies between 3 and 5 was not asked.
    assert_eq!(
        says(&qualities(&[2, 3, 5, 6]), &stacked()),
        "From QV 5 on, all dice fail more often than all dice succeed"
    );
}

#[test]
fn outcomes_that_stay_even_overtake_nothing() {
    let made = Made { sweep: vec![swept("QV", &[1, 2, 3])], ..wing() };
    let even = made.report(|_, _, _| vec![(1, 1), (3, 1)]);
    assert_eq!(says(&even, &stacked()), "");
    let led = made.report(|_, _, _| vec![(1, 1), (2, 3), (3, 1)]);
    assert_eq!(says(&led, &stacked()), "At every QV, most often the dice come out mixed");
    // Back and forth is no overtaking.
    let wavy = made.report(|_, at, _| if at[0] == 2 { vec![(1, 3), (3, 2)] } else { vec![(1, 2), (3, 3)] });
    assert_eq!(says(&wavy, &stacked()), "All dice succeed 60.0% of the time at QV 1, 40.0% at 2");
}

#[test]
fn the_lead_may_change_between_outcomes_that_are_neither_good_nor_bad() {
    let made = Made { sweep: vec![swept("Cubes", &[0, 1, 2])], ..wing() };
    let report = made.report(|_, at, _| if at[0] < 1 { vec![(2, 3), (3, 2)] } else { vec![(2, 2), (3, 3)] });
    let sentence = says(&report, &stacked());
    assert_eq!(sentence, "Only with no cubes, most often the dice come out mixed; then all dice succeed");
}

#[test]
fn one_place_and_certainty() {
    let single = chart(ChartKind::Stacked, Axis::Single, None, Measure::Is(3));
    assert_eq!(
        says(&wing().report(|_, _, _| results(3, 3)), &single),
        "Most often the dice come out mixed: 75.0% of the time"
    );
    assert_eq!(says(&wing().report(|_, _, _| vec![(2, 1)]), &single), "The dice come out mixed every time");
}

#[test]
fn lines_cross_one_half_level_off_or_run() {
    let line = |measure| chart(ChartKind::Lines, X, None, measure);
    let made =
        Made { sweep: vec![swept("Inactive CEs", &[0, 1, 2, 3, 4])], ..Made::new(Kind::Flag, "The order failed") };
    let of = |p: [u64; 5]| made.report(move |_, at, _| vec![(0, 100 - p[at[0] as usize]), (1, p[at[0] as usize])]);
    let capped = of([5, 20, 35, 50, 50]);
    assert_eq!(says(&capped, &line(Measure::Is(1))), "The order failed: yes 50.0% of the time from 3 inactive CEs on");
    let crossing = of([5, 20, 50, 51, 80]);
    assert_eq!(
        says(&crossing, &line(Measure::Is(1))),
        "The order failed: yes more often than not from 3 inactive CEs on"
    );
    let rising = of([5, 20, 30, 40, 49]);
    let sentence = "The order failed: yes 5.0% of the time with no inactive CEs, 49.0% with 4";
    assert_eq!(says(&rising, &line(Measure::Is(1))), sentence);
    assert_eq!(
        says(&of([30; 5]), &line(Measure::Is(1))),
        "The order failed: yes 30.0% of the time with any number of inactive CEs"
    );
    assert_eq!(
        says(&of([30, 20, 30, 40, 50]), &line(Measure::Is(1))),
        "The order failed: yes most often with 4 inactive CEs, 50.0% of the time"
    );
    assert_eq!(
        says(&of([0; 5]), &line(Measure::Is(1))),
        "The order failed: yes 0% of the time with any number of inactive CEs"
    );
    let means = Made { sweep: vec![swept("QV", &[2, 3])], ..count("Successes") };
    let report = means.report(|_, at, _| binomial(3, (7 - at[0]) as u64));
    assert_eq!(says(&report, &line(Measure::Mean)), "Successes: on average 2.50 at QV 2, 2.00 at 3");
    let same = means.report(|_, _, _| vec![(1, 1)]);
    assert_eq!(says(&same, &line(Measure::Mean)), "Successes: on average 1.00 at every QV");
}

#[test]
fn of_several_lines_one_leads_only_if_none_crosses_it() {
    let made =
        Made { variants: &["Old", "New"], sweep: vec![swept("QV", &[2, 3, 4])], ..Made::new(Kind::Flag, "It broke") };
    let line = chart(ChartKind::Lines, X, Some(Axis::Variants), Measure::Is(1));
    let of = |a: [u64; 3], b: [u64; 3]| {
        made.report(move |variant, at, _| {
            let p = [a, b][variant][at[0] as usize - 2];
            vec![(0, 10 - p), (1, p)]
        })
    };
    assert_eq!(
        says(&of([3, 4, 5], [3, 5, 6]), &line),
        "It broke: yes 50.0% of the time at QV 3 with “New”, 40.0% with “Old”"
    );
    assert_eq!(
        says(&of([3, 4, 5], [4, 3, 6]), &line),
        "It broke: yes most often at QV 4 with “New”, 60.0% of the time"
    );
    assert_eq!(says(&of([3, 4, 5], [3, 4, 5]), &line), "It broke: “Old” or “New”, no difference");
    assert_eq!(
        says(&of([3, 4, 5], [4, 3, 5]), &line),
        "It broke: yes at most half of the time at every QV, with every variant"
    );
    assert_eq!(
        says(&of([6, 7, 8], [7, 6, 8]), &line),
        "It broke: yes more often than not at every QV, with every variant"
    );
}

#[test]
fn a_mean_is_told_where_the_lines_are_farthest_apart() {
    let made = Made { variants: &["Old", "New"], sweep: vec![swept("QV", &[2, 3])], ..count("Sixes") };
    let line = chart(ChartKind::Lines, X, Some(Axis::Variants), Measure::Mean);
    let of = |old: [u64; 2], new: [u64; 2]| {
        made.report(move |variant, at, _| binomial(3, [old, new][variant][at[0] as usize - 2]))
    };
    assert_eq!(says(&of([1, 2], [2, 3]), &line), "Sixes: on average 1.00 at QV 2 with “New”, 0.50 with “Old”");
    assert_eq!(says(&of([1, 2], [1, 3]), &line), "Sixes: on average 1.50 at QV 3 with “New”, 1.00 with “Old”");
}

#[test]
fn what_makes_no_difference_is_named() {
    let made = Made { sweep: vec![swept("QV", &[2, 3]), swept("Cubes", &[0, 1, 2])], ..count("Sixes") };
    let lines = chart(ChartKind::Lines, X, Some(Axis::Sweep(1)), Measure::Mean);
    let report = made.report(|_, at, _| binomial(3, at[0] as u64));
    assert_eq!(says(&report, &lines), "Sixes: the number of cubes makes no difference");
}

#[test]
fn heat_maps_say_from_where_on_it_is_likely() {
    let made = Made { sweep: vec![swept("QV", &[2, 3, 4]), swept("Cubes", &[0, 1, 2])], ..wing() };
    let heat = chart(ChartKind::Heatmap, Axis::Sweep(1), Some(X), Measure::Is(3));
    let of = |table: [[u64; 3]; 3]| {
        made.report(move |_, at, _| {
            let p = table[at[0] as usize - 2][at[1] as usize];
            vec![(1, 10 - p), (3, p)]
        })
    };
    let sentence = "One cube is enough at QV 2 and at QV 3, two at QV 4";
    assert_eq!(says(&of([[5, 7, 8], [4, 6, 7], [3, 5, 6]]), &heat), sentence);
    let sentence = "Only at QV 2, all dice succeed more often than not with any number of cubes";
    assert_eq!(
        says(&of([[6, 7, 8], [4, 5, 5], [3, 4, 3]]), &heat),
        "With 2 cubes, all dice succeed more often than not only at QV 2"
    );
    let rows = chart(ChartKind::Heatmap, Axis::Sweep(0), Some(Axis::Sweep(1)), Measure::Is(3));
    assert_eq!(says(&of([[6, 7, 8], [4, 5, 5], [3, 4, 3]]), &rows), sentence);
    let sentence = "One cube is enough at QV 2, two at QV 3";
    assert_eq!(says(&of([[4, 6, 7], [3, 5, 6], [1, 2, 5]]), &heat), sentence);
    assert_eq!(
        says(&of([[5; 3]; 3]), &heat),
        "All dice succeed 50.0% of the time with any number of cubes, at every QV"
    );
    assert_eq!(
        says(&of([[5, 4, 5], [4, 5, 4], [5, 4, 5]]), &heat),
        "All dice succeed at most half of the time with any number of cubes, at every QV"
    );
    assert_eq!(
        says(&of([[6, 7, 6], [7, 6, 7], [6, 7, 6]]), &heat),
        "All dice succeed more often than not with any number of cubes, at every QV"
    );
}

#[test]
fn what_can_be_counted_on() {
    let one = chart(ChartKind::AtLeast, Axis::Values, None, Measure::Mean);
    let actions = |law: fn() -> Vec<(i64, u64)>| count("Actions").report(move |_, _, _| law());
    assert_eq!(says(&actions(|| binomial(4, 4)), &one), "Actions: at least 3 more often than not");
    assert_eq!(says(&actions(|| binomial(1, 4)), &one), "Actions: at least 1 more often than not");
    // Exactly half of the time is not more often than not.
    assert_eq!(says(&actions(|| vec![(0, 1), (2, 1)]), &one), "");
    assert_eq!(says(&actions(|| vec![(3, 1)]), &one), "Actions: 3 every time");
    let pool = count("Pool").report(|_, _, _| vec![(-3, 1), (7, 3)]);
    assert_eq!(says(&pool, &one), "Pool: at least 7 more often than not");
}

#[test]
fn lines_of_at_least_lead_or_fall() {
    let variants = Made { variants: &["A", "B", "C"], ..count("Actions") };
    let lines = chart(ChartKind::AtLeast, Axis::Values, Some(Axis::Variants), Measure::Mean);
    let report = variants.report(|variant, _, _| binomial(3, [3, 4, 2][variant]));
    assert_eq!(says(&report, &lines), "Actions: on average 2.00 with “B”, 1.00 with “C”");
    assert_eq!(says(&variants.report(|_, _, _| binomial(3, 3)), &lines), "Actions: the variants make no difference");
    let swept_lines = Made { sweep: vec![swept("QV", &[2, 4, 6])], ..count("Successes") };
    let report = swept_lines.report(|_, at, _| binomial(3, (7 - at[0]) as u64));
    let lines = chart(ChartKind::AtLeast, Axis::Values, Some(X), Measure::Mean);
    // At QV 4 the median may be 1 or 2, so nothing is said of medians.
    assert_eq!(says(&report, &lines), "Successes: at least 2 more often than not only at QV 2");
    let odd = Made { sweep: vec![swept("QV", &[2, 5])], ..count("Successes") };
    let report = odd.report(|_, at, _| binomial(3, (7 - at[0]) as u64));
    assert_eq!(says(&report, &lines), "Successes: typically 3 at QV 2, 1 at 5");
}

#[test]
fn a_comparison_tells_the_largest_difference() {
    let made = Made { variants: &["As published", "No penalties"], ..count("Actions") };
    let pair = chart(ChartKind::Compare, Axis::Values, Some(Axis::Variants), Measure::Mean);
    let report = made
        .report(|variant, _, _| if variant == 0 { vec![(0, 5), (1, 3), (2, 2)] } else { vec![(0, 4), (1, 2), (2, 4)] });
    let sentence = "Actions: at least 2 in 40.0% of plays with “No penalties”, 20.0% with “As published”";
    assert_eq!(says(&report, &pair), sentence);
    let even = made
        .report(|variant, _, _| if variant == 0 { vec![(0, 5), (1, 3), (2, 2)] } else { vec![(0, 4), (1, 3), (2, 3)] });
    let sentence = "Actions: at least 1 in 60.0% of plays with “No penalties”, 50.0% with “As published”";
    assert_eq!(says(&even, &pair), sentence);
    let same = made.report(|_, _, _| binomial(3, 2));
    assert_eq!(says(&same, &pair), "Actions: “As published” or “No penalties”, no difference");
}

#[test]
fn distributions_tell_the_likeliest_or_most() {
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    let of = |label, law: fn() -> Vec<(i64, u64)>| says(&count(label).report(move |_, _, _| law()), &bars);
    assert_eq!(of("Successes", || binomial(2, 3)), "Successes: most often 1, 50.0% of the time");
    assert_eq!(of("Successes", || vec![(0, 3), (1, 1)]), "Successes: most often 0, 75.0% of the time");
    assert_eq!(of("Pool", || vec![(-1, 3), (14, 1)]), "Pool: most often −1, 75.0% of the time");
    assert_eq!(of("Successes", || vec![(2, 1)]), "Successes: 2 every time");
    assert_eq!(of("Successes", || vec![(1, 1), (2, 1)]), "");
    assert_eq!(of("Actions", || binomial(12, 3)), "Actions: 73.3% of the time 4 to 7");
    let flag = Made::new(Kind::Flag, "The turn ended").report(|_, _, _| vec![(0, 3), (1, 1)]);
    assert_eq!(says(&flag, &bars), "The turn ended: yes 25.0% of the time");
}

#[test]
fn a_fan_tells_when_half_is_gone() {
    let made = Made { steps: Some((0, 6)), words: Some(("act is left", "acts are left")), ..count("Acts left") };
    let fan = chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean);
    let of = |medians: [i64; 7]| made.report(move |_, _, step| vec![(medians[step as usize], 1)]);
    let sentence = "Half the acts are gone after two turns";
    assert_eq!(says(&of([12, 9, 6, 3, 1, 0, 0]), &fan), sentence);
    assert_eq!(says(&of([5, 4, 3, 3, 3, 3, 3]), &fan), "Typically three acts are left from Turn 2 on");
    assert_eq!(says(&of([5, 5, 6, 6, 7, 7, 8]), &fan), "Typically five acts are left in Turn 0, eight in Turn 6");
    assert_eq!(says(&of([5; 7]), &fan), "Typically five acts are left in Turn 6");
}

#[test]
fn without_exact_odds_only_what_the_intervals_tell_apart_is_claimed() {
    let made = |is_exact, trials| Made { sweep: vec![swept("QV", &[2, 3, 4, 5, 6])], is_exact, trials, ..wing() };
    let law = |_: usize, at: &[i64], _: u32| results(3, (7 - at[0]) as u64);
    let sampled = made(false, 1_000_000).report(law);
    let told = finding(&sampled, &stacked()).map(|found| found.sentence);
    // The tie at QV 4 is not seen in a sample, so the overtaking is not claimed.
    assert_eq!(told.as_deref(), Some("All dice succeed 57.870% ±0.098 of the time at QV 2, 0.463% ±0.014 at 6"));
    let exact = made(true, 10).report(law);
    for trials in [20, 500, 1_000_000] {
        let sampled = made(false, trials).report(law);
        if let Some(found) = finding(&sampled, &stacked()) {
            let claim = found.claim;
            let is_numeric = !Truth::stated(&claim).is_empty();
            assert!(
                is_numeric || Truth::of(&exact, &stacked()).is_some_and(|truth| truth.bears_out(&claim)),
                "{}",
                found.sentence
            );
        }
    }
    let flag = Made { is_exact: false, trials: 100, ..Made::new(Kind::Flag, "It broke") };
    let line = Made { sweep: vec![swept("QV", &[1, 2])], ..flag };
    let nearly = line.report(|_, at, _| if at[0] == 1 { vec![(0, 51), (1, 49)] } else { vec![(0, 49), (1, 51)] });
    assert_eq!(finding(&nearly, &chart(ChartKind::Lines, X, None, Measure::Is(1))), None);
}

#[test]
fn nothing_is_said_where_there_is_nothing_or_a_title() {
    let mut report = qualities(&[2, 3, 4]);
    let given = Chart { title: "Mine".into(), is_titled: true, ..stacked() };
    let lost = Chart { metric: "unknown".into(), ..stacked() };
    report.charts = vec![stacked(), given, lost];
    title(&mut report);
    let titles: Vec<&str> = report.charts.iter().map(|chart| chart.title.as_str()).collect();
    assert_eq!(titles[1..], ["Mine", "How does it turn out?"]);
    assert_ne!(titles[0], "How does it turn out?");
}

#[test]
fn where_nothing_is_found_the_title_says_what_is_plotted() {
    let flag = Made { is_exact: false, trials: 100, ..Made::new(Kind::Flag, "It broke") };
    let line = Made { sweep: vec![swept("QV", &[1, 2])], ..flag };
    let mut nearly = line.report(|_, at, _| if at[0] == 1 { vec![(0, 51), (1, 49)] } else { vec![(0, 49), (1, 51)] });
    nearly.charts = vec![chart(ChartKind::Lines, X, None, Measure::Is(1))];
    title(&mut nearly);
    assert_eq!(nearly.charts[0].title, "It broke, by QV of the Wing");
}
