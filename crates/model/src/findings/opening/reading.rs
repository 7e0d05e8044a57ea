//! A number of every case, and how far it swings along what varies.

use oddsmith_engine::question::Statistic;

use super::{OpeningClaim, Quantity, Sentence, is_sure};
use crate::estimate::{Estimate, ROUNDING};
use crate::figures::{NumberKind, Numerals};
use crate::findings::clause::{Number, around_share, count, event, heading, tone};
use crate::findings::words::bare;
use crate::report::{Report, Want};
use crate::rule::metric::{Kind, ShownMetric, Tone};
use crate::rule::presentation::{Headline, Measure};

/// What a mean is told by.
const AVERAGE: &str = " on average";

/// A number that every case has, exactly.
pub(super) struct Reader<'a> {
    pub(super) quantity: Quantity,
    /// Whose reading it is; none of a question that is more than one reading.
    metric: Option<&'a ShownMetric>,
    /// What stands before its sentences, where nobody has worded it.
    heading: Option<String>,
    /// Whether it is a chance, and not a mean.
    is_chance: bool,
    /// What stands behind a number that is none: " on average" of a mean.
    kind_of_number: &'static str,
    /// Whether more of it is wanted, where that is known.
    pub(super) wants_more: Option<bool>,
    /// What is wanted of it, where it was asked for.
    pub(super) wanted: Option<&'a Want>,
    /// What is told of it: "three Wings are activated" where there are no more than three.
    told: Measure,
    /// At which of several steps, in words: " in Turn 20".
    step: String,
    /// By the index of the case.
    pub(super) values: Vec<Estimate>,
}

impl<'a> Reader<'a> {
    /// Reads a number of every case; `None` where it is not exact everywhere, or of some trials only.
    pub(super) fn new(report: &'a Report, statistic: &Headline) -> Option<Reader<'a>> {
        let confidence = report.run.confidence;
        let metric = &*report.cases.first()?.observed(&statistic.metric)?.metric;
        let value = |case: &crate::report::Case| {
            let observed = case.observed(&statistic.metric)?;
            // What is called otherwise in another case has no one name.
            if observed.metric.wording != metric.wording || observed.metric.label != metric.label {
                return None;
            }
            let law = case.law(&statistic.metric, statistic.step)?;
            if law.may_be_absent() && !observed.is_of_all(statistic.measure) {
                return None;
            }
            let estimate = Estimate::read(&observed.read(law, statistic.measure, confidence));
            is_sure(&estimate).then_some(estimate)
        };
        let values = report.cases.iter().map(value).collect::<Option<Vec<_>>>()?;
        let is_most = |most: i64| {
            let laws = report.cases.iter().filter_map(|case| case.law(&statistic.metric, statistic.step));
            laws.into_iter().all(|law| law.rows(confidence).last().is_none_or(|row| row.value <= most))
        };
        let told = match statistic.measure {
            Measure::AtLeast(least) if metric.kind == Kind::Count && is_most(least) => Measure::Is(least),
            measure => measure,
        };
        let is_chance = told != Measure::Mean || metric.kind == Kind::Flag;
        // Of what has happened by the end of a trial only the number's own name says when that is.
        let is_named = is_chance && metric.kind == Kind::When;
        let label = statistic.label.as_str();
        // What happens at a time has words for that it happens, and none for the mean of the times.
        let has_no_clause = !is_chance && count(metric, Number::Just(2)).is_none();
        let heading = match (is_named, has_no_clause) {
            (true, _) => Some(label),
            (false, true) => Some(bare(&metric.label)),
            (false, false) => heading(metric),
        };
        Some(Reader {
            quantity: Quantity::Metric(statistic.clone()),
            heading: heading.map(str::to_owned),
            metric: Some(metric).filter(|_| !is_named),
            is_chance,
            kind_of_number: AVERAGE,
            wants_more: None,
            wanted: None,
            told: if metric.kind == Kind::Flag && told == Measure::Mean { Measure::Is(1) } else { told },
            step: step(report, metric, statistic),
            values,
        })
    }

    /// Reads the answer to a question in every case: as a reading of a metric where it is one that has words.
    pub(super) fn of_ask(report: &'a Report, at: usize) -> Option<Reader<'a>> {
        let ask = &report.asks[at];
        let plain = ask.plain.as_ref().and_then(|plain| Reader::new(report, plain));
        if let Some(own) = plain.filter(|own| own.heading.is_none() || ask.label == ask.question) {
            return Some(Reader { wanted: ask.want.as_ref(), ..own });
        }
        let is_chance = ask.is_probability();
        let value = |case: &crate::report::Case| {
            let figure = case.answers.get(at)?.figure()?;
            let is_outcome = ask.kind() == NumberKind::Outcome;
            let estimate = Estimate { is_outcome, ..Estimate::exact(figure.value, figure.unresolved) };
            is_sure(&estimate).then_some(estimate)
        };
        let values = report.cases.iter().map(value).collect::<Option<Vec<_>>>()?;
        Some(Reader {
            quantity: Quantity::Ask(at),
            metric: None,
            heading: Some(ask.told.clone().unwrap_or_else(|| ask.label.clone())),
            is_chance,
            // What is asked as it is written says by itself that it is a mean.
            kind_of_number: if ask.statistic == Statistic::Mean && ask.label != ask.question { AVERAGE } else { "" },
            wants_more: None,
            wanted: ask.want.as_ref(),
            told: if is_chance { Measure::Is(1) } else { Measure::Mean },
            step: String::new(),
            values,
        })
    }

    /// The same, of which more or less is wanted.
    pub(super) fn wanting(self, wants_more: Option<bool>) -> Reader<'a> {
        Reader { wants_more, ..self }
    }

    /// Whether it is a chance, and not a mean.
    pub(super) fn is_chance(&self) -> bool {
        self.is_chance
    }

    /// What kind of number it is.
    pub(super) fn kind(&self) -> NumberKind {
        match self.values.first() {
            _ if self.is_chance => NumberKind::Chance,
            Some(Estimate { is_outcome: true, .. }) => NumberKind::Outcome,
            _ => NumberKind::Mean,
        }
    }

    /// What stands behind its number, where that is no chance: " on average"; nothing of a median, whose name says it.
    pub(super) fn kind_of_number(&self) -> &'static str {
        self.kind_of_number
    }

