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

describe('The pages', () => {
  it('say what the code does: names, paths, tests, words, packages and recordings', () => {
    assert.deepEqual(problems(), []);
  });

  it('are caught when they name a file or a symbol that isn’t there', () => {
    assert.deepEqual(
      nameProblems('`src/extension/core/thread/thread.ts#Thread.take` is in `src/protocol/ids.ts`'),
      [],
    );
    assert.equal(nameProblems('`src/extension/core/thread/thread.ts#Thread.steal`').length, 1);
    assert.equal(nameProblems('`src/extension/core/gone.ts`').length, 1);
  });

  it('are caught when they name a test that isn’t there', () => {
    const file = '`test/unit/documents.test.ts`';
    assert.deepEqual(
      testProblems(`- ${file}: The pages are caught when they name a test that isn’t there`),
      [],
    );
    assert.equal(testProblems(`- ${file}: The pages do as they like`).length, 1);
  });

  it('are caught when an invariant says neither where it is stated nor what pins it', () => {
    assert.equal(
      invariantProblems('# A flow\n\n## What always holds\n\n### Nothing is lost\n\nIt simply isn’t.\n')
        .length,
      2,
    );
  });

  it('are caught when the protocol has a word more or less, or in another order', () => {
    assert.deepEqual(vocabularyProblems(protocol), []);
    assert.equal(vocabularyProblems(protocol.replace(/^\| `stop` .*\n/m, '')).length, 1);
    assert.equal(vocabularyProblems(protocol.replace('| `stop` |', '| `halt` |')).length, 1);
    assert.equal(
      vocabularyProblems(protocol.replace(/^(\| `prompt` .*\n)(\| `stop` .*\n)/m, '$2$1')).length,
      1,
    );
  });

  it('are caught when a package, a script, a command or a setting is named nowhere', () => {
    const contributes = {
      commands: [{ command: 'enso.fly', title: 'Fly', category: 'Enso' }],
      configuration: { properties: { 'enso.height': {} } },
    };
    const manifest = { scripts: { fly: '' }, devDependencies: { feathers: '1.0.0' }, contributes };
    assert.equal(manifestProblems(manifest, { readme: '', contributing: '' }).length, 4);
  });

  it('are caught when a recording is not the story’s', () => {
    const page = '<!-- recorded: test/stories/prompt.txt -->\nan old one\n<!-- end of recording -->';
    const { text, problems: found } = withRecordings(page);
    assert.deepEqual(found, []);
    assert.notEqual(text, page);
    assert.equal(withRecordings(text).text, text);
    assert.equal(withRecordings(page.replace('prompt.txt', 'gone.txt')).problems.length, 1);
  });
});

describe('A recorded diagram', () => {
  it('has a lane for each that takes part, an arrow for each message and a note for each line of the log', () => {
    const trace = [
      'person → A: stops',
      'A → host: stop run 1',
      '  log: info stopped',
      'host → A: reply to stop: ok',
      '',
    ];
    assert.deepEqual(diagramOf(trace.join('\n')).split('\n  '), [
      'sequenceDiagram',
      'actor person',
      'participant A as panel A',
      'participant host as host (the core)',
      'person->>A: stops',
      'A->>host: stop run 1',
      'Note over host: info stopped',
      'host-->>A: reply to stop: ok',
    ]);
  });

  it('holds nothing that would end a line of it early', () => {
    assert.doesNotMatch(diagramOf('A → host: prompt "one; #2 <b>"'), /[;#]|<b>/);
  });
});
