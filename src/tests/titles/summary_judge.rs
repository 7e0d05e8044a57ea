//! Judges headlines by brute force over the distributions. It shares no code with the sentences for
//! reading numbers.

use super::reader::{Printed, Verdict, read_sentence};
use crate::messages::Messages;
use crate::report::play::{How, MetSituation};
use crate::report::{Case, Chart, Distribution, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure};
use crate::scenario::bundled::BUNDLED;
use crate::summary::{Claim, Quantity, Sentence, chart_headline, summary};
use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

/// Returns the distribution that a measure is read from.
fn distribution<'r>(
    report: &'r Report,
    case: usize,
    headline: &Headline,
) -> (&'r Distribution, &'r Kind) {
    let observed = report.cases[case]
        .metrics
        .iter()
        .find(|observed| observed.metric.name == headline.metric)
        .expect("the metric");
    let is_meant = |distribution: &&Distribution| {
        headline.step.is_none() || distribution.step == headline.step
    };
    (
        observed
            .distributions
            .iter()
            .rfind(is_meant)
            .expect("a distribution"),
        &observed.metric.kind,
    )
}

/// Returns the share of all trials with each value of a metric in a case. It is exact if that was
/// computed, and simulated otherwise.
fn shares(report: &Report, case: usize, headline: &Headline) -> Vec<(i64, f64)> {
    let (distribution, _) = distribution(report, case, headline);
    match &distribution.exact {
        Some(exact) => exact
            .pmf
            .masses()
            .iter()
            .map(|&(value, mass)| (value, mass.float()))
            .collect(),
        None => distribution
            .tally
            .iter()
            .map(|(value, count)| (value, count as f64 / distribution.trials as f64))
            .collect(),
    }
}

/// Returns the share of the trials of a case in which a metric has a value.
pub(super) fn present(report: &Report, case: usize, headline: &Headline) -> f64 {
    shares(report, case, headline)
        .iter()
        .map(|(_, share)| share)
        .sum()
}

/// Returns the probabilities of the values of a metric in a case.
pub(super) fn masses(report: &Report, case: usize, headline: &Headline) -> Vec<(i64, f64)> {
    let shares = shares(report, case, headline);
    // A number is about the trials that have it. The time of an event is about all trials.
    let is_of_all =
        *distribution(report, case, headline).1 == Kind::When && headline.measure != Measure::Mean;
    let total: f64 = if is_of_all {
        1.0
    } else {
        shares.iter().map(|(_, share)| share).sum()
    };
    shares
        .into_iter()
        .map(|(value, share)| (value, share / total))
        .collect()
}

/// Returns a number of a case, summed from the masses of its distribution.
pub(super) fn read_value(report: &Report, case: usize, quantity: &Quantity) -> f64 {
    let headline = match quantity {
        Quantity::Metric(headline) => headline,
        Quantity::Ask(question_index) => {
            return report.cases[case].answers[*question_index]
                .best()
                .unwrap_or(f64::NAN);
        }
    };
    let masses = masses(report, case, headline);
    let sum = |weight: &dyn Fn(i64) -> f64| {
        masses
            .iter()
            .map(|&(value, mass)| weight(value) * mass)
            .sum::<f64>()
    };
    match headline.measure {
        Measure::Mean => sum(&|value| value as f64),
        Measure::Is(just) => sum(&|value| f64::from(u8::from(value == just))),
        Measure::AtLeast(least) => sum(&|value| f64::from(u8::from(value >= least))),
        Measure::AtMost(most) => sum(&|value| f64::from(u8::from(value <= most))),
    }
}

