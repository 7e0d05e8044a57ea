//! Sets texts in a font: finds its glyphs and their places.

use std::sync::{Arc, Mutex, PoisonError};

use harfrust::{
    Direction, ShapeOptions, ShapePlan, ShapePlanKey, Shaper, ShaperData, UnicodeBuffer, script,
};
use rustc_hash::FxHashMap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder, Transform};

/// A line of text as far as it has been set: from the origin to the right, on a baseline.
pub(super) struct Line {
    pub(super) path: PathBuilder,
    pub(super) size: f32,
    pub(super) width: f32,
}

/// The data for setting texts in a font. Glyphs are kept, because a chart repeats most of them, and
/// so are the plans for shaping texts of a direction and a script.
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
    pub(super) fn set(
        &self,
        font: &FontRef<'_>,
        text: &str,
        direction: Direction,
        line: &mut Line,
    ) {
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
