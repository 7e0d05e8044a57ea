//! What a search for numbers found, as text: the best settings, and which goals exclude each other.

use std::fmt::Write;

use super::options::Rest;
use crate::export::balance::FILE;
use crate::figures::Numerals;
use crate::report::balance::{Balancing, JudgedAnswer, JudgedAsk, SHOWN, TriedSetting};
use crate::summary::balance as sentences;
use crate::terminal::shown;
use crate::wordbook::Wordbook;
use oddsmith_model::table::{Column, Table};

/// Up to so many parameters each have a column; with more, the changes are listed below.
const MOST_COLUMNS: usize = 4;
/// Letters up to which a header stands on one line.
const HEADER: usize = 12;
/// Groups of goals that exclude each other, as far as they are printed.
const MOST_GROUPS: usize = 6;

/// The best settings and what they answer, no wider than that, with what is to be said of them.
pub fn balance(own: &Balancing, width: usize, rest: Rest) -> String {
    let mut text = format!("{}\n", sentences::title(own, Wordbook::english()));
    for line in
        sentences::best(own, Wordbook::english()).into_iter().chain(sentences::left_out(own, Wordbook::english()))
    {
        let _ = writeln!(text, "{}", shown(&line));
    }
    let settings: Vec<&TriedSetting> = own.best().take(SHOWN).collect();
    let (columns, left_out) = fitting(columns(own, &settings), width);
    if !settings.is_empty() {
        text.push_str(&Table::new(columns).to_text(usize::MAX));
    }
    if own.parameters.len() > MOST_COLUMNS {
        for (at, setting) in (1..).zip(&settings) {
            let changed = sentences::changed(own, setting);
            let _ = writeln!(
                text,
                "{at}: {}",
                if changed.is_empty() { "as published".to_owned() } else { shown(&changed).into_owned() }
            );
        }
    }
    if !left_out.is_empty() {
        let verb = if left_out.len() == 1 { "does" } else { "do" };
        let _ = writeln!(text, "... {} {verb} not fit here: {}", shown(&left_out.join("; ")), rest.see(FILE));
    }
    let more = own.order.len().saturating_sub(settings.len());
    if more > 0 {
        let _ = writeln!(text, "... {} more settings: {}", crate::figures::grouped(more as u64), rest.see(FILE));
    }
    if !settings.is_empty() {
        let of_cases = if own.cases.len() > 1 { ", in the worst case" } else { "" };
        let _ = writeln!(text, "In brackets: how far an answer is inside or outside its goal{of_cases}.");
    }
    for odds in own.at_odds.iter().take(MOST_GROUPS) {
        let (group, prices) = sentences::at_odds(own, odds, Wordbook::english());
        let _ = writeln!(text, "{}", shown(&group));
        for price in prices {
            let _ = writeln!(text, "  {}", shown(&price));
        }
    }
    if own.at_odds.len() > MOST_GROUPS {
        let _ = writeln!(text, "... and {} more groups", own.at_odds.len() - MOST_GROUPS);
    }
    text
}

/// A row for what is published, and one for each of the best settings.
fn columns(own: &Balancing, settings: &[&TriedSetting]) -> Vec<Column> {
    let published = own.published.as_ref();
    let place = (1..=settings.len()).map(|at| at.to_string());
    let mut columns = vec![Column::text("", published.map(|_| "as published".to_owned()).into_iter().chain(place))];
    if own.parameters.len() <= MOST_COLUMNS {
        for (at, parameter) in own.parameters.iter().enumerate() {
            let before =
                published.map(|_| parameter.published.as_ref().map_or(String::new(), |value| value.in_print()));
            let value = |setting: &&TriedSetting| parameter.values[usize::from(setting.point[at])].in_print();
            columns.push(Column::numbers(&parameter.path, before.into_iter().chain(settings.iter().map(value))));
        }
    }
    for (at, ask) in own.asks.iter().enumerate() {
        let cell = |answer: &JudgedAnswer| sentences::answer(ask, answer, Numerals::ENGLISH, Wordbook::english());
        let before = published.map(|answers| cell(&answers[at]));
        columns.push(Column::numbers(
            header(ask),
            before.into_iter().chain(settings.iter().map(|own| cell(&own.answers[at]))),
        ));
    }
    let blank = || published.map(|_| String::new()).into_iter();
    let steps = |setting: &&TriedSetting| match own.distance(&setting.point) {
        (_, 1) => "1 step".to_owned(),
        (_, steps) => format!("{steps} steps"),
    };
    columns.push(Column::numbers("changes", blank().chain(settings.iter().map(steps))));
    if settings.iter().any(|setting| setting.is_met(own.asks.len())) {
        columns.push(Column::text(
            "robust",
            blank().chain(settings.iter().map(|setting| sentences::robust(own, setting))),
        ));
    }
    columns
}

/// "Even odds, 0.45 to 0.55".
fn header(ask: &JudgedAsk) -> String {
    match (&ask.want, ask.is_most) {
        (Some((_, want)), _) => format!("{}, {want}", ask.label),
        (None, true) => format!("{}, higher is better", ask.label),
        (None, false) => format!("{}, lower is better", ask.label),
    }
}

/// The columns for which there is room, their headers on several lines, and those that there is none for.
fn fitting(columns: Vec<Column>, width: usize) -> (Vec<Column>, Vec<String>) {
    if width == usize::MAX {
        return (columns, Vec::new());
    }
    let (mut used, mut fitting, mut left_out) = (0, Vec::new(), Vec::new());
    for column in columns {
        let header = column.head.joined();
        let column = column.narrowed(HEADER);
        if used + column.text_width() > width && !fitting.is_empty() {
            left_out.push(header);
            continue;
        }
        used += column.text_width();
        fitting.push(column);
    }
    (fitting, left_out)
}
