//! Converts between URIs of the protocol and paths.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// Returns the path of a URI. If the URI names no file, it returns the last part of the URI without
/// a folder. The name of a rule file ends in `.odds`: an unsaved one is `Untitled-1.odds`.
pub(super) fn path(uri: &Uri, language: &str) -> PathBuf {
    let path = uri
        .path()
        .as_estr()
        .decode()
        .into_string_lossy()
        .into_owned();
    let is_file = uri.scheme().is_some_and(|scheme| scheme.as_str() == "file");
    let path = if !is_file {
        Path::new(&path)
            .file_name()
            .map_or_else(|| PathBuf::from("untitled"), PathBuf::from)
    } else if cfg!(windows) {
        PathBuf::from(path.trim_start_matches('/'))
    } else {
        PathBuf::from(path)
    };
    let is_known = path
        .extension()
        .is_some_and(|ending| ending == "odds" || ending == "toml");
    if language == "odds" && !is_known {
        PathBuf::from(format!("{}.odds", path.display()))
    } else {
        path
    }
}

/// Returns the URI of a file.
pub(super) fn from_path(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let written = path.to_str()?.replace('\\', "/");
    let mut uri = String::from(if written.starts_with('/') {
        "file://"
    } else {
        "file:///"
    });
    for byte in written.bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' | b':' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => write!(uri, "%{byte:02X}").ok()?,
        }
    }
    uri.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn file_paths_survive_conversion_to_uris() {
        for name in ["/tmp/a b/\u{fc}ber.odds", "/x#1/100%.toml"] {
            assert_eq!(
                path(&from_path(Path::new(name)).unwrap(), ""),
                Path::new(name)
            );
        }
    }

    #[test]
    fn unsaved_rule_file_gets_its_extension() {
        let unsaved = "untitled:Untitled-1".parse().unwrap();
        for (language, name) in [("odds", "Untitled-1.odds"), ("toml", "Untitled-1")] {
            assert_eq!(path(&unsaved, language), Path::new(name));
        }
        assert_eq!(
            path(&"untitled:mine.odds".parse().unwrap(), "odds"),
            Path::new("mine.odds")
        );
    }
}
