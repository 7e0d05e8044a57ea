//! Help for diagnostics, and spelling suggestions.

use std::fmt;
use std::ops::Deref;

/// The maximal number of names that a message lists; the rest are counted.
const MAX_LISTED: usize = 30;
/// The maximal number of characters of a word that are compared.
const LONGEST_WORD: usize = 100;

/// The allowed values or advice. If it suggests a spelling, it holds both words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    text: String,
    typo: Option<Box<Typo>>,
}

/// A misspelt word, and the suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typo {
    /// The misspelt word.
    pub written: String,
    /// The suggestion.
    pub meant: String,
}

impl Help {
    /// Returns the suggestion, if there is one.
    pub fn typo(&self) -> Option<&Typo> {
        self.typo.as_deref()
    }

    /// Appends a text.
    pub fn with_more(self, more: &str) -> Help {
        Help {
            text: self.text + more,
            ..self
        }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Help {
        Help { text, typo: None }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Help {
        Help::from(text.to_owned())
    }
}

impl From<&String> for Help {
    fn from(text: &String) -> Help {
        Help::from(text.clone())
    }
}

impl Deref for Help {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns "did you mean ...?" for one of very many names. If none is near, it lists the three most
/// alike, and the command that lists all of them.
pub fn nearest_of_many(written: &str, valid: &[&str], list: &str) -> Help {
    match oddsmith_language::nearest(written, valid.iter().copied()) {
        Some(_) => nearest(written, valid),
        None => {
            let names = oddsmith_language::most_alike(written, valid.iter().copied(), 3);
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!(
                "the nearest names are {}; `{list}` lists all of them",
                names.join(", ")
            )
            .into()
        }
    }
}

/// Returns "did you mean ...?", or the list of valid names.
pub fn nearest(written: &str, valid: &[&str]) -> Help {
    let end = written
        .char_indices()
        .nth(LONGEST_WORD)
        .map_or(written.len(), |(end, _)| end);
    let list = || {
        let more = valid.len().saturating_sub(MAX_LISTED);
        let listed = valid[..valid.len() - more].join(", ");
        if more > 0 {
            format!("{listed} and {more} more")
        } else {
            listed
        }
    };
    match oddsmith_language::nearest(&written[..end], valid.iter().copied()) {
        Some(word) => Help {
            text: format!("did you mean `{word}`?"),
            typo: Some(Box::new(Typo {
                written: written.to_owned(),
                meant: word.to_owned(),
            })),
        },
        None if valid.is_empty() => "nothing can stand here".into(),
        None => format!("valid: {}", list()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_matched_to_the_nearest_name() {
        let near = nearest("qualty", &["dice", "quality"]);
        assert_eq!(&*near, "did you mean `quality`?");
        assert_eq!(
            near.typo()
                .map(|typo| (typo.written.as_str(), typo.meant.as_str())),
            Some(("qualty", "quality"))
        );
        let far = nearest("zzz", &["dice", "quality"]);
        assert_eq!((&*far, far.typo()), ("valid: dice, quality", None));
        assert!(nearest("zzz", &["dice"; 33]).ends_with("dice and 3 more"));
        let help = nearest_of_many(
            "battlefields",
            &["pig", "wing1d", "battle", "wagon", "duel"],
            "simulate list",
        );
        assert!(
            help.starts_with("the nearest names are `battle`, `"),
            "{help}"
        );
        assert!(
            help.ends_with("`; `simulate list` lists all of them"),
            "{help}"
        );
    }
}
