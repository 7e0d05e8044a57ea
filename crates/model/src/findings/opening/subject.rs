//! What a report is about: what its title names beyond doubt, else what its designer asks first or its player aims at, else what
//! its title may mean.

use super::named::words;
use super::reading::Reader;
use super::sentence::Quantity;
use crate::estimate::MARGIN;
use crate::findings::words::capital;
use crate::report::{Report, Swept};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Wording};
use crate::rule::presentation::{Headline, Measure};

/// The number that the first sentence tells.
pub(super) fn reader(report: &Report) -> Option<Reader<'_>> {
    let mut all = candidates(report).into_iter().filter_map(|own| Some((own.score, own.read(report)?)));
    let (score, first) = all.next()?;
    // What is the same in all cases answers nothing where something else differs, unless the title means just that.
    let differs = |own: &Reader<'_>| {
        let value = |at: usize| own.values[at].value;
        let is_beside =
            |at: usize| report.cases[at].variant.is_none() || report.cases[at].point == report.cases[0].point;
        (0..report.cases.len()).any(|at| is_beside(at) && (value(at) - value(0)).abs() > MARGIN)
    };
    // Nor does what is never there, of one case.
    let says = |own: &Reader<'_>| match own.values.len() {
        1 => own.values[0].value.abs() > MARGIN,
        _ => differs(own),
    };
    if score >= MEANT || !report.asks.is_empty() || says(&first) {
        return Some(first);
    }
    Some(all.map(|own| own.1).find(says).unwrap_or(first))
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

