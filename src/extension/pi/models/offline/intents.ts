import type { JsonObject } from '@earendil-works/pi-ai';
import type { ScriptStep } from './script';
import { countTo, markdownSample, story, whatICanDo } from './texts';

export interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** What a prompt is taken to ask for. */
export interface Intent {
  readonly say: string;
  readonly thinking?: string;
  readonly calls?: readonly ToolCall[];
  /** A second step, from what the only tool of the first one said. */
  readonly then?: (output: string) => ScriptStep | undefined;
  /** The last words, from what each tool said. */
  readonly conclude?: (outputs: readonly string[]) => string;
}

type Rule = readonly [RegExp, (found: RegExpMatchArray) => Intent];

const quotes = /^[`'"“”‘’«»]+|[`'"“”‘’«»]+$/g;
const bare = (words: string | undefined) => (words ?? '').trim().replace(quotes, '');
/** A file as people write it at the end of a sentence. */
const file = (words: string | undefined) => bare(bare(words).replace(/[.,!?;:]+$/, ''));
const fence = (text: string) => `\n\n\`\`\`\n${text.trim()}\n\`\`\``;
const read = (path: string): ToolCall => ({ name: 'read', args: { path } });
const bash = (command: string): ToolCall => ({ name: 'bash', args: { command } });

/** The first that matches wins. Those that carry a person's own text come before single words that may be in it. */
const rules: readonly Rule[] = [
  [
    /^\s*(?:please\s+)?run\s+(?:all\s+)?(?:the\s+|my\s+|our\s+)?tests?\b/i,
    () => ({
      say: 'I run the tests.',
      calls: [bash('if [ -f package.json ]; then npm test; else node --test; fi')],
      conclude: ([output]) => `The tests pass.${lastOutput(output)}`,
    }),
  ],
  [
    /^\s*(?:please\s+)?run(?:\s*:|\s+the\s+command|\s+the)?\s+(.+)$/is,
    ([, command]) => ({
      say: 'I run it.',
      calls: [bash(bare(command))],
      conclude: ([output]) => `The command ended without an error.${lastOutput(output)}`,
    }),
  ],
  [
    /replace\s+(.+?)\s+(?:with|by)\s+(.+?)\s+in\s+(\S+)\s*$/is,
    ([, old, fresh, path]) => ({
      say: `I change ${file(path)}.`,
      calls: [
        { name: 'edit', args: { path: file(path), edits: [{ oldText: bare(old), newText: bare(fresh) }] } },
      ],
      conclude: () => `${file(path)} is changed.`,
    }),
  ],
  [
    /add\s+(?:the\s+|a\s+)?(?:line\s+)?(.+?)\s+to\s+(\S+)\s*$/is,
    ([, line, path]) => ({
      say: `I read ${file(path)} first.`,
      calls: [read(file(path))],
      then: (text) => ({ text: 'Now I add the line.', calls: [append(file(path), text, bare(line))] }),
      conclude: () => `The line is in ${file(path)}.`,
    }),
  ],
  [
    /(?:create|write)\s+(?:a\s+file\s+)?(\S+)\s+(?:with|saying|containing)\s+(.+)$/is,
    ([, path, content]) => ({
      say: `I write ${file(path)}.`,
      calls: [{ name: 'write', args: { path: file(path), content: `${bare(content)}\n` } }],
      conclude: () => `${file(path)} is there.`,
    }),
  ],
  [/count\s+(?:slowly\s+)?(?:up\s+)?to\s+(\d+)/i, ([, end]) => ({ say: countTo(Number(end)) })],
  [/\bstory\b|\bcount\b/i, () => ({ say: story })],
  [
    /\bconfirm\b|\byes or no\b/i,
    () => ask([{ kind: 'confirm', question: 'Shall I go on?', details: 'Nothing is changed either way.' }]),
  ],
  [
    /\binput\b|\bask me (?:for )?(?:my|a) name\b/i,
    () => ask([{ kind: 'input', question: 'What shall I call you?' }]),
  ],
  [
    /\bseveral\b|\bquestionnaire\b/i,
    () => ask([{ question: 'A few things before I begin', questions: several }]),
  ],
  [/\btwo questions\b|\bboth\b/i, () => ask([selection, { kind: 'input', question: 'Anything to add?' }])],
  [/\bask\b|\bquestion\b/i, () => ask([selection])],
  [
    /\b(?:list|ls|what(?:’|'| i)s (?:here|in (?:this|the) (?:folder|workspace|project))|which files)\b/i,
    () => ({
      say: 'I look at what is here.',
      calls: [bash('ls -1 -p')],
      conclude: ([output]) => `These are the files and folders:${fence(output ?? '')}`,
    }),
  ],
  [
    /\b(?:read|show|open|print|what(?:’|'| i)s in)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?([`'"“]?[\w./\\@~-]*[./][\w./\\-]+[`'"”]?)/i,
    ([, path]) => ({
      say: `I read ${file(path)}.`,
      calls: [read(file(path))],
      conclude: ([text]) => `${file(path)} says:${fence(excerpt(text ?? ''))}`,
    }),
  ],
  [
    /\breadme\b/i,
    () => ({
      say: 'I read README.md.',
      calls: [read('README.md')],
      conclude: ([text]) =>
        `A script can’t sum up, but this is how README.md begins:${fence(excerpt(text ?? ''))}`,
    }),
  ],
  [/\bmarkdown\b/i, () => ({ say: markdownSample })],
  [
    /\bthink\b/i,
    () => ({
      thinking:
        'A script has nothing to weigh. These words only show how thinking is drawn: as a block that folds away.',
      say: 'I have thought about it, as far as a script can.',
    }),
  ],
];

const selection = {
  kind: 'select',
  question: 'Which way shall I go?',
  options: ['Left', 'Right', 'Straight on'],
};

const several = [
  { question: 'Which way shall I go?', options: ['Left', 'Right', 'Straight on'] },
  { question: 'What shall I bring?', options: ['Bread', 'Cheese', 'Apples'], many: true, other: true },
  { question: 'When shall I be back?' },
];

/** What a person's prompt asks for; with no rule for it, a list of what there is. */
export function intentOf(prompt: string): Intent {
  for (const [pattern, intent] of rules) {
    const found = prompt.match(pattern);
    if (found) return intent(found);
  }
  return { say: whatICanDo };
}

function ask(questions: readonly JsonObject[]): Intent {
  return {
    say: questions.length === 1 ? 'I have a question.' : 'I have some questions.',
    calls: questions.map((args) => ({ name: 'ask_user', args })),
    conclude: (answers) => answers.map((answer) => answer.trim()).join('\n\n'),
  };
}

/** An edit that puts a line at a file's end: pi edits by a passage that is in the file once, so the end is lengthened till it is. */
function append(path: string, text: string, line: string): ToolCall {
  const content = text.replace(/\n$/, '');
  const lines = content.split('\n');
  let tail = lines.at(-1) ?? '';
  for (
    let count = 2;
    count <= lines.length && (tail === '' || content.indexOf(tail) !== content.lastIndexOf(tail));
    count++
  ) {
    tail = lines.slice(-count).join('\n');
  }
  if (tail === '') return { name: 'write', args: { path, content: `${line}\n` } };
  return { name: 'edit', args: { path, edits: [{ oldText: tail, newText: `${tail}\n${line}` }] } };
}

function excerpt(text: string): string {
  const lines = text.split('\n');
  return lines.length > 30 ? [...lines.slice(0, 30), `… ${lines.length - 30} more lines`].join('\n') : text;
}

function lastOutput(output: string | undefined): string {
  const lines = (output ?? '').trim().split('\n');
  return lines.join('') === '' || lines.join('') === '(no output)'
    ? ''
    : ` It said last:${fence(lines.slice(-3).join('\n'))}`;
}
