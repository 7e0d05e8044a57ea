//! What came of looking for numbers: the settings that were tried, what they answer, and which come
//! first.

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
