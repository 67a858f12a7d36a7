import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { AdmittedPrompt, RuntimeHost } from '../../core/ports/runtime';
import type { PiQueue } from './piQueue';
import { imagesFor, imagesRefused } from './promptImages';
import { refusalOf } from '../transcript/problems';

type Listener = Parameters<AgentSession['agent']['subscribe']>[0];
type AgentEvent = Parameters<Listener>[0];

/**
 * Fetches a steering prompt from the core when pi is about to look for one. Until then it is the core's, where it can be
 * edited, moved and taken back; pi's own queue can only be emptied.
 */
export class Steering {
  private delivering: { readonly prompt: AdmittedPrompt; takenBack: boolean } | undefined;

  constructor(
    private readonly session: AgentSession,
    private readonly host: RuntimeHost,
    private readonly queue: PiQueue,
    private readonly stopping: () => boolean,
  ) {}

  /**
   * The agent's loop polls its queue right after its listeners are through with a turn's end. This one is the last of
   * them: extensions and the transcript have seen the turn. A turn that failed or was stopped is not polled after.
   */
  async atTurnEnd(event: AgentEvent, signal: AbortSignal): Promise<void> {
    if (event.type !== 'turn_end' || signal.aborted || this.stopping()) return;
    const { message } = event;
    if (message.role !== 'assistant' || message.stopReason === 'error' || message.stopReason === 'aborted')
      return;
    const prompt = this.host.takeSteering();
    if (prompt !== undefined) await this.deliver(prompt);
  }

  /** What an extension still looks at, and pi doesn't have yet. */
  withdraw(): AdmittedPrompt[] {
    if (this.delivering === undefined || this.delivering.takenBack) return [];
    this.delivering.takenBack = true;
    return [this.delivering.prompt];
  }

  private async deliver(prompt: AdmittedPrompt): Promise<void> {
    const refused = imagesRefused(this.session, prompt);
    if (refused !== undefined) {
      this.host.steeringRefused(prompt.messageId, refused);
      return;
    }
    const handing = { prompt, takenBack: false };
    this.delivering = handing;
    try {
      const how = await this.queue.submit(
        prompt,
        () => !handing.takenBack && !this.stopping(),
        () => this.session.steer(prompt.text, imagesFor(prompt), { source: 'interactive' }),
      );
      if (how === 'handled') this.handled(handing);
      // Taken back after the extensions had let it pass, and before pi looks into its queue.
      else if (handing.takenBack) this.queue.retract(prompt);
    } catch (error) {
      if (!handing.takenBack) this.host.steeringRefused(prompt.messageId, refusalOf(error));
    } finally {
      this.delivering = undefined;
    }
  }

  private handled({
    prompt,
    takenBack,
  }: {
    readonly prompt: AdmittedPrompt;
    readonly takenBack: boolean;
  }): void {
    // The core takes back a prompt that a stop has kept from pi. Otherwise an extension has handled the prompt.
    if (!takenBack && !this.stopping()) this.host.promptDelivered(prompt.messageId);
  }
}