/// What the title holds a chance against, of the same metric: "Does Bruno buy more often than Cleo?".
pub(super) fn rival<'r>(report: &'r Report, first: &Reader<'_>) -> Option<Reader<'r>> {
    let Quantity::Metric(own) = &first.quantity else { return None };
    let metric = first.metric().filter(|metric| first.is_chance() && !report.hangs_on_ties(&metric.name))?;
    if !report.title.contains(" than ") {
        return None;
    }
    let title = Title::of(report, &report.title);
    let at = |code| Headline { measure: Measure::Is(code), label: String::new(), ..own.clone() };
    let on = |step| Headline { step, label: String::new(), ..own.clone() };
    let outcomes = title.outcomes(metric).into_iter().map(at);
    let units = title.steps(metric).into_iter().map(on);
    let named: Vec<Headline> = if metric.outcomes().is_empty() { units.collect() } else { outcomes.collect() };
    let is_first = |other: &Headline| (other.measure, other.step) == (own.measure, own.step);
    match &named[..] {
        [one, other] if is_first(one) => Reader::new(report, other),
        [one, other] if is_first(other) => Reader::new(report, one),
        _ => None,
    }
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
                let hangs = |own: &Headline| !ask.is_aim && report.hangs_on_ties(&own.metric);
                let reader = Reader::of_ask(report, *at).filter(|_| !ask.plain.as_ref().is_some_and(hangs))?;
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

/// What a title says.
struct Title {
    lowered: String,
    words: Vec<String>,
    /// Those that are no names of what is varied, nor what a step is called: these say nothing of what is read.
    telling: Vec<String>,
    wants_mean: bool,
    wants_chance: bool,
}

impl Title {
    fn of(report: &Report, text: &str) -> Title {
        let is_brief = |swept: &&Swept| swept.label.split_whitespace().count() <= 3;
        let labels = report.sweep.iter().filter(is_brief).map(|swept| &swept.label);
        let swept: Vec<String> =
            labels.chain(report.sweep.iter().map(|swept| &swept.short)).flat_map(|label| words(label)).collect();
        let metrics = report.cases.first().into_iter().flat_map(|case| &case.metrics);
        let step: Vec<String> =
            metrics.filter(|own| own.metric.is_of_steps()).flat_map(|own| words(own.metric.step.word())).collect();
        // Before a colon stands what the game is called.
        let question = text.rsplit(": ").next().filter(|own| own.contains('?'));
        let all = words(text);
        let telling = all.iter().filter(|word| !swept.contains(word) && !step.contains(word)).cloned().collect();
        let of_variants: Vec<String> = report.variants.iter().flat_map(|name| words(name)).collect();
        let lowered = text.to_lowercase();
        let has = |any: &[&str]| any.iter().any(|own| lowered.contains(own));
        Title {
            wants_mean: has(&[
                "how long", "how many", "how much", "how high", "how far", "how big", "how soon", "when do", "when is",
            ]),
            wants_chance: has(&["how often", "who ", "how safe", "how likely", "how risky", "how dangerous"]),
            // What a variant is called says nothing of an outcome.
            words: question
                .map_or_else(Vec::new, words)
                .into_iter()
                .filter(|word| !of_variants.contains(word))
                .collect(),
            telling,
            lowered,
        }
    }

    /// How many of its telling words a text has.
    fn hits(&self, text: &str) -> usize {
        let own = words(text);
        self.telling.iter().filter(|word| own.contains(word)).count()
    }

    /// How much speaks for a number: its metric, its outcome, its step, and whether it is the kind of number that is asked for.
    fn score(&self, report: &Report, own: &Headline) -> usize {
        let Some(observed) = report.cases.first().and_then(|case| case.observed(&own.metric)) else { return 0 };
        let metric = &*observed.metric;
        let hits = self.hits(&all_words(metric));
        let of_outcome = match own.measure {
            Measure::Is(code) if self.outcomes(metric).contains(&code) => 3,
            _ => 0,
        };
        let of_step = usize::from(own.step.is_some() && self.steps(metric).contains(&own.step)) * 3;
        // How long it takes until something happens hangs on whether it does.
        let is_time = metric.kind == Kind::When && self.wants_mean;
        let is_mean = own.measure == Measure::Mean && metric.kind != Kind::Flag;
        let is_meant = is_time || if is_mean { self.wants_mean } else { self.wants_chance };
        let of_metric = 2 * hits.min(1) + if hits > 1 && is_meant { 2 } else { 0 };
        let named = of_metric + of_outcome + of_step;
        named + usize::from(named > 0 && is_meant)
    }

    /// The outcomes of a metric that it names, all that each alone is called; in its own order.
    fn outcomes(&self, metric: &ShownMetric) -> Vec<i64> {
        let by = |told: &dyn Fn(&Outcome) -> Vec<String>| self.named_by(metric.outcomes().iter().map(told).collect());
        let mut found = by(&|own| words(&own.label));
        // By what it is called, or by the clause that tells it.
        for other in by(&|own| words(&own.clause)) {
            if !found.iter().any(|own| own.1 == other.1) {
                found.push(other);
            }
        }
        found.sort_unstable();
        found.into_iter().map(|own| own.1).collect()
    }

    /// Of several texts, as words, those of which it has all that none of the others has: where it has them, and which they are.
    fn named_by(&self, all: Vec<Vec<String>>) -> Vec<(usize, i64)> {
        let place = |at: usize| {
            let is_alone = |word: &&String| all.iter().filter(|own| own.contains(word)).count() == 1;
            let own: Vec<&String> = all[at].iter().filter(is_alone).collect();
            let places: Option<Vec<usize>> =
                own.iter().map(|word| self.words.iter().position(|own| own == *word)).collect();
            places?.into_iter().min()
        };
        (0..all.len()).filter_map(|at| Some((place(at)?, i64::try_from(at).ok()?))).collect()
    }

    /// The steps of a metric that it names: "Turn 5", "the Knight".
    fn steps(&self, metric: &ShownMetric) -> Vec<Option<u32>> {
        let word = metric.step.word().to_lowercase();
        // "Which hero ...?" asks for all of them.
        let is_any = self.lowered.contains(&format!("which {word}"));
        let is_named = |step: u32| match metric.step.own(step) {
            Some(_) if is_any => true,
            Some(own) => words(&own.label).iter().any(|own| self.words.contains(own)),
            None => {
                let told = format!("{word} {step}");
                let rest = self.lowered.split_once(&told).map(|(_, rest)| rest);
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            }
        };
        let Some((first, last)) = metric.steps.filter(|(first, last)| first < last) else { return Vec::new() };
        (first..=last).filter(|&step| is_named(step)).map(Some).collect()
    }

    /// The numbers of a metric that it names.
    fn named(&self, metric: &ShownMetric) -> Vec<Headline> {
        let of = |measure: Measure| Headline::new(&metric.name, measure, &metric.label);
        let measures: Vec<Headline> = match &metric.kind {
            Kind::Category(_) => self.outcomes(metric).into_iter().map(|code| of(Measure::Is(code))).collect(),
            _ if self.hits(&all_words(metric)) == 0 && self.steps(metric).is_empty() => Vec::new(),
            Kind::When => vec![of(Measure::Mean), happening(metric)],
            Kind::Count | Kind::Flag => vec![of(Measure::Mean)],
        };
        let steps = self.steps(metric);
        let at = |own: &Headline| match steps.is_empty() {
            true => vec![own.clone()],
            false => steps.iter().map(|&step| Headline { step, ..own.clone() }).collect(),
        };
        measures.iter().flat_map(at).collect()
    }
}

/// That it happens at all, under its own words.
fn happening(metric: &ShownMetric) -> Headline {
    let label = match &metric.wording {
        Wording::Event { yes, .. } => capital(yes),
        _ => metric.label.clone(),
    };
    Headline::new(&metric.name, Measure::AtLeast(1), &label)
}

/// All that a metric says of itself; of its outcomes what several of them say.
fn all_words(metric: &ShownMetric) -> String {
    let wording = match &metric.wording {
        Wording::Counted { many, .. } => many.as_str(),
        Wording::Amount(what) => what.as_str(),
        Wording::Event { yes, .. } => yes.as_str(),
        Wording::ByLabel | Wording::Named => "",
    };
    // What several outcomes say is of all of them.
    let outcomes: Vec<Vec<String>> = metric.outcomes().iter().map(|own| words(&own.clause)).collect();
    let is_shared = |word: &&String| outcomes.iter().filter(|own| own.contains(word)).count() > 1;
    let shared: Vec<&str> = outcomes.iter().flatten().filter(is_shared).map(String::as_str).collect();
    format!("{} {} {wording} {}", metric.name.replace('_', " "), metric.label, shared.join(" "))
}
