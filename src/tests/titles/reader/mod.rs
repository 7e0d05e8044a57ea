//! Reads headlines. It parses the text of a sentence, in English and in German, and compares what
//! the text says with the distributions. It knows neither the templates nor the claims that
//! sentences carry. Its grammar is in [`grammar`].

mod grammar;
mod meaning;
mod numbers;
mod pattern;
mod places;
mod rows;

use crate::messages::Messages;
use crate::report::{Axis, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::Measure;
use crate::summary::Quantity;

use super::summary_judge::{masses, present, read_value};
use grammar::{AXIS_PATTERNS, SINGLE_CASE_PATTERNS, two_axis_patterns};
use meaning::Numbers;
pub(super) use meaning::SentenceKind;
pub(super) use numbers::Printed;
use pattern::{Names, SlotValue, match_pattern};
use places::Places;

/// The result of reading a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    True(SentenceKind),
    /// It can be read, but what it says is not true.
    False,
    /// No pattern fits.
    Unread,
}

/// Reads a sentence of a report. Sentences about best play cannot be read, only those about the
/// report's numbers.
pub(super) fn read_sentence(report: &Report, text: &str, words: &Messages) -> Verdict {
    let simulated = if words.is_translated() {
        " (simuliert)"
    } else {
        " (simulated)"
    };
    let (text, is_simulated) = text
        .strip_suffix(simulated)
        .map_or((text, false), |text| (text, true));
    let mut verdict = Verdict::Unread;
    for (quantity, label) in subjects(report) {
        for (place, statement) in statements_after_label(text, &label) {
            for home in cases_of_place(report, place, words) {
                let page = SentenceReader {
                    report,
                    words,
                    quantity: &quantity,
                    home,
                    place,
                    is_simulated,
                };
                match page.read(statement) {
                    Verdict::True(says) => return Verdict::True(says),
                    Verdict::False => verdict = Verdict::False,
                    Verdict::Unread => {}
                }
            }
        }
    }
    verdict
}

/// Returns what is wrong with the names of places.
pub(super) fn place_name_fault(report: &Report, words: &Messages) -> Option<String> {
    all_axes(report).find_map(|axis| Places::along(report, axis, 0, words).fault(report, words))
}

fn all_axes(report: &Report) -> impl Iterator<Item = Axis> {
    let swept = (0..report.sweep.len()).map(Axis::Sweep);
    swept.chain((!report.variants.is_empty()).then_some(Axis::Variants))
}

/// Returns the numbers that a headline may be about, with their labels.
fn subjects(report: &Report) -> Vec<(Quantity, String)> {
    let metric = |name: &str| {
        report.cases[0]
            .metrics
            .iter()
            .find(|observed| observed.metric.name == name)
            .map(|observed| &observed.metric)
    };
    let mut quantities = Vec::new();
    for (question_index, ask) in report.asks.iter().enumerate() {
        quantities.push((Quantity::Ask(question_index), ask.label.clone()));
    }
    for headline in &report.headlines {
        quantities.push((Quantity::Metric(headline.clone()), headline.label.clone()));
        quantities.extend(
            metric(&headline.metric)
                .map(|named| (Quantity::Metric(headline.clone()), named.label.clone())),
        );
    }
    quantities
}

/// Returns what follows a label: a place and a statement. The name of an outcome comes after the
/// place: "Winner, with 2 swords: knight 62.3%".
fn statements_after_label<'t>(text: &'t str, label: &str) -> Vec<(&'t str, &'t str)> {
    let mut found = split_after_label(text, label);
    let Some((metric, outcome)) = label
        .trim_end_matches(['.', ':', '?', ' '])
        .rsplit_once(": ")
    else {
        return found;
    };
    for (place, statement) in split_after_label(text, metric) {
        let rest = statement
            .strip_prefix(outcome)
            .and_then(|rest| rest.strip_prefix(", ").or(rest.strip_prefix(' ')));
        found.extend(rest.map(|rest| (place, rest)));
    }
    found
}

fn split_after_label<'t>(text: &'t str, label: &str) -> Vec<(&'t str, &'t str)> {
    // Sentences print a label with commas instead of colons, so that the first colon ends the
    // label.
    let letters = |text: &str| text.replace([':', '.', '?', ' ', ','], "");
    let label = letters(label);
    let mut found = Vec::new();
    let ends_label = |byte_offset: usize| {
        letters(&text[..byte_offset]) == label && !text[..byte_offset].ends_with([' ', ','])
    };
    for (byte_offset, _) in text
        .char_indices()
        .filter(|(byte_offset, _)| ends_label(*byte_offset))
    {
        if let Some(statement) = text[byte_offset..].strip_prefix(": ") {
            found.push(("", statement));
        }
        if let Some(rest) = text[byte_offset..].strip_prefix(", ") {
            found.extend(
                rest.match_indices(": ")
                    .map(|(colon, _)| (&rest[..colon], &rest[colon + 2..])),
            );
        }
    }
    found
}

