import type { AgentSession, AgentSessionEvent, BashOperations } from '@earendil-works/pi-coding-agent';
import type { MessageId } from '../../protocol/ids';
import type { PromptBody } from '../../protocol/item';
import type { SlashCommand } from '../../protocol/session';
import type {
  ExternalChanges,
  Admission,
  AdmittedPrompt,
  PromptKind,
  Completions,
  RuntimeHost,
  ThreadRuntime,
} from '../core/ports/runtime';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { messageOf } from '../base/errors';
import { Submissions } from './prompts/submissions';
import { runBuiltinCommand } from './commands/builtinCommands';
import { PiQueue } from './prompts/piQueue';
import { demoProviderId } from './models/offline/offlineModel';
import { RunLifecycle } from './prompts/runLifecycle';
import { modelOf } from './models/sessionModel';
import { SessionDiff, sessionInfo } from './session/sessionInfo';
import type { ExternalChangeReader } from './session/externalChanges';
import { runShell } from './commands/shellCommand';
import { promptKind, listCommands } from './commands/slashCommands';
import { Steering } from './prompts/steering';
import type { Transcript } from './transcript/transcript';
import { listOf } from '../base/text';
import { withTimeout } from '../base/timeout';

export interface RuntimeParts {
  readonly session: AgentSession;
  readonly externalChanges: ExternalChangeReader;
  /** The shell of a person's own commands. */
  readonly operations: BashOperations;
  readonly completions: Completions;
  readonly host: RuntimeHost;
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the extensions; prompts wait for it. */
  readonly begin: () => Promise<void>;
  /** Loads settings, trust and extensions anew. */
  readonly reload: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** The extensions whose handlers pi waits for. */
  readonly runningHandlers: () => readonly string[];
}

/** How long a stop or an end waits for what pi cannot stop, such as an extension's command, in milliseconds. */
const commandTimeoutMs = 1000;

/** A live session of pi behind the core's port. */
export class PiRuntime implements ThreadRuntime {
  private readonly queue: PiQueue;
  private readonly steering: Steering;
  private readonly submissions: Submissions;
  private readonly runs: RunLifecycle;
  private readonly unsubscribe: readonly (() => void)[];
  private readonly sessionDiff = new SessionDiff();
  private stopping: Promise<void> | undefined;
  private disposed = false;

  constructor(private readonly parts: RuntimeParts) {
    const { session, host, transcript } = parts;
    this.queue = new PiQueue(session);
    this.runs = new RunLifecycle(host, (aborted) => this.closeRun(aborted));
    this.steering = new Steering(session, host, this.queue, () => this.stopping !== undefined);
    const begun = parts.begin().catch((error: unknown) => {
      parts.log.error(`starting pi's extensions failed: ${messageOf(error)}`);
    });
    this.submissions = new Submissions(session, this.queue, this.runs, begun, (error) => {
      parts.log.warn(
        `a prompt failed after pi had taken it: ${error instanceof Error ? error.name : 'error'}`,
      );
      transcript.addNotice({ level: 'error', text: `pi failed: ${messageOf(error)}` });
    });
    this.unsubscribe = [
      session.subscribe((event) => this.guarded(event)),
      // After pi's own listener, and awaited by the agent's loop like it: see Steering.
      session.agent.subscribe((event, signal) => this.steering.atTurnEnd(event, signal)),
    ];
    void this.submissions.ready.then(() => this.publishSession());
  }

  get compacting(): boolean {
    return this.parts.session.isCompacting && !this.runs.active;
  }

  promptKind(text: string): PromptKind {
    return promptKind(this.parts.session, text);
  }

  commands(): readonly SlashCommand[] {
    return listCommands(this.parts.session);
  }

  get completions(): Completions {
    return this.parts.completions;
  }

  prompt(prompt: AdmittedPrompt, admission: Admission): void {
    if (this.disposed) {
      admission.rejected({ reason: 'This thread was closed.' });
      return;
    }
    switch (this.promptKind(prompt.text)) {
      case 'extension':
        this.submissions.command(prompt, admission, this.parts.transcript);
        return;
      case 'enso':
        this.submissions.runExclusive(admission, () =>
          runBuiltinCommand(this.parts.session, () => this.reload(), prompt.text),
        );
        return;
      case 'shell':
        this.submissions.runExclusive(admission, () =>
          runShell(this.parts, prompt, () => this.parts.host.promptDelivered(prompt.messageId)),
        );
        return;
      default:
        this.submissions.prompt(prompt, admission);
    }
  }

  externalChanges(): Promise<ExternalChanges | undefined> {
    return this.parts.externalChanges.read();
  }

  clearQueue(): readonly (PromptBody & { readonly messageId?: MessageId })[] {
    const queued = this.queue.clear();
    // One that is on its way to pi may have got there already.
    const onItsWay = this.steering
      .withdraw()
      .filter(({ messageId }) => !queued.some((prompt) => prompt.messageId === messageId));
    return [...onItsWay, ...queued];
  }

