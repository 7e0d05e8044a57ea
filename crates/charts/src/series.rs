//! Line styles that differ in dashes and markers, so that they need no colour.

use super::canvas::Canvas;
use super::geometry::{Area, Point};
use oddsmith_model::messages::{Messages, Word};

use super::palette::{Ink, ordered_inks, series_inks};

/// The style of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    /// The colour of its line.
    pub(super) ink: Ink,
    /// The colour of its texts.
    pub(super) text: Ink,
    dash: Option<&'static [f64]>,
    marker: Marker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Circle { is_full: bool },
    Square { is_full: bool },
    Triangle { is_full: bool },
    Diamond { is_full: bool },
}

const LOOKS: [(Option<&[f64]>, Marker); 8] = [
    (Some(&[1.5, 0.8]), Marker::Circle { is_full: false }),
    (None, Marker::Square { is_full: true }),
    (Some(&[0.5, 0.6]), Marker::Triangle { is_full: false }),
    (
        Some(&[2.4, 0.6, 0.5, 0.6]),
        Marker::Diamond { is_full: true },
    ),
    (None, Marker::Circle { is_full: true }),
    (Some(&[3.0, 0.8]), Marker::Square { is_full: false }),
    (Some(&[0.9, 0.5]), Marker::Triangle { is_full: true }),
    (None, Marker::Diamond { is_full: false }),
];

/// Returns the dash pattern of the `nth` line; `None` is solid.
pub(super) fn dash(nth: usize) -> Option<&'static [f64]> {
    LOOKS[nth % LOOKS.len()].0
}

/// Groups equal lines. Each group lists its lines in order.
pub(super) fn group_same_lines(
    count: usize,
    is_same: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for nth in 0..count {
        match groups.iter_mut().find(|group| is_same(group[0], nth)) {
            Some(group) => group.push(nth),
            None => groups.push(vec![nth]),
        }
    }
    groups
}

/// The approximate number of characters in a line next to the plot.
const CHARACTERS_PER_LINE: usize = 14;
/// The maximal number of characters of the first name if the others are only counted.
const FIRST_NAME_LENGTH: usize = 24;

/// Returns how many lines a name may have next to a plot of this many series.
pub(super) fn most_name_lines(count: usize) -> usize {
    match count {
        0..=3 => 4,
        4 => 3,
        5..=6 => 2,
        _ => 1,
    }
}

/// Returns the label of a line that replaces several: all names, or the first one if they do not
/// fit. In the latter case, it also returns a sentence with all names. The same holds for a chart
/// with a single line, which has no label.
pub(super) fn merged_name(
    names: &[&str],
    count: usize,
    messages: &Messages,
) -> (String, Option<String>) {
    let all_names = messages.join_names(names, Word::And);
    let [first, other_names @ ..] = names else {
        return (all_names, None);
    };
    if other_names.is_empty()
        || count > 1 && all_names.chars().count() <= CHARACTERS_PER_LINE * most_name_lines(count)
    {
        return (all_names, None);
    }
    let short = match first.char_indices().nth(FIRST_NAME_LENGTH) {
        Some((end, _)) => format!("{}…", first[..end].trim_end()),
        None => (*first).to_owned(),
    };
    let quoted_names: Vec<String> = other_names
        .iter()
        .map(|name| messages.quote(name))
        .collect();
    let quoted_refs: Vec<&str> = quoted_names.iter().map(String::as_str).collect();
    let name = messages.fill(
        Word::AndMore,
        &[("first", &short), ("count", &quoted_refs.len().to_string())],
    );
    if let [.., last] = other_names
        && count == 1
        && other_names.len() > 1
    {
        let fillers = [
            ("count", names.len().to_string()),
            ("first", messages.quote(first)),
            ("last", messages.quote(last)),
        ];
        let fillers = fillers.each_ref().map(|(key, text)| (*key, text.as_str()));
        return (name, Some(messages.fill(Word::OneLine, &fillers)));
    }
    let (first, others_text) = (
        messages.quote(first),
        messages.join_names(&quoted_refs, Word::And),
    );
    (
        name,
        Some(messages.fill(Word::LineOf, &[("first", &first), ("others", &others_text)])),
    )
}

