//! What a file declares at its top.

mod declarations;
mod metric;
mod parameter;
mod setting;

pub use declarations::Expectation;
pub(crate) use declarations::{Constant, Declarations, PlayerDeclaration, declare};
pub use metric::MetricKind;
pub(crate) use metric::{MetricDeclaration, Otherwise};
pub(crate) use setting::fits;
pub use setting::{DeclaredParameter, DeclaredType, Entry, Setting};
