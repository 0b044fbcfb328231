import { expect, test } from '@playwright/test';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import {
  CIBA_GRANT,
  createBindingMessage,
  discoverClient,
  pollAnswered,
  pollOnce,
  refusalOf,
} from './support/ciba.ts';
import { person, secretOf } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';
import { PlainBrowser } from './support/sign-in.ts';

let server: TestServer;
let idp: IdentityProvider;
let till: oidc.Configuration;
const alice = person('alice');
const ACCEPTED = { scope: 'openid profile email', login_hint: 'alice' };

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  till = await discoverClient(server.url);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** Sends a request with a unique binding message and answers its prompt on the device. */
async function ask(
  parameters: Readonly<Record<string, string>> = {},
  answer?: 'approve' | 'deny' | 'cancel',
  client = till,
): Promise<oidc.BackchannelAuthenticationResponse> {
  const message = createBindingMessage();
  const sent = { ...ACCEPTED, binding_message: message, ...parameters };
  const request = await oidc.initiateBackchannelAuthentication(client, sent);
  if (answer !== undefined) await idp.device[answer]({ bindingMessage: message });
  return request;
}

test('CIBA §4: discovery announces poll mode, signed requests and no user code', () => {
  const { issuer, ...told } = till.serverMetadata();
  expect(told).toMatchObject({
    backchannel_authentication_endpoint: `${issuer}/protocol/openid-connect/ext/ciba/auth`,
    backchannel_token_delivery_modes_supported: ['poll'],
    backchannel_user_code_parameter_supported: false,
  });
  expect(told.grant_types_supported).toContain(CIBA_GRANT);
  const algorithms = told['backchannel_authentication_request_signing_alg_values_supported'];
  expect(algorithms).toEqual(expect.arrayContaining(['RS256', 'PS256', 'ES256', 'EdDSA']));
  expect(algorithms).not.toContain('none');
  expect(algorithms).not.toContain('HS256');
});

test('CIBA §7.3: the response contains auth_req_id, and expires_in and interval of the policy', async () => {
  const request = await ask();
  expect(request).toMatchObject({ expires_in: 120, interval: 5 });
  // CIBA §7.3: at least 128 bits, of these characters.
  expect(request.auth_req_id).toMatch(/^[A-Za-z0-9._-]{22,}$/);
});

test('CIBA §10.1.1: after approval on the device, the poll of openid-client gets access, refresh and ID token', async () => {
  const request = await ask({}, 'approve');
  const tokens = await pollAnswered(till, request);
  expect(tokens.claims()).toMatchObject({
    preferred_username: alice.username,
    email: alice.email,
    aud: 'demo-ciba',
  });
  const subject = tokens.claims()?.sub ?? '';
  expect(await oidc.fetchUserInfo(till, tokens.access_token, subject)).toMatchObject({ name: alice.name });
  const fresh = await oidc.refreshTokenGrant(till, tokens.refresh_token ?? '');
  expect(fresh.claims()?.sub).toBe(subject);
  expect(fresh.claims()?.['sid']).toBe(tokens.claims()?.['sid']);
});

test('CIBA §10.1.1: openid-client keeps polling until the prompt is answered, and then gets the tokens', async () => {
  await idp.client('demo-ciba', { attributes: { 'ciba.interval': '1' } });
  const message = createBindingMessage();
  const request = await oidc.initiateBackchannelAuthentication(till, {
    ...ACCEPTED,
    binding_message: message,
  });
  expect(request.interval).toBe(1);
  const since = new Date();
  const tokens = oidc.pollBackchannelAuthenticationGrant(till, request);
  const pending = await idp.activity.query({ grant: CIBA_GRANT, outcome: 'asked', since }, { wait: 30_000 });
  expect(pending.timedOut).toBe(false);
  await idp.device.approve({ bindingMessage: message });
  expect((await tokens).claims()?.['preferred_username']).toBe('alice');
  await idp.client('demo-ciba', { attributes: { 'ciba.interval': '' } });
});

for (const answer of ['deny', 'cancel'] as const) {
  test(`CIBA §11: the answer ${answer} becomes access_denied`, async () => {
    const request = await ask({}, answer);
    expect(await refusalOf(pollAnswered(till, request))).toEqual({
      status: 400,
      error: 'access_denied',
      description: 'not authorized',
    });
  });
}

test('CIBA §11: an unanswered request expires and can no longer be answered', async () => {
  const message = createBindingMessage();
  const request = await ask({ binding_message: message });
  const { id } = await idp.device.prompt({ bindingMessage: message });
  await idp.clock.advance({ seconds: request.expires_in });
  try {
    expect(await refusalOf(pollAnswered(till, request))).toEqual({
      status: 400,
      error: 'expired_token',
      description: 'authentication timed out',
    });
    const { answered } = await idp.device.state();
    expect(answered.find((prompt) => prompt.id === id)?.state).toBe('expired');
    const path = `/emulator/v1/realms/demo/device/prompts/${id}`;
    expect((await callAdmin(server.url, 'POST', path, { answer: 'approve' })).status).toBe(409);
  } finally {
    await idp.clock.reset();
  }
});

test('service description §2.2: the expiry is counted from the request, and requested_expiry does not change it', async () => {
  const request = await ask({ requested_expiry: '30' });
  expect(request.expires_in).toBe(120);
  await idp.clock.advance({ seconds: 110 });
  try {
    expect((await refusalOf(pollOnce(till, request.auth_req_id))).error).toBe('authorization_pending');
  } finally {
    await idp.clock.reset();
  }
});

