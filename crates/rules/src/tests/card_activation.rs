//! Tests of `card-activation` with its published text, closed forms and brute force.

use std::collections::BTreeMap;

use crate::card_activation::{CardActivation, RULE};
use oddsmith_model::rule::values::ParameterError;
use oddsmith_testing::{Odds, assert_close, assert_conforms, build_error, scripted_trial, values};

const NOT_TRIED: i64 = 0;
const FIZZLED: i64 = 1;
const SUCCEEDED: i64 = 3;

/// A deck of nine cards: ones, twos, threes and a five.
const DECK: &str = "[decks.d]\n1 = 3\n2 = 3\n3 = 2\n5 = 1\n";

fn rule(toml: &str) -> CardActivation {
    CardActivation::new(&values(RULE.parameters, toml)).expect("sound parameters")
}

fn fault(toml: &str) -> ParameterError {
    build_error(&RULE, toml)
}

fn play(toml: &str, answers: &[i64]) -> BTreeMap<(String, u32), i64> {
    scripted_trial(&rule(toml), answers)
}

/// Returns score, resistance, margin and result of an attempt.
fn attempt(trial: &BTreeMap<(String, u32), i64>, number: u32) -> [i64; 4] {
    ["score", "resistance", "margin", "result"].map(|metric| trial[&(metric.to_owned(), number)])
}

fn whole_trial_value(trial: &BTreeMap<(String, u32), i64>, metric: &str) -> i64 {
    trial[&(metric.to_owned(), 0)]
}

#[test]
fn score_of_two_beats_the_basic_resistance() {
    let two = play("cards = [2]", &[]);
    assert_eq!(attempt(&two, 1), [2, 1, 1, SUCCEEDED]);
    assert_eq!(
        (
            whole_trial_value(&two, "succeeded"),
            whole_trial_value(&two, "attempts_used")
        ),
        (1, 1)
    );
}

#[test]
fn a_tie_fails_unless_ties_succeed() {
    assert_eq!(attempt(&play("cards = [1]", &[]), 1), [1, 1, 0, FIZZLED]);
    assert_eq!(
        attempt(&play("cards = [1]\nties = \"succeed\"", &[]), 1),
        [1, 1, 0, SUCCEEDED]
    );
}

#[test]
fn score_adds_played_cards_drawn_cards_and_dice() {
    // The five and one three are drawn, and two dice show 7.
    let trial = play(
        &format!("cards = [4, 2]\ndice = \"2d6+1\"\ndraw = {{ deck = \"d\", cards = 2 }}\n{DECK}"),
        &[1, 1, 8],
    );
    assert_eq!(attempt(&trial, 1)[0], 6 + 8 + 8);
}

#[test]
fn best_drawn_cards_are_kept() {
    let toml = format!("draw = {{ deck = \"d\", cards = 4, keep = 2 }}\n{DECK}");
    // No five is drawn, but two threes, a two and a one.
    assert_eq!(attempt(&play(&toml, &[0, 2, 1]), 1)[0], 6);
    // The five and two twos are drawn.
    assert_eq!(attempt(&play(&toml, &[1, 0, 2]), 1)[0], 7);
    assert_eq!(
        attempt(&play(&toml.replace("keep = 2", "keep = 0"), &[1, 0, 2]), 1)[0],
        0
    );
}

#[test]
fn a_resistance_is_the_sum_of_its_parts() {
    let toml = "cards = []\n[resistance]\nbase = 2\nrange = 3\ncover = 4\nsquares = 5\nper_square = 2\ncreatures = [0, 1, 6]\n\
                [resistance.defence]\ncards = [7, 8]\ndice = 9";
    // Every creature adds at least 1, even against its will.
    assert_eq!(
        attempt(&play(toml, &[]), 1)[1],
        2 + 3 + 4 + 10 + (1 + 1 + 6) + 15 + 9
    );
    assert_eq!(
        attempt(
            &play(
                "cards = []\n[resistance]\ncreatures = [0, 4]\ncreature_minimum = 3",
                &[]
            ),
            1
        )[1],
        1 + 3 + 4
    );
}

