//! The judge of what a report opens with: brute force over the laws; nothing here reads a number as the sentences do.

use crate::findings::opening::{OpeningClaim, Quantity, SentencePart, opening};
use crate::report::play::How;
use crate::report::{Axis, Report};
use crate::rule::presentation::Measure;
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
        return many.replace(',', "").parse().is_ok_and(|many: f64| (value * many - 1.0).abs() < 0.05);
    }
    if told == "<1 in 1,000,000,000,000,000,000" {
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

pub(super) fn hold(name: &str, report: &Report) -> usize {
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