  abort(): Promise<void> {
    const { session } = this.parts;
    this.submissions.stop();
    const idle = session.abort();
    session.abortBash();
    this.stopping ??= this.stopped(idle).finally(() => {
      this.stopping = undefined;
    });
    return this.stopping;
  }

  /** Returns true when only the demo model, or no model, can answer. */
  get wantsModel(): boolean {
    const model = modelOf(this.parts.session);
    return model === undefined || model.provider === demoProviderId;
  }

  /** Another model from the next answer on. Rejects with an error for a person. */
  async setModel(model: NonNullable<AgentSession['model']>): Promise<void> {
    await this.parts.session.setModel(model);
  }

  waitingFor(): string | undefined {
    const { transcript, runningHandlers } = this.parts;
    return listOf([...transcript.runningTools, ...runningHandlers(), ...this.submissions.runningCommands]);
  }

  async exportHtml(path: string): Promise<void> {
    await this.parts.session.exportToHtml(path);
  }

  async reload(): Promise<void> {
    await this.parts.reload();
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    await this.inTime(this.abort());
    await this.inTime(this.parts.end());
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    // A run that did not end in time has no one left to tell of its end.
    this.runs.settled(true);
    this.parts.session.dispose();
  }

  /** The core draws these itself. Called when pi begins a user's message. */
  takeDelivered(message: Parameters<PiQueue['takeDelivered']>[0]): boolean {
    const prompt = this.queue.takeDelivered(message) ?? this.submissions.takeAccepted();
    if (prompt === undefined) return false;
    this.parts.host.promptDelivered(prompt.messageId);
    return true;
  }

  /** Enso's last word on what is typed; false keeps it from pi. */
  admit(): boolean {
    return this.queue.admit();
  }

  /** Says anew what the session runs with. */
  publishSession(): void {
    if (this.disposed) return;
    const patch = this.sessionDiff.of(sessionInfo(this.parts.session));
    if (patch !== undefined) this.parts.host.observe({ type: 'session-changed', patch });
  }

  /** A listener of pi's that throws ends up in the conversation as an error of the model. */
  private guarded(event: AgentSessionEvent): void {
    try {
      this.handle(event);
    } catch (error) {
      this.parts.log.error(`handling pi's ${event.type} failed: ${messageOf(error)}`);
    }
  }

  private handle(event: AgentSessionEvent): void {
    const { session, transcript } = this.parts;
    if (event.type === 'agent_start') this.runs.started();
    transcript.handle(event);
    switch (event.type) {
      case 'turn_end':
        return this.publishSession();
      case 'message_end':
        // A thread that nobody named goes by the first words in it.
        if (event.message.role === 'user') this.publishSession();
        return;
      case 'agent_settled':
        // pi says this for a prompt that failed beside a run, too.
        if (session.agent.state.isStreaming) return;
        // What pi is asked before it has told all of its listeners, it puts off without a word.
        queueMicrotask(() => this.runs.settled(event.aborted));
        return;
      case 'session_info_changed':
      case 'thinking_level_changed':
        return this.publishSession();
      default:
        return;
    }
  }

  private closeRun(aborted: boolean): { failed: boolean; undelivered: readonly MessageId[] } {
    const { transcript } = this.parts;
    const { failed } = transcript;
    transcript.settle(aborted);
    const started = this.submissions.takeAccepted();
    const undelivered = [
      ...(started === undefined ? [] : [started.messageId]),
      ...this.steering.takeUndelivered(),
      ...this.queue.takeUndelivered(),
    ];
    this.publishSession();
    return { failed: failed || started !== undefined, undelivered };
  }

  private async stopped(idle: Promise<void>): Promise<void> {
    const { session } = this.parts;
    await idle;
    await this.submissions.idle();
    await session.waitForIdle();
    await session.agent.waitForIdle();
    this.dropLateWords();
    await this.inTime(this.submissions.commandsDone());
  }

  /** What extensions put into pi's queue after it was cleared would ride along with the person's next prompt. */
  private dropLateWords(): void {
    const late = this.queue.dropExtensionMessages();
    if (late.length === 0) return;
    this.parts.transcript.addNotice({
      level: 'info',
      text: 'An extension’s message came while the run was being stopped, and was not sent.',
      detail: late.join('\n\n'),
    });
  }

  /** Waits for work that pi can't cancel. Never rejects. */
  private async inTime(work: Promise<void>): Promise<void> {
    const { clock, log } = this.parts;
    try {
      await withTimeout(work, { clock, timeoutMs: commandTimeoutMs });
    } catch (error) {
      log.warn(`ending a session failed: ${messageOf(error)}`);
    }
  }
}
