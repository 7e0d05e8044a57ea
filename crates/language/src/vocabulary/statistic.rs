//! The statistics of questions: one list for parsing, help and completion.

use std::borrow::Cow;

use oddsmith_engine::question::Statistic;

/// All statistics, with the most common percentiles: `p1` to `p99` are allowed.
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

/// Returns the name of a statistic, which precedes the bracket.
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

/// Returns the statistic of this name.
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

/// Returns the syntax of a statistic with this text for its arguments.
pub(crate) fn form(statistic: Statistic, subject: &str) -> String {
    format!(
        "{}({})",
        name(statistic),
        vec![subject; statistic.argument_count()].join(", ")
    )
}

/// Returns help that lists the statistics.
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
