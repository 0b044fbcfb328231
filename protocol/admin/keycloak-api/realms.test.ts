import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RealmKeyRepresentation } from '#protocol/contract/admin-api.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALMS = '/admin/realms';
const post = (body: unknown) => server.call('POST', REALMS, { body });

for (const [body, status, expected] of [
  [{}, 400, /realm is missing/],
  [[], 400, /must be a JSON object/],
  [{ realm: 'a/b' }, 400, /realm must be a name without/],
  [{ realm: '..' }, 400, /realm must be a name without/],
  [{ realm: 'shop' }, 409, /Conflict detected/],
  [{ realm: 'x', clients: [{}] }, 400, /clients\[0\]\.clientId is missing/],
  [
    { realm: 'x', users: [{ username: 'a', enabled: 'no' }] },
    400,
    /users\[0\]\.enabled must be true or false/,
  ],
  [{ realm: 'x', accessTokenLifespan: '5m' }, 400, /accessTokenLifespan must be a whole number of seconds/],
  [
    { realm: 'x', users: [{ username: 'a', clientConsents: [{ clientId: 'none' }] }] },
    400,
    /users\[0\]\.clientConsents\[0\]\.clientId names the client \\"none\\".*remove the consent/,
  ],
  [
    { realm: 'x', groups: [{ name: 'a', subGroups: [{}] }] },
    400,
    /groups\[0\]\.subGroups\[0\]\.name is missing/,
  ],
] as const) {
  test(`realm-admin C3: ${JSON.stringify(body)} is rejected with ${status}`, async () => {
    const refused = await post(body);
    assert.equal(refused.status, status);
    assert.match(JSON.stringify(refused.body), expected);
    assert.equal(server.store.realms.find('x'), undefined);
  });
}

test('realm-admin C3: master can be neither removed nor renamed', async () => {
  assert.deepEqual((await server.call('DELETE', `${REALMS}/master`)).body, {
    error: "Can't remove master realm",
  });
  assert.deepEqual((await server.call('PUT', `${REALMS}/master`, { body: { realm: 'main' } })).body, {
    error: "Can't rename master realm",
  });
});

test("realm-admin C3: an unknown realm is 404 for the server's administrator", async () => {
  assert.deepEqual((await server.call('GET', `${REALMS}/none/users`)).body, { error: 'Realm not found.' });
});

test('realm-admin C3: a realm is imported with its users, administered, renamed and removed', async () => {
  const made = await post({ realm: 'bank', users: [{ username: 'zoe' }], futureMember: 'kept' });
  assert.deepEqual([made.status, made.createdId], [201, 'bank']);
  // The token is older than the realm: power is looked up, not read from the token.
  assert.equal((await server.call('GET', `${REALMS}/bank/users/count`)).body, 1);
  assert.equal((await server.call('PUT', `${REALMS}/bank`, { body: { realm: 'shop' } })).status, 409);
  assert.equal(
    (await server.call('PUT', `${REALMS}/bank`, { body: { realm: 'vault', displayName: 'Vault' } })).status,
    204,
  );
  const { body: realm } = await server.call<RealmRepresentation>('GET', `${REALMS}/vault`);
  assert.deepEqual([realm.displayName, realm['futureMember'], realm.clients], ['Vault', 'kept', undefined]);
  assert.equal((await server.call('DELETE', `${REALMS}/vault`)).status, 204);
  assert.equal((await server.call('GET', `${REALMS}/vault`)).status, 404);
  const master = server.store.realms.find('master');
  assert.ok(
    !master?.clients?.some(({ clientId }) => clientId === 'vault-realm' || clientId === 'bank-realm'),
  );
});

