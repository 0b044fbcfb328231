import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { createBindingMessage, discoverClient, refusalOf } from './support/ciba.ts';
import { secretOf } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, createFolder, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let idp: IdentityProvider;
let till: oidc.Configuration;
const ACCEPTED = { scope: 'openid', login_hint: 'alice' };

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  till = await discoverClient(server.url);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function refused(parameters: Readonly<Record<string, string>>, client = till) {
  return refusalOf(oidc.initiateBackchannelAuthentication(client, { ...ACCEPTED, ...parameters }));
}

const BINDING_MESSAGE =
  'the binding_message value has to be max 50 characters in length and must contain only basic plain-text characters without spaces';

const REFUSALS: readonly (readonly [string, Readonly<Record<string, string>>, string, string])[] = [
  ['without a user hint', { login_hint: '' }, 'invalid_request', 'missing parameter : login_hint'],
  [
    'that identifies the user by login_hint_token',
    { login_hint: '', login_hint_token: 'x' },
    'invalid_request',
    'missing parameter : login_hint',
  ],
  [
    'that identifies the user by id_token_hint',
    { login_hint: '', id_token_hint: 'x' },
    'invalid_request',
    'missing parameter : login_hint',
  ],
  [
    'with two hints',
    { id_token_hint: 'x' },
    'invalid_request',
    'id_token_hint is not supported; only login_hint is',
  ],
  ['for an unknown user', { login_hint: 'nobody' }, 'invalid_request', 'invalid user'],
  ['for markup in place of a user', { login_hint: '<b>&"' }, 'invalid_request', 'invalid user'],
  ['without scope', { scope: '' }, 'invalid_request', 'missing parameter : scope'],
  ['with an unknown scope', { scope: 'openid salary' }, 'invalid_scope', 'Invalid scopes: openid salary'],
  [
    'with a space in the binding message',
    { binding_message: 'W4 SCT' },
    'invalid_binding_message',
    BINDING_MESSAGE,
  ],
  [
    'with a binding message of 51 characters',
    { binding_message: 'x'.repeat(51) },
    'invalid_binding_message',
    BINDING_MESSAGE,
  ],
  [
    'with markup in the binding message',
    { binding_message: '<b>' },
    'invalid_binding_message',
    BINDING_MESSAGE,
  ],
  ['with a user code', { user_code: '1234' }, 'invalid_request', 'User code not supported'],
  [
    'with a token for notifications (ping)',
    { client_notification_token: 'token-for-notifications-1' },
    'invalid_request',
    'Client Notification token supported only for the ping mode',
  ],
  [
    'with a token for notifications that is too long',
    { client_notification_token: 'x'.repeat(1025) },
    'invalid_request',
    'Client Notification token length is limited to 1024 characters',
  ],
  [
    'with two request objects',
    { request: 'x', request_uri: 'https://rp.example.test/object' },
    'invalid_request',
    "Illegal to use both 'request' and 'request_uri' parameters together",
  ],
];

for (const [which, parameters, error, description] of REFUSALS) {
  test(`CIBA §13: a request ${which} is refused, and no prompt appears`, async () => {
    const before = (await idp.device.state()).pending.length;
    expect(await refused(parameters)).toEqual({ status: 400, error, description });
    expect((await idp.device.state()).pending.length).toBe(before);
  });
}

for (const expiry of ['0', '-1', 'soon', '1.5', '1e3', '99999999999']) {
  test(`CIBA §7.1: requested_expiry ${expiry} is refused by name`, async () => {
    const refusal = await refused({ requested_expiry: expiry });
    expect(refusal).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(refusal.description).toContain('requested_expiry');
  });
}

test('CIBA §13: Activity shows every refusal with its reason and a remedy', async () => {
  await refused({ login_hint: 'nobody-at-all' });
  const refusal = (await idp.refusals({ endpoint: 'ciba' })).at(-1)?.refusal;
  expect(refusal?.reason).toContain('There is no user "nobody-at-all" in realm demo.');
  expect(refusal?.remedy).toContain('Create the user');
});

