//! What is searched: a script that hands its data to `site.js`, as a page from a disk may fetch
//! nothing.

use serde_json::json;

use crate::documents::Document;
use crate::shown::ShownGame;

/// Every game and every part of a document: where it is, what it is called, its heading, its words.
pub fn data(games: &[ShownGame], documents: &[Document]) -> String {
    let of_game = |shown_game: &ShownGame| {
        let words = format!(
            "{} {}",
            shown_game.sentences[0].text(),
            shown_game.game.description()
        );
        json!([
            format!("gallery/{}.html", shown_game.game.name),
            shown_game.name,
            shown_game.question,
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        ])
    };
    let of_document = |document: &Document| {
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
    let all: Vec<_> = games
        .iter()
        .map(of_game)
        .chain(documents.iter().flat_map(of_document))
        .collect();
    format!("searchable({});\n", json!(all))
}
