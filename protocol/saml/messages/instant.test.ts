import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInstant } from './instant.ts';

test('SAML Core §1.3.3: instants may have fractions and time zones', () => {
  const noon = Date.UTC(2030, 0, 2, 12, 0, 0);
  for (const text of [
    '2030-01-02T12:00:00Z',
    '2030-01-02T12:00:00',
    '2030-01-02T13:00:00+01:00',
    '2030-01-02T12:00:00.000Z',
  ])
    assert.equal(parseInstant(text), noon, text);
  assert.equal(parseInstant('2030-01-02T12:00:00.5Z'), noon + 500);
  assert.equal(parseInstant('2030-01-02T12:00:00.123456789Z'), noon + 123);
});

test('SAML Core §1.3.3: an invalid instant is undefined', () => {
  for (const text of [
    '',
    '2030',
    '2030-01-02',
    '2030-13-02T12:00:00Z',
    '2030-01-02T25:00:00Z',
    '2030-01-02 12:00:00Z',
    '1',
    'now',
    '2030-01-02T12:00:00Zx',
  ])
    assert.equal(parseInstant(text), undefined, text);
});
