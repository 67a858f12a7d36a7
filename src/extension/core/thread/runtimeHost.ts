import type { SlashCommand } from '../../../protocol/session';
import type { EditorCommand } from '../ports/panel';
import type { AdmittedPrompt, RuntimeHost, RuntimeObservation } from '../ports/runtime';
import type { ThreadParts } from './threadParts';

/**
 * Returns the host of one runtime.
 *
 * @param current returns whether the runtime is still the thread's
 * @param textCame called when text of the model arrives
 */
export function makeRuntimeHost(
  thread: ThreadParts,
  current: () => boolean,
  textCame: () => void,
): RuntimeHost {
  const { composer } = thread.deps;
  const heard = <T extends unknown[]>(run: (...args: T) => void) => {
    return (...args: T): void => {
      if (current()) run(...args);
    };
  };
  return {
    observe: heard((observation) => {
      if (observation.type === 'activity' && observation.activity?.kind === 'compacting')
        thread.dispatch({ on: 'compacting' });
      // A late activity would stay on an idle thread.
      if (observation.type === 'activity' && observation.activity !== undefined && !thread.state.busy) return;
      thread.feed.publish(withEditorCommands(thread, observation));
      if (isText(observation)) textCame();
      if (observation.type === 'activity' && observation.activity === undefined)
        thread.dispatch({ on: 'activity-ended' });
    }),
    runStarted: heard(() => {
      thread.dispatch({ on: 'run-started' });
    }),
    runSettled: heard(({ aborted, failed }) => {
      thread.dispatch({ on: 'run-settled', aborted, failed });
    }),
    promptDelivered: heard((messageId) => {
      thread.dispatch({ on: 'delivered', messageId });
    }),
    takeSteering: () => (current() ? takeSteering(thread) : undefined),
    steeringRefused: heard((messageId, refusal) => {
      thread.dispatch({ on: 'steering-refused', messageId, refusal });
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

/** Returns the first steering prompt that goes to the model. Commands run at their turn instead. */
function takeSteering(thread: ThreadParts): AdmittedPrompt | undefined {
  const words = thread.state.queue.prompts.find(
    ({ delivery, text }) =>
      delivery === 'steer' && ['none', 'prompt'].includes(thread.slot.current?.promptKind(text) ?? 'none'),
  );
  if (words === undefined) return undefined;
  thread.dispatch({ on: 'turn-end', messageId: words.messageId });
  return thread.state.steering.find(({ messageId }) => messageId === words.messageId);
}

/** Returns the editor's commands in the form of panels. */
export function listed(commands: readonly EditorCommand[]): readonly SlashCommand[] {
  return commands.map(({ name, kind, description, hint }) => ({
    name,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(hint === undefined ? {} : { hint }),
  }));
}

/** Adds the editor's commands to the session's. They replace pi's commands of the same name. */
function withEditorCommands(thread: ThreadParts, observation: RuntimeObservation): RuntimeObservation {
  if (observation.type !== 'session-changed' || observation.patch.commands === undefined) return observation;
  const { commands } = thread.deps;
  const others = observation.patch.commands.filter(({ name }) => !commands.some((own) => own.name === name));
  return { ...observation, patch: { ...observation.patch, commands: [...listed(commands), ...others] } };
}

/** Returns true for text of an answer, which may come with the item itself. */
function isText(observation: RuntimeObservation): boolean {
  if (observation.type === 'text-delta') return true;
  return (
    observation.type === 'item-added' && observation.item.kind === 'text' && observation.item.text !== ''
  );
}
