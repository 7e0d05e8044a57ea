//! The presentation of `power-activation`: metrics, key numbers, charts.

use oddsmith_engine::Fold;

use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

use super::activation::{AFTER_ENLIGHTENMENT, FAILED, ON_SECOND_CHECK, Stage};
use super::order::Order;

// Indices into the metrics. `MetricIndices` has the others.
pub(super) const FAILURES: usize = 0;
pub(super) const ANY_FAILED: usize = 1;
pub(super) const ALL_FAILED: usize = 2;
pub(super) const RP_SPENT: usize = 3;
pub(super) const ENLIGHTENMENT_USED: usize = 4;

/// The indices of metrics that not every scenario has.
#[derive(Clone, Debug, Default)]
pub(super) struct MetricIndices {
    pub(super) title_fails: Option<usize>,
    pub(super) worth_done: Option<usize>,
    pub(super) one_sided: Option<usize>,
    pub(super) in_first_round: Option<usize>,
    /// The metrics `completed` and `failed_on_turn`.
    pub(super) process: Option<(usize, usize)>,
    pub(super) order_metrics: Vec<OrderMetrics>,
}

/// The indices of the metrics of an order.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderMetrics {
    /// Its result or, for several equal orders, the number that were not executed; `None` if
    /// `failures` is the same.
    pub(super) result: Option<usize>,
    pub(super) obeyed_on: usize,
}

fn result_kind(needs: bool) -> Kind {
    let mut results = vec![
        Outcome::new("failed", "Failed", Tone::Failure).with_clause("the order fails"),
        Outcome::new("obeyed", "Obeyed", Tone::Success).with_clause("the order is obeyed at once"),
        Outcome::new(
            "obeyed-on-second-check",
            "Obeyed on the second check",
            Tone::Mixed,
        )
        .with_clause("the second check saves the order"),
        Outcome::new(
            "obeyed-after-enlightenment",
            "Obeyed after Enlightenment",
            Tone::Mixed,
        )
        .with_clause("Enlightenment saves the order"),
        Outcome::new(
            "stopped-by-blockade",
            "Stopped by the Blockade",
            Tone::Failure,
        )
        .with_clause("the Blockade stops the order"),
        Outcome::new("conditions-not-met", "Conditions not met", Tone::Failure)
            .with_clause("the Conditions Precedent are not met"),
        Outcome::new("not-reached", "Never reached", Tone::Neutral)
            .with_clause("the order is never reached"),
    ];
    if needs {
        let lacks = Outcome::new("needs-not-met", "Needed order failed", Tone::Failure);
        results.push(lacks.with_clause("the order that it needs is not executed"));
    }
    Kind::Category(results)
}

/// Returns the metrics of these orders, and their indices.
pub(super) fn metrics(
    orders: &[Order],
    lone: bool,
    turns: u8,
    succession: bool,
    weighs: bool,
) -> (MetricIndices, Vec<ShownMetric>) {
    let step =
        |name: &str, kind, label: &str| ShownMetric::per_step(name, kind, label, 1, turns.into());
    let ordered = |metric: ShownMetric, is_ordered: &dyn Fn(&Order) -> bool| {
        let always = (1..=turns).all(|turn| {
            orders
                .iter()
                .any(|order| order.is_given_on(turn) && is_ordered(order))
        });
        if always {
            metric
        } else {
            metric.or_absent("not ordered")
        }
    };
    // In a process, each turn records whether the process has ended.
    let so_far = |metric: ShownMetric| {
        if succession {
            metric.cumulative()
        } else {
            metric
        }
    };
    let is_single = lone && orders.iter().all(|order| order.count == 1);
    let one_fails = match (succession, is_single) {
        (true, _) => "the process fails",
        (false, true) => "the order fails",
        (false, false) => "at least one order fails",
    };
    let [failures, any_failed, all_failed, rp_spent, enlightenment] =
        metrics_of_all_scenarios(one_fails, &step);
    let mut metrics = vec![
        failures,
        so_far(any_failed),
        ordered(all_failed, &|_| true),
        rp_spent,
        enlightenment,
    ];
    let mut indices = MetricIndices::default();
    add_optional_metrics(orders, weighs, &step, &mut indices, &mut metrics);
    if orders.iter().any(Order::is_taxation) {
        indices.title_fails = Some(metrics.len());
        let title_fails = title_fails_metric(succession, &step);
        metrics.push(ordered(title_fails, &Order::is_taxation));
    }
    if succession {
        indices.process = Some((metrics.len(), metrics.len() + 1));
        metrics.extend(process_metrics());
    }
    for order in orders {
        let (result, obeyed_on) = result_and_obeyed_metrics(order, lone, turns);
        let index = result.map(|result| {
            metrics.push(result);
            metrics.len() - 1
        });
        indices.order_metrics.push(OrderMetrics {
            result: index,
            obeyed_on: metrics.len(),
        });
        metrics.push(obeyed_on);
    }
    (indices, metrics)
}

