//! Tests that a fix gives the intended rule, and that a hint on a valid rule does not change its
//! odds.

use std::collections::BTreeMap;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Graph, Watch, explore};
use oddsmith_engine::solve::solve;
use oddsmith_language::{RuleFile, SetRule, Setting};

pub(crate) fn rule(text: &str, n: i64) -> SetRule {
    let file = RuleFile::read(text).unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:#?}"));
    file.rule(&[("n", Setting::Whole(n))]).unwrap()
}

fn graph(rule: &SetRule) -> Graph {
    explore(rule, &Parts::ALL, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{stop:?}"))
}

/// Returns the odds of the first metric.
pub(crate) fn odds(rule: &SetRule) -> BTreeMap<i64, String> {
    let distributions = solve(&graph(rule), &Budget::default(), &Watch::default()).unwrap();
    let distribution = distributions.into_iter().next().flatten().unwrap();
    distribution
        .pmf
        .masses()
        .iter()
        .map(|(value, mass)| (*value, format!("{:?}", mass.fraction())))
        .collect()
}

pub(crate) fn file(functions: &str, lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "\"\"\"Advice\"\"\"\n\nshown = count(\"What is shown\")\nn = whole(3, 1, 1000, \"size\")\n\n{functions}\ndef trial():\n{lines}"
    )
}

/// Applies fixes until there are none.
fn apply_fixes(mut text: String) -> String {
    for _ in 0..20 {
        let Err(mistakes) = RuleFile::read(&text) else {
            return text;
        };
        let fix = mistakes.iter().find_map(|mistake| mistake.fix.as_ref());
        text = fix
            .unwrap_or_else(|| panic!("{text}\n{mistakes:#?}"))
            .apply(&text);
    }
    panic!("no end: {text}")
}

/// Checks that each text, once fixed, has the odds of what was meant.
fn assert_fixes_preserve_meaning(written: &[(&str, &str)]) {
    let rolled = "xs = [roll(6) for i in range(3)]\nx = roll(3)\ni = roll(2)\n";
    for (written, meant) in written {
        let meant = rule(&file("", &format!("{rolled}{meant}\n")), 3);
        let fixed = apply_fixes(file("", &format!("{rolled}{written}\n")));
        assert_eq!(odds(&rule(&fixed, 3)), odds(&meant), "{written}\n{fixed}");
    }
}

#[test]
fn increments_and_decrements_get_equivalent_fixes() {
    let up = [
        "x++",
        "x ++",
        "x++;",
        "++x",
        "++ x;",
        "x += 1;",
        "x+=1 ;",
        "x =+ 1",
        "x++  # one more",
        "x = x + 1;",
    ];
    let down = [
        "x--",
        "x --",
        "x--;",
        "--x",
        "--x  # one less",
        "x -= 1;",
        "x-=1;",
        "x = x - 1;",
    ];
    let block = |line: &str| format!("for k in range(i):\n    {line}\nrecord(shown, x)");
    for (lines, sign) in [(&up[..], "+"), (&down, "-")] {
        for line in lines {
            assert_fixes_preserve_meaning(&[(&block(line), &format!("record(shown, x {sign} i)"))]);
        }
    }
    assert_fixes_preserve_meaning(&[
        (
            "if x > 1: x++\nrecord(shown, x)",
            "record(shown, x + 1 if x > 1 else x)",
        ),
        (
            "x++; i--\nrecord(shown, x * i)",
            "record(shown, (x + 1) * (i - 1))",
        ),
        (
            "ys = [i, x]\nys[1]++\nrecord(shown, ys[1])",
            "record(shown, x + 1)",
        ),
        (
            "ys = [i, x]\nys[x - x] -= 1;\nrecord(shown, ys[0])",
            "record(shown, i - 1)",
        ),
    ]);
}

/// A counter for a metric needs three lines, which no single edit can write.
#[test]
fn incremented_metrics_get_a_working_explanation() {
    for change in ["shown++", "++shown", "shown += 1", "shown -= 1;"] {
        let text = file("", &format!("for k in range(3):\n    {change}\n"));
        let mistakes = RuleFile::read(&text).unwrap_err();
        let help_texts: Vec<&str> = mistakes
            .iter()
            .map(|mistake| mistake.help.as_str())
            .collect();
        let fixes = mistakes.iter().filter_map(|mistake| mistake.fix.as_ref());
        assert!(
            fixes.into_iter().all(|fix| fix.text.trim().is_empty()),
            "{change}: {mistakes:#?}"
        );
        let explained = help_texts
            .iter()
            .any(|help| help.contains("shown_so_far = 0 at the start of the trial"));
        assert!(
            explained || change.ends_with(';'),
            "{change}: {help_texts:?}"
        );
    }
    let obeyed =
        "shown_so_far = 0\nfor k in range(3):\n    shown_so_far += 1\nrecord(shown, shown_so_far)";
    assert_eq!(
        odds(&rule(&file("", obeyed), 3))
            .keys()
            .copied()
            .collect::<Vec<_>>(),
        [3]
    );
}

