//! What each metric needs of a trial: the statements that bear on it, by what they change and by what decides whether they are
//! run (program slicing: Weiser 1984). A metric that is explored with its own statements alone has fewer states.
//!
//! Only trials without a player are taken apart, in which nothing but the trial itself records.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtin::{self, BuiltinRole};
use crate::declare::Declarations;
use crate::grammar::tree::{AssignTarget, Call, Definition, Expr, ExprKind, Statement, StatementKind};

/// The statements of a trial by number, in the order in which they are written, and which of them each metric needs.
#[derive(Clone, Debug)]
pub(crate) struct TrialSlices {
    /// The statements that each metric needs.
    needs: Vec<BTreeSet<usize>>,
    /// The statements that ask chance.
    asking: BTreeSet<usize>,
    /// The statements that record.
    records: BTreeSet<usize>,
    /// Whether every statement that can fail is needed by some metric.
    needs_all: bool,
}

/// A statement, as slicing sees it.
struct Step {
    parent: Option<usize>,
    /// The loop around it.
    around: Option<usize>,
    reads: BTreeSet<String>,
    writes: BTreeSet<String>,
    kind: StepKind,
    asks: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum StepKind {
    Records(usize),
    Loop,
    /// `break` and `continue`.
    Jump,
    Return,
    /// `note(...)` and `pass`, which do nothing.
    Note,
    Plain,
}

/// Why a trial cannot be taken apart.
struct Whole;

impl TrialSlices {
    /// The slices of a file's trial; `None` where it cannot be taken apart, or has one metric.
    pub(crate) fn of(declarations: &Declarations) -> Option<TrialSlices> {
        let trial = &declarations.functions[declarations.function("trial")?];
        let others = declarations.functions.iter().filter(|own| own.name.text != "trial");
        let is_alone = declarations.players.is_empty() && !others.flat_map(|own| &own.body).any(speaks);
        if declarations.metrics.len() < 2 || !is_alone {
            return None;
        }
        let mut steps = Steps { declarations, asking: asking_functions(declarations), all: Vec::new() };
        steps.take(&trial.body, None, None).ok()?;
        let needs = (0..declarations.metrics.len()).map(|metric| steps.needed(metric)).collect();
        let asking = (0..steps.all.len()).filter(|&at| steps.all[at].asks).collect();
        let needs: Vec<BTreeSet<usize>> = needs;
        let is_needed = |at: usize| needs.iter().any(|own| own.contains(&at));
        let needs_all = (0..steps.all.len()).all(|at| steps.all[at].kind == StepKind::Note || is_needed(at));
        let records = (0..steps.all.len()).filter(|&at| matches!(steps.all[at].kind, StepKind::Records(_))).collect();
        Some(TrialSlices { needs_all, needs, asking, records })
    }

    /// The group of each metric, from 0: metrics of different groups have no chance in common. All are of one where a statement
    /// that no metric needs could fail, or go on for ever.
    pub(crate) fn groups(&self) -> Vec<u32> {
        if !self.needs_all {
            return vec![0; self.needs.len()];
        }
        let chance = |metric: usize| self.needs[metric].intersection(&self.asking);
        let mut groups: Vec<Option<usize>> = vec![None; self.needs.len()];
        let mut of_step: BTreeMap<usize, usize> = BTreeMap::new();
        for metric in (0..self.needs.len()).filter(|&metric| chance(metric).next().is_some()) {
            groups[metric] = Some(metric);
            for &step in chance(metric) {
                let Some(other) = of_step.insert(step, metric).and_then(|other| groups[other]) else { continue };
                let own = groups[metric];
                groups.iter_mut().filter(|group| **group == own).for_each(|group| *group = Some(other));
            }
        }
        // In the order of their first metrics; what no chance bears on goes with the first.
        let mut order: Vec<usize> = Vec::new();
        let place = |group: Option<usize>| {
            let Some(group) = group else { return 0 };
            order.iter().position(|own| *own == group).unwrap_or_else(|| {
                order.push(group);
                order.len() - 1
            }) as u32
        };
        groups.into_iter().map(place).collect()
    }

    /// The trial with what these metrics need, and nothing else.
    pub(crate) fn trial(&self, trial: &Definition, metrics: &[usize]) -> Definition {
        let mut next = 0;
        Definition { body: kept(&trial.body, &self.needed(metrics), &mut next), ..trial.clone() }
    }

    /// Whether some metrics need less than others: to record less is nothing.
    pub(crate) fn is_less(&self, metrics: &[usize], others: &[usize]) -> bool {
        self.needs_all && self.worked(metrics).len() < self.worked(others).len()
    }

    /// Whether two metrics need the same.
    pub(crate) fn is_alike(&self, one: usize, other: usize) -> bool {
        self.worked(&[one]) == self.worked(&[other])
    }