#[test]
fn defender_draws_after_attacker_from_a_shared_deck() {
    let toml = format!(
        "draw = {{ deck = \"d\", cards = 2 }}\n[resistance.defence.draw]\ndeck = \"d\"\ncards = 3\nkeep = 1\n{DECK}"
    );
    // The defender gets the five, each side gets one of two threes, and two twos are left for the
    // last two cards.
    let trial = play(&toml, &[1, 0, 2, 1, 2]);
    assert_eq!(attempt(&trial, 1), [5, 1 + 5, -1, FIZZLED]);
}

#[test]
fn both_sides_may_draw_from_separate_decks() {
    let toml = format!(
        "draw = {{ deck = \"d\" }}\n[resistance.defence]\ndraw = {{ deck = \"e\", cards = 2 }}\n[decks.e]\n4 = 2\n-1 = 2\n{DECK}"
    );
    assert_eq!(
        attempt(&play(&toml, &[1, 1]), 1),
        [5, 1 + 4 - 1, 1, SUCCEEDED]
    );
}

#[test]
fn defenders_dice_add_to_resistance() {
    let toml = "cards = [5]\n[resistance.defence]\ndice = \"1d6\"";
    assert_eq!(attempt(&play(toml, &[4]), 1), [5, 5, 0, FIZZLED]);
}

#[test]
fn the_basic_score_of_one_almost_guarantees_success() {
    let usual = Odds::of(&rule(""));
    assert_eq!(usual.fraction("succeeded", 0, 1), Some((19, 20)));
    // If the scenario lists what is played, nothing else is played.
    for toml in ["cards = [2]", "dice = 2", "cards = [2]\ndice = 0"] {
        assert_eq!(
            Odds::of(&rule(toml)).fraction("score", 1, 2),
            Some((1, 1)),
            "{toml}"
        );
    }
}

#[test]
fn fizzles_are_retried_and_untried_attempts_show_nothing() {
    let trial = play(
        "dice = \"1d6\"\nattempts = 4\n[resistance]\nbase = 4",
        &[1, 4, 6],
    );
    assert_eq!(
        [1, 2, 3].map(|step| attempt(&trial, step)[3]),
        [FIZZLED, FIZZLED, SUCCEEDED]
    );
    assert_eq!(trial[&("result".into(), 4)], NOT_TRIED);
    for metric in ["score", "resistance", "margin"] {
        assert!(!trial.contains_key(&(metric.into(), 4)), "{metric}");
    }
    assert_eq!(
        (
            whole_trial_value(&trial, "attempts_used"),
            whole_trial_value(&trial, "succeeded")
        ),
        (3, 1)
    );
    let never = play("dice = 0\nattempts = 2", &[]);
    assert_eq!(
        (
            whole_trial_value(&never, "attempts_used"),
            whole_trial_value(&never, "succeeded")
        ),
        (2, 0)
    );
}

#[test]
fn unknown_decks_are_refused_with_the_nearest_name() {
    let fault =
        fault("draw = { deck = \"sorcery\" }\n[decks.sorcerer]\n1 = 4\n[decks.fighter]\n1 = 4");
    assert_eq!(
        (fault.path.as_str(), &*fault.help),
        ("draw.deck", "did you mean `sorcerer`?")
    );
    let none = self::fault("[resistance.defence]\ndraw = { deck = \"d\" }");
    assert!(
        none.path == "resistance.defence.draw.deck" && none.help.contains("[parameters.decks.d]"),
        "{none:?}"
    );
    let unnamed = self::fault(&format!("draw = {{ cards = 2 }}\n{DECK}"));
    assert!(
        unnamed.path == "draw" && unnamed.help.contains("one of d"),
        "{unnamed:?}"
    );
}

