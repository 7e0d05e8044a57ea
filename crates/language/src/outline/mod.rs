//! The outline of a rule file, for editors: what each name refers to, and where it is defined.
//! Parts that cannot be parsed are left out, so that the rest of an unfinished file is known.

mod walk;

use crate::builtin::{self, BuiltinRole};
use crate::diagnostic::Mistakes;
use crate::grammar::rule_file;
use crate::grammar::tree::{Expr, ExprKind, Module, Statement, StatementKind};
use crate::source::Span;
use walk::Walk;

/// The kind of thing that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameRole {
    /// A number or a list that a scenario may set.
    Parameter,
    /// A value that a trial records.
    Metric,
    /// A choice of a player.
    Player,
    /// A value that is computed once.
    Constant,
    /// A function of the file, or an imported one.
    Function,
    /// A local name of a function or of a comprehension.
    Local,
    /// A field of an entry, or a kind of card.
    Field,
}

/// An occurrence of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlace {
    /// The name.
    pub name: String,
    /// Its span.
    pub span: Span,
    /// The kind of thing that it refers to.
    pub role: NameRole,
    /// The scope of the name, or `None` for a name of the whole file.
    pub within: Option<Span>,
    /// Whether this occurrence is the definition.
    pub is_definition: bool,
}

impl NamedPlace {
    /// Returns whether another occurrence refers to the same thing.
    pub fn refers_to_same(&self, other: &NamedPlace) -> bool {
        self.name == other.name && self.role == other.role && self.within == other.within
    }
}

/// The names and blocks of a rule file.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Every occurrence of a name that the file defines, in the order of the text.
    pub names: Vec<NamedPlace>,
    /// Spans of lines that belong together.
    pub blocks: Vec<Span>,
    /// The functions: the name of each, and its span from `def` to its end.
    pub functions: Vec<(String, Span)>,
    /// The spans of tests.
    pub expectations: Vec<Span>,
    /// The spans and names of imported files.
    pub used_files: Vec<(String, Span)>,
}

impl Outline {
    /// Parses a text as far as possible.
    ///
    /// ```
    /// use oddsmith_language::{NameRole, Outline};
    ///
    /// let text = "hits = count(\"Hits\")\n\ndef trial():\n    n = roll(6)\n    record(hits, n)\n";
    /// let outline = Outline::read(text);
    /// let names: Vec<(&str, NameRole)> = outline.names.iter().map(|place| (place.name.as_str(), place.role)).collect();
    /// assert_eq!(names[2..], [("n", NameRole::Local), ("hits", NameRole::Metric), ("n", NameRole::Local)]);
    /// ```
    pub fn read(text: &str) -> Outline {
        let (_, module) = rule_file(text, &mut Mistakes::default());
        let mut outline = Outline::default();
        outline.collect_blocks(&module.body);
        let mut walk = Walk::new(declared_names(&module), function_arguments(&module));
        module
            .body
            .iter()
            .for_each(|statement| outline.read_top_statement(statement, &mut walk));
        outline.names = walk.places;
        // The first assignment of a name is both its definition and a write: one occurrence.
        outline
            .names
            .sort_by_key(|place| (place.span.start, place.span.end, !place.is_definition));
        outline.names.dedup_by_key(|place| place.span);
        outline
    }

    /// Returns the name at a byte, or just before it.
    pub fn name_at(&self, byte: usize) -> Option<&NamedPlace> {
        self.names
            .iter()
            .find(|place| place.span.start <= byte && byte <= place.span.end)
    }

    /// Returns the definition of a name.
    pub fn definition(&self, named_place: &NamedPlace) -> Option<&NamedPlace> {
        self.names
            .iter()
            .find(|place| place.is_definition && place.refers_to_same(named_place))
    }

    /// Returns every occurrence of the same name.
    pub fn places<'o>(
        &'o self,
        named_place: &'o NamedPlace,
    ) -> impl Iterator<Item = &'o NamedPlace> {
        self.names
            .iter()
            .filter(move |place| place.refers_to_same(named_place))
    }

    fn read_top_statement(&mut self, statement: &Statement, walk: &mut Walk) {
        match &statement.kind {
            StatementKind::Define(function) => {
                self.functions
                    .push((function.name.text.clone(), statement.span));
                walk.function(function, statement.span);
            }
            StatementKind::Use { file, names } => {
                self.used_files.push((file.text.clone(), file.span));
                names
                    .iter()
                    .for_each(|name| walk.define(name, NameRole::Function, None));
            }
            StatementKind::Expression(Expr {
                kind: ExprKind::Call(call),
                span,
            }) if call.name.text == "expect" => {
                self.expectations.push(*span);
                walk.expectation(call);
            }
            _ => walk.declaration(statement),
        }
    }

    fn collect_blocks(&mut self, body: &[Statement]) {
        for statement in body {
            self.blocks.push(statement.span);
            if let StatementKind::Define(function) = &statement.kind {
                self.collect_blocks(&function.body);
            }
            statement
                .blocks()
                .into_iter()
                .for_each(|block| self.collect_blocks(block));
        }
    }
}

/// Returns the top-level names of a file, and what each refers to.
fn declared_names(module: &Module) -> Vec<(String, NameRole)> {
    let mut declared = Vec::new();
    for statement in &module.body {
        match &statement.kind {
            StatementKind::Define(function) => {
                declared.push((function.name.text.clone(), NameRole::Function))
            }
            StatementKind::Use { names, .. } => {
                declared.extend(
                    names
                        .iter()
                        .map(|name| (name.text.clone(), NameRole::Function)),
                );
            }
            StatementKind::Assign { targets, values } => {
                let role = declared_role(values);
                declared.extend(
                    targets
                        .iter()
                        .map(|target| (target.name.text.clone(), role)),
                );
            }
            _ => (),
        }
    }
    declared
}

/// Returns the parameters of each function, with the function's name and their scope.
fn function_arguments(module: &Module) -> Vec<(String, Span, Vec<String>)> {
    let function_entry = |statement: &Statement| match &statement.kind {
        StatementKind::Define(function) => {
            let given = function
                .parameters
                .iter()
                .map(|name| name.text.clone())
                .collect();
            Some((function.name.text.clone(), statement.span, given))
        }
        _ => None,
    };
    module.body.iter().filter_map(function_entry).collect()
}

/// Returns what a name refers to, given the value that is assigned to it.
fn declared_role(values: &[Expr]) -> NameRole {
    let [
        Expr {
            kind: ExprKind::Call(call),
            ..
        },
    ] = values
    else {
        return NameRole::Constant;
    };
    match builtin::find(&call.name.text).map(|found| found.role) {
        Some(BuiltinRole::Parameter(_)) => NameRole::Parameter,
        Some(BuiltinRole::Metric(_)) => NameRole::Metric,
        Some(BuiltinRole::Player) => NameRole::Player,
        _ => NameRole::Constant,
    }
}
