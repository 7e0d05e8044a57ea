use super::sequence_form::SequenceForm;
use super::sets::InformationSets;
use super::walk::Walk;
use super::*;
use crate::choice::{Choice, Side};
use crate::error::RuleError;
use crate::explore::{Budget, explore};
use crate::{Ask, DecisionRule, Fold, Metric, Parts, Policy, PolicyModel, Rule, Step};

/// Kuhn poker with this number of cards.
#[derive(Clone)]
struct Poker(u64);

impl Rule for Poker {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("won")]
    }

    fn choices(&self) -> Vec<Choice> {
        let first = Choice::new("first", ["card", "moment"]);
        let second = Choice::new("second", ["card", "moment"]).with_side(Side::Them);
        vec![first, second]
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let mine = ask.below(self.0) as i64;
        let other = ask.below(self.0 - 1) as i64;
        let yours = other + i64::from(other >= mine);
        let showdown = if mine > yours { 1 } else { -1 };
        let won = match ask.choose_seeing(0, &[0, 1], &[mine, 0]) {
            1 if ask.choose_seeing(1, &[0, 1], &[yours, 1]) == 1 => 2 * showdown,
            1 => 1,
            _ if ask.choose_seeing(1, &[0, 1], &[yours, 0]) == 0 => showdown,
            _ if ask.choose_seeing(0, &[0, 1], &[mine, 1]) == 1 => 2 * showdown,
            _ => -1,
        };
        ask.observe_whole(0, won);
        Ok(Step::Done)
    }
}

/// A player sees a signal of a secret, decides, and later sees another signal and forgets the
/// first.
#[derive(Clone)]
struct Forgetful {
    signals: Vec<i64>,
    hints: Vec<i64>,
    payoffs: Vec<i64>,
}

const SECRETS: usize = 24;
const OPTIONS: usize = 3;

impl Forgetful {
    fn random(mut seed: u64) -> Forgetful {
        let mut table = |length: usize, below: u64| -> Vec<i64> {
            let mut next = || {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_041);
                ((seed >> 33) % below) as i64
            };
            (0..length).map(|_| next()).collect()
        };
        Forgetful {
            signals: table(SECRETS, 5),
            hints: table(SECRETS * OPTIONS, 4),
            payoffs: table(SECRETS * OPTIONS * OPTIONS, 20),
        }
    }
}

impl Rule for Forgetful {
    type State = ();

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("gain")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![
            Choice::new("early", ["signal"]),
            Choice::new("late", ["hint"]),
        ]
    }

    fn start(&self, _: &Parts) {}

    fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
        let secret = ask.below(SECRETS as u64) as usize;
        let early = ask.choose_seeing(0, &[0, 1, 2], &[self.signals[secret]]) as usize;
        let hint = self.hints[secret * OPTIONS + early];
        let late = ask.choose_seeing(1, &[0, 1, 2], &[hint]) as usize;
        ask.observe_whole(0, self.payoffs[(secret * OPTIONS + early) * OPTIONS + late]);
        Ok(Step::Done)
    }
}

/// Rolls a die until it shows 5 or 6, and counts the rolls. A player who sees this face may bet on
/// a secret from 1 to 3.
#[derive(Clone)]
struct Until;

impl Rule for Until {
    type State = Option<u32>;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("gain").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("bet", ["face"])]
    }

    fn start(&self, _: &Parts) -> Option<u32> {
        None
    }

    fn step<A: Ask>(
        &self,
        state: &mut Option<u32>,
        ask: &mut A,
    ) -> Result<Step<Option<u32>>, RuleError> {
        let Some(face) = *state else {
            let face = ask.below(6) as u32 + 1;
            ask.observe_whole(0, 1);
            *state = (face >= 5).then_some(face);
            return Ok(Step::Continue);
        };
        let secret = ask.below(3) as i64 + 1;
        let bet = ask.choose_seeing(0, &[0, 1], &[face.into()]);
        ask.observe_whole(0, bet * (secret - 2 + if face == 6 { 1 } else { -1 }));
        Ok(Step::Done)
    }
}

