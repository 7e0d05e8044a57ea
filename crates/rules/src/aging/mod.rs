//! `aging`: independent resources, each of which ages out at the end of every Regular Turn.
//!
//! Published text 002 (appendix AGE). Resources influence each other only through the Government
//! Titles. A simulated trial has all resources and one set of titles. Each resource is a part that
//! is explored alone, with titles if it needs them.

mod build;
mod decay;
mod kind;
mod losses;
mod parameters;
mod position;
mod resource;
mod shown;
mod stream;
mod titles;
mod words;

use oddsmith_engine::chance::Probability;
use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};

use decay::{Decay, Piles, lose};
use kind::ResourceKind;
use oddsmith_model::rule::metric::engine_metrics;
use oddsmith_model::rule::presentation::Presentation;
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use position::AgingState;
use resource::{Deed, Resource};
use shown::{GONE_ON, LODGED, LOST, SAFE, STOCK, TOTAL_LOST};
use titles::Titles;

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "aging",
    about: parameters::ABOUT,
    words: words::WORDS,
    parameters: parameters::PARAMETERS,
    choices: &[],
    metric_parameters: &[
        (
            "of each resource with a name",
            "resources = [{ name = \"NAME\", kind = \"acts\" }]",
        ),
        (
            "of Missions",
            "resources = [{ name = \"NAME\", kind = \"missions\" }]",
        ),
        (
            "of RPs",
            "resources = [{ name = \"NAME\", kind = \"resource-points\" }]",
        ),
    ],
    tables: &[],
    size_advice: "use fewer turns, smaller stocks or gains with fewer values",
    build,
};

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct Aging {
    resources: Vec<Resource>,
    titles: Titles,
    turns: u16,
    /// The actions in a turn of each resource alone, and as the last entry those of all resources.
    plans: Vec<TurnPlan>,
    /// The index of the first metric of each resource.
    first_metrics: Vec<usize>,
    metrics: Vec<Metric>,
}

/// The actions in a turn.
#[derive(Clone, Debug)]
struct TurnPlan {
    /// The index of the first resource of this plan.
    first_resource: usize,
    actions: Vec<TurnAction>,
}

#[derive(Clone, Copy, Debug)]
struct TurnAction {
    kind: ActionKind,
    /// Whether the action asks for chance, so that a step should start or end with it.
    asks_chance: bool,
}

#[derive(Clone, Copy, Debug)]
enum ActionKind {
    /// Titles recover, become disrupted or change hands.
    Titles,
    /// An action of one resource.
    Deed(usize, Deed),
}

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let (rule, presentation, unused) = Aging::new(values)?;
    Ok(BuiltRule::new(rule, presentation).with_unused(unused))
}

impl Aging {
    /// Returns the rule with these parameters, its presentation, and errors for unused parameters.
    ///
    /// # Errors
    /// Returns an error if the values of a resource are inconsistent, or if two metrics would have
    /// the same name.
    pub fn new(
        values: &Values,
    ) -> Result<(Aging, Presentation, Vec<ParameterError>), ParameterError> {
        let turns = values.count("turns") as u16;
        let titles = Titles::new(values)?;
        let (mut resources, unused) = build::resources(values, titles.count)?;
        // Settings without effect are removed, so that equivalent rules are equal.
        resources
            .iter_mut()
            .for_each(|resource| resource.reset_unused(&titles));
        let titles = titles.noticed_by(&resources);
        let (places, metrics) = shown::metrics(&resources, turns.into());
        let plan = |first: usize, resources: &[Resource]| TurnPlan {
            first_resource: first,
            actions: turn_actions(first, resources, &titles),
        };
        let mut plans: Vec<TurnPlan> = resources
            .iter()
            .enumerate()
            .map(|(i, resource)| plan(i, std::slice::from_ref(resource)))
            .collect();
        plans.push(plan(0, &resources));
        let rule = Aging {
            titles,
            turns,
            plans,
            first_metrics: places,
            metrics: engine_metrics(&metrics),
            resources,
        };
        let presentation =
            shown::presentation(&rule.resources, &rule.titles, turns.into(), metrics);
        Ok((rule, presentation, unused))
    }

