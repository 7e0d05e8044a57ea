//! Charts of a balance search. A map of two parameters shows the border of each goal. A strip for
//! each parameter shows its values in settings that meet all goals.

mod borders;
mod map;
mod strips;
mod words;

use super::canvas::Align;
use super::drawing::Drawing;
use super::error::ChartError;
use super::note::Note;
use super::page::{COLUMN, Page};
use super::palette::{Ink, series_inks};
use super::series::dash;
use super::text::LABEL;
use map::BalanceMap;
use oddsmith_model::chart_words::balance_title;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Report;
use oddsmith_model::report::balance::{Balancing, TriedSetting};
use words::{MAX_BORDERS, parameter_name};

/// The width of a line sample in the legend.
const SAMPLE: f64 = 5.0;

/// Draws the chart.
///
/// # Errors
///
/// Fails if no setting was judged completely.
pub fn draw(report: &Report, balancing: &Balancing) -> Result<Drawing, ChartError> {
    let best = balancing
        .ranked_settings()
        .next()
        .ok_or_else(|| ChartError::Empty("no setting was judged to its end".to_owned()))?;
    let grey = report.charts.first().is_some_and(|chart| chart.is_grey);
    let map = BalanceMap::around(balancing, best);
    let mut page = Page::titled(
        &balance_title(report, balancing),
        &subtitle(balancing, best, &report.messages),
        COLUMN,
        grey,
    );
    let bottom = map.draw(&mut page, &report.messages);
    let bottom = draw_key(&mut page, balancing, &map, bottom + 3.2, &report.messages);
    let bottom = if balancing.parameters.len() > 2 {
        strips::draw(&mut page, balancing, best, bottom + 2.4, &report.messages)
    } else {
        bottom
    };
    Ok(page
        .finish(
            bottom,
            Note::from_text(note(balancing, &map, &report.messages)),
        )
        .draw())
}

/// Returns the subtitle: the parameters of the map, and the values of all others.
pub(super) fn subtitle(balancing: &Balancing, best: &TriedSetting, messages: &Messages) -> String {
    let leading: Vec<&str> = balancing
        .leading_parameters
        .iter()
        .map(|&parameter_index| parameter_name(&balancing.parameters[parameter_index]))
        .collect();
    let other_parameters = balancing
        .parameters
        .iter()
        .zip(&best.point)
        .enumerate()
        .filter(|(parameter_index, _)| !balancing.leading_parameters.contains(parameter_index));
    let other_values: Vec<String> = other_parameters
        .map(|(_, (parameter, &value))| {
            format!(
                "{} {}",
                parameter.path,
                parameter.values[usize::from(value)].label(messages)
            )
        })
        .collect();
    let rest = if other_values.is_empty() {
        String::new()
    } else {
        messages.fill(Word::AllElse, &[("others", &other_values.join(", "))])
    };
    let names = leading.join(&format!(" {} ", messages.text(Word::And)));
    messages.fill(Word::WishesBy, &[("names", &names)]) + &rest
}

/// Draws the legend of lines and marks, and returns its bottom.
fn draw_key(
    page: &mut Page,
    balancing: &Balancing,
    map: &BalanceMap<'_>,
    top: f64,
    messages: &Messages,
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
            messages.text(Word::WithinAllMet),
            &stroke(Ink::Text, borders::HEAVY_STROKE, None),
        );
    }
    for (nth, (ask_index, ask, _)) in balancing.wants().take(MAX_BORDERS).enumerate() {
        let want = ask.want.as_ref().map_or("", |(_, text)| text);
        let wish = format!("{}, {want}", ask.label);
        let text = match map.count_meeting(ask_index) {
            (0, _) => messages.fill(Word::MetNowhere, &[("wish", &wish)]),
            (met, total) if met == total => messages.fill(Word::MetEverywhere, &[("wish", &wish)]),
            _ => wish,
        };
        line(
            page,
            &text,
            &stroke(series_inks(nth).0, borders::FINE_STROKE, dash(nth)),
        );
    }
    let middle = left + SAMPLE / 2.0;
    let best = messages.text(if balancing.is_met() {
        Word::BestSetting
    } else {
        Word::NearestSetting
    });
    line(page, best, &|page, y| {
        map::mark_best(&mut page.canvas, (middle, y))
    });
    if map.published.is_some() || balancing.parameters.len() > 2 {
        line(page, messages.text(Word::AsPublished), &|page, y| {
            map::mark_published(&mut page.canvas, (middle, y))
        });
    }
    foot - LABEL.pitch()
}

fn note(balancing: &Balancing, map: &BalanceMap<'_>, messages: &Messages) -> String {
    let mut parts = vec![messages.text(Word::DarkerMoreMet).to_owned()];
    if map.has_gaps() {
        parts.push(messages.text(Word::White).to_owned());
    }
    let more = balancing.wants().count().saturating_sub(MAX_BORDERS);
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
