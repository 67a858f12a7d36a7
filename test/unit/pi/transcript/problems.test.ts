import { strict as assert } from 'node:assert';
import { modelProblem, refusalOf, removeSecrets } from '../../../../src/extension/pi/transcript/problems';

describe('a provider’s error in words for a person', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['401 Unauthorized', 'The provider refused the key (HTTP 401).', 'set-key'],
    ['402 Payment Required', 'The account at the provider has no credit left (HTTP 402).', 'choose-model'],
    ['404 model x not found', 'The provider doesn’t know this model (HTTP 404).', 'choose-model'],
    ['429 Too Many Requests', 'The provider is asked too often at the moment (HTTP 429).', 'retry'],
    ['529 {"type":"overloaded_error"}', 'The provider has trouble of its own (HTTP 529).', 'retry'],
    ['fetch failed: ENOTFOUND api.example.com', 'The provider could not be reached.', 'retry'],
    ['connect EPERM 192.0.2.1:443', 'The provider could not be reached.', 'retry'],
    ['connect ECONNREFUSED 192.0.2.1:443', 'The provider could not be reached.', 'retry'],
    ['400 context_length_exceeded', 'The conversation is too long for this model (HTTP 400).', 'compact'],
    [
      "EACCES: permission denied, open '/a/b-401-c.jsonl'",
      'pi may not write where it keeps the conversation.',
      'retry',
    ],
    [
      'ENOSPC: no space left on device',
      'The disk is full, so pi could not write the conversation down.',
      'retry',
    ],
    ['something odd', 'The model answered with an error.', 'retry'],
    ['', 'The model answered with an error.', 'retry'],
  ];
  for (const [said, text, next] of cases) {
    it(`says for “${said}” what it is and what to do`, () => {
      const problem = modelProblem(said);
      assert.equal(problem.text, text);
      assert.equal(problem.next[0], next);
    });
  }

  it('has no page in it, only the page’s title', () => {
    const page = `520 <!DOCTYPE html><html><head><title>Unknown error</title></head>${'<p>Ray 1</p>'.repeat(5000)}`;
    const { text, detail } = modelProblem(page);
    assert.equal(text, 'The provider has trouble of its own (HTTP 520).');
    assert.equal(detail, '520 Unknown error (a web page instead of an answer)');
  });

  it('has no key and no part of one in it', () => {
    for (const said of [
      'Incorrect API key provided: sk-abc***xyz. See',
      'Authorization: Bearer abc.def',
      '{"api_key": "abcdef"}',
      'x-api-key=abcdef',
      'AIzaSyABCDEFGHIJKL',
    ]) {
      assert.doesNotMatch(removeSecrets(said), /abc|xyz|ABCDEF/, said);
    }
  });

  it('is short, however long it came', () => {
    assert.ok((modelProblem('x'.repeat(1_000_000)).detail ?? '').length <= 600);
  });

  it('does not send a person to pi’s own documentation', () => {
    const pis = new Error('No API key found for the selected model.\n\nUse /login, see /x/docs/providers.md');
    assert.doesNotMatch(refusalOf(pis).reason, /login|docs/);
  });
});
