//! A rule file read and checked, and the rule that it is with its parameters set.

mod file;
mod hangs;
mod making;
mod model;

pub use file::RuleFile;
pub use making::SettingError;
pub use model::{MetricDescription, SetRule, SituationPart};
