import type { ExtensionAPI, InlineExtension } from '@earendil-works/pi-coding-agent';

interface AskUserInput {
  readonly question: string;
  readonly kind?: 'select' | 'confirm' | 'input';
  readonly options?: readonly string[];
  readonly details?: string;
}

const parameters = {
  type: 'object',
  properties: {
    question: { type: 'string', description: 'The question, in one sentence.' },
    kind: {
      type: 'string',
      enum: ['select', 'confirm', 'input'],
      description:
        'select: one of the options. confirm: yes or no. input: free text. By default select with options, else input.',
    },
    options: { type: 'array', items: { type: 'string' }, description: 'What can be chosen, for select.' },
    details: { type: 'string', description: 'What the question is about, for confirm.' },
  },
  required: ['question'],
};

/** Gives the model a way to ask the person, by the same dialogs as pi's extensions. */
export const askUser: InlineExtension = {
  name: 'ask_user',
  hidden: true,
  // An extension of the person's own with a tool of that name goes first.
  replaceable: true,
  factory: (pi: ExtensionAPI) => {
    pi.registerTool({
      name: 'ask_user',
      label: 'Ask',
      description: 'Asks the person a question and waits for the answer.',
      parameters,
      async execute(_id, input, signal, _onUpdate, ctx) {
        const { question, kind, options, details } = input as AskUserInput;
        const asked = { ...(signal === undefined ? {} : { signal }) };
        let answer: string | undefined;
        if (kind === 'confirm') {
          answer = (await ctx.ui.confirm(question, details ?? '', asked)) ? 'Yes' : 'No';
        } else if (kind === 'input' || options === undefined || options.length === 0) {
          answer = await ctx.ui.input(question, undefined, asked);
        } else {
          answer = await ctx.ui.select(question, [...options], asked);
        }
        const text = answer === undefined ? 'The person gave no answer.' : `The person answered: ${answer}`;
        return { content: [{ type: 'text', text }], details: undefined };
      },
    });
  },
};
