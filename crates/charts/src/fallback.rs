//! Letters that the embedded typeface lacks: a face of this machine that draws them, or the same in
//! letters that there are.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::typeface::has;

/// What stands for a letter that the typeface lacks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Instead {
    /// A face of this machine, by its place among those that are used, and the advance there in
    /// thousandths of the size.
    Face(usize, f64),
    /// The same in letters of the typeface; empty where nobody knows any.
    Letters(String),
}

/// A face of this machine.
#[derive(Debug)]
pub(super) struct MachineFace {
    /// Its family.
    pub(super) family: String,
    pub(super) bytes: Vec<u8>,
    nth: u32,
}

/// Looked up so far: letters, and the faces that draw them.
#[derive(Default)]
struct Known {
    letters: FxHashMap<char, Instead>,
    faces: Vec<std::sync::Arc<MachineFace>>,
}

fn known() -> std::sync::MutexGuard<'static, Known> {
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    KNOWN
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// What stands for a letter that the typeface lacks.
pub(super) fn instead(letter: char) -> Instead {
    let mut known = known();
    if let Some(replacement) = known.letters.get(&letter) {
        return replacement.clone();
    }
    let found = known
        .face_of(letter)
        .unwrap_or_else(|| Instead::Letters(in_our_letters(letter)));
    known.letters.insert(letter, found.clone());
    found
}

/// The faces of this machine that any letter has needed so far.
#[cfg(feature = "print")]
pub(super) fn faces() -> Vec<std::sync::Arc<MachineFace>> {
    known().faces.clone()
}

/// The family of a face.
pub(super) fn family(face: usize) -> String {
    known()
        .faces
        .get(face)
        .map_or_else(String::new, |machine_face| machine_face.family.clone())
}

/// A letter in letters of the typeface: "Bei " for the first sign of Beijing, "game die" for its
/// picture.
fn in_our_letters(letter: char) -> String {
    let plain = deunicode::deunicode_char(letter).unwrap_or_default();
    plain.chars().filter(|&c| has(c)).collect()
}

impl Known {
    /// A face that draws a letter: one that is used already, else the first of this machine.
    fn face_of(&mut self, letter: char) -> Option<Instead> {
        let used = self
            .faces
            .iter()
            .enumerate()
            .find_map(|(at, face)| Some((at, face.advance(letter)?)));
        if let Some((at, advance)) = used {
            return Some(Instead::Face(at, advance));
        }
        let (face, advance) = on_this_machine(letter)?;
        self.faces.push(std::sync::Arc::new(face));
        Some(Instead::Face(self.faces.len() - 1, advance))
    }
}

impl MachineFace {
    fn advance(&self, letter: char) -> Option<f64> {
        advance(&FontRef::from_index(&self.bytes, self.nth).ok()?, letter)
    }
}

/// The advance of a letter, in thousandths of the size, where a face has an outline for it; a
/// picture in colours is none.
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

/// The first face of this machine that draws a letter, by the order of the names of files: upright
/// faces before others.
#[cfg(all(feature = "print", not(target_arch = "wasm32")))]
fn on_this_machine(letter: char) -> Option<(MachineFace, f64)> {
    static FILES: OnceLock<Vec<std::path::PathBuf>> = OnceLock::new();
    let files = FILES.get_or_init(font_files);
    files.iter().find_map(|file| {
        let bytes = std::fs::read(file).ok()?;
        let (nth, family, advance) = (0..MOST_IN_A_FILE).find_map(|nth| {
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
        Some((MachineFace { family, bytes, nth }, advance))
    })
}

#[cfg(not(all(feature = "print", not(target_arch = "wasm32"))))]
fn on_this_machine(_: char) -> Option<(MachineFace, f64)> {
    None
}

/// Faces that are looked at in one file.
#[cfg(all(feature = "print", not(target_arch = "wasm32")))]
const MOST_IN_A_FILE: u32 = 16;

/// The files of the fonts of this machine, where systems keep them.
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
    // Running text is set in upright, regular faces.
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
    fn what_nobody_can_draw_is_written_in_our_letters() {
        assert_eq!(in_our_letters('\u{5317}'), "Bei ");
        assert_eq!(in_our_letters('\u{1F3B2}').trim(), "game die");
        // Private use: nobody knows what it is.
        assert_eq!(in_our_letters('\u{e123}'), "");
    }

    #[test]
    fn a_face_of_this_machine_has_an_outline_for_its_letter_or_there_is_none() {
        for letter in ['\u{5317}', '\u{2665}', '\u{1F3B2}', '\u{10A0}'] {
            match instead(letter) {
                Instead::Face(face, advance) => {
                    assert!(advance > 0.0 && !family(face).is_empty(), "{letter}")
                }
                Instead::Letters(letters) => {
                    assert!(letters.chars().all(has), "{letter}: {letters}")
                }
            }
        }
    }
}
