//! Builds the pictures of the gallery, and the site.
//!
//! `oddsmith-site gallery` writes the picture of each game and the results of all games into
//! `gallery/`. `oddsmith-site DIR` writes the site into a folder that already contains the page.

mod code;
mod document;
mod documents;
mod files;
mod frame;
mod games;
mod search;
mod shown;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use files::Files;

/// Returns the folder of the project.
fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1);
    let result = match wanted.as_deref() {
        Some("gallery") => {
            games::pictures().and_then(|files| files.write(&source_folder().join("gallery")))
        }
        Some(folder) => site().and_then(|files| files.write(Path::new(folder))),
        None => Err("name a folder for the site, or say gallery".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the files of the site, without the page.
fn site() -> Result<Files, String> {
    let games = shown::run_games()?;
    let documents = documents::read(&source_folder())?;
    let mut files = Files::default();
    files.add("style.css", frame::style(&source_folder()));
    files.add("site.js", include_str!("site.js"));
    files.add("index.html", games::front_page(&games, &documents)?);
    files.add(frame::PREVIEW, shown::roll_preview(games::ROLL)?);
    files.add("gallery/index.html", games::index_page(&games));
    for (game_index, game) in games.iter().enumerate() {
        files.add(
            &format!("gallery/{}.html", game.game.name),
            games::game_page(&games, game_index),
        );
        files.add(
            &format!("gallery/{}.png", game.game.name),
            game.preview.clone(),
        );
    }
    for document in &documents {
        let (page, pictures) = documents::page(document, &documents, &source_folder())?;
        files.add(&document.address(), page);
        pictures
            .into_iter()
            .for_each(|(name, bytes)| files.add(&name, bytes));
    }
    files.add("search.js", search::search_data(&games, &documents));
    Ok(files)
}
