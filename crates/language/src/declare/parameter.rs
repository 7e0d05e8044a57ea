//! Parameters: what a scenario may set, its kind and its range.

use super::{ratio, text};
use crate::builtin::{self, Builtin, Role, dice};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::grammar::tree::{Argument, Call, Expr, ExprKind, Name};
use crate::ratio::Ratio;
use crate::source::Span;

/// What a scenario may set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the rule and in the scenario.
    pub name: String,
    /// What it can be.
    pub kind: ParameterType,
    /// What it is where nobody sets it.
    pub default: Setting,
    /// What it is, in the designer's words.
    pub help: String,
    /// Where it is declared.
    pub span: Span,
}

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterType {
    /// A whole number in a range, both ends included.
    Whole {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// True or false.
    YesNo,
    /// A decimal in a range, both ends included.
    Decimal {
        /// The least.
        min: Ratio,
        /// The most.
        max: Ratio,
    },
    /// One of some words.
    OneOf(Vec<String>),
    /// A dice expression.
    Dice,
    /// A list of named entries.
    Entries {
        /// The fewest entries.
        min: usize,
        /// The most entries.
        max: usize,
        /// What each entry holds; a field's default is that of an entry that leaves it out.
        fields: Vec<Parameter>,
    },
}

/// What a parameter is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// For a whole number.
    Whole(i64),
    /// For yes or no.
    YesNo(bool),
    /// For a decimal.
    Decimal(Ratio),
    /// For one of some words, and for dice.
    Text(String),
    /// For a list of entries.
    Entries(Vec<Entry>),
}

/// An entry of a list: its name, and a setting for each field in the order declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Setting>,
}

type Read<T> = Result<T, Diagnostic>;

/// Reads a declaration; `None` where it cannot be read, which has been told.
pub(super) fn read(name: &Name, call: &Call, diagnostics: &mut Diagnostics) -> Option<Parameter> {
    parameter(name, call).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
}

fn parameter(name: &Name, call: &Call) -> Read<Parameter> {
    let builtin = builtin::find(&call.name.text).filter(|builtin| builtin.role == Role::Parameter);
    let Some(builtin) = builtin else {
        let help = "a field is whole(...), yes_no(...), decimal(...), one_of(...) or dice_of(...)";
        return Err(Diagnostic::new(call.name.span, format!("`{}` is no kind of parameter", call.name.text), help));
    };
    let reader = Reader { call, builtin };
    let (kind, default) = reader.kind_and_default()?;
    let help = reader.help()?;
    check_default(&kind, &default, reader.span())?;
    Ok(Parameter { name: name.text.clone(), kind, default, help, span: name.span })
}

fn check_default(kind: &ParameterType, default: &Setting, span: Span) -> Read<()> {
    fits(kind, default).map_err(|(problem, help)| {
        Diagnostic::new(span, format!("the default does not fit: {problem}"), format!("what it can be: {help}"))
    })
}

struct Reader<'c> {
    call: &'c Call,
    builtin: &'static Builtin,
}

