//! Formats rule files: four spaces per block, one space around operators, and aligned `=` of
//! consecutive declarations.
//!
//! Line breaks, comments, blank lines and line endings stay as the author wrote them. The tokens
//! are the same before and after.

use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::rule_file;
use crate::grammar::token::{Token, TokenKind};

/// The maximal number of consecutive blank lines that are kept.
const MAX_BLANK_LINES: usize = 2;
const INDENT_WIDTH: usize = 4;

/// Formats a rule file.
///
/// # Errors
/// Returns all mistakes in the text.
///
/// ```
/// let text = "n=whole( 5,1,20 )\ntotal = count('Total') # all of it\ndef trial() :\n  record(total,n+ -1)\n";
/// let neat = "n     = whole(5, 1, 20)\ntotal = count(\"Total\")  # all of it\ndef trial():\n    record(total, n + -1)\n";
/// assert_eq!(oddsmith_language::format_rule_file(text).unwrap(), neat);
/// assert_eq!(oddsmith_language::format_rule_file(neat).unwrap(), neat);
/// ```
pub fn format_rule_file(text: &str) -> Result<String, Vec<Mistake>> {
    let mut mistakes = Mistakes::default();
    let (tokens, _) = rule_file(text, &mut mistakes);
    mistakes.take_result()?;
    let mut lines = LineReader::new(text, &tokens).read_lines();
    align(&mut lines);
    let neat = byte_order_mark(text).to_owned() + &join_lines(&lines);
    let mut mistakes = Mistakes::default();
    let (neat_tokens, _) = rule_file(&neat, &mut mistakes);
    let words = |tokens: &[Token]| {
        tokens
            .iter()
            .map(|token| token.kind.clone())
            .collect::<Vec<_>>()
    };
    // If formatting would change the tokens, the text is not changed.
    Ok(
        if mistakes.is_empty() && words(&neat_tokens) == words(&tokens) {
            neat
        } else {
            text.to_owned()
        },
    )
}

/// A formatted line.
struct Line {
    /// The number of spaces before it.
    indent: usize,
    code: String,
    /// A comment at its end, and the column at which the author began it.
    comment: Option<(String, usize)>,
    /// For a line without indentation that assigns one name: the length of the name.
    name: Option<usize>,
    /// Whether it continues the line before, within brackets or a text.
    is_continuation: bool,
    /// `\n` or `\r\n`.
    end: &'static str,
}

/// Splits a text into lines with their tokens.
struct LineReader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    token_index: usize,
    /// The original indentation of each open block.
    blocks: Vec<usize>,
    open_brackets: usize,
    /// By how many columns continuation lines are moved.
    shift: isize,
}

