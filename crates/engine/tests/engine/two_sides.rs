//! Two sides with an aim each, compared with backward induction on trees.

use std::sync::Arc;

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::question::Expression;
use oddsmith_engine::solve::{Aim, Plan, plan_of_two_sides};
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Rule, RuleError, Side, Skill, Step,
};
use proptest::prelude::*;

use crate::support::{graph, make_plan, with_answers};

/// Who decides at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Decider {
    Chance,
    One(usize),
    Both,
}

/// A turn: how many places it leads on, and the points of both sides.
type Turn = (usize, [i64; 2]);

/// Who decides at a place, and its turns.
type Place = (Decider, Vec<Turn>);

/// A random rule with places. If two players decide at once, each has two options, and the turns
/// are the pairs.
#[derive(Clone, Debug)]
struct Race {
    places: Arc<[Place]>,
    skill: Skill,
    /// Whether turns lead around in a circle.
    returns: bool,
}

impl Rule for Race {
    type State = usize;

    fn metrics(&self) -> Vec<Metric> {
        ["ours", "theirs"]
            .map(|name| Metric::whole(name).fold(Fold::Sum).otherwise(0))
            .into()
    }

    fn choices(&self) -> Vec<Choice> {
        let ours = Choice::new("we", ["place"]).with_skill(self.skill);
        vec![ours, Choice::new("they", ["place"]).with_side(Side::Them)]
    }

    fn start(&self, _: &Parts) -> usize {
        0
    }

    fn step<A: Ask>(&self, place: &mut usize, ask: &mut A) -> Result<Step<usize>, RuleError> {
        let (decider, turns) = &self.places[*place];
        let situation = [*place as i64];
        let turn = match *decider {
            Decider::Chance => ask.roll(Die::new(turns.len() as u32)) as usize - 1,
            Decider::One(player) => {
                let options: Vec<i64> = (0..turns.len() as i64).collect();
                ask.choose(player, &options, &situation) as usize
            }
            Decider::Both => {
                let [row, column] = ask.choose_at_once([0, 1], [&[0, 1]; 2], &situation);
                (2 * row + column) as usize
            }
        };
        let (onward, [ours, theirs]) = turns[turn];
        ask.observe_whole(0, ours);
        ask.observe_whole(1, theirs);
        *place += onward;
        if self.returns {
            *place %= self.places.len();
        }
        let ends = *place >= self.places.len() || self.returns && ask.roll(Die::D6) == 6;
        Ok(if ends { Step::Done } else { Step::Continue })
    }
}

fn aim(metric: u32, minimises: bool) -> Aim {
    Aim {
        objective: Expression::Seen(metric),
        minimises,
    }
}

impl Race {
    fn new(places: &[(Decider, &[Turn])]) -> Race {
        let places = places
            .iter()
            .map(|(decider, turns)| (*decider, turns.to_vec()));
        Race {
            places: places.collect(),
            skill: Skill::Best,
            returns: false,
        }
    }

    fn try_plan(&self, minimises: [bool; 2]) -> Result<Plan, Stop> {
        let open = with_answers(self.clone(), &[DecisionRule::Best; 2]);
        let [ours, theirs] = [aim(0, minimises[0]), aim(1, minimises[1])];
        let (budget, watch) = (Budget::default(), Watch::default());
        let graph = graph(&open);
        let found = plan_of_two_sides(&graph, &self.choices(), [&ours, &theirs], &budget, &watch);
        found.map(|(plan, _)| plan)
    }

    fn plan(&self, minimises: [bool; 2]) -> Plan {
        self.try_plan(minimises)
            .unwrap_or_else(|stop| panic!("{stop}"))
    }

