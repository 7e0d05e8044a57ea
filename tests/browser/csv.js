// Reads the rows of a CSV file (RFC 4180). Each row is an object with the columns as keys.
import { readFileSync } from "node:fs";

export const rows = (path) => {
  const records = [[""]];
  let quoted = false;
  const text = readFileSync(path, "utf8");
  for (let i = 0; i < text.length; i++) {
    const record = records[records.length - 1], c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') record[record.length - 1] += text[++i];
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ",") record.push("");
    else if (!quoted && c === "\n") records.push([""]);
    else record[record.length - 1] += c;
  }
  const [head, ...rest] = records.filter((record) => record.length > 1);
  return rest.map((record) => Object.fromEntries(head.map((name, i) => [name, record[i]])));
};
