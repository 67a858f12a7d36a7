import type { Thread } from '../../../src/extension/core/thread/thread';
import type { PanelRequest } from '../../../src/protocol/requests';
import type { Panel } from '../../../src/webview/panel/panel';
import type { ChaosPanel } from './chaosPanel';
import type { ChaosWorld } from './chaosWorld';
import { pick } from './pick';
import { picture } from './picture';
import { questionStep } from './playQuestions';
import { runtimeStep } from './playRuntime';
import type { Step } from './steps';

const joined = (first: string, second: string): string => (first === '' ? second : `${first}\n\n${second}`);

/** Takes the steps of a story one by one. Each says in one line what it did, or nothing when it was not possible. */
export class Player {
  private words = 0;
  private pictures = 0;
  private owed = 0;

  constructor(private readonly world: ChaosWorld) {}

  take(step: Step): string | undefined {
    return this.person(step) ?? runtimeStep(this.world, step) ?? this.surroundings(step);
  }

  /** Time that is to pass now, in milliseconds. */
  takeTime(): number {
    const { owed } = this;
    this.owed = 0;
    return owed;
  }

  private person(step: Step): string | undefined {
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
        return `${sent}, and ${this.send(panel, page, 'zqsame', steer)} at once`;
      }
      case 'picture': {
        const number = ++this.pictures;
        const data = picture(number);
        page.draft.attach([{ mimeType: 'image/png', data }]);
        world.typed.add({ text: '', images: [{ mimeType: 'image/png', data }] });
        if (step.how % 2 === 0) return `${name} attaches picture ${String(number)}`;
        page.send('enqueue');
        return `${name} sends picture ${String(number)} with what is typed`;
      }
      case 'command': {
        const command = world.commands[(step.which + 6 * step.how) % world.commands.length] ?? '';
        return this.send(panel, page, `${command} ${this.word()}`, steer);
      }
      case 'self': {
        // An extension speaks, and a person does before it is heard.
        const spoken = this.send(panel, page, `/self ${this.word()}`, false);
        return `${spoken}, and at once ${this.send(panel, page, this.word(), steer)}`;
      }
      case 'blank':
        page.ask(promptRequest(page, ' \n', `${name}-blank-${String(step.how)}`));
        return `${name} asks for a blank prompt`;
      case 'type': {
        const word = this.word();
        page.draft.type(joined(page.draft.text, word));
        world.typed.add({ text: word, images: [] });
        return `${name} types '${word}'`;
      }
      case 'stop':
        void page.stop();
        return `${name} presses stop`;
      case 'stop-early':
        page.onThread((threadId) => ({ type: 'stop', threadId }));
        return `${name} stops whatever runs`;
      case 'stop-stale':
        page.onThread((threadId) => ({ type: 'stop', threadId, generation: step.which }));
        return `${name} stops run ${String(step.which)}`;
      case 'let-go':
        page.stopAnyway();
        return `${name} lets the run go`;
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
        const taken = (['retry', 'compact', 'send-queued'] as const)[step.how % 3] ?? 'retry';
        page.nextStep(taken);
        return `${name} takes the step '${taken}' that a notice offers`;
      }
      case 'focus':
        page.link.tell({ type: 'focused' });
        return `${name} is in use`;
      case 'follow': {
        const threadId = pick(world.threadIds, step.which);
        if (threadId === undefined) return undefined;
        page.follow(threadId);
        return `${name} follows thread ${String(world.threadIds.indexOf(threadId) + 1)}`;
      }
      case 'new-thread':
        if (world.threadIds.length >= 3) return undefined;
        page.ask({ type: 'new-thread' });
        return `${name} asks for a new thread`;
      default:
        return undefined;
    }
  }

  private queue(step: Step, name: string, page: Panel): string | undefined {
    const items = page.store.state?.queue ?? [];
    const item = pick(items, step.which);
    const messageId = item?.messageId ?? 'gone';
    const row = `row '${item?.text ?? 'that is gone'}'`;
    const ask = (request: (threadId: string) => PanelRequest): void => {
      page.onThread(request);
    };
    switch (step.kind) {
      case 'edit': {
        const text = step.how === 5 ? `/nope ${this.word()}` : this.word();
        ask((threadId) => ({ type: 'edit-queued', threadId, messageId, text }));
        return `${name} makes ${row} '${text}'`;
      }
      case 'remove':
        ask((threadId) => ({ type: 'remove-queued', threadId, messageId }));
        return `${name} removes ${row}`;
      case 'move':
        ask((threadId) => ({ type: 'move-queued', threadId, messageId, by: step.how % 2 === 0 ? 1 : -1 }));
        return `${name} moves ${row} ${step.how % 2 === 0 ? 'down' : 'up'}`;
      case 'send-now':
        ask((threadId) => ({ type: 'send-queued-now', threadId, messageId }));
        return `${name} sends ${row} now`;
      default:
        ask((threadId) => ({ type: 'resume-queue', threadId }));
        return `${name} resumes the queue`;
    }
  }

  private surroundings(step: Step): string | undefined {
    const { world } = this;
    if (step.kind === 'frame') {
      world.clock.advance(16);
      return 'a frame passes';
    }
    if (step.kind === 'wait') {
      const ms = [100, 300, 600, 1_100, 2_000, 5_100, 6_000, 11_000][step.how] ?? 0;
      const slow = world.open.filter((panel) => !panel.outlasts(ms));
      for (const panel of slow) panel.beFast();
      if (slow.length > 0) return 'what was slow arrives';
      this.owed += ms;
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
    // Nobody is quicker than a page that comes up.
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
      return 'a command lets the run go';
    }
    const stop = (): unknown => thread.stop(undefined, { panelId: undefined, name: 'a command' });
    stop();
    if (step.how === 1) stop();
    return `a command stops the thread${step.how === 1 ? ' twice' : ''}`;
  }

  private send(panel: ChaosPanel, page: Panel, text: string, steer: boolean): string {
    page.draft.type(joined(page.draft.text, text));
    this.world.typed.add({ text, images: [] });
    const all = page.draft.text;
    page.send(steer ? 'steer' : 'enqueue');
    return `${panel.name} sends '${all.replaceAll('\n', ' ')}'${steer ? ' (steer)' : ''}`;
  }

  private word(): string {
    this.words += 1;
    return `zq${String(this.words)}`;
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
      return 'is hidden, and its page lives on';
    case 'show':
      if (panel.visible) return undefined;
      panel.show();
      return 'is shown';
    case 'reload':
      if (!panel.visible) return undefined;
      panel.reload(step.which, step.how);
      return `is reloaded: ${String(step.which)} messages still reach the host`;
    case 'slow':
      if (panel.slow) return undefined;
      panel.slowSince = panel.now;
      return 'is slow: nothing arrives by itself';
    case 'arrive':
      if (!panel.slow || panel.onTheWay === 0) return undefined;
      panel.arrive(step.which + 1);
      return `hears and is heard, up to ${String(step.which + 1)} messages`;
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
