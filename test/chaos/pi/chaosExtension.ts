import { getEventListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Hold } from '../../fixtures/pi/scriptedModel';

/** A question that the extension asked, with the results that it received. */
interface AskedQuestion {
  readonly kind: 'confirm' | 'select' | 'input' | 'editor' | 'questionnaire';
  readonly title: string;
  readonly options: { readonly timeout?: number; readonly signal?: AbortSignal };
  readonly results: unknown[];
  /** pi rejected the call, so no question was asked. */
  refused: boolean;
}

const kinds = ['confirm', 'select', 'input', 'editor', 'questionnaire'] as const;
const offered: Readonly<Record<AskedQuestion['kind'], readonly unknown[]>> = {
  confirm: [true, false],
  select: ['blue', undefined],
  input: ['given', undefined],
  editor: ['given', undefined],
  questionnaire: [[{ id: 'q', chosen: ['a'] }], undefined],
};

/** The state that a story shares with its extension: questions to ask, their results, and holds to release. */
export class ChaosExtension {
  readonly asked: AskedQuestion[] = [];
  /** Holds at which the model or a tool may wait, oldest first. */
  private readonly holds: Hold[] = [];
  private readonly abortControllers: AbortController[] = [];
  private loads = 0;

  constructor() {
    Reflect.set(globalThis, 'ensoChaos', this);
  }

  /** Returns the next question to ask, of each kind in turn, with a timeout, a signal or neither. */
  ask(how: number): AskedQuestion {
    const kind = kinds[how % kinds.length] ?? 'confirm';
    const abortController = new AbortController();
    const asked: AskedQuestion = {
      kind,
      title: `Q${String(this.asked.length + 1)}`,
      options:
        how % 3 === 0
          ? {}
          : how % 3 === 1
            ? { timeout: 100 * (how + 1) }
            : { signal: abortController.signal },
      results: [],
      refused: false,
    };
    if (how % 3 === 2) this.abortControllers.push(abortController);
    this.asked.push(asked);
    return asked;
  }

  /** Returns a hold at which the model, or a tool that ignores its signal, waits until its release. */
  hold(): Hold {
    const hold = new Hold();
    this.holds.push(hold);
    return hold;
  }

  /** Returns whether this load of the extension asks a question at once. */
  asksWhenLoaded(): boolean {
    this.loads += 1;
    return this.loads % 5 === 3;
  }

  /** Aborts the signal of one of the extension's questions. */
  abortQuestion(which: number): string | undefined {
    const abortController = this.abortControllers[which % Math.max(1, this.abortControllers.length)];
    abortController?.abort();
    return abortController === undefined ? undefined : 'the extension aborts a signal';
  }

  /** Releases the oldest hold that something waits at. */
  release(): string | undefined {
    const hold = this.holds.find(({ standing }) => standing);
    hold?.release();
    return hold === undefined ? undefined : 'the oldest hold is released';
  }

  faults(): readonly string[] {
    return this.asked.flatMap(({ title, kind, results, refused, options }) => {
      if (refused ? results.length > 0 : results.length !== 1)
        return [`${title} (${kind}) was resolved ${String(results.length)} times`];
      if (options.signal !== undefined && getEventListeners(options.signal, 'abort').length > 0)
        return [`${title} is settled and still listens to its signal`];
      if (refused || offered[kind].some((value) => isDeepStrictEqual(value, results[0]))) return [];
      return [`${title} (${kind}) was resolved with a value that was not offered`];
    });
  }
}

/** Source of the extension: tools and commands that ask, block a run, send prompts and reload extensions. */
export const chaosExtensionSource = `
  const chaos = () => (globalThis as any).ensoChaos;
  const ask = async (ctx: any, how: number) => {
    const asked = chaos().ask(how);
    const { title, kind, options } = asked;
    const choices = { id: 'q', text: 'Which?', options: ['a', 'b'], many: false, other: true };
    const put: any = {
      confirm: () => ctx.ui.confirm(title, '', options),
      select: () => ctx.ui.select(title, ['red', 'blue'], options),
      input: () => ctx.ui.input(title, '', options),
      editor: () => ctx.ui.editor(title, 'text'),
      questionnaire: () => ctx.ui.questionnaire(title, [choices], options),
    };
    try {
      asked.results.push(await put[kind]());
    } catch (error) {
      asked.refused = true;
      throw error;
    }
  };
  const done = { content: [{ type: 'text', text: 'done' }], details: undefined };
  pi.registerTool({
    name: 'ask', label: 'Ask', description: 'Asks.',
    parameters: { type: 'object', properties: { how: { type: 'number' } } },
    async execute(_id: any, { how }: any, _signal: any, _update: any, ctx: any) {
      await ask(ctx, how);
      return done;
    },
  });
  pi.registerTool({
    name: 'stubborn', label: 'Stubborn', description: 'Ignores its signal and then asks.',
    parameters: { type: 'object', properties: {} },
    async execute(_id: any, _args: any, _signal: any, _update: any, { ui }: any) {
      await chaos().hold().stand(undefined);
      await ask({ ui }, 0);
      return done;
    },
  });
  pi.registerCommand('mode', { description: 'Asks.', handler: async (args: string, ctx: any) => {
    await ask(ctx, args.length);
  } });
  pi.registerCommand('self', { description: 'Sends a prompt.', handler: async () => {
    pi.sendUserMessage('from the extension', { deliverAs: 'followUp' });
  } });
  pi.registerCommand('again', { description: 'Reloads extensions.', handler: async (_args: string, ctx: any) => {
    await ctx.reload();
  } });
  pi.on('input', async ({ text }: any, ctx: any) => {
    if (/zq\\d*[05]\\b/.test(text)) await ask(ctx, text.length);
  });
  pi.on('before_agent_start', async ({ prompt }: any, ctx: any) => {
    if (/zq\\d*7\\b/.test(prompt)) await ask(ctx, prompt.length);
  });
  pi.on('session_start', async (_event: any, ctx: any) => {
    if (chaos().asksWhenLoaded()) await ask(ctx, 0);
  });
`;
