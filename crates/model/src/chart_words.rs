//! Titles and subtitles of charts, in the words of a language.
//!
//! A chart of the number that the headline of its report is about has the headline as its title. Any other chart is titled by
//! what it shows.

use std::borrow::Cow;

use crate::labels::{at_step, capital, counted, small, small_unless, within};
use crate::recommendation::chart_title;
use crate::report::balance::Balancing;
use crate::report::policy_grid::PolicyGrid;
use crate::report::sensitivity::Sensitivity;
use crate::report::{Axis, Case, Chart, Observed, Report, Swept, Value};
use crate::rule::metric::{Kind, ShownMetric, Wording};
use crate::rule::presentation::{ChartKind, Measure};
use crate::summary::{chart_headline, counts, even_sentence, owned};
use crate::wordbook::{Word, Wordbook};

/// Gives each chart of a report its title and its subtitle, where the scenario gives none, in English.
pub fn give_words(report: &mut Report) {
    let words = Wordbook::english();
    let worded = |chart: &Chart| with_words(report, chart, words);
    let charts = report.charts.iter().map(worded).collect();
    let even = report.told_charts.iter().filter_map(|chart| {
        let sentence = match chart.kind {
            ChartKind::Policy => recommended(report, chart, words)?,
            _ => even_sentence(report, chart, words)?.text(),
        };
        Some(Chart { title: sentence, ..chart.clone() })
    });
    (report.told_charts, report.charts) = (even.collect(), charts);
}

/// Returns a chart with the title and the subtitle that it has on paper.
pub fn on_paper<'c>(report: &Report, chart: &'c Chart) -> Cow<'c, Chart> {
    if !report.wordbook.is_foreign() {
        return Cow::Borrowed(chart);
    }
    let mut printed = with_words(report, chart, &report.wordbook);
    if let Some((nth, all)) = chart.sheet.filter(|_| !chart.is_titled && !chart.is_panel) {
        printed.title = in_sheets(&printed.title, nth, all, &report.wordbook);
    }
    Cow::Owned(printed)
}

fn with_words(report: &Report, chart: &Chart, words: &Wordbook) -> Chart {
    let plain = PlainChart { report, chart, words, cases: report.cases_of(chart) };
    let mut worded = chart.clone();
    let mut is_plain = false;
    if !chart.is_titled && !chart.is_panel {
        let headline = chart_headline(report, chart, words).map(|sentence| sentence.title());
        worded.is_headed = headline.is_some();
        let title = headline.or_else(|| chart.policy.as_ref().and_then(|_| recommended(report, chart, words)));
        is_plain = title.is_none();
        worded.title = title.unwrap_or_else(|| plain.title());
    }
    if !chart.is_subtitled {
        worded.subtitle = plain.subtitle(is_plain);
    }
    worded
}

/// The title of a map of best play: the recommended rule, or that it does not matter.
fn recommended(report: &Report, chart: &Chart, words: &Wordbook) -> Option<String> {
    let all_tied = || {
        let grid = PolicyGrid::read(report, chart).ok()?;
        let is_free = grid.cells.iter().flatten().flatten().all(|cell| cell.loss.is_none());
        let choice = report.choice_label(&chart.policy.as_ref()?.choice);
        is_free.then(|| words.fill(Word::SayAllTied, &[("choice", choice.trim_end_matches([':', '?']))]))
    };
    chart_title(report, chart, words).or_else(all_tied)
}

/// Returns the title of one of several sheets of a chart.
pub fn in_sheets(title: &str, nth: usize, all: usize, words: &Wordbook) -> String {
    let [nth, all] = [nth, all].map(|number| number.to_string());
    words.fill(Word::Sheet, &[("title", title), ("nth", &nth), ("all", &all)]).trim_start().to_owned()
}

/// Returns the title of the chart of what matters most.
pub fn tornado_title(report: &Report, sensitivity: &Sensitivity) -> String {
    crate::summary::largest_effect(sensitivity, &report.wordbook)
}

