//! The size of an aim changes no decision: a long run of luck, before the choices or before every
//! prize, divides all values by a power of ten.

use std::sync::Arc;

use oddsmith_engine::chance::Die;
use oddsmith_engine::solve::Plan;
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Rule, RuleError, Side, Step,
};
use proptest::prelude::*;

use crate::support::{MAXIMISE_FIRST, make_plan, with_answers};

/// Who decides at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Decider {
    Chance,
    One(usize),
    Both,
}

/// Where the lucky tens are needed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Luck {
    /// Before the first place.
    Before,
    /// Before any points count.
    Prizes,
}

/// Who decides at a place, and its turns: the places to which they lead, and their points.
type Place = (Decider, Vec<(usize, i64)>);

/// A random rule with places. Each turn leads to a place and has points. If `returns` is set, turns
/// may lead back, and one step in ten ends the trial.
#[derive(Clone, Debug)]
struct Arena {
    places: Arc<[Place]>,
    returns: bool,
    luck: Luck,
    tens: u32,
}

impl Rule for Arena {
    /// The lucky tens so far, and the place.
    type State = (u32, usize);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("points").fold(Fold::Sum).otherwise(0)]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![
            Choice::new("ours", ["place"]),
            Choice::new("theirs", ["place"]).with_side(Side::Them),
        ]
    }

    fn start(&self, _: &Parts) -> (u32, usize) {
        (0, 0)
    }

    fn step<A: Ask>(
        &self,
        (lucky, place): &mut (u32, usize),
        ask: &mut A,
    ) -> Result<Step<(u32, usize)>, RuleError> {
        if self.luck == Luck::Before && *lucky < self.tens {
            *lucky += 1;
            let is_lucky = ask.roll(Die::new(10)) == 10;
            return Ok(if is_lucky { Step::Continue } else { Step::Done });
        }
        let (decider, turns) = &self.places[*place];
        let situation = [*place as i64];
        let options: Vec<i64> = (0..turns.len() as i64).collect();
        let turn = match *decider {
            Decider::Chance => ask.roll(Die::new(turns.len() as u32)) as usize - 1,
            Decider::One(player) => ask.choose(player, &options, &situation) as usize,
            // Each pair of options is a turn.
            Decider::Both => {
                let [row, column] = ask.choose_at_once([0, 1], [&options; 2], &situation);
                (3 * row + column) as usize % turns.len()
            }
        };
        let (onward, points) = turns[turn];
        let tens = if self.luck == Luck::Prizes {
            self.tens
        } else {
            0
        };
        if points != 0 && (0..tens).all(|_| ask.roll(Die::new(10)) == 10) {
            ask.observe_whole(0, points);
        }
        *place = if self.returns {
            onward % self.places.len()
        } else {
            *place + 1 + onward % 3
        };
        let ends = *place >= self.places.len() || self.returns && ask.roll(Die::new(10)) == 1;
        Ok(if ends { Step::Done } else { Step::Continue })
    }
}

impl Arena {
    fn plan(&self, tens: u32) -> Plan {
        let rule = Arena {
            tens,
            ..self.clone()
        };
        make_plan(
            &with_answers(rule, &[DecisionRule::Best; 2]),
            &MAXIMISE_FIRST,
        )
    }
}

fn arenas() -> impl Strategy<Value = Arena> {
    let decider = prop_oneof![
        Just(Decider::Chance),
        Just(Decider::One(0)),
        Just(Decider::One(1)),
        Just(Decider::Both)
    ];
    // Few different points make ties likely. Points of both signs cancel out.
    let points = prop_oneof![Just(0i64), -2i64..=2, -1000i64..=1000];
    let turns = prop::collection::vec((0usize..12, points), 1..5);
    let places = prop::collection::vec((decider, turns), 1..8).prop_map(Into::into);
    let luck = prop_oneof![Just(Luck::Before), Just(Luck::Prizes)];
    (places, any::<bool>(), luck).prop_map(|(places, returns, luck)| Arena {
        places,
        returns,
        luck,
        tens: 0,
    })
}

