//! The file system operations of a results folder: exchanging two folders, moving without
//! overwriting, locking.

use oddsmith_model::input::plain_file;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The suffix of an old folder that was moved aside because the system cannot exchange two folders.
pub(super) const OLD_SUFFIX: &str = ".old";

/// The longest wait for another run that is moving its results to the same place, which takes
/// milliseconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(20);
/// The pause between two attempts to lock a folder.
const RETRY_PAUSE: Duration = Duration::from_millis(5);

/// The lock of a folder against other runs. Dropping it unlocks the folder.
#[derive(Debug)]
pub(super) struct FolderLock(#[expect(dead_code, reason = "held, not read")] Option<File>);

/// Returns a function that adds the failed action and its path to an error.
pub(super) fn with_context(failure: &str, path: &Path) -> impl Fn(io::Error) -> io::Error {
    let context = format!("{failure} {}", path.display());
    move |error| io::Error::new(error.kind(), format!("{context}: {error}"))
}

/// Creates and locks a folder with a new name that begins with `prefix`.
pub(super) fn fresh_folder(parent: &Path, prefix: &str) -> io::Result<(PathBuf, FolderLock)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    loop {
        let fresh = builder
            .tempdir_in(parent)
            .map_err(with_context("cannot write in", parent))?
            .keep();
        // Before the folder was locked, another run may have deleted it as abandoned.
        if let Some(lock) = lock(&fresh)? {
            return Ok((fresh, lock));
        }
    }
}

/// Locks a folder as soon as no other run holds it; `None` if the folder does not exist. If the
/// system has no locks, the folder counts as locked.
pub(super) fn lock(folder: &Path) -> io::Result<Option<FolderLock>> {
    let started = Instant::now();
    while folder.symlink_metadata().is_ok() {
        if !cfg!(unix) {
            return Ok(Some(FolderLock(None)));
        }
        let file = match plain_file::open(folder) {
            Ok(file) => file,
            // The folder disappeared after the check, so another run has moved or deleted it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) => return Ok(Some(FolderLock(None))),
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if started.elapsed() > LOCK_TIMEOUT => {
                let message = format!(
                    "another run is putting its results into {}: try again",
                    folder.display()
                );
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
            }
            Err(TryLockError::WouldBlock) => sleep(RETRY_PAUSE),
            // Between opening and locking, the folder may have been exchanged for another one.
            Ok(()) if !is_same_file(&file, folder) => {}
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(FolderLock(Some(file)))),
        }
    }
    Ok(None)
}

/// Locks a folder if this is possible at once; `None` if another run holds it, or if locks do not
/// work.
pub(super) fn try_lock(folder: &Path) -> Option<FolderLock> {
    let file = cfg!(unix).then(|| File::open(folder).ok())??;
    file.try_lock().ok()?;
    is_same_file(&file, folder).then_some(FolderLock(Some(file)))
}

/// Returns whether an opened file is still the one at a path.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let metadata = file
        .metadata()
        .and_then(|opened| Ok((opened, path.symlink_metadata()?)));
    metadata.is_ok_and(|(opened, path_metadata)| {
        (opened.dev(), opened.ino()) == (path_metadata.dev(), path_metadata.ino())
    })
}

#[cfg(not(unix))]
fn is_same_file(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Moves a file or a folder, but never over something that exists.
pub(super) fn move_without_overwriting(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // The file system does not support this flag.
            Err(Errno::INVAL | Errno::NOSYS) => {}
            moved => return Ok(moved?),
        }
    }
    if to.symlink_metadata().is_ok() {
        return Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "something of that name is there",
        ));
    }
    fs::rename(from, to)
}

/// Puts a fresh folder in the place of another one, and returns the new path of the other one. If
/// the system supports it, the exchange is atomic, so that a complete result is there at every
/// moment.
pub(super) fn exchange(fresh: &Path, target: &Path) -> io::Result<PathBuf> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, fresh, CWD, target, RenameFlags::EXCHANGE).is_ok() {
            return Ok(fresh.to_owned());
        }
    }
    let mut aside = fresh.as_os_str().to_owned();
    aside.push(OLD_SUFFIX);
    let aside = PathBuf::from(aside);
    fs::rename(target, &aside)?;
    if let Err(error) = fs::rename(fresh, target) {
        fs::rename(&aside, target)?;
        return Err(error);
    }
    Ok(aside)
}

/// Renames a folder to a free name that begins with `wanted`. Returns the new name, or the old one
/// if this fails.
pub(super) fn rename_to_free_name(folder: &Path, wanted: &Path) -> PathBuf {
    for number in 1..1000 {
        let mut name = wanted.as_os_str().to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        match move_without_overwriting(folder, Path::new(&name)) {
            Ok(()) => return name.into(),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => break,
        }
    }
    folder.to_owned()
}

/// Gives a new folder the permissions of the one that it replaces. Errors are ignored, since the
/// results are usable anyway.
pub(super) fn copy_permissions(from: &Path, to: &Path) {
    if let Ok(metadata) = from.metadata() {
        let _ = fs::set_permissions(to, metadata.permissions());
    }
}

/// Returns whether a folder is write-protected.
pub(super) fn is_read_only(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    if rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err() {
        return true;
    }
    // An administrator may write everywhere, but a folder without any write permission is meant to
    // stay as it is.
    folder
        .metadata()
        .is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Returns whether a file system is mounted at this path.
pub(super) fn is_mount_point(path: &Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
        let stat = statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::empty());
        stat.is_ok_and(|stat| stat.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = path;
        false
    }
}
