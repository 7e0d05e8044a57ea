//! Tests the gallery: every game runs wherever the program is, has the published results, and is
//! small.

use std::sync::Arc;

use oddsmith::analysis::{EngineMode, plan, run};
use oddsmith::gallery::{GAMES, Game};
use oddsmith::input::diagnostic::Source;
use oddsmith::messages::Messages;
use oddsmith::report::{Report, Verdict};
use oddsmith::rule_file::find::{BUNDLED, bundled};
use oddsmith::scenario::document::{Overrides, Scenario};
use oddsmith::summary::summary;
use oddsmith_engine::explore::Watch;

use crate::support::Bench;

/// The most memory over all cases of a game, which takes about a second.
const MAX_BYTES: usize = 250_000_000;

/// Runs a game with fewer trials and with a budget of about a second.
fn report(game: &Game) -> Report {
    let source = |text: &str| {
        Arc::new(Source {
            name: game.path(),
            text: text.to_owned(),
        })
    };
    let read = |limit: usize| {
        let limit = format!("{} kB", limit / 1000);
        let set = vec![("trials", "4000".to_owned()), ("limit", limit)];
        let overrides = Overrides {
            run: set,
            ..Overrides::default()
        };
        Scenario::parse(game.name, source(game.scenario), &overrides)
            .unwrap_or_else(|problems| panic!("{problems}"))
    };
    let scenario = read(MAX_BYTES / read(MAX_BYTES).case_count());
    let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
    run(&plan, EngineMode::Auto, &Watch::default())
        .unwrap_or_else(|failure| panic!("{}: {failure:?}", game.name))
}

#[test]
fn games_are_explored_quickly_and_agree_with_simulation() {
    for game in GAMES {
        let report = report(game);
        for case in &report.cases {
            assert!(
                case.unresolved.is_some(),
                "{}: case {} is too large to be explored",
                game.name,
                case.number
            );
        }
        let chance = report.check_p.unwrap_or(0.0);
        assert!(
            report.verdict() == Verdict::Agrees && chance > 1e-5,
            "{}: {chance}",
            game.name
        );
        assert!(!report.charts.is_empty(), "{} has no picture", game.name);
        assert!(
            !summary(&report, Messages::english()).sentences.is_empty(),
            "{} has no answer",
            game.name
        );
    }
}

#[test]
fn games_ask_a_question_and_cite_a_source() {
    assert!(GAMES.len() >= 30, "only {} games", GAMES.len());
    for game in GAMES {
        assert!(
            game.display_name() != game.name && game.question().ends_with('?'),
            "{}: {}",
            game.name,
            game.title()
        );
        assert!(
            !game.answer().is_empty(),
            "{} is not in answers.toml",
            game.name
        );
        let lines: Vec<&str> =
            bundled(&game.rule()).map_or_else(Vec::new, |text| text.lines().collect());
        // The source of the expected numbers is above them. A game without expected numbers names a
        // book or a paper.
        let first = lines.iter().position(|line| line.starts_with("expect("));
        let is_sourced = first.map(|index| lines[index - 1].starts_with('#'));
        let words = game.description();
        let is_year =
            |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
        let has_year = words
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(is_year);
        assert!(
            is_sourced.unwrap_or(has_year),
            "{} has no source",
            game.name
        );
    }
    let clashes = GAMES
        .iter()
        .flat_map(|game| game.rules)
        .filter(|(name, _)| BUNDLED.iter().any(|(other, _)| name == other));
    assert_eq!(
        clashes.count(),
        0,
        "a rule file of a game is called as another"
    );
}

#[test]
fn every_game_and_every_bundled_scenario_states_its_question() {
    let bundled = oddsmith::scenario::bundled::BUNDLED
        .iter()
        .map(|&(name, text)| (name, text));
    for (name, text) in bundled.chain(GAMES.iter().map(|game| (game.name, game.scenario))) {
        let scenario: toml::Table =
            toml::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let asks = scenario
            .get("ask")
            .and_then(toml::Value::as_array)
            .unwrap_or_else(|| panic!("{name} has no [[ask]]"));
        for ask in asks {
            let label = ask
                .get("label")
                .and_then(toml::Value::as_str)
                .unwrap_or_default();
            assert!(
                !label.is_empty() && !label.contains(':'),
                "{name}: an [[ask]] is labelled {label:?}"
            );
        }
    }
}

#[test]
fn expectations_of_the_games_hold() {
    let paths: Vec<String> = GAMES.iter().map(Game::path).collect();
    let args: Vec<&str> = ["check"]
        .into_iter()
        .chain(paths.iter().map(String::as_str))
        .collect();
    let printed = Bench::new().succeed(&args);
    let held = printed
        .lines()
        .filter(|line| line.contains("expectation"))
        .count();
    assert!(held >= GAMES.len() * 3 / 4, "{printed}");
}

#[test]
fn games_can_be_listed_shown_run_and_changed() {
    let bench = Bench::new();
    let list = bench.succeed(&["list", "--gallery"]);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for game in GAMES {
        let wanted = format!("{} {} {}", game.path(), game.title(), game.answer());
        assert!(
            words(&list).contains(&words(&wanted)),
            "no {wanted:?} in\n{list}"
        );
    }
    let shown = bench.succeed(&["show", "gallery/craps"]);
    for part in [
        "244",
        "rule = \"craps.odds\"",
        "def trial():",
        "simulate new --from gallery/craps > craps.toml",
    ] {
        assert!(shown.contains(part), "no {part:?} in\n{shown}");
    }
    for wanted in [
        ["gallery/craps", "--no-charts"],
        ["--scenario", "gallery/craps"],
        ["--scenario", "gallery/craps/"],
    ] {
        bench.succeed(&[&wanted[..], &["--trials", "100", "--no-report", "--quiet"]].concat());
        assert!(
            bench
                .read("output/craps/distribution.csv")
                .contains("244/495")
        );
    }
    // The printed text is a scenario. Its rule is found by name until a file of this name exists.
    bench.write(
        "mine.toml",
        bench.succeed(&["new", "--from", "gallery/craps"]),
    );
    bench.succeed(&[
        "mine",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    let rule = bench.succeed(&["new", "--from", "craps.odds"]);
    bench.write("craps.odds", rule.replace("[7, 11]", "[7, 11, 12]"));
    bench.succeed(&[
        "mine",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    assert!(
        !bench
            .read("output/mine/distribution.csv")
            .contains("244/495")
    );
}

#[test]
fn folder_names_its_scenario_and_bare_names_get_suggestions() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("coin")).unwrap();
    bench.write(
        "coin/coin.odds",
        "heads = flag(\"Heads\")\ndef trial():\n    record(heads, chance(1, 2))\n",
    );
    bench.write("coin/coin.toml", "rule = \"coin.odds\"\n");
    bench.succeed(&[
        "coin",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    assert!(bench.read("output/coin/distribution.csv").contains("1/2"));
    let message = bench.refuse(&["craps"]);
    assert!(
        message.contains("did you mean `gallery/craps`?"),
        "{message}"
    );
}

#[test]
fn the_readme_shows_games_with_their_answers() {
    let readme = include_str!("../../README.md");
    let is_shown = |game: &&Game| readme.contains(&format!("{}/{}.svg", game.path(), game.name));
    let shown: Vec<&Game> = GAMES.iter().filter(is_shown).collect();
    assert!(shown.len() >= 3);
    for game in shown {
        assert!(
            readme.contains(&game.answer()),
            "README.md has not: {}",
            game.answer()
        );
    }
}
