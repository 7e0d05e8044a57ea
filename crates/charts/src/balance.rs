//! What came of looking for numbers: a map of two parameters with the border of each wish, and the
//! values of each parameter with which settings meet all.

mod borders;
mod map;
mod strips;
mod words;

use super::canvas::Align;
use super::drawing::Drawing;
use super::error::ChartError;
use super::note::Note;
use super::page::{COLUMN, Page};
use super::palette::{Ink, of_series};
use super::series::dash;
use super::text::LABEL;
use map::BalanceMap;
use oddsmith_model::chart_words::balance_title;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Report;
use oddsmith_model::report::balance::{Balancing, TriedSetting};
use words::{MOST_BORDERS, name};

/// The sample of a line in the key.
const SAMPLE: f64 = 5.0;

/// Draws it.
///
/// # Errors
/// Where nothing was tried.
pub fn draw(report: &Report, balancing: &Balancing) -> Result<Drawing, ChartError> {
    let best = balancing
        .best()
        .next()
        .ok_or_else(|| ChartError::Empty("no setting was judged to its end".to_owned()))?;
    let grey = report.charts.first().is_some_and(|chart| chart.grey);
    let map = BalanceMap::of(balancing, best);
    let mut page = Page::titled(
        &balance_title(report, balancing),
        &subtitle(balancing, best, &report.messages),
        COLUMN,
        grey,
    );
    let bottom = map.draw(&mut page, &report.messages);
    let bottom = key(&mut page, balancing, &map, (bottom + 3.2, &report.messages));
    let bottom = if balancing.parameters.len() > 2 {
        strips::draw(&mut page, balancing, best, (bottom + 2.4, &report.messages))
    } else {
        bottom
    };
    Ok(page
        .finish(bottom, Note::plain(note(balancing, &map, &report.messages)))
        .draw())
}

/// What the map is of, and where all other parameters stand in it.
pub(super) fn subtitle(balancing: &Balancing, best: &TriedSetting, messages: &Messages) -> String {
    let leading: Vec<&str> = balancing
        .leading
        .iter()
        .map(|&at| name(&balancing.parameters[at]))
        .collect();
    let others = balancing
        .parameters
        .iter()
        .zip(&best.point)
        .enumerate()
        .filter(|(at, _)| !balancing.leading.contains(at));
    let others: Vec<String> = others
        .map(|(_, (parameter, &value))| {
            format!(
                "{} {}",
                parameter.path,
                parameter.values[usize::from(value)].label(messages)
            )
        })
        .collect();
    let rest = match others.is_empty() {
        true => String::new(),
        false => messages.fill(Word::AllElse, &[("others", &others.join(", "))]),
    };
    let names = leading.join(&format!(" {} ", messages.say(Word::And)));
    messages.fill(Word::WishesBy, &[("names", &names)]) + &rest
}

/// What the lines and marks mean; where that ends.
fn key(
    page: &mut Page,
    balancing: &Balancing,
    map: &BalanceMap<'_>,
    (top, messages): (f64, &Messages),
) -> f64 {
    let mut foot = top;
    let left = page.left();
    let room = page.right() - left - SAMPLE - 1.6;
    let mut line = |page: &mut Page, text: &str, draw: &dyn Fn(&mut Page, f64)| {
        for (nth, text) in LABEL.wrap_at_most(text, room, 2).iter().enumerate() {
            if nth == 0 {
                draw(page, foot - LABEL.half_cap());
            }
            page.canvas.text(
                text,
                LABEL,
                Ink::Text,
                (left + SAMPLE + 1.6, foot),
                Align::Left,
            );
            foot += LABEL.pitch();
        }
    };
    let stroke = |ink: Ink, width: f64, pattern: Option<&'static [f64]>| {
        move |page: &mut Page, y: f64| {
            page.canvas
                .stroke(&[(left, y), (left + SAMPLE, y)], pattern, ink, width)
        }
    };
    if map.has_met() {
        line(
            page,
            messages.say(Word::WithinAllMet),
            &stroke(Ink::Text, borders::HEAVY, None),
        );
    }
    for (nth, (at, ask, _)) in balancing.wants().take(MOST_BORDERS).enumerate() {
        let want = ask.want.as_ref().map_or("", |(_, text)| text);
        let wish = format!("{}, {want}", ask.label);
        let text = match map.meets(at) {
            (0, _) => messages.fill(Word::MetNowhere, &[("wish", &wish)]),
            (met, all) if met == all => messages.fill(Word::MetEverywhere, &[("wish", &wish)]),
            _ => wish,
        };
        line(
            page,
            &text,
            &stroke(of_series(nth).0, borders::FINE, dash(nth)),
        );
    }
    let middle = left + SAMPLE / 2.0;
    let best = messages.say(if balancing.is_met() {
        Word::BestSetting
    } else {
        Word::NearestSetting
    });
    line(page, best, &|page, y| {
        map::best(&mut page.canvas, (middle, y))
    });
    if map.published.is_some() || balancing.parameters.len() > 2 {
        line(page, messages.say(Word::AsPublished), &|page, y| {
            map::published(&mut page.canvas, (middle, y))
        });
    }
    foot - LABEL.pitch()
}

fn note(balancing: &Balancing, map: &BalanceMap<'_>, messages: &Messages) -> String {
    let mut parts = vec![messages.say(Word::DarkerMoreMet).to_owned()];
    if map.has_gaps() {
        parts.push(messages.say(Word::White).to_owned());
    }
    let more = balancing.wants().count().saturating_sub(MOST_BORDERS);
    if more > 0 {
        parts.push(messages.fill(Word::WishesWithoutLine, &[("count", &more.to_string())]));
    }
    if balancing.cases.len() > 1 {
        parts.push(messages.fill(
            Word::MetInAllCases,
            &[("count", &balancing.cases.len().to_string())],
        ));
    }
    parts.join(" ")
}
