//! The reference pages, held against the program: the tables of `docs/language.md` and `docs/cli.md` are made from the lists that
//! the program itself uses. `UPDATE_DOCS=1 cargo test --test program reference` writes them again.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::PathBuf;

use clap::{Arg, Command, CommandFactory};
use oddsmith::catalogue::dice::{FORMS, IN_RULE_FILES};
use oddsmith::cli::Cli;
use oddsmith::report::columns;
use oddsmith_language::STD;
use oddsmith_language::reference::{Entry, functions, topics};

use crate::support::Bench;

/// A page of `docs/`.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)
}

fn page(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("docs/{name}: {error}"))
}

/// A table below a heading.
struct HeldTable {
    heading: String,
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl HeldTable {
    fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
        let columns: Vec<String> = self.columns.iter().map(|column| (*column).to_owned()).collect();
        let rule = vec!["---".to_owned(); columns.len()];
        [columns, rule].iter().chain(&self.rows).map(|cells| line(cells)).collect()
    }

    /// Puts the table in place of the first one below its heading.
    fn put_into(&self, page: &str) -> String {
        let heading = format!("\n## {}\n", self.heading);
        let (before, section) = page.split_once(&heading).unwrap_or_else(|| panic!("the page has no section{heading}"));
        let (section, after) = section.split_at(section.find("\n## ").map_or(section.len(), |at| at + 1));
        let is_row = |line: &str| line.starts_with('|');
        let lines: Vec<&str> = section.split_inclusive('\n').collect();
        let start = lines.iter().position(|line| is_row(line)).unwrap_or(lines.len());
        let end = start + lines[start..].iter().take_while(|line| is_row(line)).count();
        format!("{before}{heading}{}{}{}{after}", lines[..start].concat(), self.text(), lines[end..].concat())
    }
}

/// Fails where a page has other tables than these; with `UPDATE_DOCS` it writes them instead.
fn hold(name: &str, tables: &[HeldTable]) {
    let is = page(name);
    let expected = tables.iter().fold(is.clone(), |page, table| table.put_into(&page));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path(name), expected).expect("the page can be written");
        return;
    }
    let differing = expected.lines().zip(is.lines()).find(|(expected, is)| expected != is);
    assert!(is == expected, "docs/{name} differs: run with UPDATE_DOCS=1. First difference: {differing:?}");
}

fn code(text: &str) -> String {
    format!("`{}`", text.trim().replace('|', "\\|"))
}

fn entry_row(entry: &Entry) -> Vec<String> {
    vec![entry.forms().map(code).collect::<Vec<_>>().join(", "), entry.about.to_owned()]
}

/// The functions of `use "std"`, each with the text in three quotes below it.
fn standard_functions() -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut lines = STD.1.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("def ") else { continue };
        let about = lines.next().unwrap_or_default().trim().trim_matches('"');
        rows.push(vec![code(head.trim_end_matches(':')), about.to_owned()]);
    }
    rows
}

#[test]
fn the_language_page_has_every_word_of_the_language() {
    let of_topic = |topic: oddsmith_language::reference::Topic| HeldTable {
        heading: topic.title.to_owned(),
        columns: &["write", "meaning"],
        rows: topic.entries.iter().map(entry_row).collect(),
    };
    let mut tables: Vec<HeldTable> = topics().into_iter().map(of_topic).collect();
    let notation = FORMS.iter().chain(IN_RULE_FILES).map(|(form, about)| vec![code(form), (*about).to_owned()]);
    let notation = notation.collect();
    tables.push(HeldTable { heading: "Dice notation".to_owned(), columns: &["dice", "meaning"], rows: notation });
    let standard = standard_functions();
    assert!(standard.len() > 10, "{standard:?}");
    let heading = "Standard functions".to_owned();
    tables.push(HeldTable { heading, columns: &["function", "result"], rows: standard });
    hold("language.md", &tables);
}

/// The names before a bracket in the code of a text: `roll(6)` gives `roll`.
fn called(text: &str) -> BTreeSet<&str> {
    let code =
        text.split('`').skip(1).step_by(2).flat_map(|code| code.match_indices('(').map(move |(at, _)| &code[..at]));
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = code.map(|before| &before[before.trim_end_matches(is_of_name).len()..]);
    names.filter(|name| name.chars().next().is_some_and(char::is_alphabetic)).collect()
}

#[test]
fn every_function_that_the_language_page_names_exists() {
    let page = page("language.md");
    let (mut prose, mut blocks) = (String::new(), String::new());
    for (at, part) in page.split("```").enumerate() {
        if at % 2 == 0 {
            prose += part
        } else {
            blocks += part
        };
    }
    let defined = blocks.lines().chain(STD.1.lines()).filter_map(|line| line.strip_prefix("def ")?.split('(').next());
    let statistics = ["P", "mean", "trial", "losses"];
    let known: BTreeSet<&str> = functions().map(|entry| entry.name).chain(defined).chain(statistics).collect();
    for name in called(&prose) {
        assert!(known.contains(name), "docs/language.md: there is no function {name}");
    }
}

