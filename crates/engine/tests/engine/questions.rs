//! Questions about several metrics, compared with an enumeration of the trials of a small rule.

mod random;
mod statistics;

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Graph, Stop, Watch, explore};
use oddsmith_engine::question::{
    AnswerTuple, Answers, Comparison, Expression, JointOdds, JointQuestion, solve_joint,
};
use oddsmith_engine::simulate::{Purpose, Stream, batches, play_questions};
use oddsmith_engine::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

use crate::support::{Game, graph};

/// The number of slots of the small rules: a face at each of four steps, a hit at each, and folds
/// of the faces.
pub const SLOTS: u32 = 14;
const SIDES: u32 = 3;

fn metrics() -> [Metric; 8] {
    [
        Metric::steps("face", 1, 4).optional(),
        Metric::steps("hit", 1, 4).optional(),
        Metric::whole("total").fold(Fold::Sum),
        Metric::whole("most").fold(Fold::Max),
        Metric::whole("least").fold(Fold::Min),
        Metric::whole("last").fold(Fold::Last),
        Metric::whole("when").fold(Fold::First),
        Metric::whole("second").optional(),
    ]
}

/// Rolls a die, and records it in all metrics.
fn roll(ask: &mut dyn Ask, step: u32) -> u32 {
    let face = ask.roll(Die::new(SIDES));
    ask.observe(0, step, face.into());
    if face != 2 {
        ask.observe(1, step, (face == 3).into());
    }
    (2..=5).for_each(|metric| ask.observe_whole(metric, face.into()));
    ask.observe(6, step, (face == 3).into());
    if step == 2 && face > 1 {
        ask.observe_whole(7, face.into());
    }
    face
}

/// Four dice, one after the other. A 1 at the third ends the trial.
pub fn in_a_row() -> Game<u32> {
    Game::new(metrics(), 1, |step: &mut u32, ask| {
        let face = roll(ask, *step);
        *step += 1;
        if *step > 4 || *step == 4 && face == 1 {
            Step::Done
        } else {
            Step::Continue
        }
    })
}

/// The same dice with a split: after two dice, one side rolls the third and the other the fourth.
pub fn side_by_side() -> Game<u32> {
    Game::new(metrics(), 1, |step: &mut u32, ask| {
        roll(ask, *step);
        *step += 1;
        match *step {
            3 => Step::Split(vec![3, 4]),
            2 => Step::Continue,
            _ => Step::Done,
        }
    })
}

/// Returns the values of all slots in a trial with these faces.
pub fn bf_shown(faces: &[i64]) -> Vec<Option<i64>> {
    let face = |i: usize| faces.get(i).copied();
    let mut shown: Vec<Option<i64>> = (0..4).map(face).collect();
    shown.extend((0..4).map(|i| {
        face(i)
            .filter(|&face| face != 2)
            .map(|face| i64::from(face == 3))
    }));
    let when = faces
        .iter()
        .position(|&face| face == 3)
        .map(|i| i as i64 + 1);
    let (most, least) = (faces.iter().max().copied(), faces.iter().min().copied());
    shown.extend([
        Some(faces.iter().sum()),
        most,
        least,
        faces.last().copied(),
        when,
    ]);
    shown.push(face(1).filter(|&face| face > 1));
    shown
}

/// Returns every trial of four dice: the faces that are rolled.
pub fn bf_trials(ends_at_a_one: bool) -> Vec<Vec<i64>> {
    let rolls = (0..SIDES.pow(4)).map(|n| {
        (0..4)
            .map(|i| i64::from(n / SIDES.pow(i) % SIDES + 1))
            .collect()
    });
    let truncated = |mut faces: Vec<i64>| {
        if ends_at_a_one && faces[2] == 1 {
            faces.truncate(3);
        }
        faces
    };
    rolls.map(truncated).collect()
}

/// Counts the answers over all trials, which are equally likely.
pub fn bf_answers(asked: &JointQuestion, trials: &[Vec<i64>]) -> Answers<u64> {
    let mut answers = Answers::default();
    for faces in trials {
        let shown = bf_shown(faces);
        answers.add(
            asked
                .answer(&mut |slot| shown[slot as usize])
                .expect("small numbers"),
            1,
        );
    }
    answers
}

pub fn joint(graphs: &[&Graph], asked: &JointQuestion) -> JointOdds {
    let solved = solve_joint(graphs, asked, &Budget::default(), &Watch::default());
    solved.unwrap_or_else(|stop| panic!("{stop}")).joint
}

