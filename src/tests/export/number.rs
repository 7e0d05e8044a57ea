//! Reads back every number that a bundled scenario prints: on the terminal, in the report, and in
//! Markdown and LaTeX tables.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use crate::analysis::{EngineMode, plan, run};
use crate::export::files::InMemory;
use crate::export::html::Readers;
use crate::export::table::{Options, Rest, table};
use crate::export::{Format, write};
use crate::scenario::bundled::BUNDLED;
use crate::scenario::document::{Overrides, Scenario};
use oddsmith_engine::explore::Watch;
use oddsmith_engine::stats::Interval;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{NumberKind, Numerals};
use oddsmith_model::input::diagnostic::Source;
use oddsmith_model::report::{Distribution, Reading, Report};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::Measure;

/// Runs a bundled scenario with few trials. `exact` decides whether its odds are computed.
fn report(name: &str, text: &str, trials: &str, exact: Option<&str>) -> Option<Report> {
    let source = Arc::new(Source {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    let exact = exact.map(|exact| ("exact", exact.to_owned()));
    let run_with = [("trials", trials.to_owned())]
        .into_iter()
        .chain(exact)
        .collect();
    let overrides = Overrides {
        run: run_with,
        ..Overrides::default()
    };
    let scenario = Scenario::parse(name, source, &overrides).ok()?;
    run(&plan(&scenario).ok()?, EngineMode::Auto, &Watch::default()).ok()
}

/// The bundled scenarios of the bundled rules with few trials, run once for all tests.
static REPORTS: LazyLock<Vec<(&str, Report)>> = LazyLock::new(|| {
    let run = |&(name, text): &(&'static str, &str)| Some((name, report(name, text, "200", None)?));
    built_in_scenarios().filter_map(run).collect()
});

fn built_in_scenarios() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    BUNDLED
        .iter()
        .filter(|(_, text)| text.contains("rule = \"") && !text.contains(".odds\""))
}

/// Returns the text of a page without its styles, scripts and tags.
fn visible_text(html: &str) -> String {
    let mut text = html.to_owned();
    let cuts = [
        ("<style", "</style>"),
        ("<script", "</script>"),
        ("<svg", "</svg>"),
        ("<pre", "</pre>"),
        ("<", ">"),
    ];
    for (from, to) in cuts {
        let mut rest = text.as_str();
        let mut kept = String::new();
        while let Some((before, after)) = rest.split_once(from) {
            kept.push_str(before);
            kept.push(' ');
            rest = after.split_once(to).map_or("", |(_, after)| after);
        }
        text = kept + rest;
    }
    text.replace("&lt;", "<").replace("&gt;", ">")
}

/// Returns every text for people that a run writes, each with its name.
fn printed_texts(report: &Report) -> Vec<(String, String)> {
    let options = Options {
        width: 400,
        is_wide: true,
        rest: Rest::InFiles,
        ..Options::default()
    };
    let mut named_texts = vec![("the terminal".to_owned(), table(report, &options))];
    for readers in [Readers::Designers, Readers::Playtesters] {
        let mut files = InMemory::default();
        let formats = [Format::Md, Format::Tex];
        write(
            report,
            &formats,
            Some(readers),
            &mut files,
            std::time::Duration::default,
            &|| false,
        )
        .expect("it is written");
        let text = |(file, bytes): (String, Vec<u8>)| {
            let text = String::from_utf8(bytes).ok()?;
            let ending = file.rsplit_once('.')?.1.to_owned();
            match ending.as_str() {
                "html" => Some((file, visible_text(&text))),
                "md" => Some((file, text)),
                "tex" => Some((
                    file,
                    text.replace("$\\pm$", "±")
                        .replace("\\%", "%")
                        .replace("$<$", "<")
                        .replace("$>$", ">"),
                )),
                _ => None,
            }
        };
        named_texts.extend(files.into_files().filter_map(text));
    }
    named_texts
}

/// A simulated number in a text: the estimate, if there is one, and the interval that it claims.
#[derive(Debug, PartialEq)]
struct PrintedNumber {
    value: Option<f64>,
    low: f64,
    high: f64,
}

fn number(text: &str) -> Option<(f64, bool)> {
    let text = text
        .trim_matches(|c: char| matches!(c, '(' | ')' | ',' | ';' | '.' | ':' | '|' | '&' | '"'));
    let (text, is_percent) = text
        .strip_suffix('%')
        .map_or((text, false), |text| (text, true));
    Some((Numerals::ENGLISH.parse(text)?, is_percent))
}

/// Returns the simulated numbers of a text. A percentage becomes a share.
fn printed_numbers(text: &str) -> Vec<PrintedNumber> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let mut numbers = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let scaled = |value: f64, is_percent: bool| if is_percent { value / 100.0 } else { value };
        let before = || {
            index
                .checked_sub(1)
                .and_then(|before| number(tokens[before]))
        };
        if let Some(width) = token.strip_prefix('±').and_then(number) {
            let Some((value, is_percent)) = before() else {
                continue;
            };
            let [value, width] = [value, width.0].map(|unscaled| scaled(unscaled, is_percent));
            numbers.push(PrintedNumber {
                value: Some(value),
                low: value - width,
                high: value + width,
            });
        } else if let (Some(low), Some(&"to")) = (
            token.strip_prefix('(').and_then(number),
            tokens.get(index + 1),
        ) {
            let Some((high, is_percent)) = tokens.get(index + 2).and_then(|end| number(end)) else {
                continue;
            };
            // A difference in percentage points is not a share.
            let is_difference = tokens
                .get(index + 3)
                .is_some_and(|unit| unit.starts_with("pp"));
            let Some((value, _)) = before().filter(|_| !is_difference) else {
                continue;
            };
            let [value, low, high] =
                [value, low.0, high].map(|unscaled| scaled(unscaled, is_percent));
            numbers.push(PrintedNumber {
                value: Some(value),
                low,
                high,
            });
        } else if let Some((high, true)) = token.strip_prefix('<').and_then(number) {
            numbers.push(PrintedNumber {
                value: None,
                low: 0.0,
                high: high / 100.0,
            });
        } else if let Some((low, true)) = token.strip_prefix('>').and_then(number) {
            numbers.push(PrintedNumber {
                value: None,
                low: low / 100.0,
                high: 1.0,
            });
        }
    }
    numbers
}

