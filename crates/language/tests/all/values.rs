//! Tests choices, cards, dice and lists as values, each against the same rule written differently,
//! or by hand.

use std::collections::BTreeMap;

use oddsmith_engine::explore::{Budget, Model, Watch, explore};
use oddsmith_engine::question::Expression;
use oddsmith_engine::solve::{Aim, plan, solve};
use oddsmith_engine::{DecisionRule, Parts, Policy};
use oddsmith_language::{RuleFile, SetRule, option_name, option_number};

fn rule(text: &str) -> SetRule {
    RuleFile::read(text)
        .unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:#?}"))
        .rule(&[])
        .unwrap_or_else(|error| panic!("{error:?}"))
}

/// Returns the distribution of the first metric, as fractions.
fn distribution(text: &str) -> BTreeMap<i64, Option<(u64, u64)>> {
    let rule = rule(text);
    let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{text}\n{stop:?}"));
    let distribution = solve(&graph, &Budget::default(), &Watch::default())
        .expect("sound")
        .remove(0)
        .expect("a law");
    distribution
        .pmf
        .masses()
        .iter()
        .map(|&(value, mass)| (value, mass.fraction()))
        .collect()
}

/// Returns the distribution of an expression in a trial that begins with these lines.
fn odds_of(lines: &str, recorded: &str) -> BTreeMap<i64, Option<(u64, u64)>> {
    distribution(&format!(
        "m = count(\"M\")\ndef hit(damage):\n    return dice(damage)\ndef trial():\n{lines}    record(m, {recorded})\n"
    ))
}

/// Enumerates all equally likely results of some dice, and returns the distribution of a function
/// of their faces.
fn enumerate_rolls(
    faces: &[u32],
    value_of: impl Fn(&[i64]) -> i64,
) -> BTreeMap<i64, Option<(u64, u64)>> {
    let outcome_count: u64 = faces.iter().map(|&sides| u64::from(sides)).product();
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for mut outcome in 0..outcome_count {
        let mut shown = Vec::new();
        for &sides in faces {
            shown.push((outcome % u64::from(sides)) as i64 + 1);
            outcome /= u64::from(sides);
        }
        *counts.entry(value_of(&shown)).or_default() += 1;
    }
    let reduced = |n: u64| {
        let mut pair = (n, outcome_count);
        while pair.1 != 0 {
            pair = (pair.1, pair.0 % pair.1);
        }
        Some((n / pair.0, outcome_count / pair.0))
    };
    counts
        .into_iter()
        .map(|(value, n)| (value, reduced(n)))
        .collect()
}

#[test]
fn rerolled_dice_match_enumerated_dice() {
    // Two dice each: the second replaces the first if that shows a low face.
    let rerolled = |first: i64, second: i64, low: i64| if first <= low { second } else { first };
    for low in [1, 2, 4] {
        let expected = enumerate_rolls(&[4, 4, 4, 4], |faces| {
            rerolled(faces[0], faces[1], low) + rerolled(faces[2], faces[3], low)
        });
        assert_eq!(
            odds_of("", &format!("dice(\"2d4r{low}\")")),
            expected,
            "{low}"
        );
        assert_eq!(
            odds_of("", &format!("dice(\"2d4r{low}kh2\")")),
            expected,
            "{low}"
        );
        let expected = enumerate_rolls(&[4, 4, 4, 4], |faces| {
            rerolled(faces[0], faces[1], low).max(rerolled(faces[2], faces[3], low)) + 1
        });
        assert_eq!(
            odds_of("", &format!("dice(\"2d4r{low}kh1+1\")")),
            expected,
            "{low}"
        );
        let expected = enumerate_rolls(&[4, 4, 4, 4], |faces| {
            rerolled(faces[0], faces[1], low).min(rerolled(faces[2], faces[3], low))
        });
        assert_eq!(
            odds_of("", &format!("dice(\"2d4kl1r{low}\")")),
            expected,
            "{low}"
        );
    }
    let named = odds_of("    n, low = 2, 1\n", "dice(\"{n}d6r{low}\")");
    assert_eq!(named, odds_of("", "dice(\"2d6r1\")"));
}

#[test]
fn fudge_and_percent_dice_have_exact_odds() {
    assert_eq!(
        odds_of("", "dice(\"2dF\")"),
        enumerate_rolls(&[3, 3], |faces| faces[0] + faces[1] - 4)
    );
    assert_eq!(
        odds_of("    n = 2\n", "dice(\"1-{n}dF\")"),
        enumerate_rolls(&[3, 3], |faces| 5 - faces[0] - faces[1])
    );
    assert_eq!(
        odds_of("", "dice(\"d%\")"),
        enumerate_rolls(&[100], |faces| faces[0])
    );
}

