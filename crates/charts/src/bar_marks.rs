//! Draws the bars of one distribution, with their numbers and whiskers.

use super::bars::{Bar, Bars};
use super::canvas::{Align, Canvas};
use super::geometry::{Area, Point};
use super::note::Whiskers;
use super::palette::Ink;
use super::plot::{Frame, SEAM};
use super::series::Style;
use super::text::{SMALL_STRONG, STRONG, Type};
use oddsmith_model::estimate::min_shown_share_text;
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::{Messages, Word};

/// The gap between two numbers.
pub(super) const NUMBER_GAP: f64 = 0.6;

impl Bar {
    /// Returns the baseline of its number, which is higher if the top of the bar behind would cross
    /// it.
    fn number_foot(&self, frame: &Frame, foot: f64) -> f64 {
        let Some(before) = self.before.filter(|before| *before > 0.0) else {
            return foot;
        };
        let (line, text) = (
            frame.page_y(before),
            Canvas::text_area("0", STRONG, (0.0, foot), Align::Left).grown(0.3),
        );
        if text.top < line && line < text.bottom {
            line - 0.6
        } else {
            foot
        }
    }
}

impl Bars {
    /// Draws the bars. Returns their whiskers, and the boxes that they and their numbers fill.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        frame: &Frame,
        numerals: Numerals,
    ) -> (Whiskers, Vec<Area>) {
        let pitch = frame.page_x(self.step() as f64) - frame.page_x(0.0);
        let half = if pitch > 1.0 {
            (pitch * 0.36).min(6.0)
        } else {
            pitch / 2.0 + SEAM
        };
        let numbers: Vec<String> = self
            .all_bars()
            .map(|bar| bar.chance.digits(numerals))
            .collect();
        let kind = number_type(&numbers, pitch);
        let mut whiskers = if self.is_sampled {
            Whiskers::Unseen
        } else {
            Whiskers::None
        };
        let is_long = |bar: &Bar| frame.page_y(bar.low) - frame.page_y(bar.high) > 0.6;
        // Either all bars have a whisker or none: a bar without one would look certain next to one
        // with.
        let has_whiskers = self.is_sampled && self.all_bars().any(is_long);
        let mut tops = Vec::new();
        self.draw_earlier(canvas, frame, half);
        for (bar, number) in self.all_bars().zip(&numbers) {
            let x = frame.page_x(bar.middle);
            let shown = if self.is_sampled {
                bar.estimate
            } else {
                bar.chance.value
            };
            let (y, floor) = (frame.page_y(shown), frame.area.bottom);
            if shown > 0.0 {
                canvas.rect(Area::new(x - half, y, x + half, floor), Ink::Half);
            }
            let mut highest = y;
            if self.is_sampled && bar.chance.is_exact && bar.chance.value > 0.0 {
                let y = frame.page_y(bar.chance.value);
                let reach = if pitch > 1.0 { half + 0.3 } else { half };
                canvas.rect(
                    Area::new(x - reach, y - 0.25, x + reach, y + 0.25),
                    Ink::Accent,
                );
                highest = highest.min(y - 0.25);
            }
            let (low, high) = (frame.page_y(bar.low), frame.page_y(bar.high));
            if has_whiskers && bar.estimate > 0.0 {
                if pitch > 1.6 {
                    Style::draw_whisker(canvas, x, low, high, (half * 0.4).min(0.8), Ink::Text);
                } else {
                    canvas.line(
                        vec![(x, low), (x, high)],
                        Ink::Text,
                        (pitch * 0.3).clamp(0.05, 0.2),
                    );
                }
                whiskers = Whiskers::Wilson;
                highest = highest.min(high);
            }
            tops.push(Area::new(x - half, highest, x + half, floor));
            if let Some(kind) = kind.filter(|kind| kind.width(number) + NUMBER_GAP <= pitch)
                && !bar.chance.is_impossible()
            {
                let foot = (x, bar.number_foot(frame, highest - 0.9));
                tops.push(canvas.text(number, kind, Ink::Text, foot, Align::Centre));
            }
        }
        (whiskers, tops)
    }

    /// Draws the bars of an earlier run: wider than the others, or as an outline if there is no
    /// room for pairs.
    fn draw_earlier(&self, canvas: &mut Canvas, frame: &Frame, half: f64) {
        let pitch = frame.page_x(self.step() as f64) - frame.page_x(0.0);
        let (wide, floor) = ((half + 0.8).min(pitch / 2.0), frame.area.bottom);
        let mut outline: Vec<Point> = Vec::new();
        for bar in self.all_bars() {
            let Some(before) = bar.before else { continue };
            let (x, y) = frame.page_point((bar.middle, before));
            if before > 0.0 {
                canvas.rect(Area::new(x - wide, y, x + wide, floor), Ink::Earlier);
            }
            if pitch > 1.0 && before > 0.0 {
                canvas.line(
                    vec![
                        (x - wide, floor),
                        (x - wide, y),
                        (x + wide, y),
                        (x + wide, floor),
                    ],
                    Ink::EarlierLine,
                    0.2,
                );
            }
            outline.extend([(x - wide, y), (x + wide, y)]);
        }
        if pitch <= 1.0 && !outline.is_empty() {
            canvas.line(outline, Ink::EarlierLine, 0.25);
        }
    }

    pub(super) fn legend_sentences(
        &self,
        is_exact: bool,
        is_grey: bool,
        messages: &Messages,
    ) -> Vec<String> {
        let (mut parts, numerals) = (Vec::new(), messages.numerals());
        if is_exact && self.is_sampled {
            parts.push(
                messages
                    .text(if is_grey {
                        Word::BarsDark
                    } else {
                        Word::BarsBlue
                    })
                    .to_owned(),
            );
        }
        if self.width > 1 {
            let word = if self.is_zero_apart {
                Word::EachBarButZero
            } else {
                Word::EachBar
            };
            parts.push(messages.fill(word, &[("count", &numerals.grouped(self.width as u64))]));
        }
        let number = |value: Option<i64>| {
            value.map_or_else(String::new, |value| numerals.fixed(value as f64, 0))
        };
        let word = match self.truncated_at {
            (Some(_), Some(_)) => Some(Word::TruncatedBoth),
            (Some(_), None) => Some(Word::TruncatedUnder),
            (None, Some(_)) => Some(Word::TruncatedOver),
            (None, None) => None,
        };
        let (low, high, share) = (
            number(self.truncated_at.0),
            number(self.truncated_at.1),
            min_shown_share_text(numerals),
        );
        parts.extend(
            word.map(|word| {
                messages.fill(word, &[("low", &low), ("high", &high), ("share", &share)])
            }),
        );
        parts
    }
}

/// Returns the type for the numbers above bars: the usual one, or a smaller one, if the numbers of
/// all likely bars fit. It returns `None` if they do not. Numbers of unlikely bars are drawn if
/// there is room.
pub(super) fn number_type(numbers: &[String], pitch: f64) -> Option<Type> {
    let is_plain = |number: &&String| {
        let digits = number.trim_start_matches(['<', '>', '+', '−']);
        // Below 0.0001%, a chance is written as "1 in 2,000,000".
        let is_ratio = digits.contains(' ');
        !(is_ratio
            || digits.starts_with('0') && digits[1..].starts_with(|c: char| !c.is_ascii_digit()))
    };
    let widest = |kind: Type| kind.widest(numbers.iter().filter(is_plain).map(String::as_str));
    [STRONG, SMALL_STRONG]
        .into_iter()
        .find(|kind| widest(*kind) + NUMBER_GAP <= pitch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_need_not_fit() {
        let numbers = |last: &str| ["60.4", "34.2", last].map(str::to_owned);
        let pitch = STRONG.width("60.4") + 2.0 * NUMBER_GAP;
        assert!(number_type(&numbers("1 in 2,100,000"), pitch).is_some());
        assert!(number_type(&numbers("160.4321"), pitch).is_none());
    }
}
