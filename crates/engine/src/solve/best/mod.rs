//! Best play: the option that optimises an objective in every state, found by backward induction
//! over the graph.

mod bimatrix;
mod compare;
mod cycle;
mod erring_pairs;
mod exact_game;
mod game_cycle;
mod group_graph;
mod groups;
mod layers;
mod matrix_game;
mod objective;
mod play;
mod players;
mod proof;
mod ring;
mod search;
mod skill_weights;
mod tableau;
mod two_aims;

pub(super) use compare::{ScaledValue, relative};
pub(super) use erring_pairs::{
    Facing, SidePlay, pair_weights, pure_weights, side_worths, tied_weights,
};
pub(super) use group_graph::decide_others;
pub(super) use matrix_game::rounded_masses;
pub(super) use objective::EdgeObjective;
pub(super) use play::best_play;
pub(super) use players::{JointPlay, SecondPlayers, joint_play};
pub(super) use skill_weights::skill_weights;
pub(super) use tableau::{NEGLIGIBLE, Tableau};
pub(super) use two_aims::{their_objective, two_sided_play};
