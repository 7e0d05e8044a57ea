//! The name that was meant by one that nothing bears.

/// Names that a message lists; the rest are counted.
const MOST: usize = 30;

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
        Some(word) => format!("did you mean `{word}`?"),
        None if valid.is_empty() => "nothing can stand here".to_owned(),
        None => format!("valid: {}", list()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_recognised() {
        assert_eq!(nearest("qualty", &["dice", "quality"]), "did you mean `quality`?");
        assert_eq!(nearest("zzz", &["dice", "quality"]), "valid: dice, quality");
        assert!(nearest("zzz", &["dice"; 33]).ends_with("dice and 3 more"));
    }
}
