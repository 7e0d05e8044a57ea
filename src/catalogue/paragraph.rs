//! Wraps text to lines that fit a width.

/// The least width of lines. A narrower terminal breaks them itself.
const NARROWEST: usize = 40;

/// Wraps a text to lines of at most this width. The first line starts with `first`, the others with
/// `rest`. A word that is too long for a line gets its own line.
pub(super) fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let width = width.max(NARROWEST);
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = rest.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines + line.trim_end() + "\n"
}

/// Wraps an indented line. All its lines have the same indentation.
pub(super) fn wrap_indented(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return format!("{line}\n");
    }
    let indent = " ".repeat(line.len() - line.trim_start().len());
    wrap(line, width, &indent, &indent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_fit_and_keep_every_word() {
        let text = "One die, or two, or three: each that shows the Quality Value or more is a success of the Wing.";
        for width in [40, 57, 80] {
            let lines = wrap(text, width, "- ", "  ");
            assert!(
                lines.lines().all(|line| line.chars().count() <= width),
                "{lines}"
            );
            assert!(
                lines.lines().skip(1).all(|line| line.starts_with("  ")),
                "{lines}"
            );
            let words: Vec<&str> = lines.split_whitespace().skip(1).collect();
            assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
        }
        assert!(
            wrap(text, 80, "", "").lines().next().unwrap().len() > 70,
            "lines are filled"
        );
    }

    #[test]
    fn long_words_stand_alone() {
        let word = "x".repeat(60);
        assert_eq!(
            wrap(&format!("a {word} b"), 40, "", ""),
            format!("a\n{word}\nb\n")
        );
        assert_eq!(wrap("", 40, "  ", "  "), "\n");
    }

    #[test]
    fn indented_lines_stay_indented() {
        assert_eq!(
            wrap_indented("    a row  of a table", 40),
            "    a row  of a table\n"
        );
        assert_eq!(
            wrap_indented(&format!("    {} end", "word ".repeat(8).trim_end()), 40)
                .lines()
                .last(),
            Some("    word end")
        );
    }
}
