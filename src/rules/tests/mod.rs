//! Tests of the rules, one file a rule: scripted trials in words, reference figures, brute force, the laws.

mod power_collision;
mod power_effect;
mod wing_activation;
