import { strict as assert } from 'node:assert';
import { commands, extensions } from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

const enso = () => {
  const found = extensions.getExtension('enso.enso');
  assert.ok(found, 'VS Code knows the extension');
  return found;
};

describe('Enso in its extension host', () => {
  it('Enso activates', async () => {
    await enso().activate();
    assert.equal(enso().isActive, true);
  });

  it('Enso registers every command of its manifest', async () => {
    await enso().activate();
    const registered = new Set(await commands.getCommands(true));
    const manifest = enso().packageJSON as Manifest;
    const missing = manifest.contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