impl<'t> LineReader<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> LineReader<'t> {
        LineReader {
            text,
            tokens,
            token_index: 0,
            blocks: vec![0],
            open_brackets: 0,
            shift: 0,
        }
    }

    fn read_lines(mut self) -> Vec<Line> {
        let (mut lines, mut start) = (Vec::new(), byte_order_mark(self.text).len());
        while start < self.text.len() {
            let end = self.text[start..]
                .find('\n')
                .map_or(self.text.len(), |offset| start + offset);
            let (line, next) = self.line(start, end);
            lines.push(line);
            start = next + 1;
        }
        lines
    }

    /// Formats the line between these bytes, and returns it with its end. A text in three quotes
    /// includes all lines that it spans.
    fn line(&mut self, start: usize, end: usize) -> (Line, usize) {
        let goes_on = self.open_brackets > 0;
        let raw = &self.text[start..end];
        let width = indent_width(raw);
        let words = self.take_words(end, width);
        let end = words.last().map_or(end, |last| {
            end.max(
                self.text[last.span.end..]
                    .find('\n')
                    .map_or(self.text.len(), |offset| last.span.end + offset),
            )
        });
        let after = words.last().map_or(start, |last| last.span.end);
        let behind = self.text[after..end].trim();
        let indent = match (goes_on, words.is_empty()) {
            (true, _) => width.saturating_add_signed(self.shift),
            (false, true) => self.comment_depth(width) * INDENT_WIDTH,
            (false, false) => (self.blocks.len() - 1) * INDENT_WIDTH,
        };
        if !goes_on {
            self.shift = indent as isize - width as isize;
        }
        for word in words {
            match word.kind {
                TokenKind::Symbol("(" | "[") => self.open_brackets += 1,
                TokenKind::Symbol(")" | "]") => {
                    self.open_brackets = self.open_brackets.saturating_sub(1)
                }
                _ => (),
            }
        }
        let is_outermost = indent == 0 && !goes_on;
        let name = assigned_name(words).filter(|_| is_outermost);
        let comment = (!words.is_empty() && behind.starts_with('#')).then(|| {
            let comment_start = self.text[..end].rfind(behind).unwrap_or(end);
            let column = self.text[start..comment_start].chars().count();
            let shift = if goes_on { 0 } else { self.shift };
            (behind.to_owned(), column.saturating_add_signed(shift))
        });
        let code = if words.is_empty() {
            behind.to_owned()
        } else {
            self.code(words)
        };
        (
            Line {
                indent,
                code,
                comment,
                name: name.map(|name| name.chars().count()),
                is_continuation: goes_on,
                end: self.line_end(end),
            },
            end,
        )
    }

    /// Takes the tokens of a line that ends at this byte, and returns its words. A block that begins
    /// with the line has this indentation.
    fn take_words(&mut self, end: usize, width: usize) -> &'t [Token] {
        while let Some(token) = self
            .tokens
            .get(self.token_index)
            .filter(|token| token.span.start <= end)
        {
            match token.kind {
                TokenKind::Indent => self.blocks.push(width),
                TokenKind::Dedent => drop(self.blocks.pop()),
                TokenKind::Newline | TokenKind::End => (),
                _ => break,
            }
            self.token_index += 1;
        }
        let rest = &self.tokens[self.token_index..];
        let count = rest
            .iter()
            .take_while(|token| is_word(token) && token.span.start < end)
            .count();
        self.token_index += count;
        &rest[..count]
    }

    /// Returns the line ending at this byte. If the text ends without one, it is that of the line
    /// before.
    fn line_end(&self, byte_offset: usize) -> &'static str {
        let line = if byte_offset < self.text.len() {
            &self.text[..byte_offset]
        } else {
            self.text.rsplit_once('\n').map_or("", |split| split.0)
        };
        if line.ends_with('\r') { "\r\n" } else { "\n" }
    }

    /// Returns the depth of a comment on a separate line: that of the block with the same
    /// indentation that begins first after it.
    fn comment_depth(&self, width: usize) -> usize {
        let mut blocks = self.blocks.clone();
        let begins = matches!(
            self.tokens.get(self.token_index),
            Some(Token {
                kind: TokenKind::Indent,
                ..
            })
        );
        if begins && blocks.last().is_some_and(|block| width > *block) {
            return blocks.len();
        }
        let mut next = self.tokens[self.token_index..].iter();
        let mut dedents = 0;
        while let Some(TokenKind::Dedent) = next.next().map(|token| &token.kind) {
            dedents += 1;
        }
        let after = blocks.len() - dedents.min(blocks.len() - 1);
        if blocks[after - 1] >= width {
            blocks.truncate(after);
        }
        blocks
            .iter()
            .rposition(|block| *block <= width)
            .unwrap_or(0)
    }

    /// Joins tokens with the spaces that belong between them.
    fn code(&self, words: &[Token]) -> String {
        let mut code = String::new();
        for (i, word) in words.iter().enumerate() {
            let before = i.checked_sub(1).map(|before| &words[before]);
            let earlier = i.checked_sub(2).map(|earlier| &words[earlier]);
            if before.is_some_and(|before| {
                needs_blank(earlier.or(self.token_before(before)), before, word)
            }) {
                code.push(' ');
            }
            code += &self.word(word);
        }
        code
    }

    /// Returns the token before one that begins a line.
    fn token_before(&self, word: &Token) -> Option<&'t Token> {
        let index = self
            .tokens
            .iter()
            .position(|token| std::ptr::eq(token, word))?;
        self.tokens[..index].last().filter(|before| is_word(before))
    }

    /// Returns the text of a token; texts get double quotes.
    fn word(&self, token: &Token) -> String {
        let written = &self.text[token.span.start..token.span.end];
        match &token.kind {
            TokenKind::Text(text) if written.starts_with('\'') && !text.contains('"') => {
                format!("\"{text}\"")
            }
            TokenKind::Keyword(word @ ("true" | "false")) => (*word).to_owned(),
            _ => written.to_owned(),
        }
    }
}

