//! Reports and their wording as plain data. Numbers and titles become text only here. This crate
//! runs no rule, draws no chart and writes no file.
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod card;
pub mod chart_data;
pub mod chart_words;
pub mod estimate;
mod exactly;
pub mod figures;
pub mod file_name;
pub mod goal;
pub mod input;
pub mod labels;
pub mod messages;
pub mod number;
pub mod odds;
pub mod printable;
pub mod provenance;
pub mod question_text;
pub mod recommendation;
pub mod report;
pub mod rule;
pub mod summary;
pub mod table;
pub mod value_grid;
