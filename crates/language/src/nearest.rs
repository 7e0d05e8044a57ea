//! Spelling suggestions: the known word that an unknown word was probably meant to be.

/// The number of characters of a word that are compared.
const MAX_COMPARED_CHARACTERS: usize = 40;

/// Returns the known word that is nearest to an unknown one. A word that differs only in capitals
/// comes first, then one with few different letters.
///
/// ```
/// use oddsmith_language::nearest;
///
/// assert_eq!(nearest("htis", ["hits", "saves"].into_iter()), Some("hits"));
/// assert_eq!(nearest("morale", ["hits", "saves"].into_iter()), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.filter(|candidate| *candidate != word).collect();
    let same = known
        .iter()
        .find(|candidate| candidate.to_lowercase() == word.to_lowercase());
    // The part of a name before its first underscore also matches: `yield` suggests `yield_on`.
    let begun = format!("{}_", word.to_lowercase());
    let mut longer = known
        .iter()
        .filter(|candidate| word.len() > 2 && candidate.to_lowercase().starts_with(&begun));
    let only = longer.next().filter(|_| longer.next().is_none());
    same.or(only)
        .or_else(|| {
            known
                .iter()
                .filter(|candidate| is_near(word, candidate))
                .min_by_key(|candidate| distance(word, candidate))
        })
        .copied()
}

/// Returns the known words that are most like an unknown one, the most alike first.
///
/// ```
/// use oddsmith_language::most_alike;
///
/// assert_eq!(most_alike("wing 5", ["battle", "wing3d", "wing1d", "pig"].into_iter(), 2), ["wing1d", "wing3d"]);
/// ```
pub fn most_alike<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let word: String = word
        .chars()
        .take(MAX_COMPARED_CHARACTERS)
        .flat_map(char::to_lowercase)
        .collect();
    let mut alike: Vec<(f64, &str)> = known
        .map(|candidate| {
            (
                strsim::jaro_winkler(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    alike.dedup_by_key(|scored| scored.1);
    alike
        .into_iter()
        .take(most)
        .map(|(_, candidate)| candidate)
        .collect()
}

fn is_near(word: &str, candidate: &str) -> bool {
    let length = word.chars().count().max(candidate.chars().count());
    length > 1 && distance(word, candidate) <= length.div_ceil(3)
}

/// Returns the number of letters to change, add, remove or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let head = |word: &str| {
        word.chars()
            .take(MAX_COMPARED_CHARACTERS)
            .collect::<String>()
    };
    strsim::osa_distance(&head(a), &head(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_prefix_matches_before_edit_distance() {
        assert_eq!(
            nearest("yield", ["fields", "yield_on"].into_iter()),
            Some("yield_on")
        );
        assert_eq!(
            nearest("yield", ["fields", "yield_on", "yield_of"].into_iter()),
            Some("fields")
        );
    }

    #[test]
    fn case_differences_match_before_edit_distance() {
        assert_eq!(nearest("Hits", ["hit", "hits"].into_iter()), Some("hits"));
        assert_eq!(nearest("htis", ["hits", "saves"].into_iter()), Some("hits"));
        assert_eq!(nearest("morale", ["hits", "saves"].into_iter()), None);
    }
}
