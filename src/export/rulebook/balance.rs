//! The table of what came of looking for numbers.

use crate::report::Report;
use crate::report::balance::{Balancing, JudgedAsk, SHOWN, TriedSetting};
use crate::summary::balance as sentences;
use crate::wordbook::Word;
use oddsmith_model::chart_words::balance_title;
use oddsmith_model::table::Table;

/// A row for what is published, and one for each of the best settings.
pub fn table(report: &Report, own: &Balancing) -> Table {
    let (wordbook, numerals) = (&report.wordbook, report.wordbook.numerals());
    let ask = |ask: &JudgedAsk| match &ask.want {
        Some((_, want)) => format!("{}, {want}", ask.label),
        None => ask.label.clone(),
    };
    let parameters = own.parameters.iter().map(|own| own.path.clone());
    let heads = [String::new()].into_iter().chain(parameters).chain(own.asks.iter().map(ask));
    let answers = |answers: &[crate::report::balance::JudgedAnswer]| {
        own.asks
            .iter()
            .zip(answers)
            .map(|(ask, answer)| sentences::answer(ask, answer, numerals, wordbook))
            .collect::<Vec<String>>()
    };
    let published = own.published.as_ref().map(|published| {
        let values =
            own.parameters.iter().map(|own| own.published.as_ref().map_or(String::new(), |value| value.told(wordbook)));
        [wordbook.say(Word::AsPublished).to_owned()]
            .into_iter()
            .chain(values)
            .chain(answers(published))
            .collect::<Vec<String>>()
    });
    let row = |(nth, setting): (usize, &TriedSetting)| {
        let values = own.parameters.iter().zip(&setting.point);
        let values = values.map(|(own, &value)| own.values[usize::from(value)].told(wordbook));
        [nth.to_string()].into_iter().chain(values).chain(answers(&setting.answers)).collect()
    };
    let best = (1..).zip(own.best().take(SHOWN)).map(row);
    Table {
        title: balance_title(report, own),
        subtitle: wordbook.say(Word::BestSettings).to_owned(),
        note: wordbook.say(Word::Exact).to_owned(),
        ..Table::of_numbers(heads, published.into_iter().chain(best))
    }
}
