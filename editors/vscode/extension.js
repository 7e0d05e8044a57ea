// Starts `simulate lsp` and shows what it says; "Run scenario" opens a terminal. Everything else is in the program.

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const configuration = workspace.getConfiguration("oddsmith");
  return { command: configuration.get("simulate"), wishes: { means: configuration.get("means"), loops: configuration.get("loops") } };
}

exports.activate = async (context) => {
  const { command, wishes } = settings();
  client = new LanguageClient("oddsmith", "oddsmith", { command, args: ["lsp"] }, {
    documentSelector: [{ language: "odds" }, { language: "toml" }],
    initializationOptions: wishes,
  });
  context.subscriptions.push(commands.registerCommand("oddsmith.run", async (path) => {
    const file = path ?? window.activeTextEditor?.document.fileName;
    if (!file) return;
    await window.activeTextEditor?.document.save();
    const terminal = window.terminals.find((existing) => existing.name === "oddsmith") ?? window.createTerminal("oddsmith");
    terminal.show(true);
    terminal.sendText(`${command} --scenario ${quoted(file)}`);
  }));
  try {
    await client.start();
  } catch {
    window.showErrorMessage(`oddsmith: cannot start "${command} lsp". Say in the settings (oddsmith.simulate) where the program is.`);
  }
};

exports.deactivate = () => client?.stop();

const quoted = (file) => process.platform === "win32" ? `"${file}"` : `'${file.replaceAll("'", "'\\''")}'`;
