//! What came of looking for numbers: the settings that were tried, what they answer, and which come
//! first.

mod at_odds;
mod found;
mod leading;
mod slack;

pub use at_odds::settled;
pub use found::{
    AtOdds, BalancedParameter, Balancing, Extent, JudgedAnswer, JudgedAsk, LeftOut, Price, SHOWN,
    TriedSetting,
};
pub use slack::slack;
