import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientAuthenticationMethodNames } from './client-authentication.ts';
import { basic, type Outcome, SECRET, withClientAuthentication } from './testing/realm.ts';

const SENTENCE = 'Invalid client or Invalid client credentials';

function assertRefused(outcome: Outcome, status: number, error: string, description = SENTENCE): void {
  assert.deepEqual(
    { status: outcome.status, ...outcome.body },
    { status, error, error_description: description },
  );
  assert.equal(outcome.headers.get('www-authenticate'), null);
}

test('RFC 6749 §2.3.1: the correct secret is accepted in the form and in the header', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.deepEqual((await post({ client_id: 'web', client_secret: SECRET })).body, {
      client: 'web',
      method: 'client_secret_post',
    });
    const encoded = basic(encodeURIComponent('web'), encodeURIComponent(SECRET));
    assert.deepEqual((await post({}, encoded)).body, { client: 'web', method: 'client_secret_basic' });
    assert.deepEqual((await post({}, basic('odd%3Aid', 'plain'))).body, {
      client: 'odd:id',
      method: 'client_secret_basic',
    });
  });
});

test('RFC 6749 §2.1: a public client is identified by its client_id; any secret is ignored', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.deepEqual((await post({ client_id: 'spa' })).body, { client: 'spa', method: 'none' });
    assert.deepEqual((await post({ client_id: 'spa', client_secret: 'whatever' })).body, {
      client: 'spa',
      method: 'none',
    });
    assert.deepEqual((await post({}, basic('spa', ''))).body, { client: 'spa', method: 'none' });
  });
});

test('an unknown client answers 401 invalid_client, and the reason names client and realm', async () => {
  await withClientAuthentication(async ({ post }) => {
    const outcome = await post({ client_id: 'ghost', client_secret: 'x' });
    assertRefused(outcome, 401, 'invalid_client');
    assert.equal(outcome.reason, 'There is no client "ghost" in realm demo.');
  });
});

test('a disabled client answers 401 invalid_client', async () => {
  await withClientAuthentication(async ({ post }) => {
    const outcome = await post({ client_id: 'off', client_secret: SECRET });
    assertRefused(outcome, 401, 'invalid_client');
    assert.match(outcome.remedy ?? '', /enabled of client off/);
  });
});

test('a client of another protocol answers 400 invalid_client', async () => {
  await withClientAuthentication(async ({ post }) => {
    assertRefused(
      await post({ client_id: 'saml', client_secret: 'x' }),
      400,
      'invalid_client',
      'Wrong client protocol.',
    );
  });
});

test('RFC 6749 §5.2: a wrong or missing secret answers 401 unauthorized_client', async () => {
  await withClientAuthentication(async ({ post }) => {
    assertRefused(await post({ client_id: 'web', client_secret: 'wrong' }), 401, 'unauthorized_client');
    assertRefused(await post({ client_id: 'web', client_secret: '' }), 401, 'unauthorized_client');
    assertRefused(await post({ client_id: 'web' }), 401, 'unauthorized_client');
    assertRefused(await post({}, basic('web', 'wrong')), 401, 'unauthorized_client');
    assertRefused(await post({}, basic('web', '')), 401, 'unauthorized_client');
  });
});

test('a confidential client without a secret answers 400 unauthorized_client', async () => {
  await withClientAuthentication(async ({ post }) => {
    const outcome = await post({ client_id: 'bare', client_secret: 'x' });
    assertRefused(outcome, 400, 'unauthorized_client', 'Client credentials setup required');
    assert.match(outcome.remedy ?? '', /secret of client bare/);
  });
});

test('a request without a client answers 401 invalid_client', async () => {
  await withClientAuthentication(async ({ post }) => {
    assertRefused(await post({}), 401, 'invalid_client');
    assertRefused(await post({ client_id: '' }), 401, 'invalid_client');
  });
});

test('RFC 9110 §11.6.1: an invalid Basic header without a client in the form answers a challenge with an empty body', async () => {
  await withClientAuthentication(async ({ post }) => {
    for (const authorization of [
      'Bearer abc',
      'Basic',
      'Basic %%%',
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
      'Digest x',
    ]) {
      const outcome = await post({}, { authorization });
      assert.equal(outcome.status, 401, authorization);
      assert.deepEqual(outcome.body, {});
      assert.equal(outcome.headers.get('www-authenticate'), 'Basic realm="demo"');
    }
  });
});

test('form values take precedence over the header', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.equal((await post({ client_id: 'web', client_secret: SECRET }, basic('ghost', 'x'))).status, 200);
    assertRefused(
      await post({ client_secret: 'wrong' }, basic('web', encodeURIComponent(SECRET))),
      401,
      'unauthorized_client',
    );
    assert.equal(
      (await post({ client_id: 'web', client_secret: SECRET }, { authorization: 'Bearer abc' })).status,
      200,
    );
  });
});

test('the correct secret of a client with another authenticator answers 401 invalid_client, and the remedy names both settings', async () => {
  await withClientAuthentication(async ({ post }) => {
    const outcome = await post({ client_id: 'hmac', client_secret: SECRET });
    assertRefused(outcome, 401, 'invalid_client');
    assert.match(
      outcome.remedy ?? '',
      /client_secret_jwt, or set clientAuthenticatorType of client hmac to client-secret/,
    );
  });
});

test('an unsupported authenticator is rejected by name', async () => {
  await withClientAuthentication(async ({ post }) => {
    const outcome = await post({ client_id: 'strange', client_secret: 'x' });
    assertRefused(outcome, 401, 'invalid_client');
    assert.match(outcome.reason ?? '', /client-kerberos/);
  });
});

test('a client that requires a certificate is rejected with a secret and over plain HTTP', async () => {
  await withClientAuthentication(async ({ post }) => {
    const secret = await post({ client_id: 'tls', client_secret: 'x' });
    assertRefused(secret, 401, 'invalid_client');
    assert.match(secret.remedy ?? '', /tls_client_auth or self_signed_tls_client_auth/);
    const plain = await post({ client_id: 'tls' });
    assertRefused(plain, 401, 'invalid_client');
    assert.match(plain.remedy ?? '', /--https-port/);
  });
});

test('secrets appear neither in the log nor in the refusal', async () => {
  await withClientAuthentication(async ({ post, server }) => {
    await post({ client_id: 'web', client_secret: 'hush-hush' });
    assert.doesNotMatch(JSON.stringify([server.log.records, server.activity.list()]), /hush-hush|a\+secret/);
  });
});

test('RFC 8414 §2: discovery lists the supported methods', () => {
  const plain = ['private_key_jwt', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt'];
  assert.deepEqual(clientAuthenticationMethodNames(false), plain);
  const byCertificate = ['tls_client_auth', 'self_signed_tls_client_auth'];
  assert.deepEqual(clientAuthenticationMethodNames(true), [...plain, ...byCertificate]);
});

test('any credentials answer 200, 400 or 401', async () => {
  await withClientAuthentication(async ({ post }) => {
    const name = fc.constantFrom(
      'client_id',
      'client_secret',
      'client_assertion',
      'client_assertion_type',
      'x',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('web', 'signer', '__proto__', 'e30.e30.', 'a.b.c'),
    );
    const header = fc.oneof(
      fc.constant({}),
      fc.base64String().map((text) => ({ authorization: `Basic ${text}` })),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), header, async (form, headers) => {
        assert.ok([200, 400, 401].includes((await post(form, headers)).status));
      }),
      { numRuns: 150 },
    );
  });
});