impl Reader<'_> {
    fn span(&self) -> Span {
        let last = self.call.arguments.last().map_or(self.call.name.span, |argument| argument.value.span);
        self.call.name.span.to(last)
    }

    /// The argument of this name or, where it is written without, of this place.
    fn find(&self, name: &str, place: Option<usize>) -> Option<&Expr> {
        let named = |argument: &&Argument| argument.name.as_ref().is_some_and(|given| given.text == name);
        let by_place = || self.call.arguments.get(place?).filter(|argument| argument.name.is_none());
        self.call.arguments.iter().find(named).or_else(by_place).map(|argument| &argument.value)
    }

    fn wrong<T>(&self, span: Span, problem: &str) -> Read<T> {
        Err(Diagnostic::new(span, problem, format!("write for example {}", self.builtin.usage)))
    }

    fn need(&self, name: &str, place: usize) -> Read<&Expr> {
        match self.find(name, Some(place)) {
            Some(expr) => Ok(expr),
            None => self.wrong(self.span(), &format!("`{}` lacks its {name}", self.builtin.name)),
        }
    }

    fn whole(&self, name: &str, place: usize) -> Read<i64> {
        let expr = self.need(name, place)?;
        match expr.kind {
            ExprKind::Whole(number) => Ok(number),
            _ => self.wrong(expr.span, &format!("the {name} is a whole number, written out")),
        }
    }

    fn ratio(&self, name: &str, place: usize) -> Read<Ratio> {
        let expr = self.need(name, place)?;
        ratio(expr).map_or_else(|| self.wrong(expr.span, &format!("the {name} is a number, written out")), Ok)
    }

    fn kind_and_default(&self) -> Read<(ParameterType, Setting)> {
        self.check_names()?;
        match self.builtin.name {
            "whole" => self.whole_kind(),
            "decimal" => self.decimal_kind(),
            "yes_no" => self.yes_no(),
            "one_of" => self.one_of(),
            "dice_of" => self.dice_of(),
            _ => self.entries(),
        }
    }

    fn check_names(&self) -> Read<()> {
        let known = |name: &str| match self.builtin.name {
            "entries" => true,
            "one_of" => name == "help",
            _ => self.builtin.parameters.contains(&name),
        };
        let names = self.call.arguments.iter().filter_map(|argument| argument.name.as_ref());
        match names.into_iter().find(|name| !known(&name.text)) {
            Some(name) => self.wrong(name.span, &format!("`{}` has no argument `{}`", self.builtin.name, name.text)),
            None if self.builtin.many || self.call.arguments.len() <= self.builtin.parameters.len() => Ok(()),
            None => self.wrong(self.span(), &format!("too many arguments for `{}`", self.builtin.name)),
        }
    }

    fn whole_kind(&self) -> Read<(ParameterType, Setting)> {
        let (min, max) = (self.whole("least", 1)?, self.whole("most", 2)?);
        Ok((ParameterType::Whole { min, max }, Setting::Whole(self.whole("default", 0)?)))
    }

    fn decimal_kind(&self) -> Read<(ParameterType, Setting)> {
        let (min, max) = (self.ratio("least", 1)?, self.ratio("most", 2)?);
        Ok((ParameterType::Decimal { min, max }, Setting::Decimal(self.ratio("default", 0)?)))
    }

    fn yes_no(&self) -> Read<(ParameterType, Setting)> {
        let expr = self.need("default", 0)?;
        match expr.kind {
            ExprKind::Truth(truth) => Ok((ParameterType::YesNo, Setting::YesNo(truth))),
            _ => self.wrong(expr.span, "the default is true or false"),
        }
    }

    fn one_of(&self) -> Read<(ParameterType, Setting)> {
        let unnamed = self.call.arguments.iter().filter(|argument| argument.name.is_none());
        let mut words = Vec::new();
        for argument in unnamed {
            match text(&argument.value) {
                Some(word) => words.push(word.to_owned()),
                None => return self.wrong(argument.value.span, "what can be chosen is written as texts"),
            }
        }
        let Some(first) = words.first().cloned() else { return self.wrong(self.span(), "nothing can be chosen here") };
        Ok((ParameterType::OneOf(words), Setting::Text(first)))
    }

    fn dice_of(&self) -> Read<(ParameterType, Setting)> {
        let expr = self.need("default", 0)?;
        let Some(written) = text(expr) else { return self.wrong(expr.span, "dice are written as a text") };
        dice::read(written, expr.span)?;
        Ok((ParameterType::Dice, Setting::Text(written.to_owned())))
    }

    fn help(&self) -> Read<String> {
        let place = self.builtin.parameters.iter().position(|parameter| *parameter == "help");
        match self.find("help", place) {
            None => Ok(String::new()),
            Some(expr) => match text(expr) {
                Some(text) => Ok(text.to_owned()),
                None => self.wrong(expr.span, "what it is stands in a text"),
            },
        }
    }

    fn entries(&self) -> Read<(ParameterType, Setting)> {
        let fields = self.fields()?;
        let limit = |name, otherwise| match self.find(name, None) {
            None => Ok(otherwise),
            Some(Expr { kind: ExprKind::Whole(number @ 0..=1000), .. }) => Ok(*number as usize),
            Some(expr) => self.wrong(expr.span, &format!("the {name} is a whole number from 0 to 1000")),
        };
        let (min, max) = (limit("least", 0)?, limit("most", 100)?);
        let default = self.default_entries(&fields)?;
        Ok((ParameterType::Entries { min, max, fields }, Setting::Entries(default)))
    }

    fn fields(&self) -> Read<Vec<Parameter>> {
        let mut fields = Vec::new();
        for argument in &self.call.arguments {
            match &argument.name {
                Some(name) if matches!(name.text.as_str(), "least" | "most" | "default" | "help") => (),
                Some(name) => fields.push(self.field(name, &argument.value)?),
                None => return self.wrong(argument.value.span, "every argument of `entries` has its name before it"),
            }
        }
        Ok(fields)
    }

    fn field(&self, name: &Name, value: &Expr) -> Read<Parameter> {
        match &value.kind {
            ExprKind::Call(call) if call.name.text != "entries" => parameter(name, call),
            _ => {
                self.wrong(value.span, "a field is whole(...), yes_no(...), decimal(...), one_of(...) or dice_of(...)")
            }
        }
    }

    fn default_entries(&self, fields: &[Parameter]) -> Read<Vec<Entry>> {
        let Some(expr) = self.find("default", None) else { return Ok(Vec::new()) };
        let ExprKind::List(items) = &expr.kind else {
            return self.wrong(expr.span, "the default is a list of entries");
        };
        items.iter().enumerate().map(|(i, item)| self.entry(i, item, fields)).collect()
    }

    /// `["Red", 3, 4]`: the name, which may be left out, and the fields in their order.
    fn entry(&self, i: usize, item: &Expr, fields: &[Parameter]) -> Read<Entry> {
        let ExprKind::List(values) = &item.kind else {
            return self.wrong(item.span, "an entry is a list of its values");
        };
        let (name, values) = match values.split_first() {
            Some((Expr { kind: ExprKind::Text(name), .. }, rest)) if values.len() == fields.len() + 1 => {
                (name.clone(), rest)
            }
            _ => ((i + 1).to_string(), values.as_slice()),
        };
        if values.len() != fields.len() {
            return self.wrong(item.span, "an entry has its name and a value for each field");
        }
        let fields = fields.iter().zip(values).map(|(field, value)| self.setting(field, value)).collect::<Read<_>>()?;
        Ok(Entry { name, fields })
    }

    fn setting(&self, field: &Parameter, value: &Expr) -> Read<Setting> {
        let setting = match (&value.kind, &field.kind) {
            (ExprKind::Whole(number), ParameterType::Whole { .. }) => Setting::Whole(*number),
            (ExprKind::Truth(truth), _) => Setting::YesNo(*truth),
            (ExprKind::Text(text), _) => Setting::Text(text.clone()),
            _ => match ratio(value) {
                Some(ratio) => Setting::Decimal(ratio),
                None => return self.wrong(value.span, "an entry's values are written out"),
            },
        };
        check_default(&field.kind, &setting, value.span)?;
        Ok(setting)
    }
}

