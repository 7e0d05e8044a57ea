//! The boxes of a state graph: their texts, and the probabilities in them.

use super::super::text::{LABEL, SMALL, SMALL_STRONG};
use oddsmith_model::estimate::Estimate;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::state_graph::StateGraph;

/// The preferred maximum number of lines in a box.
const MAX_LINES: usize = 3;
/// The maximum width to which a text may grow so that it has no more lines than this.
const WIDEST_TEXT: f64 = 34.0;
/// With this many transitions of the same probability or more, the probability is written once for
/// all of them.
const FEWEST_TO_SHARE: usize = 3;
/// The padding of a box.
const BOX_PADDING: f64 = 1.2;
/// The width of an arrow from a state to itself, and half its height.
pub(super) const LOOP: (f64, f64) = (3.4, 1.3);

/// A box: the lines of its text, and the probabilities of its transitions that are written in it.
pub(super) struct StateBox {
    pub(super) lines: Vec<String>,
    pub(super) shared_chance: Option<String>,
    /// The probability of staying, if the state has a transition to itself and its probability is
    /// written next to it.
    pub(super) stay_chance: Option<Option<String>>,
}

/// Returns the boxes and their width, and the label of each transition whose probability is not in
/// a box.
pub(super) fn lay_out_boxes(
    graph: &StateGraph,
    messages: &Messages,
    room: f64,
) -> ((f64, Vec<StateBox>), Vec<Option<String>>) {
    let in_words = |chance: &String| messages.fill(Word::EachTransition, &[("chance", chance)]);
    let chance = |transition_index: usize| {
        Estimate::known(graph.transitions[transition_index].chance).percent(messages.numerals())
    };
    let mut texts: Vec<Option<String>> = (0..graph.transitions.len())
        .map(|transition_index| Some(chance(transition_index)))
        .collect();
    let mut each = Vec::new();
    for from in 0..graph.states.len() {
        let transitions: Vec<usize> = (0..graph.transitions.len())
            .filter(|&transition_index| graph.transitions[transition_index].from == from)
            .collect();
        let alike = |transition_index: &usize| {
            transitions
                .iter()
                .filter(|&&other| texts[other] == texts[*transition_index])
                .count()
        };
        let most = transitions.iter().copied().max_by_key(|transition_index| {
            (
                alike(transition_index),
                std::cmp::Reverse(*transition_index),
            )
        });
        let common_chance = most
            .filter(|transition_index| alike(transition_index) >= FEWEST_TO_SHARE)
            .and_then(|transition_index| texts[transition_index].clone());
        if let Some(common_chance) = &common_chance {
            transitions.iter().for_each(|&transition_index| {
                texts[transition_index].take_if(|text| text == common_chance);
            });
        }
        each.push(common_chance);
    }
    let words = || graph.states.iter().map(|state| state.description.as_str());
    let least = words()
        .map(|words| LABEL.widest(words.split(' ')))
        .fold(0.0, f64::max)
        .min(room - 2.0 * BOX_PADDING - 8.0);
    let is_low = |width: &f64| words().all(|words| LABEL.wrap(words, *width).len() <= MAX_LINES);
    let steps = (0..40).map(|step| least + 0.01 + f64::from(step));
    let inner = steps
        .take_while(|width| *width <= WIDEST_TEXT.max(least + 0.02))
        .find(is_low)
        .unwrap_or(WIDEST_TEXT.max(least));
    let each_width = each
        .iter()
        .flatten()
        .map(|text| SMALL_STRONG.width(&in_words(text)))
        .fold(0.0, f64::max);
    let inner = inner.max(each_width);
    let stays = |state_index: usize| {
        graph
            .transitions
            .iter()
            .position(|transition| (transition.from, transition.to) == (state_index, state_index))
            .map(|index| texts[index].clone())
    };
    let state_box = |(state_index, each): (usize, Option<String>)| StateBox {
        lines: LABEL.wrap(&graph.states[state_index].description, inner),
        shared_chance: each.as_ref().map(in_words),
        stay_chance: stays(state_index),
    };
    let boxes = each.into_iter().enumerate().map(state_box).collect();
    ((inner + 2.0 * BOX_PADDING, boxes), texts)
}

impl StateBox {
    /// Returns the height of the box.
    pub(super) fn height(&self) -> f64 {
        let each = if self.shared_chance.is_some() {
            SMALL.pitch()
        } else {
            0.0
        };
        self.lines.len() as f64 * LABEL.pitch() + each + 1.6
    }

    /// Returns the width of the arrow from the state to itself with its label; 0 if there is none.
    pub(super) fn loop_width(&self) -> f64 {
        match &self.stay_chance {
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
