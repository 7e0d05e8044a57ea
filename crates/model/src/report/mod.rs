//! The results of a run, as plain data: everything that an output may contain.

mod answer;
pub mod balance;
mod case;
pub mod changes;
mod chart;
pub mod columns;
mod distribution;
mod heuristics;
pub mod listed_trials;
pub mod peaks;
pub mod pinned;
pub mod play;
pub mod playtest;
mod policy_best;
mod policy_errors;
pub mod policy_grid;
mod policy_mix;
mod policy_option;
mod policy_printed;
mod policy_sides;
mod reading;
mod run;
pub mod search;
pub mod sensitivity;
mod situations;
pub mod skill;
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
pub use case::{Case, CaseDecision, CountSource, Observed};
use changes::Changes;
pub use chart::{Axis, Chart, PolicyChart, Width, Wishes};
use listed_trials::ListedTrials;
use play::{BestPlay, StatedPlay};
use playtest::Playtest;
use run::{DISAGREEMENT_P_VALUE, OPTIMALITY_TOLERANCE};
use sensitivity::Sensitivity;
use skill::SkillEffect;

pub use distribution::{CrossCheck, Distribution};
pub use reading::{Reading, Row};
pub use run::{Origin, ReportedParameter, Run, Setting, Swept, Verdict};
pub use value::{Value, rising_numbers};

/// The results of one scenario. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The scenario's name: the stem of its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its description in Markdown; may be empty.
    pub description: String,
    /// The rule's id.
    pub rule: String,
    /// The description of the rule.
    pub words: RuleDescription,
    /// The scenario's text.
    pub source: String,
    /// The rule's text, if it is a rule file.
    pub rule_text: Option<String>,
    /// The imported rule files, each with its name and its text.
    pub used_files: Vec<(String, String)>,
    /// The options of the command line that changed the scenario.
    pub overrides: Vec<String>,
    /// The command that repeats the run in the folder of the scenario.
    pub rerun: String,
    /// Every parameter of the rule that has a value.
    pub parameters: Vec<ReportedParameter>,
    /// The settings of each variant, in the order of the variants.
    pub changes: Vec<Vec<(String, String)>>,
    /// The settings of the run.
    pub run: Run,
    /// The wording of the choices, by their names.
    pub choice_words: Vec<(String, ChoiceWords)>,
    /// The names of the variants; empty without variants.
    pub variants: Vec<String>,
    /// The swept parameters in the order of the scenario; the last varies fastest.
    pub sweep: Vec<Swept>,
    /// Parameters that are the same in every case and worth mentioning: label and value.
    pub fixed: Vec<(String, String)>,
    /// A case for each variant and combination of swept values; the variant varies slowest.
    pub cases: Vec<Case>,
    /// The p-value of all simulated trials against the exact odds; `None` if there is nothing to
    /// compare.
    pub check_p: Option<f64>,
    /// The p-value of all sampled trials, which tests the sampler; `None` without sampled trials.
    pub sampler_p: Option<f64>,
    /// The messages for charts and rulebook tables.
    pub messages: Arc<Messages>,
    /// For typed dice and AnyDice programs: whether the result of each case is a chance, which is
    /// always 0 or 1, and not a number. `None` for all other scenarios.
    pub roll_chances: Option<Vec<bool>>,
    /// The headlines.
    pub headlines: Vec<Headline>,
    /// Facts for the lines under the table: label and value.
    pub notes: Vec<(String, String)>,
    /// The charts to draw.
    pub charts: Vec<Chart>,
    /// Charts without any variation: only their titles are shown.
    pub title_only_charts: Vec<Chart>,
    /// The number of further charts that would fit the scenario.
    pub more_charts: usize,
    /// The questions, which come before all other numbers.
    pub asks: Vec<ReportQuestion>,
    /// The requested joint distributions.
    pub joints: Vec<JointRequest>,
    /// Remarks on settings in `[play]` that have no effect.
    pub unused_play: Vec<String>,
    /// Remarks on choices that no `[play]` sets, and on suspicious records: a sentence each,
    /// without its full stop.
    pub remarks: Vec<String>,
    /// The remark on cases without trials, because a trial takes too long.
    pub without_trials: Option<String>,
    /// The effects of the parameters, if requested.
    pub sensitivity: Option<Sensitivity>,
    /// How much skill matters, if requested or if it is quickly computed.
    pub skill: Option<SkillEffect>,
    /// The result of a balance search, if requested.
    pub balance: Option<Balancing>,
    /// The log of playtests that was compared with the odds, if there is one.
    pub playtest: Option<Playtest>,
    /// The changes since an earlier run, if requested.
    pub changes_since: Option<Changes>,
    /// The first trials of each case, if requested.
    pub listed_trials: Option<ListedTrials>,
    /// The single trials in fan charts.
    pub histories: Histories,
    /// The state graphs of charts, or the reasons why they cannot be drawn.
    pub state_graphs: StateGraphs,
    /// The setting that the reader has selected, if the charts are for a page with one.
    pub selected_setting: Option<Setting>,
}

