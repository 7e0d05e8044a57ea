//! Replacements for characters that the embedded typeface lacks: a system font that has them, or a
//! transliteration.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

#[cfg(feature = "print")]
use super::machine_face::MachineFace;
#[cfg(feature = "print")]
use super::typeface::has;

/// The replacement of a character that the typeface lacks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fallback {
    /// A system font, by its index among those in use, and the advance width in thousandths of the
    /// size.
    #[cfg_attr(
        not(all(feature = "print", not(target_arch = "wasm32"))),
        allow(dead_code)
    )]
    Face(usize, f64),
    /// A transliteration; empty if none is known.
    Letters(String),
}

/// The characters looked up so far, and the fonts that have them.
#[derive(Default)]
struct FallbackCache {
    letters: FxHashMap<char, Fallback>,
    #[cfg(feature = "print")]
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

/// Returns the system font with this index among those in use.
#[cfg(feature = "print")]
pub(super) fn face_at(index: usize) -> Option<std::sync::Arc<MachineFace>> {
    fallback_cache().faces.get(index).cloned()
}

/// Returns the family of a font. Without chart files, no font of the system is used.
#[cfg(not(feature = "print"))]
pub(super) fn family(_: usize) -> String {
    String::new()
}

/// Returns the family of a font.
#[cfg(feature = "print")]
pub(super) fn family(face: usize) -> String {
    face_at(face).map_or_else(String::new, |face| face.family.clone())
}

/// Returns a text that is about as wide as the character in a browser's font. The browser then
/// writes the character itself.
#[cfg(not(feature = "print"))]
fn transliterate(letter: char) -> String {
    use unicode_width::UnicodeWidthChar;
    "m".repeat(letter.width().unwrap_or_default())
}

/// Returns the transliteration of a character: "Bei " for the first character of Beijing, "game
/// die" for its emoji.
#[cfg(feature = "print")]
fn transliterate(letter: char) -> String {
    let plain = deunicode::deunicode_char(letter).unwrap_or_default();
    plain.chars().filter(|&c| has(c)).collect()
}

impl FallbackCache {
    /// Returns a font with a character: one that is already in use, or else the first of the
    /// system.
    #[cfg(all(feature = "print", not(target_arch = "wasm32")))]
    fn find_face(&mut self, letter: char) -> Option<Fallback> {
        let used = self
            .faces
            .iter()
            .enumerate()
            .find_map(|(face_index, face)| Some((face_index, face.advance(letter)?)));
        if let Some((face_index, advance)) = used {
            return Some(Fallback::Face(face_index, advance));
        }
        let (face, advance) = super::machine_face::find(letter)?;
        self.faces.push(std::sync::Arc::new(face));
        Some(Fallback::Face(self.faces.len() - 1, advance))
    }

    /// Finds no font: without chart files, or in a browser, no font of the system is used.
    #[cfg(not(all(feature = "print", not(target_arch = "wasm32"))))]
    fn find_face(&mut self, _: char) -> Option<Fallback> {
        None
    }
}

#[cfg(all(test, feature = "print"))]
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