/// Returns the cases that a place may refer to. Axes that it does not name may have any value.
fn cases_of_place(report: &Report, place: &str, words: &Messages) -> Vec<usize> {
    let usual = report.usual_case().map_or(0, |case| case.number - 1);
    if place.is_empty() || place == "with all else unchanged" || place == "alles andere unverändert"
    {
        return vec![usual];
    }
    let in_case = if words.is_translated() {
        "im Fall "
    } else {
        "in the case "
    };
    (0..report.cases.len())
        .filter(|&case| {
            place
                .strip_prefix(in_case)
                .is_some_and(|name| name == report.case_name(&report.cases[case]))
                || !named_axes(report, place, case, words).is_empty()
        })
        .collect()
}

/// Returns the axes that a place names with the values of a case; none if the place contains
/// anything else.
fn named_axes(report: &Report, place: &str, case: usize, words: &Messages) -> Vec<Axis> {
    let mut rest = place.to_owned();
    let mut found = Vec::new();
    for axis in all_axes(report) {
        let full = crate::summary::place(report, axis, case, words);
        let after_with = full.strip_prefix("with ").unwrap_or(&full).to_owned();
        if let Some(name) = [full, after_with]
            .into_iter()
            .find(|name| rest.contains(name.as_str()))
        {
            rest = rest.replacen(&name, "", 1);
            found.push(axis);
        }
    }
    let is_rest_empty = rest
        .replace(" and ", " ")
        .chars()
        .all(|c| c == ' ' || c == ',');
    if is_rest_empty { found } else { Vec::new() }
}

/// A sentence after its label, with the place that it names.
struct SentenceReader<'r> {
    report: &'r Report,
    words: &'r Messages,
    quantity: &'r Quantity,
    home: usize,
    place: &'r str,
    is_simulated: bool,
}

