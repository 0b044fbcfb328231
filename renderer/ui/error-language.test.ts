import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './error-language.ts';

test('issue 18 "Console in languages": words of the server are marked as English, those of the console are not', () => {
  assert.equal(languageOf(Object.assign(new Error('Client x already exists'), { isServerText: true })), 'en');
  assert.equal(languageOf(Object.assign(new Error('Not reachable'), { isServerText: false })), undefined);
  assert.equal(languageOf(new TypeError('no such thing')), undefined);
});
