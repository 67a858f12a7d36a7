import type { Thread } from '../../../src/extension/core/thread/thread';
import type { PanelRequest } from '../../../src/protocol/requests';
import type { Panel } from '../../../src/webview/panel/panel';
import type { ChaosPanel } from './chaosPanel';
import type { ChaosWorld } from './chaosWorld';
import { pick } from './pick';
import { testImage } from './testImage';
import { questionStep } from './playQuestions';
import { runtimeStep } from './playRuntime';
import type { Step } from './steps';

const joined = (first: string, second: string): string => (first === '' ? second : `${first}\n\n${second}`);

/** Plays the steps of a story. Each returns one line for the trace, or undefined if it isn't possible. */
export class Player {
  private wordCount = 0;
  private imageCount = 0;
  private pendingMs = 0;

  constructor(private readonly world: ChaosWorld) {}

  take(step: Step): string | undefined {
    return this.userStep(step) ?? runtimeStep(this.world, step) ?? this.environmentStep(step);
  }

  /** Returns the milliseconds that pass before the next step, and resets them. */
  takeTime(): number {
    const { pendingMs } = this;
    this.pendingMs = 0;
    return pendingMs;
  }

  private userStep(step: Step): string | undefined {
    const { world } = this;
    const panel = pick(world.open, step.who);
    const page = panel?.live;
    if (panel === undefined || page === undefined) return undefined;
    const { name } = panel;
    const steer = step.how % 3 === 1;
    switch (step.kind) {
      case 'prompt':
        return this.send(panel, page, this.word(), steer);
      case 'steer':
        return this.send(panel, page, this.word(), true);
      case 'same': {
        const sent = this.send(panel, page, 'zqsame', steer);
        if (step.how < 5) return sent;
        return `${sent}, and at once ${this.send(panel, page, 'zqsame', steer)}`;
      }
      case 'image': {
        const number = ++this.imageCount;
        const data = testImage(number);
        page.draft.attach([{ mimeType: 'image/png', data }]);
        world.typedTexts.add({ text: '', images: [{ mimeType: 'image/png', data }] });
        if (step.how % 2 === 0) return `${name} attaches image ${String(number)}`;
        page.send('enqueue');
        return `${name} sends image ${String(number)} with the draft`;
      }
      case 'command': {
        const command = world.commands[(step.which + 6 * step.how) % world.commands.length] ?? '';
        return this.send(panel, page, `${command} ${this.word()}`, steer);
      }
      case 'self': {
        // The user sends a prompt before the prompt of the extension arrives.
        const sent = this.send(panel, page, `/self ${this.word()}`, false);
        return `${sent}, and at once ${this.send(panel, page, this.word(), steer)}`;
      }
      case 'blank':
        page.ask(promptRequest(page, ' \n', `${name}-blank-${String(step.how)}`));
        return `${name} sends a blank prompt`;
      case 'type': {
        const word = this.word();
        page.draft.type(joined(page.draft.text, word));
        world.typedTexts.add({ text: word, images: [] });
        return `${name} types '${word}'`;
      }
      case 'stop':
        void page.stop();
        return `${name} stops the run`;
      case 'stop-early':
        page.onThread((threadId) => ({ type: 'stop', threadId }));
        return `${name} stops any run`;
      case 'stop-stale':
        page.onThread((threadId) => ({ type: 'stop', threadId, generation: step.which }));
        return `${name} stops run ${String(step.which)}`;
      case 'abandon':
        page.stopAnyway();
        return `${name} abandons the run`;
      case 'edit':
      case 'remove':
      case 'move':
      case 'send-now':
      case 'resume':
        return this.queue(step, name, page);
      case 'answer':
      case 'answer-wrong':
      case 'answer-late':
      case 'answer-twice':
      case 'cancel':
      case 'native':
        return questionStep(world, step, panel, page);
      case 'next-step': {
        const nextStep = (['retry', 'compact', 'send-queued'] as const)[step.how % 3] ?? 'retry';
        page.nextStep(nextStep);
        return `${name} takes the next step '${nextStep}' of a notice`;
      }
      case 'focus':
        page.link.tell({ type: 'focused' });
        return `${name} gets the focus`;
      case 'follow': {
        const threadId = pick(world.threadIds, step.which);
        if (threadId === undefined) return undefined;
        page.follow(threadId);
        return `${name} follows thread ${String(world.threadIds.indexOf(threadId) + 1)}`;
      }
      case 'new-thread':
        if (world.threadIds.length >= 3) return undefined;
        page.ask({ type: 'new-thread' });
        return `${name} opens a new thread`;
      default:
        return undefined;
    }
  }

