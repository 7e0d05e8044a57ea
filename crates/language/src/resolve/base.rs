//! The scopes of name resolution.

use std::collections::BTreeSet;

use crate::declare::Declarations;
use crate::diagnostic::{Mistake, Mistakes};
use crate::source::Span;

/// The context of an expression.
pub(super) enum NameContext<'d> {
    Function,
    /// A top-level constant; the names are the constants before it.
    Constant(Vec<&'d str>),
    /// An argument of `note`, which may not ask anything.
    Note,
}

pub(super) struct NameChecker<'d> {
    pub(super) declarations: &'d Declarations,
    pub(super) context: NameContext<'d>,
    pub(super) locals: BTreeSet<String>,
    /// The names of enclosing comprehensions.
    pub(super) scopes: Vec<Vec<String>>,
    pub(super) loop_depth: usize,
    /// Functions that are defined inside this one, which is not allowed.
    pub(super) nested_functions: BTreeSet<String>,
    /// Whether the code is imported from another file.
    pub(super) is_imported: bool,
    /// The metrics that are recorded, and the players whose choices are asked or passed on.
    pub(super) recorded: BTreeSet<String>,
    diagnostics: &'d mut Mistakes,
}

impl<'d> NameChecker<'d> {
    pub(super) fn new(
        declarations: &'d Declarations,
        context: NameContext<'d>,
        diagnostics: &'d mut Mistakes,
    ) -> NameChecker<'d> {
        let (locals, scopes, nested, recorded) = Default::default();
        NameChecker {
            declarations,
            context,
            locals,
            scopes,
            loop_depth: 0,
            nested_functions: nested,
            is_imported: false,
            recorded,
            diagnostics,
        }
    }

    pub(super) fn error(
        &mut self,
        span: Span,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics.add(span, problem, help);
    }

    pub(super) fn report(&mut self, diagnostic: Mistake) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        self.is_local(name) || self.is_shared(name)
    }

    pub(super) fn is_local(&self, name: &str) -> bool {
        self.locals.contains(name) || self.scopes.iter().flatten().any(|other| other == name)
    }

    /// Returns whether a name is a parameter, a player, or a constant that already has its value.
    fn is_shared(&self, name: &str) -> bool {
        let is_constant = match &self.context {
            NameContext::Constant(known) => known.contains(&name),
            _ => self.is_constant(name),
        };
        is_constant
            || self.declarations.parameter(name).is_some()
            || self.declarations.player_index(name).is_some()
    }

    pub(super) fn is_constant(&self, name: &str) -> bool {
        self.declarations
            .constant_names()
            .any(|constant| constant == name)
    }
}
