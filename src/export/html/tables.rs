//! The summary tables: the numbers to read first, and every metric.

use crate::report::{Answer, Ask, Case, Law, Met, Observed, Reading, Report};
use crate::rule::metric::{Kind, Measure, Statistic};

use super::words::{counted, escaped, exact, short_fraction, simulated};
use crate::estimate::grouped;
use crate::export::provenance;

/// Rows of a table at most: the rest is in the CSV files.
const MOST_ROWS: usize = 150;

/// The numbers to read first, a row a case.
pub fn headlines(report: &Report) -> String {
    if report.headlines.is_empty() || report.cases.is_empty() {
        return String::new();
    }
    let mut html = "<section aria-labelledby=\"summary\">\n<h2 id=\"summary\">In short</h2>\n".to_owned();
    let mut head = case_head(report);
    for quantity in &report.headlines {
        head.push_str(&format!(
            "<th scope=\"col\">{}</th><th scope=\"col\" class=\"minor\">simulated</th>",
            escaped(&quantity.label)
        ));
    }
    let row = |case: &Case| {
        let cells = report.headlines.iter().map(|quantity| cells(report, case, quantity));
        format!("<tr>{}{}</tr>\n", case_cells(report, case), cells.collect::<String>())
    };
    let rows: String = report.cases.iter().take(MOST_ROWS).map(row).collect();
    html.push_str(&table(
        "The numbers to read first",
        "In bold the exact value; beside it the estimate with its interval.",
        &head,
        &rows,
    ));
    html.push_str(&more(report.cases.len(), "case", "cases"));
    for line in provenance::absent_headlines(report) {
        html.push_str(&format!("<p class=\"note\">{}</p>\n", escaped(&line)));
    }
    for (label, value) in &report.notes {
        html.push_str(&format!("<p class=\"note\">{}: {}</p>\n", escaped(label), escaped(value)));
    }
    html + "</section>\n"
}

/// What was asked, a row a case: first of all.
pub fn answers(report: &Report) -> String {
    if report.asks.is_empty() || report.cases.is_empty() {
        return String::new();
    }
    let mut html = "<section aria-labelledby=\"answers\">\n<h2 id=\"answers\">Answers</h2>\n".to_owned();
    let mut head = case_head(report);
    for ask in &report.asks {
        let want = ask
            .want
            .as_ref()
            .map_or_else(String::new, |want| format!("<span class=\"meaning\">wanted: {}</span>", escaped(want)));
        head.push_str(&format!(
            "<th scope=\"col\">{}{want}</th><th scope=\"col\" class=\"minor\">simulated</th>",
            escaped(&ask.label)
        ));
    }
    let row = |case: &Case| {
        let cells = report.asks.iter().zip(&case.answers).map(|(ask, answer)| answer_cells(ask, answer));
        format!("<tr>{}{}</tr>\n", case_cells(report, case), cells.collect::<String>())
    };
    let rows: String = report.cases.iter().take(MOST_ROWS).map(row).collect();
    html.push_str(&table(
        "Answers to what was asked",
        "In bold the exact value; beside it the estimate with its interval.",
        &head,
        &rows,
    ));
    html.push_str(&more_in(report.cases.len(), "case", "cases", "asks.csv"));
    html + "</section>\n"
}

/// An answer: exact and simulated, and whether it is as wanted.
fn answer_cells(ask: &Ask, answer: &Answer) -> String {
    if answer.is_never() {
        return "<td>never</td><td class=\"minor\">–</td>".to_owned();
    }
    let fraction = answer.figure().and_then(|figure| figure.fraction);
    let fraction = fraction.and_then(|(n, d)| Some((u64::try_from(n).ok()?, u64::try_from(d).ok()?)));
    let cells = pair(&answer.reading(ask.is_probability), short_fraction(fraction.filter(|&(_, d)| d > 1)));
    match answer.met {
        Some(Met::No(_) | Met::Valueless) => cells.replacen("</td>", " <small>not as wanted</small></td>", 1),
        Some(Met::Unsure) => cells.replacen("</td>", " <small>not known</small></td>", 1),
        Some(Met::Yes) | None => cells,
    }
}

/// Every metric at every step, a row each.
pub fn every_metric(report: &Report) -> String {
    let mut head = case_head(report);
    for title in ["Metric", "Step", "Exact mean or chance", "Simulated", "Standard deviation", "5%", "Median", "95%"] {
        let scope = if title == "Metric" || title == "Step" { " class=\"text\"" } else { "" };
        head.push_str(&format!("<th scope=\"col\"{scope}>{title}</th>"));
    }
    let all = || {
        report.cases.iter().flat_map(|case| {
            let numbers = case.metrics.iter().filter(|observed| observed.is_number());
            numbers.flat_map(move |observed| observed.laws.iter().map(move |law| (case, observed, law)))
        })
    };
    let of = all().count();
    if of == 0 {
        return String::new();
    }
    let rows: String =
        all().take(MOST_ROWS).map(|(case, observed, law)| metric_row(report, case, observed, law)).collect();
    format!(
        "<section aria-labelledby=\"metrics\">\n<h2 id=\"metrics\">Every number that was counted</h2>\n<details>\n\
         <summary>{}</summary>\n{}{}</details>\n</section>\n",
        counted(of, "row", "rows"),
        table("Every metric", "Quantiles are exact where odds are.", &head, &rows),
        more(of, "row", "rows"),
    )
}

