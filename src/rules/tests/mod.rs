//! Tests of the rules, one file a rule: scripted trials in words, reference figures, brute force, the laws.

mod cohering;
mod power_activation;
mod wing_activation;
