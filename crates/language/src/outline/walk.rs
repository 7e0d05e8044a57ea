//! Visits the statements of a file to find what each name refers to.

use super::{NameRole, NamedPlace, declared_role};
use crate::builtin::{self, BuiltinRole, dice};
use crate::diagnostic::Mistakes;
use crate::grammar::language::Language;
use crate::grammar::lexer::lex;
use crate::grammar::token::TokenKind;
use crate::grammar::tree::{
    AssignTarget, Call, Definition, Expr, ExprKind, Name, Statement, StatementKind,
};
use crate::source::Span;

/// The names of one scope.
struct Scope {
    span: Span,
    names: Vec<String>,
}

/// The occurrences found so far.
pub(super) struct Walk {
    declared: Vec<(String, NameRole)>,
    /// The parameters of each function, and their scope.
    arguments: Vec<(String, Span, Vec<String>)>,
    /// The scope of the current function, and those of comprehensions within it.
    scopes: Vec<Scope>,
    pub(super) places: Vec<NamedPlace>,
}

impl Walk {
    pub(super) fn new(
        declared: Vec<(String, NameRole)>,
        arguments: Vec<(String, Span, Vec<String>)>,
    ) -> Walk {
        Walk {
            declared,
            arguments,
            scopes: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Adds the definition of a name.
    pub(super) fn define(&mut self, name: &Name, role: NameRole, within: Option<Span>) {
        let Name { text, span } = name.clone();
        self.places.push(NamedPlace {
            name: text,
            span,
            role,
            within,
            is_definition: true,
        });
    }

    fn field(&mut self, Name { text, span }: &Name, is_definition: bool) {
        let (name, span) = (text.clone(), *span);
        self.places.push(NamedPlace {
            name,
            span,
            role: NameRole::Field,
            within: None,
            is_definition,
        });
    }

    /// Adds a read of a name.
    fn add_read(&mut self, name: &str, span: Span) {
        let scope = self
            .scopes
            .iter()
            .rev()
            .find(|scope| scope.names.iter().any(|local_name| local_name == name));
        let (role, within) = match scope {
            Some(scope) => (NameRole::Local, Some(scope.span)),
            None => match self
                .declared
                .iter()
                .find(|(declared_name, _)| declared_name == name)
            {
                Some((_, role)) => (*role, None),
                None => return,
            },
        };
        self.places.push(NamedPlace {
            name: name.to_owned(),
            span,
            role,
            within,
            is_definition: false,
        });
    }

    pub(super) fn function(&mut self, function: &Definition, span: Span) {
        self.define(&function.name, NameRole::Function, None);
        let mut known: Vec<String> = Vec::new();
        for name in function.local_names().filter(|name| is_inside(name, span)) {
            if !known.contains(&name.text) {
                known.push(name.text.clone());
                self.define(name, NameRole::Local, Some(span));
            }
        }
        self.scopes.push(Scope { span, names: known });
        function
            .body
            .iter()
            .for_each(|statement| self.statement(statement));
        self.scopes.pop();
    }

    /// Adds the names of a top-level declaration.
    pub(super) fn declaration(&mut self, statement: &Statement) {
        if let StatementKind::Assign { targets, values } = &statement.kind {
            let role = declared_role(values);
            targets
                .iter()
                .for_each(|target| self.define(&target.name, role, None));
        }
        statement
            .expressions()
            .into_iter()
            .for_each(|expr| self.expr(expr));
    }

    fn statement(&mut self, statement: &Statement) {
        let targets: &[AssignTarget] = match &statement.kind {
            StatementKind::Assign { targets, .. } => targets,
            StatementKind::Change { target, .. } => std::slice::from_ref(target),
            _ => &[],
        };
        targets
            .iter()
            .for_each(|target| self.add_read(&target.name.text, target.name.span));
        if let StatementKind::For { names, .. } = &statement.kind {
            names
                .iter()
                .for_each(|name| self.add_read(&name.text, name.span));
        }
        statement
            .expressions()
            .into_iter()
            .for_each(|expr| self.expr(expr));
        statement
            .blocks()
            .into_iter()
            .flatten()
            .for_each(|inner| self.statement(inner));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.add_read(name, expr.span),
            ExprKind::Field(_, name) => self.field(name, false),
            ExprKind::Entry(values) => {
                values
                    .iter()
                    .filter_map(|argument| argument.name.as_ref())
                    .for_each(|name| self.field(name, false));
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Comprehension(comprehension) => {
                self.expr(&comprehension.source);
                let names = comprehension
                    .names
                    .iter()
                    .map(|name| name.text.clone())
                    .collect();
                comprehension
                    .names
                    .iter()
                    .for_each(|name| self.define(name, NameRole::Local, Some(expr.span)));
                self.scopes.push(Scope {
                    span: expr.span,
                    names,
                });
                [&comprehension.item]
                    .into_iter()
                    .chain(&comprehension.condition)
                    .for_each(|inner| self.expr(inner));
                self.scopes.pop();
                return;
            }
            _ => (),
        }
        expr.children()
            .into_iter()
            .for_each(|child| self.expr(child));
    }

    fn call(&mut self, call: &Call) {
        // Functions are looked up by name alone, even if another name is equal.
        let is_file_function = self
            .declared
            .iter()
            .any(|declared| *declared == (call.name.text.clone(), NameRole::Function));
        if is_file_function {
            let (name, span) = (call.name.text.clone(), call.name.span);
            let role = NameRole::Function;
            self.places.push(NamedPlace {
                name,
                span,
                role,
                within: None,
                is_definition: false,
            });
        }
        if let Some((_, within, given)) = self
            .arguments
            .iter()
            .find(|(function_name, ..)| *function_name == call.name.text)
        {
            for name in call
                .arguments
                .iter()
                .filter_map(|argument| argument.name.as_ref())
                .filter(|name| given.contains(&name.text))
            {
                let (name, span, within) = (name.text.clone(), name.span, Some(*within));
                self.places.push(NamedPlace {
                    name,
                    span,
                    role: NameRole::Local,
                    within,
                    is_definition: false,
                });
            }
        }
        let declares_fields = call.name.text == "cards";
        let is_parameter = |value: &Expr| match &value.kind {
            ExprKind::Call(inner) => builtin::find(&inner.name.text)
                .is_some_and(|builtin| matches!(builtin.role, BuiltinRole::Parameter(_))),
            _ => false,
        };
        for argument in &call.arguments {
            if let Some(name) = argument
                .name
                .as_ref()
                .filter(|_| declares_fields || is_parameter(&argument.value))
            {
                self.field(name, true);
            }
        }
        if let (
            "dice",
            Some(Expr {
                kind: ExprKind::Text(text),
                span,
            }),
        ) = (
            call.name.text.as_str(),
            call.arguments.first().map(|first| &first.value),
        ) && let Ok(read) = dice::read(text, *span)
        {
            read.names.iter().for_each(|(name, byte_range)| {
                self.add_read(name, dice::span_in_quotes(*span, byte_range))
            });
        }
    }

    /// Adds the names of a test: those in its text, and the parameters that it sets.
    pub(super) fn expectation(&mut self, call: &Call) {
        for argument in &call.arguments {
            match &argument.name {
                Some(name) => self.add_read(&name.text, name.span),
                None => self.question(&argument.value),
            }
        }
    }

    fn question(&mut self, text: &Expr) {
        let Some(written) = text.as_text() else {
            return;
        };
        for token in lex(written, Language::Question, &mut Mistakes::default()) {
            if let TokenKind::Name(name) = token.kind {
                self.add_read(
                    &name,
                    dice::span_in_quotes(text.span, &(token.span.start..token.span.end)),
                );
            }
        }
    }
}

/// An imported name is inside the `use` line, not inside the function that it comes from.
fn is_inside(name: &Name, span: Span) -> bool {
    span.start <= name.span.start && name.span.end <= span.end
}
