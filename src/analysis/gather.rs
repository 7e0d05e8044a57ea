//! Puts what was found together: a case from its laws, a report from its cases.

use std::sync::Arc;

use oddsmith_engine::odds::{Mass, Tally};
use oddsmith_engine::solve::ExactLaw;

use super::answer::answered;
use super::counts::Counts;
use super::found::Computed;
use super::plan::RunPlan;
use super::run_error::{RunError, stopped};
use super::witness::Tested;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::input::tree::Node;
use crate::question::asking::Asking;
use crate::report::{
    Case, CountSource, Histories, Law, Observed, Report, Run, Swept, Value, Witness,
};
use crate::rule::choice::{ChoiceWords, ShownChoice, Words};
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::Presentation;
use crate::scenario::document::Scenario;
use crate::scenario::labels::{PathLabel, parameter_at};
use crate::scenario::sweep;

/// Puts the laws of a case together, from what was computed and what its trials showed.
pub(super) fn case(
    plan: &RunPlan<'_>,
    case: usize,
    mut computed: Computed,
    mut counts: Counts,
) -> Result<(Case, Tested), RunError> {
    let scenario = &*plan.scenario;
    let presentation = scenario.built(case)?.presentation;
    let asking = scenario.asking(case, &presentation)?;
    let slots = presentation
        .metrics
        .iter()
        .map(|metric| metric.all_steps().count())
        .sum();
    let policy = scenario.playing(case, &presentation)?.policy;
    let decisions = (0..presentation.choices.len())
        .map(|choice| policy.answer(choice))
        .collect();
    refuse_others(&asking, slots, (&computed, &counts), case)?;
    computed.fit(slots, asking.asked().count());
    counts.fit(slots);
    let Computed {
        laws,
        joints,
        cost,
        best_play,
        ..
    } = computed;
    let answered = answered(
        &asking,
        &scenario.questions.asks,
        &joints,
        &counts,
        scenario.settings.confidence,
    );
    let mut answered = answered.map_err(|stop| stopped(scenario, case, stop))?;
    for (answer, ask) in answered.answers.iter_mut().zip(&plan.asks) {
        let spread = best_play
            .as_ref()
            .and_then(|play| play.spreads.iter().find(|own| own.of == ask.label));
        if let Some(spread) = spread {
            let ends = spread.range.map(|range| (range.least, range.most));
            answer.under_ties(ask.want.as_ref().map(|want| &want.bound), ends);
        }
    }
    let unresolved = laws
        .iter()
        .flatten()
        .filter(|law| !law.is_mean_alone())
        .map(|law| law.unresolved)
        .reduce(f64::max);
    let (variant, point) = scenario.point(case);
    let (is_drawn, trials) = (counts.is_drawn, counts.trials);
    let witness_trials = counts.witness.as_ref().map(|beside| beside.trials);
    let unfinished = counts
        .witness
        .as_ref()
        .map_or(0, |beside| beside.unfinished);
    let mut metrics = observed(plan.shared(presentation.metrics), counts, laws);
    metrics.extend(answered.metrics);
    let case = Case {
        number: case + 1,
        variant,
        point,
        trials,
        source: if is_drawn {
            CountSource::Drawn
        } else {
            CountSource::Played
        },
        witness_trials,
        unfinished,
        cost,
        unresolved,
        metrics,
        decisions,
        best_play,
        answers: answered.answers,
        joints: answered.joints,
    };
    Ok((case, answered.tested))
}

