//! Tests headlines of random made-up reports, whose names are hard to parse. Each headline is read
//! back and compared with the distributions, in English and in German.

use std::collections::BTreeSet;

use oddsmith_engine::odds::{Mass, Pmf, Tally};
use oddsmith_engine::question::{ExactReading, Figure, Statistic, TrialEstimate};
use oddsmith_engine::solve::ExactDistribution;
use oddsmith_language::question::Bound;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::hard_names::{name, names};
use super::random::{Chance, scenario_count, seed};
use super::reader::{SentenceKind, Verdict, place_name_fault, read_sentence};
use super::summary_judge::claim_fault;
use crate::chart_words::write_chart_titles;
use crate::export::table::{Options, Rest, table};
use crate::messages::Messages;
use crate::report::{
    Answer, Axis, Case, Chart, Distribution, Observed, Report, ReportQuestion, Swept, Value, Want,
};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use crate::rule::presentation::{ChartKind, Headline, Measure};
use crate::summary::{Sentence, chart_headline, summary};

const NUMBERS: [i64; 8] = [-3, -1, 0, 1, 2, 3, 10, 1000];
const TRIALS: u64 = 1000;

fn swept(chance: &mut Chance, names: &[String]) -> Swept {
    let count = 1 + chance.below(6);
    let first = chance.pick(&NUMBERS).copied().unwrap_or(0);
    let stride = 1 + chance.below(3) as i64;
    let mut values: Vec<Value> = (0..count as i64)
        .map(|nth| Value::Whole(first + nth * stride))
        .collect();
    let mut swept = match chance.below(6) {
        0 => {
            values = (0..count)
                .map(|nth| Value::Decimal(nth as f64 / 4.0, format!("{:.2}", nth as f64 / 4.0)))
                .collect();
            Swept::plain("p", &names[0], &names[1], values)
        }
        1 => Swept::plain(
            "flag",
            &names[0],
            &names[1],
            vec![Value::Flag(false), Value::Flag(true)],
        ),
        2 => {
            let texts = super::hard_names::names(chance, count);
            Swept::plain(
                "text",
                &names[0],
                &names[1],
                texts
                    .iter()
                    .map(|text| Value::from(text.as_str()))
                    .collect(),
            )
        }
        _ => Swept::plain(
            "n",
            &names[0],
            if chance.below(3) == 0 { "" } else { &names[1] },
            values,
        ),
    };
    swept.is_named = chance.below(3) == 0;
    let value_count = swept.values.len();
    if chance.below(6) == 0 {
        swept.labels = super::hard_names::names(chance, value_count)
            .into_iter()
            .map(Some)
            .collect();
    } else if chance.below(4) == 0 && swept.values[0].whole().is_some() {
        swept.unit = ["or more", "inches", "dice"][chance.below(3)].to_owned();
    }
    swept.usual_index = chance.below(value_count);
    swept
}

fn kind(chance: &mut Chance) -> Kind {
    let tones = [Tone::Success, Tone::Failure, Tone::Mixed, Tone::Neutral];
    match chance.below(4) {
        0 | 1 => Kind::Count,
        2 => Kind::Flag,
        _ => {
            let count = 2 + chance.below(5);
            let labels = names(chance, count);
            let outcome = |(nth, label): (usize, &String)| {
                Outcome::new(&format!("o{nth}"), label, tones[nth % 4])
            };
            Kind::Category(labels.iter().enumerate().map(outcome).collect())
        }
    }
}

/// How the odds of the cases differ.
#[derive(Clone, Copy)]
enum OddsPattern {
    Alike,
    /// Each value is either possible or not, and all possible ones are equally likely.
    FewNumbers,
    Certain,
    /// The last value becomes more likely from one case to the next.
    Rising,
    /// The odds change along every axis by quarters, so that exactly one half occurs.
    Quarters,
    Rare,
    /// Most trials have a value in the middle.
    Middle,
    Any,
}

const ODDS_PATTERNS: [OddsPattern; 11] = [
    OddsPattern::Alike,
    OddsPattern::FewNumbers,
    OddsPattern::Certain,
    OddsPattern::Rising,
    OddsPattern::Quarters,
    OddsPattern::Quarters,
    OddsPattern::Rare,
    OddsPattern::Middle,
    OddsPattern::Middle,
    OddsPattern::Any,
    OddsPattern::Any,
];