/// Compares a joint distribution with counts, answer by answer, as fractions.
pub fn assert_counted(joint: &JointOdds, counts: &Answers<u64>) {
    let trial_count: u64 = counts.rows().map(|(_, n)| n).sum();
    for (answer, n) in counts.rows() {
        let mass = joint
            .answers
            .weight(answer)
            .unwrap_or_else(|| panic!("{answer:?} is not in {joint:?}"));
        let (above, below) = mass.fraction().expect("a short fraction");
        assert_eq!(
            u128::from(above) * u128::from(trial_count),
            u128::from(n) * u128::from(below),
            "{answer:?}"
        );
    }
    assert_eq!(
        joint.answers.rows().count(),
        counts.rows().count(),
        "{joint:?} and {counts:?}"
    );
    assert_eq!(joint.unresolved, 0.0);
}

pub fn at_least(slot: u32, number: i64) -> Expression {
    Expression::compare(
        Comparison::AtLeast,
        Expression::Seen(slot),
        Expression::Number(number),
    )
}

#[test]
fn joint_odds_of_two_slots_match_brute_force() {
    let asked = JointQuestion::new(vec![Expression::Seen(0), Expression::Seen(8)]);
    assert_counted(
        &joint(&[&graph(&in_a_row())], &asked),
        &bf_answers(&asked, &bf_trials(true)),
    );
    assert_counted(
        &joint(&[&graph(&side_by_side())], &asked),
        &bf_answers(&asked, &bf_trials(false)),
    );
}

#[test]
fn impossible_condition_leaves_no_answer() {
    let asked = JointQuestion {
        expressions: vec![Expression::Seen(8)],
        given: Some(at_least(0, 4)),
    };
    let joint = joint(&[&graph(&in_a_row())], &asked);
    assert_eq!(joint.answers.given_rows().count(), 0);
    assert_eq!(
        joint.answers.weight(&None).and_then(|mass| mass.fraction()),
        Some((1, 1))
    );
}

#[test]
fn simulated_and_sampled_answers_agree_with_odds() {
    let asked = [
        JointQuestion {
            expressions: vec![Expression::Seen(8), Expression::Seen(3)],
            given: Some(at_least(9, 3)),
        },
        JointQuestion::new(vec![Expression::Max(vec![
            Expression::Seen(3),
            Expression::Seen(4),
        ])]),
    ];
    for game in [in_a_row(), side_by_side()] {
        let (stream, trials) = (
            Stream {
                seed: 1,
                case: 1,
                purpose: Purpose::Simulated,
            },
            50_000,
        );
        let questions: Vec<&JointQuestion> = asked.iter().collect();
        let simulated = play_questions(
            &game,
            &questions,
            stream,
            0..batches(trials),
            trials,
            &Watch::default(),
        )
        .unwrap();
        for (asked, counts) in asked.iter().zip(&simulated) {
            assert_agrees(&joint(&[&graph(&game)], asked), counts, trials);
        }
        let solved = solve_joint(
            &[&graph(&game)],
            &asked[0],
            &Budget::default(),
            &Watch::default(),
        )
        .unwrap();
        let joint = solved.joint.clone();
        let stream = Stream {
            purpose: Purpose::Sampled(0),
            ..stream
        };
        assert_agrees(
            &joint,
            &solved
                .sample(stream, 0..batches(trials), trials, &Watch::default())
                .unwrap(),
            trials,
        );
    }
}

/// Asserts that each count is within five standard errors.
fn assert_agrees(joint: &JointOdds, counts: &Answers<u64>, trials: u64) {
    assert_eq!(counts.rows().map(|(_, n)| n).sum::<u64>(), trials);
    let known = |answer: &AnswerTuple| {
        joint
            .answers
            .weight(answer)
            .map_or(0.0, |mass| mass.float())
    };
    for (answer, n) in counts.rows() {
        let (p, n) = (known(answer), n as f64 / trials as f64);
        assert!(
            (n - p).abs() <= 5.0 * (p * (1.0 - p) / trials as f64).sqrt(),
            "{answer:?}: {n} is not {p}"
        );
    }
}

