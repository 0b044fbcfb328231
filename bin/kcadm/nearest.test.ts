import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostSimilar, suggestOptions } from './nearest.ts';

const COMMANDS = ['config', 'create', 'get', 'update', 'delete', 'get-roles', 'add-roles', 'help'];
const NAMES = [
  '--no-config',
  '-c',
  '--compressed',
  '--noquotes',
  '-F',
  '--fields',
  '-f',
  '--file',
  '--realm',
];

for (const word of ['xyz', '', '-', 'q']) {
  test(`bad input: nothing is similar to "${word}"`, () => {
    assert.deepEqual(mostSimilar(word, COMMANDS), []);
  });
}

test('Keycloak: the most similar commands come first, at most three', () => {
  assert.deepEqual(mostSimilar('creat', COMMANDS)[0], 'create');
  assert.deepEqual(mostSimilar('ROLES', COMMANDS).slice(0, 2), ['get-roles', 'add-roles']);
  assert.equal(mostSimilar('te', COMMANDS).length, 3);
});

test('Keycloak: options that begin alike are suggested, sorted; otherwise the most similar ones', () => {
  assert.deepEqual(suggestOptions('--nonexistent', NAMES), ['--no-config', '--noquotes']);
  assert.deepEqual(suggestOptions('--fiels', NAMES), ['--fields', '--file']);
  assert.equal(suggestOptions('--xrealm', NAMES)[0], '--realm');
  assert.deepEqual(suggestOptions('-fuser.json', NAMES), ['-f']);
  assert.deepEqual(suggestOptions('--', NAMES), []);
  assert.deepEqual(suggestOptions('--zzz', NAMES), []);
});