/// Returns the metric of titles that fail because every colony fails Taxation.
fn title_fails_metric(
    succession: bool,
    step: &dyn Fn(&str, Kind, &str) -> ShownMetric,
) -> ShownMetric {
    let title_fails = step("title_fails", Kind::Flag, "Every colony failed Taxation")
        .fold(Fold::Min)
        .event("every colony fails Taxation");
    // A process may end before its Taxation is ordered.
    if succession {
        title_fails.or_absent("not ordered")
    } else {
        title_fails
    }
}

/// Returns the metrics that every scenario has, in the order of their indices.
fn metrics_of_all_scenarios(
    one_fails: &str,
    step: &dyn Fn(&str, Kind, &str) -> ShownMetric,
) -> [ShownMetric; 5] {
    [
        step("failures", Kind::Count, "Orders not executed")
            .fold(Fold::Sum)
            .counted("order fails", "orders fail"),
        step("any_failed", Kind::Flag, "An order was not executed")
            .fold(Fold::Max)
            .event(one_fails),
        step("all_failed", Kind::Flag, "No order was executed")
            .fold(Fold::Min)
            .event("every order fails"),
        step("rp_spent", Kind::Count, "RPs spent")
            .fold(Fold::Sum)
            .counted("RP is spent", "RPs are spent"),
        ShownMetric::whole("enlightenment_used", Kind::Count, "Enlightenment used")
            .fold(Fold::Sum)
            .counted("Enlightenment is used", "Enlightenments are used"),
    ]
}

/// Returns the metrics of a process: whether it is completed, and the turn on which it fails.
fn process_metrics() -> [ShownMetric; 2] {
    let completed = ShownMetric::whole("completed", Kind::Flag, "The process was completed")
        .event("the process is completed");
    let label = "Turn on which the process failed";
    let failed_on =
        ShownMetric::whole("failed_on_turn", Kind::When, label).event("the process fails");
    [completed, failed_on.or_absent("completed")]
}

/// Adds metrics that only some scenarios have: worth, orders that need others, Combat.
fn add_optional_metrics(
    orders: &[Order],
    weighs: bool,
    step: &dyn Fn(&str, Kind, &str) -> ShownMetric,
    indices: &mut MetricIndices,
    metrics: &mut Vec<ShownMetric>,
) {
    if weighs {
        indices.worth_done = Some(metrics.len());
        metrics.push(
            ShownMetric::whole("worth_done", Kind::Count, "Worth of the orders executed")
                .fold(Fold::Sum)
                .amount("the worth of the orders executed"),
        );
    }
    if orders.iter().any(|order| order.links.needs.is_some()) {
        indices.one_sided = Some(metrics.len());
        let one_sided = step(
            "one_sided",
            Kind::Flag,
            "Only one order of a pair was obeyed",
        );
        metrics.push(
            one_sided
                .fold(Fold::Max)
                .event("only one order of a pair is obeyed"),
        );
    }
    if orders.iter().any(Order::initiates_combat) {
        indices.in_first_round = Some(metrics.len());
        let fight = step(
            "in_first_round",
            Kind::Count,
            "Units that fight from the first Round",
        )
        .fold(Fold::Sum)
        .counted(
            "unit fights from the first Round",
            "units fight from the first Round",
        );
        metrics.push(fight);
    }
}

