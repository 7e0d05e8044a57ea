//! The tree to instructions. The file has been checked: what cannot be compiled here is left out.

mod expression;
mod statement;

use std::collections::BTreeMap;

use oddsmith_engine::chance::DiceText;

use crate::code::{Code, Effects, Function, MetricCode, Op};
use crate::declare::{Declarations, Metric, MetricKind, field_names};
use crate::grammar::tree::{AssignTarget, Definition, Expr};
use crate::live;
use crate::machine::value::Value;
use crate::source::Span;
use crate::totals::find_totals;

/// What exploding dice do, in the language itself.
const PRELUDE: &str = r#"
def exploding_die(sides):
    total = roll(sides)
    face = total
    while face == sides:
        face = roll(sides)
        total += face
    return total

def exploding_sum(n, sides):
    total = 0
    for die in range(n):
        total += exploding_die(sides)
    return total

def exploding_sum_by_rounds(n, sides):
    if sides == 1:
        return exploding_die(sides)
    faces = sides - 1
    rolling = n
    further = 0
    while rolling > 0:
        rolling = successes(rolling, sides, sides)
        further += rolling
    return further * sides + dice("{n}d{faces}")

def exploding_kept(n, sides, kept, keep_highest):
    shown = []
    for die in range(n):
        shown = sorted(shown + [exploding_die(sides)])
    return sum(highest(shown, kept) if keep_highest else lowest(shown, kept))

def exploding_kept_by_rounds(n, sides, kept, keep_highest):
    if sides == 1:
        return exploding_die(sides)
    faces = sides - 1
    left = min(kept, n)
    below = 0
    total = 0
    rolling = n
    while 0 < left < rolling:
        further = successes(rolling, sides, sides)
        fallen = rolling - further
        counted = max(0, left - further) if keep_highest else min(left, fallen)
        total += dice("{fallen}d{faces}kh{counted}") if keep_highest else dice("{fallen}d{faces}kl{counted}")
        total += counted * below
        left -= counted
        below += sides
        rolling = further
    return total + left * below + exploding_sum_by_rounds(left, sides)
"#;

/// What is worked out by another function than it is played by: how often dice explode and what they show at last do not bear
/// on each other. A sum needs no die by itself, and those kept need no list of all: they are told apart by their last faces alone,
/// until all that are left are kept.
const EXPLORED_AS: [(&str, &str); 2] =
    [("exploding_sum", "exploding_sum_by_rounds"), ("exploding_kept", "exploding_kept_by_rounds")];

/// Compiles a checked file.
pub(crate) fn compile(declarations: &Declarations, has_exploding_dice: bool) -> Code {
    let prelude = if has_exploding_dice { prelude() } else { Vec::new() };
    let mut program = Program { declarations, code: Code::default(), prelude };
    program.shared_names();
    program.functions();
    program.constants();
    program.metrics();
    program.effects();
    find_totals(&mut program.code);
    program.code.functions.iter_mut().for_each(live::find_dead);
    program.code
}

/// Adds a function that rolls the dice of a parameter, which explode: its place.
pub(crate) fn add_dice(declarations: &Declarations, code: &mut Code, template: DiceText) -> usize {
    let mut program = Program { declarations, code: std::mem::take(code), prelude: prelude() };
    let mut builder = Builder::new(&mut program, "", false);
    builder.exploding(&template, Span::default(), Span::default());
    builder.push(Op::Return, Span::default());
    let mut function = builder.function;
    function.effects = Effects { asks: true, speaks: false };
    live::find_dead(&mut function);
    *code = program.code;
    code.functions.push(function);
    code.functions.len() - 1
}

fn prelude() -> Vec<Definition> {
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let (_, module) = crate::grammar::rule_file(PRELUDE, &mut diagnostics);
    debug_assert!(diagnostics.is_empty(), "the prelude is a rule file like any other: {diagnostics:?}");
    crate::declare::declare(module, &mut diagnostics).functions
}

struct Program<'d> {
    declarations: &'d Declarations,
    code: Code,
    prelude: Vec<Definition>,
}

