//! The types of a file that are known so far.

use std::collections::BTreeMap;

use super::value_kind::ValueKind;
use crate::declare::{Declarations, DeclaredType};
use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::tree::Definition;
use crate::source::Span;

/// The types of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionKinds {
    pub(super) arguments: Vec<ValueKind>,
    pub(super) locals: BTreeMap<String, ValueKind>,
    pub(super) result: ValueKind,
}

pub(super) struct KindChecker<'d> {
    pub(super) declarations: &'d Declarations,
    pub(super) functions: Vec<FunctionKinds>,
    /// The types of parameters, choices and constants.
    shared: BTreeMap<String, ValueKind>,
    /// The function that is being checked.
    pub(super) current_function: Option<usize>,
    pub(super) has_changed: bool,
    /// The kinds of all cards that the file makes.
    pub(super) card_kinds: Vec<String>,
    /// The list for mistakes; `None` until all types are known.
    pub(super) diagnostics: Option<&'d mut Mistakes>,
}

impl<'d> KindChecker<'d> {
    pub(super) fn new(declarations: &'d Declarations) -> KindChecker<'d> {
        let unknown = |function: &Definition| FunctionKinds {
            arguments: vec![ValueKind::Unknown; function.parameters.len()],
            ..FunctionKinds::default()
        };
        let functions = declarations.functions.iter().map(unknown).collect();
        let parameters = declarations.parameters.iter();
        let parameters =
            parameters.map(|parameter| (parameter.name.clone(), parameter_kind(&parameter.kind)));
        let players = declarations
            .players
            .iter()
            .map(|player| (player.name.clone(), ValueKind::Player));
        let shared = parameters.chain(players).collect();
        KindChecker {
            declarations,
            functions,
            shared,
            current_function: None,
            has_changed: true,
            card_kinds: Vec::new(),
            diagnostics: None,
        }
    }

    pub(super) fn error(
        &mut self,
        span: Span,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(|| Mistake::new(span, problem, help));
    }

    pub(super) fn report(&mut self, diagnostic: impl FnOnce() -> Mistake) {
        if let Some(diagnostics) = &mut self.diagnostics {
            diagnostics.push(diagnostic());
        }
    }

    pub(super) fn name_kind(&self, name: &str) -> ValueKind {
        let local = self
            .current_function
            .and_then(|i| self.functions[i].locals.get(name));
        local
            .or_else(|| self.shared.get(name))
            .cloned()
            .unwrap_or_default()
    }

    /// Adds a type to those that a name can hold.
    pub(super) fn widen(&mut self, name: &str, kind: &ValueKind) {
        let names = match self.current_function {
            Some(i) => &mut self.functions[i].locals,
            None => &mut self.shared,
        };
        self.has_changed |= names.entry(name.to_owned()).or_default().widen(kind);
    }

    pub(super) fn widen_result(&mut self, kind: &ValueKind) {
        if let Some(i) = self.current_function {
            self.has_changed |= self.functions[i].result.widen(kind);
        }
    }

    pub(super) fn widen_argument(&mut self, function: usize, i: usize, kind: &ValueKind) {
        if let Some(known) = self.functions[function].arguments.get_mut(i) {
            self.has_changed |= known.widen(kind);
        }
    }
}

pub(super) fn parameter_kind(kind: &DeclaredType) -> ValueKind {
    match kind {
        DeclaredType::Whole { .. } => ValueKind::Whole,
        DeclaredType::YesNo => ValueKind::Truth,
        DeclaredType::Decimal { .. } => ValueKind::Decimal,
        DeclaredType::OneOf(_) => ValueKind::Text,
        DeclaredType::Dice => ValueKind::Dice,
        DeclaredType::Entries { .. } => ValueKind::list(ValueKind::Entry),
    }
}