/// Refuses what was read from elsewhere where it leaves a metric out, or has answers with more or
/// fewer numbers than were asked for.
fn refuse_others(
    asking: &Asking,
    slots: usize,
    (computed, counts): (&Computed, &Counts),
    case: usize,
) -> Result<(), Diagnostics> {
    let help = "delete the shards, and run them again";
    if counts.trials > 0 && counts.tallies.len() != slots {
        let what = format!(
            "the trials of case {} are not those of its metrics",
            case + 1
        );
        return Err(Diagnostic::nowhere(what, help).into());
    }
    for (at, asked) in asking.asked().enumerate() {
        let odds = computed
            .joints
            .get(at)
            .into_iter()
            .flatten()
            .flat_map(|joint| joint.answers.rows().map(|(answer, _)| answer));
        let counted = counts.asked.get(at).into_iter().flatten();
        let shown = counted
            .clone()
            .flat_map(|own| own.answers.rows().map(|(answer, _)| answer));
        let beside = counted.flat_map(|own| &own.witness);
        let beside = beside.flat_map(|(_, answers)| answers.rows().map(|(answer, _)| answer));
        if odds
            .chain(shown)
            .chain(beside)
            .flatten()
            .any(|values| values.len() != asked.of.len())
        {
            let what = format!(
                "the answers of case {} are not those to its questions",
                case + 1
            );
            return Err(Diagnostic::nowhere(what, help).into());
        }
    }
    Ok(())
}

/// The metrics with their laws, step by step.
fn observed(
    metrics: Vec<Arc<ShownMetric>>,
    counts: Counts,
    exact: Vec<Option<ExactLaw>>,
) -> Vec<Observed> {
    let Counts {
        trials: run,
        tallies,
        witness,
        ..
    } = counts;
    let mut slots = tallies.into_iter().zip(exact);
    let mut witnesses =
        witness.map(|beside| (beside.trials, beside.unfinished, beside.tallies.into_iter()));
    let mut law = |step| {
        let (tally, exact) = slots.next().unwrap_or_default();
        let of_slot =
            |(trials, unfinished, tallies): &mut (u64, u64, std::vec::IntoIter<Tally>)| Witness {
                trials: *trials,
                unfinished: *unfinished,
                tally: tallies.next().unwrap_or_default(),
            };
        let mut law = Law::new(step, run, tally, exact);
        law.witness = witnesses.as_mut().map(of_slot).map(Box::new);
        law
    };
    metrics
        .into_iter()
        .map(|metric| {
            let laws = metric.all_steps().map(&mut law).collect();
            Observed { metric, laws }
        })
        .collect()
}

/// What stands for a value in a sentence, where the rule says it.
fn said(parameter: &Parameter, value: &Value) -> Option<String> {
    let at = match (value, parameter.shape) {
        (Value::Flag(flag), ParameterType::Flag) => usize::from(*flag),
        (Value::Text(text), ParameterType::Choice(words)) => {
            words.iter().position(|word| word == text)?
        }
        _ => return None,
    };
    parameter.wording.says.get(at).map(|&said| said.to_owned())
}

/// A player's words for every choice of the first case of each variant: some ask for choices that
/// others do not.
fn choice_words(plan: &RunPlan<'_>, cases: &[Case]) -> Vec<(String, ChoiceWords)> {
    let mut all: Vec<(String, ChoiceWords)> = Vec::new();
    let mut variant = None;
    for case in cases.iter().filter(|case| case.best_play.is_some()) {
        if variant.replace(case.variant) == Some(case.variant) {
            continue;
        }
        let choices = plan
            .scenario
            .built(case.number - 1)
            .map_or_else(|_| Vec::new(), |own| own.presentation.choices);
        for own in choices {
            if all.iter().all(|(name, _)| *name != own.name) {
                all.push((own.name.clone(), own.all_words()));
            }
        }
    }
    all
}

/// How choices are played that nobody answers: "`again`: always draw, the first on offer, since no
/// [play] says who decides".
pub(super) fn unanswered(scenario: &Scenario, presentation: &Presentation) -> Vec<String> {
    let note = |own: &ShownChoice| {
        let first = match &own.options {
            Words::Written {
                known: Some(known), ..
            } => known.first(),
            _ => None,
        };
        let first = first.map(|first| format!("{}, the first option", own.words.option(first)));
        let first = first.unwrap_or_else(|| "the first option".to_owned());
        format!(
            "`{}`: always {first}, because [play] does not set it",
            own.name
        )
    };
    scenario.unanswered(presentation).map(note).collect()
}

