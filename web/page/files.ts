// Opens files of this computer: a scenario, its rule file, an AnyDice program, or a log of
// playtests.

import { toast } from "./dialogs";
import { open, openRoll, openRule } from "./open";
import { isLog, openLog } from "./playtest";

/** The largest file that is read, in bytes. The engine has the same limit. */
const MOST = 1 << 20;

const isRule = ({ name }: File) => name.endsWith(".odds");
const isScenario = ({ name }: File) => name.endsWith(".toml");

/**
 * Opens a scenario or a rule file, or both together. A table is a log of the open scenario, and any
 * other file contains dice.
 */
export async function openFiles(files: File[]): Promise<void> {
  if (files.length === 1 && isLog(files[0])) return openLog(files[0]);
  const rules = files.filter(isRule), scenarios = files.filter(isScenario), others = files.filter((file) => !isRule(file) && !isScenario(file));
  if (rules.length > 1 || scenarios.length > 1 || others.length > 1 || (others.length && files.length > 1)) return toast("Open one scenario (.toml), with its rule file (.odds) if it has one.", true);
  if (files.some((file) => file.size > MOST)) return toast("The file is larger than 1 MiB. Open a scenario (.toml), a rule file (.odds) or an AnyDice program.", true);
  const [rule, scenario, dice] = await Promise.all([rules[0]?.text(), scenarios[0]?.text(), others[0]?.text()]);
  if (scenario !== undefined) open({ name: scenarios[0].name.replace(/\.toml$/, ""), scenario, rule: rule === undefined ? null : { name: rules[0].name, text: rule } });
  else if (rule !== undefined) openRule(rules[0].name, rule);
  else if (dice !== undefined) openRoll({ text: dice.trimEnd(), view: "exactly" });
}

/** Opens files that are dropped anywhere on the page. */
export function dropFiles(): void {
  const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => { if (isFiles(event)) event.preventDefault(); }, true);
  addEventListener("drop", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    void openFiles([...event.dataTransfer!.files]);
  }, true);
}
