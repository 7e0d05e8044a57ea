//! The tables of the report: every case with its most important numbers, and every metric.

use maud::{Markup, Render, html};
use oddsmith_model::messages::Messages;
use oddsmith_model::report::play::SpreadRange;
use oddsmith_model::report::{
    Answer, Case, Distribution, Met, Observed, Reading, Report, ReportQuestion,
};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{Headline, Measure};

use super::words::{counted, short_fraction};
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{Numerals, grouped};
use oddsmith_model::provenance;
use oddsmith_model::table::{Cell, CellStyle, Column, ColumnKind, Table};

/// The maximal number of rows of a table. Of more rows it shows the best, the worst and an even
/// selection.
const MAX_ROWS: usize = 2_000;

/// Returns the table of all cases with their headlines and answers, as a folded part.
pub fn cases(report: &Report) -> Markup {
    if report.headlines.is_empty() && report.asks.is_empty() || report.cases.is_empty() {
        return html! {};
    }
    let mut columns = case_columns(report);
    for ask in &report.asks {
        let goal = ask
            .want
            .as_ref()
            .map_or_else(String::new, |want| format!("goal: {}", want.text));
        columns.extend(number_columns(Cell::from(&ask.label).with_detail(goal)));
    }
    columns.extend(
        report
            .headlines
            .iter()
            .flat_map(|quantity| number_columns(Cell::from(&quantity.label))),
    );
    let row = |&case_index: &usize| {
        let case = &report.cases[case_index];
        let answers = report
            .asks
            .iter()
            .zip(&case.answers)
            .flat_map(|(ask, answer)| answer_cells(case, ask, answer));
        let numbers = report
            .headlines
            .iter()
            .flat_map(|quantity| headline_cells(report, case, quantity));
        case_cells(report, case)
            .chain(answers)
            .chain(numbers)
            .collect::<Vec<Cell>>()
    };
    let case_count = report.cases.len();
    let shown = selected_rows(case_count, |case_index| {
        let statistic = report.headlines.first()?;
        let case = &report.cases[case_index];
        Some(
            case.distribution(&statistic.metric, statistic.step)?
                .read(statistic.measure, report.run.confidence)
                .exact_or_estimate(),
        )
    });
    let title = match case_count {
        1 => "Headline numbers".to_owned(),
        2 => "Both cases".to_owned(),
        count => format!("All {} cases", grouped(count as u64)),
    };
    let note = provenance::absence_lines(report).join(" ");
    let table = Table {
        note,
        ..Table::from_rows(columns, shown.iter().map(row))
    };
    let left_out = "cases are here: the best, the worst, and an even selection";
    fold(
        format!("{title}, exact and simulated"),
        &counted(case_count, "row", "rows"),
        &html! {
            (left_out_note(shown.len(), case_count, left_out))
            (simulated_switch())
            (table.with_title("All cases", "Exact values are in bold.").to_html())
        },
    )
}

/// Returns the switch that shows the simulated columns of the next table.
fn simulated_switch() -> Markup {
    html! {
        p.switch {
            label { input.show-sim type="checkbox"; " Show the simulated numbers and their intervals" }
        }
    }
}

/// Returns two columns: one for exact and one for simulated numbers.
fn number_columns(head: Cell) -> [Column; 2] {
    [
        Column::new(ColumnKind::Numbers, head),
        Column::new(ColumnKind::Simulated, "simulated"),
    ]
}

