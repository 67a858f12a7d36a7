import type { ExtensionAPI, ExtensionContext, InlineExtension } from '@earendil-works/pi-coding-agent';
import type { QuestionAnswer } from '../../../protocol/dialog';
import type { Dialogs } from '../ui/dialogs';

interface AskedQuestion {
  readonly question: string;
  readonly options?: readonly string[];
  readonly many?: boolean;
  readonly other?: boolean;
}

interface AskUserInput {
  readonly question: string;
  readonly kind?: 'select' | 'confirm' | 'input';
  readonly options?: readonly string[];
  readonly details?: string;
  readonly questions?: readonly AskedQuestion[];
}

const options = { type: 'array', items: { type: 'string' } };

const parameters = {
  type: 'object',
  properties: {
    question: {
      type: 'string',
      description: 'The question, in one sentence. With several questions: what they are about.',
    },
    kind: {
      type: 'string',
      enum: ['select', 'confirm', 'input'],
      description:
        'select: one of the options. confirm: yes or no. input: free text. By default select with options, else input.',
    },
    options: { ...options, description: 'What can be chosen, for select.' },
    details: { type: 'string', description: 'What the question is about, for confirm.' },
    questions: {
      type: 'array',
      description: 'Several questions that are asked together, in place of kind, options and details.',
      items: {
        type: 'object',
        properties: {
          question: { type: 'string', description: 'The question, in one sentence.' },
          options: {
            ...options,
            description: 'What can be chosen. Without options the answer is free text.',
          },
          many: { type: 'boolean', description: 'Whether more than one option may be chosen.' },
          other: { type: 'boolean', description: 'Whether free text is taken beside the options.' },
        },
        required: ['question'],
      },
    },
  },
  required: ['question'],
};

/** A tool by which the model asks the user questions, in the same dialogs as extensions. */
export const askUser: InlineExtension = {
  name: 'ask_user',
  hidden: true,
  // The user's own extension with a tool of this name takes precedence.
  replaceable: true,
  factory: (pi: ExtensionAPI) => {
    pi.registerTool({
      name: 'ask_user',
      label: 'Ask',
      description: 'Asks the user one question, or several together, and waits for the answer.',
      parameters,
      async execute(callId, input, signal, _onUpdate, ctx) {
        const asked = input as AskUserInput;
        const opts = { callId, ...(signal === undefined ? {} : { signal }) };
        const text = await (asked.questions === undefined || asked.questions.length === 0
          ? askOne(asked, opts, ctx)
          : askSeveral(asked.question, asked.questions, opts, ctx));
        return { content: [{ type: 'text', text }], details: undefined };
      },
    });
  },
};

/** The call's abort signal, and pi's id of the call, which connects the question to its call. */
interface CallOptions {
  readonly signal?: AbortSignal;
  readonly callId: string;
}

const noAnswer = 'The user gave no answer.';

async function askOne(
  { question, kind, options, details }: AskUserInput,
  opts: CallOptions,
  { ui }: ExtensionContext,
): Promise<string> {
  let answer: string | undefined;
  if (kind === 'confirm') {
    answer = (await ui.confirm(question, details ?? '', opts)) ? 'Yes' : 'No';
  } else if (kind === 'input' || options === undefined || options.length === 0) {
    answer = await ui.input(question, undefined, opts);
  } else {
    answer = await ui.select(question, [...options], opts);
  }
  return answer === undefined ? noAnswer : `The user answered: ${answer}`;
}

async function askSeveral(
  title: string,
  questions: readonly AskedQuestion[],
  opts: CallOptions,
  context: ExtensionContext,
): Promise<string> {
  const ui = context.ui as ExtensionContext['ui'] & Pick<Dialogs, 'questionnaire'>;
  const answers = await ui.questionnaire(
    title,
    questions.map(({ question, options = [], many = false, other = false }, index) => ({
      id: String(index + 1),
      text: question,
      options,
      many,
      other,
    })),
    opts,
  );
  if (answers === undefined) return noAnswer;
  const lines = questions.map(
    ({ question }, index) => `- ${question} ${answerOf(answers, String(index + 1))}`,
  );
  return ['The user answered:', ...lines].join('\n');
}

function answerOf(answers: readonly QuestionAnswer[], id: string): string {
  const answer = answers.find((candidate) => candidate.id === id);
  const texts = [...(answer?.chosen ?? []), ...(answer?.other === undefined ? [] : [answer.other])];
  return texts.join('; ');
}