impl Program<'_> {
    fn shared_names(&mut self) {
        let parameters = self.declarations.parameters.iter().map(|parameter| parameter.name.clone());
        self.code.shared_names = parameters.chain(self.declarations.constant_names().map(str::to_owned)).collect();
        self.code.fields = field_names(&self.declarations.parameters).into_iter().map(str::to_owned).collect();
    }

    fn functions(&mut self) {
        let declarations = self.declarations;
        for function in &declarations.functions {
            let compiled = self.function(function, function.name.text == "trial");
            self.code.functions.push(compiled);
        }
        self.code.trial = declarations.function("trial").unwrap_or(0);
        for function in self.prelude.clone() {
            let mut compiled = self.function(&function, false);
            // Its places are in a text that nobody sees.
            compiled.spans.iter_mut().for_each(|span| *span = Span::default());
            compiled.slots.iter_mut().for_each(String::clear);
            if let Some((_, other)) = EXPLORED_AS.iter().find(|(own, _)| *own == function.name.text) {
                compiled.explored_as = self.function_place(other);
            }
            self.code.functions.push(compiled);
        }
    }

    fn function(&mut self, function: &Definition, is_trial: bool) -> Function {
        let mut builder = Builder::new(self, &function.name.text, is_trial);
        for name in &function.parameters {
            builder.slot(&name.text);
        }
        builder.function.arguments = function.parameters.len();
        builder.block(&function.body);
        builder.end(function.name.span)
    }

    /// Each line of constants is a function that gives their values.
    fn constants(&mut self) {
        let declarations = self.declarations;
        for constant in &declarations.constants {
            let function = self.constant(&constant.targets, &constant.values);
            self.code.functions.push(function);
            self.code.shared.push((self.code.functions.len() - 1, constant.targets.len()));
        }
    }

    fn constant(&mut self, targets: &[AssignTarget], values: &[Expr]) -> Function {
        let mut builder = Builder::new(self, "", false);
        let span = targets[0].span;
        values.iter().for_each(|value| builder.expr(value));
        if values.len() > 1 {
            builder.push(Op::List(values.len() as u16), span);
        }
        builder.push(Op::Return, span);
        builder.function
    }

    fn metrics(&mut self) {
        let declarations = self.declarations;
        for metric in &declarations.metrics {
            let compiled = self.metric(metric);
            self.code.metrics.push(compiled);
        }
    }

    fn metric(&mut self, metric: &Metric) -> MetricCode {
        let outcomes = match &metric.kind {
            MetricKind::Category(outcomes) => Some(outcomes.iter().map(|(name, _)| self.text(name)).collect()),
            _ => None,
        };
        MetricCode {
            name: metric.name.clone(),
            outcomes,
            is_flag: metric.kind == MetricKind::Flag,
            otherwise: metric.otherwise,
            optional: metric.absent.is_some() || metric.kind == MetricKind::When,
            each: metric.each.as_ref().map(|each| self.each(each)),
            is_total: false,
            span: metric.span,
        }
    }

    fn each(&mut self, each: &Expr) -> usize {
        let mut builder = Builder::new(self, "", false);
        builder.expr(each);
        builder.push(Op::Return, each.span);
        let function = builder.function;
        self.code.functions.push(function);
        self.code.functions.len() - 1
    }

    fn text(&mut self, text: &str) -> u32 {
        let found = self.code.texts.iter().position(|known| known == text);
        found.unwrap_or_else(|| {
            self.code.texts.push(text.to_owned());
            self.code.texts.len() - 1
        }) as u32
    }

    fn constant_value(&mut self, value: Value) -> u32 {
        let found = self.code.constants.iter().position(|known| *known == value);
        found.unwrap_or_else(|| {
            self.code.constants.push(value);
            self.code.constants.len() - 1
        }) as u32
    }

    /// The place of a function: those of the file first, then those of the prelude.
    fn function_place(&self, name: &str) -> Option<usize> {
        let prelude = || self.prelude.iter().position(|function| function.name.text == name);
        self.declarations.function(name).or_else(|| prelude().map(|i| i + self.declarations.functions.len()))
    }

    /// What every function does, through those that it calls too.
    fn effects(&mut self) {
        let mut effects: Vec<Effects> = self.code.functions.iter().map(own_effects).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (i, function) in self.code.functions.iter().enumerate() {
                let joined = callees(function).fold(effects[i], |joined, callee| joined.join(effects[callee]));
                changed |= joined != effects[i];
                effects[i] = joined;
            }
        }
        self.code.functions.iter_mut().zip(effects).for_each(|(function, effects)| function.effects = effects);
    }
}

