//! What a run found out, as plain data: all that a writer may know.

use std::sync::Arc;

use crate::rule::metric::{ChartKind, Kind, Measure, Metric, Statistic};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::odds::Pmf;
use oddsmith_engine::odds::Tally;
use oddsmith_engine::solve::ExactLaw;
use oddsmith_engine::stats::goodness_of_fit;
use oddsmith_engine::stats::{Confidence, Interval};

/// The results of one scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// The scenario's name: the stem of its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its description, Markdown; may be empty.
    pub description: String,
    /// The rule's id.
    pub rule: String,
    /// The scenario's text.
    pub source: String,
    /// The rule's text, where it is a rule file.
    pub rule_text: Option<String>,
    /// What the command line changed, as it was written.
    pub overrides: Vec<String>,
    /// The command that makes it again, to be run beside the scenario's file.
    pub rerun: String,
    /// Every parameter of the rule that has a value.
    pub parameters: Vec<Told>,
    /// What each variant sets, in the order of the variants.
    pub changes: Vec<Vec<(String, String)>>,
    /// What was asked of the run.
    pub run: Run,
    /// What a step of the rule is: "Wing", "Turn".
    pub step: String,
    /// Names of the steps from 1 on, where they have any.
    pub step_names: Vec<String>,
    /// The names of the variants; empty without variants.
    pub variants: Vec<String>,
    /// The swept parameters, in the order written; the last turns fastest.
    pub sweep: Vec<Swept>,
    /// Parameters that are the same in every case and are worth a word: label and value.
    pub fixed: Vec<(String, String)>,
    /// A case for each variant and swept combination: variants outermost.
    pub cases: Vec<Case>,
    /// The p-value of all played trials against the exact odds; `None` where there is nothing to compare.
    pub witness_p: Option<f64>,
    /// The numbers to read first.
    pub headlines: Vec<Statistic>,
    /// Facts worth a line under the table: label and value.
    pub notes: Vec<(String, String)>,
    /// The charts to draw.
    pub charts: Vec<Chart>,
}

/// What was asked of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Trials per case.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether the seed was drawn for this run, and not asked for.
    pub seed_drawn: bool,
    /// The level of every interval.
    pub confidence: Confidence,
    /// The half-width at which a case may stop early.
    pub precision: Option<f64>,
}

/// A parameter as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its key or path: `quality`, `wings.Vanguard.quality`.
    pub key: String,
    /// What it means, in words; may be empty.
    pub meaning: String,
    /// Its value as text; all of them where it is swept.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
}

/// Where a parameter's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The published value: nobody said anything else.
    Default,
    /// The scenario or the command line.
    Given,
    /// The sweep: it has several values.
    Swept,
}

/// A swept parameter.
#[derive(Clone, Debug)]
pub struct Swept {
    /// Its path, the header of its column: `wings.Vanguard.quality`.
    pub key: String,
    /// What an axis says: "Quality Value (QV)".
    pub label: String,
    /// What a row says before the value: "QV"; may be empty.
    pub short: String,
    /// Its values as text, in the order swept.
    pub values: Vec<String>,
}

/// Where the counts of a case come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every trial was played, face by face.
    Played,
    /// The trials are a sample drawn over the state graph.
    Drawn,
}

impl Source {
    /// Its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            Source::Played => "played",
            Source::Drawn => "drawn",
        }
    }
}

/// The counts of trials that were played as a witness.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Trials played.
    pub trials: u64,
    /// The counts of those that showed the metric.
    pub tally: Tally,
}

/// One combination of variant and swept values.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number, from 1.
    pub number: usize,
    /// Its variant, an index into the report's.
    pub variant: Option<usize>,
    /// Its swept values, an index into each swept parameter's.
    pub point: Vec<usize>,
    /// Trials run.
    pub trials: u64,
    /// Where their counts come from.
    pub source: Source,
    /// Trials played beside drawn ones.
    pub witness_trials: Option<u64>,
    /// Faces, flips and cards of a trial, on average.
    pub cost: f64,
    /// The most that any exact law left unresolved (an open roll's tail); `None` without exact odds.
    pub unresolved: Option<f64>,
    /// What was seen, metric by metric.
    pub metrics: Vec<Observed>,
}

/// A metric with its law at every step.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The metric.
    pub metric: Arc<Metric>,
    /// Its laws, in the order of [`Metric::all_steps`].
    pub laws: Vec<Law>,
}

/// What trials and exact odds say of one metric at one step.
#[derive(Clone, Debug)]
pub struct Law {
    /// The step; `None` for the whole trial.
    pub step: Option<u32>,
    /// Trials run.
    pub trials: u64,
    /// The counts of the trials that showed it.
    pub tally: Tally,
    /// The exact odds, where they were computed.
    pub exact: Option<ExactLaw>,
    /// The exact odds among the trials that show it, where some may not.
    given: Option<Pmf>,
    /// What trials showed that were played as a witness beside drawn ones.
    pub witness: Option<Witness>,
}

