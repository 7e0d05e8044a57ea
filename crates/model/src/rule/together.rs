//! Merges texts of several cases that differ only in numbers: "Acts after turn 6, 12 or 20".

use super::nouns::join_with_word;

/// The maximal number of different numbers that are listed; of more, only the first and the last
/// are named.
const MAX_NAMED: usize = 4;

/// Merges texts. If they differ in more than whole numbers, this is the text that is a prefix of
/// all others, or the first.
pub fn merge_texts<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut distinct: Vec<&str> = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    let Some(&first) = distinct.first() else {
        return String::new();
    };
    if distinct.len() == 1 {
        return first.to_owned();
    }
    merge_words(&distinct).unwrap_or_else(|| {
        let shared = distinct
            .iter()
            .find(|prefix| distinct.iter().all(|other| other.starts_with(**prefix)));
        (*shared.unwrap_or(&first)).to_owned()
    })
}

/// Merges texts word by word. Returns `None` if words other than numbers differ.
fn merge_words(texts: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
    if words
        .iter()
        .any(|text_words| text_words.len() != words[0].len())
    {
        return None;
    }
    let word = |index: usize| {
        let first = words[0][index];
        if words.iter().all(|text_words| text_words[index] == first) {
            return Some(first.to_owned());
        }
        // A comma or a bracket may follow each number.
        let tail = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let number =
            |text_words: &Vec<&str>| text_words[index].strip_suffix(tail)?.parse::<u64>().ok();
        let mut numbers = words.iter().map(number).collect::<Option<Vec<u64>>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        let number_texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let number_texts: Vec<&str> = number_texts.iter().map(String::as_str).collect();
        let numbers = match number_texts.as_slice() {
            [first, .., last] if number_texts.len() > MAX_NAMED => format!("{first} to {last}"),
            few => join_with_word(few, "or"),
        };
        Some(numbers + tail)
    };
    (0..words[0].len())
        .map(word)
        .collect::<Option<Vec<String>>>()
        .map(|words| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differing_in_numbers_name_all_numbers() {
        let merge = |texts: &[&str]| merge_texts(texts.iter().copied());
        assert_eq!(merge(&["Acts after turn 6"; 2]), "Acts after turn 6");
        assert_eq!(
            merge(&[
                "Acts after turn 20",
                "Acts after turn 6",
                "Acts after turn 12"
            ]),
            "Acts after turn 6, 12 or 20"
        );
        assert_eq!(
            merge(&["watched for 5 rounds", "watched for 60 rounds"]),
            "watched for 5 or 60 rounds"
        );
        assert_eq!(
            merge(&["by 1, at most", "by 2, at most"]),
            "by 1 or 2, at most"
        );
        assert_eq!(merge(&["a 1", "a 2", "a 3", "a 4", "a 5"]), "a 1 to 5");
        assert_eq!(
            merge(&["Mean rounds, watched for 60", "Mean rounds"]),
            "Mean rounds"
        );
        assert_eq!(merge(&["Acts left", "Scenes left"]), "Acts left");
    }
}
