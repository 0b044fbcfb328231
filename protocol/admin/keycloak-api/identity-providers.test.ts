import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const INSTANCES = `${REALM}/identity-provider/instances`;

type Members = Readonly<Record<string, unknown>>;

const PARTNER = {
  alias: 'partner',
  providerId: 'keycloak-oidc',
  config: { clientId: 'demo', clientSecret: 'hush', useJwksUrl: true },
  futureMember: { kept: [1] },
};

const stored = (): Members => {
  const list = server.store.realms.find('shop')?.['identityProviders'] as readonly Members[];
  return list.find(({ alias }) => alias === 'partner') ?? {};
};

for (const [body, expected] of [
  [undefined, /must be a JSON object/],
  [{ providerId: 'saml' }, /alias is missing/],
  [{ alias: 'x' }, /providerId is missing/],
  [{ alias: 'x', providerId: 'saml', enabled: 'maybe' }, /enabled must be true or false/],
  [{ alias: 'x', providerId: 'saml', config: { a: ['b'] } }, /config\.a must be a string/],
  [{ alias: 'a\nb', providerId: 'saml' }, /alias must be a string/],
] as const) {
  test(`bad input: the identity provider ${JSON.stringify(body)} is rejected`, async () => {
    const { status, body: refusal } = await server.call(
      'POST',
      INSTANCES,
      body === undefined ? {} : { body },
    );
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
  });
}

test('bad input: an identity provider that does not exist is 404 for every call', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, body } = await server.call(
      method,
      `${INSTANCES}/none`,
      method === 'PUT' ? { body: {} } : {},
    );
    assert.deepEqual([status, body], [404, { error: 'Identity provider none not found' }]);
  }
  assert.equal((await server.call('GET', `${INSTANCES}/none/mappers`)).status, 404);
});

test('Keycloak: an identity provider is created once, with its defaults, and shown without its secret', async () => {
  const made = await server.call('POST', INSTANCES, { body: PARTNER });
  assert.deepEqual([made.status, made.createdId], [201, 'partner']);
  const again = await server.call('POST', INSTANCES, { body: PARTNER });
  assert.deepEqual(
    [again.status, again.body],
    [409, { errorMessage: 'Identity Provider partner already exists' }],
  );
  const { body } = await server.call<Members>('GET', `${INSTANCES}/partner`);
  const { internalId, ...shown } = body;
  assert.match(String(internalId), /^[0-9a-f-]{36}$/);
  assert.deepEqual(shown, {
    enabled: true,
    updateProfileFirstLoginMode: 'on',
    trustEmail: false,
    storeToken: false,
    addReadTokenRoleOnCreate: false,
    authenticateByDefault: false,
    linkOnly: false,
    hideOnLogin: false,
    ...PARTNER,
    config: { clientId: 'demo', clientSecret: '**********', useJwksUrl: 'true' },
  });
});

test('what was read can be written back: the mask keeps the secret, unknown members stay', async () => {
  const { body } = await server.call<Members>('GET', `${INSTANCES}/partner`);
  const before = stored();
  assert.equal((await server.call('PUT', `${INSTANCES}/partner`, { body })).status, 204);
  assert.deepEqual(stored(), before);
  assert.equal((before['config'] as Members)['clientSecret'], 'hush');
});

test('the list can be searched and paged', async () => {
  await server.call('POST', INSTANCES, { body: { alias: 'github', providerId: 'github' } });
  const aliases = async (query: string): Promise<unknown[]> =>
    (await server.call<Members[]>('GET', `${INSTANCES}${query}`)).body.map(({ alias }) => alias);
  assert.deepEqual(await aliases(''), ['partner', 'github']);
  assert.deepEqual(await aliases('?search=GIT'), ['github']);
  assert.deepEqual(await aliases('?first=1&max=1'), ['github']);
  assert.equal((await server.call('GET', `${INSTANCES}?first=x`)).status, 400);
});

