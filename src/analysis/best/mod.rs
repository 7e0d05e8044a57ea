//! Computes the best play of a case: the plan with the best value of the aim, and the value of
//! every option.

mod bounds;
mod description;
mod lead;
pub(super) mod situation_parts;
pub(super) mod skill;
pub(super) mod spread;

use std::collections::{BTreeMap, BTreeSet};

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::solve::{OpenPlay, Plan, plan_of_two_sides, plan_with_play};
use oddsmith_engine::{Choice, DecisionRule, Policy, RuleErrorKind, Side, Skill};

use self::bounds::bound_aim;
pub(super) use self::bounds::{BoundedAim, bounds_text};
use self::description::{describe, shown_value};
use self::spread::spreads;
use super::recommendation::{fits_rules, recommendations};
use super::run_error::{RunError, needed_text, size_help, stop_error};
use crate::figures::grouped;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::play::{BestPlay, HeldChoice, How, StatedPlay, Worth};
use crate::rule::BuiltRule;
use crate::scenario::document::Scenario;
use crate::scenario::play::{AnsweredChoice, CasePlay, PlayerAim};

/// The maximal number of edges of a graph for which the value of each fixed strategy is computed.
const MAX_EDGES_HELD: usize = 500_000;
/// The maximal number of options of a choice for which these values are computed.
const MAX_OPTIONS_HELD: usize = 12;

/// The best play of a case.
#[derive(Debug)]
pub(crate) struct SolvedPlay {
    /// The description for the report; `None` if it is not needed.
    pub(super) best_play: Option<BestPlay>,
    /// The rule's graph under best play.
    pub(super) graph: Graph,
    /// The policy that follows the plan.
    pub(crate) policy: Policy,
}

/// The result of looking for best play.
pub(super) enum FoundPlay {
    Solved(Box<SolvedPlay>),
    /// The case is too large, but the aim has close bounds.
    Bounded(Box<BoundedAim>),
}

/// Computes the best play of a case; `None` if no choice asks for it. If the case is too large and
/// `may_bound` is set, it computes bounds of the aim.
///
/// # Errors
/// Fails if the watch stops it, if it exceeds the budget, or if there is no best play.
pub(super) fn find_best_play(
    scenario: &Scenario,
    case: usize,
    built: &BuiltRule,
    may_bound: bool,
    watch: &Watch,
) -> Result<Option<FoundPlay>, RunError> {
    let is_described = scenario.settings.describes_play;
    solve_play(scenario, case, built, is_described, may_bound, watch)
}

/// Computes only the policy of best play; `None` if no choice asks for it.
///
/// # Errors
/// Fails like [`find_best_play`].
pub(super) fn find_policy(
    scenario: &Scenario,
    case: usize,
    built: &BuiltRule,
    watch: &Watch,
) -> Result<Option<Policy>, RunError> {
    Ok(
        match solve_play(scenario, case, built, false, false, watch)? {
            Some(FoundPlay::Solved(solved)) => Some(solved.policy),
            Some(FoundPlay::Bounded(_)) | None => None,
        },
    )
}

fn solve_play(
    scenario: &Scenario,
    case: usize,
    built: &BuiltRule,
    is_described: bool,
    may_bound: bool,
    watch: &Watch,
) -> Result<Option<FoundPlay>, RunError> {
    let playing = scenario.case_play(case, &built.presentation)?;
    let Some(wanted) = &playing.aim else {
        return Ok(None);
    };
    let failed = |unplanned| unplanned_error(scenario, case, &playing, wanted, None, unplanned);
    let too_large = |unplanned: Unplanned| {
        // Bounds are known only for one aim.
        let has_bounds = may_bound && wanted.theirs.is_none();
        if !has_bounds || !unplanned.stop.is_too_large() {
            return Err(failed(unplanned));
        }
        let bounded = bound_aim(scenario, built, &playing, wanted, watch);
        match bounded.map_err(|stop| stop_error(scenario, case, stop))? {
            Some(aim) if aim.is_close() => Ok(Some(FoundPlay::Bounded(Box::new(aim)))),
            aim => {
                let known = aim.filter(BoundedAim::is_informative);
                let known = known.map(|aim| bounds_text(&aim.bounds));
                Err(unplanned_error(
                    scenario, case, &playing, wanted, known, unplanned,
                ))
            }
        }
    };
    let budget = &scenario.settings.budget;
    let (graph, offered) = match explore_open_choices(built, playing.policy.clone(), budget, watch)
    {
        Ok(explored) => explored,
        Err(unplanned) => return too_large(unplanned),
    };
    let choices = playing.with_sides(built.rule.choices());
    let (found, play) = match plan_for(wanted, &graph, &choices, budget, watch) {
        Ok(found) => found,
        Err(stop) => {
            drop(graph);
            return too_large(Unplanned {
                stop,
                is_explored: true,
            });
        }
    };
    // The play of a large graph takes as much memory as the graph, and no rule is fitted to it.
    let play = Some(play).filter(|_| fits_rules(&graph));
    let mut best_play = None;
    if is_described {
        let mut described = describe(built, wanted, &playing, &found);
        described.is_theirs = playing.is_theirs();
        described.stated = stated_plays(built, &playing);
        if !described.is_best() {
            described.then = None;
        }
        described.spreads = spreads(scenario, case, built, &found, watch)?;
        if found.explored <= MAX_EDGES_HELD {
            let theirs = wanted.theirs.clone();
            let wanted = PlayerAim {
                theirs: theirs.filter(|_| described.theirs.is_some()),
                ..wanted.clone()
            };
            let held = held_choices(built, &playing, &wanted, &offered, budget, watch);
            described.held = held.map_err(failed)?;
        }
        let fitted = recommendations(
            built,
            &playing,
            &described,
            graph.decisions(),
            play.as_ref(),
            watch,
        );
        described.recommendations = fitted.map_err(|stop| stop_error(scenario, case, stop))?;
        best_play = Some(described);
    }
    // The play and the graph take far more memory than what follows.
    drop(play);
    drop(graph);
    let policy = playing.policy.with_plan(&found);
    Ok(Some(FoundPlay::Solved(Box::new(SolvedPlay {
        best_play,
        graph: found.graph,
        policy,
    }))))
}

