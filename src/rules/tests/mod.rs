//! Tests of the rules, one file a rule: scripted trials in words, reference figures, brute force, the laws.

mod aging;
mod cohering;
mod power_activation;
mod wing_activation;
