//! Sentences about the result of a balance search.

use super::Sentence;
use crate::estimate::Estimate;
use crate::figures::{Numerals, fixed};
use crate::messages::{Messages, Word};
use crate::report::balance::{
    BalancedParameter, Balancing, JudgedAnswer, JudgedAsk, MAX_LISTED, Price, TriedSetting,
    WishConflict,
};
use crate::report::{Reading, Value};
use crate::table::{Cell, Column, ColumnKind, Table};
use oddsmith_engine::stats::Interval;
use oddsmith_language::question::Bound;

/// Returns how many settings meet all goals, of how many.
pub fn title(balancing: &Balancing, words: &Messages) -> String {
    let count = |count: u64| words.numerals().grouped(count);
    let [met, tried] = [
        balancing.settings_meeting_all().count(),
        balancing.tried.len(),
    ]
    .map(|number| count(number as u64));
    let template = match (balancing.extent.is_stopped, balancing.extent.is_search) {
        (true, _) => Word::SaySettingsStopped,
        (false, true) => Word::SaySettingsSearched,
        (false, false) => {
            return words.fill(
                Word::SaySettings,
                &[("met", &met), ("all", &count(balancing.extent.settings))],
            );
        }
    };
    let fillers = [
        ("met", met.as_str()),
        ("tried", &tried),
        ("all", &count(balancing.extent.settings)),
    ];
    words.fill(template, &fillers)
}

/// Returns the best setting in words, or `None` if none was tried.
pub fn best(balancing: &Balancing, words: &Messages) -> Option<String> {
    let best = balancing.ranked_settings().next()?;
    let changes = changes_from_published(balancing, best, words);
    let template = match (best.is_met(balancing.asks.len()), changes.is_empty()) {
        (true, true) => Word::SayPublishedMeets,
        (true, false) => Word::SayNearestSetting,
        (false, true) => Word::SayPublishedMisses,
        (false, false) => Word::SayNearestMiss,
    };
    Some(words.fill(template, &[("changes", &changes)]))
}

/// Returns the headline of a search: how many settings meet all goals, and the best of them.
pub fn headline(balancing: &Balancing, words: &Messages) -> Sentence {
    let sentences: Vec<String> = std::iter::once(title(balancing, words))
        .chain(best(balancing, words))
        .collect();
    Sentence::plain(sentences.join(". "))
}

/// Returns the changes of a setting: "fast 4, hard 6".
pub fn changed_values(balancing: &Balancing, setting: &TriedSetting) -> String {
    let changes = balancing
        .changes(&setting.point)
        .map(|(parameter, value)| format!("{} {}", parameter.path, value.printed_text()));
    changes.collect::<Vec<_>>().join(", ")
}

