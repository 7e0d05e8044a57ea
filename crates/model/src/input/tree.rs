//! TOML as a tree in which every key and value has a place in the source.

use std::ops::Range;
use std::sync::Arc;

use oddsmith_language::{Edit, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::diagnostic::{Diagnostic, Place, Source};
use super::{habits, unclosed};
use crate::report::Value;

/// The maximum depth of nested tables and lists.
const MAX_DEPTH: usize = 32;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub tree: Tree,
    /// Its place in the source.
    pub place: Place,
}

/// A value as written.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A whole number.
    Whole(i64),
    /// A decimal, as its digits.
    Decimal(String),
    /// `true` or `false`.
    Flag(bool),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Node>),
    /// A table, in the order of the source.
    Table(Vec<(Key, Node)>),
    /// A value that no scenario uses, with the name of its type.
    Other(&'static str),
}

/// A key and its place.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key.
    pub text: String,
    /// Its place in the source.
    pub place: Place,
}

/// Returns advice and an edit for the line at a byte, if it is clear what was meant.
fn intended_line(text: &str, offset: usize) -> Option<(String, Edit)> {
    let start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?.split('#').next()?;
    let (advice, meant) = habits::intended_line(line)?;
    let end = start + line.trim_end().len();
    let start = start + line.len() - line.trim_start().len();
    Some((
        format!("{advice}: {meant}"),
        Edit {
            span: Span { start, end },
            text: meant,
        },
    ))
}

/// The maximal number of bytes of a text. A label of a megabyte would keep a chart busy for an
/// hour.
const MAX_TEXT_BYTES: usize = 20_000;

impl Node {
    /// Parses a TOML document.
    ///
    /// # Errors
    ///
    /// Fails if the text is not TOML.
    pub fn document(source: &Arc<Source>) -> Result<Node, Diagnostic> {
        let (table, mistakes) = DeTable::parse_recoverable(&source.text);
        let start = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
        if let Some(error) = mistakes.into_iter().min_by_key(start) {
            let place = Place {
                source: Arc::clone(source),
                span: error.span().unwrap_or(0..0),
            };
            let offset = place.span.start;
            let fix =
                intended_line(&source.text, offset).or_else(|| unclosed::fix(&source.text, offset));
            let (help, fix) = match fix {
                Some((help, edit)) => (help, Some(Box::new(edit))),
                None => (
                    habits::missing_value_help(&source.text, offset).into(),
                    None,
                ),
            };
            let problem = format!(
                "this is not TOML: {}",
                habits::in_plain_words(error.message().trim())
            );
            return Err(Diagnostic {
                fix,
                ..Diagnostic::at(&place, problem, help)
            });
        }
        let span = table.span();
        let place = Place {
            source: Arc::clone(source),
            span,
        };
        if table
            .get_ref()
            .iter()
            .any(|(_, value)| !is_shallow(value.get_ref(), MAX_DEPTH))
        {
            return Err(Diagnostic::nowhere(
                format!(
                    "{}: tables and lists are nested more than {MAX_DEPTH} levels deep",
                    source.name
                ),
                format!(
                    "write `[parameters.aim]` above its keys: at most {MAX_DEPTH} levels are allowed"
                ),
            ));
        }
        let node = Node {
            tree: table_tree(table.into_inner(), source),
            place,
        };
        match node.overlong_text() {
            Some(long) => {
                let help = format!("use at most {MAX_TEXT_BYTES} characters");
                Err(Diagnostic::at(&long.place, "this text is too long", help))
            }
            None => Ok(node),
        }
    }

    /// Returns the first text that is longer than allowed.
    fn overlong_text(&self) -> Option<&Node> {
        match &self.tree {
            Tree::Text(text) => (text.len() > MAX_TEXT_BYTES).then_some(self),
            Tree::List(nodes) => nodes.iter().find_map(Node::overlong_text),
            Tree::Table(pairs) => pairs.iter().find_map(|(_, node)| node.overlong_text()),
            _ => None,
        }
    }

    /// Parses one TOML value from a span of a text. Text that is not a TOML value becomes a string.
    pub fn value_or_text(source: &Arc<Source>, span: Range<usize>) -> Node {
        let written = &source.text[span.clone()];
        let place = Place {
            source: Arc::clone(source),
            span: span.clone(),
        };
        match DeValue::parse(written) {
            Ok(value) if is_shallow(value.get_ref(), MAX_DEPTH) => {
                let mut node = node(value, source);
                node.move_to(&place);
                node
            }
            Ok(_) => Node {
                tree: Tree::Other("nested too deep"),
                place,
            },
            Err(_) => Node {
                tree: Tree::Text(written.to_owned()),
                place,
            },
        }
    }