/// The values of a metric in the first simulated trials of a case, by trial and step. The key is
/// the number of the case and the metric's name.
pub type Histories = BTreeMap<(usize, String), Vec<Vec<Option<i64>>>>;

/// The state graphs of cases, by the number of the case and the name of the metric that
/// distinguishes the states.
pub type StateGraphs = BTreeMap<(usize, String), Result<state_graph::StateGraph, String>>;

impl Report {
    /// Returns those of some cases that can be compared. Of typed dice, these are the numbers
    /// without the chances, or all cases if there are no numbers.
    pub fn comparable(&self, cases: &[usize]) -> Vec<usize> {
        let is_number = |case: &usize| match &self.roll_chances {
            Some(chances) => !chances[*case],
            None => true,
        };
        let numbers: Vec<usize> = cases.iter().copied().filter(is_number).collect();
        if numbers.is_empty() {
            cases.to_vec()
        } else {
            numbers
        }
    }

    /// Returns the result of all checks of the exact odds: by simulated trials, by sampled trials,
    /// and of best play in every situation.
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

    /// Returns the largest shortfall of any best play, relative to the range of the aim.
    pub fn shortfall(&self) -> f64 {
        let plays = self.cases.iter().filter_map(|case| case.best_play.as_ref());
        plays.map(|play| play.shortfall).fold(0.0, f64::max)
    }

    /// Returns whether all questions and headlines are exact in every case.
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

    /// Returns whether any answer misses its bound.
    pub fn is_unmet(&self) -> bool {
        // In a balance search, the published numbers need not meet the goals.
        if let Some(balancing) = &self.balance {
            return !balancing.is_met();
        }
        self.cases
            .iter()
            .flat_map(|case| &case.answers)
            .any(|answer| matches!(answer.met, Some(Met::No(_) | Met::Valueless)))
    }

    /// Returns whether a case ran out of trials before it reached the requested precision.
    pub fn is_imprecise(&self, case: &Case) -> bool {
        // The tolerance is a little larger than rounding errors.
        self.run
            .precision
            .is_some_and(|half| case.half_width(self.run.confidence) > half * (1.0 + 1e-9))
    }

    /// Returns the headline that is the aim, if the aim is a reading of a metric.
    pub fn aim(&self) -> Option<&Headline> {
        self.asks.iter().find(|ask| ask.is_aim)?.plain.as_ref()
    }

    /// Returns whether the results of a metric depend, in any case, on how ties of best play are
    /// broken. If so, other plays with the same aim change them.
    pub fn depends_on_ties(&self, metric: &str) -> bool {
        self.cases
            .iter()
            .any(|case| case.depends_on_ties(&self.headlines, self.aim(), metric))
    }

