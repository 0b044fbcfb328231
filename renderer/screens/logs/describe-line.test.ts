import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { contextOf, textOf, timeOf } from './describe-line.ts';

const line: LogLineWire = {
  sequence: 7,
  at: '2026-01-02T03:04:05.006Z',
  level: 'WARN',
  category: 'understudy.oauth',
  message: 'Refused code=invalid_grant',
  thread: 'main',
  mdc: { realm: 'demo', client: 'demo-web' },
};

test('console "Logs": a copied line is complete, including its stack trace', () => {
  assert.equal(
    textOf({ ...line, error: 'Error: x\n    at y' }),
    '2026-01-02T03:04:05.006Z WARN  [understudy.oauth] (main) Refused code=invalid_grant {realm=demo client=demo-web}\nError: x\n    at y',
  );
});

test('console "Logs": a line without context is copied without braces', () => {
  assert.equal(contextOf({ ...line, mdc: {} }), '');
  assert.ok(textOf({ ...line, mdc: {} }).endsWith('invalid_grant'));
});

test('console "Logs": the time has milliseconds, with leading zeros', () => {
  assert.match(timeOf(line.at), /^\d\d:04:05\.006$/);
});
