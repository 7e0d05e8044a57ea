//! Tests rules of thumb: the names that they read, equality with the same rule written out, and
//! published odds of Pig.

use std::collections::BTreeMap;

use oddsmith_engine::explore::{Model, Watch};
use oddsmith_engine::question::{Comparison, Expression};
use oddsmith_engine::simulate::{Purpose, Stream, play};
use oddsmith_engine::{Clause, Heuristic, Policy};
use oddsmith_language::SetRule;
use oddsmith_language::option_number;
use oddsmith_language::question::{KnownMetric, ValueSource, Vocabulary};

use super::{graph, rule};
use oddsmith_engine::explore::Budget;
use oddsmith_engine::solve::solve;

/// Returns the rule with a rule of thumb for its first choice.
pub fn answer_by_heuristic(
    rule: &SetRule,
    option: &str,
    condition: &str,
    otherwise: Option<&str>,
) -> SetRule {
    let part_as_metric = |(slot, part): (u32, oddsmith_language::SituationPart)| KnownMetric {
        name: part.name,
        kind: part.kind,
        steps: None,
        step_names: Vec::new(),
        source: ValueSource::Slot(slot),
        is_when: false,
    };
    let metrics = (0..).zip(rule.parts(0)).map(part_as_metric).collect();
    let parsed = Vocabulary {
        metrics,
        ..Vocabulary::default()
    }
    .condition(condition)
    .unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let number = |name: &str| option_number(name, rule.texts()).expect("an option");
    let clauses = vec![Clause {
        condition: parsed,
        option: number(option),
    }];
    let heuristic = Heuristic {
        clauses,
        otherwise: otherwise.map(number),
    };
    rule.answered_by(Policy::default().with_heuristic(0, heuristic))
        .expect("it leaves something to a player")
}

/// A distribution with every probability as a fraction.
type Fractions = Vec<(i64, Option<(u64, u64)>)>;

/// Returns the distributions of all metrics.
fn distributions(rule: &SetRule) -> Vec<Fractions> {
    let distributions =
        solve(&graph(rule), &Budget::default(), &Watch::default()).expect("it ends");
    let distribution = |distribution: Option<oddsmith_engine::solve::ExactDistribution>| {
        distribution
            .expect("a law")
            .pmf
            .masses()
            .iter()
            .map(|(value, mass)| (*value, mass.fraction()))
            .collect()
    };
    distributions.into_iter().map(distribution).collect()
}

/// Tokens are drawn from a bag, and the second skull loses everything; `asks` is the line that asks
/// whether to stop.
fn bag(asks: &str) -> SetRule {
    let player = if asks == STOP_CHOICE {
        "again = player(\"Again?\")"
    } else {
        ""
    };
    rule(&format!(
        "score = count(\"Score\")\ndrawn = count(\"Drawn\")\nbust = flag(\"Bust\")\n{player}\n\ndef trial():\n    \
         bag = [8, 4, 5]\n    pot, bad, n, quiet = 0, 0, 0, 0\n    while sum(bag) > 0:\n        if {asks}:\n            break\n        \
         hand, bag = draw(bag, 1)\n        n += 1\n        quiet = 0 if hand[2] > 0 else quiet + 1\n        \
         pot += hand[0] + 3 * hand[1]\n        bad += hand[2]\n        if bad >= 2:\n            pot = 0\n            break\n    \
         record(score, pot)\n    record(drawn, n)\n    record(bust, bad >= 2)\n"
    ))
}

const STOP_CHOICE: &str = "choose(again, [\"draw\", \"stop\"]) == \"stop\"";