test('CIBA §11: a poll before the interval gets slow_down, one after it authorization_pending', async () => {
  const { auth_req_id: id } = await ask();
  expect(await refusalOf(pollOnce(till, id))).toEqual({
    status: 400,
    error: 'authorization_pending',
    description: "The authorization request is still pending as the end-user hasn't yet been authenticated.",
  });
  expect(await refusalOf(pollOnce(till, id))).toEqual({
    status: 400,
    error: 'slow_down',
    description: 'too early to access',
  });
  await idp.clock.advance({ seconds: 5 });
  try {
    expect((await refusalOf(pollOnce(till, id))).error).toBe('authorization_pending');
  } finally {
    await idp.clock.reset();
  }
});

test('CIBA §11: a used auth_req_id is refused', async () => {
  const request = await ask({}, 'approve');
  await pollAnswered(till, request);
  expect(await refusalOf(pollOnce(till, request.auth_req_id))).toEqual({
    status: 400,
    error: 'invalid_grant',
    description: 'Invalid auth_req_id',
  });
});

const UNKNOWN: readonly (readonly [string, string, string, string])[] = [
  ['that was never given', 'x'.repeat(43), 'invalid_grant', 'Invalid auth_req_id'],
  ['in another form', '"><script>alert(1)</script>', 'invalid_grant', 'Invalid Auth Req ID'],
  ['that is empty', '', 'invalid_request', 'Missing parameter: auth_req_id'],
];

for (const [which, authReqId, error, description] of UNKNOWN) {
  test(`CIBA §11: an auth_req_id ${which} is refused`, async () => {
    expect(await refusalOf(pollOnce(till, authReqId))).toEqual({ status: 400, error, description });
  });
}

test("CIBA §11: another client's auth_req_id is refused, and its own client still gets the tokens", async () => {
  await idp.client('demo-web', { attributes: { 'oidc.ciba.grant.enabled': 'true' } });
  const web = await discoverClient(server.url, 'demo-web', oidc.ClientSecretPost(secretOf('demo-web')));
  const request = await ask({}, 'approve');
  expect(await refusalOf(pollOnce(web, request.auth_req_id))).toEqual({
    status: 400,
    error: 'invalid_grant',
    description: 'unauthorized client',
  });
  expect((await pollAnswered(till, request)).claims()?.['preferred_username']).toBe('alice');
});

test('service description §3: the tokens belong to a user session that administrators see and that ends with the sign-out', async () => {
  const tokens = await pollAnswered(till, await ask({ login_hint: 'carol' }, 'approve'));
  const claims = tokens.claims();
  const sub = claims?.sub ?? '';
  const sessions = () => idp.admin('GET', `/users/${sub}/sessions`);
  expect(await sessions()).toMatchObject([{ id: claims?.['sid'], username: 'carol' }]);
  const url = oidc.buildEndSessionUrl(till, { id_token_hint: tokens.id_token ?? '' });
  expect((await new PlainBrowser().request(url.href)).status).toBe(200);
  expect(await sessions()).toEqual([]);
  expect((await refusalOf(oidc.refreshTokenGrant(till, tokens.refresh_token ?? ''))).error).toBe(
    'invalid_grant',
  );
});

test('the e-mail address identifies the user, and the prompt shows the user’s name', async () => {
  const message = createBindingMessage();
  await ask({ login_hint: person('bob').email, binding_message: message });
  expect(await idp.device.prompt({ bindingMessage: message })).toMatchObject({
    username: 'bob',
    clientId: 'demo-ciba',
  });
});

test('CIBA §7.1: nonce and acr_values of the request are returned in the ID token', async () => {
  const request = await ask({ nonce: 'n-0S6_WzA2Mj', acr_values: '1' }, 'approve');
  expect((await pollAnswered(till, request)).claims()).toMatchObject({ nonce: 'n-0S6_WzA2Mj', acr: '1' });
});

test('a realm that requires consent remembers what was approved on the device', async () => {
  await idp.client('ciba-consent', {
    secret: 'consent-secret',
    publicClient: false,
    consentRequired: true,
    attributes: { 'oidc.ciba.grant.enabled': 'true' },
  });
  const client = await discoverClient(server.url, 'ciba-consent', oidc.ClientSecretPost('consent-secret'));
  const message = createBindingMessage();
  const request = await ask({ binding_message: message, login_hint: 'bob' }, undefined, client);
  const prompt = await idp.device.approve({ bindingMessage: message });
  expect(prompt).toMatchObject({ consentRequired: true, clientId: 'ciba-consent' });
  const subject = (await pollAnswered(client, request)).claims()?.sub;
  const consents = await idp.admin('GET', `/users/${subject}/consents`);
  expect(consents).toMatchObject([{ clientId: 'ciba-consent' }]);
});

test('Activity joins request, delegation, callback and poll in one flow', async () => {
  await pollAnswered(till, await ask({}, 'approve'));
  const answer = await callAdmin(server.url, 'GET', '/emulator/v1/activity');
  const { records } = (await answer.json()) as { records: { flow: string; title: string }[] };
  const flow = records.find(({ title }) => title.includes('CIBA'))?.flow;
  const titles = records.filter((record) => record.flow === flow).map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining([
      'Authentication request (CIBA)',
      'Authentication delegation',
      'Authentication result (CIBA)',
    ]),
  );
  expect(titles.some((title) => title.includes('Token request'))).toBe(true);
});
