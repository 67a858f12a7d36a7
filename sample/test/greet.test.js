const assert = require('node:assert');
const { test } = require('node:test');
const { greet } = require('../src/greet');

test('greets in English', () => {
  assert.equal(greet('Ada'), 'Hello, Ada!');
});

test('greets in German', () => {
  assert.equal(greet('Ada', 'de'), 'Hallo, Ada!');
});
