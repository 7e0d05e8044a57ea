//! A walk through all that can happen from one situation to the next checkpoint, or to a function's end.
//!
//! Machines that wait for the same thing with the same values, having said the same, are one. They are taken in the
//! order in which they were found. One that comes back after it was taken, whatever it has said since, has gone round in a
//! circle: it is handed on as a situation of its own, so that the engine can solve the circle.

use std::rc::Rc;

use oddsmith_engine::Answer;
use oddsmith_engine::explore::{DEEP, Observation, Open};
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::function::Outcome;
use super::{Reading, Scratch, Waiting};
use crate::builtin::question::Question;
use crate::choice;
use crate::machine::value::Value;
use crate::machine::{Fault, MAX_FRAMES, Machine, Pause, Said};
use crate::situation::situation;

/// A walk has gone on without an end in sight after so many turns of `while` loops and calls, and is cut where hardly any trial
/// is left.
const MANY_TURNS: u32 = 20;
/// Turns without anything uncertain: a loop that takes more goes on for ever.
const MAX_TURNS: u32 = 200_000;
/// Places of one walk, and bytes that they take: the rest are situations of their own.
const MAX_PLACES: usize = 20_000;
const MAX_BYTES: usize = 50_000_000;

/// How a way ends.
pub(super) enum Ending {
    Checkpoint(Machine),
    Waiting(Machine, Waiting),
    Returned(Machine, Value),
    Cut,
}

/// Where the ends of a walk go.
pub(super) trait Sink {
    /// Dice, events and cards that are asked for, on average.
    fn cost(&mut self, dice: f64);
    /// The ways that follow begin with this option of a choice that is left open.
    fn open(&mut self, _: &Open) {}
    /// These options of a choice are on offer, of which a policy wants one.
    fn offer(&mut self, _choice: usize, _options: impl Iterator<Item = i64>) {}
    fn take(&mut self, mass: Mass, observed: Vec<Observation>, ending: Ending) -> Result<(), Box<Fault>>;
}

/// A machine that waits.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    machine: Machine,
    waiting: Waiting,
}

struct Node {
    place: Rc<Place>,
    /// What was said on the way here.
    observed: Rc<[Observation]>,
    mass: Mass,
    turns: u32,
    /// The node before, and the answer that led here from it.
    parent: Option<(usize, Value)>,
}

/// A machine on its way.
struct Traveller {
    machine: Machine,
    said: Said,
    mass: Mass,
    parent: Option<(usize, Value)>,
}

pub(super) struct Walk<'w, S: Sink> {
    reading: Reading<'w>,
    scratch: &'w mut Scratch,
    sink: &'w mut S,
    nodes: Vec<Node>,
    /// The nodes at each place: what was said on the way tells them apart.
    known: FxHashMap<Rc<Place>, Vec<usize>>,
    taken: usize,
    /// Bytes that the places hold.
    bytes: usize,
    /// Whether the walk begins with an option of a choice that is left open.
    is_decided: bool,
}

type Done<T = ()> = Result<T, Box<Fault>>;