/// Returns the weights of the values in a case.
fn weights(
    chance: &mut Chance,
    manner: OddsPattern,
    nth: usize,
    point: &[usize],
    count: usize,
) -> Vec<u64> {
    let quarters = point.iter().sum::<usize>().min(4) as u64;
    let weight = |value: usize| match manner {
        OddsPattern::Alike => 1 + value as u64,
        OddsPattern::FewNumbers => chance.below(2) as u64,
        OddsPattern::Certain => 0,
        OddsPattern::Rising if value + 1 == count => nth as u64,
        OddsPattern::Rising => 7,
        OddsPattern::Quarters if value + 1 == count => quarters,
        OddsPattern::Quarters if value == 0 => 4 - quarters,
        OddsPattern::Quarters => 0,
        OddsPattern::Rare if value == 0 => 10_000_000,
        OddsPattern::Rare => chance.below(3) as u64,
        OddsPattern::Middle => {
            4u64.pow(value.min(count - 1 - value).min(8) as u32) + chance.below(3) as u64
        }
        OddsPattern::Any => chance.below(1000) as u64,
    };
    let mut weights: Vec<u64> = (0..count).map(weight).collect();
    if weights.iter().all(|weight| *weight == 0) {
        let index = chance.below(count);
        weights[index] = 1;
    }
    weights
}

fn distribution(weights: &[u64], absent: u64, is_exact: bool) -> Distribution {
    let total = weights.iter().sum::<u64>() + absent;
    let mut tally = Tally::default();
    let mut left = TRIALS;
    for (value, &weight) in (0..).zip(weights) {
        let count = ((TRIALS as f64 * weight as f64 / total as f64).round() as u64).min(left);
        tally.add(
            value,
            if absent == 0 && value + 1 == weights.len() as i64 {
                left
            } else {
                count
            },
        );
        left -= count;
    }
    let mass = |(value, &weight): (i64, &u64)| {
        (weight > 0).then(|| (value, Mass::ratio(weight.into(), total.into())))
    };
    let pmf = Pmf::new((0..).zip(weights).filter_map(mass).collect());
    let exact = ExactDistribution {
        absent: Mass::ratio(absent.into(), total.into()),
        ..ExactDistribution::new(pmf)
    };
    Distribution::new(None, TRIALS, tally, is_exact.then_some(exact))
}

/// Returns a report with a random metric, sweep, variants, odds and questions.
fn random_report(chance: &mut Chance) -> Report {
    let sweep_count = [0, 0, 1, 1, 1, 2, 2, 2, 3][chance.below(9)];
    let sweep_names = names(chance, 2 * sweep_count);
    let sweep: Vec<Swept> = sweep_names
        .chunks(2)
        .map(|names| swept(chance, names))
        .collect();
    let variant_count = [0, 0, 0, 0, 2, 2, 3, 4, 6][chance.below(9)];
    let variants = names(chance, variant_count);
    let kind = kind(chance);
    let values = match &kind {
        Kind::Category(outcomes) => outcomes.len(),
        Kind::Flag => 2,
        _ => 2 + chance.below(11),
    };
    let (is_exact, is_mixed) = (chance.below(4) > 0, chance.below(6) == 0);
    let (manner, is_optional) = (
        ODDS_PATTERNS[chance.below(ODDS_PATTERNS.len())],
        kind == Kind::Count && chance.below(4) == 0,
    );
    let metric = ShownMetric::whole("m", kind, name(chance));
    let metric = if is_optional {
        ShownMetric {
            absent: "never".to_owned(),
            ..metric
        }
    } else {
        metric
    };
    let mut cases: Vec<Case> = Vec::new();
    for variant in 0..variants.len().max(1) {
        for point in oddsmith_testing::report::points(&sweep) {
            let nth = cases.len();
            let absent = if is_optional {
                chance.below(3) as u64
            } else {
                0
            };
            let is_exact = is_exact && !(is_mixed && chance.below(2) == 0);
            let distribution = distribution(
                &weights(chance, manner, nth, &point, values),
                absent,
                is_exact,
            );
            let variant = (!variants.is_empty()).then_some(variant);
            cases.push(Case {
                unresolved: is_exact.then_some(0.0),
                metrics: vec![Observed {
                    metric: metric.clone().into(),
                    distributions: vec![distribution],
                }],
                ..oddsmith_testing::report::case(nth + 1, variant, point, TRIALS)
            });
        }
    }
    let measure = measure(chance, &metric.kind, values);
    let headlines = vec![Headline::new("m", measure, &name(chance))];
    let mut report = Report {
        title: name(chance),
        variants,
        sweep,
        cases,
        headlines,
        check_p: is_exact.then_some(0.4),
        ..oddsmith_testing::report::report(TRIALS)
    };
    for _ in 0..chance.below(3) {
        add_question(&mut report, chance, values);
    }
    report
}