/// What is recorded of the time before the first step: a name that began with 0 and was recorded at
/// the end, mostly.
fn before_the_first(cases: &[Case]) -> Vec<String> {
    let is_before = |law: &Law| {
        let masses = law.pmf().into_iter().flat_map(|pmf| pmf.masses());
        let exact = masses
            .filter(|(_, mass)| *mass != Mass::ZERO)
            .map(|&(value, _)| value)
            .next();
        exact
            .into_iter()
            .chain(law.tally.iter().next().map(|(value, _)| value))
            .any(|least| least < 1)
    };
    let mut names: Vec<&str> = Vec::new();
    for own in cases
        .iter()
        .flat_map(|case| &case.metrics)
        .filter(|own| own.metric.kind == Kind::When)
    {
        if !names.contains(&own.metric.name.as_str()) && own.laws.iter().any(is_before) {
            names.push(&own.metric.name);
        }
    }
    let told = |name: &str| {
        format!(
            "`{name}` is 0 or less in some trials, and times start at 1: count from 1, and record \
                nothing if it never happens"
        )
    };
    names.into_iter().map(told).collect()
}

/// Returns a sweep as the report shows it.
fn swept(scenario: &Scenario, (index, own): (usize, &sweep::Sweep)) -> Swept {
    let PathLabel {
        label,
        short,
        is_named,
    } = scenario.label(&own.path.text);
    let values: Vec<Value> = own.values.iter().map(Node::value).collect();
    let labels: Vec<Option<String>> = values
        .iter()
        .map(|value| scenario.value_label(&own.path.text, value))
        .collect();
    let is_own = is_named || labels.iter().any(Option::is_some);
    // A parameter or value with a label is shown by that label, and not in the rule's own words.
    let parameter = parameter_at(scenario.rule.parameters(), &own.path.text).filter(|_| !is_own);
    // All of them have words, or none.
    let said: Option<Vec<String>> = values.iter().map(|value| said(parameter?, value)).collect();
    let said = said.unwrap_or_default();
    let [unit, die] = [
        |own: &Parameter| own.wording.unit,
        |own: &Parameter| own.wording.die,
    ]
    .map(|word: fn(&Parameter) -> &'static str| parameter.map_or("", word).to_owned());
    let (key, usual) = (own.path.text.clone(), scenario.usual_value(index));
    Swept {
        key,
        label,
        short,
        is_named,
        values,
        labels,
        said,
        unit,
        die,
        usual,
    }
}

/// The report of a run, without its titles.
pub(super) fn report(plan: &RunPlan<'_>, cases: Vec<Case>) -> Report {
    let scenario = &*plan.scenario;
    let settings = &scenario.settings;
    let remarks = [
        unanswered(scenario, &plan.presentation),
        before_the_first(&cases),
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
        rerun: String::new(),
        parameters: scenario.told(),
        changes: scenario.changes(),
        run: Run {
            trials: settings.trials,
            seed: settings.seed,
            seed_drawn: settings.seed_drawn,
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
            .map(|own| swept(scenario, own))
            .collect(),
        fixed: scenario.fixed(),
        cases,
        witness_p: None,
        drawn_p: None,
        wordbook: Arc::clone(&scenario.wordbook),
        headlines: plan.presentation.headlines.clone(),
        notes: plan.presentation.notes.clone(),
        charts: plan.charts.clone(),
        told_charts: Vec::new(),
        more_charts: 0,
        asks: plan.asks.clone(),
        joints: plan.joints.clone(),
        idle_play: Vec::new(),
        remarks,
        without_trials: None,
        sensitivity: None,
        balance: None,
        changes_since: None,
        looked_at: None,
        samples: None,
        histories: Histories::default(),
        state_graphs: Default::default(),
    }
}
