//! What a run found out, as plain data: all that a writer may know.

mod answer;
pub mod balance;
mod case;
pub mod changes;
mod chart;
pub mod columns;
mod distribution;
mod heuristics;
pub mod peaks;
pub mod pinned;
pub mod play;
mod policy_best;
mod policy_errors;
pub mod policy_grid;
mod policy_option;
mod policy_printed;
mod policy_sides;
mod reading;
mod run;
pub mod samples;
pub mod search;
pub mod sensitivity;
pub mod state_graph;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::question::ExactReading;

use crate::messages::{Messages, Word};
use crate::rule::choice::ChoiceWords;
use crate::rule::presentation::Headline;
use crate::rule::words::RuleDescription;

pub use answer::{Answer, JointDistribution, JointRequest, JointRow, Met, ReportQuestion, Want};
use balance::Balancing;
pub use case::{Case, CountSource, Observed};
use changes::Changes;
pub use chart::{Axis, Chart, PolicyChart, Width, Wishes};
use run::{DISAGREEMENT_P_VALUE, OPTIMALITY_TOLERANCE};
use samples::Samples;
use sensitivity::Sensitivity;

pub use distribution::{CrossCheck, Distribution};
pub use reading::{Reading, Row};
pub use run::{Origin, ReportedParameter, Run, Setting, Swept, Verdict};
pub use value::{Value, rising_numbers};

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
    /// The rule in words.
    pub words: RuleDescription,
    /// The scenario's text.
    pub source: String,
    /// The rule's text, where it is a rule file.
    pub rule_text: Option<String>,
    /// The rule files that it uses, each by its name with its text.
    pub used_files: Vec<(String, String)>,
    /// What the command line changed, as it was written.
    pub overrides: Vec<String>,
    /// The command that makes it again, to be run in the folder of the scenario.
    pub rerun: String,
    /// Every parameter of the rule that has a value.
    pub parameters: Vec<ReportedParameter>,
    /// What each variant sets, in the order of the variants.
    pub changes: Vec<Vec<(String, String)>>,
    /// What was asked of the run.
    pub run: Run,
    /// A player's words for the choices, by their names.
    pub choice_words: Vec<(String, ChoiceWords)>,
    /// The names of the variants; empty without variants.
    pub variants: Vec<String>,
    /// The swept parameters, in the order written; the last turns fastest.
    pub sweep: Vec<Swept>,
    /// Parameters that are the same in every case and are worth a word: label and value.
    pub fixed: Vec<(String, String)>,
    /// A case for each variant and swept combination: variants outermost.
    pub cases: Vec<Case>,
    /// The p-value of all simulated trials against the exact odds; `None` where there is nothing
    /// to compare.
    pub check_p: Option<f64>,
    /// The p-value of all sampled trials, which tests the sampler; `None` where none are sampled.
    pub sampler_p: Option<f64>,
    /// What its charts and tables for rulebooks say of themselves.
    pub messages: Arc<Messages>,
    /// The numbers to read first.
    pub headlines: Vec<Headline>,
    /// Facts worth a line under the table: label and value.
    pub notes: Vec<(String, String)>,
    /// The charts to draw.
    pub charts: Vec<Chart>,
    /// Charts in which nothing varies: only their titles are shown.
    pub title_only_charts: Vec<Chart>,
    /// How many more charts would suit it.
    pub more_charts: usize,
    /// What was asked: the first numbers of all.
    pub asks: Vec<ReportQuestion>,
    /// The joint distributions that were asked for.
    pub joints: Vec<JointRequest>,
    /// What is said of answers in `[play]` that change nothing.
    pub unused_play: Vec<String>,
    /// How choices were played that no `[play]` answers, and what was recorded that is hardly
    /// meant: a sentence each, without its full stop.
    pub remarks: Vec<String>,
    /// The remark on cases in which a trial goes on and on: they have no trials.
    pub without_trials: Option<String>,
    /// What matters most, where it was asked.
    pub sensitivity: Option<Sensitivity>,
    /// What came of looking for numbers, where it was asked.
    pub balance: Option<Balancing>,
    /// What has changed since an earlier run, where it was asked.
    pub changes_since: Option<Changes>,
    /// The first trials of each case, where they were asked for.
    pub samples: Option<Samples>,
    /// What fans show of single trials.
    pub histories: Histories,
    /// The situations that charts draw, or why they cannot.
    pub state_graphs: StateGraphs,
    /// The setting that a reader looks at, where its charts are drawn for a page that has one.
    pub selected_setting: Option<Setting>,
}

