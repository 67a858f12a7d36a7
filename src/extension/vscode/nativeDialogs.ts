import * as vscode from 'vscode';
import type { DialogAnswer, DialogRequest, Surface } from '../../protocol/dialog';
import type { NativeDialogs } from '../core/ports';
import { pickOne, plain, untilGone } from './quickPicks';

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

const cancelButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('circle-slash'),
  tooltip: 'Cancel Question',
};

/** Questions as QuickPicks and InputBoxes. One that merely goes away answers nothing. */
export const nativeDialogs: NativeDialogs = {
  show(request, signal) {
    switch (request.kind) {
      case 'select':
        return choose(
          request,
          request.options.map((option) => ({ label: plain(option) || '(empty)', value: { value: option } })),
          signal,
        );
      case 'confirm':
        return choose(
          request,
          [
            { label: 'Yes', value: { confirmed: true } },
            { label: 'No', value: { confirmed: false } },
          ],
          signal,
          request.message,
        );
      case 'input':
      case 'editor':
        return type(request, signal);
      case 'questionnaire':
        return Promise.resolve(undefined);
    }
  },
};

async function choose(
  request: DialogRequest,
  items: readonly { readonly label: string; readonly value: DialogAnswer }[],
  signal: AbortSignal,
  message = '',
): Promise<Given> {
  const result = await pickOne<DialogAnswer>(
    {
      title: request.title,
      placeholder:
        message === '' ? 'Pick an answer. Escape leaves the question open.' : message.replace(/\s+/g, ' '),
      items: items.map((item) => ({ ...item, alwaysShow: true })),
      buttons: [cancelButton],
      ignoreFocusOut: true,
    },
    signal,
  );
  if (result === undefined) return undefined;
  return { answer: 'picked' in result ? result.picked : 'cancel', from: 'quick-pick' };
}

function type(request: DialogRequest & { kind: 'input' | 'editor' }, signal: AbortSignal): Promise<Given> {
  const box = vscode.window.createInputBox();
  box.title = request.title;
  box.ignoreFocusOut = true;
  box.prompt = 'Enter answers. Escape leaves the question open.';
  box.buttons = [cancelButton];
  if (request.kind === 'input' && request.placeholder !== undefined) box.placeholder = request.placeholder;
  if (request.kind === 'editor') box.value = request.prefill ?? '';
  return untilGone<NonNullable<Given>>(box, signal, (end) => [
    box.onDidAccept(() => {
      end({ answer: { value: box.value }, from: 'input-box' });
    }),
    box.onDidTriggerButton(() => {
      end({ answer: 'cancel', from: 'input-box' });
    }),
  ]);
}
