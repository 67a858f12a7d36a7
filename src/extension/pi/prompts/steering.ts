import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { AdmittedPrompt, RuntimeHost } from '../../core/ports/runtime';
import type { PiQueue } from './piQueue';
import { imagesFor, imagesRefused } from './promptImages';
import { refusalOf } from '../transcript/problems';

type Listener = Parameters<AgentSession['agent']['subscribe']>[0];
type AgentEvent = Parameters<Listener>[0];

/**
 * Takes a steering prompt from the core right before pi polls for one. Until then the prompt stays in the core, where
 * the user can edit, move and remove it; pi's own queue can only be emptied.
 */
export class Steering {
  private delivering: { readonly prompt: AdmittedPrompt; withdrawn: boolean } | undefined;

  constructor(
    private readonly session: AgentSession,
    private readonly host: RuntimeHost,
    private readonly queue: PiQueue,
    private readonly stopping: () => boolean,
  ) {}

  /**
   * Delivers a steering prompt at the end of a turn. The agent's loop polls its queue right after its listeners; this
   * listener is the last one, so extensions and the transcript have seen the turn. pi doesn't poll after a failed or
   * aborted turn.
   */
  async atTurnEnd(event: AgentEvent, signal: AbortSignal): Promise<void> {
    if (event.type !== 'turn_end' || signal.aborted || this.stopping()) return;
    const { message } = event;
    if (message.role !== 'assistant' || message.stopReason === 'error' || message.stopReason === 'aborted')
      return;
    const prompt = this.host.takeSteering();
    if (prompt !== undefined) await this.deliver(prompt);
  }

  /** Withdraws the prompt that extensions still handle and pi doesn't have yet. */
  withdraw(): AdmittedPrompt[] {
    if (this.delivering === undefined || this.delivering.withdrawn) return [];
    this.delivering.withdrawn = true;
    return [this.delivering.prompt];
  }

  private async deliver(prompt: AdmittedPrompt): Promise<void> {
    const refused = imagesRefused(this.session, prompt);
    if (refused !== undefined) {
      this.host.steeringRefused(prompt.messageId, refused);
      return;
    }
    const delivery = { prompt, withdrawn: false };
    this.delivering = delivery;
    try {
      const result = await this.queue.submit(
        prompt,
        () => !delivery.withdrawn && !this.stopping(),
        () => this.session.steer(prompt.text, imagesFor(prompt), { source: 'interactive' }),
      );
      if (result === 'handled') this.handled(delivery);
      // Withdrawn after the extensions' handlers, but before pi polls its queue.
      else if (delivery.withdrawn) this.queue.retract(prompt);
    } catch (error) {
      if (!delivery.withdrawn) this.host.steeringRefused(prompt.messageId, refusalOf(error));
    } finally {
      this.delivering = undefined;
    }
  }

  private handled({
    prompt,
    withdrawn,
  }: {
    readonly prompt: AdmittedPrompt;
    readonly withdrawn: boolean;
  }): void {
    // The core takes back a prompt that a stop has kept from pi. Otherwise an extension has handled the prompt.
    if (!withdrawn && !this.stopping()) this.host.promptDelivered(prompt.messageId);
  }
}