#[test]
fn dice_can_be_passed_as_values() {
    let two = enumerate_rolls(&[6, 6], |faces| faces[0] + faces[1]);
    assert_eq!(odds_of("", "hit(\"2d6\")"), two);
    assert_eq!(
        odds_of(
            "    how = \"2d6\" if roll(2) > 0 else \"1d4\"\n",
            "hit(how)"
        ),
        two
    );
    assert_eq!(odds_of("", "hit([\"1d4\", \"2d6\"][1])"), two);
    let once = enumerate_rolls(
        &[4, 4],
        |faces| if faces[0] == 1 { faces[1] } else { faces[0] },
    );
    assert_eq!(odds_of("", "hit(\"1d4r1\")"), once);
    let file = RuleFile::read(
        "m = count(\"M\")\ndef trial():\n    record(m, dice(\"a\" if roll(2) == 1 else \"1d4\"))\n",
    )
    .expect("kinds are right");
    let stop = explore(
        &file.rule(&[]).expect("a rule"),
        &Parts::ALL,
        &Budget::default(),
        &Watch::default(),
    )
    .unwrap_err();
    assert!(
        format!("{stop:?}").contains("`dice` expected dice"),
        "{stop:?}"
    );
}

#[test]
fn entries_are_rolled_by_weight() {
    let expected = odds_of("    n = roll(6)\n", "3 if n < 4 else 7 if n < 6 else 9");
    assert_eq!(
        odds_of("", "roll([3, 7, 9], weights = [3, 2, 1])"),
        expected
    );
    assert_eq!(odds_of("", "roll([3, 7, 3, 9], [1, 2, 2, 1])"), expected);
    assert_eq!(
        odds_of("", "[3, 7, 9][roll(3, weights = [3, 2, 1]) - 1]"),
        expected
    );
    assert_eq!(
        odds_of("", "[3, 7, 9][roll(range(3), weights = [3, 2, 1])]"),
        expected
    );
}

#[test]
fn named_cards_are_drawn_like_counts() {
    let by_place = odds_of(
        "    hand, deck = draw([4, 6, 2], 3)\n    more, deck = draw(deck, 2)\n",
        "hand[0] * 100 + more[1] * 10 + deck[2]",
    );
    let by_name = odds_of(
        "    hand, deck = draw(cards(land = 4, spell = 6, relic = 2), 3)\n    more, deck = draw(deck, 2)\n",
        "hand.land * 100 + more.spell * 10 + deck.relic",
    );
    assert_eq!(by_place, by_name);
    assert_eq!(
        odds_of(
            "    hand, deck = draw(cards(land = 4, spell = 6), 3)\n",
            "sum(deck) * 10 + min(deck)"
        ),
        odds_of(
            "    hand, deck = draw([4, 6], 3)\n",
            "sum(deck) * 10 + min(deck)"
        )
    );
    let text = "m = count(\"M\")\nlands = whole(4, 0, 9, \"lands\")\nfull = cards(land = lands, spell = 10 - lands)\n\
                def trial():\n    hand, deck = draw(full, 3)\n    record(m, max(hand) * 10 + hand.land)\n";
    assert_eq!(
        distribution(text),
        odds_of(
            "    hand, deck = draw([4, 6], 3)\n",
            "max(hand) * 10 + hand[0]"
        )
    );
}

#[test]
fn steps_can_be_recorded_by_entry_name() {
    let by_name = "wings = entries(default = [[\"Red\", dice = 2], [\"Blue\"]], dice = whole(1, 0, 9, \"dice\"))\n\
                   m = count(\"M\", each = wings)\ndef trial():\n    for wing in wings:\n        record(m, roll(4) * wing.dice, step = wing)\n";
    let by_number = by_name
        .replace("for wing in wings", "for i in range(2)")
        .replace("wing.dice", "wings[i].dice")
        .replace("step = wing", "i + 1");
    assert_eq!(distribution(by_name), distribution(&by_number));
    let rule = rule(by_name);
    assert_eq!(rule.metric_descriptions()[0].step_names, ["Red", "Blue"]);
}

#[test]
fn named_arguments_and_keyword_outcomes_are_accepted() {
    assert_eq!(
        odds_of("", "successes(5, sides = 6, least = 4)"),
        odds_of("", "successes(5, 6, 4)")
    );
    assert_eq!(
        odds_of("", "successes(least = 4, n = 5, sides = 6)"),
        odds_of("", "successes(5, 6, 4)")
    );
    let text = "save = category(\"Save\", pass = success, none = neutral, fail = failure)\n\
                def trial():\n    record(value = \"pass\" if roll(6) > 3 else \"none\", metric = save)\n";
    assert_eq!(
        distribution(text),
        BTreeMap::from([(0, Some((1, 2))), (1, Some((1, 2)))])
    );
}

const TWICE: &str = r#"
ours   = player("Do we roll again?")
theirs = player("Do they?")
m      = count("M")

