import { signalSource } from './signals';

/**
 * An extension that asks when a test gives the signal, for example after the view is hidden. One question ends before a
 * user can answer.
 */
const later = `${signalSource}
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
export default function (pi) {
  const record = (ctx, name, answer) =>
    appendFileSync(join(ctx.cwd, 'answers.txt'), name + ' ' + (JSON.stringify(answer) ?? 'undefined') + '\\n');
  const soon = (name, ask) =>
    pi.registerCommand(name, {
      description: 'Asks when it has its signal',
      handler: (_args, ctx) => {
        void signal(ctx.cwd, name).then(async () => record(ctx, name, await ask(ctx.ui)));
      },
    });
  soon('soon', (ui) => ui.select('Which fruit?', ['Apple', 'Pear']));
  soon('never', (ui) => ui.confirm('Sure?', '', { signal: AbortSignal.abort() }));
  pi.on('tool_call', async (event, ctx) => {
    if (!String(event.input.command).includes('guarded')) return undefined;
    await signal(ctx.cwd, 'guard');
    return (await ctx.ui.confirm('May I?', '')) ? undefined : { block: true, reason: 'Not this one.' };
  });
  pi.on('session_start', async (_event, ctx) => {
    if (!existsSync(join(ctx.cwd, 'ask-at-start'))) return;
    record(ctx, 'begin', await ctx.ui.confirm('Begin?', 'Asked before all else.'));
  });
}
`;

/** An extension with a hook that never returns after the command `/stick`. */
const stuck = `
let stuck = false;
export default function (pi) {
  pi.on('context', async () => { if (stuck) await new Promise(() => {}); });
  pi.registerCommand('stick', { description: 'Hold the next run', handler: async () => { stuck = true; } });
  pi.registerCommand('unstick', { description: 'Hold no run', handler: async () => { stuck = false; } });
}
`;

/** An extension that completes the numbers of three issues and the argument of a command. */
const issues = `
export default function (pi) {
  const all = [['#12', 'Follow test is flaky'], ['#123', 'Colours in status'], ['#7', 'An old one']];
  pi.on('session_start', (_event, ctx) => {
    ctx.ui.addAutocompleteProvider((current) => ({
      async getSuggestions(lines, line, col, options) {
        const typed = /(?:^|\\s)(#\\d*)$/.exec(lines[line].slice(0, col));
        if (!typed) return current.getSuggestions(lines, line, col, options);
        const items = all.filter(([number]) => number.startsWith(typed[1]));
        return { prefix: typed[1], items: items.map(([value, description]) => ({ value, label: value, description })) };
      },
      applyCompletion: (...given) => current.applyCompletion(...given),
    }));
  });
  pi.registerCommand('deploy', {
    description: 'Deploys',
    getArgumentCompletions: (typed) => ['dev', 'prod'].filter((name) => name.startsWith(typed)).map((value) => ({ value, label: value })),
    handler: async (args, ctx) => ctx.ui.notify('Deployed to ' + args),
  });
}
`;

/** Extensions of pi in the user's home, by path. */
export const piExtensions = {
  '.pi/agent/extensions/later.ts': later,
  '.pi/agent/extensions/stuck.ts': stuck,
  '.pi/agent/extensions/issues.ts': issues,
};
