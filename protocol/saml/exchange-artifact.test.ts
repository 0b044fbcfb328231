import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createArtifact, createArtifacts } from './artifacts.ts';
import { type ArtifactRequester, exchangeArtifact, receiveArtifactResolve } from './exchange-artifact.ts';
import { renderArtifactResolve } from './messages/artifact-resolve.ts';
import { renderEnvelope } from './messages/soap.ts';
import { SUCCESS } from './status.ts';
import { STATUS_PREFIX } from './xml-names.ts';

const REQUESTER: ArtifactRequester = { recipient: 'sp', name: 'urn:sp', lifespan: '60 seconds' };

async function open() {
  const facts = { method: 'POST', target: '/', rawHeaders: [], remoteAddress: '127.0.0.1', secure: false };
  const recorded = new RecordedExchange('x', facts, 0, 0);
  const exchange = { ...createTestExchange(), activity: recorded };
  const artifacts = createArtifacts(createMemoryStore(), 'stand-in-artifact');
  const now = exchange.clock.now();
  const place = { realmId: exchange.realm.id, recipient: 'sp', issuer: 'urn:idp', expiresAt: now + 1, now };
  const artifact = await artifacts.keep('<message/>', place);
  const take = (text: string | undefined, changes: Partial<ArtifactRequester> = {}) =>
    exchangeArtifact(artifacts, exchange, { ...REQUESTER, ...changes }, { artifact: text });
  return { artifact, take, refusal: () => recorded.refusal };
}

test('SAML Core §3.5.3: an artifact is exchanged for its message once', async () => {
  const { artifact, take, refusal } = await open();
  assert.deepEqual(await take(artifact), { status: SUCCESS, message: '<message/>' });
  assert.deepEqual(await take(artifact), { status: SUCCESS, message: undefined });
  assert.match(refusal()?.reason ?? '', /was exchanged before/);
});

test('SAML Bindings §3.6.5: the artifact of another recipient is a success without a message, and stays valid', async () => {
  const { artifact, take, refusal } = await open();
  assert.deepEqual(await take(artifact, { recipient: 'other', name: 'urn:other' }), {
    status: SUCCESS,
    message: undefined,
  });
  assert.match(refusal()?.reason ?? '', /another service provider than urn:other/);
  assert.equal((await take(artifact)).message, '<message/>');
});

test('SAML Core §3.5.3: an artifact that was never issued names the lifespan and what would help', async () => {
  const { take, refusal } = await open();
  const found = await take(createArtifact('urn:idp'), { remedy: ', or wait' });
  assert.deepEqual(found, { status: SUCCESS, message: undefined });
  assert.match(refusal()?.reason ?? '', /older than 60 seconds/);
  assert.match(refusal()?.remedy ?? '', /sent to, or wait\.$/);
});

test('SAML Core §3.5.1: a request without an artifact is denied', async () => {
  const { status, message } = await (await open()).take(undefined);
  assert.deepEqual(
    [status.topLevel, status.secondLevel, message],
    [`${STATUS_PREFIX}Responder`, `${STATUS_PREFIX}RequestDenied`, undefined],
  );
});

const soap = (text: string, type = 'text/xml'): RealmExchange => ({
  ...createTestExchange(),
  method: 'POST',
  headers: { 'content-type': type },
  text,
});

const { head, rest } = renderArtifactResolve({
  id: '_1',
  issuedAt: 0,
  issuer: 'urn:sp',
  destination: 'http://idp.test/resolve',
  artifact: 'AAQ',
});

test('SAML Bindings §3.2: ArtifactResolve is received in a SOAP envelope', async () => {
  const { root, binding } = await receiveArtifactResolve(soap(renderEnvelope({ body: head + rest.wire })));
  assert.deepEqual([root.localName, binding], ['ArtifactResolve', 'soap']);
});

for (const [name, exchange, code, reason] of [
  [
    'a form',
    soap('a=b', 'application/x-www-form-urlencoded'),
    'saml_token_not_found',
    /carries no SOAP envelope/,
  ],
  ['a message without an envelope', soap(head + rest.wire), 'invalid_token', /not the Envelope of SOAP/],
  ['text that is not XML', soap('artifact'), 'invalid_token', /cannot be read/],
  ['another message', soap(renderEnvelope({ body: '<a/>' })), 'invalid_token', /not an ArtifactResolve/],
] as const)
  test(`SAML Bindings §3.2.2: ${name} is refused`, () =>
    assert.rejects(receiveArtifactResolve(exchange), { code, reason }));
