import type { DialogAnswer, DialogRequest, Surface } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import type { NativeDialogUi } from '../../core/ports/panel';
import { ask, askText, type DialogPickResult } from './quickDialogs';
import type { AnswerDocuments } from './answerDocuments';
import { askQuestionnaire, Progress } from './questionnaire';
import { previewRows, optionRows, textRows } from './rows';
import type { PreviewDocuments } from './previewDocuments';

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

/** Questions as QuickPicks, InputBoxes and documents. One that merely goes away answers nothing. */
export class VscodeDialogs implements NativeDialogUi {
  /** What was typed into boxes that went away, by question. */
  private readonly typed = new Map<string, string>();
  /** What was answered so far of several questions, by their request. */
  private readonly progress = new Map<string, Progress>();

  constructor(
    private readonly documents: AnswerDocuments,
    private readonly wholes: PreviewDocuments,
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
        const showWhole =
          preview === undefined ? {} : { showWhole: () => void this.wholes.show(request.id, preview) };
        const asking = {
          title: titleOf(request),
          expiresAt: request.expiresAt,
          rows: [...titleRows(request), ...about, ...rows],
          ...showWhole,
        };
        return given(await ask(asking, signal));
      }
      case 'confirm': {
        const rows = [
          { label: 'Yes', alwaysShow: true, value: { confirmed: true } },
          { label: 'No', alwaysShow: true, value: { confirmed: false } },
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
        prompt: 'Escape leaves the question open and keeps what is typed.',
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

/** A title of one line; a longer one is shown whole in rows. */
function titleOf({ title, askedBy }: DialogRequest): string {
  const short = plainText(title).replace(/\s+/g, ' ').slice(0, 80);
  return askedBy === undefined ? short : `${short} (${askedBy})`;
}

function titleRows({ title }: DialogRequest): ReturnType<typeof textRows> {
  return title.length > 80 || title.includes('\n') ? textRows(title) : [];
}

function given(asked: DialogPickResult<DialogAnswer>): Given {
  if (asked === undefined || 'back' in asked) return undefined;
  return { answer: 'picked' in asked ? asked.picked : 'cancel', from: 'quick-pick' };
}
