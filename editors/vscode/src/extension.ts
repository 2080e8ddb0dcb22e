// Start `gridwright lsp` and pass everything on. All that is known of a puzzle is known there.

import { ExtensionContext, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const settings = workspace.getConfiguration("gridwright");
  const [command, ...args] = settings.get<string[]>("command", ["gridwright", "lsp"]);
  const pattern = settings.get<string>("files", "**/puzzles/**/*.yaml");
  client = new LanguageClient(
    "gridwright",
    "Gridwright",
    { command, args },
    { documentSelector: [{ scheme: "file", language: "yaml", pattern }] },
  );
  context.subscriptions.push(client);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