/// Returns the simulated estimates of all numbers that a distribution has.
fn simulated_estimates(
    distribution: &Distribution,
    observed: &oddsmith_model::report::Observed,
    report: &Report,
) -> Vec<Estimate> {
    let confidence = report.run.confidence;
    let mut values: Vec<i64> = distribution.tally.iter().map(|(value, _)| value).collect();
    if let Kind::Category(outcomes) = &observed.metric.kind {
        values.extend(0..outcomes.len() as i64);
    }
    values.extend([0, 1]);
    values.extend(
        distribution
            .pmf()
            .into_iter()
            .flat_map(|pmf| pmf.masses().iter().map(|entry| entry.0)),
    );
    let read = |value: &i64| {
        [
            Measure::Is(*value),
            Measure::AtLeast(*value),
            Measure::AtMost(*value),
        ]
        .map(|measure| observed.read(distribution, measure, confidence))
    };
    let readings: Vec<Reading> = values
        .iter()
        .flat_map(read)
        .chain([observed.read(distribution, Measure::Mean, confidence)])
        .collect();
    let absent = Estimate::sampled(distribution.absent(), distribution.trials, confidence);
    readings
        .iter()
        .map(Estimate::from_trials)
        .chain([absent])
        .collect()
}

/// Returns whether a printed number belongs to an estimate: it contains the unrounded interval, and
/// rounding explains its width.
fn is_text_of(printed: &PrintedNumber, estimate: &Estimate) -> bool {
    let slack = 1e-9 * (1.0 + estimate.value.abs());
    let holds = printed.low <= estimate.low + slack && printed.high >= estimate.high - slack;
    let width = estimate.high - estimate.low;
    let is_tight = printed.high - printed.low <= 1.4 * width + slack;
    let is_near = printed
        .value
        .is_none_or(|value| (value - estimate.value).abs() <= 0.06 * width + slack);
    let is_one_sided = match printed.value {
        Some(_) => true,
        None if printed.low <= 0.0 => estimate.value <= 0.0,
        None => estimate.value >= 1.0,
    };
    holds && is_tight && is_near && is_one_sided
}

