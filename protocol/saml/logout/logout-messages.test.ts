import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { parseLogoutRequest } from '../messages/logout-request.ts';
import { readServiceProvider } from '../service-provider.ts';
import { SUCCESS } from '../status.ts';
import { describeProvider } from '../testing/logout.ts';
import { SP_KEYS } from '../testing/realm.ts';
import { SP_SIGNER } from '../testing/server.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';
import { createLogoutMessages } from './logout-messages.ts';

const exchange = createTestExchange({
  realm: {
    clients: [
      describeProvider('plain', { attributes: { 'saml.server.signature': 'false' } }),
      describeProvider('hinted', {
        attributes: { 'saml.server.signature': 'true', 'saml.server.signature.keyinfo.ext': 'true' },
      }),
      describeProvider('signed', { attributes: { 'saml.server.signature': 'true' } }),
    ],
  },
});
const messages = createLogoutMessages({
  signerFor: async () => SP_SIGNER,
  signingKeys: async () => [{ kid: 'k<1>' } as RealmKey],
});

function describe(name: string, saml?: { nameId: string; nameIdFormat: string }) {
  const client = exchange.realm.clients.get(name);
  assert.ok(client);
  const part = {
    clientUuid: client.id,
    startedAt: 0,
    lastRefreshAt: 0,
    scope: '',
    ...(saml ? { saml } : {}),
  };
  const session = { id: 's1', username: 'alice', clients: { [client.id]: part } } as unknown as UserSession;
  const provider = readServiceProvider(client, 0);
  const request = { provider, session, id: '_1', destination: 'http://sp.test/slo' };
  return { client, provider, message: messages.describeRequest(exchange, request) };
}

test('SAML Core §3.7.1: the request names user and session as the assertion did and is valid for accessCodeLifespan', async () => {
  const saml = { nameId: 'G-1', nameIdFormat: NAME_ID_FORMATS.transient };
  const { client, message } = describe('plain', saml);
  const read = parseLogoutRequest(parseXml(await message.render('embedded')));
  assert.deepEqual(read.nameId, { value: 'G-1', format: NAME_ID_FORMATS.transient });
  assert.deepEqual(read.sessionIndexes, [`s1::${client.id}`]);
  assert.equal((read.notOnOrAfter ?? 0) - read.issuedAt, exchange.realm.lifespans.accessCode * 1000);
  assert.equal(message.relayState, undefined);
});

test('a session without a stored name identifier uses the user name', async () => {
  const read = parseLogoutRequest(parseXml(await describe('plain').message.render('embedded')));
  assert.deepEqual(read.nameId, { value: 'alice', format: NAME_ID_FORMATS.unspecified });
});

test('SAML Core §5.4: a message has an embedded signature if the client requires it, but not in a query', async () => {
  const { message } = describe('signed');
  const text = await message.render('embedded');
  verifyElement({ root: parseXml(text), keys: [SP_KEYS.publicKey], allowSha1: false });
  assert.equal(message.signed, true);
  assert.ok(!(await message.render('query')).includes('Signature'));
});

test('messages are not signed for a client that requires no signatures', async () => {
  const { message } = describe('plain');
  assert.equal(message.signed, false);
  assert.ok(!(await message.render('embedded')).includes('Signature'));
});

test('SAML Core §3.7.2: each response has its own ID and the relay state of the request', async () => {
  const { provider } = describe('plain');
  const answer = { provider, inResponseTo: '_q', status: SUCCESS, destination: undefined, relayState: 'rs' };
  const [one, other] = [
    messages.describeResponse(exchange, answer),
    messages.describeResponse(exchange, answer),
  ];
  assert.notEqual(await one.render('embedded'), await other.render('embedded'));
  assert.ok((await one.render('embedded')).includes('InResponseTo="_q"'));
  assert.equal(one.relayState, 'rs');
});

test('Compat: a message in a query has the key hint if the client requires it, where the schema allows it', async () => {
  const { provider, message } = describe('hinted');
  const answer = {
    provider,
    inResponseTo: '_q',
    status: SUCCESS,
    destination: 'http://sp.test/slo',
    relayState: undefined,
  };
  for (const each of [message, messages.describeResponse(exchange, answer)]) {
    const names = parseXml(await each.render('query')).children.map((child) =>
      typeof child === 'string' ? child : child.localName,
    );
    assert.deepEqual(names.slice(0, 2), ['Issuer', 'Extensions']);
    assert.ok((await each.render('query')).includes('MessageSigningKeyId="k&lt;1>"'));
    assert.ok(!(await each.render('embedded')).includes('Extensions'));
  }
});
