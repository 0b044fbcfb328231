import { expect, test } from '@playwright/test';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import {
  type AuthenticationEntity,
  type Delegation,
  ENTITY_OPTION,
  report,
  startAuthenticationEntity,
} from './support/authentication-entity.ts';
import { createBindingMessage, discoverClient, pollAnswered, pollOnce, refusalOf } from './support/ciba.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let entity: AuthenticationEntity;
let server: TestServer;
let idp: IdentityProvider;
let till: oidc.Configuration;

test.beforeAll(async () => {
  entity = await startAuthenticationEntity();
  server = await startServer({ args: [`${ENTITY_OPTION}=${entity.url}`] });
  idp = await realmOf(server);
  till = await discoverClient(server.url);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
  entity.close();
});
test.beforeEach(() => entity.respond(201));

interface Begun {
  readonly request: oidc.BackchannelAuthenticationResponse;
  readonly delegation: Delegation;
}

function initiate(
  parameters: Readonly<Record<string, string>> = {},
): Promise<oidc.BackchannelAuthenticationResponse> {
  const accepted = { scope: 'openid', login_hint: 'alice', binding_message: createBindingMessage() };
  return oidc.initiateBackchannelAuthentication(till, { ...accepted, ...parameters });
}

async function begin(parameters: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const message = createBindingMessage();
  const request = await initiate({ binding_message: message, ...parameters });
  const delegation = entity.delegations.find(({ body }) => body['binding_message'] === message);
  if (delegation === undefined) throw new Error('the entity was not asked');
  return { request, delegation };
}

test('service description §4.2: the entity gets the JSON of the request, by POST, with a bearer token', async () => {
  const { delegation } = await begin({
    login_hint: 'alice@example.test',
    scope: 'openid email',
    acr_values: '1',
    till: '7',
  });
  expect(delegation).toMatchObject({ method: 'POST', path: '/delegations' });
  expect(delegation.headers['content-type']).toMatch(/^application\/json/);
  const { scope, ...body } = delegation.body;
  expect(String(scope).split(' ')).toEqual(expect.arrayContaining(['openid', 'email']));
  expect(body).toEqual({
    login_hint: 'alice',
    is_consent_required: false,
    binding_message: delegation.body['binding_message'],
    acr_values: '1',
    till: '7',
  });
});

