import type { DialogRequest, Question } from '../../src/protocol/dialog';
import type { Item } from '../../src/protocol/item';

const outcomes = ['answered', 'cancelled', 'timed-out', 'signalled', 'aborted', 'disposed'];

/** What is wrong with items that nobody works on any more; nothing when a panel can draw each of them. */
export function itemFaults(items: readonly Item[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const item of items) {
    const at = `${item.kind} ${item.id}`;
    if (ids.has(item.id)) faults.push(`${at} is there twice`);
    ids.add(item.id);
    faults.push(...halves(item, at), ...shapeFaults(item).map((fault) => `${at}: ${fault}`));
  }
  return faults;
}

function shapeFaults(item: Item): string[] {
  const texts = (...values: unknown[]) => values.every((value) => typeof value === 'string');
  const numbers = (...values: unknown[]) =>
    values.every((value) => value === undefined || typeof value === 'number');
  switch (item.kind) {
    case 'user':
      return [
        ...(texts(item.text) ? [] : ['no text']),
        ...(item.images.every(({ mimeType, data }) => texts(mimeType, data)) ? [] : ['no picture']),
      ];
    case 'text':
    case 'thinking':
      return [...(texts(item.text) ? [] : ['no text']), ...(item.open ? ['open'] : [])];
    case 'tool':
      return [
        ...(texts(item.name, item.subject, item.input, item.text, item.path ?? '', item.diff ?? '')
          ? []
          : ['no text']),
        ...(numbers(item.exitCode, item.durationMs, item.startedAt) ? [] : ['no number']),
        ...(['done', 'failed', 'aborted'].includes(item.state) ? [] : [`still ${item.state}`]),
      ];
    case 'notice':
      return texts(item.text, item.level, item.detail ?? '', item.source ?? '') ? [] : ['no text'];
    case 'dialog':
      return requestIsWhole(item.request) && outcomes.includes(item.ending?.outcome ?? '')
        ? []
        : [`no question ${JSON.stringify(item).slice(0, 200)}`];
    default:
      return ['no kind that is known'];
  }
}

function requestIsWhole(request: DialogRequest): boolean {
  if (typeof request.title !== 'string') return false;
  const texts = (values: unknown) =>
    Array.isArray(values) && values.every((value) => typeof value === 'string');
  switch (request.kind) {
    case 'confirm':
      return typeof request.message === 'string';
    case 'select':
      return (
        texts(request.options) && (request.preview === undefined || typeof request.preview.text === 'string')
      );
    case 'input':
      return request.placeholder === undefined || typeof request.placeholder === 'string';
    case 'editor':
      return request.prefill === undefined || typeof request.prefill === 'string';
    case 'questionnaire':
      return (
        Array.isArray(request.questions) &&
        (request.questions as readonly Question[]).every(
          ({ id, text, options }) => texts([id, text]) && texts(options),
        )
      );
    default:
      return false;
  }
}

/** Places with half of a character in them. */
export function halves(value: unknown, at: string): string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [`${at} has half of a character`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => halves(inner, `${at}.${key}`));
}