fn metric_row(report: &Report, case: &Case, observed: &Observed, law: &Law) -> String {
    let is_flag = observed.metric.kind == Kind::Flag;
    let measure = if is_flag { Measure::Is(1) } else { Measure::Mean };
    let reading = law.read(measure, report.run.confidence);
    let absent = provenance::absent(observed, report, [law].into_iter());
    let absent = absent.map_or_else(String::new, |words| format!("<span class=\"meaning\">{}</span>", escaped(&words)));
    let step = law.step.map_or_else(String::new, |step| escaped(&report.step_name(step)));
    let quantile = |percent| match law.quantile(percent).filter(|_| !is_flag) {
        Some(value) => format!("<td>{value}</td>"),
        None => "<td></td>".to_owned(),
    };
    let sd = law.exact_sd().or_else(|| law.tally.sd()).filter(|_| !is_flag);
    format!(
        "<tr>{}<th scope=\"row\">{}{absent}</th><td class=\"text\">{step}</td>{}<td>{}</td>{}{}{}</tr>\n",
        case_cells(report, case),
        escaped(&observed.metric.label),
        pair(&reading, None),
        sd.map_or_else(String::new, |sd| format!("{sd:.3}")),
        quantile(5),
        quantile(50),
        quantile(95),
    )
}

/// A quantity of a case: exact, and simulated.
fn cells(report: &Report, case: &Case, quantity: &Statistic) -> String {
    let Some(law) = case.law(&quantity.metric, quantity.step) else {
        return "<td>–</td><td class=\"minor\">–</td>".to_owned();
    };
    let allows = |value: i64| match quantity.measure {
        Measure::Mean => false,
        Measure::AtLeast(least) => value >= least,
        Measure::AtMost(most) => value <= most,
        Measure::Is(just) => value == just,
    };
    let fraction = law.pmf().and_then(|pmf| pmf.probability(allows).fraction());
    let reading =
        case.observed(&quantity.metric).map(|observed| observed.read(law, quantity.measure, report.run.confidence));
    pair(&reading.unwrap_or_else(|| law.read(quantity.measure, report.run.confidence)), short_fraction(fraction))
}

fn pair(reading: &Reading, fraction: Option<String>) -> String {
    let best = reading.exact.map_or_else(|| "–".to_owned(), |value| exact(value, reading.is_probability));
    let fraction = fraction.map_or_else(String::new, |text| format!(" <small>{text}</small>"));
    let (estimate, interval) = simulated(reading);
    format!("<td><b>{best}</b>{fraction}</td><td class=\"minor\">{estimate} <small>{interval}</small></td>")
}

/// The columns that say which case a row is of.
fn case_head(report: &Report) -> String {
    let variant = (!report.variants.is_empty()).then(|| "Variant".to_owned());
    let swept = report.sweep.iter().map(|swept| if swept.short.is_empty() { &swept.label } else { &swept.short });
    let names = variant.into_iter().chain(swept.map(|name| escaped(name)));
    names.map(|name| format!("<th scope=\"col\" class=\"key\">{name}</th>")).collect()
}

fn case_cells(report: &Report, case: &Case) -> String {
    let variant = case.variant.map(|index| &report.variants[index]);
    let swept = report.sweep.iter().zip(&case.point).map(|(swept, &index)| &swept.values[index]);
    let names = variant.into_iter().chain(swept);
    names.map(|name| format!("<th scope=\"row\" class=\"key\">{}</th>", escaped(name))).collect()
}

/// A table that is scrolled where it is wider than the page, also with a keyboard.
pub fn table(name: &str, caption: &str, head: &str, rows: &str) -> String {
    format!(
        "<p class=\"note\">{caption}</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">\n<table>\n\
         <thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

fn more(of: usize, one: &str, many: &str) -> String {
    more_in(of, one, many, "summary.csv")
}

fn more_in(of: usize, one: &str, many: &str, file: &str) -> String {
    let rest = of.saturating_sub(MOST_ROWS);
    let many = if rest == 1 { one } else { many };
    if rest == 0 {
        String::new()
    } else {
        format!("<p class=\"note\">{} more {many}: see {file}.</p>\n", grouped(rest as u64))
    }
}
