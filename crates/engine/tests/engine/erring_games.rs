//! Players who decide at once and make mistakes, compared with backward induction that solves every
//! matrix by trying all supports, and with simulated trials.

use std::sync::Arc;

use oddsmith_engine::chance::Die;
use oddsmith_engine::solve::Plan;
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Policy, PolicyModel, Rule, RuleError, Side,
    Skill, Step,
};
use proptest::prelude::*;

use crate::support::{
    MAXIMISE_FIRST, make_plan, mean, percent, simulated_mean, skills, with_answers,
};

mod by_hand;

use by_hand::argbest;

/// Who decides at a place. Two players have some options each.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Decider {
    Chance,
    One(usize),
    Both([usize; 2]),
}

/// Who decides, and where each option or pair of options leads, with its points.
#[derive(Clone, Debug)]
struct Place {
    decider: Decider,
    turns: Vec<(usize, i64)>,
}

/// A random rule whose places lead to later places.
#[derive(Clone, Debug)]
struct Feud {
    places: Arc<[Place]>,
    skills: [Skill; 2],
    sides: [Side; 2],
}

impl Rule for Feud {
    type State = usize;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("points").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |player: usize| {
            Choice::new(format!("player {player}"), ["place"])
                .with_side(self.sides[player])
                .with_skill(self.skills[player])
        };
        vec![choice(0), choice(1)]
    }

    fn start(&self, _: &Parts) -> usize {
        0
    }

    fn step<A: Ask>(&self, place: &mut usize, ask: &mut A) -> Result<Step<usize>, RuleError> {
        let Place { decider, turns } = &self.places[*place];
        let situation = [*place as i64];
        let all = |options: usize| -> Vec<i64> { (0..options as i64).collect() };
        let turn = match *decider {
            Decider::Chance => ask.roll(Die::new(turns.len() as u32)) as usize - 1,
            Decider::One(player) => ask.choose(player, &all(turns.len()), &situation) as usize,
            Decider::Both([rows, columns]) => {
                let options = [all(rows), all(columns)];
                let [row, column] =
                    ask.choose_at_once([0, 1], [&options[0], &options[1]], &situation);
                row as usize * columns + column as usize
            }
        };
        let (onward, points) = turns[turn];
        ask.observe_whole(0, points);
        *place += onward;
        Ok(if *place < self.places.len() {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

fn place() -> impl Strategy<Value = Place> {
    let turn = || (1..3usize, -99..100i64);
    let alone = prop_oneof![Just(Decider::Chance), (0..2usize).prop_map(Decider::One)];
    let alone = (alone, prop::collection::vec(turn(), 1..4))
        .prop_map(|(decider, turns)| Place { decider, turns });
    let both = (2..4usize, 2..4usize).prop_flat_map(move |(rows, columns)| {
        let turns = prop::collection::vec(turn(), rows * columns);
        turns.prop_map(move |turns| Place {
            decider: Decider::Both([rows, columns]),
            turns,
        })
    });
    prop_oneof![1 => alone, 2 => both]
}

fn feuds() -> impl Strategy<Value = Feud> {
    let places = prop::collection::vec(place(), 1..6);
    (places, skills(1.0..90.0), skills(1.0..90.0)).prop_map(|(places, ours, theirs)| Feud {
        places: places.into(),
        skills: [ours, theirs],
        sides: [Side::Us, Side::Them],
    })
}

proptest! {
    #[test]
    fn players_who_err_at_once_play_as_by_backward_induction(feud in feuds()) {
        let expected = feud.by_hand();
        prop_assume!(expected.is_some());
        let (value, mixes) = expected.expect("checked");
        let plan = feud.plan();
        prop_assert!((plan.value - value).abs() < 1e-7, "{} is not {value}", plan.value);
        prop_assert!((mean(&plan.graph) - value).abs() < 1e-7);
        prop_assert!(plan.shortfall < 1e-9);
        for decision in plan.decisions.iter().chain(&plan.unmet) {
            let mix = &mixes[decision.situation[0] as usize][decision.choice];
            for (mass, weight) in decision.weights.masses().iter().zip(mix) {
                prop_assert!((mass.float() - weight).abs() < 1e-7, "{decision:?} and {mix:?}");
            }
        }
    }

    #[test]
    fn no_skill_at_once_beats_best_and_none_is_worse_than_worst(feud in feuds()) {
        let value = |skill: Skill| feud.with_skills([skill, Skill::Best]).plan().value;
        let (worst, played, best) = (value(Skill::Worst), value(feud.skills[0]), value(Skill::Best));
        prop_assert!(worst <= played + 1e-9 && played <= best + 1e-9, "{worst} {played} {best}");
    }

    #[test]
    fn the_ends_of_mistakes_at_once_are_best_and_uniform(feud in feuds()) {
        let value = |skill: Skill| feud.with_skills([skill, feud.skills[1]]).plan().value;
        prop_assert!((value(percent(100)) - value(Skill::Best)).abs() < 1e-9 || feud.skills[1] != Skill::Best);
        let answers = [DecisionRule::Uniform, DecisionRule::Best];
        let best = feud.with_skills([Skill::Best; 2]);
        let uniform = make_plan(&with_answers(best.clone(), &answers), &MAXIMISE_FIRST);
        let random = best.with_skills([percent(0), Skill::Best]).plan();
        prop_assert!((random.value - uniform.value).abs() < 1e-9);
    }

    /// Two players of one side agree on the best pair, and then each of them errs alone.
    #[test]
    fn players_of_one_side_err_independently(turns in prop::collection::vec(-99..100i64, 4), share in 0..=100u64) {
        let turns: Vec<(usize, i64)> = turns.into_iter().map(|points| (1, points)).collect();
        let points: Vec<f64> = turns.iter().map(|&(_, points)| points as f64).collect();
        let best = argbest(0, &points);
        let places = [Place { decider: Decider::Both([2, 2]), turns }];
        let feud = Feud { places: places.into(), skills: [percent(share); 2], sides: [Side::Us; 2] };
        let p = share as f64 / 100.0;
        let weight = |option: usize, best: usize| (1.0 - p) / 2.0 + if option == best { p } else { 0.0 };
        let expected: f64 = (0..4).map(|pair| weight(pair / 2, best / 2) * weight(pair % 2, best % 2) * points[pair]).sum();
        let found = feud.plan().value;
        prop_assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// Rock, paper, scissors in which a win by paper counts twice. Best play is 1/4, 1/4, 1/2.
fn hands(skills: [Skill; 2]) -> Feud {
    let turns = [0, -2, 1, 2, 0, -1, -1, 1, 0].map(|points| (1, points));
    let place = Place {
        decider: Decider::Both([3, 3]),
        turns: turns.into(),
    };
    Feud {
        places: [place].into(),
        skills,
        sides: [Side::Us, Side::Them],
    }
}

#[test]
fn mistaken_hands_have_the_values_computed_by_hand() {
    let value = |ours, theirs| hands([ours, theirs]).plan().value;
    // Nine in ten: 31/120, 31/120 and 58/120. Paper then wins (62 − 58)/120 for the other side,
    // rock (58 − 62)/120 and scissors 0.
    let plan = hands([percent(90), Skill::Best]).plan();
    let fractions = |plan: &Plan, choice: usize| -> Vec<_> {
        let mut of_choice = plan
            .decisions
            .iter()
            .filter(|decision| decision.choice == choice);
        let masses = of_choice.next().expect("it is met").weights.masses();
        masses.iter().map(|mass| mass.fraction()).collect()
    };
    assert_eq!(
        fractions(&plan, 0),
        [Some((31, 120)), Some((31, 120)), Some((29, 60))]
    );
    assert_eq!(
        fractions(&plan, 1),
        [Some((0, 1)), Some((1, 1)), Some((0, 1))]
    );
    assert!((plan.value + 4.0 / 120.0).abs() < 1e-15, "{}", plan.value);
    // All options are equally good against the best mix, so that a quantal response is random.
    assert!((value(Skill::Within(0.5), Skill::Best) + 1.0 / 3.0).abs() < 1e-15);
    assert_eq!(value(Skill::Worst, Skill::Best), -2.0);
    // There is nothing to look ahead to.
    assert_eq!(value(Skill::ShortSighted(1), Skill::Best), 0.0);
    assert_eq!(value(percent(90), percent(90)), 0.0);
}

#[test]
fn simulated_trials_follow_players_who_err_at_once() {
    for skills in [
        [percent(70), Skill::Best],
        [Skill::Worst, percent(50)],
        [Skill::Within(2.0), Skill::Within(0.3)],
    ] {
        let rule = hands(skills);
        let plan = rule.plan();
        let policy = Policy::new(vec![DecisionRule::Best; 2]).with_plan(&plan);
        let model = PolicyModel::new(rule, policy);
        let simulated = simulated_mean(&model);
        assert!(
            (simulated - plan.value).abs() < 0.02,
            "{simulated} {}",
            plan.value
        );
    }
}