#[test]
fn cycles_of_chance_are_eliminated() {
    with_graph(Until, |graph, aim, sets| {
        assert!(graph.order().has_cycles);
        let form = SequenceForm::new(&Walk::new(graph, aim).unwrap(), sets, &Watch::default());
        // Three rolls on average, and with a 6 a bet gains 1 on average.
        let (value, _) = form.unwrap().best_response(0, &[1.0]);
        assert!((value - 3.5).abs() < 1e-12, "{value}");
        let (joint, optimality) = hidden_joint_play(graph, aim, &Watch::default()).unwrap();
        assert!((joint.best_value.unwrap() - 3.5).abs() < 1e-12);
        assert!(joint.shortfall < 1e-12 && optimality == Some(Optimality::Exact));
    });
}

/// Calls a function with the graph of a rule, its contributions to the first metric, and its
/// information sets.
fn with_graph<R: Rule + Clone>(
    rule: R,
    read: impl Fn(&Graph, &EdgeObjective<'_>, &InformationSets),
) {
    let choices = rule.choices();
    let policy = Policy::new(vec![DecisionRule::Best; choices.len()]);
    let open = PolicyModel::new(rule, policy);
    let graph = explore(&open, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    let gain = |edge| graph.edge_cells(edge).map(|cell| cell.value as f64).sum();
    let aim = EdgeObjective {
        by_edge: (0..graph.edge_count()).map(gain).collect(),
        minimises: false,
        choices: &choices,
    };
    read(&graph, &aim, &InformationSets::new(&graph, &aim));
}

#[test]
fn regrets_and_the_linear_program_agree() {
    for cards in [3, 6, 12] {
        with_graph(Poker(cards), |graph, aim, sets| {
            let form = SequenceForm::new(&Walk::new(graph, aim).unwrap(), sets, &Watch::default())
                .unwrap();
            let plans = program::solve(&form, 0.0);
            let (most, least) = form.bounds(&plans);
            assert!(
                (most - least).abs() < 1e-11,
                "{cards} cards: {least} to {most}"
            );
            let learned = regret::minimise(&form, &Watch::default()).unwrap();
            let (high, low) = form.bounds(&learned);
            // Both bounds hold for the true value, and the search stops at a gap of a millionth.
            assert!(low <= most + 1e-12 && least - 1e-12 <= high && high - low <= 4e-6);
            if cards == 3 {
                assert!((most + 1.0 / 18.0).abs() < 1e-12, "{most}");
            }
        });
    }
}

#[test]
fn a_search_that_ends_early_has_bounds() {
    let mut has_gap = false;
    for seed in 0..10 {
        with_graph(Forgetful::random(seed), |graph, aim, sets| {
            let walk = Walk::new(graph, aim).unwrap();
            let find = |steps| decision_rules::find(&walk, sets, steps, &Watch::default()).unwrap();
            let exact = find(decision_rules::MAX_STEPS);
            assert!((exact.bound - exact.value).abs() < 1e-9);
            let early = find(1);
            assert!(early.value <= exact.value + 1e-12 && exact.value <= early.bound + 1e-12);
        });
    }
    for seed in 0..10 {
        let mut game = Forgetful::random(seed);
        game.hints.iter_mut().for_each(|hint| *hint %= 2);
        let found = std::cell::Cell::new(0.0);
        with_graph(game, |graph, aim, sets| {
            let walk = Walk::new(graph, aim).unwrap();
            let early = decision_rules::find(&walk, sets, 1, &Watch::default()).unwrap();
            found.set(early.bound - early.value);
        });
        has_gap |= found.get() > 1e-9;
    }
    assert!(has_gap, "some search ends before it is exact");
}
