// Runs a bundled worker in headless Chromium. Usage: chromium.mjs NODE_MODULES FOLDER

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, folder] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, "x.js"))("playwright-core");
const types = { js: "text/javascript", wasm: "application/wasm" };
const server = createServer(async (request, response) => {
  if (request.url === "/") return response.setHeader("Content-Type", "text/html").end("<!doctype html><title>worker</title>");
  try {
    const bytes = await readFile(join(folder, request.url.slice(1)));
    response.setHeader("Content-Type", types[request.url.split(".").pop()] ?? "text/plain").end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const answer = await page.evaluate(() => new Promise((resolve, reject) => {
    const worker = new Worker("/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || "the worker failed"));
  }));
  if (Math.abs(answer.mean - 10.5) > 1e-12 || !(answer.chart > 1000)) throw new Error(`a wrong answer: ${JSON.stringify(answer)}`);
  console.log("Chromium: the bundled worker rolls 3d6 and draws a chart");
} finally {
  await browser.close();
  server.close();
}
