// Runs an extension as Visual Studio Code does, in the folder where it is started: findings come, a
// fix is made, values are completed, a machine type gets another name in two files, settings change.
// Arguments: the directory of the extension, and the program.

import Module from "node:module";
import { join } from "node:path";
import * as editor from "./vscode";

// biome-ignore lint/suspicious/noExplicitAny: what Node calls to load a module is no public function
const loader = Module as any;
const load = loader._load;
loader._load = (name: string, ...rest: unknown[]) =>
  name === "vscode" ? editor.vscode : load(name, ...rest);

// As there: what comes too late for a server that stops is logged, and the extension goes on.
process.on("unhandledRejection", (reason) => editor.logged.push(String(reason)));

const [directory = "", program = ""] = process.argv.slice(2);
const extension = loader.createRequire(join(process.cwd(), "x"))(directory);

async function wait<T>(what: string, ask: () => T | undefined | false): Promise<T> {
  for (let round = 0; round < 1500; round++) {
    const answer = ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`nothing came of: ${what}\n${editor.logged.join("\n")}`);
}

async function main(): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const token = new editor.vscode.CancellationTokenSource().token;
  const provider = (name: string) => editor.registered.get(`register${name}Provider`);

  editor.set("cpcap.path", program);
  editor.set("cpcap.arguments", ["--now", "2026-11-27"]);
  const subscriptions: { dispose(): void }[] = [];
  const document = editor.open(join(process.cwd(), "profile.yaml"));
  editor.open(join(process.cwd(), "profile.yaml"), "git");
  const started = () => editor.logged.filter((line) => line.startsWith("starts ")).length;
  await extension.activate({ subscriptions });
  say(`starts that the editor waits for: ${started()}`);

  const rule = "schema/unknown-field";
  const all = () => editor.found.get(document.uri.toString());
  const find = () => all()?.find((of) => (of.code?.value ?? of.code) === rule);
  const finding = await wait("findings", find);
  const { line, character } = finding.range.start;
  say(`${line + 1}:${character + 1} ${rule}`);

  const before = started();
  editor.set("cpcap.arguments", ["--now", "2026-11-27", "--ignore", rule]);
  await wait("a restart", () => started() > before && all() && !find());
  editor.set("cpcap.trace.server", "messages");
  editor.set("cpcap.arguments", ["--now", "2026-11-27"]);
  await wait("a second restart", find);
  say(`restarts with other settings: ${started() - before}`);

  const context = { diagnostics: [find()], only: undefined, triggerKind: 1 };
  const [action] = await provider("CodeActions").provideCodeActions(
    document,
    finding.range,
    context,
    token,
  );
  editor.apply(action.edit);
  say(`${action.title}: ${document.lines()[line]?.trim()}`);
  await wait("no finding", () => !find());

  const at = document.after("disk: [slow");
  const completions = await provider("CompletionItem").provideCompletionItems(document, at, token, {
    triggerKind: 0,
  });
  const items: { label: string }[] = completions.items ?? completions;
  say(`values: ${items.map((item) => item.label).join(", ")}`);

  const name = document.after("name: sma");
  editor.apply(await provider("Rename").provideRenameEdits(document, name, "tiny", token));
  for (const path of ["profile.yaml", "web.yaml"]) {
    const lines = editor.open(join(process.cwd(), path)).lines();
    const renamed = lines.filter((line) => line.includes("tiny"));
    say(`${path}: ${renamed.map((line) => line.trim()).join(", ")}`);
  }

  await wait("findings in the other text", () => editor.found.size > 1 && find() === undefined);

  editor.actions.get("cpcap.showOutput")?.();
  const restarted = started();
  await editor.actions.get("cpcap.restart")?.();
  say(`restarts by command: ${started() - restarted}`);

  const change = async (name: string, value: unknown) => {
    const before = editor.shown.length + started();
    editor.set(name, value);
    await wait(`${name}: ${value}`, () => editor.shown.length + started() > before);
  };
  process.env.PATH = "";
  for (const path of ["", "/no/such/cpcap", process.cwd(), process.execPath, program]) {
    await change("cpcap.path", path);
  }
  await wait("findings after all faults", all);
  await change("cpcap.arguments", ["--no-such-option"]);
  for (const message of new Set(editor.shown)) say(`shown: ${message}`);

  const others = [...editor.found.keys()].filter((uri) => !uri.startsWith("file:"));
  say(`texts that nobody edits, with findings: ${others.length}`);

  // Nothing keeps Node running, or the test does not end.
  await extension.deactivate();
  for (const of of subscriptions) of.dispose();
  say("the end");
}

main().catch((reason) => {
  console.error(reason);
  process.exit(1);
});