#[test]
fn printed_intervals_contain_the_unrounded_intervals() {
    let mut seen = 0;
    let (mut terminal_count, mut table_count) = (0, 0);
    let simulated_only = |&(name, text): &(&'static str, &str)| {
        Some((name, report(name, text, "2000", Some("never"))?))
    };
    let simulated_only: Vec<(&str, Report)> =
        built_in_scenarios().filter_map(simulated_only).collect();
    for (name, report) in REPORTS.iter().chain(&simulated_only) {
        let distributions = report.cases.iter().flat_map(|case| &case.metrics);
        let mut known: Vec<Estimate> = distributions
            .flat_map(|observed| {
                observed
                    .distributions
                    .iter()
                    .flat_map(|distribution| simulated_estimates(distribution, observed, report))
            })
            .collect();
        let asked = report
            .cases
            .iter()
            .flat_map(|case| case.answers.iter().zip(&report.asks));
        known.extend(
            asked.map(|(answer, ask)| Estimate::from_trials(&answer.reading(ask.statistic))),
        );
        let joint = report.cases.iter().flat_map(|case| &case.joints);
        let pairs = joint.flat_map(|joint| joint.rows.iter().map(|row| (row.count, joint.trials)));
        known.extend(
            pairs.map(|(count, trials)| Estimate::sampled(count, trials, report.run.confidence)),
        );
        let mut read = HashSet::new();
        for (file, text) in printed_texts(report) {
            let numbers = printed_numbers(&text);
            seen += numbers.len();
            terminal_count += if file == "the terminal" {
                numbers.len()
            } else {
                0
            };
            table_count += if file.ends_with(".md") || file.ends_with(".tex") {
                numbers.len()
            } else {
                0
            };
            // "<0.10%" is a threshold for rows that are left out, and ">99.9999%" is an exact
            // chance.
            let is_rule = |printed_number: &PrintedNumber| {
                printed_number.value.is_none()
                    && (printed_number.high == 0.001 || printed_number.low == 0.999_999)
            };
            let mut is_new = |printed_number: &PrintedNumber| {
                read.insert([
                    printed_number.value.map_or(u64::MAX, f64::to_bits),
                    printed_number.low.to_bits(),
                    printed_number.high.to_bits(),
                ])
            };
            let wrong: Vec<&PrintedNumber> = numbers
                .iter()
                .filter(|printed_number| {
                    is_new(printed_number)
                        && !is_rule(printed_number)
                        && !known
                            .iter()
                            .any(|estimate| is_text_of(printed_number, estimate))
                })
                .collect();
            assert!(wrong.is_empty(), "{name}, {file}: {wrong:?}");
        }
    }
    assert!(
        seen > 2000 && terminal_count > 300 && table_count > 200,
        "only {seen}, {terminal_count} and {table_count} were seen"
    );
}

/// Returns the computed percentages of a text, with their number of decimals.
fn computed_percentages(text: &str) -> Vec<(f64, usize, String)> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let percentage = |(index, token): (usize, &&str)| {
        let (value, true) = number(token)? else {
            return None;
        };
        let next = tokens.get(index + 1).copied().unwrap_or_default();
        let is_simulated =
            next.starts_with(['±', '(']) || token.contains(')') || token.contains('–');
        let is_typed = token.starts_with(['<', '>'])
            || matches!(next, "to" | "of" | "confidence" | "interval" | "intervals");
        let is_end = index > 0 && tokens[index - 1] == "to";
        let digits = token.trim_matches(|c: char| !c.is_ascii_digit());
        let decimals = digits.split_once('.').map_or(0, |(_, part)| part.len());
        (!is_simulated && !is_typed && !is_end).then(|| (value, decimals, (*token).to_owned()))
    };
    tokens.iter().enumerate().filter_map(percentage).collect()
}

