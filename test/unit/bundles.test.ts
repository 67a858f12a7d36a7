import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The files that went into one bundle, as the last build wrote them down. */
function inputsOf(bundle: string): string[] {
  const meta = JSON.parse(readFileSync(`dist/meta/${bundle}.json`, 'utf8')) as Metafile;
  return Object.keys(meta.inputs);
}

const from = (name: string) => (input: string) => input.includes(`node_modules/${name}/`);

describe('Bundles', () => {
  it('the panel bundle contains neither zod nor pi nor extension code', () => {
    const inputs = inputsOf('panel');
    assert.ok(inputs.includes('src/webview/main.ts'));
    assert.deepEqual(inputs.filter(from('zod')), []);
    assert.deepEqual(inputs.filter(from('@earendil-works')), []);
    assert.deepEqual(
      inputs.filter((input) => input.startsWith('src/extension/')),
      [],
    );
  });

  it('the bundle that activation loads does not contain pi', () => {
    const inputs = inputsOf('host');
    assert.ok(inputs.includes('src/extension/extension.ts'));
    assert.deepEqual(inputs.filter(from('@earendil-works')), []);
  });
});
