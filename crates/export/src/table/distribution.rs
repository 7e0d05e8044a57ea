//! The distribution of the main number of a single case: a row with a bar for each value, then
//! mean, standard deviation and median.

use std::fmt::Write;

use super::cells::{best_text, share_bar};
use super::options::Options;
use super::value_groups::{MAX_ROWS, ValueGroup, value_groups};
use oddsmith_model::figures::{NumberKind, Numerals};
use oddsmith_model::messages::Messages;
use oddsmith_model::odds::Mass;
use oddsmith_model::printable::printable_line;
use oddsmith_model::provenance;
use oddsmith_model::report::{Distribution, Observed, Reading, Report};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{Headline, Measure};
use oddsmith_model::summary;
use oddsmith_model::table::{Column, Table};

/// The length of the longest bar, in characters.
const LONGEST_BAR: usize = 40;
/// The greatest width of the table.
const WIDEST: usize = 80;
/// The minimal number of rows of a distribution with many values.
pub(super) const FEWEST_ROWS: usize = 6;
/// The indentation of the rows.
const INDENT: &str = "  ";

/// The distribution of one metric in one case.
pub(super) struct DistributionTable<'r> {
    observed: &'r Observed,
    distribution: &'r Distribution,
    report: &'r Report,
    /// The maximal number of rows, apart from rows for 0 and for trials without a value.
    most_rows: usize,
}

/// A row of the table: one value or a group of values.
struct DistributionRow {
    label: String,
    chance: Reading,
    at_least: Option<Reading>,
    at_most: Option<Reading>,
}

