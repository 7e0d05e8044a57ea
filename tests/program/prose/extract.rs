//! Blanks out of a file what is no prose: code, markers of comments, names in backticks,
//! placeholders.

/// How a file is written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// All of it is prose: Markdown, TOML, JSON, rule files.
    Text,
    Html,
    Rust,
    /// JavaScript and TypeScript.
    Script,
    Css,
}

impl Kind {
    pub(super) fn of(name: &str) -> Kind {
        match name.rsplit('.').next() {
            Some("rs") => Kind::Rust,
            Some("js" | "mjs" | "ts") => Kind::Script,
            Some("css") => Kind::Css,
            Some("html") => Kind::Html,
            _ => Kind::Text,
        }
    }
}

/// What stands for a character that is no prose: no letter and no space, so that it parts phrases.
const BLANK: char = '|';

/// Returns the prose of a file: a text with the same lines and columns in which everything else is
/// blank.
pub(super) fn prose(text: &str, kind: Kind) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut kept = match kind {
        Kind::Text => letters,
        _ => {
            let blank = letters
                .iter()
                .map(|letter| if *letter == '\n' { '\n' } else { BLANK })
                .collect();
            let mut reader = Reader {
                kind,
                letters: &letters,
                kept: blank,
                at: 0,
                last: '\n',
            };
            reader.read();
            reader.kept
        }
    };
    let mut is_example = false;
    for line in kept.split_mut(|letter| *letter == '\n') {
        is_example ^= kind == Kind::Rust && is_fence(line);
        if is_example {
            line.fill(BLANK);
        }
        blank_names(line);
    }
    kept.into_iter().collect()
}

/// Whether a line of a doc comment begins or ends an example. The comment's marker is blank by now.
fn is_fence(line: &[char]) -> bool {
    let indent = line.iter().take_while(|letter| **letter == ' ').count();
    indent > 2 && line[indent..].starts_with(&['`'; 3])
}

/// Blanks code spans in one or two backticks, targets of links, and placeholders in braces.
fn blank_names(line: &mut [char]) {
    let mut at = 0;
    while at < line.len() {
        let ticks = line[at..]
            .iter()
            .take_while(|letter| **letter == '`')
            .count();
        let end = match line[at] {
            '`' if ticks < 3 => {
                let mark = vec!['`'; ticks];
                line[at + ticks..]
                    .windows(ticks)
                    .position(|run| run == mark)
                    .map(|length| at + 2 * ticks + length)
            }
            ']' if line[at..].starts_with(&[']', '(']) => closed(line, at, ")"),
            '{' => closed(line, at, "} "),
            _ => None,
        };
        if let Some(end) = end {
            line[at..end].fill(BLANK);
        }
        at = end.unwrap_or(at + ticks.max(1)).max(at + 1);
    }
}

/// Returns where the first of some letters comes next in a line.
fn closed(line: &[char], at: usize, ends: &str) -> Option<usize> {
    line[at..]
        .iter()
        .position(|letter| ends.contains(*letter))
        .map(|length| at + length)
}

