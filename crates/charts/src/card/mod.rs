//! Reference cards: one A6 page, portrait or landscape, whichever shows more.

mod fonts;
mod marks;
mod table_layout;
#[cfg(test)]
mod tests;

use super::canvas::{Align, Canvas};
use super::drawing::Drawing;
use super::error::ChartError;
use super::geometry::{Area, MARGIN};
use super::page::Sheet;
use super::palette::Ink;
use super::text::{SMALL, Type};
use super::{die, policy};
use fonts::{CardFonts, SCALES};
use oddsmith_model::card::{Card, CardOdds};
use oddsmith_model::chart_words::printed_chart;
use oddsmith_model::messages::Word;
use oddsmith_model::report::{Chart, Report, Width};
use oddsmith_model::rule::nouns::join_with_and;
use table_layout::{ShownPart, TableLayout};

/// A6 in landscape and portrait format, in millimetres.
const SIZES: [(f64, f64); 2] = [(148.0, 105.0), (105.0, 148.0)];
/// The margin of the card.
const EDGE: f64 = 6.0;
/// The gap between two parts of a card.
const SPACE: f64 = 3.0;
/// The distance from a bullet to its sentence.
const INDENT: f64 = 2.6;
/// The gap between two sentences.
const SENTENCE_GAP: f64 = 0.5;
/// The maximal number of sentences next to the recommendation.
const MAX_SENTENCES: usize = 3;
/// The smallest font size of a card, in points.
const SMALLEST_POINTS: f64 = 6.5;
/// The enlargement of a map of best play, so that its smallest type is large enough.
const MAP_SCALE: f64 = SMALLEST_POINTS / SMALL.points;

/// The layout of a card that is not drawn yet.
struct CardLayout<'c> {
    card: &'c Card<'c>,
    table: CardOdds,
    table_layout: TableLayout,
    size: (f64, f64),
    /// The map of best play, if it fits.
    map: Option<Sheet>,
    /// The lines of each sentence below the table.
    sentences: Vec<Vec<String>>,
    /// The last lines.
    foot: String,
    /// The parts that did not fit.
    omitted: Vec<String>,
}

/// Draws the card of a report.
///
/// # Errors
///
/// Fails if there is nothing to show, or if not even the smallest part fits.
pub fn draw(report: &Report, card: &Card<'_>) -> Result<Drawing, ChartError> {
    let mut best: Option<CardLayout<'_>> = None;
    for scale in SCALES {
        for size in SIZES {
            for table in [card.table.clone(), card.table.transpose()] {
                let laid = lay_out(report, card, table, size, scale);
                let is_better = |laid: &CardLayout<'_>| {
                    best.as_ref()
                        .is_none_or(|best| laid.fullness() > best.fullness())
                };
                best = laid.filter(is_better).or(best);
            }
        }
    }
    let best =
        best.ok_or_else(|| ChartError::Unsuitable("nothing of it has room on a card".to_owned()))?;
    Ok(best.draw())
}

/// Returns the layout of the largest part of a table that fits a page of this size.
fn lay_out<'c>(
    report: &Report,
    card: &'c Card<'c>,
    table: CardOdds,
    size: (f64, f64),
    scale: f64,
) -> Option<CardLayout<'c>> {
    let (fonts, width) = (CardFonts::scaled(scale), size.0 - 2.0 * EDGE);
    let above = EDGE + heading_height(fonts, card, width);
    let mut map = card.map.and_then(|chart| policy_map(report, chart, width));
    for shown in ShownPart::largest(&table, fonts, (width, size.1)).smaller_parts() {
        let Some(table_layout) = TableLayout::lay_out(&table, shown, fonts, width) else {
            continue;
        };
        let left_out = shown.omitted_labels(&table, card.messages);
        let above = above + table_layout.height() + SPACE;
        let room =
            |foot: &str| size.1 - EDGE - text_height(fonts.foot, foot, width) - SPACE / 2.0 - above;
        for facts in (0..=card.facts.len()).rev() {
            let mut left_out = left_out.clone();
            left_out.extend(card.facts[facts..].iter().map(|fact| fact.label.clone()));
            let with_map = foot_text(card, &left_out, false);
            let map_height = map
                .as_ref()
                .map(|map| map.height * MAP_SCALE + SPACE)
                .filter(|height| *height <= room(&with_map));
            let foot = if map_height.is_some() {
                with_map
            } else {
                foot_text(card, &left_out, card.map.is_some())
            };
            let room = room(&foot) - map_height.unwrap_or(0.0);
            let (texts, must) = bullets(card, facts, map_height.is_some());
            let sentences = fitting_sentences(fonts, texts.into_iter(), width, room);
            if sentences.len() >= must && room >= 0.0 {
                let map = map.take().filter(|_| map_height.is_some());
                return Some(CardLayout {
                    card,
                    table,
                    table_layout,
                    size,
                    map,
                    sentences,
                    foot,
                    omitted: left_out,
                });
            }
        }
    }
    None
}

/// Returns the texts below the table, with this many of the facts, and how many of them must fit.
/// If there is a map, the recommendation is left out, because the title of the map states it.
fn bullets<'c>(card: &'c Card<'c>, facts: usize, has_map: bool) -> (Vec<&'c String>, usize) {
    let recommendation = card.recommendation.iter().filter(|_| !has_map);
    let has_facts = usize::from(facts > 0).min(card.sentences.len());
    let must = recommendation.clone().count() + has_facts + facts;
    let first = card.sentences[..has_facts].iter();
    let texts = recommendation
        .chain(first)
        .chain(card.facts[..facts].iter().map(|fact| &fact.text))
        .chain(&card.sentences[has_facts..])
        .take(must + MAX_SENTENCES - has_facts);
    (texts.collect(), must)
}