    /// What metrics need besides their records.
    fn worked(&self, metrics: &[usize]) -> BTreeSet<usize> {
        self.needed(metrics).difference(&self.records).copied().collect()
    }

    fn needed(&self, metrics: &[usize]) -> BTreeSet<usize> {
        metrics.iter().flat_map(|&metric| &self.needs[metric]).copied().collect()
    }
}

/// The statements of a body that are needed.
fn kept(body: &[Statement], needed: &BTreeSet<usize>, next: &mut usize) -> Vec<Statement> {
    let mut all = Vec::new();
    for statement in body {
        let at = *next;
        *next += 1;
        let mut inner = |body: &[Statement]| kept(body, needed, next);
        let kind = match &statement.kind {
            StatementKind::If { branches, otherwise } => StatementKind::If {
                branches: branches.iter().map(|(condition, body)| (condition.clone(), inner(body))).collect(),
                otherwise: inner(otherwise),
            },
            StatementKind::While { condition, body } => {
                StatementKind::While { condition: condition.clone(), body: inner(body) }
            }
            StatementKind::For { names, source, body } => {
                StatementKind::For { names: names.clone(), source: source.clone(), body: inner(body) }
            }
            other => other.clone(),
        };
        if needed.contains(&at) {
            all.push(Statement { kind, span: statement.span });
        }
    }
    all
}

/// The statements of a trial, gathered.
struct Steps<'d> {
    declarations: &'d Declarations,
    asking: BTreeSet<&'d str>,
    all: Vec<Step>,
}

impl Steps<'_> {
    fn take(&mut self, body: &[Statement], parent: Option<usize>, around: Option<usize>) -> Result<(), Whole> {
        body.iter().try_for_each(|statement| self.take_one(statement, parent, around))
    }

    fn take_one(&mut self, statement: &Statement, parent: Option<usize>, around: Option<usize>) -> Result<(), Whole> {
        let at = self.all.len();
        let (mut reads, mut writes, mut kind) = (Vec::new(), BTreeSet::new(), StepKind::Plain);
        let mut write = |target: &AssignTarget| {
            writes.insert(target.name.text.clone());
        };
        match &statement.kind {
            StatementKind::Assign { targets, values } => {
                targets.iter().for_each(&mut write);
                reads.extend(targets.iter().flat_map(|target| &target.indices).chain(values));
            }
            StatementKind::Change { target, value, .. } => {
                write(target);
                reads.extend(target.indices.iter().chain([value]));
            }
            StatementKind::If { branches, .. } => reads.extend(branches.iter().map(|(condition, _)| condition)),
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
            StatementKind::Expression(value) => match self.recorded(value)? {
                Some((metric, given)) => {
                    reads.extend(given);
                    kind = StepKind::Records(metric);
                }
                None => {
                    let is_note = matches!(&value.kind, ExprKind::Call(call) if role(call) == Some(BuiltinRole::Note));
                    kind = if is_note { StepKind::Note } else { StepKind::Plain };
                    reads.push(value);
                }
            },
            StatementKind::Break | StatementKind::Continue => kind = StepKind::Jump,
            StatementKind::Pass => kind = StepKind::Note,
            StatementKind::Define(_) | StatementKind::Use { .. } => return Err(Whole),
        }
        if reads.iter().any(|value| records(value)) {
            return Err(Whole);
        }
        let asks = reads.iter().any(|value| self.asks(value));
        let reads = reads.into_iter().flat_map(names_in).collect();
        self.all.push(Step { parent, around, reads, writes, kind, asks });
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                branches.iter().try_for_each(|(_, body)| self.take(body, Some(at), around))?;
                self.take(otherwise, Some(at), around)
            }
            StatementKind::While { body, .. } | StatementKind::For { body, .. } => self.take(body, Some(at), Some(at)),
            _ => Ok(()),
        }
    }

    /// The metric that a statement records, and the value and the step that it is given.
    fn recorded<'e>(&self, value: &'e Expr) -> Result<Option<(usize, Vec<&'e Expr>)>, Whole> {
        let ExprKind::Call(call) = &value.kind else { return Ok(None) };
        if role(call) != Some(BuiltinRole::Record) {
            return Ok(None);
        }
        let [metric, given @ ..] = call.record_arguments();
        let name = match metric.map(|metric| &metric.kind) {
            Some(ExprKind::Name(name)) => name,
            _ => return Err(Whole),
        };
        let metric = self.declarations.metric(name).ok_or(Whole)?;
        Ok(Some((metric, given.into_iter().flatten().collect())))
    }

    fn asks(&self, value: &Expr) -> bool {
        let mut asks = false;
        value.each(&mut |own| {
            if let ExprKind::Call(call) = &own.kind {
                asks |= matches!(role(call), Some(BuiltinRole::Chance(_))) || self.asking.contains(&*call.name.text);
            }
        });
        asks
    }

    /// The statements that a metric needs.
    fn needed(&self, metric: usize) -> BTreeSet<usize> {
        let of_kind = |kind: StepKind| (0..self.all.len()).filter(move |&at| self.all[at].kind == kind);
        let mut open: Vec<usize> = of_kind(StepKind::Records(metric)).collect();
        // Whether a trial ends before something is recorded bears on it.
        open.extend(of_kind(StepKind::Return));
        let (mut needed, mut names) = (BTreeSet::new(), BTreeSet::new());
        while let Some(at) = open.pop() {
            if !needed.insert(at) {
                continue;
            }
            let step = &self.all[at];
            open.extend(step.parent);
            for name in &step.reads {
                if names.insert(name) {
                    open.extend((0..self.all.len()).filter(|&at| self.all[at].writes.contains(name)));
                }
            }
            if step.kind == StepKind::Loop {
                open.extend(of_kind(StepKind::Jump).filter(|&jump| self.all[jump].around == Some(at)));
            }
        }
        needed
    }
}

