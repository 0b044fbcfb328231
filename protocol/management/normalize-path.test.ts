import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalizePath } from './normalize-path.ts';

test('RFC 3986 §6.2.2: every spelling of a path that Keycloak accepts leads to the same page', () => {
  for (const target of [
    '/health',
    '//health',
    '/health/',
    '/health?x=/y',
    '/health#part',
    '/health/../health',
    '/%2e%2e/health',
    '/./health',
    '/../../health',
    '/%68ealth',
    'http://localhost:9000/health',
    'HTTP://[::1]/health?x',
  ])
    assert.equal(normalizePath(target), '/health', target);
});

test('bad input: an encoded slash separates nothing, and upper case is another path', () => {
  assert.equal(normalizePath('/health%2Flive'), '/health%2Flive');
  assert.equal(normalizePath('/health%2flive'), '/health%2flive');
  assert.equal(normalizePath('/Health'), '/Health');
  assert.equal(normalizePath('/health%'), '/health%');
  assert.equal(normalizePath('/health%00'), '/health%00');
});

test('RFC 9112 §3.2.4: the root, an empty path and an asterisk are the root', () => {
  for (const target of ['/', '', '*', 'http://localhost', '//', '/..'])
    assert.equal(normalizePath(target), '/', target);
});

test('bad input: the result always starts with a slash and has no dot segment and no empty segment', () => {
  fc.assert(
    fc.property(fc.string(), (target) => {
      const path = normalizePath(target);
      assert.match(path, /^\//);
      assert.ok(
        path === '/' ||
          !path
            .slice(1)
            .split('/')
            .some((part) => ['', '.', '..'].includes(part)),
        path,
      );
    }),
  );
});
