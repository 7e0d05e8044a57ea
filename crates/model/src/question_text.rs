//! Writes a number of a metric as a question.

use oddsmith_language::question::{quote_name, quote_outcome};

use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::Measure;

/// Returns the question for a measure of a metric at a step. Without a step, it is about the last
/// one.
pub fn question(metric: &ShownMetric, step: Option<u32>, measure: Measure) -> String {
    let step_suffix = match (metric.steps, step) {
        (None, _) => String::new(),
        (Some(_), Some(step)) => format!("@{step}"),
        (Some(_), None) => "@last".to_owned(),
    };
    let subject = format!("{}{step_suffix}", quote_name(&metric.name));
    match measure {
        Measure::Mean => format!("mean({subject})"),
        Measure::AtLeast(least) => format!("P({subject} >= {least})"),
        Measure::AtMost(most) => format!("P({subject} <= {most})"),
        Measure::Is(1) if metric.kind == Kind::Flag => format!("P({subject})"),
        Measure::Is(code) => match usize::try_from(code)
            .ok()
            .and_then(|code| metric.outcomes().get(code))
        {
            Some(outcome) => format!("P({subject} = {})", quote_outcome(&outcome.name)),
            None => format!("P({subject} = {code})"),
        },
    }
}

/// Returns an example of a question about a metric.
pub fn first_question(metric: &ShownMetric) -> String {
    let measure = match metric.kind {
        Kind::Flag => Measure::Is(1),
        Kind::Category(_) => Measure::Is(0),
        Kind::Count | Kind::When => Measure::AtLeast(1),
    };
    question(metric, None, measure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::metric::{Outcome, Tone};

    #[test]
    fn questions_are_written_in_valid_syntax() {
        let outcomes = ["all-fail", "last", "two words"]
            .map(|outcome| Outcome::new(outcome, outcome, Tone::Neutral))
            .to_vec();
        let result = ShownMetric::per_step("result", Kind::Category(outcomes), "Result", 1, 3);
        assert_eq!(
            question(&result, Some(2), Measure::Is(0)),
            "P(result@2 = all-fail)"
        );
        assert_eq!(
            question(&result, None, Measure::Is(1)),
            "P(result@last = 'last')"
        );
        assert_eq!(
            question(&result, None, Measure::Is(2)),
            "P(result@last = 'two words')"
        );
        let ended = ShownMetric::whole("Power.ended_in", Kind::When, "Ends");
        assert_eq!(first_question(&ended), "P('Power.ended_in' >= 1)");
        assert_eq!(
            first_question(&ShownMetric::whole("absent", Kind::Flag, "Absent")),
            "P('absent')"
        );
        assert_eq!(
            question(
                &ShownMetric::whole("actions", Kind::Count, "Actions"),
                None,
                Measure::Mean
            ),
            "mean(actions)"
        );
    }
}
