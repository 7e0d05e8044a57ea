//! Instructions on lists and entries: making, indexing, unpacking, changing in place.

use std::sync::Arc;

use super::base::MachineStep;
use crate::builtin::Pure;
use crate::grammar::item::MAX_LIST_LENGTH;
use crate::machine::fault::Faulty;
use crate::value::{Allowed, Datum, Unread, call, fold, is_folded_to_list, too_long};

impl MachineStep<'_> {
    pub(super) fn store_at(&mut self, slot: u16, depth: u16) -> Faulty {
        let indices = self.machine.take_arguments(depth.into());
        let value = self.pop();
        if *self.slot(slot) == Datum::Nothing {
            return self.fail_no_value(slot);
        }
        let is_nested = indices.len() > 1 || value.as_list().is_some();
        let result = set_entry(self.slot(slot), &indices, value);
        self.check(result)?;
        self.charge_list(slot);
        if is_nested {
            self.check_nested(slot)
        } else {
            Ok(())
        }
    }

    pub(super) fn list(&mut self, n: usize) -> Faulty {
        self.charge(n);
        let values = self.machine.take_arguments(n);
        let list = self.check(Datum::nested_list(values))?;
        self.push(list);
        Ok(())
    }

    /// Makes a deck or a hand from the counts of its kinds.
    pub(super) fn cards(&mut self, deck: usize) -> Faulty {
        let kinds = &self.program.code.decks[deck];
        let counts = self.machine.take_arguments(kinds.len());
        let mut fields = vec![Datum::Nothing; self.program.code.fields.len()];
        for (&kind, count) in kinds.iter().zip(counts) {
            if !count.is_number() || count.as_whole().is_some_and(|count| count < 0) {
                let name = &self.program.code.fields[usize::from(kind)];
                let problem = format!(
                    "the number of cards `{name}` cannot be {}",
                    count.show(&self.program.texts)
                );
                return self.fail((
                    problem,
                    "use 0 or more: max(0, n) turns a negative number into 0",
                ));
            }
            fields[usize::from(kind)] = count;
        }
        self.push(Datum::Cards(fields.into()));
        Ok(())
    }

    pub(super) fn unpack(&mut self, n: usize) -> Faulty {
        let value = self.pop();
        let Datum::List(values) = &value else {
            let problem = format!("expected {n} values, found {}", value.kind());
            return self.fail((
                problem,
                "write one value for each name, or call a function that returns several",
            ));
        };
        if values.len() != n {
            let problem = format!(
                "names and values do not match: {n} on the left, {} on the right",
                values.len()
            );
            return self.fail((problem, "write one name before = for each value"));
        }
        self.machine.stack.extend(values.iter().rev().cloned());
        self.charge(n);
        Ok(())
    }

    pub(super) fn index(&mut self) -> Faulty {
        let (index, list) = (self.pop(), self.pop());
        let value = match &list {
            Datum::Unread(unread) => unread_entry(unread, &index),
            list => require_entry(value_at(list, &index).cloned(), list, &index),
        };
        let value = self.check(value)?;
        self.push(value);
        Ok(())
    }

    /// Acts like `index` for the list in a slot, which it does not copy.
    pub(super) fn index_in(&mut self, slot: u16) -> Faulty {
        let index = self.pop();
        if *self.slot(slot) == Datum::Nothing {
            return self.fail_no_value(slot);
        }
        let list = &self.machine.stack[self.machine.frame.base as usize + usize::from(slot)];
        let value = match list {
            Datum::Unread(unread) => unread_entry(unread, &index),
            list => require_entry(value_at(list, &index).cloned(), list, &index),
        };
        let value = self.check(value)?;
        self.push(value);
        Ok(())
    }

    pub(super) fn field(&mut self, field: u16) -> Faulty {
        let entry = self.pop();
        let (Datum::Entry(values) | Datum::Cards(values)) = &entry else {
            let problem = format!("only an entry has fields, but this is {}", entry.kind());
            return self.fail((problem, "take one entry first: for x in list:"));
        };
        match values.get(field as usize) {
            Some(value) if *value != Datum::Nothing => self.push(value.clone()),
            _ => {
                let name = &self.program.code.fields[field as usize];
                let problem = match entry {
                    Datum::Cards(_) => format!("these cards have no kind `{name}`"),
                    _ => format!("this entry has no field `{name}`"),
                };
                return self.fail((
                    problem,
                    "its fields are those in its entries(...) or cards(...)",
                ));
            }
        }
        Ok(())
    }

    fn charge_list(&mut self, slot: u16) {
        let length = self.slot(slot).as_list().map_or(0, |list| list.len());
        self.charge(length);
    }

    fn check_nested(&mut self, slot: u16) -> Faulty {
        self.charge_list(slot);
        let values = self
            .slot(slot)
            .as_list()
            .map_or_else(Vec::new, |list| list.to_vec());
        let result = Datum::nested_list(values);
        self.check(result).map(drop)
    }

    pub(super) fn next_entry(&mut self, slot: u16, end: u32) -> Faulty {
        let Some(index) = self.slot(slot + 1).as_whole() else {
            return self.fail(("`range` and `upto` need whole numbers".to_owned(), ""));
        };
        if let Datum::Unread(unread) = self.slot(slot) {
            let unread = Arc::make_mut(unread);
            match unread.value_at(index as u32).cloned() {
                // Only the loop holds the list, and it never goes back.
                Some(value) => {
                    unread.forget_before(index as u32 + 1);
                    *self.slot(slot + 1) = Datum::Whole(index + 1);
                    self.push(value);
                }
                None => self.machine.frame.next_op = end,
            }
            return Ok(());
        }
        let Datum::List(list) = self.slot(slot) else {
            let problem = format!("a loop needs a list, not {}", self.slot(slot).kind());
            return self.fail((
                problem,
                "write range(n) for 0 to n - 1, or upto(n) for 1 to n",
            ));
        };
        match list.get(index as usize).cloned() {
            Some(value) => {
                *self.slot(slot + 1) = Datum::Whole(index + 1);
                self.push(value);
            }
            None => self.machine.frame.next_op = end,
        }
        Ok(())
    }

    pub(super) fn append(&mut self, slot: u16) -> Faulty {
        let value = self.pop();
        let is_nested = value.as_list().is_some();
        if let Datum::List(list) = self.slot(slot) {
            Arc::make_mut(list).push(value);
            if list.len() > MAX_LIST_LENGTH {
                return self.fail(too_long());
            }
        }
        if is_nested {
            self.check_nested(slot)
        } else {
            Ok(())
        }
    }
}

