//! Makes shell completions and manual pages from the program's command line.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::{Cli, EXAMPLES};

/// Returns a script that completes the program's commands and options in a shell.
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the manual page of the whole program.
///
/// # Errors
/// Never returns an error, because it writes to memory.
pub fn man_page() -> io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Writes a manual page for the program and one for each command into a folder. Returns their
/// number.
///
/// # Errors
/// Returns an error if the folder cannot be created or written to.
pub fn write_pages(folder: &Path) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let whole = command();
    let commands: Vec<_> = whole
        .get_subcommands()
        .cloned()
        .chain([whole.clone()])
        .collect();
    // Each page is put in place when it is complete, so that an interruption leaves no empty page.
    for command in &commands {
        let page = clap_mangen::Man::new(command.clone());
        let mut bytes = Vec::new();
        page.render(&mut bytes)?;
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.prefix(".unfinished-").tempfile_in(folder)?;
        file.write_all(&bytes)?;
        file.persist(folder.join(page.get_filename()))
            .map_err(|error| error.error)?;
    }
    Ok(commands.len())
}

/// Returns the program's command line with the full names of its commands. The manual has its own
/// list of commands.
fn command() -> clap::Command {
    let mut whole = Cli::command()
        .disable_help_subcommand(true)
        .after_long_help(EXAMPLES);
    whole.build();
    whole
}
