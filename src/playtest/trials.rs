//! Computes the number of trials with which a table notices the difference between two settings.

use oddsmith_engine::explore::Watch;

use super::odds::{JointTable, SlotOdds, joint_odds};
use super::power::{Contrast, trials_for};
use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Key, Node, Tree};
use crate::question::asking::resolve_question;
use crate::report::playtest::TrialPlan;
use crate::scenario::document::Scenario;
use oddsmith_engine::question::Statistic;

/// The powers for which the number of trials is computed.
const POWERS: [f64; 2] = [0.8, 0.95];
/// The word for variants in `--between`.
const VARIANT: &str = "variant";

/// Returns how many trials are needed to distinguish two settings by a mean or a probability.
///
/// # Errors
/// Fails if the question is neither, if a setting cannot be read, or if there are no exact odds.
pub fn plan_trials(
    scenario: &Scenario,
    question: &str,
    between: &[String],
    watch: &Watch,
) -> Result<TrialPlan, RunError> {
    let [first, second] = between else {
        let help = "write --between \"quality=4\" \"quality=5\"";
        return Err(problem("--between needs two settings", help).into());
    };
    let base = scenario.without_sweeps();
    let settings = [with_setting(&base, first)?, with_setting(&base, second)?];
    let asked = asked_value(&settings[0], question)?;
    let mut odds: Vec<SlotOdds> = Vec::new();
    for (setting, written) in settings.iter().zip([first, second]) {
        let Some(tables) = joint_odds(setting, &asked, watch)? else {
            let text = "the rule has too many states for exact odds, which --plan needs";
            return Err(problem(text, "use a smaller rule, or raise `limit` in [run]").into());
        };
        let found: Vec<SlotOdds> = tables.iter().map(JointTable::first_where_true).collect();
        if found.iter().any(|odds| odds.weights.is_empty()) {
            let text = format!(
                "with {}, no trial answers {}",
                written.trim(),
                question.trim()
            );
            let help = "ask for something that may happen with both settings";
            return Err(problem(&text, help).into());
        }
        odds.extend(found);
    }
    let weights: Vec<Vec<(i64, f64)>> = odds.iter().map(SlotOdds::present).collect();
    // The table may have either setting and test the other one.
    let contrasts = [(0, 1), (1, 0)].map(|(tested, true_odds)| Contrast {
        tested: &weights[tested],
        true_odds: &weights[true_odds],
    });
    let mean = |weights: &Vec<(i64, f64)>| crate::sums::mean_of(weights);
    Ok(TrialPlan {
        question: question.trim().to_owned(),
        settings: [first.trim().to_owned(), second.trim().to_owned()],
        means: [mean(&weights[0]), mean(&weights[1])],
        is_chance: question.trim_start().starts_with(['P', 'p']),
        present: odds[0].present_share().min(odds[1].present_share()),
        trials: POWERS
            .map(|power| (power, trials_for(&contrasts, power)))
            .to_vec(),
    })
}

fn problem(text: &str, help: &str) -> Diagnostics {
    Diagnostic::nowhere(text, help).into()
}

/// Returns the value whose mean a question asks for, and its condition if it has one: "actions" and
/// "result = mixed" for "mean(actions | result = mixed)".
fn asked_value(scenario: &Scenario, question: &str) -> Result<Vec<String>, Diagnostics> {
    let (source, span) = Source::option("--plan", question);
    let node = Node {
        tree: Tree::Text(question.to_owned()),
        place: Place { source, span },
    };
    let presentation = scenario.build_case(0)?.presentation;
    let asked = resolve_question(&node, (question, 0), &scenario.questions, &presentation)?;
    let is_mean = matches!(asked.statistic, Statistic::Mean | Statistic::Probability);
    let inner = question
        .split_once('(')
        .and_then(|(_, rest)| rest.rsplit_once(')'))
        .map(|(inner, _)| match &asked.given {
            None => vec![inner.trim().to_owned()],
            Some(_) => inner
                .splitn(2, '|')
                .map(|part| part.trim().to_owned())
                .collect(),
        });
    match inner.filter(|_| is_mean) {
        Some(inner) => Ok(inner),
        None => {
            let text = "--plan needs a mean or a probability";
            let help = "write --plan \"mean(actions)\" or --plan \"P(hits >= 2)\"";
            Err(Diagnostic::at(&node.place, text, help).into())
        }
    }
}

/// Returns the scenario with a setting: KEY=VALUE, several of them with commas, or variant=NAME.
fn with_setting(scenario: &Scenario, setting: &str) -> Result<Scenario, Diagnostics> {
    let mut found = scenario.with_variant(0);
    let mut sets = Vec::new();
    for part in setting.split(',') {
        let (source, span) = Source::option("--between", part);
        let place = Place {
            source: source.clone(),
            span: span.clone(),
        };
        let Some((key, value)) = part.split_once('=') else {
            let text = format!("`{}` is no setting", part.trim());
            return Err(Diagnostic::at(&place, text, "write KEY=VALUE, such as quality=4").into());
        };
        if key.trim() == VARIANT {
            found = named_variant(scenario, value.trim(), &place)?;
            continue;
        }
        let Some(path) = scenario.parameter_key(key.trim()) else {
            let known: Vec<&str> = scenario
                .rule
                .parameters()
                .iter()
                .map(|known| known.key)
                .collect();
            let text = format!("there is no parameter `{}`", key.trim());
            let help = crate::input::diagnostic::nearest(key.trim(), &known);
            return Err(Diagnostic::at(&place, text, help).into());
        };
        let start = span.start + key.len() + 1;
        let blanks = value.len() - value.trim_start().len();
        let node =
            Node::value_or_text(&source, start + blanks..start + blanks + value.trim().len());
        sets.push((Key { text: path, place }, node));
    }
    let found = found.with_values_set(sets);
    found.build_case(0)?;
    Ok(found)
}

fn named_variant(scenario: &Scenario, name: &str, place: &Place) -> Result<Scenario, Diagnostics> {
    let found = scenario
        .variants
        .iter()
        .position(|variant| variant.name == name);
    found
        .map(|index| scenario.with_variant(index))
        .ok_or_else(|| {
            let names: Vec<&str> = scenario
                .variants
                .iter()
                .map(|variant| variant.name.as_str())
                .collect();
            let text = format!("there is no variant \"{name}\"");
            let help = crate::input::diagnostic::nearest(name, &names);
            Diagnostic::at(place, text, help).into()
        })
}
