//! Reads the statements of a program.

mod call;
mod expression;

use std::ops::Range;
use std::rc::Rc;

use crate::Program;
use crate::lexer::{self, Token, TokenKind};
use crate::problem::Problem;
use crate::suggestion::nearest;
use crate::syntax::{
    Function, Names, ParameterType, Setting, Statement, StatementKind, Text, TextPart,
};

/// The most levels of blocks and brackets within each other.
const MAX_LEVELS: usize = 60;

/// The most bytes of a program.
const MAX_BYTES: usize = 1 << 20;

/// The words that begin a statement.
const STATEMENTS: [&str; 7] = ["output", "function", "loop", "if", "result", "set", "print"];

/// Reads a program.
pub(crate) fn parse(source: &str) -> Result<Program, Problem> {
    if source.len() > MAX_BYTES {
        return Err(Problem::new(
            "this program is larger than 1 MiB, the most that is allowed",
            0..0,
        ));
    }
    let mut parser = Parser {
        tokens: lexer::tokens(source)?,
        next: 0,
        levels: 0,
        names: Names::default(),
    };
    let statements = parser.statements(None)?;
    Ok(Program {
        statements,
        names: parser.names,
    })
}

/// Reads tokens one by one.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    next: usize,
    levels: usize,
    names: Names,
}

