//! Best play where a trial may go on for ever: waiting, traps, and gains without an end.

use oddsmith_engine::chance::Die;
use oddsmith_engine::{Ask, Choice, DecisionRule, Fold, Metric, Parts, Rule, RuleError, Step};

use crate::support::{MOST, answered, graph, planned, try_plan};

/// Waiting costs nothing, and a six that comes in the end is worth as much as one now.
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
            ask.whole(0, 1);
        }
        if waits {
            return Ok(Step::Continue);
        }
        ask.whole(0, 5);
        Ok(Step::Done)
    }
}

#[test]
fn among_equals_the_first_is_played_but_not_for_ever() {
    let plan = planned(
        &answered(Patience { pays: false }, &[DecisionRule::Best]),
        &MOST,
    );
    assert_eq!((plan.value, plan.decisions[0].best), (5.0, 1));
}

/// From the crossing one way leads into a pit that nothing leaves, one along a ledge from which one
/// may fall into it, one home; waiting is allowed.
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
                ask.whole(0, [0, 100, 50, 3][option as usize]);
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
fn nobody_who_plays_best_goes_where_a_trial_may_never_end() {
    let open = answered(Crossing { has_home: true }, &[DecisionRule::Best]);
    assert_eq!(graph(&open).stays(), None, "the pit can be kept out of");
    let plan = planned(&open, &MOST);
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
fn a_rule_that_nobody_can_keep_from_going_on_for_ever_is_refused() {
    let open = answered(Crossing { has_home: false }, &[DecisionRule::Best]);
    assert!(graph(&open).stays().is_some());
    assert!(
        try_plan(&open, &MOST)
            .expect_err("it never ends")
            .to_string()
            .contains("never end")
    );
}

#[test]
fn a_gain_without_end_is_refused() {
    let open = answered(Patience { pays: true }, &[DecisionRule::Best]);
    let message = try_plan(&open, &MOST)
        .expect_err("it never ends")
        .to_string();
    assert!(message.contains("never end"), "{message}");
}
