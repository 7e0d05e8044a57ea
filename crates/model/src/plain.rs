//! A chart under a plain title instead of a finding, and what is plotted, in the words of a wordbook.

use crate::report::{Axis, Case, Chart, Observed, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Measure};
use crate::wordbook::{Word, Wordbook};

/// A chart as it is told without a finding.
pub(crate) struct PlainChart<'a> {
    report: &'a Report,
    chart: &'a Chart,
    wordbook: &'a Wordbook,
    cases: Vec<&'a Case>,
}

impl<'a> PlainChart<'a> {
    pub(crate) fn of(report: &'a Report, chart: &'a Chart, wordbook: &'a Wordbook) -> PlainChart<'a> {
        PlainChart { report, chart, wordbook, cases: report.cases_of(chart) }
    }

    fn observed(&self) -> Option<&Observed> {
        self.chart.observed(&self.cases)
    }

    /// "Treffer, nach Qualität".
    pub(crate) fn title(&self) -> String {
        if let Some(policy) = &self.chart.policy {
            return self.wordbook.fill(Word::BestPlay, &[("choice", &self.report.choice_label(&policy.choice))]);
        }
        let label = self.chart.label(&self.cases);
        let what = match self.reads() {
            Some(read) => format!("{label}: {read}"),
            None => label,
        };
        self.by(&what)
    }

    /// What a chart of lines or a heat map reads of its metric: an outcome, "mindestens 2"; nothing of a mean.
    fn reads(&self) -> Option<String> {
        let metric = &self.observed()?.metric;
        if !matches!(self.chart.kind, ChartKind::Lines | ChartKind::Heatmap) {
            return None;
        }
        let number = |number: i64| self.wordbook.numerals().fixed(number as f64, 0);
        let bound = |word, value: i64| Some(self.wordbook.fill(word, &[("number", &number(value))]));
        match (&metric.kind, self.chart.measure) {
            (Kind::Category(outcomes), Measure::Is(code)) => {
                usize::try_from(code).ok().and_then(|code| outcomes.get(code)).map(|own| own.label.clone())
            }
            (Kind::Flag, Measure::Is(0)) => Some(self.wordbook.say(Word::No).to_owned()),
            (Kind::Count | Kind::When, Measure::AtMost(value)) => bound(Word::AtMost, value),
            (Kind::Count, Measure::AtLeast(value)) => bound(Word::AtLeast, value),
            (Kind::When, Measure::AtLeast(value)) if value > 1 => bound(Word::AtLeast, value),
            (Kind::Count | Kind::When, Measure::Is(value)) => Some(number(value)),
            _ => None,
        }
    }

    /// A text with what it is shown by.
    fn by(&self, what: &str) -> String {
        let axes = [Some(self.chart.x), self.chart.series].into_iter().flatten().filter_map(|axis| self.axis(axis));
        let family = (self.chart.family.len() > 1).then(|| self.wordbook.say(Word::VariantAxis).to_owned());
        let axes: Vec<String> = axes.chain(family).collect();
        let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
        match axes.is_empty() {
            true => what.to_owned(),
            false => {
                let axes = self.wordbook.in_a_row(&axes, Word::And);
                self.wordbook.fill(Word::By, &[("what", what), ("axes", &axes)])
            }
        }
    }

    fn axis(&self, axis: Axis) -> Option<String> {
        match axis {
            Axis::Sweep(at) => Some(self.report.sweep[at].label.clone()),
            Axis::Variants => Some(self.wordbook.say(Word::VariantAxis).to_owned()),
            Axis::Steps => Some(self.observed()?.metric.step.word().to_owned()),
            Axis::Values | Axis::Single => None,
        }
    }

    /// What is plotted, and what is the same throughout.
    pub(crate) fn subtitle(&self) -> String {
        let mut parts = vec![self.shows()];
        let held = self.held();
        parts.extend((!held.is_empty()).then(|| held.join(", ")));
        parts.extend(self.family());
        parts.extend(self.end());
        parts.join(". ")
    }

    fn shows(&self) -> String {
        let (wordbook, kind) = (self.wordbook, self.observed().map(|own| &own.metric.kind));
        let say = |word| wordbook.say(word).to_owned();
        let percent = |number| wordbook.percent(number);
        match self.chart.kind {
            ChartKind::Stacked => say(Word::ShowsOutcomes),
            ChartKind::Fan => wordbook.fill(Word::ShowsFan, &[("half", &percent("50")), ("most", &percent("90"))]),
            ChartKind::AtLeast | ChartKind::Compare => say(Word::ShowsAtLeast),
            ChartKind::Distribution if kind == Some(&Kind::Flag) => say(Word::ShowsChance),
            ChartKind::Distribution => say(Word::ShowsValues),
            ChartKind::Policy => say(Word::ShowsBest),
            ChartKind::States => say(Word::ShowsStates),
            _ if self.chart.measure == Measure::Mean && kind != Some(&Kind::Flag) => say(Word::ShowsMean),
            ChartKind::Heatmap => wordbook.fill(Word::InPercent, &[("what", wordbook.say(Word::ShowsChance))]),
            ChartKind::Lines => say(Word::ShowsChance),
        }
    }

    /// Everything that is the same throughout, each with its name.
    fn held(&self) -> Vec<String> {
        let numerals = self.wordbook.numerals();
        // No line ends between a name and its number.
        let told = |label: &str, value: &str| match value.parse::<f64>() {
            Ok(_) => format!("{label}:\u{a0}{}", numerals.written(value)),
            Err(_) => format!("{label}: {}", self.wordbook.value(value)),
        };
        let mut held: Vec<String> = self.report.fixed.iter().map(|(label, value)| told(label, value)).collect();
        for &(parameter, value) in &self.chart.held {
            let swept = &self.report.sweep[parameter];
            held.push(format!("{}:\u{a0}{}", swept.label, swept.value(value, self.wordbook)));
        }
        let stepped = self.observed().filter(|own| own.metric.steps.is_some_and(|(first, last)| first < last));
        if let (Some(own), Some(step), None) = (stepped, self.chart.step, &self.chart.policy) {
            held.push(told(own.metric.step.word(), &self.report.step_name(&own.metric.name, step)));
        }
        if let Some(policy) = &self.chart.policy {
            let words = self.report.words_of(&policy.choice);
            let label = |name: &str| words.and_then(|words| words.part(name)).unwrap_or(name).to_owned();
            held.extend(policy.held.iter().map(|(name, value)| told(&label(name), value)));
        }
        let variant = self.chart.variant.filter(|_| self.chart.family.is_empty() && !self.chart.is_panel);
        held.extend(variant.map(|variant| self.report.variants[variant].clone()));
        held
    }

    /// Which variants it shows, where these are not all or are all the same.
    fn family(&self) -> Option<String> {
        let names = self.chart.family.iter().flatten().map(|&variant| self.report.variants[variant].as_str());
        let names: Vec<&str> = names.collect();
        let all = self.report.variants.len();
        Some(match (self.chart.family.len(), names.len() == all) {
            (0, _) => return None,
            (1, true) => self.wordbook.say(Word::SameWithAll).to_owned(),
            (1, false) => {
                let names = self.wordbook.in_a_row(&names, Word::And);
                self.wordbook.fill(Word::SameWith, &[("names", &names)])
            }
            (_, true) => return None,
            (_, false) => {
                let [some, all] = [names.len(), all].map(|count| count.to_string());
                self.wordbook.fill(Word::SomeVariants, &[("some", &some), ("all", &all)])
            }
        })
    }

    /// Where it ends, if it ends before its steps do.
    fn end(&self) -> Option<String> {
        let (_, end) = self.chart.rows.filter(|_| self.chart.x == Axis::Steps && self.chart.sheet.is_none())?;
        let Observed { metric, laws } = self.observed()?;
        let last = laws.get(end.checked_sub(1)?).filter(|_| end < laws.len())?.step?;
        let place = match self.report.own_step_name(&metric.name, last) {
            Some(name) => name.to_owned(),
            None => format!("{} {last}", metric.step.word()),
        };
        Some(self.wordbook.fill(Word::EndsWith, &[("place", &place), ("share", &self.wordbook.percent("5"))]))
    }
}
