//! Reads the names in the code. It fails on old words that do not say what a thing is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that no name may contain, with their replacements.
const WORDS: [(&[&str], &str); 9] = [
    (
        &["own"],
        "what the thing is: `case`, `metric`, `parameter`, `chart`",
    ),
    (&["told"], "`shown`, `printed`, `reported` or a noun"),
    (&["beside", "besides"], "`next_to`, `extra` or a noun"),
    (&["law", "laws"], "`distribution`"),
    (&["witness", "witnesses"], "`cross_check`"),
    (&["wordbook"], "`messages`"),
    (&["mend", "mends", "cure", "cures"], "`fix`"),
    (&["slip", "slips"], "`mistake` or `typo`"),
    (&["thumb", "thumbs"], "`heuristic`"),
];

const FOLDERS: [&str; 5] = ["src", "crates", "tests", "web", "benches"];

const SKIPPED: [&str; 3] = ["node_modules", "target", "page"];

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            if !name.is_some_and(|name| SKIPPED.contains(&name)) {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// Returns the byte index after a string that begins at this quote.
fn after_string(code: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < code.len() && code[at] != b'"' {
        at += if code[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Returns the byte index after a raw string whose first `#` or quote is at `start`.
fn after_raw_string(code: &[u8], start: usize) -> usize {
    let hashes = code[start..]
        .iter()
        .take_while(|&&byte| byte == b'#')
        .count();
    let end = [&b"\""[..], &vec![b'#'; hashes]].concat();
    let body = start + hashes + 1;
    code[body..]
        .windows(end.len())
        .position(|window| window == end)
        .map_or(code.len(), |length| body + length + end.len())
}

/// Returns the names in Rust code, each with its line. Comments, strings and characters are left
/// out.
fn names(code: &str) -> Vec<(usize, &str)> {
    let bytes = code.as_bytes();
    let (mut names, mut index, mut line) = (Vec::new(), 0, 1);
    while index < bytes.len() {
        let start = index;
        index = match bytes[index] {
            b'/' if bytes.get(index + 1) == Some(&b'/') => {
                index + code[index..].find('\n').unwrap_or(code.len() - index)
            }
            b'"' => after_string(bytes, index),
            // This is a character or a lifetime. Of a lifetime, only the quote is skipped.
            b'\'' if bytes.get(index + 1) == Some(&b'\\') => {
                index + 3 + code[index + 3..].find('\'').unwrap_or(0) + 1
            }
            b'\'' => {
                let character = code[index + 1..].chars().next().map_or(1, char::len_utf8);
                if bytes.get(index + 1 + character) == Some(&b'\'') {
                    index + character + 2
                } else {
                    index + 1
                }
            }
            byte if byte == b'_' || byte.is_ascii_alphabetic() => {
                let length = code[index..]
                    .find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
                    .unwrap_or(code.len() - index);
                let name = &code[index..index + length];
                let next = bytes.get(index + length);
                if matches!(name, "r" | "br") && matches!(next, Some(b'"' | b'#')) {
                    after_raw_string(bytes, index + length)
                } else {
                    names.push((line, name));
                    index + length
                }
            }
            _ => index + 1,
        };
        index = index.min(bytes.len());
        line += bytes[start..index]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
    }
    names
}

/// Returns the words of a name in lower case, for `snake_case` and for `CamelCase`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_after_lower = false;
    for c in name.chars() {
        if c == '_' || c.is_ascii_uppercase() && is_after_lower {
            words.push(String::new());
        }
        if c != '_' {
            words
                .last_mut()
                .expect("a word")
                .push(c.to_ascii_lowercase());
        }
        is_after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words
}

#[test]
fn no_name_has_an_old_word() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    FOLDERS
        .iter()
        .for_each(|folder| collect(&project.join(folder), &mut files));
    let (mut count, mut found) = (0, BTreeMap::new());
    for path in files {
        let code = fs::read_to_string(&path).expect("text");
        let file = path.strip_prefix(project).expect("a path of the project");
        for (line, name) in names(&code) {
            count += 1;
            let words = words(name);
            for (old, instead) in WORDS {
                if old.iter().any(|old| words.iter().any(|word| word == old)) {
                    found
                        .entry(name.to_owned())
                        .or_insert_with(|| format!("{}:{line}: {instead}", file.display()));
                }
            }
        }
    }
    assert!(count > 300_000, "{count} names");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn names_are_found_outside_of_comments_and_strings() {
    let code = "// own\nfn told<'own>(a: &'own str) -> char { r#\"law\"#; \"beside \\\" own\"; 'x'; '\\''; BesideLaw }";
    let found: Vec<&str> = names(code).into_iter().map(|(_, name)| name).collect();
    assert_eq!(
        found,
        ["fn", "told", "own", "a", "own", "str", "char", "BesideLaw"]
    );
    assert_eq!(words("BesideLaw"), ["beside", "law"]);
    assert_eq!(words("MOST_TOLD"), ["most", "told"]);
}
