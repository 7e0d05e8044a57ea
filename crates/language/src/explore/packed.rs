//! Packed states: exploration keeps a suspended program as a few bytes.
//!
//! The bytes are the calling functions, the index of what the program waits for, and the values on
//! the stack. Most values take one byte. Equal states have equal bytes.

use std::hash::Hash;
use std::sync::RwLock;

use rustc_hash::FxHashMap;

use super::state::{OpenState, WaitingFor};
use crate::machine::{CallFrame, Machine};
use crate::ratio::Ratio;
use crate::value::{Datum, Far};

/// A state of a trial: the suspended program, with only the values that it still needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Packed);

/// The maximal number of bytes that a state stores without a separate allocation.
const FEW: usize = 22;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Packed {
    /// The number of bytes, and the bytes, padded with zeros.
    Few(u8, [u8; FEW]),
    Many(Box<[u8]>),
}

impl Packed {
    #[inline]
    fn bytes(&self) -> &[u8] {
        match self {
            Packed::Few(count, bytes) => &bytes[..usize::from(*count)],
            Packed::Many(bytes) => bytes,
        }
    }
}

/// Receives the bytes of a state.
struct Bytes {
    count: usize,
    first: [u8; FEW],
    /// All bytes, once there are too many for `first`.
    many: Vec<u8>,
}

impl Bytes {
    fn new() -> Bytes {
        Bytes {
            count: 0,
            first: [0; FEW],
            many: Vec::new(),
        }
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.first.get_mut(self.count) {
            *place = byte;
        } else {
            if self.count == FEW {
                self.many.extend_from_slice(&self.first);
            }
            self.many.push(byte);
        }
        self.count += 1;
    }

    fn into_state(self) -> State {
        State(if self.count <= FEW {
            Packed::Few(self.count as u8, self.first)
        } else {
            Packed::Many(self.many.into())
        })
    }
}

/// Numbers from `-MIN_SMALL` up to `LARGEST_SMALL` take one byte.
const MIN_SMALL: i64 = 16;
const LARGEST_SMALL: i64 = 207;

/// The first byte of a value that is not a small number.
mod tag {
    pub(super) const NOTHING: u8 = 224;
    pub(super) const FALSE: u8 = 225;
    pub(super) const TRUE: u8 = 226;
    pub(super) const WHOLE: u8 = 227;
    pub(super) const TEXT: u8 = 228;
    pub(super) const DICE: u8 = 229;
    pub(super) const PLAYER: u8 = 230;
    pub(super) const LIST: u8 = 231;
    pub(super) const CARDS: u8 = 232;
    pub(super) const INTO: u8 = 233;
    pub(super) const DECIMAL: u8 = 234;
    pub(super) const FAR: u8 = 235;
    pub(super) const DEEP: u8 = 236;
    pub(super) const OTHER: u8 = 237;
}

/// The values that a state refers to by index: requests, and values that are shared or rare.
#[derive(Debug, Default)]
pub(crate) struct StateTables {
    waiting: RwLock<IndexedValues<WaitingFor>>,
    others: RwLock<IndexedValues<Datum>>,
}

/// Different values, each with its index.
#[derive(Debug)]
struct IndexedValues<T> {
    indices: FxHashMap<T, u32>,
    values: Vec<T>,
}

impl<T> Default for IndexedValues<T> {
    fn default() -> IndexedValues<T> {
        IndexedValues {
            indices: FxHashMap::default(),
            values: Vec::new(),
        }
    }
}

/// Returns the index of a value, which is added if it is new.
fn get_or_add<T: Clone + Eq + Hash>(table: &RwLock<IndexedValues<T>>, value: &T) -> u64 {
    let poisoned = "no thread panics while it holds the table";
    if let Some(&index) = table.read().expect(poisoned).indices.get(value) {
        return index.into();
    }
    let IndexedValues { indices, values } = &mut *table.write().expect(poisoned);
    let index = *indices.entry(value.clone()).or_insert_with(|| {
        values.push(value.clone());
        values.len() as u32 - 1
    });
    index.into()
}

/// Returns the value of an index.
fn value_at<T: Clone>(table: &RwLock<IndexedValues<T>>, index: u64) -> T {
    table
        .read()
        .expect("no thread panics while it holds the table")
        .values[index as usize]
        .clone()
}

impl State {
    /// Returns the bytes that the state takes outside its struct.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Packed::Few(..) => 0,
            Packed::Many(bytes) => bytes.len(),
        }
    }
}

impl StateTables {
    /// Returns the index of what a machine waits for.
    pub(super) fn waiting_index(&self, waiting: &WaitingFor) -> u32 {
        get_or_add(&self.waiting, waiting) as u32
    }