/// What the first simulated trials of a case showed of a metric, trial by trial and step by step.
/// The key is the number of the case and the metric's name.
pub type Histories = BTreeMap<(usize, String), Vec<Vec<Option<i64>>>>;

/// The situations of cases, by the number of the case and the name of the metric that tells them
/// apart.
pub type StateGraphs = BTreeMap<(usize, String), Result<state_graph::StateGraph, String>>;

impl Report {
    /// What is said of the exact odds: by the trials that were played, by those that were drawn, by
    /// a look at every situation of best play.
    pub fn verdict(&self) -> Verdict {
        let is_off = |p: Option<f64>| p.is_some_and(|p| p < DISAGREEMENT_P_VALUE);
        match self.check_p {
            _ if is_off(self.check_p) => Verdict::Disagrees,
            _ if is_off(self.sampler_p) => Verdict::SampleDisagrees,
            _ if self.shortfall() > OPTIMALITY_TOLERANCE => Verdict::NotBest,
            None => Verdict::Untested,
            Some(_) => Verdict::Agrees,
        }
    }

    /// The most that any best play falls short of being best, as a share of what is at stake.
    pub fn shortfall(&self) -> f64 {
        let plays = self.cases.iter().filter_map(|case| case.best_play.as_ref());
        plays.map(|play| play.shortfall).fold(0.0, f64::max)
    }

    /// Whether exact odds tell all that was asked and all numbers to read first, in every case.
    pub fn is_fully_exact(&self) -> bool {
        let is_known =
            |answer: &Answer| !matches!(answer.exact, None | Some(ExactReading::Unknown));
        let is_read = |case: &Case, headline: &Headline| {
            self.reading(case, headline)
                .is_none_or(|reading| reading.exact.is_some())
        };
        self.cases.iter().all(|case| {
            case.unresolved.is_some_and(|unresolved| unresolved < 1.0)
                && case.answers.iter().all(is_known)
                && self
                    .headlines
                    .iter()
                    .all(|headline| is_read(case, headline))
        })
    }

    /// Whether any answer is not what was wanted.
    pub fn is_unmet(&self) -> bool {
        // Where numbers were looked for, those published need not be as wanted.
        if let Some(balancing) = &self.balance {
            return !balancing.is_met();
        }
        self.cases
            .iter()
            .flat_map(|case| &case.answers)
            .any(|answer| matches!(answer.met, Some(Met::No(_) | Met::Valueless)))
    }

    /// Whether a case ran out of trials before the precision that was asked for was reached.
    pub fn is_imprecise(&self, case: &Case) -> bool {
        // A little more room than rounding needs.
        self.run
            .precision
            .is_some_and(|half| case.half_width(self.run.confidence) > half * (1.0 + 1e-9))
    }

    /// The reading that is aimed at, where it is one of a metric.
    pub fn aim(&self) -> Option<&Headline> {
        self.asks.iter().find(|ask| ask.is_aim)?.plain.as_ref()
    }

    /// Whether the results of a metric depend, in any case, on how ties of best play are broken. If
    /// so, other plays with the same aim change them.
    pub fn depends_on_ties(&self, metric: &str) -> bool {
        self.cases
            .iter()
            .any(|case| case.depends_on_ties(&self.headlines, self.aim(), metric))
    }

    /// Whether a number hangs, in any case, on how ties of best play are broken, or may, by its
    /// label.
    pub fn may_depend_on_ties(&self, label: &str) -> bool {
        self.cases
            .iter()
            .filter_map(|case| case.best_play.as_ref())
            .any(|play| play.may_depend_on_ties(label))
    }

    /// The cases that a chart shows: those at its held values and of its variant.
    pub fn cases_of(&self, chart: &Chart) -> Vec<&Case> {
        let shown = |case: &&Case| {
            let held = chart
                .held
                .iter()
                .all(|&(parameter, value)| case.point[parameter] == value);
            held && (chart.variant.is_none() || case.variant == chart.variant)
        };
        self.cases.iter().filter(shown).collect()
    }

    /// Returns the reading of a headline in a case; `None` where the metric certainly never occurs.
    pub fn reading(&self, case: &Case, quantity: &Headline) -> Option<Reading> {
        let distribution = case
            .distribution(&quantity.metric, quantity.step)
            .filter(|distribution| !distribution.never_occurs())?;
        Some(case.observed(&quantity.metric)?.read(
            distribution,
            quantity.measure,
            self.run.confidence,
        ))
    }