test('a provider cannot take the alias of another one; its mappers follow a new alias and end with it', async () => {
  const mapper = {
    name: 'mail',
    identityProviderMapper: 'oidc-user-attribute-idp-mapper',
    config: { syncMode: 'FORCE' },
  };
  const made = await server.call('POST', `${INSTANCES}/partner/mappers`, { body: mapper });
  assert.equal(made.status, 201);
  assert.equal((await server.call('POST', `${INSTANCES}/partner/mappers`, { body: mapper })).status, 409);
  assert.equal(
    (await server.call('POST', `${INSTANCES}/partner/mappers`, { body: { name: 'x' } })).status,
    400,
  );
  assert.equal((await server.call('PUT', `${INSTANCES}/partner`, { body: { alias: 'github' } })).status, 409);
  assert.equal((await server.call('PUT', `${INSTANCES}/partner`, { body: { alias: 'ally' } })).status, 204);
  const path = `${INSTANCES}/ally/mappers/${made.createdId}`;
  const complete = { ...mapper, id: made.createdId, identityProviderAlias: 'ally' };
  assert.deepEqual((await server.call('GET', path)).body, complete);
  const changed = { ...complete, name: 'e-mail', config: { syncMode: 'IMPORT' } };
  assert.equal((await server.call('PUT', path, { body: changed })).status, 204);
  assert.deepEqual((await server.call('GET', `${INSTANCES}/ally/mappers`)).body, [changed]);
  assert.equal((await server.call('GET', `${INSTANCES}/github/mappers/${made.createdId}`)).status, 404);
  assert.equal((await server.call('DELETE', `${INSTANCES}/ally`)).status, 204);
  assert.deepEqual(server.store.realms.find('shop')?.['identityProviderMappers'], []);
});

test('a mapper is removed alone', async () => {
  const mapper = { name: 'mail', identityProviderMapper: 'x' };
  const { createdId } = await server.call('POST', `${INSTANCES}/github/mappers`, { body: mapper });
  const path = `${INSTANCES}/github/mappers/${createdId}`;
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.deepEqual(
    [(await server.call('DELETE', path)).status, (await server.call('GET', path)).status],
    [404, 404],
  );
});

test('Keycloak: providers are searched by the beginning, any part or the whole alias, and shown briefly', async () => {
  for (const alias of ['search-one', 'search-two'])
    await server.call('POST', INSTANCES, { body: { alias, providerId: 'oidc', config: { clientId: 'x' } } });
  const find = async (query: string) =>
    (await server.call<Record<string, unknown>[]>('GET', `${INSTANCES}?${query}`)).body;
  const aliases = async (search: string) =>
    (await find(`search=${encodeURIComponent(search)}`)).map(({ alias }) => alias);
  assert.deepEqual(await aliases('SEARCH'), ['search-one', 'search-two']);
  assert.deepEqual(await aliases('two'), []);
  assert.deepEqual(await aliases('*two*'), ['search-two']);
  assert.deepEqual(await aliases('"search-one"'), ['search-one']);
  assert.deepEqual(await aliases('"search"'), []);
  const [brief] = await find('search=search-one&briefRepresentation=true');
  assert.deepEqual(Object.keys(brief ?? {}).toSorted(), ['alias', 'enabled', 'internalId', 'providerId']);
});

test('Keycloak: an identity provider is found by its internal ID, too', async () => {
  const { body } = await server.call<Members[]>('GET', INSTANCES);
  const [first] = body;
  const found = await server.call<Members>('GET', `${INSTANCES}/${String(first?.['internalId'])}`);
  assert.equal(found.body['alias'], first?.['alias']);
});

test('Keycloak: links of users end with the provider, so that no later provider of that alias finds them, and follow a new alias', async () => {
  const { id = '' } = server.store.realms.find('shop') ?? {};
  await server.call('POST', INSTANCES, { body: { alias: 'hub', providerId: 'github' } });
  const links = [
    { identityProvider: 'hub', userId: '42', userName: 'lin' },
    { identityProvider: 'elsewhere', userId: '42', userName: 'lin' },
  ];
  await server.store.users.create(id, { id: 'lin-id', username: 'lin', federatedIdentities: links });
  const ofLin = async () =>
    listIdentities((await server.store.users.find(id, 'lin-id')) ?? assert.fail())
      .map(({ identityProvider, userId }) => `${identityProvider}/${userId}`)
      .sort();
  await server.call('PUT', `${INSTANCES}/hub`, { body: { alias: 'lab' } });
  assert.deepEqual(await ofLin(), ['elsewhere/42', 'lab/42']);
  assert.equal((await server.store.users.findByLink(id, 'lab', '42'))?.username, 'lin');
  await server.call('DELETE', `${INSTANCES}/lab`);
  assert.deepEqual(await ofLin(), ['elsewhere/42']);
  assert.equal(await server.store.users.findByLink(id, 'lab', '42'), undefined);
});
