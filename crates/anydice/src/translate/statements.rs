//! Translates the statements of functions.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Code, Kind, Piece, Strength, list};
use super::function::{Local, Scope};
use super::names;
use super::operators::condition;
use super::{Failure, Translator};
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind, Variable};

impl Translator<'_> {
    /// Writes statements, and returns whether each path through them ends with a result.
    pub(super) fn block(
        &mut self,
        statements: &[Statement],
        scope: &mut Scope,
        indent: usize,
        text: &mut String,
    ) -> Result<bool, Failure> {
        let start = text.len();
        for statement in statements {
            scope.random_reads.clear();
            if self.line(statement, scope, indent, text)? {
                return Ok(true);
            }
        }
        if text.len() == start {
            let _ = writeln!(text, "{}pass", "    ".repeat(indent));
        }
        Ok(false)
    }

    fn line(
        &mut self,
        statement: &Statement,
        scope: &mut Scope,
        indent: usize,
        text: &mut String,
    ) -> Result<bool, Failure> {
        let space = "    ".repeat(indent);
        match &statement.kind {
            StatementKind::Assign(variable, value) => {
                self.assign(*variable, value, scope, indent, text)?;
                Ok(false)
            }
            StatementKind::Result(value) => {
                let code = self.code(value, scope)?;
                if repeats(&scope.random_reads) {
                    return Err(Failure::Untranslatable);
                }
                scope.has_random_result |= code.is_random();
                let (piece, kind) = match &code {
                    Code::Sequence(values) => {
                        (Piece::atom(list(values), Kind::List, false), Kind::List)
                    }
                    code if code.is_list() => {
                        let Code::Piece(piece) = code else {
                            return Err(Failure::Untranslatable);
                        };
                        (piece.clone(), Kind::List)
                    }
                    code => (self.number(code)?, Kind::Number),
                };
                if scope
                    .result_kind
                    .replace(kind)
                    .is_some_and(|known| known != kind)
                {
                    return Err(Failure::Untranslatable);
                }
                let _ = writeln!(text, "{space}return {}", piece.text);
                Ok(true)
            }
            StatementKind::If(branches, otherwise) => {
                self.condition(branches, otherwise, scope, indent, text)
            }
            StatementKind::Loop(variable, values, body) => {
                self.repeat(*variable, values, body, scope, indent, text)?;
                Ok(false)
            }
            StatementKind::Print(_) => Ok(false),
            _ => Err(Failure::Untranslatable),
        }
    }

    fn assign(
        &mut self,
        variable: Variable,
        value: &Expression,
        scope: &mut Scope,
        indent: usize,
        text: &mut String,
    ) -> Result<(), Failure> {
        let code = self.code(value, scope)?;
        let reads = std::mem::take(&mut scope.random_reads);
        if repeats(&reads) || reads.iter().any(|read| *read != variable) {
            return Err(Failure::Untranslatable);
        }
        let name = names::of_variable(&self.evaluator.names.variables[variable]);
        let space = "    ".repeat(indent);
        if code.is_list() {
            let list = match &code {
                Code::Sequence(values) => list(values),
                Code::Piece(piece) if !piece.is_random => piece.text.clone(),
                _ => return Err(Failure::Untranslatable),
            };
            if matches!(scope.locals.get(&variable), Some(local) if !matches!(local, Local::List { .. }))
            {
                return Err(Failure::Untranslatable);
            }
            let _ = writeln!(text, "{space}{name} = {list}");
            scope
                .locals
                .insert(variable, Local::List { name, length: None });
            return Ok(());
        }
        if code.is_random() && !scope.random.contains(&variable) {
            if let (Code::Dice(pool), 1) = (&code, indent)
                && !scope.locals.contains_key(&variable)
            {
                scope.locals.insert(variable, Local::Dice(pool.clone()));
                return Ok(());
            }
            scope.random.insert(variable);
            return Err(Failure::Untranslatable);
        }
        if matches!(scope.locals.get(&variable), Some(local) if !matches!(local, Local::Number { .. }))
        {
            scope.random.insert(variable);
            return Err(Failure::Untranslatable);
        }
        if let (Code::Number(number), false) =
            (&code, matches!(value.kind, ExpressionKind::Number(_)))
            && scope.assigned.get(&variable) == Some(&1)
            && indent == 1
        {
            scope.locals.insert(variable, Local::Constant(*number));
            return Ok(());
        }
        let piece = self.number(&code)?;
        let sum = piece.text.strip_prefix(&format!("{name} + "));
        let _ = match sum {
            Some(added) if piece.strength == Strength::Sum => {
                writeln!(text, "{space}{name} += {}", unbracketed(added))
            }
            _ => writeln!(text, "{space}{name} = {}", piece.text),
        };
        scope
            .locals
            .insert(variable, Local::Number { name, range: None });
        Ok(())
    }

    fn condition(
        &mut self,
        branches: &[(Expression, Vec<Statement>)],
        otherwise: &[Statement],
        scope: &mut Scope,
        indent: usize,
        text: &mut String,
    ) -> Result<bool, Failure> {
        let space = "    ".repeat(indent);
        let (mut word, mut all_end) = ("if", true);
        let mut paths = Paths::new(scope);
        for (test, body) in branches {
            let code = self.code(test, scope)?;
            if code.is_random() {
                return Err(Failure::Untranslatable);
            }
            if let Code::Number(number) = code {
                if number == 0 {
                    continue;
                }
                // The condition always holds.
                if word == "if" {
                    let body_text = &mut String::new();
                    let ends = self.block(body, scope, indent, body_text)?;
                    if body_text.trim() != "pass" {
                        text.push_str(body_text);
                    }
                    return Ok(ends);
                }
                let _ = writeln!(text, "{space}else:");
                let ends = self.block(body, scope, indent + 1, text)?;
                paths.branch(scope, ends);
                paths.join(scope);
                return Ok(ends && all_end);
            }
            let piece = self.number(&code)?;
            let _ = writeln!(text, "{space}{word} {}:", condition(&code, &piece).text);
            let ends = self.block(body, scope, indent + 1, text)?;
            paths.branch(scope, ends);
            all_end &= ends;
            word = "elif";
        }
        if word == "if" {
            let body_text = &mut String::new();
            let ends = self.block(otherwise, scope, indent, body_text)?;
            if body_text.trim() != "pass" {
                text.push_str(body_text);
            }
            return Ok(ends);
        }
        if otherwise.is_empty() {
            return Ok(false);
        }
        let _ = writeln!(text, "{space}else:");
        let ends = self.block(otherwise, scope, indent + 1, text)?;
        paths.branch(scope, ends);
        paths.join(scope);
        Ok(ends && all_end)
    }

    fn repeat(
        &mut self,
        variable: Variable,
        values: &Expression,
        body: &[Statement],
        scope: &mut Scope,
        indent: usize,
        text: &mut String,
    ) -> Result<(), Failure> {
        let (values, range) = self.loop_list(values, scope)?;
        let name = names::of_variable(&self.evaluator.names.variables[variable]);
        if matches!(scope.locals.get(&variable), Some(local) if !matches!(local, Local::Number { .. }))
        {
            return Err(Failure::Untranslatable);
        }
        let _ = writeln!(text, "{}for {name} in {values}:", "    ".repeat(indent));
        let mut paths = Paths::new(scope);
        let number = |range| Local::Number {
            name: name.clone(),
            range,
        };
        scope.locals.insert(variable, number(range));
        self.block(body, scope, indent + 1, text)?;
        // The sequence may be empty.
        paths.branch(scope, true);
        if scope.locals.contains_key(&variable) {
            scope.locals.insert(variable, number(None));
        }
        Ok(())
    }

    /// Returns the list of a loop, and the range of its values.
    fn loop_list(
        &mut self,
        values: &Expression,
        scope: &mut Scope,
    ) -> Result<(String, Option<(i64, i64)>), Failure> {
        // A range whose ends are known need not be listed.
        if let ExpressionKind::Sequence(items) = &values.kind
            && let [item] = items.as_slice()
            && let (Some(last), None) = (&item.last, &item.repeat)
        {
            let first = self.code(&item.first, scope)?;
            let last = self.code(last, scope)?;
            if first.is_random() || last.is_random() {
                return Err(Failure::Untranslatable);
            }
            if let (Code::Number(first), Code::Number(last)) = (&first, &last) {
                let text = if *first == 1 && *last >= 0 {
                    format!("upto({last})")
                } else {
                    format!("range({first}, {})", last.saturating_add(1))
                };
                return Ok((text, Some((*first, *last))));
            }
            let (first, last) = (self.number(&first)?, self.number(&last)?);
            if first.text == "1" {
                return Ok((format!("range(1, {} + 1)", last.at(Strength::Sum)), None));
            }
            let text = format!("range({}, {} + 1)", first.text, last.at(Strength::Sum));
            return Ok((text, None));
        }
        match self.code(values, scope)? {
            Code::Sequence(values) => {
                let range = values
                    .iter()
                    .min()
                    .copied()
                    .zip(values.iter().max().copied());
                Ok((list(&values), range))
            }
            Code::Piece(piece) if piece.kind == Kind::List && !piece.is_random => {
                Ok((piece.text, None))
            }
            _ => Err(Failure::Untranslatable),
        }
    }
}

