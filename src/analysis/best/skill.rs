//! Computes how much skill matters: the aim at several levels of skill, and how long it takes until
//! the better player is ahead.

use oddsmith_engine::chance::Probability;
use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::{JointQuestion, solve_joint};
use oddsmith_engine::solve::Plan;
use oddsmith_engine::{DecisionRule, RuleErrorKind, Side, Skill};

use super::description::shown_value;
use super::lead::lead;
use super::{Unplanned, explore_open_choices, find_plan, plan_for, unplanned_error};
use crate::analysis::run_error::RunError;
use crate::estimate::ROUNDING;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Key, Node, Tree};
use crate::report::Report;
use crate::report::skill::{DuelValue, LevelValue, MistakeValue, SkillEffect, SkillLevel};
use crate::rule::BuiltRule;
use crate::rule::presentation::Measure;
use crate::scenario::document::Scenario;
use crate::scenario::play::{CasePlay, PlayerAim};
use crate::sums::variance_of;

/// The steps of the share of mistakes, in percent.
const STEP: usize = 10;
/// The levels of two sides that are compared.
const DUEL_LEVELS: [SkillLevel; 5] = [
    SkillLevel::Worst,
    SkillLevel::Random,
    SkillLevel::ShortSighted,
    SkillLevel::MostlyBest,
    SkillLevel::Best,
];
/// A report page shows the effect of skill without being asked if only one side decides, and if it
/// has at most this many situations.
const MAX_UNASKED: usize = 100;

/// The players of a case whose skill varies.
struct Players<'a> {
    built: &'a BuiltRule,
    playing: &'a CasePlay,
    wanted: &'a PlayerAim,
    /// The choices of our side.
    ours: Vec<usize>,
    /// The choices of the other side that a plan decides.
    theirs: Vec<usize>,
    /// The graph in which all these choices are open.
    open: Graph,
    budget: &'a Budget,
    watch: &'a Watch,
}

/// Returns how much skill matters in the usual case of a report.
///
/// # Errors
/// Fails if the scenario has no aim or leaves no choice to our side, if the watch stops it, or if
/// it exceeds the budget.
pub fn skill_effect(
    report: &Report,
    scenario: &Scenario,
    watch: &Watch,
) -> Result<SkillEffect, RunError> {
    let case = case_with_play(report);
    let single = scenario.single_case(case);
    let (scenario, ours) = with_best_play(&single)?;
    let built = scenario.build_case(0)?;
    let playing = scenario.case_play(0, &built.presentation)?;
    let Some(wanted) = &playing.aim else {
        return Err(needed("an aim", "add aim = \"mean(...)\" to [play]"));
    };
    let failed = |unplanned| unplanned_error(&scenario, 0, &playing, wanted, None, unplanned);
    let budget = &scenario.settings.budget;
    let explored = explore_open_choices(&built, playing.policy.clone(), budget, watch);
    let (open, _) = explored.map_err(failed)?;
    let theirs = playing
        .answered
        .iter()
        .filter(|answered| answered.answer == DecisionRule::Best && answered.side == Side::Them);
    let players = Players {
        built: &built,
        playing: &playing,
        wanted,
        ours,
        theirs: theirs.map(|answered| answered.choice).collect(),
        open,
        budget,
        watch,
    };
    let choice_label = |&choice: &usize| {
        let name = &built.presentation.choices[choice].name;
        report.choice_label(name)
    };
    let effect = SkillEffect {
        aim: aim_label(report).unwrap_or_else(|| wanted.text.clone()),
        kind: wanted.kind,
        minimises: wanted.aim.minimises,
        case: (report.cases.len() > 1).then(|| report.case_name(&report.cases[case])),
        choices: players.ours.iter().map(choice_label).collect(),
        levels: Vec::new(),
        mistakes: Vec::new(),
        luck: None,
        lead: None,
        duels: Vec::new(),
        is_requested: true,
    };
    players.fill(effect).map_err(failed)
}

/// Returns the effect of skill for a report page, if it is quickly computed.
pub fn unasked_skill_effect(
    report: &Report,
    scenario: &Scenario,
    watch: &Watch,
) -> Option<SkillEffect> {
    let case = &report.cases[case_with_play(report)];
    let play = case.best_play.as_ref()?;
    let is_small = play.situations.len() + play.unmet.len() <= MAX_UNASKED;
    let planned = case
        .decisions
        .iter()
        .filter(|decision| decision.rule == DecisionRule::Best);
    // With two sides, each level takes several rounds.
    if !is_small || play.is_theirs || planned.count() > 1 {
        return None;
    }
    let effect = skill_effect(report, scenario, watch).ok()?;
    Some(SkillEffect {
        is_requested: false,
        ..effect
    })
}

