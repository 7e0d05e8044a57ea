//! Which numbers of `power-activation` to read first, and its charts.

use crate::rule::metric::{ChartKind, Measure, Presentation, Quantity, View};

use super::activation::{AFTER_ENLIGHTENMENT, FAILED, ON_SECOND_CHECK, Stage};
use super::order::Order;

const HAPPENS: Measure = Measure::Is(1);

fn quantity(metric: &str, step: Option<u32>, measure: Measure, label: &str) -> Quantity {
    Quantity { metric: metric.into(), step, measure, label: label.into() }
}

fn view(kind: ChartKind, metric: &str, step: Option<u32>, measure: Measure, question: &str, shows: &str) -> View {
    View { kind, metric: metric.into(), step, measure, question: question.into(), shows: shows.into() }
}

/// For one order at the top level, for a turn of several, or for a process over turns.
pub(super) fn of(orders: &[Order], lone: bool, turns: u32, succession: bool) -> Presentation {
    let (headlines, views) = match orders {
        _ if succession => process(turns),
        [order] if lone && order.count == 1 => activation(order),
        _ => turn(orders.iter().any(|order| order.costs_rp > 0)),
    };
    Presentation { step: "Turn".into(), step_names: Vec::new(), headlines, views }
}

fn activation(order: &Order) -> (Vec<Quantity>, Vec<View>) {
    let stages = &order.activation.stages;
    let is_check = |stage: &Stage| matches!(stage, Stage::Check { .. });
    // Where something else than a check can stop the order, that is what a player wants to know.
    let (metric, measure, what, question, shows) = if stages.iter().all(is_check) {
        (
            "result",
            Measure::Is(FAILED as i64),
            "Fails",
            "How often does a Power Activation fail?",
            "Chance that the activation fails",
        )
    } else {
        (
            "any_failed",
            HAPPENS,
            "Not executed",
            "How often is the order not carried out?",
            "Chance that the order is not executed, for whatever reason",
        )
    };
    let mut headlines = vec![quantity(metric, Some(1), measure, what)];
    if metric != "result" {
        headlines.push(quantity("result", Some(1), Measure::Is(FAILED as i64), "Activation fails"));
    }
    if order.activation.rerolls > 0 {
        let measure = Measure::Is(AFTER_ENLIGHTENMENT as i64);
        headlines.push(quantity("result", Some(1), measure, "Saved by Enlightenment"));
    }
    if stages.iter().any(|stage| matches!(stage, Stage::Check { second: Some(_), .. })) && headlines.len() < 3 {
        let measure = Measure::Is(ON_SECOND_CHECK as i64);
        headlines.push(quantity("result", Some(1), measure, "Saved by the second check"));
    }
    let views = vec![
        view(ChartKind::Lines, metric, Some(1), measure, question, shows),
        view(
            ChartKind::Stacked,
            "result",
            Some(1),
            measure,
            "How does a Power Activation turn out?",
            "Chance of each result of the order",
        ),
        view(ChartKind::Heatmap, metric, Some(1), measure, question, &shows.replacen("Chance", "Chance in %", 1)),
    ];
    (headlines, views)
}

fn turn(costs: bool) -> (Vec<Quantity>, Vec<View>) {
    let mut headlines = vec![
        quantity("any_failed", Some(1), HAPPENS, "Any not executed"),
        quantity("failures", Some(1), Measure::Mean, "Mean failures"),
        quantity("all_failed", Some(1), HAPPENS, "None executed"),
    ];
    let mut views = vec![
        view(
            ChartKind::Distribution,
            "failures",
            Some(1),
            Measure::Mean,
            "How many orders of a turn fail?",
            "Chance of each number of orders not executed",
        ),
        view(
            ChartKind::AtLeast,
            "failures",
            Some(1),
            Measure::Mean,
            "How many failures must you plan for?",
            "Chance of at least k orders not executed",
        ),
        view(
            ChartKind::Lines,
            "any_failed",
            Some(1),
            HAPPENS,
            "How often does something go wrong?",
            "Chance that an order is not executed",
        ),
        view(
            ChartKind::Lines,
            "all_failed",
            Some(1),
            HAPPENS,
            "How often does everything go wrong?",
            "Chance that no order is executed",
        ),
        view(
            ChartKind::Heatmap,
            "any_failed",
            Some(1),
            HAPPENS,
            "When does something go wrong?",
            "Chance in % that an order is not executed",
        ),
    ];
    if costs {
        headlines[2] = quantity("rp_spent", Some(1), Measure::Mean, "Mean RPs spent");
        views.push(view(
            ChartKind::Distribution,
            "rp_spent",
            Some(1),
            Measure::Mean,
            "How many RPs does a turn cost?",
            "Chance of each number of RPs spent",
        ));
    }
    (headlines, views)
}

fn process(turns: u32) -> (Vec<Quantity>, Vec<View>) {
    let headlines = vec![
        quantity("completed", None, HAPPENS, "Completed"),
        quantity("failed_on_turn", None, HAPPENS, "Fails on turn 1"),
        quantity("failed_on_turn", None, Measure::Is(turns.into()), "Fails on the last turn"),
    ];
    let views = vec![
        view(
            ChartKind::Lines,
            "completed",
            None,
            HAPPENS,
            "How often is the process completed?",
            "Chance that every order is executed on every turn",
        ),
        view(
            ChartKind::Heatmap,
            "completed",
            None,
            HAPPENS,
            "When is the process completed?",
            "Chance in % that every order is executed on every turn",
        ),
        view(
            ChartKind::Stacked,
            "any_failed",
            None,
            HAPPENS,
            "When does the process break?",
            "Chance that the process has ended by each turn",
        ),
        view(
            ChartKind::Distribution,
            "failed_on_turn",
            None,
            Measure::Mean,
            "On which turn does the process fail?",
            "Chance of each turn to end the process (0: completed)",
        ),
    ];
    (headlines, views)
}