    /// Records the rest of a resource.
    fn show_stock(&self, resource: usize, step: u16, piles: &Piles, ask: &mut impl Ask) {
        let stock: u32 = piles.iter().sum();
        let (place, resource) = (self.first_metrics[resource], &self.resources[resource]);
        ask.observe(place + STOCK, step.into(), stock.into());
        if resource.kind == ResourceKind::Missions {
            ask.observe(
                place + LODGED,
                step.into(),
                resource.lodged_count(piles).into(),
            );
        }
        if resource.has_cargo() {
            ask.observe(
                place + SAFE,
                step.into(),
                i64::from(stock + resource.cargo_ship_rps),
            );
        }
        if step > 0 && stock == 0 {
            ask.observe(place + GONE_ON, step.into(), 1);
        }
    }

    fn show_lost(&self, resource: usize, turn: u16, lost: u32, ask: &mut impl Ask) {
        let place = self.first_metrics[resource];
        ask.observe(place + LOST, u32::from(turn) + 1, lost.into());
        ask.observe_whole(place + TOTAL_LOST, lost.into());
    }

    /// Performs an action. Returns whether it is finished.
    fn perform(&self, kind: ActionKind, state: &mut AgingState, ask: &mut impl Ask) -> bool {
        let ActionKind::Deed(number, deed) = kind else {
            self.titles.pass_turn(state, ask);
            return true;
        };
        let resource = &self.resources[number];
        let (turn, disrupted) = (state.turn, state.disrupted);
        let piles = &mut state.stocks[number - self.plans[usize::from(state.plan)].first_resource];
        match deed {
            Deed::Lodge => resource.lodge(piles, ask),
            Deed::Spend => resource.spend(piles, turn, ask),
            Deed::Gain(pile) => resource.gain(piles, pile, turn, ask),
            Deed::Remove(pile) => drop(lose(&mut piles[pile], resource.other_loss, ask)),
            Deed::Strike if state.strikes_taken < state.strikes => {
                let Decay::Census { strike, .. } = resource.decay else {
                    unreachable!("titles strike Proficiencies")
                };
                let lost = lose(&mut piles[0], strike, ask);
                self.show_lost(number, turn, lost, ask);
                state.strikes_taken += 1;
                return state.strikes_taken == state.strikes;
            }
            Deed::Strike => {}
            Deed::Age => {
                let lost = resource.age(piles, turn, disrupted, ask);
                self.show_lost(number, turn, lost, ask);
            }
        }
        true
    }

    fn end_turn(&self, state: &mut AgingState, ask: &mut impl Ask) -> Step<AgingState> {
        (state.turn, state.next_action, state.strikes) = (state.turn + 1, 0, 0);
        if self.titles.recovery == Probability::ONE {
            state.disrupted = 0;
        }
        let first = self.plans[usize::from(state.plan)].first_resource;
        for (number, piles) in (first..).zip(&mut state.stocks) {
            self.resources[number].settle(piles);
            self.show_stock(number, state.turn, piles, ask);
        }
        if state.turn == self.turns {
            Step::Done
        } else {
            Step::Continue
        }
    }
}

/// Returns the actions in a turn of some resources, starting at this index.
fn turn_actions(first: usize, resources: &[Resource], titles: &Titles) -> Vec<TurnAction> {
    let is_touched = |resource: &Resource| titles.are_at_risk() && resource.is_touched_by_titles();
    let mut acts = Vec::new();
    if resources.iter().any(is_touched) {
        // A step ends where transitions may merge, so that the rest is explored once. If all titles
        // recover, each turn starts with none disrupted, and each answer leads to a different
        // state, so that nothing merges there.
        acts.push(TurnAction {
            kind: ActionKind::Titles,
            asks_chance: titles.recovery != Probability::ONE,
        });
    }
    for (number, resource) in (first..).zip(resources) {
        let strikes = is_touched(resource) && matches!(resource.decay, Decay::Census { .. });
        let deeds = resource.deeds(strikes).into_iter();
        acts.extend(deeds.map(|(deed, asks)| TurnAction {
            kind: ActionKind::Deed(number, deed),
            asks_chance: asks,
        }));
    }
    acts
}

