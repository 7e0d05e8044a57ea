//! What a report's title names of what varies: "How many dice ...?" is answered along the dice, "Is stopping at 8 good enough?"
//! by the variant that stops at 8.

use crate::report::{Axis, Report, Swept};
use crate::rule::nouns::singular;

/// Words that stand in every question.
const EMPTY: [&str; 48] = [
    "what", "when", "that", "with", "does", "many", "much", "long", "often", "they", "this", "from", "last", "the",
    "and", "for", "are", "who", "how", "its", "his", "her", "our", "one", "two", "can", "may", "get", "not", "out",
    "any", "all", "but", "has", "had", "was", "you", "off", "per", "too", "than", "their", "which", "worth", "should",
    "more", "number", "both",
];
/// What a word may end in and still be the same word.
const ENDINGS: [&str; 8] = ["", "e", "s", "es", "d", "ed", "ing", "er"];

/// The swept parameter that the title names, and no variant beside it.
pub(super) fn sweep(report: &Report) -> Option<Axis> {
    both(report).filter(|(_, by_variant)| !by_variant).map(|(axis, _)| axis)
}

/// The swept parameter that the title names, and whether it names a variant too; nothing where it names none, or several alike.
pub(super) fn both(report: &Report) -> Option<(Axis, bool)> {
    let title = words(&report.title);
    let varied = report.sweep.iter().enumerate().filter(|(_, swept)| swept.values.len() > 1);
    let named = varied.map(|(at, swept)| (at, hits(&title, &own_words(&told_by(swept)))));
    let at = single_most(named)?;
    let by_variant = report.variants.iter().any(|name| hits(&title, &own_words(name)) > 0);
    Some((Axis::Sweep(at), by_variant))
}

/// Of some variants the one that the title names, by what none of the others is called.
pub(super) fn variant(report: &Report, among: &[usize]) -> Option<usize> {
    let title = words(&report.title);
    single_most(among.iter().map(|&at| (at, hits(&title, &own_words(&report.variants[at])))))
}

/// Two variants, and no third, that the title lays beside each other, in its order: "Is a token better than two points of
/// skill?".
pub(super) fn pair(report: &Report, among: &[usize]) -> Option<(usize, usize)> {
    if !report.title.contains(" than ") {
        return None;
    }
    let title = words(&report.title);
    let names: Vec<Vec<String>> = among.iter().map(|&at| own_words(&report.variants[at])).collect();
    let place = |nth: usize| {
        // By a word that it has alone, or by all that it is called.
        let is_whole = names[nth].iter().all(|word| title.iter().any(|own| is_same(own, word)));
        let is_alone = |word: &String| !names.iter().enumerate().any(|(other, own)| other != nth && own.contains(word));
        let own = || names[nth].iter().filter(|word| is_whole || is_alone(word));
        title.iter().position(|word| own().any(|other| is_same(word, other)))
    };
    let mut found: Vec<(usize, usize)> = (0..names.len()).filter_map(|nth| Some((place(nth)?, among[nth]))).collect();
    found.sort_unstable();
    match found[..] {
        [(_, one), (_, other)] if names.len() > 2 => Some((one, other)),
        _ => None,
    }
}

/// Whether the title asks what matters more, or most.
pub(super) fn asks_what_matters(report: &Report) -> bool {
    let title = report.title.to_lowercase();
    let told = words(&report.title);
    let is_named = |swept: &&Swept| swept.values.len() > 1 && hits(&told, &own_words(&told_by(swept))) > 0;
    // "More stones or more engines?"
    let is_either = title.contains(" or more ") && report.sweep.iter().filter(is_named).count() > 1;
    is_either
        || ["matter more", "matters more", "matters most", "matter most", "more important"]
            .iter()
            .any(|own| title.contains(own))
}

/// All that a swept parameter is called.
fn told_by(swept: &Swept) -> String {
    format!("{} {} {} {}", swept.key.replace(['.', '_'], " "), swept.label, swept.short, swept.unit)
}

/// The one with the most hits, if it has any and no other has as many.
fn single_most(all: impl Iterator<Item = (usize, usize)>) -> Option<usize> {
    let mut all: Vec<(usize, usize)> = all.filter(|own| own.1 > 0).collect();
    all.sort_by_key(|own| std::cmp::Reverse(own.1));
    let is_single = all.len() == 1 || all.len() > 1 && all[0].1 > all[1].1;
    is_single.then(|| all[0].0)
}

/// How many of some words are among others.
fn hits(title: &[String], own: &[String]) -> usize {
    title.iter().filter(|word| own.iter().any(|other| is_same(word, other))).count()
}

/// Whether two words are the same but for their endings: "surfacing" and "surface".
fn is_same(one: &str, other: &str) -> bool {
    let shared: usize = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let is_ending = |word: &str| ENDINGS.contains(&&word[shared..]);
    one == other || shared > 3 && is_ending(one) && is_ending(other)
}

/// The words of a question that mean something, of one thing each: those of three letters and more, abbreviations ("QV"), and
/// those with a number in them.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_telling = |word: &&str| {
        let is_abbreviation = || word.chars().count() == 2 && word.chars().all(char::is_uppercase);
        word.chars().count() > 2 || is_abbreviation() || word.chars().any(|c| c.is_ascii_digit())
    };
    small(text.split(|c: char| !c.is_alphanumeric()).filter(is_telling))
}

/// All words of a name but the empty ones.
fn own_words(name: &str) -> Vec<String> {
    small(
        name.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 1 || word.chars().any(|c| c.is_ascii_digit())),
    )
}

fn small<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    words.map(str::to_lowercase).filter(|word| !EMPTY.contains(&word.as_str())).map(|word| singular(&word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_but_for_their_endings() {
        for (one, other) in [("surfacing", "surface"), ("push", "pushed"), ("dice", "dice"), ("wounds", "wound")] {
            assert!(is_same(one, other), "{one} {other}");
        }
        for (one, other) in [("part", "party"), ("die", "dies"), ("price", "prince"), ("8", "80")] {
            assert!(!is_same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn who_has_the_most_hits_alone_is_named() {
        assert_eq!(single_most([(0, 1), (1, 2), (2, 0)].into_iter()), Some(1));
        assert_eq!(single_most([(0, 2), (1, 2)].into_iter()), None);
        assert_eq!(single_most([(0, 0)].into_iter()), None);
    }
}
