//! Random programs of questions, simulated, explored and enumerated.

use std::collections::BTreeMap;

use oddsmith_engine::chance::{DiceExpression, Die, Probability, Weights};
use oddsmith_engine::{Ask, Fold, Metric, Step};
use proptest::prelude::*;

use crate::support::{Game, assert_counted, assert_trials_agree, distributions};

/// A question with small numbers.
#[derive(Clone, Debug)]
enum Question {
    Roll(u32),
    Happens(u64, u64),
    Pick(Vec<u64>),
    /// The sum of the highest `k` of `n` dice.
    Pool(u32, u32, usize),
    Total(usize),
    Binomial(u32, u64, u64),
    Cards(u32, u32, u32),
}
use Question::{Binomial, Cards, Happens, Pick, Pool, Roll, Total};

/// An expression: text, number of dice, sides, and the value of the sorted faces.
type Value = fn(&[i64]) -> i64;
const EXPRESSIONS: [(&str, u32, u32, Value); 5] = [
    ("2d4+1", 2, 4, |faces| faces[0] + faces[1] + 1),
    ("3d4kh2", 3, 4, |faces| faces[1] + faces[2]),
    ("5-3d3kl1", 3, 3, |faces| 5 - faces[0]),
    ("4d2", 4, 2, |faces| faces.iter().sum()),
    ("7", 1, 1, |_| 7),
];

fn ask_question(question: &Question, ask: &mut dyn Ask) -> i64 {
    let p = |n, d| Probability::ratio(n, d).unwrap();
    match *question {
        Roll(sides) => ask.roll(Die::new(sides)).into(),
        Happens(n, d) => ask.happens(p(n, d)).into(),
        Pick(ref weights) => ask.pick(&Weights::new(weights).unwrap()) as i64,
        Pool(sides, n, k) => ask.pool(Die::new(sides), n).sum_of_highest(k).into(),
        Total(expression_index) => {
            ask.total(&DiceExpression::parse(EXPRESSIONS[expression_index].0).unwrap())
        }
        Binomial(n, a, b) => ask.binomial(n, p(a, b)).into(),
        Cards(total, marked, drawn) => ask.hypergeometric(total, marked, drawn).into(),
    }
}

/// Returns the values of all equally likely elementary outcomes of a question.
fn bf_plays(question: &Question) -> Vec<i64> {
    let rolls = |n: u32, sides: u32| {
        (0..u64::from(sides).pow(n)).map(move |roll| {
            let face = |i| (roll / u64::from(sides).pow(i) % u64::from(sides)) as i64 + 1;
            let mut faces: Vec<i64> = (0..n).map(face).collect();
            faces.sort_unstable();
            faces
        })
    };
    match *question {
        Roll(sides) => (1..=sides.into()).collect(),
        Happens(n, d) => (0..d).map(|i| (i < n).into()).collect(),
        Pick(ref weights) => weights
            .iter()
            .enumerate()
            .flat_map(|(i, &w)| std::iter::repeat_n(i as i64, w as usize))
            .collect(),
        Pool(sides, n, k) => rolls(n, sides)
            .map(|faces| faces.iter().rev().take(k).sum())
            .collect(),
        Total(expression_index) => {
            let (_, n, sides, value) = EXPRESSIONS[expression_index];
            rolls(n, sides).map(|faces| value(&faces)).collect()
        }
        Binomial(n, a, b) => rolls(n, b as u32)
            .map(|faces| faces.iter().filter(|&&face| face <= a as i64).count() as i64)
            .collect(),
        Cards(total, marked, drawn) => {
            let hands = (0u32..1 << total).filter(|hand| hand.count_ones() == drawn);
            hands
                .map(|hand| (hand & ((1 << marked) - 1)).count_ones().into())
                .collect()
        }
    }
}

