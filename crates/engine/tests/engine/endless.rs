//! Best play if a trial may go on forever: waiting, traps, and endless gains.

use oddsmith_engine::chance::Die;
use oddsmith_engine::{Ask, Choice, DecisionRule, Fold, Metric, Parts, Rule, RuleError, Step};

use crate::support::{MAXIMISE_FIRST, graph, make_plan, try_plan, with_answers};

/// Waiting costs nothing, and a late six is worth as much as one now.
#[derive(Clone, Copy)]
struct Patience {
    pays: bool,
}

impl Rule for Patience {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("gain").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("what", Vec::<String>::new())]
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        const WAIT: i64 = 0;
        let waits = ask.choose(0, &[WAIT, 1], &[]) == WAIT;
        if waits && self.pays {
            ask.observe_whole(0, 1);
        }
        if waits {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, 5);
        Ok(Step::Done)
    }
}

#[test]
fn tied_waiting_option_is_not_played_forever() {
    let plan = make_plan(
        &with_answers(Patience { pays: false }, &[DecisionRule::Best]),
        &MAXIMISE_FIRST,
    );
    assert_eq!((plan.value, plan.decisions[0].best), (5.0, 1));
}

/// One path from the crossing leads into a pit that nothing leaves, one along a ledge from which
/// one may fall into the pit, and one home. Waiting is allowed.
#[derive(Clone, Copy)]
struct Crossing {
    has_home: bool,
}

impl Rule for Crossing {
    type State = u8;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("gain").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("way", Vec::<String>::new())]
    }

    fn start(&self, _: &Parts) -> u8 {
        0
    }

    fn step<A: Ask>(&self, place: &mut u8, ask: &mut A) -> Result<Step<u8>, RuleError> {
        const PIT: u8 = 1;
        let options: &[i64] = if self.has_home {
            &[1, 2, 0, 3]
        } else {
            &[1, 2, 0]
        };
        match *place {
            PIT => return Ok(Step::Continue),
            0 => {
                let option = ask.choose(0, options, &[]);
                ask.observe_whole(0, [0, 100, 50, 3][option as usize]);
                if option == 3 {
                    return Ok(Step::Done);
                }
                *place = option as u8;
            }
            _ if ask.roll(Die::D6) == 1 => *place = PIT,
            _ => return Ok(Step::Done),
        }
        Ok(Step::Continue)
    }
}

#[test]
fn best_play_avoids_states_without_an_end() {
    let open = with_answers(Crossing { has_home: true }, &[DecisionRule::Best]);
    assert_eq!(
        graph(&open).unavoidable_trap(),
        None,
        "the pit can be kept out of"
    );
    let plan = make_plan(&open, &MAXIMISE_FIRST);
    assert_eq!((plan.value, plan.decisions.len()), (3.0, 1));
    assert_eq!(
        plan.decisions[0].worths,
        [None, None, Some(3.0), Some(3.0)],
        "a pit, a ledge, waiting, home"
    );
    assert_eq!(
        (
            plan.decisions[0].best,
            plan.decisions[0].value,
            plan.decisions[0].reached
        ),
        (3, 3.0, 1.0)
    );
}

#[test]
fn unavoidably_endless_rule_is_refused() {
    let open = with_answers(Crossing { has_home: false }, &[DecisionRule::Best]);
    assert!(graph(&open).unavoidable_trap().is_some());
    assert!(
        try_plan(&open, &MAXIMISE_FIRST)
            .expect_err("it never ends")
            .to_string()
            .contains("never end")
    );
}

#[test]
fn endless_gain_is_refused() {
    let open = with_answers(Patience { pays: true }, &[DecisionRule::Best]);
    let message = try_plan(&open, &MAXIMISE_FIRST)
        .expect_err("it never ends")
        .to_string();
    assert!(message.contains("never end"), "{message}");
}
