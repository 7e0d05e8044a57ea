//! Reads a parameter: its type, its range and its default.

use std::fmt::Display;

use super::setting::{DeclaredParameter, DeclaredType, Entry, Setting, check_setting};
use super::wording::parameter_wording;
use crate::builtin::{self, Builtin, BuiltinRole, ParameterWord, dice};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Call, Expr, ExprKind, Name};
use crate::ratio::Ratio;
use crate::source::Span;

/// Reads a declaration.
pub(super) fn read(name: &Name, call: &Call) -> Result<DeclaredParameter, Mistake> {
    let found = builtin::find(&call.name.text).map(|builtin| (builtin, builtin.role));
    let Some((builtin, BuiltinRole::Parameter(word))) = found else {
        let problem = format!("`{}` is not a type of parameter", call.name.text);
        let help =
            "a field must be whole(...), yes_no(...), decimal(...), one_of(...) or dice_of(...)";
        return Err(Mistake::new(call.name.span, problem, help));
    };
    let reader = ParameterReader { call, builtin };
    reader.check_names(word)?;
    let (kind, default) = reader.kind_and_default(word)?;
    let help = reader.help()?;
    let wording = parameter_wording(&kind, |name| {
        reader.call.argument(name, reader.argument_index(name))
    })?;
    check_default(&kind, &default, reader.span())?;
    Ok(DeclaredParameter {
        name: name.text.clone(),
        kind,
        default,
        help,
        wording,
        span: name.span,
    })
}

fn check_default(kind: &DeclaredType, default: &Setting, span: Span) -> Result<(), Mistake> {
    check_setting(kind, default).map_err(|(problem, help)| {
        Mistake::new(
            span,
            format!("the default value is not allowed: {problem}"),
            help,
        )
    })
}

/// Checks that a field's name differs from the others, and from `name`, which every entry has.
fn check_field(name: &Name, fields: &[DeclaredParameter]) -> Result<(), Mistake> {
    let help = "rename this field";
    if name.text == "name" {
        return Err(Mistake::new(
            name.span,
            "every entry already has a field `name`",
            help,
        ));
    }
    if fields.iter().any(|field| field.name == name.text) {
        Err(Mistake::new(
            name.span,
            format!("two fields are named `{}`", name.text),
            help,
        ))
    } else {
        Ok(())
    }
}

/// Checks that the entries have different names, each on one line.
fn check_name(name: &str, before: &[Entry], span: Span) -> Result<(), Mistake> {
    let help = "write [\"Red\", 3]: the name of the entry, then a value for each field";
    if name.trim().is_empty() {
        return Err(Mistake::new(span, "the name of this entry is empty", help));
    }
    if name.contains(char::is_control) {
        return Err(Mistake::new(
            span,
            "the name of this entry contains a control character",
            help,
        ));
    }
    if before.iter().any(|entry| entry.name == name) {
        Err(Mistake::new(
            span,
            format!("two entries are named \"{name}\""),
            "rename one of them",
        ))
    } else {
        Ok(())
    }
}

struct ParameterReader<'c> {
    call: &'c Call,
    builtin: &'static Builtin,
}

type DeclaredKind = (DeclaredType, Setting);