/// Returns the title of the chart of a search for numbers: how many settings meet all goals.
pub fn balance_title(report: &Report, balancing: &Balancing) -> String {
    crate::summary::balance::title(balancing, &report.wordbook)
}

/// A chart that is titled by what it shows.
struct PlainChart<'a> {
    report: &'a Report,
    chart: &'a Chart,
    words: &'a Wordbook,
    cases: Vec<&'a Case>,
}

impl PlainChart<'_> {
    fn observed(&self) -> Option<&Observed> {
        self.chart.observed(&self.cases)
    }

    /// "Successes, by Quality Value".
    fn title(&self) -> String {
        if let Some(policy) = &self.chart.policy {
            return self.words.fill(Word::BestPlay, &[("choice", &self.report.choice_label(&policy.choice))]);
        }
        let label = self.chart.label(&self.cases);
        if self.chart.kind == ChartKind::States {
            return self.words.fill(Word::StatesOf, &[("label", &label)]);
        }
        // Another language has the step among what is the same throughout.
        let step = self.step().filter(|_| !self.words.is_foreign());
        let step = step.map_or_else(String::new, |(metric, name, step)| at_step(metric, name, step));
        let label = label + &step;
        match (self.reads(), self.happens().map(|happens| happens + &step)) {
            (Some(read), _) => match self.counts_at_least(read.as_str(), &step) {
                Some(things) => self.by(&self.words.fill(Word::ChanceOf, &[("things", &things)])),
                None if self.names_numbers() => {
                    let chance = self.words.fill(Word::ChanceOf, &[("things", &read)]);
                    self.by(&format!("{chance}: {label}"))
                }
                None => self.by(&format!("{label}: {read}")),
            },
            (None, Some(happens)) if self.is_chance_of_event() => {
                self.by(&self.words.fill(Word::ChanceThat, &[("event", &happens)]))
            }
            (None, Some(happens)) => self.by(&capital(&happens)),
            (None, None) => self.by(&label),
        }
    }

    /// Whether the title says that chances of an event are plotted: the subtitle does not repeat that.
    fn is_chance_of_event(&self) -> bool {
        let has_phrase = || match self.reads() {
            Some(read) => self.names_numbers() || self.counts_at_least(&read, "").is_some(),
            None => self.happens().is_some(),
        };
        self.plots_chances() && has_phrase()
    }

    /// What happens where a flag is true, or the outcome that is plotted, in the words of the rule's author, which are English.
    fn happens(&self) -> Option<String> {
        let metric = &self.observed()?.metric;
        match (&metric.kind, &metric.wording, self.chart.measure) {
            _ if self.words.is_foreign() => None,
            (Kind::Flag, Wording::Event { yes, .. }, _) => Some(yes.clone()),
            (Kind::Category(outcomes), _, Measure::Is(code)) if self.plots_chances() => {
                let outcome = usize::try_from(code).ok().and_then(|code| outcomes.get(code))?;
                (!outcome.clause.is_empty()).then(|| outcome.clause.clone())
            }
            _ => None,
        }
    }

    /// "2 or more Acts left in Turn 12", if the metric counts things and so many or more of them are plotted.
    fn counts_at_least(&self, read: &str, step: &str) -> Option<String> {
        let metric = &self.observed()?.metric;
        let is_many = matches!(self.chart.measure, Measure::AtLeast(least) if least > 0) && metric.kind == Kind::Count;
        let label = self.chart.label(&self.cases);
        counted(&label).filter(|_| is_many && !self.words.is_foreign())?;
        Some(format!("{read} {}{step}", within(metric, &label)))
    }

    /// Whether the title names the numbers whose chance is plotted: "Chance of −1 or less: Degree of Success".
    fn names_numbers(&self) -> bool {
        let is_number = |observed: &Observed| observed.metric.kind == Kind::Count;
        self.observed().is_some_and(is_number) && !self.words.is_foreign()
    }

    /// Whether chances of one thing are plotted.
    fn plots_chances(&self) -> bool {
        matches!(self.chart.kind, ChartKind::Lines | ChartKind::Heatmap)
    }

    /// What a chart of lines or a heat map reads of its metric: an outcome, "2 oder mehr"; nothing of a mean.
    fn reads(&self) -> Option<String> {
        let metric = &self.observed()?.metric;
        let is_category = matches!(metric.kind, Kind::Category(_));
        if !self.plots_chances() || is_category && self.happens().is_some() {
            return None;
        }
        let number = |number: i64| self.words.numerals().fixed(number as f64, 0);
        let bound = |word, value: i64| Some(self.words.fill(word, &[("place", &number(value))]));
        match (&metric.kind, self.chart.measure) {
            (Kind::Category(outcomes), Measure::Is(code)) => {
                usize::try_from(code).ok().and_then(|code| outcomes.get(code)).map(|own| own.label.clone())
            }
            (Kind::Flag, Measure::Is(0)) => Some(self.words.say(Word::No).to_owned()),
            (Kind::Count | Kind::When, Measure::AtMost(value)) => bound(Word::SayOrLess, value),
            (Kind::Count, Measure::AtLeast(value)) => bound(Word::SayOrMore, value),
            (Kind::When, Measure::AtLeast(value)) if value > 1 => bound(Word::SayOrMore, value),
            (Kind::Count | Kind::When, Measure::Is(value)) => Some(number(value)),
            _ => None,
        }
    }

    /// A text with what it is shown by.
    fn by(&self, what: &str) -> String {
        let axes = [Some(self.chart.x), self.chart.series].into_iter().flatten().filter_map(|axis| self.axis(axis));
        let family = (self.chart.family.len() > 1).then(|| self.words.say(Word::VariantAxis).to_owned());
        let axes: Vec<String> = axes.chain(family).collect();
        let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
        if axes.is_empty() {
            return what.to_owned();
        }
        let axes = self.words.in_a_row(&without_repeated_owner(&axes), Word::And);
        self.words.fill(Word::By, &[("what", what), ("axes", &axes)])
    }

    fn axis(&self, axis: Axis) -> Option<String> {
        match axis {
            Axis::Sweep(at) => {
                let swept = &self.report.sweep[at];
                // Another language has the label that the designer gives.
                Some(if self.words.is_foreign() { swept.label.clone() } else { axis_label(swept) })
            }
            Axis::Variants => Some(self.words.say(Word::VariantAxis).to_owned()),
            Axis::Steps if self.words.is_foreign() => Some(self.observed()?.metric.step.word().to_owned()),
            Axis::Steps => Some(small(self.observed()?.metric.step.word())),
            Axis::Values | Axis::Single => None,
        }
    }

    /// What is plotted, and what is the same throughout. Below a plain title it does not repeat what the chart is of.
    fn subtitle(&self, is_below_plain: bool) -> String {
        let shows = self.shows();
        let mut parts = vec![match is_below_plain || self.chart.policy.is_some() {
            true => shows,
            false if shows.is_empty() => self.title(),
            false if !self.shows_one_chance() => self.by(&shows),
            false => self.words.fill(Word::SayShown, &[("what", &self.title()), ("shown", &self.shows_within())]),
        }];
        let held = self.held();
        parts.extend((!held.is_empty()).then(|| capital(&held.join(", "))));
        parts.extend(self.family());
        parts.extend(self.end());
        let is_one_play = !self.reads_the_aim() && self.report.hangs_on_ties(&self.chart.metric);
        parts.extend(is_one_play.then(|| self.words.say(Word::OneOfTies).to_owned()));
        parts.retain(|part| !part.is_empty());
        parts.join(". ")
    }

    /// Whether it shows what best play aims at, and no more.
    fn reads_the_aim(&self) -> bool {
        let reads_one = matches!(self.chart.kind, ChartKind::Lines | ChartKind::Heatmap | ChartKind::Policy);
        let is_aim = |aim: &crate::rule::presentation::Headline| {
            aim.metric == self.chart.metric && aim.measure == self.chart.measure
        };
        self.chart.policy.is_some() || reads_one && self.report.aim().is_some_and(is_aim)
    }

    /// Whether it shows the chance of one thing, which has to be named: "4 or more".
    fn shows_one_chance(&self) -> bool {
        let is_flag = || self.observed().is_some_and(|observed| observed.metric.kind == Kind::Flag);
        match self.chart.kind {
            ChartKind::Lines | ChartKind::Heatmap => self.chart.measure != Measure::Mean || is_flag(),
            ChartKind::Distribution => is_flag(),
            _ => false,
        }
    }

    /// What is plotted, inside a sentence.
    fn shows_within(&self) -> String {
        let shows = self.shows();
        if self.words.is_foreign() { shows } else { small(&shows) }
    }

    fn shows(&self) -> String {
        let (words, kind) = (self.words, self.observed().map(|observed| &observed.metric.kind));
        let say = |word| words.say(word).to_owned();
        match self.chart.kind {
            ChartKind::Stacked if matches!(kind, Some(Kind::Count | Kind::When)) => say(Word::ShowsValues),
            ChartKind::Stacked => say(Word::ShowsOutcomes),
            ChartKind::Fan => {
                let [half, most] = ["50", "90"].map(|number| words.percent(number));
                words.fill(Word::ShowsFan, &[("half", &half), ("most", &most)])
            }
            ChartKind::AtLeast | ChartKind::Compare => say(Word::ShowsAtLeast),
            ChartKind::Distribution if kind == Some(&Kind::Flag) => say(Word::ShowsChance),
            ChartKind::Distribution => say(Word::ShowsValues),
            ChartKind::Policy => self.sides(),
            ChartKind::States => say(Word::ShowsStates),
            _ if self.chart.measure == Measure::Mean && kind != Some(&Kind::Flag) => say(Word::ShowsMean),
            ChartKind::Heatmap if self.is_chance_of_event() => say(Word::ShowsPercent),
            ChartKind::Lines if self.is_chance_of_event() => String::new(),
            ChartKind::Heatmap => words.fill(Word::InPercent, &[("what", words.say(Word::ShowsChance))]),
            ChartKind::Lines => say(Word::ShowsChance),
        }
    }

    /// "The best option, by pot (down) and score (across)".
    fn sides(&self) -> String {
        let best = self.words.say(Word::ShowsBest).to_owned();
        let Ok(grid) = PolicyGrid::read(self.report, self.chart) else { return best };
        let sides = [(&grid.rows.0, Word::Down), (&grid.columns.0, Word::Across)];
        let words = self.chart.policy.as_ref().and_then(|policy| self.report.words_of(&policy.choice));
        // The words of a rule for a part of a state stay as they are.
        let is_part = |label: &str| words.is_some_and(|words| words.parts.iter().any(|(_, own)| own == label));
        let within = |label: &str| small_unless(self.words.is_foreign() || is_part(label), label);
        let sides = sides.into_iter().filter(|(label, _)| !label.is_empty());
        let sides: Vec<(String, Word)> = sides.map(|(label, side)| (within(label), side)).collect();
        let axes: Vec<String> = match sides[..] {
            [(ref only, _)] => vec![only.clone()],
            _ => sides.iter().map(|(label, side)| self.words.fill(*side, &[("label", label)])).collect(),
        };
        let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
        if axes.is_empty() {
            return best;
        }
        self.words.fill(Word::By, &[("what", &best), ("axes", &self.words.in_a_row(&axes, Word::And))])
    }

    /// Everything that is the same throughout, each with its name.
    fn held(&self) -> Vec<String> {
        let numerals = self.words.numerals();
        // No line ends between a name and its number.
        let labelled = |label: &str, value: &str| match value.parse::<f64>() {
            Ok(_) => format!("{label}:\u{a0}{}", numerals.written(value)),
            Err(_) => format!("{label}: {}", self.words.value(value)),
        };
        let fixed = self.report.fixed.iter().map(|(label, value)| labelled(&with_owner_last(label), value));
        let mut held: Vec<String> = fixed.collect();
        for &(parameter, value) in &self.chart.held {
            let swept = &self.report.sweep[parameter];
            held.push(labelled(&with_owner_last(&swept.label), &swept.value(value, self.words)));
        }
        if let Some((metric, _, step)) = self.step().filter(|_| self.words.is_foreign()) {
            held.push(labelled(metric.step.word(), &self.report.step_name(&metric.name, step)));
        }
        if let Some(policy) = &self.chart.policy {
            let words = self.report.words_of(&policy.choice);
            let label = |name: &str| words.and_then(|words| words.part(name)).unwrap_or(name).to_owned();
            held.extend(policy.held.iter().map(|(name, value)| labelled(&label(name), value)));
        }
        let variant = self.chart.variant.filter(|_| self.chart.family.is_empty() && !self.chart.is_panel);
        let quoted = |variant: usize| self.words.quoted(&self.report.variants[variant]);
        held.extend(variant.map(|variant| self.words.fill(Word::WithVariant, &[("name", &quoted(variant))])));
        held
    }

    /// The one step that the chart shows of several: the metric, the step's own name and its number.
    fn step(&self) -> Option<(&ShownMetric, Option<&str>, u32)> {
        let step = self.chart.step.filter(|_| self.chart.policy.is_none())?;
        let metric = &self.observed()?.metric;
        metric.steps.filter(|(first, last)| first < last)?;
        Some((metric, self.report.own_step_name(&metric.name, step), step))
    }

    /// Which variants it shows, where these are not all or are all the same.
    fn family(&self) -> Option<String> {
        let names = self.chart.family.iter().flatten().map(|&variant| self.report.variants[variant].as_str());
        let names: Vec<&str> = names.collect();
        let all = self.report.variants.len();
        Some(match (self.chart.family.len(), names.len() == all) {
            (0, _) => return None,
            (1, true) => self.words.say(Word::SameWithAll).to_owned(),
            (1, false) => {
                let names = self.words.in_a_row(&names, Word::And);
                self.words.fill(Word::SameWith, &[("names", &names)])
            }
            (_, true) => return None,
            (_, false) => {
                let [some, all] = [names.len(), all].map(|count| count.to_string());
                self.words.fill(Word::SomeVariants, &[("some", &some), ("all", &all)])
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
        Some(self.words.fill(Word::EndsWith, &[("place", &place), ("share", &self.words.percent("5"))]))
    }
}

/// Returns the label of a swept parameter after "by": "number of dice", "save".
fn axis_label(swept: &Swept) -> String {
    let (owner, label) = owned(&swept.label);
    let is_whole = swept.values.iter().all(|value| matches!(value, Value::Whole(_)));
    let label = match counts(swept, label).filter(|_| is_whole) {
        Some(things) => format!("number of {}", things.noun(false)),
        None => small_unless(swept.is_named, label),
    };
    if owner.is_empty() { label } else { format!("{label} ({owner})") }
}

/// Returns the labels of axes, with the name of an entry that all share behind the last one only.
fn without_repeated_owner<'l>(axes: &[&'l str]) -> Vec<&'l str> {
    let owner = |label: &'l str| label.rfind(" (").map_or("", |at| &label[at..]);
    let Some((&last, before)) = axes.split_last() else { return Vec::new() };
    let is_shared = !owner(last).is_empty() && before.iter().all(|&label| owner(label) == owner(last));
    let shown = |&label: &&'l str| if is_shared { label.trim_end_matches(owner(last)) } else { label };
    before.iter().map(shown).chain([last]).collect()
}

/// Returns a label with the name of its entry behind it: "Cost (Shield)" of "Shield: Cost".
fn with_owner_last(label: &str) -> String {
    match label.split_once(": ") {
        Some((owner, label)) => format!("{label} ({owner})"),
        None => label.to_owned(),
    }
}