    /// Checks a plan: nobody gains by departing from it at one place and following it later, and
    /// its values are right. This makes it an equilibrium from every place on.
    fn check(&self, plan: &Plan, minimises: [bool; 2]) {
        // No play reaches a place that the plan does not know, or it has a single option.
        let weights = |player: usize, place: usize| -> Option<Vec<f64>> {
            let mut known = plan.decisions.iter().chain(&plan.unmet);
            let known = known.find(|decision| {
                decision.choice == player && decision.situation[0] == place as i64
            });
            let masses = known?.weights.masses();
            Some(masses.iter().map(|mass| mass.float()).collect())
        };
        let mut values = vec![[0.0; 2]; self.places.len() + 4];
        for (place, (decider, turns)) in self.places.iter().enumerate().rev() {
            let after = |turn: usize| {
                let (onward, points) = turns[turn];
                let next = values[(place + onward).min(self.places.len())];
                [0, 1].map(|side| points[side] as f64 + next[side])
            };
            let mean = |weights: &[f64]| {
                let mut mean = [0.0; 2];
                for (turn, weight) in weights.iter().enumerate() {
                    (0..2).for_each(|side| mean[side] += weight * after(turn)[side]);
                }
                mean
            };
            let sign = |side: usize| if minimises[side] { -1.0 } else { 1.0 };
            let even = vec![1.0 / turns.len() as f64; turns.len()];
            let taken = match *decider {
                Decider::Chance => None,
                Decider::One(player) => weights(player, place).map(|weights| [weights, Vec::new()]),
                Decider::Both => weights(0, place)
                    .zip(weights(1, place))
                    .map(|(a, b)| [a, b]),
            };
            let (value, departures) = match (*decider, taken) {
                (Decider::One(player), Some([weights, _])) => {
                    let options = (0..turns.len()).map(|turn| (player, after(turn)));
                    (mean(&weights), options.collect())
                }
                (Decider::Both, Some([rows, columns])) => {
                    let pairs = |rows: &[f64], columns: &[f64]| {
                        let pair = |pair: usize| rows[pair / 2] * columns[pair % 2];
                        mean(&(0..4).map(pair).collect::<Vec<f64>>())
                    };
                    let only = |option: usize| [0, 1].map(|k| f64::from(u8::from(k == option)));
                    let ours = [0, 1].map(|option| (0, pairs(&only(option), &columns)));
                    let theirs = [0, 1].map(|option| (1, pairs(&rows, &only(option))));
                    (pairs(&rows, &columns), [ours, theirs].concat())
                }
                _ => (mean(&even), Vec::new()),
            };
            for (side, other) in departures {
                let gain = sign(side) * (other[side] - value[side]);
                assert!(gain < 1e-9, "side {side} gains {gain} at place {place}");
            }
            values[place] = value;
        }
        assert!((plan.value - values[0][0]).abs() < 1e-9);
        if let Some(theirs) = plan.their_value {
            assert!((theirs - values[0][1]).abs() < 1e-9);
        }
        assert!(plan.shortfall < 1e-9);
    }
}

fn races() -> impl Strategy<Value = Race> {
    let decider = prop_oneof![
        Just(Decider::Chance),
        Just(Decider::One(0)),
        Just(Decider::One(1)),
        Just(Decider::Both)
    ];
    let points = prop_oneof![(-2..3i64, -2..3i64), (-20..21i64, -20..21i64)];
    let turn = (1..4usize, points).prop_map(|(onward, (ours, theirs))| (onward, [ours, theirs]));
    let place = (decider, prop::collection::vec(turn, 4)).prop_map(|(decider, mut turns)| {
        if matches!(decider, Decider::One(_)) {
            turns.truncate(3);
        }
        (decider, turns)
    });
    prop::collection::vec(place, 1..10).prop_map(|places| Race {
        places: places.into(),
        skill: Skill::Best,
        returns: false,
    })
}

