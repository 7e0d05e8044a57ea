//! What a report opens with: what holds at the scenario's own parameters, the best and the worst case, what matters most. Each
//! sentence is taken from exact odds; what cannot be said truly is left out.

mod advice;
mod answer;
mod crossing;
mod decision;
mod ends;
mod likeliest;
mod named;
mod peak;
mod reading;
mod rivals;
mod said;
mod sentence;
mod sides;
mod stretches;
mod subject;
mod swing;
mod thumbs;
mod ties;
mod title;
mod turning;
mod widest;
mod worth;

use crate::estimate::{Estimate, MARGIN};
use crate::figures::Numerals;
use crate::report::{Axis, Chart, Report};
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::{ChartKind, Headline, Measure};
use crate::wordbook::Wordbook;
use reading::Reader;
pub use sentence::{OpeningClaim, Quantity, Sentence, SentencePart};
pub use subject::metric;

/// Charts that are looked through for one to stand beside the sentences.
const CHARTS: usize = 40;
/// One chance is a multiple of another worth telling from here on.
const MULTIPLE: f64 = 1.5;
/// Past so many times nobody counts.
const FAR: f64 = 1000.0;
/// A chance that moves by less hardly moves.
const HARDLY: f64 = 0.03;

/// The sentences that a report opens with.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The answer first; none where no odds are exact.
    pub sentences: Vec<Sentence>,
    /// What matters most, and a value of it that is worth a look: an index into a parameter's values, or a variant.
    pub lever: Option<(Axis, usize)>,
}

/// What a report opens with.
pub fn opening(report: &Report) -> Opening {
    let Some(usual) = report.usual_case().map(|case| case.number - 1) else { return Opening::default() };
    let Some(first) = subject::reader(report) else { return Opening::default() };
    // What to do here, and then elsewhere.
    let mut advice = advice::advice(report, Wordbook::english()).into_iter();
    let (advice, elsewhere) = (advice.next(), advice);
    let decision = decision::decision(report, usual).map(Sentence::begun);
    // "When ...?" and "Which ...?" ask what to do, "How much ...?" what it is worth.
    let at = usize::from(subject::asks_how_much(&report.title));
    if report.cases.len() == 1 {
        let held = rivals::of_one(report, &first, usual).or_else(|| against(report, &first, usual));
        let answer = held.unwrap_or_else(|| plainly(report, &first, usual));
        let mut sentences = vec![sides::with_others(report, &first, usual, answer)];
        sentences.splice(at..at, advice);
        sentences.extend(decision);
        sentences.extend(others(report, &first));
        return Opening { sentences, lever: None };
    }
    let swings = first.swings(report, usual);
    let lever = swings.first().and_then(|swing| swing.worth_a_look(report, usual, &first.values));
    let held = rivals::rivals(report, &first, usual).or_else(|| ends::same(report, &first));
    let mut sentences = vec![held.unwrap_or_else(|| answer::answer(report, &first, usual, &swings))];
    if let Some(other) = subject::second(report, &first) {
        let swings = other.swings(report, usual);
        sentences.push(answer::answer(report, &other, usual, &swings));
    }
    // What is told along what is swept leaves out what variants are worth.
    sentences.extend(answer::beside_sweep(report, &first, usual).filter(|own| own.claims != sentences[0].claims));
    sentences.extend(sides::elsewhere(report, &first, &swings));
    let here = at + usize::from(advice.is_some());
    sentences.splice(at..at, advice);
    sentences.splice(here..here, elsewhere);
    sentences.extend(decision);
    // "Which rule of thumb ...?" asks for the best of them.
    let thumbs = thumbs::thumbs(report, usual);
    let is_asked = report.title.to_lowercase().contains("rule of thumb");
    let place = if is_asked { 0 } else { sentences.len() };
    sentences.splice(place..place, thumbs);
    let is_told = |at: usize| sentences.iter().flat_map(|own| &own.claims).any(|claim| *claim == first.reads(at));
    let ends =
        ends::ends(report, &first).filter(|_| !(is_told(first.extreme(true).0) && is_told(first.extreme(false).0)));
    sentences.extend(ends);
    let is_asked = named::asks_what_matters(report);
    let widest = widest::widest(report, &first, usual, &swings, is_asked);
    let place = if is_asked { 0 } else { sentences.len() };
    sentences.splice(place..place, widest);
    let mut sentences: Vec<Sentence> = sentences.into_iter().map(Sentence::begun).collect();
    // Who turns a knob is told first what comes of it.
    let here = || against(report, &first, usual).unwrap_or_else(|| plainly(report, &first, usual)).begun();
    if report.looked_at.is_some() && !is_opened_with(&sentences, usual, &first) {
        sentences.insert(0, here());
    }
    Opening { sentences, lever }
}

/// What to do, here and elsewhere along what is swept, in the words of a language; nothing where there is nothing short to say.
pub fn what_to_do(report: &Report, wordbook: &Wordbook) -> Vec<Sentence> {
    advice::advice(report, wordbook)
}

/// Whether the first sentence tells what the answer is in a case.
fn is_opened_with(sentences: &[Sentence], case: usize, first: &Reader<'_>) -> bool {
    sentences.first().is_some_and(|own| own.claims.first() == Some(&first.reads(case)))
}

/// Where a case is, in words: "at QV 4 with no white cubes"; nothing where there is one case only.
pub fn at(report: &Report, case: usize) -> String {
    said::at(report, case)
}

/// Where a case is along an axis, in words: "with 3 white cubes".
pub fn place(report: &Report, axis: Axis, case: usize) -> String {
    said::place(report, axis, case)
}

