// The program that serves: why it cannot, if it cannot.

import { type ExecFileException, execFile } from "node:child_process";

/** Why a program cannot serve with these arguments, and what to do; nothing where it can. */
export async function faultOf(program: string, args: string[]): Promise<string | undefined> {
  const fault = await ask(program, []);
  if (fault) return words(program, fault.error);
  const refusal = await ask(program, args);
  return refusal && `Mend the setting "cpcap.arguments": ${refusal.said.split("\n")[0]}.`;
}

/** Asks for the help of `cpcap lsp`, for which nothing is read. */
function ask(
  program: string,
  args: string[],
): Promise<{ error: ExecFileException; said: string } | undefined> {
  return new Promise((done) => {
    execFile(program, ["lsp", ...args, "--help"], { timeout: 10_000 }, (error, _, said) =>
      done(error ? { error, said } : undefined),
    );
  });
}

function words(program: string, error: ExecFileException): string {
  const choose = `name the program in the setting "cpcap.path"`;
  if (error.code === "ENOENT") {
    return program === "cpcap"
      ? `cpcap is not in PATH. Install it, or ${choose}.`
      : `${program} does not exist. Mend the setting "cpcap.path", or empty it to use the cpcap in PATH.`;
  }
  if (error.code === "EACCES") {
    return `${program} cannot be run: it is a directory or not executable. Make it executable, or ${choose}.`;
  }
  if (error.killed) return `${program} does not answer. If it is not cpcap, ${choose}.`;
  return `${program} has no language server: it is too old or not cpcap. Install a newer cpcap, or ${choose}.`;
}
