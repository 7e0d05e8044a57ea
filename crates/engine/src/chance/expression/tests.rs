use super::*;
use crate::{Ask, Scripted};
use std::collections::BTreeMap;

fn parse(text: &str) -> DiceExpression {
    DiceExpression::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn fractions(text: &str) -> Vec<(i64, (u64, u64))> {
    let distribution: Vec<_> = parse(text)
        .distribution()
        .filter(|(_, mass)| *mass != Mass::ZERO)
        .collect();
    distribution
        .into_iter()
        .map(|(value, mass)| (value, mass.fraction().expect("a short fraction")))
        .collect()
}

#[test]
fn plain_numbers_need_no_dice() {
    let five = parse("5");
    assert_eq!(
        (five.fixed_value(), Scripted::new([]).total(&five)),
        (Some(5), 5)
    );
    assert_eq!(five, DiceExpression::constant(5));
}

#[test]
fn two_dice_have_a_triangular_distribution() {
    let dice = parse("2d6");
    assert_eq!(
        (dice.least(), dice.most(), dice.fixed_value()),
        (2, 12, None)
    );
    assert_eq!(
        dice.distribution().nth(5).unwrap().1.fraction(),
        Some((1, 6))
    );
    assert!((dice.mean() - 7.0).abs() < 1e-12);
}

#[test]
fn scripted_total_is_one_pick_above_the_least() {
    assert_eq!(Scripted::new([7]).total(&parse("2d6+1")), 7);
}

#[test]
fn blanks_capitals_and_implicit_counts_are_accepted() {
    assert_eq!(parse(" 2 + D6 - 1 "), parse("1d6+1"));
    assert_eq!(parse("-1+d4"), parse("d4-1"));
    assert_eq!(parse("4D6KH3"), parse("4d6kh3"));
}

#[test]
fn differences_go_below_zero() {
    assert_eq!(
        fractions("1d2-1d2"),
        [(-1, (1, 4)), (0, (1, 2)), (1, (1, 4))]
    );
    assert_eq!(fractions("3-1d3"), [(0, (1, 3)), (1, (1, 3)), (2, (1, 3))]);
}

/// The known result: 21 of 1296 rolls of 4d6kh3 show 18, and the mean is 15869/1296.
#[test]
fn highest_three_of_four_match_known_distribution() {
    let kept = parse("4d6kh3");
    assert_eq!(
        kept.distribution().last().unwrap().1.fraction(),
        Some((7, 432))
    );
    assert!((kept.mean() - 15869.0 / 1296.0).abs() < 1e-12);
}

#[test]
fn sums_and_kept_dice_agree_with_brute_force() {
    fn brute_force_distribution(
        n: u32,
        sides: u64,
        value: impl Fn(&[i64]) -> i64,
    ) -> BTreeMap<i64, u64> {
        let mut counts = BTreeMap::new();
        for roll in 0..sides.pow(n) {
            let mut faces: Vec<i64> = (0..n)
                .map(|i| (roll / sides.pow(i) % sides + 1) as i64)
                .collect();
            faces.sort_unstable();
            *counts.entry(value(&faces)).or_default() += 1;
        }
        counts
    }
    type Value = Box<dyn Fn(&[i64]) -> i64>;
    let cases: [(&str, u32, u64, Value); 7] = [
        ("3d6", 3, 6, Box::new(|faces| faces.iter().sum())),
        ("5d1", 5, 1, Box::new(|faces| faces.iter().sum())),
        (
            "10-4d5",
            4,
            5,
            Box::new(|faces| 10 - faces.iter().sum::<i64>()),
        ),
        ("5d4kh2", 5, 4, Box::new(|faces| faces[3] + faces[4])),
        ("5d4kl3", 5, 4, Box::new(|faces| faces[..3].iter().sum())),
        ("7-4d6kh1", 4, 6, Box::new(|faces| 7 - faces[3])),
        ("-3d8kl2", 3, 8, Box::new(|faces| -faces[0] - faces[1])),
    ];
    for (text, n, sides, value) in cases {
        let total = sides.pow(n);
        let counts = brute_force_distribution(n, sides, value);
        let distribution = parse(text);
        for (value, mass) in distribution.distribution() {
            let expected = Mass::ratio(
                counts.get(&value).copied().unwrap_or(0).into(),
                total.into(),
            );
            assert_eq!(mass.fraction(), expected.fraction(), "{text} shows {value}");
        }
        assert_eq!(
            (distribution.least(), distribution.most()),
            (
                *counts.keys().next().unwrap(),
                *counts.keys().last().unwrap()
            )
        );
    }
}

/// Returns every result of one die with its probability.
fn results(die: &str) -> Vec<(i64, f64)> {
    let uniform = |faces: &[i64]| {
        let share = 1.0 / faces.len() as f64;
        faces.iter().map(|&face| (face, share)).collect::<Vec<_>>()
    };
    match die {
        "d4r2" => {
            let again = uniform(&[1, 2, 3, 4])
                .into_iter()
                .map(|(face, share)| (face, share / 2.0));
            again.chain([(3, 0.25), (4, 0.25)]).collect()
        }
        "d{-1, 2, 2, 5}" => uniform(&[-1, 2, 2, 5]),
        "d3!" => chains(3, 3, 12),
        "d4!>=3" => chains(4, 3, 18),
        _ => unreachable!(),
    }
}

/// Returns the sums of a die that explodes on `from` or more, with at most `rolls` rolls.
fn chains(sides: i64, from: i64, rolls: u32) -> Vec<(i64, f64)> {
    let mut results: BTreeMap<i64, f64> = BTreeMap::new();
    let mut open = vec![(0, 1.0)];
    for _ in 0..rolls {
        let mut sums: BTreeMap<i64, f64> = BTreeMap::new();
        for (sum, share) in open {
            for face in 1..=sides {
                let share = share / sides as f64;
                if face < from {
                    *results.entry(sum + face).or_default() += share;
                } else {
                    *sums.entry(sum + face).or_default() += share;
                }
            }
        }
        open = sums.into_iter().collect();
    }
    results.into_iter().collect()
}

#[test]
fn special_dice_agree_with_enumerated_results() {
    for die in ["d4r2", "d{-1, 2, 2, 5}", "d3!", "d4!>=3"] {
        for (count, keep, kept) in [
            (1, "", 0..1),
            (2, "", 0..2),
            (3, "kh2", 1..3),
            (3, "kl1", 0..1),
            (3, "dl1", 1..3),
        ] {
            let mut expected: BTreeMap<i64, f64> = BTreeMap::new();
            let results = results(die);
            let faces = results.len();
            let rolls = (0..faces.pow(count))
                .map(|roll| (0..count).map(move |index| roll / faces.pow(index) % faces));
            for roll in rolls {
                let shown: Vec<(i64, f64)> = roll.map(|index| results[index]).collect();
                let mut values: Vec<i64> = shown.iter().map(|(value, _)| *value).collect();
                values.sort_unstable();
                let share: f64 = shown.iter().map(|(_, share)| share).product();
                *expected
                    .entry(values[kept.clone()].iter().sum())
                    .or_default() += share;
            }
            let text = format!("{count}{die}{keep}");
            let expression = parse(&text);
            for (value, mass) in expression.distribution() {
                let wanted = expected.get(&value).copied().unwrap_or(0.0);
                assert!(
                    (mass.float() - wanted).abs() < 3e-5,
                    "{text} = {value}: {} and {wanted}",
                    mass.float()
                );
            }
            let total: Mass = expression.distribution().map(|(_, mass)| mass).sum();
            assert_eq!(total.fraction(), Some((1, 1)), "{text}");
        }
    }
}

/// The probabilities are computed by hand.
#[test]
fn special_dice_have_exact_fractions() {
    assert_eq!(fractions("d3r1"), [(1, (1, 9)), (2, (4, 9)), (3, (4, 9))]);
    assert_eq!(fractions("d{1,1,2}"), [(1, (2, 3)), (2, (1, 3))]);
    assert_eq!(
        fractions("5-2d{0, 1}"),
        [(3, (1, 4)), (4, (1, 2)), (5, (1, 4))]
    );
    assert_eq!(fractions("3d{-1,0,1}"), fractions("3dF"));
    let exploding = parse("1d6!");
    let chance = |value: usize| exploding.distribution().nth(value - 1).unwrap().1;
    assert_eq!(chance(6), Mass::ZERO);
    assert_eq!(chance(9).fraction(), Some((1, 36)));
    assert!((exploding.mean() - 4.2).abs() < 1e-12);
    assert!((parse("8d10!>=9").mean() - 55.0).abs() < 1e-9);
    for (text, same) in [
        ("4d6k3", "4d6kh3"),
        ("4d6dl1", "4d6kh3"),
        ("4d6dh2", "4d6kl2"),
        ("2d6ro1", "2d6r1"),
        ("2d6ro<=2", "2d6r2"),
        ("d{1..6}", "d6"),
        ("d6!>=6", "d6!"),
    ] {
        assert_eq!(parse(text), parse(same), "{text}");
    }
}

#[test]
fn special_dice_are_rolled_one_by_one() {
    let rolled = |text: &str, faces: &[u32]| {
        let mut faces = faces.iter().copied();
        let total = parse(text).roll_total(|_, some| {
            some.iter_mut()
                .for_each(|face| *face = faces.next().expect("a face"));
        });
        assert_eq!(faces.next(), None, "{text}: all faces are used");
        total
    };
    assert_eq!(rolled("2d6!+1", &[6, 6, 2, 3]), 18);
    assert_eq!(rolled("2d6r2", &[2, 1, 3]), 4);
    assert_eq!(rolled("2d{5,7}", &[1, 2]), 12);
    assert_eq!(rolled("3d4!kh1", &[4, 4, 1, 2, 3]), 9);
    assert_eq!(rolled("10-2d4!>=3", &[3, 1, 2]), 4);
}

#[test]
fn thousand_dice_sum_to_one_with_expected_mean() {
    let distribution = parse("999d6+1d20kh1");
    let total: Mass = distribution.distribution().map(|(_, mass)| mass).sum();
    assert!((total.float() - 1.0).abs() < 1e-12, "{}", total.float());
    assert_eq!(total.fraction(), Some((1, 1)));
    assert!((distribution.mean() - (999.0 * 3.5 + 10.5)).abs() < 1e-8);
}

#[test]
fn placeholders_are_read_with_their_names() {
    let text = DiceText::read(" {n}d{sides}!dl2 - 4D6kh + { bonus }").unwrap();
    let names: Vec<_> = text
        .names
        .iter()
        .map(|(name, span)| (name.as_str(), span.clone()))
        .collect();
    assert_eq!(names, [("n", 2..3), ("sides", 6..11), ("bonus", 28..35)]);
    let dropped = Kept {
        is_highest: true,
        is_dropped: true,
    };
    let [(1, first), (-1, second), (1, third)] = text.terms[..] else {
        panic!("{text:?}")
    };
    assert_eq!(
        (first.number, first.sides),
        (Amount::Name(0), Some(Amount::Name(1)))
    );
    assert_eq!(
        (first.kept, first.die),
        (
            Some((dropped, Amount::Number(2))),
            WrittenDie::Exploding(None)
        )
    );
    assert_eq!(
        second.kept,
        Some((
            Kept {
                is_highest: true,
                is_dropped: false
            },
            Amount::Number(1)
        ))
    );
    assert_eq!(
        (third.number, third.sides, text.is_plain()),
        (Amount::Name(2), None, false)
    );
    assert_eq!(
        (
            dropped.resolve(4, 1),
            dropped.resolve(4, 9),
            dropped.resolve(4, 0)
        ),
        (KeptDice::Highest(3), KeptDice::Highest(0), KeptDice::All)
    );
    assert_eq!(
        sum_distribution(&[(
            1,
            DiceTerm::Dice {
                n: 4,
                sides: 6,
                keep: KeptDice::Highest(0)
            }
        )]),
        (0, vec![Mass::ONE])
    );
}

#[test]
fn errors_point_at_the_character() {
    for (text, span, part) in [
        ("", 0..0, "found the end"),
        ("2d", 2..2, "number of faces"),
        ("2x6", 1..2, "found `x`"),
        ("2d6 7", 4..5, "found `7`"),
        ("1d3 + ", 6..6, "found the end"),
        ("1d3++2", 4..5, "found `+`"),
        ("é", 0..2, "found `é`"),
        ("2d6é", 3..5, "found `é`"),
        ("1d0", 2..3, "0 is out of range"),
        ("0d6", 0..1, "0 dice"),
        ("1+4d6k", 5..6, "`k` does not say"),
        ("4d6kh5", 5..6, "5 is out of range"),
        ("4d6kl0", 5..6, "0 is out of range"),
        ("1001d6", 0..4, "1001 dice"),
        ("2+600d6+600d4", 8..13, "1200 dice"),
        ("1d6+200d100", 4..11, "different values"),
        ("21d6kh2", 4..6, "too large"),
        ("2d101kh1", 2..5, "too large"),
        ("99999999999999999999999", 0..23, "out of range"),
        ("1000000+1", 8..9, "the sum is out of range"),
        ("2d6-1000000-3", 12..13, "the sum is out of range"),
        ("4d6dl4", 5..6, "4 is out of range"),
        ("{n}d6", 0..1, "found `{`"),
        ("3d6!>9", 4..5, "ambiguous"),
        ("3d6!>=1", 4..7, "forever"),
        ("3d6!>=7", 4..7, "no face"),
        ("2d6ro<3", 3..6, "`ro<` is ambiguous"),
        ("2d6ro3", 3..6, "`ro3` is ambiguous"),
        ("2d6r<3", 3..5, "`r<` is ambiguous"),
        ("2d6r<=1", 3..6, "`r<=` is ambiguous"),
        ("2d{1,}", 5..6, "found `}`"),
        ("2d{3..1}", 2..7, "empty or too long"),
        ("2d{0..1000}", 2..10, "empty or too long"),
        ("2d{1}!", 5..6, "found `!`"),
        ("1000d6!", 0..7, "too many results"),
        ("60d6!", 0..5, "too many results"),
    ] {
        let error = DiceExpression::parse(text).expect_err(text);
        assert_eq!(error.span, span, "{text}: {error:?}");
        assert!(error.problem.contains(part), "{text}: {error:?}");
        assert!(!error.help.is_empty());
    }
    for (text, span, part) in [
        ("2d6d4", 3..4, "found `d`"),
        ("d20+{}", 5..5, "one name"),
        ("d20+{a b", 5..8, "one name"),
        ("1d1!", 2..3, "forever"),
        ("4d6k!", 3..4, "`k` does not say"),
    ] {
        let error = DiceText::read(text).expect_err(text);
        assert!(
            error.span == span && error.problem.contains(part),
            "{text}: {error:?}"
        );
    }
}
