//! What best play is worth, under the table.

use std::fmt::Write;

use super::options::Rest;
use crate::estimate::Estimate;
use crate::report::Report;
use crate::report::play::{BestPlay, HeldChoice};
use crate::terminal::shown;

/// Cases of which it is told; the rest are counted.
const MOST_CASES: usize = 12;

/// A line for each case in which the best play was sought.
pub(super) fn below(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    let plays = || report.cases.iter().filter_map(|case| Some((case, case.best_play.as_ref()?)));
    for (case, play) in plays().take(MOST_CASES) {
        let which = if report.cases.len() > 1 { format!(", {}", report.case_name(case)) } else { String::new() };
        let _ = writeln!(
            text,
            "Best play {} {}{}: {}",
            play.side(),
            shown(&play.aim),
            shown(&which),
            shown(&worth(report, play))
        );
    }
    match plays().count() {
        0 => {}
        many if many > MOST_CASES => {
            let _ =
                writeln!(text, "... and {} more cases with a best play: {}", many - MOST_CASES, rest.see("policy.csv"));
        }
        _ if rest == Rest::Nowhere => {
            text.push_str("What to do in each situation, and what a mistake costs, is told by a run that is saved.\n");
        }
        _ => text.push_str("What to do in each situation, and what a mistake costs: policy.csv\n"),
    }
    text
}

/// What the aim comes to, and what it comes to where a choice is always answered alike.
fn worth(report: &Report, play: &BestPlay) -> String {
    let number = |value: f64| Estimate::known(value).text(play.is_chance, report.company);
    let mut text = format!("{}{}", number(play.value), if play.minimises { " (less is better)" } else { "" });
    let Some(all) = &play.held else { return text + "; too large to compare with options always taken" };
    let mut choices: Vec<&str> = Vec::new();
    for held in all {
        if !choices.contains(&held.choice.as_str()) {
            choices.push(&held.choice);
        }
    }
    for choice in choices {
        let others = all.iter().filter(|held| held.choice == choice);
        let gives = |held: &HeldChoice| format!("{} {}", held.answered(), held.gives(number));
        let others: Vec<String> = others.map(gives).collect();
        let _ = write!(text, "; `{choice}` {}", others.join(", "));
    }
    text
}
