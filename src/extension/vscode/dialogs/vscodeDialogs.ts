import * as vscode from 'vscode';
import type { DialogAnswer, DialogRequest, Surface } from '../../../protocol/dialog';
import { askerName, isAllowing, maxQuestionRows, questionParts } from '../../../protocol/questionText';
import { plainText } from '../../../protocol/text/ansiText';
import { visibleText } from '../../../protocol/text/hiddenCharacters';
import { oneLine } from '../../../protocol/text/truncate';
import type { NativeDialogUi } from '../../core/ports/panel';
import {
  ask,
  askText,
  type DialogInputOptions,
  type DialogPickOptions,
  type DialogPickResult,
} from './quickDialogs';
import type { PickOption } from './optionList';
import type { AnswerDocuments } from './answerDocuments';
import { askQuestionnaire, Progress } from './questionnaire';
import { headingRow, isCutOption, questionRows } from './rows';
import type { PreviewDocuments } from './previewDocuments';

const maxTitleChars = 80;
const maxPlaceholderChars = 200;

type Given = { readonly answer: DialogAnswer | 'cancel'; readonly from: Surface } | undefined;

/** Questions as Quick Picks, input boxes and documents. Closing one leaves its question open. */
export class VscodeDialogs implements NativeDialogUi {
  /** The text of input boxes that were closed without an answer, by question. */
  private readonly typed = new Map<string, string>();
  /** The progress of questionnaires, by request. */
  private readonly progress = new Map<string, Progress>();

  constructor(
    private readonly documents: AnswerDocuments,
    private readonly previews: PreviewDocuments,
  ) {}

  async show(request: DialogRequest, signal: AbortSignal, isUnrequested: boolean): Promise<Given> {
    const input = {
      title: titleOf(request),
      expiresAt: request.expiresAt,
      isUnrequested,
      openPreview: () => this.previews.show(request),
    };
    switch (request.kind) {
      case 'select':
      case 'confirm': {
        const text = questionRows(request, maxTitleChars);
        const options = optionsOf(request);
        const { openPreview, ...others } = input;
        const [shown, rest] = [options.slice(0, maxQuestionRows), options.length > maxQuestionRows];
        const hasMore = !text.isWhole || rest || shown.some(({ label }) => isCutOption(label));
        const asking: DialogPickOptions<DialogAnswer> = {
          ...others,
          heading: headingRow(request, options.length),
          text,
          options,
          ...(hasMore || (request.kind === 'select' && request.preview !== undefined) ? { openPreview } : {}),
        };
        return given(await ask(asking, signal));
      }
      case 'input':
        return this.input(request, input, signal);
      case 'editor':
        return this.documents.ask(request, signal);
      case 'questionnaire': {
        const progress = this.progress.get(request.id) ?? new Progress();
        this.progress.set(request.id, progress);
        const answer = await askQuestionnaire(request, progress, input, signal);
        if (answer === undefined) return undefined;
        this.progress.delete(request.id);
        return { answer, from: 'quick-pick' };
      }
    }
  }

  private async input(
    request: DialogRequest & { kind: 'input' },
    { openPreview, ...input }: DialogInputOptions & Required<Pick<DialogInputOptions, 'openPreview'>>,
    signal: AbortSignal,
  ): Promise<Given> {
    const asked = await askText(
      {
        ...input,
        prompt: vscode.l10n.t('Press Escape to answer later. Your text is kept.'),
        value: this.typed.get(request.id) ?? '',
        ...(isLongTitle(request) ? { openPreview } : {}),
        ...(request.placeholder === undefined
          ? {}
          : { placeholder: oneLine(plainText(request.placeholder), maxPlaceholderChars) }),
      },
      (typed) => this.typed.set(request.id, typed),
      signal,
    );
    if (asked === undefined) return undefined;
    this.typed.delete(request.id);
    return { answer: 'picked' in asked ? { value: asked.picked } : 'cancel', from: 'input-box' };
  }
}

/** Returns the title on one line, after the name of the asker. The rows show a longer title in full. */
function titleOf(request: DialogRequest): string {
  return vscode.l10n.t({
    message: '{asker}: {question}',
    args: {
      asker: visibleText(askerName(request)),
      question: visibleText(
        oneLine(plainText(questionParts(request).title.slice(0, maxTitleChars * 8)), maxTitleChars),
      ),
    },
    comment: ['{asker} says who asks; {question} is the question.'],
  });
}

function isLongTitle({ title }: DialogRequest): boolean {
  return title.length > maxTitleChars || title.includes('\n');
}

/** An option that allows something waits until the user has seen everything. */
function optionsOf(
  request: DialogRequest & { kind: 'select' | 'confirm' },
): readonly PickOption<DialogAnswer>[] {
  const answers: readonly { readonly label: string; readonly value: DialogAnswer }[] =
    request.kind === 'select'
      ? request.options.map((option) => ({ label: option, value: { value: option } }))
      : [
          { label: vscode.l10n.t('Yes'), value: { confirmed: true } },
          { label: vscode.l10n.t('No'), value: { confirmed: false } },
        ];
  return answers.map((answer) => ({ ...answer, isGated: isAllowing(request, answer.value) }));
}

function given(asked: DialogPickResult<DialogAnswer>): Given {
  if (asked === undefined || 'back' in asked) return undefined;
  return { answer: 'picked' in asked ? asked.picked : 'cancel', from: 'quick-pick' };
}