    /// Returns whether a number depends, or may depend, on how ties of best play are broken in any
    /// case. The number is given by its label.
    pub fn may_depend_on_ties(&self, label: &str) -> bool {
        self.cases
            .iter()
            .filter_map(|case| case.best_play.as_ref())
            .any(|play| play.may_depend_on_ties(label))
    }

    /// Returns the cases that a chart shows: those with its fixed values and its variant.
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

    /// Returns the reading of a headline in a case; `None` if the metric certainly never occurs.
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

    /// Returns whether the label is that of a headline which a question with another label repeats.
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

    /// Returns the usual case: the first one with the usual value of all swept parameters, or else
    /// the first case.
    pub fn usual_case(&self) -> Option<&Case> {
        let is_usual = |case: &&Case| {
            self.sweep
                .iter()
                .zip(&case.point)
                .all(|(swept, &value)| swept.usual_index == value)
        };
        self.cases.iter().find(is_usual).or(self.cases.first())
    }

    /// Returns the distribution that the earlier run of a comparison found, for a case and a metric
    /// at a step.
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

    /// Returns the panels of a chart, each with the names of its variants as the title.
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

    /// Returns the label of a choice.
    pub fn choice_label(&self, choice: &str) -> String {
        let label = self.words_of(choice).and_then(|words| words.label.clone());
        label.unwrap_or_else(|| choice.replace('_', " "))
    }

    /// Returns the name of a play: "best play", "“best 90%”", or "“best 90%” (Dice)" if the rule
    /// has several choices.
    pub fn play_name(&self, play: &BestPlay) -> String {
        if play.is_best() {
            return "best play".to_owned();
        }
        let name = |stated: &StatedPlay| {
            let answer = self.messages.quote(&stated.answer);
            if self.choice_words.len() > 1 {
                format!("{answer} ({})", self.choice_label(&stated.choice))
            } else {
                answer
            }
        };
        let names: Vec<String> = play.stated.iter().map(name).collect();
        names.join(", ")
    }

    /// Returns the heading of a choice: "Keep:", "Roll on?".
    pub fn choice_heading(&self, choice: &str) -> String {
        let label = self.choice_label(choice);
        let colon = if label.ends_with(['?', '!']) { "" } else { ":" };
        format!("{}{colon}", label.trim_end_matches('.'))
    }

    /// Returns the wording of a choice.
    pub fn words_of(&self, choice: &str) -> Option<&ChoiceWords> {
        self.choice_words
            .iter()
            .find(|(name, _)| name == choice)
            .map(|(_, words)| words)
    }

    /// Returns the name of a case: its variant and its swept values, or "the only case".
    pub fn case_name(&self, case: &Case) -> String {
        let name = self.varied_name(case, 2);
        if name.is_empty() {
            "the only case".to_owned()
        } else {
            name
        }
    }

    /// Returns the variant of a case, and its values of all parameters that are swept over at least
    /// this many values.
    pub fn varied_name(&self, case: &Case, least: usize) -> String {
        let variant = case.variant.map(|index| self.variants[index].clone());
        let swept = self
            .sweep
            .iter()
            .zip(&case.point)
            .filter(|(swept, _)| swept.values.len() >= least);
        let swept = swept.map(|(swept, &index)| {
            if swept.short.is_empty() && swept.phrases.is_empty() {
                format!("{} {}", swept.label, swept.name(index, Messages::english()))
            } else {
                swept.name(index, Messages::english())
            }
        });
        variant
            .into_iter()
            .chain(swept)
            .collect::<Vec<String>>()
            .join(", ")
    }

    /// Returns the name of a step of a metric in all cases, or else its number.
    pub fn step_name(&self, metric: &str, step: u32) -> String {
        self.shared_step_name(metric, step)
            .map_or_else(|| step.to_string(), str::to_owned)
    }

    /// Returns the name that a step of a metric has in all cases, if there is one.
    pub fn shared_step_name(&self, metric: &str, step: u32) -> Option<&str> {
        shared_step_name(self.cases.iter(), metric, step)
    }
}

/// Returns the name that a step of a metric has in all these cases, if there is one.
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
