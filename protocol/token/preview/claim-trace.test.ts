import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import type { PreviewClaimWire } from '#protocol/contract/token-preview.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { applyMappers } from '../apply-mappers.ts';
import type { Claims } from '../mappers/mapper.ts';
import { createClaimTrace, listLeaves } from './claim-trace.ts';
import { createMapperNames } from './mapper-owners.ts';
import { createRoleTrace } from './role-trace.ts';

const fixed = (name: string, claim: string, value: string): ProtocolMapperRepresentation => ({
  name,
  protocolMapper: 'oidc-hardcoded-claim-mapper',
  config: { 'access.token.claim': 'true', 'claim.name': claim, 'claim.value': value },
});
const audience = (name: string): ProtocolMapperRepresentation => ({
  name: `audience ${name}`,
  protocolMapper: 'oidc-audience-mapper',
  config: { 'access.token.claim': 'true', 'included.custom.audience': name },
});
const roles: ProtocolMapperRepresentation = {
  name: 'roles',
  protocolMapper: 'oidc-usermodel-realm-role-mapper',
  config: { 'access.token.claim': 'true', multivalued: 'true', 'claim.name': 'realm_access.roles' },
};

/** The claims by path, as a user with roles `a` and `b` gets them from these mappers. */
function traceWith(
  protocolMappers: ProtocolMapperRepresentation[],
  { begin = {}, end = {}, claims }: { begin?: Claims; end?: Claims; claims?: string } = {},
): Record<string, PreviewClaimWire> {
  const realm = testRealm({
    roles: { realm: [{ name: 'a' }, { name: 'b' }] },
    clients: [{ clientId: 'web', protocolMappers }],
  });
  const client = clientOf(realm, 'web');
  const user = {
    id: 'u',
    username: 'u',
    realmRoles: ['a', 'b'],
    ...(claims === undefined ? {} : { attributes: { 'understudy.claims': [claims] } }),
  };
  const names = createMapperNames(client, []);
  const trace = createClaimTrace(names, createRoleTrace(realm, user, names));
  const made: Claims = { ...begin };
  const context = { acr: '1', authTime: 1, notes: {}, nonce: undefined, sid: 's', claimsRequest: undefined };
  applyMappers(made, 'access', { realm, client, user, scopes: [], ...context, baseUrl: '' }, trace.observer);
  return Object.fromEntries(trace.list({ ...made, ...end }).map((claim) => [claim.path.join('.'), claim]));
}

const namesOf = (claim: PreviewClaimWire | undefined) =>
  claim?.causes.map(({ kind, mapper }) => mapper?.name ?? kind);

test('token preview: claims that no mapper set are built in, also those that the server sets last', () => {
  const { iss, azp, scope } = traceWith([fixed('mine', 'azp', 'mine')], {
    begin: { iss: 'i', azp: 'web' },
    end: { azp: 'web', scope: 's' },
  });
  assert.deepEqual([namesOf(iss), namesOf(azp), namesOf(scope)], [['built-in'], ['built-in'], ['built-in']]);
  assert.deepEqual(
    azp?.overridden?.map(({ kind }) => kind),
    ['built-in', 'mapper'],
  );
});

test('token preview: of two mappers for one claim the last is the cause, and the first is overridden', () => {
  const { team } = traceWith([fixed('one', 'team', 'red'), fixed('two', 'team', 'blue')]);
  assert.deepEqual([team?.value, namesOf(team)], ['blue', ['two']]);
  assert.deepEqual(
    team?.overridden?.map(({ mapper }) => mapper?.name),
    ['one'],
  );
});

test('token preview: two mappers that set the same value are both causes', () => {
  const { team } = traceWith([fixed('one', 'team', 'red'), fixed('two', 'team', 'red')]);
  assert.deepEqual([namesOf(team), team?.overridden], [['one', 'two'], undefined]);
});

test('RFC 7519 §4.1.3: each audience has the mapper that added it', () => {
  const { aud } = traceWith([audience('x'), audience('y'), audience('x')]);
  assert.deepEqual(aud?.value, ['x', 'y']);
  assert.deepEqual(
    aud?.causes.map(({ mapper, values }) => [mapper?.name, values]),
    [
      ['audience x', ['x']],
      ['audience y', ['y']],
      ['audience x', ['x']],
    ],
  );
});

test('RFC 8693 §2.2.2: an audience that was limited keeps the causes of what is left', () => {
  const { aud } = traceWith([audience('x'), audience('y')], { end: { aud: 'y' } });
  assert.deepEqual(namesOf(aud), ['audience y']);
});

test('token preview: members of objects have causes of their own', () => {
  const traced = traceWith([fixed('one', 'deep.left', 'l'), fixed('two', 'deep.right', 'r')]);
  assert.deepEqual([namesOf(traced['deep.left']), namesOf(traced['deep.right'])], [['one'], ['two']]);
});

test('token preview: a claim of roles names the roles and how the user has them; other claims name none', () => {
  const traced = traceWith([roles, fixed('one', 'team', 'red')]);
  assert.deepEqual(
    traced['realm_access.roles']?.causes[0]?.roles
      ?.map(({ name, paths }) => `${name} ${paths.length}`)
      .sort(),
    ['a 1', 'b 1'],
  );
  assert.equal(traced['team']?.causes[0]?.roles, undefined);
});

test('token preview: a user’s own claim replaces that of a mapper and names the attribute', () => {
  const { team } = traceWith([fixed('one', 'team', 'red')], { claims: '{"team":"mine"}' });
  assert.deepEqual(team?.causes, [{ kind: 'user', attribute: 'understudy.claims' }]);
});

test('token preview: identifiers and times are marked as volatile, others are not', () => {
  const { jti, sub } = traceWith([], { begin: { jti: '1', sub: '2' } });
  assert.deepEqual([jti?.isVolatile, sub?.isVolatile], [true, undefined]);
});

test('token preview: empty lists and objects are claims with a cause, too', () => {
  const groups: ProtocolMapperRepresentation = {
    name: 'groups',
    protocolMapper: 'oidc-group-membership-mapper',
    config: { 'access.token.claim': 'true', 'claim.name': 'groups' },
  };
  assert.deepEqual(namesOf(traceWith([groups])['groups']), ['groups']);
  assert.deepEqual(
    listLeaves({ a: {}, b: { c: [] } }).map(({ path }) => path.join('.')),
    ['a', 'b.c'],
  );
});
