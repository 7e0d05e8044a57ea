//! What a search for numbers found, as the page shows it: the best settings, and which goals
//! exclude each other.

use serde_json::{Value, json};

use crate::figures::Numerals;
use crate::report::balance::{Balancing, JudgedAnswer, JudgedAsk, Price, SHOWN, TriedSetting};
use crate::summary::balance as sentences;
use crate::wordbook::Wordbook;

/// Settings that meet all of which the page has a row.
const MOST_ROWS: usize = 200;

/// All that the page shows of it; its picture is drawn by itself.
pub fn found(own: &Balancing) -> Value {
    let met = own.met().count();
    let shown = met.clamp(SHOWN, MOST_ROWS).min(own.order.len());
    let parameters = own
        .parameters
        .iter()
        .map(|own| json!({ "path": own.path, "label": own.label }));
    let ask = |ask: &JudgedAsk| json!({ "label": ask.label, "want": ask.want.as_ref().map(|(_, text)| text) });
    let published = own.published.as_ref().map(|answers| {
        let value = |own: &crate::report::balance::BalancedParameter| {
            own.published
                .as_ref()
                .map_or_else(String::new, crate::report::Value::in_print)
        };
        json!({
            "values": own.parameters.iter().map(value).collect::<Vec<_>>(),
            "answers": self::answers(own, answers),
        })
    });
    let odds = own.at_odds.iter().map(|odds| {
        let (group, prices) = sentences::at_odds(own, odds, Wordbook::english());
        let price = |(says, price): (String, &Price)| {
            let ask = &own.asks[price.ask];
            json!({ "says": says, "ask": ask.label, "to": sentences::given_way(ask, price) })
        };
        json!({ "says": group, "prices": prices.into_iter().zip(&odds.prices).map(price).collect::<Vec<_>>() })
    });
    json!({
        "title": sentences::title(own, Wordbook::english()),
        "says": sentences::best(own, Wordbook::english()).into_iter().chain(sentences::left_out(own, Wordbook::english())).collect::<Vec<_>>(),
        "parameters": parameters.collect::<Vec<_>>(),
        "asks": own.asks.iter().map(ask).collect::<Vec<_>>(),
        "published": published,
        "settings": own.best().take(shown).map(|setting| row(own, setting)).collect::<Vec<_>>(),
        "met": met,
        "more": own.order.len() - shown,
        "atOdds": odds.collect::<Vec<_>>(),
    })
}

fn row(own: &Balancing, setting: &TriedSetting) -> Value {
    let values = || {
        own.parameters
            .iter()
            .zip(&setting.point)
            .map(|(own, &at)| &own.values[usize::from(at)])
    };
    json!({
        "point": setting.point,
        "written": values().map(ToString::to_string).collect::<Vec<_>>(),
        "values": values().map(crate::report::Value::in_print).collect::<Vec<_>>(),
        "answers": answers(own, &setting.answers),
        "steps": own.distance(&setting.point).1,
        "robust": sentences::robust(own, setting),
        "isMet": setting.is_met(own.asks.len()),
    })
}

fn answers(own: &Balancing, answers: &[JudgedAnswer]) -> Vec<Value> {
    let numerals = Numerals::ENGLISH;
    let one = |(ask, answer): (&JudgedAsk, &JudgedAnswer)| {
        let met = ask.want.as_ref().map(|_| answer.miss == 0.0);
        json!({ "text": sentences::answer(ask, answer, numerals, Wordbook::english()), "met": met })
    };
    own.asks.iter().zip(answers).map(one).collect()
}