/// Returns the name that a line assigns, if it assigns one.
fn assigned_name(words: &[Token]) -> Option<&str> {
    match words {
        [
            Token {
                kind: TokenKind::Name(name),
                ..
            },
            Token {
                kind: TokenKind::Symbol("="),
                ..
            },
            ..,
        ] => Some(name),
        _ => None,
    }
}

fn is_word(token: &Token) -> bool {
    !matches!(
        token.kind,
        TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent | TokenKind::End
    )
}

/// Returns the width of the spaces at the start of a line.
fn indent_width(line: &str) -> usize {
    line.chars()
        .take_while(|c| matches!(c, ' ' | '\t' | '\r' | '\u{a0}'))
        .map(|c| if c == '\t' { INDENT_WIDTH } else { 1 })
        .sum()
}

/// Returns whether a space belongs between two tokens.
fn needs_blank(earlier: Option<&Token>, before: &Token, word: &Token) -> bool {
    let is_value = |token: &Token| match &token.kind {
        TokenKind::Name(_) | TokenKind::Whole(_) | TokenKind::Decimal(_) | TokenKind::Text(_) => {
            true
        }
        TokenKind::Keyword(word) => matches!(*word, "true" | "false"),
        TokenKind::Symbol(symbol) => matches!(*symbol, ")" | "]"),
        _ => false,
    };
    match (&before.kind, &word.kind) {
        (TokenKind::Symbol("(" | "[" | "."), _) => false,
        (_, TokenKind::Symbol(")" | "]" | "," | ":" | ".")) => false,
        (TokenKind::Name(_) | TokenKind::Symbol(")" | "]"), TokenKind::Symbol("(" | "[")) => false,
        // A sign before a number is not a binary operator.
        (TokenKind::Symbol("-"), _) => earlier.is_some_and(is_value),
        _ => true,
    }
}

/// Aligns the `=` of consecutive lines without indentation that assign one name.
fn align(lines: &mut [Line]) {
    let mut start = 0;
    while start < lines.len() {
        let mut end = start;
        while end < lines.len()
            && (lines[end].name.is_some() || end > start && lines[end].is_continuation)
        {
            end += 1;
        }
        let longest = lines[start..end]
            .iter()
            .filter_map(|line| line.name)
            .max()
            .unwrap_or(0);
        for line in lines[start..end].iter_mut() {
            if let Some(name) = line.name {
                let byte_offset = line
                    .code
                    .char_indices()
                    .nth(name)
                    .map_or(line.code.len(), |(byte_offset, _)| byte_offset);
                line.code
                    .insert_str(byte_offset, &" ".repeat(longest - name));
            }
        }
        start = end.max(start + 1);
    }
}

fn join_lines(lines: &[Line]) -> String {
    let mut text = String::new();
    let mut blank = Vec::new();
    for line in lines {
        if line.code.is_empty() {
            blank.push(line.end);
            continue;
        }
        let kept = if text.is_empty() {
            0
        } else {
            blank.len().min(MAX_BLANK_LINES)
        };
        text.extend(blank.drain(..).take(kept));
        let code = format!("{}{}", " ".repeat(line.indent), line.code);
        text += &code;
        if let Some((comment, column)) = &line.comment {
            let width = code.rsplit('\n').next().unwrap_or("").chars().count();
            text += &" ".repeat((*column).max(width + 2) - width);
            text += comment;
        }
        text.push_str(line.end);
    }
    text
}

/// Returns the byte-order mark with which some editors begin a file, or an empty text.
fn byte_order_mark(text: &str) -> &str {
    &text[..if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    }]
}