#[test]
fn drawing_more_cards_than_the_deck_is_refused() {
    let too_many = fault(&format!("draw = {{ deck = \"d\", cards = 10 }}\n{DECK}"));
    assert!(
        too_many.path == "draw.cards" && too_many.help.contains("at most 9"),
        "{too_many:?}"
    );
    let too_many_for_both = fault(&format!(
        "draw = {{ deck = \"d\", cards = 5 }}\n[resistance.defence]\ndraw = {{ deck = \"d\", cards = 5 }}\n{DECK}"
    ));
    assert!(
        too_many_for_both.path == "resistance.defence.draw.cards"
            && too_many_for_both.help.contains("at most 4"),
        "{too_many_for_both:?}"
    );
    let keep = fault(&format!(
        "draw = {{ deck = \"d\", cards = 2, keep = 3 }}\n{DECK}"
    ));
    assert!(
        keep.path == "draw.keep" && keep.help.contains("at most 2"),
        "{keep:?}"
    );
}

#[test]
fn invalid_decks_are_refused() {
    assert_eq!(fault("[decks.d]\nace = 4").path, "decks.d.ace");
    assert_eq!(fault("[decks.d]\n99999 = 4").path, "decks.d.99999");
    let large = fault("[decks.d]\n1 = 100\n2 = 21");
    assert!(
        large.path == "decks.d" && large.problem.contains("121 cards"),
        "{large:?}"
    );
}

