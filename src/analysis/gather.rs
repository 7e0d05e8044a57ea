//! Assembles the cases and the report of a run from the results.

use std::sync::Arc;

use oddsmith_engine::odds::{Mass, Tally};
use oddsmith_engine::solve::ExactDistribution;

use super::answer::answer_questions;
use super::counts::Counts;
use super::cross_check::PValues;
use super::found::Computed;
use super::plan::RunPlan;
use super::run_error::{RunError, stop_error};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::input::tree::Node;
use crate::question::asking::Asking;
use crate::report::{
    Case, CaseDecision, CountSource, CrossCheck, Distribution, Observed, Report, Run, Swept, Value,
};
use crate::rule::choice::{ChoiceWords, NumberWords, ShownChoice};
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::Presentation;
use crate::scenario::document::Scenario;
use crate::scenario::labels::{PathLabel, parameter_at};
use crate::scenario::play::CasePlay;
use crate::scenario::sweep::Sweep;

/// Assembles a case from what was computed and from the counts of its trials.
pub(super) fn case(
    plan: &RunPlan<'_>,
    case: usize,
    mut computed: Computed,
    mut counts: Counts,
) -> Result<(Case, PValues), RunError> {
    let scenario = &*plan.scenario;
    let presentation = scenario.build_case(case)?.presentation;
    let asking = scenario.asking(case, &presentation)?;
    let slots = presentation
        .metrics
        .iter()
        .map(|metric| metric.all_steps().count())
        .sum();
    let decisions = decisions(&scenario.case_play(case, &presentation)?, &presentation);
    refuse_mismatched_counts(&asking, slots, &computed, &counts, case)?;
    computed.extend_to(slots, asking.asked().count());
    counts.extend_to(slots);
    let Computed {
        distributions,
        joints,
        cost,
        best_play,
        aim_bounds,
        ..
    } = computed;
    let answered = answer_questions(
        &asking,
        &scenario.questions.asks,
        &joints,
        &counts,
        scenario.settings.confidence,
    );
    let mut answered = answered.map_err(|stop| stop_error(scenario, case, stop))?;
    for (answer, ask) in answered.answers.iter_mut().zip(&plan.asks) {
        let spread = best_play
            .as_ref()
            .and_then(|play| play.spreads.iter().find(|spread| spread.label == ask.label));
        if let Some(spread) = spread {
            let ends = spread.range.map(|range| (range.least, range.most));
            answer.mark_ties(ask.want.as_ref().map(|want| &want.bound), ends);
        }
    }
    let unresolved = distributions
        .iter()
        .flatten()
        .filter(|distribution| !distribution.has_only_moments())
        .map(|distribution| distribution.unresolved)
        .reduce(f64::max);
    let (variant, point) = scenario.point(case);
    let (is_sampled, trials) = (counts.is_sampled, counts.trials);
    let cross_check_trials = counts
        .cross_check
        .as_ref()
        .map(|cross_check| cross_check.trials);
    let unfinished = counts
        .cross_check
        .as_ref()
        .map_or(0, |cross_check| cross_check.unfinished);
    let mut metrics = observed_metrics(
        plan.share_metrics(presentation.metrics),
        counts,
        distributions,
    );
    metrics.extend(answered.metrics);
    let case = Case {
        number: case + 1,
        variant,
        point,
        trials,
        source: if is_sampled {
            CountSource::Sampled
        } else {
            CountSource::Simulated
        },
        cross_check_trials,
        unfinished,
        cost,
        unresolved,
        metrics,
        decisions,
        best_play,
        aim_bounds,
        answers: answered.answers,
        joints: answered.joints,
    };
    Ok((case, answered.p_values))
}

/// Fails if results that were read from shards do not fit the case. They may lack a metric, or an
/// answer may have the wrong number of values.
fn refuse_mismatched_counts(
    asking: &Asking,
    slots: usize,
    computed: &Computed,
    counts: &Counts,
    case: usize,
) -> Result<(), Diagnostics> {
    let help = "delete the shards, and run them again";
    if counts.trials > 0 && counts.tallies.len() != slots {
        let message = format!(
            "the trials of case {} are not those of its metrics",
            case + 1
        );
        return Err(Diagnostic::nowhere(message, help).into());
    }
    for (index, asked) in asking.asked().enumerate() {
        let odds = computed
            .joints
            .get(index)
            .into_iter()
            .flatten()
            .flat_map(|joint| joint.answers.rows().map(|(answer, _)| answer));
        let counted = counts.asked.get(index).into_iter().flatten();
        let shown = counted
            .clone()
            .flat_map(|asked_counts| asked_counts.answers.rows().map(|(answer, _)| answer));
        let cross_checks = counted.flat_map(|asked_counts| &asked_counts.cross_check);
        let cross_check_answers =
            cross_checks.flat_map(|(_, answers)| answers.rows().map(|(answer, _)| answer));
        if odds
            .chain(shown)
            .chain(cross_check_answers)
            .flatten()
            .any(|values| values.len() != asked.expressions.len())
        {
            let message = format!(
                "the answers of case {} are not those to its questions",
                case + 1
            );
            return Err(Diagnostic::nowhere(message, help).into());
        }
    }
    Ok(())
}