#[test]
fn other_language_fixes_preserve_meaning() {
    assert_fixes_preserve_meaning(&[
        (
            "record(shown, xs.count(x))",
            "record(shown, sum(own == x for own in xs))",
        ),
        (
            "record(shown, xs.count(1 if x > 1 else 2))",
            "a = 1 if x > 1 else 2\nrecord(shown, sum(own == a for own in xs))",
        ),
        (
            "xs.append(x)\nrecord(shown, sum(xs))",
            "record(shown, sum(xs) + x)",
        ),
        (
            "xs.extend([9, 9] if x > 1 else [])\nrecord(shown, sum(xs))",
            "record(shown, sum(xs) + (18 if x > 1 else 0))",
        ),
        ("xs.sort()\nrecord(shown, xs[0])", "record(shown, min(xs))"),
        ("record(shown, sum(xs[:2]))", "record(shown, xs[0] + xs[1])"),
        ("record(shown, sum(xs[1:]))", "record(shown, xs[1] + xs[2])"),
        (
            "record(shown, sum(xs[i:x]))",
            "record(shown, sum(xs[own] for own in range(i, x)))",
        ),
        ("record(shown, xs[-1])", "record(shown, xs[2])"),
        (
            "ys = [i] * 3\nrecord(shown, sum(ys))",
            "record(shown, 3 * i)",
        ),
        ("ys = [0] * i\nrecord(shown, len(ys))", "record(shown, i)"),
        (
            "record(shown, x > 1 ? i : 7)",
            "a = 7\nif x > 1:\n    a = i\nrecord(shown, a)",
        ),
        (
            "record(shown, sum(y for y in 2..4) + x)",
            "record(shown, 9 + x)",
        ),
        (
            "record(shown, sum(1..x))",
            "record(shown, x * (x + 1) // 2)",
        ),
        (
            "for k in 1 to x:\n    i += k\nrecord(shown, i)",
            "record(shown, i + x * (x + 1) // 2)",
        ),
        (
            "for k in i to i + x:\n    i += k\nrecord(shown, i)",
            "s = i\nfor k in range(i, i + x + 1):\n    s += k\nrecord(shown, s)",
        ),
        (
            "for k in 0 to x - 1:\n    i += k\nrecord(shown, i)",
            "record(shown, i + x * (x - 1) // 2)",
        ),
        (
            "for x times:\n    i += 2\nrecord(shown, i)",
            "record(shown, i + 2 * x)",
        ),
        (
            "for 3 times:\n    i += x\nrecord(shown, i)",
            "record(shown, i + 3 * x)",
        ),
        (
            "for (k = 0; k < x; k++) {\n    i += k;\n}\nrecord(shown, i)",
            "record(shown, i + x * (x - 1) // 2)",
        ),
        (
            "for (int k = 1; k <= x; ++k)\n    i += k\nrecord(shown, i)",
            "record(shown, i + x * (x + 1) // 2)",
        ),
        (
            "for (let k = 2; k <= x; k += 1):\n    i += k\nrecord(shown, i)",
            "record(shown, i + x * (x + 1) // 2 - 1)",
        ),
        (
            "for (;;):\n    i += x\n    if i > 4:\n        break\nrecord(shown, i)",
            "while i <= 4:\n    i += x\nrecord(shown, i)",
        ),
        (
            "for k in x to 1:\n    i = 3 * i + k\nrecord(shown, i)",
            "for k in [x - own for own in range(x)]:\n    i = 3 * i + k\nrecord(shown, i)",
        ),
        (
            "for k in x to 0:\n    i = 3 * i + k\nrecord(shown, i)",
            "for k in [x - own for own in range(x + 1)]:\n    i = 3 * i + k\nrecord(shown, i)",
        ),
        (
            "for k in 3 to 2:\n    i = 3 * i + k\nrecord(shown, i)",
            "record(shown, 3 * (3 * i + 3) + 2)",
        ),
        (
            "s = 0\nfor (k = i; k < x + n; k++) {\n    s = s + k\n}\nrecord(shown, s)",
            "s = 0\nfor k in range(i, x + n):\n    s += k\nrecord(shown, s)",
        ),
        (
            "record(shown, count(y > 2 for y in xs if y % 2 == 1))",
            "record(shown, sum(y > 2 and y % 2 == 1 for y in xs))",
        ),
        (
            "for each y in xs:\n    i += y\nrecord(shown, i)",
            "record(shown, i + sum(xs))",
        ),
        (
            "for (a, b) in [[i, x], [2, 3]]:\n    i += a * b\nrecord(shown, i)",
            "record(shown, i + i * x + 6)",
        ),
        (
            "for (y) in xs:\n    i += y\nrecord(shown, i)",
            "record(shown, i + sum(xs))",
        ),
        (
            "record(shown, count(y >= x for y in xs))",
            "record(shown, sum(y >= x for y in xs))",
        ),
        (
            "record(shown, count(y for y in xs if y >= x or y == i))",
            "record(shown, sum(y >= x or y == i for y in xs))",
        ),
        (
            "record(shown, count(xs, x if x > 1 else i))",
            "a = x if x > 1 else i\nrecord(shown, sum(y == a for y in xs))",
        ),
        (
            "record(shown, count(xs > x) + count(xs == i))",
            "record(shown, sum((y > x) + (y == i) for y in xs))",
        ),
        (
            "if x > 1 && i == 1 || x == 1:\n    x = 9\nrecord(shown, x)",
            "if x == 1 or (x > 1 and i == 1):\n    x = 9\nrecord(shown, x)",
        ),
        (
            "if x is not i:\n    x++\nrecord(shown, x)",
            "record(shown, x if x == i else x + 1)",
        ),
        (
            "if x ≥ 2:\n    x -= 1;\nrecord(shown, x)",
            "record(shown, x - 1 if x > 1 else x)",
        ),
        ("if xs:\n    x = 9\nrecord(shown, x)", "record(shown, 9)"),
        (
            "record(shown, random.randint(1, x))",
            "record(shown, roll(x))",
        ),
        (
            "record(shown, roll(3, 6))",
            "record(shown, roll(6) + roll(6) + roll(6))",
        ),
        ("record(shown, 2d6)", "record(shown, roll(6) + roll(6))"),
        (
            "record(shown, [highest 2 of 3d6])",
            "record(shown, sum(xs) - min(xs))",
        ),
        (
            "record(shown, 1 if chance(25) else 0)",
            "record(shown, 1 if chance(1, 4) else 0)",
        ),
        (
            "record(shown, 1 if chance(50%) else 0)",
            "record(shown, 1 if chance(1, 2) else 0)",
        ),
    ]);
}

