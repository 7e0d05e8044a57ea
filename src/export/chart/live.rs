//! A drawing for a page: live text, the colours of the night beside those of the day, and no heading or last line, which
//! the page sets itself.

use std::fmt::Write;

use super::geometry::{Area, MARGIN, Point};
use super::mark::{Align, Mark};
use super::night::{self, Role};
use super::palette::{BLACK, FOOTER, Ink, SUBTITLE, WHITE};
use super::text::{Face, LABEL, SMALL, TITLE, Type};

/// Units of the drawing in a millimetre: whole numbers are short.
const UNITS: f64 = 100.0;
/// Paper left above a drawing without its heading, and below one without its last line.
const EDGE: f64 = 0.8;

/// A drawing for a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Live {
    /// The picture. Its root tag has a `viewBox` and no size; where an element's colour is another by night, its style says
    /// so: `--f` for what is filled, `--s` for lines.
    pub svg: String,
    /// The lines above it, without the title.
    pub subtitle: String,
    /// The line below it.
    pub note: String,
}

/// Writes marks as a drawing for a page.
pub(super) fn live(marks: &[Mark], (width, height): (f64, f64)) -> Live {
    let heading = marks.iter().take_while(|mark| is_heading(mark)).count();
    let is_note = |mark: &&Mark| is_line(mark, SMALL, FOOTER);
    let notes = marks[heading..].iter().rev().take_while(is_note).count();
    let (head, rest) = marks.split_at(heading);
    let (shown, foot) = rest.split_at(rest.len() - notes);
    let top = feet(head).fold(f64::NAN, f64::max);
    let top = if top.is_nan() { 0.0 } else { top + EDGE };
    let bottom = feet(foot).fold(f64::NAN, f64::min);
    let bottom = if bottom.is_nan() { height } else { bottom - SMALL.size() - EDGE };
    let mut svg = format!(
        "<svg viewBox=\"0 {} {} {}\" xmlns=\"http://www.w3.org/2000/svg\">",
        units(top),
        units(width),
        units(bottom - top)
    );
    for (at, mark) in shown.iter().enumerate() {
        write(&mut svg, mark, &shown[..at]);
    }
    svg.push_str("</svg>");
    let lines = |marks: &[Mark], kind: Type| {
        let words = marks.iter().filter_map(|mark| match mark {
            Mark::Text { text, kind: own, .. } if *own == kind => Some(text.as_str()),
            _ => None,
        });
        words.collect::<Vec<_>>().join(" ")
    };
    Live { svg, subtitle: lines(head, LABEL), note: lines(foot, SMALL) }
}

/// Whether a mark is a line of the title or of what is plotted.
fn is_heading(mark: &Mark) -> bool {
    is_line(mark, TITLE, BLACK) || is_line(mark, LABEL, SUBTITLE)
}

/// Whether a mark is a line of text that begins at the edge of the page.
fn is_line(mark: &Mark, of: Type, in_ink: Ink) -> bool {
    matches!(mark, Mark::Text { kind, ink, at, align: Align::Left, .. } if *kind == of && *ink == in_ink && at.0 == MARGIN)
}

fn feet(marks: &[Mark]) -> impl Iterator<Item = f64> {
    marks.iter().filter_map(|mark| match mark {
        Mark::Text { at, .. } => Some(at.1),
        _ => None,
    })
}

fn units(mm: f64) -> i64 {
    (mm * UNITS).round() as i64
}

