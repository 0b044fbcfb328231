import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { testRealm } from '#protocol/realm/testing/realm.ts';
import { createNamedClients, unsolicitedRequest } from './unsolicited-sign-in.ts';

const client = (clientId: string, name: string, members: object = {}) => ({
  clientId,
  protocol: 'saml',
  ...members,
  attributes: {
    saml_idp_initiated_sso_url_name: name,
    saml_assertion_consumer_url_post: `http://${clientId}.test/acs`,
    saml_idp_initiated_sso_relay_state: 'usual',
  },
});

const realm = testRealm({
  clients: [
    client('sp', 'shop'),
    client('second', 'shop'),
    client('off', 'off', { enabled: false }),
    client('web', 'web', { protocol: 'openid-connect' }),
  ],
});
const exchange = { ...createTestExchange(), realm };
const namedClients = createNamedClients({ refresh: async (current) => current });

const isRefusal = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof SamlStatusError && error.code === code && words.test(`${error.reason} ${error.remedy}`);

test('SAML Profiles §4.1.5: the name chooses the client, the first one of two; the request has no message', async () => {
  const found = await namedClients.find(exchange, 'shop');
  assert.equal(found.client.clientId, 'sp');
  const { protocol, clientId, data } = unsolicitedRequest(found.exchange, found.client, undefined);
  assert.deepEqual([protocol, clientId], ['saml', 'sp']);
  const { request, relayState, consumer } = data as Record<string, unknown>;
  assert.deepEqual(
    [request, relayState, consumer],
    [undefined, 'usual', { url: 'http://sp.test/acs', binding: 'post' }],
  );
});

test('SAML Profiles §4.1.5: a RelayState of the link replaces that of the settings', async () => {
  const found = await namedClients.find(exchange, 'shop');
  const { data } = unsolicitedRequest(found.exchange, found.client, '/deep');
  assert.equal((data as Record<string, unknown>)['relayState'], '/deep');
});

for (const name of ['', 'sp', 'SHOP', 'x'.repeat(10_000)])
  test(`SAML Profiles §4.1.5: "${name.slice(0, 10)}" is no name of a client`, () =>
    assert.rejects(
      namedClients.find(exchange, name),
      isRefusal('client_not_found', /saml_idp_initiated_sso_url_name/),
    ));

for (const [name, code, words] of [
  ['off', 'client_disabled', /is disabled/],
  ['web', 'invalid_client', /protocol/],
] as const)
  test(`SAML Profiles §4.1.5: client ${name} gets no unsolicited response: ${code}`, async () => {
    const found = await namedClients.find(exchange, name);
    assert.throws(() => unsolicitedRequest(found.exchange, found.client, undefined), isRefusal(code, words));
  });