impl MachineStep<'_> {
    pub(super) fn fold(&mut self, slot: u16, function: Pure, kept: Option<u16>) -> Faulty {
        let item = self.pop();
        let kept = kept.map(|kept| self.slot(kept).clone());
        let so_far = std::mem::take(self.slot(slot));
        self.charge(so_far.as_list().map_or(0, |list| list.len()));
        let folded = self.check(fold(function, so_far, item, kept.as_ref()))?;
        *self.slot(slot) = folded;
        Ok(())
    }

    pub(super) fn jump_if_decided(&mut self, slot: u16, truth: bool, end: u32) {
        if self.flags.forgets_dead_slots && *self.slot(slot) == Datum::Truth(truth) {
            self.machine.frame.next_op = end;
        }
    }

    pub(super) fn push_fold(&mut self, slot: u16, function: Pure, kept: Option<u16>) -> Faulty {
        let kept = kept.map(|kept| self.slot(kept).clone());
        let folded = match std::mem::take(self.slot(slot)) {
            // There was no entry.
            Datum::Nothing => {
                let arguments: Vec<Datum> = std::iter::once(Datum::list(Vec::new()))
                    .chain(kept)
                    .collect();
                self.check(call(function, &arguments))?
            }
            folded if is_folded_to_list(function) => {
                let arguments: Vec<Datum> = std::iter::once(folded).chain(kept).collect();
                self.check(call(function, &arguments))?
            }
            folded => folded,
        };
        self.push(folded);
        Ok(())
    }
}

/// Returns an entry of a list that has been read, or the reason why there is none.
fn unread_entry(unread: &Unread, index: &Datum) -> Allowed<Datum> {
    let found = index
        .as_whole()
        .and_then(|index| unread.value_at(u32::try_from(index).ok()?))
        .cloned();
    let length = vec![Datum::Nothing; unread.len() as usize];
    require_entry(found, &Datum::list(length), index)
}

fn value_at<'v>(list: &'v Datum, index: &Datum) -> Option<&'v Datum> {
    list.as_list()?
        .get(usize::try_from(index.as_whole()?).ok()?)
}

fn require_entry<T>(found: Option<T>, list: &Datum, index: &Datum) -> Allowed<T> {
    found.ok_or_else(|| match (list, index.as_whole()) {
        (Datum::List(list), Some(index)) if list.is_empty() => (
            format!("index {index} is out of range: this list is empty"),
            "check the list first: if len(list) > 0:",
        ),
        (Datum::List(list), Some(index)) => {
            let has = match list.len() {
                1 => "1 item (index 0)".to_owned(),
                length => format!("{length} items (0 to {})", length - 1),
            };
            let problem = format!("index {index} is out of range: this list has {has}");
            (problem, "indexes start at 0: the last is len(list) - 1")
        }
        (Datum::List(_), None) => (
            format!("an index must be a whole number, not {}", index.kind()),
            "use a whole number: x // 1 rounds down",
        ),
        _ => (
            format!("an index needs a list, not {}", list.kind()),
            "write a list as [1, 2, 3]",
        ),
    })
}

fn set_entry(list: &mut Datum, indices: &[Datum], value: Datum) -> Allowed<()> {
    let Some((index, rest)) = indices.split_first() else {
        *list = value;
        return Ok(());
    };
    require_entry(value_at(list, index).map(drop), list, index)?;
    let (Datum::List(values), Some(index)) = (list, index.as_whole()) else {
        return Ok(());
    };
    set_entry(&mut Arc::make_mut(values)[index as usize], rest, value)
}
