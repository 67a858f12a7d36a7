import * as l10n from '@vscode/l10n';
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
import { exportThread } from './commands/exportedPage';
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
import { formatList } from '../../protocol/text/plural';
import { withTimeout } from '../base/timeout';

export interface RuntimeParts {
  readonly session: AgentSession;
  readonly externalChanges: ExternalChangeReader;
  /** The shell for commands of the user. */
  readonly operations: BashOperations;
  readonly completions: Completions;
  readonly host: RuntimeHost;
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the extensions. Prompts wait for the end of the start. */
  readonly begin: () => Promise<void>;
  /** Reloads settings, trust and extensions. */
  readonly reload: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** Returns the names of extensions whose handlers pi waits for. */
  readonly runningHandlers: () => readonly string[];
}

/** The time that a stop waits for work that pi can't abort, such as a command of an extension. */
const commandTimeoutMs = 1000;

/** A live session of pi as the core's runtime. */
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
      parts.log.error(`extensions: start failed: ${messageOf(error)}`);
    });
    this.submissions = new Submissions(session, this.queue, this.runs, begun, (error) => {
      parts.log.warn(`prompt: failed after its start, ${error instanceof Error ? error.name : 'error'}`);
      transcript.addNotice({
        level: 'error',
        text: l10n.t('pi failed: {message}', { message: messageOf(error) }),
      });
    });
    this.unsubscribe = [
      session.subscribe((event) => this.guarded(event)),
      // Comes after pi's own listener, and the agent's loop awaits both: see Steering.
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
      admission.rejected({ reason: l10n.t('This thread is closed.') });
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
    // pi may have queued the prompt that is on its way.
    const delivering = this.steering
      .withdraw()
      .filter(({ messageId }) => !queued.some((prompt) => prompt.messageId === messageId));
    return [...delivering, ...queued];
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

  /** Returns whether the thread has no model but the demo model. */
  get wantsModel(): boolean {
    const model = modelOf(this.parts.session);
    return model === undefined || model.provider === demoProviderId;
  }

  /** Changes the model for the next answer. Rejects with an error for the user. */
  async setModel(model: NonNullable<AgentSession['model']>): Promise<void> {
    await this.parts.session.setModel(model);
  }

  waitingFor(): string | undefined {
    const { transcript, runningHandlers } = this.parts;
    const names = new Set([
      ...transcript.runningTools,
      ...runningHandlers(),
      ...this.submissions.runningCommands,
    ]);
    return names.size === 0 ? undefined : formatList([...names]);
  }

  async exportHtml(path: string): Promise<void> {
    await exportThread(this.parts.session, path);
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
    // A run that didn't end in time no longer has a listener for its end.
    this.runs.settled(true);
    this.parts.session.dispose();
  }

  /** Returns whether a message that pi begins is a prompt of the core, which adds the item itself. */
  takeDelivered(message: Parameters<PiQueue['takeDelivered']>[0]): boolean {
    const prompt = this.queue.takeDelivered(message) ?? this.submissions.takeAccepted();
    if (prompt === undefined) return false;
    this.parts.host.promptDelivered(prompt.messageId);
    return true;
  }

  /** Returns whether pi may take the prompt that it is about to queue or start. */
  admit(): boolean {
    return this.queue.admit();
  }

  /** Publishes facts of the session that have changed. */
  publishSession(): void {
    if (this.disposed) return;
    const patch = this.sessionDiff.of(sessionInfo(this.parts.session));
    if (patch !== undefined) this.parts.host.observe({ type: 'session-changed', patch });
  }

  /** Catches errors, which pi would add to the conversation as errors of the model. */
  private guarded(event: AgentSessionEvent): void {
    try {
      this.handle(event);
    } catch (error) {
      this.parts.log.error(`event ${event.type}: handler failed: ${messageOf(error)}`);
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
        // The first prompt is the title of a thread without a name.
        if (event.message.role === 'user') this.publishSession();
        return;
      case 'agent_settled':
        // pi also sends this event for a prompt that failed during a run.
        if (session.agent.state.isStreaming) return;
        // pi silently drops a prompt that comes before it has called all listeners.
        queueMicrotask(() => this.runs.settled(event.aborted));
        return;
      case 'session_info_changed':
      case 'thinking_level_changed':
        return this.publishSession();
      default:
        return;
    }
  }

  /** Closes a run and returns whether it has failed. Undelivered prompts are the core's again. */
  private closeRun(aborted: boolean): boolean {
    const { transcript } = this.parts;
    const { failed } = transcript;
    transcript.settle(aborted);
    const accepted = this.submissions.takeAccepted();
    this.queue.dropUndelivered();
    this.publishSession();
    return failed || accepted !== undefined;
  }

  private async stopped(idle: Promise<void>): Promise<void> {
    const { session } = this.parts;
    await idle;
    await this.submissions.idle();
    await session.waitForIdle();
    await session.agent.waitForIdle();
    this.dropLateTexts();
    await this.inTime(this.submissions.commandsDone());
  }

  /** Removes texts that extensions have queued after the queue was cleared. pi would send them with the next prompt. */
  private dropLateTexts(): void {
    const late = this.queue.dropExtensionMessages();
    if (late.length === 0) return;
    this.parts.transcript.addNotice({
      level: 'info',
      text: l10n.t("An extension sent a message while the run was stopping. It wasn't delivered."),
      detail: late.join('\n\n'),
    });
  }

  /** Waits for work that pi can't cancel. Never rejects. */
  private async inTime(work: Promise<void>): Promise<void> {
    const { clock, log } = this.parts;
    try {
      await withTimeout(work, { clock, timeoutMs: commandTimeoutMs });
    } catch (error) {
      log.warn(`session: ending failed: ${messageOf(error)}`);
    }
  }
}
