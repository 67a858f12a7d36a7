import { strict as assert } from 'node:assert';
import { uiMembers, withMembers } from '../../scripts/docs-extensions.mjs';
import { PiWorld } from '../fixtures/pi/piWorld';

describe('Members of ctx.ui', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('ctx.ui has every member of pi’s interface and the member questionnaire', async () => {
    world.extension(
      'looker',
      `pi.registerCommand('go', { handler: async (_a: string, ctx: any) => {
         (globalThis as any).ensoMembers = Object.keys(ctx.ui).filter((name) => ctx.ui[name] !== undefined);
       } });`,
    );
    const thread = await world.open();
    thread.send('/go');
    await thread.host.called('m1 handled');
    const { ensoMembers } = globalThis as unknown as { readonly ensoMembers: readonly string[] };
    assert.deepEqual([...ensoMembers].sort(), [...uiMembers(), 'questionnaire'].sort());
  });

  it('members of ctx.ui that Enso can’t show behave as in pi’s RPC mode', async () => {
    world.extension(
      'caller',
      `pi.registerCommand('go', { handler: async (_a: string, ctx: any) => {
         const { ui } = ctx;
         ctx.ui.notify(JSON.stringify([
           (await ui.custom(() => ({}))) ?? null, typeof ui.onTerminalInput(() => undefined), ui.setFooter(() => ({})) ?? null, ui.setHeader(() => ({})) ?? null,
           ui.setEditorComponent(() => ({})) ?? null, ui.getEditorComponent() ?? null, ui.addAutocompleteProvider((p: any) => p) ?? null,
           ui.getAllThemes(), ui.getTheme('dark') ?? null, ui.setTheme('dark').success, ui.getToolsExpanded(), ui.setToolsExpanded(true) ?? null,
           ui.theme.fg('accent', ui.theme.bold('text')),
         ]));
       } });`,
    );
    const thread = await world.open();
    thread.send('/go');
    await thread.host.called('m1 handled');
    const got = [
      null,
      'function',
      null,
      null,
      null,
      null,
      null,
      [],
      null,
      false,
      false,
      null,
      '\u001b[34m\u001b[1mtext\u001b[22m\u001b[39m',
    ];
    assert.deepEqual(thread.host.toasts, [`info: ${JSON.stringify(got)}`]);
    const wishes = thread.host.items.flatMap((item) => (item.kind === 'notice' ? [item.text] : []));
    assert.equal(wishes.length, 5);
    assert.ok(wishes.every((text) => text.includes('only works in a terminal')));
  });

  it('the check of the page finds a table that differs from pi’s interface', () => {
    const page = 'x\n<!-- generated: ctx.ui -->\n<!-- end of generated -->\ny\n';
    const { text, problems } = withMembers(page);
    assert.deepEqual(problems, []);
    assert.equal(withMembers(text).text, text);
    assert.notEqual(
      withMembers(text.replace('| `notify` |', '| `shout` |')).text,
      text.replace('| `notify` |', '| `shout` |'),
    );
    assert.equal(withMembers('no place').problems.length, 1);
  });
});