/// Returns the rows that are shown: all rows or, if there are too many, an even selection with the
/// greatest and the least number.
fn selected_rows(row_count: usize, number: impl Fn(usize) -> Option<f64>) -> Vec<usize> {
    if row_count <= MAX_ROWS {
        return (0..row_count).collect();
    }
    let even = MAX_ROWS - 2;
    let mut rows: Vec<usize> = (0..even)
        .map(|nth| nth * (row_count - 1) / (even - 1))
        .collect();
    let numbered = || {
        (0..row_count).filter_map(|row| Some((number(row).filter(|value| value.is_finite())?, row)))
    };
    rows.extend(
        numbered()
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
            .map(|(_, row)| row),
    );
    rows.extend(
        numbered()
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
            .map(|(_, row)| row),
    );
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Returns a note about the rows that the page leaves out.
fn left_out_note(shown: usize, total: usize, selection: &str) -> Markup {
    html! {
        @if shown != total {
            p.note {
                "So that the page stays small, " (grouped(shown as u64)) " of " (grouped(total as u64)) " " (selection) "."
            }
        }
    }
}

/// Returns a part of the page that the reader can open. Its name is followed by a summary of its
/// contents.
pub fn fold(name: impl Render, aside: &str, body: &Markup) -> Markup {
    html! {
        details.fold { summary { b { (name) } span { (aside) } } "\n" (body) }
        "\n"
    }
}

/// Returns the cells of an answer: exact and simulated, with a mark if it meets its goal.
fn answer_cells(case: &Case, ask: &ReportQuestion, answer: &Answer) -> [Cell; 2] {
    if answer.is_never() {
        return ["never", "–"].map(Cell::from);
    }
    let tied = case.tied_range(&ask.label);
    let fraction = answer
        .figure()
        .and_then(|figure| figure.fraction)
        .filter(|_| tied.is_none());
    let fraction =
        fraction.and_then(|(n, d)| Some((u64::try_from(n).ok()?, u64::try_from(d).ok()?)));
    let fraction = short_fraction(fraction.filter(|&(_, d)| d > 1));
    let [mut exact, simulated] = exact_and_simulated_cells(
        &answer.reading(ask.statistic),
        tied,
        fraction,
        Numerals::ENGLISH,
    );
    let verdict = match answer.met {
        Some(Met::No(_) | Met::Valueless) => "goal missed",
        Some(Met::Unsure | Met::Tied) => "not known",
        Some(Met::Yes) | None => "",
    };
    exact.note = format!("{} {verdict}", exact.note).trim().to_owned();
    [exact, simulated]
}

/// Returns the table of every metric at every step, as a folded part.
pub fn every_metric(report: &Report) -> Markup {
    let mut columns = case_columns(report);
    columns.extend([
        Column::new(ColumnKind::Names, "Metric"),
        Column::new(ColumnKind::Text, "Step"),
    ]);
    columns.extend(number_columns("Mean or chance".into()));
    let other_heads = ["Standard deviation", "5%", "Median", "95%"];
    columns.extend(other_heads.map(|head| Column::new(ColumnKind::Numbers, head)));
    let distributions: Vec<(&Case, &Observed, &Distribution)> = report
        .cases
        .iter()
        .flat_map(|case| {
            let numbers = case.metrics.iter().filter(|observed| observed.is_number());
            numbers.flat_map(move |observed| {
                observed
                    .distributions
                    .iter()
                    .map(move |distribution| (case, observed, distribution))
            })
        })
        .collect();
    if distributions.is_empty() {
        return html! {};
    }
    let shown = selected_rows(distributions.len(), |_| None);
    let row = |&index: &usize| {
        let (case, observed, distribution) = distributions[index];
        metric_row(report, case, observed, distribution)
    };
    let table = Table::from_rows(columns, shown.iter().map(row));
    let table = table.with_title(
        "Every metric",
        "Quantiles are exact where the odds are exact.",
    );
    let left_out = "rows are here: an even selection";
    fold(
        "Every metric, with its spread",
        &counted(distributions.len(), "row", "rows"),
        &html! {
            (left_out_note(shown.len(), distributions.len(), left_out))
            (simulated_switch())
            (table.to_html())
        },
    )
}

fn metric_row(
    report: &Report,
    case: &Case,
    observed: &Observed,
    distribution: &Distribution,
) -> Vec<Cell> {
    let is_flag = observed.metric.kind == Kind::Flag;
    let measure = if is_flag {
        Measure::Is(1)
    } else {
        Measure::Mean
    };
    let reading = distribution.read(measure, report.run.confidence);
    let is_of_metric = |headline: &&Headline| {
        (headline.metric.as_str(), headline.step, headline.measure)
            == (observed.metric.name.as_str(), distribution.step, measure)
    };
    let tied = report
        .headlines
        .iter()
        .find(is_of_metric)
        .and_then(|headline| case.tied_range(&headline.label));
    let absent = provenance::absence_sentence(
        observed,
        report,
        [distribution].into_iter(),
        Messages::english(),
    );
    let step = distribution.step.map_or_else(String::new, |step| {
        observed.metric.step.short_step_label(step)
    });
    let quantile = |percent| {
        distribution
            .quantile(percent)
            .filter(|_| !is_flag && tied.is_none())
    };
    let quantiles = [5, 50, 95]
        .map(quantile)
        .map(|value| value.map_or_else(String::new, |value| value.to_string()));
    let sd = distribution
        .exact_sd()
        .or_else(|| distribution.tally.sd())
        .filter(|_| !is_flag && tied.is_none());
    let sd = sd.map_or_else(String::new, |sd| Numerals::ENGLISH.mean(sd));
    case_cells(report, case)
        .chain([
            Cell::from(&observed.metric.label).with_detail(absent.unwrap_or_default()),
            step.into(),
        ])
        .chain(exact_and_simulated_cells(
            &reading,
            tied,
            None,
            Numerals::ENGLISH,
        ))
        .chain([sd].into_iter().chain(quantiles).map(Cell::from))
        .collect()
}

/// Returns the cells of a headline of a case: exact and simulated.
fn headline_cells(report: &Report, case: &Case, quantity: &Headline) -> [Cell; 2] {
    let Some(distribution) = case.distribution(&quantity.metric, quantity.step) else {
        return ["–", "–"].map(Cell::from);
    };
    let allows = |value: i64| match quantity.measure {
        Measure::Mean => false,
        Measure::AtLeast(least) => value >= least,
        Measure::AtMost(most) => value <= most,
        Measure::Is(just) => value == just,
    };
    let tied = case.tied_range(&quantity.label);
    let fraction = distribution
        .pmf()
        .and_then(|pmf| pmf.probability(allows).fraction());
    let reading = case
        .observed(&quantity.metric)
        .map(|observed| observed.read(distribution, quantity.measure, report.run.confidence));
    exact_and_simulated_cells(
        &reading.unwrap_or_else(|| distribution.read(quantity.measure, report.run.confidence)),
        tied,
        short_fraction(fraction.filter(|_| tied.is_none())),
        Numerals::ENGLISH,
    )
}

fn exact_and_simulated_cells(
    reading: &Reading,
    tied: Option<SpreadRange>,
    fraction: Option<String>,
    numerals: Numerals,
) -> [Cell; 2] {
    let is_known = reading.exact.is_some_and(|value| !value.is_nan());
    let best = if is_known {
        Estimate::text_under_ties(reading, tied, numerals)
    } else {
        "–".to_owned()
    };
    let fraction = fraction
        .filter(|_| reading.unresolved == 0.0)
        .unwrap_or_default();
    let exact = Cell::styled(CellStyle::Strong, best).with_note(fraction);
    [exact, Estimate::trials_text(reading, numerals).into()]
}

/// Returns the columns that identify the case of a row.
fn case_columns(report: &Report) -> Vec<Column> {
    let variant = (!report.variants.is_empty()).then_some("Variant");
    let swept = report.sweep.iter().map(|swept| {
        if swept.short.is_empty() {
            &swept.label
        } else {
            &swept.short
        }
    });
    let names = variant.into_iter().chain(swept.map(String::as_str));
    names
        .map(|name| Column::new(ColumnKind::Names, name))
        .collect()
}

fn case_cells(report: &Report, case: &Case) -> impl Iterator<Item = Cell> {
    let variant = case.variant.map(|index| report.variants[index].clone());
    let swept = report
        .sweep
        .iter()
        .zip(&case.point)
        .map(|(swept, &index)| swept.value(index, Messages::english()));
    variant.into_iter().chain(swept).map(Cell::from)
}