#[test]
fn heuristic_matches_the_rule_written_out() {
    for (condition, stops) in [
        ("pot < 4 or bad = 0", "pot >= 4 and bad > 0"),
        ("pot < 3", "pot >= 3"),
        // A count that nothing else reads is an accumulator, which is normally left out of the
        // state.
        ("n < 5", "n >= 5"),
        ("quiet < 2 and not bad = 1", "quiet >= 2 or bad == 1"),
        ("pot + 2 * n in 0..9", "pot + 2 * n > 9"),
    ] {
        let (answered, written) = (
            answer_by_heuristic(&bag(STOP_CHOICE), "draw", condition, None),
            bag(stops),
        );
        assert_eq!(
            distributions(&answered),
            distributions(&written),
            "{condition}"
        );
        let stream = Stream {
            seed: 3,
            case: 1,
            purpose: Purpose::Simulated,
        };
        let [answered_tallies, other] = [&answered, &written]
            .map(|rule| play(rule, stream, 0..1, 5_000, &Watch::default()).unwrap());
        assert_eq!(answered_tallies, other, "played: {condition}");
    }
}

/// Returns the distribution of the score by drawing from every possible bag.
fn bag_by_hand(limit: i64) -> BTreeMap<(i64, bool), f64> {
    fn draw_token(
        left: [i64; 3],
        pot: i64,
        bad: i64,
        limit: i64,
        p: f64,
        ends: &mut BTreeMap<(i64, bool), f64>,
    ) {
        let token_count: i64 = left.iter().sum();
        if bad == 2 || token_count == 0 || (pot >= limit && bad > 0) {
            *ends
                .entry((if bad == 2 { 0 } else { pot }, bad == 2))
                .or_default() += p;
            return;
        }
        for kind in 0..3 {
            let mut rest = left;
            rest[kind] -= 1;
            if left[kind] > 0 {
                let (more, skull) = ([1, 3, 0][kind], i64::from(kind == 2));
                draw_token(
                    rest,
                    pot + more,
                    bad + skull,
                    limit,
                    p * left[kind] as f64 / token_count as f64,
                    ends,
                );
            }
        }
    }
    let mut ends = BTreeMap::new();
    draw_token([8, 4, 5], 0, 0, limit, 1.0, &mut ends);
    ends
}

#[test]
fn heuristic_odds_match_enumerated_bags() {
    for limit in [3, 4, 6] {
        let ends = bag_by_hand(limit);
        let distributions = distributions(&answer_by_heuristic(
            &bag(STOP_CHOICE),
            "draw",
            &format!("pot < {limit} or bad = 0"),
            Some("stop"),
        ));
        let float =
            |fraction: Option<(u64, u64)>| fraction.map_or(f64::NAN, |(a, b)| a as f64 / b as f64);
        for (score, mass) in &distributions[0] {
            let expected: f64 = ends
                .iter()
                .filter(|((end_score, _), _)| end_score == score)
                .map(|(_, p)| p)
                .sum();
            assert!((expected - float(*mass)).abs() < 1e-12, "{limit}, {score}");
        }
        let bust: f64 = ends
            .iter()
            .filter(|((_, bust), _)| *bust)
            .map(|(_, p)| p)
            .sum();
        let solved_bust = distributions[2]
            .iter()
            .find(|(value, _)| *value == 1)
            .map_or(0.0, |(_, mass)| float(*mass));
        assert!(
            (bust - solved_bust).abs() < 1e-12,
            "{limit}: {bust}, {solved_bust}"
        );
    }
}

/// Neller and Presser (Optimal Play of the Dice Game Pig, 2004): a player who holds at 20 banks
/// nothing in 62.45% of all turns, and 8.14 on average.
#[test]
fn holding_at_20_in_pig_matches_published_odds() {
    let turn = rule(
        "banked = count(\"Banked\")\nagain = player(\"Roll on?\")\n\ndef trial():\n    pot = 0\n    \
         while choose(again, [\"hold\", \"roll\"]) == \"roll\":\n        face = roll(6)\n        if face == 1:\n            \
         pot = 0\n            break\n        pot += face\n    record(banked, pot)\n",
    );
    let distributions = solve(
        &graph(&answer_by_heuristic(&turn, "roll", "pot < 20", None)),
        &Budget::default(),
        &Watch::default(),
    )
    .unwrap();
    let pmf = &distributions[0].as_ref().unwrap().pmf;
    assert!(
        (pmf.mass(0).float() - 0.6245).abs() < 5e-5,
        "{}",
        pmf.mass(0).float()
    );
    assert!((pmf.mean() - 8.14).abs() < 5e-3, "{}", pmf.mean());
}

