import type { InlineExtension } from '@earendil-works/pi-coding-agent';

/**
 * Enso's own extension in each session. pi puts inline extensions behind all others, so that this one has the last word
 * on what is typed.
 * @param input called when every other extension has seen a person's prompt; false keeps it from pi
 * @param changed called when another model was chosen, by whomever
 */
export function enclosure(input: () => boolean, changed: () => void): InlineExtension {
  return {
    name: 'enso',
    hidden: true,
    factory: (pi) => {
      pi.on('model_select', changed);
      pi.on('input', ({ source }) => ({
        action: source === 'extension' || input() ? 'continue' : 'handled',
      }));
    },
  };
}
