//! Names that become files and folders on every system: Linux, macOS and Windows.

use std::collections::HashSet;

use crate::input::diagnostic::Diagnostic;

/// The prefix of a file or folder that is still being written.
pub const UNFINISHED_PREFIX: &str = ".unfinished-";

/// The maximal number of characters of a file's stem that is made of other names.
const MAX_STEM_CHARACTERS: usize = 80;

/// Names that Windows reserves for devices, with any extension. `com` and `lpt` are followed by a
/// digit.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Returns why a file or folder cannot have this name on every system, as the second half of a
/// sentence.
///
/// ```
/// use oddsmith_model::file_name::refusal;
///
/// assert_eq!(refusal("wing3d"), None);
/// assert_eq!(refusal(".."), Some("which means another folder"));
/// ```
pub fn refusal(name: &str) -> Option<&'static str> {
    if name.chars().all(|c| c == '.') {
        return Some("which means another folder");
    }
    if name.contains(['/', '\\']) {
        return Some("which leads to another folder");
    }
    if name.contains(char::is_control) {
        return Some("which has a control character");
    }
    if name.ends_with(['.', ' ']) {
        return Some("since Windows drops the dot or blank at its end");
    }
    if name.starts_with(UNFINISHED_PREFIX) {
        return Some("since such folders hold unfinished results, and the next run deletes them");
    }
    is_device(name).then_some("which Windows keeps for a device")
}

/// Returns a diagnostic if the name of a scenario cannot be the name of its results folder. `file`
/// is where the name comes from.
pub fn problem(file: &str, name: &str) -> Option<Diagnostic> {
    let problem_text = format!(
        "{file}: its results cannot go to a folder called `{name}`, {}",
        refusal(name)?
    );
    let fix = stem(&format!("my {name}"));
    let help = format!(
        "rename it, such as to `{fix}`; allowed: a name that no system keeps for itself, without / and \\, control \
         characters, and a dot or blank at the end"
    );
    Some(Diagnostic::nowhere(problem_text, help))
}

/// Returns whether Windows reads a name as that of a device.
fn is_device(name: &str) -> bool {
    let stem = same_file(name.split('.').next().unwrap_or(name).trim_end());
    let number = NUMBERED_DEVICES
        .iter()
        .find_map(|device| stem.strip_prefix(device));
    let is_digit = |rest: &str| {
        matches!(rest, "¹" | "²" | "³") || rest.len() == 1 && "123456789".contains(rest)
    };
    DEVICES.contains(&stem.as_str()) || number.is_some_and(is_digit)
}

/// Returns a key that is equal for two names of one file on Windows and macOS, which ignore case.
pub fn same_file(name: &str) -> String {
    // The conversion to upper case comes first: `ſ` and `S` have the same upper case, but different
    // lower cases.
    name.to_uppercase().to_lowercase()
}

/// Returns a stem of lower-case letters, digits and hyphens. Letters of other alphabets are
/// transliterated, so that different names stay different.
///
/// ```
/// assert_eq!(oddsmith_model::file_name::stem("Result: by Quality"), "result-by-quality");
/// ```
pub fn stem(name: &str) -> String {
    let latin = latin(name).to_ascii_lowercase();
    let words = latin
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .collect::<Vec<_>>()
        .join("-")
        .chars()
        .take(MAX_STEM_CHARACTERS)
        .collect()
}

/// Returns a name in Latin letters.
#[cfg(feature = "transliteration")]
fn latin(name: &str) -> String {
    deunicode::deunicode(name)
}

/// Returns a name in which other letters are codes, so that different names stay different.
#[cfg(not(feature = "transliteration"))]
fn latin(name: &str) -> String {
    let mut latin = String::new();
    for c in name.chars() {
        if c.is_ascii() {
            latin.push(c);
        } else {
            latin.extend(['u'].into_iter().chain(format!("{:x}", c as u32).chars()));
        }
    }
    latin
}

/// Numbers stems that would share a file, from the second one on.
pub fn number_duplicates<'s>(stems: impl Iterator<Item = &'s mut String>) {
    let mut taken: HashSet<String> = HashSet::new();
    for stem in stems {
        let mut number = 1;
        let mut numbered = stem.clone();
        while !taken.insert(numbered.clone()) {
            number += 1;
            numbered = format!("{stem}-{number}");
        }
        *stem = numbered;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unportable_file_names_are_refused() {
        for name in [
            "",
            ".",
            "..",
            "...",
            "a/b",
            "a\\b",
            "../up",
            "bell\u{7}",
            "two\nlines",
            "end.",
            "end ",
            "CON",
            "nul",
            "Aux.d",
            "com1",
            "LPT9.x.y",
            "com¹",
            "con .txt",
            "conin$",
            ".unfinished-x",
        ] {
            assert!(refusal(name).is_some(), "{name:?}");
        }
        for name in [
            "a",
            "a.b",
            ".hidden",
            "com",
            "com0",
            "com10",
            "console",
            "null",
            "a con",
            "größe",
            "two words",
            "wing-3d",
        ] {
            assert_eq!(refusal(name), None, "{name:?}");
        }
    }

    #[test]
    fn file_names_are_compared_without_case() {
        assert_eq!(same_file("Größe"), same_file("GRÖSSE"));
        assert_ne!(same_file("a"), same_file("b"));
    }

    #[test]
    fn duplicate_stems_are_numbered() {
        let mut stems = ["a", "a", "a-2", "b", "a"].map(str::to_owned);
        number_duplicates(stems.iter_mut());
        assert_eq!(stems, ["a", "a-2", "a-2-2", "b", "a-3"]);
    }

    #[test]
    fn stems_of_other_alphabets_differ() {
        let stems = ["Größe", "Grüße"].map(stem);
        assert_ne!(stems[0], stems[1]);
        assert!(stems.iter().all(|stem| stem.is_ascii()), "{stems:?}");
        #[cfg(feature = "transliteration")]
        assert_eq!(stems[0], "grosse");
    }
}
