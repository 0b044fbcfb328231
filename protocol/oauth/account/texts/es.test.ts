import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ES } from './es.ts';

test('Spanish: people are addressed formally', () => {
  for (const [key, text] of Object.entries(ES))
    assert.doesNotMatch(text, /(?<!\p{L})(tú|tus|tienes|puedes|debes)(?!\p{L})/iu, key);
});
