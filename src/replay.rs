//! Shows one simulated trial line by line: its rolls and its records.

use std::fmt::Write;

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream, TrialEvent};
use oddsmith_engine::{ReplayedLine, ReplayedTrial};

use crate::analysis::RunError;
use crate::analysis::listed_trials::simulated_rule;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::question::asking::Asking;
use crate::rule::BuiltRule;
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::Presentation;
use crate::scenario::document::Scenario;
use crate::scenario::named_rule::NamedRule;
use crate::shown::shown_values;
use oddsmith_engine::Fold;

/// Returns the transcript of a trial. Cases and trials are counted from 1, and the trial is one of
/// those that a run simulates.
///
/// # Errors
/// Returns an error if there is no such case, or if the trial meets a mistake in the rule.
pub fn transcript(scenario: &Scenario, case: usize, trial: u64) -> Result<String, Diagnostics> {
    if case > scenario.case_count() {
        let problem = format!("{} has no case {case}", scenario.source.name);
        return Err(Diagnostic::nowhere(
            problem,
            format!("use a case from 1 to {}", scenario.case_count()),
        )
        .into());
    }
    let watch = Watch::default();
    let built = match simulated_rule(scenario, case - 1, &watch) {
        Ok(built) => built,
        Err(RunError::Diagnostics(problems)) => return Err(problems),
        Err(stopped @ RunError::Interrupted) => {
            return Err(Diagnostic::nowhere(stopped.to_string(), "").into());
        }
    };
    let BuiltRule {
        rule, presentation, ..
    } = built;
    let asking = scenario.asking(case - 1, &presentation)?;
    let stream = Stream {
        seed: scenario.settings.seed,
        case: case as u64,
        purpose: Purpose::Simulated,
    };
    let replayed = rule
        .replay(stream, trial - 1, &watch)
        .map_err(|stop| fault(scenario, case, stop))?;
    let mut text = format!(
        "{}, trial {trial}, seed {}\n",
        case_in_words(scenario, case),
        scenario.settings.seed
    );
    if scenario.rule.text().is_some() {
        write_rule_log(scenario, case - 1, (&replayed, &presentation), &mut text);
    } else {
        replayed
            .moments
            .iter()
            .for_each(|moment| write_line(&moment_text(moment, &presentation), &mut text));
    }
    write_totals(&replayed.moments, &presentation, &asking, &mut text);
    Ok(text)
}

fn fault(scenario: &Scenario, case: usize, stop: Stop) -> Diagnostics {
    match stop {
        Stop::Rule(error) => scenario
            .rule
            .fault(&scenario.fault_prefix(case - 1), &error)
            .into(),
        stop => Diagnostic::nowhere(stop.to_string(), "").into(),
    }
}

/// Returns a case in words: "case 2 (quality = 4)".
fn case_in_words(scenario: &Scenario, case: usize) -> String {
    let (variant, point) = scenario.point(case - 1);
    let variant = variant.map(|index| scenario.variants[index].name.clone());
    let swept = scenario.sweep.iter().zip(point);
    let swept = swept
        .map(|(sweep, index)| format!("{} = {}", sweep.path.text, sweep.values[index].brief()));
    let varied: Vec<String> = variant.into_iter().chain(swept).collect();
    if varied.is_empty() {
        format!("case {case}")
    } else {
        format!("case {case} ({})", varied.join(", "))
    }
}

/// Writes the rolls and notes of a rule file, each below its line and with its entry, and then the
/// records.
fn write_rule_log(
    scenario: &Scenario,
    case: usize,
    (replayed, presentation): (&ReplayedTrial, &Presentation),
    text: &mut String,
) {
    let mut before = None;
    for line in &replayed.lines {
        let (heading, written) = line_heading(scenario, case, line.span.start);
        if let Some(heading) = heading.filter(|heading| before.as_ref() != Some(heading)) {
            let _ = writeln!(text, "  {heading}");
            before = Some(heading);
        }
        let who = subject_entry(scenario, case, &written, line)
            .map_or_else(String::new, |who| format!("{who}: "));
        let _ = writeln!(text, "            {who}{}", line.text);
    }
    text.push_str("Recorded:\n");
    let is_seen = |moment: &&TrialEvent| matches!(moment, TrialEvent::Seen { .. });
    replayed
        .moments
        .iter()
        .filter(is_seen)
        .for_each(|moment| write_line(&moment_text(moment, presentation), text));
}

/// Returns what is printed above the questions of a line of the rule file, and the line. Above
/// those of typed dice and of AnyDice programs, it is what the person wrote.
fn line_heading(scenario: &Scenario, case: usize, offset: usize) -> (Option<String>, String) {
    let NamedRule::File(file) = &scenario.rule else {
        return (None, String::new());
    };
    let numbered = |source: &Source, offset: usize| {
        let line = source.line(offset);
        let written = source.text.lines().nth(line - 1).unwrap_or("").trim();
        (format!("line {line:>3}  {written}"), written.to_owned())
    };
    if file.outputs.is_empty() {
        let (heading, written) = numbered(&file.source, offset);
        return (Some(heading), written);
    }
    let of_case = || Some(scenario.output(case)?.place.clone());
    let place = file.origin(&(offset..offset)).or_else(of_case);
    let heading = place.map(|place| {
        if place.source.is_command_line() {
            place.source.text.clone()
        } else {
            numbered(&place.source, place.span.start).0
        }
    });
    (heading, String::new())
}

