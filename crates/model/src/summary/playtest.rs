//! Sentences about a log of playtests.

use super::Sentence;
use crate::figures::{Numerals, fixed};
use crate::messages::{Messages, Word};
use crate::report::playtest::{Fit, ObservedValue, Playtest, SET_LEVEL, TestedMetric, TrialPlan};
use crate::table::{Column, ColumnKind, Table};

/// A p-value below this is "1 time in N".
const ONE_IN: f64 = 0.1;
/// Likelihoods count as equal up to this ratio.
const EQUAL_RATIO: f64 = 1.005;
/// The power of the number of trials that the sentences give.
const POWER: f64 = 0.8;
/// The maximal number of settings of a set that a sentence names.
const MAX_NAMED: usize = 6;
/// The maximal number of trials that a plan tries.
const MAX_TRIALS: u64 = 100_000;

/// Returns the headline: the most important metric, observed and expected, and how often luck alone
/// is as far off.
pub fn headline(playtest: &Playtest, words: &Messages) -> Option<Sentence> {
    let lead = playtest.metrics.first()?;
    let sentences: Vec<String> = [Some(comparison(lead, words)), luck(lead, words)]
        .into_iter()
        .flatten()
        .collect();
    Some(Sentence::plain(end(&sentences)))
}

/// Returns the sentences after the headline.
pub fn sentences(playtest: &Playtest, words: &Messages) -> Vec<String> {
    let mut sentences = Vec::new();
    let off: Vec<&str> = playtest
        .metrics
        .iter()
        .filter(|metric| metric.is_off())
        .map(|metric| metric.label.as_str())
        .collect();
    let tested = playtest.metrics.iter().filter(|metric| metric.p.is_some());
    match off.as_slice() {
        [] if tested.count() > 1 => sentences.push(words.text(Word::SayNoneOff).to_owned()),
        [] => {}
        names => {
            let names = words.join_names(names, Word::And);
            sentences.push(words.fill(Word::SayFurtherOff, &[("names", &names)]));
            let causes = if playtest.has_choices {
                Word::SayMayBePlay
            } else {
                Word::SayMayBe
            };
            sentences.push(words.text(causes).to_owned());
        }
    }
    sentences.extend(
        playtest
            .metrics
            .first()
            .and_then(|lead| enough(lead, words)),
    );
    sentences.extend(
        playtest
            .fits
            .iter()
            .flat_map(|fit| fit_sentences(fit, words)),
    );
    sentences
}

/// Returns what merged values of a number count as: "Actions: 5 or more counts as 5".
pub fn merged_sentences(metric: &TestedMetric, words: &Messages) -> Vec<String> {
    let merged = metric.values.iter().filter(|value| value.is_merged);
    let sentence = |value: &ObservedValue| {
        let fillers = [
            ("label", metric.label.clone()),
            ("name", value.label.clone()),
            ("number", words.numerals().fixed(value.value as f64, 0)),
        ];
        fill_owned(Word::SayCountsAs, &fillers, words)
    };
    match metric.means {
        Some(_) => merged.map(sentence).collect(),
        None => Vec::new(),
    }
}

/// Joins sentences, each with a full stop.
pub fn end(sentences: &[String]) -> String {
    let ended: Vec<String> = sentences
        .iter()
        .map(|sentence| format!("{sentence}."))
        .collect();
    ended.join(" ")
}

/// Returns a metric as observed and as expected: "Actions: 3.10 on average in 23 trials, expected
/// 4.44".
pub fn comparison(metric: &TestedMetric, words: &Messages) -> String {
    let numerals = words.numerals();
    let played = numerals.grouped(metric.trials);
    if metric.trials == 0 {
        return words.fill(Word::SayPlayedNever, &[("label", &metric.label)]);
    }
    let fill = |word: Word, label: &str, seen: &str, expected: &str| {
        let fillers = [
            ("label", label),
            ("seen", seen),
            ("played", &played),
            ("expected", expected),
        ];
        words.fill(word, &fillers)
    };
    match (metric.means, farthest_value(metric)) {
        (Some((seen, expected)), _) if metric.is_chance() => fill(
            Word::SayPlayedShare,
            &metric.label,
            &numerals.chance(seen),
            &numerals.chance(expected),
        ),
        (Some((seen, expected)), _) => fill(
            Word::SayPlayed,
            &metric.label,
            &numerals.mean(seen),
            &numerals.mean(expected),
        ),
        (None, Some(value)) => fill(
            Word::SayPlayedShare,
            &format!("{}, {}", metric.label, value.label),
            &numerals.chance(metric.share(value)),
            &numerals.chance(value.expected),
        ),
        (None, None) => words.fill(Word::SayPlayedNever, &[("label", &metric.label)]),
    }
}