/// A probability or a mean, as estimated and as computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The estimate.
    pub estimate: f64,
    /// Its interval at the run's confidence.
    pub interval: Interval,
    /// The exact value, where it was computed. A probability is 0 just where none of the known values allows it, and
    /// 1 just where it is certain: never by rounding.
    pub exact: Option<f64>,
    /// Whether it is a probability, and not a mean.
    pub is_probability: bool,
    /// Probability that was cut from the exact odds, and may belong to it or not.
    pub unresolved: f64,
}

impl Reading {
    /// The best value there is: exact if it was computed, else the estimate.
    pub fn best(&self) -> f64 {
        self.exact.unwrap_or(self.estimate)
    }
}

/// A row of a law: one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The value.
    pub value: i64,
    /// How many trials showed it.
    pub count: u64,
    /// The share of trials that did.
    pub estimate: f64,
    /// The Wilson interval of that share.
    pub interval: Interval,
    /// The exact probability.
    pub exact: Option<Mass>,
}

impl Row {
    /// The best probability there is.
    pub fn best(&self) -> f64 {
        self.exact.map_or(self.estimate, Mass::value)
    }
}

/// The p-value below which played trials disagree with the exact odds.
const DISAGREEMENT: f64 = 1e-6;

/// What played trials say of the exact odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They agree.
    Agrees,
    /// They do not: one of the two is wrong.
    Disagrees,
    /// There was nothing to compare.
    Untested,
}

/// A chart to draw, resolved: every index is valid and every choice is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The stem of its files, unique in the report: "result-by-quality".
    pub file: String,
    /// Its kind.
    pub kind: ChartKind,
    /// The title: the finding, or the question.
    pub title: String,
    /// Whether the scenario gave the title, which then stays as it is.
    pub is_titled: bool,
    /// What is plotted, and the fixed parameters.
    pub subtitle: String,
    /// The metric's name.
    pub metric: String,
    /// The step shown, where it is one.
    pub step: Option<u32>,
    /// What is read from the metric, by heat maps and lines.
    pub measure: Measure,
    /// What runs along the rows (of stacked), the x axis, or a heat map's columns.
    pub x: Axis,
    /// What makes several lines, or a heat map's rows.
    pub series: Option<Axis>,
    /// Swept parameters that are held: index and value's index.
    pub held: Vec<(usize, usize)>,
    /// The variant that is shown, where only one is.
    pub variant: Option<usize>,
    /// The places along `x` that are shown, from the first to before the second; all where a chart is in one piece.
    pub rows: Option<(usize, usize)>,
    /// How wide it is on paper.
    pub width: Width,
    /// How high it is on paper, in millimetres; as high as it needs to be where nothing was asked.
    pub height: Option<u32>,
    /// Whether it is drawn in black, white and greys.
    pub grey: bool,
}

/// How wide a chart is on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One column of a rulebook: 84 mm.
    Single,
    /// Two columns: 174 mm.
    Double,
}

/// What varies along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// A swept parameter, by index.
    Sweep(usize),
    /// The variants.
    Variants,
    /// The steps of the metric.
    Steps,
    /// The values of the metric itself.
    Values,
    /// Nothing: there is one.
    Single,
}

impl Law {
    /// What was counted and what was computed.
    pub fn new(step: Option<u32>, trials: u64, tally: Tally, exact: Option<ExactLaw>) -> Law {
        let given = exact.as_ref().and_then(ExactLaw::given_present);
        Law { step, trials, tally, exact, given, witness: None }
    }

    /// The exact odds of the values, among the trials that show one.
    pub fn pmf(&self) -> Option<&Pmf> {
        self.given.as_ref().or(self.exact.as_ref().map(|exact| &exact.pmf))
    }

    /// Trials that did not show it.
    pub fn absent(&self) -> u64 {
        self.trials - self.tally.total()
    }

    /// Whether any trial may be without it, as far as is known.
    pub fn may_be_absent(&self) -> bool {
        self.absent() > 0 || self.exact.as_ref().is_some_and(|exact| exact.absent != Mass::ZERO)
    }

    /// Every value with a count or a probability, lowest first, among the trials that show one.
    pub fn rows(&self, confidence: Confidence) -> Vec<Row> {
        let exact = |value| self.pmf().map(|pmf| pmf.mass(value));
        let of = self.tally.total();
        self.values()
            .into_iter()
            .map(|value| row(value, self.tally.count(value), of, exact(value), confidence))
            .collect()
    }

