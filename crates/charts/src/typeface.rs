//! The embedded typeface: its two weights, their characters and widths.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// IBM Plex Sans 400.
pub const REGULAR: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans_400Regular.ttf");
/// IBM Plex Sans 600.
pub const SEMIBOLD: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans_600SemiBold.ttf");
/// The name of the typeface.
#[cfg(feature = "print")]
pub(super) const FAMILY: &str = "IBM Plex Sans";

/// A weight of the typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Regular,
    SemiBold,
}

/// The number of characters in the table of widths: those of Latin letters, which make up nearly
/// all text.
const LATIN_COUNT: usize = 0x250;

/// The advance widths of all characters of a weight, in thousandths of its size.
pub(super) struct Advances {
    latin: Vec<Option<f64>>,
    non_latin: FxHashMap<char, f64>,
}

impl Advances {
    fn read(font: &[u8]) -> Advances {
        let font = FontRef::new(font).expect("the embedded font is well formed");
        let metrics = font.glyph_metrics(Size::new(1000.0), LocationRef::default());
        let mut advances = Advances {
            latin: vec![None; LATIN_COUNT],
            non_latin: FxHashMap::default(),
        };
        for (code, glyph) in font.charmap().mappings() {
            let Some((c, advance)) = char::from_u32(code).zip(metrics.advance_width(glyph)) else {
                continue;
            };
            match advances.latin.get_mut(c as usize) {
                Some(place) => *place = Some(advance.into()),
                None => drop(advances.non_latin.insert(c, advance.into())),
            }
        }
        advances
    }

    pub(super) fn of(face: Face) -> &'static Advances {
        static BOTH: OnceLock<[Advances; 2]> = OnceLock::new();
        let advances = BOTH.get_or_init(|| [Advances::read(REGULAR), Advances::read(SEMIBOLD)]);
        match face {
            Face::Regular => &advances[0],
            Face::SemiBold => &advances[1],
        }
    }

    /// Returns the advance width of a character; `None` if the typeface lacks it.
    pub(super) fn get(&self, c: char) -> Option<f64> {
        match self.latin.get(c as usize) {
            Some(advance) => *advance,
            None => self.non_latin.get(&c).copied(),
        }
    }
}

/// Whether the typeface has a character.
pub(super) fn has(c: char) -> bool {
    [Face::Regular, Face::SemiBold]
        .into_iter()
        .all(|face| Advances::of(face).get(c).is_some())
}
