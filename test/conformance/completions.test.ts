import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { TestPanel } from '../fixtures/core/world';
import { ConformanceWorld } from '../fixtures/conformance/conformanceWorld';

describe('Completions of extensions', () => {
  let world: ConformanceWorld;
  const path = process.env['PATH'] ?? '';
  beforeEach(() => {
    world = new ConformanceWorld();
  });
  afterEach(async () => {
    process.env['PATH'] = path;
    await world.close();
  });

  /** Types as a user does, with the caret at the end, and waits for suggestions. */
  async function offered(panel: TestPanel, text: string): Promise<readonly string[]> {
    const { completions, draft } = panel.panel;
    draft.type(text);
    completions.textChanged(text, text.length);
    await world.until(`suggestions for ${text}`, () => completions.rows.length > 0 && !completions.stale);
    return completions.rows.map(({ label, about }) => `${label} ${about ?? ''}`.trim());
  }

  it('pi’s example github-issue-autocomplete completes issues by number and by title', async () => {
    const issues = [
      { number: 2983, title: 'Completions for extensions', state: 'OPEN' },
      { number: 2753, title: 'Reload stale settings', state: 'OPEN' },
    ];
    const bin = join(world.pi.root, 'bin');
    world.pi.write('bin/gh', `#!/bin/sh\ncat <<'END'\n${JSON.stringify(issues)}\nEND\n`);
    chmodSync(join(bin, 'gh'), 0o755);
    process.env['PATH'] = `${bin}:${path}`;
    const git = (...args: string[]) => execFileSync('git', args, { cwd: world.pi.folder });
    git('init', '-q');
    git('remote', 'add', 'origin', 'https://github.com/acme/tool.git');
    world.install('github-issue-autocomplete.ts');
    const panel = await world.panel();
    world.pi.model.answer({ say: 'hello' });
    await panel.send('hello');
    await world.idle(panel);
    await world.until('the triggers', () => panel.shown.session.completionTriggers !== undefined);
    assert.deepEqual(await offered(panel, 'see #'), [
      '#2983 [open] Completions for extensions',
      '#2753 [open] Reload stale settings',
    ]);
    assert.deepEqual(await offered(panel, 'see #rel'), ['#2753 [open] Reload stale settings']);
    const taken = panel.panel.completions.takeRow(0);
    await world.until('the text', () => panel.panel.completions.rows.length === 0);
    assert.deepEqual(await taken, { text: 'see #2753', caret: 9 });
  });

  it('a command completes its arguments without a provider', async () => {
    world.pi.extension(
      'deploy',
      `pi.registerCommand('deploy', { handler: async () => undefined,
         getArgumentCompletions: (typed: string) => ['dev', 'prod'].filter((name) => name.startsWith(typed)).map((value) => ({ value, label: value })) });`,
    );
    const panel = await world.panel();
    await panel.send('/deploy dev');
    await world.until('the commands', () =>
      panel.shown.session.commands.some(({ completes }) => completes === true),
    );
    assert.deepEqual(await offered(panel, '/deploy '), ['dev', 'prod']);
    assert.deepEqual(await offered(panel, '/deploy p'), ['prod']);
  });

  it('a failing provider is named once, and the other providers still complete', async () => {
    world.pi.extension(
      'wrong',
      `pi.on('session_start', (_e: any, ctx: any) => {
         ctx.ui.addAutocompleteProvider((current: any) => ({
           getSuggestions: async () => ({ prefix: '#', items: [{ value: '#1', label: '#1' }] }), applyCompletion: (...given: any[]) => current.applyCompletion(...given) }));
         ctx.ui.addAutocompleteProvider(() => ({ getSuggestions: () => { throw new Error('no'); }, applyCompletion: () => ({}) }));
         ctx.ui.addAutocompleteProvider(() => ({ getSuggestions: async () => 7, applyCompletion: () => undefined }));
       });`,
    );
    const panel = await world.panel();
    world.pi.model.answer({ say: 'hello' });
    await panel.send('hello');
    await world.idle(panel);
    await world.until('the triggers', () => panel.shown.session.completionTriggers !== undefined);
    assert.deepEqual(await offered(panel, '#'), ['#1']);
    assert.deepEqual(await offered(panel, '#1'), ['#1']);
    const told = panel.transcript.filter((line) => line.startsWith('notice'));
    assert.deepEqual(told, ['notice: Completions from wrong are invalid.']);
    assert.equal(panel.panel.draft.text, '#1');
  });

  it('a reload removes the completions and everything else that a removed extension has shown', async () => {
    world.pi.extension(
      'gone',
      `pi.on('session_start', (_e: any, ctx: any) => {
         ctx.ui.setStatus('s', 'status'); ctx.ui.setWidget('w', ['widget']); ctx.ui.setTitle('Title'); ctx.ui.setWorkingMessage('busy');
         ctx.ui.setWorkingVisible(false); ctx.ui.setHiddenThinkingLabel('Label'); ctx.ui.addAutocompleteProvider((current: any) => current);
       });`,
    );
    const panel = await world.panel();
    world.pi.model.answer({ say: 'hello' });
    await panel.send('hello');
    await world.idle(panel);
    await world.until(
      'all of it',
      () => panel.shown.session.completionTriggers !== undefined && panel.shown.statuses['s'] !== undefined,
    );
    world.pi.extension('gone', '');
    await panel.send('/reload');
    await world.until('none of it', () => panel.shown.session.completionTriggers === undefined);
    await world.idle(panel);
    const { statuses, widgets, workingMessage, session } = panel.shown;
    assert.deepEqual([statuses, widgets, workingMessage], [{}, {}, undefined]);
    assert.deepEqual([session.heading, session.workingShown, session.thinkingLabel], ['', true, undefined]);
  });

  it('a reload does not duplicate the completions of an extension', async () => {
    world.pi.extension(
      'hash',
      `let loads = 0;
       pi.on('session_start', (_e: any, ctx: any) => ctx.ui.addAutocompleteProvider((current: any) => ({
         getSuggestions: async (...given: any[]) => {
           const below = await current.getSuggestions(...given);
           return { prefix: '#', items: [...(below?.items ?? []), { value: '#1', label: '#1' }] };
         },
         applyCompletion: (...given: any[]) => current.applyCompletion(...given),
       })));`,
    );
    const panel = await world.panel();
    await panel.send('/reload');
    await world.until('the command', () => panel.transcript.some((line) => line.includes('/reload')));
    await world.idle(panel);
    await world.until('the triggers', () => panel.shown.session.completionTriggers !== undefined);
    assert.deepEqual(await offered(panel, '#'), ['#1']);
  });
});
