// Starts `cpcap lsp` and hands it to Visual Studio Code.

import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { faultOf } from "./program";

let client: LanguageClient | undefined;
/** Starts and stops follow each other, however fast settings change. */
let last: Promise<void> = Promise.resolve();
/** Nobody wants a start for each key in a setting, or before the server heard of the change. */
const PAUSE = 300;
let soon: NodeJS.Timeout | undefined;
/** What people edit: other schemes are those of old revisions and other views. */
const TEXTS = ["file", "untitled"].flatMap((scheme) =>
  ["yaml", "json", "jsonc"].map((language) => ({ scheme, language })),
);

export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel("cpcap", { log: true });

  async function start(): Promise<void> {
    const settings = workspace.getConfiguration("cpcap");
    const command = settings.get("path", "").trim() || "cpcap";
    const given = settings.get<string[]>("arguments", []);
    const fault = await faultOf(command, given);
    if (fault) {
      complain(fault);
      return;
    }
    const args = ["lsp", ...given];
    output.info(`starts ${[command, ...args].join(" ")}`);
    client = new LanguageClient(
      "cpcap",
      "cpcap",
      { command, args },
      {
        documentSelector: TEXTS,
        outputChannel: output,
      },
    );
    await client.start();
  }

  function complain(fault: string): void {
    output.error(fault);
    const [settings, show] = ["Open Settings", "Show Output"];
    window.showErrorMessage(fault, settings, show).then((chosen) => {
      if (chosen === settings) {
        commands.executeCommand("workbench.action.openSettings", "cpcap");
      } else if (chosen === show) {
        output.show();
      }
    });
  }

  function restart(): Promise<void> {
    last = last
      .then(stop)
      .then(start)
      .catch((reason) => complain(`cpcap lsp does not start: ${reason}. The output says more.`));
    return last;
  }

  context.subscriptions.push(
    output,
    commands.registerCommand("cpcap.restart", restart),
    commands.registerCommand("cpcap.showOutput", () => output.show()),
    workspace.onDidChangeConfiguration((change) => {
      // The client follows `cpcap.trace.server` itself.
      if (["cpcap.path", "cpcap.arguments"].some((name) => change.affectsConfiguration(name))) {
        clearTimeout(soon);
        soon = setTimeout(restart, PAUSE);
      }
    }),
  );
  // The editor waits for this function, and need not wait for the program.
  void restart();
}

export function deactivate(): Promise<void> {
  clearTimeout(soon);
  last = last.then(stop);
  return last;
}

async function stop(): Promise<void> {
  const stopped = client;
  client = undefined;
  // One that has crashed cannot be stopped, which is no reason not to start another one.
  await stopped?.dispose().catch(() => {});
}
