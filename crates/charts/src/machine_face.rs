//! Fonts of the system, for characters that the embedded typeface lacks.
// A browser has other fonts.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

use std::sync::OnceLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::typesetter::Typesetter;

/// A system font.
#[derive(Debug)]
pub(super) struct MachineFace {
    /// The name of its family.
    pub(super) family: String,
    bytes: Vec<u8>,
    face_index: u32,
    typesetter: OnceLock<Typesetter>,
}

impl MachineFace {
    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(&self.bytes, self.face_index).ok()
    }

    /// Returns the advance width of a character in thousandths of the size, if the font can draw
    /// it.
    pub(super) fn advance(&self, letter: char) -> Option<f64> {
        advance(&self.font()?, letter)
    }

    /// Returns the font and its typesetter.
    pub(super) fn typesetter(&self) -> Option<(FontRef<'_>, &Typesetter)> {
        let font = self.font()?;
        let typesetter = self.typesetter.get_or_init(|| Typesetter::new(&font));
        Some((font, typesetter))
    }
}

/// Returns the advance width of a character in thousandths of the size, if a font has an outline
/// for it. Colour bitmaps do not count.
fn advance(font: &FontRef<'_>, letter: char) -> Option<f64> {
    let glyph = font.charmap().map(letter)?;
    let mut detector = OutlineDetector(false);
    let settings = DrawSettings::unhinted(Size::new(1000.0), LocationRef::default());
    font.outline_glyphs()
        .get(glyph)?
        .draw(settings, &mut detector)
        .ok()?;
    let advance = font
        .glyph_metrics(Size::new(1000.0), LocationRef::default())
        .advance_width(glyph)?;
    detector.0.then(|| f64::from(advance))
}

/// Whether anything was drawn.
struct OutlineDetector(bool);

impl OutlinePen for OutlineDetector {
    fn move_to(&mut self, _: f32, _: f32) {}

    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }

    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn close(&mut self) {}
}

/// Returns the first system font with a character, in the order of file names. Upright fonts come
/// before others.
pub(super) fn find(letter: char) -> Option<(MachineFace, f64)> {
    static FILES: OnceLock<Vec<std::path::PathBuf>> = OnceLock::new();
    let files = FILES.get_or_init(font_files);
    files.iter().find_map(|file| {
        let bytes = std::fs::read(file).ok()?;
        let (nth, family, advance) = (0..MAX_FACES_PER_FILE).find_map(|nth| {
            let font = FontRef::from_index(&bytes, nth).ok()?;
            let letter_advance = advance(&font, letter)?;
            let id = skrifa::string::StringId::FAMILY_NAME;
            let family = font
                .localized_strings(id)
                .english_or_first()?
                .chars()
                .collect::<String>();
            Some((nth, family, letter_advance))
        })?;
        Some((
            MachineFace {
                family,
                bytes,
                face_index: nth,
                typesetter: OnceLock::new(),
            },
            advance,
        ))
    })
}

/// The maximal number of fonts that are tried in one file.
const MAX_FACES_PER_FILE: u32 = 16;

/// Returns the font files in the usual folders of the system.
fn font_files() -> Vec<std::path::PathBuf> {
    use std::path::PathBuf;
    const FOLDERS: [&str; 5] = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
        "C:\\Windows\\Fonts",
    ];
    const DEEPEST: usize = 6;
    let home = std::env::home_dir();
    let home_folders = home.iter().flat_map(|home| {
        [".fonts", ".local/share/fonts", "Library/Fonts"].map(|folder| home.join(folder))
    });
    let mut folders: Vec<(PathBuf, usize)> = FOLDERS
        .iter()
        .map(PathBuf::from)
        .chain(home_folders)
        .map(|folder| (folder, 0))
        .collect();
    let mut files = Vec::new();
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let ending = path
                .extension()
                .and_then(|extension| extension.to_str())
                .unwrap_or_default()
                .to_ascii_lowercase();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < DEEPEST => folders.push((path, depth + 1)),
                Ok(_) if ["ttf", "otf", "ttc", "otc"].contains(&ending.as_str()) => {
                    files.push(path)
                }
                _ => {}
            }
        }
    }
    // Upright, regular fonts are preferred.
    let is_special = |path: &PathBuf| {
        let name = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default()
            .to_ascii_lowercase();
        [
            "bold",
            "italic",
            "oblique",
            "light",
            "mono",
            "serif",
            "condensed",
            "black",
            "thin",
        ]
        .iter()
        .any(|word| name.contains(word))
    };
    files.sort_by_cached_key(|path| (is_special(path), path.clone()));
    files
}
