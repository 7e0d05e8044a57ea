//! What a file declares at its top.

mod declarations;
mod kind;
mod metric;
mod parameter;
mod setting;
mod trial;
mod wording;

pub(crate) use declarations::{
    Constant, Declarations, PlayerDeclaration, WrittenExpectation, declare,
};
pub use kind::MetricKind;
pub(crate) use metric::{MetricDeclaration, Otherwise};
pub(crate) use setting::fits;
pub use setting::{DeclaredParameter, DeclaredType, Entry, FACES, ParameterWording, Setting};
pub use wording::MetricWording;
