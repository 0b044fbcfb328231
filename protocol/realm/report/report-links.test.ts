import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportSettings } from './report-settings.ts';

const linked = (id: string, ...links: readonly object[]) => ({
  id,
  username: id,
  federatedIdentities: links,
});
const GOOGLE = { identityProvider: 'google', userId: '1', userName: 'a' };

const linesOf = (...users: readonly ReturnType<typeof linked>[]) =>
  reportSettings({ id: 'r', realm: 'r' }, users).filter(({ path }) => path.includes('federatedIdentities'));

test('Keycloak realm files: an account that two users are linked with is named, with the second user', () => {
  const [line, ...others] = linesOf(linked('ann', GOOGLE), linked('bob', { ...GOOGLE, userName: 'b' }));
  assert.equal(others.length, 0);
  assert.equal(line?.path, 'users[bob].federatedIdentities');
  assert.equal(line?.value, 'google: 1');
  assert.match(line?.message ?? '', /Remove the link of one of them\./);
});

test('Keycloak realm files: many such accounts are one line', () => {
  const [line, ...others] = linesOf(...['a', 'b', 'c'].map((id) => linked(id, GOOGLE)));
  assert.equal(others.length, 0);
  assert.deepEqual([line?.count, line?.names], [2, ['b', 'c']]);
});

test('Keycloak realm files: links with different accounts, or of one user, are no line', () => {
  assert.deepEqual(
    linesOf(
      linked('ann', GOOGLE, GOOGLE),
      linked('bob', { ...GOOGLE, userId: '2' }),
      linked('cy', { ...GOOGLE, identityProvider: 'github' }),
      linked('di', { identityProvider: 'google' }),
      linked('ed', { identityProvider: 'google' }),
    ),
    [],
  );
});
