//! Cleans up folders that ended runs have left behind. Files in them that no run wrote are rescued
//! first.

use std::fs;
use std::path::Path;

use super::contents::Contents;
use super::disk::{self, OLD_SUFFIX};
use super::place;
use oddsmith_model::file_name::{UNFINISHED_PREFIX, refusal};

/// The first file that a run writes. It identifies the unfinished folder of a run that was killed
/// before it wrote its manifest.
const FIRST_FILE: &str = "distribution.csv";

/// Cleans up what ended runs have left in a folder. Returns a message for each rescue. Folders that
/// cannot be cleaned up stay, since this is no reason to refuse a run.
pub(super) fn clean(parent: &Path) -> Vec<String> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let left_behind = entries.filter(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        is_folder
            && entry
                .file_name()
                .to_string_lossy()
                .starts_with(UNFINISHED_PREFIX)
    });
    left_behind
        .filter_map(|entry| clean_folder(parent, &entry.path()))
        .collect()
}

fn clean_folder(parent: &Path, stale: &Path) -> Option<String> {
    // A run that is still running locks its folder.
    let _lock = disk::try_lock(stale)?;
    let contents = stale_contents(stale)?;
    let home = contents
        .scenario
        .as_deref()
        .filter(|name| refusal(name).is_none())
        .map(|name| parent.join(name));
    if stale
        .extension()
        .is_some_and(|ending| ending == &OLD_SUFFIX[1..])
        && let Some(home) = &home
        && disk::move_without_overwriting(stale, home).is_ok()
    {
        return Some(format!(
            "put the last good results back in {}",
            home.display()
        ));
    }
    let saved = contents.other_entries.len();
    let message = |into: &Path| {
        let files = if saved == 1 {
            "1 file or folder".to_owned()
        } else {
            format!("{saved} files or folders")
        };
        Some(format!(
            "a run that was ended had left {files} of yours behind: now in {}",
            into.display()
        ))
    };
    let is_at_home =
        |home: &Path| Contents::read(home).is_ok_and(|home_contents| home_contents.is_ours());
    let into = match &home {
        Some(home) if is_at_home(home) && contents.hand_over(stale, home).is_empty() => {
            home.clone()
        }
        _ if saved == 0 => stale.to_owned(),
        // The folder is kept as a whole next to its place. If that fails, it stays where it is.
        home => {
            let kept = disk::rename_to_free_name(
                stale,
                &place::kept_files_path(&home.clone().unwrap_or_else(|| parent.join("unfinished"))),
            );
            if kept != stale {
                let _ = contents.delete_run_files(&kept);
            }
            return (kept != stale).then(|| message(&kept)).flatten();
        }
    };
    let _ = contents
        .delete_run_files(stale)
        .and_then(|()| fs::remove_dir(stale));
    if saved == 0 { None } else { message(&into) }
}

/// Returns the contents of a folder that an ended run left behind; `None` if it cannot be
/// attributed to a run.
fn stale_contents(stale: &Path) -> Option<Contents> {
    let contents = Contents::read(stale).ok()?;
    if contents.is_ours() {
        return Some(contents);
    }
    // The run was killed before it wrote its manifest, so its files are recognised by their names.
    let is_file =
        |name: &str| fs::symlink_metadata(stale.join(name)).is_ok_and(|file| file.is_file());
    is_file(FIRST_FILE).then(|| Contents::read_by_name(stale, &is_ours_by_name).ok())?
}

fn is_ours_by_name(name: &str) -> bool {
    let ending = Path::new(name)
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    ["csv", "html", "json", "svg", "png", "pdf", "md", "tex"].contains(&ending)
}
