//! The statistics that a question may ask for: one list, from which they are read, shown and
//! completed.

use std::borrow::Cow;

use oddsmith_engine::question::Statistic;

/// All of them, of the percentiles those that are asked for most: `p1` to `p99` are read.
pub(crate) const STATISTICS: [Statistic; 12] = [
    Statistic::Probability,
    Statistic::Mean,
    Statistic::Sd,
    Statistic::Percentile(50),
    Statistic::Percentile(5),
    Statistic::Percentile(25),
    Statistic::Percentile(75),
    Statistic::Percentile(95),
    Statistic::Min,
    Statistic::Max,
    Statistic::Covariance,
    Statistic::Correlation,
];

/// What stands before the bracket.
pub(crate) fn name(statistic: Statistic) -> Cow<'static, str> {
    Cow::Borrowed(match statistic {
        Statistic::Probability => "P",
        Statistic::Mean => "mean",
        Statistic::Sd => "sd",
        Statistic::Percentile(50) => "median",
        Statistic::Percentile(percent) => return Cow::Owned(format!("p{percent}")),
        Statistic::Min => "min",
        Statistic::Max => "max",
        Statistic::Covariance => "cov",
        Statistic::Correlation => "corr",
    })
}

/// The statistic that is called so.
pub(crate) fn from_name(word: &str) -> Option<Statistic> {
    let percent = || {
        word.strip_prefix('p')?
            .parse()
            .ok()
            .filter(|percent| (1..=99).contains(percent))
    };
    let known = STATISTICS
        .into_iter()
        .find(|statistic| name(*statistic) == word);
    known.or_else(|| percent().map(Statistic::Percentile))
}

/// A statistic as it is written, with this in place of what it is of.
pub(crate) fn form(statistic: Statistic, subject: &str) -> String {
    format!(
        "{}({})",
        name(statistic),
        vec![subject; statistic.argument_count()].join(", ")
    )
}

/// What a question begins with.
pub(crate) fn help() -> String {
    let between = |statistic: &Statistic| matches!(statistic, Statistic::Percentile(25 | 75));
    let forms = STATISTICS
        .iter()
        .filter(|statistic| !between(statistic))
        .map(|statistic| form(*statistic, "..."));
    let forms = forms.collect::<Vec<_>>().join(", ");
    let forms = forms
        .replace("p5(...), p95", "p5(...) to p95")
        .replace(", corr", " or corr");
    format!("questions: {forms}")
}
