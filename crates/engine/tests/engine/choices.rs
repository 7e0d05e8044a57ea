//! Choices left to a player: every policy explored and played alike, and best play against what is known of it.

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Graph, Model, Watch, explore};
use oddsmith_engine::simulate::{Purpose, Stream, play};
use oddsmith_engine::solve::{Aim, BestPlay, best_play, solve};
use oddsmith_engine::{Answer, Ask, Choice, Fold, Metric, Parts, Playing, Policy, Rule, RuleError, Side, Step};

fn graph(model: &impl Model) -> Graph {
    explore(model, &Parts::ALL, &Budget::default(), &Watch::default()).expect("within the budget")
}

/// Best play for the sum of all that a trial shows.
fn best(graph: &Graph, sides: &[Side], minimises: bool) -> BestPlay {
    let said = |edge: usize| graph.seen(edge).iter().map(|&cell| graph.cells()[cell as usize].value as f64).sum();
    let aim = Aim { worth: (0..graph.edges().len()).map(said).collect(), minimises, sides: sides.to_vec() };
    best_play(graph, &aim, &Watch::default()).expect("it ends")
}

fn mean(graph: &Graph) -> f64 {
    let laws = solve(graph, &Budget::default(), &Watch::default()).expect("it ends");
    let law = laws[0].as_ref().expect("a law");
    law.pmf.masses().iter().map(|&(value, mass)| value as f64 * mass.float()).sum()
}

fn leaving(answers: &[Answer]) -> Policy {
    Policy::new(answers.to_vec())
}

/// What the best play of a graph says, for playing by it.
fn as_policy(graph: &Graph, found: &BestPlay, policy: &Policy) -> Policy {
    let known = graph.decisions().iter().zip(&found.best);
    policy.knowing(known.map(|(own, &best)| (own.choice, own.situation.clone(), own.options[best as usize])))
}

/// A d6 may be rolled up to `rolls` times; the last face counts.
#[derive(Clone, Copy)]
struct Reroll {
    rolls: u32,
}

const KEEP: i64 = 0;
const ROLL: i64 = 1;

impl Rule for Reroll {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("face")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("again", ["rolls left", "face"])]
    }

    fn start(&self, _: &Parts) -> u32 {
        self.rolls
    }

    fn step<A: Ask>(&self, left: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        let face = i64::from(ask.roll(Die::D6));
        *left -= 1;
        if *left > 0 && ask.choose(0, &[KEEP, ROLL], &[i64::from(*left), face]) == ROLL {
            return Ok(Step::Continue);
        }
        ask.whole(0, face);
        Ok(Step::Done)
    }
}

#[test]
fn a_d6_that_may_be_rolled_three_times_is_worth_14_thirds() {
    for (rolls, worth) in [(1, 3.5), (2, 4.25), (3, 14.0 / 3.0)] {
        let graph = graph(&Playing::new(Reroll { rolls }, leaving(&[Answer::Best])));
        let found = best(&graph, &[], false);
        assert!((found.value() - worth).abs() < 1e-14, "{rolls}: {}", found.value());
        let decided = graph.decided(&found.best, &Watch::default()).expect("sound");
        assert!((mean(&decided) - worth).abs() < 1e-14);
    }
}

#[test]
fn with_two_rolls_left_a_four_is_rolled_again_and_with_one_it_is_kept() {
    let graph = graph(&Playing::new(Reroll { rolls: 3 }, leaving(&[Answer::Best])));
    let found = best(&graph, &[], false);
    let at = |left: i64, face: i64| {
        let number = graph.decisions().iter().position(|own| *own.situation == [left, face]).expect("it is met");
        graph.decisions()[number].options[found.best[number] as usize]
    };
    assert_eq!((1..=6).map(|face| at(2, face)).collect::<Vec<_>>(), [ROLL, ROLL, ROLL, ROLL, KEEP, KEEP]);
    assert_eq!((1..=6).map(|face| at(1, face)).collect::<Vec<_>>(), [ROLL, ROLL, ROLL, KEEP, KEEP, KEEP]);
}

#[test]
fn who_wants_less_keeps_what_is_low() {
    let graph = graph(&Playing::new(Reroll { rolls: 2 }, leaving(&[Answer::Best])));
    assert!((best(&graph, &[], true).value() - 2.75).abs() < 1e-14);
    assert!((best(&graph, &[Side::Them], false).value() - 2.75).abs() < 1e-14);
}

#[test]
fn what_is_not_left_open_is_answered_while_exploring() {
    let explored = |answer| mean(&graph(&Playing::new(Reroll { rolls: 2 }, leaving(&[answer]))));
    assert!((explored(Answer::First) - 3.5).abs() < 1e-14);
    assert!((explored(Answer::Option(ROLL)) - 3.5).abs() < 1e-14);
    assert!((mean(&graph(&Reroll { rolls: 3 })) - 3.5).abs() < 1e-14);
    // Half the time the first face, half the time the second.
    let mixed = graph(&Playing::new(Reroll { rolls: 2 }, leaving(&[Answer::Uniform])));
    assert_eq!(mixed.decisions().len(), 0);
    assert!((mean(&mixed) - 3.5).abs() < 1e-14);
}

