//! What came of looking for numbers, as JSON.

use serde_json::{Map, Value, json};

use crate::report::balance::{Balancing, SHOWN, TriedSetting};

pub(super) fn balance(own: &Balancing) -> Value {
    let parameter = |own: &crate::report::balance::BalancedParameter| json!({ "parameter": own.path, "published": own.published, "values": own.values });
    let ask = |own: &crate::report::balance::JudgedAsk| {
        let best = own
            .want
            .is_none()
            .then_some(if own.is_most { "most" } else { "least" });
        json!({ "ask": own.label, "want": own.want.as_ref().map(|(_, text)| text), "best": best })
    };
    let odds = |odds: &crate::report::balance::AtOdds| {
        let label = |at: usize| &own.asks[at].label;
        let price = |price: &crate::report::balance::Price| json!({ "ask": label(price.ask), "from": price.from, "to": price.to, "settings": price.settings, "meet_all": price.is_for_all });
        json!({
            "asks": odds.asks.iter().map(|&at| label(at)).collect::<Vec<_>>(),
            "prices": odds.prices.iter().map(price).collect::<Vec<_>>(),
        })
    };
    json!({
        "settings": own.extent.settings,
        "tried": own.tried.len(),
        "met": own.met().count(),
        "is_search": own.extent.is_search,
        "left_out": own.extent.left_out,
        "refused": own.refused.count,
        "unjudged": own.unjudged.count,
        "parameters": own.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "asks": own.asks.iter().map(ask).collect::<Vec<_>>(),
        "best": own.best().take(SHOWN).map(|setting| told(own, setting)).collect::<Vec<_>>(),
        "at_odds": own.at_odds.iter().map(odds).collect::<Vec<_>>(),
    })
}

/// One of the best settings.
fn told(own: &Balancing, setting: &TriedSetting) -> Value {
    let values = own.parameters.iter().zip(&setting.point);
    let values: Map<String, Value> = values
        .map(|(own, &at)| (own.path.clone(), json!(own.values[usize::from(at)])))
        .collect();
    let answers = setting.answers.iter().zip(&own.asks).map(|(answer, ask)| {
        let finite = |number: f64| Some(number).filter(|own| own.is_finite() && ask.want.is_some());
        json!({
            "ask": ask.label,
            "value": answer.value,
            "off_by": finite(answer.miss),
            "to_spare": finite(answer.slack),
            "case": own.cases[answer.case as usize],
        })
    });
    let (changed, steps) = own.distance(&setting.point);
    let is_met = setting.is_met(own.asks.len());
    let robust = if is_met {
        own.breaking(setting).map(|breaking| breaking.is_empty())
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