/// Returns the metrics with their distributions, step by step.
fn observed_metrics(
    metrics: Vec<Arc<ShownMetric>>,
    counts: Counts,
    exact: Vec<Option<ExactDistribution>>,
) -> Vec<Observed> {
    let Counts {
        trials: run,
        tallies,
        cross_check,
        ..
    } = counts;
    let mut slots = tallies.into_iter().zip(exact);
    let mut check_tallies =
        cross_check.map(|counts| (counts.trials, counts.unfinished, counts.tallies.into_iter()));
    let mut distribution = |step| {
        let (tally, exact) = slots.next().unwrap_or_default();
        let slot_cross_check =
            |(trials, unfinished, tallies): &mut (u64, u64, std::vec::IntoIter<Tally>)| {
                CrossCheck {
                    trials: *trials,
                    unfinished: *unfinished,
                    tally: tallies.next().unwrap_or_default(),
                }
            };
        let mut distribution = Distribution::new(step, run, tally, exact);
        distribution.cross_check = check_tallies.as_mut().map(slot_cross_check).map(Box::new);
        distribution
    };
    metrics
        .into_iter()
        .map(|metric| {
            let distributions = metric.all_steps().map(&mut distribution).collect();
            Observed {
                metric,
                distributions,
            }
        })
        .collect()
}

/// Returns the phrase that the rule gives for a value in a sentence, if there is one.
fn value_in_words(parameter: &Parameter, value: &Value) -> Option<String> {
    let index = match (value, parameter.shape) {
        (Value::Flag(flag), ParameterType::Flag) => usize::from(*flag),
        (Value::Text(text), ParameterType::Choice(words)) => {
            words.iter().position(|word| word == text)?
        }
        _ => return None,
    };
    parameter
        .wording
        .phrases
        .get(index)
        .map(|&text| text.to_owned())
}

/// Returns the words for every choice, from the first case of each variant: variants can differ in
/// the choices that they ask for.
fn choice_words(plan: &RunPlan<'_>, cases: &[Case]) -> Vec<(String, ChoiceWords)> {
    let mut words_of_choices: Vec<(String, ChoiceWords)> = Vec::new();
    let mut variant = None;
    for case in cases.iter().filter(|case| case.best_play.is_some()) {
        if variant.replace(case.variant) == Some(case.variant) {
            continue;
        }
        let choices = plan
            .scenario
            .build_case(case.number - 1)
            .map_or_else(|_| Vec::new(), |built| built.presentation.choices);
        for choice in choices {
            if words_of_choices
                .iter()
                .all(|(name, _)| *name != choice.name)
            {
                words_of_choices.push((choice.name.clone(), choice.all_words()));
            }
        }
    }
    words_of_choices
}

/// Returns notes about choices without an answer in `[play]`, and how they are decided.
pub(super) fn unanswered_choice_notes(
    scenario: &Scenario,
    presentation: &Presentation,
) -> Vec<String> {
    let note = |choice: &ShownChoice| {
        let first = match &choice.options {
            NumberWords::Written {
                known: Some(known), ..
            } => known.first(),
            _ => None,
        };
        let first = first.map(|first| format!("{}, the first option", choice.words.option(first)));
        let first = first.unwrap_or_else(|| "the first option".to_owned());
        format!(
            "`{}`: always {first}, because [play] does not set it",
            choice.name
        )
    };
    scenario
        .unanswered_choices(presentation)
        .map(note)
        .collect()
}

/// Returns notes about times before the first step. The usual reason is a variable that starts at 0
/// and is recorded at the end.
fn before_first_step_notes(cases: &[Case]) -> Vec<String> {
    let is_before = |distribution: &Distribution| {
        let masses = distribution.pmf().into_iter().flat_map(|pmf| pmf.masses());
        let exact = masses
            .filter(|(_, mass)| *mass != Mass::ZERO)
            .map(|&(value, _)| value)
            .next();
        exact
            .into_iter()
            .chain(distribution.tally.iter().next().map(|(value, _)| value))
            .any(|least| least < 1)
    };
    let mut names: Vec<&str> = Vec::new();
    for observed in cases
        .iter()
        .flat_map(|case| &case.metrics)
        .filter(|observed| observed.metric.kind == Kind::When)
    {
        if !names.contains(&observed.metric.name.as_str())
            && observed.distributions.iter().any(is_before)
        {
            names.push(&observed.metric.name);
        }
    }
    let remark = |name: &str| {
        format!(
            "`{name}` is 0 or less in some trials, and times start at 1: count from 1, and record \
                nothing if it never happens"
        )
    };
    names.into_iter().map(remark).collect()
}

