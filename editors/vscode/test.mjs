// The protocol's own client library against `simulate lsp`. Usage: node test.mjs PROGRAM
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const rpc = require("vscode-languageserver-protocol/node");

const child = spawn(process.argv[2] ?? "simulate", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
const published = new Map();
connection.onNotification(rpc.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => published.set(uri, diagnostics));
connection.listen();
const check = (is, label) => { if (!is) { console.error(`test.mjs: ${label}`); process.exit(1); } };
const until = async (is) => { for (let i = 0; i < 400 && !is(); i++) await new Promise((resolve) => setTimeout(resolve, 25)); };

const { capabilities, serverInfo } = await connection.sendRequest(rpc.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
check(serverInfo.name === "oddsmith" && capabilities.hoverProvider && capabilities.renameProvider, "what it can do");
await connection.sendNotification(rpc.InitializedNotification.type, {});
const uri = "file:///nowhere/mine.odds", textDocument = { uri };
const text = 'hits = count("Hits")\n\ndef trial():\n    record(hist, successes(3, 6, 4))\n';
await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "odds", version: 1, text } });
await until(() => published.get(uri)?.length === 1);
check(published.get(uri)?.[0]?.message.includes("hist"), "the mistake");
await connection.sendNotification(rpc.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [{ text: text.replace("hist", "hits") }] });
await until(() => published.get(uri)?.length === 0);
check(published.get(uri)?.length === 0, "fixed");
const hover = await connection.sendRequest(rpc.HoverRequest.type, { textDocument, position: { line: 3, character: 20 } });
check(hover.contents.value.includes("Mean 1.50"), "the distribution");
await connection.sendRequest(rpc.ShutdownRequest.type);
await connection.sendNotification(rpc.ExitNotification.type);
const code = await new Promise((resolve) => child.on("exit", resolve));
check(code === 0, `exit ${code}`);
console.log("the protocol's client library: mistake, fix, hover, a quiet end");