impl SentenceReader<'_> {
    fn read(&self, statement: &str) -> Verdict {
        let axes: Vec<(Axis, Places)> = all_axes(self.report)
            .map(|axis| {
                (
                    axis,
                    Places::along(self.report, axis, self.home, self.words),
                )
            })
            .filter(|(_, places)| places.cases.len() > 1)
            .collect();
        let mut verdicts = Vec::new();
        verdicts.extend(self.read_one_case(statement, &axes));
        for (axis, places) in &axes {
            for (says, english, german) in AXIS_PATTERNS {
                let pattern = if self.words.is_translated() {
                    german
                } else {
                    english
                };
                verdicts.extend(self.judge_pattern(says, pattern, statement, Some(places), None));
            }
            for (_, rows) in axes.iter().filter(|(other, _)| other != axis) {
                for (says, pattern) in two_axis_patterns(self.words.is_translated()) {
                    verdicts.extend(self.judge_pattern(
                        says,
                        &pattern,
                        statement,
                        Some(places),
                        Some(rows),
                    ));
                }
            }
        }
        let best = verdicts
            .iter()
            .find(|verdict| matches!(verdict, Verdict::True(_)))
            .or(verdicts.first());
        best.copied().unwrap_or(Verdict::Unread)
    }

    /// Reads a sentence about one case, which must name everything that varies.
    fn read_one_case(&self, statement: &str, axes: &[(Axis, Places)]) -> Vec<Verdict> {
        let named = named_axes(self.report, self.place, self.home, self.words);
        let is_case = self
            .place
            .contains(&self.report.case_name(&self.report.cases[self.home]));
        if !is_case && !axes.iter().all(|(axis, _)| named.contains(axis)) {
            return Vec::new();
        }
        let mut verdicts = Vec::new();
        for (says, english, german) in SINGLE_CASE_PATTERNS {
            let pattern = if self.words.is_translated() {
                german
            } else {
                english
            };
            verdicts.extend(self.judge_pattern(says, pattern, statement, None, None));
        }
        for outcome_count in 1..=4 {
            let pattern = vec!["{o} {v}"; outcome_count].join(", ");
            verdicts.extend(self.judge_pattern(
                SentenceKind::Outcomes,
                &pattern,
                statement,
                None,
                None,
            ));
        }
        let others_word = if self.words.is_translated() {
            "andere"
        } else {
            "others"
        };
        let pattern = format!("{{o}} {{v}}, {{o}} {{v}}, {{o}} {{v}}, {others_word} {{v}}");
        verdicts.extend(self.judge_pattern(
            SentenceKind::OutcomesAndOthers,
            &pattern,
            statement,
            None,
            None,
        ));
        verdicts
    }

    fn judge_pattern(
        &self,
        says: SentenceKind,
        pattern: &str,
        statement: &str,
        along: Option<&Places>,
        rows: Option<&Places>,
    ) -> Vec<Verdict> {
        let outcomes = self.outcomes();
        let names = Names {
            is_german: self.words.is_translated(),
            along,
            rows,
            outcomes: &outcomes,
        };
        let found: Vec<Vec<SlotValue>> = match_pattern(pattern, statement, &names);
        if found.is_empty() {
            return Vec::new();
        }
        let (numbers, is_exact) = self.numbers(along, rows);
        let is_true =
            |slots: &Vec<SlotValue>| numbers.is_true(says, slots) && is_exact != self.is_simulated;
        found
            .iter()
            .map(|slots| {
                if is_true(slots) {
                    Verdict::True(says)
                } else {
                    Verdict::False
                }
            })
            .collect()
    }

    fn outcomes(&self) -> Vec<String> {
        let Some(headline) = self.measured_headline() else {
            return Vec::new();
        };
        let metric = &self.report.cases[self.home]
            .metrics
            .iter()
            .find(|observed| observed.metric.name == headline.metric);
        match metric.map(|observed| &observed.metric.kind) {
            Some(Kind::Category(outcomes)) => {
                outcomes.iter().map(|named| named.label.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn measured_headline(&self) -> Option<&crate::rule::presentation::Headline> {
        match self.quantity {
            Quantity::Metric(headline) => Some(headline),
            Quantity::Ask(question_index) => self.report.asks[*question_index].plain.as_ref(),
        }
    }

    /// Returns the numbers of the cases, and whether all of them are exact.
    fn numbers(&self, along: Option<&Places>, rows: Option<&Places>) -> (Numbers<'_>, bool) {
        let report = self.report;
        let cases = along.map_or(vec![self.home], |places| places.cases.clone());
        let values_of = |cases: &[usize]| {
            cases
                .iter()
                .map(|&case| read_value(report, case, self.quantity))
                .collect::<Vec<f64>>()
        };
        let in_row = |&row: &usize| {
            let axis = along.map_or(Axis::Single, |places| places.axis);
            Places::along(report, axis, row, self.words).cases
        };
        let grid: Vec<Vec<usize>> = rows.map_or(Vec::new(), |places| {
            places.cases.iter().map(in_row).collect()
        });
        let axis = match along.map(|places| places.axis) {
            Some(Axis::Sweep(sweep_index)) => report.sweep[sweep_index]
                .values
                .iter()
                .map(crate::report::Value::number)
                .collect(),
            _ => None,
        };
        let used = if grid.is_empty() {
            cases.clone()
        } else {
            grid.concat()
        };
        let is_chance = match self.quantity {
            Quantity::Ask(question_index) => report.asks[*question_index].is_probability(),
            Quantity::Metric(headline) => headline.measure != Measure::Mean || self.is_flag(),
        };
        let want = match self.quantity {
            Quantity::Ask(question_index) => report.asks[*question_index]
                .want
                .as_ref()
                .map(|want| &want.bound),
            Quantity::Metric(_) => None,
        };
        let masses = self
            .measured_headline()
            .map_or(Vec::new(), |headline| masses(report, self.home, headline));
        let outcomes = (0..self.outcomes().len() as i64).map(|code| {
            masses
                .iter()
                .filter(|(value, _)| *value == code)
                .map(|(_, mass)| mass)
                .sum()
        });
        let numbers = Numbers {
            values: values_of(&cases),
            axis,
            rows: grid.iter().map(|cases| values_of(cases)).collect(),
            outcomes: outcomes.collect(),
            present: self
                .measured_headline()
                .map_or(1.0, |headline| present(report, self.home, headline)),
            masses,
            is_chance,
            want,
        };
        let is_exact = |case: usize| match self.quantity {
            Quantity::Ask(question_index) => report.cases[case].answers[*question_index]
                .figure()
                .is_some(),
            Quantity::Metric(headline) => report.cases[case]
                .distribution(&headline.metric, headline.step)
                .is_some_and(|distribution| distribution.exact.is_some()),
        };
        (numbers, used.iter().all(|&case| is_exact(case)))
    }

    fn is_flag(&self) -> bool {
        let metric = self
            .measured_headline()
            .map(|observed| observed.metric.clone());
        self.report.cases[0].metrics.iter().any(|observed| {
            Some(&observed.metric.name) == metric.as_ref() && observed.metric.kind == Kind::Flag
        })
    }
}