proptest! {
    #[test]
    fn random_rules_have_equilibria(race in races(), ours in any::<bool>(), theirs in any::<bool>()) {
        race.check(&race.plan([ours, theirs]), [ours, theirs]);
    }

    #[test]
    fn opposite_aims_are_played_as_one_aim(race in races(), minimises in any::<bool>()) {
        let mut race = race;
        let opposite = |(onward, points): Turn| (onward, [points[0], -points[0]]);
        let places = race.places.iter().map(|(decider, turns)| {
            (*decider, turns.iter().copied().map(opposite).collect())
        });
        race.places = places.collect();
        let found = race.plan([minimises; 2]);
        let open = with_answers(race, &[DecisionRule::Best; 2]);
        let expected = make_plan(&open, &aim(0, minimises));
        prop_assert_eq!((found.value, found.their_value), (expected.value, None));
        prop_assert_eq!(found.decisions, expected.decisions);
    }
}

#[test]
fn players_of_a_centipede_take_at_once() {
    // Each player takes 2 more than the other one, or passes and doubles both stakes.
    let turn = |take: [i64; 2]| [(9, take), (1, [0, 0])];
    let mut places = Vec::new();
    for round in 0..6u32 {
        let stakes = [4 << round, 1 << round];
        let take = if round % 2 == 0 {
            stakes
        } else {
            [stakes[1], stakes[0]]
        };
        places.push((Decider::One(round as usize % 2), turn(take)));
    }
    let places: Vec<(Decider, &[Turn])> = places
        .iter()
        .map(|(who, turns)| (*who, &turns[..]))
        .collect();
    let plan = Race::new(&places).plan([false; 2]);
    assert_eq!((plan.value, plan.their_value), (4.0, Some(1.0)));
    assert!(
        plan.decisions
            .iter()
            .chain(&plan.unmet)
            .take(5)
            .all(|decision| decision.best == 0)
    );
}

#[test]
fn a_dilemma_is_played_at_once_and_its_values_are_those_of_each_player() {
    let turns = [(1, [3, 3]), (1, [0, 5]), (1, [5, 0]), (1, [1, 1])];
    let plan = Race::new(&[(Decider::Both, &turns)]).plan([false; 2]);
    assert_eq!((plan.value, plan.their_value), (1.0, Some(1.0)));
    for decision in &plan.decisions {
        assert_eq!((decision.best, decision.value), (1, 1.0));
        assert_eq!(decision.worths, [Some(0.0), Some(1.0)]);
        assert_eq!(decision.losses, [Some(1.0), Some(0.0)]);
    }
}

/// Of tied options, a side takes the first, also if another one is better for the other side.
#[test]
fn ties_are_broken_by_the_order_of_options() {
    let turns = [(1, [2, 0]), (1, [2, 7])];
    let plan = Race::new(&[(Decider::One(0), &turns)]).plan([false; 2]);
    assert_eq!((plan.value, plan.their_value), (2.0, Some(0.0)));
    assert_eq!(plan.decisions[0].is_tied, [true, true]);
    assert!(!plan.is_tied && plan.ties.is_none());
}

#[test]
fn what_has_no_equilibrium_here_is_refused() {
    let turns: &[Turn] = &[(1, [2, 1]), (1, [1, 5])];
    let refusal = |race: &Race| match race.try_plan([false; 2]) {
        Err(Stop::Rule(error)) => error.problem,
        other => panic!("{other:?}"),
    };
    let places = [(Decider::One(0), turns), (Decider::One(1), turns)];
    let cyclic = Race {
        returns: true,
        ..Race::new(&places)
    };
    assert!(refusal(&cyclic).starts_with("a trial can return to the choice `"));
    let erring = Race {
        skill: Skill::Worst,
        ..Race::new(&places)
    };
    assert!(refusal(&erring).contains("cannot make mistakes"));
    // Cycles without decisions are solved: 6 rolls on average.
    let waiting = Race {
        returns: true,
        ..Race::new(&[(Decider::Chance, &[(1, [1, 2]), (1, [1, 2])])])
    };
    let plan = waiting.plan([false; 2]);
    assert!((plan.value - 6.0).abs() < 1e-12);
}
