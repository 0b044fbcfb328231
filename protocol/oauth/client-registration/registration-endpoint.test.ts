import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { withInitialAccess } from '#protocol/realm/clients/initial-access.ts';
import { collect } from '#protocol/store/collect.ts';
import { signRegistrationToken } from '#protocol/token/registration-tokens.ts';
import { type Answer, type OAuthTestServer, readTokens, withOAuthServer } from '../testing/server.ts';

const PATH = '/realms/demo/clients-registrations/openid-connect';
const CALLBACK = 'http://127.0.0.1:3000/cb';

interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly clientId?: string;
}

function call(
  server: OAuthTestServer,
  body: unknown,
  { method = 'POST', token, clientId }: Call = {},
): Promise<Answer> {
  return server.send(clientId === undefined ? PATH : `${PATH}/${clientId}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function register(
  server: OAuthTestServer,
  metadata: Readonly<Record<string, unknown>> = {},
  token?: string,
): Promise<Readonly<Record<string, unknown>> & { readonly clientId: string; readonly token: string }> {
  const { status, body, text } = await call(
    server,
    { redirect_uris: [CALLBACK], ...metadata },
    token === undefined ? {} : { token },
  );
  assert.equal(status, 201, text);
  return {
    ...body,
    clientId: String(body['client_id']),
    token: String(body['registration_access_token']),
  };
}

test('RFC 7591 §3.2.1: a registration is answered with 201, identifier, secret, and the URL and token for managing it', () =>
  withOAuthServer(async (server) => {
    const { status, body, headers, summary } = await call(server, {
      redirect_uris: [CALLBACK],
      client_name: 'Shop',
    });
    assert.equal(status, 201);
    assert.equal(headers.get('cache-control'), 'no-store');
    const id = String(body['client_id']);
    assert.equal(body['registration_client_uri'], `${server.baseUrl}${PATH}/${id}`);
    assert.equal(headers.get('location'), body['registration_client_uri']);
    assert.equal(typeof body['client_secret'], 'string');
    assert.equal(body['client_secret_expires_at'], 0);
    assert.equal(body['client_id_issued_at'], Math.floor(server.clock.now() / 1000));
    assert.deepEqual(body['redirect_uris'], [CALLBACK]);
    assert.equal(body['client_name'], 'Shop');
    assert.equal(body['token_endpoint_auth_method'], 'client_secret_basic');
    assert.deepEqual(body['grant_types'], ['authorization_code', 'refresh_token']);
    assert.equal(summary?.clientId, id);
  }));

test('a registered client signs users in and gets tokens', () =>
  withOAuthServer(async (server) => {
    const { clientId, client_secret } = await register(server);
    const client_id = clientId;
    const { code = '' } = await server.signIn(server.browser(), { client_id, redirect_uri: CALLBACK });
    const answer = await server.post('token', {
      client_id,
      client_secret: String(client_secret),
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
    });
    assert.equal(typeof readTokens(answer).id_token, 'string');
  }));

test('a client registered for client_credentials has its service account', () =>
  withOAuthServer(async (server) => {
    const registered = await register(server, { grant_types: ['client_credentials'], redirect_uris: [] });
    const { status } = await server.post('token', {
      client_id: registered.clientId,
      client_secret: String(registered['client_secret']),
      grant_type: 'client_credentials',
    });
    assert.equal(status, 200);
  }));

test('RFC 7591 §2: a client without authentication is public and gets no secret', () =>
  withOAuthServer(async (server) => {
    const registered = await register(server, { token_endpoint_auth_method: 'none' });
    assert.equal('client_secret' in registered, false);
    assert.equal(registered['token_endpoint_auth_method'], 'none');
  }));

for (const [why, body, error, field] of [
  ['a body that is not an object', [], 'invalid_client_metadata', 'JSON object'],
  ['no redirect URI', {}, 'invalid_redirect_uri', 'redirect_uris'],
  ['a relative redirect URI', { redirect_uris: ['/cb'] }, 'invalid_redirect_uri', 'redirect_uris'],
  [
    'a redirect URI with a fragment',
    { redirect_uris: ['http://a.test/#x'] },
    'invalid_redirect_uri',
    'redirect_uris',
  ],
  [
    'a redirect URI that runs code',
    { redirect_uris: ['javascript:alert(1)'] },
    'invalid_redirect_uri',
    'redirect_uris',
  ],
  [
    'redirect URIs that are not a list',
    { redirect_uris: CALLBACK },
    'invalid_client_metadata',
    'redirect_uris',
  ],
  [
    'a chosen identifier',
    { redirect_uris: [CALLBACK], client_id: 'me' },
    'invalid_client_metadata',
    'client_id',
  ],
] as const) {
  test(`RFC 7591 §3.2.2: metadata with ${why} is refused by field name, and no client is created`, () =>
    withOAuthServer(async (server) => {
      const count = server.store.realms.find('demo')?.clients?.length;
      const { status, body: answer, refusal } = await call(server, body);
      assert.deepEqual([status, answer['error']], [400, error]);
      assert.match(String(answer['error_description']), new RegExp(field));
      assert.ok(refusal?.remedy);
      assert.equal(server.store.realms.find('demo')?.clients?.length, count);
    }));
}

for (const [why, metadata, error, description] of [
  [
    'an unusable redirect URI',
    { redirect_uris: [CALLBACK, '/cb'] },
    'invalid_redirect_uri',
    'redirect_uris must be absolute URIs, found "/cb"',
  ],
  [
    'a fragment',
    { redirect_uris: ['http://a.test/#x'] },
    'invalid_redirect_uri',
    'redirect_uris must not contain a fragment, found "http://a.test/#x"',
  ],
  [
    'a script',
    { redirect_uris: ['javascript:alert(1)'] },
    'invalid_redirect_uri',
    'redirect_uris must not run code or name local content, found "javascript:alert(1)"',
  ],
  [
    'an empty list',
    { redirect_uris: [] },
    'invalid_redirect_uri',
    'redirect_uris must not be empty, found []',
  ],
  [
    'a home page that is no URL',
    { redirect_uris: [CALLBACK], client_uri: 'home' },
    'invalid_client_metadata',
    'client_uri must be an http or https URL, found "home"',
  ],
  [
    'a flag as text',
    { redirect_uris: [CALLBACK], dpop_bound_access_tokens: 'yes' },
    'invalid_client_metadata',
    'dpop_bound_access_tokens must be true or false, found "yes"',
  ],
] as const) {
  test(`RFC 7591 §3.2.2: the refusal of ${why} names the member and the value`, () =>
    withOAuthServer(async (server) => {
      const { body } = await call(server, metadata);
      assert.deepEqual([body['error'], body['error_description']], [error, description]);
    }));
}

test('RFC 7591 §3.2.2: the refusal of keys does not quote them', () =>
  withOAuthServer(async (server) => {
    const { body } = await call(server, { redirect_uris: [CALLBACK], jwks: { d: 'private-part' } });
    assert.match(String(body['error_description']), /^jwks must be an object/);
    assert.doesNotMatch(String(body['error_description']), /private-part/);
  }));

test('RFC 7591 §3.2.1: oidc-agent, which sends every type that it knows, is registered with those that are offered', () =>
  withOAuthServer(async (server) => {
    const metadata = {
      application_type: 'web',
      redirect_uris: ['http://localhost:8080', 'edu.kit.data.oidc-agent:/redirect'],
      response_types: ['code', 'token', 'cookie'],
      grant_types: ['refresh_token', 'authorization_code', 'urn:ietf:params:oauth:grant-type:magic'],
    };
    const { status, body, summary } = await call(server, metadata);
    assert.equal(status, 201);
    assert.deepEqual(body['grant_types'], ['authorization_code', 'refresh_token']);
    assert.deepEqual(body['response_types'], ['code', 'none']);
    const notes = server.activity.find(summary?.id ?? '')?.decisions ?? [];
    assert.deepEqual(
      notes.filter(({ rule }) => rule === 'replace-metadata').map(({ detail }) => detail),
      [
        'grant_types ["urn:ietf:params:oauth:grant-type:magic"] are not registered for this client, but authorization_code, refresh_token.',
        'response_types ["token","cookie"] are not registered for this client, but code, none.',
      ],
    );
  }));

test('RFC 7592 §2.2: an update replaces what is not offered, too', () =>
  withOAuthServer(async (server) => {
    const { clientId, token } = await register(server);
    const sent = { redirect_uris: [CALLBACK], grant_types: ['authorization_code', 'magic'] };
    const { status, body, summary } = await call(server, sent, { method: 'PUT', token, clientId });
    assert.deepEqual([status, body['grant_types']], [200, ['authorization_code']]);
    const decisions = server.activity.find(summary?.id ?? '')?.decisions ?? [];
    assert.ok(decisions.some(({ rule, detail }) => rule === 'replace-metadata' && /"magic"/.test(detail)));
  }));

test('RFC 7591 §3: a body other than JSON is answered with 415', () =>
  withOAuthServer(async (server) => {
    const answer = await server.send(PATH, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    assert.equal(answer.status, 415);
  }));

test('RFC 7592 §2.1: the client is read with its registration access token, and each response contains a new one', () =>
  withOAuthServer(async (server) => {
    const { clientId, token } = await register(server);
    const { status, body } = await call(server, undefined, { method: 'GET', token, clientId });
    assert.deepEqual([status, body['client_id']], [200, clientId]);
    assert.notEqual(body['registration_access_token'], token);
    assert.equal((await call(server, undefined, { method: 'GET', token, clientId })).status, 401);
    const next = String(body['registration_access_token']);
    assert.equal((await call(server, undefined, { method: 'GET', token: next, clientId })).status, 200);
  }));

test('RFC 7592 §2.2: an update replaces the metadata; omitted fields are removed, identifier and secret stay', () =>
  withOAuthServer(async (server) => {
    const before = await register(server, { client_name: 'Old', logo_uri: 'http://a.test/l.png' });
    const { clientId, token } = before;
    const change = {
      redirect_uris: ['http://127.0.0.1:3000/new'],
      client_id: clientId,
      dpop_bound_access_tokens: true,
    };
    const { status, body } = await call(server, change, { method: 'PUT', token, clientId });
    assert.equal(status, 200);
    assert.deepEqual(body['redirect_uris'], ['http://127.0.0.1:3000/new']);
    assert.equal(body['dpop_bound_access_tokens'], true);
    assert.deepEqual([body['client_name'], body['logo_uri']], [undefined, undefined]);
    assert.equal(body['client_secret'], before['client_secret']);
  }));

for (const [why, change, field] of [
  ['a different identifier', { client_id: 'other' }, 'client_id'],
  ['a different secret', { client_secret: 'mine' }, 'client_secret'],
] as const) {
  test(`RFC 7592 §2.2: an update with ${why} is refused`, () =>
    withOAuthServer(async (server) => {
      const { clientId, token } = await register(server);
      const sent = { redirect_uris: [CALLBACK], ...change };
      const { status, body } = await call(server, sent, { method: 'PUT', token, clientId });
      assert.deepEqual([status, body['error']], [400, 'invalid_client_metadata']);
      assert.match(String(body['error_description']), new RegExp(field));
    }));
}

test('RFC 7592 §2.3: a client is removed with 204, along with its service account, and its token becomes invalid', () =>
  withOAuthServer(async (server) => {
    const { clientId, token } = await register(server, {
      grant_types: ['client_credentials'],
      redirect_uris: [],
    });
    const { status, text } = await call(server, undefined, { method: 'DELETE', token, clientId });
    assert.deepEqual([status, text], [204, '']);
    const { id = '' } = server.store.realms.find('demo') ?? {};
    assert.equal(await server.store.users.findByUsername(id, `service-account-${clientId}`), undefined);
    for (const method of ['GET', 'DELETE'])
      assert.equal((await call(server, undefined, { method, token, clientId })).status, 401);
  }));

test('RFC 7592 §2.3: a removed client leaves consents, role mappings and scope mappings', () =>
  withOAuthServer(async (server) => {
    const { clientId, token } = await register(server);
    const { id = '' } = server.store.realms.find('demo') ?? {};
    const [user] = await collect(server.store.users.each(id));
    await server.store.users.update(id, user?.id ?? '', (current) => ({
      ...current,
      clientConsents: [{ clientId, grantedClientScopes: ['profile'] }],
    }));
    await server.store.realms.update('demo', (realm) => ({
      ...realm,
      scopeMappings: [{ client: clientId, roles: [] }],
    }));
    await call(server, undefined, { method: 'DELETE', token, clientId });
    assert.deepEqual((await server.store.users.find(id, user?.id ?? ''))?.clientConsents, []);
    assert.deepEqual(server.store.realms.find('demo')?.scopeMappings, []);
  }));

test('RFC 7592 §2: reading a client without a token, with another client’s or with an invalid one is refused with 401', () =>
  withOAuthServer(async (server) => {
    const [mine, other] = [await register(server), await register(server)];
    const { clientId } = mine;
    for (const call1 of [{}, { token: other.token }, { token: 'x' }]) {
      const { status, headers } = await call(server, undefined, { method: 'GET', clientId, ...call1 });
      assert.equal(status, 401);
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer/);
    }
  }));

test('a registration access token cannot create further clients', () =>
  withOAuthServer(async (server) => {
    const { token } = await register(server);
    const { status, body } = await call(server, { redirect_uris: [CALLBACK] }, { token });
    assert.deepEqual([status, body['error']], [401, 'invalid_token']);
  }));

test('only an administrator can manage a client that was not registered dynamically', () =>
  withOAuthServer(async (server) => {
    const { token } = await register(server);
    assert.equal((await call(server, undefined, { method: 'GET', token, clientId: 'web' })).status, 401);
  }));

test('a disabled realm registers no clients', () =>
  withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    assert.ok((await call(server, { redirect_uris: [CALLBACK] })).status >= 400);
  }));

test('RFC 7591 §1.2: an initial access token creates as many clients as allowed; refused registrations do not count', () =>
  withOAuthServer(async (server) => {
    const timestamp = Math.floor(server.clock.now() / 1000);
    const entry = { id: 'initial-1', timestamp, expiration: 3600, count: 3, remainingCount: 3 };
    await server.store.realms.update('demo', (realm) => withInitialAccess(realm, [entry]));
    const keys = createRealmKeys(server.store.realms, server.clock);
    const owner = { name: 'demo', issuer: server.issuer, clock: server.clock };
    const token = await signRegistrationToken(keys, owner, { type: 'InitialAccessToken', id: entry.id });
    await register(server, {}, token);
    await register(server, {}, token);
    const bad = await call(server, { redirect_uris: ['/x'] }, { token });
    assert.equal(bad.status, 400);
    const { clientId } = await register(server, {}, token);
    const { status, body, refusal } = await call(server, { redirect_uris: [CALLBACK] }, { token });
    assert.deepEqual([status, body['error']], [401, 'invalid_token']);
    assert.match(refusal?.remedy ?? '', /clients-initial-access/);
    assert.equal((await call(server, undefined, { method: 'GET', token, clientId })).status, 401);
  }));

test('RFC 7591 §1.2: of ten concurrent registrations, an initial access token admits as many as allowed', () =>
  withOAuthServer(async (server) => {
    const timestamp = Math.floor(server.clock.now() / 1000);
    const entry = { id: 'initial-1', timestamp, expiration: 3600, count: 3, remainingCount: 3 };
    await server.store.realms.update('demo', (realm) => withInitialAccess(realm, [entry]));
    const keys = createRealmKeys(server.store.realms, server.clock);
    const owner = { name: 'demo', issuer: server.issuer, clock: server.clock };
    const token = await signRegistrationToken(keys, owner, { type: 'InitialAccessToken', id: entry.id });
    const send = () => call(server, { redirect_uris: [CALLBACK] }, { token });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  }));

test('Keycloak "Max Clients Limit": of ten concurrent registrations, max-clients many are admitted', () =>
  withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({
      ...realm,
      components: {
        'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy': [
          {
            name: 'Max Clients Limit',
            providerId: 'max-clients',
            subType: 'anonymous',
            config: { 'max-clients': [String((realm.clients ?? []).length + 2)] },
          },
        ],
      },
    }));
    const send = () => call(server, { redirect_uris: [CALLBACK] });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  }));