impl<'r> DistributionTable<'r> {
    /// Returns the distribution of the first subject that is not a flag, because the chance of a
    /// flag has a row anyway. If columns of "at least" or "at most" were requested, a subject with
    /// numbers is preferred. Returns `None` if there are several cases.
    pub(super) fn for_single_case(
        report: &'r Report,
        options: &Options,
    ) -> Option<DistributionTable<'r>> {
        let [case] = report.cases.as_slice() else {
            return None;
        };
        let tables: Vec<DistributionTable<'r>> = subjects(report)
            .iter()
            .filter_map(|subject| {
                let observed = case.observed(&subject.metric)?;
                let distribution = case.distribution(&subject.metric, subject.step)?;
                Some(DistributionTable {
                    observed,
                    distribution,
                    report,
                    most_rows: MAX_ROWS,
                })
            })
            .filter(|distribution| distribution.observed.metric.kind != Kind::Flag)
            .collect();
        let is_ordered = |distribution: &DistributionTable<'_>| distribution.observed.is_number();
        let index = tables
            .iter()
            .position(is_ordered)
            .filter(|_| options.at_least || options.at_most)
            .unwrap_or(0);
        tables.into_iter().nth(index)
    }

    /// Returns the table with at most this many rows, but with at least a few.
    pub(super) fn with_rows(self, most: usize) -> DistributionTable<'r> {
        DistributionTable {
            most_rows: most.clamp(FEWEST_ROWS, MAX_ROWS),
            ..self
        }
    }

    /// Returns whether any trial has a value, as far as is known.
    pub(super) fn has_values(&self) -> bool {
        self.distribution
            .pmf()
            .is_some_and(|pmf| !pmf.masses().is_empty())
            || self.distribution.tally.total() > 0
    }

    /// Returns whether everything that the table prints is exact.
    pub(super) fn is_exact(&self) -> bool {
        let is_settled = self
            .distribution
            .exact
            .as_ref()
            .is_some_and(|exact| exact.is_settled());
        let has_moments =
            self.distribution.exact_mean().is_some() && self.distribution.exact_sd().is_some();
        is_settled && (has_moments || !self.observed.is_number())
    }

    /// Returns whether the distribution already prints this headline: its mean, or the chance of an
    /// outcome.
    pub(super) fn contains(&self, headline: &Headline) -> bool {
        let is_printed = match headline.measure {
            Measure::Mean => self.observed.is_number(),
            Measure::Is(_) => !self.observed.is_number(),
            Measure::AtLeast(_) | Measure::AtMost(_) => false,
        };
        let is_of_it = headline.metric == self.observed.metric.name
            && (headline.step == self.distribution.step
                || headline.step.is_none() && self.observed.distributions.len() == 1);
        is_of_it && is_printed && !self.report.depends_on_ties(&headline.metric)
    }

    /// Returns the table with its notes.
    pub(super) fn text(&self, options: &Options) -> String {
        let mut text = format!("\n{}\n", printable_line(&self.heading()));
        for line in self.table(options).to_text(usize::MAX).lines() {
            let _ = writeln!(text, "{}", format!("{INDENT}{line}").trim_end());
        }
        text.push_str(&self.statistics());
        for note in self.notes(options) {
            let _ = writeln!(text, "{}", printable_line(&note));
        }
        text
    }

    /// Returns whether any cell contains this sign.
    pub(super) fn has(&self, sign: char, options: &Options) -> bool {
        self.table(options).contains(sign) || self.statistics().contains(sign)
    }

    /// Returns the metric's label, with the step if the metric has several steps.
    fn heading(&self) -> String {
        let metric = &self.observed.metric;
        match self.distribution.step {
            Some(step) if self.observed.distributions.len() > 1 => {
                format!("{}, {}", metric.label, metric.step.step_label(step))
            }
            _ => metric.label.clone(),
        }
    }

    fn table(&self, options: &Options) -> Table {
        let rows = self.rows();
        let has_tails = options.at_least || options.at_most;
        let labels = rows.iter().map(|row| row.label.clone());
        let mut columns = vec![if self.observed.is_number() {
            Column::numbers("", labels)
        } else {
            Column::text("", labels)
        }];
        let chance = if has_tails && self.observed.is_number() {
            "exactly"
        } else {
            ""
        };
        let text = |reading: &Option<Reading>| reading.as_ref().map_or_else(String::new, best_text);
        columns.push(Column::numbers(
            chance,
            rows.iter().map(|row| best_text(&row.chance)),
        ));
        if options.at_least && self.observed.is_number() {
            columns.push(Column::numbers(
                "at least",
                rows.iter().map(|row| text(&row.at_least)),
            ));
        }
        if options.at_most && self.observed.is_number() {
            columns.push(Column::numbers(
                "at most",
                rows.iter().map(|row| text(&row.at_most)),
            ));
        }
        let used: usize = INDENT.len() + columns.iter().map(Column::text_width).sum::<usize>();
        let longest = options
            .width
            .min(WIDEST)
            .saturating_sub(used + 2)
            .min(LONGEST_BAR);
        // The bars belong to the last column.
        let is_number = self.observed.is_number();
        let drawn = |row: &DistributionRow| {
            let tail = match (options.at_least, options.at_most) {
                (_, true) if is_number => row.at_most.as_ref(),
                (true, _) if is_number => row.at_least.as_ref(),
                _ => None,
            };
            tail.unwrap_or(&row.chance).exact_or_estimate()
        };
        let greatest = rows.iter().map(drawn).fold(0.0, f64::max);
        let bar = |row: &DistributionRow| {
            if greatest > 0.0 {
                share_bar(drawn(row) / greatest, longest)
            } else {
                String::new()
            }
        };
        columns.push(Column::text("", rows.iter().map(bar)));
        Table::new(columns)
    }

    /// Returns a row for each value or group of values. An event that may never happen has a last
    /// row for that.
    fn rows(&self) -> Vec<DistributionRow> {
        let confidence = self.report.run.confidence;
        if let Kind::Category(outcomes) = &self.observed.metric.kind {
            let mut codes: Vec<i64> = (0..).zip(outcomes).map(|(code, _)| code).collect();
            codes.sort_by_key(|&code| self.observed.metric.drawing_rank(code));
            let chances = self.observed.chances(self.distribution, &codes, confidence);
            let row = |(code, chance): (i64, Reading)| DistributionRow {
                label: self.observed.value_label(code),
                chance,
                at_least: None,
                at_most: None,
            };
            return codes.into_iter().zip(chances).map(row).collect();
        }
        let is_of_all = self.observed.metric.kind == Kind::When;
        let possible = if is_of_all {
            self.distribution.rows_of_all(confidence)
        } else {
            self.distribution.rows(confidence)
        };
        let mut rows: Vec<DistributionRow> = value_groups(possible, self.most_rows)
            .iter()
            .map(|group| self.row(group))
            .collect();
        if is_of_all && self.distribution.may_be_absent() {
            rows.push(self.never_row());
        }
        rows
    }

    /// Returns the row for trials in which the event never happens.
    fn never_row(&self) -> DistributionRow {
        let absent = self.observed.metric.absent.as_str();
        let row = self
            .distribution
            .absent_share_row(self.report.run.confidence);
        let chance = Reading {
            estimate: row.estimate,
            interval: row.interval,
            exact: row.exact.map(Mass::value),
            kind: NumberKind::Chance,
            unresolved: self
                .distribution
                .exact
                .as_ref()
                .map_or(0.0, |exact| exact.unresolved),
        };
        let label = if absent.is_empty() { "never" } else { absent }.to_owned();
        DistributionRow {
            label,
            chance,
            at_least: None,
            at_most: None,
        }
    }

    fn row(&self, group: &ValueGroup) -> DistributionRow {
        let confidence = self.report.run.confidence;
        let is_of_all = self.observed.metric.kind == Kind::When;
        let allows = |value: i64| group.contains(value);
        let chance = if is_of_all {
            self.distribution.chance_of_all(confidence, allows)
        } else {
            self.distribution.chance(confidence, allows)
        };
        let read = |measure| Some(self.observed.read(self.distribution, measure, confidence));
        DistributionRow {
            label: group.label(|value| self.value_label(value)),
            chance,
            at_least: read(
                group
                    .first()
                    .map_or(Measure::AtLeast(i64::MIN), Measure::AtLeast),
            ),
            at_most: read(
                group
                    .last()
                    .map_or(Measure::AtMost(i64::MAX), Measure::AtMost),
            ),
        }
    }

    /// Returns a number, or the name of the step if the metric says when something happens.
    fn value_label(&self, value: i64) -> String {
        let step = || {
            self.observed
                .metric
                .step
                .step_name(u32::try_from(value).ok()?)
        };
        match self.observed.metric.kind {
            Kind::When => step().map_or_else(|| value.to_string(), |step| step.label.clone()),
            _ => Numerals::ENGLISH.fixed(value as f64, 0),
        }
    }

    /// Returns "mean 2.50   sd 1.12   median 3"; empty for a category.
    fn statistics(&self) -> String {
        if !self.observed.is_number() {
            return String::new();
        }
        let mean = self
            .distribution
            .read(Measure::Mean, self.report.run.confidence);
        let sd = self
            .distribution
            .exact_sd()
            .or_else(|| self.distribution.tally.sd());
        let sd = sd.map(|sd| format!("sd {}", Numerals::ENGLISH.mean(sd)));
        let median = self
            .distribution
            .quantile(50)
            .map(|value| format!("median {}", self.value_label(value)));
        let parts: Vec<String> = [format!("mean {}", best_text(&mean))]
            .into_iter()
            .chain(sd)
            .chain(median)
            .collect();
        format!("{INDENT}{}\n", parts.join("   "))
    }

    /// Returns notes on what the rows and the statistics leave out.
    fn notes(&self, options: &Options) -> Vec<String> {
        let metric = &self.observed.metric;
        let mut notes = Vec::new();
        if self.observed.is_number() && self.distribution.may_be_absent() {
            let is_noted = |headline: &Headline| {
                headline.metric == metric.name && !self.observed.counts_all_trials(headline.measure)
            };
            let line = provenance::absence_sentence(
                self.observed,
                self.report,
                [self.distribution].into_iter(),
                Messages::english(),
            );
            notes.extend(line.filter(|_| !self.report.headlines.iter().any(is_noted)));
        }
        if self.report.depends_on_ties(&metric.name) {
            notes.push(
                "Several plays are equally good. This distribution is for the play that takes the first option on offer."
                    .to_owned(),
            );
        }
        if !self.observed.is_number() && (options.at_least || options.at_most) {
            notes.push(
                "Its outcomes have no order, so there is no “at least” or “at most”.".to_owned(),
            );
        }
        notes
    }
}

/// Returns the metrics that a case is about, most important first: the metric of the first
/// sentence, then the questions, then the headlines.
fn subjects(report: &Report) -> Vec<Headline> {
    let first = summary::metric(report);
    let asked = report.asks.iter().filter_map(|ask| ask.plain.as_ref());
    let mut headlines: Vec<Headline> = asked.chain(&report.headlines).cloned().collect();
    headlines.sort_by_key(|headline| first.as_ref() != Some(&headline.metric));
    headlines
}
