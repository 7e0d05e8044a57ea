//! Walks through everything that can happen from one state to the next checkpoint, or to the end of
//! a function.
//!
//! Positions are taken in the order in which they were found. A machine that returns to a position
//! that was already taken is in a cycle, whatever it has observed since. It becomes a separate
//! state, so that the engine can solve the cycle.

use std::sync::Arc;

use oddsmith_engine::chance::{Probability, negative_binomial};
use oddsmith_engine::explore::DEEP_TRUNCATION_THRESHOLD;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::{DecisionRule, RuleErrorKind};

use super::call_distribution::{CallDistribution, CallOutcome};
use super::calls::{CallOutcomes, OpenCall};
use super::cycles::eliminate_cycle;
use super::deciding::{answers_of_option, decided_answers, decided_size, open_choice};
use super::explored_rule::ExploredRule;
use super::scratch::Scratch;
use super::state::WaitingFor;
use super::walk_end::{WalkEnd, WalkSink};
use super::walk_positions::{MAX_POSITIONS, Traveller, WaitingPosition, WalkPositions};
use crate::asking::{Request, making};
use crate::choice;
use crate::machine::{Fault, Faulty, MAX_FRAMES, Machine, Pause};
use crate::source::Span;
use crate::value::Datum;

/// After this many iterations of `while` loops and calls, a walk is truncated once its probability
/// is negligible.
const MANY_TURNS: u32 = 20;
/// The maximal number of iterations without a question. A loop with more never ends.
const MAX_TURNS: u32 = 200_000;

pub(super) struct StateWalk<'w, S: WalkSink> {
    rule: ExploredRule<'w>,
    scratch: &'w mut Scratch,
    sink: &'w mut S,
    positions: WalkPositions,
    /// Whether the walk begins with an option of an open choice.
    is_decided: bool,
}

