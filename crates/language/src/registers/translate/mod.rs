//! Translates the stack machine's instructions into those of the register machine.
//!
//! The translation keeps track of the values on the stack. A value that is only loaded stays where
//! it is: in the register of its name, or in the instruction itself. A value that is computed gets
//! the register of its depth on the stack. Where paths join, every value on the stack is in the
//! register of its depth.

mod arithmetic;
mod asking;
mod branches;
mod facts;
mod inline;
mod lists;
mod output;
mod stack;
mod unroll;
mod values;

use std::ops::Range;

use self::branches::stored_at_jump;
use self::facts::{FunctionFacts, TranslationSource};
use self::unroll::RepeatedLoop;
use super::flow::edges;
use super::infer::{Kinds, is_folded};
use super::instruction::{
    Frame, General, Handover, Instruction, Mark, Register, RegisterProgram, RegisterRoutine,
    Source, Target, WINDOW,
};
use super::kind::{Form, Kind};
use crate::code::{Op, Routine};
use crate::machine::Program;
use crate::value::Datum;

/// Translates a program whose parameters are set. Returns `None` if a function has too many names
/// for its window, or if a table has too many entries for the indices of instructions.
pub(super) fn translate(program: &Program) -> Option<RegisterProgram> {
    let kinds = Kinds::infer(program);
    let functions: Vec<FunctionFacts> = (0..program.code.functions.len())
        .map(|function| FunctionFacts::find(program, &kinds, function))
        .collect();
    let source = TranslationSource {
        program,
        kinds: &kinds,
        functions: &functions,
        can_inline: inline::can_inline(program),
    };
    let mut tables = RegisterProgram {
        trial: program.code.trial,
        name_field: program.code.fields.iter().position(|field| field == "name"),
        ..RegisterProgram::default()
    };
    let mut routines = Vec::new();
    for function in 0..program.code.functions.len() {
        routines.push(if kinds.functions[function].is_called {
            Translator::new(&source, &mut tables, function)?.translate()?
        } else {
            RegisterRoutine::default()
        });
    }
    tables.routines = routines;
    let metrics = 0..program.code.metrics.len();
    tables.marks = metrics.map(|metric| mark(program, metric)).collect();
    tables.all_marked = program.record_layout.all_marked();
    if !fits_indices(&tables) {
        return None;
    }
    Some(tables)
}

/// Returns whether every entry of every table has an index of 16 bits.
fn fits_indices(program: &RegisterProgram) -> bool {
    let shared = [
        program.numbers.len(),
        program.values.len(),
        program.dice.len(),
        program.probabilities.len(),
        program.marks.len(),
    ];
    let routines = program.routines.iter();
    let of_routines = routines.flat_map(|routine| [routine.generals.len(), routine.records.len()]);
    shared
        .into_iter()
        .chain(of_routines)
        .all(|length| length <= 1 << 16)
}

fn mark(program: &Program, metric: usize) -> Mark {
    Mark {
        first_bit: program.record_layout.first_bit(metric),
        steps: program.record_layout.metrics[metric].steps.unwrap_or(0),
        is_flag: program.code.metrics[metric].is_flag,
    }
}

/// A value on the stack during translation.
#[derive(Clone, Debug)]
struct Entry {
    place: Place,
    /// How its integer becomes a value, or `None` if it is boxed.
    form: Option<Form>,
}

/// The location of a value on the stack.
#[derive(Clone, Debug)]
enum Place {
    /// In the register of its depth.
    Stack,
    /// In the register of a name.
    Slot(Register),
    Number(i64),
    Value(Datum),
}

/// Translates one function.
struct Translator<'t, 'p> {
    source: &'t TranslationSource<'t, 'p>,
    tables: &'t mut RegisterProgram,
    routine: &'p Routine,
    function: usize,
    /// The register of its first name.
    base: usize,
    /// The functions into which this one is copied, the outermost first.
    outer: Vec<Frame>,
    /// The names whose values are known in this iteration of a loop whose body is repeated.
    known_names: Vec<(u16, Entry)>,
    /// The loops whose bodies are being repeated, the outermost first.
    repeated_loops: Vec<RepeatedLoop>,
    /// The arguments of a copied function that stay where they are.
    arguments: Vec<Option<Entry>>,
    code: RegisterRoutine,
    stack: Vec<Entry>,
    /// The index of the instruction that is being translated.
    op_index: usize,
    /// The stack before this instruction.
    stack_before: Vec<Entry>,
    /// The handover before this instruction, if one was needed.
    handover: Option<u32>,
    /// For each instruction of the stack machine that is a jump target, the index of its
    /// translation.
    labels: Vec<Option<u32>>,
    is_target: Vec<bool>,
    /// The jumps whose targets are instructions of the stack machine.
    jumps: Vec<(usize, usize)>,
    /// The jumps to the end of a copied function.
    exits: Vec<usize>,
    /// Instructions before this one must not change any more.
    fixed_until: usize,
}

