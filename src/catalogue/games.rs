//! Prints the games of the gallery: `simulate list --gallery`, `simulate show gallery/NAME`.

use crate::gallery::{GAMES, Game};
use crate::rule_file::find::bundled;

use super::paragraph::wrap;

/// Returns the list of all games, with their questions and answers.
pub fn games(width: usize) -> String {
    let column = GAMES
        .iter()
        .map(|game| game.path().len())
        .max()
        .unwrap_or(0)
        + 4;
    let entry = |game: &Game| {
        let under = " ".repeat(column);
        let first = format!("  {:width$}", game.path(), width = column - 2);
        let asked = wrap(&game.title(), width, &first, &under);
        asked + &wrap(&game.answer(), width, &under, &under)
    };
    let head = "Games that people know: simulate gallery/NAME runs one, simulate show gallery/NAME tells how it is written.\n";
    wrap(head, width, "", "") + "\n" + &GAMES.iter().map(entry).collect::<Vec<_>>().join("\n")
}

/// Describes a game: its question and answer, what was published about it, its scenario and its
/// rule.
pub fn game(game: &Game, width: usize) -> String {
    let mut text = wrap(&game.title(), width, "", "");
    for paragraph in [&game.answer(), &game.description()]
        .into_iter()
        .flat_map(|text| text.split("\n\n"))
    {
        text += &format!("\n{}", wrap(paragraph, width, "", ""));
    }
    let rule = game.rule();
    let (path, file) = (game.path(), format!("{}.toml", game.name));
    let how = match bundled(&rule) {
        Some(_) => format!(
            "To change it: simulate new --from {path} > {file}, simulate new --from {rule} > {rule}"
        ),
        None => format!(
            "To change it: simulate new --from {path} > {file}; its rule: simulate show {rule}"
        ),
    };
    text += &format!("\n{}", wrap(&how, width, "", "  "));
    for (name, written) in [(&file, Some(game.scenario)), (&rule, bundled(&rule))] {
        let lines = written
            .into_iter()
            .flat_map(str::lines)
            .map(|line| format!("  {line}").trim_end().to_owned() + "\n");
        let lines: String = lines.collect();
        if !lines.is_empty() {
            text += &format!("\n{name}\n{lines}");
        }
    }
    text
}