#[test]
fn list_mutation_fixes_preserve_the_list() {
    assert_fixes_preserve_meaning(&[
        (
            "xs.remove(max(xs))\nrecord(shown, sum(xs))",
            "record(shown, sum(xs) - max(xs))",
        ),
        (
            "xs.remove(min(xs))\nrecord(shown, sum(xs))",
            "record(shown, sum(xs) - min(xs))",
        ),
        (
            "xs.remove(xs[i])\nrecord(shown, sum(xs))",
            "record(shown, sum(xs) - xs[i])",
        ),
        (
            "a = xs.pop(0)\nrecord(shown, 10 * a + xs[0])",
            "record(shown, 10 * xs[0] + xs[1])",
        ),
        (
            "a = xs.pop()\nrecord(shown, 10 * a + xs[1])",
            "record(shown, 10 * xs[2] + xs[1])",
        ),
        (
            "xs.pop(i)\nrecord(shown, sum(xs))",
            "record(shown, sum(xs) - xs[i])",
        ),
        ("del xs[0]\nrecord(shown, xs[0])", "record(shown, xs[1])"),
        (
            "xs.insert(0, x)\nrecord(shown, 10 * xs[0] + xs[1])",
            "record(shown, 10 * x + xs[0])",
        ),
        (
            "xs.insert(i, 9)\nrecord(shown, xs[1] + 10 * xs[2])",
            "record(shown, 9 + 10 * xs[1] if i == 1 else xs[1] + 90)",
        ),
        ("xs.reverse()\nrecord(shown, xs[0])", "record(shown, xs[2])"),
        ("xs += x\nrecord(shown, xs[3])", "record(shown, x)"),
        (
            "record(shown, xs.index(max(xs)))",
            "a = 2\nfor j in range(2):\n    if a == 2 and xs[j] == max(xs):\n        a = j\nrecord(shown, a)",
        ),
        (
            "record(shown, sum(sorted(xs)[:2]))",
            "record(shown, sum(xs) - max(xs))",
        ),
        (
            "record(shown, sum(sorted(xs, reverse=True)[:2]))",
            "record(shown, sum(xs) - min(xs))",
        ),
        (
            "record(shown, sum(sorted(xs)[-2:]))",
            "record(shown, sum(xs) - min(xs))",
        ),
        (
            "for j in range(len(xs) - 1, -1, -1):\n    x = 2 * x + xs[j]\nrecord(shown, x)",
            "record(shown, 8 * x + 4 * xs[2] + 2 * xs[1] + xs[0])",
        ),
        (
            "for j in range(1, 6, 2):\n    x = 2 * x + j\nrecord(shown, x)",
            "record(shown, 8 * x + 15)",
        ),
        (
            "for j in range(7, 2, -2):\n    x = 2 * x + j\nrecord(shown, x)",
            "record(shown, 8 * x + 41)",
        ),
    ]);
}

