import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { AdminError } from '../admin-error.ts';
import { type ExistingPolicy, ImportLog, importParts, type PartialImport } from './partial-import-steps.ts';

const realm: StoredRealm = {
  id: 'r',
  realm: 'shop',
  clients: [{ id: 'c', clientId: 'till', name: 'Till' }],
  roles: { realm: [{ id: 'clerk-id', name: 'clerk' }], client: { till: [{ id: 'open-id', name: 'open' }] } },
  groups: [{ id: 'g', name: 'staff', attributes: { a: ['1'] } }],
  identityProviders: [{ alias: 'partner', internalId: 'i', config: { clientSecret: 'hush' } }],
};

const SAME: PartialImport = {
  clients: [{ clientId: 'till', name: 'New' }],
  roles: {
    realm: [{ name: 'clerk', description: 'New' }],
    client: { till: [{ name: 'open', description: 'New' }] },
  },
  groups: [{ name: 'staff' }],
  identityProviders: [{ alias: 'partner', providerId: 'saml' }],
};

function run(given: PartialImport, policy: ExistingPolicy): { after: StoredRealm; log: ImportLog } {
  const log = new ImportLog(policy);
  return { after: importParts(realm, given, log), log };
}

for (const [part, message] of [
  [{ clients: SAME.clients ?? [] }, /^409 Client 'till' already exists/],
  [{ roles: { realm: SAME.roles?.realm ?? [] } }, /^409 Realm role 'clerk' already exists/],
  [{ roles: { client: SAME.roles?.client ?? {} } }, /^409 Client role 'till-->open' already exists/],
  [{ groups: SAME.groups ?? [] }, /^409 Group '\/staff' already exists/],
  [{ identityProviders: SAME.identityProviders ?? [] }, /^409 Identity provider 'partner' already exists/],
] as const) {
  test(`Keycloak FAIL: ${message.source} is the reason of the refusal`, () => {
    assert.throws(
      () => run(part, 'FAIL'),
      (error) => error instanceof AdminError && message.test(error.message),
    );
  });
}

test('Keycloak SKIP: what exists stays as it is', () => {
  const { after, log } = run(SAME, 'SKIP');
  assert.deepEqual(after, realm);
  assert.ok(log.results.every(({ action }) => action === 'SKIPPED'));
});

test('Keycloak OVERWRITE: what exists is replaced under its ID, and nothing is doubled', () => {
  const { after, log } = run(SAME, 'OVERWRITE');
  assert.deepEqual(
    log.results.map(({ action, id }) => [action, id]),
    [
      ['OVERWRITTEN', 'c'],
      ['OVERWRITTEN', 'clerk-id'],
      ['OVERWRITTEN', 'open-id'],
      ['OVERWRITTEN', 'i'],
      ['OVERWRITTEN', 'g'],
    ],
  );
  assert.deepEqual(
    after.clients?.map(({ id, name }) => [id, name]),
    [['c', 'New']],
  );
  assert.deepEqual(
    after.roles?.realm?.map(({ id, description }) => [id, description]),
    [['clerk-id', 'New']],
  );
  assert.deepEqual(after.groups, [
    {
      name: 'staff',
      id: 'g',
      path: '/staff',
      subGroups: [],
      attributes: {},
      realmRoles: [],
      clientRoles: {},
    },
  ]);
  assert.doesNotMatch(JSON.stringify(after['identityProviders']), /hush/);
});

test('the parts of a group get IDs and paths of this realm', () => {
  const given = { groups: [{ id: 'foreign', name: 'a/b', subGroups: [{ id: 'foreign', name: 'c' }] }] };
  const added = run(given, 'FAIL').after.groups?.at(-1);
  const child = added?.subGroups?.[0];
  assert.deepEqual([added?.path, child?.path, child?.parentId], ['/a~/b', '/a~/b/c', added?.id]);
  assert.ok(added?.id !== 'foreign' && child?.id !== 'foreign' && child?.id !== added?.id);
});

test('a client is complete like one of a realm file, and its mappers get new IDs', () => {
  const mapper = { id: 'foreign', name: 'm', protocolMapper: 'oidc-hardcoded-claim-mapper' };
  const client = run(
    { clients: [{ clientId: 'kiosk', protocolMappers: [mapper] }] },
    'FAIL',
  ).after.clients?.at(-1);
  assert.equal(client?.publicClient, false);
  assert.notEqual(client?.protocolMappers?.[0]?.id, 'foreign');
});
