//! Rule files, and the rules that they give with set parameters.

mod dependencies;
mod file;
mod making;
mod model;

pub use file::RuleFile;
pub use making::SettingError;
pub use model::{MetricDescription, SetRule, SituationPart};
