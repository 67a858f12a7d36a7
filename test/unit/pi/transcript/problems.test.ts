import { strict as assert } from 'node:assert';
import { modelProblem, refusalOf, removeSecrets } from '../../../../src/extension/pi/transcript/problems';

describe('modelProblem', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['401 Unauthorized', 'The provider rejected the API key (HTTP 401).', 'set-key'],
    ['402 Payment Required', 'The provider account is out of credit (HTTP 402).', 'choose-model'],
    ['404 model x not found', "The provider doesn't offer this model (HTTP 404).", 'choose-model'],
    ['429 Too Many Requests', 'Rate limit reached (HTTP 429).', 'retry'],
    ['529 {"type":"overloaded_error"}', 'The provider had an internal error (HTTP 529).', 'retry'],
    ['fetch failed: ENOTFOUND api.example.com', "Couldn't reach the provider.", 'retry'],
    ['connect EPERM 192.0.2.1:443', "Couldn't reach the provider.", 'retry'],
    ['connect ECONNREFUSED 192.0.2.1:443', "Couldn't reach the provider.", 'retry'],
    ['400 context_length_exceeded', 'The conversation is too long for this model (HTTP 400).', 'compact'],
    [
      "EACCES: permission denied, open '/a/b-401-c.jsonl'",
      'pi has no permission to save the conversation.',
      'retry',
    ],
    ['ENOSPC: no space left on device', "The disk is full. The conversation couldn't be saved.", 'retry'],
    ['something odd', 'The model answered with an error.', 'retry'],
    ['', 'The model answered with an error.', 'retry'],
  ];
  for (const [message, text, next] of cases) {
    it(`the message “${message}” becomes a problem with a next step`, () => {
      const problem = modelProblem(message);
      assert.equal(problem.text, text);
      assert.equal(problem.next[0], next);
    });
  }

  it('a problem contains the title of an HTML page instead of the page', () => {
    const page = `520 <!DOCTYPE html><html><head><title>Unknown error</title></head>${'<p>Ray 1</p>'.repeat(5000)}`;
    const { text, detail } = modelProblem(page);
    assert.equal(text, 'The provider had an internal error (HTTP 520).');
    assert.equal(detail, '520 Unknown error (a web page instead of an answer)');
  });

  it('removeSecrets removes keys and parts of keys', () => {
    for (const message of [
      'Incorrect API key provided: sk-abc***xyz. See',
      'Authorization: Bearer abc.def',
      '{"api_key": "abcdef"}',
      'x-api-key=abcdef',
      'AIzaSyABCDEFGHIJKL',
    ]) {
      assert.doesNotMatch(removeSecrets(message), /abc|xyz|ABCDEF/, message);
    }
  });

  it('a problem of a very long message has a short detail', () => {
    assert.ok((modelProblem('x'.repeat(1_000_000)).detail ?? '').length <= 600);
  });

  it('a refusal doesn’t refer to pi’s own documentation', () => {
    const error = new Error(
      'No API key found for the selected model.\n\nUse /login, see /x/docs/providers.md',
    );
    assert.doesNotMatch(refusalOf(error).reason, /login|docs/);
  });
});
