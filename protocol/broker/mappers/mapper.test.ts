import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperInput } from '../testing/mapper-input.ts';
import { decideGroup, decideRole, passedOver, setAttribute } from './mapper.ts';

test('a decision about a role or group says what follows', () => {
  assert.equal(decideRole(mapperInput({ role: 'admin' }), true).said, 'The user gets role admin.');
  assert.equal(
    decideGroup(mapperInput({ group: '/staff/Berlin' }), false).said,
    "The user does not get group /staff/Berlin: the provider's values do not match.",
  );
});

test('Keycloak group path: slashes of names need not be escaped', () => {
  const run = (group: string) => decideGroup(mapperInput({ group }), true).effects;
  assert.deepEqual(run('staff/a/b'), [{ kind: 'group', group: '/staff/a~/b', isHeld: true }]);
  assert.deepEqual(run('/staff/a~/b'), [{ kind: 'group', group: '/staff/a~/b', isHeld: true }]);
  assert.deepEqual(run('/staff/a'), []);
});

test('attributes that are members are found in any case, but the username is not', () => {
  const nameOf = (given: string) =>
    setAttribute(given, ['x'], 'y').effects.map((effect) => 'name' in effect && effect.name);
  assert.deepEqual(nameOf('EMAIL'), ['email']);
  assert.deepEqual(nameOf('LastName'), ['lastName']);
  assert.deepEqual(nameOf('userName'), ['userName']);
});

test('a mapper that is not applied changes nothing', () => {
  assert.deepEqual(passedOver('x'), { effects: [], said: 'Not applied: x.' });
});

test('0169: no mapper sets the claims of a user, which only administrators of the server do', () => {
  const { effects, said } = setAttribute('understudy.claims', ['{"groups":["boss"]}'], 'claim x');
  assert.deepEqual(effects, []);
  assert.match(said, /^Not applied: only administrators of the server set the attribute understudy\.claims/);
});