    /// Packs a state.
    pub(crate) fn pack_state(&self, state: &OpenState) -> State {
        let waiting = state.waiting.as_ref();
        self.pack(
            &state.machine,
            waiting.map(|waiting| self.waiting_index(waiting)),
        )
    }

    /// Packs a machine, and the number of what it waits for.
    pub(super) fn pack(&self, machine: &Machine, waiting: Option<u32>) -> State {
        let mut bytes = Bytes::new();
        push_number(&mut bytes, machine.callers.len() as u64);
        for frame in machine.callers.iter().chain([&machine.frame]) {
            push_number(&mut bytes, frame.function.into());
            push_number(&mut bytes, frame.next_op.into());
            push_number(&mut bytes, frame.base.into());
        }
        push_number(
            &mut bytes,
            waiting.map_or(0, |waiting| 1 + u64::from(waiting)),
        );
        for value in &machine.stack {
            self.push_value(&mut bytes, value);
        }
        bytes.into_state()
    }

    /// Unpacks a state.
    pub(crate) fn unpack(&self, state: &State) -> OpenState {
        let mut bytes = state.0.bytes();
        let callers = take_number(&mut bytes);
        let mut frame = || CallFrame {
            function: take_number(&mut bytes) as u32,
            next_op: take_number(&mut bytes) as u32,
            base: take_number(&mut bytes) as u32,
        };
        let callers = (0..callers).map(|_| frame()).collect();
        let frame = frame();
        let waiting = take_number(&mut bytes).checked_sub(1);
        // A value takes at least one byte.
        let mut stack = Vec::with_capacity(bytes.len());
        while !bytes.is_empty() {
            stack.push(self.take_value(&mut bytes));
        }
        OpenState {
            machine: Machine {
                stack,
                frame,
                callers,
            },
            waiting: waiting.map(|waiting| value_at(&self.waiting, waiting)),
        }
    }

    #[inline]
    fn push_value(&self, bytes: &mut Bytes, value: &Datum) {
        match value {
            &Datum::Whole(number) if (-MIN_SMALL..=LARGEST_SMALL).contains(&number) => {
                bytes.push((number + MIN_SMALL) as u8)
            }
            &Datum::Whole(number) => push_tagged(bytes, tag::WHOLE, folded(number)),
            Datum::Nothing => bytes.push(tag::NOTHING),
            Datum::Truth(false) => bytes.push(tag::FALSE),
            Datum::Truth(true) => bytes.push(tag::TRUE),
            &Datum::Text(text) => push_tagged(bytes, tag::TEXT, text.into()),
            &Datum::Dice(dice) => push_tagged(bytes, tag::DICE, dice.into()),
            &Datum::Player(player) => push_tagged(bytes, tag::PLAYER, player.into()),
            &Datum::Into(slot) => push_tagged(bytes, tag::INTO, slot.into()),
            Datum::List(values) => self.push_values(bytes, tag::LIST, values),
            Datum::Cards(counts) => self.push_values(bytes, tag::CARDS, counts),
            Datum::Decimal(ratio) => {
                push_tagged(bytes, tag::DECIMAL, folded(ratio.numerator()));
                push_number(bytes, folded(ratio.denominator()));
            }
            Datum::Far(far) => push_far(bytes, tag::FAR, *far),
            Datum::Deep(far) => push_far(bytes, tag::DEEP, *far),
            Datum::Entry(_) | Datum::Unread(_) => {
                push_tagged(bytes, tag::OTHER, get_or_add(&self.others, value))
            }
        }
    }

    fn push_values(&self, bytes: &mut Bytes, tag: u8, values: &[Datum]) {
        push_tagged(bytes, tag, values.len() as u64);
        values
            .iter()
            .for_each(|value| self.push_value(bytes, value));
    }

    fn take_value(&self, bytes: &mut &[u8]) -> Datum {
        let first = bytes[0];
        *bytes = &bytes[1..];
        match first {
            tag::NOTHING => Datum::Nothing,
            tag::FALSE => Datum::Truth(false),
            tag::TRUE => Datum::Truth(true),
            tag::WHOLE => Datum::Whole(unfolded(take_number(bytes))),
            tag::TEXT => Datum::Text(take_number(bytes) as u32),
            tag::DICE => Datum::Dice(take_number(bytes) as u32),
            tag::PLAYER => Datum::Player(take_number(bytes) as u32),
            tag::INTO => Datum::Into(take_number(bytes) as u32),
            tag::LIST => Datum::List(self.take_values(bytes).into()),
            tag::CARDS => Datum::Cards(self.take_values(bytes).into()),
            tag::DECIMAL => {
                let [numerator, denominator] = [(); 2].map(|()| unfolded(take_number(bytes)));
                let ratio = Ratio::new(numerator.into(), denominator.into());
                Datum::decimal(ratio.expect("it was a fraction"))
            }
            tag::FAR => Datum::Far(take_far(bytes)),
            tag::DEEP => Datum::Deep(take_far(bytes)),
            tag::OTHER => value_at(&self.others, take_number(bytes)),
            small => Datum::Whole(i64::from(small) - MIN_SMALL),
        }
    }

