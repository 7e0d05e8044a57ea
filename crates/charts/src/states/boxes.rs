//! The boxes of a state graph: their words, and the chances in them.

use super::super::text::{LABEL, SMALL, SMALL_STRONG};
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::state_graph::StateGraph;

/// Lines of a box's words, where that is to be had.
const LINES: usize = 3;
/// The widest that a box gets for that.
const WIDEST: f64 = 34.0;
/// With this many transitions of the same chance or more, the chance is written once for all of
/// them.
const EACH: usize = 3;
/// From the edge of a box to its words.
const AIR: f64 = 1.2;
/// How far out a way goes that leads to where it came from, and half its height.
pub(super) const LOOP: (f64, f64) = (3.4, 1.3);

/// A box: its words in lines, and the chances of its transitions that stand in it.
pub(super) struct StateBox {
    pub(super) lines: Vec<String>,
    pub(super) each: Option<String>,
    /// The chance to stay, where the state has a transition to itself and its chance is written
    /// next to it.
    pub(super) stays: Option<Option<String>>,
}

/// Returns the boxes and their width, and the text on each transition, where its chance is not in a
/// box.
pub(super) fn boxes(
    graph: &StateGraph,
    (numerals, messages): (Numerals, &Messages),
    room: f64,
) -> ((f64, Vec<StateBox>), Vec<Option<String>>) {
    let in_words = |chance: &String| messages.fill(Word::EachTransition, &[("chance", chance)]);
    let chance = |at: usize| Estimate::known(graph.transitions[at].chance).percent(numerals);
    let mut texts: Vec<Option<String>> = (0..graph.transitions.len())
        .map(|at| Some(chance(at)))
        .collect();
    let mut each = Vec::new();
    for from in 0..graph.states.len() {
        let transitions: Vec<usize> = (0..graph.transitions.len())
            .filter(|&at| graph.transitions[at].from == from)
            .collect();
        let alike = |at: &usize| {
            transitions
                .iter()
                .filter(|&&other| texts[other] == texts[*at])
                .count()
        };
        let most = transitions
            .iter()
            .copied()
            .max_by_key(|at| (alike(at), std::cmp::Reverse(*at)));
        let common_chance = most
            .filter(|at| alike(at) >= EACH)
            .and_then(|at| texts[at].clone());
        if let Some(common_chance) = &common_chance {
            transitions.iter().for_each(|&at| {
                texts[at].take_if(|text| text == common_chance);
            });
        }
        each.push(common_chance);
    }
    let words = || graph.states.iter().map(|state| state.words.as_str());
    let least = words()
        .map(|words| LABEL.widest(words.split(' ')))
        .fold(0.0, f64::max)
        .min(room - 2.0 * AIR - 8.0);
    let is_low = |width: &f64| words().all(|words| LABEL.wrap(words, *width).len() <= LINES);
    let steps = (0..40).map(|step| least + 0.01 + f64::from(step));
    let inner = steps
        .take_while(|width| *width <= WIDEST.max(least + 0.02))
        .find(is_low)
        .unwrap_or(WIDEST.max(least));
    let each_width = each
        .iter()
        .flatten()
        .map(|text| SMALL_STRONG.width(&in_words(text)))
        .fold(0.0, f64::max);
    let inner = inner.max(each_width);
    let stays = |at: usize| {
        graph
            .transitions
            .iter()
            .position(|transition| (transition.from, transition.to) == (at, at))
            .map(|index| texts[index].clone())
    };
    let of = |(at, each): (usize, Option<String>)| StateBox {
        lines: LABEL.wrap(&graph.states[at].words, inner),
        each: each.as_ref().map(in_words),
        stays: stays(at),
    };
    let boxes = each.into_iter().enumerate().map(of).collect();
    ((inner + 2.0 * AIR, boxes), texts)
}

impl StateBox {
    /// How high it is.
    pub(super) fn height(&self) -> f64 {
        let each = if self.each.is_some() {
            SMALL.pitch()
        } else {
            0.0
        };
        self.lines.len() as f64 * LABEL.pitch() + each + 1.6
    }

    /// What a way to itself takes at its right.
    pub(super) fn loop_width(&self) -> f64 {
        match &self.stays {
            Some(text) => {
                LOOP.0
                    + text
                        .as_ref()
                        .map_or(0.0, |text| SMALL_STRONG.width(text) + 0.8)
            }
            None => 0.0,
        }
    }
}