    /// Whether a label is that of a headline which a question with a label asks for too.
    pub fn is_asked_again(&self, label: &str) -> bool {
        let plain =
            |ask: &ReportQuestion| ask.plain.as_ref().filter(|_| ask.label != label).cloned();
        let reads =
            |headline: &Headline| (headline.metric.clone(), headline.step, headline.measure);
        let asked: Vec<_> = self
            .asks
            .iter()
            .filter_map(plain)
            .map(|plain| reads(&plain))
            .collect();
        self.headlines
            .iter()
            .any(|headline| headline.label == label && asked.contains(&reads(headline)))
    }

    /// The case of the scenario's own parameters, as far as it is run: the usual value of all that
    /// is swept, of the first variant.
    pub fn usual_case(&self) -> Option<&Case> {
        let is_usual = |case: &&Case| {
            self.sweep
                .iter()
                .zip(&case.point)
                .all(|(swept, &value)| swept.usual_index == value)
        };
        self.cases.iter().find(is_usual).or(self.cases.first())
    }

    /// Returns what the earlier run of a comparison found, for a case and a metric at a step.
    pub fn earlier_distribution(
        &self,
        case: &Case,
        metric: &str,
        step: Option<u32>,
    ) -> Option<&Distribution> {
        let distributions = self
            .changes_since
            .as_ref()?
            .distributions
            .get(&(case.number, metric.to_owned()))?;
        distributions
            .iter()
            .find(|distribution| distribution.step == step)
    }

    /// The panels of a chart of several variants, each headed by the variants that it shows.
    pub fn panels(&self, chart: &Chart) -> Vec<Chart> {
        let mut members = chart.member_charts();
        for (member, group) in members
            .iter_mut()
            .zip(&chart.family)
            .filter(|(member, _)| member.is_panel)
        {
            let names: Vec<&str> = group
                .iter()
                .map(|&variant| self.variants[variant].as_str())
                .collect();
            member.title = self.messages.join_names(&names, Word::And);
        }
        members
    }

    /// What a choice is called.
    pub fn choice_label(&self, choice: &str) -> String {
        let label = self.words_of(choice).and_then(|words| words.label.clone());
        label.unwrap_or_else(|| choice.replace('_', " "))
    }

    /// What a choice is called, before what is said of it: "Keep:", "Roll on?".
    pub fn choice_heading(&self, choice: &str) -> String {
        let label = self.choice_label(choice);
        let colon = if label.ends_with(['?', '!']) { "" } else { ":" };
        format!("{}{colon}", label.trim_end_matches('.'))
    }

    /// A player's words for a choice.
    pub fn words_of(&self, choice: &str) -> Option<&ChoiceWords> {
        self.choice_words
            .iter()
            .find(|(name, _)| name == choice)
            .map(|(_, words)| words)
    }

    /// What a case is called: its variant and its swept values, or that there is one only.
    pub fn case_name(&self, case: &Case) -> String {
        let name = self.varied_name(case, 2);
        if name.is_empty() {
            "the only case".to_owned()
        } else {
            name
        }
    }

    /// Its variant and its values of what is swept over so many or more.
    pub fn varied_name(&self, case: &Case, least: usize) -> String {
        let variant = case.variant.map(|index| self.variants[index].clone());
        let swept = self
            .sweep
            .iter()
            .zip(&case.point)
            .filter(|(swept, _)| swept.values.len() >= least);
        let swept =
            swept.map(
                |(swept, &index)| match swept.short.is_empty() && swept.phrases.is_empty() {
                    true => format!("{} {}", swept.label, swept.name(index, Messages::english())),
                    false => swept.name(index, Messages::english()),
                },
            );
        variant
            .into_iter()
            .chain(swept)
            .collect::<Vec<String>>()
            .join(", ")
    }

    /// The name of a step of a metric in all cases: its own, or its number.
    pub fn step_name(&self, metric: &str, step: u32) -> String {
        self.shared_step_name(metric, step)
            .map_or_else(|| step.to_string(), str::to_owned)
    }

    /// The name of its own that a step of a metric has in all cases.
    pub fn shared_step_name(&self, metric: &str, step: u32) -> Option<&str> {
        shared_step_name(self.cases.iter(), metric, step)
    }
}

/// The name of its own that a step of a metric has in all these cases that have it.
pub fn shared_step_name<'c>(
    cases: impl Iterator<Item = &'c Case>,
    metric: &str,
    step: u32,
) -> Option<&'c str> {
    let mut names = cases.filter_map(|case| {
        Some(
            case.observed(metric)?
                .metric
                .step
                .step_name(step)?
                .label
                .as_str(),
        )
    });
    let first = names.next()?;
    names.all(|other| other == first).then_some(first)
}