#[test]
fn card_fixes_deal_at_random() {
    let expected =
        "deck = cards(red = 2, blue = 3)\nhand, deck = draw(deck, 2)\nrecord(shown, hand.red)";
    let dealt = |lines: &str| format!("deck = cards(red = 2, blue = 3)\n{lines}");
    for lines in [
        "hand, deck = draw(deck, 2)\nrecord(shown, len(hand.red))",
        "hand, deck = draw(deck, 2)\nrecord(shown, hand[\"red\"])",
        "hand, deck = draw(deck, 2)\nrecord(shown, hand.count(\"red\"))",
        "random.shuffle(deck)\nhand = deck[:2]\nrecord(shown, hand.red)",
        "deck.shuffle()\nhand = deck.draw(2)\nrecord(shown, hand.red)",
        "hand = random.sample(deck, 2)\nrecord(shown, hand.red)",
        "a = deck.pop()\nb = deck.pop(0)\nrecord(shown, a.red + b.red)",
    ] {
        assert_fixes_preserve_meaning(&[(&dealt(lines), expected)]);
    }
}

#[test]
fn number_and_loop_fixes_preserve_meaning() {
    assert_fixes_preserve_meaning(&[
        (
            "record(shown, random.choices([1, 2], weights=[3, 1])[0])",
            "record(shown, roll([1, 2], weights = [3, 1]))",
        ),
        (
            "record(shown, sum(random.choices([1, 2], k=2)))",
            "record(shown, roll(2) + roll(2))",
        ),
        (
            "record(shown, 5 * int(x / 2))",
            "record(shown, 5 * (x // 2))",
        ),
        (
            "record(shown, 5 * math.ceil((x + i) / 2))",
            "record(shown, 5 * round_up(x + i, 2))",
        ),
        ("record(shown, 36 // x ^ 2)", "record(shown, 36 // (x * x))"),
        (
            "record(shown, roll(2d6))",
            "record(shown, roll(6) + roll(6))",
        ),
        (
            "record(shown, sum(pool(2d6)))",
            "record(shown, roll(6) + roll(6))",
        ),
        ("record(shown, roll(d20))", "record(shown, roll(20))"),
        ("record(shown, sum(x * 2))", "record(shown, 2 * x)"),
        (
            "a = b = roll(6)\nrecord(shown, a + b)",
            "record(shown, 2 * roll(6))",
        ),
        (
            "a = b = c = 4\nrecord(shown, a + b + c)",
            "record(shown, 12)",
        ),
        ("a: int = 4\nrecord(shown, a)", "record(shown, 4)"),
        (
            "do:\n    x += 1\nwhile x < 3\nrecord(shown, x)",
            "record(shown, max(x + 1, 3))",
        ),
        (
            "repeat:\n    x += 1\nuntil x >= 3 or i == 2\nrecord(shown, x)",
            "record(shown, max(x + 1, 3) if i == 1 else x + 1)",
        ),
        (
            "repeat i times:\n    x += roll(2)\nrecord(shown, x)",
            "record(shown, x + sum(roll(2) for j in range(i)))",
        ),
        (
            "for j = 1 to x:\n    i += j\nrecord(shown, i)",
            "record(shown, i + x * (x + 1) // 2)",
        ),
        (
            "if x == 1 then\n    x = 9\nelse\n    x = 8\nrecord(shown, x)",
            "record(shown, 9 if x == 1 else 8)",
        ),
        (
            "if (x == 1) {\n    x = 9\n} else {\n    x = 8\n}\nrecord(shown, x)",
            "record(shown, 9 if x == 1 else 8)",
        ),
        (
            "if x == i or xs[0]:\n    x = 9\nrecord(shown, x)",
            "record(shown, 9 if x == i or x == xs[0] else x)",
        ),
        (
            "if x == 1 or 3 or 5:\n    x = 9\nrecord(shown, x)",
            "record(shown, 9 if x != 2 else x)",
        ),
        (
            "if random.random() > 0.25:\n    x = 9\nelse:\n    x = 8\nrecord(shown, x)",
            "record(shown, 9 if chance(3, 4) else 8)",
        ),
        (
            "record(shown, 9 if 30% else 8)",
            "record(shown, 9 if chance(3, 10) else 8)",
        ),
        (
            "if x != 1 and 2:\n    x = 9\nrecord(shown, x)",
            "record(shown, 9 if x == 3 else x)",
        ),
        (
            "if 6 and 5 in xs:\n    x = 9\nrecord(shown, x)",
            "record(shown, 9 if 6 in xs and 5 in xs else x)",
        ),
        (
            "if x between 2 and 4:\n    x = 9\nrecord(shown, x)",
            "record(shown, 9 if x > 1 else x)",
        ),
        (
            "if x is not in xs or x is even:\n    x = 9\nrecord(shown, x)",
            "record(shown, x if x in xs and x % 2 == 1 else 9)",
        ),
        (
            "a = roll(6), roll(6)\nrecord(shown, sum(a))",
            "record(shown, roll(6) + roll(6))",
        ),
        (
            "record(\"shown\", sum(roll(6), roll(6)) + dice(3, 6))",
            "record(shown, sum(roll(6) for j in range(5)))",
        ),
        (
            "a = roll 3d6\nrecord(shown, a)",
            "record(shown, sum(roll(6) for j in range(3)))",
        ),
        (
            "record(shown, sum(xs.highest(2)) + xs.max())",
            "record(shown, sum(xs) - min(xs) + max(xs))",
        ),
        (
            "while 1:\n    x += 1\n    if x > 3: break\nrecord(shown, x)",
            "record(shown, 4)",
        ),
        (
            "for j from 2 to x: x += j\nrecord(shown, x)",
            "record(shown, x if x == 1 else x + x * (x + 1) // 2 - 1)",
        ),
    ]);
}