/// Returns the usual case. If no player plays best there, it returns the first case in which a
/// player does.
fn case_with_play(report: &Report) -> usize {
    let usual = report.usual_case().map_or(0, |case| case.number - 1);
    let has_play = |case: &usize| report.cases[*case].best_play.is_some();
    std::iter::once(usual)
        .chain(0..report.cases.len())
        .find(has_play)
        .unwrap_or(usual)
}

/// Returns the label of the aim: that of its question, or of its metric if it has none.
fn aim_label(report: &Report) -> Option<String> {
    let ask = report.asks.iter().find(|ask| ask.is_aim)?;
    if ask.label != ask.question {
        return Some(ask.label.clone());
    }
    let plain = ask
        .plain
        .as_ref()
        .filter(|plain| plain.measure == Measure::Mean)?;
    let observed = report
        .cases
        .iter()
        .find_map(|case| case.observed(&plain.metric))?;
    Some(observed.metric.label.clone())
}

/// Returns the scenario of a single case in which our side plays best, and the choices of our side.
/// These are the choices that a plan decides for it, or else all that no other player decides.
fn with_best_play(single: &Scenario) -> Result<(Scenario, Vec<usize>), RunError> {
    let built = single.build_case(0)?;
    let playing = single.case_play(0, &built.presentation)?;
    let is_planned = |choice: usize, side: Side| {
        playing.answered.iter().any(|answered| {
            (answered.choice, answered.side, answered.answer) == (choice, side, DecisionRule::Best)
        })
    };
    let choices = &built.presentation.choices;
    let all_of = |suits: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..choices.len()).filter(|&choice| suits(choice)).collect()
    };
    let mut ours = all_of(&|choice| is_planned(choice, Side::Us));
    if ours.is_empty() {
        ours =
            all_of(&|choice| choices[choice].side == Side::Us && !is_planned(choice, Side::Them));
    }
    if ours.is_empty() {
        let help = "add a choice to the rule: again = player(\"...\")";
        return Err(needed("a choice of the player", help));
    }
    let place = place();
    let best = |&choice: &usize| {
        let key = Key {
            text: format!("play.{}", choices[choice].name),
            place: place.clone(),
        };
        let node = Node {
            tree: Tree::Text("best".to_owned()),
            place: place.clone(),
        };
        (key, node)
    };
    if !single.has_aims() {
        return Err(needed("an aim", "add aim = \"mean(...)\" to [play]"));
    }
    let sets: Vec<(Key, Node)> = ours.iter().map(best).collect();
    Ok((single.with_values_set(sets), ours))
}

fn place() -> Place {
    let (source, span) = Source::option("--skill", "");
    Place { source, span }
}

fn needed(what: &str, help: &str) -> RunError {
    let problem = format!("the effect of skill needs {what}");
    Diagnostics::from(Diagnostic::at(&place(), problem, help)).into()
}

