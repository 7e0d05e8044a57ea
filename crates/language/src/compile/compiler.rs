//! Compiles a checked file into a program.

use oddsmith_engine::chance::DiceText;

use super::builder::Builder;
use super::prelude::{BY_INDEX, EXPLORED_AS, EXPLOSIONS, prelude};
use super::tables::CodeTables;
use crate::builtin::Pure;
use crate::choice::ChoiceCode;
use crate::code::{Code, Effects, MetricCode, Op, Routine};
use crate::declare::{Constant, Declarations, MetricDeclaration, MetricKind, PlayerDeclaration};
use crate::grammar::tree::{Definition, Expr};
use crate::heuristic_inputs::heuristic_inputs;
use crate::liveness;
use crate::source::Span;
use crate::types::Kinds;
use crate::unordered::unordered_names;

/// Compiles a checked file.
pub(crate) fn compile(declarations: &Declarations) -> Code {
    let code = Code {
        fields: declarations.fields.clone(),
        ..Code::default()
    };
    let mut tables = CodeTables {
        declarations,
        code,
        prelude: prelude(),
        is_in_prelude: false,
        offered_to_any: Vec::new(),
    };
    let parameters = declarations
        .parameters
        .iter()
        .map(|parameter| parameter.name.clone());
    let players = declarations
        .players
        .iter()
        .map(|player| player.name.clone());
    let constants = declarations.constant_names().map(str::to_owned);
    tables.code.shared_names = parameters.chain(players).chain(constants).collect();
    for PlayerDeclaration {
        name,
        label,
        says,
        span,
    } in &declarations.players
    {
        let text = tables.text(name);
        let (name, label) = (name.clone(), label.clone());
        let says = says
            .iter()
            .map(|(option, words)| (option.text.clone(), words.clone()))
            .collect();
        let choice = ChoiceCode {
            name,
            label,
            text,
            span: *span,
            is_passed: false,
            options: Some(Vec::new()),
            says,
        };
        tables.code.choices.push(choice);
    }
    compile_functions(&mut tables);
    // Each line of constants becomes a function that returns their values.
    for line in &declarations.constants {
        let function = compile_constant(&mut tables, line);
        tables.code.functions.push(function);
        tables
            .code
            .constant_functions
            .push((tables.code.functions.len() - 1, line.targets.len()));
    }
    for declared in &declarations.metrics {
        let compiled = compile_metric(&mut tables, declared);
        tables.code.metrics.push(compiled);
    }
    for offered in &tables.offered_to_any {
        let passed = tables
            .code
            .choices
            .iter_mut()
            .filter(|choice| choice.is_passed);
        passed.for_each(|choice| choice.add(offered.as_deref()));
    }
    let index_of = |name: &str| tables.prelude_index(name).unwrap_or(0);
    let by_index: Vec<(Pure, usize)> = BY_INDEX
        .iter()
        .map(|&(function, name)| (function, index_of(name)))
        .collect();
    let explosions = tables.prelude_index(EXPLOSIONS);
    let mut code = tables.code;
    code.by_index_functions = by_index;
    code.explosions_function = explosions;
    compute_effects(&mut code);
    mark_readers_as_asking(&mut code);
    for routine in 0..code.functions.len() {
        disable_early_exits(&mut code, routine);
    }
    code.compiled_functions = code.functions.as_slice().into();
    code.heuristic_inputs = heuristic_inputs(&code);
    code.look_ahead();
    code
}

/// Adds a function that rolls exploding or rerolled dice, and returns its index.
pub(crate) fn add_dice(declarations: &Declarations, code: &mut Code, text: &DiceText) -> usize {
    let offered_to_any = Vec::new();
    let mut tables = CodeTables {
        declarations,
        code: std::mem::take(code),
        prelude: prelude(),
        is_in_prelude: false,
        offered_to_any,
    };
    let mut builder = Builder::new(&mut tables, "", false);
    builder.dice_in_rounds(text, Span::default(), Span::default());
    builder.push(Op::Return, Span::default());
    let mut function = builder.function;
    function.effects = Effects {
        asks: true,
        is_observable: false,
    };
    liveness::find_dead(&mut function);
    *code = tables.code;
    code.functions.push(function);
    code.functions.len() - 1
}