fn questions() -> impl Strategy<Value = Question> {
    let cards = (1u32..7).prop_flat_map(|total| (Just(total), 0..=total, 0..=total));
    prop_oneof![
        (1u32..7).prop_map(Roll),
        (1u64..9)
            .prop_flat_map(|d| (0..=d, Just(d)))
            .prop_map(|(n, d)| Happens(n, d)),
        prop::collection::vec(0u64..5, 1..5)
            .prop_filter("a weight", |w| w.iter().any(|&w| w > 0))
            .prop_map(Pick),
        (1u32..5, 0u32..4, 0usize..4).prop_map(|(sides, n, k)| Pool(sides, n, k)),
        (0..EXPRESSIONS.len()).prop_map(Total),
        (0u32..5, 1u64..5)
            .prop_flat_map(|(n, b)| (Just(n), 0..=b, Just(b)))
            .prop_map(|(n, a, b)| Binomial(n, a, b)),
        cards.prop_map(|(total, marked, drawn)| Cards(total, marked, drawn)),
    ]
}

/// Asks one question per step. It omits the second record if the sum so far is even.
fn game(program: Vec<Question>) -> Game<(usize, i64)> {
    let metrics = [
        Metric::whole("sum").fold(Fold::Sum),
        Metric::whole("last").fold(Fold::Last).optional(),
        Metric::whole("total"),
    ];
    Game::new(
        metrics,
        (0, 0),
        move |(index, sum): &mut (usize, i64), ask| {
            if *index != 1 || *sum % 2 != 0 {
                let value = ask_question(&program[*index], ask);
                *sum += value;
                ask.observe_whole(0, value);
                if *index > 0 {
                    ask.observe_whole(1, value);
                }
            }
            *index += 1;
            if *index < program.len() {
                return Step::Continue;
            }
            ask.observe_whole(2, *sum);
            Step::Done
        },
    )
}

/// Enumerates a program: returns the number of outcomes for each sum and last value, and their
/// total number.
fn bf_program(program: &[Question]) -> (BTreeMap<(i64, Option<i64>), u64>, u64) {
    let (mut so_far, mut play_count) = (BTreeMap::from([((0, None), 1u64)]), 1);
    for (index, question) in program.iter().enumerate() {
        let plays = bf_plays(question);
        play_count *= plays.len() as u64;
        let mut next = BTreeMap::new();
        for (&(sum, last), &count) in &so_far {
            for &value in &plays {
                let is_asked = index != 1 || sum % 2 != 0;
                let key = if is_asked {
                    (sum + value, (index > 0).then_some(value).or(last))
                } else {
                    (sum, last)
                };
                *next.entry(key).or_default() += count;
            }
        }
        so_far = next;
    }
    (so_far, play_count)
}

fn check_program(program: Vec<Question>) {
    let (counts, play_count) = bf_program(&program);
    let game = game(program);
    let distributions = distributions(&game);
    let (mut sums, mut lasts) = (BTreeMap::new(), BTreeMap::new());
    for (&(sum, last), &count) in &counts {
        *sums.entry(sum).or_default() += count;
        if let Some(last) = last {
            *lasts.entry(last).or_default() += count;
        }
    }
    assert_counted(&distributions[0], sums.clone(), play_count);
    assert_counted(&distributions[1], lasts, play_count);
    assert_counted(&distributions[2], sums, play_count);
    assert_trials_agree(&game, &distributions);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_match_brute_force(program in prop::collection::vec(questions(), 1..5)) {
        check_program(program);
    }
}

/// Each kind of question is also tested alone, so that random programs cannot miss one.
#[test]
fn every_question_matches_brute_force() {
    let one_by_one = [
        Roll(20),
        Happens(3, 7),
        Pick(vec![0, 3, 0, 1]),
        Pool(6, 3, 2),
        Total(1),
        Total(2),
        Binomial(6, 1, 3),
        Cards(9, 4, 5),
    ];
    one_by_one
        .into_iter()
        .for_each(|question| check_program(vec![question]));
}
