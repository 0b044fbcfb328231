import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { AdminError } from '../admin-error.ts';
import { readChoices, readDay, readDirection } from './event-filters.ts';

const exchangeWith = (query: string) => createTestExchange({ query });

test('a day begins and ends in UTC, an instant is taken as it is', () => {
  const start = Date.UTC(2030, 1, 28);
  assert.equal(readDay(exchangeWith('d=2030-02-28'), 'd', 'start'), start);
  assert.equal(readDay(exchangeWith('d=2030-02-28'), 'd', 'end'), start + 86_399_999);
  assert.equal(readDay(exchangeWith('d=1893456000000'), 'd', 'end'), 1_893_456_000_000);
  assert.equal(readDay(exchangeWith(''), 'd', 'start'), Number.NEGATIVE_INFINITY);
  assert.equal(readDay(exchangeWith('d='), 'd', 'end'), Number.POSITIVE_INFINITY);
});

for (const value of ['2030-02-30', '2030-13-01', '2030-1-1', '-1', 'now', '1e3', '2030-01-01T00:00:00Z'])
  test(`bad input: ${value} is no day and no instant`, () => {
    assert.throws(() => readDay(exchangeWith(`d=${value}`), 'd', 'start'), AdminError);
  });

test('repeated values are read in their order, and unknown ones are rejected by name', () => {
  const choices = ['A', 'B'] as const;
  assert.deepEqual(readChoices(exchangeWith('t=B&t=&t=A'), 't', choices), ['B', 'A']);
  assert.throws(() => readChoices(exchangeWith('t=A&t=C'), 't', choices), /C.*send A, B|t has no value/);
});

test('the direction is read in any case, and newest first is the default', () => {
  assert.equal(readDirection(exchangeWith('direction=ASC')), 'asc');
  assert.equal(readDirection(exchangeWith('')), 'desc');
  assert.throws(() => readDirection(exchangeWith('direction=1')), AdminError);
});