#[test]
fn best_play_is_at_least_any_policy_of_all_that_there_are() {
    // Six faces, two rolls: 64 policies, each played out by hand.
    let by_hand = |policy: u32| -> f64 {
        let keeps = |face: u32| policy >> (face - 1) & 1 == 1;
        (1..=6).map(|face| if keeps(face) { f64::from(face) } else { 3.5 }).sum::<f64>() / 6.0
    };
    let all = (0..64).map(by_hand).fold(0.0, f64::max);
    let graph = graph(&Playing::new(Reroll { rolls: 2 }, leaving(&[Answer::Best])));
    assert!((best(&graph, &[], false).value() - all).abs() < 1e-14);
}

#[test]
fn trials_played_by_the_best_policy_agree_with_its_law() {
    let open = Playing::new(Reroll { rolls: 3 }, leaving(&[Answer::Best]));
    let explored = graph(&open);
    let found = best(&explored, &[], false);
    let policy = as_policy(&explored, &found, &leaving(&[Answer::Best]));
    let stream = Stream { seed: 1, case: 1, purpose: Purpose::Played };
    let trials = 200_000;
    let played = play(&Playing::new(Reroll { rolls: 3 }, policy), stream, 0..10, trials, &Watch::default()).unwrap();
    let mean: f64 = played[0].iter().map(|(value, count)| value as f64 * count as f64).sum::<f64>() / trials as f64;
    // The standard deviation of a trial is below 1.3.
    assert!((mean - 14.0 / 3.0).abs() < 5.0 * 1.3 / (trials as f64).sqrt(), "{mean}");
}

/// Two players in turn roll a d6 onto a turn's total or bank it; a one loses the turn's total. First to `goal`.
#[derive(Clone, Copy)]
struct Pig {
    goal: u8,
}

impl Rule for Pig {
    /// Who is to play, what each has banked, this turn's total.
    type State = (bool, [u8; 2], u8);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("first wins")]
    }

    fn choices(&self) -> Vec<Choice> {
        let parts = ["own", "other's", "turn"];
        vec![Choice::new("ours", parts), Choice::new("theirs", parts).of(Side::Them)]
    }

    fn start(&self, _: &Parts) -> Self::State {
        (false, [0, 0], 0)
    }

    fn step<A: Ask>(&self, state: &mut Self::State, ask: &mut A) -> Result<Step<Self::State>, RuleError> {
        let (second, banked, turn) = *state;
        let (own, other) = (banked[usize::from(second)], banked[usize::from(!second)]);
        let rolls = turn == 0 || {
            let situation = [own, other, turn].map(i64::from);
            ask.choose(usize::from(second), &[KEEP, ROLL], &situation) == ROLL
        };
        if !rolls {
            state.1[usize::from(second)] += turn;
            *state = (!second, state.1, 0);
            return Ok(Step::Continue);
        }
        match ask.roll(Die::D6) as u8 {
            1 => *state = (!second, banked, 0),
            face if own + turn + face >= self.goal => {
                ask.whole(0, (!second).into());
                return Ok(Step::Done);
            }
            face => state.2 += face,
        }
        Ok(Step::Continue)
    }
}

/// The same by going round over plain tables: the chance that who is to play wins.
fn pig_by_hand(goal: usize) -> f64 {
    let mut wins = vec![vec![vec![0.0f64; goal]; goal]; goal];
    loop {
        let mut change = 0f64;
        for own in 0..goal {
            for other in 0..goal {
                for turn in 0..goal - own {
                    let roll = (2..=6).fold(1.0 - wins[other][own][0], |sum, face| {
                        let total = turn + face;
                        sum + if own + total >= goal { 1.0 } else { wins[own][other][total] }
                    }) / 6.0;
                    let hold = if turn == 0 { 0.0 } else { 1.0 - wins[other][own + turn][0] };
                    let value = roll.max(hold);
                    change = change.max((value - wins[own][other][turn]).abs());
                    wins[own][other][turn] = value;
                }
            }
        }
        if change < 1e-15 {
            return wins[0][0][0];
        }
    }
}

#[test]
fn two_sides_that_both_play_best_at_pig_meet_where_a_table_says() {
    for goal in [6, 12, 20] {
        let both = leaving(&[Answer::Best, Answer::Best]);
        let graph = graph(&Playing::new(Pig { goal }, both));
        let found = best(&graph, &[Side::Us, Side::Them], false);
        assert!((found.value() - pig_by_hand(goal.into())).abs() < 1e-12, "{goal}: {}", found.value());
        let decided = graph.decided(&found.best, &Watch::default()).expect("sound");
        assert!((mean(&decided) - found.value()).abs() < 1e-12, "{goal}");
    }
}

/// Waiting costs nothing, and a six that comes in the end is worth as much as one now.
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
    let graph = graph(&Playing::new(Patience { pays: false }, leaving(&[Answer::Best])));
    let found = best(&graph, &[], false);
    assert_eq!((found.value(), &*found.best), (5.0, &[1][..]));
}

#[test]
fn a_gain_without_end_is_refused() {
    let graph = graph(&Playing::new(Patience { pays: true }, leaving(&[Answer::Best])));
    let worth = graph.edges().iter().map(|_| 1.0).collect();
    let aim = Aim { worth, minimises: false, sides: Vec::new() };
    let told = best_play(&graph, &aim, &Watch::default()).expect_err("it never ends").to_string();
    assert!(told.contains("without an end") || told.contains("never end"), "{told}");
}
