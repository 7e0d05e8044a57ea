//! Best play in the report: what to do in each situation, what each option is worth, what a mistake costs.

use std::fmt::Write;

use crate::export::number::significant;
use crate::report::play::{BestPlay, Situation};
use crate::report::{Case, Report};

use super::words::{counted, escaped};

/// Situations of a case that are shown; the rest are in `policy.csv`, and counted.
const MOST: usize = 150;

/// The section; nothing where nobody seeks the best play.
pub fn section(report: &Report) -> String {
    let mut cases = report.cases.iter().filter_map(|case| Some((case, case.best_play.as_ref()?))).peekable();
    if cases.peek().is_none() {
        return String::new();
    }
    let mut html = "<section aria-labelledby=\"play\">\n<h2 id=\"play\">Best play</h2>\n\
        <p>What serves the aim best in every situation that such play meets. An option's loss is what a player gives away \
        who takes it and then plays best again.</p>\n"
        .to_owned();
    let is_only = report.cases.len() == 1;
    cases.for_each(|(case, play)| html.push_str(&of_case(report, case, play, is_only)));
    html + "</section>\n"
}

fn of_case(report: &Report, case: &Case, play: &BestPlay, is_only: bool) -> String {
    let name = if is_only { String::new() } else { format!("{}: ", escaped(&report.case_name(case))) };
    let many = counted(play.situations.len(), "situation", "situations");
    let mut html = format!(
        "<details{}>\n<summary>{name}{} = {} under best play, {many}</summary>\n",
        if is_only { " open" } else { "" },
        escaped(&play.aim),
        significant(play.value, 5)
    );
    if !play.held.is_empty() {
        html.push_str("<ul>\n");
        for held in &play.held {
            let _ = writeln!(
                html,
                "<li><code>{}</code> {}: {} ({} given away)</li>",
                escaped(&held.choice),
                if held.is_by_chance { "by chance".to_owned() } else { format!("always {}", escaped(&held.answer)) },
                significant(held.value, 5),
                significant((play.value - held.value).abs(), 3)
            );
        }
        html.push_str("</ul>\n");
    }
    let rows: String = play.situations.iter().take(MOST).map(row).collect();
    let head = ["Situation", "Choice", "Best", "Worth", "The others, and what they give away", "Met"];
    let head: String = head.iter().map(|name| format!("<th scope=\"col\" class=\"text\">{name}</th>")).collect();
    html.push_str(&super::tables::table("What to do", "Every situation that best play meets.", &head, &rows));
    if play.situations.len() > MOST {
        let _ = writeln!(html, "<p>... and {} more situations.</p>", play.situations.len() - MOST);
    }
    html + "</details>\n"
}

fn row(situation: &Situation) -> String {
    let others = situation.options.iter().filter(|offer| offer.name != situation.best);
    let others: Vec<String> =
        others.map(|offer| format!("{} −{}", escaped(&offer.name), significant(offer.loss, 3))).collect();
    format!(
        "<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td><td class=\"text\"><strong>{}</strong></td><td>{}</td>\
         <td class=\"text\">{}</td><td>{}</td></tr>\n",
        escaped(&situation.words),
        escaped(&situation.choice),
        escaped(&situation.best),
        significant(situation.value, 5),
        others.join(", "),
        significant(situation.reached, 3)
    )
}