test('service description §4.2: the bearer token is signed by the realm and valid for this request only', async () => {
  const { request, delegation } = await begin({ requested_expiry: '60' });
  const issuer = `${server.url}/realms/demo`;
  const keys = jose.createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`));
  const { payload, protectedHeader } = await jose.jwtVerify(delegation.token, keys, {
    issuer,
    audience: issuer,
  });
  expect(protectedHeader.alg).toBe('RS256');
  expect(payload).toMatchObject({ typ: 'Bearer', azp: 'demo-ciba', jti: expect.any(String) });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  expect(payload.jti).not.toBe(request.auth_req_id);
  expect(payload.sub).toBe((await idp.user('alice')).id);
});

test('service description §4.3: SUCCEED is answered with 200, and the next poll returns the tokens', async () => {
  const { request, delegation } = await begin();
  expect((await refusalOf(pollOnce(till, request.auth_req_id))).error).toBe('authorization_pending');
  expect((await report(server.url, delegation.token, { status: 'SUCCEED' })).status).toBe(200);
  await idp.clock.advance({ seconds: 5 });
  try {
    expect((await pollAnswered(till, request)).claims()?.['preferred_username']).toBe('alice');
  } finally {
    await idp.clock.reset();
  }
});

for (const status of ['UNAUTHORIZED', 'CANCELLED']) {
  test(`service description §4.3: ${status} is answered with 200, and the next poll returns access_denied`, async () => {
    const { request, delegation } = await begin();
    expect((await report(server.url, delegation.token, { status })).status).toBe(200);
    expect(await refusalOf(pollAnswered(till, request))).toMatchObject({
      status: 400,
      error: 'access_denied',
    });
  });
}

test('other members than status in the result are ignored', async () => {
  const { request, delegation } = await begin();
  const answer = { status: 'SUCCEED', device: 'phone', nested: { a: 1 }, __proto__: { admin: true } };
  expect((await report(server.url, delegation.token, answer)).status).toBe(200);
  expect((await pollAnswered(till, request)).access_token).toBeTruthy();
});

/** The refusal of the newest exchange in Activity. */
async function lastRefusal(title: string): Promise<{ reason: string; remedy: string }> {
  const answer = await callAdmin(server.url, 'GET', '/emulator/v1/activity?outcome=failed');
  const { records } = (await answer.json()) as { records: { title: string; id: string }[] };
  const id = records.find((record) => record.title === title)?.id;
  const detail = await callAdmin(server.url, 'GET', `/emulator/v1/activity/${id}`);
  return ((await detail.json()) as { refusal: { reason: string; remedy: string } }).refusal;
}

for (const status of [200, 202, 204, 302, 401, 500]) {
  test(`service description §4.2: if the entity answers ${status} instead of 201, the client gets 503`, async () => {
    entity.respond(status);
    expect(await refusalOf(initiate())).toEqual({
      status: 503,
      error: 'server_error',
      description: 'Unexpected response from authentication device',
    });
    const { reason, remedy } = await lastRefusal('Authentication request (CIBA)');
    expect(reason).toContain(String(status));
    expect(remedy).toContain('201');
  });
}

test('service description §4.2: the server does not wait forever for an entity that never answers', async () => {
  entity.respond('never');
  expect(await refusalOf(initiate())).toEqual({
    status: 503,
    error: 'server_error',
    description: 'Failed to send authentication request',
  });
  expect((await lastRefusal('Authentication request (CIBA)')).remedy).toContain(ENTITY_OPTION);
});

test('service description §4.2: if the entity is unreachable, the client gets 503, and Activity names the option', async () => {
  const gone = await startAuthenticationEntity();
  gone.close();
  const other = await startServer({ args: [`${ENTITY_OPTION}=${gone.url}`] });
  try {
    const client = await discoverClient(other.url);
    const asked = oidc.initiateBackchannelAuthentication(client, { scope: 'openid', login_hint: 'alice' });
    expect(await refusalOf(asked)).toEqual({
      status: 503,
      error: 'server_error',
      description: 'Failed to send authentication request',
    });
  } finally {
    await other.stop();
  }
});

async function refusedReport(token: string | undefined, body: unknown): Promise<object> {
  const answer = await report(server.url, token, body);
  const { error, error_description } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, error, description: error_description };
}

const INVALID_TOKEN = { status: 403, error: 'invalid_token', description: 'Invalid token' };

test('service description §4.3: a result without a bearer token is refused with 401', async () => {
  expect(await refusedReport(undefined, { status: 'SUCCEED' })).toEqual({ ...INVALID_TOKEN, status: 401 });
});

test('service description §4.3: a result with another token than the delegation’s is refused, and the request stays pending', async () => {
  const { request, delegation } = await begin();
  const [header, payload = '', signature] = delegation.token.split('.');
  const changed = { ...jose.decodeJwt(delegation.token), sub: 'somebody-else' };
  const claims = Buffer.from(JSON.stringify(changed)).toString('base64url');
  const foreign = await new jose.SignJWT(jose.decodeJwt(delegation.token))
    .setProtectedHeader({ alg: 'RS256' })
    .sign((await jose.generateKeyPair('RS256')).privateKey);
  const unsigned = new jose.UnsecuredJWT(jose.decodeJwt(delegation.token)).encode();
  const accessToken = (await oidc.genericGrantRequest(
    await discoverClient(server.url, 'demo-web', oidc.ClientSecretPost('demo-web-secret')),
    'password',
    { username: 'alice', password: 'alice-password', scope: 'openid' },
  )) as { access_token: string };
  const tokens = ['x', `${header}.${claims}.${signature}`, `${header}.${payload}.`, foreign, unsigned];
  for (const token of [...tokens, accessToken.access_token, request.auth_req_id])
    expect(await refusedReport(token, { status: 'SUCCEED' }), token.slice(0, 40)).toEqual(INVALID_TOKEN);
  expect((await refusalOf(pollOnce(till, request.auth_req_id))).error).toBe('authorization_pending');
});

test('service description §4.3: a second result is refused, and the request is discarded', async () => {
  const { request, delegation } = await begin();
  expect((await report(server.url, delegation.token, { status: 'SUCCEED' })).status).toBe(200);
  expect(await refusedReport(delegation.token, { status: 'UNAUTHORIZED' })).toEqual(INVALID_TOKEN);
  expect(await refusalOf(pollOnce(till, request.auth_req_id))).toEqual({
    status: 400,
    error: 'invalid_grant',
    description: 'Invalid auth_req_id',
  });
});

test('service description §4.3: a result after the expiry is refused', async () => {
  const { request, delegation } = await begin();
  await idp.clock.advance({ seconds: request.expires_in });
  try {
    expect(await refusedReport(delegation.token, { status: 'SUCCEED' })).toEqual(INVALID_TOKEN);
  } finally {
    await idp.clock.reset();
  }
});

test('service description §4.3: a result sent to another realm is refused', async () => {
  const created = await callAdmin(server.url, 'POST', '/admin/realms', { realm: 'other', enabled: true });
  expect(created.status).toBe(201);
  const { delegation } = await begin();
  const answer = await fetch(`${server.url}/realms/other/protocol/openid-connect/ext/ciba/auth/callback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${delegation.token}`, 'content-type': 'application/json' },
    body: '{"status":"SUCCEED"}',
  });
  expect(answer.status).toBe(403);
});

const UNREADABLE: readonly (readonly [string, unknown])[] = [
  ['without a status', {}],
  ['with an unknown status', { status: 'MAYBE' }],
  ['with a status in lower case', { status: 'succeed' }],
  ['with a status that is not a string', { status: ['SUCCEED'] }],
  ['that is not an object', [1]],
  ['that is not JSON', '{'],
  ['that is empty', ''],
];

for (const [which, body] of UNREADABLE) {
  test(`service description §4.3: a result ${which} is refused with 400, and the entity may send another`, async () => {
    const { request, delegation } = await begin();
    expect(await refusedReport(delegation.token, body)).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
    expect((await report(server.url, delegation.token, { status: 'SUCCEED' })).status).toBe(200);
    expect((await pollAnswered(till, request)).access_token).toBeTruthy();
  });
}

test('the built-in device is not used while an external entity is configured, and its page names the entity', async () => {
  const { delegation } = await begin();
  expect(delegation.body['login_hint']).toBe('alice');
  expect(await idp.device.state()).toMatchObject({ pending: [], authenticationEntity: entity.url });
});

test('every delegation is a separate exchange in Activity, with its token masked', async () => {
  const { delegation } = await begin();
  const answer = await callAdmin(server.url, 'GET', '/emulator/v1/activity');
  const { records } = (await answer.json()) as { records: { title: string; id: string }[] };
  const id = records.find(({ title }) => title === 'Authentication delegation')?.id;
  const shown = await (await callAdmin(server.url, 'GET', `/emulator/v1/activity/${id}`)).text();
  expect(shown).toContain(String(delegation.body['binding_message']));
  expect(shown).not.toContain(delegation.token);
});