fn write(svg: &mut String, mark: &Mark, below: &[Mark]) {
    let written = match mark {
        Mark::Rect { area, fill } => {
            let (left, top) = (units(area.left), units(area.top));
            let (width, height) = ((units(area.right) - left).max(1), (units(area.bottom) - top).max(1));
            write!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"{}/>", ground(*fill))
        }
        Mark::Polygon { points, fill } => {
            write!(svg, "<polygon points=\"{}\"{}/>", path(points), filled(*fill, night::of(*fill, Role::Line)))
        }
        Mark::Line { points, ink, width } => write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke-width=\"{}\"{}/>",
            path(points),
            units(*width),
            stroked(*ink, night::of(*ink, Role::Line))
        ),
        Mark::Disc { centre, radius, fill } => {
            write!(svg, "<circle{}{}/>", circle(*centre, *radius), filled(*fill, night::of(*fill, Role::Line)))
        }
        Mark::Ring { centre, radius, ink, width } => write!(
            svg,
            "<circle{} fill=\"none\" stroke-width=\"{}\"{}/>",
            circle(*centre, *radius),
            units(*width),
            stroked(*ink, night::of(*ink, Role::Line))
        ),
        Mark::Text { text, kind, ink, at, align } => {
            let anchor = match align {
                Align::Left => "",
                Align::Centre => " text-anchor=\"middle\"",
                Align::Right => " text-anchor=\"end\"",
            };
            let weight = if kind.face == Face::SemiBold { " font-weight=\"600\"" } else { "" };
            let night = night::text(*ink, ground_below(below, *at, *align, kind.width(text), *kind));
            write!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight}{}>{}</text>",
                units(at.0),
                units(at.1),
                units(kind.size()),
                filled(*ink, night),
                escaped(text)
            )
        }
    };
    written.expect("a string takes all that is written");
}

/// The colour under the middle of a text, as it is by day; that of the page where nothing is.
fn ground_below(below: &[Mark], at: Point, align: Align, width: f64, kind: Type) -> Ink {
    let x = match align {
        Align::Left => at.0 + width / 2.0,
        Align::Centre => at.0,
        Align::Right => at.0 - width / 2.0,
    };
    let y = at.1 - kind.half_cap();
    let holds = |area: &Area| (area.left..=area.right).contains(&x) && (area.top..=area.bottom).contains(&y);
    let under = below.iter().rev().find_map(|mark| match mark {
        Mark::Rect { area, fill } if holds(area) => Some(*fill),
        _ => None,
    });
    under.unwrap_or(WHITE)
}

fn ground(fill: Ink) -> String {
    filled(fill, night::of(fill, Role::Ground))
}

fn filled(day: Ink, night: Ink) -> String {
    format!(" fill=\"{}\"{}", hex(day), style("--f", day, night))
}

fn stroked(day: Ink, night: Ink) -> String {
    format!(" stroke=\"{}\"{}", hex(day), style("--s", day, night))
}

fn style(name: &str, day: Ink, night: Ink) -> String {
    if day == night { String::new() } else { format!(" style=\"{name}:{}\"", hex(night)) }
}

fn hex(ink: Ink) -> String {
    format!("#{:02x}{:02x}{:02x}", ink.0, ink.1, ink.2)
}

fn circle(centre: Point, radius: f64) -> String {
    format!(" cx=\"{}\" cy=\"{}\" r=\"{}\"", units(centre.0), units(centre.1), units(radius))
}

fn path(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", units(x), units(y))).collect();
    points.join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, kind: Type, ink: Ink, at: Point) -> Mark {
        Mark::Text { text: text.to_owned(), kind, ink, at, align: Align::Left }
    }

    #[test]
    fn the_heading_and_the_last_line_are_the_pages_own() {
        let marks = [
            text("A title", TITLE, BLACK, (MARGIN, 4.0)),
            text("What is", LABEL, SUBTITLE, (MARGIN, 8.0)),
            text("plotted", LABEL, SUBTITLE, (MARGIN, 11.0)),
            Mark::Rect { area: Area::new(2.0, 14.0, 30.0, 20.0), fill: Ink(0x00, 0x61, 0x4B) },
            text("a < b", LABEL, WHITE, (5.0, 18.0)),
            text("Exact.", SMALL, FOOTER, (MARGIN, 30.0)),
        ];
        let live = live(&marks, (84.0, 32.0));
        assert_eq!((live.subtitle.as_str(), live.note.as_str()), ("What is plotted", "Exact."));
        assert!(live.svg.contains("a &lt; b") && !live.svg.contains("title") && !live.svg.contains("Exact"));
        assert!(live.svg.starts_with("<svg viewBox=\"0 1180 8400 "), "{}", live.svg);
        assert!(live.svg.contains("fill=\"#00614b\" style=\"--f:#1c8466\""), "{}", live.svg);
    }
}
