import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import * as jose from 'jose';
import { type OAuthTestServer, refusalOf, withOAuthServer } from '../testing/server.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const JWKS = JSON.stringify({
  keys: [{ ...pair.publicKey.export({ format: 'jwk' }), use: 'enc', alg: 'ECDH-ES' }],
});
const ENCRYPTED = {
  'authorization.encrypted.response.alg': 'ECDH-ES',
  'authorization.encrypted.response.enc': 'A256GCM',
  'jwks.string': JWKS,
  'use.jwks.string': 'true',
};

/** What an independent library reads from a response with the realm's published keys. */
async function open(server: OAuthTestServer, response: string, audience = 'web') {
  const { body } = await server.send('certs');
  return jose.jwtVerify(response, jose.createLocalJWKSet(body as unknown as jose.JSONWebKeySet), {
    issuer: server.issuer,
    audience,
    currentDate: new Date(server.clock.now()),
  });
}

/** The form's only field. */
function fieldOf(text: string): string {
  return /name="response" value="([^"]*)"/.exec(text)?.[1] ?? '';
}

for (const mode of ['query.jwt', 'fragment.jwt', 'jwt']) {
  test(`JARM §2.1: ${mode} returns one parameter: a short-lived JWT for the client, with the contents of the plain mode`, async () => {
    await withOAuthServer(async (server) => {
      const answer = await server.signIn(server.browser(), { response_mode: mode });
      assert.deepEqual(Object.keys(answer), ['response']);
      const { payload } = await open(server, answer['response'] ?? '');
      assert.equal(payload['state'], 's1');
      assert.equal(typeof payload['code'], 'string');
      assert.equal(typeof payload['session_state'], 'string');
      assert.equal(payload.exp, server.clock.now() / 1000 + 60);
    });
  });
}

test('JARM §2.3.3: form_post.jwt posts the token', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const { text } = await server.authorize(browser, { response_mode: 'form_post.jwt' });
    const { payload } = await open(server, fieldOf(text));
    assert.equal(typeof payload['code'], 'string');
    assert.doesNotMatch(text, /name="code"/);
  });
});

test('JARM §2.1: errors are signed, too', async () => {
  await withOAuthServer(async (server) => {
    const changes = { response_mode: 'jwt', prompt: 'none' };
    const { leadsTo } = await server.authorize(server.browser(), changes);
    const { payload } = await open(server, leadsTo['response'] ?? '');
    assert.deepEqual([payload['error'], payload['state']], ['login_required', 's1']);
  });
});

test('JARM §2.3.4: jwt for a hybrid request uses the fragment', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { implicitFlowEnabled: true });
    const browser = server.browser();
    await server.signIn(browser);
    const changes = { response_mode: 'jwt', response_type: 'code id_token', nonce: 'n1' };
    const { headers } = await server.authorize(browser, changes);
    const hash = new URL(headers.get('location') ?? '').hash.slice(1);
    const { payload } = await open(server, new URLSearchParams(hash).get('response') ?? '');
    assert.equal(typeof payload['id_token'], 'string');
  });
});

test('JARM §3: the client chooses the signature algorithm', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: { 'authorization.signed.response.alg': 'ES384' } });
    const { response = '' } = await server.signIn(server.browser(), { response_mode: 'jwt' });
    assert.equal((await open(server, response)).protectedHeader.alg, 'ES384');
  });
});

test('JARM §2.2: a signed and encrypted response may contain tokens in the query', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { attributes: ENCRYPTED, implicitFlowEnabled: true });
    const { response = '' } = await server.signIn(server.browser(), {
      response_mode: 'query.jwt',
      response_type: 'code id_token',
      nonce: 'n1',
    });
    const { plaintext, protectedHeader } = await jose.compactDecrypt(response, pair.privateKey);
    assert.deepEqual([protectedHeader.alg, protectedHeader.enc], ['ECDH-ES', 'A256GCM']);
    const { payload } = await open(server, new TextDecoder().decode(plaintext));
    assert.equal(typeof payload['id_token'], 'string');
  });
});

test('JARM §2.3.1: tokens cannot be requested in an unencrypted query', async () => {
  await withOAuthServer(async (server) => {
    await server.changeClient('web', { implicitFlowEnabled: true });
    const { leadsTo } = await server.authorize(server.browser(), {
      response_mode: 'query.jwt',
      response_type: 'id_token',
      nonce: 'n1',
    });
    const { payload } = await open(server, leadsTo['response'] ?? '');
    assert.deepEqual(
      [payload['error'], payload['error_description']],
      [
        'invalid_request',
        "Response_mode 'query.jwt' is allowed only when the authorization response token is encrypted",
      ],
    );
  });
});

test('JARM §2.2: a client that requires encryption and publishes no key gets a clear error', async () => {
  await withOAuthServer(async (server) => {
    const attributes = { ...ENCRYPTED, 'jwks.string': '{"keys":[]}' };
    await server.changeClient('web', { attributes });
    const answer = await server.signIn(server.browser(), { response_mode: 'jwt' });
    assert.equal(answer['error'], 'invalid_client');
    assert.equal('code' in answer, false);
    const refusal = await refusalOf(server, { response_mode: 'jwt', prompt: 'none' });
    assert.equal(refusal.code, 'login_required');
  });
});