#[test]
fn heuristic_inputs_are_listed_by_name() {
    let turn = rule(
        "total = count(\"Total\")\nagain = player(\"Again?\")\n\ndef asked(face, is_low):\n    \
         mood = \"bold\" if face > 2 else \"wary\"\n    if choose(again, [\"keep\", \"roll\", \"stop\"]) == \"roll\":\n        \
         return roll(6)\n    return face if mood == \"bold\" else 0\n\ndef trial():\n    total_so_far, faces = 0, [1, 2]\n    \
         for turn in upto(3):\n        face = roll(4)\n        total_so_far += asked(face + 1, face < 2)\n    \
         record(total, total_so_far)\n",
    );
    let names: Vec<String> = turn.parts(0).into_iter().map(|part| part.name).collect();
    for name in [
        "total_so_far",
        "turn",
        "face",
        "face of asked",
        "is_low",
        "mood",
    ] {
        assert!(
            names.iter().any(|part_name| part_name == name),
            "no {name} in {names:?}"
        );
    }
    assert!(
        !names.iter().any(|part_name| part_name == "faces"),
        "a list is compared with nothing: {names:?}"
    );
    let mean = |option: &str, condition: &str, otherwise| {
        let distributions = solve(
            &graph(&answer_by_heuristic(&turn, option, condition, otherwise)),
            &Budget::default(),
            &Watch::default(),
        );
        distributions.unwrap()[0].as_ref().unwrap().pmf.mean()
    };
    // The faces plus 1 are 2 to 5. The 2s are rolled again: three rolls of 3.5 + 3 + 4 + 5 over
    // four faces.
    for condition in [
        "is_low",
        "mood = wary",
        "'face of asked' <= 2",
        "face = 1 and total_so_far < 99",
    ] {
        assert!(
            (mean("roll", condition, Some("keep")) - 3.0 * 15.5 / 4.0).abs() < 1e-12,
            "{condition}"
        );
    }
    // In the first turn only: a turn without a roll gives 12 of 14.5, because the 2 counts nothing;
    // a roll gives 3.5.
    let kept = (3.0 + 4.0 + 5.0) / 4.0;
    assert!((mean("roll", "turn = 1", Some("stop")) - (3.5 + 2.0 * kept)).abs() < 1e-12);
    assert!((mean("roll", "turn in 2..3", Some("stop")) - (7.0 + kept)).abs() < 1e-12);
}

#[test]
fn unknown_parts_are_reported_with_the_known_ones() {
    let part = |name: &str| KnownMetric {
        name: name.to_owned(),
        kind: oddsmith_language::question::ValueType::Number,
        steps: None,
        step_names: Vec::new(),
        source: ValueSource::Slot(0),
        is_when: false,
    };
    let vocabulary = Vocabulary {
        metrics: vec![part("pot"), part("bad")],
        ..Vocabulary::default()
    };
    let wrong = vocabulary.condition("bad = 0 or pots < 4").unwrap_err();
    assert_eq!(
        (wrong.problem.as_str(), wrong.span.start),
        ("there is no `pots` at this decision", 11)
    );
    assert_eq!(wrong.help, "did you mean `pot`? you can compare pot, bad");
    assert_eq!(wrong.fix.map(|fix| fix.text).as_deref(), Some("pot"));
    let far = vocabulary.condition("skulls > 1").unwrap_err();
    assert_eq!(far.help, "you can compare pot, bad");
    let is = Expression::compare(
        Comparison::Below,
        Expression::Seen(0),
        Expression::Number(4),
    );
    assert_eq!(vocabulary.condition("pot < 4").unwrap(), is);
}
