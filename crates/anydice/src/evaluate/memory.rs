//! Remembers the results of calls. A function has no effect but its result, which depends on its
//! arguments, on the variables that it or a function called by it reads, and, if it calls
//! functions, on the depth of the call.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::environment::Environment;
use crate::syntax::{
    Expression, ExpressionKind, Function, Signature, Statement, StatementKind, Variable,
};
use crate::value::Value;

/// The most values that the remembered calls may have together.
const MAX_VALUES: usize = 3_000_000;

/// Everything that the result of a call depends on.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Key {
    signature: Signature,
    generation: usize,
    depth: Option<usize>,
    arguments: Vec<Value>,
    variables: Vec<Option<Value>>,
}

/// The variables that a function reads, and whether it calls other functions.
struct Reads {
    variables: Vec<Variable>,
    calls: bool,
}

/// The results of earlier calls.
#[derive(Default)]
pub(crate) struct Memory {
    /// Each result, and whether the maximum function depth had an effect on it.
    results: FxHashMap<Key, (Value, bool)>,
    reads: FxHashMap<Signature, Rc<Reads>>,
    size: usize,
    /// The number of times that all results were deleted.
    generation: usize,
}

impl Memory {
    /// Forgets everything: a function or a setting has changed.
    pub(crate) fn forget(&mut self) {
        self.generation += 1;
        self.results.clear();
        self.reads.clear();
        self.size = 0;
    }

    pub(crate) fn key(
        &mut self,
        function: &Rc<Function>,
        arguments: &[Value],
        depth: usize,
        functions: &FxHashMap<Signature, Rc<Function>>,
        environment: &Environment,
    ) -> Key {
        let reads = self
            .reads
            .entry(function.signature)
            .or_insert_with(|| Rc::new(find_reads(function, functions)))
            .clone();
        Key {
            signature: function.signature,
            generation: self.generation,
            depth: reads.calls.then_some(depth),
            arguments: arguments.to_vec(),
            variables: reads
                .variables
                .iter()
                .map(|variable| environment.get(*variable).cloned())
                .collect(),
        }
    }

    pub(crate) fn get(&self, key: &Key) -> Option<(Value, bool)> {
        self.results.get(key).cloned()
    }

    /// Remembers a result, unless a function has been defined since the call began.
    pub(crate) fn insert(&mut self, key: Key, result: Value, limit_hit: bool) {
        if key.generation != self.generation {
            return;
        }
        let size = |value: &Value| match value {
            Value::Number(_) => 1,
            Value::Sequence(values) => 1 + values.len(),
            Value::Pool(pool) => 1 + pool.die.faces().len(),
        };
        let added = key.arguments.iter().map(size).sum::<usize>()
            + key.variables.iter().flatten().map(size).sum::<usize>()
            + size(&result)
            + 8;
        if self.size + added > MAX_VALUES {
            self.results.clear();
            self.size = 0;
        }
        if added <= MAX_VALUES / 10 {
            self.size += added;
            self.results.insert(key, (result, limit_hit));
        }
    }
}

/// Returns the variables that a function and those called by it read.
pub(crate) fn read_variables(
    function: &Function,
    functions: &FxHashMap<Signature, Rc<Function>>,
) -> Vec<Variable> {
    find_reads(function, functions).variables
}

/// Finds the variables that a function and the functions called by it read. Its parameters are
/// not among them, unless another function reads them.
fn find_reads(function: &Function, functions: &FxHashMap<Signature, Rc<Function>>) -> Reads {
    let mut search = Search {
        functions,
        seen: FxHashSet::from_iter([function.signature]),
        pending: Vec::new(),
        variables: FxHashSet::default(),
        calls: false,
    };
    search.statements(&function.body);
    while let Some(function) = search.pending.pop() {
        search.statements(&function.body);
    }
    for (parameter, _) in &function.parameters {
        search.variables.remove(parameter);
    }
    let mut variables: Vec<Variable> = search.variables.into_iter().collect();
    variables.sort_unstable();
    Reads {
        variables,
        calls: search.calls,
    }
}

struct Search<'a> {
    functions: &'a FxHashMap<Signature, Rc<Function>>,
    seen: FxHashSet<Signature>,
    /// Functions that are called and have not been searched.
    pending: Vec<Rc<Function>>,
    variables: FxHashSet<Variable>,
    calls: bool,
}

impl Search<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(_, value)
                | StatementKind::Output(value, _)
                | StatementKind::Print(value)
                | StatementKind::Result(value) => self.expression(value),
                StatementKind::Loop(_, values, body) => {
                    self.expression(values);
                    self.statements(body);
                }
                StatementKind::If(branches, otherwise) => {
                    for (condition, body) in branches {
                        self.expression(condition);
                        self.statements(body);
                    }
                    self.statements(otherwise);
                }
                // A definition within a function changes what later calls mean.
                StatementKind::Function(_) => self.calls = true,
                StatementKind::Set(_) => {}
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Number(_) => {}
            ExpressionKind::Variable(variable) => {
                self.variables.insert(*variable);
            }
            ExpressionKind::Unary(_, operand) => self.expression(operand),
            ExpressionKind::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExpressionKind::Sequence(items) => {
                for item in items {
                    self.expression(&item.first);
                    for part in [&item.last, &item.repeat].into_iter().flatten() {
                        self.expression(part);
                    }
                }
            }
            ExpressionKind::Call(signature, arguments) => {
                for argument in arguments {
                    self.expression(argument);
                }
                if let Some(function) = self.functions.get(signature) {
                    self.calls = true;
                    if self.seen.insert(*signature) {
                        self.pending.push(function.clone());
                    }
                }
            }
        }
    }
}
