//! A number of every case, and how far it swings along what varies.

use super::said::place_of;
use super::{Sentence, is_sure};
use crate::estimate::{Estimate, MARGIN, ROUNDING};
use crate::figures::Company;
use crate::findings::clause::{Number, around_share, count, event};
use crate::findings::words::{counted, quoted, small};
use crate::report::{Axis, Report, Value, rising};
use crate::rule::metric::{Kind, ShownMetric, Tone};
use crate::rule::presentation::{Headline, Measure};

/// A number that every case has, exactly.
pub(super) struct Reader<'a> {
    pub(super) statistic: Headline,
    pub(super) metric: &'a ShownMetric,
    /// What is told of it: "three Wings are activated" where there are no more than three.
    told: Measure,
    /// At which of several steps, in words: " in Turn 20".
    step: String,
    /// By the index of the case.
    pub(super) values: Vec<Estimate>,
}

/// How far a number goes along an axis, with all else as usual.
#[derive(Clone, Debug)]
pub(super) struct Swing {
    pub(super) axis: Axis,
    /// The cases along the axis, in its order.
    along: Vec<usize>,
    /// Where it is least.
    pub(super) low: usize,
    /// Where it is greatest.
    pub(super) high: usize,
    size: f64,
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
        let step = step(report, metric, statistic);
        let is_most = |most: i64| {
            let laws = report.cases.iter().filter_map(|case| case.law(&statistic.metric, statistic.step));
            laws.into_iter().all(|law| law.rows(confidence).last().is_none_or(|row| row.value <= most))
        };
        let told = match statistic.measure {
            Measure::AtLeast(least) if metric.kind == Kind::Count && is_most(least) => Measure::Is(least),
            measure => measure,
        };
        Some(Reader { statistic: statistic.clone(), metric, told, step, values })
    }

    /// Whether it is a chance, and not a mean.
    pub(super) fn is_chance(&self) -> bool {
        self.statistic.measure != Measure::Mean || self.metric.kind == Kind::Flag
    }

    /// Whether more of it is good news.
    pub(super) fn tone(&self) -> Tone {
        match (&self.metric.kind, self.statistic.measure) {
            (Kind::Category(outcomes), Measure::Is(code)) => {
                usize::try_from(code).ok().and_then(|code| outcomes.get(code)).map_or(Tone::Neutral, |own| own.tone)
            }
            _ => Tone::Neutral,
        }
    }

    /// What happens, as a clause: "all dice succeed", "the turn is cut short in Round 3".
    pub(super) fn event(&self) -> String {
        let measure = if self.metric.kind == Kind::Flag { Measure::Is(1) } else { self.told };
        // Of what has happened by the end of a trial only the headline's own name says when that is.
        let clause = if self.metric.kind == Kind::When { None } else { event(self.metric, measure) };
        match clause {
            Some(clause) => clause + &self.step,
            None => format!("{} comes", quoted(&small(&self.statistic.label))),
        }
    }

    /// What swings: "the chance that all dice succeed", "the average of actions".
    pub(super) fn subject(&self) -> String {
        if self.is_chance() {
            format!("the chance that {}", self.event())
        } else {
            format!("the average of {}", self.matter())
        }
    }

    /// Of what the mean is: "actions", "Acts after turn 20".
    pub(super) fn matter(&self) -> String {
        let label = self.statistic.label.as_str();
        let label = label.strip_suffix(", mean").unwrap_or(label);
        small(label.strip_prefix("Mean ").unwrap_or(label))
    }

    /// A sentence that goes on with what it comes to in a case.
    pub(super) fn told(&self, at: usize, before: Sentence, company: Company) -> Sentence {
        let value = &self.values[at];
        let sentence = if self.is_chance() {
            match (value.is_impossible(), value.is_certain()) {
                (true, _) => before.words(format!("it never happens that {}", self.event())),
                (_, true) => before.words(format!("{} every time", self.event())),
                _ => {
                    let (event, share) = (self.event(), value.spoken(company));
                    let [ahead, after] = around_share(&event, &share);
                    before.words(event + ahead).figure(share, self.tone()).words(after)
                }
            }
        } else {
            let number = value.mean(company);
            // Where the number stands in the clause is marked by what no clause has.
            const HERE: char = '\u{1}';
            let clause = match self.metric.kind {
                Kind::Count => count(self.metric, Number::Written(HERE.to_string())),
                _ => None,
            };
            let clause = clause.unwrap_or_else(|| {
                let matter = self.matter();
                let verb = if counted(&matter).is_some() { "come" } else { "comes" };
                format!("{matter} {verb} to {HERE}")
            });
            let (ahead, after) = clause.split_once(HERE).unwrap_or((&clause, ""));
            let of_step = if ahead.ends_with("to ") { "" } else { &self.step };
            before.words(ahead).figure(number, Tone::Neutral).words(format!("{after}{of_step} on average"))
        };
        sentence.claim(super::reads(self, at))
    }

    /// The first case that none exceeds (or falls below), and how many others are as good.
    pub(super) fn extreme(&self, greatest: bool) -> (usize, usize) {
        let sign = if greatest { 1.0 } else { -1.0 };
        let best = self.values.iter().map(|own| sign * own.value).fold(f64::NEG_INFINITY, f64::max);
        // What is impossible is not as what hardly ever happens, nor what is certain as what is nearly so.
        let is_end = |value: f64| self.is_chance() && (value <= 0.0 || value >= 1.0);
        let is_alike = |value: f64| sign * value >= best - ROUNDING && is_end(value) == is_end(sign * best);
        let mut alike = (0..self.values.len()).filter(|&at| is_alike(self.values[at].value));
        (alike.next().unwrap_or(0), alike.count())
    }

    /// How far it goes along each axis that has several places, the widest first.
    pub(super) fn swings(&self, report: &Report, usual: usize) -> Vec<Swing> {
        let value = |at: &usize| self.values[*at].value;
        let swing = |(axis, along): (Axis, Vec<usize>)| {
            let low = along.iter().copied().reduce(|a, b| if value(&b) < value(&a) - MARGIN { b } else { a })?;
            let high = along.iter().copied().reduce(|a, b| if value(&b) > value(&a) + MARGIN { b } else { a })?;
            Some(Swing { axis, size: value(&high) - value(&low), along, low, high })
        };
        let mut swings: Vec<Swing> = axes(report, usual).into_iter().filter_map(swing).collect();
        swings.sort_by(|a, b| b.size.total_cmp(&a.size));
        swings
    }
}

