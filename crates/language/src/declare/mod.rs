//! Reads the declarations at the top of a file.

mod declarations;
mod kind;
mod metric;
mod parameter;
mod setting;
mod trial;
mod wording;

pub(crate) use declarations::{
    Constant, Declarations, MISMATCH_HELP, PlayerDeclaration, WrittenExpectation, declare,
    mismatch_problem,
};
pub use kind::MetricKind;
pub(crate) use metric::{MetricDeclaration, Otherwise};
pub(crate) use setting::check_setting;
pub use setting::{DeclaredParameter, DeclaredType, Entry, FACE_RANGES, ParameterWording, Setting};
pub use wording::MetricWording;