/// Returns the entry that a line is about. The line names it by a variable, such as `u` of `for u
/// in units`, or by its index, as in `units[who]`.
fn subject_entry(
    scenario: &Scenario,
    case: usize,
    written: &str,
    line: &ReplayedLine,
) -> Option<String> {
    let entries = |key: &str| scenario.entry_names(case, key);
    let lists: Vec<(&str, Vec<String>)> = scenario
        .rule
        .parameters()
        .iter()
        .filter_map(|list| Some((list.key, entries(list.key)?)))
        .collect();
    let words: Vec<&str> = written
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .collect();
    let is_entry = |value: &str| {
        lists
            .iter()
            .any(|(_, names)| names.iter().any(|name| name == value))
    };
    let by_name = line
        .names
        .iter()
        .rev()
        .find(|(name, value)| words.contains(&name.as_str()) && is_entry(value));
    let by_place = || {
        let places = line
            .names
            .iter()
            .rev()
            .flat_map(|(name, value)| lists.iter().map(move |list| (name, value, list)));
        places.into_iter().find_map(|(name, value, (key, names))| {
            let is_there = written.contains(&format!("{key}[{name}]"));
            names
                .get(value.parse::<usize>().ok()?)
                .filter(|_| is_there)
                .cloned()
        })
    };
    by_name.map(|(_, value)| value.clone()).or_else(by_place)
}

/// Writes the final values of metrics that combine several observations, and of the metrics that
/// the scenario defines.
fn write_totals(
    moments: &[TrialEvent],
    presentation: &Presentation,
    asking: &Asking,
    text: &mut String,
) {
    let scenario_metrics = asking.metrics.iter().map(|(metric, _)| metric);
    let metrics = presentation
        .metrics
        .iter()
        .map(|metric| (metric, metric.fold != Fold::Once));
    let metrics: Vec<(&ShownMetric, bool)> = metrics
        .chain(scenario_metrics.map(|metric| (metric, true)))
        .collect();
    let shown = shown_values(moments, &presentation.metrics, asking);
    let mut lines = Vec::new();
    for ((metric, _), values) in metrics
        .iter()
        .zip(shown)
        .filter(|((_, is_shown), _)| *is_shown)
    {
        for (step, value) in metric.all_steps().zip(values) {
            lines.push(match value {
                Some(value) => value_text(metric, step.unwrap_or(0), value),
                None => format!(
                    "{}{}: absent",
                    metric.label,
                    step_suffix(metric, step.unwrap_or(0))
                ),
            });
        }
    }
    if !lines.is_empty() {
        text.push_str("in all\n");
        lines.iter().for_each(|words| write_line(words, text));
    }
}

fn write_line(words: &str, text: &mut String) {
    let _ = writeln!(text, "  {words}");
}

fn moment_text(moment: &TrialEvent, presentation: &Presentation) -> String {
    match moment {
        TrialEvent::Chose(choice, option) => match presentation.choices.get(*choice) {
            Some(choice) => format!("{}: {}", choice.name, choice.options.word(*option)),
            None => format!("choice {choice}: {option}"),
        },
        TrialEvent::Picked(weights, index) => {
            format!("one of {}: number {}", weights.len(), index + 1)
        }
        TrialEvent::Happened(p, happened) => {
            format!("chance of {p}: {}", if *happened { "yes" } else { "no" })
        }
        TrialEvent::Rolled(die, face) => format!("d{}: {face}", die.sides()),
        TrialEvent::Exploded(die, sum) => format!("d{}, open: {sum}", die.sides()),
        TrialEvent::Pooled(die, pool) => {
            let faces: Vec<String> = pool.faces().iter().rev().map(u32::to_string).collect();
            format!("{}d{}: {}", faces.len(), die.sides(), faces.join(" "))
        }
        TrialEvent::Totalled(expression, sum) if expression.least() == expression.most() => {
            format!("{sum}")
        }
        TrialEvent::Totalled(expression, sum) => {
            format!(
                "dice of {} to {}: {sum}",
                expression.least(),
                expression.most()
            )
        }
        TrialEvent::Counted(1, p, count) => format!("1 chance of {p}: {count}"),
        TrialEvent::Counted(n, p, count) => format!("{n} chances of {p}: {count}"),
        TrialEvent::Drawn {
            drawn,
            total,
            marked,
            found,
        } => {
            format!("{drawn} cards of {total}, {marked} of them marked: {found} marked")
        }
        TrialEvent::Seen {
            metric,
            step,
            value,
        } => seen_text(presentation, *metric, *step, *value),
        other => format!("{other:?}"),
    }
}

/// Returns an observation: "Result, Wing Vanguard: All succeed".
fn seen_text(presentation: &Presentation, metric: usize, step: u32, value: i64) -> String {
    match presentation.metrics.get(metric) {
        Some(metric) if metric.fold == Fold::First => first_seen_text(metric, step, value),
        Some(metric) => value_text(metric, step, value),
        None => String::new(),
    }
}

/// Returns the observation at a step, for a metric that looks for the first step with a value.
fn first_seen_text(metric: &ShownMetric, step: u32, value: i64) -> String {
    let is_seen = if value == 0 { "not yet" } else { "now" };
    format!("{}: {is_seen}, step {step}", metric.label)
}

fn value_text(metric: &ShownMetric, step: u32, value: i64) -> String {
    let outcome = usize::try_from(value)
        .ok()
        .and_then(|code| metric.outcomes().get(code));
    let value = match (outcome, &metric.kind) {
        (Some(outcome), _) => outcome.label.clone(),
        (None, Kind::Flag) => if value == 0 { "no" } else { "yes" }.to_owned(),
        (None, _) => value.to_string(),
    };
    format!("{}{}: {value}", metric.label, step_suffix(metric, step))
}

/// Returns the step as a suffix: ", Wing Vanguard".
fn step_suffix(metric: &ShownMetric, step: u32) -> String {
    metric.steps.map_or_else(String::new, |_| {
        format!(
            ", {} {}",
            metric.step.word(),
            metric.step.short_step_label(step)
        )
    })
}
