import * as l10n from '@vscode/l10n';
import type { DialogAnswer, DialogRequest } from './dialog';
import { plainText } from './text/ansiText';
import { oneLine } from './text/truncate';

/** Rows of a question that are drawn at once. The document has the rest. */
export const maxQuestionRows = 300;

/**
 * Returns the question and its details. Askers put details below the question: in a confirm's message, or in further
 * lines of the title.
 */
export function questionParts(request: DialogRequest): { readonly title: string; readonly about: string } {
  const text = request.title.trimStart();
  const lineEnd = text.indexOf('\n');
  const title = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const below = lineEnd < 0 ? '' : text.slice(lineEnd).replace(/^\n+/, '').trimEnd();
  const message = request.kind === 'confirm' ? request.message : '';
  return { title, about: [below, message].filter((part) => part !== '').join('\n\n') };
}

/** Returns the text of a question that can be longer than its card, and whose end the user must have seen. */
export function readableText(request: DialogRequest): string {
  if (request.kind === 'select' && request.preview !== undefined) return request.preview.text;
  const { title, about } = questionParts(request);
  return about === '' ? title : about;
}

/** Returns everything that a question shows, as one text. */
export function wholeText(request: DialogRequest): string {
  const { title, about } = questionParts(request);
  const {
    path,
    text,
    notes = [],
    rule,
  } = request.kind === 'select' && request.preview !== undefined ? request.preview : { text: undefined };
  const questions = request.kind === 'questionnaire' ? request.questions : [];
  const options =
    request.kind === 'select' && request.decisions === undefined
      ? request.options.map((option, index) => `${index + 1}. ${plainText(option)}`).join('\n')
      : undefined;
  const asked = questions.map((question) => [question.text, ...question.options].map(plainText).join('\n'));
  return [plainText(title), plainText(about), path, text, ...notes, rule?.text, rule?.code, options, ...asked]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

/**
 * Returns whether an answer lets something happen that the question describes, so that the user must have seen all of
 * it. The meaning of an extension's options is unknown, so each of them counts.
 */
export function isAllowing(request: DialogRequest, answer: DialogAnswer): boolean {
  if (request.kind === 'confirm') return 'confirmed' in answer && answer.confirmed;
  if (request.kind !== 'select' || !('value' in answer)) return false;
  const decision = request.decisions?.[request.options.indexOf(answer.value)];
  return decision !== 'deny' && decision !== 'deny-with-reason';
}

type Asker = Pick<DialogRequest, 'fromEnso' | 'askedBy'>;

/** The name of pi's own tool that asks. */
const modelTool = 'ask_user';

const maxNameChars = 60;

/** Returns who asks, for a place that askers can't write to. Only Enso's own questions are Enso's. */
export function askerText(request: Asker): string {
  if (request.fromEnso === true) return l10n.t('Enso asks for your approval');
  if (request.askedBy === undefined) return l10n.t('Question from an extension');
  return l10n.t({
    message: 'Question from {name}',
    args: { name: askerName(request) },
    comment: ['{name} is pi, or the quoted name of an extension.'],
  });
}

/** Returns the name of the asker. Names of extensions are quoted, so that none reads like a name of Enso's. */
export function askerName({ fromEnso, askedBy }: Asker): string {
  if (fromEnso === true) return 'Enso';
  if (askedBy === undefined) return l10n.t('Extension');
  return askedBy === modelTool ? 'pi' : `“${oneLine(plainText(askedBy), maxNameChars)}”`;
}
