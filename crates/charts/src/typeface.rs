//! The embedded typeface: its two weights, their characters and widths.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

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

/// The advance widths of both weights: a line for each character, with its code in hexadecimal, and
/// the widths in thousandths of the size. Programs that draw no outlines need no fonts.
const ADVANCES: &str = include_str!("../assets/fonts/advances.txt");

/// Characters with codes below this are looked up by index. They include most Latin letters, which
/// make up nearly all text.
const LATIN_COUNT: usize = 0x250;

/// The advance widths of all characters of a weight, in thousandths of its size.
pub(super) struct Advances {
    latin: Vec<Option<f64>>,
    non_latin: FxHashMap<char, f64>,
}

impl Advances {
    /// Reads a column of the table of widths.
    fn read(column: usize) -> Advances {
        let mut advances = Advances {
            latin: vec![None; LATIN_COUNT],
            non_latin: FxHashMap::default(),
        };
        for line in ADVANCES.lines() {
            let mut fields = line.split(' ');
            let code = fields
                .next()
                .and_then(|field| u32::from_str_radix(field, 16).ok());
            let advance = fields.nth(column).and_then(|field| field.parse().ok());
            let (c, advance) = code
                .and_then(char::from_u32)
                .zip(advance)
                .expect("the table of widths is well formed");
            match advances.latin.get_mut(c as usize) {
                Some(place) => *place = Some(advance),
                None => drop(advances.non_latin.insert(c, advance)),
            }
        }
        advances
    }

    pub(super) fn of(face: Face) -> &'static Advances {
        static BOTH: OnceLock<[Advances; 2]> = OnceLock::new();
        let advances = BOTH.get_or_init(|| [0, 1].map(Advances::read));
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

/// Returns whether the typeface has a character.
pub(super) fn has(c: char) -> bool {
    let is_in = |face| Advances::of(face).get(c).is_some();
    is_in(Face::Regular) && is_in(Face::SemiBold)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use skrifa::instance::{LocationRef, Size};
    use skrifa::{FontRef, MetadataProvider};

    use super::*;

    /// `UPDATE_WIDTHS=1` writes the table anew.
    #[test]
    fn table_has_the_widths_of_the_fonts() {
        let mut widths: BTreeMap<u32, Vec<f32>> = BTreeMap::new();
        for font in [REGULAR, SEMIBOLD] {
            let font = FontRef::new(font).expect("a font");
            let metrics = font.glyph_metrics(Size::new(1000.0), LocationRef::default());
            for (code, glyph) in font.charmap().mappings() {
                let advance = metrics.advance_width(glyph).expect("a width");
                widths.entry(code).or_default().push(advance);
            }
        }
        let table: String = widths
            .iter()
            .map(|(code, widths)| {
                assert_eq!(widths.len(), 2, "both weights have U+{code:04X}");
                format!("{code:x} {} {}\n", widths[0], widths[1])
            })
            .collect();
        if std::env::var_os("UPDATE_WIDTHS").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts/advances.txt");
            std::fs::write(file, &table).expect("a file");
        }
        assert!(table == ADVANCES, "the table is of other fonts");
    }
}
