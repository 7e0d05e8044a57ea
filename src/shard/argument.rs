//! Parses the value of `--shard`.

use super::environment;
use super::one::{MAX_SHARDS, Shard};
use crate::input::diagnostic::{Diagnostic, Place, Source};

/// Reads the value of `--shard`: `3/16`, or `auto`, which reads the environment variables that the
/// scheduler sets.
pub(crate) fn parse_shard(text: &str) -> Result<Shard, Diagnostic> {
    if text == "auto" {
        return environment::shard(&|name| std::env::var(name).ok());
    }
    let parts = text
        .split_once('/')
        .map(|(number, count)| (number.parse(), count.parse()));
    let Some((Ok(number), Ok(count))) = parts else {
        return Err(invalid_shard(text, "this is not a shard"));
    };
    Shard::new(number, count).ok_or_else(|| invalid_shard(text, "there is no such shard"))
}

/// Returns the error for an invalid `--shard`.
fn invalid_shard(text: &str, message: &str) -> Diagnostic {
    let (source, span) = Source::option("--shard", text);
    let help = format!(
        "write K/N for shard K of N, such as 3/16 (N at most {MAX_SHARDS}), or auto under a job scheduler"
    );
    Diagnostic::at(&Place { source, span }, message, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_number_must_not_exceed_the_count() {
        let parsed = |text| {
            super::parse_shard(text)
                .map(|shard| (shard.number, shard.count))
                .map_err(|wrong| wrong.problem)
        };
        assert_eq!(parsed("3/16"), Ok((3, 16)));
        assert_eq!(parsed("9999/9999"), Ok((9999, 9999)));
        for none in ["0/16", "17/16", "1/10000", "0/0"] {
            assert_eq!(
                parsed(none),
                Err("there is no such shard".to_owned()),
                "{none}"
            );
        }
        for none in [
            "3",
            "",
            "3/",
            "/16",
            "-1/16",
            "3/16/2",
            "a/b",
            "3.0/16",
            "3 / 16",
            "99999999999/3",
        ] {
            assert_eq!(
                parsed(none),
                Err("this is not a shard".to_owned()),
                "{none}"
            );
        }
        assert_eq!(
            Shard::new(3, 16).expect("a shard").file_name(),
            "shard-0003-of-0016.csv.gz"
        );
    }
}
