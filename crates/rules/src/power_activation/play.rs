//! The course of a turn: orders in sequence or in parallel, and what they record.

use oddsmith_engine::{Ask, Step};

use super::activation::{
    Attempt, CONDITIONS_NOT_MET, FAILED, NEEDS_NOT_MET, NOT_REACHED, STOPPED, is_executed,
};
use super::shown::{ALL_FAILED, ANY_FAILED, ENLIGHTENMENT_USED, FAILURES, RP_SPENT};
use super::turn::{ActivationState, Assignment, GivenEnlightenments, PowerActivation, TriedOrder};

/// Up to this number of equal orders run in sequence. More are split in halves first, so that their
/// sums merge early.
const MAX_IN_A_ROW: u16 = 8;

impl PowerActivation {
    /// Returns the next order of a turn, from this index on.
    pub(super) fn next_order(&self, turn: u8, from: usize) -> Option<TriedOrder> {
        let entry =
            (from..self.orders.len()).find(|&entry| self.orders[entry].is_given_on(turn))?;
        let (left, stock) = (self.orders[entry].count as u16, self.stock.unwrap_or(0));
        let (given, attempt) = (GivenEnlightenments::default(), Attempt::default());
        Some(TriedOrder {
            turn,
            entry: entry as u8,
            left,
            is_broken: false,
            stock,
            given,
            done: 0,
            attempt,
        })
    }

    /// Returns the first state of a turn whose orders run in sequence; `None` if it has no orders.
    pub(super) fn begin_turn(&self, turn: u8) -> Option<ActivationState> {
        let first = self.next_order(turn, 0)?;
        let given = GivenEnlightenments::default();
        let assigning = self.to_assign.map(|left| Assignment {
            turn,
            slot: 0,
            left,
            given,
        });
        Some(assigning.map_or(ActivationState::Trying(first), ActivationState::Assigning))
    }

    /// Returns the first order of a turn after Enlightenment has been assigned.
    pub(super) fn first_assigned_order(&self, assignment: &Assignment) -> ActivationState {
        let first = self
            .next_order(assignment.turn, 0)
            .expect("a turn that has begun has an order");
        ActivationState::Trying(TriedOrder {
            given: assignment.given,
            ..first
        })
    }

    /// Returns the parts into which turns split: two halves, or the orders of a single turn.
    pub(super) fn split_turns(
        &self,
        first: u8,
        last: u8,
        ask: &mut impl Ask,
    ) -> Vec<ActivationState> {
        if first < last {
            let middle = first + (last - first) / 2;
            return vec![
                ActivationState::Turns(first, middle),
                ActivationState::Turns(middle + 1, last),
            ];
        }
        self.show_turn(first, ask);
        if self.is_sequential {
            return self.begin_turn(first).into_iter().collect();
        }
        let orders = std::iter::successors(self.next_order(first, 0), |before| {
            self.next_order(first, usize::from(before.entry) + 1)
        });
        orders.map(ActivationState::Trying).collect()
    }

    /// Records the initial values of sums, so that they are 0 whatever happens to the orders.
    fn show_turn(&self, turn: u8, ask: &mut impl Ask) {
        for metric in [FAILURES, ANY_FAILED, RP_SPENT] {
            ask.observe(metric, turn.into(), 0);
        }
        ask.observe_whole(ENLIGHTENMENT_USED, 0);
        for metric in [
            self.metric_indices.one_sided,
            self.metric_indices.in_first_round,
        ]
        .into_iter()
        .flatten()
        {
            ask.observe(metric, turn.into(), 0);
        }
        if let Some(worth_done) = self.metric_indices.worth_done {
            ask.observe_whole(worth_done, 0);
        }
    }

    /// Records the ending of an order.
    fn show(&self, trying: &TriedOrder, ending: i64, ask: &mut impl Ask) {
        let (turn, order) = (
            u32::from(trying.turn),
            &self.orders[usize::from(trying.entry)],
        );
        let was_executed = is_executed(ending);
        if !was_executed {
            ask.observe(FAILURES, turn, 1);
            ask.observe(ANY_FAILED, turn, 1);
        }
        ask.observe(ALL_FAILED, turn, (!was_executed).into());
        let spends = was_executed
            || (self.charges_stopped_orders
                && matches!(ending, STOPPED | CONDITIONS_NOT_MET | NEEDS_NOT_MET));
        if spends && order.rp_cost > 0 {
            ask.observe(RP_SPENT, turn, order.rp_cost.into());
        }
        if trying.attempt.rerolled > 0 {
            ask.observe_whole(ENLIGHTENMENT_USED, trying.attempt.rerolled.into());
        }
        if let Some(title_fails) = self
            .metric_indices
            .title_fails
            .filter(|_| order.is_taxation())
        {
            ask.observe(title_fails, turn, (ending == FAILED).into());
        }
        let order_metrics = self.metric_indices.order_metrics[usize::from(trying.entry)];
        if let Some(result) = order_metrics.result {
            ask.observe(
                result,
                turn,
                if order.count == 1 {
                    ending
                } else {
                    (!was_executed).into()
                },
            );
        }
        if was_executed {
            ask.observe(order_metrics.obeyed_on, turn, 1);
            if let Some(worth_done) = self.metric_indices.worth_done {
                ask.observe_whole(worth_done, order.worth.into());
            }
            if let Some(in_first_round) = self
                .metric_indices
                .in_first_round
                .filter(|_| order.initiates_combat())
            {
                ask.observe(in_first_round, turn, 1);
            }
        }
    }