impl Parser {
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.next].kind
    }

    fn peek_second(&self) -> &TokenKind {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.next].span.clone()
    }

    /// Returns the end of the token before the next one.
    fn end(&self) -> usize {
        self.next
            .checked_sub(1)
            .map_or(0, |index| self.tokens[index].span.end)
    }

    fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(next) if *next == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(next) if next == word)
    }

    fn accept_symbol(&mut self, symbol: &str) -> bool {
        let is_next = self.is_symbol(symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Returns the next token as a reader would quote it.
    fn describe(&self) -> String {
        match self.peek() {
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Variable(name) | TokenKind::Word(name) => format!("`{name}`"),
            TokenKind::Die => "`d`".to_owned(),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the program".to_owned(),
        }
    }

    /// Enters a block or a bracket.
    fn deepen(&mut self) -> Result<(), Problem> {
        self.levels += 1;
        if self.levels > MAX_LEVELS {
            return Err(Problem::new(
                format!("brackets and blocks may be nested at most {MAX_LEVELS} levels deep"),
                self.span(),
            )
            .with_help("give the inner part to a variable first"));
        }
        Ok(())
    }

    fn expect_symbol(&mut self, symbol: &'static str, after: &str) -> Result<(), Problem> {
        if self.accept_symbol(symbol) {
            return Ok(());
        }
        Err(Problem::new(
            format!("expected `{symbol}` {after}, but found {}", self.describe()),
            self.span(),
        )
        .with_help(format!("write `{symbol}` here")))
    }

    /// Reads statements up to the end of the program, or up to the bracket that closes a block.
    fn statements(&mut self, opening: Option<Range<usize>>) -> Result<Vec<Statement>, Problem> {
        let mut statements = Vec::new();
        loop {
            if self.is_symbol("}") && opening.is_some() {
                return Ok(statements);
            }
            if *self.peek() == TokenKind::End {
                let Some(opening) = opening else {
                    return Ok(statements);
                };
                return Err(Problem::new("this block has no closing bracket", opening)
                    .with_help("write } at the end of the block"));
            }
            statements.push(self.statement()?);
        }
    }

    fn block(&mut self, after: &str) -> Result<Vec<Statement>, Problem> {
        let opening = self.span();
        self.expect_symbol("{", after)?;
        self.deepen()?;
        let statements = self.statements(Some(opening))?;
        self.levels -= 1;
        self.advance();
        Ok(statements)
    }

    fn statement(&mut self) -> Result<Statement, Problem> {
        let span = self.span();
        let kind = match self.peek().clone() {
            TokenKind::Variable(name) => self.assignment(&name)?,
            TokenKind::Word(word) => match word.as_str() {
                "output" => self.output()?,
                "print" => {
                    self.advance();
                    let value = self.expression()?;
                    self.name_of_output()?;
                    StatementKind::Print(value)
                }
                "result" => {
                    self.advance();
                    self.expect_symbol(":", "after `result`")?;
                    StatementKind::Result(self.expression()?)
                }
                "function" => self.function()?,
                "loop" => self.repetition()?,
                "if" => self.condition()?,
                "set" => self.setting()?,
                word => return Err(self.unknown_statement(word)),
            },
            _ => return Err(self.no_statement()),
        };
        Ok(Statement {
            kind,
            span: span.start..self.end(),
        })
    }

    fn unknown_statement(&self, word: &str) -> Problem {
        let span = self.span();
        if word == "else" {
            return Problem::new("`else` has no `if` before it", span)
                .with_help("write `if X = 1 { ... } else { ... }`");
        }
        if matches!(self.peek_second(), TokenKind::Symbol(":" | "=")) {
            return Problem::new(format!("`{word}` cannot be the name of a variable"), span)
                .with_help(format!(
                    "variables have capital letters: write {}",
                    word.to_ascii_uppercase()
                ));
        }
        let problem = Problem::new(format!("no statement begins with `{word}`"), span);
        match nearest(word, STATEMENTS.into_iter().chain(["named", "else"])) {
            Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
            None => problem.with_help(
                "a statement begins with output, function, loop, if, result, set, print or a variable",
            ),
        }
    }

    fn no_statement(&self) -> Problem {
        let problem = Problem::new(
            format!("a statement cannot begin with {}", self.describe()),
            self.span(),
        );
        match self.peek() {
            TokenKind::Symbol("}") => problem.with_help("remove this bracket: no block is open"),
            TokenKind::Symbol(")" | "]") => {
                problem.with_help("remove this bracket: it closes nothing")
            }
            TokenKind::Text(_) => problem.with_help("write `named` before the text"),
            _ => problem.with_help("write `output` before a value to show its odds"),
        }
    }

    fn assignment(&mut self, name: &str) -> Result<StatementKind, Problem> {
        let variable = self.names.variable(name);
        self.advance();
        if matches!(self.peek(), TokenKind::Symbol("=" | "==")) {
            return Err(Problem::new(
                "`=` compares two values; `:` gives a value to a variable",
                self.span(),
            )
            .with_help(format!("write `{name}: ` here")));
        }
        if let TokenKind::Number(_) = self.peek() {
            return Err(Problem::new(
                "the name of a variable has only capital letters and underscores",
                self.span(),
            )
            .with_help("replace the number with a letter"));
        }
        self.expect_symbol(":", &format!("after the variable `{name}`"))?;
        Ok(StatementKind::Assign(variable, self.expression()?))
    }

    fn output(&mut self) -> Result<StatementKind, Problem> {
        self.advance();
        let value = self.expression()?;
        let name = self.name_of_output()?;
        Ok(StatementKind::Output(value, name))
    }

    fn name_of_output(&mut self) -> Result<Option<Text>, Problem> {
        if !self.accept_word("named") {
            return Ok(None);
        }
        let span = self.span();
        let TokenKind::Text(text) = self.peek().clone() else {
            return Err(Problem::new(
                format!(
                    "expected a text after `named`, but found {}",
                    self.describe()
                ),
                span,
            )
            .with_help("put the name in double quotes: named \"Damage\""));
        };
        self.advance();
        let parts = self.parts(&text);
        Ok(Some(Text { parts, span }))
    }

    /// Splits a text at the names of variables in square brackets.
    fn parts(&mut self, text: &str) -> Vec<TextPart> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find('[') {
            let name = rest[start + 1..]
                .find(']')
                .map(|length| &rest[start + 1..start + 1 + length]);
            match name {
                Some(name)
                    if !name.is_empty()
                        && name.bytes().all(|c| c.is_ascii_uppercase() || c == b'_') =>
                {
                    parts.push(TextPart::Plain(rest[..start].to_owned()));
                    parts.push(TextPart::Variable(self.names.variable(name)));
                    rest = &rest[start + name.len() + 2..];
                }
                _ => {
                    parts.push(TextPart::Plain(rest[..=start].to_owned()));
                    rest = &rest[start + 1..];
                }
            }
        }
        parts.push(TextPart::Plain(rest.to_owned()));
        parts
    }

    fn function(&mut self) -> Result<StatementKind, Problem> {
        self.advance();
        self.expect_symbol(":", "after `function`")?;
        let start = self.span().start;
        let mut words: Vec<String> = Vec::new();
        let mut parameters = Vec::new();
        loop {
            match self.peek().clone() {
                TokenKind::Word(word) => {
                    self.advance();
                    words.push(word);
                }
                TokenKind::Variable(name) => {
                    self.advance();
                    let variable = self.names.variable(&name);
                    parameters.push((variable, self.parameter_type(&name)?));
                    words.push("?".to_owned());
                }
                TokenKind::Symbol(",") => self.advance(),
                TokenKind::Die => {
                    return Err(Problem::new(
                        "`d` makes dice, so it cannot be a word of a function",
                        self.span(),
                    )
                    .with_help("use a longer word, such as `die`"));
                }
                _ => break,
            }
        }
        if words.is_empty() {
            return Err(
                Problem::new("this function has no name", start..self.span().end)
                    .with_help("write its words and parameters: function: double X:n { ... }"),
            );
        }
        let span = start..self.end();
        let signature = self.names.function(&words.join(" "));
        let body = self.block("after the words and parameters of the function")?;
        Ok(StatementKind::Function(Rc::new(Function {
            signature,
            span,
            parameters,
            body,
        })))
    }

    fn parameter_type(&mut self, name: &str) -> Result<ParameterType, Problem> {
        if !self.accept_symbol(":") {
            return Ok(ParameterType::Any);
        }
        let kind = match self.peek() {
            TokenKind::Word(word) if word == "n" => ParameterType::Number,
            TokenKind::Word(word) if word == "s" => ParameterType::Sequence,
            TokenKind::Die => ParameterType::Die,
            _ => {
                return Err(Problem::new(
                    format!("{} is not a type of a parameter", self.describe()),
                    self.span(),
                )
                .with_help(format!(
                    "write {name}:n for a number, {name}:s for a sequence or {name}:d for a die"
                )));
            }
        };
        self.advance();
        Ok(kind)
    }

    fn repetition(&mut self) -> Result<StatementKind, Problem> {
        self.advance();
        let TokenKind::Variable(name) = self.peek().clone() else {
            return Err(Problem::new(
                format!(
                    "expected a variable after `loop`, but found {}",
                    self.describe()
                ),
                self.span(),
            )
            .with_help("write it in capital letters: loop N over {1..6} { ... }"));
        };
        let variable = self.names.variable(&name);
        self.advance();
        if !self.accept_word("over") {
            return Err(Problem::new(
                format!("expected `over`, but found {}", self.describe()),
                self.span(),
            )
            .with_help(format!("write: loop {name} over {{1..6}} {{ ... }}")));
        }
        let values = self.expression()?;
        let body = self.block("after the sequence of the loop")?;
        Ok(StatementKind::Loop(variable, values, body))
    }

    fn condition(&mut self) -> Result<StatementKind, Problem> {
        let mut branches = Vec::new();
        loop {
            self.advance();
            let condition = self.expression()?;
            branches.push((condition, self.block("after the condition")?));
            if !self.accept_word("else") {
                return Ok(StatementKind::If(branches, Vec::new()));
            }
            if !self.is_word("if") {
                let otherwise = self.block("after `else`")?;
                return Ok(StatementKind::If(branches, otherwise));
            }
        }
    }

    fn setting(&mut self) -> Result<StatementKind, Problem> {
        const SETTINGS: [&str; 3] = ["explode depth", "maximum function depth", "position order"];
        self.advance();
        let span = self.span();
        let TokenKind::Text(name) = self.peek().clone() else {
            return Err(Problem::new(
                format!(
                    "expected a setting after `set`, but found {}",
                    self.describe()
                ),
                span,
            )
            .with_help("write a setting in quotes: set \"explode depth\" to 3"));
        };
        self.advance();
        let Some(setting) = SETTINGS.into_iter().find(|setting| *setting == name) else {
            let meant = nearest(&name, SETTINGS.into_iter());
            return Err(Problem::new(
                "the settings are \"explode depth\", \"maximum function depth\" and \"position order\"",
                span,
            )
            .with_help(format!("write \"{}\"", meant.unwrap_or("explode depth"))));
        };
        if !self.accept_word("to") {
            return Err(Problem::new(
                format!("expected `to`, but found {}", self.describe()),
                self.span(),
            )
            .with_help(format!("write: set \"{setting}\" to ...")));
        }
        let kind = match (setting, self.peek().clone()) {
            ("position order", TokenKind::Text(order)) if order == "lowest first" => {
                Setting::LowestFirst(true)
            }
            ("position order", TokenKind::Text(order)) if order == "highest first" => {
                Setting::LowestFirst(false)
            }
            ("position order", _) => {
                return Err(Problem::new(
                    "the position order is \"highest first\" or \"lowest first\"",
                    self.span(),
                )
                .with_help("write: set \"position order\" to \"highest first\""));
            }
            (_, TokenKind::Number(number)) => {
                let depth = usize::try_from(number).unwrap_or(usize::MAX);
                if setting == "explode depth" {
                    Setting::ExplodeDepth(depth)
                } else {
                    Setting::FunctionDepth(depth)
                }
            }
            _ => {
                return Err(Problem::new(
                    format!("the {setting} is a whole number, not {}", self.describe()),
                    self.span(),
                )
                .with_help(format!("write: set \"{setting}\" to 5")));
            }
        };
        self.advance();
        Ok(StatementKind::Set(kind))
    }
}