impl<'w, S: Sink> Walk<'w, S> {
    pub(super) fn new(reading: Reading<'w>, scratch: &'w mut Scratch, sink: &'w mut S) -> Walk<'w, S> {
        Walk {
            reading,
            scratch,
            sink,
            nodes: Vec::new(),
            known: FxHashMap::default(),
            taken: 0,
            bytes: 0,
            is_decided: false,
        }
    }

    /// Walks from a machine that may wait for something.
    pub(super) fn run(mut self, machine: Machine, waiting: Option<Waiting>) -> Done {
        let start = |machine| Traveller { machine, said: Said::default(), mass: Mass::ONE, parent: None };
        match waiting {
            Some(Waiting::Answer(Question::Choose { choice, options }))
                if self.reading.is_open(choice, options.len()) =>
            {
                return self.decide(&machine, choice, &options);
            }
            Some(waiting) => self.arrive(start(machine), waiting)?,
            None => self.go_on(start(machine))?,
        }
        self.take_all()
    }

    fn take_all(&mut self) -> Done {
        while self.taken < self.nodes.len() {
            self.taken += 1;
            self.take(self.taken - 1)?;
        }
        Ok(())
    }

    /// Every option of a choice that is left open, and all that can happen after it, one option after the other.
    fn decide(&mut self, machine: &Machine, choice: u16, values: &[Value]) -> Done {
        let program = self.reading.program;
        let options: Box<[i64]> = values.iter().filter_map(choice::number).collect();
        let situation: Box<[i64]> = situation(machine, program, !self.reading.manner.sums).into();
        for (option, value) in values.iter().enumerate() {
            let (options, situation) = (options.clone(), situation.clone());
            self.sink.open(&Open { choice: choice.into(), options, situation, option });
            self.nodes.clear();
            self.known.clear();
            (self.taken, self.bytes) = (0, 0);
            self.is_decided = true;
            let mut machine = machine.fork();
            machine.answer(value.clone());
            let start = Traveller { machine, said: Said::default(), mass: Mass::ONE, parent: None };
            self.go_on(start).and_then(|()| self.take_all()).map_err(|mut fault| {
                let name = &program.code.choices[usize::from(choice)].name;
                fault.path.insert(0, format!("choose(\"{name}\") gave {}", value.show(&program.texts)));
                fault
            })?;
        }
        Ok(())
    }

    /// Runs a machine until it waits for something uncertain, or ends.
    fn go_on(&mut self, mut traveller: Traveller) -> Done {
        loop {
            if traveller.said.turns > MAX_TURNS {
                return Err(traveller.machine.goes_on(self.reading.program));
            }
            let before = traveller.said.steps;
            let pause = traveller.machine.run(self.reading.program, self.reading.manner, &mut traveller.said)?;
            self.scratch.tick(traveller.said.steps - before)?;
            let waiting = match pause {
                Pause::Ask(question) => Waiting::Answer(question),
                Pause::Call { function, arguments } => Waiting::Result(function, traveller.machine.take(arguments)),
                // Nothing uncertain has happened yet, nor has anybody decided: the next turn belongs to this walk.
                Pause::Checkpoint if traveller.parent.is_none() && !self.is_decided => continue,
                Pause::Checkpoint => return self.end(traveller, Ending::Checkpoint),
                Pause::Returned(value) => return self.end(traveller, |machine| Ending::Returned(machine, value)),
            };
            if let Waiting::Answer(Question::Choose { choice, options }) = &waiting
                && self.reading.is_open(*choice, options.len())
            {
                return self.end(traveller, |machine| Ending::Waiting(machine, waiting));
            }
            match self.certain(&mut traveller, &waiting)? {
                true => continue,
                false => return self.arrive(traveller, waiting),
            }
        }
    }

    fn end(&mut self, traveller: Traveller, ending: impl FnOnce(Machine) -> Ending) -> Done {
        self.sink.take(traveller.mass, traveller.said.observations, ending(traveller.machine))
    }

    /// Answers what has one answer only, and starts a function of which no law can be worked out.
    fn certain(&mut self, traveller: &mut Traveller, waiting: &Waiting) -> Done<bool> {
        match waiting {
            Waiting::Answer(question) => {
                if let Question::Choose { choice, options } = question
                    && matches!(self.reading.policy.answer((*choice).into()), Answer::Option(_))
                {
                    self.sink.offer((*choice).into(), options.iter().filter_map(choice::number));
                }
                let law = self.scratch.law(&self.reading, &traveller.machine, question)?;
                let [(value, _)] = law.as_slice() else { return Ok(false) };
                self.sink.cost(traveller.mass.float() * question.size() as f64);
                traveller.machine.answer(value.clone());
            }
            Waiting::Result(function, arguments) => {
                let Some(law) = self.function_law(*function, arguments)? else {
                    return self.enter(traveller, *function, arguments).map(|()| true);
                };
                let [(Outcome::Value(value), _)] = law.outcomes.as_slice() else { return Ok(false) };
                self.sink.cost(traveller.mass.float() * law.dice);
                traveller.machine.answer(value.clone());
            }
        }
        Ok(true)
    }

    fn function_law(&mut self, function: usize, arguments: &[Value]) -> Done<Option<super::function::SharedLaw>> {
        super::function::law(self.reading, self.scratch, function, arguments)
    }

    fn enter(&mut self, traveller: &mut Traveller, function: usize, arguments: &[Value]) -> Done {
        traveller.said.turns += 1;
        if traveller.machine.callers.len() >= MAX_FRAMES {
            return Err(traveller.machine.too_deep(self.reading.program));
        }
        traveller.machine.stack.extend_from_slice(arguments);
        traveller.machine.enter(self.reading.program, function);
        Ok(())
    }

    /// A machine waits: at a new place, at one that is known, or at one that was left before.
    fn arrive(&mut self, traveller: Traveller, waiting: Waiting) -> Done {
        let Traveller { machine, said, mass, parent } = traveller;
        let place = Place { machine, waiting };
        let here = self.known.get(&place).map_or(&[][..], Vec::as_slice);
        let same = here.iter().copied().find(|&node| *self.nodes[node].observed == *said.observations);
        if let Some(node) = same.filter(|&node| node >= self.taken) {
            self.nodes[node].mass += mass;
            self.nodes[node].turns = self.nodes[node].turns.max(said.turns);
            return Ok(());
        }
        let is_round = |&node: &usize| node < self.taken && said.turns > self.nodes[node].turns;
        let is_full = self.nodes.len() >= MAX_PLACES || self.bytes >= MAX_BYTES;
        if same.is_some() || is_full || here.iter().any(is_round) {
            return self.sink.take(mass, said.observations, Ending::Waiting(place.machine, place.waiting));
        }
        self.bytes += place.machine.bytes();
        let (place, node) = (Rc::new(place), self.nodes.len());
        self.known.entry(place.clone()).or_default().push(node);
        self.nodes.push(Node { place, observed: said.observations.into(), mass, turns: said.turns, parent });
        Ok(())
    }

    /// Every answer to what a place waits for.
    fn take(&mut self, node: usize) -> Done {
        let (place, mass) = (self.nodes[node].place.clone(), self.nodes[node].mass);
        if self.nodes[node].turns >= MANY_TURNS && mass.float() < DEEP {
            return self.sink.take(mass, Vec::new(), Ending::Cut);
        }
        match &place.waiting {
            Waiting::Answer(question) => {
                let law = self.scratch.law(&self.reading, &place.machine, question)?;
                self.sink.cost(mass.float() * question.size() as f64);
                for (value, share) in law.iter() {
                    self.answer(node, &place, value, mass * *share)?;
                }
            }
            Waiting::Result(function, arguments) => self.results(node, &place, *function, arguments, mass)?,
        }
        Ok(())
    }

    fn results(&mut self, node: usize, place: &Place, function: usize, arguments: &[Value], mass: Mass) -> Done {
        let Some(law) = self.function_law(function, arguments)? else {
            let mut traveller = self.traveller(node, place, Value::Nothing, mass);
            self.enter(&mut traveller, function, arguments)?;
            return self.go_on(traveller);
        };
        self.sink.cost(mass.float() * law.dice);
        for (outcome, share) in &law.outcomes {
            match outcome {
                Outcome::Value(value) => self.answer(node, place, value, mass * *share)?,
                Outcome::Waiting(inner, waiting) => {
                    let mut machine = place.machine.fork();
                    machine.continue_with(inner);
                    let observed = self.nodes[node].observed.to_vec();
                    self.sink.take(mass * *share, observed, Ending::Waiting(machine, waiting.clone()))?;
                }
                Outcome::Cut => self.sink.take(mass * *share, Vec::new(), Ending::Cut)?,
            }
        }
        Ok(())
    }

    fn traveller(&self, node: usize, place: &Place, answer: Value, mass: Mass) -> Traveller {
        let said =
            Said { observations: self.nodes[node].observed.to_vec(), turns: self.nodes[node].turns, ..Said::default() };
        Traveller { machine: place.machine.fork(), said, mass, parent: Some((node, answer)) }
    }

    fn answer(&mut self, node: usize, place: &Place, value: &Value, mass: Mass) -> Done {
        let mut traveller = self.traveller(node, place, value.clone(), mass);
        traveller.machine.answer(value.clone());
        self.go_on(traveller).map_err(|mut fault| {
            let mut path = self.path(node, value);
            path.append(&mut fault.path);
            fault.path = path;
            fault
        })
    }

    /// What was asked on the way, and the answers that led here.
    fn path(&self, node: usize, answer: &Value) -> Vec<String> {
        let mut path = Vec::new();
        let mut next = Some((node, answer.clone()));
        while let Some((node, answer)) = next {
            let program = self.reading.program;
            let asked = match &self.nodes[node].place.waiting {
                Waiting::Answer(question) => question.words(program),
                Waiting::Result(function, arguments) => {
                    let arguments: Vec<String> = arguments.iter().map(|value| value.show(&program.texts)).collect();
                    format!("{}({})", program.code.functions[*function].name, arguments.join(", "))
                }
            };
            path.push(format!("{asked} gave {}", answer.show(&program.texts)));
            next = self.nodes[node].parent.clone();
        }
        path.reverse();
        path
    }
}