/// Returns how those players decide who do not play best.
fn stated_plays(built: &BuiltRule, playing: &CasePlay) -> Vec<StatedPlay> {
    let stated = |answered: &AnsweredChoice| StatedPlay {
        choice: built.presentation.choices[answered.choice].name.clone(),
        answer: answered.written.clone(),
    };
    playing.erring().map(stated).collect()
}

/// Computes only the plan of best play; `None` if no choice asks for it.
///
/// # Errors
/// Returns why it stopped. A rule without a best play is reported as a fault of the rule.
pub(super) fn best_plan(
    playing: &CasePlay,
    built: &BuiltRule,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<Plan>, Stop> {
    let Some(wanted) = &playing.aim else {
        return Ok(None);
    };
    let found = find_plan(
        built,
        playing,
        wanted,
        playing.policy.clone(),
        budget,
        watch,
    );
    Ok(Some(found.map_err(|unplanned| unplanned.stop)?))
}

/// The options of each choice that occur in any state, whether best play reaches the state or not.
type OfferedOptions = BTreeMap<usize, BTreeSet<i64>>;

/// The reason why there is no plan.
struct Unplanned {
    stop: Stop,
    /// Whether exploring succeeded, so that the memory that the aim needs made the problem too
    /// large.
    is_explored: bool,
}

/// Explores the rule with some choices answered and the others open. Returns the graph and the
/// options of the open choices.
fn explore_open_choices(
    built: &BuiltRule,
    policy: Policy,
    budget: &Budget,
    watch: &Watch,
) -> Result<(Graph, OfferedOptions), Unplanned> {
    let rule = built.rule.with_policy(policy);
    let rule = rule.as_deref().unwrap_or(&*built.rule);
    let graph = rule
        .explore_whole(budget, watch)
        .map_err(|stop| Unplanned {
            stop,
            is_explored: false,
        })?;
    let mut offered = OfferedOptions::new();
    for decision in graph.decisions() {
        for (choice, options) in decision.sides() {
            let known = offered.entry(choice as usize).or_default();
            known.extend(options.iter());
        }
    }
    Ok((graph, offered))
}

/// Computes the plan for the open choices.
fn find_plan(
    built: &BuiltRule,
    playing: &CasePlay,
    wanted: &PlayerAim,
    policy: Policy,
    budget: &Budget,
    watch: &Watch,
) -> Result<Plan, Unplanned> {
    let (graph, _) = explore_open_choices(built, policy, budget, watch)?;
    let choices = playing.with_sides(built.rule.choices());
    let found = plan_for(wanted, &graph, &choices, budget, watch);
    found.map(|(plan, _)| plan).map_err(|stop| Unplanned {
        stop,
        is_explored: true,
    })
}

/// Computes the plan for what the players want, and a graph for the evaluation of other plays.
fn plan_for<'g>(
    wanted: &PlayerAim,
    graph: &'g Graph,
    choices: &[Choice],
    budget: &Budget,
    watch: &Watch,
) -> Result<(Plan, OpenPlay<'g>), Stop> {
    let mut decisions = graph
        .decisions()
        .iter()
        .flat_map(|decision| decision.sides());
    let theirs = wanted.theirs.as_ref().filter(|_| {
        decisions.any(|(choice, _)| {
            let choice = choices.get(choice as usize);
            choice.is_some_and(|choice| choice.side == Side::Them)
        })
    });
    match theirs {
        Some(theirs) => {
            plan_of_two_sides(graph, choices, [&wanted.aim, &theirs.aim], budget, watch)
        }
        None => plan_with_play(graph, choices, &wanted.aims(), budget, watch),
    }
}

