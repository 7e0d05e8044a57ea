//! Compares the descriptions of rules and of dice with what the program does.

use std::sync::Arc;

use oddsmith_engine::chance::DiceExpression;

use super::*;
use crate::input::check;
use crate::input::diagnostic::Source;
use crate::input::tree::Node;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::presentation::Presentation;
use crate::rule::words::Interpretation;
use crate::rule_file::FileRule;

fn show_rule(rule: &str, width: usize) -> String {
    let rule = super::find_rule(rule).expect("a rule");
    let built = rule.build_default().expect("sound");
    show(&rule, &built.presentation, width)
}

fn all_rules() -> impl Iterator<Item = &'static str> {
    RULES
        .iter()
        .map(|rule| rule.id)
        .chain(rule_files::BUNDLED.iter().map(|(name, _)| *name))
}

#[test]
fn rule_descriptions_come_before_parameters() {
    for info in RULES {
        assert!(
            (5..=12).contains(&info.words.sentences.len()),
            "{}",
            info.id
        );
        assert!(
            !info.words.interpretations.is_empty() && !info.words.origin.is_empty(),
            "{}",
            info.id
        );
        for words in info.words.sentences.iter().chain([&info.words.origin]) {
            assert!(
                words.ends_with('.') && words.starts_with(char::is_uppercase),
                "{}: {words}",
                info.id
            );
            assert!(
                !words.contains("  ") && words.len() < 330,
                "{}: {words}",
                info.id
            );
        }
        let text = show_rule(info.id, 80);
        let position_of = |part: &str| {
            text.find(part)
                .unwrap_or_else(|| panic!("{}: no {part:?} in\n{text}", info.id))
        };
        let first: String = info.words.sentences[0]
            .split(' ')
            .take(4)
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            position_of(&first) < position_of("\nFrom: ")
                && position_of("\nFrom: ") < position_of("\nHow we read the rules"),
            "{text}"
        );
        assert!(
            position_of("\nHow we read the rules") < position_of("\nParameters\n")
                && position_of("\nParameters\n") < position_of("\nMetrics\n"),
            "{text}"
        );
    }
}

#[test]
fn lines_fit_the_width() {
    for width in [60, 80, 120] {
        for text in all_rules().map(|id| show_rule(id, width)).chain([
            dice::page(width),
            games(width),
            language::page(width),
        ]) {
            let longest = text
                .lines()
                .max_by_key(|line| line.chars().count())
                .unwrap();
            // Rows of a table are not broken. The longest of all rows has this width.
            assert!(
                longest.chars().count() <= width.max(80),
                "{width}: {longest}"
            );
        }
    }
}

#[test]
fn the_language_has_every_function_with_its_description() {
    let text = language::page(400);
    for function in oddsmith_language::reference::functions() {
        assert!(
            text.contains(&format!("  {}\n", function.about)),
            "{}",
            function.name
        );
        assert!(
            function
                .forms()
                .all(|form| text.contains(&format!("  {form}\n"))),
            "{}",
            function.name
        );
    }
}

#[test]
fn the_whole_docstring_of_a_rule_is_shown() {
    let text = show_rule("battle.odds", 80);
    assert!(
        text.starts_with(
            "battle.odds: Two sides attack, save and test morale until one of them is gone\n"
        ),
        "{text}"
    );
    let source = "\"\"\"A coin\n\nTossed once.\nNever twice.\n\"\"\"\nx = count(\"X\")\ndef trial():\n    record(x, roll(2))\n";
    let source = Arc::new(Source {
        name: "coin.odds".into(),
        text: source.into(),
    });
    let rule = NamedRule::File(Arc::new(
        FileRule::read("coin.odds", source).expect("sound"),
    ));
    assert!(
        show(&rule, &Presentation::default(), 80)
            .starts_with("coin.odds: A coin\n\nTossed once. Never twice.\n")
    );
    assert!(
        starter(&rule).starts_with("# A coin\n#\n# Tossed once. Never twice.\n#\n"),
        "{}",
        starter(&rule)
    );
}

/// Visits every parameter, including those of tables and entries.
fn each_parameter(parameters: &[Parameter], visit: &mut dyn FnMut(&Parameter)) {
    for parameter in parameters {
        visit(parameter);
        match *parameter.shape.entries().unwrap_or(&parameter.shape) {
            ParameterType::Table(inner) => each_parameter(inner, visit),
            ParameterType::Entries {
                entry_parameters, ..
            } => each_parameter(entry_parameters, visit),
            ParameterType::AnyOf(shapes) => {
                for shape in shapes {
                    if let ParameterType::Table(inner) = shape {
                        each_parameter(inner, visit);
                    }
                }
            }
            ParameterType::List(ParameterType::Table(inner)) => each_parameter(inner, visit),
            _ => {}
        }
    }
}

