//! Messages on standard input and output: a header with the length of the body in bytes, an empty
//! line, and the body.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// The most bytes that a body may have: 64 MB.
const MAX_BYTES: u64 = 64 << 20;
/// The most bytes that a header may have.
const MAX_HEADER_BYTES: u64 = 8 << 10;
/// The expected form of a message.
const FORM: &str = "expected `Content-Length: N`, an empty line, and N bytes of JSON";

/// Reads the body of the next message; `None` if the input ends before a message begins.
///
/// # Errors
/// Fails if the header cannot be read, since the start of the next message is unknown then; if the
/// body is too long; or if the input ends within a message.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let Some(length) = length(&mut input.take(MAX_HEADER_BYTES))? else {
        return Ok(None);
    };
    let mut body = Vec::new();
    input
        .take(length)
        .read_to_end(&mut body)
        .map_err(|error| format!("standard input cannot be read: {error}"))?;
    match body.len() as u64 {
        read if read < length => Err(format!(
            "the input ended after {read} of the {length} bytes of a message"
        )),
        _ => Ok(Some(body)),
    }
}

/// Reads a header and returns the length of the body.
fn length(header: &mut io::Take<&mut impl BufRead>) -> Result<Option<u64>, String> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        header
            .read_until(b'\n', &mut line)
            .map_err(|error| format!("standard input cannot be read: {error}"))?;
        if line.last() != Some(&b'\n') {
            return match header.limit() {
                MAX_HEADER_BYTES => Ok(None),
                0 => Err(format!(
                    "a header is longer than {MAX_HEADER_BYTES} bytes: {FORM}"
                )),
                _ => Err(format!("the input ended within a header: {FORM}")),
            };
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            return length
                .map(Some)
                .ok_or_else(|| format!("a header has no `Content-Length`: {FORM}"));
        }
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| format!("malformed header line `{line}`: {FORM}"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(bytes(value.trim())?);
        }
    }
}

/// Parses the length in a header.
fn bytes(value: &str) -> Result<u64, String> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(format!("invalid `Content-Length: {value}`: {FORM}"));
    }
    let length = value.parse().ok().filter(|&length| length <= MAX_BYTES);
    length.ok_or_else(|| {
        format!("a message of {value} bytes is too long: a message has at most {MAX_BYTES} bytes (64 MB)")
    })
}

/// Sends a message to the editor.
///
/// # Errors
/// Fails if the editor no longer reads.
pub(super) fn send(message: &Value) -> Result<(), String> {
    send_if(message, || true).map(|_| ())
}

/// Sends a message to the editor if the condition still holds when the output is free. Returns
/// whether it was sent.
///
/// # Errors
/// Fails if the editor no longer reads.
pub(super) fn send_if(message: &Value, holds: impl Fn() -> bool) -> Result<bool, String> {
    let body = message.to_string();
    let mut output = io::stdout().lock();
    if !holds() {
        return Ok(false);
    }
    let sent = write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())
        .and_then(|()| output.flush());
    sent.map_err(|error| format!("standard output cannot be written: {error}"))?;
    Ok(true)
}

/// Waits for the message that is being sent, and blocks all later ones, because the server ends.
pub(super) fn finish() {
    std::mem::forget(io::stdout().lock());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<Option<Vec<u8>>, String> {
        read(&mut io::BufReader::new(bytes))
    }

    #[test]
    fn extra_header_fields_are_ignored() {
        for header in [
            "Content-Length: 2\r\n\r\n",
            "content-length:2\n\n",
            "X: y\r\nContent-Length:  2\r\nZ:\r\n\r\n",
        ] {
            assert_eq!(
                read_bytes(format!("{header}[]more").as_bytes()),
                Ok(Some(b"[]".to_vec())),
                "{header}"
            );
        }
        assert_eq!(read_bytes(b""), Ok(None));
    }

    #[test]
    fn unreadable_messages_are_reported() {
        let long = "x: y\r\n".repeat(2000);
        for (sent, expected) in [
            (
                "hello\r\n\r\n",
                "malformed header line `hello`: expected `Content-Length: N`",
            ),
            ("X: y\r\n\r\n", "a header has no `Content-Length`"),
            ("Content-Length: -5\r\n\r\n", "invalid `Content-Length: -5`"),
            (
                "Content-Length: 99999999999999999999999\r\n\r\n",
                "a message of 99999999999999999999999 bytes is too long",
            ),
            (
                "Content-Length: 67108865\r\n\r\n",
                "a message of 67108865 bytes is too long",
            ),
            (
                "Content-Length: 67108864\r\n\r\n[",
                "the input ended after 1 of the 67108864 bytes of a message",
            ),
            ("Content-Len", "the input ended within a header"),
            (long.as_str(), "a header is longer than 8192 bytes"),
        ] {
            let found = read_bytes(sent.as_bytes()).unwrap_err();
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
