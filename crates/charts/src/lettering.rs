//! Texts as outlines: the glyphs of the embedded typeface, or of a font of the system, side by side.

use std::sync::OnceLock;

use harfrust::Direction;
use skrifa::FontRef;
use tiny_skia::{Path, PathBuilder};
use unicode_bidi::{BidiInfo, Level};

use super::fallback::{Fallback, face_at, fallback_for};
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

/// Splits a text where its font changes. `None` is the embedded typeface, and a number is the index
/// of a font of the system.
fn by_font(text: &str) -> Vec<(Option<usize>, &str)> {
    let font = |letter: char| {
        if has(letter) {
            return None;
        }
        match fallback_for(letter) {
            Fallback::Face(number, _) => Some(number),
            Fallback::Letters(_) => None,
        }
    };
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let number = font(first);
        let end = rest.find(|letter| font(letter) != number);
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        pieces.push((number, piece));
        rest = after;
    }
    pieces
}

fn set_piece(font: Option<usize>, text: &str, face: Face, direction: Direction, line: &mut Line) {
    let Some(number) = font else {
        let (font, typesetter) = embedded(face);
        return typesetter.set(font, text, direction, line);
    };
    let face = face_at(number);
    if let Some((font, typesetter)) = face.as_ref().and_then(|face| face.typesetter()) {
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

    #[test]
    fn fonts_change_only_at_letters_without_a_glyph() {
        assert_eq!(by_font("A wing"), [(None, "A wing")]);
        assert_eq!(by_font(""), []);
        let pieces = by_font("a \u{645}\u{645} b");
        let joined: String = pieces.iter().map(|(_, piece)| *piece).collect();
        assert_eq!(joined, "a \u{645}\u{645} b");
        // Some systems have no font with Arabic letters.
        if let [(_, first), (Some(_), arabic), (_, last)] = pieces[..] {
            assert_eq!((first, arabic, last), ("a ", "\u{645}\u{645}", " b"));
        } else {
            assert_eq!(pieces.len(), 1);
        }
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