/// Returns the metrics of one order: its result or the number that were not executed, and when it
/// was first executed.
fn result_and_obeyed_metrics(
    order: &Order,
    lone: bool,
    turns: u8,
) -> (Option<ShownMetric>, ShownMetric) {
    let metric_name = |metric: &str| {
        if lone {
            metric.to_owned()
        } else {
            format!("{}.{metric}", order.name)
        }
    };
    let order_label = |label: &str| {
        if lone {
            label.to_owned()
        } else {
            format!("{}: {}", order.name, lowercase_first(label))
        }
    };
    let (first, last) = order
        .only_turn
        .map_or((1, turns.into()), |turn| (turn.into(), turn.into()));
    let result = match order.count {
        1 => Some(ShownMetric::per_step(
            metric_name("result"),
            result_kind(order.links.needs.is_some()),
            order_label("Result of the order"),
            first,
            last,
        )),
        _ if lone => None,
        _ => {
            let failures = ShownMetric::per_step(
                metric_name("failures"),
                Kind::Count,
                order_label("Orders not executed"),
                first,
                last,
            )
            .counted(
                format!("order of {} fails", order.name),
                format!("orders of {} fail", order.name),
            );
            Some(failures.fold(Fold::Sum))
        }
    };
    let obeyed_on = ShownMetric::whole(
        metric_name("obeyed_on"),
        Kind::When,
        order_label("First turn on which the order was executed"),
    )
    .event(if lone {
        "the order is executed".to_owned()
    } else {
        format!("{} is executed", order.name)
    });
    (result, obeyed_on.fold(Fold::First).or_absent("never"))
}

fn lowercase_first(label: &str) -> String {
    label[..1].to_lowercase() + &label[1..]
}

const HAPPENS: Measure = Measure::Is(1);

/// Returns the presentation of one order, of a turn with several orders, or of a process over
/// turns.
pub(super) fn presentation(
    orders: &[Order],
    lone: bool,
    turns: u8,
    succession: bool,
    metrics: Vec<ShownMetric>,
) -> Presentation {
    let (mut headlines, mut charts) = match orders {
        _ if succession => process(turns),
        [order] if lone && order.count == 1 => activation(order),
        _ => turn(orders),
    };
    // Values per turn are shown for the first turn with orders.
    let is_step = |name: &str| {
        metrics
            .iter()
            .find(|metric| metric.name == name)
            .and_then(|metric| metric.steps)
    };
    let first = (1..=turns)
        .find(|&turn| orders.iter().any(|order| order.is_given_on(turn)))
        .unwrap_or(1);
    for headline in &mut headlines {
        headline.step = is_step(&headline.metric).map(|_| first.into());
    }
    for chart in charts.iter_mut().filter(|_| !succession) {
        chart.step = is_step(&chart.metric).map(|_| first.into());
    }
    Presentation {
        metrics,
        headlines,
        charts,
        ..Presentation::default()
    }
    .with_step_words(&StepWords::new("Turn"))
}

