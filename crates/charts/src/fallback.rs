//! Replacements for characters that the embedded typeface lacks: a system font that has them, or a
//! transliteration.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::typeface::has;

/// The replacement of a character that the typeface lacks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fallback {
    /// A system font, by its index among those in use, and the advance width in thousandths of the
    /// size.
    Face(usize, f64),
    /// A transliteration; empty if none is known.
    Letters(String),
}

/// A system font.
#[derive(Debug)]
pub(super) struct MachineFace {
    /// The name of its family.
    pub(super) family: String,
    pub(super) bytes: Vec<u8>,
    face_index: u32,
}

/// The characters looked up so far, and the fonts that have them.
#[derive(Default)]
struct FallbackCache {
    letters: FxHashMap<char, Fallback>,
    faces: Vec<std::sync::Arc<MachineFace>>,
}

fn fallback_cache() -> std::sync::MutexGuard<'static, FallbackCache> {
    static KNOWN: OnceLock<Mutex<FallbackCache>> = OnceLock::new();
    KNOWN
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Returns the replacement of a character that the typeface lacks.
pub(super) fn fallback_for(letter: char) -> Fallback {
    let mut known = fallback_cache();
    if let Some(replacement) = known.letters.get(&letter) {
        return replacement.clone();
    }
    let found = known
        .find_face(letter)
        .unwrap_or_else(|| Fallback::Letters(transliterate(letter)));
    known.letters.insert(letter, found.clone());
    found
}

/// Returns the system fonts that any character has needed so far.
#[cfg(feature = "print")]
pub(super) fn faces() -> Vec<std::sync::Arc<MachineFace>> {
    fallback_cache().faces.clone()
}

/// Returns the family of a font.
pub(super) fn family(face: usize) -> String {
    fallback_cache()
        .faces
        .get(face)
        .map_or_else(String::new, |machine_face| machine_face.family.clone())
}

/// Returns the transliteration of a character: "Bei " for the first character of Beijing, "game
/// die" for its emoji.
fn transliterate(letter: char) -> String {
    let plain = deunicode::deunicode_char(letter).unwrap_or_default();
    plain.chars().filter(|&c| has(c)).collect()
}

impl FallbackCache {
    /// Returns a font with a character: one that is already in use, or else the first of the
    /// system.
    fn find_face(&mut self, letter: char) -> Option<Fallback> {
        let used = self
            .faces
            .iter()
            .enumerate()
            .find_map(|(face_index, face)| Some((face_index, face.advance(letter)?)));
        if let Some((face_index, advance)) = used {
            return Some(Fallback::Face(face_index, advance));
        }
        let (face, advance) = find_machine_face(letter)?;
        self.faces.push(std::sync::Arc::new(face));
        Some(Fallback::Face(self.faces.len() - 1, advance))
    }
}

impl MachineFace {
    fn advance(&self, letter: char) -> Option<f64> {
        advance(
            &FontRef::from_index(&self.bytes, self.face_index).ok()?,
            letter,
        )
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
#[cfg(all(feature = "print", not(target_arch = "wasm32")))]
fn find_machine_face(letter: char) -> Option<(MachineFace, f64)> {
    static FILES: OnceLock<Vec<std::path::PathBuf>> = OnceLock::new();
    let files = FILES.get_or_init(font_files);
    files.iter().find_map(|file| {
        let bytes = std::fs::read(file).ok()?;
        let (nth, family, advance) = (0..MOST_FACES_PER_FILE).find_map(|nth| {
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
            },
            advance,
        ))
    })
}

#[cfg(not(all(feature = "print", not(target_arch = "wasm32"))))]
fn find_machine_face(_: char) -> Option<(MachineFace, f64)> {
    None
}

/// The most fonts that are tried in one file.
#[cfg(all(feature = "print", not(target_arch = "wasm32")))]
const MOST_FACES_PER_FILE: u32 = 16;

/// Returns the font files in the usual folders of the system.
#[cfg(all(feature = "print", not(target_arch = "wasm32")))]
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
    // Text is set in upright, regular fonts.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undrawable_letters_are_transliterated() {
        assert_eq!(transliterate('\u{5317}'), "Bei ");
        assert_eq!(transliterate('\u{1F3B2}').trim(), "game die");
        // The meaning of private-use characters is unknown.
        assert_eq!(transliterate('\u{e123}'), "");
    }

    #[test]
    fn fallbacks_are_faces_with_outlines_or_known_letters() {
        for letter in ['\u{5317}', '\u{2665}', '\u{1F3B2}', '\u{10A0}'] {
            match fallback_for(letter) {
                Fallback::Face(face, advance) => {
                    assert!(advance > 0.0 && !family(face).is_empty(), "{letter}")
                }
                Fallback::Letters(letters) => {
                    assert!(letters.chars().all(has), "{letter}: {letters}")
                }
            }
        }
    }
}