#[test]
fn every_rule_file_of_the_pages_is_sound() {
    let bench = Bench::new();
    let page = page("language.md") + &page("coming-from.md");
    let mut checked = 0;
    for example in page.split("```odds").skip(1) {
        let (name, rest) = example.split_once('\n').expect("a line after the fence");
        let text = rest.split("\n```").next().expect("the end of a block");
        let name = if name.trim().is_empty() { format!("example-{checked}.odds") } else { name.trim().to_owned() };
        bench.write(&name, format!("{text}\n"));
        bench.succeed(&["check", &name]);
        checked += 1;
    }
    assert!(checked >= 8, "{checked}");
}

/// The text of a help, and the default that it names.
fn help(arg: &Arg) -> (String, String) {
    let long = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let short = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let long = if long.starts_with(short.split(" [default").next().unwrap_or_default()) { long } else { short };
    let mut paragraphs = long.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut first = paragraphs.next().unwrap_or_default();
    let mut default =
        arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(",");
    if let Some((before, after)) = first.clone().split_once(" [default: ") {
        default = after.trim_end_matches(']').to_owned();
        first = before.to_owned();
    }
    let values = arg.get_possible_values();
    let values = values.iter().filter_map(|value| Some(format!("`{}`: {}.", value.get_name(), value.get_help()?)));
    let end = |text: String| if text.ends_with('.') { text } else { format!("{text}.") };
    let is_flag = !arg.get_action().takes_values();
    let all = [end(first)].into_iter().chain(paragraphs).chain(values.filter(|_| !is_flag));
    (all.collect::<Vec<_>>().join(" ").replace('|', "\\|"), if is_flag { String::new() } else { default })
}

