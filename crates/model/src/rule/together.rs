//! Texts that say the same of several cases and differ in their numbers, made one: "Acts after turn
//! 6, 12 or 20".

use super::nouns::listed;

/// Different numbers that are named one by one; of more, the first and the last.
const NAMED: usize = 4;

/// One text for all of these. Where they differ in more than whole numbers, it is the one with
/// which all others begin, or the first.
pub fn together<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut all: Vec<&str> = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    let Some(&first) = all.first() else {
        return String::new();
    };
    if all.len() == 1 {
        return first.to_owned();
    }
    merged(&all).unwrap_or_else(|| {
        let shared = all
            .iter()
            .find(|prefix| all.iter().all(|other| other.starts_with(**prefix)));
        (*shared.unwrap_or(&first)).to_owned()
    })
}

/// Word by word; nothing where other words than numbers differ.
fn merged(texts: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
    if words
        .iter()
        .any(|text_words| text_words.len() != words[0].len())
    {
        return None;
    }
    let word = |at: usize| {
        let first = words[0][at];
        if words.iter().all(|text_words| text_words[at] == first) {
            return Some(first.to_owned());
        }
        // A comma or a bracket may stand after each.
        let tail = first.trim_start_matches(|c: char| c.is_ascii_digit());
        let number =
            |text_words: &Vec<&str>| text_words[at].strip_suffix(tail)?.parse::<u64>().ok();
        let mut numbers = words.iter().map(number).collect::<Option<Vec<u64>>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        let number_texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let number_texts: Vec<&str> = number_texts.iter().map(String::as_str).collect();
        let numbers = match number_texts.as_slice() {
            [first, .., last] if number_texts.len() > NAMED => format!("{first} to {last}"),
            few => listed(few, "or"),
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
    fn texts_that_differ_in_numbers_name_them_all() {
        let of = |texts: &[&str]| together(texts.iter().copied());
        assert_eq!(of(&["Acts after turn 6"; 2]), "Acts after turn 6");
        assert_eq!(
            of(&[
                "Acts after turn 20",
                "Acts after turn 6",
                "Acts after turn 12"
            ]),
            "Acts after turn 6, 12 or 20"
        );
        assert_eq!(
            of(&["watched for 5 rounds", "watched for 60 rounds"]),
            "watched for 5 or 60 rounds"
        );
        assert_eq!(
            of(&["by 1, at most", "by 2, at most"]),
            "by 1 or 2, at most"
        );
        assert_eq!(of(&["a 1", "a 2", "a 3", "a 4", "a 5"]), "a 1 to 5");
        assert_eq!(
            of(&["Mean rounds, watched for 60", "Mean rounds"]),
            "Mean rounds"
        );
        assert_eq!(of(&["Acts left", "Scenes left"]), "Acts left");
    }
}