    /// Every value among all trials, those that do not show it included.
    pub fn rows_of_all(&self, confidence: Confidence) -> Vec<Row> {
        let exact = |value| self.exact.as_ref().map(|exact| exact.pmf.mass(value));
        let of = self.trials;
        self.values()
            .into_iter()
            .map(|value| row(value, self.tally.count(value), of, exact(value), confidence))
            .collect()
    }

    /// The trials that do not show it, where there may be any; the row's value means nothing.
    pub fn absence(&self, confidence: Confidence) -> Option<Row> {
        let exact = self.exact.as_ref().map(|exact| exact.absent);
        self.may_be_absent().then(|| row(0, self.absent(), self.trials, exact, confidence))
    }

    fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> = self.tally.iter().map(|(value, _)| value).collect();
        if let Some(exact) = &self.exact {
            values.extend(exact.pmf.masses().iter().map(|&(value, _)| value));
            values.sort_unstable();
            values.dedup();
        }
        values
    }

    /// Reads one number, of the trials that show it.
    pub fn read(&self, measure: Measure, confidence: Confidence) -> Reading {
        match measure {
            Measure::Mean => Reading {
                estimate: self.tally.mean().unwrap_or(f64::NAN),
                interval: self.mean_interval(confidence),
                exact: self.pmf().and_then(Pmf::mean_if_any),
                is_probability: false,
                unresolved: self.unresolved(),
            },
            Measure::AtLeast(least) => self.chance(confidence, |value| value >= least),
            Measure::AtMost(most) => self.chance(confidence, |value| value <= most),
            Measure::Is(just) => self.chance(confidence, |value| value == just),
        }
    }

    /// The chance of the values that a test allows, of the trials that show one.
    pub fn chance(&self, confidence: Confidence, allows: impl Fn(i64) -> bool) -> Reading {
        let count = self.tally.iter().filter(|&(value, _)| allows(value)).map(|(_, n)| n).sum::<u64>();
        let pmf = self.pmf().filter(|pmf| !pmf.masses().is_empty());
        let exact = pmf.map(|pmf| {
            let possible = || pmf.masses().iter().filter(|(_, mass)| *mass != Mass::ZERO).map(|&(value, _)| value);
            let (may_be, may_not_be) = (possible().any(&allows), !possible().all(&allows));
            self.honest(pmf.probability(&allows).value(), may_be, may_not_be)
        });
        self.share(count, exact, confidence)
    }

    /// The chance of at least each of these values, which rise, of the trials that show one.
    pub fn tail(&self, ks: &[i64], confidence: Confidence) -> Vec<Reading> {
        let rows = self.rows(confidence);
        let is_possible = |row: &Row| row.exact.is_some_and(|mass| mass != Mass::ZERO);
        let possible = rows.iter().filter(|row| is_possible(row)).count();
        let mut rows = rows.iter().rev().peekable();
        let (mut mass, mut count, mut reached) = (Mass::ZERO, 0, 0);
        let mut tail: Vec<Reading> = Vec::with_capacity(ks.len());
        for &k in ks.iter().rev() {
            while let Some(row) = rows.next_if(|row| row.value >= k) {
                mass += row.exact.unwrap_or(Mass::ZERO);
                count += row.count;
                reached += usize::from(is_possible(row));
            }
            let exact = (possible > 0).then(|| self.honest(mass.value(), reached > 0, reached < possible));
            tail.push(self.share(count, exact, confidence));
        }
        tail.reverse();
        tail
    }

    /// A count among the trials that show it, beside its exact probability.
    fn share(&self, count: u64, exact: Option<f64>, confidence: Confidence) -> Reading {
        let trials = self.tally.total();
        Reading {
            estimate: if trials == 0 { f64::NAN } else { count as f64 / trials as f64 },
            interval: confidence.wilson(count, trials),
            exact,
            is_probability: true,
            unresolved: self.unresolved(),
        }
    }

    /// A computed probability without what rounding did to its ends: 0 and 1 are what is impossible and certain.
    fn honest(&self, value: f64, may_be: bool, may_not_be: bool) -> f64 {
        match (may_be, may_not_be) {
            (false, _) => 0.0,
            (true, false) if self.unresolved() == 0.0 => 1.0,
            _ => value.clamp(f64::MIN_POSITIVE, 1.0f64.next_down()),
        }
    }

    /// Probability that was cut from the exact odds of the trials that show it.
    pub fn unresolved(&self) -> f64 {
        let of = |exact: &ExactLaw| match exact.unresolved {
            cut if cut > 0.0 => (cut / (1.0 - exact.absent.value())).min(1.0),
            _ => 0.0,
        };
        self.exact.as_ref().map_or(0.0, of)
    }

    /// The interval of the mean; none (of no width, at not a number) where all trials showed the same: that says
    /// nothing of how far the mean may be.
    fn mean_interval(&self, confidence: Confidence) -> Interval {
        match (self.tally.mean(), self.tally.sd()) {
            (Some(mean), Some(sd)) if sd > 0.0 => confidence.normal(mean, sd, self.tally.total()),
            (Some(mean), _) if self.is_certain() => Interval { low: mean, high: mean },
            _ => Interval { low: f64::NAN, high: f64::NAN },
        }
    }

    /// Whether the exact odds prove that there is one value only.
    fn is_certain(&self) -> bool {
        self.exact.as_ref().is_some_and(|exact| exact.pmf.masses().len() == 1 && exact.unresolved == 0.0)
    }

    /// The p-value of the counts against the exact odds.
    pub fn fit(&self) -> Option<f64> {
        goodness_of_fit(&self.tally, self.trials, self.exact.as_ref()?)
    }

    /// The best quantile there is: exact if it was computed, else of the sample.
    pub fn quantile(&self, percent: u64) -> Option<i64> {
        match self.pmf() {
            Some(pmf) => pmf.quantile(percent as f64 / 100.0),
            None => self.tally.quantile(percent),
        }
    }
}

