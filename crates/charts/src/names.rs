//! Wraps names that do not fit. The words that all names share are left out, so that no two are cut
//! to the same text.

use super::text::Type;

/// The sign for words that are left out.
const ELLIPSIS: char = '…';

impl Type {
    /// Wraps names to a width and at most `most` lines. If a name does not fit, words that all
    /// names share are left out: those at the end, those at the beginning, or both. "Number 2 of
    /// the long list" may become "Number 2…".
    pub(super) fn wrap_apart(self, names: &[&str], width: f64, most: usize) -> Vec<Vec<String>> {
        let wrapped = |names: &[String]| -> Vec<Vec<String>> {
            names
                .iter()
                .map(|name| self.wrap_at_most(name, width, most))
                .collect()
        };
        let whole: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let fits = |name: &String| self.wrap(name, width).len() <= most;
        if whole.iter().all(fits) {
            return wrapped(&whole);
        }
        let words: Vec<Vec<&str>> = names
            .iter()
            .map(|name| name.split_whitespace().collect())
            .collect();
        let ends = shared_word_count(
            words
                .iter()
                .map(|name_words| name_words.iter().rev().copied().collect())
                .collect(),
        );
        let begins = shared_word_count(words.clone());
        let without = |first: usize, last: usize| -> Vec<String> {
            let shortened_name = |name_words: &Vec<&str>| {
                let first = first.min(name_words.len().saturating_sub(last + 1));
                let before = if first > 0 {
                    ELLIPSIS.to_string()
                } else {
                    String::new()
                };
                let after = if last > 0 {
                    ELLIPSIS.to_string()
                } else {
                    String::new()
                };
                format!(
                    "{before}{}{after}",
                    name_words[first..name_words.len() - last].join(" ")
                )
            };
            words.iter().map(shortened_name).collect()
        };
        let tries = [without(0, ends), without(begins, 0), without(begins, ends)];
        let shown = tries.iter().find(|names| names.iter().all(fits));
        let shortened = wrapped(shown.unwrap_or(&whole));
        if are_distinct(&shortened) {
            shortened
        } else {
            self.wrap_keeping_ends(names, width, most)
        }
    }

    /// Wraps names that would look alike when cut: they lose their middles instead of their ends.
    fn wrap_keeping_ends(self, names: &[&str], width: f64, most: usize) -> Vec<Vec<String>> {
        let shortened_lines = |name: &&str| {
            let letters: Vec<char> = name.chars().collect();
            let shortened = (1..letters.len()).map(|gone| {
                let first = (letters.len() - gone).div_ceil(3);
                let start: String = letters[..first].iter().collect();
                let end: String = letters[first + gone..].iter().collect();
                format!("{}{ELLIPSIS}{}", start.trim_end(), end.trim_start())
            });
            let name = std::iter::once((*name).to_owned()).chain(shortened);
            let fitting = name
                .map(|name| self.wrap(&name, width))
                .find(|lines| lines.len() <= most);
            fitting.unwrap_or_default()
        };
        names.iter().map(shortened_lines).collect()
    }
}

/// Returns the number of first words that all names share, leaving at least one word of each.
fn shared_word_count(names: Vec<Vec<&str>>) -> usize {
    let shortest = names.iter().map(Vec::len).min().unwrap_or(0);
    let is_shared = |word_index: &usize| {
        names
            .windows(2)
            .all(|pair| pair[0][*word_index] == pair[1][*word_index])
    };
    if names.len() < 2 {
        0
    } else {
        (0..shortest.saturating_sub(1))
            .take_while(is_shared)
            .count()
    }
}

fn are_distinct(names: &[Vec<String>]) -> bool {
    names
        .iter()
        .enumerate()
        .all(|(nth, name)| !names[..nth].contains(name))
}

#[cfg(test)]
mod tests {
    use super::super::text::STRONG;

    #[test]
    fn long_names_lose_their_shared_words() {
        let wrap = |names: &[&str]| STRONG.wrap_apart(names, 18.0, 1).concat();
        assert_eq!(wrap(&["One", "Two"]), ["One", "Two"]);
        assert_eq!(
            wrap(&["Number 1 of the long list", "Number 2 of the long list"]),
            ["Number 1…", "Number 2…"]
        );
        let shortened = wrap(&[
            "The rule that we have had, A",
            "The rule that we have had, B",
        ]);
        assert_eq!(shortened, ["…A", "…B"]);
        let grown = wrap(&["Abcdefghijklmnopqrstuvw1", "Abcdefghijklmnopqrstuvw2"]);
        assert!(
            grown[0] != grown[1] && grown.iter().all(|name| STRONG.width(name) <= 18.0),
            "{grown:?}"
        );
        let shared = wrap(&[
            "A long name that has no room",
            "A",
            "A long name that has no place",
        ]);
        assert_eq!(shared.len(), 3);
    }
}
