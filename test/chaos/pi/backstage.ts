import { getEventListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Hold } from '../../fixtures/pi/scriptedModel';

/** A question of the extension's, and what it heard. */
interface Asked {
  readonly kind: 'confirm' | 'select' | 'input' | 'editor' | 'questionnaire';
  readonly title: string;
  readonly options: { readonly timeout?: number; readonly signal?: AbortSignal };
  readonly heard: unknown[];
  /** pi itself refused the call, so that nobody was asked. */
  refused: boolean;
}

const kinds = ['confirm', 'select', 'input', 'editor', 'questionnaire'] as const;
const offered: Readonly<Record<Asked['kind'], readonly unknown[]>> = {
  confirm: [true, false],
  select: ['blue', undefined],
  input: ['given', undefined],
  editor: ['given', undefined],
  questionnaire: [[{ id: 'q', chosen: ['a'] }], undefined],
};

/** Where a story and the extension meet: what to ask comes from here, and what was heard goes here. */
export class Backstage {
  readonly asked: Asked[] = [];
  /** Places at which the model or a tool may stand, oldest first. */
  private readonly holds: Hold[] = [];
  private readonly raisable: AbortController[] = [];
  private loads = 0;

  constructor() {
    Reflect.set(globalThis, 'ensoBackstage', this);
  }

  /** What the extension is to ask next: of each kind, with an end of its own or not. */
  ask(how: number): Asked {
    const kind = kinds[how % kinds.length] ?? 'confirm';
    const raisable = new AbortController();
    const asked: Asked = {
      kind,
      title: `Q${String(this.asked.length + 1)}`,
      options:
        how % 3 === 0 ? {} : how % 3 === 1 ? { timeout: 100 * (how + 1) } : { signal: raisable.signal },
      heard: [],
      refused: false,
    };
    if (how % 3 === 2) this.raisable.push(raisable);
    this.asked.push(asked);
    return asked;
  }

  /** A place at which the model, or a tool that heeds no signal, stands until it is let on. */
  hold(): Hold {
    const hold = new Hold();
    this.holds.push(hold);
    return hold;
  }

  /** Now and then an extension asks something as soon as it is loaded. */
  asksWhenLoaded(): boolean {
    this.loads += 1;
    return this.loads % 5 === 3;
  }

  /** The extension withdraws a question of its own. */
  raise(which: number): string | undefined {
    const raisable = this.raisable[which % Math.max(1, this.raisable.length)];
    raisable?.abort();
    return raisable === undefined ? undefined : 'the extension raises a signal';
  }

  /** What has stood still for longest goes on. */
  release(): string | undefined {
    const hold = this.holds.find(({ standing }) => standing);
    hold?.release();
    return hold === undefined ? undefined : 'what stood still goes on';
  }

  faults(): readonly string[] {
    return this.asked.flatMap(({ title, kind, heard, refused, options }) => {
      if (refused ? heard.length > 0 : heard.length !== 1)
        return [`${title} (${kind}) was resolved ${String(heard.length)} times`];
      if (options.signal !== undefined && getEventListeners(options.signal, 'abort').length > 0)
        return [`${title} is over and listens to its signal still`];
      if (refused || offered[kind].some((value) => isDeepStrictEqual(value, heard[0]))) return [];
      return [`${title} (${kind}) was given what nobody offered`];
    });
  }
}

/** The extension: tools and commands that ask, that hold a run, that speak for themselves, that load extensions anew. */
export const backstageExtension = `
  const backstage = () => (globalThis as any).ensoBackstage;
  const ask = async (ctx: any, how: number) => {
    const asked = backstage().ask(how);
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
      asked.heard.push(await put[kind]());
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
    name: 'stubborn', label: 'Stubborn', description: 'Heeds no signal, and asks all the same.',
    parameters: { type: 'object', properties: {} },
    async execute(_id: any, _args: any, _signal: any, _update: any, { ui }: any) {
      await backstage().hold().stand(undefined);
      await ask({ ui }, 0);
      return done;
    },
  });
  pi.registerCommand('mode', { description: 'Asks.', handler: async (args: string, ctx: any) => {
    await ask(ctx, args.length);
  } });
  pi.registerCommand('self', { description: 'Speaks.', handler: async () => {
    pi.sendUserMessage('of its own accord', { deliverAs: 'followUp' });
  } });
  pi.registerCommand('again', { description: 'Loads extensions anew.', handler: async (_args: string, ctx: any) => {
    await ctx.reload();
  } });
  pi.on('input', async ({ text }: any, ctx: any) => {
    if (/zq\\d*[05]\\b/.test(text)) await ask(ctx, text.length);
  });
  pi.on('before_agent_start', async ({ prompt }: any, ctx: any) => {
    if (/zq\\d*7\\b/.test(prompt)) await ask(ctx, prompt.length);
  });
  pi.on('session_start', async (_event: any, ctx: any) => {
    if (backstage().asksWhenLoaded()) await ask(ctx, 0);
  });
`;
