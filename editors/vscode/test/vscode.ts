// As much of the module `vscode` as a language client needs for one window: texts that are open, what
// was registered, and what was shown.

import { readFileSync } from "node:fs";
import { TextDocument } from "vscode-languageserver-textdocument";
import { URI } from "vscode-uri";

// biome-ignore lint/suspicious/noExplicitAny: it stands for an interface of which it has a part
type Any = any;

class Disposable {
  constructor(private readonly end: () => void = () => {}) {}
  dispose(): void {
    this.end();
  }
  static from(...all: Disposable[]): Disposable {
    return new Disposable(() => all.forEach((of) => void of.dispose()));
  }
}

class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void, self?: unknown, kept?: Disposable[]) => {
    const bound = listener.bind(self);
    this.listeners.add(bound);
    const end = new Disposable(() => this.listeners.delete(bound));
    kept?.push(end);
    return end;
  };
  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

const never = () => new Disposable();

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(a: Any, b: Any, c?: number, d?: number) {
    this.start = typeof a === "number" ? new Position(a, b) : a;
    this.end = typeof a === "number" ? new Position(c ?? 0, d ?? 0) : b;
  }
}

class Diagnostic {
  code: Any;
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}

class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: this.cancelled.event,
  };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
  dispose(): void {}
}

class WorkspaceEdit {
  readonly all: [URI, Any[]][] = [];
  set(uri: URI, edits: Any[]): void {
    this.all.push([uri, edits.map((edit) => (Array.isArray(edit) ? edit[0] : edit))]);
  }
}

class TextEdit {
  constructor(
    readonly range: Range,
    readonly newText: string,
  ) {}
}

class CodeAction {
  edit: Any;
  constructor(
    readonly title: string,
    readonly kind: Any,
  ) {}
}

class CompletionItem {
  constructor(readonly label: string) {}
}