  private queue(step: Step, name: string, page: Panel): string | undefined {
    const items = page.store.state?.queue ?? [];
    const item = pick(items, step.which);
    const messageId = item?.messageId ?? 'gone';
    const row = `row '${item?.text ?? 'that was removed'}'`;
    const post = (request: (threadId: string) => PanelRequest): void => {
      page.onThread(request);
    };
    switch (step.kind) {
      case 'edit': {
        const text = step.how === 5 ? `/nope ${this.word()}` : this.word();
        post((threadId) => ({ type: 'edit-queued', threadId, messageId, text }));
        return `${name} edits ${row} to '${text}'`;
      }
      case 'remove':
        post((threadId) => ({ type: 'remove-queued', threadId, messageId }));
        return `${name} removes ${row}`;
      case 'move':
        post((threadId) => ({ type: 'move-queued', threadId, messageId, by: step.how % 2 === 0 ? 1 : -1 }));
        return `${name} moves ${row} ${step.how % 2 === 0 ? 'down' : 'up'}`;
      case 'send-now':
        post((threadId) => ({ type: 'send-queued-now', threadId, messageId }));
        return `${name} sends ${row} now`;
      default:
        post((threadId) => ({ type: 'resume-queue', threadId }));
        return `${name} resumes the queue`;
    }
  }

  private environmentStep(step: Step): string | undefined {
    const { world } = this;
    if (step.kind === 'frame') {
      world.clock.advance(16);
      return 'a frame passes';
    }
    if (step.kind === 'wait') {
      const ms = [100, 300, 600, 1_100, 2_000, 5_100, 6_000, 11_000][step.how] ?? 0;
      const slow = world.open.filter((panel) => !panel.maySlow(ms));
      for (const panel of slow) panel.beFast();
      if (slow.length > 0) return 'slow messages arrive';
      this.pendingMs += ms;
      return `${String(ms)} ms pass`;
    }
    if (step.kind === 'open') {
      if (world.open.length >= 4 || world.panels.length >= 8) return undefined;
      return `${world.addPanel().name} opens`;
    }
    if (step.kind === 'stop-command') {
      const thread = pick(world.registry.open, step.who);
      if (thread === undefined) return undefined;
      return this.command(step, thread);
    }
    const panel = pick(world.open, step.who);
    if (panel === undefined) return undefined;
    // A user can't close a panel before its page has loaded.
    if (step.kind === 'close' && panel.live !== undefined && panel.live.store.state === undefined)
      return undefined;
    if (step.kind === 'close') {
      world.close(panel);
      return `${panel.name} is closed`;
    }
    const did = panelStep(step, panel);
    return did === undefined ? undefined : `${panel.name} ${did}`;
  }

  private command(step: Step, thread: Thread): string {
    if (step.how === 0 && thread.state.stop !== undefined) {
      thread.abandon(thread.state.stop.generation);
      return 'a command abandons the run';
    }
    const stop = (): unknown => thread.stop(undefined, { panelId: undefined, name: 'a command' });
    stop();
    if (step.how === 1) stop();
    return `a command stops the thread${step.how === 1 ? ' twice' : ''}`;
  }

  private send(panel: ChaosPanel, page: Panel, text: string, steer: boolean): string {
    page.draft.type(joined(page.draft.text, text));
    this.world.typedTexts.add({ text, images: [] });
    const all = page.draft.text;
    page.send(steer ? 'steer' : 'enqueue');
    return `${panel.name} sends '${all.replaceAll('\n', ' ')}'${steer ? ' (steer)' : ''}`;
  }

  private word(): string {
    this.wordCount += 1;
    return `zq${String(this.wordCount)}`;
  }
}

function panelStep(step: Step, panel: ChaosPanel): string | undefined {
  switch (step.kind) {
    case 'hide':
      if (!panel.visible) return undefined;
      panel.hide();
      return 'is hidden, and its page ends';
    case 'cover':
      if (!panel.visible) return undefined;
      panel.cover();
      return 'is hidden, and its page stays';
    case 'show':
      if (panel.visible) return undefined;
      panel.show();
      return 'is shown';
    case 'reload':
      if (!panel.visible) return undefined;
      panel.reload(step.which, step.how);
      return `is reloaded; up to ${String(step.which)} messages still reach the host`;
    case 'slow':
      if (panel.slow) return undefined;
      panel.slowSince = panel.now;
      return 'is slow';
    case 'arrive':
      if (!panel.slow || panel.inFlight === 0) return undefined;
      panel.arrive(step.which + 1);
      return `receives and sends up to ${String(step.which + 1)} messages`;
    case 'fast':
      if (!panel.slow) return undefined;
      panel.beFast();
      return 'is fast again';
    default:
      return undefined;
  }
}

function promptRequest(page: Panel, text: string, key: string): PanelRequest {
  return {
    type: 'prompt',
    threadId: page.store.threadId ?? 'none',
    key,
    text,
    images: [],
    delivery: 'enqueue',
  };
}
