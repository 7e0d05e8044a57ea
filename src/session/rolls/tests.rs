use super::super::{Session, SessionOptions};
use super::*;

fn answer(typed: &str, view: RollView) -> Value {
    let mut session = Session::default();
    let exact = SessionOptions {
        most_trials: Some(0),
        random_seed: 1,
        is_narrow: false,
    };
    let (texts, setup) = session.begin_rolls(typed, view, exact);
    assert!(setup.get("problems").is_none(), "{setup:#}");
    loop {
        let mut printed = session.step(&texts);
        if printed.get("total").is_none() {
            return printed["answer"].take();
        }
    }
}

fn kinds(answer: &Value) -> Vec<&str> {
    let charts = answer["charts"].as_array().expect("charts");
    charts
        .iter()
        .filter_map(|chart| chart["kind"].as_str())
        .collect()
}

#[test]
fn rolls_are_exact_without_trials() {
    let one = answer("4d6kh3", RollView::Exactly);
    assert_eq!(kinds(&one), ["distribution"]);
    assert_eq!(
        one["rolls"]["summary"],
        json!([
            ["", "mean", "standard deviation"],
            ["4d6kh3", "12.24", "2.85"]
        ])
    );
    assert_eq!(one["rolls"]["chances"][1], json!(["3", "0.077%"]));
    assert_eq!(one["warnings"], json!([]));
    assert_eq!(
        (&one["status"]["exact"], &one["status"]["trials"]),
        (&json!(1), &json!(0))
    );
    let most = answer("3d6\n\n d20 ", RollView::AtMost);
    assert_eq!(kinds(&most), ["at-most"]);
    assert_eq!(
        most["rolls"]["chances"][0],
        json!(["at most", "3d6", "d20"])
    );
    let least = answer("3d6\nd20\n3d6", RollView::AtLeast);
    assert_eq!(kinds(&least), ["at-least"]);
    assert_eq!(least["rolls"]["summary"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        kinds(&answer("3d6\nd20", RollView::Exactly)),
        ["distribution"]
    );
}

#[test]
fn lines_have_the_names_of_their_rolls() {
    for view in [RollView::Exactly, RollView::AtLeast, RollView::AtMost] {
        let lines = answer("3d6\nd20", view);
        let picture = lines["charts"][0]["pictures"][0]
            .as_str()
            .expect("a picture");
        assert!(
            picture.contains(">3d6<") && picture.contains(">d20<"),
            "{picture}"
        );
    }
}

#[test]
fn conditions_are_chances() {
    let one = answer("2d6 >= 7", RollView::Exactly);
    assert_eq!(kinds(&one), ["stacked"]);
    assert_eq!(
        one["rolls"],
        json!({ "summary": [["", "chance", "as a fraction"], ["2d6 >= 7", "58.3%", "7/12"]], "chances": [] })
    );
    let two = answer("2d6 >= 7\nd20 > 10", RollView::AtLeast);
    assert_eq!(
        two["rolls"]["summary"][2],
        json!(["d20 > 10", "50.0%", "1/2"])
    );
    // A condition next to a number counts as 1 or 0.
    let mixed = answer("2d6 >= 7\nd6", RollView::Exactly);
    assert_eq!(mixed["rolls"]["summary"][1][1], "0.58");
}

#[test]
fn mistakes_and_notes_have_their_place() {
    let wrong = |typed: &str| {
        read(typed, RollView::Exactly)
            .expect_err("a mistake")
            .remove(0)
    };
    let mistake = wrong("d6\n  4d6kx3");
    assert_eq!(
        (&mistake["line"], &mistake["from"], &mistake["to"]),
        (&json!(2), &json!(8), &json!(9)),
        "{mistake:#}"
    );
    assert_eq!(wrong(" \n")["message"], "there is no roll yet");
    assert_eq!(wrong("d6+\nd4")["line"], 1);
    assert_eq!(wrong("foo")["message"], "there are no dice here");
    let german = wrong("d6\n 2w6 + 3");
    assert_eq!(german["help"], "did you mean `2d6`?");
    assert_eq!(
        german["fix"],
        json!({ "label": "Change to 2d6", "from": 4, "to": 7, "insert": "2d6" })
    );
    assert_eq!(wrong("10")["fix"]["insert"], "d10");
    assert_eq!(wrong("2d")["message"], "`2d` has no faces");
    assert_eq!(wrong(&"d6\n".repeat(9))["line"], 9);
    let (_, notes) = read("d6\n 5d10>=7", RollView::Exactly).expect("rolls");
    assert_eq!(notes.len(), 1);
    assert_eq!(
        notes[0]["fix"],
        json!({ "label": "Count the dice", "from": 4, "to": 11, "insert": "count(5d10 >= 7)" })
    );
}

#[test]
fn many_rolls_and_wide_ones_have_charts() {
    let wide = answer("100d6\n10d100", RollView::Exactly);
    assert_eq!(kinds(&wide), ["distribution"]);
    let eight: Vec<String> = (1..=8).map(|count| format!("{count}d6")).collect();
    assert_eq!(
        kinds(&answer(&eight.join("\n"), RollView::AtLeast)),
        ["at-least"]
    );
}

#[test]
fn anydice_programs_are_read() {
    let program = "X: d6\noutput X + X named \"two\"\noutput 3d6\n";
    let answer = answer(program, RollView::Exactly);
    assert_eq!(kinds(&answer), ["distribution"]);
    assert_eq!(
        answer["rolls"]["summary"],
        json!([
            ["", "mean", "standard deviation"],
            ["two", "7.00", "2.42"],
            ["output 2", "10.50", "2.96"]
        ])
    );
    let mistake = read("output 2d6\nouput 3\n", RollView::Exactly)
        .expect_err("a mistake")
        .remove(0);
    assert_eq!(
        (&mistake["line"], &mistake["from"]),
        (&json!(2), &json!(11)),
        "{mistake:#}"
    );
    let long = "loop N over {1..12} { output Nd6 }\noutput d6";
    let (texts, notes) = read(long, RollView::Exactly).expect("a program");
    assert_eq!(notes.len(), 1);
    assert!(!texts.scenario.contains("output 9"), "{}", texts.scenario);
    let endless = "function: f A:s B:s C:s { result: A = B + C }\noutput [f 9d20 9d20 9d20]";
    let mistake = read(endless, RollView::Exactly)
        .expect_err("a mistake")
        .remove(0);
    assert_eq!(
        mistake["message"],
        "this program takes too long on the page"
    );
}
