//! The table of what came of looking for numbers.

use super::Table;
use crate::figures::Company;
use crate::findings::balance as told;
use crate::report::balance::{Balancing, JudgedAsk, SHOWN, TriedSetting};

/// A row for what is published, and one for each of the best settings.
pub(super) fn table(own: &Balancing, company: Company) -> Table {
    let ask = |ask: &JudgedAsk| match &ask.want {
        Some((_, want)) => format!("{}, {want}", ask.label),
        None => ask.label.clone(),
    };
    let parameters = own.parameters.iter().map(|own| own.path.clone());
    let head = [String::new()].into_iter().chain(parameters).chain(own.asks.iter().map(ask)).collect();
    let answers = |answers: &[crate::report::balance::JudgedAnswer]| {
        own.asks.iter().zip(answers).map(|(ask, answer)| told::answer(ask, answer, company)).collect::<Vec<String>>()
    };
    let published = own.published.as_ref().map(|published| {
        let values =
            own.parameters.iter().map(|own| own.published.as_ref().map_or(String::new(), |value| value.in_print()));
        [String::from("As published")].into_iter().chain(values).chain(answers(published)).collect::<Vec<String>>()
    });
    let row = |(nth, setting): (usize, &TriedSetting)| {
        let values = own.parameters.iter().zip(&setting.point);
        let values = values.map(|(own, &value)| own.values[usize::from(value)].in_print());
        [nth.to_string()].into_iter().chain(values).chain(answers(&setting.answers)).collect()
    };
    let best = (1..).zip(own.best().take(SHOWN)).map(row);
    Table {
        title: told::title(own),
        subtitle: "The best settings; in brackets how far an answer may move before it is off, or how far it is off"
            .to_owned(),
        head,
        along: String::new(),
        rows: published.into_iter().chain(best).collect(),
        note: "Exact.".to_owned(),
    }
}
