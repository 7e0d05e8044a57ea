//! Tests of rule files from outside the crate: their messages and their odds.

mod best_play;
mod both_machines;
mod broken;
mod designs;
mod enumerated;
mod exploding;
mod fixes;
mod folds;
mod format;
mod large;
mod manual;
mod middles;
mod mutate;
mod odds;
mod orders;
mod partial;
mod random;
mod recursion;
mod slices;
mod spelling;
mod unbounded;
mod using;
mod values;
