//! The shards in a folder: checks that they belong to one run, and merges the results of each case.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use super::found::CasePiece;
use super::header::ShardedRun;
use super::read::{Pieces, ShardFile, check_file};
use super::{Shard, write};
use crate::analysis::counts::Counts;
use crate::analysis::found::Computed;
use crate::export::file_names::is_shard_file;
use crate::file_name::UNFINISHED_PREFIX;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use oddsmith_model::printable::shell_quoted;

/// The most missing shards that are listed one by one.
const MAX_LISTED: usize = 12;

/// All shards of a run, in order.
#[derive(Debug)]
pub(crate) struct Shards {
    pub(crate) run: ShardedRun,
    files: Vec<ShardFile>,
}

impl Shards {
    /// Finds the shards in a folder, and checks that they belong to one run, that none is missing,
    /// and that all are complete.
    ///
    /// # Errors
    /// Returns everything that is wrong.
    pub(crate) fn find(folder: &Path) -> Result<Shards, Diagnostics> {
        let names = shard_names(folder)?;
        let mut problems = Vec::new();
        let mut files: Vec<(String, ShardFile)> = Vec::new();
        for name in names {
            match check_file(&folder.join(&name)) {
                Ok(file) => files.push((name, file)),
                Err(message) => {
                    let help = "delete it, and run its command again";
                    problems.push(Diagnostic::nowhere(
                        format!("{} {message}", folder.join(&name).display()),
                        help,
                    ));
                }
            }
        }
        let Some((first_name, first)) = files.first() else {
            return Err(Diagnostics(problems));
        };
        let (run, shard_count) = (first.header.run.clone(), first.header.shard_count);
        if run.version != env!("CARGO_PKG_VERSION") {
            let message = format!(
                "version {} made the shards, and this is version {}",
                run.version,
                env!("CARGO_PKG_VERSION")
            );
            return Err(Diagnostic::nowhere(message, "merge them with that version").into());
        }
        for (name, file) in &files {
            let differs = match (file.header.shard(), file.header.run.difference(&run)) {
                (_, Some(differs)) => Some(differs),
                _ if file.header.shard_count != shard_count => Some("the number of shards"),
                (Some(shard), None) if shard.file_name() == *name => None,
                _ => {
                    let message = format!(
                        "{} is shard {} of {} under another name",
                        folder.join(name).display(),
                        file.header.shard,
                        file.header.shard_count
                    );
                    problems.push(Diagnostic::nowhere(message, "delete it, or rename it"));
                    None
                }
            };
            if let Some(differs) = differs {
                let message =
                    format!("{first_name} and {name} belong to different runs: {differs} differs");
                problems.push(Diagnostic::nowhere(
                    message,
                    format!("keep only the shards of one run in {}", folder.display()),
                ));
            }
        }
        if !problems.is_empty() {
            return Err(Diagnostics(problems));
        }
        let missing: Vec<Shard> = (1..=shard_count)
            .filter(|&number| files.iter().all(|(_, file)| file.header.shard != number))
            .filter_map(|number| Shard::new(number, shard_count))
            .collect();
        if !missing.is_empty() {
            return Err(missing_shards(folder, &missing, &run.command()));
        }
        let mut files: Vec<ShardFile> = files.into_iter().map(|(_, file)| file).collect();
        files.sort_by_key(|file| file.header.shard);
        Ok(Shards { run, files })
    }

    /// Returns the results of each case of the run, in order. A simulated case has at most
    /// `most_simulated` trials.
    pub(crate) fn cases(self, most_simulated: u64) -> MergedCases {
        let (cases, trials) = (self.run.cases, self.run.trials);
        let simulated_trials = trials.min(most_simulated);
        MergedCases {
            files: self.files.into(),
            open_file: None,
            pending_piece: None,
            next_index: 0,
            cases,
            trials,
            simulated_trials,
        }
    }
}

