// Tests of the damages and their expected results.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { appliesTo, DAMAGES, expectationsOf, KIND_NAMES, kindOf, pickFiles } from './damaged-files.mjs';
import { createRandom } from './random.mjs';

test('no damage leaves a valid realm file', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'damage-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const content = JSON.stringify({ order: 1, realm: { id: 'r', realm: 'r', text: 'x'.repeat(500) } });
  for (const { name, damage } of DAMAGES.filter(({ unlessRoot }) => !unlessRoot)) {
    const path = join(folder, name);
    writeFileSync(path, content);
    damage(path, createRandom(1));
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const damaged = readFileSync(path, 'utf8');
    assert.throws(() => {
      const { order } = JSON.parse(damaged);
      assert.equal(order, 1);
    }, name);
  }
});

test('a file is recognized by its path', () => {
  assert.deepEqual(
    [
      'lock',
      'realms/r/realm.json',
      'realms/r/users/000000.json',
      'realms/r/sessions/000001.json',
      'realms/r/revoked-tokens.json',
      'realms/r/sessions-000000.journal',
      'else',
    ].map(kindOf),
    ['lock', 'realm', 'users', 'sessions', 'revoked tokens', 'journal', 'other'],
  );
});

test('only one of the files that differ only in a number is damaged', () => {
  assert.deepEqual(pickFiles(['s/000000.json', 's/000001.json', 'u/000000.json']), [
    's/000000.json',
    'u/000000.json',
  ]);
});

test('a damaged realm file takes its realm out of service and is kept; sessions are set aside', () => {
  const realm = expectationsOf('realm', 'garbled');
  assert.deepEqual([realm.discovery, realm.signIn, realm.file, realm.named], [[503], [503], 'kept', true]);
  const sessions = expectationsOf('sessions', 'garbled');
  assert.deepEqual([sessions.signIn, sessions.file, sessions.once], [[200], 'aside', true]);
});

test('a deleted file is neither set aside nor named, except for a realm file', () => {
  assert.deepEqual(
    ['sessions', 'users', 'realm'].map((kind) => expectationsOf(kind, 'deleted').named),
    [false, false, true],
  );
  assert.equal(expectationsOf('sessions', 'deleted').file, undefined);
});

test('a journal is set aside unless the damage looks like a kill', () => {
  const aside = DAMAGES.map(({ name }) => name).filter(
    (name) => expectationsOf('journal', name).file === 'aside',
  );
  assert.deepEqual(aside, ['zeros', 'garbled', 'other JSON', 'a folder in its place', 'not readable']);
  const { discovery, signIn, named, once } = expectationsOf('journal', 'zeros');
  assert.deepEqual([discovery, signIn, named, once], [[200], [200], true, true]);
  assert.equal(expectationsOf('journal', 'cut in half').named, false);
});

test('every kind of file has a name for the table', () => {
  const kinds = ['lock', 'realms/r/realm.json', 'realms/r/sessions-000000.journal', 'else'].map(kindOf);
  for (const kind of kinds) assert.match(KIND_NAMES[kind], /[a-z]/);
});

test('the lock gets every damage except one', () => {
  const skipped = (kind) => DAMAGES.filter((damage) => !appliesTo(damage, kind)).map(({ name }) => name);
  assert.deepEqual([skipped('lock'), skipped('realm')], [['a folder in its place'], []]);
});