impl<'t, 'p> Translator<'t, 'p> {
    fn new(
        source: &'t TranslationSource<'t, 'p>,
        tables: &'t mut RegisterProgram,
        function: usize,
    ) -> Option<Translator<'t, 'p>> {
        let routine = &source.program.code.functions[function];
        let code = RegisterRoutine {
            cleared: source.functions[function].cleared.clone(),
            emptied: source.functions[function].emptied.clone(),
            cost: routine.ops.len() as u32,
            ..RegisterRoutine::default()
        };
        Translator::at(source, tables, function, code, 0)
    }

    /// Returns a translator whose names begin at a register, or `None` if there are too few
    /// registers.
    fn at(
        source: &'t TranslationSource<'t, 'p>,
        tables: &'t mut RegisterProgram,
        function: usize,
        code: RegisterRoutine,
        base: usize,
    ) -> Option<Translator<'t, 'p>> {
        if base + source.registers_of(function) >= WINDOW {
            return None;
        }
        let routine = &source.program.code.functions[function];
        let stacks = &source.kinds.functions[function].stacks;
        let mut is_target = vec![false; routine.ops.len()];
        for (op_index, _) in stacks
            .iter()
            .enumerate()
            .filter(|(_, stack)| stack.is_some())
        {
            if let Some(jump) = edges(&routine.ops, op_index).jump {
                let is_after = stored_at_jump(routine, op_index).is_some();
                is_target[jump.to + usize::from(is_after)] = true;
            }
        }
        let fixed_until = code.instructions.len();
        Some(Translator {
            source,
            tables,
            routine,
            function,
            base,
            outer: Vec::new(),
            known_names: Vec::new(),
            repeated_loops: Vec::new(),
            arguments: Vec::new(),
            code,
            stack: Vec::new(),
            op_index: 0,
            stack_before: Vec::new(),
            handover: None,
            labels: vec![None; routine.ops.len()],
            is_target,
            jumps: Vec::new(),
            exits: Vec::new(),
            fixed_until,
        })
    }

    fn translate(mut self) -> Option<RegisterRoutine> {
        self.body()?;
        let forms = &self.source.functions[self.function].forms;
        let arguments = (0..).zip(forms).take(self.routine.arguments);
        let slots = arguments.filter(|(_, form)| form.is_none());
        let slots: Vec<Register> = slots.map(|(slot, _)| slot).collect();
        self.code.boxes = boxes_of(&mut self.code, slots);
        Some(self.code)
    }

    /// Translates all instructions of the function.
    fn body(&mut self) -> Option<()> {
        self.range(0..self.routine.ops.len(), true)?;
        for (instruction, to) in std::mem::take(&mut self.jumps) {
            let label = self.labels[to]?;
            *self.code.instructions[instruction].target()? = label;
        }
        Some(())
    }

    /// Translates some instructions. `is_reached` says whether the first one is reached from the
    /// one before. Returns whether the end of the last one is reached.
    fn range(&mut self, ops: Range<usize>, mut is_reached: bool) -> Option<bool> {
        let mut op_index = ops.start;
        while op_index < ops.end {
            if self.stack_kinds(op_index).is_none() {
                is_reached = false;
                op_index += 1;
                continue;
            }
            if self.is_target[op_index] {
                if is_reached {
                    self.settle_for(op_index)?;
                }
                self.bind(op_index);
                is_reached = true;
            }
            if !is_reached {
                op_index += 1;
                continue;
            }
            self.begin(op_index);
            let done = self.instruction()?;
            is_reached = edges(&self.routine.ops, op_index + done - 1).next.is_some();
            op_index += done;
        }
        Some(is_reached)
    }

    /// Begins to translate an instruction.
    fn begin(&mut self, op_index: usize) {
        self.op_index = op_index;
        self.stack_before = self.stack.clone();
        self.handover = None;
    }