    /// Sets the place of the whole tree to that of the option that contains it.
    fn move_to(&mut self, place: &Place) {
        self.place = place.clone();
        match &mut self.tree {
            Tree::List(nodes) => nodes.iter_mut().for_each(|node| node.move_to(place)),
            Tree::Table(pairs) => pairs.iter_mut().for_each(|(key, node)| {
                key.place = place.clone();
                node.move_to(place);
            }),
            _ => {}
        }
    }

    /// Returns the type of the value, in words.
    pub fn kind(&self) -> &'static str {
        match &self.tree {
            Tree::Whole(_) => "a whole number",
            Tree::Decimal(_) => "a decimal",
            Tree::Flag(_) => "true or false",
            Tree::Text(_) => "text",
            Tree::List(_) => "a list",
            Tree::Table(_) => "a table",
            Tree::Other(name) => name,
        }
    }

    /// Describes a value of the wrong type: "expected a whole number, found text". On the command
    /// line every value is text, so the type is left out.
    pub fn mismatch(&self, expected: &str) -> String {
        if self.place.source.is_command_line() {
            self.place.invalid(&format!("expected {expected}"))
        } else {
            format!("expected {expected}, found {}", self.kind())
        }
    }

    /// Returns the pairs of a table.
    pub fn pairs(&self) -> Option<&[(Key, Node)]> {
        match &self.tree {
            Tree::Table(pairs) => Some(pairs),
            _ => None,
        }
    }

    /// Returns the value under a key of a table.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.pairs()?
            .iter()
            .find(|(entry_key, _)| entry_key.text == key)
            .map(|(_, node)| node)
    }

    /// Returns the text of a string.
    pub fn text(&self) -> Option<&str> {
        match &self.tree {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a text that is equal for equal values: 0.10, 0.1 and 1e-1 give the same text.
    pub fn canonical(&self) -> String {
        match &self.tree {
            // Adding zero removes the sign of negative zero.
            Tree::Decimal(digits) => digits
                .parse::<f64>()
                .map_or_else(|_| digits.clone(), |number| (number + 0.0).to_string()),
            Tree::List(nodes) => format!(
                "[{}]",
                nodes
                    .iter()
                    .map(Node::canonical)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            _ => self.brief(),
        }
    }

    /// Returns the value as a short text, for CSV files and chart labels.
    pub fn brief(&self) -> String {
        self.value().to_string()
    }

    /// Returns the value as it is in reports.
    pub fn value(&self) -> Value {
        match &self.tree {
            Tree::Whole(number) => Value::Whole(*number),
            Tree::Decimal(digits) => {
                Value::Decimal(digits.parse().unwrap_or(f64::NAN), digits.clone())
            }
            Tree::Flag(flag) => Value::Flag(*flag),
            Tree::Text(text) => Value::Text(text.clone()),
            Tree::List(nodes) => Value::List(nodes.iter().map(Node::value).collect()),
            Tree::Table(pairs) => {
                let pair = |(key, node): &(Key, Node)| format!("{} = {}", key.text, node.brief());
                Value::Text(format!(
                    "{{ {} }}",
                    pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
                ))
            }
            Tree::Other(name) => Value::from(*name),
        }
    }
}

/// Returns whether tables and lists are nested no deeper than this. Later code walks the tree
/// without a limit.
fn is_shallow(value: &DeValue<'_>, deepest: usize) -> bool {
    match value {
        DeValue::Array(_) | DeValue::Table(_) if deepest == 0 => false,
        DeValue::Array(values) => values
            .iter()
            .all(|value| is_shallow(value.get_ref(), deepest - 1)),
        DeValue::Table(table) => table
            .iter()
            .all(|(_, value)| is_shallow(value.get_ref(), deepest - 1)),
        _ => true,
    }
}

fn table_tree(table: DeTable<'_>, source: &Arc<Source>) -> Tree {
    let pair = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, Spanned<DeValue<'_>>)| {
        let place = Place {
            source: Arc::clone(source),
            span: key.span(),
        };
        (
            Key {
                text: key.into_inner().into_owned(),
                place,
            },
            node(value, source),
        )
    };
    Tree::Table(table.into_iter().map(pair).collect())
}

fn node(value: Spanned<DeValue<'_>>, source: &Arc<Source>) -> Node {
    let place = Place {
        source: Arc::clone(source),
        span: value.span(),
    };
    let tree = match value.into_inner() {
        DeValue::String(text) => Tree::Text(text.into_owned()),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            match i64::from_str_radix(&digits, number.radix()) {
                Ok(number) => Tree::Whole(number),
                Err(_) => Tree::Other("a whole number past 64 bits"),
            }
        }
        DeValue::Float(number) => Tree::Decimal(number.as_str().replace('_', "")),
        DeValue::Boolean(flag) => Tree::Flag(flag),
        DeValue::Datetime(_) => Tree::Other("a date or time"),
        DeValue::Array(values) => Tree::List(
            values
                .into_iter()
                .map(|value| node(value, source))
                .collect(),
        ),
        DeValue::Table(table) => table_tree(table, source),
    };
    Node { tree, place }
}
