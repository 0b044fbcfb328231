import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage, LANGUAGES } from './languages.ts';

test('every language has its own value, and Portuguese that of Brazil', () => {
  const tags = byLanguage((language) => language);
  for (const language of LANGUAGES) assert.equal(tags[language], language);
  assert.equal(tags.pt, 'pt-BR');
  assert.equal(Object.keys(tags).length, LANGUAGES.length + 1);
});
