import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GelfMessage } from './gelf-message.ts';
import { countChars, shortenMessage } from './gelf-shorten.ts';

const whole: GelfMessage = {
  host: 'h',
  version: '1.1',
  short_message: 'short',
  full_message: 'f'.repeat(1000),
  timestamp: 1,
  level: 6,
  _MessageParam0: 'p'.repeat(2000),
  _StackTrace: 's'.repeat(3000),
};

test('the stack trace is shortened first, with a note of how much is missing', () => {
  const shortened = shortenMessage(whole, 500);
  const trace = String(shortened['_StackTrace']);
  const left = Number(/ … \[shortened: (\d+) characters left out\]$/.exec(trace)?.[1]);
  assert.equal(trace.indexOf(' '), 3000 - left);
  assert.ok(trace.length <= 2500);
  assert.deepEqual({ ...shortened, _StackTrace: '' }, { ...whole, _StackTrace: '' });
});

test('the full text is shortened next, then the longest other texts', () => {
  const second = shortenMessage(whole, 3200);
  assert.ok(String(second['full_message']).length < 1000);
  assert.equal(second['_MessageParam0'], whole['_MessageParam0']);
  const third = shortenMessage(whole, 4500);
  assert.ok(String(third['_MessageParam0']).length < 2000);
});

test('when shortening is not enough, only required fields are kept, with a note', () => {
  const rest = shortenMessage(whole, 100_000);
  assert.deepEqual(Object.keys(rest), [
    'host',
    'version',
    'short_message',
    'timestamp',
    'level',
    '_Shortened',
  ]);
});

test('a message that was shortened before keeps a single note, with the total', () => {
  const twice = shortenMessage(shortenMessage(whole, 500), 500);
  const trace = String(twice['_StackTrace']);
  assert.equal(trace.split('[shortened').length, 2);
  assert.equal(Number(/shortened: (\d+)/.exec(trace)?.[1]), 3000 - trace.indexOf(' '));
});

const LONE = /\p{Surrogate}/u;

test('surrogate pairs are never split', () => {
  const trace = String(shortenMessage({ _StackTrace: '😀'.repeat(1000) }, 501)['_StackTrace']);
  assert.doesNotMatch(trace, LONE);
  assert.doesNotMatch(String(shortenMessage({ _StackTrace: '😀'.repeat(1000) }, 502)['_StackTrace']), LONE);
});

test('any message is shortened as requested, or to its required fields', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('_a', '_b', 'full_message', '_StackTrace'),
        fc.string({ maxLength: 2000 }),
      ),
      fc.integer({ min: 1, max: 6000 }),
      (members, surplus) => {
        const given = { ...members, host: 'h', short_message: 'm' };
        const shortened = shortenMessage(given, surplus);
        assert.ok(countChars(shortened) <= countChars(given) - surplus || '_Shortened' in shortened);
      },
    ),
  );
});
