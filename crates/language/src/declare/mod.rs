//! What a file declares at its top.

mod declarations;
mod metric;
mod parameter;
mod setting;
mod wording;

pub(crate) use declarations::{Constant, Declarations, PlayerDeclaration, WrittenExpectation, declare};
pub use metric::MetricKind;
pub(crate) use metric::{MetricDeclaration, Otherwise};
pub(crate) use setting::fits;
pub use setting::{DeclaredParameter, DeclaredType, Entry, Setting};
pub use wording::{MetricWording, ParameterWording};
