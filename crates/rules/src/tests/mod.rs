//! Tests of the rules: published texts, figures from other programs, and brute force.

mod aging;
mod card_activation;
mod card_scatter;
mod choices;
mod cohering;
mod interpretations;
mod power_activation;
mod power_collision;
mod power_effect;
mod power_maintenance;
mod wing_activation;
mod wing_choices;
mod wing_interpretations;
