//! What is published with the program, against the rules: the page of rules and its runs, the
//! bundled rule files in which published mechanics feed each other, and parameters that nobody
//! would write.

mod arcs;
mod documented_runs;
mod odd;
mod statements;
