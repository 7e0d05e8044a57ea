//! What a report's title says of what is counted: metrics, outcomes and steps that it names, and the kind of number that it wants.

use super::named::words;
use crate::findings::words::capital;
use crate::report::{Report, Swept};
use crate::rule::metric::{Kind, Outcome, ShownMetric, Wording};
use crate::rule::presentation::{Headline, Measure};

/// What a title says.
pub(super) struct Title {
    lowered: String,
    words: Vec<String>,
    /// Those that are no names of what is varied, nor what a step is called: these say nothing of what is read.
    telling: Vec<String>,
    wants_mean: bool,
    wants_chance: bool,
}

impl Title {
    pub(super) fn of(report: &Report, text: &str) -> Title {
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
    pub(super) fn hits(&self, text: &str) -> usize {
        let own = words(text);
        self.telling.iter().filter(|word| own.contains(word)).count()
    }

    /// How much speaks for a number: its metric, its outcome, its step, and whether it is the kind of number that is asked for.
    pub(super) fn score(&self, report: &Report, own: &Headline) -> usize {
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
    pub(super) fn outcomes(&self, metric: &ShownMetric) -> Vec<i64> {
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
    pub(super) fn steps(&self, metric: &ShownMetric) -> Vec<Option<u32>> {
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
    pub(super) fn named(&self, metric: &ShownMetric) -> Vec<Headline> {
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
