//! The rules against their published texts, figures computed by other programs, and brute force.

mod aging;
mod power_activation;
mod power_effect;
mod wing_activation;
