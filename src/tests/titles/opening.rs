//! What a report opens with, held against brute force over the laws: nothing here reads a number as the sentences do.

use crate::findings::opening::{OpeningClaim, Quantity, Sentence, SentencePart, opening};
use crate::report::play::How;
use crate::report::{Axis, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};
use crate::rules::RULES;
use crate::scenario::bundled::BUNDLED;
use crate::tests::titles::bundled::report;
use crate::tests::titles::made::{Made, outcomes, swept};
use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

/// A number of a case, summed from the masses of its law.
fn read(report: &Report, case: usize, quantity: &Quantity) -> f64 {
    let statistic = match quantity {
        Quantity::Metric(statistic) => statistic,
        Quantity::Ask(at) => return report.cases[case].answers[*at].figure().expect("an exact answer").value,
    };
    let observed =
        report.cases[case].metrics.iter().find(|own| own.metric.name == statistic.metric).expect("the metric");
    let is_meant = |law: &&crate::report::Law| statistic.step.is_none() || law.step == statistic.step;
    let law = observed.laws.iter().rfind(is_meant).expect("a law");
    let masses = law.exact.as_ref().expect("exact odds").pmf.masses();
    let sum =
        |weight: &dyn Fn(i64) -> f64| masses.iter().map(|&(value, mass)| weight(value) * mass.float()).sum::<f64>();
    match statistic.measure {
        Measure::Mean => sum(&|value| value as f64),
        Measure::Is(just) => sum(&|value| f64::from(u8::from(value == just))),
        Measure::AtLeast(least) => sum(&|value| f64::from(u8::from(value >= least))),
        Measure::AtMost(most) => sum(&|value| f64::from(u8::from(value <= most))),
    }
}

/// The cases that differ from the one of the scenario's own parameters along one axis alone.
fn along(report: &Report, axis: Axis) -> Vec<usize> {
    let home = report.cases.iter().position(|case| {
        case.variant.unwrap_or(0) == 0 && case.point.iter().zip(&report.sweep).all(|(&at, swept)| at == swept.usual)
    });
    let home = &report.cases[home.expect("a case")];
    let differs = |case: &crate::report::Case| {
        let mut axes: Vec<Axis> =
            (0..case.point.len()).filter(|&i| case.point[i] != home.point[i]).map(Axis::Sweep).collect();
        axes.extend((case.variant != home.variant).then_some(Axis::Variants));
        axes
    };
    let fits = |at: &usize| differs(&report.cases[*at]).iter().all(|own| *own == axis);
    (0..report.cases.len()).filter(fits).collect()
}