impl<'w, S: WalkSink> StateWalk<'w, S> {
    pub(super) fn new(
        rule: ExploredRule<'w>,
        scratch: &'w mut Scratch,
        sink: &'w mut S,
    ) -> StateWalk<'w, S> {
        StateWalk::with_positions(rule, scratch, sink, MAX_POSITIONS)
    }

    /// Starts a walk that may hold this many positions.
    pub(super) fn with_positions(
        rule: ExploredRule<'w>,
        scratch: &'w mut Scratch,
        sink: &'w mut S,
        limit: usize,
    ) -> StateWalk<'w, S> {
        StateWalk {
            rule,
            sink,
            positions: scratch.take_positions(limit),
            is_decided: false,
            scratch,
        }
    }

    /// Walks from a machine that may wait for something.
    pub(super) fn run(mut self, machine: Machine, waiting: Option<WaitingFor>) -> Faulty {
        match waiting {
            Some(WaitingFor::Answer(request)) if self.rule.is_open_request(&request) => {
                return self.decide(&machine, &request);
            }
            Some(waiting) => self.arrive(&mut Traveller::new(machine), waiting)?,
            None => self.advance(&mut Traveller::new(machine))?,
        }
        self.take_all()?;
        self.scratch.keep_positions(self.positions);
        Ok(())
    }

    fn take_all(&mut self) -> Faulty {
        let mut traveller = self.scratch.take_traveller();
        while let Some(node) = self.positions.take_next() {
            self.take(node, &mut traveller)?;
        }
        self.scratch.keep_traveller(traveller);
        self.sink.pass_positions(self.positions.hashes());
        Ok(())
    }

    /// Walks from every option of an open choice, one option after the other.
    fn decide(&mut self, machine: &Machine, request: &Request) -> Faulty {
        let program = self.rule.program;
        self.offer(request);
        let mut open = open_choice(self.rule, machine, request);
        for option in 0..open.options.len() {
            open.option = option;
            self.sink.begin_option(&open);
            self.positions.clear();
            self.is_decided = true;
            let answers = answers_of_option(self.rule, machine, request, option);
            let located = |mut fault: Box<Fault>, value: &Datum| {
                let asked = request.words(&program.texts, &program.code.choices);
                let given = format!("{asked} gave {}", value.show(&program.texts));
                fault.path.insert(0, given);
                fault
            };
            let mut traveller = self.scratch.take_traveller();
            for (value, mass) in &answers {
                traveller.restart(machine, *mass);
                traveller.machine.answer(value.clone());
                self.advance(&mut traveller)
                    .map_err(|fault| located(fault, value))?;
            }
            self.scratch.keep_traveller(traveller);
            self.take_all().map_err(|fault| match &answers[..] {
                [(value, _)] => located(fault, value),
                _ => fault,
            })?;
        }
        Ok(())
    }

    /// Notes the options of choices for which the policy prefers a certain option.
    fn offer(&mut self, request: &Request) {
        for (choice, options) in request.sides() {
            let answer = self.rule.policy.answer(choice.into());
            if matches!(answer, DecisionRule::Option(_) | DecisionRule::Heuristic) {
                self.sink
                    .offer(choice.into(), options.iter().filter_map(choice::number));
            }
        }
    }

    /// Runs a machine until it waits for something uncertain, or ends.
    fn advance(&mut self, traveller: &mut Traveller) -> Faulty {
        let program = self.rule.program;
        loop {
            if traveller.log.turns > MAX_TURNS {
                return Err(traveller.machine.endless_loop_fault(program));
            }
            let before = traveller.log.steps;
            let pause = traveller
                .machine
                .run(program, self.rule.flags, &mut traveller.log)?;
            self.scratch
                .tick(traveller.log.steps - before, self.positions.len())
                .map_err(|fault| locate_fault(fault, traveller.machine.span(program)))?;
            let waiting = match pause {
                Pause::Ask(request) => WaitingFor::Answer(request),
                Pause::Call {
                    function,
                    arguments,
                } => WaitingFor::Result(function, traveller.machine.take_arguments(arguments)),
                // Nothing uncertain has happened yet and nobody has decided, so the next iteration
                // belongs to this walk.
                Pause::Checkpoint if traveller.parent.is_none() && !self.is_decided => continue,
                Pause::Checkpoint => return self.emit_end(traveller, WalkEnd::Checkpoint),
                Pause::Returned(value) => {
                    return self.emit_end(traveller, |machine| WalkEnd::Returned(machine, &value));
                }
            };
            if let WaitingFor::Answer(request) = &waiting
                && self.rule.is_open_request(request)
            {
                return self.emit_end(traveller, |machine| WalkEnd::Waiting(machine, &waiting));
            }
            if !self.resolve_certain(traveller, &waiting)? {
                return self.arrive(traveller, waiting);
            }
        }
    }

    fn emit_end<'m>(
        &mut self,
        traveller: &'m mut Traveller,
        end: impl FnOnce(&'m Machine) -> WalkEnd<'m>,
    ) -> Faulty {
        let Traveller {
            machine, log, mass, ..
        } = traveller;
        let program = self.rule.program;
        self.sink
            .take(*mass, &mut log.observations, end(machine))
            .map_err(|fault| locate_fault(fault, machine.span(program)))
    }

    fn arrive(&mut self, traveller: &mut Traveller, waiting: WaitingFor) -> Faulty {
        match self.positions.arrive(traveller, waiting) {
            Some(waiting) => self.sink.take(
                traveller.mass,
                &mut traveller.log.observations,
                WalkEnd::Waiting(&traveller.machine, &waiting),
            ),
            None => Ok(()),
        }
    }

    /// Answers a request that has one answer only, or starts a function whose distribution cannot
    /// be computed.
    fn resolve_certain(&mut self, traveller: &mut Traveller, waiting: &WaitingFor) -> Faulty<bool> {
        let (value, dice) = match waiting {
            WaitingFor::Answer(request) => {
                if self.scratch.is_uncertain(request) {
                    return Ok(false);
                }
                self.offer(request);
                let distribution =
                    decided_answers(self.rule, self.scratch, &traveller.machine, request)?;
                let [(value, _)] = distribution.as_slice() else {
                    self.scratch.note_uncertain(request);
                    return Ok(false);
                };
                (value.clone(), decided_size(self.rule, request))
            }
            WaitingFor::Result(function, arguments) => {
                let Some(distribution) =
                    call_distribution(self.rule, self.scratch, *function, arguments)?
                else {
                    return self.enter(traveller, *function, arguments).map(|()| true);
                };
                let [(CallOutcome::Value(value), _)] = distribution.outcomes.as_slice() else {
                    return Ok(false);
                };
                (value.clone(), distribution.dice)
            }
        };
        self.sink.add_cost(traveller.mass.float() * dice);
        traveller.machine.answer(value);
        Ok(true)
    }

    fn enter(&mut self, traveller: &mut Traveller, function: usize, arguments: &[Datum]) -> Faulty {
        traveller.log.turns += 1;
        if traveller.machine.callers.len() >= MAX_FRAMES {
            return Err(traveller.machine.recursion_fault(self.rule.program));
        }
        traveller.machine.stack.extend_from_slice(arguments);
        traveller.machine.enter(self.rule.program, function);
        Ok(())
    }

    /// Follows every answer to what a position waits for.
    fn take(&mut self, node: usize, traveller: &mut Traveller) -> Faulty {
        let found = self.positions.node(node);
        let (position, mass) = (found.position.clone(), found.mass);
        if found.turns >= MANY_TURNS && mass.float() < DEEP_TRUNCATION_THRESHOLD {
            return self.sink.take(mass, &mut Vec::new(), WalkEnd::Truncated);
        }
        match &position.waiting {
            WaitingFor::Answer(request) => {
                let distribution =
                    decided_answers(self.rule, self.scratch, &position.machine, request)?;
                self.sink.add_cost(mass.float() * request.size() as f64);
                for (value, share) in distribution.iter() {
                    self.answer(node, value, mass * *share, traveller)?;
                }
            }
            WaitingFor::Result(function, arguments) => {
                self.results(node, &position, (*function, arguments), mass, traveller)?
            }
        }
        Ok(())
    }

    fn results(
        &mut self,
        node: usize,
        position: &WaitingPosition,
        call: (usize, &[Datum]),
        mass: Mass,
        traveller: &mut Traveller,
    ) -> Faulty {
        let (function, arguments) = call;
        let Some(distribution) = call_distribution(self.rule, self.scratch, function, arguments)?
        else {
            self.positions.leave(node, Datum::Nothing, mass, traveller);
            self.enter(traveller, function, arguments)?;
            return self.advance(traveller);
        };
        self.sink.add_cost(mass.float() * distribution.dice);
        for (outcome, share) in &distribution.outcomes {
            match outcome {
                CallOutcome::Value(value) => self.answer(node, value, mass * *share, traveller)?,
                CallOutcome::Waiting(inner, waiting) => {
                    // Copying and packing a machine takes as long as an answer.
                    self.scratch.tick(0, self.positions.len())?;
                    let mut machine = position.machine.clone();
                    machine.continue_with(inner);
                    let end = WalkEnd::Waiting(&machine, waiting);
                    let mut observed = self.positions.node(node).observed.clone();
                    self.sink.take(mass * *share, &mut observed, end)?;
                }
                CallOutcome::Truncated => {
                    self.sink
                        .take(mass * *share, &mut Vec::new(), WalkEnd::Truncated)?
                }
            }
        }
        Ok(())
    }

    fn answer(
        &mut self,
        node: usize,
        value: &Datum,
        mass: Mass,
        traveller: &mut Traveller,
    ) -> Faulty {
        self.positions.leave(node, value.copied(), mass, traveller);
        traveller.machine.answer(value.copied());
        self.advance(traveller).map_err(|mut fault| {
            let path = self.positions.path(self.rule.program, node, value);
            fault.path.splice(0..0, path);
            fault
        })
    }
}