fn choose(n: i64, k: i64) -> f64 {
    if k < 0 || k > n {
        0.0
    } else {
        (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
    }
}

/// # Formula
/// Of n cards out of N, K of which are worth 1, exactly k are worth 1 with the probability
/// C(K, k) C(N - K, n - k) / C(N, n).
#[test]
fn draws_are_hypergeometric() {
    for (ones, zeros, drawn) in [
        (4, 6, 3),
        (4, 48, 5),
        (60, 60, 60),
        (1, 0, 1),
        (13, 39, 13),
        (3, 2, 5),
    ] {
        let odds = Odds::of(&rule(&format!(
            "draw = {{ deck = \"d\", cards = {drawn} }}\n[decks.d]\n0 = {zeros}\n1 = {ones}"
        )));
        for k in 0..=drawn {
            let expected = choose(ones, k) * choose(zeros, drawn - k) / choose(ones + zeros, drawn);
            assert_close(
                odds.probability("score", 1, k),
                expected,
                &format!("{k} of {drawn}: {ones} in {}", ones + zeros),
            );
        }
    }
}

#[test]
fn a_bridge_hand_has_its_known_fractions() {
    // With four aces in 52 cards, a hand of 13 has none with probability 6327/20825.
    let hand = Odds::of(&rule(
        "draw = { deck = \"d\", cards = 13 }\n[decks.d]\n0 = 48\n1 = 4",
    ));
    assert_eq!(hand.fraction("score", 1, 0), Some((6327, 20_825)));
    assert_eq!(hand.fraction("score", 1, 4), Some((11, 4165)));
}

#[test]
fn second_to_draw_draws_as_well_as_the_first() {
    let odds = Odds::of(&rule(&format!(
        "draw = {{ deck = \"d\", cards = 3 }}\n[resistance]\nbase = 0\n[resistance.defence]\ndraw = {{ deck = \"d\", cards = 3 }}\n{DECK}"
    )));
    for value in 3..=11 {
        assert_eq!(
            odds.fraction("score", 1, value),
            odds.fraction("resistance", 1, value),
            "{value}"
        );
    }
    let wins = odds
        .distribution("margin", 1)
        .probability(|margin| margin > 0)
        .value();
    assert_close(
        wins,
        odds.distribution("margin", 1)
            .probability(|margin| margin < 0)
            .value(),
        "symmetric",
    );
}

/// The test enumerates all orders of the nine cards.
#[test]
fn hands_from_one_deck_agree_with_brute_force() {
    fn brute_force_orders(
        left: &[i64],
        hand: &mut Vec<i64>,
        size: usize,
        found: &mut impl FnMut(&[i64]),
    ) {
        if hand.len() == size {
            return found(hand);
        }
        for i in 0..left.len() {
            let mut rest = left.to_vec();
            hand.push(rest.remove(i));
            brute_force_orders(&rest, hand, size, found);
            hand.pop();
        }
    }
    let best = |hand: &[i64], keep: usize| {
        let mut hand = hand.to_vec();
        hand.sort_unstable_by(|a, b| b.cmp(a));
        hand[..keep].iter().sum::<i64>()
    };
    let mut bf: BTreeMap<(&str, i64), f64> = BTreeMap::new();
    let orders = (5..=9).product::<i64>() as f64;
    brute_force_orders(
        &[1, 1, 1, 2, 2, 2, 3, 3, 5],
        &mut Vec::new(),
        5,
        &mut |hand| {
            let (score, resistance) = (best(&hand[..2], 2), 1 + best(&hand[2..], 2));
            for (metric, value) in [
                ("score", score),
                ("resistance", resistance),
                ("margin", score - resistance),
            ] {
                *bf.entry((metric, value)).or_insert(0.0) += 1.0 / orders;
            }
        },
    );
    let odds = Odds::of(&rule(&format!(
        "draw = {{ deck = \"d\", cards = 2 }}\n[resistance.defence]\ndraw = {{ deck = \"d\", cards = 3, keep = 2 }}\n{DECK}"
    )));
    for ((metric, value), expected) in bf {
        assert_close(
            odds.probability(metric, 1, value),
            expected,
            &format!("{metric} {value}"),
        );
    }
}

#[test]
fn attempts_are_geometric() {
    let toml = |attempts: u32| {
        format!(
            "draw = {{ deck = \"d\", cards = 2 }}\nattempts = {attempts}\n[resistance]\nbase = 5\n{DECK}"
        )
    };
    let once = Odds::of(&rule(&toml(1))).probability("succeeded", 0, 1);
    let odds = Odds::of(&rule(&toml(6)));
    assert_close(
        odds.probability("succeeded", 0, 1),
        1.0 - (1.0 - once).powi(6),
        "in six",
    );
    for attempt in 1..6u32 {
        let used = once * (1.0 - once).powi(attempt as i32 - 1);
        assert_close(
            odds.probability("attempts_used", 0, attempt.into()),
            used,
            &format!("attempt {attempt}"),
        );
        assert_close(
            odds.absence("score", attempt + 1),
            1.0 - (1.0 - once).powi(attempt as i32),
            "no score",
        );
        assert_close(
            odds.probability("result", attempt + 1, NOT_TRIED),
            1.0 - (1.0 - once).powi(attempt as i32),
            "not tried",
        );
    }
}

#[test]
fn dice_against_dice_agree_with_brute_force() {
    let mut bf_wins = [0.0; 2];
    for i in 0..6u32.pow(3) {
        let [a, b, c] = [i % 6 + 1, i / 6 % 6 + 1, i / 36 + 1];
        bf_wins[0] += if a + b > 1 + c + 2 { 1.0 / 216.0 } else { 0.0 };
        bf_wins[1] += if a + b >= 1 + c + 2 { 1.0 / 216.0 } else { 0.0 };
    }
    for (ties, expected) in [("fail", bf_wins[0]), ("succeed", bf_wins[1])] {
        let toml =
            format!("dice = \"2d6\"\nties = \"{ties}\"\n[resistance.defence]\ndice = \"1d6+2\"");
        assert_close(
            Odds::of(&rule(&toml)).probability("succeeded", 0, 1),
            expected,
            ties,
        );
    }
}

#[test]
fn rule_conforms() {
    assert_conforms(&rule(""));
    assert_conforms(&rule(&format!(
        "dice = \"1d6\"\nattempts = 3\ndraw = {{ deck = \"d\", cards = 3, keep = 2 }}\n[resistance]\nbase = 6\n\
         [resistance.defence]\ndraw = {{ deck = \"d\", cards = 2 }}\n{DECK}"
    )));
    assert_conforms(&rule(
        "dice = \"2d6\"\non_failure = \"scatter\"\nscatter = { area = 2 }\n[resistance]\nbase = 7",
    ));
    assert_conforms(&rule(&format!(
        "draw = {{ deck = \"d\", cards = 4 }}\n[resistance.defence]\ndraw = {{ deck = \"e\", cards = 2, keep = 1 }}\n[decks.e]\n0 = 7\n9 = 2\n{DECK}"
    )));
}
