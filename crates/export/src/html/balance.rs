//! The section on a search for parameter values: the best settings, and which goals exclude each
//! other.

use maud::{Markup, html};

use super::Readers;
use crate::balance::best_settings;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::report::balance::{Balancing, JudgedAsk};
use oddsmith_model::summary::balance as sentences;

/// Returns the section; empty without a search, and for playtesters.
pub fn section(report: &Report, readers: Readers) -> Markup {
    let words = Messages::english();
    let Some(balancing) = report
        .balance
        .as_ref()
        .filter(|_| readers == Readers::Designers)
    else {
        return html! {};
    };
    let statements: Vec<String> = sentences::best(balancing, words)
        .into_iter()
        .chain(sentences::left_out(balancing, words))
        .collect();
    html! {
        section aria-labelledby="balance" {
            h2 #balance { (sentences::title(balancing, words)) }
            p { (statements.join(". ")) ". In brackets: how far an answer is inside or outside its goal." }
            (table(balancing))
            @if !balancing.conflicts.is_empty() {
                ul {
                    @for odds in &balancing.conflicts {
                        @let (group, prices) = sentences::at_odds(balancing, odds, words);
                        li { (group) " " (prices.join(" ")) }
                    }
                }
            }
        }
        "\n"
    }
}

fn table(balancing: &Balancing) -> Markup {
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
