//! The distributions of a few cases next to each other: a column with bars for each case.

use std::collections::BTreeMap;

use super::cases::CaseNumbers;
use super::cells::{bar, best_text, share_bar};
use super::distribution::FEWEST_ROWS;
use super::ending::UsedSigns;
use super::options::{Options, SCREEN_LINES};
use super::value_groups::{MAX_ROWS, ValueGroup, value_groups};
use oddsmith_model::figures::Numerals;
use oddsmith_model::report::{Case, Distribution, Observed, Reading, Report, Row, Value};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{Headline, Measure};
use oddsmith_model::table::{Column, Table};

/// The maximal number of cases that are shown next to each other.
const MAX_CASES: usize = 6;
/// The maximal number of cases of typed dice and of AnyDice programs whose distributions are shown.
const MAX_ROLLS: usize = 24;
/// The greatest width of the table.
const WIDEST: usize = 100;
/// The length of the longest bar, in characters.
const LONGEST_BAR: usize = 20;
/// Bars shorter than this say nothing.
const SHORTEST_BAR: usize = 4;

/// The last rows: the mean and the standard deviation.
const STATISTICS: [&str; 2] = ["mean", "sd"];

/// A case with its distribution.
struct CaseColumn<'r> {
    name: String,
    observed: &'r Observed,
    distribution: &'r Distribution,
}

/// Returns two tables about a report's first metric. The first has the chance of each value in
/// every case. The second has the mean and the standard deviation of each case. Returns `None` if
/// the metric is not a count with a single distribution.
pub fn rolls_tables(report: &Report, at_least: bool, at_most: bool) -> Option<[Table; 2]> {
    let headline = report.headlines.first()?;
    let columns: Vec<CaseColumn<'_>> = report
        .cases
        .iter()
        .map(|case| case_column(report, case, headline))
        .collect::<Option<_>>()?;
    let options = Options {
        width: 0,
        at_least,
        at_most,
        ..Options::default()
    };
    let mut chances = table(report, &columns, &options, MAX_ROWS);
    let names: Vec<String> = match columns.as_slice() {
        [_] => vec![report.title.clone()],
        _ => columns.iter().map(|column| column.name.clone()).collect(),
    };
    for (column, name) in chances.columns[1..].iter_mut().zip(&names) {
        column.head = name.as_str().into();
    }
    for column in &mut chances.columns {
        column.cells.truncate(column.cells.len() - STATISTICS.len());
    }
    let statistics: Vec<[String; 2]> = columns
        .iter()
        .map(|column| statistics(report, column))
        .collect();
    let cells = |nth: usize| statistics.iter().map(move |texts| texts[nth].clone());
    let statistics = Table::new(vec![
        Column::text("", names),
        Column::numbers("mean", cells(0)),
        Column::numbers("standard deviation", cells(1)),
    ]);
    Some([chances, statistics])
}

/// Returns the maximal number of cases whose distributions are shown. Those of typed dice and of
/// AnyDice programs fill several tables; `--all` shows any number of them.
pub fn most_cases(is_of_rolls: bool, shows_all: bool) -> usize {
    match (is_of_rolls, shows_all) {
        (true, true) => usize::MAX,
        (true, false) => MAX_ROLLS,
        (false, _) => MAX_CASES,
    }
}

/// Returns the distributions of a report whose only number is the mean of one metric in each of a
/// few cases, or `None` for any other report. Cases of typed dice that are chances have a separate
/// table. `above` is the number of lines above the tables.
pub(super) fn side_by_side(
    report: &Report,
    numbers: &[CaseNumbers<'_>],
    options: &Options,
    above: usize,
) -> Option<(String, UsedSigns)> {
    let [number] = numbers else {
        return None;
    };
    let is_of_rolls = report.roll_chances.is_some();
    let is_whole = !options.is_wide && options.sort.is_none() && options.top.is_none();
    if !is_whole || report.cases.len() > most_cases(is_of_rolls, options.shows_all) {
        return None;
    }
    let headline = number.headline?;
    if headline.measure != Measure::Mean || report.depends_on_ties(&headline.metric) {
        return None;
    }
    let all: Vec<usize> = (0..report.cases.len()).collect();
    let shown = report.comparable(&all);
    let column = |case: usize| case_column(report, &report.cases[case], headline);
    let columns: Vec<CaseColumn<'_>> = shown
        .iter()
        .map(|&case| column(case))
        .collect::<Option<_>>()?;
    let chances: Vec<CaseColumn<'_>> = all
        .iter()
        .filter(|case| !shown.contains(case))
        .map(|&case| column(case))
        .collect::<Option<_>>()?;
    let most_rows = if options.fits_screen() && columns.len() <= MAX_CASES {
        let lines = above + 1 + STATISTICS.len();
        SCREEN_LINES
            .saturating_sub(lines)
            .clamp(FEWEST_ROWS, MAX_ROWS)
    } else {
        MAX_ROWS
    };
    let mut tables = blocks(report, &columns, options, most_rows);
    if !chances.is_empty() {
        tables.push(chance_table(report, &chances));
    }
    let signs = UsedSigns {
        has_plus_minus: tables.iter().any(|table| table.contains('±')),
        has_dash: tables.iter().any(|table| table.contains('–')),
    };
    let texts: Vec<String> = tables
        .iter()
        .map(|table| table.to_text(usize::MAX))
        .collect();
    Some((texts.join("\n"), signs))
}

/// Returns tables of as many cases as fit into the width.
fn blocks(
    report: &Report,
    cases: &[CaseColumn<'_>],
    options: &Options,
    most_rows: usize,
) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut rest = cases;
    while !rest.is_empty() {
        let most = rest.len().min(MAX_CASES);
        let block = |count: usize| table(report, &rest[..count], options, most_rows);
        let fits = |table: &Table| {
            table.columns.iter().map(Column::text_width).sum::<usize>() <= options.width
        };
        let count = (2..=most)
            .rev()
            .find(|&count| fits(&block(count)))
            .unwrap_or(1);
        tables.push(block(count));
        rest = &rest[count..];
    }
    tables
}

/// Returns a table with a row for each chance.
fn chance_table(report: &Report, cases: &[CaseColumn<'_>]) -> Table {
    let chances: Vec<Option<Reading>> = cases
        .iter()
        .map(|case| {
            let confidence = report.run.confidence;
            Some(
                case.observed
                    .read(case.distribution, Measure::Is(1), confidence),
            )
        })
        .collect();
    let texts = chances.iter().flatten().map(best_text);
    Table::new(vec![
        Column::text("", cases.iter().map(|case| case.name.clone())),
        Column::numbers("", texts),
        Column::text("", chances.iter().map(|chance| bar(chance, None))),
    ])
}

fn case_column<'r>(
    report: &'r Report,
    case: &'r Case,
    headline: &Headline,
) -> Option<CaseColumn<'r>> {
    let observed = case.observed(&headline.metric)?;
    let distribution = case.distribution(&headline.metric, headline.step)?;
    let is_shown = observed.metric.kind == Kind::Count
        && observed.distributions.len() == 1
        && !distribution.may_be_absent();
    is_shown.then(|| CaseColumn {
        name: name(report, case),
        observed,
        distribution,
    })
}

