import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { Deferred } from '../../base/deferred';
import type { Admission, AdmittedPrompt, PromptRefusal } from '../../core/ports/runtime';
import type { PiQueue } from './piQueue';
import { imagesFor, imagesRefused } from './promptImages';
import { refusalOf } from '../transcript/problems';
import type { RunLifecycle } from './runLifecycle';
import { splitCommand } from '../commands/slashCommands';
import type { Transcript } from '../transcript/transcript';

interface Submission {
  readonly prompt: AdmittedPrompt;
  /** Resolves at a stop, which ends the wait for a session that is still starting. */
  readonly stop: Deferred;
  stopped: boolean;
}

const isStopped = ({ stopped }: Submission) => stopped;

/** Takes each prompt through pi's preflight, so that its admission gets exactly one answer. */
export class Submissions {
  private readonly pending = new Set<Submission>();
  private readonly work = new Set<Promise<void>>();
  private readonly commands = new Set<Promise<void>>();
  /** Names of the running extension commands, by prompt. */
  private readonly activeCommands = new Map<AdmittedPrompt, string>();
  /** The prompt that pi has accepted but not delivered yet. */
  private acceptedPrompt: AdmittedPrompt | undefined;
  private stops = 0;

  constructor(
    private readonly session: AgentSession,
    private readonly queue: PiQueue,
    private readonly runLifecycle: RunLifecycle,
    readonly ready: Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  prompt(prompt: AdmittedPrompt, admission: Admission): void {
    const pending: Submission = { prompt, stop: new Deferred(), stopped: false };
    this.pending.add(pending);
    this.trackWork(this.work, this.submit(pending, once(admission)));
  }

  /** Runs an extension's command, even during a run. Its acceptance is reported when it completes. */
  command(prompt: AdmittedPrompt, admission: Admission, transcript: Transcript): void {
    const answer = once(admission);
    const run = async () => {
      await this.ready;
      await this.afterSettling();
      const busy = () => this.runLifecycle.active;
      const startedIdle = !busy();
      const { name } = splitCommand(prompt.text);
      if (startedIdle) transcript.showActivity({ kind: 'command', name });
      this.activeCommands.set(prompt, name);
      try {
        await this.session.prompt(prompt.text, { images: imagesFor(prompt), source: 'interactive' });
        answer.accepted('handled');
      } catch (error) {
        answer.rejected(refusalOf(error));
      } finally {
        this.activeCommands.delete(prompt);
      }
      if (startedIdle && !busy()) transcript.showActivity(undefined);
    };
    this.trackWork(this.commands, run());
  }

  /** Runs a command that occupies the agent. `run` resolves with a refusal if the command fails. */
  runExclusive(admission: Admission, run: () => Promise<PromptRefusal | undefined>): void {
    const { stops } = this;
    const work = async () => {
      await this.ready;
      await this.afterSettling();
      if (this.stops !== stops) {
        admission.accepted('handled');
        return;
      }
      const refusal = await run().catch(refusalOf);
      if (refusal === undefined) admission.accepted('handled');
      else admission.rejected(refusal);
    };
    this.trackWork(this.commands, work());
  }

  /** Returns the running extension commands as the user types them. */
  get runningCommands(): readonly string[] {
    return [...this.activeCommands.values()].map((name) => `/${name}`);
  }

  /** Prevents the start of every prompt that pi hasn't accepted yet. */
  stop(): void {
    this.stops += 1;
    for (const pending of this.pending) {
      pending.stopped = true;
      pending.stop.resolve();
    }
  }

  takeAccepted(): AdmittedPrompt | undefined {
    const { acceptedPrompt } = this;
    this.acceptedPrompt = undefined;
    return acceptedPrompt;
  }

  async idle(): Promise<void> {
    while (this.pending.size > 0) await Promise.race(this.work);
  }

  async commandsDone(): Promise<void> {
    await Promise.all(this.commands);
  }

  private async submit(pending: Submission, answer: Admission): Promise<void> {
    const { prompt } = pending;
    const outcome = { accepted: false };
    try {
      await Promise.race([this.ready, pending.stop.promise]);
      if (!isStopped(pending)) await this.afterSettling();
      if (isStopped(pending)) {
        answer.accepted('handled');
        return;
      }
      const refused = imagesRefused(this.session, prompt);
      if (refused !== undefined) {
        answer.rejected(refused);
        return;
      }
      const onPreflight = (how: 'started' | 'queued' | 'handled'): void => {
        outcome.accepted = true;
        this.pending.delete(pending);
        if (how !== 'queued') this.queue.markNotQueued();
        if (how === 'started') this.acceptedPrompt = prompt;
        answer.accepted(how === 'handled' ? 'handled' : 'started');
        // pi forgets an abort that came before this.
        if (isStopped(pending) && how === 'started') void this.session.abort();
      };
      await this.queue.submit(
        prompt,
        () => !isStopped(pending),
        () =>
          this.session.prompt(prompt.text, {
            images: imagesFor(prompt),
            source: 'interactive',
            // An extension's own message may have started a run first.
            streamingBehavior: 'followUp',
            preflightResult: onPreflight,
          }),
      );
    } catch (error) {
      if (outcome.accepted) this.onFailure(error);
      else answer.rejected(refusalOf(error));
    } finally {
      this.pending.delete(pending);
      this.settleIfIdle();
    }
  }

  /** Settles the run in case pi doesn't: a provider threw, or a prompt failed after its acceptance. */
  private settleIfIdle(): void {
    if (this.session.isStreaming || this.session.agent.state.isStreaming) return;
    if (this.acceptedPrompt !== undefined) this.runLifecycle.started();
    queueMicrotask(() => {
      if (!this.session.isStreaming && !this.session.agent.state.isStreaming)
        this.runLifecycle.settled(false);
    });
  }

  /** Waits while pi reports a run's end to extensions. pi defers prompts then and never reports their outcome. */
  private async afterSettling(): Promise<void> {
    if (!this.runLifecycle.active || this.session.isStreaming || this.session.agent.state.isStreaming) return;
    await this.runLifecycle.whenSettled();
  }

  private trackWork(set: Set<Promise<void>>, work: Promise<void>): void {
    set.add(work);
    void work.finally(() => set.delete(work));
  }
}

function once(admission: Admission): Admission {
  let answered = false;
  const first = (answer: () => void) => {
    if (answered) return;
    answered = true;
    answer();
  };
  return {
    accepted: (how) => first(() => admission.accepted(how)),
    rejected: (refusal) => first(() => admission.rejected(refusal)),
  };
}
