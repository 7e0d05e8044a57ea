//! The result of a search for parameter values as JSON for the page: the best settings, and which
//! goals exclude each other.

use serde_json::{Value, json};

use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::balance::{
    Balancing, JudgedAnswer, JudgedAsk, MAX_LISTED, Price, TriedSetting,
};
use oddsmith_model::summary::balance as sentences;

/// The maximal number of settings that meet all goals of which the page gets a row.
const MAX_ROWS: usize = 200;

/// Returns everything that the page shows of the result, except the picture.
pub fn balance_view(balancing: &Balancing) -> Value {
    let met = balancing.settings_meeting_all().count();
    let shown = met.clamp(MAX_LISTED, MAX_ROWS).min(balancing.order.len());
    let parameters = balancing
        .parameters
        .iter()
        .map(|parameter| json!({ "path": parameter.path, "label": parameter.label }));
    let ask = |ask: &JudgedAsk| json!({ "label": ask.label, "want": ask.want.as_ref().map(|(_, text)| text) });
    let published = balancing.published.as_ref().map(|answers| {
        let value = |parameter: &oddsmith_model::report::balance::BalancedParameter| {
            parameter
                .published
                .as_ref()
                .map_or_else(String::new, oddsmith_model::report::Value::printed_text)
        };
        json!({
            "values": balancing.parameters.iter().map(value).collect::<Vec<_>>(),
            "answers": self::answers(balancing, answers),
        })
    });
    let odds = balancing.conflicts.iter().map(|odds| {
        let (group, prices) = sentences::at_odds(balancing, odds, Messages::english());
        let price = |(says, price): (String, &Price)| {
            let ask = &balancing.asks[price.ask];
            json!({ "says": says, "ask": ask.label, "to": sentences::relaxed_goal(ask, price) })
        };
        json!({ "says": group, "prices": prices.into_iter().zip(&odds.prices).map(price).collect::<Vec<_>>() })
    });
    json!({
        "title": sentences::title(balancing, Messages::english()),
        "says": sentences::best(balancing, Messages::english()).into_iter().chain(sentences::left_out(balancing, Messages::english())).collect::<Vec<_>>(),
        "parameters": parameters.collect::<Vec<_>>(),
        "asks": balancing.asks.iter().map(ask).collect::<Vec<_>>(),
        "published": published,
        "settings": balancing.ranked_settings().take(shown).map(|setting| row(balancing, setting)).collect::<Vec<_>>(),
        "met": met,
        "more": balancing.order.len() - shown,
        "atOdds": odds.collect::<Vec<_>>(),
    })
}

fn row(balancing: &Balancing, setting: &TriedSetting) -> Value {
    let values = || {
        balancing
            .parameters
            .iter()
            .zip(&setting.point)
            .map(|(parameter, &value_index)| &parameter.values[usize::from(value_index)])
    };
    json!({
        "point": setting.point,
        "written": values().map(ToString::to_string).collect::<Vec<_>>(),
        "values": values().map(oddsmith_model::report::Value::printed_text).collect::<Vec<_>>(),
        "answers": answers(balancing, &setting.answers),
        "steps": balancing.distance(&setting.point).1,
        "robust": sentences::robustness(balancing, setting),
        "isMet": setting.is_met(balancing.asks.len()),
    })
}

fn answers(balancing: &Balancing, answers: &[JudgedAnswer]) -> Vec<Value> {
    let numerals = Numerals::ENGLISH;
    let answer_json = |(ask, answer): (&JudgedAsk, &JudgedAnswer)| {
        let met = ask.want.as_ref().map(|_| answer.miss == 0.0);
        json!({ "text": sentences::answer(ask, answer, numerals, Messages::english()), "met": met })
    };
    balancing
        .asks
        .iter()
        .zip(answers)
        .map(answer_json)
        .collect()
}