impl Players<'_> {
    /// Fills in all numbers.
    fn fill(&self, mut effect: SkillEffect) -> Result<SkillEffect, Unplanned> {
        for level in SkillLevel::ALL {
            if let Some(value) = self.value(self.plan(Some(level), None)?) {
                effect.levels.push(LevelValue { level, value });
            }
        }
        for percent in (0..=100).step_by(STEP) {
            let right = Probability::ratio(100 - percent as u64, 100).expect("a share");
            // As in `[play]`, where "best 100%" is best play. A player who plays best also makes
            // use of the mistakes of the other side.
            let found = self.plan_with(match percent {
                0 => Skill::Best,
                _ => Skill::Mistakes(right),
            })?;
            if let Some(value) = self.value(found) {
                let share = percent as f64 / 100.0;
                effect.mistakes.push(MistakeValue { share, value });
            }
        }
        // A curve of its ends alone says nothing more than the levels.
        if effect.mistakes.len() <= 2 {
            effect.mistakes.clear();
        }
        let best = self.aim_distribution(SkillLevel::Best)?;
        let random = self.aim_distribution(SkillLevel::Random)?;
        effect.luck = best.as_ref().map(|best| variance_of(best).sqrt());
        if let (Some(best), Some(random)) = (best, random) {
            effect.lead = if effect.minimises {
                lead(&random, &best)
            } else {
                lead(&best, &random)
            };
        }
        if !self.theirs.is_empty() {
            let is_known = |level: &SkillLevel| {
                let mut levels = effect.levels.iter();
                levels.any(|known| known.level == *level)
            };
            let levels: Vec<SkillLevel> = DUEL_LEVELS.into_iter().filter(is_known).collect();
            for &ours in &levels {
                for &theirs in &levels {
                    let value = self.value(self.plan(Some(ours), Some(theirs))?).flatten();
                    effect.duels.push(DuelValue {
                        ours,
                        theirs,
                        value,
                    });
                }
            }
        }
        Ok(effect)
    }

    /// Returns the value of a plan, which is `None` if a trial would never end. A chance that
    /// differs from 0 or 1 only by rounding is 0 or 1. Returns `None` if there is no such play.
    fn value(&self, found: LevelPlan) -> Option<Option<f64>> {
        let found = match found {
            LevelPlan::Found(found) => found,
            LevelPlan::NeverEnds => return Some(None),
            LevelPlan::Impossible => return None,
        };
        let is_certain = self.wanted.kind.is_chance() && (found.value - 1.0).abs() <= ROUNDING;
        Some(Some(if is_certain { 1.0 } else { shown_value(&found) }))
    }

    /// Returns the plan for levels of both sides; without a level, a side plays as stated.
    fn plan(
        &self,
        ours: Option<SkillLevel>,
        theirs: Option<SkillLevel>,
    ) -> Result<LevelPlan, Unplanned> {
        let mut policy = self.playing.policy.clone();
        let mut playing = self.playing.clone();
        for (choices, level) in [(&self.ours, ours), (&self.theirs, theirs)] {
            for &choice in choices {
                match level {
                    None => {}
                    Some(SkillLevel::Random) => {
                        policy = policy.with_answer(choice, DecisionRule::Uniform);
                    }
                    Some(SkillLevel::First) => {
                        policy = policy.with_answer(choice, DecisionRule::First);
                    }
                    Some(level) => playing = playing.with_skill(choice, skill(level)),
                }
            }
        }
        let (wanted, budget, watch) = (self.wanted, self.budget, self.watch);
        let is_open = ![ours, theirs]
            .iter()
            .flatten()
            .any(|level| matches!(level, SkillLevel::Random | SkillLevel::First));
        let found = if is_open {
            self.plan_in_graph(&playing)
        } else {
            find_plan(self.built, &playing, wanted, policy, budget, watch)
        };
        of_level(found)
    }

    /// Returns the plan for a skill of our side.
    fn plan_with(&self, ours: Skill) -> Result<LevelPlan, Unplanned> {
        let choices = self.ours.iter();
        let playing = choices.fold(self.playing.clone(), |playing, &choice| {
            playing.with_skill(choice, ours)
        });
        of_level(self.plan_in_graph(&playing))
    }

    fn plan_in_graph(&self, playing: &CasePlay) -> Result<Plan, Unplanned> {
        let choices = playing.with_sides(self.built.rule.choices());
        // Ties are broken by the order of options.
        let wanted = PlayerAim {
            then: None,
            ..self.wanted.clone()
        };
        let found = plan_for(&wanted, &self.open, &choices, self.budget, self.watch);
        found.map(|(plan, _)| plan).map_err(|stop| Unplanned {
            stop,
            is_explored: true,
        })
    }

    /// Returns the distribution of the aim in a trial, as values with their probabilities. Returns
    /// `None` if a trial would never end, or if the distribution is too large.
    fn aim_distribution(&self, level: SkillLevel) -> Result<Option<Vec<(i64, f64)>>, Unplanned> {
        let LevelPlan::Found(found) = self.plan(Some(level), None)? else {
            return Ok(None);
        };
        let asked = JointQuestion {
            expressions: vec![self.wanted.aim.objective.clone()],
            given: None,
        };
        let solved = match solve_joint(&[&found.graph], &asked, self.budget, self.watch) {
            Ok(solved) => solved,
            Err(Stop::Requested) => {
                return Err(Unplanned {
                    stop: Stop::Requested,
                    is_explored: true,
                });
            }
            Err(_) => return Ok(None),
        };
        if solved.joint.unresolved > 1e-9 || solved.joint.moments.is_some() {
            return Ok(None);
        }
        let pmf = solved.joint.distribution().pmf;
        let float = |&(value, mass): &(i64, Mass)| (value, mass.float());
        Ok(Some(pmf.masses().iter().map(float).collect()))
    }
}

/// The plan for some level of skill.
enum LevelPlan {
    Found(Box<Plan>),
    /// A trial would never end.
    NeverEnds,
    /// Such a play does not exist, for example that of a player who forgets and is short-sighted.
    Impossible,
}

/// Separates the errors of a level from those of the rule.
fn of_level(found: Result<Plan, Unplanned>) -> Result<LevelPlan, Unplanned> {
    let unplanned = match found {
        Ok(found) => return Ok(LevelPlan::Found(Box::new(found))),
        Err(unplanned) => unplanned,
    };
    match &unplanned.stop {
        Stop::Rule(error) if error.kind == RuleErrorKind::Endless => Ok(LevelPlan::NeverEnds),
        Stop::Rule(error) if error.kind == RuleErrorKind::NoSuchPlay => Ok(LevelPlan::Impossible),
        _ => Err(unplanned),
    }
}

/// Returns the skill of a level that a plan decides.
fn skill(level: SkillLevel) -> Skill {
    match level {
        SkillLevel::Worst => Skill::Worst,
        SkillLevel::ShortSighted => Skill::ShortSighted(1),
        SkillLevel::MostlyBest => Skill::Mistakes(Probability::ratio(9, 10).expect("a share")),
        SkillLevel::Best | SkillLevel::Random | SkillLevel::First => Skill::Best,
    }
}
