//! The parameters, metrics, headline numbers and charts of `card-activation`.

use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

use super::decks::DECKS;
use super::decks::LARGEST_VALUE;
use super::scatter::SCATTER;
use super::side::{DRAWN_CARDS, PLAYED_CARDS, ROLLED_DICE};

/// The description of the rule in one line.
pub(super) const ABOUT: &str =
    "Cards, draws and dice must beat a resistance to activate an effect card, which may scatter";

const SUMMAND: ParameterType = ParameterType::Whole {
    from: -LARGEST_VALUE,
    to: LARGEST_VALUE,
};

const RESISTANCE: &[Parameter] = &[
    Parameter::new(
        "base",
        SUMMAND,
        "1",
        "The basic score of one, which every activation action has to overcome.",
    )
    .labelled("Basic resistance", "Basic resistance"),
    Parameter::new("range", SUMMAND, "0", "The situation bonus for range.")
        .labelled("Resistance from range", "Range"),
    Parameter::new("cover", SUMMAND, "0", "The situation bonus for cover.")
        .labelled("Resistance from cover", "Cover"),
    Parameter::new(
        "squares",
        ParameterType::Whole {
            from: 0,
            to: LARGEST_VALUE,
        },
        "0",
        "How many squares an indirect attack or a card with the Area Resistance keyword targets.",
    )
    .labelled("Squares targeted", "Squares"),
    Parameter::new(
        "per_square",
        SUMMAND,
        "1",
        "What each of those squares adds to the resistance.",
    )
    .labelled("Resistance per square", "Per square"),
    Parameter::new(
        "creatures",
        ParameterType::List(&SUMMAND),
        "[]",
        "The minimum resistances of the creatures in the squares. Each adds its own, even if it does not want to resist.",
    ),
    Parameter::new(
        "creature_minimum",
        SUMMAND,
        "1",
        "The minimum resistance that each creature adds, even if its own is lower.",
    )
    .labelled("Minimum resistance of a creature", "Minimum"),
    Parameter::new(
        "defence",
        ParameterType::Table(&[PLAYED_CARDS, DRAWN_CARDS, ROLLED_DICE]),
        "{}",
        "What the target uses in its defence: cards, a draw and dice, as for the activation score.",
    ),
];

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    PLAYED_CARDS,
    DRAWN_CARDS,
    ROLLED_DICE,
    Parameter::new("resistance", ParameterType::Table(RESISTANCE), "{}", "The resistance that the activation has to beat."),
    Parameter::new(
        "ties",
        ParameterType::Choice(&["fail", "succeed"]),
        "\"fail\"",
        "Whether a score that only equals the resistance fails or succeeds.",
    )
    .labelled("Ties", ""),
    Parameter::new(
        "on_failure",
        ParameterType::Choice(&["fizzle", "scatter"]),
        "\"fizzle\"",
        "What happens on a failure. With `fizzle`, the activation simply fails. With `scatter`, the attack misses, and its effect lands somewhere else.",
    )
    .labelled("On a failure", ""),
    SCATTER,
    Parameter::new(
        "attempts",
        ParameterType::Whole { from: 1, to: 100 },
        "1",
        "The maximum number of attempts at an action that keeps fizzling. Decks are reshuffled between attempts.",
    )
    .labelled("Attempts", "Attempts"),
    DECKS,
];

pub(super) const NOT_TRIED: i64 = 0;
pub(super) const FIZZLED: i64 = 1;
pub(super) const SCATTERED: i64 = 2;
pub(super) const SUCCEEDED: i64 = 3;

fn result_kind() -> Kind {
    Kind::Category(vec![
        Outcome::new("not-tried", "Not tried", Tone::Neutral).with_clause("no attempt is made"),
        Outcome::new("fizzled", "Fizzled", Tone::Failure).with_clause("the effect fizzles"),
        Outcome::new("scattered", "Scattered", Tone::Mixed).with_clause("the effect scatters"),
        Outcome::new("succeeded", "Succeeded", Tone::Success).with_clause("the effect succeeds"),
    ])
}

