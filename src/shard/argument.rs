//! What `--shard` says.

use super::environment;
use super::one::{MOST, Shard};
use crate::input::diagnostic::{Diagnostic, Place, Source};

/// Reads the value of `--shard`: `3/16`, or `auto`, which reads the environment variables that the
/// scheduler sets.
pub(crate) fn parse_shard(text: &str) -> Result<Shard, Diagnostic> {
    if text == "auto" {
        return environment::shard(&|name| std::env::var(name).ok());
    }
    let parts = text
        .split_once('/')
        .map(|(number, of)| (number.parse(), of.parse()));
    let Some((Ok(number), Ok(of))) = parts else {
        return Err(wrong(text, "this is not a shard"));
    };
    Shard::new(number, of).ok_or_else(|| wrong(text, "there is no such shard"))
}

/// What is wrong with `--shard`.
fn wrong(text: &str, what: &str) -> Diagnostic {
    let (source, span) = Source::option("--shard", text);
    let help = format!(
        "write K/N for shard K of N, such as 3/16 (N at most {MOST}), or auto under a job scheduler"
    );
    Diagnostic::at(&Place { source, span }, what, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_one_of_so_many() {
        let parsed = |text| {
            super::parse_shard(text)
                .map(|shard| (shard.number, shard.of))
                .map_err(|wrong| wrong.what)
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
            Shard::new(3, 16).expect("a shard").file(),
            "shard-0003-of-0016.csv.gz"
        );
    }
}