fn is_true(report: &Report, claim: &Claim) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
    let is_chance = |quantity: &Quantity| match quantity {
        Quantity::Metric(headline) => headline.measure != Measure::Mean,
        Quantity::Ask(question_index) => report.asks[*question_index].is_probability(),
    };
    match claim {
        Claim::Reads {
            case,
            quantity,
            value,
        } => near(read_value(report, *case, quantity), *value),
        Claim::Within {
            case,
            quantity,
            low,
            high,
            share,
        } => {
            let masses = masses(report, *case, quantity);
            let held = |low: i64, high: i64| {
                masses
                    .iter()
                    .filter(|(value, _)| (low..=high).contains(value))
                    .map(|(_, mass)| mass)
                    .sum::<f64>()
            };
            let values: Vec<i64> = masses.iter().map(|(value, _)| *value).collect();
            let is_shortest = values
                .iter()
                .all(|&from| held(from, from + high - low - 1) < 0.9 - 1e-10);
            near(held(*low, *high), *share) && *share >= 0.9 - 1e-9 && (low == high || is_shortest)
        }
        Claim::Extreme {
            case,
            quantity,
            among,
            is_greatest,
        } => {
            let value = read_value(report, *case, quantity);
            let sign = if *is_greatest { 1.0 } else { -1.0 };
            among
                .iter()
                .all(|&other| sign * read_value(report, other, quantity) <= sign * value + 1e-9)
        }
        Claim::Nearest {
            case,
            quantity,
            among,
            bound,
        } => is_nearest(report, *case, quantity, among, bound),
        Claim::Same { quantity, cases } => cases.windows(2).all(|pair| {
            near(
                read_value(report, pair[0], quantity),
                read_value(report, pair[1], quantity),
            )
        }),
        Claim::Apart {
            quantity,
            more,
            less,
            difference: by,
        } => {
            let gap = read_value(report, *more, quantity) - read_value(report, *less, quantity);
            near(gap * if is_chance(quantity) { 100.0 } else { 1.0 }, *by)
        }
        Claim::WithinBound {
            quantity,
            bound,
            cases: places,
        } => places.iter().all(|(case, is_met)| {
            let value = read_value(report, *case, quantity);
            let holds = match bound {
                Bound::Between(low, high) => {
                    (low.value - 1e-12..=high.value + 1e-12).contains(&value)
                }
                Bound::Is(Comparison::AtLeast, limit) => value >= limit.value - 1e-12,
                Bound::Is(Comparison::AtMost, limit) => value <= limit.value + 1e-12,
                Bound::Is(Comparison::Above, limit) => value > limit.value + 1e-10,
                Bound::Is(Comparison::Below, limit) => value < limit.value,
                Bound::Is(Comparison::Equal, limit) => {
                    (value - limit.value).abs() <= limit.tolerance
                }
                Bound::Is(Comparison::Unequal, limit) => {
                    (value - limit.value).abs() > limit.tolerance
                }
            };
            holds == *is_met
        }),
        Claim::Leads { quantity, pairs } => pairs.iter().all(|[more, less]| {
            let differ = report.cases[*more].variant != report.cases[*less].variant
                || report.cases[*more].point != report.cases[*less].point;
            differ && read_value(report, *more, quantity) > read_value(report, *less, quantity)
        }),
        Claim::Likeliest {
            case,
            printed,
            omitted: others,
        } => {
            let value = |headline: &Headline| {
                read_value(report, *case, &Quantity::Metric(headline.clone()))
            };
            let least = printed.iter().map(value).fold(f64::MAX, f64::min);
            !others.is_empty() && others.iter().all(|other| value(other) <= least)
        }
        Claim::Recommends {
            case,
            choice,
            agreement,
            cost,
        } => is_cost_right(report, *case, choice, *agreement, *cost),
        Claim::Mixes { case, choice } => is_mix_right(report, *case, choice),
        Claim::NoShortRule { case, choice } => {
            let play = report.cases[*case].best_play.as_ref().expect("best play");
            let met = play
                .situations
                .iter()
                .filter(|situation| situation.choice() == *choice);
            met.flat_map(|situation| situation.options())
                .any(|offer| offer.loss() != Some(0.0))
        }
        Claim::Spreads {
            case,
            label,
            least,
            most,
        } => {
            let metric = report
                .headlines
                .iter()
                .find(|headline| headline.label == *label)
                .map(|headline| Quantity::Metric(headline.clone()));
            let ask = || {
                report
                    .asks
                    .iter()
                    .position(|question| question.label == *label)
                    .map(Quantity::Ask)
            };
            let value = read_value(
                report,
                *case,
                &metric.or_else(ask).expect("the number has a label"),
            );
            // The reported play is one of the optimal plays.
            least < most && *least <= value + 1e-9 && value <= *most + 1e-9
        }
        Claim::Errs { case, best } => {
            let play = report.cases[*case].best_play.as_ref().expect("a play");
            let mut held = play.held.iter().flatten();
            let found = held.find(|held| held.how == How::Best);
            found
                .and_then(|held| held.value())
                .is_some_and(|value| near(value, *best))
                && if play.minimises {
                    play.value >= best - 1e-9
                } else {
                    play.value <= best + 1e-9
                }
        }
        Claim::Decides {
            case,
            choice,
            fixed,
        } => {
            let play = report.cases[*case].best_play.as_ref().expect("best play");
            let held_choices = play
                .held
                .iter()
                .flatten()
                .filter(|held| held.choice == *choice && held.how != How::ByChance);
            let values: Vec<f64> = held_choices.filter_map(|held| held.value()).collect();
            let ends = (
                values.iter().copied().fold(f64::MAX, f64::min),
                values.iter().copied().fold(f64::MIN, f64::max),
            );
            let best = if play.minimises { ends.0 } else { ends.1 };
            near(best, *fixed)
                && if play.minimises {
                    play.value <= best + 1e-9
                } else {
                    play.value >= best - 1e-9
                }
        }
    }
}

