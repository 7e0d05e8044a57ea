//! Tests imports: an importing file has the same odds as when written out, and mistakes are
//! reported at the `use` line.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::solve::solve;
use oddsmith_language::{Mistake, RuleFile, STD, SetRule, UnreadFile};

const COMBAT: &str = r#"
"""Losses"""
least = 5
faces, other = 6, 3

def helper(n):
    x = n + other
    return [faces for faces in [x - 3]][0]

def losses(n):
    k = helper(n)
    return successes(k, faces, least) + dice("{other}d{faces}")
"#;

const ASKING: &str = r#"
need = whole(5, 2, 6, "need")
hits = count("Hits")
who  = player("Who?")

def rolled(n):
    return successes(n, 6, need)

def noted(n):
    record(hits, n)

def chosen(n):
    return choose(who, [n, n + 1])

def trial():
    noted(rolled(chosen(2)))
"#;

fn find(name: &str) -> Result<String, UnreadFile> {
    let same = |text: &str| Ok(text.to_owned());
    match name {
        "combat.odds" => same(COMBAT),
        "asking.odds" => same(ASKING),
        "between.odds" => {
            same("use \"combat.odds\": losses\ndef twice(n):\n    return losses(n) + losses(n)\n")
        }
        "circle.odds" => same("use \"circle.odds\": f\ndef f(n):\n    return n\n"),
        "wrong.odds" => same("def f(n):\n    return m\n"),
        "binary.odds" => Err(UnreadFile::Unreadable {
            problem: "binary.odds: line 1 is not UTF-8 text".to_owned(),
            help: "save the file as UTF-8".to_owned(),
        }),
        _ => Err(UnreadFile::NotThere {
            help: "looked for here".to_owned(),
        }),
    }
}

fn rule(head: &str, value: &str) -> String {
    format!("{head}\nx = count(\"X\")\n\ndef trial():\n    record(x, {value})\n")
}

