//! How sure the numbers are: what is exact, what was played to check it, and what neither can show.

use crate::report::{CountSource, Law, Report};
use crate::wordbook::Wordbook;
use oddsmith_model::provenance;

use super::asked::trials;
use super::words::{counted, escaped, plain};

/// The section.
pub fn section(report: &Report) -> String {
    let columns = [
        ("Exact", exact(report)),
        ("Played, to check them", played(report)),
        ("What that cannot show", beyond(report)),
    ];
    let column = |(name, lines): (&str, Vec<String>)| {
        let lines: String = lines.iter().map(|line| format!("<p>{line}</p>\n")).collect();
        format!("<div><h3>{name}</h3>\n{lines}</div>\n")
    };
    format!(
        "<section aria-labelledby=\"uncertainty\">\n<h2 id=\"uncertainty\">How sure are these numbers?</h2>\n\
         <div class=\"three\">\n{}</div>\n</section>\n",
        columns.into_iter().map(column).collect::<String>()
    )
}

fn exact(report: &Report) -> Vec<String> {
    let exact = laws(report).filter(|law| law.exact.is_some()).count();
    let all = laws(report).count();
    let mut lines = vec![match exact {
        0 => "No odds were computed exactly: read every number with its interval.".to_owned(),
        some if some == all => {
            "All numbers in bold are worked out from every way in which the rule can go. They carry no error of chance."
                .to_owned()
        }
        some => format!(
            "{} of {} were worked out from every way in which the rule can go, and carry no error of chance.",
            counted(some, "distribution", "distributions"),
            all
        ),
    }];
    lines.extend(
        provenance::unresolved(laws(report), Wordbook::english())
            .map(|what| format!("{what} What may go on for ever is cut.")),
    );
    if laws(report).any(Law::may_be_absent) {
        lines.push(
            "Means, quantiles and charts of what some trials do not show are of the trials that show it.".to_owned(),
        );
    }
    lines
}

fn played(report: &Report) -> Vec<String> {
    let level = plain(report.run.confidence.level() * 100.0);
    let mut lines = vec![format!("The rule was also tried out: {}.", trials(report))];
    lines.extend(drawn(report));
    lines.extend(verdict(report));
    lines.push(format!(
        "Simulated numbers stand beside their {level}% interval: the Wilson interval of a chance, the normal interval of a mean."
    ));
    lines.extend(provenance::imprecise(report).map(|short| format!("More trials are needed: {short}.")));
    lines
}

fn beyond(report: &Report) -> Vec<String> {
    let mut lines = vec![
        "Whether the rule as it was read is the rule that you mean\
              <span class=\"screen\">: its words are below</span>."
            .to_owned(),
    ];
    let open = report.words.interpretations.len();
    if open > 0 {
        lines.push(format!(
            "Its text leaves {} open: how each was taken, and how to take it otherwise, is told with the rule.",
            counted(open, "choice", "choices")
        ));
    }
    if let Some(text) = &report.rule_text {
        let many = text.lines().count();
        lines.push(format!(
            "It is the file <code>{}</code>, of {}.",
            escaped(&report.rule),
            counted(many, "line", "lines")
        ));
    }
    lines
}

/// What a drawn sample is worth.
fn drawn(report: &Report) -> Option<String> {
    let is_drawn = report.cases.iter().any(|case| case.source == CountSource::Drawn);
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
    let p = oddsmith_model::number::significant(report.witness_p?, 2);
    let words = provenance::verdict(report, Wordbook::english())?;
    Some(match report.verdict() {
        verdict if verdict.is_bad() => format!("<b>{words}</b> Trust no number of this page before it is known which."),
        _ => {
            format!("{words} All of them were tested together: p = {p}, where under 0.000001 would be a disagreement.")
        }
    })
}
