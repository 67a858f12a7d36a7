import assert from 'node:assert/strict';
import { closesFence, fenceAt, finalTokens, lex } from '../../src/webview/markdown/blocks';
import { decodeEntities } from '../../src/webview/markdown/entities';
import { linkTarget } from '../../src/webview/markdown/links';
import { markdownText } from './markdownText';
import { Random, runs, seed } from './random';

const schemes = [
  'javascript',
  'command',
  'data',
  'vscode',
  'vbscript',
  'blob',
  'file',
  'http',
  'https',
  'mailto',
  'c',
  '',
];

describe('Random Markdown', () => {
  it('the lexer reads any Markdown and never counts more final tokens than there are', () => {
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 20; n += 1) {
      const whole = markdownText(random);
      const { tokens } = lex(whole);
      const final = finalTokens(tokens, whole);
      assert.ok(final >= 0 && final <= tokens.length);
      const fence = fenceAt(whole);
      if (fence !== undefined) assert.ok(closesFence(fence.marker, fence.marker));
    }
  });

  it('a character reference becomes a character or stays unchanged', () => {
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 2; n += 1) {
      const whole = markdownText(random);
      const decoded = decodeEntities(whole);
      assert.ok(decoded.length <= whole.length, JSON.stringify(whole));
    }
  });

  it('a web link always has the scheme http, https or mailto', () => {
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 2; n += 1) {
      const blank = random.of(['', ' ', '\t', '\n', '\u0000', '\u0001']);
      const named = random.of(schemes);
      const cased = random.below(2) === 0 ? named : named.toUpperCase();
      const href = `${blank}${cased}:${random.of(['', '//', '///', '%0a'])}${markdownText(random)}`;
      const target = linkTarget(href);
      if (target?.kind !== 'web') continue;
      assert.ok(
        ['http:', 'https:', 'mailto:'].some((allowed) => target.href.toLowerCase().startsWith(allowed)),
        href,
      );
    }
  });
});
