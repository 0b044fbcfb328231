import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import KcAdminClient from '@keycloak/keycloak-admin-client';
import { collect } from '#protocol/store/collect.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const REALM = '/admin/realms/shop';
const made = async (path: string, body: unknown) =>
  (await server.call('POST', REALM + path, { body })).createdId;

/** Maps role clerk into tokens of clients with scope `clerks`; `boss` contains it. */
const scopeId = await made('/client-scopes', {
  name: 'clerks',
  protocol: 'openid-connect',
  protocolMappers: [
    {
      id: 'team-mapper',
      name: 'team',
      protocolMapper: 'oidc-hardcoded-claim-mapper',
      config: {
        'claim.name': 'team',
        'claim.value': 'blue',
        'access.token.claim': 'true',
        'id.token.claim': 'true',
      },
    },
  ],
});
const kiosk = await made('/clients', {
  clientId: 'kiosk',
  name: 'Kiosk',
  publicClient: true,
  fullScopeAllowed: false,
  defaultClientScopes: ['profile'],
  optionalClientScopes: ['clerks'],
  protocolMappers: [
    {
      id: 'till-audience',
      name: 'till',
      protocolMapper: 'oidc-audience-mapper',
      config: { 'included.client.audience': 'till', 'access.token.claim': 'true' },
    },
  ],
});
const { body: clerk } = await server.call<{ id: string; name: string }>('GET', `${REALM}/roles/clerk`);
await server.call('POST', `${REALM}/client-scopes/${scopeId}/scope-mappings/realm`, { body: [clerk] });
const wiki = await made('/clients', {
  clientId: 'wiki',
  protocol: 'saml',
  attributes: { saml_assertion_consumer_url_post: 'http://wiki.test/acs' },
});
const ann = await server.userId('ann');

const admin = new KcAdminClient({ baseUrl: server.baseUrl, realmName: 'shop' });
admin.setAccessToken(server.token);

const evaluate = <Body = Record<string, unknown>>(path: string, token?: string, client = kiosk) =>
  server.call<Body>(
    'GET',
    `${REALM}/clients/${client}/evaluate-scopes/${path}`,
    token === undefined ? {} : { token },
  );

test('admin client: evaluateGenerateAccessToken shows the claims of the requested scope', async () => {
  const token = await admin.clients.evaluateGenerateAccessToken({
    id: kiosk,
    scope: 'clerks',
    userId: ann,
    audience: 'till',
  });
  assert.equal(token['team'], 'blue');
  assert.equal(token['aud'], 'till');
  assert.match(String(token['jti']), /^onrtna:/);
  assert.match(String(token['scope']), /clerks/);
});

test('admin client: evaluateGenerateIdToken and UserInfo need no scope openid', async () => {
  const query = { id: kiosk, scope: '', userId: ann };
  const idToken = await admin.clients.evaluateGenerateIdToken(query);
  assert.deepEqual([idToken['typ'], idToken['aud'], idToken['at_hash']], ['ID', 'kiosk', undefined]);
  const userInfo = await admin.clients.evaluateGenerateUserInfo(query);
  assert.deepEqual([userInfo['preferred_username'], userInfo['jti']], ['ann', undefined]);
});

test('admin client: evaluateGenerateSamlResponse answers a response as text', async () => {
  const query = { scope: '', userId: ann };
  const text: unknown = await admin.clients.evaluateGenerateSamlResponse({ id: wiki, ...query });
  assert.match(String(text), /^<samlp:Response.*Destination="http:\/\/wiki\.test\/acs".*<saml:NameID/s);
  // Compat: whatever the client's protocol is.
  assert.match(
    String(await admin.clients.evaluateGenerateSamlResponse({ id: kiosk, ...query })),
    /^<samlp:Response/,
  );
});

test('admin client: evaluateListProtocolMapper names scopes, and the client itself by an empty name', async () => {
  const mappers: unknown = await admin.clients.evaluateListProtocolMapper({ id: kiosk, scope: 'clerks' });
  const [team, till] = (mappers as { mapperId: string }[]).filter(({ mapperId }) =>
    ['team-mapper', 'till-audience'].includes(mapperId),
  );
  assert.deepEqual(team, {
    mapperId: 'team-mapper',
    mapperName: 'team',
    containerId: scopeId,
    containerName: 'clerks',
    containerType: 'client-scope',
    protocolMapper: 'oidc-hardcoded-claim-mapper',
  });
  assert.deepEqual(till, {
    mapperId: 'till-audience',
    mapperName: 'till',
    containerId: kiosk,
    containerName: '',
    containerType: 'client',
    protocolMapper: 'oidc-audience-mapper',
  });
});

test('admin client: evaluatePermission: granted roles follow the requested scopes, the others are not granted', async () => {
  const names = async (type: 'granted' | 'not-granted', scope: string) => {
    const roles = await admin.clients.evaluatePermission({ id: kiosk, roleContainer: 'shop', type, scope });
    return roles.map(({ name = '' }) => name);
  };
  assert.ok(!(await names('granted', '')).includes('clerk'));
  assert.ok((await names('not-granted', '')).includes('clerk'));
  assert.ok((await names('granted', 'clerks')).includes('clerk'));
  assert.ok(!(await names('not-granted', 'clerks')).includes('clerk'));
  const all = new Set([...(await names('granted', 'clerks')), ...(await names('not-granted', 'clerks'))]);
  assert.ok(all.has('boss'));
});