def turn(who):
    face = roll(6)
    return roll(6) if choose(who, ["keep", "roll"]) == "roll" else face

def trial():
    record(m, turn(ours) - turn(theirs))
"#;

#[test]
fn players_can_be_passed_to_functions() {
    let file = RuleFile::read(TWICE).expect("a rule");
    let choices = file.choices();
    assert_eq!(
        (choices[0].name.as_str(), choices[0].label.as_str()),
        ("ours", "Do we roll again?")
    );
    assert_eq!(
        choices[1].options.as_deref(),
        Some(&["keep".to_owned(), "roll".to_owned()][..])
    );
    let rule = rule(TWICE);
    let answered_rule = rule
        .answered_by(Policy::new(vec![DecisionRule::Best; 2]))
        .expect("it leaves something to a player");
    let graph = explore(
        &answered_rule,
        &Parts::ALL,
        &Budget::default(),
        &Watch::default(),
    )
    .expect("small");
    let mut sides = Model::choices(&rule);
    sides[1].side = oddsmith_engine::Side::Them;
    let aim = Aim {
        objective: Expression::Seen(0),
        minimises: false,
    };
    let alone = plan(
        &graph,
        &Model::choices(&rule),
        std::slice::from_ref(&aim),
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends")
    .value;
    let opposed = plan(
        &graph,
        &sides,
        std::slice::from_ref(&aim),
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends")
    .value;
    // The maximising player rerolls a three or less, 4.25; the minimising one a four or more, 2.75;
    // they play for us, or against.
    assert!(
        (alone - 1.5).abs() < 1e-12 && opposed.abs() < 1e-12,
        "{alone}, {opposed}"
    );
}

#[test]
fn dice_to_keep_can_be_a_choice() {
    let text = "m = count(\"M\")\nkeep = player(\"Which dice to keep\")\n\
                def trial():\n    faces = pool(2, 4)\n    kept = choose(keep, [[], [faces[0]], [faces[0], faces[1]]])\n    \
                record(m, sum(kept) + sum(roll(4) for i in range(2 - len(kept))))\n";
    let rule = rule(text);
    let answered_rule = rule
        .answered_by(Policy::new(vec![DecisionRule::Best]))
        .expect("it leaves something to a player");
    let graph = explore(
        &answered_rule,
        &Parts::ALL,
        &Budget::default(),
        &Watch::default(),
    )
    .expect("small");
    let aim = Aim {
        objective: Expression::Seen(0),
        minimises: false,
    };
    let found = plan(
        &graph,
        &Model::choices(&rule),
        std::slice::from_ref(&aim),
        &Budget::default(),
        &Watch::default(),
    )
    .expect("it ends");
    // A one or a two is below the mean 2.5 of a new die, so each die gives 3 on average.
    assert!((found.value - 6.0).abs() < 1e-12, "{}", found.value);
    let texts = rule.texts().to_vec();
    let names: Vec<String> = found.decisions[0]
        .options
        .iter()
        .map(|option| option_name(*option, &texts))
        .collect();
    assert!(
        names.contains(&"[]".to_owned())
            && names
                .iter()
                .any(|name| name.starts_with('[') && name.contains(", ")),
        "{names:?}"
    );
    assert_eq!(
        option_number("[4,3]", &texts),
        option_number("[4, 3]", &texts)
    );
}

#[test]
fn several_declarations_may_share_a_line() {
    let trial = "def trial():\n    mine, yours = choose_at_once(ours, [\"a\", \"b\"], theirs, [\"c\", \"d\"])\n    record(m, dice + (1 if mine == \"a\" and yours == \"c\" else 0) + roll(6))\n    record(n, bonus)\n";
    let together = format!(
        "ours, theirs = player(\"Ours\"), player(\"Theirs\")\nm, n = count(\"M\"), count(\"N\")\ndice, bonus, top = whole(3, 1, 9), whole(2, 0, 5), 7\n{trial}"
    );
    let apart = format!(
        "ours = player(\"Ours\")\ntheirs = player(\"Theirs\")\nm = count(\"M\")\nn = count(\"N\")\ndice = whole(3, 1, 9)\nbonus = whole(2, 0, 5)\ntop = 7\n{trial}"
    );
    assert_eq!(distribution(&together), distribution(&apart));
    let declared = RuleFile::read(&together).expect("it is sound");
    let names: Vec<&str> = declared
        .parameters()
        .iter()
        .map(|parameter| &*parameter.name)
        .collect();
    assert_eq!(names, ["dice", "bonus"]);
    let mismatch = "m, n, o = count(\"M\"), count(\"N\")\ndef trial():\n    pass\n";
    let mistakes = RuleFile::read(mismatch).expect_err("three names, two values");
    let problem = &mistakes[0].problem;
    assert!(
        problem.ends_with("3 on the left, 2 on the right"),
        "{problem}"
    );
}