/// Returns the program with another trial, which does a part of what the original trial does.
pub(crate) fn with_trial(declarations: &Declarations, code: &Code, trial: &Definition) -> Code {
    let offered_to_any = Vec::new();
    let mut tables = CodeTables {
        declarations,
        code: code.clone(),
        prelude: prelude(),
        is_in_prelude: false,
        offered_to_any,
    };
    let compiled = file_function(&mut tables, None, trial);
    let mut code = tables.code;
    // Functions that were added later, for the dice of parameters, are not functions of the file.
    code.functions[..code.compiled_functions.len()].clone_from_slice(&code.compiled_functions);
    let trial = code.trial;
    code.functions[trial] = compiled;
    compute_effects(&mut code);
    mark_readers_as_asking(&mut code);
    disable_early_exits(&mut code, trial);
    code.metrics
        .iter_mut()
        .for_each(|metric| metric.is_total = false);
    code.look_ahead();
    code
}

/// Compiles a function of the file. `kinds` has the types of its names, and its index. Choices may
/// need them.
fn file_function(
    tables: &mut CodeTables,
    kinds: Option<(&Kinds, usize)>,
    definition: &Definition,
) -> Routine {
    let mut compiled = compile_function(tables, definition, definition.name.text == "trial");
    let declarations = tables.declarations;
    let is_defined = |name: &str| declarations.function_index(name).is_some();
    let unordered = unordered_names(
        definition,
        compiled.slots.iter().map(String::as_str),
        &is_defined,
    );
    let slots = (0u16..)
        .zip(&compiled.slots)
        .filter(|(_, name)| unordered.contains(&***name));
    compiled.unordered_slots = slots.map(|(slot, _)| slot).collect();
    let readable = |(slot, name): (u16, &String)| {
        let input_kinds = kinds.map_or_else(Vec::new, |(kinds, function_index)| {
            kinds.heuristic_input_kinds(function_index, name, &tables.declarations.fields)
        });
        input_kinds.into_iter().map(move |kind| (slot, kind))
    };
    compiled.readable_slots = (0u16..).zip(&compiled.slots).flat_map(readable).collect();
    if definition.is_imported {
        compiled
            .slots
            .iter_mut()
            .for_each(|name| *name = original_name(name).to_owned());
    }
    compiled
}

fn compile_functions(tables: &mut CodeTables) {
    let declarations = tables.declarations;
    let kinds = (!declarations.players.is_empty()).then(|| Kinds::infer(declarations));
    for (function_index, definition) in declarations.functions.iter().enumerate() {
        let compiled = file_function(
            tables,
            kinds.as_ref().map(|kinds| (kinds, function_index)),
            definition,
        );
        tables.code.functions.push(compiled);
    }
    tables.code.trial = declarations.function_index("trial").unwrap_or(0);
    tables.is_in_prelude = true;
    for definition in tables.prelude.clone() {
        let mut compiled = compile_function(tables, &definition, false);
        // Its spans refer to the text of the prelude, which no user sees.
        compiled
            .spans
            .iter_mut()
            .for_each(|span| *span = Span::default());
        compiled.slots.iter_mut().for_each(String::clear);
        if let Some((_, other)) = EXPLORED_AS
            .iter()
            .find(|(name, _)| *name == definition.name.text)
        {
            compiled.explored_as = tables.prelude_index(other);
        }
        tables.code.functions.push(compiled);
    }
    tables.is_in_prelude = false;
}

/// Returns the original name of a function that was imported from another file.
fn original_name(name: &str) -> &str {
    match name.split_once('_') {
        Some((line, rest)) if line.starts_with(|c: char| c.is_ascii_digit()) => original_name(rest),
        _ => name,
    }
}

fn compile_function(tables: &mut CodeTables, definition: &Definition, is_trial: bool) -> Routine {
    let mut builder = Builder::new(tables, &definition.name.text, is_trial);
    for name in &definition.parameters {
        builder.slot(&name.text);
    }
    builder.function.arguments = definition.parameters.len();
    builder.block(&definition.body);
    builder.finish(definition.name.span)
}