#[test]
fn computed_percentages_have_the_right_decimals() {
    let mut seen = 0;
    for (name, report) in REPORTS.iter() {
        let used = report
            .used_files
            .iter()
            .map(|(_, text)| text.as_str())
            .collect::<String>();
        let shown = format!(
            "{:?} {:?} {:?} {:?}",
            report.words, report.parameters, report.notes, report.changes
        );
        let quoted = [
            &report.source,
            &report.description,
            report.rule_text.as_deref().unwrap_or_default(),
            &used,
            &shown,
        ];
        let levels = ["5%", "25%", "50%", "75%", "90%", "95%"];
        for (file, text) in printed_texts(report) {
            let percentages = computed_percentages(&text);
            seen += percentages.len();
            let is_strange = |(value, decimals, token): &&(f64, usize, String)| {
                let digits = token.trim_matches(|c: char| !c.is_ascii_digit() && c != '%');
                let is_theirs =
                    levels.contains(&digits) || quoted.iter().any(|text| text.contains(digits));
                let expected = match *value {
                    0.0 | 100.0 => 0,
                    1.0..=99.0 => 1,
                    value if value < 1.0 => (1.0 - value.log10().floor()) as usize,
                    // Two significant digits of the distance to 100; 99.0 is covered above.
                    value => (1.0 - ((100.0 - value).log10() + 1e-9).floor()) as usize,
                };
                *decimals != expected && !is_theirs
            };
            let strange: Vec<_> = percentages.iter().filter(is_strange).collect();
            assert!(strange.is_empty(), "{name}, {file}: {strange:?}");
        }
    }
    assert!(seen > 1000, "only {seen} percentages were seen");
}

#[test]
fn wrongly_printed_intervals_are_detected() {
    let held = Estimate {
        value: 2.41913,
        low: 2.4098,
        high: 2.4284,
        is_exact: false,
        is_outcome: false,
    };
    let matches_held = |text: &str| {
        printed_numbers(text)
            .iter()
            .map(|printed_number| is_text_of(printed_number, &held))
            .collect::<Vec<_>>()
    };
    assert_eq!(matches_held("2.4 ±0.009"), [false]);
    assert_eq!(matches_held("2.4191 ±0.0094"), [true]);
    assert_eq!(matches_held("2.419 (2.409 to 2.429)"), [true]);
    let share = Estimate {
        value: 0.876_75,
        low: 0.8751,
        high: 0.8784,
        is_exact: false,
        is_outcome: false,
    };
    let matches_share = |text: &str| {
        printed_numbers(text)
            .iter()
            .map(|printed_number| is_text_of(printed_number, &share))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        [
            matches_share("88 ±0.2"),
            matches_share("88% ±0.2"),
            matches_share("87.68% ±0.17"),
            matches_share("no number")
        ],
        [vec![false], vec![false], vec![true], vec![]]
    );
    let never = Estimate {
        value: 0.0,
        low: 0.0,
        high: 3.84145e-6,
        is_exact: false,
        is_outcome: false,
    };
    assert!(
        is_text_of(&printed_numbers("<0.00039%")[0], &never)
            && !is_text_of(&printed_numbers("<0.00038%")[0], &never)
    );
    let found = computed_percentages("12.5% against 13%, and 57.87% ±0.10");
    assert_eq!(
        found.iter().map(|entry| entry.1).collect::<Vec<_>>(),
        [1, 0]
    );
    let interval = Interval {
        low: 0.0,
        high: 1.0,
    };
    let reading = Reading {
        estimate: f64::NAN,
        interval,
        exact: None,
        kind: NumberKind::Chance,
        unresolved: 0.0,
    };
    assert_eq!(
        Estimate::from_trials(&reading).percent(Numerals::ENGLISH),
        "<100%"
    );
}