/// Finds the variables that have a value on each path through an `if`.
struct Paths {
    before: FxHashSet<Variable>,
    /// The new variables of all branches so far that do not end the function.
    common: Option<FxHashMap<Variable, Local>>,
}

impl Paths {
    fn new(scope: &Scope) -> Self {
        Self {
            before: scope.locals.keys().copied().collect(),
            common: None,
        }
    }

    /// Takes note of the end of a branch, and forgets its new variables.
    fn branch(&mut self, scope: &mut Scope, ends: bool) {
        let mut new = FxHashMap::default();
        scope.locals.retain(|variable, local| {
            let is_new = !self.before.contains(variable);
            if is_new {
                new.insert(*variable, local.clone());
            }
            !is_new
        });
        if ends {
            return;
        }
        match &mut self.common {
            Some(common) => common.retain(|variable, local| {
                new.get(variable).is_some_and(|other| {
                    std::mem::discriminant(local) == std::mem::discriminant(other)
                })
            }),
            None => self.common = Some(new),
        }
    }

    /// Adds the variables that have a value after all branches.
    fn join(self, scope: &mut Scope) {
        scope.locals.extend(self.common.into_iter().flatten());
    }
}

/// Returns whether a variable is used more than once.
fn repeats(reads: &[Variable]) -> bool {
    reads
        .iter()
        .enumerate()
        .any(|(index, read)| reads[..index].contains(read))
}

/// Removes brackets around a whole text.
fn unbracketed(text: &str) -> &str {
    let Some(inner) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    else {
        return text;
    };
    let mut open = 0_i32;
    for letter in inner.chars() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return text;
        }
    }
    inner
}