impl Resource {
    fn has_cargo(&self) -> bool {
        self.kind == ResourceKind::ResourcePoints
    }

    fn is_touched_by_titles(&self) -> bool {
        match &self.decay {
            Decay::Share(share) => share.per_title != Probability::ZERO,
            Decay::Census { strike, .. } => *strike != Probability::ZERO,
            _ => false,
        }
    }

    /// Resets settings that have no effect given the others.
    fn reset_unused(&mut self, titles: &Titles) {
        if self.gain.iter().all(|gain| gain.most() <= 0) {
            // Without gains, there is nothing that could arrive early, be spared, be lodged or be
            // placed dark.
            (self.gains_before_aging, self.gain_grace) = (false, 0);
            (self.is_lodged, self.lodging_grace) = (false, 0);
            (self.lodging_chance, self.dark_chance) = (Probability::ONE, Probability::ZERO);
        }
        self.is_spent_as_listed &=
            self.spends() && self.start.iter().filter(|&&pile| pile > 0).count() > 1;
        match &mut self.decay {
            Decay::Places(leaves) if self.start[1..].iter().all(|&pile| pile == 0) => {
                *leaves = Probability::ZERO
            }
            Decay::Share(share) if !titles.can_be_disrupted() => {
                share.per_title = Probability::ZERO
            }
            Decay::Census {
                every,
                loss,
                strike,
            } => {
                if *every == 0 {
                    *loss = Probability::ZERO;
                }
                if !titles.are_at_risk() {
                    *strike = Probability::ZERO;
                }
            }
            _ => {}
        }
    }
}

impl Rule for Aging {
    type State = AgingState;

    fn metrics(&self) -> Vec<Metric> {
        self.metrics.clone()
    }

    fn start(&self, parts: &Parts) -> AgingState {
        let selected: Vec<usize> = (0..self.resources.len())
            .filter(|&part| parts.has(part as u32))
            .collect();
        let plan = if selected.len() == 1 {
            selected[0]
        } else {
            self.resources.len()
        };
        let stocks = selected
            .into_iter()
            .map(|number| self.resources[number].start)
            .collect();
        let disrupted = self.titles.disrupted_at_start as u8;
        AgingState {
            turn: 0,
            plan: plan as u8,
            next_action: 0,
            disrupted,
            strikes: 0,
            strikes_taken: 0,
            stocks,
        }
    }

    fn parts_touch(&self, part: u32, other: u32) -> bool {
        let is_touched = |part: u32| self.resources[part as usize].is_touched_by_titles();
        self.titles.are_at_risk() && is_touched(part) && is_touched(other)
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut AgingState,
        ask: &mut A,
    ) -> Result<Step<AgingState>, RuleError> {
        let plan = &self.plans[usize::from(state.plan)];
        if (state.turn, state.next_action, state.strikes_taken) == (0, 0, 0) {
            for (number, piles) in (plan.first_resource..).zip(&state.stocks) {
                self.show_stock(number, 0, piles, ask);
            }
        }
        // A step ends with the turn. If the reader tries every answer, it ends before the next
        // question of chance.
        let mut has_asked = false;
        while let Some(&TurnAction {
            kind: what,
            asks_chance: asks,
        }) = plan.actions.get(usize::from(state.next_action))
        {
            if has_asked && asks && ask.is_exhaustive() {
                return Ok(Step::Continue);
            }
            has_asked |= asks;
            if self.perform(what, state, ask) {
                (state.next_action, state.strikes_taken) = (state.next_action + 1, 0);
            }
        }
        Ok(self.end_turn(state, ask))
    }
}