fn activation(order: &Order) -> (Vec<Headline>, Vec<DefaultChart>) {
    let stages = &order.activation.stages;
    let only_checks = stages
        .iter()
        .all(|stage| matches!(stage, Stage::Check { .. }));
    // If something other than a check can stop the order, the label says "Not executed".
    let label = if only_checks { "Fails" } else { "Not executed" };
    let mut headlines = vec![Headline::new("any_failed", HAPPENS, label)];
    if !only_checks {
        headlines.push(Headline::new(
            "result",
            Measure::Is(FAILED),
            "Activation fails",
        ));
    }
    if order.activation.rerolls > 0 {
        headlines.push(Headline::new(
            "result",
            Measure::Is(AFTER_ENLIGHTENMENT),
            "Saved by Enlightenment",
        ));
    }
    if stages.iter().any(|stage| {
        matches!(
            stage,
            Stage::Check {
                second: Some(_),
                ..
            }
        )
    }) && headlines.len() < 3
    {
        headlines.push(Headline::new(
            "result",
            Measure::Is(ON_SECOND_CHECK),
            "Saved by the second check",
        ));
    }
    let charts = vec![
        DefaultChart::new(ChartKind::Lines, "any_failed", HAPPENS),
        DefaultChart::new(ChartKind::Stacked, "result", Measure::Is(FAILED)),
        DefaultChart::new(ChartKind::Heatmap, "any_failed", HAPPENS),
    ];
    (headlines, charts)
}

#[rustfmt::skip]
fn turn(orders: &[Order]) -> (Vec<Headline>, Vec<DefaultChart>) {
    let mut headlines = vec![
        Headline::new("any_failed", HAPPENS, "An order not executed"),
        Headline::new("failures", Measure::Mean, "Mean failures"),
        Headline::new("all_failed", HAPPENS, "None executed"),
    ];
    let mut charts = vec![
        DefaultChart::new(ChartKind::Distribution, "failures", Measure::Mean),
        DefaultChart::new(ChartKind::AtLeast, "failures", Measure::Mean),
        DefaultChart::new(ChartKind::Lines, "any_failed", HAPPENS),
        DefaultChart::new(ChartKind::Lines, "all_failed", HAPPENS),
        DefaultChart::new(ChartKind::Heatmap, "any_failed", HAPPENS),
    ];
    // A Government Title is at stake only if all colonies fail (pp. 296-297).
    if orders.iter().all(Order::is_taxation) {
        headlines[2] = headlines[1].clone();
        headlines[1] = headlines[0].clone();
        headlines[0] = Headline::new("title_fails", HAPPENS, "All colonies fail");
        charts.splice(1.., [
            DefaultChart::new(ChartKind::Lines, "title_fails", HAPPENS),
            DefaultChart::new(ChartKind::Heatmap, "title_fails", HAPPENS),
        ]);
        charts.rotate_left(1);
    }
    if orders.iter().all(Order::initiates_combat) {
        headlines[1] = Headline::new("in_first_round", Measure::Mean, "Mean units in the first Round");
        charts.insert(0, DefaultChart::new(ChartKind::Distribution, "in_first_round", Measure::Mean));
    }
    if orders.iter().any(|order| order.links.needs.is_some()) {
        headlines[2] = Headline::new("one_sided", HAPPENS, "Only one obeyed");
        charts.push(DefaultChart::new(ChartKind::Lines, "one_sided", HAPPENS));
    }
    if orders.iter().any(|order| order.rp_cost > 0) {
        headlines[2] = Headline::new("rp_spent", Measure::Mean, "Mean RPs spent");
        charts.push(DefaultChart::new(ChartKind::Distribution, "rp_spent", Measure::Mean));
    }
    (headlines, charts)
}

#[rustfmt::skip]
fn process(turns: u8) -> (Vec<Headline>, Vec<DefaultChart>) {
    let headlines = vec![
        Headline::new("completed", HAPPENS, "Completed"),
        Headline::new("failed_on_turn", HAPPENS, "Fails on turn 1"),
        Headline::new("failed_on_turn", Measure::Is(turns.into()), "Fails on the last turn"),
    ];
    let charts = vec![
        DefaultChart::new(ChartKind::Lines, "completed", HAPPENS),
        DefaultChart::new(ChartKind::Heatmap, "completed", HAPPENS),
        DefaultChart::new(ChartKind::Stacked, "any_failed", HAPPENS),
        DefaultChart::new(ChartKind::Distribution, "failed_on_turn", Measure::Mean),
    ];
    (headlines, charts)
}
