import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import {
  invariantProblems,
  manifestProblems,
  nameProblems,
  problems,
  testProblems,
  vocabularyProblems,
} from '../../scripts/docs-check.mjs';
import { diagramOf, withRecordings } from '../../scripts/docs-diagram.mjs';

const protocol = readFileSync('docs/protocol.md', 'utf8');

describe('Pages', () => {
  it('The pages match the code: names, paths, tests, tables, packages and diagrams', () => {
    assert.deepEqual(problems(), []);
  });

  it('The check finds files and symbols that don’t exist', () => {
    assert.deepEqual(
      nameProblems('`src/extension/core/thread/thread.ts#Thread.take` is in `src/protocol/ids.ts`'),
      [],
    );
    assert.equal(nameProblems('`src/extension/core/thread/thread.ts#Thread.steal`').length, 1);
    assert.equal(nameProblems('`src/extension/core/gone.ts`').length, 1);
  });

  it('The check finds tests that don’t exist', () => {
    const file = '`test/unit/documents.test.ts`';
    assert.deepEqual(testProblems(`- ${file}: Pages The check finds tests that don’t exist`), []);
    assert.equal(testProblems(`- ${file}: Pages The check approves of everything`).length, 1);
  });

  it('The check finds invariants without a definition or a test', () => {
    assert.equal(
      invariantProblems('# A flow\n\n## What always holds\n\n### Nothing is lost\n\nText is never lost.\n')
        .length,
      2,
    );
  });

  it('The check finds tables of the protocol with a missing, unknown or misplaced row', () => {
    assert.deepEqual(vocabularyProblems(protocol), []);
    assert.equal(vocabularyProblems(protocol.replace(/^\| `stop` .*\n/m, '')).length, 1);
    assert.equal(vocabularyProblems(protocol.replace('| `stop` |', '| `halt` |')).length, 1);
    assert.equal(
      vocabularyProblems(protocol.replace(/^(\| `prompt` .*\n)(\| `stop` .*\n)/m, '$2$1')).length,
      1,
    );
  });

  it('The check finds packages, scripts, commands and settings that no page mentions', () => {
    const contributes = {
      commands: [{ command: 'enso.fly', title: 'Fly', category: 'Enso' }],
      configuration: { properties: { 'enso.height': {} } },
    };
    const manifest = { scripts: { fly: '' }, devDependencies: { feathers: '1.0.0' }, contributes };
    assert.equal(manifestProblems(manifest, { readme: '', contributing: '' }).length, 4);
  });

  it('README mentions commands by their English titles in package.nls.json', () => {
    const contributes = {
      commands: [{ command: 'enso.fly', title: '%enso.fly%', category: 'Enso' }],
      configuration: { properties: {} },
    };
    const manifest = { scripts: {}, devDependencies: {}, contributes };
    const texts = { readme: '`Enso: Fly`', contributing: '' };
    assert.deepEqual(manifestProblems(manifest, texts, { 'enso.fly': 'Fly' }), []);
    assert.equal(manifestProblems(manifest, texts, { 'enso.fly': { message: 'Soar' } }).length, 1);
  });

  it('The check finds diagrams that differ from the trace', () => {
    const page = '<!-- recorded: test/stories/prompt.txt -->\nan old diagram\n<!-- end of recording -->';
    const { text, problems: found } = withRecordings(page);
    assert.deepEqual(found, []);
    assert.notEqual(text, page);
    assert.equal(withRecordings(text).text, text);
    assert.equal(withRecordings(page.replace('prompt.txt', 'gone.txt')).problems.length, 1);
  });
});

describe('Recorded diagrams', () => {
  it('A diagram has a lane for each participant, an arrow for each message and a note for each log line', () => {
    const trace = [
      'user → A: stops',
      'A → host: stop run 1',
      '  log: info stopped',
      'host → A: reply to stop: ok',
      '',
    ];
    assert.deepEqual(diagramOf(trace.join('\n')).split('\n  '), [
      'sequenceDiagram',
      'actor user',
      'participant A as panel A',
      'participant host as host (the core)',
      'user->>A: stops',
      'A->>host: stop run 1',
      'Note over host: info stopped',
      'host-->>A: reply to stop: ok',
    ]);
  });

  it('A diagram escapes characters that would end a statement of Mermaid', () => {
    assert.doesNotMatch(diagramOf('A → host: prompt "one; #2 <b>"'), /[;#]|<b>/);
  });
});
