import type { ThreadId } from '../../../protocol/ids';
import type { Toast } from '../../../protocol/frames';
import type { PromptBody } from '../../../protocol/item';
import type { RuntimeHost, RuntimeObservation } from '../ports/runtime';
import { promptDelivered, advance, runSettled, runStarted } from './run';
import type { Thread } from './thread';
import type { SlashCommand } from '../../../protocol/session';
import type { EditorCommand } from '../ports/panel';

/** The composer of the panel that was last in use on a thread. */
export interface ComposerAccess {
  text(threadId: ThreadId): string;
  set(threadId: ThreadId, text: string, replace: boolean): void;
  toast(threadId: ThreadId, toast: Toast): void;
}

/** The editor's own commands come before pi's, whatever pi has. */
function withOwnCommands(thread: Thread, observation: RuntimeObservation): RuntimeObservation {
  if (observation.type !== 'session-changed' || observation.patch.commands === undefined) return observation;
  const { commands } = thread.deps;
  const others = observation.patch.commands.filter(({ name }) => !commands.some((own) => own.name === name));
  return { ...observation, patch: { ...observation.patch, commands: [...listed(commands), ...others] } };
}

function startsCompacting(observation: RuntimeObservation): boolean {
  return observation.type === 'activity' && observation.activity?.kind === 'compacting';
}

/** What one build of a runtime may say to its thread. Once `current` is false nothing of it is heard. */
export function makeRuntimeHost(
  thread: Thread,
  composer: ComposerAccess,
  current: () => boolean,
): RuntimeHost {
  const heard = <T extends unknown[]>(run: (...args: T) => void) => {
    return (...args: T): void => {
      if (current()) run(...args);
    };
  };
  return {
    observe: heard((observation) => {
      // An extension's prompt may have pi compact before its run begins: it is work like any other, and can be stopped.
      if (startsCompacting(observation) && thread.lease === undefined) thread.take();
      thread.feed.publish(withOwnCommands(thread, observation));
      // An answer's first piece may come with its item.
      const begun = observation.type === 'item-added' && observation.item.kind === 'text';
      if (observation.type === 'text-delta' || (begun && observation.item.text !== '')) thread.firstDelta();
      // The end of a compaction outside of a run is told by its activity alone.
      if (observation.type === 'activity' && observation.activity === undefined) advance(thread);
    }),
    runStarted: heard(() => {
      runStarted(thread);
    }),
    runSettled: heard((ending) => {
      runSettled(thread, ending);
    }),
    promptDelivered: heard((messageId) => {
      promptDelivered(thread, messageId);
    }),
    takeSteering: () => {
      if (!current() || thread.stopping !== undefined) return undefined;
      // A command is no word for the model: it runs in its turn.
      const words = ({ text }: PromptBody) =>
        ['none', 'prompt'].includes(thread.slot.current?.promptKind(text) ?? 'none');
      const prompt = thread.queue.takeSteering(words);
      if (prompt !== undefined) thread.steering.set(prompt.messageId, prompt);
      return prompt;
    },
    steeringRefused: heard((messageId, refusal) => {
      const prompt = thread.steering.get(messageId);
      thread.steering.delete(messageId);
      if (prompt !== undefined) thread.reject(prompt, refusal);
    }),
    ask: (spec, options) =>
      current() ? thread.dialogs.ask(spec, options) : Promise.resolve({ outcome: 'disposed' }),
    composerText: () => composer.text(thread.id),
    setComposerText: heard((text, replace) => {
      composer.set(thread.id, text, replace);
    }),
    toast: heard((toast) => {
      composer.toast(thread.id, toast);
    }),
  };
}

/** The editor's own commands as panels list them: what runs them stays here. */
export function listed(commands: readonly EditorCommand[]): readonly SlashCommand[] {
  return commands.map(({ name, kind, description, hint }) => ({
    name,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(hint === undefined ? {} : { hint }),
  }));
}
