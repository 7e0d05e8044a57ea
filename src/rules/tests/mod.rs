//! Tests of the rules, one file a rule: scripted trials in words, reference figures, brute force, the laws.

mod aging;
mod card_activation;
mod cohering;
mod power_activation;
mod power_collision;
mod power_effect;
mod power_maintenance;
mod wing_activation;
