import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longName, OPTIONS } from './options.ts';

test('each option has dashes, a help sentence, and a value unless it is a flag', () => {
  for (const [key, { names, kind, value, help }] of Object.entries(OPTIONS)) {
    for (const name of names) assert.match(name, /^(-[a-zA-Z]|--[a-z]+(-[a-z]+)*)$/, key);
    assert.match(help, /^[A-Z~].*\.$/, key);
    assert.equal(value === undefined, kind === 'flag', key);
  }
});

test('messages use the long name', () => {
  assert.equal(longName(OPTIONS.targetRealm), '--target-realm');
  assert.equal(longName(OPTIONS.trace), '-x');
});