test('Keycloak evaluate-scopes: with full scope, all roles of a client are granted', async () => {
  const till = server.clientUuid('till');
  const path = (type: string) => `scope-mappings/${till}/${type}`;
  const { body: granted } = await evaluate<{ name: string; containerId: string }[]>(
    path('granted'),
    undefined,
    till,
  );
  assert.deepEqual(
    granted.map(({ name, containerId }) => [name, containerId]),
    [['open', till]],
  );
  assert.deepEqual((await evaluate(path('not-granted'), undefined, till)).body, []);
});

const GENERATORS = ['access-token', 'id-token', 'userinfo', 'saml-response'].map(
  (name) => `generate-example-${name}`,
);

for (const path of GENERATORS) {
  test(`Keycloak evaluate-scopes: ${path} needs userId, a user, and permission for both clients and users`, async () => {
    const only = async (name: string) => server.tokenOf('shop', name);
    const missing = await evaluate(path);
    assert.deepEqual([missing.status, missing.body], [404, { error: 'No userId provided' }]);
    const unknown = await evaluate(`${path}?userId=none`);
    assert.deepEqual([unknown.status, unknown.body], [404, { error: 'No user found' }]);
    const gone = await evaluate(`${path}?userId=${ann}`, undefined, 'none');
    assert.deepEqual([gone.status, gone.body], [404, { error: 'Could not find client' }]);
    assert.equal((await evaluate(`${path}?userId=${ann}`, await only('ann'))).status, 403);
    const client = path.endsWith('saml-response') ? wiki : kiosk;
    assert.equal((await evaluate(`${path}?userId=${ann}`, await only('viewer'), client)).status, 200);
  });
}

test('Keycloak evaluate-scopes: a caller who may view clients only has no access to the user', async () => {
  const token = await viewerOf('view-clients');
  const { status, body } = await evaluate(`${GENERATORS[0]}?userId=${ann}`, token);
  assert.deepEqual([status, body], [403, { error: 'You have no access to this user' }]);
  assert.equal((await evaluate('protocol-mappers', token)).status, 200);
  assert.equal((await evaluate(`${GENERATORS[0]}?userId=${ann}`, await viewerOf('view-users'))).status, 403);
});

async function viewerOf(role: string): Promise<string> {
  const id = await made('/users', { username: `only-${role}`, enabled: true });
  const management = server.clientUuid('realm-management');
  const { body } = await server.call('GET', `${REALM}/clients/${management}/roles/${role}`);
  await server.call('POST', `${REALM}/users/${id}/role-mappings/clients/${management}`, { body: [body] });
  return server.tokenOf('shop', `only-${role}`);
}

for (const [name, query, status] of [
  ['an unknown scope is ignored', 'scope=none', 200],
  ['an audience that is no client is ignored', 'audience=none', 200],
  ['the client itself as audience is refused', 'audience=kiosk', 404],
  ['an audience that is not in the token is refused', 'audience=till%20page', 404],
] as const) {
  test(`Keycloak evaluate-scopes: ${name}`, async () => {
    const answer = await evaluate(`generate-example-access-token?userId=${ann}&${query}`);
    assert.equal(answer.status, status);
    if (status === 404)
      assert.match(JSON.stringify(answer.body), /"error":"Requested audience not available: /);
  });
}

for (const container of ['none', 'till']) {
  test(`Keycloak evaluate-scopes: the role container ${container} is neither the realm's name nor a client's UUID`, async () => {
    const { status, body } = await evaluate(`scope-mappings/${container}/granted`);
    assert.deepEqual([status, body], [404, { error: 'Role Container not found' }]);
  });
}

test('Keycloak evaluate-scopes: a SAML client without a consumer service has no example response', async () => {
  const bare = await made('/clients', { clientId: 'bare', protocol: 'saml' });
  const { status, body } = await evaluate(`generate-example-saml-response?userId=${ann}`, undefined, bare);
  assert.equal(status, 404);
  assert.match(JSON.stringify(body), /Could not generate a SAML response.*saml_assertion_consumer_url_post/);
});

test('Keycloak evaluate-scopes: an example leaves no session and no flow of a sign-in', async () => {
  const id = server.store.realms.find('shop')?.id ?? '';
  const sessions = async () => (await collect(server.store.sessions.list(id))).length;
  const before = await sessions();
  await evaluate(`generate-example-access-token?userId=${ann}&scope=offline_access`);
  assert.equal(await sessions(), before);
});

test('admin client: an example token has the organization of its scope; unknown ones are ignored', async () => {
  const organizations = [{ name: 'Acme', alias: 'acme', members: [{ username: 'ann' }] }];
  await server.call('PUT', REALM, { body: { organizationsEnabled: true, organizations } });
  const client = await made('/clients', { clientId: 'portal', optionalClientScopes: ['organization'] });
  const example = async (scope: string): Promise<unknown> =>
    (await evaluate(`generate-example-access-token?userId=${ann}&scope=${scope}`, undefined, client)).body[
      'organization'
    ];
  assert.deepEqual(await example('organization:acme'), ['acme']);
  assert.deepEqual(await example('organization'), ['acme']);
  for (const scope of ['', 'organization:none', 'none:acme'])
    assert.equal(await example(scope), undefined, scope);
});
