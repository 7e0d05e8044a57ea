//! Executes one instruction.

use super::base::MachineStep;
use crate::code::Op;
use crate::machine::fault::Faulty;
use crate::value::Datum;

impl MachineStep<'_> {
    /// Executes the next instruction, and returns whether the machine goes on.
    #[inline(always)]
    pub(super) fn run(&mut self) -> Faulty<bool> {
        let (ops, frame) = (self.ops, &mut self.machine.frame);
        // `op` is a reference, because most instructions need only a part of its twelve bytes.
        let op = &ops[frame.next_op as usize];
        frame.next_op += 1;
        if self.flags.reads_by_index && self.ask_if_unread(op) {
            return Ok(false);
        }
        match *op {
            Op::Constant(constant) => {
                self.push(self.program.code.constants[constant as usize].clone())
            }
            Op::Whole(number) => self.push_whole(number.into()),
            Op::Truth(truth) => self.push(Datum::Truth(truth)),
            Op::Shared(index) => self.shared(index)?,
            Op::Load(slot) => self.load(slot)?,
            Op::Store(slot) => self.store(slot),
            Op::StoreAt { slot, depth } => self.store_at(slot, depth)?,
            Op::Grow {
                slot,
                is_negative: negative,
            } => self.grow(slot, negative)?,
            Op::BeginTotal { slot, metric } => self.begin_total(slot, metric)?,
            Op::GrowTotal {
                slot,
                metric,
                is_negative: negative,
            } => self.grow_total(slot, metric, negative)?,
            Op::LoadTotal(slot) => self.load_total(slot)?,
            Op::RecordTotal(metric) => self.record_total(metric.into())?,
            Op::Drop => drop(self.pop()),
            Op::List(n) => self.list(n.into())?,
            Op::Cards(deck) => self.cards(deck.into())?,
            Op::Unpack(n) => self.unpack(n.into())?,
            Op::Index => self.index()?,
            Op::IndexIn(slot) => self.index_in(slot)?,
            Op::Field(field) => self.field(field)?,
            Op::Binary(operator) => self.binary(operator)?,
            Op::Negative => self.negative()?,
            Op::Not => self.not()?,
            Op::Compare(relation) => self.compare(relation)?,
            Op::Jump(to) => self.machine.frame.next_op = to,
            Op::JumpBack(to) => self.jump_back(to),
            Op::Unless(to) => self.unless(to)?,
            Op::KeepIf { truth, to } => self.keep_if(truth, to)?,
            Op::NextNumber { slot, end } => self.next_number(slot, end)?,
            Op::NextEntry { slot, end } => self.next_entry(slot, end)?,
            Op::Append(slot) => self.append(slot)?,
            Op::Fold {
                slot,
                function,
                kept,
            } => self.fold(slot, function, kept)?,
            Op::JumpIfDecided { slot, truth, end } => self.jump_if_decided(slot, truth, end),
            Op::UnlessByIndex(to) => self.unless_by_index(to),
            Op::PushFold {
                slot,
                function,
                kept,
            } => self.push_fold(slot, function, kept)?,
            Op::Pure {
                function,
                arguments,
            } => self.pure(function, arguments.into())?,
            Op::Ask {
                function,
                arguments,
            } => self.ask(function, arguments.into())?,
            Op::SortedRolls {
                roll,
                arguments,
                highest_first,
            } => self.ask_sorted_rolls(roll, arguments.into(), highest_first)?,
            Op::Dice { template, open } => self.dice(template.into(), open.into())?,
            Op::Choose { choice, seen } => self.choose(choice, seen)?,
            Op::ChooseAtOnce(players) => self.choose_at_once(players)?,
            Op::Call { function, .. } => self.call(function.into())?,
            Op::Return => self.return_value(),
            Op::Record {
                metric,
                has_step: stepped,
            } => self.record(metric.into(), stepped)?,
            Op::SkipNote(to) => self.skip_note(to),
            Op::Note(values) => self.note(values.into()),
            Op::Checkpoint => self.checkpoint(),
        }
        Ok(self.pause.is_none())
    }
}
