import type { JsonObject } from '@earendil-works/pi-ai';
import { countTo, markdownSample, story, capabilities } from './texts';

export interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** One answer of the demo model: thinking, then text, then tool calls. */
export interface ScriptStep {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
}

/** The demo model's reading of a prompt. */
export interface Intent {
  readonly say: string;
  readonly thinking?: string;
  readonly calls?: readonly ToolCall[];
  /** Returns a second step, built from the output of the first step's only tool call. */
  readonly then?: (output: string) => ScriptStep | undefined;
  /** Returns the final text, built from the output of each tool call. */
  readonly conclude?: (outputs: readonly string[]) => string;
}

type Rule = readonly [RegExp, (match: RegExpMatchArray) => Intent];

const quotes = /^[`'"“”‘’«»]+|[`'"“”‘’«»]+$/g;
const bare = (text: string | undefined) => (text ?? '').trim().replace(quotes, '');
/** Returns a path without the punctuation that ends a sentence. */
const file = (text: string | undefined) => bare(bare(text).replace(/[.,!?;:]+$/, ''));
const fence = (text: string) => `\n\n\`\`\`\n${text.trim()}\n\`\`\``;
const read = (path: string): ToolCall => ({ name: 'read', args: { path } });
const bash = (command: string): ToolCall => ({ name: 'bash', args: { command } });

/**
 * The first match wins. Rules that capture the user's own text come before single words, which that text may contain.
 */
const rules: readonly Rule[] = [
  [
    /^\s*(?:please\s+)?run\s+(?:all\s+)?(?:the\s+|my\s+|our\s+)?tests?\b/i,
    () => ({
      say: 'Running the tests.',
      calls: [bash('if [ -f package.json ]; then npm test; else node --test; fi')],
      conclude: ([output]) => `The tests pass.${lastOutput(output)}`,
    }),
  ],
  [
    /^\s*(?:please\s+)?run(?:\s*:|\s+the\s+command|\s+the)?\s+(.+)$/is,
    ([, command]) => ({
      say: 'Running the command.',
      calls: [bash(bare(command))],
      conclude: ([output]) => `The command succeeded.${lastOutput(output)}`,
    }),
  ],
  [
    /replace\s+(.+?)\s+(?:with|by)\s+(.+?)\s+in\s+(\S+)\s*$/is,
    ([, oldText, newText, path]) => ({
      say: `Changing ${file(path)}.`,
      calls: [
        {
          name: 'edit',
          args: { path: file(path), edits: [{ oldText: bare(oldText), newText: bare(newText) }] },
        },
      ],
      conclude: () => `Changed ${file(path)}.`,
    }),
  ],
  [
    /add\s+(?:the\s+|a\s+)?(?:line\s+)?(.+?)\s+to\s+(\S+)\s*$/is,
    ([, line, path]) => ({
      say: `Reading ${file(path)} first.`,
      calls: [read(file(path))],
      then: (text) => ({ text: 'Adding the line.', calls: [append(file(path), text, bare(line))] }),
      conclude: () => `Added the line to ${file(path)}.`,
    }),
  ],
  [
    /(?:create|write)\s+(?:a\s+file\s+)?(\S+)\s+(?:with|saying|containing)\s+(.+)$/is,
    ([, path, content]) => ({
      say: `Writing ${file(path)}.`,
      calls: [{ name: 'write', args: { path: file(path), content: `${bare(content)}\n` } }],
      conclude: () => `Created ${file(path)}.`,
    }),
  ],
  [/count\s+(?:slowly\s+)?(?:up\s+)?to\s+(\d+)/i, ([, end]) => ({ say: countTo(Number(end)) })],
  [/\bstory\b|\bcount\b/i, () => ({ say: story })],
  [
    /\bconfirm\b|\byes or no\b/i,
    () => ask([{ kind: 'confirm', question: 'Shall I continue?', details: 'Nothing changes either way.' }]),
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
      say: 'Listing the files.',
      calls: [bash('ls -1 -p')],
      conclude: ([output]) => `These are the files and folders:${fence(output ?? '')}`,
    }),
  ],
  [
    /\b(?:read|show|open|print|what(?:’|'| i)s in)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?([`'"“]?[\w./\\@~-]*[./][\w./\\-]+[`'"”]?)/i,
    ([, path]) => ({
      say: `Reading ${file(path)}.`,
      calls: [read(file(path))],
      conclude: ([text]) => `Contents of ${file(path)}:${fence(excerpt(text ?? ''))}`,
    }),
  ],
  [
    /\breadme\b/i,
    () => ({
      say: 'Reading README.md.',
      calls: [read('README.md')],
      conclude: ([text]) =>
        `A script can't summarize, but README.md starts with:${fence(excerpt(text ?? ''))}`,
    }),
  ],
  [/\bmarkdown\b/i, () => ({ say: markdownSample })],
  [
    /\bthink\b/i,
    () => ({
      thinking:
        'A script has nothing to think about. This text only shows what thinking looks like: a block that folds away.',
      say: 'I thought about it, as far as a script can.',
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

/** Returns the intent of a prompt. Without a matching rule, the answer lists what the demo model can do. */
export function intentOf(prompt: string): Intent {
  for (const [pattern, intent] of rules) {
    const match = prompt.match(pattern);
    if (match) return intent(match);
  }
  return { say: capabilities };
}

function ask(questions: readonly JsonObject[]): Intent {
  return {
    say: questions.length === 1 ? 'I have a question.' : 'I have some questions.',
    calls: questions.map((args) => ({ name: 'ask_user', args })),
    conclude: (answers) => answers.map((answer) => answer.trim()).join('\n\n'),
  };
}

/**
 * Returns an edit that appends a line. pi replaces a passage that occurs once, so the tail grows until it is unique.
 */
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
    : ` Last output:${fence(lines.slice(-3).join('\n'))}`;
}