/// Returns a swept parameter as the report shows it.
fn swept_parameter(scenario: &Scenario, index: usize, sweep: &Sweep) -> Swept {
    let PathLabel {
        label,
        short,
        is_named,
    } = scenario.label(&sweep.path.text);
    // The typed text shows already that it is a roll or an output.
    let short = if scenario.rule.typed().is_empty() {
        short
    } else {
        String::new()
    };
    let values: Vec<Value> = sweep.values.iter().map(Node::value).collect();
    let labels: Vec<Option<String>> = values
        .iter()
        .map(|value| scenario.value_label(&sweep.path.text, value))
        .collect();
    let has_labels = is_named || labels.iter().any(Option::is_some);
    // A parameter or value with a label is shown by that label, and not in the words of the rule.
    let parameter =
        parameter_at(scenario.rule.parameters(), &sweep.path.text).filter(|_| !has_labels);
    // Phrases are used only if every value has one.
    let in_words: Option<Vec<String>> = values
        .iter()
        .map(|value| value_in_words(parameter?, value))
        .collect();
    let in_words = in_words.unwrap_or_default();
    let [unit, die] = [
        |parameter: &Parameter| parameter.wording.unit,
        |parameter: &Parameter| parameter.wording.die_suffix,
    ]
    .map(|word: fn(&Parameter) -> &'static str| parameter.map_or("", word).to_owned());
    let (key, usual) = (sweep.path.text.clone(), scenario.usual_value(index));
    Swept {
        key,
        label,
        short,
        is_named,
        values,
        labels,
        phrases: in_words,
        unit,
        die_suffix: die,
        usual_index: usual,
    }
}

/// Returns for each case whether its result is a chance, if the scenario is of typed dice or an
/// AnyDice program.
fn roll_chances(scenario: &Scenario) -> Option<Vec<bool>> {
    let is_chance = |case: usize| scenario.output(case).is_some_and(|output| output.is_chance);
    if scenario.rule.typed().is_empty() {
        return None;
    }
    Some((0..scenario.case_count()).map(is_chance).collect())
}

/// Returns the report of a run, without chart titles and tests.
pub(super) fn report(plan: &RunPlan<'_>, cases: Vec<Case>) -> Report {
    let scenario = &*plan.scenario;
    let settings = &scenario.settings;
    let remarks = [
        unanswered_choice_notes(scenario, &plan.presentation),
        before_first_step_notes(&cases),
    ]
    .concat();
    Report {
        name: scenario.name.clone(),
        title: scenario.title.clone(),
        description: scenario.description.clone(),
        rule: scenario.rule.id().to_owned(),
        words: scenario.rule.in_words(),
        source: scenario.source.text.clone(),
        rule_text: scenario.rule.text().map(|source| source.text.clone()),
        used_files: scenario.used_files(),
        overrides: scenario.overrides.clone(),
        parameters: scenario.reported_parameters(),
        changes: scenario.changes(),
        run: Run {
            trials: settings.trials,
            seed: settings.seed,
            has_random_seed: settings.has_random_seed,
            confidence: settings.confidence,
            precision: settings.precision,
        },
        choice_words: choice_words(plan, &cases),
        variants: scenario
            .variants
            .iter()
            .map(|variant| variant.name.clone())
            .collect(),
        sweep: scenario
            .sweep
            .iter()
            .enumerate()
            .map(|(index, sweep)| swept_parameter(scenario, index, sweep))
            .collect(),
        fixed: scenario.fixed_parameters(),
        cases,
        messages: Arc::clone(&scenario.messages),
        roll_chances: roll_chances(scenario),
        headlines: plan.presentation.headlines.clone(),
        notes: plan.presentation.notes.clone(),
        charts: plan.charts.clone(),
        asks: plan.asks.clone(),
        joints: plan.joints.clone(),
        remarks,
        ..Report::default()
    }
}

/// Returns how each choice is decided.
fn decisions(playing: &CasePlay, presentation: &Presentation) -> Vec<CaseDecision> {
    let skill = |choice: usize| {
        let mut answered = playing.answered.iter();
        answered.find(|answered| answered.choice == choice)
    };
    (0..presentation.choices.len())
        .map(|choice| CaseDecision {
            rule: playing.policy.answer(choice),
            skill: skill(choice)
                .map(|answered| answered.skill)
                .unwrap_or_default(),
        })
        .collect()
}