/// Computes the value of the aim for each fixed answer to one choice, while the other choices stay
/// as they were. Returns `None` if a graph becomes too large.
fn held_choices(
    built: &BuiltRule,
    playing: &CasePlay,
    wanted: &PlayerAim,
    offered: &OfferedOptions,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<Vec<HeldChoice>>, Unplanned> {
    let mut results = Vec::new();
    for answered in playing
        .answered
        .iter()
        .filter(|answered| answered.answer == DecisionRule::Best)
        // If the other side has a different aim, it is not measured by ours.
        .filter(|answered| wanted.theirs.is_none() || answered.side == Side::Us)
    {
        let choice_index = answered.choice;
        let choice = &built.presentation.choices[choice_index];
        let Some(options) = offered.get(&choice_index) else {
            continue;
        };
        let is_too_many = options.len() > MAX_OPTIONS_HELD;
        if is_too_many {
            results.push(HeldChoice {
                choice: choice.name.clone(),
                how: How::OneOf(options.len()),
                worth: Worth::Unknown,
            });
        }
        let always = options.iter().filter(|_| !is_too_many);
        let always = always.map(|&option| {
            (
                DecisionRule::Option(option),
                How::Always(choice.options.word(option)),
            )
        });
        let best = (answered.skill != Skill::Best).then_some((DecisionRule::Best, How::Best));
        let by_chance = (DecisionRule::Uniform, How::ByChance);
        let perfect = playing.with_skill(choice_index, Skill::Best);
        for (other, how) in best.into_iter().chain(always).chain([by_chance]) {
            let found = find_plan(
                built,
                &perfect,
                wanted,
                playing.policy.with_answer(choice_index, other),
                budget,
                watch,
            );
            let worth = match found.map_err(|unplanned| unplanned.stop) {
                Ok(found) => Worth::Is(shown_value(&found)),
                Err(Stop::Rule(error)) if error.kind == RuleErrorKind::Endless => Worth::NeverEnds,
                // The rule itself is fine, since it was explored before. With this answer there is
                // no best play of the other choices.
                Err(Stop::Rule(_)) => Worth::Unknown,
                // A fixed answer can make trials much longer than best play does, and so lead to
                // more states.
                Err(stop) if stop.is_too_large() => return Ok(None),
                Err(stop) => {
                    return Err(Unplanned {
                        stop,
                        is_explored: false,
                    });
                }
            };
            results.push(HeldChoice {
                choice: choice.name.clone(),
                how,
                worth,
            });
        }
    }
    Ok(Some(results))
}

/// Returns the error message for a missing plan.
fn unplanned_error(
    scenario: &Scenario,
    case: usize,
    playing: &CasePlay,
    wanted: &PlayerAim,
    known: Option<String>,
    unplanned: Unplanned,
) -> RunError {
    let before = scenario.fault_prefix(case);
    let known = known.map_or_else(String::new, |known| format!(". What is known: {known}"));
    let problem = match unplanned.stop {
        Stop::TooLarge { states, edges, .. } if unplanned.is_explored => Diagnostic::at(
            &wanted.place,
            format!(
                "{before}the best play is too large to compute: this aim must remember all that a \
                    trial has recorded so far. oddsmith found {} states and {} transitions, \
                    and there are more{known}",
                grouped(states as u64),
                grouped(edges as u64),
            ),
            "aim at the mean of a sum, which needs no memory; or record less, as in min(total, 10); \
                or use a higher `limit` in [run]",
        ),
        Stop::TooLarge {
            states,
            edges,
            bytes,
        } => Diagnostic::at(
            &wanted.place,
            format!(
                "{before}the best play is too large to compute: oddsmith found {} states and \
                    {} transitions, and there are more{}{known}",
                grouped(states as u64),
                grouped(edges as u64),
                needed_text(scenario, bytes)
            ),
            format!(
                "{}; or use \"best\" for fewer choices; or a higher `limit` in [run]",
                size_help(scenario, case)
            ),
        ),
        Stop::Rule(error) if error.span.is_none() => Diagnostic::at(
            match playing.erring().next() {
                Some(erring) if error.kind == RuleErrorKind::NoSuchPlay => &erring.place,
                _ => &wanted.place,
            },
            format!("{before}{}", error.problem),
            error.help,
        ),
        stop => return stop_error(scenario, case, stop),
    };
    RunError::Diagnostics(Diagnostics::from(problem))
}