class CodeActionKind {
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

class Tab {
  constructor(readonly uri: URI) {}
}

/** A text in the window. */
export class Document {
  private text: TextDocument;
  readonly isClosed = false;
  readonly isDirty = false;
  constructor(readonly uri: URI) {
    const text = readFileSync(uri.fsPath, "utf8");
    this.text = TextDocument.create(uri.toString(), "yaml", 1, text);
  }
  get languageId(): string {
    return this.text.languageId;
  }
  get version(): number {
    return this.text.version;
  }
  get lineCount(): number {
    return this.text.lineCount;
  }
  getText(): string {
    return this.text.getText();
  }
  lines(): string[] {
    return this.getText().split("\n");
  }
  /** The place after the first mark. */
  after(mark: string): Position {
    const at = this.getText().indexOf(mark);
    if (at < 0) throw new Error(`no ${mark}`);
    const { line, character } = this.text.positionAt(at + mark.length);
    return new Position(line, character);
  }
  /** Makes edits, as if somebody typed them. */
  edit(edits: TextEdit[]): void {
    const contentChanges = [...edits]
      .sort((a, b) => this.text.offsetAt(b.range.start) - this.text.offsetAt(a.range.start))
      .map((edit) => ({
        range: edit.range,
        rangeOffset: this.text.offsetAt(edit.range.start),
        rangeLength: this.text.offsetAt(edit.range.end) - this.text.offsetAt(edit.range.start),
        text: edit.newText,
      }));
    this.text = TextDocument.update(this.text, contentChanges, this.version + 1);
    changed.fire({ document: this, contentChanges, reason: undefined });
  }
}

const opened = new EventEmitter<Document>();
const changed = new EventEmitter<Any>();
const tabsChanged = new EventEmitter<Any>();
const settingsChanged = new EventEmitter<Any>();
const settings = new Map<string, unknown>();
const texts: Document[] = [];
const tabs: Tab[] = [];

/** What extensions registered, by the name of the function. */
export const registered = new Map<string, Any>();
/** The commands. */
export const actions = new Map<string, () => unknown>();
/** What was shown to somebody. */
export const shown: string[] = [];
/** What stands in the output. */
export const logged: string[] = [];
/** The findings of each text. */
export const found = new Map<string, Diagnostic[]>();

export function open(path: string, scheme = "file"): Document {
  const uri = URI.file(path).with({ scheme });
  const known = texts.find((text) => text.uri.toString() === uri.toString());
  if (known) return known;
  const document = new Document(uri);
  const tab = new Tab(uri);
  texts.push(document);
  tabs.push(tab);
  opened.fire(document);
  tabsChanged.fire({ opened: [tab], closed: [], changed: [] });
  return document;
}

/** Changes a setting, as in the editor of settings. */
export function set(name: string, value: unknown): void {
  settings.set(name, value);
  settingsChanged.fire({
    affectsConfiguration: (of: string) => name === of || name.startsWith(`${of}.`),
  });
}

export function apply(edit: WorkspaceEdit): void {
  for (const [uri, edits] of edit.all) open(uri.fsPath).edit(edits);
}

function getConfiguration(section?: string) {
  const full = (name: string) => (section ? `${section}.${name}` : name);
  return {
    get: (name: string, usual?: unknown) => settings.get(full(name)) ?? usual,
    inspect: () => undefined,
  };
}

const languages = {
  match: (selector: Any[], document: Document) =>
    selector.some(
      ({ language, scheme }) =>
        language === document.languageId && (scheme ?? document.uri.scheme) === document.uri.scheme,
    )
      ? 10
      : 0,
  createDiagnosticCollection: () => ({
    set: (uri: URI, all: Diagnostic[]) => found.set(uri.toString(), all),
    delete: (uri: URI) => found.delete(uri.toString()),
    clear: () => found.clear(),
    dispose: () => found.clear(),
  }),
};

const window = {
  visibleTextEditors: [],
  activeTextEditor: undefined,
  tabGroups: {
    get all() {
      return [{ tabs: tabs.map((tab) => ({ input: tab })) }];
    },
    onDidChangeTabs: tabsChanged.event,
  },
  onDidChangeActiveTextEditor: never,
  onDidChangeVisibleTextEditors: never,
  showErrorMessage: async (message: string) => void shown.push(message),
  createOutputChannel: () => {
    const log = (line: string) => void logged.push(line);
    return {
      ...{ trace: log, debug: log, info: log, warn: log, error: log, append: log, appendLine: log },
      ...{ logLevel: 3, onDidChangeLogLevel: never, dispose: () => {} },
      show: () => void shown.push("the output"),
    };
  },
};

const workspace = {
  textDocuments: texts,
  notebookDocuments: [],
  workspaceFolders: [{ uri: URI.file(process.cwd()), name: "folder", index: 0 }],
  getConfiguration,
  onDidOpenTextDocument: opened.event,
  onDidChangeTextDocument: changed.event,
  onDidChangeConfiguration: settingsChanged.event,
  createFileSystemWatcher: () => ({
    ...{ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose: () => {} },
  }),
};

const kinds = {
  Empty: new CodeActionKind(""),
  QuickFix: new CodeActionKind("quickfix"),
  Refactor: new CodeActionKind("refactor"),
  Source: new CodeActionKind("source"),
};

/** What is not there: events never come, and classes and constants say nothing. */
function lenient(known: object): Any {
  return new Proxy(known, {
    get(of: Any, name) {
      if (name in of || typeof name === "symbol") return of[name];
      if (/^onDid|^onWill/.test(name)) return never;
      if (name.startsWith("register")) {
        return (_: unknown, provider: unknown) => {
          registered.set(name, provider);
          return new Disposable(() => registered.delete(name));
        };
      }
      // One class for each name: the client extends and compares them.
      if (/^[A-Z]/.test(name)) of[name] = lenient(class {});
      return of[name];
    },
  });
}

export const vscode = lenient({
  ...{ __esModule: true, version: "1.91.0", Uri: URI, Disposable, EventEmitter, Position, Range },
  ...{ Diagnostic, CancellationTokenSource, WorkspaceEdit, TextEdit, CodeAction, CompletionItem },
  ...{ TabInputText: Tab, CodeActionKind: Object.assign(CodeActionKind, kinds) },
  CancellationError: class extends Error {},
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  env: { language: "en", appName: "a test" },
  commands: {
    registerCommand: (name: string, action: () => unknown) => {
      actions.set(name, action);
      return new Disposable(() => actions.delete(name));
    },
    executeCommand: async () => {},
  },
  languages: lenient(languages),
  window: lenient(window),
  workspace: lenient(workspace),
});