#[test]
fn fixes_that_change_meaning_are_not_proposed() {
    let xs = "xs = [roll(6) for i in range(3)]\n";
    for written in [
        "record(shown, sum(xs[:-1]))",
        "record(shown, sum(xs[-2:]))",
        "record(shown, sum(reversed(xs)))",
        // One roll would become a roll for each entry.
        "record(shown, count(xs >= roll(6)))",
        "record(shown, count(xs, roll(6)))",
        "record(shown, count(chance(1, 2) for x in xs if x > 3))",
        "record(shown, count(n >= 5))",
        "record(shown, count(5 <= xs))",
        // The bound changes in the loop, or it is not a sum.
        "t = 0\nfor (int i = 0; i < n - t; i++):\n    t += 1\nrecord(shown, t)",
        "t = 0\nfor (int i = 0; i < n; i++):\n    t += 1\n    i = i + 1\nrecord(shown, t)",
        "t = 0\nfor (int i = 0; i <= n if n > 2 else 3; i++):\n    t += 1\nrecord(shown, t)",
        "t = 0\nfor (int i = 0; i < roll(6); i++):\n    t += 1\nrecord(shown, t)",
        "t = 0\nfor (int i = 0, j = 1; i < n; i++):\n    t += 1\nrecord(shown, t)",
        "t = 0\nfor i in 1 to n step 2:\n    t += 1\nrecord(shown, t)",
        "t = 0\nfor i in 0 to n - 1 if n > 2 else 5:\n    t += 1\nrecord(shown, t)",
    ] {
        let mistakes = RuleFile::read(&file("", &format!("{xs}{written}\n")))
            .map(|_| ())
            .unwrap_err();
        assert!(
            mistakes.iter().all(|mistake| mistake.fix.is_none()),
            "{written}: {mistakes:#?}"
        );
    }
}
