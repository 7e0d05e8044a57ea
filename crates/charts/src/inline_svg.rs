//! Drawings for the page. Text is selectable, and colours have a variant for dark mode. The heading
//! and the note are separate, because the page adds them itself.

use std::fmt::Write;

use super::geometry::{MARGIN, Point};
use super::mark::{Align, Mark, UNITS};
use super::palette::Ink;
use super::parting::Parting;
use super::text::{LABEL, SMALL, TITLE, Type};
use super::theme::{Colour, Theme};
use super::typeface::Face;
use oddsmith_model::printable::escape_xml;

/// The margin above and below a drawing without its heading and its note.
const EDGE: f64 = 0.8;

/// A drawing for the page.
#[derive(Clone, Debug, PartialEq)]
pub struct InlineSvg {
    /// The picture. Its root tag has a `viewBox` and no size. If an element has another colour in
    /// dark mode, its style sets it: `--f` for fills, `--s` for strokes.
    pub svg: String,
    /// The lines above the drawing, without the title.
    pub subtitle: String,
    /// The line below the drawing.
    pub note: String,
}

/// Converts marks to a drawing for the page.
pub(super) fn inline_svg(
    marks: &[Mark],
    theme: Theme,
    (width, height): (f64, f64),
    parting: Option<&Parting>,
) -> InlineSvg {
    let heading = marks.iter().take_while(|mark| is_heading(mark)).count();
    let is_note = |mark: &&Mark| is_margin_text(mark, SMALL, Ink::Faint);
    let notes = marks[heading..].iter().rev().take_while(is_note).count();
    let (head, rest) = marks.split_at(heading);
    let (shown, foot) = rest.split_at(rest.len() - notes);
    let top = feet(head).fold(f64::NAN, f64::max);
    let top = if top.is_nan() { 0.0 } else { top + EDGE };
    let bottom = feet(foot).fold(f64::NAN, f64::min);
    let bottom = if bottom.is_nan() {
        height
    } else {
        bottom - SMALL.size() - EDGE
    };
    let parting = parting.map_or_else(String::new, |parting| {
        format!(" data-parts='{}'", parting.json(to_units))
    });
    let mut svg = format!(
        "<svg viewBox=\"0 {} {} {}\" xmlns=\"http://www.w3.org/2000/svg\"{parting}>",
        to_units(top),
        to_units(width),
        to_units(bottom - top)
    );
    shown
        .iter()
        .for_each(|mark| write_mark(&mut svg, mark, theme, TextWidth::OfFont));
    svg.push_str("</svg>");
    let lines = |marks: &[Mark], kind: Type| {
        let words = marks.iter().filter_map(|mark| match mark {
            Mark::Text {
                text,
                written,
                kind: text_kind,
                ..
            } if *text_kind == kind => Some(written.as_ref().unwrap_or(text).as_str()),
            _ => None,
        });
        words.collect::<Vec<_>>().join(" ")
    };
    InlineSvg {
        svg,
        subtitle: lines(head, LABEL),
        note: lines(foot, SMALL),
    }
}

/// The background of a drawing by day and by night, and the rules that choose its colours.
/// They apply to charts alone, also if the SVG is part of a page.
const STYLE: &str = "svg.odds-chart{background:#fff}@media (prefers-color-scheme:dark){\
                     svg.odds-chart{background:#14171A}svg.odds-chart [style*=\"--f\"]{fill:var(--f)}\
                     svg.odds-chart [style*=\"--s\"]{stroke:var(--s)}}";

/// Converts marks to a whole SVG file with real text. Where the typeface is missing, viewers use a
/// font of the system, and stretch or squeeze it to the same width.
pub(super) fn text_svg(marks: &[Mark], theme: Theme, (width, height): (f64, f64)) -> String {
    let mut svg = format!(
        "<svg class=\"odds-chart\" viewBox=\"0 0 {} {}\" width=\"{width}mm\" height=\"{height}mm\" \
         xmlns=\"http://www.w3.org/2000/svg\" font-family=\"IBM Plex Sans, system-ui, sans-serif\">\
         <style>{STYLE}</style>",
        to_units(width),
        to_units(height)
    );
    marks
        .iter()
        .for_each(|mark| write_mark(&mut svg, mark, theme, TextWidth::Fixed));
    svg.push_str("</svg>");
    svg
}