    /// Returns how an order ends once its condition on another order is checked.
    fn ending_after_needs(&self, trying: &TriedOrder, ending: i64, ask: &mut impl Ask) -> i64 {
        let Some(mark) = self.orders[usize::from(trying.entry)].links.needs else {
            return ending;
        };
        let (is_met, is_obeyed) = (trying.done >> mark & 1 == 1, is_executed(ending));
        if let Some(one_sided) = self
            .metric_indices
            .one_sided
            .filter(|_| is_met != is_obeyed)
        {
            ask.observe(one_sided, trying.turn.into(), 1);
        }
        if is_obeyed && !is_met {
            NEEDS_NOT_MET
        } else {
            ending
        }
    }

    /// Asks the next question of an order, and continues with the next order once its ending is
    /// known.
    pub(super) fn try_order<A: Ask>(
        &self,
        trying: &TriedOrder,
        ask: &mut A,
    ) -> (Step<ActivationState>, ActivationState) {
        if !self.is_sequential && trying.left > MAX_IN_A_ROW {
            let half = |left| ActivationState::Trying(TriedOrder { left, ..*trying });
            let halves = vec![half(trying.left / 2), half(trying.left - trying.left / 2)];
            return (Step::Split(halves), ActivationState::Trying(*trying));
        }
        let order = &self.orders[usize::from(trying.entry)];
        // Equal orders have consecutive slots.
        let slot = order
            .links
            .slot
            .map(|first| first + (order.count - u32::from(trying.left)) as u8);
        let (mut next, before) = (*trying, *trying);
        let spare = |attempt: Attempt, ask: &mut A| match slot
            .map(|slot| (slot, before.given.count(slot)))
        {
            Some((slot, given @ 1..)) => {
                next.given = before.given.with(slot, given - 1);
                true
            }
            _ => {
                let is_spent = before.stock > 0
                    && self.spends_enlightenment(&TriedOrder { attempt, ..before }, ask);
                next.stock -= u8::from(is_spent);
                is_spent
            }
        };
        let mut attempt = before.attempt;
        let ending = order.activation.ask_next(&mut attempt, ask, spare);
        next.attempt = attempt;
        let Some(ending) = ending else {
            return (Step::Continue, ActivationState::Trying(next));
        };
        let ending = self.ending_after_needs(&next, ending, ask);
        self.show(&next, ending, ask);
        let is_executed = is_executed(ending);
        let mark = order
            .links
            .mark
            .filter(|_| is_executed)
            .map_or(0, |mark| 1 << mark);
        let given = slot.map_or(next.given, |slot| next.given.with(slot, 0));
        let is_broken = self.succession && (next.is_broken || !is_executed);
        let done = next.done | mark;
        next = TriedOrder {
            left: next.left - 1,
            is_broken,
            given,
            done,
            attempt: Attempt::default(),
            ..next
        };
        self.advance(next, ask)
    }

    /// Continues after an order whose ending is known.
    fn advance(
        &self,
        tried: TriedOrder,
        ask: &mut impl Ask,
    ) -> (Step<ActivationState>, ActivationState) {
        let current_state = ActivationState::Trying(tried);
        match self.next_order(tried.turn, usize::from(tried.entry) + 1) {
            _ if tried.left > 0 => (Step::Continue, current_state),
            _ if !self.is_sequential => (Step::Done, current_state),
            None if !self.succession => (Step::Done, current_state),
            None => self.end_turn_of_process(tried, ask),
            Some(next) => {
                let done = tried.done & self.orders[usize::from(next.entry)].links.needed_marks;
                let TriedOrder {
                    is_broken,
                    stock,
                    given,
                    ..
                } = tried;
                (
                    Step::Continue,
                    ActivationState::Trying(TriedOrder {
                        is_broken,
                        stock,
                        given,
                        done,
                        ..next
                    }),
                )
            }
        }
    }

    fn end_turn_of_process(
        &self,
        tried: TriedOrder,
        ask: &mut impl Ask,
    ) -> (Step<ActivationState>, ActivationState) {
        self.show_turn(tried.turn, ask);
        let next = if tried.turn < self.turns {
            self.begin_turn(tried.turn + 1)
        } else {
            None
        };
        let (completed, failed_on_turn) = self.metric_indices.process.expect("of a process");
        match next {
            Some(next) if !tried.is_broken => return (Step::Continue, next),
            _ if tried.is_broken => {
                (tried.turn + 1..=self.turns).for_each(|turn| self.show_never_reached(turn, ask));
                ask.observe_whole(failed_on_turn, tried.turn.into());
            }
            _ => {}
        }
        ask.observe_whole(completed, (!tried.is_broken).into());
        (Step::Done, ActivationState::Trying(tried))
    }

    /// Records that an order of an unreached turn was not executed.
    fn show_never_reached(&self, turn: u8, ask: &mut impl Ask) {
        self.show_turn(turn, ask);
        let step = u32::from(turn);
        for (order, order_metrics) in self
            .orders
            .iter()
            .zip(&self.metric_indices.order_metrics)
            .filter(|(order, _)| order.is_given_on(turn))
        {
            ask.observe(FAILURES, step, order.count.into());
            ask.observe(ANY_FAILED, step, 1);
            ask.observe(ALL_FAILED, step, 1);
            if let Some(result) = order_metrics.result {
                ask.observe(
                    result,
                    step,
                    if order.count == 1 {
                        NOT_REACHED
                    } else {
                        order.count.into()
                    },
                );
            }
        }
    }
}