/// Returns the names of all shards in a folder. It deletes unfinished files of tasks that have
/// ended.
fn shard_names(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let cannot = |error: std::io::Error| {
        let message = format!("{} cannot be read: {error}", folder.display());
        Diagnostic::nowhere(
            message,
            "name the folder of the shards, such as output/wing3d",
        )
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let name = entry
            .map_err(cannot)?
            .file_name()
            .to_string_lossy()
            .into_owned();
        if !is_shard_file(&name) {
            continue;
        }
        if name.starts_with(UNFINISHED_PREFIX) {
            write::delete_if_dead(&folder.join(name));
        } else {
            names.push(name);
        }
    }
    names.sort();
    if names.is_empty() {
        let message = format!("{} has no shards", folder.display());
        return Err(Diagnostic::nowhere(
            message,
            "create them with --shard K/N: each is a file shard-....csv.gz",
        ));
    }
    Ok(names)
}

/// Reports which shards are missing, with the commands that create them.
fn missing_shards(folder: &Path, missing: &[Shard], command: &[String]) -> Diagnostics {
    let output = folder
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut problems: Vec<Diagnostic> = missing
        .iter()
        .take(MAX_LISTED)
        .map(|shard| {
            let options = [
                "--shard".to_owned(),
                shard.to_string(),
                "--output".to_owned(),
                output.display().to_string(),
            ];
            let words: Vec<String> = command
                .iter()
                .chain(&options)
                .map(|word| shell_quoted(word))
                .collect();
            let message = format!("{} is missing", folder.join(shard.file_name()).display());
            Diagnostic::nowhere(message, format!("create it: {}", words.join(" ")))
        })
        .collect();
    if missing.len() > MAX_LISTED {
        let numbers: Vec<String> = missing[MAX_LISTED..]
            .iter()
            .map(|shard| shard.number.to_string())
            .collect();
        let message = format!("{} more are missing", numbers.len());
        problems.push(Diagnostic::nowhere(
            message,
            format!("create them the same way: {}", numbers.join(", ")),
        ));
    }
    Diagnostics(problems)
}

/// Iterates over the results of the cases. The pieces of a case, which may be in several shards,
/// are added up.
pub(crate) struct MergedCases {
    files: VecDeque<ShardFile>,
    open_file: Option<(String, Pieces)>,
    /// A piece that belongs to the next case.
    pending_piece: Option<CasePiece>,
    next_index: usize,
    cases: usize,
    trials: u64,
    /// The number of trials of a simulated case.
    simulated_trials: u64,
}

impl MergedCases {
    fn next_piece(&mut self) -> Result<Option<CasePiece>, Diagnostic> {
        let refused = |name: &str, message: String| {
            Diagnostic::nowhere(format!("{name} {message}"), "run it again")
        };
        if let Some(held) = self.pending_piece.take() {
            return Ok(Some(held));
        }
        loop {
            if let Some((name, pieces)) = &mut self.open_file
                && let Some(piece) = pieces.next()
            {
                return piece.map(Some).map_err(|message| refused(name, message));
            }
            let Some(file) = self.files.pop_front() else {
                return Ok(None);
            };
            let name = file.path.display().to_string();
            let pieces = Pieces::open(&file).map_err(|message| refused(&name, message))?;
            self.open_file = Some((name, pieces));
        }
    }

    fn next_case(&mut self) -> Result<Option<(Computed, Counts)>, Diagnostic> {
        let incomplete = |case: usize| {
            let message = format!("the shards do not have all trials of case {}", case + 1);
            Diagnostic::nowhere(message, "run all of them again with the same version")
        };
        let case = self.next_index;
        if case == self.cases {
            return match self.next_piece()? {
                None => Ok(None),
                Some(_) => Err(incomplete(case)),
            };
        }
        let mut computed = None;
        let mut counts = Counts::default();
        while let Some(piece) = self.next_piece()? {
            if piece.case != case {
                self.pending_piece = Some(piece);
                break;
            }
            let is_too_much = piece.counts.trials > self.trials - counts.trials;
            if is_too_much || piece.computed.is_some() && computed.is_some() {
                return Err(incomplete(case));
            }
            computed = computed.or(piece.computed);
            counts.add(piece.counts);
        }
        self.next_index += 1;
        match computed {
            Some(computed)
                if counts.trials
                    == if counts.is_sampled {
                        self.trials
                    } else {
                        self.simulated_trials
                    } =>
            {
                Ok(Some((computed, counts)))
            }
            _ => Err(incomplete(case)),
        }
    }
}

impl Iterator for MergedCases {
    type Item = Result<(Computed, Counts), Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_case().transpose()
    }
}