/// Returns whether a mark is a line of the title or of the subtitle.
fn is_heading(mark: &Mark) -> bool {
    is_margin_text(mark, TITLE, Ink::Text) || is_margin_text(mark, LABEL, Ink::Quiet)
}

/// Returns whether a mark is a line of text that begins at the edge of the page.
fn is_margin_text(mark: &Mark, text_type: Type, in_ink: Ink) -> bool {
    matches!(mark, Mark::Text { kind, ink, position, align: Align::Left, .. } if *kind == text_type && *ink == in_ink && position.0 == MARGIN)
}

fn feet(marks: &[Mark]) -> impl Iterator<Item = f64> {
    marks.iter().filter_map(|mark| match mark {
        Mark::Text { position, .. } => Some(position.1),
        _ => None,
    })
}

fn to_units(mm: f64) -> i64 {
    (mm * UNITS).round() as i64
}

/// How wide a viewer draws a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextWidth {
    /// As its font says.
    OfFont,
    /// As wide as in the typeface of charts, whatever its font.
    Fixed,
}

fn write_mark(svg: &mut String, mark: &Mark, theme: Theme, text_width: TextWidth) {
    let [day, night] = [theme, theme.by_night()].map(|theme| mark.colour(theme));
    let (fill, stroke) = (
        paint_attributes("fill", "--f", day, night),
        paint_attributes("stroke", "--s", day, night),
    );
    let written = match mark {
        Mark::Rect { area, .. } => {
            let (left, top) = (to_units(area.left), to_units(area.top));
            let (width, height) = (
                (to_units(area.right) - left).max(1),
                (to_units(area.bottom) - top).max(1),
            );
            write!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"{fill}/>"
            )
        }
        Mark::Polygon { points, .. } => write!(svg, "<polygon points=\"{}\"{fill}/>", path(points)),
        Mark::Line { points, width, .. } => {
            let (points, width) = (path(points), to_units(*width));
            write!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke-width=\"{width}\"{stroke}/>"
            )
        }
        Mark::Disc { centre, radius, .. } => {
            write!(
                svg,
                "<circle{}{fill}/>",
                circle_attributes(*centre, *radius)
            )
        }
        Mark::Ring {
            centre,
            radius,
            width,
            ..
        } => {
            let (attributes, width) = (circle_attributes(*centre, *radius), to_units(*width));
            write!(
                svg,
                "<circle{attributes} fill=\"none\" stroke-width=\"{width}\"{stroke}/>"
            )
        }
        // A browser has other fonts for characters that the typeface lacks.
        Mark::Text {
            text,
            written,
            kind,
            position,
            align,
            ..
        } => {
            let anchor = match align {
                Align::Left => "",
                Align::Centre => " text-anchor=\"middle\"",
                Align::Right => " text-anchor=\"end\"",
            };
            let weight = if kind.face == Face::SemiBold {
                " font-weight=\"600\""
            } else {
                ""
            };
            let (x, y, size) = (
                to_units(position.0),
                to_units(position.1),
                to_units(kind.size()),
            );
            // Characters that the typeface lacks have the width of another font.
            let length = match (text_width, written) {
                (TextWidth::OfFont, _) | (_, Some(_)) => String::new(),
                (TextWidth::Fixed, None) => format!(
                    " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                    to_units(kind.width(text))
                ),
            };
            let text = escape_xml(written.as_ref().unwrap_or(text));
            write!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight}{length}{fill}>{text}</text>"
            )
        }
    };
    written.expect("a string takes all that is written");
}

