import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeJws, signJws } from '#protocol/crypto/jws.ts';
import { createDelegationVerifier } from './delegation-token.ts';
import { startTestDevice } from './testing/device.ts';

const peer = await startTestDevice();
after(() => peer.stop());
const verify = createDelegationVerifier(peer.keys);
const exchange = { realm: { name: 'demo' }, clock: peer.clock };
const issuer = `${peer.baseUrl}/realms/demo`;

test('service description §4.2: a token that the realm signed for itself is valid, and its claims are returned', async () => {
  const claims = await verify(exchange, await peer.token({ jti: 'j1' }));
  assert.deepEqual(claims, {
    resultId: 'j1',
    clientId: 'till',
    subject: 'u-alice',
    expiresAt: peer.clock.now() + 120_000,
  });
});

test('service description §4.2: the issuer may have another host name, if the realm is the same', async () => {
  const iss = 'http://localhost:8080/realms/demo';
  assert.notEqual(await verify(exchange, await peer.token({ iss, aud: iss })), undefined);
});

for (const [name, claims] of [
  ['for an audience other than its issuer', { aud: 'account' }],
  ['without issuer and audience', { iss: undefined, aud: undefined }],
  ['of another realm', { iss: issuer.replace(/demo$/, 'other'), aud: issuer.replace(/demo$/, 'other') }],
  ['of another type', { typ: 'ID' }],
  ['without an ID', { jti: undefined }],
  ['whose ID is unsafe in a path', { jti: '../x' }],
  ['without a client', { azp: undefined }],
  ['without a subject', { sub: undefined }],
  ['without an expiry', { exp: undefined }],
  ['that expires this second', { exp: peer.clock.now() / 1000 }],
  ['whose expiry is text', { exp: '9999999999' }],
] as const) {
  test(`service description §4.2: a token ${name} is invalid`, async () => {
    assert.equal(await verify(exchange, await peer.token(claims)), undefined);
  });
}

test('a realm with another algorithm also signs its delegations with it', async () => {
  const claims = decodeJws(await peer.token({ jti: 'j2' }))?.claims ?? {};
  const token = await signJws(await peer.keys.signingKey('demo', 'ES256'), claims);
  assert.equal((await verify(exchange, token))?.resultId, 'j2');
});

test('RFC 8725 §3.1: a changed token, or one signed with another key or algorithm, is invalid', async () => {
  const good = await peer.token();
  const [header = '', , signature = ''] = good.split('.');
  const claims = { ...decodeJws(good)?.claims, sub: 'u-bob' };
  const changed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${changed.split('.')[1]}.`;
  const { kid, ...key } = await peer.keys.signingKey('demo', 'RS256');
  const otherAlgorithm = await signJws({ ...key, kid, algorithm: 'PS256' }, claims);
  const nameless = await signJws({ ...key, kid: 'nobody' }, claims);
  for (const token of [changed, otherAlgorithm, unsigned, nameless, 'x', '', 'a.b.c'])
    assert.equal(await verify(exchange, token), undefined, token);
});