const CLIENTS: readonly (readonly [string, string, string, string, string])[] = [
  ['that is unknown', 'nobody', 'secret', 'invalid_client', 'Invalid client or Invalid client credentials'],
  [
    'with a wrong secret',
    'demo-ciba',
    'wrong',
    'unauthorized_client',
    'Invalid client or Invalid client credentials',
  ],
  [
    'without the grant',
    'demo-web',
    secretOf('demo-web'),
    'invalid_grant',
    'Client not allowed OIDC CIBA Grant',
  ],
];

for (const [which, clientId, secret, error, description] of CLIENTS) {
  test(`CIBA §13: a client ${which} is refused with 401`, async () => {
    const client = await discoverClient(server.url, clientId, oidc.ClientSecretPost(secret));
    expect(await refused({}, client)).toEqual({ status: 401, error, description });
  });
}

test('CIBA §10.1: a client without the grant is refused at the token endpoint, too', async () => {
  const web = await discoverClient(server.url, 'demo-web', oidc.ClientSecretPost(secretOf('demo-web')));
  const poll = oidc.genericGrantRequest(web, 'urn:openid:params:grant-type:ciba', { auth_req_id: 'x' });
  expect(await refusalOf(poll)).toEqual({
    status: 400,
    error: 'invalid_grant',
    description: 'Client not allowed OIDC CIBA Grant',
  });
});

for (const mode of ['ping', 'push', 'carrier-pigeon']) {
  test(`service description §7: delivery mode ${mode} cannot be set, and the response names the attribute`, async () => {
    const clientAttributes = { 'ciba.backchannel.token.delivery.mode': mode };
    await expect(idp.client('demo-ciba', { attributes: clientAttributes })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('ciba.backchannel.token.delivery.mode'),
    });
    const attributes = { cibaBackchannelTokenDeliveryMode: mode };
    const realm = await callAdmin(server.url, 'PUT', '/admin/realms/demo', { attributes });
    expect(realm.status).toBe(400);
    expect(await realm.text()).toContain('cibaBackchannelTokenDeliveryMode');
  });
}

for (const [attribute, value] of [
  ['cibaAuthRequestedUserHint', 'login_hint_token'],
  ['cibaAuthRequestedUserHint', 'id_token_hint'],
  ['cibaExpiresIn', '0'],
  ['cibaExpiresIn', 'soon'],
  ['cibaInterval', '-1'],
] as const) {
  test(`service description §2.2: ${attribute} ${value} cannot be set, and the response names the attribute`, async () => {
    const answer = await callAdmin(server.url, 'PUT', '/admin/realms/demo', {
      attributes: { [attribute]: value },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(attribute);
  });
}

test('service description §7: an unsupported setting of an imported realm file is refused when it is used', async () => {
  const file = createFolder('pinging.json');
  const client = {
    clientId: 'demo-ciba',
    secret: secretOf('demo-ciba'),
    publicClient: false,
    attributes: { 'oidc.ciba.grant.enabled': 'true' },
  };
  const realm = { realm: 'pinging', users: [{ username: 'alice' }], clients: [client] };
  const attributes = { cibaBackchannelTokenDeliveryMode: 'ping' };
  writeFileSync(file, JSON.stringify({ ...realm, attributes }));
  const importing = await startServer({ args: [`--import-realm=${file}`] });
  try {
    const issuer = new URL(`${importing.url}/realms/pinging`);
    const secret = oidc.ClientSecretPost(secretOf('demo-ciba'));
    const configuration = await oidc.discovery(issuer, 'demo-ciba', undefined, secret, {
      execute: [oidc.allowInsecureRequests],
    });
    expect(await refused({}, configuration)).toEqual({
      status: 400,
      error: 'invalid_request',
      description: 'Backchannel token delivery mode ping is not supported',
    });
  } finally {
    await importing.stop();
  }
});

test('a binding message of 50 characters of every allowed kind is accepted', async () => {
  const message = `${createBindingMessage()}-._+/!?#Zz`.padEnd(50, '0');
  const request = await oidc.initiateBackchannelAuthentication(till, {
    ...ACCEPTED,
    binding_message: message,
  });
  expect(request.auth_req_id).toBeTruthy();
  expect((await idp.device.state()).pending.map((prompt) => prompt.bindingMessage)).toContain(message);
});
