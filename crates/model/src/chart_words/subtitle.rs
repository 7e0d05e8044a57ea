//! Subtitles of charts: what is plotted, and the parameters that stay fixed.

use super::PlainChart;
use super::title::Plotted;
use crate::labels::{capitalize, uncapitalize};
use crate::messages::Word;
use crate::report::policy_grid::shown_variant;
use crate::report::{Axis, Observed};
use crate::rule::metric::Kind;
use crate::rule::presentation::ChartKind;

impl PlainChart<'_> {
    /// Returns the subtitle: what is plotted, and what is fixed. Below a plain title, it does not
    /// repeat the subject.
    pub(super) fn subtitle(&self, is_below_plain: bool) -> String {
        let shows = self.plotted_text();
        let plotted = if is_below_plain || self.chart.policy.is_some() {
            shows
        } else if shows.is_empty() {
            self.title()
        } else if !self.shows_one_chance() {
            self.with_axes(&shows)
        } else {
            self.words.fill(
                Word::SayShown,
                &[("what", &self.title()), ("shown", &self.plotted_phrase())],
            )
        };
        let mut parts = vec![plotted];
        let held = self.held_values();
        parts.extend((!held.is_empty()).then(|| capitalize(&held.join(", "))));
        parts.extend(self.family_text());
        parts.extend(self.end_text());
        let is_one_play = !self.shows_only_aim() && self.report.depends_on_ties(&self.chart.metric);
        parts.extend(is_one_play.then(|| self.words.text(Word::OneOfTies).to_owned()));
        parts.retain(|part| !part.is_empty());
        parts.join(". ")
    }

    /// Returns whether it shows only the aim of best play.
    fn shows_only_aim(&self) -> bool {
        let reads_one = matches!(
            self.chart.kind,
            ChartKind::Lines | ChartKind::Heatmap | ChartKind::Policy
        );
        let is_aim = |aim: &crate::rule::presentation::Headline| {
            aim.metric == self.chart.metric && aim.measure == self.chart.measure
        };
        self.chart.policy.is_some() || reads_one && self.report.aim().is_some_and(is_aim)
    }

    /// Returns whether it shows the probability of one event, which must be named: "4 or more".
    fn shows_one_chance(&self) -> bool {
        match self.chart.kind {
            ChartKind::Distribution => self.kind() == Some(&Kind::Flag),
            _ => matches!(self.plotted(), Plotted::Chance(_) | Plotted::Value(_)),
        }
    }

    /// Returns what is plotted, for use inside a sentence.
    fn plotted_phrase(&self) -> String {
        let shows = self.plotted_text();
        if self.words.is_translated() {
            shows
        } else {
            uncapitalize(&shows)
        }
    }

    fn plotted_text(&self) -> String {
        let words = self.words;
        let say = |word| words.text(word).to_owned();
        match self.chart.kind {
            ChartKind::Stacked if matches!(self.kind(), Some(Kind::Count | Kind::When)) => {
                say(Word::ShowsValues)
            }
            ChartKind::Stacked => say(Word::ShowsOutcomes),
            ChartKind::Fan => {
                let [half, most] = ["50", "90"].map(|number| words.percent(number));
                words.fill(Word::ShowsFan, &[("half", &half), ("most", &most)])
            }
            ChartKind::AtLeast | ChartKind::Compare => say(Word::ShowsAtLeast),
            ChartKind::AtMost => say(Word::ShowsAtMost),
            ChartKind::Distribution if self.kind() == Some(&Kind::Flag) => say(Word::ShowsChance),
            ChartKind::Distribution => say(Word::ShowsValues),
            ChartKind::Policy => self.sides(),
            ChartKind::States => say(Word::ShowsStates),
            ChartKind::Lines => match self.plotted() {
                Plotted::Chance(_) => String::new(),
                Plotted::Value(_) => say(Word::ShowsChance),
                Plotted::Whole(_) => say(Word::ShowsMean),
            },
            ChartKind::Heatmap => match self.plotted() {
                Plotted::Chance(_) => say(Word::ShowsPercent),
                Plotted::Value(_) => {
                    words.fill(Word::InPercent, &[("what", words.text(Word::ShowsChance))])
                }
                Plotted::Whole(_) => say(Word::ShowsMean),
            },
        }
    }

    /// Returns everything that is fixed, each value with its name.
    fn held_values(&self) -> Vec<String> {
        let numerals = self.words.numerals();
        // A no-break space keeps the name and the number on one line.
        let labelled = |label: &str, value: &str| match value.parse::<f64>() {
            Ok(_) => format!("{label}:\u{a0}{}", numerals.localize_digits(value)),
            Err(_) => format!("{label}: {}", self.words.value(value)),
        };
        let fixed = self
            .report
            .fixed
            .iter()
            .map(|(label, value)| labelled(&with_owner_last(label), value));
        let mut held: Vec<String> = fixed.collect();
        for &(parameter, value) in &self.chart.held {
            let swept = &self.report.sweep[parameter];
            held.push(labelled(
                &with_owner_last(&swept.label),
                &swept.value(value, self.words),
            ));
        }
        if let Some((metric, _, step)) = self.step().filter(|_| self.words.is_translated()) {
            held.push(labelled(
                metric.step.word(),
                &self.report.step_name(&metric.name, step),
            ));
        }
        if let Some(policy) = &self.chart.policy {
            let words = self.report.words_of(&policy.choice);
            let label = |name: &str| {
                words
                    .and_then(|words| words.part(name))
                    .unwrap_or(name)
                    .to_owned()
            };
            held.extend(
                policy
                    .held
                    .iter()
                    .map(|(name, value)| labelled(&label(name), value)),
            );
        }
        let variant = self.chart.variant;
        let variant = variant
            .or_else(|| shown_variant(self.report, self.chart))
            .filter(|_| self.chart.family.is_empty() && !self.chart.is_panel);
        let quoted = |variant: usize| self.words.quote(&self.report.variants[variant]);
        held.extend(variant.map(|variant| {
            self.words
                .fill(Word::WithVariant, &[("name", &quoted(variant))])
        }));
        held
    }

    /// Returns which variants it shows, if these are not all variants or if they have the same
    /// odds.
    fn family_text(&self) -> Option<String> {
        let names = self
            .chart
            .family
            .iter()
            .flatten()
            .map(|&variant| self.report.variants[variant].as_str());
        let names: Vec<&str> = names.collect();
        let variant_count = self.report.variants.len();
        Some(
            match (self.chart.family.len(), names.len() == variant_count) {
                (0, _) => return None,
                (1, true) => self.words.text(Word::SameWithAll).to_owned(),
                (1, false) => {
                    let names = self.words.join_names(&names, Word::And);
                    self.words.fill(Word::SameWith, &[("names", &names)])
                }
                (_, true) => return None,
                (_, false) => {
                    let [some, variant_count] =
                        [names.len(), variant_count].map(|count| count.to_string());
                    self.words.fill(
                        Word::SomeVariants,
                        &[("some", &some), ("all", &variant_count)],
                    )
                }
            },
        )
    }

    /// Returns where the chart ends, if it ends before the last step.
    fn end_text(&self) -> Option<String> {
        let (_, end) = self
            .chart
            .rows
            .filter(|_| self.chart.x == Axis::Steps && self.chart.sheet.is_none())?;
        let Observed {
            metric,
            distributions,
        } = self.observed()?;
        let last = distributions
            .get(end.checked_sub(1)?)
            .filter(|_| end < distributions.len())?
            .step?;
        let place = match self.report.shared_step_name(&metric.name, last) {
            Some(name) => name.to_owned(),
            None => format!("{} {last}", metric.step.word()),
        };
        Some(self.words.fill(
            Word::EndsWith,
            &[("place", &place), ("share", &self.words.percent("5"))],
        ))
    }
}

/// Moves the name of the entry behind the label: "Shield: Cost" becomes "Cost (Shield)".
fn with_owner_last(label: &str) -> String {
    match label.split_once(": ") {
        Some((owner, label)) => format!("{label} ({owner})"),
        None => label.to_owned(),
    }
}
