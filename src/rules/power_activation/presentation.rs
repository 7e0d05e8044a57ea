//! Which numbers of `power-activation` to read first, and its charts.

use crate::rule::metric::{ChartKind, Measure, Presentation, Statistic, DefaultChart};

use super::activation::{AFTER_ENLIGHTENMENT, FAILED, ON_SECOND_CHECK, Stage};
use super::order::Order;
use super::table::TAXATION;

const HAPPENS: Measure = Measure::Is(1);

fn quantity(metric: &str, step: Option<u32>, measure: Measure, label: &str) -> Statistic {
    Statistic { metric: metric.into(), step, measure, label: label.into() }
}

fn view(kind: ChartKind, metric: &str, step: Option<u32>, measure: Measure, question: &str, shows: &str) -> DefaultChart {
    DefaultChart { kind, metric: metric.into(), step, measure, question: question.into(), shows: shows.into() }
}

/// For one order at the top level, for a turn of several, or for a process over turns.
pub(super) fn of(orders: &[Order], lone: bool, turns: u32, succession: bool) -> Presentation {
    let (headlines, charts) = match orders {
        _ if succession => process(turns),
        [order] if lone && order.count == 1 => activation(order),
        _ => turn(orders),
    };
    Presentation { step: "Turn".into(), headlines, charts, ..Presentation::default() }
}

fn activation(order: &Order) -> (Vec<Statistic>, Vec<DefaultChart>) {
    let stages = &order.activation.stages;
    let only_checks = stages.iter().all(|stage| matches!(stage, Stage::Check { .. }));
    // Where something else than a check can stop the order, that is what a player wants to know.
    let (label, question, shows) = if only_checks {
        ("Fails", "How often does a Power Activation fail?", "Chance that the activation fails")
    } else {
        ("Not executed", "How often is the order not carried out?", "Chance that the order is not executed")
    };
    let is = |ending: usize| Measure::Is(ending as i64);
    let mut headlines = vec![quantity("any_failed", Some(1), HAPPENS, label)];
    if !only_checks {
        headlines.push(quantity("result", Some(1), is(FAILED), "Activation fails"));
    }
    if order.activation.rerolls > 0 {
        headlines.push(quantity("result", Some(1), is(AFTER_ENLIGHTENMENT), "Saved by Enlightenment"));
    }
    if stages.iter().any(|stage| matches!(stage, Stage::Check { second: Some(_), .. })) && headlines.len() < 3 {
        headlines.push(quantity("result", Some(1), is(ON_SECOND_CHECK), "Saved by the second check"));
    }
    let in_percent = shows.replacen("Chance", "Chance in %", 1);
    let charts = vec![
        view(ChartKind::Lines, "any_failed", Some(1), HAPPENS, question, shows),
        view(
            ChartKind::Stacked,
            "result",
            Some(1),
            is(FAILED),
            "How does a Power Activation turn out?",
            "Chance of each result of the order",
        ),
        view(ChartKind::Heatmap, "any_failed", Some(1), HAPPENS, question, &in_percent),
    ];
    (headlines, charts)
}

fn turn(orders: &[Order]) -> (Vec<Statistic>, Vec<DefaultChart>) {
    let lines =
        |metric: &str, question: &str, shows: &str| view(ChartKind::Lines, metric, Some(1), HAPPENS, question, shows);
    let any = lines("any_failed", "How often does something go wrong?", "Chance that an order is not executed");
    let all = lines("all_failed", "How often does everything go wrong?", "Chance that no order is executed");
    let count =
        |kind, metric: &str, question: &str, shows: &str| view(kind, metric, Some(1), Measure::Mean, question, shows);
    let mut headlines = vec![
        quantity("any_failed", Some(1), HAPPENS, "Any not executed"),
        quantity("failures", Some(1), Measure::Mean, "Mean failures"),
        quantity("all_failed", Some(1), HAPPENS, "None executed"),
    ];
    let mut charts = vec![
        count(
            ChartKind::Distribution,
            "failures",
            "How many orders of a turn fail?",
            "Chance of each number of orders not executed",
        ),
        count(
            ChartKind::AtLeast,
            "failures",
            "How many failures must you plan for?",
            "Chance of at least k orders not executed",
        ),
        any,
        all,
        view(
            ChartKind::Heatmap,
            "any_failed",
            Some(1),
            HAPPENS,
            "When does something go wrong?",
            "Chance in % that an order is not executed",
        ),
    ];
    // A Government Title is at stake only if all colonies fail (pp. 296-297).
    if orders.iter().all(|order| order.power.is_some_and(|power| power.id == TAXATION)) {
        headlines.rotate_right(1);
        headlines[0].label = "All colonies fail".into();
        let risk = "How often do all colonies fail Taxation?";
        let shows = "Chance that a Government Title fails its Conflict Check";
        charts = vec![
            lines("all_failed", risk, shows),
            view(ChartKind::Heatmap, "all_failed", Some(1), HAPPENS, risk, &shows.replacen("Chance", "Chance in %", 1)),
            charts.swap_remove(0),
        ];
    }
    if orders.iter().any(|order| order.costs_rp > 0) {
        headlines[2] = quantity("rp_spent", Some(1), Measure::Mean, "Mean RPs spent");
        charts.push(count(
            ChartKind::Distribution,
            "rp_spent",
            "How many RPs does a turn cost?",
            "Chance of each number of RPs spent",
        ));
    }
    (headlines, charts)
}

fn process(turns: u32) -> (Vec<Statistic>, Vec<DefaultChart>) {
    let headlines = vec![
        quantity("completed", None, HAPPENS, "Completed"),
        quantity("failed_on_turn", None, HAPPENS, "Fails on turn 1"),
        quantity("failed_on_turn", None, Measure::Is(turns.into()), "Fails on the last turn"),
    ];
    let charts = vec![
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
    (headlines, charts)
}