/// Adds a span to a fault about size that has none.
fn locate_fault(fault: Box<Fault>, span: Span) -> Box<Fault> {
    if fault.sort == RuleErrorKind::TooLarge && fault.span == Span::default() {
        Box::new(Fault { span, ..*fault })
    } else {
        fault
    }
}

/// Computes the distribution of a call that may call itself with the same arguments. The first
/// approximation is empty; each iteration uses the one before, until hardly any probability is
/// missing. An iteration costs one walk, however deep the calls go.
fn iterate_call_distribution(
    rule: ExploredRule,
    scratch: &mut Scratch,
    machine: &Machine,
    open: &OpenCall,
) -> Faulty<Arc<CallDistribution>> {
    let mut missing = 1.0;
    loop {
        let mut outcomes = CallOutcomes::default();
        StateWalk::new(rule, scratch, &mut outcomes).run(machine.clone(), None)?;
        let distribution = Arc::new(outcomes.distribution);
        let still = distribution.missing_mass();
        let (is_recursive, has_cycle) = (
            scratch.calls.is_recursive(open),
            distribution.has_waiting_outcome(),
        );
        let so_far = match (is_recursive, has_cycle) {
            // The engine solves cycles, so the call is explored step by step.
            (true, true) => None,
            (true, false) if still >= DEEP_TRUNCATION_THRESHOLD && still < missing => {
                Some(distribution)
            }
            (false, true) => {
                let distribution = Arc::into_inner(distribution).expect("nobody else has it yet");
                let distribution = eliminate_cycle(rule, distribution, |machine, waiting| {
                    let mut outcomes = CallOutcomes::default();
                    StateWalk::new(rule, scratch, &mut outcomes).run(machine, Some(waiting))?;
                    Ok(outcomes.distribution)
                });
                return distribution.map(Arc::new);
            }
            _ => return Ok(distribution),
        };
        missing = still;
        scratch.calls.update(open, so_far);
    }
}

