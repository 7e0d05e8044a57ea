//! The subject of the headline: one number.

use super::sentence::{Claim, Quantity, Sentence};
use crate::estimate::{Estimate, MARGIN};
use crate::figures::NumberKind;
use crate::labels::{measure_label, step_phrase};
use crate::messages::{Messages, Word};
use crate::report::{Distribution, Report, Want};
use crate::rule::metric::{Kind, ShownMetric, Tone};
use crate::rule::presentation::{Headline, Measure};

/// The subject of the headline, and its value in every case.
pub(super) struct Subject<'r> {
    pub(super) report: &'r Report,
    pub(super) quantity: Quantity,
    /// The text before the colon.
    pub(super) label: String,
    /// Its label among the numbers that depend on ties of best play.
    pub(super) name: &'r str,
    pub(super) kind: NumberKind,
    /// Whether it is a mean over trials.
    pub(super) is_average: bool,
    pub(super) want: Option<&'r Want>,
    tone: Tone,
    values: Vec<Estimate>,
}

/// Returns the name of the metric in the headline.
pub fn metric(report: &Report) -> Option<String> {
    Subject::for_report(report)?
        .measured_headline()
        .map(|headline| headline.metric.clone())
}

impl<'r> Subject<'r> {
    /// Returns the first question that has a number in every case, or else the rule's first
    /// headline. The aim of best play is the last question. If the headline is about a category
    /// without good or bad outcomes, the subject is the outcome that is most often the likeliest
    /// one.
    pub(super) fn for_report(report: &'r Report) -> Option<Subject<'r>> {
        let asked =
            (0..report.asks.len()).find_map(|ask_index| Subject::for_ask(report, ask_index));
        asked.or_else(|| {
            report.headlines.iter().find_map(|headline| {
                Subject::for_metric(report, &likeliest(report, headline), &headline.label)
            })
        })
    }

    pub(super) fn for_ask(report: &'r Report, ask_index: usize) -> Option<Subject<'r>> {
        let ask = &report.asks[ask_index];
        let value = |case: &crate::report::Case| {
            let estimate =
                Estimate::from_reading(&case.answers.get(ask_index)?.reading(ask.statistic));
            estimate.value.is_finite().then_some(estimate)
        };
        let metric = ask.plain.as_ref().and_then(|headline| {
            find_metric(report, &headline.metric).map(|metric| (metric, headline))
        });
        let is_labelled = ask.label != ask.question;
        let label = match metric {
            Some((metric, headline)) if !is_labelled => label(report, metric, headline),
            _ => ask.label.clone(),
        };
        let subject = Subject {
            report,
            quantity: Quantity::Ask(ask_index),
            label,
            name: &ask.label,
            kind: ask.kind(),
            is_average: ask.kind() == NumberKind::Mean && metric.is_some(),
            want: ask.want.as_ref(),
            tone: metric.map_or(Tone::Neutral, |(metric, headline)| {
                tone(metric, headline.measure)
            }),
            values: report.cases.iter().map(value).collect::<Option<Vec<_>>>()?,
        };
        subject.is_settled().then_some(subject)
    }

    /// Returns a measure of a metric; `name` is its label among the numbers that depend on ties.
    pub(super) fn for_metric(
        report: &'r Report,
        headline: &Headline,
        name: &'r str,
    ) -> Option<Subject<'r>> {
        let metric = find_metric(report, &headline.metric)?;
        let readings: Option<Vec<_>> = report
            .cases
            .iter()
            .map(|case| report.reading(case, headline))
            .collect();
        let readings = readings?;
        let kind = readings.first()?.kind;
        let values: Vec<Estimate> = readings.iter().map(Estimate::from_reading).collect();
        let subject = Subject {
            report,
            quantity: Quantity::Metric(headline.clone()),
            label: label(report, metric, headline),
            name,
            kind,
            is_average: kind == NumberKind::Mean,
            want: None,
            tone: tone(metric, headline.measure),
            values,
        };
        (subject
            .values
            .iter()
            .all(|estimate| estimate.value.is_finite())
            && subject.is_settled())
        .then_some(subject)
    }

    /// Returns whether a headline can state its number: it is the same for all tied plays, or the
    /// sentence about a single case shows its range over them.
    fn is_settled(&self) -> bool {
        let hangs = |case: &crate::report::Case| {
            case.best_play.as_ref().is_some_and(|play| {
                play.may_depend_on_ties(self.name) || play.depends_on_ties(self.name)
            })
        };
        let is_known = self.report.cases.len() == 1 && self.range_under_ties().is_some();
        self.is_aim() || is_known || !self.report.cases.iter().any(hangs)
    }

    /// Returns whether it is the aim of best play.
    pub(super) fn is_aim(&self) -> bool {
        matches!(self.quantity, Quantity::Ask(ask_index) if self.report.asks[ask_index].is_aim)
    }

    /// Returns its range in the only case over all tied plays.
    pub(super) fn range_under_ties(&self) -> Option<crate::report::play::SpreadRange> {
        self.report.cases[0].tied_range(self.name)
    }

    /// Returns the headline with the same number, if the subject is a measure of a metric.
    pub(super) fn measured_headline(&self) -> Option<&Headline> {
        match &self.quantity {
            Quantity::Metric(headline) => Some(headline),
            Quantity::Ask(ask_index) => self.report.asks[*ask_index].plain.as_ref(),
        }
    }

    /// Returns the distribution of a case from which it is read, if it is a measure of a metric.
    pub(super) fn distribution(&self, case: usize) -> Option<&'r Distribution> {
        let headline = self.measured_headline()?;
        self.report.cases[case].distribution(&headline.metric, headline.step)
    }

