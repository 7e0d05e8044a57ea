//! Texts as outlines: the glyphs of the embedded typeface, or of a font of the system, side by side.

use std::sync::{Arc, OnceLock};

use harfrust::Direction;
use skrifa::FontRef;
use tiny_skia::{Path, PathBuilder};
use unicode_bidi::{BidiInfo, Level};

use super::fallback::{Fallback, faces, fallback_for};
use super::machine_face::MachineFace;
use super::typeface::{Face, REGULAR, SEMIBOLD, has};
use super::typesetter::{Line, Typesetter};

/// Returns the outline of a line of text, which starts at the origin, and its width. `None` is the
/// outline of blanks.
pub(super) fn outline(text: &str, face: Face, size: f32) -> (Option<Path>, f32) {
    let mut line = Line {
        path: PathBuilder::new(),
        size,
        width: 0.0,
    };
    let bidi = BidiInfo::new(text, Some(Level::ltr()));
    // Without control characters, a text is a single paragraph.
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let direction = if levels[run.start].is_ltr() {
                Direction::LeftToRight
            } else {
                Direction::RightToLeft
            };
            let mut pieces = by_font(&text[run]);
            if direction == Direction::RightToLeft {
                pieces.reverse();
            }
            for (font, piece) in pieces {
                set_piece(font, piece, face, direction, &mut line);
            }
        }
    }
    (line.path.finish(), line.width)
}

/// Splits a text where its font changes. `None` is the embedded typeface, a number is that of a
/// font of the system.
fn by_font(text: &str) -> Vec<(Option<usize>, &str)> {
    let font = |letter: char| match fallback_for(letter) {
        Fallback::Face(number, _) if !has(letter) => Some(number),
        _ => None,
    };
    if text.chars().all(has) {
        return vec![(None, text)];
    }
    let mut pieces: Vec<(Option<usize>, &str)> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let number = font(first);
        let end = rest
            .char_indices()
            .find(|&(_, letter)| font(letter) != number)
            .map_or(rest.len(), |(end, _)| end);
        pieces.push((number, &rest[..end]));
        rest = &rest[end..];
    }
    pieces
}

fn set_piece(font: Option<usize>, text: &str, face: Face, direction: Direction, line: &mut Line) {
    match font.and_then(|number| faces().get(number).map(Arc::clone)) {
        Some(face) => set_in_machine_face(&face, text, direction, line),
        None => {
            let (font, typesetter) = embedded(face);
            typesetter.set(font, text, direction, line);
        }
    }
}

fn set_in_machine_face(face: &MachineFace, text: &str, direction: Direction, line: &mut Line) {
    if let Some((font, typesetter)) = face.typesetter() {
        typesetter.set(&font, text, direction, line);
    }
}

/// Returns a weight of the embedded typeface.
fn embedded(face: Face) -> &'static (FontRef<'static>, Typesetter) {
    static BOTH: OnceLock<[(FontRef<'static>, Typesetter); 2]> = OnceLock::new();
    let both = BOTH.get_or_init(|| {
        [REGULAR, SEMIBOLD].map(|bytes| {
            let font = FontRef::new(bytes).expect("the embedded typeface is a font");
            let typesetter = Typesetter::new(&font);
            (font, typesetter)
        })
    });
    match face {
        Face::Regular => &both[0],
        Face::SemiBold => &both[1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::LABEL;

    #[test]
    fn outlines_are_as_wide_as_measured() {
        for text in [
            "plain letters without any others",
            "\u{43c}\u{645} and the letters of our own face",
            "\u{2665}\u{2665} hearts",
        ] {
            let (path, width) = outline(text, Face::Regular, LABEL.size() as f32);
            let measured = LABEL.width(text);
            assert!(path.is_some());
            assert!(
                (f64::from(width) - measured).abs() < 0.02 * measured,
                "{text}: {width} wide, measured {measured}"
            );
        }
    }

    #[test]
    fn blanks_have_a_width_and_no_outline() {
        let (path, width) = outline("  ", Face::Regular, 10.0);
        assert!(path.is_none() && width > 1.0);
        assert_eq!(outline("", Face::SemiBold, 10.0).1, 0.0);
    }

    /// AV is kerned in every weight.
    #[test]
    fn pairs_of_letters_are_kerned() {
        for face in [Face::Regular, Face::SemiBold] {
            let width = |text| outline(text, face, 100.0).1;
            assert!(width("AV") < width("A") + width("V") - 1.0);
        }
    }
}