/// Returns the distribution of the number of explosions of dice. The arguments are the number of
/// dice, the number of faces that explode, and the number of all faces, which is greater.
fn explosions_distribution(
    rule: ExploredRule,
    scratch: &mut Scratch,
    machine: &Machine,
    arguments: &[Datum],
) -> Faulty<Arc<CallDistribution>> {
    let dice = making::number(&arguments[0], "dice")
        .map_err(|(problem, help)| machine.fault(rule.program, problem, help))?;
    let [exploding_faces, sides] = [1, 2].map(|index| match arguments[index] {
        Datum::Whole(number) => number as u64,
        _ => unreachable!("the prelude counts faces"),
    });
    let chance = Probability::ratio(exploding_faces, sides).expect("a part of the faces");
    let (masses, rest) = negative_binomial(dice, chance, DEEP_TRUNCATION_THRESHOLD);
    scratch.effort.take(masses.len() as u64)?;
    let value = |(count, mass)| (CallOutcome::Value(Datum::Whole(count)), mass);
    let mut outcomes: Vec<_> = (0..).zip(masses).map(value).collect();
    if rest > 0.0 {
        outcomes.push((CallOutcome::Truncated, Mass::inexact(rest)));
    }
    Ok(Arc::new(CallDistribution {
        outcomes,
        dice: f64::from(dice) / chance.complement().value(),
    }))
}

/// Returns the distribution of a call, or `None` if the function must be explored step by step
/// because it calls itself with the same arguments.
fn call_distribution(
    rule: ExploredRule,
    scratch: &mut Scratch,
    function: usize,
    arguments: &[Datum],
) -> Faulty<Option<Arc<CallDistribution>>> {
    let call = (
        rule.program.code.functions[function]
            .explored_as
            .unwrap_or(function),
        arguments.to_vec(),
    );
    if let Some(found) = scratch.calls.find(&scratch.shared, &call) {
        return Ok(found);
    }
    let machine = Machine::with_stack(rule.program, call.0, call.1.clone());
    if scratch.calls.open_count() >= MAX_FRAMES {
        return Err(machine.recursion_fault(rule.program));
    }
    let (open, before) = (scratch.calls.begin(&call), scratch.effort.done());
    let found = if rule.program.code.explosions_function == Some(call.0) {
        explosions_distribution(rule, scratch, &machine, &call.1)
    } else {
        iterate_call_distribution(rule, scratch, &machine, &open)
    };
    let is_final = scratch.calls.finish(&open);
    let distribution = match found {
        Ok(distribution) => Some(distribution),
        // A function that may call itself forever is explored step by step and truncated by its
        // probability.
        Err(fault) if fault.is_too_deep && open.index == 0 => None,
        Err(fault) => return Err(fault),
    };
    if is_final || distribution.is_none() {
        let work = scratch.effort.take_back(before);
        scratch
            .shared
            .add_call(call, distribution.clone(), work, &scratch.effort);
    }
    Ok(distribution)
}