/// Waits for a six, and sums the faces until then.
#[test]
fn endless_waits_are_solved_and_endless_sums_truncated() {
    let metrics = [
        Metric::whole("rolls").fold(Fold::Sum),
        Metric::whole("first").optional(),
    ];
    let game = Game::new(metrics, true, |is_first: &mut bool, ask| {
        let face = ask.roll(Die::D6);
        ask.observe_whole(0, 1);
        if std::mem::take(is_first) {
            ask.observe_whole(1, face.into());
        }
        if face == 6 {
            Step::Done
        } else {
            Step::Continue
        }
    });
    let graph = graph(&game);
    // The condition "at least three rolls" is decided after three rolls.
    let three = JointQuestion {
        expressions: vec![at_least(0, 3)],
        given: Some(at_least(1, 2)),
    };
    let three = joint(&[&graph], &three);
    let hit: Vec<_> = three
        .answers
        .given_rows()
        .map(|(values, mass)| (values[0], mass.fraction().unwrap()))
        .collect();
    // The rest is (4/6 · 5/6 for the first two rolls) of the 5/6 that begin with 2 or more.
    assert_eq!(hit, [(Some(0), (5, 18)), (Some(1), (5, 9))]);
    assert_eq!(three.unresolved, 0.0);
    let sum = Expression::Plus(Box::new([Expression::Seen(0), Expression::Seen(1)]));
    let sum = joint(&[&graph], &JointQuestion::new(vec![sum]));
    assert!(sum.unresolved > 0.0 && sum.unresolved < 1e-14);
    let distribution = sum.distribution();
    assert_eq!(distribution.pmf.mass(7).fraction(), {
        // If the first face is a six, the sum is 1 + 6. Otherwise there are 7 - first more rolls,
        // of which the last is a six.
        let p = |first: i32| 5i64.pow(6 - first as u32 - 1) * 6i64.pow(first as u32 - 1);
        let above: i64 = (1..6).map(p).sum::<i64>() + 6i64.pow(5);
        oddsmith_engine::odds::Mass::ratio(above as u128, 6u128.pow(6)).fraction()
    });
}

/// Two independent purses, each of which is a part of the rule.
struct Purses;

impl Rule for Purses {
    type State = (u32, bool);

    fn metrics(&self) -> Vec<Metric> {
        (0..2)
            .map(|part| Metric::steps(format!("purse {part}"), 1, 3).part(part))
            .collect()
    }

    fn start(&self, parts: &Parts) -> (u32, bool) {
        (0, !parts.has(0))
    }

    fn step<A: Ask>(
        &self,
        state: &mut (u32, bool),
        ask: &mut A,
    ) -> Result<Step<(u32, bool)>, RuleError> {
        let coin = ask.roll(Die::new(if state.1 { 4 } else { 2 }));
        state.0 += 1;
        ask.observe(usize::from(state.1), state.0, (coin + state.0).into());
        Ok(if state.0 == 3 {
            Step::Done
        } else {
            Step::Continue
        })
    }
}

#[test]
fn independent_parts_are_solved_one_by_one() {
    let part = |part| {
        explore(
            &Purses,
            &Parts::only(part),
            &Budget::default(),
            &Watch::default(),
        )
        .unwrap()
    };
    // The first purse records at most 3, 4, 5 in the slots 0 to 2, and the second at most 5, 6, 7
    // in the slots 3 to 5.
    let sum = Expression::Plus(Box::new([Expression::Seen(2), Expression::Seen(5)]));
    let asked = JointQuestion {
        expressions: vec![sum, Expression::Seen(0)],
        given: Some(at_least(3, 4)),
    };
    let mut counts = Answers::default();
    for coins in 0..2u32.pow(3) * 4u32.pow(3) {
        let (first, second) = (coins % 8, coins / 8);
        let shown = |slot: u32| match slot {
            0..3 => first / 2u32.pow(slot) % 2 + 2 + slot,
            _ => second / 4u32.pow(slot - 3) % 4 + 2 + (slot - 3),
        };
        counts.add(
            asked.answer(&mut |slot| Some(shown(slot).into())).unwrap(),
            1,
        );
    }
    assert_counted(&joint(&[&part(0), &part(1)], &asked), &counts);
}

#[test]
fn budget_and_overflow_refuse_a_question() {
    let graph = graph(&in_a_row());
    let small = Budget {
        edges: 3,
        ..Budget::default()
    };
    let asked = JointQuestion::new((0..4).map(Expression::Seen).collect());
    let refused = solve_joint(&[&graph], &asked, &small, &Watch::default());
    assert!(matches!(refused, Err(Stop::TooLarge { .. })), "{refused:?}");
    let most = Expression::Number(i64::MAX);
    let product = |a: Expression, b: Expression| Expression::Times(Box::new([a, b]));
    let asked = JointQuestion::new(vec![product(
        Expression::Seen(0),
        product(most.clone(), most),
    )]);
    let refused = solve_joint(&[&graph], &asked, &Budget::default(), &Watch::default());
    assert!(
        matches!(&refused, Err(Stop::Rule(error)) if error.problem.contains("64 bits")),
        "{refused:?}"
    );
}
