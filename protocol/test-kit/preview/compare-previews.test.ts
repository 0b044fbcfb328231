import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreviewClaimWire, PreviewedSignInWire } from '#protocol/contract/token-preview.ts';
import { comparePreviews } from './compare-previews.ts';

function claim(name: string, value: unknown, isVolatile = false): PreviewClaimWire {
  return { path: [name], value, causes: [{ kind: 'built-in' }], ...(isVolatile ? { isVolatile } : {}) };
}

function withClaims(...claims: readonly PreviewClaimWire[]): PreviewedSignInWire {
  return { scope: '', accessToken: { content: {}, claims }, ignoredMappers: [] };
}

test('token preview: equal previews have no differences, whatever identifiers and times they have', () => {
  const before = withClaims(claim('jti', '1', true), claim('list', ['a', 'b']));
  assert.deepEqual(
    comparePreviews(before, withClaims(claim('jti', '2', true), claim('list', ['a', 'b']))),
    [],
  );
});

test('token preview: added, changed and removed claims are named with their values', () => {
  const before = withClaims(claim('gone', 1), claim('same', 2), claim('other', 3));
  const after = withClaims(claim('same', 2), claim('other', 4), claim('new', 5));
  assert.deepEqual(comparePreviews(before, after), [
    { document: 'accessToken', path: ['other'], kind: 'changed', before: 3, after: 4 },
    { document: 'accessToken', path: ['new'], kind: 'added', after: 5 },
    { document: 'accessToken', path: ['gone'], kind: 'removed', before: 1 },
  ]);
});

test('token preview: a volatile claim that becomes a fixed one is a difference', () => {
  const differences = comparePreviews(withClaims(claim('sid', 1, true)), withClaims(claim('sid', 2)));
  assert.equal(differences.length, 1);
});

test('token preview: a document that only one side has differs in all its claims', () => {
  const before = withClaims();
  const after = { ...before, idToken: { content: {}, claims: [claim('sub', 'x')] } };
  assert.deepEqual(
    comparePreviews(before, after).map(({ document, kind }) => [document, kind]),
    [['idToken', 'added']],
  );
});
