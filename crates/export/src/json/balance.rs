//! Writes the result of a search for parameter values as JSON.

use serde_json::{Map, Value, json};

use oddsmith_model::report::balance::{Balancing, MAX_LISTED, TriedSetting};

pub(super) fn balance(balancing: &Balancing) -> Value {
    let parameter = |parameter: &oddsmith_model::report::balance::BalancedParameter| json!({ "parameter": parameter.path, "published": parameter.published, "values": parameter.values });
    let ask = |ask: &oddsmith_model::report::balance::JudgedAsk| {
        let best = ask
            .want
            .is_none()
            .then_some(if ask.is_maximised { "most" } else { "least" });
        json!({ "ask": ask.label, "want": ask.want.as_ref().map(|(_, text)| text), "best": best })
    };
    let odds = |odds: &oddsmith_model::report::balance::WishConflict| {
        let label = |ask_index: usize| &balancing.asks[ask_index].label;
        let price = |price: &oddsmith_model::report::balance::Price| json!({ "ask": label(price.ask), "from": price.from, "to": price.to, "settings": price.settings, "meet_all": price.is_for_all });
        json!({
            "asks": odds.asks.iter().map(|&ask_index| label(ask_index)).collect::<Vec<_>>(),
            "prices": odds.prices.iter().map(price).collect::<Vec<_>>(),
        })
    };
    json!({
        "settings": balancing.extent.settings,
        "tried": balancing.tried.len(),
        "met": balancing.settings_meeting_all().count(),
        "is_search": balancing.extent.is_search,
        "left_out": balancing.extent.left_out,
        "refused": balancing.refused.count,
        "unjudged": balancing.unjudged.count,
        "parameters": balancing.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "asks": balancing.asks.iter().map(ask).collect::<Vec<_>>(),
        "best": balancing.ranked_settings().take(MAX_LISTED).map(|setting| best_setting(balancing, setting)).collect::<Vec<_>>(),
        "at_odds": balancing.conflicts.iter().map(odds).collect::<Vec<_>>(),
    })
}

/// Returns one of the best settings.
fn best_setting(balancing: &Balancing, setting: &TriedSetting) -> Value {
    let values = balancing.parameters.iter().zip(&setting.point);
    let values: Map<String, Value> = values
        .map(|(parameter, &value_index)| {
            (
                parameter.path.clone(),
                json!(parameter.values[usize::from(value_index)]),
            )
        })
        .collect();
    let answers = setting
        .answers
        .iter()
        .zip(&balancing.asks)
        .map(|(answer, ask)| {
            let finite = |number: f64| {
                Some(number).filter(|number| number.is_finite() && ask.want.is_some())
            };
            json!({
                "ask": ask.label,
                "value": answer.value,
                "off_by": finite(answer.miss),
                "to_spare": finite(answer.slack),
                "case": balancing.cases[answer.case as usize],
            })
        });
    let (changed, steps) = balancing.distance(&setting.point);
    let is_met = setting.is_met(balancing.asks.len());
    let robust = if is_met {
        balancing
            .breaking_steps(setting)
            .map(|breaking| breaking.is_empty())
    } else {
        None
    };
    json!({
        "values": values,
        "answers": answers.collect::<Vec<_>>(),
        "meets_all": is_met,
        "changed": changed,
        "steps": steps,
        "robust": robust,
    })
}