fn distribution(rule: &SetRule) -> Vec<(i64, Option<(u64, u64)>)> {
    let graph = explore(rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    let distributions = solve(&graph, &Budget::default(), &Watch::default()).unwrap();
    distributions[0]
        .as_ref()
        .unwrap()
        .pmf
        .masses()
        .iter()
        .map(|(value, mass)| (*value, mass.fraction()))
        .collect()
}

fn mistakes(text: &str) -> Vec<Mistake> {
    RuleFile::read_with_files(text, &find)
        .map(|_| ())
        .unwrap_err()
}

#[test]
fn used_functions_match_inlined_ones() {
    let odds_of = |text: &str| {
        distribution(
            &RuleFile::read_with_files(text, &find)
                .unwrap()
                .rule(&[])
                .unwrap(),
        )
    };
    let out = odds_of(&rule("", "successes(4, 6, 5) + dice(\"3d6\")"));
    assert_eq!(
        odds_of(&rule("use \"combat.odds\": losses", "losses(4)")),
        out
    );
    // The importing file may use the same names as the imported one.
    let head = "use \"combat.odds\": losses\nfaces = 20\nother = 7\nk = whole(1, 1, 2, \"k\")\n\ndef helper(n):\n    return 0\n";
    assert_eq!(
        odds_of(&rule(head, "losses(4) + helper(faces + other)")),
        out
    );
    let twice = odds_of(&rule(
        "",
        "successes(4, 6, 5) + dice(\"3d6\") + successes(4, 6, 5) + dice(\"3d6\")",
    ));
    assert_eq!(
        odds_of(&rule("use \"between.odds\": twice", "twice(4)")),
        twice
    );
    assert_eq!(
        odds_of(&rule("use \"std\": advantage", "advantage(6)")),
        odds_of(&rule("", "max(roll(6), roll(6))"))
    );
}

#[test]
fn use_mistakes_are_reported_at_the_use_line() {
    let first_mistake = |head: &str| {
        let text = rule(head, "1");
        let first = mistakes(&text).swap_remove(0);
        (
            text[first.span.start..first.span.end].to_owned(),
            first.problem,
        )
    };
    let expected = [
        (
            "use \"none.odds\": f",
            "\"none.odds\"",
            "there is no rule file `none.odds`",
        ),
        (
            "use \"binary.odds\": f",
            "\"binary.odds\"",
            "binary.odds: line 1 is not UTF-8 text",
        ),
        (
            "use \"circle.odds\": f",
            "\"circle.odds\"",
            "`circle.odds` has a mistake on line 1: `circle.odds` uses itself",
        ),
        (
            "use \"wrong.odds\": f",
            "\"wrong.odds\"",
            "`wrong.odds` has a mistake on line 2: the name `m` is not defined",
        ),
        (
            "use \"combat.odds\": losse",
            "losse",
            "combat.odds has no function or constant `losse`",
        ),
        (
            "use \"asking.odds\": need",
            "need",
            "`need` is a parameter of asking.odds and cannot be imported",
        ),
        (
            "use \"asking.odds\": trial",
            "trial",
            "`trial` of asking.odds cannot be used",
        ),
        (
            "use \"asking.odds\": rolled",
            "rolled",
            "`rolled` of asking.odds needs the parameter `need`, which cannot be used",
        ),
        (
            "use \"asking.odds\": noted",
            "noted",
            "`noted` of asking.odds needs the metric `hits`, which cannot be used",
        ),
        (
            "use \"asking.odds\": chosen",
            "chosen",
            "`chosen` of asking.odds needs the player `who`, which cannot be used",
        ),
        (
            "use combat.odds: losses",
            "combat",
            "the file name must be in quotes",
        ),
    ];
    for (head, place, problem) in expected {
        assert_eq!(
            first_mistake(head),
            (place.to_owned(), problem.to_owned()),
            "{head}"
        );
    }
    assert_eq!(
        RuleFile::read(COMBAT).map(|_| ()).unwrap_err()[0].problem,
        "the file has no trial"
    );
    assert!(RuleFile::read_any(COMBAT, &find).is_ok_and(|file| !file.has_trial()));
    // Names that were only needed by imported ones cannot be imported again.
    let between = RuleFile::read_any(&find("between.odds").unwrap(), &find).unwrap();
    assert_eq!(
        between.importable_names().collect::<Vec<_>>(),
        ["losses", "twice"]
    );
}

#[test]
fn expectations_cover_functions_and_other_parameters() {
    let text = "n = whole(2, 1, 9, \"n\")\nx = count(\"X\")\n\ndef f(k):\n    return roll(6) <= k\n\ndef trial():\n    record(x, n)\n\n\
                expect(\"P(f(2)) = 1/3\")\nexpect(\"P(x >= 1) = 1\", n = 1 .. 9)\nexpect(\"mean(x) < 9\", n = [3, 4])\n";
    let file = RuleFile::read(text).unwrap();
    let [function_expectation, range_expectation, some] = file.expectations() else {
        panic!("three")
    };
    assert_eq!(
        (
            function_expectation.question.as_str(),
            function_expectation.calls_functions()
        ),
        ("P(f000) = 1/3", true)
    );
    assert_eq!(
        (
            range_expectation.settings().len(),
            some.settings().len(),
            function_expectation.settings().len()
        ),
        (9, 2, 1)
    );
    // The result of the call is recorded by an additional metric after those of the file.
    let rule = file
        .file_for_expectation(function_expectation)
        .rule(&[])
        .unwrap();
    assert_eq!(rule.metric_descriptions()[1].name, "f000");
    for (line, problem) in [
        ("expect(\"P(f(z)) = 1\")", "the name `z` is not defined"),
        ("expect(\"P(f()) = 1\")", "`f` needs the argument `k`"),
        (
            "expect(\"P(x = 1) = 1\", m = 1)",
            "the file has no parameter `m`",
        ),
        (
            "expect(\"P(x = 1) = 1\", n = 1 .. 10)",
            "`n` cannot have this value: 10 is out of range",
        ),
        (
            "expect(\"P(x = 1) = 1\", n = x)",
            "expected a value, a list of values or a range",
        ),
        (
            "expect(\"P(x = 1) = 1\", 3)",
            "this value has no parameter name",
        ),
        ("expect(x)", "`expect` needs text in quotes"),
    ] {
        assert_eq!(
            mistakes(&format!("{text}{line}\n"))[0].problem,
            problem,
            "{line}"
        );
    }
}

#[test]
fn comments_label_every_name_of_their_line() {
    let read = |comment: &str| {
        let text = format!(
            "left = count(\"Left\")\n\ndef trial():\n    hp, us = 3, roll(6)  # {comment}\n    record(left, hp + us)\n"
        );
        RuleFile::read(&text).map(|file| file.labels().to_vec())
    };
    let labels = [("hp", "wounds left"), ("us", "models left")]
        .map(|(name, label)| (name.to_owned(), label.to_owned()));
    assert_eq!(read("\"wounds left\", \"models left\"").unwrap(), labels);
    assert_eq!(read("\"\", \"models left\"").unwrap(), labels[1..]);
    assert_eq!(read("hit points and \"us\"").unwrap(), []);
    assert_eq!(read("\"wounds left\"").unwrap(), labels[..1]);
    let mistakes = read("\"a\", \"b\", \"c\"").unwrap_err();
    assert_eq!(
        mistakes[0].problem,
        "this comment has more labels (3) than the line has names (2)"
    );
    assert_eq!(
        mistakes[0].help,
        "give one label for each name: # \"a\", \"b\""
    );
}

#[test]
fn wording_is_read_from_the_file() {
    let text = "hit = whole(4, 2, 6, \"hit on\", unit = \"or more\")\nhow = one_of(\"a\", \"b\", says = [\"with a\", \"with b\"])\n\
                left = count(\"Left\", one = \"model is left\", many = \"models are left\")\n\
                fell = flag(\"Fell\", yes = \"it falls\", no = \"it stands\")\n\
                won = category(\"Won\", us = success, no = failure, says = [\"we win\", \"nobody wins\"])\n\
                again = player(\"Again?\", stop = \"stop here\", go = \"go on\")\n\n\
                def trial():\n    pot = roll(6)  # \"points in the pot\"\n    if choose(again, [\"stop\", \"go\"]) == \"go\":\n        pot += 1\n\
                \x20   record(left, pot)\n    record(fell, pot > hit)\n    record(won, \"us\" if how == \"a\" else \"no\")\n";
    let file = RuleFile::read(text).unwrap();
    assert_eq!(file.parameters()[0].wording.unit, "or more");
    assert_eq!(file.parameters()[1].wording.says, ["with a", "with b"]);
    assert_eq!(
        file.labels(),
        [("pot".to_owned(), "points in the pot".to_owned())]
    );
    assert_eq!(
        file.choices()[0].says[1],
        ("go".to_owned(), "go on".to_owned())
    );
    let rule = file.rule(&[]).unwrap();
    let wording = |metric: usize| rule.metric_descriptions()[metric].wording.clone();
    assert_eq!(
        (
            wording(0).singular.as_str(),
            wording(1).no.as_str(),
            wording(2).says.len()
        ),
        ("model is left", "it stands", 2)
    );
    for (old, new, problem) in [
        (
            ", many = \"models are left\"",
            "",
            "`left` has only one of `one` and `many`",
        ),
        (
            ", \"nobody wins\"]",
            "]",
            "each value needs one wording; values: 2, wordings: 1",
        ),
        (
            "go = \"go on\"",
            "wait = \"wait\"",
            "`wait` is never an option of `again`",
        ),
        ("\"or more\"", "\" \"", "this text is empty"),
        (
            "yes = \"it falls\"",
            "yes = 3",
            "this wording must be text in quotes",
        ),
    ] {
        assert_eq!(
            mistakes(&text.replace(old, new))[0].problem,
            problem,
            "{new}"
        );
    }
}

#[test]
fn standard_functions_are_formatted_and_meet_expectations() {
    assert_eq!(
        oddsmith_language::format_rule_file(STD.1).as_deref(),
        Ok(STD.1)
    );
    let file = RuleFile::read_any(STD.1, &find).unwrap();
    assert!(file.expectations().len() > 20);
}