/// Whether a setting is of the kind and in the range: else what is wrong, and what is allowed.
pub(crate) fn fits(kind: &ParameterType, setting: &Setting) -> Result<(), (String, String)> {
    match (kind, setting) {
        (ParameterType::Whole { min, max }, Setting::Whole(number)) => in_range(number, min, max),
        (ParameterType::Decimal { min, max }, Setting::Decimal(number)) => in_range(number, min, max),
        (ParameterType::YesNo, Setting::YesNo(_)) => Ok(()),
        (ParameterType::OneOf(words), Setting::Text(word)) => one_of(words, word),
        (ParameterType::Dice, Setting::Text(text)) => dice_fit(text),
        (ParameterType::Entries { min, max, fields }, Setting::Entries(entries)) => {
            entries_fit(*min, *max, fields, entries)
        }
        _ => Err(("the value is of another kind".to_owned(), format!("it is {}", kind.words()))),
    }
}

fn in_range<T: PartialOrd + std::fmt::Display>(number: &T, min: &T, max: &T) -> Result<(), (String, String)> {
    match number >= min && number <= max {
        true => Ok(()),
        false => Err((format!("{number} is out of range"), format!("{min} to {max}"))),
    }
}

fn one_of(words: &[String], word: &str) -> Result<(), (String, String)> {
    match words.iter().any(|known| known == word) {
        true => Ok(()),
        false => Err((format!("\"{word}\" is not among the choices"), format!("one of {}", words.join(", ")))),
    }
}

fn dice_fit(text: &str) -> Result<(), (String, String)> {
    let dice = dice::read(text, Span::default()).map_err(|diagnostic| (diagnostic.problem, diagnostic.help))?;
    if !dice.names.is_empty() {
        let help = "the dice of a parameter are numbers and dice alone; names in braces stand in the rule itself";
        return Err((format!("\"{text}\" cannot be a parameter"), help.to_owned()));
    }
    Ok(())
}

fn entries_fit(min: usize, max: usize, fields: &[Parameter], entries: &[Entry]) -> Result<(), (String, String)> {
    if entries.len() < min || entries.len() > max {
        return Err((format!("{} entries", entries.len()), format!("{min} to {max} entries")));
    }
    for entry in entries {
        if entry.fields.len() != fields.len() {
            return Err((
                format!("`{}` has {} fields", entry.name, entry.fields.len()),
                format!("{} fields", fields.len()),
            ));
        }
        for (field, setting) in fields.iter().zip(&entry.fields) {
            fits(&field.kind, setting)
                .map_err(|(problem, help)| (format!("{}, `{}`: {problem}", entry.name, field.name), help))?;
        }
    }
    Ok(())
}

impl ParameterType {
    /// How a message names it.
    pub fn words(&self) -> String {
        match self {
            ParameterType::Whole { min, max } => format!("a whole number, {min} to {max}"),
            ParameterType::Decimal { min, max } => format!("a number, {min} to {max}"),
            ParameterType::YesNo => "true or false".to_owned(),
            ParameterType::OneOf(words) => format!("one of {}", words.join(", ")),
            ParameterType::Dice => "dice such as \"2d6+1\"".to_owned(),
            ParameterType::Entries { .. } => "a list of entries".to_owned(),
        }
    }
}