/// Returns the sentences that fit, each with a bullet and wrapped into lines.
fn fitting_sentences<'t>(
    fonts: CardFonts,
    texts: impl Iterator<Item = &'t String>,
    width: f64,
    mut room: f64,
) -> Vec<Vec<String>> {
    let lines = |text: &String| fonts.sentence.wrap(text, width - INDENT);
    let mut fits = |lines: &Vec<String>| {
        room -= lines.len() as f64 * fonts.sentence.pitch() + SENTENCE_GAP;
        room >= 0.0
    };
    texts.map(lines).take_while(|lines| fits(lines)).collect()
}

/// Returns the map of best play at the width of the card, or `None` if it cannot be drawn.
fn policy_map(report: &Report, chart: &Chart, width: f64) -> Option<Sheet> {
    let chart = &*printed_chart(report, chart);
    let card_chart = Chart {
        width: Width::Millimetres((width / MAP_SCALE) as u32),
        height: None,
        ..chart.clone()
    };
    policy::draw(report, &card_chart, 0.0).ok()
}

/// Returns the last lines: the source, and the parts that did not fit.
fn foot_text(card: &Card<'_>, left_out: &[String], is_without_map: bool) -> String {
    let (mut text, words) = (card.source.clone(), card.messages);
    let names: Vec<&str> = left_out
        .iter()
        .chain(&card.table.omitted)
        .map(String::as_str)
        .collect();
    if !names.is_empty() {
        text += " ";
        text += &words.fill(
            Word::LeftOut,
            &[("names", &words.join_names(&names, Word::And))],
        );
    }
    // A player with a recommendation does not need the file.
    if let Some(map) = card
        .map
        .filter(|_| is_without_map && card.recommendation.is_none())
    {
        text += " ";
        text += &words.fill(Word::MapIsChart, &[("file", &map.file)]);
    }
    text
}

/// Returns the height of the title and the first sentence.
fn heading_height(fonts: CardFonts, card: &Card<'_>, width: f64) -> f64 {
    text_height(fonts.title, &card.title, width)
        + text_height(fonts.about, &card.about, width)
        + SPACE
}

fn text_height(kind: Type, text: &str, width: f64) -> f64 {
    kind.wrap(text, width).len() as f64 * kind.pitch()
}

impl CardLayout<'_> {
    /// Ranks a layout by how much it shows: first numbers, then the map, then rows in their
    /// original orientation, then sentences, and then the font size.
    fn fullness(&self) -> (usize, bool, bool, usize, u64) {
        let is_as_meant = self.table.rows == self.card.table.rows;
        let size = self.table_layout.fonts.number.points.to_bits();
        (
            self.table_layout.shown.cell_count(),
            self.map.is_some(),
            is_as_meant,
            self.sentences.len(),
            size,
        )
    }

    fn draw(self) -> Drawing {
        let CardLayout {
            card,
            table,
            table_layout,
            size: (width, height),
            map,
            sentences,
            foot,
            omitted: left_out,
        } = self;
        let (fonts, room) = (table_layout.fonts, width - 2.0 * EDGE);
        let mut canvas = Canvas::new(width, card.map.is_some_and(|chart| chart.is_grey));
        die::draw_rounded_box(
            &mut canvas,
            Area::new(0.2, 0.2, width - 0.2, height - 0.2),
            3.0,
            Ink::Grid,
            0.2,
        );
        let mut y = EDGE;
        write_lines(
            &mut canvas,
            fonts.title,
            Ink::Text,
            &fonts.title.wrap(&card.title, room),
            EDGE,
            &mut y,
        );
        write_lines(
            &mut canvas,
            fonts.about,
            Ink::Quiet,
            &fonts.about.wrap(&card.about, room),
            EDGE,
            &mut y,
        );
        y = marks::draw(&mut canvas, &table, &table_layout, (EDGE, y + SPACE)) + SPACE;
        if let Some(map) = map {
            canvas.place_scaled(map.canvas, MAP_SCALE, (EDGE - MARGIN * MAP_SCALE, y));
            y += map.height * MAP_SCALE + SPACE;
        }
        for lines in sentences {
            let middle = y + fonts.sentence.pitch()
                - 0.22 * fonts.sentence.size()
                - fonts.sentence.half_cap();
            canvas.disc((EDGE + 0.6, middle), 0.45, Ink::Text);
            write_lines(
                &mut canvas,
                fonts.sentence,
                Ink::Text,
                &lines,
                EDGE + INDENT,
                &mut y,
            );
            y += SENTENCE_GAP;
        }
        let mut last = height - EDGE - text_height(fonts.foot, &foot, room);
        write_lines(
            &mut canvas,
            fonts.foot,
            Ink::Faint,
            &fonts.foot.wrap(&foot, room),
            EDGE,
            &mut last,
        );
        let names: Vec<&str> = left_out.iter().map(String::as_str).collect();
        let without =
            (!names.is_empty()).then(|| format!("there is no room for {}", join_with_and(&names)));
        canvas.finish(
            height,
            card.title.clone(),
            card.about.clone(),
            without.into_iter().collect(),
        )
    }
}

/// Writes lines of text from a height downwards.
fn write_lines(
    canvas: &mut Canvas,
    kind: Type,
    ink: Ink,
    lines: &[String],
    left: f64,
    y: &mut f64,
) {
    for line in lines {
        *y += kind.pitch();
        canvas.text(
            line,
            kind,
            ink,
            (left, *y - 0.22 * kind.size()),
            Align::Left,
        );
    }
}
