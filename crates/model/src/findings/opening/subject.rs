//! What a report is about: what its title names beyond doubt, else what its designer asks first or its player aims at, else what
//! its title may mean.

use super::named::words;
use super::reading::Reader;
use super::sentence::Quantity;
use super::title::Title;
use crate::estimate::MARGIN;
use crate::report::Report;
use crate::rule::nouns::singular;
use crate::rule::presentation::{Headline, Measure};

/// The number that the first sentence tells.
pub(super) fn reader(report: &Report) -> Option<Reader<'_>> {
    let mut all = candidates(report).into_iter().filter_map(|own| Some((own.score, own.is_named, own.read(report)?)));
    let (score, is_named, first) = all.next()?;
    // What is the same in all cases answers nothing where something else differs, unless the title means just that.
    let differs = |own: &Reader<'_>| {
        let value = |at: usize| own.values[at].value;
        let is_beside =
            |at: usize| report.cases[at].variant.is_none() || report.cases[at].point == report.cases[0].point;
        (0..report.cases.len()).any(|at| is_beside(at) && (value(at) - value(0)).abs() > MARGIN)
    };
    // Nor does what is never there, of one case.
    let says = |own: &Reader<'_>| match own.values.len() {
        1 => is_named || own.values[0].value.abs() > MARGIN,
        _ => differs(own),
    };
    if score >= MEANT || !report.asks.is_empty() || says(&first) {
        return Some(first);
    }
    Some(all.map(|own| own.2).find(says).unwrap_or(first))
}

/// What the title asks for besides: "How often is the sack buried, and how many cards are dug?".
pub(super) fn second<'r>(report: &'r Report, first: &Reader<'_>) -> Option<Reader<'r>> {
    if !report.title.contains(" and ") {
        return None;
    }
    let told = first.metric().map(|own| own.name.clone()).or_else(|| metric(report));
    let rest = report.title.split_once(", and ").map(|own| ranked(report, &Title::of(report, own.1)));
    let all = rest.unwrap_or_else(|| candidates(report));
    let others = all.into_iter().filter(|own| own.is_named && own.metric(report) != told);
    others.filter_map(|own| own.read(report)).next()
}

/// What the title holds a number against, of the same metric, and whether it asks where that is more: "Does Bruno buy more often
/// than Cleo?" asks where Bruno does, whichever of them is the first number.
pub(super) fn rival<'r>(report: &'r Report, first: &Reader<'_>) -> Option<(Reader<'r>, bool)> {
    let Quantity::Metric(own) = &first.quantity else { return None };
    let metric = first.metric().filter(|metric| !report.hangs_on_ties(&metric.name))?;
    let (before, behind) = report.title.split_once(" than ")?;
    let title = Title::of(report, &report.title);
    let at = |code| Headline { measure: Measure::Is(code), label: String::new(), ..own.clone() };
    let on = |step| Headline { step, label: String::new(), ..own.clone() };
    let outcomes = title.outcomes(metric).into_iter().map(at);
    let units = title.steps(metric).into_iter().map(on);
    let named: Vec<Headline> = if metric.outcomes().is_empty() { units.collect() } else { outcomes.collect() };
    let is_first = |other: &Headline| (other.measure, other.step) == (own.measure, own.step);
    let second = match &named[..] {
        [one, other] if is_first(one) => Reader::new(report, other),
        [one, other] if is_first(other) => Reader::new(report, one),
        _ => None,
    }?;
    // What stands before "than" is asked about, and that it is more, unless it says otherwise.
    let behind = Title::of(report, &format!("{behind}?"));
    let is_behind = match own.measure {
        Measure::Is(code) if !metric.outcomes().is_empty() => behind.outcomes(metric).contains(&code),
        _ => behind.steps(metric).contains(&own.step),
    };
    let asks_for_less =
        ["less", "fewer", "lower", "rarer", "smaller"].iter().any(|word| words(before).contains(&singular(word)));
    Some((second, is_behind != asks_for_less))
}

/// The name of the metric that it is a reading of.
pub fn metric(report: &Report) -> Option<String> {
    match reader(report)?.quantity {
        Quantity::Metric(own) => Some(own.metric),
        Quantity::Ask(at) => report.asks[at].plain.as_ref().map(|own| own.metric.clone()),
    }
}

/// Whether a title asks how much something is, and not what to do.
pub(super) fn asks_how_much(title: &str) -> bool {
    let title = title.to_lowercase();
    let is_worth = ["how much", "how many", "what is "].iter().any(|start| title.starts_with(start));
    is_worth
        || !["when ", "which ", "what to do", "should ", "wann ", "welche", "soll "]
            .iter()
            .any(|word| title.contains(word))
            && !title.contains(" or ")
}

