//! What a folder of results asks of the system: exchanging, moving without replacing, holding.

use crate::input::plain_file;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How an old folder is called that was put aside where the system cannot exchange two.
pub(super) const OLD_SUFFIX: &str = ".old";

/// How long a run waits for another that is putting its results into the same place, which takes
/// milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);
const TICK: Duration = Duration::from_millis(5);

/// A folder that is held against other runs, until this is dropped.
#[derive(Debug)]
pub(super) struct HeldFolder(#[expect(dead_code, reason = "held, not read")] Option<File>);

/// Adds what was tried, and on what, to an error of the system.
pub(super) fn with_context(failure: &str, path: &Path) -> impl Fn(io::Error) -> io::Error {
    let context = format!("{failure} {}", path.display());
    move |error| io::Error::new(error.kind(), format!("{context}: {error}"))
}

/// Makes a folder of a new name that begins so, and holds it.
pub(super) fn fresh_folder(parent: &Path, prefix: &str) -> io::Result<(PathBuf, HeldFolder)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    loop {
        let fresh = builder
            .tempdir_in(parent)
            .map_err(with_context("cannot write in", parent))?
            .keep();
        // Another run may have taken it for a dead one's before it was held.
        if let Some(held) = hold(&fresh)? {
            return Ok((fresh, held));
        }
    }
}

/// Holds a folder, once no other run does; nothing where there is none. Where the system knows no
/// such thing, the folder is taken as held.
pub(super) fn hold(folder: &Path) -> io::Result<Option<HeldFolder>> {
    let started = Instant::now();
    while folder.symlink_metadata().is_ok() {
        if !cfg!(unix) {
            return Ok(Some(HeldFolder(None)));
        }
        let file = match plain_file::open(folder) {
            Ok(file) => file,
            // It was there a moment ago: another run has taken it away, and nobody holds it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) => return Ok(Some(HeldFolder(None))),
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if started.elapsed() > PATIENCE => {
                let message = format!(
                    "another run is putting its results into {}: try again",
                    folder.display()
                );
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
            }
            Err(TryLockError::WouldBlock) => sleep(TICK),
            // The folder may have been exchanged for another between the two.
            Ok(()) if !is_at(&file, folder) => {}
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(HeldFolder(Some(file)))),
        }
    }
    Ok(None)
}

/// Holds a folder if that can be done at once; nothing where another run holds it, or where that
/// cannot be known.
pub(super) fn hold_if_free(folder: &Path) -> Option<HeldFolder> {
    let file = cfg!(unix).then(|| File::open(folder).ok())??;
    file.try_lock().ok()?;
    is_at(&file, folder).then_some(HeldFolder(Some(file)))
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let metadata = file
        .metadata()
        .and_then(|opened| Ok((opened, path.symlink_metadata()?)));
    metadata.is_ok_and(|(opened, path_metadata)| {
        (opened.dev(), opened.ino()) == (path_metadata.dev(), path_metadata.ino())
    })
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Moves a file or a folder to where nothing stands.
pub(super) fn move_to_free(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // File systems that do not know how.
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

/// Puts a fresh folder in the place of another, and says where that is now: at once where the
/// system can, so that no moment is without a whole result.
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

/// Gives a folder a name of its own that begins so, and says which; its old one where that fails.
pub(super) fn keep_under_free_name(folder: &Path, wanted: &Path) -> PathBuf {
    for number in 1..1000 {
        let mut name = wanted.as_os_str().to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        match move_to_free(folder, Path::new(&name)) {
            Ok(()) => return name.into(),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => break,
        }
    }
    folder.to_owned()
}

/// Gives a new folder the permissions of the one that it replaces. It serves without them.
pub(super) fn copy_permissions(from: &Path, to: &Path) {
    if let Ok(metadata) = from.metadata() {
        let _ = fs::set_permissions(to, metadata.permissions());
    }
}

/// Whether nothing may be changed in a folder.
pub(super) fn is_read_only(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    if rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err() {
        return true;
    }
    // The owner of the machine may write everywhere, but a folder without a single right to write
    // is meant to stay.
    folder
        .metadata()
        .is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Whether another file system, or another part of one, is mounted here.
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