fn option_row(arg: &Arg) -> Vec<String> {
    let values =
        arg.get_value_names().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let is_optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    let value = match (arg.get_action().takes_values(), is_optional, arg.is_require_equals_set()) {
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
    let (meaning, default) = help(arg);
    let default = if default.is_empty() { String::new() } else { code(&default) };
    let aliases = arg.get_visible_aliases().unwrap_or_default();
    let all = [written].into_iter().chain(aliases.iter().map(|alias| format!("--{alias}")));
    vec![all.map(|name| code(&name)).collect::<Vec<_>>().join(", "), default, meaning]
}

/// The arguments that a command has of itself: without those of a run, of which there is a table a heading.
fn arguments(command: &Command, is_meant: impl Fn(&Arg) -> bool) -> Vec<Vec<String>> {
    let shown = command.get_arguments().filter(|arg| !["help", "version"].contains(&arg.get_id().as_str()));
    shown.filter(|arg| is_meant(arg)).map(option_row).collect()
}

const OPTIONS: [&str; 3] = ["option", "default", "meaning"];

#[test]
fn the_command_line_page_has_every_command_and_every_option() {
    let mut cli = Cli::command();
    cli.build();
    let mut tables = Vec::new();
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let commands: Vec<&Command> = cli.get_subcommands().filter(|command| command.get_name() != "help").collect();
    let row = |command: &&Command| vec![code(&format!("simulate {}", command.get_name())), about(command)];
    let rows = commands.iter().map(row).collect();
    tables.push(HeldTable { heading: "Commands".to_owned(), columns: &["command", "what it does"], rows });
    for heading in ["Input", "Run", "Questions", "Output", "Display"] {
        let rows = arguments(&cli, |arg| arg.get_help_heading() == Some(heading));
        assert!(!rows.is_empty(), "{heading}");
        tables.push(HeldTable { heading: format!("Options: {}", heading.to_lowercase()), columns: &OPTIONS, rows });
    }
    for command in commands {
        let rows = arguments(command, |arg| arg.get_help_heading().is_none());
        if !rows.is_empty() {
            tables.push(HeldTable { heading: format!("simulate {}", command.get_name()), columns: &OPTIONS, rows });
        }
    }
    hold("cli.md", &tables);
}

#[test]
fn every_option_that_a_page_names_exists() {
    let mut cli = Cli::command();
    cli.build();
    let every = std::iter::once(&cli).chain(cli.get_subcommands());
    let options =
        every.flat_map(Command::get_arguments).flat_map(|arg| arg.get_long_and_visible_aliases().unwrap_or_default());
    let known: BTreeSet<String> = options.map(str::to_owned).chain(["help", "version"].map(str::to_owned)).collect();
    for name in ["cli.md", "language.md", "results.md", "scaling.md", "coming-from.md", "questions.md", "balance.md"] {
        let page = page(name);
        for (at, _) in page.match_indices("`--") {
            let end = |c: char| !(c.is_alphanumeric() || c == '-');
            let option = page[at + 3..].split(end).next().unwrap_or_default();
            assert!(known.contains(option), "docs/{name}: there is no option --{option}");
        }
    }
}

/// The names in the first column of the tables of a section.
fn first_column(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    rows.flat_map(|cell| cell.split('`').step_by(2)).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_results_page_has_every_column_and_every_key() {
    let page = page("results.md");
    let tables: [(&str, &[&str]); 8] = [
        ("distribution.csv", &columns::DISTRIBUTION),
        ("summary.csv", &columns::SUMMARY),
        ("asks.csv", &columns::ASKS),
        ("joint.csv", &columns::JOINT),
        ("policy.csv", &columns::POLICY),
        ("sensitivity.csv", &columns::SENSITIVITY),
        ("changes.csv", &columns::CHANGES),
        ("balance.csv", &columns::BALANCE),
    ];
    for (file, columns) in tables {
        let listed = first_column(&page, file);
        assert_eq!(listed.iter().take(columns.len()).collect::<Vec<_>>(), columns.iter().collect::<Vec<_>>(), "{file}");
    }
    let bench = Bench::new();
    bench.succeed(&["battle", "--trials", "100", "--no-charts", "--no-report", "--quiet"]);
    let manifest: serde_json::Value = serde_json::from_str(&bench.read("output/battle/run.json")).expect("JSON");
    let listed = first_column(&page, "run.json");
    for key in manifest.as_object().expect("an object").keys() {
        assert!(listed.contains(key), "run.json: {key}");
    }
    let results = bench.json(&["battle", "--trials", "100", "--no-save", "--json"]);
    let listed = first_column(&page, "JSON");
    let keys = [&results[0], &results[0]["cases"][0]].map(|object| object.as_object().expect("an object").keys());
    for key in keys.into_iter().flatten() {
        assert!(listed.contains(key), "--json: {key}");
    }
}

#[test]
fn the_scaling_page_has_every_column_of_a_shard() {
    let bench = Bench::new();
    bench.succeed(&["wing1d", "--trials", "100", "--shard", "1/2", "--quiet"]);
    let file = std::fs::File::open(bench.path("output/wing1d/shard-0001-of-0002.csv.gz")).expect("a shard");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a table");
    let listed = first_column(&page("scaling.md"), "The columns of a shard");
    for column in text.lines().next().expect("a header").split(',') {
        assert!(listed.iter().any(|name| name == column), "{column}");
    }
}

/// The rows of the tables whose last column is an answer: what is written here, and the answer.
fn answered_rows(page: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut is_answered = false;
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        is_answered = line.starts_with('|') && (is_answered || cells.last() == Some(&"answer"));
        if let (true, [.., here, answer]) = (is_answered && line.contains('`'), &cells[..]) {
            rows.push((here.trim_matches('`').to_owned(), answer.trim_matches('`').to_owned()));
        }
    }
    rows
}

#[test]
fn every_answer_for_users_of_other_tools_is_right() {
    let rows = answered_rows(&page("coming-from.md"));
    assert!(rows.len() > 40, "{}", rows.len());
    let bench = Bench::new();
    let mut names = Vec::new();
    for (number, (here, answer)) in rows.iter().enumerate() {
        let metric = if answer.starts_with("P(x)") { "flag" } else { "count" };
        let taken = if here.contains("exploding(") { "use \"std\": exploding\n" } else { "" };
        let name = format!("row-{number}.odds");
        let rule = format!("x = {metric}(\"X\")\n\ndef trial():\n    record(x, {here})\n\nexpect(\"{answer}\")\n");
        bench.write(&name, format!("{taken}{rule}"));
        names.push(name);
    }
    let arguments: Vec<&str> = ["check"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let output = bench.run(&arguments);
    assert!(output.status.success(), "{}{}", String::from_utf8_lossy(&output.stdout), crate::support::stderr(&output));
}

#[test]
fn the_page_on_charts_has_every_kind_and_every_key() {
    let schema: serde_json::Value = serde_json::from_str(&Bench::new().succeed(&["schema"])).expect("a schema");
    let keys = &schema["properties"]["charts"]["items"]["properties"];
    let page = page("charts.md");
    let kinds = first_column(&page, "Kinds");
    for kind in keys["kind"]["enum"].as_array().expect("the kinds") {
        assert!(kinds.iter().any(|name| kind == name), "{kind}");
    }
    let listed = first_column(&page, "Keys");
    for key in keys.as_object().expect("the keys").keys() {
        assert!(listed.contains(key), "{key}");
    }
}
