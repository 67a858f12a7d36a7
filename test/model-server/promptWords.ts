import type { TextKind } from './sampleText';

/** One thing that the words of a prompt ask the server to do. */
export type Act =
  | {
      readonly act: 'stream';
      readonly deltas: number;
      readonly characters: number;
      /** As fast as the connection takes it when left out. */
      readonly perSecond?: number;
      readonly as: TextKind;
    }
  | { readonly act: 'say'; readonly text: string }
  | { readonly act: 'call'; readonly tool: string; readonly args: string }
  | { readonly act: 'stall' }
  | { readonly act: 'fail'; readonly status: number; readonly message: string }
  | { readonly act: 'cut' };

/** What each part of a prompt looks like. The README beside this file says them to people. */
const forms: readonly (readonly [RegExp, (groups: Readonly<Record<string, string>>) => Act])[] = [
  [
    /^stream (?<deltas>\d+) deltas? of (?<characters>\d+)( characters?)?( at (?<rate>\d+) a second)?( as (?<as>mixed|paragraph|list|table|code))?$/,
    ({ deltas, characters, rate, as }) => ({
      act: 'stream',
      deltas: Number(deltas),
      characters: Math.max(1, Number(characters)),
      ...(rate === undefined || rate === '0' ? {} : { perSecond: Number(rate) }),
      as: (as as TextKind | undefined) ?? 'mixed',
    }),
  ],
  [/^say (?<text>.+)$/, ({ text = '' }) => ({ act: 'say', text })],
  [
    /^call (?<tool>[\w-]+)( (?<args>\{.*\}))?$/,
    ({ tool = '', args = '{}' }) => ({ act: 'call', tool, args }),
  ],
  [/^stall$/, () => ({ act: 'stall' })],
  [
    /^fail with (?<status>[45]\d\d)( (?<message>.+))?$/,
    ({ status, message = 'as the prompt asked' }) => ({ act: 'fail', status: Number(status), message }),
  ],
  [/^cut$/, () => ({ act: 'cut' })],
];

function actIn(part: string): Act | undefined {
  for (const [form, make] of forms) {
    const match = form.exec(part);
    if (match) return make(match.groups ?? {});
  }
  return undefined;
}

/**
 * What a prompt asks for, one list for each request of its run: a tool call ends one, since the client asks again with
 * the tool's result. Parts are divided by `; then `. Nothing when any part is not understood.
 */
export function actsOf(prompt: string): readonly (readonly Act[])[] | undefined {
  const requests: Act[][] = [[]];
  for (const part of prompt.split(/\s*; then\s+/i)) {
    const act = actIn(part.trim());
    if (act === undefined) return undefined;
    requests.at(-1)?.push(act);
    if (act.act === 'call') requests.push([]);
  }
  return requests;
}

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** The acts for one request of chat completions, by its last prompt and the tool results after it. */
export function actsFor(request: unknown): readonly Act[] | undefined {
  const messages = (request as { readonly messages?: readonly Message[] }).messages ?? [];
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  if (asked < 0) return undefined;
  const results = messages.slice(asked).filter(({ role }) => role === 'tool').length;
  const requests = actsOf(textIn(messages[asked]?.content));
  return requests === undefined ? undefined : (requests[results] ?? []);
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  if (!Array.isArray(content)) return '';
  return content
    .map((block: { readonly text?: unknown }) => (typeof block.text === 'string' ? block.text : ''))
    .join('')
    .trim();
}