/// Returns whether no other case has a number nearer to an end of a bound.
fn is_nearest(
    report: &Report,
    case: usize,
    quantity: &Quantity,
    among: &[usize],
    bound: &Bound,
) -> bool {
    let ends = match bound {
        Bound::Between(low, high) => [low.value, high.value],
        Bound::Is(_, number) => [number.value; 2],
    };
    let far = |case: usize| {
        let value = read_value(report, case, quantity);
        (value - ends[0]).abs().min((value - ends[1]).abs())
    };
    among.iter().all(|&other| far(case) <= far(other) + 1e-9)
}

/// Returns whether a recommended rule has the claimed cost, by using it as a fixed strategy instead
/// of `"best"`. If other choices are also decided by best play, they adapt to the strategy: those
/// of our own side can only gain by it, and those of the other side can only harm us.
fn is_cost_right(report: &Report, case: usize, choice: &str, agreement: f64, cost: f64) -> bool {
    let play = report.cases[case].best_play.as_ref().expect("best play");
    let recommendations = &play.recommendations;
    let rule = recommendations
        .iter()
        .find(|recommendation| recommendation.choice == choice)
        .and_then(|recommendation| recommendation.rule.as_ref())
        .expect("a rule");
    let (name, text) = BUNDLED
        .iter()
        .find(|(name, _)| *name == report.name)
        .expect("a bundled scenario");
    let strategy = crate::tests::recommendation::strategy(rule);
    let keys = [choice.to_owned(), format!("\"play.{choice}\"")];
    let scenario_text = keys.iter().fold((*text).to_owned(), |text, key| {
        text.replace(
            &format!("{key} = \"best\""),
            &format!("{key} = \"{strategy}\""),
        )
    });
    let strategy_report = super::bundled::report(name, &scenario_text);
    // A random scenario has other cases than the bundled one.
    if strategy_report.sweep != report.sweep || strategy_report.variants != report.variants {
        return (0.0..=1.0).contains(&agreement) && (agreement == 1.0) == (cost == 0.0);
    }
    let value = match &strategy_report.cases[case].best_play {
        Some(play) => play.value,
        None => {
            let aim = strategy_report
                .asks
                .iter()
                .position(|ask| ask.is_aim)
                .expect("an aim");
            strategy_report.cases[case].answers[aim]
                .figure()
                .expect("an exact answer")
                .value
        }
    };
    let lost = if play.minimises {
        value - play.value
    } else {
        play.value - value
    };
    let is_alone = recommendations.len() == 1 && strategy_report.cases[case].best_play.is_none();
    let is_near = (lost - cost).abs() <= 1e-9 * (1.0 + play.value.abs());
    (0.0..=1.0).contains(&agreement)
        && (agreement == 1.0) == (cost == 0.0)
        && (is_near || !is_alone)
}

/// Judges every sentence of a report. Returns how many there are.
pub(super) fn check_sentences(name: &str, report: &Report) -> usize {
    let summary = summary(report, Messages::english());
    summary
        .sentences
        .iter()
        .for_each(|sentence| check_sentence(name, report, sentence));
    summary.sentences.len()
}

/// Reads back the sentences of a report and the headlines of its charts, in English and in German,
/// except for those about best play. Returns how many could be read, and how many could not.
pub(super) fn check_text(name: &str, report: &Report) -> [usize; 2] {
    let is_whole = |case: &Case| {
        case.unresolved.is_none_or(|unresolved| unresolved == 0.0) && case.best_play.is_none()
    };
    let mut read = [0; 2];
    if !report.cases.iter().all(is_whole) {
        return read;
    }
    for words in [Messages::english(), &Messages::german()] {
        let headlines = report
            .charts
            .iter()
            .filter_map(|chart| chart_headline(report, chart, words));
        for text in summary(report, words)
            .sentences
            .into_iter()
            .chain(headlines)
            .map(|sentence| sentence.text())
        {
            match read_sentence(report, &text, words) {
                Verdict::True(_) => read[0] += 1,
                Verdict::Unread => {
                    println!("{name}: not read: {text}");
                    read[1] += 1;
                }
                Verdict::False => panic!("{name}: not so: {text}"),
            }
        }
    }
    read
}

