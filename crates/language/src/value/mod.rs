//! Values, operators and functions.

mod datum;
mod distance;
mod level_offset;
mod operator;
mod power;
mod pure;
mod refusal;
mod unread;

pub(crate) use datum::{Allowed, Datum, Refusal};
pub(crate) use level_offset::Far;
pub(crate) use operator::{binary, compare, order};
pub(crate) use pure::{call, fold, is_folded_to_list, too_long};
pub(crate) use refusal::too_large;
pub(crate) use unread::{ExplodingFaces, Rest};

/// Lists of values that are read entry by entry.
pub(crate) type Unread = unread::Unread<Datum>;
pub(crate) type Lot = unread::Lot<Datum>;
