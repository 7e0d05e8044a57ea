//! The typeface of a page: IBM Plex Sans, reduced to the letters on the page.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use font_subset::{FontReader, ParseError};

use oddsmith_charts::{REGULAR, SEMIBOLD};

/// Characters that the explorer may add to those on the page.
const ALWAYS_INCLUDED: &str = "−–—…≤≥×“”‘’µ";

/// Returns the `@font-face` rules for a page with these letters.
pub fn faces(html: &str) -> String {
    // All printable ASCII characters are included anyway. Only the few other characters of the page
    // are collected in a set, which would otherwise be slow.
    let non_ascii_letters = html.chars().filter(|letter| !(' '..='~').contains(letter));
    let letters: BTreeSet<char> = (' '..='~')
        .chain(ALWAYS_INCLUDED.chars())
        .chain(non_ascii_letters)
        .collect();
    let (regular, semibold) = rayon::join(
        || face(400, REGULAR, &letters),
        || face(600, SEMIBOLD, &letters),
    );
    regular + &semibold
}

fn face(weight: u16, font: &[u8], letters: &BTreeSet<char>) -> String {
    // If making the subset fails, the whole typeface works as well and only takes more bytes.
    let bytes = subset(font, letters).unwrap_or_else(|_| font.to_vec());
    format!(
        "@font-face{{font-family:\"IBM Plex Sans\";font-weight:{weight};font-display:block;\
         src:url(data:font/ttf;base64,{}) format(\"truetype\")}}\n",
        STANDARD.encode(bytes)
    )
}

fn subset(font: &[u8], letters: &BTreeSet<char>) -> Result<Vec<u8>, ParseError> {
    Ok(FontReader::new(font)?
        .read()?
        .subset(letters)?
        .to_opentype())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skrifa::{FontRef, MetadataProvider};

    #[test]
    fn font_subset_contains_every_letter_of_the_page() {
        for font in [REGULAR, SEMIBOLD] {
            let letters: BTreeSet<char> = "QV 4 Как в книге ŁódźΩ漢".chars().collect();
            let bytes = subset(font, &letters).unwrap();
            let (whole, part) = (FontRef::new(font).unwrap(), FontRef::new(&bytes).unwrap());
            for letter in &letters {
                assert_eq!(
                    whole.charmap().map(*letter).is_some(),
                    part.charmap().map(*letter).is_some(),
                    "{letter}"
                );
            }
            assert!(part.charmap().map('к').is_some() && part.charmap().map('d').is_some());
            assert!(
                part.charmap().map('y').is_none() && bytes.len() < 20_000,
                "{}",
                bytes.len()
            );
        }
    }
}
