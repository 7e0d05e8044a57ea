//! What the words of a rule file stand for, and where each is made: for editors. What cannot be
//! read is left out, so that the rest of a file that is being written is known.

mod walk;

use crate::builtin::{self, BuiltinRole};
use crate::diagnostic::Mistakes;
use crate::grammar::rule_file;
use crate::grammar::tree::{Expr, ExprKind, Module, Statement, StatementKind};
use crate::source::Span;
use walk::Walk;

/// What a word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameRole {
    /// A number or a list that a scenario may set.
    Parameter,
    /// What a trial records.
    Metric,
    /// Who decides something.
    Player,
    /// A value that is computed once.
    Constant,
    /// A function of the file, or one that it takes from another.
    Function,
    /// A name of one function, or of one list in the making.
    Local,
    /// A value of an entry, or a kind of card.
    Field,
}

/// A word and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlace {
    /// The word.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// What it stands for.
    pub role: NameRole,
    /// The part of the text in which it is known; of what is known everywhere none.
    pub within: Option<Span>,
    /// Whether it is made here.
    pub is_definition: bool,
}

impl NamedPlace {
    /// Whether another place means the same.
    pub fn refers_to_same(&self, other: &NamedPlace) -> bool {
        self.name == other.name && self.role == other.role && self.within == other.within
    }
}

/// The words of a rule file.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Every word that stands for something of the file's own, in the order of the text.
    pub names: Vec<NamedPlace>,
    /// Lines, or several of them, that belong together.
    pub blocks: Vec<Span>,
    /// Functions: the name of each, and where it stands from `def` to its end.
    pub functions: Vec<(String, Span)>,
    /// What the file expects of itself.
    pub expectations: Vec<Span>,
    /// Where other files are named, with their names.
    pub used_files: Vec<(String, Span)>,
}

impl Outline {
    /// Reads a text as far as it can be read.
    ///
    /// ```
    /// use oddsmith_language::{NameRole, Outline};
    ///
    /// let text = "hits = count(\"Hits\")\n\ndef trial():\n    n = roll(6)\n    record(hits, n)\n";
    /// let outline = Outline::read(text);
    /// let names: Vec<(&str, NameRole)> = outline.names.iter().map(|own| (own.name.as_str(), own.role)).collect();
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
        // Where a name is given its first value, it is made and written: one place.
        outline
            .names
            .sort_by_key(|place| (place.span.start, place.span.end, !place.is_definition));
        outline.names.dedup_by_key(|place| place.span);
        outline
    }

    /// The word at a byte, or behind it.
    pub fn name_at(&self, byte: usize) -> Option<&NamedPlace> {
        self.names
            .iter()
            .find(|place| place.span.start <= byte && byte <= place.span.end)
    }

    /// Where a word is made.
    pub fn definition(&self, named_place: &NamedPlace) -> Option<&NamedPlace> {
        self.names
            .iter()
            .find(|place| place.is_definition && place.refers_to_same(named_place))
    }

    /// Every place that means the same.
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

/// What is declared at the top of a file, by name.
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

/// The names that each function is given, by the function's name, with the part of the text in
/// which they are known.
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

/// What is declared by what stands behind the `=`.
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