/// Checks that a rule is decided in the same way if the aim is divided by 10 to this power.
fn assert_same_decisions(arena: &Arena, tens: u32) {
    let (plain, rare) = (arena.plan(0), arena.plan(tens));
    assert!(rare.shortfall < 1e-9 && plain.shortfall < 1e-9);
    let expected = plain.value * 10f64.powi(-(tens as i32));
    let scale = plain.scale * 10f64.powi(-(tens as i32));
    assert!(
        (rare.value - expected).abs() <= 1e-9 * scale,
        "{} {expected}",
        rare.value
    );
    assert_eq!(plain.decisions.len(), rare.decisions.len());
    assert_eq!(plain.is_tied, rare.is_tied);
    for decision in &plain.decisions {
        let is_same = |other: &&oddsmith_engine::solve::PlannedDecision| {
            other.choice == decision.choice && other.situation == decision.situation
        };
        let other = rare
            .decisions
            .iter()
            .find(is_same)
            .expect("the same decisions");
        assert_eq!(decision.best, other.best);
        assert_eq!(&decision.is_tied, &other.is_tied);
        let weights = decision.weights.masses().iter().zip(other.weights.masses());
        for (weight, other) in weights {
            assert!((weight.float() - other.float()).abs() < 1e-9);
        }
        for (loss, other) in decision.losses.iter().zip(&other.losses) {
            assert_eq!(*loss == Some(0.0), *other == Some(0.0));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn the_size_of_an_aim_changes_no_decision(arena in arenas(), tens in 1u32..=250) {
        assert_same_decisions(&arena, tens);
    }
}

/// The payoffs 0, 1, 3 and 2, in a circle, have several best mixes. Rounding errors choose none of
/// them.
#[test]
fn the_size_of_an_aim_chooses_no_mix() {
    let places = [
        (Decider::Both, vec![(3, -1), (0, 0), (3, 2), (0, 1)]),
        (Decider::Chance, vec![(0, 0)]),
        (Decider::One(0), vec![(0, 1)]),
    ];
    let arena = Arena {
        places: places.into(),
        returns: false,
        luck: Luck::Prizes,
        tens: 0,
    };
    for tens in (1..=250).step_by(3) {
        assert_same_decisions(&arena, tens);
    }
}

/// Large sums that cancel out leave rounding errors, which decide nothing.
#[test]
fn options_that_differ_by_the_rounding_of_large_sums_are_tied() {
    // Both options are worth 1/3 on average: one at once, and one as the difference of large
    // points.
    let big = 300_000_000_000;
    let places = [
        (Decider::One(0), vec![(0, 0), (1, 0)]),
        (Decider::Chance, vec![(2, 1), (2, 0), (2, 0)]),
        (
            Decider::Chance,
            vec![(2, big + 1), (2, -big), (2, 7), (2, -7), (2, 1), (2, 0)],
        ),
    ];
    let arena = Arena {
        places: places.into(),
        returns: false,
        luck: Luck::Prizes,
        tens: 0,
    };
    for tens in [0, 1, 7, 40, 200] {
        let plan = arena.plan(tens);
        assert_eq!(plan.decisions[0].is_tied, [true, true], "{tens}");
        assert_eq!((plan.decisions[0].best, plan.is_tied), (0, true));
    }
}

/// A mix of four options, each with a chance of 1/4. Large points in every payoff leave rounding
/// errors in the weights. The best option is the first one all the same.
#[test]
fn rounding_errors_make_no_option_of_a_mix_likelier() {
    let places = [
        (Decider::Both, vec![(10, 0), (3, 0), (1, 0), (2, 0)]),
        (Decider::Both, vec![(9, -1), (3, 0)]),
        (Decider::Chance, vec![(9, 1), (9, 0), (3, 0)]),
        (Decider::One(0), vec![(0, 563)]),
    ];
    let arena = Arena {
        places: places.into(),
        returns: false,
        luck: Luck::Prizes,
        tens: 0,
    };
    for tens in 0..20 {
        let plan = arena.plan(tens);
        let mut at_start = plan.decisions.iter().filter(|d| d.situation[0] == 0);
        assert!(at_start.all(|decision| {
            let weights = decision.weights.masses().iter();
            decision.best == 0 && weights.fold(0.0, |most, w| w.float().max(most)) < 0.25 + 1e-9
        }));
    }
}
