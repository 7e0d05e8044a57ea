//! Tests players who make mistakes: answers of `[play]`, from the scenario to the files.

use crate::play::{PLAIN_ARGS, assert_refused, bench};

/// Returns a scenario with this answer.
fn scenario(answer: &str) -> String {
    format!("[play]\naim = \"mean(face)\"\nagain = \"{answer}\"\n")
}

/// Returns the value of the aim, as `run.json` has it.
fn value(answer: &str) -> f64 {
    let bench = bench(&scenario(answer));
    let json = bench.json(&["--scenario", "mine", "--json", "--no-save"]);
    json[0]["cases"][0]["play"]["value"]
        .as_f64()
        .unwrap_or_else(|| panic!("no value in {json}"))
}

/// Returns the mean face with up to three rolls, if a face is kept with this probability. The
/// arguments are the number of rolls left, the face, and the mean after another roll.
fn by_hand(keeps: impl Fn(u32, f64, f64) -> f64) -> f64 {
    let mut onward = 3.5;
    for left in 1..=2 {
        let faces = (1..=6).map(|face| {
            let kept = keeps(left, f64::from(face), onward);
            kept * f64::from(face) + (1.0 - kept) * onward
        });
        onward = faces.sum::<f64>() / 6.0;
    }
    onward
}

#[test]
fn values_of_mistaken_play_are_those_computed_by_hand() {
    // Values of best play: 3.5 with one roll left, 4.25 with two.
    let best = |left: u32| if left == 1 { 3.5 } else { 4.25 };
    let right = |left: u32, face: f64| f64::from(u8::from(face > best(left)));
    let share = by_hand(|left, face, _| 0.9 * right(left, face) + 0.05);
    let quantal = by_hand(|left, face, _| 1.0 / (1.0 + ((best(left) - face) / 0.5).exp()));
    let worst = by_hand(|_, face, onward| f64::from(u8::from(face < onward)));
    // A player who looks one choice ahead thinks that the last choice is random: 3.5 either way.
    let short = by_hand(|_, face, _| f64::from(u8::from(face > 3.5)));
    for (answer, expected) in [
        ("best 90%", share),
        ("best within 0.5", quantal),
        ("worst", worst),
        ("short-sighted 1", short),
        ("short-sighted 2", 14.0 / 3.0),
        ("best 100%", 14.0 / 3.0),
        ("best 0%", 3.5),
    ] {
        let found = value(answer);
        assert!(
            (found - expected).abs() < 1e-9,
            "{answer}: {found}, {expected}"
        );
    }
}

#[test]
fn policy_csv_has_the_probability_of_every_option() {
    let bench = bench(&scenario("best 90%"));
    let printed = bench.succeed(&PLAIN_ARGS);
    for part in [
        "Face: 4.54 with “best 90%” (Roll again?); 4.67 with best play",
        "Play for Face, mean\n",
        "  “best 90%” (Roll again?)   4.54\n",
        "  best play                  4.67  −0.13\n",
        "trials agree",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    let policy = bench.read("output/mine/policy.csv");
    assert!(
        policy
            .lines()
            .next()
            .expect("a head")
            .ends_with(",option,option_value,loss,probability,reached")
    );
    let four = policy
        .lines()
        .filter(|line| line.contains("\"shown 4, n 1\""));
    let four: Vec<&str> = four.collect();
    assert!(four[0].contains(",keep,4,0.25,0.05,"), "{policy}");
    assert!(four[1].contains(",roll,4.25,0,0.95,"), "{policy}");
}

#[test]
fn answers_vary_like_parameters() {
    let swept = "[play]\naim = \"mean(face)\"\n[sweep]\n\"play.again\" = [\"best\", \"best 50%\", \"them 90%\"]\n";
    let printed = bench(swept).succeed(&PLAIN_ARGS);
    for part in ["best 50%", "them 90%"] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
}

#[test]
fn invalid_answers_are_reported_at_their_place() {
    for (answer, says) in [
        ("best 120%", "a share from 0% to 100%"),
        ("best 0.9", "write \"best 90%\""),
        ("best within -1", "write \"best within 1\""),
        ("best within nan", "a number above 0"),
        ("them within 0", "write \"them within 0.2\""),
        ("short-sighted 0", "a whole number from 1 to 9"),
        ("shortsighted 2", "did you mean \"short-sighted 2\"?"),
        ("bets 90%", "did you mean \"best 90%\"?"),
    ] {
        assert_refused(&scenario(answer), &["mine.toml:4:10", says]);
    }
    for answer in ["worst", "best 90%", "them short-sighted 1"] {
        let needs = format!("\"{answer}\" needs an aim");
        assert_refused(
            &format!("[play]\nagain = \"{answer}\"\n"),
            &["mine.toml:3:9", &needs],
        );
    }
}

#[test]
fn set_on_the_command_line_wins() {
    let bench = bench(&scenario("best"));
    let mut args = PLAIN_ARGS.to_vec();
    args.extend(["--set", "play.again=best 80%"]);
    assert!(bench.succeed(&args).contains("with “best 80%”"));
    args.extend(["--set", "play.again=best 101%"]);
    assert!(bench.refuse(&args).contains("101%"));
}
