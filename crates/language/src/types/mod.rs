//! Type inference and type checking. Inference repeats until no type changes; checking then reports
//! values that certainly have a wrong type.

mod base;
mod call;
mod dice_text;
mod expression;
mod hints;
mod statement;
mod value_kind;

use crate::code::HeuristicInputKind;
use crate::declare::Declarations;
use crate::diagnostic::Mistakes;
use crate::grammar::tree::{Expr, ExprKind, Statement, StatementKind};
use base::KindChecker;
use value_kind::ValueKind;

/// Checks the types of a file without name errors.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Mistakes) {
    let mut checker = infer_kinds(declarations);
    checker.diagnostics = Some(diagnostics);
    checker.visit_file();
}

/// The type of an expression that can be probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedKind {
    /// Whole numbers.
    Whole,
    /// True or false, recorded as 1 or 0.
    Truth,
    /// Lists of whole numbers, of which the sum is recorded.
    List,
}

/// The inferred types of a file.
pub(crate) struct Kinds<'d>(KindChecker<'d>);

impl Kinds<'_> {
    pub(crate) fn infer(declarations: &Declarations) -> Kinds<'_> {
        Kinds(infer_kinds(declarations))
    }

    /// Returns what a rule of thumb can read from a name of a function. This is its value, the
    /// length of its list, or its number of cards of each kind.
    pub(crate) fn heuristic_input_kinds(
        &self,
        function: usize,
        name: &str,
        fields: &[String],
    ) -> Vec<HeuristicInputKind> {
        let card = |kind: &String| {
            fields
                .iter()
                .position(|field| field == kind)
                .map(|index| HeuristicInputKind::Card(index as u16))
        };
        match self.0.functions[function].locals.get(name) {
            Some(ValueKind::Whole) => vec![HeuristicInputKind::Whole],
            Some(ValueKind::Truth) => vec![HeuristicInputKind::Truth],
            Some(ValueKind::Text) => vec![HeuristicInputKind::Text],
            Some(ValueKind::List(_)) => vec![HeuristicInputKind::Length],
            Some(ValueKind::Cards) => self.0.card_kinds.iter().filter_map(card).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the type of an expression, if it can be probed.
    pub(crate) fn watched_kind(&mut self, function: usize, expr: &Expr) -> Option<WatchedKind> {
        self.0.current_function = Some(function);
        match self.0.expr(expr) {
            _ if matches!(expr.kind, ExprKind::Comprehension(_)) => None,
            ValueKind::Whole => Some(WatchedKind::Whole),
            ValueKind::Truth => Some(WatchedKind::Truth),
            ValueKind::List(item_kind) if *item_kind == ValueKind::Whole => Some(WatchedKind::List),
            _ => None,
        }
    }
}

/// Infers the types of a file.
fn infer_kinds(declarations: &Declarations) -> KindChecker<'_> {
    let mut checker = KindChecker::new(declarations);
    // Types only ever widen, so this always ends. The limit is for deeply nested lists.
    for _ in 0..20 {
        if std::mem::take(&mut checker.has_changed) {
            checker.visit_file();
        }
    }
    checker
}

impl KindChecker<'_> {
    fn visit_file(&mut self) {
        let declarations = self.declarations;
        self.current_function = None;
        for constant in &declarations.constants {
            self.assign(&constant.targets, &constant.values);
        }
        for each in declarations
            .metrics
            .iter()
            .filter_map(|metric| metric.each.as_ref())
        {
            self.check_step_count(each);
        }
        for (i, function) in declarations.functions.iter().enumerate() {
            self.current_function = Some(i);
            for (name, kind) in function
                .parameters
                .iter()
                .zip(self.functions[i].arguments.clone())
            {
                self.widen(&name.text, &kind);
            }
            self.block(&function.body);
            if self.functions[i].result == ValueKind::Unknown && !has_return(&function.body) {
                self.widen_result(&ValueKind::Nothing);
            }
        }
    }

    fn check_step_count(&mut self, expr: &Expr) {
        let kind = self.expr(expr);
        if !kind.can_be_whole() && !kind.can_be_list() {
            let problem = format!(
                "the number of steps must be a whole number, not {}",
                kind.words()
            );
            self.error(
                expr.span,
                problem,
                "give each = a whole number, or a list of names",
            );
        }
    }
}

/// Returns whether there is a `return` in these statements.
fn has_return(body: &[Statement]) -> bool {
    let is_return = |statement: &Statement| matches!(statement.kind, StatementKind::Return(_));
    body.iter()
        .any(|statement| is_return(statement) || statement.blocks().into_iter().any(has_return))
}
