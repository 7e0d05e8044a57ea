//! Requests, notifications and answers in JSON-RPC.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A message from the editor.
#[derive(Debug, PartialEq)]
pub(super) enum Message {
    /// A request must be answered, with its id.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// A notification has no answer.
    Notification { method: String, params: Value },
    /// A response. This server needs none.
    Response,
}

/// The reason why a request gets an error: a code of the protocol and a message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) code: i64,
    pub(super) message: String,
}

/// The codes of JSON-RPC itself; those of the protocol are in `lsp_types::error_codes`.
pub(super) const PARSE_ERROR: i64 = -32700;
pub(super) const INVALID_REQUEST: i64 = -32600;
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
pub(super) const INVALID_PARAMS: i64 = -32602;
pub(super) const INTERNAL_ERROR: i64 = -32603;

impl Refusal {
    pub(super) fn new(code: i64, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
        }
    }
}

impl Message {
    /// Parses a message.
    ///
    /// # Errors
    /// Returns the error response to send if it is not a message.
    pub(super) fn read(body: &[u8]) -> Result<Message, Value> {
        let refused =
            |id: Value, code, reason: String| Err(answer(&id, Err(Refusal::new(code, reason))));
        let mut fields = match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => {
                return refused(
                    Value::Null,
                    INVALID_REQUEST,
                    "a message must be a JSON object".to_owned(),
                );
            }
            Err(error) => {
                return refused(
                    Value::Null,
                    PARSE_ERROR,
                    format!("a message is not JSON: {error}"),
                );
            }
        };
        let is_response = fields.contains_key("result") || fields.contains_key("error");
        let params = fields.remove("params").unwrap_or_default();
        match (fields.remove("method"), fields.remove("id")) {
            (Some(Value::String(method)), None) => Ok(Message::Notification { method, params }),
            (Some(Value::String(method)), Some(id @ (Value::Number(_) | Value::String(_)))) => {
                Ok(Message::Request { id, method, params })
            }
            (None, Some(_)) if is_response => Ok(Message::Response),
            (_, id) => {
                let id = id
                    .filter(|id| id.is_number() || id.is_string())
                    .unwrap_or_default();
                let reason = "a request needs an `id` (a number or text) and a `method` (text)";
                refused(id, INVALID_REQUEST, reason.to_owned())
            }
        }
    }
}

/// Returns the answer to the request with this id.
pub(super) fn answer(id: &Value, result: Result<Value, Refusal>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, message }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// Returns a notification for the editor.
pub(super) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Returns a request to the editor.
pub(super) fn request(id: &str, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// Reads the parameters of a request or a notification.
///
/// # Errors
/// Fails if they do not have the form that the protocol defines.
pub(super) fn read_params<P: DeserializeOwned>(method: &str, params: Value) -> Result<P, Refusal> {
    let invalid_params = |error| {
        Refusal::new(
            INVALID_PARAMS,
            format!("the parameters of `{method}` cannot be read: {error}"),
        )
    };
    serde_json::from_value(params).map_err(invalid_params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_messages_are_refused_with_their_id() {
        for (body, id, code) in [
            ("[][", json!(null), PARSE_ERROR),
            ("\u{feff}{}", json!(null), PARSE_ERROR),
            ("[]", json!(null), INVALID_REQUEST),
            ("{}", json!(null), INVALID_REQUEST),
            (r#"{"id":7}"#, json!(7), INVALID_REQUEST),
            (r#"{"id":[7],"method":"x"}"#, json!(null), INVALID_REQUEST),
            (r#"{"id":null,"method":"x"}"#, json!(null), INVALID_REQUEST),
            (r#"{"id":"a","method":7}"#, json!("a"), INVALID_REQUEST),
        ] {
            let refused = Message::read(body.as_bytes()).unwrap_err();
            assert_eq!(
                (&refused["id"], &refused["error"]["code"]),
                (&id, &json!(code)),
                "{body}"
            );
        }
        assert!(Message::read(b"{\"id\":1,\"method\":\"\xff\"}").is_err());
        assert_eq!(
            Message::read(br#"{"id":1,"result":null}"#),
            Ok(Message::Response)
        );
    }
}
