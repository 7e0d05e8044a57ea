//! A folder of results: written beside its place, and put there whole at the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The file by which a folder of results is known.
pub const MANIFEST: &str = "run.json";

/// A folder that is being written. Dropped unfinished, it is gone, and the last good one is as it was.
#[derive(Debug)]
pub struct Folder {
    fresh: TempDir,
    target: PathBuf,
    files: Vec<String>,
}

impl Folder {
    /// Opens a fresh folder beside `output/name`, before the first trial is run.
    ///
    /// # Errors
    /// Where nothing may be written, or where something stands that this program did not make.
    pub fn open(output: &Path, name: &str) -> io::Result<Folder> {
        let target = output.join(name);
        if target.symlink_metadata().is_ok() && !is_ours(&target)? {
            let what = format!(
                "{} stands in the way: it holds no {MANIFEST} of an earlier run; move it, or choose another --output",
                target.display()
            );
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        }
        let beside =
            |error: io::Error| io::Error::new(error.kind(), format!("cannot write in {}: {error}", output.display()));
        fs::create_dir_all(output).map_err(beside)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".unfinished-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        Ok(Folder { fresh: builder.tempdir_in(output).map_err(beside)?, target, files: Vec::new() })
    }

    /// Where the folder will be.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The files written so far, in order.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Writes a file.
    ///
    /// # Errors
    /// As the disk has them.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let told = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", self.target.join(name).display()))
        };
        fs::write(self.fresh.path().join(name), bytes).map_err(told)?;
        self.files.push(name.to_owned());
        Ok(())
    }

    /// Puts the folder in its place. Files of the old one that no run made are taken along.
    ///
    /// # Errors
    /// As the disk has them; the old folder is then as it was.
    pub fn finish(self) -> io::Result<()> {
        let fresh = self.fresh.path();
        if !self.target.exists() {
            fs::rename(fresh, &self.target)?;
            // The place that it cleans up is gone: nothing is left to do.
            let _ = self.fresh.close();
            return Ok(());
        }
        let made = made_files(&self.target)?;
        exchange(fresh, &self.target)?;
        // What lies in the fresh folder's place is now the old one.
        for entry in fs::read_dir(fresh)?.flatten() {
            let name = entry.file_name();
            let own = self.target.join(&name);
            if !made.iter().any(|file| *file == *name.to_string_lossy()) && !own.exists() {
                fs::rename(entry.path(), own)?;
            }
        }
        self.fresh.close()
    }
}

/// Whether a folder is empty or was made by this program.
fn is_ours(folder: &Path) -> io::Result<bool> {
    if !folder.is_dir() {
        return Ok(false);
    }
    Ok(fs::read_dir(folder)?.next().is_none() || !made_files(folder)?.is_empty())
}

/// The files that a folder's manifest lists, and the manifest; none without one.
fn made_files(folder: &Path) -> io::Result<Vec<String>> {
    let text = match fs::read(folder.join(MANIFEST)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let json: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
    if json["program"] != env!("CARGO_PKG_NAME") {
        return Ok(Vec::new());
    }
    let listed = json["files"].as_array().into_iter().flatten();
    Ok(listed.filter_map(|file| file.as_str().map(str::to_owned)).chain([MANIFEST.to_owned()]).collect())
}

/// Puts each of two folders in the other's place: at once where the system can, so that no moment is without a whole result.
fn exchange(fresh: &Path, target: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, fresh, CWD, target, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let aside = fresh.with_extension("old");
    fs::rename(target, &aside)?;
    if let Err(error) = fs::rename(fresh, target) {
        fs::rename(&aside, target)?;
        return Err(error);
    }
    fs::rename(&aside, fresh)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write_run(output: &Path, file: &str, content: &str) {
        let mut folder = Folder::open(output, "run").unwrap();
        folder.write(file, content.as_bytes()).unwrap();
        let manifest = serde_json::json!({"program": env!("CARGO_PKG_NAME"), "files": folder.files()}).to_string();
        folder.write(MANIFEST, manifest.as_bytes()).unwrap();
        folder.finish().unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_second_run_replaces_the_first_and_keeps_what_it_did_not_make() {
        let output = tempfile::tempdir().unwrap();
        write_run(output.path(), "a.csv", "1");
        fs::write(output.path().join("run/notes.txt"), "mine").unwrap();
        write_run(output.path(), "b.csv", "2");
        assert_eq!(names(&output.path().join("run")), ["b.csv", "notes.txt", "run.json"]);
        assert_eq!(names(output.path()), ["run"], "nothing unfinished is left");
    }

    #[test]
    fn a_run_that_does_not_finish_leaves_the_last_good_one() {
        let output = tempfile::tempdir().unwrap();
        write_run(output.path(), "a.csv", "1");
        let mut folder = Folder::open(output.path(), "run").unwrap();
        folder.write("a.csv", b"half").unwrap();
        drop(folder);
        assert_eq!(fs::read_to_string(output.path().join("run/a.csv")).unwrap(), "1");
        assert_eq!(names(output.path()), ["run"]);
    }

    #[test]
    fn a_folder_that_is_not_ours_is_left_alone() {
        let output = tempfile::tempdir().unwrap();
        fs::create_dir(output.path().join("run")).unwrap();
        fs::write(output.path().join("run/thesis.doc"), "years of work").unwrap();
        let error = Folder::open(output.path(), "run").unwrap_err();
        assert!(error.to_string().contains("stands in the way"), "{error}");
    }
}
