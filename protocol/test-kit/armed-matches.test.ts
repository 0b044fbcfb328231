import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArmedElsewhere, ArmedHere, type ArmedMatches, inOrder } from './armed-matches.ts';

const NOBODY = { grant: undefined, clientId: undefined, username: undefined };

const described = (version: number, more: Partial<ArmedMatches> = {}): ArmedMatches => ({
  from: 'one',
  realmId: 'r1',
  version,
  matches: [{ endpoint: 'token', client: 'web' }],
  ...more,
});

test('what is armed elsewhere is for requests of its realm that match, and for no others', () => {
  const elsewhere = new ArmedElsewhere();
  elsewhere.note(described(1));
  assert.equal(elsewhere.has('r1'), true);
  assert.equal(elsewhere.has('r2'), false);
  assert.equal(elsewhere.isFor('r1', 'token', { ...NOBODY, clientId: 'web' }), true);
  assert.equal(elsewhere.isFor('r1', 'token', { ...NOBODY, clientId: 'other' }), false);
  assert.equal(elsewhere.isFor('r1', 'userinfo', { ...NOBODY, clientId: 'web' }), false);
  assert.equal(elsewhere.isFor('r2', 'token', { ...NOBODY, clientId: 'web' }), false);
});

test('what several servers have armed is counted together', () => {
  const elsewhere = new ArmedElsewhere();
  elsewhere.note(described(1, { matches: [{ endpoint: 'token' }, { endpoint: 'keys' }] }));
  elsewhere.note(described(1, { from: 'two' }));
  assert.equal(elsewhere.count('r1'), 3);
  assert.equal(elsewhere.count('r2'), 0);
  elsewhere.note(described(2, { matches: [] }));
  assert.equal(elsewhere.count('r1'), 1);
  elsewhere.note(described(2, { from: 'two', matches: [] }));
  assert.equal(elsewhere.has('r1'), false);
});

test('a description that arrives after a newer one of its server and realm is ignored', () => {
  const elsewhere = new ArmedElsewhere();
  elsewhere.note(described(3, { matches: [] }));
  elsewhere.note(described(2));
  assert.equal(elsewhere.has('r1'), false);
  elsewhere.note(described(1, { realmId: 'r2' }));
  elsewhere.note(described(1, { from: 'two' }));
  assert.equal(elsewhere.has('r1') && elsewhere.has('r2'), true);
});

test('a server that does not answer 21 times is forgotten, and not before', () => {
  const elsewhere = new ArmedElsewhere();
  elsewhere.note(described(1));
  elsewhere.note(described(1, { from: 'two' }));
  for (let index = 0; index < 20; index += 1) elsewhere.noteAnswers('r1', new Set(['two']));
  assert.equal(elsewhere.count('r1'), 2);
  elsewhere.noteAnswers('r1', new Set(['two']));
  assert.equal(elsewhere.count('r1'), 1);
  // It has answered once in between.
  for (let index = 0; index < 20; index += 1) elsewhere.noteAnswers('r1', new Set());
  elsewhere.noteAnswers('r1', new Set(['two']));
  for (let index = 0; index < 20; index += 1) elsewhere.noteAnswers('r1', new Set());
  assert.equal(elsewhere.has('r1'), true);
});

test('each description of a server is newer than the one before, and of what is armed now', () => {
  const matches = [{ endpoint: 'token' } as const];
  const here = new ArmedHere({ realms: () => ['r1', 'r2'], matches: () => [...matches] });
  const elsewhere = new ArmedElsewhere();
  for (const each of here.describeAll()) elsewhere.note(each);
  assert.equal(elsewhere.has('r1') && elsewhere.has('r2'), true);
  const before = here.describe('r1');
  matches.pop();
  elsewhere.note(here.describe('r1'));
  elsewhere.note(before);
  assert.deepEqual([elsewhere.has('r1'), elsewhere.has('r2')], [false, true]);
});

test('what several servers have armed is put in the order it was armed', () => {
  const items = ['2030-01-03', '2030-01-01', '2030-01-02'].map((armedAt) => ({ armedAt }));
  assert.deepEqual(
    inOrder(items).map(({ armedAt }) => armedAt),
    ['2030-01-01', '2030-01-02', '2030-01-03'],
  );
});
