import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMinutes } from './duration.ts';

test('durations are said in the largest unit that fits', () => {
  assert.deepEqual(
    [1, 5, 60, 90, 720, 1440, 2880].map((minutes) => describeMinutes(minutes, 'en')),
    ['1 minute', '5 minutes', '1 hour', '90 minutes', '12 hours', '1 day', '2 days'],
  );
});

test('durations are said in the language, and in English if it is not a language', () => {
  assert.deepEqual(
    ['de', 'es', 'pt-BR', 'our_own', ''].map((locale) => describeMinutes(720, locale)),
    ['12 Stunden', '12 horas', '12 horas', '12 hours', '12 hours'],
  );
});
