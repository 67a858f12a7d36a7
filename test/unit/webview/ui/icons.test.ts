import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iconNames } from '../../../../src/webview/ui/icons';

const sources = readdirSync('src/webview', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('icons.ts'))
  .map((name) => readFileSync(join('src/webview', name), 'utf8'));

describe('icons.ts', () => {
  it('Every icon that a class names is in the set that the build takes from codicons', () => {
    const named = sources.flatMap((text) =>
      [...text.matchAll(/codicon-([a-z][a-z-]*)/g)].map(([, name]) => name),
    );
    const known: readonly (string | undefined)[] = iconNames;
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    );
  });

  it('Every icon of the set is used by a source of the panel', () => {
    const unused = iconNames.filter(
      (name) => !sources.some((text) => text.includes(`'${name}'`) || text.includes(`codicon-${name}`)),
    );
    assert.deepEqual(unused, []);
  });

  it('Every icon of the set is an icon of codicons', () => {
    const style = readFileSync('node_modules/@vscode/codicons/dist/codicon.css', 'utf8');
    assert.deepEqual(
      iconNames.filter((name) => !style.includes(`.codicon-${name}:before`)),
      [],
    );
  });
});
