import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PT_BR } from './pt-br.ts';

test('Brazilian Portuguese: people are addressed as você', () => {
  for (const [key, text] of Object.entries(PT_BR))
    assert.doesNotMatch(text, /(?<!\p{L})(tu|teu|tua|utilizador|palavra-passe)(?!\p{L})/iu, key);
});
