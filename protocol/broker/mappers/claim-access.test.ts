import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperInput } from '../testing/mapper-input.ts';
import { claimsToGroup, claimsToRole, claimToRole, externalRoleToRole } from './claim-access.ts';
import type { MapperResult } from './mapper.ts';

const CLAIMS = [{ team: ['dev', 'ops'], address: { city: 'Bonn' }, realm_access: { roles: ['boss'] } }];
const isHeld = ({ effects }: MapperResult) => effects.map((effect) => 'isHeld' in effect && effect.isHeld);
const pairs = (...list: readonly (readonly [string, string])[]) =>
  JSON.stringify(list.map(([key, value]) => ({ key, value })));

test('Keycloak oidc-role-idp-mapper: the role is held if the claim has the value', () => {
  const run = (config: Record<string, string>) =>
    claimToRole(mapperInput({ role: 'admin', ...config }, { claims: CLAIMS }));
  assert.deepEqual(isHeld(run({ claim: 'team', 'claim.value': 'ops' })), [true]);
  assert.deepEqual(isHeld(run({ claim: 'address.city', 'claim.value': 'bonn' })), [false]);
  assert.deepEqual(isHeld(run({ claim: 'other', 'claim.value': 'x' })), [false]);
  assert.deepEqual(isHeld(run({ claim: 'team' })), [false]);
  assert.match(run({ claim: 'other' }).said, /does not get role admin/);
  assert.match(run({ 'claim.value': 'x' }).said, /claim is missing/);
});

test('Keycloak advanced mappers: all claims must match, as texts or as patterns', () => {
  const run = (claims: string, isPattern = 'false') => {
    const config = { role: 'admin', group: '/staff', claims, 'are.claim.values.regex': isPattern };
    const input = mapperInput(config, { claims: CLAIMS });
    return [...isHeld(claimsToRole(input)), ...isHeld(claimsToGroup(input))];
  };
  assert.deepEqual(run(pairs(['team', 'dev'], ['address.city', 'Bonn'])), [true, true]);
  assert.deepEqual(run(pairs(['team', 'dev'], ['team', 'ops'])), [true, true]);
  assert.deepEqual(run(pairs(['team', 'dev'], ['address.city', 'B.*'])), [false, false]);
  assert.deepEqual(run(pairs(['team', 'd.*'], ['address.city', 'B.*']), 'true'), [true, true]);
  assert.deepEqual(run(pairs(['team', '(']), 'true'), [false, false]);
  assert.deepEqual(run('[]'), [true, true]);
  assert.deepEqual(run('oops'), []);
});

test('Keycloak keycloak-oidc-role-to-role-idp-mapper: reads the roles of the access token', () => {
  const claims = [...CLAIMS, { resource_access: { 'my.app': { roles: ['user'] } } }];
  const run = (external: string) =>
    isHeld(externalRoleToRole(mapperInput({ role: 'admin', 'external.role': external }, { claims })));
  assert.deepEqual(run('boss'), [true]);
  assert.deepEqual(run('my.app.user'), [true]);
  assert.deepEqual(run('my.app.boss'), [false]);
  assert.deepEqual(run('user'), [false]);
  assert.match(externalRoleToRole(mapperInput({ role: 'admin' })).said, /external\.role is missing/);
});
