import type { QuestionAnswer } from '../../protocol/dialog';
import type { DialogId } from '../../protocol/ids';

/** The typed text and the chosen options of a question, before they are sent. */
export interface UnsentAnswer {
  readonly text: string | undefined;
  readonly answers: readonly QuestionAnswer[];
}

const ticked = 'given:';

/** Returns the answers as texts by name, to be restored after a reload. */
export function saveAnswers(cards: Iterable<readonly [DialogId, UnsentAnswer]>): Record<string, string> {
  const saved: Record<string, string> = {};
  for (const [id, { text, answers }] of cards) {
    if (text !== undefined) saved[id] = text;
    if (answers.length > 0) saved[ticked + id] = JSON.stringify(answers);
  }
  return saved;
}

/** Parses saved answers and ignores anything it doesn't recognize. */
export function readAnswers(saved: Readonly<Record<string, string>>): Map<DialogId, UnsentAnswer> {
  const found = new Map<DialogId, UnsentAnswer>();
  const nothing: UnsentAnswer = { text: undefined, answers: [] };
  for (const [name, value] of Object.entries(saved)) {
    if (name.startsWith(ticked)) {
      const id = name.slice(ticked.length);
      found.set(id, { ...(found.get(id) ?? nothing), answers: readQuestionAnswers(value) });
    } else {
      found.set(name, { ...(found.get(name) ?? nothing), text: value });
    }
  }
  return found;
}

function readQuestionAnswers(text: string): QuestionAnswer[] {
  const value = parseJson(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((answer: unknown) => {
    if (typeof answer !== 'object' || answer === null || !('id' in answer) || !('chosen' in answer))
      return [];
    const { id, chosen } = answer;
    if (typeof id !== 'string' || !Array.isArray(chosen)) return [];
    const other = 'other' in answer && typeof answer.other === 'string' ? { other: answer.other } : {};
    return [{ id, chosen: chosen.filter((option) => typeof option === 'string'), ...other }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