fn own_effects(function: &Function) -> Effects {
    let asks = |op: &Op| matches!(op, Op::Ask { .. } | Op::Dice { .. } | Op::Choose(_));
    let speaks = |op: &Op| matches!(op, Op::Record { .. } | Op::Choose(_));
    Effects { asks: function.ops.iter().any(asks), speaks: function.ops.iter().any(speaks) }
}

fn callees(function: &Function) -> impl Iterator<Item = usize> + '_ {
    function.ops.iter().filter_map(|op| match op {
        Op::Call { function, .. } => Some(*function as usize),
        _ => None,
    })
}

/// A function in the making.
struct Builder<'p, 'd> {
    program: &'p mut Program<'d>,
    function: Function,
    /// The names that can be seen, the innermost last.
    scope: Vec<(String, u16)>,
    loops: Vec<Loop>,
    is_trial: bool,
}

/// A loop in the making: where `continue` goes, and the jumps that go behind it.
struct Loop {
    head: u32,
    breaks: Vec<usize>,
    is_while: bool,
}

impl<'p, 'd> Builder<'p, 'd> {
    fn new(program: &'p mut Program<'d>, name: &str, is_trial: bool) -> Builder<'p, 'd> {
        let function = Function { name: name.to_owned(), ..Function::default() };
        Builder { program, function, scope: Vec::new(), loops: Vec::new(), is_trial }
    }

    fn push(&mut self, op: Op, span: Span) -> usize {
        self.function.ops.push(op);
        self.function.spans.push(span);
        self.function.ops.len() - 1
    }

    fn here(&self) -> u32 {
        self.function.ops.len() as u32
    }

    /// A jump that was pushed goes here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        match &mut self.function.ops[at] {
            Op::Jump(to) | Op::Unless(to) | Op::KeepIf { to, .. } | Op::SkipNote(to) => *to = here,
            Op::NextNumber { end, .. } | Op::NextEntry { end, .. } => *end = here,
            _ => (),
        }
    }

    /// The slot of a name, new where there is none.
    fn slot(&mut self, name: &str) -> u16 {
        self.find(name).unwrap_or_else(|| self.new_slot(name))
    }

    fn new_slot(&mut self, name: &str) -> u16 {
        self.function.slots.push(name.to_owned());
        let slot = (self.function.slots.len() - 1) as u16;
        if !name.is_empty() {
            self.scope.push((name.to_owned(), slot));
        }
        slot
    }

    /// So many slots in a row that no rule sees; the first.
    fn hidden(&mut self, n: u16) -> u16 {
        let first = self.function.slots.len() as u16;
        for _ in 0..n {
            self.new_slot("");
        }
        first
    }

    fn find(&self, name: &str) -> Option<u16> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, slot)| *slot)
    }

    fn end(mut self, span: Span) -> Function {
        let nothing = self.program.constant_value(Value::Nothing);
        self.push(Op::Constant(nothing), span);
        self.push(Op::Return, span);
        self.function
    }
}

/// The arguments of a call in the order of the function's own names.
fn in_order<'e>(arguments: &'e [crate::grammar::tree::Argument], names: &[&str]) -> Vec<&'e Expr> {
    let named: BTreeMap<usize, &Expr> = arguments
        .iter()
        .enumerate()
        .map(|(i, argument)| {
            let place = argument.name.as_ref().and_then(|name| names.iter().position(|known| *known == name.text));
            (place.unwrap_or(i), &argument.value)
        })
        .collect();
    named.into_values().collect()
}