fn is_true(report: &Report, claim: &OpeningClaim) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
    let all =
        |statistic: &Quantity| (0..report.cases.len()).map(|at| read(report, at, statistic)).collect::<Vec<f64>>();
    match claim {
        OpeningClaim::Reads { case, statistic, value } => near(read(report, *case, statistic), *value),
        OpeningClaim::Times { case, more, less, times } => {
            near(read(report, *case, more), times * read(report, *case, less))
        }
        OpeningClaim::Extreme { case, statistic, is_greatest, others } => {
            let (values, own) = (all(statistic), read(report, *case, statistic));
            let none = values.iter().all(|&other| if *is_greatest { other <= own + 1e-9 } else { other >= own - 1e-9 });
            let is_chance = match statistic {
                Quantity::Metric(own) => own.measure != Measure::Mean,
                Quantity::Ask(at) => report.asks[*at].is_probability(),
            };
            let is_end = |value: f64| is_chance && (value <= 0.0 || value >= 1.0 - 1e-15);
            let is_alike = |other: f64| (other - own).abs() <= 1e-12 && is_end(other) == is_end(own);
            none && values.iter().filter(|&&other| is_alike(other)).count() == others + 1
        }
        OpeningClaim::Same { statistic } => all(statistic).windows(2).all(|pair| near(pair[0], pair[1])),
        OpeningClaim::Widest { statistic, axis, low, high } => {
            let swing = |axis: Axis| {
                let values: Vec<f64> = along(report, axis).into_iter().map(|at| read(report, at, statistic)).collect();
                values.iter().copied().fold(f64::MIN, f64::max) - values.iter().copied().fold(f64::MAX, f64::min)
            };
            let own = read(report, *high, statistic) - read(report, *low, statistic);
            let others = (0..report.sweep.len()).map(Axis::Sweep).chain([Axis::Variants]).filter(|other| other != axis);
            let is_on_it = [low, high].iter().all(|at| along(report, *axis).contains(at));
            is_on_it && near(own, swing(*axis)) && others.into_iter().all(|other| swing(other) < own - 1e-10)
        }
        OpeningClaim::Step { statistic, from, to } => {
            let values = all(statistic);
            let own = (values[*to] - values[*from]).abs();
            let steps = values.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            to - from == 1 && steps.filter(|step| *step >= own - 1e-10).count() == 1
        }
        OpeningClaim::Apart { statistic, more, less, by } => {
            let is_chance = match statistic {
                Quantity::Metric(own) => own.measure != Measure::Mean,
                Quantity::Ask(at) => report.asks[*at].is_probability(),
            };
            let gap = read(report, *more, statistic) - read(report, *less, statistic);
            near(gap * if is_chance { 100.0 } else { 1.0 }, *by)
        }
        OpeningClaim::Enough { statistic, along, first } => along.iter().enumerate().all(|(at, &case)| {
            let value = read(report, case, statistic);
            if at < *first { value <= 0.5 + 1e-11 } else { value > 0.5 }
        }),
        OpeningClaim::Wanted { statistic, bound, places } => places.iter().all(|(case, is_met)| {
            let value = read(report, *case, statistic);
            let holds = match bound {
                Bound::Between(low, high) => (low.value - 1e-12..=high.value + 1e-12).contains(&value),
                Bound::Is(Comparison::AtLeast, own) => value >= own.value - 1e-12,
                Bound::Is(Comparison::AtMost, own) => value <= own.value + 1e-12,
                Bound::Is(Comparison::Above, own) => value > own.value,
                Bound::Is(Comparison::Below, own) => value < own.value,
                Bound::Is(Comparison::Equal, own) => (value - own.value).abs() <= own.tolerance,
                Bound::Is(Comparison::Unequal, own) => (value - own.value).abs() > own.tolerance,
            };
            holds == *is_met
        }),
        OpeningClaim::Leads { statistic, places, is_greatest } => places.iter().all(|cases| {
            let value = |case: &usize| read(report, *case, statistic) * if *is_greatest { 1.0 } else { -1.0 };
            let differ = |at: usize, other: usize| {
                let (a, b) = (&report.cases[at], &report.cases[other]);
                let points = a.point.iter().zip(&b.point).filter(|(a, b)| a != b).count();
                points + usize::from(a.variant != b.variant)
            };
            // All that differs from the first in one thing stands there: the variants, or all of a row.
            let beside = |own: usize| (0..report.cases.len()).filter(move |&at| differ(own, at) == 1);
            let is_row =
                cases[1..].iter().all(|&own| beside(cases[0]).any(|at| at == own) && differ(cases[1], own) <= 1);
            let is_of_one = |own: usize| differ(cases[1], own) <= 1;
            let row = beside(cases[0]).filter(|&own| is_of_one(own)).count() + 1;
            is_row && row == cases.len() && cases[1..].iter().all(|own| value(own) < value(&cases[0]))
        }),
        OpeningClaim::Likeliest { case, statistic, others } => {
            let own = read(report, *case, statistic);
            !others.is_empty() && others.iter().all(|other| read(report, *case, other) < own)
        }
        OpeningClaim::Advises { case, choice, right } => {
            let play = report.cases[*case].best_play.as_ref().expect("best play");
            let met = play.situations.iter().filter(|own| own.choice == *choice);
            let asked: f64 = met.map(|own| own.reached).sum();
            asked > 0.0 && (0.0..=1.0 + 1e-9).contains(right)
        }
        OpeningClaim::Spreads { case, label, least, most } => {
            let at = report.headlines.iter().find(|own| own.label == *label).map(|own| Quantity::Metric(own.clone()));
            let ask = || report.asks.iter().position(|own| own.label == *label).map(Quantity::Ask);
            let own = read(report, *case, &at.or_else(ask).expect("it is told of something"));
            // The play that is told of is one of them.
            least < most && *least <= own + 1e-9 && own <= *most + 1e-9
        }
        OpeningClaim::Decides { case, choice, fixed } => {
            let play = report.cases[*case].best_play.as_ref().expect("best play");
            let own = play.held.iter().flatten().filter(|held| held.choice == *choice && held.how != How::ByChance);
            let values: Vec<f64> = own.filter_map(|held| held.value()).collect();
            let ends =
                (values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(f64::MIN, f64::max));
            let best = if play.minimises { ends.0 } else { ends.1 };
            near(best, *fixed) && if play.minimises { play.value <= best + 1e-9 } else { play.value >= best - 1e-9 }
        }
    }
}

/// Whether a number as it is told is a number.
fn tells(told: &str, value: f64) -> bool {
    if let Some(many) = told.strip_prefix("1 in ") {
        return many.replace(',', "").parse().is_ok_and(|many: f64| (value * many - 1.0).abs() < 0.01);
    }
    if told == "less than 1 in a trillion" {
        return value > 0.0 && value < 1e-12;
    }
    let (digits, scale) = told.strip_suffix('%').map_or((told, 1.0), |digits| (digits, 100.0));
    let value = value * scale;
    match (digits.strip_prefix('<'), digits.strip_prefix('>')) {
        (Some(bound), _) => value > 0.0 && value < bound.parse::<f64>().unwrap(),
        (_, Some(bound)) => value < 100.0 && value > bound.parse::<f64>().unwrap(),
        _ => {
            let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
            let number: f64 = digits.replace('−', "-").replace(',', "").parse().unwrap();
            (number - value).abs() <= 0.5 * 10f64.powi(-(places as i32)) + 1e-9
                && (scale < 100.0 || number != 100.0 || (value - 100.0).abs() < 1e-9)
        }
    }
}

