//! The rules against their published texts, figures computed by other programs, and brute force.

mod power_activation;
mod wing_activation;