fn row(value: i64, count: u64, of: u64, exact: Option<Mass>, confidence: Confidence) -> Row {
    let estimate = if of == 0 { 0.0 } else { count as f64 / of as f64 };
    Row { value, count, estimate, interval: confidence.wilson(count, of), exact }
}

impl Case {
    /// The widest interval, half its width, of any share that trials showed.
    pub fn half_width(&self, confidence: Confidence) -> f64 {
        let laws = self.metrics.iter().flat_map(|observed| &observed.laws);
        let widths = laws.flat_map(|law| law.tally.iter().map(|(_, count)| confidence.wilson(count, law.trials)));
        widths.map(Interval::half_width).fold(0.0, f64::max)
    }

    /// A metric by name.
    pub fn observed(&self, metric: &str) -> Option<&Observed> {
        self.metrics.iter().find(|observed| observed.metric.name == metric)
    }

    /// A metric's law at a step; the last step where none is named.
    pub fn law(&self, metric: &str, step: Option<u32>) -> Option<&Law> {
        let laws = &self.observed(metric)?.laws;
        match step {
            Some(step) => laws.iter().find(|law| law.step == Some(step)),
            None => laws.last(),
        }
    }
}

impl Observed {
    /// What a value is called: an outcome's label, or the number.
    pub fn value_label(&self, value: i64) -> String {
        match usize::try_from(value).ok().and_then(|code| self.metric.outcomes().get(code)) {
            Some(outcome) => outcome.label.clone(),
            None => value.to_string(),
        }
    }

    /// Reads one number of one of its laws: the mean of a flag is the chance that it happens.
    pub fn read(&self, law: &Law, measure: Measure, confidence: Confidence) -> Reading {
        match (&self.metric.kind, measure) {
            (Kind::Flag, Measure::Mean) => law.read(Measure::Is(1), confidence),
            _ => law.read(measure, confidence),
        }
    }

    /// Whether its numbers have a mean.
    pub fn is_number(&self) -> bool {
        !matches!(self.metric.kind, Kind::Category(_))
    }
}

impl Report {
    /// What the trials that were played say of the exact odds.
    pub fn verdict(&self) -> Verdict {
        match self.witness_p {
            None => Verdict::Untested,
            Some(p) if p < DISAGREEMENT => Verdict::Disagrees,
            Some(_) => Verdict::Agrees,
        }
    }

    /// Whether a case ran out of trials before the precision that was asked for was reached.
    pub fn is_imprecise(&self, case: &Case) -> bool {
        // A little more room than rounding needs.
        self.run.precision.is_some_and(|half| case.half_width(self.run.confidence) > half * (1.0 + 1e-9))
    }

    /// The cases that a chart shows: those at its held values and of its variant.
    pub fn cases_of(&self, chart: &Chart) -> Vec<&Case> {
        let shown = |case: &&Case| {
            let held = chart.held.iter().all(|&(parameter, value)| case.point[parameter] == value);
            held && (chart.variant.is_none() || case.variant == chart.variant)
        };
        self.cases.iter().filter(shown).collect()
    }

    /// The name of a step: its own, or its number.
    pub fn step_name(&self, step: u32) -> String {
        self.own_step_name(step).map_or_else(|| step.to_string(), str::to_owned)
    }

    /// The name that a step has of its own.
    pub fn own_step_name(&self, step: u32) -> Option<&str> {
        let index = (step as usize).checked_sub(1)?;
        self.step_names.get(index).map(String::as_str)
    }
}
