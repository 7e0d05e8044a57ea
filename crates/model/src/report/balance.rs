//! The results of a balance search: the settings, their answers, and their order.

mod at_odds;
mod found;
mod leading;
mod slack;

pub use at_odds::settle;
pub use found::{
    BalancedParameter, Balancing, Extent, JudgedAnswer, JudgedAsk, LeftOut, MAX_LISTED, Price,
    TriedSetting, WishConflict,
};
pub use slack::slack;