    /// Binds a label: every value on the stack is in the register of its depth.
    fn bind(&mut self, op_index: usize) {
        self.labels[op_index] = Some(self.code.instructions.len() as u32);
        self.fixed_until = self.code.instructions.len();
        let kinds = self.stack_kinds(op_index).unwrap_or_default();
        self.stack = kinds
            .iter()
            .map(|kind| Entry {
                place: Place::Stack,
                form: kind.form(),
            })
            .collect();
    }

    /// Returns the kinds of the stack before an instruction.
    fn stack_kinds(&self, op_index: usize) -> Option<&'t [Kind]> {
        self.source.kinds.functions[self.function]
            .stacks
            .get(op_index)?
            .as_deref()
    }

    /// Returns the form of the value that the current instruction leaves on top of the stack.
    fn result_form(&self) -> Option<Form> {
        self.stack_kinds(self.op_index + 1)?.last()?.form()
    }

    fn program(&self) -> &'p Program {
        self.source.program
    }

    fn facts(&self) -> &'t FunctionFacts {
        &self.source.functions[self.function]
    }

    /// Returns whether a name certainly has a value here.
    fn is_assigned(&self, slot: u16) -> bool {
        self.facts().names.is_certain(self.op_index, slot)
    }

    /// Returns the next instruction, unless something jumps to it.
    fn next_op(&self) -> Option<Op> {
        let next = self.op_index + 1;
        (!*self.is_target.get(next)?).then(|| self.routine.ops[next])
    }

    /// Adds an instruction that may hand over to the stack machine.
    fn push(&mut self, instruction: Instruction) -> usize {
        let handover = match self.handover {
            Some(handover) => handover,
            None => {
                let before = std::mem::take(&mut self.stack_before);
                let handover = self.add_handover(self.op_index, &before, 0);
                self.stack_before = before;
                self.handover = Some(handover);
                handover
            }
        };
        self.push_with(instruction, handover)
    }

    fn push_with(&mut self, instruction: Instruction, handover: u32) -> usize {
        self.code.instructions.push(instruction);
        self.code.handover_of.push(handover);
        self.code.instructions.len() - 1
    }

    /// Removes the last instruction, and returns it with its handover.
    fn pop_last(&mut self) -> Option<(Instruction, u32)> {
        let instruction = self.code.instructions.pop()?;
        Some((instruction, self.code.handover_of.pop()?))
    }

    fn add_handover(&mut self, op_index: usize, stack: &[Entry], kept: usize) -> u32 {
        let handover = Handover {
            outer: self.outer.clone(),
            frame: self.frame(op_index, stack),
            kept,
        };
        self.code.handovers.push(handover);
        (self.code.handovers.len() - 1) as u32
    }

    /// Returns the state of this function before an instruction.
    fn frame(&self, op_index: usize, stack: &[Entry]) -> Frame {
        let names = &self.facts().names;
        let name = |slot: u16| match self.slot_source(slot) {
            _ if !names.is_possible(op_index, slot) => Source::Value(Datum::Nothing),
            Source::Integer(register, form)
                if !names.is_certain(op_index, slot) || is_folded(self.routine, slot) =>
            {
                Source::Unsure(register, form)
            }
            source => source,
        };
        Frame {
            function: self.function as u32,
            next_op: op_index as u32,
            names: (0..self.routine.slots.len() as u16).map(name).collect(),
            stack: (0..stack.len())
                .map(|depth| self.source_of(&stack[depth], depth))
                .collect(),
        }
    }

    /// Adds a jump to an instruction of the stack machine.
    fn push_jump(&mut self, instruction: Instruction, to: usize) {
        let index = self.push(instruction);
        self.jumps.push((index, to));
    }

    /// Translates the current instruction, and returns how many instructions this covers.
    fn instruction(&mut self) -> Option<usize> {
        let op = self.routine.ops[self.op_index];
        match op {
            Op::Constant(constant) => {
                let value = self.program().code.constants[constant as usize].clone();
                self.push_value(value);
            }
            Op::Whole(number) => self.push_value(Datum::Whole(number.into())),
            Op::Truth(truth) => self.push_value(Datum::Truth(truth)),
            Op::Shared(index) => match self.program().shared_values.get(usize::from(index)) {
                Some(value) => self.push_value(value.clone()),
                None => self.leave(),
            },
            Op::Load(slot) | Op::LoadTotal(slot) => self.load(slot),
            Op::Store(slot) | Op::BeginTotal { slot, .. } => match self.known_loop() {
                Some(known_loop) => return self.unroll(&known_loop),
                None => self.store(slot),
            },
            Op::StoreAt { slot, depth } => self.store_at(slot, depth),
            Op::Grow { slot, is_negative }
            | Op::GrowTotal {
                slot, is_negative, ..
            } => self.grow(slot, is_negative),
            Op::Drop => drop(self.stack.pop()),
            Op::List(n) => self.list(n.into()),
            Op::Cards(deck) => {
                let kinds = self.program().code.decks[usize::from(deck)].len();
                self.general(op, kinds);
            }
            Op::Unpack(n) => self.unpack(n.into()),
            Op::Index => self.index(),
            Op::IndexIn(slot) => self.index_in(slot),
            Op::Field(field) => self.field(field),
            Op::Binary(operator) => self.binary(operator),
            Op::Negative => self.negative(),
            Op::Not => return Some(self.not()),
            Op::Compare(relation) => self.compare(relation),
            Op::Jump(to) | Op::JumpBack(to) | Op::SkipNote(to) | Op::UnlessByIndex(to) => {
                self.jump(to as usize)?;
            }
            Op::Unless(_) | Op::KeepIf { .. } => self.branch(op)?,
            Op::NextNumber { slot, end } => self.next_number(slot, end as usize)?,
            Op::NextEntry { slot, end } => self.next_entry(slot, end as usize)?,
            Op::Append(slot) => self.append(slot),
            Op::Fold {
                slot,
                function,
                kept,
            } => self.fold(slot, function, kept),
            Op::PushFold {
                slot,
                function,
                kept,
            } => self.push_fold(slot, function, kept),
            Op::Pure {
                function,
                arguments,
            } => self.pure(function, arguments.into()),
            Op::Ask {
                function,
                arguments,
            } => self.ask(function, arguments.into())?,
            Op::Dice { template, open } => self.dice(template.into(), open.into()),
            Op::Choose { .. } | Op::ChooseAtOnce(_) => self.choose(op),
            Op::Call { function, .. } => self.call(function.into())?,
            Op::Return => self.return_value(),
            Op::Record { metric, has_step } => self.record(metric.into(), has_step),
            Op::RecordTotal(metric) => self.record(metric.into(), false),
            Op::JumpIfDecided { .. } | Op::Checkpoint => (),
            Op::SortedRolls { .. } | Op::Note(_) => self.leave(),
        }
        Some(1)
    }

    /// Leaves the trial to the stack machine: there is a mistake, or something very rare.
    fn leave(&mut self) {
        self.push(Instruction::Leave);
        // The code after it is never executed, but the stack must have its depth.
        let depth = self
            .stack_kinds(self.op_index + 1)
            .map_or(0, |kinds| kinds.len());
        let kinds = self.stack_kinds(self.op_index + 1).unwrap_or_default();
        self.stack.truncate(depth);
        for kind in &kinds[self.stack.len()..] {
            self.stack.push(Entry {
                place: Place::Stack,
                form: kind.form(),
            });
        }
    }

    /// Lets the stack machine execute an instruction on the topmost values.
    fn general(&mut self, op: Op, operands: usize) {
        let sources = self.take_sources(operands);
        let form = self.result_form();
        let to = self.top();
        let target = match form {
            Some(form) => Target::Integer(to, form),
            None => Target::Boxed(to),
        };
        self.push_general(op, sources, vec![target]);
        self.push_result(form);
    }

    fn push_general(&mut self, op: Op, operands: Vec<Source>, results: Vec<Target>) {
        let general = General {
            op,
            operands,
            results,
        };
        self.code.generals.push(general);
        let index = (self.code.generals.len() - 1) as u16;
        self.push(Instruction::General { index });
    }
}

/// Returns the boxes that a function may fill. `boxes` are those of its arguments.
fn boxes_of(code: &mut RegisterRoutine, mut boxes: Vec<Register>) -> Vec<Register> {
    boxes.extend(
        code.instructions
            .iter_mut()
            .filter_map(|instruction| match instruction {
                Instruction::Choose { to } => Some(*to),
                Instruction::Call {
                    base,
                    is_boxed: true,
                    ..
                } => Some(*base),
                other => other.boxed_result().copied(),
            }),
    );
    let results = code.generals.iter().flat_map(|general| &general.results);
    boxes.extend(results.filter_map(|result| match result {
        Target::Boxed(to) => Some(*to),
        Target::Integer(..) => None,
    }));
    boxes.sort_unstable();
    boxes.dedup();
    boxes
}