/// The axes along which there are several cases that are otherwise like one, each with these cases in its order.
pub fn axes(report: &Report, case: usize) -> Vec<(Axis, Vec<usize>)> {
    swing::axes(report, case)
}

/// Which of the first charts say something, by their order; then which of them stands beside the sentences.
pub fn lead(report: &Report) -> (Vec<bool>, Option<usize>) {
    let is_found = |chart: &Chart| chart.kind == ChartKind::Policy || super::finding(report, chart).is_some();
    let found: Vec<bool> = report.charts.iter().take(CHARTS).map(is_found).collect();
    let metric = subject::metric(report);
    let is_policy = |at: &usize| report.charts[*at].kind == ChartKind::Policy;
    let is_of_it = |at: &usize| !is_policy(at) && metric.as_deref() == Some(report.charts[*at].metric.as_str());
    let told = || (0..found.len()).filter(|&at| found[at]);
    // What to do comes first where there is a choice.
    let policy = || (0..found.len()).find(is_policy);
    let lead = policy().or_else(|| told().find(is_of_it)).or_else(|| told().next());
    (found.clone(), lead.or((!report.charts.is_empty()).then_some(0)))
}

/// What was hoped for against what was feared: "all dice succeed as often as all dice fail: 12.5% and 12.5%".
fn against(report: &Report, first: &Reader<'_>, usual: usize) -> Option<Sentence> {
    let second = subject::rival(report, first).map(|own| own.0).or_else(|| opposite(report, first))?;
    let (a, b) = (first.values[usual], second.values[usual]);
    let (more, less, high, low) =
        if a.value + MARGIN >= b.value { (first, &second, a, b) } else { (&second, first, b, a) };
    let times = high.value / low.value;
    let is_equal = (high.value - low.value).abs() <= MARGIN;
    let (high_text, low_text) = said::both(true, &high, &low);
    let how = match is_equal {
        true => "as often as".to_owned(),
        false if low.is_impossible() => return None,
        // Beside each other two chances that differ must not be said to and look alike.
        false if high_text == low_text => "hardly more often than".to_owned(),
        false if !(MULTIPLE..=FAR).contains(&times) => "more often than".to_owned(),
        false => format!("{} times as often as", said::times(times)),
    };
    let told = if is_equal { 1.0 } else { times };
    let sentence = Sentence::default()
        .words(format!("{}{} {how} {}: ", more.before(&said::at(report, usual)), more.event(), less.event()))
        .figure(high_text, more.tone())
        .words(if is_equal { " and " } else { " against " })
        .figure(low_text, less.tone())
        .words(".")
        .claim(more.reads(usual))
        .claim(less.reads(usual));
    let sides = (more.quantity.clone(), less.quantity.clone());
    let is_told = is_equal || (MULTIPLE..=FAR).contains(&times);
    let sentence = match is_told {
        true => sentence.claim(OpeningClaim::Times { case: usual, more: sides.0, less: sides.1, times: told }),
        false => sentence,
    };
    Some(sentence.begun())
}

/// What was feared where the first number is what was hoped for, and the other way round.
fn opposite<'r>(report: &'r Report, first: &Reader<'_>) -> Option<Reader<'r>> {
    let Some(Kind::Category(outcomes)) = first.metric().map(|metric| &metric.kind) else { return None };
    let tone = match first.tone() {
        Tone::Success => Tone::Failure,
        Tone::Failure => Tone::Success,
        Tone::Mixed | Tone::Neutral => return None,
    };
    let mut codes = (0..).zip(outcomes).filter(|(_, outcome)| outcome.tone == tone).map(|(code, _)| code);
    let (code, None) = (codes.next()?, codes.next()) else { return None };
    let Quantity::Metric(own) = &first.quantity else { return None };
    if report.hangs_on_ties(&own.metric) {
        return None;
    }
    Reader::new(report, &Headline { measure: Measure::Is(code), label: String::new(), ..own.clone() })
}

/// The first number as it is: "the turn is cut short 30% of the time".
fn plainly(report: &Report, first: &Reader<'_>, usual: usize) -> Sentence {
    first.told(usual, &said::at(report, usual), Numerals::ENGLISH).words(".").begun()
}

/// Of a single case: what its other numbers are.
fn others(report: &Report, first: &Reader<'_>) -> Vec<Sentence> {
    const MOST: usize = 2;
    // What hangs on ties is told with all that it may be.
    let asked = (0..report.asks.len()).filter_map(|at| Reader::of_ask(report, at));
    let read_first = report.headlines.iter().filter_map(|statistic| Reader::new(report, statistic));
    let asked = subject::second(report, first).into_iter().chain(asked);
    let mut seen = vec![key(first), ties::label(report, first).to_owned()];
    let mut told = Vec::new();
    for reader in asked.chain(read_first) {
        // Of what is not reckoned under all plays that are as good nothing is told.
        let is_open = ties::is_unknown(report, &reader);
        let called = [key(&reader), ties::label(report, &reader).to_owned()];
        if told.len() < MOST && !called.iter().any(|own| seen.contains(own)) && !is_open {
            seen.extend(called);
            let spread = ties::spread(report, &reader, 0);
            let sentence = spread.unwrap_or_else(|| reader.told(0, &said::at(report, 0), Numerals::ENGLISH));
            told.push(sentence.words(".").begun());
        }
    }
    told
}

/// What one number of a metric is told of: once of each, but for questions.
fn key(reader: &Reader<'_>) -> String {
    match &reader.quantity {
        Quantity::Metric(own) => own.metric.clone(),
        Quantity::Ask(at) => at.to_string(),
    }
}

/// Whether a number is exact enough to be told as a fact.
fn is_sure(estimate: &Estimate) -> bool {
    estimate.is_exact && estimate.high - estimate.low <= MARGIN
}
