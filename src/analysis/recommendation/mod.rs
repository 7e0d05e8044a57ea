//! Fits a short decision rule to best play, one for each choice. Each rule is evaluated exactly,
//! with best play for all other choices.

mod boxes;
mod fit;
mod list;
mod search;
mod table;

use oddsmith_engine::explore::{Decision, Graph, Stop, Watch};
use oddsmith_engine::solve::OpenPlay;
use oddsmith_engine::{DecisionRule, Side, Skill};

use self::fit::{Fit, ROUNDING};
use self::table::Table;
use crate::recommendation::{Mix, MixedOption, Recommendation, ShortRule};
use crate::report::play::{BestPlay, How, MetSituation};
use crate::rule::BuiltRule;
use crate::scenario::play::CasePlay;

/// The maximal number of decisions for which rules are fitted.
const MAX_DECISIONS: usize = 20_000;
/// The maximal number of edges of a graph for which rules are fitted.
const MAX_EDGES: usize = 300_000;
/// The share of the difference between best and random play that a rule may lose.
const MAX_LOST: f64 = 0.05;

/// Fits a rule to every choice that best play decides, if there is a play to compare the rule with.
/// Choices whose options are always tied, or whose player makes mistakes, are left out.
///
/// # Errors
/// Fails if the watch stops it.
pub(super) fn recommendations(
    built: &BuiltRule,
    playing: &CasePlay,
    found: &BestPlay,
    decisions: &[Decision],
    play: Option<&OpenPlay<'_>>,
    watch: &Watch,
) -> Result<Vec<Recommendation>, Stop> {
    let mut recommended = Vec::new();
    for answered in playing
        .answered
        .iter()
        .filter(|answered| answered.answer == DecisionRule::Best && answered.skill == Skill::Best)
    {
        let choice = answered.choice;
        let shown = &built.presentation.choices[choice];
        let is_decided = |situation: &MetSituation<'_>| {
            situation.number() == choice && situation.options().len() > 1
        };
        let met: Vec<MetSituation<'_>> = found.situations.iter().filter(is_decided).collect();
        let mix = mix_of(&met);
        // A rule may be tied against the found play of the other side, and lose against a better
        // answer.
        if found.optimality.is_some() && mix.is_none() && has_two_sides(playing) {
            continue;
        }
        let is_tied = |situation: &MetSituation<'_>| situation.options().all(|offer| offer.is_best);
        if mix.is_none() && met.iter().all(is_tied) {
            continue;
        }
        let is_at_once = decisions.iter().any(|decision| {
            let mut sides = decision.sides();
            decision.at_once.is_some() && sides.any(|(side, _)| side as usize == choice)
        });
        // The costs of rules are measured by our aim.
        let has_their_aim = found.theirs.is_some() && answered.side == Side::Them;
        let rule = if is_at_once || mix.is_some() || has_their_aim {
            constant_rule(&met, found).filter(|_| mix.is_none())
        } else {
            play.map(|play| fit_rule(built, choice, found, play, watch))
                .transpose()?
                .flatten()
        };
        recommended.push(Recommendation {
            choice: shown.name.clone(),
            is_theirs: answered.side == Side::Them,
            rule,
            mix,
        });
    }
    Ok(recommended)
}

/// Returns whether best play decides for both sides.
fn has_two_sides(playing: &CasePlay) -> bool {
    let best = |side: Side| {
        let mut answered = playing.answered.iter();
        answered.any(|answered| answered.answer == DecisionRule::Best && answered.side == side)
    };
    best(Side::Us) && best(Side::Them)
}

/// Returns how best play mixes the options of a choice; `None` if it always takes a single one.
fn mix_of(met: &[MetSituation<'_>]) -> Option<Mix> {
    let taken = |situation: &MetSituation<'_>| -> Vec<MixedOption> {
        let taken = situation.options();
        let mixed = taken.map(|offer| MixedOption {
            option: offer.name.to_owned(),
            probability: offer.probability,
        });
        mixed.filter(|mixed| mixed.probability > 0.0).collect()
    };
    let is_mixed = |situation: &MetSituation<'_>| situation.mixed_share().is_some();
    if !met.iter().any(is_mixed) {
        return None;
    }
    let mixes: Vec<Vec<MixedOption>> = met.iter().map(taken).collect();
    let first = &mixes[0];
    let is_first = |mix: &Vec<MixedOption>| {
        let mut pairs = mix.iter().zip(first);
        mix.len() == first.len()
            && pairs.all(|(mixed, other)| {
                mixed.option == other.option
                    && (mixed.probability - other.probability).abs() <= ROUNDING
            })
    };
    Some(if mixes.iter().all(is_first) {
        Mix::Always(first.clone())
    } else {
        Mix::Varies
    })
}

/// Returns the rule that always takes one option, if that is best in every situation.
fn constant_rule(met: &[MetSituation<'_>], found: &BestPlay) -> Option<ShortRule> {
    let best = met.first()?.best();
    let is_best = |situation: &MetSituation<'_>| situation.best() == best;
    met.iter().all(is_best).then(|| ShortRule {
        clauses: Vec::new(),
        otherwise: best.to_owned(),
        agreement: 1.0,
        value: found.value,
        cost: 0.0,
    })
}

/// Returns whether the game is small enough for fitted rules.
pub(super) fn fits_rules(graph: &Graph) -> bool {
    graph.decisions().len() <= MAX_DECISIONS && graph.edge_count() <= MAX_EDGES
}

/// Fits a rule to a choice; `None` if no short rule is good enough, or if the game is too large for
/// the search.
fn fit_rule(
    built: &BuiltRule,
    choice: usize,
    found: &BestPlay,
    play: &OpenPlay<'_>,
    watch: &Watch,
) -> Result<Option<ShortRule>, Stop> {
    if play.decisions().len() > MAX_DECISIONS || play.edge_count() > MAX_EDGES {
        return Ok(None);
    }
    let shown = &built.presentation.choices[choice];
    let random = found
        .held
        .iter()
        .flatten()
        .find(|held| held.choice == shown.name && held.how == How::ByChance);
    let gap = random
        .and_then(|held| held.value())
        .map_or(0.0, |value| (found.value - value).abs());
    let Some(table) = Table::gather(built, play, choice) else {
        return Ok(None);
    };
    let fitted = Fit::new(play, &table, found.value, gap, watch).best_list()?;
    let most = (MAX_LOST * gap).max(ROUNDING * play.scale());
    Ok(fitted
        .filter(|rule| rule.cost <= most)
        .map(|rule| rule.into_short_rule(shown)))
}