impl Swing {
    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// Its ends in the order of the axis.
    pub(super) fn ends(&self) -> (usize, usize) {
        (self.low.min(self.high), self.low.max(self.high))
    }

    /// A place half way between the usual one and that which differs most from it.
    pub(super) fn worth_a_look(&self, report: &Report, usual: usize, values: &[Estimate]) -> Option<(Axis, usize)> {
        if self.size <= MARGIN {
            return None;
        }
        let gap = |at: usize| (values[at].value - values[usual].value).abs();
        let far = if gap(self.low) > gap(self.high) { self.low } else { self.high };
        let place = |at: usize| self.along.iter().position(|&own| own == at);
        let (from, to) = (place(usual)?, place(far)?);
        let half = if to > from { from + (to - from).div_ceil(2) } else { from - (from - to).div_ceil(2) };
        Some((self.axis, place_of(report, self.axis, self.along[half])))
    }

    /// The two neighbours between which it changes most, beyond doubt; nothing where there are but two places or these
    /// are in no order.
    pub(super) fn widest_step(&self, report: &Report, values: &[Estimate]) -> Option<(usize, usize)> {
        let Axis::Sweep(parameter) = self.axis else { return None };
        rising(report.sweep[parameter].values.iter().map(Value::number))?;
        if self.along.len() < 3 {
            return None;
        }
        let mut steps: Vec<(f64, usize, usize)> = self
            .along
            .windows(2)
            .map(|pair| ((values[pair[1]].value - values[pair[0]].value).abs(), pair[0], pair[1]))
            .collect();
        steps.sort_by(|a, b| b.0.total_cmp(&a.0));
        (steps[0].0 > steps[1].0 + MARGIN).then_some((steps[0].1, steps[0].2))
    }
}

/// The step that a number is of, where there are several: " in Turn 20", " for Vanguard".
fn step(report: &Report, metric: &ShownMetric, statistic: &Headline) -> String {
    let Some((_, last)) = metric.steps.filter(|(first, last)| first < last) else { return String::new() };
    let step = statistic.step.unwrap_or(last);
    match report.own_step_name(step) {
        Some(name) => format!(" for {name}"),
        None => format!(" in {} {step}", report.step),
    }
}

/// The axes that have several places, each with its cases: all else is as in the usual case.
pub(super) fn axes(report: &Report, usual: usize) -> Vec<(Axis, Vec<usize>)> {
    let home = &report.cases[usual];
    let along = |varies: Axis| -> Vec<usize> {
        let fits = |case: &&crate::report::Case| {
            let points = case.point.iter().zip(&home.point).enumerate();
            let is_alike = |(at, (a, b)): (usize, (&usize, &usize))| a == b || varies == Axis::Sweep(at);
            (case.variant == home.variant || varies == Axis::Variants) && points.into_iter().all(is_alike)
        };
        report.cases.iter().filter(fits).map(|case| case.number - 1).collect()
    };
    let swept = (0..report.sweep.len()).map(Axis::Sweep);
    let all = swept.chain((!report.variants.is_empty()).then_some(Axis::Variants));
    all.map(|axis| (axis, along(axis))).filter(|(_, cases)| cases.len() > 1).collect()
}
