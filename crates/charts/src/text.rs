//! Measures and wraps text in the embedded typeface.

use super::fallback::{Fallback, fallback_for};
use super::typeface::{Advances, Face, has};
use unicode_width::UnicodeWidthChar;

/// The advance width of a column in a browser's fonts for characters that the typeface lacks, in
/// thousandths of the size. An emoji takes two columns.
const COLUMN_ADVANCE: f64 = 680.0;
/// The millimetres in a point.
const MM_PER_POINT: f64 = 25.4 / 72.0;

/// A font weight and a size in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type {
    pub(super) face: Face,
    pub(super) points: f64,
}

pub(super) const TITLE: Type = Type {
    face: Face::SemiBold,
    points: 9.0,
};
pub(super) const LABEL: Type = Type {
    face: Face::Regular,
    points: 7.0,
};
pub(super) const STRONG: Type = Type {
    face: Face::SemiBold,
    points: 7.0,
};
pub(super) const SMALL_STRONG: Type = Type {
    face: Face::SemiBold,
    points: 6.0,
};
pub(super) const SMALL: Type = Type {
    face: Face::Regular,
    points: 6.0,
};

/// Collapses white space to single spaces, as SVG does; no-break spaces stay unchanged.
fn normalise_blanks(text: &str) -> String {
    let words = text
        .split(|c: char| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}'))
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the text as files draw it, and the characters that the typeface lacks. A character that
/// no system font has is transliterated.
pub(super) fn to_drawable(text: &str) -> (String, Vec<char>) {
    let text = normalise_blanks(text);
    if text.chars().all(has) {
        return (text, Vec::new());
    }
    let missing: Vec<char> = text.chars().filter(|&c| !has(c)).collect();
    let letter = |c: char| {
        if has(c) {
            c.to_string()
        } else {
            match fallback_for(c) {
                Fallback::Face(..) => c.to_string(),
                Fallback::Letters(letters) => letters,
            }
        }
    };
    (
        normalise_blanks(&text.chars().map(letter).collect::<String>()),
        missing,
    )
}

impl Type {
    pub(super) fn scaled(self, by: f64) -> Type {
        Type {
            points: self.points * by,
            ..self
        }
    }

    /// Returns its size in millimetres.
    pub(super) fn size(self) -> f64 {
        self.points * MM_PER_POINT
    }

    /// Returns the line height in millimetres.
    pub(super) fn pitch(self) -> f64 {
        self.size() * 1.24
    }

    /// Returns the distance from the middle of a capital or digit to the baseline.
    pub(super) fn half_cap(self) -> f64 {
        self.size() * 0.349
    }

    /// Returns the width of a text in millimetres.
    pub(super) fn width(self, text: &str) -> f64 {
        let advances = Advances::of(self.face);
        let face_advance = |c: char| advances.get(c).unwrap_or(0.0);
        let advance = |c: char| {
            if has(c) {
                face_advance(c)
            } else {
                let printed = match fallback_for(c) {
                    Fallback::Face(_, advance) => advance,
                    Fallback::Letters(letters) => letters.chars().map(face_advance).sum(),
                };
                // A browser may have another font for the character.
                let columns = c.width().unwrap_or(0) as f64;
                printed.max(columns * COLUMN_ADVANCE)
            }
        };
        text.chars().map(advance).sum::<f64>() * self.size() / 1000.0
    }

    /// Cuts a text with an ellipsis to fit a width.
    pub(super) fn shorten(self, text: &str, width: f64) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let mut kept: Vec<char> = text.chars().collect();
        while kept.pop().is_some() {
            let shortened = kept.iter().collect::<String>().trim_end().to_owned() + "…";
            if self.width(&shortened) <= width {
                return shortened;
            }
        }
        String::new()
    }

    /// Wraps a text into lines that are no wider than `width` and as even as possible. A word that
    /// is too long is broken.
    pub(super) fn wrap(self, text: &str, width: f64) -> Vec<String> {
        let text = normalise_blanks(text);
        let words = self.break_words(&text, width);
        let lines = self.fill_lines(&words, width);
        let (mut low, mut high) = (0.0, width);
        // The narrowest width with the same number of lines makes them even.
        while high - low > 0.1 {
            let middle = (low + high) / 2.0;
            let even = self.fill_lines(&words, middle);
            let fits =
                even.len() <= lines.len() && even.iter().all(|line| self.width(line) <= middle);
            if fits { high = middle } else { low = middle }
        }
        self.fill_lines(&words, high)
    }

    /// Wraps a text like [`Type::wrap`], but to at most `most` lines. The last line is cut.
    pub(super) fn wrap_at_most(self, text: &str, width: f64, most: usize) -> Vec<String> {
        let lines = self.wrap(text, width);
        if lines.len() <= most {
            return lines;
        }
        let text = normalise_blanks(text);
        let mut lines = self.fill_lines(&self.break_words(&text, width), width);
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(self.shorten(&rest, width));
        lines
    }

    fn break_words(self, text: &str, width: f64) -> Vec<String> {
        let words = text.split(' ').filter(|word| !word.is_empty());
        words
            .flat_map(|word| self.break_word(word, width))
            .collect()
    }

    /// Breaks a word that is wider than `width`: after a hyphen or a slash in it, or between two
    /// letters with a new hyphen. At least two characters go to the next line.
    fn break_word(self, word: &str, width: f64) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest: Vec<char> = word.chars().collect();
        while rest.len() > 1 && self.width(&rest.iter().collect::<String>()) > width {
            let mut used = 0.0;
            let fits = |letter: &&char| {
                used += self.width(&letter.to_string());
                used <= width
            };
            let fitting = rest.iter().take_while(fits).count().max(1);
            let is_break = |&end: &usize| matches!(rest[end - 1], '-' | '/');
            let needs_hyphen =
                |end: usize| rest[end - 1].is_alphabetic() && rest[end].is_alphabetic();
            let part = |end: usize| {
                let hyphen = if needs_hyphen(end) { "-" } else { "" };
                rest[..end].iter().collect::<String>() + hyphen
            };
            let most = fitting.min(rest.len().saturating_sub(2)).max(1);
            let end = (2..=most).rev().find(is_break).or_else(|| {
                (2..=most)
                    .rev()
                    .find(|&end| self.width(&part(end)) <= width)
            });
            match end {
                Some(end) => parts.push(part(end)),
                None => parts.push(rest[..fitting].iter().collect()),
            }
            rest.drain(..end.unwrap_or(fitting));
        }
        parts.push(rest.into_iter().collect());
        parts
    }

    fn fill_lines(self, words: &[String], width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in words {
            match lines.last_mut() {
                Some(line) if self.width(line) + self.width(" ") + self.width(word) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.clone()),
            }
        }
        lines
    }

    /// Returns the width of the widest of some texts.
    pub(super) fn widest<'t>(self, texts: impl IntoIterator<Item = &'t str>) -> f64 {
        texts
            .into_iter()
            .map(|text| self.width(text))
            .fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_have_equal_widths() {
        let widths: Vec<f64> = ('0'..='9')
            .map(|digit| STRONG.width(&digit.to_string()))
            .collect();
        assert!(
            widths
                .iter()
                .all(|&width| width == widths[0] && width > 1.0)
        );
    }

    #[test]
    fn wrapped_lines_are_even_and_fit() {
        let lines = LABEL.wrap(
            "Chance of each result when a Wing rolls three dice (3d6), by Quality Value (QV)",
            82.0,
        );
        assert_eq!(lines.len(), 2);
        let (a, b) = (LABEL.width(&lines[0]), LABEL.width(&lines[1]));
        assert!((a - b).abs() < 8.0, "{lines:?}");
        assert!(
            LABEL
                .wrap(&"x".repeat(300), 20.0)
                .iter()
                .all(|line| LABEL.width(line) <= 20.0)
        );
        assert_eq!(LABEL.wrap_at_most(&"word ".repeat(60), 20.0, 2).len(), 2);
    }

    #[test]
    fn long_words_are_hyphenated() {
        assert_eq!(LABEL.wrap("Zweihänder", 9.0), ["Zweih-", "änder"]);
        assert_eq!(LABEL.wrap("half-heartedly", 12.0), ["half-", "heartedly"]);
        // A number is not hyphenated, and no letter is alone on the last line.
        assert!(!LABEL.wrap("1234567890123", 9.0)[0].ends_with('-'));
        let lines = LABEL.wrap("abcdefgh", LABEL.width("abcdefg-"));
        assert_eq!(lines.last().map(|line| line.chars().count()), Some(2));
    }

    #[test]
    fn missing_characters_are_reported() {
        let (drawable_text, missing) = to_drawable("a \n 漢b");
        assert_eq!(missing, ['漢']);
        // It is drawn in a system font or transliterated, never as a box or a question mark.
        assert!(
            drawable_text == "a 漢b" || drawable_text == "a Han b",
            "{drawable_text}"
        );
        assert!(LABEL.width("漢") > 0.5);
        // An emoji is wider than tall, also if no font has it.
        for emoji in ["🎲", "🫎", "👩\u{200d}🚀"] {
            assert!(LABEL.width(emoji) > 1.3 * LABEL.size(), "{emoji}");
        }
        assert!(to_drawable("−–≈…<>%").1.is_empty());
    }
}