/// Returns the name of a case. If only one parameter is swept and its value is a word, the
/// parameter's name is left out.
fn name(report: &Report, case: &Case) -> String {
    if let ([swept], true) = (report.sweep.as_slice(), report.variants.is_empty())
        && let Value::Text(word) = &swept.values[case.point[0]]
        && swept.labels.iter().all(Option::is_none)
    {
        return word.clone();
    }
    report.case_name(case)
}

fn table(report: &Report, cases: &[CaseColumn<'_>], options: &Options, most_rows: usize) -> Table {
    let confidence = report.run.confidence;
    let groups = shared_groups(report, cases, most_rows);
    let chance = |case: &CaseColumn<'_>, group: &ValueGroup| {
        let measure = match (options.at_least, options.at_most) {
            (true, _) => group
                .first()
                .map_or(Measure::AtLeast(i64::MIN), Measure::AtLeast),
            (_, true) => group
                .last()
                .map_or(Measure::AtMost(i64::MAX), Measure::AtMost),
            _ => {
                let in_group = |value| group.contains(value);
                return case.distribution.chance(confidence, in_group);
            }
        };
        case.observed.read(case.distribution, measure, confidence)
    };
    let chances: Vec<Vec<Reading>> = cases
        .iter()
        .map(|case| groups.iter().map(|group| chance(case, group)).collect())
        .collect();
    let greatest = chances
        .iter()
        .flatten()
        .map(Reading::exact_or_estimate)
        .fold(0.0, f64::max);
    let value_label = |value: i64| Numerals::ENGLISH.fixed(value as f64, 0);
    let label = |group: &ValueGroup| {
        let end = match (options.at_least, options.at_most) {
            (true, _) => group.first(),
            (_, true) => group.last(),
            _ => None,
        };
        end.map_or_else(|| group.label(value_label), value_label)
    };
    let labels = groups
        .iter()
        .map(label)
        .chain(STATISTICS.map(str::to_owned));
    let heading = match (options.at_least, options.at_most) {
        (true, _) => "at least",
        (_, true) => "at most",
        _ => "",
    };
    let mut columns = vec![Column::numbers(heading, labels)];
    let number_columns: Vec<Column> = cases
        .iter()
        .zip(&chances)
        .map(|(case, chances)| {
            let cells = chances.iter().map(|reading| match reading.exact {
                Some(0.0) => String::new(),
                _ => best_text(reading),
            });
            Column::numbers(case.name.as_str(), cells.chain(statistics(report, case)))
        })
        .collect();
    let used = columns[0].text_width()
        + number_columns.iter().map(Column::text_width).sum::<usize>()
        + 2 * cases.len();
    let longest = (options.width.min(WIDEST).saturating_sub(used) / cases.len()).min(LONGEST_BAR);
    for (column, chances) in number_columns.into_iter().zip(&chances) {
        columns.push(column);
        if longest >= SHORTEST_BAR && greatest > 0.0 {
            let bars = chances
                .iter()
                .map(|reading| share_bar(reading.exact_or_estimate() / greatest, longest));
            columns.push(Column::text("", bars.chain([String::new(), String::new()])));
        }
    }
    Table::new(columns)
}

/// Returns the mean and the standard deviation of a case.
fn statistics(report: &Report, case: &CaseColumn<'_>) -> [String; 2] {
    let mean = case.distribution.read(Measure::Mean, report.run.confidence);
    let sd = case
        .distribution
        .exact_sd()
        .or_else(|| case.distribution.tally.sd());
    [
        best_text(&mean),
        sd.map_or_else(String::new, |sd| Numerals::ENGLISH.mean(sd)),
    ]
}

/// Returns the rows of all cases: their values, in groups if there are many.
fn shared_groups(report: &Report, cases: &[CaseColumn<'_>], most_rows: usize) -> Vec<ValueGroup> {
    // The case in which a value is likeliest decides whether it belongs to a faint tail.
    let mut rows: BTreeMap<i64, Row> = BTreeMap::new();
    for row in cases
        .iter()
        .flat_map(|case| case.distribution.rows(report.run.confidence))
    {
        let known = rows.entry(row.value).or_insert(row);
        if known.exact_or_estimate() < row.exact_or_estimate() {
            *known = row;
        }
    }
    value_groups(rows.into_values().collect(), most_rows)
}
