//! Blanks out everything in a file that is not prose: code, comment markers, names in backticks,
//! placeholders.

/// The format of a file.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum FileKind {
    /// Files that are prose throughout: Markdown, TOML, JSON, rule files.
    Text,
    Html,
    Rust,
    /// JavaScript and TypeScript.
    Script,
    Css,
}

impl FileKind {
    pub(super) fn from_file_name(name: &str) -> FileKind {
        match name.rsplit('.').next() {
            Some("rs") => FileKind::Rust,
            Some("js" | "mjs" | "ts") => FileKind::Script,
            Some("css") => FileKind::Css,
            Some("html") => FileKind::Html,
            _ => FileKind::Text,
        }
    }
}

/// Replaces characters that are not prose. It is neither a letter nor a space, so that it separates
/// phrases.
const BLANK: char = '|';

/// Returns the prose of a file: a text with the same lines and columns, in which everything else is
/// blank.
pub(super) fn prose(text: &str, kind: FileKind) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut kept = match kind {
        FileKind::Text => letters,
        _ => {
            let blank = letters
                .iter()
                .map(|letter| if *letter == '\n' { '\n' } else { BLANK })
                .collect();
            let mut reader = Reader {
                kind,
                letters: &letters,
                output: blank,
                position: 0,
                last_letter: '\n',
            };
            reader.read();
            reader.output
        }
    };
    let mut is_example = false;
    for line in kept.split_mut(|letter| *letter == '\n') {
        is_example ^= kind == FileKind::Rust && is_fence(line);
        if is_example {
            line.fill(BLANK);
        }
        blank_names(line);
    }
    kept.into_iter().collect()
}

/// Returns whether a line of a doc comment begins or ends an example. The comment's marker is
/// already blank.
fn is_fence(line: &[char]) -> bool {
    let indent = line.iter().take_while(|letter| **letter == ' ').count();
    indent > 2 && line[indent..].starts_with(&['`'; 3])
}

/// Blanks code spans in one or two backticks, targets of links, and placeholders in braces.
fn blank_names(line: &mut [char]) {
    let mut index = 0;
    while index < line.len() {
        let ticks = line[index..]
            .iter()
            .take_while(|letter| **letter == '`')
            .count();
        let end = match line[index] {
            '`' if ticks < 3 => {
                let mark = vec!['`'; ticks];
                line[index + ticks..]
                    .windows(ticks)
                    .position(|run| run == mark)
                    .map(|length| index + 2 * ticks + length)
            }
            ']' if line[index..].starts_with(&[']', '(']) => find_end(line, index, ")"),
            '{' => find_end(line, index, "} "),
            _ => None,
        };
        if let Some(end) = end {
            line[index..end].fill(BLANK);
        }
        index = end.unwrap_or(index + ticks.max(1)).max(index + 1);
    }
}

/// Returns the next position in a line of one of these characters.
fn find_end(line: &[char], start: usize, ends: &str) -> Option<usize> {
    line[start..]
        .iter()
        .position(|letter| ends.contains(*letter))
        .map(|length| start + length)
}

