//! The section on a search for parameter values: the best settings, and which goals exclude each
//! other.

use std::fmt::Write;

use super::Readers;
use super::words::escape_html;
use crate::balance::best_settings;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::report::balance::{Balancing, JudgedAsk};
use oddsmith_model::summary::balance as sentences;

/// Returns the section; empty without a search, and for playtesters.
pub fn section(report: &Report, readers: Readers) -> String {
    let Some(balancing) = report
        .balance
        .as_ref()
        .filter(|_| readers == Readers::Designers)
    else {
        return String::new();
    };
    let mut html = format!(
        "<section aria-labelledby=\"balance\">\n<h2 id=\"balance\">{}</h2>\n",
        escape_html(&sentences::title(balancing, Messages::english()))
    );
    let statements: Vec<String> = sentences::best(balancing, Messages::english())
        .into_iter()
        .chain(sentences::left_out(balancing, Messages::english()))
        .collect();
    let _ = writeln!(
        html,
        "<p>{} In brackets: how far an answer is inside or outside its goal.</p>",
        escape_html(&(statements.join(". ") + "."))
    );
    html.push_str(&table(balancing));
    if !balancing.conflicts.is_empty() {
        html.push_str("<ul>\n");
        for odds in &balancing.conflicts {
            let (group, prices) = sentences::at_odds(balancing, odds, Messages::english());
            let _ = writeln!(
                html,
                "<li>{} {}</li>",
                escape_html(&group),
                escape_html(&prices.join(" "))
            );
        }
        html.push_str("</ul>\n");
    }
    html + "</section>\n"
}

fn table(balancing: &Balancing) -> String {
    let goal = |ask: &JudgedAsk| {
        ask.want
            .as_ref()
            .map_or_else(String::new, |(_, want)| format!("goal: {want}"))
    };
    let mut table = best_settings(balancing, goal);
    table.columns[0].head = "Setting".into();
    let subtitle =
        "Exact odds. A setting is robust if every setting one step away meets all goals too.";
    table.with_title("The best settings", subtitle).to_html()
}