/// Returns the value whose observed share is farthest from the expected one.
fn farthest_value(metric: &TestedMetric) -> Option<&ObservedValue> {
    let distance = |value: &ObservedValue| (metric.share(value) - value.expected).abs();
    metric.values.iter().reduce(|farthest, value| {
        if distance(value) > distance(farthest) {
            value
        } else {
            farthest
        }
    })
}

/// Returns how often luck alone is as far off.
fn luck(metric: &TestedMetric, words: &Messages) -> Option<String> {
    let numerals = words.numerals();
    Some(match metric.p? {
        0.0 => words.text(Word::SayLuckNever).to_owned(),
        p if p < ONE_IN => {
            let times = two_digits(1.0 / p, numerals);
            words.fill(Word::SayLuckOneIn, &[("times", &times)])
        }
        p => words.fill(Word::SayLuckShare, &[("share", &numerals.chance(p))]),
    })
}

/// Returns how many trials would distinguish the observed mean from the expected one.
fn enough(metric: &TestedMetric, words: &Messages) -> Option<String> {
    let (needed, (seen, expected)) = (metric.enough?, metric.means?);
    let numerals = words.numerals();
    let number = |value: f64| {
        if metric.is_chance() {
            numerals.chance(value)
        } else {
            numerals.mean(value)
        }
    };
    let fillers = [
        ("seen", number(seen)),
        ("needed", numerals.grouped(needed)),
        ("expected", number(expected)),
        ("share", whole_percent(POWER, words)),
    ];
    Some(fill_owned(Word::SayEnough, &fillers, words))
}

/// Returns what a fit found: how much likelier the best setting is, and the set.
pub fn fit_sentences(fit: &Fit, words: &Messages) -> Vec<String> {
    let Some(best) = fit.best() else {
        return vec![words.text(Word::SayNonePossible).to_owned()];
    };
    let likely = fit.candidates[best].name.as_str();
    let against = fit.rival().map(|rival| {
        let rival = &fit.candidates[rival];
        let ratio = (fit.candidates[best].log_likelihood - rival.log_likelihood).exp();
        let times = times_text(ratio, words);
        let fillers = [
            ("times", times.as_str()),
            ("likely", likely),
            ("rival", &rival.name),
        ];
        let word = match ratio {
            _ if rival.log_likelihood == f64::NEG_INFINITY => Word::SayOnlyPossible,
            ratio if ratio < EQUAL_RATIO => Word::SayAsLikely,
            _ => Word::SayTimesAsLikely,
        };
        words.fill(word, &fillers)
    });
    let names: Vec<&str> = fit.set().map(|candidate| candidate.name.as_str()).collect();
    let named = &names[..names.len().min(MAX_NAMED)];
    let names = match names.len() - named.len() {
        0 => words.join_names(named, Word::And),
        more => {
            let fillers = [("names", named.join(", ")), ("many", more.to_string())];
            fill_owned(Word::SayMoreNames, &fillers, words)
        }
    };
    let fillers = [("share", whole_percent(SET_LEVEL, words)), ("names", names)];
    let set = fill_owned(Word::SayLikelySet, &fillers, words);
    against.into_iter().chain([set]).collect()
}

/// Returns how many trials tell two settings apart.
pub fn plan_sentences(plan: &TrialPlan, words: &Messages) -> Vec<String> {
    let numerals = words.numerals();
    if (plan.means[0] - plan.means[1]).abs() < 1e-9 {
        return vec![words.fill(Word::SayPlayedSame, &[("label", &plan.question)])];
    }
    let sentence = |&(power, trials): &(f64, Option<u64>)| {
        let (word, needed) = match trials {
            Some(1) => (Word::SayNeededOne, 1),
            Some(trials) => (Word::SayNeeded, trials),
            None => (Word::SayNeededTooMany, MAX_TRIALS),
        };
        let fillers = [
            ("needed", numerals.grouped(needed)),
            ("share", whole_percent(power, words)),
        ];
        fill_owned(word, &fillers, words)
    };
    plan.trials.iter().map(sentence).collect()
}