/// Reads code, and keeps its comments and its strings.
struct Reader<'t> {
    kind: Kind,
    letters: &'t [char],
    kept: Vec<char>,
    at: usize,
    /// The last letter of code that is no space.
    last: char,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(&letter) = self.letters.get(self.at) {
            if self.kind == Kind::Html && self.last != '<' {
                self.kept[self.at] = letter;
            }
            let is_script = self.kind == Kind::Script;
            match letter {
                _ if self.kind == Kind::Html => self.tag(letter),
                '/' if self.starts("//") && self.kind != Kind::Css => self.comment("\n"),
                '/' if self.starts("/*") => self.comment("*/"),
                '/' if is_script && "(,=:!&|?{};\n".contains(self.last) => self.regex(),
                '"' if self.kind == Kind::Rust => self.rust_string(),
                '"' => self.string('"'),
                '\'' if self.kind == Kind::Rust => self.at += self.char_literal(),
                '\'' => self.string('\''),
                '`' if is_script => self.string('`'),
                _ => self.at += 1,
            }
            if self.kind != Kind::Html && !letter.is_whitespace() {
                self.last = letter;
            }
        }
    }

    /// Whether a text is next.
    fn starts(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(i, letter)| self.letters.get(self.at + i) == Some(&letter))
    }

    /// Goes on in a page: what is between `<` and `>` is a tag, and quoted attributes in it are
    /// strings.
    fn tag(&mut self, letter: char) {
        match letter {
            '"' if self.last == '<' => return self.string('"'),
            '<' | '>' => self.last = letter,
            _ => {}
        }
        self.at += 1;
    }

    /// Keeps a comment to its end. Its markers become spaces, so that a phrase may go on in the
    /// next line.
    fn comment(&mut self, end: &str) {
        let code = self.kept[..self.at]
            .iter()
            .rposition(|letter| *letter == '\n')
            .map_or(0, |line| line + 1);
        if self.letters[code..self.at]
            .iter()
            .all(|letter| letter.is_whitespace())
        {
            self.kept[code..self.at].fill(' ');
        }
        let start = self.at;
        while self.at < self.letters.len() && (self.at < start + 2 || !self.starts(end)) {
            let letter = self.letters[self.at];
            self.kept[self.at] = if "/*!".contains(letter) { ' ' } else { letter };
            self.at += 1;
        }
        self.at = (self.at + end.trim().len()).min(self.letters.len());
    }

    /// Steps over a regular expression.
    fn regex(&mut self) {
        let mut is_class = false;
        loop {
            self.at += 1;
            match self.letters.get(self.at) {
                Some('\\') => self.at += 1,
                Some('[') => is_class = true,
                Some(']') => is_class = false,
                Some('/') if !is_class => break,
                None | Some('\n') => break,
                _ => {}
            }
        }
        self.at += 1;
    }

    /// Keeps a string of Rust. A raw string ends with the marks it begins with.
    fn rust_string(&mut self) {
        let hashes = self.letters[..self.at]
            .iter()
            .rev()
            .take_while(|letter| **letter == '#')
            .count();
        if self.at == hashes || self.letters[self.at - hashes - 1] != 'r' {
            return self.string('"');
        }
        let (start, end) = (self.at + 1, format!("\"{}", "#".repeat(hashes)));
        self.at += 1;
        while self.at < self.letters.len() && !self.starts(&end) {
            self.at += 1;
        }
        self.keep(start);
        self.at += end.len();
    }

    /// Keeps a string to its quote. An escape is no prose, and no code in a template either.
    fn string(&mut self, quote: char) {
        self.at += 1;
        let (start, mut skipped) = (self.at, Vec::new());
        while let Some(&letter) = self.letters.get(self.at).filter(|letter| **letter != quote) {
            let from = self.at;
            self.at += match letter {
                '\\' if self.kind != Kind::Html => 2,
                '$' if quote == '`' && self.starts("${") => self.template(),
                _ => 1,
            };
            if self.at > from + 1 {
                skipped.push((from, self.at.min(self.letters.len())));
            }
        }
        self.keep(start);
        for (from, to) in skipped {
            self.kept[from..to]
                .iter_mut()
                .filter(|letter| **letter != '\n')
                .for_each(|letter| *letter = ' ');
        }
        self.at += 1;
    }

    /// Returns how long the code in a template is, from `${` to its brace.
    fn template(&self) -> usize {
        let mut depth = 0;
        let is_end = |letter: &char| {
            depth += i32::from(*letter == '{') - i32::from(*letter == '}');
            *letter == '}' && depth == 0
        };
        let rest = &self.letters[self.at..];
        rest.iter()
            .position(is_end)
            .map_or(rest.len(), |length| length + 1)
    }

    /// Keeps the letters since a start if they have a space: a string of one word is a key or a
    /// name.
    fn keep(&mut self, start: usize) {
        let end = self.at.min(self.letters.len());
        if self.letters[start..end].contains(&' ') {
            self.kept[start..end].copy_from_slice(&self.letters[start..end]);
        }
    }

    /// Returns how long a character is, with its quotes; a lifetime's mark is one letter.
    fn char_literal(&self) -> usize {
        let rest = &self.letters[self.at + 1..];
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