fn compile_constant(tables: &mut CodeTables, line: &Constant) -> Routine {
    let mut builder = Builder::new(tables, "", false);
    let span = line.targets[0].span;
    line.values.iter().for_each(|value| builder.expr(value));
    if line.values.len() > 1 {
        builder.push(Op::List(line.values.len() as u16), span);
    }
    builder.push(Op::Return, span);
    builder.function
}

fn compile_metric(tables: &mut CodeTables, metric: &MetricDeclaration) -> MetricCode {
    let outcomes = match &metric.kind {
        MetricKind::Category(outcomes) => {
            Some(outcomes.iter().map(|(name, _)| tables.text(name)).collect())
        }
        _ => None,
    };
    MetricCode {
        name: metric.name.clone(),
        outcomes,
        is_flag: metric.kind == MetricKind::Flag,
        otherwise: metric.otherwise,
        is_optional: metric.absent.is_some() || metric.kind == MetricKind::When,
        steps_function: metric
            .each
            .as_ref()
            .map(|expr| compile_step_count(tables, expr)),
        is_total: false,
        is_watched: metric.is_watched,
        span: metric.span,
    }
}

fn compile_step_count(tables: &mut CodeTables, expr: &Expr) -> usize {
    let mut builder = Builder::new(tables, "", false);
    builder.expr(expr);
    builder.push(Op::Return, expr.span);
    let function = builder.function;
    tables.code.functions.push(function);
    tables.code.functions.len() - 1
}

/// Removes early exits from loops that record something or ask a player: such a loop visits every
/// entry.
fn disable_early_exits(code: &mut Code, routine: usize) {
    let ops = &code.functions[routine].ops;
    let speaks = |op: &Op| match op {
        Op::Call { function, .. } => code.functions[usize::from(*function)].effects.is_observable,
        _ => op.asks_player(),
    };
    let decided: Vec<usize> = (0..ops.len())
        .filter(|&op_index| matches!(ops[op_index], Op::JumpIfDecided { .. }))
        .collect();
    let begins = |op_index: usize| {
        let head = ops[..op_index]
            .iter()
            .rposition(|op| match (op, ops[op_index]) {
                (
                    Op::NextNumber { end, .. } | Op::NextEntry { end, .. },
                    Op::JumpIfDecided {
                        end: decided_end, ..
                    },
                ) => *end == decided_end,
                _ => false,
            });
        head.unwrap_or(0)
    };
    let replaced: Vec<usize> = decided
        .into_iter()
        .filter(|&op_index| ops[begins(op_index)..op_index].iter().any(speaks))
        .collect();
    for op_index in replaced {
        code.functions[routine].ops[op_index] = Op::Jump(op_index as u32 + 1);
    }
}

/// Computes the effects of each function, including those of the functions that it calls.
fn compute_effects(code: &mut Code) {
    let mut effects: Vec<Effects> = code.functions.iter().map(direct_effects).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (i, function) in code.functions.iter().enumerate() {
            let joined =
                callees(function).fold(effects[i], |joined, callee| joined.join(effects[callee]));
            changed |= joined != effects[i];
            effects[i] = joined;
        }
    }
    code.functions
        .iter_mut()
        .zip(effects)
        .for_each(|(function, effects)| function.effects = effects);
}

/// Marks the functions that iterate over unread lists as asking chance.
fn mark_readers_as_asking(code: &mut Code) {
    for (_, routine) in code.by_index_functions.clone() {
        code.functions[routine].effects.asks = true;
    }
}

fn direct_effects(function: &Routine) -> Effects {
    let speaks = |op: &Op| matches!(op, Op::Record { .. }) || op.asks_player();
    Effects {
        asks: function.ops.iter().any(Op::asks),
        is_observable: function.ops.iter().any(speaks),
    }
}

fn callees(function: &Routine) -> impl Iterator<Item = usize> + '_ {
    function.ops.iter().filter_map(|op| match op {
        Op::Call { function, .. } => Some(*function as usize),
        _ => None,
    })
}
