//! The search data. It is a script that passes its data to `site.js`, since a page from a disk may
//! not fetch anything.

use serde_json::json;

use crate::documents::Document;
use crate::shown::ShownGame;

/// Returns every game and every section of a document: its address, its title, its heading, its
/// text.
pub fn search_data(games: &[ShownGame], documents: &[Document]) -> String {
    let game_entry = |shown_game: &ShownGame| {
        let words = format!(
            "{} {} {} ({}).",
            shown_game.sentences[0].text(),
            shown_game.game.description(),
            shown_game.game.mechanic(),
            shown_game.game.name
        );
        json!([
            format!("gallery/{}.html", shown_game.game.name),
            shown_game.name,
            shown_game.question,
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        ])
    };
    let document_entries = |document: &Document| {
        let address = document.address();
        let title = document.title.clone();
        document
            .rendered
            .sections
            .iter()
            .filter(|section| !section.title.is_empty() || !section.text.is_empty())
            .map(move |section| {
                let place = if section.id.is_empty() {
                    address.clone()
                } else {
                    format!("{address}#{}", section.id)
                };
                json!([place, title, section.title, section.text])
            })
            .collect::<Vec<_>>()
    };
    let entries: Vec<_> = games
        .iter()
        .map(game_entry)
        .chain(documents.iter().flat_map(document_entries))
        .collect();
    format!("searchable({});\n", json!(entries))
}
