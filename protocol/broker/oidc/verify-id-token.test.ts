import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { signJws } from '#protocol/crypto/jws.ts';
import { PEER_KEY } from '../testing/peer-provider.ts';
import { testRefusals } from '../testing/refusals.ts';
import { ask, comeBack, refusalOf, withPeer } from '../testing/with-peer.ts';

testRefusals('OIDC Core §3.1.3.7', [
  {
    what: 'no id_token',
    answers: { token: { status: 200, body: '{"access_token":"x"}' } },
    says: /has no id_token/,
  },
  { what: 'an id_token that is no JWT', answers: { signed: () => 'abc' }, says: /not a signed JWT/ },
  {
    what: 'a changed signature',
    answers: { signed: (token) => `${token.slice(0, -8)}AAAAAAAA` },
    says: /No key of identity provider peer has signed/,
  },
  { what: 'no keys', config: { jwksUrl: '' }, says: /No key of identity provider peer has signed/ },
  {
    what: 'another issuer',
    answers: { idToken: (usual) => ({ ...usual, iss: 'https://evil.test' }) },
    says: /has the issuer https:\/\/evil.test/,
  },
  {
    what: 'another audience',
    answers: { idToken: (usual) => ({ ...usual, aud: 'other' }) },
    says: /is for other/,
  },
  {
    what: 'another party',
    answers: { idToken: (usual) => ({ ...usual, azp: 'other' }) },
    says: /was issued to other/,
  },
  {
    what: 'another nonce',
    answers: { idToken: (usual) => ({ ...usual, nonce: 'old' }) },
    says: /does not have the nonce/,
  },
  {
    what: 'no nonce',
    answers: { idToken: ({ nonce: _nonce, ...usual }) => usual },
    says: /does not have the nonce/,
  },
  {
    what: 'an expired token',
    answers: { idToken: (usual) => ({ ...usual, exp: Number(usual['iat']) - 1 }) },
    says: /has expired/,
  },
  {
    what: 'a token without expiry',
    answers: { idToken: ({ exp: _exp, ...usual }) => usual },
    says: /has expired/,
  },
  {
    what: 'a token of the future',
    answers: { idToken: (usual) => ({ ...usual, nbf: Number(usual['iat']) + 60 }) },
    says: /not valid before/,
  },
]);

const HS256 = signJws(
  { kid: 'x', algorithm: 'HS256', key: createSecretKey(Buffer.from('app-secret')) },
  { sub: 'peer-1', aud: 'app' },
);

test('RFC 8725 §2.1: a token that is signed with the client secret is refused', () =>
  withPeer(async (given) => {
    const token = await HS256;
    Object.assign(given.peer.answers, { signed: () => token });
    await comeBack(given);
    assert.match(refusalOf(given)?.reason ?? '', /alg HS256/);
  }));

test('Keycloak: without validateSignature, a token is trusted because it comes from the provider itself', () =>
  withPeer(
    async (given) => {
      Object.assign(given.peer.answers, { signed: (token: string) => `${token.slice(0, -8)}AAAAAAAA` });
      assert.ok((await comeBack(given)).leadsTo['code']);
    },
    { validateSignature: 'false' },
  ));

test('Keycloak: allowedClockSkew and disableNonce loosen the checks they are named after', () =>
  withPeer(
    async (given) => {
      Object.assign(given.peer.answers, {
        idToken: ({ nonce: _nonce, ...usual }: Readonly<Record<string, unknown>>) => ({
          ...usual,
          exp: Number(usual['iat']) - 5,
        }),
      });
      assert.equal((await ask(given)).searchParams.has('nonce'), false);
      assert.ok((await comeBack(given)).leadsTo['code']);
    },
    { allowedClockSkew: '10', disableNonce: 'true' },
  ));

for (const [keyId, isAccepted] of [
  ['', true],
  ['peer-key', true],
  ['another-key', false],
] as const)
  test(`Keycloak: a pasted key ${keyId === '' ? 'without ID' : `with the ID ${keyId}`} ${isAccepted ? 'verifies' : 'does not verify'} tokens of peer-key`, () =>
    withPeer(
      async (given) => {
        const { leadsTo } = await comeBack(given);
        assert.equal(leadsTo['code'] !== undefined, isAccepted);
      },
      {
        useJwksUrl: 'false',
        publicKeySignatureVerifier: PEER_KEY,
        publicKeySignatureVerifierKeyId: keyId,
      },
    ));