/// Returns the attributes of a colour for light mode, and for dark mode if that differs.
fn paint_attributes(attribute: &str, name: &str, day: Colour, night: Colour) -> String {
    let night = if day == night {
        String::new()
    } else {
        format!(" style=\"{name}:{}\"", hex(night))
    };
    format!(" {attribute}=\"{}\"{night}", hex(day))
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn circle_attributes(centre: Point, radius: f64) -> String {
    format!(
        " cx=\"{}\" cy=\"{}\" r=\"{}\"",
        to_units(centre.0),
        to_units(centre.1),
        to_units(radius)
    )
}

fn path(points: &[Point]) -> String {
    let points: Vec<String> = points
        .iter()
        .map(|&(x, y)| format!("{},{}", to_units(x), to_units(y)))
        .collect();
    points.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Area;
    use oddsmith_model::rule::metric::Tone;

    fn text(text: &str, kind: Type, ink: Ink, position: Point) -> Mark {
        Mark::Text {
            text: text.to_owned(),
            written: None,
            kind,
            ink,
            position,
            align: Align::Left,
        }
    }

    #[test]
    fn whole_svg_has_its_heading_and_note() {
        let marks = [
            text("A title", TITLE, Ink::Text, (MARGIN, 4.0)),
            text("Exact.", SMALL, Ink::Faint, (MARGIN, 30.0)),
        ];
        let svg = text_svg(&marks, Theme::Day, (84.0, 32.0));
        assert!(
            svg.starts_with("<svg class=\"odds-chart\" viewBox=\"0 0 8400 3200\" width=\"84mm\""),
            "{svg}"
        );
        assert!(
            svg.contains(">A title</text>") && svg.contains(">Exact.</text>"),
            "{svg}"
        );
    }

    #[test]
    fn texts_keep_their_width_in_other_fonts() {
        let line = text("mmm", TITLE, Ink::Text, (MARGIN, 4.0));
        let length = format!(" textLength=\"{}\"", to_units(TITLE.width("mmm")));
        let svg = text_svg(std::slice::from_ref(&line), Theme::Day, (84.0, 32.0));
        assert!(svg.contains(&length), "{svg}");
        let mut replaced = line;
        if let Mark::Text { written, .. } = &mut replaced {
            *written = Some("漢字".to_owned());
        }
        let svg = text_svg(&[replaced], Theme::Day, (84.0, 32.0));
        assert!(!svg.contains("textLength"), "{svg}");
    }

    #[test]
    fn heading_and_note_are_left_out_of_svg() {
        let marks = [
            text("A title", TITLE, Ink::Text, (MARGIN, 4.0)),
            text("What is", LABEL, Ink::Quiet, (MARGIN, 8.0)),
            text("plotted", LABEL, Ink::Quiet, (MARGIN, 11.0)),
            Mark::Rect {
                area: Area::new(2.0, 14.0, 30.0, 20.0),
                fill: Ink::Outcome(Tone::Success, 0),
            },
            text(
                "a < b",
                LABEL,
                Ink::OnOutcome(Tone::Success, 0),
                (5.0, 18.0),
            ),
            text("Exact.", SMALL, Ink::Faint, (MARGIN, 30.0)),
        ];
        let picture = inline_svg(&marks, Theme::Day, (84.0, 32.0), None);
        assert_eq!(
            (picture.subtitle.as_str(), picture.note.as_str()),
            ("What is plotted", "Exact.")
        );
        assert!(
            picture.svg.contains("a &lt; b")
                && !picture.svg.contains("title")
                && !picture.svg.contains("Exact")
        );
        assert!(
            picture.svg.starts_with("<svg viewBox=\"0 1180 8400 "),
            "{}",
            picture.svg
        );
        assert!(
            picture
                .svg
                .contains("fill=\"#00614b\" style=\"--f:#1c8466\""),
            "{}",
            picture.svg
        );
    }
}
