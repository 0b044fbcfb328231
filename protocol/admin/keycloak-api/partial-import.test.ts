import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { collect } from '#protocol/store/collect.ts';
import { type Named, namesOf, startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';

interface Outcome {
  readonly added: number;
  readonly skipped: number;
  readonly overwritten: number;
  readonly results: readonly {
    readonly action: string;
    readonly resourceType: string;
    readonly resourceName: string;
  }[];
}

const importPart = (body: object, token?: string) =>
  server.call<Outcome & { errorMessage?: string }>('POST', `${REALM}/partialImport`, {
    body,
    ...(token === undefined ? {} : { token }),
  });

const users = async (username: string): Promise<UserRepresentation[]> =>
  (await server.call<UserRepresentation[]>('GET', `${REALM}/users?username=${username}&exact=true`)).body;

const FILE = {
  realm: 'elsewhere',
  clients: [{ clientId: 'kiosk', id: 'kiosk-id', secret: 's', serviceAccountsEnabled: true }],
  roles: {
    realm: [{ name: 'guard', composites: { realm: ['clerk'] } }],
    client: { kiosk: [{ name: 'sell' }] },
  },
  identityProviders: [{ alias: 'partner', providerId: 'oidc', config: { clientSecret: 'hush' } }],
  groups: [{ name: 'crew', subGroups: [{ name: 'late' }] }],
  users: [
    {
      username: 'Gus',
      groups: ['/crew/late'],
      realmRoles: ['guard'],
      credentials: [{ type: 'password', value: 'gus-password' }],
    },
  ],
};

for (const [body, expected] of [
  [{ ifResourceExists: 'MAYBE' }, /ifResourceExists must be one of FAIL, SKIP, OVERWRITE/],
  [{ users: [{}] }, /users\[0\]\.username is missing/],
  [{ clients: [{ name: 'x' }] }, /clients\[0\]\.clientId is missing/],
  [{ clients: {} }, /clients must be a JSON array/],
  [{ groups: [{}] }, /groups\[0\]\.name is missing/],
  [{ identityProviders: [{ alias: 'x' }] }, /identityProviders\[0\]\.providerId is missing/],
  [
    { roles: { client: { none: [{ name: 'x' }] } } },
    /roles\.client\.none belongs to a client that does not exist/,
  ],
  [{ roles: { realm: [{ name: 'x', composites: { realm: ['none'] } }] } }, /none/],
  [
    { users: [{ username: 'x', clientConsents: [{ clientId: 'none' }] }] },
    /users\[0\]\.clientConsents\[0\]\.clientId names the client \\"none\\".*remove the consent/,
  ],
  [
    { users: [{ username: 'x', clientConsents: [{ clientId: 'till', grantedClientScopes: ['none'] }] }] },
    /grantedClientScopes\[0\] names the client scope \\"none\\"/,
  ],
  [{ users: [{ username: 'x', groups: ['/none'] }] }, /Unable to find group specified by path: \/none/],
  [{ users: [{ username: 'twin' }, { username: 'Twin' }] }, /twin is in the file more than once/],
] as const) {
  test(`bad input: a partial import of ${JSON.stringify(body)} is rejected, and nothing is imported`, async () => {
    const before = server.store.realms.find('shop');
    const { status, body: refusal } = await importPart(body);
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
    assert.equal(server.store.realms.find('shop'), before);
    assert.deepEqual(await users('twin'), []);
  });
}

test('Keycloak: a part of a realm file is imported, and everything in it is reported', async () => {
  const { status, body } = await importPart(FILE);
  assert.equal(status, 200);
  assert.deepEqual([body.added, body.skipped, body.overwritten], [6, 0, 0]);
  assert.deepEqual(
    body.results.map(({ action, resourceType, resourceName }) => `${action} ${resourceType} ${resourceName}`),
    [
      'ADDED CLIENT kiosk',
      'ADDED REALM_ROLE guard',
      'ADDED CLIENT_ROLE kiosk-->sell',
      'ADDED IDP partner',
      'ADDED GROUP /crew',
      'ADDED USER gus',
    ],
  );
  assert.notEqual(server.clientUuid('kiosk'), 'kiosk-id');
  assert.equal((await users('service-account-kiosk')).length, 1);
  const [gus] = await users('gus');
  const groups = await server.call<Named[]>('GET', `${REALM}/users/${gus?.id}/groups`);
  assert.deepEqual(namesOf(groups.body), ['late']);
  const roles = await server.call<Named[]>('GET', `${REALM}/users/${gus?.id}/role-mappings/realm/composite`);
  assert.deepEqual(namesOf(roles.body).sort(), ['clerk', 'guard']);
  const form = { grant_type: 'password', client_id: 'admin-cli', username: 'gus', password: 'gus-password' };
  const token = await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  assert.equal(token.status, 200);
  assert.doesNotMatch(
    JSON.stringify(await collect(server.store.users.each(server.store.realms.find('shop')?.id ?? ''))),
    /gus-password/,
  );
});

test('Keycloak: what exists makes the import fail as a whole, unless the policy says otherwise', async () => {
  for (const policy of [{}, { ifResourceExists: 'FAIL' }]) {
    const body = { ...policy, clients: [{ clientId: 'fresh' }], users: [{ username: 'gus' }] };
    const refused = await importPart(body);
    assert.equal(refused.status, 409);
    assert.match(
      refused.body.errorMessage ?? '',
      /^User 'gus' already exists\. Set ifResourceExists to SKIP or OVERWRITE/,
    );
    assert.throws(() => server.clientUuid('fresh'));
  }
  const skipped = await importPart({ ...FILE, ifResourceExists: 'SKIP' });
  assert.deepEqual([skipped.body.added, skipped.body.skipped, skipped.body.overwritten], [0, 6, 0]);
});

test('Keycloak: OVERWRITE replaces and keeps the ID, also of a user who is found by address', async () => {
  const id = server.clientUuid('kiosk');
  const [before] = await users('gus');
  const changed = {
    ifResourceExists: 'OVERWRITE',
    clients: [{ clientId: 'kiosk', name: 'Kiosk' }],
    users: [{ username: 'gus', firstName: 'Gustav' }],
  };
  assert.equal((await importPart(changed)).body.overwritten, 2);
  assert.equal(server.clientUuid('kiosk'), id);
  const { body } = await server.call<ClientRepresentation>('GET', `${REALM}/clients/${id}`);
  assert.equal(body.name, 'Kiosk');
  const [gus] = await users('gus');
  assert.deepEqual([gus?.id, gus?.firstName], [before?.id, 'Gustav']);
  const byAddress = { ...changed, clients: [], users: [{ username: 'anne', email: 'ANN@example.test' }] };
  assert.equal((await importPart(byAddress)).body.overwritten, 1);
  assert.deepEqual((await users('ann')).length, 0);
  assert.equal((await users('anne'))[0]?.email, 'ann@example.test');
});

test('0169: manage-realm alone imports neither clients, users nor identity providers', async () => {
  await server.call('POST', `${REALM}/users`, { body: { username: 'half' } });
  const [half] = await users('half');
  const management = server.clientUuid('realm-management');
  const available = `${REALM}/users/${half?.id}/role-mappings/clients/${management}`;
  const list = await server.call<Named[]>('GET', `${available}/available`);
  const role = list.body.filter(({ name }) => name === 'manage-realm');
  await server.call('POST', available, { body: role });
  const token = await server.tokenOf('shop', 'half');
  assert.equal((await importPart({ roles: { realm: [{ name: 'plain' }] } }, token)).status, 200);
  for (const part of [
    { clients: [{ clientId: 'c' }] },
    { users: [{ username: 'u' }] },
    { groups: [{ name: 'g' }] },
    { identityProviders: [{ alias: 'i', providerId: 'saml' }] },
  ])
    assert.equal((await importPart(part, token)).status, 403, JSON.stringify(part));
});

test('0169: nobody imports or replaces a user with more rights than their own, and then nothing is imported', async () => {
  const token = await server.tokenOf('shop', 'manager');
  const before = server.store.realms.find('shop');
  const root = { username: 'root', clientRoles: { 'realm-management': ['realm-admin'] } };
  const viaGroup = { username: 'root', groups: ['/roots'] };
  await server.call('POST', `${REALM}/users`, { body: { username: 'owner' } });
  const management = server.clientUuid('realm-management');
  const [owner] = await users('owner');
  const grants = `${REALM}/users/${owner?.id}/role-mappings/clients/${management}`;
  const roles = await server.call<Named[]>('GET', `${grants}/available`);
  await server.call('POST', grants, { body: roles.body.filter(({ name }) => name === 'realm-admin') });
  for (const part of [
    { users: [{ username: 'plain' }, root] },
    { groups: [{ name: 'roots', clientRoles: root.clientRoles }], users: [viaGroup] },
    { ifResourceExists: 'OVERWRITE', users: [{ username: 'owner' }] },
  ]) {
    const refused = await importPart({ roles: { realm: [{ name: 'extra' }] }, ...part }, token);
    assert.equal(refused.status, 403, JSON.stringify(part));
  }
  assert.equal(server.store.realms.find('shop'), before);
  assert.deepEqual([await users('root'), await users('plain')], [[], []]);
});
