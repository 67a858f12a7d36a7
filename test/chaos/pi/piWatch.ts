import type { MessageId, ThreadId } from '../../../src/protocol/ids';
import type {
  Admission,
  AdmittedPrompt,
  RuntimeFactory,
  RuntimeHost,
  ThreadRuntime,
} from '../../../src/extension/core/ports/runtime';

type FactoryOptions = Parameters<RuntimeFactory['create']>[0];

/** Wraps real runtimes, traces their calls with the core and checks both sides against the contract of the port. */
export class PiWatch implements RuntimeFactory {
  readonly violations: string[] = [];
  /** The number of builds, prompts without an answer and promises of runtimes that are pending. */
  pending = 0;
  /** The number of runtimes that are built and not disposed. */
  live = 0;
  /** Prompts that a disposed runtime delivered: they are in the file and were also returned to their sender. */
  readonly deliveredAfterEnd: string[] = [];
  private builds = 0;

  constructor(
    private readonly inner: RuntimeFactory,
    private readonly aborted: (threadId: ThreadId) => void,
    private readonly record: (what: string) => void,
  ) {}

  async create(options: FactoryOptions): Promise<ThreadRuntime> {
    const number = String(++this.builds);
    const record = (what: string): void => {
      this.record(`pi ${number} ${what}`);
    };
    const book = new PromptBook(
      record,
      (what) => this.violations.push(what),
      (text) => this.deliveredAfterEnd.push(text),
    );
    const build = this.inner.create({ ...options, host: book.host(options.host) });
    const runtime = await this.tracked('is built', record, build);
    this.live += 1;
    return this.watched(options.threadId, runtime, book, record);
  }

  private tracked<T>(what: string, record: (what: string) => void, promise: Promise<T>): Promise<T> {
    this.pending += 1;
    record(what);
    return promise.finally(() => {
      record(`${what}: done`);
      this.pending -= 1;
    });
  }

  private watched(
    threadId: ThreadId,
    runtime: ThreadRuntime,
    book: PromptBook,
    record: (what: string) => void,
  ): ThreadRuntime {
    return new Proxy(runtime, {
      get: (target, name: keyof ThreadRuntime) => {
        switch (name) {
          case 'prompt':
            return (prompt: AdmittedPrompt, admission: Admission): void => {
              this.pending += 1;
              runtime.prompt(
                prompt,
                book.admission(prompt, admission, () => (this.pending -= 1)),
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
              return this.tracked('aborts', record, runtime.abort());
            };
          case 'reload':
            return () => this.tracked('reloads its extensions', record, runtime.reload());
          case 'dispose':
            return () => {
              this.live -= 1;
              book.disposed = true;
              return this.tracked('is disposed', record, runtime.dispose());
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

/** The prompts of one runtime and their outcomes, checked against the contract of the port. */
class PromptBook {
  disposed = false;
  private running = false;
  private readonly submitted = new Map<MessageId, string>();
  private readonly outcomes = new Map<MessageId, string>();
  /** Prompts that pi has accepted and neither delivered nor returned. The end of a run returns them to the core. */
  private readonly accepted = new Set<MessageId>();

  constructor(
    private readonly record: (what: string) => void,
    private readonly violated: (what: string) => void,
    private readonly deliveredAfterEnd: (text: string) => void,
  ) {}

  host(host: RuntimeHost): RuntimeHost {
    return {
      ...host,
      observe: (observation) => {
        if (observation.type === 'activity') this.record(`is ${observation.activity?.kind ?? 'idle'}`);
        host.observe(observation);
      },
      ask: (spec, options) => {
        this.record(`asks ${spec.title}`);
        return host.ask(spec, options);
      },
      runStarted: () => {
        this.record('starts a run');
        if (this.running) this.violated('a run started during a run');
        this.running = true;
        host.runStarted();
      },
      runSettled: (ending) => {
        this.record(`settles${ending.aborted ? ', aborted' : ''}${ending.failed ? ', failed' : ''}`);
        if (!this.running) this.violated('a run settled without a start');
        this.running = false;
        for (const messageId of this.disposed ? [] : [...this.accepted]) this.end(messageId, 'undelivered');
        host.runSettled(ending);
      },
      promptDelivered: (messageId) => {
        this.end(messageId, 'delivered');
        if (this.disposed) this.deliveredAfterEnd(this.submitted.get(messageId) ?? '');
        host.promptDelivered(messageId);
      },
      takeSteering: () => {
        const prompt = host.takeSteering();
        if (prompt !== undefined) {
          this.record(`takes the steering prompt '${prompt.text}'`);
          this.submitted.set(prompt.messageId, prompt.text);
          this.outcomes.delete(prompt.messageId);
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
    this.record(`receives '${text}'`);
    this.submitted.set(messageId, text);
    // A prompt that returned to the queue may be submitted again.
    this.outcomes.delete(messageId);
    const once = (how: string): void => {
      this.record(`has ${how} '${text}'`);
      answers += 1;
      if (answers > 1) this.violated('a prompt was accepted or rejected twice');
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
    for (const messageId of messageIds) this.end(messageId, 'returned');
  }

  private end(messageId: MessageId, how: string): void {
    this.record(`has ${how} ${messageId.slice(0, 4)}`);
    const before = this.outcomes.get(messageId);
    if (before !== undefined) this.violated(`a prompt was ${before} and then ${how}`);
    this.outcomes.set(messageId, how);
    this.accepted.delete(messageId);
  }
}