/// Judges the title of a chart. Returns whether it is a headline.
pub(in crate::tests) fn check_chart(name: &str, report: &Report, chart: &Chart) -> bool {
    assert!(
        !chart.title.trim().is_empty(),
        "{name}, {}: {}",
        chart.file,
        chart.title
    );
    let Some(sentence) = chart_headline(report, chart, Messages::english()) else {
        println!("{name}, {}: {}", chart.file, chart.title);
        assert!(!chart.is_headed, "{name}, {}: {}", chart.file, chart.title);
        return false;
    };
    if !chart.is_titled {
        assert!(
            chart.is_headed && chart.title == sentence.title(),
            "{name}, {}: {}",
            chart.file,
            chart.title
        );
    }
    assert!(
        sentence.title().split_whitespace().count() <= 12,
        "{name}: {}",
        sentence.title()
    );
    check_sentence(name, report, &sentence);
    true
}

pub(super) fn check_sentence(name: &str, report: &Report, sentence: &Sentence) {
    println!("{name}: {}", sentence.text());
    assert!(!sentence.claims.is_empty(), "{name}: {}", sentence.text());
    if let Some(fault) = claim_fault(report, sentence, Messages::english()) {
        panic!("{name}: {fault}");
    }
}

/// Returns what is wrong with the claims of a sentence, and with the numbers in it. Claims about
/// simulated numbers are not checked.
pub(in crate::tests) fn claim_fault(
    report: &Report,
    sentence: &Sentence,
    words: &Messages,
) -> Option<String> {
    let text = sentence.text();
    let is_exact = |case: &Case| {
        case.unresolved.is_some() && case.answers.iter().all(|answer| answer.figure().is_some())
    };
    if !report.cases.iter().all(is_exact) {
        return None;
    }
    if let Some(claim) = sentence.claims.iter().find(|claim| !is_true(report, claim)) {
        return Some(format!("{text}: {claim:?}"));
    }
    let readings = |claim: &Claim| match claim {
        Claim::Reads { case, quantity, .. } => vec![read_value(report, *case, quantity)],
        Claim::Apart { difference: by, .. } => vec![*by],
        Claim::WithinBound {
            bound: Bound::Is(_, bound),
            ..
        } => vec![bound.value],
        Claim::Spreads { least, most, .. } => vec![*least, *most],
        Claim::Recommends {
            agreement, cost, ..
        } => vec![*agreement, *cost, 100.0 * *cost],
        Claim::Decides { case, fixed, .. } => {
            vec![
                *fixed,
                report.cases[*case]
                    .best_play
                    .as_ref()
                    .expect("best play")
                    .value,
            ]
        }
        Claim::Errs { case, best } => {
            let play = report.cases[*case].best_play.as_ref().expect("a play");
            vec![*best, play.value]
        }
        _ => Vec::new(),
    };
    let readings: Vec<f64> = sentence.claims.iter().flat_map(readings).collect();
    let numbers = sentence.parts.iter().filter(|part| part.tone.is_some());
    let is_printed = |text: &str, value: f64| {
        Printed::read(text, words.is_translated())
            .is_some_and(|printed| printed.can_be_printed_for(value))
    };
    let mut wrong = numbers.filter(|number| {
        !readings
            .iter()
            .any(|&value| is_printed(&number.text, value))
    });
    wrong
        .next()
        .map(|number| format!("{text}: {} of {readings:?}", number.text))
}

/// Returns whether best play mixes the options of a choice. The options that it takes must have the
/// same value: otherwise, the other side could gain by knowing the mix.
fn is_mix_right(report: &Report, case: usize, choice: &str) -> bool {
    let play = report.cases[case].best_play.as_ref().expect("best play");
    let games = || play.situations.iter().filter(|met| met.is_game());
    let taken = |met: MetSituation<'_>| -> Vec<f64> {
        let taken = met.options().filter(|offer| offer.probability > 0.0);
        taken.filter_map(|offer| offer.value()).collect()
    };
    let is_equal = |met: MetSituation<'_>| {
        let values = taken(met);
        values
            .iter()
            .all(|value| (value - met.value()).abs() < 1e-9)
    };
    games().any(|met| met.choice() == choice && taken(met).len() > 1) && games().all(is_equal)
}
