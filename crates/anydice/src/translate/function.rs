//! Translates calls of the functions of a program.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Code, Kind, Piece, Strength, list};
use super::names;
use super::{Failure, MAX_FUNCTIONS, Translator};
use crate::evaluate::memory::read_variables;
use crate::pool::Pool;
use crate::syntax::{
    Expression, Function, ParameterType, Signature, Statement, StatementKind, Variable,
};
use crate::value::Value;

/// The function and the arguments that a piece of code was made for.
pub(super) struct Specialization {
    signature: Signature,
    bindings: Vec<Binding>,
    /// The variables of the program that it reads, with their values.
    globals: Vec<(Variable, Option<Value>)>,
    /// Whether no function and no setting has changed since.
    pub(super) is_current: bool,
}

/// A function that is being translated.
pub(super) struct Active {
    signature: Signature,
    bindings: Vec<Binding>,
    name: String,
    /// Whether it calls itself and counts the depth of its calls.
    counts_depth: bool,
}

/// The code that a call refers to.
struct Target {
    name: String,
    kind: Kind,
    is_random: bool,
    /// The depth that is passed as the last argument.
    depth: Option<String>,
    /// The condition without which the call is left out.
    guard: Option<String>,
}

/// The kind of an argument.
#[derive(Clone, PartialEq, Eq)]
enum Binding {
    Number,
    List(Option<i64>),
    /// Dice that are rolled at each use.
    Dice(Pool),
    /// A number that the code contains.
    Constant(i64),
}

/// The code of a function.
pub(super) struct Translated {
    name: String,
    pub(super) text: String,
    kind: Kind,
    is_random: bool,
    /// Whether its last parameter is the depth of the call.
    counts_depth: bool,
    /// Whether a translated output calls it.
    pub(super) is_used: bool,
}

/// A variable of a function.
#[derive(Clone)]
pub(super) enum Local {
    Number {
        name: String,
        range: Option<(i64, i64)>,
    },
    List {
        name: String,
        length: Option<i64>,
    },
    Dice(Pool),
    /// A number that is known.
    Constant(i64),
}

/// The variables that are visible.
pub(super) struct Scope {
    pub(super) is_top_level: bool,
    pub(super) locals: FxHashMap<Variable, Local>,
    /// The variables of the function that is translated and of those that call it.
    hidden: FxHashSet<Variable>,
    /// The variables that hold the result of a roll. AnyDice rolls again whenever one is used, so
    /// each may be used only once.
    pub(super) random: FxHashSet<Variable>,
    /// The uses of such variables in the current statement.
    pub(super) random_reads: Vec<Variable>,
    /// The variables that the function assigns, and how often.
    pub(super) assigned: FxHashMap<Variable, usize>,
    /// The kind of the results so far.
    pub(super) result_kind: Option<Kind>,
    pub(super) has_random_result: bool,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            is_top_level: true,
            locals: FxHashMap::default(),
            hidden: FxHashSet::default(),
            random: FxHashSet::default(),
            random_reads: Vec::new(),
            assigned: FxHashMap::default(),
            result_kind: None,
            has_random_result: false,
        }
    }
}

impl Scope {
    /// Returns whether a variable is one of a function.
    pub(super) fn hides(&self, variable: Variable) -> bool {
        self.hidden.contains(&variable)
    }
}