/// Reads code and keeps its comments and its strings.
struct Reader<'t> {
    kind: FileKind,
    letters: &'t [char],
    output: Vec<char>,
    position: usize,
    /// The last character of code other than a space.
    last_letter: char,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(&letter) = self.letters.get(self.position) {
            if self.kind == FileKind::Html && self.last_letter != '<' {
                self.output[self.position] = letter;
            }
            let is_script = self.kind == FileKind::Script;
            match letter {
                _ if self.kind == FileKind::Html => self.read_tag(letter),
                '/' if self.starts_with("//") && self.kind != FileKind::Css => {
                    self.read_comment("\n")
                }
                '/' if self.starts_with("/*") => self.read_comment("*/"),
                '/' if is_script && "(,=:!&|?{};\n".contains(self.last_letter) => self.skip_regex(),
                '"' if self.kind == FileKind::Rust => self.read_rust_string(),
                '"' => self.read_string('"'),
                '\'' if self.kind == FileKind::Rust => self.position += self.char_literal_length(),
                '\'' => self.read_string('\''),
                '`' if is_script => self.read_string('`'),
                _ => self.position += 1,
            }
            if self.kind != FileKind::Html && !letter.is_whitespace() {
                self.last_letter = letter;
            }
        }
    }

    /// Returns whether a text comes next.
    fn starts_with(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(i, letter)| self.letters.get(self.position + i) == Some(&letter))
    }

    /// Reads the markup of a page: the text between `<` and `>` is a tag, and its quoted attributes
    /// are strings.
    fn read_tag(&mut self, letter: char) {
        match letter {
            '"' if self.last_letter == '<' => return self.read_string('"'),
            '<' | '>' => self.last_letter = letter,
            _ => {}
        }
        self.position += 1;
    }

    /// Keeps a comment up to its end. Its markers become spaces, so that a phrase may continue in
    /// the next line.
    fn read_comment(&mut self, end: &str) {
        let code = self.output[..self.position]
            .iter()
            .rposition(|letter| *letter == '\n')
            .map_or(0, |line| line + 1);
        if self.letters[code..self.position]
            .iter()
            .all(|letter| letter.is_whitespace())
        {
            self.output[code..self.position].fill(' ');
        }
        let start = self.position;
        while self.position < self.letters.len()
            && (self.position < start + 2 || !self.starts_with(end))
        {
            let letter = self.letters[self.position];
            self.output[self.position] = if "/*!".contains(letter) { ' ' } else { letter };
            self.position += 1;
        }
        self.position = (self.position + end.trim().len()).min(self.letters.len());
    }

    /// Skips a regular expression.
    fn skip_regex(&mut self) {
        let mut is_class = false;
        loop {
            self.position += 1;
            match self.letters.get(self.position) {
                Some('\\') => self.position += 1,
                Some('[') => is_class = true,
                Some(']') => is_class = false,
                Some('/') if !is_class => break,
                None | Some('\n') => break,
                _ => {}
            }
        }
        self.position += 1;
    }

    /// Keeps a string of Rust. A raw string ends with the same marks as it begins.
    fn read_rust_string(&mut self) {
        let hashes = self.letters[..self.position]
            .iter()
            .rev()
            .take_while(|letter| **letter == '#')
            .count();
        if self.position == hashes || self.letters[self.position - hashes - 1] != 'r' {
            return self.read_string('"');
        }
        let (start, end) = (self.position + 1, format!("\"{}", "#".repeat(hashes)));
        self.position += 1;
        while self.position < self.letters.len() && !self.starts_with(&end) {
            self.position += 1;
        }
        self.keep(start);
        self.position += end.len();
    }

    /// Keeps a string up to its quote. Escapes are not prose, and neither is the code in a
    /// template.
    fn read_string(&mut self, quote: char) {
        self.position += 1;
        let (start, mut skipped) = (self.position, Vec::new());
        while let Some(&letter) = self
            .letters
            .get(self.position)
            .filter(|letter| **letter != quote)
        {
            let from = self.position;
            self.position += match letter {
                '\\' if self.kind != FileKind::Html => 2,
                '$' if quote == '`' && self.starts_with("${") => self.template_length(),
                _ => 1,
            };
            if self.position > from + 1 {
                skipped.push((from, self.position.min(self.letters.len())));
            }
        }
        self.keep(start);
        for (from, to) in skipped {
            self.output[from..to]
                .iter_mut()
                .filter(|letter| **letter != '\n')
                .for_each(|letter| *letter = ' ');
        }
        self.position += 1;
    }

    /// Returns the length of the code in a template, from `${` to its closing brace.
    fn template_length(&self) -> usize {
        let mut depth = 0;
        let is_end = |letter: &char| {
            depth += i32::from(*letter == '{') - i32::from(*letter == '}');
            *letter == '}' && depth == 0
        };
        let rest = &self.letters[self.position..];
        rest.iter()
            .position(is_end)
            .map_or(rest.len(), |length| length + 1)
    }

    /// Keeps the characters since a start if they contain a space. A string of one word is a key or
    /// a name.
    fn keep(&mut self, start: usize) {
        let end = self.position.min(self.letters.len());
        if self.letters[start..end].contains(&' ') {
            self.output[start..end].copy_from_slice(&self.letters[start..end]);
        }
    }

    /// Returns the length of a character literal with its quotes; for a lifetime it is 1.
    fn char_literal_length(&self) -> usize {
        let rest = &self.letters[self.position + 1..];
        match rest {
            ['\\', _, more @ ..] => more
                .iter()
                .position(|letter| *letter == '\'')
                .map_or(1, |length| length + 4),
            [_, '\'', ..] => 3,
            _ => 1,
        }
    }
}
