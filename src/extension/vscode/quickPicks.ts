import * as vscode from 'vscode';
import { visibleText } from '../../protocol/text/hiddenCharacters';

/** Returns external text as a label. Escapes `$(name)`, which would be an icon, and shows invisible characters. */
export function plain(text: string): string {
  return visibleText(text.replace(/\s*\n\s*/g, ' ⏎ ')).replaceAll('$(', '\\$(');
}

export interface PickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly (vscode.QuickPickItem & { readonly value: T })[];
  readonly buttons?: readonly vscode.QuickInputButton[];
  readonly ignoreFocusOut?: boolean;
  readonly filter?: string;
}

/** Shows a Quick Pick until the user picks, presses a button or closes it, or `signal` aborts. */
export function pickOne<T>(
  { title, placeholder, items, buttons = [], ignoreFocusOut = false, filter = '' }: PickOptions<T>,
  signal?: AbortSignal,
): Promise<{ readonly picked: T } | { readonly button: vscode.QuickInputButton } | undefined> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: T }>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.items = items;
  pick.buttons = buttons;
  pick.value = filter;
  pick.ignoreFocusOut = ignoreFocusOut;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  return showUntilDone(pick, signal, (end) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) end({ picked: chosen.value });
    }),
    pick.onDidTriggerButton((button) => {
      end({ button });
    }),
  ]);
}

/** Shows a quick input until `end` is called, it is hidden, or `signal` aborts; then disposes it. */
export function showUntilDone<T>(
  input: vscode.QuickInput,
  signal: AbortSignal | undefined,
  listen: (end: (value: T | undefined) => void) => readonly vscode.Disposable[],
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const gone = (): void => {
      end(undefined);
    };
    // Resolves first, because dispose fires the hide event.
    const end = (value: T | undefined): void => {
      resolve(value);
      signal?.removeEventListener('abort', gone);
      for (const listener of listeners) listener.dispose();
      input.dispose();
    };
    const listeners = [...listen(end), input.onDidHide(gone)];
    signal?.addEventListener('abort', gone);
    if (signal?.aborted === true) gone();
    else input.show();
  });
}
