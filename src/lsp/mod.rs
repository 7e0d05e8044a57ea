//! `simulate lsp`: the Language Server Protocol on standard input and output, for rule files and
//! scenarios in any editor. `editing` computes the answers, also for the page. This module
//! translates them into the protocol's terms.

mod answers;
mod changes;
mod documents;
mod frame;
mod lines;
mod message;
mod offered;
mod pool;
mod server;
mod underlines;
mod uri;

pub use server::serve;