    pub(super) fn shown_metric(&self) -> Option<&'r ShownMetric> {
        find_metric(self.report, &self.measured_headline()?.metric)
    }

    pub(super) fn value(&self, case: usize) -> f64 {
        self.values[case].value
    }

    pub(super) fn estimate(&self, case: usize) -> &Estimate {
        &self.values[case]
    }

    /// Returns the difference between its largest and its smallest value in some cases.
    pub(super) fn range(&self, cases: &[usize]) -> f64 {
        let values = || cases.iter().map(|&case| self.value(case));
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    }

    /// Returns whether it has the same number in some cases. A probability that is impossible or
    /// certain differs from all others.
    pub(super) fn is_same(&self, cases: &[usize]) -> bool {
        let first = self.estimate(cases[0]);
        let ends = |estimate: &Estimate| (estimate.is_impossible(), estimate.is_certain());
        self.range(cases) <= MARGIN
            && cases
                .iter()
                .all(|&case| ends(self.estimate(case)) == ends(first))
    }

    /// Returns a value as text.
    pub(super) fn value_text(&self, estimate: &Estimate, words: &Messages) -> String {
        let numerals = words.numerals();
        match self.kind {
            NumberKind::Chance => estimate.in_sentence(numerals),
            kind => estimate.text(kind, numerals),
        }
    }

    /// Returns its number in a case, with a claim.
    pub(super) fn figure(&self, case: usize, words: &Messages) -> Sentence {
        let claim = Claim::Reads {
            case,
            quantity: self.quantity.clone(),
            value: self.value(case),
        };
        Sentence::number(self.value_text(self.estimate(case), words), self.tone).with_claim(claim)
    }

    /// Returns "Attacker wins, with 5 defenders: ...", with "(simulated)" at the end if any of the
    /// cases is simulated.
    pub(super) fn sentence(
        &self,
        place: &str,
        cases: &[usize],
        statement: Sentence,
        words: &Messages,
    ) -> Sentence {
        let is_simulated = cases.iter().any(|&case| !self.estimate(case).is_exact);
        let statement = if is_simulated {
            Sentence::fill(words, Word::SaySimulated, &[("what", statement)])
        } else {
            statement
        };
        let label = self.bare_label();
        let (label, statement) = match label.rsplit_once(": ").filter(|_| self.is_outcome()) {
            Some((label, outcome)) => (
                label.to_owned(),
                outcome_statement(outcome, statement, words),
            ),
            None => (label.replace(": ", ", "), statement),
        };
        Sentence::fill(
            words,
            Word::SayLabelled,
            &[
                ("label", Sentence::plain(label).with_place(place)),
                ("what", statement),
            ],
        )
    }

    /// Returns the label without punctuation at its end.
    fn bare_label(&self) -> &str {
        match self.label.trim_end_matches(['.', ':', '?', ' ']) {
            "" => &self.label,
            label => label,
        }
    }

    /// Returns the label as a title: "Winner: us", "Prize won".
    pub(super) fn title(&self) -> String {
        let label = self.bare_label();
        if self.is_outcome() {
            label.to_owned()
        } else {
            label.replace(": ", ", ")
        }
    }

    /// Returns whether it is the probability of an outcome that has a name.
    fn is_outcome(&self) -> bool {
        let measure = self.measured_headline().map(|headline| headline.measure);
        let kind = self.shown_metric().map(|metric| &metric.kind);
        matches!(
            (kind, measure),
            (Some(Kind::Category(_) | Kind::Flag), Some(Measure::Is(_)))
        )
    }
}