#[test]
fn every_parameter_is_explained_in_a_sentence() {
    let mut seen = 0;
    for info in RULES {
        each_parameter(info.parameters, &mut |parameter| {
            let words = parameter.meaning;
            assert!(
                words.starts_with(char::is_uppercase) && words.ends_with('.'),
                "{} {}: {words}",
                info.id,
                parameter.key
            );
            assert!(
                !words.contains("  "),
                "{} {}: {words}",
                info.id,
                parameter.key
            );
            seen += 1;
        });
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn starters_describe_the_rule_and_are_valid_scenarios() {
    for id in all_rules() {
        let rule = super::find_rule(id).expect("a rule");
        let text = starter(&rule);
        assert!(
            text.lines()
                .take_while(|line| line.starts_with('#'))
                .count()
                >= 2,
            "{text}"
        );
        for line in text.lines().filter(|line| line.starts_with("# - ")) {
            assert!(line.chars().count() <= 88, "{line}");
        }
        if let NamedRule::Bundled(info) = &rule {
            let setting = info.words.interpretations[0].alternatives[0].setting();
            assert!(
                text.contains(setting.split(' ').next().unwrap()),
                "{id}: {setting}"
            );
        }
        assert!(
            text.contains(&format!(
                "#   simulate schema {id} > scenario.schema.json\n"
            )),
            "{text}"
        );
        // Without its first `#`, the line of the schema must still be a comment of the scenario.
        let text = text.replace("\n# #:schema ./", "\n#:schema ./");
        assert!(
            text.contains("\n#:schema ./scenario.schema.json\n"),
            "{text}"
        );
        let source = Arc::new(Source {
            name: "new.toml".into(),
            text,
        });
        crate::scenario::document::Scenario::parse("new", Arc::clone(&source), &Default::default())
            .unwrap_or_else(|e| panic!("{e}"));
        // The chart of the scenario can be drawn.
        let (before, chart) = source.text.split_once("\n# [[charts]]\n").expect("a chart");
        let chart = chart
            .lines()
            .take_while(|line| line.starts_with("# "))
            .map(|line| &line[2..]);
        let text = format!(
            "{before}\n[[charts]]\n{}\n",
            chart.collect::<Vec<_>>().join("\n")
        );
        let source = Arc::new(Source {
            name: "new.toml".into(),
            text,
        });
        let scenario =
            crate::scenario::document::Scenario::parse("new", source, &Default::default());
        let scenario = scenario.unwrap_or_else(|e| panic!("{id}: {e}"));
        let plan = crate::analysis::plan(&scenario).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(plan.charts.len(), 1, "{id}");
    }
}

/// Every alternative interpretation is a valid value of its key, and not the default.
#[test]
fn every_alternative_interpretation_is_a_valid_setting() {
    for info in RULES {
        for other in info.words.interpretations.iter().flat_map(
            |Interpretation {
                 alternatives: others,
                 ..
             }| others.iter(),
        ) {
            let source = Arc::new(Source {
                name: "test".into(),
                text: other.setting(),
            });
            let node = Node::document(&source).expect("TOML");
            let mut problems = Vec::new();
            let written = check::table(&node, info.parameters, &mut problems);
            assert!(problems.is_empty(), "{}: {}", info.id, other.setting());
            let nothing = Node::document(&Arc::new(Source {
                name: "test".into(),
                text: String::new(),
            }))
            .expect("TOML");
            assert_ne!(
                written,
                check::table(&nothing, info.parameters, &mut problems),
                "{}",
                other.setting()
            );
        }
    }
}

#[test]
fn dice_forms_parse_and_refused_forms_fail() {
    for (form, _) in dice::FORMS {
        assert!(DiceExpression::parse(form).is_ok(), "{form}");
    }
    for (form, _) in dice::REFUSED {
        assert!(DiceExpression::parse(form).is_err(), "{form}");
    }
    for (largest, too_large, _) in dice::LIMITS {
        assert!(DiceExpression::parse(largest).is_ok(), "{largest}");
        assert!(DiceExpression::parse(too_large).is_err(), "{too_large}");
    }
    assert_eq!(oddsmith_engine::chance::LARGEST_EXPRESSION, 1_000_000);
    // The suggested replacement of a refused form can be written.
    for (form, words) in dice::REFUSED {
        for word in words
            .split([' ', ';', ':'])
            .filter(|word| word.contains('d') && !word.contains('"'))
        {
            let is_dice = word
                .chars()
                .all(|c| c.is_ascii_digit() || "dkhl+-".contains(c))
                && word.contains(char::is_numeric);
            assert!(
                !is_dice || DiceExpression::parse(word).is_ok(),
                "{form}: {word}"
            );
        }
    }
}

/// Returns whether a rule file can record a roll of these dice.
fn is_read_in_rule_file(form: &str) -> bool {
    let text = format!(
        "n = whole(2, 1, 9, \"dice\")\nbonus = whole(1, 0, 9, \"more\")\nx = count(\"X\")\ndef trial():\n    record(x, dice(\"{form}\"))\n"
    );
    FileRule::read(
        "x.odds",
        Arc::new(Source {
            name: "x.odds".into(),
            text,
        }),
    )
    .is_ok()
}

#[test]
fn rule_files_accept_all_dice_forms() {
    for (form, _) in dice::FORMS.iter().chain(dice::IN_RULE_FILES) {
        assert!(is_read_in_rule_file(form), "{form}");
    }
    for (form, _) in dice::IN_RULE_FILES {
        assert!(
            DiceExpression::parse(form).is_err(),
            "{form} is read in scenarios too"
        );
    }
    assert!(!is_read_in_rule_file("2d6*2"));
}

#[test]
fn conditional_metrics_are_shown_with_their_condition() {
    for info in RULES {
        let text = show_rule(info.id, 400);
        for (when, parameters) in info.metric_parameters {
            super::find_rule(info.id)
                .expect("a rule")
                .build_with(parameters)
                .unwrap_or_else(|diagnostics| panic!("{when}: {diagnostics}"));
            assert!(
                text.contains(&format!(
                    "  {}:\n",
                    crate::rule::words::to_sentence(when).trim_end_matches('.')
                )),
                "{when}"
            );
        }
    }
}

#[test]
fn the_dice_page_names_existing_parameters() {
    let keys = |id: &str| {
        dice::keys_of_dice(
            RULES
                .iter()
                .find(|rule| rule.id == id)
                .expect("a rule")
                .parameters,
            "",
        )
    };
    assert_eq!(keys("aging"), ["gain", "spend"]);
    assert_eq!(keys("power-maintenance"), ["gain"]);
    assert_eq!(
        keys("card-activation"),
        ["dice", "resistance.defence.dice", "scatter.distance"]
    );
    assert!(keys("wing-activation").is_empty());
    let page = dice::page(80);
    for (form, _) in dice::FORMS
        .iter()
        .chain(dice::REFUSED)
        .chain(dice::IN_RULE_FILES)
    {
        assert!(page.contains(form), "{form}");
    }
    for (id, key) in dice::OPEN_ROLLS {
        let info = RULES.iter().find(|rule| rule.id == *id).expect("a rule");
        let source = Arc::new(Source {
            name: "test".into(),
            text: format!("{key} = true"),
        });
        let mut problems = Vec::new();
        check::table(
            &Node::document(&source).expect("TOML"),
            info.parameters,
            &mut problems,
        );
        assert!(problems.is_empty() && page.contains(key), "{id}: {key}");
    }
}

#[test]
fn aging_gain_may_have_a_chance() {
    let aging = RULES
        .iter()
        .find(|rule| rule.id == "aging")
        .expect("a rule");
    for gain in ["20 @ 0.8", "2d6 @ 0.25"] {
        assert!(
            (aging.build)(&oddsmith_testing::values(
                aging.parameters,
                &format!("gain = \"{gain}\"")
            ))
            .is_ok()
        );
        assert!(dice::page(80).contains(gain));
    }
}

/// Every program that `show anydice` prints runs.
#[test]
fn shown_anydice_programs_run() {
    for (program, _) in anydice::PROGRAMS.iter().flat_map(|(_, programs)| *programs) {
        let source = Arc::new(Source {
            name: "program".to_owned(),
            text: (*program).to_owned(),
        });
        let rolls = crate::rolls::anydice::read("program", &source, &mut || true);
        assert!(
            rolls.is_ok_and(|rolls| !rolls.outputs.is_empty()),
            "{program}"
        );
    }
    assert!(
        anydice::page(80)
            .lines()
            .all(|line| line.chars().count() <= 80)
    );
}
