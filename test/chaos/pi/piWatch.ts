import type { MessageId, ThreadId } from '../../../src/protocol/ids';
import type {
  Admission,
  AdmittedPrompt,
  RuntimeFactory,
  RuntimeHost,
  ThreadRuntime,
} from '../../../src/extension/core/ports/runtime';

type FactoryOptions = Parameters<RuntimeFactory['create']>[0];

/** Stands between the core and real runtimes: tells what they say to each other, and holds both to the port's contract. */
export class PiWatch implements RuntimeFactory {
  readonly violations: string[] = [];
  /** Builds, answers that prompts await, and promises that runtimes have given. */
  open = 0;
  /** Runtimes that were built and have not been told to end. */
  live = 0;
  /** What a runtime that was let go said all the same, unheard: it is in the file, and with whoever had sent it. */
  readonly unheard: string[] = [];
  private builds = 0;

  constructor(
    private readonly inner: RuntimeFactory,
    private readonly aborted: (threadId: ThreadId) => void,
    private readonly told: (what: string) => void,
  ) {}

  async create(options: FactoryOptions): Promise<ThreadRuntime> {
    const number = String(++this.builds);
    const told = (what: string): void => {
      this.told(`pi ${number} ${what}`);
    };
    const book = new Book(
      told,
      (what) => this.violations.push(what),
      (text) => this.unheard.push(text),
    );
    const build = this.inner.create({ ...options, host: book.host(options.host) });
    const runtime = await this.kept('is built', told, build);
    this.live += 1;
    return this.watched(options.threadId, runtime, book, told);
  }

  private kept<T>(what: string, told: (what: string) => void, promise: Promise<T>): Promise<T> {
    this.open += 1;
    told(what);
    return promise.finally(() => {
      told(`${what}: over`);
      this.open -= 1;
    });
  }

  private watched(
    threadId: ThreadId,
    runtime: ThreadRuntime,
    book: Book,
    told: (what: string) => void,
  ): ThreadRuntime {
    return new Proxy(runtime, {
      get: (target, name: keyof ThreadRuntime) => {
        switch (name) {
          case 'prompt':
            return (prompt: AdmittedPrompt, admission: Admission): void => {
              this.open += 1;
              runtime.prompt(
                prompt,
                book.admission(prompt, admission, () => (this.open -= 1)),
              );
            };
          case 'clearQueue':
            return () => {
              const cleared = runtime.clearQueue();
              book.cleared(cleared.flatMap(({ messageId }) => (messageId === undefined ? [] : [messageId])));
              return cleared;
            };
          case 'abort':
            return () => {
              this.aborted(threadId);
              return this.kept('is told to stop', told, runtime.abort());
            };
          case 'reload':
            return () => this.kept('loads its extensions anew', told, runtime.reload());
          case 'dispose':
            return () => {
              this.live -= 1;
              book.over = true;
              return this.kept('is disposed', told, runtime.dispose());
            };
          default: {
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          }
        }
      },
    });
  }
}

/** What one runtime and its thread have told each other. */
class Book {
  /** The runtime was told to end. */
  over = false;
  private running = false;
  private readonly given = new Map<MessageId, string>();
  private readonly ended = new Map<MessageId, string>();
  /** Prompts that pi has accepted and neither delivered nor returned. At the end of a run they are the core's again. */
  private readonly accepted = new Set<MessageId>();

  constructor(
    private readonly told: (what: string) => void,
    private readonly violated: (what: string) => void,
    private readonly unheard: (text: string) => void,
  ) {}

  host(host: RuntimeHost): RuntimeHost {
    return {
      ...host,
      observe: (observation) => {
        if (observation.type === 'activity') this.told(`is ${observation.activity?.kind ?? 'at nothing'}`);
        host.observe(observation);
      },
      ask: (spec, options) => {
        this.told(`asks ${spec.title}`);
        return host.ask(spec, options);
      },
      runStarted: () => {
        this.told('begins a run');
        if (this.running) this.violated('a run began within a run');
        this.running = true;
        host.runStarted();
      },
      runSettled: (ending) => {
        this.told(`settles${ending.aborted ? ', aborted' : ''}${ending.failed ? ', failed' : ''}`);
        if (!this.running) this.violated('a run was over that had not begun');
        this.running = false;
        for (const messageId of this.over ? [] : [...this.accepted]) this.end(messageId, 'undelivered');
        host.runSettled(ending);
      },
      promptDelivered: (messageId) => {
        this.end(messageId, 'delivered');
        if (this.over) this.unheard(this.given.get(messageId) ?? '');
        host.promptDelivered(messageId);
      },
      takeSteering: () => {
        const prompt = host.takeSteering();
        if (prompt !== undefined) {
          this.told(`takes '${prompt.text}'`);
          this.given.set(prompt.messageId, prompt.text);
          this.ended.delete(prompt.messageId);
          this.accepted.add(prompt.messageId);
        }
        return prompt;
      },
      steeringRefused: (messageId, refusal) => {
        this.end(messageId, 'refused');
        host.steeringRefused(messageId, refusal);
      },
    };
  }

  admission({ messageId, text }: AdmittedPrompt, admission: Admission, answered: () => void): Admission {
    let answers = 0;
    this.told(`is given '${text}'`);
    this.given.set(messageId, text);
    // Put back into the queue and given once more, it begins anew.
    this.ended.delete(messageId);
    const once = (how: string): void => {
      this.told(`has ${how} '${text}'`);
      answers += 1;
      if (answers > 1) this.violated('a prompt was answered twice');
      else answered();
    };
    return {
      accepted: (how) => {
        once(how);
        if (how === 'started') this.accepted.add(messageId);
        admission.accepted(how);
      },
      rejected: (refusal) => {
        once('rejected');
        this.end(messageId, 'rejected');
        admission.rejected(refusal);
      },
    };
  }

  cleared(messageIds: readonly MessageId[]): void {
    for (const messageId of messageIds) this.end(messageId, 'given back');
  }

  private end(messageId: MessageId, how: string): void {
    this.told(`has ${how} ${messageId.slice(0, 4)}`);
    const before = this.ended.get(messageId);
    if (before !== undefined) this.violated(`a prompt was ${before}, and then ${how}`);
    this.ended.set(messageId, how);
    this.accepted.delete(messageId);
  }
}