/// Returns the table of metrics: observed, expected, and how often luck is as far off.
pub fn metrics_table(metrics: &[TestedMetric], words: &Messages) -> Table {
    let numerals = words.numerals();
    let heads = ["trials", "observed", "expected", "p", "p (Holm)"];
    let columns = [Column::new(ColumnKind::Names, "metric")]
        .into_iter()
        .chain(heads.map(|head| Column::new(ColumnKind::Numbers, head)))
        .chain([Column::new(ColumnKind::Text, "test")])
        .collect();
    let p_text = |p: Option<f64>| p.map_or_else(String::new, |p| p_value(p, numerals));
    let row = |metric: &TestedMetric| {
        let number = |value: f64| {
            if metric.is_chance() {
                numerals.chance(value)
            } else {
                numerals.mean(value)
            }
        };
        let (label, seen, expected) = match (metric.means, farthest_value(metric)) {
            (Some((seen, expected)), _) => (metric.label.clone(), number(seen), number(expected)),
            (None, Some(value)) if metric.trials > 0 => (
                format!("{}, {}", metric.label, value.label),
                numerals.chance(metric.share(value)),
                numerals.chance(value.expected),
            ),
            _ => (metric.label.clone(), String::new(), String::new()),
        };
        vec![
            label,
            numerals.grouped(metric.trials),
            seen,
            expected,
            p_text(metric.p),
            p_text(metric.adjusted_p),
            metric.method.name().to_owned(),
        ]
    };
    Table::from_rows(columns, metrics.iter().map(row))
}

/// Returns the table of a fit: the likelihood of each setting relative to the best, and its weight.
pub fn fit_table(fit: &Fit, most: usize, words: &Messages) -> Table {
    let numerals = words.numerals();
    let columns = vec![
        Column::new(ColumnKind::Names, "setting"),
        Column::new(ColumnKind::Numbers, "relative likelihood"),
        Column::new(ColumnKind::Numbers, "probability"),
        Column::new(ColumnKind::Text, "95% set"),
    ];
    let best = fit.best().map_or(0.0, |best| fit.candidates[best].weight);
    let mut order: Vec<usize> = (0..fit.candidates.len()).collect();
    if order.len() > most {
        order.sort_by(|&a, &b| {
            fit.candidates[b]
                .weight
                .total_cmp(&fit.candidates[a].weight)
        });
        order.truncate(most);
        order.sort_unstable();
    }
    let row = |index: usize| {
        let candidate = &fit.candidates[index];
        let name = if fit.usual == Some(index) {
            format!("{} (scenario)", candidate.name)
        } else {
            candidate.name.clone()
        };
        let relative = if best > 0.0 {
            candidate.weight / best
        } else {
            0.0
        };
        vec![
            name,
            p_value(relative, numerals),
            numerals.chance(candidate.weight),
            if candidate.is_in_set { "yes" } else { "" }.to_owned(),
        ]
    };
    Table::from_rows(columns, order.into_iter().map(row))
}

/// Returns a p-value, or a ratio below 1: "0.0071", "0.43", "<0.0001".
fn p_value(p: f64, numerals: Numerals) -> String {
    let text = match p {
        0.0 => "0".to_owned(),
        p if p < 1e-4 => return format!("<{}", numerals.localize("0.0001")),
        p if p < 0.1 => {
            let decimals = (1.0 - p.log10().floor()).max(2.0) as usize;
            fixed(p, decimals)
        }
        p => fixed(p, 2),
    };
    numerals.localize(&text)
}

/// Returns a ratio of likelihoods: "30", "over 1,000,000,000".
fn times_text(ratio: f64, words: &Messages) -> String {
    const MAX_RATIO: f64 = 1e9;
    if ratio > MAX_RATIO {
        let number = words.numerals().grouped(MAX_RATIO as u64);
        return words.fill(Word::SayOver, &[("number", &number)]);
    }
    two_digits(ratio, words.numerals())
}

/// Returns a large number with two significant digits: "140", "1,200", "3.4".
fn two_digits(number: f64, numerals: Numerals) -> String {
    if number < 9.95 {
        return numerals.localize(&fixed(number, 1));
    }
    let unit = 10f64.powf((number.log10() + 1e-12).floor() - 1.0);
    numerals.grouped(((number / unit).round() * unit) as u64)
}

fn whole_percent(share: f64, words: &Messages) -> String {
    words.percent(&fixed(share * 100.0, 0))
}