impl ParameterReader<'_> {
    fn span(&self) -> Span {
        self.call.name.span.to(self
            .call
            .arguments
            .last()
            .map_or(self.call.name.span, |last| last.value.span))
    }

    fn fail<T>(&self, span: Span, problem: &str) -> Result<T, Mistake> {
        Err(Mistake::new(
            span,
            problem,
            format!("write, for example, {}", self.builtin.usage),
        ))
    }

    fn required_argument(&self, name: &str, index: usize) -> Result<&Expr, Mistake> {
        match self.call.argument(name, Some(index)) {
            Some(expr) => Ok(expr),
            None => self.fail(
                self.span(),
                &format!("`{}` needs the argument `{name}`", self.builtin.name),
            ),
        }
    }

    fn whole(&self, name: &str, index: usize) -> Result<i64, Mistake> {
        let expr = self.required_argument(name, index)?;
        match expr.kind {
            ExprKind::Whole(number) => Ok(number),
            _ => self.fail(
                expr.span,
                &format!("`{name}` must be a whole number such as 10, not a name or a formula"),
            ),
        }
    }

    fn check_range<T: PartialOrd + Display>(&self, least: &T, most: &T) -> Result<(), Mistake> {
        if least > most {
            self.fail(
                self.span(),
                &format!("`least` is greater than `most`: {least} and {most}"),
            )
        } else {
            Ok(())
        }
    }

    fn ratio(&self, name: &str, index: usize) -> Result<Ratio, Mistake> {
        let expr = self.required_argument(name, index)?;
        match expr.as_ratio() {
            Some(ratio) => Ok(ratio),
            None => {
                let help = "write a decimal such as 0.25. For a chance of 1 in 6 write one_in = whole(6, 1, 100, \
                    \"one in\") and chance(1, one_in)";
                Err(Mistake::new(
                    expr.span,
                    format!("`{name}` must be a number such as 0.25, not a name or a formula"),
                    help,
                ))
            }
        }
    }

    fn kind_and_default(&self, word: ParameterWord) -> Result<DeclaredKind, Mistake> {
        match word {
            ParameterWord::Whole => {
                let (min, max) = (self.whole("least", 1)?, self.whole("most", 2)?);
                self.check_range(&min, &max)?;
                Ok((
                    DeclaredType::Whole { min, max },
                    Setting::Whole(self.whole("default", 0)?),
                ))
            }
            ParameterWord::Decimal => {
                let (min, max) = (self.ratio("least", 1)?, self.ratio("most", 2)?);
                self.check_range(&min, &max)?;
                Ok((
                    DeclaredType::Decimal { min, max },
                    Setting::Decimal(self.ratio("default", 0)?),
                ))
            }
            ParameterWord::YesNo => {
                let expr = self.required_argument("default", 0)?;
                match expr.kind {
                    ExprKind::Truth(truth) => Ok((DeclaredType::YesNo, Setting::YesNo(truth))),
                    _ => self.fail(expr.span, "the default must be true or false"),
                }
            }
            ParameterWord::OneOf => self.one_of(),
            ParameterWord::DiceOf => {
                let expr = self.required_argument("default", 0)?;
                let Some(text) = expr.as_text() else {
                    return self.fail(expr.span, "dice must be text in quotes");
                };
                dice::read(text, expr.span)?;
                Ok((DeclaredType::Dice, Setting::Text(text.to_owned())))
            }
            ParameterWord::Entries => self.entries(),
        }
    }

    fn check_names(&self, word: ParameterWord) -> Result<(), Mistake> {
        let known = |name: &str| match word {
            ParameterWord::Entries => true,
            ParameterWord::OneOf => matches!(name, "help" | "says"),
            _ => self.builtin.parameters.contains(&name),
        };
        let names = self
            .call
            .arguments
            .iter()
            .filter_map(|argument| argument.name.as_ref());
        match names.into_iter().find(|name| !known(&name.text)) {
            Some(name) => self.fail(
                name.span,
                &format!("`{}` has no argument `{}`", self.builtin.name, name.text),
            ),
            None if self.builtin.is_variadic
                || self.call.arguments.len() <= self.builtin.parameters.len() =>
            {
                Ok(())
            }
            None => self.fail(
                self.span(),
                &format!("`{}` has too many arguments", self.builtin.name),
            ),
        }
    }

    fn one_of(&self) -> Result<DeclaredKind, Mistake> {
        let mut words = Vec::new();
        for argument in self
            .call
            .arguments
            .iter()
            .filter(|argument| argument.name.is_none())
        {
            match argument.value.as_text() {
                Some(word) => words.push(word.to_owned()),
                None => {
                    let help = "write \"bold\", \"wary\". For numbers use whole(8, 4, 12, \"...\"), for dice \
                        dice_of(\"d8\", \"...\")";
                    return Err(Mistake::new(
                        argument.value.span,
                        "each option must be text in quotes",
                        help,
                    ));
                }
            }
        }
        let Some(first) = words.first().cloned() else {
            return self.fail(self.span(), "this parameter has no options");
        };
        if let Some(twice) = words
            .iter()
            .enumerate()
            .find(|(index, word)| words[..*index].contains(word))
        {
            return self.fail(
                self.span(),
                &format!("the option \"{}\" is listed twice", twice.1),
            );
        }
        Ok((DeclaredType::OneOf(words), Setting::Text(first)))
    }

    fn help(&self) -> Result<String, Mistake> {
        let Some(expr) = self.call.argument("help", self.argument_index("help")) else {
            return Ok(String::new());
        };
        expr.as_text().map_or_else(
            || self.fail(expr.span, "the description must be text in quotes"),
            |text| Ok(text.to_owned()),
        )
    }

    /// Returns the index of a parameter of the function.
    fn argument_index(&self, name: &str) -> Option<usize> {
        self.builtin
            .parameters
            .iter()
            .position(|parameter| *parameter == name)
    }

    fn entries(&self) -> Result<DeclaredKind, Mistake> {
        let mut fields = Vec::new();
        for argument in &self.call.arguments {
            match &argument.name {
                Some(name)
                    if matches!(name.text.as_str(), "least" | "most" | "default" | "help") => {}
                Some(name) => {
                    check_field(name, &fields)?;
                    fields.push(self.field(name, &argument.value)?);
                }
                None => {
                    return self.fail(
                        argument.value.span,
                        "every argument of `entries` needs a name",
                    );
                }
            }
        }
        let limit = |name, otherwise| match self.call.argument(name, None) {
            None => Ok(otherwise),
            Some(Expr {
                kind: ExprKind::Whole(number @ 0..=1000),
                ..
            }) => Ok(*number as usize),
            Some(expr) => self.fail(
                expr.span,
                &format!("`{name}` must be a whole number from 0 to 1000"),
            ),
        };
        let (min, max) = (limit("least", 0)?, limit("most", 100)?);
        let default = self.default_entries(&fields)?;
        Ok((
            DeclaredType::Entries { min, max, fields },
            Setting::Entries(default),
        ))
    }

    fn field(&self, name: &Name, value: &Expr) -> Result<DeclaredParameter, Mistake> {
        match &value.kind {
            ExprKind::Call(call) if call.name.text != "entries" => read(name, call),
            _ => self.fail(
                value.span,
                "a field must be whole(...), yes_no(...), decimal(...), one_of(...) or dice_of(...)",
            ),
        }
    }

    fn default_entries(&self, fields: &[DeclaredParameter]) -> Result<Vec<Entry>, Mistake> {
        let Some(expr) = self.call.argument("default", None) else {
            return Ok(Vec::new());
        };
        let ExprKind::List(items) = &expr.kind else {
            return self.fail(expr.span, "the default must be a list of entries");
        };
        let mut entries: Vec<Entry> = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let entry = self.entry(i, item, fields)?;
            check_name(&entry.name, &entries, item.span)?;
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Reads an entry such as `["Red", dice = 3]`: its name, which is optional, and its fields, by
    /// position or by name. A field that is left out gets its default.
    fn entry(&self, i: usize, item: &Expr, fields: &[DeclaredParameter]) -> Result<Entry, Mistake> {
        let values: Vec<(Option<&Name>, &Expr)> = match &item.kind {
            ExprKind::List(values) => values.iter().map(|value| (None, value)).collect(),
            ExprKind::Entry(values) => values
                .iter()
                .map(|given| (given.name.as_ref(), &given.value))
                .collect(),
            _ => return self.fail(item.span, "an entry must be a list"),
        };
        let unnamed = values
            .iter()
            .take_while(|(field, _)| field.is_none())
            .count();
        let is_text = matches!(
            fields,
            [DeclaredParameter {
                kind: DeclaredType::OneOf(_) | DeclaredType::Dice,
                ..
            }]
        );
        let (name, first) = match values.first() {
            Some((
                None,
                Expr {
                    kind: ExprKind::Text(name),
                    ..
                },
            )) if unnamed < values.len()
                || unnamed == fields.len() + 1
                || unnamed == 1 && !is_text =>
            {
                (name.clone(), 1)
            }
            _ => ((i + 1).to_string(), 0),
        };
        if unnamed == values.len() && unnamed - first != fields.len() && unnamed - first > 0 {
            return self.fail(
                item.span,
                "an entry needs its name and a value for each field",
            );
        }
        let mut set: Vec<Option<Setting>> = vec![None; fields.len()];
        for (index, (named, value)) in values[first..].iter().enumerate() {
            let field_index = match named {
                Some(named) => fields
                    .iter()
                    .position(|field| field.name == named.text)
                    .ok_or_else(|| {
                        let known = fields.iter().map(|field| field.name.as_str());
                        let help =
                            || format!("fields: {}", known.clone().collect::<Vec<_>>().join(", "));
                        let problem = format!("entries have no field `{}`", named.text);
                        Mistake::unknown(named.span, &named.text, problem, known.clone(), help)
                    })?,
                None if index + first < unnamed && index < fields.len() => index,
                None => {
                    return self.fail(
                        value.span,
                        "a value without a field name follows one with a name",
                    );
                }
            };
            if set[field_index].is_some() {
                return self.fail(
                    value.span,
                    &format!("the field `{}` has two values", fields[field_index].name),
                );
            }
            set[field_index] = Some(self.setting(&fields[field_index], value)?);
        }
        let fields = set
            .into_iter()
            .zip(fields)
            .map(|(setting, field)| setting.unwrap_or_else(|| field.default.clone()));
        Ok(Entry {
            name,
            fields: fields.collect(),
        })
    }

    fn setting(&self, field: &DeclaredParameter, value: &Expr) -> Result<Setting, Mistake> {
        let setting = match (&value.kind, &field.kind) {
            (ExprKind::Whole(number), DeclaredType::Whole { .. }) => Setting::Whole(*number),
            (ExprKind::Truth(truth), _) => Setting::YesNo(*truth),
            (ExprKind::Text(text), _) => Setting::Text(text.clone()),
            _ => match value.as_ratio() {
                Some(ratio) => Setting::Decimal(ratio),
                None => {
                    return self.fail(
                        value.span,
                        "a value of an entry must be a number, text, true or false",
                    );
                }
            },
        };
        check_default(&field.kind, &setting, value.span)?;
        Ok(setting)
    }
}