fn hold(name: &str, report: &Report) -> usize {
    let opening = opening(report);
    for sentence in &opening.sentences {
        let text = sentence.text();
        println!("{name}: {text}");
        for claim in &sentence.claims {
            assert!(is_true(report, claim), "{name}: {text}: {claim:?}");
        }
        let readings: Vec<f64> = sentence
            .claims
            .iter()
            .flat_map(|claim| match claim {
                OpeningClaim::Reads { case, statistic, .. } => vec![read(report, *case, statistic)],
                OpeningClaim::Apart { by, .. } => vec![*by],
                OpeningClaim::Spreads { least, most, .. } => vec![*least, *most],
                OpeningClaim::Advises { right, .. } => vec![*right],
                OpeningClaim::Decides { case, fixed, .. } => {
                    vec![*fixed, report.cases[*case].best_play.as_ref().expect("best play").value]
                }
                _ => Vec::new(),
            })
            .collect();
        for part in &sentence.parts {
            if let SentencePart::Figure(told, _) = part {
                assert!(readings.iter().any(|&value| tells(told, value)), "{name}: {text}: {told} of {readings:?}");
            }
        }
        assert!(!readings.is_empty() && text.ends_with('.') && !text.contains("  "), "{name}: {text}");
        assert!(!text.starts_with(char::is_lowercase), "{name}: {text}");
        // An extreme case is told by what it is.
        for claim in &sentence.claims {
            if let OpeningClaim::Extreme { case, .. } = claim
                && report.cases.len() > 2
            {
                for (swept, &at) in report.sweep.iter().zip(&report.cases[*case].point) {
                    let value = swept.values[at].in_print();
                    let is_told = text.contains(&value) || value == "0" && text.contains("no ");
                    assert!(is_told || swept.values.len() == 1, "{name}: {text}: {value}");
                }
            }
        }
    }
    opening.sentences.len()
}

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
fn dice(at: &[i64], bonus: i64) -> Vec<(i64, u64)> {
    let good = (7 - at[0] + bonus).clamp(0, 6) as u64;
    let bad = 6 - good;
    vec![(1, bad.pow(3)), (2, 216 - bad.pow(3) - good.pow(3)), (3, good.pow(3))]
}

fn made(usual: usize) -> Report {
    let sweep = vec![crate::report::Swept { usual, ..swept("QV", &[2, 3, 4, 5, 6]) }, swept("Bonus", &[0, 1])];
    let made = Made { sweep, ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|_, at, _| dice(at, at[1]));
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    report.company = crate::findings::company(&report);
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
    report.company = crate::findings::company(&report);
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
        report.company = crate::findings::company(&report);
        report
    };
    let first = |report: &Report| opening(report).sentences[0].text();
    assert!(first(&made(1)).starts_with("Little hangs on QV: all dice fail 20% of the time"), "{}", first(&made(1)));
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
    report.company = crate::findings::company(&report);
    let text = opening(&report).sentences[0].text();
    assert_eq!(
        text,
        "All dice succeed 17.1 points more often with “Kinder” than with “As it is”: 29.6% against 12.5%."
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
    assert!(all.len() == 1 && all[0].starts_with("Successes, in all 2 cases alike: 0.500 on average"), "{all:?}");
    assert_eq!((hold("alike", &alike), opening.lever), (1, None));
}

/// What a made-up report with such a title opens with: successes at some QVs and bonuses, with and without help.
fn opened(title: &str, variants: &'static [&'static str], law: impl Fn(usize, &[i64]) -> Vec<(i64, u64)>) -> String {
    let sweep = vec![swept("QV", &[2, 3, 4, 5]), swept("Bonus", &[0, 1])];
    let made = Made { sweep, variants, ..Made::new(outcomes(), "Result") };
    let mut report = made.report(|variant, at, _| law(variant, at));
    report.title = title.to_owned();
    report.headlines = vec![Headline::new("m", Measure::Is(3), "All succeed")];
    report.company = crate::findings::company(&report);
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
    assert_eq!(text, "All dice succeed most often at QV 3 at bonus 0, at QV 4 at bonus 1: 30%, 30%.");
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
    assert_eq!(asked("<= 60%", all), "All dice succeed at most 60% of the time whatever QV is: 57.9% at QV 2.");
}
