import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createArtifacts } from '../artifacts.ts';
import { readServiceProvider } from '../service-provider.ts';
import { describeProvider } from '../testing/logout.ts';
import { createArtifactBinding } from './artifact.ts';
import type { OutgoingMessage } from './binding.ts';

function open(attributes: Readonly<Record<string, string>> = {}) {
  const artifacts = createArtifacts(createMemoryStore());
  const nobody = (): never => {
    throw new TypeError('nobody is asked');
  };
  const calls = { send: nobody, close: nobody };
  const binding = createArtifactBinding({ artifacts, calls, signers: { signerFor: nobody } });
  const exchange = createTestExchange({ realm: { clients: [describeProvider('sp', { attributes })] } });
  const client = exchange.realm.clients.get('sp');
  assert.ok(client);
  const provider = readServiceProvider(client, exchange.clock.now());
  const message: OutgoingMessage = {
    parameter: 'SAMLResponse',
    provider,
    destination: 'http://sp.test/take?x=1',
    relayState: 'r=1&s',
    signed: true,
    render: async (place) => `<message place="${place}"/>`,
  };
  const take = (artifact: string) =>
    artifacts.take(artifact, {
      realmId: exchange.realm.id,
      recipient: client.id,
      now: exchange.clock.now(),
    });
  return { binding, exchange, message, take };
}

test('SAML Bindings §3.6.3: the query carries the artifact, and the message is stored with an embedded signature', async () => {
  const { binding, exchange, message, take } = open();
  const { status, headers } = await binding.send(exchange, message);
  assert.equal(status, 302);
  const url = new URL(String(headers?.['location']));
  assert.deepEqual([...url.searchParams.keys()], ['x', 'SAMLart', 'RelayState']);
  assert.equal(url.searchParams.get('RelayState'), 'r=1&s');
  assert.deepEqual(await take(url.searchParams.get('SAMLart') ?? ''), {
    state: 'found',
    xml: '<message place="embedded"/>',
  });
});

test('SAML Bindings §3.6.3: without relay state none is sent', async () => {
  const { binding, exchange, message } = open();
  const { headers } = await binding.send(exchange, { ...message, relayState: undefined });
  assert.equal(new URL(String(headers?.['location'])).searchParams.has('RelayState'), false);
});

test('SAML Bindings §3.6.3: a client that forces POST gets a form', async () => {
  const { binding, exchange, message } = open({ 'saml.force.post.binding': 'true' });
  const { status, body } = await binding.send(exchange, message);
  assert.equal(status, 200);
  assert.match(String(body), /name="SAMLart" value="AAQAA[^"]*"/);
  assert.match(String(body), /name="RelayState" value="r=1&amp;s"/);
});

test('a request without SAMLart belongs to another binding, one with two is rejected', async () => {
  const { binding } = open();
  assert.equal(await binding.receive(createTestExchange({ query: 'SAMLRequest=x' })), undefined);
  await assert.rejects(binding.receive(createTestExchange({ query: 'SAMLart=a&SAMLart=b' })), {
    code: 'invalid_token',
  });
});
