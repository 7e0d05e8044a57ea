//! Texts as outlines: the glyphs of the embedded typeface, or of a font of the system, side by
//! side.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use harfrust::{
    Direction, ShapeOptions, ShapePlan, ShapePlanKey, Shaper, ShaperData, UnicodeBuffer, script,
};
use rustc_hash::FxHashMap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder, Transform};
use unicode_bidi::{BidiInfo, Level};

use super::fallback::{Fallback, faces, fallback_for};
use super::machine_face::MachineFace;
use super::typeface::{Face, REGULAR, SEMIBOLD, has};

/// A font in which texts are set. Its glyphs are kept, because a chart repeats most of them, and so
/// are the plans for shaping texts of a direction and a script.
pub(super) struct Typesetter {
    shaping: ShaperData,
    units_per_em: f32,
    plans: Mutex<Vec<Arc<ShapePlan>>>,
    glyphs: Mutex<FxHashMap<GlyphId, Option<Path>>>,
}

impl Typesetter {
    pub(super) fn new(font: &FontRef<'_>) -> Typesetter {
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        Typesetter {
            shaping: ShaperData::new(font),
            units_per_em: f32::from(metrics.units_per_em),
            plans: Mutex::default(),
            glyphs: Mutex::default(),
        }
    }

    /// Sets a text of one direction after the texts that were set before.
    fn set(&self, font: &FontRef<'_>, text: &str, direction: Direction, line: &mut Line) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(direction);
        buffer.guess_segment_properties();
        let shaper = self.shaping.shaper(font).build();
        let plan = self.plan(&shaper, &buffer);
        let glyphs = shaper.shape(buffer, ShapeOptions::new().plan(Some(&plan)));
        let scale = line.size / self.units_per_em;
        for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            if let Some(path) = self.glyph(font, GlyphId::new(info.glyph_id)) {
                let x = line.width + position.x_offset as f32 * scale;
                let y = -position.y_offset as f32 * scale;
                let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
                if let Some(path) = path.transform(place) {
                    line.path.push_path(&path);
                }
            }
            line.width += position.x_advance as f32 * scale;
        }
    }

    fn plan(&self, shaper: &Shaper<'_>, buffer: &UnicodeBuffer) -> Arc<ShapePlan> {
        let (direction, language) = (buffer.direction(), buffer.language());
        let script = Some(buffer.script()).filter(|&script| script != script::UNKNOWN);
        let key = ShapePlanKey::new(script, direction).language(language.as_ref());
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = plans.iter().find(|plan| key.matches(plan)) {
            return Arc::clone(plan);
        }
        let plan = ShapePlan::new(shaper, direction, script, language.as_ref(), &[]);
        plans.push(Arc::new(plan));
        Arc::clone(&plans[plans.len() - 1])
    }

    /// Returns the outline of a glyph in the units of the font, upwards; `None` for a blank.
    fn glyph(&self, font: &FontRef<'_>, glyph: GlyphId) -> Option<Path> {
        let mut glyphs = self.glyphs.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = || {
            let mut pen = GlyphPen(PathBuilder::new());
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            font.outline_glyphs()
                .get(glyph)?
                .draw(settings, &mut pen)
                .ok()?;
            pen.0.finish()
        };
        glyphs.entry(glyph).or_insert_with(drawn).clone()
    }
}

impl std::fmt::Debug for Typesetter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Typesetter").finish_non_exhaustive()
    }
}

/// Collects the outline of a glyph.
struct GlyphPen(PathBuilder);

impl OutlinePen for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx: f32, cy: f32, dx: f32, dy: f32, x: f32, y: f32) {
        self.0.cubic_to(cx, cy, dx, dy, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// A line of text as far as it has been set: from the origin to the right, on a baseline.
struct Line {
    path: PathBuilder,
    size: f32,
    width: f32,
}

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