fn measure(chance: &mut Chance, kind: &Kind, values: usize) -> Measure {
    let value = chance.below(values) as i64;
    match (kind, chance.below(4)) {
        (Kind::Category(_), _) => Measure::Is(value),
        (Kind::Flag, _) => Measure::Is(1),
        (_, 0) => Measure::AtLeast(value),
        (_, 1) => Measure::AtMost(value),
        _ => Measure::Mean,
    }
}

/// Adds a question, sometimes with a goal.
fn add_question(report: &mut Report, chance: &mut Chance, values: usize) {
    let kind = report.cases[0].metrics[0].metric.kind.clone();
    let plain = Headline::new("m", measure(chance, &kind, values), "");
    let statistic = if plain.measure == Measure::Mean {
        Statistic::Mean
    } else {
        Statistic::Probability
    };
    let question = ReportQuestion {
        label: name(chance),
        question: "asked".to_owned(),
        in_words: None,
        want: None,
        statistic,
        plain: (chance.below(3) > 0).then(|| plain.clone()),
        is_aim: false,
    };
    let number = |chance: &mut Chance| match statistic {
        Statistic::Probability => {
            format!("{}%", [0, 5, 25, 30, 50, 55, 75, 90, 100][chance.below(9)])
        }
        _ => ["0", "0.5", "1", "2", "2.5", "4"][chance.below(6)].to_owned(),
    };
    let [first, other] = [number(chance), number(chance)];
    let text = match chance.below(10) {
        0 => format!("{first} to {other}"),
        1 => format!("= {first}"),
        2 => format!("!= {first}"),
        3 | 4 => format!(">= {first}"),
        5 => format!("<= {first}"),
        6 => format!("> {first}"),
        7 => format!("< {first}"),
        _ => String::new(),
    };
    let want = Bound::read(&text).ok().map(|bound| Want { text, bound });
    let bound = want.as_ref().map(|want| want.bound);
    let answers: Vec<Answer> = report
        .cases
        .iter()
        .map(|case| {
            let reading = report.reading(case, &plain).expect("a reading");
            let value = reading.estimate.is_finite().then_some(reading.estimate);
            let estimate = TrialEstimate {
                value,
                interval: Some(reading.interval),
                trials: TRIALS,
            };
            let figure = |value| {
                ExactReading::Known(Figure {
                    value,
                    fraction: None,
                    unresolved: 0.0,
                })
            };
            Answer::new(estimate, TRIALS, reading.exact.map(figure), bound.as_ref())
        })
        .collect();
    report.asks.push(ReportQuestion { want, ..question });
    report
        .cases
        .iter_mut()
        .zip(answers)
        .for_each(|(case, answer)| case.answers.push(answer));
}

/// Returns a chart of the metric along one or two axes, with all other axes held.
fn chart(report: &Report, chance: &mut Chance) -> Chart {
    let mut axes: Vec<Axis> = (0..report.sweep.len()).map(Axis::Sweep).collect();
    axes.extend((!report.variants.is_empty()).then_some(Axis::Variants));
    let mut take = |chance: &mut Chance| {
        let index = chance.below(axes.len());
        (index < axes.len()).then(|| axes.remove(index))
    };
    let x = take(chance).unwrap_or(Axis::Single);
    let series = if chance.below(2) == 0 {
        take(chance)
    } else {
        None
    };
    let kinds = [
        ChartKind::Lines,
        ChartKind::Heatmap,
        ChartKind::Stacked,
        ChartKind::Distribution,
    ];
    let held = axes.iter().filter_map(|axis| match axis {
        Axis::Sweep(sweep_index) => Some((
            *sweep_index,
            chance.below(report.sweep[*sweep_index].values.len()),
        )),
        _ => None,
    });
    Chart {
        file: "chart".into(),
        measure: report.headlines[0].measure,
        x,
        series,
        held: held.collect(),
        variant: axes.contains(&Axis::Variants).then_some(0),
        ..Chart::of_metric(kinds[chance.below(4)], "m", None)
    }
}