impl Style {
    /// Returns the style of the `nth` of `count` series; a single one is plain.
    pub(super) fn nth(nth: usize, count: usize) -> Style {
        if count == 1 {
            return Style {
                ink: Ink::Accent,
                text: Ink::Accent,
                dash: None,
                marker: Marker::Circle { is_full: true },
            };
        }
        let (ink, text) = series_inks(nth);
        let (dash, marker) = LOOKS[nth % LOOKS.len()];
        Style {
            ink,
            text,
            dash,
            marker,
        }
    }

    /// Returns the style of the `nth` of `count` series. Series of increasing numbers have one hue
    /// from light to dark. If one is highlighted, the others are grey.
    pub(super) fn for_series(
        nth: usize,
        count: usize,
        is_ordered: bool,
        highlight: Option<usize>,
    ) -> Style {
        let style = Style::nth(nth, count);
        match highlight {
            Some(highlighted) if highlighted == nth => {
                return Style {
                    ink: Ink::Accent,
                    text: Ink::Accent,
                    dash: None,
                    ..style
                };
            }
            Some(_) => {
                return Style {
                    ink: Ink::Others,
                    text: Ink::Quiet,
                    ..style
                };
            }
            None => {}
        }
        if !is_ordered || count == 1 {
            return style;
        }
        let (ink, text) = ordered_inks(nth, count);
        Style { ink, text, ..style }
    }

    /// Returns the style for the same series in an earlier run.
    pub(super) fn as_earlier(self) -> Style {
        Style {
            ink: Ink::EarlierLine,
            text: Ink::Quiet,
            ..self
        }
    }

    /// Draws a line through points.
    pub(super) fn draw_line(&self, canvas: &mut Canvas, points: &[Point], width: f64) {
        if points.len() >= 2 {
            canvas.stroke(points, self.dash, self.ink, width);
        }
    }

    /// Draws a line through points, or a marker if there is only one.
    pub(super) fn draw_trace(&self, canvas: &mut Canvas, points: &[Point], width: f64) {
        self.draw_line(canvas, points, width);
        if let [only] = points {
            self.draw_marker(canvas, *only);
        }
    }

    /// Draws a marker at a point.
    pub(super) fn draw_marker(&self, canvas: &mut Canvas, centre: Point) {
        const RADIUS: f64 = 0.65;
        let (x, y) = centre;
        let full = match self.marker {
            Marker::Circle { is_full: full } => {
                canvas.disc(centre, RADIUS, if full { self.ink } else { Ink::Paper });
                canvas.ring(centre, RADIUS, self.ink, 0.22);
                return;
            }
            Marker::Square { is_full: full }
            | Marker::Triangle { is_full: full }
            | Marker::Diamond { is_full: full } => full,
        };
        let outline = match self.marker {
            Marker::Triangle { .. } => {
                let (wide, low) = (RADIUS * 1.15, RADIUS * 0.75);
                vec![
                    (x - wide, y + low),
                    (x, y - RADIUS * 1.2),
                    (x + wide, y + low),
                ]
            }
            Marker::Diamond { .. } => {
                let far = RADIUS * 1.25;
                vec![(x - far, y), (x, y - far), (x + far, y), (x, y + far)]
            }
            _ => {
                let Area {
                    left,
                    top,
                    right,
                    bottom,
                } = Area::around(centre, RADIUS);
                vec![(left, top), (right, top), (right, bottom), (left, bottom)]
            }
        };
        canvas.polygon(outline.clone(), if full { self.ink } else { Ink::Paper });
        if !full {
            let closed = [&outline[..], &outline[..2]].concat();
            canvas.line(closed, self.ink, 0.22);
        }
    }

    /// Draws a whisker from `low` to `high` with its ends.
    pub(super) fn draw_whisker(
        canvas: &mut Canvas,
        x: f64,
        low: f64,
        high: f64,
        half: f64,
        ink: Ink,
    ) {
        canvas.line(vec![(x, low), (x, high)], ink, 0.25);
        for y in [low, high] {
            canvas.line(vec![(x - half, y), (x + half, y)], ink, 0.25);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_for_many_names_says_so_once() {
        let messages = Messages::english();
        let names = ["Players 2", "Players 3", "Players 4"];
        let (_, sentence) = merged_name(&names, 1, messages);
        assert_eq!(
            sentence.as_deref(),
            Some("All 3 lines are the same, from “Players 2” to “Players 4”.")
        );
        let (_, sentence) = merged_name(&names[..2], 1, messages);
        assert_eq!(
            sentence.as_deref(),
            Some("“Players 2” has the same line as “Players 3”.")
        );
    }
}