test('realm-admin C3: a change is merged, and lists with their own endpoints stay', async () => {
  const path = `${REALMS}/shop`;
  for (const [name, value] of [
    ['cibaBackchannelTokenDeliveryMode', 'ping'],
    ['cibaBackchannelTokenDeliveryMode', 'push'],
    ['cibaAuthRequestedUserHint', 'id_token_hint'],
    ['cibaAuthRequestedUserHint', 'login_hint_token'],
    ['cibaExpiresIn', '0'],
    ['cibaInterval', 'x'],
  ] as const) {
    const refused = await server.call('PUT', path, { body: { attributes: { [name]: value } } });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), new RegExp(`attributes\\.${name} must be`));
  }
  assert.equal((await server.call('PUT', path, { body: { sslRequired: 'sometimes' } })).status, 400);
  const federatedUsers = [{ id: 'f', credentials: [{ type: 'password', value: 'plain' }] }];
  const lists = { clients: [], federatedUsers };
  const change = { accessTokenLifespan: 60, sslRequired: 'NONE', ...lists, attributes: { a: '1' } };
  assert.equal((await server.call('PUT', path, { body: change })).status, 204);
  const stored = server.store.realms.find('shop');
  assert.deepEqual(
    [stored?.accessTokenLifespan, stored?.sslRequired, stored?.attributes?.['a']],
    [60, 'none', '1'],
  );
  assert.equal(stored?.attributes?.['understudy.oneClickSignIn'], 'true');
  assert.ok((stored?.clients?.length ?? 0) > 2);
  // A plain password must not be stored.
  assert.equal(stored?.['federatedUsers'], undefined);
});

test('realm-admin A7: secrets of identity providers are never shown, and stay when their mask is sent back', async () => {
  const path = `${REALMS}/shop`;
  const providers = [
    { alias: 'google', providerId: 'oidc', config: { clientId: 'c', clientSecret: 'hidden' } },
  ];
  await server.store.realms.update('shop', (realm) => ({ ...realm, identityProviders: providers }));
  const { body } = await server.call<RealmRepresentation>('GET', path);
  assert.doesNotMatch(JSON.stringify(body), /hidden/);
  const renamed = { ...body, displayName: 'Shop' };
  assert.equal((await server.call('PUT', path, { body: renamed })).status, 204);
  assert.deepEqual(server.store.realms.find('shop')?.['identityProviders'], providers);
  const { records } = server.activity.list({ text: path, limit: 2 });
  assert.equal(records.length, 2);
  for (const { id } of records) assert.doesNotMatch(JSON.stringify(server.activity.find(id)), /hidden/);
});

test('realm-admin C3: keys are listed with the active one of each algorithm, without private parts', async () => {
  const { body } = await server.call<{ active: Record<string, string>; keys: RealmKeyRepresentation[] }>(
    'GET',
    `${REALMS}/shop/keys`,
  );
  assert.deepEqual(Object.keys(body.active).sort(), ['HS512', 'RS256', 'RSA-OAEP']);
  assert.ok(body.keys.find(({ kid }) => kid === body.active['RS256'])?.certificate);
  assert.doesNotMatch(JSON.stringify(body), /privateKey|secretKey/);
});

test('realm-admin C3: a caller who may not view the realm sees its name only', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  assert.deepEqual((await server.call('GET', `${REALMS}/shop`, { token })).body, { realm: 'shop' });
  assert.deepEqual((await server.call('GET', REALMS, { token })).body, [{ realm: 'shop' }]);
});

test('realm-admin A7: a partial export masks secrets', async () => {
  const { status, body } = await server.call(
    'POST',
    `${REALMS}/shop/partial-export?exportClients=true&exportGroupsAndRoles=true`,
  );
  assert.equal(status, 200);
  assert.doesNotMatch(JSON.stringify(body), /till-secret/);
  assert.match(JSON.stringify(body), /"clientId":"till"/);
});

test("realm-admin C1: an unauthenticated caller's realm file is rejected with 401 before it is read", async () => {
  const long = Array.from({ length: 20 }, (_, index) => [`long${index}`, 'x'.repeat(50_000)]);
  const realm = { realm: 'stranger', attributes: Object.fromEntries(long) };
  const refused = await server.call('POST', REALMS, { body: realm, token: null });
  assert.equal(refused.status, 401);
  const created = await post(realm);
  assert.equal(created.status, 201, JSON.stringify(created.body));
});