/// Returns the changes of a setting with the published values: "fast 4 (was 2), hard 6 (was 5)".
fn changes_from_published(
    balancing: &Balancing,
    setting: &TriedSetting,
    words: &Messages,
) -> String {
    let change = |(parameter, value): (&BalancedParameter, &Value)| {
        let to = format!("{} {}", parameter.path, value.printed_text());
        match &parameter.published {
            None => to,
            Some(from) => words.fill(
                Word::SayChange,
                &[("to", &to), ("from", &from.printed_text())],
            ),
        }
    };
    balancing
        .changes(&setting.point)
        .map(change)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns what was left out, a sentence each.
pub fn left_out(balancing: &Balancing, words: &Messages) -> Vec<String> {
    let extent = &balancing.extent;
    let excluded = extent
        .left_out
        .filter(|&count| count > 0)
        .map(|count| (Word::SayExcluded, count, Vec::new()));
    let group = |template, group: &crate::report::balance::LeftOut| {
        (group.count > 0).then(|| (template, group.count, group.reasons.clone()))
    };
    let refused = group(Word::SayRefused, &balancing.refused);
    let unjudged = group(Word::SayUnjudged, &balancing.unjudged);
    let sentences =
        [excluded, refused, unjudged]
            .into_iter()
            .flatten()
            .map(|(template, count, reasons)| {
                let fillers = [
                    ("count", words.numerals().grouped(count)),
                    ("reasons", reasons.join("; ")),
                ];
                words.fill(
                    template,
                    &fillers
                        .each_ref()
                        .map(|(name, text)| (*name, text.as_str())),
                )
            });
    let is_open = extent.is_search && !balancing.is_met();
    sentences
        .chain(is_open.then(|| words.text(Word::SaySearchMayMiss).to_owned()))
        .collect()
}

/// Returns the table of the best settings: a row for what is published, and one for each setting,
/// the best first. The head of a question has its goal as the detail.
pub fn settings(
    balancing: &Balancing,
    words: &Messages,
    goal: impl Fn(&JudgedAsk) -> String,
) -> Table {
    let parameters = balancing
        .parameters
        .iter()
        .map(|parameter| Cell::from(&parameter.path));
    let asks = balancing
        .asks
        .iter()
        .map(|ask| Cell::from(&ask.label).with_detail(goal(ask)));
    let numbers = parameters
        .chain(asks)
        .map(|head| Column::new(ColumnKind::Numbers, head));
    let columns = [Column::new(ColumnKind::Names, "")]
        .into_iter()
        .chain(numbers)
        .collect();
    let answers = |answers: &[JudgedAnswer]| {
        let asked = balancing.asks.iter().zip(answers);
        asked
            .map(|(ask, judged)| answer(ask, judged, words.numerals(), words))
            .collect::<Vec<String>>()
    };
    let published = balancing.published.iter().map(|published| {
        let value = |parameter: &BalancedParameter| {
            parameter
                .published
                .as_ref()
                .map_or(String::new(), |value| value.label(words))
        };
        let values = balancing.parameters.iter().map(value);
        [words.text(Word::AsPublished).to_owned()]
            .into_iter()
            .chain(values)
            .chain(answers(published))
            .collect()
    });
    let row = |(number, setting): (usize, &TriedSetting)| {
        let values = balancing.parameters.iter().zip(&setting.point);
        let values =
            values.map(|(parameter, &value)| parameter.values[usize::from(value)].label(words));
        [number.to_string()]
            .into_iter()
            .chain(values)
            .chain(answers(&setting.answers))
            .collect()
    };
    let rows: Vec<Vec<String>> = published
        .chain(
            (1..)
                .zip(balancing.ranked_settings().take(MAX_LISTED))
                .map(row),
        )
        .collect();
    Table::from_rows(columns, rows)
}

/// Returns goals that no setting meets together, and how far each must be relaxed.
pub fn at_odds(
    balancing: &Balancing,
    odds: &WishConflict,
    words: &Messages,
) -> (String, Vec<String>) {
    let names: Vec<String> = odds
        .asks
        .iter()
        .map(|&ask| words.quote(&balancing.asks[ask].label))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let template = if names.len() == 1 {
        Word::SayGoalMissed
    } else {
        Word::SayGoalsExclude
    };
    let group = words.fill(template, &[("names", &words.join_names(&names, Word::And))]);
    (
        group,
        odds.prices
            .iter()
            .map(|price| price_of(balancing, odds, price, words))
            .collect(),
    )
}

fn price_of(balancing: &Balancing, odds: &WishConflict, price: &Price, words: &Messages) -> String {
    let ask = &balancing.asks[price.ask];
    let number = |value: f64| {
        let text = |value: f64| words.numerals().localize(&fixed(value, price.decimals));
        if ask.kind.is_chance() {
            words.percent(&text(value * 100.0))
        } else {
            text(value)
        }
    };
    let template = match (price.is_for_all, odds.asks.len()) {
        (true, _) => Word::SayPrice,
        (false, 1) => Word::SayPriceOfOne,
        (false, _) => Word::SayPriceOfThese,
    };
    let count = words.numerals().grouped(price.settings as u64);
    let fillers = [
        ("label", ask.label.as_str()),
        ("to", &number(price.to)),
        ("from", &number(price.from)),
        ("count", &count),
    ];
    words.fill(template, &fillers)
}

/// Returns a relaxed goal of a question, as a scenario would write it.
pub fn relaxed_goal(ask: &JudgedAsk, price: &Price) -> Option<String> {
    let (bound, written) = ask.want.as_ref()?;
    let number = |is_percent: bool| match (is_percent, ask.kind.is_chance()) {
        (true, _) => fixed(price.to * 100.0, price.decimals) + "%",
        (false, true) => fixed(price.to, price.decimals + 2),
        (false, false) => fixed(price.to, price.decimals),
    };
    let written = written.trim();
    Some(match *bound {
        Bound::Between(low, high) => {
            let (first, second) = written
                .split_once("to")
                .or_else(|| written.split_once(".."))?;
            if price.from == low.value {
                format!("{} to {}", number(low.is_percent), second.trim())
            } else {
                format!("{} to {}", first.trim(), number(high.is_percent))
            }
        }
        Bound::Is(_, limit) => {
            let sign: String = written
                .chars()
                .take_while(|symbol| "<>=!".contains(*symbol))
                .collect();
            format!("{sign} {}", number(limit.is_percent))
        }
    })
}

/// Returns an answer with its distance from the bound of its wish, or how far it misses it: "49.8%
/// (4.8 pp)", "57.0% (2.0 pp over)".
pub fn answer(
    ask: &JudgedAsk,
    answer: &JudgedAnswer,
    numerals: Numerals,
    messages: &Messages,
) -> String {
    let Some(value) = answer.value else {
        return messages.text(Word::Never).to_owned();
    };
    let nowhere = Interval {
        low: f64::NAN,
        high: f64::NAN,
    };
    let (kind, unresolved) = (ask.kind, answer.unresolved);
    let reading = Reading {
        estimate: f64::NAN,
        interval: nowhere,
        exact: Some(value),
        kind,
        unresolved,
    };
    let text = Estimate::from_reading(&reading).text(kind, numerals);
    let Some((bound, _)) = &ask.want else {
        return text;
    };
    let unit = if kind.is_chance() {
        format!(" {}", messages.text(Word::Points))
    } else {
        String::new()
    };
    let size = |by: f64| numerals.difference(by, kind) + &unit;
    match answer.miss {
        0.0 => format!("{text} ({})", size(answer.slack)),
        miss => {
            let word = if bound.is_exceeded_by(value) {
                Word::Over
            } else {
                Word::Short
            };
            format!("{text} ({} {})", size(miss), messages.text(word))
        }
    }
}

/// Returns whether a setting that meets all goals stays so after every single step: "yes", "no:
/// fast 3"; empty if that is not known.
pub fn robustness(balancing: &Balancing, setting: &TriedSetting) -> String {
    if !setting.is_met(balancing.asks.len()) {
        return String::new();
    }
    match balancing.breaking_steps(setting) {
        None => String::new(),
        Some(breaking) if breaking.is_empty() => "yes".to_owned(),
        Some(breaking) => {
            const MAX_NAMED_STEPS: usize = 2;
            let step = |&(parameter_index, to): &(usize, u16)| {
                let parameter = &balancing.parameters[parameter_index];
                format!(
                    "{} {}",
                    parameter.path,
                    parameter.values[usize::from(to)].printed_text()
                )
            };
            let steps: Vec<String> = breaking.iter().take(MAX_NAMED_STEPS).map(step).collect();
            let more = if breaking.len() > MAX_NAMED_STEPS {
                format!(" and {} more", breaking.len() - MAX_NAMED_STEPS)
            } else {
                String::new()
            };
            format!("no: {}{more}", steps.join(", "))
        }
    }
}