    fn take_values(&self, bytes: &mut &[u8]) -> Vec<Datum> {
        let count = take_number(bytes);
        (0..count).map(|_| self.take_value(bytes)).collect()
    }
}

fn push_tagged(bytes: &mut Bytes, tag: u8, number: u64) {
    bytes.push(tag);
    push_number(bytes, number);
}

fn push_far(bytes: &mut Bytes, tag: u8, far: Far) {
    push_tagged(bytes, tag, far.least() as u64);
    push_number(bytes, folded(far.offset()));
}

fn take_far(bytes: &mut &[u8]) -> Far {
    let least = take_number(bytes) as i64;
    Far::new(least, unfolded(take_number(bytes))).expect("it was an offset")
}

/// Maps a signed number to an unsigned one that is small if the absolute value is (zigzag
/// encoding).
fn folded(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn unfolded(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Pushes a number, seven bits a byte, the lowest first.
#[inline]
fn push_number(bytes: &mut Bytes, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return number;
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::asking::{AnyDie, Request};

    fn any_value() -> impl Strategy<Value = Datum> {
        let number = prop_oneof![-300..300i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
        let decimal = (-1000..1000i128, 2..1000i128);
        let simple = prop_oneof![
            8 => number.prop_map(Datum::Whole),
            1 => Just(Datum::Nothing),
            1 => any::<bool>().prop_map(Datum::Truth),
            1 => any::<u32>().prop_map(Datum::Text),
            1 => any::<u32>().prop_map(Datum::Dice),
            1 => any::<u32>().prop_map(Datum::Player),
            1 => any::<u32>().prop_map(Datum::Into),
            1 => decimal.prop_map(|(n, d)| Datum::decimal(Ratio::new(n, d).expect("a fraction"))),
            1 => any::<(u32, i32)>()
                .prop_map(|(least, offset)| Far::new(least.into(), offset.into()))
                .prop_map(|far| Datum::Far(far.expect("it fits"))),
            1 => any::<(u32, i32)>()
                .prop_map(|(least, offset)| Far::new(least.into(), offset.into()))
                .prop_map(|far| Datum::Deep(far.expect("it fits"))),
        ];
        simple.prop_recursive(3, 40, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Datum::list),
                prop::collection::vec(inner.clone(), 0..8)
                    .prop_map(|values| Datum::Cards(Arc::new(values))),
                prop::collection::vec(inner, 0..8)
                    .prop_map(|values| Datum::Entry(Arc::new(values))),
            ]
        })
    }

    fn any_frame() -> impl Strategy<Value = CallFrame> {
        (0..300u32, any::<u32>(), 0..300u32).prop_map(|(function, next_op, base)| CallFrame {
            function,
            next_op,
            base,
        })
    }

    proptest! {
        #[test]
        fn unpacking_reverses_packing(
            stack in prop::collection::vec(any_value(), 0..20),
            callers in prop::collection::vec(any_frame(), 0..4),
            frame in any_frame(),
            sides in prop::option::of(0..9u32),
        ) {
            let tables = StateTables::default();
            // The tables already hold other things.
            tables.pack_state(&OpenState {
                machine: Machine {
                    stack: vec![Datum::Entry(Arc::default())],
                    frame,
                    callers: Vec::new(),
                },
                waiting: Some(WaitingFor::Result(1, Vec::new())),
            });
            let machine = Machine { stack, frame, callers };
            let waiting =
                sides.map(|sides| WaitingFor::Answer(Request::Roll(AnyDie::Faces(sides))));
            let state = OpenState { machine, waiting };
            let packed = tables.pack_state(&state);
            let unpacked = tables.unpack(&packed);
            prop_assert_eq!(&unpacked.machine, &state.machine);
            prop_assert_eq!(&unpacked.waiting, &state.waiting);
            prop_assert_eq!(tables.pack_state(&unpacked), packed);
        }
    }

    #[test]
    fn a_usual_state_needs_no_memory_outside_its_struct() {
        let stack = vec![Datum::Whole(100); 8];
        let frame = CallFrame {
            function: 3,
            next_op: 40,
            base: 1,
        };
        let machine = Machine {
            stack,
            frame,
            callers: Vec::new(),
        };
        let waiting = Some(WaitingFor::Answer(Request::Roll(AnyDie::Faces(6))));
        let state = StateTables::default().pack_state(&OpenState { machine, waiting });
        assert_eq!((state.0.bytes().len(), state.heap_bytes()), (13, 0));
        assert_eq!(size_of::<State>(), 24);
    }
}
