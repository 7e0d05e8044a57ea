//! `simulate lsp`: the Language Server Protocol on standard input and output, for rule files and scenarios in any editor. What is
//! answered is worked out by `editing`, the same for the page; here it is only put into the protocol's terms.

mod answers;
mod desk;
mod frame;
mod lines;
mod message;
mod offered;
mod pool;
mod server;
mod uri;

pub use server::serve;