impl Translator<'_> {
    /// Translates a call.
    pub(super) fn call(
        &mut self,
        signature: Signature,
        arguments: &[Expression],
        scope: &mut Scope,
    ) -> Result<Code, Failure> {
        let Some(function) = self.evaluator.functions.get(&signature).cloned() else {
            return Err(Failure::Untranslatable);
        };
        let is_operand = std::mem::take(&mut self.is_operand);
        let (mut passed, mut fixed, mut is_random) = (Vec::new(), false, false);
        for (argument, (_, parameter)) in arguments.iter().zip(&function.parameters) {
            let code = self.code(argument, scope)?;
            let (binding, piece) = self.argument(*parameter, &code, argument, scope)?;
            is_random |= piece.as_ref().is_some_and(|piece| piece.is_random);
            let constant = match (&binding, &code) {
                (Binding::Number, Code::Number(number)) => Some(*number),
                _ => None,
            };
            fixed |= constant.is_some();
            passed.push((binding, piece, constant));
        }
        let bindings = passed.iter().map(|(binding, ..)| binding.clone()).collect();
        let target = match self.function(&function, bindings, scope, is_operand) {
            // It may be possible for the numbers that are passed, if not for all.
            Err(Failure::Untranslatable) if fixed => {
                for (binding, piece, constant) in &mut passed {
                    if let Some(number) = constant {
                        *binding = Binding::Constant(*number);
                        *piece = None;
                    }
                }
                let bindings = passed.iter().map(|(binding, ..)| binding.clone()).collect();
                self.function(&function, bindings, scope, is_operand)?
            }
            target => target?,
        };
        let mut texts: Vec<String> = passed
            .into_iter()
            .filter_map(|(_, piece, _)| Some(piece?.text))
            .collect();
        texts.extend(target.depth);
        let mut text = format!("{}({})", target.name, texts.join(", "));
        let mut strength = Strength::Atom;
        if let Some(guard) = target.guard {
            text = format!("{text} if {guard} else 0");
            strength = Strength::Conditional;
        }
        let piece = Piece::new(text, strength, target.kind, is_random || target.is_random);
        // With dice, the result is a die, and a sequence counts as its sum.
        if is_random && piece.kind == Kind::List {
            return self.number(&Code::Piece(piece)).map(Code::Piece);
        }
        Ok(Code::Piece(piece))
    }

    /// Returns what a parameter is bound to, and the code to pass.
    fn argument(
        &mut self,
        parameter: ParameterType,
        code: &Code,
        argument: &Expression,
        scope: &Scope,
    ) -> Result<(Binding, Option<Piece>), Failure> {
        match parameter {
            ParameterType::Number => Ok((Binding::Number, Some(self.number(code)?))),
            ParameterType::Sequence => {
                let piece = self.as_list(code)?;
                Ok((Binding::List(piece.length), Some(piece)))
            }
            ParameterType::Any | ParameterType::Die => match code {
                Code::Dice(pool) => Ok((Binding::Dice(pool.clone()), None)),
                code if code.is_random() || parameter == ParameterType::Die => {
                    if !self.is_closed(argument, scope) {
                        return Err(Failure::Untranslatable);
                    }
                    let value = self.closed_value(argument)?;
                    match self
                        .evaluator
                        .adapt(value, ParameterType::Die, &argument.span)?
                    {
                        Value::Pool(pool) if !pool.die.is_empty() => {
                            Ok((Binding::Dice(pool), None))
                        }
                        _ => Err(Failure::Untranslatable),
                    }
                }
                code if code.is_list() => {
                    let piece = self.as_list(code)?;
                    Ok((Binding::List(piece.length), Some(piece)))
                }
                code => Ok((Binding::Number, Some(self.number(code)?))),
            },
        }
    }

    /// Returns the code of a sequence: dice are rolled, and a number is a sequence of one.
    fn as_list(&mut self, code: &Code) -> Result<Piece, Failure> {
        match code {
            Code::Sequence(values) => {
                Ok(Piece::atom(list(values), Kind::List, false)
                    .with_length(Some(values.len() as i64)))
            }
            Code::Dice(pool) => self.passed_pool(pool),
            Code::Piece(piece) if piece.kind == Kind::List => Ok(piece.clone()),
            code => {
                let piece = self.number(code)?;
                Ok(
                    Piece::atom(format!("[{}]", piece.text), Kind::List, piece.is_random)
                        .with_length(Some(1)),
                )
            }
        }
    }

    /// Returns the code of a function for a call.
    fn function(
        &mut self,
        function: &Rc<Function>,
        bindings: Vec<Binding>,
        caller: &Scope,
        is_operand: bool,
    ) -> Result<Target, Failure> {
        let signature = function.signature;
        if let Some(index) = self.functions.iter().position(|(known, _)| {
            known.is_current
                && known.signature == signature
                && known.bindings == bindings
                && known.globals.iter().all(|(variable, value)| {
                    self.evaluator.environment.get(*variable) == value.as_ref()
                })
        }) {
            return self.target(index);
        }
        if self
            .active
            .iter()
            .any(|active| active.signature == signature)
        {
            return self.recursive(signature, &bindings, is_operand);
        }
        if self.active.len() >= self.evaluator.settings.function_depth.min(20)
            || self.functions.len() >= MAX_FUNCTIONS
        {
            return Err(Failure::Untranslatable);
        }
        let words = &self.evaluator.names.functions[signature];
        let variables = &self.evaluator.names.variables;
        let name = names::of_function(words, variables, &mut self.used_names);
        self.active.push(Active {
            signature,
            bindings: bindings.clone(),
            name,
            counts_depth: false,
        });
        let mut random = FxHashSet::default();
        let translated = loop {
            let before = random.len();
            match self.translated(function, &bindings, caller, &mut random) {
                // A variable turned out to hold the result of a roll.
                Err(Failure::Untranslatable) if random.len() > before => {}
                result => break result,
            }
        };
        let active = self.active.pop();
        if let (Err(_), Some(active)) = (&translated, active) {
            self.used_names.remove(&active.name);
        }
        let translated = translated?;
        let globals = read_variables(function, &self.evaluator.functions)
            .into_iter()
            .map(|variable| {
                let value = self.evaluator.environment.get(variable).cloned();
                (variable, value)
            })
            .collect();
        let specialization = Specialization {
            signature,
            bindings,
            globals,
            is_current: true,
        };
        // Two functions with the same code are one.
        if let Some((known, same)) = self.functions.iter().find(|(_, known)| {
            known.text.replacen(&known.name, &translated.name, 1) == translated.text
                && known.kind == translated.kind
        }) && known.is_current
            && !translated.counts_depth
        {
            self.used_names.remove(&translated.name);
            let alias = Translated {
                name: same.name.clone(),
                text: String::new(),
                ..translated
            };
            self.functions.push((specialization, alias));
        } else {
            self.functions.push((specialization, translated));
        }
        self.target(self.functions.len() - 1)
    }

    /// Returns the target of a call of a function that has been translated.
    fn target(&self, index: usize) -> Result<Target, Failure> {
        let (_, translated) = &self.functions[index];
        // The depth of a function that calls itself is not known here.
        if translated.counts_depth && self.active.iter().any(|active| active.counts_depth) {
            return Err(Failure::Untranslatable);
        }
        Ok(Target {
            name: translated.name.clone(),
            kind: translated.kind,
            is_random: translated.is_random,
            depth: translated
                .counts_depth
                .then(|| (self.active.len() + 1).to_string()),
            guard: None,
        })
    }

    /// Returns the target of a call of a function within itself.
    fn recursive(
        &mut self,
        signature: Signature,
        bindings: &[Binding],
        is_operand: bool,
    ) -> Result<Target, Failure> {
        let limit = self.evaluator.settings.function_depth;
        let count = self.active.len();
        let Some(index) = self
            .active
            .iter()
            .position(|active| active.signature == signature && active.bindings == bindings)
        else {
            return Err(Failure::Untranslatable);
        };
        let active = &mut self.active[index];
        let mut target = Target {
            name: active.name.clone(),
            kind: Kind::Number,
            is_random: true,
            depth: None,
            guard: None,
        };
        if limit > 50 {
            return Err(Failure::Untranslatable);
        }
        if self.evaluator.limit_hit {
            // At the greatest depth, the call yields the empty die, which counts as 0.
            if !is_operand || index + 1 < count {
                return Err(Failure::Untranslatable);
            }
            active.counts_depth = true;
            target.depth = Some("depth + 1".to_owned());
            target.guard = Some(format!("depth < {limit}"));
        }
        Ok(target)
    }

    fn translated(
        &mut self,
        function: &Function,
        bindings: &[Binding],
        caller: &Scope,
        random: &mut FxHashSet<Variable>,
    ) -> Result<Translated, Failure> {
        let mut scope = Scope {
            is_top_level: false,
            hidden: caller.hidden.clone(),
            random: random.clone(),
            ..Scope::default()
        };
        assigned(&function.body, &mut scope.assigned);
        scope.hidden.extend(scope.assigned.keys());
        let mut parameters = Vec::new();
        for ((variable, _), binding) in function.parameters.iter().zip(bindings) {
            let name = names::of_variable(&self.evaluator.names.variables[*variable]);
            let is_assigned = scope.assigned.contains_key(variable);
            scope.hidden.insert(*variable);
            let local = match binding {
                Binding::Dice(_) | Binding::Constant(_) if is_assigned => {
                    return Err(Failure::Untranslatable);
                }
                Binding::Constant(number) => Local::Constant(*number),
                Binding::Dice(pool) => Local::Dice(pool.clone()),
                Binding::Number => Local::Number {
                    name: name.clone(),
                    range: None,
                },
                Binding::List(length) => Local::List {
                    name: name.clone(),
                    length: length.filter(|_| !is_assigned),
                },
            };
            if !matches!(local, Local::Dice(_) | Local::Constant(_)) {
                parameters.push(name);
            }
            scope.locals.insert(*variable, local);
        }
        let mut body = String::new();
        let result = self.block(&function.body, &mut scope, 1, &mut body);
        random.extend(&scope.random);
        // Every path has to end with a result: AnyDice leaves the others out.
        if !result? {
            return Err(Failure::Untranslatable);
        }
        let Some(active) = self.active.last() else {
            return Err(Failure::Untranslatable);
        };
        let (name, counts_depth) = (active.name.clone(), active.counts_depth);
        if counts_depth {
            parameters.push("depth".to_owned());
        }
        let text = format!("def {name}({}):\n{body}", parameters.join(", "));
        Ok(Translated {
            name,
            text,
            kind: scope.result_kind.unwrap_or(Kind::Number),
            is_random: scope.has_random_result,
            counts_depth,
            is_used: false,
        })
    }
}

/// Finds the variables that statements assign.
fn assigned(statements: &[Statement], found: &mut FxHashMap<Variable, usize>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Assign(variable, _) => {
                *found.entry(*variable).or_default() += 1;
            }
            StatementKind::Loop(variable, _, body) => {
                *found.entry(*variable).or_default() += 1;
                assigned(body, found);
            }
            StatementKind::If(branches, otherwise) => {
                for (_, body) in branches {
                    assigned(body, found);
                }
                assigned(otherwise, found);
            }
            _ => {}
        }
    }
}
