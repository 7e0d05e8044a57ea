//! The two languages that are written here, and the words and signs that each of them knows.

use super::token::TokenKind;
use crate::vocabulary::KEYWORDS;

/// A language: both have the same names, numbers, operators and brackets, and words of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Statements in lines and blocks.
    RuleFile,
    /// One question, what its answer should be, or a number that trials show.
    Question,
}

/// A sign of another language or of a word processor.
pub(super) struct Foreign {
    pub(super) written: &'static str,
    /// What reading goes on with; empty for nothing.
    pub(super) read_as: &'static str,
    /// Whether that is what it means, and can be written in its place.
    pub(super) is_meant: bool,
    pub(super) help: &'static str,
}

const fn meant(written: &'static str, read_as: &'static str, help: &'static str) -> Foreign {
    Foreign { written, read_as, is_meant: true, help }
}

const fn other(written: &'static str, read_as: &'static str, help: &'static str) -> Foreign {
    Foreign { written, read_as, is_meant: false, help }
}

const UNEQUAL: &str = "for \"not equal\", write !=";
const MINUS: &str = "write the ordinary minus -";
const POWER: &str = "write a product such as x * x. For a variable power use a loop with product *= x";
const INCREASED: &str = "write x += 1";
const DECREASED: &str = "write x -= 1, or a single - to subtract";
const DIVIDED: &str = "write a // b to round down, or round_up(a, b) to round up";

const FOREIGN_TO_BOTH: &[Foreign] = &[
    meant("&&", "and", "write `and`"),
    meant("||", "or", "write `or`"),
    meant("&", "and", "write `and`"),
    meant("!", "not", "write `not`, or != for \"not equal\""),
    meant("<>", "!=", UNEQUAL),
    meant("=<", "<=", "write <="),
    meant("=>", ">=", "write >="),
    meant("≤", "<=", "write <="),
    meant("≥", ">=", "write >="),
    meant("≠", "!=", "write !="),
    meant("×", "*", "write *"),
    meant("−", "-", MINUS),
    meant("–", "-", MINUS),
    other("**", "*", POWER),
    other("^", "*", POWER),
];

const FOREIGN_TO_RULE_FILES: &[Foreign] = &[
    meant("|", "or", "write `or`"),
    meant(":=", "=", "write ="),
    meant("½", "0.5", "write 0.5"),
    other("++", "+", INCREASED),
    other("--", "-", DECREASED),
    other("->", ":", "remove it: functions do not declare their result"),
    other("÷", "//", DIVIDED),
    other("\\", "", "to continue a line, put brackets around it: ( and )"),
];

const BRACES: &str = "use round brackets, and ask for each outcome: lot = ann or lot = bob";

const FOREIGN_TO_QUESTIONS: &[Foreign] = &[
    meant("…", "..", "write two dots: 1..4"),
    other(":", "..", "write several steps with two dots, inside a function: sum(x@1..4)"),
    other("{", "(", BRACES),
    other("}", ")", BRACES),
];

impl Language {
    /// The words that no name may be, unless it stands in quotes.
    pub(crate) const fn keywords(self) -> &'static [&'static str] {
        match self {
            Language::RuleFile => &[
                "if", "elif", "else", "while", "for", "in", "not", "and", "or", "def", "return", "break", "continue",
                "pass", "true", "false", "True", "False", "none",
            ],
            Language::Question => &KEYWORDS,
        }
    }

    /// Longer ones first, so that `<=` is not read as `<` and `=`.
    pub(super) const fn symbols(self) -> &'static [&'static str] {
        match self {
            Language::RuleFile => &[
                "//=", "/=", "+=", "-=", "*=", "%=", "==", "!=", "<=", ">=", "//", "+", "-", "*", "/", "%", "<", ">",
                "=", "(", ")", "[", "]", ",", ":", "..", ".", "{", "}", ";", "?",
            ],
            Language::Question => &[
                "==", "!=", "<=", ">=", "..", "<", ">", "=", "(", ")", ",", "@", "+", "-", "*", "|", "%", "/", ".",
                "[", "]",
            ],
        }
    }

    /// What is written elsewhere, what it is read as, and what to write here.
    pub(super) fn foreign(self) -> impl Iterator<Item = &'static Foreign> {
        let own = match self {
            Language::RuleFile => FOREIGN_TO_RULE_FILES,
            Language::Question => FOREIGN_TO_QUESTIONS,
        };
        FOREIGN_TO_BOTH.iter().chain(own)
    }

    /// How deep blocks and brackets may nest: far more than anybody writes, far less than the stack holds.
    pub(super) const fn deepest(self) -> usize {
        match self {
            Language::RuleFile => 64,
            Language::Question => 48,
        }
    }

    /// How a message names a piece of a text.
    pub(crate) fn words(self, token: &TokenKind) -> String {
        match token {
            TokenKind::Name(text) | TokenKind::Decimal(text) | TokenKind::Dice(text) => format!("`{text}`"),
            TokenKind::Whole(number) => format!("`{number}`"),
            TokenKind::Text(text) if self == Language::Question => format!("'{text}'"),
            TokenKind::Text(text) => format!("the text \"{text}\""),
            TokenKind::Comment(_) => "a text in three quotes".to_owned(),
            TokenKind::Symbol(text) | TokenKind::Keyword(text) => format!("`{text}`"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::Indent => "a line further in".to_owned(),
            TokenKind::Dedent => "a line further out".to_owned(),
            TokenKind::End if self == Language::Question => "the end".to_owned(),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}
