//! How the numbers of `card-activation` are best shown.

use crate::rule::metric::{ChartKind, Measure, Presentation, Quantity, View};

/// The presentation, for several attempts or one, with scatter or without.
pub fn presentation(repeated: bool, scatters: bool) -> Presentation {
    let quantity = |metric: &str, step, measure, label: &str| Quantity {
        metric: metric.into(),
        step,
        measure,
        label: label.into(),
    };
    let view = |kind, metric: &str, step, measure, question: &str, shows: &str| View {
        kind,
        metric: metric.into(),
        step,
        measure,
        question: question.into(),
        shows: shows.into(),
    };
    let yes = Measure::Is(1);
    let mut headlines = vec![quantity("succeeded", None, yes, "Activated")];
    if repeated {
        headlines.push(quantity("attempts_used", None, Measure::Mean, "Mean attempts"));
    }
    headlines.push(match scatters {
        true => quantity("miss_distance", None, Measure::Mean, "Mean squares off"),
        false => quantity("margin", Some(1), Measure::Mean, "Mean margin"),
    });
    let mut views = vec![
        view(
            ChartKind::Lines,
            "succeeded",
            None,
            yes,
            "How often is the effect activated?",
            "Chance that the activation succeeds",
        ),
        view(
            ChartKind::Heatmap,
            "succeeded",
            None,
            yes,
            "When is the effect activated?",
            "Chance in % that the activation succeeds",
        ),
        view(
            ChartKind::Stacked,
            "result",
            (!repeated).then_some(1),
            Measure::Is(super::SUCCEEDED),
            "How does the activation turn out?",
            "Chance of each result of an attempt",
        ),
        view(
            ChartKind::Distribution,
            "margin",
            Some(1),
            Measure::Mean,
            "By how much does the activation succeed or fail?",
            "Chance of each margin of the score over the resistance, first attempt",
        ),
    ];
    if scatters {
        views.push(view(
            ChartKind::Distribution,
            "miss_distance",
            None,
            Measure::Mean,
            "How far from its target does the effect land?",
            "Chance of each distance in squares; 0 is on target",
        ));
        views.push(view(
            ChartKind::Distribution,
            "offset_x",
            None,
            Measure::Mean,
            "How far to the side does the effect land?",
            "Chance of each offset in squares, left (below 0) or right",
        ));
    }
    Presentation { step: "Attempt".into(), step_names: Vec::new(), headlines, views }
}
