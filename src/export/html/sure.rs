//! How sure the numbers are: intervals, exact odds, and what the one says of the other.

use crate::report::{Law, Report};

use super::asked::trials;
use super::words::{counted, plain};

/// The section.
pub fn section(report: &Report) -> String {
    let level = plain(report.run.confidence.level() * 100.0);
    let mut lines = vec![format!(
        "Simulated numbers come from {} trials of each case. Each stands beside its {level}% interval: the Wilson interval of a \
         chance, the normal interval of a mean.",
        trials(report)
    )];
    let exact = laws(report).filter(|law| law.exact.is_some()).count();
    let all = laws(report).count();
    lines.push(match exact {
        0 => "No odds were computed exactly: read every number with its interval.".to_owned(),
        some if some == all => {
            "All odds were also computed exactly, from the same rule by another way: those have no sampling error."
                .to_owned()
        }
        some => format!("{} of {} were also computed exactly.", counted(some, "distribution", "distributions"), all),
    });
    let unresolved = report.cases.iter().filter_map(|case| case.unresolved).fold(0.0, f64::max);
    if unresolved > 0.0 {
        lines.push(format!("The exact odds leave up to {unresolved:.0e} of the probability unresolved: rolls that may go on for ever are cut."));
    }
    lines.extend(agreement(report));
    let items: String = lines.iter().map(|line| format!("<li>{line}</li>\n")).collect();
    format!(
        "<section aria-labelledby=\"sure\">\n<h2 id=\"sure\">How sure are these numbers?</h2>\n<ul>\n{items}</ul>\n</section>\n"
    )
}

fn laws(report: &Report) -> impl Iterator<Item = &Law> {
    report.cases.iter().flat_map(|case| &case.metrics).flat_map(|observed| &observed.laws)
}

/// What the simulation says of the exact odds.
fn agreement(report: &Report) -> Option<String> {
    let p_values: Vec<f64> = laws(report).filter_map(Law::fit).collect();
    let least = p_values.iter().copied().reduce(f64::min)?;
    let number = p_values.len();
    if number == 1 {
        return Some(format!("Counts and exact odds were compared by a chi-squared test: p = {}.", significant(least)));
    }
    // Were the tests apart from one another, so often would the least of them be this small.
    let chance = -(number as f64 * (-least).ln_1p()).exp_m1();
    let verdict = if chance < 1e-3 {
        "That is rare enough to doubt either the simulation or the exact odds"
    } else {
        "The two agree"
    };
    Some(format!(
        "Counts and exact odds were compared by {number} chi-squared tests. The smallest p-value is {}; among so many independent tests, \
         one as small as that turns up by chance in {} of runs. {verdict}.",
        significant(least),
        if chance > 0.99 { "more than 99%".to_owned() } else { format!("about {}%", significant(chance * 100.0)) },
    ))
}

fn significant(number: f64) -> String {
    crate::export::number::significant(number, 2)
}