/// The number of kinds of sentences that the reader can read. Grids with different numbers of rows
/// count as one kind.
const SENTENCE_KIND_COUNT: usize = 24;

fn kind_of(says: SentenceKind) -> String {
    match says {
        SentenceKind::Grid(..) => "Grid".to_owned(),
        says => format!("{says:?}"),
    }
}

/// Returns what is wrong with a sentence.
fn fault(
    report: &Report,
    sentence: &Sentence,
    words: &Messages,
    kinds: &mut BTreeSet<String>,
) -> Option<String> {
    let text = sentence.text();
    let fault = match read_sentence(report, &text, words) {
        Verdict::True(says) => {
            kinds.insert(kind_of(says));
            None
        }
        verdict => Some(format!("{verdict:?}")),
    };
    let details: String = sentence
        .parts
        .iter()
        .filter(|part| part.is_detail)
        .map(|part| part.text.as_str())
        .collect();
    let shorter = text.len() - details.len();
    let fault = fault.or_else(|| {
        (sentence.title().len() != shorter).then(|| "its title has other words".to_owned())
    });
    fault
        .or_else(|| text.starts_with(':').then(|| "it has no label".to_owned()))
        .map(|fault| format!("{fault}: {text}"))
}

/// Returns a random report with two charts, which have titles.
pub(in crate::tests) fn charted_report(number: u64) -> Report {
    let mut chance = Chance(Xoshiro256PlusPlus::seed_from_u64(seed() + number));
    let mut report = random_report(&mut chance);
    report.charts = (0..2).map(|_| chart(&report, &mut chance)).collect();
    write_chart_titles(&mut report);
    report
}

/// Returns what is wrong with the sentences and the titles of a report, and how many there are.
fn faults(
    report: &mut Report,
    chance: &mut Chance,
    kinds: &mut BTreeSet<String>,
) -> (Vec<String>, usize) {
    let german = Messages::german();
    let (mut found, mut count) = (Vec::new(), 0);
    report.charts = (0..2).map(|_| chart(report, chance)).collect();
    write_chart_titles(report);
    for words in [Messages::english(), &german] {
        let mut sentences = summary(report, words).sentences;
        let titles: Vec<Sentence> = report
            .charts
            .iter()
            .filter_map(|chart| chart_headline(report, chart, words))
            .collect();
        sentences.extend(titles);
        count += sentences.len();
        found.extend(
            sentences
                .iter()
                .filter_map(|sentence| fault(report, sentence, words, kinds)),
        );
        found.extend(
            sentences
                .iter()
                .filter_map(|sentence| claim_fault(report, sentence, words)),
        );
        found.extend(place_name_fault(report, words));
    }
    for chart in &report.charts {
        let headline =
            chart_headline(report, chart, Messages::english()).map(|sentence| sentence.title());
        if chart.title.trim().is_empty()
            || chart.is_headed != headline.is_some()
            || headline.is_some_and(|title| title != chart.title)
        {
            found.push(format!("a chart is titled {:?}", chart.title));
        }
    }
    table(
        report,
        &Options {
            width: 80,
            rest: Rest::InFiles,
            ..Options::default()
        },
    );
    (found, count)
}

#[test]
fn sentences_with_hard_names_are_true_in_both_languages() {
    let (mut sentence_count, mut failed, mut kinds) = (0, Vec::new(), BTreeSet::new());
    for number in 0..3 * scenario_count() as u64 {
        let mut chance = Chance(Xoshiro256PlusPlus::seed_from_u64(seed() + number));
        let mut report = random_report(&mut chance);
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            faults(&mut report, &mut chance, &mut kinds)
        }));
        let (found, count) = found.unwrap_or_else(|_| (vec!["it panics".to_owned()], 0));
        sentence_count += count;
        failed.extend(found.into_iter().map(|fault| format!("{number}: {fault}")));
    }
    println!("{sentence_count} sentences of these kinds: {kinds:?}");
    failed.iter().take(40).for_each(|fault| println!("{fault}"));
    assert!(
        failed.is_empty(),
        "{} of {sentence_count} sentences",
        failed.len()
    );
    assert!(
        sentence_count > 6 * scenario_count() && kinds.len() + 4 >= SENTENCE_KIND_COUNT,
        "only {sentence_count} sentences, of these kinds: {kinds:?}"
    );
}