    /// The name of its metric.
    pub(super) fn metric(&self) -> Option<&ShownMetric> {
        self.metric
    }

    /// Whether more of it is good news.
    pub(super) fn tone(&self) -> Tone {
        self.metric.map_or(Tone::Neutral, |metric| tone(metric, self.told))
    }

    /// What stands before its sentences, where nobody has worded it.
    pub(super) fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }

    /// What stands before a sentence about it: "at QV 4, "; "Men standing, at QV 4: ".
    pub(super) fn before(&self, place: &str) -> String {
        match (&self.heading, place) {
            (None, "") => String::new(),
            (None, place) => format!("{place}, "),
            (Some(heading), "") => format!("{heading}{}: ", self.step),
            (Some(heading), place) => format!("{heading}{}, {place}: ", self.step),
        }
    }

    /// What happens, as a clause: "all dice succeed", "the turn is cut short in Round 3"; under its heading "us", or nothing.
    pub(super) fn event(&self) -> String {
        let clause = self.metric.and_then(|metric| event(metric, self.told));
        // "Stands" alone wants somebody who does.
        match (clause, self.step().strip_prefix(" for ")) {
            (None, _) => String::new(),
            (Some(clause), Some(unit)) if wants_somebody(&clause) => format!("{unit} {clause}"),
            (Some(clause), _) => clause + self.step(),
        }
    }

    /// "all dice succeed ", which a share follows.
    pub(super) fn event_and(&self) -> String {
        let event = self.event();
        if event.is_empty() { event } else { event + " " }
    }

    /// What swings: "the chance that all dice succeed"; "it", where the heading has said it.
    pub(super) fn subject(&self) -> String {
        match (&self.heading, self.is_chance) {
            (None, true) => format!("the chance that {}", self.event()),
            _ => "it".to_owned(),
        }
    }

    /// At which of several steps it is, in words: " in Turn 20".
    pub(super) fn step(&self) -> &str {
        if self.heading.is_some() { "" } else { &self.step }
    }

    /// The same, also where the heading has said it.
    pub(super) fn of_step(&self) -> &str {
        &self.step
    }

    /// What is the mean of a metric, as a clause around a number: "", " actions are taken in Turn 3 on average".
    pub(super) fn around(&self) -> (String, String) {
        // Where the number stands in the clause is marked by what no clause has.
        const HERE: char = '\u{1}';
        let clause = self.metric.filter(|_| self.heading.is_none());
        let clause = clause.and_then(|metric| count(metric, Number::Written(HERE.to_string())));
        let clause = clause.unwrap_or_else(|| HERE.to_string());
        let (ahead, after) = clause.split_once(HERE).unwrap_or((&clause, ""));
        (ahead.to_owned(), format!("{after}{}", self.step()))
    }

    /// What stands around its number in a sentence: "all dice succeed ", " of the time"; "", " actions are taken on average".
    pub(super) fn around_number(&self, number: &str) -> (String, String) {
        match self.is_chance {
            true if self.event().is_empty() => (String::new(), String::new()),
            true => {
                let [ahead, after] = around_share(&self.event(), number);
                (self.event() + ahead, after.to_owned())
            }
            false => {
                let (ahead, after) = self.around();
                (ahead, format!("{after}{}", self.kind_of_number))
            }
        }
    }

    /// Its number in a case as text.
    pub(super) fn text(&self, at: usize, numerals: Numerals) -> String {
        let own = &self.values[at];
        if self.is_chance { own.spoken(numerals) } else { own.mean(numerals) }
    }

    /// A sentence with what it comes to in a case.
    pub(super) fn told(&self, at: usize, place: &str, numerals: Numerals) -> Sentence {
        let value = &self.values[at];
        let before = Sentence::default().words(self.before(place));
        let sentence = if self.is_chance {
            match (value.is_impossible(), value.is_certain()) {
                (true, _) if self.heading.is_none() => before.words(format!("it never happens that {}", self.event())),
                (_, true) => before.words(format!("{}every time", self.event_and())),
                _ => {
                    let (event, share) = (self.event(), value.spoken(numerals));
                    let [ahead, after] = around_share(&event, &share);
                    let ahead = if event.is_empty() { "" } else { ahead };
                    before.words(event + ahead).figure(share, self.tone()).words(after)
                }
            }
        } else {
            let (ahead, after) = self.around();
            before
                .words(ahead)
                .figure(value.mean(numerals), Tone::Neutral)
                .words(format!("{after}{}", self.kind_of_number))
        };
        sentence.claim(self.reads(at))
    }

    /// That it comes to this in a case.
    pub(super) fn reads(&self, case: usize) -> OpeningClaim {
        OpeningClaim::Reads { case, statistic: self.quantity.clone(), value: self.values[case].value }
    }

    /// The first case that none exceeds (or falls below), and how many others are as good.
    pub(super) fn extreme(&self, greatest: bool) -> (usize, usize) {
        let sign = if greatest { 1.0 } else { -1.0 };
        let best = self.values.iter().map(|own| sign * own.value).fold(f64::NEG_INFINITY, f64::max);
        // What is impossible is not as what hardly ever happens, nor what is certain as what is nearly so.
        let is_end = |value: f64| self.is_chance && (value <= 0.0 || value >= 1.0);
        let is_alike = |value: f64| sign * value >= best - ROUNDING && is_end(value) == is_end(sign * best);
        let mut alike = (0..self.values.len()).filter(|&at| is_alike(self.values[at].value));
        (alike.next().unwrap_or(0), alike.count())
    }
}

/// Whether a clause says what somebody does, and not who: "stands", "is gored".
fn wants_somebody(clause: &str) -> bool {
    let first = clause.split(' ').next().unwrap_or_default();
    first == clause || ["is", "are", "has", "have", "stays", "gets", "goes"].contains(&first)
}

/// The step that a number is of, where there are several: " in Turn 20", " for Vanguard".
fn step(report: &Report, metric: &ShownMetric, statistic: &Headline) -> String {
    let Some((_, last)) = metric.steps.filter(|(first, last)| first < last) else { return String::new() };
    let step = statistic.step.unwrap_or(last);
    match report.own_step_name(&metric.name, step) {
        Some(name) => format!(" for {name}"),
        None if metric.is_by_then => format!(" by {} {step}", metric.step.word()),
        None => format!(" in {} {step}", metric.step.word()),
    }
}
