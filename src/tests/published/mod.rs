//! Compares what is published with the rules: the page of rules with its runs, the bundled rule
//! files in which published mechanics interact, and unusual parameters.

mod arcs;
mod documented_runs;
mod odd;
mod statements;
