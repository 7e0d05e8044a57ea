//! Tests of the rules, one file a rule: scripted trials in words, reference figures, brute force, the laws.

mod aging;
mod wing_activation;