/// A number that could be told first, and how much speaks for it.
struct Candidate {
    number: Quantity,
    score: usize,
    /// Whether the title names it.
    is_named: bool,
}

impl Candidate {
    fn read<'r>(&self, report: &'r Report) -> Option<Reader<'r>> {
        match &self.number {
            Quantity::Metric(own) if report.hangs_on_ties(&own.metric) => None,
            // An outcome that never comes answers nothing.
            Quantity::Metric(own) => Reader::new(report, own).filter(|reader| {
                let is_outcome = reader.metric().is_some_and(|metric| !metric.outcomes().is_empty());
                !is_outcome || !reader.values.iter().all(|value| value.is_impossible())
            }),
            Quantity::Ask(at) => {
                let ask = &report.asks[*at];
                let hangs = |own: &Headline| report.hangs_on_ties(&own.metric);
                if !ask.is_aim && (ask.plain.as_ref().is_some_and(hangs) || report.is_open(&ask.label)) {
                    return None;
                }
                let reader = Reader::of_ask(report, *at)?;
                let plays = || report.cases.iter().filter_map(|case| case.best_play.as_ref());
                let minimises = plays().next().map(|play| play.minimises).filter(|_| ask.is_aim);
                Some(reader.wanting(minimises.map(|own| !own)))
            }
        }
    }

    fn metric(&self, report: &Report) -> Option<String> {
        match &self.number {
            Quantity::Metric(own) => Some(own.metric.clone()),
            Quantity::Ask(at) => report.asks[*at].plain.as_ref().map(|own| own.metric.clone()),
        }
    }
}

/// From here on the title means a number and no other.
const MEANT: usize = 4;
/// From here on it is meant, and not what the designer asks for.
const ASKED: usize = 6;
/// From here on it names one clearly: an outcome, a step, or several words of a metric.
const CLEAR: usize = 3;

/// All that could be told first, what the title names most of all before the others; else what is aimed at or asked for, in
/// its order.
fn candidates(report: &Report) -> Vec<Candidate> {
    // Of two questions the first is answered first, if it names anything.
    let first = report.title.split_once(", and ").map(|own| format!("{}?", own.0));
    let all = first.map(|own| ranked(report, &Title::of(report, &own)));
    all.filter(|all| all.iter().any(|own| own.is_named))
        .unwrap_or_else(|| ranked(report, &Title::of(report, &report.title)))
}

/// The same for a part of the title.
fn ranked(report: &Report, title: &Title) -> Vec<Candidate> {
    let mut asks: Vec<usize> = (0..report.asks.len()).collect();
    // "How many?" asks where what is wanted is met, "When?" what to do.
    let wants = |at: usize| report.asks[at].want.is_some() && asks_how_much(&report.title);
    asks.sort_by_key(|&at| (!wants(at), !report.asks[at].is_aim));
    let asked = asks.into_iter().map(|at| {
        let ask = &report.asks[at];
        let metric = ask.plain.as_ref().map_or(0, |own| title.score(report, own));
        let told = format!("{} {}", ask.label, ask.told.as_deref().unwrap_or_default());
        // What is asked for is meant in its order, unless the title clearly names another; what is aimed at, unless it clearly
        // names any number.
        let clear = if metric >= ASKED { metric } else { 0 };
        let is_lone_aim = ask.is_aim && report.asks.len() == 1;
        let is_named = metric > 1 || title.hits(&told) > 0;
        Candidate { number: Quantity::Ask(at), score: clear + if is_lone_aim { MEANT } else { ASKED }, is_named }
    });
    let metrics = report.cases.first().into_iter().flat_map(|case| &case.metrics);
    // What nobody has put among the numbers to read first has to be named beyond doubt. The authors of a bundled rule have
    // chosen what to read first of it.
    let is_clear = |own: &Headline| report.rule_text.is_some() && title.score(report, own) >= CLEAR;
    let named = metrics.flat_map(|own| title.named(&own.metric)).filter(is_clear);
    let read = report.headlines.iter().cloned().chain(named).map(|own| {
        let score = title.score(report, &own);
        Candidate { number: Quantity::Metric(own), score, is_named: score > 1 }
    });
    let mut all: Vec<Candidate> = asked.chain(read).collect();
    all.sort_by_key(|own| std::cmp::Reverse(own.score));
    all
}
