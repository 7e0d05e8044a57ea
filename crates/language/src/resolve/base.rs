//! What is known where an expression stands.

use std::collections::BTreeSet;

use crate::declare::Declarations;
use crate::diagnostic::{Mistake, Mistakes};
use crate::source::Span;

/// Where an expression stands.
pub(super) enum NameContext<'d> {
    Function,
    /// At the top, after these constants.
    Constant(Vec<&'d str>),
    /// Inside a `note`, which may not ask.
    Note,
}

pub(super) struct NameChecker<'d> {
    pub(super) declarations: &'d Declarations,
    pub(super) context: NameContext<'d>,
    pub(super) locals: BTreeSet<String>,
    /// Names of lists in the making.
    pub(super) scopes: Vec<Vec<String>>,
    pub(super) loop_depth: usize,
    /// Functions inside this one, where none stands.
    pub(super) nested_functions: BTreeSet<String>,
    /// Whether what stands here is taken from another file.
    pub(super) is_imported: bool,
    /// Metrics that are recorded, and players that are asked or handed on.
    pub(super) recorded: BTreeSet<String>,
    diagnostics: &'d mut Mistakes,
}

impl<'d> NameChecker<'d> {
    pub(super) fn new(
        declarations: &'d Declarations,
        place: NameContext<'d>,
        diagnostics: &'d mut Mistakes,
    ) -> NameChecker<'d> {
        let (locals, scopes, nested, recorded) = Default::default();
        NameChecker {
            declarations,
            context: place,
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

    /// Whether it is a parameter or a player, or a constant that has its value by now.
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
