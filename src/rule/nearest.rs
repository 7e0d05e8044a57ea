//! The name that was meant by one that nothing bears.

/// Names that a message lists; the rest are counted.
const MOST: usize = 30;

/// What stands around the name that was meant.
const BEFORE: &str = "did you mean `";
const AFTER: &str = "`?";

/// "did you mean ...?" for what was written, from what could have been.
pub fn nearest(written: &str, valid: &[&str]) -> String {
    let close = |word: &&&str| strsim::damerau_levenshtein(written, word) <= 1.max(word.len().max(written.len()) / 3);
    let best = valid.iter().filter(close).min_by_key(|word| strsim::damerau_levenshtein(written, word));
    let list = || {
        let more = valid.len().saturating_sub(MOST);
        let listed = valid[..valid.len() - more].join(", ");
        if more > 0 { format!("{listed} and {more} more") } else { listed }
    };
    match best {
        Some(word) => format!("{BEFORE}{word}{AFTER}"),
        None if valid.is_empty() => "nothing can stand here".to_owned(),
        None => format!("valid: {}", list()),
    }
}

/// The name that a help text says was meant, where it says one.
pub fn meant(help: &str) -> Option<&str> {
    help.split_once(BEFORE)?.1.split_once(AFTER).map(|(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_recognised() {
        assert_eq!(nearest("qualty", &["dice", "quality"]), "did you mean `quality`?");
        assert_eq!(meant(&nearest("qualty", &["dice", "quality"])), Some("quality"));
        assert_eq!(meant(&nearest("zzz", &["dice", "quality"])), None);
        assert_eq!(nearest("zzz", &["dice", "quality"]), "valid: dice, quality");
        assert!(nearest("zzz", &["dice"; 33]).ends_with("dice and 3 more"));
    }
}
