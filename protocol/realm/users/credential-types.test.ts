import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Realm } from '../view/realm.ts';
import { actionsOf, findCredentialType, listCredentialTypes } from './credential-types.ts';

const realmOf = (more: object = {}): Realm =>
  ({ stored: { id: 'r', realm: 'r', ...more } }) as unknown as Realm;
const step = (authenticator: string, requirement = 'REQUIRED') => ({ authenticator, requirement });
const below = (flowAlias: string, requirement = 'REQUIRED') => ({ flowAlias, requirement });
const flow = (alias: string, ...authenticationExecutions: readonly object[]) => ({
  alias,
  authenticationExecutions,
});
const typesOf = (...flows: readonly object[]) =>
  listCredentialTypes(realmOf({ authenticationFlows: flows })).map(({ type }) => type);

test('Keycloak credential types: a realm without flows of its own has password and one-time codes', () => {
  assert.deepEqual(
    listCredentialTypes(realmOf()).map(({ type }) => type),
    ['password', 'otp'],
  );
});

test('Keycloak credential types: those of any step of any flow, whether it is bound or not', () => {
  assert.deepEqual(
    typesOf(
      flow('a', step('auth-recovery-authn-code-form', 'ALTERNATIVE')),
      flow('b', step('auth-otp-form')),
    ),
    ['otp', 'recovery-authn-codes'],
  );
  assert.deepEqual(typesOf(flow('a', step('auth-cookie'))), []);
});

test('Keycloak credential types: disabled steps do not count, nor do all below a disabled step', () => {
  assert.deepEqual(typesOf(flow('a', step('auth-otp-form', 'DISABLED'), step('auth-password-form'))), [
    'password',
  ]);
  const nested = [flow('b', below('c')), flow('c', step('auth-otp-form'))];
  assert.deepEqual(typesOf(flow('a', below('b', 'DISABLED')), ...nested), []);
  assert.deepEqual(typesOf(flow('a', below('b')), ...nested), ['otp']);
});

test('Keycloak credential types: flows that contain each other end', () => {
  assert.deepEqual(typesOf(flow('a', below('b', 'DISABLED')), flow('b', below('a'))), []);
});

test('Keycloak credential types: several authenticators, but one password and one list of recovery codes', () => {
  const [otp, codes] = ['otp', 'recovery-authn-codes'].map((type) => findCredentialType(type));
  assert.ok(otp && codes);
  assert.deepEqual(actionsOf(realmOf(), otp, 2), { create: 'CONFIGURE_TOTP' });
  assert.deepEqual(actionsOf(realmOf(), codes, 0), { create: 'CONFIGURE_RECOVERY_AUTHN_CODES' });
  assert.deepEqual(actionsOf(realmOf(), codes, 1), { update: 'CONFIGURE_RECOVERY_AUTHN_CODES' });
  const off = realmOf({ requiredActions: [{ alias: 'CONFIGURE_TOTP', enabled: false }] });
  assert.deepEqual(actionsOf(off, otp, 0), {});
});

test('Keycloak credential types: a credential without a type is a password; unknown types are not ours', () => {
  assert.equal(findCredentialType(undefined)?.removeable, false);
  assert.equal(findCredentialType('webauthn'), undefined);
});
