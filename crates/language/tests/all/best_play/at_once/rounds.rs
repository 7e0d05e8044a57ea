//! Games of several rounds, against plain recursion over their rules or iteration of their values.

use std::collections::HashMap;

use super::*;

/// Goofspiel: a prize is turned up, and both players bid a card for it.
const GOOFSPIEL: &str = "\
cards = whole(4, 1, 4, \"cards of each player\")
gain = count(\"Gain\")
ours = player(\"Ours\")
theirs = player(\"Theirs\")

def trial():
    mine, yours, prizes = upto(cards), upto(cards), upto(cards)
    x = 0
    for turn in upto(cards):
        prize = roll(prizes)
        prizes = [p for p in prizes if p != prize]
        a, b = choose_at_once(ours, mine, theirs, yours)
        mine = [c for c in mine if c != a]
        yours = [c for c in yours if c != b]
        x += prize if a > b else 0 - prize if a < b else 0
    record(gain, x)
";

/// Returns the value of Goofspiel from here on. Cards and prizes are sets of bits.
fn goofspiel(mine: u32, yours: u32, prizes: u32, known: &mut HashMap<(u32, u32, u32), f64>) -> f64 {
    if prizes == 0 {
        return 0.0;
    }
    if let Some(&value) = known.get(&(mine, yours, prizes)) {
        return value;
    }
    let of = |cards: u32| (0..8).filter(move |card| cards >> card & 1 == 1);
    let mut sum = 0.0;
    for prize in of(prizes) {
        let payoffs: Vec<Vec<f64>> = of(mine)
            .map(|a| {
                let row = of(yours).map(|b| {
                    let won = f64::from(prize + 1) * f64::from((a > b) as i8 - (a < b) as i8);
                    won + goofspiel(
                        mine & !(1 << a),
                        yours & !(1 << b),
                        prizes & !(1 << prize),
                        known,
                    )
                });
                row.collect()
            })
            .collect();
        sum += game_value(&payoffs);
    }
    let value = sum / f64::from(prizes.count_ones());
    known.insert((mine, yours, prizes), value);
    value
}

#[test]
fn goofspiel_is_solved_by_recursion() {
    let file = RuleFile::read(GOOFSPIEL).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    for cards in [3u32, 4] {
        let rule = file
            .rule(&[("cards", Setting::Whole(cards.into()))])
            .unwrap();
        let expected = goofspiel(
            (1 << cards) - 1,
            (1 << cards) - 1,
            (1 << cards) - 1,
            &mut HashMap::new(),
        );
        assert!(expected.abs() < 1e-12, "the game is symmetric");
        let found = assert_value(&rule, &["theirs"], 0.0);
        // Every situation has the value of the recursion, also those that favour one side.
        let mut known = HashMap::new();
        let bits = |list: &str| -> u32 {
            let cards = list
                .trim_matches(['[', ']'])
                .split(", ")
                .filter(|card| !card.is_empty());
            cards
                .map(|card| 1 << (card.parse::<u32>().unwrap() - 1))
                .sum()
        };
        let mut compared = 0;
        for decision in found.decisions.iter().chain(&found.unmet) {
            let parts = rule.situation_in_words(decision.choice, &decision.situation);
            let part = |name: &str| &parts.iter().find(|(known, _)| known == name).unwrap().1;
            let (mine, yours) = (bits(part("mine")), bits(part("yours")));
            let (prizes, prize) = (
                bits(part("prizes")),
                part("prize").parse::<u32>().unwrap() - 1,
            );
            let of = |cards: u32| (0..8).filter(move |card| cards >> card & 1 == 1);
            let payoffs: Vec<Vec<f64>> = of(mine)
                .map(|a| {
                    let row = of(yours).map(|b| {
                        let won = f64::from(prize + 1) * f64::from((a > b) as i8 - (a < b) as i8);
                        won + goofspiel(mine & !(1 << a), yours & !(1 << b), prizes, &mut known)
                    });
                    row.collect()
                })
                .collect();
            let expected = game_value(&payoffs);
            assert!(
                (decision.value - expected).abs() < 1e-11,
                "{parts:?}: {}",
                decision.value
            );
            compared += 1;
        }
        assert!(compared > 20, "{compared}");
    }
}

/// A duel over several rounds: orders are hidden, and a hit takes health.
const DUEL: &str = "\
health = whole(3, 1, 5, \"health of each side\")
win = count(\"Win\")
ours = player(\"Ours\")
theirs = player(\"Theirs\")

def trial():
    we, they = health, health
    for turn in upto(4):
        if we > 0 and they > 0:
            a, b = choose_at_once(ours, [\"strike\", \"feint\", \"guard\"], theirs, [\"strike\", \"feint\", \"guard\"])
            if a == \"strike\" and b != \"guard\":
                they -= 1 if roll(6) >= 3 else 0
            if b == \"strike\" and a != \"guard\":
                we -= 1 if roll(6) >= 3 else 0
            if a == \"feint\" and b == \"guard\":
                they -= 2
            if b == \"feint\" and a == \"guard\":
                we -= 2
    record(win, (1 if they <= 0 else 0) - (1 if we <= 0 else 0))
";

fn duel(we: i32, they: i32, turns: u32) -> f64 {
    if we <= 0 || they <= 0 || turns == 0 {
        return f64::from((they <= 0) as i8 - (we <= 0) as i8);
    }
    let pair = |a: usize, b: usize| {
        let (mut sum, hit) = (0.0, 4.0 / 6.0);
        for (ours, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mass = (if ours == 1 { hit } else { 1.0 - hit })
                * (if theirs == 1 { hit } else { 1.0 - hit });
            let they = they
                - if a == 0 && b != 2 { ours } else { 0 }
                - if a == 1 && b == 2 { 2 } else { 0 };
            let we = we
                - if b == 0 && a != 2 { theirs } else { 0 }
                - if b == 1 && a == 2 { 2 } else { 0 };
            sum += mass * duel(we, they, turns - 1);
        }
        sum
    };
    let payoffs: Vec<Vec<f64>> = (0..3)
        .map(|a| (0..3).map(|b| pair(a, b)).collect())
        .collect();
    game_value(&payoffs)
}

#[test]
fn hidden_orders_in_a_duel_are_solved_by_recursion() {
    let file = RuleFile::read(DUEL).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    let rule = file.rule(&[("health", Setting::Whole(2))]).unwrap();
    let found = assert_value(&rule, &["theirs"], 0.0);
    for decision in found.decisions.iter().chain(&found.unmet) {
        let parts = rule.situation_in_words(decision.choice, &decision.situation);
        let part = |name: &str| -> i32 {
            parts
                .iter()
                .find(|(known, _)| known == name)
                .unwrap()
                .1
                .parse()
                .unwrap()
        };
        let expected = duel(part("we"), part("they"), 5 - part("turn") as u32);
        assert!(
            (decision.value - expected).abs() < 1e-11,
            "{parts:?}: {} and {expected}",
            decision.value
        );
    }
}

/// A round in which both choose alike is repeated, at a cost; otherwise the row wins its payoff.
#[test]
fn repeated_rounds_have_the_fixed_point_as_their_value() {
    let repeated = |payoffs: [[i64; 3]; 3], cost: i64| {
        rule(&format!(
            "gain = count(\"Gain\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
             def trial():\n    payoffs = {payoffs:?}\n    x, mine, yours = 0, 0, 0\n    \
             while mine == yours:\n        x -= {cost}\n        \
             mine, yours = choose_at_once(ours, range(3), theirs, range(3))\n    \
             x += payoffs[mine][yours]\n    record(gain, x)\n"
        ))
    };
    for (payoffs, cost) in [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
        ([[0, -2, 1], [4, 0, -1], [-1, 3, 0]], 0),
        ([[0, -2, 1], [4, 0, -1], [-1, 3, 0]], 1),
        ([[0, 5, 2], [4, 0, 7], [1, 3, 0]], 2),
    ] {
        // The value v solves v = value of the game in which a repeated round is worth v.
        let repeat = |v: f64| {
            let payoff = |a: usize, b: usize| if a == b { v } else { payoffs[a][b] as f64 };
            let game: Vec<Vec<f64>> = (0..3)
                .map(|a| (0..3).map(|b| payoff(a, b)).collect())
                .collect();
            game_value(&game) - cost as f64
        };
        let (mut low, mut high) = (-100.0, 100.0);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if repeat(middle) > middle {
                low = middle
            } else {
                high = middle
            }
        }
        assert_value(&repeated(payoffs, cost), &["theirs"], low);
    }
}

/// Two sides take turns in a cycle: an ordinary decision, chance and a game.
#[test]
fn cycles_may_have_other_decisions_as_well() {
    let race = rule(
        "win = count(\"Win\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\nstance = player(\"Stance\")\n\
         def trial():\n    us, them = 1, 1\n    while us > 0 and us < 3 and them > 0 and them < 3:\n        \
         bold = choose(stance, [false, true])\n        \
         a, b = choose_at_once(ours, [\"high\", \"low\"], theirs, [\"high\", \"low\"])\n        \
         step = 2 if bold and roll(2) == 1 else 1\n        \
         if a == b:\n            us += step if a == \"high\" else 1\n        else:\n            us -= step\n    \
         record(win, 1 if us >= 3 else 0)\n",
    );
    let found = plan_for(&race, &MEAN, &["theirs"]);
    assert!(found.shortfall < 1e-11, "{}", found.shortfall);
    assert!((mean(&found.graph, &MEAN) - found.value).abs() < 1e-11);
    // By value iteration: from 1 and 2 points, with and without boldness.
    let (mut one, mut two) = (0.0f64, 0.0f64);
    for _ in 0..10_000 {
        let at = |points: i32, one: f64, two: f64| match points {
            3.. => 1.0,
            2 => two,
            1 => one,
            _ => 0.0,
        };
        let value = |us: i32, bold: bool| {
            let mean = |by: &dyn Fn(i32) -> i32| -> f64 {
                let steps = if bold { [2, 1] } else { [1, 1] };
                steps.iter().map(|&step| at(by(step), one, two) / 2.0).sum()
            };
            let lost = mean(&|step| us - step);
            let high = mean(&|step| us + step);
            let low = mean(&|_| us + 1);
            game_value(&[vec![high, lost], vec![lost, low]])
        };
        let best = |us: i32| value(us, false).max(value(us, true));
        (one, two) = (best(1), best(2));
    }
    assert!(
        (found.value - one).abs() < 1e-9,
        "{} and {one}",
        found.value
    );
    assert_simulation_agrees(&race, &MEAN, &found);
}

/// If waiting longer always gains a little, there is no best mix.
#[test]
fn games_without_a_best_mix_are_errors() {
    let ambush = rule(
        "safe = count(\"Safe\")\nours = player(\"Ours\")\ntheirs = player(\"Theirs\")\n\
         def trial():\n    mine, yours = \"hide\", \"wait\"\n    \
         while mine == \"hide\" and yours == \"wait\":\n        \
         mine, yours = choose_at_once(ours, [\"hide\", \"run\"], theirs, [\"wait\", \"throw\"])\n    \
         record(safe, 1 if (mine == \"run\") != (yours == \"throw\") or mine == \"hide\" else 0)\n",
    );
    let mut choices = Model::choices(&ambush);
    choices[1].side = Side::Them;
    let open = graph(&answer_all(&ambush, DecisionRule::Best));
    let found = plan(
        &open,
        &choices,
        &[MEAN],
        &Budget::default(),
        &Watch::default(),
    );
    let error = format!("{:?}", found.map(|found| found.value));
    assert!(
        error.contains("no best play") || error.contains("never end"),
        "{error}"
    );
}
