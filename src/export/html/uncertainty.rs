//! How sure the numbers are: intervals, exact odds, and what the one says of the other.

use crate::export::provenance;
use crate::report::{Law, Report, Source, Verdict};

use super::asked::trials;
use super::words::{counted, plain};

/// The section.
pub fn section(report: &Report) -> String {
    let level = plain(report.run.confidence.level() * 100.0);
    let mut lines = vec![format!(
        "Simulated numbers come from {}. Each stands beside its {level}% interval: the Wilson interval of a chance, the \
         normal interval of a mean.",
        trials(report)
    )];
    lines.extend(drawn(report));
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
    lines.extend(provenance::unresolved(laws(report)).map(|what| format!("{what} What may go on for ever is cut.")));
    lines.extend(provenance::imprecise(report).map(|short| format!("More trials are needed: {short}.")));
    if laws(report).any(Law::may_be_absent) {
        lines.push(
            "Means, quantiles and charts of what some trials do not show are of the trials that show it.".to_owned(),
        );
    }
    lines.extend(verdict(report));
    let items: String = lines.iter().map(|line| format!("<li>{line}</li>\n")).collect();
    format!(
        "<section aria-labelledby=\"uncertainty\">\n<h2 id=\"uncertainty\">How sure are these numbers?</h2>\n<ul>\n{items}</ul>\n</section>\n"
    )
}

/// What a drawn sample is worth.
fn drawn(report: &Report) -> Option<String> {
    let is_drawn = report.cases.iter().any(|case| case.source == Source::Drawn);
    is_drawn.then(|| {
        "A drawn sample comes from the same graph of states as the exact odds, and says nothing against them. What is \
         played beside it rolls every die through the rule."
            .to_owned()
    })
}

fn laws(report: &Report) -> impl Iterator<Item = &Law> {
    report.cases.iter().flat_map(|case| &case.metrics).flat_map(|observed| &observed.laws)
}

/// What the trials that were played say of the exact odds.
fn verdict(report: &Report) -> Option<String> {
    let p = crate::export::number::significant(report.witness_p?, 2);
    let words = provenance::verdict(report)?;
    Some(match report.verdict() {
        Verdict::Disagrees => format!("<b>{words}</b> Trust no number of this page before it is known which."),
        _ => {
            format!("{words} All of them were tested together: p = {p}, where under 0.000001 would be a disagreement.")
        }
    })
}
