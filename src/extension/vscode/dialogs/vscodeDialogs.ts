import * as vscode from 'vscode';
import type { DialogAnswer, DialogRequest, Surface } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { oneLine } from '../../../protocol/text/truncate';
import type { NativeDialogUi } from '../../core/ports/panel';
import { ask, type DialogPickOptions, askText, type DialogPickResult } from './quickDialogs';
import type { AnswerDocuments } from './answerDocuments';
import { askQuestionnaire, Progress } from './questionnaire';
import { previewRows, optionRows, textRows } from './rows';
import type { PreviewDocuments } from './previewDocuments';

const maxTitleChars = 80;

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

/** Questions as Quick Picks, input boxes and documents. Closing one leaves its question open. */
export class VscodeDialogs implements NativeDialogUi {
  /** Text of input boxes that were closed without an answer, by question. */
  private readonly typed = new Map<string, string>();
  /** Answers given so far to questionnaires, by request. */
  private readonly progress = new Map<string, Progress>();

  constructor(
    private readonly documents: AnswerDocuments,
    private readonly previews: PreviewDocuments,
  ) {}

  async show(request: DialogRequest, signal: AbortSignal): Promise<Given> {
    switch (request.kind) {
      case 'select': {
        const rows = request.options.flatMap((option, at) => {
          const first = request.options.indexOf(option);
          return optionRows<DialogAnswer>(option, { value: option }, first < at ? first : undefined);
        });
        const { preview } = request;
        const about = preview === undefined ? [] : previewRows(preview);
        const asking: DialogPickOptions<DialogAnswer> = {
          title: titleOf(request),
          expiresAt: request.expiresAt,
          rows: [...titleRows(request), ...about, ...rows],
          ...(preview === undefined
            ? {}
            : { openPreview: () => void this.previews.show(request.id, preview) }),
        };
        return given(await ask(asking, signal));
      }
      case 'confirm': {
        const rows = [
          { label: vscode.l10n.t('Yes'), alwaysShow: true, value: { confirmed: true } },
          { label: vscode.l10n.t('No'), alwaysShow: true, value: { confirmed: false } },
        ];
        const about = [...titleRows(request), ...textRows(request.message)];
        const { expiresAt } = request;
        const asking = { title: titleOf(request), expiresAt, rows: [...about, ...rows] };
        return given(await ask<DialogAnswer>(asking, signal));
      }
      case 'input':
        return this.input(request, signal);
      case 'editor':
        return this.documents.ask(request, signal);
      case 'questionnaire': {
        const progress = this.progress.get(request.id) ?? new Progress();
        this.progress.set(request.id, progress);
        const answer = await askQuestionnaire(request, progress, signal);
        if (answer === undefined) return undefined;
        this.progress.delete(request.id);
        return { answer, from: 'quick-pick' };
      }
    }
  }

  private async input(request: DialogRequest & { kind: 'input' }, signal: AbortSignal): Promise<Given> {
    const asked = await askText(
      {
        title: titleOf(request),
        expiresAt: request.expiresAt,
        prompt: vscode.l10n.t('Press Escape to answer later. Your text is kept.'),
        value: this.typed.get(request.id) ?? '',
        ...(request.placeholder === undefined ? {} : { placeholder: plainText(request.placeholder) }),
      },
      (typed) => this.typed.set(request.id, typed),
      signal,
    );
    if (asked === undefined) return undefined;
    this.typed.delete(request.id);
    return { answer: 'picked' in asked ? { value: asked.picked } : 'cancel', from: 'input-box' };
  }
}

/** Returns the title on one line; `titleRows` shows a longer one in full. */
function titleOf({ title, askedBy }: DialogRequest): string {
  const short = oneLine(plainText(title), maxTitleChars);
  return askedBy === undefined ? short : `${short} (${askedBy})`;
}

function titleRows({ title }: DialogRequest): ReturnType<typeof textRows> {
  return title.length > maxTitleChars || title.includes('\n') ? textRows(title) : [];
}

function given(asked: DialogPickResult<DialogAnswer>): Given {
  if (asked === undefined || 'back' in asked) return undefined;
  return { answer: 'picked' in asked ? asked.picked : 'cancel', from: 'quick-pick' };
}
