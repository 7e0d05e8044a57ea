//! Tests what is written about whole scenarios: cards, pages, tables and their numbers and words.

mod card;
mod language;
mod number;
mod pages;
mod table;
