//! The search for parameter values on the page. The inputs of its form are written into the
//! scenario's text, and settings are tried one by one.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::texts::Texts;
use super::{Session, SessionOptions, read_scenario};
use crate::analysis::{self, BalanceSteps, RunError};
use crate::export;
use crate::export::picture::Picture;
use crate::input::diagnostic::Diagnostics;
use crate::input::tree::{Node, Tree};
use crate::question::questions::WrittenAsk;
use crate::scenario::document::Scenario;
use crate::scenario::sweep::Sweep;
use crate::scenario::wishing::GoalEdit;
use oddsmith_engine::explore::Watch;

impl Session {
    /// Starts the search for the goals of the scenario that was run last.
    pub fn begin_search(&mut self) -> Value {
        let Some((scenario, _)) = &self.finished else {
            return json!({ "failed": "nothing has been run yet" });
        };
        match BalanceSteps::new(scenario, false, &Watch::default()) {
            Ok(steps) => self.report_progress(steps),
            Err(error) => failure(error),
        }
    }

    /// Tries one more setting, or ends the search. Returns the progress, or the result.
    pub fn continue_search(&mut self, is_stopped: bool) -> Value {
        let Some(mut steps) = self.balance_search.take() else {
            return json!({ "idle": true });
        };
        if !is_stopped && !steps.step(1, &Watch::default()) {
            return self.report_progress(steps);
        }
        let found = match steps.finish(is_stopped) {
            Ok(found) => found,
            Err(problems) => return failure(problems.into()),
        };
        let Some((_, report)) = &mut self.finished else {
            return json!({ "idle": true });
        };
        let chart = export::json_view::chart(&Picture::Balance(report, &found), self.is_narrow);
        let mut result = export::json_view_balance::balance_view(&found);
        result["chart"] = json!(chart);
        report.balance = Some(found);
        json!({ "found": result })
    }

    fn report_progress(&mut self, steps: BalanceSteps) -> Value {
        let (tried, total) = steps.progress();
        self.balance_search = Some(steps);
        json!({ "tried": tried, "total": total })
    }
}

/// Returns the first mistake, or that the work was stopped.
pub(super) fn failure(error: RunError) -> Value {
    let RunError::Diagnostics(Diagnostics(problems)) = error else {
        return json!({ "failed": "the run was stopped" });
    };
    json!({ "failed": problems.first().map_or_else(String::new, |first| format!("{}: {}", first.problem, first.help)) })
}

/// Applies one input of the form to a scenario's text. Returns the new text or a message.
pub fn edit_goals(texts: &Texts, form_input: &Value) -> Value {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let place = |value: &Value| value.as_u64().and_then(|index| usize::try_from(index).ok());
    let wishing = match (
        text(&form_input["may"]),
        place(&form_input["want"]),
        text(&form_input["ask"]),
    ) {
        (Some(path), ..) => GoalEdit::Allow(path, text(&form_input["to"])),
        (_, Some(question_index), _) => GoalEdit::Want(question_index, text(&form_input["to"])),
        (.., Some(value)) => GoalEdit::Ask([
            text(&form_input["label"]).unwrap_or_default(),
            value,
            text(&form_input["to"]).unwrap_or_default(),
        ]),
        _ => GoalEdit::Keep(text(&form_input["to"])),
    };
    edited_text(texts, |scenario| scenario.with_goal_edit(&wishing))
}

/// Writes the values of a setting into a scenario's text.
pub fn apply_setting(texts: &Texts, point: &Value) -> Value {
    let values = point
        .as_array()
        .into_iter()
        .flatten()
        .map(|value| value.as_u64().and_then(|number| u16::try_from(number).ok()));
    let point: Option<Vec<u16>> = values.collect();
    edited_text(texts, |scenario| {
        let fits = |point: &Vec<u16>| {
            scenario
                .balance
                .as_ref()
                .is_some_and(|balance| balance.contains(point))
        };
        scenario.with_numbers(&point.filter(fits).unwrap_or_default())
    })
}

/// Returns an edited text, if it is still a scenario without mistakes.
fn edited_text(
    texts: &Texts,
    edit: impl FnOnce(&Scenario) -> Result<String, Diagnostics>,
) -> Value {
    let checked = |scenario: String| {
        let after = Texts {
            scenario,
            ..texts.clone()
        };
        analysis::plan(&read_scenario(&after, SessionOptions::default())?)?;
        Ok(after.scenario)
    };
    match read_scenario(texts, SessionOptions::default())
        .and_then(|scenario| edit(&scenario))
        .and_then(checked)
    {
        Ok(text) => json!({ "text": text }),
        Err(problems) => failure(problems.into()),
    }
}

/// Returns the content of the form: the parameters that may change with their values, the condition
/// on settings, and the goal of each question.
pub(super) fn form(scenario: &Scenario) -> Value {
    let balance = scenario.balance.as_ref();
    let may = balance
        .iter()
        .flat_map(|balance| &balance.parameters)
        .map(|sweep| (sweep.path.text.clone(), values(sweep)));
    let document = Node::document(&scenario.source).ok();
    let section = |key: &str| document.as_ref().and_then(|document| document.get(key));
    let keep = section("balance")
        .and_then(|node| node.get("keep"))
        .and_then(Node::text);
    // The player's aim is a question as well, but it comes from another section.
    let written = match section("ask").map(|node| &node.tree) {
        Some(Tree::List(asks)) => asks.len(),
        _ => 0,
    };
    let ask = |ask: &WrittenAsk| {
        let question = ask.value.text().unwrap_or_default().trim();
        json!({ "label": ask.label, "question": question, "want": ask.want.as_ref().map(|want| &want.text) })
    };
    json!({
        "may": may.collect::<serde_json::Map<_, _>>(),
        "keep": keep,
        "asks": scenario.questions.asks.iter().take(written).map(ask).collect::<Vec<_>>(),
    })
}

fn values(sweep: &Sweep) -> Value {
    sweep.values.iter().map(Node::brief).collect()
}
