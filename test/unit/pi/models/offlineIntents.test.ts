import { strict as assert } from 'node:assert';
import { intentOf } from '../../../../src/extension/pi/models/offline/intents';

describe('intents of the demo model', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['What is in this folder?', 'bash {"command":"ls -1 -p"}'],
    ['Read the README and sum it up.', 'read {"path":"README.md"}'],
    [
      'Run the tests and tell me what fails.',
      'bash {"command":"if [ -f package.json ]; then npm test; else node --test; fi"}',
    ],
    ['list the files', 'bash {"command":"ls -1 -p"}'],
    ['What is here?', 'bash {"command":"ls -1 -p"}'],
    ['read README.md', 'read {"path":"README.md"}'],
    ['Show me the file src/greet.js, please', 'read {"path":"src/greet.js"}'],
    ['what is in `notes.txt`?', 'read {"path":"notes.txt"}'],
    ['run: npm test', 'bash {"command":"npm test"}'],
    ['run node test/greet.test.js', 'bash {"command":"node test/greet.test.js"}'],
    ['Run the command `ls | wc -l`', 'bash {"command":"ls | wc -l"}'],
    ['run: echo replace a with b in c', 'bash {"command":"echo replace a with b in c"}'],
    [
      'replace "Hello" with "Good day" in src/greet.js',
      'edit {"path":"src/greet.js","edits":[{"oldText":"Hello","newText":"Good day"}]}',
    ],
    ['add a line "buy milk" to notes.txt', 'read {"path":"notes.txt"}'],
    ['create new.txt with some words', 'write {"path":"new.txt","content":"some words\\n"}'],
    ['ask me to confirm', 'ask_user "confirm"'],
    ['ask me for an input', 'ask_user "input"'],
    ['ask me something', 'ask_user "select"'],
    ['ask me two questions', 'ask_user "select", ask_user "input"'],
    ['ask me several things', 'ask_user a questionnaire of 3'],
    ['count to 12', ''],
    ['tell me a long story', ''],
    ['show markdown', ''],
    ['think about it', ''],
    ['hello', ''],
  ];
  for (const [prompt, calls] of cases) {
    it(`the prompt “${prompt}” leads to ${calls === '' ? 'text only' : calls}`, () => {
      const made = (intentOf(prompt).calls ?? []).map(({ name, args }) =>
        Array.isArray(args['questions'])
          ? `${name} a questionnaire of ${args['questions'].length}`
          : name === 'ask_user'
            ? `${name} ${JSON.stringify(args['kind'])}`
            : `${name} ${JSON.stringify(args)}`,
      );
      assert.equal(made.join(', '), calls);
    });
  }

  it('the demo model counts to at most 2000', () => {
    assert.match(intentOf('count to 12').say, /^1 2 3 4 5 6 7 8 9 10\n11 12$/);
    assert.match(intentOf('count to 1000000').say, /2000$/);
  });
});
