//! Compares `docs/cli.md` with every command and every option.

use std::collections::BTreeSet;

use clap::{Arg, Command, CommandFactory};
use oddsmith::cli::Cli;

use super::held::{DocumentedTable, check_tables, code_span, page};

/// Returns the help text of an argument, and the default in it.
fn help_and_default(arg: &Arg) -> (String, String) {
    let long = arg
        .get_long_help()
        .or(arg.get_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    let short = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let long = if long.starts_with(short.split(" [default").next().unwrap_or_default()) {
        long
    } else {
        short
    };
    let mut paragraphs = long
        .split("\n\n")
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut first = paragraphs.next().unwrap_or_default();
    let mut default = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect::<Vec<_>>()
        .join(",");
    if let Some((before, after)) = first.clone().split_once(" [default: ") {
        default = after.trim_end_matches(']').to_owned();
        first = before.to_owned();
    }
    let values = arg.get_possible_values();
    let values = values
        .iter()
        .filter_map(|value| Some(format!("`{}`: {}.", value.get_name(), value.get_help()?)));
    let end = |text: String| {
        if text.ends_with('.') {
            text
        } else {
            format!("{text}.")
        }
    };
    let is_flag = !arg.get_action().takes_values();
    let parts = [end(first)]
        .into_iter()
        .chain(paragraphs)
        .chain(values.filter(|_| !is_flag));
    (
        parts.collect::<Vec<_>>().join(" ").replace('|', "\\|"),
        if is_flag { String::new() } else { default },
    )
}

fn option_row(arg: &Arg) -> Vec<String> {
    let values = arg
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    let is_optional = arg
        .get_num_args()
        .is_some_and(|count| count.min_values() == 0);
    let value = match (
        arg.get_action().takes_values(),
        is_optional,
        arg.is_require_equals_set(),
    ) {
        (false, ..) => String::new(),
        (_, true, true) => format!("[={values}]"),
        (_, true, _) => format!(" [{values}]"),
        _ => format!(" {values}"),
    };
    let written = match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}{value}"),
        (None, Some(short)) => format!("-{short}{value}"),
        (None, None) => values,
    };
    let (meaning, default) = help_and_default(arg);
    let default = if default.is_empty() {
        String::new()
    } else {
        code_span(&default)
    };
    let aliases = arg.get_visible_aliases().unwrap_or_default();
    let names = [written]
        .into_iter()
        .chain(aliases.iter().map(|alias| format!("--{alias}")));
    vec![
        names
            .map(|name| code_span(&name))
            .collect::<Vec<_>>()
            .join(", "),
        default,
        meaning,
    ]
}

/// Returns the arguments of a command, without those of a run, which have separate tables.
fn argument_rows(command: &Command, is_meant: impl Fn(&Arg) -> bool) -> Vec<Vec<String>> {
    let shown = command
        .get_arguments()
        .filter(|arg| !["help", "version"].contains(&arg.get_id().as_str()));
    shown.filter(|arg| is_meant(arg)).map(option_row).collect()
}

const OPTIONS: [&str; 3] = ["option", "default", "meaning"];

#[test]
fn command_line_page_has_every_command_and_option() {
    let mut cli = Cli::command();
    cli.build();
    let mut tables = Vec::new();
    let about = |command: &Command| {
        command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default()
    };
    let commands: Vec<&Command> = cli
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .collect();
    let row = |command: &&Command| {
        vec![
            code_span(&format!("simulate {}", command.get_name())),
            about(command),
        ]
    };
    let rows = commands.iter().map(row).collect();
    tables.push(DocumentedTable {
        heading: "Commands".to_owned(),
        columns: &["command", "what it does"],
        rows,
    });
    for heading in ["Input", "Run", "Questions", "Output", "Display"] {
        let rows = argument_rows(&cli, |arg| arg.get_help_heading() == Some(heading));
        assert!(!rows.is_empty(), "{heading}");
        tables.push(DocumentedTable {
            heading: format!("Options: {}", heading.to_lowercase()),
            columns: &OPTIONS,
            rows,
        });
    }
    for command in commands {
        let rows = argument_rows(command, |arg| arg.get_help_heading().is_none());
        if !rows.is_empty() {
            tables.push(DocumentedTable {
                heading: format!("simulate {}", command.get_name()),
                columns: &OPTIONS,
                rows,
            });
        }
    }
    check_tables("cli.md", &tables);
}

#[test]
fn every_option_that_a_page_names_exists() {
    let mut cli = Cli::command();
    cli.build();
    let every = std::iter::once(&cli).chain(cli.get_subcommands());
    let options = every
        .flat_map(Command::get_arguments)
        .flat_map(|arg| arg.get_long_and_visible_aliases().unwrap_or_default());
    let known: BTreeSet<String> = options
        .map(str::to_owned)
        .chain(["help", "version"].map(str::to_owned))
        .collect();
    for name in [
        "cli.md",
        "language.md",
        "results.md",
        "scaling.md",
        "coming-from.md",
        "questions.md",
        "balance.md",
    ] {
        let page = page(name);
        for (offset, _) in page.match_indices("`--") {
            let end = |c: char| !(c.is_alphanumeric() || c == '-');
            let option = page[offset + 3..].split(end).next().unwrap_or_default();
            assert!(
                known.contains(option),
                "docs/{name}: there is no option --{option}"
            );
        }
    }
}