// Indices into `metrics()`. The last three exist only if an effect scatters.
pub(super) const SCORE: usize = 0;
pub(super) const RESISTED: usize = 1;
pub(super) const MARGIN: usize = 2;
pub(super) const RESULT: usize = 3;
pub(super) const SUCCESS: usize = 4;
pub(super) const ATTEMPTS_USED: usize = 5;
pub(super) const OFFSET_X: usize = 6;
pub(super) const OFFSET_Y: usize = 7;
pub(super) const MISS_DISTANCE: usize = 8;

/// Returns the metrics for this number of attempts.
pub(super) fn metrics(attempts: u32, scatters: bool) -> Vec<ShownMetric> {
    let step =
        |name: &str, kind, label: &str| ShownMetric::per_step(name, kind, label, 1, attempts);
    let tried = |name: &str, label: &str| step(name, Kind::Count, label).or_absent("not tried");
    let landed = |name: &str, label: &str| {
        ShownMetric::whole(name, Kind::Count, label).or_absent("no scatter")
    };
    let mut metrics = vec![
        tried("score", "Activation score").amount("the activation score"),
        tried("resistance", "Resistance").amount("the resistance"),
        tried("margin", "Score minus resistance").amount("the score minus the resistance"),
        step("result", result_kind(), "Result of the activation"),
        ShownMetric::whole("succeeded", Kind::Flag, "Activated").event("the effect is activated"),
        ShownMetric::whole("attempts_used", Kind::Count, "Attempts used")
            .counted("attempt is made", "attempts are made"),
    ];
    if scatters {
        metrics.push(
            landed("offset_x", "Squares to the right of the target")
                .amount("the distance to the right of the target"),
        );
        metrics.push(
            landed("offset_y", "Squares ahead of the target")
                .amount("the distance ahead of the target"),
        );
        metrics
            .push(landed("miss_distance", "Squares off target").amount("the distance off target"));
    }
    metrics
}

/// Returns the presentation for this number of attempts.
#[rustfmt::skip]
pub(super) fn presentation(attempts: u32, scatters: bool) -> Presentation {
    let mut headlines = vec![Headline::new("succeeded", Measure::Is(1), "Activated")];
    if attempts > 1 {
        headlines.push(Headline::new("attempts_used", Measure::Mean, "Mean attempts"));
    }
    headlines.push(if scatters {
        Headline::new("miss_distance", Measure::Mean, "Mean squares off target, if it scatters")
    } else {
        Headline::new("margin", Measure::Mean, "Mean margin").at_step(1)
    });
    let results = DefaultChart::new(ChartKind::Stacked, "result", Measure::Is(SUCCEEDED));
    let mut charts = vec![
        DefaultChart::new(ChartKind::Lines, "succeeded", Measure::Is(1)),
        DefaultChart::new(ChartKind::Heatmap, "succeeded", Measure::Is(1)),
        if attempts > 1 { results } else { results.at_step(1) },
        DefaultChart::new(ChartKind::Distribution, "margin", Measure::Mean).at_step(1),
    ];
    if scatters {
        charts.extend(scatter_charts());
    }
    let metrics = metrics(attempts, scatters);
    let once = ("Attempts", "one, because a scattered effect is not tried again");
    let notes = if scatters && attempts > 1 { vec![(once.0.to_owned(), once.1.to_owned())] } else { Vec::new() };
    Presentation { metrics, headlines, charts, notes, ..Presentation::default() }.with_step_words(&StepWords::new("Attempt"))
}

#[rustfmt::skip]
fn scatter_charts() -> [DefaultChart; 3] {
    [
        DefaultChart::new(ChartKind::Distribution, "miss_distance", Measure::Mean),
        DefaultChart::new(ChartKind::Distribution, "offset_x", Measure::Mean),
        DefaultChart::new(ChartKind::Distribution, "offset_y", Measure::Mean),
    ]
}
