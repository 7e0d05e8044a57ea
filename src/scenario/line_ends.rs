//! Keeps the line ends and the byte-order mark of a text when a library edits it and writes others.

/// The byte-order mark with which some editors begin a file.
const BOM: char = '\u{feff}';

/// The most lines in which the next unchanged line is looked for.
const WINDOW: usize = 64;

/// A line and its end: `\r\n`, `\n`, or nothing at the end of the text.
type Line<'t> = (&'t str, &'t str);

/// Returns the edited text with the byte-order mark and the line ends of the original. A new line
/// ends like the line before it.
pub(super) fn keep(before: &str, after: &str) -> String {
    let (old, new) = (lines(before.trim_start_matches(BOM)), lines(after));
    let mut text = if before.starts_with(BOM) {
        BOM.to_string()
    } else {
        String::new()
    };
    let mut usual = old
        .first()
        .map(|line| line.1)
        .filter(|end| !end.is_empty())
        .unwrap_or("\n");
    let (mut i, mut j) = (0, 0);
    while j < new.len() {
        let (replaced, by) = to_same_line(&old[i..], &new[j..]);
        for (k, line) in new[j..j + by].iter().enumerate() {
            let kept = old[i..i + replaced]
                .get(k)
                .map(|line| line.1)
                .filter(|end| !end.is_empty());
            usual = kept.unwrap_or(usual);
            text.extend([line.0, usual]);
        }
        (i, j) = (i + replaced, j + by);
    }
    if !before.is_empty() && !before.ends_with('\n') {
        text.truncate(text.len() - usual.len());
    }
    text
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let line = |line| {
        ["\r\n", "\n", ""]
            .into_iter()
            .find_map(|end: &'static str| Some((str::strip_suffix(line, end)?, end)))
    };
    text.split_inclusive('\n').filter_map(line).collect()
}

/// Returns how many old lines became how many new lines. This is one and one for the same line,
/// else all lines up to the nearest unchanged line.
fn to_same_line(old: &[Line<'_>], new: &[Line<'_>]) -> (usize, usize) {
    let is_same = |&(i, j): &(usize, usize)| {
        old.get(i)
            .zip(new.get(j))
            .is_some_and(|(old, new)| old.0 == new.0)
    };
    if is_same(&(0, 0)) {
        return (1, 1);
    }
    let pairs =
        (1..=WINDOW).flat_map(|line_total| (0..=line_total).map(move |i| (i, line_total - i)));
    pairs
        .into_iter()
        .find(is_same)
        .unwrap_or((old.len(), new.len()))
}

#[cfg(test)]
mod tests {
    use super::keep;

    #[test]
    fn unedited_lines_keep_their_line_ends() {
        let before = "\u{feff}a = 1\r\n\n# one\nb = 2\r\nc = [\n  1,\r\n]\nd = 4";
        let after = "a = 1\n\n# one\nb = 3\nnew = 1\nc = [2]\nd = 4\n";
        assert_eq!(
            keep(before, after),
            "\u{feff}a = 1\r\n\n# one\nb = 3\r\nnew = 1\nc = [2]\r\nd = 4"
        );
        assert_eq!(
            keep("a = 1\r\n", "a = 2\n[b]\nc = 3\n"),
            "a = 2\r\n[b]\r\nc = 3\r\n"
        );
        assert_eq!(keep("", "a = 2\n"), "a = 2\n");
        assert_eq!(keep("a", "a\n"), "a");
    }
}