/// Returns "knight 62.3%", or "knight, over 50% with 4 swords or more".
fn outcome_statement(outcome: &str, statement: Sentence, words: &Messages) -> Sentence {
    let is_number = statement
        .text()
        .starts_with(|letter: char| letter.is_ascii_digit() || letter == '<' || letter == '>');
    let outcome = Sentence::plain(outcome);
    if is_number {
        Sentence::fill(
            words,
            Word::SayOutcome,
            &[("outcome", outcome), ("share", statement)],
        )
    } else {
        Sentence::fill(
            words,
            Word::SayBoth,
            &[("one", outcome), ("other", statement)],
        )
    }
}

/// Returns a headline about the outcome of a category that is the likeliest one in the most cases.
/// Returns the given headline if its metric has good or bad outcomes, or if a player decides.
fn likeliest(report: &Report, headline: &Headline) -> Headline {
    let outcomes = match find_metric(report, &headline.metric).map(|metric| &metric.kind) {
        Some(Kind::Category(outcomes)) => outcomes,
        _ => return headline.clone(),
    };
    let is_judged = outcomes.iter().any(|outcome| outcome.tone != Tone::Neutral);
    if is_judged || report.cases.iter().any(|case| case.best_play.is_some()) {
        return headline.clone();
    }
    let about = |code: usize| Headline {
        measure: Measure::Is(code as i64),
        label: String::new(),
        ..headline.clone()
    };
    let share = |case: &crate::report::Case, code: usize| {
        let reading = report.reading(case, &about(code));
        reading.map_or(0.0, |reading| reading.exact_or_estimate())
    };
    // Among equally likely outcomes, the first one counts.
    let first_greatest = |values: Vec<f64>| {
        (1..values.len()).fold(0, |best, index| {
            if values[index] > values[best] + MARGIN {
                index
            } else {
                best
            }
        })
    };
    let mut leads = vec![0.0; outcomes.len()];
    for case in &report.cases {
        let shares = (0..outcomes.len()).map(|code| share(case, code)).collect();
        leads[first_greatest(shares)] += 1.0;
    }
    let code = first_greatest(leads);
    if headline.measure == Measure::Is(code as i64) {
        headline.clone()
    } else {
        about(code)
    }
}

fn find_metric<'r>(report: &'r Report, metric: &str) -> Option<&'r ShownMetric> {
    report
        .cases
        .iter()
        .find_map(|case| case.observed(metric))
        .map(|observed| &*observed.metric)
}

/// Returns the label of a measure: that of the rule, or else that of the metric.
fn label(report: &Report, metric: &ShownMetric, headline: &Headline) -> String {
    let is_plain = matches!(
        (&metric.kind, headline.measure),
        (Kind::Flag, Measure::Is(1)) | (_, Measure::Mean)
    );
    if is_plain || headline.label.is_empty() {
        measure_label(metric, headline.measure, &step(report, metric, headline))
    } else {
        headline.label.clone()
    }
}

/// Returns whether a large value of a measure is good news.
fn tone(metric: &ShownMetric, measure: Measure) -> Tone {
    match (&metric.kind, measure) {
        (Kind::Category(outcomes), Measure::Is(code)) => usize::try_from(code)
            .ok()
            .and_then(|code| outcomes.get(code))
            .map_or(Tone::Neutral, |outcome| outcome.tone),
        _ => Tone::Neutral,
    }
}

/// Returns whether the last step of a metric is the same in all cases.
pub(super) fn has_one_last_step(report: &Report, metric: &ShownMetric) -> bool {
    let last = |shown_metric: &ShownMetric| shown_metric.steps.map(|(_, last)| last);
    let mut observed = report
        .cases
        .iter()
        .filter_map(|case| case.observed(&metric.name));
    observed.all(|other| last(&other.metric) == last(metric))
}

/// Returns the step of a measure, if there are several: " in Turn 20", " for Vanguard".
fn step(report: &Report, metric: &ShownMetric, headline: &Headline) -> String {
    let Some((_, last)) = metric.steps.filter(|(first, last)| first < last) else {
        return String::new();
    };
    if headline.step.is_none() && !has_one_last_step(report, metric) {
        return format!(" in the last {}", metric.step.word());
    }
    let step = headline.step.unwrap_or(last);
    step_phrase(metric, report.shared_step_name(&metric.name, step), step)
}
