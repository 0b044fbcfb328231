import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { CompactEncrypt, exportJWK, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { CALLBACK, SECRET } from '../testing/realm.ts';
import { type OAuthTestServer, refusalOf, withOAuthServer } from '../testing/server.ts';

const INSIDE = {
  client_id: 'web',
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid email',
  state: 'inside',
};
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

function unsigned(claims: JWTPayload = INSIDE): string {
  return new UnsecuredJWT(claims).encode();
}

function signed(claims: JWTPayload = INSIDE, key = keys.privateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key);
}

async function publish(
  server: OAuthTestServer,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', use: 'sig' };
  await server.changeClient('web', {
    attributes: { 'use.jwks.string': 'true', 'jwks.string': JSON.stringify({ keys: [jwk] }), ...attributes },
  });
}

async function encrypted(server: OAuthTestServer, text: string, alg = 'RSA-OAEP'): Promise<string> {
  const { body } = await server.send('certs');
  const jwk = (body['keys'] as Record<string, string>[]).find(({ use }) => use === 'enc');
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg, enc: 'A256GCM', kid: jwk?.['kid'] ?? '' })
    .encrypt(await importJWK(jwk ?? {}, alg));
}

test('OIDC Core §6.1: parameters in the object override those outside, which otherwise remain', async () => {
  await withOAuthServer(async (server) => {
    const answer = await server.signIn(server.browser(), {
      state: 'outside',
      nonce: 'n1',
      request: unsigned(),
    });
    assert.equal(answer['state'], 'inside');
    assert.ok(answer['code']);
  });
});

test('OIDC Core §6.1: objects signed with a published key or the secret are accepted', async () => {
  await withOAuthServer(async (server) => {
    await publish(server);
    const secret = new TextEncoder().encode(SECRET.padEnd(32, '-'));
    const own = await signed({ ...INSIDE, iss: 'web', aud: server.issuer, exp: 4_000_000_000 });
    assert.ok((await server.signIn(server.browser(), { request: own }))['code']);
    await server.changeClient('web', { secret: SECRET.padEnd(32, '-') });
    const hmac = await new SignJWT(INSIDE).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    assert.ok((await server.signIn(server.browser(), { request: hmac }))['code']);
  });
});

test('OIDC Core §6.1: a signature with an empty secret is refused', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { secret: '' });
    const input = [{ alg: 'HS256' }, INSIDE]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const request = `${input}.${createHmac('sha256', '').update(input).digest('base64url')}`;
    assert.equal((await refusalOf(server, { request })).rule, 'resolve-request');
  });
});

test('OIDC Core §6.1: an object encrypted to the realm is decrypted', async () => {
  await withOAuthServer(async (server) => {
    await publish(server, { 'request.object.encryption.alg': 'RSA-OAEP' });
    const request = await encrypted(server, await signed());
    assert.ok((await server.signIn(server.browser(), { request }))['code']);
    const plain = await refusalOf(server, { request: await signed() });
    assert.match(plain.remedy ?? '', /request\.object\.encryption\.alg of client web/);
  });
});

test('OIDC Core §5.5: max_age as a number and claims as an object are accepted', async () => {
  await withOAuthServer(async (server) => {
    const request = unsigned({ ...INSIDE, max_age: 300, claims: { id_token: { name: null } } });
    assert.ok((await server.signIn(server.browser(), { request }))['code']);
    const refused = await refusalOf(server, { request: unsigned({ ...INSIDE, max_age: 'soon' }) });
    assert.deepEqual([refused.destination, refused.rule], ['client', 'check-interaction']);
  });
});

const REFUSED: Readonly<Record<string, (server: OAuthTestServer) => string | Promise<string>>> = {
  'that is no JWT': () => 'x',
  'whose payload is no object': () => 'eyJhbGciOiJub25lIn0.MTI.',
  'of another client': () => unsigned({ ...INSIDE, client_id: 'other' }),
  'with another response_type than the request': () => unsigned({ ...INSIDE, response_type: 'id_token' }),
  'with a foreign iss': () => unsigned({ ...INSIDE, iss: 'other' }),
  'that names another object': () => unsigned({ ...INSIDE, request_uri: 'https://x.test/' }),
  'that has expired': () => unsigned({ ...INSIDE, exp: 1_000_000_000 }),
  'that is not valid yet': () => unsigned({ ...INSIDE, nbf: 4_000_000_000 }),
  'whose exp is a text': () => unsigned({ ...INSIDE, exp: 'x' as unknown as number }),
  'signed with a key that is not the client’s': () => signed(INSIDE, foreign.privateKey),
  'signed with an algorithm that nobody knows': async () =>
    `${Buffer.from('{"alg":"X1"}').toString('base64url')}.${(await signed()).split('.')[1]}.AAAA`,
  'that says none and is signed': () => `${unsigned()}AAAA`,
  'encrypted with a key that is not the realm’s': async (server) => {
    const [header, ...rest] = (await encrypted(server, unsigned())).split('.');
    return [header, rest[0]?.replace(/^..../, 'AAAA'), ...rest.slice(1)].join('.');
  },
};

for (const [what, make] of Object.entries(REFUSED)) {
  test(`RFC 9101 §6: an object ${what} is refused on a page, with the reason in Activity`, async () => {
    await withOAuthServer(async (server) => {
      await publish(server);
      const refused = await refusalOf(server, { request: await make(server) });
      assert.deepEqual(
        [refused.destination, refused.status, refused.description, refused.rule],
        ['page', 400, 'Invalid Request', 'resolve-request'],
      );
      assert.match(refused.remedy ?? '', /\S/);
    });
  });
}

test('OIDC Registration §2: a client with a configured algorithm may use no other, least of all none', async () => {
  await withOAuthServer(async (server) => {
    await publish(server, { 'request.object.signature.alg': 'PS256' });
    for (const request of [await signed(), unsigned()]) {
      const refused = await refusalOf(server, { request });
      assert.match(refused.remedy ?? '', /request\.object\.signature\.alg of client web/);
    }
  });
});
