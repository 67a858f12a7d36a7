import { signalSource } from './signals';

/**
 * An extension of pi whose commands ask. Each answer is a line of `answers.txt` in the workspace: the command's name
 * and the answer as JSON. The test's signal `withdraw` withdraws a question.
 */
export const askers = {
  '.pi/agent/extensions/askers.ts': `${signalSource}
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export const odd = [
  'plain',
  '',
  'twice',
  'twice',
  'two\\nlines',
  '<b>bold</b> [link](command:enso.stop) \`code\`',
  '$(trash) icon',
  'long ' + Array.from({ length: 66 }, (_, index) => 'w' + String(index).padStart(3, '0')).join(' ') + ' end',
];
const many = [...odd, ...Array.from({ length: 60 - odd.length }, (_, index) => 'option ' + (index + odd.length + 1))];

export default function (pi) {
  const asks = (name, ask) =>
    pi.registerCommand(name, {
      description: 'Asks',
      handler: async (args, ctx) => {
        const answer = await ask(ctx.ui, args.trim(), ctx.cwd);
        appendFileSync(join(ctx.cwd, 'answers.txt'), name + ' ' + (JSON.stringify(answer) ?? 'undefined') + '\\n');
      },
    });
  const kinds = {
    select: (ui, options) => ui.select('Pick in time', ['one', 'two'], options),
    confirm: (ui, options) => ui.confirm('Sure in time?', 'Nothing happens.', options),
    input: (ui, options) => ui.input('Word in time', 'a word', options),
  };
  asks('letter', (ui) => ui.editor('Write a letter', 'Dear pi,\\n'));
  asks('word', (ui) => ui.input('Which word?', 'a word'));
  asks('fruit', (ui) => ui.select('Which fruit?', ['Apple', 'Pear', '[Plum](command:enso.stop) $(trash)']));
  asks('sure', (ui) => ui.confirm('Quite sure?', 'Nothing happens either way.'));
  asks('many', (ui) => ui.select('Which of them?', many));
  const marked = (ui) => ui.select(ui.theme.bold('Which colour?'), [ui.theme.fg('error', 'red'), 'green']);
  asks('marked', marked);
  asks('both', (ui) => Promise.all([ui.confirm('First?', ''), ui.input('Second?', '')]));
  asks('timed', (ui, kind) => kinds[kind](ui, { timeout: 6000 }));
  asks('withdrawn', (ui, kind, folder) => {
    const withdrawal = new AbortController();
    void signal(folder, 'withdraw').then(() => withdrawal.abort());
    return kinds[kind](ui, { signal: withdrawal.signal });
  });
}
`,
};