fn role(call: &Call) -> Option<BuiltinRole> {
    builtin::find(&call.name.text).map(|own| own.role)
}

/// Whether something is recorded, or a player asked, within a value.
fn records(value: &Expr) -> bool {
    let mut is_found = false;
    value.each(&mut |own| {
        if let ExprKind::Call(call) = &own.kind {
            is_found |= matches!(role(call), Some(BuiltinRole::Record | BuiltinRole::Choose));
        }
    });
    is_found
}

/// Whether a statement records something or asks a player.
fn speaks(statement: &Statement) -> bool {
    values(statement).into_iter().any(records) || bodies(statement).into_iter().flatten().any(speaks)
}

/// The values that stand in a statement, without those of its bodies.
fn values(statement: &Statement) -> Vec<&Expr> {
    match &statement.kind {
        StatementKind::Assign { targets, values } => {
            targets.iter().flat_map(|target| &target.indices).chain(values).collect()
        }
        StatementKind::Change { target, value, .. } => target.indices.iter().chain([value]).collect(),
        StatementKind::If { branches, .. } => branches.iter().map(|(condition, _)| condition).collect(),
        StatementKind::While { condition, .. } => vec![condition],
        StatementKind::For { source, .. } => vec![source],
        StatementKind::Return(values) => values.iter().collect(),
        StatementKind::Expression(value) => vec![value],
        _ => Vec::new(),
    }
}

fn bodies(statement: &Statement) -> Vec<&[Statement]> {
    match &statement.kind {
        StatementKind::If { branches, otherwise } => {
            branches.iter().map(|(_, body)| &body[..]).chain([&otherwise[..]]).collect()
        }
        StatementKind::While { body, .. } | StatementKind::For { body, .. } => vec![body],
        StatementKind::Define(own) => vec![&own.body],
        _ => Vec::new(),
    }
}

/// The functions of a file that ask chance, themselves or through others.
fn asking_functions(declarations: &Declarations) -> BTreeSet<&str> {
    let calls: Vec<(&str, BTreeSet<&str>)> = declarations.functions.iter().map(calls_of).collect();
    let is_chance = |name: &&str| matches!(builtin::find(name).map(|own| own.role), Some(BuiltinRole::Chance(_)));
    let mut asking: BTreeSet<&str> = BTreeSet::new();
    loop {
        let asks = |(name, called): &&(&str, BTreeSet<&str>)| {
            !asking.contains(name) && called.iter().any(|own| is_chance(own) || asking.contains(own))
        };
        let more: Vec<&str> = calls.iter().filter(asks).map(|(name, _)| *name).collect();
        if more.is_empty() {
            return asking;
        }
        asking.extend(more);
    }
}

/// A function, and the functions that it calls.
fn calls_of(function: &Definition) -> (&str, BTreeSet<&str>) {
    fn of_value<'e>(value: &'e Expr, called: &mut BTreeSet<&'e str>) {
        if let ExprKind::Call(call) = &value.kind {
            called.insert(&call.name.text);
        }
        value.children().into_iter().for_each(|child| of_value(child, called));
    }
    fn of_body<'e>(body: &'e [Statement], called: &mut BTreeSet<&'e str>) {
        for statement in body {
            values(statement).into_iter().for_each(|value| of_value(value, called));
            bodies(statement).into_iter().for_each(|body| of_body(body, called));
        }
    }
    let mut called = BTreeSet::new();
    of_body(&function.body, &mut called);
    (&function.name.text, called)
}

/// The names that a value reads, those in the braces of texts too.
fn names_in(value: &Expr) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    value.each(&mut |own| match &own.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Text(text) => {
            let opened = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
            names.extend(opened.map(|(name, _)| name.trim().to_owned()));
        }
        _ => (),
    });
    names
}
