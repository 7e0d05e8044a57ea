//! Rule files as their authors meet them: what they say, what they refuse, and what their odds are.

mod best_play;
mod broken;
mod designs;
mod fixes;
mod folds;
mod format;
mod large;
mod manual;
mod mutate;
mod odds;
mod orders;
mod random;
mod recursion;
mod spelling;
mod unbounded;
mod using;
mod values;
