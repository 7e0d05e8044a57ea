//! Serialises numbers to JSON without loss, including infinities and not-a-number.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum JsonNumber {
    Finite(f64),
    Other(String),
}

/// Writes a number.
pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let number = if number.is_finite() {
        JsonNumber::Finite(*number)
    } else {
        JsonNumber::Other(number.to_string())
    };
    number.serialize(serializer)
}

/// Reads a number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    match JsonNumber::deserialize(deserializer)? {
        JsonNumber::Finite(number) => Ok(number),
        JsonNumber::Other(text) => text.parse().map_err(D::Error::custom),
    }
}
