import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ClientAuthenticationServer,
  ENDPOINT,
  signAssertion,
  withClientAuthentication,
} from './testing/realm.ts';

async function describe(to: ClientAuthenticationServer, changes: Record<string, unknown>): Promise<unknown> {
  const outcome = await to.postAssertion(await signAssertion(to.claims('signer', changes)));
  if (outcome.status === 200) return 'accepted';
  assert.deepEqual([outcome.status, outcome.body['error']], [400, 'invalid_client']);
  return outcome.body['error_description'];
}

test('RFC 7523 §3: aud must be the issuer or one of its token-related endpoints, and a single value', async () => {
  await withClientAuthentication(async (to) => {
    const issuer = `${to.server.baseUrl}/realms/demo`;
    assert.equal(await describe(to, { aud: [issuer] }), 'accepted');
    assert.equal(await describe(to, { aud: `${to.server.baseUrl}${ENDPOINT}` }), 'accepted');
    assert.equal(await describe(to, { aud: `${to.server.baseUrl}${ENDPOINT}/introspect` }), 'accepted');
    assert.equal(
      await describe(to, { aud: [issuer, `${to.server.baseUrl}${ENDPOINT}`] }),
      'Multiple audiences not allowed',
    );
    for (const aud of [
      undefined,
      '',
      [],
      7,
      `${issuer}/`,
      'https://evil.example',
      `${to.server.baseUrl}/realms/other`,
    ]) {
      assert.equal(await describe(to, { aud }), 'Invalid token audience', String(aud));
    }
  });
});

test('RFC 7523 §3: iss must be the client_id', async () => {
  await withClientAuthentication(async (to) => {
    for (const iss of ['web', undefined, ['signer']]) {
      assert.equal(await describe(to, { iss }), 'Issuer mismatch. The issuer should match the subject');
    }
  });
});

test('RFC 7523 §3: exp is required and must be in the future, nbf in the past, with 15 seconds of clock skew', async () => {
  await withClientAuthentication(async (to) => {
    const now = to.server.clock.now() / 1000;
    for (const exp of [undefined, 'soon', null])
      assert.equal(await describe(to, { exp }), 'Token exp claim is required');
    assert.equal(await describe(to, { exp: now - 14 }), 'accepted');
    assert.equal(await describe(to, { exp: now - 15 }), 'Token is not active');
    assert.equal(await describe(to, { nbf: now + 15 }), 'accepted');
    assert.equal(await describe(to, { nbf: now + 16 }), 'Token is not active');
  });
});

test('RFC 7523 §3: iat may not be in the future or more than a minute old', async () => {
  await withClientAuthentication(async (to) => {
    const now = to.server.clock.now() / 1000;
    assert.equal(await describe(to, { iat: now + 15 }), 'accepted');
    assert.equal(await describe(to, { iat: now + 16 }), 'Token was issued in the future');
    assert.equal(await describe(to, { iat: now - 75 }), 'accepted');
    assert.equal(
      await describe(to, { iat: now - 76 }),
      'Token was issued too far in the past to be used now',
    );
  });
});

test('without iat, exp may be at most a minute ahead', async () => {
  await withClientAuthentication(async (to) => {
    const now = to.server.clock.now() / 1000;
    assert.equal(await describe(to, { iat: undefined, exp: now + 75 }), 'accepted');
    assert.equal(
      await describe(to, { iat: undefined, exp: now + 76 }),
      'Token expiration is too far in the future and iat claim not present in token',
    );
  });
});

test('RFC 7523 §3: jti is required and an assertion is single-use', async () => {
  await withClientAuthentication(async (to) => {
    assert.equal(await describe(to, { jti: undefined }), 'Token jti claim is required');
    assert.equal(await describe(to, { jti: '' }), 'Token jti claim is required');
    assert.equal(await describe(to, { jti: 'once' }), 'accepted');
    assert.equal(await describe(to, { jti: 'once' }), 'Token reuse detected');
  });
});

test('RFC 7523 §3: only one of several concurrent uses succeeds', async () => {
  await withClientAuthentication(async (to) => {
    const assertion = await signAssertion(to.claims('signer', { jti: 'race' }));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => to.postAssertion(assertion)));
    assert.equal(outcomes.filter((outcome) => outcome.status === 200).length, 1);
  });
});

test('a jti is remembered until its assertion expires', async () => {
  await withClientAuthentication(async (to) => {
    const assertion = await signAssertion(to.claims('signer', { jti: 'late' }));
    assert.equal((await to.postAssertion(assertion)).status, 200);
    to.server.clock.setOffsetMs(74_000);
    assert.equal((await to.postAssertion(assertion)).body['error_description'], 'Token reuse detected');
    to.server.clock.setOffsetMs(76_000);
    assert.equal((await to.postAssertion(assertion)).body['error_description'], 'Token is not active');
  });
});
