//! The names in expressions.

use super::{Checker, Where};
use crate::builtin;
use crate::grammar::tree::{Comprehension, Expr, ExprKind, Name};
use crate::nearest::nearest;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Index(list, index) => self.index(list, index),
            ExprKind::Field(entry, name) => self.field(entry, name),
            ExprKind::Call(call) => self.call(call, expr.span),
            _ => expr.children().into_iter().for_each(|child| self.expr(child)),
        }
    }

    pub(super) fn index(&mut self, list: &Expr, index: &Expr) {
        self.expr(list);
        if matches!(index.kind, ExprKind::Whole(..0)) {
            return self.error(index.span, "places in a list are counted from its start, and this one is negative", "write highest(list) or lowest(list) for the ends of a sorted list, or list[len(list) - 1] for the last entry");
        }
        self.expr(index);
    }

    pub(super) fn field(&mut self, entry: &Expr, name: &Name) {
        self.expr(entry);
        let fields: Vec<&str> = crate::declare::field_names(&self.declarations.parameters);
        if !fields.contains(&name.text.as_str()) {
            let help = match nearest(&name.text, fields.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if fields.is_empty() => {
                    "only the entries of a parameter made with entries(...) have fields".to_owned()
                }
                None => format!("fields are {}", fields.join(", ")),
            };
            self.error(name.span, format!("no entry has a field `{}`", name.text), help);
        }
    }

    pub(super) fn comprehension(&mut self, comprehension: &Comprehension) {
        self.source(&comprehension.source);
        self.scopes.push(comprehension.names.iter().map(|name| name.text.clone()).collect());
        self.expr(&comprehension.item);
        comprehension.condition.iter().for_each(|condition| self.expr(condition));
        self.scopes.pop();
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        self.locals.contains(name) || self.scopes.iter().flatten().any(|other| other == name) || self.is_shared(name)
    }

    /// Whether it is a parameter, or a constant that has its value by now.
    pub(super) fn is_shared(&self, name: &str) -> bool {
        let constant = match &self.place {
            Where::Constant(known) => known.contains(&name),
            _ => self.declarations.constant_names().any(|constant| constant == name),
        };
        constant || self.declarations.parameter(name).is_some()
    }

    pub(super) fn name(&mut self, name: &str, span: Span) {
        if self.is_known(name) {
            return;
        }
        let (problem, help) = self.unknown(name);
        self.error(span, problem, help);
    }

    pub(super) fn unknown(&self, name: &str) -> (String, String) {
        if self.declarations.metric(name).is_some() {
            let help = "metrics are only recorded: keep the value under a name of its own, and record that";
            return (format!("`{name}` is a metric and has no value to read"), help.to_owned());
        }
        if self.declarations.function(name).is_some() || builtin::find(name).is_some() {
            return (format!("`{name}` is a function and is called with brackets"), format!("write {name}(...)"));
        }
        if matches!(self.place, Where::Constant(_))
            && self.declarations.constant_names().any(|constant| constant == name)
        {
            return (
                format!("`{name}` has no value yet"),
                "a constant is worked out from what stands above it: move it up".to_owned(),
            );
        }
        (format!("there is nothing called `{name}`"), self.name_help(name))
    }

    pub(super) fn name_help(&self, name: &str) -> String {
        if is_dice_name(name) {
            return format!("to roll dice write dice(\"{name}\")");
        }
        let locals = self.locals.iter().chain(self.scopes.iter().flatten()).map(String::as_str);
        let parameters = self.declarations.parameters.iter().map(|parameter| parameter.name.as_str());
        match nearest(name, locals.chain(parameters).chain(self.declarations.constant_names())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("give it a value before: {name} = ...; a text stands in quotes: \"{name}\""),
        }
    }
}

/// Names such as d6, which everybody tries once.
fn is_dice_name(name: &str) -> bool {
    name.strip_prefix(['d', 'D'])
        .is_some_and(|faces| !faces.is_empty() && faces.bytes().all(|byte| byte.is_ascii_digit()))
}