fn fill_owned(word: Word, fillers: &[(&str, String)], words: &Messages) -> String {
    let fillers: Vec<(&str, &str)> = fillers
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    words.fill(word, &fillers)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use oddsmith_engine::stats::Interval;

    use super::*;
    use crate::report::playtest::{Fitted, TestMethod};
    use crate::rule::metric::{Kind, ShownMetric};

    fn actions(trials: u64, seen: f64, p: f64) -> TestedMetric {
        let interval = Interval {
            low: 0.0,
            high: 1.0,
        };
        TestedMetric {
            metric: Arc::new(ShownMetric::whole("actions", Kind::Count, "Actions")),
            step: None,
            column: "actions".to_owned(),
            label: "Actions".to_owned(),
            trials,
            values: vec![ObservedValue {
                label: "3".to_owned(),
                value: 3,
                count: trials,
                interval,
                expected: 1.0,
                is_merged: false,
            }],
            means: Some((seen, 4.44)),
            p: Some(p),
            adjusted_p: Some(p),
            method: TestMethod::Exact,
            has_exact_odds: true,
            enough: (p > 0.05).then_some(31),
        }
    }

    fn playtest(metric: TestedMetric) -> Playtest {
        Playtest {
            trials: 23,
            skipped: Vec::new(),
            settings: Vec::new(),
            metrics: vec![metric],
            groups: None,
            fits: Vec::new(),
            remarks: Vec::new(),
            other_columns: Vec::new(),
            has_choices: false,
        }
    }

    #[test]
    fn headlines_say_how_often_luck_is_as_far_off() {
        let text = |seen, p| {
            let playtest = playtest(actions(23, seen, p));
            headline(&playtest, Messages::english())
                .expect("a headline")
                .text()
        };
        assert_eq!(
            text(3.1, 0.00714),
            "Actions: 3.10 on average in 23 trials, expected 4.44. Luck alone is at least this far off 1 time in 140."
        );
        assert!(text(4.0, 0.43).ends_with("at least this far off 43.0% of the time."));
        assert!(
            text(9.0, 0.0).ends_with("Luck alone cannot explain it: some values are impossible.")
        );
    }

    #[test]
    fn sentences_name_causes_or_the_number_of_trials() {
        let off = sentences(&playtest(actions(23, 3.1, 0.007)), Messages::english());
        assert_eq!(off[0], "Further off than luck explains: Actions");
        assert!(off[1].contains("read differently"), "{off:?}");
        let open = sentences(&playtest(actions(23, 3.9, 0.3)), Messages::english());
        assert_eq!(
            open,
            ["If 3.90 is the true value, 31 trials would distinguish it from 4.44 (power 80%)"]
        );
    }

    #[test]
    fn fits_say_how_many_times_as_likely() {
        let setting = |name: &str, likelihood: f64| (name.to_owned(), Vec::new(), likelihood.ln());
        let mut fit = Fit::new(
            Fitted::Variants,
            vec![
                setting("QV 4", 1.0),
                setting("QV 5", 30.0),
                setting("QV 6", 0.01),
            ],
        );
        fit.usual = Some(0);
        let text = fit_sentences(&fit, Messages::english());
        assert_eq!(
            text[0],
            "These trials are 30 times as likely with QV 5 as with QV 4"
        );
        assert!(
            text[1].ends_with("95% of the probability is now on QV 5"),
            "{text:?}"
        );
        fit.usual = Some(1);
        assert!(fit_sentences(&fit, Messages::english())[0].contains("with QV 5 as with QV 4"));
        let certain = Fit::new(
            Fitted::Variants,
            vec![setting("A", 1.0), ("B".to_owned(), Vec::new(), -900.0)],
        );
        assert_eq!(
            fit_sentences(&certain, Messages::english())[0],
            "These trials are over 1,000,000,000 times as likely with A as with B"
        );
        let impossible = Fit::new(Fitted::Variants, vec![setting("A", 1.0), setting("B", 0.0)]);
        assert!(fit_sentences(&impossible, Messages::english())[0].ends_with("impossible with B"));
    }

    #[test]
    fn numbers_have_two_significant_digits() {
        let text = |number| two_digits(number, Numerals::ENGLISH);
        assert_eq!(
            [
                text(3.44),
                text(12.0),
                text(144.0),
                text(1_249.0),
                text(99.6)
            ],
            ["3.4", "12", "140", "1,200", "100"]
        );
        let p = |number| p_value(number, Numerals::ENGLISH);
        assert_eq!(
            [p(0.00714), p(0.043), p(0.43), p(1e-9)],
            ["0.0071", "0.043", "0.43", "<0.0001"]
        );
    }
}
