//! The statements of a trial for slicing: what each reads and changes, and which conditions control
//! it.

use std::collections::BTreeSet;

use crate::builtin::{self, BuiltinRole};
use crate::code::Code;
use crate::declare::Declarations;
use crate::grammar::tree::{AssignTarget, Call, Expr, ExprKind, Statement, StatementKind};

/// A statement for slicing.
pub(super) struct Step {
    parent: Option<usize>,
    /// The enclosing loop.
    enclosing_loop: Option<usize>,
    reads: BTreeSet<String>,
    writes: BTreeSet<String>,
    pub(super) kind: StepKind,
    pub(super) asks_chance: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum StepKind {
    Records(usize),
    Loop,
    /// `break` or `continue`.
    Jump,
    Return,
    /// `note(...)`, `pass` and assignments of literals, which cannot fail.
    Safe,
    Plain,
}

/// The trial cannot be sliced.
struct Unsliceable;

/// Collects the statements of a trial.
pub(super) struct Steps<'d> {
    declarations: &'d Declarations,
    code: &'d Code,
    pub(super) items: Vec<Step>,
}

impl<'d> Steps<'d> {
    /// Collects the statements of a body. Returns `None` if they cannot be sliced.
    pub(super) fn of(
        declarations: &'d Declarations,
        code: &'d Code,
        body: &[Statement],
    ) -> Option<Steps<'d>> {
        let mut steps = Steps {
            declarations,
            code,
            items: Vec::new(),
        };
        steps.add_statements(body, None, None).ok()?;
        Some(steps)
    }

    fn add_statements(
        &mut self,
        body: &[Statement],
        parent: Option<usize>,
        around: Option<usize>,
    ) -> Result<(), Unsliceable> {
        body.iter()
            .try_for_each(|statement| self.add_statement(statement, parent, around))
    }

    fn add_statement(
        &mut self,
        statement: &Statement,
        parent: Option<usize>,
        around: Option<usize>,
    ) -> Result<(), Unsliceable> {
        let index = self.items.len();
        let (mut reads, mut writes, mut kind) = (Vec::new(), BTreeSet::new(), StepKind::Plain);
        let mut write = |target: &AssignTarget| {
            writes.insert(target.name.text.clone());
        };
        match &statement.kind {
            StatementKind::Assign { targets, values } => {
                targets.iter().for_each(&mut write);
                if targets.iter().all(|target| target.indices.is_empty())
                    && values.iter().all(is_constant)
                {
                    kind = StepKind::Safe;
                }
                reads.extend(
                    targets
                        .iter()
                        .flat_map(|target| &target.indices)
                        .chain(values),
                );
            }
            StatementKind::Change { target, value, .. } => {
                write(target);
                reads.extend(target.indices.iter().chain([value]));
            }
            StatementKind::If { branches, .. } => {
                reads.extend(branches.iter().map(|(condition, _)| condition))
            }
            StatementKind::While { condition, .. } => {
                reads.push(condition);
                kind = StepKind::Loop;
            }
            StatementKind::For { names, source, .. } => {
                writes.extend(names.iter().map(|name| name.text.clone()));
                reads.push(source);
                kind = StepKind::Loop;
            }
            StatementKind::Return(values) => {
                reads.extend(values);
                kind = StepKind::Return;
            }
            StatementKind::Expression(value) => match self.recorded_metric(value)? {
                Some((metric, given)) => {
                    reads.extend(given);
                    kind = StepKind::Records(metric);
                }
                None => {
                    let is_note = matches!(&value.kind, ExprKind::Call(call) if role(call) == Some(BuiltinRole::Note));
                    kind = if is_note {
                        StepKind::Safe
                    } else {
                        StepKind::Plain
                    };
                    reads.push(value);
                }
            },
            StatementKind::Break | StatementKind::Continue => kind = StepKind::Jump,
            StatementKind::Pass => kind = StepKind::Safe,
            StatementKind::Define(_) | StatementKind::Use { .. } => return Err(Unsliceable),
        }
        if reads.iter().any(|value| records_or_asks(value)) {
            return Err(Unsliceable);
        }
        let asks = reads.iter().any(|value| self.asks_chance(value));
        let reads = reads.into_iter().flat_map(names_in).collect();
        self.items.push(Step {
            parent,
            enclosing_loop: around,
            reads,
            writes,
            kind,
            asks_chance: asks,
        });
        self.add_blocks(statement, index, around)
    }

    /// Adds the blocks of a statement, which is the step with this index.
    fn add_blocks(
        &mut self,
        statement: &Statement,
        index: usize,
        around: Option<usize>,
    ) -> Result<(), Unsliceable> {
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                branches
                    .iter()
                    .try_for_each(|(_, body)| self.add_statements(body, Some(index), around))?;
                self.add_statements(otherwise, Some(index), around)
            }
            StatementKind::While { body, .. } | StatementKind::For { body, .. } => {
                self.add_statements(body, Some(index), Some(index))
            }
            _ => Ok(()),
        }
    }

    /// Returns the metric that a statement records, with its value and its step.
    fn recorded_metric<'e>(
        &self,
        value: &'e Expr,
    ) -> Result<Option<(usize, Vec<&'e Expr>)>, Unsliceable> {
        let ExprKind::Call(call) = &value.kind else {
            return Ok(None);
        };
        if role(call) != Some(BuiltinRole::Record) {
            return Ok(None);
        }
        let [metric, given @ ..] = call.record_arguments();
        let name = match metric.map(|metric| &metric.kind) {
            Some(ExprKind::Name(name)) => name,
            _ => return Err(Unsliceable),
        };
        let metric = self.declarations.metric_index(name).ok_or(Unsliceable)?;
        Ok(Some((metric, given.into_iter().flatten().collect())))
    }

    fn asks_chance(&self, value: &Expr) -> bool {
        let is_asking = |name: &str| {
            self.declarations
                .function_index(name)
                .is_some_and(|index| self.code.functions[index].effects.asks)
        };
        let mut asks = false;
        value.visit(&mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                asks |= matches!(role(call), Some(BuiltinRole::Chance(_)))
                    || is_asking(&call.name.text);
            }
        });
        asks
    }

    /// Returns the statements that a metric needs.
    pub(super) fn needed_steps(&self, metric: usize) -> BTreeSet<usize> {
        let steps_of_kind = |kind: StepKind| {
            (0..self.items.len()).filter(move |&index| self.items[index].kind == kind)
        };
        let mut open: Vec<usize> = steps_of_kind(StepKind::Records(metric)).collect();
        // An early end of the trial affects whether something is recorded.
        open.extend(steps_of_kind(StepKind::Return));
        let (mut needed, mut names) = (BTreeSet::new(), BTreeSet::new());
        while let Some(index) = open.pop() {
            if !needed.insert(index) {
                continue;
            }
            let step = &self.items[index];
            open.extend(step.parent);
            for name in &step.reads {
                if names.insert(name) {
                    open.extend(
                        (0..self.items.len())
                            .filter(|&writer| self.items[writer].writes.contains(name)),
                    );
                }
            }
            if step.kind == StepKind::Loop {
                open.extend(
                    steps_of_kind(StepKind::Jump)
                        .filter(|&jump| self.items[jump].enclosing_loop == Some(index)),
                );
            }
        }
        needed
    }
}

fn role(call: &Call) -> Option<BuiltinRole> {
    builtin::find(&call.name.text).map(|builtin| builtin.role)
}

fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Whole(_) | ExprKind::Truth(_) => true,
        // The braces of a text read names.
        ExprKind::Text(text) => !text.contains('{'),
        ExprKind::Negative(value) => matches!(value.kind, ExprKind::Whole(_)),
        _ => false,
    }
}

/// Returns whether the value contains a record or a question to a player.
fn records_or_asks(value: &Expr) -> bool {
    let mut is_found = false;
    value.visit(&mut |part| {
        if let ExprKind::Call(call) = &part.kind {
            is_found |= role(call).is_some_and(|role| {
                role == BuiltinRole::Record || !role.player_arguments().is_empty()
            });
        }
    });
    is_found
}

/// Returns the names that a value reads, including those in the braces of texts.
fn names_in(value: &Expr) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    value.visit(&mut |part| match &part.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Text(text) => {
            let opened = text
                .split('{')
                .skip(1)
                .filter_map(|rest| rest.split_once('}'));
            names.extend(opened.map(|(name, _)| name.trim().to_owned()));
        }
        _ => (),
    });
    names
}
